//! No question uses more than 50 ms of the processor beyond its limit, whatever the engine and however wide the board; and
//! none holds much more memory than it may. Each case runs in a process of its own.
//!
//! The usual run takes a sample of the cases, and lets each be 300 ms late: a machine may be some times slower, or busy, and what
//! a loop takes that does not look at the clock grows with the board, mostly to more than that. The exact bound is for a machine
//! that has nothing else to do: `cargo test --test clock promptness -- --ignored` takes all cases with it, and with
//! `QUEENSIDE_PROMPTNESS_SHARE=3/20` the third of twenty shares, which run one engine after the other.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use crate::alone;
use queenside::{Area, Board, CancelToken, Constraint, Engine, Kind, Options, Piece, Problem, classics};
use queenside_testing::clock::used;

/// How long a question may take, on the clock.
const LIMIT: Duration = Duration::from_millis(100);
/// What it may take beyond, in hundredths of a second of the processor: 50 ms, and the two that the measure is short of.
const SLACK: u64 = 5 + 2;
/// The same, on a machine that may be slow and busy.
const WIDE_SLACK: u64 = 30 + 2;
/// The name under which a process learns which case it is to run.
const CASE: &str = "QUEENSIDE_PROMPTNESS";
/// The variable that tells a process how late it may be, if not as late as [`SLACK`] says.
const ALLOWED: &str = "QUEENSIDE_PROMPTNESS_SLACK";
/// The variable that picks a share of all cases.
const SHARE: &str = "QUEENSIDE_PROMPTNESS_SHARE";

static PIECES: [(&str, Piece); 8] = [
    ("king", Piece::KING),
    ("queen", Piece::QUEEN),
    ("rook", Piece::ROOK),
    ("bishop", Piece::BISHOP),
    ("knight", Piece::KNIGHT),
    ("amazon", Piece::AMAZON),
    ("nightrider", Piece::NIGHTRIDER),
    ("camel", Piece::CAMEL),
];
const RULES: [&str; 6] = ["apart", "one", "pairs", "dominate", "armies", "half"];
const OTHERS: [&str; 4] = ["kinds", "counts", "sums", "thirty"];
const HUGE: &str = "400×400 ";
const QUESTIONS: [&str; 11] = [
    "solve",
    "enumerate",
    "count",
    "classes",
    "uniqueness",
    "sample",
    "random",
    "maximize",
    "minimize",
    "count_by_size",
    "minimize_by_size",
];
const ENGINES: [&str; 7] = ["brute", "search", "sweep", "lines", "ilp", "sat", "auto"];
const MODES: [&str; 3] = ["time", "cancel", "memory"];

/// Boards are of 200×200, and of 400×400 if the name begins with that.
fn problem(name: &str) -> Problem {
    let (rows, name) = name.strip_prefix(HUGE).map_or((200, name), |name| (400, name));
    let board = || Board::square(rows);
    let piece = |name: &str| {
        let found = PIECES.iter().find(|(own, _)| *own == name);
        found.map(|(_, piece)| piece.clone()).expect("a piece")
    };
    match name.split_once(' ') {
        Some(("apart", name)) => classics::non_attacking(board(), piece(name)),
        Some(("one", name)) => {
            let mut problem = Problem::new(board());
            let kind = problem.add_kind(name, piece(name));
            problem.with(Constraint::count(kind, Area::Everywhere, 1))
        }
        Some(("pairs", name)) => classics::attacking(board(), piece(name), 1),
        Some(("dominate", name)) => classics::domination(board(), piece(name)),
        Some(("armies", name)) => classics::peaceable(board(), piece(name)),
        Some(("half", name)) => {
            let mut problem = classics::non_attacking(board(), piece(name));
            let kinds: Vec<Kind> = problem.kinds().collect();
            problem.add(Constraint::count(kinds, Area::Everywhere, 150..));
            problem
        }
        None if name == "kinds" => {
            let mut problem = Problem::new(Board::square(40));
            for number in 0..64 {
                problem.add_kind(format!("kind {number}"), PIECES[number % PIECES.len()].1.clone());
            }
            problem.non_attacking().clone()
        }
        // Solutions come one after the other.
        None if name == "thirty" => classics::queens(30),
        // Some three million slopes.
        None if name == "slopes" => classics::no_three_in_line(3000),
        None => {
            // A hundred thousand rules, each about two or three squares.
            let mut problem = Problem::new(Board::square(100));
            let king = problem.add_kind("king", Piece::KING);
            for number in 0..100_000 {
                let square = |step: usize| {
                    let index = (number * 7919 + step * 104_729) % 10_000;
                    (index / 100, index % 100)
                };
                problem.add(match name {
                    "counts" => Constraint::count(king, [square(0), square(1)], ..=1),
                    _ => Constraint::linear((0..3).map(|step| (step as i64 - 1, king, square(step))), -1..=1),
                });
            }
            problem
        }
        _ => panic!("{name} is no problem"),
    }
}

/// Asks, and tells whether it was answered in full.
fn ask(problem: &Problem, question: &str, options: &Options) -> Result<bool, queenside::Invalid> {
    let asked = problem.using(options);
    let weights: Vec<(Kind, i64)> = problem.kinds().map(|kind| (kind, 1)).collect();
    Ok(match question {
        "solve" => asked.solve()?.stopped().is_none(),
        "enumerate" => asked.enumerate()?.all(|found| found.is_ok()),
        "count" => asked.count()?.stopped().is_none(),
        "classes" => asked.classes()?.all(|found| found.is_ok()),
        "uniqueness" => asked.uniqueness()?.stopped().is_none(),
        "sample" => asked.sample(1)?.stopped().is_none(),
        "random" => asked.random(1)?.stopped().is_none(),
        "maximize" => asked.maximize()?.stopped().is_none(),
        "minimize" => asked.minimize()?.stopped().is_none(),
        "count_by_size" => asked.count_by_size()?.stopped().is_none(),
        "minimize_by_size" => asked.minimize_by_size(weights)?.stopped().is_none(),
        _ => panic!("{question} is no question"),
    })
}

fn engine(name: &str) -> Option<Engine> {
    match name {
        "auto" => Some(Engine::Auto),
        "brute" => Some(Engine::Brute),
        "search" => Some(Engine::Search),
        "sweep" => Some(Engine::Sweep),
        "lines" => Some(Engine::Lines),
        "ilp" => Some(Engine::Ilp),
        "sat" => Some(Engine::Sat),
        _ => None,
    }
}

/// The most megabytes that this process has held so far.
fn held() -> u64 {
    let text = fs::read_to_string("/proc/self/status").expect("Linux says so");
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("Linux says so");
    line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") / 1024
}

/// One case, of which the environment tells.
#[test]
#[ignore = "the others run it in processes of its own"]
fn one_case() {
    const MEGABYTES: u64 = 64;
    let Ok(case) = env::var(CASE) else { return };
    let parts: Vec<&str> = case.split('/').collect();
    let [name, question, engine_name, mode] = parts[..] else { panic!("{case} is no case") };
    let Some(engine) = engine(engine_name) else { return };
    let problem = problem(name);
    let token = CancelToken::new();
    let options = Options::new().engine(engine);
    let options = match mode {
        "time" => options.time_limit(LIMIT),
        "cancel" => options.cancel(&token),
        _ => options.time_limit(10 * LIMIT).memory_limit(MEGABYTES << 20),
    };
    let at_limit: Arc<Mutex<Option<u64>>> = Arc::default();
    let (before, told) = (held(), Arc::clone(&at_limit));
    thread::spawn(move || {
        thread::sleep(LIMIT);
        *told.lock().expect("no thread panics with it") = used();
        token.cancel();
    });
    let answer = ask(&problem, question, &options);
    let end = used().expect("Linux says so");
    let begun = *at_limit.lock().expect("no thread panics with it");
    if mode == "memory" {
        let more = held() - before;
        assert!(more < 3 * MEGABYTES + 64, "{case}: {more} MB");
    } else if let Some(begun) = begun {
        let slack = env::var(ALLOWED).map_or(SLACK, |slack| slack.parse().expect("a number"));
        assert!(end <= begun + slack, "{case}: {}0 ms, {answer:?}", end - begun);
    }
}

/// Runs cases one after the other; tells what those say that fail.
fn run(cases: &[String], slack: u64) -> BTreeMap<String, String> {
    let _alone = alone();
    let own = env::current_exe().expect("it has a path");
    let mut failed = BTreeMap::new();
    for case in cases {
        let run = || {
            let mut child = Command::new(&own);
            child.args(["--exact", "promptness::one_case", "--ignored"]);
            child.env(CASE, case).env(ALLOWED, slack.to_string());
            let text = String::from_utf8_lossy(&child.output().expect("it can be run").stdout).into_owned();
            (text.contains("1 passed"), text)
        };
        // On a busy machine the watch itself may come late; the case has to fail four times.
        let (mut passed, mut text) = run();
        for _ in 0..3 {
            if !passed {
                (passed, text) = run();
            }
        }
        if !passed {
            let says = |line: &&str| line.starts_with(case.as_str());
            let why = text.lines().find(says).unwrap_or(&text).to_owned();
            eprintln!("failed: {why}");
            failed.insert(case.clone(), why);
        }
    }
    failed
}

fn cases() -> Vec<String> {
    let wide = RULES.iter().flat_map(|rule| PIECES.iter().map(move |(piece, _)| format!("{rule} {piece}")));
    let problems: Vec<String> = wide.chain(OTHERS.map(str::to_owned)).collect();
    let mut cases = Vec::new();
    for engine in ENGINES {
        for problem in &problems {
            let wide = !OTHERS.contains(&problem.as_str());
            let first_of_its_rule = !wide || problem.ends_with(" queen");
            for question in QUESTIONS {
                for mode in MODES {
                    let needed = match (engine, mode) {
                        // It declines all of these once they are compiled, which takes longest on the largest board.
                        // The engines of this crate look at the token where they look at the clock; solvers have a way for each.
                        ("brute", _) | ("search" | "sweep" | "auto", "cancel") => first_of_its_rule,
                        _ => true,
                    };
                    if needed {
                        cases.push(format!("{problem}/{question}/{engine}/{mode}"));
                    }
                }
                if wide {
                    cases.push(format!("{HUGE}{problem}/{question}/{engine}/time"));
                }
            }
        }
    }
    cases
}

#[test]
fn a_sample_of_all_cases_stops_in_time_and_in_memory() {
    const SAMPLE: usize = 60;
    let all = cases();
    // A multiplicative generator: the same cases each time.
    let mut state = 1u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        all[(state >> 33) as usize % all.len()].clone()
    };
    let mut sample: Vec<String> = (0..SAMPLE).map(|_| next()).collect();
    // Those that once were late.
    sample.extend(
        [
            "one king/count/search/time",
            "one king/count/search/cancel",
            "apart amazon/minimize_by_size/search/time",
            "apart knight/maximize/sat/time",
            "counts/maximize/search/time",
            "apart queen/count/sat/memory",
            "apart king/enumerate/search/time",
            "half knight/enumerate/search/memory",
            "counts/enumerate/search/cancel",
            "armies king/minimize_by_size/search/memory",
            "kinds/minimize_by_size/sweep/memory",
            "kinds/maximize/search/memory",
            "counts/maximize/sat/memory",
            "counts/minimize_by_size/ilp/memory",
            "400×400 apart camel/uniqueness/ilp/time",
            "slopes/maximize/search/time",
        ]
        .map(str::to_owned),
    );
    let failed = run(&sample, WIDE_SLACK);
    assert!(failed.is_empty(), "{failed:#?}");
}

#[test]
#[ignore = "an hour"]
fn every_case_stops_in_time_and_in_memory() {
    let all = cases();
    let share = env::var(SHARE).map_or((1, 1), |share| {
        let numbers = share.split_once('/').and_then(|(one, of)| Some((one.parse().ok()?, of.parse().ok()?)));
        numbers.filter(|(one, of): &(usize, usize)| (1..=*of).contains(one)).expect("a share is written as 3/20")
    });
    let end = |number: usize| all.len() * number / share.1;
    let failed = run(&all[end(share.0 - 1)..end(share.0)], SLACK);
    assert!(failed.is_empty(), "{failed:#?}");
}
