//! Limits of solutions, for every question.

use queenside::{Board, Cause, Counted, Options, Outcome, Piece, Solved, Uniqueness, classics};

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
            assert_eq!(counted.exact().is_none(), cut);
            assert_eq!(counted.stopped().map(|stopped| stopped.statistics().solutions), cut.then_some(limit));
        }
    }
}

#[test]
fn limit_every_question() {
    let problem = classics::queens(6);
    let one = Options::new().solution_limit(1);
    let asked = problem.using(&one);
    assert!(matches!(asked.is_unique().unwrap(), Uniqueness::Stopped(why) if why.cause() == Cause::SolutionLimit));
    assert!(matches!(asked.sample(1).unwrap(), Solved::Stopped(why) if why.cause() == Cause::SolutionLimit));
    assert!(matches!(asked.solve().unwrap(), Solved::Found(..)));
    let none = Options::new().solution_limit(0);
    let asked = problem.using(&none);
    assert!(matches!(asked.solve().unwrap(), Solved::Stopped(why) if why.cause() == Cause::SolutionLimit));
    assert!(matches!(asked.count().unwrap(), Counted::Stopped(why) if why.cause() == Cause::SolutionLimit));
}

#[test]
fn limit_an_optimisation_too() {
    let problem = classics::domination(Board::square(5), Piece::QUEEN);
    let one = Options::new().solution_limit(1);
    let Outcome::Stopped(unfinished) = problem.using(&one).minimize().unwrap() else {
        panic!("one solution was to be looked at, and there are better ones")
    };
    assert_eq!(unfinished.stopped().cause(), Cause::SolutionLimit);
    assert_eq!(unfinished.stopped().statistics().solutions, 1);
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
