//! Integer programming: the model as rows, for `HiGHS`, or for microlp where that is not built in.
//!
//! Values come as floating-point numbers. They are rounded, and what they say is judged like everything else, so there is no
//! tolerance to choose.

#[cfg(feature = "highs")]
mod highs;
#[cfg(not(feature = "highs"))]
mod microlp;

use std::sync::Arc;

use super::pool::{Make, Pool, bound};
use super::{Backend, Path, Refusal, Run, Work};
use crate::control::{Cause, Control};
use crate::model::{Goal, Model, Rows, Rule, Var};
use crate::options::Engine;

pub(crate) struct Ilp {
    /// Who checks a solver that is not to be trusted with proofs.
    pub(super) second: &'static dyn Backend,
}

/// The greatest number in a row: solvers that count in floating point take a sum for another if it differs by less than a
/// millionth of its terms.
const GREATEST: i64 = 100_000;

/// The most variables of a problem for microlp.
#[cfg(not(feature = "highs"))]
const MOST_VARIABLES: usize = 256;

impl Backend for Ilp {
    fn engine(&self) -> Engine {
        Engine::Ilp
    }

    fn accepts(&self, model: &Model, goal: &Goal, _: &mut Control) -> Result<(), Refusal> {
        let in_rules = model.rules.iter().flat_map(|rule| match rule {
            Rule::Linear { terms, .. } => &terms[..],
            _ => &[],
        });
        let in_goal = match goal {
            Goal::Maximise(weights) => &weights[..],
            Goal::All | Goal::UpTo(_) => &[],
        };
        let mut numbers = in_rules.map(|(number, _)| number).chain(in_goal);
        if let Some(number) = numbers.find(|number| number.unsigned_abs() > GREATEST.unsigned_abs()) {
            return Err(Refusal::declined(format!(
                "{number} is a number too large to be added up in floating point, the limit is {GREATEST}"
            )));
        }
        #[cfg(not(feature = "highs"))]
        if model.vars() > MOST_VARIABLES {
            let vars = model.vars();
            let reason = format!("without the feature `highs`, {vars} variables are more than {MOST_VARIABLES}");
            return Err(Refusal::Declined(reason));
        }
        Ok(())
    }

    fn start(&self, model: Arc<Model>, goal: Goal, work: Work, control: Control) -> Box<dyn Run> {
        let second = if cfg!(feature = "highs") { None } else { Some(self.second) };
        Box::new(Pool::new(model, goal, work.own(), control, lower, second))
    }

    fn cut(&self, model: Arc<Model>, _: &Goal, _: Option<i64>, pieces: usize, _: Control) -> Result<Vec<Path>, Cause> {
        Ok(Pool::cut_tree(&model, pieces))
    }
}

fn lower(model: &Model, weights: Option<&[i64]>, control: &mut Control) -> Result<Make, Cause> {
    let mut rows = Rows::of(model, control.formulation, control)?;
    let weight = |(_, kind): &(_, u16)| weights.map_or(0, |weights| weights[usize::from(*kind)]);
    let costs: Vec<i64> = model.men.iter().map(weight).collect();
    if let Some(weights) = weights {
        let most = bound(model, weights, control)?.value;
        let terms = costs.iter().zip(0..).map(|(cost, column)| (*cost, column));
        rows.add(terms, (i64::MIN, most), control)?;
    }
    #[cfg(feature = "highs")]
    {
        let seed = control.seed;
        Ok(Box::new(move |gauge| Box::new(highs::Highs::new(rows, costs, gauge, seed))))
    }
    #[cfg(not(feature = "highs"))]
    Ok(Box::new(move |gauge| Box::new(microlp::MicroLp::new(rows, costs, gauge))))
}

/// The variables that a solver's values make true.
fn rounded(values: &[f64], pieces: usize) -> Vec<Var> {
    values.iter().take(pieces).enumerate().filter(|(_, value)| **value > 0.5).map(|(var, _)| var as Var).collect()
}
