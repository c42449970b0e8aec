//! The direction of a line.

use std::fmt;

/// The direction of a line: rows down for columns to the right.
///
/// A line has no sense of travel and no step length, so directions are reduced: (2, −4) and (−1, 2) are the same.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Direction};
///
/// assert_eq!(Direction::new(2, -4), Direction::new(-1, 2));
/// assert_eq!(Board::square(8).lines(Direction::DIAGONAL).len(), 15);
/// assert_eq!(Board::square(8).lines(Direction::ROW).len(), 8);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Direction {
    rows: i32,
    columns: i32,
}

impl Direction {
    /// From left to right.
    ///
    /// ```
    /// use queenside::{Board, Direction, Square};
    ///
    /// // a b c
    /// // . . .
    /// assert_eq!(Board::new(2, 3).lines(Direction::ROW)[0], [(0, 0), (0, 1), (0, 2)].map(Square::from));
    /// ```
    pub const ROW: Self = Self { rows: 0, columns: 1 };
    /// From top to bottom.
    ///
    /// ```
    /// use queenside::{Board, Direction, Square};
    ///
    /// // a . .
    /// // b . .
    /// assert_eq!(Board::new(2, 3).lines(Direction::COLUMN)[0], [(0, 0), (1, 0)].map(Square::from));
    /// ```
    pub const COLUMN: Self = Self { rows: 1, columns: 0 };
    /// From the top left to the bottom right.
    ///
    /// ```
    /// use queenside::{Board, Direction, Square};
    ///
    /// // a . .
    /// // . b .
    /// assert_eq!(Board::new(2, 3).lines(Direction::DIAGONAL)[0], [(0, 0), (1, 1)].map(Square::from));
    /// ```
    pub const DIAGONAL: Self = Self { rows: 1, columns: 1 };
    /// From the top right to the bottom left.
    ///
    /// ```
    /// use queenside::{Board, Direction, Square};
    ///
    /// // . a .
    /// // b . .
    /// assert_eq!(Board::new(2, 3).lines(Direction::ANTIDIAGONAL)[1], [(0, 1), (1, 0)].map(Square::from));
    /// ```
    pub const ANTIDIAGONAL: Self = Self { rows: 1, columns: -1 };
    /// The four directions of a queen: rows, columns, diagonals, antidiagonals.
    ///
    /// ```
    /// use queenside::{Board, Direction};
    ///
    /// // 8 rows, 8 columns, 15 diagonals each way.
    /// let lines = Direction::QUEEN.map(|direction| Board::square(8).lines(direction).len());
    /// assert_eq!(lines, [8, 8, 15, 15]);
    /// ```
    pub const QUEEN: [Self; 4] = [Self::ROW, Self::COLUMN, Self::DIAGONAL, Self::ANTIDIAGONAL];

    /// Returns the direction of `rows` down for `columns` to the right, reduced. (0, 0) is no direction: it is reported
    /// where it is used.
    ///
    /// ```
    /// use queenside::{Board, Direction, Square};
    ///
    /// // a . . .
    /// // . . b .    Steps of (2,4) and of (1,2) make one line.
    /// let steep = Direction::new(2, 4);
    /// assert_eq!(steep, Direction::new(1, 2));
    /// assert_eq!(Board::new(2, 4).lines(steep)[0], [(0, 0), (1, 2)].map(Square::from));
    /// ```
    pub fn new(rows: i32, columns: i32) -> Self {
        let (mut rows, mut columns) = (i64::from(rows), i64::from(columns));
        let divisor = gcd(rows.unsigned_abs(), columns.unsigned_abs()) as i64;
        if divisor > 0 {
            rows /= divisor;
            columns /= divisor;
        }
        if rows < 0 || (rows == 0 && columns < 0) {
            (rows, columns) = (-rows, -columns);
        }
        // Only the reduced form of the least `i32` itself can fall outside, by one; the slope is then beyond any board.
        Self { rows: i32::try_from(rows).unwrap_or(i32::MAX), columns: i32::try_from(columns).unwrap_or(i32::MAX) }
    }

    /// Returns the rows down at each step.
    ///
    /// ```
    /// use queenside::Direction;
    ///
    /// // Never negative: lines lead downwards.
    /// assert_eq!(Direction::new(-2, 4).rows(), 1);
    /// assert_eq!(Direction::ROW.rows(), 0);
    /// ```
    pub fn rows(self) -> i32 {
        self.rows
    }

    /// Returns the columns to the right at each step.
    ///
    /// ```
    /// use queenside::Direction;
    ///
    /// // . . a
    /// // b . .
    /// assert_eq!(Direction::new(1, -2).columns(), -2);
    /// assert_eq!(Direction::ANTIDIAGONAL.columns(), -1);
    /// ```
    pub fn columns(self) -> i32 {
        self.columns
    }

    pub(crate) fn is_null(self) -> bool {
        self == Self { rows: 0, columns: 0 }
    }

    pub(crate) fn is_queen(self) -> bool {
        Self::QUEEN.contains(&self)
    }
}

pub(crate) fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.rows, self.columns)
    }
}
