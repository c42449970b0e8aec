//! Rules that contradict each other, ask for more than there is, or leave just one solution.

use queenside::{Area, Board, Constraint, Direction, Interval, Piece, Placement, Uniqueness, classics};

use super::{extremes, is_infeasible, solutions, with};

#[test]
fn no_solution_is_an_answer() {
    is_infeasible(&classics::queens(2));
    is_infeasible(&classics::queens(3));
    assert_eq!(classics::queens(3).maximize().unwrap().to_string(), "nothing satisfies the rules, by search\n");
}

#[test]
fn rules_that_contradict_each_other_are_no_error() {
    let (mut problem, kind) = with(Board::square(2), Piece::ROOK);
    problem.add(Constraint::count(kind, Area::Everywhere, 1)).add(Constraint::count(kind, Area::Everywhere, 2));
    is_infeasible(&problem);
    let (mut problem, kind) = with(Board::square(2), Piece::ROOK);
    problem.add(Constraint::fixed(kind, [(0, 0)])).add(Constraint::count(kind, (0, 0), 0));
    is_infeasible(&problem);
    let (problem, kind) = with(Board::square(2), Piece::ROOK);
    is_infeasible(&problem.clone().with(Constraint::balance(kind, kind, 1)));
    is_infeasible(&problem.with(Constraint::linear([(0, kind, (0, 0))], 1)));
}

#[test]
fn more_pieces_than_squares_is_no_error() {
    let (problem, kind) = with(Board::square(2), Piece::KNIGHT);
    is_infeasible(&problem.clone().with(Constraint::count(kind, Area::Everywhere, 5)));
    is_infeasible(&problem.clone().with(Constraint::count(kind, Area::rows(), 3..)));
    is_infeasible(&problem.clone().with(Constraint::count(kind, Area::Everywhere, i64::MAX)));
    is_infeasible(&problem.with(Constraint::occupied_lines(kind, [Direction::ROW], 3)));
}

#[test]
fn no_number_of_pieces_is_negative() {
    let (problem, kind) = with(Board::square(2), Piece::KING);
    is_infeasible(&problem.clone().with(Constraint::count(kind, Area::Everywhere, ..0)));
    is_infeasible(&problem.clone().with(Constraint::covered((0, 0), kind, i64::MIN..=-1)));
    is_infeasible(&problem.clone().with(Constraint::occupied_lines(kind, [Direction::ROW], ..=-1)));
    for range in [Interval::from(-5..=-1), (..0).into(), i64::MIN.into(), (..=i64::MIN).into()] {
        let problem = problem.clone().with(Constraint::attacks(kind, kind, range));
        assert!(solutions(&problem).iter().map(Placement::len).eq([0]), "{range}");
    }
}

#[test]
fn the_least_integer_is_a_range_like_any_other() {
    for range in [Interval::from(i64::MIN), (..=i64::MIN).into(), (i64::MIN..=i64::MIN + 1).into()] {
        let problem = classics::attacking(Board::square(2), Piece::QUEEN, range);
        assert_eq!(extremes(&problem), (Some(0), Some(0)), "{range}");
    }
}

#[test]
fn ends_of_ranges_may_be_as_large_as_integers_are() {
    let (problem, kind) = with(Board::square(2), Piece::KING);
    let anything = [Interval::ANY, (i64::MIN..).into(), (..=i64::MAX).into(), (0..u64::MAX).into()];
    for range in anything {
        let problem = problem
            .clone()
            .with(Constraint::count(kind, Area::Everywhere, range))
            .with(Constraint::attacks(kind, kind, range))
            .with(Constraint::covered(Area::Everywhere, kind, range))
            .with(Constraint::occupied_lines(kind, Direction::QUEEN, range))
            .with(Constraint::balance(kind, kind, range))
            .with(Constraint::linear([(3, kind, (0, 0)), (2, kind, (1, 1))], range));
        assert_eq!(solutions(&problem).len(), 16, "{range}");
        assert_eq!(extremes(&problem), (Some(4), Some(0)));
    }
}

#[test]
fn just_one_solution_is_unique() {
    let problem = classics::queens(1);
    assert!(matches!(problem.uniqueness().unwrap().known(), Ok(Uniqueness::Unique { only }) if only.len() == 1));
    let problem = classics::completion(6, [(0, 1)]);
    let unique = problem.uniqueness().unwrap();
    assert!(unique.is_unique().unwrap());
    assert_eq!(problem.count().unwrap().exact().unwrap(), 1u32);
    assert_eq!(unique.placement(), problem.solve().unwrap().placement());
    let four = classics::queens(6).uniqueness().unwrap();
    let Ok(Uniqueness::Several { first, second }) = four.known() else { panic!("there are 4") };
    assert!(first != second && first.len() == 6 && second.len() == 6);
}

#[test]
fn a_single_optimum_is_met_from_above_and_below() {
    // The greatest and the least of a problem with one solution.
    let problem = classics::completion(6, [(0, 1)]);
    assert_eq!(problem.maximize().unwrap().value().unwrap(), Some(6));
    assert_eq!(problem.minimize().unwrap().value().unwrap(), Some(6));
    let queen = problem.kind_named("queen").unwrap();
    assert_eq!(problem.maximize_of([(queen, -3)]).unwrap().value().unwrap(), Some(-18));
    assert_eq!(problem.minimize_of([(queen, 0)]).unwrap().value().unwrap(), Some(0));
    assert_eq!(problem.maximize_of([]).unwrap().value().unwrap(), Some(0));
    assert_eq!(problem.maximize_of([(queen, 1), (queen, 1)]).unwrap().value().unwrap(), Some(12));
}
