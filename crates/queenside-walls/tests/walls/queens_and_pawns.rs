//! n + k queens and k pawns on n×n, no queen attacking another: A103330, A129551, A129553, and four pawns. The walk of the walls
//! against a counter that goes square by square and shares no code with the crate.

use queenside::{Board, Packing, Piece, Square};
use queenside_walls::WallSets;

/// By the sets of pawns, one of each class, as the example of this name does.
fn by_walls(n: usize, pawns: usize) -> u64 {
    let board = Board::square(n);
    let mut packing = Packing::new(&board, &Piece::QUEEN).unwrap();
    // Where a pawn stands at an edge or beside another, fewer queens fit.
    let inner = Board::square(n.saturating_sub(2).max(1));
    let mut sets = WallSets::new(&inner, &Piece::QUEEN, pawns).unwrap().iter();
    let mut ways = 0;
    while let Some(set) = sets.next_set() {
        let squares: Vec<_> = set.squares().map(|at| Square::new(at.row() + 1, at.column() + 1)).collect();
        let are_apart =
            |one: &Square, other: &Square| one.row().abs_diff(other.row()) + one.column().abs_diff(other.column()) != 1;
        if squares.iter().any(|one| squares.iter().any(|other| !are_apart(one, other))) {
            continue;
        }
        let fits = n > 2 && packing.set_walls(squares).unwrap().maximize().value() == Some(n + pawns);
        if fits {
            ways += packing.count_optima(u64::MAX).unwrap() * set.size() as u64;
        }
    }
    ways
}

/// A square, the pawns that are left, and the lines on which a queen stands that no pawn has cut off.
#[derive(Clone, Copy)]
struct Place {
    row: usize,
    column: usize,
    pawns: usize,
    /// Whether a queen stands on this row, since the last pawn.
    has_queen: bool,
    columns: u32,
    falling: u64,
    rising: u64,
}

/// Pawns cut the rows into n + k stretches, if none is empty, and each holds one queen at most. So each holds one.
fn by_squares(n: usize, place: Place) -> u64 {
    let Place { row, column, pawns, has_queen, columns, falling, rising } = place;
    if column == n {
        return match (has_queen, row + 1 == n) {
            (false, _) => 0,
            (true, true) => u64::from(pawns == 0),
            (true, false) => by_squares(n, Place { row: row + 1, column: 0, has_queen: false, ..place }),
        };
    }
    let bits = (1 << column, 1 << (row + n - column), 1 << (row + column));
    let next = Place { column: column + 1, ..place };
    let mut ways = by_squares(n, next);
    if !has_queen && columns & bits.0 == 0 && falling & bits.1 == 0 && rising & bits.2 == 0 {
        let (columns, falling, rising) = (columns | bits.0, falling | bits.1, rising | bits.2);
        ways += by_squares(n, Place { has_queen: true, columns, falling, rising, ..next });
    }
    if has_queen && pawns > 0 {
        let (columns, falling, rising) = (columns & !bits.0, falling & !bits.1, rising & !bits.2);
        ways += by_squares(n, Place { has_queen: false, pawns: pawns - 1, columns, falling, rising, ..next });
    }
    ways
}

fn agree(n: usize, pawns: usize, known: u64) {
    assert_eq!(by_walls(n, pawns), known, "{n}×{n}, {pawns} pawns");
    let first = Place { row: 0, column: 0, pawns, has_queen: false, columns: 0, falling: 0, rising: 0 };
    assert_eq!(by_squares(n, first), known, "{n}×{n}, {pawns} pawns");
}

#[test]
fn are_placed_in_as_many_ways_as_published() {
    for (n, known) in [0, 0, 0, 0, 0, 16, 20, 128].into_iter().enumerate() {
        agree(n + 1, 1, known);
    }
    agree(7, 2, 4);
    agree(8, 2, 44);
    agree(8, 3, 8);
}

#[test]
#[ignore = "some minutes"]
fn are_placed_in_as_many_ways_by_both_counters() {
    for (n, pawns, known) in
        [(9, 3, 44), (10, 3, 528), (11, 3, 5976), (9, 4, 8), (10, 4, 88), (11, 4, 1688), (11, 5, 196)]
    {
        agree(n, pawns, known);
    }
}
