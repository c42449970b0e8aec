//! Whether there is exactly one solution.

use std::fmt;

use super::{Answer, Stopped};
use crate::language::Placement;

/// Whether there is exactly one solution: the answer to [`uniqueness`](crate::Problem::uniqueness).
///
/// # Examples
///
/// ```
/// use queenside::{Uniqueness, classics};
///
/// match classics::completion(6, [(0, 1)]).uniqueness()?.exact()? {
///     Uniqueness::Unique { only } => assert_eq!(only.to_permutation(), Some(vec![1, 3, 5, 0, 2, 4])),
///     other => panic!("{other:?}"),
/// }
/// let four = classics::queens(6).uniqueness()?;
/// assert!(matches!(four.known(), Ok(Uniqueness::Several { first, second }) if first != second));
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Uniqueness {
    /// There is exactly one solution.
    Unique {
        /// The solution.
        only: Placement,
    },
    /// There are at least these two.
    Several {
        /// One solution.
        first: Placement,
        /// Another one.
        second: Placement,
    },
    /// It is proved that there is no solution.
    Infeasible,
}

impl Answer<Uniqueness> {
    /// Tells whether there is exactly one solution.
    ///
    /// # Errors
    ///
    /// Tells what stopped the engine; if it had found one solution, [`Stopped::best`] is that.
    ///
    /// ```
    /// use queenside::{Cause, Options, classics};
    ///
    /// //  . . Q . .     Two solutions begin like this,
    /// //  Q . . . .     and one of them goes on like this.
    /// let begun = |given: &[(usize, usize)]| classics::completion(5, given.iter().copied()).uniqueness();
    /// assert!(!begun(&[(0, 2)])?.is_unique()?);
    /// assert!(begun(&[(0, 2), (1, 0)])?.is_unique()?);
    ///
    /// // One solution is found, but whether it is the only one is not known.
    /// let one = Options::new().solution_limit(1);
    /// let stopped = classics::queens(8).using(&one).uniqueness()?.is_unique().unwrap_err();
    /// assert_eq!((stopped.cause(), stopped.best().map(|queens| queens.len())), (Cause::SolutionLimit, Some(8)));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn is_unique(&self) -> Result<bool, Stopped> {
        self.known().map(|known| matches!(known, Uniqueness::Unique { .. })).map_err(Clone::clone)
    }

    /// Returns the only solution; `None` if there are several, or none.
    ///
    /// # Errors
    ///
    /// Tells what stopped the engine.
    ///
    /// ```
    /// use queenside::classics;
    ///
    /// //  . . Q . .     There is just one way to go on.
    /// //  Q . . . .
    /// let only = classics::completion(5, [(0, 2), (1, 0)]).uniqueness()?.placement()?;
    /// assert_eq!(only.and_then(|queens| queens.to_permutation()), Some(vec![2, 0, 3, 1, 4]));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn placement(&self) -> Result<Option<Placement>, Stopped> {
        Ok(match self.exact()? {
            Uniqueness::Unique { only } => Some(only),
            Uniqueness::Several { .. } | Uniqueness::Infeasible => None,
        })
    }
}

/// Prints one line, then the solutions.
impl fmt::Display for Uniqueness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unique { only } => write!(f, "one solution\n{only}"),
            Self::Several { first, second } => write!(f, "several solutions\n{first}\n{second}"),
            Self::Infeasible => f.write_str("nothing satisfies the rules"),
        }
    }
}

impl fmt::Display for Answer<Uniqueness> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let engine = self.engine();
        self.shown(f, |known, f| match known {
            Uniqueness::Unique { only } => write!(f, "one solution, by {engine}\n{only}"),
            Uniqueness::Several { first, second } => write!(f, "several solutions, by {engine}\n{first}\n{second}"),
            Uniqueness::Infeasible => write!(f, "nothing satisfies the rules, by {engine}"),
        })
    }
}
