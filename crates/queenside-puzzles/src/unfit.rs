//! Why a problem is no puzzle.

use queenside::{Invalid, Placement, Stopped};

/// Why a problem is no puzzle.
///
/// # Examples
///
/// ```
/// use queenside::{Options, classics};
/// use queenside_puzzles::{Puzzle, Unfit};
///
/// assert!(matches!(Puzzle::of(&classics::queens(3)), Err(Unfit::Infeasible)));
/// assert!(matches!(Puzzle::of(&classics::queens(4)), Err(Unfit::Several { .. })));
/// assert!(matches!(Puzzle::of(&classics::queens(0)), Err(Unfit::Invalid(_))));
/// let hurried = Options::new().node_limit(1);
/// assert!(matches!(Puzzle::of_under(&classics::queens(20), &hurried), Err(Unfit::Stopped(_))));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unfit {
    /// The problem makes no sense.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// It was cut short before it was known.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// There is no solution.
    #[error("nothing satisfies the rules")]
    Infeasible,
    /// There are several solutions.
    #[error("there are several solutions, such as\n{}and\n{}", solutions[0], solutions[1])]
    Several {
        /// Two of them.
        solutions: Box<[Placement; 2]>,
    },
}
