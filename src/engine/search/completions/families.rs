//! Sets that part the board and hold one piece each, as the rows and columns of queens.

use super::super::node::Node;
use super::super::program::Program;
use super::lanes::{IN_ORDER, Lane, Lanes, Table};
use super::tally::{Ends, Tally, TooMany};
use super::{Completed, excluded};
use crate::budget::{Cause, Control};
use crate::model::Var;
use crate::model::bit_set::BitSet;

/// How many pieces before the end it begins at first.
const PIECES: u32 = 12;
/// The most words looked at in a subtree. If it has more, they are lost, and others are tried nearer to their end.
const WORDS: u64 = 1 << 19;

/// Counts what is left of a tree where squares exclude each other, sets must be hit, and nothing else matters; where these sets are
/// families that part the board, each of as many, and hold one piece each: rows and columns, for queens. So each solution has as
/// many pieces, and a piece in each set of one family makes one. Most nodes of such a tree are a few pieces before its end, and
/// there they are counted with no frames and no paths.
pub(super) struct Families<W> {
    /// The sets of the first family, as a mask.
    family: u128,
    /// What each square excludes.
    excluded: Vec<W>,
    /// The sets of that family in lanes, and the lane of each.
    lanes: Lanes,
    lane_of: Vec<u8>,
    /// How many pieces before the end it begins, and how many before it the sets are put in order once for all.
    pieces: u32,
    in_order: u32,
}

/// A way through the ends of a tree.
struct Placing<'a, W: BitSet, E, L, const N: usize> {
    program: &'a Program<W>,
    all: &'a Families<W>,
    table: &'a Table<L, N>,
    room: Vec<(Var, [L; N])>,
    ends: &'a mut E,
}

impl<W: BitSet> Families<W> {
    /// Returns `None` where something else matters, and where there are more than 64 sets, or more squares in one.
    pub(super) fn new(program: &Program<W>, root: &Node<W>, control: &mut Control) -> Result<Option<Self>, Cause> {
        if program.kinds != 1 || !program.only_hits() {
            return Ok(None);
        }
        let excluded = excluded(program, root, control)?;
        let Some(family) = family(program, root, &excluded) else { return Ok(None) };
        let mut sets = Vec::new();
        let mut lane_of = vec![0; program.hits.len()];
        for number in numbers(family) {
            lane_of[number] = sets.len() as u8;
            let mut squares = Vec::new();
            root.open.each_in(&program.hits[number], |var| squares.push(var));
            sets.push(squares);
        }
        let in_order = IN_ORDER.min(sets.len() as u32 / 2 + 1);
        let lanes = Lanes::new(&sets, &root.open, &excluded, control)?;
        Ok(lanes.map(|lanes| Self { family, excluded, lanes, lane_of, pieces: PIECES, in_order }))
    }

    /// Counts the completions of a node; `None` if it is too far from the end, or more nodes lie below than may be looked at.
    pub(super) fn of(
        &mut self,
        program: &Program<W>,
        node: &Node<W>,
        control: &mut Control,
    ) -> Result<Option<Completed<W>>, Cause> {
        let pieces = self.missing(node).count_ones();
        if pieces == 0 || pieces > self.pieces {
            return Ok(None);
        }
        let words = node.open.words().len() as u64;
        let (left, enough) = (control.nodes_left(), WORDS / words.max(1));
        let mut tally = Tally { nodes: 0, max: left.min(enough), way: Vec::new() };
        let number = self.place(program, node, &mut tally);
        let Tally { nodes, way, .. } = tally;
        let Ok(number) = number else {
            // At the end of a turn there is room for less than in the next.
            if enough <= left {
                self.pieces = pieces.saturating_sub(1);
            }
            return control.charge(4 * words * nodes).map(|()| None);
        };
        control.nodes(nodes, 4 * words)?;
        let mut one = node.placed.clone();
        for var in &way {
            one.insert(*var);
        }
        Ok(Some(Completed { number, one }))
    }

    /// The sets of the first family that have no piece at a node.
    fn missing(&self, node: &Node<W>) -> u128 {
        node.unmet & self.family
    }

    /// How many pieces are missing at a node; `None` if it lacks none, or if there are more ways to choose a square for each, whether or
    /// not they exclude each other, than are given: the most for one piece, for two and so on.
    pub(super) fn within(&self, program: &Program<W>, node: &Node<W>, most: &[u64]) -> Option<usize> {
        let family = self.missing(node);
        let pieces = family.count_ones() as usize;
        let most = *most.get(pieces.checked_sub(1)?)?;
        let mut ways = 1u64;
        for number in numbers(family) {
            ways = ways.saturating_mul(node.open.count_in(&program.hits[number]) as u64);
            if ways > most {
                return None;
            }
        }
        Some(pieces)
    }

    /// How many pieces a solution has.
    pub(super) fn pieces(&self) -> usize {
        self.family.count_ones() as usize
    }

    /// What part of the squares of other sets a square excludes, on average.
    pub(super) fn share_excluded(&self, program: &Program<W>, root: &Node<W>) -> f64 {
        let (mut excluded, mut others) = (0, 0);
        for number in numbers(self.family) {
            let set = &program.hits[number];
            let own = root.open.count_in(set);
            root.open.each_in(set, |var| {
                let gone = &self.excluded[var as usize];
                excluded += gone.len() - gone.count_in(set);
                others += root.open.len() - own;
            });
        }
        excluded as f64 / (others as f64).max(1.0)
    }

    /// Places the pieces that are missing at a node, one at least; returns how many ways there are.
    pub(super) fn place(&self, program: &Program<W>, node: &Node<W>, ends: &mut impl Ends) -> Result<u64, TooMany> {
        match &self.lanes {
            Lanes::Of16(table) => self.place_by(table, program, node, ends),
            Lanes::Of16InMany(table) => self.place_by(table, program, node, ends),
            Lanes::Of32(table) => self.place_by(table, program, node, ends),
            Lanes::Of64(table) => self.place_by(table, program, node, ends),
        }
    }

    fn place_by<L: Lane, const N: usize>(
        &self,
        table: &Table<L, N>,
        program: &Program<W>,
        node: &Node<W>,
        ends: &mut impl Ends,
    ) -> Result<u64, TooMany> {
        let room = Table::<L, N>::room(self.in_order.min(self.missing(node).count_ones()));
        let mut placing = Placing { program, all: self, table, room, ends };
        placing.tightest_first(&node.open, &table.spread(&node.open), node.unmet)
    }
}

/// Returns the first family, as a mask: of the sets that hold at most one piece, the first, and all that share no square with those
/// before. `None` if the sets are not families of as many sets that part the board.
fn family<W: BitSet>(program: &Program<W>, root: &Node<W>, excluded: &[W]) -> Option<u128> {
    let mut families = Vec::new();
    let mut rest = root.unmet;
    while rest != 0 {
        let (mut left, mut family) = (root.open.clone(), 0u128);
        for number in numbers(root.unmet) {
            let set = &program.hits[number];
            let is_apart = || W::parts(set).all(|(place, bits)| bits & !left.words()[place] == 0);
            if rest >> number & 1 == 0 || !is_apart() {
                continue;
            }
            let mut holds_one = true;
            root.open.each_in(set, |var| {
                let mut others = root.open.clone();
                others.keep(set);
                others.subtract(&excluded[var as usize]);
                holds_one &= others.len() == 1;
            });
            if !holds_one {
                return None;
            }
            left.take(set);
            family |= 1 << number;
        }
        if left.first().is_some() {
            return None;
        }
        rest &= !family;
        families.push(family);
    }
    let first = *families.first()?;
    families.iter().all(|family| family.count_ones() == first.count_ones()).then_some(first)
}

/// The members of a mask.
fn numbers(mut mask: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let number = (mask != 0).then(|| mask.trailing_zeros() as usize);
        mask &= mask.wrapping_sub(1);
        number
    })
}

impl<W: BitSet, E: Ends, L: Lane, const N: usize> Placing<'_, W, E, L, N> {
    /// Places a piece in the set with the fewest squares.
    fn tightest_first(&mut self, open: &W, lanes: &[L; N], unmet: u128) -> Result<u64, TooMany> {
        let family = unmet & self.all.family;
        let pieces = family.count_ones();
        if pieces <= self.all.in_order {
            let numbers = numbers(family).map(|number| self.all.lane_of[number]);
            return self.table.sorted(lanes, numbers, &mut self.room, self.ends);
        }
        self.ends.node()?;
        let (mut fewest, mut tightest) = (usize::MAX, 0);
        for first in [0, u64::BITS as usize] {
            let mut left = (unmet >> first) as u64;
            while left != 0 {
                let number = first + left.trailing_zeros() as usize;
                left &= left - 1;
                let members = open.count_below(&self.program.hits[number], fewest);
                if members < fewest {
                    (fewest, tightest) = (members, number);
                }
                if fewest == 0 {
                    return Ok(0);
                }
            }
        }
        let mut sum = 0;
        for (place, bits) in W::parts(&self.program.hits[tightest]) {
            let mut left = open.words()[place] & bits;
            while left != 0 {
                let var = place as Var * u64::BITS + left.trailing_zeros();
                left &= left - 1;
                let mut child = open.clone();
                child.subtract(&self.all.excluded[var as usize]);
                self.ends.before(var);
                let number =
                    self.tightest_first(&child, &self.table.after(var, lanes), unmet & !self.program.hit_by(var))?;
                self.ends.after(var, number, pieces as usize);
                sum += number;
            }
        }
        Ok(sum)
    }
}
