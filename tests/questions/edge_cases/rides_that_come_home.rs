//! Rides and leaps round boards whose edges meet.

use queenside::{Board, Constraint, Piece, Placement, Sight, Wrap, classics};

use super::{WRAPS, extremes, is_infeasible, solutions, with};

#[test]
fn a_lone_queen_on_a_torus_attacks_no_piece() {
    for (rows, columns) in [(1, 1), (1, 4), (2, 2), (2, 3), (3, 3)] {
        for wrap in WRAPS {
            let problem = classics::non_attacking(Board::new(rows, columns).with_wrap(wrap), Piece::QUEEN);
            assert!(extremes(&problem).0 >= Some(1));
            let queen = problem.kinds().next().unwrap();
            let alone = Placement::new(&problem, [(queen, (0, 0))]).unwrap();
            assert!(alone.judge(&problem).unwrap().is_solution());
            assert!(alone.attacked_from((0, 0), Sight::First).is_empty());
            assert!(alone.attacked_from((0, 0), Sight::Through).is_empty());
            assert!(!problem.board().attacks(&Piece::QUEEN, (0, 0)).contains((0, 0)));
        }
    }
    // Every two queens on a 3×3 torus are in line.
    let torus = Board::square(3).with_wrap(Wrap::Both);
    assert_eq!(solutions(&classics::non_attacking(torus, Piece::QUEEN)).len(), 10);
}

#[test]
fn steps_that_lead_home_at_once_are_no_attacks() {
    // On a ring of two the dabbaba's leaps end where they began.
    let ring = Board::new(1, 2).with_wrap(Wrap::Both);
    assert!(ring.attacks(&Piece::DABBABA, (0, 0)).is_empty());
    assert_eq!(extremes(&classics::non_attacking(ring.clone(), Piece::DABBABA)).0, Some(2));
    is_infeasible(&classics::total_domination(ring, Piece::DABBABA));
    // A nightrider's ride round a torus meets its own square before others of the circle it is on.
    let torus = Board::square(4).with_wrap(Wrap::Both);
    assert!(!torus.attacks(&Piece::NIGHTRIDER, (1, 1)).contains((1, 1)));
}

#[test]
fn a_piece_seen_both_ways_round_counts_once() {
    let ring = Board::new(1, 4).with_wrap(Wrap::Columns);
    for rule in [|rule| rule, Constraint::through] {
        let (problem, rook) = with(ring.clone(), Piece::ROOK);
        // No queen, or any two of four: each sees the other, both ways round.
        let all = solutions(&problem.with(rule(Constraint::attacks(rook, rook, 1))));
        assert_eq!(all.iter().map(Placement::len).collect::<Vec<_>>(), [0, 2, 2, 2, 2, 2, 2]);
    }
    let (problem, rook) = with(ring, Piece::ROOK);
    let covered = problem.with(Constraint::covered((0, 0), rook, 1)).with(Constraint::fixed(rook, [(0, 2)]));
    let all: Vec<String> = solutions(&covered).iter().map(Placement::to_string).collect();
    // With a rook on either side of it the one on (0,2) sees (0,0) no more: two others cover it.
    assert_eq!(all, ["R . R .\n", ". . R .\n"].map(str::to_owned));
}

#[test]
fn a_piece_reached_by_two_moves_counts_once() {
    let double = Piece::DABBABA.and(&Piece::ROOK);
    let (problem, kind) = with(Board::new(1, 3), double);
    // {0,2} is one attack though both the ride and the leap reach; in {0,1,2} the ends see two.
    let all = solutions(&problem.clone().with(Constraint::attacks(kind, kind, 1)));
    let all: Vec<String> = all.iter().map(Placement::to_string).collect();
    assert_eq!(all, [". . .\n", "P P .\n", "P . P\n", ". P P\n"].map(str::to_owned));
    let all = solutions(&problem.with(Constraint::covered((0, 2), kind, 1)));
    // Covered by just one: by the first, by the second, but not by both.
    assert_eq!(all.len(), 4);
    assert!(all.iter().all(|placement| placement.kind_at((0, 0)).is_some() != placement.kind_at((0, 1)).is_some()));
}

#[test]
fn a_wall_ends_the_ride_round_a_torus() {
    let ring: Board = ". . % .\nwrap: columns".parse().unwrap();
    let rooks = classics::non_attacking(ring, Piece::ROOK);
    // One segment of three squares, through the edge.
    assert_eq!(extremes(&rooks).0, Some(1));
    let placement = Placement::parse(&rooks, "R . % R").unwrap();
    assert_eq!(placement.attacked_from((0, 0), Sight::First), [(0, 3)].into());
}
