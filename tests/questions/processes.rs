//! Parts of a search travel as text to other processes, which go on with them.
//!
//! The other processes are this test program again, asked to run one test, which without a part to go through does nothing.

use std::env;
use std::io::Write;
use std::process::{Command, Stdio};

use queenside::{Board, Options, Part, Piece, Problem, classics};

const NAME: &str = "QUEENSIDE_TEST_PROBLEM";

fn problem(name: &str) -> Problem {
    match name {
        "queens" => classics::queens(8),
        "kings" => classics::non_attacking(Board::new(4, 5).with_walls([(1, 2)]), Piece::KING),
        "exactly two" => classics::attacking(Board::square(4), Piece::QUEEN, 2),
        "domination" => classics::domination(Board::new(3, 4), Piece::KNIGHT),
        _ => panic!("no problem is named {name}"),
    }
}

const PROBLEMS: [&str; 4] = ["queens", "kings", "exactly two", "domination"];

/// What another process finds in a part, one line a solution.
fn elsewhere(name: &str, part: &Part) -> Vec<String> {
    let mut child = Command::new(env::current_exe().unwrap())
        .args(["--exact", "processes::goes_through_the_part_it_is_given", "--nocapture"])
        .env(NAME, name)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let text = serde_json::to_string(part).unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().filter_map(|line| line.strip_prefix("solution ")).map(str::to_owned).collect()
}

fn line(placement: &queenside::Placement) -> String {
    placement.to_string().replace('\n', "/")
}

fn all(name: &str) -> Vec<String> {
    problem(name).enumerate().unwrap().map(|placement| line(&placement.unwrap())).collect()
}

#[test]
fn goes_through_the_part_it_is_given() {
    let Ok(name) = env::var(NAME) else { return };
    let part: Part = serde_json::from_reader(std::io::stdin()).unwrap();
    println!();
    for placement in problem(&name).resume(&part).unwrap() {
        println!("solution {}", line(&placement.unwrap()));
    }
}

#[test]
fn seven_processes_find_what_one_finds() {
    for name in PROBLEMS {
        let parts = problem(name).split(7).unwrap();
        let found: Vec<String> = parts.iter().flat_map(|part| elsewhere(name, part)).collect();
        assert_eq!(found, all(name), "{name}");
    }
}

#[test]
fn another_process_goes_on_where_this_one_stopped() {
    for name in PROBLEMS {
        for nodes in [0, 7, 20] {
            let options = Options::new().node_limit(nodes);
            let problem = problem(name);
            let mut found = Vec::new();
            let mut rest = None;
            for placement in problem.using(&options).enumerate().unwrap() {
                match placement {
                    Ok(placement) => found.push(line(&placement)),
                    Err(stopped) => rest = stopped.rest().cloned(),
                }
            }
            found.extend(elsewhere(name, &rest.expect("the limit is reached")));
            assert_eq!(found, all(name), "{name} after {nodes} nodes");
        }
    }
}
