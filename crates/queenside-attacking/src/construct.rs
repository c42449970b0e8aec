//! Patterns with the most queens possible, on every n×n board.

use std::collections::BTreeSet;

use super::Rule;
use queenside::{Placement, Square};

impl Rule {
    /// Returns the queens of a known pattern on an n×n board, the most possible: for any n from 1 on if each attacks
    /// exactly 0, 2 or 4 others, at most 0, 2, 4 or 5, or at most 8 or more. `None` for other rules, and for n = 0.
    ///
    /// But for a few small boards they are families: the whole board at most 8; 6n − 12 queens at most 6, along
    /// both long diagonals; 4n − 4 at most 5, round the edge;
    /// 3n − 2 at most 4, along three sides; 3n − 3 exactly 4; 2n − 2 exactly 2 or at most 2; n where no queen attacks another.
    ///
    /// # Complexity
    ///
    /// About as many steps as queens.
    ///
    /// ```
    /// use queenside_attacking::Rule;
    ///
    /// //  . Q Q Q Q Q Q .
    /// //  Q . . . . . . Q    Q(4, 8) = 21. Along three sides each queen sees two neighbours and two
    /// //  Q . . . . Q . .    queens on the other sides. From a corner no queen sees four, and what is
    /// //  Q . . . . . . Q    amiss beside the corners is put right near them.
    /// //  Q . . . . . . Q
    /// //  Q . . . . . . .
    /// //  Q . . . . . Q Q
    /// //  . Q Q . . . Q .
    /// let rule = Rule::Exactly(4);
    /// let queens = rule.pattern(8).expect("there is one for every n");
    /// assert_eq!(queens.len(), 21);
    /// assert!(queens.judge(&rule.problem(8))?.is_solution());
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn pattern(self, n: usize) -> Option<Placement> {
        if n == 0 {
            return None;
        }
        let queens = match self {
            Self::Exactly(0) | Self::AtMost(0) => apart(n),
            // A single queen attacks no other.
            Self::Exactly(2 | 4) if n == 1 => Vec::new(),
            Self::Exactly(2) | Self::AtMost(2) => two(n),
            Self::Exactly(4) => four(n),
            Self::AtMost(4) => Lines::default().row(0, 0..n).column(0, 1..n).column(n - 1, 1..n).squares,
            Self::AtMost(5) => {
                Lines::default().row(0, 0..n).row(n - 1, 0..n).column(0, 0..n).column(n - 1, 0..n).squares
            }
            Self::AtMost(6) => six(n),
            Self::AtMost(8..) => (0..n).fold(Lines::default(), |all, row| all.row(row, 0..n)).squares,
            _ => return None,
        };
        let problem = self.problem(n);
        let queen = problem.kinds().next()?;
        // Small boards have corners that belong to two sides.
        let queens: BTreeSet<Square> = queens.into_iter().collect();
        Placement::new(&problem, queens.into_iter().map(|square| (queen, square))).ok()
    }
}

/// Squares added row by row and column by column.
#[derive(Default)]
struct Lines {
    squares: Vec<Square>,
}

impl Lines {
    fn row(mut self, row: usize, columns: impl IntoIterator<Item = usize>) -> Self {
        self.squares.extend(columns.into_iter().map(|column| Square::new(row, column)));
        self
    }

    fn column(mut self, column: usize, rows: impl IntoIterator<Item = usize>) -> Self {
        self.squares.extend(rows.into_iter().map(|row| Square::new(row, column)));
        self
    }
}

/// Returns the queens of a diagram without spaces.
fn drawn(rows: &[&str]) -> Vec<Square> {
    let queens = rows.iter().enumerate().flat_map(|(row, line)| {
        let columns = line.bytes().enumerate().filter(|(_, byte)| *byte == b'Q');
        columns.map(move |(column, _)| Square::new(row, column))
    });
    queens.collect()
}

/// Returns one queen in each row and column, none attacking another: two sequences of knight's moves, the second
/// beginning anew at the left; if n leaves the remainder 2 by 6 they are shifted cyclically until their ends do not
/// meet. On odd boards the last corner is added.
fn apart(n: usize) -> Vec<Square> {
    match n {
        2 => return drawn(&["Q.", ".."]),
        3 => return drawn(&["Q..", "..Q", "..."]),
        _ => {}
    }
    let even = n - n % 2;
    let half = even / 2;
    let column = |row: usize| match row {
        _ if row == even => even,
        _ if even % 6 != 2 && row < half => 2 * row + 1,
        _ if even % 6 != 2 => 2 * (row - half),
        _ if row < half => (2 * row + half - 1) % even,
        _ => even - 1 - (2 * (even - 1 - row) + half - 1) % even,
    };
    (0..n).map(|row| Square::new(row, column(row))).collect()
}

/// Two others each: the rows are divided between the left side and the right, the columns between top and bottom, such that
/// no queen sees another across the board; the last of a run of neighbours sees one round the corner.
fn two(n: usize) -> Vec<Square> {
    let half = n / 2;
    match n {
        1 => drawn(&["Q"]),
        2 => drawn(&["QQ", "Q."]),
        3 => drawn(&[".QQ", "...", "QQ."]),
        4 => drawn(&["...Q", "QQ..", "..QQ", "Q..."]),
        5 => drawn(&[".QQ.Q", "....Q", ".Q...", "Q..Q.", "....Q"]),
        _ if n % 2 == 1 => {
            let all = Lines::default().row(0, half + 2..n - 1).row(1, [half, half + 1]).row(half + 1, [n - 2]);
            all.row(n - 1, (0..half).chain([n - 1])).column(0, 1..=half).column(n - 1, half + 2..n - 1).squares
        }
        _ => {
            let all = Lines::default().row(0, [1, 2].into_iter().chain(half..n - 3)).row(2, [n - 2, n - 1]);
            let all = all.row(n - 1, [0].into_iter().chain(3..half).chain([n - 3, n - 1]));
            all.column(0, [1].into_iter().chain(3..half).chain(n - 3..n)).column(n - 1, half..n - 3).squares
        }
    }
}

/// Returns queens that attack four others each: along three sides without the corners, except two squares of the third
/// side; these, and what the ends of the sides lack, stand near the corners.
fn four(n: usize) -> Vec<Square> {
    match n {
        ..=3 => Vec::new(),
        4 => drawn(&[".QQ.", "Q..Q", "Q..Q", ".QQ."]),
        5 => drawn(&[".QQQ.", "Q...Q", "....Q", "Q...Q", ".QQQ."]),
        7 => drawn(&[".Q..QQ.", "Q.....Q", "Q.Q....", "Q....QQ", "Q.Q....", "Q.....Q", ".Q.QQQ."]),
        _ => {
            let third = (1..n - 1).filter(|row| ![2, n - 3].contains(row));
            let all = Lines::default().row(0, 1..n - 1).column(0, 1..n - 1).column(n - 1, third);
            all.row(2, [n - 3]).row(n - 2, [n - 2]).row(n - 1, [1, 2, n - 2]).squares
        }
    }
}

/// Returns queens that attack at most six others: along both long diagonals three squares wide, without some in the
/// middle.
fn six(n: usize) -> Vec<Square> {
    let half = n / 2;
    let middle: &[(usize, usize)] = match n {
        1 => return drawn(&["Q"]),
        2 => return drawn(&["QQ", "QQ"]),
        3 => return drawn(&["QQQ", "Q.Q", "QQQ"]),
        4 => return drawn(&["Q..Q", "QQQQ", "Q..Q", "QQQQ"]),
        5 => return drawn(&["QQ.QQ", "QQ.QQ", "...Q.", "QQQQQ", "QQ.QQ"]),
        _ if n.is_multiple_of(2) => &[(half - 1, half - 1), (half - 1, half), (half, half - 1), (half, half)],
        _ => &[(half, half), (half, half - 1), (half - 1, half)],
    };
    let on_a_band = |row: usize, column: usize| row.abs_diff(column) <= 1 || (row + column).abs_diff(n - 1) <= 1;
    let bands = (0..n).fold(Lines::default(), |all, row| all.row(row, (0..n).filter(|column| on_a_band(row, *column))));
    bands.squares.into_iter().filter(|square| !middle.contains(&(square.row(), square.column()))).collect()
}
