//! What every engine asks now and then: may I go on?

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::options::{CancelToken, Observer, Options, Progress};

/// Why an engine stopped before it was done.
///
/// # Examples
///
/// ```
/// use queenside::{CancelToken, Cause, Options, classics};
///
/// let token = CancelToken::new();
/// token.cancel();
/// let causes = [Options::new().node_limit(7), Options::new().solution_limit(7), Options::new().cancel(&token)]
///     .map(|options| classics::queens(8).using(&options).count().map(|counted| counted.stopped().map(|s| s.cause())));
/// let [nodes, solutions, cancelled] = [Cause::NodeLimit, Cause::SolutionLimit, Cause::Cancelled];
/// assert_eq!(causes, [Ok(Some(nodes)), Ok(Some(solutions)), Ok(Some(cancelled))]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Cause {
    /// The time limit was reached.
    TimeLimit,
    /// The node limit was reached.
    NodeLimit,
    /// The solution limit was reached; there may be more solutions or none.
    SolutionLimit,
    /// The cancel token was used.
    Cancelled,
    /// The engine would have needed more memory than it may take.
    MemoryLimit,
    /// The solver that the engine runs broke down or gave up.
    SolverFailed,
    /// The engine found a placement that the rules refuse. This is a bug in the crate; please report it.
    Disagreement,
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TimeLimit => "the time limit was reached",
            Self::NodeLimit => "the node limit was reached",
            Self::SolutionLimit => "the solution limit was reached",
            Self::Cancelled => "it was cancelled",
            Self::MemoryLimit => "it would have needed too much memory",
            Self::SolverFailed => "the solver gave up",
            Self::Disagreement => "the engine found a placement that the rules refuse, which is a bug",
        })
    }
}

/// Frees what may be large on a thread of its own: whoever is told that time is up does not wait for millions of small
/// pieces of memory to be given back. Where there are no threads they are given back at once.
pub(crate) fn free_aside<T: Send + 'static>(large: T) {
    drop(std::thread::Builder::new().spawn(move || drop(large)));
}

/// Limits, and what has been spent of them.
#[derive(Clone)]
pub(crate) struct Control {
    start: Instant,
    deadline: Option<Instant>,
    node_limit: u64,
    memory_limit: u64,
    threads: usize,
    cancel: Option<CancelToken>,
    observer: Option<Observer>,
    next_report: Duration,
    /// Work left before the clock is looked at again.
    allowance: u64,
    /// Engines drive values to their greatest; −1 where the question asks for the least.
    sign: i64,
    #[cfg(any(feature = "ilp", feature = "sat"))]
    pub(crate) formulation: crate::formulation::Formulation,
    #[cfg(any(feature = "sat", feature = "highs"))]
    pub(crate) seed: u32,
    pub(crate) progress: Progress,
    /// What all controls forked from one have spent, as far as they have told, and how much of it this one.
    together: Option<Arc<Together>>,
    told: Progress,
}

#[derive(Default)]
struct Together {
    nodes: AtomicU64,
    solutions: AtomicU64,
    best: Mutex<Option<i64>>,
}

impl Control {
    /// Word operations between two looks at the clock: some tens of microseconds.
    const PATIENCE: u64 = 1 << 15;
    const REPORT_EVERY: Duration = Duration::from_millis(100);

    pub(crate) fn new(options: &Options) -> Self {
        let start = Instant::now();
        Self {
            start,
            deadline: options.time.and_then(|time| start.checked_add(time)),
            node_limit: options.nodes.unwrap_or(u64::MAX),
            memory_limit: options.memory.unwrap_or(Options::MEMORY),
            threads: options.crew(),
            cancel: options.cancel.clone(),
            observer: options.observer.clone(),
            next_report: Self::REPORT_EVERY,
            allowance: 0,
            sign: 1,
            #[cfg(any(feature = "ilp", feature = "sat"))]
            formulation: options.formulation,
            #[cfg(any(feature = "sat", feature = "highs"))]
            seed: options.seed,
            progress: Progress::default(),
            together: None,
            told: Progress::default(),
        }
    }

    /// A control under the same limits for one of several runs; the observer is told of all of them together.
    pub(crate) fn fork(&mut self) -> Self {
        let together = self.together.get_or_insert_default();
        Self {
            cancel: self.cancel.clone(),
            observer: self.observer.clone(),
            allowance: 0,
            progress: Progress { nodes: 0, solutions: 0, ..self.progress },
            together: Some(Arc::clone(together)),
            told: Progress::default(),
            ..*self
        }
    }

    /// Stops after so many nodes, if not before.
    pub(crate) fn with_node_limit(mut self, nodes: u64) -> Self {
        self.node_limit = self.node_limit.min(nodes);
        self
    }

    /// Makes the observer see values with their signs changed.
    pub(crate) fn with_sign(mut self, sign: i64) -> Self {
        self.sign = sign;
        self
    }

    /// Pays for one node of a search tree.
    pub(crate) fn node(&mut self, work: u64) -> Result<(), Cause> {
        if self.progress.nodes >= self.node_limit {
            return Err(Cause::NodeLimit);
        }
        self.progress.nodes += 1;
        self.spend(work)
    }

    /// How many nodes may still be paid for.
    #[cfg(any(feature = "ilp", feature = "sat"))]
    pub(crate) fn nodes_left(&self) -> u64 {
        self.node_limit - self.progress.nodes
    }

    /// Counts the nodes of a solver, which keeps the limit itself.
    #[cfg(any(feature = "ilp", feature = "sat"))]
    pub(crate) fn spent_by_others(&mut self, nodes: u64) {
        self.progress.nodes = self.progress.nodes.saturating_add(nodes).min(self.node_limit);
    }

    /// Asks whether so many bytes may be held.
    pub(crate) fn hold(&self, bytes: u64) -> Result<(), Cause> {
        if bytes > self.memory_limit { Err(Cause::MemoryLimit) } else { Ok(()) }
    }

    /// The most bytes that may be held.
    pub(crate) fn memory_limit(&self) -> u64 {
        self.memory_limit
    }

    /// Looks at the clock now: what waits for others has nothing to pay with.
    #[cfg(any(feature = "ilp", feature = "sat"))]
    pub(crate) fn wait(&mut self) -> Result<(), Cause> {
        self.look()
    }

    /// How many threads may share the work.
    pub(crate) fn threads(&self) -> usize {
        self.threads
    }

    /// Pays for work, in word operations or so.
    pub(crate) fn spend(&mut self, work: u64) -> Result<(), Cause> {
        match self.allowance.checked_sub(work + 1) {
            Some(rest) => {
                self.allowance = rest;
                Ok(())
            }
            None => self.look(),
        }
    }

    fn look(&mut self) -> Result<(), Cause> {
        self.allowance = Self::PATIENCE;
        if self.cancel.as_ref().is_some_and(CancelToken::is_cancelled) {
            return Err(Cause::Cancelled);
        }
        if self.deadline.is_none() && self.observer.is_none() {
            return Ok(());
        }
        let now = Instant::now();
        self.progress.elapsed = now - self.start;
        if self.deadline.is_some_and(|deadline| now >= deadline) {
            return Err(Cause::TimeLimit);
        }
        if self.progress.elapsed >= self.next_report {
            self.report();
        }
        Ok(())
    }

    /// Tells the observer how far it has come.
    pub(crate) fn report(&mut self) {
        if let Some(observer) = &self.observer {
            self.progress.elapsed = self.start.elapsed();
            self.next_report = self.progress.elapsed + Self::REPORT_EVERY;
            let mut all = self.progress;
            if let Some(together) = &self.together {
                let tell = |total: &AtomicU64, own: u64, told: u64| {
                    total.fetch_add(own - told, Ordering::Relaxed) + own - told
                };
                all.nodes = tell(&together.nodes, all.nodes, self.told.nodes);
                all.solutions = tell(&together.solutions, all.solutions, self.told.solutions);
                let mut best = together.best.lock().unwrap_or_else(PoisonError::into_inner);
                *best = (*best).max(all.best);
                all.best = *best;
                self.told = self.progress;
            }
            let signed = |value: Option<i64>| value.map(|value| self.sign * value);
            observer(&Progress { best: signed(all.best), bound: signed(all.bound), ..all });
        }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}
