//! The command `queenside-cluster`: plans a job, works on it, tells how far it is, merges it, and audits it.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use clap::{Args, Parser, Subcommand};
use queenside::job::{Job, PrimeJob, SplitJob};
use queenside::{Ask, Board, CancelToken, Engine, Objective, Options, Piece, Question, Task};
use queenside_cluster::{CensusJob, Fault, Folder, Ledger, Plan, Share, Snapshot, audit, work};
use signal_hook::consts::{SIGINT, SIGTERM};

/// What a user is told.
type Failure = Box<dyn std::error::Error>;

/// Exit code of a worker that was asked to stop before all was done.
const STOPPED: u8 = 3;

/// The script for Slurm, of which the words in capitals are replaced.
const SLURM: &str = include_str!("slurm.sh");

/// Cuts a question into parts and has them done on many machines.
#[derive(Parser)]
#[command(version, about)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Cuts a job into parts and writes it to a folder or a Redis server.
    Plan(Planned),
    /// Does parts until there are none left, or it is asked to stop.
    Work {
        /// The job: a folder, or redis://HOST:PORT/DB#NAME.
        job: String,
        /// Only the parts of a share: 0/8 is the first of eight.
        #[arg(long)]
        share: Option<Share>,
        /// How long to work: 90s, 15m, 3h.
        #[arg(long = "for", value_parser = duration)]
        time: Option<Duration>,
        /// After how long a part of a silent worker is taken over, with Redis.
        #[arg(long, value_parser = duration, default_value = "60s")]
        lease: Duration,
    },
    /// Tells what is done, and what is wrong.
    Status {
        /// The job.
        job: String,
    },
    /// Prints the answer, if all parts are there.
    Merge {
        /// The job.
        job: String,
    },
    /// Does a sample of the finished parts once more and compares.
    Audit {
        /// The job.
        job: String,
        /// The part of all parts: 1%, or 100%.
        #[arg(long, default_value = "1%", value_parser = percent)]
        sample: f64,
        /// Decides which parts.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
}

#[derive(Args)]
struct Planned {
    /// A task file.
    #[arg(required_unless_present = "census")]
    task: Option<PathBuf>,
    /// The question, if not that of the file: max, min, list, count, classes, unique, count by size.
    #[arg(long)]
    question: Option<String>,
    /// The census of all boards with so many walls, instead of a task.
    #[arg(long, conflicts_with_all = ["task", "question"])]
    census: Option<usize>,
    /// The board of the census: 8 or 5x6.
    #[arg(long, default_value = "8")]
    board: String,
    /// The piece of the census, in Betza's notation.
    #[arg(long, default_value = "Q")]
    piece: String,
    /// The engine whose search tree is cut.
    #[arg(long, default_value = "search", value_parser = engine)]
    engine: Engine,
    /// Count by sweeps modulo primes: a prime is a part, or several.
    #[arg(long, conflicts_with_all = ["census", "engine"])]
    primes: bool,
    /// Add a prime more than suffice, by which wrong results are noticed.
    #[arg(long, requires = "primes")]
    spare: bool,
    /// The number of parts.
    #[arg(long)]
    parts: usize,
    /// The tasks of the Slurm array.
    #[arg(long, default_value_t = 16)]
    tasks: usize,
    /// The folder to make, or redis://HOST:PORT/DB#NAME.
    #[arg(short = 'o', long = "out")]
    out: String,
}

fn main() -> ExitCode {
    match run(Cli::parse().command) {
        Ok(code) => code,
        Err(failure) => {
            drop(writeln!(io::stderr(), "queenside-cluster: {failure}"));
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<ExitCode, Failure> {
    match command {
        Command::Plan(planned) => plan(&planned),
        Command::Work { job, share, time, lease } => {
            let (mut ledger, plan) = open(&job, share, lease)?;
            let report = work(&plan, &mut *ledger, &token(time)?)?;
            say(&format!("{} parts done, {} failed\n", report.done, report.failed))?;
            Ok(if report.stopped { STOPPED.into() } else { ExitCode::SUCCESS })
        }
        Command::Status { job } => {
            let (mut ledger, plan) = open(&job, None, Duration::ZERO)?;
            say(&status(&plan, &ledger.snapshot(&plan)?))?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Merge { job } => {
            let (mut ledger, plan) = open(&job, None, Duration::ZERO)?;
            let answer = ledger.snapshot(&plan)?.merge(&plan)?;
            say(&format!("{}\n", answer.trim_end()))?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Audit { job, sample, seed } => {
            let (mut ledger, plan) = open(&job, None, Duration::ZERO)?;
            let snapshot = ledger.snapshot(&plan)?;
            let found = audit(&plan, &snapshot, sample, seed, &Options::new().cancel(&token(None)?))?;
            let of = snapshot.done();
            say(&format!("{} of {of} parts done once more, {} wrong\n", found.sampled, found.wrong.len()))?;
            for (part, result, again) in &found.wrong {
                say(&format!("part {part}: the ledger says {result:?}, done again it is {again:?}\n"))?;
            }
            Ok(if found.wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
    }
}

/// Cuts the job and writes it.
fn plan(planned: &Planned) -> Result<ExitCode, Failure> {
    let begin = Instant::now();
    let options = Options::new().engine(planned.engine).cancel(&token(None)?);
    let plan = match (planned.census, &planned.task) {
        (Some(walls), _) => {
            let piece: Piece = planned.piece.parse()?;
            Plan::from(CensusJob::new(&board(&planned.board)?, &piece, walls, planned.parts)?)
        }
        (None, Some(path)) => {
            let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
            let task: Task = text.parse().map_err(|error| format!("{}: {error}", path.display()))?;
            let question = match &planned.question {
                Some(text) => Some(Question::parse(task.problem(), text)?),
                None => task.question().cloned(),
            };
            let question = question.ok_or("the task asks no question: add --question")?;
            if planned.primes {
                let options = options.engine(Engine::Sweep);
                let job = by_primes(&task, &question, planned.parts, &options)?;
                Plan::from(if planned.spare { job.with_spare() } else { job })
            } else {
                Plan::from(cut(&task, &question, planned.parts, &options)?)
            }
        }
        (None, None) => return Err("neither a task nor a census".into()),
    };
    create(&planned.out, &plan, planned.tasks)?;
    let estimates: Vec<u64> = (0..plan.parts()).filter_map(|part| plan.estimate(part)).collect();
    let expected = match (estimates.iter().max(), estimates.iter().sum::<u64>()) {
        (Some(most), sum @ 1..) => format!(", about {sum} nodes, at most {most} in a part"),
        (_, _) => String::new(),
    };
    let (digest, parts) = (plan.digest(), plan.parts());
    say(&format!("job {digest:016x}: {parts} parts{expected}; planned in {:.1} s\n", begin.elapsed().as_secs_f64()))?;
    Ok(ExitCode::SUCCESS)
}

/// Cuts a question.
fn cut(task: &Task, question: &Question, parts: usize, options: &Options) -> Result<SplitJob, Failure> {
    let problem = task.problem();
    Ok(match (question.ask, &question.objective) {
        (Ask::List, None) => SplitJob::enumerate(problem, parts, options)?,
        (Ask::Count, None) => SplitJob::count(problem, parts, options)?,
        (Ask::Classes, None) => SplitJob::classes(problem, parts, options)?,
        (Ask::Unique, None) => SplitJob::uniqueness(problem, parts, options)?,
        (Ask::BySize, None) => SplitJob::count_by_size(problem, parts, options)?,
        (Ask::Optimum, Some(Objective::Max { weights })) if weights.is_empty() => {
            SplitJob::maximize(problem, parts, options)?
        }
        (Ask::Optimum, Some(Objective::Min { weights })) if weights.is_empty() => {
            SplitJob::minimize(problem, parts, options)?
        }
        (Ask::Optimum, Some(Objective::Max { weights })) => {
            SplitJob::maximize_of(problem, weights.clone(), parts, options)?
        }
        (Ask::Optimum, Some(Objective::Min { weights })) => {
            SplitJob::minimize_of(problem, weights.clone(), parts, options)?
        }
        (_, _) => {
            let text = question.to_text(problem)?;
            return Err(format!("{text:?} cannot be cut into parts").into());
        }
    })
}

/// Cuts a count into sweeps modulo primes.
fn by_primes(task: &Task, question: &Question, parts: usize, options: &Options) -> Result<PrimeJob, Failure> {
    let problem = task.problem();
    Ok(match (question.ask, &question.objective) {
        (Ask::Count, None) => PrimeJob::count(problem, parts, options)?,
        (Ask::BySize, None) => PrimeJob::count_by_size(problem, parts, options)?,
        (_, _) => {
            let text = question.to_text(problem)?;
            return Err(format!("{text:?} is not counted modulo primes: that goes for count and count by size").into());
        }
    })
}

/// Writes a plan, and into a folder the script for Slurm.
fn create(out: &str, plan: &Plan, tasks: usize) -> Result<(), Failure> {
    if is_server(out) {
        return create_on_server(out, plan);
    }
    Folder::create(out, plan)?;
    let folder = fs::canonicalize(out)?;
    let program = std::env::current_exe()?;
    let script = SLURM
        .replace("LAST_TASK", &tasks.clamp(1, plan.parts().max(1)).saturating_sub(1).to_string())
        .replace("JOB_FOLDER", &quoted(&folder))
        .replace("PROGRAM", &quoted(&program));
    let path = folder.join("slurm.sh");
    fs::write(&path, script).map_err(|error| format!("{}: {error}", path.display()).into())
}

/// Returns a path as a word of the shell.
fn quoted(path: &Path) -> String {
    format!("'{}'", path.display().to_string().replace('\'', "'\\''"))
}

fn is_server(job: &str) -> bool {
    job.starts_with("redis://") || job.starts_with("rediss://")
}

#[cfg(feature = "redis")]
fn create_on_server(out: &str, plan: &Plan) -> Result<(), Failure> {
    Ok(queenside_cluster::Server::create(out, plan)?)
}

#[cfg(not(feature = "redis"))]
fn create_on_server(out: &str, _: &Plan) -> Result<(), Failure> {
    Err(format!("{out:?} needs the feature redis, with which this program was not built").into())
}

/// Opens a job.
fn open(job: &str, share: Option<Share>, lease: Duration) -> Result<(Box<dyn Ledger>, Plan), Failure> {
    if !is_server(job) {
        let (folder, plan) = Folder::open(job)?;
        let folder = match share {
            Some(share) => folder.with_share(share),
            None => folder,
        };
        return Ok((Box::new(folder), plan));
    }
    if share.is_some() {
        return Err("--share goes with a folder; a server hands out parts by itself".into());
    }
    open_on_server(job, lease)
}

#[cfg(feature = "redis")]
fn open_on_server(job: &str, lease: Duration) -> Result<(Box<dyn Ledger>, Plan), Failure> {
    let (server, plan) = queenside_cluster::Server::open(job)?;
    let server = if lease.is_zero() { server } else { server.with_lease(lease) };
    Ok((Box::new(server), plan))
}

#[cfg(not(feature = "redis"))]
fn open_on_server(job: &str, _: Duration) -> Result<(Box<dyn Ledger>, Plan), Failure> {
    Err(format!("{job:?} needs the feature redis, with which this program was not built").into())
}

/// Tells how far a job is, and what is wrong with it.
fn status(plan: &Plan, snapshot: &Snapshot) -> String {
    let mut text = vec![format!("job {:016x}: {} of {} parts done", plan.digest(), snapshot.done(), snapshot.parts())];
    if snapshot.rests() > 0 {
        text.push(format!(", {} stopped with a rest", snapshot.rests()));
    }
    text.push("\n".to_owned());
    let done = (0..snapshot.parts()).filter(|part| snapshot.result(*part).is_some());
    let (mut expected, mut searched) = (0u64, 0u64);
    for part in done {
        expected = expected.saturating_add(plan.estimate(part).unwrap_or(0));
        searched = searched.saturating_add(snapshot.nodes(part).unwrap_or(0));
    }
    if expected > 0 {
        text.push(format!("nodes of these: {expected} expected, {searched} searched\n"));
    }
    for place in snapshot.torn_lines() {
        text.push(format!("{place} was not written to its end; the part counts as not done\n"));
    }
    for (part, failures) in snapshot.failures() {
        text.push(format!(
            "part {part} has failed {} times, at last: {}\n",
            failures.len(),
            failures[failures.len() - 1]
        ));
    }
    for fault in snapshot.faults().iter().filter(|fault| !matches!(fault, Fault::Missing { .. })) {
        text.push(format!("{fault}\n"));
    }
    text.concat()
}

/// Returns a token that a signal uses, or the end of a time.
fn token(time: Option<Duration>) -> Result<CancelToken, Failure> {
    let token = CancelToken::new();
    let asked = Arc::new(AtomicBool::new(false));
    // In this order: the first Ctrl-C finds the flag unset, and sets it; the second ends the program.
    signal_hook::flag::register_conditional_shutdown(SIGINT, 130, Arc::clone(&asked))?;
    for signal in [SIGINT, SIGTERM] {
        signal_hook::flag::register(signal, Arc::clone(&asked))?;
    }
    let (begin, used) = (Instant::now(), token.clone());
    thread::spawn(move || {
        while !asked.load(Ordering::Relaxed) && time.is_none_or(|time| begin.elapsed() < time) {
            thread::sleep(Duration::from_millis(20));
        }
        used.cancel();
    });
    Ok(token)
}

fn say(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || format!("{text:?} is no time: 90s, 15m, 3h");
    let unit = match text.chars().last() {
        Some('s') => 1,
        Some('m') => 60,
        Some('h') => 3600,
        _ => return Err(wrong()),
    };
    let number: u64 = text[..text.len() - 1].parse().map_err(|_| wrong())?;
    number.checked_mul(unit).map(Duration::from_secs).ok_or_else(wrong)
}

fn percent(text: &str) -> Result<f64, String> {
    let number = text.strip_suffix('%').and_then(|number| number.parse::<f64>().ok());
    let chance = number.map(|number| number / 100.0).filter(|chance| (0.0..=1.0).contains(chance));
    chance.ok_or_else(|| format!("{text:?} is no percentage: 1%, 100%"))
}

fn engine(text: &str) -> Result<Engine, String> {
    let engines = [Engine::Search, Engine::Sweep, Engine::Brute, Engine::Sat];
    let named = engines.into_iter().find(|engine| engine.to_string() == text);
    named.ok_or_else(|| format!("{text:?} is none of search, sweep, brute, sat"))
}

fn board(text: &str) -> Result<Board, Failure> {
    let (rows, columns) = text.split_once('x').unwrap_or((text, text));
    match (rows.parse(), columns.parse()) {
        (Ok(rows), Ok(columns)) => Ok(Board::new(rows, columns)),
        _ => Err(format!("{text:?} is no board: 8 or 5x6").into()),
    }
}
