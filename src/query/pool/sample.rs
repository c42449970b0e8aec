//! One solution, drawn fairly.

use std::sync::Arc;

use crate::answer::{Answer, Explanation, Stopped};
use crate::budget::{Cause, Control, Options, Random};
use crate::engine::Placed;
use crate::judge::Verifier;
use crate::language::{Invalid, Placement, Problem};
use crate::query::{Last, Prepared, Solutions, by_turns};

/// One solution, each as likely as the others: the last of those that, as the n-th, won with chance 1/n. Where the crate may
/// choose the engine, and only listing would do, it is declined.
pub(crate) fn sample(
    problem: &Problem,
    seed: u64,
    options: &Options,
    control: Control,
) -> Result<Answer<Option<Placement>>, Invalid> {
    let ask = |prepared: &Prepared, options: &Options, control| sample_by(prepared, seed, options, control);
    by_turns(problem, options, control, Last::OnlyIfShort, ask)
}

fn sample_by(
    prepared: &Prepared,
    seed: u64,
    options: &Options,
    mut control: Control,
) -> Result<Answer<Option<Placement>>, Invalid> {
    let shortcut = prepared.shortcut(options, &mut control, |backend, model, control| {
        Some(backend.as_draw()?.draw(model, seed, control))
    })?;
    if let Some(drawn) = shortcut {
        return Ok(prepared.answer(drawn.and_then(|(placed, explanation)| judged(prepared, placed, explanation))));
    }
    let mut solutions = Solutions::all(prepared, options, control)?;
    let mut random = Random::new(seed);
    let mut chosen = None;
    while let Some(step) = solutions.advance() {
        let picked = step.and_then(|()| {
            if random.below(solutions.given) > 0 {
                return Ok(());
            }
            chosen = Some(solutions.found()?.clone());
            Ok(())
        });
        if let Err(stopped) = picked {
            return Ok(prepared.answer(Err(stopped)));
        }
    }
    Ok(prepared.answer(Ok((chosen, solutions.answered()))))
}

/// What an engine has drawn, if the judge lets it pass.
pub(super) fn judged(
    prepared: &Prepared,
    placed: Option<Placed>,
    explanation: Explanation,
) -> Result<(Option<Placement>, Explanation), Stopped> {
    let Some(placed) = placed else { return Ok((None, explanation)) };
    let problem = &prepared.problem;
    if !Verifier::new(problem).accepts(&placed) {
        return Err(Stopped::new(Cause::Disagreement, explanation.engine(), explanation.statistics()));
    }
    Ok((Some(Placement::from_sorted(Arc::clone(problem.setup()), placed)), explanation))
}
