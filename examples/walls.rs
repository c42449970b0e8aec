//! Blocked queens: walls stop sight, so the right walls make room for more queens.

use queenside::{Area, Board, Constraint, Error, Options, Piece, Problem, Square, classics, walls};

fn main() -> Result<(), Error> {
    // Every board of 8×8 with two walls: most hold a ninth queen, some even a tenth.
    let squares: Vec<Square> = Board::square(8).squares().iter().collect();
    let mut boards = [0; 11];
    let mut ten = None;
    for (index, first) in squares.iter().enumerate() {
        for second in &squares[index + 1..] {
            let board = Board::square(8).with_walls([*first, *second]);
            let most = classics::non_attacking(board, Piece::QUEEN).maximize()?;
            let queens = most.value().expect("no limit was set");
            boards[queens as usize] += 1;
            if queens == 10 && ten.is_none() {
                ten = most.placement().cloned();
            }
        }
    }
    println!("Two walls on 8×8: {} boards hold 8 queens, {} hold 9, {} hold 10.", boards[8], boards[9], boards[10]);
    println!("One of the last:\n\n{}", ten.expect("there are some"));
    assert_eq!(boards[8..], [368, 1610, 38]);

    // The walls as a decision: a blocker is a piece that has no moves and only stands in the way.
    println!("The fewest walls that let so many queens stand on 5×5:\n");
    for (queens, fewest) in [(5, Some(0)), (6, Some(3)), (7, Some(4)), (8, Some(7)), (9, Some(16)), (10, None)] {
        let mut problem = Problem::new(Board::square(5));
        let queen = problem.kind("queen", Piece::QUEEN);
        let wall = problem.kind("wall", Piece::BLOCKER);
        problem.symbol(wall, '#');
        problem.add(Constraint::attacks(queen, queen, 0)).add(Constraint::count(queen, Area::Everywhere, queens));
        let outcome = problem.minimize_of([(wall, 1)])?;
        assert_eq!(outcome.value(), fewest);
        match outcome.optimum() {
            Some(best) => println!("{queens} queens, {} walls:\n{}", best.value(), best.placement()),
            None => println!("{queens} queens: no walls help, for queens never stand side by side."),
        }
    }

    // The same for every number of queens at once.
    let least = walls::least_walls(Board::square(8), Piece::QUEEN, &Options::new())?;
    println!("The fewest walls on 8×8, and how many placements there are of queens and so few walls:\n");
    for queens in 8..=least.most().expect("no limit was set") {
        let (fewest, placements) = least.walls(queens).zip(least.placements(queens)).expect("they fit");
        println!("{queens:>2} queens: {fewest:>2} walls, {placements} placements");
    }
    println!("\nSixteen queens:\n{}", least.placement(16).expect("they fit"));
    assert_eq!(least.walls(16), Some(12));
    Ok(())
}
