//! The answer to a question: what is known, or what stopped the engine, and how it was found.

use std::fmt;
use std::sync::Arc;

use super::{Count, Explanation, Minimum, Stopped};
use crate::answer::Statistics;
use crate::budget::Engine;
use crate::language::{Placement, Problem};

/// The answer to a question: what is known and proved, or else what stopped the engine; with the engine and the cost.
///
/// The type of what is known depends on the question:
///
/// | question | known |
/// | --- | --- |
/// | [`count`](Problem::count) | a [`Count`] |
/// | [`solve`](Problem::solve), [`sample`](Problem::sample), [`random`](Problem::random) | an `Option<Placement>`; `None`: there is no solution |
/// | [`maximize`](Problem::maximize) and the like | an `Option` of an [`Optimum`](crate::Optimum), likewise |
/// | [`uniqueness`](Problem::uniqueness) | a [`Uniqueness`](crate::Uniqueness) |
/// | [`count_by_size`](Problem::count_by_size) | a `Vec<Count>`: of no pieces, of one, and so on |
/// | [`minimize_by_size`](Problem::minimize_by_size) | a `Vec` of `Option`s of [`Minimum`] |
///
/// An answer that was cut short has no value to be mistaken for one: its value is the error [`Stopped`], which holds
/// the best so far and converts into [`Error`](crate::Error) by `?`.
///
/// # Examples
///
/// ```
/// use queenside::{Options, classics};
///
/// let counted = classics::queens(7).count()?;
/// assert_eq!(counted.exact()?, 40u32);
/// assert_eq!(counted.to_string(), "40 by search");
///
/// let stopped = classics::queens(7).using(&Options::new().node_limit(3)).count()?;
/// assert!(stopped.exact().is_err());
/// assert_eq!(stopped.statistics().nodes, 3);
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone)]
pub struct Answer<T> {
    pub(crate) problem: Arc<Problem>,
    known: Result<(T, Explanation), Stopped>,
}

impl<T> Answer<T> {
    pub(crate) fn new(problem: Arc<Problem>, known: Result<(T, Explanation), Stopped>) -> Self {
        Self { problem, known }
    }

    /// Returns what is known, or what stopped the engine.
    ///
    /// ```
    /// use queenside::classics;
    ///
    /// let two = classics::queens(4).count()?;
    /// assert!(two.known().is_ok_and(|count| *count == 2u32));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Tells what stopped the engine.
    pub fn known(&self) -> Result<&T, &Stopped> {
        self.known.as_ref().map(|(known, _)| known)
    }

    /// Returns what is known.
    ///
    /// # Errors
    ///
    /// Tells what stopped the engine.
    ///
    /// ```
    /// use queenside::{Error, Options, classics};
    ///
    /// fn solutions(n: usize, options: &Options) -> Result<u64, Box<dyn std::error::Error>> {
    ///     Ok(classics::queens(n).using(options).count()?.exact()?.try_into()?)
    /// }
    /// assert_eq!(solutions(8, &Options::new())?, 92);
    ///
    /// let error = solutions(8, &Options::new().node_limit(10)).unwrap_err();
    /// assert!(error.to_string().contains("the node limit was reached"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn exact(&self) -> Result<T, Stopped>
    where
        T: Clone,
    {
        self.known().cloned().map_err(Clone::clone)
    }

    /// Returns what stopped the engine, if it was stopped.
    pub fn stopped(&self) -> Option<&Stopped> {
        self.known.as_ref().err()
    }

    /// Returns the engine that answered, or was stopped.
    pub fn engine(&self) -> Engine {
        self.explain().engine()
    }

    /// Returns the cost of the answer.
    pub fn statistics(&self) -> Statistics {
        self.explain().statistics()
    }

    /// Returns how the answer was found: which engines were tried, why, in which turns, and with which bounds.
    ///
    /// ```
    /// use queenside::{Board, Engine, Options, Piece, classics};
    ///
    /// // K . K
    /// // . . .
    /// // K . K
    /// let kings = classics::non_attacking(Board::square(3), Piece::KING);
    /// let asked = kings.using(&Options::new().engine(Engine::Brute)).maximize()?;
    /// let turns = asked.explain().turns();
    /// assert_eq!((turns.len(), turns[0].engine), (1, Engine::Brute));
    /// assert!(asked.explain().to_string().starts_with("brute, since the options ask for it: answered"));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[doc(alias = "explanation")]
    pub fn explain(&self) -> &Explanation {
        match &self.known {
            Ok((_, explanation)) => explanation,
            Err(stopped) => stopped.explain(),
        }
    }

    pub(crate) fn explanation_mut(&mut self) -> &mut Explanation {
        match &mut self.known {
            Ok((_, explanation)) => explanation,
            Err(stopped) => stopped.explanation_mut(),
        }
    }

    pub(super) fn shown(
        &self,
        f: &mut fmt::Formatter<'_>,
        show: impl FnOnce(&T, &mut fmt::Formatter<'_>) -> fmt::Result,
    ) -> fmt::Result {
        match self.known() {
            Ok(known) => show(known, f),
            Err(stopped) => write!(f, "{stopped}"),
        }
    }
}

impl Answer<Option<Placement>> {
    /// Returns the placement; `None` if it is proved that there is no solution.
    ///
    /// # Errors
    ///
    /// Tells what stopped the engine.
    ///
    /// ```
    /// use queenside::classics;
    ///
    /// // . Q . .
    /// // . . . Q
    /// // Q . . .
    /// // . . Q .
    /// let queens = classics::completion(4, [(0, 1)]).solve()?.placement()?;
    /// assert_eq!(queens.and_then(|queens| queens.to_permutation()), Some(vec![1, 3, 0, 2]));
    /// assert_eq!(classics::completion(4, [(0, 0)]).solve()?.placement()?, None);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn placement(&self) -> Result<Option<Placement>, Stopped> {
        self.exact()
    }
}

impl<T: fmt::Debug> fmt::Debug for Answer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.known {
            Ok((known, explanation)) => f
                .debug_struct("Answer")
                .field("known", known)
                .field("engine", &explanation.engine())
                .finish_non_exhaustive(),
            Err(stopped) => f.debug_tuple("Answer").field(stopped).finish(),
        }
    }
}

impl fmt::Display for Answer<Count> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.shown(f, |count, f| write!(f, "{count} by {}", self.engine()))
    }
}

/// Prints one line, then the placement.
impl fmt::Display for Answer<Option<Placement>> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.shown(f, |found, f| match found {
            Some(placement) => write!(f, "a solution by {}\n{placement}", self.engine()),
            None => write!(f, "nothing satisfies the rules, by {}", self.engine()),
        })
    }
}

/// Prints one line per number of pieces.
impl fmt::Display for Answer<Vec<Count>> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.shown(f, |counts, f| {
            writeln!(f, "by {}", self.engine())?;
            counts.iter().enumerate().try_for_each(|(size, count)| writeln!(f, "{size}: {count}"))
        })
    }
}

/// Prints one line per number of pieces.
impl fmt::Display for Answer<Vec<Option<Minimum>>> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.shown(f, |all, f| {
            writeln!(f, "by {}", self.engine())?;
            all.iter().enumerate().try_for_each(|(size, min)| match min {
                Some(min) => writeln!(f, "{size}: {min}"),
                None => writeln!(f, "{size}: nothing satisfies the rules"),
            })
        })
    }
}
