//! What is still to be done, judged by how the number of states has grown.

/// The numbers of states before each square so far.
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
    /// where they shrink again; or sooner, once the frontier is full. When that will be follows from how much less they have grown over
    /// the last row than over the row that ended half a row before. Where they have grown by more, the mean counts. Over a row, because
    /// within one they go up and down.
    pub(super) fn left(&self, squares: usize, row: usize, max: f64, work: impl Fn(f64) -> u64) -> Option<u64> {
        let done = self.sizes.len();
        let (row, half) = (row.max(1), (row / 2).max(1));
        let now = self.sizes.last().copied().filter(|_| done > 2 * row)?;
        let rest = squares.saturating_sub(done) as f64;
        let log = |place: usize| self.sizes[place].max(1.0).ln();
        let growth = |place: usize| (log(place) - log(place - row)).max(0.0);
        let (before, last) = (growth(done - 1 - half), growth(done - 1));
        let middle = (squares as f64 / 2.0 - done as f64).max(0.0);
        let (growth, ahead) = if last < before {
            (last, middle.min(last * half as f64 / (before - last)))
        } else {
            (before.midpoint(last), middle)
        };
        let greatest = (now.max(1.0).ln() + growth / row as f64 * ahead / 2.0).exp().min(max);
        // Most of the squares have fewer states than the one with the most.
        Some((rest * greatest * 0.6 * work(greatest) as f64) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The states of a sweep over 10×10 for kings that attack at most two others, and for the fewest that dominate, but for the last row:
    /// after two and three rows the frontier is full, and numbers recur with each row.
    #[test]
    fn numbers_that_stop_growing_are_foretold_within_a_factor() {
        let attack =
            [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 1920, 2880, 3616, 4944, 6664, 8920, 12062, 15149, 19407];
        let attack_then = [22409, 34609, 36033, 34509, 35255, 34731, 34632, 34976, 32972, 30151];
        let dominate = [
            [1, 2, 3, 5, 8, 13, 21, 34, 55, 89],
            [110, 165, 144, 186, 183, 184, 184, 183, 186, 178],
            [110, 165, 199, 262, 340, 444, 579, 750, 990, 1243],
        ];
        let dominate_then = [1523, 2056, 1776, 2136, 2118, 2127, 2127, 2118, 2136, 2029];
        for (begin, then) in [(attack.to_vec(), attack_then), (dominate.concat(), dominate_then)] {
            let rows = begin.iter().chain(then.iter().cycle()).take(90);
            let sizes: Vec<f64> = rows.map(|size| f64::from(*size)).collect();
            let mut growth = Growth::default();
            for (place, size) in sizes.iter().enumerate() {
                growth.add(*size);
                let left: f64 = sizes[place + 1..].iter().sum();
                let guess = growth.left(sizes.len(), 10, 1e9, |_| 1).unwrap_or(0) as f64;
                let is_known = (begin.len()..85).contains(&place);
                assert!(!is_known || guess > left / 4.0 && guess < left * 4.0, "{guess} at {place}, and it was {left}");
            }
        }
    }

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
