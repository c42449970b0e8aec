//! Sets that hold one piece each, side by side in lanes: what a piece leaves of all the others is found at once.

use std::ops::{BitAnd, BitOr, Not};

use super::tally::{Ends, TooMany};
use crate::budget::{Cause, Control};
use crate::model::Var;
use crate::model::bit_set::BitSet;

/// The most sets that are put in order once for all.
pub(super) const IN_ORDER: u32 = 8;

/// Sets that part the squares, in lanes as wide as the largest of them.
pub(super) enum Lanes {
    Of16(Table<u16, 16>),
    Of16InMany(Table<u16, 64>),
    Of32(Table<u32, 32>),
    Of64(Table<u64, 64>),
}

/// Lanes of a type, a power of two of them.
pub(super) struct Table<L, const N: usize> {
    /// The place of each variable: its bit, counted from the first lane.
    places: Vec<u32>,
    /// The variable of each place, and what a piece there leaves of each lane.
    squares: Vec<(Var, [L; N])>,
}

impl Lanes {
    /// Returns `None` where there are more than 64 sets, or one has more squares.
    pub(super) fn new<W: BitSet>(
        sets: &[Vec<Var>],
        open: &W,
        excluded: &[W],
        control: &mut Control,
    ) -> Result<Option<Self>, Cause> {
        let size = sets.iter().map(Vec::len).fold(0, usize::max);
        // Each square is looked at with those that it excludes.
        control.charge(excluded.iter().map(|own| own.len() as u64).sum())?;
        Ok(match (size, sets.len()) {
            (..=16, ..=16) => Some(Self::Of16(Table::new(sets, open, excluded))),
            (..=16, ..=64) => Some(Self::Of16InMany(Table::new(sets, open, excluded))),
            (..=32, ..=32) => Some(Self::Of32(Table::new(sets, open, excluded))),
            (..=64, ..=64) => Some(Self::Of64(Table::new(sets, open, excluded))),
            _ => None,
        })
    }
}

/// Squares of a set, a bit each.
pub(super) trait Lane:
    Copy
    + Default
    + PartialEq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Into<u64>
    + TryFrom<u64>
{
}

impl Lane for u16 {}
impl Lane for u32 {}
impl Lane for u64 {}

impl<L: Lane, const N: usize> Table<L, N> {
    const BITS: u32 = 8 * size_of::<L>() as u32;
    /// The most bytes of lanes that are quicker written down than a branch is foreseen.
    const SHORT: usize = 32;

    fn new<W: BitSet>(sets: &[Vec<Var>], open: &W, excluded: &[W]) -> Self {
        let mut places = vec![0; excluded.len()];
        for (lane, set) in (0..).zip(sets) {
            for (bit, var) in (0..).zip(set) {
                places[*var as usize] = lane * Self::BITS + bit;
            }
        }
        let mut table = Self { places, squares: vec![(0, [L::default(); N]); sets.len() * Self::BITS as usize] };
        let all = table.spread(open);
        for var in sets.iter().flatten() {
            let place = table.places[*var as usize] as usize;
            let gone = table.spread(&excluded[*var as usize]);
            let mut left: [L; N] = std::array::from_fn(|lane| all[lane] & !gone[lane]);
            // Its own lane is not empty later.
            let own = place / Self::BITS as usize;
            left[own] = all[own];
            table.squares[place] = (*var, left);
        }
        table
    }

    /// Puts each square into its lane.
    pub(super) fn spread<W: BitSet>(&self, open: &W) -> [L; N] {
        let mut lanes = [0u64; N];
        open.each(|var| {
            let place = self.places[var as usize];
            lanes[(place / Self::BITS) as usize % N] |= 1 << (place % Self::BITS);
        });
        // Every bit of a lane is one of its type.
        lanes.map(|lane| L::try_from(lane).unwrap_or_default())
    }

    /// What a piece on a square leaves of the open ones.
    pub(super) fn after(&self, var: Var, open: &[L; N]) -> [L; N] {
        both(open, &self.squares[self.places[var as usize] as usize].1)
    }

    /// Places a piece in each of a few lanes, those with the fewest squares first.
    pub(super) fn sorted(
        &self,
        open: &[L; N],
        lanes: impl Iterator<Item = u8>,
        room: &mut [(Var, [L; N])],
        ends: &mut impl Ends,
    ) -> Result<u64, TooMany> {
        let mut sets = [(0, 0); IN_ORDER as usize];
        let mut number = 0;
        let mut others = [!L::default(); N];
        for lane in lanes {
            let members = open[usize::from(lane) % N].into().count_ones();
            if members == 0 {
                return Ok(0);
            }
            let place = sets[..number].iter().rposition(|(fewer, _)| *fewer <= members).map_or(0, |place| place + 1);
            sets.copy_within(place..number, place + 1);
            sets[place] = (members, lane);
            number += 1;
            others[usize::from(lane) % N] = L::default();
        }
        let order = sets.map(|(_, lane)| lane);
        self.in_order(open, &order[..number], &others, room, ends)
    }

    /// The room that placing a piece in each of a few lanes takes: none for the last three.
    pub(super) fn room(lanes: u32) -> Vec<(Var, [L; N])> {
        let lanes = if size_of::<[L; N]>() > Self::SHORT { 0 } else { lanes.saturating_sub(3) };
        vec![(0, [L::default(); N]); (lanes * Self::BITS) as usize]
    }

    /// Places a piece in each of the lanes, one at least, given the others with all bits.
    fn in_order(
        &self,
        open: &[L; N],
        lanes: &[u8],
        others: &[L; N],
        room: &mut [(Var, [L; N])],
        ends: &mut impl Ends,
    ) -> Result<u64, TooMany> {
        ends.node()?;
        let of = |lane: u8| open[usize::from(lane) % N];
        match lanes {
            [] => Ok(0),
            [last] => Ok(ends.last(self, of(*last), *last)),
            [next, last] => Ok(ends.last_two(self, (of(*next), *next), (of(*last), *last))),
            [first, next, last] => {
                let mut sum = 0;
                for (var, left) in self.each(*first, of(*first)) {
                    ends.node()?;
                    ends.before(*var);
                    let of = |lane: u8| of(lane) & left[usize::from(lane) % N];
                    let number = ends.last_two(self, (of(*next), *next), (of(*last), *last));
                    ends.after(*var, number, 3);
                    sum += number;
                }
                Ok(sum)
            }
            [first, rest @ ..] if size_of::<[L; N]>() > Self::SHORT => {
                let mut sum = 0;
                for (var, left) in self.each(*first, of(*first)) {
                    let open = both(open, left);
                    if !has_empty(&open, others) {
                        sum += self.behind(*var, &open, rest, others, room, ends)?;
                    }
                }
                Ok(sum)
            }
            [first, rest @ ..] => {
                let (nodes, room) = room.split_at_mut(Self::BITS as usize);
                let mut number = 0;
                for (var, left) in self.each(*first, of(*first)) {
                    let open = both(open, left);
                    nodes[number] = (*var, open);
                    // Without a branch, for it could not be foreseen.
                    number += usize::from(!has_empty(&open, others));
                }
                let mut sum = 0;
                for (var, open) in &nodes[..number] {
                    sum += self.behind(*var, open, rest, others, room, ends)?;
                }
                Ok(sum)
            }
        }
    }

    /// Places a piece in each of the lanes but the first, where one has been placed.
    #[inline]
    fn behind(
        &self,
        var: Var,
        open: &[L; N],
        rest: &[u8],
        others: &[L; N],
        room: &mut [(Var, [L; N])],
        ends: &mut impl Ends,
    ) -> Result<u64, TooMany> {
        ends.before(var);
        let number = self.in_order(open, rest, others, room, ends)?;
        ends.after(var, number, rest.len() + 1);
        Ok(number)
    }

    /// The squares of a lane, and what a piece on each leaves of all lanes.
    #[inline]
    pub(super) fn each(&self, lane: u8, squares: L) -> impl Iterator<Item = &(Var, [L; N])> {
        let mut squares = squares.into();
        std::iter::from_fn(move || {
            let next =
                (squares != 0).then(|| usize::from(lane) * Self::BITS as usize + squares.trailing_zeros() as usize);
            squares &= squares.wrapping_sub(1);
            next.map(|place| &self.squares[place])
        })
    }
}

fn both<L: Lane, const N: usize>(one: &[L; N], other: &[L; N]) -> [L; N] {
    std::array::from_fn(|lane| one[lane] & other[lane])
}

/// Whether a lane is empty, but for others, which have all bits.
fn has_empty<L: Lane, const N: usize>(open: &[L; N], others: &[L; N]) -> bool {
    // Without a branch for each lane.
    open.iter().zip(others).fold(false, |some, (lane, other)| some | (*lane | *other == L::default()))
}
