//! Shares: how many pieces of each kind may stand, by the rules that count all pieces of a kind.

use std::ops::Range;

use crate::language::Interval;

/// The rules about the numbers of pieces of each kind. A share is one number for each kind.
#[derive(Clone, Default)]
pub(super) struct Shares {
    /// The most pieces of each kind.
    pub(super) max: Vec<i64>,
    /// Sums of the numbers, with coefficients by kind, and the range of each.
    rules: Vec<(Vec<i64>, Interval)>,
}

/// What is known of one number of a share: it is in this range, if that is not empty.
type SumRange = Range<i128>;

impl Shares {
    pub(super) fn new(kinds: usize) -> Self {
        Self { max: vec![0; kinds], rules: Vec::new() }
    }

    /// Adds a rule, written so that its first coefficient other than 0 is positive.
    pub(super) fn add(&mut self, coefficients: Vec<i64>, range: Interval) {
        let rule = normal(coefficients, range);
        if !self.rules.contains(&rule) {
            self.rules.push(rule);
        }
    }

    /// Whether the rules stay the same when each kind is exchanged for its image.
    pub(super) fn are_invariant(&self, image: &[usize]) -> bool {
        self.rules.iter().all(|(coefficients, range)| {
            let permuted = image.iter().map(|kind| coefficients[*kind]).collect();
            self.rules.contains(&normal(permuted, *range))
        })
    }

    /// Whether the shares from `min` to `max` may satisfy every rule by itself; if both are equal, whether they do.
    pub(super) fn may_hold(&self, min: &[i64], max: &[i64]) -> bool {
        self.rules.iter().all(|(coefficients, range)| {
            let (mut low, mut high) = (0i128, 0i128);
            for (number, (min, max)) in coefficients.iter().zip(min.iter().zip(max)) {
                let ends = [i128::from(*number) * i128::from(*min), i128::from(*number) * i128::from(*max)];
                low += ends[0].min(ends[1]);
                high += ends[0].max(ends[1]);
            }
            let (from, to) = range.ends();
            low <= i128::from(to) && i128::from(from) <= high
        })
    }

    /// How many shares of all kinds but the last there are.
    pub(super) fn prefixes(&self) -> u64 {
        let all = self.max.split_last().map_or(&[][..], |(_, others)| others);
        all.iter().fold(1, |product, max| product.saturating_mul(*max as u64 + 1))
    }

    /// Returns the smallest shares whose weights sum up to more than `floor`: every such share is at least one of them in
    /// each kind.
    pub(super) fn demands(&self, weights: &[i64], floor: Option<i64>) -> Vec<Vec<i64>> {
        let mut all: Vec<Vec<i64>> = Vec::new();
        let above = floor.map(|floor| (weights.to_vec(), Interval::between(floor.saturating_add(1), i64::MAX)));
        if floor == Some(i64::MAX) {
            return all;
        }
        each_prefix(&self.max, |prefix, last| {
            let ends = self.last(prefix, last, above.as_ref());
            if ends.is_empty() {
                return;
            }
            let share: Vec<i64> = prefix.iter().copied().chain([ends.start as i64]).collect();
            // Shares come in lexicographic order, so none is below an earlier one.
            if !all.iter().any(|other| is_within(other, &share)) {
                all.push(share);
            }
        });
        all
    }

    /// Returns the share of the greatest weight that has at most these numbers.
    pub(super) fn heaviest(&self, weights: &[i64], max: &[i64]) -> Option<(i64, Vec<i64>)> {
        let mut best: Option<(i64, Vec<i64>)> = None;
        each_prefix(max, |prefix, last| {
            let ends = self.last(prefix, last, None);
            if ends.is_empty() {
                return;
            }
            let gains = weights.last().is_some_and(|weight| *weight > 0);
            let number = if gains { ends.end - 1 } else { ends.start } as i64;
            let share: Vec<i64> = prefix.iter().copied().chain([number]).collect();
            let value = weights.iter().zip(&share).fold(0i64, |sum, (w, n)| sum.saturating_add(w.saturating_mul(*n)));
            if best.as_ref().is_none_or(|(max, _)| value > *max) {
                best = Some((value, share));
            }
        });
        best
    }

    /// Returns the numbers of the last kind that go with those of the others.
    fn last(&self, prefix: &[i64], max: i64, above: Option<&(Vec<i64>, Interval)>) -> SumRange {
        let mut ends = 0..i128::from(max) + 1;
        for (coefficients, range) in self.rules.iter().chain(above) {
            let sum: i128 = coefficients.iter().zip(prefix).map(|(a, n)| i128::from(*a) * i128::from(*n)).sum();
            let factor = i128::from(coefficients[prefix.len()]);
            let (from, to) = range.ends();
            let (low, high) = (i128::from(from) - sum, i128::from(to) - sum);
            let own = match factor {
                0 if low <= 0 && 0 <= high => continue,
                0 => 0..0,
                1.. => -(-low).div_euclid(factor)..high.div_euclid(factor) + 1,
                _ => -high.div_euclid(-factor)..(-low).div_euclid(-factor) + 1,
            };
            ends = ends.start.max(own.start)..ends.end.min(own.end);
        }
        ends
    }
}

/// Whether no number of a share exceeds that of another.
pub(super) fn is_within(share: &[i64], other: &[i64]) -> bool {
    share.iter().zip(other).all(|(own, other)| own <= other)
}

fn normal(coefficients: Vec<i64>, range: Interval) -> (Vec<i64>, Interval) {
    if coefficients.iter().find(|number| **number != 0).is_some_and(|number| *number < 0) {
        return (coefficients.iter().map(|number| number.saturating_neg()).collect(), range.negated());
    }
    (coefficients, range)
}

/// Calls a function with each choice of numbers for all kinds but the last, in order, and the most of the last.
fn each_prefix(max: &[i64], mut call: impl FnMut(&[i64], i64)) {
    let Some((last, others)) = max.split_last() else { return };
    let mut prefix = vec![0; others.len()];
    loop {
        call(&prefix, *last);
        let Some(turned) = (0..others.len()).rev().find(|place| prefix[*place] < others[*place]) else { return };
        prefix[turned] += 1;
        prefix[turned + 1..].fill(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two equal armies of at most nine, with at most seven of the second.
    fn equal() -> Shares {
        let mut shares = Shares::new(2);
        shares.max = vec![9, 9];
        shares.add(vec![-1, 1], 0.into());
        shares.add(vec![0, 1], (..=7).into());
        shares
    }

    #[test]
    fn demands_are_the_smallest_shares_above_a_floor() {
        let shares = equal();
        assert_eq!(shares.demands(&[1, 1], None), [[0, 0]]);
        assert_eq!(shares.demands(&[1, 1], Some(6)), [[4, 4]]);
        assert!(shares.demands(&[1, 1], Some(14)).is_empty());
        let mut free = Shares::new(2);
        free.max = vec![9, 2];
        assert_eq!(free.demands(&[1, 1], Some(3)), [[2, 2], [3, 1], [4, 0]]);
        // Negative weights: the fewest are the best.
        assert_eq!(free.demands(&[-1, -1], Some(-2)), [[0, 0]]);
    }

    #[test]
    fn the_heaviest_share_satisfies_the_rules() {
        assert_eq!(equal().heaviest(&[1, 1], &[5, 8]), Some((10, vec![5, 5])));
        assert_eq!(equal().heaviest(&[1, 1], &[9, 9]), Some((14, vec![7, 7])));
        assert_eq!(equal().heaviest(&[-1, 0], &[9, 9]), Some((0, vec![0, 0])));
        let mut three = Shares::new(2);
        three.max = vec![9, 9];
        three.add(vec![3, -2], 5.into());
        assert_eq!(three.heaviest(&[0, 1], &[9, 9]), Some((8, vec![7, 8])));
        assert_eq!(three.demands(&[1, 0], Some(3)), [[5, 5]]);
    }

    #[test]
    fn only_rules_that_look_alike_both_ways_let_kinds_be_exchanged() {
        assert!(!equal().are_invariant(&[1, 0]));
        let mut shares = Shares::new(2);
        shares.add(vec![1, -1], Interval::between(-2, 2));
        assert!(shares.are_invariant(&[1, 0]));
        shares.add(vec![1, 0], (3..).into());
        assert!(!shares.are_invariant(&[1, 0]) && shares.are_invariant(&[0, 1]));
    }

    #[test]
    fn boxes_without_a_share_are_recognised() {
        let shares = equal();
        assert!(shares.may_hold(&[2, 1], &[3, 3]) && !shares.may_hold(&[2, 1], &[3, 1]));
        assert!(shares.may_hold(&[3, 3], &[3, 3]) && !shares.may_hold(&[8, 8], &[8, 8]));
    }
}
