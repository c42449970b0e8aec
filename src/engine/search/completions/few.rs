//! A number of pieces anywhere, where squares only exclude each other.

use super::super::node::Node;
use super::super::program::Program;
use super::graph::{self, Counting, Graph, Part};
use super::{Completed, excluded};
use crate::budget::{Cause, Control};
use crate::model::Var;
use crate::model::bit_set::BitSet;

/// About the most words looked at in a subtree.
const WORDS: u64 = 1 << 22;
/// The most squares for which what they exclude is stored.
const SQUARES: usize = 1 << 12;
/// As many completions may stand for any number of images each.
const MANY: u64 = 1 << 43;

/// Counts what is left of a tree where pieces exclude each other, and the pieces of each group, as of each kind, are to be a
/// certain number.
pub(super) struct Few<W> {
    /// What each variable excludes, which may be itself too.
    excluded: Vec<W>,
    /// Disjoint sets that together are all variables, and how many are to be true in each.
    groups: Vec<(W, u32)>,
}

fn parts(pieces: &[u32], ends: &[usize]) -> Vec<Part> {
    pieces.iter().copied().zip(ends.iter().copied()).collect()
}

impl<W: BitSet> Few<W> {
    /// Returns `None` where something else matters.
    pub(super) fn new(program: &Program<W>, root: &Node<W>, control: &mut Control) -> Result<Option<Self>, Cause> {
        let Some(counts) = program.only_counts().filter(|_| program.vars <= SQUARES) else { return Ok(None) };
        let (mut groups, mut left) = (Vec::new(), root.open.clone());
        for total in counts {
            let (before, mut group) = (left.len(), root.open.clone());
            group.keep(&total.mask);
            left.subtract(&group);
            if left.len() + group.len() != before || total.min != total.max {
                return Ok(None);
            }
            groups.push((group, u32::try_from(total.max).unwrap_or(u32::MAX)));
        }
        if left.first().is_some() {
            return Ok(None);
        }
        Ok(Some(Self { excluded: excluded(program, root, control)?, groups }))
    }

    /// Returns how many pieces of each group are to come.
    fn pieces(&self, node: &Node<W>) -> Vec<u32> {
        let mut to_come = Vec::with_capacity(self.groups.len());
        for (group, pieces) in &self.groups {
            to_come.push(pieces.saturating_sub(group.count_common(&node.placed) as u32));
        }
        to_come
    }

    /// Returns about the most nodes below one, if they are few enough.
    pub(super) fn nodes_below(&self, node: &Node<W>) -> Option<f64> {
        let (nodes, words) = graph::nodes(node.open.len(), self.pieces(node).iter().sum());
        (nodes.saturating_mul(words) <= WORDS).then_some(nodes as f64)
    }

    /// Counts the completions of a node; `None` if there are many pieces to come, for the squares that are left.
    pub(super) fn of(&self, node: &Node<W>, control: &mut Control) -> Result<Option<Completed<W>>, Cause> {
        let pieces = self.pieces(node);
        if self.nodes_below(node).is_none() {
            return Ok(None);
        }
        let squares = node.open.len();
        let mut vars: Vec<Var> = Vec::with_capacity(squares);
        let mut ends = Vec::with_capacity(self.groups.len());
        for (group, _) in &self.groups {
            node.open.each(|var| {
                if group.has(var) {
                    vars.push(var);
                }
            });
            ends.push(vars.len());
        }
        control.charge((squares * node.open.words().len()) as u64)?;
        let parts = parts(&pieces, &ends);
        let mut counting = Counting::new(control.nodes_left());
        let all = Graph::new(&vars, &self.excluded).count(&parts, &mut counting);
        control.nodes(counting.nodes, counting.words / counting.nodes.max(1))?;
        // What each solution stands for is multiplied by how many there are, and a few billion of those are added up at a time.
        let Some((number, way)) = all.ok().filter(|(number, _)| *number < MANY) else { return Ok(None) };
        let mut one = node.placed.clone();
        for place in way {
            one.insert(vars[place]);
        }
        Ok(Some(Completed { number, one }))
    }
}
