//! How a question is to be answered: engine, limits, cancelling, watching.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Which engine answers. Every engine gives the same answers; they differ in speed and in what they accept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Engine {
    /// The crate chooses by the shape of the problem; the answer names the engine chosen.
    #[default]
    Auto,
    /// Tries every subset of the squares: hopeless beyond some twenty of them, and plainly right. The judge of the others.
    Brute,
    /// The native backtracker: propagates the rules, branches where they are tightest, prunes by bounds.
    Search,
    /// Goes over the board square by square, keeps only what the rest of it can still notice, and merges states that are
    /// equal in that. It counts without enumerating. It declines problems of which too much would have to be remembered.
    Sweep,
}

impl Engine {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Brute => "brute",
            Self::Search => "search",
            Self::Sweep => "sweep",
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
    pub(crate) memory: Option<u64>,
    pub(crate) cancel: Option<CancelToken>,
    pub(crate) observer: Option<Observer>,
}

pub(crate) type Observer = Arc<dyn Fn(&Progress) + Send + Sync>;

impl Options {
    /// The most bytes of states where nothing is said.
    pub(crate) const MEMORY: u64 = 4 << 30;

    /// Returns the options that set nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Chooses the engine.
    #[must_use]
    pub fn engine(mut self, engine: Engine) -> Self {
        self.engine = engine;
        self
    }

    /// Stops after so much time, counted from the question.
    #[must_use]
    pub fn time_limit(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// Stops after so many nodes of the search tree.
    #[must_use]
    pub fn node_limit(mut self, nodes: u64) -> Self {
        self.nodes = Some(nodes);
        self
    }

    /// Stops after so many solutions, without looking whether there are more. For an optimum, after so many of them each
    /// better than the one before; for classes, after so many classes.
    #[must_use]
    pub fn solution_limit(mut self, solutions: u64) -> Self {
        self.solutions = Some(solutions);
        self
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
        f.debug_struct("Options")
            .field("engine", &self.engine)
            .field("time", &self.time)
            .field("nodes", &self.nodes)
            .field("solutions", &self.solutions)
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
    pub fn new() -> Self {
        Self::default()
    }

    /// Stops whatever was given this token or a copy of it.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Tells whether the token is cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

/// How far an engine has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// Nodes of the search tree so far.
    pub nodes: u64,
    /// Solutions found so far.
    pub solutions: u64,
    /// The best value found so far, where there is an objective.
    pub best: Option<i64>,
    /// A proved bound on that value.
    pub bound: Option<i64>,
    /// Time since the question.
    pub elapsed: Duration,
}
