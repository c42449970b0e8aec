//! What was cut short says so, and its bounds are true.

use std::time::Duration;

use queenside::{Area, Board, CancelToken, Constraint, Error, Kind, Options, Piece, Problem, Wrap, classics};

use super::count;

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
        assert!(asked.count().unwrap().exact().is_err());
        assert!(asked.count_by_size().unwrap().exact().is_err());
        assert!(asked.enumerate().unwrap().sorted().is_err());
        assert!(asked.enumerate().unwrap().collect::<Result<Vec<_>, _>>().is_err());
        assert!(asked.enumerate().unwrap().last().unwrap().is_err());
        assert!(asked.classes().unwrap().last().unwrap().is_err());
        assert!(asked.uniqueness().unwrap().is_unique().is_err());
        assert!(asked.uniqueness().unwrap().placement().is_err());
        assert!(asked.sample(1).unwrap().placement().is_err());
        let group = problem.group().unwrap();
        assert!(group.count_classes(&problem, &options).unwrap().exact().is_err());
    }
}

#[test]
fn has_no_optimum_and_no_optima() {
    let problem = classics::peaceable(Board::square(6), Piece::QUEEN);
    let outcome = problem.using(&Options::new().node_limit(50)).maximize().unwrap();
    let stopped = outcome.value().unwrap_err();
    assert_eq!(outcome.placement().unwrap_err(), stopped);
    assert_eq!(outcome.optimum().unwrap_err(), stopped);
    assert_eq!(outcome.optima().unwrap_err(), stopped);
    assert!(Error::from(stopped.clone()).is_stopped());
    assert_eq!((outcome.best(), outcome.best_value()), (stopped.best(), stopped.best_value()));
    let (text, bound) = (outcome.to_string(), outcome.bound().unwrap());
    assert!(text.starts_with("stopped because the node limit was reached, after "), "{text}");
    assert!(text.contains(&format!(" so far; the bound is {bound}\n")), "{text}");
}

#[test]
fn is_answered_in_full_when_asked_again() {
    let problem = classics::queens(6);
    assert!(count(&problem, &Options::new().node_limit(5)).is_some());
    assert_eq!(problem.count().unwrap().exact().unwrap(), 4u32);
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
    let queen = mixed.add_kind("queen", Piece::QUEEN);
    let knight = mixed.add_kind("knight", Piece::KNIGHT);
    let wall = mixed.add_kind("wall", Piece::BLOCKER);
    mixed.non_attacking().add(Constraint::count(wall, Area::Everywhere, ..=2));
    for weights in [[5, 2, -1], [-5, 2, 1], [1, 1, 0], [0, 0, -7]] {
        problems.push((mixed.clone(), vec![(queen, weights[0]), (knight, weights[1]), (wall, weights[2])]));
    }
    problems
}

#[test]
fn has_a_bound_that_is_never_passed() {
    for (problem, weights) in small_problems() {
        let max = problem.maximize_of(weights.clone()).unwrap().value().unwrap().unwrap();
        let min = problem.minimize_of(weights.clone()).unwrap().value().unwrap().unwrap();
        let mut stops = 0;
        for nodes in [1, 2, 3, 5, 8, 13, 21, 34, 55, 89] {
            let options = Options::new().node_limit(nodes);
            let asked = problem.using(&options);
            for (outcome, optimum, sign) in [
                (asked.maximize_of(weights.clone()).unwrap(), max, 1),
                (asked.minimize_of(weights.clone()).unwrap(), min, -1),
            ] {
                let Err(unfinished) = outcome.value() else { continue };
                stops += 1;
                // Seen as if all were maximised.
                let bound = unfinished.bound().map(|bound| sign * bound);
                assert!(bound.is_none_or(|bound| bound >= sign * optimum), "{unfinished:?} but {optimum}");
                if let (Some(value), Some(placement)) = (unfinished.best_value(), unfinished.best()) {
                    assert!(sign * value <= sign * optimum);
                    assert!(bound.is_none_or(|bound| bound >= sign * value));
                    assert!(placement.judge(&problem).unwrap().is_solution());
                    let of = |kind| weights.iter().find(|(other, _)| *other == kind).map_or(0, |(_, weight)| *weight);
                    assert_eq!(value, placement.iter().map(|(_, kind)| of(kind)).sum::<i64>());
                }
            }
        }
        assert!(stops > 0, "no limit bit on\n{problem}");
    }
}

/// Wherever it was stopped, the answer has the best bound of all its turns, and an explanation has bounds of what was asked.
#[test]
fn has_the_best_bound_of_its_turns() {
    let mut problems = vec![
        classics::domination(Board::square(11), Piece::QUEEN),
        classics::domination(Board::square(9), Piece::KNIGHT),
        classics::attacking(Board::square(9), Piece::KNIGHT, 1..=2),
        classics::peaceable(Board::square(9), Piece::AMAZON),
        // Falls apart into the squares of both colours.
        classics::total_domination(Board::square(11), Piece::KNIGHT),
    ];
    let mut apart = Problem::new(Board::square(12));
    for (name, piece) in [("knight", Piece::KNIGHT), ("camel", Piece::leaper(1, 3)), ("king", Piece::KING)] {
        let kind = apart.add_kind(name, piece);
        apart.add(Constraint::count(kind, Area::Everywhere, 2..));
    }
    apart.non_attacking();
    problems.push(apart);
    for problem in problems {
        let weights: Vec<(Kind, i64)> = problem.kinds().zip(3..).collect();
        for milliseconds in [20, 60, 150, 400] {
            let options = Options::new().time_limit(Duration::from_millis(milliseconds)).threads(1);
            let asked = problem.using(&options);
            for (sign, answer) in
                [(1, asked.maximize_of(weights.clone()).unwrap()), (-1, asked.minimize_of(weights.clone()).unwrap())]
            {
                let of_the_whole = answer.explain().turns().iter().filter(|turn| turn.part.is_none());
                let bounds = of_the_whole.filter_map(|turn| turn.bound);
                for bound in bounds.map(|bound| bound.value()) {
                    let (whole, best) = (answer.bound(), answer.best_value());
                    let shown = || format!("{problem}\n{answer}\n{}", answer.explain());
                    assert!(sign > 0 || bound >= 0, "no weight is less than zero\n{}", shown());
                    assert!(whole.is_some_and(|whole| sign * whole <= sign * bound), "{}", shown());
                    assert!(best.is_none_or(|best| sign * best <= sign * bound), "{}", shown());
                }
            }
        }
    }
}

#[test]
fn has_a_bound_on_the_fewest_pieces_that_is_never_above_the_best() {
    let problem = classics::domination(Board::square(7), Piece::QUEEN);
    for nodes in [10, 50, 100, 500] {
        let options = Options::new().node_limit(nodes);
        let unfinished = problem.using(&options).minimize().unwrap().value().expect_err("it takes thousands of nodes");
        let bound = unfinished.bound().expect("nothing is below none");
        assert!((0..=4).contains(&bound));
        assert!(unfinished.best_value().is_none_or(|best| best >= 4));
    }
}
