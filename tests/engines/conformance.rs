//! What every engine must do. To join, an engine adds a line at the end.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use crate::common::cases;
use crate::everything::{agrees, agrees_by_kind};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use queenside::{
    Area, Board, CancelToken, Cause, Constraint, Engine, Kind, Move, Options, Part, Piece, Placement, Problem, Square,
    SquareSet, Stopped, Symmetry, Wrap, classics,
};

/// How many random problems are tried; more by hand, with `QUEENSIDE_CASES=10000 cargo test --test engines conformance`.
fn number_of_cases(usual: u32) -> u32 {
    std::env::var("QUEENSIDE_CASES").ok().and_then(|number| number.parse().ok()).unwrap_or(usual)
}

/// Problems on boards so small that every engine can be asked everything, each with a weight for each kind.
fn small() -> Vec<Problem> {
    let mut walled = Problem::new(". . .\n. % .\n. . .".parse().expect("it is a board"));
    let queen = walled.add_kind("queen", Piece::QUEEN);
    let wall = walled.add_kind("wall", Piece::BLOCKER);
    walled.add(Constraint::attacks(queen, queen, 0)).add(Constraint::count(wall, Area::Everywhere, ..=1));
    let mut empty = Problem::new("% -\n~ %".parse().expect("it is a board"));
    empty.add_kind("king", Piece::KING);
    let mut impossible = Problem::new("% -\n~ %".parse().expect("it is a board"));
    let king = impossible.add_kind("king", Piece::KING);
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
        empty,
        impossible,
    ]
}

fn everything(problem: &Problem, options: &Options) {
    let oracle = Options::new().engine(Engine::Brute);
    let all = problem.using(&oracle).enumerate().unwrap().sorted().unwrap();
    let weights: Vec<_> = problem.kinds().zip([2, -1, 3]).collect();
    questions(options)(problem, &weights, &all, options).unwrap_or_else(|error| panic!("{problem:?}: {error}"));
}

type Questions = fn(&Problem, &[(Kind, i64)], &[Placement], &Options) -> Result<(), TestCaseError>;

/// What is asked: of `Lines` nothing with weights that differ by square, which it declines.
fn questions(options: &Options) -> Questions {
    if format!("{options:?}").contains("Lines") { agrees_by_kind } else { agrees }
}

/// What an engine is asked about on random problems.
struct Trial {
    engine: Engine,
    /// How many problems are tried, unless `QUEENSIDE_CASES` says otherwise.
    cases: u32,
    /// Of problems with more solutions the engine is not asked: some are not meant for long pools.
    max_solutions: usize,
    /// Of a hundred problems, how many it answers at least on average; it may decline the others.
    min_accepted: u32,
}

impl Trial {
    fn run(&self, problems: &impl Strategy<Value = (Problem, Vec<(Kind, i64)>)>) {
        let cases = number_of_cases(self.cases);
        let accepted = Cell::new(0);
        let config = Config { cases, failure_persistence: None, ..Config::default() };
        let tried = TestRunner::new(config).run(problems, |(problem, weights)| {
            let all = self.solutions(&problem);
            if all.len() > self.max_solutions || self.declines(&problem) {
                return Ok(());
            }
            accepted.set(accepted.get() + 1);
            let options = ways(self.engine);
            options.iter().try_for_each(|options| questions(options)(&problem, &weights, &all, options))
        });
        tried.unwrap_or_else(|error| panic!("{error}"));
        let accepted = accepted.get();
        println!("{:?} answered {accepted} of {cases} random problems", self.engine);
        // Four standard deviations less than on average: once in thirty thousand runs.
        let (all, share) = (f64::from(cases), f64::from(self.min_accepted) / 100.0);
        let min = all * share - 4.0 * (all * share * (1.0 - share)).sqrt();
        assert!(f64::from(accepted) >= min.max(1.0), "{:?} answered {accepted} of {cases}", self.engine);
    }

    /// All solutions, by the oracle; the oracle's own are told by the judge.
    fn solutions(&self, problem: &Problem) -> Vec<Placement> {
        if self.engine == Engine::Brute {
            return judged(problem);
        }
        problem.using(&Options::new().engine(Engine::Brute)).enumerate().unwrap().sorted().unwrap()
    }

    /// Whether the engine declines a problem, or one of those that questions about it lead to.
    fn declines(&self, problem: &Problem) -> bool {
        let options = Options::new().engine(self.engine);
        problem.using(&options).solve().is_err_and(|error| error.is_declined())
    }
}

/// Every placement there is, if the judge says that it is a solution, and so are its images.
fn judged(problem: &Problem) -> Vec<Placement> {
    let squares: Vec<Square> = problem.board().open().iter().collect();
    let kinds: Vec<Kind> = problem.kinds().collect();
    let group = problem.group().unwrap();
    let mut all = Vec::new();
    for number in 0..(kinds.len() + 1).pow(squares.len() as u32) {
        let mut rest = number;
        let mut pieces = Vec::new();
        for square in &squares {
            pieces.extend(kinds.get(rest % (kinds.len() + 1)).map(|kind| (*kind, *square)));
            rest /= kinds.len() + 1;
        }
        let placement = Placement::new(problem, pieces).unwrap();
        let is_solution = placement.judge(problem).unwrap().is_solution();
        for image in group.images(&placement).unwrap() {
            assert_eq!(image.judge(problem).unwrap().is_solution(), is_solution, "{image}");
        }
        all.extend(is_solution.then_some(placement));
    }
    all.sort_unstable();
    all
}

/// The ways to ask an engine that must not make a difference.
fn ways(engine: Engine) -> Vec<Options> {
    let plain = Options::new().engine(engine);
    match engine {
        Engine::Search => vec![plain.clone(), plain.clone().threads(2), plain.seed(9)],
        Engine::Lines => vec![plain.clone(), plain.threads(2)],
        Engine::Ilp | Engine::Sat => with_and_without_families(&plain),
        _ => vec![plain],
    }
}

/// With all families of rows and clauses, and with none.
fn with_and_without_families(plain: &Options) -> Vec<Options> {
    use queenside::{Family, Formulation};
    let naive = Family::ALL.into_iter().fold(Formulation::strong(), Formulation::without);
    [Formulation::strong(), naive].map(|formulation| plain.clone().formulation(formulation)).into()
}

/// Pieces of a split hold everything, once; what is left of a stop can be gone on with.
fn parts(engine: Engine, problem: &Problem) {
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
fn cut_short(engine: Engine, problem: &Problem) {
    let options = Options::new().engine(engine).solution_limit(9);
    let mut solutions = problem.using(&options).enumerate().unwrap();
    let found: BTreeSet<Placement> = solutions.by_ref().take(9).map(Result::unwrap).collect();
    assert_eq!(found.len(), 9);
    assert!(found.iter().all(|placement| placement.judge(problem).unwrap().is_solution()));
    assert!(matches!(solutions.next(), Some(Err(stopped)) if stopped.cause() == Cause::SolutionLimit));
    assert!(solutions.next().is_none());
}

/// A time limit and a token stop a count and an optimum that take much longer. Other tests run at the same time: one of a few
/// tries has to come in time.
fn stops(engine: Engine, counted: &Problem, maximised: &Problem) {
    const GRACE: Duration = Duration::from_millis(500);
    const TIME: Duration = Duration::from_millis(100);
    let in_time = |questions: u32, ask: &dyn Fn()| {
        let comes_in_time = |_| {
            let start = Instant::now();
            ask();
            start.elapsed() <= questions * TIME + GRACE
        };
        assert!((0..4).any(comes_in_time), "late four times");
    };
    let limited = Options::new().engine(engine).time_limit(TIME);
    in_time(2, &|| {
        let counted = counted.using(&limited).count().unwrap();
        assert_eq!(counted.stopped().map(Stopped::cause), Some(Cause::TimeLimit));
        let outcome = maximised.using(&limited).maximize().unwrap();
        assert!(outcome.value().is_err(), "{outcome:?}");
    });
    in_time(1, &|| {
        let token = CancelToken::new();
        let cancelled = Options::new().engine(engine).cancel(&token);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(TIME);
                token.cancel();
            });
            let outcome = maximised.using(&cancelled).maximize().unwrap();
            assert_eq!(outcome.stopped().map(Stopped::cause), Some(Cause::Cancelled));
        });
    });
}

/// `HiGHS` 1.15 says of the six optima, pair by pair, that there are none, unless a rule of its presolve is switched off.
fn amazons_and_queens(engine: Engine) {
    let mut problem = Problem::new("% . % .\n. . . .\nwrap: columns".parse().expect("it is a board"));
    let (amazon, queen) = (problem.add_kind("amazon", Piece::AMAZON), problem.add_kind("queen", Piece::QUEEN));
    problem.add(Constraint::attacks([amazon, queen], [amazon, queen], 0)).add(Constraint::attacks(
        amazon,
        amazon,
        ..=0,
    ));
    for options in ways(engine) {
        let max = problem.using(&options).maximize().unwrap();
        assert_eq!(max.value().unwrap(), Some(2));
        assert_eq!(max.optima().unwrap().using(&options).count().unwrap().exact().unwrap(), 6u32);
    }
}

/// After 17 of the 22 solutions, `HiGHS` 1.15 says that there are no more, unless it does without presolve.
fn knights_and_kings(engine: Engine) {
    let mut problem = Problem::new("% % %\n% % %\n. . .\n. . .\nwrap: both".parse().expect("it is a board"));
    let (knight, king) = (problem.add_kind("knight", Piece::KNIGHT), problem.add_kind("king", Piece::KING));
    let rider = problem.add_kind("rider", Piece::new([Move::ride(0, -1), Move::ride(0, 1), Move::ride(0, 2)]));
    problem.add(Constraint::attacks(rider, king, 0)).add(Constraint::attacks(knight, knight, 0));
    problem.add(Constraint::fixed(king, [(2, 0), (2, 1)])).add(Constraint::fixed(knight, [(2, 2)]));
    problem.add(Constraint::count(knight, [(3, 0), (3, 1)], 0));
    for options in ways(engine) {
        assert_eq!(problem.using(&options).count().unwrap().exact().unwrap(), 22u32);
    }
}

macro_rules! engines {
    ($($(#[$if:meta])* $name:ident: $trial:expr, $enumerated:expr, $maximised:expr;)*) => {$(
        $(#[$if])*
        mod $name {
            use super::*;

            #[test]
            fn everything_is_answered_about_small_problems() {
                for problem in small() {
                    for options in ways($trial.engine) {
                        everything(&problem, &options);
                    }
                }
            }

            #[test]
            fn random_problems_are_answered_as_by_the_oracle() {
                $trial.run(&cases());
            }

            #[test]
            fn six_optima_are_six() {
                amazons_and_queens($trial.engine);
            }

            #[test]
            fn the_last_solutions_are_found() {
                knights_and_kings($trial.engine);
            }

            #[test]
            fn parts_hold_everything_once() {
                parts($trial.engine, &classics::non_attacking(Board::new(2, 4), Piece::ROOK));
            }

            #[test]
            fn a_pool_that_is_cut_short_says_so() {
                cut_short($trial.engine, &kings(4));
            }

            #[test]
            fn limits_and_tokens_stop_it() {
                stops($trial.engine, &$enumerated, &$maximised);
            }
        }
    )*};
}

/// Boards up to 4×4 with walls and forbidden squares, and two kinds of which neither sees the other, nearly as many of each.
fn armies() -> impl Strategy<Value = (Problem, Vec<(Kind, i64)>)> {
    let pieces = [Piece::QUEEN, Piece::ROOK, Piece::BISHOP, Piece::KING, Piece::KNIGHT, Piece::AMAZON];
    let balance = (-1i64..=1, 0i64..=2);
    let plan = (1usize..=3, 2usize..=4, 0u32..1 << 12, 0usize..pieces.len(), balance, any::<bool>(), -2i64..=3);
    plan.prop_map(move |(rows, columns, drawn, piece, (min, more), swapped, weight)| {
        let squares = |shift: usize| {
            let index = drawn as usize >> shift & 63;
            (index < rows * columns).then_some((index / columns, index % columns))
        };
        let board = Board::new(rows, columns).with_walls(squares(0)).with_forbidden(squares(6));
        let mut problem = Problem::new(board);
        let (white, black) =
            (problem.add_kind("white", pieces[piece].clone()), problem.add_kind("black", pieces[piece].clone()));
        let (first, second) = if swapped { (black, white) } else { (white, black) };
        problem.add(Constraint::attacks(first, second, 0));
        problem.add(Constraint::balance(white, black, min..=min + more));
        (problem, vec![(white, 1), (black, weight)])
    })
}

#[test]
fn armies_in_balance_are_answered_as_by_the_oracle() {
    trial(Engine::Search, 100, usize::MAX, 100).run(&armies());
    trial(Engine::Sweep, 50, usize::MAX, 50).run(&armies());
}

/// Boards with walls, forbidden squares and edges that meet, and two or three kinds that do not see each other along lines: they
/// ride alike or not, one rule says it of each of them or one of each two, and their numbers are counted in one way or another.
fn lined() -> impl Strategy<Value = (Problem, Vec<(Kind, i64)>)> {
    let pieces = [Piece::QUEEN, Piece::ROOK, Piece::BISHOP, Piece::NIGHTRIDER];
    let wraps = [Wrap::None, Wrap::Rows, Wrap::Columns, Wrap::Both];
    let sorts = (0..4usize, 0..4usize, 0..4usize, any::<bool>());
    let rules = prop::collection::vec((0..6usize, -1i64..=3, 0i64..=2), 0..3);
    let plan = (1usize..=3, 1usize..=5, 0u32..1 << 12, sorts, 0..3usize, rules, -2i64..=3);
    plan.prop_map(move |(rows, columns, drawn, (piece, other, wrap, three), said, rules, weight)| {
        let columns = if three { columns.min(8 / rows) } else { columns.min(12 / rows) };
        let squares = |shift: usize| {
            let index = drawn as usize >> shift & 63;
            (index < rows * columns).then_some((index / columns, index % columns))
        };
        // Only a queen's lines go round edges.
        let wrap = if piece == 3 || other == 3 { Wrap::None } else { wraps[wrap] };
        let board = Board::new(rows, columns).with_wrap(wrap).with_walls(squares(0)).with_forbidden(squares(6));
        let mut problem = Problem::new(board);
        let white = problem.add_kind("white", pieces[piece].clone());
        let black = problem.add_kind("black", pieces[if three { piece } else { other }].clone());
        let mut kinds = vec![white, black];
        if three {
            kinds.push(problem.add_kind("red", pieces[piece].clone()));
        }
        for (place, kind) in kinds.iter().enumerate() {
            let others: Vec<Kind> = kinds.iter().copied().filter(|other| other != kind).collect();
            let each: &[Kind] = match said {
                0 => {
                    problem.add(Constraint::attacks(*kind, others.clone(), 0));
                    &[]
                }
                1 => &others,
                _ => &kinds[..place],
            };
            for other in each {
                problem.add(Constraint::attacks(*kind, *other, 0));
            }
        }
        let all = kinds.clone();
        for (sort, min, more) in rules {
            let range = min..=min + more;
            problem.add(match sort {
                0 | 1 => Constraint::balance(white, black, range),
                2 => Constraint::count(white, Area::Everywhere, min..),
                3 => Constraint::count(all.clone(), Area::Everywhere, range),
                4 => Constraint::count(kinds[kinds.len() - 1], Area::Everywhere, ..=min.max(0)),
                _ => Constraint::count(black, [(0, 0)], ..=min.clamp(0, 1)),
            });
        }
        (problem, kinds.into_iter().zip([1, weight, 2]).collect())
    })
}

/// Boards with walls, forbidden squares and edges that meet, and one kind that covers squares along lines: all or some, those of pieces
/// too or not, apart or not, with their number counted in one way or another.
fn covered() -> impl Strategy<Value = (Problem, Vec<(Kind, i64)>)> {
    // Both leap one way, and the first rides one way along some lines.
    let first = Piece::new([Move::ride(0, 1), Move::ride(0, -1), Move::ride(1, 1), Move::leap(2, 1)]);
    let second =
        Piece::new([Move::ride(0, 1), Move::ride(0, -1), Move::ride(1, 0), Move::ride(-1, 0), Move::leap(1, 1)]);
    let pieces =
        [Piece::QUEEN, Piece::ROOK, Piece::BISHOP, Piece::NIGHTRIDER, Piece::AMAZON, Piece::CHANCELLOR, first, second];
    let wraps = [Wrap::None, Wrap::Rows, Wrap::Columns, Wrap::Both];
    let rules = prop::collection::vec((0..4usize, 0i64..=3, 0i64..=2), 0..3);
    let plan =
        (1usize..=4, 1usize..=5, 0u32..1 << 18, (0..8usize, 0..4usize), (0..4usize, 0..6usize), rules, -2i64..=0);
    plan.prop_map(move |(rows, columns, drawn, (piece, wrap), (said, some), rules, weight)| {
        let columns = columns.min(12 / rows);
        let squares = |shift: usize| {
            let index = drawn as usize >> shift & 63;
            (index < rows * columns).then_some((index / columns, index % columns))
        };
        let wrap = if piece == 3 { Wrap::None } else { wraps[wrap] };
        let board = Board::new(rows, columns).with_wrap(wrap).with_walls(squares(0));
        let board = if some == 0 { board.with_forbidden(squares(6)) } else { board };
        let mut problem = Problem::new(board.clone());
        let own = problem.add_kind("own", pieces[piece].clone());
        let area: SquareSet = board.open().iter().skip(if some < 3 { some } else { 0 }).collect();
        let covers = Constraint::covered(area, own, 1..);
        problem.add(if said == 0 { covers } else { covers.where_vacant() });
        if said == 2 {
            problem.add(Constraint::attacks(own, own, 0));
        }
        for (sort, min, more) in rules {
            problem.add(match sort {
                0 | 1 => Constraint::count(own, Area::Everywhere, min..=min + more),
                2 => Constraint::count(own, Area::Everywhere, ..=min),
                _ => Constraint::count(own, squares(12).unwrap_or((0, 0)), 0),
            });
        }
        (problem, vec![(own, weight)])
    })
}

fn rooks() -> Problem {
    let mut problem = classics::peaceable(Board::new(2, 3), Piece::ROOK);
    let white = problem.kinds().next().expect("there are two kinds");
    problem.add(Constraint::count(white, Area::Everywhere, ..=1));
    problem
}

mod lines {
    use super::*;

    #[test]
    fn everything_is_answered_about_small_problems() {
        let torus = Board::square(3).with_wrap(Wrap::Both);
        let mut never = classics::peaceable(Board::new(2, 2), Piece::QUEEN);
        let white = never.kinds().next().expect("there are two kinds");
        never.add(Constraint::count(white, Area::Everywhere, 2..));
        for problem in [
            classics::peaceable(Board::square(3), Piece::QUEEN),
            classics::peaceable(torus, Piece::BISHOP),
            classics::peaceable(". . . %\n. % . -\n. . ~ .".parse().expect("it is a board"), Piece::ROOK),
            classics::peaceable(Board::new(3, 4), Piece::NIGHTRIDER),
            classics::domination(Board::new(3, 4), Piece::QUEEN),
            classics::independent_domination(Board::square(3).with_wrap(Wrap::Columns), Piece::BISHOP),
            classics::total_domination(". . . %\n. % . .\n. . . .".parse().expect("it is a board"), Piece::ROOK),
            rooks(),
            never,
        ] {
            for options in ways(Engine::Lines) {
                everything(&problem, &options);
            }
        }
    }

    #[test]
    fn random_problems_are_answered_as_by_the_oracle() {
        trial(Engine::Lines, 150, 20_000, 60).run(&lined());
        trial(Engine::Lines, 50, usize::MAX, 40).run(&armies());
        trial(Engine::Search, 100, 20_000, 90).run(&lined());
        trial(Engine::Lines, 200, 20_000, 30).run(&covered());
        trial(Engine::Search, 100, 20_000, 90).run(&covered());
    }

    #[test]
    fn other_problems_are_declined() {
        let options = Options::new().engine(Engine::Lines);
        let told = |problem: &Problem| {
            let error = problem.using(&options).count().expect_err("it is declined");
            assert!(error.is_declined());
            error.to_string()
        };
        assert!(told(&classics::queens(6)).contains("2 to 8 kinds"));
        assert!(told(&classics::peaceable(Board::square(5), Piece::KNIGHT)).contains("as leapers do"));
        let mut fixed = classics::peaceable(Board::square(5), Piece::QUEEN);
        let white = fixed.kinds().next().expect("there are two kinds");
        fixed.add(Constraint::fixed(white, [(2, 2)]));
        assert!(told(&fixed).contains("some of the squares only"));
        assert!(told(&classics::domination(Board::square(5), Piece::KING)).contains("whole lines"));
        let mut twice = Problem::new(Board::square(4));
        let queen = twice.add_kind("queen", Piece::QUEEN);
        twice.add(Constraint::covered(Area::Everywhere, queen, 2..));
        assert!(told(&twice).contains("one piece or more"));
    }

    #[test]
    fn parts_hold_everything_once() {
        parts(Engine::Lines, &classics::peaceable(Board::new(2, 3), Piece::ROOK));
        parts(Engine::Lines, &classics::peaceable(Board::square(3), Piece::QUEEN));
        parts(Engine::Lines, &classics::domination(Board::square(3), Piece::BISHOP));
        parts(Engine::Lines, &classics::total_domination(Board::new(3, 4), Piece::QUEEN));
    }

    #[test]
    fn a_pool_that_is_cut_short_says_so() {
        cut_short(Engine::Lines, &classics::peaceable(Board::square(4), Piece::QUEEN));
        cut_short(Engine::Lines, &classics::domination(Board::square(4), Piece::QUEEN));
    }

    #[test]
    fn limits_and_tokens_stop_it() {
        let enumerated = classics::peaceable(Board::square(8), Piece::BISHOP);
        stops(Engine::Lines, &enumerated, &classics::peaceable(Board::square(20), Piece::QUEEN));
        let covered = classics::domination(Board::square(16), Piece::QUEEN);
        stops(Engine::Lines, &covered, &classics::peaceable(Board::square(20), Piece::QUEEN));
    }
}

fn kings(n: usize) -> Problem {
    classics::non_attacking(Board::square(n), Piece::KING)
}

/// Queens that each attack exactly three others, on a board too large for it.
fn hard() -> Problem {
    classics::attacking(Board::square(17), Piece::QUEEN, 3)
}

/// An engine with the number of random problems it is asked about, the most solutions these may have, and how many of a hundred
/// it must answer.
const fn trial(engine: Engine, cases: u32, max_solutions: usize, min_accepted: u32) -> Trial {
    Trial { engine, cases, max_solutions, min_accepted }
}

// Each engine with two problems with which it does not come to an end: one to enumerate, one to maximise.
engines! {
    brute: trial(Engine::Brute, 60, usize::MAX, 100), kings(6), kings(6);
    search: trial(Engine::Search, 600, usize::MAX, 100), classics::queens(20), hard();
    sweep: trial(Engine::Sweep, 600, usize::MAX, 50), classics::queens(14), classics::non_attacking(Board::square(14), Piece::QUEEN);
    #[cfg(feature = "sat")]
    sat: trial(Engine::Sat, 100, 1000, 65), classics::queens(16), classics::peaceable(Board::square(14), Piece::QUEEN);
    #[cfg(feature = "highs")]
    ilp: trial(Engine::Ilp, 60, 30, 20), classics::queens(16), classics::peaceable(Board::square(14), Piece::QUEEN);
    #[cfg(all(feature = "ilp", not(feature = "highs")))]
    ilp: trial(Engine::Ilp, 40, 20, 20), classics::queens(12), classics::attacking(Board::square(10), Piece::QUEEN, ..=2);
}
