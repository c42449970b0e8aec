//! Questions stop when they should, say so, and never pass for complete.

mod cancelling;
mod nodes;
mod solutions;
mod time;
mod watching;
mod what_was_cut_short;

use std::time::Duration;

use crate::alone;
use queenside::{Board, Engine, Options, Piece, Problem, Stopped, classics};

/// What a question may take beyond its limit.
const SLACK: Duration = Duration::from_millis(50);
const SHORT: Duration = Duration::from_millis(30);

const ENGINES: [Engine; 3] = [Engine::Brute, Engine::Search, Engine::Sweep];

fn maximize(problem: &Problem, options: &Options) -> Option<Stopped> {
    let outcome = problem.using(options).maximize().unwrap();
    assert_eq!(outcome.value().is_err(), outcome.stopped().is_some(), "a stopped search has no optimum");
    outcome.stopped().cloned()
}

fn minimize(problem: &Problem, options: &Options) -> Option<Stopped> {
    problem.using(options).minimize().unwrap().stopped().cloned()
}

fn count(problem: &Problem, options: &Options) -> Option<Stopped> {
    let counted = problem.using(options).count().unwrap();
    assert_eq!(counted.exact().is_err(), counted.stopped().is_some(), "a stopped count is not exact");
    counted.stopped().cloned()
}

fn enumerate(problem: &Problem, options: &Options) -> Option<Stopped> {
    let mut solutions = problem.using(options).enumerate().unwrap();
    solutions.find_map(Result::err)
}

fn classes(problem: &Problem, options: &Options) -> Option<Stopped> {
    let mut classes = problem.using(options).classes().unwrap();
    classes.find_map(Result::err)
}

fn attacking(n: usize, k: i64) -> Problem {
    classics::attacking(Board::square(n), Piece::QUEEN, k)
}
