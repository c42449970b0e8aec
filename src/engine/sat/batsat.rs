//! `BatSat`, pure Rust.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use batsat::{Callbacks, Solver, SolverInterface, SolverOpts, lbool};
use rustsat::types::Lit;

use super::Satisfy;

pub(super) struct BatSat {
    solver: Solver<Stop>,
}

struct Stop(Arc<AtomicBool>);

impl Callbacks for Stop {
    fn stop(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl BatSat {
    fn lit(&mut self, lit: Lit) -> batsat::Lit {
        batsat::Lit::new(self.solver.var_of_int(lit.vidx32()), lit.is_pos())
    }
}

impl Satisfy for BatSat {
    const NAME: &str = "BatSat";

    fn new(stop: Arc<AtomicBool>, vars: usize) -> Self {
        let mut solver = Solver::new(SolverOpts::default(), Stop(stop));
        while (solver.num_vars() as usize) < vars {
            solver.new_var_default();
        }
        Self { solver }
    }

    fn add(&mut self, clause: &[Lit]) {
        let mut clause = clause.iter().map(|lit| self.lit(*lit)).collect();
        self.solver.add_clause_reuse(&mut clause);
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Option<bool> {
        let assumptions: Vec<batsat::Lit> = assumptions.iter().map(|lit| self.lit(*lit)).collect();
        match self.solver.solve_limited(&assumptions) {
            answer if answer == lbool::TRUE => Some(true),
            answer if answer == lbool::FALSE => Some(false),
            _ => None,
        }
    }

    fn holds(&mut self, lit: Lit) -> bool {
        let lit = self.lit(lit);
        self.solver.value_lit(lit) == lbool::TRUE
    }
}
