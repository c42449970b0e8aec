//! All puzzles with so many walls, one of each class, none with a wall to spare.

use std::fmt;
use std::iter::FusedIterator;

use super::memo::Memo;
use super::puzzle::Puzzle;
use super::sets::WallSets;
use super::stretch::Stretch;
use super::walk::Walk;
use crate::board::Board;
use crate::control::{Cause, Control};
use crate::error::Error;
use crate::options::Options;
use crate::packing::Packing;
use crate::piece::Piece;
use crate::square::Square;

/// What it means that a puzzle has no wall to spare. In both readings *fewer walls* are any proper subset of the walls: one
/// wall less, or more, down to none at all.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Piece, walls::{Economy, Puzzles}};
///
/// // What has no wall to spare in the second reading has none in the first.
/// let count = |economy| Puzzles::new(&Board::square(6), &Piece::QUEEN, 2, economy).map(|puzzles| puzzles.iter().count());
/// assert_eq!(count(Economy::Puzzle)?, 5);
/// assert_eq!(count(Economy::Value)?, 2);
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Economy {
    /// Fewer walls never make a puzzle of the same value: either another number of pieces fits then, or there is more than
    /// one way to place them.
    #[default]
    Puzzle,
    /// Fewer walls never have the same value at all.
    Value,
}

/// The puzzles that so many walls make of a board, one of each class of those that symmetries carry into each other.
///
/// They come in the order of [`WallSets`], each found as it is asked for. The walk through them can be stopped, split and gone
/// on with, as that through the sets.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Piece, walls::{Economy, Puzzles}};
///
/// // % % Q .
/// // Q . . .    Two walls make a puzzle of 4×4: four queens
/// // . . . Q    fit without them, too, but in two ways.
/// // . Q . .
/// let puzzles = Puzzles::new(&Board::square(4), &Piece::QUEEN, 2, Economy::Puzzle)?;
/// let found: Vec<_> = puzzles.iter().collect::<Result<_, _>>().expect("no limit was set");
/// assert_eq!(found.len(), 1);
/// assert_eq!((found[0].to_string(), found[0].value()), ("% % . .\n. . . .\n. . . .\n. . . .\n".into(), 4));
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Puzzles {
    sets: WallSets,
    board: Board,
    piece: Piece,
    economy: Economy,
}

impl Puzzles {
    /// Says which puzzles are meant: those that so many walls make of this board, which may have walls of its own.
    ///
    /// # Errors
    ///
    /// Reports the faults of the board and of the piece, a board of more squares than a [`Packing`] may have, and a blocker,
    /// which is not counted.
    ///
    /// ```
    /// use queenside::{Board, Fault, Piece, walls::{Economy, Puzzles}};
    ///
    /// let error = Puzzles::new(&Board::new(0, 3), &Piece::QUEEN, 2, Economy::Value).unwrap_err();
    /// assert_eq!(error.faults(), [Fault::NoSquares { rows: 0, columns: 3 }]);
    /// ```
    pub fn new(board: &Board, piece: &Piece, walls: usize, economy: Economy) -> Result<Self, Error> {
        Packing::new(board, piece)?;
        let sets = WallSets::new(board, piece, walls)?;
        Ok(Self { sets, board: board.clone(), piece: piece.clone(), economy })
    }

    /// Returns the sets of walls that are gone through; a [split](WallSets::split) of them splits the puzzles.
    ///
    /// ```
    /// use queenside::{Board, Piece, walls::{Economy, Puzzles}};
    ///
    /// // % % Q .    The only puzzle of 4×4 with two walls.
    /// // Q . . .
    /// // . . . Q
    /// // . Q . .
    /// let puzzles = Puzzles::new(&Board::square(4), &Piece::QUEEN, 2, Economy::Puzzle)?;
    /// assert_eq!(puzzles.sets().classes(), 21u32);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn sets(&self) -> &WallSets {
        &self.sets
    }

    /// Returns what it means here to have no wall to spare.
    ///
    /// ```
    /// use queenside::{Board, Piece, walls::{Economy, Puzzles}};
    ///
    /// // % % Q .    The only puzzle of 4×4 with two walls.
    /// // Q . . .
    /// // . . . Q
    /// // . Q . .
    /// let puzzles = Puzzles::new(&Board::square(4), &Piece::QUEEN, 2, Economy::Puzzle)?;
    /// assert_eq!(puzzles.economy(), Economy::Puzzle);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn economy(&self) -> Economy {
        self.economy
    }

    /// Returns the puzzles one after the other, without limits.
    ///
    /// ```
    /// use queenside::{Board, Piece, walls::{Economy, Puzzles}};
    ///
    /// // % % Q .    The only puzzle of 4×4 with two walls.
    /// // Q . . .
    /// // . . . Q
    /// // . Q . .
    /// let puzzles = Puzzles::new(&Board::square(4), &Piece::QUEEN, 2, Economy::Puzzle)?;
    /// assert_eq!(puzzles.iter().filter(Result::is_ok).count(), 1);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn iter(&self) -> PuzzleWalk {
        self.walk(self.sets.iter(), 1.0, &Options::new())
    }

    /// Goes through a stretch of the sets under limits of time, nodes or puzzles (as solutions), with a cancel token and an
    /// observer. It is told the nodes, the puzzles found, and what part of the stretch has been gone through, about.
    ///
    /// # Errors
    ///
    /// Reports a stretch that was made for another board, group or number of walls.
    ///
    /// ```
    /// use queenside::{Board, Options, Piece, walls::{Economy, Puzzles}};
    ///
    /// // Ten at a time.
    /// let puzzles = Puzzles::new(&Board::square(5), &Piece::QUEEN, 3, Economy::Puzzle)?;
    /// let (mut takes, mut rest) = (Vec::new(), puzzles.sets().whole());
    /// while !rest.is_empty() {
    ///     let mut walk = puzzles.resume(&rest, &Options::new().solution_limit(10))?;
    ///     takes.push(walk.by_ref().filter(Result::is_ok).count());
    ///     rest = walk.rest();
    /// }
    /// assert_eq!(takes, [10, 4]);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn resume(&self, stretch: &Stretch, options: &Options) -> Result<PuzzleWalk, Error> {
        Ok(self.walk(self.sets.walk(stretch)?, stretch.share(self.sets.plan()), options))
    }

    fn walk(&self, walk: Walk, share: f64, options: &Options) -> PuzzleWalk {
        let classes = u64::try_from(self.sets.classes()).map_or(f64::MAX, |classes| classes as f64);
        PuzzleWalk {
            finder: Finder::new(self),
            walk,
            limit: options.solutions.unwrap_or(u64::MAX),
            watch: Control::new(options),
            control: Control::new(&Options { observer: None, ..options.clone() }),
            expected: (classes * share).max(1.0),
            looked: 0.0,
            set: Vec::new(),
            is_open: false,
            state: State::Walking,
        }
    }
}

impl IntoIterator for &Puzzles {
    type Item = Result<Puzzle, Interrupted>;
    type IntoIter = PuzzleWalk;

    fn into_iter(self) -> PuzzleWalk {
        self.iter()
    }
}

/// A walk through [`Puzzles`]: an iterator whose last item is an [`Interrupted`] if it was cut short.
///
/// ```
/// use queenside::{Board, Piece, walls::{Economy, Puzzles}};
///
/// // % % Q .    The only puzzle of 4×4 with two walls.
/// // Q . . .
/// // . . . Q
/// // . Q . .
/// let puzzles = Puzzles::new(&Board::square(4), &Piece::QUEEN, 2, Economy::Puzzle)?;
/// let mut walk = puzzles.iter();
/// assert_eq!(walk.by_ref().count(), 1);
/// assert!(walk.rest().is_empty());
/// # Ok::<(), queenside::Error>(())
/// ```
pub struct PuzzleWalk {
    finder: Option<Finder>,
    walk: Walk,
    /// Puzzles that may still be found.
    limit: u64,
    /// What the observer is told by, and what limits the search of each board.
    watch: Control,
    control: Control,
    /// Sets to be gone through, about, and how many have been.
    expected: f64,
    looked: f64,
    set: Vec<Square>,
    /// Whether it was stopped before it was known what the set makes.
    is_open: bool,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Walking,
    Over,
}

impl PuzzleWalk {
    /// Returns the stretch that is still to be gone through.
    ///
    /// ```
    /// use queenside::{Board, Piece, walls::{Economy, Puzzles}};
    ///
    /// // % % Q .    The only puzzle of 4×4 with two walls.
    /// // Q . . .
    /// // . . . Q
    /// // . Q . .
    /// let puzzles = Puzzles::new(&Board::square(4), &Piece::QUEEN, 2, Economy::Puzzle)?;
    /// let mut walk = puzzles.iter();
    /// assert!(walk.next().is_some() && !walk.rest().is_empty()); // other sets of walls are still to be looked at
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn rest(&self) -> Stretch {
        if self.is_open { self.walk.rest_from_here() } else { self.walk.rest() }
    }

    fn find(&mut self) -> Result<Option<Puzzle>, Cause> {
        let Some(finder) = &mut self.finder else { return Ok(None) };
        if self.limit == 0 {
            return Err(Cause::SolutionLimit);
        }
        while let Some(set) = self.walk.next_set() {
            self.is_open = true;
            self.set.clear();
            self.set.extend(set.squares());
            let found = finder.puzzle(&self.set, &mut self.control)?;
            self.looked += 1.0;
            self.watch.progress.nodes = self.control.progress.nodes;
            self.watch.progress.fraction = (self.looked / self.expected).min(1.0);
            self.watch.progress.solutions += u64::from(found.is_some());
            let on = self.watch.spend(Self::WORK);
            // What was found is not lost if it ends here.
            self.is_open = false;
            if let Some(puzzle) = found {
                self.limit -= 1;
                return Ok(Some(puzzle));
            }
            on?;
        }
        self.watch.report();
        Ok(None)
    }

    /// About how many word operations a set takes that is not searched for long.
    const WORK: u64 = 1 << 10;
}

impl Iterator for PuzzleWalk {
    type Item = Result<Puzzle, Interrupted>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.state == State::Over {
            return None;
        }
        let found = self.find();
        if !matches!(found, Ok(Some(_))) {
            self.state = State::Over;
        }
        match found {
            Ok(puzzle) => puzzle.map(Ok),
            Err(cause) => Some(Err(Interrupted { cause, rest: self.rest() })),
        }
    }
}

impl FusedIterator for PuzzleWalk {}

impl fmt::Debug for PuzzleWalk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PuzzleWalk").field("walk", &self.walk).finish_non_exhaustive()
    }
}

/// What cut a walk short, and what was left.
///
/// # Examples
///
/// ```
/// use queenside::{Board, CancelToken, Cause, Options, Piece, walls::{Economy, Puzzles}};
///
/// let puzzles = Puzzles::new(&Board::square(8), &Piece::QUEEN, 5, Economy::Puzzle)?;
/// let token = CancelToken::new();
/// token.cancel();
/// let mut walk = puzzles.resume(&puzzles.sets().whole(), &Options::new().cancel(&token))?;
/// let interrupted = walk.find_map(Result::err).expect("there is far to go");
/// assert_eq!(interrupted.cause(), Cause::Cancelled);
/// assert!(!interrupted.rest().is_empty() && walk.next().is_none());
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interrupted {
    cause: Cause,
    rest: Stretch,
}

impl Interrupted {
    /// Returns why.
    ///
    /// ```
    /// use queenside::{Board, Cause, Options, Piece, walls::{Economy, Puzzles}};
    ///
    /// // % % Q .    The only puzzle of 4×4 with two walls.
    /// // Q . . .
    /// // . . . Q
    /// // . Q . .
    /// let puzzles = Puzzles::new(&Board::square(4), &Piece::QUEEN, 2, Economy::Puzzle)?;
    /// let mut walk = puzzles.resume(&puzzles.sets().whole(), &Options::new().solution_limit(0))?;
    /// let interrupted = walk.find_map(Result::err).expect("there is one");
    /// assert_eq!(interrupted.cause(), Cause::SolutionLimit);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cause(&self) -> Cause {
        self.cause
    }

    /// Returns what is still to be gone through, for [`Puzzles::resume`].
    ///
    /// ```
    /// use queenside::{Board, Options, Piece, walls::{Economy, Puzzles}};
    ///
    /// // % % Q .    The only puzzle of 4×4 with two walls.
    /// // Q . . .
    /// // . . . Q
    /// // . Q . .
    /// let puzzles = Puzzles::new(&Board::square(4), &Piece::QUEEN, 2, Economy::Puzzle)?;
    /// let mut walk = puzzles.resume(&puzzles.sets().whole(), &Options::new().solution_limit(0))?;
    /// let interrupted = walk.find_map(Result::err).expect("there is one");
    /// assert_eq!(puzzles.resume(interrupted.rest(), &Options::new())?.filter(Result::is_ok).count(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rest(&self) -> &Stretch {
        &self.rest
    }
}

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "interrupted: {}", self.cause)
    }
}

impl std::error::Error for Interrupted {}

/// Finds out whether walls make a puzzle.
struct Finder {
    board: Board,
    piece: Piece,
    economy: Economy,
    packing: Packing,
    memo: Memo,
    solution: Vec<Square>,
    fewer: Vec<Square>,
}

impl Finder {
    /// The board was compiled before, so this does not fail.
    fn new(puzzles: &Puzzles) -> Option<Self> {
        Some(Self {
            packing: Packing::new(&puzzles.board, &puzzles.piece).ok()?,
            board: puzzles.board.clone(),
            piece: puzzles.piece.clone(),
            economy: puzzles.economy,
            memo: Memo::new(puzzles.sets.plan(), (puzzles.board.rows(), puzzles.board.columns())),
            solution: Vec::new(),
            fewer: Vec::new(),
        })
    }

    fn puzzle(&mut self, walls: &[Square], control: &mut Control) -> Result<Option<Puzzle>, Cause> {
        set(&mut self.packing, walls)?;
        if !self.packing.is_unique_under(control)? {
            return Ok(None);
        }
        self.solution.clear();
        self.solution.extend(self.packing.most_under(control).squares());
        if self.can_spare(walls, control)? {
            return Ok(None);
        }
        let board = self.board.clone().with_walls(walls.iter().copied());
        Ok(Some(Puzzle::new(board, self.piece.clone(), self.solution.iter().copied().collect())))
    }

    /// Tells whether fewer walls would do; those with one wall less are the likeliest.
    fn can_spare(&mut self, walls: &[Square], control: &mut Control) -> Result<bool, Cause> {
        let value = self.solution.len();
        for size in (0..walls.len()).rev() {
            let mut places: Vec<usize> = (0..size).collect();
            loop {
                self.fewer.clear();
                self.fewer.extend(places.iter().map(|place| walls[*place]));
                if self.memo.value(&self.fewer, &mut self.packing, control)? == value
                    && (self.economy == Economy::Value
                        || self.memo.is_unique(&self.fewer, &mut self.packing, control)?)
                {
                    return Ok(true);
                }
                if !next_choice(&mut places, walls.len()) {
                    break;
                }
            }
        }
        Ok(false)
    }
}

/// Puts walls of the board on it.
pub(super) fn set(packing: &mut Packing, walls: &[Square]) -> Result<(), Cause> {
    packing.set_walls(walls.iter().copied()).map(|_| ()).map_err(|_| Cause::SolverFailed)
}

/// The next ascending choice of as many places; `false` after the last.
fn next_choice(places: &mut [usize], all: usize) -> bool {
    let size = places.len();
    let Some(last) = (0..size).rev().find(|place| places[*place] < all - size + place) else { return false };
    let first = places[last] + 1;
    for (place, step) in places[last..].iter_mut().zip(first..) {
        *place = step;
    }
    true
}
