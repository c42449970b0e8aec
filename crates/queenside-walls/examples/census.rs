//! All boards with a number of walls, one of each class, by the most pieces that fit: `census -- ROWS COLUMNS WALLS`.
//!
//! Each row says `VALUE CLASSES BOARDS`. The command `queenside census` does more: parts, several threads, files of boards, and
//! going on where it was stopped.

use std::error::Error;
use std::io::{self, Write};
use std::ops::ControlFlow;

use queenside::{Board, Options, Piece, Square};
use queenside_walls::Census;

fn main() -> Result<(), Box<dyn Error>> {
    let numbers: Vec<usize> = std::env::args().skip(1).map(|word| word.parse()).collect::<Result<_, _>>()?;
    let [rows, columns, walls] = if numbers.is_empty() { [6, 6, 3] } else { numbers[..].try_into()? };
    let census = Census::new(&Board::new(rows, columns), &Piece::QUEEN, walls)?.using(&Options::new().threads(2));

    // How many boards there are of each value.
    let mut out = io::stdout().lock();
    let survey = census.tally_of(&census.sets().whole())?;
    let histogram = survey.histogram();
    write!(out, "{histogram}")?;
    writeln!(out, "total {} {}", histogram.classes(), histogram.boards())?;
    assert!(census.is_complete(histogram), "as many as Burnside's lemma counts");

    // The boards themselves come one by one; here the first of the greatest value.
    let max = histogram.iter().map(|(value, ..)| value).max();
    let mut shown = Ok(());
    census.visit(&census.sets().whole(), |solved| {
        if Some(solved.value()) < max {
            return ControlFlow::Continue(());
        }
        let of = |squares: &[Square]| squares.iter().filter_map(|square| square.to_algebraic(rows)).collect::<Vec<_>>();
        shown = writeln!(out, "walls on {}: queens on {}", of(solved.walls()).join(" "), of(solved.pieces()).join(" "));
        ControlFlow::Break(())
    })?;
    Ok(shown?)
}
