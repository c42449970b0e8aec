//! What stops sight, what it ends on, and who stands in between.

use queenside::{Area, Board, Constraint, Piece, Placement, Problem, Sight, Wrap, classics};

use super::{extremes, is_infeasible, solutions, with};

#[test]
fn walls_holes_and_blockers_stop_it_but_forbidden_squares_do_not() {
    for (diagram, rooks) in [(". . .", 1), (". % .", 2), (". ~ .", 2), (". - .", 1)] {
        let problem = classics::non_attacking(diagram.parse().unwrap(), Piece::ROOK);
        assert_eq!(extremes(&problem).0, Some(rooks), "{diagram}");
    }
    let (mut problem, rook) = with(Board::new(1, 3), Piece::ROOK);
    let wall = problem.add_kind("wall", Piece::BLOCKER);
    problem.non_attacking().add(Constraint::count(wall, Area::Everywhere, 1));
    assert_eq!(extremes(&problem).0, Some(2));
    let best = problem.maximize().unwrap();
    assert_eq!(best.placement().unwrap().unwrap().squares(rook).unwrap(), [(0, 0), (0, 2)].into());
}

#[test]
fn a_leap_passes_over_everything() {
    let board: Board = ". % ~\n% % ~\n~ . -".parse().unwrap();
    let problem = classics::non_attacking(board, Piece::KNIGHT);
    assert_eq!(extremes(&problem).0, Some(1));
    let placement = Placement::parse(&problem, "N % ~\n% % ~\n~ N -").unwrap();
    assert_eq!(placement.attacked_from((0, 0), Sight::First), [(2, 1)].into());
    assert!(!placement.judge(&problem).unwrap().is_solution());
}

#[test]
fn a_ride_covers_what_it_ends_on() {
    let board: Board = ". . % .".parse().unwrap();
    assert_eq!(board.attacks(&Piece::ROOK, (0, 0)), [(0, 1), (0, 2)].into());
    let (problem, rook) = with(board, Piece::ROOK);
    // The wall, when it is named, is covered by the rook next to it and by the one on its other side.
    let covering = solutions(&problem.clone().with(Constraint::covered((0, 2), rook, 2)));
    let covering: Vec<String> = covering.iter().map(Placement::to_string).collect();
    assert_eq!(covering, ["R R % R\n", "R . % R\n", ". R % R\n"].map(str::to_owned));
    // Behind it lies nothing that could be covered from here.
    let behind = problem.with(Constraint::covered((0, 3), rook, 1..));
    is_infeasible(&behind);
}

#[test]
fn a_leap_covers_a_wall_and_a_forbidden_square_but_no_hole() {
    for (diagram, covered) in [(". %", 1), (". -", 1), (". ~", 0)] {
        let board: Board = diagram.parse().unwrap();
        assert_eq!(board.attacks(&Piece::KING, (0, 0)).len(), covered, "{diagram}");
        let (problem, king) = with(board, Piece::KING);
        let covering = solutions(&problem.with(Constraint::covered((0, 1), king, 1..)));
        assert_eq!(covering.len(), covered, "{diagram}");
    }
}

#[test]
fn a_hole_is_never_covered() {
    for piece in [Piece::KING, Piece::ROOK, Piece::KNIGHT, Piece::AMAZON, Piece::DABBABA.and(&Piece::ROOK)] {
        let board: Board = ". . .\n. ~ .\n. . .".parse().unwrap();
        let (problem, kind) = with(board, piece);
        let hole = Constraint::covered((1, 1), kind, 0);
        assert_eq!(solutions(&problem.clone().with(hole.clone())).len(), 256);
        assert_eq!(solutions(&problem.clone().with(hole.through())).len(), 256);
        is_infeasible(&problem.clone().with(Constraint::covered((1, 1), kind, 1..)));
        is_infeasible(&problem.with(Constraint::covered((1, 1), kind, 1..).where_vacant()));
    }
}

#[test]
fn no_piece_covers_its_own_square() {
    let (problem, queen) = with(Board::square(2).with_wrap(Wrap::Both), Piece::QUEEN);
    let own = problem.with(Constraint::fixed(queen, [(0, 0)])).with(Constraint::covered((0, 0), queen, 0));
    assert!(solutions(&own).iter().map(Placement::len).eq([1]));
}

#[test]
fn a_piece_in_between_shields_whatever_its_kind() {
    // Rook, blocking piece, target: by sight the rook sees only the first.
    let (mut problem, rook) = with(Board::new(1, 3), Piece::ROOK);
    let target = problem.add_kind("target", Piece::WAZIR);
    let knight = problem.add_kind("knight", Piece::KNIGHT);
    let wall = problem.add_kind("wall", Piece::BLOCKER);
    let ends = problem.with(Constraint::fixed(rook, [(0, 0)])).with(Constraint::fixed(target, [(0, 2)]));
    let peace = Constraint::attacks(rook, target, 0);
    let between = |problem: &Problem| {
        solutions(problem).iter().map(|placement| placement.kind_at((0, 1)).unwrap()).collect::<Vec<_>>()
    };
    // A second rook in between sees the target itself, and a second target is one.
    assert_eq!(between(&ends.clone().with(peace.clone())), [knight, wall]);
    // Through pieces only the blocker shields.
    assert_eq!(between(&ends.with(peace.through())), [wall]);
}

#[test]
fn sight_and_whole_lines_differ_from_two_on() {
    let count = |rule: fn(Constraint) -> Constraint, max: i64| {
        let (problem, rook) = with(Board::new(1, 4), Piece::ROOK);
        solutions(&problem.with(rule(Constraint::attacks(rook, rook, ..=max)))).len()
    };
    // Along a row of four a rook sees two at most; through pieces, all others.
    assert_eq!((count(|rule| rule, 1), count(|rule| rule, 2)), (11, 16));
    assert_eq!((count(Constraint::through, 1), count(Constraint::through, 2)), (11, 15));
}
