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

    /// Returns what an enumeration has not yet gone through; [`Problem::resume`] goes on with it, in this process or another.
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
///
/// # Examples
///
/// ```
/// use queenside::{Board, Outcome, Piece, classics};
///
/// let board: Board = "
///     . . .
///     . % .
///     . . .
/// ".parse()?;
/// let most = classics::non_attacking(board, Piece::KING).maximize()?;
/// let Outcome::Optimal(best) = most else { panic!("no limit was set") };
/// assert_eq!(best.value(), 4);
/// assert_eq!(best.placement().to_string(), "K . K\n. % .\nK . K\n");
/// # Ok::<(), queenside::Error>(())
/// ```
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
///
/// # Examples
///
/// ```
/// use queenside::{Solved, classics};
///
/// // Q . .
/// // . . Q      A third queen would see one of these two.
/// // . . .
/// let Solved::Infeasible(none) = classics::queens(3).solve()? else { panic!("three queens never fit") };
/// assert_eq!(none.statistics().solutions, 0);
/// # Ok::<(), queenside::Error>(())
/// ```
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
    ///
    /// ```
    /// use queenside::{Board, Options, Piece, classics};
    ///
    /// // Three queens cover 6×6, and two do not; asked to stop at once, the search proves nothing of the kind.
    /// let problem = classics::domination(Board::square(6), Piece::QUEEN);
    /// assert_eq!(problem.minimize()?.value(), Some(3));
    /// assert_eq!(problem.using(&Options::new().node_limit(0)).minimize()?.value(), None);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn value(&self) -> Option<i64> {
        self.optimum().map(Optimum::value)
    }

    /// Returns a placement that reaches the optimum, if it is proved.
    ///
    /// ```
    /// use queenside::{Piece, Placement, classics};
    ///
    /// // A wall lets two rooks share a row.
    /// let most = classics::non_attacking(". % .".parse()?, Piece::ROOK).maximize()?;
    /// assert_eq!(most.placement().map(Placement::to_string).as_deref(), Some("R % R\n"));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn placement(&self) -> Option<&Placement> {
        self.optimum().map(Optimum::placement)
    }

    /// Returns the proved optimum.
    ///
    /// ```
    /// use queenside::{Board, Piece, classics};
    ///
    /// let most = classics::non_attacking(Board::new(3, 5), Piece::ROOK).maximize()?;
    /// let best = most.optimum().expect("no limit was set");
    /// assert_eq!(format!("{} rooks: {}", best.value(), best.proof()), "3 rooks: the bound by lines was met");
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn optimum(&self) -> Option<&Optimum> {
        match self {
            Self::Optimal(optimum) => Some(optimum),
            _ => None,
        }
    }

    /// Returns what stopped the engine, if something did.
    ///
    /// ```
    /// use queenside::{Board, Options, Piece, classics};
    ///
    /// let problem = classics::non_attacking(Board::square(8), Piece::BISHOP);
    /// assert!(problem.maximize()?.stopped().is_none());
    /// let stopped = problem.using(&Options::new().node_limit(2)).maximize()?;
    /// assert_eq!(stopped.stopped().map(|stopped| stopped.statistics().nodes), Some(2));
    /// # Ok::<(), queenside::Error>(())
    /// ```
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
    ///
    /// ```
    /// use queenside::{Board, Piece, classics};
    ///
    /// // R . .
    /// // . R .
    /// let most = classics::non_attacking(Board::new(2, 3), Piece::ROOK).maximize()?;
    /// assert_eq!(most.optimum().map(|best| best.value()), Some(2));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn value(&self) -> i64 {
        self.value
    }

    /// Returns a placement that reaches it.
    ///
    /// ```
    /// use queenside::{Board, Piece, classics};
    ///
    /// let problem = classics::peaceable(Board::square(4), Piece::QUEEN);
    /// let most = problem.maximize()?;
    /// let armies = most.optimum().expect("no limit was set").placement();
    /// assert_eq!(armies.squares(problem.kind_named("white")?).len(), 2);
    /// assert_eq!(armies.squares(problem.kind_named("black")?).len(), 2);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn placement(&self) -> &Placement {
        &self.placement
    }

    /// Returns the engine that answered.
    ///
    /// ```
    /// use queenside::{Board, Engine, Piece, classics};
    ///
    /// // Nobody chose an engine; the search took the question.
    /// let most = classics::non_attacking(Board::square(5), Piece::KNIGHT).maximize()?;
    /// assert_eq!(most.optimum().map(|best| (best.value(), best.engine())), Some((13, Engine::Search)));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// Returns how it is known that nothing is better.
    ///
    /// ```
    /// use queenside::{Board, Piece, Proof, classics};
    ///
    /// // Nine blocks of 2×2 make up the board, and each holds a king at most.
    /// let most = classics::non_attacking(Board::square(6), Piece::KING).maximize()?;
    /// let best = most.optimum().expect("no limit was set");
    /// assert_eq!((best.value(), best.proof()), (9, &Proof::BoundMet("blocks".into())));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn proof(&self) -> &Proof {
        &self.proof
    }

    /// Returns what the answer cost.
    ///
    /// ```
    /// use queenside::{Board, Piece, classics};
    ///
    /// // Of the 2^49 ways to place bishops on 7×7 the search had to look at few.
    /// let most = classics::non_attacking(Board::square(7), Piece::BISHOP).maximize()?;
    /// let best = most.optimum().expect("no limit was set");
    /// assert!(best.value() == 12 && best.statistics().nodes < 1000);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// Returns the problem with the optimum as an added rule.
    ///
    /// ```
    /// use queenside::{Board, Piece, classics};
    ///
    /// // The four rooks of 4×4 stand in 4! ways.
    /// let most = classics::non_attacking(Board::square(4), Piece::ROOK).maximize()?;
    /// let optima = most.optimum().expect("no limit was set").optima();
    /// assert_eq!(optima.count()?.exact(), Some(24u32.into()));
    /// # Ok::<(), queenside::Error>(())
    /// ```
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
    ///
    /// ```
    /// use queenside::{Engine, Options, Solved, classics};
    ///
    /// let options = Options::new().engine(Engine::Brute);
    /// let solved = classics::queens(3).using(&options).solve()?;
    /// let Solved::Infeasible(none) = solved else { panic!("three queens never fit") };
    /// assert_eq!(none.engine(), Engine::Brute);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// Returns what the answer cost.
    ///
    /// ```
    /// use queenside::{Outcome, classics};
    ///
    /// // Q . . .
    /// // . . . .    With a queen in the corner the other three never fit.
    /// // . . . .
    /// // . . . .
    /// let most = classics::completion(4, [(0, 0)]).maximize()?;
    /// let Outcome::Infeasible(none) = most else { panic!("there is no such placement") };
    /// assert!(none.statistics().nodes < 10);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }
}

impl Unfinished {
    /// Returns the best placement found so far, and its value.
    ///
    /// ```
    /// use queenside::{Board, Options, Outcome, Piece, classics};
    ///
    /// let problem = classics::non_attacking(Board::square(8), Piece::BISHOP);
    /// let options = Options::new().solution_limit(1);
    /// let Outcome::Stopped(unfinished) = problem.using(&options).maximize()? else { panic!("it stops at the first") };
    /// // The first placement found, whatever its worth: at most the 14 bishops that fit.
    /// let (value, bishops) = unfinished.best().expect("one was found");
    /// assert!(value <= 14 && bishops.len() as i64 == value);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn best(&self) -> Option<(i64, &Placement)> {
        self.best.as_ref().map(|(value, placement)| (*value, placement))
    }

    /// Returns the bound that is proved so far: no solution is better.
    ///
    /// ```
    /// use queenside::{Board, Options, Outcome, Piece, classics};
    ///
    /// let problem = classics::non_attacking(Board::square(8), Piece::BISHOP);
    /// let options = Options::new().node_limit(0);
    /// let Outcome::Stopped(unfinished) = problem.using(&options).maximize()? else { panic!("no node was allowed") };
    /// // Each of 15 diagonals holds a bishop at most, that much is known before the search begins; the truth is 14.
    /// assert!((14..=15).contains(&unfinished.bound().expect("lines give a bound")));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn bound(&self) -> Option<i64> {
        self.bound
    }

    /// Returns what stopped the engine.
    ///
    /// ```
    /// use queenside::{Board, Cause, Options, Outcome, Piece, classics};
    ///
    /// let problem = classics::attacking(Board::square(8), Piece::QUEEN, 2);
    /// let options = Options::new().node_limit(20);
    /// let Outcome::Stopped(unfinished) = problem.using(&options).maximize()? else { panic!("20 are not enough") };
    /// assert_eq!(unfinished.stopped().cause(), Cause::NodeLimit);
    /// # Ok::<(), queenside::Error>(())
    /// ```
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
            Self::Unique(_) => Some(true),
            Self::Several(_) | Self::Infeasible(_) => Some(false),
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
            Self::Unique(placement) => Some(placement),
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
}
