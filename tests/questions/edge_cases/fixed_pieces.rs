//! Pieces whose squares are given: free, attacked, taken, or where no piece may stand.

use queenside::{Board, Constraint, Piece, Terrain, classics};

use super::{is_infeasible, solutions, with};

#[test]
fn on_free_squares_they_are_completed() {
    // The truth that a library once missed by 341 solutions: a queen in the corner leaves 4.
    assert_eq!(classics::completion(8, [(0, 0)]).count().unwrap().exact().unwrap(), 4u32);
    let (mut problem, king) = with(Board::new(1, 4), Piece::KING);
    problem.non_attacking().add(Constraint::fixed(king, [(0, 1)]));
    let all = solutions(&problem);
    assert_eq!(all.iter().map(|placement| placement.occupied().len()).collect::<Vec<_>>(), [1, 2]);
}

#[test]
fn that_attack_each_other_leave_no_solution() {
    let (mut problem, king) = with(Board::new(1, 4), Piece::KING);
    problem.non_attacking().add(Constraint::fixed(king, [(0, 1), (0, 2)]));
    is_infeasible(&problem);
    assert!(classics::completion(8, [(0, 0), (7, 7)]).solve().unwrap().placement().unwrap().is_none());
}

#[test]
fn where_no_piece_may_stand_leave_no_solution() {
    for terrain in [Terrain::Wall, Terrain::Forbidden, Terrain::Hole] {
        let (problem, king) = with(Board::square(2).with_terrain(terrain, [(0, 0)]), Piece::KING);
        is_infeasible(&problem.with(Constraint::fixed(king, [(0, 0)])));
    }
}

#[test]
fn of_two_kinds_on_one_square_leave_no_solution() {
    let (mut problem, king) = with(Board::square(2), Piece::KING);
    let rook = problem.add_kind("rook", Piece::ROOK);
    problem.add(Constraint::fixed(king, [(0, 0)])).add(Constraint::fixed(rook, [(0, 0)]));
    is_infeasible(&problem);
}

#[test]
fn none_at_all_are_no_rule() {
    let (problem, king) = with(Board::square(2), Piece::KING);
    assert_eq!(solutions(&problem.with(Constraint::fixed(king, [] as [(usize, usize); 0]))).len(), 16);
}
