//! Answers for every number of pieces at once.

use crate::answer::{Statistics, Stopped};
use crate::count::Count;
use crate::options::Engine;
use crate::placement::Placement;

/// The answer to [`count_by_size`](crate::Problem::count_by_size) and
/// [`minimize_by_size`](crate::Problem::minimize_by_size): something known for each number of pieces, blockers not counted.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Piece, classics};
///
/// // Kings on 3×3: the empty board, nine of one, sixteen of two, eight of three, one of four.
/// let kings = classics::non_attacking(Board::square(3), Piece::KING).count_by_size()?;
/// let numbers: Vec<String> = kings.exact().expect("no limit was set").iter().map(|count| count.to_string()).collect();
/// assert_eq!(numbers, ["1", "9", "16", "8", "1"]);
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug)]
pub enum BySize<T> {
    /// What is known of no pieces, of one piece, and so on up to the most that satisfy the rules.
    Exact(Vec<T>, Engine, Statistics),
    /// The engine stopped before all was known.
    Stopped(Stopped),
}

impl<T> BySize<T> {
    /// Returns what is known of each number of pieces, from none up to the most; nothing follows for larger numbers, since
    /// no placement of so many satisfies the rules.
    ///
    /// ```
    /// use queenside::{Board, Options, Piece, classics};
    ///
    /// // K . K    At most four kings fit.
    /// // . . .
    /// // K . K
    /// let kings = classics::non_attacking(Board::square(3), Piece::KING).using(&Options::new()).count_by_size()?;
    /// assert_eq!(kings.exact().map(|numbers| numbers.len()), Some(5)); // of none, one, two, three, four
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn exact(&self) -> Option<&[T]> {
        match self {
            Self::Exact(known, ..) => Some(known),
            Self::Stopped(_) => None,
        }
    }

    /// Returns the engine that answered, or was at work when it was stopped.
    ///
    /// ```
    /// use queenside::{Board, Engine, Options, Piece, classics};
    ///
    /// // K . K    At most four kings fit.
    /// // . . .
    /// // K . K
    /// let kings = classics::non_attacking(Board::square(3), Piece::KING).using(&Options::new().engine(Engine::Sweep)).count_by_size()?;
    /// assert_eq!(kings.engine(), Engine::Sweep);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn engine(&self) -> Engine {
        match self {
            Self::Exact(_, engine, _) => *engine,
            Self::Stopped(stopped) => stopped.engine(),
        }
    }

    /// Returns what the answer cost.
    ///
    /// ```
    /// use queenside::{Board, Engine, Options, Piece, classics};
    ///
    /// // K . K    At most four kings fit.
    /// // . . .
    /// // K . K
    /// let kings = classics::non_attacking(Board::square(3), Piece::KING).using(&Options::new().engine(Engine::Brute)).count_by_size()?;
    /// assert!(kings.statistics().nodes >= 35); // as many placements as there are
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn statistics(&self) -> Statistics {
        match self {
            Self::Exact(_, _, statistics) => *statistics,
            Self::Stopped(stopped) => stopped.statistics(),
        }
    }

    /// Returns what stopped the engine, if something did.
    ///
    /// ```
    /// use queenside::{Board, Cause, Options, Piece, classics};
    ///
    /// // K . K    At most four kings fit.
    /// // . . .
    /// // K . K
    /// let kings = classics::non_attacking(Board::square(3), Piece::KING).using(&Options::new().node_limit(3)).count_by_size()?;
    /// assert_eq!(kings.stopped().map(|stopped| stopped.cause()), Some(Cause::NodeLimit));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn stopped(&self) -> Option<&Stopped> {
        match self {
            Self::Stopped(stopped) => Some(stopped),
            Self::Exact(..) => None,
        }
    }
}

/// The least value that placements of one size reach, proved.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Piece, Problem};
///
/// // Rooks on 3×3 and the fewest walls between them.
/// let mut problem = Problem::new(Board::square(3));
/// problem.kind("rook", Piece::ROOK);
/// let wall = problem.kind("wall", Piece::BLOCKER);
/// let answer = problem.non_attacking().minimize_by_size([(wall, 1)])?;
/// let walls = answer.exact().expect("no limit was set");
/// let least: Vec<_> = walls.iter().flatten().map(|least| least.value()).collect();
/// assert_eq!(least, [0, 0, 0, 0, 1, 4]); // and six rooks are impossible
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Least {
    pub(crate) value: i64,
    pub(crate) ways: Count,
    pub(crate) placement: Placement,
}

impl Least {
    /// Returns the least value.
    ///
    /// ```
    /// use queenside::{Board, Piece, Problem};
    ///
    /// // R % R    Five rooks on 3×3 take four walls, and there is one way.
    /// // % R %
    /// // R % R
    /// let mut problem = Problem::new(Board::square(3));
    /// problem.kind("rook", Piece::ROOK);
    /// let wall = problem.kind("wall", Piece::BLOCKER);
    /// let answer = problem.non_attacking().minimize_by_size([(wall, 1)])?;
    /// let five = answer.exact().and_then(|least| least[5].as_ref()).expect("five rooks fit");
    /// assert_eq!(five.value(), 4);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn value(&self) -> i64 {
        self.value
    }

    /// Returns how many placements reach it.
    ///
    /// ```
    /// use queenside::{Board, Piece, Problem};
    ///
    /// // R % R    Five rooks on 3×3 take four walls, and there is one way.
    /// // % R %
    /// // R % R
    /// let mut problem = Problem::new(Board::square(3));
    /// problem.kind("rook", Piece::ROOK);
    /// let wall = problem.kind("wall", Piece::BLOCKER);
    /// let answer = problem.non_attacking().minimize_by_size([(wall, 1)])?;
    /// let five = answer.exact().and_then(|least| least[5].as_ref()).expect("five rooks fit");
    /// assert_eq!(*five.ways(), 1u32);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn ways(&self) -> &Count {
        &self.ways
    }

    /// Returns one that does.
    ///
    /// ```
    /// use queenside::{Board, Piece, Problem};
    ///
    /// // R % R    Five rooks on 3×3 take four walls, and there is one way.
    /// // % R %
    /// // R % R
    /// let mut problem = Problem::new(Board::square(3));
    /// problem.kind("rook", Piece::ROOK);
    /// let wall = problem.kind("wall", Piece::BLOCKER);
    /// let answer = problem.non_attacking().minimize_by_size([(wall, 1)])?;
    /// let five = answer.exact().and_then(|least| least[5].as_ref()).expect("five rooks fit");
    /// assert_eq!(five.placement().len(), 5 + 4);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn placement(&self) -> &Placement {
        &self.placement
    }
}
