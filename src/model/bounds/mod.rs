//! Bounds on what can be reached, each with a name.

pub(crate) mod dual;
mod extreme;
mod line_ends;

pub(crate) use line_ends::LineEnds;

use super::{Model, Partition, Var};
use crate::answer::{Bound, BoundName};
use crate::budget::{Cause, Control};
use crate::language::{Rule, Sight, sort_by_number};

impl Model {
    /// Returns the best bound known on the sum of the weights of the pieces, by kind; `partitions` are those of the
    /// variables whose weight is positive.
    pub(crate) fn bound(
        &self,
        weights: &[i64],
        partitions: &[Partition],
        control: &mut Control,
    ) -> Result<Bound, Cause> {
        let bounds = self.bounds(weights, partitions, control)?;
        Ok(bounds.into_iter().min_by_key(Bound::value).unwrap_or(self.by_squares(weights)))
    }

    /// Returns all bounds known.
    pub(crate) fn bounds(
        &self,
        weights: &[i64],
        partitions: &[Partition],
        control: &mut Control,
    ) -> Result<Vec<Bound>, Cause> {
        let mut bounds = vec![self.by_squares(weights)];
        bounds.extend(partitions.iter().map(|partition| {
            let weight = |var: &Var| weights[*var as usize % self.kinds].max(0);
            let value = partition.sets.iter().map(|set| set.iter().map(weight).max().unwrap_or(0)).sum();
            Bound::new(value, partition.name)
        }));
        if *weights == [1] {
            bounds.extend(self.by_extremes());
            let mut ends = self.line_ends(control)?;
            // Of equal bounds, the one with the shortest proof comes first.
            sort_by_number(&mut ends, |ends| 2 * ends.pieces() + i64::from(ends.has_corners()));
            bounds.extend(ends.iter().map(LineEnds::bound));
            bounds.extend(self.by_corners());
        }
        Ok(bounds)
    }

    /// Bounds the sum by squares: each holds one piece, which weighs no more than the heaviest.
    fn by_squares(&self, weights: &[i64]) -> Bound {
        let heaviest = weights.iter().copied().max().unwrap_or(0).max(0);
        Bound::new(heaviest.saturating_mul(self.slots.len() as i64), BoundName::Squares)
    }

    /// Returns how many others of the only kind each piece attacks by sight: the most that a rule allows, and the least
    /// that it demands. `None` if there are several kinds.
    fn mutual_attacks(&self) -> Option<(i64, Option<i64>)> {
        let ranges = self.problem.constraints().iter().filter_map(|constraint| match &constraint.rule {
            Rule::Attacks { range, sight: Sight::First, .. } => Some((range.most()?, range.least())),
            _ => None,
        });
        ranges.min().filter(|_| self.kinds == 1)
    }
}
