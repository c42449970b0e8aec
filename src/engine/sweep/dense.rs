//! Kings and wazirs on a rectangle, modulo a prime: the states of a sweep are ranked, and a state is one number.
//!
//! A board of n columns has a frontier of n + 1 squares: those of the row above that are still to be noticed, and those of the row
//! that is being decided. Rows are decided to and fro. From left to right, before column c is decided, the frontier is
//! `t_0 … t_{c−1} s_{c−1} s_c … s_{n−1}`, where t is the row and s the one above; deciding `t_c` replaces `s_{c−1}`, which no later
//! square is next to. From right to left it is the mirror image. Neighbours in this string are neighbours on the board, so it has
//! no two ones side by side, and there are Fibonacci many such strings. Their lexicographic rank is linear in their bits, so what
//! a square does is done in place on pairs of runs of numbers, without any list of states:
//!
//! - not occupied: the number of the string with 0 is the sum of those with 0 and with 1;
//! - occupied: the number of the string with 1 is that of the string with 0 for kings, to which the replaced square is a diagonal
//!   neighbour, and for wazirs the sum as well.
//!
//! That it has no neighbour in its row or its column is ensured by the string. A king has one more, on the other diagonal, two
//! places further: if that is occupied, the number of the string with 1 is 0.
//!
//! The bits are done in groups, so that many squares are decided between two visits of the same number by the processor's cache.

use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::answer::BoundName;
use crate::budget::{Cause, Control};
use crate::engine::parallel::workers;
use crate::language::{Piece, Wrap, sort_by_number};
use crate::model::{Model, Rule};

/// A rectangle, on some squares of which pieces may stand, none next to another.
pub(super) struct Rectangle {
    /// For each row whether a piece may stand on its squares.
    open: Vec<Vec<bool>>,
    columns: usize,
    /// Whether diagonal neighbours exclude each other as well.
    diagonal: bool,
}

impl Rectangle {
    /// Returns the rectangle of a model of kings or wazirs that do not attack each other, and of no other rule.
    pub(super) fn of(model: &Model) -> Option<Self> {
        let board = model.board();
        let forbids = model.forbidden.iter().all(|views| views.forbids() && views.out().is_some());
        let only = model.rules.iter().all(|rule| matches!(rule, Rule::NotBoth(..)))
            && model.cliques.iter().all(|family| family.name != BoundName::Counts);
        if model.kinds != 1 || model.forbidden.is_empty() || !forbids || !only || board.wrap() != Wrap::None {
            return None;
        }
        let piece = model.piece(0);
        let diagonal = *piece == Piece::KING;
        if !diagonal && *piece != Piece::WAZIR {
            return None;
        }
        let (rows, columns) = (board.rows(), board.columns());
        // The string is as long as the shorter side.
        let turned = columns > rows;
        let (lines, length) = if turned { (columns, rows) } else { (rows, columns) };
        let mut open = vec![vec![false; length]; lines];
        for square in &model.slots {
            let (row, column) = (square.row(), square.column());
            let (line, place) = if turned { (column, row) } else { (row, column) };
            open[line][place] = true;
        }
        Some(Self { open, columns: length, diagonal })
    }

    /// Returns the number of states; `None` if it is beyond all memory.
    pub(super) fn states(&self) -> Option<usize> {
        (self.columns < 80).then(|| strings(self.columns + 1))
    }

    /// Returns the number of sets of squares modulo a prime below 2^62.
    pub(super) fn count(&self, prime: u64, control: &mut Control) -> Result<u64, Cause> {
        self.count_in_groups(prime, GROUP, control)
    }

    /// The same, in groups of at most this number of places.
    fn count_in_groups(&self, prime: u64, max: usize, control: &mut Control) -> Result<u64, Cause> {
        let states = self.states().ok_or(Cause::MemoryLimit)?;
        control.hold(states as u64 * size_of::<u64>() as u64)?;
        let length = self.columns + 1;
        let groups = Groups::new(length, max);
        let mut numbers = vec![0u64; states];
        numbers[0] = 1;
        for (group, steps) in self.visits(&groups) {
            let nodes = control.progress.nodes.saturating_add((steps.len() * states) as u64);
            if nodes > control.node_limit() {
                return Err(Cause::NodeLimit);
            }
            groups.visit(group, &steps, self.diagonal, prime, &mut numbers, control)?;
            control.progress.nodes = nodes;
        }
        let sum = numbers.iter().map(|number| u128::from(*number)).sum::<u128>();
        Ok((sum % u128::from(prime)) as u64)
    }

    /// Returns which places of the string are replaced in which order, by group.
    fn visits(&self, groups: &Groups) -> Vec<(usize, Vec<SquareStep>)> {
        let mut visits: Vec<(usize, Vec<SquareStep>)> = Vec::new();
        for (row, open) in self.open.iter().enumerate() {
            let forwards = row % 2 == 0;
            for number in 0..self.columns {
                let (place, column) =
                    if forwards { (number, number) } else { (self.columns - number, self.columns - 1 - number) };
                // What is replaced is diagonally next to the square, but for the first one: there it is the end of the row
                // before the last.
                let apart = number == 0 || !self.diagonal;
                let step = SquareStep { place, forwards, apart, open: open[column] };
                let group = groups.of(place);
                match visits.last_mut() {
                    Some((last, steps)) if *last == group => steps.push(step),
                    _ => visits.push((group, vec![step])),
                }
            }
        }
        visits
    }
}

/// One square.
#[derive(Clone, Copy)]
struct SquareStep {
    /// The place of the string that is replaced.
    place: usize,
    forwards: bool,
    /// Whether the square may be occupied together with what is replaced.
    apart: bool,
    /// Whether a piece may stand there.
    open: bool,
}

/// Places done at a time: their strings, 377, times [`CHUNK`] numbers are half a megabyte.
const GROUP: usize = 12;

/// Numbers of one run done at a time.
const CHUNK: usize = 128;

/// Places fixed for a task of a thread: there are 55 strings of them.
const TASK: usize = 8;

/// Returns the number of strings of this length of which no two neighbours are ones.
fn strings(length: usize) -> usize {
    let (mut one, mut two) = (1, 1);
    for _ in 0..length {
        (one, two) = (two, one + two);
    }
    two
}

/// The places of a string, divided into groups.
struct Groups {
    length: usize,
    ranges: Vec<Range<usize>>,
    /// The number of strings of each length.
    strings: Vec<usize>,
}

/// The strings of a group, before any suffix, in their order.
struct Row {
    /// The first place is the lowest bit.
    bits: u32,
    offset: usize,
}

/// What happens to two runs of numbers.
struct Pair {
    /// The runs of the strings with 0 and with 1 at the place: rows of the group.
    rows: (usize, usize),
    /// Numbers of each run that there are, and of those the first ones for which the square may be occupied.
    both: usize,
    may: usize,
}

/// What stands before a group: its last bit and the one before.
type Before = (bool, bool);

impl Groups {
    fn new(length: usize, max: usize) -> Self {
        let number = length.div_ceil(max);
        let bound = |group: usize| group * length / number;
        let ranges = (0..number).map(|group| bound(group)..bound(group + 1)).collect();
        Self { length, ranges, strings: (0..=length).map(strings).collect() }
    }

    fn of(&self, place: usize) -> usize {
        self.ranges.iter().position(|range| range.contains(&place)).unwrap_or(0)
    }

    /// Returns the number of suffixes from a place on whose first `zeros` bits are 0.
    fn suffixes(&self, place: usize, zeros: usize) -> usize {
        self.strings[self.length.saturating_sub(place + zeros)]
    }

    /// Returns the strings of a group.
    fn rows(&self, group: usize) -> Vec<Row> {
        let range = self.ranges[group].clone();
        let weight = |at: usize| self.suffixes(range.start + at, 1);
        let all = (0u32..1 << range.len()).filter(|bits| bits & (bits >> 1) == 0);
        let mut rows: Vec<Row> = all
            .map(|bits| Row { bits, offset: (0..range.len()).filter(|at| bits >> at & 1 == 1).map(weight).sum() })
            .collect();
        sort_by_number(&mut rows, |row| row.offset as i64);
        rows
    }

    /// Returns what a step does within a group, after these bits.
    fn pairs(&self, group: usize, rows: &[Row], step: SquareStep, diagonal: bool, (last, second): Before) -> Vec<Pair> {
        let Range { start, end } = self.ranges[group];
        let at = step.place - start;
        let bit = |bits: u32, at: usize| bits >> at & 1 == 1;
        let mut pairs = Vec::new();
        if at == 0 && last {
            return pairs;
        }
        for (zero, row) in rows.iter().enumerate() {
            let bits = row.bits;
            let near = at.checked_sub(1).is_some_and(|before| bit(bits, before)) || bit(bits, at) || bit(bits, at + 1);
            if near || (last && bit(bits, 0)) {
                continue;
            }
            let Ok(one) = rows.binary_search_by_key(&(row.offset + self.suffixes(step.place, 1)), |row| row.offset)
            else {
                continue;
            };
            let ends_in_one = bit(rows[one].bits, end - start - 1);
            let both = self.suffixes(end, usize::from(ends_in_one));
            let other = if step.forwards { Some(step.place + 2) } else { step.place.checked_sub(2) };
            let may = match other.filter(|_| diagonal) {
                _ if !step.open => 0,
                None => both,
                Some(other) if other >= end => {
                    // The suffix begins with zeros up to there.
                    both.min(if other < self.length { self.suffixes(end, other + 1 - end) } else { both })
                }
                Some(other) if other >= start => {
                    if bit(bits, other - start) {
                        0
                    } else {
                        both
                    }
                }
                Some(other) if other + 1 == start => {
                    if last {
                        0
                    } else {
                        both
                    }
                }
                Some(_) => {
                    if second {
                        0
                    } else {
                        both
                    }
                }
            };
            pairs.push(Pair { rows: (zero, one), both, may });
        }
        pairs
    }

    /// Does some steps in a group.
    fn visit(
        &self,
        group: usize,
        steps: &[SquareStep],
        diagonal: bool,
        prime: u64,
        numbers: &mut [u64],
        control: &mut Control,
    ) -> Result<(), Cause> {
        let rows = self.rows(group);
        let plan = |before: Before| {
            let act =
                |step: &SquareStep| Act { apart: step.apart, pairs: self.pairs(group, &rows, *step, diagonal, before) };
            steps.iter().map(act).collect::<Vec<Act>>()
        };
        let Range { start, end } = self.ranges[group];
        let work = GroupWork {
            plans: [plan((false, false)), plan((false, true)), plan((true, false))],
            longest: self.suffixes(end, 0),
            prime,
            rows,
        };
        let threads = control.threads().max(1);
        let tasks = if start == 0 {
            work.shares(numbers, threads)
        } else {
            let mut tasks = Vec::new();
            self.blocks(0..start.min(TASK), (false, false), numbers, &mut |block, before| {
                tasks.push(ThreadTask::Block { block, before });
                Ok(())
            })?;
            tasks
        };
        let tasks = Mutex::new(tasks);
        let controls = Mutex::new((0..threads).map(|_| control.fork()).collect::<Vec<Control>>());
        let result = Mutex::new(Ok(()));
        workers(threads, &|| {
            let Some(mut control) = locked(&controls).pop() else { return };
            // The lock is held for the taking only.
            let next = || locked(&tasks).pop();
            let mut go_on = || -> Result<(), Cause> {
                while let Some(task) = next() {
                    match task {
                        ThreadTask::Share { mut runs, columns } => work.on_runs(&mut runs, columns, &mut control)?,
                        ThreadTask::Block { block, before } => {
                            self.blocks(start.min(TASK)..start, before, block, &mut |block, before| {
                                work.on_block(block, before, &mut control)
                            })?;
                        }
                    }
                }
                Ok(())
            };
            if let Err(cause) = go_on() {
                *locked(&result) = Err(cause);
            }
        });
        result.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Passes on the numbers of each string of some places, with its last two bits, in order; before them stands `before`.
    fn blocks<'a>(
        &self,
        places: Range<usize>,
        before: Before,
        numbers: &'a mut [u64],
        each: &mut dyn FnMut(&'a mut [u64], Before) -> Result<(), Cause>,
    ) -> Result<(), Cause> {
        if places.is_empty() {
            return each(numbers, before);
        }
        let (last, rest) = (before.0, places.start + 1..places.end);
        if last {
            return self.blocks(rest, (false, true), numbers, each);
        }
        let (zero, one) = numbers.split_at_mut(self.suffixes(places.start, 1));
        self.blocks(rest.clone(), (false, false), zero, each)?;
        self.blocks(rest, (true, false), one, each)
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a thread does at a time.
enum ThreadTask<'a> {
    /// Some columns of all runs of the first group.
    Share { runs: Vec<&'a mut [u64]>, columns: Range<usize> },
    /// All strings that begin alike.
    Block { block: &'a mut [u64], before: Before },
}

/// What a step does.
struct Act {
    apart: bool,
    pairs: Vec<Pair>,
}

/// What is done in a group.
struct GroupWork {
    /// The steps after a string that ends in 00, in 10 and in 01.
    plans: [Vec<Act>; 3],
    rows: Vec<Row>,
    /// The length of the longest run.
    longest: usize,
    prime: u64,
}

impl GroupWork {
    /// Divides the runs of the first group.
    fn shares<'a>(&self, numbers: &'a mut [u64], threads: usize) -> Vec<ThreadTask<'a>> {
        let mut runs: Vec<&mut [u64]> = Vec::with_capacity(self.rows.len());
        let mut rest = numbers;
        for next in self.rows.iter().skip(1).map(|row| row.offset).chain([usize::MAX]) {
            let before: usize = runs.iter().map(|run| run.len()).sum();
            let (run, others) = rest.split_at_mut((next - before).min(rest.len()));
            runs.push(run);
            rest = others;
        }
        let bound = |thread: usize| (self.longest as u128 * thread as u128 / threads as u128) as usize;
        let share = |thread: usize| {
            let columns = bound(thread)..bound(thread + 1);
            let mut own = Vec::with_capacity(runs.len());
            for run in &mut runs {
                let all = std::mem::take(run);
                let (head, tail) = all.split_at_mut(columns.len().min(all.len()));
                own.push(head);
                *run = tail;
            }
            ThreadTask::Share { runs: own, columns }
        };
        (0..threads).map(share).collect()
    }

    /// Works on some columns of the runs of the first group.
    fn on_runs(&self, runs: &mut [&mut [u64]], columns: Range<usize>, control: &mut Control) -> Result<(), Cause> {
        for from in columns.clone().step_by(CHUNK) {
            let to = (from + CHUNK).min(columns.end);
            for act in &self.plans[0] {
                control.charge((act.pairs.len() * (to - from)) as u64)?;
                for pair in act.pairs.iter().filter(|pair| pair.both > from) {
                    let (zeros, ones) = runs.split_at_mut(pair.rows.1);
                    let range = from - columns.start..to.min(pair.both) - columns.start;
                    let (zero, one) = (&mut zeros[pair.rows.0][range.clone()], &mut ones[0][range]);
                    self.join(zero, one, pair.may.saturating_sub(from), act.apart);
                }
            }
        }
        Ok(())
    }

    /// Works on the numbers of the strings that begin alike.
    fn on_block(&self, block: &mut [u64], before: Before, control: &mut Control) -> Result<(), Cause> {
        let plan = match before {
            (false, false) => &self.plans[0],
            (false, true) => &self.plans[1],
            (true, _) => &self.plans[2],
        };
        if self.longest == 1 {
            // The last group: each run is a number, and its offset is that of the row.
            for act in plan {
                control.charge(act.pairs.len() as u64)?;
                for Pair { rows: (zero, one), may, .. } in &act.pairs {
                    let (none, some) = (block[*zero], block[*one]);
                    let sum = self.sum(none, some);
                    block[*zero] = sum;
                    block[*one] = match (*may, act.apart) {
                        (0, _) => 0,
                        (_, true) => sum,
                        (_, false) => none,
                    };
                }
            }
            return Ok(());
        }
        for from in (0..self.longest).step_by(CHUNK) {
            let to = (from + CHUNK).min(self.longest);
            for act in plan {
                control.charge((act.pairs.len() * (to - from)) as u64)?;
                for pair in act.pairs.iter().filter(|pair| pair.both > from) {
                    let (zero, one) = (self.rows[pair.rows.0].offset, self.rows[pair.rows.1].offset);
                    let (zeros, ones) = block.split_at_mut(one);
                    let range = from..to.min(pair.both);
                    let zero = &mut zeros[zero + range.start..zero + range.end];
                    self.join(zero, &mut ones[range], pair.may.saturating_sub(from), act.apart);
                }
            }
        }
        Ok(())
    }

    /// Decides a square for two runs; it may be occupied in the first numbers of them.
    #[inline]
    fn join(&self, zero: &mut [u64], one: &mut [u64], may: usize, apart: bool) {
        let may = may.min(zero.len());
        let (zero, zero_only) = zero.split_at_mut(may);
        let (one, one_only) = one.split_at_mut(may);
        if apart {
            for (zero, one) in zero.iter_mut().zip(one) {
                let sum = self.sum(*zero, *one);
                (*zero, *one) = (sum, sum);
            }
        } else {
            for (zero, one) in zero.iter_mut().zip(one) {
                (*zero, *one) = (self.sum(*zero, *one), *zero);
            }
        }
        for (zero, one) in zero_only.iter_mut().zip(one_only) {
            (*zero, *one) = (self.sum(*zero, *one), 0);
        }
    }

    #[inline]
    fn sum(&self, a: u64, b: u64) -> u64 {
        let sum = a + b;
        sum.min(sum.wrapping_sub(self.prime))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::*;
    use crate::budget::{Engine, Options};
    use crate::language::{Area, Board, Constraint, Problem, Wrap, classics};

    fn kings_or_wazirs(board: Board, diagonal: bool) -> Problem {
        let piece = if diagonal { Piece::KING } else { Piece::WAZIR };
        classics::non_attacking(board, piece)
    }

    fn rectangle(problem: &Problem, control: &mut Control) -> Rectangle {
        let Ok(model) = Model::compile(&Arc::new(problem.clone()), control) else { panic!("there is no limit") };
        Rectangle::of(&model).unwrap()
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

        /// With groups of few places, so that small boards have several.
        #[test]
        fn ranked_sweeps_count_what_others_count(
            shape in (1usize..8, 1usize..8), diagonal: bool, mask: u64, max in 1usize..5, threads in 1usize..4,
        ) {
            let (rows, columns) = shape;
            let walls = (0..rows * columns).filter(|at| mask >> (at % 60) & 7 == 7);
            let board = Board::new(rows, columns).with_walls(walls.map(|at| (at / columns, at % columns)));
            let problem = kings_or_wazirs(board, diagonal);
            let count = problem.using(&Options::new().engine(Engine::Sweep)).count().unwrap().exact().unwrap();
            let mut control = Control::new(&Options::new().threads(threads));
            let rectangle = rectangle(&problem, &mut control);
            for prime in [10_007, (1 << 62) - 57] {
                let own = rectangle.count_in_groups(prime, max, &mut control).unwrap();
                prop_assert_eq!(u64::try_from(&count).unwrap() % prime, own);
            }
        }
    }

    #[test]
    fn all_that_has_another_rule_is_left_to_the_other_sweep() {
        let kings = |board| kings_or_wazirs(board, true);
        let mut counted = kings(Board::square(4));
        counted.add(Constraint::count(counted.pieces(), Area::rows(), ..=1));
        let mut balanced = kings(Board::square(4));
        balanced.add(Constraint::count(balanced.pieces(), Area::Everywhere, 2..));
        let knights = classics::non_attacking(Board::square(4), Piece::KNIGHT);
        let mut free = Problem::new(Board::square(4));
        free.add_kind("king", Piece::KING);
        for other in [counted, balanced, knights, free, kings(Board::square(4).with_wrap(Wrap::Both))] {
            let mut control = Control::new(&Options::new());
            let Ok(model) = Model::compile(&Arc::new(other), &mut control) else { panic!("there is no limit") };
            assert!(Rectangle::of(&model).is_none());
        }
    }
}
