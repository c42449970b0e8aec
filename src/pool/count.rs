//! The number of solutions.

use super::asked::{Asked, Told};
use super::turns::by_turns;
use super::{Solutions, stopped};
use crate::answer::{Counted, Statistics, Stopped};
use crate::control::Control;
use crate::count::Count;
use crate::engine::{self, Refusal};
use crate::error::Error;
use crate::options::Options;
use crate::problem::Problem;

pub(crate) fn count(problem: &Problem, options: &Options, control: Control) -> Result<Counted, Error> {
    by_turns(problem, options, control, count_by)
}

fn count_by(asked: &Asked, options: &Options, mut control: Control) -> Result<Counted, Error> {
    let told = Told::new(asked, options, &mut control, |backend, model, control| {
        backend.tally(model, &vec![false; model.kinds], control)
    })?;
    match told {
        Told::Answer(counts, engine, statistics) => {
            return Ok(Counted::Exact(counts.into_iter().sum(), engine, statistics));
        }
        Told::Stopped(stopped) => return Ok(Counted::Stopped(stopped)),
        Told::Nothing => {}
    }
    // Limits of the caller's on nodes and solutions are kept to the last one by a run on its own.
    let alone = options.nodes.is_some() || options.solutions.is_some();
    if options.crew() > 1 && !alone && options.engine.backend().shares() {
        return count_together(asked, options, control);
    }
    let mut solutions = Solutions::for_counting(asked, options, control)?;
    let mut count = Count::default();
    let mut small = 0u64;
    while let Some(step) = solutions.advance() {
        if let Err(mut stopped) = step {
            count += small.into();
            stopped.statistics.solutions = u64::try_from(&count).unwrap_or(u64::MAX);
            return Ok(Counted::Stopped(stopped));
        }
        small += solutions.weight();
        if small >= 1 << 32 {
            count += std::mem::take(&mut small).into();
        }
    }
    count += small.into();
    Ok(Counted::Exact(count, solutions.engine(), solutions.statistics()))
}

/// The number of solutions, counted by several threads.
fn count_together(asked: &Asked, options: &Options, mut control: Control) -> Result<Counted, Error> {
    let backend = options.engine.backend();
    let engine = backend.engine();
    let goal = asked.goal_of_counting(options, &mut control);
    let ready = goal.map_err(Refusal::Stopped).and_then(|goal| asked.ready(backend, goal, &mut control));
    let (model, goal) = match ready {
        Ok(ready) => ready,
        Err(refusal) => return Ok(Counted::Stopped(stopped(refusal, engine, &control)?)),
    };
    let (count, statistics, cause) = engine::count(backend, &model, &goal, options.crew(), &mut control);
    Ok(match cause {
        None => Counted::Exact(count, engine, statistics),
        Some(cause) => {
            let solutions = u64::try_from(&count).unwrap_or(u64::MAX);
            Counted::Stopped(Stopped { cause, engine, statistics: Statistics { solutions, ..statistics }, rest: None })
        }
    })
}
