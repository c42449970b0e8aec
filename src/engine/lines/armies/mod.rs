//! Lines that hold one kind of piece each, as with peaceable armies: lines are labelled with the kind that they may hold, then
//! pieces are left out.
//!
//! - `program`: recognises such models, and numbers their lines;
//! - `shares`: how many pieces of each kind the other rules allow;
//! - `node`: what is open at a node, and what follows there.

mod node;
mod program;
mod shares;

use super::tree::{Labels, NodeStatus};
use super::weights;
use crate::budget::{Cause, Control};
use crate::engine::Refusal;
use crate::model::{Goal, Model, Var};
use node::{Demand, Left, Node, scales};
pub(super) use program::Program;

/// A program with what is demanded of its solutions.
pub(super) struct Armies {
    program: Program,
    /// The weight of each kind, if a value is maximised.
    weights: Option<Vec<i64>>,
    /// Weights of kinds for which families of lines are summed up.
    scales: Vec<Vec<i32>>,
    /// What lines are labelled by. It stays as it is in a tree that is shared.
    basis: Demand,
    /// What nodes are left out by.
    demand: Demand,
}

impl Armies {
    pub(super) fn accepts(model: &Model, goal: &Goal, control: &mut Control) -> Result<(), Refusal> {
        let program = Program::new(model, control)?;
        if matches!(goal, Goal::Maximise(_)) && !program.same.is_empty() {
            return Err(Refusal::declined("a value is maximised, and a rule demands symmetry"));
        }
        Ok(())
    }
}

impl Labels for Armies {
    type Node = Node;

    fn new(model: &Model, goal: &Goal, control: &mut Control) -> Result<Self, Refusal> {
        let mut program = Program::new(model, control)?;
        let mut of_kinds = None;
        if let Goal::Maximise(worths) = goal
            && let Some(weights) = weights(model, worths)
        {
            program.find_symmetries(model, &weights, control)?;
            of_kinds = Some(weights);
        }
        let scales = scales(program.kinds);
        let (basis, demand) = (Demand::default(), Demand::default());
        Ok(Self { program, weights: of_kinds, scales, basis, demand })
    }

    fn root(&self, control: &mut Control) -> Result<Node, Cause> {
        self.program.root(control)
    }

    fn copy(node: &mut Node, other: &Node) {
        node.copy(other);
    }

    fn bytes(node: &Node) -> usize {
        8 * (node.live.len() + node.placed.len()) + 2 * node.counts.len() + 3 * node.labels.len()
    }

    fn size(&self, node: &Node) -> f64 {
        node.totals.iter().sum::<i64>() as f64
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

    fn work(&self, depth: usize) -> u64 {
        /// For each image that is compared.
        const IMAGE: u64 = 2;
        let images = self.program.images_at(depth).len() as u64;
        (self.program.layout.lines.len() * self.program.kinds * 2) as u64 + IMAGE * images
    }

    fn demand_more_than(&mut self, floor: Option<i64>, is_shared: bool) {
        let none = vec![0; self.program.kinds];
        let weights = self.weights.as_ref().unwrap_or(&none);
        self.demand = Demand::new(self.program.shares.demands(weights, floor), &self.scales);
        if !is_shared {
            self.basis = self.demand.clone();
        }
    }

    fn examine(&self, node: &mut Node, depth: usize, ways: &mut Vec<u32>) -> NodeStatus {
        let program = &self.program;
        loop {
            if !program.is_possible(node, &self.scales, &self.basis, &self.demand) {
                return NodeStatus::Dead;
            }
            if !program.even_out(node) {
                break;
            }
        }
        if !program.is_first(node, depth) {
            return NodeStatus::Dead;
        }
        if let Some(line) = program.contested(node) {
            program.ways_of_line(node, line, ways);
            return NodeStatus::Ways;
        }
        if self.weights.is_some() {
            return NodeStatus::Solution;
        }
        match program.leave_out(node) {
            Left::Nothing => NodeStatus::Dead,
            Left::Solution => NodeStatus::Solution,
            Left::Open(var) => {
                ways.extend(program.ways_of_var(var));
                NodeStatus::Ways
            }
        }
    }

    fn solution(&self, node: &Node, found: &mut Vec<Var>) -> Option<i64> {
        let Some(weights) = &self.weights else {
            *found = self.program.vars_of(&node.placed, None);
            return None;
        };
        let (value, share) = self.program.shares.heaviest(weights, &node.totals)?;
        *found = self.program.vars_of(&node.live, Some(&share));
        Some(value)
    }
}
