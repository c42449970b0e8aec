//! The inverse of a square of numbers of which rows and columns come, go and change.

use crate::budget::{Cause, Control};

/// An inverse: it has a row for each column of the square, and a column for each of its rows.
#[derive(Clone, Default)]
pub(super) struct Inverse {
    len: usize,
    /// How far apart rows are kept.
    stride: usize,
    numbers: Vec<f64>,
}

impl Inverse {
    /// The least pivot: where there is none, the square has no inverse.
    const LEAST: f64 = 1e-9;
    const STRIDE: usize = 32;

    /// The inverse of a square, row by row, if it has one.
    pub(super) fn of(mut square: Vec<f64>, len: usize, control: &mut Control) -> Result<Option<Self>, Cause> {
        let mut own = Self::default();
        own.make_room(len);
        own.len = len;
        for place in 0..len {
            own.row_mut(place)[place] = 1.0;
        }
        for pivot in 0..len {
            let size = |row: usize| square[row * len + pivot].abs();
            let best = (pivot..len).max_by(|a, b| size(*a).total_cmp(&size(*b))).unwrap_or(pivot);
            if size(best) < Self::LEAST {
                return Ok(None);
            }
            control.charge((len * len) as u64)?;
            for column in 0..len {
                square.swap(best * len + column, pivot * len + column);
                own.numbers.swap(best * own.stride + column, pivot * own.stride + column);
            }
            let by = square[pivot * len + pivot];
            for number in square[pivot * len..][..len].iter_mut().chain(own.row_mut(pivot)) {
                *number /= by;
            }
            let (row, inverse) = (square[pivot * len..][..len].to_vec(), own.row(pivot).to_vec());
            for other in (0..len).filter(|other| *other != pivot) {
                let times = square[other * len + pivot];
                subtract(&mut square[other * len..][..len], times, &row);
                subtract(own.row_mut(other), times, &inverse);
            }
        }
        Ok(Some(own))
    }

    pub(super) fn row(&self, place: usize) -> &[f64] {
        &self.numbers[place * self.stride..][..self.len]
    }

    /// Adds a multiple of a row.
    pub(super) fn add_to(&self, sums: &mut [f64], times: f64, place: usize) {
        subtract(sums, -times, self.row(place));
    }

    /// The product with a column of numbers.
    pub(super) fn times(&self, column: &[f64], product: &mut Vec<f64>) {
        product.clear();
        product.extend((0..self.len).map(|place| dot(self.row(place), column)));
    }

    fn row_mut(&mut self, place: usize) -> &mut [f64] {
        &mut self.numbers[place * self.stride..][..self.len]
    }

    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    pub(super) fn copy_from(&mut self, other: &Self) {
        self.clear();
        self.make_room(other.len);
        self.len = other.len;
        for place in 0..self.len {
            self.row_mut(place).copy_from_slice(other.row(place));
        }
    }

    /// Has another column in some place of the square: this, times the inverse.
    pub(super) fn change_column(&mut self, place: usize, column: &[f64]) {
        for number in self.row_mut(place) {
            *number /= column[place];
        }
        self.eliminate(place, column);
    }

    /// Has another row in some place of the square: this, times the inverse.
    pub(super) fn change_row(&mut self, place: usize, row: &[f64]) {
        for own in 0..self.len {
            let own = self.row_mut(own);
            let part = own[place] / row[place];
            subtract(own, part, row);
            own[place] = part;
        }
    }

    /// Has one more column and row of the square: these, times the inverse. The corner is what their common number is more than
    /// the others account for.
    pub(super) fn add(&mut self, column: &[f64], row: &[f64], corner: f64) {
        self.make_room(self.len + 1);
        self.len += 1;
        let last = self.len - 1;
        for (place, times) in column.iter().enumerate() {
            let own = self.row_mut(place);
            subtract(&mut own[..last], -times / corner, row);
            own[last] = -times / corner;
        }
        let own = self.row_mut(last);
        for (own, number) in own.iter_mut().zip(row) {
            *own = -number / corner;
        }
        own[last] = 1.0 / corner;
    }

    /// Goes without a column and a row of the square; the last ones take their places.
    pub(super) fn take_out(&mut self, column: usize, row: usize) {
        let numbers: Vec<f64> = (0..self.len).map(|place| self.row(place)[row]).collect();
        for number in self.row_mut(column) {
            *number /= numbers[column];
        }
        self.eliminate(column, &numbers);
        let last = self.len - 1;
        for place in 0..self.len {
            self.row_mut(place).swap(row, last);
        }
        let from = last * self.stride;
        self.numbers.copy_within(from..from + self.len, column * self.stride);
        self.len -= 1;
    }

    /// Takes a row from all others, as often as these numbers say.
    fn eliminate(&mut self, place: usize, times: &[f64]) {
        let row = self.row(place).to_vec();
        for other in (0..self.len).filter(|other| *other != place) {
            subtract(self.row_mut(other), times[other], &row);
        }
    }

    fn make_room(&mut self, len: usize) {
        if len <= self.stride {
            return;
        }
        let stride = (len + len / 4).next_multiple_of(Self::STRIDE);
        let mut numbers = vec![0.0; stride * stride];
        for place in 0..self.len {
            numbers[place * stride..][..self.len].copy_from_slice(self.row(place));
        }
        (self.numbers, self.stride) = (numbers, stride);
    }
}

fn subtract(from: &mut [f64], times: f64, numbers: &[f64]) {
    if times != 0.0 {
        for (own, number) in from.iter_mut().zip(numbers) {
            *own -= times * number;
        }
    }
}

/// A sum of products, several at a time.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    const LANES: usize = 8;
    let mut sums = [0.0; LANES];
    let (a, b) = (a.chunks_exact(LANES), b.chunks_exact(LANES));
    let rest: f64 = a.remainder().iter().zip(b.remainder()).map(|(a, b)| a * b).sum();
    for (a, b) in a.zip(b) {
        for (sum, (a, b)) in sums.iter_mut().zip(a.iter().zip(b)) {
            *sum += a * b;
        }
    }
    sums.iter().sum::<f64>() + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::{Options, Random};

    /// A square, row by row, and its inverse under way.
    struct Pair {
        rows: Vec<Vec<f64>>,
        inverse: Inverse,
    }

    impl Pair {
        fn times_column(&self, column: &[f64]) -> Vec<f64> {
            let mut product = Vec::new();
            self.inverse.times(column, &mut product);
            product
        }

        fn times_row(&self, row: &[f64]) -> Vec<f64> {
            let of = |column: usize| row.iter().enumerate().map(|(place, a)| a * self.inverse.row(place)[column]).sum();
            (0..self.rows.len()).map(of).collect()
        }

        /// How far the two are from being inverse to each other at most.
        fn error(&self) -> f64 {
            let len = self.rows.len();
            let product = |row: usize, column: usize| -> f64 {
                (0..len).map(|place| self.rows[row][place] * self.inverse.row(place)[column]).sum()
            };
            let far = |row, column| (product(row, column) - f64::from(u8::from(row == column))).abs();
            (0..len).flat_map(|row| (0..len).map(move |column| far(row, column))).fold(0.0, f64::max)
        }
    }

    #[test]
    fn it_stays_the_inverse_whatever_changes() {
        let mut control = Control::new(&Options::new());
        let mut of = |square, len| Inverse::of(square, len, &mut control).expect("no limit was set");
        let mut random = Random::new(3);
        let mut pair = Pair { rows: Vec::new(), inverse: Inverse::default() };
        let (mut done, mut largest) = ([0; 4], 0);
        for _ in 0..4000 {
            let len = pair.rows.len();
            let mut numbers = || -> Vec<f64> { (0..=len).map(|_| random.below(5) as f64 - 2.0).collect() };
            let (column, row) = (numbers(), numbers());
            let (at, other) = (random.below(len.max(1) as u64) as usize, random.below(len.max(1) as u64) as usize);
            let way = if len == 0 { 0 } else { random.below(if len < 40 { 4 } else { 3 }) as usize };
            let (by_column, by_row) = (pair.times_column(&column[..len]), pair.times_row(&row[..len]));
            // Pivots that are small would make any error large.
            let pivot = match way {
                0 => row[len] - row[..len].iter().zip(&by_column).map(|(a, b)| a * b).sum::<f64>(),
                1 => by_column[at],
                2 => by_row[at],
                _ => pair.inverse.row(at)[other],
            };
            if pivot.abs() < 0.2 || way == 0 && len == 40 {
                continue;
            }
            match way {
                0 => {
                    pair.inverse.add(&by_column, &by_row, pivot);
                    for (own, number) in pair.rows.iter_mut().zip(&column) {
                        own.push(*number);
                    }
                    pair.rows.push(row);
                }
                1 => {
                    pair.inverse.change_column(at, &by_column);
                    for (own, number) in pair.rows.iter_mut().zip(&column) {
                        own[at] = *number;
                    }
                }
                2 => {
                    pair.inverse.change_row(at, &by_row);
                    pair.rows[at] = row[..len].to_vec();
                }
                _ => {
                    pair.inverse.take_out(at, other);
                    for own in &mut pair.rows {
                        own.swap_remove(at);
                    }
                    pair.rows.swap_remove(other);
                }
            }
            done[way] += 1;
            largest = largest.max(pair.rows.len());
            let error = pair.error();
            assert!(error < 1e-7, "{way}: {error}");
            if error > 1e-9 {
                let square = pair.rows.concat();
                pair.inverse = of(square, pair.rows.len()).expect("it has one");
                assert!(pair.error() < 1e-9, "{}", pair.error());
            }
            let mut copy = Inverse::default();
            copy.copy_from(&pair.inverse);
            assert!((0..pair.rows.len()).all(|place| copy.row(place) == pair.inverse.row(place)));
        }
        assert!(done.iter().all(|done| *done > 15) && largest > 10, "{done:?} {largest}");
        assert!(of(vec![1.0, 2.0, 2.0, 4.0], 2).is_none());
    }
}
