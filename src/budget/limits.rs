//! One budget for many questions.

use std::fmt;
use std::time::Duration;

use crate::budget::{Cause, Control, Engine, Options, Progress};

/// The remaining budget of a task of many questions: one clock, one node limit, one cancel token and one observer for
/// them all.
///
/// Made from the [`Options`] of the task when it begins. Questions of a [`Problem`](crate::Problem) use the remaining
/// [`options`](Self::options); a [`Packing`](crate::Packing) takes the budget itself. The observer sees the task, not
/// its questions: the task sets its [`progress`](Self::progress). The task itself has to respect the solution limit,
/// the engine, the number of threads and the seed.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Budget, Options, Packing, Piece};
///
/// // How many queens fit on 6×6 with a wall, for every place of the wall, within 10,000 nodes in all?
/// let mut budget = Budget::new(&Options::new().node_limit(10_000));
/// let mut packing = Packing::new(&Board::square(6), &Piece::QUEEN)?;
/// let mut sevens = 0;
/// for square in Board::square(6).squares().iter() {
///     let most = packing.set_walls([square])?.maximize_under(&mut budget);
///     sevens += usize::from(most.value() == Some(7));
/// }
/// assert_eq!(sevens, 8);
/// assert!(budget.nodes() < 10_000);
/// # Ok::<(), queenside::Error>(())
/// ```
pub struct Budget {
    options: Options,
    /// The control of the task, with its observer.
    watch: Control,
    /// The control of questions, without observer.
    quiet: Control,
}

impl Budget {
    /// Returns the budget of a task that begins now.
    ///
    /// ```
    /// use std::time::Duration;
    /// use queenside::{Budget, Cause, Options};
    ///
    /// let mut over = Budget::new(&Options::new().time_limit(Duration::ZERO));
    /// assert_eq!(over.check(), Err(Cause::TimeLimit));
    /// ```
    pub fn new(options: &Options) -> Self {
        let watch = Control::new(options);
        Self { options: options.clone(), quiet: watch.quiet(watch.node_limit()), watch }
    }

    /// Returns the options for one question: the remaining time and nodes, the same cancel token, engine, threads,
    /// memory and seed. Observer and solution limit are left to the task. Charge the cost of the question by
    /// [`charge_nodes`](Self::charge_nodes).
    ///
    /// ```
    /// use queenside::{Budget, Options, classics};
    ///
    /// // The n queens problem up to 8×8, within a million nodes in all.
    /// let mut budget = Budget::new(&Options::new().node_limit(1_000_000));
    /// let mut counts = Vec::new();
    /// for n in 1..=8 {
    ///     let counted = classics::queens(n).using(&budget.options()).count()?;
    ///     counts.push(counted.exact()?.to_string());
    ///     assert_eq!(budget.charge_nodes(counted.statistics().nodes), Ok(()));
    /// }
    /// assert_eq!(counts, ["1", "0", "0", "2", "10", "4", "40", "92"]);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn options(&self) -> Options {
        Options {
            time: self.watch.time_left(),
            nodes: self.node_limit().map(|nodes| nodes.saturating_sub(self.nodes())),
            solutions: None,
            observer: None,
            ..self.options.clone()
        }
    }

    /// Returns the engine of the options.
    ///
    /// ```
    /// use queenside::{Budget, Engine, Options};
    ///
    /// assert_eq!(Budget::new(&Options::new()).engine(), Engine::Auto);
    /// ```
    pub fn engine(&self) -> Engine {
        self.options.engine
    }

    /// Returns how many threads may share the work.
    ///
    /// ```
    /// use queenside::{Budget, Options};
    ///
    /// assert_eq!(Budget::new(&Options::new()).threads(), 1);
    /// assert_eq!(Budget::new(&Options::new().threads(3)).threads(), 3);
    /// ```
    pub fn threads(&self) -> usize {
        self.options.thread_count()
    }

    /// Returns the seed for randomised methods; 0 if none is set.
    ///
    /// ```
    /// use queenside::{Budget, Options};
    ///
    /// assert_eq!(Budget::new(&Options::new().seed(7)).seed(), 7);
    /// ```
    pub fn seed(&self) -> u32 {
        self.options.seed.unwrap_or(0)
    }

    /// Returns the node limit of the whole task, if there is one.
    ///
    /// ```
    /// use queenside::{Budget, Options};
    ///
    /// assert_eq!(Budget::new(&Options::new().node_limit(9)).node_limit(), Some(9));
    /// ```
    pub fn node_limit(&self) -> Option<u64> {
        self.options.nodes
    }

    /// Returns the solution limit, if there is one. The task decides what counts as a solution.
    ///
    /// ```
    /// use queenside::{Budget, Options};
    ///
    /// assert_eq!(Budget::new(&Options::new().solution_limit(9)).solution_limit(), Some(9));
    /// ```
    pub fn solution_limit(&self) -> Option<u64> {
        self.options.solutions
    }

    /// Returns the memory limit in bytes: the one that is set, or the one that holds where none is.
    ///
    /// ```
    /// use queenside::{Budget, Options};
    ///
    /// assert_eq!(Budget::new(&Options::new().memory_limit(1 << 20)).memory_limit(), 1 << 20);
    /// assert!(Budget::new(&Options::new()).memory_limit() >= 1 << 30);
    /// ```
    pub fn memory_limit(&self) -> u64 {
        self.options.memory.unwrap_or(Options::MEMORY)
    }

    /// Returns the nodes charged so far.
    ///
    /// ```
    /// use queenside::{Board, Budget, Options, Packing, Piece};
    ///
    /// let mut budget = Budget::new(&Options::new());
    /// let mut packing = Packing::new(&Board::square(8), &Piece::QUEEN)?;
    /// let most = packing.maximize_under(&mut budget);
    /// assert_eq!((most.value(), most.nodes()), (Some(8), budget.nodes()));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn nodes(&self) -> u64 {
        self.quiet.progress.nodes
    }

    /// Returns the time since the task began.
    ///
    /// ```
    /// use queenside::{Budget, Options};
    ///
    /// let budget = Budget::new(&Options::new());
    /// assert!(budget.elapsed() <= budget.elapsed());
    /// ```
    pub fn elapsed(&self) -> Duration {
        self.watch.elapsed()
    }

    /// Charges work of the task itself, in steps of some nanoseconds. Now and then, as work adds up, it checks the
    /// clock and the cancel token, and reports progress to the observer.
    ///
    /// # Errors
    ///
    /// Returns the cause if the task must stop.
    ///
    /// ```
    /// use queenside::{Budget, CancelToken, Cause, Options};
    ///
    /// // A walk through numbers that another thread may stop.
    /// let token = CancelToken::new();
    /// let mut budget = Budget::new(&Options::new().cancel(&token));
    /// let stopped_at = (0..1_000_000).find(|number| {
    ///     if *number == 5 {
    ///         token.cancel();
    ///     }
    ///     budget.charge(1) == Err(Cause::Cancelled)
    /// });
    /// assert!(stopped_at.is_some_and(|number| number >= 5)); // soon after
    /// ```
    #[inline]
    pub fn charge(&mut self, work: u64) -> Result<(), Cause> {
        self.watch.charge(work)
    }

    /// Charges the nodes of a question with these [`options`](Self::options) or under a [`fork`](Self::fork).
    ///
    /// # Errors
    ///
    /// Returns an error if no nodes are left.
    ///
    /// ```
    /// use queenside::{Budget, Cause, Options};
    ///
    /// let mut budget = Budget::new(&Options::new().node_limit(10));
    /// assert_eq!((budget.charge_nodes(7), budget.charge_nodes(7)), (Ok(()), Err(Cause::NodeLimit)));
    /// ```
    pub fn charge_nodes(&mut self, nodes: u64) -> Result<(), Cause> {
        self.add_nodes(nodes);
        self.quiet.progress.nodes = self.nodes().saturating_add(nodes);
        let is_spent = self.node_limit().is_some_and(|limit| self.nodes() >= limit);
        if is_spent { Err(Cause::NodeLimit) } else { Ok(()) }
    }

    /// Checks the clock and the cancel token at once; reports to the observer if that is due.
    ///
    /// # Errors
    ///
    /// Returns the cause if the task must stop.
    ///
    /// ```
    /// use queenside::{Budget, CancelToken, Cause, Options};
    ///
    /// let token = CancelToken::new();
    /// let mut budget = Budget::new(&Options::new().cancel(&token));
    /// assert_eq!(budget.check(), Ok(()));
    /// token.cancel();
    /// assert_eq!(budget.check(), Err(Cause::Cancelled));
    /// ```
    pub fn check(&mut self) -> Result<(), Cause> {
        self.watch.wait()
    }

    /// Returns the progress that the observer will see, for the task to change. Nodes and time are kept up to date; the
    /// rest is left to the task.
    ///
    /// ```
    /// use std::sync::{Arc, Mutex};
    /// use queenside::{Board, Budget, Options, Packing, Piece};
    ///
    /// let heard = Arc::new(Mutex::new(Vec::new()));
    /// let own = Arc::clone(&heard);
    /// let options = Options::new().observer(move |progress| own.lock().unwrap().extend(progress.best));
    ///
    /// // The most kings on any board of 4×4 with one wall.
    /// let mut budget = Budget::new(&options);
    /// let mut packing = Packing::new(&Board::square(4), &Piece::KING)?;
    /// for square in Board::square(4).squares().iter() {
    ///     let most = packing.set_walls([square])?.maximize_under(&mut budget).value();
    ///     budget.progress().best = budget.progress().best.max(most.map(|most| most as i64));
    /// }
    /// budget.report();
    /// assert_eq!(heard.lock().unwrap().last(), Some(&4));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn progress(&mut self) -> &mut Progress {
        &mut self.watch.progress
    }

    /// Reports progress to the observer.
    ///
    /// ```
    /// use std::sync::{Arc, atomic::{AtomicU64, Ordering}};
    /// use queenside::{Budget, Options};
    ///
    /// let heard = Arc::new(AtomicU64::new(0));
    /// let own = Arc::clone(&heard);
    /// let mut budget = Budget::new(&Options::new().observer(move |progress| own.store(progress.solutions, Ordering::Relaxed)));
    /// budget.progress().solutions = 92;
    /// budget.report();
    /// assert_eq!(heard.load(Ordering::Relaxed), 92);
    /// ```
    pub fn report(&mut self) {
        self.watch.report();
    }

    /// Returns a budget for another thread: the same clock and cancel token, and the remaining nodes. It counts its
    /// nodes from 0 and has no observer; charge them here by [`charge_nodes`](Self::charge_nodes).
    ///
    /// ```
    /// use queenside::{Board, Budget, Options, Packing, Piece};
    ///
    /// // The most queens on 7×7 and on 8×8, by a thread each.
    /// let mut budget = Budget::new(&Options::new());
    /// let found = std::thread::scope(|scope| {
    ///     let threads = [7, 8].map(|n| {
    ///         let mut own = budget.fork();
    ///         scope.spawn(move || {
    ///             let mut packing = Packing::new(&Board::square(n), &Piece::QUEEN)?;
    ///             let most = packing.maximize_under(&mut own).value();
    ///             Ok::<_, queenside::Error>((most, own.nodes()))
    ///         })
    ///     });
    ///     threads.map(|thread| thread.join().expect("it does not panic"))
    /// });
    /// let [(seven, nodes), (eight, others)] = [found[0].clone()?, found[1].clone()?];
    /// assert_eq!((seven, eight), (Some(7), Some(8)));
    /// assert_eq!(budget.charge_nodes(nodes + others), Ok(()));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[must_use]
    pub fn fork(&self) -> Self {
        let options = self.options();
        let left = options.nodes.unwrap_or(u64::MAX);
        Self { options, watch: self.watch.quiet(left), quiet: self.quiet.quiet(left) }
    }

    /// Runs a question under the budget, and charges its nodes.
    pub(crate) fn ask<R>(&mut self, question: impl FnOnce(&mut Control) -> R) -> R {
        let before = self.quiet.progress.nodes;
        let answer = question(&mut self.quiet);
        self.add_nodes(self.quiet.progress.nodes - before);
        answer
    }

    /// Adds nodes to the progress.
    fn add_nodes(&mut self, nodes: u64) {
        self.watch.progress.nodes = self.watch.progress.nodes.saturating_add(nodes);
    }
}

impl fmt::Debug for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("options", &self.options)
            .field("nodes", &self.nodes())
            .field("elapsed", &self.elapsed())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;
    use crate::budget::CancelToken;
    use crate::language::{Board, Piece};
    use crate::packing::Packing;

    fn queens() -> Packing {
        Packing::new(&Board::square(8), &Piece::QUEEN).unwrap()
    }

    #[test]
    fn what_a_question_cost_is_no_longer_there_for_the_next() {
        let mut budget = Budget::new(&Options::new().node_limit(1000).time_limit(Duration::from_secs(1000)));
        assert_eq!(budget.charge_nodes(400), Ok(()));
        let options = budget.options();
        assert_eq!((options.nodes, budget.fork().node_limit()), (Some(600), Some(600)));
        assert!(options.time.is_some_and(|time| time < Duration::from_secs(1000)));
        assert_eq!(budget.charge_nodes(u64::MAX), Err(Cause::NodeLimit));
        assert_eq!(budget.options().nodes, Some(0));
        assert_eq!(queens().maximize_under(&mut budget).stopped(), Some(Cause::NodeLimit));
    }

    #[test]
    fn each_question_tells_its_own_nodes_and_the_budget_all_of_them() {
        let mut budget = Budget::new(&Options::new());
        let mut packing = queens();
        let mut sum = 0;
        for wall in [(0, 3), (3, 3), (4, 1)] {
            sum += packing.set_walls([wall]).unwrap().maximize_under(&mut budget).nodes();
            assert_eq!((budget.nodes(), budget.progress().nodes), (sum, sum));
        }
        assert!(sum > 0);
    }

    #[test]
    fn the_observer_hears_of_the_task_and_not_of_its_questions() {
        let heard: Arc<Mutex<Vec<Progress>>> = Arc::default();
        let own = Arc::clone(&heard);
        let options = Options::new().observer(move |progress| own.lock().unwrap().push(*progress));
        let mut budget = Budget::new(&options);
        assert_eq!(queens().maximize_under(&mut budget).value(), Some(8));
        assert!(heard.lock().unwrap().is_empty());
        budget.progress().solutions = 1;
        budget.report();
        let heard = heard.lock().unwrap();
        assert_eq!(heard.len(), 1);
        assert_eq!((heard[0].nodes, heard[0].solutions, heard[0].best), (budget.nodes(), 1, None));
    }

    #[test]
    fn clock_and_token_of_the_task_stop_its_questions_and_its_forks() {
        let token = CancelToken::new();
        let mut cancelled = Budget::new(&Options::new().cancel(&token));
        let mut fork = cancelled.fork();
        token.cancel();
        let mut late = Budget::new(&Options::new().time_limit(Duration::ZERO));
        for (budget, cause) in [(&mut cancelled, Cause::Cancelled), (&mut fork, Cause::Cancelled)] {
            assert_eq!(queens().maximize_under(budget).stopped(), Some(cause));
        }
        assert_eq!(queens().is_unique_under(&mut late), Err(Cause::TimeLimit));
        assert_eq!(queens().count_optima_under(9, &mut late.fork()), Err(Cause::TimeLimit));
    }
}
