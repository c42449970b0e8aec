//! Whatever is asked stops when it should, says so, and never passes for complete.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use queenside::{
    Area, Board, CancelToken, Cause, Constraint, Counted, Direction, Engine, Group, Kind, Options, Outcome, Piece,
    Problem, Progress, Solved, Stopped, Symmetry, Transform, Uniqueness, Wrap, classics,
};

/// What a question may take beyond its limit.
const SLACK: Duration = Duration::from_millis(50);
const SHORT: Duration = Duration::from_millis(30);

const ENGINES: [Engine; 3] = [Engine::Brute, Engine::Search, Engine::Sweep];

/// Lets the tests of this file run one at a time: they look at the clock.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Asks under a time limit; the answer must say that it was reached, and come in time. On a machine that others keep
/// busy the best of three counts.
#[track_caller]
fn stops_in_time(limit: Duration, ask: impl Fn(&Options) -> Option<Stopped>) {
    let _alone = alone();
    let mut best = Duration::MAX;
    for _ in 0..3 {
        let options = Options::new().time_limit(limit);
        let start = Instant::now();
        let stopped = ask(&options);
        best = best.min(start.elapsed());
        assert_eq!(stopped.map(|stopped| stopped.cause()), Some(Cause::TimeLimit));
        if best <= limit + SLACK {
            return;
        }
    }
    panic!("a limit of {limit:?} took {best:?}: {:?} too long", best.saturating_sub(limit));
}

fn maximize(problem: &Problem, options: &Options) -> Option<Stopped> {
    let outcome = problem.using(options).maximize().unwrap();
    assert_eq!(outcome.value(), None, "a stopped search has no optimum");
    outcome.stopped().cloned()
}

fn minimize(problem: &Problem, options: &Options) -> Option<Stopped> {
    problem.using(options).minimize().unwrap().stopped().cloned()
}

fn count(problem: &Problem, options: &Options) -> Option<Stopped> {
    let counted = problem.using(options).count().unwrap();
    assert_eq!(counted.exact(), None, "a stopped count is not exact");
    counted.stopped().cloned()
}

fn enumerate(problem: &Problem, options: &Options) -> Option<Stopped> {
    let mut solutions = problem.using(options).enumerate().unwrap();
    solutions.find_map(Result::err)
}

fn classes(problem: &Problem, options: &Options) -> Option<Stopped> {
    let mut classes = problem.using(options).classes().unwrap();
    classes.find_map(Result::err)
}

fn attacking(n: usize, k: i64) -> Problem {
    classics::attacking(Board::square(n), Piece::QUEEN, k)
}

fn shift(rows: usize, columns: usize) -> Transform {
    Transform::from(Symmetry::Identity).shifted(rows, columns)
}

/// n×n walls but for these many squares, evenly spread.
fn few_open(n: usize, open: usize) -> Board {
    let squares = Board::square(n).squares();
    let every = n * n / open;
    let walls = squares.iter().enumerate().filter(|(index, _)| index % every != 0);
    Board::square(n).with_walls(walls.map(|(_, square)| square))
}

mod time {
    use super::*;

    #[test]
    fn counting_thirty_queens() {
        let problem = classics::queens(30);
        stops_in_time(SHORT, |options| count(&problem, options));
    }

    #[test]
    fn enumerating_thirty_queens() {
        let problem = classics::queens(30);
        stops_in_time(SHORT, |options| enumerate(&problem, options));
    }

    #[test]
    fn classes_of_thirty_queens() {
        let problem = classics::queens(30);
        stops_in_time(SHORT, |options| classes(&problem, options));
    }

    #[test]
    fn counting_classes_of_queens_by_burnside() {
        let problem = classics::queens(20);
        let group = problem.group().unwrap();
        stops_in_time(SHORT, |options| group.count_classes(&problem, options).unwrap().stopped().cloned());
    }

    #[test]
    fn sampling() {
        let problem = classics::queens(20);
        stops_in_time(SHORT, |options| problem.using(options).sample(1).unwrap().stopped().cloned());
    }

    #[test]
    fn solving_and_uniqueness() {
        // There is no odd number of queens that each attack three others, but it takes long to see.
        let mut problem = attacking(12, 3);
        let queen = problem.kinds().next().unwrap();
        problem.add(Constraint::count(queen, Area::Everywhere, 27));
        stops_in_time(SHORT, |options| problem.using(options).solve().unwrap().stopped().cloned());
        stops_in_time(SHORT, |options| problem.using(options).is_unique().unwrap().stopped().cloned());
    }

    #[test]
    fn domination_of_a_board_of_twelve() {
        let problem = classics::domination(Board::square(12), Piece::QUEEN);
        stops_in_time(SHORT, |options| minimize(&problem, options));
    }

    #[test]
    fn exactly_three_on_a_board_of_twelve() {
        // SAT answers it within the limit.
        let problem = attacking(12, 3);
        stops_in_time(SHORT, |options| maximize(&problem, &options.clone().engine(Engine::Search)));
    }

    #[test]
    fn no_three_in_line_on_a_board_of_twelve() {
        let problem = classics::no_three_in_line(12);
        stops_in_time(SHORT, |options| maximize(&problem, options));
    }

    #[test]
    fn peaceable_armies_on_a_board_of_ten() {
        let problem = classics::peaceable(Board::square(10), Piece::QUEEN);
        stops_in_time(SHORT, |options| maximize(&problem, options));
    }

    #[test]
    fn least_walls_on_a_board_of_eight() {
        let mut problem = Problem::new(Board::square(8));
        let queen = problem.kind("queen", Piece::QUEEN);
        let wall = problem.kind("wall", Piece::BLOCKER);
        problem.non_attacking().add(Constraint::count(queen, Area::Everywhere, 12));
        let ask = |options: &Options| problem.using(options).minimize_of([(wall, 1)]).unwrap().stopped().cloned();
        stops_in_time(SHORT, ask);
    }

    #[test]
    fn kings_on_a_board_of_a_thousand() {
        let problem = classics::non_attacking(Board::square(1024), Piece::KING);
        stops_in_time(SHORT, |options| maximize(&problem, options));
    }

    #[test]
    fn kings_on_a_board_of_a_thousand_once_the_search_is_under_way() {
        let problem = classics::non_attacking(Board::square(1024), Piece::KING);
        stops_in_time(Duration::from_secs(1), |options| maximize(&problem, options));
    }

    #[test]
    fn what_is_large_is_freed_aside() {
        // Eight million leaps from as many squares, each a list of its own, and two million kings' blocks.
        let leaps = classics::attacking(Board::square(1024), Piece::KNIGHT, 2);
        stops_in_time(Duration::from_secs(1), |options| count(&leaps, options));
        let mut kings = Problem::new(Board::square(512));
        for number in 0..8 {
            kings.kind(format!("king {number}"), Piece::KING);
        }
        kings.non_attacking();
        stops_in_time(Duration::from_secs(1), |options| maximize(&kings, options));
    }

    #[test]
    fn the_group_of_a_large_problem() {
        let lines = classics::queens(1024);
        stops_in_time(SHORT, |options| classes(&lines, options));
        let mut sum = Problem::new(Board::square(1024));
        let king = sum.kind("king", Piece::KING);
        sum.add(Constraint::linear(sum.board().squares().iter().map(|at| (1, king, at)), 1000));
        stops_in_time(SHORT, |options| classes(&sum, options));
        let group = Group::of_board(sum.board());
        stops_in_time(SHORT, |options| {
            let mut classes = sum.using(options).classes_under(&group).unwrap();
            classes.find_map(Result::err)
        });
    }

    #[test]
    fn queens_on_a_board_of_a_thousand() {
        let problem = classics::queens(1000);
        stops_in_time(SHORT, |options| problem.using(options).solve().unwrap().stopped().cloned());
    }

    #[test]
    fn queens_on_the_largest_board() {
        let problem = classics::non_attacking(Board::square(4096), Piece::QUEEN);
        stops_in_time(SHORT, |options| maximize(&problem, options));
    }

    #[test]
    fn exactly_two_on_a_board_of_three_hundred() {
        let problem = attacking(300, 2);
        stops_in_time(SHORT, |options| maximize(&problem, options));
    }

    #[test]
    fn queens_dominating_a_board_of_a_thousand() {
        let problem = classics::domination(Board::square(1024), Piece::QUEEN);
        stops_in_time(SHORT, |options| minimize(&problem, options));
    }

    #[test]
    fn kings_dominating_a_board_of_a_hundred() {
        let problem = classics::domination(Board::square(100), Piece::KING);
        stops_in_time(SHORT, |options| minimize(&problem, options));
    }

    #[test]
    fn classes_of_kings_dominating_a_large_board() {
        let problem = classics::domination(Board::square(256), Piece::KING);
        stops_in_time(SHORT, |options| classes(&problem, options));
    }

    #[test]
    fn no_three_in_line_on_a_board_of_forty() {
        let problem = classics::no_three_in_line(40);
        stops_in_time(SHORT, |options| maximize(&problem, options));
    }

    #[test]
    fn occupied_lines_of_a_board_of_a_thousand() {
        let mut problem = Problem::new(Board::square(1024));
        let queen = problem.kind("queen", Piece::QUEEN);
        problem.add(Constraint::occupied_lines(queen, Direction::QUEEN, 20));
        stops_in_time(SHORT, |options| minimize(&problem, options));
    }

    #[test]
    fn symmetric_kings_on_a_board_of_a_thousand() {
        let mut problem = classics::non_attacking(Board::square(1024), Piece::KING);
        problem.add(Constraint::symmetric([Symmetry::QuarterTurn, Symmetry::Transpose], Area::Everywhere));
        stops_in_time(SHORT, |options| maximize(&problem, options));
    }

    #[test]
    fn kings_on_a_torus_that_may_be_shifted_anywhere() {
        let mut problem = classics::non_attacking(Board::square(256).with_wrap(Wrap::Both), Piece::KING);
        problem.add(Constraint::symmetric([shift(1, 0), shift(0, 1)], Area::Everywhere));
        stops_in_time(SHORT, |options| maximize(&problem, options));
    }

    #[test]
    fn a_sum_over_a_board_of_a_thousand() {
        let mut problem = classics::non_attacking(Board::square(1024), Piece::KING);
        let king = problem.kinds().next().unwrap();
        let terms: Vec<_> = problem.board().squares().iter().map(|at| (at.column() as i64 % 7, king, at)).collect();
        problem.add(Constraint::linear(terms, 1000));
        stops_in_time(SHORT, |options| maximize(&problem, options));
    }

    #[test]
    fn many_kinds_on_a_large_board() {
        let mut problem = Problem::new(Board::square(64));
        for range in 1..=64 {
            problem.kind(format!("queen of {range}"), Piece::QUEEN.within(range));
        }
        problem.non_attacking();
        stops_in_time(SHORT, |options| maximize(&problem, options));
    }

    #[test]
    fn few_open_squares_of_a_large_board() {
        // A million solutions, none of which takes long to find, but each of which is judged.
        let problem = classics::non_attacking(few_open(256, 20), Piece::KING);
        stops_in_time(4 * SHORT, |options| enumerate(&problem, options));
    }

    #[test]
    fn the_oracle_on_few_open_squares_of_a_large_board() {
        let problem = classics::domination(few_open(128, 20), Piece::KING);
        stops_in_time(SHORT, |options| minimize(&problem, &options.clone().engine(Engine::Brute)));
    }

    #[test]
    fn the_oracle_on_as_many_squares_as_it_takes() {
        let problem = attacking(6, 3);
        stops_in_time(SHORT, |options| maximize(&problem, &options.clone().engine(Engine::Brute)));
        stops_in_time(SHORT, |options| count(&problem, &options.clone().engine(Engine::Brute)));
    }

    #[test]
    fn no_time_at_all_is_a_limit() {
        for engine in ENGINES {
            let options = Options::new().engine(engine).time_limit(Duration::ZERO);
            let problem = classics::queens(4);
            for stopped in [
                maximize(&problem, &options),
                count(&problem, &options),
                enumerate(&problem, &options),
                classes(&problem, &options),
            ] {
                let stopped = stopped.expect("there was no time");
                assert_eq!((stopped.cause(), stopped.engine()), (Cause::TimeLimit, engine));
            }
        }
    }

    #[test]
    fn all_the_time_in_the_world_is_no_limit() {
        let options = Options::new().time_limit(Duration::MAX);
        assert_eq!(classics::queens(6).using(&options).count().unwrap().exact(), Some(4u32.into()));
    }

    #[test]
    fn the_time_that_was_taken_is_told() {
        let _alone = alone();
        let stopped = count(&classics::queens(30), &Options::new().time_limit(SHORT)).unwrap();
        assert!(stopped.statistics().elapsed >= SHORT);
        assert!(stopped.statistics().nodes > 0);
        assert!(stopped.to_string().starts_with("stopped because the time limit was reached, after "), "{stopped}");
    }
}

mod cancelling {
    use super::*;

    /// Cancels from another thread while a question is being answered; the best of three.
    #[track_caller]
    fn stops_when_cancelled(ask: impl Fn(&Options) -> Option<Stopped>) {
        let _alone = alone();
        let mut best = Duration::MAX;
        for _ in 0..3 {
            let token = CancelToken::new();
            let switch = token.clone();
            let canceller = thread::spawn(move || {
                thread::sleep(SHORT);
                switch.cancel();
                Instant::now()
            });
            let stopped = ask(&Options::new().cancel(&token));
            let end = Instant::now();
            let cancelled = canceller.join().unwrap();
            assert_eq!(stopped.map(|stopped| stopped.cause()), Some(Cause::Cancelled));
            best = best.min(end.saturating_duration_since(cancelled));
            if best <= SLACK {
                return;
            }
        }
        panic!("cancelling took {best:?}");
    }

    #[test]
    fn a_count_from_another_thread() {
        let problem = classics::queens(30);
        stops_when_cancelled(|options| count(&problem, options));
    }

    #[test]
    fn an_enumeration_from_another_thread() {
        let problem = classics::queens(30);
        stops_when_cancelled(|options| enumerate(&problem, options));
    }

    #[test]
    fn an_optimisation_from_another_thread() {
        let problem = classics::domination(Board::square(12), Piece::QUEEN);
        stops_when_cancelled(|options| minimize(&problem, options));
        let problem = classics::peaceable(Board::square(10), Piece::QUEEN);
        stops_when_cancelled(|options| maximize(&problem, options));
    }

    #[test]
    fn a_large_board_from_another_thread() {
        let problem = attacking(300, 2);
        stops_when_cancelled(|options| maximize(&problem, options));
    }

    #[test]
    fn the_oracle_from_another_thread() {
        let problem = attacking(6, 3);
        stops_when_cancelled(|options| count(&problem, &options.clone().engine(Engine::Brute)));
    }

    #[test]
    fn before_the_question_nothing_is_done() {
        let token = CancelToken::new();
        token.cancel();
        for engine in ENGINES {
            let options = Options::new().engine(engine).cancel(&token);
            let problem = classics::queens(4);
            let asked = problem.using(&options);
            let stops = [
                asked.maximize().unwrap().stopped().cloned(),
                asked.minimize().unwrap().stopped().cloned(),
                asked.count().unwrap().stopped().cloned(),
                asked.solve().unwrap().stopped().cloned(),
                asked.sample(1).unwrap().stopped().cloned(),
                asked.is_unique().unwrap().stopped().cloned(),
                asked.enumerate().unwrap().find_map(Result::err),
                asked.classes().unwrap().find_map(Result::err),
            ];
            for stopped in stops {
                let stopped = stopped.expect("it was cancelled");
                assert_eq!((stopped.cause(), stopped.statistics().solutions), (Cause::Cancelled, 0));
            }
        }
    }

    #[test]
    fn from_the_observer() {
        let token = CancelToken::new();
        let switch = token.clone();
        let options = Options::new().cancel(&token).observer(move |progress| {
            if progress.best.is_some() {
                switch.cancel();
            }
        });
        let _alone = alone();
        let problem = classics::peaceable(Board::square(10), Piece::QUEEN);
        let Outcome::Stopped(unfinished) = problem.using(&options).maximize().unwrap() else {
            panic!("it was cancelled")
        };
        assert_eq!(unfinished.stopped().cause(), Cause::Cancelled);
        assert!(unfinished.best().is_some());
    }

    #[test]
    fn a_token_that_is_not_used_stops_nothing() {
        let token = CancelToken::new();
        let options = Options::new().cancel(&token);
        assert_eq!(classics::queens(6).using(&options).count().unwrap().exact(), Some(4u32.into()));
        assert!(!token.is_cancelled());
    }
}

mod nodes {
    use super::*;

    /// A limit of fewer nodes than needed stops there, neither sooner nor later; one of as many does not.
    fn is_exact(needed: u64, ask: impl Fn(&Options) -> Option<Stopped>) {
        assert!(needed > 3, "too small to see a difference: {needed}");
        for limit in [0, 1, 2, needed / 2, needed - 1] {
            let stopped = ask(&Options::new().node_limit(limit)).expect("more nodes are needed");
            assert_eq!((stopped.cause(), stopped.statistics().nodes), (Cause::NodeLimit, limit));
        }
        for limit in [needed, needed + 1, u64::MAX] {
            assert_eq!(ask(&Options::new().node_limit(limit)), None, "{needed} nodes are needed, {limit} allowed");
        }
    }

    #[test]
    fn of_a_count_are_exact() {
        for engine in ENGINES {
            let problem = classics::queens(4);
            let Counted::Exact(_, _, cost) = problem.using(&Options::new().engine(engine)).count().unwrap() else {
                panic!("no limit was set")
            };
            is_exact(cost.nodes, |options| {
                problem.using(&options.clone().engine(engine)).count().unwrap().stopped().cloned()
            });
            // The sweep has to look at the states from both sides to go through solutions, and at each solution.
            if engine == Engine::Sweep {
                continue;
            }
            is_exact(cost.nodes, |options| {
                let options = options.clone().engine(engine);
                problem.using(&options).enumerate().unwrap().find_map(Result::err)
            });
        }
    }

    #[test]
    fn of_an_optimum_are_exact() {
        for engine in ENGINES {
            let problem = classics::domination(Board::square(4), Piece::QUEEN);
            let least = problem.using(&Options::new().engine(engine)).minimize().unwrap();
            is_exact(least.optimum().unwrap().statistics().nodes, |options| {
                problem.using(&options.clone().engine(engine)).minimize().unwrap().stopped().cloned()
            });
        }
    }

    #[test]
    fn of_a_proof_that_nothing_fits_are_exact() {
        let mut problem = classics::domination(Board::square(5), Piece::QUEEN);
        let queen = problem.kinds().next().unwrap();
        problem.add(Constraint::count(queen, Area::Everywhere, 2));
        let Solved::Infeasible(none) = problem.solve().unwrap() else { panic!("three are needed") };
        is_exact(none.statistics().nodes, |options| problem.using(options).solve().unwrap().stopped().cloned());
    }

    #[test]
    fn of_classes_are_those_of_all_solutions() {
        let problem = classics::queens(6);
        let Counted::Exact(_, _, cost) = problem.count().unwrap() else { panic!("no limit was set") };
        is_exact(cost.nodes, |options| problem.using(options).classes().unwrap().find_map(Result::err));
    }

    #[test]
    fn of_classes_counted_by_burnside_are_told_in_full() {
        // The identity alone takes as many nodes as counting does.
        let problem = classics::queens(6);
        let Counted::Exact(_, _, alone) = problem.count().unwrap() else { panic!("no limit was set") };
        let group = problem.group().unwrap();
        let Counted::Exact(_, _, all) = group.count_classes(&problem, &Options::new()).unwrap() else {
            panic!("no limit was set")
        };
        assert!(all.nodes > alone.nodes, "{} nodes for all eight symmetries, {} for one", all.nodes, alone.nodes);
    }

    #[test]
    fn of_classes_counted_by_burnside_are_limited_together() {
        let problem = classics::queens(6);
        let Counted::Exact(_, _, alone) = problem.count().unwrap() else { panic!("no limit was set") };
        let group = problem.group().unwrap();
        let limited = group.count_classes(&problem, &Options::new().node_limit(alone.nodes)).unwrap();
        assert_eq!(limited.stopped().map(Stopped::cause), Some(Cause::NodeLimit), "{limited:?}");
    }
}

mod solutions {
    use super::*;

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
}

mod what_was_cut_short {
    use super::*;

    #[test]
    fn is_never_mistaken_for_complete() {
        let token = CancelToken::new();
        token.cancel();
        for options in [
            Options::new().time_limit(Duration::ZERO),
            Options::new().node_limit(3),
            Options::new().solution_limit(1),
            Options::new().cancel(&token),
        ] {
            // More than one solution, so that each limit bites.
            let problem = classics::queens(6);
            let asked = problem.using(&options);
            assert_eq!(asked.count().unwrap().exact(), None);
            assert!(asked.enumerate().unwrap().sorted().is_err());
            assert!(asked.enumerate().unwrap().collect::<Result<Vec<_>, _>>().is_err());
            assert!(asked.enumerate().unwrap().last().unwrap().is_err());
            assert!(asked.classes().unwrap().last().unwrap().is_err());
            assert_eq!(asked.is_unique().unwrap().is_unique(), None);
            assert!(asked.is_unique().unwrap().placement().is_none());
            assert!(asked.sample(1).unwrap().placement().is_none());
            let group = problem.group().unwrap();
            assert_eq!(group.count_classes(&problem, &options).unwrap().exact(), None);
        }
    }

    #[test]
    fn has_no_optimum_and_no_optima() {
        let problem = classics::peaceable(Board::square(6), Piece::QUEEN);
        let outcome = problem.using(&Options::new().node_limit(50)).maximize().unwrap();
        assert_eq!(outcome.value(), None);
        assert!(outcome.placement().is_none() && outcome.optimum().is_none());
        let error = outcome.optima().unwrap_err();
        assert!(!error.is_declined());
        assert!(error.to_string().starts_with("the optimum is not known: stopped because the node limit"), "{error}");
        let text = outcome.to_string();
        assert!(text.contains("so far, bound "), "{text}");
    }

    #[test]
    fn is_answered_in_full_when_asked_again() {
        let problem = classics::queens(6);
        assert!(count(&problem, &Options::new().node_limit(5)).is_some());
        assert_eq!(problem.count().unwrap().exact(), Some(4u32.into()));
    }

    /// Small problems, each with weights for its kinds.
    fn small_problems() -> Vec<(Problem, Vec<(Kind, i64)>)> {
        let mut problems = Vec::new();
        for problem in [
            classics::non_attacking(Board::square(4), Piece::QUEEN),
            classics::attacking(Board::square(4), Piece::QUEEN, 2),
            classics::domination(Board::square(4), Piece::KING),
            classics::no_three_in_line(4),
            classics::non_attacking(Board::new(3, 5).with_wrap(Wrap::Both), Piece::KNIGHT),
        ] {
            let piece = problem.kinds().next().unwrap();
            for weight in [1, -1, 3] {
                problems.push((problem.clone(), vec![(piece, weight)]));
            }
        }
        let mut mixed = Problem::new(Board::square(4));
        let queen = mixed.kind("queen", Piece::QUEEN);
        let knight = mixed.kind("knight", Piece::KNIGHT);
        let wall = mixed.kind("wall", Piece::BLOCKER);
        mixed.non_attacking().add(Constraint::count(wall, Area::Everywhere, ..=2));
        for weights in [[5, 2, -1], [-5, 2, 1], [1, 1, 0], [0, 0, -7]] {
            problems.push((mixed.clone(), vec![(queen, weights[0]), (knight, weights[1]), (wall, weights[2])]));
        }
        problems
    }

    #[test]
    fn has_a_bound_that_is_never_passed() {
        for (problem, weights) in small_problems() {
            let most = problem.maximize_of(weights.clone()).unwrap().value().unwrap();
            let least = problem.minimize_of(weights.clone()).unwrap().value().unwrap();
            let mut stops = 0;
            for nodes in [1, 2, 3, 5, 8, 13, 21, 34, 55, 89] {
                let options = Options::new().node_limit(nodes);
                let asked = problem.using(&options);
                for (outcome, optimum, sign) in [
                    (asked.maximize_of(weights.clone()).unwrap(), most, 1),
                    (asked.minimize_of(weights.clone()).unwrap(), least, -1),
                ] {
                    let Outcome::Stopped(unfinished) = outcome else { continue };
                    stops += 1;
                    // Seen as if all were maximised.
                    let bound = unfinished.bound().map(|bound| sign * bound);
                    assert!(bound.is_none_or(|bound| bound >= sign * optimum), "{unfinished:?} but {optimum}");
                    if let Some((value, placement)) = unfinished.best() {
                        assert!(sign * value <= sign * optimum);
                        assert!(bound.is_none_or(|bound| bound >= sign * value));
                        assert!(placement.judge(&problem).unwrap().is_solution());
                        let of =
                            |kind| weights.iter().find(|(other, _)| *other == kind).map_or(0, |(_, weight)| *weight);
                        assert_eq!(value, placement.iter().map(|(_, kind)| of(kind)).sum::<i64>());
                    }
                }
            }
            assert!(stops > 0, "no limit bit on\n{problem}");
        }
    }

    #[test]
    fn has_a_bound_on_the_fewest_pieces_that_is_never_above_the_best() {
        let problem = classics::domination(Board::square(7), Piece::QUEEN);
        for nodes in [10, 50, 100, 500] {
            let options = Options::new().node_limit(nodes);
            let Outcome::Stopped(unfinished) = problem.using(&options).minimize().unwrap() else {
                panic!("it takes thousands of nodes")
            };
            let bound = unfinished.bound().expect("nothing is below none");
            assert!((0..=4).contains(&bound));
            assert!(unfinished.best().is_none_or(|(best, _)| best >= 4));
        }
    }
}

mod watching {
    use super::*;

    fn watched(ask: impl FnOnce(&Options)) -> Vec<Progress> {
        let reports = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&reports);
        ask(&Options::new().observer(move |progress| seen.lock().unwrap().push(*progress)));
        let reports = reports.lock().unwrap();
        assert!(reports.is_sorted_by_key(|progress| progress.nodes));
        assert!(reports.is_sorted_by_key(|progress| progress.solutions));
        assert!(reports.is_sorted_by_key(|progress| progress.elapsed));
        reports.clone()
    }

    #[test]
    fn each_improvement_is_told() {
        for engine in ENGINES {
            let problem = classics::non_attacking(Board::square(4), Piece::KNIGHT);
            let reports = watched(|options| {
                let options = options.clone().engine(engine);
                assert_eq!(problem.using(&options).maximize().unwrap().value(), Some(8));
            });
            let values: Vec<i64> = reports.iter().filter_map(|progress| progress.best).collect();
            assert!(values.is_sorted() && values.last() == Some(&8), "{engine}: {values:?}");
            for progress in &reports {
                assert!(progress.bound.is_none_or(|bound| Some(bound) >= progress.best));
            }
        }
    }

    #[test]
    fn each_improvement_is_told_when_fewer_are_better() {
        for engine in ENGINES {
            let problem = classics::domination(Board::square(4), Piece::QUEEN);
            let reports = watched(|options| {
                let options = options.clone().engine(engine);
                assert_eq!(problem.using(&options).minimize().unwrap().value(), Some(2));
            });
            let values: Vec<i64> = reports.iter().filter_map(|progress| progress.best).collect();
            assert!(values.is_sorted_by(|a, b| a >= b), "{engine}: {values:?}");
            assert_eq!(values.last(), Some(&2), "{engine}: {values:?}");
            for progress in &reports {
                assert!(progress.bound.is_none_or(|bound| Some(bound) <= progress.best), "{progress:?}");
            }
        }
    }

    #[test]
    fn a_long_search_is_told_of_now_and_then() {
        let _alone = alone();
        let problem = classics::queens(30);
        let reports = watched(|options| {
            let options = options.clone().time_limit(Duration::from_millis(450));
            count(&problem, &options).expect("it takes years");
        });
        assert!((2..=6).contains(&reports.len()), "{} reports in 0.45 s", reports.len());
        assert!(reports.iter().all(|progress| progress.best.is_none() && progress.nodes > 0));
    }

    #[test]
    fn a_long_enumeration_is_told_of_too() {
        let _alone = alone();
        let problem = classics::queens(30);
        let reports = watched(|options| {
            let options = options.clone().time_limit(Duration::from_millis(250));
            enumerate(&problem, &options).expect("it takes years");
        });
        assert!(reports.last().is_some_and(|progress| progress.nodes > 0 && progress.solutions > 0));
    }

    #[test]
    fn how_much_is_done_is_told() {
        let _alone = alone();
        let problem = classics::queens(13);
        let reports = watched(|options| {
            for solution in problem.using(options).enumerate().unwrap() {
                solution.unwrap();
            }
        });
        let fractions: Vec<f64> = reports.iter().map(|progress| progress.fraction).collect();
        assert!(
            fractions.is_sorted() && fractions.iter().all(|fraction| (0.0..=1.0).contains(fraction)),
            "{fractions:?}"
        );
        // It goes by how many branches there are, not by how large they turn out to be, but is not far off.
        for progress in reports.iter().filter(|progress| progress.fraction > 0.3) {
            let found = progress.solutions as f64 / 73_712.0;
            assert!((found - progress.fraction).abs() < 0.2, "{progress:?}");
        }
    }
}
