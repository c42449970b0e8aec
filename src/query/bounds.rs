//! Bounds on the number of pieces, without a search.

use std::sync::Arc;

use crate::answer::{Bound, BoundName};
use crate::budget::{Control, Options};
use crate::language::{Invalid, OrderedSet, Problem, sort_by_number};
use crate::model::Model;

impl Problem {
    /// Returns the bounds on the number of pieces, blockers not counted, that the crate computes without a search, the
    /// least first; among them always the number of open squares. [`maximize`](Self::maximize) aims for the least; an
    /// answer that meets it is proved by it. Duality is among them if it says more than all others.
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
    pub fn bounds(&self) -> Result<Vec<Bound>, Invalid> {
        self.check()?;
        let mut control = Control::new(&Options::new());
        let placed = self.pieces();
        let weights: Vec<i64> = (0..self.setup().kinds.len()).map(|kind| i64::from(placed.has(kind))).collect();
        let bounds = Model::compile(&Arc::new(self.clone()), &mut control).and_then(|model| {
            let partitions = model.partitions(&model.gaining(&weights), &mut control)?;
            let mut bounds = model.bounds(&weights, &partitions, &mut control)?;
            // It is the longest of proofs: worth it where it says more.
            let least = bounds.iter().map(Bound::value).min();
            let duality = model.by_duality(&weights, &mut control)?;
            bounds.extend(duality.filter(|own| least.is_none_or(|least| own.value < least)));
            Ok(bounds)
        });
        // Without limits only memory can stop it. Even then a square holds at most one piece.
        let squares = || self.board().open().len() as i64 * weights.iter().copied().max().unwrap_or(0);
        let mut bounds = bounds.unwrap_or_else(|_| vec![Bound::new(squares(), BoundName::Squares)]);
        sort_by_number(&mut bounds, Bound::value);
        let mut named = OrderedSet::default();
        bounds.retain(|bound| named.insert(bound.name()));
        Ok(bounds)
    }

    /// Returns the bound on the fewest pieces, blockers not counted, that the crate knows without a search: no placement has
    /// fewer. `None` where none is known but that there are no fewer than none.
    ///
    /// # Errors
    ///
    /// Reports the faults of the problem.
    ///
    /// ```
    /// use queenside::{Board, Piece, classics};
    ///
    /// // . . . .
    /// // . K K .    A king covers nine squares at most, and each corner takes one.
    /// // . K K .
    /// // . . . .
    /// let bound = classics::domination(Board::square(4), Piece::KING).lower_bound()?;
    /// assert_eq!(bound.map(|bound| bound.to_string()).as_deref(), Some("4 by duality"));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn lower_bound(&self) -> Result<Option<Bound>, Invalid> {
        self.check()?;
        let mut control = Control::new(&Options::new());
        let counted = self.pieces();
        let weights: Vec<i64> = (0..self.setup().kinds.len()).map(|kind| -i64::from(counted.has(kind))).collect();
        let model = Model::compile(&Arc::new(self.clone()), &mut control);
        let bound = model.and_then(|model| model.by_duality(&weights, &mut control)).unwrap_or_default();
        Ok(bound.map(|bound| Bound { value: -bound.value, ..bound }).filter(|bound| bound.value > 0))
    }
}
