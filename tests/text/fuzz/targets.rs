//! What is given damaged text: every parser, and what goes on with its result.
//!
//! A parser that is added to the crate gets a line in [`TARGETS`], a function here, and a folder in `tests/data/corpus`.

use queenside::render::Sequence;
use queenside::{Board, Constraint, Export, Interval, Piece, Placement, Problem, Square, SquareSet, classics};

use crate::harness::Target;

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
    Target { name: "sets of squares", run: squares, seeds: || owned(&[". o .\no . .\n", "o\n.\n"]) },
    Target { name: "ranges", run: range, seeds: || owned(&["1..=2", "3", "..", "..=7", "2..", "0..=1"]) },
    Target {
        name: "b-files",
        run: b_file,
        seeds: || owned(&["# A000170\n1 1\n2 0\n3 0\n4 2\n", "-1 7\n0 123456789012345678901\n"]),
    },
    Target {
        name: "pieces in Betza's notation",
        run: notation,
        seeds: || owned(&["QN", "fFfWbsN", "(1,4)*3(+2,-1)", "KAAR4", "nightrider"]),
    },
    Target { name: "rules", run: rule, seeds: rules },
    #[cfg(feature = "tasks")]
    Target { name: "task files", run: task, seeds: tasks },
    Target { name: "answers of solvers", run: foreign_answer, seeds: answers },
    #[cfg(feature = "serde")]
    Target { name: "parts of a search", run: part, seeds: parts },
    #[cfg(feature = "serde")]
    Target {
        name: "boards as JSON",
        run: as_json::<Board>,
        seeds: || boards().iter().map(|text| serde_json::to_string(text).expect("it is text")).collect(),
    },
    #[cfg(feature = "serde")]
    Target { name: "pieces as JSON", run: as_json::<Piece>, seeds: || owned(&[r#""QN""#, r#""(1,4)*3(+2,-1)""#]) },
    #[cfg(feature = "serde")]
    Target { name: "ranges as JSON", run: as_json::<Interval>, seeds: || owned(&[r#""1..=2""#, r#""..""#]) },
    #[cfg(feature = "serde")]
    Target { name: "problems as JSON", run: problem_as_json, seeds: problems },
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
fn board_diagram(text: &str) -> bool {
    let Ok(board) = text.parse::<Board>() else { return false };
    let is_sound = board.check().is_ok();
    let again = board.to_string().parse::<Board>();
    assert!(!is_sound || again.as_ref() == Ok(&board), "{board:?} is not {again:?}");
    drawn(&board);
    true
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

fn region_map(text: &str) -> bool {
    let Ok(board) = Board::square(3).with_region_map(text) else { return false };
    assert!(board.regions().all(|(_, squares)| !squares.is_empty()));
    board_diagram(&board.to_string());
    true
}

fn problem() -> Problem {
    let mut problem = Problem::new(". . %\n- . .\n~ . .".parse().expect("this is a board"));
    problem.add_kind("queen", Piece::QUEEN);
    problem.add_kind("king", Piece::KING);
    let blocker = problem.add_kind("blocker", Piece::BLOCKER);
    problem.set_symbol(blocker, 'x');
    problem.add_kind("black queen", Piece::QUEEN);
    problem
}

fn placement_diagram(text: &str) -> bool {
    let problem = problem();
    let Ok(placement) = Placement::parse(&problem, text) else { return false };
    assert_eq!(Placement::parse(&problem, &placement.to_string()).as_ref(), Ok(&placement));
    true
}

fn placement_fen(text: &str) -> bool {
    let problem = problem();
    let Ok(placement) = Placement::from_fen(&problem, text) else { return false };
    let fen = placement.to_fen().expect("the symbols are letters");
    assert_eq!(Placement::from_fen(&problem, &fen).as_ref(), Ok(&placement));
    true
}

fn board_fen(text: &str) -> bool {
    let Ok(board) = Board::from_fen(text) else { return false };
    assert!(board.check().is_ok());
    if board.rows().saturating_mul(board.columns()) <= 10_000 {
        assert_eq!(Board::from_fen(&board.to_fen()).as_ref(), Ok(&board));
    }
    drawn(&board);
    true
}

fn square_name(text: &str) -> bool {
    let mut is_understood = false;
    for rows in [1, 8, 1000] {
        if let Some(square) = Square::from_algebraic(text, rows) {
            assert_eq!(square.to_algebraic(rows).as_deref(), Some(text));
            is_understood = true;
        }
    }
    is_understood
}

fn squares(text: &str) -> bool {
    let Ok(squares) = text.parse::<SquareSet>() else { return false };
    assert_eq!(squares.to_string().parse().as_ref(), Ok(&squares), "{squares}");
    true
}

fn range(text: &str) -> bool {
    let Ok(range) = text.parse::<Interval>() else { return false };
    assert_eq!(range.to_string().parse(), Ok(range), "{range}");
    true
}

fn b_file(text: &str) -> bool {
    let Ok(sequence) = text.parse::<Sequence>() else { return false };
    assert_eq!(sequence.to_string().parse::<Sequence>().map(|again| again.to_row()), Ok(sequence.to_row()));
    true
}

fn notation(text: &str) -> bool {
    let Ok(piece) = text.parse::<Piece>() else { return false };
    assert_eq!(piece.to_string().parse().as_ref(), Ok(&piece), "{piece}");
    true
}

fn rules() -> Vec<String> {
    owned(&[
        "queen attacks king, \"black queen\": 1..=2, through",
        "king covers {a1, b2}: 1.., where vacant",
        "queen in lines [row, (1,2)]: ..=2",
        "sum [3 queen a1, -2 king c3]: -1..",
        "symmetric [half-turn swap queen \"black queen\"]: each of [{a1}, {b1, c1}]",
    ])
}

fn rule(text: &str) -> bool {
    let problem = problem();
    let Ok(rule) = Constraint::parse(&problem, text) else { return false };
    let written = rule.to_text(&problem).expect("it is a rule of this problem");
    assert_eq!(Constraint::parse(&problem, &written).as_ref(), Ok(&rule), "{written}");
    true
}

#[cfg(feature = "tasks")]
fn tasks() -> Vec<String> {
    let mut problem = problem();
    for text in rules() {
        problem.add(Constraint::parse(&problem, &text).expect("it is a rule"));
    }
    let question = queenside::Question::parse(&problem, "count of max 3 queen, 1 king").expect("it is a question");
    let star = "queenside = 1\nboard = '''\n. %\n. .\n'''\nregions = '''\nA A\nB B\n'''\nrules = \"star in each region: 1\"\n\
                [kinds]\nstar = { piece = \"K\", symbol = \"*\" }\n";
    vec![queenside::Task::new(problem).with_question(question).to_string(), star.to_owned()]
}

#[cfg(feature = "tasks")]
fn task(text: &str) -> bool {
    let Ok(task) = text.parse::<queenside::Task>() else { return false };
    assert!(task.problem().check().is_ok());
    let written = task.to_string();
    assert_eq!(written.parse::<queenside::Task>().map(|again| again.to_string()).as_ref(), Ok(&written));
    true
}

fn answers() -> Vec<String> {
    owned(&[
        "s SATISFIABLE\nv -1 2 -3 -4 -5 -6 -7 8\nv 9 -10 -11 -12 -13 -14 15 -16 0\n",
        "x0_queen_r0_c1 1\nx0_queen_r1_c3 1\nx0_queen_r2_c0 1\nx0_queen_r3_c2 1\n",
        "s UNSATISFIABLE\n",
    ])
}

/// What is understood is a solution, or that there is none.
fn foreign_answer(text: &str) -> bool {
    let problem = classics::queens(4);
    let Ok(read) = Export::of(&problem).read(text) else { return false };
    if let Some(queens) = read {
        assert!(queens.judge(&problem).is_ok_and(|judgement| judgement.is_solution()));
    }
    true
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
fn part(text: &str) -> bool {
    let problem = searched();
    let Ok(part) = serde_json::from_str::<queenside::Part>(text) else { return false };
    let Ok(solutions) = problem.resume(&part) else { return false };
    for placement in solutions.take(20).flatten() {
        assert!(placement.judge(&problem).is_ok_and(|judgement| judgement.is_solution()));
    }
    true
}

/// What is read is written, and reads as the same again.
#[cfg(feature = "serde")]
fn as_json<T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug>(text: &str) -> bool {
    let Ok(value) = serde_json::from_str::<T>(text) else { return false };
    let written = serde_json::to_string(&value).expect("what was read can be written");
    assert_eq!(serde_json::from_str::<T>(&written).ok().as_ref(), Some(&value), "{written}");
    true
}

#[cfg(feature = "serde")]
fn problems() -> Vec<String> {
    let mut problem = problem();
    for text in rules() {
        problem.add(Constraint::parse(&problem, &text).expect("it is a rule"));
    }
    vec![
        serde_json::to_string(&problem).expect("it is sound"),
        serde_json::to_string(&searched()).expect("it is sound"),
    ]
}

#[cfg(feature = "serde")]
fn problem_as_json(text: &str) -> bool {
    let Ok(problem) = serde_json::from_str::<Problem>(text) else { return false };
    let written = serde_json::to_string(&problem).expect("what was read can be written");
    let again = serde_json::from_str::<Problem>(&written).map(|again| serde_json::to_string(&again).ok());
    assert_eq!(again.ok().flatten(), Some(written));
    true
}
