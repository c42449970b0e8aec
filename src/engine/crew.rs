//! Several runs at one search tree: numbered pieces that whoever is free takes next, on one thread or on many.
//!
//! What comes out does not depend on how many there are. A count is a sum. An optimum is found in three steps: a run on its
//! own for the easy ones; then the tree of the better solutions cut into pieces, in which runs tell each other what they
//! have found; then, once the greatest value is known, the first piece that has it is gone through until it shows it.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Backend, Men, Path, Run, Step, Work};
use crate::answer::{Proof, Statistics};
use crate::control::{Cause, Control};
use crate::count::Count;
use crate::model::{Bound, Goal, Model};

/// The pieces of a search tree, and what has been found in them.
pub(crate) struct Pieces {
    paths: Vec<Path>,
    /// The tree is that of the solutions above this value.
    floor: Option<i64>,
    next: AtomicUsize,
    best: Mutex<Option<Best>>,
}

struct Best {
    value: i64,
    piece: usize,
    men: Men,
}

impl Pieces {
    fn new(paths: Vec<Path>, floor: Option<i64>) -> Self {
        Self { paths, floor, next: AtomicUsize::new(0), best: Mutex::new(None) }
    }

    fn best(&self) -> MutexGuard<'_, Option<Best>> {
        self.best.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next piece that nobody has taken.
    pub(crate) fn take(&self) -> Option<usize> {
        let piece = self.next.fetch_add(1, Ordering::Relaxed);
        (piece < self.paths.len()).then_some(piece)
    }

    pub(crate) fn path(&self, piece: usize) -> &Path {
        &self.paths[piece]
    }

    /// What part of them has been taken.
    pub(crate) fn fraction(&self) -> f64 {
        self.next.load(Ordering::Relaxed).min(self.paths.len()) as f64 / self.paths.len().max(1) as f64
    }

    pub(crate) fn floor(&self) -> Option<i64> {
        self.floor
    }

    /// The value that a solution in this piece must exceed to matter: as good as the best suffices in an earlier piece.
    pub(crate) fn to_beat(&self, piece: usize) -> Option<i64> {
        match &*self.best() {
            None => self.floor,
            Some(best) if best.piece <= piece => Some(best.value),
            Some(best) => Some(best.value - 1),
        }
    }

    /// Remembers a solution, if it is better than the best, or as good and in an earlier piece.
    pub(crate) fn found(&self, piece: usize, value: i64, men: impl FnOnce() -> Men) {
        let mut best = self.best();
        if best.as_ref().is_none_or(|best| (value, best.piece) > (best.value, piece)) {
            *best = Some(Best { value, piece, men: men() });
        }
    }
}

/// Has so many threads do some work, or just this one where there are no others to be had.
pub(crate) fn workers(threads: usize, work: impl Fn() + Sync) {
    #[cfg(feature = "rayon")]
    if threads > 1
        && let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(threads).build()
    {
        pool.broadcast(|_| work());
        return;
    }
    let _ = threads;
    work();
}

/// Does some work on all numbers below this one, so many at a time, by as many threads as the control allows; gives what
/// came of each part, in order.
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
    let parts = Mutex::new(Vec::new());
    let controls: Mutex<Vec<Control>> = Mutex::new((0..threads).map(|_| control.fork()).collect());
    workers(threads, || {
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
            parts.lock().unwrap_or_else(PoisonError::into_inner).push((start, part));
        }
    });
    let mut parts = parts.into_inner().unwrap_or_else(PoisonError::into_inner);
    parts.sort_unstable_by_key(|(start, _)| *start);
    parts.into_iter().map(|(_, part)| part).collect()
}

/// What several runs came to.
#[derive(Default)]
struct Sum {
    count: Count,
    nodes: u64,
    solutions: u64,
    stopped: Option<Cause>,
}

/// Goes through all pieces.
fn go_through(
    backend: &'static dyn Backend,
    model: &Arc<Model>,
    goal: &Goal,
    pieces: &Arc<Pieces>,
    threads: usize,
    control: &mut Control,
) -> Sum {
    let sum = Mutex::new(Sum::default());
    let controls: Mutex<Vec<Control>> = Mutex::new((0..threads.max(1)).map(|_| control.share()).collect());
    workers(threads, || {
        let Some(control) = controls.lock().unwrap_or_else(PoisonError::into_inner).pop() else { return };
        let mut run = backend.start(Arc::clone(model), goal.clone(), Work::Shared(Arc::clone(pieces)), control);
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

/// Counts solutions by several threads; a stop tells how far it came.
pub(crate) fn count(
    backend: &'static dyn Backend,
    model: &Arc<Model>,
    goal: &Goal,
    threads: usize,
    control: &mut Control,
) -> (Count, Statistics, Option<Cause>) {
    /// Pieces a thread, so that large and small ones even out.
    const EACH: usize = 64;
    let mut sum = match backend.cut(Arc::clone(model), goal, None, threads.saturating_mul(EACH), control.fork()) {
        Ok(paths) => {
            let pieces = Arc::new(Pieces::new(paths, None));
            let mut sum = go_through(backend, model, goal, &pieces, threads, control);
            // Each cut took a node apart.
            sum.nodes += pieces.paths.len().saturating_sub(1) as u64;
            sum
        }
        Err(cause) => Sum { stopped: Some(cause), ..Sum::default() },
    };
    // Who noticed the limit, and when, is up to chance; whether it was exceeded is not.
    let limit = control.node_limit();
    if sum.nodes > limit && sum.stopped.is_none_or(|cause| cause == Cause::NodeLimit) {
        (sum.nodes, sum.stopped) = (limit, Some(Cause::NodeLimit));
    }
    let statistics = Statistics { nodes: sum.nodes, solutions: sum.solutions, elapsed: control.elapsed() };
    (sum.count, statistics, sum.stopped)
}

/// A search for an optimum.
pub(crate) struct Crew {
    backend: &'static dyn Backend,
    model: Arc<Model>,
    goal: Goal,
    threads: usize,
    control: Control,
    stage: Stage,
    best: Option<i64>,
    men: Men,
    /// What runs that are over have spent.
    spent: Statistics,
}

enum Stage {
    /// A run on its own, for so many nodes.
    Alone(Box<dyn Run>),
    /// The pieces have been gone through.
    Ended(Option<Bound>, Result<Proof, Cause>),
}

impl Crew {
    /// Easy problems are answered within so many nodes.
    const ALONE: u64 = 1 << 15;
    /// How many pieces there are then, whatever the number of threads.
    const PIECES: usize = 256;

    pub(crate) fn new(
        backend: &'static dyn Backend,
        model: Arc<Model>,
        goal: Goal,
        threads: usize,
        control: Control,
    ) -> Self {
        Self::after(Self::ALONE, backend, model, goal, threads, control)
    }

    /// A search that goes through pieces after so many nodes.
    fn after(
        nodes: u64,
        backend: &'static dyn Backend,
        model: Arc<Model>,
        goal: Goal,
        threads: usize,
        mut control: Control,
    ) -> Self {
        let alone = control.fork().with_node_limit(nodes);
        let run = backend.start(Arc::clone(&model), goal.clone(), Work::whole(), alone);
        let (best, men, spent) = (None, Men::new(), Statistics::default());
        Self { backend, model, goal, threads, control, stage: Stage::Alone(run), best, men, spent }
    }

    /// Cuts the tree of the solutions better than the best and goes through its pieces.
    fn go_through(&mut self) -> Result<Step, Cause> {
        if let Stage::Alone(run) = &self.stage {
            self.control.progress.bound = run.bound().map(|bound| bound.value);
        }
        let model = || Arc::clone(&self.model);
        let paths = self.backend.cut(model(), &self.goal, self.best, Self::PIECES, self.control.fork())?;
        let pieces = Arc::new(Pieces::new(paths, self.best));
        let sum = go_through(self.backend, &self.model, &self.goal, &pieces, self.threads, &mut self.control);
        self.spent.nodes += sum.nodes;
        self.spent.solutions += sum.solutions;
        let best = pieces.best().take();
        let ended = |bound: Option<Bound>, value: Option<i64>| match (sum.stopped, bound) {
            (Some(cause), _) => Err(cause),
            (None, Some(bound)) if value == Some(bound.value) => Ok(Proof::BoundMet(bound.name.into())),
            (None, _) => Ok(Proof::Exhausted),
        };
        let Stage::Alone(alone) = &self.stage else { return Ok(Step::Done(Proof::Exhausted)) };
        let bound = alone.bound();
        let Some(Best { value, piece, men }) = best else {
            self.stage = Stage::Ended(bound, ended(bound, self.best));
            return Ok(self.ended());
        };
        (self.best, self.men) = (Some(value), men);
        if sum.stopped.is_none() {
            // Which solution a thread came upon first depends on the others; the first of its piece does not.
            let first = Pieces::new(vec![pieces.paths[piece].clone()], pieces.floor);
            first.found(1, value, Men::new);
            let work = Work::Shared(Arc::new(first));
            let mut run = self.backend.start(model(), self.goal.clone(), work, self.control.fork());
            if let Step::Improved(_) = run.step() {
                self.men.clear();
                run.men(&mut self.men);
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

impl Run for Crew {
    fn step(&mut self) -> Step {
        let Stage::Alone(run) = &mut self.stage else { return self.ended() };
        match run.step() {
            Step::Improved(value) => {
                self.best = Some(value);
                self.men.clear();
                run.men(&mut self.men);
                Step::Improved(value)
            }
            Step::Stopped(Cause::NodeLimit) => {
                let spent = run.statistics();
                self.spent.nodes += spent.nodes;
                self.spent.solutions += spent.solutions;
                self.go_through().unwrap_or_else(Step::Stopped)
            }
            other => other,
        }
    }

    fn men(&self, men: &mut Men) {
        men.extend_from_slice(&self.men);
    }

    fn remainder(&self) -> Vec<Path> {
        Vec::new()
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

    use super::*;
    use crate::{Area, Board, Constraint, Engine, Options, Piece, Problem, classics};

    fn compiled(problem: &Problem) -> (Arc<Model>, Control) {
        let mut control = Control::new(&Options::new());
        let model = Model::compile(&Arc::new(problem.clone()), &mut control).expect("no limit was set");
        (Arc::new(model), control)
    }

    /// The last improvement, and who stands there.
    fn best(problem: &Problem, weight: i64, alone: u64, threads: usize) -> Option<(i64, Men)> {
        let (model, control) = compiled(problem);
        let goal = Goal::Maximise(vec![weight; model.kinds]);
        let mut crew = Crew::after(alone, Engine::Search.backend(), model, goal, threads, control);
        let mut best = None;
        loop {
            match crew.step() {
                Step::Improved(value) => {
                    let mut men = Men::new();
                    crew.men(&mut men);
                    best = Some((value, men));
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
            let (model, control) = compiled(problem);
            let group = problem.group().expect("the problem is sound");
            let goal = Goal::UpTo(Arc::new(group));
            let mut control = control.with_node_limit(limit);
            count(Engine::Search.backend(), &model, &goal, threads, &mut control)
        };
        for threads in [1, 2, 3] {
            for limit in [u64::MAX, nodes] {
                let (count, statistics, stopped) = counted(threads, limit);
                assert_eq!((Some(count), statistics.nodes, stopped), (alone.exact(), nodes, None));
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
        // That this many do not fit is known before anything is tried.
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
            piece in prop::sample::select(vec![Piece::QUEEN, Piece::KING, Piece::KNIGHT, Piece::BISHOP]),
        ) {
            let walls = walls.into_iter().filter(|(row, column)| *row < rows && *column < columns);
            agrees(&classics::non_attacking(Board::new(rows, columns).with_walls(walls), piece));
        }
    }
}
