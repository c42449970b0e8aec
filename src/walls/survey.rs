//! How a census is done: stretches of the wall sets are given to threads, and what comes of them is put in order again.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::census::Census;
use super::histogram::Histogram;
use super::solved::SolvedBoard;
use super::stretch::{Piece, Stretch, successor};
use super::walk::Walk;
use crate::answer::Statistics;
use crate::control::{Cause, Control};
use crate::engine::workers;
use crate::error::Error;
use crate::options::Options;
use crate::packing::Packing;
use crate::square::Square;

/// The rounds of a census. In each, threads take pieces of the stretch, and the round ends when all have been gone through.
pub(super) struct Rounds {
    census: Census,
    stretch: Stretch,
    pieces: Vec<Piece>,
    /// Pieces gone through, and what weight they have of all.
    next: usize,
    gone: f64,
    total: f64,
    threads: usize,
    /// The number of each open square by its index on the board.
    numbers: Vec<u16>,
    surveyors: Vec<Surveyor>,
    /// Tells the observer; the limits are kept by each surveyor.
    watch: Control,
    classes: u64,
}

/// What came of a round.
pub(super) struct Round {
    pub(super) histogram: Histogram,
    pub(super) boards: Boards,
    /// What is left and why, if this was the last round.
    pub(super) end: Option<(Stretch, Option<Cause>)>,
}

impl Rounds {
    /// Pieces of the whole: enough for threads to share, and for an observer.
    const PIECES: f64 = 4096.0;
    /// Classes in a piece, at the least.
    const LEAST: f64 = 64.0;

    pub(super) fn new(census: &Census, stretch: &Stretch) -> Result<Self, Error> {
        census.sets().walk(stretch)?;
        Ok(Self::of(census, stretch.clone()))
    }

    pub(super) fn all(census: &Census) -> Self {
        Self::of(census, census.sets().whole())
    }

    fn of(census: &Census, stretch: Stretch) -> Self {
        let options = census.options();
        let watch = Options { time: None, nodes: None, solutions: None, cancel: None, ..options.clone() };
        let watch = Control::new(&watch);
        let alone = options.nodes.is_some() || options.solutions.is_some();
        let threads = if alone { 1 } else { options.crew() };
        let pieces = if stretch.is_empty() {
            Vec::new()
        } else {
            stretch.cut(census.sets().plan(), (census.sets().weight() / Self::PIECES).max(Self::LEAST))
        };
        let total = pieces.iter().map(|piece| piece.weight).sum();
        let quiet = Options { observer: None, solutions: None, ..options.clone() };
        let surveyor =
            || Packing::new(census.board(), census.piece()).ok().map(|packing| Surveyor::new(packing, &quiet));
        let surveyors = std::iter::repeat_with(surveyor).take(threads.min(pieces.len())).flatten().collect();
        let mut numbers = vec![0; census.board().rows() * census.board().columns()];
        for (number, square) in (0..).zip(census.sets().squares()) {
            numbers[square.index(census.board().columns())] = number;
        }
        let census = census.clone();
        Self { census, stretch, pieces, next: 0, gone: 0.0, total, threads, numbers, surveyors, watch, classes: 0 }
    }

    /// Goes through some pieces; keeps the boards if they are wanted.
    pub(super) fn next(&mut self, keep: bool) -> Round {
        // A thread alone needs no others to wait for; boards that are kept take room.
        let each = if keep { 4 } else { 16 };
        let most = if self.threads == 1 { 1 } else { self.threads * each };
        let numbers = self.next..self.pieces.len().min(self.next + most);
        let walks: Vec<Walk> = numbers.clone().map(|number| self.walk(number)).collect();
        let mut results = self.work(walks, keep);
        let mut round = Round { histogram: Histogram::new(), boards: self.boards(), end: None };
        for (number, result) in numbers.zip(&mut results) {
            let left = self.census.options().solutions.map(|most| most - self.classes.min(most));
            let Some(part) = result.take() else {
                round.end = Some((self.rest_from(self.pieces[number].from.clone()), None));
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
            self.gone += self.pieces[number].weight;
        }
        if round.end.is_none() && self.next == self.pieces.len() {
            round.end = Some((self.stretch.over(self.census.sets().plan()), None));
        }
        let best = self.watch.progress.best.max(round.histogram.greatest().map(|value| value as i64));
        self.watch.progress.best = best;
        self.watch.progress.solutions = self.classes;
        self.watch.progress.nodes = self.surveyors.iter().map(|surveyor| surveyor.control.progress.nodes).sum();
        self.watch.progress.fraction = if self.total > 0.0 { self.gone / self.total } else { 1.0 };
        if round.end.is_some() {
            self.watch.report();
        }
        // So much work that it is time to look whether the observer is to be told; there are no limits here.
        let _ = self.watch.spend(u64::MAX - 1);
        round
    }

    /// Has the surveyors go through so many stretches; those behind one that was stopped may be missing.
    fn work(&mut self, walks: Vec<Walk>, keep: bool) -> Vec<Option<Part>> {
        let len = walks.len();
        let results: Mutex<Vec<Option<Part>>> = Mutex::new(std::iter::repeat_with(|| None).take(len).collect());
        let walks: Vec<Mutex<Option<Walk>>> = walks.into_iter().map(|walk| Mutex::new(Some(walk))).collect();
        let next = AtomicUsize::new(0);
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
        let until = match self.pieces.get(number + 1) {
            Some(next) => Some(next.from.clone()),
            None => self.stretch.ends().1.map(<[u32]>::to_vec),
        };
        Walk::new(Arc::clone(self.census.sets().plan()), self.pieces[number].from.clone(), until)
    }

    fn boards(&self) -> Boards {
        let squares = self.census.sets().squares().to_vec();
        Boards { walls: self.census.sets().walls(), squares, lists: Vec::new() }
    }

    fn rest_from(&self, from: Vec<u32>) -> Stretch {
        self.stretch.from(from)
    }

    /// What is left behind a set of walls.
    pub(super) fn behind(&self, list: &[u32]) -> Stretch {
        if list.is_empty() { self.stretch.over(self.census.sets().plan()) } else { self.rest_from(successor(list)) }
    }

    pub(super) fn statistics(&self) -> Statistics {
        let nodes = self.watch.progress.nodes;
        Statistics { nodes, solutions: self.classes, elapsed: self.watch.elapsed() }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What came of one piece.
struct Part {
    histogram: Histogram,
    classes: u64,
    boards: Vec<u16>,
    /// The set at which it was stopped, and why.
    stopped: Option<(Vec<u32>, Cause)>,
}

/// Solves boards on one thread.
struct Surveyor {
    packing: Packing,
    control: Control,
    walls: Vec<Square>,
    /// For each number of walls, from none on, the best placement with the first so many walls of the set at hand.
    best: Vec<Vec<Square>>,
}

impl Surveyor {
    fn new(packing: Packing, options: &Options) -> Self {
        Self { packing, control: Control::new(options), walls: Vec::new(), best: Vec::new() }
    }

    fn survey(&mut self, mut walk: Walk, keep: bool, number: impl Fn(Square) -> u16) -> Part {
        let mut part = Part { histogram: Histogram::new(), classes: 0, boards: Vec::new(), stopped: None };
        let mut known = 0;
        while let Some(set) = walk.next_set() {
            self.walls.clear();
            self.walls.extend(set.squares());
            known = known.min(set.shared() + 1);
            if let Err(cause) = self.solve(known) {
                part.stopped = Some((set.numbers().to_vec(), cause));
                break;
            }
            known = self.walls.len() + 1;
            let best = &self.best[self.walls.len()];
            part.histogram.count(best.len(), set.size());
            part.classes += 1;
            if keep {
                part.boards.extend([best.len() as u16, set.size() as u16]);
                part.boards.extend(set.numbers().iter().map(|number| *number as u16));
                part.boards.extend(best.iter().map(|square| number(*square)));
            }
        }
        part
    }

    /// Finds the most for each number of the walls, where they are known for so many numbers of them.
    fn solve(&mut self, known: usize) -> Result<(), Cause> {
        if self.best.len() <= self.walls.len() {
            self.best.resize_with(self.walls.len() + 1, Vec::new);
        }
        for number in known..=self.walls.len() {
            let (before, after) = self.best.split_at_mut(number);
            let start = before.last().map_or(&[][..], Vec::as_slice);
            let most = self.packing.solve(&self.walls[..number], start, &mut self.control);
            if let Some(cause) = most.stopped() {
                return Err(cause);
            }
            after[0].clear();
            after[0].extend(most.squares());
        }
        Ok(())
    }
}

/// Solved boards in order, as numbers of squares: for each its value, the size of its class, its walls, its pieces.
pub(super) struct Boards {
    walls: usize,
    squares: Vec<Square>,
    lists: Vec<u16>,
}

impl Boards {
    /// Lends each board to a visitor; returns the walls of the one at which it had seen enough.
    pub(super) fn visit(&self, mut visitor: impl FnMut(&SolvedBoard<'_>) -> ControlFlow<()>) -> Option<Vec<u32>> {
        let (mut walls, mut pieces) = (Vec::new(), Vec::new());
        let mut rest = &self.lists[..];
        while let [value, size, squares @ ..] = rest {
            let (own, others) = squares.split_at(self.walls);
            let (men, others) = others.split_at(usize::from(*value));
            for (list, numbers) in [(&mut walls, own), (&mut pieces, men)] {
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

    /// Drops so many boards at the end; returns the walls of the first of them.
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
