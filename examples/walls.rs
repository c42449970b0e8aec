//! Blocked queens: walls stop sight, so the right walls make room for more queens.

use std::error::Error;
use std::io::{self, Write};

use queenside::{Area, Board, Constraint, Piece, Problem, Square, classics};

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    // Every board of 8×8 with two walls: most hold a ninth queen, some even a tenth.
    let squares: Vec<Square> = Board::square(8).squares().iter().collect();
    let mut boards = [0; 11];
    let mut ten = None;
    for (index, first) in squares.iter().enumerate() {
        for second in &squares[index + 1..] {
            let board = Board::square(8).with_walls([*first, *second]);
            let max = classics::non_attacking(board, Piece::QUEEN).maximize()?;
            let queens = max.value()?.expect("something satisfies the rules");
            boards[queens as usize] += 1;
            if queens == 10 && ten.is_none() {
                ten = max.placement()?;
            }
        }
    }
    writeln!(out, "Two walls on 8×8: of 8, 9 and 10 queens there are {:?} boards; one of the last:\n", &boards[8..])?;
    writeln!(out, "{}", ten.expect("there are some"))?;
    assert_eq!(boards[8..], [368, 1610, 38]);

    // The walls as a decision: a blocker is a piece that has no moves and only stands in the way.
    writeln!(out, "The fewest walls for each number of queens on 5×5:\n")?;
    for (queens, fewest) in [(5, Some(0)), (6, Some(3)), (7, Some(4)), (8, Some(7)), (9, Some(16)), (10, None)] {
        let mut problem = Problem::new(Board::square(5));
        let queen = problem.add_kind("queen", Piece::QUEEN);
        let wall = problem.add_kind("wall", Piece::BLOCKER);
        problem.set_symbol(wall, '#');
        problem.add(Constraint::attacks(queen, queen, 0)).add(Constraint::count(queen, Area::Everywhere, queens));
        let outcome = problem.minimize_of([(wall, 1)])?;
        assert_eq!(outcome.value()?, fewest);
        match outcome.optimum()? {
            Some(best) => writeln!(out, "{queens} queens, {} walls:\n{}", best.value(), best.placement())?,
            None => writeln!(out, "{queens} queens: no walls help, for queens never stand side by side.")?,
        }
    }

    // The same for every number of queens at once.
    let mut problem = Problem::new(Board::square(8));
    problem.add_kind("queen", Piece::QUEEN);
    let wall = problem.add_kind("wall", Piece::BLOCKER);
    problem.set_symbol(wall, '#');
    let answer = problem.non_attacking().minimize_by_size([(wall, 1)])?;
    let fewest = answer.exact()?;
    writeln!(out, "The fewest walls on 8×8, and how many placements there are of queens and so few walls:\n")?;
    for (queens, fewest) in fewest.iter().flatten().enumerate().skip(8) {
        writeln!(out, "{queens:>2} queens: {:>2} walls, {} placements", fewest.value(), fewest.ways())?;
    }
    assert_eq!(fewest[16].as_ref().map(queenside::Minimum::value), Some(12));
    Ok(())
}
