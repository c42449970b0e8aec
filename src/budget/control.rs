//! The control of a run: limits, progress, and the check whether it may continue.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::budget::{CancelToken, Moment, Observer, Options, Progress, Shuffle};

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
    /// The engine would have needed more memory than its limit.
    MemoryLimit,
    /// The solver behind the engine failed or gave up.
    SolverFailed,
    /// A file could not be written whole, or not be read again.
    NotWritten,
    /// A part of a search names a subtree that the search tree of the problem does not have.
    BrokenPart,
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
            Self::NotWritten => "a file could not be written whole",
            Self::BrokenPart => "the part names a subtree that the problem's search tree does not have",
            Self::Disagreement => "the engine found a placement that the rules refuse, which is a bug",
        })
    }
}

impl std::error::Error for Cause {}

/// Drops a large value on a background thread: freeing millions of small blocks takes longer than a caller's time limit
/// allows. Without threads it is dropped at once.
pub(crate) fn free_aside(large: impl Send + 'static) {
    let large: Box<dyn Send> = Box::new(large);
    spawn(Box::new(move || drop(large)));
}

/// Runs work on a background thread; without threads the work is dropped.
pub(crate) fn spawn(work: Box<dyn FnOnce() + Send>) {
    drop(std::thread::Builder::new().spawn(work));
}

/// Limits, and how much of them is used up.
#[derive(Clone)]
pub(crate) struct Control {
    start: Moment,
    /// The time after the start at which it ends; without a clock at once.
    deadline: Option<Duration>,
    node_limit: u64,
    memory_limit: u64,
    threads: usize,
    cancel: Option<CancelToken>,
    /// Stops it where another run has the answer.
    over: Option<CancelToken>,
    observer: Option<Observer>,
    next_report: Duration,
    /// Work left before the next check of the clock.
    allowance: u64,
    /// The work charged, up to the last check of the clock, and how much of it no turn pays for.
    worked: u64,
    aside: u64,
    /// The work of other engines on the same question.
    pub(crate) others: u64,
    /// Once this much work is charged, the next node stops as if it were the last.
    pause_at: u64,
    /// The node limit, while such a pause has taken its place.
    paused: Option<u64>,
    /// Once this much work is charged, whatever is done is broken off.
    max_work: u64,
    /// Engines maximise; −1 if the question minimises.
    sign: i64,
    pub(crate) formulation: crate::budget::Formulation,
    pub(crate) seed: u32,
    /// Whether it is for a short run, which does without what pays only in long ones.
    pub(crate) is_brief: bool,
    /// Whether a few solutions are enough.
    pub(crate) wants_few: bool,
    /// A random order of branching, if one is asked for.
    pub(crate) shuffle: Option<Shuffle>,
    pub(crate) progress: Progress,
    /// What the observer sees beside this run's own.
    pub(crate) beside: Beside,
    /// The sum over all controls forked from one, as far as reported, and this control's share of it.
    together: Option<Arc<Together>>,
    reported: Progress,
    /// The limit of nodes for all of them together.
    common_limit: u64,
    /// Nodes used before this control's turn.
    before: u64,
    /// The progress shown to the observer: within one question nothing decreases.
    shown: Option<Arc<Mutex<Progress>>>,
}

/// What is known of the other parts of a question, where each part has its own runs.
#[derive(Clone, Copy)]
pub(crate) struct Beside {
    /// The best values found, and the bounds proved, added up.
    pub(crate) best: Option<i64>,
    pub(crate) bound: Option<i64>,
    /// The fraction of the question that they have explored, and that of the part itself.
    pub(crate) done: f64,
    pub(crate) share: f64,
}

impl Beside {
    /// Nothing: the run is about the whole question.
    pub(crate) const NOTHING: Self = Self { best: Some(0), bound: Some(0), done: 0.0, share: 1.0 };
}

#[derive(Default)]
struct Together {
    nodes: AtomicU64,
    solutions: AtomicU64,
    best: Mutex<Option<i64>>,
}

impl Control {
    /// Operations on 64-bit words between two checks of the clock: some tens of microseconds.
    const PATIENCE: u64 = 1 << 15;
    const REPORT_EVERY: Duration = Duration::from_millis(100);

    pub(crate) fn new(options: &Options) -> Self {
        let deadline = if Moment::HAS_CLOCK { options.time } else { options.time.map(|_| Duration::ZERO) };
        Self {
            start: Moment::now(),
            deadline,
            node_limit: options.nodes.unwrap_or(u64::MAX),
            memory_limit: options.memory.unwrap_or(Options::MEMORY),
            threads: options.thread_count(),
            cancel: options.cancel.clone(),
            over: None,
            observer: options.observer.clone(),
            next_report: Self::REPORT_EVERY,
            allowance: 0,
            worked: 0,
            aside: 0,
            others: 0,
            pause_at: u64::MAX,
            paused: None,
            max_work: u64::MAX,
            sign: 1,
            formulation: options.formulation,
            seed: options.seed.unwrap_or(0),
            is_brief: false,
            wants_few: false,
            shuffle: options.seed.map(|seed| Shuffle::new(seed.into())),
            progress: Progress::default(),
            beside: Beside::NOTHING,
            together: None,
            reported: Progress::default(),
            common_limit: u64::MAX,
            before: 0,
            shown: options.observer.as_ref().map(|_| Arc::default()),
        }
    }

    /// Returns a control for one of several engines run in turn, with a limit of nodes for this turn, and the nodes
    /// that others have used before.
    pub(crate) fn turn(&self, nodes: u64, before: u64) -> Self {
        Self {
            node_limit: nodes,
            worked: 0,
            aside: 0,
            others: 0,
            pause_at: u64::MAX,
            paused: None,
            max_work: u64::MAX,
            cancel: self.cancel.clone(),
            over: self.over.clone(),
            observer: self.observer.clone(),
            shown: self.shown.clone(),
            allowance: 0,
            progress: Progress::default(),
            together: None,
            reported: Progress::default(),
            before: self.before + before,
            ..*self
        }
    }

    /// The same for a run that goes on in another turn: the work of its earlier ones still counts.
    pub(crate) fn after(self, earlier: &Self) -> Self {
        debug_assert_eq!(self.worked, 0, "its own turn has not begun");
        Self { worked: earlier.charged(), aside: earlier.aside.min(earlier.charged()), ..self }
    }

    /// Returns a control under the same limits for one of several runs; the observer sees the sum of all of them.
    pub(crate) fn fork(&mut self) -> Self {
        let together = self.together.get_or_insert_default();
        Self {
            cancel: self.cancel.clone(),
            over: self.over.clone(),
            observer: self.observer.clone(),
            allowance: 0,
            worked: 0,
            aside: 0,
            others: 0,
            progress: Progress { nodes: 0, solutions: 0, ..self.progress },
            together: Some(Arc::clone(together)),
            reported: Progress::default(),
            shown: self.shown.clone(),
            ..*self
        }
    }

    /// Like [`fork`](Self::fork), for runs that share this control's limit of nodes. They may exceed it by a few nodes
    /// until they notice.
    pub(crate) fn share(&mut self) -> Self {
        Self { common_limit: self.node_limit, node_limit: u64::MAX, ..self.fork() }
    }

    /// Returns a control under the same clock and token, without observer, with a limit of nodes.
    pub(crate) fn quiet(&self, nodes: u64) -> Self {
        Self { observer: None, shown: None, ..self.turn(nodes, 0) }
    }

    /// Returns a control for a short run.
    pub(crate) fn brief(self) -> Self {
        Self { is_brief: true, ..self }
    }

    /// Returns the time until the deadline.
    pub(crate) fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_sub(self.elapsed()))
    }

    /// Returns the limit of nodes.
    pub(crate) fn node_limit(&self) -> u64 {
        self.node_limit
    }

    /// Makes it stop when this token is cancelled too.
    pub(crate) fn stop_with(&mut self, over: &CancelToken) {
        self.over = Some(over.clone());
    }

    /// Returns the token that stops it where another run has the answer.
    pub(crate) fn over(&self) -> Option<&CancelToken> {
        self.over.as_ref()
    }

    /// Sets the seed, and a random order of branching.
    pub(crate) fn with_seed(self, seed: u32, shuffle: Shuffle) -> Self {
        Self { seed, shuffle: Some(shuffle), ..self }
    }

    /// Makes the observer see values with their signs changed.
    pub(crate) fn with_sign(mut self, sign: i64) -> Self {
        self.sign = sign;
        self
    }

    /// Charges one node of a search tree.
    #[inline]
    pub(crate) fn node(&mut self, work: u64) -> Result<(), Cause> {
        if self.progress.nodes >= self.node_limit {
            return Err(Cause::NodeLimit);
        }
        self.progress.nodes += 1;
        self.charge(work)
    }

    /// Charges many nodes, no more than are left, and the work of each.
    pub(crate) fn nodes(&mut self, nodes: u64, work: u64) -> Result<(), Cause> {
        self.charge(nodes.saturating_mul(work))?;
        self.progress.nodes += nodes;
        Ok(())
    }

    /// Lets a run continue for this much more work; then it stops at a node as if that were its last. Work is counted and not
    /// time, so that it is the same node each time.
    pub(crate) fn grant(&mut self, work: u64) {
        self.pause_at = self.worked.saturating_add(work);
        self.node_limit = self.paused.take().unwrap_or(self.node_limit);
    }

    /// Pauses now, as if all the work granted were done, if less than this is left of it.
    pub(crate) fn pause_unless_granted(&mut self, work: u64) -> Result<(), Cause> {
        if self.pause_at == u64::MAX || self.pause_at.saturating_sub(self.worked) >= work {
            return Ok(());
        }
        if self.paused.is_none() {
            self.pause();
        }
        Err(Cause::NodeLimit)
    }

    /// Makes the next node stop as if it were the last.
    fn pause(&mut self) {
        self.paused = Some(self.node_limit);
        self.node_limit = self.node_limit.min(self.progress.nodes);
    }

    /// Breaks off once this much work is charged, also what has no nodes and cannot go on from there.
    pub(crate) fn with_max_work(self, work: u64) -> Self {
        Self { max_work: work, ..self }
    }

    /// Whether the work is limited, as that of an engine which prepares for a turn.
    #[cfg(feature = "ilp")]
    pub(crate) fn has_max_work(&self) -> bool {
        self.max_work < u64::MAX
    }

    /// Returns the work that is left of what was granted.
    pub(crate) fn granted(&self) -> u64 {
        if self.pause_at == u64::MAX { u64::MAX } else { self.pause_at.saturating_sub(self.worked) }
    }

    /// Whether the work that was granted is done, so that the node limit is none of the question.
    pub(crate) fn is_paused(&self) -> bool {
        self.paused.is_some()
    }

    /// Stops a preparation, which has no nodes, where no more work is granted.
    pub(crate) fn check_granted(&self) -> Result<(), Cause> {
        if self.is_paused() { Err(Cause::NodeLimit) } else { Ok(()) }
    }

    /// Counts work, and pauses if no more is granted.
    fn count_work(&mut self, work: u64) {
        self.worked = self.worked.saturating_add(work);
        if self.worked >= self.pause_at && self.paused.is_none() {
            self.pause();
        }
    }

    /// Returns the number of nodes left.
    pub(crate) fn nodes_left(&self) -> u64 {
        self.node_limit.saturating_sub(self.progress.nodes)
    }

    /// Adds the nodes of an external solver, which keeps the limit itself.
    #[cfg(any(feature = "ilp", feature = "sat"))]
    pub(crate) fn spent_by_others(&mut self, nodes: u64, work: u64) {
        let limit = self.paused.unwrap_or(self.node_limit);
        self.progress.nodes = self.progress.nodes.saturating_add(nodes).min(limit);
        self.count_work(work);
    }

    /// Checks whether this many bytes may be held.
    pub(crate) fn hold(&self, bytes: u64) -> Result<(), Cause> {
        if bytes > self.memory_limit { Err(Cause::MemoryLimit) } else { Ok(()) }
    }

    /// Sets the memory limit in bytes.
    pub(crate) fn with_memory_limit(self, bytes: u64) -> Self {
        Self { memory_limit: bytes, ..self }
    }

    /// Returns the memory limit in bytes.
    pub(crate) fn memory_limit(&self) -> u64 {
        self.memory_limit
    }

    /// Checks the clock now: a wait has no work to charge.
    pub(crate) fn wait(&mut self) -> Result<(), Cause> {
        self.look()
    }

    /// Returns the number of threads that may share the work.
    pub(crate) fn threads(&self) -> usize {
        self.threads
    }

    /// Charges work, roughly in operations on 64-bit words.
    #[inline]
    pub(crate) fn charge(&mut self, work: u64) -> Result<(), Cause> {
        if let Some(rest) = self.allowance.checked_sub(work + 1) {
            self.allowance = rest;
            Ok(())
        } else {
            self.count_work(work + 1 + Self::PATIENCE - self.allowance);
            self.look()
        }
    }

    /// About how much work has been charged.
    #[inline]
    pub(crate) fn work(&self) -> u64 {
        self.worked
    }

    /// Returns how much work has been charged.
    pub(crate) fn charged(&self) -> u64 {
        // What is allowed before the next look at the clock was counted in advance.
        self.worked.saturating_sub(self.allowance)
    }

    /// Returns the work that turns pay for.
    pub(crate) fn work_of_turns(&self) -> u64 {
        self.worked - self.aside
    }

    /// Takes work that has been charged off what its turn pays for: the turn is longer by as much.
    pub(crate) fn set_aside(&mut self, work: u64) {
        self.aside = self.aside.saturating_add(work).min(self.worked);
        self.pause_at = self.pause_at.saturating_add(work);
        if self.worked < self.pause_at {
            self.node_limit = self.paused.take().unwrap_or(self.node_limit);
        }
    }

    #[cold]
    fn look(&mut self) -> Result<(), Cause> {
        self.allowance = Self::PATIENCE;
        if [&self.cancel, &self.over].into_iter().flatten().any(CancelToken::is_cancelled) {
            return Err(Cause::Cancelled);
        }
        if self.worked >= self.max_work {
            return Err(Cause::NodeLimit);
        }
        if self.common_limit < u64::MAX && self.tell().nodes > self.common_limit {
            return Err(Cause::NodeLimit);
        }
        if self.deadline.is_none() && self.observer.is_none() {
            return Ok(());
        }
        self.progress.elapsed = self.elapsed();
        if self.deadline.is_some_and(|deadline| self.progress.elapsed >= deadline) {
            return Err(Cause::TimeLimit);
        }
        if self.progress.elapsed >= self.next_report {
            self.report();
        }
        Ok(())
    }

    /// Reports progress to the observer.
    pub(crate) fn report(&mut self) {
        let (Some(observer), Some(shown)) = (self.observer.clone(), self.shown.clone()) else { return };
        self.progress.elapsed = self.start.elapsed();
        self.next_report = self.progress.elapsed + Self::REPORT_EVERY;
        let all = self.tell();
        let Beside { best, bound, done, share } = self.beside;
        let signed = |own: Option<i64>, beside: Option<i64>| Some(self.sign * own?.saturating_add(beside?));
        let mut shown = shown.lock().unwrap_or_else(PoisonError::into_inner);
        *shown = Progress {
            nodes: shown.nodes.max(self.before + all.nodes),
            solutions: shown.solutions.max(all.solutions),
            fraction: shown.fraction.max(done + share * all.fraction),
            elapsed: shown.elapsed.max(all.elapsed),
            best: signed(all.best, best),
            bound: signed(all.bound, bound),
        };
        observer(&shown);
    }

    /// Adds this control's progress to the shared sum, and returns the sum.
    fn tell(&mut self) -> Progress {
        let mut all = self.progress;
        if let Some(together) = &self.together {
            let tell = |total: &AtomicU64, own: u64, reported: u64| {
                total.fetch_add(own - reported, Ordering::Relaxed) + own - reported
            };
            all.nodes = tell(&together.nodes, all.nodes, self.reported.nodes);
            all.solutions = tell(&together.solutions, all.solutions, self.reported.solutions);
            let mut best = together.best.lock().unwrap_or_else(PoisonError::into_inner);
            *best = (*best).max(all.best);
            all.best = *best;
            self.reported = self.progress;
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
        let seen: Arc<Mutex<Vec<Progress>>> = Arc::default();
        let all = Arc::clone(&seen);
        let options = Options::new().observer(move |progress| all.lock().expect("no lock is poisoned").push(*progress));
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
        let seen = seen.lock().expect("no lock is poisoned");
        let numbers: Vec<_> = seen.iter().map(|p| (p.nodes, p.solutions, p.fraction)).collect();
        assert_eq!(numbers, [(7, 5, 0.5), (8, 5, 0.5), (27, 40, 0.5), (57, 100, 0.5)]);
        assert!(seen.is_sorted_by_key(|progress| progress.elapsed));
    }

    #[test]
    fn a_run_that_goes_on_counts_the_work_of_its_earlier_turns() {
        let whole = Control::new(&Options::new());
        let mut first = whole.turn(u64::MAX, 0);
        first.charge(3 * Control::PATIENCE).expect("no limit was set");
        first.set_aside(Control::PATIENCE);
        let second = whole.turn(u64::MAX, 0).after(&first);
        assert!(first.charged() >= 3 * Control::PATIENCE);
        assert_eq!((second.charged(), second.work_of_turns()), (first.charged(), first.charged() - Control::PATIENCE));
    }

    #[test]
    fn what_is_set_aside_no_turn_pays_for() {
        let mut control = Control::new(&Options::new());
        control.grant(10 * Control::PATIENCE);
        control.charge(12 * Control::PATIENCE).expect("no limit was set");
        assert_eq!((control.is_paused(), control.node(0)), (true, Err(Cause::NodeLimit)));
        control.set_aside(8 * Control::PATIENCE);
        assert_eq!((control.is_paused(), control.node(0)), (false, Ok(())));
        assert_eq!(control.work() - control.work_of_turns(), 8 * Control::PATIENCE);
        control.charge(8 * Control::PATIENCE).expect("no limit was set");
        assert!(control.is_paused());
    }

    #[test]
    fn runs_that_share_a_limit_stop_once_all_have_spent_it() {
        let mut whole = Control::new(&Options::new().node_limit(10));
        let [mut left, mut right] = [whole.share(), whole.share()];
        let charge = |control: &mut Control| (0..6).try_for_each(|_| control.node(Control::PATIENCE));
        assert_eq!((charge(&mut left), charge(&mut right)), (Ok(()), Err(Cause::NodeLimit)));
    }
}
