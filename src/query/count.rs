//! The number of solutions.

use std::sync::Arc;

use crate::answer::{Answer, Count, Explanation, Statistics, Stopped};
use crate::budget::{Control, Engine, Options};
use crate::engine;
use crate::engine::{Refusal, Share};
use crate::language::{Invalid, Problem};
use crate::query::spent::Spent;
use crate::query::{Last, Prepared, by_turns_about, products, stopped};

pub(crate) fn count(problem: &Problem, options: &Options, mut control: Control) -> Result<Answer<Count>, Invalid> {
    let prepared = Prepared::new(problem, &mut control);
    if let Some(counts) = products::by_size(&prepared, options, &mut control)? {
        return Ok(prepared.answer(counts.map(|(counts, explanation)| (counts.into_iter().sum(), explanation))));
    }
    by_turns_about(&prepared, options, control, Last::ToTheEndOrBySat, count_by)
}

pub(super) fn count_by(prepared: &Prepared, options: &Options, mut control: Control) -> Result<Answer<Count>, Invalid> {
    let counted = vec![false; prepared.problem.setup().kinds.len()];
    if let Some(counts) = prepared.tally(&counted, options, &mut control)? {
        return Ok(prepared.answer(counts.map(|(counts, explanation)| (counts.into_iter().sum(), explanation))));
    }
    if let Some(counts) = one_size_at_a_time(prepared, options, &control)? {
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

type Counts = Result<(Vec<Count>, Explanation), Stopped>;

/// The number of solutions with each number of pieces, if there may be a few at most and squares only exclude each other: the search
/// need not go to the ends of the tree of one size.
pub(super) fn one_size_at_a_time(
    prepared: &Prepared,
    options: &Options,
    control: &Control,
) -> Result<Option<Counts>, Invalid> {
    /// The most pieces that are a few.
    const FEW: i64 = 64;
    let has_walls = prepared.problem.setup().kinds.iter().any(|info| info.piece.is_blocker());
    let (Ok(model), Engine::Search, None, false) = (&prepared.model, options.engine, options.solutions, has_walls)
    else {
        return Ok(None);
    };
    let Some((place, range)) = model.range_of_pieces().filter(|(_, range)| range.start() < range.end()) else {
        return Ok(None);
    };
    if *range.end() > FEW {
        return Ok(None);
    }
    let mut spent = Spent::new(control);
    let mut counts = vec![Count::default(); usize::try_from(*range.start()).unwrap_or(0)];
    for number in range {
        let sized = Prepared::of(Arc::clone(&prepared.problem), Arc::new(model.with_range(place, number)));
        let answer = count_by(&sized, options, spent.next())?;
        match answer.known() {
            Ok(count) => counts.push(count.clone()),
            Err(stopped) => return Ok(Some(Err(spent.with(stopped)))),
        }
        spent.add(answer.statistics());
    }
    Ok(Some(Ok((counts, Explanation::answered(Engine::Search, spent.sum())))))
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
