//! Problems on which an engine and the oracle once differed, or might.

use queenside::{Area, Board, Constraint, Engine, Move, Options, Piece, Problem, Wrap, classics};

/// Found on random problems once in 20,000 cases: with sight through pieces, a queen in front of another adds one to what is
/// seen, a blocker there takes one away.
#[test]
fn a_blocker_that_is_seen_hides_others() {
    let mut problem = Problem::new("- . . .".parse().unwrap());
    let wall = problem.add_kind("wall", Piece::BLOCKER);
    let queen = problem.add_kind("queen", Piece::QUEEN);
    problem.add(Constraint::attacks(queen, [wall, queen], ..=1).through());
    let count = |engine| problem.using(&Options::new().engine(engine)).count().unwrap().exact().unwrap();
    assert_eq!(count(Engine::Search), count(Engine::Brute));
}

/// A piece that two rides along one line both see is attacked once, so its ends are not to be counted for both.
#[test]
fn line_ends_are_not_counted_for_two_rides_along_one_line() {
    let piece = Piece::new([Move::ride(0, 1), Move::ride(0, -1), Move::ride(0, 2), Move::ride(0, -2)]);
    let problem = classics::attacking(Board::new(1, 9), piece, ..=2);
    let max = |engine| problem.using(&Options::new().engine(engine)).maximize().unwrap().value().unwrap();
    assert_eq!((max(Engine::Search), max(Engine::Brute)), (Some(6), Some(6)));
}

#[test]
fn a_range_far_below_nothing_is_only_contradictory() {
    let problem = classics::attacking(Board::square(3), Piece::QUEEN, i64::MIN);
    assert_eq!(problem.maximize().unwrap().value().unwrap(), Some(0));
}

/// Squares are seen unless a piece stands in between, and then nothing else has to cover them.
#[test]
fn what_is_covered_already_needs_no_more_pieces() {
    for length in 4..=6 {
        let mut problem = Problem::new(Board::new(1, length));
        let rook = problem.add_kind("rook", Piece::ROOK);
        let wall = problem.add_kind("wall", Piece::BLOCKER);
        problem.add(Constraint::covered(Area::Everywhere, rook, 1..).where_vacant());
        problem.add(Constraint::count(rook, Area::Everywhere, 1));
        problem.add(Constraint::count([rook, wall], Area::Everywhere, ..=2));
        let count = |engine| problem.using(&Options::new().engine(engine)).count().unwrap().exact().unwrap();
        assert_eq!(count(Engine::Search), 3 * length - 2);
        assert_eq!(count(Engine::Brute), 3 * length - 2);
    }
}

/// Round a torus a rook may be seen both ways, and of who is bound to be seen it is not known whether he is seen twice.
#[test]
fn covering_twice_on_boards_whose_edges_meet() {
    for (rows, columns, wrap) in [(2, 6, Wrap::Columns), (2, 5, Wrap::Both), (3, 4, Wrap::Both)] {
        for piece in [Piece::ROOK, Piece::QUEEN, Piece::DABBABA.and(&Piece::ROOK)] {
            let mut problem = Problem::new(Board::new(rows, columns).with_wrap(wrap));
            let kind = problem.add_kind("piece", piece);
            problem.add(Constraint::covered(Area::Everywhere, kind, 2..));
            let fewest = |engine| {
                let outcome = problem.using(&Options::new().engine(engine)).minimize().unwrap();
                (outcome.value().unwrap(), outcome.optima().unwrap().count().unwrap().exact())
            };
            assert_eq!(fewest(Engine::Search), fewest(Engine::Brute));
        }
    }
}

/// Six queens meet the bound by lines, two on 3×3 do not.
#[cfg(feature = "highs")]
#[test]
fn highs_tells_whether_a_bound_was_met_or_the_gap_closed() {
    use queenside::{BoundName, Proof};

    let gap_closed = Proof::GapClosed { solver: "HiGHS" };
    for (n, value, proof) in [(6, 6, Proof::BoundMet { name: BoundName::Lines }), (3, 2, gap_closed)] {
        let problem = classics::non_attacking(Board::square(n), Piece::QUEEN);
        let answer = problem.using(&Options::new().engine(Engine::Ilp)).maximize().unwrap();
        let optimum = answer.optimum().unwrap().unwrap();
        assert_eq!((optimum.value(), optimum.proof()), (value, &proof), "{n}×{n}");
    }
}
