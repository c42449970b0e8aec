//! The census has every board once, with its true value and a placement that shows it, however it is done.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::subsets::subsets;
use queenside::{Board, CancelToken, Cause, Move, Options, Piece, Placement, Square, Wrap, classics};
use queenside_walls::{Census, Histogram, SolvedBoard, WallRange};

/// The most pieces, by the engines.
fn max(board: &Board, piece: &Piece, walls: &[Square]) -> usize {
    let problem = classics::non_attacking(board.clone().with_walls(walls.iter().copied()), piece.clone());
    problem.maximize().unwrap().value().unwrap().expect("something satisfies the rules") as usize
}

fn boards(census: &Census, range: &WallRange) -> Vec<SolvedBoard<'static>> {
    let mut boards = Vec::new();
    let survey = census.visit(range, |board| {
        boards.push(board.clone().into_owned());
        ControlFlow::Continue(())
    });
    let survey = survey.unwrap();
    assert_eq!((survey.stopped(), survey.rest().is_empty()), (None, true));
    boards
}

/// Every set of walls on its own, without symmetries.
fn agrees(board: &Board, piece: &Piece, walls: usize) {
    let census = Census::new(board, piece, walls).unwrap();
    let mut plain: BTreeMap<usize, u64> = BTreeMap::new();
    let squares: Vec<Square> = board.open().iter().collect();
    for set in subsets(&squares, walls) {
        *plain.entry(max(board, piece, &set)).or_default() += 1;
    }
    let survey = census.tally().unwrap();
    let found: BTreeMap<usize, u64> = survey.histogram().iter().map(|(value, _, boards)| (value, boards)).collect();
    assert_eq!(found, plain, "{walls} walls on\n{board}");
    assert!(census.is_complete(survey.histogram()));
    let mut histogram: BTreeMap<usize, u64> = BTreeMap::new();
    for solved in boards(&census, &census.sets().whole()) {
        let own = board.clone().with_walls(solved.walls().iter().copied());
        let problem = classics::non_attacking(own, piece.clone());
        let kind = problem.kinds().next().unwrap();
        let placement = Placement::new(&problem, solved.pieces().iter().map(|square| (kind, *square))).unwrap();
        assert!(placement.judge(&problem).unwrap().is_solution());
        assert_eq!(placement.len(), solved.value());
        *histogram.entry(solved.value()).or_default() += solved.size() as u64;
    }
    assert_eq!(histogram, plain);
}

#[test]
fn small_boards_have_the_values_of_the_engines() {
    for walls in 0..=3 {
        agrees(&Board::square(5), &Piece::QUEEN, walls);
        agrees(&Board::new(3, 7), &Piece::QUEEN, walls);
    }
    for walls in [0, 1, 4, 8, 9] {
        agrees(&Board::square(3), &Piece::QUEEN, walls);
    }
    agrees(&Board::new(2, 7), &Piece::ROOK, 3);
    agrees(&Board::new(4, 5), &Piece::BISHOP, 3);
    agrees(&Board::square(4), &Piece::KNIGHT, 3);
    agrees(&Board::square(4), &Piece::KING, 3);
    agrees(&Board::square(4), &Piece::AMAZON, 3);
    agrees(&Board::square(4).with_wrap(Wrap::Both), &Piece::QUEEN, 2);
    agrees(&Board::square(4).with_wrap(Wrap::Columns), &Piece::ROOK, 3);
    agrees(&Board::new(3, 5), &Piece::new([Move::ride(0, 1), Move::leap(2, 1)]), 3);
}

#[test]
fn boards_with_terrain_of_their_own_have_the_values_of_the_engines() {
    let board = Board::square(5).with_walls([(2, 2)]).with_holes([(0, 0)]).with_forbidden([(4, 4), (1, 3)]);
    for walls in 0..=3 {
        agrees(&board, &Piece::QUEEN, walls);
    }
}

/// With hardly any memory no placements of smaller sets are kept, and each board begins with that of its prefix.
#[test]
fn placements_of_smaller_sets_change_nothing() {
    let little = Options::new().memory_limit(1);
    let cylinder = Board::new(5, 4).with_wrap(Wrap::Columns);
    let terrain = Board::new(4, 6).with_walls([(1, 1)]).with_holes([(2, 4)]).with_forbidden([(3, 0), (0, 3)]);
    let one_sided = Piece::new([Move::ride(0, 1), Move::ride(1, 1), Move::leap(-1, 0)]);
    for (board, piece, walls) in [
        (Board::square(8), Piece::QUEEN, 3),
        (Board::square(6), Piece::QUEEN, 5),
        (Board::new(4, 7), Piece::AMAZON, 4),
        (Board::square(6), Piece::BISHOP, 3),
        (Board::square(5), Piece::KNIGHT, 3),
        (cylinder, Piece::QUEEN, 4),
        (terrain, Piece::ROOK, 4),
        (Board::new(4, 5), one_sided, 4),
        (Board::new(1, 9), Piece::ROOK, 3),
        (Board::new(1, 5), Piece::ROOK, 2),
    ] {
        let census = Census::new(&board, &piece, walls).unwrap();
        let plain = census.clone().using(&little);
        let whole = census.sets().whole();
        assert_eq!(
            census.tally().unwrap().histogram(),
            plain.tally().unwrap().histogram(),
            "{walls} walls on\n{board}"
        );
        assert_eq!(boards(&census, &whole), boards(&plain, &whole), "{walls} walls on\n{board}");
        let threads = census.clone().using(&Options::new().threads(3));
        assert_eq!(boards(&threads, &whole), boards(&plain, &whole));
    }
    let nodes = |census: &Census| census.tally().unwrap().statistics().nodes;
    let census = queens(4);
    assert!(2 * nodes(&census) < nodes(&census.clone().using(&little)));
}

#[test]
#[ignore = "solves 245,506 boards by the engines as well"]
fn five_by_five_has_the_values_of_the_engines_up_to_six_walls() {
    for walls in 0..=6 {
        agrees(&Board::square(5), &Piece::QUEEN, walls);
    }
}

fn rows(histogram: &Histogram) -> Vec<(usize, u64, u64)> {
    histogram.iter().collect()
}

fn queens(walls: usize) -> Census {
    Census::new(&Board::square(8), &Piece::QUEEN, walls).unwrap()
}

#[test]
fn chessboards_have_the_published_values() {
    let survey = queens(2).tally().unwrap();
    assert_eq!(
        rows(survey.histogram()).iter().map(|row| (row.0, row.2)).collect::<Vec<_>>(),
        [(8, 368), (9, 1610), (10, 38)]
    );
    let survey = queens(3).tally().unwrap();
    assert_eq!(
        rows(survey.histogram()).iter().map(|row| (row.0, row.1)).collect::<Vec<_>>(),
        [(8, 294), (9, 4291), (10, 692), (11, 1)]
    );
    assert_eq!((survey.histogram().classes(), survey.histogram().boards()), (5278, 41_664));
}

#[test]
#[ignore = "a second or more"]
fn chessboards_with_four_walls_have_the_values_of_the_plain_walk() {
    // One class more of value 8, and one fewer of value 10, than the published 1386 and 29,571.
    let survey = queens(4).tally().unwrap();
    let expected = [(8, 1385, 10_747), (9, 48_722, 387_196), (10, 29_572, 235_537), (11, 241, 1896)];
    assert_eq!(rows(survey.histogram()), expected);
}

type Known = BTreeMap<(usize, usize, usize), Vec<(usize, u64, u64)>>;

/// The histograms of `tests/data/census.txt`: each a board, a number of walls, and rows of values, classes and boards.
fn known() -> Known {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/census.txt");
    let text = std::fs::read_to_string(path).unwrap();
    let mut known = Known::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let numbers: Vec<u64> = line.split(' ').map(|number| number.parse().unwrap()).collect();
        let [rows, columns, walls, value, classes, boards] = numbers[..] else { panic!("{line}") };
        let key = (rows as usize, columns as usize, walls as usize);
        known.entry(key).or_default().push((value as usize, classes, boards));
    }
    known
}

/// Those with this many classes are complete, and counted again.
fn known_are_counted(numbers: std::ops::Range<u64>, options: &Options) {
    let mut counted = 0;
    for ((rows_of, columns, walls), expected) in known() {
        let census = Census::new(&Board::new(rows_of, columns), &Piece::QUEEN, walls).unwrap();
        let sum = |number: fn(&(usize, u64, u64)) -> u64| expected.iter().map(number).sum::<u64>();
        let (classes, boards) = (sum(|row| row.1), sum(|row| row.2));
        assert_eq!((census.sets().classes(), census.sets().boards()), (classes.into(), boards.into()));
        if numbers.contains(&classes) {
            let survey = census.using(options).tally().unwrap();
            assert_eq!(rows(survey.histogram()), expected, "{walls} walls on {rows_of}×{columns}");
            counted += 1;
        }
    }
    assert!(counted > 0);
}

#[test]
fn small_histograms_are_those_that_are_written_down() {
    known_are_counted(0..6000, &Options::new());
}

#[test]
#[ignore = "some seconds in a release build"]
fn larger_histograms_are_those_that_are_written_down() {
    known_are_counted(6000..1_000_000, &Options::new().threads(2));
}

#[test]
fn threads_and_parts_and_stops_change_nothing() {
    let census = Census::new(&Board::new(5, 6), &Piece::QUEEN, 3).unwrap();
    let whole = boards(&census, &census.sets().whole());
    assert_eq!(census.sets().classes(), whole.len());
    for threads in [1, 2, 3] {
        let several = census.clone().using(&Options::new().threads(threads));
        assert_eq!(boards(&several, &several.sets().whole()), whole);
        assert_eq!(several.iter().collect::<Result<Vec<_>, _>>().unwrap(), whole);
        assert_eq!(several.tally().unwrap().histogram(), census.tally().unwrap().histogram());
    }
    for parts in [1, 2, 7, 100] {
        let parts = census.sets().split(parts);
        let found: Vec<_> = parts.iter().flat_map(|part| boards(&census, part)).collect();
        assert_eq!(found, whole);
    }
    for options in [Options::new().node_limit(500), Options::new().solution_limit(37)] {
        let limited = census.clone().using(&options);
        let (mut found, mut rest, mut stops) = (Vec::new(), census.sets().whole(), 0);
        let mut sum = Histogram::new();
        while !rest.is_empty() {
            let survey = limited.visit(&rest, |board| {
                found.push(board.clone().into_owned());
                ControlFlow::Continue(())
            });
            let survey = survey.unwrap();
            assert_eq!(survey.histogram(), limited.tally_of(&rest).unwrap().histogram());
            sum += survey.histogram();
            stops += u32::from(survey.stopped().is_some());
            rest = survey.rest().clone();
        }
        assert!(stops > 3);
        assert_eq!(found, whole);
        assert!(census.is_complete(&sum));
    }
    // A visitor that leaves after each board.
    let (mut found, mut rest) = (Vec::new(), census.sets().split(9).swap_remove(4));
    let part = boards(&census, &rest);
    for _ in 0..part.len() {
        let survey = census.visit(&rest, |board| {
            found.push(board.clone().into_owned());
            ControlFlow::Break(())
        });
        rest = survey.unwrap().rest().clone();
    }
    assert_eq!(found, part);
    assert_eq!(boards(&census, &rest), []);
}

#[test]
fn a_census_stops_in_time_and_says_so() {
    for threads in [1, 2] {
        let long = queens(7).using(&Options::new().threads(threads).time_limit(Duration::from_millis(100)));
        // One of a few tries is not kept waiting by other tests.
        let in_time = (0..4).any(|_| {
            let start = Instant::now();
            let survey = long.tally().unwrap();
            assert_eq!(survey.stopped(), Some(Cause::TimeLimit));
            start.elapsed() < Duration::from_secs(1) && survey.histogram().classes() > 0
        });
        assert!(in_time);
    }
    let token = CancelToken::new();
    let reports = Arc::new(Mutex::new(Vec::new()));
    let (switch, seen) = (token.clone(), Arc::clone(&reports));
    let options = Options::new().cancel(&token).observer(move |progress| {
        seen.lock().unwrap().push(*progress);
        switch.cancel();
    });
    let survey = queens(7).using(&options).tally().unwrap();
    assert_eq!(survey.stopped(), Some(Cause::Cancelled));
    let reports = reports.lock().unwrap();
    let last = reports.last().unwrap();
    assert_eq!(last.solutions, survey.histogram().classes());
    assert!(
        last.fraction > 0.0 && last.fraction < 0.5 && last.best == Some(survey.histogram().max_value().unwrap() as i64)
    );
}

#[test]
fn what_makes_no_sense_is_said() {
    let error = |board: &Board, piece: &Piece| Census::new(board, piece, 2).unwrap_err().to_string();
    assert!(error(&Board::square(3), &Piece::BLOCKER).contains("blocker"));
    assert!(error(&Board::new(0, 3), &Piece::QUEEN).contains("no squares"));
    assert!(error(&Board::new(64, 65), &Piece::QUEEN).contains("at most 4096"));
    let (two, three) = (queens(2), queens(3));
    assert!(two.tally_of(&three.sets().whole()).is_err());
    let none = Census::new(&Board::square(2), &Piece::QUEEN, 5).unwrap();
    assert_eq!(none.tally().unwrap().histogram().max_value(), None);
    assert!(none.is_complete(none.tally().unwrap().histogram()));
}

#[cfg(feature = "serde")]
#[test]
fn a_killed_census_goes_on_from_what_was_written() {
    let census = Census::new(&Board::square(6), &Piece::QUEEN, 3).unwrap();
    let limited = census.clone().using(&Options::new().solution_limit(200));
    let mut state = serde_json::to_string(&(census.sets().whole(), Histogram::new())).unwrap();
    for _ in 0..5 {
        let (rest, mut sum): (WallRange, Histogram) = serde_json::from_str(&state).unwrap();
        let survey = limited.tally_of(&rest).unwrap();
        sum += survey.histogram();
        state = serde_json::to_string(&(survey.rest(), &sum)).unwrap();
    }
    let (rest, sum): (WallRange, Histogram) = serde_json::from_str(&state).unwrap();
    assert!(rest.is_empty());
    assert_eq!(&sum, census.tally().unwrap().histogram());
}
