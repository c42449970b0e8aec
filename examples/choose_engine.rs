//! Choosing an engine: all give the same answers, and an answer says who gave it.

use queenside::{Board, Constraint, Engine, Error, Options, Piece, Problem, classics};

fn main() -> Result<(), Error> {
    // A problem with a bit of everything: a wall (%), a forbidden square (-), a hole (~), two kinds.
    let board: Board = "
        . . % .
        . - . .
        . . . ~
        . . . .
    "
    .parse()?;
    let mut problem = Problem::new(board);
    let rook = problem.kind("rook", Piece::ROOK);
    let knight = problem.kind("knight", Piece::KNIGHT);
    problem.add(Constraint::attacks([rook, knight], rook, 0)).add(Constraint::attacks(knight, knight, ..=1));

    let brute = Options::new().engine(Engine::Brute);
    let search = Options::new().engine(Engine::Search);
    let sweep = Options::new().engine(Engine::Sweep);
    let mut answers = Vec::new();
    for options in [&brute, &search, &sweep] {
        let outcome = problem.using(options).maximize_of([(rook, 3), (knight, 2)])?;
        let best = outcome.optimum().expect("no limit was set");
        let all = best.optima().using(options).enumerate()?.sorted().expect("no limit was set");
        let (engine, statistics) = (best.engine(), best.statistics());
        println!(
            "{engine:>6}: {} in {} ways, {} nodes, {:.1?}; {}",
            best.value(),
            all.len(),
            statistics.nodes,
            statistics.elapsed,
            best.proof()
        );
        answers.push((best.value(), all));
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]));
    println!("\n{}", answers[0].1[0]);

    // An engine may decline. The error says why, and can be told from others.
    let declined = classics::queens(8).using(&brute).count().unwrap_err();
    println!("{declined}");
    assert!(declined.is_declined());

    // Left to itself the crate chooses.
    let chosen = classics::queens(8).solve()?;
    assert_eq!(chosen.is_feasible(), Some(true));
    Ok(())
}
