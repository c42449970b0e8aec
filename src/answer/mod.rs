//! Answers: what is known, and how it is known.

mod counted;
mod outcome;
mod solved;
mod uniqueness;

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

use crate::control::Cause;
use crate::options::Engine;
use crate::part::Part;

pub use counted::Counted;
pub use outcome::{Infeasible, Optimum, Outcome, Unfinished};
pub use solved::Solved;
pub use uniqueness::Uniqueness;

/// How an answer is known.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Piece, Proof, classics};
///
/// // Eight rows hold a rook each at most; that fourteen bishops are the most takes a search.
/// let proof = |piece| {
///     let most = classics::non_attacking(Board::square(8), piece).maximize()?;
///     Ok::<_, queenside::Error>(most.optimum().map(|best| best.proof().clone()))
/// };
/// assert_eq!(proof(Piece::ROOK)?, Some(Proof::BoundMet("lines".into())));
/// assert_eq!(proof(Piece::BISHOP)?, Some(Proof::Exhausted));
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Proof {
    /// Nothing better is left: the whole search space was gone through.
    Exhausted,
    /// The value meets a bound that nothing exceeds, of this name.
    BoundMet(Cow<'static, str>),
    /// A solver, of this name, closed the gap between the best value and its bound.
    GapClosed(Cow<'static, str>),
    /// A solver, of this name, refuted that there is anything better.
    Refuted(Cow<'static, str>),
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exhausted => f.write_str("the search was exhausted"),
            Self::GapClosed(name) => write!(f, "{name} closed the gap"),
            Self::Refuted(name) => write!(f, "{name} refuted anything better"),
            Self::BoundMet(name) => write!(f, "the bound by {name} was met"),
        }
    }
}

/// What an answer cost.
///
/// # Examples
///
/// ```
/// use queenside::classics;
///
/// // There are 8^8 ways to put a queen in each row; the search looks at far fewer on its way to 92 solutions.
/// let mut solutions = classics::queens(8).enumerate()?;
/// assert_eq!(solutions.by_ref().count(), 92);
/// let spent = solutions.statistics();
/// assert_eq!(spent.solutions, 92);
/// assert!(spent.nodes < 10_000);
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Statistics {
    /// Nodes of the search tree; where another solver is at work, the questions to it and what it counts itself, nodes or
    /// conflicts.
    pub nodes: u64,
    /// Solutions met on the way: for an exact count and for classes one of each branch and its images, which is fewer.
    pub solutions: u64,
    /// Time since the question.
    pub elapsed: Duration,
}

/// An answer was cut short: why, and how far it had come. Never to be mistaken for "no solutions".
///
/// # Examples
///
/// ```
/// use queenside::{Cause, Options, classics};
///
/// let options = Options::new().solution_limit(2);
/// let mut solutions = classics::queens(6).using(&options).enumerate()?;
/// assert!(solutions.by_ref().take(2).all(|queens| queens.is_ok()));
/// let stopped = solutions.next().and_then(Result::err).expect("the limit is two");
/// assert_eq!((stopped.cause(), stopped.statistics().solutions), (Cause::SolutionLimit, 2));
/// assert!(stopped.rest().is_some());
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stopped {
    pub(crate) cause: Cause,
    pub(crate) engine: Engine,
    pub(crate) statistics: Statistics,
    pub(crate) rest: Option<Part>,
}

impl Stopped {
    /// Returns why.
    ///
    /// ```
    /// use std::time::Duration;
    /// use queenside::{Cause, Options, Stopped, classics};
    ///
    /// let at_once = Options::new().time_limit(Duration::ZERO);
    /// let counted = classics::queens(30).using(&at_once).count()?;
    /// assert_eq!(counted.stopped().map(Stopped::cause), Some(Cause::TimeLimit));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn cause(&self) -> Cause {
        self.cause
    }

    /// Returns the engine that was at work.
    ///
    /// ```
    /// use queenside::{Engine, Options, Stopped, classics};
    ///
    /// let options = Options::new().engine(Engine::Brute).node_limit(100);
    /// let solved = classics::queens(5).using(&options).solve()?;
    /// assert_eq!(solved.stopped().map(Stopped::engine), Some(Engine::Brute));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// Returns what an enumeration has not yet gone through; [`Problem::resume`](crate::Problem::resume) goes on
    /// with it, in this process or another.
    /// `None` for other questions.
    ///
    /// ```
    /// use queenside::{Options, classics};
    ///
    /// // Ten of the 92 solutions are taken; the rest is 82.
    /// let problem = classics::queens(8);
    /// let mut solutions = problem.using(&Options::new().solution_limit(10)).enumerate()?;
    /// let stopped = solutions.find_map(Result::err).expect("the limit is ten");
    /// let rest = stopped.rest().expect("an enumeration can be gone on with");
    /// assert_eq!(problem.resume(rest)?.count(), 82);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn rest(&self) -> Option<&Part> {
        self.rest.as_ref()
    }

    /// Returns what had been done, among it the number of solutions found.
    ///
    /// ```
    /// use queenside::{Options, classics};
    ///
    /// let counted = classics::queens(8).using(&Options::new().node_limit(100)).count()?;
    /// let stopped = counted.stopped().expect("100 nodes are not enough");
    /// assert_eq!(stopped.statistics().nodes, 100);
    /// assert!(stopped.statistics().solutions < 92);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Statistics { solutions, nodes, .. } = self.statistics;
        write!(f, "stopped because {}, after {solutions} solutions and {nodes} nodes", self.cause)
    }
}

impl std::error::Error for Stopped {}
