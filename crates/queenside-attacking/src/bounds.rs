//! Bounds on the number of queens, by name. The library computes them, for any board with walls and holes: see
//! [`Problem::bounds`](queenside::Problem::bounds).
//!
//! A bound for queens that attack at most k others holds for those that attack exactly k: Q(k, n) ≤ q(k, n).

use super::Rule;
use queenside::{Board, Bound, BoundName, Invalid};

/// Returns every bound that applies to a rule on a board, the least first.
///
/// # Errors
///
/// Reports the faults of the board.
///
/// ```
/// use queenside::Board;
/// use queenside_attacking::{Rule, bounds};
///
/// let all = bounds::all(Rule::AtMost(1), &Board::square(9))?;
/// let all: Vec<_> = all.iter().map(|bound| bound.to_string()).collect();
/// assert_eq!(all, ["12 by rows and columns", "14 by line ends", "32 by line ends and corners", "81 by squares"]);
/// # Ok::<(), queenside::Error>(())
/// ```
pub fn all(rule: Rule, board: &Board) -> Result<Vec<Bound>, Invalid> {
    rule.on(board.clone()).bounds()
}

/// Returns the least of all bounds.
///
/// # Errors
///
/// Reports the faults of the board.
///
/// ```
/// use queenside::Board;
/// use queenside_attacking::{Rule, bounds};
///
/// // Q(1..=5, 8), all of which are reached.
/// let best = |k| bounds::best(Rule::Exactly(k), &Board::square(8)).map(|bound| bound.value());
/// assert_eq!([best(1)?, best(2)?, best(3)?, best(4)?, best(5)?], [10, 14, 18, 21, 0]);
/// # Ok::<(), queenside::Error>(())
/// ```
pub fn best(rule: Rule, board: &Board) -> Result<Bound, Invalid> {
    // There is at least one: a square holds at most one queen.
    Ok(all(rule, board)?[0])
}

/// Writes a function for each bound.
macro_rules! bounds {
    ($($(#[doc = $text:literal])* fn $function:ident = $name:ident;)*) => {$(
        $(#[doc = $text])*
        pub fn $function(rule: Rule, board: &Board) -> Result<Option<Bound>, Invalid> {
            Ok(all(rule, board)?.into_iter().find(|bound| bound.name() == BoundName::$name))
        }
    )*};
}

bounds! {
    /// Returns the bound by the lines of all directions, if it applies: by the owners of their ends. On n×n, ⌊(12n − 4)
    /// / (8 − k)⌋, rounded down to an even number if each attacks the same odd number.
    ///
    /// # Errors
    ///
    /// Reports the faults of the board.
    ///
    /// ```
    /// use queenside::Board;
    /// use queenside_attacking::{Rule, bounds};
    ///
    /// // Q(3, 8) = 18: of the 92 ends of lines each queen owns five.
    /// let bound = bounds::line_ends(Rule::Exactly(3), &Board::square(8))?;
    /// assert_eq!(bound.map(|bound| bound.value()), Some(92 / 5));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    fn line_ends = LineEnds;

    /// Returns the bound by rows and columns alone, if it applies: on n×n, ⌊4n / (4 − k)⌋, rounded down to an even
    /// number if each attacks the same odd number.
    ///
    /// # Errors
    ///
    /// Reports the faults of the board.
    ///
    /// ```
    /// use queenside::Board;
    /// use queenside_attacking::{Rule, bounds};
    ///
    /// // Q(1, 8) = 10 = 2⌊16/3⌋: of the 32 ends of rows and columns each queen owns three, and they come in pairs.
    /// let bound = bounds::rows_and_columns(Rule::Exactly(1), &Board::square(8))?;
    /// assert_eq!(bound.map(|bound| bound.value()), Some(10));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    fn rows_and_columns = RowsAndColumns;

    /// Returns the bound by line ends less those lost in and near corners, if there are any: on n×n it gives Q(4, n) ≤
    /// 3n − 3, q(4, n) ≤ 3n − 2 and q(5, n) ≤ 4n − 4 for n ≥ 2, q(6, n) ≤ 6n − 12 for n ≥ 6.
    ///
    /// # Errors
    ///
    /// Reports the faults of the board.
    ///
    /// ```
    /// use queenside::Board;
    /// use queenside_attacking::{Rule, bounds};
    ///
    /// // From a corner no queen sees four others: no queen stands there, and four diagonals of one square are empty.
    /// let board = Board::square(8);
    /// let value = |rule| bounds::line_ends_and_corners(rule, &board).map(|bound| bound.map(|bound| bound.value()));
    /// assert_eq!(value(Rule::Exactly(4))?, Some(21));
    /// assert_eq!(value(Rule::AtMost(4))?, Some(22));
    /// assert_eq!(value(Rule::AtMost(5))?, Some(28));
    /// assert_eq!(value(Rule::AtMost(6))?, Some(36));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    fn line_ends_and_corners = LineEndsAndCorners;

    /// Returns the bound by the corners of n×n without walls, where each attacks two others or at most two: 2n − 2 for
    /// n ≥ 3.
    ///
    /// # Errors
    ///
    /// Reports the faults of the board.
    ///
    /// ```
    /// use queenside::Board;
    /// use queenside_attacking::{Rule, bounds};
    ///
    /// let bound = bounds::corners(Rule::Exactly(2), &Board::square(8))?.expect("it is about 3×3 and larger");
    /// assert_eq!(bound.value(), 14);
    /// assert!(bound.reason().contains("Four queens in corners each see three others"));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    fn corners = Corners;

    /// Returns the bound 0, if each queen would have to attack more than the outermost one can see:
    /// five or more.
    ///
    /// # Errors
    ///
    /// Reports the faults of the board.
    ///
    /// ```
    /// use queenside::Board;
    /// use queenside_attacking::{Rule, bounds};
    ///
    /// let board = Board::square(8);
    /// assert_eq!(bounds::extreme_pieces(Rule::Exactly(5), &board)?.map(|bound| bound.value()), Some(0));
    /// assert_eq!(bounds::extreme_pieces(Rule::Exactly(4), &board)?, None);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    fn extreme_pieces = ExtremePieces;

    /// Returns the number of open squares as a bound.
    ///
    /// # Errors
    ///
    /// Reports the faults of the board.
    ///
    /// ```
    /// use queenside::Board;
    /// use queenside_attacking::{Rule, bounds};
    ///
    /// // Q Q Q
    /// // Q Q Q    q(8, 3) = 9.
    /// // Q Q Q
    /// let bound = bounds::squares(Rule::AtMost(8), &Board::square(3))?;
    /// assert_eq!(bound.map(|bound| bound.value()), Some(9));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    fn squares = Squares;
}
