//! A board with its walls, and the most pieces that fit.

use std::borrow::Cow;

use queenside::Square;

/// A canonical set of walls, with the most pieces that fit and their squares.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Piece, SquareSet};
/// use queenside_walls::Census;
///
/// // Eleven queens among three walls: one class of chessboards.
/// // . . . Q . . . .
/// // . Q . % . . Q .
/// // . . . . Q . . .
/// // . . Q . % . . Q
/// // Q % . . . Q . .
/// // . . . Q . . . .
/// // . Q . . . . . .
/// // . . . . Q . . .
/// let census = Census::new(&Board::square(8), &Piece::QUEEN, 3)?;
/// let boards = census.iter().collect::<Result<Vec<_>, _>>()?;
/// let eleven = boards.iter().find(|board| board.value() == 11).expect("there is one");
/// let walls: SquareSet = eleven.walls().iter().copied().collect();
/// assert!(census.sets().is_canonical(&walls));
/// assert_eq!((eleven.pieces().len(), eleven.size()), (11, 8));
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SolvedBoard<'a> {
    pub(super) walls: Cow<'a, [Square]>,
    pub(super) pieces: Cow<'a, [Square]>,
    pub(super) size: usize,
}

impl SolvedBoard<'_> {
    /// Returns the added walls, in reading order.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    /// use queenside_walls::Census;
    ///
    /// // % R .    With a wall in the corner of 3×3 three rooks fit, on these squares among others.
    /// // R . .
    /// // . . R
    /// let census = Census::new(&Board::square(3), &Piece::ROOK, 1)?;
    /// let board = census.iter().next().expect("there are boards")?;
    /// assert_eq!(board.walls(), [(0, 0).into()]);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn walls(&self) -> &[Square] {
        &self.walls
    }

    /// Returns the squares of the most pieces, in reading order.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    /// use queenside_walls::Census;
    ///
    /// // % R .    With a wall in the corner of 3×3 three rooks fit, on these squares among others.
    /// // R . .
    /// // . . R
    /// let census = Census::new(&Board::square(3), &Piece::ROOK, 1)?;
    /// let board = census.iter().next().expect("there are boards")?;
    /// assert_eq!(board.pieces().len(), 3);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn pieces(&self) -> &[Square] {
        &self.pieces
    }

    /// Returns the most pieces that fit.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    /// use queenside_walls::Census;
    ///
    /// // % R .    With a wall in the corner of 3×3 three rooks fit, on these squares among others.
    /// // R . .
    /// // . . R
    /// let census = Census::new(&Board::square(3), &Piece::ROOK, 1)?;
    /// let board = census.iter().next().expect("there are boards")?;
    /// assert_eq!(board.value(), 3);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn value(&self) -> usize {
        self.pieces.len()
    }

    /// Returns the number of boards in the class.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    /// use queenside_walls::Census;
    ///
    /// // % R .    With a wall in the corner of 3×3 three rooks fit, on these squares among others.
    /// // R . .
    /// // . . R
    /// let census = Census::new(&Board::square(3), &Piece::ROOK, 1)?;
    /// let board = census.iter().next().expect("there are boards")?;
    /// assert_eq!(board.size(), 4);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn size(&self) -> usize {
        self.size
    }

    /// Returns the same board, owning its squares.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    /// use queenside_walls::Census;
    ///
    /// // % R .    With a wall in the corner of 3×3 three rooks fit, on these squares among others.
    /// // R . .
    /// // . . R
    /// let census = Census::new(&Board::square(3), &Piece::ROOK, 1)?;
    /// let board = census.iter().next().expect("there are boards")?;
    /// let own = board.clone().into_owned();
    /// assert_eq!((own.value(), own), (3, board));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn into_owned(self) -> SolvedBoard<'static> {
        SolvedBoard {
            walls: Cow::Owned(self.walls.into_owned()),
            pieces: Cow::Owned(self.pieces.into_owned()),
            size: self.size,
        }
    }
}
