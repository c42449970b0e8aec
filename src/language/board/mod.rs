//! Boards: a rectangle, its wrap, its terrain, and regions.

mod check;
mod lines;
mod terrain;
mod text;
mod wrap;

pub(crate) use check::name_faults;
pub(crate) use lines::Chain;
pub use terrain::Terrain;
pub use wrap::Wrap;

use std::cmp::Ordering;

use crate::language::{Invalid, Square, SquareSet};

/// A board: any rectangle, with walls, forbidden squares, holes, edges that may meet, and named regions.
///
/// A board is described loosely; what makes no sense (no squares at all, walls off the board, two regions of one name)
/// is reported by [`check`](Self::check), and by every question about a [`Problem`](crate::Problem) on it.
///
/// # Diagrams
///
/// A board reads and prints as text, and the text round-trips: `.` is an open square, `%` a wall, `-` a forbidden square,
/// `~` a hole. Spaces are ignored.
///
/// ```
/// use queenside::{Board, Terrain};
///
/// let board: Board = "
///     . . % .
///     . - . .
///     . . . ~
/// ".parse()?;
/// assert_eq!((board.rows(), board.columns()), (3, 4));
/// assert_eq!(board.terrain((0, 2)), Some(Terrain::Wall));
/// assert_eq!(board.open().len(), 9);
/// assert_eq!(board.to_string(), ". . % .\n. - . .\n. . . ~\n");
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    rows: usize,
    columns: usize,
    wrap: Wrap,
    walls: SquareSet,
    forbidden: SquareSet,
    holes: SquareSet,
    regions: Vec<(String, SquareSet)>,
}

impl Board {
    /// An order of boards, in which equal boards are equal.
    pub(crate) fn compare(&self, other: &Self) -> Ordering {
        fn all(board: &Board) -> impl Ord + '_ {
            let Board { rows, columns, wrap, walls, forbidden, holes, regions } = board;
            (rows, columns, wrap.rows(), wrap.columns(), walls, forbidden, holes, regions)
        }
        all(self).cmp(&all(other))
    }

    /// The largest number of squares of a board: 4096×4096.
    ///
    /// ```
    /// use queenside::Board;
    ///
    /// assert_eq!(Board::MAX_SQUARES, 4096 * 4096);
    /// assert!(Board::square(4096).check().is_ok());
    /// assert!(Board::new(4096, 4097).check().is_err());
    /// ```
    pub const MAX_SQUARES: usize = 1 << 24;

    /// Returns a plain board of open squares.
    ///
    /// ```
    /// use queenside::Board;
    ///
    /// let board = Board::new(2, 3);
    /// assert_eq!(board.to_string(), ". . .\n. . .\n");
    /// assert_eq!(board.open().len(), 6);
    /// ```
    pub fn new(rows: usize, columns: usize) -> Self {
        Self {
            rows,
            columns,
            wrap: Wrap::None,
            walls: SquareSet::new(),
            forbidden: SquareSet::new(),
            holes: SquareSet::new(),
            regions: Vec::new(),
        }
    }

    /// Returns a plain n×n board of open squares.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    ///
    /// // A queen in a corner of a chessboard sees 7 squares along each of three lines.
    /// assert_eq!(Board::square(8).attacks(&Piece::QUEEN, (7, 0)).len(), 21);
    /// ```
    pub fn square(n: usize) -> Self {
        Self::new(n, n)
    }

    /// Makes edges meet.
    ///
    /// ```
    /// use queenside::{Board, Piece, Wrap, classics};
    ///
    /// // Rooks do not mind, but a king at the edge of a torus has neighbours at the other.
    /// let kings = |wrap| classics::non_attacking(Board::square(5).with_wrap(wrap), Piece::KING).maximize();
    /// assert_eq!(kings(Wrap::None)?.value()?, Some(9));
    /// assert_eq!(kings(Wrap::Both)?.value()?, Some(5));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[must_use]
    #[doc(alias = "torus")]
    #[doc(alias = "cylinder")]
    #[doc(alias = "toroidal")]
    pub fn with_wrap(mut self, wrap: Wrap) -> Self {
        self.wrap = wrap;
        self
    }

    /// Makes these squares walls.
    ///
    /// ```
    /// use queenside::Board;
    ///
    /// let board = Board::new(2, 3).with_walls([(0, 1)]);
    /// assert_eq!(board.to_string(), ". % .\n. . .\n");
    /// ```
    #[must_use]
    pub fn with_walls(self, squares: impl IntoIterator<Item = impl Into<Square>>) -> Self {
        self.with_terrain(Terrain::Wall, squares)
    }

    /// Makes these squares forbidden: no piece may stand there, sight passes.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    ///
    /// // The rook looks past the forbidden square, which it covers as well.
    /// let board = Board::new(1, 5).with_forbidden([(0, 2)]);
    /// assert_eq!(board.to_string(), ". . - . .\n");
    /// assert_eq!(board.attacks(&Piece::ROOK, (0, 0)).len(), 4);
    /// ```
    #[must_use]
    pub fn with_forbidden(self, squares: impl IntoIterator<Item = impl Into<Square>>) -> Self {
        self.with_terrain(Terrain::Forbidden, squares)
    }

    /// Makes these squares holes: no part of the board.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    ///
    /// // The rook is stopped by the hole, which no piece covers.
    /// let board = Board::new(1, 5).with_holes([(0, 2)]);
    /// assert_eq!(board.to_string(), ". . ~ . .\n");
    /// assert_eq!(board.attacks(&Piece::ROOK, (0, 0)).len(), 1);
    /// ```
    #[must_use]
    pub fn with_holes(self, squares: impl IntoIterator<Item = impl Into<Square>>) -> Self {
        self.with_terrain(Terrain::Hole, squares)
    }

    /// Gives these squares a terrain, whatever they were before.
    ///
    /// ```
    /// use queenside::{Board, Terrain};
    ///
    /// // The last call counts: a wall is opened again.
    /// let board = Board::new(2, 2).with_terrain(Terrain::Wall, [(0, 0), (0, 1)]).with_terrain(Terrain::Open, [(0, 1)]);
    /// assert_eq!(board.to_string(), "% .\n. .\n");
    /// assert_eq!(board.open().len(), 3);
    /// ```
    #[must_use]
    pub fn with_terrain(mut self, terrain: Terrain, squares: impl IntoIterator<Item = impl Into<Square>>) -> Self {
        for square in squares {
            let square = square.into();
            for set in [&mut self.walls, &mut self.forbidden, &mut self.holes] {
                set.remove(square);
            }
            match terrain {
                Terrain::Open => false,
                Terrain::Wall => self.walls.insert(square),
                Terrain::Forbidden => self.forbidden.insert(square),
                Terrain::Hole => self.holes.insert(square),
            };
        }
        self
    }

    /// Adds a named region: any set of squares.
    ///
    /// ```
    /// use queenside::{Board, Constraint, Piece, Problem};
    ///
    /// // . . . .
    /// // . x x .    The most rooks, none of them in the centre.
    /// // . x x .
    /// // . . . .
    /// let board = Board::square(4).with_region("centre", [(1, 1), (1, 2), (2, 1), (2, 2)]);
    /// let mut problem = Problem::new(board);
    /// let rook = problem.add_kind("rook", Piece::ROOK);
    /// let centre = problem.region_named("centre")?;
    /// problem.non_attacking().add(Constraint::count(rook, centre, 0));
    /// assert_eq!(problem.maximize()?.optima()?.count()?.exact()?, 4u32);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[must_use]
    pub fn with_region(
        mut self,
        name: impl Into<String>,
        squares: impl IntoIterator<Item = impl Into<Square>>,
    ) -> Self {
        self.regions.push((name.into(), squares.into_iter().collect()));
        self
    }

    /// Adds a region for each character of a diagram other than `.`, named by it, in order of first appearance.
    ///
    /// # Errors
    ///
    /// Reports each line that is longer or shorter than the rows of the board, and another number of lines.
    ///
    /// ```
    /// use queenside::Board;
    ///
    /// let board = Board::square(3).with_region_map("
    ///     A A B
    ///     A C B
    ///     . C B
    /// ")?;
    /// let sizes: Vec<_> = board.regions().map(|(name, squares)| (name, squares.len())).collect();
    /// assert_eq!(sizes, [("A", 3), ("B", 3), ("C", 2)]);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[doc(alias = "polyomino")]
    #[doc(alias = "cage")]
    #[doc(alias = "star battle")]
    pub fn with_region_map(mut self, diagram: &str) -> Result<Self, Invalid> {
        let regions = text::read_region_map(diagram, self.rows, self.columns)?;
        self.regions.extend(regions);
        Ok(self)
    }

    /// Returns the number of rows.
    ///
    /// ```
    /// use queenside::Board;
    ///
    /// let board: Board = ". . . .\n. . % .".parse()?;
    /// assert_eq!(board.rows(), 2);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of columns.
    ///
    /// ```
    /// use queenside::Board;
    ///
    /// let board: Board = ". . . .\n. . % .".parse()?;
    /// assert_eq!(board.columns(), 4);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Returns how the edges meet.
    ///
    /// ```
    /// use queenside::{Board, Wrap};
    ///
    /// let board: Board = "
    ///     . . .
    ///     . % .
    ///     wrap: both
    /// ".parse()?;
    /// assert_eq!(board.wrap(), Wrap::Both);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn wrap(&self) -> Wrap {
        self.wrap
    }

    /// Returns the walls.
    ///
    /// ```
    /// use queenside::{Board, SquareSet};
    ///
    /// let board: Board = "
    ///     . % .
    ///     % . -
    /// ".parse()?;
    /// assert_eq!(*board.walls(), SquareSet::from([(0, 1), (1, 0)]));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn walls(&self) -> &SquareSet {
        &self.walls
    }

    /// Returns the forbidden squares.
    ///
    /// ```
    /// use queenside::{Board, SquareSet};
    ///
    /// let board: Board = "
    ///     . % .
    ///     % . -
    /// ".parse()?;
    /// assert_eq!(*board.forbidden(), SquareSet::from([(1, 2)]));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn forbidden(&self) -> &SquareSet {
        &self.forbidden
    }

    /// Returns the holes.
    ///
    /// ```
    /// use queenside::Board;
    ///
    /// // An English solitaire board is 7×7 without its corners.
    /// let board: Board = "
    ///     ~ ~ . . . ~ ~
    ///     ~ ~ . . . ~ ~
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     ~ ~ . . . ~ ~
    ///     ~ ~ . . . ~ ~
    /// ".parse()?;
    /// assert_eq!((board.holes().len(), board.open().len()), (16, 33));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn holes(&self) -> &SquareSet {
        &self.holes
    }

    /// Returns all squares of the rectangle, whatever their terrain. A faulty board has none.
    ///
    /// ```
    /// use queenside::Board;
    ///
    /// let board: Board = ". % - ~".parse()?;
    /// assert_eq!((board.squares().len(), board.open().len()), (4, 1));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn squares(&self) -> SquareSet {
        if self.size_fault().is_some() { SquareSet::new() } else { SquareSet::rectangle(self.rows, self.columns) }
    }

    /// Returns the squares on which a piece may stand.
    ///
    /// ```
    /// use queenside::{Board, SquareSet};
    ///
    /// let board: Board = "
    ///     . % .
    ///     ~ . -
    /// ".parse()?;
    /// assert_eq!(board.open(), SquareSet::from([(0, 0), (0, 2), (1, 1)]));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn open(&self) -> SquareSet {
        let mut open = self.squares();
        for set in [&self.walls, &self.forbidden, &self.holes] {
            if !set.is_empty() {
                open = &open - set;
            }
        }
        open
    }

    /// Returns the squares of a row.
    ///
    /// ```
    /// use queenside::{Board, SquareSet};
    ///
    /// let board = Board::new(3, 4);
    /// assert_eq!(board.row(1), SquareSet::from([(1, 0), (1, 1), (1, 2), (1, 3)]));
    /// assert!(board.row(3).is_empty());
    /// ```
    pub fn row(&self, row: usize) -> SquareSet {
        let there = row < self.rows && self.size_fault().is_none();
        (0..if there { self.columns } else { 0 }).map(|column| (row, column)).collect()
    }

    /// Returns the squares of a column.
    ///
    /// ```
    /// use queenside::{Board, SquareSet};
    ///
    /// let board = Board::new(3, 4);
    /// assert_eq!(board.column(2), SquareSet::from([(0, 2), (1, 2), (2, 2)]));
    /// assert!(board.column(4).is_empty());
    /// ```
    pub fn column(&self, column: usize) -> SquareSet {
        let there = column < self.columns && self.size_fault().is_none();
        (0..if there { self.rows } else { 0 }).map(|row| (row, column)).collect()
    }

    /// Returns the regions, in the order in which they were added.
    ///
    /// ```
    /// use queenside::Board;
    ///
    /// let board = Board::square(2).with_region_map("A A\nB .")?.with_region("left", [(0, 0), (1, 0)]);
    /// let sizes: Vec<_> = board.regions().map(|(name, squares)| (name, squares.len())).collect();
    /// assert_eq!(sizes, [("A", 2), ("B", 1), ("left", 2)]);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn regions(&self) -> impl Iterator<Item = (&str, &SquareSet)> {
        self.regions.iter().map(|(name, squares)| (name.as_str(), squares))
    }

    /// Returns the squares of the region of this name.
    ///
    /// ```
    /// use queenside::{Board, SquareSet};
    ///
    /// let board = Board::square(3).with_region_map("A A B\nA B B\nC C C")?;
    /// assert_eq!(board.region("B"), Some(&SquareSet::from([(0, 2), (1, 1), (1, 2)])));
    /// assert_eq!(board.region("D"), None);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn region(&self, name: &str) -> Option<&SquareSet> {
        self.regions.iter().find(|(other, _)| other == name).map(|(_, squares)| squares)
    }

    /// Tells whether a square lies within the rectangle.
    ///
    /// ```
    /// use queenside::Board;
    ///
    /// // Walls and holes lie within the rectangle too.
    /// let board: Board = ". ~\n% .".parse()?;
    /// let inside = [(0, 0), (0, 1), (1, 0), (1, 2), (2, 0)].map(|square| board.contains(square));
    /// assert_eq!(inside, [true, true, true, false, false]);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn contains(&self, square: impl Into<Square>) -> bool {
        let square = square.into();
        square.row() < self.rows && square.column() < self.columns
    }

    /// Returns the terrain of a square, or `None` off the board.
    ///
    /// ```
    /// use queenside::{Board, Terrain};
    ///
    /// let board: Board = ". -\n% .".parse()?;
    /// assert_eq!(board.terrain((0, 1)), Some(Terrain::Forbidden));
    /// assert_eq!(board.terrain((2, 0)), None);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn terrain(&self, square: impl Into<Square>) -> Option<Terrain> {
        let square = square.into();
        let terrain = if self.walls.contains(square) {
            Terrain::Wall
        } else if self.forbidden.contains(square) {
            Terrain::Forbidden
        } else if self.holes.contains(square) {
            Terrain::Hole
        } else {
            Terrain::Open
        };
        self.contains(square).then_some(terrain)
    }

    /// Returns the square at this many rows down and columns to the right, round the edges that meet; `None` off the
    /// board.
    ///
    /// ```
    /// use queenside::{Board, Square, Wrap};
    ///
    /// // . . . .
    /// // . . k .    A knight's leap from k goes round the right edge of a cylinder.
    /// // . . . .
    /// let board = Board::new(3, 4);
    /// assert_eq!(board.step((1, 2), -1, 2), None);
    /// assert_eq!(board.with_wrap(Wrap::Columns).step((1, 2), -1, 2), Some(Square::new(0, 0)));
    /// ```
    pub fn step(&self, from: impl Into<Square>, rows: i32, columns: i32) -> Option<Square> {
        fn along(at: usize, by: i32, size: usize, wrap: bool) -> Option<usize> {
            let moved = i64::try_from(at).ok()?.checked_add(i64::from(by))?;
            let size = i64::try_from(size).ok().filter(|size| *size > 0)?;
            let moved = if wrap { moved.rem_euclid(size) } else { moved };
            (0..size).contains(&moved).then_some(moved as usize)
        }
        let from = from.into();
        let row = along(from.row(), rows, self.rows, self.wrap.rows())?;
        let column = along(from.column(), columns, self.columns, self.wrap.columns())?;
        Some(Square::new(row, column))
    }
}
