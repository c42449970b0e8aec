//! Queens that attack exactly, or at most, k others.

use std::collections::BTreeMap;

use proptest::prelude::*;
use queenside::{Area, Board, Constraint, Engine, Options, Piece, Placement, Square, SquareSet, Terrain, classics};
use queenside_attacking::{Record, Rule, bounds};

/// Rectangles with walls, forbidden squares and holes, small enough to try every subset.
fn boards() -> impl Strategy<Value = Board> {
    (1usize..=5, 1usize..=6, prop::collection::vec(0u8..10, 30)).prop_map(|(rows, columns, cells)| {
        let squares = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let mut open = 0;
        squares.zip(cells).fold(Board::new(rows, columns), |board, (square, cell)| {
            let terrain = match cell {
                0 | 1 => Terrain::Wall,
                2 => Terrain::Forbidden,
                3 => Terrain::Hole,
                _ if open < 11 => Terrain::Open,
                _ => Terrain::Wall,
            };
            open += usize::from(terrain == Terrain::Open);
            board.with_terrain(terrain, [square])
        })
    })
}

fn rules() -> impl Strategy<Value = Rule> {
    (0u32..=8, any::<bool>()).prop_map(|(k, exactly)| if exactly { Rule::Exactly(k) } else { Rule::AtMost(k) })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_bound_is_below_the_truth((board, rule) in (boards(), rules())) {
        let brute = Options::new().engine(Engine::Brute);
        let truth = rule.on(board.clone()).using(&brute).maximize().unwrap().value().unwrap().unwrap();
        for bound in bounds::all(rule, &board).unwrap() {
            prop_assert!(bound.value() >= truth, "{rule}: {bound}, but {truth} on\n{board}");
        }
    }

    #[test]
    fn no_bound_on_other_riders_is_below_the_truth((board, rule, choice) in (boards(), rules(), 0usize..6)) {
        let pieces = [
            Piece::ROOK, Piece::BISHOP, Piece::NIGHTRIDER, Piece::KING, Piece::AMAZON, Piece::ROOK.and(&Piece::NIGHTRIDER),
        ];
        let problem = classics::attacking(board, pieces[choice].clone(), rule.range());
        let truth = problem.using(&Options::new().engine(Engine::Brute)).maximize().unwrap().value().unwrap().unwrap();
        for bound in problem.bounds().unwrap() {
            prop_assert!(bound.value() >= truth, "{rule}: {bound}, but {truth}\n{problem}");
        }
    }
}

/// A pattern, as large as it is said to be.
fn pattern(rule: Rule, n: usize) -> Placement {
    let queens = rule.pattern(n).expect("there is a pattern for every n");
    let value = match (rule, n) {
        (Rule::Exactly(0) | Rule::AtMost(0), 2 | 3) => n - 1,
        (Rule::Exactly(0) | Rule::AtMost(0), _) => n,
        (Rule::Exactly(_), 1) => 0,
        (_, 1) => 1,
        (Rule::Exactly(2) | Rule::AtMost(2), 2) => 3,
        (Rule::Exactly(2) | Rule::AtMost(2), _) => 2 * n - 2,
        (Rule::Exactly(4), _) => [0, 0, 0, 8, 11].get(n - 1).copied().unwrap_or_else(|| 3 * n - 3),
        (Rule::AtMost(4), _) => 3 * n - 2,
        (Rule::AtMost(5), _) => 4 * n - 4,
        (Rule::AtMost(6), _) => [1, 4, 8, 12, 18].get(n - 1).copied().unwrap_or_else(|| 6 * n - 12),
        _ => n * n,
    };
    assert_eq!(queens.len(), value, "{rule}, n = {n}");
    queens
}

/// Whether a pattern satisfies its rule by the reference meaning.
fn check_pattern(rule: Rule, n: usize) {
    let queens = pattern(rule, n);
    assert!(queens.judge(&rule.problem(n)).unwrap().is_solution(), "{rule}, n = {n}\n{queens}");
}

/// Returns how many others each queen attacks, without the crate: neighbours on a line see each other.
fn attacks(queens: &SquareSet, n: usize) -> Vec<i64> {
    let mut last: Vec<Option<usize>> = vec![None; 6 * n];
    let mut attacks = vec![0; queens.len()];
    for (number, square) in queens.iter().enumerate() {
        let (row, column) = (square.row(), square.column());
        for line in [row, n + column, 2 * n + row + column, 5 * n + row - column] {
            if let Some(before) = last[line].replace(number) {
                attacks[number] += 1;
                attacks[before] += 1;
            }
        }
    }
    attacks
}

const PATTERNS: [Rule; 9] = [
    Rule::Exactly(0),
    Rule::AtMost(0),
    Rule::Exactly(2),
    Rule::AtMost(2),
    Rule::Exactly(4),
    Rule::AtMost(4),
    Rule::AtMost(5),
    Rule::AtMost(6),
    Rule::AtMost(8),
];

#[test]
fn patterns_hold_as_many_queens_as_they_say() {
    for rule in PATTERNS {
        (1..=60).for_each(|n| check_pattern(rule, n));
        assert!(rule.pattern(0).is_none());
    }
    assert!(Rule::Exactly(3).pattern(8).is_none() && Rule::AtMost(7).pattern(8).is_none());
}

#[test]
fn patterns_meet_their_bounds() {
    for rule in PATTERNS {
        for n in 1..=20 {
            let queens = rule.pattern(n).unwrap().len() as i64;
            let bound = bounds::best(rule, &Board::square(n)).unwrap();
            let short = match (rule.others(), n) {
                // What is proved of these by going through everything is in the table of values.
                (0, 2 | 3) | (2, 1 | 2) | (6, ..=5) => continue,
                (4, ..=5) if rule == Rule::Exactly(4) => continue,
                _ => bound.value() - queens,
            };
            assert_eq!(short, 0, "{rule}, n = {n}: {bound}");
        }
    }
}

#[test]
fn patterns_obey_their_rules_up_to_1000() {
    for rule in PATTERNS.into_iter().filter(|rule| rule.others() < 8) {
        for n in 1..=1000 {
            let queens = pattern(rule, n).occupied();
            let range = rule.range();
            assert!(attacks(&queens, n).into_iter().all(|others| range.contains(others)), "{rule}, n = {n}");
        }
    }
}

#[test]
#[ignore = "walks the board from each of eleven million queens, for minutes"]
fn patterns_obey_their_rules_up_to_1000_by_the_reference_meaning() {
    for rule in PATTERNS.into_iter().filter(|rule| rule.others() < 8) {
        (1..=1000).for_each(|n| check_pattern(rule, n));
    }
}

/// A line of the table of values: the rule, n, the value, how it is known, and queens that reach it.
struct Known {
    rule: Rule,
    n: usize,
    value: i64,
    how: String,
    queens: Vec<usize>,
}

/// The lines of a table that say something, cut at commas.
fn lines(table: &str) -> impl Iterator<Item = Vec<&str>> {
    table.lines().filter(|line| !line.starts_with('#')).skip(1).map(|line| line.split(',').collect())
}

fn values() -> Vec<Known> {
    let known = lines(include_str!("../data/attacking_values.csv")).map(|line| Known {
        rule: line[0].parse().unwrap(),
        n: line[1].parse().unwrap(),
        value: line[2].parse().unwrap(),
        how: line[3].to_owned(),
        queens: line[4].split_whitespace().map(|number| number.parse().unwrap()).collect(),
    });
    known.collect()
}

#[test]
fn every_value_is_reached() {
    for Known { rule, n, value, queens, .. } in values() {
        let problem = rule.problem(n);
        let queen = problem.kind_named("queen").unwrap();
        let queens = Placement::new(&problem, queens.iter().map(|place| (queen, (place / n, place % n)))).unwrap();
        assert_eq!(queens.len() as i64, value, "{rule}, n = {n}");
        assert!(queens.judge(&problem).unwrap().is_solution(), "{rule}, n = {n}\n{queens}");
    }
}

#[test]
fn every_value_said_to_meet_a_bound_meets_it() {
    let mut met = 0;
    for Known { rule, n, value, how, .. } in values() {
        let best = bounds::best(rule, &Board::square(n)).unwrap();
        assert!(value <= best.value(), "{rule}, n = {n}: {best}");
        if let Some(name) = how.strip_prefix("bound: ") {
            assert_eq!((best.value(), best.name().to_string()), (value, name.to_owned()), "{rule}, n = {n}");
            met += 1;
        }
    }
    assert_eq!(met, 192);
}

#[test]
fn the_table_of_values_has_every_rule_and_size() {
    let known: BTreeMap<(Rule, usize), i64> =
        values().into_iter().map(|known| ((known.rule, known.n), known.value)).collect();
    for k in 0..=8 {
        for n in 1..=12 {
            // Who attacks exactly k others attacks at most k.
            assert!(known[&(Rule::Exactly(k), n)] <= known[&(Rule::AtMost(k), n)], "k = {k}, n = {n}");
        }
    }
    assert_eq!(known.len(), 2 * 9 * 12);
}

#[test]
fn values_of_small_boards_are_proved_again() {
    for Known { rule, n, value, .. } in values().into_iter().filter(|known| known.n <= 8) {
        assert_eq!(rule.problem(n).maximize().unwrap().value().unwrap(), Some(value), "{rule}, n = {n}");
    }
}

#[test]
fn a_search_at_the_bound_sees_that_few_ends_of_lines_are_left_over() {
    // Q(3, 7) = 16 leaves no line empty, Q(2, 9) = 16 four, Q(1, 9) = 12 no row and no column.
    for (k, n, queens, placements, nodes) in [(3, 7, 16, 8u32, 1000), (2, 9, 16, 120, 10_000), (1, 9, 12, 8, 30_000)] {
        let mut problem = Rule::Exactly(k).problem(n);
        let queen = problem.kind_named("queen").unwrap();
        problem.add(Constraint::count(queen, Area::Everywhere, queens));
        let options = Options::new().engine(Engine::Search).node_limit(nodes);
        assert_eq!(problem.using(&options).count().unwrap().exact().unwrap(), placements, "exactly {k}, n = {n}");
    }
}

#[test]
fn optimal_placements_are_counted_again() {
    count_again(|seconds| seconds < 1.0, Engine::Search);
}

#[test]
#[ignore = "takes minutes"]
fn optimal_placements_are_counted_again_on_larger_boards() {
    count_again(|seconds| (1.0..600.0).contains(&seconds), Engine::Search);
}

/// Counts the optimal placements of each line of the table that is to be tried, given the seconds it took once.
fn count_again(is_tried: impl Fn(f64) -> bool, engine: Engine) {
    let mut tried = 0;
    for line in lines(include_str!("../data/attacking_counts.csv")) {
        let (rule, n): (Rule, usize) = (line[0].parse().unwrap(), line[1].parse().unwrap());
        let [value, placements, classes] = [2, 3, 4].map(|place| line[place].parse::<usize>().unwrap());
        if !is_tried(line[6].parse().unwrap()) {
            continue;
        }
        let mut problem = rule.problem(n);
        let queen = problem.kind_named("queen").unwrap();
        problem.add(Constraint::count(queen, Area::Everywhere, value));
        let options = Options::new().engine(engine);
        let sizes: Vec<usize> = problem.using(&options).classes().unwrap().map(|class| class.unwrap().size()).collect();
        assert_eq!((sizes.iter().sum(), sizes.len()), (placements, classes), "{rule}, n = {n}");
        tried += 1;
    }
    assert!(tried > 0);
}

/// A record made by hand may have queens anywhere: it can be printed, and does not hold.
#[test]
fn a_record_with_queens_far_off_the_board_is_no_reason_to_panic() {
    for square in [Square::new(usize::MAX, usize::MAX), Square::new(usize::MAX, 0), Square::new(0, usize::MAX)] {
        for n in [1, 8, 1 << 16, usize::MAX] {
            let queens = [Square::new(0, 0), square].into_iter().collect::<SquareSet>();
            let record = Record::new(Rule::Exactly(1), n, queens);
            assert!(record.to_string().starts_with("exactly 1 "));
            assert!(!record.holds().is_ok_and(|holds| holds));
            assert!(record.placement().is_err());
        }
    }
}
