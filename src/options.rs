//! How a question is to be answered: engine, limits, cancelling, watching.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

#[cfg(any(feature = "ilp", feature = "sat"))]
use crate::formulation::Formulation;

/// Which engine answers. Every engine gives the same answers; they differ in speed and in what they accept.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Engine, Options, Piece, classics};
///
/// // Kings on 3×4, any number of them: the judge of the others and the search agree.
/// let problem = classics::non_attacking(Board::new(3, 4), Piece::KING);
/// for engine in [Engine::Brute, Engine::Search] {
///     let counted = problem.using(&Options::new().engine(engine)).count()?;
///     assert_eq!(counted.exact(), Some(93u32.into()));
/// }
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Engine {
    /// The crate chooses by the shape of the problem; the answer names the engine chosen.
    ///
    /// It is the search, but for the greatest or least value on boards of more than 64 squares (times kinds) where up to four
    /// attacks are counted or blockers may come between; of more than 25, where more sets than there are squares may hold two
    /// or more; and of more than 64 squares where a difference is fixed, as that of two armies of knights which are to be
    /// balanced, unless there are lines that only one of them can be on. That is SAT, unless the feature `sat` is off or nodes
    /// are limited, since a node is another thing there.
    #[default]
    Auto,
    /// Tries every subset of the squares: hopeless beyond some twenty of them, and plainly right. The judge of the others.
    Brute,
    /// The native backtracker: propagates the rules, branches where they are tightest, prunes by bounds.
    Search,
    /// Goes over the board square by square, keeps only what the rest of it can still notice, and merges states that are
    /// equal in that. It counts without enumerating. It declines problems of which too much would have to be remembered.
    Sweep,
    /// Integer programming: the problem as rows, solved by `HiGHS` with the feature `highs`, else by microlp, which is for
    /// small boards and whose claims are checked by the search.
    #[cfg(feature = "ilp")]
    Ilp,
    /// SAT: the problem as clauses, solved by `CaDiCaL` with the feature `cadical`, else by `BatSat`.
    #[cfg(feature = "sat")]
    Sat,
}

impl Engine {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Brute => "brute",
            Self::Search => "search",
            Self::Sweep => "sweep",
            #[cfg(feature = "ilp")]
            Self::Ilp => "ilp",
            #[cfg(feature = "sat")]
            Self::Sat => "sat",
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// How a question is to be answered. The default sets no limits.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
/// use queenside::{Engine, Options, classics};
///
/// let options = Options::new().engine(Engine::Search).time_limit(Duration::from_secs(60));
/// let problem = classics::queens(8);
/// assert_eq!(problem.using(&options).count()?.exact(), Some(92u32.into()));
///
/// // After ten solutions an enumeration stops, and says so.
/// let some: Vec<_> = problem.using(&Options::new().solution_limit(10)).enumerate()?.collect();
/// assert_eq!(some.len(), 11);
/// assert!(some[..10].iter().all(Result::is_ok) && some[10].is_err());
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct Options {
    pub(crate) engine: Engine,
    pub(crate) time: Option<Duration>,
    pub(crate) nodes: Option<u64>,
    pub(crate) solutions: Option<u64>,
    pub(crate) threads: Option<usize>,
    pub(crate) memory: Option<u64>,
    pub(crate) cancel: Option<CancelToken>,
    pub(crate) observer: Option<Observer>,
    #[cfg(any(feature = "ilp", feature = "sat"))]
    pub(crate) formulation: Formulation,
    #[cfg(any(feature = "ilp", feature = "sat"))]
    pub(crate) seed: u32,
}

pub(crate) type Observer = Arc<dyn Fn(&Progress) + Send + Sync>;

impl Options {
    /// The most bytes of states where nothing is said.
    pub(crate) const MEMORY: u64 = 4 << 30;

    /// Returns the options that set nothing.
    ///
    /// ```
    /// use queenside::{Options, classics};
    ///
    /// // Asking with these is asking without any.
    /// assert_eq!(classics::queens(5).using(&Options::new()).count()?.exact(), Some(10u32.into()));
    /// assert_eq!(classics::queens(5).count()?.exact(), Some(10u32.into()));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn new() -> Self {
        Self::default()
    }

    /// Chooses the engine.
    ///
    /// ```
    /// use queenside::{Counted, Engine, Options, classics};
    ///
    /// let options = Options::new().engine(Engine::Search);
    /// let counted = classics::queens(5).using(&options).count()?;
    /// assert!(matches!(counted, Counted::Exact(ten, Engine::Search, _) if ten == 10u32));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[must_use]
    pub fn engine(mut self, engine: Engine) -> Self {
        self.engine = engine;
        self
    }

    /// Chooses which families of rows or clauses the engines `Ilp` and `Sat` use; all, unless told otherwise.
    ///
    /// ```
    /// use queenside::{Engine, Family, Formulation, Options, classics};
    ///
    /// // Pair by pair, as most textbooks write it: the same answer.
    /// let pairwise = Formulation::strong().without(Family::Cliques);
    /// let options = Options::new().engine(Engine::Sat).formulation(pairwise);
    /// assert_eq!(classics::queens(6).using(&options).count()?.exact(), Some(4u32.into()));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[cfg(any(feature = "ilp", feature = "sat"))]
    #[must_use]
    pub fn formulation(mut self, formulation: Formulation) -> Self {
        self.formulation = formulation;
        self
    }

    /// Sets the seed of the solvers behind the engines `Ilp` and `Sat`, 0 unless told otherwise: another way through the same
    /// search, which may take another time and show another of several optima.
    ///
    /// ```
    /// use queenside::{Engine, Options, classics};
    ///
    /// // How lucky was that? The value does not depend on it.
    /// for seed in 0..3 {
    ///     let options = Options::new().engine(Engine::Sat).seed(seed);
    ///     assert_eq!(classics::no_three_in_line(4).using(&options).maximize()?.value(), Some(8));
    /// }
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[cfg(any(feature = "ilp", feature = "sat"))]
    #[must_use]
    pub fn seed(mut self, seed: u32) -> Self {
        self.seed = seed;
        self
    }

    /// Stops after so much time, counted from the question.
    ///
    /// ```
    /// use std::time::Duration;
    /// use queenside::{Options, classics};
    ///
    /// // Two milliseconds are not enough to count the ways to place 100 queens.
    /// let options = Options::new().time_limit(Duration::from_millis(2));
    /// assert_eq!(classics::queens(100).using(&options).count()?.exact(), None);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[must_use]
    pub fn time_limit(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// Stops after so many nodes of the search tree. What [`Ilp` and `Sat`](Engine) count are the questions to their solver,
    /// and its nodes or conflicts.
    ///
    /// ```
    /// use queenside::{Options, classics};
    ///
    /// // How far a search comes in so many nodes does not depend on the machine.
    /// let options = Options::new().node_limit(50);
    /// let count = || classics::queens(12).using(&options).count();
    /// let (once, again) = (count()?, count()?);
    /// assert_eq!((once.exact(), once.statistics().nodes), (None, 50));
    /// assert_eq!(once.statistics().solutions, again.statistics().solutions);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[must_use]
    pub fn node_limit(mut self, nodes: u64) -> Self {
        self.nodes = Some(nodes);
        self
    }

    /// Stops after so many solutions, without looking whether there are more. For an optimum, after so many of them each
    /// better than the one before; for classes, after so many classes.
    ///
    /// ```
    /// use queenside::{Options, classics};
    ///
    /// // The first three of the 12 classes of the eight queens problem.
    /// let options = Options::new().solution_limit(3);
    /// let classes = classics::queens(8).using(&options).classes()?;
    /// assert_eq!(classes.filter(|class| class.is_ok()).count(), 3);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[must_use]
    pub fn solution_limit(mut self, solutions: u64) -> Self {
        self.solutions = Some(solutions);
        self
    }

    /// Lets so many threads share the work, or as many as the machine can run at once where 0 is said. Without this it is one;
    /// so it is without the feature `rayon`.
    ///
    /// Optima and counts are worked out together. The answers are the same with any number of threads, as is the order in
    /// which solutions are handed out, one after the other, as they are asked for; to go through them in several threads or
    /// processes, [split](crate::Problem::split) the problem. Where nodes or solutions are limited one thread does it all, and
    /// so it does what is asked of every number of pieces. Each thread has tables of its own; a thousand are the most.
    ///
    /// ```
    /// use queenside::{Options, classics};
    ///
    /// let two = Options::new().threads(2);
    /// let problem = classics::queens(10);
    /// assert_eq!(problem.using(&two).count()?.exact(), Some(724u32.into()));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = Some(threads);
        self
    }

    /// How many threads are to share the work.
    pub(crate) fn crew(&self) -> usize {
        /// More threads than any machine runs at once would only take memory.
        const MOST: usize = 1 << 10;
        match self.threads {
            _ if !cfg!(feature = "rayon") => 1,
            None => 1,
            Some(0) => std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            Some(threads) => threads.min(MOST),
        }
    }

    /// Stops before an engine would hold more than so many bytes of states, 4 GiB if nothing is said. Only the
    /// [sweep](Engine::Sweep) holds states; what other engines need does not grow while they search.
    ///
    /// ```
    /// use queenside::{Board, Cause, Engine, Options, Piece, classics};
    ///
    /// let options = Options::new().engine(Engine::Sweep).memory_limit(10_000);
    /// let counted = classics::non_attacking(Board::square(8), Piece::QUEEN).using(&options).count()?;
    /// assert_eq!(counted.stopped().map(|stopped| stopped.cause()), Some(Cause::MemoryLimit));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[must_use]
    pub fn memory_limit(mut self, bytes: u64) -> Self {
        self.memory = Some(bytes);
        self
    }

    /// Stops when the token is cancelled, from any thread.
    ///
    /// ```
    /// use queenside::{CancelToken, Cause, Options, classics};
    ///
    /// // Whoever holds the token ends the enumeration, here after the second solution.
    /// let token = CancelToken::new();
    /// let mut solutions = classics::queens(20).using(&Options::new().cancel(&token)).enumerate()?;
    /// assert!(solutions.by_ref().take(2).all(|queens| queens.is_ok()));
    /// token.cancel();
    /// let stopped = solutions.find_map(Result::err).expect("there are billions more");
    /// assert_eq!(stopped.cause(), Cause::Cancelled);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[must_use]
    pub fn cancel(mut self, token: &CancelToken) -> Self {
        self.cancel = Some(token.clone());
        self
    }

    /// Calls a function now and then, about ten times a second, and at each improvement.
    ///
    /// ```
    /// use std::sync::{Arc, Mutex};
    /// use queenside::{Options, classics};
    ///
    /// let values = Arc::new(Mutex::new(Vec::new()));
    /// let seen = Arc::clone(&values);
    /// let options = Options::new().observer(move |progress| seen.lock().unwrap().extend(progress.best));
    /// let most = classics::queens(6).using(&options).maximize()?;
    /// assert_eq!((most.value(), values.lock().unwrap().last()), (Some(6), Some(&6)));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[must_use]
    pub fn observer(mut self, observer: impl Fn(&Progress) + Send + Sync + 'static) -> Self {
        self.observer = Some(Arc::new(observer));
        self
    }
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = f.debug_struct("Options");
        #[cfg(any(feature = "ilp", feature = "sat"))]
        text.field("formulation", &self.formulation).field("seed", &self.seed);
        text.field("engine", &self.engine)
            .field("time", &self.time)
            .field("nodes", &self.nodes)
            .field("solutions", &self.solutions)
            .field("threads", &self.threads)
            .field("memory", &self.memory)
            .field("cancel", &self.cancel)
            .field("observer", &self.observer.is_some())
            .finish()
    }
}

/// A switch that stops whatever was given a copy of it.
///
/// # Examples
///
/// ```
/// use queenside::{CancelToken, Cause, Options, classics};
///
/// let token = CancelToken::new();
/// token.cancel();
/// let counted = classics::queens(20).using(&Options::new().cancel(&token)).count()?;
/// assert_eq!(counted.exact(), None);
/// assert_eq!(counted.stopped().map(|stopped| stopped.cause()), Some(Cause::Cancelled));
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct CancelToken {
    cancelled: Arc<AtomicBool>,
}

impl CancelToken {
    /// Returns a token that is not cancelled.
    ///
    /// ```
    /// use queenside::{CancelToken, Options, classics};
    ///
    /// let options = Options::new().cancel(&CancelToken::new());
    /// assert_eq!(classics::queens(6).using(&options).count()?.exact(), Some(4u32.into()));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn new() -> Self {
        Self::default()
    }

    /// Stops whatever was given this token or a copy of it.
    ///
    /// ```
    /// use std::thread;
    /// use queenside::{CancelToken, Options, classics};
    ///
    /// let token = CancelToken::new();
    /// let switch = token.clone();
    /// let other = thread::spawn(move || switch.cancel());
    /// let counted = classics::queens(100).using(&Options::new().cancel(&token)).count()?;
    /// other.join().expect("it does not panic");
    /// assert_eq!(counted.exact(), None);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Tells whether the token is cancelled.
    ///
    /// ```
    /// use queenside::CancelToken;
    ///
    /// let token = CancelToken::new();
    /// let copy = token.clone();
    /// assert!(!copy.is_cancelled());
    /// token.cancel();
    /// assert!(copy.is_cancelled());
    /// ```
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

/// How far an engine has come. Within one question time, nodes, solutions and the fraction never go back, whoever takes turns.
///
/// # Examples
///
/// ```
/// use std::sync::{Arc, Mutex};
/// use queenside::{Board, Options, Piece, Progress, classics};
///
/// let reports: Arc<Mutex<Vec<Progress>>> = Arc::default();
/// let seen = Arc::clone(&reports);
/// let options = Options::new().observer(move |progress| seen.lock().unwrap().push(*progress));
/// classics::domination(Board::square(5), Piece::QUEEN).using(&options).minimize()?;
/// // At each improvement fewer queens are known to do, down to three.
/// let best: Vec<_> = reports.lock().unwrap().iter().filter_map(|progress| progress.best).collect();
/// assert!(best.is_sorted_by(|a, b| a >= b) && best.last() == Some(&3));
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// Nodes of the search tree so far.
    pub nodes: u64,
    /// Solutions found so far.
    pub solutions: u64,
    /// About what part of the search tree has been gone through, from 0 to 1, as if branches that look alike were. Where a
    /// search starts anew, with the pieces of a hard one or in another turn, it waits until that has come as far; engines
    /// that have no such tree leave it as it is.
    pub fraction: f64,
    /// The best value found so far, where there is an objective.
    pub best: Option<i64>,
    /// A proved bound on that value.
    pub bound: Option<i64>,
    /// Time since the question.
    pub elapsed: Duration,
}

impl Progress {
    /// Returns about how long it will still take, if what is left goes as fast as what has been gone through; `None` as long
    /// as nothing has, and where the engine does not tell.
    ///
    /// ```
    /// use std::sync::{Arc, Mutex};
    /// use queenside::{Board, Options, Piece, walls::Census};
    ///
    /// let last = Arc::new(Mutex::new(None));
    /// let seen = Arc::clone(&last);
    /// let options = Options::new().observer(move |progress| *seen.lock().unwrap() = Some(*progress));
    /// Census::new(&Board::square(5), &Piece::QUEEN, 3)?.using(&options).tally()?;
    /// let last = last.lock().unwrap().expect("it reports when it is done");
    /// assert_eq!(last.remaining().map(|time| time.as_secs()), Some(0));
    /// assert_eq!(last.solutions, 319);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn remaining(&self) -> Option<Duration> {
        let left = self.elapsed.as_secs_f64() * (1.0 - self.fraction).max(0.0) / self.fraction;
        Duration::try_from_secs_f64(left).ok()
    }
}
