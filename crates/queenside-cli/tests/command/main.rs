//! The command, run as a user runs it: what it prints, how it ends, what it writes.

mod endings;
mod laboratories;
mod puzzles;
mod questions;

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// Many placements, and no engine counts them in a test's time.
const ENDLESS: &str = "queenside = 1\nquestion = \"count\"\nboard = \"30x30\"\nrules = '''\nking attacks king: ..=2\n'''\n[kinds]\nking = \"KN\"\n";

fn queenside(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_queenside"));
    command.args(arguments).current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    command
}

fn run(arguments: &[&str]) -> (i32, String, String) {
    ended(queenside(arguments).output().expect("the command runs"))
}

fn ended(output: Output) -> (i32, String, String) {
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it prints text");
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

fn with_input(arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut child = queenside(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    child.stdin.take().expect("it has an input").write_all(input.as_bytes()).expect("it reads");
    ended(child.wait_with_output().expect("it ends"))
}

fn json(arguments: &[&str]) -> (i32, Value) {
    let (code, out, error) = run(&[arguments, &["--json"]].concat());
    assert_eq!(error, "", "{arguments:?}");
    (code, serde_json::from_str(&out).unwrap_or_else(|problem| panic!("{arguments:?}: {problem}: {out}")))
}

fn temporary(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}
