//! Squares and sets of squares at the ends of what integers hold.

use queenside::{BitOrder, Square, SquareSet};

#[test]
fn a_set_of_squares_far_away_can_be_printed() {
    // Too far to draw every square before it; but printing must come back.
    for square in [(usize::MAX, 0), (0, usize::MAX), (usize::MAX, usize::MAX)] {
        let set = SquareSet::from([square]);
        assert!(format!("{set:?}").contains(&usize::MAX.to_string()));
        let drawn = std::panic::catch_unwind(|| {
            use std::fmt::Write as _;
            // Refuses text after a while, so that a drawing that would not end does.
            struct Short(usize);
            impl std::fmt::Write for Short {
                fn write_str(&mut self, text: &str) -> std::fmt::Result {
                    self.0 = self.0.checked_sub(text.len()).ok_or(std::fmt::Error)?;
                    Ok(())
                }
            }
            write!(Short(1 << 20), "{set}").is_ok()
        });
        assert!(drawn.is_ok(), "printing {set:?} panics");
    }
}

#[test]
fn bits_beyond_the_word_are_refused() {
    let set = SquareSet::from([(0, 0), (7, 7)]);
    assert_eq!(set.to_bits(8, BitOrder::LeastFirst), Some(1 | 1 << 63));
    assert_eq!(set.to_bits(8, BitOrder::MostFirst), Some(1 | 1 << 63));
    for columns in [0, 7, 9, usize::MAX] {
        assert_eq!(set.to_bits(columns, BitOrder::LeastFirst), None, "{columns} columns");
    }
    assert_eq!(SquareSet::new().to_bits(0, BitOrder::MostFirst), Some(0));
    assert!(SquareSet::from_bits(u64::MAX, 0, BitOrder::MostFirst).is_empty());
    assert_eq!(SquareSet::from([(usize::MAX, usize::MAX)]).to_bits(usize::MAX, BitOrder::LeastFirst), None);
}

#[test]
fn a_square_of_any_size_has_an_index() {
    assert_eq!(Square::new(usize::MAX, usize::MAX).index(usize::MAX), usize::MAX);
    assert_eq!(Square::from_index(usize::MAX, 1), Some(Square::new(usize::MAX, 0)));
    assert_eq!(Square::from_index(5, 0), None);
}
