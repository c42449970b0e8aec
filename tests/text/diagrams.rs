//! Boards, sets and placements survive being printed and read again; no text makes a reader panic.

use proptest::prelude::*;
use queenside::{
    BitOrder, Board, Constraint, Kind, Piece, Placement, Problem, Square, SquareSet, Terrain, Wrap, classics,
};

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

fn wraps() -> impl Strategy<Value = Wrap> {
    prop::sample::select(vec![Wrap::None, Wrap::Columns, Wrap::Rows, Wrap::Both])
}

/// A board of any terrain, without regions.
fn plain_boards() -> impl Strategy<Value = Board> {
    (1usize..=9, 1usize..=9, wraps()).prop_flat_map(|(rows, columns, wrap)| {
        prop::collection::vec(0u8..8, rows * columns).prop_map(move |cells| {
            let terrain = [Terrain::Wall, Terrain::Forbidden, Terrain::Hole];
            cells.into_iter().enumerate().fold(Board::new(rows, columns).with_wrap(wrap), |board, (index, cell)| {
                match terrain.get(usize::from(cell)) {
                    Some(terrain) => board.with_terrain(*terrain, [(index / columns, index % columns)]),
                    None => board,
                }
            })
        })
    })
}

/// Names of one character and of several, with all that looks like part of a diagram.
fn names() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => any::<char>().prop_map(String::from),
        3 => "[A-Za-z]",
        2 => "[o.:%~ -]{1,4}",
        2 => "\\PC{1,8}",
        1 => "(wrap|region|regions): ?[a-z]{0,4}",
        1 => "[\u{300}-\u{303}\u{200b}\u{2028}\u{feff}\u{202e}é]{1,3}",
    ]
}

/// A board with regions, overlapping or not, as often as not empty, sometimes of names that cannot be printed.
fn boards() -> impl Strategy<Value = Board> {
    let regions = prop::collection::vec((names(), any::<u64>()), 0..5);
    (plain_boards(), regions, any::<bool>()).prop_map(|(board, regions, apart)| {
        let squares: Vec<Square> = board.squares().into_iter().collect();
        let mut taken = SquareSet::new();
        regions.into_iter().fold(board, |board, (name, bits)| {
            let chosen = squares.iter().enumerate().filter(|(index, _)| bits >> (index % 61) & 1 == 1);
            let mut region: SquareSet = chosen.map(|(_, square)| *square).collect();
            if apart {
                region = &region - &taken;
                taken.extend(&region);
            }
            board.with_region(name, &region)
        })
    })
}

/// Text that looks like a diagram until one looks closer.
fn almost_diagrams() -> impl Strategy<Value = String> {
    let parts = prop::sample::select(vec![
        ". ",
        ". . .",
        "%",
        "-",
        "~",
        "o",
        "A",
        "Q",
        "\n",
        "\n\n",
        "\r\n",
        " ",
        ":",
        "wrap: both",
        "wrap:",
        "wrap: none",
        "region: a",
        "region:",
        "regions: A B",
        "regions:",
        "regions: AB .",
        "\nwrap: rows\n",
        "\nregion: x y\n",
        "é",
        "\0",
        "\u{2028}",
        "\u{85}",
        "(0×5)",
        "\n. .\n. .\n",
    ]);
    prop::collection::vec(parts, 0..14).prop_map(|parts| parts.concat())
}

fn texts() -> impl Strategy<Value = String> {
    prop_oneof![any::<String>(), "\\PC{0,40}", "[.%~o\\-A:\n ]{0,40}", almost_diagrams()]
}

/// A problem of several kinds, some of them with symbols of their own.
fn problems() -> impl Strategy<Value = Problem> {
    let piece =
        prop::sample::select(vec![Piece::QUEEN, Piece::KNIGHT, Piece::ZEBRA, Piece::BLOCKER, Piece::BLACK_PAWN]);
    let visible = any::<char>().prop_filter("a symbol is seen", |c| !c.is_whitespace() && !c.is_control());
    let symbol = prop_oneof![
        3 => Just(None),
        2 => visible.prop_map(Some),
        1 => prop::sample::select(vec!['Q', 'q', 'N', 'P', 'p', 'X', 'o', ':', '?']).prop_map(Some),
    ];
    let kinds = prop::collection::vec((names(), piece, symbol), 1..6);
    (plain_boards(), kinds).prop_map(|(board, kinds)| {
        let mut problem = Problem::new(board);
        for (index, (name, piece, symbol)) in kinds.into_iter().enumerate() {
            // Names serve only to choose symbols by, so let them be printable and differ.
            let name: String = name.chars().filter(|c| !c.is_control()).collect();
            let kind = problem.add_kind(format!("{} {index}", name.trim()).trim(), piece);
            if let Some(symbol) = symbol {
                problem.set_symbol(kind, symbol);
            }
        }
        problem
    })
}

proptest! {
    #![proptest_config(config(1500))]

    #[test]
    fn a_board_that_makes_sense_is_read_as_it_was_printed(board in boards()) {
        prop_assume!(board.check().is_ok());
        let text = board.to_string();
        let read: Board = text.parse().map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        prop_assert_eq!(&read, &board, "{}", text);
        prop_assert_eq!(read.to_string(), text);
    }

    #[test]
    fn a_board_that_was_read_is_printed_as_it_may_be_read_again(text in texts()) {
        if let Ok(board) = text.parse::<Board>() && board.check().is_ok() {
            prop_assert_eq!(board.to_string().parse::<Board>().unwrap(), board);
        }
    }

    #[test]
    fn indentation_and_empty_lines_mean_nothing(board in boards()) {
        prop_assume!(board.check().is_ok());
        let text: Vec<String> = board.to_string().lines().map(|line| format!("\n \t {line}  \n")).collect();
        let text = text.concat();
        prop_assert_eq!(text.parse::<Board>().unwrap(), board.clone());
        // Nor do the spaces between the squares, or a carriage return.
        let dense: Vec<String> = board.to_string().lines().map(|line| {
            if line.contains(':') { format!("{line}\r\n") } else { format!("{}\r\n", line.replace(' ', "")) }
        }).collect();
        prop_assert_eq!(dense.concat().parse::<Board>().unwrap(), board);
    }

    #[test]
    fn a_set_is_read_as_it_was_printed(squares in prop::collection::btree_set((0usize..70, 0usize..140), 0..20)) {
        let set: SquareSet = squares.iter().copied().collect();
        prop_assert_eq!(set.to_string().parse::<SquareSet>().unwrap(), set.clone());
        prop_assert_eq!(set.len(), squares.len());
        let listed: Vec<String> = squares.iter().map(|(row, column)| format!("({row},{column})")).collect();
        prop_assert_eq!(format!("{set:?}"), format!("{{{}}}", listed.join(", ")));
    }

    #[test]
    fn a_placement_is_read_as_it_was_printed(problem in problems(), seed: u64) {
        prop_assume!(problem.check().is_ok());
        let kinds: Vec<Kind> = problem.kinds().collect();
        let mut state = seed | 1;
        let squares: Vec<Square> = problem.board().squares().into_iter().collect();
        let placed = squares.into_iter().filter_map(|square| {
            // xorshift64 (Marsaglia 2003); pieces may stand anywhere, walls included.
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            kinds.get(state as usize % (kinds.len() * 2)).map(|kind| (*kind, square))
        });
        let placement = Placement::new(&problem, placed).unwrap();
        let text = placement.to_string();
        let read = Placement::parse(&problem, &text);
        let read = read.map_err(|error| TestCaseError::fail(format!("{error}\n{text}{problem}")))?;
        prop_assert_eq!(&read, &placement, "\n{}", problem);
        prop_assert_eq!(read.to_string(), text);
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in texts(), rows in 0usize..12) {
        let _ = text.parse::<Board>().map(|board| (board.check(), board.to_string()));
        let _ = text.parse::<SquareSet>().map(|set| set.to_string());
        let _ = Square::from_algebraic(&text, rows);
        let _ = Board::new(2, 3).with_region_map(&text).map(|board| board.to_string());
        let _ = Placement::parse(&classics::queens(2), &text).map(|placement| placement.to_string());
    }

    #[test]
    fn errors_of_readers_name_a_line_of_the_text(text in texts()) {
        if let Err(error) = text.parse::<Board>() {
            prop_assert!(!error.faults().is_empty() && !error.to_string().is_empty());
            let lines = text.lines().count();
            for fault in error.faults().iter().map(ToString::to_string) {
                let line = fault.strip_prefix("line ").and_then(|rest| rest.split(' ').next()?.parse::<usize>().ok());
                prop_assert!(line.is_none_or(|line| (1..=lines).contains(&line)), "{} of {}", fault, lines);
            }
        }
    }

    #[test]
    fn algebraic_names_go_there_and_back(row in 0usize..2000, column in 0usize..100_000, below in 1usize..2000) {
        let (square, rows) = (Square::new(row, column), row + below);
        let name = square.to_algebraic(rows).unwrap();
        prop_assert_eq!(Square::from_algebraic(&name, rows), Some(square), "{}", name);
        prop_assert_eq!(square.to_algebraic(row), None, "it lies below a board of this height");
        prop_assert_eq!(Square::from_algebraic(&name, below - 1), None, "it lies above a board of this height");
    }

    #[test]
    fn a_name_that_is_read_is_the_name_of_its_square(name in "[a-z]{0,3}[0-9]{0,3}[a-z ]?", rows in 1usize..500) {
        if let Some(square) = Square::from_algebraic(&name, rows) {
            prop_assert_eq!(square.to_algebraic(rows), Some(name));
        }
    }

    #[test]
    fn permutations_go_there_and_back(columns in prop::collection::vec(0usize..300, 0..40)) {
        let set = SquareSet::from_permutation(columns.iter().copied());
        prop_assert_eq!(set.len(), columns.len());
        prop_assert_eq!(set.to_permutation(), Some(columns.clone()));
        // A row left out, or held twice, is no permutation.
        if columns.len() > 1 {
            let mut less = set.clone();
            less.remove((0, columns[0]));
            prop_assert_eq!(less.to_permutation(), None);
            let mut more = set;
            more.insert((0, columns[0] + 1));
            prop_assert_eq!(more.to_permutation(), None);
        }
    }

    #[test]
    fn bits_go_there_and_back_in_both_orders(bits: u64, columns in 1usize..=70) {
        let min = SquareSet::from_bits(bits, columns, BitOrder::LeastFirst);
        let max = SquareSet::from_bits(bits, columns, BitOrder::MostFirst);
        prop_assert_eq!(min.to_bits(columns, BitOrder::LeastFirst), Some(bits));
        prop_assert_eq!(max.to_bits(columns, BitOrder::MostFirst), Some(bits));
        prop_assert_eq!(min.to_bits(columns, BitOrder::MostFirst), Some(bits.reverse_bits()));
        prop_assert_eq!(min.len(), bits.count_ones() as usize);
        for square in &min {
            prop_assert_eq!(bits >> square.index(columns) & 1, 1);
        }
        // Beyond the 64th square there is no bit, nor beyond the last column.
        let mut beyond = min;
        beyond.insert(Square::from_index(64, columns).unwrap());
        prop_assert_eq!(beyond.to_bits(columns, BitOrder::LeastFirst), None);
        prop_assert_eq!(SquareSet::from([(0, columns)]).to_bits(columns, BitOrder::MostFirst), None);
    }
}

#[test]
fn a_published_record_of_blocked_queens_is_read_from_the_top_left() {
    // reference: record format. The top left square is the most significant bit, rows first.
    let walls = SquareSet::from([(0, 0), (0, 7), (1, 0)]);
    assert_eq!(walls.to_bits(8, BitOrder::MostFirst), Some(0x8180_0000_0000_0000));
    assert_eq!(SquareSet::from_bits(1, 8, BitOrder::MostFirst), [(7, 7)].into());
}

#[test]
fn names_with_noughts_in_front_are_none() {
    for name in ["a01", "a00001", "a0", "a00", "a1 ", " a1", "a+1", "a１"] {
        assert_eq!(Square::from_algebraic(name, 8), None, "{name:?}");
    }
}

#[test]
fn every_square_of_a_chessboard_has_its_name() {
    let board = Board::square(8);
    let names: Vec<String> = board.squares().iter().map(|square| square.to_algebraic(8).unwrap()).collect();
    assert_eq!((names[0].as_str(), names[7].as_str()), ("a8", "h8"));
    assert_eq!((names[56].as_str(), names[63].as_str()), ("a1", "h1"));
    let mut different = names.clone();
    different.sort();
    different.dedup();
    assert_eq!(different.len(), 64);
}

#[test]
fn a_board_looks_like_this() {
    let board = Board::new(3, 4).with_wrap(Wrap::Columns).with_walls([(0, 2)]).with_forbidden([(1, 1)]);
    let board = board.with_holes([(2, 3)]).with_region("A", [(0, 0), (0, 1)]).with_region("B", [(2, 3)]);
    assert_eq!(
        board.to_string(),
        ". . % .\n. - . .\n. . . ~\nwrap: columns\nregions: A B\nA A . .\n. . . .\n. . . B\n"
    );
    let overlapping = Board::new(1, 3).with_region("left", [(0, 0), (0, 1)]).with_region("C", [(0, 1)]);
    assert_eq!(overlapping.to_string(), ". . .\nregion: left\no o .\nregion: C\n. o .\n");
    assert_eq!(Board::square(1).with_wrap(Wrap::Both).to_string(), ".\nwrap: both\n");
    assert_eq!(Board::new(1, 2).with_region("E", SquareSet::new()).to_string(), ". .\nregions: E\n. .\n");
}

#[test]
fn a_problem_and_its_placements_look_like_this() {
    let board: Board = ". . %\n- . ~".parse().unwrap();
    let mut problem = Problem::new(board);
    let white = problem.add_kind("white queen", Piece::QUEEN);
    let black = problem.add_kind("black queen", Piece::QUEEN);
    let wall = problem.add_kind("wall", Piece::BLOCKER);
    let zebra = problem.add_kind("zebra", Piece::ZEBRA);
    problem.set_symbol(black, '♛').add(Constraint::attacks(white, black, 0)).add(Constraint::balance(white, black, 0));
    assert_eq!(
        problem.to_string(),
        ". . %\n- . ~\nQ: white queen\n♛: black queen\nX: wall\nZ: zebra\n\
         rule 1: \"white queen\" attacks \"black queen\": 0\nrule 2: \"white queen\" minus \"black queen\": 0\n"
    );
    let placed = [(white, (0, 0)), (black, (1, 1)), (wall, (0, 1)), (zebra, (1, 0))];
    let placement = Placement::new(&problem, placed).unwrap();
    assert_eq!(placement.to_string(), "Q X %\nZ ♛ ~\n");
    assert_eq!(format!("{placement:?}"), "Placement {\nQ X %\nZ ♛ ~\n}");
    let permutation = classics::queens(4).enumerate().unwrap().sorted().unwrap()[0].to_permutation();
    assert_eq!(permutation, Some(vec![1, 3, 0, 2]));
    assert_eq!(placement.to_permutation(), None);
}

#[test]
fn a_placement_that_does_not_fit_has_its_unknown_characters_reported_too() {
    let problem = Problem::new(". %\n. .".parse().unwrap()).with_kind("queen", Piece::QUEEN);
    let refused = |text: &str| Placement::parse(&problem, text).unwrap_err().to_string();
    let expected = "a placement is drawn with the symbols of its kinds and those of its board";
    assert_eq!(
        refused("Q .\n? . %\n. k"),
        format!(
            "4 faults: line 2 of the diagram has 3 squares, the board 2: 1 too many; the diagram is 3×2, the board 2×2; \
             line 2 has '?': {expected}; line 3 has 'k': {expected}"
        )
    );
    assert_eq!(refused("Q x %"), format!("2 faults: the diagram is 1×3, the board 2×2; line 1 has 'x': {expected}"));
    // What could stand on the board is wrong only where it fits.
    assert_eq!(refused("Q . ~"), "the diagram is 1×3, the board 2×2");
    assert_eq!(refused("Q %\n~ Q"), format!("line 2 has '~': {expected}"));
}

#[test]
fn answers_look_like_this() {
    let max = classics::non_attacking(Board::new(1, 3), Piece::KING).maximize().unwrap();
    let text = max.to_string();
    assert!(text.starts_with("2 by search: the ") && text.ends_with("\nK . K\n"), "{text}");
    assert_eq!(format!("{:?}", Square::new(3, 5)), "(3,5)");
    assert_eq!(SquareSet::from([(1, 2), (0, 0)]).to_string(), "o . .\n. . o\n");
    assert_eq!(SquareSet::new().to_string(), "");
}
