//! The value that a solution must reach.

use super::program::Total;
use super::sum::Sum;
use crate::model::bit_set::BitSet;
use crate::model::{Var, Worths};

/// The value that a solution must reach to improve on the best.
pub(super) enum Objective<W: BitSet> {
    /// A count over variables that all have the same weight.
    Count { total: Total<W>, weight: i64 },
    /// A weighted sum.
    Sum(Sum),
}

/// Returns the variables whose weight is not 0, and the weight that all of these have.
pub(super) fn weighty(worths: &Worths) -> (Vec<Var>, Option<i64>) {
    let mut vars = Vec::new();
    for (var, weight) in (0..).zip(worths.list()) {
        if *weight != 0 {
            vars.push(var);
        }
    }
    let first = vars.first().map_or(1, |var| worths.weight(*var));
    let are_same = vars.iter().all(|var| worths.weight(*var) == first);
    (vars, are_same.then_some(first))
}

impl<W: BitSet> Objective<W> {
    /// Returns the value of what is placed.
    pub(super) fn value(&self, placed: &W) -> i64 {
        match self {
            Self::Count { total, weight } => weight * placed.count_in(&total.mask) as i64,
            Self::Sum(sum) => sum.value(placed),
        }
    }

    /// Returns what each variable costs, if none is worth anything: 1, where all that cost anything cost the same.
    pub(super) fn costs(&self, vars: usize) -> Option<Vec<u64>> {
        match self {
            Self::Count { total, weight: ..0 } => {
                let mut costs = vec![0; vars];
                for (word, bits) in W::parts(&total.mask) {
                    (0..64).filter(|bit| bits >> bit & 1 == 1).for_each(|bit| costs[64 * word + bit] = 1);
                }
                Some(costs)
            }
            Self::Sum(sum) if sum.only_costs() => {
                Some((0..vars as Var).map(|var| sum.weight(var).unsigned_abs()).collect())
            }
            _ => None,
        }
    }

    /// Returns the least value demanded, if any is.
    pub(super) fn demand(&self) -> Option<i64> {
        match self {
            Self::Count { total, weight } if *weight > 0 => {
                (total.min > i64::MIN).then(|| weight.saturating_mul(total.min))
            }
            Self::Count { total, weight } => (total.max < i64::MAX).then(|| weight.saturating_mul(total.max)),
            Self::Sum(sum) => (sum.min > i64::MIN).then_some(sum.min),
        }
    }

    /// Demands more than this value from now on, or any value.
    pub(super) fn demand_more_than(&mut self, value: Option<i64>) {
        match (self, value) {
            (Self::Count { total, .. }, None) => (total.min, total.max) = (i64::MIN, i64::MAX),
            (Self::Count { total, weight }, Some(value)) if *weight > 0 => {
                total.min = value.div_euclid(*weight) + 1;
            }
            // The quotient rounded up: the value need not be a multiple of the weight.
            (Self::Count { total, weight }, Some(value)) => total.max = -value.div_euclid(-*weight) - 1,
            (Self::Sum(sum), None) => sum.min = i64::MIN,
            (Self::Sum(sum), Some(value)) => sum.min = value + 1,
        }
    }
}
