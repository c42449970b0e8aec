//! A puzzle: a board on which the most pieces can be placed in one way.

use std::fmt;

use super::difficulty::Difficulty;
use crate::board::Board;
use crate::control::{Cause, Control};
use crate::error::Error;
use crate::options::Options;
use crate::packing::Packing;
use crate::piece::Piece;
use crate::square_set::SquareSet;

/// A board with walls on which the most pieces that fit, none in sight of another, can be placed in one way: one, full stop,
/// not one up to symmetry.
///
/// The question put to whoever solves it is to place so many pieces; that no more fit need not be seen.
///
/// # Examples
///
/// ```
/// use queenside::{Piece, SquareSet, walls::Puzzle};
///
/// // % % Q .
/// // Q . . .
/// // . . . Q
/// // . Q . .
/// let board = "% % . .\n. . . .\n. . . .\n. . . .".parse()?;
/// let puzzle = Puzzle::of(&board, &Piece::QUEEN)?.expect("there is one way");
/// assert_eq!(puzzle.value(), 4);
/// assert_eq!(*puzzle.solution(), SquareSet::from([(0, 2), (1, 0), (2, 3), (3, 1)]));
///
/// // On the second board two kings fit, and in more ways than one.
/// assert_eq!(Puzzle::of(&". . .\n. % .".parse()?, &Piece::KING)?, None);
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Puzzle {
    board: Board,
    piece: Piece,
    solution: SquareSet,
}

impl Puzzle {
    pub(super) fn new(board: Board, piece: Piece, solution: SquareSet) -> Self {
        Self { board, piece, solution }
    }

    /// Makes a puzzle of a board, if there is one way to place the most pieces. Board and piece may be any that a
    /// [`Packing`] takes: with holes and forbidden squares, with edges that meet.
    ///
    /// # Errors
    ///
    /// Reports the faults of the board and of the piece, a board of too many squares, and a blocker, which is not counted.
    ///
    /// ```
    /// use queenside::{Piece, walls::Puzzle};
    ///
    /// // R % R    Three rooks fit, and whoever counts lines sees at once where.
    /// // . R .
    /// let puzzle = Puzzle::of(&". % .\n. . .".parse()?, &Piece::ROOK)?.expect("there is one way");
    /// assert_eq!(puzzle.value(), 3);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn of(board: &Board, piece: &Piece) -> Result<Option<Self>, Error> {
        Self::under(board, piece, &Options::new()).map(Result::unwrap_or_default)
    }

    /// The same under limits of time or nodes, a cancel token and an observer: whether there is one way may then not be known.
    ///
    /// # Errors
    ///
    /// Likewise.
    ///
    /// ```
    /// use queenside::{Board, Cause, Options, Piece, walls::Puzzle};
    ///
    /// let known = Puzzle::under(&Board::square(12), &Piece::AMAZON, &Options::new().node_limit(50))?;
    /// assert_eq!(known, Err(Cause::NodeLimit));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn under(board: &Board, piece: &Piece, options: &Options) -> Result<Result<Option<Self>, Cause>, Error> {
        let mut control = Control::new(options);
        let mut packing = Packing::new(board, piece)?;
        Ok(packing.is_unique_under(&mut control).map(|unique| {
            let solution = packing.most_under(&mut control).squares().collect();
            unique.then(|| Self::new(board.clone(), piece.clone(), solution))
        }))
    }

    /// Returns the board with its walls.
    ///
    /// ```
    /// use queenside::{Piece, SquareSet, walls::Puzzle};
    ///
    /// // R % R    Three rooks fit, and in one way.
    /// // . R .
    /// let puzzle = Puzzle::of(&". % .\n. . .".parse()?, &Piece::ROOK)?.expect("there is one way");
    /// assert_eq!(*puzzle.board().walls(), SquareSet::from([(0, 1)]));
    /// assert_eq!((puzzle.piece(), puzzle.value()), (&Piece::ROOK, 3));
    /// assert_eq!(*puzzle.solution(), SquareSet::from([(0, 0), (0, 2), (1, 1)]));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the piece.
    ///
    /// ```
    /// use queenside::{Piece, walls::Puzzle};
    ///
    /// // R % R    Three rooks fit, and whoever counts lines sees at once where.
    /// // . R .
    /// let puzzle = Puzzle::of(&". % .\n. . .".parse()?, &Piece::ROOK)?.expect("there is one way");
    /// assert_eq!(puzzle.piece(), &Piece::ROOK);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn piece(&self) -> &Piece {
        &self.piece
    }

    /// Returns how many pieces are to be placed: the most that fit.
    ///
    /// ```
    /// use queenside::{Piece, walls::Puzzle};
    ///
    /// // R % R    Three rooks fit, and whoever counts lines sees at once where.
    /// // . R .
    /// let puzzle = Puzzle::of(&". % .\n. . .".parse()?, &Piece::ROOK)?.expect("there is one way");
    /// assert_eq!(puzzle.value(), 3);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn value(&self) -> usize {
        self.solution.len()
    }

    /// Returns where they stand.
    ///
    /// ```
    /// use queenside::{Piece, walls::Puzzle};
    ///
    /// // R % R    Three rooks fit, and whoever counts lines sees at once where.
    /// // . R .
    /// let puzzle = Puzzle::of(&". % .\n. . .".parse()?, &Piece::ROOK)?.expect("there is one way");
    /// assert_eq!(*puzzle.solution(), [(0, 0), (0, 2), (1, 1)].into());
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn solution(&self) -> &SquareSet {
        &self.solution
    }

    /// Works out how hard the puzzle is for a person, which takes about a millisecond for a chessboard; longer the harder
    /// it is, up to some tenths of a second.
    ///
    /// ```
    /// use queenside::{Piece, walls::Puzzle};
    ///
    /// // R % R    Three rooks fit, and whoever counts lines sees at once where.
    /// // . R .
    /// let puzzle = Puzzle::of(&". % .\n. . .".parse()?, &Piece::ROOK)?.expect("there is one way");
    /// assert_eq!(puzzle.difficulty().rank(), (0, 1));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn difficulty(&self) -> Difficulty {
        Difficulty::of(self)
    }
}

/// The board, in the lines of its diagram.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.board.fmt(f)
    }
}
