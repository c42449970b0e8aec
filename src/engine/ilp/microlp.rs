//! microlp, pure Rust, for small boards.
//!
//! It works some nodes at a time and is asked in between whether to go on, so no answer depends on the clock. It does not
//! promise to be right, so its results are only claims.

use microlp::{
    ComparisonOp, LinearExpr, OptimizationDirection, Problem, SolveOptions, SolveOutcome, TerminationReason, Variable,
};

use super::{NODE, rounded};
use crate::answer::Proof;
use crate::engine::external::{Event, GaveUp, Link, Oracle};
use crate::model::{Rows, Var};

pub(super) struct MicroLp {
    rows: Rows,
    costs: Vec<i64>,
    cuts: Vec<Vec<Var>>,
    link: Link,
}

impl MicroLp {
    pub(super) fn new(rows: Rows, costs: Vec<i64>, link: Link) -> Self {
        Self { rows, costs, cuts: Vec::new(), link }
    }

    fn solve(&self, fixed: &[(Var, bool)], costs: &[i64]) -> Result<Option<Vec<Var>>, GaveUp> {
        let rows = &self.rows;
        if rows.never || rows.columns() == 0 {
            return Ok((!rows.never).then(Vec::new));
        }
        let mut ranges = vec![(0, 1); rows.columns()];
        for (var, value) in fixed {
            ranges[*var as usize] = (i32::from(*value), i32::from(*value));
        }
        let mut problem = Problem::new(OptimizationDirection::Maximize);
        let cost = |column: usize| costs.get(column).map_or(0.0, |cost| *cost as f64);
        let columns: Vec<Variable> =
            (0..).zip(ranges).map(|(column, (min, max))| problem.add_integer_var(cost(column), (min, max))).collect();
        let cuts = self.cuts.iter().map(|standing| rows.cut(standing));
        for (terms, (min, max)) in rows.iter().map(|(terms, range)| (terms.to_vec(), range)).chain(cuts) {
            let mut sum = LinearExpr::empty();
            for (number, column) in terms {
                sum.add(columns[column as usize], number as f64);
            }
            if min == max {
                problem.add_constraint(sum, ComparisonOp::Eq, min as f64);
                continue;
            }
            if min > i64::MIN {
                problem.add_constraint(sum.clone(), ComparisonOp::Ge, min as f64);
            }
            if max < i64::MAX {
                problem.add_constraint(sum, ComparisonOp::Le, max as f64);
            }
        }
        self.in_slices(&problem)
    }

    /// Solves a problem some nodes at a time, as many each time whatever the limits, and charges them.
    fn in_slices(&self, problem: &Problem) -> Result<Option<Vec<Var>>, GaveUp> {
        const SLICE: u64 = 8;
        let mut options = SolveOptions::default();
        options.node_limit = Some(SLICE);
        let mut spent = 0;
        let mut outcome = problem.solve_with(options);
        loop {
            if let Ok(outcome) = &outcome {
                let nodes = outcome.stats().nodes_solved;
                let more = nodes.saturating_sub(spent);
                self.link.charge(more, NODE.saturating_mul(more));
                spent = nodes;
            }
            // A limit that was reached meanwhile comes before the result.
            self.link.wait_for_turn();
            if self.link.is_over() {
                return Err(GaveUp);
            }
            outcome = match outcome {
                Err(microlp::Error::Infeasible) => return Ok(None),
                Err(_) => return Err(GaveUp),
                Ok(SolveOutcome::Solution(solution))
                    if solution.termination_reason() == TerminationReason::ProvenOptimal =>
                {
                    let values: Vec<f64> = solution.iter().map(|(_, value)| value).take(self.rows.pieces).collect();
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

    fn maximise(&mut self) -> Result<Proof, GaveUp> {
        if let Some(best) = self.solve(&[], &self.costs)? {
            self.link.tell(Event::Found(best));
        }
        Ok(Proof::GapClosed { solver: "microlp" })
    }
}
