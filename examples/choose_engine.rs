//! Choosing an engine: all give the same answers, and an answer says who gave it.

use std::error::Error;
use std::io::{self, Write};

use queenside::{Board, Constraint, Engine, Options, Piece, Problem, classics};

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    // A problem with a bit of everything: a wall (%), a forbidden square (-), a hole (~), two kinds.
    let board: Board = "
        . . % .
        . - . .
        . . . ~
        . . . .
    "
    .parse()?;
    let mut problem = Problem::new(board);
    let rook = problem.add_kind("rook", Piece::ROOK);
    let knight = problem.add_kind("knight", Piece::KNIGHT);
    problem.add(Constraint::attacks([rook, knight], rook, 0)).add(Constraint::attacks(knight, knight, ..=1));

    let brute = Options::new().engine(Engine::Brute);
    let search = Options::new().engine(Engine::Search);
    let sweep = Options::new().engine(Engine::Sweep);
    let mut answers = Vec::new();
    for options in [&brute, &search, &sweep] {
        let outcome = problem.using(options).maximize_of([(rook, 3), (knight, 2)])?;
        let best = outcome.optimum()?.expect("something satisfies the rules");
        let all = best.optima().using(options).enumerate()?.sorted()?;
        let (engine, statistics) = (outcome.engine(), outcome.statistics());
        writeln!(
            out,
            "{engine:>6}: {} in {} ways, {} nodes, {:.1?}; {}",
            best.value(),
            all.len(),
            statistics.nodes,
            statistics.elapsed,
            best.proof()
        )?;
        answers.push((best.value(), all));
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]));
    writeln!(out, "\n{}", answers[0].1[0])?;

    // An engine may decline. The error says why, and can be told from others.
    let declined = classics::queens(8).using(&brute).count().unwrap_err();
    writeln!(out, "{declined}")?;
    assert!(declined.is_declined());

    // Left to itself the crate chooses, and says why.
    let chosen = classics::queens(8).solve()?;
    assert!(chosen.placement()?.is_some());
    write!(out, "{}", chosen.explain())?;
    Ok(())
}
