//! One solution at random, quickly, some likelier than others.

use std::sync::Arc;

use crate::answer::{Answer, Explanation, Statistics, Stopped};
use crate::budget::{Cause, Control, Engine, Options, Shuffle};
use crate::engine::{Paths, Placed, Step};
use crate::language::{Invalid, Placement, Problem};
use crate::model::{Goal, Model};
use crate::query::pool::sample::{judged, sample};
use crate::query::{Prepared, policy, pool, stopped};

/// Any solution by a seed.
pub(crate) fn random(
    problem: &Problem,
    seed: u64,
    options: &Options,
    control: Control,
) -> Result<Answer<Option<Placement>>, Invalid> {
    if policy::draws_only_fairly(options.engine) {
        return sample(problem, seed, options, control);
    }
    let mut control = control.with_seed(short(seed), Shuffle::attempt(seed, 0, usize::MAX));
    let backend = options.engine.backend();
    if backend.as_attempt().is_none() || options.solutions == Some(0) {
        pool::heed_seed(options.engine)?;
        return pool::solve(problem, options, control);
    }
    let prepared = Prepared::new(problem, &mut control);
    let known = attempts(&prepared, seed, options, control)?;
    Ok(prepared.answer(known))
}

type Known = Result<(Option<Placement>, Explanation), Stopped>;

/// Attempts of an engine, and in between of the SAT solver, each round longer than the one before.
fn attempts(prepared: &Prepared, seed: u64, options: &Options, mut control: Control) -> Result<Known, Invalid> {
    let (backend, reason) = (options.engine.backend(), policy::reason(options));
    let ready = prepared.ready(backend, Goal::All, &mut control);
    let model = match ready {
        Ok((model, _)) => model,
        Err(refusal) => return Ok(Err(stopped(refusal, backend.engine(), &control)?)),
    };
    let Some(attempt) = backend.as_attempt() else { return Ok(Err(none_left(backend.engine(), &control))) };
    let mut run = attempt.attempts(Arc::clone(&model), seed, control.clone());
    let mut by_sat = 0;
    for round in 0.. {
        let step = run.step();
        let mut spent = run.statistics();
        spent.nodes += by_sat;
        let over = |placed: Option<Placed>| told(prepared, placed, Engine::Search, spent, reason);
        match step {
            Step::Done(_) => return Ok(over(None)),
            Step::Stopped(Cause::NodeLimit) if run.control().is_paused() => {}
            Step::Stopped(cause) => return Ok(Err(Stopped::new(cause, Engine::Search, spent))),
            Step::Found | Step::Improved(_) => {
                let mut placed = Placed::new();
                run.placed(&mut placed);
                return Ok(over(Some(placed)));
            }
        }
        let Some(conflicts) = policy::conflicts_of_attempt(options, &model, round) else { continue };
        let turn =
            control.turn(conflicts, spent.nodes).with_seed(short(seed), Shuffle::attempt(seed, round, usize::MAX));
        let (step, statistics, placed) = by_solver(&model, turn);
        by_sat += statistics.nodes;
        let spent = Statistics { nodes: spent.nodes + statistics.nodes, ..statistics };
        match step {
            Step::Done(_) => return Ok(told(prepared, None, Engine::Sat, spent, reason)),
            Step::Found | Step::Improved(_) => return Ok(told(prepared, Some(placed), Engine::Sat, spent, reason)),
            Step::Stopped(Cause::NodeLimit | Cause::MemoryLimit | Cause::SolverFailed) => {}
            Step::Stopped(cause) => return Ok(Err(Stopped::new(cause, Engine::Sat, spent))),
        }
    }
    Ok(Err(none_left(backend.engine(), &control)))
}

/// An attempt of the SAT solver.
fn by_solver(model: &Arc<Model>, mut turn: Control) -> (Step, Statistics, Placed) {
    let backend = Engine::Sat.backend();
    if backend.accepts(model, &Goal::All, &mut turn).is_err() {
        return (Step::Stopped(Cause::NodeLimit), Statistics::default(), Placed::new());
    }
    let mut run = backend.start(Arc::clone(model), Goal::All, Paths::whole(), turn);
    let (step, mut placed) = (run.step(), Placed::new());
    run.placed(&mut placed);
    (step, run.statistics(), placed)
}

/// The answer of an engine.
fn told(
    prepared: &Prepared,
    placed: Option<Placed>,
    engine: Engine,
    spent: Statistics,
    reason: crate::answer::Reason,
) -> Known {
    let mut explanation = Explanation::answered(engine, spent);
    explanation.set_last(reason, None);
    judged(prepared, placed, explanation)
}

fn none_left(engine: Engine, control: &Control) -> Stopped {
    Stopped::new(Cause::NodeLimit, engine, crate::engine::statistics(control))
}

/// A seed as solvers take it: 0 would mean that there is none.
fn short(seed: u64) -> u32 {
    1 + ((seed ^ seed >> 32) as u32 & 0x3fff_ffff)
}
