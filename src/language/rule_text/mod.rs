//! Rules as lines of text, both ways.
//!
//! - `read`: from a line to a rule;
//! - `write`: from a rule to a line.

mod read;
mod write;

use std::str::FromStr;

use crate::language::scan::{Scanner, is_of_word};
use crate::language::{Constraint, Direction, Fault, Interval, Invalid, Problem, Symmetry};
pub(crate) use read::read;
use read::{finished, interval};
#[cfg(feature = "tasks")]
pub(crate) use read::{kind_at, read_squares, squares_at};
use write::Writer;
#[cfg(feature = "tasks")]
pub(crate) use write::{write_square, write_squares};

/// The words that mean something where a kind may be named.
const KEYWORDS: [&str; 4] = ["non-attacking", "sum", "symmetric", "pieces"];

const SYMMETRIES: [(Symmetry, &str); 8] = [
    (Symmetry::Identity, "identity"),
    (Symmetry::QuarterTurn, "quarter-turn"),
    (Symmetry::HalfTurn, "half-turn"),
    (Symmetry::ThreeQuarterTurn, "three-quarter-turn"),
    (Symmetry::MirrorColumns, "mirror-columns"),
    (Symmetry::MirrorRows, "mirror-rows"),
    (Symmetry::Transpose, "transpose"),
    (Symmetry::Antitranspose, "antitranspose"),
];

const DIRECTIONS: [(Direction, &str); 4] = [
    (Direction::ROW, "row"),
    (Direction::COLUMN, "column"),
    (Direction::DIAGONAL, "diagonal"),
    (Direction::ANTIDIAGONAL, "antidiagonal"),
];

impl Constraint {
    /// Reads a rule from a line of text, with the names of a problem's kinds and regions.
    ///
    /// | text | rule |
    /// | --- | --- |
    /// | `queen attacks rook, king: 0` | [`attacks`](Self::attacks): each queen attacks a number in this range of rooks and kings |
    /// | `non-attacking` | no piece attacks another: `pieces attacks pieces: 0` |
    /// | `queen covers board: 1..` | [`covered`](Self::covered): each of these squares is covered by a number in this range of queens |
    /// | `queen in rows: 1` | [`count`](Self::count): each of these areas holds a number in this range of queens |
    /// | `queen on {a1, c2}` | [`fixed`](Self::fixed): a queen stands on each of these squares |
    /// | `queen occupies [row, column]: ..=9` | [`occupied_lines`](Self::occupied_lines): how many lines of these directions hold a queen |
    /// | `white minus black: 0` | [`balance`](Self::balance): how many more there are of the first than of the others |
    /// | `sum [3 queen a1, -2 king b2]: 1..` | [`linear`](Self::linear): the sum of the numbers whose kind stands on their square |
    /// | `symmetric [half-turn]: board` | [`symmetric`](Self::symmetric): these squares hold the same as their images |
    ///
    /// - A *kind* is a name, in quotes if it is more than a word of letters, digits, `-` and `_`, or has another meaning here;
    ///   `pieces` are all kinds that are no blockers. Several have commas between them.
    /// - A *range* is `2`, `1..`, `..=2`, `1..=2`, or `..` for any number.
    /// - An *area* is `board`; squares, as `{a1, b2}`, in [algebraic names](crate::Square); `region NAME`; `each region`; `rows`,
    ///   `columns`, `diagonals`; `lines [row, diagonal, (1,2)]` of these directions; `every line`; `each of [{a1, b2}, {c3}]`.
    /// - A *direction* is `row`, `column`, `diagonal`, `antidiagonal`, or rows down and columns to the right, as `(1,2)`.
    /// - A *symmetry* is `half-turn`, `quarter-turn`, `three-quarter-turn`, `mirror-columns`, `mirror-rows`, `transpose`,
    ///   `antitranspose` or `identity`; then perhaps `shift (1,2)`; then perhaps `swap white black`.
    /// - After the range of `attacks` and `covers` may come `, through` ([`through`](Self::through)), and after that of
    ///   `covers` also `, where vacant` ([`where_vacant`](Self::where_vacant)).
    ///
    /// # Errors
    ///
    /// Reports what is not understood, with its column and what would have been allowed.
    ///
    /// ```
    /// use queenside::{Area, Board, Constraint, Piece, Problem};
    ///
    /// let mut problem = Problem::new(Board::square(8));
    /// let queen = problem.add_kind("queen", Piece::QUEEN);
    /// let rule = Constraint::parse(&problem, "queen attacks queen: ..=1")?;
    /// assert_eq!(rule, Constraint::attacks(queen, queen, ..=1));
    /// let rule = Constraint::parse(&problem, "queen covers board: 1.., where vacant")?;
    /// assert_eq!(rule, Constraint::covered(Area::Everywhere, queen, 1..).where_vacant());
    ///
    /// let error = Constraint::parse(&problem, "queen attacks king: 0").unwrap_err();
    /// assert_eq!(error.to_string(), "line 1, column 15: no kind is named \"king\"; there are queen");
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn parse(problem: &Problem, text: &str) -> Result<Self, Invalid> {
        read(problem, text).map_err(|misread| misread.fault(text).into())
    }

    /// Returns the rule as a line of text that [`parse`](Self::parse) reads.
    ///
    /// # Errors
    ///
    /// Reports kinds and regions of another problem, and modifiers that mean nothing to the rule.
    ///
    /// ```
    /// use queenside::{Board, Constraint, classics};
    ///
    /// let problem = classics::queens(8);
    /// let lines: Vec<_> = problem.constraints().iter().map(|rule| rule.to_text(&problem)).collect::<Result<_, _>>()?;
    /// assert_eq!(lines, ["non-attacking", "queen in rows: 1", "queen in columns: 1"]);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn to_text(&self, problem: &Problem) -> Result<String, Invalid> {
        let place = format!("the rule ({})", self.name());
        let misplaced = self.misplaced.iter();
        let faults = misplaced.map(|modifier| Fault::MisplacedModifier { place: place.clone(), modifier });
        Invalid::unless_empty(faults.collect())?;
        Writer { problem, place }.rule(self)
    }
}

/// Reads `2`, `1..`, `..=2`, `1..=2` or `..`, as [`Display`](std::fmt::Display) prints them. `1..2` is refused: some
/// languages mean 2 by it and others do not.
///
/// ```
/// use queenside::Interval;
///
/// assert_eq!("1..=2".parse(), Ok(Interval::from(1..=2)));
/// assert_eq!("7".parse(), Ok(Interval::from(7)));
/// assert!("1..2".parse::<Interval>().is_err());
/// ```
impl FromStr for Interval {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let mut scanner = Scanner::new(text);
        let read = interval(&mut scanner).and_then(|range| finished(&mut scanner).map(|()| range));
        read.map_err(|misread| misread.fault(text).into())
    }
}

/// Writes a name, in quotes where it would be misunderstood without.
pub(crate) fn quoted(name: &str) -> String {
    let is_word = !name.is_empty() && name.chars().all(is_of_word) && !KEYWORDS.contains(&name);
    // What begins like a number would be read as one.
    if is_word && name.starts_with(char::is_alphabetic) {
        return name.to_owned();
    }
    format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
}
