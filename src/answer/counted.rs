//! Exact counts.

use super::{Statistics, Stopped};
use crate::count::Count;
use crate::options::Engine;

/// The answer to [`count`](crate::Problem::count).
///
/// # Examples
///
/// ```
/// use queenside::{Options, classics};
///
/// assert_eq!(classics::queens(7).count()?.exact(), Some(40u32.into()));
/// let stopped = classics::queens(7).using(&Options::new().node_limit(3)).count()?;
/// assert_eq!((stopped.exact(), stopped.statistics().nodes), (None, 3));
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug)]
pub enum Counted {
    /// The exact number.
    Exact(Count, Engine, Statistics),
    /// The engine stopped; its statistics say how many it had counted.
    Stopped(Stopped),
}

impl Counted {
    /// Returns what the answer cost.
    ///
    /// ```
    /// use queenside::classics;
    ///
    /// // There are 724 solutions, but the search met only some of them: symmetry tells of the others.
    /// let counted = classics::queens(10).count()?;
    /// assert_eq!(counted.exact(), Some(724u32.into()));
    /// assert!(counted.statistics().solutions < 724);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn statistics(&self) -> Statistics {
        match self {
            Self::Exact(_, _, statistics) => *statistics,
            Self::Stopped(stopped) => stopped.statistics,
        }
    }

    /// Returns the exact number, if it is known.
    ///
    /// ```
    /// use queenside::{Piece, Problem};
    ///
    /// // Four open squares, each with a king or without: with no rule there are 2^4 placements.
    /// let mut problem = Problem::new(". .\n. %\n. %".parse()?);
    /// problem.kind("king", Piece::KING);
    /// assert_eq!(problem.count()?.exact(), Some(16u32.into()));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn exact(&self) -> Option<Count> {
        match self {
            Self::Exact(count, ..) => Some(count.clone()),
            Self::Stopped(_) => None,
        }
    }

    /// Returns what stopped the engine, if something did.
    ///
    /// ```
    /// use queenside::{Options, classics};
    ///
    /// let options = Options::new().solution_limit(5);
    /// let counted = classics::queens(8).using(&options).count()?;
    /// let stopped = counted.stopped().expect("there are more than five");
    /// assert_eq!(stopped.statistics().solutions, 5);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn stopped(&self) -> Option<&Stopped> {
        match self {
            Self::Stopped(stopped) => Some(stopped),
            Self::Exact(..) => None,
        }
    }

    /// Returns the engine that counted.
    ///
    /// ```
    /// use queenside::{Engine, Options, classics};
    ///
    /// let brute = Options::new().engine(Engine::Brute);
    /// let counted = classics::queens(4).using(&brute).count()?;
    /// assert_eq!((counted.exact(), counted.engine()), (Some(2u32.into()), Engine::Brute));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn engine(&self) -> Engine {
        match self {
            Self::Exact(_, engine, _) => *engine,
            Self::Stopped(stopped) => stopped.engine,
        }
    }
}
