//! One solution, drawn fairly.

use std::sync::Arc;

use super::Solutions;
use super::asked::{Asked, Told};
use super::turns::by_turns;
use crate::answer::{Infeasible, Solved, Statistics, Stopped};
use crate::control::{Cause, Control};
use crate::engine::Men;
use crate::error::Error;
use crate::options::{Engine, Options};
use crate::placement::Placement;
use crate::problem::Problem;
use crate::random::Random;
use crate::verify::Verifier;

/// One solution, each as likely as the others: the last of those that, as the n-th, won with chance 1/n.
pub(crate) fn sample(problem: &Problem, seed: u64, options: &Options, control: Control) -> Result<Solved, Error> {
    by_turns(problem, options, control, |asked, options, control| sample_by(asked, seed, options, control))
}

fn sample_by(asked: &Asked, seed: u64, options: &Options, mut control: Control) -> Result<Solved, Error> {
    let told = Told::new(asked, options, &mut control, |backend, model, control| backend.draw(model, seed, control))?;
    match told {
        Told::Answer(men, engine, statistics) => return Ok(drawn(&asked.problem, men, engine, statistics)),
        Told::Stopped(stopped) => return Ok(Solved::Stopped(stopped)),
        Told::Nothing => {}
    }
    let mut solutions = Solutions::all(asked, options, control)?;
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
            return Ok(Solved::Stopped(stopped));
        }
    }
    Ok(match chosen {
        Some(placement) => Solved::Found(placement, solutions.engine(), solutions.statistics()),
        None => Solved::Infeasible(solutions.run.infeasible()),
    })
}

/// What an engine has drawn, if the judge lets it pass.
fn drawn(problem: &Arc<Problem>, men: Option<Men>, engine: Engine, statistics: Statistics) -> Solved {
    let Some(men) = men else {
        return Solved::Infeasible(Infeasible { engine, statistics, problem: Arc::clone(problem) });
    };
    if !Verifier::new(problem).accepts(&men) {
        let cause = Cause::Disagreement;
        return Solved::Stopped(Stopped { cause, engine, statistics, rest: None });
    }
    Solved::Found(Placement::from_sorted(Arc::clone(problem.scene()), men), engine, statistics)
}
