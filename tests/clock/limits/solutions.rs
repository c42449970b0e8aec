//! Limits of solutions, for every question.

use queenside::{Board, Cause, Options, Piece, Stopped, classics};

use super::ENGINES;

#[test]
fn are_given_up_to_the_limit_and_then_it_is_said() {
    for engine in ENGINES {
        // Two solutions; at the limit it is not looked whether there are more.
        for (limit, cut) in [(0, true), (1, true), (2, true), (3, false)] {
            let options = Options::new().engine(engine).solution_limit(limit);
            let problem = classics::queens(4);
            let items: Vec<_> = problem.using(&options).enumerate().unwrap().collect();
            let found = items.iter().filter(|item| item.is_ok()).count() as u64;
            assert_eq!(found, limit.min(2));
            let last = items.last().unwrap();
            match (last, cut) {
                (Err(stopped), true) => {
                    assert_eq!((stopped.cause(), stopped.engine()), (Cause::SolutionLimit, engine));
                    assert_eq!(stopped.statistics().solutions, limit);
                }
                (Ok(_), false) => {}
                _ => panic!("limit {limit}: {last:?}"),
            }
            let counted = problem.using(&options).count().unwrap();
            assert_eq!(counted.exact().is_err(), cut);
            assert_eq!(counted.stopped().map(|stopped| stopped.statistics().solutions), cut.then_some(limit));
        }
    }
}

#[test]
fn limit_every_question() {
    let problem = classics::queens(6);
    let one = Options::new().solution_limit(1);
    let asked = problem.using(&one);
    let limited = Some(Cause::SolutionLimit);
    let unique = asked.uniqueness().unwrap();
    assert_eq!(unique.stopped().map(Stopped::cause), limited);
    // The one that was found is not lost.
    assert!(unique.stopped().unwrap().best().is_some_and(|queens| queens.judge(&problem).unwrap().is_solution()));
    assert_eq!(asked.sample(1).unwrap().stopped().map(Stopped::cause), limited);
    assert!(asked.solve().unwrap().placement().unwrap().is_some());
    let none = Options::new().solution_limit(0);
    let asked = problem.using(&none);
    assert_eq!(asked.solve().unwrap().stopped().map(Stopped::cause), limited);
    assert_eq!(asked.count().unwrap().stopped().map(Stopped::cause), limited);
}

#[test]
fn limit_an_optimisation_too() {
    let problem = classics::domination(Board::square(5), Piece::QUEEN);
    let one = Options::new().solution_limit(1);
    // One solution was to be looked at, and there are better ones.
    let stopped = problem.using(&one).minimize().unwrap().value().unwrap_err();
    assert_eq!((stopped.cause(), stopped.statistics().solutions), (Cause::SolutionLimit, 1));
}

#[test]
fn of_classes_are_those_of_all_solutions() {
    let problem = classics::queens(8);
    let some = Options::new().solution_limit(10);
    let items: Vec<_> = problem.using(&some).classes().unwrap().collect();
    let (last, given) = items.split_last().unwrap();
    assert_eq!(last.as_ref().unwrap_err().cause(), Cause::SolutionLimit);
    assert!(given.iter().all(Result::is_ok) && given.len() <= 10);
    assert!(given.iter().flatten().all(|class| class.size() == 8 || class.size() == 4));
}
