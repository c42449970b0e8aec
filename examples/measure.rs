//! Named questions of the literature, each asked of an engine of your choice, with the time it took.
//!
//! `cargo run --example measure -- sat walls8_12 attack10_3` asks two of them of the SAT engine; without arguments it shows
//! some that take no time. A minus sign and a family, as in `-LineEnds`, leaves that out of the formulation.
//!
//! | name | question |
//! | --- | --- |
//! | `queensN` | all placements of n queens |
//! | `wallsN_q` | the least walls that let q queens stand on n×n |
//! | `attackN_k`, `attackleN_k` | the most queens that each attack exactly, or at most, k others |
//! | `domN`, `idomN` | the fewest queens that dominate n×n; that moreover do not attack each other |
//! | `peaceN` | the largest peaceable armies of queens |
//! | `n3ilN` | the most points on n×n, no three in line |

use std::env;
use std::time::{Duration, Instant};

use queenside::{Area, Board, Constraint, Engine, Options, Outcome, Piece, Problem, classics};

type Failure = Box<dyn std::error::Error>;

fn engine(name: &str) -> Option<Engine> {
    match name {
        "auto" => Some(Engine::Auto),
        "search" => Some(Engine::Search),
        #[cfg(feature = "ilp")]
        "ilp" => Some(Engine::Ilp),
        #[cfg(feature = "sat")]
        "sat" => Some(Engine::Sat),
        _ => None,
    }
}

/// The options without the family of this name.
#[cfg(any(feature = "ilp", feature = "sat"))]
fn without(name: &str, options: &Options, left: queenside::Formulation) -> (Options, queenside::Formulation) {
    let families = queenside::Family::ALL.into_iter().filter(|family| format!("{family:?}") == name);
    let left = families.fold(left, queenside::Formulation::without);
    (options.clone().formulation(left), left)
}

/// Takes apart `walls8_12`.
fn numbers(name: &str) -> (&str, Vec<usize>) {
    let start = name.find(|sign: char| sign.is_ascii_digit() && !name.starts_with("n3il")).unwrap_or(4);
    let (word, rest) = name.split_at(start.min(name.len()));
    (word, rest.split('_').filter_map(|number| number.parse().ok()).collect())
}

fn ask(name: &str, options: &Options) -> Result<String, Failure> {
    let value = |outcome: Outcome| match outcome {
        Outcome::Optimal(best) => format!("{} ({}: {})", best.value(), best.engine(), best.proof()),
        Outcome::Infeasible(_) => "impossible".to_owned(),
        Outcome::Stopped(so_far) => {
            format!("stopped, best {:?}, bound {:?}", so_far.best().map(|best| best.0), so_far.bound())
        }
    };
    let queen = Piece::QUEEN;
    Ok(match numbers(name) {
        ("queens", n) => {
            let found = classics::queens(n[0]).using(options).enumerate()?.flatten().count();
            format!("{found} found")
        }
        ("walls", n) => {
            let mut problem = Problem::new(Board::square(n[0]));
            let (queen, wall) = (problem.kind("queen", queen), problem.kind("wall", Piece::BLOCKER));
            problem.add(Constraint::attacks(queen, queen, 0)).add(Constraint::count(queen, Area::Everywhere, n[1]));
            value(problem.using(options).minimize_of([(wall, 1)])?)
        }
        ("attack", n) => value(classics::attacking(Board::square(n[0]), queen, n[1]).using(options).maximize()?),
        ("attackle", n) => value(classics::attacking(Board::square(n[0]), queen, ..=n[1]).using(options).maximize()?),
        ("dom", n) => value(classics::domination(Board::square(n[0]), queen).using(options).minimize()?),
        ("idom", n) => value(classics::independent_domination(Board::square(n[0]), queen).using(options).minimize()?),
        ("peace", n) => value(classics::peaceable(Board::square(n[0]), queen).using(options).maximize()?),
        ("n3il", n) => value(classics::no_three_in_line(n[0]).using(options).maximize()?),
        _ => return Err(format!("unknown: {name}").into()),
    })
}

fn main() -> Result<(), Failure> {
    let mut arguments: Vec<String> = env::args().skip(1).collect();
    if arguments.is_empty() {
        arguments = ["search", "queens8", "walls4_5", "attack8_1", "dom5", "peace4", "n3il4"].map(String::from).into();
    }
    let mut options = Options::new().time_limit(Duration::from_secs(600));
    #[cfg(any(feature = "ilp", feature = "sat"))]
    let mut formulation = queenside::Formulation::strong();
    for argument in &arguments {
        if let Some(engine) = engine(argument) {
            options = options.engine(engine);
            continue;
        }
        #[cfg(any(feature = "ilp", feature = "sat"))]
        if let Some(family) = argument.strip_prefix('-') {
            (options, formulation) = without(family, &options, formulation);
            continue;
        }
        let start = Instant::now();
        let answer = ask(argument, &options)?;
        println!("{argument}: {answer} in {:.3} s", start.elapsed().as_secs_f64());
    }
    Ok(())
}
