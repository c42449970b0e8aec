//! The least walls: every engine says the same, and the sets of walls are those that a census finds.

use std::collections::BTreeSet;

use queenside::{Board, CancelToken, Cause, Engine, Options, Piece, SquareSet};
use queenside_walls::{Census, MinWalls, min_walls, min_walls_for};

fn min(board: &Board, piece: &Piece) -> MinWalls {
    min_walls(board.clone(), piece.clone(), &Options::new()).unwrap()
}

/// Each engine, asked for each number of pieces by itself, and one piece more than is possible.
fn agrees(board: &Board, piece: &Piece, engines: &[Engine]) {
    let min = min(board, piece);
    let max = min.max_pieces().expect("it is known");
    for engine in engines {
        let options = Options::new().engine(*engine);
        for pieces in 0..=max + 1 {
            let outcome = min_walls_for(board.clone(), piece.clone(), pieces, &options).unwrap();
            match min.walls(pieces) {
                Some(walls) => {
                    assert_eq!(outcome.value().unwrap(), Some(walls as i64), "{pieces} by {engine} on\n{board}");
                }
                None => assert_eq!(outcome.value().unwrap(), None, "{pieces} by {engine} on\n{board}"),
            }
        }
    }
}

/// The engines that the features allow.
fn engines() -> Vec<Engine> {
    vec![
        Engine::Search,
        #[cfg(feature = "sat")]
        Engine::Sat,
        #[cfg(feature = "highs")]
        Engine::Ilp,
    ]
}

#[test]
fn the_sweep_says_what_search_sat_and_rows_say() {
    for board in [Board::square(3), Board::square(4), Board::new(2, 7), Board::new(3, 5)] {
        agrees(&board, &Piece::QUEEN, &engines());
        agrees(&board, &Piece::ROOK, &engines());
    }
    agrees(&Board::new(3, 4).with_walls([(1, 1)]).with_forbidden([(0, 3)]), &Piece::BISHOP, &engines());
    #[cfg(feature = "ilp")]
    agrees(&Board::square(3), &Piece::QUEEN, &[Engine::Ilp]);
    #[cfg(feature = "sat")]
    agrees(&Board::square(5), &Piece::QUEEN, &[Engine::Sat]);
}

#[cfg(feature = "sat")]
#[test]
#[ignore = "half a minute or more"]
fn the_sweep_says_what_sat_and_rows_say_on_six_by_six() {
    let engines: Vec<Engine> = engines().into_iter().filter(|engine| *engine != Engine::Search).collect();
    agrees(&Board::square(6), &Piece::QUEEN, &engines);
    agrees(&Board::new(4, 7), &Piece::QUEEN, &engines);
}

/// Returns the sets of walls by enumerating all boards with this many walls.
fn by_census(board: &Board, piece: &Piece, walls: usize, pieces: usize) -> BTreeSet<SquareSet> {
    let census = Census::new(board, piece, walls).unwrap();
    let boards = census.iter().map(|board| board.unwrap());
    let good = boards.filter(|board| board.value() >= pieces);
    good.flat_map(|board| census.sets().orbit(&board.walls().iter().copied().collect())).collect()
}

/// An engine that enumerates placements of pieces and walls.
const PLACEMENTS: Engine = if cfg!(feature = "sat") { Engine::Sat } else { Engine::Sweep };

#[test]
fn the_sets_of_walls_are_those_of_the_census() {
    let cases = [
        (Board::square(4), Piece::QUEEN),
        (Board::new(3, 6), Piece::QUEEN),
        (Board::new(3, 4), Piece::ROOK),
        (Board::square(4).with_holes([(0, 0)]), Piece::ROOK),
    ];
    for (board, piece) in cases {
        let min = min(&board, &piece);
        for (pieces, walls) in min.curve().filter(|(_, walls)| *walls <= 7) {
            let expected = by_census(&board, &piece, walls, pieces);
            for engine in [Engine::Auto, PLACEMENTS] {
                let sets = min.wall_sets(pieces, &Options::new().engine(engine)).unwrap().expect("they fit");
                assert_eq!(sets.stopped(), None);
                let all: Vec<SquareSet> = sets.all().collect();
                let distinct: BTreeSet<SquareSet> = all.iter().cloned().collect();
                assert_eq!((all.len(), sets.boards()), (distinct.len(), distinct.len()));
                assert_eq!(distinct, expected, "{pieces} by {engine} on\n{board}");
            }
        }
    }
}

#[test]
fn leapers_are_helped_by_no_walls() {
    let min = min(&Board::square(5), &Piece::KNIGHT);
    assert_eq!(min.curve().map(|(_, walls)| walls).max(), Some(0));
    assert_eq!(min.max_pieces(), Some(13));
    let sets = min.wall_sets(13, &Options::new()).unwrap().expect("they fit");
    assert_eq!((sets.boards(), sets.all().collect::<Vec<_>>()), (1, vec![SquareSet::new()]));
}

#[test]
fn nine_queens_on_six_by_six_take_six_walls() {
    let min = min(&Board::square(6), &Piece::QUEEN);
    assert_eq!((min.walls(9), min.walls(10), min.max_pieces()), (Some(6), None, Some(9)));
    assert!(min.wall_sets(10, &Options::new()).unwrap().is_none());
    assert!(min.to_csv().ends_with(&format!("\n9,6,{}\n", min.placements(9).unwrap())));
}

#[cfg(feature = "sat")]
#[test]
#[ignore = "a minute"]
fn the_published_numbers_of_boards_are_right() {
    let seven = min(&Board::square(7), &Piece::QUEEN);
    for (pieces, walls, boards) in [(15, 20, 36), (16, 33, 1)] {
        let sets = seven.wall_sets(pieces, &Options::new()).unwrap().expect("they fit");
        assert_eq!((seven.walls(pieces), sets.boards()), (Some(walls), boards));
    }
    let eight = min(&Board::square(8), &Piece::QUEEN);
    let curve: Vec<usize> = eight.curve().map(|(_, walls)| walls).skip(8).collect();
    assert_eq!(curve, [0, 1, 2, 3, 5, 7, 9, 11, 12]);
    let sets = eight.wall_sets(16, &Options::new()).unwrap().expect("they fit");
    assert_eq!((sets.boards(), sets.classes().len()), (2, 1));
}

#[test]
fn a_search_for_sets_that_is_stopped_says_so() {
    let token = CancelToken::new();
    token.cancel();
    let min = min(&Board::square(5), &Piece::QUEEN);
    for engine in [Engine::Auto, PLACEMENTS] {
        let options = Options::new().engine(engine).cancel(&token);
        let sets = min.wall_sets(8, &options).unwrap().expect("they fit");
        assert_eq!((sets.stopped(), sets.boards()), (Some(Cause::Cancelled), 0));
    }
}
