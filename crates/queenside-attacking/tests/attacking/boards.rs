//! Boards that were found by search: those that are kept, and small ones held against independent answers.

use std::collections::BTreeSet;
use std::time::Duration;

use queenside::{Area, Board, CancelToken, Cause, Constraint, Engine, Options, Symmetry};
use queenside_attacking::{Record, Rule, Searched, bounds, search};

/// Sizes without a gap.
const WHOLE: [(Rule, std::ops::RangeInclusive<usize>); 4] =
    [(Rule::Exactly(1), 6..=300), (Rule::AtMost(1), 6..=200), (Rule::Exactly(3), 6..=128), (Rule::AtMost(3), 1..=60)];

/// What is published, or conjectured, as the most.
fn published(rule: Rule, n: usize) -> usize {
    match rule {
        Rule::Exactly(1) => 2 * (2 * n / 3),
        Rule::AtMost(1) => 4 * n / 3,
        Rule::Exactly(3) => 2 * ((6 * n - 2) / 5),
        Rule::AtMost(3) => (12 * n - 4) / 5,
        other => panic!("nothing is kept for {other}"),
    }
}

fn kept() -> Vec<Record> {
    let text = include_str!("../data/attacking_boards.txt");
    text.lines().filter(|line| !line.starts_with('#')).map(|line| line.parse().expect(line)).collect()
}

#[test]
fn boards_that_are_kept_obey_their_rule_and_meet_the_bound() {
    for record in kept() {
        let name = format!("{} on {n}×{n}", record.rule(), n = record.n());
        assert_eq!(record.queens().len(), published(record.rule(), record.n()), "{name}");
        assert_eq!(record.holds(), Ok(true), "{name}");
        assert_eq!(record.to_string().parse(), Ok(record), "{name}");
    }
}

#[test]
fn boards_that_are_kept_leave_no_gap() {
    let sizes = |rule| kept().iter().filter(|record| record.rule() == rule).map(Record::n).collect::<Vec<_>>();
    for (rule, whole) in WHOLE {
        let sizes = sizes(rule);
        let different: BTreeSet<usize> = sizes.iter().copied().collect();
        assert_eq!(different.len(), sizes.len(), "{rule}: one board for each size");
        assert!(whole.clone().all(|n| different.contains(&n)), "{rule}");
    }
}

#[test]
fn what_is_published_is_the_bound() {
    for n in 6..=24 {
        for rule in [Rule::Exactly(1), Rule::AtMost(1), Rule::Exactly(3), Rule::AtMost(3)] {
            let bound = bounds::best(rule, &Board::square(n)).expect("there is a board");
            assert_eq!(bound.value(), published(rule, n) as i64, "{rule} on {n}×{n}");
        }
    }
}

#[test]
fn a_search_finds_the_most_and_refutes_one_more() {
    for rule in (1..=4).flat_map(|k| [Rule::Exactly(k), Rule::AtMost(k)]) {
        for n in 1..=5 {
            let max = rule
                .problem(n)
                .maximize()
                .expect("the question makes sense")
                .value()
                .expect("nothing stops it")
                .expect("the empty board is one");
            let found = search(rule, n, max as usize, None, &Options::new()).expect("the question makes sense");
            assert_eq!(found.record().map(Record::holds), Some(Ok(true)), "{rule} on {n}×{n}: {found:?}");
            let more = search(rule, n, max as usize + 1, None, &Options::new());
            assert_eq!(more, Ok(Searched::Impossible), "{rule} on {n}×{n}");
        }
    }
}

#[test]
fn a_symmetry_is_kept_or_refuted() {
    let symmetries = [Symmetry::QuarterTurn, Symmetry::HalfTurn, Symmetry::Transpose, Symmetry::MirrorRows];
    for rule in (1..=4).flat_map(|k| [Rule::Exactly(k), Rule::AtMost(k)]) {
        for (n, symmetry) in (2..=5).flat_map(|n| symmetries.map(|symmetry| (n, symmetry))) {
            for queens in 1..=3 * n {
                let mut problem = rule.problem(n);
                let queen = problem.kinds().next().expect("there is one");
                problem.add(Constraint::count(queen, Area::Everywhere, queens));
                problem.add(Constraint::symmetric([symmetry], Area::Everywhere));
                let known = problem.using(&Options::new().engine(Engine::Search)).solve().expect("it makes sense");
                let searched = search(rule, n, queens, Some(symmetry), &Options::new()).expect("it makes sense");
                let name = format!("{queens} queens, {rule}, {n}×{n}, {symmetry:?}");
                assert_eq!(searched.record().is_some(), known.placement().unwrap().is_some(), "{name}: {searched:?}");
                if let Some(record) = searched.record() {
                    let board = record.placement().expect("they are on the board");
                    assert_eq!(board.transformed(symmetry).expect("the board is square"), board, "{name}");
                }
            }
        }
    }
}

#[test]
fn a_seed_tells_the_board() {
    let board = |rule, n, queens, seed| search(rule, n, queens, None, &Options::new().seed(seed));
    assert_eq!(board(Rule::Exactly(3), 13, 30, 5), board(Rule::Exactly(3), 13, 30, 5));
    assert_eq!(board(Rule::AtMost(1), 31, 41, 5), board(Rule::AtMost(1), 31, 41, 5));
    assert_ne!(board(Rule::AtMost(1), 31, 41, 5), board(Rule::AtMost(1), 31, 41, 6));
}

#[test]
fn a_search_stops_when_told() {
    let at_once = Options::new().time_limit(Duration::ZERO);
    let cancelled = CancelToken::new();
    cancelled.cancel();
    for (rule, queens) in [(Rule::Exactly(1), 800), (Rule::Exactly(3), 1438)] {
        for (options, cause) in [(&at_once, Cause::TimeLimit), (&Options::new().cancel(&cancelled), Cause::Cancelled)] {
            let searched = search(rule, 600, queens, None, options).expect("it makes sense");
            assert!(matches!(&searched, Searched::Stopped { cause: found, .. } if *found == cause), "{searched:?}");
        }
    }
}

/// Where a pattern has as many queens as wanted nothing is searched for.
#[test]
fn a_pattern_of_as_many_queens_is_found_in_no_time() {
    let at_once = Options::new().time_limit(Duration::ZERO);
    for (rule, n, queens) in [(Rule::Exactly(2), 300, 598), (Rule::Exactly(2), 300, 450), (Rule::AtMost(4), 90, 268)] {
        let searched = search(rule, n, queens, None, &at_once).expect("it makes sense");
        assert!(matches!(&searched, Searched::Found(_)), "{rule} on {n}×{n}: {searched:?}");
    }
}

#[test]
fn a_search_that_is_stopped_has_the_best_board_so_far() {
    // More queens than can be, or more than are found in the time; how many of them there are at least.
    let cases = [
        (Rule::Exactly(1), 120, 160, None, 80),
        (Rule::AtMost(1), 120, 160, None, 80),
        (Rule::Exactly(2), 60, 118, None, 118),
        (Rule::Exactly(3), 100, 238, None, 28),
        (Rule::AtMost(3), 100, 239, None, 28),
        (Rule::Exactly(3), 100, 236, Some(Symmetry::HalfTurn), 20),
        (Rule::AtMost(7), 40, 400, None, 6 * 40 - 12),
    ];
    for (rule, n, queens, symmetry, min) in cases {
        let ask = |millis| {
            let options = Options::new().time_limit(Duration::from_millis(millis));
            search(rule, n, queens, symmetry, &options).expect("it makes sense")
        };
        // More time on a machine that others keep busy.
        let mut searched = ask(500);
        if searched.best().is_none_or(|best| best.queens().len() < min) {
            searched = ask(20_000);
        }
        let best = searched.best().unwrap_or_else(|| panic!("{rule} on {n}×{n}: {searched:?}"));
        assert_eq!((best.rule(), best.n(), best.holds()), (rule, n, Ok(true)));
        assert!((min..=queens).contains(&best.queens().len()), "{rule} on {n}×{n}: {}", best.queens().len());
        assert_eq!(searched.record().is_some(), best.queens().len() == queens, "{rule}: {searched:?}");
        if let Some(symmetry) = symmetry {
            let board = best.placement().expect("they are on the board");
            assert_eq!(board.transformed(symmetry).expect("the board is square"), board);
        }
    }
}

#[test]
fn too_many_queens_and_no_board_are_told_apart() {
    assert_eq!(search(Rule::Exactly(3), 40, 96, None, &Options::new()), Ok(Searched::Impossible));
    assert!(search(Rule::Exactly(3), 0, 1, None, &Options::new()).is_err());
}

#[test]
fn a_board_of_47_rows_turns_into_itself() {
    let searched = search(Rule::Exactly(3), 47, 112, Some(Symmetry::QuarterTurn), &Options::new().seed(1));
    assert_eq!(searched.map(|found| found.record().map(Record::holds)), Ok(Some(Ok(true))));
}
