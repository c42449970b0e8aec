//! Queens that each attack exactly one other, counted row by row: by a program that shares no code with the crate, nor with the
//! counter of [`super::counts`], and is much faster than either.
//!
//! Such queens stand in pairs that see each other along a line, and no line holds any other two. A pair in a row takes one
//! row and two columns, one in a column two rows and one column, one on a diagonal two of each. So p pairs leave 2n − 3p rows and
//! columns over, each of which is either vacant or used by a pair on a diagonal. At the bound these are two at most.

/// Columns of a row as bits, and what queens above cover of it: along columns, along falling and along rising diagonals.
type Lines = [u32; 3];

/// The rows above the next one.
#[derive(Clone, Copy)]
struct State {
    row: usize,
    /// Columns with a queen.
    used: u32,
    /// What queens cover that have their partner, and what those cover that still wait for one.
    closed: Lines,
    open: Lines,
    waiting: usize,
    /// The rows and columns that may still be left over; vacant columns are subtracted at the end.
    spare: u32,
    /// 2 if the mirror image is left out.
    weight: u64,
}

struct Counter {
    n: usize,
    all: u32,
    rows: Vec<u32>,
    placements: u64,
    /// Of each placement eight divided by the size of its class.
    eighths: u64,
}

impl Counter {
    /// Goes on with queens in these columns of the next row.
    fn enter(&mut self, mut state: State, queens: u32) {
        if state.row == 0 {
            // Mirror images are counted together.
            let mirrored = queens.reverse_bits() >> (32 - self.n);
            match queens.cmp(&mirrored) {
                std::cmp::Ordering::Less => state.weight = 2,
                std::cmp::Ordering::Equal => {}
                std::cmp::Ordering::Greater => return,
            }
        }
        self.rows[state.row] = queens;
        state.row += 1;
        state.used |= queens;
        for lines in [&mut state.closed, &mut state.open] {
            lines[1] <<= 1;
            lines[2] >>= 1;
        }
        self.walk(state);
    }

    /// Tells whether rows and columns without any free square are too many.
    fn is_lost(&self, state: &State) -> bool {
        let [columns, mut falling, mut rising] = state.closed;
        let (mut reached, mut dead_rows) = (0, 0);
        for _ in state.row..self.n {
            let free = self.all & !(columns | falling | rising);
            reached |= free;
            dead_rows += u32::from(free == 0);
            (falling, rising) = (falling << 1, rising >> 1);
        }
        let dead_columns = (self.all & !state.used & !reached).count_ones();
        state.waiting > self.n - state.row || dead_rows + dead_columns > state.spare
    }

    fn walk(&mut self, state: State) {
        if state.row == self.n {
            if state.waiting == 0 && self.n as u32 - state.used.count_ones() == state.spare {
                self.found(state.weight);
            }
            return;
        }
        if self.is_lost(&state) {
            return;
        }
        let bits = |mut set: u32| {
            std::iter::from_fn(move || {
                let bit = set & set.wrapping_neg();
                set ^= bit;
                (bit != 0).then_some(bit)
            })
        };
        let free = self.all & state.closed.iter().fold(!0, |free, lines| free & !lines);
        let [column, falling, rising] = state.open;
        if let Some(spare) = state.spare.checked_sub(1) {
            self.enter(State { spare, ..state }, 0);
        }
        // A queen that waits for its partner, or a pair in this row.
        let unseen = free & !(column | falling | rising);
        for queen in bits(unseen) {
            let open = state.open.map(|lines| lines | queen);
            self.enter(State { open, waiting: state.waiting + 1, ..state }, queen);
            for partner in bits(unseen & !(queen | (queen - 1))) {
                let closed = state.closed.map(|lines| lines | queen | partner);
                self.enter(State { closed, ..state }, queen | partner);
            }
        }
        // A partner for the one queen it sees.
        for queen in bits(free & (column ^ falling ^ rising) & !(column & falling & rising)) {
            let along = state.open.iter().position(|lines| lines & queen != 0).unwrap_or(0);
            let Some(spare) = state.spare.checked_sub(u32::from(along > 0)) else { continue };
            let at = |distance: usize| [queen, queen >> distance, queen << distance][along];
            let distances = 1..=state.row;
            let Some(distance) = distances.into_iter().find(|back| self.rows[state.row - back] & at(*back) != 0) else {
                continue;
            };
            let partner = at(distance);
            let owned = [partner, partner << distance, partner >> distance];
            let (mut closed, mut open) = (state.closed, state.open);
            for direction in 0..3 {
                closed[direction] |= owned[direction] | queen;
                open[direction] &= !owned[direction];
            }
            self.enter(State { closed, open, waiting: state.waiting - 1, spare, ..state }, queen);
        }
    }

    fn found(&mut self, weight: u64) {
        let n = self.n;
        let transposed = |rows: &Vec<u32>| -> Vec<u32> {
            (0..n).map(|column| (0..n).fold(0, |set, row| set | (rows[row] >> column & 1) << row)).collect()
        };
        let mut images = vec![self.rows.clone()];
        for turn in 0..7 {
            let last: &Vec<u32> = &images[turn];
            let next = if turn % 2 == 0 { transposed(last) } else { last.iter().rev().copied().collect() };
            images.push(next);
        }
        images.sort_unstable();
        images.dedup();
        self.placements += weight;
        self.eighths += weight * 8 / images.len() as u64;
    }
}

/// Returns the number of placements of this many pairs on n×n, and the number of their classes.
fn count(n: usize, pairs: usize) -> (u64, u64) {
    let spare = u32::try_from(2 * n - 3 * pairs).expect("there is room for the pairs");
    let mut counter = Counter { n, all: (1 << n) - 1, rows: vec![0; n], placements: 0, eighths: 0 };
    counter.walk(State { row: 0, used: 0, closed: [0; 3], open: [0; 3], waiting: 0, spare, weight: 1 });
    assert_eq!(counter.eighths % 8, 0);
    (counter.placements, counter.eighths / 8)
}

/// Counts again the lines of the table for exactly one other, on boards of these sizes.
fn count_again(sizes: std::ops::RangeInclusive<usize>) {
    let table = include_str!("../data/attacking_counts.csv");
    let mut tried = 0;
    for line in table.lines().filter(|line| line.starts_with("exactly 1,")) {
        let numbers: Vec<u64> = line.split(',').skip(1).take(4).map(|number| number.parse().expect(line)).collect();
        let [n, queens, placements, classes] = numbers[..] else { panic!("{line} has not four numbers") };
        if sizes.contains(&(n as usize)) {
            assert_eq!(count(n as usize, queens as usize / 2), (placements, classes), "{line}");
            tried += 1;
        }
    }
    assert_eq!(tried, sizes.count());
}

#[test]
fn pairs_of_queens_are_counted_row_by_row() {
    count_again(1..=9);
}

#[test]
#[ignore = "takes seconds"]
fn pairs_of_queens_are_counted_row_by_row_up_to_12() {
    count_again(10..=12);
}

#[test]
#[ignore = "takes twenty minutes for n = 13 alone"]
fn pairs_of_queens_are_counted_row_by_row_beyond_12() {
    count_again(13..=13);
}
