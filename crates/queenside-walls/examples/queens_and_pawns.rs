//! How many ways there are to place n + k queens and k pawns on n×n, no queen attacking another: `queens_and_pawns -- N K`.
//!
//! A pawn splits its row into two at most, so no more than n + k queens stand between k pawns. The program goes through the sets of
//! pawns, one of each class, and counts the placements where the most queens are as many.

use std::error::Error;
use std::io::{self, Write};

use queenside::{Board, Packing, Piece};
use queenside_walls::WallSets;

fn main() -> Result<(), Box<dyn Error>> {
    let numbers: Vec<usize> = std::env::args().skip(1).map(|word| word.parse()).collect::<Result<_, _>>()?;
    let [n, pawns] = if numbers.is_empty() { [8, 2] } else { numbers[..].try_into()? };

    let board = Board::square(n);
    let mut packing = Packing::new(&board, &Piece::QUEEN)?;
    let mut sets = WallSets::new(&board, &Piece::QUEEN, pawns)?.iter();
    let (mut ways, mut room) = (0u128, 0u64);
    while let Some(set) = sets.next_set() {
        if packing.set_walls(set.squares())?.most().value() == Some(n + pawns) {
            let placements = packing.count_optima(u64::MAX).map_err(|cause| cause.to_string())?;
            ways += u128::from(placements) * set.size() as u128;
            room += 1;
        }
    }
    writeln!(io::stdout(), "{ways} ways; the pawns stand in {room} ways but for symmetry")?;
    Ok(())
}
