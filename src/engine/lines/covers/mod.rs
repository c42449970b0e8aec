//! Covers by lines: pieces of one kind cover every square of their lines, so a placement covers all if each square has a line that is
//! occupied.
//!
//! The lines of two families are labelled, occupied or empty, and the squares all of whose labelled lines are empty must be covered
//! along the others; then pieces are placed on the lines that are occupied.
//!
//! - `program`: recognises such models, and numbers their lines;
//! - `node`: what is open at a node, and what follows there.

mod node;
mod program;

use super::tree::{Labels, NodeStatus};
use crate::budget::{Cause, Control};
use crate::engine::Refusal;
use crate::language::SquareSet;
use crate::model::{Goal, Model, Var};
use node::Node;
pub(super) use program::Program;

/// A program with what is demanded of its solutions.
pub(super) struct Covers {
    program: Program,
    /// What a piece costs, if the least cost is sought.
    cost: Option<i64>,
    /// The most pieces that there may be.
    max: i64,
}

impl Covers {
    pub(super) fn accepts(model: &Model, goal: &Goal, control: &mut Control) -> Result<(), Refusal> {
        let program = Program::new(model, control)?;
        if matches!(goal, Goal::Maximise(_)) && program.layout.slots > 0 && cost(goal).is_none() {
            return Err(Refusal::declined("it seeks the fewest pieces, each as good as another"));
        }
        Ok(())
    }
}

/// Returns what each piece costs, if it is the same for all.
fn cost(goal: &Goal) -> Option<i64> {
    let Goal::Maximise(worths) = goal else { return None };
    match worths.of_kinds(1) {
        Some([worth]) if *worth < 0 => worth.checked_neg(),
        _ => None,
    }
}

impl Labels for Covers {
    type Node = Node;

    fn new(model: &Model, goal: &Goal, control: &mut Control) -> Result<Self, Refusal> {
        let mut program = Program::new(model, control)?;
        program.find_symmetries(model, goal, control)?;
        let max = program.range.1;
        let cost = matches!(goal, Goal::Maximise(_)).then(|| cost(goal).unwrap_or(1));
        Ok(Self { program, cost, max })
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
        self.program.undecided(node) as f64
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
        let layout = &self.program.layout;
        (layout.slots + layout.lines.len() + self.program.symmetries.len()) as u64
    }

    fn demand_more_than(&mut self, floor: Option<i64>, _: bool) {
        self.max = self.program.range.1;
        if let (Some(cost), Some(floor)) = (self.cost, floor) {
            // Fewer pieces than cost as much as the best.
            self.max = self.max.min((-1i64).saturating_sub(floor).div_euclid(cost));
        }
    }

    fn examine(&self, node: &mut Node, _: usize, ways: &mut Vec<u32>) -> NodeStatus {
        self.program.examine(node, self.max, self.cost.is_some(), ways)
    }

    fn solution(&self, node: &Node, found: &mut Vec<Var>) -> Option<i64> {
        *found = self.program.vars_of(node);
        self.cost.map(|cost| -cost * node.number)
    }

    fn weight(&self, node: &Node) -> u64 {
        node.weight
    }

    fn anchor(&self) -> SquareSet {
        self.program.anchor.clone().unwrap_or_default()
    }
}
