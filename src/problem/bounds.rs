//! What is known of the most pieces before anybody searches.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Problem;
use crate::bound::Bound;
use crate::control::Control;
use crate::error::Error;
use crate::model::Model;
use crate::options::Options;

impl Problem {
    /// Returns the bounds on the number of pieces, blockers not counted, that the crate knows without a search, the least
    /// first. These are what [`maximize`](Self::maximize) aims for; an answer that meets one is proved by it.
    ///
    /// # Errors
    ///
    /// Reports the faults of the problem.
    ///
    /// ```
    /// use queenside::{Board, Piece, classics};
    ///
    /// // Kings on 5×5: 25 squares, but nine blocks.
    /// let bounds = classics::non_attacking(Board::square(5), Piece::KING).bounds()?;
    /// let bounds: Vec<_> = bounds.iter().map(|bound| bound.to_string()).collect();
    /// assert_eq!(bounds, ["9 by blocks", "25 by squares"]);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn bounds(&self) -> Result<Vec<Bound>, Error> {
        self.check()?;
        let mut control = Control::new(&Options::new());
        let men = self.men();
        let weights: Vec<i64> = (0..self.scene().kinds.len()).map(|kind| i64::from(men.has(kind))).collect();
        let bounds = Model::compile(&Arc::new(self.clone()), &mut control).and_then(|model| {
            let counted = |var: u32| weights[var as usize % model.kinds] > 0;
            let partitions = model.partitions(counted, &mut control)?;
            model.bounds(&weights, &partitions, &mut control)
        });
        // Without limits nothing stops it.
        let mut bounds = bounds.unwrap_or_default();
        bounds.sort_by_key(Bound::value);
        let mut named = BTreeSet::new();
        bounds.retain(|bound| named.insert(bound.name()));
        Ok(bounds)
    }
}
