//! The corners of the language: tiny boards, empty boards, rules that ask for nothing or too much,
//! rides that come home, and every fault there is.

mod answers;
mod every_fault;
mod fixed_pieces;
mod no_pieces;
mod odd_pieces;
mod rides_that_come_home;
mod sight;
mod squares;
mod tiny_boards;
mod too_little_and_too_much;

use queenside::{Board, Engine, Fault, Invalid, Kind, Options, Piece, Placement, Problem, Uniqueness, Wrap};

const ENGINES: [Engine; 3] = [Engine::Brute, Engine::Search, Engine::Sweep];
const WRAPS: [Wrap; 4] = [Wrap::None, Wrap::Columns, Wrap::Rows, Wrap::Both];

/// All solutions, on which the engines must agree.
fn solutions(problem: &Problem) -> Vec<Placement> {
    let [oracle, search, sweep] =
        ENGINES.map(|engine| problem.using(&Options::new().engine(engine)).enumerate().unwrap().sorted().unwrap());
    assert_eq!(search, oracle, "the engines disagree on\n{problem}");
    assert_eq!(sweep, oracle, "the engines disagree on\n{problem}");
    oracle
}

/// The most and the fewest pieces, on which the engines must agree.
fn extremes(problem: &Problem) -> (Option<i64>, Option<i64>) {
    let [oracle, search, sweep] = ENGINES.map(|engine| {
        let options = Options::new().engine(engine);
        let asked = problem.using(&options);
        (asked.maximize().unwrap().value().unwrap(), asked.minimize().unwrap().value().unwrap())
    });
    assert_eq!(search, oracle, "the engines disagree on\n{problem}");
    assert_eq!(sweep, oracle, "the engines disagree on\n{problem}");
    oracle
}

/// Pieces of one kind, named "piece", without rules.
fn with(board: Board, piece: Piece) -> (Problem, Kind) {
    let mut problem = Problem::new(board);
    let kind = problem.add_kind("piece", piece);
    (problem, kind)
}

/// Nothing satisfies the rules: every question says so, by every engine, and none takes it for an error.
fn is_infeasible(problem: &Problem) {
    for engine in ENGINES {
        let options = Options::new().engine(engine);
        let asked = problem.using(&options);
        let (max, fewest) = (asked.maximize().unwrap(), asked.minimize().unwrap());
        let (any, drawn, unique) = (asked.solve().unwrap(), asked.sample(1).unwrap(), asked.uniqueness().unwrap());
        assert_eq!((max.value(), fewest.value()), (Ok(None), Ok(None)));
        assert_eq!((any.placement(), drawn.placement()), (Ok(None), Ok(None)));
        assert_eq!(unique.known(), Ok(&Uniqueness::Infeasible));
        let engines = [max.engine(), fewest.engine(), any.engine(), drawn.engine(), unique.engine()];
        assert_eq!(engines, [engine; 5]);
        assert_eq!(asked.count().unwrap().exact().unwrap(), 0u32);
        assert!(asked.enumerate().unwrap().next().is_none());
        assert!(asked.classes().unwrap().next().is_none());
        let optima = asked.maximize().unwrap().optima().unwrap();
        assert_eq!(optima.using(&options).count().unwrap().exact().unwrap(), 0u32);
    }
}

/// The texts of all faults.
fn faults(error: &Invalid) -> Vec<String> {
    error.faults().iter().map(Fault::to_string).collect()
}

/// The faults of a problem, reported alike by every question.
fn faults_of(problem: &Problem) -> Vec<String> {
    let error = problem.check().unwrap_err();
    assert_eq!(problem.maximize().unwrap_err(), error);
    assert_eq!(problem.minimize().unwrap_err(), error);
    assert_eq!(problem.solve().unwrap_err(), error);
    assert_eq!(problem.enumerate().unwrap_err(), error);
    assert_eq!(problem.count().unwrap_err(), error);
    assert_eq!(problem.classes().unwrap_err(), error);
    assert_eq!(problem.uniqueness().unwrap_err(), error);
    assert_eq!(problem.sample(0).unwrap_err(), error);
    assert_eq!(problem.group().unwrap_err(), error);
    assert_eq!(problem.generate([]).unwrap_err(), error);
    assert!(!error.is_declined());
    faults(&error)
}
