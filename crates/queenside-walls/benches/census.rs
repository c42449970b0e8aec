//! Censuses, and what goes into them: histograms are asserted while they are timed.
//!
//! `cargo bench --bench census`, or with a filter behind `--`. More walls take seconds and minutes: the example `census`.

use std::hint::black_box;
use std::ops::ControlFlow;

use criterion::{Criterion, criterion_group, criterion_main};
use queenside::{Board, Piece};
use queenside_walls::{Census, Format, RecordReader, RecordWriter, WallSets, min_walls};

fn census(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("census");
    group.sample_size(10);
    let chess = Board::square(8);
    for (walls, classes) in [(3, 5278), (4, 79_920)] {
        let sets = WallSets::new(&chess, &Piece::QUEEN, walls).expect("they are sound");
        group.bench_function(format!("sets of {walls} walls, 8×8"), |bench| {
            bench.iter(|| {
                let mut walk = sets.iter();
                let mut seen = 0;
                while let Some(set) = walk.next_set() {
                    seen += u64::from(black_box(set.size()) > 0);
                }
                assert_eq!(seen, classes);
            });
        });
    }
    let cases = [
        ("queens 8×8, 3 walls", chess.clone(), Piece::QUEEN, 3, (11, 1)),
        ("queens 8×8, 4 walls", chess.clone(), Piece::QUEEN, 4, (11, 241)),
        ("queens 7×7, 4 walls", Board::square(7), Piece::QUEEN, 4, (10, 3)),
    ];
    for (name, board, piece, walls, greatest) in cases {
        let census = Census::new(&board, &piece, walls).expect("they are sound");
        group.bench_function(name, |bench| {
            bench.iter(|| {
                let survey = census.tally().expect("it is its own");
                assert!(census.is_complete(survey.histogram()));
                assert_eq!(
                    survey.histogram().iter().last().map(|(value, classes, _)| (value, classes)),
                    Some(greatest)
                );
            });
        });
    }
    let three = Census::new(&chess, &Piece::QUEEN, 3).expect("they are sound");
    let mut writer = RecordWriter::new(Vec::new(), &three, Format::Compact).expect("there is room");
    let visited = three.visit(&three.sets().whole(), |board| {
        writer.write(board).expect("there is room");
        ControlFlow::Continue(())
    });
    assert!(visited.is_ok());
    let file = writer.finish().expect("there is room");
    group.bench_function("5278 records read and checked", |bench| {
        bench.iter(|| {
            let reader = RecordReader::new(&file[..]).expect("it is sound");
            assert_eq!(reader.flatten().count(), 5278);
        });
    });
    group.bench_function("sets of least walls, 6×6, 9 queens", |bench| {
        let min = min_walls(Board::square(6), Piece::QUEEN, &queenside::Options::new()).expect("it is sound");
        bench.iter(|| assert!(min.wall_sets(9, &queenside::Options::new()).expect("it is sound").is_some()));
    });
    group.finish();
}

criterion_group!(benches, census);
criterion_main!(benches);
