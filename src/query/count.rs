//! The number of solutions.

use crate::answer::{Answer, Count, Explanation, Statistics, Stopped};
use crate::budget::{Control, Options};
use crate::engine;
use crate::engine::{Refusal, Share};
use crate::language::{Invalid, Problem};
use crate::query::{Last, Prepared, by_turns, stopped};

pub(crate) fn count(problem: &Problem, options: &Options, control: Control) -> Result<Answer<Count>, Invalid> {
    by_turns(problem, options, control, Last::ToTheEndOrBySat, count_by)
}

fn count_by(prepared: &Prepared, options: &Options, mut control: Control) -> Result<Answer<Count>, Invalid> {
    let counted = vec![false; prepared.problem.setup().kinds.len()];
    if let Some(counts) = prepared.tally(&counted, options, &mut control)? {
        return Ok(prepared.answer(counts.map(|(counts, explanation)| (counts.into_iter().sum(), explanation))));
    }
    // Limits of the caller's on nodes and solutions are kept to the last one by a run on its own.
    let alone = options.nodes.is_some() || options.solutions.is_some();
    if let (true, Some(engine)) = (options.thread_count() > 1 && !alone, options.engine.backend().as_share()) {
        return count_together(engine, prepared, options, control);
    }
    let counts = prepared.visit(&counted, options, control)?;
    Ok(prepared.answer(counts.map(|(counts, explanation)| (counts.into_iter().sum(), explanation))))
}

/// A number of solutions as statistics hold it.
pub(super) fn so_far(count: &Count) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

/// The number of solutions, counted by several threads.
fn count_together(
    shared: &'static dyn Share,
    prepared: &Prepared,
    options: &Options,
    mut control: Control,
) -> Result<Answer<Count>, Invalid> {
    let engine = shared.engine();
    let goal = prepared.goal_of_counting(options, &mut control);
    let ready = goal.map_err(Refusal::Stopped).and_then(|goal| prepared.ready(shared, goal, &mut control));
    let (model, goal) = match ready {
        Ok(ready) => ready,
        Err(refusal) => return Ok(prepared.answer(Err(stopped(refusal, engine, &control)?))),
    };
    let (count, statistics, cause) = engine::count(shared, &model, &goal, options.thread_count(), &mut control);
    Ok(prepared.answer(match cause {
        None => Ok((count, Explanation::answered(engine, statistics))),
        Some(cause) => Err(Stopped::new(cause, engine, Statistics { solutions: so_far(&count), ..statistics })),
    }))
}
