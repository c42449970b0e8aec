//! Domination: the fewest pieces that cover every square.

use std::error::Error;
use std::io::{self, Write};

use queenside::{Area, Board, Constraint, Piece, Problem, classics};

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    // Five queens cover the chessboard. An occupied square needs no cover.
    let fewest = classics::domination(Board::square(8), Piece::QUEEN).minimize()?;
    writeln!(out, "{fewest}")?;
    assert_eq!(fewest.value()?, Some(5));

    // Three readings: occupied squares need no cover; nor do the queens attack each other; occupied squares need it too.
    writeln!(out, " n   dominating   ways   independent   ways   total   ways")?;
    for n in 4..=6 {
        let problems = [classics::domination, classics::independent_domination, classics::total_domination];
        write!(out, "{n:2}")?;
        for (problem, width) in problems.iter().zip([13, 14, 8]) {
            let fewest = problem(Board::square(n), Piece::QUEEN).minimize()?;
            let size = fewest.value()?.expect("something satisfies the rules");
            let ways = fewest.optima()?.count()?.exact()?;
            write!(out, "{size:>width$}{ways:>7}")?;
        }
        writeln!(out)?;
    }

    // The same in the general language, for any piece, any squares and any number of times: one or two knights see
    // each square of the border, occupied or not.
    let mut problem = Problem::new(Board::square(6));
    let knight = problem.add_kind("knight", Piece::KNIGHT);
    let border = &Board::square(6).squares() - &(1..5).flat_map(|r| (1..5).map(move |c| (r, c))).collect();
    problem.add(Constraint::covered(border, knight, 1..=2));
    let fewest = problem.minimize()?;
    writeln!(out, "\nKnights that see the border of 6×6: {fewest}")?;

    // On a board with a wall (%) and a hole (~): the wall need not be covered, and rooks do not see past either.
    let board: Board = "
        . . . . . .
        . . % . . .
        . . . . . .
        . ~ . . % .
        . . . . . .
    "
    .parse()?;
    let mut problem = Problem::new(board);
    let rook = problem.add_kind("rook", Piece::ROOK);
    problem.add(Constraint::covered(Area::Everywhere, rook, 1..).where_vacant());
    writeln!(out, "Rooks among walls: {}", problem.minimize()?)?;
    Ok(())
}
