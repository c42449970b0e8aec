//! microlp by way of `good_lp`: pure Rust, for small boards.
//!
//! It is solved in slices of time, so that it can be stopped. It disclaims being right, so what it says is only ever a claim.

use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Duration;

use good_lp::{Expression, ProblemVariables, SolverModel, Variable, constraint, variable};
use microlp::{SolveOptions, SolveOutcome, TerminationReason};

use super::rounded;
use crate::answer::Proof;
use crate::engine::pool::{Gauge, GaveUp, Oracle, Word};
use crate::model::{Rows, Var};

pub(super) struct MicroLp {
    rows: Rows,
    costs: Vec<i64>,
    cuts: Vec<Vec<Var>>,
    gauge: Arc<Gauge>,
}

impl MicroLp {
    pub(super) fn new(rows: Rows, costs: Vec<i64>, gauge: Arc<Gauge>) -> Self {
        Self { rows, costs, cuts: Vec::new(), gauge }
    }

    fn solve(&self, fixed: &[(Var, bool)], costs: &[i64]) -> Result<Option<Vec<Var>>, GaveUp> {
        let rows = &self.rows;
        if rows.never || rows.columns() == 0 {
            return Ok((!rows.never).then(Vec::new));
        }
        let mut variables = ProblemVariables::new();
        let columns: Vec<Variable> = variables.add_vector(variable().binary(), rows.columns());
        let sum = |terms: &[(i64, u32)]| {
            terms.iter().map(|(number, column)| *number as f64 * columns[*column as usize]).sum::<Expression>()
        };
        let objective: Expression = costs.iter().zip(&columns).map(|(cost, column)| *cost as f64 * *column).sum();
        let mut model = variables.maximise(objective).using(good_lp::solvers::microlp::microlp);
        let cuts = self.cuts.iter().map(|standing| rows.cut(standing));
        let rows = rows.iter().map(|(terms, range)| (terms.to_vec(), range));
        for (terms, (least, most)) in rows.chain(cuts) {
            if least == most {
                model.add_constraint(constraint!(sum(&terms) == least as f64));
                continue;
            }
            if least > i64::MIN {
                model.add_constraint(constraint!(sum(&terms) >= least as f64));
            }
            if most < i64::MAX {
                model.add_constraint(constraint!(sum(&terms) <= most as f64));
            }
        }
        for (var, value) in fixed {
            model.add_constraint(constraint!(columns[*var as usize] == f64::from(u8::from(*value))));
        }
        self.in_slices(model.as_inner(), self.rows.columns())
    }

    fn in_slices(&self, problem: &microlp::Problem, columns: usize) -> Result<Option<Vec<Var>>, GaveUp> {
        const SLICE: Duration = Duration::from_millis(10);
        let mut options = SolveOptions::default();
        options.time_limit = Some(SLICE);
        let mut outcome = problem.solve_with(options);
        loop {
            if self.gauge.is_over() {
                return Err(GaveUp);
            }
            outcome = match outcome {
                Err(microlp::Error::Infeasible) => return Ok(None),
                Err(_) => return Err(GaveUp),
                Ok(SolveOutcome::Solution(solution))
                    if solution.termination_reason() == TerminationReason::ProvenOptimal =>
                {
                    let values: Vec<f64> = solution.iter().map(|(_, value)| value).take(columns).collect();
                    return Ok(Some(rounded(&values, self.rows.pieces)));
                }
                Ok(unfinished) => unfinished.resume(),
            };
        }
    }
}

impl Oracle for MicroLp {
    fn find(&mut self, fixed: &[(Var, bool)]) -> Result<Option<Vec<Var>>, GaveUp> {
        self.solve(fixed, &[])
    }

    fn cut(&mut self, standing: &[Var]) {
        self.rows.never |= self.rows.cut(standing).0.is_empty();
        self.cuts.push(standing.to_vec());
    }

    fn maximise(&mut self, tell: &Sender<Word>) -> Result<Proof, GaveUp> {
        if let Some(best) = self.solve(&[], &self.costs)? {
            // Where nobody listens any more the flag is set as well.
            drop(tell.send(Word::Found(best)));
        }
        Ok(Proof::GapClosed("microlp".into()))
    }
}
