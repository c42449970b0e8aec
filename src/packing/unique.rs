//! Whether exactly one placement reaches the most.

use super::solver::{Solve, Solver};
use crate::budget::{Cause, Control};
use crate::model::bit_set::BitSet;

impl<W: BitSet> Solver<W> {
    /// Tells whether a piece of the witness may move to another square while all others stay: whether some square is
    /// seen by exactly one of them. Most boards with several placements show it this way, at the cost of a few bit
    /// operations.
    fn can_shift(&mut self, control: &mut Control) -> Result<bool, Cause> {
        let mut next = self.witness.first();
        while let Some(square) = next {
            self.look_from(square, control)?;
            next = self.witness.first_after(square);
        }
        let (seen, sight, once, twice) = (&self.seen, &mut self.sight, &mut self.rest, &mut self.together);
        once.clear();
        twice.clear();
        self.witness.each(|square| {
            sight.clear();
            sight.add(&seen[square as usize]);
            for ((sight, once), twice) in sight.words().iter().zip(once.words_mut()).zip(twice.words_mut()) {
                *twice |= *once & sight;
                *once |= sight;
            }
        });
        once.subtract(twice);
        once.subtract(&self.witness);
        let shifts = once.words().iter().zip(self.vacant.words()).any(|(once, vacant)| once & vacant != 0);
        Ok(shifts)
    }

    /// Tells whether the witness of `maximize`, which is proved, is the only optimum.
    pub(super) fn has_no_equal(&mut self, control: &mut Control) -> Result<bool, Cause> {
        Ok(!self.can_shift(control)? && self.count(2, control)? == 1)
    }
}
