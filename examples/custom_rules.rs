//! Rules of your own: sums, balance, symmetry, lines, and how often a square is covered.

use std::error::Error;
use std::io::{self, Write};
use std::ops::RangeFrom;

use queenside::{Area, Board, Constraint, Direction, Piece, Problem, Symmetry, classics};

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    // Linear: eight queens and the sum of row × column over their squares. It comes to 110 at most.
    let sum_is = |range: RangeFrom<i64>| {
        let mut problem = classics::queens(8);
        let queen = problem.kind_named("queen")?;
        let terms = (0..8).flat_map(|r| (0..8).map(move |c| (r * c, queen, (r as usize, c as usize))));
        problem.add(Constraint::linear(terms, range));
        Ok::<_, queenside::Error>(problem)
    };
    assert!(sum_is(111..)?.solve()?.placement()?.is_none());
    let best = sum_is(110..)?;
    writeln!(out, "Row × column adds up to 110 in {} ways:", best.count()?.exact()?)?;
    writeln!(out, "{}", best.solve()?.placement()?.expect("there are some"))?;

    // Balance and counts: bishops and knights in equal number, at most two pieces in a row, no piece attacks another.
    let mut problem = Problem::new(Board::square(6));
    let bishop = problem.add_kind("bishop", Piece::BISHOP);
    let knight = problem.add_kind("knight", Piece::KNIGHT);
    problem.non_attacking();
    problem.add(Constraint::balance(bishop, knight, 0)).add(Constraint::count([bishop, knight], Area::rows(), ..=2));
    writeln!(out, "Bishops and knights: {}", problem.maximize()?)?;

    // Symmetry: the same after half a turn. As a rule it makes for fewer and prettier boards, and quicker answers.
    let mut problem = classics::queens(10);
    writeln!(out, "10 queens: {} solutions,", problem.count()?.exact()?)?;
    problem.add(Constraint::symmetric([Symmetry::HalfTurn], Area::Everywhere));
    writeln!(out, "{} of them the same after half a turn.", problem.count()?.exact()?)?;
    assert_eq!(problem.count()?.exact()?, 12u32);

    // Lines: the fewest queens that stand on all but four of the 34 rows, columns and diagonals of 6×6.
    let mut problem = Problem::new(Board::square(6));
    let queen = problem.add_kind("queen", Piece::QUEEN);
    problem.add(Constraint::occupied_lines(queen, Direction::QUEEN, 30..));
    writeln!(out, "\nQueens on 30 lines: {}", problem.minimize()?)?;

    // Covered: knights of whom exactly two see each free square. There is just one way with so few.
    let mut problem = Problem::new(Board::square(6));
    let knight = problem.add_kind("knight", Piece::KNIGHT);
    problem.add(Constraint::covered(Area::Everywhere, knight, 2).where_vacant());
    let fewest = problem.minimize()?;
    writeln!(out, "Two knights see each free square: {fewest}")?;
    assert!(fewest.optima()?.uniqueness()?.is_unique()?);
    Ok(())
}
