//! Questions that make no sense, with all their faults at once.

use std::fmt;

use crate::language::{Direction, Interval, Square};

/// A question that makes no sense, or a text that cannot be read, with everything that is wrong with it.
///
/// Rules that contradict each other are no error (the answer is that nothing satisfies them), nor is running out of time
/// (that is [`Stopped`](crate::Stopped)).
///
/// # Examples
///
/// ```
/// use queenside::{Board, Constraint, Fault, Piece, Problem};
///
/// let mut problem = Problem::new(Board::square(4).with_walls([(9, 9)]));
/// let queen = problem.add_kind("queen", Piece::QUEEN);
/// problem.add(Constraint::count(queen, (7, 7), 3..3));
/// let error = problem.maximize().unwrap_err();
/// assert_eq!(error.faults().len(), 3);
/// assert_eq!(error.faults()[0].to_string(), "walls: (9,9) is not on the 4×4 board");
/// assert!(matches!(error.faults()[2], Fault::EmptyRange { .. }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invalid {
    faults: Vec<Fault>,
}

/// One fault of a question.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Fault};
///
/// let error = ". . %\n. .\n. ? .".parse::<Board>().unwrap_err();
/// assert_eq!(error.faults()[0], Fault::RaggedDiagram { line: 2, width: 2, expected: 3 });
/// assert!(matches!(error.faults()[1], Fault::UnknownCharacter { character: '?', line: 3, .. }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The board has no squares.
    #[error("a board of {rows}×{columns} has no squares")]
    NoSquares {
        /// Its rows.
        rows: usize,
        /// Its columns.
        columns: usize,
    },
    /// The board has more squares than a board may have.
    #[error("a board of {rows}×{columns} is too large: at most {max} squares")]
    TooManySquares {
        /// Its rows.
        rows: usize,
        /// Its columns.
        columns: usize,
        /// The largest number of squares.
        max: usize,
    },
    /// Squares are named that are not on the board.
    #[error("{place}: {} not on the {rows}×{columns} board", are(squares))]
    OffBoard {
        /// The part of the question that names them.
        place: String,
        /// The squares.
        squares: Vec<Square>,
        /// Rows of the board.
        rows: usize,
        /// Columns of the board.
        columns: usize,
    },
    /// Two regions or two kinds have the same name.
    #[error("{count} {what}s are named {name:?}")]
    DuplicateName {
        /// "kind" or "region".
        what: &'static str,
        /// The name.
        name: String,
        /// How many have it.
        count: usize,
    },
    /// A name cannot be printed and read again.
    #[error(
        "a {what} is named {name:?}: a name has characters, none of them a control character, no space at its ends"
    )]
    BadName {
        /// "kind" or "region".
        what: &'static str,
        /// The name.
        name: String,
    },
    /// Two kinds have the same symbol, or one that has another meaning in a diagram.
    #[error("kind {name:?} cannot be drawn as {symbol:?}: it is taken, or means something else in diagrams")]
    SymbolTaken {
        /// The kind.
        name: String,
        /// Its symbol.
        symbol: char,
    },
    /// There is nothing to place.
    #[error("the problem has no kinds: nothing can stand on its board")]
    NoKinds,
    /// There are more kinds than the crate can number.
    #[error("the problem has {count} kinds, at most {max} are possible")]
    TooManyKinds {
        /// Kinds of the problem.
        count: usize,
        /// The largest number of kinds.
        max: usize,
    },
    /// A piece has no moves and is not marked as a blocker.
    #[error("kind {name:?} is a piece without moves (one that only stands in the way is Piece::BLOCKER)")]
    NoMoves {
        /// The kind.
        name: String,
    },
    /// The question counts a piece that is not counted.
    #[error("a blocker only stands in the way: how many there are is not counted")]
    NotCounted,
    /// A piece has a move that leads nowhere.
    #[error("kind {name:?} has a move that leads nowhere: {movement}")]
    NullMove {
        /// The kind.
        name: String,
        /// The move.
        movement: String,
    },
    /// A piece has a step whose reverse is too long to be represented.
    #[error("kind {name:?} has a move that is too long: {movement}")]
    TooLongMove {
        /// The kind.
        name: String,
        /// The move.
        movement: String,
    },
    /// A rule or a question names a kind of another problem.
    #[error("{place} names a kind of another problem")]
    ForeignKind {
        /// The part of the question that names it.
        place: String,
    },
    /// A rule names no kinds.
    #[error("{place} names no kinds")]
    NoKindsNamed {
        /// That rule.
        place: String,
    },
    /// No kind has this name.
    #[error("the problem has no kind named {name:?}")]
    UnknownKind {
        /// The name.
        name: String,
    },
    /// No region has this name.
    #[error("the board has no region named {name:?}")]
    UnknownRegion {
        /// The name.
        name: String,
    },
    /// A rule names a region of another problem.
    #[error("{place} names a region of another problem")]
    ForeignRegion {
        /// The rule that names it.
        place: String,
    },
    /// A rule has a modifier that means nothing to it.
    #[error("{place}: {modifier}() means nothing to such a rule")]
    MisplacedModifier {
        /// Where.
        place: String,
        /// The modifier.
        modifier: &'static str,
    },
    /// A range is empty.
    #[error("{place}: the range {range}{} is empty", half_open(*range))]
    EmptyRange {
        /// The rule.
        place: String,
        /// The range.
        range: Interval,
    },
    /// A line leads nowhere.
    #[error("{place}: a line needs a direction, (0,0) is none")]
    NullDirection {
        /// The rule that names it.
        place: String,
    },
    /// Lines of other slopes than rows, columns and diagonals are not defined on a wrapped board.
    #[error("{place}: lines of slope {direction} are not defined on a wrapped board")]
    SlopeOnWrappedBoard {
        /// The rule that names them.
        place: String,
        /// The direction.
        direction: Direction,
    },
    /// The board does not have a symmetry that is named.
    #[error("{place}: {reason}")]
    LacksSymmetry {
        /// The part of the question that names it.
        place: String,
        /// The reason, with the values involved.
        reason: String,
    },
    /// Numbers have a sum that overflows.
    #[error("{place}: the numbers are too large to be added up")]
    TooLarge {
        /// The rule.
        place: String,
    },
    /// Two pieces are placed on one square.
    #[error("{square} is taken twice: by {first:?} and by {second:?}")]
    TakenTwice {
        /// The square.
        square: Square,
        /// The name of the first kind.
        first: String,
        /// The name of the second kind.
        second: String,
    },
    /// A text has no diagram in it.
    #[error("the diagram is empty")]
    EmptyDiagram,
    /// A line of a diagram is longer or shorter than the first.
    #[error("line {line} of the diagram has {width} squares, the first has {expected}")]
    RaggedDiagram {
        /// The line, counted from 1.
        line: usize,
        /// The number of its squares.
        width: usize,
        /// The number of squares of the first line.
        expected: usize,
    },
    /// A line of a diagram is longer or shorter than the rows of the board.
    #[error("line {line} of the diagram has {width} squares, the board {expected}: {}", off(*width, *expected))]
    DiagramLine {
        /// The line, counted from 1.
        line: usize,
        /// The number of its squares.
        width: usize,
        /// The number of columns of the board.
        expected: usize,
    },
    /// A diagram has another size than the board.
    #[error("the diagram is {rows}×{columns}, the board {board_rows}×{board_columns}")]
    DiagramSize {
        /// Rows of the diagram.
        rows: usize,
        /// Columns of the diagram.
        columns: usize,
        /// Rows of the board.
        board_rows: usize,
        /// Columns of the board.
        board_columns: usize,
    },
    /// A diagram has a character that means nothing there.
    #[error("line {line} has {character:?}: {expected}")]
    UnknownCharacter {
        /// The character.
        character: char,
        /// The line, counted from 1.
        line: usize,
        /// What is allowed there.
        expected: &'static str,
    },
    /// A row of a FEN has not as many squares as the others, or as the board.
    #[error("row {row} of the FEN has {width} squares, the board {expected}{}", more_rows(*others))]
    FenRow {
        /// The row, counted from 1 at the top.
        row: usize,
        /// The number of its squares.
        width: usize,
        /// The number of squares that it should have.
        expected: usize,
        /// How many further rows are of a wrong width too.
        others: usize,
    },
    /// A FEN has characters that are not understood.
    #[error("the FEN has {characters} in row {row}; {expected}")]
    FenCharacters {
        /// The characters, each once and in quotes.
        characters: String,
        /// The row of the first of them, counted from 1 at the top.
        row: usize,
        /// What is allowed.
        expected: String,
    },
    /// A line of text is not understood.
    #[error("line {line} is not understood: {text:?} ({expected})")]
    UnknownLine {
        /// The line, counted from 1.
        line: usize,
        /// Its text.
        text: String,
        /// What is allowed there.
        expected: &'static str,
    },
    /// A text is not understood at one place.
    #[error("line {line}, column {column}: {reason}")]
    NotUnderstood {
        /// The line, counted from 1.
        line: usize,
        /// The character of the line, counted from 1.
        column: usize,
        /// What is wrong there, and what would have been allowed.
        reason: String,
    },
    /// A group of symmetries was made for another board, or for other kinds.
    #[error(
        "the group was made for a {}×{} board, not for this {}×{} board and its kinds",
        made_for.0, made_for.1, found.0, found.1
    )]
    ForeignGroup {
        /// Rows and columns of the board that the group was made for.
        made_for: (usize, usize),
        /// Rows and columns of this one.
        found: (usize, usize),
    },
    /// A part of a search was made for another problem, engine or version of the crate.
    #[error("the part was made for {found:?}, this is {expected:?}")]
    ForeignPart {
        /// What the part was made for.
        found: String,
        /// What it must be made for.
        expected: String,
    },
    /// A part of a search names subtrees that the search tree of the problem cannot have, or one of them twice.
    #[error("the part names subtrees that the search tree of this problem cannot have, or one of them twice")]
    BrokenPart,
    /// A list of solutions cannot be certified, for it is not right or not complete.
    #[error("the list of solutions is not certified: {reason}")]
    NotCertified {
        /// What is wrong with it.
        reason: String,
    },
    /// What another solver answered cannot be used.
    #[error("the answer cannot be used: {reason}")]
    ForeignAnswer {
        /// What is wrong with it.
        reason: String,
    },
    /// A time limit, where the machine has no clock: `wasm32-unknown-unknown`.
    #[error("this machine has no clock, so no time limit can be kept; limit the nodes instead")]
    NoClock,
    /// The chosen engine cannot answer this question.
    #[error("the {engine} engine declines: {reason}")]
    Declined {
        /// The engine.
        engine: &'static str,
        /// The reason.
        reason: String,
    },
    /// The picture cannot be made.
    #[error("there is no such picture: {reason}")]
    NoPicture {
        /// The reason.
        reason: String,
    },
}

fn are(squares: &[Square]) -> String {
    const SHOWN: usize = 8;
    let mut text = squares.iter().take(SHOWN).map(Square::to_string).collect::<Vec<_>>().join(", ");
    if squares.len() > SHOWN {
        text = format!("{text} and {} more", squares.len() - SHOWN);
    }
    text + if squares.len() == 1 { " is" } else { " are" }
}

impl Invalid {
    pub(crate) fn unless_empty(faults: Vec<Fault>) -> Result<(), Self> {
        if faults.is_empty() { Ok(()) } else { Err(Self { faults }) }
    }

    /// Returns all faults, in the order of the question's parts.
    ///
    /// ```
    /// use queenside::{Board, Fault};
    ///
    /// let error = Board::square(3).with_walls([(3, 0)]).with_holes([(0, 1), (0, 4)]).check().unwrap_err();
    /// assert_eq!(error.faults().len(), 2);
    /// assert!(matches!(&error.faults()[1], Fault::OffBoard { squares, .. } if squares[..] == [(0, 4).into()]));
    /// ```
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// Tells whether the only fault is that the chosen engine cannot answer this question.
    ///
    /// ```
    /// use queenside::{Engine, Options, classics};
    ///
    /// // The question makes sense, but 2^64 subsets are too many to be tried: another engine may do.
    /// let brute = Options::new().engine(Engine::Brute);
    /// let error = classics::queens(8).using(&brute).count().unwrap_err();
    /// assert!(error.is_declined());
    /// assert_eq!(classics::queens(8).count()?.exact()?, 92u32);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn is_declined(&self) -> bool {
        self.faults.iter().all(|fault| matches!(fault, Fault::Declined { .. }))
    }
}

impl From<Fault> for Invalid {
    fn from(fault: Fault) -> Self {
        Self { faults: vec![fault] }
    }
}

impl std::error::Error for Invalid {}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.faults.len() > 1 {
            write!(f, "{} faults: ", self.faults.len())?;
        }
        for (index, fault) in self.faults.iter().enumerate() {
            if index > 0 {
                f.write_str("; ")?;
            }
            write!(f, "{fault}")?;
        }
        Ok(())
    }
}

/// How many squares there are too many or too few.
fn off(width: usize, expected: usize) -> String {
    format!("{} too {}", width.abs_diff(expected), if width > expected { "many" } else { "few" })
}

/// An empty range as it may have been written, without its end.
fn half_open(range: Interval) -> String {
    match (range.lower(), range.upper()) {
        (Some(min), Some(max)) => format!(" (or {min}..{})", max.saturating_add(1)),
        _ => String::new(),
    }
}

/// How many rows more than the one that was named.
fn more_rows(others: usize) -> String {
    match others {
        0 => String::new(),
        1 => ", and one more row is of a wrong width".to_owned(),
        others => format!(", and {others} more rows are of a wrong width"),
    }
}
