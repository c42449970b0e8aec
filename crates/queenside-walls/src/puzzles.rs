//! All puzzles with a number of walls, one of each class, none with a wall to spare.

use std::fmt;
use std::iter::FusedIterator;

use super::memo::Memo;
use super::puzzle::Puzzle;
use super::range::WallRange;
use super::sets::WallSets;
use super::walk::Walk;
use queenside::{Board, Budget, Cause, Invalid, Options, Packing, Piece, Square};

/// The meaning of "no wall to spare". In both readings *fewer walls* are any proper subset of the walls: one wall less,
/// or more, down to none at all.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Piece};
/// use queenside_walls::{Economy, Puzzles};
///
/// // What has no wall to spare in the second reading has none in the first.
/// let count = |economy| Puzzles::new(&Board::square(6), &Piece::QUEEN, 2, economy).map(|puzzles| puzzles.iter().count());
/// assert_eq!(count(Economy::Puzzle)?, 5);
/// assert_eq!(count(Economy::Value)?, 2);
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Economy {
    /// Fewer walls never make a puzzle of the same value: either another number of pieces fits then, or several
    /// placements have it.
    #[default]
    Puzzle,
    /// Fewer walls never have the same value at all.
    Value,
}

/// The puzzles that a number of walls make of a board, one of each symmetry class.
///
/// They come in the order of [`WallSets`], each computed on demand. The walk can be stopped, split and resumed, as that
/// through the sets.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Piece};
/// use queenside_walls::{Economy, Puzzles};
///
/// // % % Q .
/// // Q . . .    Two walls make a puzzle of 4×4: four queens
/// // . . . Q    fit without them, too, but in two ways.
/// // . Q . .
/// let puzzles = Puzzles::new(&Board::square(4), &Piece::QUEEN, 2, Economy::Puzzle)?;
/// let found: Vec<_> = puzzles.iter().collect::<Result<_, _>>()?;
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
    /// Returns the puzzles that this number of walls make of a board, which may have walls already.
    ///
    /// # Errors
    ///
    /// Reports the faults of the board and of the piece, a board of more squares than a [`Packing`] may have, and a blocker,
    /// which is not counted.
    ///
    /// ```
    /// use queenside::{Board, Fault, Piece};
    /// use queenside_walls::{Economy, Puzzles};
    ///
    /// let error = Puzzles::new(&Board::new(0, 3), &Piece::QUEEN, 2, Economy::Value).unwrap_err();
    /// assert_eq!(error.faults(), [Fault::NoSquares { rows: 0, columns: 3 }]);
    /// ```
    pub fn new(board: &Board, piece: &Piece, walls: usize, economy: Economy) -> Result<Self, Invalid> {
        Packing::new(board, piece)?;
        let sets = WallSets::new(board, piece, walls)?;
        Ok(Self { sets, board: board.clone(), piece: piece.clone(), economy })
    }

    /// Returns the sets of walls that are tried; a [split](WallSets::split) of them splits the puzzles.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    /// use queenside_walls::{Economy, Puzzles};
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

    /// Returns the meaning of "no wall to spare" here.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    /// use queenside_walls::{Economy, Puzzles};
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
    /// use queenside::{Board, Piece};
    /// use queenside_walls::{Economy, Puzzles};
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

    /// Searches a range of the sets under limits of time, nodes or puzzles (as solutions), with a cancel token and an
    /// observer, which sees the nodes, the puzzles found, and an estimate of the fraction done.
    ///
    /// # Errors
    ///
    /// Reports a range that was made for another board, group or number of walls.
    ///
    /// ```
    /// use queenside::{Board, Options, Piece};
    /// use queenside_walls::{Economy, Puzzles};
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
    pub fn resume(&self, range: &WallRange, options: &Options) -> Result<PuzzleWalk, Invalid> {
        Ok(self.walk(self.sets.walk(range)?, range.share(self.sets.plan()), options))
    }

    fn walk(&self, walk: Walk, share: f64, options: &Options) -> PuzzleWalk {
        let classes = u64::try_from(self.sets.classes()).map_or(f64::MAX, |classes| classes as f64);
        let budget = Budget::new(options);
        PuzzleWalk {
            finder: Finder::new(self),
            walk,
            limit: budget.solution_limit().unwrap_or(u64::MAX),
            budget,
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
/// use queenside::{Board, Piece};
/// use queenside_walls::{Economy, Puzzles};
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
    /// The number of puzzles that may still be found.
    limit: u64,
    /// The budget of the walk, which limits the search of each board too.
    budget: Budget,
    /// About how many sets there are, and how many have been tried.
    expected: f64,
    looked: f64,
    set: Vec<Square>,
    /// Whether it was stopped before the current set was decided.
    is_open: bool,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Walking,
    Over,
}

impl PuzzleWalk {
    /// Returns the range that is left.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    /// use queenside_walls::{Economy, Puzzles};
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
    pub fn rest(&self) -> WallRange {
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
            let found = finder.puzzle(&self.set, &mut self.budget)?;
            self.looked += 1.0;
            let progress = self.budget.progress();
            progress.fraction = (self.looked / self.expected).min(1.0);
            progress.solutions += u64::from(found.is_some());
            let on = self.budget.charge(Self::WORK);
            // A result is not lost if the walk ends here.
            self.is_open = false;
            if let Some(puzzle) = found {
                self.limit -= 1;
                return Ok(Some(puzzle));
            }
            on?;
        }
        self.budget.report();
        Ok(None)
    }

    /// A rough cost of a set that needs no long search, in operations on 64-bit words.
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

/// The cause that cut a walk short, and the rest.
///
/// # Examples
///
/// ```
/// use queenside::{Board, CancelToken, Cause, Options, Piece};
/// use queenside_walls::{Economy, Puzzles};
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
    rest: WallRange,
}

impl Interrupted {
    /// Returns the cause.
    ///
    /// ```
    /// use queenside::{Board, Cause, Options, Piece};
    /// use queenside_walls::{Economy, Puzzles};
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

    /// Returns the range that is left, for [`Puzzles::resume`].
    ///
    /// ```
    /// use queenside::{Board, Options, Piece};
    /// use queenside_walls::{Economy, Puzzles};
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
    pub fn rest(&self) -> &WallRange {
        &self.rest
    }
}

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "interrupted: {}", self.cause)
    }
}

impl std::error::Error for Interrupted {}

impl From<Interrupted> for queenside::Error {
    fn from(interrupted: Interrupted) -> Self {
        interrupted.cause.into()
    }
}

/// Decides whether walls make a puzzle.
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

    fn puzzle(&mut self, walls: &[Square], budget: &mut Budget) -> Result<Option<Puzzle>, Cause> {
        set_walls(&mut self.packing, walls)?;
        if !self.packing.is_unique_under(budget)? {
            return Ok(None);
        }
        self.solution.clear();
        self.solution.extend(self.packing.maximize_under(budget).squares());
        if self.can_spare(walls, budget)? {
            return Ok(None);
        }
        let board = self.board.clone().with_walls(walls.iter().copied());
        Ok(Some(Puzzle::new(board, self.piece.clone(), self.solution.iter().copied().collect())))
    }

    /// Tells whether fewer walls would do; one wall less is the likeliest, so it is tested first.
    fn can_spare(&mut self, walls: &[Square], budget: &mut Budget) -> Result<bool, Cause> {
        let value = self.solution.len();
        for size in (0..walls.len()).rev() {
            let mut places: Vec<usize> = (0..size).collect();
            loop {
                self.fewer.clear();
                self.fewer.extend(places.iter().map(|place| walls[*place]));
                if self.memo.value(&self.fewer, &mut self.packing, budget)? == value
                    && (self.economy == Economy::Value
                        || self.memo.is_unique(&self.fewer, &mut self.packing, budget)?)
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

/// Adds walls to the board.
pub(super) fn set_walls(packing: &mut Packing, walls: &[Square]) -> Result<(), Cause> {
    packing.set_walls(walls.iter().copied()).map(|_| ()).map_err(|_| Cause::SolverFailed)
}

/// Advances to the next ascending choice; `false` after the last.
fn next_choice(places: &mut [usize], all: usize) -> bool {
    let size = places.len();
    let Some(last) = (0..size).rev().find(|place| places[*place] < all - size + place) else { return false };
    let first = places[last] + 1;
    for (place, step) in places[last..].iter_mut().zip(first..) {
        *place = step;
    }
    true
}
