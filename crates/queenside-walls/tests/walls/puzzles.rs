//! Puzzles are what the definition says, found by other means; and how hard they are said to be makes sense.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use crate::subsets::subsets;
use queenside::{Board, CancelToken, Cause, Fault, Options, Piece, Placement, Square, SquareSet, Wrap, classics};
use queenside_puzzles::{Difficulty, Step, Technique};
use queenside_testing::clock::assert_takes_at_most;
use queenside_testing::plane::{image, symmetries};
use queenside_walls::{Economy, Interrupted, Puzzle, Puzzles};

type List = Vec<Square>;

/// Value and uniqueness by the general questions, for each set of walls once.
struct Plain {
    board: Board,
    piece: Piece,
    known: BTreeMap<List, (i64, bool)>,
}

impl Plain {
    fn known(&mut self, walls: &[Square]) -> (i64, bool) {
        if let Some(known) = self.known.get(walls) {
            return *known;
        }
        let board = self.board.clone().with_walls(walls.iter().copied());
        let max = classics::non_attacking(board, self.piece.clone()).maximize().unwrap();
        let unique = max.optima().unwrap().uniqueness().unwrap().is_unique().unwrap();
        let known = (max.value().unwrap().unwrap(), unique);
        self.known.insert(walls.to_vec(), known);
        known
    }

    /// Whether walls make a puzzle with none to spare, by going through all their subsets.
    fn is_puzzle(&mut self, walls: &[Square], economy: Economy) -> bool {
        let (value, unique) = self.known(walls);
        let subsets = (0..(1u32 << walls.len()) - 1).map(|chosen| {
            walls
                .iter()
                .enumerate()
                .filter(|(place, _)| chosen >> place & 1 == 1)
                .map(|(_, wall)| *wall)
                .collect::<List>()
        });
        unique
            && subsets.into_iter().all(|fewer| {
                let (other, unique) = self.known(&fewer);
                other != value || (economy == Economy::Puzzle && !unique)
            })
    }
}

fn images(board: &Board, walls: &[Square]) -> BTreeSet<List> {
    let image_of = |symmetry| {
        let mut list: List = walls.iter().map(|square| image(symmetry, *square, board)).collect();
        list.sort();
        list
    };
    symmetries(board).into_iter().map(image_of).collect()
}

/// The first set of each class that makes a puzzle, by the definition.
fn plainly(board: &Board, piece: &Piece, walls: usize, economy: Economy) -> Vec<List> {
    let mut plain = Plain { board: board.clone(), piece: piece.clone(), known: BTreeMap::new() };
    let squares: List = board.squares().iter().collect();
    let mut all = subsets(&squares, walls);
    all.retain(|list| images(board, list).first() == Some(list));
    all.retain(|list| plain.is_puzzle(list, economy));
    all
}

fn found(board: &Board, piece: &Piece, walls: usize, economy: Economy) -> Vec<Puzzle> {
    let puzzles = Puzzles::new(board, piece, walls, economy).unwrap();
    puzzles.iter().collect::<Result<_, _>>().unwrap()
}

fn walls(puzzle: &Puzzle) -> List {
    puzzle.board().walls().iter().collect()
}

/// A puzzle's solution is a solution, and the optimum has no other.
fn judge(puzzle: &Puzzle) {
    let problem = classics::non_attacking(puzzle.board().clone(), puzzle.piece().clone());
    let kind = problem.kinds().next().unwrap();
    let placement = Placement::new(&problem, puzzle.solution().iter().map(|square| (kind, square))).unwrap();
    assert!(placement.judge(&problem).unwrap().is_solution());
    let max = problem.maximize().unwrap();
    assert_eq!(max.value().unwrap(), Some(puzzle.value() as i64));
    assert_eq!(max.optima().unwrap().uniqueness().unwrap().placement(), Ok(Some(placement)));
}

fn agrees(board: &Board, piece: &Piece, number: usize) -> [usize; 2] {
    [Economy::Puzzle, Economy::Value].map(|economy| {
        let found = found(board, piece, number, economy);
        let expected = plainly(board, piece, number, economy);
        assert_eq!(found.iter().map(walls).collect::<Vec<_>>(), expected, "{economy:?} on {board}");
        found.iter().for_each(judge);
        found.len()
    })
}

#[test]
fn small_boards_have_the_puzzles_of_the_definition() {
    for piece in [Piece::QUEEN, Piece::ROOK, Piece::BISHOP, Piece::KING, Piece::KNIGHT] {
        let mut numbers = 0;
        for (rows, columns, walls) in
            [(1, 1, 0), (3, 3, 0), (3, 3, 1), (3, 3, 4), (4, 4, 2), (3, 5, 2), (2, 6, 3), (4, 4, 3)]
        {
            numbers += agrees(&Board::new(rows, columns), &piece, walls)[0];
        }
        assert!(numbers > 0);
    }
    assert_eq!(agrees(&Board::square(5), &Piece::QUEEN, 2), [0, 0]);
    assert_eq!(agrees(&Board::new(4, 6), &Piece::QUEEN, 2), [3, 0]);
    assert_eq!(agrees(&Board::square(6), &Piece::QUEEN, 2), [5, 2]);
    // More walls than squares, and as many.
    assert_eq!(agrees(&Board::square(2), &Piece::KING, 5), [0, 0]);
    assert_eq!(agrees(&Board::new(1, 3), &Piece::ROOK, 3), [1, 1]);
}

#[test]
#[ignore = "a minute: for the build server"]
fn larger_boards_have_the_puzzles_of_the_definition() {
    assert_eq!(agrees(&Board::square(5), &Piece::QUEEN, 3), [14, 14]);
    assert_eq!(agrees(&Board::square(8), &Piece::QUEEN, 2), [10, 8]);
    assert_eq!(agrees(&Board::square(8), &Piece::QUEEN, 3), [270, 253]);
}

fn number_on_chessboard(walls: usize) -> [usize; 2] {
    [Economy::Puzzle, Economy::Value].map(|economy| {
        let puzzles = Puzzles::new(&Board::square(8), &Piece::QUEEN, walls, economy).unwrap();
        let start = Instant::now();
        let number = puzzles.iter().count();
        println!("{walls} walls, {economy:?}: {number} puzzles in {:.2?}", start.elapsed());
        number
    })
}

/// The published study has "about 250" with two or three walls.
#[test]
fn few_walls_on_a_chessboard() {
    assert_eq!([1, 2, 3].map(number_on_chessboard), [[0, 0], [10, 8], [270, 253]]);
}

#[test]
#[ignore = "seconds: for the build server"]
fn four_walls_on_a_chessboard() {
    assert_eq!(number_on_chessboard(4), [3966, 3514]);
}

#[test]
#[ignore = "half a minute: for the build server"]
fn five_walls_on_a_chessboard() {
    assert_eq!(number_on_chessboard(5), [19_470, 14_990]);
}

#[test]
fn walls_of_the_board_and_other_terrain_stay() {
    let board: Board = "
        . . . ~
        . - . .
        % . . .
    "
    .parse()
    .unwrap();
    let mut plain = Plain { board: board.clone(), piece: Piece::QUEEN, known: BTreeMap::new() };
    let squares: List = board.open().iter().collect();
    for economy in [Economy::Puzzle, Economy::Value] {
        // This board has no symmetry, so each set is a class.
        let expected: Vec<List> =
            subsets(&squares, 2).into_iter().filter(|list| plain.is_puzzle(list, economy)).collect();
        let found = found(&board, &Piece::QUEEN, 2, economy);
        let added = |puzzle: &Puzzle| (puzzle.board().walls() - board.walls()).iter().collect::<List>();
        assert_eq!(found.iter().map(added).collect::<Vec<_>>(), expected);
        assert!(!found.is_empty());
        found.iter().for_each(judge);
    }
}

#[test]
fn any_stop_is_gone_on_from_and_parts_make_the_whole() {
    let puzzles = Puzzles::new(&Board::square(5), &Piece::QUEEN, 3, Economy::Puzzle).unwrap();
    let whole: Vec<Puzzle> = puzzles.iter().collect::<Result<_, _>>().unwrap();
    assert_eq!(whole.len(), 14);
    for limit in [Options::new().solution_limit(1), Options::new().solution_limit(4), Options::new().node_limit(900)] {
        let (mut all, mut rest, mut stops) = (Vec::new(), puzzles.sets().whole(), 0);
        while !rest.is_empty() {
            let mut walk = puzzles.resume(&rest, &limit).unwrap();
            let mut stopped: Option<Interrupted> = None;
            for item in walk.by_ref() {
                match item {
                    Ok(puzzle) => all.push(puzzle),
                    Err(interrupted) => stopped = Some(interrupted),
                }
            }
            assert!(stopped.as_ref().is_none_or(|stopped| *stopped.rest() == walk.rest()));
            assert_eq!(walk.next(), None);
            rest = walk.rest();
            stops += usize::from(stopped.is_some());
        }
        assert!(stops > 2);
        assert_eq!(all, whole);
    }
    for parts in [2, 7, 100] {
        let parts = puzzles.sets().split(parts);
        let walks = parts.iter().map(|part| puzzles.resume(part, &Options::new()).unwrap());
        assert_eq!(walks.flatten().collect::<Result<Vec<_>, _>>().unwrap(), whole);
    }
    // What was made for other walls is refused.
    let other = Puzzles::new(&Board::square(5), &Piece::QUEEN, 2, Economy::Puzzle).unwrap();
    let error = other.resume(&puzzles.sets().whole(), &Options::new()).unwrap_err();
    assert!(matches!(error.faults(), [Fault::ForeignPart { .. }]));
}

#[test]
fn limits_hold_and_progress_is_told() {
    let hard = Puzzles::new(&Board::square(20), &Piece::QUEEN.within(2), 2, Economy::Puzzle).unwrap();
    let limit = Duration::from_millis(30);
    assert_takes_at_most(limit + Duration::from_millis(50), || {
        let walk = hard.resume(&hard.sets().whole(), &Options::new().time_limit(limit)).unwrap();
        let last = walk.last().unwrap().unwrap_err();
        assert_eq!(last.cause(), Cause::TimeLimit);
        // Nothing was found out yet, so nothing is done.
        assert_eq!(hard.sets().walk(last.rest()).unwrap().next(), hard.sets().iter().next());
    });
    let token = CancelToken::new();
    token.cancel();
    let mut walk = hard.resume(&hard.sets().whole(), &Options::new().cancel(&token)).unwrap();
    assert_eq!(walk.next().unwrap().unwrap_err().cause(), Cause::Cancelled);

    let told = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let seen = std::sync::Arc::clone(&told);
    let options = Options::new().observer(move |progress| seen.lock().unwrap().push(*progress));
    let puzzles = Puzzles::new(&Board::square(6), &Piece::QUEEN, 2, Economy::Puzzle).unwrap();
    assert_eq!(puzzles.resume(&puzzles.sets().whole(), &options).unwrap().count(), 5);
    let last = *told.lock().unwrap().last().unwrap();
    assert_eq!((last.solutions, last.fraction), (5, 1.0));
    assert!(last.nodes > 0);
}

#[test]
fn what_makes_no_sense_is_reported() {
    let faults =
        |board: &Board, piece: &Piece| Puzzles::new(board, piece, 2, Economy::Value).unwrap_err().faults().to_vec();
    assert_eq!(faults(&Board::new(3, 0), &Piece::QUEEN), [Fault::NoSquares { rows: 3, columns: 0 }]);
    assert_eq!(faults(&Board::square(3), &Piece::BLOCKER), [Fault::NotCounted]);
    assert!(matches!(Puzzle::of(&Board::square(3), &Piece::new([])).unwrap_err().faults(), [Fault::NoMoves { .. }]));
    let huge = Puzzles::new(&Board::square(4), &Piece::QUEEN, usize::MAX, Economy::Value).unwrap();
    assert_eq!(huge.iter().next(), None);
}

fn puzzle(board: &str, piece: &Piece) -> Puzzle {
    let board: Board = board.parse().unwrap();
    Puzzle::of(&board, piece).unwrap().expect("there is one way")
}

const COUNTING: [(usize, usize); 3] = [(0, 1), (2, 7), (6, 3)];
const TRYING: [(usize, usize); 3] = [(0, 1), (2, 7), (6, 1)];
const NESTED: [(usize, usize); 3] = [(1, 2), (3, 3), (4, 1)];

/// Three walls on a chessboard, by their squares.
fn chessboard(walls: [(usize, usize); 3]) -> Puzzle {
    Puzzle::of(&Board::square(8).with_walls(walls), &Piece::QUEEN).unwrap().expect("there is one way")
}

fn difficulty(puzzle: &Puzzle) -> Difficulty {
    puzzle.to_puzzle(&Options::new()).unwrap().difficulty()
}

#[test]
fn counting_is_easier_than_trying_and_trying_than_trying_twice() {
    // Lines, blocks of four kings, and pairs of neighbours are counted.
    let kings = puzzle(". . .\n. . .\n. . .", &Piece::KING);
    let pairs = puzzle(". . . . .", &Piece::ROOK.within(1));
    for counted in [puzzle(". % .\n. . .", &Piece::ROOK), kings, pairs, chessboard(COUNTING)] {
        assert!(difficulty(&counted).hardest() <= Technique::Packed, "{counted}");
    }
    let [counting, trying, nested] = [COUNTING, TRYING, NESTED].map(|walls| difficulty(&chessboard(walls)));
    assert_eq!([counting, trying, nested].map(|difficulty| difficulty.stars()), [3, 5, 5]);
    assert!(counting < trying && trying < nested);
    assert_eq!((trying.hardest(), nested.hardest()), (Technique::Contradiction, Technique::Contradiction));
}

/// Whatever the board and the piece, it is the same puzzle in the language of puzzles, and its steps lead to the solution.
#[test]
fn puzzles_are_puzzles_of_the_language() {
    let torus: Board = Board::new(1, 5).with_wrap(Wrap::Columns).with_walls([(0, 1), (0, 2)]);
    let mut puzzles = vec![
        puzzle("- .\n. -\n% .", &Piece::WHITE_PAWN),
        puzzle(". . .\n. . .\n. . %", &Piece::KNIGHT),
        puzzle(". - .\n~ % .\n. ~ .", &Piece::BISHOP),
        puzzle("% % %", &Piece::QUEEN),
        Puzzle::of(&torus, &Piece::WAZIR).unwrap().unwrap(),
    ];
    puzzles.extend(found(&Board::square(6), &Piece::QUEEN, 2, Economy::Puzzle));
    for puzzle in puzzles {
        let same = puzzle.to_puzzle(&Options::new()).unwrap();
        assert_eq!(same.solution().occupied(), *puzzle.solution());
        let placed: SquareSet = same.steps().iter().flat_map(Step::placed).map(|(_, square)| *square).collect();
        assert_eq!(placed, *puzzle.solution());
    }
}
