//! The lines of a board: whole ones, of every slope, and the wall-free segments that sight is cut into.

use std::convert::Infallible;

use super::{Board, Wrap};
use crate::language::{Direction, Square, gcd};

impl Board {
    /// Returns the lines of a direction, whole: walls do not cut them. Each line lists its squares in order; together they
    /// hold each square of the board once.
    ///
    /// On a wrapped board lines go round the edges that meet; lines of other slopes than a queen's are not defined there,
    /// and none are returned.
    ///
    /// ```
    /// use queenside::{Board, Direction, Wrap};
    ///
    /// let board = Board::new(2, 3);
    /// assert_eq!(board.lines(Direction::DIAGONAL).len(), 4);
    /// // Round a cylinder of three columns each diagonal starts in the top row.
    /// assert_eq!(board.with_wrap(Wrap::Columns).lines(Direction::DIAGONAL).len(), 3);
    /// ```
    pub fn lines(&self, direction: Direction) -> Vec<Vec<Square>> {
        self.collected(direction, |chain, lines| lines.push(chain.squares))
    }

    /// Returns the maximal segments of the lines of a direction without walls and holes, in order.
    ///
    /// ```
    /// use queenside::{Board, Direction};
    ///
    /// let board: Board = ". % . .".parse()?;
    /// let lengths: Vec<_> = board.segments(Direction::ROW).iter().map(Vec::len).collect();
    /// assert_eq!(lengths, [1, 2]);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn segments(&self, direction: Direction) -> Vec<Vec<Square>> {
        self.collected(direction, |chain, lines| lines.extend(self.cut(chain).into_iter().map(|piece| piece.squares)))
    }

    /// Returns every line of every slope that has at least two squares; none on a wrapped board, where slopes other than
    /// a queen's are not defined.
    ///
    /// ```
    /// use queenside::Board;
    ///
    /// // 3 rows, 3 columns, 6 diagonals of two or three squares, and 8 knight's steps.
    /// assert_eq!(Board::square(3).every_line().len(), 20);
    /// ```
    pub fn every_line(&self) -> Vec<Vec<Square>> {
        let mut lines = Vec::new();
        let Ok(()) = self.try_each_line(|line| {
            lines.push(line);
            Ok::<(), Infallible>(())
        });
        lines
    }

    /// Visits every line of every slope that has at least two squares, until the visitor fails.
    pub(crate) fn try_each_line<E>(&self, mut visit: impl FnMut(Vec<Square>) -> Result<(), E>) -> Result<(), E> {
        if self.wrap != Wrap::None {
            return Ok(());
        }
        for slope in self.slopes() {
            let (down, right) = (slope.rows(), slope.columns());
            let next = |square: &Square| self.step(*square, down, right);
            for start in self.starts(down, right) {
                visit(std::iter::successors(Some(start), next).collect())?;
            }
        }
        Ok(())
    }

    /// The squares from which a step leads to a square of the board and the step back does not, in order. No others are looked
    /// at, of which wide boards have many.
    fn starts(&self, down: i32, right: i32) -> impl Iterator<Item = Square> {
        let (down, aside) = (down.unsigned_abs() as usize, right.unsigned_abs() as usize);
        let rest = self.columns.saturating_sub(aside);
        let onward = if right < 0 { aside..self.columns } else { 0..rest };
        let first = if right < 0 { onward.start.max(rest)..self.columns } else { 0..onward.end.min(aside) };
        (0..self.rows.saturating_sub(down)).flat_map(move |row| {
            let columns = if row < down { onward.clone() } else { first.clone() };
            columns.map(move |column| Square::new(row, column))
        })
    }

    /// The directions in which two squares of the board can lie.
    fn slopes(&self) -> impl Iterator<Item = Direction> {
        let (rows, columns) =
            if self.size_fault().is_some() { (0, 0) } else { (self.rows as i32, self.columns as i32) };
        let steep = (1..rows).flat_map(move |r| (1 - columns..columns).map(move |c| (r, c)));
        let reduced = steep.filter(|(r, c)| gcd(u64::from(r.unsigned_abs()), u64::from(c.unsigned_abs())) == 1);
        let row = (columns > 1).then_some((0, 1));
        row.into_iter().chain(reduced).map(|(r, c)| Direction::new(r, c))
    }

    /// Collects what a function makes of the lines of a direction; nothing if they are not defined.
    fn collected<T>(&self, direction: Direction, mut add: impl FnMut(Chain, &mut Vec<T>)) -> Vec<T> {
        let mut all = Vec::new();
        if self.wrap == Wrap::None || direction.is_queen() {
            let Ok(()) = self.try_each_chain(direction.rows(), direction.columns(), &mut |chain| {
                add(chain, &mut all);
                Ok::<(), Infallible>(())
            });
        }
        all
    }

    /// Visits the chains into which a step of any kind divides the board, until the visitor fails.
    pub(crate) fn try_each_chain<E>(
        &self,
        down: i32,
        right: i32,
        visit: &mut dyn FnMut(Chain) -> Result<(), E>,
    ) -> Result<(), E> {
        if (down, right) == (0, 0) || self.size_fault().is_some() {
            return Ok(());
        }
        let mut seen = vec![false; self.rows * self.columns];
        // First the chains that begin at an edge; the rest are loops.
        for is_loop in [false, true] {
            for row in 0..self.rows {
                for column in 0..self.columns {
                    let start = Square::new(row, column);
                    let begins = |start| self.step(start, down.saturating_neg(), right.saturating_neg()).is_none();
                    if seen[start.index(self.columns)] || !(is_loop || begins(start)) {
                        continue;
                    }
                    let next = |square: &Square| self.step(*square, down, right).filter(|next| *next != start);
                    let squares: Vec<Square> = std::iter::successors(Some(start), next).collect();
                    for square in &squares {
                        seen[square.index(self.columns)] = true;
                    }
                    visit(Chain { squares, is_loop })?;
                }
            }
        }
        Ok(())
    }

    /// Returns the parts of a chain between walls and holes.
    pub(crate) fn cut(&self, chain: Chain) -> Vec<Chain> {
        let stops = |square: &Square| self.walls.contains(*square) || self.holes.contains(*square);
        let Chain { mut squares, is_loop } = chain;
        let walled = !(self.walls.is_empty() && self.holes.is_empty());
        match if walled { squares.iter().position(stops) } else { None } {
            None => vec![Chain { squares, is_loop }],
            Some(wall) => {
                if is_loop {
                    squares.rotate_left(wall);
                }
                let runs = squares.split(stops).filter(|run| !run.is_empty());
                runs.map(|run| Chain { squares: run.to_vec(), is_loop: false }).collect()
            }
        }
    }
}

/// Squares of which a step leads from each to the next.
pub(crate) struct Chain {
    pub(crate) squares: Vec<Square>,
    /// Whether one more step leads from the last to the first.
    pub(crate) is_loop: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wall_cuts_a_loop_into_one_segment() {
        let board: Board = ". % . .\nwrap: columns".parse().unwrap();
        let row = &board.segments(Direction::ROW)[..];
        assert_eq!(row, [vec![Square::new(0, 2), Square::new(0, 3), Square::new(0, 0)]]);
    }

    #[test]
    fn lines_hold_each_square_once() {
        for wrap in [Wrap::None, Wrap::Rows, Wrap::Columns, Wrap::Both] {
            for (rows, columns) in [(1, 1), (1, 4), (3, 5), (4, 4), (6, 4)] {
                let board = Board::new(rows, columns).with_wrap(wrap);
                for direction in Direction::QUEEN {
                    let mut squares: Vec<_> = board.lines(direction).into_iter().flatten().collect();
                    squares.sort_unstable();
                    assert_eq!(squares, board.squares().iter().collect::<Vec<_>>(), "{board:?} {direction}");
                }
            }
        }
    }

    #[test]
    fn lines_of_every_slope_start_where_the_step_back_leaves_the_board() {
        for (rows, columns) in [(1, 1), (1, 5), (5, 1), (2, 7), (4, 4), (6, 5)] {
            let board = Board::new(rows, columns);
            for slope in board.slopes() {
                let (down, right) = (slope.rows(), slope.columns());
                let is_start = |square: &Square| {
                    board.step(*square, down, right).is_some() && board.step(*square, -down, -right).is_none()
                };
                let all: Vec<Square> = board.squares().iter().filter(is_start).collect();
                assert_eq!(board.starts(down, right).collect::<Vec<_>>(), all, "{board:?} {slope}");
            }
        }
    }

    #[test]
    fn directions_that_make_no_sense_have_no_lines() {
        assert!(Board::square(3).lines(Direction::new(0, 0)).is_empty());
        assert!(Board::square(3).with_wrap(Wrap::Rows).lines(Direction::new(1, 2)).is_empty());
        assert!(Board::new(0, 3).every_line().is_empty());
    }
}
