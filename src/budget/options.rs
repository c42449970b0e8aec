//! Options of a question: engine, limits, cancelling, observing.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::budget::Formulation;

/// The engine that answers. Every engine gives the same answers; they differ in speed and in what they accept.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Engine, Options, Piece, classics};
///
/// // Kings on 3×4, any number of them: brute force and the search agree.
/// let problem = classics::non_attacking(Board::new(3, 4), Piece::KING);
/// for engine in [Engine::Brute, Engine::Search] {
///     let counted = problem.using(&Options::new().engine(engine)).count()?;
///     assert_eq!(counted.exact()?, 93u32);
/// }
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[doc(alias = "solver")]
#[doc(alias = "backend")]
pub enum Engine {
    /// The crate chooses; the answer names the engine chosen.
    ///
    /// It is found by trying, in turns that are measured in work and not in time, so that it is the same each time. Search, sweep,
    /// SAT (with the feature `sat`), integer programming (with `highs`) and, where it accepts the rules, `Lines` take turns for the
    /// greatest or least value, for a solution, and for whether there is only one; for a value also placements that a symmetry maps onto
    /// themselves are looked at by themselves, once the search has no end in sight; search and sweep take turns for counts, SAT where
    /// solutions are few, and `Lines` for covers by a few pieces. Enumeration is for the search, and so is a value where nodes are limited, since a node is another
    /// thing elsewhere.
    #[default]
    Auto,
    /// Tries every subset of the squares: hopeless beyond some twenty of them, and plainly correct. The other engines
    /// are compared with it.
    Brute,
    /// The native backtracker: propagates the rules, branches where they are tightest, prunes by bounds.
    Search,
    /// Decides the board square by square, keeps only what the remaining squares can still notice, and merges equal
    /// states. It counts without enumerating. It declines problems whose states are too large.
    Sweep,
    /// Labels lines: for kinds that must not see each other, along whole lines, and are otherwise only counted, as peaceable
    /// armies, each line is left to one kind; and for pieces of one kind that cover squares along whole lines, as queens and chancellors
    /// that dominate a board, each row and column is occupied or empty. So it branches on lines and not on squares. It declines other problems.
    Lines,
    /// Integer programming: the problem as rows, solved by `HiGHS` with the feature `highs`, else by microlp, which is
    /// for small boards and whose claims are checked by the search. Without the feature `ilp` it declines.
    Ilp,
    /// SAT: the problem as clauses, solved by `CaDiCaL` with the feature `cadical`, else by `BatSat`. Without the feature
    /// `sat` it declines.
    Sat,
}

impl Engine {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Brute => "brute",
            Self::Search => "search",
            Self::Sweep => "sweep",
            Self::Lines => "lines",
            Self::Ilp => "ilp",
            Self::Sat => "sat",
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// How a question is answered. The default sets no limits.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
/// use queenside::{Engine, Options, classics};
///
/// let options = Options::new().engine(Engine::Search).time_limit(Duration::from_secs(60));
/// let problem = classics::queens(8);
/// assert_eq!(problem.using(&options).count()?.exact()?, 92u32);
///
/// // After ten solutions an enumeration stops, with an error.
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
    pub(crate) formulation: Formulation,
    pub(crate) seed: Option<u32>,
}

pub(crate) type Observer = Arc<dyn Fn(&Progress) + Send + Sync>;

impl Options {
    /// The default memory limit, in bytes: a fourth of what machines of 32 bits can address.
    pub(crate) const MEMORY: u64 = if usize::BITS < 64 { 1 << 30 } else { 4 << 30 };

    /// Returns the default options.
    ///
    /// ```
    /// use queenside::{Options, classics};
    ///
    /// // The same as without options.
    /// assert_eq!(classics::queens(5).using(&Options::new()).count()?.exact()?, 10u32);
    /// assert_eq!(classics::queens(5).count()?.exact()?, 10u32);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn new() -> Self {
        Self::default()
    }

    /// Chooses the engine.
    ///
    /// ```
    /// use queenside::{Engine, Options, classics};
    ///
    /// let options = Options::new().engine(Engine::Search);
    /// let counted = classics::queens(5).using(&options).count()?;
    /// assert_eq!((counted.exact()?, counted.engine()), (10u32.into(), Engine::Search));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[must_use]
    pub fn engine(mut self, engine: Engine) -> Self {
        self.engine = engine;
        self
    }

    /// Chooses which families of rows or clauses the engines `Ilp` and `Sat` use, and the bounds by duality; the default is all.
    ///
    /// ```
    /// use queenside::{Family, Formulation, Options, classics};
    ///
    /// // Pair by pair, as most textbooks write it: the same answer.
    /// let pairwise = Formulation::strong().without(Family::Cliques);
    /// let options = Options::new().formulation(pairwise);
    /// assert_eq!(classics::queens(6).using(&options).count()?.exact()?, 4u32);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[must_use]
    pub fn formulation(mut self, formulation: Formulation) -> Self {
        self.formulation = formulation;
        self
    }

    /// Sets the seed of what may go one way or another: the order in which `Search` branches, its local search, and the solvers
    /// behind `Ilp` (with the feature `highs`) and `Sat`. With another seed a question may take another time, come to another
    /// optimum and list solutions in another order; values and numbers do not depend on it.
    ///
    /// `Brute`, `Sweep` and microlp have nothing that a seed could change, and decline a question with one. A seed of
    /// [`sample`](crate::Problem::sample) and [`random`](crate::Problem::random) is an argument of theirs.
    ///
    /// ```
    /// use queenside::{Options, classics};
    ///
    /// // How lucky was that? The value does not depend on it.
    /// for seed in 0..3 {
    ///     let options = Options::new().seed(seed);
    ///     assert_eq!(classics::no_three_in_line(4).using(&options).maximize()?.value()?, Some(8));
    /// }
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[must_use]
    pub fn seed(mut self, seed: u32) -> Self {
        self.seed = Some(seed);
        self
    }

    /// Stops after this time, counted from the question.
    ///
    /// ```
    /// use std::time::Duration;
    /// use queenside::{Options, classics};
    ///
    /// // Two milliseconds are not enough to count the ways to place 100 queens.
    /// let options = Options::new().time_limit(Duration::from_millis(2));
    /// assert!(classics::queens(100).using(&options).count()?.exact().is_err());
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[must_use]
    #[doc(alias = "timeout")]
    #[doc(alias = "deadline")]
    pub fn time_limit(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// Stops after this many nodes of the search tree. [`Ilp` and `Sat`](Engine) count the questions to their solver,
    /// and its nodes or conflicts.
    ///
    /// ```
    /// use queenside::{Options, classics};
    ///
    /// // What a search finds within a number of nodes does not depend on the machine.
    /// let options = Options::new().node_limit(50);
    /// let count = || classics::queens(12).using(&options).count();
    /// let (once, again) = (count()?, count()?);
    /// assert_eq!((once.exact().is_err(), once.statistics().nodes), (true, 50));
    /// assert_eq!(once.statistics().solutions, again.statistics().solutions);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[must_use]
    pub fn node_limit(mut self, nodes: u64) -> Self {
        self.nodes = Some(nodes);
        self
    }

    /// Stops after this many solutions, without testing whether there are more. For an optimum it counts successive
    /// improvements; for classes, classes.
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

    /// Lets several threads share the work; 0 means as many as the machine can run at once. The default is one.
    ///
    /// Optima and counts are computed together. The values are the same with any number of threads, and so is the
    /// order of an enumeration, which yields one solution after the other; to enumerate in several threads or
    /// processes, [split](crate::Problem::split) the problem. Where no engine was chosen, the engines go on side by side after
    /// about a second: which of several best placements is shown, and which solution [`solve`](crate::Problem::solve) finds,
    /// may then differ from run to run. An engine chosen by name always shows the same. Only one thread works if nodes or solutions are limited,
    /// and on questions about every number of pieces. Each thread has its own tables; at most a thousand threads are
    /// used.
    ///
    /// ```
    /// use queenside::{Options, classics};
    ///
    /// let two = Options::new().threads(2);
    /// let problem = classics::queens(10);
    /// assert_eq!(problem.using(&two).count()?.exact()?, 724u32);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[must_use]
    #[doc(alias = "parallel")]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = Some(threads);
        self
    }

    /// Returns the number of threads that share the work.
    pub(crate) fn thread_count(&self) -> usize {
        /// More threads than any machine runs at once would only use memory.
        const MOST: usize = 1 << 10;
        match self.threads {
            None => 1,
            Some(0) => std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            Some(threads) => threads.min(MOST),
        }
    }

    /// Stops before an engine would hold more than about this many bytes; the default is 4 GiB, on machines of
    /// 32 bits 1 GiB. This counts the states of the
    /// [sweep](Engine::Sweep), the tables and frames of the search, and the rows of `Ilp` and clauses of `Sat` before their
    /// solver starts. What a solver learns while it runs is not counted.
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
    /// // Any holder of the token can end the enumeration, here after the second solution.
    /// let token = CancelToken::new();
    /// let mut solutions = classics::queens(20).using(&Options::new().cancel(&token)).enumerate()?;
    /// assert!(solutions.by_ref().take(2).all(|queens| queens.is_ok()));
    /// token.cancel();
    /// let stopped = solutions.find_map(Result::err).expect("there are billions more");
    /// assert_eq!(stopped.cause(), Cause::Cancelled);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[must_use]
    #[doc(alias = "interrupt")]
    #[doc(alias = "abort")]
    pub fn cancel(mut self, token: &CancelToken) -> Self {
        self.cancel = Some(token.clone());
        self
    }

    /// Calls a function about ten times a second, and at each improvement.
    ///
    /// ```
    /// use std::sync::{Arc, Mutex};
    /// use queenside::{Options, classics};
    ///
    /// let values = Arc::new(Mutex::new(Vec::new()));
    /// let seen = Arc::clone(&values);
    /// let options = Options::new().observer(move |progress| seen.lock().unwrap().extend(progress.best));
    /// let most = classics::queens(6).using(&options).maximize()?;
    /// assert_eq!((most.value()?, values.lock().unwrap().last()), (Some(6), Some(&6)));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[must_use]
    #[doc(alias = "progress")]
    #[doc(alias = "callback")]
    pub fn observer(mut self, observer: impl Fn(&Progress) + Send + Sync + 'static) -> Self {
        self.observer = Some(Arc::new(observer));
        self
    }
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = f.debug_struct("Options");
        text.field("formulation", &self.formulation);
        text.field("engine", &self.engine)
            .field("seed", &self.seed)
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

/// A switch that stops every question with a copy of it.
///
/// # Examples
///
/// ```
/// use queenside::{CancelToken, Cause, Options, classics};
///
/// let token = CancelToken::new();
/// token.cancel();
/// let counted = classics::queens(20).using(&Options::new().cancel(&token)).count()?;
/// assert!(counted.exact().is_err());
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
    /// assert_eq!(classics::queens(6).using(&options).count()?.exact()?, 4u32);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn new() -> Self {
        Self::default()
    }

    /// Stops every question with this token or a copy of it.
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
    /// assert!(counted.exact().is_err());
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

/// The progress of a question. Time, nodes, solutions and the fraction never decrease within one question, even if
/// engines take turns.
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
    /// An estimate of the explored fraction of the search tree, from 0 to 1, as if similar branches were of equal size.
    /// When a search starts anew, with the parts of a hard problem or in another turn, the fraction stays until that
    /// search has come as far; engines without such a tree leave it as it is.
    pub fraction: f64,
    /// The best value found so far, if there is an objective.
    pub best: Option<i64>,
    /// A proved bound on that value.
    pub bound: Option<i64>,
    /// Time since the question.
    pub elapsed: Duration,
}

impl Progress {
    /// Returns an estimate of the remaining time, at the speed so far. `None` before a thousandth is done and where it would be
    /// more than four days, since such estimates are wrong by any factor; and for engines without a fraction.
    ///
    /// ```
    /// use std::sync::{Arc, Mutex};
    /// use queenside::{Budget, Options};
    ///
    /// let last = Arc::new(Mutex::new(None));
    /// let seen = Arc::clone(&last);
    /// let options = Options::new().observer(move |progress| *seen.lock().unwrap() = Some(*progress));
    /// let mut budget = Budget::new(&options);
    /// budget.report();
    /// assert_eq!(last.lock().unwrap().and_then(|progress| progress.remaining()), None); // nothing is done
    /// budget.progress().fraction = 1.0;
    /// budget.report();
    /// assert_eq!(last.lock().unwrap().and_then(|progress| progress.remaining()).map(|time| time.as_secs()), Some(0));
    /// ```
    pub fn remaining(&self) -> Option<Duration> {
        const LEAST: f64 = 0.001;
        const MOST: Duration = Duration::from_secs(4 * 24 * 60 * 60);
        let left = self.elapsed.as_secs_f64() * (1.0 - self.fraction).max(0.0) / self.fraction;
        Duration::try_from_secs_f64(left).ok().filter(|left| self.fraction >= LEAST && *left <= MOST)
    }
}
