//! What is made of the ends of families, and how many there are.

use super::lanes::{Lane, Table};
use crate::model::Var;

/// What is made of the ways to place the last pieces, one in each set.
pub(super) trait Ends {
    /// Looks at a node.
    fn node(&mut self) -> Result<(), TooMany>;

    /// Places a piece that is not the last.
    fn before(&mut self, var: Var);

    /// Takes it away, given how many solutions lie behind it and how many pieces are left with it.
    fn after(&mut self, var: Var, solutions: u64, pieces: usize);

    /// Places the last piece on each of the squares of a lane; returns how many there are.
    fn last<L: Lane, const N: usize>(&mut self, table: &Table<L, N>, squares: L, lane: u8) -> u64;

    /// Places the last two pieces, given the squares of their lanes; returns how many ways there are.
    #[inline]
    fn last_two<L: Lane, const N: usize>(&mut self, table: &Table<L, N>, next: (L, u8), last: (L, u8)) -> u64 {
        one_by_one(self, table, next, last)
    }
}

fn one_by_one<L: Lane, const N: usize>(
    ends: &mut (impl Ends + ?Sized),
    table: &Table<L, N>,
    (next, lane): (L, u8),
    (squares, last): (L, u8),
) -> u64 {
    let mut sum = 0;
    for (var, left) in table.each(lane, next) {
        ends.before(*var);
        let number = ends.last(table, squares & left[usize::from(last) % N], last);
        ends.after(*var, number, 2);
        sum += number;
    }
    sum
}

/// What a count of families has looked at and found.
pub(super) struct Tally {
    pub(super) nodes: u64,
    pub(super) max: u64,
    /// The last pieces of the first solution, the last one first.
    pub(super) way: Vec<Var>,
}

impl Ends for Tally {
    #[inline]
    fn node(&mut self) -> Result<(), TooMany> {
        self.nodes += 1;
        if self.nodes > self.max { Err(TooMany) } else { Ok(()) }
    }

    #[inline]
    fn before(&mut self, _: Var) {}

    #[inline]
    fn after(&mut self, var: Var, solutions: u64, pieces: usize) {
        if self.way.len() + 1 == pieces && solutions > 0 {
            self.way.push(var);
        }
    }

    #[inline]
    fn last<L: Lane, const N: usize>(&mut self, table: &Table<L, N>, squares: L, lane: u8) -> u64 {
        if self.way.is_empty() {
            self.way.extend(table.each(lane, squares).next().map(|(var, _)| var));
        }
        squares.into().count_ones().into()
    }

    #[inline]
    fn last_two<L: Lane, const N: usize>(&mut self, table: &Table<L, N>, next: (L, u8), last: (L, u8)) -> u64 {
        if self.way.is_empty() {
            return one_by_one(self, table, next, last);
        }
        // A first solution is known.
        let ((next, lane), (squares, last)) = (next, last);
        let ways = |(_, left): &(Var, [L; N])| u64::from((squares & left[usize::from(last) % N]).into().count_ones());
        table.each(lane, next).map(ways).sum()
    }
}

/// There are more nodes than may be looked at, or more solutions than are listed.
pub(super) struct TooMany;
