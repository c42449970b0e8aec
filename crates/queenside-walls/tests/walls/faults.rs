//! A census, its records and a book of puzzles whose process is killed or halted, or runs out of disk or memory, again and
//! again: a census goes on exactly where it was, a file is there whole or not at all, or it is said why not.
//!
//! Some seconds in the usual run; an hour by `QUEENSIDE_FAULT_SECONDS=3600 cargo test -p queenside-walls --features serde --test
//! walls faults -- --nocapture`.

use std::fs;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use queenside::{Board, Options, Piece, WholeFile};
use queenside_puzzles::Book;
use queenside_testing::faults::{self, Faults};
use queenside_walls::{Census, Checkpoint, Economy, Format, Puzzles, RecordWriter};

const JOBS: [&str; 3] = ["census", "records", "book"];

fn census() -> Census {
    Census::new(&Board::square(6), &Piece::QUEEN, 3).expect("it makes sense")
}

/// Surveys some boards at a time, and keeps how far it is in a file.
fn survey(path: &Path) {
    let census = census().using(&Options::new().time_limit(Duration::from_millis(20)).solution_limit(150));
    let whole = census.sets().whole();
    let mut checkpoint: Checkpoint = match fs::read_to_string(path) {
        Ok(text) => serde_json::from_str(&text).expect("a file that is there is whole"),
        Err(_) => census.begin(&whole).expect("it is its own"),
    };
    checkpoint.check(&census, &whole).expect("it is its own");
    while !checkpoint.is_finished() {
        census.advance(&mut checkpoint).expect("it is its own");
        let text = serde_json::to_string(&checkpoint).expect("it can be written");
        WholeFile::write(path, text).expect("there is room");
    }
}

fn records(out: impl Write) -> impl Write {
    let census = census();
    let mut writer = RecordWriter::new(out, &census, Format::Compact).expect("there is room");
    let survey = census.visit(&census.sets().whole(), |board| {
        writer.write(board).expect("there is room");
        ControlFlow::Continue(())
    });
    assert_eq!(survey.expect("it is its own").stopped(), None);
    writer.finish().expect("there is room")
}

fn book() -> String {
    let puzzles = Puzzles::new(&Board::square(4), &Piece::QUEEN, 2, Economy::Puzzle).expect("it makes sense");
    let mut book = Book::new("Puzzles");
    for puzzle in &puzzles {
        let puzzle = puzzle.expect("no limit was set").to_puzzle(&Options::new());
        book.add(puzzle.expect("it is a puzzle"));
    }
    book.sort();
    book.to_string()
}

#[test]
#[ignore = "the test below runs it in processes of its own, and kills them"]
fn worker() {
    let Some((folder, job)) = faults::job() else { return };
    let path = folder.join(&job);
    match job.as_str() {
        "census" => survey(&path),
        "records" => {
            let mut file = WholeFile::create(&path).expect("there is room");
            records(&mut file);
            file.finish().expect("there is room");
        }
        _ => WholeFile::write(&path, book()).expect("there is room"),
    }
}

#[test]
fn a_census_goes_on_exactly_and_files_are_whole_after_every_fault() {
    let mut faults = Faults::new("walls", "faults::worker", 120);
    let folder = faults.folder().to_owned();
    let expected = census().tally().expect("it makes sense");
    let mut kept = Vec::new();
    records(&mut kept);
    let (book, mut finished) = (book(), [0u64; JOBS.len()]);
    while finished.contains(&0) || faults.died() == 0 || !faults.is_over() {
        let number = faults.draw(JOBS.len() as u64) as usize;
        let job = JOBS[number];
        let path = folder.join(job);
        let fault = faults.draw_fault();
        let success = faults.run(job, fault);
        let is_whole = match (job, fs::read(&path)) {
            (_, Err(_)) => false,
            ("census", Ok(bytes)) => {
                let checkpoint: Checkpoint = serde_json::from_slice(&bytes).expect("a file that is there is whole");
                if checkpoint.is_finished() {
                    assert_eq!(checkpoint.histogram(), expected.histogram());
                }
                checkpoint.is_finished()
            }
            ("records", Ok(bytes)) => {
                assert!(bytes == kept, "{fault:?}: {} bytes of {}", bytes.len(), kept.len());
                true
            }
            (_, Ok(bytes)) => {
                assert!(bytes == book.as_bytes(), "{fault:?}: {} bytes of {}", bytes.len(), book.len());
                true
            }
        };
        assert!(is_whole || !success, "{job}, {fault:?}: it ended well with work left");
        if is_whole {
            finished[number] += 1;
            fs::remove_file(&path).expect("it can be removed");
        }
    }
    let (tried, died) = (faults.tried(), faults.died());
    println!("{JOBS:?} finished {finished:?} times, {tried} faults, {died} processes that did not end well");
}
