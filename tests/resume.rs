//! A search that is stopped can be gone on with, and one that is split gives the same solutions in the same order.

mod common;

use common::cases;
use proptest::prelude::*;
use queenside::{Board, Cause, Engine, Options, Part, Piece, Placement, Problem, classics};

/// All solutions, found in goes of so many nodes.
fn piecemeal(problem: &Problem, engine: Engine, nodes: u64) -> Vec<Placement> {
    let options = Options::new().engine(engine).node_limit(nodes);
    let mut found = Vec::new();
    let mut rest: Option<Part> = None;
    loop {
        let solutions = match &rest {
            None => problem.using(&options).enumerate(),
            Some(part) => problem.using(&options).resume(part),
        };
        rest = None;
        for solution in solutions.unwrap() {
            match solution {
                Ok(placement) => found.push(placement),
                Err(stopped) => {
                    assert_eq!(stopped.cause(), Cause::NodeLimit);
                    rest = stopped.rest().cloned();
                }
            }
        }
        if rest.is_none() {
            return found;
        }
    }
}

fn all(problem: &Problem, engine: Engine) -> Vec<Placement> {
    problem.using(&Options::new().engine(engine)).enumerate().unwrap().collect::<Result<_, _>>().unwrap()
}

fn split(problem: &Problem, engine: Engine, pieces: usize) -> Vec<Placement> {
    let options = Options::new().engine(engine);
    let pieces = problem.using(&options).split(pieces).unwrap();
    pieces.iter().flat_map(|piece| problem.using(&options).resume(piece).unwrap()).collect::<Result<_, _>>().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_is_missed_and_nothing_comes_twice((problem, _) in cases(), nodes in 1u64..40, pieces in 1usize..9) {
        let whole = all(&problem, Engine::Search);
        prop_assert_eq!(&piecemeal(&problem, Engine::Search, nodes), &whole);
        prop_assert_eq!(&split(&problem, Engine::Search, pieces), &whole);
        let oracle = all(&problem, Engine::Brute);
        prop_assert_eq!(&piecemeal(&problem, Engine::Brute, 40 * nodes), &oracle);
        prop_assert_eq!(&split(&problem, Engine::Brute, pieces), &oracle);
        // The sweep builds its layers before it goes through the solutions, each time anew.
        let sweep = all(&problem, Engine::Sweep);
        prop_assert_eq!(&piecemeal(&problem, Engine::Sweep, 20_000 + nodes), &sweep);
        prop_assert_eq!(&split(&problem, Engine::Sweep, pieces), &sweep);
    }
}

#[test]
fn lines_are_branched_on_as_well_as_squares() {
    let armies = classics::peaceable(Board::square(5), Piece::QUEEN);
    let optima = armies.maximize().unwrap().optima().unwrap();
    let whole = all(&optima, Engine::Search);
    assert_eq!(whole.len(), all(&optima, Engine::Sweep).len());
    for nodes in [1, 7, 100] {
        assert_eq!(piecemeal(&optima, Engine::Search, nodes), whole);
    }
    for pieces in [2, 5, 30] {
        assert_eq!(split(&optima, Engine::Search, pieces), whole);
    }
}

#[test]
fn eight_queens_one_solution_at_a_time() {
    let problem = classics::queens(8);
    let options = Options::new().solution_limit(1);
    let mut found = Vec::new();
    let mut solutions = problem.using(&options).enumerate().unwrap();
    while let Some(Ok(queens)) = solutions.next() {
        found.push(queens);
        let stopped = solutions.next().and_then(Result::err).expect("the limit is one");
        assert_eq!(stopped.cause(), Cause::SolutionLimit);
        solutions = problem.using(&options).resume(stopped.rest().expect("it can be gone on with")).unwrap();
    }
    assert_eq!(found, all(&problem, Engine::Search));
}

#[test]
fn pieces_of_a_split_are_pieces_of_work() {
    let problem = classics::queens(9);
    let sizes: Vec<usize> =
        problem.split(4).unwrap().iter().map(|piece| problem.resume(piece).unwrap().count()).collect();
    assert_eq!(sizes.iter().sum::<usize>(), 352);
    assert!(sizes.iter().all(|size| *size > 20), "{sizes:?}");
}

#[test]
fn a_part_of_another_problem_or_engine_is_refused() {
    let piece = &classics::queens(6).split(2).unwrap()[0];
    for problem in [classics::queens(7), classics::completion(6, [(0, 1)])] {
        let text = problem.resume(piece).unwrap_err().to_string();
        assert!(text.starts_with("the part was made for"), "{text}");
    }
    let brute = Options::new().engine(Engine::Brute);
    assert!(classics::queens(6).using(&brute).resume(piece).is_err());
    // The same problem built anew is the same problem.
    assert!(classics::queens(6).resume(piece).is_ok());
}

#[cfg(feature = "serde")]
#[test]
fn a_part_is_written_and_read() {
    let problem = classics::queens(8);
    for piece in problem.split(7).unwrap() {
        let text = serde_json::to_string(&piece).unwrap();
        let read: Part = serde_json::from_str(&text).unwrap();
        assert_eq!(read, piece);
        assert_eq!(problem.resume(&read).unwrap().count(), problem.resume(&piece).unwrap().count());
    }
}

/// What was written may have been damaged: whatever paths it holds, nothing panics and no solution is made up.
#[cfg(feature = "serde")]
#[test]
fn a_damaged_part_makes_no_solutions_up() {
    let problem = classics::queens(6);
    let whole = serde_json::to_value(&problem.split(1).unwrap()[0]).unwrap();
    for subtrees in ["[]", "[[]]", "[[9,9,9]]", "[[4000000000]]", "[[0,0,0,0,0,0,0,0,0,0,0]]", "[[1],[1],[0,7,1]]"] {
        for engine in [Engine::Search, Engine::Brute, Engine::Sweep] {
            let options = Options::new().engine(engine);
            let mut damaged = whole.clone();
            damaged["label"] =
                serde_json::to_value(&problem.using(&options).split(1).unwrap()[0]).unwrap()["label"].clone();
            damaged["subtrees"] = serde_json::from_str(subtrees).unwrap();
            let part: Part = serde_json::from_value(damaged).unwrap();
            for solution in problem.using(&options.clone().node_limit(100_000)).resume(&part).unwrap().flatten() {
                assert!(solution.judge(&problem).unwrap().is_solution());
            }
        }
    }
}
