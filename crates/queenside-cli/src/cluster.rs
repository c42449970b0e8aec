//! Jobs in parts on many machines.

use std::fs;
use std::path::Path;
use std::time::Instant;

use queenside::job::{Job, PrimeJob, SplitJob};
use queenside::{Ask, Engine, Objective, Options, Problem, Question};
use queenside_attacking::{Rule, SearchJob};
use queenside_cluster::{Error, Fault, Folder, Ledger, Plan, Snapshot, slurm_script};
use queenside_walls::{CensusJob, Economy, MinWallsJob, PuzzlesJob};

use crate::Ending;
use crate::args::{AuditOf, Out, Planned, PlannedQuestion, Work};
use crate::laboratory::sizes_of;
use crate::output::{self, Failure};
use crate::watch::{token, with_memory};

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        if let Error::Memory { .. } = error {
            return Self::File(format!("{error}, which work --memory sets"));
        }
        Self::File(error.to_string().replace('\n', "\nqueenside: "))
    }
}

/// Cuts a job and writes it.
pub(crate) fn plan(what: &Planned) -> Result<Ending, Failure> {
    let begin = Instant::now();
    let (plan, out) = match what {
        Planned::Ask(asked) => question("", asked)?,
        Planned::Max(asked) => question("max", asked)?,
        Planned::Min(asked) => question("min", asked)?,
        Planned::List(asked) => question("list", asked)?,
        Planned::Count(asked) => question("count", asked)?,
        Planned::Classes(asked) => question("classes", asked)?,
        Planned::Unique(asked) => question("unique", asked)?,
        Planned::Census { walls, ground, cut } => {
            (CensusJob::new(&ground.board()?, &ground.piece()?, *walls, cut.parts)?.into(), &cut.out)
        }
        Planned::Puzzles { walls, ground, by_value, cut } => {
            let economy = if *by_value { Economy::Value } else { Economy::Puzzle };
            (PuzzlesJob::new(&ground.board()?, &ground.piece()?, *walls, economy, cut.parts)?.into(), &cut.out)
        }
        Planned::LeastWalls { ground, out } => (MinWallsJob::new(&ground.board()?, &ground.piece()?)?.into(), out),
        Planned::Attack { others, table, at_most, attempts, nodes, out } => {
            let rule = if *at_most { Rule::AtMost(*others) } else { Rule::Exactly(*others) };
            (SearchJob::new(rule, sizes_of(table)?, *attempts, *nodes)?.into(), out)
        }
    };
    create(out, &plan)?;
    let estimates: Vec<u64> = (0..plan.parts()).filter_map(|part| plan.estimate(part)).collect();
    let expected = match (estimates.iter().max(), estimates.iter().sum::<u64>()) {
        (Some(max), sum @ 1..) => format!(", about {sum} nodes, at most {max} in a part"),
        (_, _) => String::new(),
    };
    let (digest, parts) = (plan.digest(), plan.parts());
    let time = begin.elapsed().as_secs_f64();
    output::print(&format!("job {digest:016x}: {parts} parts{expected}; planned in {time:.1} s\n"))?;
    Ok(Ending::Answered)
}

/// Cuts a question of the library; without a word that of the task.
fn question<'a>(ask: &str, asked: &'a PlannedQuestion) -> Result<(Plan, &'a Out), Failure> {
    let is_optimum = matches!(ask, "max" | "min");
    let given = [
        ("--of", asked.of.is_some(), !is_optimum && !ask.is_empty() && !asked.by_size),
        ("--weights", asked.weights.is_some(), is_optimum),
        ("--by-size", asked.by_size, ask == "count"),
    ];
    if let Some((name, ..)) = given.iter().find(|(_, is_given, is_allowed)| *is_given && !is_allowed) {
        return Err(Failure::Senseless(format!("{name} does not go with this question")));
    }
    let task = asked.source.task()?;
    let text = match (&asked.of, &asked.weights, asked.by_size) {
        (Some(objective), ..) => format!("{ask} of {objective}"),
        (_, Some(weights), _) => format!("{ask} {weights}"),
        (_, _, true) => format!("{ask} by size"),
        (None, None, false) => ask.to_owned(),
    };
    let question = match task.question() {
        Some(question) if ask.is_empty() => question.clone(),
        None if ask.is_empty() => {
            return Err(Failure::Senseless(format!("the task {:?} has no question", asked.source.task)));
        }
        _ => Question::parse(task.problem(), &text)
            .map_err(|error| Failure::Senseless(format!("the question {text:?}: {error}")))?,
    };
    let options = Options::new().cancel(&token(None));
    if asked.primes {
        let job = by_primes(task.problem(), &question, asked.cut.parts, &options)?;
        let job = if asked.spare { job.with_spare() } else { job };
        return Ok((job.into(), &asked.cut.out));
    }
    let engine = Engine::from(asked.engine);
    Ok((cut(task.problem(), &question, asked.cut.parts, &options, engine)?.into(), &asked.cut.out))
}

/// Cuts a count into sweeps modulo primes.
fn by_primes(problem: &Problem, question: &Question, parts: usize, options: &Options) -> Result<PrimeJob, Failure> {
    match (question.ask, &question.objective) {
        (Ask::Count, None) => Ok(PrimeJob::count(problem, parts, options)?),
        (Ask::BySize, None) => Ok(PrimeJob::count_by_size(problem, parts, options)?),
        (_, _) => {
            let text = question.to_text(problem)?;
            Err(Failure::Senseless(format!(
                "{text:?} is not counted modulo primes: that goes for count and count by size"
            )))
        }
    }
}

/// Cuts a question. One about the best placements needs their value first.
fn cut(
    problem: &Problem,
    question: &Question,
    parts: usize,
    options: &Options,
    engine: Engine,
) -> Result<SplitJob, Failure> {
    let optima = match (question.ask, &question.objective) {
        (Ask::Optimum | Ask::BySize, _) | (_, None) => None,
        (_, Some(objective)) => {
            let weights = objective.weights().clone();
            let asked = problem.using(options);
            let best = match (matches!(objective, Objective::Max { .. }), weights.is_empty()) {
                (true, true) => asked.maximize(),
                (false, true) => asked.minimize(),
                (true, false) => asked.maximize_of(weights),
                (false, false) => asked.minimize_of(weights),
            };
            let best = best?.exact().map_err(queenside::Error::from)?;
            Some(best.ok_or(Failure::Infeasible)?.optima())
        }
    };
    let (problem, options) = (optima.as_ref().unwrap_or(problem), &options.clone().engine(engine));
    Ok(match (question.ask, &question.objective) {
        (Ask::List, _) => SplitJob::enumerate(problem, parts, options)?,
        (Ask::Count, _) => SplitJob::count(problem, parts, options)?,
        (Ask::Classes, _) => SplitJob::classes(problem, parts, options)?,
        (Ask::Unique, _) => SplitJob::uniqueness(problem, parts, options)?,
        (Ask::BySize, None) => SplitJob::count_by_size(problem, parts, options)?,
        (Ask::Optimum, Some(objective)) => {
            let weights = objective.weights().clone();
            match (matches!(objective, Objective::Max { .. }), weights.is_empty()) {
                (true, true) => SplitJob::maximize(problem, parts, options)?,
                (false, true) => SplitJob::minimize(problem, parts, options)?,
                (true, false) => SplitJob::maximize_of(problem, weights, parts, options)?,
                (false, false) => SplitJob::minimize_of(problem, weights, parts, options)?,
            }
        }
        (_, _) => {
            let text = question.to_text(problem)?;
            return Err(Failure::Senseless(format!("the question {text:?} cannot be cut into parts")));
        }
    })
}

/// Writes a plan, and into a folder the script for Slurm.
fn create(out: &Out, plan: &Plan) -> Result<(), Failure> {
    if is_server(&out.job) {
        return create_on_server(&out.job, plan);
    }
    Folder::create(&out.job, plan)?;
    let failed = |path: &Path, error: std::io::Error| Failure::File(format!("{}: {error}", path.display()));
    let folder = fs::canonicalize(&out.job).map_err(|error| failed(Path::new(&out.job), error))?;
    let program = std::env::current_exe().map_err(|error| failed(Path::new("queenside"), error))?;
    let script = slurm_script(&folder, &program, out.tasks.clamp(1, plan.parts().max(1)));
    let path = folder.join("slurm.sh");
    queenside::WholeFile::write(&path, script).map_err(|error| failed(&path, error))
}

fn is_server(job: &str) -> bool {
    job.starts_with("redis://") || job.starts_with("rediss://")
}

#[cfg(feature = "redis")]
fn create_on_server(out: &str, plan: &Plan) -> Result<(), Failure> {
    Ok(queenside_cluster::Server::create(out, plan)?)
}

#[cfg(not(feature = "redis"))]
fn create_on_server(_: &str, _: &Plan) -> Result<(), Failure> {
    Err(without_redis())
}

/// Opens a job.
fn open(job: &str) -> Result<(Box<dyn Ledger>, Plan), Failure> {
    if is_server(job) {
        return open_on_server(job);
    }
    let (folder, plan) = Folder::open(job)?;
    Ok((Box::new(folder), plan))
}

#[cfg(feature = "redis")]
fn open_on_server(job: &str) -> Result<(Box<dyn Ledger>, Plan), Failure> {
    let (server, plan) = queenside_cluster::Server::open(job)?;
    Ok((Box::new(server), plan))
}

#[cfg(not(feature = "redis"))]
fn open_on_server(_: &str) -> Result<(Box<dyn Ledger>, Plan), Failure> {
    Err(without_redis())
}

/// Opens a job for a worker.
fn open_to_work(asked: &Work) -> Result<(Box<dyn Ledger>, Plan), Failure> {
    if is_server(&asked.job) {
        return match asked.share {
            Some(_) => {
                Err(Failure::Senseless("--share goes with a folder; a server hands out parts by itself".to_owned()))
            }
            None => open_server_to_work(asked),
        };
    }
    let (mut folder, plan) = Folder::open(&asked.job)?;
    if let Some(share) = asked.share {
        folder = folder.with_share(share);
    }
    if asked.retry {
        folder = folder.with_retry();
    }
    Ok((Box::new(folder), plan))
}

#[cfg(feature = "redis")]
fn open_server_to_work(asked: &Work) -> Result<(Box<dyn Ledger>, Plan), Failure> {
    let (server, plan) = queenside_cluster::Server::open(&asked.job)?;
    let server = server.with_lease(asked.lease);
    Ok((Box::new(if asked.retry { server.with_retry() } else { server }), plan))
}

#[cfg(not(feature = "redis"))]
fn open_server_to_work(_: &Work) -> Result<(Box<dyn Ledger>, Plan), Failure> {
    Err(without_redis())
}

#[cfg(not(feature = "redis"))]
fn without_redis() -> Failure {
    Failure::Senseless("a server needs the feature redis, with which this program was not built".to_owned())
}

/// Does parts.
pub(crate) fn work(asked: &Work) -> Result<Ending, Failure> {
    let (mut ledger, plan) = open_to_work(asked)?;
    let options = with_memory(Options::new().engine(asked.engine.into()), asked.memory);
    let report = queenside_cluster::work_with(&plan, &mut *ledger, &options, &token(asked.time))?;
    output::print(&format!("{} parts done, {} failed\n", report.done, report.failed))?;
    Ok(if report.stopped { Ending::Stopped } else { Ending::Answered })
}

/// Tells how far a job is, and what is wrong with it.
pub(crate) fn status(job: &str) -> Result<Ending, Failure> {
    let (mut ledger, plan) = open(job)?;
    output::print(&told(&plan, &ledger.snapshot(&plan)?))?;
    Ok(Ending::Answered)
}

fn told(plan: &Plan, snapshot: &Snapshot) -> String {
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
        let last = failures.last().map_or("", |error| error);
        text.push(format!("part {part} has failed {} times, at last: {last}\n", failures.len()));
    }
    let (mut aside, mut others) = (0, Vec::new());
    for fault in snapshot.faults() {
        match fault {
            Fault::SetAside { .. } => aside += 1,
            Fault::Missing { .. } => {}
            fault => others.push(format!("{fault}\n")),
        }
    }
    if aside > 0 {
        text.push(format!("{aside} set aside after three failures; work --retry does them\n"));
    }
    text.append(&mut others);
    text.concat()
}

/// Prints the answer.
pub(crate) fn merge(job: &str, engine: Engine) -> Result<Ending, Failure> {
    let (mut ledger, plan) = open(job)?;
    let answer = ledger.snapshot(&plan)?.merge_with(&plan, &Options::new().engine(engine))?;
    if answer.trim_end() == "infeasible" {
        output::print("nothing satisfies the rules\n")?;
        return Ok(Ending::Infeasible);
    }
    output::print(&format!("{}\n", answer.trim_end()))?;
    Ok(Ending::Answered)
}

/// Does some parts once more.
pub(crate) fn audit(asked: &AuditOf) -> Result<Ending, Failure> {
    let (mut ledger, plan) = open(&asked.job)?;
    let snapshot = ledger.snapshot(&plan)?;
    let options = Options::new().cancel(&token(None)).engine(asked.engine.into());
    let options = with_memory(options, asked.memory);
    let found = queenside_cluster::audit(&plan, &snapshot, asked.sample, asked.seed, &options)?;
    let (of, wrong) = (snapshot.done(), found.wrong.len());
    output::print(&format!("{} of {of} parts done once more, {wrong} wrong\n", found.sampled))?;
    for (part, result, again) in &found.wrong {
        output::print(&format!("part {part}: the ledger says {result:?}, done again it is {again:?}\n"))?;
    }
    Ok(if found.wrong.is_empty() { Ending::Answered } else { Ending::Wrong })
}
