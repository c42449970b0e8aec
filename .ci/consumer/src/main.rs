//! Twelve tasks, by nothing but what is published.

use std::error::Error;
use std::time::Duration;

use queenside::render::Picture;
use queenside::{
    Area, Ask, Board, Budget, Constraint, Group, Options, Packing, Piece, Placement, Problem, Square, SquareSet,
    classics,
};
use queenside_attacking::{Rule, bounds};
use queenside_puzzles::{Puzzles, Vary};
use queenside_walls::{Census, Puzzle, min_walls};

type Task = (&'static str, fn() -> Result<(), Box<dyn Error>>);

const TASKS: [Task; 12] = [
    ("the most queens on a board with walls, proved", most_queens),
    ("how many solutions, and how many classes of them", counts),
    ("solutions as they come", stream),
    ("whether a puzzle has one solution", puzzle),
    ("a problem of one's own rules", own_rules),
    ("many wall sets under one time limit", many_boards),
    ("a placement read, judged and drawn", judged_and_drawn),
    ("where symmetries take a square", symmetries),
    ("every board with two walls, and the fewest walls", walls),
    ("queens that attack exactly two others", attacking),
    ("a problem and its question in a file", file),
    ("puzzles with coloured regions, and their steps", star_battles),
];

fn main() -> Result<(), Box<dyn Error>> {
    for (name, task) in TASKS {
        task().map_err(|error| format!("{name}: {error}"))?;
        println!("{name}: done");
    }
    Ok(())
}

fn expect<T: PartialEq + std::fmt::Debug>(found: T, expected: T) -> Result<(), Box<dyn Error>> {
    if found == expected { Ok(()) } else { Err(format!("{found:?} is not {expected:?}").into()) }
}

fn three_walls() -> Board {
    Board::square(8).with_walls([(1, 3), (3, 4), (4, 1)])
}

fn most_queens() -> Result<(), Box<dyn Error>> {
    let most = classics::non_attacking(three_walls(), Piece::QUEEN).maximize()?;
    expect(most.value()?, Some(11))
}

fn counts() -> Result<(), Box<dyn Error>> {
    let queens = classics::queens(8);
    expect(queens.count()?.exact()?, 92u32.into())?;
    expect(queens.classes()?.count(), 12)
}

fn stream() -> Result<(), Box<dyn Error>> {
    let problem = classics::queens(10);
    let five = problem.enumerate()?.take(5).collect::<Result<Vec<_>, _>>()?;
    for queens in &five {
        expect(queens.judge(&problem)?.is_solution(), true)?;
    }
    expect(five.len(), 5)
}

fn puzzle() -> Result<(), Box<dyn Error>> {
    let optima = classics::non_attacking(three_walls(), Piece::QUEEN).maximize()?.optima()?;
    expect(optima.uniqueness()?.is_unique()?, true)?;
    expect(Puzzle::of(&three_walls(), &Piece::QUEEN)?.map(|puzzle| puzzle.value()), Some(11))
}

fn own_rules() -> Result<(), Box<dyn Error>> {
    // Five queens cover a chessboard, and one of them stands in the first row.
    let mut problem = Problem::new(Board::square(8));
    let queen = problem.add_kind("queen", Piece::QUEEN);
    problem.add(Constraint::covered(Area::Everywhere, queen, 1..).where_vacant());
    let first: SquareSet = (0..8).map(|column| Square::new(0, column)).collect();
    problem.add(Constraint::count(queen, first, 1..));
    expect(problem.minimize()?.value()?, Some(5))
}

fn many_boards() -> Result<(), Box<dyn Error>> {
    let mut budget = Budget::new(&Options::new().time_limit(Duration::from_secs(600)));
    let mut packing = Packing::new(&Board::square(8), &Piece::QUEEN)?;
    let mut nine = 0;
    for square in Board::square(8).squares().iter() {
        let most = packing.set_walls([square])?.maximize_under(&mut budget);
        nine += usize::from(most.value() == Some(9));
    }
    expect(nine, 32)
}

fn judged_and_drawn() -> Result<(), Box<dyn Error>> {
    let problem = classics::queens(4);
    let queens = Placement::parse(&problem, ". Q . .\n. . . Q\nQ . . .\n. . Q .")?;
    expect(queens.judge(&problem)?.is_solution(), true)?;
    expect(Picture::of(&queens).to_svg().contains("<svg"), true)
}

fn symmetries() -> Result<(), Box<dyn Error>> {
    let group = Group::of_board(&Board::square(3));
    let corner = group.elements().filter(|element| element.image((0, 0)) == Square::new(2, 2)).count();
    expect((group.order(), corner), (8, 2))
}

fn walls() -> Result<(), Box<dyn Error>> {
    let census = Census::new(&Board::square(6), &Piece::QUEEN, 2)?;
    let survey = census.tally()?;
    expect(census.is_complete(survey.histogram()), true)?;
    let fewest = min_walls(Board::square(5), Piece::QUEEN, &Options::new())?;
    expect(fewest.walls(9), Some(16))
}

fn attacking() -> Result<(), Box<dyn Error>> {
    let rule = Rule::Exactly(2);
    expect(bounds::best(rule, &Board::square(50))?.value(), 98)?;
    expect(rule.pattern(50).map(|queens| queens.len()), Some(98))
}

fn file() -> Result<(), Box<dyn Error>> {
    let text = "queenside = 1\nquestion = \"count\"\nboard = \"6x6\"\nrules = \"\"\"\nnon-attacking\nqueen in rows: 1\n\"\"\"\n[kinds]\nqueen = \"Q\"\n";
    let task: queenside::Task = text.parse()?;
    expect(task.question().map(|question| question.ask), Some(Ask::Count))?;
    expect(task.problem().count()?.exact()?, 4u32.into())?;
    let error = text.replace("rows: 1", "rows: one").parse::<queenside::Task>().map(|_| ()).unwrap_err();
    expect(error.to_string().starts_with("line 6, column 16: "), true)
}

fn star_battles() -> Result<(), Box<dyn Error>> {
    let problem = classics::star_battle(Board::square(6), 1);
    for puzzle in Puzzles::of(&problem).vary(Vary::Regions).seed(1).difficulty(..=3).take(2) {
        let puzzle = puzzle?;
        expect(puzzle.problem().uniqueness()?.is_unique()?, true)?;
        expect(puzzle.steps().iter().map(|step| step.placed().len()).sum::<usize>(), 6)?;
    }
    Ok(())
}
