//! Subsets of squares, one by one.

use queenside::Square;

/// All subsets of so many squares, as sorted lists in the order of a dictionary.
pub(crate) fn subsets(squares: &[Square], size: usize) -> Vec<Vec<Square>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (place, first) in squares.iter().enumerate() {
        for rest in subsets(&squares[place + 1..], size - 1) {
            all.push([vec![*first], rest].concat());
        }
    }
    all
}
