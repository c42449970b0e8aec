//! The table of optimal placements, counted once more by a program that shares no code with the crate.
//!
//! Each row, column or diagonal that holds a queen has two ends, and a queen owns the ends towards which it sees no other, of
//! 8 at least 8 − k. So of 12n − 4 ends all but a few are owned by queens that own the fewest, and these few are all
//! that empty lines, two each, and queens who see fewer than k may cost. The same holds of the 4n ends of rows and columns,
//! where a queen owns one more end for each other that it sees along a diagonal. What can no longer be afforded is not tried.

/// Squares of a board by their numbers in reading order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Set<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Set<WORDS> {
    const NONE: Self = Self([0; WORDS]);

    fn of(squares: impl IntoIterator<Item = usize>) -> Self {
        squares.into_iter().fold(Self::NONE, Self::with)
    }

    fn with(mut self, square: usize) -> Self {
        self.0[square / 64] |= 1 << (square % 64);
        self
    }

    fn or(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    fn and(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    fn without(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    fn meets(self, other: Self) -> bool {
        self.and(other) != Self::NONE
    }

    fn len(self) -> i32 {
        self.0.iter().map(|word| word.count_ones() as i32).sum()
    }

    fn iter(self) -> impl Iterator<Item = usize> {
        (0..WORDS).flat_map(move |word| {
            let mut left = self.0[word];
            std::iter::from_fn(move || {
                let bit = (left != 0).then_some(left.trailing_zeros() as usize)?;
                left &= left - 1;
                Some(word * 64 + bit)
            })
        })
    }
}

/// The most queens, each of whom sees at most k others, or exactly k.
struct Counter<const WORDS: usize> {
    k: i32,
    exactly: bool,
    queens: i32,
    /// How many lines come first that are rows or columns.
    straight: usize,
    lines: Vec<Set<WORDS>>,
    /// From each square in eight directions, along row and column first.
    rays: Vec<[Set<WORDS>; 8]>,
    /// Each square turned and mirrored.
    images: Vec<[usize; 7]>,
    /// The ends that may be lost, of all lines and of rows and columns.
    spare: [i32; 2],
}

/// Where queens stand, and where others still may.
#[derive(Clone, Copy)]
struct State<const WORDS: usize> {
    queens: Set<WORDS>,
    open: Set<WORDS>,
}

/// What a queen on a square sees, and what she may come to see.
struct View<const WORDS: usize> {
    seen: i32,
    possible: i32,
    /// The same along her row and column, and along her diagonals.
    straight_possible: i32,
    diagonal_seen: i32,
    /// The squares along the rays on which it sees no other yet.
    unseen: Set<WORDS>,
}

impl<const WORDS: usize> View<WORDS> {
    /// The ends lost on all lines, and on rows and columns.
    fn lost(&self, k: i32) -> [i32; 2] {
        [(k - self.possible).max(0), (k - self.straight_possible).max(self.diagonal_seen)]
    }
}

/// What comes of a state.
enum Next<const WORDS: usize> {
    Nothing,
    Placement,
    /// A queen on one of these squares, or on none of them, if that may be.
    Choice(Set<WORDS>, bool),
}

impl<const WORDS: usize> Counter<WORDS> {
    fn new(n: usize, k: i32, exactly: bool, queens: i32) -> Self {
        let side = n as i32;
        let place = |square: usize| ((square / n) as i32, (square % n) as i32);
        let number = |(row, column): (i32, i32)| (row * side + column) as usize;
        let lines = |of: fn(i32, i32) -> i32| {
            let line =
                move |value| Set::of((0..n * n).filter(|square| of(place(*square).0, place(*square).1) == value));
            (-side..2 * side).map(line).filter(|line| *line != Set::NONE).collect::<Vec<Set<WORDS>>>()
        };
        let steps = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];
        let ray = |square, (down, right): (i32, i32)| {
            let (row, column) = place(square);
            let passed = (1..side).map(|step| (row + step * down, column + step * right));
            let on_board = passed.take_while(|(row, column)| (0..side).contains(row) && (0..side).contains(column));
            Set::of(on_board.map(number))
        };
        let image = |square| {
            let (row, column) = place(square);
            let (up, back) = (side - 1 - row, side - 1 - column);
            [(column, up), (up, back), (back, row), (row, back), (up, column), (column, row), (back, up)].map(number)
        };
        let straight = [lines(|row, _| row), lines(|_, column| column)].concat();
        let diagonal = [lines(|row, column| row - column), lines(|row, column| row + column)].concat();
        Self {
            k,
            exactly,
            queens,
            straight: straight.len(),
            lines: [straight, diagonal].concat(),
            rays: (0..n * n).map(|square| steps.map(|step| ray(square, step))).collect(),
            images: (0..n * n).map(image).collect(),
            // A queen that may see four others need own no end of its row and column.
            spare: [12 * side - 4 - (8 - k) * queens, if k < 4 { 4 * side - (4 - k) * queens } else { i32::MAX / 2 }],
        }
    }

    fn view(&self, square: usize, state: &State<WORDS>) -> View<WORDS> {
        let mut view = View { seen: 0, possible: 0, straight_possible: 0, diagonal_seen: 0, unseen: Set::NONE };
        for (direction, ray) in self.rays[square].iter().enumerate() {
            let (seen, straight) = (state.queens.meets(*ray), direction < 4);
            let possible = seen || state.open.meets(*ray);
            view.seen += i32::from(seen);
            view.possible += i32::from(possible);
            view.straight_possible += i32::from(possible && straight);
            view.diagonal_seen += i32::from(seen && !straight);
            if !seen {
                view.unseen = view.unseen.or(*ray);
            }
        }
        view
    }

    /// Removes squares on which no queen can stand, until there are none, and finds the smallest choice.
    fn look(&self, state: &mut State<WORDS>) -> Next<WORDS> {
        loop {
            let before = state.open;
            if state.queens.len() == self.queens {
                state.open = Set::NONE;
            }
            let either = state.queens.or(state.open);
            if either.len() < self.queens {
                return Next::Nothing;
            }
            let mut spare = self.spare;
            for (number, _) in self.lines.iter().enumerate().filter(|(_, line)| !either.meets(**line)) {
                spare[0] -= 2;
                spare[1] -= if number < self.straight { 2 } else { 0 };
            }
            let mut best: Option<(i32, Set<WORDS>, bool)> = None;
            let mut offer = |size: i32, squares: Set<WORDS>, or_none: bool| {
                if best.as_ref().is_none_or(|(min, ..)| size < *min) {
                    best = Some((size, squares, or_none));
                }
            };
            for square in state.queens.iter() {
                let view = self.view(square, state);
                if view.seen > self.k || (self.exactly && view.possible < self.k) {
                    return Next::Nothing;
                }
                let lost = view.lost(self.k);
                spare = [spare[0] - lost[0], spare[1] - lost[1]];
                if view.seen == self.k {
                    state.open = state.open.without(view.unseen);
                } else if self.exactly {
                    let squares = state.open.and(view.unseen);
                    offer(squares.len() - (self.k - view.seen) + 1, squares, false);
                }
            }
            if spare[0] < 0 || spare[1] < 0 {
                return Next::Nothing;
            }
            let cannot_stand = |square: &usize| {
                let view = self.view(*square, state);
                let lost = view.lost(self.k);
                let few = self.exactly && view.possible < self.k;
                view.seen > self.k || few || lost[0] > spare[0] || lost[1] > spare[1]
            };
            let bad = Set::of(state.open.iter().filter(cannot_stand));
            state.open = state.open.without(bad);
            if state.open != before {
                continue;
            }
            if state.open == Set::NONE {
                return if state.queens.len() == self.queens { Next::Placement } else { Next::Nothing };
            }
            for (number, line) in self.lines.iter().enumerate() {
                let squares = state.open.and(*line);
                if squares != Set::NONE && !state.queens.meets(*line) {
                    let or_none = spare[0] >= 2 && (number >= self.straight || spare[1] >= 2);
                    offer(squares.len() + i32::from(or_none), squares, or_none);
                }
            }
            let any = Set::of(state.open.iter().take(1));
            return best.map_or(Next::Choice(any, true), |(_, squares, or_none)| Next::Choice(squares, or_none));
        }
    }

    /// The placements from a state on, and how many of them are the least of their images.
    fn count(&self, mut state: State<WORDS>) -> (u64, u64) {
        match self.look(&mut state) {
            Next::Nothing => (0, 0),
            Next::Placement => {
                let image = |turn: usize| Set::of(state.queens.iter().map(|square| self.images[square][turn]));
                (1, u64::from((0..7).all(|turn| state.queens <= image(turn))))
            }
            Next::Choice(squares, or_none) => {
                let mut sum = (0, 0);
                let mut add = |state| {
                    let (placements, classes) = self.count(state);
                    sum = (sum.0 + placements, sum.1 + classes);
                };
                for square in squares.iter() {
                    state.open = state.open.without(Set::NONE.with(square));
                    add(State { queens: state.queens.with(square), open: state.open });
                }
                if or_none {
                    add(state);
                }
                sum
            }
        }
    }

    fn all(&self) -> (u64, u64) {
        self.count(State { queens: Set::NONE, open: Set::of(0..self.rays.len()) })
    }
}

fn count(n: usize, k: i32, exactly: bool, queens: i32) -> (u64, u64) {
    match n {
        0..=8 => Counter::<1>::new(n, k, exactly, queens).all(),
        9..=11 => Counter::<2>::new(n, k, exactly, queens).all(),
        12..=16 => Counter::<4>::new(n, k, exactly, queens).all(),
        _ => Counter::<7>::new(n, k, exactly, queens).all(),
    }
}

/// Counts again each line of the table whose seconds are to be tried.
fn count_again(is_tried: impl Fn(f64) -> bool) {
    let table = include_str!("../data/attacking_counts.csv");
    let mut tried = 0;
    for line in table.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let [rule, n, value, placements, classes, _, seconds] = line.split(',').collect::<Vec<_>>()[..] else {
            panic!("{line} has not seven fields");
        };
        // Those of which there are millions are counted in pairs.
        let is_many = placements.len() > 7;
        if is_many || !is_tried(seconds.parse().expect(line)) {
            continue;
        }
        let (range, k) = rule.rsplit_once(' ').expect(line);
        let counted =
            count(n.parse().expect(line), k.parse().expect(line), range == "exactly", value.parse().expect(line));
        assert_eq!(counted, (placements.parse().expect(line), classes.parse().expect(line)), "{line}");
        tried += 1;
    }
    assert!(tried > 0);
}

#[test]
fn the_table_of_counts_is_found_by_other_means() {
    count_again(|seconds| seconds < 0.2);
}

#[test]
#[ignore = "takes minutes"]
fn the_table_of_counts_is_found_by_other_means_on_larger_boards() {
    count_again(|seconds| seconds >= 0.2);
}
