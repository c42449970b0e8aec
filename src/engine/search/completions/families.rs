//! Sets that part the board and hold one piece each, as the rows and columns of queens.

use super::super::program::Program;
use super::super::propagate::Node;
use super::{Completed, TooMany, excluded};
use crate::budget::{Cause, Control};
use crate::model::Var;
use crate::model::bit_set::BitSet;

/// How many pieces before the end it begins at first.
const PIECES: u32 = 12;
/// The most words looked at in a subtree. If it has more, they are lost, and others are tried nearer to their end.
const WORDS: u64 = 1 << 19;
/// How many pieces before the end the sets are put in order once for all.
const IN_ORDER: u32 = 7;

/// Counts what is left of a tree where squares exclude each other, sets must be hit, and nothing else matters; where these sets are
/// families that part the board, each of as many, and hold one piece each: rows and columns, for queens. So each solution has as
/// many pieces, and a piece in each set of one family makes one. Most nodes of such a tree are a few pieces before its end, and
/// there they are counted with no frames and no paths.
pub(super) struct Families<W> {
    /// The sets of the first family, as a mask.
    family: u128,
    /// What each square excludes.
    excluded: Vec<W>,
    /// How many pieces before the end it begins.
    pieces: u32,
}

/// A count under way.
struct Counting<'a, W: BitSet> {
    program: &'a Program<W>,
    all: &'a Families<W>,
    nodes: u64,
    max: u64,
    /// The last pieces of the first solution, the last one first.
    way: Vec<Var>,
}

impl<W: BitSet> Families<W> {
    /// Returns `None` where something else matters.
    pub(super) fn new(program: &Program<W>, root: &Node<W>, control: &mut Control) -> Result<Option<Self>, Cause> {
        if program.kinds != 1 || !program.only_hits() {
            return Ok(None);
        }
        let excluded = excluded(program, root, control)?;
        let family = family(program, root, &excluded);
        Ok(family.map(|family| Self { family, excluded, pieces: PIECES }))
    }

    /// Counts the completions of a node; `None` if it is too far from the end, or more nodes lie below than may be looked at.
    pub(super) fn of(
        &mut self,
        program: &Program<W>,
        node: &Node<W>,
        control: &mut Control,
    ) -> Result<Option<Completed<W>>, Cause> {
        let pieces = (node.unmet & self.family).count_ones();
        if pieces > self.pieces {
            return Ok(None);
        }
        let words = node.open.words().len() as u64;
        let (left, enough) = (control.nodes_left(), WORDS / words.max(1));
        let max = left.min(enough);
        let mut counting = Counting { program, all: self, nodes: 0, max, way: Vec::new() };
        let number = counting.tightest_first(&node.open, node.unmet);
        let Counting { nodes, way, .. } = counting;
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
}

/// Returns the first family, as a mask: of the sets that hold at most one piece, the first, and all that share no square with those
/// before. `None` if the sets are not families of as many sets that part the board.
fn family<W: BitSet>(program: &Program<W>, root: &Node<W>, excluded: &[W]) -> Option<u128> {
    let mut families = Vec::new();
    let mut rest = root.unmet;
    while rest != 0 {
        let (mut left, mut family) = (root.open.clone(), 0u128);
        for (number, set) in program.hits_in(root.unmet).enumerate() {
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

impl<W: BitSet> Counting<'_, W> {
    /// Places a piece in the set with the fewest squares.
    fn tightest_first(&mut self, open: &W, unmet: u128) -> Result<u64, TooMany> {
        let family = unmet & self.all.family;
        let pieces = family.count_ones();
        if pieces <= IN_ORDER {
            return self.sorted(open, family);
        }
        self.node()?;
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
                let number = self.tightest_first(&child, unmet & !self.program.hit_by(var))?;
                self.note(var, number, pieces as usize);
                sum += number;
            }
        }
        Ok(sum)
    }

    /// Places a piece in each of a few sets, those with the fewest squares first.
    fn sorted(&mut self, open: &W, mut family: u128) -> Result<u64, TooMany> {
        let mut sets = [(0, 0); IN_ORDER as usize];
        let mut number = 0;
        while family != 0 {
            let set = family.trailing_zeros() as u8;
            family &= family - 1;
            let members = open.count_below(&self.program.hits[usize::from(set)], usize::MAX);
            if members == 0 {
                return Ok(0);
            }
            let place = sets[..number].iter().rposition(|(fewer, _)| *fewer <= members).map_or(0, |place| place + 1);
            sets.copy_within(place..number, place + 1);
            sets[place] = (members, set);
            number += 1;
        }
        self.in_order(open, &sets[..number])
    }

    fn in_order(&mut self, open: &W, sets: &[(usize, u8)]) -> Result<u64, TooMany> {
        self.node()?;
        let [(_, set), rest @ ..] = sets else { return Ok(1) };
        let mut sum = 0;
        for (place, bits) in W::parts(&self.program.hits[usize::from(*set)]) {
            let mut left = open.words()[place] & bits;
            while left != 0 {
                let var = place as Var * u64::BITS + left.trailing_zeros();
                left &= left - 1;
                let mut child = open.clone();
                child.subtract(&self.all.excluded[var as usize]);
                let number = match rest {
                    [] => 1,
                    [(_, last)] => self.last(&child, &self.program.hits[usize::from(*last)]),
                    _ => self.in_order(&child, rest)?,
                };
                self.note(var, number, sets.len());
                sum += number;
            }
        }
        Ok(sum)
    }

    /// Counts the squares for the last piece.
    fn last(&mut self, open: &W, set: &W::Mask) -> u64 {
        if self.way.is_empty() {
            self.way.extend(open.first_in(set));
        }
        open.count_below(set, usize::MAX) as u64
    }

    /// Notes a piece on the way to the first solution, if a number of solutions lie behind it and that is one of them.
    #[inline]
    fn note(&mut self, var: Var, solutions: u64, pieces: usize) {
        if solutions > 0 && self.way.len() + 1 == pieces {
            self.way.push(var);
        }
    }

    fn node(&mut self) -> Result<(), TooMany> {
        self.nodes += 1;
        if self.nodes > self.max { Err(TooMany) } else { Ok(()) }
    }
}
