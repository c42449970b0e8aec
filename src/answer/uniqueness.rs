//! Whether there is just one solution.

use super::{Infeasible, Statistics, Stopped};
use crate::options::Engine;
use crate::placement::Placement;

/// The answer to [`is_unique`](crate::Problem::is_unique).
///
/// # Examples
///
/// ```
/// use queenside::{Uniqueness, classics};
///
/// match classics::completion(6, [(0, 1)]).is_unique()? {
///     Uniqueness::Unique(queens, ..) => assert_eq!(queens.to_permutation(), Some(vec![1, 3, 5, 0, 2, 4])),
///     other => panic!("{other:?}"),
/// }
/// assert!(matches!(classics::queens(6).is_unique()?, Uniqueness::Several(two, ..) if two[0] != two[1]));
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug)]
pub enum Uniqueness {
    /// There is just this solution.
    Unique(Placement, Engine, Statistics),
    /// There are at least these two.
    Several(Box<[Placement; 2]>, Engine, Statistics),
    /// There is none.
    Infeasible(Infeasible),
    /// The engine stopped before it was known.
    Stopped(Stopped),
}

impl Uniqueness {
    /// Tells whether there is just one solution; `None` if that is not known.
    ///
    /// ```
    /// use queenside::classics;
    ///
    /// //  . . Q . .     Two solutions begin like this,
    /// //  Q . . . .     and one of them goes on like this.
    /// let begun = |given: &[(usize, usize)]| classics::completion(5, given.iter().copied()).is_unique();
    /// assert_eq!(begun(&[(0, 2)])?.is_unique(), Some(false));
    /// assert_eq!(begun(&[(0, 2), (1, 0)])?.is_unique(), Some(true));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn is_unique(&self) -> Option<bool> {
        match self {
            Self::Unique(..) => Some(true),
            Self::Several(..) | Self::Infeasible(_) => Some(false),
            Self::Stopped(_) => None,
        }
    }

    /// Returns the one solution there is.
    ///
    /// ```
    /// use queenside::classics;
    ///
    /// //  . . Q . .     There is just one way to go on.
    /// //  Q . . . .
    /// let answer = classics::completion(5, [(0, 2), (1, 0)]).is_unique()?;
    /// assert_eq!(answer.placement().and_then(|queens| queens.to_permutation()), Some(vec![2, 0, 3, 1, 4]));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn placement(&self) -> Option<&Placement> {
        match self {
            Self::Unique(placement, ..) => Some(placement),
            _ => None,
        }
    }

    /// Returns what stopped the engine, if something did.
    ///
    /// ```
    /// use queenside::{Cause, Options, Stopped, classics};
    ///
    /// // One solution is found, but whether it is the only one is not known.
    /// let options = Options::new().solution_limit(1);
    /// let answer = classics::queens(8).using(&options).is_unique()?;
    /// assert_eq!(answer.is_unique(), None);
    /// assert_eq!(answer.stopped().map(Stopped::cause), Some(Cause::SolutionLimit));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn stopped(&self) -> Option<&Stopped> {
        match self {
            Self::Stopped(stopped) => Some(stopped),
            _ => None,
        }
    }

    /// Returns the engine that answered, or was at work when it stopped.
    ///
    /// ```
    /// use queenside::{Engine, classics};
    ///
    /// // . Q . . . .    With this queen fixed there is one way to add the others.
    /// let unique = classics::completion(6, [(0, 1)]).is_unique()?;
    /// assert_eq!((unique.is_unique(), unique.engine()), (Some(true), Engine::Search));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn engine(&self) -> Engine {
        match self {
            Self::Unique(_, engine, _) | Self::Several(_, engine, _) => *engine,
            Self::Infeasible(infeasible) => infeasible.engine,
            Self::Stopped(stopped) => stopped.engine,
        }
    }

    /// Returns what it cost.
    ///
    /// ```
    /// use queenside::classics;
    ///
    /// // It stops at the second of the 92.
    /// let eight = classics::queens(8).is_unique()?;
    /// assert_eq!((eight.is_unique(), eight.statistics().solutions), (Some(false), 2));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn statistics(&self) -> Statistics {
        match self {
            Self::Unique(_, _, statistics) | Self::Several(_, _, statistics) => *statistics,
            Self::Infeasible(infeasible) => infeasible.statistics,
            Self::Stopped(stopped) => stopped.statistics,
        }
    }
}
