//! The most kings of which none has more kings around it than vacant squares (A103139), by the crate, and by a program that shares no
//! code with it.

use queenside::{Board, Constraint, Kind, Piece, Problem, SquareSet};

/// The most kings on n×n of which none has more kings around it than vacant squares: a king in the corner may attack one other, a king
/// on an edge two, and any other four.
fn most_half_free(n: usize) -> i64 {
    let mut problem = Problem::new(Board::square(n));
    let around = |at: usize| if at == 0 || at + 1 == n { 2 } else { 3 };
    let others = |row: usize, column: usize| if n == 1 { 0 } else { (around(row) * around(column) - 1) / 2 };
    let squares = || (0..n).flat_map(|row| (0..n).map(move |column| (row, column)));
    let limits = [0, 1, 2, 4].into_iter().filter(|limit| squares().any(|(row, column)| others(row, column) == *limit));
    let kinds: Vec<(Kind, usize)> =
        limits.map(|limit| (problem.add_kind(format!("king of {limit}"), Piece::KING), limit)).collect();
    let all: Vec<Kind> = kinds.iter().map(|(kind, _)| *kind).collect();
    for (kind, limit) in kinds {
        let elsewhere: Vec<(usize, usize)> = squares().filter(|(row, column)| others(*row, *column) != limit).collect();
        problem.add(Constraint::attacks(kind, all.clone(), ..=limit));
        problem.add(Constraint::count(kind, elsewhere.into_iter().collect::<SquareSet>(), 0));
    }
    problem.maximize().unwrap().value().unwrap().unwrap()
}

/// A king that can be judged once a square is decided: how many squares ago it stands, the squares around it, as bits by how many
/// squares ago they are, and how many of these may hold kings.
struct King {
    at: usize,
    around: u64,
    most: u32,
}

/// Some columns of n×n, decided row by row, with those kings that have nothing around them elsewhere.
struct Columns {
    width: usize,
    kings: Vec<Vec<King>>,
}

impl Columns {
    fn new(n: usize, first: usize, width: usize) -> Self {
        let mut kings: Vec<Vec<King>> = (0..n * width).map(|_| Vec::new()).collect();
        for (row, column) in (0..n).flat_map(|row| (0..width).map(move |column| (row, column))) {
            let near = |at: usize| at.saturating_sub(1)..(at + 2).min(n);
            let squares = || near(row).flat_map(|row| near(first + column).map(move |column| (row, column)));
            if squares().all(|(_, column)| (first..first + width).contains(&column)) {
                let places: Vec<usize> = squares().map(|(row, column)| row * width + column - first).collect();
                let (own, last) = (row * width + column, *places.iter().max().unwrap());
                let around =
                    places.iter().filter(|place| **place != own).fold(0, |bits, place| bits | 1 << (last - place));
                kings[last].push(King { at: last - own, around, most: u64::count_ones(around) / 2 });
            }
        }
        Self { width, kings }
    }

    /// Whether what stands on the last squares, the one at this place and those before, breaks no rule there.
    fn allow(&self, place: usize, last: u64) -> bool {
        self.kings[place].iter().all(|king| last >> king.at & 1 == 0 || (last & king.around).count_ones() <= king.most)
    }

    /// What is remembered of the squares before a place: those from which a king may still be judged.
    fn kept(&self) -> u64 {
        (1 << (2 * self.width + 2)) - 1
    }
}

/// A king is worth this much, which strips of columns that overlap share among them.
const WORTH: i64 = 1 << 16;
/// No worth of kings is so little.
const NEVER: i64 = -1 << 40;

struct Strip {
    columns: Columns,
    worths: Vec<i64>,
    /// The most that the worths add up to from each place on, after what is remembered.
    most: Vec<Vec<i64>>,
}

impl Strip {
    /// Returns the most of all, and the kings on a way to it.
    fn look_back(&mut self) -> (i64, Vec<bool>) {
        let (kept, places) = (self.columns.kept(), self.worths.len());
        self.most = vec![vec![0; kept as usize + 1]; places + 1];
        for place in (0..places).rev() {
            for before in 0..=kept {
                let options =
                    [before << 1, before << 1 | 1].into_iter().filter(|last| self.columns.allow(place, *last));
                let sums = options
                    .map(|last| self.most[place + 1][(last & kept) as usize] + (last & 1) as i64 * self.worths[place]);
                self.most[place][before as usize] = sums.max().unwrap_or(NEVER).max(NEVER);
            }
        }
        let (mut before, mut kings) = (0, Vec::new());
        for place in 0..places {
            let sum = |last: u64| self.most[place + 1][(last & kept) as usize] + (last & 1) as i64 * self.worths[place];
            let options = [before << 1, before << 1 | 1].into_iter().filter(|last| self.columns.allow(place, *last));
            let last = options.max_by_key(|last| sum(*last)).expect("no king need stand");
            kings.push(last & 1 == 1);
            before = last & kept;
        }
        (self.most[0][0], kings)
    }
}

/// Whether this many kings fit on n×n, by strips of this width. They bound how many kings are still to come, and a sweep goes on, square by
/// square, only from states from which enough may come.
fn fit(n: usize, wanted: i64, width: usize, rounds: usize) -> bool {
    let strips = n + 1 - width;
    let holding = |column: usize| column.saturating_sub(width - 1)..=column.min(strips - 1);
    let squares = || (0..n).flat_map(|row| (0..n).map(move |column| (row, column)));
    let mut all: Vec<Strip> = (0..strips)
        .map(|first| Strip { columns: Columns::new(n, first, width), worths: vec![0; n * width], most: Vec::new() })
        .collect();
    for (row, column) in squares() {
        let number = holding(column).count() as i64;
        for (index, strip) in holding(column).enumerate() {
            let rest = if index == 0 { WORTH % number } else { 0 };
            all[strip].worths[row * width + column - strip] = WORTH / number + rest;
        }
    }
    let mut best = (i64::MAX, Vec::new());
    let (mut step, mut in_vain) = (WORTH / 5, 0);
    for _ in 0..rounds {
        let ways: Vec<(i64, Vec<bool>)> = all.iter_mut().map(Strip::look_back).collect();
        let bound = ways.iter().map(|(most, _)| most).sum();
        in_vain += 1;
        if bound < best.0 {
            best = (bound, all.iter().map(|strip| strip.worths.clone()).collect());
            in_vain = 0;
        }
        if in_vain == 8 {
            (step, in_vain) = (step * 7 / 10, 0);
            for (strip, worths) in all.iter_mut().zip(&best.1) {
                strip.worths.clone_from(worths);
            }
            continue;
        }
        for (row, column) in squares() {
            let has = |strip: usize| i64::from(ways[strip].1[row * width + column - strip]);
            let (number, kings) = (holding(column).count() as i64, holding(column).map(has).sum::<i64>());
            let mut taken = 0;
            for strip in holding(column) {
                let less = step * (number * has(strip) - kings) / number;
                taken += less;
                all[strip].worths[row * width + column - strip] -= less;
            }
            let first = *holding(column).start();
            all[first].worths[row * width + column - first] += taken;
        }
    }
    for (strip, worths) in all.iter_mut().zip(&best.1) {
        strip.worths.clone_from(worths);
    }
    let bound: i64 = all.iter_mut().map(|strip| strip.look_back().0).sum();
    for (row, column) in squares() {
        let sum: i64 = holding(column).map(|strip| all[strip].worths[row * width + column - strip]).sum();
        assert_eq!(sum, WORTH);
    }
    let gap = bound - wanted * WORTH;
    let board = Columns::new(n, 0, n);
    let mut states = vec![(0, 0)];
    for (place, (row, column)) in squares().enumerate() {
        let mut next = Vec::new();
        for (before, short) in states {
            for king in 0..2 {
                let last = before << 1 | king;
                let mut short: i64 = short;
                for strip in holding(column) {
                    // The same squares as they lie in the strip.
                    let (own, mut then) = (column - strip, king);
                    for (at, back) in (0..row * width + own).rev().zip(1..2 * width + 3) {
                        let ago = (row - at / width) * n + own - at % width;
                        then |= (last >> ago & 1) << back;
                    }
                    let Strip { columns, worths, most } = &all[strip];
                    let (at, kept) = (row * width + own, columns.kept());
                    short += most[at][(then >> 1) as usize] - most[at + 1][(then & kept) as usize];
                    short -= king as i64 * worths[at];
                }
                if short <= gap && board.allow(place, last) {
                    next.push((last & board.kept(), short));
                }
            }
        }
        next.sort_unstable();
        next.dedup_by_key(|(state, _)| *state);
        states = next;
    }
    !states.is_empty()
}

/// A103139.
const PUBLISHED: [i64; 11] = [1, 2, 6, 9, 15, 22, 28, 39, 49, 59, 73];
const FURTHER: [i64; 5] = [86, 102, 117, 136, 154];

#[test]
fn most_kings_that_are_half_free_are_as_published() {
    for (n, known) in (1..9).zip(PUBLISHED) {
        assert_eq!(most_half_free(n), known, "{n}×{n}");
    }
}

#[test]
fn no_more_kings_that_are_half_free_fit_than_published() {
    for (n, known) in (1..8).zip(PUBLISHED).skip(4) {
        assert_eq!([known, known + 1].map(|kings| fit(n, kings, 4, 60)), [true, false], "{n}×{n}");
    }
}

#[test]
#[ignore = "minutes, and three gigabytes"]
fn most_kings_that_are_half_free_are_known_beyond_what_is_published() {
    for (n, known) in (1..).zip(PUBLISHED.into_iter().chain(FURTHER)).skip(8) {
        assert_eq!(most_half_free(n), known, "{n}×{n}");
    }
}

#[test]
#[ignore = "a quarter of an hour, and a gigabyte"]
fn no_more_kings_that_are_half_free_fit_beyond_what_is_published() {
    for (n, known) in (1..).zip(PUBLISHED.into_iter().chain(FURTHER)).skip(8) {
        assert!(!fit(n, known + 1, if n < 14 { 6 } else { 7 }, 300), "{n}×{n}");
    }
}
