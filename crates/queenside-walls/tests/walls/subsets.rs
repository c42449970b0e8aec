//! Subsets of squares, one by one.

use queenside::Square;

/// Returns all subsets of this size, as sorted lists in lexicographic order.
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
