//! What is particular to the sweep: numbers beyond enumeration, every number of pieces at once, fair draws, its limits.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::common::cases;
use proptest::prelude::*;
use queenside::{
    Answer, Area, Board, Cause, Constraint, Count, Direction, Engine, Kind, Minimum, Options, Piece, Placement,
    Problem, Symmetry, Wrap, classics,
};
use queenside_testing::clock::assert_takes_at_most;

fn by(engine: Engine) -> Options {
    Options::new().engine(engine)
}

/// The fewest walls for every number of pieces, none in sight of another.
fn walls_by_size(board: &Board, piece: Piece, options: &Options) -> Answer<Vec<Option<Minimum>>> {
    let mut problem = Problem::new(board.clone());
    problem.add_kind("piece", piece);
    let wall = problem.add_kind("wall", Piece::BLOCKER);
    problem.non_attacking().using(options).minimize_by_size([(wall, 1)]).expect("the engine accepts it")
}

/// A piece as a problem's only kind, on an n×n board, none attacking another.
fn apart(n: usize, piece: Piece) -> Problem {
    classics::non_attacking(Board::square(n), piece)
}

fn of_size(mut problem: Problem, size: usize) -> Problem {
    let kinds: Vec<Kind> = problem.kinds().collect();
    problem.add(Constraint::count(kinds, Area::Everywhere, size));
    problem
}

fn count(problem: &Problem, engine: Engine) -> Option<Count> {
    problem.using(&by(engine)).count().expect("the engine accepts the problem").exact().ok()
}

fn sizes(problem: &Problem, engine: Engine) -> Vec<String> {
    let answer = problem.using(&by(engine)).count_by_size().expect("the engine accepts the problem");
    answer.exact().unwrap().iter().map(Count::to_string).collect()
}

/// Value, ways and placement for each number of pieces.
fn table(problem: &Problem, weights: &[(Kind, i64)], engine: Engine) -> Option<Vec<Option<(i64, Count, Placement)>>> {
    let answer = problem.using(&by(engine)).minimize_by_size(weights.to_vec()).ok()?;
    let known = answer.known().unwrap().iter();
    let row = known.map(|min| min.as_ref().map(|l| (l.value(), l.ways().clone(), l.placement().clone())));
    Some(row.collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    /// The list of all solutions, sorted by size, says it all.
    #[test]
    fn sizes_and_least_weights_agree_with_the_oracle((problem, weights) in cases()) {
        let all = problem.using(&by(Engine::Brute)).enumerate().unwrap().sorted().unwrap();
        let size = |placement: &Placement| {
            placement.iter().filter(|(_, kind)| !problem.piece(*kind).unwrap().is_blocker()).count()
        };
        let weight = |placement: &Placement, weights: &[(Kind, i64)]| -> i64 {
            let of = |kind| weights.iter().filter(|(other, _)| *other == kind).map(|(_, weight)| weight).sum::<i64>();
            placement.iter().map(|(_, kind)| of(kind)).sum()
        };
        let max = all.iter().map(size).max().map_or(0, |max| max + 1);
        let mut numbers = vec![0u64; max];
        for placement in &all {
            numbers[size(placement)] += 1;
        }
        let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
        let positive: Vec<(Kind, i64)> = weights.iter().map(|(kind, weight)| (*kind, weight.abs())).collect();
        for engine in [Engine::Search, Engine::Sweep, Engine::Auto] {
            if problem.using(&by(engine)).count().is_err_and(|error| error.is_declined()) {
                continue;
            }
            prop_assert_eq!(&sizes(&problem, engine), &numbers, "by {}", engine);
            for weights in [&weights, &positive] {
                let Some(table) = table(&problem, weights, engine) else { continue };
                prop_assert_eq!(table.len(), max, "by {}", engine);
                for (number, row) in table.into_iter().enumerate() {
                    let own = all.iter().filter(|placement| size(placement) == number);
                    let values: Vec<i64> = own.map(|placement| weight(placement, weights)).collect();
                    let min = values.iter().min().copied();
                    let ways = values.iter().filter(|value| Some(**value) == min).count();
                    prop_assert_eq!(row.as_ref().map(|(value, ..)| *value), min, "{} pieces by {}", number, engine);
                    if let Some((value, found, placement)) = row {
                        prop_assert_eq!(found, Count::from(ways), "{} pieces by {}", number, engine);
                        prop_assert!(all.contains(&placement));
                        prop_assert_eq!((size(&placement), weight(&placement, weights)), (number, value));
                    }
                }
            }
        }
    }
}

mod numbers {
    use super::*;

    /// A018807: n² kings on 2n×2n.
    #[test]
    fn kings_in_every_block() {
        let expected = ["4", "79", "3600", "281571", "32572756", "5109144543", "1027533353168", "254977173389319"];
        for (n, expected) in (1..).zip(expected) {
            let counted = of_size(apart(2 * n, Piece::KING), n * n).using(&by(Engine::Sweep)).count().unwrap();
            assert_eq!(counted.exact().unwrap().to_string(), expected, "n = {n}");
        }
    }

    /// A063443: all sets of kings none of which attacks another.
    #[test]
    fn all_sets_of_kings() {
        let expected = ["2", "5", "35", "314", "6427", "202841", "12727570", "1355115601", "269718819131"];
        for (n, expected) in (1..).zip(expected) {
            assert_eq!(count(&apart(n, Piece::KING), Engine::Sweep).unwrap().to_string(), expected, "n = {n}");
        }
        // More than 64 bits hold.
        assert_eq!(count(&apart(12, Piece::KING), Engine::Sweep).unwrap().to_string(), "69645620389200894313");
    }

    /// Rooks: k of them in C(n, k)² · k! ways.
    #[test]
    fn rooks_of_every_number() {
        let mut expected = Vec::new();
        let mut number = 1u128;
        for k in 0..=12u128 {
            expected.push(number.to_string());
            number = number * (12 - k) * (12 - k) / (k + 1);
        }
        assert_eq!(sizes(&apart(12, Piece::ROOK), Engine::Sweep), expected);
    }

    /// A348129: queens of every number, none attacking another.
    #[test]
    fn queens_of_every_number() {
        for (n, expected) in [
            (4, "1 16 44 24 2"),
            (5, "1 25 140 204 82 10"),
            (6, "1 36 340 1024 982 248 4"),
            (7, "1 49 700 3628 7002 4618 832 40"),
            (8, "1 64 1288 10320 34568 46736 22708 3192 92"),
        ] {
            let problem = apart(n, Piece::QUEEN);
            for engine in [Engine::Search, Engine::Sweep, Engine::Auto] {
                assert_eq!(sizes(&problem, engine).join(" "), expected, "n = {n}, by {engine}");
            }
        }
    }

    /// Turns are as many and as long each time; with threads they grow faster, and the number is the same.
    #[test]
    fn turns_end_alike_each_time_and_with_the_same_number_by_threads() {
        for problem in [apart(5, Piece::QUEEN), apart(9, Piece::QUEEN), classics::queens(10), apart(8, Piece::KING)] {
            let counted = |threads: usize| {
                let counted = problem.using(&Options::new().threads(threads)).count().unwrap();
                (counted.engine(), counted.statistics().nodes, counted.exact().unwrap())
            };
            let (one, two) = (counted(1), counted(2));
            assert_eq!([counted(1), counted(2)], [one.clone(), two.clone()]);
            assert_eq!([two.2, counted(3).2], [one.2.clone(), one.2]);
        }
    }

    /// A state of a sweep takes longer than a node of a search near its end.
    #[test]
    fn a_sweep_that_foresees_more_than_the_search_has_a_small_share_of_a_count() {
        for n in 11..=13 {
            let problem = classics::queens(n);
            let counted = problem.using(&Options::new().threads(1)).count().unwrap();
            let explanation = counted.explain();
            let steps = |engine: Engine| -> u64 {
                let turns = explanation.turns().iter().filter(|turn| turn.engine == engine);
                turns.map(|turn| turn.statistics.nodes).sum()
            };
            assert_eq!(counted.engine(), Engine::Search);
            assert!(4 * steps(Engine::Sweep) < steps(Engine::Search), "{explanation}");
        }
    }

    /// A002465: n bishops on n×n; A030978 and A289203: the most knights, and in how many ways.
    #[test]
    fn bishops_and_knights() {
        for (n, expected) in [(3, 26u32), (4, 260), (5, 3368), (6, 53744)] {
            assert_eq!(count(&of_size(apart(n, Piece::BISHOP), n), Engine::Sweep), Some(expected.into()));
        }
        for (n, max, ways) in [(3, 5, 2u32), (4, 8, 6), (5, 13, 1), (6, 18, 2)] {
            let outcome = apart(n, Piece::KNIGHT).using(&by(Engine::Sweep)).maximize().unwrap();
            assert_eq!(outcome.value().unwrap(), Some(max));
            assert_eq!(count(&outcome.optima().unwrap(), Engine::Sweep), Some(ways.into()));
        }
    }

    /// More than 128 bits hold: no rules, so every square doubles the number.
    #[test]
    fn numbers_of_any_size() {
        let mut problem = Problem::new(Board::new(3, 50));
        problem.add_kind("king", Piece::KING);
        let counted = count(&problem, Engine::Sweep).unwrap();
        assert_eq!(counted.to_string(), "1427247692705959881058285969449495136382746624");
        let sizes = sizes(&problem, Engine::Sweep);
        assert_eq!((sizes.len(), sizes[2].as_str()), (151, "11175"));
    }

    #[test]
    fn a_board_is_swept_along_its_short_side() {
        let long =
            |rows, columns| count(&classics::non_attacking(Board::new(rows, columns), Piece::KING), Engine::Sweep);
        assert_eq!(long(40, 3), long(3, 40));
        assert_eq!(long(1, 90).unwrap().to_string(), "7540113804746346429"); // Fibonacci
    }

    #[test]
    fn other_boards_and_rules_agree_with_the_search() {
        let board: Board = ". . % . . .\n. - . . . .\n. . . . ~ .\n% . . . . .\n. . . . . .".parse().unwrap();
        let cylinder = Board::new(5, 6).with_wrap(Wrap::Columns);
        let torus = Board::square(5).with_wrap(Wrap::Both);
        let mut lines = classics::non_attacking(board.clone(), Piece::ROOK);
        let rook = lines.kinds().next().unwrap();
        lines.add(Constraint::occupied_lines(rook, [Direction::ROW, Direction::COLUMN], 6..=9));
        let mut turned = apart(6, Piece::QUEEN);
        turned.add(Constraint::symmetric([Symmetry::HalfTurn], Area::Everywhere));
        let mut blockers = Problem::new(Board::new(3, 4));
        blockers.add_kind("queen", Piece::QUEEN);
        blockers.add_kind("wall", Piece::BLOCKER);
        blockers.non_attacking();
        for problem in [
            classics::non_attacking(board.clone(), Piece::QUEEN),
            classics::non_attacking(board.clone(), Piece::AMAZON),
            classics::non_attacking(board.clone(), Piece::QUEEN.within(2)),
            classics::non_attacking(board, Piece::NIGHTRIDER),
            classics::non_attacking(cylinder.clone(), Piece::QUEEN),
            classics::non_attacking(cylinder, Piece::KNIGHT),
            classics::non_attacking(torus, Piece::QUEEN),
            classics::attacking(Board::new(4, 5), Piece::KNIGHT, 1),
            classics::attacking(Board::new(4, 5), Piece::KING, ..=1),
            classics::domination(Board::new(4, 5), Piece::KING),
            classics::total_domination(Board::new(4, 5), Piece::KNIGHT),
            classics::independent_domination(Board::new(4, 5), Piece::KING),
            classics::peaceable(Board::new(3, 4), Piece::QUEEN),
            classics::no_three_in_line(4),
            lines,
            turned,
            blockers,
        ] {
            assert_eq!(sizes(&problem, Engine::Sweep), sizes(&problem, Engine::Search), "{problem}");
        }
    }
}

mod draws {
    use super::*;

    /// Draws forty times as often as there are solutions, and tells how far the numbers are from all the same: the sum over
    /// the solutions of (drawn − 40)² / 40.
    fn deviation(problem: &Problem, solutions: u64) -> f64 {
        let mut drawn: BTreeMap<String, f64> = BTreeMap::new();
        for seed in 0..40 * solutions {
            let solved = problem.using(&by(Engine::Sweep)).sample(seed).unwrap();
            *drawn.entry(solved.placement().unwrap().expect("there are some").to_string()).or_default() += 1.0;
        }
        assert_eq!(drawn.len() as u64, solutions);
        drawn.values().map(|number| (number - 40.0f64).powi(2) / 40.0).sum()
    }

    /// With 91 degrees of freedom, 139 is exceeded once in a thousand times; the draws are always the same.
    #[test]
    fn each_of_the_92_queens_is_as_likely() {
        let deviation = deviation(&classics::queens(8), 92);
        assert!((53.0..139.0).contains(&deviation), "{deviation}");
    }

    /// Numbers of one word are drawn from below, and numbers of many: with 31 and 149 degrees of freedom.
    #[test]
    fn so_it_is_where_numbers_are_small_or_large() {
        let small = deviation(&apart(1, Piece::KNIGHT), 2) + deviation(&row(4), 16) + deviation(&row(5), 32);
        assert!((15.0..90.0).contains(&small), "{small}");
        let large = deviation(&of_size(row(150), 1), 150);
        assert!((100.0..208.0).contains(&large), "{large}");
    }

    /// Knights in a row, where none reaches another.
    fn row(columns: usize) -> Problem {
        classics::non_attacking(Board::new(1, columns), Piece::KNIGHT)
    }

    #[test]
    fn a_draw_from_more_than_can_be_listed() {
        let problem = of_size(apart(16, Piece::KING), 50);
        let options = by(Engine::Sweep);
        let (one, again) = (problem.using(&options).sample(1).unwrap(), problem.using(&options).sample(1).unwrap());
        let other = problem.using(&options).sample(2).unwrap();
        assert_eq!(one.placement(), again.placement());
        assert_ne!(one.placement(), other.placement());
        assert!(
            one.placement()
                .unwrap()
                .is_some_and(|kings| kings.len() == 50 && kings.judge(&problem).unwrap().is_solution())
        );
    }

    #[test]
    fn nothing_is_drawn_where_nothing_is() {
        assert!(classics::queens(3).using(&by(Engine::Sweep)).sample(0).unwrap().placement().unwrap().is_none());
    }
}

mod min {
    use super::*;

    fn walls(board: &Board, piece: Piece, engine: Engine) -> Vec<Option<(usize, String)>> {
        let min = min_walls(board, piece, &by(engine));
        min.iter().map(|min| min.as_ref().map(|min| (min.value() as usize, min.ways().to_string()))).collect()
    }

    /// The least walls for every number of pieces.
    fn min_walls(board: &Board, piece: Piece, options: &Options) -> Vec<Option<Minimum>> {
        walls_by_size(board, piece, options).exact().unwrap()
    }

    #[test]
    fn both_engines_find_the_same() {
        for (rows, columns) in [(1, 1), (1, 5), (2, 5), (3, 3), (4, 3), (4, 4), (3, 6)] {
            for piece in [Piece::QUEEN, Piece::ROOK, Piece::BISHOP] {
                let board = Board::new(rows, columns);
                let (sweep, search) = [Engine::Sweep, Engine::Search].map(|e| walls(&board, piece.clone(), e)).into();
                assert_eq!(sweep, search, "{rows}×{columns}");
            }
        }
    }

    #[test]
    fn both_engines_find_the_same_among_walls_and_holes() {
        let board: Board = ". . - . .\n. % . . .\n. . . . ~\n. . . . .".parse().unwrap();
        for piece in [Piece::QUEEN, Piece::AMAZON, Piece::ROOK.within(2)] {
            assert_eq!(walls(&board, piece.clone(), Engine::Sweep), walls(&board, piece, Engine::Search));
        }
        let cylinder = Board::new(3, 4).with_wrap(Wrap::Columns);
        assert_eq!(walls(&cylinder, Piece::BISHOP, Engine::Sweep), walls(&cylinder, Piece::BISHOP, Engine::Search));
    }

    #[test]
    fn both_engines_find_the_same_queens_on_five() {
        let board = Board::square(5);
        assert_eq!(walls(&board, Piece::QUEEN, Engine::Sweep), walls(&board, Piece::QUEEN, Engine::Search));
    }

    #[test]
    #[ignore = "the search takes minutes"]
    fn both_engines_find_the_same_queens_on_six_and_seven() {
        for n in [6, 7] {
            let board = Board::square(n);
            assert_eq!(walls(&board, Piece::QUEEN, Engine::Sweep), walls(&board, Piece::QUEEN, Engine::Search));
        }
    }

    #[test]
    fn any_number_of_threads_finds_the_same() {
        for (board, piece) in [
            (Board::square(7), Piece::QUEEN),
            (Board::new(6, 7).with_walls([(2, 3)]), Piece::QUEEN),
            (Board::new(5, 8), Piece::BISHOP),
        ] {
            let by = |threads: usize| {
                let options = by(Engine::Sweep).threads(threads);
                let min = min_walls(&board, piece.clone(), &options);
                // What is told of a placement names the problem it is for, of which there is a new one each time.
                let row = |min: Minimum| (min.value(), min.ways().clone(), min.placement().to_string());
                min.into_iter().map(|min| min.map(row)).collect::<Vec<_>>()
            };
            let one = by(1);
            assert!(one.iter().all(Option::is_some));
            for threads in [2, 3] {
                assert_eq!(by(threads), one, "{threads} threads");
            }
        }
    }

    /// No fewer walls will do: all placements of no more than the least number are counted by the search.
    #[test]
    fn few_walls_on_six_and_seven_are_counted_alike_by_the_search() {
        for (n, max) in [(6, 7), (7, 8)] {
            let min = min_walls(&Board::square(n), Piece::QUEEN, &by(Engine::Sweep));
            for (queens, min) in min.iter().flatten().enumerate().take(max + 1) {
                let mut problem = Problem::new(Board::square(n));
                let queen = problem.add_kind("queen", Piece::QUEEN);
                let wall = problem.add_kind("wall", Piece::BLOCKER);
                problem.non_attacking();
                problem.add(Constraint::count([queen], Area::Everywhere, queens));
                problem.add(Constraint::count([wall], Area::Everywhere, ..=min.value()));
                let counted = count(&problem, Engine::Search);
                assert_eq!(counted.as_ref(), Some(min.ways()), "{queens} queens on {n}×{n}");
            }
        }
    }

    /// Integer programming and SAT, asked for one number of pieces after the other, find no fewer walls, and as few.
    #[cfg(all(feature = "ilp", feature = "sat"))]
    #[test]
    fn rectangles_are_answered_alike_by_rows_and_by_clauses() {
        for (rows, columns, piece) in [
            (3, 5, Piece::ROOK),
            (4, 5, Piece::BISHOP),
            (4, 4, Piece::QUEEN),
            (2, 6, Piece::ROOK),
            (3, 5, Piece::BISHOP),
        ] {
            let board = Board::new(rows, columns);
            let min = min_walls(&board, piece.clone(), &by(Engine::Sweep));
            for pieces in 0..=min.len() {
                let mut problem = Problem::new(board.clone());
                let kind = problem.add_kind("piece", piece.clone());
                let wall = problem.add_kind("wall", Piece::BLOCKER);
                problem.non_attacking().add(Constraint::count(kind, Area::Everywhere, pieces));
                let known = min.get(pieces).and_then(Option::as_ref).map(Minimum::value);
                for engine in [Engine::Ilp, Engine::Sat] {
                    let found = problem.using(&by(engine)).minimize_of([(wall, 1)]).unwrap();
                    assert!(found.stopped().is_none());
                    assert_eq!(found.value().unwrap(), known, "{pieces} on {rows}×{columns} by {engine}");
                }
            }
        }
    }

    /// Walls help neither a king nor a knight: all that any number of them allows is had with none.
    #[test]
    fn walls_do_not_help_leapers() {
        for (piece, max) in [(Piece::KING, 9), (Piece::KNIGHT, 18)] {
            let own = walls(&Board::square(6), piece, Engine::Sweep);
            assert_eq!(own.len(), max + 1);
            assert!(own.iter().flatten().all(|(walls, _)| *walls == 0));
        }
    }

    /// The published numbers of walls; beyond the kings' number queens are impossible.
    #[test]
    fn queens_on_six_to_eight() {
        for (n, published) in [
            (6, &[(6, 0), (9, 6)][..]),
            (7, &[(7, 0), (15, 20), (16, 33)]),
            (8, &[(8, 0), (9, 1), (10, 2), (11, 3), (12, 5), (13, 7), (14, 9), (15, 11), (16, 12)]),
        ] {
            let found = walls(&Board::square(n), Piece::QUEEN, Engine::Auto);
            assert_eq!(found.len(), n.div_ceil(2).pow(2) + 1);
            for (queens, walls) in published {
                assert_eq!(found[*queens].as_ref().map(|(walls, _)| walls), Some(walls), "{queens} on {n}×{n}");
            }
        }
        // One placement of queens to each of the two boards, 36 boards and one.
        assert_eq!(walls(&Board::square(8), Piece::QUEEN, Engine::Auto)[16], Some((12, "2".into())));
        let seven = walls(&Board::square(7), Piece::QUEEN, Engine::Auto);
        assert_eq!(seven[15..], [Some((20, "36".into())), Some((33, "1".into()))]);
    }

    #[test]
    #[ignore = "a quarter of a minute"]
    fn queens_on_nine() {
        let found = walls(&Board::square(9), Piece::QUEEN, Engine::Sweep);
        let min: Vec<usize> = found.iter().flatten().map(|(walls, _)| *walls).collect();
        let expected = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 6, 8, 9, 11, 13, 14, 16, 18, 19, 22, 39, 56];
        assert_eq!(min, expected);
    }

    #[test]
    #[ignore = "minutes"]
    fn queens_on_ten() {
        let min = min_walls(&Board::square(10), Piece::QUEEN, &by(Engine::Sweep));
        let own: Vec<_> = min[10..=25].iter().flatten().map(Minimum::value).collect();
        assert_eq!(own, [0, 1, 2, 3, 4, 6, 7, 8, 10, 11, 13, 15, 16, 18, 20, 22]);
    }

    /// With less memory there are fewer tables of bounds, and more states.
    #[test]
    #[ignore = "half an hour, and four and a half gigabytes"]
    fn queens_on_eleven() {
        let min = min_walls(&Board::square(11), Piece::QUEEN, &by(Engine::Sweep).memory_limit(16 << 30));
        let own: Vec<_> = min[11..=36].iter().flatten().map(Minimum::value).collect();
        let expected = [0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 13, 14, 16, 17, 19, 21, 23, 24, 26, 27, 29, 31, 43, 64, 85];
        assert_eq!(own, expected);
        assert!(min[37..].iter().all(Option::is_none));
    }

    /// A frontier of more than 64 bits, all of them about squares that are covered.
    #[test]
    fn a_wide_frontier() {
        let mut problem = Problem::new(Board::new(4, 5));
        let king = problem.add_kind("king", Piece::KING);
        let knight = problem.add_kind("knight", Piece::KNIGHT);
        for kind in [king, knight] {
            problem.add(Constraint::covered(Area::Everywhere, kind, 1..).where_vacant());
            problem.add(Constraint::attacks(kind, kind, ..=2));
        }
        let weights = [(king, 1), (knight, 2)];
        let smaller = problem.with(Constraint::count([king, knight], Area::Everywhere, ..=7));
        let own = table(&smaller, &weights, Engine::Sweep);
        assert!(own.is_some());
        let values = |table: Option<Vec<Option<(i64, Count, Placement)>>>| -> Vec<_> {
            table.into_iter().flatten().map(|row| row.map(|(value, ways, _)| (value, ways))).collect()
        };
        assert_eq!(values(own), values(table(&smaller, &weights, Engine::Search)));
    }
}

mod limits {
    use super::*;

    fn in_time<T>(limit: Duration, ask: impl Fn(&Options) -> T, cause: impl Fn(&T) -> Option<Cause>) {
        assert_takes_at_most(limit + Duration::from_millis(50), || {
            let answer = ask(&by(Engine::Sweep).time_limit(limit));
            assert_eq!(cause(&answer), Some(Cause::TimeLimit));
        });
    }

    #[test]
    fn time() {
        let stop = |stopped: Option<&queenside::Stopped>| stopped.map(queenside::Stopped::cause);
        let queens = apart(14, Piece::QUEEN);
        for millis in [1, 30, 200] {
            let limit = Duration::from_millis(millis);
            in_time(limit, |o| queens.using(o).count().unwrap(), |c| stop(c.stopped()));
            in_time(limit, |o| queens.using(o).count_by_size().unwrap(), |c| stop(c.stopped()));
            in_time(limit, |o| queens.using(o).maximize().unwrap(), |c| stop(c.stopped()));
            let by_sweep = |o: &Options| o.clone().engine(Engine::Sweep);
            in_time(limit, |o| queens.using(&by_sweep(o)).sample(1).unwrap(), |c| stop(c.stopped()));
            in_time(limit, |o| walls_by_size(&Board::square(9), Piece::QUEEN, o), |min| stop(min.stopped()));
            in_time(
                limit,
                |o| walls_by_size(&Board::square(9), Piece::QUEEN, &o.clone().threads(2)),
                |min| stop(min.stopped()),
            );
        }
    }

    #[test]
    fn memory() {
        let queens = apart(12, Piece::QUEEN);
        for bytes in [0, 1000, 1 << 20, 1 << 24] {
            let options = by(Engine::Sweep).memory_limit(bytes);
            let stopped = |stopped: Option<&queenside::Stopped>| {
                assert_eq!(stopped.map(queenside::Stopped::cause), Some(Cause::MemoryLimit), "{bytes} bytes");
            };
            stopped(queens.using(&options).count().unwrap().stopped());
            stopped(queens.using(&options).maximize().unwrap().stopped());
            stopped(queens.using(&options).sample(3).unwrap().stopped());
            stopped(queens.using(&options).solve().unwrap().stopped());
            stopped(walls_by_size(&Board::square(9), Piece::QUEEN, &options).stopped());
        }
    }

    /// Where the choice is the crate's, too little memory for the sweep only means that the search goes on.
    #[test]
    fn memory_where_there_is_another_engine() {
        let options = Options::new().memory_limit(1000);
        let counted = apart(6, Piece::QUEEN).using(&options).count_by_size().unwrap();
        assert!(counted.known().is_ok());
        assert_eq!(counted.engine(), Engine::Search);
    }

    #[test]
    fn what_is_declined_is_said_to_be() {
        for problem in [
            classics::domination(Board::square(20), Piece::QUEEN),
            classics::attacking(Board::square(10), Piece::QUEEN, 2),
            apart(100, Piece::KING),
        ] {
            let error = problem.using(&by(Engine::Sweep)).count().unwrap_err();
            assert!(error.is_declined(), "{error}");
            assert!(error.to_string().starts_with("the sweep engine declines: "), "{error}");
        }
    }

    /// The crate chooses by what the engines make of a problem, and says which one answered.
    #[test]
    fn the_crate_lets_the_better_one_count() {
        let by_auto = |problem: &Problem| {
            let counted = problem.count().unwrap();
            assert!(counted.known().is_ok(), "{counted}");
            counted.engine()
        };
        assert_eq!(by_auto(&classics::queens(8)), Engine::Search);
        assert_eq!(by_auto(&of_size(apart(8, Piece::KING), 16)), Engine::Sweep);
        assert_eq!(by_auto(&apart(16, Piece::KING)), Engine::Sweep);
    }
}
