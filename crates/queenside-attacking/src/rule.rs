//! The number of others that each queen attacks.

use std::fmt;
use std::str::FromStr;

use queenside::{Board, Constraint, Interval, Piece, Problem};

/// How many others each queen attacks, by sight: exactly k, as in Q(k, n), or at most k, as in q(k, n).
///
/// # Examples
///
/// ```
/// use queenside_attacking::Rule;
///
/// // Q . Q . Q    Sixteen queens on the edge of 5×5, each attacking at most five others.
/// let rule: Rule = "at most 5".parse().expect("it is written as it is printed");
/// assert_eq!(rule, Rule::AtMost(5));
/// assert_eq!(rule.problem(5).maximize()?.value()?, Some(16));
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// Each queen attacks exactly this number of others.
    Exactly(u32),
    /// Each queen attacks at most this number of others.
    AtMost(u32),
}

impl Rule {
    /// Returns the number k of others.
    ///
    /// ```
    /// use queenside_attacking::Rule;
    ///
    /// // Q Q    Each of two attacks one.
    /// assert_eq!((Rule::Exactly(1).others(), Rule::AtMost(8).others()), (1, 8));
    /// ```
    pub fn others(self) -> u32 {
        let (Self::Exactly(k) | Self::AtMost(k)) = self;
        k
    }

    /// Returns the allowed numbers of others.
    ///
    /// ```
    /// use queenside_attacking::Rule;
    ///
    /// // Q . Q . .    In a row of two no queen sees two others, so this satisfies only the second.
    /// assert!(!Rule::Exactly(2).range().contains(1));
    /// assert!(Rule::AtMost(2).range().contains(1));
    /// ```
    pub fn range(self) -> Interval {
        match self {
            Self::Exactly(k) => k.into(),
            Self::AtMost(k) => (..=k).into(),
        }
    }

    /// Returns the problem of this rule on an n×n board. The kind is named "queen".
    ///
    /// ```
    /// use queenside_attacking::Rule;
    ///
    /// // Q Q Q
    /// // . . .    Six queens, each of which sees three.
    /// // Q Q Q
    /// assert_eq!(Rule::Exactly(3).problem(3).maximize()?.value()?, Some(6));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn problem(self, n: usize) -> Problem {
        self.on(Board::square(n))
    }

    /// Returns the problem of this rule on any board. The kind is named "queen".
    ///
    /// ```
    /// use queenside::Board;
    /// use queenside_attacking::Rule;
    ///
    /// // Q Q % Q Q
    /// let board: Board = ". . % . .".parse()?;
    /// assert_eq!(Rule::Exactly(1).on(board).maximize()?.value()?, Some(4));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn on(self, board: Board) -> Problem {
        let mut problem = Problem::new(board);
        let queen = problem.add_kind("queen", Piece::QUEEN);
        problem.with(Constraint::attacks(queen, queen, self.range()))
    }
}

/// "exactly 3", "at most 3".
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exactly(k) => write!(f, "exactly {k}"),
            Self::AtMost(k) => write!(f, "at most {k}"),
        }
    }
}

impl FromStr for Rule {
    type Err = ParseRuleError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |text: &str| text.trim().parse().ok();
        let exactly = text.strip_prefix("exactly ").and_then(number).map(Self::Exactly);
        let at_most = || text.strip_prefix("at most ").and_then(number).map(Self::AtMost);
        exactly.or_else(at_most).ok_or_else(|| ParseRuleError { text: text.to_owned() })
    }
}

/// A text is not a [`Rule`].
///
/// # Examples
///
/// ```
/// use queenside_attacking::Rule;
///
/// let error = "about 3".parse::<Rule>().expect_err("a rule is exact or an upper limit");
/// assert_eq!(error.to_string(), "\"about 3\" is neither \"exactly k\" nor \"at most k\"");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is neither \"exactly k\" nor \"at most k\"")]
pub struct ParseRuleError {
    text: String,
}
