//! The census: every board with a number of walls, one of each class, with the most pieces that fit.

use std::collections::VecDeque;
use std::fmt;
use std::iter::FusedIterator;
use std::ops::ControlFlow;

use super::histogram::Histogram;
use super::range::WallRange;
use super::sets::WallSets;
use super::solved::SolvedBoard;
use super::survey::Rounds;
use queenside::{Board, Cause, Invalid, Options, Packing, Piece, Statistics};

/// All boards with n walls, one of each class, each with its value: the most pieces that fit, none attacking another.
///
/// Any piece, and any board that a [`Packing`] takes: rectangles, edges that meet, walls, holes and forbidden squares,
/// at most [`Packing::MAX_SQUARES`] squares. Walls are added on its open squares. A blocker is declined.
///
/// Boards come in the order of [`WallSets`]. The search on each begins with the best placement on the board without its
/// last wall; if that wall does not hit it, mostly only one piece more has to be refuted. On boards of at most 64 open squares and 16
/// symmetries a census of at least two boards for each set with a wall less, without a node limit, also keeps a placement for each class of
/// those sets, if a 64-bit word for each set of fewer walls fits into a quarter of the memory limit: each wall without which fewer
/// pieces fit must stand between two of them.
///
/// [`Options`] set the number of threads, limits, and an observer: `solutions` are classes, `best` is
/// the greatest value, `fraction` is the part done. A stopped census has a rest, a [`WallRange`], and can be resumed. Boards,
/// values, placements and their order are the same for any number of threads and any split.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Piece};
/// use queenside_walls::Census;
///
/// // Two walls on a chessboard.
/// let census = Census::new(&Board::square(8), &Piece::QUEEN, 2)?;
/// let survey = census.tally()?;
/// let boards: Vec<_> = survey.histogram().iter().map(|(value, _, boards)| (value, boards)).collect();
/// assert_eq!(boards, [(8, 368), (9, 1610), (10, 38)]);
/// assert!(census.is_complete(survey.histogram()));
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Census {
    board: Board,
    piece: Piece,
    sets: WallSets,
    options: Options,
}

impl Census {
    /// Takes a board, a piece, and the number of walls.
    ///
    /// # Errors
    ///
    /// Reports the faults of the board and of the piece, too many squares, and a blocker, which is not counted.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    /// use queenside_walls::Census;
    ///
    /// // % % . .    The first of the boards 4×4 with two walls has them in the corner.
    /// // . . . .
    /// let census = Census::new(&Board::square(4), &Piece::QUEEN, 2)?;
    /// assert_eq!(census.sets().boards(), 120u32);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn new(board: &Board, piece: &Piece, walls: usize) -> Result<Self, Invalid> {
        Packing::new(board, piece)?;
        let sets = WallSets::new(board, piece, walls)?;
        Ok(Self { board: board.clone(), piece: piece.clone(), sets, options: Options::new() })
    }

    /// Sets threads, limits, a cancel token and an observer. A time limit counts from each question; a solution limit
    /// counts classes. Only one thread works if nodes or solutions are limited. The engine is ignored.
    ///
    /// ```
    /// use queenside::{Board, Cause, Options, Piece};
    /// use queenside_walls::Census;
    ///
    /// let census = Census::new(&Board::square(6), &Piece::QUEEN, 3)?;
    /// let some = census.clone().using(&Options::new().node_limit(300)).tally()?;
    /// assert_eq!(some.stopped(), Some(Cause::NodeLimit));
    /// let rest = census.tally_of(some.rest())?;
    /// assert_eq!(some.histogram() + rest.histogram(), *census.tally()?.histogram());
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[must_use]
    pub fn using(mut self, options: &Options) -> Self {
        self.options = options.clone();
        self
    }

    /// Returns the board without the added walls.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    /// use queenside_walls::Census;
    ///
    /// // % % . .    The first of the boards 4×4 with two walls has them in the corner.
    /// // . . . .
    /// let census = Census::new(&Board::square(4), &Piece::QUEEN, 2)?;
    /// assert_eq!(census.board(), &Board::square(4));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the piece.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    /// use queenside_walls::Census;
    ///
    /// // % % . .    The first of the boards 4×4 with two walls has them in the corner.
    /// // . . . .
    /// let census = Census::new(&Board::square(4), &Piece::QUEEN, 2)?;
    /// assert_eq!(census.piece(), &Piece::QUEEN);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn piece(&self) -> &Piece {
        &self.piece
    }

    /// Returns the sets of walls, which know the numbers of boards and classes, and split into parts.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    /// use queenside_walls::Census;
    ///
    /// // % % . .    The first of the boards 4×4 with two walls has them in the corner.
    /// // . . . .
    /// let census = Census::new(&Board::square(4), &Piece::QUEEN, 2)?;
    /// assert_eq!(census.sets().classes(), 21u32);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn sets(&self) -> &WallSets {
        &self.sets
    }

    pub(super) fn options(&self) -> &Options {
        &self.options
    }

    /// Counts the boards of each value.
    ///
    /// # Errors
    ///
    /// None yet; questions about ranges report those of other boards.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    /// use queenside_walls::Census;
    ///
    /// // % % . .    The first of the boards 4×4 with two walls has them in the corner.
    /// // . . . .
    /// let census = Census::new(&Board::square(4), &Piece::QUEEN, 2)?;
    /// assert_eq!(census.tally()?.histogram().boards(), 120);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn tally(&self) -> Result<Survey, Invalid> {
        self.tally_of(&self.sets.whole())
    }

    /// Counts the boards of each value in a range of the [`sets`](Self::sets).
    ///
    /// # Errors
    ///
    /// Reports a range that was made for another board, piece or number of walls.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    /// use queenside_walls::Census;
    ///
    /// let census = Census::new(&Board::new(4, 6), &Piece::AMAZON, 2)?;
    /// let mut classes = 0;
    /// for part in census.sets().split(4) {
    ///     classes += census.tally_of(&part)?.histogram().classes();
    /// }
    /// assert_eq!(census.sets().classes(), classes);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn tally_of(&self, range: &WallRange) -> Result<Survey, Invalid> {
        let mut rounds = Rounds::new(self, range)?;
        if rounds.limit().is_some() {
            return Ok(visited(&mut rounds, |_| ControlFlow::Continue(())));
        }
        let mut histogram = Histogram::new();
        loop {
            let round = rounds.next(false);
            histogram += &round.histogram;
            if let Some((rest, stopped)) = round.end {
                return Ok(Survey { histogram, rest, stopped, statistics: rounds.statistics() });
            }
        }
    }

    /// Lends each board of a range to a visitor, which says whether it wants more.
    ///
    /// # Errors
    ///
    /// Reports a range that was made for another board, piece or number of walls.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use queenside::{Board, Piece};
    /// use queenside_walls::Census;
    ///
    /// // The first 5×5 board on which three walls make room for six queens.
    /// let census = Census::new(&Board::square(5), &Piece::QUEEN, 3)?;
    /// let mut walls = Vec::new();
    /// let survey = census.visit(&census.sets().whole(), |board| {
    ///     if board.value() < 6 {
    ///         return ControlFlow::Continue(());
    ///     }
    ///     walls.extend(board.walls().iter().map(|square| (square.row(), square.column())));
    ///     ControlFlow::Break(())
    /// })?;
    /// assert_eq!(survey.histogram().max_value(), Some(6));
    /// assert_eq!(walls.len(), 3);
    /// // With those of the rest it is one of 17 classes.
    /// let rest = census.tally_of(survey.rest())?;
    /// assert_eq!((survey.histogram() + rest.histogram()).iter().last(), Some((6, 17, 112)));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn visit(
        &self,
        range: &WallRange,
        visitor: impl FnMut(&SolvedBoard<'_>) -> ControlFlow<()>,
    ) -> Result<Survey, Invalid> {
        Ok(visited(&mut Rounds::new(self, range)?, visitor))
    }

    /// Lends every board, without the solution limit.
    pub(super) fn visit_all(&self, visitor: impl FnMut(&SolvedBoard<'_>) -> ControlFlow<()>) -> Survey {
        visited(&mut Rounds::all(self).unlimited(), visitor)
    }

    /// Returns the boards one after the other.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    /// use queenside_walls::Census;
    ///
    /// // % % . .    The first of the boards 4×4 with two walls has them in the corner.
    /// // . . . .
    /// let census = Census::new(&Board::square(4), &Piece::QUEEN, 2)?;
    /// let first = census.iter().next().expect("there are boards")?;
    /// assert_eq!(first.walls(), [(0, 0).into(), (0, 1).into()]);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn iter(&self) -> SolvedBoards {
        let rounds = Rounds::all(self);
        SolvedBoards { rounds, ready: VecDeque::new(), over: false, stopped: None }
    }

    /// Tells whether a histogram has the number of classes that Burnside's lemma gives, and a binomial coefficient of
    /// boards.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    /// use queenside_walls::Census;
    ///
    /// // % % . .    The first of the boards 4×4 with two walls has them in the corner.
    /// // . . . .
    /// let census = Census::new(&Board::square(4), &Piece::QUEEN, 2)?;
    /// let halves = census.sets().split(2);
    /// let half = census.tally_of(&halves[0])?;
    /// assert!(!census.is_complete(half.histogram()));
    /// assert!(census.is_complete(&(half.histogram() + census.tally_of(&halves[1])?.histogram())));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn is_complete(&self, histogram: &Histogram) -> bool {
        self.sets.classes() == histogram.classes() && self.sets.boards() == histogram.boards()
    }
}

impl IntoIterator for &Census {
    type Item = Result<SolvedBoard<'static>, Cause>;
    type IntoIter = SolvedBoards;

    fn into_iter(self) -> SolvedBoards {
        self.iter()
    }
}

/// Lends the boards of all rounds to a visitor and counts those it has seen.
fn visited(rounds: &mut Rounds, mut visitor: impl FnMut(&SolvedBoard<'_>) -> ControlFlow<()>) -> Survey {
    let mut histogram = Histogram::new();
    loop {
        let round = rounds.next(true);
        let broken = round.boards.visit(|board| {
            histogram.count(board.value(), board.size());
            visitor(board)
        });
        let end = broken.map(|list| (rounds.behind(&list), None)).or(round.end);
        if let Some((rest, stopped)) = end {
            return Survey { histogram, rest, stopped, statistics: rounds.statistics() };
        }
    }
}

/// The result of a census, or of a part of one.
///
/// # Examples
///
/// ```
/// use queenside::{Board, CancelToken, Cause, Options, Piece};
/// use queenside_walls::Census;
///
/// let token = CancelToken::new();
/// token.cancel();
/// let census = Census::new(&Board::square(8), &Piece::QUEEN, 6)?;
/// let survey = census.clone().using(&Options::new().cancel(&token)).tally()?;
/// assert_eq!(survey.stopped(), Some(Cause::Cancelled));
/// assert!(!census.is_complete(survey.histogram()) && !survey.rest().is_empty());
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Survey {
    histogram: Histogram,
    rest: WallRange,
    stopped: Option<Cause>,
    statistics: Statistics,
}

impl Survey {
    /// Returns how many of the surveyed boards have which value.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    /// use queenside_walls::Census;
    ///
    /// // % % . .    The first of the boards 4×4 with two walls has them in the corner.
    /// // . . . .
    /// let census = Census::new(&Board::square(4), &Piece::QUEEN, 2)?;
    /// assert_eq!(census.tally()?.histogram().classes(), 21);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn histogram(&self) -> &Histogram {
        &self.histogram
    }

    /// Returns the unexplored rest: empty, unless it was stopped or the visitor broke off.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    /// use queenside_walls::Census;
    ///
    /// // % % . .    The first of the boards 4×4 with two walls has them in the corner.
    /// // . . . .
    /// let census = Census::new(&Board::square(4), &Piece::QUEEN, 2)?;
    /// assert!(census.tally()?.rest().is_empty());
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn rest(&self) -> &WallRange {
        &self.rest
    }

    /// Returns why it was stopped, if it was.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    /// use queenside_walls::Census;
    ///
    /// // % % . .    The first of the boards 4×4 with two walls has them in the corner.
    /// // . . . .
    /// let census = Census::new(&Board::square(4), &Piece::QUEEN, 2)?;
    /// assert_eq!(census.tally()?.stopped(), None);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn stopped(&self) -> Option<Cause> {
        self.stopped
    }

    /// Returns the work: nodes of all boards together, classes, time.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    /// use queenside_walls::Census;
    ///
    /// // % % . .    The first of the boards 4×4 with two walls has them in the corner.
    /// // . . . .
    /// let census = Census::new(&Board::square(4), &Piece::QUEEN, 2)?;
    /// assert_eq!(census.tally()?.statistics().solutions, 21); // classes
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }
}

/// The boards of a census: an iterator whose last item, if it is cut short, tells why.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Cause, Options, Piece};
/// use queenside_walls::Census;
///
/// let census = Census::new(&Board::square(4), &Piece::QUEEN, 1)?;
/// let values: Vec<_> = census.iter().map(|board| board.map(|board| (board.value(), board.size()))).collect();
/// assert_eq!(values, [Ok((4, 4)), Ok((4, 8)), Ok((4, 4))]);
///
/// let census = census.using(&Options::new().solution_limit(1));
/// let values: Vec<_> = census.iter().map(|board| board.map(|board| board.value())).collect();
/// assert_eq!(values, [Ok(4), Err(Cause::SolutionLimit)]);
/// # Ok::<(), queenside::Error>(())
/// ```
pub struct SolvedBoards {
    rounds: Rounds,
    ready: VecDeque<SolvedBoard<'static>>,
    /// Whether there are no more than those that are ready, and why, if it was stopped.
    over: bool,
    stopped: Option<Cause>,
}

impl Iterator for SolvedBoards {
    type Item = Result<SolvedBoard<'static>, Cause>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(board) = self.ready.pop_front() {
                return Some(Ok(board));
            }
            if self.over {
                return self.stopped.take().map(Err);
            }
            let round = self.rounds.next(true);
            round.boards.visit(|board| {
                self.ready.push_back(board.clone().into_owned());
                ControlFlow::Continue(())
            });
            if let Some((_, stopped)) = round.end {
                (self.over, self.stopped) = (true, stopped);
            }
        }
    }
}

impl FusedIterator for SolvedBoards {}

impl fmt::Debug for SolvedBoards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SolvedBoards").field("ready", &self.ready.len()).finish_non_exhaustive()
    }
}
