//! The least walls for every number of pieces.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::ControlFlow;

use super::census::Census;
use super::sets::WallSets;
use super::walk::WallClass;
use queenside::{
    Answer, Area, Board, Budget, Cause, Constraint, Engine, Invalid, Kind, Minimum, Optimum, Options, Piece, Problem,
    Square, SquareSet,
};

/// Finds, for every number q of pieces at once, the least number of walls that lets q of them stand on a board, none in
/// sight of another; the number of placements of pieces and walls together that reach it; and one of them.
///
/// The walls of the board itself are not counted. Leapers jump over walls, so walls do not help them: any number of
/// kings or knights that fits at all fits without.
///
/// # Errors
///
/// Reports the faults of the board and of the piece, and an engine that declines.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Options, Piece};
/// use queenside_walls::{min_walls, min_walls_for};
///
/// // Nine queens on 6×6, each cut off from the others by six walls. Ten are impossible: queens never stand side by side,
/// // and no more than nine kings fit.
/// let least = min_walls(Board::square(6), Piece::QUEEN, &Options::new())?;
/// assert_eq!((least.walls(9), least.walls(10)), (Some(6), None));
/// assert_eq!(least.max_pieces(), Some(9));
/// assert_eq!(least.placement(9).map(|placement| placement.len()), Some(9 + 6));
/// # Ok::<(), queenside::Error>(())
/// ```
pub fn min_walls(board: Board, piece: Piece, options: &Options) -> Result<MinWalls, Invalid> {
    let stage = Stage::new(board, piece);
    let answer = stage.problem.using(options).minimize_by_size([(stage.wall, 1)])?;
    Ok(MinWalls { stage, answer })
}

/// Finds the fewest walls that let a number of pieces stand on a board, none in sight of another, by the engine
/// of your choice; infeasible, if no number of walls does.
///
/// # Errors
///
/// Reports the faults of the board and of the piece, and an engine that declines.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Engine, Options, Piece};
/// use queenside_walls::{min_walls, min_walls_for};
///
/// let board = Board::square(5);
/// let search = Options::new().engine(Engine::Search);
/// let least = |pieces| min_walls_for(board.clone(), Piece::QUEEN, pieces, &search);
/// assert_eq!((least(7)?.value()?, least(9)?.value()?), (Some(4), Some(16)));
/// assert_eq!(least(10)?.value()?, None);
/// # Ok::<(), queenside::Error>(())
/// ```
pub fn min_walls_for(
    board: Board,
    piece: Piece,
    pieces: usize,
    options: &Options,
) -> Result<Answer<Option<Optimum>>, Invalid> {
    let stage = Stage::new(board, piece);
    stage.with_pieces(pieces).using(options).minimize_of([(stage.wall, 1)])
}

/// Classes of wall sets, and why there may be more.
type Found = (Vec<WallClass>, Option<Cause>);

/// Pieces and walls as kinds of one problem.
#[derive(Clone, Debug)]
pub(super) struct Stage {
    pub(super) problem: Problem,
    pub(super) piece: Kind,
    pub(super) wall: Kind,
}

impl Stage {
    pub(super) fn new(board: Board, piece: Piece) -> Self {
        let mut problem = Problem::new(board);
        let piece = problem.add_kind("piece", piece);
        let wall = problem.add_kind("wall", Piece::BLOCKER);
        problem.non_attacking();
        Self { problem, piece, wall }
    }

    /// The problem with a fixed number of pieces, which is at most one more than there are squares.
    pub(super) fn with_pieces(&self, pieces: usize) -> Problem {
        let squares = self.problem.board().rows().saturating_mul(self.problem.board().columns());
        let pieces = pieces.min(squares.saturating_add(1));
        self.problem.clone().with(Constraint::count(self.piece, Area::Everywhere, pieces))
    }
}

/// The answer to [`min_walls`].
///
/// ```
/// use queenside::{Board, Options, Piece};
/// use queenside_walls::{min_walls, min_walls_for};
///
/// // R % R % R    Three rooks in a row take two walls.
/// let least = min_walls(Board::new(1, 5), Piece::ROOK, &Options::new())?;
/// assert_eq!((least.max_pieces(), least.walls(3), least.walls(4)), (Some(3), Some(2), None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct MinWalls {
    stage: Stage,
    answer: Answer<Vec<Option<Minimum>>>,
}

impl MinWalls {
    /// Returns the most pieces that any number of walls allows; more are impossible, proved. `None` if the engine was
    /// stopped.
    ///
    /// ```
    /// use queenside::{Board, Options, Piece};
    /// use queenside_walls::{min_walls, min_walls_for};
    ///
    /// // R % R % R    Three rooks in a row take two walls.
    /// let least = min_walls(Board::new(1, 5), Piece::ROOK, &Options::new())?;
    /// assert_eq!(least.max_pieces(), Some(3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn max_pieces(&self) -> Option<usize> {
        self.answer.known().ok().map(|all| all.len().saturating_sub(1))
    }

    /// Returns the fewest walls for a number of pieces; `None` if they are impossible, or if the engine was
    /// [stopped](Self::answer).
    ///
    /// ```
    /// use queenside::{Board, Options, Piece};
    /// use queenside_walls::{min_walls, min_walls_for};
    ///
    /// // R % R % R    Three rooks in a row take two walls.
    /// let least = min_walls(Board::new(1, 5), Piece::ROOK, &Options::new())?;
    /// assert_eq!((least.walls(1), least.walls(2), least.walls(3)), (Some(0), Some(1), Some(2)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn walls(&self, pieces: usize) -> Option<usize> {
        self.of(pieces).map(|min| min.value() as usize)
    }

    /// Returns how many placements of a number of pieces and the fewest walls there are, pieces and walls together:
    /// one set of walls may serve several placements of pieces. `None` as for [`walls`](Self::walls).
    ///
    /// ```
    /// use queenside::{Board, Options, Piece};
    /// use queenside_walls::{min_walls, min_walls_for};
    ///
    /// // R % R % R    Three rooks in a row take two walls.
    /// let least = min_walls(Board::new(1, 5), Piece::ROOK, &Options::new())?;
    /// assert_eq!(least.placements(3).map(|ways| ways.to_string()).as_deref(), Some("1"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn placements(&self, pieces: usize) -> Option<&queenside::Count> {
        self.of(pieces).map(Minimum::ways)
    }

    /// Returns one placement of a number of pieces and the fewest walls. `None` as for [`walls`](Self::walls).
    ///
    /// ```
    /// use queenside::{Board, Options, Piece};
    /// use queenside_walls::{min_walls, min_walls_for};
    ///
    /// // R % R % R    Three rooks in a row take two walls.
    /// let least = min_walls(Board::new(1, 5), Piece::ROOK, &Options::new())?;
    /// assert_eq!(least.placement(3).map(|board| board.len()), Some(3 + 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn placement(&self, pieces: usize) -> Option<&queenside::Placement> {
        self.of(pieces).map(Minimum::placement)
    }

    /// Returns each possible number of pieces, from 0 on, with the least number of walls; nothing if the engine was
    /// [stopped](Self::answer).
    ///
    /// ```
    /// use queenside::{Board, Options, Piece};
    /// use queenside_walls::{min_walls, min_walls_for};
    ///
    /// let least = min_walls(Board::square(4), Piece::QUEEN, &Options::new())?;
    /// assert_eq!(least.curve().collect::<Vec<_>>(), [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)]);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn curve(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let all = self.answer.known().map_or(&[][..], Vec::as_slice).iter().enumerate();
        all.filter_map(|(pieces, min)| min.as_ref().map(|min| (pieces, min.value() as usize)))
    }

    /// Returns the curve as comma-separated values: a header, then pieces, walls and placements.
    ///
    /// ```
    /// use queenside::{Board, Options, Piece};
    /// use queenside_walls::{min_walls, min_walls_for};
    ///
    /// let least = min_walls(Board::new(1, 5), Piece::ROOK, &Options::new())?;
    /// assert_eq!(least.to_csv(), "pieces,walls,placements\n0,0,1\n1,0,5\n2,1,10\n3,2,1\n");
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn to_csv(&self) -> String {
        let mut text = "pieces,walls,placements\n".to_owned();
        for (pieces, walls) in self.curve() {
            let placements = self.placements(pieces).cloned().unwrap_or_default();
            let _ = writeln!(text, "{pieces},{walls},{placements}");
        }
        text
    }

    /// Finds the smallest sets of walls that let a number of pieces stand, each once, however many placements it
    /// serves. `None` as for [`walls`](Self::walls).
    ///
    /// By default it surveys a [`Census`] of at most a million classes. Else SAT, if there is that feature, or the engine that
    /// is asked for, enumerates one placement of each class of pieces and walls together.
    ///
    /// # Errors
    ///
    /// Reports an engine that declines; and more squares than [`WallSets`] take.
    ///
    /// ```
    /// use queenside::{Board, Options, Piece};
    /// use queenside_walls::{min_walls, min_walls_for};
    ///
    /// let least = min_walls(Board::square(5), Piece::QUEEN, &Options::new())?;
    /// let sets = least.wall_sets(8, &Options::new())?.expect("eight queens fit");
    /// assert_eq!((least.walls(8), sets.stopped()), (Some(7), None));
    /// assert_eq!((sets.classes().len(), sets.boards()), (4, 18));
    /// assert!(least.wall_sets(10, &Options::new())?.is_none());
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn wall_sets(&self, pieces: usize, options: &Options) -> Result<Option<MinSets>, Invalid> {
        /// Boards are solved in microseconds, so this many classes take seconds.
        const MAX_CLASSES: u32 = 1 << 20;
        let Some(walls) = self.walls(pieces) else { return Ok(None) };
        let sets = WallSets::new(self.stage.problem.board(), self.stage.problem.piece(self.stage.piece)?, walls)?;
        let few = sets.classes() <= MAX_CLASSES.into();
        let (classes, stopped) = if few && Budget::new(options).engine() == Engine::Auto {
            self.by_census(pieces, walls, options)?
        } else {
            self.by_placements(pieces, walls, &sets, options)?
        };
        Ok(Some(MinSets { sets, classes, stopped }))
    }

    /// Finds the boards with this number of walls on which the pieces fit, by a census.
    fn by_census(&self, pieces: usize, walls: usize, options: &Options) -> Result<Found, Invalid> {
        let (board, piece) = (self.stage.problem.board(), self.stage.problem.piece(self.stage.piece)?);
        let census = Census::new(board, piece, walls)?.using(options);
        let mut classes = Vec::new();
        let survey = census.visit_all(|board| {
            if board.value() >= pieces {
                classes.push(WallClass::new(board.walls().iter().copied().collect(), board.size()));
            }
            ControlFlow::Continue(())
        });
        Ok((classes, survey.stopped()))
    }

    /// Finds the walls of all placements of these numbers of pieces and walls.
    fn by_placements(&self, pieces: usize, walls: usize, sets: &WallSets, options: &Options) -> Result<Found, Invalid> {
        let just = Constraint::count(self.stage.wall, Area::Everywhere, walls);
        let problem = self.stage.with_pieces(pieces).with(just);
        let options = options.clone();
        // Walls and pieces are too many for the engines that branch on squares.
        let budget = Budget::new(&options);
        let chooses = budget.engine() == Engine::Auto && budget.node_limit().is_none();
        let options = if cfg!(feature = "sat") && chooses { options.engine(Engine::Sat) } else { options };
        let (mut found, mut stopped) = (BTreeMap::new(), None);
        for class in problem.using(&options).classes()? {
            match class {
                Ok(class) => {
                    let own = sets.class_of(&class.representative().squares(self.stage.wall)?);
                    found.extend(own.map(|class| (class.walls().iter().collect::<Vec<Square>>(), class)));
                }
                Err(error) => stopped = Some(error.cause()),
            }
        }
        Ok((found.into_values().collect(), stopped))
    }

    /// Returns the full answer: engine, work, and why it was stopped if it was.
    ///
    /// ```
    /// use queenside::{Board, Options, Piece};
    /// use queenside_walls::{min_walls, min_walls_for};
    ///
    /// // R % R % R    Three rooks in a row take two walls.
    /// let least = min_walls(Board::new(1, 5), Piece::ROOK, &Options::new())?;
    /// assert_eq!(least.answer().exact()?.len(), 4); // from none to three
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn answer(&self) -> &Answer<Vec<Option<Minimum>>> {
        &self.answer
    }

    fn of(&self, pieces: usize) -> Option<&Minimum> {
        self.answer.known().ok()?.get(pieces)?.as_ref()
    }
}

/// The sets of walls that are as few as can be, from [`MinWalls::wall_sets`].
///
/// # Examples
///
/// ```
/// use queenside::{Board, Options, Piece};
/// use queenside_walls::{min_walls, min_walls_for};
///
/// // Three rooks in a row take two walls, and there is one way.
/// // R % R % R
/// let least = min_walls(Board::new(1, 5), Piece::ROOK, &Options::new())?;
/// let sets = least.wall_sets(3, &Options::new())?.expect("three rooks fit");
/// assert_eq!(sets.boards(), 1);
/// assert_eq!(sets.all().map(|walls| walls.to_string()).collect::<Vec<_>>(), [". o . o\n"]);
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct MinSets {
    sets: WallSets,
    classes: Vec<WallClass>,
    stopped: Option<Cause>,
}

impl MinSets {
    /// Returns one set of each class under the symmetries of board and piece.
    ///
    /// ```
    /// use queenside::{Board, Options, Piece};
    /// use queenside_walls::{min_walls, min_walls_for};
    ///
    /// // R % R % R    Three rooks in a row take two walls.
    /// let least = min_walls(Board::new(1, 5), Piece::ROOK, &Options::new())?;
    /// let sets = least.wall_sets(3, &Options::new())?.expect("three rooks fit");
    /// assert_eq!(sets.classes().len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn classes(&self) -> &[WallClass] {
        &self.classes
    }

    /// Returns the number of sets.
    ///
    /// ```
    /// use queenside::{Board, Options, Piece};
    /// use queenside_walls::{min_walls, min_walls_for};
    ///
    /// // R % R % R    Three rooks in a row take two walls.
    /// let least = min_walls(Board::new(1, 5), Piece::ROOK, &Options::new())?;
    /// let sets = least.wall_sets(3, &Options::new())?.expect("three rooks fit");
    /// assert_eq!(sets.boards(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn boards(&self) -> usize {
        self.classes.iter().map(WallClass::size).sum()
    }

    /// Returns all sets, class by class.
    ///
    /// ```
    /// use queenside::{Board, Options, Piece};
    /// use queenside_walls::{min_walls, min_walls_for};
    ///
    /// // R % R % R    Three rooks in a row take two walls.
    /// let least = min_walls(Board::new(1, 5), Piece::ROOK, &Options::new())?;
    /// let sets = least.wall_sets(3, &Options::new())?.expect("three rooks fit");
    /// assert_eq!(sets.all().next(), Some([(0, 1), (0, 3)].into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn all(&self) -> impl Iterator<Item = SquareSet> + '_ {
        self.classes.iter().flat_map(|class| self.sets.orbit(class.walls()))
    }

    /// Returns why there may be more, if the search for them was stopped.
    ///
    /// ```
    /// use queenside::{Board, Options, Piece};
    /// use queenside_walls::{min_walls, min_walls_for};
    ///
    /// // R % R % R    Three rooks in a row take two walls.
    /// let least = min_walls(Board::new(1, 5), Piece::ROOK, &Options::new())?;
    /// let sets = least.wall_sets(3, &Options::new())?.expect("three rooks fit");
    /// assert_eq!(sets.stopped(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn stopped(&self) -> Option<Cause> {
        self.stopped
    }
}
