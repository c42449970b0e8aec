//! Proofs and costs of answers.

use std::fmt;
use std::time::Duration;

use crate::answer::BoundName;

/// How an answer is proved.
///
/// # Examples
///
/// ```
/// use queenside::{Board, BoundName, Piece, Proof, classics};
///
/// // Eight rows hold a rook each at most; that fourteen bishops are the most takes a search.
/// let proof = |piece| {
///     let most = classics::non_attacking(Board::square(8), piece).maximize()?;
///     Ok::<_, queenside::Error>(most.optimum()?.map(|best| best.proof().clone()))
/// };
/// assert_eq!(proof(Piece::ROOK)?, Some(Proof::BoundMet { name: BoundName::Lines }));
/// assert_eq!(proof(Piece::BISHOP)?, Some(Proof::Exhausted));
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Proof {
    /// The whole search space was explored.
    Exhausted,
    /// The value meets a bound that no placement exceeds.
    BoundMet {
        /// The name of the bound.
        name: BoundName,
    },
    /// A solver closed the gap between the best value and its bound.
    GapClosed {
        /// The name of the solver.
        solver: &'static str,
    },
    /// A solver refuted that there is anything better.
    Refuted {
        /// The name of the solver.
        solver: &'static str,
    },
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exhausted => f.write_str("the search was exhausted"),
            Self::GapClosed { solver } => write!(f, "{solver} closed the gap"),
            Self::Refuted { solver } => write!(f, "{solver} refuted anything better"),
            Self::BoundMet { name } => write!(f, "the bound by {name} was met"),
        }
    }
}

/// The cost of an answer.
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
    /// Nodes of the search tree; for an external solver, the questions to it and its nodes or conflicts.
    pub nodes: u64,
    /// Solutions found on the way: an exact count and classes find one of each orbit of branches, which is fewer.
    pub solutions: u64,
    /// Time since the question.
    pub elapsed: Duration,
}
