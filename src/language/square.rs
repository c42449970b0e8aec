//! One square of a board, and the conventions by which squares are named.

use std::fmt;

/// A square: a row and a column, both counted from 0 at the **top left**.
///
/// Axes are explained only here:
///
/// - rows run downwards and columns run to the right, as in a text diagram or a matrix;
/// - the *index* of a square is `row × columns + column`: squares in reading order;
/// - *algebraic* names follow chess: letters are columns from the left, numbers are rows from the **bottom**, so `a1` is
///   the bottom left square;
/// - a *permutation* lists, for each row from the top, the column that is occupied.
///
/// A square is independent of any board, so any pair of numbers is a square; the [`Board`](crate::Board) tells whether
/// it lies on it.
///
/// # Examples
///
/// ```
/// use queenside::Square;
///
/// //  a8 . . .   row 0
/// //  a7 . x .   row 1: the x is (1, 1)
/// let x = Square::new(1, 1);
/// assert_eq!(x.index(8), 9);
/// assert_eq!(x.to_algebraic(8).as_deref(), Some("b7"));
/// assert_eq!(Square::from_algebraic("b7", 8), Some(x));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    row: usize,
    column: usize,
}

impl Square {
    /// Returns the square in this row and column.
    ///
    /// ```
    /// use queenside::{Board, Square};
    ///
    /// // . . .
    /// // . . x
    /// let x = Square::new(1, 2);
    /// assert_eq!(x, Square::from((1, 2)));
    /// assert!(Board::new(2, 3).contains(x));
    /// ```
    pub const fn new(row: usize, column: usize) -> Self {
        Self { row, column }
    }

    /// Returns the row, counted from the top.
    ///
    /// ```
    /// use queenside::Square;
    ///
    /// // a2 b2 c2
    /// // a1 b1 c1
    /// assert_eq!(Square::from_algebraic("c1", 2).map(Square::row), Some(1));
    /// ```
    pub const fn row(self) -> usize {
        self.row
    }

    /// Returns the column, counted from the left.
    ///
    /// ```
    /// use queenside::Square;
    ///
    /// // a2 b2 c2
    /// // a1 b1 c1
    /// assert_eq!(Square::from_algebraic("c1", 2).map(Square::column), Some(2));
    /// ```
    pub const fn column(self) -> usize {
        self.column
    }

    /// Returns the index of this square in reading order on a board with this many columns.
    ///
    /// ```
    /// use queenside::Square;
    ///
    /// // 0 1 2 3
    /// // 4 5 6 7
    /// assert_eq!(Square::new(1, 2).index(4), 6);
    /// ```
    pub const fn index(self, columns: usize) -> usize {
        self.row.saturating_mul(columns).saturating_add(self.column)
    }

    /// Returns the square at an index in reading order, or `None` if there are no columns.
    ///
    /// ```
    /// use queenside::Square;
    ///
    /// // 0 1 2 3
    /// // 4 5 6 7
    /// assert_eq!(Square::from_index(6, 4), Some(Square::new(1, 2)));
    /// ```
    pub const fn from_index(index: usize, columns: usize) -> Option<Self> {
        match index.checked_div(columns) {
            Some(row) => Some(Self::new(row, index % columns)),
            None => None,
        }
    }

    /// Returns the chess name on a board with this many rows, or `None` if the square lies below the board.
    ///
    /// After column `z` comes `aa`.
    ///
    /// ```
    /// use queenside::Square;
    ///
    /// let corners = [(0, 0), (0, 7), (7, 0), (7, 7)].map(|corner| Square::from(corner).to_algebraic(8));
    /// assert_eq!(corners.each_ref().map(|name| name.as_deref()), [Some("a8"), Some("h8"), Some("a1"), Some("h1")]);
    /// assert_eq!(Square::new(0, 26).to_algebraic(1).as_deref(), Some("aa1"));
    /// ```
    pub fn to_algebraic(self, rows: usize) -> Option<String> {
        let rank = rows.checked_sub(self.row).filter(|rank| *rank > 0)?;
        let mut letters = Vec::new();
        let mut rest = self.column;
        loop {
            letters.push(char::from(b'a' + (rest % 26) as u8));
            match (rest / 26).checked_sub(1) {
                Some(next) => rest = next,
                None => break,
            }
        }
        Some(letters.iter().rev().collect::<String>() + &rank.to_string())
    }

    /// Reads a chess name on a board with this many rows; `None` if it is not one or lies above or below the board.
    ///
    /// ```
    /// use queenside::Square;
    ///
    /// // The same name is another square on a board with more rows.
    /// assert_eq!(Square::from_algebraic("e4", 8), Some(Square::new(4, 4)));
    /// assert_eq!(Square::from_algebraic("e4", 10), Some(Square::new(6, 4)));
    /// assert_eq!(Square::from_algebraic("e9", 8), None);
    /// ```
    pub fn from_algebraic(name: &str, rows: usize) -> Option<Self> {
        let digits = name.find(|c: char| c.is_ascii_digit())?;
        let (letters, rank) = name.split_at(digits);
        if letters.is_empty() || rank.starts_with('0') || !rank.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let column = letters.chars().try_fold(0usize, |sum, letter| {
            let digit = letter.is_ascii_lowercase().then(|| letter as usize - 'a' as usize + 1)?;
            sum.checked_mul(26)?.checked_add(digit)
        })?;
        let rank = rank.parse::<usize>().ok().filter(|rank| *rank > 0)?;
        Some(Self::new(rows.checked_sub(rank)?, column - 1))
    }
}

impl From<(usize, usize)> for Square {
    fn from((row, column): (usize, usize)) -> Self {
        Self::new(row, column)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("({},{})", self.row, self.column))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn algebraic_names_go_there_and_back() {
        for (row, column, name) in
            [(7, 0, "a1"), (0, 7, "h8"), (0, 25, "z8"), (0, 26, "aa8"), (0, 701, "zz8"), (0, 702, "aaa8")]
        {
            let square = Square::new(row, column);
            assert_eq!(square.to_algebraic(8).as_deref(), Some(name));
            assert_eq!(Square::from_algebraic(name, 8), Some(square));
        }
    }

    #[test]
    fn names_that_are_none_are_refused() {
        for name in [
            "",
            "a",
            "1",
            "a0",
            "a9",
            "A1",
            "a1b",
            "a-1",
            "é1",
            "zzzzzzzzzzzzzzzzzzzzzzzz1",
            "a99999999999999999999999",
        ] {
            assert_eq!(Square::from_algebraic(name, 8), None, "{name}");
        }
        assert_eq!(Square::new(8, 0).to_algebraic(8), None);
        assert_eq!(Square::from_index(3, 0), None);
    }
}
