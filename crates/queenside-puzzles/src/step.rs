//! A step of reasoning.

use queenside::{Kind, Square};

use crate::Reason;

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
    pub(crate) because: Vec<Square>,
    pub(crate) reason: Reason,
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

    /// Returns the squares to look at, sorted, each once.
    ///
    /// For an example see [`Step`].
    pub fn because(&self) -> &[Square] {
        &self.because
    }

    /// Returns why.
    ///
    /// For an example see [`Step`].
    pub fn reason(&self) -> &Reason {
        &self.reason
    }
}
