//! `Aim`: what a job asks.

use crate::answer::Error;
use crate::budget::{Control, Engine, Options};
use crate::language::{Invalid, Problem, Weights};
use crate::query::pool::{Sense, optimise};

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::query::job) enum Aim {
    Enumerate,
    Count,
    CountBySize,
    Classes,
    /// The weight of each kind on each open square, as the engine maximises them; the sign is −1 if the question minimises.
    Optimum {
        weights: Vec<i64>,
        sign: i64,
    },
    Uniqueness,
}

impl Aim {
    /// The number of pieces.
    pub(super) fn pieces(problem: &Problem, sense: Sense) -> Self {
        Self::listed(problem, &problem.one_each(), sense)
    }

    pub(super) fn weighted(problem: &Problem, weights: &Weights, sense: Sense) -> Result<Self, Invalid> {
        Invalid::unless_empty(problem.weight_faults(weights))?;
        Ok(Self::listed(problem, weights, sense))
    }

    fn listed(problem: &Problem, weights: &Weights, sense: Sense) -> Self {
        let sign = sign(sense);
        Self::Optimum { weights: weights.listed(problem).into_iter().map(|weight| sign * weight).collect(), sign }
    }
}

const fn sign(sense: Sense) -> i64 {
    match sense {
        Sense::Maximise => 1,
        Sense::Minimise => -1,
    }
}

/// Returns the weights of a list, for a problem that may be asked about them.
pub(super) fn named(problem: &Problem, list: &[i64], sign: i64) -> Weights {
    let kinds = problem.setup().kinds.len();
    let open = problem.board().open();
    problem.kinds().enumerate().fold(Weights::new(), |all, (place, kind)| {
        let own = list.iter().skip(place).step_by(kinds.max(1)).map(|weight| sign * weight);
        all.and(&Weights::by_square(kind, open.iter().zip(own)))
    })
}

/// Returns a value that is reached, if some nodes of the search show one.
pub(super) fn reached(problem: &Problem, weights: &[i64], sign: i64, options: &Options) -> Result<Option<i64>, Error> {
    /// Enough for a good placement of most problems.
    const NODES: u64 = 1 << 14;
    let weights = named(problem, weights, sign);
    let sense = if sign > 0 { Sense::Maximise } else { Sense::Minimise };
    let options = options.clone().engine(Engine::Search).threads(1).node_limit(NODES);
    let answer = optimise(problem, &weights, sense, &options, Control::new(&options))?;
    let value = match answer.known() {
        Ok(optimum) => optimum.as_ref().map(crate::answer::Optimum::value),
        Err(stopped) => stopped.best_value(),
    };
    Ok(value.map(|value| sign * value))
}
