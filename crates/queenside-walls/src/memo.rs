//! Values of small wall sets, remembered by class: every larger set has many subsets.

use std::sync::Arc;

use super::puzzles::set_walls;
use super::sets::Plan;
use queenside::{Budget, Cause, Packing, Square};

pub(super) struct Memo {
    plan: Arc<Plan>,
    columns: usize,
    /// The number of each square, by its index.
    number: Vec<u32>,
    /// Binomial coefficients, as far as tables go: `choose[size][squares]`.
    choose: Vec<Vec<usize>>,
    /// For each size of sets the entries by rank; allocated on first use.
    tables: Vec<Vec<Known>>,
    own: Vec<u32>,
    image: Vec<u32>,
}

/// The entry of a set of walls.
#[derive(Clone, Copy, Default)]
struct Known {
    /// One more than the value.
    value: u16,
    unique: Option<bool>,
}

impl Memo {
    /// The most sets of one size that are remembered.
    const MAX_ENTRIES: usize = 1 << 20;

    pub(super) fn new(plan: &Arc<Plan>, (rows, columns): (usize, usize)) -> Self {
        let mut number = vec![0; rows * columns];
        for (own, square) in (0..).zip(&plan.squares) {
            number[square.index(columns)] = own;
        }
        let mut choose: Vec<Vec<usize>> = vec![vec![1; plan.squares.len() + 1]];
        while let Some(last) = choose.last().filter(|last| {
            last[last.len() - 1] <= Self::MAX_ENTRIES && choose.len() <= plan.walls.min(plan.squares.len())
        }) {
            let sums = last[..last.len() - 1].iter().scan(0usize, |sum, term| {
                *sum = sum.saturating_add(*term);
                Some(*sum)
            });
            let next = std::iter::once(0).chain(sums).collect();
            choose.push(next);
        }
        let tables = vec![Vec::new(); choose.len() - 1];
        Self { plan: Arc::clone(plan), columns, number, choose, tables, own: Vec::new(), image: Vec::new() }
    }

    /// Returns the most pieces that fit with these walls, given in reading order.
    pub(super) fn value(
        &mut self,
        walls: &[Square],
        packing: &mut Packing,
        budget: &mut Budget,
    ) -> Result<usize, Cause> {
        let place = self.place(walls);
        if let Some(known) = place.map(|rank| self.tables[walls.len()][rank]).filter(|known| known.value > 0) {
            return Ok(usize::from(known.value) - 1);
        }
        set_walls(packing, walls)?;
        let max = packing.maximize_under(budget);
        let value = max.stopped().map_or(Ok(max.best()), Err)?;
        if let Some(rank) = place {
            self.tables[walls.len()][rank].value = value as u16 + 1;
        }
        Ok(value)
    }

    /// Whether there is one way to place them.
    pub(super) fn is_unique(
        &mut self,
        walls: &[Square],
        packing: &mut Packing,
        budget: &mut Budget,
    ) -> Result<bool, Cause> {
        let place = self.place(walls);
        if let Some(unique) = place.and_then(|rank| self.tables[walls.len()][rank].unique) {
            return Ok(unique);
        }
        set_walls(packing, walls)?;
        let unique = packing.is_unique_under(budget)?;
        if let Some(rank) = place {
            self.tables[walls.len()][rank].unique = Some(unique);
        }
        Ok(unique)
    }

    /// Returns the index of a set's class in the table of its size, if there is one: the least rank of its images.
    fn place(&mut self, walls: &[Square]) -> Option<usize> {
        let size = walls.len();
        let table = self.tables.get_mut(size)?;
        if table.is_empty() {
            *table = vec![Known::default(); self.choose[size][self.plan.squares.len()]];
        }
        self.own.clear();
        self.own.extend(walls.iter().map(|square| self.number[square.index(self.columns)]));
        let mut first = rank(&self.choose, &self.own);
        for map in &self.plan.images {
            self.image.clear();
            self.image.extend(self.own.iter().map(|number| map[*number as usize]));
            self.image.sort_unstable();
            first = first.min(rank(&self.choose, &self.image));
        }
        Some(first)
    }
}

/// Returns the rank of an ascending set among all of its size.
fn rank(choose: &[Vec<usize>], set: &[u32]) -> usize {
    set.iter().zip(&choose[1..]).map(|(number, choose)| choose[*number as usize]).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_has_a_rank_of_its_own() {
        use crate::WallSets;
        use queenside::{Board, Piece};

        let sets = WallSets::new(&Board::square(5), &Piece::QUEEN, 4).unwrap();
        let memo = Memo::new(sets.plan(), (5, 5));
        let mut ranks = Vec::new();
        for a in 0..25 {
            for b in 0..a {
                for c in 0..b {
                    ranks.push(rank(&memo.choose, &[c, b, a]));
                }
            }
        }
        assert_eq!(ranks.len(), memo.choose[3][25]);
        ranks.sort_unstable();
        assert!(ranks.into_iter().eq(0..2300));
    }
}
