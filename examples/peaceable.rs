//! Peaceable armies: as many white queens as black ones, and no queen attacks one of the other army.

use std::error::Error;
use std::io::{self, Write};

use queenside::{Board, Class, Constraint, Kind, Piece, Problem, Symmetry, Transform};

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    // A250000: the size of each army.
    for (n, size) in [(1, 0), (2, 0), (3, 1), (4, 2), (5, 4), (6, 5)] {
        let (problem, _, _) = armies(n);
        let max = problem.maximize()?;
        assert_eq!(max.value()?, Some(2 * size));
        writeln!(out, "{n}×{n}: armies of {size}")?;
    }

    // All largest armies on 5×5: up to turns and mirrors, and up to swapping the colours as well.
    let (problem, white, black) = armies(5);
    let optima = problem.maximize()?.optima()?;
    writeln!(out, "\nOn 5×5 there are {} placements,", optima.count()?.exact()?)?;
    writeln!(out, "{} up to turns and mirrors,", optima.classes()?.count())?;

    let swap = Transform::from(Symmetry::Identity).swapping(white, black);
    let group = optima.generate([Symmetry::QuarterTurn.into(), Symmetry::Transpose.into(), swap])?;
    let classes: Vec<Class> = optima.classes_under(&group)?.collect::<Result<_, _>>()?;
    writeln!(out, "{} if the colours may be swapped as well:\n", classes.len())?;
    for class in &classes {
        writeln!(out, "{}stands for {}\n", class.representative(), class.size())?;
    }
    assert_eq!(classes.iter().map(Class::size).sum::<usize>(), 18);
    Ok(())
}

fn armies(n: usize) -> (Problem, Kind, Kind) {
    let mut problem = Problem::new(Board::square(n));
    let white = problem.add_kind("white queen", Piece::QUEEN);
    let black = problem.add_kind("black queen", Piece::QUEEN);
    problem.set_symbol(white, 'W').set_symbol(black, 'B');
    problem.add(Constraint::attacks(white, black, 0)).add(Constraint::attacks(black, white, 0));
    problem.add(Constraint::balance(white, black, 0));
    (problem, white, black)
}
