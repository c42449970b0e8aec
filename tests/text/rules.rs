//! Rules survive being written as text and read again; what is not understood is said with its place.

use proptest::prelude::*;
use queenside::{Area, Board, Constraint, Direction, Interval, Piece, Problem, Sight, Symmetry, Transform, Wrap};

use crate::common;

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_rule_of_the_language_reads_back((problem, _) in common::cases()) {
        for rule in problem.constraints() {
            let text = rule.to_text(&problem).unwrap();
            let again = Constraint::parse(&problem, &text);
            prop_assert_eq!(again.as_ref(), Ok(rule), "{}", text);
            prop_assert!(!text.contains('\n'));
        }
    }

    #[test]
    fn ranges_read_back(min in prop::option::of(-9i64..9), max in prop::option::of(-9i64..9)) {
        let range = match (min, max) {
            (Some(min), Some(max)) => Interval::from(min..=max),
            (Some(min), None) => Interval::from(min..),
            (None, Some(max)) => Interval::from(..=max),
            (None, None) => Interval::ANY,
        };
        let again = range.to_string().parse::<Interval>();
        prop_assert_eq!(again.ok(), Some(range).filter(|range| !range.is_empty()));
    }
}

fn chess() -> Problem {
    let board = Board::square(8).with_region("left side", [(0, 0), (1, 0)]).with_region("A", [(7, 7)]);
    let mut problem = Problem::new(board);
    problem.add_kind("queen", Piece::QUEEN);
    problem.add_kind("white king", Piece::KING);
    problem.add_kind("sum", Piece::BLOCKER);
    problem
}

#[test]
fn each_rule_is_written_like_this() {
    let problem = chess();
    let [queen, king, wall] = ["queen", "white king", "sum"].map(|name| problem.kind_named(name).unwrap());
    let region = |name: &str| problem.region_named(name).unwrap();
    let swap = Transform::from(Symmetry::HalfTurn).shifted(1, 2).swapping(queen, king);
    let rules = [
        ("non-attacking", Constraint::attacks([queen, king], [queen, king], 0)),
        (
            "queen attacks \"white king\", \"sum\": 1.., through",
            Constraint::attacks(queen, [king, wall], 1..).through(),
        ),
        (
            "queen covers board: ..=2, where vacant, through",
            Constraint::covered(Area::Everywhere, queen, ..=2).where_vacant().through(),
        ),
        ("queen covers region \"left side\": 1", Constraint::covered(region("left side"), queen, 1)),
        ("queen, \"white king\" in region A: 1..=2", Constraint::count([queen, king], region("A"), 1..=2)),
        ("queen in each region: 1", Constraint::count(queen, Area::EachRegion, 1)),
        ("\"sum\" in diagonals: ..", Constraint::count(wall, Area::diagonals(), ..)),
        (
            "queen in lines [row, antidiagonal, (1,-2)]: -3..=7",
            Constraint::count(
                queen,
                Area::lines([Direction::ROW, Direction::ANTIDIAGONAL, Direction::new(1, -2)]),
                -3..=7,
            ),
        ),
        ("queen in every line: 0", Constraint::count(queen, Area::EveryLine, 0)),
        (
            "queen in each of [{a8, h1}, {}]: 1",
            Constraint::count(queen, Area::each([[(0, 0), (7, 7)].into(), queenside::SquareSet::new()]), 1),
        ),
        ("queen on {a8, h1}", Constraint::fixed(queen, [(0, 0), (7, 7)])),
        (
            "\"white king\" occupies [row, column]: 9",
            Constraint::occupied_lines(king, [Direction::ROW, Direction::COLUMN], 9),
        ),
        ("queen minus \"white king\", \"sum\": 0", Constraint::balance(queen, [king, wall], 0)),
        ("sum [3 queen a8, -2 \"white king\" h1]: 1..", {
            Constraint::linear([(3, queen, (0, 0)), (-2, king, (7, 7))], 1..)
        }),
        (
            "symmetric [half-turn shift (1,2) swap queen \"white king\", transpose]: rows",
            Constraint::symmetric([swap, Symmetry::Transpose.into()], Area::rows()),
        ),
    ];
    for (text, rule) in rules {
        assert_eq!(rule.to_text(&problem).as_deref(), Ok(text));
        assert_eq!(Constraint::parse(&problem, text), Ok(rule), "{text}");
    }
}

#[test]
fn spaces_do_not_matter_and_pieces_are_all_that_move() {
    let problem = chess();
    let read = |text: &str| Constraint::parse(&problem, text).unwrap();
    assert_eq!(read("  pieces   attacks pieces :0 "), read("non-attacking"));
    assert_eq!(read("queen on {a1,b2}"), read("queen in { a1 , b2 } : 2"));
    assert_eq!(
        read("queen attacks queen:0,through").rule(),
        &queenside::Rule::Attacks {
            from: problem.kind_named("queen").unwrap().into(),
            to: problem.kind_named("queen").unwrap().into(),
            range: 0.into(),
            sight: Sight::Through,
        }
    );
}

#[test]
fn what_is_not_understood_says_where_and_what_would_be() {
    let problem = chess();
    let cases = [
        ("", 1, "the text ends where the name of a kind should be"),
        ("quen in rows: 1", 1, "no kind is named \"quen\"; there are queen, \"white king\", \"sum\""),
        (
            "queen eats queen: 0",
            7,
            "\"eats\" comes where 'attacks', 'covers', 'in', 'on', 'occupies' or 'minus' should be",
        ),
        ("queen attacks queen 0", 21, "\"0\" comes where a colon should be"),
        (
            "queen attacks queen: many",
            22,
            "\"many\" comes where a range: '2', '1..', '..=2', '1..=2' or '..' should be",
        ),
        ("queen in rows: 1..2", 19, "a greatest number has '=' before it"),
        ("queen in rows: 3..=2", 16, "the range 3..=2 is empty"),
        ("queen in rows: 1 2", 18, "\"2\" comes where the end should be"),
        ("queen in squares: 1", 10, "\"squares\" comes where an area"),
        ("queen in region B: 1", 17, "no region is named \"B\"; there are \"left side\", A"),
        ("queen on {a1, i1}", 15, "\"i1\" is no square of the board: they run from a1 to h8"),
        ("queen on {a1 b1}", 14, "\"b1\" comes where a comma or '}' should be"),
        ("queen, sum on {a1}", 1, "one kind stands on squares"),
        ("queen covers board: 1.., where wet", 26, "\"where\" comes where 'through' or 'where vacant' should be"),
        ("queen attacks queen: 0, where vacant", 25, "\"where\" comes where 'through' should be"),
        ("queen in lines [(0,0)]: 1", 17, "(0,0) is no direction"),
        ("queen in lines [(1,2,3)]: 1", 17, "a direction is two numbers"),
        ("queen in lines [up]: 1", 17, "\"up\" comes where a direction"),
        ("symmetric [rotation]: board", 12, "\"rotation\" comes where a symmetry (identity, quarter-turn"),
        ("symmetric [identity shift (-1,0)]: board", 27, "-1 is no shift"),
        ("sum [3 queen]: 1", 13, "']' comes where the name of a square"),
        ("sum [99999999999999999999 queen a1]: 1", 6, "99999999999999999999 is too large a number"),
        ("\"queen", 1, "the quote is not closed"),
        ("\"qu\\een\" in rows: 1", 5, "\"een\" comes where a quote or a backslash"),
    ];
    for (text, column, reason) in cases {
        let error = Constraint::parse(&problem, text).unwrap_err().to_string();
        assert!(error.starts_with(&format!("line 1, column {column}: {reason}")), "{text:?}: {error}");
    }
}

#[test]
fn what_belongs_to_another_problem_is_not_written() {
    let (problem, other) = (chess(), chess());
    let stranger = other.kind_named("queen").unwrap();
    assert!(Constraint::count(stranger, (0, 0), 1).to_text(&problem).is_err());
    let queen = problem.kind_named("queen").unwrap();
    assert!(Constraint::count(queen, other.region_named("A").unwrap(), 1).to_text(&problem).is_err());
    assert!(Constraint::count(queen, (0, 0), 1).through().to_text(&problem).is_err());
    let torus = Problem::new(Board::square(2).with_wrap(Wrap::Both)).with_kind("king", Piece::KING);
    assert!(Constraint::parse(&torus, "king in rows: 1").is_ok());
}
