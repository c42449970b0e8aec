//! Puzzles with a number of walls, one of each class: boards with one best placement and no wall to spare.
//!
//! `puzzles -- ROWS COLUMNS WALLS`; each row says `STARS SCORE VALUE BOARD`, the easiest puzzle first. The command `queenside
//! puzzles` does more: other pieces, limits, and a book of HTML to be played in a browser.

use std::error::Error;
use std::io::{self, Write};

use queenside::{Board, Options, Piece};
use queenside_walls::{Economy, Puzzles};

fn main() -> Result<(), Box<dyn Error>> {
    let numbers: Vec<usize> = std::env::args().skip(1).map(|word| word.parse()).collect::<Result<_, _>>()?;
    let [rows, columns, walls] = if numbers.is_empty() { [6, 6, 2] } else { numbers[..].try_into()? };
    let puzzles = Puzzles::new(&Board::new(rows, columns), &Piece::QUEEN, walls, Economy::Puzzle)?;

    // As a stream: the first thousand at most.
    let mut graded = Vec::new();
    for puzzle in puzzles.iter().take(1000) {
        let puzzle = puzzle?;
        graded.push((puzzle.to_puzzle(&Options::new())?.difficulty(), puzzle));
    }
    graded.sort_by_key(|(difficulty, _)| *difficulty);

    let mut out = io::stdout().lock();
    for (difficulty, puzzle) in &graded {
        let board = puzzle.to_string().replace(' ', "").trim_end().replace('\n', "/");
        writeln!(out, "{} {} {} {board}", difficulty.stars(), difficulty.score(), puzzle.value())?;
    }
    writeln!(out, "total {}", graded.len())?;
    Ok(())
}
