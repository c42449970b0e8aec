//! Lists of what completes a node.

use super::super::program::Program;
use super::super::propagate::Node;
use super::families::Families;
use super::lanes::{Lane, Table};
use super::tally::{Ends, TooMany};
use crate::budget::{Cause, Control};
use crate::model::Var;
use crate::model::bit_set::BitSet;

/// Lists what is left of a tree near its end, with no frames and no paths.
///
/// How near that is it finds out by lists that are short, and by one that is too long.
pub(in crate::engine::search) struct Lists<W> {
    families: Families<W>,
    /// How many pieces before the end it begins, and at most, because more were too many.
    pieces: u32,
    most: u32,
    list: List,
    /// How many of the list have been given.
    given: usize,
    /// How many pieces each has.
    each: usize,
}

/// What completes a node, one after the other.
#[derive(Default)]
struct List {
    nodes: u64,
    max: u64,
    /// The pieces placed but for the last.
    way: Vec<Var>,
    found: Vec<Var>,
}

impl List {
    /// The most pieces of a list.
    const LONG: usize = 1 << 15;
}

impl<W: BitSet> Lists<W> {
    /// How many pieces before the end it begins at first, and at most.
    const PIECES: [u32; 2] = [4, 12];
    /// The most nodes that are looked at for a list.
    const NODES: u64 = 1 << 13;
    /// A list of fewer nodes than this part of the most is short: the next may begin a piece earlier.
    const SHORT: u64 = 16;

    /// Returns `None` where more matters than what squares exclude and sets of families that hold one piece.
    pub(in crate::engine::search) fn new(
        program: &Program<W>,
        root: &Node<W>,
        control: &mut Control,
    ) -> Result<Option<Self>, Cause> {
        let [pieces, most] = Self::PIECES;
        let families = Families::new(program, root, control)?;
        Ok(families.map(|families| Self { families, pieces, most, list: List::default(), given: 0, each: 0 }))
    }

    /// Lists the completions of a node; tells whether it has: not if it is too far from the end.
    pub(in crate::engine::search) fn list(
        &mut self,
        program: &Program<W>,
        node: &Node<W>,
        control: &mut Control,
    ) -> Result<bool, Cause> {
        let pieces = self.families.missing(node);
        if pieces == 0 || pieces > self.pieces {
            return Ok(false);
        }
        let left = control.nodes_left();
        self.clear();
        (self.list.nodes, self.list.max) = (0, left.min(Self::NODES));
        self.each = pieces as usize;
        let listed = self.families.place(program, node, &mut self.list);
        let (nodes, work) = (self.list.nodes, 4 * node.open.words().len() as u64);
        if listed.is_err() {
            self.clear();
            // At the end of a turn there is room for less than in the next.
            if left >= Self::NODES {
                self.pieces = pieces - 1;
                self.most = self.pieces;
            }
            return control.charge(work * nodes).map(|()| false);
        }
        if pieces == self.pieces && nodes < Self::NODES / Self::SHORT {
            self.pieces = (pieces + 1).min(self.most);
        }
        control.nodes(nodes, work).map(|()| true)
    }

    /// The pieces of the next of the list.
    pub(in crate::engine::search) fn give(&mut self) -> Option<&[Var]> {
        let next = self.given * self.each..(self.given + 1) * self.each;
        self.given += 1;
        self.list.found.get(next).filter(|next| !next.is_empty())
    }

    /// What has not been given.
    pub(in crate::engine::search) fn left(&self) -> impl Iterator<Item = &[Var]> {
        self.list.found.chunks(self.each.max(1)).skip(self.given)
    }

    /// Forgets the list.
    pub(in crate::engine::search) fn clear(&mut self) {
        self.list.way.clear();
        self.list.found.clear();
        self.given = 0;
    }
}

impl Ends for List {
    #[inline]
    fn node(&mut self) -> Result<(), TooMany> {
        self.nodes += 1;
        if self.nodes > self.max || self.found.len() > List::LONG { Err(TooMany) } else { Ok(()) }
    }

    #[inline]
    fn before(&mut self, var: Var) {
        self.way.push(var);
    }

    #[inline]
    fn after(&mut self, _: Var, _: u64, _: usize) {
        self.way.pop();
    }

    #[inline]
    fn last<L: Lane, const N: usize>(&mut self, table: &Table<L, N>, squares: L, lane: u8) -> u64 {
        let squares: u64 = squares.into();
        let mut left = squares;
        while left != 0 {
            self.found.extend_from_slice(&self.way);
            self.found.push(table.square(lane, left).0);
            left &= left - 1;
        }
        squares.count_ones().into()
    }
}
