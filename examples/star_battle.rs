//! Star battle: the same number of stars in each row, column and region, no two of which touch. A puzzle has just one solution.

use std::error::Error;
use std::io::{self, Write};

use queenside::{Board, Uniqueness, classics};

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    let board = Board::square(10).with_region_map(
        "
        C C G G B D D D D D
        C C G B B D D D D D
        C C G G B D D D D D
        C C G G F D D D D D
        C C E F F F F A A D
        E E E E F F A A A A
        E E E E F J J J J J
        E E E H F H I I I J
        E E H H H H H I I I
        E E E H H H H I I I
        ",
    )?;
    // The ready-made problem is four rules: no star touches another, and a count for rows, columns and regions.
    let mut puzzle = classics::star_battle(board.clone(), 2);
    let star = puzzle.kind_named("star")?;
    puzzle.set_symbol(star, '*');

    let solution = puzzle.uniqueness()?.placement()?.expect("this puzzle has just one solution");
    writeln!(out, "{board}\n{solution}")?;
    assert!(solution.judge(&puzzle)?.is_solution());
    assert_eq!(solution.len(), 20);

    // One star each is another question about the same regions, and no puzzle.
    let puzzle = classics::star_battle(board, 1);
    match puzzle.uniqueness()?.exact()? {
        Uniqueness::Several { first, second } => {
            writeln!(out, "With one star each there are several, such as\n{first}and\n{second}")?;
        }
        other => writeln!(out, "{other:?}")?,
    }
    Ok(())
}
