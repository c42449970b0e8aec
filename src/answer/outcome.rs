//! Optima, and what is known where there is none.

use std::fmt;
use std::sync::Arc;

use super::{Proof, Statistics, Stopped};
use crate::constraint::{Area, Constraint};
use crate::error::{Error, Fault};
use crate::kind::{Kind, Kinds};
use crate::options::Engine;
use crate::placement::Placement;
use crate::problem::Problem;

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
    /// 1 where the greatest value was asked for, −1 where the least.
    #[cfg(all(feature = "cadical", feature = "ilp"))]
    pub(crate) sign: i64,
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
/// assert!(best <= 14 && unfinished.bound() == Some(14));
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

    /// Returns the engine that answered, or was at work when it stopped.
    ///
    /// ```
    /// use queenside::{Board, Engine, Piece, classics};
    ///
    /// // By default the crate chooses, and the answer tells.
    /// let most = classics::non_attacking(Board::new(3, 5), Piece::ROOK).maximize()?;
    /// assert_eq!((most.value(), most.engine()), (Some(3), Engine::Search));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn engine(&self) -> Engine {
        match self {
            Self::Optimal(optimum) => optimum.engine,
            Self::Infeasible(infeasible) => infeasible.engine,
            Self::Stopped(unfinished) => unfinished.stopped.engine,
        }
    }

    /// Returns what it cost.
    ///
    /// ```
    /// use queenside::{Board, Options, Piece, classics};
    ///
    /// let problem = classics::domination(Board::square(8), Piece::QUEEN);
    /// let unfinished = problem.using(&Options::new().node_limit(10)).minimize()?;
    /// assert_eq!((unfinished.value(), unfinished.statistics().nodes), (None, 10));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn statistics(&self) -> Statistics {
        match self {
            Self::Optimal(optimum) => optimum.statistics,
            Self::Infeasible(infeasible) => infeasible.statistics,
            Self::Stopped(unfinished) => unfinished.stopped.statistics,
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
