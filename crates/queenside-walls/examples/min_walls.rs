//! The fewest walls for every number of queens, none in sight of another: `min_walls -- ROWS COLUMNS`.
//!
//! Each row says `QUEENS WALLS PLACEMENTS`. The command `queenside least-walls` does more: other pieces, sets of walls and their
//! classes, other engines, and the curve as a chart.

use std::error::Error;
use std::io::{self, Write};

use queenside::{Board, Options, Piece};
use queenside_walls::min_walls;

fn main() -> Result<(), Box<dyn Error>> {
    let numbers: Vec<usize> = std::env::args().skip(1).map(|word| word.parse()).collect::<Result<_, _>>()?;
    let [rows, columns] = if numbers.is_empty() { [5, 5] } else { numbers[..].try_into()? };
    let options = Options::new().threads(2);
    let min = min_walls(Board::new(rows, columns), Piece::QUEEN, &options)?;
    let max = min.max_pieces().ok_or("it was stopped")?;

    let mut out = io::stdout().lock();
    for (queens, walls) in min.curve() {
        let placements = min.placements(queens).ok_or("it was stopped")?;
        writeln!(out, "{queens} {walls} {placements}")?;
    }
    writeln!(out, "{} impossible, whatever the walls", max + 1)?;

    // One of the sets of walls for the most queens, with a placement of them.
    let sets = min.wall_sets(max, &options)?.ok_or("they fit")?;
    writeln!(
        out,
        "\n{} sets of walls for {max} queens, {} classes; one of them:",
        sets.boards(),
        sets.classes().len()
    )?;
    if let Some(walls) = sets.all().next() {
        write!(out, "{}", Board::new(rows, columns).with_walls(walls))?;
    }
    Ok(())
}
