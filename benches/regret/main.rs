//! How much is lost by leaving the engine to the crate: the time by default over that of the best engine.
//!
//! ```sh
//! cargo bench --bench regret -- --questions 300 --limit 4 --picture regret.svg
//! ```
//!
//! asks 300 questions of the matrix in `questions.rs`, by default and of each engine alone, four seconds each, and prints a
//! table, the worst first. `--filter TEXT` keeps only those whose names contain it, and explains each; `--from N` begins
//! later. `--families yes` asks the optima that integer programs of the literature are written for instead, and
//! `--relatives SEED` optima of the same families with other pieces, sides and boards. `--alone no` asks by default alone.
//! `--export FOLDER` writes an integer program and a task file of each optimum, and what the crate made of it, for
//! `benches/compare/programs.py`, which asks other solvers. Without arguments it is a sample that takes a minute. Times are
//! those a user sees, the least of several where they are short; the time of the processor counts where it is less, so that
//! other work on the machine matters little. Differences under a millisecond count for nothing. Engines that answer must agree.

mod questions;

use std::time::{Duration, Instant};
use std::{env, fs};

use queenside::render::Chart;
use queenside::{Engine, Error, Options};

use questions::Question;

type Failure = Box<dyn std::error::Error>;

/// The engines that are asked alone.
const ENGINES: &[(&str, Engine)] = &[
    ("search", Engine::Search),
    ("sweep", Engine::Sweep),
    ("lines", Engine::Lines),
    #[cfg(feature = "sat")]
    ("sat", Engine::Sat),
    #[cfg(feature = "ilp")]
    ("ilp", Engine::Ilp),
];

/// The memory that each may use.
const MEMORY: u64 = 2 << 30;

/// How long an engine took to answer.
enum Took {
    Answered(Duration, String),
    /// Stopped, with the best value and the bound so far.
    Stopped(Option<i64>, Option<i64>),
    Declined,
}

impl Took {
    fn time(&self) -> Option<Duration> {
        if let Self::Answered(time, _) = self { Some(*time) } else { None }
    }
}

/// The times of one question: by default, and of each engine.
struct Row {
    name: String,
    default: Took,
    alone: Vec<Took>,
}

impl Row {
    /// The least time of an engine that answers.
    fn best(&self) -> Option<Duration> {
        self.alone.iter().filter_map(Took::time).min()
    }

    /// The time by default over that of the best engine; infinite where only that answers, `None` where none does.
    fn regret(&self) -> Option<f64> {
        const IGNORED: Duration = Duration::from_millis(1);
        match (self.default.time(), self.best()) {
            (Some(own), Some(best)) if own <= best + IGNORED => Some((own.as_secs_f64() / best.as_secs_f64()).min(1.0)),
            (Some(own), Some(best)) => Some(own.as_secs_f64() / best.as_secs_f64()),
            (None, Some(_)) => Some(f64::INFINITY),
            (Some(_), None) => Some(0.0),
            (None, None) => None,
        }
    }
}

struct Arguments {
    questions: usize,
    from: usize,
    limit: Duration,
    filter: String,
    families: bool,
    relatives: Option<u64>,
    alone: bool,
    export: Option<String>,
    picture: Option<String>,
}

/// Reads a word that says yes or no.
fn truth(word: &str) -> Result<bool, Failure> {
    match word {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(format!("{word} is neither yes nor no").into()),
    }
}

fn arguments() -> Result<Arguments, Failure> {
    let mut own = Arguments {
        questions: 12,
        from: 0,
        limit: Duration::from_millis(500),
        filter: String::new(),
        families: false,
        relatives: None,
        alone: true,
        export: None,
        picture: None,
    };
    let mut words = env::args().skip(1).filter(|word| word != "--bench");
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| format!("{word} needs a value"))?;
        match word.as_str() {
            "--questions" => own.questions = value.parse()?,
            "--from" => own.from = value.parse()?,
            "--limit" => own.limit = Duration::try_from_secs_f64(value.parse()?)?,
            "--filter" => own.filter = value,
            "--families" => own.families = truth(&value)?,
            "--relatives" => own.relatives = Some(value.parse()?),
            "--alone" => own.alone = truth(&value)?,
            "--export" => own.export = Some(value),
            "--picture" => own.picture = Some(value),
            _ => {
                let known =
                    "--questions, --from, --limit, --filter, --families, --relatives, --alone, --export, --picture";
                return Err(format!("unknown: {word}; known are {known}").into());
            }
        }
    }
    Ok(own)
}

/// The time of the processor that this process has used, where the system tells it.
#[cfg(unix)]
fn processor() -> Option<Duration> {
    Duration::try_from(rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime)).ok()
}

#[cfg(not(unix))]
fn processor() -> Option<Duration> {
    None
}

fn ask(question: &Question, engine: Engine, limit: Duration) -> Result<Took, Failure> {
    /// How many times it is asked, while all together take no longer.
    const TIMES: usize = 4;
    const SHORT: Duration = Duration::from_millis(100);
    let options = Options::new().engine(engine).time_limit(limit).memory_limit(MEMORY);
    let mut min = Duration::MAX;
    let mut text = String::new();
    let first = Instant::now();
    for _ in 0..TIMES {
        let (start, used) = (Instant::now(), processor());
        text = match question.ask(&options) {
            Ok(answer) => answer,
            Err(Error::Invalid(_)) if engine != Engine::Auto => return Ok(Took::Declined),
            Err(Error::Stopped(stopped)) => return Ok(Took::Stopped(stopped.best_value(), stopped.bound())),
            Err(error) => return Err(format!("{}: {error}", question.name).into()),
        };
        let time = start.elapsed();
        let used = used.zip(processor()).map(|(before, after)| after.saturating_sub(before));
        min = min.min(time).min(used.unwrap_or(time));
        if first.elapsed() > SHORT {
            break;
        }
    }
    Ok(Took::Answered(min, text))
}

fn row(question: &Question, engines: &[(&str, Engine)], limit: Duration) -> Result<Row, Failure> {
    /// How many rounds all that take no longer are asked: machines are slow for seconds.
    const ROUNDS: usize = 3;
    const SHORT: Duration = Duration::from_millis(500);
    let mut default = ask(question, Engine::Auto, limit)?;
    let mut alone: Vec<Took> =
        engines.iter().map(|(_, engine)| ask(question, *engine, limit)).collect::<Result<_, _>>()?;
    for _ in 1..ROUNDS {
        let engines = std::iter::once(Engine::Auto).chain(engines.iter().map(|(_, engine)| *engine));
        for (took, engine) in std::iter::once(&mut default).chain(&mut alone).zip(engines) {
            if let Took::Answered(least, _) = took
                && *least < SHORT
                && let Some(time) = ask(question, engine, limit)?.time()
            {
                *least = time.min(*least);
            }
        }
    }
    let all = || std::iter::once(&default).chain(&alone);
    let answers: Vec<&String> =
        all().filter_map(|took| if let Took::Answered(_, answer) = took { Some(answer) } else { None }).collect();
    let first = answers.first();
    if let (Some(first), Some(other)) = (first, answers.iter().find(|other| Some(*other) != first)) {
        return Err(format!("{}: {first} is not {other}", question.name).into());
    }
    // What was found before a stop is no better than the optimum, and no bound is worse.
    if let Some(value) = answers.first().and_then(|answer| answer.parse::<i64>().ok()) {
        for (best, bound) in all().filter_map(|took| if let Took::Stopped(a, b) = took { Some((a, b)) } else { None }) {
            let sign = if question.is_least() { -1 } else { 1 };
            let wrong = [best.map(|best| best - value), bound.map(|bound| value - bound)];
            if wrong.into_iter().flatten().any(|over| sign * over > 0) {
                return Err(format!("{}: {value}, but found {best:?}, bound {bound:?}", question.name).into());
            }
        }
    }
    Ok(Row { name: question.name.clone(), default, alone })
}

fn shown(took: &Took) -> String {
    match took {
        Took::Answered(time, _) => format!("{:.2}", time.as_secs_f64() * 1e3),
        Took::Stopped(..) => "no end".to_owned(),
        Took::Declined => "–".to_owned(),
    }
}

/// Writes an integer program, a task file, and a line with the name of the question and what the default made of it: milliseconds, the value or the
/// best, the bound.
fn write(question: &Question, took: &Took, path: &str) -> Result<(), Failure> {
    let Some(program) = question.mps() else { return Ok(()) };
    let number = |number: &Option<i64>| number.map_or("-".to_owned(), |number| number.to_string());
    let took = match took {
        Took::Answered(time, value) => format!("{:.2}\t{value}\t{value}", time.as_secs_f64() * 1e3),
        Took::Stopped(best, bound) => format!("-\t{}\t{}", number(best), number(bound)),
        Took::Declined => return Ok(()),
    };
    fs::write(format!("{path}.mps"), program?)?;
    #[cfg(feature = "tasks")]
    if let Some(task) = question.task() {
        fs::write(format!("{path}.toml"), task)?;
    }
    fs::write(format!("{path}.tsv"), format!("{}\t{took}\n", question.name))?;
    Ok(())
}

fn main() -> Result<(), Failure> {
    let Arguments { questions, from, limit, filter, families, relatives, alone, export, picture } = arguments()?;
    let engines = if alone { ENGINES } else { &[] };
    let mut rows = Vec::new();
    let all = match relatives {
        Some(seed) => questions::relatives(from + questions, seed),
        None if families => questions::families(),
        None => questions::drawn(from + questions),
    };
    for (number, question) in all.iter().enumerate().skip(from).filter(|(_, own)| own.name.contains(&filter)) {
        let row = row(question, engines, limit)?;
        let times: Vec<String> = row.alone.iter().map(shown).collect();
        eprintln!("{}: {} ms by default; {} alone", row.name, shown(&row.default), times.join(", "));
        if let Some(folder) = &export {
            write(question, &row.default, &format!("{folder}/{number}"))?;
        }
        if !filter.is_empty() {
            eprintln!("{}", question.explain(&Options::new().time_limit(limit).memory_limit(MEMORY))?);
        }
        rows.push(row);
    }
    rows.sort_by(|a, b| b.regret().unwrap_or(-1.0).total_cmp(&a.regret().unwrap_or(-1.0)));
    let names: Vec<&str> = engines.iter().map(|(name, _)| *name).collect();
    println!("| question | regret | default, ms | {} |", names.join(" | "));
    println!("| --- | --- | --- |{}", " --- |".repeat(names.len()));
    for row in &rows {
        let regret = row.regret().map_or("none ends".to_owned(), |regret| format!("{regret:.2}"));
        let times: Vec<String> = row.alone.iter().map(shown).collect();
        println!("| {} | {regret} | {} | {} |", row.name, shown(&row.default), times.join(" | "));
    }
    let regrets: Vec<f64> = rows.iter().filter_map(Row::regret).collect();
    let within = |max: f64| regrets.iter().filter(|regret| **regret <= max).count();
    let lost = regrets.iter().filter(|regret| regret.is_infinite()).count();
    println!(
        "\n{} questions, {} answered by some engine: regret at most 2 on {}, at most 5 on {}, no end where an engine ends on {lost}.",
        rows.len(),
        regrets.len(),
        within(2.0),
        within(5.0),
    );
    if let Some(path) = picture {
        let points = regrets.iter().filter(|regret| regret.is_finite()).rev().enumerate();
        let chart = Chart::new("Time by default over that of the best engine")
            .axes("questions, the best first", "times as long")
            .logarithmic()
            .line("regret", points.map(|(place, regret)| (place + 1, regret.max(0.1))));
        fs::write(path, chart.to_svg())?;
    }
    Ok(())
}
