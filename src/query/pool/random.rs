//! One solution at random, quickly, some likelier than others.

use std::sync::Arc;

use crate::answer::{Answer, Explanation, Reason, Statistics, Stopped};
use crate::budget::{Cause, Control, Engine, Options, Shuffle};
use crate::engine::{Attempt, Paths, Placed, Step};
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
    let mut control = control.with_seed(short(seed), Shuffle::attempt(seed, 0, usize::MAX, 0));
    let attempt = options.engine.backend().as_attempt().filter(|_| options.solutions != Some(0));
    let Some(attempt) = attempt else {
        pool::heed_seed(options.engine, "ask it to solve, or another engine")?;
        return pool::solve(problem, options, control);
    };
    let prepared = Prepared::new(problem, &mut control);
    let known = attempts(&prepared, attempt, seed, options, control)?;
    Ok(prepared.answer(known))
}

type Drawn = Result<(Option<Placement>, Explanation), Stopped>;

/// Attempts of an engine, and in between of the SAT solver, each round longer than the one before.
fn attempts(
    prepared: &Prepared,
    attempt: &dyn Attempt,
    seed: u64,
    options: &Options,
    mut control: Control,
) -> Result<Drawn, Invalid> {
    let (backend, reason) = (options.engine.backend(), policy::reason(options));
    let model = match prepared.ready(backend, Goal::All, &mut control) {
        Ok((model, _)) => model,
        Err(refusal) => return Ok(Err(stopped(refusal, backend.engine(), &control)?)),
    };
    let mut run = attempt.attempts(Arc::clone(&model), seed, control.clone());
    let (mut by_sat, mut round) = (0, 0);
    loop {
        let step = run.step();
        let mut spent = run.statistics();
        spent.nodes += by_sat;
        match step {
            Step::Done(_) => return Ok(told(prepared, None, backend.engine(), spent, reason)),
            Step::Stopped(Cause::NodeLimit) if run.control().is_paused() => {}
            Step::Stopped(cause) => return Ok(Err(Stopped::new(cause, backend.engine(), spent))),
            Step::Found | Step::Improved(_) => {
                let mut placed = Placed::new();
                run.placed(&mut placed);
                return Ok(told(prepared, Some(placed), backend.engine(), spent, reason));
            }
        }
        if let Some(conflicts) = policy::conflicts_of_attempt(options, &model, round) {
            let shuffle = Shuffle::attempt(seed, round, usize::MAX, 0);
            let turn = control.turn(conflicts, spent.nodes).with_seed(short(seed.wrapping_add(round)), shuffle);
            let (step, statistics, placed) = by_solver(&model, turn);
            by_sat += statistics.nodes;
            let spent = Statistics { nodes: spent.nodes + statistics.nodes, ..statistics };
            match step {
                Step::Done(_) => return Ok(told(prepared, None, Engine::Sat, spent, Reason::Longer)),
                Step::Found | Step::Improved(_) => {
                    return Ok(told(prepared, Some(placed), Engine::Sat, spent, Reason::Longer));
                }
                Step::Stopped(Cause::NodeLimit | Cause::MemoryLimit | Cause::SolverFailed) => {}
                Step::Stopped(cause) => return Ok(Err(Stopped::new(cause, Engine::Sat, spent))),
            }
        }
        round += 1;
    }
}

/// An attempt of the SAT solver.
fn by_solver(model: &Arc<Model>, turn: Control) -> (Step, Statistics, Placed) {
    let mut run = Engine::Sat.backend().start(Arc::clone(model), Goal::All, Paths::whole(), turn);
    let (step, mut placed) = (run.step(), Placed::new());
    run.placed(&mut placed);
    (step, run.statistics(), placed)
}

/// The answer of an engine.
fn told(prepared: &Prepared, placed: Option<Placed>, engine: Engine, spent: Statistics, reason: Reason) -> Drawn {
    let mut explanation = Explanation::answered(engine, spent);
    explanation.set_last(reason, None);
    judged(prepared, placed, explanation)
}

/// A seed as solvers take it: 0 would mean that there is none.
fn short(seed: u64) -> u32 {
    1 + ((seed ^ seed >> 32) as u32 & 0x3fff_ffff)
}
