//! Tables of queens that attack exactly, or at most, k others.
//!
//! ```sh
//! cargo run --example attacking_tables -- values exactly 3 1 8     # CSV: value, how it is known, queens
//! cargo run --example attacking_tables -- counts exactly 2 1 7     # CSV: optimal placements and classes
//! cargo run --example attacking_tables -- counts exactly 2 1 7 sat # by another engine
//! cargo run --example attacking_tables -- b-file at-most 5 1 20    # "n value", as OEIS has them
//! ```

use std::env;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use queenside::render::Sequence;
use queenside::{Area, Board, Constraint, Engine, Error, Options, Placement};
use queenside_attacking::{Rule, bounds};

/// A value, how it is known, and queens that reach it.
struct Known {
    value: i64,
    how: String,
    queens: Placement,
}

/// By a pattern that meets a bound, or else by an engine; `None` if that takes too long.
fn known(rule: Rule, n: usize, options: &Options) -> Result<Option<Known>, Error> {
    let bound = bounds::best(rule, &Board::square(n))?;
    if let Some(queens) = rule.pattern(n).filter(|queens| queens.len() as i64 == bound.value()) {
        return Ok(Some(Known { value: bound.value(), how: format!("bound: {}", bound.name()), queens }));
    }
    let problem = rule.problem(n);
    // No queen may stand there: the empty board is the only answer.
    if bound.value() == 0 {
        let queens = Placement::new(&problem, Vec::<(queenside::Kind, (usize, usize))>::new())?;
        return Ok(Some(Known { value: 0, how: format!("bound: {}", bound.name()), queens }));
    }
    let outcome = problem.using(options).maximize()?;
    Ok(outcome.known().ok().and_then(Option::as_ref).map(|best| {
        let how = match best.proof() {
            queenside::Proof::BoundMet { name } => format!("bound: {name}"),
            proof => format!("{}: {proof}", outcome.engine()),
        };
        Known { value: best.value(), how, queens: best.placement().clone() }
    }))
}

/// The squares as numbers in reading order.
fn numbers(queens: &Placement, n: usize) -> String {
    let numbers: Vec<String> = queens.occupied().iter().map(|square| square.index(n).to_string()).collect();
    numbers.join(" ")
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (what, sort, k, first, last, engine) = match words[..] {
        [what, sort, k, first, last, ref engine @ ..] => (what, sort, k, first, last, engine.first().copied()),
        _ => ("values", "exactly", "3", "1", "6", None),
    };
    let number = |text: &str| text.parse::<u32>().unwrap_or(1);
    let rule = if sort == "exactly" { Rule::Exactly(number(k)) } else { Rule::AtMost(number(k)) };
    let options = Options::new().time_limit(Duration::from_secs(900)).engine(match engine {
        Some("search") => Engine::Search,
        Some("sweep") => Engine::Sweep,
        Some("sat") => Engine::Sat,
        Some("ilp") => Engine::Ilp,
        _ => Engine::Auto,
    });
    let mut out = io::stdout().lock();
    let mut terms = Vec::new();
    for n in number(first) as usize..=number(last) as usize {
        let start = Instant::now();
        // Any engine may find the value; the chosen one counts.
        let finder = if what == "counts" { options.clone().engine(Engine::Auto) } else { options.clone() };
        let Some(Known { value, how, queens }) = known(rule, n, &finder)? else {
            eprintln!("{rule}, n = {n}: not known within the time");
            if what == "b-file" {
                break;
            }
            continue;
        };
        match what {
            "counts" => {
                let mut problem = rule.problem(n);
                let queen = problem.kind_named("queen")?;
                problem.add(Constraint::count(queen, Area::Everywhere, value));
                let (mut placements, mut classes) = (0, 0);
                for class in problem.using(&options).classes()? {
                    match class {
                        Ok(class) => (placements, classes) = (placements + class.size(), classes + 1),
                        Err(stopped) => {
                            eprintln!("{rule}, n = {n}: {stopped}");
                            return Ok(());
                        }
                    }
                }
                writeln!(out, "{rule},{n},{value},{placements},{classes}")?;
            }
            // A b-file has no gaps.
            "b-file" => terms.push(value as u64),
            _ => writeln!(out, "{rule},{n},{value},{how},{}", numbers(&queens, n))?,
        }
        eprintln!("{rule}, n = {n}: {:.3} s", start.elapsed().as_secs_f64());
    }
    write!(out, "{}", Sequence::new(i64::from(number(first)), terms))?;
    Ok(())
}
