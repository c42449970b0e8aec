//! Lists of what completes a node.

use super::super::node::Node;
use super::super::program::Program;
use super::families::Families;
use super::lanes::{Lane, Table};
use super::tally::{Ends, TooMany};
use crate::budget::{Cause, Control};
use crate::model::Var;
use crate::model::bit_set::BitSet;

/// Lists what is left of a tree near its end, with no frames and no paths. Whether a node is near enough depends on nothing but the node,
/// so that a search that is stopped and goes on lists the same.
pub(in crate::engine::search) struct Lists<W> {
    families: Families<W>,
    /// The most ways to choose a square of each set with which a node is near enough: for one piece that is missing, for two and so on.
    most: Vec<u64>,
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
    /// The pieces placed but for the last.
    way: Vec<Var>,
    found: Vec<Var>,
}

impl List {
    /// The most nodes that are looked at for a list, and the most pieces in it.
    const NODES: u64 = 1 << 15;
    const LONG: usize = 1 << 15;
}

impl<W: BitSet> Lists<W> {
    /// The most pieces before the end at which it begins, and the fewest that have been placed by then: what is near cannot be cut.
    const PIECES: usize = 12;
    const PLACED: usize = 2;
    /// With fewer pieces to list no lists are made.
    const FEW: usize = 3;
    /// About how many solutions are listed at once.
    const SOLUTIONS: f64 = 2048.0;

    /// Returns `None` where more matters than what squares exclude and sets of families that hold one piece.
    pub(in crate::engine::search) fn new(
        program: &Program<W>,
        root: &Node<W>,
        control: &mut Control,
    ) -> Result<Option<Self>, Cause> {
        let Some(families) = Families::new(program, root, control)? else { return Ok(None) };
        let pieces = families.pieces().saturating_sub(Self::PLACED).min(Self::PIECES);
        // Each two pieces fit with this chance.
        let fit = 1.0 - families.share_excluded(program, root);
        let (mut all_fit, mut with_others) = (1.0, 1.0);
        let most = (0..pieces).map(|_| {
            all_fit *= with_others;
            with_others *= fit;
            (Self::SOLUTIONS / all_fit) as u64
        });
        let most = most.collect();
        Ok((pieces >= Self::FEW).then(|| Self { families, most, list: List::default(), given: 0, each: 0 }))
    }

    /// Lists the completions of a node, the first of which have been given before; tells whether the node is near enough to the end.
    pub(in crate::engine::search) fn list(
        &mut self,
        program: &Program<W>,
        node: &Node<W>,
        given: usize,
        control: &mut Control,
    ) -> Result<bool, Cause> {
        let Some(pieces) = self.families.within(program, node, &self.most) else { return Ok(false) };
        self.clear();
        (self.list.nodes, self.given, self.each) = (0, given, pieces);
        let listed = self.families.place(program, node, &mut self.list);
        let charged = control.charge(4 * node.open.words().len() as u64 * self.list.nodes);
        let kept = charged.map(|()| listed.is_ok());
        if kept != Ok(true) {
            self.clear();
        }
        kept
    }

    /// Whether a node is near enough to the end.
    pub(in crate::engine::search) fn reach(&self, program: &Program<W>, node: &Node<W>) -> bool {
        self.families.within(program, node, &self.most).is_some()
    }

    /// The pieces of the next of the list.
    pub(in crate::engine::search) fn give(&mut self) -> Option<&[Var]> {
        let next = self.list.found.chunks(self.each.max(1)).nth(self.given)?;
        self.given += 1;
        Some(next)
    }

    /// What has not been given.
    pub(in crate::engine::search) fn left(&self) -> impl Iterator<Item = &[Var]> {
        self.list.found.chunks(self.each.max(1)).skip(self.given)
    }

    /// Whether some of a list have not been given.
    #[inline]
    pub(in crate::engine::search) fn is_being_given(&self) -> bool {
        self.given * self.each < self.list.found.len()
    }

    /// How many have been given of a list that is not given as a whole; 0 where there is none.
    pub(in crate::engine::search) fn given_of_list(&self) -> usize {
        if self.is_being_given() { self.given } else { 0 }
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
        if self.nodes > Self::NODES || self.found.len() > Self::LONG { Err(TooMany) } else { Ok(()) }
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
        for (var, _) in table.each(lane, squares) {
            self.found.extend_from_slice(&self.way);
            self.found.push(*var);
        }
        squares.into().count_ones().into()
    }
}
