//! Maximal sets of knights of which none attacks another, by a counter of its own that goes row by row.

use std::collections::HashMap;

use queenside::{Board, Piece, classics};

/// What the last two rows leave to later ones: on the earlier and then on the last row, the knights, and the squares that
/// hold a knight or are attacked.
type Rows = [u16; 4];

/// The number of sets of knights on n×n of which none attacks another, and to which none can be added.
fn maximal_sets(n: usize) -> u128 {
    let all = (1u32 << n) - 1;
    let beside = |squares: u32, by: usize| ((squares << by) | (squares >> by)) & all;
    let mut ways: HashMap<Rows, u128> = HashMap::from([([0, all as u16, 0, all as u16], 1)]);
    for _ in 0..n {
        let mut next: HashMap<Rows, u128> = HashMap::new();
        for (rows, number) in &ways {
            let [far, far_done, near, near_done] = rows.map(u32::from);
            let attacked = beside(near, 2) | beside(far, 1);
            let free = all & !attacked;
            // Every subset of the free squares.
            let mut knights = free;
            loop {
                // No later row attacks the earlier one.
                if far_done | beside(knights, 1) == all {
                    let left = [near, near_done | beside(knights, 2), knights, knights | attacked];
                    *next.entry(left.map(|squares| squares as u16)).or_default() += number;
                }
                if knights == 0 {
                    break;
                }
                knights = (knights - 1) & free;
            }
        }
        ways = next;
    }
    let whole = |rows: &Rows| [rows[1], rows[3]] == [all as u16; 2];
    ways.iter().filter(|(rows, _)| whole(rows)).map(|(_, number)| number).sum()
}

fn agrees(n: usize, known: u128) {
    assert_eq!(maximal_sets(n), known, "{n}×{n}");
    let problem = classics::independent_domination(Board::square(n), Piece::KNIGHT);
    assert_eq!(problem.count().unwrap().exact().unwrap(), known, "{n}×{n}");
}

/// A289201.
#[test]
fn are_counted_as_published() {
    for (index, known) in [1, 1, 10, 31, 172, 2253, 50_652, 900_243].into_iter().enumerate() {
        agrees(index + 1, known);
    }
}

#[test]
#[ignore = "a quarter of an hour and gigabytes"]
fn are_counted_beyond_what_is_published() {
    agrees(11, 123_547_118_367);
}
