//! The numbers of `docs/new-numbers.md`, by counters that share no code with the crate, or by two of its engines.

use std::collections::HashMap;

use queenside::{Area, Board, Constraint, Engine, Interval, Options, Piece, Problem, classics};

/// What the last two rows leave to later ones: on the earlier and then on the last row, the knights, and the squares that
/// hold a knight or are attacked.
type Rows = [u16; 4];

/// The number of sets of knights on n×n of which none attacks another, and to which none can be added.
fn maximal_sets(n: usize) -> u128 {
    let all = (1u32 << n) - 1;
    let beside = |squares: u32, by: usize| ((squares << by) | (squares >> by)) & all;
    let mut ways: HashMap<Rows, u128> = HashMap::from([([0, all as u16, 0, all as u16], 1)]);
    for _ in 0..n {
        let mut next: HashMap<Rows, u128> = HashMap::new();
        for (rows, number) in &ways {
            let [far, far_done, near, near_done] = rows.map(u32::from);
            let attacked = beside(near, 2) | beside(far, 1);
            let free = all & !attacked;
            // Every subset of the free squares.
            let mut knights = free;
            loop {
                // No later row attacks the earlier one.
                if far_done | beside(knights, 1) == all {
                    let left = [near, near_done | beside(knights, 2), knights, knights | attacked];
                    *next.entry(left.map(|squares| squares as u16)).or_default() += number;
                }
                if knights == 0 {
                    break;
                }
                knights = (knights - 1) & free;
            }
        }
        ways = next;
    }
    let whole = |rows: &Rows| [rows[1], rows[3]] == [all as u16; 2];
    ways.iter().filter(|(rows, _)| whole(rows)).map(|(_, number)| number).sum()
}

fn agrees(n: usize, known: u128) {
    assert_eq!(maximal_sets(n), known, "{n}×{n}");
    let problem = classics::independent_domination(Board::square(n), Piece::KNIGHT);
    assert_eq!(problem.count().unwrap().exact().unwrap(), known, "{n}×{n}");
}

/// A289201.
#[test]
fn maximal_sets_of_knights_are_counted_as_published() {
    for (index, known) in [1, 1, 10, 31, 172, 2253, 50_652, 900_243].into_iter().enumerate() {
        agrees(index + 1, known);
    }
}

#[test]
#[ignore = "an hour and a quarter"]
fn maximal_sets_of_knights_are_counted_beyond_what_is_published() {
    agrees(11, 123_547_118_367);
}

/// A leaper that attacks neighbours only: whether those to the left and right, straight up and down, and aslant.
type Near = [bool; 3];

const KING: Near = [true, true, true];
const WAZIR: Near = [true, true, false];
const FERZ: Near = [false, false, true];

/// A prime, so that numbers are compared in words: 2⁶¹ − 1.
const PRIME: u64 = (1 << 61) - 1;

/// What a set counts for each of its pieces, so that sets of all sizes make one number. Numbers by size that differ agree in it for at
/// most as many weights as there are sizes.
const WEIGHT: u64 = 1_234_567_890_123_456_789;

fn times(one: u64, other: u64) -> u64 {
    (u128::from(one) * u128::from(other) % u128::from(PRIME)) as u64
}

/// The sum over all sets of such leapers on n×n of which none attacks another, each a product of a weight for each piece, modulo the
/// prime: square by square, by what stands on the last n + 1 squares.
fn weighted_sets(n: usize, [beside, straight, aslant]: Near) -> u64 {
    let seen = |column: usize| {
        let (first, last) = (column == 0, column + 1 == n);
        // Bit 0 is the square to the left, bit n the one left above.
        let bits = [(beside && !first, 0), (aslant && !first, n), (straight, n - 1), (aslant && !last, n - 2)];
        bits.into_iter().filter(|(is_there, _)| *is_there).map(|(_, bit)| 1u64 << bit).sum::<u64>()
    };
    let mut ways: HashMap<u64, u64> = HashMap::from([(0, 1)]);
    for square in 0..n * n {
        let mut next: HashMap<u64, u64> = HashMap::with_capacity(ways.len());
        let mut add = |state: u64, sets: u64| {
            let sum = next.entry(state & ((1 << (n + 1)) - 1)).or_default();
            *sum = (*sum + sets) % PRIME;
        };
        for (state, sets) in ways {
            add(state << 1, sets);
            if state & seen(square % n) == 0 {
                add(state << 1 | 1, times(sets, WEIGHT));
            }
        }
        ways = next;
    }
    ways.values().fold(0, |sum, sets| (sum + sets) % PRIME)
}

/// The same from the number of sets of each size.
fn weighted(by_size: &[u64]) -> u64 {
    by_size.iter().rev().fold(0, |sum, sets| (times(sum, WEIGHT) + sets) % PRIME)
}

fn modulo(number: &str) -> u64 {
    let digit = |rest: u64, digit: char| {
        ((u128::from(rest) * 10 + u128::from(digit.to_digit(10).unwrap_or(0))) % u128::from(PRIME)) as u64
    };
    number.chars().fold(0, digit)
}

/// The rows of `tests/data/sets_by_size.txt`: the piece, the rows of the board, and the number of sets of each size.
fn rows_by_size() -> Vec<(Near, usize, Vec<u64>)> {
    let text = include_str!("../data/sets_by_size.txt");
    let row = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let near = match words[0] {
            "K" => KING,
            "W" => WAZIR,
            _ => FERZ,
        };
        let numbers = words[2..].iter().map(|word| modulo(word)).collect();
        (near, words[1].parse().unwrap(), numbers)
    };
    text.lines().filter(|line| !line.starts_with('#')).map(row).collect()
}

fn by_the_crate(problem: &Problem) -> Vec<u64> {
    problem.count_by_size().unwrap().exact().unwrap().iter().map(|count| modulo(&count.to_string())).collect()
}

#[test]
fn sets_of_near_leapers_are_counted_by_size() {
    for (near, piece) in [(KING, Piece::KING), (WAZIR, Piece::WAZIR), (FERZ, Piece::FERZ)] {
        for n in 2..=9 {
            let problem = classics::non_attacking(Board::square(n), piece.clone());
            assert_eq!(weighted_sets(n, near), weighted(&by_the_crate(&problem)), "{n}×{n}");
        }
    }
    let mut wazirs = 0;
    for (near, n, numbers) in rows_by_size() {
        assert_eq!((numbers[0], numbers[1]), (1, (n * n) as u64));
        // The most: one in four squares, all of a colour, every second row.
        let max = match near {
            KING => n.div_ceil(2).pow(2),
            WAZIR => (n * n).div_ceil(2),
            _ => n * n.div_ceil(2),
        };
        assert_eq!(numbers.len(), max + 1);
        if near == WAZIR && n <= 12 {
            assert_eq!(weighted_sets(n, near), weighted(&numbers), "{n}×{n}");
            wazirs += 1;
        }
    }
    assert_eq!(wazirs, 4);
}

#[test]
#[ignore = "ten minutes"]
fn larger_sets_of_near_leapers_are_counted_by_size() {
    for (near, n, numbers) in rows_by_size() {
        assert_eq!(weighted_sets(n, near), weighted(&numbers), "{n}×{n}");
    }
}

/// A260680: the armies may be swapped.
#[test]
#[ignore = "minutes"]
fn largest_armies_are_classed() {
    let classes = |n: usize, engine: Engine| {
        let options = Options::new().engine(engine);
        let armies = classics::peaceable(Board::square(n), Piece::QUEEN);
        let best = armies.using(&options).maximize().unwrap().optima().unwrap();
        best.using(&options).classes_under(&best.group_with_swaps().unwrap()).unwrap().count()
    };
    for (n, known) in [(8, 71), (9, 18), (10, 380), (11, 696), (12, 4)] {
        assert_eq!(classes(n, Engine::Lines), known, "{n}×{n}");
    }
    for (n, known) in [(8, 71), (9, 18), (10, 380)] {
        assert_eq!(classes(n, Engine::Search), known, "{n}×{n}");
    }
}

/// Sets of k queens of which none attacks another: the first k − 3 row by row, and the last three by how many squares are left on
/// each line.
struct RowByRow {
    n: usize,
    all: u64,
}

impl RowByRow {
    /// The number of ways to place k more queens from a row on, these lines being taken.
    fn sets(&self, k: usize, row: usize, lines: [u64; 3]) -> u64 {
        if k == 3 {
            return self.triples(row, lines);
        }
        if self.n - row < k {
            return 0;
        }
        let [columns, falling, rising] = lines;
        let mut sum = self.sets(k, row + 1, [columns, falling << 1, rising >> 1]);
        let mut free = self.all & !(columns | falling | rising);
        while free != 0 {
            let queen = free & free.wrapping_neg();
            free ^= queen;
            sum += self.sets(k - 1, row + 1, [columns | queen, (falling | queen) << 1, (rising | queen) >> 1]);
        }
        sum
    }

    /// The number of three squares in these rows of which no two are on a line: all triples, less those with two on a line, counted
    /// for each pair, plus those with two such pairs, less those with three.
    fn triples(&self, row: usize, [columns, mut falling, mut rising]: [u64; 3]) -> u64 {
        let rows = self.n - row;
        let mut free = [0u64; 32];
        let (mut on_row, mut on_column, mut on_falling, mut on_rising) =
            ([0i64; 32], [0i64; 32], [0i64; 64], [0i64; 64]);
        let mut squares = 0;
        for at in 0..rows {
            free[at] = self.all & !(columns | falling | rising);
            falling <<= 1;
            rising >>= 1;
            let mut left = free[at];
            on_row[at] = i64::from(left.count_ones());
            squares += on_row[at];
            while left != 0 {
                let column = left.trailing_zeros() as usize;
                left &= left - 1;
                on_column[column] += 1;
                on_falling[at + self.n - column] += 1;
                on_rising[at + column] += 1;
            }
        }
        let lines = || on_row.iter().chain(&on_column).chain(&on_falling).chain(&on_rising);
        let pairs: i64 = lines().map(|c| c * (c - 1) / 2).sum();
        let mut triangles: i64 = lines().map(|c| c * (c - 1) * (c - 2) / 6).sum();
        let mut two = 0;
        for at in 0..rows {
            let mut left = free[at];
            while left != 0 {
                let column = left.trailing_zeros() as usize;
                left &= left - 1;
                let seen =
                    on_row[at] + on_column[column] + on_falling[at + self.n - column] + on_rising[at + column] - 4;
                two += seen * (seen - 1) / 2;
            }
        }
        // Three squares on three lines: the right angle is between a row and a column, or between two diagonals.
        let mut number = |squares: u64| triangles += i64::from(squares.count_ones());
        for first in 0..rows {
            for second in first + 1..rows {
                let (one, other, side) = (free[first], free[second], second - first);
                for (corner, end) in [(one, other), (other, one)] {
                    let both = corner & corner >> side;
                    number(both & end);
                    number(both & end >> side);
                    if 2 * side < self.n {
                        number(corner & corner >> (2 * side) & end >> side);
                    }
                }
                if second + side < rows {
                    let ends = one & free[second + side];
                    number(ends & other >> side);
                    number(ends & other << side);
                }
            }
        }
        (squares * (squares - 1) * (squares - 2) / 6 - pairs * (squares - 2) + two - triangles) as u64
    }
}

/// The number of sets of three queens or more.
fn sets_of_queens(n: usize, k: usize) -> u64 {
    RowByRow { n, all: (1 << n) - 1 }.sets(k, 0, [0; 3])
}

fn queens(n: usize, k: impl Into<Interval>) -> Problem {
    let mut problem = classics::non_attacking(Board::square(n), Piece::QUEEN);
    let queen = problem.kinds().next().unwrap();
    problem.add(Constraint::count(queen, Area::Everywhere, k));
    problem
}

/// A047659, A061994, A108792, A176186, A178721 and A252593: three queens to eight.
#[test]
fn a_few_queens_are_counted() {
    for n in 3..=9 {
        let known: Vec<u64> = (3..=8).map(|k| sets_of_queens(n, k)).collect();
        for engine in [Engine::Auto, Engine::Search] {
            let options = Options::new().engine(engine);
            for (k, known) in (3..).zip(&known) {
                assert_eq!(
                    queens(n, k).using(&options).count().unwrap().exact().unwrap(),
                    *known,
                    "{k} queens on {n}×{n}"
                );
            }
            let some = queens(n, 3..=6);
            assert_eq!(some.using(&options).count().unwrap().exact().unwrap(), known[..4].iter().sum::<u64>());
            let sizes = some.using(&options).count_by_size().unwrap().exact().unwrap();
            let more = sizes.iter().skip(3).zip(&known).all(|(count, known)| *count == *known);
            assert!(more && sizes.iter().take(3).all(|count| *count == 0u64), "{sizes:?} on {n}×{n}");
        }
    }
    for (n, k, known) in [(12, 7, 186_506_000u64), (13, 6, 349_093_856)] {
        let options = Options::new().engine(Engine::Search);
        assert_eq!(queens(n, k).using(&options).count().unwrap().exact().unwrap(), known, "{k} queens on {n}×{n}");
    }
}

/// A252593, by the other counter alone: what the crate has takes the search minutes too.
#[test]
#[ignore = "twelve minutes"]
fn eight_queens_are_counted_beyond_what_is_published() {
    assert_eq!(sets_of_queens(17, 8), 1_858_901_487_620);
    assert_eq!(sets_of_queens(18, 8), 7_087_475_143_808);
}

/// Squares to be attacked, and knights that may stand: the squares of one colour, and those of the other.
struct Covers {
    /// The squares that each knight attacks.
    attacked: Vec<u128>,
    /// The knights that attack each square.
    by: Vec<Vec<usize>>,
}

impl Covers {
    fn new(n: usize, colour: usize) -> Self {
        let of_colour = |wanted: usize| {
            let all = (0..n * n).map(|index| (index / n, index % n));
            all.filter(|(row, column)| (row + column) % 2 == wanted).collect::<Vec<_>>()
        };
        let (knights, squares) = (of_colour(colour), of_colour(1 - colour));
        let attacks = |knight: usize, square: usize| {
            let (one, other) = (knights[knight], squares[square]);
            one.0.abs_diff(other.0) * one.1.abs_diff(other.1) == 2
        };
        let seen =
            |knight| (0..squares.len()).filter(|square| attacks(knight, *square)).map(|square| 1 << square).sum();
        let by = |square| (0..knights.len()).filter(|knight| attacks(*knight, square)).collect();
        Self { attacked: (0..knights.len()).map(seen).collect(), by: (0..squares.len()).map(by).collect() }
    }

    /// The number of ways to attack the open squares with at most this many of the free knights, each of which is needed.
    fn ways(&self, open: u128, mut free: Vec<bool>, left: usize) -> u64 {
        if open == 0 {
            return u64::from(left == 0);
        }
        let is_free = |knight: &&usize| free[**knight];
        let mut gains: Vec<u32> = (0..free.len())
            .filter(|knight| free[*knight])
            .map(|knight| (self.attacked[knight] & open).count_ones())
            .collect();
        gains.sort_unstable_by(|one, other| other.cmp(one));
        if gains.iter().take(left).sum::<u32>() < open.count_ones() {
            return 0;
        }
        let targets = (0..self.by.len()).filter(|square| open >> square & 1 == 1);
        let target = targets.min_by_key(|square| self.by[*square].iter().filter(is_free).count()).unwrap();
        let mut ways = 0;
        for knight in self.by[target].iter().copied().filter(|knight| free[*knight]).collect::<Vec<_>>() {
            // Those before it stand on none of the squares.
            free[knight] = false;
            ways += self.ways(open & !self.attacked[knight], free.clone(), left - 1);
        }
        ways
    }

    /// The fewest knights, and the number of ways.
    fn fewest(&self) -> (usize, u64) {
        let all = (0..self.by.len()).map(|square| 1 << square).sum();
        let ways = |knights| self.ways(all, vec![true; self.attacked.len()], knights);
        (0..=self.attacked.len()).map(|knights| (knights, ways(knights))).find(|(_, ways)| *ways > 0).unwrap()
    }
}

/// A261752, and the number of ways: knights that attack every square.
#[test]
fn the_fewest_knights_that_attack_every_square_are_counted_by_colour() {
    let known = [
        (6, 36),
        (7, 480),
        (8, 36),
        (10, 10),
        (14, 16),
        (18, 84),
        (22, 2704),
        (25, 46_736),
        (28, 324),
        (32, 80),
        (36, 4),
    ];
    for (n, (fewest, ways)) in (4..).zip(known) {
        let (one, other) = (Covers::new(n, 0).fewest(), Covers::new(n, 1).fewest());
        assert_eq!((one.0 + other.0, one.1 * other.1), (fewest, ways), "{n}×{n}");
        let best = classics::total_domination(Board::square(n), Piece::KNIGHT).minimize().unwrap();
        assert_eq!(best.value().unwrap(), Some(fewest as i64), "{n}×{n}");
        assert_eq!(best.optima().unwrap().count().unwrap().exact().unwrap(), ways, "{n}×{n}");
    }
}

/// The classes of the fewest pieces: a certificate, followed step by step, that no other placement has as few and that none has fewer.
#[cfg(feature = "cadical")]
fn covers_are_all(problem: &Problem, classes: usize, ways: usize) {
    let fewest = problem.minimize().unwrap();
    let best = fewest.optima().unwrap();
    let group = best.group().unwrap();
    let first: Vec<_> = best.classes().unwrap().map(|class| class.unwrap().representative().clone()).collect();
    assert_eq!(first.len(), classes, "{problem}");
    let complete = queenside::Certificate::of_classes(&best, &group, &first, &Options::new()).unwrap();
    assert!(complete.claim().ends_with(&format!(", {ways} solutions in all")), "{}", complete.claim());
    let optimum = fewest.optimum().unwrap().expect("all squares together cover");
    assert!(optimum.certificate(&Options::new()).unwrap().claim().contains("no value is better"));
}

/// A002563 and A002564, A002567 and A002568, A002565 and A002566.
#[cfg(feature = "cadical")]
#[test]
fn small_covers_by_queens_are_all_there_are() {
    covers_are_all(&classics::domination(Board::square(7), Piece::QUEEN), 13, 86);
    covers_are_all(&classics::independent_domination(Board::square(8), Piece::QUEEN), 91, 728);
    covers_are_all(&classics::total_domination(Board::square(7), Piece::QUEEN), 5, 22);
}

#[cfg(feature = "cadical")]
#[test]
#[ignore = "minutes"]
fn covers_by_queens_are_all_there_are() {
    for (n, classes, ways) in [(8, 638, 4860), (9, 21, 114), (10, 1, 8), (11, 1, 2)] {
        covers_are_all(&classics::domination(Board::square(n), Piece::QUEEN), classes, ways);
    }
    for (n, classes, ways) in [(9, 16, 92), (10, 1, 8), (11, 1, 2), (12, 105, 840)] {
        covers_are_all(&classics::independent_domination(Board::square(n), Piece::QUEEN), classes, ways);
    }
    for (n, classes, ways) in [(8, 56, 352), (9, 3, 10), (10, 39, 216)] {
        covers_are_all(&classics::total_domination(Board::square(n), Piece::QUEEN), classes, ways);
    }
}
