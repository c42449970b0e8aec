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
    /// Nodes that all of them together may spend.
    common_limit: u64,
    /// Nodes spent on the question before this control's turn.
    before: u64,
    /// What the observer knows: within one question nothing goes back.
    shown: Option<Arc<Mutex<Progress>>>,
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
            common_limit: u64::MAX,
            before: 0,
            shown: options.observer.as_ref().map(|_| Arc::default()),
        }
    }

    /// A control for one of several engines that are asked one after the other: it may spend so many nodes, after what
    /// others have spent.
    pub(crate) fn turn(&self, nodes: u64, before: u64) -> Self {
        Self {
            node_limit: nodes,
            cancel: self.cancel.clone(),
            observer: self.observer.clone(),
            shown: self.shown.clone(),
            allowance: 0,
            progress: Progress::default(),
            together: None,
            told: Progress::default(),
            before: self.before + before,
            ..*self
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
            shown: self.shown.clone(),
            ..*self
        }
    }

    /// Likewise for one of several runs that together may spend as many nodes as this one. They may spend a few more until
    /// they notice.
    pub(crate) fn share(&mut self) -> Self {
        Self { common_limit: self.node_limit, node_limit: u64::MAX, ..self.fork() }
    }

    /// How many nodes may be spent.
    pub(crate) fn node_limit(&self) -> u64 {
        self.node_limit
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
    #[inline]
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
    #[inline]
    pub(crate) fn spend(&mut self, work: u64) -> Result<(), Cause> {
        match self.allowance.checked_sub(work + 1) {
            Some(rest) => {
                self.allowance = rest;
                Ok(())
            }
            None => self.look(),
        }
    }

    #[cold]
    fn look(&mut self) -> Result<(), Cause> {
        self.allowance = Self::PATIENCE;
        if self.cancel.as_ref().is_some_and(CancelToken::is_cancelled) {
            return Err(Cause::Cancelled);
        }
        if self.common_limit < u64::MAX && self.tell().nodes > self.common_limit {
            return Err(Cause::NodeLimit);
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
        let (Some(observer), Some(shown)) = (self.observer.clone(), self.shown.clone()) else { return };
        self.progress.elapsed = self.start.elapsed();
        self.next_report = self.progress.elapsed + Self::REPORT_EVERY;
        let all = self.tell();
        let signed = |value: Option<i64>| value.map(|value| self.sign * value);
        let mut shown = shown.lock().unwrap_or_else(PoisonError::into_inner);
        *shown = Progress {
            nodes: shown.nodes.max(self.before + all.nodes),
            solutions: shown.solutions.max(all.solutions),
            fraction: shown.fraction.max(all.fraction),
            elapsed: shown.elapsed.max(all.elapsed),
            best: signed(all.best),
            bound: signed(all.bound),
        };
        observer(&shown);
    }

    /// Tells the others what has been spent, and returns what all have.
    fn tell(&mut self) -> Progress {
        let mut all = self.progress;
        if let Some(together) = &self.together {
            let tell =
                |total: &AtomicU64, own: u64, told: u64| total.fetch_add(own - told, Ordering::Relaxed) + own - told;
            all.nodes = tell(&together.nodes, all.nodes, self.told.nodes);
            all.solutions = tell(&together.solutions, all.solutions, self.told.solutions);
            let mut best = together.best.lock().unwrap_or_else(PoisonError::into_inner);
            *best = (*best).max(all.best);
            all.best = *best;
            self.told = self.progress;
        }
        all
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_observer_is_told_never_goes_back() {
        let told: Arc<Mutex<Vec<Progress>>> = Arc::default();
        let all = Arc::clone(&told);
        let options = Options::new().observer(move |progress| all.lock().expect("nobody fails").push(*progress));
        let whole = Control::new(&options);
        let mut first = whole.turn(7, 0);
        first.progress = Progress { nodes: 7, solutions: 5, fraction: 0.5, ..first.progress };
        first.report();
        let mut second = whole.turn(100, 7);
        second.progress = Progress { nodes: 1, solutions: 2, fraction: 0.1, ..second.progress };
        second.report();
        let [mut left, mut right] = [second.share(), second.share()];
        for (nodes, control) in [(20, &mut left), (30, &mut right)] {
            control.progress = Progress { nodes, solutions: 2 * nodes, fraction: 0.2, ..control.progress };
            control.report();
        }
        let told = told.lock().expect("nobody fails");
        let numbers: Vec<_> = told.iter().map(|p| (p.nodes, p.solutions, p.fraction)).collect();
        assert_eq!(numbers, [(7, 5, 0.5), (8, 5, 0.5), (27, 40, 0.5), (57, 100, 0.5)]);
        assert!(told.is_sorted_by_key(|progress| progress.elapsed));
    }

    #[test]
    fn runs_that_share_a_limit_stop_once_all_have_spent_it() {
        let mut whole = Control::new(&Options::new()).with_node_limit(10);
        let [mut left, mut right] = [whole.share(), whole.share()];
        let spend = |control: &mut Control| (0..6).try_for_each(|_| control.node(Control::PATIENCE));
        assert_eq!((spend(&mut left), spend(&mut right)), (Ok(()), Err(Cause::NodeLimit)));
    }
}
