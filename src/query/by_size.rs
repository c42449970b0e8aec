//! Questions about every number of pieces at once. Engines that cannot answer them in one go are asked the plain ones.

use std::sync::Arc;

use crate::answer::{Answer, Count, Explanation, Minimum, Stopped};
use crate::budget::{Cause, Control, Options};
use crate::engine::Cheapest;
use crate::judge::Verifier;
use crate::language::{Area, Constraint, Invalid, Placement, Problem, Weights};
use crate::query::spent::Spent;
use crate::query::{Last, Prepared, Sense, by_turns_about, count, optimise, policy, products};

/// For each kind whether it is a piece.
fn pieces(problem: &Problem) -> Vec<bool> {
    problem.setup().kinds.iter().map(|info| !info.piece.is_blocker()).collect()
}

/// The number of solutions with each number of pieces.
pub(crate) fn count_by_size(
    problem: &Problem,
    options: &Options,
    mut control: Control,
) -> Result<Answer<Vec<Count>>, Invalid> {
    let prepared = Prepared::new(problem, &mut control);
    if let Some(counts) = products::by_size(&prepared, options, &mut control)? {
        return Ok(prepared.answer(counts));
    }
    by_turns_about(&prepared, options, control, Last::ToTheEnd, count_by_size_by)
}

pub(super) fn count_by_size_by(
    prepared: &Prepared,
    options: &Options,
    mut control: Control,
) -> Result<Answer<Vec<Count>>, Invalid> {
    let counted = pieces(&prepared.problem);
    let counts = if let Some(counts) = prepared.tally(&counted, options, &mut control)? {
        counts
    } else if let Some(counts) = count::one_size_at_a_time(prepared, options, &control)? {
        counts
    } else {
        prepared.visit(&counted, options, control)?
    };
    Ok(prepared.answer(counts.map(|(mut counts, explanation)| {
        let sizes = counts.iter().rposition(|count| *count != Count::default()).map_or(0, |max| max + 1);
        counts.truncate(sizes);
        (counts, explanation)
    })))
}

/// What is known of each number of pieces.
type Minima = Result<(Vec<Option<Minimum>>, Explanation), Stopped>;

/// For each number of pieces the least sum of weights.
pub(crate) fn minimize_by_size(
    problem: &Problem,
    weights: &Weights,
    options: &Options,
    mut control: Control,
) -> Result<Answer<Vec<Option<Minimum>>>, Invalid> {
    let counted = pieces(problem);
    // None if they differ by square.
    let costs = weights.by_kind_alone(counted.len());
    let prepared = Prepared::new(problem, &mut control);
    let (engine, reason) = policy::for_min_by_size(options, || prepared.is_narrow(&mut control));
    let options = &options.clone().engine(engine);
    let shortcut = prepared.shortcut(options, &mut control, |backend, model, control| {
        let costs = costs.as_deref()?;
        Some(backend.as_min_by_size(model, costs)?.min_by_size(model, &counted, costs, control))
    })?;
    let mut answer = if let Some(known) = shortcut {
        prepared.answer(known.and_then(|(all, explanation)| judged(problem, all, explanation)))
    } else {
        // Each of the plain questions compiles a model.
        let problem = Arc::clone(&prepared.problem);
        drop(prepared);
        let known = one_by_one(&problem, weights, options, &control)?;
        Answer::new(problem, known)
    };
    answer.explanation_mut().set_last(reason, None);
    Ok(answer)
}

/// What an engine found, if the judge lets every placement pass.
fn judged(problem: &Problem, all: Vec<Option<Cheapest>>, explanation: Explanation) -> Minima {
    let problem = Arc::new(problem.clone());
    let mut verifier = Verifier::new(&problem);
    let mut known = Vec::with_capacity(all.len());
    for cheapest in all {
        let Some(Cheapest { cost, ways, placed }) = cheapest else {
            known.push(None);
            continue;
        };
        if !verifier.accepts(&placed) {
            return Err(Stopped::new(Cause::Disagreement, explanation.engine(), explanation.statistics()));
        }
        let placement = Placement::from_sorted(Arc::clone(problem.setup()), placed);
        known.push(Some(Minimum { value: cost, ways, placement }));
    }
    let sizes = known.iter().rposition(Option::is_some).map_or(0, |max| max + 1);
    known.truncate(sizes);
    Ok((known, explanation))
}

/// Asks for the most pieces, then for each number of them for the least weight and the number of placements that reach it.
fn one_by_one(problem: &Problem, weights: &Weights, options: &Options, control: &Control) -> Result<Minima, Invalid> {
    let mut spent = Spent::new(control);
    let mut engine = options.engine.backend().engine();
    let max = optimise(problem, &problem.one_each(), Sense::Maximise, options, spent.next())?;
    let max_pieces = match max.known() {
        Ok(Some(best)) => best.value(),
        Ok(None) => return Ok(Ok((Vec::new(), Explanation::answered(max.engine(), max.statistics())))),
        Err(stopped) => return Ok(Err(spent.with(stopped))),
    };
    spent.add(max.statistics());
    let mut known = Vec::new();
    for size in 0..=max_pieces {
        let mut sized = problem.clone();
        if !problem.pieces().is_empty() {
            sized.add(Constraint::count(problem.pieces(), Area::Everywhere, size));
        }
        let min = optimise(&sized, weights, Sense::Minimise, options, spent.next())?;
        let best = match min.known() {
            Ok(best) => best,
            Err(stopped) => return Ok(Err(spent.with(stopped))),
        };
        spent.add(min.statistics());
        let Some(best) = best else {
            known.push(None);
            continue;
        };
        engine = min.engine();
        let ways = count::count(&best.optima(), options, spent.next())?;
        match ways.known() {
            Ok(count) => known.push(Some(Minimum {
                value: best.value(),
                ways: count.clone(),
                placement: best.placement().clone(),
            })),
            Err(stopped) => return Ok(Err(spent.with(stopped))),
        }
        spent.add(ways.statistics());
    }
    Ok(Ok((known, Explanation::answered(engine, spent.sum()))))
}
