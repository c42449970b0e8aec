//! Answers that were cut short, with their progress.

use std::fmt;

use super::explanation::numbered;
use super::{Explanation, Part, Statistics};
use crate::budget::{Cause, Engine};
use crate::language::Placement;

/// An answer that was cut short: the cause, the progress, and the best so far. Never to be mistaken for "no solutions".
///
/// # Examples
///
/// An enumeration has a rest:
///
/// ```
/// use queenside::{Cause, Options, classics};
///
/// let problem = classics::queens(8);
/// let mut solutions = problem.using(&Options::new().solution_limit(10)).enumerate()?;
/// let stopped = solutions.find_map(Result::err).expect("there are 92");
/// assert_eq!((stopped.cause(), stopped.statistics().solutions), (Cause::SolutionLimit, 10));
/// let rest = stopped.rest().expect("an enumeration has a rest");
/// assert_eq!(problem.resume(rest)?.count(), 82);
/// # Ok::<(), queenside::Error>(())
/// ```
///
/// If a value is sought, it has the best placement and a bound:
///
/// ```
/// use queenside::{Board, Options, Piece, classics};
///
/// let bishops = classics::non_attacking(Board::square(8), Piece::BISHOP);
/// let stopped = bishops.using(&Options::new().solution_limit(1)).maximize()?.value().unwrap_err();
/// // The first placement found, of any value: the maximum is 14.
/// assert!(stopped.best_value() <= Some(14) && stopped.bound() >= Some(14));
/// assert_eq!(stopped.best().map(|bishops| bishops.len() as i64), stopped.best_value());
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Stopped {
    // Boxed, as it is the error of an iterator's items.
    state: Box<State>,
}

#[derive(Clone, PartialEq, Eq)]
struct State {
    cause: Cause,
    explanation: Explanation,
    rest: Option<Part>,
    best: Option<Placement>,
    best_value: Option<i64>,
    bound: Option<i64>,
}

impl Stopped {
    pub(crate) fn new(cause: Cause, engine: Engine, statistics: Statistics) -> Self {
        let explanation = Explanation::stopped(cause, engine, statistics);
        Self { state: Box::new(State { cause, explanation, rest: None, best: None, best_value: None, bound: None }) }
    }

    /// Adds the best so far, and the bound, of a sought value.
    pub(crate) fn with_best(mut self, best: Option<(i64, Placement)>, bound: Option<i64>) -> Self {
        self.state.best_value = best.as_ref().map(|(value, _)| *value);
        self.state.best = best.map(|(_, placement)| placement);
        self.state.bound = bound;
        self
    }

    /// Adds the solution found before it stopped.
    pub(crate) fn with_found(mut self, found: Placement) -> Self {
        self.state.best = Some(found);
        self
    }

    pub(crate) fn with_rest(mut self, rest: Part) -> Self {
        self.state.rest = Some(rest);
        self
    }

    pub(crate) fn with_statistics(mut self, statistics: Statistics) -> Self {
        self.state.explanation.set_statistics(statistics);
        self
    }

    pub(crate) fn explanation_mut(&mut self) -> &mut Explanation {
        &mut self.state.explanation
    }

    /// Returns the cause.
    pub fn cause(&self) -> Cause {
        self.state.cause
    }

    /// Returns the engine that was stopped.
    pub fn engine(&self) -> Engine {
        self.state.explanation.engine()
    }

    /// Returns the work done, including the number of solutions found.
    pub fn statistics(&self) -> Statistics {
        self.state.explanation.statistics()
    }

    /// Returns the best placement found so far: if a value is sought, one of the [best value](Self::best_value); if
    /// uniqueness was not decided, the first solution. `None` if there is none, and for enumerations and counts.
    pub fn best(&self) -> Option<&Placement> {
        self.state.best.as_ref()
    }

    /// Returns the value of the best placement found so far, if a value is sought.
    pub fn best_value(&self) -> Option<i64> {
        self.state.best_value
    }

    /// Returns the bound proved so far, if a value is sought: no solution is better.
    pub fn bound(&self) -> Option<i64> {
        self.state.bound
    }

    /// Returns the unexplored part of an enumeration, for [`Problem::resume`](crate::Problem::resume) in this process
    /// or another. `None` for other questions.
    pub fn rest(&self) -> Option<&Part> {
        self.state.rest.as_ref()
    }

    /// Returns which engines were tried, why, and how far each of them came.
    ///
    /// ```
    /// use queenside::{Cause, Ending, Options, classics};
    ///
    /// let stopped = classics::queens(20).using(&Options::new().node_limit(50)).count()?.exact().unwrap_err();
    /// let last = stopped.explain().turns().last().expect("one engine was asked at least");
    /// assert_eq!(last.ending, Ending::Stopped { cause: Cause::NodeLimit });
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn explain(&self) -> &Explanation {
        &self.state.explanation
    }
}

/// Without a question of a problem, engine and cost are unknown.
impl From<Cause> for Stopped {
    fn from(cause: Cause) -> Self {
        Self::new(cause, Engine::Auto, Statistics::default())
    }
}

impl fmt::Debug for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stopped")
            .field("cause", &self.cause())
            .field("engine", &self.engine())
            .field("statistics", &self.statistics())
            .finish_non_exhaustive()
    }
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Statistics { solutions, nodes, .. } = self.statistics();
        let (solutions, nodes) = (numbered(solutions, "solution"), numbered(nodes, "node"));
        write!(f, "stopped because {}, after {solutions} and {nodes}", self.cause())?;
        if let Some(value) = self.best_value() {
            write!(f, "; {value} so far")?;
        }
        if let Some(bound) = self.bound() {
            write!(f, "; the bound is {bound}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Stopped {}
