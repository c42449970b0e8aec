//! The lines of a board: whole ones, of every slope, and the wall-free segments that sight is cut into.

use super::{Board, Wrap};
use crate::direction::{Direction, gcd};
use crate::square::Square;

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
        self.loops_and_lines(direction).into_iter().map(|(squares, _)| squares).collect()
    }

    /// Returns the maximal pieces of the lines of a direction that have no wall and no hole in them, in order.
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
        self.cut(self.loops_and_lines(direction)).into_iter().map(|(squares, _)| squares).collect()
    }

    /// Returns every line of every slope that has at least two squares.
    ///
    /// ```
    /// use queenside::Board;
    ///
    /// // 3 rows, 3 columns, 6 diagonals of two or three squares, and 8 knight's steps.
    /// assert_eq!(Board::square(3).every_line().len(), 20);
    /// ```
    pub fn every_line(&self) -> Vec<Vec<Square>> {
        let lines = self.slopes().into_iter().flat_map(|slope| self.lines(slope));
        lines.filter(|squares| squares.len() > 1).collect()
    }

    /// The directions in which two squares of the board can lie.
    pub(crate) fn slopes(&self) -> Vec<Direction> {
        if self.size_fault().is_some() {
            return Vec::new();
        }
        let (rows, columns) = (self.rows as i32, self.columns as i32);
        let steep = (1..rows).flat_map(|r| (1 - columns..columns).map(move |c| (r, c)));
        let reduced = steep.filter(|(r, c)| gcd(u64::from(r.unsigned_abs()), u64::from(c.unsigned_abs())) == 1);
        let row = (columns > 1).then_some((0, 1));
        row.into_iter().chain(reduced).map(|(r, c)| Direction::new(r, c)).collect()
    }

    /// The lines of a direction, each with whether it closes on itself.
    fn loops_and_lines(&self, direction: Direction) -> Vec<(Vec<Square>, bool)> {
        if self.wrap != Wrap::None && !direction.is_queen() {
            return Vec::new();
        }
        self.chains(direction.rows(), direction.columns())
    }

    /// The chains into which the board falls by repeating a step of any kind, each with whether it closes on itself.
    pub(crate) fn chains(&self, down: i32, right: i32) -> Vec<(Vec<Square>, bool)> {
        if (down, right) == (0, 0) || self.size_fault().is_some() {
            return Vec::new();
        }
        let mut seen = vec![false; self.rows * self.columns];
        let mut chains = Vec::new();
        // First those that begin at an edge; what is left then runs in circles.
        for is_loop in [false, true] {
            for index in 0..seen.len() {
                let start = Square::new(index / self.columns, index % self.columns);
                if seen[index]
                    || (!is_loop && self.step(start, down.saturating_neg(), right.saturating_neg()).is_some())
                {
                    continue;
                }
                let mut squares = vec![start];
                seen[index] = true;
                let mut at = start;
                while let Some(next) = self.step(at, down, right).filter(|next| *next != start) {
                    seen[next.index(self.columns)] = true;
                    squares.push(next);
                    at = next;
                }
                chains.push((squares, is_loop));
            }
        }
        chains
    }

    /// The pieces of these chains between walls and holes, each with whether it still closes on itself.
    pub(crate) fn cut(&self, chains: Vec<(Vec<Square>, bool)>) -> Vec<(Vec<Square>, bool)> {
        if self.walls.is_empty() && self.holes.is_empty() {
            return chains;
        }
        let stops = |square: &Square| self.walls.contains(*square) || self.holes.contains(*square);
        let mut pieces = Vec::new();
        for (mut squares, is_loop) in chains {
            match squares.iter().position(stops) {
                None => pieces.push((squares, is_loop)),
                Some(wall) => {
                    if is_loop {
                        squares.rotate_left(wall);
                    }
                    let runs = squares.split(stops).filter(|run| !run.is_empty());
                    pieces.extend(runs.map(|run| (run.to_vec(), false)));
                }
            }
        }
        pieces
    }
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
    fn directions_that_make_no_sense_have_no_lines() {
        assert!(Board::square(3).lines(Direction::new(0, 0)).is_empty());
        assert!(Board::square(3).with_wrap(Wrap::Rows).lines(Direction::new(1, 2)).is_empty());
        assert!(Board::new(0, 3).every_line().is_empty());
    }
}
