//! The corners of the language: tiny boards, boards on which nobody stands, rules that ask for nothing or too much,
//! rides that come home, and every fault there is.

use std::iter::FusedIterator;

use queenside::{
    Area, BitOrder, Board, Cause, Classes, Constraint, Counted, Direction, Engine, Error, Fault, Group, Interval, Kind,
    Move, Options, Outcome, Piece, Placement, Problem, Sight, Solutions, Solved, Square, SquareSet, Symmetry, Terrain,
    Transform, Uniqueness, Wrap, classics,
};

const ENGINES: [Engine; 3] = [Engine::Brute, Engine::Search, Engine::Sweep];
const WRAPS: [Wrap; 4] = [Wrap::None, Wrap::Columns, Wrap::Rows, Wrap::Both];

/// All solutions, on which the engines must agree.
fn solutions(problem: &Problem) -> Vec<Placement> {
    let [oracle, search, sweep] =
        ENGINES.map(|engine| problem.using(&Options::new().engine(engine)).enumerate().unwrap().sorted().unwrap());
    assert_eq!(search, oracle, "the engines disagree on\n{problem}");
    assert_eq!(sweep, oracle, "the engines disagree on\n{problem}");
    oracle
}

/// The most and the fewest pieces, on which the engines must agree.
fn extremes(problem: &Problem) -> (Option<i64>, Option<i64>) {
    let [oracle, search, sweep] = ENGINES.map(|engine| {
        let options = Options::new().engine(engine);
        let asked = problem.using(&options);
        (asked.maximize().unwrap().value(), asked.minimize().unwrap().value())
    });
    assert_eq!(search, oracle, "the engines disagree on\n{problem}");
    assert_eq!(sweep, oracle, "the engines disagree on\n{problem}");
    oracle
}

/// Pieces of one kind, named "piece", without rules.
fn with(board: Board, piece: Piece) -> (Problem, Kind) {
    let mut problem = Problem::new(board);
    let kind = problem.kind("piece", piece);
    (problem, kind)
}

/// Nothing satisfies the rules: every question says so, by every engine, and none takes it for an error.
fn is_infeasible(problem: &Problem) {
    for engine in ENGINES {
        let options = Options::new().engine(engine);
        let asked = problem.using(&options);
        assert!(matches!(asked.maximize().unwrap(), Outcome::Infeasible(none) if none.engine() == engine));
        assert!(matches!(asked.minimize().unwrap(), Outcome::Infeasible(none) if none.engine() == engine));
        assert!(matches!(asked.solve().unwrap(), Solved::Infeasible(none) if none.engine() == engine));
        assert!(matches!(asked.sample(1).unwrap(), Solved::Infeasible(none) if none.engine() == engine));
        assert!(matches!(asked.is_unique().unwrap(), Uniqueness::Infeasible(none) if none.engine() == engine));
        assert_eq!(asked.count().unwrap().exact(), Some(0u32.into()));
        assert!(asked.enumerate().unwrap().next().is_none());
        assert!(asked.classes().unwrap().next().is_none());
        let optima = asked.maximize().unwrap().optima().unwrap();
        assert_eq!(optima.using(&options).count().unwrap().exact(), Some(0u32.into()));
    }
}

/// The texts of all faults.
fn faults(error: &Error) -> Vec<String> {
    error.faults().iter().map(Fault::to_string).collect()
}

/// The faults of a problem, reported alike by every question.
fn faults_of(problem: &Problem) -> Vec<String> {
    let error = problem.check().unwrap_err();
    assert_eq!(problem.maximize().unwrap_err(), error);
    assert_eq!(problem.minimize().unwrap_err(), error);
    assert_eq!(problem.solve().unwrap_err(), error);
    assert_eq!(problem.enumerate().unwrap_err(), error);
    assert_eq!(problem.count().unwrap_err(), error);
    assert_eq!(problem.classes().unwrap_err(), error);
    assert_eq!(problem.is_unique().unwrap_err(), error);
    assert_eq!(problem.sample(0).unwrap_err(), error);
    assert_eq!(problem.group().unwrap_err(), error);
    assert_eq!(problem.generate([]).unwrap_err(), error);
    assert!(!error.is_declined());
    faults(&error)
}

mod tiny_boards {
    use super::*;

    #[test]
    fn one_square_holds_nobody_or_one_piece() {
        for wrap in WRAPS {
            for piece in [Piece::KING, Piece::QUEEN, Piece::KNIGHT, Piece::WHITE_PAWN] {
                let problem = classics::non_attacking(Board::square(1).with_wrap(wrap), piece.clone());
                assert_eq!(solutions(&problem).len(), 2, "{wrap:?}");
                assert_eq!(extremes(&problem), (Some(1), Some(0)));
                assert_eq!(problem.is_unique().unwrap().is_unique(), Some(false));
                let domination = classics::domination(Board::square(1).with_wrap(wrap), piece.clone());
                assert_eq!(extremes(&domination), (Some(1), Some(1)));
                is_infeasible(&classics::total_domination(Board::square(1).with_wrap(wrap), piece));
            }
        }
    }

    #[test]
    fn one_row_and_one_column_are_alike() {
        let mut fibonacci = (1u64, 2u64);
        for n in 1..=9usize {
            for board in [Board::new(1, n), Board::new(n, 1)] {
                let count = |piece: Piece| {
                    let problem = classics::non_attacking(board.clone(), piece);
                    (extremes(&problem).0, solutions(&problem).len() as u64)
                };
                let n = n as i64;
                assert_eq!(count(Piece::ROOK), (Some(1), n as u64 + 1));
                assert_eq!(count(Piece::QUEEN), (Some(1), n as u64 + 1));
                assert_eq!(count(Piece::BISHOP), (Some(n), 1 << n));
                assert_eq!(count(Piece::KNIGHT), (Some(n), 1 << n));
                assert_eq!(count(Piece::KING), (Some((n + 1) / 2), fibonacci.1), "n = {n}");
            }
            fibonacci = (fibonacci.1, fibonacci.0 + fibonacci.1);
        }
    }

    #[test]
    fn kings_on_a_ring_are_counted_by_lucas_numbers() {
        // Independent sets of a cycle; of one square none is its own neighbour, of two both are.
        for (n, sets) in [(1, 2), (2, 3), (3, 4), (4, 7), (5, 11), (6, 18), (7, 29), (8, 47)] {
            for board in [Board::new(1, n).with_wrap(Wrap::Columns), Board::new(n, 1).with_wrap(Wrap::Both)] {
                let problem = classics::non_attacking(board, Piece::KING);
                assert_eq!(solutions(&problem).len(), sets, "n = {n}");
            }
        }
    }
}

mod nobody_stands {
    use super::*;

    fn filled(terrain: Terrain) -> Board {
        Board::new(2, 3).with_terrain(terrain, Board::new(2, 3).squares())
    }

    #[test]
    fn a_board_without_open_squares_has_the_empty_placement() {
        for terrain in [Terrain::Wall, Terrain::Forbidden, Terrain::Hole] {
            let problem = classics::non_attacking(filled(terrain), Piece::QUEEN);
            let all = solutions(&problem);
            assert!(all.len() == 1 && all[0].is_empty(), "{terrain:?}");
            assert_eq!(extremes(&problem), (Some(0), Some(0)));
            assert_eq!(problem.is_unique().unwrap().is_unique(), Some(true));
            assert_eq!(problem.classes().unwrap().map(|class| class.unwrap().size()).collect::<Vec<_>>(), [1]);
        }
    }

    #[test]
    fn walls_and_holes_need_no_cover_but_forbidden_squares_do() {
        for terrain in [Terrain::Wall, Terrain::Hole] {
            let domination = classics::domination(filled(terrain), Piece::KING);
            assert_eq!(extremes(&domination), (Some(0), Some(0)));
            let total = classics::total_domination(filled(terrain), Piece::KING);
            assert_eq!(extremes(&total), (Some(0), Some(0)));
        }
        is_infeasible(&classics::domination(filled(Terrain::Forbidden), Piece::KING));
        is_infeasible(&classics::total_domination(filled(Terrain::Forbidden), Piece::KING));

        // Two islands: what lies between need not be covered, a forbidden square must.
        for (diagram, kings) in [(". % .", 2), (". ~ .", 2), (". - .", 2), (". . .", 1), ("- . -", 1), ("% . ~", 1)] {
            let problem = classics::domination(diagram.parse().unwrap(), Piece::KING);
            assert_eq!(extremes(&problem).1, Some(kings), "{diagram}");
        }
        is_infeasible(&classics::domination(". - - -".parse().unwrap(), Piece::KING));
    }

    #[test]
    fn the_empty_placement_is_a_solution_when_nothing_is_asked_for() {
        let (problem, _) = with(Board::square(2), Piece::KING);
        let all = solutions(&problem);
        assert_eq!(all.len(), 16);
        assert_eq!(all.iter().filter(|placement| placement.is_empty()).count(), 1);
        // A rule about each piece says nothing where there is none.
        let problem = classics::attacking(Board::square(2), Piece::KING, 7);
        assert!(solutions(&problem).iter().map(Placement::len).eq([0]));
        // Neither does one about each region or line of none.
        let (mut problem, kind) = with(Board::square(2), Piece::KING);
        problem.add(Constraint::count(kind, Area::EachRegion, 5)).add(Constraint::count(kind, Area::each([]), 5));
        problem.add(Constraint::count(kind, Area::lines([]), 5));
        problem.add(Constraint::covered(SquareSet::new(), kind, 5));
        assert_eq!(solutions(&problem).len(), 16);
        // But an empty set of squares holds nobody.
        is_infeasible(&problem.with(Constraint::count(kind, SquareSet::new(), 1)));
    }

    #[test]
    fn blockers_are_placed_but_not_counted() {
        let (problem, wall) = with(Board::new(1, 3), Piece::BLOCKER);
        assert_eq!(solutions(&problem).len(), 8);
        assert_eq!(extremes(&problem), (Some(0), Some(0)));
        assert_eq!(problem.maximize_of([(wall, 1)]).unwrap().value(), Some(3));
        assert_eq!(problem.minimize_of([(wall, -2)]).unwrap().value(), Some(-6));
        let optima = problem.maximize().unwrap().optima().unwrap();
        assert_eq!(solutions(&optima).len(), 8, "every placement has as many pieces: none");
        // A blocker attacks nobody and covers nothing.
        assert_eq!(solutions(&problem.clone().with(Constraint::attacks(wall, wall, 0))).len(), 8);
        assert_eq!(solutions(&problem.clone().with(Constraint::attacks(wall, wall, 1))).len(), 1);
        is_infeasible(&problem.with(Constraint::covered((0, 1), wall, 1..)));
    }
}

mod too_little_and_too_much {
    use super::*;

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
        assert!(matches!(problem.is_unique().unwrap(), Uniqueness::Unique(only, ..) if only.len() == 1));
        let problem = classics::completion(6, [(0, 1)]);
        let unique = problem.is_unique().unwrap();
        assert_eq!(unique.is_unique(), Some(true));
        assert_eq!(problem.count().unwrap().exact(), Some(1u32.into()));
        assert_eq!(unique.placement(), problem.solve().unwrap().placement());
        let Uniqueness::Several(two, ..) = classics::queens(6).is_unique().unwrap() else { panic!("there are 4") };
        assert!(two[0] != two[1] && two.iter().all(|queens| queens.len() == 6));
    }

    #[test]
    fn a_single_optimum_is_met_from_above_and_below() {
        // The greatest and the least of a problem with one solution.
        let problem = classics::completion(6, [(0, 1)]);
        assert_eq!(problem.maximize().unwrap().value(), Some(6));
        assert_eq!(problem.minimize().unwrap().value(), Some(6));
        let queen = problem.kind_named("queen").unwrap();
        assert_eq!(problem.maximize_of([(queen, -3)]).unwrap().value(), Some(-18));
        assert_eq!(problem.minimize_of([(queen, 0)]).unwrap().value(), Some(0));
        assert_eq!(problem.maximize_of([]).unwrap().value(), Some(0));
        assert_eq!(problem.maximize_of([(queen, 1), (queen, 1)]).unwrap().value(), Some(12));
    }
}

mod fixed_pieces {
    use super::*;

    #[test]
    fn on_free_squares_they_are_completed() {
        // The truth that a library once missed by 341 solutions: a queen in the corner leaves 4.
        assert_eq!(classics::completion(8, [(0, 0)]).count().unwrap().exact(), Some(4u32.into()));
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
        assert_eq!(classics::completion(8, [(0, 0), (7, 7)]).solve().unwrap().is_feasible(), Some(false));
    }

    #[test]
    fn where_nobody_may_stand_leave_no_solution() {
        for terrain in [Terrain::Wall, Terrain::Forbidden, Terrain::Hole] {
            let (problem, king) = with(Board::square(2).with_terrain(terrain, [(0, 0)]), Piece::KING);
            is_infeasible(&problem.with(Constraint::fixed(king, [(0, 0)])));
        }
    }

    #[test]
    fn of_two_kinds_on_one_square_leave_no_solution() {
        let (mut problem, king) = with(Board::square(2), Piece::KING);
        let rook = problem.kind("rook", Piece::ROOK);
        problem.add(Constraint::fixed(king, [(0, 0)])).add(Constraint::fixed(rook, [(0, 0)]));
        is_infeasible(&problem);
    }

    #[test]
    fn none_at_all_are_no_rule() {
        let (problem, king) = with(Board::square(2), Piece::KING);
        assert_eq!(solutions(&problem.with(Constraint::fixed(king, [] as [(usize, usize); 0]))).len(), 16);
    }
}

mod sight {
    use super::*;

    #[test]
    fn walls_holes_and_blockers_stop_it_but_forbidden_squares_do_not() {
        for (diagram, rooks) in [(". . .", 1), (". % .", 2), (". ~ .", 2), (". - .", 1)] {
            let problem = classics::non_attacking(diagram.parse().unwrap(), Piece::ROOK);
            assert_eq!(extremes(&problem).0, Some(rooks), "{diagram}");
        }
        let (mut problem, rook) = with(Board::new(1, 3), Piece::ROOK);
        let wall = problem.kind("wall", Piece::BLOCKER);
        problem.non_attacking().add(Constraint::count(wall, Area::Everywhere, 1));
        assert_eq!(extremes(&problem).0, Some(2));
        let best = problem.maximize().unwrap();
        assert_eq!(best.placement().unwrap().squares(rook), [(0, 0), (0, 2)].into());
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
    fn whoever_stands_between_shields_whatever_its_kind() {
        // Rook, somebody, target: by sight the rook sees only the first.
        let (mut problem, rook) = with(Board::new(1, 3), Piece::ROOK);
        let target = problem.kind("target", Piece::WAZIR);
        let knight = problem.kind("knight", Piece::KNIGHT);
        let wall = problem.kind("wall", Piece::BLOCKER);
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
        let count = |rule: fn(Constraint) -> Constraint, most: i64| {
            let (problem, rook) = with(Board::new(1, 4), Piece::ROOK);
            solutions(&problem.with(rule(Constraint::attacks(rook, rook, ..=most)))).len()
        };
        // Along a row of four a rook sees two at most; through pieces, all others.
        assert_eq!((count(|rule| rule, 1), count(|rule| rule, 2)), (11, 16));
        assert_eq!((count(Constraint::through, 1), count(Constraint::through, 2)), (11, 15));
    }
}

mod rides_that_come_home {
    use super::*;

    #[test]
    fn a_lone_queen_on_a_torus_attacks_nobody() {
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
            // Nobody, or any two of four: each sees the other, both ways round.
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
}

mod odd_pieces {
    use super::*;

    #[test]
    fn a_pawn_attacks_one_way() {
        let problem = classics::non_attacking(Board::square(2), Piece::WHITE_PAWN);
        let placement = Placement::parse(&problem, ". P\nP .").unwrap();
        assert_eq!(placement.attacked_from((1, 0), Sight::First), [(0, 1)].into());
        assert!(placement.attacked_from((0, 1), Sight::First).is_empty());
        // Two diagonals, of each of which one end may be occupied: (4 − 1)².
        assert_eq!(solutions(&problem).len(), 9);
        // Those in the top row attack nobody, so nobody can stand if each must attack one.
        assert_eq!(solutions(&classics::attacking(Board::square(2), Piece::WHITE_PAWN, 1)).len(), 1);
        // White attacks up the board, black down.
        assert_eq!(Board::square(3).attacks(&Piece::WHITE_PAWN, (1, 1)), [(0, 0), (0, 2)].into());
        assert_eq!(Board::square(3).attacks(&Piece::BLACK_PAWN, (1, 1)), [(2, 0), (2, 2)].into());
    }

    #[test]
    fn one_way_attacks_are_kept_apart_between_kinds() {
        let (mut problem, white) = with(Board::new(2, 2), Piece::WHITE_PAWN);
        let black = problem.kind("black pawn", Piece::BLACK_PAWN);
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
        // Nobody, one of five, or two at least three apart.
        assert_eq!((extremes(&problem).0, solutions(&problem).len()), (Some(2), 9));
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
                    assert_eq!(solutions(&problem(&ranged)), solutions(&problem(&plain)), "{range} {wrap:?}");
                }
                let domination = |piece: &Piece| classics::domination(board.clone(), piece.clone());
                assert_eq!(solutions(&domination(&ranged)), solutions(&domination(&plain)), "{wrap:?}");
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
        // Off any plain board; round a torus, so many modulo its size.
        let most = i32::MAX;
        for step in [Move::leap(-most, 0), Move::leap(0, -most), Move::ride(-most, 1), Move::ride(1, most).within(2)] {
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
}

mod answers {
    use super::*;

    #[test]
    fn optima_of_an_infeasible_problem_are_the_problem() {
        let problem = classics::queens(3);
        let optima = problem.maximize().unwrap().optima().unwrap();
        assert_eq!(optima.constraints(), problem.constraints());
        assert_eq!(optima.count().unwrap().exact(), Some(0u32.into()));
    }

    #[test]
    fn optima_may_be_asked_for_again() {
        let problem = classics::non_attacking(Board::square(4), Piece::KING);
        let once = problem.maximize().unwrap().optima().unwrap();
        let twice = once.minimize().unwrap().optima().unwrap();
        assert_eq!(once.count().unwrap().exact(), twice.count().unwrap().exact());
        // Over weights that differ it is their sum that is kept.
        let (mut problem, king) = with(Board::square(2), Piece::KING);
        let rook = problem.kind("rook", Piece::ROOK);
        let best = problem.maximize_of([(king, 2), (rook, -1)]).unwrap();
        assert_eq!((best.value(), solutions(&best.optima().unwrap()).len()), (Some(8), 1));
        let worst = problem.minimize_of([(king, 2), (rook, -1)]).unwrap();
        assert_eq!((worst.value(), solutions(&worst.optima().unwrap()).len()), (Some(-4), 1));
    }

    #[test]
    fn optima_of_weights_as_large_as_may_be_are_exact() {
        let (mut problem, king) = with(Board::square(2), Piece::KING);
        let rook = problem.kind("rook", Piece::ROOK);
        let most = i64::MAX / 8;
        let best = problem.maximize_of([(king, most), (rook, -most)]).unwrap();
        assert_eq!(best.value(), Some(4 * most));
        assert_eq!(solutions(&best.optima().unwrap()).len(), 1);
        let (problem, king) = with(Board::square(1), Piece::KING);
        assert_eq!(problem.maximize_of([(king, i64::MAX)]).unwrap().value(), Some(i64::MAX));
        assert_eq!(problem.minimize_of([(king, -i64::MAX)]).unwrap().value(), Some(-i64::MAX));
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
            assert_eq!(feasible.maximize().unwrap().optimum().unwrap().engine(), answers);
            assert!(matches!(feasible.count().unwrap(), Counted::Exact(_, engine, _) if engine == answers));
            assert!(matches!(feasible.solve().unwrap(), Solved::Found(_, engine, _) if engine == answers));
            assert!(matches!(feasible.sample(3).unwrap(), Solved::Found(_, engine, _) if engine == answers));
            assert_eq!(feasible.enumerate().unwrap().engine(), answers);
            assert!(matches!(infeasible.maximize().unwrap(), Outcome::Infeasible(none) if none.engine() == answers));
            assert!(matches!(infeasible.solve().unwrap(), Solved::Infeasible(none) if none.engine() == answers));
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
            asked.is_unique().unwrap_err(),
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
        assert_eq!(problem.using(&brute).count().unwrap().exact(), Some(4u32.into()));
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
        may_be_shared::<Outcome>();
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
        let placement = classics::queens(4).solve().unwrap().into_placement().unwrap();
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
        problem.add(Constraint::count(rook, Area::rows(), ..=1));
        let placement = Placement::parse(&problem, "R . R\n. R .\n. . .").unwrap();
        let judgement = placement.judge(&problem).unwrap();
        let rules: Vec<Option<usize>> = judgement.violations().iter().map(queenside::Violation::rule).collect();
        assert_eq!(rules, [None, Some(0), Some(0), Some(1)]);
        assert_eq!(
            judgement.to_string(),
            "the piece stands on (1,1), where nobody may stand\n\
             rule 1 (attacks): the piece on (0,0) sees 1 piece, allowed 0..=0: (0,2)\n\
             rule 1 (attacks): the piece on (0,2) sees 1 piece, allowed 0..=0: (0,0)\n\
             rule 2 (count): the squares (0,0) to (0,2) hold 2 pieces, allowed ..=1: (0,0), (0,2)\n"
        );
    }
}

mod every_fault {
    use super::*;

    #[test]
    fn boards_without_squares_and_boards_beyond_counting() {
        let most = usize::MAX;
        for (rows, columns, text) in [
            (0, 0, "a board of 0×0 has no squares".to_owned()),
            (0, 5, "a board of 0×5 has no squares".to_owned()),
            (5, 0, "a board of 5×0 has no squares".to_owned()),
            (most, 0, format!("a board of {most}×0 has no squares")),
            (5000, 5000, "a board of 5000×5000 is too large: at most 16777216 squares".to_owned()),
            (1, (1 << 24) + 1, "a board of 1×16777217 is too large: at most 16777216 squares".to_owned()),
            (most, 2, format!("a board of {most}×2 is too large: at most 16777216 squares")),
            (most, most, format!("a board of {most}×{most} is too large: at most 16777216 squares")),
        ] {
            let board = Board::new(rows, columns);
            assert_eq!(faults(&board.check().unwrap_err()), [text.as_str()]);
            assert_eq!(faults_of(&classics::domination(board.clone(), Piece::KING)), [text.as_str()]);
            // Looking at it does no harm.
            assert!(board.squares().is_empty() && board.open().is_empty());
            assert!(Direction::QUEEN.iter().all(|direction| board.lines(*direction).is_empty()));
            assert!(Direction::QUEEN.iter().all(|direction| board.segments(*direction).is_empty()));
            assert!(board.every_line().is_empty());
            assert!(board.attacks(&Piece::QUEEN, (0, 0)).is_empty());
            assert_eq!(Group::of_board(&board).order(), 1);
            assert_eq!(board.to_string(), format!("({rows}×{columns})"));
            let (problem, kind) = with(board, Piece::KING);
            assert_eq!(faults(&Placement::new(&problem, [(kind, (0, 0))]).unwrap_err()), [text.as_str()]);
            assert_eq!(faults(&Placement::parse(&problem, ".").unwrap_err()), [text.as_str()]);
        }
    }

    #[test]
    fn a_board_that_makes_no_sense_has_no_rows() {
        let board = Board::new(1, Board::MOST_SQUARES + 1);
        assert_eq!(board.row(0).len(), board.squares().len());
        let board = Board::new(Board::MOST_SQUARES + 1, 1);
        assert_eq!(board.column(0).len(), board.squares().len());
    }

    #[test]
    fn squares_off_the_board_wherever_they_are_named() {
        let far = (usize::MAX, usize::MAX);
        let far_text = format!("({0},{0})", usize::MAX);
        let board = Board::square(3)
            .with_walls([far, (0, 3)])
            .with_forbidden([(3, 0)])
            .with_holes([(4, 4)])
            .with_region("west", [(0, 0), (7, 1)]);
        let (mut problem, king) = with(board, Piece::KING);
        let one = Transform::from(Symmetry::HalfTurn);
        problem
            .add(Constraint::count(king, far, 0))
            .add(Constraint::fixed(king, [(0, 5), (1, 1), (5, 0)]))
            .add(Constraint::covered([(9, 9)], king, 1..))
            .add(Constraint::count(king, Area::each([[(0, 0)].into(), [(8, 8)].into()]), 0))
            .add(Constraint::linear([(1, king, (6, 6)), (1, king, (0, 0))], ..))
            .add(Constraint::symmetric([one], [(2, 9)]));
        assert_eq!(
            faults_of(&problem),
            [
                format!("walls: (0,3), {far_text} are not on the 3×3 board"),
                "forbidden: (3,0) is not on the 3×3 board".to_owned(),
                "holes: (4,4) is not on the 3×3 board".to_owned(),
                "region \"west\": (7,1) is not on the 3×3 board".to_owned(),
                format!("rule 1 (count): {far_text} is not on the 3×3 board"),
                "rule 2 (count): (0,5), (5,0) are not on the 3×3 board".to_owned(),
                "rule 3 (covered): (9,9) is not on the 3×3 board".to_owned(),
                "rule 4 (count): (8,8) is not on the 3×3 board".to_owned(),
                "rule 5 (linear): (6,6) is not on the 3×3 board".to_owned(),
                "rule 6 (symmetric): (2,9) is not on the 3×3 board".to_owned(),
            ]
        );
        let (problem, king) = with(Board::square(3), Piece::KING);
        let error = Placement::new(&problem, [(king, far), (king, (1, 1)), (king, (3, 3)), (king, (1, 1))]);
        assert_eq!(
            faults(&error.unwrap_err()),
            [
                "(1,1) is taken twice: by \"piece\" and by \"piece\"".to_owned(),
                format!("placement: (3,3), {far_text} are not on the 3×3 board"),
            ]
        );
    }

    #[test]
    fn long_lists_of_squares_are_cut_short() {
        let board = Board::square(2).with_walls((0..20).map(|column| (5, column)));
        let text = board.check().unwrap_err().to_string();
        assert!(text.ends_with("(5,6), (5,7) and 12 more are not on the 2×2 board"), "{text}");
    }

    #[test]
    fn names_that_nobody_bears() {
        let (problem, _) = with(Board::square(2).with_region("west", [(0, 0)]), Piece::KING);
        let error = problem.kind_named("queen").unwrap_err();
        assert_eq!(faults(&error), ["the problem has no kind named \"queen\""]);
        let error = problem.region("east").unwrap_err();
        assert_eq!(faults(&error), ["the board has no region named \"east\""]);
        assert!(problem.region("west").is_ok() && problem.kind_named("piece").is_ok());
    }

    #[test]
    fn handles_of_another_problem() {
        let board = || Board::square(2).with_region("west", [(0, 0)]);
        let (other, stranger) = with(board(), Piece::KING);
        let foreign = other.region("west").unwrap();
        let (mut problem, own) = with(board(), Piece::KING);
        let swap = Transform::from(Symmetry::Identity).swapping(own, stranger);
        problem
            .add(Constraint::attacks(own, stranger, 0))
            .add(Constraint::attacks([own, stranger], own, 0))
            .add(Constraint::covered(foreign, stranger, 1))
            .add(Constraint::count(own, foreign, 1))
            .add(Constraint::occupied_lines(stranger, [Direction::ROW], 1))
            .add(Constraint::balance(stranger, own, 0))
            .add(Constraint::linear([(1, stranger, (0, 0))], 1))
            .add(Constraint::symmetric([swap.clone()], foreign));
        let texts = faults_of(&problem);
        assert_eq!(
            texts,
            [
                "rule 1 (attacks) names a kind of another problem",
                "rule 2 (attacks) names a kind of another problem",
                "rule 3 (covered) names a kind of another problem",
                "rule 3 (covered) names a region of another problem",
                "rule 4 (count) names a region of another problem",
                "rule 5 (occupied_lines) names a kind of another problem",
                "rule 6 (balance) names a kind of another problem",
                "rule 7 (linear) names a kind of another problem",
                "rule 8 (symmetric) names a region of another problem",
                "rule 8 (symmetric) names a kind of another problem",
            ]
        );
        let (problem, own) = with(board(), Piece::KING);
        assert_eq!(
            faults(&problem.maximize_of([(own, 1), (stranger, 1)]).unwrap_err()),
            ["the objective names a kind of another problem"]
        );
        assert_eq!(faults(&problem.generate([swap]).unwrap_err()), ["the group names a kind of another problem"]);
        assert_eq!(
            faults(&Placement::new(&problem, [(stranger, (0, 0)), (stranger, (1, 1))]).unwrap_err()),
            [
                "the piece on (0,0) names a kind of another problem",
                "the piece on (1,1) names a kind of another problem"
            ]
        );
        // A copy is the same problem.
        let copy = problem.clone();
        assert!(copy.with(Constraint::count(own, Area::Everywhere, 1)).check().is_ok());
    }

    #[test]
    fn a_symbol_for_a_kind_of_another_problem() {
        let (_, stranger) = with(Board::square(2), Piece::KING);
        let (mut problem, _) = with(Board::square(2), Piece::KING);
        problem.symbol(stranger, 'K');
        assert!(problem.check().is_err(), "a handle of another problem is a fault where it is used");
    }

    #[test]
    #[allow(clippy::reversed_empty_ranges, reason = "that they are empty is the point")]
    fn ranges_that_allow_nothing() {
        let (mut problem, king) = with(Board::square(2), Piece::KING);
        problem
            .add(Constraint::attacks(king, king, 3..3))
            .add(Constraint::covered(Area::Everywhere, king, 2..1))
            .add(Constraint::count(king, Area::Everywhere, 5..=4))
            .add(Constraint::occupied_lines(king, [Direction::ROW], 1..0))
            .add(Constraint::balance(king, king, 0..0))
            .add(Constraint::linear([(1, king, (0, 0))], 7..=-7));
        assert_eq!(
            faults_of(&problem),
            [
                "rule 1 (attacks): the range 3..=2 is empty",
                "rule 2 (covered): the range 2..=0 is empty",
                "rule 3 (count): the range 5..=4 is empty",
                "rule 4 (occupied_lines): the range 1..=-1 is empty",
                "rule 5 (balance): the range 0..=-1 is empty",
                "rule 6 (linear): the range 7..=-7 is empty",
            ]
        );
    }

    #[test]
    fn kinds_that_make_no_sense() {
        let mut problem = Problem::new(Board::square(2));
        problem.kind("queen", Piece::QUEEN);
        problem.kind("queen", Piece::ROOK);
        problem.kind("statue", Piece::new([]));
        problem.kind("still", Piece::new([Move::leap(0, 0), Move::ride(1, 0).within(0)]));
        problem.kind("tired", Piece::ROOK.within(0));
        problem.kind("", Piece::KING);
        problem.kind(" spaced", Piece::KING);
        problem.kind("two\nlines", Piece::KING);
        let mut texts = faults_of(&problem);
        texts.sort();
        let mut expected = vec![
            "2 kinds are named \"queen\"".to_owned(),
            "kind \"statue\" is a piece without moves (one that only stands in the way is Piece::BLOCKER)".to_owned(),
            "kind \"still\" has a move that leads nowhere: leap (0,0)".to_owned(),
            "kind \"still\" has a move that leads nowhere: ride (1,0) of at most 0 steps".to_owned(),
        ];
        for step in ["(-1,0)", "(0,-1)", "(0,1)", "(1,0)"] {
            expected.push(format!("kind \"tired\" has a move that leads nowhere: ride {step} of at most 0 steps"));
        }
        for name in ["", " spaced", "two\nlines"] {
            expected.push(format!(
                "a kind is named {name:?}: a name has characters, none of them a control character, no space at its \
                 ends"
            ));
        }
        expected.sort();
        assert_eq!(texts, expected);
    }

    #[test]
    fn no_kinds_and_too_many() {
        let problem = Problem::new(Board::square(2));
        assert_eq!(faults_of(&problem), ["the problem has no kinds: nothing can stand on its board"]);
        let mut problem = Problem::new(Board::square(2));
        for number in 0..65 {
            problem.kind(format!("kind {number}"), Piece::KING);
        }
        assert_eq!(faults_of(&problem), ["the problem has 65 kinds, at most 64 are possible"]);
        let mut problem = Problem::new(Board::square(1));
        let kinds: Vec<Kind> = (0..64).map(|number| problem.kind(format!("kind {number}"), Piece::KING)).collect();
        problem.non_attacking().add(Constraint::count(kinds, Area::Everywhere, 1));
        assert_eq!(solutions(&problem).len(), 64);
    }

    #[test]
    fn rules_that_name_no_kinds() {
        let (mut problem, king) = with(Board::square(2), Piece::KING);
        problem.add(Constraint::attacks([], king, 0)).add(Constraint::count([], Area::Everywhere, 1));
        assert_eq!(faults_of(&problem), ["rule 1 (attacks) names no kinds", "rule 2 (count) names no kinds"]);
    }

    #[test]
    fn symbols_that_are_taken() {
        let mut problem = Problem::new(Board::square(2));
        let names = ["a", "b", "c", "d", "e", "f", "g"];
        let symbols = ['x', 'x', '.', '%', '-', '~', ' '];
        for (name, symbol) in names.into_iter().zip(symbols) {
            let kind = problem.kind(name, Piece::KING);
            problem.symbol(kind, symbol);
        }
        let expected: Vec<String> = names
            .iter()
            .zip(symbols)
            .skip(1)
            .map(|(name, symbol)| {
                format!("kind {name:?} cannot be drawn as {symbol:?}: it is taken, or means something else in diagrams")
            })
            .collect();
        assert_eq!(faults_of(&problem), expected);
        // Those the crate chooses give way to those that are asked for.
        let mut problem = Problem::new(Board::new(1, 3));
        let first = problem.kind("queen", Piece::QUEEN);
        let second = problem.kind("quality", Piece::KNIGHT);
        problem.symbol(second, 'Q');
        let placement = Placement::new(&problem, [(first, (0, 0)), (second, (0, 1))]).unwrap();
        assert_eq!(placement.to_string(), "q Q .\n");
    }

    #[test]
    fn regions_that_make_no_sense() {
        let board = Board::square(2).with_region("west", [(0, 0)]).with_region("west", [(0, 1)]);
        let board = board.with_region("west", [(0, 5)]).with_region("", [(0, 0)]).with_region("a\tb", [(0, 0)]);
        assert_eq!(board.check().unwrap_err().faults().len(), 4);
        let text = board.check().unwrap_err().to_string();
        for part in ["4 faults: ", "region \"west\": (0,5)", "3 regions are named \"west\"", "\"\"", "\"a\\tb\""] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }

    #[test]
    fn lines_that_are_not_defined() {
        let (mut problem, king) = with(Board::square(3).with_wrap(Wrap::Columns), Piece::KING);
        problem
            .add(Constraint::count(king, Area::EveryLine, ..=2))
            .add(Constraint::count(king, Area::lines([Direction::new(2, 6), Direction::ROW]), ..=2))
            .add(Constraint::occupied_lines(king, [Direction::new(-2, 1), Direction::new(0, 0)], 1..));
        assert_eq!(
            faults_of(&problem),
            [
                "rule 1 (count): lines of slope (1,2) are not defined on a wrapped board",
                "rule 2 (count): lines of slope (1,3) are not defined on a wrapped board",
                "rule 3 (occupied_lines): lines of slope (2,-1) are not defined on a wrapped board",
                "rule 3 (occupied_lines): a line needs a direction, (0,0) is none",
            ]
        );
    }

    #[test]
    fn symmetries_the_board_does_not_have() {
        let shift = |rows, columns| Transform::from(Symmetry::Identity).shifted(rows, columns);
        let (mut problem, _) = with(Board::new(2, 3), Piece::KING);
        problem
            .add(Constraint::symmetric([Symmetry::QuarterTurn, Symmetry::Transpose], Area::Everywhere))
            .add(Constraint::symmetric([shift(1, 0), shift(0, 4)], Area::Everywhere))
            .add(Constraint::symmetric([Symmetry::HalfTurn], Area::Everywhere));
        assert_eq!(
            faults_of(&problem),
            [
                "rule 1 (symmetric): a 2×3 board with wrap None has no symmetry QuarterTurn",
                "rule 1 (symmetric): a 2×3 board with wrap None has no symmetry Transpose",
                "rule 2 (symmetric): a board with wrap None cannot be shifted by (1,0)",
                "rule 2 (symmetric): a board with wrap None cannot be shifted by (0,4)",
            ]
        );
        // A cylinder is not a quarter turn of itself, and turns one way only.
        let (problem, _) = with(Board::square(3).with_wrap(Wrap::Columns), Piece::KING);
        assert!(problem.generate([shift(0, 2)]).is_ok());
        assert_eq!(
            faults(&problem.generate([shift(1, 2), Symmetry::QuarterTurn.into()]).unwrap_err()),
            [
                "the group: a board with wrap Columns cannot be shifted by (1,2)",
                "the group: a 3×3 board with wrap Columns has no symmetry QuarterTurn",
            ]
        );
        // Round the whole board is no shift at all.
        let (problem, _) = with(Board::new(2, 3), Piece::KING);
        assert_eq!(problem.generate([shift(2, 3)]).unwrap().order(), 1);
    }

    #[test]
    fn symmetries_the_problem_does_not_have() {
        let problem = classics::completion(8, [(0, 0)]);
        let turns = problem.generate([Symmetry::QuarterTurn.into()]).unwrap();
        let error = problem.classes_under(&turns).unwrap_err();
        assert_eq!(
            faults(&error),
            ["the group: the problem does not have 3 of its 4 symmetries: QuarterTurn, HalfTurn, ThreeQuarterTurn"]
        );
        assert_eq!(turns.count_classes(&problem, &Options::new()).unwrap_err(), error);
        // A group of another board is refused.
        let error = classics::queens(5).classes_under(&turns).unwrap_err();
        assert!(error.to_string().contains("made for a 8×8 board, not for a 5×5 board"), "{error}");
        // So are shifts of a torus on a plain board.
        let torus = classics::non_attacking(Board::square(3).with_wrap(Wrap::Both), Piece::QUEEN);
        let shifts = torus.generate([Transform::from(Symmetry::Identity).shifted(1, 0)]).unwrap();
        let plain = classics::non_attacking(Board::square(3), Piece::QUEEN);
        let error = plain.classes_under(&shifts).unwrap_err();
        assert!(error.to_string().contains("2 of its 3 symmetries: Identity shifted by (1,0)"), "{error}");
    }

    #[test]
    fn numbers_too_large_to_be_added_up() {
        let (mut problem, king) = with(Board::square(2), Piece::KING);
        for weight in [i64::MAX, i64::MIN, i64::MAX / 4 + 1] {
            for error in [problem.maximize_of([(king, weight)]), problem.minimize_of([(king, weight)])] {
                assert_eq!(faults(&error.unwrap_err()), ["the objective: the numbers are too large to be added up"]);
            }
        }
        problem.add(Constraint::linear([(i64::MAX, king, (0, 0)), (-1, king, (0, 1))], ..));
        problem.add(Constraint::linear([(i64::MIN, king, (0, 0))], ..));
        assert_eq!(
            faults_of(&problem),
            [
                "rule 1 (linear): the numbers are too large to be added up",
                "rule 2 (linear): the numbers are too large to be added up",
            ]
        );
    }

    #[test]
    fn diagrams_that_cannot_be_read() {
        let board = |text: &str| faults(&text.parse::<Board>().unwrap_err());
        assert_eq!(board(""), ["the diagram is empty"]);
        assert_eq!(board(" \n\n \t\n"), ["the diagram is empty"]);
        assert_eq!(
            board(". . .\n\n. .\n. . . . Q\n"),
            [
                "line 3 of the diagram has 2 squares, the first has 3",
                "line 4 of the diagram has 5 squares, the first has 3",
                "line 4 has 'Q': a board is drawn with '.', '%' (wall), '-' (forbidden) and '~' (hole)",
            ]
        );
        let headers = "'wrap: none', 'wrap: columns', 'wrap: rows', 'wrap: both', 'region: NAME' or 'regions: A B C'";
        assert_eq!(
            board(". .\nwrap: diagonal\nregion: west\no x .\nregions: A\nA B\ncolour: blue"),
            [
                format!("line 2 is not understood: \"wrap: diagonal\" ({headers})"),
                "the diagram is 1×3, the board 1×2".to_owned(),
                "line 4 has 'x': a region is drawn with 'o' and '.'".to_owned(),
                "line 6 has 'B': a map is drawn with '.' and the regions named above it".to_owned(),
                format!("line 7 is not understood: \"colour: blue\" ({headers})"),
            ]
        );

        let set = |text: &str| faults(&text.parse::<SquareSet>().unwrap_err());
        assert_eq!(
            set("o .\no\n. x"),
            ["line 2 of the diagram has 1 squares, the first has 2", "line 3 has 'x': a set is drawn with 'o' and '.'"]
        );

        let problem = classics::queens(2);
        let placement = |text: &str| faults(&Placement::parse(&problem, text).unwrap_err());
        assert_eq!(placement("Q .\n"), ["the diagram is 1×2, the board 2×2"]);
        assert_eq!(placement("Q .\nQ"), ["line 2 of the diagram has 1 squares, the first has 2"]);
        assert_eq!(
            placement("Q x\n% ."),
            [
                "line 1 has 'x': a placement is drawn with the symbols of its kinds and those of its board",
                "line 2 has '%': a placement is drawn with the symbols of its kinds and those of its board",
            ]
        );

        let map = |text: &str| faults(&Board::square(2).with_region_map(text).unwrap_err());
        assert_eq!(map("A"), ["the diagram is 1×1, the board 2×2"]);
        assert_eq!(map("A\nA B"), ["line 2 of the diagram has 2 squares, the first has 1"]);
    }

    #[test]
    fn a_line_that_is_no_part_of_a_diagram_is_not_passed_over() {
        for text in ["wrap: both\n. .\n. .", "colour: blue\n. .", ". : .\n. . .", "region: west\n. .\n. ."] {
            match text.parse::<Board>() {
                Err(_) => {}
                Ok(board) => panic!("{text:?} was read as\n{board}"),
            }
        }
    }

    #[test]
    #[allow(clippy::reversed_empty_ranges, reason = "that they are empty is the point")]
    fn everything_at_once() {
        let (_, stranger) = with(Board::square(1), Piece::KING);
        let board = Board::new(2, 3).with_wrap(Wrap::Rows).with_walls([(2, 0)]);
        let board = board.with_region("west", [(0, 0)]).with_region("west", [(0, 9)]);
        let mut problem = Problem::new(board);
        let queen = problem.kind("queen", Piece::QUEEN);
        let statue = problem.kind("statue", Piece::new([]));
        problem.kind("statue", Piece::new([Move::leap(0, 0)]));
        problem.symbol(queen, '.').symbol(statue, '#');
        problem
            .add(Constraint::attacks(stranger, queen, 2..2))
            .add(Constraint::count(queen, Area::EveryLine, 1..0))
            .add(Constraint::covered([(4, 4)], stranger, 1))
            .add(Constraint::symmetric([Symmetry::QuarterTurn], Area::Everywhere))
            .add(Constraint::linear([(i64::MAX, queen, (0, 0)), (1, stranger, (8, 8))], 9..9));
        let error = problem.check().unwrap_err();
        // Board: wall, region, name twice. Kinds: name twice, symbol, no moves, null move. Rules: 2 + 2 + 2 + 0 + 4;
        // the symmetry is only asked of a board that makes sense.
        assert_eq!(error.faults().len(), 3 + 4 + 2 + 2 + 2 + 4, "{error:#?}");
        let text = error.to_string();
        assert!(text.starts_with("17 faults: walls: (2,0) is not on the 2×3 board; region \"west\": (0,9)"), "{text}");
        for fault in error.faults() {
            assert!(text.contains(&fault.to_string()));
        }
        assert_eq!(faults_of(&problem).len(), 17);
    }
}

mod squares {
    use super::*;

    #[test]
    fn a_set_of_squares_far_away_can_be_printed() {
        // Too far to draw every square before it; but printing must come back.
        for square in [(usize::MAX, 0), (0, usize::MAX), (usize::MAX, usize::MAX)] {
            let set = SquareSet::from([square]);
            assert!(format!("{set:?}").contains(&usize::MAX.to_string()));
            let drawn = std::panic::catch_unwind(|| {
                use std::fmt::Write as _;
                // Refuses text after a while, so that a drawing that would not end does.
                struct Short(usize);
                impl std::fmt::Write for Short {
                    fn write_str(&mut self, text: &str) -> std::fmt::Result {
                        self.0 = self.0.checked_sub(text.len()).ok_or(std::fmt::Error)?;
                        Ok(())
                    }
                }
                write!(Short(1 << 20), "{set}").is_ok()
            });
            assert!(drawn.is_ok(), "printing {set:?} panics");
        }
    }

    #[test]
    fn bits_beyond_the_word_are_refused() {
        let set = SquareSet::from([(0, 0), (7, 7)]);
        assert_eq!(set.to_bits(8, BitOrder::LeastFirst), Some(1 | 1 << 63));
        assert_eq!(set.to_bits(8, BitOrder::MostFirst), Some(1 | 1 << 63));
        for columns in [0, 7, 9, usize::MAX] {
            assert_eq!(set.to_bits(columns, BitOrder::LeastFirst), None, "{columns} columns");
        }
        assert_eq!(SquareSet::new().to_bits(0, BitOrder::MostFirst), Some(0));
        assert!(SquareSet::from_bits(u64::MAX, 0, BitOrder::MostFirst).is_empty());
        assert_eq!(SquareSet::from([(usize::MAX, usize::MAX)]).to_bits(usize::MAX, BitOrder::LeastFirst), None);
    }

    #[test]
    fn a_square_of_any_size_has_an_index() {
        assert_eq!(Square::new(usize::MAX, usize::MAX).index(usize::MAX), usize::MAX);
        assert_eq!(Square::from_index(usize::MAX, 1), Some(Square::new(usize::MAX, 0)));
        assert_eq!(Square::from_index(5, 0), None);
    }
}
