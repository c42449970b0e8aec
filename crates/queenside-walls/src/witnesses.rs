//! A best placement for each class of sets of fewer walls, shared by the threads of a census.
//!
//! A set of n walls has n sets of one wall less, each of them in a class of sets of n − 1 walls, and most classes are those of many
//! sets. What fits without one of its walls tells which walls more pieces would need, and with what to begin.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use super::sets::Plan;

/// Placements by class, for boards of at most 64 open squares. Sets are bits, the first square most significant, as in a walk.
pub(super) struct Witnesses {
    pub(super) plan: Arc<Plan>,
    /// For each number where each symmetry but the identity carries it.
    moved: Vec<u64>,
    /// For each symmetry but the identity where it carries each number from.
    inverse: Vec<Vec<u32>>,
    /// Binomial coefficients: `choose[size][squares]`.
    choose: Vec<Vec<usize>>,
    /// For each size of sets the placements of canonical ones by rank, 0 where none is known, allocated where needed.
    tables: Vec<Vec<OnceLock<Box<[AtomicU64]>>>>,
}

/// A set of walls with one wall less, as it is in the table.
pub(super) struct Smaller {
    pub(super) set: u64,
    /// Where the wall is that it has not.
    pub(super) wall: u64,
    /// The symmetry that makes it canonical, by its place among images; the identity is 0.
    symmetry: usize,
}

impl Witnesses {
    /// Entries allocated together.
    const BLOCK: usize = 1 << 12;
    /// More symmetries take longer to look through than a search.
    const MAX_ORDER: usize = 16;
    /// The least boards for each set of one wall less: placements that serve few boards are not worth finding.
    const MIN_USE: f64 = 2.0;

    /// Makes an empty table for a share of all sets; `None` if it would not pay, or take more than a part of the memory.
    pub(super) fn new(plan: &Arc<Plan>, share: f64, memory: u64) -> Option<Self> {
        let (squares, walls) = (plan.squares.len(), plan.walls);
        if squares > 64 || walls < 2 || walls > squares || plan.order() > Self::MAX_ORDER {
            return None;
        }
        let mut choose = vec![vec![1usize; squares + 1]];
        for size in 0..walls {
            let mut sum = 0usize;
            let next = choose[size][..squares].iter().map(|term| {
                sum = sum.saturating_add(*term);
                sum
            });
            let next = std::iter::once(0).chain(next).collect();
            choose.push(next);
        }
        let (all, smaller) = (choose[walls][squares], choose[walls - 1][squares]);
        let entries = choose[..walls].iter().fold(0, |sum: u64, choose| sum.saturating_add(choose[squares] as u64));
        if share * (all as f64) < Self::MIN_USE * smaller as f64 || entries > memory / 32 {
            return None;
        }
        let tables = choose[..walls].iter().map(|choose| {
            let blocks = choose[squares].div_ceil(Self::BLOCK);
            std::iter::repeat_with(OnceLock::new).take(blocks).collect()
        });
        let tables = tables.collect();
        let inverse = plan.images.iter().map(|map| {
            let mut inverse = vec![0; map.len()];
            for (from, to) in (0..).zip(map) {
                inverse[*to as usize] = from;
            }
            inverse
        });
        let moved = (0..squares).flat_map(|number| plan.images.iter().map(move |map| Self::bit(map[number])));
        Some(Self { plan: Arc::clone(plan), moved: moved.collect(), inverse: inverse.collect(), choose, tables })
    }

    /// Returns the set of a square.
    pub(super) fn bit(number: u32) -> u64 {
        1 << (63 - number)
    }

    /// Returns the numbers of squares in a set, in order.
    pub(super) fn numbers(set: u64) -> impl Iterator<Item = u32> {
        let mut left = set;
        std::iter::from_fn(move || {
            let number = left.leading_zeros();
            left &= !Self::bit(number.min(63));
            (number < 64).then_some(number)
        })
    }

    /// Returns a set and its images.
    pub(super) fn images(&self, set: u64) -> Vec<u64> {
        let image = |map: &Vec<u32>| Self::numbers(set).map(|number| Self::bit(map[number as usize])).sum();
        std::iter::once(set).chain(self.plan.images.iter().map(image)).collect()
    }

    /// Returns the canonical set in the class of a set, given with its images, without one of its walls.
    pub(super) fn without(&self, images: &[u64], number: u32) -> Smaller {
        let wall = Self::bit(number);
        let mut first = Smaller { set: images[0] & !wall, wall, symmetry: 0 };
        let symmetries = self.plan.images.len();
        let moved = &self.moved[number as usize * symmetries..][..symmetries];
        for (place, (image, wall)) in images[1..].iter().zip(moved).enumerate() {
            let set = image & !wall;
            if set > first.set {
                first = Smaller { set, wall: *wall, symmetry: place + 1 };
            }
        }
        first
    }

    /// Returns where the squares of a placement on the board of a smaller set are on the own board.
    pub(super) fn placement(&self, smaller: &Smaller, placed: u64) -> u64 {
        let Some(place) = smaller.symmetry.checked_sub(1) else { return placed };
        Self::numbers(placed).map(|number| Self::bit(self.inverse[place][number as usize])).sum()
    }

    /// Returns a best placement for a canonical set, if it is known.
    pub(super) fn get(&self, size: usize, set: u64) -> Option<u64> {
        let rank = self.rank(set);
        let block = self.tables[size][rank / Self::BLOCK].get()?;
        Some(block[rank % Self::BLOCK].load(Ordering::Relaxed)).filter(|placed| *placed != 0)
    }

    /// Stores a best placement for a canonical set.
    pub(super) fn store(&self, size: usize, set: u64, placed: u64) {
        let rank = self.rank(set);
        let block = self.tables[size][rank / Self::BLOCK]
            .get_or_init(|| std::iter::repeat_with(AtomicU64::default).take(Self::BLOCK).collect());
        block[rank % Self::BLOCK].store(placed, Ordering::Relaxed);
    }

    /// Returns the rank of a set among all of its size, the greatest for the first: canonical sets are near each other.
    fn rank(&self, set: u64) -> usize {
        let mut left = set >> (64 - self.plan.squares.len());
        let mut rank = 0;
        for choose in &self.choose[1..] {
            if left == 0 {
                break;
            }
            rank += choose[left.trailing_zeros() as usize];
            left &= left - 1;
        }
        rank
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::WallSets;
    use queenside::{Board, Piece, Square, SquareSet};

    #[test]
    fn smaller_sets_are_canonical_and_carried_back() {
        let sets = WallSets::new(&Board::square(5), &Piece::QUEEN, 3).unwrap();
        let smaller = WallSets::new(&Board::square(5), &Piece::QUEEN, 2).unwrap();
        let witnesses = Witnesses::new(sets.plan(), 1.0, 1 << 30).unwrap();
        let squares = |set: u64| -> SquareSet {
            Witnesses::numbers(set).map(|number| Square::from((number as usize / 5, number as usize % 5))).collect()
        };
        let mut seen = std::collections::BTreeSet::new();
        let mut walk = sets.iter();
        while let Some(set) = walk.next_set() {
            let own: u64 = set.numbers().iter().map(|number| Witnesses::bit(*number)).sum();
            let images = witnesses.images(own);
            for number in set.numbers() {
                let less = witnesses.without(&images, *number);
                assert!(smaller.is_canonical(&squares(less.set)));
                assert_eq!(witnesses.placement(&less, less.set), own & !Witnesses::bit(*number));
                if seen.insert(less.set) {
                    assert_eq!(witnesses.get(2, less.set), None);
                    witnesses.store(2, less.set, !less.set);
                }
                assert_eq!(witnesses.get(2, less.set), Some(!less.set));
            }
        }
        assert_eq!(smaller.classes(), seen.len() as u64);
    }

    #[test]
    fn a_part_too_small_or_a_table_too_large_has_none() {
        let sets = WallSets::new(&Board::square(8), &Piece::QUEEN, 4).unwrap();
        assert!(Witnesses::new(sets.plan(), 1.0, 1 << 30).is_some());
        assert!(Witnesses::new(sets.plan(), 0.1, 1 << 30).is_none());
        assert!(Witnesses::new(sets.plan(), 1.0, 1 << 20).is_none());
    }
}
