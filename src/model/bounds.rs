//! Bounds on what can be reached, each with a name.

use std::collections::BTreeSet;

use super::{Model, Partition, Sets, Var};
use crate::board::Wrap;
use crate::constraint::{Rule, Sight};
use crate::control::{Cause, Control};
use crate::direction::Direction;
use crate::piece::Reach;

/// No solution reaches more than this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bound {
    pub(crate) value: i64,
    pub(crate) name: &'static str,
}

impl Model {
    /// The best bound known on the sum of the weights of the pieces, by kind; `partitions` are those of the variables
    /// whose weight is positive.
    pub(crate) fn bound(
        &self,
        weights: &[i64],
        partitions: &[Partition],
        control: &mut Control,
    ) -> Result<Bound, Cause> {
        let heaviest = weights.iter().copied().max().unwrap_or(0).max(0);
        let mut best = Bound { value: heaviest.saturating_mul(self.slots.len() as i64), name: "squares" };
        let lines = partitions.iter().map(|partition| {
            let weight = |var: &Var| weights[*var as usize % self.kinds].max(0);
            let value = partition.sets.iter().map(|set| set.iter().map(weight).max().unwrap_or(0)).sum();
            Bound { value, name: partition.name }
        });
        for bound in lines.chain(self.line_ends_bound(weights, control)?) {
            if bound.value < best.value {
                best = bound;
            }
        }
        Ok(best)
    }

    /// A bound by each choice of lines whose ends are counted. Exactly odd attack counts need an even number of pieces, since
    /// attacks are mutual.
    fn line_ends_bound(&self, weights: &[i64], control: &mut Control) -> Result<Option<Bound>, Cause> {
        let chosen = if *weights == [1] { self.line_ends(control)? } else { Vec::new() };
        let bounds = chosen.iter().map(|ends| {
            let pieces = 2 * ends.lines.len() as i64 / ends.each;
            if ends.even { pieces - pieces % 2 } else { pieces }
        });
        Ok(bounds.min().map(|value| Bound { value, name: "line ends" }))
    }

    /// The line-ends identity, for each choice of directions in which it says something.
    ///
    /// Every occupied line has two ends, and a rider that attacks a of the others by sight owns all but a of the ends of its
    /// lines: with d directions, Σ(2d − aᵢ) = 2 × occupied lines. Attacks along directions left out only make the left side
    /// larger, so for any choice of directions n pieces that attack at most k others occupy at least n(2d − k)/2 lines.
    pub(crate) fn line_ends(&self, control: &mut Control) -> Result<Vec<LineEnds>, Cause> {
        let board = self.problem.board();
        let [cast] = &self.problem.scene().kinds[..] else { return Ok(Vec::new()) };
        let moves = cast.piece.moves();
        let mutual = moves.iter().all(|own| own.reach() == Reach::Ride && moves.contains(&own.reversed()));
        let forward: Vec<_> = moves.iter().filter(|own| (own.rows(), own.columns()) > (0, 0)).collect();
        let ranges = self.problem.constraints().iter().filter_map(|constraint| match &constraint.rule {
            Rule::Attacks { range, sight: Sight::First, .. } => Some((range.most()?, range.least())),
            _ => None,
        });
        let Some((most, least)) = ranges.min() else { return Ok(Vec::new()) };
        // Where nobody attacks anybody each line holds one, and to count lines of one direction says more.
        if most == 0 || board.wrap() != Wrap::None || !mutual || forward.len() > 8 {
            return Ok(Vec::new());
        }
        let mut lines: Vec<Sets> = Vec::new();
        for step in &forward {
            let mut usable = Sets::default();
            board.try_each_chain(step.rows(), step.columns(), |chain| {
                control.spend(4 * chain.squares.len() as u64)?;
                for piece in board.cut(chain) {
                    usable.push_if(1, piece.squares.iter().filter_map(|square| self.slot(*square)));
                }
                Ok(())
            })?;
            lines.push(usable);
        }
        // Two rides along one line may both see the same piece, which is attacked once: not both are chosen.
        let slope = |place: usize| Direction::new(forward[place].rows(), forward[place].columns());
        let choices = (1u32..1 << forward.len()).filter_map(|choice| {
            let chosen: Vec<usize> = (0..forward.len()).filter(|place| choice >> place & 1 == 1).collect();
            let slopes: BTreeSet<Direction> = chosen.iter().map(|place| slope(*place)).collect();
            let each = (2 * chosen.len() as i64).saturating_sub(most);
            (each > 0 && slopes.len() == chosen.len()).then(|| {
                let mut all = Sets::default();
                for line in chosen.iter().flat_map(|place| lines[*place].iter()) {
                    all.push(line.iter().copied());
                }
                let (even, whole) = (least == Some(most) && most % 2 == 1, chosen.len() == forward.len());
                let all_ends = whole.then_some(2 * chosen.len() as i64);
                LineEnds {
                    lines: all,
                    each,
                    // Only a piece that looks along all of its directions attacks nobody besides.
                    #[cfg(feature = "sat")]
                    most_each: all_ends.and_then(|ends| ends.checked_sub(least.unwrap_or(0))),
                    even,
                    sparing: all_ends.filter(|_| least != Some(most)),
                }
            })
        });
        Ok(choices.collect())
    }
}

/// So many pieces occupy at least half as many lines, times the ends each of them owns.
pub(crate) struct LineEnds {
    pub(crate) lines: Sets,
    /// The fewest ends a piece owns.
    pub(crate) each: i64,
    /// The most ends a piece owns, where all directions are chosen: then these times the pieces are at least twice the
    /// lines occupied.
    #[cfg(feature = "sat")]
    pub(crate) most_each: Option<i64>,
    /// Whether the number of pieces is even.
    even: bool,
    /// Where all directions are chosen and a piece may attack fewer than it might, so that it owns more ends: how many ends
    /// that are.
    pub(crate) sparing: Option<i64>,
}
