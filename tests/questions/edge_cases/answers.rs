//! Answers and what becomes of them: optima, names of engines, threads, the end of an enumeration, judgements.

use std::iter::FusedIterator;

use queenside::{
    Answer, Area, Board, Cause, Classes, Constraint, Engine, Error, Fault, Group, Optimum, Options, Piece, Placement,
    Problem, Solutions, Square, classics,
};

use super::{ENGINES, faults, solutions, with};

#[test]
fn optima_of_an_infeasible_problem_are_the_problem() {
    let problem = classics::queens(3);
    let optima = problem.maximize().unwrap().optima().unwrap();
    assert_eq!(optima.constraints(), problem.constraints());
    assert_eq!(optima.count().unwrap().exact().unwrap(), 0u32);
}

#[test]
fn optima_may_be_asked_for_again() {
    let problem = classics::non_attacking(Board::square(4), Piece::KING);
    let once = problem.maximize().unwrap().optima().unwrap();
    let twice = once.minimize().unwrap().optima().unwrap();
    assert_eq!(once.count().unwrap().exact(), twice.count().unwrap().exact());
    // Over weights that differ it is their sum that is kept.
    let (mut problem, king) = with(Board::square(2), Piece::KING);
    let rook = problem.add_kind("rook", Piece::ROOK);
    let best = problem.maximize_of([(king, 2), (rook, -1)]).unwrap();
    assert_eq!((best.value().unwrap(), solutions(&best.optima().unwrap()).len()), (Some(8), 1));
    let worst = problem.minimize_of([(king, 2), (rook, -1)]).unwrap();
    assert_eq!((worst.value().unwrap(), solutions(&worst.optima().unwrap()).len()), (Some(-4), 1));
}

#[test]
fn optima_of_weights_as_large_as_may_be_are_exact() {
    let (mut problem, king) = with(Board::square(2), Piece::KING);
    let rook = problem.add_kind("rook", Piece::ROOK);
    let max = i64::MAX / 8;
    let best = problem.maximize_of([(king, max), (rook, -max)]).unwrap();
    assert_eq!(best.value().unwrap(), Some(4 * max));
    assert_eq!(solutions(&best.optima().unwrap()).len(), 1);
    let (problem, king) = with(Board::square(1), Piece::KING);
    assert_eq!(problem.maximize_of([(king, i64::MAX)]).unwrap().value().unwrap(), Some(i64::MAX));
    assert_eq!(problem.minimize_of([(king, -i64::MAX)]).unwrap().value().unwrap(), Some(-i64::MAX));
}

#[test]
fn the_engine_that_answered_is_named() {
    let (feasible, infeasible) = (classics::queens(4), classics::queens(3));
    for (asked, answers) in [
        (Engine::Auto, Engine::Search),
        (Engine::Search, Engine::Search),
        (Engine::Brute, Engine::Brute),
        (Engine::Sweep, Engine::Sweep),
    ] {
        let options = Options::new().engine(asked);
        let (feasible, infeasible) = (feasible.using(&options), infeasible.using(&options));
        assert_eq!(feasible.maximize().unwrap().engine(), answers);
        assert_eq!(feasible.count().unwrap().engine(), answers);
        assert_eq!(feasible.solve().unwrap().engine(), answers);
        assert_eq!(feasible.sample(3).unwrap().engine(), answers);
        assert_eq!(feasible.enumerate().unwrap().engine(), answers);
        assert_eq!(infeasible.maximize().unwrap().engine(), answers);
        assert_eq!(infeasible.solve().unwrap().engine(), answers);
        let limited = options.clone().solution_limit(1);
        let stopped = classics::queens(4).using(&limited).count().unwrap();
        assert_eq!(stopped.stopped().unwrap().engine(), answers);
    }
}

#[test]
fn brute_force_declines_large_boards() {
    let brute = Options::new().engine(Engine::Brute);
    let problem = classics::queens(7);
    let asked = problem.using(&brute);
    let errors = [
        asked.count().unwrap_err(),
        asked.maximize().unwrap_err(),
        asked.minimize().unwrap_err(),
        asked.solve().unwrap_err(),
        asked.enumerate().unwrap_err(),
        asked.classes().unwrap_err(),
        asked.uniqueness().unwrap_err(),
        asked.sample(0).unwrap_err(),
    ];
    for error in errors {
        assert!(error.is_declined());
        assert!(matches!(error.faults(), [Fault::Declined { engine: "brute", .. }]));
        assert!(error.to_string().contains("49 squares"), "{error}");
    }
    // What makes no sense is no matter of engines.
    let nonsense = Problem::new(Board::square(0));
    assert!(!nonsense.using(&brute).count().unwrap_err().is_declined());
    // Walls are no squares to choose from.
    let walled = Board::square(100).with_walls(Board::square(100).squares().iter().skip(3));
    let problem = classics::non_attacking(walled, Piece::QUEEN);
    assert_eq!(problem.using(&brute).count().unwrap().exact().unwrap(), 4u32);
}

#[test]
fn enumeration_may_be_sent_to_another_thread() {
    fn may_be_sent<T: Send>() {}
    fn is_fused<T: FusedIterator>() {}
    fn may_be_shared<T: Send + Sync + Clone + 'static>() {}
    may_be_sent::<Solutions>();
    may_be_sent::<Classes>();
    is_fused::<Solutions>();
    is_fused::<Classes>();
    may_be_shared::<Problem>();
    may_be_shared::<Placement>();
    may_be_shared::<Options>();
    may_be_shared::<Answer<Option<Optimum>>>();
    may_be_shared::<Error>();
    may_be_shared::<Group>();
    let mut queens = classics::queens(6).enumerate().unwrap();
    let first = queens.next().unwrap().unwrap();
    let rest = std::thread::spawn(move || queens.map(Result::unwrap).collect::<Vec<_>>()).join().unwrap();
    assert!(rest.len() == 3 && !rest.contains(&first));
}

#[test]
fn after_the_end_there_is_nothing() {
    for engine in ENGINES {
        let options = Options::new().engine(engine);
        let problem = classics::queens(4);
        let mut whole = problem.using(&options).enumerate().unwrap();
        assert!(whole.by_ref().all(|item| item.is_ok()));
        assert_eq!(whole.statistics().solutions, 2);
        assert!((0..5).all(|_| whole.next().is_none()));

        let mut cut = problem.using(&options.clone().solution_limit(1)).enumerate().unwrap();
        assert!(cut.next().unwrap().is_ok());
        assert_eq!(cut.next().unwrap().unwrap_err().cause(), Cause::SolutionLimit);
        assert!((0..5).all(|_| cut.next().is_none()));

        let mut cut = problem.using(&options.node_limit(0)).enumerate().unwrap();
        assert_eq!(cut.next().unwrap().unwrap_err().cause(), Cause::NodeLimit);
        assert!((0..5).all(|_| cut.next().is_none()));
    }
}

#[test]
fn a_placement_is_judged_by_the_names_of_its_kinds() {
    let placement = classics::queens(4).solve().unwrap().placement().unwrap().unwrap();
    assert!(placement.judge(&classics::queens(4)).unwrap().is_solution());
    let other = classics::non_attacking(Board::square(4), Piece::QUEEN);
    assert_eq!(faults(&placement.judge(&other).unwrap_err()), ["the problem has no kind named \"queen\""]);
    let smaller = placement.judge(&classics::queens(3)).unwrap_err();
    assert_eq!(smaller.faults().len(), 1);
    assert!(smaller.to_string().contains("not on the 3×3 board"), "{smaller}");
}

#[test]
fn a_judgement_names_every_violation() {
    let board: Board = ". . .\n. % .\n. . .".parse().unwrap();
    let mut problem = classics::non_attacking(board, Piece::ROOK);
    let rook = problem.kinds().next().unwrap();
    problem.add(Constraint::count(rook, Area::rows(), ..=1)).add(Constraint::fixed(rook, [(0, 0), (1, 2), (2, 1)]));
    let placement = Placement::parse(&problem, "R . R\n. R .\n. . .").unwrap();
    let judgement = placement.judge(&problem).unwrap();
    let rules: Vec<Option<usize>> = judgement.violations().iter().map(queenside::Violation::rule).collect();
    assert_eq!(rules, [None, Some(0), Some(0), Some(1), Some(2)]);
    assert_eq!(judgement.violations()[4].squares(), [(1, 2), (2, 1)].map(Square::from));
    assert_eq!(
        judgement.to_string(),
        "the piece stands on (1,1), where no piece may stand\n\
         rule 1 (attacks): the piece on (0,0) sees 1 piece, allowed 0..=0: (0,2)\n\
         rule 1 (attacks): the piece on (0,2) sees 1 piece, allowed 0..=0: (0,0)\n\
         rule 2 (count): the squares (0,0) to (0,2) hold 2 pieces, allowed ..=1: (0,0), (0,2)\n\
         rule 3 (fixed): no piece stands on (1,2), (2,1)\n"
    );
}
