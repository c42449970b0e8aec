//! Boards of one square, one row, one ring.

use queenside::{Board, Piece, Wrap, classics};

use super::{WRAPS, extremes, is_infeasible, solutions};

#[test]
fn one_square_holds_at_most_one_piece() {
    for wrap in WRAPS {
        for piece in [Piece::KING, Piece::QUEEN, Piece::KNIGHT, Piece::WHITE_PAWN] {
            let problem = classics::non_attacking(Board::square(1).with_wrap(wrap), piece.clone());
            assert_eq!(solutions(&problem).len(), 2, "{wrap:?}");
            assert_eq!(extremes(&problem), (Some(1), Some(0)));
            assert!(!problem.uniqueness().unwrap().is_unique().unwrap());
            let domination = classics::domination(Board::square(1).with_wrap(wrap), piece.clone());
            assert_eq!(extremes(&domination), (Some(1), Some(1)));
            is_infeasible(&classics::total_domination(Board::square(1).with_wrap(wrap), piece));
        }
    }
}

#[test]
fn one_row_and_one_column_are_alike() {
    let mut fibonacci = (1u64, 2u64);
    for n in 1..=9usize {
        for board in [Board::new(1, n), Board::new(n, 1)] {
            let count = |piece: Piece| {
                let problem = classics::non_attacking(board.clone(), piece);
                (extremes(&problem).0, solutions(&problem).len() as u64)
            };
            let n = n as i64;
            assert_eq!(count(Piece::ROOK), (Some(1), n as u64 + 1));
            assert_eq!(count(Piece::QUEEN), (Some(1), n as u64 + 1));
            assert_eq!(count(Piece::BISHOP), (Some(n), 1 << n));
            assert_eq!(count(Piece::KNIGHT), (Some(n), 1 << n));
            assert_eq!(count(Piece::KING), (Some((n + 1) / 2), fibonacci.1), "n = {n}");
        }
        fibonacci = (fibonacci.1, fibonacci.0 + fibonacci.1);
    }
}

#[test]
fn kings_on_a_ring_are_counted_by_lucas_numbers() {
    // Independent sets of a cycle; of one square none is its own neighbour, of two both are.
    for (n, sets) in [(1, 2), (2, 3), (3, 4), (4, 7), (5, 11), (6, 18), (7, 29), (8, 47)] {
        for board in [Board::new(1, n).with_wrap(Wrap::Columns), Board::new(n, 1).with_wrap(Wrap::Both)] {
            let problem = classics::non_attacking(board, Piece::KING);
            assert_eq!(solutions(&problem).len(), sets, "n = {n}");
        }
    }
}
