//! How a census runs: threads take slices of a range of wall sets, and their results are merged in order.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::census::Census;
use super::histogram::Histogram;
use super::range::{Shares, Slice, WallRange, successor};
use super::solved::SolvedBoard;
use super::surveyor::{Part, Surveyor};
use super::walk::Walk;
use super::witnesses::Witnesses;
use queenside::{Budget, Cause, Invalid, Packing, Square, Statistics};

/// The rounds of a census. In each, threads take slices of the range; the round ends when all of them are surveyed.
pub(super) struct Rounds {
    census: Census,
    range: WallRange,
    /// The range is cut as it is surveyed, so that beginning takes no longer for what is large: slices cut so far, the first of
    /// them that is not surveyed, and where the rest begins.
    slices: Vec<Slice>,
    next: usize,
    open: Option<Vec<u32>>,
    /// The weight of a slice, and how many are cut next.
    weight: f64,
    batch: usize,
    /// Tells what part of the range is gone.
    shares: Shares,
    threads: usize,
    /// The number of each open square by its index on the board.
    numbers: Vec<u16>,
    surveyors: Vec<Surveyor>,
    /// Placements for smaller sets of walls, where they pay.
    witnesses: Option<Arc<Witnesses>>,
    /// What stopped it before it began.
    stopped: Option<Cause>,
    /// The number of classes wanted.
    limit: Option<u64>,
    /// The budget of the whole survey; each surveyor has a fork of it.
    budget: Budget,
    classes: u64,
}

/// The result of a round.
pub(super) struct Round {
    pub(super) histogram: Histogram,
    pub(super) boards: Boards,
    /// What is left and why, if this was the last round.
    pub(super) end: Option<(WallRange, Option<Cause>)>,
}

impl Rounds {
    /// Slices of the whole: enough for threads to share, and for an observer.
    const SLICES: f64 = 4096.0;
    /// Classes in a slice, at least.
    const MIN_WEIGHT: f64 = 64.0;

    pub(super) fn new(census: &Census, range: &WallRange) -> Result<Self, Invalid> {
        census.sets().walk(range)?;
        Ok(Self::of(census, range.clone()))
    }

    pub(super) fn all(census: &Census) -> Self {
        Self::of(census, census.sets().whole())
    }

    fn of(census: &Census, range: WallRange) -> Self {
        let mut budget = Budget::new(census.options());
        // What is counted must not depend on which thread was faster.
        let alone = budget.node_limit().is_some() || budget.solution_limit().is_some();
        let threads = if alone { 1 } else { budget.threads() };
        // More walls than squares are no sets.
        let none = range.is_empty() || census.sets().walls() > census.sets().squares().len();
        let weight = if none { 0.0 } else { (census.sets().weight() / Self::SLICES).max(Self::MIN_WEIGHT) };
        let mut numbers = vec![0; census.board().rows() * census.board().columns()];
        for (number, square) in (0..).zip(census.sets().squares()) {
            numbers[square.index(census.board().columns())] = number;
        }
        let shares = Shares::new(census.sets().plan());
        // What a list costs is not much; they are counted nevertheless.
        let work = numbers.len() * (census.sets().plan().order() + if none { 0 } else { census.sets().walls() });
        let stopped = budget.charge(work as u64).err();
        let open = (!none).then(|| range.ends().0.to_vec());
        // Where nodes are limited, it must not depend on earlier boards how far they suffice.
        let share = if none || budget.node_limit().is_some() { 0.0 } else { share(&shares, &range) };
        let witnesses = Witnesses::new(census.sets().plan(), share, budget.memory_limit()).map(Arc::new);
        Self {
            census: census.clone(),
            range,
            slices: Vec::new(),
            next: 0,
            open,
            weight,
            batch: 1,
            shares,
            threads,
            numbers,
            surveyors: Vec::new(),
            witnesses,
            stopped,
            limit: budget.solution_limit(),
            budget,
            classes: 0,
        }
    }

    pub(super) fn limit(&self) -> Option<u64> {
        self.limit
    }

    pub(super) fn unlimited(mut self) -> Self {
        self.limit = None;
        self
    }

    /// Surveys some slices; keeps the boards if they are wanted.
    pub(super) fn next(&mut self, keep: bool) -> Round {
        // A single thread waits for no others; boards that are kept take memory.
        let each = if keep { 4 } else { 16 };
        let limit = if self.threads == 1 { 1 } else { self.threads * each };
        if self.next == self.slices.len() {
            self.cut();
        }
        let numbers = self.next..self.slices.len().min(self.next + limit);
        let walks: Vec<Walk> = numbers.clone().map(|number| self.walk(number)).collect();
        let mut results = self.work(walks, keep);
        let mut round = Round { histogram: Histogram::new(), boards: self.boards(), end: None };
        for (number, result) in numbers.zip(&mut results) {
            let left = self.limit.map(|limit| limit - self.classes.min(limit));
            let Some(part) = result.take() else {
                round.end = Some((self.rest_from(self.slices[number].from.clone()), None));
                break;
            };
            let limited = left.filter(|left| part.classes > *left);
            self.classes += limited.unwrap_or(part.classes);
            round.histogram += &part.histogram;
            round.boards.lists.extend_from_slice(&part.boards);
            if let Some(left) = limited {
                let rest = round.boards.shorten(part.classes - left);
                round.end = Some((self.rest_from(rest), Some(Cause::SolutionLimit)));
                break;
            }
            if let Some((from, cause)) = part.stopped {
                round.end = Some((self.rest_from(from), Some(cause)));
                break;
            }
            self.next = number + 1;
        }
        if let Some(cause) = self.stopped {
            let begin = self.open.clone().filter(|_| self.next == self.slices.len());
            round.end = Some((begin.map_or_else(|| self.range.clone(), |from| self.rest_from(from)), Some(cause)));
        }
        if round.end.is_none() && self.next == self.slices.len() && self.open.is_none() {
            round.end = Some((self.range.over(self.census.sets().plan()), None));
        }
        let nodes = self.nodes();
        let fraction = self.fraction();
        let progress = self.budget.progress();
        progress.best = progress.best.max(round.histogram.max_value().map(|value| value as i64));
        (progress.solutions, progress.nodes, progress.fraction) = (self.classes, nodes, fraction);
        if round.end.is_some() {
            self.budget.report();
        }
        // The observer may be due to hear of it. Limits stop the surveyors, each of which tells how far it came.
        let _ = self.budget.check();
        round
    }

    /// Cuts some slices off the rest: one at first, then more and more.
    fn cut(&mut self) {
        /// Enough for the rounds of many threads.
        const MOST: usize = 256;
        let Some(from) = self.open.take() else { return };
        let plan = Arc::clone(self.census.sets().plan());
        let cut = self.rest_from(from).cut_under(&plan, self.weight, self.batch, &mut self.budget);
        self.batch = (2 * self.batch).min(MOST);
        self.stopped = cut.stopped.filter(|_| cut.slices.is_empty());
        (self.slices, self.open, self.next) = (cut.slices, cut.open, 0);
    }

    /// About what part of the range is gone.
    fn fraction(&self) -> f64 {
        let next = self.slices.get(self.next).map(|slice| &slice.from).or(self.open.as_ref());
        let Some(next) = next else { return 1.0 };
        let from = self.shares.before(self.range.ends().0);
        let all = share(&self.shares, &self.range);
        if all > 0.0 { ((self.shares.before(next) - from) / all).clamp(0.0, 1.0) } else { 0.0 }
    }

    /// Has the surveyors walk several slices; results after one that was stopped may be missing.
    fn work(&mut self, walks: Vec<Walk>, keep: bool) -> Vec<Option<Part>> {
        let len = walks.len();
        let results: Mutex<Vec<Option<Part>>> = Mutex::new(std::iter::repeat_with(|| None).take(len).collect());
        let walks: Vec<Mutex<Option<Walk>>> = walks.into_iter().map(|walk| Mutex::new(Some(walk))).collect();
        let next = AtomicUsize::new(0);
        while self.surveyors.len() < self.threads.min(len) {
            // The census has made one such packing.
            let Ok(packing) = Packing::new(self.census.board(), self.census.piece()) else { break };
            self.surveyors.push(Surveyor::new(packing, self.budget.fork(), self.witnesses.clone()));
        }
        let surveyors = Mutex::new(std::mem::take(&mut self.surveyors));
        let (numbers, columns) = (&self.numbers, self.census.board().columns());
        workers(self.threads.min(len), || {
            let Some(mut surveyor) = lock(&surveyors).pop() else { return };
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(walk) = walks.get(number).and_then(|walk| lock(walk).take()) else { break };
                let part = surveyor.survey(walk, keep, |square| numbers[square.index(columns)]);
                if part.stopped.is_some() {
                    next.store(len, Ordering::Relaxed);
                }
                lock(&results)[number] = Some(part);
            }
            lock(&surveyors).push(surveyor);
        });
        self.surveyors = surveyors.into_inner().unwrap_or_else(PoisonError::into_inner);
        results.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn walk(&self, number: usize) -> Walk {
        let until = match self.slices.get(number + 1) {
            Some(next) => Some(next.from.clone()),
            None => self.open.clone().or_else(|| self.range.ends().1.map(<[u32]>::to_vec)),
        };
        Walk::new(Arc::clone(self.census.sets().plan()), self.slices[number].from.clone(), until)
    }

    fn boards(&self) -> Boards {
        let squares = self.census.sets().squares().to_vec();
        Boards { walls: self.census.sets().walls(), squares, lists: Vec::new() }
    }

    fn rest_from(&self, from: Vec<u32>) -> WallRange {
        self.range.from(from)
    }

    /// What is left behind a set of walls.
    pub(super) fn behind(&self, list: &[u32]) -> WallRange {
        if list.is_empty() { self.range.over(self.census.sets().plan()) } else { self.rest_from(successor(list)) }
    }

    pub(super) fn statistics(&self) -> Statistics {
        let mut statistics = Statistics::default();
        (statistics.nodes, statistics.solutions, statistics.elapsed) =
            (self.nodes(), self.classes, self.budget.elapsed());
        statistics
    }

    fn nodes(&self) -> u64 {
        self.surveyors.iter().map(Surveyor::nodes).sum()
    }
}

/// About what part of all sets are in a range.
fn share(shares: &Shares, range: &WallRange) -> f64 {
    let (from, until) = range.ends();
    until.map_or(1.0, |list| shares.before(list)) - shares.before(from)
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Solved boards in order, as numbers of squares: for each its value, the size of its class, its walls, its pieces.
pub(super) struct Boards {
    walls: usize,
    squares: Vec<Square>,
    lists: Vec<u16>,
}

impl Boards {
    /// Lends each board to a visitor; returns the walls of the one at which it broke off.
    pub(super) fn visit(&self, mut visitor: impl FnMut(&SolvedBoard<'_>) -> ControlFlow<()>) -> Option<Vec<u32>> {
        let (mut walls, mut pieces) = (Vec::new(), Vec::new());
        let mut rest = &self.lists[..];
        while let [value, size, squares @ ..] = rest {
            let (own, others) = squares.split_at(self.walls);
            let (placed, others) = others.split_at(usize::from(*value));
            for (list, numbers) in [(&mut walls, own), (&mut pieces, placed)] {
                list.clear();
                list.extend(numbers.iter().map(|number| self.squares[usize::from(*number)]));
            }
            let board =
                SolvedBoard { walls: Cow::Borrowed(&walls), pieces: Cow::Borrowed(&pieces), size: usize::from(*size) };
            if visitor(&board).is_break() {
                return Some(own.iter().map(|number| u32::from(*number)).collect());
            }
            rest = others;
        }
        None
    }

    /// Drops boards at the end; returns the walls of the first of them.
    fn shorten(&mut self, boards: u64) -> Vec<u32> {
        let mut starts = Vec::new();
        let mut at = 0;
        while at < self.lists.len() {
            starts.push(at);
            at += 2 + self.walls + usize::from(self.lists[at]);
        }
        let first = starts[starts.len() - boards as usize];
        let walls = self.lists[first + 2..][..self.walls].iter().map(|number| u32::from(*number)).collect();
        self.lists.truncate(first);
        walls
    }
}

/// Has a number of threads do some work: this one, and as many others as the system grants.
fn workers(threads: usize, work: impl Fn() + Sync) {
    std::thread::scope(|scope| {
        for _ in 1..threads {
            drop(std::thread::Builder::new().spawn_scoped(scope, &work));
        }
        work();
    });
}
