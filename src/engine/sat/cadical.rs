//! `CaDiCaL`, compiled from C++.

use std::path::Path;
use std::rc::Rc;

use cadical_sys::{CaDiCal, Learner, Status, Terminator};

use super::{Meter, Satisfy};
use crate::answer::Proof;
use crate::engine::external::{GaveUp, Oracle};
use crate::model::{Clauses, Lit, Var};

pub(super) struct CaDiCaL {
    solver: CaDiCal,
}

/// Clauses to be refuted.
pub(super) struct Refuted {
    pub(super) solver: CaDiCaL,
    /// Whether the file for the proof could be opened, and that of the clauses read.
    pub(super) traced: bool,
    /// The number of variables of the model.
    pub(super) pieces: usize,
}

impl Oracle for Refuted {
    fn find(&mut self, _: &[(Var, bool)]) -> Result<Option<Vec<Var>>, GaveUp> {
        let answer = if self.traced { self.solver.solve(&[], u64::MAX) } else { None };
        let standing = |solver: &mut CaDiCaL| {
            (0..self.pieces as Var).filter(|var| solver.holds(Lit::positive(*var))).collect::<Vec<Var>>()
        };
        let found = (answer == Some(true)).then(|| standing(&mut self.solver));
        self.solver.solver.flush_proof_trace(false);
        self.solver.solver.close_proof_trace(false);
        if answer.is_none() { Err(GaveUp) } else { Ok(found) }
    }

    fn cut(&mut self, _: &[Var]) {}

    fn maximise(&mut self) -> Result<Proof, GaveUp> {
        Err(GaveUp)
    }
}

impl CaDiCaL {
    /// Writes all steps to a file in LRAT format; returns whether that is possible.
    pub(super) fn trace(&mut self, path: &Path) -> bool {
        self.solver.set("lrat", 1);
        self.solver.set("binary", 0);
        // Steps that define new variables are no consequences; without new variables every step is.
        self.solver.set("factor", 0);
        path.to_str().is_some_and(|path| self.solver.trace_proof2(path))
    }

    /// Reads clauses; returns whether that is possible.
    pub(super) fn read(&mut self, path: &Path) -> bool {
        path.to_str().is_some_and(|path| self.solver.read_dimacs2(path, &mut 0, 1).is_ok())
    }
}

/// Its callbacks: it waits in the one, and each conflict teaches it a clause, of which the other is told.
struct Callback(Rc<Meter>);

impl Terminator for Callback {
    fn terminated(&mut self) -> bool {
        self.0.is_over()
    }
}

impl Learner for Callback {
    fn learning(&mut self, _: i32) -> bool {
        self.0.conflict();
        false
    }

    fn learn(&mut self, _: i32) {}
}

impl Satisfy for CaDiCaL {
    const NAME: &str = "CaDiCaL";

    fn new(meter: Rc<Meter>, clauses: &Clauses, seed: u32) -> Self {
        let mut solver = CaDiCal::new();
        solver.set("quiet", 1);
        solver.set("seed", (seed & i32::MAX as u32) as i32);
        solver.set("phase", i32::from(!clauses.sparse));
        solver.connect_learner(Callback(Rc::clone(&meter)));
        solver.connect_terminator(Callback(meter));
        Self { solver }
    }

    fn declare(&mut self, vars: usize) {
        self.solver.resize(i32::try_from(vars).unwrap_or(i32::MAX));
    }

    fn prefer(&mut self, lit: Lit) {
        self.solver.phase(lit.number());
    }

    fn add(&mut self, clause: &[Lit]) {
        for lit in clause {
            self.solver.add(lit.number());
        }
        self.solver.add(0);
    }

    fn solve(&mut self, assumptions: &[Lit], conflicts: u64) -> Option<bool> {
        // A limit holds for one question; a negative one means none.
        self.solver.limit("conflicts", i32::try_from(conflicts).unwrap_or(-1));
        for lit in assumptions {
            self.solver.assume(lit.number());
        }
        match self.solver.solve() {
            Status::SATISFIABLE => Some(true),
            Status::UNSATISFIABLE => Some(false),
            Status::UNKNOWN => None,
        }
    }

    fn conflicts(&self) -> u64 {
        u64::try_from(self.solver.get_statistic_value("conflicts")).unwrap_or(0)
    }

    fn propagations(&self) -> u64 {
        u64::try_from(self.solver.get_statistic_value("propagations")).unwrap_or(0)
    }

    fn holds(&mut self, lit: Lit) -> bool {
        let lit = lit.number();
        self.solver.val(lit) == lit
    }
}
