//! What every engine must do. To join, an engine adds a line at the end.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/everything.rs"]
mod everything;

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use common::cases;
use everything::agrees;
use proptest::test_runner::{Config, TestRunner};
use queenside::{
    Area, Board, CancelToken, Cause, Constraint, Engine, Options, Outcome, Part, Piece, Placement, Problem, Stopped,
    Symmetry, classics,
};

/// How many random problems are tried; more by hand, with `QUEENSIDE_CASES=10000 cargo test --test conformance`.
fn number_of_cases(usual: u32) -> u32 {
    std::env::var("QUEENSIDE_CASES").ok().and_then(|number| number.parse().ok()).unwrap_or(usual)
}

/// Problems on boards so small that every engine can be asked everything, each with a weight for each kind.
fn small() -> Vec<Problem> {
    let mut walled = Problem::new(". . .\n. % .\n. . .".parse().expect("it is a board"));
    let queen = walled.kind("queen", Piece::QUEEN);
    let wall = walled.kind("wall", Piece::BLOCKER);
    walled.add(Constraint::attacks(queen, queen, 0)).add(Constraint::count(wall, Area::Everywhere, ..=1));
    let mut nobody = Problem::new("% -\n~ %".parse().expect("it is a board"));
    nobody.kind("king", Piece::KING);
    let mut impossible = Problem::new("% -\n~ %".parse().expect("it is a board"));
    let king = impossible.kind("king", Piece::KING);
    impossible.add(Constraint::count(king, Area::Everywhere, 1));
    let turned = classics::queens(4).with(Constraint::symmetric([Symmetry::QuarterTurn], Area::Everywhere));
    vec![
        classics::queens(4),
        classics::queens(3),
        turned,
        classics::non_attacking(Board::new(2, 4), Piece::KNIGHT),
        classics::attacking(Board::square(3), Piece::QUEEN, 2),
        classics::attacking(Board::new(2, 3), Piece::ROOK, ..=1),
        classics::domination(Board::new(2, 4), Piece::KING),
        classics::total_domination(Board::new(2, 3), Piece::QUEEN),
        classics::peaceable(Board::square(3), Piece::QUEEN),
        classics::no_three_in_line(3),
        walled,
        nobody,
        impossible,
    ]
}

fn everything(problem: &Problem, options: &Options) {
    let oracle = Options::new().engine(Engine::Brute);
    let all = problem.using(&oracle).enumerate().unwrap().sorted().unwrap();
    let weights: Vec<_> = problem.kinds().zip([2, -1, 3]).collect();
    agrees(problem, &weights, &all, options).unwrap_or_else(|error| panic!("{problem:?}: {error}"));
}

/// Of problems with more solutions than this an engine is not asked: some are not meant for long pools. Nor of those that it
/// declines.
fn random_problems(engine: Engine, usual: u32, most: usize) {
    let config = Config { cases: number_of_cases(usual), failure_persistence: None, ..Config::default() };
    let oracle = Options::new().engine(Engine::Brute);
    let tried = TestRunner::new(config).run(&cases(), |(problem, weights)| {
        let all = problem.using(&oracle).enumerate().unwrap().sorted().unwrap();
        let plain = Options::new().engine(engine);
        let declined = problem.using(&plain).solve().is_err_and(|error| error.is_declined());
        let asked = if all.len() <= most && !declined { ways(engine) } else { Vec::new() };
        asked.iter().try_for_each(|options| agrees(&problem, &weights, &all, options))
    });
    tried.unwrap_or_else(|error| panic!("{error}"));
}

/// The ways to ask an engine that must not make a difference: with all families of rows and clauses, and with none.
#[cfg(any(feature = "ilp", feature = "sat"))]
fn ways(engine: Engine) -> Vec<Options> {
    use queenside::{Family, Formulation};
    let naive = Family::ALL.into_iter().fold(Formulation::strong(), Formulation::without);
    [Formulation::strong(), naive].map(|formulation| Options::new().engine(engine).formulation(formulation)).into()
}

#[cfg(not(any(feature = "ilp", feature = "sat")))]
fn ways(engine: Engine) -> Vec<Options> {
    vec![Options::new().engine(engine)]
}

/// Pieces of a split hold everything, once; what is left of a stop can be gone on with.
fn parts(engine: Engine) {
    let problem = classics::non_attacking(Board::new(2, 4), Piece::ROOK);
    let options = Options::new().engine(engine);
    let all = problem.using(&options).enumerate().unwrap().sorted().unwrap();
    let pieces = problem.using(&options).split(3).unwrap();
    assert!(pieces.len() > 1);
    let found = |part: &Part| problem.using(&options).resume(part).unwrap().sorted().unwrap();
    let mut joined: Vec<Placement> = pieces.iter().flat_map(found).collect();
    joined.sort_unstable();
    assert_eq!(joined, all);

    let seven = Options::new().engine(engine).solution_limit(7);
    let mut joined = Vec::new();
    let mut left = problem.using(&options).split(1).unwrap().pop();
    while let Some(part) = left {
        let mut solutions = problem.using(&seven).resume(&part).unwrap();
        joined.extend(solutions.by_ref().take(7).map_while(Result::ok));
        left = solutions.find_map(Result::err).and_then(|stopped| stopped.rest().cloned());
    }
    joined.sort_unstable();
    assert_eq!(joined, all);
}

/// A pool that is cut short says so, and all that it gave is right.
fn cut_short(engine: Engine) {
    let problem = classics::non_attacking(Board::square(4), Piece::KING);
    let options = Options::new().engine(engine).solution_limit(9);
    let mut solutions = problem.using(&options).enumerate().unwrap();
    let found: BTreeSet<Placement> = solutions.by_ref().take(9).map(Result::unwrap).collect();
    assert_eq!(found.len(), 9);
    assert!(found.iter().all(|placement| placement.judge(&problem).unwrap().is_solution()));
    assert!(matches!(solutions.next(), Some(Err(stopped)) if stopped.cause() == Cause::SolutionLimit));
    assert!(solutions.next().is_none());
}

/// A time limit and a token stop what would take for ever, an enumeration and an optimum, within 50 ms or so.
fn stops(engine: Engine, enumerated: &Problem, maximised: &Problem) {
    // Other tests are running at the same time.
    const GRACE: Duration = Duration::from_millis(500);
    let time = Duration::from_millis(100);
    let limited = Options::new().engine(engine).time_limit(time);
    let start = Instant::now();
    let counted = enumerated.using(&limited).count().unwrap();
    assert_eq!(counted.stopped().map(Stopped::cause), Some(Cause::TimeLimit));
    let outcome = maximised.using(&limited).maximize().unwrap();
    assert!(matches!(outcome, Outcome::Stopped(_)), "{outcome:?}");
    assert!(start.elapsed() < 2 * time + GRACE, "{:?}", start.elapsed());

    let token = CancelToken::new();
    let cancelled = Options::new().engine(engine).cancel(&token);
    let switch = token.clone();
    let other = std::thread::spawn(move || {
        std::thread::sleep(time);
        switch.cancel();
    });
    let start = Instant::now();
    let outcome = maximised.using(&cancelled).maximize().unwrap();
    assert!(matches!(&outcome, Outcome::Stopped(unfinished) if unfinished.stopped().cause() == Cause::Cancelled));
    assert!(start.elapsed() < time + GRACE, "{:?}", start.elapsed());
    other.join().expect("it does not panic");
}

/// `HiGHS` 1.15 says of the six optima, pair by pair, that there are none, unless a rule of its presolve is switched off.
fn amazons_and_queens(engine: Engine) {
    let mut problem = Problem::new("% . % .\n. . . .\nwrap: columns".parse().expect("it is a board"));
    let (amazon, queen) = (problem.kind("amazon", Piece::AMAZON), problem.kind("queen", Piece::QUEEN));
    problem.add(Constraint::attacks([amazon, queen], [amazon, queen], 0)).add(Constraint::attacks(
        amazon,
        amazon,
        ..=0,
    ));
    for options in ways(engine) {
        let most = problem.using(&options).maximize().unwrap();
        assert_eq!(most.value(), Some(2));
        assert_eq!(most.optima().unwrap().using(&options).count().unwrap().exact(), Some(6u32.into()));
    }
}

macro_rules! engines {
    ($($(#[$if:meta])* $name:ident: $engine:expr, $cases:expr, $most:expr, $enumerated:expr, $maximised:expr;)*) => {$(
        $(#[$if])*
        mod $name {
            use super::*;

            #[test]
            fn everything_is_answered_about_small_problems() {
                for problem in small() {
                    for options in ways($engine) {
                        everything(&problem, &options);
                    }
                }
            }

            #[test]
            fn random_problems_are_answered_as_by_the_oracle() {
                random_problems($engine, $cases, $most);
            }

            #[test]
            fn six_optima_are_six() {
                amazons_and_queens($engine);
            }

            #[test]
            fn parts_hold_everything_once() {
                parts($engine);
            }

            #[test]
            fn a_pool_that_is_cut_short_says_so() {
                cut_short($engine);
            }

            #[test]
            fn limits_and_tokens_stop_it() {
                stops($engine, &$enumerated, &$maximised);
            }
        }
    )*};
}

fn kings(n: usize) -> Problem {
    classics::non_attacking(Board::square(n), Piece::KING)
}

/// Queens that each attack exactly three others, on a board too large for it.
fn hard() -> Problem {
    classics::attacking(Board::square(17), Piece::QUEEN, 3)
}

// Each engine with the number of random problems it is asked about and the most solutions these may have, and two problems
// with which it does not come to an end.
engines! {
    brute: Engine::Brute, 40, usize::MAX, kings(6), kings(6);
    search: Engine::Search, 200, usize::MAX, classics::queens(20), hard();
    sweep: Engine::Sweep, 200, usize::MAX, classics::queens(14), classics::non_attacking(Board::square(14), Piece::QUEEN);
    #[cfg(feature = "sat")]
    sat: Engine::Sat, 100, 1000, classics::queens(16), classics::peaceable(Board::square(14), Piece::QUEEN);
    #[cfg(feature = "highs")]
    ilp: Engine::Ilp, 60, 30, classics::queens(16), classics::peaceable(Board::square(14), Piece::QUEEN);
    #[cfg(all(feature = "ilp", not(feature = "highs")))]
    ilp: Engine::Ilp, 40, 20, classics::queens(12), classics::attacking(Board::square(10), Piece::QUEEN, ..=2);
}
