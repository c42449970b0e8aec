//! The program itself, its workers killed with -9 and asked to stop at odd moments.

use std::process::Command;
use std::thread;
use std::time::Duration;

use crate::common::{Place, program, run};

#[test]
fn killed_and_stopped_workers_lose_nothing() {
    let place = Place::new("kills");
    let job = place.queens(14, 150);
    // Each worker is ended in another moment, by turns with and without a chance to say a word.
    for turn in 0..12u64 {
        let mut worker = program().args(["work", &job]).spawn().unwrap();
        thread::sleep(Duration::from_millis(10 + 17 * turn));
        if turn % 2 == 0 {
            worker.kill().unwrap();
        } else {
            // It may have ended by itself.
            drop(Command::new("kill").arg(worker.id().to_string()).status());
        }
        let code = worker.wait().unwrap().code();
        assert!(matches!(code, None | Some(0 | 3)), "{code:?}");
    }
    let (code, _, errors) = run(&["work", &job]);
    assert_eq!(code, Some(0), "{errors}");
    let (code, answer, errors) = run(&["merge", &job]);
    assert_eq!((code, &*answer), (Some(0), "365596\n"), "{errors}");
    // What is stopped does not count as failed.
    let (_, text, _) = run(&["status", &job]);
    assert!(text.contains("150 of 150 parts done") && !text.contains("failed"), "{text}");
    let (code, text, _) = run(&["audit", &job, "--sample", "20%"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.ends_with(", 0 wrong\n"), "{text}");
}

#[test]
fn a_worker_with_little_time_leaves_the_rest_and_says_so() {
    let place = Place::new("time");
    let job = place.queens(12, 1);
    let (mut turns, mut code) = (0, Some(3));
    while code == Some(3) {
        code = run(&["work", &job, "--for", "0s"]).0;
        turns += 1;
        if turns == 1 {
            assert_eq!(code, Some(3));
            // Without time nothing is done; with a second something is.
            code = run(&["work", &job, "--for", "1s"]).0;
        } else {
            code = run(&["work", &job]).0;
        }
    }
    assert_eq!(run(&["merge", &job]).1, "14200\n");
}

#[test]
fn what_is_missing_is_named_and_the_exit_code_tells() {
    let place = Place::new("missing");
    let job = place.queens(8, 9);
    let (code, _, errors) = run(&["merge", &job]);
    assert_eq!(code, Some(1));
    assert!(errors.contains("parts 0 to 8 are missing"), "{errors}");
    assert_eq!(run(&["work", &job, "--share", "1/2"]).0, Some(0));
    let (_, text, _) = run(&["status", &job]);
    assert!(text.contains("4 of 9 parts done") && text.contains(" expected, "), "{text}");
    assert!(std::fs::read_to_string(place.path("job/slurm.sh")).unwrap().contains("--array=0-8"));
    for wrong in [&["work", &job, "--share", "2/2"][..], &["merge", "/no/such/job"], &["work", &job, "--for", "3d"]] {
        assert_ne!(run(wrong).0, Some(0), "{wrong:?}");
    }
}

#[test]
fn a_full_disk_ends_a_worker_with_an_error_and_loses_nothing() {
    // The shell ignores the signal, so that a write beyond the limit of a file's size fails as one on a full disk does.
    let program = env!("CARGO_BIN_EXE_queenside");
    let mut torn = 0;
    for blocks in 1..=4 {
        let place = Place::new("full");
        let job = place.queens(10, 60);
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec '{program}' work '{job}'");
        let output = Command::new("bash").args(["-c", &script]).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{errors}");
        assert!(errors.contains(".log: "), "{errors}");
        let (_, text, _) = run(&["status", &job]);
        assert!(!text.starts_with("60 of 60"), "{text}");
        torn += usize::from(text.contains("was not written to its end"));
        assert_eq!(run(&["work", &job]).0, Some(0));
        let (code, answer, errors) = run(&["merge", &job]);
        assert_eq!((code, &*answer), (Some(0), "724\n"), "{errors}");
    }
    // A line may happen to end where the disk does, but hardly four.
    assert!(torn > 0);
}
