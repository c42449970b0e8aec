//! The least walls for every number of pieces.

use crate::board::Board;
use crate::by_size::{BySize, Least};
use crate::error::Error;
use crate::options::Options;
use crate::piece::Piece;
use crate::problem::Problem;

/// Finds, for every number q of pieces at once, the least number of walls that lets q of them stand on a board, none in
/// sight of another; how many placements of pieces and walls together reach it; and one of them.
///
/// The board's own walls stand already and are not counted. Leapers jump over walls, so no walls help them: where any number
/// of kings or knights fits, it fits without.
///
/// # Errors
///
/// Reports the faults of the board and of the piece, and an engine that declines.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Options, Piece, walls};
///
/// // Nine queens on 6×6, each cut off from the others by six walls. Ten are impossible: queens never stand side by side,
/// // and no more than nine kings fit.
/// let least = walls::least_walls(Board::square(6), Piece::QUEEN, &Options::new())?;
/// assert_eq!((least.walls(9), least.walls(10)), (Some(6), None));
/// assert_eq!(least.most(), Some(9));
/// assert_eq!(least.placement(9).map(|placement| placement.len()), Some(9 + 6));
/// # Ok::<(), queenside::Error>(())
/// ```
pub fn least_walls(board: Board, piece: Piece, options: &Options) -> Result<LeastWalls, Error> {
    let mut problem = Problem::new(board);
    problem.kind("piece", piece);
    let wall = problem.kind("wall", Piece::BLOCKER);
    problem.non_attacking();
    let answer = problem.using(options).minimize_by_size([(wall, 1)])?;
    Ok(LeastWalls { answer })
}

/// The answer to [`least_walls`].
#[derive(Clone, Debug)]
pub struct LeastWalls {
    answer: BySize<Option<Least>>,
}

impl LeastWalls {
    /// Returns the most pieces that any number of walls allows; more are impossible, proved. `None` if the engine was
    /// stopped.
    pub fn most(&self) -> Option<usize> {
        self.answer.exact().map(|all| all.len().saturating_sub(1))
    }

    /// Returns the least number of walls for so many pieces; `None` if they are impossible, or if the engine was
    /// [stopped](Self::answer).
    pub fn walls(&self, pieces: usize) -> Option<usize> {
        self.of(pieces).map(|least| least.value() as usize)
    }

    /// Returns how many placements of so many pieces and the least number of walls there are, pieces and walls together:
    /// one set of walls may serve several placements of pieces. `None` as for [`walls`](Self::walls).
    pub fn placements(&self, pieces: usize) -> Option<&crate::Count> {
        self.of(pieces).map(Least::ways)
    }

    /// Returns one placement of so many pieces and the least number of walls. `None` as for [`walls`](Self::walls).
    pub fn placement(&self, pieces: usize) -> Option<&crate::Placement> {
        self.of(pieces).map(Least::placement)
    }

    /// Returns the answer in full: which engine gave it, at what cost, and what stopped it if something did.
    pub fn answer(&self) -> &BySize<Option<Least>> {
        &self.answer
    }

    fn of(&self, pieces: usize) -> Option<&Least> {
        self.answer.exact()?.get(pieces)?.as_ref()
    }
}
