//! Bounds on what can be reached, each with a name.

pub(crate) mod dual;
mod extreme;
mod line_ends;
mod reach;

pub(crate) use line_ends::LineEnds;

use super::{Model, Partition, Var, Worths};
use crate::answer::{Bound, BoundName};
use crate::budget::{Cause, Control};
use crate::language::{Rule, Sight, sort_by_number};

impl Model {
    /// Returns the best bound known on the sum of the weights of the pieces; `partitions` are those of the
    /// variables whose weight is positive.
    pub(crate) fn bound(
        &self,
        worths: &Worths,
        partitions: &[Partition],
        control: &mut Control,
    ) -> Result<Bound, Cause> {
        let bounds = self.bounds(worths, partitions, control)?;
        Ok(bounds.into_iter().min_by_key(Bound::value).unwrap_or(self.by_squares(worths)))
    }

    /// Returns all bounds known.
    pub(crate) fn bounds(
        &self,
        worths: &Worths,
        partitions: &[Partition],
        control: &mut Control,
    ) -> Result<Vec<Bound>, Cause> {
        let mut bounds = vec![self.by_squares(worths)];
        bounds.extend(partitions.iter().map(|partition| {
            let weight = |var: &Var| worths.weight(*var).max(0);
            let value = partition.sets.iter().map(|set| set.iter().map(weight).max().unwrap_or(0)).sum();
            Bound::new(value, partition.name)
        }));
        bounds.extend(self.by_reach(worths));
        if worths.is_number() {
            bounds.extend(self.by_extremes());
            let mut ends = self.line_ends(control)?;
            // Of equal bounds, the one with the shortest proof comes first.
            sort_by_number(&mut ends, |ends| 2 * ends.pieces() + i64::from(ends.has_corners()));
            bounds.extend(ends.iter().map(LineEnds::bound));
            bounds.extend(self.by_corners());
        }
        Ok(bounds)
    }

    /// Bounds the sum by squares: each holds one piece, which weighs no more than the heaviest there.
    fn by_squares(&self, worths: &Worths) -> Bound {
        let heaviest = |slot: &[i64]| slot.iter().copied().max().unwrap_or(0).max(0);
        Bound::new(worths.list().chunks_exact(self.kinds.max(1)).map(heaviest).sum(), BoundName::Squares)
    }

    /// Returns how many others of the only kind each piece attacks by sight: the most that a rule allows, and the least
    /// that it demands. `None` if there are several kinds.
    fn mutual_attacks(&self) -> Option<(i64, Option<i64>)> {
        let ranges = self.problem.constraints().iter().filter_map(|constraint| match &constraint.rule {
            Rule::Attacks { range, sight: Sight::First, .. } => Some((range.upper()?, range.lower())),
            _ => None,
        });
        ranges.min().filter(|_| self.kinds == 1)
    }
}
