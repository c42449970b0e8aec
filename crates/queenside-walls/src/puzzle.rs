//! A puzzle: a board with exactly one largest placement.

use std::fmt;

use queenside::{Area, Board, Budget, Cause, Constraint, Invalid, Options, Packing, Piece, Problem, SquareSet};

/// A board with walls on which exactly one placement of the most pieces exists, none in sight of another: one, not one
/// up to symmetry.
///
/// The solver has to place this many pieces, and need not show that no more fit.
///
/// # Examples
///
/// ```
/// use queenside::{Piece, SquareSet};
/// use queenside_walls::Puzzle;
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
///
/// // R % R    Three rooks fit, and counting lines shows where.
/// // . R .
/// let puzzle = Puzzle::of(&". % .\n. . .".parse()?, &Piece::ROOK)?.expect("there is one way");
/// assert_eq!((puzzle.piece(), puzzle.value()), (&Piece::ROOK, 3));
/// assert_eq!(*puzzle.solution(), [(0, 0), (0, 2), (1, 1)].into());
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

    /// Makes a puzzle of a board, if exactly one placement has the most pieces. Board and piece may be any that a
    /// [`Packing`] takes: with holes and forbidden squares, with edges that meet.
    ///
    /// # Errors
    ///
    /// Reports the faults of the board and of the piece, a board of too many squares, and a blocker, which is not counted.
    ///
    /// For an example see [`Puzzle`].
    pub fn of(board: &Board, piece: &Piece) -> Result<Option<Self>, Invalid> {
        Self::under(board, piece, &Options::new()).map(Result::unwrap_or_default)
    }

    /// Like [`of`](Self::of), under limits of time or nodes, a cancel token and an observer; it may be stopped before
    /// it knows.
    ///
    /// # Errors
    ///
    /// As for [`of`](Self::of).
    ///
    /// ```
    /// use queenside::{Board, Cause, Options, Piece};
    /// use queenside_walls::Puzzle;
    ///
    /// let known = Puzzle::under(&Board::square(12), &Piece::AMAZON, &Options::new().node_limit(50))?;
    /// assert_eq!(known, Err(Cause::NodeLimit));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn under(board: &Board, piece: &Piece, options: &Options) -> Result<Result<Option<Self>, Cause>, Invalid> {
        let mut budget = Budget::new(options);
        let mut packing = Packing::new(board, piece)?;
        Ok(packing.is_unique_under(&mut budget).map(|unique| {
            let solution = packing.maximize_under(&mut budget).squares().collect();
            unique.then(|| Self::new(board.clone(), piece.clone(), solution))
        }))
    }

    /// Returns the board with its walls.
    ///
    /// ```
    /// use queenside::{Piece, SquareSet};
    /// use queenside_walls::Puzzle;
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
    /// For an example see [`Puzzle`].
    pub fn piece(&self) -> &Piece {
        &self.piece
    }

    /// Returns the number of pieces to place: the most that fit.
    ///
    /// For an example see [`Puzzle`].
    pub fn value(&self) -> usize {
        self.solution.len()
    }

    /// Returns their squares in the solution.
    ///
    /// For an example see [`Puzzle`].
    pub fn solution(&self) -> &SquareSet {
        &self.solution
    }

    /// Returns the problem in the language: this many pieces on the board, none attacking another. The kind is "piece".
    ///
    /// ```
    /// use queenside::Piece;
    /// use queenside_walls::Puzzle;
    ///
    /// // R % R    Three rooks fit, and in one way.
    /// // . R .
    /// let puzzle = Puzzle::of(&". % .\n. . .".parse()?, &Piece::ROOK)?.expect("there is one way");
    /// assert_eq!(puzzle.to_problem().count()?.exact()?, 1u32);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn to_problem(&self) -> Problem {
        let mut problem = Problem::new(self.board.clone());
        let kind = problem.add_kind("piece", self.piece.clone());
        problem.non_attacking().add(Constraint::count(kind, Area::Everywhere, self.value()));
        problem
    }

    /// Returns the puzzle of `queenside-puzzles`: with the steps to its solution, their reasons and a grade, and to be added to a
    /// [`Book`](queenside_puzzles::Book).
    ///
    /// # Errors
    ///
    /// Tells that it was stopped: that the solution is the only one is proved again.
    ///
    /// ```
    /// use queenside::{Options, Piece};
    /// use queenside_walls::Puzzle;
    ///
    /// // R % R    Three rooks fit, and in one way.
    /// // . R .
    /// let puzzle = Puzzle::of(&". % .\n. . .".parse()?, &Piece::ROOK)?.expect("there is one way");
    /// let reasoned = puzzle.to_puzzle(&Options::new())?;
    /// assert_eq!(reasoned.solution().occupied(), *puzzle.solution());
    /// assert_eq!(reasoned.steps().iter().map(|step| step.placed().len()).sum::<usize>(), 3);
    /// assert!(reasoned.difficulty().stars() <= 3); // by counting alone
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_puzzle(&self, options: &Options) -> Result<queenside_puzzles::Puzzle, queenside_puzzles::Unfit> {
        queenside_puzzles::Puzzle::of_under(&self.to_problem(), options)
    }
}

/// The board, in the lines of its diagram.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.board.fmt(f)
    }
}
