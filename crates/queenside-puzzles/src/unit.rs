//! Squares that a person looks at together.

use std::sync::Arc;

use queenside::{Direction, Interval, Square, SquareSet};

/// Squares that a person looks at together, and how many pieces stand there: a row with one queen, a region with two stars, the
/// squares from which some square can be attacked.
///
/// # Examples
///
/// ```
/// use queenside::classics;
/// use queenside_puzzles::{Puzzle, Reason, UnitName};
///
/// // . Q . .    The queens of the first two rows are given. In row 2, only the first square is left.
/// // . . . Q
/// // Q . . .
/// // . . Q .
/// let puzzle = Puzzle::of(&classics::completion(4, [(0, 1), (1, 3)]))?;
/// let unit = puzzle.steps().iter().find_map(|step| match step.reason() {
///     Reason::LastPlaces { unit } if *unit.name() == UnitName::Row(2) => Some(unit),
///     _ => None,
/// });
/// let unit = unit.expect("it is a step");
/// assert_eq!((unit.rule(), unit.range(), unit.squares().len()), (Some(1), 1.into(), 4));
/// # Ok::<(), queenside_puzzles::Unfit>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    name: UnitName,
    rule: Option<usize>,
    squares: Arc<SquareSet>,
    range: Interval,
}

impl Unit {
    pub(crate) fn new(name: UnitName, rule: Option<usize>, squares: SquareSet, range: Interval) -> Self {
        Self { name, rule, squares: Arc::new(squares), range }
    }

    /// Returns what the squares are.
    ///
    /// For an example see [`Unit`].
    pub fn name(&self) -> &UnitName {
        &self.name
    }

    /// Returns the index of the rule that says how many stand there, in [`Problem::constraints`](queenside::Problem::constraints);
    /// `None` if it is not one rule that does.
    ///
    /// For an example see [`Unit`].
    pub fn rule(&self) -> Option<usize> {
        self.rule
    }

    /// Returns the squares, occupied or not.
    ///
    /// For an example see [`Unit`].
    pub fn squares(&self) -> &SquareSet {
        &self.squares
    }

    /// Returns how many of the counted pieces stand there.
    ///
    /// For an example see [`Unit`].
    pub fn range(&self) -> Interval {
        self.range
    }
}

/// What the squares of a [`Unit`] are.
///
/// For an example see [`Unit`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnitName {
    /// All squares of the board.
    Board,
    /// A row, counted from the top and from 0.
    Row(usize),
    /// A column, counted from the left and from 0.
    Column(usize),
    /// Another line of squares.
    Line(Direction),
    /// A region of the board, by its name.
    Region(String),
    /// One square, which holds one piece at most.
    Square(Square),
    /// The squares from which this square can be attacked; where a rule asks for cover of vacant squares, also the square
    /// itself.
    Cover(Square),
    /// The squares that the piece on this square attacks.
    Sight(Square),
    /// Squares of which any two exclude each other.
    Apart,
    /// Other squares that a rule counts.
    Squares,
}
