//! The reusable solver gives the answers of the engines, whatever walls it was given before, and allocates nothing.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use queenside::{
    Board, BoundName, CancelToken, Cause, Fault, Move, Options, Packed, Packing, Piece, Placement, Proof, Square,
    SquareSet, Terrain, Wrap, classics,
};
use queenside_testing::clock::assert_takes_at_most;

/// How many random boards are tried; more by hand, with `QUEENSIDE_CASES=100000 cargo test --test questions packing`.
fn number_of_cases() -> u32 {
    std::env::var("QUEENSIDE_CASES").ok().and_then(|number| number.parse().ok()).unwrap_or(1500)
}

fn pieces() -> &'static [Piece] {
    static PIECES: OnceLock<Vec<Piece>> = OnceLock::new();
    PIECES.get_or_init(|| {
        vec![
            Piece::QUEEN,
            Piece::ROOK,
            Piece::BISHOP,
            Piece::KING,
            Piece::KNIGHT,
            Piece::AMAZON,
            Piece::CHANCELLOR,
            Piece::NIGHTRIDER,
            Piece::CAMEL,
            Piece::WAZIR,
            Piece::FERZ,
            Piece::DRAGON_HORSE,
            Piece::QUEEN.within(2),
            Piece::ROOK.within(2).and(&Piece::KNIGHT),
            // Two ways to the same square.
            Piece::DABBABA.and(&Piece::ROOK),
            Piece::new([Move::ride(0, 1).within(3), Move::leap(0, 1), Move::leap(3, 0)]),
            // One-sided.
            Piece::WHITE_PAWN,
            Piece::new([Move::ride(0, 1)]),
            Piece::new([Move::ride(-1, 0), Move::leap(1, 1)]),
            Piece::new([Move::ride(0, 1), Move::ride(0, 2), Move::ride(0, -1)]),
            Piece::new([Move::ride(-1, 1).within(2), Move::ride(2, 1)]),
            // Leads off any small board.
            Piece::leaper(30, 40),
        ]
    })
}

/// A board, a piece, and some sets of walls to be put there in turn.
fn cases(
    shapes: impl Strategy<Value = (usize, usize)>,
    open: u8,
) -> impl Strategy<Value = (Board, Piece, Vec<Vec<Square>>)> {
    (shapes, 0u8..6, 0..pieces().len()).prop_flat_map(move |((rows, columns), wrap, piece)| {
        let squares = rows * columns;
        let walls = prop::collection::vec(prop::collection::vec(0..squares, 0..6), 1..4);
        (prop::collection::vec(any::<u8>(), squares), walls).prop_map(move |(cells, walls)| {
            let mut board = Board::new(rows, columns).with_wrap(match wrap {
                0 => Wrap::Columns,
                1 => Wrap::Rows,
                2 => Wrap::Both,
                _ => Wrap::None,
            });
            let square = |index: usize| Square::new(index / columns, index % columns);
            for (index, cell) in cells.into_iter().enumerate() {
                let terrain = match cell {
                    cell if cell < open => Terrain::Open,
                    cell => {
                        [Terrain::Forbidden, Terrain::Wall, Terrain::Forbidden, Terrain::Hole][usize::from(cell % 4)]
                    }
                };
                board = board.with_terrain(terrain, [square(index)]);
            }
            let walls = walls.into_iter().map(|walls| walls.into_iter().map(square).collect()).collect();
            (board, pieces()[piece].clone(), walls)
        })
    })
}

/// The placement of an answer, judged; the number of its pieces.
fn judged(board: &Board, piece: &Piece, walls: &[Square], max: Packed<'_>) -> usize {
    let problem = classics::non_attacking(board.clone().with_walls(walls.iter().copied()), piece.clone());
    let kind = problem.kinds().next().expect("it has one kind");
    let placement = Placement::new(&problem, max.squares().map(|square| (kind, square))).unwrap();
    let judgement = placement.judge(&problem).unwrap();
    assert!(judgement.is_solution(), "{judgement}{placement}");
    assert_eq!(placement.len(), max.best());
    placement.len()
}

/// One packing answers for all walls in turn as the engine does for each.
fn agrees(board: &Board, piece: &Piece, all_walls: &[Vec<Square>]) -> Result<(), TestCaseError> {
    let mut packing = Packing::new(board, piece).unwrap();
    let mut before = Vec::new();
    for walls in all_walls {
        let problem = classics::non_attacking(board.clone().with_walls(walls.iter().copied()), piece.clone());
        let outcome = problem.maximize().unwrap();
        let max = packing.set_walls(walls.iter().copied()).unwrap().maximize();
        prop_assert_eq!(max.value().map(|value| value as i64), outcome.value().unwrap());
        prop_assert_eq!((max.bound(), max.stopped()), (max.best(), None));
        judged(board, piece, walls, max);
        let optima: u64 = outcome.optima().unwrap().count().unwrap().exact().unwrap().try_into().unwrap();
        prop_assert_eq!(packing.is_unique(), Ok(optima == 1));
        prop_assert_eq!(packing.count_optima(u64::MAX), Ok(optima));
        prop_assert_eq!(packing.count_optima(2), Ok(optima.min(2)));
        // Begun with what was best on another board, sound here or not.
        let again = packing.set_walls(walls.iter().copied()).unwrap().start_from(before).maximize();
        prop_assert_eq!(again.value().map(|value| value as i64), outcome.value().unwrap());
        judged(board, piece, walls, again);
        before = again.squares().collect();
        // What is known of the walls changes nothing, whatever it begins with.
        let best = again.best();
        let without: Vec<usize> = walls.iter().map(|wall| without(&mut packing, walls, *wall)).collect();
        for start in [&[], &before[..before.len() / 2], &before[..]] {
            packing.set_walls(walls.iter().copied()).unwrap().start_from(start.iter().copied());
            for (wall, max) in walls.iter().zip(&without) {
                packing.known_without(*wall, *max);
            }
            let known = packing.maximize();
            prop_assert_eq!((known.value(), known.bound()), (Some(best), best));
            judged(board, piece, walls, known);
            prop_assert_eq!(packing.count_optima(u64::MAX), Ok(optima));
            packing.set_walls(walls.iter().copied()).unwrap().start_from(start.iter().copied());
            let bounded = packing.known_at_most(best).known_at_most(best + 1).maximize();
            prop_assert_eq!((bounded.value(), bounded.bound()), (Some(best), best));
            judged(board, piece, walls, bounded);
            prop_assert_eq!(packing.count_optima(u64::MAX), Ok(optima));
        }
    }
    Ok(())
}

/// The most pieces without one of the walls.
fn without(packing: &mut Packing, walls: &[Square], wall: Square) -> usize {
    packing.set_walls(walls.iter().copied().filter(|other| *other != wall)).unwrap().maximize().best()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(number_of_cases()))]

    #[test]
    fn small_boards_are_answered_as_by_the_engine((board, piece, walls) in cases((1usize..=5, 1usize..=6), 180)) {
        agrees(&board, &piece, &walls)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(number_of_cases() / 30))]

    /// Two words, four, and more; few squares are open.
    #[test]
    fn larger_boards_are_answered_as_by_the_engine(
        (board, piece, walls) in cases(prop_oneof![Just((8, 9)), Just((13, 12)), Just((17, 18))], 30)
    ) {
        agrees(&board, &piece, &walls)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(number_of_cases() / 5))]

    /// What squares see is kept from a board to one that differs in few walls.
    #[test]
    fn walls_that_come_and_go_leave_nothing_behind(
        (board, piece, walls) in cases(prop_oneof![3 => (1usize..=6, 1usize..=6), 1 => Just((8, 9))], 180)
    ) {
        let mut kept = Packing::new(&board, &piece).unwrap();
        let walls: Vec<Square> = walls.concat();
        for end in 0..=walls.len() {
            for start in [0, end.saturating_sub(1), end.saturating_sub(3)] {
                let mut new = Packing::new(&board, &piece).unwrap();
                for packing in [&mut kept, &mut new] {
                    packing.set_walls(walls[start..end].iter().copied()).unwrap();
                }
                prop_assert_eq!(kept.maximize().value(), new.maximize().value());
                prop_assert_eq!(kept.count_optima(1000), new.count_optima(1000));
            }
        }
    }
}

#[test]
fn walls_without_which_fewer_fit_make_a_search_shorter() {
    let board = Board::square(8);
    let mut packing = Packing::new(&board, &Piece::QUEEN).unwrap();
    let (mut nodes, mut fewer) = (0, 0);
    for seed in 0..200 {
        let walls = scattered(seed, 6, 8);
        let plain = packing.set_walls(walls.iter().copied()).unwrap().maximize();
        let (best, placed): (usize, Vec<Square>) = (plain.best(), plain.squares().collect());
        let again = packing.set_walls(walls.iter().copied()).unwrap().start_from(placed.iter().copied()).maximize();
        nodes += again.nodes();
        let without: Vec<usize> = walls.iter().map(|wall| without(&mut packing, &walls, *wall)).collect();
        packing.set_walls(walls.iter().copied()).unwrap().start_from(placed);
        for (wall, max) in walls.iter().zip(without) {
            packing.known_without(*wall, max);
        }
        let known = packing.maximize();
        assert_eq!(known.value(), Some(best), "{walls:?}");
        fewer += known.nodes();
    }
    assert!(2 * fewer < nodes, "{fewer} of {nodes} nodes");
}

#[test]
fn chessboards_with_walls_are_answered_as_by_the_engine() {
    let board = Board::square(8);
    let pieces =
        [Piece::QUEEN, Piece::ROOK, Piece::BISHOP, Piece::KING, Piece::KNIGHT, Piece::AMAZON, Piece::CHANCELLOR];
    for piece in pieces {
        let mut packing = Packing::new(&board, &piece).unwrap();
        for seed in 0..40 {
            let walls = scattered(seed, (seed % 8) as usize, 8);
            let problem = classics::non_attacking(board.clone().with_walls(walls.iter().copied()), piece.clone());
            let max = packing.set_walls(walls.iter().copied()).unwrap().maximize();
            assert_eq!(
                max.value().map(|value| value as i64),
                problem.maximize().unwrap().value().unwrap(),
                "{walls:?}"
            );
            judged(&board, &piece, &walls, max);
        }
    }
}

/// Returns pseudo-random squares of an n×n board.
fn scattered(seed: u64, number: usize, n: usize) -> Vec<Square> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut squares = Vec::new();
    while squares.len() < number {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let index = (state >> 33) as usize % (n * n);
        let square = Square::new(index / n, index % n);
        if !squares.contains(&square) {
            squares.push(square);
        }
    }
    squares
}

/// Returns all sets of this many squares of a chessboard, as 64-bit words whose first square is the lowest bit.
fn each_set(number: u32, mut visit: impl FnMut(u64)) {
    let mut set = (1u64 << number) - 1;
    loop {
        visit(set);
        // The next word with as many bits.
        let low = set & set.wrapping_neg();
        let Some(ripple) = set.checked_add(low) else { return };
        set = ripple | (((set ^ ripple) >> 2) / low);
    }
}

fn squares(mut set: u64) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let index = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(Square::new(index / 8, index % 8))
    })
}

/// The images of a set under the symmetries of the square.
fn images(set: u64) -> [u64; 8] {
    let flip = u64::swap_bytes;
    let transpose = |mut set: u64| {
        for (shift, mask) in [(7, 0x00AA_00AA_00AA_00AA), (14, 0x0000_CCCC_0000_CCCC), (28, 0x0000_0000_F0F0_F0F0)] {
            let swapped = (set ^ (set >> shift)) & mask;
            set ^= swapped ^ (swapped << shift);
        }
        set
    };
    let mut images = [set; 8];
    for place in 1..8 {
        images[place] = if place % 2 == 1 { flip(images[place - 1]) } else { transpose(images[place - 1]) };
    }
    images
}

/// The numbers of chessboards with k walls by number of queens, and of their classes; from 8 queens on.
fn census(walls: u32) -> Vec<(u64, u64)> {
    let mut packing = Packing::new(&Board::square(8), &Piece::QUEEN).unwrap();
    let mut table = Vec::new();
    let mut time = Duration::ZERO;
    each_set(walls, |set| {
        let start = Instant::now();
        let value = packing.set_walls(squares(set)).unwrap().maximize().value().unwrap();
        time += start.elapsed();
        let row = value.checked_sub(8).expect("no three or four walls keep the eighth queen away");
        if table.len() <= row {
            table.resize(row + 1, (0, 0));
        }
        table[row].0 += 1;
        table[row].1 += u64::from(images(set).iter().all(|image| set <= *image));
    });
    let boards: u64 = table.iter().map(|(boards, _)| boards).sum();
    println!("{walls} walls: {boards} boards, {:.2} µs a board", time.as_secs_f64() * 1e6 / boards as f64);
    table
}

#[test]
fn few_walls_on_a_chessboard() {
    assert_eq!(census(1), [(32, 5), (32, 5)]);
    // These boards were asked of the engine one by one, too.
    let boards = |walls| census(walls).into_iter().map(|(boards, _)| boards).collect::<Vec<_>>();
    assert_eq!(boards(2), [368, 1610, 38]);
    assert_eq!(boards(3), [2296, 33_916, 5444, 8]);
}

/// The published census of blocked queens.
#[test]
#[ignore = "seconds: for the build server"]
fn four_walls_on_a_chessboard() {
    assert_eq!(census(4), [(10_747, 1385), (387_196, 48_722), (235_537, 29_572), (1896, 241)]);
}

#[test]
fn what_makes_no_sense_is_reported() {
    let faults = |board: &Board, piece: &Piece| Packing::new(board, piece).unwrap_err().faults().to_vec();
    assert_eq!(faults(&Board::new(0, 3), &Piece::QUEEN), [Fault::NoSquares { rows: 0, columns: 3 }]);
    assert!(matches!(faults(&Board::square(3), &Piece::new([]))[..], [Fault::NoMoves { .. }]));
    assert!(matches!(faults(&Board::square(3), &Piece::new([Move::leap(0, 0)]))[..], [Fault::NullMove { .. }]));
    assert!(matches!(
        faults(&Board::square(3), &Piece::new([Move::ride(i32::MIN, 1)]))[..],
        [Fault::TooLongMove { .. }]
    ));
    assert_eq!(faults(&Board::square(3), &Piece::BLOCKER), [Fault::NotCounted]);
    let max = Packing::MAX_SQUARES;
    assert_eq!(
        faults(&Board::new(max + 1, 1), &Piece::KING),
        [Fault::TooManySquares { rows: max + 1, columns: 1, max }]
    );
}

#[test]
fn walls_off_the_board_are_reported_and_forgotten() {
    let mut packing = Packing::new(&Board::new(1, 3), &Piece::ROOK).unwrap();
    assert_eq!(packing.set_walls([(0, 1)]).unwrap().maximize().value(), Some(2));
    let error = packing.set_walls([(0, 1), (5, 0), (usize::MAX, usize::MAX)]).unwrap_err();
    assert!(matches!(error.faults(), [Fault::OffBoard { squares, .. }] if squares.len() == 2));
    assert_eq!(packing.maximize().value(), Some(1));
    // To begin with, squares that make no sense are passed over.
    assert_eq!(packing.start_from([(7, 7), (0, 0), (0, 2)]).maximize().value(), Some(1));
}

#[test]
fn a_board_of_walls_holds_no_piece() {
    let mut packing = Packing::new(&Board::square(2), &Piece::KING).unwrap();
    let max = packing.set_walls([(0, 0), (0, 1), (1, 0), (1, 1)]).unwrap().maximize();
    assert_eq!((max.value(), max.squares().next()), (Some(0), None));
    assert_eq!(packing.count_optima(9), Ok(1));
    assert_eq!(Packing::new(&"% -\n~ %".parse().unwrap(), &Piece::QUEEN).unwrap().maximize().value(), Some(0));
}

#[test]
fn a_wall_on_a_forbidden_square_stops_sight_and_one_on_a_hole_changes_nothing() {
    let mut packing = Packing::new(&". - . ~ .".parse().unwrap(), &Piece::ROOK).unwrap();
    assert_eq!(packing.maximize().value(), Some(2));
    assert_eq!(packing.set_walls([(0, 1)]).unwrap().maximize().value(), Some(3));
    assert_eq!(packing.set_walls([(0, 3)]).unwrap().maximize().value(), Some(2));
}

#[test]
fn proofs_are_named() {
    let proof = |piece: &Piece| Packing::new(&Board::square(8), piece).unwrap().maximize().proof();
    assert_eq!(proof(&Piece::ROOK), Some(Proof::BoundMet { name: BoundName::Lines }));
    assert_eq!(proof(&Piece::KING), Some(Proof::BoundMet { name: BoundName::Blocks }));
    assert_eq!(proof(&Piece::AMAZON), Some(Proof::Exhausted));
    assert_eq!(proof(&Piece::leaper(9, 0)), Some(Proof::BoundMet { name: BoundName::Squares }));
}

/// Boards that take long: queens that see two squares far.
fn hard() -> Packing {
    Packing::new(&Board::square(20), &Piece::QUEEN.within(2)).unwrap()
}

#[test]
fn limits_hold() {
    let mut packing = hard();
    let limit = Duration::from_millis(30);
    assert_takes_at_most(limit + Duration::from_millis(50), || {
        let max = packing.using(&Options::new().time_limit(limit)).maximize();
        assert_eq!((max.value(), max.proof(), max.stopped()), (None, None, Some(Cause::TimeLimit)));
        assert!(max.best() > 50 && max.best() < max.bound());
    });
    assert_eq!(packing.count_optima(1), Err(Cause::TimeLimit));

    let token = CancelToken::new();
    token.cancel();
    assert_eq!(packing.using(&Options::new().cancel(&token)).maximize().stopped(), Some(Cause::Cancelled));
    let max = packing.using(&Options::new().node_limit(200)).maximize();
    assert_eq!((max.stopped(), max.nodes()), (Some(Cause::NodeLimit), 200));
    let begun: SquareSet = max.squares().collect();
    let max = packing.start_from(begun.iter()).using(&Options::new().node_limit(0)).maximize();
    assert_eq!((max.best(), max.squares().collect::<SquareSet>()), (begun.len(), begun));
}

#[test]
fn a_stopped_count_is_no_count() {
    let mut packing = Packing::new(&Board::square(8), &Piece::KING).unwrap();
    assert_eq!(packing.maximize().value(), Some(16));
    assert_eq!(packing.using(&Options::new().node_limit(1000)).count_optima(u64::MAX), Err(Cause::NodeLimit));
    assert_eq!(packing.count_optima(10), Ok(10));
    assert_eq!(packing.using(&Options::new()).count_optima(u64::MAX), Ok(281_571));
}

#[test]
fn parts_are_counted_together() {
    // Bishops: each colour has 16 ways.
    let mut packing = Packing::new(&Board::square(8), &Piece::BISHOP).unwrap();
    assert_eq!((packing.maximize().value(), packing.count_optima(u64::MAX)), (Some(14), Ok(256)));
}

#[test]
fn a_packing_may_change_threads() {
    let mut packing = Packing::new(&Board::square(6), &Piece::QUEEN).unwrap();
    let value = std::thread::spawn(move || packing.maximize().value()).join().unwrap();
    assert_eq!(value, Some(6));
}

#[test]
fn boards_answered_before_are_answered_without_allocating() {
    let board = Board::square(8);
    for piece in [Piece::QUEEN, Piece::KING, Piece::KNIGHT, Piece::QUEEN.within(3)] {
        let mut packing = Packing::new(&board, &piece).unwrap();
        let sets: Vec<Vec<Square>> = (0..60).map(|seed| scattered(seed, seed as usize % 7, 8)).collect();
        let mut ask = || {
            for walls in &sets {
                let max = packing.set_walls(walls.iter().copied()).unwrap().maximize();
                assert_eq!(max.value(), Some(max.squares().count()));
                assert!(packing.start_from(walls.iter().copied()).count_optima(3).is_ok());
                assert!(packing.is_unique().is_ok());
            }
        };
        ask();
        let allocated = allocation_counter::measure(ask);
        assert_eq!(allocated.count_total, 0);
    }
}
