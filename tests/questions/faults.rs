//! Work that is killed, or runs out of disk or memory, again and again: afterwards it goes on exactly where it was, or says
//! why not, and ends as if nothing had happened.
//!
//! Some seconds in the usual run; an hour for each test by
//! `QUEENSIDE_FAULT_SECONDS=3600 cargo test --features serde --test questions faults -- --nocapture`.

use std::fs;
use std::path::Path;

use queenside::{Engine, Options, Part, Placement, WholeFile, classics};
use queenside_testing::faults::{self, Fault, Faults};
use serde::{Deserialize, Serialize};

/// The test that does a job: the name of an engine that enumerates, or `certificate`.
const WORKER: &str = "faults::worker";
/// About the blocks of its files.
const BLOCKS: u64 = 12;
/// Solutions of the ten queens problem: A000170(10).
const SOLUTIONS: u64 = 724;

/// What a worker leaves behind after every few solutions.
#[derive(Serialize, Deserialize)]
struct State {
    left: Option<Part>,
    found: u64,
    /// Of all solutions so far, in their order.
    digest: u64,
}

fn mixed(digest: u64, queens: &Placement) -> u64 {
    let text = queens.to_string();
    text.bytes().fold(digest, |digest, byte| (digest ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

fn engine(name: &str) -> Engine {
    if name == "sweep" { Engine::Sweep } else { Engine::Search }
}

/// Enumerates some solutions at a time, and keeps what is left in a file, until there is nothing left.
#[test]
#[ignore = "the test below runs it in processes of its own, and kills them"]
fn worker() {
    let Some((folder, job)) = faults::job() else { return };
    #[cfg(feature = "cadical")]
    if job == CERTIFICATE {
        return certificate().write(folder.join("proof")).expect("there is room");
    }
    let engine = engine(&job);
    let (problem, path) = (classics::queens(10), folder.join("state.json"));
    let options = Options::new().engine(engine).solution_limit(40);
    // A file that is there is whole: it can be read, and belongs to this problem.
    let mut state = if let Ok(text) = fs::read_to_string(&path) {
        serde_json::from_str(&text).expect("a state that was written whole")
    } else {
        let whole = problem.using(&options).split(1).expect("it is sound").pop();
        State { left: whole, found: 0, digest: 0 }
    };
    while let Some(part) = state.left.take() {
        for solution in problem.using(&options).resume(&part).expect("its own part") {
            match solution {
                Ok(queens) => {
                    state.found += 1;
                    state.digest = mixed(state.digest, &queens);
                }
                Err(stopped) => state.left = stopped.rest().cloned(),
            }
        }
        let text = serde_json::to_string(&state).expect("it can be written");
        // On a full disk it ends here, with the state before.
        WholeFile::write(&path, text).expect("there is room");
    }
}

fn state(folder: &Path) -> Option<State> {
    let text = fs::read_to_string(folder.join("state.json")).ok()?;
    Some(serde_json::from_str(&text).expect("a file that is there is whole"))
}

#[test]
fn an_enumeration_goes_on_exactly_after_every_fault() {
    let mut faults = Faults::new("enumeration", WORKER, BLOCKS);
    let folder = faults.folder().to_owned();
    let mut runs = 0u64;
    while runs < 2 || !faults.is_over() {
        let name = if runs.is_multiple_of(2) { "search" } else { "sweep" };
        let options = Options::new().engine(engine(name));
        let whole = classics::queens(10).using(&options).enumerate().expect("it is sound");
        let expected =
            whole.map(|queens| queens.expect("no limit was set")).fold(0, |digest, queens| mixed(digest, &queens));
        fs::create_dir_all(&folder).expect("it can be made");
        let mut before = 0;
        for attempt in 0.. {
            // After a while it is let be.
            let fault = if attempt > 30 { Fault::None } else { faults.draw_fault() };
            let success = faults.run(name, fault);
            let now = state(&folder);
            let found = now.as_ref().map_or(0, |state| state.found);
            assert!(found >= before, "{fault:?}: {found} solutions, after {before}");
            before = found;
            match now {
                Some(State { left: None, found, digest }) => {
                    assert_eq!((found, digest), (SOLUTIONS, expected), "{name}, run {runs}");
                    break;
                }
                _ => assert!(!success, "{fault:?}: it ended well with work left"),
            }
        }
        fs::remove_dir_all(&folder).expect("it can be removed");
        runs += 1;
    }
    println!("{runs} enumerations, {} faults, {} processes that did not end well", faults.tried(), faults.died());
    assert!(faults.died() > 0, "no fault did anything");
}

#[cfg(feature = "cadical")]
const CERTIFICATE: &str = "certificate";

/// That no more than five queens stand on 5×5, none attacking another.
#[cfg(feature = "cadical")]
fn certificate() -> queenside::Certificate {
    let max = classics::non_attacking(queenside::Board::square(5), queenside::Piece::QUEEN).maximize();
    let max = max.expect("it is sound").optimum().expect("no limit was set").expect("there are queens");
    max.certificate(&Options::new()).expect("it can be refuted")
}

#[cfg(feature = "cadical")]
#[test]
fn each_file_of_a_certificate_is_whole_after_every_fault() {
    use std::collections::BTreeMap;

    let files = |folder: &Path| -> BTreeMap<String, Vec<u8>> {
        let entries = fs::read_dir(folder).into_iter().flatten().map(|entry| entry.expect("it is there"));
        let named = entries.map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.path()));
        named.map(|(name, path)| (name, fs::read(path).expect("it can be read"))).collect()
    };
    let mut faults = Faults::new(CERTIFICATE, WORKER, BLOCKS);
    let folder = faults.folder().to_owned();
    certificate().write(folder.join("expected")).expect("there is room");
    let expected = files(&folder.join("expected"));
    assert!(expected.len() >= 3);
    let (mut runs, mut whole) = (0u64, 0u64);
    while runs < 30 || !faults.is_over() {
        let fault = faults.draw_fault();
        let success = faults.run(CERTIFICATE, fault);
        let written = files(&folder.join("proof"));
        // A file that was written under another name is no part of it.
        for (name, content) in written.iter().filter(|(name, _)| expected.contains_key(*name)) {
            assert!(expected[name] == *content, "{fault:?}: {name} is not whole");
        }
        assert!(!success || written == expected, "{fault:?}: it ended well with files missing");
        whole += u64::from(success);
        drop(fs::remove_dir_all(folder.join("proof")));
        runs += 1;
    }
    println!(
        "{runs} certificates, {whole} whole, {} faults, {} processes that did not end well",
        faults.tried(),
        faults.died()
    );
    assert!(whole > 0 && faults.died() > 0, "{whole} whole, {} died", faults.died());
}
