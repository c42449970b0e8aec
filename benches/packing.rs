//! The reusable solver on boards with random walls; values are held against those of a first round while it is timed.
//!
//! `cargo bench --bench packing`, or with a filter behind `--`. A time is that of 1000 boards: divided by 1000, of one.

use criterion::{Criterion, criterion_group, criterion_main};
use queenside::{Board, Packing, Piece, Square, Wrap};

const BOARDS: usize = 1000;

/// Returns boards with this many walls each, on pseudo-random squares.
fn boards(board: &Board, walls: usize) -> Vec<Vec<Square>> {
    let squares: Vec<Square> = board.squares().iter().collect();
    let mut state = 2026u64;
    let mut draw = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        squares[(state >> 33) as usize % squares.len()]
    };
    let mut boards = Vec::new();
    for _ in 0..BOARDS {
        let mut set = Vec::new();
        while set.len() < walls {
            let wall = draw();
            if !set.contains(&wall) {
                set.push(wall);
            }
        }
        boards.push(set);
    }
    boards
}

fn max(packing: &mut Packing, walls: &[Square]) -> Option<usize> {
    packing.set_walls(walls.iter().copied()).expect("they are on the board").maximize().value()
}

fn packing(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("packing 1000 boards");
    group.sample_size(10);
    let chess = Board::square(8);
    let mut cases = Vec::new();
    for walls in 0..=7 {
        cases.push(("queens", Piece::QUEEN, chess.clone(), walls));
    }
    let others = [
        ("rooks", Piece::ROOK),
        ("bishops", Piece::BISHOP),
        ("kings", Piece::KING),
        ("knights", Piece::KNIGHT),
        ("amazons", Piece::AMAZON),
    ];
    for (name, piece) in others {
        cases.push((name, piece, chess.clone(), 4));
    }
    cases.push(("queens on a torus", Piece::QUEEN, chess.clone().with_wrap(Wrap::Both), 4));
    for n in [6, 10, 12] {
        cases.push(("queens", Piece::QUEEN, Board::square(n), 4));
    }
    for (name, piece, board, walls) in cases {
        let sets = boards(&board, walls);
        let mut packing = Packing::new(&board, &piece).expect("they are sound");
        let first: Vec<_> = sets.iter().map(|walls| max(&mut packing, walls)).collect();
        assert!(first.iter().all(Option::is_some));
        let size = format!("{}×{}", board.rows(), board.columns());
        group.bench_function(format!("{name} {size} {walls} walls"), |bench| {
            bench.iter(|| assert!(sets.iter().zip(&first).all(|(walls, value)| max(&mut packing, walls) == *value)));
        });
        if name == "queens" && walls == 4 {
            // Each board after the one with a wall less, whose placement it begins with.
            let start = |walls: &[Square]| {
                let mut packing = Packing::new(&board, &piece).expect("they are sound");
                packing
                    .set_walls(walls[1..].iter().copied())
                    .expect("they are on the board")
                    .maximize()
                    .squares()
                    .collect()
            };
            let starts: Vec<Vec<Square>> = sets.iter().map(|walls| start(walls)).collect();
            group.bench_function(format!("{name} {size} {walls} walls, begun with a wall less"), |bench| {
                bench.iter(|| {
                    let mut all = sets.iter().zip(&starts).zip(&first);
                    all.all(|((walls, start), value)| {
                        let packing = packing.set_walls(walls.iter().copied()).expect("they are on the board");
                        packing.start_from(start.iter().copied()).maximize().value() == *value
                    })
                });
            });
        }
    }
    group.finish();
}

criterion_group!(benches, packing);
criterion_main!(benches);
