//! Optima.

use std::fmt;
use std::sync::Arc;

use super::{Answer, Proof, Stopped};
use crate::language::{Area, Constraint, Kind, Kinds, Placement, Problem, Square, SquareSet, Weights};

/// A proved optimum.
///
/// # Examples
///
/// ```
/// use queenside::{Board, BoundName, Piece, Proof, classics};
///
/// let board: Board = "
///     . . .
///     . % .
///     . . .
/// ".parse()?;
/// let most = classics::non_attacking(board, Piece::KING).maximize()?;
/// let best = most.optimum()?.expect("the empty board is a solution");
/// assert_eq!(best.value(), 4);
/// assert_eq!(best.placement().to_string(), "K . K\n. % .\nK . K\n");
/// assert_eq!(best.proof(), &Proof::BoundMet { name: BoundName::Blocks });
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone)]
pub struct Optimum {
    pub(crate) value: i64,
    pub(crate) placement: Placement,
    pub(crate) proof: Proof,
    pub(crate) problem: Arc<Problem>,
    pub(crate) weights: Weights,
    /// 1 for a greatest value, −1 for a least one.
    #[cfg(feature = "cadical")]
    pub(crate) sign: i64,
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

    /// Returns the proof that nothing is better.
    pub fn proof(&self) -> &Proof {
        &self.proof
    }

    /// Returns the problem with the optimum as an added rule.
    ///
    /// ```
    /// use queenside::{Board, Piece, classics};
    ///
    /// // The four rooks of 4×4 stand in 4! ways.
    /// let most = classics::non_attacking(Board::square(4), Piece::ROOK).maximize()?;
    /// let best = most.optimum()?.expect("the empty board is a solution");
    /// assert_eq!(best.optima().count()?.exact()?, 24u32);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn optima(&self) -> Problem {
        let mut problem = (*self.problem).clone();
        let (open, list, kinds) = (problem.board().open(), self.weights.listed(&problem), problem.setup().kinds.len());
        let mut terms: Vec<(i64, Kind, Square)> = Vec::new();
        for (index, kind) in problem.kinds().enumerate() {
            let squares = open.iter().zip(list.iter().skip(index).step_by(kinds.max(1)));
            terms.extend(squares.filter(|(_, weight)| **weight != 0).map(|(square, weight)| (*weight, kind, square)));
        }
        let Some((first, _, _)) = terms.first().copied() else { return problem };
        let kinds: Kinds = terms.iter().map(|(_, kind, _)| *kind).collect();
        let squares: SquareSet = terms.iter().map(|(_, _, square)| *square).collect();
        let is_number =
            terms.iter().all(|(weight, _, _)| *weight == first) && terms.len() == kinds.iter().count() * squares.len();
        if is_number {
            let area = if squares == open { Area::Everywhere } else { Area::Squares(squares) };
            problem.add(Constraint::count(kinds, area, self.value / first));
        } else {
            problem.add(Constraint::linear(terms, self.value));
        }
        problem
    }
}

/// Prints the value and its proof, then the placement.
impl fmt::Display for Optimum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}\n{}", self.value, self.proof, self.placement)
    }
}

impl fmt::Debug for Optimum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Optimum")
            .field("value", &self.value)
            .field("placement", &self.placement)
            .field("proof", &self.proof)
            .finish_non_exhaustive()
    }
}

impl Answer<Option<Optimum>> {
    /// Returns the optimum; `None` if it is proved that there is no solution.
    ///
    /// # Errors
    ///
    /// Tells what stopped the engine, with the best so far and a bound.
    ///
    /// ```
    /// use queenside::{Board, Piece, classics};
    ///
    /// let most = classics::non_attacking(Board::new(3, 5), Piece::ROOK).maximize()?;
    /// let best = most.optimum()?.expect("the empty board is a solution");
    /// assert_eq!(format!("{} rooks: {}", best.value(), best.proof()), "3 rooks: the bound by lines was met");
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn optimum(&self) -> Result<Option<Optimum>, Stopped> {
        self.exact()
    }

    /// Returns the optimal value; `None` if it is proved that there is no solution.
    ///
    /// # Errors
    ///
    /// Tells what stopped the engine, with the best so far and a bound.
    ///
    /// ```
    /// use queenside::{Board, Options, Piece, classics};
    ///
    /// // Three queens cover 6×6, and two do not; asked to stop at once, the search proves nothing of the kind.
    /// let problem = classics::domination(Board::square(6), Piece::QUEEN);
    /// assert_eq!(problem.minimize()?.value()?, Some(3));
    /// assert!(problem.using(&Options::new().node_limit(0)).minimize()?.value().is_err());
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn value(&self) -> Result<Option<i64>, Stopped> {
        self.known().map(|best| best.as_ref().map(Optimum::value)).map_err(Clone::clone)
    }

    /// Returns a placement that reaches the optimum; `None` if it is proved that there is no solution.
    ///
    /// # Errors
    ///
    /// Tells what stopped the engine, with the best so far and a bound.
    ///
    /// ```
    /// use queenside::{Piece, Placement, classics};
    ///
    /// // A wall lets two rooks share a row.
    /// let most = classics::non_attacking(". % .".parse()?, Piece::ROOK).maximize()?;
    /// assert_eq!(most.placement()?.as_ref().map(Placement::to_string).as_deref(), Some("R % R\n"));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn placement(&self) -> Result<Option<Placement>, Stopped> {
        self.known().map(|best| best.as_ref().map(|best| best.placement.clone())).map_err(Clone::clone)
    }

    /// Returns the problem with the proved optimum as an added rule, for questions about all optimal placements: their
    /// number, classes, and so on. If there is no solution it is the problem itself.
    ///
    /// # Errors
    ///
    /// Tells what stopped the engine: the optimum is not known then.
    ///
    /// ```
    /// use queenside::{Board, Piece, Problem};
    ///
    /// let mut problem = Problem::new(Board::square(4));
    /// problem.add_kind("king", Piece::KING);
    /// let optima = problem.non_attacking().maximize()?.optima()?;
    /// assert_eq!(optima.count()?.exact()?, 79u32);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn optima(&self) -> Result<Problem, Stopped> {
        match self.known() {
            Ok(Some(optimum)) => Ok(optimum.optima()),
            Ok(None) => Ok((*self.problem).clone()),
            Err(stopped) => Err(stopped.clone()),
        }
    }

    /// Returns the best placement found, whether or not it is proved optimal.
    ///
    /// ```
    /// use queenside::{Board, Options, Piece, classics};
    ///
    /// let bishops = classics::non_attacking(Board::square(8), Piece::BISHOP);
    /// for options in [Options::new(), Options::new().solution_limit(1)] {
    ///     let most = bishops.using(&options).maximize()?;
    ///     assert_eq!(most.best().map(|best| best.len() as i64), most.best_value());
    ///     assert!(most.best_value() <= Some(14) && most.bound() >= Some(14));
    /// }
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn best(&self) -> Option<&Placement> {
        match self.known() {
            Ok(best) => best.as_ref().map(Optimum::placement),
            Err(stopped) => stopped.best(),
        }
    }

    /// Returns the value of the [best](Self::best) placement found.
    pub fn best_value(&self) -> Option<i64> {
        match self.known() {
            Ok(best) => best.as_ref().map(Optimum::value),
            Err(stopped) => stopped.best_value(),
        }
    }

    /// Returns the proved bound: no solution is better. For an optimum it is the value.
    #[doc(alias = "lower_bound")]
    #[doc(alias = "upper_bound")]
    pub fn bound(&self) -> Option<i64> {
        match self.known() {
            Ok(best) => best.as_ref().map(Optimum::value),
            Err(stopped) => stopped.bound(),
        }
    }
}

/// Prints a summary in one line, then the placement.
impl fmt::Display for Answer<Option<Optimum>> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.known() {
            Ok(Some(best)) => write!(f, "{} by {}: {}\n{}", best.value, self.engine(), best.proof, best.placement),
            Ok(None) => writeln!(f, "nothing satisfies the rules, by {}", self.engine()),
            Err(stopped) => {
                writeln!(f, "{stopped}")?;
                stopped.best().map_or(Ok(()), |best| write!(f, "{best}"))
            }
        }
    }
}
