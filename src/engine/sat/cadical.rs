//! `CaDiCaL`, compiled from C++.

#[cfg(all(feature = "cadical", feature = "ilp"))]
use std::path::Path;
use std::sync::Arc;
#[cfg(all(feature = "cadical", feature = "ilp"))]
use std::sync::mpsc::Sender;

use cadical_sys::{CaDiCal, Status, Terminator};
use rustsat::types::Lit;

use super::{Gauge, Satisfy};
#[cfg(all(feature = "cadical", feature = "ilp"))]
use crate::answer::Proof;
#[cfg(all(feature = "cadical", feature = "ilp"))]
use crate::engine::pool::{GaveUp, Oracle, Word};
use crate::model::Clauses;
#[cfg(all(feature = "cadical", feature = "ilp"))]
use crate::model::Var;

pub(super) struct CaDiCaL {
    solver: CaDiCal,
}

/// Clauses that are only to be refuted.
#[cfg(all(feature = "cadical", feature = "ilp"))]
pub(super) struct Refuted {
    pub(super) solver: CaDiCaL,
    /// Whether the file for the proof could be opened, and that of the clauses be read.
    pub(super) traced: bool,
}

#[cfg(all(feature = "cadical", feature = "ilp"))]
impl Oracle for Refuted {
    fn find(&mut self, _: &[(Var, bool)]) -> Result<Option<Vec<Var>>, GaveUp> {
        let refuted = self.traced && self.solver.solve(&[], u64::MAX) == Some(false);
        self.solver.solver.flush_proof_trace(false);
        self.solver.solver.close_proof_trace(false);
        if refuted { Ok(None) } else { Err(GaveUp) }
    }

    fn cut(&mut self, _: &[Var]) {}

    fn maximise(&mut self, _: &Sender<Word>) -> Result<Proof, GaveUp> {
        Err(GaveUp)
    }
}

#[cfg(all(feature = "cadical", feature = "ilp"))]
impl CaDiCaL {
    /// Writes all steps to a file in LRAT format. Tells whether that can be done.
    pub(super) fn trace(&mut self, path: &Path) -> bool {
        self.solver.set("lrat", 1);
        self.solver.set("binary", 0);
        // New variables are no consequences of what was there; without them every step is.
        self.solver.set("factor", 0);
        path.to_str().is_some_and(|path| self.solver.trace_proof2(path))
    }
}

#[cfg(all(feature = "cadical", feature = "ilp"))]
impl CaDiCaL {
    /// Reads clauses. Tells whether that can be done.
    pub(super) fn read(&mut self, path: &Path) -> bool {
        path.to_str().is_some_and(|path| self.solver.read_dimacs2(path, &mut 0, 1).is_ok())
    }
}

struct Stop(Arc<Gauge>);

impl Terminator for Stop {
    fn terminated(&mut self) -> bool {
        self.0.is_over()
    }
}

impl Satisfy for CaDiCaL {
    const NAME: &str = "CaDiCaL";

    fn new(gauge: Arc<Gauge>, clauses: &Clauses, seed: u32) -> Self {
        let mut solver = CaDiCal::new();
        solver.set("quiet", 1);
        solver.set("seed", (seed & i32::MAX as u32) as i32);
        solver.set("phase", i32::from(!clauses.sparse));
        solver.connect_terminator(Stop(gauge));
        Self { solver }
    }

    fn declare(&mut self, vars: usize) {
        self.solver.resize(i32::try_from(vars).unwrap_or(i32::MAX));
    }

    fn add(&mut self, clause: &[Lit]) {
        for lit in clause {
            self.solver.add(lit.to_ipasir());
        }
        self.solver.add(0);
    }

    fn solve(&mut self, assumptions: &[Lit], conflicts: u64) -> Option<bool> {
        // A limit holds for one question; below 0 there is none.
        self.solver.limit("conflicts", i32::try_from(conflicts).unwrap_or(-1));
        for lit in assumptions {
            self.solver.assume(lit.to_ipasir());
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

    fn holds(&mut self, lit: Lit) -> bool {
        let lit = lit.to_ipasir();
        self.solver.val(lit) == lit
    }
}
