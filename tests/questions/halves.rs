//! Sets of kings and wazirs of which none attacks another, by a counter that shares no code with the crate: the numbers of ways for each
//! choice of the squares that the next one depends on, in order, so that they need no table; two halves of the board share a row.

use queenside::{Board, Piece, classics};

const PRIME: u32 = (1 << 31) - 1;

/// A board of n×n and its pieces: kings, or else wazirs.
struct Halves {
    n: usize,
    kings: bool,
}

impl Halves {
    /// The number of sets modulo the prime.
    fn sets(&self) -> u32 {
        let mut half = vec![1; in_line(self.n)];
        for _ in 1..self.n.div_ceil(2) {
            half = self.next_row(half);
        }
        let other = if self.n.is_multiple_of(2) { self.next_row(half.clone()) } else { half.clone() };
        let product = |(own, other): (&u32, &u32)| u64::from(*own) * u64::from(*other) % u64::from(PRIME);
        (half.iter().zip(&other).map(product).sum::<u64>() % u64::from(PRIME)) as u32
    }

    /// From the numbers of ways for each choice in one row to those for each choice in the next. Choices are in order, the first square
    /// first: of the new row as far as it is gone through, then of the old row from there on; with kings also of the square before.
    fn next_row(&self, mut ways: Vec<u32>) -> Vec<u32> {
        // For each choice in the new row, whether it has a piece on the last square. Room is used again, for gigabytes of it.
        let (mut ends, mut next, mut next_ends) = (vec![false], Vec::new(), Vec::new());
        for square in 0..self.n {
            let left = self.n - square - usize::from(!self.kings);
            let choices = in_line(left);
            // Those that leave room for a piece on this square.
            let free = if self.kings { in_line(left.saturating_sub(2)) } else { choices };
            let width = ways.len() / ends.len();
            next.clear();
            next_ends.clear();
            for (own, is_occupied) in ways.chunks_exact(width).zip(&ends) {
                // What the first square of the old row holds does not matter any more; none is before the first square of a row.
                let (vacant, occupied) = own.split_at(choices);
                next.extend(vacant.iter().zip(occupied).map(|(one, other)| sum(*one, *other)));
                next.extend_from_slice(&vacant[occupied.len()..]);
                next_ends.push(false);
                if !is_occupied {
                    next.extend_from_slice(&vacant[..free]);
                    next.resize(next.len() + choices - free, 0);
                    next_ends.push(true);
                }
            }
            std::mem::swap(&mut ways, &mut next);
            std::mem::swap(&mut ends, &mut next_ends);
        }
        if self.kings { ways.chunks_exact(2).map(|last| sum(last[0], last[1])).collect() } else { ways }
    }
}

/// The number of ways to choose from this many squares in a line, no two side by side.
fn in_line(squares: usize) -> usize {
    (0..squares).fold((1, 1), |(before, all), _| (all, before + all)).1
}

fn sum(one: u32, other: u32) -> u32 {
    (one + other) % PRIME
}

fn modulo(number: &str) -> u32 {
    let digit = |rest: u64, digit: char| (rest * 10 + u64::from(digit.to_digit(10).unwrap())) % u64::from(PRIME);
    number.chars().fold(0, digit) as u32
}

#[test]
fn sets_are_counted_by_halves() {
    for n in 1..=11 {
        for (kings, piece) in [(true, Piece::KING), (false, Piece::WAZIR)] {
            let all = classics::non_attacking(Board::square(n), piece).count().unwrap().exact().unwrap();
            assert_eq!(Halves { n, kings }.sets(), modulo(&all.to_string()), "{n}×{n}");
        }
    }
}

/// The numbers of `tests/data/all_sets.txt`.
#[test]
#[ignore = "half an hour in a release build, 18 GB"]
fn large_sets_are_counted_by_halves() {
    for line in include_str!("../data/all_sets.txt").lines().filter(|line| !line.starts_with('#')) {
        let [piece, n, number] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        assert_eq!(Halves { n: n.parse().unwrap(), kings: piece == "K" }.sets(), modulo(number), "{piece} {n}");
    }
}
