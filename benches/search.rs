//! The native search on named instances; what each finds is asserted while it is timed.
//!
//! `cargo bench --bench search`, or with a filter behind `--`. Questions are asked as users ask them, so times include
//! checking and compiling the problem; but where all placements are visited, the enumeration is made before the clock starts.

use std::hint::black_box;
use std::ops::ControlFlow;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use queenside::{Area, Board, Constraint, Options, Piece, Problem, Solutions, classics};

/// The yardstick: a dedicated counter of the n queens problem, one row after the other, by the usual three masks; the first
/// queen stands in the left half, or in the middle column, where her mirror image is counted with her.
fn dedicated_queens(n: u32) -> u64 {
    fn rows(all: u32, columns: u32, left: u32, right: u32) -> u64 {
        if columns == all {
            return 1;
        }
        let mut free = all & !(columns | left | right);
        let mut count = 0;
        while free != 0 {
            let bit = free & free.wrapping_neg();
            free ^= bit;
            count += rows(all, columns | bit, (left | bit) << 1, (right | bit) >> 1);
        }
        count
    }
    let all = (1 << n) - 1;
    let first = |bit: u32| rows(all, bit, bit << 1, bit >> 1);
    let half: u64 = (0..n / 2).map(|column| first(1 << column)).sum();
    2 * half + if n % 2 == 1 { first(1 << (n / 2)) } else { 0 }
}

fn optima(n: usize, piece: Piece, size: i64) -> Problem {
    let max = classics::non_attacking(Board::square(n), piece).maximize().expect("the problem is sound");
    assert_eq!(max.value(), Ok(Some(size)));
    max.optima().unwrap()
}

fn count(problem: &Problem) -> u64 {
    let counted = problem.count().expect("the problem is sound").exact().unwrap();
    counted.try_into().expect("it is small")
}

/// Visits what is left, and gives back what is spent.
fn visited(mut solutions: Solutions, expected: u64) -> Solutions {
    let mut visited = 0;
    let all = solutions.visit(|placement| {
        black_box(placement);
        visited += 1;
        ControlFlow::<()>::Continue(())
    });
    assert!(all.is_ok());
    assert_eq!(visited, expected);
    solutions
}

fn five_pieces(criterion: &mut Criterion) {
    for (name, piece, size, placements) in [
        ("rooks", Piece::ROOK, 8, 40_320),
        ("bishops", Piece::BISHOP, 14, 256),
        ("queens", Piece::QUEEN, 8, 92),
        ("kings", Piece::KING, 16, 281_571),
        ("knights", Piece::KNIGHT, 32, 2),
    ] {
        let mut group = criterion.benchmark_group(format!("{name} 8×8"));
        group.bench_function("most", |bench| bench.iter(|| optima(8, piece.clone(), size)));
        let problem = optima(8, piece, size);
        let solutions = || problem.enumerate().expect("the problem is sound");
        group.bench_function("visit all", |bench| {
            bench.iter_batched(solutions, |solutions| visited(solutions, placements), BatchSize::SmallInput);
        });
        group.bench_function("count", |bench| bench.iter(|| assert_eq!(count(&problem), placements)));
        group.finish();
    }
}

/// Pieces that do not attack each other, one in each row.
fn in_rows(rows: usize, columns: usize, piece: Piece) -> Problem {
    let mut problem = Problem::new(Board::new(rows, columns));
    let kind = problem.add_kind("piece", piece);
    problem.non_attacking().add(Constraint::count(kind, Area::rows(), 1));
    problem
}

/// Every solution where sets that part the board hold one piece each, and whether there is only one.
fn visits(criterion: &mut Criterion) {
    let regions = "AABBBCCC\nAABBBBCC\nADDBBECC\nDDDEEEFF\nDDGGEEFF\nDGGGHEFF\nDGGHHHHF\nGGGHHHHH";
    let stars = Board::square(8).with_region_map(regions).expect("it has eight regions");
    let mut problems = vec![
        ("rooks 9×9".to_owned(), optima(9, Piece::ROOK, 9), 362_880),
        ("kings in rows 8×8".to_owned(), in_rows(8, 8, Piece::KING), 911_642),
        ("queens in rows 6×12".to_owned(), in_rows(6, 12, Piece::QUEEN), 52_856),
        ("queens in rows 3×40".to_owned(), in_rows(3, 40, Piece::QUEEN), 50_764),
        ("knights in rows 24×3".to_owned(), in_rows(24, 3, Piece::KNIGHT), 8195),
        ("stars 8×8".to_owned(), classics::star_battle(stars, 1), 362),
    ];
    problems.extend(
        [(6, 4), (10, 724), (12, 14_200)].map(|(n, ways)| (format!("queens {n}×{n}"), classics::queens(n), ways)),
    );
    let mut group = criterion.benchmark_group("visits");
    group.sample_size(10);
    for (name, problem, ways) in &problems {
        group.bench_function(name, |bench| {
            let solutions = || problem.enumerate().expect("the problem is sound");
            bench.iter_batched(solutions, |solutions| visited(solutions, *ways), BatchSize::SmallInput);
        });
        group.bench_function(format!("only one? {name}"), |bench| {
            bench.iter(|| assert!(problem.uniqueness().unwrap().is_unique().is_ok_and(|own| !own)));
        });
    }
    group.finish();
}

fn queens(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("n queens");
    group.sample_size(10);
    for (n, solutions) in [(8, 92), (12, 14_200), (14, 365_596)] {
        group.bench_function(format!("dedicated {n}"), |bench| {
            bench.iter(|| assert_eq!(dedicated_queens(black_box(n)), solutions));
        });
        let problem = classics::queens(n as usize);
        group.bench_function(format!("count {n}"), |bench| bench.iter(|| assert_eq!(count(&problem), solutions)));
    }
    group.bench_function("first solution 100", |bench| {
        let problem = classics::queens(100);
        bench.iter(|| assert!(problem.solve().unwrap().placement().unwrap().is_some()));
    });
    group.bench_function("check and compile 8", |bench| {
        let problem = classics::queens(8);
        let at_once = Options::new().node_limit(0);
        bench.iter(|| assert!(problem.using(&at_once).solve().is_ok_and(|solved| solved.stopped().is_some())));
    });
    group.finish();
}

fn proofs(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("proofs");
    group.sample_size(10);
    for (k, max) in [(1, 10), (2, 14), (3, 18), (4, 21)] {
        let problem = classics::attacking(Board::square(8), Piece::QUEEN, k);
        group.bench_function(format!("queens attacking exactly {k}"), |bench| {
            bench.iter(|| assert_eq!(problem.maximize().unwrap().value(), Ok(Some(max))));
        });
    }
    // The same without any bound that is known beforehand: there is no placement of one more.
    for (k, max) in [(1, 10), (2, 14), (3, 18), (4, 21)] {
        let mut problem = classics::attacking(Board::square(8), Piece::QUEEN, k);
        let queen = problem.kinds().next().expect("it has one kind");
        problem.add(Constraint::count(queen, Area::Everywhere, max + 1..));
        group.bench_function(format!("not one more queen attacking exactly {k}"), |bench| {
            bench.iter(|| assert!(problem.solve().unwrap().placement().unwrap().is_none()));
        });
    }
    let problem = classics::peaceable(Board::square(8), Piece::QUEEN);
    group.bench_function("peaceable queens", |bench| {
        bench.iter(|| assert_eq!(problem.maximize().unwrap().value(), Ok(Some(2 * 9))));
    });
    for n in [8, 10] {
        let problem = classics::domination(Board::square(n), Piece::QUEEN);
        group.bench_function(format!("queen domination {n}×{n}"), |bench| {
            bench.iter(|| assert_eq!(problem.minimize().unwrap().value(), Ok(Some(5))));
        });
    }
    group.finish();
}

criterion_group!(benches, five_pieces, visits, queens, proofs);
criterion_main!(benches);
