//! Rules of your own: sums, balance, symmetry, lines, and how often a square is covered.

use std::ops::RangeFrom;

use queenside::{Area, Board, Constraint, Direction, Error, Piece, Problem, Symmetry, classics};

fn main() -> Result<(), Error> {
    // Linear: eight queens and the sum of row × column over their squares. It comes to 110 at most.
    let sum_is = |range: RangeFrom<i64>| {
        let mut problem = classics::queens(8);
        let queen = problem.kind_named("queen")?;
        let terms = (0..8).flat_map(|r| (0..8).map(move |c| (r * c, queen, (r as usize, c as usize))));
        problem.add(Constraint::linear(terms, range));
        Ok::<_, Error>(problem)
    };
    assert_eq!(sum_is(111..)?.solve()?.is_feasible(), Some(false));
    let best = sum_is(110..)?;
    println!("Row × column adds up to 110 in {} ways:", best.count()?.exact().expect("no limit was set"));
    println!("{}", best.solve()?.placement().expect("there are some"));

    // Balance and counts: bishops and knights in equal number, at most two pieces in a row, no piece attacks another.
    let mut problem = Problem::new(Board::square(6));
    let bishop = problem.kind("bishop", Piece::BISHOP);
    let knight = problem.kind("knight", Piece::KNIGHT);
    problem.non_attacking();
    problem.add(Constraint::balance(bishop, knight, 0)).add(Constraint::count([bishop, knight], Area::rows(), ..=2));
    println!("Bishops and knights: {}", problem.maximize()?);

    // Symmetry: the same after half a turn. As a rule it makes for fewer and prettier boards, and quicker answers.
    let mut problem = classics::queens(10);
    println!("10 queens: {} solutions,", problem.count()?.exact().expect("no limit was set"));
    problem.add(Constraint::symmetric([Symmetry::HalfTurn], Area::Everywhere));
    println!("{} of them the same after half a turn.", problem.count()?.exact().expect("no limit was set"));
    assert_eq!(problem.count()?.exact(), Some(12u32.into()));

    // Lines: the fewest queens that stand on all but four of the 34 rows, columns and diagonals of 6×6.
    let mut problem = Problem::new(Board::square(6));
    let queen = problem.kind("queen", Piece::QUEEN);
    problem.add(Constraint::occupied_lines(queen, Direction::QUEEN, 30..));
    println!("\nQueens on 30 lines: {}", problem.minimize()?);

    // Covered: knights of whom exactly two see each free square. There is just one way with so few.
    let mut problem = Problem::new(Board::square(6));
    let knight = problem.kind("knight", Piece::KNIGHT);
    problem.add(Constraint::covered(Area::Everywhere, knight, 2).where_vacant());
    let fewest = problem.minimize()?;
    println!("Two knights see each free square: {fewest}");
    assert_eq!(fewest.optima()?.is_unique()?.is_unique(), Some(true));
    Ok(())
}
