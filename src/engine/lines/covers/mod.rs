//! Covers by lines: pieces of one kind cover every square of their lines, so a placement covers all if each square has a line that is
//! occupied.
//!
//! The lines of two families are labelled, occupied or empty, and the squares all of whose labelled lines are empty must be covered
//! along the others; then pieces are placed on the lines that are occupied.
//!
//! - `program`: recognises such models, and numbers their lines;
//! - `node`: what is open at a node, and what follows there;
//! - `bounds`: how much the pieces still allowed can cover.

mod bounds;
mod node;
mod program;

use super::tree::{Labels, NodeStatus};
use super::weights;
use crate::budget::{Cause, Control};
use crate::engine::Refusal;
use crate::language::SquareSet;
use crate::model::{Goal, Model, Var};
use node::{Demand, Node};
pub(super) use program::Program;

/// A program with what is demanded of its solutions.
pub(super) struct Covers {
    program: Program,
    /// The weight of a piece, if a value is maximised.
    weight: Option<i64>,
    demand: Demand,
}

impl Labels for Covers {
    type Node = Node;

    fn new(model: &Model, goal: &Goal, control: &mut Control) -> Result<Self, Refusal> {
        let mut program = Program::new(model, control)?;
        program.find_symmetries(model, goal, control)?;
        let weights = if let Goal::Maximise(worths) = goal { weights(model, worths) } else { None };
        let weight = weights.map(|weights| weights[0]);
        let demand = Demand {
            min: program.range.0,
            max: program.range.1,
            fewest_suffice: weight.is_some_and(|weight| weight <= 0),
        };
        Ok(Self { program, weight, demand })
    }

    fn root(&self, _: &mut Control) -> Result<Node, Cause> {
        Ok(self.program.root())
    }

    fn copy(node: &mut Node, other: &Node) {
        node.copy(other);
    }

    fn bytes(node: &Node) -> usize {
        node.bytes()
    }

    fn size(&self, node: &Node) -> f64 {
        f64::from(node.undecided())
    }

    fn never(&self) -> bool {
        self.program.never
    }

    fn is_way(&self, number: u32) -> bool {
        self.program.is_way(number)
    }

    fn take(&self, node: &mut Node, number: u32) {
        self.program.take(node, number);
    }

    fn work(&self, _: usize) -> u64 {
        /// For each slot at least, and for each line.
        const LINES: usize = 4;
        let layout = &self.program.layout;
        let sets = layout.slots * layout.words.max(LINES);
        (sets + LINES * layout.lines.len() + self.program.symmetries.len()) as u64
    }

    fn demand_more_than(&mut self, floor: Option<i64>, _: bool) {
        let (min, max) = self.program.range;
        (self.demand.min, self.demand.max) = match (self.weight, floor) {
            (Some(weight @ 1..), Some(floor)) => (min.max(floor.div_euclid(weight).saturating_add(1)), max),
            (Some(weight @ ..0), Some(floor)) => {
                (min, max.min((-1i64).saturating_sub(floor).div_euclid(weight.saturating_neg())))
            }
            (Some(0), Some(0..)) => (min, -1),
            _ => (min, max),
        };
    }

    fn examine(&self, node: &mut Node, _: usize, ways: &mut Vec<u32>) -> NodeStatus {
        self.program.examine(node, self.demand, ways)
    }

    fn solution(&self, node: &Node, found: &mut Vec<Var>) -> Option<i64> {
        *found = node.vars().collect();
        self.weight.map(|weight| weight.saturating_mul(node.number))
    }

    /// Where the first lines are occupied, the rest is soon refuted.
    fn is_balanced(&self) -> bool {
        false
    }

    fn weight(&self, node: &Node) -> u64 {
        node.weight
    }

    fn anchor(&self) -> SquareSet {
        self.program.anchor.clone().unwrap_or_default()
    }
}
