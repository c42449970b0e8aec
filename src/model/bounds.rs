//! Bounds on what can be reached, each with a name.

use super::{Model, Partition, Var};
use crate::board::{Chain, Wrap};
use crate::constraint::{Rule, Sight};
use crate::control::{Cause, Control};
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

    /// Every occupied line has two ends, and a rider that attacks a of the others owns all but a of the ends of its lines:
    /// with d directions, Σ(2d − aᵢ) = 2 × occupied lines. It holds for any choice of directions of the rider, and exactly
    /// odd attack counts need an even number of pieces, since attacks are mutual.
    fn line_ends_bound(&self, weights: &[i64], control: &mut Control) -> Result<Option<Bound>, Cause> {
        let board = self.problem.board();
        let [cast] = &self.problem.scene().kinds[..] else { return Ok(None) };
        let moves = cast.piece.moves();
        let mutual = moves.iter().all(|m| m.reach() == Reach::Ride && moves.contains(&m.reversed()));
        let forward: Vec<_> = moves.iter().filter(|m| (m.rows(), m.columns()) > (0, 0)).collect();
        if board.wrap() != Wrap::None || !mutual || forward.len() > 8 || weights != [1] {
            return Ok(None);
        }
        let attacks = self.problem.constraints().iter().filter_map(|constraint| match &constraint.rule {
            Rule::Attacks { range, sight: Sight::First, .. } => Some(range),
            _ => None,
        });
        let mut best: Option<i64> = None;
        for range in attacks {
            let Some(most) = range.most() else { continue };
            let lines: Result<Vec<i64>, Cause> = forward
                .iter()
                .map(|step| {
                    let usable = |piece: &&Chain| piece.squares.iter().any(|square| self.slot(*square).is_some());
                    let mut pieces = 0;
                    board.try_each_chain(step.rows(), step.columns(), |chain| {
                        control.spend(4 * chain.squares.len() as u64)?;
                        pieces += board.cut(chain).iter().filter(usable).count() as i64;
                        Ok(())
                    })?;
                    Ok(pieces)
                })
                .collect();
            let lines = lines?;
            for chosen in 1u32..1 << forward.len() {
                let ends = 2 * i64::from(chosen.count_ones()) - most;
                let occupied: i64 = (0..forward.len()).filter(|i| chosen >> i & 1 == 1).map(|i| lines[i]).sum();
                if ends > 0 {
                    let mut value = 2 * occupied / ends;
                    if range.least() == Some(most) && most % 2 == 1 {
                        value -= value % 2;
                    }
                    best = Some(best.map_or(value, |best| best.min(value)));
                }
            }
        }
        Ok(best.map(|value| Bound { value, name: "line ends" }))
    }
}
