//! Boards whose edges meet, and pieces no chess set has.

use std::error::Error;
use std::io::{self, Write};

use queenside::{Board, Move, Piece, Problem, Symmetry, Transform, Wrap, classics};

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    // On a torus n queens fit if n has no factor 2 or 3, and only then (Pólya 1918).
    writeln!(out, " n   queens on a torus   placements")?;
    for (n, queens, ways) in [(5, 5, 10u32), (6, 4, 288), (7, 7, 28), (8, 6, 3072), (11, 11, 88)] {
        let max = classics::non_attacking(Board::square(n).with_wrap(Wrap::Both), Piece::QUEEN).maximize()?;
        let count = max.optima()?.count()?.exact()?;
        writeln!(out, "{n:2}   {:>17}   {count:>10}", max.value()?.expect("something satisfies the rules"))?;
        assert_eq!((max.value()?, count), (Some(queens), ways.into()));
    }

    // The problem's group has only turns and mirrors; shifts of the torus are added.
    let problem = classics::queens(7);
    let torus = Board::square(7).with_wrap(Wrap::Both);
    let optima = classics::non_attacking(torus, Piece::QUEEN).maximize()?.optima()?;
    let shift = |rows, columns| Transform::from(Symmetry::Identity).shifted(rows, columns);
    let shifts = optima.generate([shift(1, 0), shift(0, 1)])?;
    writeln!(out, "\n7 queens: {} placements on the plain board,", problem.count()?.exact()?)?;
    writeln!(out, "{} on the torus,", optima.count()?.exact()?)?;
    writeln!(out, "{} of these up to shifting the torus.\n", optima.classes_under(&shifts)?.count())?;

    // A cylinder: after the last column comes the first, but the top row stays at the top.
    let cylinder = classics::non_attacking(Board::new(6, 8).with_wrap(Wrap::Columns), Piece::BISHOP).maximize()?;
    writeln!(out, "Bishops on a cylinder: {cylinder}")?;

    // Nightriders ride by knight's steps; fairy pieces are constants, and more are made of moves.
    let max = classics::non_attacking(Board::square(8), Piece::NIGHTRIDER).maximize()?;
    writeln!(out, "Nightriders: {max}")?;
    assert_eq!(max.value()?, Some(20));

    // A piece of your own: a lance that rides up the board, and leaps back like a ferz.
    let lancer = Piece::new([Move::ride(-1, 0), Move::leap(1, -1), Move::leap(1, 1)]);
    let mut problem = Problem::new(Board::new(5, 6));
    problem.add_kind("lancer", lancer);
    let max = problem.non_attacking().maximize()?;
    writeln!(out, "Lancers: {max}")?;
    writeln!(out, "Their problem has the symmetries {}.", problem.group()?)?;
    Ok(())
}
