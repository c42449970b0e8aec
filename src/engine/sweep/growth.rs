//! What is still to be done, judged by how the number of states has grown.

/// The numbers of states before each square so far, and after the last.
#[derive(Debug, Default)]
pub(super) struct Growth {
    sizes: Vec<f64>,
}

impl Growth {
    pub(super) fn add(&mut self, states: f64) {
        self.sizes.push(states);
    }

    /// About what it will take to go on from all states before all other squares, of this many squares in rows of this length; no
    /// frontier has more than `max`, and `work` is what a state takes where there are this many. `None` before two rows are done: the
    /// first says little.
    ///
    /// Numbers grow by about the same factor with each row at first, and by less and less up to the middle of the board, from
    /// where they shrink again. Over a row, because within one they go up and down.
    pub(super) fn left(&self, squares: usize, row: usize, max: f64, work: impl Fn(f64) -> u64) -> Option<u64> {
        let done = self.sizes.len();
        let now = self.sizes.last().copied().filter(|_| done > 2 * row)?;
        let rest = squares.saturating_sub(done) as f64;
        let before = self.sizes[done - 1 - row];
        let steps = row.max(1) as f64;
        let slope = (now.max(1.0).ln() - before.max(1.0).ln()).max(0.0) / steps;
        let middle = squares as f64 / 2.0;
        let ahead = (middle - done as f64).max(0.0);
        let greatest = (now.max(1.0).ln() + slope * ahead / 2.0).exp().min(max);
        // Most of the squares have fewer states than the one with the most.
        Some((rest * greatest * 0.6 * work(greatest) as f64) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_rise_and_fall_are_foretold_within_a_factor() {
        // Subsets of ten columns: as many states before each row as there are rooks above.
        let sizes: Vec<f64> = (0..100).map(|place: i32| (6.0 - f64::from(place - 50).abs() / 8.0).exp()).collect();
        let mut growth = Growth::default();
        assert_eq!(growth.left(100, 10, 1e9, |_| 1), None);
        for (place, size) in sizes.iter().enumerate() {
            growth.add(*size);
            let left: f64 = sizes[place + 1..].iter().sum();
            let guess = growth.left(100, 10, 1e9, |_| 1);
            assert_eq!(guess.is_some(), place >= 20);
            if let Some(guess) = guess.filter(|_| place < 90).map(|guess| guess as f64) {
                assert!(guess > left / 16.0 && guess < left * 16.0, "{guess} at {place}, and it was {left}");
            }
        }
        assert_eq!(growth.left(100, 10, 1e9, |_| 1), Some(0));
        // One state before each of a hundred squares, of which some have fewer.
        assert_eq!(growth.left(200, 10, 5.0, |states| 3 * states as u64), Some(180));
        assert!(growth.left(200, 10, 5.0, |_| 1).is_some_and(|left| left <= 5 * 200));
    }
}
