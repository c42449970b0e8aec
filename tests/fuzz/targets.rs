//! What is given damaged text: every parser, and what goes on with its result.
//!
//! A parser that is added to the crate gets a line in [`TARGETS`], and a function here.

#[cfg(feature = "serde")]
use queenside::classics;
use queenside::render::Sequence;
use queenside::walls::{Census, Format, RecordReader, RecordWriter};
use queenside::{Board, Piece, Placement, Problem, Square};

/// A parser, and texts it understands, to be damaged.
pub(crate) struct Target {
    pub(crate) name: &'static str,
    pub(crate) run: fn(&str),
    pub(crate) seeds: fn() -> Vec<String>,
}

pub(crate) const TARGETS: &[Target] = &[
    Target { name: "board diagrams", run: board_diagram, seeds: boards },
    Target { name: "region maps", run: region_map, seeds: || owned(&["A A B\nA . B\nC C C", "A B C\n. . .\nA A A"]) },
    Target {
        name: "placement diagrams",
        run: placement_diagram,
        seeds: || owned(&["Q . %\n- K x\n~ . q", "...\n...\n..."]),
    },
    Target { name: "placements in FEN", run: placement_fen, seeds: || owned(&["Q1%/-Kx/~1q w KQkq - 0 1", "3/3/3"]) },
    Target {
        name: "boards in FEN",
        run: board_fen,
        seeds: || owned(&["1%2/3-/~3", "100/98%-/99~", "8/8/8/8/8/8/8/8"]),
    },
    Target { name: "names of squares", run: square_name, seeds: || owned(&["a1", "h8", "zz26", "aa104"]) },
    Target {
        name: "b-files",
        run: b_file,
        seeds: || owned(&["# A000170\n1 1\n2 0\n3 0\n4 2\n", "-1 7\n0 123456789012345678901\n"]),
    },
    Target { name: "records", run: records, seeds: files_of_records },
    #[cfg(feature = "serde")]
    Target { name: "parts of a search", run: part, seeds: parts },
];

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

fn boards() -> Vec<String> {
    owned(&[
        ". . % .\n. - . .\n. . . ~\n",
        ". . .\n. % .\nwrap: both\nregions: A B\nA A .\nB B .\n",
        ". .\n. .\nregion: left side\no .\no .\nregion: x\n. .\n. o\n",
    ])
}

/// What is understood prints, and reads as the same again.
fn board_diagram(text: &str) {
    if let Ok(board) = text.parse::<Board>() {
        let is_sound = board.check().is_ok();
        let again = board.to_string().parse::<Board>();
        assert!(!is_sound || again.as_ref() == Ok(&board), "{board:?} is not {again:?}");
        drawn(&board);
    }
}

/// Small boards are drawn as well.
fn drawn(board: &Board) {
    if board.rows().saturating_mul(board.columns()) <= 400 {
        let picture = queenside::render::Picture::of(board);
        assert!(picture.to_svg().ends_with("</svg>\n"));
        assert!(!picture.to_latex().is_empty());
        picture.to_unicode();
    }
}

fn region_map(text: &str) {
    if let Ok(board) = Board::square(3).with_region_map(text) {
        assert!(board.regions().all(|(_, squares)| !squares.is_empty()));
        board_diagram(&board.to_string());
    }
}

fn problem() -> Problem {
    let mut problem = Problem::new(". . %\n- . .\n~ . .".parse().expect("this is a board"));
    problem.kind("queen", Piece::QUEEN);
    problem.kind("king", Piece::KING);
    let blocker = problem.kind("blocker", Piece::BLOCKER);
    problem.symbol(blocker, 'x');
    problem.kind("black queen", Piece::QUEEN);
    problem
}

fn placement_diagram(text: &str) {
    let problem = problem();
    if let Ok(placement) = Placement::parse(&problem, text) {
        assert_eq!(Placement::parse(&problem, &placement.to_string()).as_ref(), Ok(&placement));
    }
}

fn placement_fen(text: &str) {
    let problem = problem();
    if let Ok(placement) = Placement::from_fen(&problem, text) {
        let fen = placement.to_fen().expect("the symbols are letters");
        assert_eq!(Placement::from_fen(&problem, &fen).as_ref(), Ok(&placement));
    }
}

fn board_fen(text: &str) {
    if let Ok(board) = Board::from_fen(text) {
        assert!(board.check().is_ok());
        if board.rows().saturating_mul(board.columns()) <= 10_000 {
            assert_eq!(Board::from_fen(&board.to_fen()).as_ref(), Ok(&board));
        }
        drawn(&board);
    }
}

fn square_name(text: &str) {
    for rows in [1, 8, 1000] {
        if let Some(square) = Square::from_algebraic(text, rows) {
            assert_eq!(square.to_algebraic(rows).as_deref(), Some(text));
        }
    }
}

fn b_file(text: &str) {
    if let Ok(sequence) = text.parse::<Sequence>() {
        assert_eq!(sequence.to_string().parse::<Sequence>().map(|again| again.to_row()), Ok(sequence.to_row()));
    }
}

/// Bytes as text, a character each: what is not text is damaged as text is.
fn files_of_records() -> Vec<String> {
    let census = Census::new(&Board::new(3, 4), &Piece::QUEEN, 2).expect("the census makes sense");
    let mut writer = RecordWriter::new(Vec::new(), &census, Format::Compact).expect("memory can be written to");
    for board in &census {
        writer.write(&board.expect("no limit was set")).expect("memory can be written to");
    }
    let file = writer.finish().expect("memory can be written to");
    vec![file.iter().map(|byte| char::from(*byte)).collect()]
}

fn records(text: &str) {
    let bytes: Vec<u8> = text.chars().map(|character| character as u32 as u8).collect();
    if let Ok(reader) = RecordReader::new(&bytes[..]) {
        let walls = reader.census().sets().walls();
        for board in reader.flatten() {
            assert_eq!((board.walls().len(), board.pieces().len()), (walls, board.value()));
        }
    }
}

#[cfg(feature = "serde")]
fn searched() -> Problem {
    classics::non_attacking(Board::new(3, 4).with_walls([(1, 2)]), Piece::QUEEN)
}

#[cfg(feature = "serde")]
fn parts() -> Vec<String> {
    let parts = searched().split(5).expect("the problem makes sense");
    parts.iter().map(|part| serde_json::to_string(part).expect("parts can be written")).collect()
}

/// A part that was tampered with is refused, or what it leads to satisfies the rules.
#[cfg(feature = "serde")]
fn part(text: &str) {
    let problem = searched();
    let Ok(part) = serde_json::from_str::<queenside::Part>(text) else { return };
    let Ok(solutions) = problem.resume(&part) else { return };
    for placement in solutions.take(20).flatten() {
        assert!(placement.judge(&problem).is_ok_and(|judgement| judgement.is_solution()));
    }
}
