//! A step of reasoning.

use std::sync::Arc;

use queenside::{Kind, Square, SquareSet};

use crate::{Reason, Unit};

/// A step of reasoning: what becomes certain, and why.
///
/// # Examples
///
/// ```
/// use queenside::classics;
/// use queenside_puzzles::Puzzle;
///
/// let puzzle = Puzzle::of(&classics::completion(6, [(0, 1)]))?;
/// let mut placed = 0;
/// for step in puzzle.steps() {
///     // What a step says is what the solution has.
///     assert!(step.placed().iter().all(|(kind, square)| puzzle.solution().kind_at(*square) == Some(*kind)));
///     assert!(step.excluded().iter().all(|(kind, square)| puzzle.solution().kind_at(*square) != Some(*kind)));
///     placed += step.placed().len();
/// }
/// assert_eq!(placed + puzzle.givens().len(), 6);
/// # Ok::<(), queenside_puzzles::Unfit>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub(crate) placed: Vec<(Kind, Square)>,
    pub(crate) excluded: Vec<(Kind, Square)>,
    pub(crate) reason: Reason,
    /// What a rule is about.
    pub(crate) about: Option<Unit>,
    /// The open squares of the board.
    pub(crate) open: Arc<SquareSet>,
}

impl Step {
    /// Returns the pieces that certainly stand.
    ///
    /// For an example see [`Step`].
    pub fn placed(&self) -> &[(Kind, Square)] {
        &self.placed
    }

    /// Returns the pieces that certainly do not stand there.
    ///
    /// For an example see [`Step`].
    pub fn excluded(&self) -> &[(Kind, Square)] {
        &self.excluded
    }

    /// Returns the open squares to look at.
    ///
    /// For an example see [`Step`].
    pub fn because(&self) -> SquareSet {
        let mut squares = SquareSet::new();
        let mut look = |unit: &Unit| squares.extend(unit.squares().iter());
        match &self.reason {
            Reason::Attacked { by } => squares.extend([by.1]),
            Reason::Full { unit }
            | Reason::LastPlaces { unit }
            | Reason::NoRoom { unit }
            | Reason::Packed { unit, .. } => look(unit),
            Reason::Confined { units, lines } => units.iter().chain(lines).for_each(look),
            Reason::Rule { .. } => self.about.iter().for_each(look),
            Reason::Contradiction { supposed, broken, .. } => {
                look(broken);
                squares.extend([supposed.place().1]);
            }
            Reason::Searched => {}
        }
        &squares & &self.open
    }

    /// Returns why.
    ///
    /// For an example see [`Step`].
    pub fn reason(&self) -> &Reason {
        &self.reason
    }
}
