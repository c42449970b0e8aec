//! One solution, or the proof that there is none.

use super::{Infeasible, Statistics, Stopped};
use crate::options::Engine;
use crate::placement::Placement;

/// The answer to [`solve`](crate::Problem::solve) and [`sample`](crate::Problem::sample).
///
/// # Examples
///
/// ```
/// use queenside::classics;
///
/// // . Q . .
/// // . . . Q
/// // Q . . .
/// // . . Q .
/// let queens = classics::completion(4, [(0, 1)]).solve()?;
/// assert_eq!(queens.placement().and_then(|queens| queens.to_permutation()), Some(vec![1, 3, 0, 2]));
/// assert_eq!(classics::completion(4, [(0, 0)]).solve()?.is_feasible(), Some(false));
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug)]
pub enum Solved {
    /// A placement that satisfies the rules.
    Found(Placement, Engine, Statistics),
    /// It is proved that nothing satisfies the rules.
    Infeasible(Infeasible),
    /// The engine stopped before either was known.
    Stopped(Stopped),
}

impl Solved {
    /// Returns the placement, if there is one.
    ///
    /// ```
    /// use queenside::{Placement, classics};
    ///
    /// // . Q . .
    /// // . . . Q
    /// // Q . . .
    /// // . . Q .
    /// let solved = classics::completion(4, [(0, 1)]).solve()?;
    /// assert_eq!(solved.placement().map(Placement::len), Some(4));
    /// assert_eq!(classics::queens(3).solve()?.placement(), None);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn placement(&self) -> Option<&Placement> {
        match self {
            Self::Found(placement, ..) => Some(placement),
            _ => None,
        }
    }

    /// Returns the placement, if there is one.
    ///
    /// ```
    /// use queenside::classics;
    ///
    /// let queens = classics::queens(6).solve()?.into_placement().expect("six queens fit");
    /// assert_eq!(queens.occupied().len(), 6);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn into_placement(self) -> Option<Placement> {
        match self {
            Self::Found(placement, ..) => Some(placement),
            _ => None,
        }
    }

    /// Tells whether there is a solution; `None` if that is not known.
    ///
    /// ```
    /// use queenside::{Options, classics};
    ///
    /// let feasible = |n| classics::queens(n).solve().map(|solved| solved.is_feasible());
    /// assert_eq!([feasible(1)?, feasible(2)?, feasible(4)?], [Some(true), Some(false), Some(true)]);
    ///
    /// // Stopped at once, it does not know.
    /// let solved = classics::queens(4).using(&Options::new().node_limit(0)).solve()?;
    /// assert_eq!(solved.is_feasible(), None);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn is_feasible(&self) -> Option<bool> {
        match self {
            Self::Found(..) => Some(true),
            Self::Infeasible(_) => Some(false),
            Self::Stopped(_) => None,
        }
    }

    /// Returns what stopped the engine, if something did.
    ///
    /// ```
    /// use queenside::{Cause, Options, Stopped, classics};
    ///
    /// let options = Options::new().node_limit(1);
    /// let solved = classics::queens(12).using(&options).solve()?;
    /// assert_eq!(solved.stopped().map(Stopped::cause), Some(Cause::NodeLimit));
    /// assert!(classics::queens(12).solve()?.stopped().is_none());
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
    /// use queenside::{Engine, Options, classics};
    ///
    /// let brute = Options::new().engine(Engine::Brute);
    /// let solved = classics::queens(4).using(&brute).solve()?;
    /// assert_eq!((solved.placement().map(|queens| queens.len()), solved.engine()), (Some(4), Engine::Brute));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn engine(&self) -> Engine {
        match self {
            Self::Found(_, engine, _) => *engine,
            Self::Infeasible(infeasible) => infeasible.engine,
            Self::Stopped(stopped) => stopped.engine,
        }
    }

    /// Returns what it cost.
    ///
    /// ```
    /// use queenside::classics;
    ///
    /// // Three queens do not fit on 3×3, which takes a moment to see.
    /// let solved = classics::queens(3).solve()?;
    /// assert_eq!((solved.is_feasible(), solved.statistics().solutions), (Some(false), 0));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn statistics(&self) -> Statistics {
        match self {
            Self::Found(_, _, statistics) => *statistics,
            Self::Infeasible(infeasible) => infeasible.statistics,
            Self::Stopped(stopped) => stopped.statistics,
        }
    }
}
