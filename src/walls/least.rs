//! The least walls for every number of pieces.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::ControlFlow;

use super::census::Census;
use super::sets::WallSets;
use super::walk::WallClass;
use crate::answer::Outcome;
use crate::board::Board;
use crate::by_size::{BySize, Least};
use crate::constraint::{Area, Constraint};
use crate::control::Cause;
use crate::error::Error;
use crate::kind::Kind;
use crate::options::{Engine, Options};
use crate::piece::Piece;
use crate::problem::Problem;
use crate::square::Square;
use crate::square_set::SquareSet;

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
    let stage = Stage::new(board, piece);
    let answer = stage.problem.using(options).minimize_by_size([(stage.wall, 1)])?;
    Ok(LeastWalls { stage, answer })
}

/// Finds the least number of walls that lets just so many pieces stand on a board, none in sight of another, by the engine
/// of your choice; infeasible, if no number of walls does.
///
/// # Errors
///
/// Reports the faults of the board and of the piece, and an engine that declines.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Engine, Options, Outcome, Piece, walls};
///
/// let board = Board::square(5);
/// let search = Options::new().engine(Engine::Search);
/// let least = |pieces| walls::least_walls_for(board.clone(), Piece::QUEEN, pieces, &search);
/// assert_eq!((least(7)?.value(), least(9)?.value()), (Some(4), Some(16)));
/// assert!(matches!(least(10)?, Outcome::Infeasible(_)));
/// # Ok::<(), queenside::Error>(())
/// ```
pub fn least_walls_for(board: Board, piece: Piece, pieces: usize, options: &Options) -> Result<Outcome, Error> {
    let stage = Stage::new(board, piece);
    stage.with_pieces(pieces).using(options).minimize_of([(stage.wall, 1)])
}

/// Classes of wall sets, and why there may be more.
type Found = (Vec<WallClass>, Option<Cause>);

/// Pieces and walls as kinds of one problem.
#[derive(Clone, Debug)]
struct Stage {
    problem: Problem,
    piece: Kind,
    wall: Kind,
}

impl Stage {
    fn new(board: Board, piece: Piece) -> Self {
        let mut problem = Problem::new(board);
        let piece = problem.kind("piece", piece);
        let wall = problem.kind("wall", Piece::BLOCKER);
        problem.non_attacking();
        Self { problem, piece, wall }
    }

    /// The problem with just so many pieces; too many for any board are as many as are one too many for this one.
    fn with_pieces(&self, pieces: usize) -> Problem {
        let most = self.problem.board().rows().saturating_mul(self.problem.board().columns());
        let pieces = pieces.min(most.saturating_add(1));
        self.problem.clone().with(Constraint::count(self.piece, Area::Everywhere, pieces))
    }
}

/// The answer to [`least_walls`].
///
/// ```
/// use queenside::{Board, Options, Piece, walls};
///
/// // R % R % R    Three rooks in a row take two walls.
/// let least = walls::least_walls(Board::new(1, 5), Piece::ROOK, &Options::new())?;
/// assert_eq!((least.most(), least.walls(3), least.walls(4)), (Some(3), Some(2), None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LeastWalls {
    stage: Stage,
    answer: BySize<Option<Least>>,
}

impl LeastWalls {
    /// Returns the most pieces that any number of walls allows; more are impossible, proved. `None` if the engine was
    /// stopped.
    ///
    /// ```
    /// use queenside::{Board, Options, Piece, walls};
    ///
    /// // R % R % R    Three rooks in a row take two walls.
    /// let least = walls::least_walls(Board::new(1, 5), Piece::ROOK, &Options::new())?;
    /// assert_eq!(least.most(), Some(3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn most(&self) -> Option<usize> {
        self.answer.exact().map(|all| all.len().saturating_sub(1))
    }

    /// Returns the least number of walls for so many pieces; `None` if they are impossible, or if the engine was
    /// [stopped](Self::answer).
    ///
    /// ```
    /// use queenside::{Board, Options, Piece, walls};
    ///
    /// // R % R % R    Three rooks in a row take two walls.
    /// let least = walls::least_walls(Board::new(1, 5), Piece::ROOK, &Options::new())?;
    /// assert_eq!((least.walls(1), least.walls(2), least.walls(3)), (Some(0), Some(1), Some(2)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn walls(&self, pieces: usize) -> Option<usize> {
        self.of(pieces).map(|least| least.value() as usize)
    }

    /// Returns how many placements of so many pieces and the least number of walls there are, pieces and walls together:
    /// one set of walls may serve several placements of pieces. `None` as for [`walls`](Self::walls).
    ///
    /// ```
    /// use queenside::{Board, Options, Piece, walls};
    ///
    /// // R % R % R    Three rooks in a row take two walls.
    /// let least = walls::least_walls(Board::new(1, 5), Piece::ROOK, &Options::new())?;
    /// assert_eq!(least.placements(3).map(|ways| ways.to_string()).as_deref(), Some("1"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn placements(&self, pieces: usize) -> Option<&crate::Count> {
        self.of(pieces).map(Least::ways)
    }

    /// Returns one placement of so many pieces and the least number of walls. `None` as for [`walls`](Self::walls).
    ///
    /// ```
    /// use queenside::{Board, Options, Piece, walls};
    ///
    /// // R % R % R    Three rooks in a row take two walls.
    /// let least = walls::least_walls(Board::new(1, 5), Piece::ROOK, &Options::new())?;
    /// assert_eq!(least.placement(3).map(|board| board.len()), Some(3 + 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn placement(&self, pieces: usize) -> Option<&crate::Placement> {
        self.of(pieces).map(Least::placement)
    }

    /// Returns each number of pieces that is possible, from none on, with the least number of walls; nothing if the engine
    /// was [stopped](Self::answer).
    ///
    /// ```
    /// use queenside::{Board, Options, Piece, walls};
    ///
    /// let least = walls::least_walls(Board::square(4), Piece::QUEEN, &Options::new())?;
    /// assert_eq!(least.curve().collect::<Vec<_>>(), [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)]);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn curve(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let all = self.answer.exact().unwrap_or_default().iter().enumerate();
        all.filter_map(|(pieces, least)| least.as_ref().map(|least| (pieces, least.value() as usize)))
    }

    /// Returns the curve as comma-separated values: a line of names, then pieces, walls and placements.
    ///
    /// ```
    /// use queenside::{Board, Options, Piece, walls};
    ///
    /// let least = walls::least_walls(Board::new(1, 5), Piece::ROOK, &Options::new())?;
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

    /// Finds the sets of walls that let so many pieces stand and are as few as can be, each once, however many placements it
    /// serves. `None` as for [`walls`](Self::walls).
    ///
    /// Left to itself it goes through a [`Census`] where that has no more than a million classes; else SAT, if there is that
    /// feature, goes through one placement of each class of pieces and walls together, or the engine that is asked for.
    ///
    /// # Errors
    ///
    /// Reports an engine that declines; and more squares than [`WallSets`] take.
    ///
    /// ```
    /// use queenside::{Board, Options, Piece, walls};
    ///
    /// let least = walls::least_walls(Board::square(5), Piece::QUEEN, &Options::new())?;
    /// let sets = least.wall_sets(8, &Options::new())?.expect("eight queens fit");
    /// assert_eq!((least.walls(8), sets.stopped()), (Some(7), None));
    /// assert_eq!((sets.classes().len(), sets.boards()), (4, 18));
    /// assert!(least.wall_sets(10, &Options::new())?.is_none());
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn wall_sets(&self, pieces: usize, options: &Options) -> Result<Option<LeastSets>, Error> {
        /// Boards are solved in microseconds: so many classes are a matter of seconds.
        const MOST: u32 = 1 << 20;
        let Some(walls) = self.walls(pieces) else { return Ok(None) };
        let sets = WallSets::new(self.stage.problem.board(), self.stage.problem.piece(self.stage.piece), walls)?;
        let few = sets.classes() <= MOST.into();
        let (classes, stopped) = if few && options.engine == Engine::Auto {
            self.by_census(pieces, walls, options)?
        } else {
            self.by_placements(pieces, walls, &sets, options)?
        };
        Ok(Some(LeastSets { sets, classes, stopped }))
    }

    /// The boards with so many walls on which so many pieces fit.
    fn by_census(&self, pieces: usize, walls: usize, options: &Options) -> Result<Found, Error> {
        let (board, piece) = (self.stage.problem.board(), self.stage.problem.piece(self.stage.piece));
        let census = Census::new(board, piece, walls)?.using(&Options { solutions: None, ..options.clone() });
        let mut classes = Vec::new();
        let survey = census.visit(&census.sets().whole(), |board| {
            if board.value() >= pieces {
                classes.push(WallClass::new(board.walls().iter().copied().collect(), board.size()));
            }
            ControlFlow::Continue(())
        })?;
        Ok((classes, survey.stopped()))
    }

    /// The walls of the placements of so many pieces and walls.
    fn by_placements(&self, pieces: usize, walls: usize, sets: &WallSets, options: &Options) -> Result<Found, Error> {
        let just = Constraint::count(self.stage.wall, Area::Everywhere, walls);
        let problem = self.stage.with_pieces(pieces).with(just);
        let options = options.clone();
        #[cfg(feature = "sat")]
        let options = match options.engine {
            Engine::Auto if options.nodes.is_none() => options.engine(Engine::Sat),
            _ => options,
        };
        let (mut found, mut stopped) = (BTreeMap::new(), None);
        for class in problem.using(&options).classes()? {
            match class {
                Ok(class) => {
                    let own = sets.class_of(&class.representative().squares(self.stage.wall));
                    found.extend(own.map(|class| (class.walls().iter().collect::<Vec<Square>>(), class)));
                }
                Err(error) => stopped = Some(error.cause()),
            }
        }
        Ok((found.into_values().collect(), stopped))
    }

    /// Returns the answer in full: which engine gave it, at what cost, and what stopped it if something did.
    ///
    /// ```
    /// use queenside::{Board, Options, Piece, walls};
    ///
    /// // R % R % R    Three rooks in a row take two walls.
    /// let least = walls::least_walls(Board::new(1, 5), Piece::ROOK, &Options::new())?;
    /// assert_eq!(least.answer().exact().map(|all| all.len()), Some(4)); // from none to three
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn answer(&self) -> &BySize<Option<Least>> {
        &self.answer
    }

    fn of(&self, pieces: usize) -> Option<&Least> {
        self.answer.exact()?.get(pieces)?.as_ref()
    }
}

/// The sets of walls that are as few as can be, from [`LeastWalls::wall_sets`].
///
/// # Examples
///
/// ```
/// use queenside::{Board, Options, Piece, walls};
///
/// // Three rooks in a row take two walls, and there is one way.
/// // R % R % R
/// let least = walls::least_walls(Board::new(1, 5), Piece::ROOK, &Options::new())?;
/// let sets = least.wall_sets(3, &Options::new())?.expect("three rooks fit");
/// assert_eq!(sets.boards(), 1);
/// assert_eq!(sets.all().map(|walls| walls.to_string()).collect::<Vec<_>>(), [". o . o\n"]);
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct LeastSets {
    sets: WallSets,
    classes: Vec<WallClass>,
    stopped: Option<Cause>,
}

impl LeastSets {
    /// Returns one set of each class under the symmetries of board and piece.
    ///
    /// ```
    /// use queenside::{Board, Options, Piece, walls};
    ///
    /// // R % R % R    Three rooks in a row take two walls.
    /// let least = walls::least_walls(Board::new(1, 5), Piece::ROOK, &Options::new())?;
    /// let sets = least.wall_sets(3, &Options::new())?.expect("three rooks fit");
    /// assert_eq!(sets.classes().len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn classes(&self) -> &[WallClass] {
        &self.classes
    }

    /// Returns how many sets there are.
    ///
    /// ```
    /// use queenside::{Board, Options, Piece, walls};
    ///
    /// // R % R % R    Three rooks in a row take two walls.
    /// let least = walls::least_walls(Board::new(1, 5), Piece::ROOK, &Options::new())?;
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
    /// use queenside::{Board, Options, Piece, walls};
    ///
    /// // R % R % R    Three rooks in a row take two walls.
    /// let least = walls::least_walls(Board::new(1, 5), Piece::ROOK, &Options::new())?;
    /// let sets = least.wall_sets(3, &Options::new())?.expect("three rooks fit");
    /// assert_eq!(sets.all().next(), Some([(0, 1), (0, 3)].into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn all(&self) -> impl Iterator<Item = SquareSet> + '_ {
        self.classes.iter().flat_map(|class| self.sets.orbit(class.walls()))
    }

    /// Returns why there may be more, if the options stopped the search for them.
    ///
    /// ```
    /// use queenside::{Board, Options, Piece, walls};
    ///
    /// // R % R % R    Three rooks in a row take two walls.
    /// let least = walls::least_walls(Board::new(1, 5), Piece::ROOK, &Options::new())?;
    /// let sets = least.wall_sets(3, &Options::new())?.expect("three rooks fit");
    /// assert_eq!(sets.stopped(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn stopped(&self) -> Option<Cause> {
        self.stopped
    }
}
