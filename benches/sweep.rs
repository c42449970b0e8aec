//! The sweep on named instances; what each finds is asserted while it is timed.
//!
//! `cargo bench --bench sweep`, or with a filter behind `--`. Questions are asked as users ask them, so times include
//! checking and compiling the problem.

use criterion::{Criterion, criterion_group, criterion_main};
use queenside::{Area, Board, Constraint, Engine, Options, Piece, Problem, classics};

fn sweep() -> Options {
    Options::new().engine(Engine::Sweep)
}

fn of_size(mut problem: Problem, size: usize) -> Problem {
    let kinds: Vec<_> = problem.kinds().collect();
    problem.add(Constraint::count(kinds, Area::Everywhere, size));
    problem
}

fn apart(n: usize, piece: Piece) -> Problem {
    classics::non_attacking(Board::square(n), piece)
}

fn count(problem: &Problem, engine: Engine) -> String {
    let counted = problem.using(&Options::new().engine(engine)).count().expect("the problem is sound");
    counted.exact().unwrap().to_string()
}

/// The sum over all numbers of pieces.
fn total(problem: &Problem, engine: Engine) -> String {
    let answer = problem.using(&Options::new().engine(engine)).count_by_size().expect("the problem is sound");
    answer.exact().unwrap().iter().cloned().sum::<queenside::Count>().to_string()
}

fn kings(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("n² kings on 2n×2n");
    group.sample_size(10);
    for (n, placements) in [
        (4, "281571"),
        (5, "32572756"),
        (6, "5109144543"),
        (8, "254977173389319"),
        (9, "75925129079783308"),
        (10, "26568150968269086211"),
    ] {
        let problem = of_size(apart(2 * n, Piece::KING), n * n);
        group.bench_function(format!("n = {n}"), |bench| {
            bench.iter(|| assert_eq!(count(&problem, Engine::Sweep), placements));
        });
    }
    group.finish();
}

/// Forty squares, always the same ones.
fn forty_walls() -> Board {
    let places = (0..40u32).map(|number| number * 6151 % 256);
    Board::square(16).with_walls(places.map(|place| (place as usize / 16, place as usize % 16)))
}

fn every_size(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("every number of pieces");
    group.sample_size(10);
    for (n, placements) in [(7, "16870"), (8, "118969"), (9, "915442")] {
        let problem = apart(n, Piece::QUEEN);
        for engine in [Engine::Sweep, Engine::Search] {
            group.bench_function(format!("queens {n}×{n} by {engine}"), |bench| {
                bench.iter(|| assert_eq!(total(&problem, engine), placements));
            });
        }
    }
    let kings = apart(16, Piece::KING);
    group.bench_function("kings 16×16", |bench| bench.iter(|| total(&kings, Engine::Sweep)));
    let rooks = classics::non_attacking(forty_walls(), Piece::ROOK);
    group.bench_function("rooks 16×16 with 40 walls", |bench| bench.iter(|| total(&rooks, Engine::Sweep)));
    group.finish();
}

fn least_walls(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("least walls for every number of queens");
    group.sample_size(10);
    for (n, max, walls) in [(6, 9, 6), (7, 16, 33), (8, 16, 12)] {
        group.bench_function(format!("{n}×{n}"), |bench| {
            bench.iter(|| {
                let mut problem = Problem::new(Board::square(n));
                problem.add_kind("queen", Piece::QUEEN);
                let wall = problem.add_kind("wall", Piece::BLOCKER);
                let answer = problem.non_attacking().using(&sweep()).minimize_by_size([(wall, 1)]);
                let answer = answer.expect("the board is sound");
                let min = answer.known().unwrap().last().and_then(Option::as_ref);
                assert_eq!(min.map(|min| (min.placement().len() as i64, min.value())), Some((max + walls, walls)));
            });
        });
    }
    group.finish();
}

criterion_group!(benches, kings, every_size, least_walls);
criterion_main!(benches);
