//! A census, its records and a book of puzzles whose process is killed or halted, or runs out of disk or memory, again and
//! again: a census goes on exactly where it was, a file is there whole or not at all, or it is said why not.
//!
//! Some seconds in the usual run; an hour by `QUEENSIDE_FAULT_SECONDS=3600 cargo test -p queenside-walls --features serde --test
//! walls faults -- --nocapture`.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use queenside::{Board, Options, Piece, WholeFile};
use queenside_walls::{Book, Census, Checkpoint, Economy, Format, Puzzles, RecordWriter};

const FOLDER: &str = "QUEENSIDE_FAULTS";
const JOB: &str = "QUEENSIDE_FAULTS_JOB";
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
        book.add(puzzle.expect("no limit was set"));
    }
    book.sort();
    book.to_string()
}

#[test]
#[ignore = "the test below runs it in processes of its own, and kills them"]
fn worker() {
    let Some(folder) = env::var_os(FOLDER).map(PathBuf::from) else { return };
    let job = env::var(JOB).expect("it is said what to do");
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

/// After so long a worker with too little memory is killed.
const PATIENCE: Duration = Duration::from_secs(2);

/// What happens to a worker.
#[derive(Clone, Copy, Debug)]
enum Fault {
    /// It is killed after so long.
    Kill(Duration),
    /// It is halted after so long for as long again, so that the clock jumps.
    Halt(Duration),
    /// It may write files of at most this many blocks.
    Disk(u64),
    /// It may have at most this many kilobytes of memory.
    Memory(u64),
    None,
}

/// Runs a worker; returns whether it ended well, and what it said.
fn run(folder: &Path, job: &str, fault: Fault) -> (bool, String) {
    let limit = match fault {
        Fault::Disk(blocks) => format!("trap '' XFSZ; ulimit -f {blocks};"),
        Fault::Memory(kilobytes) => format!("ulimit -v {kilobytes};"),
        Fault::Kill(_) | Fault::Halt(_) | Fault::None => String::new(),
    };
    let mut worker = Command::new("sh")
        .args(["-c", &format!("{limit} exec \"$0\" --exact faults::worker --ignored")])
        .arg(env::current_exe().expect("it has a path"))
        .env(FOLDER, folder)
        .env(JOB, job)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("there is a shell");
    match fault {
        Fault::Kill(after) => {
            thread::sleep(after);
            // It may be over already.
            drop(worker.kill());
        }
        Fault::Halt(time) => {
            for signal in ["-STOP", "-CONT"] {
                thread::sleep(time);
                drop(Command::new("kill").args([signal, &worker.id().to_string()]).stderr(Stdio::null()).status());
            }
        }
        // The standard library may wait for ever where it cannot even report that there is no memory.
        Fault::Memory(_) => {
            let end = Instant::now() + PATIENCE;
            while worker.try_wait().is_ok_and(|ended| ended.is_none()) && Instant::now() < end {
                thread::sleep(Duration::from_millis(1));
            }
            drop(worker.kill());
        }
        Fault::Disk(_) | Fault::None => {}
    }
    let output = worker.wait_with_output().expect("it was started");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    (output.status.success() && said.contains("1 passed"), said)
}

#[test]
fn a_census_goes_on_exactly_and_files_are_whole_after_every_fault() {
    let seconds = env::var("QUEENSIDE_FAULT_SECONDS").ok().and_then(|seconds| seconds.parse().ok()).unwrap_or(5);
    let end = Instant::now() + Duration::from_secs(seconds);
    let folder = env::temp_dir().join(format!("queenside-walls-faults-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("it can be made");
    let expected = census().tally().expect("it makes sense");
    let mut kept = Vec::new();
    records(&mut kept);
    let (book, mut random) = (book(), 1u64);
    let mut draw = |most: u64| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (random >> 33) % most
    };
    let (mut faults, mut finished, mut died) = (0u64, [0u64; JOBS.len()], 0u64);
    while finished.contains(&0) || died == 0 || Instant::now() < end {
        let number = draw(JOBS.len() as u64) as usize;
        let job = JOBS[number];
        let path = folder.join(job);
        let fault = match draw(7) {
            0..=2 => Fault::Kill(Duration::from_micros(draw(40_000))),
            3 => Fault::Halt(Duration::from_micros(draw(20_000))),
            4 => Fault::Disk(draw(120)),
            5 => Fault::Memory(4_000 + draw(40_000)),
            _ => Fault::None,
        };
        let (success, said) = run(&folder, job, fault);
        match fault {
            Fault::Disk(_) => assert!(success || said.contains("FileTooLarge"), "{job} does not say why: {said}"),
            Fault::Halt(_) | Fault::None => assert!(success, "{job}, {fault:?}: {said}"),
            Fault::Kill(_) | Fault::Memory(_) => {}
        }
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
        faults += u64::from(!matches!(fault, Fault::None));
        died += u64::from(!success);
    }
    fs::remove_dir_all(&folder).expect("it can be removed");
    println!("{JOBS:?} finished {finished:?} times, {faults} faults, {died} processes that did not end well");
}
