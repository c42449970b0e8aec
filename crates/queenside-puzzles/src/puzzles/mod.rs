//! Puzzles made from a problem.

mod random;
mod regions;

use std::iter::FusedIterator;
use std::ops::{Bound, RangeBounds};

use queenside::{
    Area, Board, Budget, Cause, Constraint, Invalid, Options, Placement, Problem, Rule, Square, SquareSet, Stopped,
    Uniqueness,
};

use crate::Puzzle;
use random::Random;

/// What of a problem is varied until one solution is left.
///
/// For examples see [`Puzzles`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Vary {
    /// Pieces of a random solution are given, and none of them can be spared.
    Givens,
    /// Walls are added to the board, and none of them can be spared.
    Walls,
    /// The board is cut into connected regions, for a rule on the number of pieces in each region.
    Regions,
}

/// Puzzles made from a problem at random: an iterator without end, the same for the same seed.
///
/// Each item is another puzzle, or, as the last one, the reason why there is none: [`NoPuzzle`].
///
/// # Examples
///
/// Queens with coloured regions: one in each row, column and region, no two of them neighbours.
///
/// ```
/// use queenside::{Board, classics};
/// use queenside_puzzles::{Puzzle, Puzzles, Vary};
///
/// let problem = classics::star_battle(Board::square(6), 1);
/// let puzzles: Vec<Puzzle> =
///     Puzzles::of(&problem).vary(Vary::Regions).seed(1).difficulty(..=3).take(3).collect::<Result<_, _>>()?;
/// assert_eq!(puzzles.len(), 3);
/// assert!(puzzles.iter().all(|puzzle| puzzle.problem().board().regions().count() == 6));
/// assert!(puzzles.iter().all(|puzzle| puzzle.solution().len() == 6 && puzzle.difficulty().stars() <= 3));
/// # Ok::<(), queenside_puzzles::NoPuzzle>(())
/// ```
///
/// Completion: some queens are given.
///
/// ```
/// use queenside::classics;
/// use queenside_puzzles::{Puzzles, Vary};
///
/// let puzzle = Puzzles::of(&classics::queens(8)).vary(Vary::Givens).seed(2).next().expect("it has no end")?;
/// assert!(puzzle.givens().len() < 8);
/// # Ok::<(), queenside_puzzles::NoPuzzle>(())
/// ```
#[derive(Debug)]
pub struct Puzzles {
    problem: Problem,
    vary: Vary,
    random: Random,
    stars: (u8, u8),
    tries: u32,
    budget: Budget,
    is_over: bool,
}

/// Why there is no further puzzle.
///
/// # Examples
///
/// ```
/// use queenside::{Options, classics};
/// use queenside_puzzles::{NoPuzzle, Puzzles, Vary};
///
/// // Three queens do not fit, and on an empty board nothing says what regions hold.
/// let first = |n, vary| Puzzles::of(&classics::queens(n)).vary(vary).next();
/// assert!(matches!(first(3, Vary::Givens), Some(Err(NoPuzzle::Infeasible))));
/// assert!(matches!(first(8, Vary::Regions), Some(Err(NoPuzzle::NoRegionRule))));
/// // No puzzle has six stars.
/// let error = Puzzles::of(&classics::queens(5)).difficulty(6..).tries(10).next();
/// assert!(matches!(error, Some(Err(NoPuzzle::Stuck { tries: 10 }))));
/// let hurried = Puzzles::of(&classics::queens(8)).under(&Options::new().node_limit(0)).next();
/// assert!(matches!(hurried, Some(Err(NoPuzzle::Stopped(_)))));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoPuzzle {
    /// The problem makes no sense.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// It was cut short.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// There is no solution to begin with.
    #[error("nothing satisfies the rules")]
    Infeasible,
    /// [`Vary::Regions`] wants one rule that each region holds exactly one piece, or exactly two, and so on.
    #[error("regions vary by one rule that counts pieces in each region, and wants one or more of them exactly")]
    NoRegionRule,
    /// None was found in these tries: the difficulty is too rare, or what varies never leaves one solution.
    #[error("no puzzle was found in {tries} tries")]
    Stuck {
        /// The number of tries.
        tries: u32,
    },
}

impl From<Cause> for NoPuzzle {
    fn from(cause: Cause) -> Self {
        Self::Stopped(cause.into())
    }
}

impl Puzzles {
    /// Returns the puzzles of a problem, by givens, of any difficulty.
    ///
    /// ```
    /// use queenside::{Board, Constraint, Piece, classics};
    /// use queenside_puzzles::Puzzles;
    ///
    /// // Three queens cover a board of 6×6. Some are given.
    /// let mut problem = classics::domination(Board::square(6), Piece::QUEEN);
    /// let queen = problem.kinds().next().expect("there is one");
    /// problem.add(Constraint::count(queen, queenside::Area::Everywhere, 3));
    /// let puzzle = Puzzles::of(&problem).next().expect("it has no end")?;
    /// assert_eq!(puzzle.solution().len(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(problem: &Problem) -> Self {
        Self {
            problem: problem.clone(),
            vary: Vary::Givens,
            random: Random::new(0),
            stars: (0, u8::MAX),
            tries: 10_000,
            budget: Budget::new(&Options::new()),
            is_over: false,
        }
    }

    /// Sets what varies.
    ///
    /// ```
    /// use queenside::{Board, Constraint, Piece, classics};
    /// use queenside_puzzles::{Puzzles, Vary};
    ///
    /// // Walls on 5×5 that leave one way to place five queens, none in sight of another.
    /// let mut problem = classics::non_attacking(Board::square(5), Piece::QUEEN);
    /// let queen = problem.kinds().next().expect("there is one");
    /// problem.add(Constraint::count(queen, queenside::Area::Everywhere, 5));
    /// let puzzle = Puzzles::of(&problem).vary(Vary::Walls).next().expect("it has no end")?;
    /// assert!(!puzzle.problem().board().walls().is_empty());
    /// assert!(puzzle.problem().uniqueness()?.is_unique()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn vary(mut self, vary: Vary) -> Self {
        self.vary = vary;
        self
    }

    /// Sets the seed: the same puzzles for the same problem and seed.
    ///
    /// ```
    /// use queenside::classics;
    /// use queenside_puzzles::Puzzles;
    ///
    /// let first = |seed| Puzzles::of(&classics::queens(9)).seed(seed).next().expect("it has no end");
    /// assert_eq!(first(1)?.problem().to_string(), first(1)?.problem().to_string());
    /// # Ok::<(), queenside_puzzles::NoPuzzle>(())
    /// ```
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.random = Random::new(seed);
        self
    }

    /// Keeps only puzzles with this number of [stars](crate::Difficulty::stars).
    ///
    /// ```
    /// use queenside::classics;
    /// use queenside_puzzles::Puzzles;
    ///
    /// let puzzle = Puzzles::of(&classics::queens(8)).difficulty(1..=2).next().expect("it has no end")?;
    /// assert!(puzzle.difficulty().stars() <= 2);
    /// # Ok::<(), queenside_puzzles::NoPuzzle>(())
    /// ```
    #[must_use]
    pub fn difficulty(mut self, stars: impl RangeBounds<u8>) -> Self {
        let min = match stars.start_bound() {
            Bound::Included(min) => *min,
            Bound::Excluded(below) => below.saturating_add(1),
            Bound::Unbounded => 0,
        };
        let max = match stars.end_bound() {
            Bound::Included(max) => *max,
            Bound::Excluded(above) => above.saturating_sub(1),
            Bound::Unbounded => u8::MAX,
        };
        self.stars = (min, max);
        self
    }

    /// Sets how often it tries before it reports that it is [stuck](NoPuzzle::Stuck); 10000 unless it is set.
    ///
    /// For an example see [`NoPuzzle`].
    #[must_use]
    pub fn tries(mut self, tries: u32) -> Self {
        self.tries = tries;
        self
    }

    /// Sets limits of time or nodes for all puzzles together, a cancel token and an observer.
    ///
    /// For an example see [`NoPuzzle`].
    #[must_use]
    pub fn under(mut self, options: &Options) -> Self {
        self.budget = Budget::new(options);
        self
    }

    fn find(&mut self) -> Result<Puzzle, NoPuzzle> {
        self.problem.check()?;
        for _ in 0..self.tries {
            self.budget.check()?;
            let varied = match self.vary {
                Vary::Givens => self.givens()?,
                Vary::Walls => self.walls()?,
                Vary::Regions => self.regions()?,
            };
            let Some((problem, solution)) = varied else { continue };
            let puzzle = Puzzle::known(problem, solution, &mut self.budget)?;
            // Where all pieces have to be given, nothing is left to find.
            let is_play = puzzle.givens().len() < puzzle.solution().len();
            if is_play && (self.stars.0..=self.stars.1).contains(&puzzle.difficulty().stars()) {
                return Ok(puzzle);
            }
        }
        Err(NoPuzzle::Stuck { tries: self.tries })
    }

    /// Returns a random solution.
    fn solution(&mut self, problem: &Problem) -> Result<Placement, NoPuzzle> {
        let seed = self.random.next();
        let found = problem.using(&self.budget.options()).random(seed)?;
        found.placement()?.ok_or(NoPuzzle::Infeasible)
    }

    fn uniqueness(&self, problem: &Problem) -> Result<Uniqueness, NoPuzzle> {
        Ok(problem.using(&self.budget.options()).uniqueness()?.exact()?)
    }

    /// Gives all pieces of a solution, and takes away those that can be spared.
    fn givens(&mut self) -> Result<Option<(Problem, Placement)>, NoPuzzle> {
        let problem = self.problem.clone();
        let solution = self.solution(&problem)?;
        let mut given: Vec<(Square, queenside::Kind)> = solution.iter().collect();
        if !self.is_unique(&with_givens(&problem, &given))? {
            return Ok(None);
        }
        self.random.shuffle(&mut given);
        let mut at = 0;
        while at < given.len() {
            let spared = given.swap_remove(at);
            if !self.is_unique(&with_givens(&problem, &given))? {
                given.push(spared);
                let last = given.len() - 1;
                given.swap(at, last);
                at += 1;
            }
        }
        Ok(Some((with_givens(&problem, &given), solution)))
    }

    fn is_unique(&self, problem: &Problem) -> Result<bool, NoPuzzle> {
        Ok(matches!(self.uniqueness(problem)?, Uniqueness::Unique { .. }))
    }

    /// Puts walls on squares of one solution of two until only one is left, and takes away those that can be spared.
    fn walls(&mut self) -> Result<Option<(Problem, Placement)>, NoPuzzle> {
        let board = self.problem.board().clone();
        let mut walls: Vec<Square> = Vec::new();
        let walled =
            |walls: &[Square]| self.problem.clone().with_board(board.clone().with_walls(walls.iter().copied()));
        let mut random = Random::new(self.random.clone().next());
        // The first wall is anywhere, so that puzzles differ.
        let open: Vec<Square> = board.open().iter().collect();
        walls.extend(random.choose(&open));
        while walls.len() < open.len() {
            let (first, second) = match self.uniqueness(&walled(&walls))? {
                Uniqueness::Unique { .. } => break,
                // More pieces than fit without walls may fit with some more.
                Uniqueness::Infeasible if walls.len() < open.len() / 3 => {
                    let rest: Vec<Square> = open.iter().copied().filter(|square| !walls.contains(square)).collect();
                    walls.extend(random.choose(&rest));
                    continue;
                }
                Uniqueness::Infeasible => {
                    self.random.next();
                    return Ok(None);
                }
                Uniqueness::Several { first, second } => (first, second),
            };
            let (one, other) = if random.below(2) == 0 { (first, second) } else { (second, first) };
            let only: Vec<Square> = (&other.occupied() - &one.occupied()).iter().collect();
            let Some(square) = random.choose(&only) else { break };
            walls.push(*square);
        }
        random.shuffle(&mut walls);
        let mut at = 0;
        while at < walls.len() {
            let spared = walls.swap_remove(at);
            if self.is_unique(&walled(&walls))? {
                // A wall that was needed beside this one may be needed no longer.
                at = 0;
            } else {
                walls.push(spared);
                let last = walls.len() - 1;
                walls.swap(at, last);
                at += 1;
            }
        }
        let problem = walled(&walls);
        let found = match self.uniqueness(&problem)? {
            Uniqueness::Unique { only } => Some((problem, only)),
            Uniqueness::Several { .. } | Uniqueness::Infeasible => None,
        };
        self.random.next();
        Ok(found)
    }

    /// Grows regions round the pieces of a solution, and changes them where another solution stands.
    fn regions(&mut self) -> Result<Option<(Problem, Placement)>, NoPuzzle> {
        /// How often a square changes its region before it begins anew.
        const CHANGES: usize = 200;
        let each = region_rule(&self.problem).ok_or(NoPuzzle::NoRegionRule)?;
        let board = without_regions(self.problem.board());
        let free = self.problem.clone().with_board(board.clone());
        let solution = self.solution(&free)?;
        let Some(mut regions) = regions::Regions::grow(&board, &solution.occupied(), each, &mut self.random) else {
            return Ok(None);
        };
        for _ in 0..CHANGES {
            let problem = self.problem.clone().with_board(regions.draw(&board));
            let other = match self.uniqueness(&problem)? {
                Uniqueness::Unique { only } => return Ok(Some((problem, only))),
                Uniqueness::Infeasible => return Ok(None),
                Uniqueness::Several { first, second } => {
                    if first.occupied() == solution.occupied() {
                        second
                    } else {
                        first
                    }
                }
            };
            let spoiling: Vec<Square> = (&other.occupied() - &solution.occupied()).iter().collect();
            if !regions.change(&spoiling, &mut self.random) {
                return Ok(None);
            }
        }
        Ok(None)
    }
}

impl Iterator for Puzzles {
    type Item = Result<Puzzle, NoPuzzle>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let found = self.find();
        self.is_over = found.is_err();
        Some(found)
    }
}

impl FusedIterator for Puzzles {}

fn with_givens(problem: &Problem, given: &[(Square, queenside::Kind)]) -> Problem {
    let mut problem = problem.clone();
    for kind in problem.kinds().collect::<Vec<_>>() {
        let squares: SquareSet = given.iter().filter(|(_, other)| *other == kind).map(|(square, _)| *square).collect();
        if !squares.is_empty() {
            problem.add(Constraint::fixed(kind, squares));
        }
    }
    problem
}

/// Returns how many pieces each region holds, if one rule says so.
fn region_rule(problem: &Problem) -> Option<usize> {
    let mut numbers = problem.constraints().iter().filter_map(|constraint| match constraint.rule() {
        Rule::Count { area: Area::EachRegion, range, .. } => Some(*range),
        _ => None,
    });
    let (range, None) = (numbers.next()?, numbers.next()) else { return None };
    let (min, max) = (range.lower()?, range.upper()?);
    if min == max && min > 0 { usize::try_from(min).ok() } else { None }
}

fn without_regions(board: &Board) -> Board {
    Board::new(board.rows(), board.columns())
        .with_wrap(board.wrap())
        .with_walls(board.walls())
        .with_forbidden(board.forbidden())
        .with_holes(board.holes())
}
