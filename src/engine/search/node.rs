//! What is decided at a node of the tree, and how a variable is decided.

use super::program::{Agenda, Program};
use crate::model::Var;
use crate::model::bit_set::BitSet;

/// The assignment: the true variables, and those still open. All others are false.
#[derive(Clone)]
pub(super) struct Node<W> {
    pub(super) placed: W,
    pub(super) open: W,
    /// The sets that must be hit and have no true member yet.
    pub(super) unmet: u128,
}

impl<W: BitSet> Node<W> {
    /// Returns all variables that are true or open.
    pub(super) fn either(&self) -> W {
        let mut either = self.placed.clone();
        let open = self.open.words();
        for (place, word) in either.words_mut().iter_mut().enumerate() {
            *word |= open[place];
        }
        either
    }
}

/// The rules contradict the assignment.
pub(super) struct Conflict;

/// Whether the assignment may still satisfy the rules.
pub(super) type Kept = Result<(), Conflict>;

impl<W: BitSet> Program<W> {
    /// Makes a variable true.
    pub(super) fn place(&self, node: &mut Node<W>, agenda: &mut Agenda, var: Var) -> Kept {
        if node.placed.has(var) {
            return Ok(());
        }
        if !node.open.has(var) {
            return Err(Conflict);
        }
        node.open.remove(var);
        node.placed.insert(var);
        node.unmet &= !self.hit_by(var);
        self.rose(agenda, var);
        self.take_excluded(&mut node.open, agenda, var);
        Ok(())
    }

    /// Makes a variable false.
    pub(super) fn drop(&self, node: &mut Node<W>, agenda: &mut Agenda, var: Var) {
        if node.open.has(var) {
            node.open.remove(var);
            self.fell(agenda, var);
        }
    }

    pub(super) fn drop_all(&self, node: &mut Node<W>, agenda: &mut Agenda, mask: &W::Mask) {
        node.open.each_in(mask, |var| self.fell(agenda, var));
        node.open.take(mask);
    }

    pub(super) fn place_all(&self, node: &mut Node<W>, agenda: &mut Agenda, mask: &W::Mask) -> Kept {
        let mut all = Vec::new();
        node.open.each_in(mask, |var| all.push(var));
        self.place_each(node, agenda, &all)
    }

    pub(super) fn place_each(&self, node: &mut Node<W>, agenda: &mut Agenda, vars: &[Var]) -> Kept {
        for var in vars {
            self.place(node, agenda, *var)?;
        }
        Ok(())
    }
}
