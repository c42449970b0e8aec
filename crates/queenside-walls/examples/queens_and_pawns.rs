//! How many ways there are to place n + k queens and k pawns on n×n, no queen attacking another, and how many but for symmetry:
//! `queens_and_pawns -- N K`.
//!
//! Pawns split the rows into n + k stretches at most, and each holds one queen at most. So none may be empty: no pawn stands at an
//! edge, and no two are neighbours in a row or a column. The program goes through the sets of such pawns, one of each class, and counts
//! the placements where the most queens are as many.

use std::error::Error;
use std::io::{self, Write};

use queenside::{Area, Board, Constraint, Count, Options, Packing, Piece, Square, classics};
use queenside_walls::WallSets;

fn main() -> Result<(), Box<dyn Error>> {
    let numbers: Vec<usize> = std::env::args().skip(1).map(|word| word.parse()).collect::<Result<_, _>>()?;
    let [n, pawns] = if numbers.is_empty() { [8, 2] } else { numbers[..].try_into()? };

    let board = Board::square(n);
    let mut packing = Packing::new(&board, &Piece::QUEEN)?;
    // Without the edges.
    let inner = Board::square(n.saturating_sub(2).max(1));
    let mut sets = WallSets::new(&inner, &Piece::QUEEN, pawns)?.iter();
    let (mut ways, mut classes, mut room) = (0u128, Count::default(), 0u64);
    while let Some(set) = sets.next_set() {
        let squares: Vec<Square> = set.squares().map(|at| Square::new(at.row() + 1, at.column() + 1)).collect();
        if squares.iter().any(|one| squares.iter().any(|other| are_neighbours(*one, *other))) {
            continue;
        }
        if packing.set_walls(squares.iter().copied())?.maximize().value() != Some(n + pawns) {
            continue;
        }
        room += 1;
        let placements = packing.count_optima(u64::MAX).map_err(|cause| cause.to_string())?;
        ways += u128::from(placements) * set.size() as u128;
        classes += if set.size() == 8 { placements.into() } else { classes_with(&board, &squares, n + pawns)? };
    }
    writeln!(
        io::stdout(),
        "{ways} ways, {classes} of them but for symmetry; the pawns stand in {room} ways but for symmetry"
    )?;
    Ok(())
}

fn are_neighbours(one: Square, other: Square) -> bool {
    one.row().abs_diff(other.row()) + one.column().abs_diff(other.column()) == 1
}

/// The classes of placements between pawns that some symmetry leaves as they are.
fn classes_with(board: &Board, pawns: &[Square], queens: usize) -> Result<Count, queenside::Error> {
    let mut problem = classics::non_attacking(board.clone().with_walls(pawns.iter().copied()), Piece::QUEEN);
    let kinds: Vec<_> = problem.kinds().collect();
    problem.add(Constraint::count(kinds, Area::Everywhere, queens));
    let group = problem.group()?;
    Ok(group.count_classes(&problem, &Options::new())?.exact()?)
}
