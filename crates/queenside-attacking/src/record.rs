//! Boards that were found, one line each.

use std::fmt;
use std::str::FromStr;

use super::Rule;
use queenside::{Invalid, Placement, Square, SquareSet};

/// Queens on an n×n board, with the rule they claim to obey.
///
/// As text it is one line: the rule, n, and the queens. For each queen in reading order it has the number of vacant
/// squares since the previous one, or the first square, in base 26: letters are digits, `a` is 0, and the last digit of
/// a number is a capital. A vacant board is a `-`.
///
/// # Examples
///
/// ```
/// use queenside_attacking::Record;
///
/// // Q . Q .    No vacant square before the first, one before the second, six before the third, one before the last.
/// // . . . .
/// // . Q . Q
/// // . . . .
/// let record: Record = "exactly 1 4 ABGB".parse()?;
/// assert_eq!(record.queens(), &[(0, 0), (0, 2), (2, 1), (2, 3)].into());
/// assert!(record.holds()?);
/// assert_eq!(record.to_string(), "exactly 1 4 ABGB");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    rule: Rule,
    n: usize,
    queens: SquareSet,
}

const BASE: usize = 26;

impl Record {
    /// Makes a record of queens, without judging it.
    ///
    /// ```
    /// use queenside_attacking::{Record, Rule};
    ///
    /// // Q . .
    /// // . . Q    On a 3×3 board two queens need not attack each other.
    /// // . . .
    /// let record = Record::new(Rule::AtMost(0), 3, [(0, 0), (1, 2)]);
    /// assert_eq!(record.to_string(), "at most 0 3 AE");
    /// ```
    pub fn new(rule: Rule, n: usize, queens: impl Into<SquareSet>) -> Self {
        Self { rule, n, queens: queens.into() }
    }

    /// Returns the rule.
    ///
    /// ```
    /// use queenside_attacking::{Record, Rule};
    ///
    /// // Q Q
    /// // . .
    /// let record: Record = "exactly 1 2 AA".parse()?;
    /// assert_eq!(record.rule(), Rule::Exactly(1));
    /// # Ok::<(), queenside_attacking::ParseRecordError>(())
    /// ```
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// Returns the number of rows, and of columns, of the board.
    ///
    /// ```
    /// use queenside_attacking::Record;
    ///
    /// // Q Q
    /// // . .
    /// let record: Record = "exactly 1 2 AA".parse()?;
    /// assert_eq!(record.n(), 2);
    /// # Ok::<(), queenside_attacking::ParseRecordError>(())
    /// ```
    pub fn n(&self) -> usize {
        self.n
    }

    /// Returns the squares of the queens.
    ///
    /// ```
    /// use queenside_attacking::Record;
    ///
    /// // . Q
    /// // Q .
    /// let record: Record = "exactly 1 2 BA".parse()?;
    /// assert_eq!(record.queens().len(), 2);
    /// assert!(record.queens().contains((0, 1)));
    /// # Ok::<(), queenside_attacking::ParseRecordError>(())
    /// ```
    pub fn queens(&self) -> &SquareSet {
        &self.queens
    }

    /// Makes a placement of it, in the [problem](Rule::problem) of its rule.
    ///
    /// # Errors
    ///
    /// Reports queens that stand off the board, and a board without squares.
    ///
    /// ```
    /// use queenside_attacking::Record;
    ///
    /// let record: Record = "exactly 1 2 AA".parse()?;
    /// assert_eq!(record.placement()?.to_string().trim(), "Q Q\n. .");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn placement(&self) -> Result<Placement, Invalid> {
        let problem = self.rule.problem(self.n);
        let queen = problem.kind_named("queen")?;
        Placement::new(&problem, self.queens.iter().map(|square| (queen, square)))
    }

    /// Tells whether the queens obey the rule, by the reference meaning.
    ///
    /// # Errors
    ///
    /// Reports queens that stand off the board, and a board without squares.
    ///
    /// ```
    /// use queenside_attacking::Record;
    ///
    /// // Q Q    Three queens that attack two others each, not one.
    /// // Q .
    /// assert!("exactly 2 2 AAA".parse::<Record>()?.holds()?);
    /// assert!(!"exactly 1 2 AAA".parse::<Record>()?.holds()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn holds(&self) -> Result<bool, Invalid> {
        Ok(self.placement()?.judge(&self.rule.problem(self.n))?.is_solution())
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ", self.rule, self.n)?;
        if self.queens.is_empty() {
            return f.write_str("-");
        }
        let (mut next, base) = (0, BASE as u128);
        for square in &self.queens {
            // A queen off the board, which can only be printed, counts as if rows were longer; it may be very far away.
            let index = square.row() as u128 * self.n as u128 + square.column() as u128;
            let mut vacant = index.saturating_sub(next);
            next = index + 1;
            let mut digits = vec![(b'A' + (vacant % base) as u8) as char];
            while vacant >= base {
                vacant /= base;
                digits.push((b'a' + (vacant % base) as u8) as char);
            }
            f.write_str(&digits.iter().rev().collect::<String>())?;
        }
        Ok(())
    }
}

impl FromStr for Record {
    type Err = ParseRecordError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = |reason: &str| ParseRecordError { reason: reason.to_owned() };
        let mut parts = text.trim().rsplitn(3, ' ');
        let (Some(queens), Some(n), Some(rule)) = (parts.next(), parts.next(), parts.next()) else {
            return Err(wrong("a board is a rule, a size and queens"));
        };
        let rule = rule.parse().map_err(|error: super::ParseRuleError| wrong(&error.to_string()))?;
        let n = n.parse().ok().filter(|n| (1..=1 << 16).contains(n));
        let n: usize = n.ok_or_else(|| wrong("the size of a board is a number from 1 to 65536"))?;
        let mut squares = SquareSet::new();
        let (mut next, mut vacant) = (0usize, 0usize);
        let letters = if queens == "-" { "" } else { queens };
        for letter in letters.chars() {
            if !letter.is_ascii_alphabetic() {
                return Err(wrong(&format!("queens are written in letters, {letter:?} is none")));
            }
            vacant = vacant * BASE + (letter.to_ascii_lowercase() as u8 - b'a') as usize;
            if next + vacant >= n * n {
                return Err(wrong(&format!("a queen stands off the {n}×{n} board")));
            }
            if letter.is_ascii_uppercase() {
                squares.insert(Square::new((next + vacant) / n, (next + vacant) % n));
                (next, vacant) = (next + vacant + 1, 0);
            }
        }
        if queens.ends_with(|last: char| last.is_ascii_lowercase()) {
            return Err(wrong("the last number has no last digit"));
        }
        Ok(Self { rule, n, queens: squares })
    }
}

/// A text is not a [`Record`].
///
/// # Examples
///
/// ```
/// use queenside_attacking::Record;
///
/// let error = "exactly 1 2 AZ".parse::<Record>().expect_err("there are four squares");
/// assert_eq!(error.to_string(), "a queen stands off the 2×2 board");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct ParseRecordError {
    reason: String,
}
