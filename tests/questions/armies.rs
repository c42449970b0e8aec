//! The sizes of armies of queens, found again by a program that shares no code with the crate.
//!
//! It tries every set of white rows with every set of white columns; the other rows and columns are black. Then each falling
//! diagonal is made white or black, one after the other. For the rising diagonals a table holds the most black queens for each number
//! of white ones.

use queenside::{Area, Board, Constraint, Engine, Options, Piece, Problem, Wrap, classics};

/// A board whose edges meet or not.
#[derive(Clone, Copy)]
struct Armies {
    n: usize,
    torus: bool,
}

/// How many white and black squares are left on each rising diagonal, at most 2n − 1 of them.
#[derive(Clone, Copy)]
struct Rising {
    white: [u8; 64],
    black: [u8; 64],
}

/// A falling diagonal: the rising diagonals of its squares, those of white rows and columns, and those of black ones.
struct Falling {
    white: Vec<usize>,
    black: Vec<usize>,
}

impl Armies {
    /// Whether a white army of the first size and a black one of the second fit on the board.
    fn can(self, white: usize, black: usize) -> bool {
        let sets = self.sets();
        sets.iter().any(|rows| {
            sets.iter().any(|columns| {
                let (a, b) = (rows.count_ones() as usize, columns.count_ones() as usize);
                a * b >= white
                    && (self.n - a) * (self.n - b) >= black
                    && self.with_lines(*rows, *columns, (white, black))
            })
        })
    }

    /// Sets of rows, one of those that are images of each other. Rows may be turned round apart from the columns, and shifted on a
    /// torus.
    fn sets(self) -> Vec<u32> {
        let n = self.n as u32;
        let all = (1u32 << n) - 1;
        let shifts = if self.torus { n } else { 1 };
        let is_least = |set: &u32| {
            let back = set.reverse_bits() >> (32 - n);
            (0..shifts).all(|by| [*set, back].into_iter().all(|own| *set <= (own << by | own >> (n - by)) & all))
        };
        (0..=all).filter(is_least).collect()
    }

    fn with_lines(self, rows: u32, columns: u32, least: (usize, usize)) -> bool {
        let n = self.n;
        let mut falling: Vec<Falling> = (0..2 * n).map(|_| Falling { white: Vec::new(), black: Vec::new() }).collect();
        let mut rising = Rising { white: [0; 64], black: [0; 64] };
        for row in 0..n {
            for column in 0..n {
                let (mut down, mut up) = (n + column - row, row + column);
                if self.torus {
                    (down, up) = (down % n, up % n);
                }
                match (rows >> row & 1, columns >> column & 1) {
                    (1, 1) => {
                        falling[down].white.push(up);
                        rising.white[up] += 1;
                    }
                    (0, 0) => {
                        falling[down].black.push(up);
                        rising.black[up] += 1;
                    }
                    _ => {}
                }
            }
        }
        // Where both could stand the choice matters; the longest come first.
        falling.retain(|own| !own.white.is_empty() && !own.black.is_empty());
        falling.sort_by_key(|own| std::cmp::Reverse(own.white.len().min(own.black.len())));
        with_falling(&falling, rising, least)
    }

    fn board(self) -> Board {
        Board::square(self.n).with_wrap(if self.torus { Wrap::Both } else { Wrap::None })
    }

    /// The largest armies of one size.
    fn equal(self) -> usize {
        (1..=self.n * self.n).find(|size| !self.can(*size, *size)).expect("there is a largest") - 1
    }

    /// The largest black army beside a white one of that size.
    fn other(self) -> usize {
        let equal = self.equal();
        (equal..=self.n * self.n).find(|size| !self.can(equal, size + 1)).expect("there is a largest")
    }
}

/// Makes each falling diagonal white or black.
fn with_falling(falling: &[Falling], rising: Rising, least: (usize, usize)) -> bool {
    let sum = |counts: &[u8; 64]| counts.iter().map(|count| usize::from(*count)).sum::<usize>();
    let (white, black) = (sum(&rising.white), sum(&rising.black));
    if white < least.0 || black < least.1 {
        return false;
    }
    let most = |(a, b): (&u8, &u8)| usize::from(*a.max(b));
    let on_rising: usize = rising.white.iter().zip(&rising.black).map(most).sum();
    let lost: usize = falling.iter().map(|own| own.white.len().min(own.black.len())).sum();
    if on_rising < least.0 + least.1 || white + black < least.0 + least.1 + lost {
        return false;
    }
    let Some((next, others)) = falling.split_first() else { return with_rising(rising, least) };
    let (mut for_white, mut for_black) = (rising, rising);
    next.black.iter().for_each(|up| for_white.black[*up] -= 1);
    next.white.iter().for_each(|up| for_black.white[*up] -= 1);
    with_falling(others, for_white, least) || with_falling(others, for_black, least)
}

/// Makes each rising diagonal white or black: a table of the most black queens for each number of white ones.
fn with_rising(rising: Rising, least: (usize, usize)) -> bool {
    let mut most = vec![None; least.0 + 1];
    most[0] = Some(0);
    for (white, black) in rising.white.iter().zip(&rising.black) {
        let (white, black) = (usize::from(*white), usize::from(*black));
        let mut next = vec![None; least.0 + 1];
        for (place, before) in most.iter().enumerate() {
            let Some(before) = before else { continue };
            let more = (place + white).min(least.0);
            next[more] = next[more].max(Some(*before));
            next[place] = next[place].max(Some(before + black));
        }
        most = next;
    }
    most[least.0] >= Some(least.1)
}

fn lines() -> Options {
    Options::new().engine(Engine::Lines)
}

/// The size of each of two equal armies, by the crate.
fn equal(armies: Armies) -> usize {
    let both = classics::peaceable(armies.board(), Piece::QUEEN).using(&lines()).maximize().unwrap().value().unwrap();
    both.expect("there may be none of either") as usize / 2
}

/// The largest black army beside a white one of this size, by the crate.
fn other(armies: Armies, equal: usize) -> usize {
    let mut problem = Problem::new(armies.board());
    let (white, black) = (problem.add_kind("white", Piece::QUEEN), problem.add_kind("black", Piece::QUEEN));
    problem.add(Constraint::attacks(white, black, 0));
    problem.add(Constraint::count(white, Area::Everywhere, equal as i64));
    problem.add(Constraint::count(black, Area::Everywhere, equal as i64..));
    let most = problem.using(&lines()).maximize_of([(black, 1)]).unwrap().value().unwrap();
    most.expect("both can have as many") as usize
}

/// A250000, A279405, A308632.
#[test]
fn small_armies_are_as_large_as_by_another_program() {
    for (torus, sizes) in [(false, 2..=8), (true, 3..=9)] {
        for n in sizes {
            let armies = Armies { n, torus };
            let size = equal(armies);
            assert_eq!(size, armies.equal(), "{n}×{n}, torus {torus}");
            assert_eq!(other(armies, size), armies.other(), "{n}×{n}, torus {torus}");
        }
    }
}

/// A279405: the terms that are new are 16 and 25, for n = 13 and 14.
#[test]
#[ignore = "minutes"]
fn armies_on_a_torus_are_as_large_as_by_another_program() {
    let sizes = (10..=14).map(|n| Armies { n, torus: true }.equal());
    assert_eq!(sizes.collect::<Vec<_>>(), [12, 10, 18, 16, 25]);
}

/// A308632: the terms that are new are 21 and 25 for n = 12 and 13, and more.
#[test]
#[ignore = "minutes"]
fn one_army_beside_the_other_is_as_large_as_by_another_program() {
    let sizes = (9..=13).map(|n| Armies { n, torus: false }.other());
    assert_eq!(sizes.collect::<Vec<_>>(), [12, 15, 19, 21, 25]);
}
