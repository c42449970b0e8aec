//! How a command ends: exit codes, limits, interrupts, closed pipes, full disks, files.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::{ENDLESS, ended, queenside, run, temporary, with_input};

#[test]
fn the_exit_code_says_how_it_ended() {
    assert_eq!(run(&["solve", "n-queens", "--board", "3"]).0, 4);
    assert_eq!(run(&["count", "n-queens", "--board", "3"]).0, 4);
    assert_eq!(run(&["count", "n-queens", "--board", "12", "--nodes", "5"]).0, 3);
    assert_eq!(run(&["max", "queens", "--board", "0"]).0, 2);
    assert_eq!(run(&["max", "quens"]).0, 2);
    assert_eq!(run(&["max", "queens", "--walls", "i9"]).0, 2);
    assert_eq!(run(&["max", "pieces", "--piece", "gQ"]).0, 2);
    assert_eq!(run(&["max"]).0, 2);
    assert_eq!(run(&["max", "no-such-file.toml"]).0, 1);
    assert_eq!(run(&["max", "docs/gallery/eight-queens.toml", "--walls", "a1"]).0, 2);
    assert_eq!(run(&["max", "rooks", "--stars", "1"]).0, 2);
    assert_eq!(run(&["count", "rooks", "--weights", "1 rook"]).0, 2);
}

#[test]
fn a_time_limit_leaves_the_best_so_far() {
    let begin = Instant::now();
    let (code, out, _) =
        run(&["max", "knights", "--board", "40", "--rule", "knight covers board: ..=5", "--time", "300ms", "--json"]);
    let report: Value = serde_json::from_str(&out).expect("it is JSON");
    assert!(begin.elapsed() < Duration::from_secs(20));
    assert_eq!((code, report["status"].as_str()), (3, Some("stopped")), "{report}");
    assert_eq!(report["cause"].as_str(), Some("the time limit was reached"));
}

#[cfg(unix)]
#[test]
fn an_interrupt_stops_the_question_and_not_the_program() {
    let mut child = queenside(&["ask", "-", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command runs");
    child.stdin.take().expect("it has an input").write_all(ENDLESS.as_bytes()).expect("it reads");
    std::thread::sleep(Duration::from_millis(1500));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("there is kill");
    assert!(killed.success());
    let (code, out, _) = ended(child.wait_with_output().expect("it ends"));
    let report: Value = serde_json::from_str(&out).expect("it is JSON");
    assert_eq!((code, report["cause"].as_str()), (3, Some("it was cancelled")));
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_fault() {
    let mut child = queenside(&["list", "n-queens", "--board", "9"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    drop(child.stdout.take());
    let (code, _, error) = ended(child.wait_with_output().expect("it ends"));
    assert_eq!((code, error.as_str()), (0, ""));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_behind_the_output_is_told() {
    for arguments in [&["--help"][..], &["man"], &["count", "n-queens", "--board", "6"], &["max", "--help"]] {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("Linux has one");
        let ended = queenside(arguments).stdout(full).output().expect("the command runs");
        assert_eq!(ended.status.code(), Some(1), "{arguments:?}");
        assert!(!String::from_utf8_lossy(&ended.stderr).contains("panicked"), "{arguments:?}");
    }
}

#[test]
fn files_are_checked_before_the_work_and_written_whole() {
    let begin = Instant::now();
    let (code, _, error) = with_input(&["max", "-", "--picture", "/no/such/folder/board.svg"], ENDLESS);
    assert_eq!(code, 1);
    assert!(error.contains("/no/such/folder/board.svg") && begin.elapsed() < Duration::from_secs(20), "{error}");
    assert_eq!(run(&["max", "queens", "--picture", "board.bmp"]).0, 2);

    let picture = temporary("queens.svg");
    let path = picture.to_str().expect("it is text");
    assert_eq!(run(&["max", "queens", "--board", "4", "--picture", path]).0, 0);
    assert!(std::fs::read_to_string(&picture).expect("it was written").ends_with("</svg>\n"));
}

#[test]
#[cfg(unix)]
fn a_file_is_written_whether_or_not_the_output_is_read() {
    let file = temporary("unread");
    for arguments in [
        &["max", "queens", "--picture", "unread.svg"][..],
        &["list", "n-queens", "--picture", "unread.svg"],
        &["make", "n-queens", "--board", "5", "--count", "3", "--html", "unread.html"],
        &["puzzles", "1", "--board", "3", "--html", "unread.html"],
        &["least-walls", "--board", "3", "--csv", "unread.csv"],
        &["least-walls", "--board", "3", "--svg", "unread.svg"],
        &["census", "1", "--board", "3", "--records", "unread.txt"],
    ] {
        let (last, others) = arguments.split_last().expect("there are arguments");
        let file = file.with_extension(Path::new(last).extension().expect("it has one"));
        let _ = std::fs::remove_file(&file);
        let mut child = queenside(others).arg(&file).stdout(Stdio::piped()).spawn().expect("the command runs");
        drop(child.stdout.take());
        assert_eq!(child.wait().expect("it ends").code(), Some(0), "{arguments:?}");
        assert!(file.exists(), "{arguments:?}");
    }
}

#[test]
fn what_was_cut_short_says_so_in_json_too() {
    for arguments in [
        &["least-walls", "--board", "5", "--nodes", "5"][..],
        &["least-walls", "--board", "3x6", "--count-sets", "--nodes", "5000"],
        &["attack", "1", "11", "--nodes", "1"],
        &["attack", "1", "--table", "11..12", "--nodes", "1"],
        &["census", "2", "--nodes", "10"],
        &["puzzles", "2", "--board", "5", "--nodes", "10"],
        &["make", "n-queens", "--nodes", "1"],
        &["list", "n-queens", "--nodes", "9"],
    ] {
        let (code, out, error) = run(&[arguments, &["--json"]].concat());
        let report: Value = serde_json::from_str(out.lines().last().unwrap_or_default()).unwrap_or_default();
        assert!(code == 3 && report["status"] == "stopped", "{arguments:?}: {code} {out}{error}");
        assert!(report["cause"].as_str().is_some_and(|cause| cause.ends_with(" was reached")), "{report}");
    }
    // A job about the best placements wants their value first.
    let job = temporary("no-job");
    let path = job.to_str().expect("it is text");
    let plan = ["plan", "count", "n-queens", "--board", "3", "--of", "max", "--parts", "2", "-o", path];
    let (code, _, error) = run(&plan);
    assert!(code == 4 && error.contains("nothing satisfies the rules") && !job.exists(), "{error}");
}
