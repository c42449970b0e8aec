//! `BatSat`, pure Rust.

use std::rc::Rc;

use batsat::{Callbacks, ClauseKind, Solver, SolverInterface, SolverOpts, lbool};

use super::{Meter, Satisfy};
use crate::model::{Clauses, Lit};

pub(super) struct BatSat {
    solver: Solver<Stop>,
}

struct Stop {
    meter: Rc<Meter>,
    /// Conflicts left.
    conflicts: u64,
}

impl Callbacks for Stop {
    fn on_new_clause(&mut self, _: &[batsat::Lit], kind: ClauseKind) {
        if kind == ClauseKind::Learnt {
            self.conflicts = self.conflicts.saturating_sub(1);
            self.meter.conflict();
        }
    }

    fn stop(&self) -> bool {
        self.conflicts == 0 || self.meter.is_over()
    }
}

impl BatSat {
    fn lit(&mut self, lit: Lit) -> batsat::Lit {
        batsat::Lit::new(self.solver.var_of_int(lit.var()), lit.is_positive())
    }
}

impl Satisfy for BatSat {
    const NAME: &str = "BatSat";

    /// With a seed it begins with variables in random order, and guesses that helpers are true: most of them mean that
    /// a square is occupied. Solutions that take luck come sooner that way.
    fn new(meter: Rc<Meter>, clauses: &Clauses, seed: u32) -> Self {
        let luck = seed > 0;
        // The seed must be neither 0 nor a multiple of 2³¹ − 1.
        let random_seed = f64::from(1 + seed % 2_147_483_646);
        let options = SolverOpts { random_seed, rnd_init_act: luck, ..SolverOpts::default() };
        let mut solver = Solver::new(options, Stop { meter, conflicts: u64::MAX });
        for var in 0..clauses.vars {
            solver.new_var(if luck && var >= clauses.pieces { lbool::TRUE } else { lbool::UNDEF }, true);
        }
        Self { solver }
    }

    fn add(&mut self, clause: &[Lit]) {
        let mut clause = clause.iter().map(|lit| self.lit(*lit)).collect();
        self.solver.add_clause_reuse(&mut clause);
    }

    fn solve(&mut self, assumptions: &[Lit], conflicts: u64) -> Option<bool> {
        self.solver.cb_mut().conflicts = conflicts;
        let assumptions: Vec<batsat::Lit> = assumptions.iter().map(|lit| self.lit(*lit)).collect();
        match self.solver.solve_limited(&assumptions) {
            answer if answer == lbool::TRUE => Some(true),
            answer if answer == lbool::FALSE => Some(false),
            _ => None,
        }
    }

    fn conflicts(&self) -> u64 {
        self.solver.num_conflicts()
    }

    fn propagations(&self) -> u64 {
        self.solver.num_propagations()
    }

    fn holds(&mut self, lit: Lit) -> bool {
        let lit = self.lit(lit);
        self.solver.value_lit(lit) == lbool::TRUE
    }
}
