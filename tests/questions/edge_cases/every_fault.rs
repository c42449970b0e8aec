//! Every fault there is, with the words in which it is reported.

use queenside::{
    Area, Board, Constraint, Direction, Fault, Group, Kind, Move, Options, Piece, Placement, Problem, SquareSet,
    Symmetry, Transform, Wrap, classics,
};

use super::{faults, faults_of, solutions, with};

#[test]
fn boards_without_squares_and_boards_beyond_counting() {
    let max = usize::MAX;
    for (rows, columns, text) in [
        (0, 0, "a board of 0×0 has no squares".to_owned()),
        (0, 5, "a board of 0×5 has no squares".to_owned()),
        (5, 0, "a board of 5×0 has no squares".to_owned()),
        (max, 0, format!("a board of {max}×0 has no squares")),
        (5000, 5000, "a board of 5000×5000 is too large: at most 16777216 squares".to_owned()),
        (1, (1 << 24) + 1, "a board of 1×16777217 is too large: at most 16777216 squares".to_owned()),
        (max, 2, format!("a board of {max}×2 is too large: at most 16777216 squares")),
        (max, max, format!("a board of {max}×{max} is too large: at most 16777216 squares")),
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
    let board = Board::new(1, Board::MAX_SQUARES + 1);
    assert_eq!(board.row(0).len(), board.squares().len());
    let board = Board::new(Board::MAX_SQUARES + 1, 1);
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
            "rule 2 (fixed): (0,5), (5,0) are not on the 3×3 board".to_owned(),
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
fn names_that_no_kind_has() {
    let (problem, _) = with(Board::square(2).with_region("west", [(0, 0)]), Piece::KING);
    let error = problem.kind_named("queen").unwrap_err();
    assert_eq!(faults(&error), ["the problem has no kind named \"queen\""]);
    let error = problem.region_named("east").unwrap_err();
    assert_eq!(faults(&error), ["the board has no region named \"east\""]);
    assert!(problem.region_named("west").is_ok() && problem.kind_named("piece").is_ok());
}

#[test]
fn handles_of_another_problem() {
    let board = || Board::square(2).with_region("west", [(0, 0)]);
    let (other, stranger) = with(board(), Piece::KING);
    let foreign = other.region_named("west").unwrap();
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
        ["the piece on (0,0) names a kind of another problem", "the piece on (1,1) names a kind of another problem"]
    );
    // A copy is the same problem.
    let copy = problem.clone();
    assert!(copy.with(Constraint::count(own, Area::Everywhere, 1)).check().is_ok());
}

#[test]
fn a_symbol_for_a_kind_of_another_problem() {
    let (_, stranger) = with(Board::square(2), Piece::KING);
    let (mut problem, _) = with(Board::square(2), Piece::KING);
    problem.set_symbol(stranger, 'K');
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
            "rule 1 (attacks): the range 3..=2 (or 3..3) is empty",
            "rule 2 (covered): the range 2..=0 (or 2..1) is empty",
            "rule 3 (count): the range 5..=4 (or 5..5) is empty",
            "rule 4 (occupied_lines): the range 1..=-1 (or 1..0) is empty",
            "rule 5 (balance): the range 0..=-1 (or 0..0) is empty",
            "rule 6 (linear): the range 7..=-7 (or 7..-6) is empty",
        ]
    );
}

#[test]
fn kinds_that_make_no_sense() {
    let mut problem = Problem::new(Board::square(2));
    problem.add_kind("queen", Piece::QUEEN);
    problem.add_kind("queen", Piece::ROOK);
    problem.add_kind("statue", Piece::new([]));
    problem.add_kind("still", Piece::new([Move::leap(0, 0), Move::ride(1, 0).within(0)]));
    problem.add_kind("tired", Piece::ROOK.within(0));
    problem.add_kind("", Piece::KING);
    problem.add_kind(" spaced", Piece::KING);
    problem.add_kind("two\nlines", Piece::KING);
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
        problem.add_kind(format!("kind {number}"), Piece::KING);
    }
    assert_eq!(faults_of(&problem), ["the problem has 65 kinds, at most 64 are possible"]);
    let mut problem = Problem::new(Board::square(1));
    let kinds: Vec<Kind> = (0..64).map(|number| problem.add_kind(format!("kind {number}"), Piece::KING)).collect();
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
        let kind = problem.add_kind(name, Piece::KING);
        problem.set_symbol(kind, symbol);
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
    let first = problem.add_kind("queen", Piece::QUEEN);
    let second = problem.add_kind("quality", Piece::KNIGHT);
    problem.set_symbol(second, 'Q');
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
    assert!(error.to_string().contains("made for a 8×8 board, not for this 5×5 board"), "{error}");
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
    assert_eq!(placement("Q .\nQ"), ["line 2 of the diagram has 1 squares, the board 2: 1 too few"]);
    assert_eq!(
        placement("Q x\n% ."),
        [
            "line 1 has 'x': a placement is drawn with the symbols of its kinds and those of its board",
            "line 2 has '%': a placement is drawn with the symbols of its kinds and those of its board",
        ]
    );

    let map = |text: &str| faults(&Board::square(2).with_region_map(text).unwrap_err());
    assert_eq!(map("A"), ["the diagram is 1×1, the board 2×2"]);
    assert_eq!(map("A\nA B"), ["line 1 of the diagram has 1 squares, the board 2: 1 too few"]);
    assert_eq!(map(""), ["the diagram is empty"]);
    // All at once, and each line is measured against the board.
    assert_eq!(
        map("A A A\n\nA B\nA B B B"),
        [
            "line 1 of the diagram has 3 squares, the board 2: 1 too many",
            "line 4 of the diagram has 4 squares, the board 2: 2 too many",
            "the diagram is 3×4, the board 2×2",
        ]
    );
    assert_eq!(
        board(". .\n. .\nregions: A\nA A\nA\nregion: west\no .\n. . o\n"),
        [
            "line 5 of the diagram has 1 squares, the board 2: 1 too few",
            "line 8 of the diagram has 3 squares, the board 2: 1 too many",
        ]
    );
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
    let queen = problem.add_kind("queen", Piece::QUEEN);
    let statue = problem.add_kind("statue", Piece::new([]));
    problem.add_kind("statue", Piece::new([Move::leap(0, 0)]));
    problem.set_symbol(queen, '.').set_symbol(statue, '#');
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

#[test]
fn handles_of_another_problem_are_no_silence() {
    let (problem, king) = with(Board::square(2), Piece::KING);
    let (other, stranger) = with(Board::square(2), Piece::KING);
    assert_eq!((problem.name(king).unwrap(), problem.piece(king).unwrap()), ("piece", &Piece::KING));
    for error in [problem.name(stranger).unwrap_err(), problem.piece(stranger).unwrap_err()] {
        assert!(matches!(error.faults(), [Fault::ForeignKind { .. }]), "{error}");
    }
    let kings = Placement::new(&other, [(stranger, (0, 1))]).unwrap();
    assert_eq!(kings.squares(stranger).unwrap(), [(0, 1)].into());
    assert!(matches!(kings.squares(king).unwrap_err().faults(), [Fault::ForeignKind { .. }]));
    // Placements are compared by board, names and pieces, and not by the problem that they were made for.
    let same = Placement::new(&problem, [(king, (0, 1))]).unwrap();
    assert_eq!(same, kings);
    let (larger, there) = with(Board::square(3), Piece::KING);
    let (rooks, rook) = with(Board::square(2), Piece::ROOK);
    assert_ne!(same, Placement::new(&larger, [(there, (0, 1))]).unwrap());
    assert_ne!(same, Placement::new(&rooks, [(rook, (0, 1))]).unwrap());
}

#[test]
fn modifiers_that_mean_nothing() {
    let (mut problem, king) = with(Board::square(2), Piece::KING);
    problem.add(Constraint::count(king, (0, 0), 1).through());
    problem.add(Constraint::attacks(king, king, 0).where_vacant());
    problem.add(Constraint::covered((0, 0), king, 1).through().where_vacant());
    assert_eq!(
        faults_of(&problem),
        [
            "rule 1 (fixed): through() means nothing to such a rule",
            "rule 2 (attacks): where_vacant() means nothing to such a rule",
        ]
    );
}

#[test]
fn kinds_added_later_do_not_attack_either() {
    let mut early = Problem::new(Board::square(3));
    early.non_attacking();
    let early =
        early.with_kind("rook", Piece::ROOK).with_kind("knight", Piece::KNIGHT).with_kind("wall", Piece::BLOCKER);
    let mut late = Problem::new(Board::square(3));
    for (name, piece) in [("rook", Piece::ROOK), ("knight", Piece::KNIGHT), ("wall", Piece::BLOCKER)] {
        late.add_kind(name, piece);
    }
    late.non_attacking();
    assert_eq!(early.pieces().into_iter().count(), 2);
    assert_eq!(early.count().unwrap().exact(), late.count().unwrap().exact());
}
