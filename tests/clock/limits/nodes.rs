//! Limits of nodes are met exactly.

use queenside::{Area, Board, Cause, Constraint, Engine, Options, Piece, Stopped, classics};

use super::ENGINES;

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
        let cost = problem.using(&Options::new().engine(engine)).count().unwrap().statistics();
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
        let min = problem.using(&Options::new().engine(engine)).minimize().unwrap();
        is_exact(min.statistics().nodes, |options| {
            problem.using(&options.clone().engine(engine)).minimize().unwrap().stopped().cloned()
        });
    }
}

#[test]
fn of_a_proof_that_nothing_fits_are_exact() {
    let mut problem = classics::domination(Board::square(5), Piece::QUEEN);
    let queen = problem.kinds().next().unwrap();
    problem.add(Constraint::count(queen, Area::Everywhere, 2));
    let none = problem.solve().unwrap();
    assert!(none.placement().unwrap().is_none(), "three are needed");
    is_exact(none.statistics().nodes, |options| problem.using(options).solve().unwrap().stopped().cloned());
}

#[test]
fn of_classes_are_those_of_all_solutions() {
    let problem = classics::queens(6);
    let cost = problem.count().unwrap().statistics();
    is_exact(cost.nodes, |options| problem.using(options).classes().unwrap().find_map(Result::err));
}

#[test]
fn of_classes_counted_by_burnside_are_told_in_full() {
    // The identity alone takes as many nodes as counting does.
    let problem = classics::queens(6);
    let alone = problem.count().unwrap().statistics();
    let group = problem.group().unwrap();
    let all = group.count_classes(&problem, &Options::new()).unwrap().statistics();
    assert!(all.nodes > alone.nodes, "{} nodes for all eight symmetries, {} for one", all.nodes, alone.nodes);
}

#[test]
fn of_classes_counted_by_burnside_are_limited_together() {
    let problem = classics::queens(6);
    let alone = problem.count().unwrap().statistics();
    let group = problem.group().unwrap();
    let limited = group.count_classes(&problem, &Options::new().node_limit(alone.nodes)).unwrap();
    assert_eq!(limited.stopped().map(Stopped::cause), Some(Cause::NodeLimit), "{limited:?}");
}
