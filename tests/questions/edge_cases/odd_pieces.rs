//! Pieces that see one way only, not far, or very far.

use queenside::{Area, Board, Constraint, Direction, Interval, Move, Piece, Placement, Problem, Sight, Wrap, classics};

use super::{WRAPS, extremes, solutions, with};

#[test]
fn a_pawn_attacks_one_way() {
    let problem = classics::non_attacking(Board::square(2), Piece::WHITE_PAWN);
    let placement = Placement::parse(&problem, ". P\nP .").unwrap();
    assert_eq!(placement.attacked_from((1, 0), Sight::First), [(0, 1)].into());
    assert!(placement.attacked_from((0, 1), Sight::First).is_empty());
    // Two diagonals, of each of which one end may be occupied: (4 − 1)².
    assert_eq!(solutions(&problem).len(), 9);
    // Those in the top row attack none, so the board is empty if each must attack one.
    assert_eq!(solutions(&classics::attacking(Board::square(2), Piece::WHITE_PAWN, 1)).len(), 1);
    // White attacks up the board, black down.
    assert_eq!(Board::square(3).attacks(&Piece::WHITE_PAWN, (1, 1)), [(0, 0), (0, 2)].into());
    assert_eq!(Board::square(3).attacks(&Piece::BLACK_PAWN, (1, 1)), [(2, 0), (2, 2)].into());
}

#[test]
fn one_way_attacks_are_kept_apart_between_kinds() {
    let (mut problem, white) = with(Board::new(2, 2), Piece::WHITE_PAWN);
    let black = problem.add_kind("black pawn", Piece::BLACK_PAWN);
    let lances = problem.clone().with(Constraint::attacks(white, black, 0));
    let both = lances.clone().with(Constraint::attacks(black, white, 0));
    // Black above white on a diagonal attacks and is attacked; black below white neither.
    let placement = Placement::new(&problem, [(black, (0, 0)), (white, (1, 1))]).unwrap();
    assert!(!placement.judge(&lances).unwrap().is_solution());
    let placement = Placement::new(&problem, [(white, (0, 0)), (black, (1, 1))]).unwrap();
    assert!(placement.judge(&both).unwrap().is_solution());
    assert_eq!(solutions(&lances), solutions(&both));
    // A diagonal has 9 states, and loses one.
    assert_eq!(solutions(&both).len(), 64);
}

#[test]
fn a_range_ends_a_ride() {
    let short = Piece::ROOK.within(2);
    assert_eq!(Board::new(1, 6).attacks(&short, (0, 1)), [(0, 0), (0, 2), (0, 3)].into());
    let problem = classics::non_attacking(Board::new(1, 5), short.clone());
    // No piece, one of five, or two at least three apart.
    assert_eq!((extremes(&problem).0, solutions(&problem).len()), (Some(2), 9));
    // Placements of different pieces differ; their squares need not.
    let occupied = |problem: &Problem| {
        let squares = |placement: &Placement| placement.iter().map(|(square, _)| square).collect::<Vec<_>>();
        solutions(problem).iter().map(squares).collect::<Vec<_>>()
    };
    // Rides of one step are leaps, and endless ones need go no farther than the board.
    for (ranged, plain) in [
        (Piece::QUEEN.within(1), Piece::KING),
        (Piece::ROOK.within(1), Piece::WAZIR),
        (Piece::QUEEN.within(3), Piece::QUEEN),
        (Piece::QUEEN.within(u32::MAX), Piece::QUEEN),
    ] {
        for wrap in [Wrap::None, Wrap::Both] {
            let board = Board::new(3, 3).with_walls([(0, 1)]).with_wrap(wrap);
            for range in [Interval::from(0), (..=1).into(), (2..=3).into()] {
                let problem = |piece: &Piece| classics::attacking(board.clone(), piece.clone(), range);
                assert_eq!(occupied(&problem(&ranged)), occupied(&problem(&plain)), "{range} {wrap:?}");
            }
            let domination = |piece: &Piece| classics::domination(board.clone(), piece.clone());
            assert_eq!(occupied(&domination(&ranged)), occupied(&domination(&plain)), "{wrap:?}");
        }
    }
}

#[test]
fn a_range_counts_steps_round_a_torus_too() {
    let ring = Board::new(1, 7).with_wrap(Wrap::Columns);
    assert_eq!(ring.attacks(&Piece::ROOK.within(2), (0, 0)), [(0, 1), (0, 2), (0, 5), (0, 6)].into());
    let problem = classics::non_attacking(ring, Piece::ROOK.within(2));
    // Two of seven in a ring, at least three apart: 7 ways.
    let all = solutions(&problem);
    assert_eq!(all.iter().map(Placement::len).max(), Some(2));
    assert_eq!(all.len(), 1 + 7 + 7);
}

#[test]
fn the_longest_steps_of_all_mean_what_they_say() {
    // Off any plain board; round a torus, the step modulo its size.
    let max = i32::MAX;
    for step in [Move::leap(-max, 0), Move::leap(0, -max), Move::ride(-max, 1), Move::ride(1, max).within(2)] {
        for wrap in WRAPS {
            let board = Board::new(5, 2).with_wrap(wrap).with_walls([(1, 1)]);
            let piece = Piece::new([step, Move::leap(1, 0)]);
            let (problem, kind) = with(board, piece);
            solutions(&problem.clone().with(Constraint::attacks(kind, kind, 0)));
            solutions(&problem.clone().with(Constraint::attacks(kind, kind, 1)));
            solutions(&problem.clone().with(Constraint::covered(Area::Everywhere, kind, 1..).where_vacant()));
            solutions(&problem.with(Constraint::covered((0, 0), kind, 2)));
        }
    }
    // The least integer has no negative: no move goes the opposite way.
    let (problem, _) = with(Board::square(3), Piece::new([Move::ride(i32::MIN, 1)]));
    assert!(problem.check().unwrap_err().to_string().contains("too long: ride (-2147483648,1)"));
}

#[test]
fn directions_of_the_longest_steps_are_reduced() {
    assert_eq!(Direction::new(i32::MIN, 0), Direction::COLUMN);
    assert_eq!(Direction::new(i32::MIN, i32::MIN), Direction::DIAGONAL);
    assert!(Board::square(3).lines(Direction::new(i32::MIN, 1)).iter().all(|line| line.len() == 1));
}
