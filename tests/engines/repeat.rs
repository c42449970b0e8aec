//! The same question is answered in the same way each time: value, placement, engine, turns and steps.

use queenside::{Answer, Board, Kind, Optimum, Options, Piece, Problem, classics};

/// Questions that the default engine answers in different ways, with the worth of a piece: short and long ones, packings and
/// covers, exact counts, two armies.
fn questions() -> Vec<(Problem, i64)> {
    let walled = Board::square(11).with_walls([(0, 3), (4, 4), (4, 9), (7, 2), (9, 6), (10, 10)]);
    vec![
        (classics::non_attacking(walled.clone(), Piece::QUEEN), 1),
        (classics::non_attacking(Board::square(7), Piece::KING), 1),
        (classics::domination(Board::square(12), Piece::KING), -1),
        (classics::domination(Board::square(9), Piece::ROOK), -1),
        (classics::domination(walled, Piece::BISHOP), -1),
        (classics::total_domination(Board::square(8), Piece::KNIGHT), -1),
        (classics::attacking(Board::square(9), Piece::QUEEN, 2), 1),
        (classics::attacking(Board::square(7), Piece::KING, ..=1), 1),
        (classics::peaceable(Board::square(6), Piece::QUEEN), 1),
        (classics::no_three_in_line(7), 1),
    ]
}

fn asked((problem, worth): &(Problem, i64), options: &Options) -> Answer<Option<Optimum>> {
    let weights: Vec<(Kind, i64)> = problem.kinds().map(|kind| (kind, *worth)).collect();
    problem.using(options).maximize_of(weights).expect("the problem is sound")
}

/// All that an answer says but the time.
fn told(answer: &Answer<Option<Optimum>>) -> String {
    let best = answer.optimum().expect("no limit was set").expect("there is a solution");
    let value = format!("{} {:?} {}", best.value(), best.proof(), best.placement());
    let turns = answer.explain().turns().iter().map(|turn| {
        let steps = (turn.statistics.nodes, turn.statistics.solutions);
        format!("{} {:?} {:?} {:?} {steps:?}", turn.engine, turn.reason, turn.ending, turn.bound)
    });
    std::iter::once(value).chain(turns).collect::<Vec<_>>().join("; ")
}

#[test]
fn two_default_runs_agree_in_everything_but_time() {
    for question in questions() {
        let runs = [(); 2].map(|()| told(&asked(&question, &Options::new())));
        assert_eq!(runs[0], runs[1], "{}", question.0);
    }
}

#[test]
fn short_runs_of_two_threads_have_the_same_value_and_placement() {
    for question in questions() {
        let runs = [(); 2].map(|()| {
            let answer = asked(&question, &Options::new().threads(2));
            let best = answer.optimum().expect("no limit was set").expect("there is a solution");
            (best.value(), best.placement().to_string())
        });
        assert_eq!(runs[0], runs[1], "{}", question.0);
    }
}
