//! Boards of a million squares are built, judged, printed and read in the time it takes to look at them.

use std::time::Duration;

use queenside::{
    Area, Board, Constraint, Direction, Group, Kind, Piece, Placement, Problem, Sight, Square, SquareSet, Symmetry,
    Wrap,
};

use queenside_testing::clock::Stopwatch;

use crate::alone;

/// A side of 1024 squares.
const SIDE: usize = 1 << 10;

/// What one look at each square may take, with plenty to spare for a machine that others keep busy.
const A_LOOK: Duration = Duration::from_secs(2);

/// Does something within a time; the better of two tries counts.
#[track_caller]
fn within<T>(limit: Duration, what: &str, act: impl Fn() -> T) -> T {
    let _alone = alone();
    let timed = || {
        let watch = Stopwatch::start();
        let result = act();
        (watch.elapsed(), result)
    };
    let (first, result) = timed();
    if first > limit {
        let (second, _) = timed();
        assert!(second <= limit, "{what}: {first:?} and {second:?}, {limit:?} are plenty");
    }
    result
}

/// Squares strewn over the board, some of them more than once.
fn strewn(number: usize, stride: usize) -> impl Iterator<Item = Square> {
    (0..number).map(move |index| Square::new(index * 7919 % SIDE, (index * stride + 13) % SIDE))
}

fn board() -> Board {
    let half = |columns: std::ops::Range<usize>| {
        columns.flat_map(|column| (0..SIDE).map(move |row| (row, column))).collect::<SquareSet>()
    };
    Board::square(SIDE)
        .with_walls(strewn(20_000, 104_729))
        .with_forbidden(strewn(5000, 31))
        .with_holes(strewn(5000, 611_953))
        .with_region("west", half(0..SIDE / 2))
        .with_region("middle", half(SIDE / 4..3 * SIDE / 4))
}

/// A few thousand queens and kings on a board of a million squares.
fn crowd() -> (Problem, [Kind; 2], Placement) {
    let mut problem = Problem::new(board());
    let queen = problem.add_kind("queen", Piece::QUEEN);
    let king = problem.add_kind("king", Piece::KING);
    let open = problem.board().open();
    let placed = open.iter().enumerate().filter(|(index, _)| index % 337 == 0);
    let placed = placed.map(|(index, square)| (if index % 2 == 0 { queen } else { king }, square));
    let placement = Placement::new(&problem, placed).unwrap();
    assert!(placement.len() > 2500);
    (problem, [queen, king], placement)
}

#[test]
fn a_board_is_built_and_checked() {
    let board = within(A_LOOK, "building", board);
    within(A_LOOK, "checking", || board.check().unwrap());
    let open = within(A_LOOK, "open squares", || board.open().len());
    let closed = board.walls().len() + board.forbidden().len() + board.holes().len();
    assert_eq!(open, SIDE * SIDE - closed);
    assert_eq!(within(A_LOOK, "symmetries", || Group::of_board(&board).order()), 1);
    let empty = Board::square(SIDE).with_wrap(Wrap::Both);
    assert_eq!(within(A_LOOK, "symmetries", || Group::of_board(&empty).order()), 8);
}

#[cfg(feature = "tasks")]
#[test]
fn a_question_with_a_weight_for_each_square_is_written_and_read() {
    let mut problem = Problem::new(Board::square(256));
    problem.add_kind("king", Piece::KING);
    let weights = queenside::Weights::from_fn(&problem, |_, square| 1 + (square.row() * square.column() % 5) as i64);
    let mut question = queenside::Question::parse(&problem, "max").unwrap();
    question.objective = Some(queenside::Objective::Max { weights });
    let text = within(A_LOOK, "writing", || question.to_text(&problem).unwrap());
    let read = within(A_LOOK, "reading", || queenside::Question::parse(&problem, &text).unwrap());
    assert_eq!(read, question);
    assert!(text.starts_with("max 1 king a256, 1 king b256"), "{}", &text[..40]);
}

#[test]
fn lines_and_segments_are_listed() {
    let board = board();
    for (direction, lines) in Direction::QUEEN.into_iter().zip([SIDE, SIDE, 2 * SIDE - 1, 2 * SIDE - 1]) {
        let all = within(A_LOOK, "lines", || board.lines(direction));
        assert_eq!((all.len(), all.iter().map(Vec::len).sum::<usize>()), (lines, SIDE * SIDE));
        let segments = within(A_LOOK, "segments", || board.segments(direction));
        let standing = SIDE * SIDE - board.walls().len() - board.holes().len();
        assert_eq!(segments.iter().map(Vec::len).sum::<usize>(), standing);
    }
}

#[test]
fn a_board_survives_being_printed_and_read() {
    let board = board().with_wrap(Wrap::Columns);
    let text = within(A_LOOK, "printing", || board.to_string());
    let read = within(A_LOOK, "reading", || text.parse::<Board>().unwrap());
    assert_eq!(read, board);
}

#[test]
fn a_board_of_a_thousand_regions_survives_being_printed_and_read() {
    // 512×512 in blocks of 16×16, each a separate region.
    let side = 512;
    let blocks = side / 16;
    let mut map = String::new();
    for row in 0..side {
        for column in 0..side {
            map.push(char::from_u32(0x4e00 + (row / 16 * blocks + column / 16) as u32).unwrap());
        }
        map.push('\n');
    }
    let limit = Duration::from_secs(1);
    let board = within(limit, "reading a map", || Board::square(side).with_region_map(&map).unwrap());
    assert_eq!(board.regions().count(), blocks * blocks);
    let text = within(limit, "printing", || board.to_string());
    let read = within(limit, "reading", || text.parse::<Board>().unwrap());
    assert_eq!(read, board);
}

#[test]
fn a_placement_survives_being_printed_and_read() {
    let (problem, [queen, king], placement) = crowd();
    let text = within(A_LOOK, "printing", || placement.to_string());
    let read = within(A_LOOK, "reading", || Placement::parse(&problem, &text).unwrap());
    assert_eq!(read, placement);
    assert_eq!(placement.squares(queen).unwrap().len() + placement.squares(king).unwrap().len(), placement.len());
    let seen = within(A_LOOK, "looking from each piece", || {
        placement.iter().take(500).map(|(square, _)| placement.attacked_from(square, Sight::First).len()).sum::<usize>()
    });
    assert!(seen > 0);
}

#[test]
fn a_full_board_survives_being_printed_and_read() {
    let mut problem = Problem::new(Board::square(SIDE));
    let king = problem.add_kind("king", Piece::KING);
    let squares = problem.board().squares();
    let placement =
        within(A_LOOK, "placing", || Placement::new(&problem, squares.iter().map(|at| (king, at))).unwrap());
    assert_eq!(placement.len(), SIDE * SIDE);
    let text = within(A_LOOK, "printing", || placement.to_string());
    let read = within(A_LOOK, "reading", || Placement::parse(&problem, &text).unwrap());
    assert_eq!(read, placement);
    let crowded = problem.with(Constraint::attacks(king, king, 3..=8));
    assert!(within(2 * A_LOOK, "judging", || placement.judge(&crowded).unwrap()).is_solution());
}

/// Judges the crowd by one rule; tells how often it is broken.
fn judged(rule: impl Fn([Kind; 2]) -> Constraint) -> usize {
    let (problem, kinds, placement) = crowd();
    let problem = problem.with(rule(kinds));
    let judgement = within(A_LOOK, "judging", || placement.judge(&problem).unwrap());
    let text = within(A_LOOK, "telling", || judgement.to_string());
    assert_eq!(text.lines().count(), judgement.violations().len());
    judgement.violations().len()
}

#[test]
fn attacks_are_judged() {
    let (_, [queen, _], placement) = crowd();
    assert_eq!(judged(|kinds| Constraint::attacks(kinds, kinds, ..=8)), 0);
    assert_eq!(judged(|kinds| Constraint::attacks(kinds, kinds, 9..)), placement.len());
    let alone = placement
        .squares(queen)
        .unwrap()
        .iter()
        .filter(|at| placement.attacked_from(*at, Sight::First).is_empty())
        .count();
    assert_eq!(judged(|[queen, king]| Constraint::attacks(queen, [queen, king], 1..)), alone);
    assert!(judged(|kinds| Constraint::attacks(kinds, kinds, ..=8).through()) > 0);
}

#[test]
fn counts_are_judged() {
    assert_eq!(judged(|kinds| Constraint::count(kinds, Area::rows(), ..=SIDE)), 0);
    assert_eq!(judged(|kinds| Constraint::count(kinds, Area::rows(), SIDE..)), SIDE);
    assert_eq!(judged(|kinds| Constraint::count(kinds, Area::diagonals(), SIDE..)), 2 * (2 * SIDE - 1));
    assert_eq!(judged(|kinds| Constraint::count(kinds, Area::EachRegion, ..=2)), 2);
    assert_eq!(judged(|kinds| Constraint::count(kinds, Area::Everywhere, ..=2)), 1);
}

#[test]
fn lines_balances_and_sums_are_judged() {
    assert_eq!(judged(|kinds| Constraint::occupied_lines(kinds, Direction::QUEEN, 1000..)), 0);
    assert_eq!(judged(|[queen, king]| Constraint::balance(queen, king, -1..=1)), 0);
    let all = Board::square(SIDE).squares();
    let sum = |[queen, _]: [Kind; 2]| Constraint::linear(all.iter().map(|at| (1, queen, at)), 1..);
    assert_eq!(judged(sum), 0);
}

#[test]
fn symmetry_is_judged() {
    assert!(judged(|_| Constraint::symmetric([Symmetry::QuarterTurn, Symmetry::Transpose], Area::Everywhere)) > 2500);
    let mut problem = Problem::new(Board::square(SIDE));
    let king = problem.add_kind("king", Piece::KING);
    let corners = [(0, 0), (0, SIDE - 1), (SIDE - 1, 0), (SIDE - 1, SIDE - 1)];
    let placement = Placement::new(&problem, corners.map(|corner| (king, corner))).unwrap();
    let problem = problem.with(Constraint::symmetric([Symmetry::QuarterTurn], Area::Everywhere));
    assert!(within(A_LOOK, "judging", || placement.judge(&problem).unwrap()).is_solution());
}

/// Time that grows with pieces × squares is what this finds: a thousand rooks look at half a million squares in all.
#[test]
fn covering_is_judged() {
    let side = 256;
    let mut problem = Problem::new(Board::square(side));
    let rook = problem.add_kind("rook", Piece::ROOK);
    let squares = problem.board().squares();
    let placed = squares.iter().enumerate().filter(|(index, _)| index % 66 == 0).map(|(_, square)| (rook, square));
    let placement = Placement::new(&problem, placed).unwrap();
    assert!(placement.len() > 900);
    let problem = problem.with(Constraint::covered(Area::Everywhere, rook, 1..).where_vacant());
    let judgement = within(Duration::from_secs(1), "judging", || placement.judge(&problem).unwrap());
    let covered: SquareSet = placement.iter().flat_map(|(at, _)| problem.board().attacks(&Piece::ROOK, at)).collect();
    // What one rook hides from another it covers itself, so each may be asked as if it stood alone.
    let open = squares.iter().filter(|at| !covered.contains(*at) && placement.kind_at(*at).is_none()).count();
    assert_eq!(judgement.violations().len(), open);
}

#[test]
fn the_group_of_a_problem_is_found() {
    let mut problem = Problem::new(Board::square(SIDE / 2));
    let queen = problem.add_kind("queen", Piece::QUEEN);
    problem
        .add(Constraint::attacks(queen, queen, 0))
        .add(Constraint::count(queen, Area::rows(), 1))
        .add(Constraint::count(queen, Area::columns(), 1))
        .add(Constraint::covered(Area::Everywhere, queen, 1..).where_vacant())
        .add(Constraint::occupied_lines(queen, Direction::QUEEN, 1..));
    assert_eq!(within(2 * A_LOOK, "the group", || problem.group().unwrap().order()), 8);
}

#[test]
fn the_group_of_a_problem_that_ties_squares_together_is_found() {
    let mut problem = Problem::new(Board::square(SIDE / 2));
    problem.add_kind("king", Piece::KING);
    problem.add(Constraint::symmetric([Symmetry::QuarterTurn, Symmetry::Transpose], Area::Everywhere));
    assert_eq!(within(A_LOOK, "the group", || problem.group().unwrap().order()), 8);
}
