//! Several runs on one search tree: numbered subtrees that free runs take in order, on one thread or many.
//!
//! The result does not depend on the number of threads. A count is a sum. An optimum is found in three steps: a single
//! run for the easy ones; then the tree of the better solutions is split into subtrees, whose runs share the best value
//! found; then, once the greatest value is known, the first subtree that has it is explored until it shows it.

use std::ops::Range;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Path, Paths, Placed, Run, SearchTree, Share, Step};
use crate::answer::{Count, Proof, Statistics};
use crate::budget::{Cause, Control};
use crate::model::{Bound, Goal, Model};

/// The best value that runs side by side have found.
pub(crate) struct Incumbent(AtomicI64);

impl Incumbent {
    pub(crate) fn new(best: Option<i64>) -> Arc<Self> {
        Arc::new(Self(AtomicI64::new(best.unwrap_or(i64::MIN))))
    }

    pub(crate) fn best(&self) -> Option<i64> {
        let best = self.0.load(Ordering::Relaxed);
        (best > i64::MIN).then_some(best)
    }

    pub(crate) fn raise(&self, value: i64) {
        self.0.fetch_max(value, Ordering::Relaxed);
    }
}

/// The subtrees of a search tree, and what has been found in them.
pub(crate) struct Subtrees {
    paths: Vec<Path>,
    /// The tree is that of the solutions above this value.
    floor: Option<i64>,
    next: AtomicUsize,
    best: Mutex<Option<Best>>,
    /// What others have found.
    incumbent: Option<Arc<Incumbent>>,
}

struct Best {
    value: i64,
    subtree: usize,
    placed: Placed,
}

impl Subtrees {
    pub(crate) fn new(paths: Vec<Path>, floor: Option<i64>) -> Self {
        Self { paths, floor, next: AtomicUsize::new(0), best: Mutex::new(None), incumbent: None }
    }

    fn best(&self) -> MutexGuard<'_, Option<Best>> {
        self.best.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the next free subtree.
    pub(crate) fn take(&self) -> Option<usize> {
        let subtree = self.next.fetch_add(1, Ordering::Relaxed);
        (subtree < self.paths.len()).then_some(subtree)
    }

    pub(crate) fn path(&self, subtree: usize) -> &Path {
        &self.paths[subtree]
    }

    /// Returns the fraction of subtrees taken.
    pub(crate) fn fraction(&self) -> f64 {
        self.next.load(Ordering::Relaxed).min(self.paths.len()) as f64 / self.paths.len().max(1) as f64
    }

    pub(crate) fn floor(&self) -> Option<i64> {
        self.floor
    }

    /// Returns the value that a solution in this subtree must exceed to matter: one as good as the best counts in an
    /// earlier subtree.
    pub(crate) fn to_beat(&self, subtree: usize) -> Option<i64> {
        let own = match &*self.best() {
            None => self.floor,
            Some(best) if best.subtree <= subtree => Some(best.value),
            Some(best) => Some(best.value - 1),
        };
        own.max(self.incumbent.as_ref().and_then(|incumbent| incumbent.best()))
    }

    /// Stores a solution, if it is better than the best, or as good and in an earlier subtree.
    pub(crate) fn found(&self, subtree: usize, value: i64, placed: impl FnOnce() -> Placed) {
        let mut best = self.best();
        if best.as_ref().is_none_or(|best| (value, best.subtree) > (best.value, subtree)) {
            *best = Some(Best { value, subtree, placed: placed() });
        }
    }
}

/// Runs the same work on several threads, of which this one is the first. Where the system gives no more of them, those that
/// there are do all of it, since each goes on until nothing is left.
pub(super) fn workers(threads: usize, work: &(dyn Fn() + Sync)) {
    std::thread::scope(|scope| {
        for _ in 1..threads {
            if std::thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
}

/// Runs work on all numbers below `len`, in parts of equal size, on as many threads as the control allows; returns the
/// results in order.
pub(super) fn in_parts<R: Send, E: Send>(
    len: usize,
    each: usize,
    control: &mut Control,
    work: impl Fn(Range<usize>, &mut Control) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    let threads = control.threads().min(len.div_ceil(each));
    if threads < 2 {
        return Ok(vec![work(0..len, control)?]);
    }
    let next = AtomicUsize::new(0);
    let parts = Mutex::new((0..len).step_by(each).map(|_| None).collect::<Vec<_>>());
    let controls: Mutex<Vec<Control>> = Mutex::new((0..threads).map(|_| control.fork()).collect());
    workers(threads, &|| {
        let Some(mut control) = controls.lock().unwrap_or_else(PoisonError::into_inner).pop() else { return };
        loop {
            let start = next.fetch_add(each, Ordering::Relaxed);
            if start >= len {
                return;
            }
            let part = work(start..len.min(start + each), &mut control);
            if part.is_err() {
                next.store(len, Ordering::Relaxed);
            }
            parts.lock().unwrap_or_else(PoisonError::into_inner)[start / each] = Some(part);
        }
    });
    let mut done = Vec::new();
    // Those behind a failure may not have been worked on.
    for part in parts.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().flatten() {
        done.push(part?);
    }
    Ok(done)
}

/// The sum over several runs.
#[derive(Default)]
struct SharedSum {
    count: Count,
    nodes: u64,
    solutions: u64,
    stopped: Option<Cause>,
}

/// Explores all subtrees.
fn explore(
    engine: &dyn Share,
    model: &Arc<Model>,
    goal: &Goal,
    subtrees: &Arc<Subtrees>,
    threads: usize,
    control: &mut Control,
) -> SharedSum {
    let sum = Mutex::new(SharedSum::default());
    let controls: Mutex<Vec<Control>> = Mutex::new((0..threads.max(1)).map(|_| control.share()).collect());
    workers(threads, &|| {
        let Some(control) = controls.lock().unwrap_or_else(PoisonError::into_inner).pop() else { return };
        let mut run = engine.join(Arc::clone(model), goal.clone(), Arc::clone(subtrees), control);
        let mut count = 0u128;
        let stopped = loop {
            match run.step() {
                Step::Found => count += u128::from(run.weight()),
                Step::Improved(_) => {}
                Step::Done(_) => break None,
                Step::Stopped(cause) => break Some(cause),
            }
        };
        let spent = run.statistics();
        let mut sum = sum.lock().unwrap_or_else(PoisonError::into_inner);
        sum.count += count.into();
        sum.nodes += spent.nodes;
        sum.solutions += spent.solutions;
        sum.stopped = sum.stopped.or(stopped);
    });
    sum.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Counts solutions with several threads.
pub(crate) fn count(
    engine: &dyn Share,
    model: &Arc<Model>,
    goal: &Goal,
    threads: usize,
    control: &mut Control,
) -> (Count, Statistics, Option<Cause>) {
    /// Subtrees per thread, so that large and small ones even out.
    const EACH: usize = 64;
    let tree = SearchTree { model, goal, floor: None };
    let mut sum = match engine.cut(tree, threads.saturating_mul(EACH), control.fork()) {
        Ok(paths) => {
            let subtrees = Arc::new(Subtrees::new(paths, None));
            let mut sum = explore(engine, model, goal, &subtrees, threads, control);
            // Each split expanded a node.
            sum.nodes += subtrees.paths.len().saturating_sub(1) as u64;
            sum
        }
        Err(cause) => SharedSum { stopped: Some(cause), ..SharedSum::default() },
    };
    // Which run noticed the limit, and when, is chance; whether it was exceeded is not.
    let limit = control.node_limit();
    if sum.nodes > limit && sum.stopped.is_none_or(|cause| cause == Cause::NodeLimit) {
        (sum.nodes, sum.stopped) = (limit, Some(Cause::NodeLimit));
    }
    let statistics = Statistics { nodes: sum.nodes, solutions: sum.solutions, elapsed: control.elapsed() };
    (sum.count, statistics, sum.stopped)
}

/// A search for an optimum.
pub(crate) struct Parallel {
    engine: &'static dyn Share,
    model: Arc<Model>,
    goal: Goal,
    threads: usize,
    control: Control,
    stage: Stage,
    best: Option<i64>,
    placed: Placed,
    /// The work of finished runs.
    spent: Statistics,
    incumbent: Option<Arc<Incumbent>>,
}

enum Stage {
    /// A single run, which is granted so much work.
    Alone(Box<dyn Run>),
    /// All subtrees are explored.
    Ended(Option<Bound>, Result<Proof, Cause>),
}

impl Parallel {
    /// Easy problems end within this many nodes and this work, a third of a second or so. On the others the single run has
    /// looked for a good placement and a good bound by then, which no subtree does.
    const NODES_ALONE: u64 = 1 << 15;
    const WORK_ALONE: u64 = 1 << 28;
    /// The number of subtrees after that, whatever the number of threads.
    const SUBTREES: usize = 256;

    pub(crate) fn new(
        engine: &'static dyn Share,
        model: Arc<Model>,
        goal: Goal,
        threads: usize,
        mut control: Control,
    ) -> Self {
        let mut alone = control.fork();
        alone.grant(Self::WORK_ALONE);
        Self::after(alone, engine, model, goal, threads, control)
    }

    /// Returns a search that splits the tree once the control of the single run pauses it.
    fn after(
        alone: Control,
        engine: &'static dyn Share,
        model: Arc<Model>,
        goal: Goal,
        threads: usize,
        control: Control,
    ) -> Self {
        let run = engine.start(Arc::clone(&model), goal.clone(), Paths::whole(), alone);
        let (best, placed, spent) = (None, Placed::new(), Statistics::default());
        Self { engine, model, goal, threads, control, stage: Stage::Alone(run), best, placed, spent, incumbent: None }
    }

    /// The same beside another run: only what is better than that one's best matters. Which of several best solutions is found
    /// then depends on when it hears of it.
    pub(crate) fn that_hears(self, incumbent: Arc<Incumbent>) -> Self {
        Self { incumbent: Some(incumbent), ..self }
    }

    /// Splits the tree of the solutions better than the best and explores the subtrees.
    fn explore(&mut self) -> Result<Step, Cause> {
        if let Stage::Alone(run) = &self.stage {
            self.control.progress.bound = run.bound().map(|bound| bound.value);
        }
        let tree = SearchTree { model: &self.model, goal: &self.goal, floor: self.best };
        let paths = self.engine.cut(tree, Self::SUBTREES, self.control.fork())?;
        let subtrees = Subtrees { incumbent: self.incumbent.clone(), ..Subtrees::new(paths, self.best) };
        let subtrees = Arc::new(subtrees);
        let sum = explore(self.engine, &self.model, &self.goal, &subtrees, self.threads, &mut self.control);
        self.spent.nodes += sum.nodes;
        self.spent.solutions += sum.solutions;
        let best = subtrees.best().take();
        let ended = |bound: Option<Bound>, value: Option<i64>| match (sum.stopped, bound) {
            (Some(cause), _) => Err(cause),
            (None, Some(bound)) if value == Some(bound.value) => Ok(Proof::BoundMet { name: bound.name }),
            (None, _) => Ok(Proof::Exhausted),
        };
        let Stage::Alone(alone) = &self.stage else { return Ok(Step::Done(Proof::Exhausted)) };
        let bound = alone.bound();
        let Some(Best { value, subtree, placed }) = best else {
            self.stage = Stage::Ended(bound, ended(bound, self.best));
            return Ok(self.ended());
        };
        (self.best, self.placed) = (Some(value), placed);
        if sum.stopped.is_none() {
            // Which solution a thread found first depends on the others; the first of its subtree does not.
            let first = Subtrees::new(vec![subtrees.paths[subtree].clone()], subtrees.floor);
            first.found(1, value, Placed::new);
            let mut run =
                self.engine.join(Arc::clone(&self.model), self.goal.clone(), Arc::new(first), self.control.fork());
            if let Step::Improved(_) = run.step() {
                self.placed.clear();
                run.placed(&mut self.placed);
            }
            self.spent.nodes += run.statistics().nodes;
        }
        self.stage = Stage::Ended(bound, ended(bound, self.best));
        Ok(Step::Improved(value))
    }

    fn ended(&self) -> Step {
        match &self.stage {
            Stage::Ended(_, Ok(proof)) => Step::Done(proof.clone()),
            Stage::Ended(_, Err(cause)) => Step::Stopped(*cause),
            Stage::Alone(_) => Step::Done(Proof::Exhausted),
        }
    }
}

impl Run for Parallel {
    fn step(&mut self) -> Step {
        let Stage::Alone(run) = &mut self.stage else { return self.ended() };
        if let Some(best) = self.incumbent.as_ref().and_then(|incumbent| incumbent.best()) {
            self.best = self.best.max(Some(best));
            run.share(self.best, None);
        }
        match run.step() {
            Step::Improved(value) => {
                self.best = Some(value);
                self.placed.clear();
                run.placed(&mut self.placed);
                Step::Improved(value)
            }
            Step::Stopped(Cause::NodeLimit)
                if run.control().is_paused() && run.statistics().nodes < Self::NODES_ALONE =>
            {
                run.control().grant(Self::WORK_ALONE);
                self.step()
            }
            Step::Stopped(Cause::NodeLimit) => {
                let spent = run.statistics();
                self.spent.nodes += spent.nodes;
                self.spent.solutions += spent.solutions;
                self.explore().unwrap_or_else(Step::Stopped)
            }
            other => other,
        }
    }

    fn placed(&self, placed: &mut Placed) {
        placed.extend_from_slice(&self.placed);
    }

    fn share(&mut self, best: Option<i64>, bound: Option<i64>) {
        self.best = self.best.max(best);
        if let Stage::Alone(run) = &mut self.stage {
            run.share(best, bound);
        }
    }

    fn control(&mut self) -> &mut Control {
        &mut self.control
    }

    fn remainder(&self) -> Paths {
        Paths::default()
    }

    fn bound(&self) -> Option<Bound> {
        match &self.stage {
            Stage::Alone(run) => run.bound(),
            Stage::Ended(bound, _) => *bound,
        }
    }

    fn statistics(&self) -> Statistics {
        let mut statistics = Statistics { elapsed: self.control.elapsed(), ..self.spent };
        if let Stage::Alone(run) = &self.stage
            && self.spent.nodes == 0
        {
            let spent = run.statistics();
            (statistics.nodes, statistics.solutions) = (spent.nodes, spent.solutions);
        }
        statistics
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use std::time::Duration;

    use super::*;
    use crate::budget::{Engine, Moment, Options};
    use crate::language::{Area, Board, Constraint, Piece, Problem, classics};
    use crate::model::Worths;

    #[test]
    fn four_threads_are_four() {
        let there = AtomicUsize::new(0);
        let begin = Moment::now();
        workers(4, &|| {
            there.fetch_add(1, Ordering::Relaxed);
            // None goes on before all have come; if one never comes, the others do not wait for ever.
            while there.load(Ordering::Relaxed) < 4 && begin.elapsed() < Duration::from_secs(60) {
                std::thread::yield_now();
            }
        });
        assert_eq!(there.into_inner(), 4);
        assert!(begin.elapsed() < Duration::from_secs(60), "they came one after the other");
        assert_eq!(Options::new().threads(4).thread_count(), 4);
    }

    fn compiled(problem: &Problem) -> (Arc<Model>, Control) {
        let mut control = Control::new(&Options::new());
        let model = Model::compile(&Arc::new(problem.clone()), &mut control).expect("no limit was set");
        (Arc::new(model), control)
    }

    /// Returns the last improvement, and its pieces.
    fn best(problem: &Problem, weight: i64, alone: u64, threads: usize) -> Option<(i64, Placed)> {
        let (model, control) = compiled(problem);
        let goal = Goal::Maximise(Worths::by_kind(&model, &vec![weight; model.kinds]));
        let search = Engine::Search.backend().as_share().expect("its runs share");
        let alone = Control::new(&Options::new().node_limit(alone));
        let mut run = Parallel::after(alone, search, model, goal, threads, control);
        let mut best = None;
        loop {
            match run.step() {
                Step::Improved(value) => {
                    let mut placed = Placed::new();
                    run.placed(&mut placed);
                    best = Some((value, placed));
                }
                Step::Done(_) => return best,
                other => panic!("{other:?}"),
            }
        }
    }

    fn agrees(problem: &Problem) {
        for weight in [1, -1] {
            let plain = best(problem, weight, u64::MAX, 1);
            for alone in [0, 5, 40] {
                let one = best(problem, weight, alone, 1);
                assert_eq!(one.as_ref().map(|(value, _)| value), plain.as_ref().map(|(value, _)| value));
                for threads in [2, 3] {
                    assert_eq!(best(problem, weight, alone, threads), one, "{threads} threads after {alone} nodes");
                }
            }
        }
        let search = Options::new().engine(Engine::Search);
        let alone = problem.using(&search).count().expect("the problem is sound");
        let nodes = alone.statistics().nodes;
        let counted = |threads: usize, limit: u64| {
            let (model, _) = compiled(problem);
            let group = problem.group().expect("the problem is sound");
            let goal = Goal::Number(Arc::new(group));
            let mut control = Control::new(&Options::new().node_limit(limit));
            count(Engine::Search.backend().as_share().expect("its runs share"), &model, &goal, threads, &mut control)
        };
        for threads in [1, 2, 3] {
            for limit in [u64::MAX, nodes] {
                let (count, statistics, stopped) = counted(threads, limit);
                assert_eq!((Ok(count), statistics.nodes, stopped), (alone.exact(), nodes, None));
            }
            for limit in [0, nodes.saturating_sub(1)].into_iter().filter(|limit| *limit < nodes) {
                let (_, statistics, stopped) = counted(threads, limit);
                assert_eq!((statistics.nodes, stopped), (limit, Some(Cause::NodeLimit)));
            }
        }
    }

    #[test]
    fn classical_problems_are_answered_alike_by_any_number() {
        agrees(&classics::queens(7));
        agrees(&classics::attacking(Board::square(4), Piece::QUEEN, ..=2));
        agrees(&classics::attacking(Board::square(5), Piece::QUEEN, 3));
        agrees(&classics::domination(Board::square(5), Piece::KNIGHT));
        agrees(&classics::peaceable(Board::square(3), Piece::QUEEN));
        agrees(&classics::queens(3));
        // The bound is known before anything is tried.
        let mut nine = classics::non_attacking(Board::square(8), Piece::QUEEN);
        let queen = nine.kinds().next().expect("it has one kind");
        nine.add(Constraint::count(queen, Area::Everywhere, 9..));
        agrees(&nine);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn walled_boards_are_answered_alike_by_any_number(
            rows in 1..5usize,
            columns in 1..6usize,
            walls in prop::collection::vec((0..5usize, 0..5usize), 0..5),
            subtree in prop::sample::select(vec![Piece::QUEEN, Piece::KING, Piece::KNIGHT, Piece::BISHOP]),
        ) {
            let walls = walls.into_iter().filter(|(row, column)| *row < rows && *column < columns);
            agrees(&classics::non_attacking(Board::new(rows, columns).with_walls(walls), subtree));
        }
    }
}
