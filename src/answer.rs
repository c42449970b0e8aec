//! Answers: what is known, and how it is known.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::constraint::{Area, Constraint};
use crate::control::Cause;
use crate::count::Count;
use crate::error::{Error, Fault};
use crate::kind::{Kind, Kinds};
use crate::options::Engine;
use crate::part::Part;
use crate::placement::Placement;
use crate::problem::Problem;

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
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exhausted => f.write_str("the search was exhausted"),
            Self::BoundMet(name) => write!(f, "the bound by {name} was met"),
        }
    }
}

/// What an answer cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Statistics {
    /// Nodes of the search tree.
    pub nodes: u64,
    /// Solutions met on the way.
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
    pub fn cause(&self) -> Cause {
        self.cause
    }

    /// Returns the engine that was at work.
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// Returns what an enumeration has not yet gone through; [`Problem::resume`] goes on with it, in this process or another.
    /// `None` for other questions.
    pub fn rest(&self) -> Option<&Part> {
        self.rest.as_ref()
    }

    /// Returns what had been done, among it the number of solutions found.
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

/// The answer to [`maximize`](crate::Problem::maximize) and its kin.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Outcome, Piece, Problem};
///
/// let mut problem = Problem::new(Board::square(8));
/// problem.kind("bishop", Piece::BISHOP);
/// match problem.non_attacking().maximize()? {
///     Outcome::Optimal(best) => assert_eq!((best.value(), best.placement().len()), (14, 14)),
///     Outcome::Infeasible(_) => panic!("the empty board is a solution"),
///     Outcome::Stopped(_) => panic!("no limit was set"),
/// }
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The optimum is proved.
    Optimal(Optimum),
    /// It is proved that nothing satisfies the rules.
    Infeasible(Infeasible),
    /// The engine stopped before either was proved.
    Stopped(Unfinished),
}

/// A proved optimum.
#[derive(Clone, Debug)]
pub struct Optimum {
    pub(crate) value: i64,
    pub(crate) placement: Placement,
    pub(crate) engine: Engine,
    pub(crate) proof: Proof,
    pub(crate) statistics: Statistics,
    pub(crate) problem: Arc<Problem>,
    pub(crate) weights: Vec<(Kind, i64)>,
}

/// A proof that nothing satisfies the rules.
#[derive(Clone, Debug)]
pub struct Infeasible {
    pub(crate) engine: Engine,
    pub(crate) statistics: Statistics,
    pub(crate) problem: Arc<Problem>,
}

/// What was known of an optimum when the engine stopped.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Options, Outcome, Piece, classics};
///
/// let problem = classics::attacking(Board::square(8), Piece::QUEEN, 2);
/// let Outcome::Stopped(unfinished) = problem.using(&Options::new().node_limit(60)).maximize()? else {
///     panic!("60 nodes are not enough");
/// };
/// let best = unfinished.best().map_or(0, |(value, _)| value);
/// assert!(best <= 14 && unfinished.bound() == Some(15));
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Unfinished {
    pub(crate) best: Option<(i64, Placement)>,
    pub(crate) bound: Option<i64>,
    pub(crate) stopped: Stopped,
}

impl Outcome {
    /// Returns the optimum, if it is proved.
    pub fn value(&self) -> Option<i64> {
        self.optimum().map(Optimum::value)
    }

    /// Returns a placement that reaches the optimum, if it is proved.
    pub fn placement(&self) -> Option<&Placement> {
        self.optimum().map(Optimum::placement)
    }

    /// Returns the proved optimum.
    pub fn optimum(&self) -> Option<&Optimum> {
        match self {
            Self::Optimal(optimum) => Some(optimum),
            _ => None,
        }
    }

    /// Returns what stopped the engine, if something did.
    pub fn stopped(&self) -> Option<&Stopped> {
        match self {
            Self::Stopped(unfinished) => Some(&unfinished.stopped),
            _ => None,
        }
    }

    /// Returns the problem with the proved optimum as an added rule; ask it for all optimal placements, their number,
    /// classes, and so on. Where nothing satisfies the rules this is the problem itself.
    ///
    /// # Errors
    ///
    /// Reports that the optimum is not known, if the engine was stopped.
    ///
    /// ```
    /// use queenside::{Board, Piece, Problem};
    ///
    /// let mut problem = Problem::new(Board::square(4));
    /// problem.kind("king", Piece::KING);
    /// let optima = problem.non_attacking().maximize()?.optima()?;
    /// assert_eq!(optima.count()?.exact(), Some(79u32.into()));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn optima(&self) -> Result<Problem, Error> {
        match self {
            Self::Optimal(optimum) => Ok(optimum.optima()),
            Self::Infeasible(infeasible) => Ok((*infeasible.problem).clone()),
            Self::Stopped(unfinished) => Err(Fault::NotProved { reason: unfinished.stopped.to_string() }.into()),
        }
    }
}

/// One line that says it all, then the placement.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Optimal(best) => write!(f, "{} by {}: {}\n{}", best.value, best.engine, best.proof, best.placement),
            Self::Infeasible(none) => writeln!(f, "nothing satisfies the rules, by {}", none.engine),
            Self::Stopped(Unfinished { best, bound, stopped }) => {
                let bound = bound.map_or("none".to_owned(), |bound| bound.to_string());
                match best {
                    Some((value, placement)) => write!(f, "{value} so far, bound {bound}: {stopped}\n{placement}"),
                    None => writeln!(f, "nothing found so far, bound {bound}: {stopped}"),
                }
            }
        }
    }
}

impl Optimum {
    /// Returns the optimal value.
    pub fn value(&self) -> i64 {
        self.value
    }

    /// Returns a placement that reaches it.
    pub fn placement(&self) -> &Placement {
        &self.placement
    }

    /// Returns the engine that answered.
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// Returns how it is known that nothing is better.
    pub fn proof(&self) -> &Proof {
        &self.proof
    }

    /// Returns what the answer cost.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// Returns the problem with the optimum as an added rule.
    pub fn optima(&self) -> Problem {
        let mut problem = (*self.problem).clone();
        let weighty: Vec<(Kind, i64)> = self.weights.iter().copied().filter(|(_, weight)| *weight != 0).collect();
        let Some((_, first)) = weighty.first().copied() else { return problem };
        if weighty.iter().all(|(_, weight)| *weight == first) {
            let kinds: Kinds = weighty.iter().map(|(kind, _)| *kind).collect();
            problem.add(Constraint::count(kinds, Area::Everywhere, self.value / first));
        } else {
            let open = problem.board().open();
            let terms = weighty.iter().flat_map(|(kind, weight)| open.iter().map(|square| (*weight, *kind, square)));
            problem.add(Constraint::linear(terms, self.value));
        }
        problem
    }
}

impl Infeasible {
    /// Returns the engine that answered.
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// Returns what the answer cost.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }
}

impl Unfinished {
    /// Returns the best placement found so far, and its value.
    pub fn best(&self) -> Option<(i64, &Placement)> {
        self.best.as_ref().map(|(value, placement)| (*value, placement))
    }

    /// Returns the bound that is proved so far: no solution is better.
    pub fn bound(&self) -> Option<i64> {
        self.bound
    }

    /// Returns what stopped the engine.
    pub fn stopped(&self) -> &Stopped {
        &self.stopped
    }
}

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
    pub fn placement(&self) -> Option<&Placement> {
        match self {
            Self::Found(placement, ..) => Some(placement),
            _ => None,
        }
    }

    /// Returns the placement, if there is one.
    pub fn into_placement(self) -> Option<Placement> {
        match self {
            Self::Found(placement, ..) => Some(placement),
            _ => None,
        }
    }

    /// Tells whether there is a solution; `None` if that is not known.
    pub fn is_feasible(&self) -> Option<bool> {
        match self {
            Self::Found(..) => Some(true),
            Self::Infeasible(_) => Some(false),
            Self::Stopped(_) => None,
        }
    }

    /// Returns what stopped the engine, if something did.
    pub fn stopped(&self) -> Option<&Stopped> {
        match self {
            Self::Stopped(stopped) => Some(stopped),
            _ => None,
        }
    }
}

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
    pub fn statistics(&self) -> Statistics {
        match self {
            Self::Exact(_, _, statistics) => *statistics,
            Self::Stopped(stopped) => stopped.statistics,
        }
    }

    /// Returns the exact number, if it is known.
    pub fn exact(&self) -> Option<Count> {
        match self {
            Self::Exact(count, ..) => Some(count.clone()),
            Self::Stopped(_) => None,
        }
    }

    /// Returns what stopped the engine, if something did.
    pub fn stopped(&self) -> Option<&Stopped> {
        match self {
            Self::Stopped(stopped) => Some(stopped),
            Self::Exact(..) => None,
        }
    }
}

/// The answer to [`is_unique`](crate::Problem::is_unique).
///
/// # Examples
///
/// ```
/// use queenside::{Uniqueness, classics};
///
/// match classics::completion(6, [(0, 1)]).is_unique()? {
///     Uniqueness::Unique(queens) => assert_eq!(queens.to_permutation(), Some(vec![1, 3, 5, 0, 2, 4])),
///     other => panic!("{other:?}"),
/// }
/// assert!(matches!(classics::queens(6).is_unique()?, Uniqueness::Several(two) if two[0] != two[1]));
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug)]
pub enum Uniqueness {
    /// There is just this solution.
    Unique(Placement),
    /// There are at least these two.
    Several(Box<[Placement; 2]>),
    /// There is none.
    Infeasible(Infeasible),
    /// The engine stopped before it was known.
    Stopped(Stopped),
}

impl Uniqueness {
    /// Tells whether there is just one solution; `None` if that is not known.
    pub fn is_unique(&self) -> Option<bool> {
        match self {
            Self::Unique(_) => Some(true),
            Self::Several(_) | Self::Infeasible(_) => Some(false),
            Self::Stopped(_) => None,
        }
    }

    /// Returns the one solution there is.
    pub fn placement(&self) -> Option<&Placement> {
        match self {
            Self::Unique(placement) => Some(placement),
            _ => None,
        }
    }

    /// Returns what stopped the engine, if something did.
    pub fn stopped(&self) -> Option<&Stopped> {
        match self {
            Self::Stopped(stopped) => Some(stopped),
            _ => None,
        }
    }
}
