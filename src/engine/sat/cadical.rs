//! `CaDiCaL`, compiled from C++.

#[cfg(all(feature = "cadical", feature = "ilp"))]
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
#[cfg(all(feature = "cadical", feature = "ilp"))]
use std::sync::mpsc::Sender;

use cadical_sys::{CaDiCal, Status, Terminator};
use rustsat::types::Lit;

use super::Satisfy;
#[cfg(all(feature = "cadical", feature = "ilp"))]
use crate::answer::Proof;
#[cfg(all(feature = "cadical", feature = "ilp"))]
use crate::engine::pool::{GaveUp, Oracle, Word};
#[cfg(all(feature = "cadical", feature = "ilp"))]
use crate::model::Var;

pub(super) struct CaDiCaL {
    solver: CaDiCal,
}

/// Clauses that are only to be refuted.
#[cfg(all(feature = "cadical", feature = "ilp"))]
pub(super) struct Refuted {
    pub(super) solver: CaDiCaL,
    /// Whether the file for the proof could be opened.
    pub(super) traced: bool,
}

#[cfg(all(feature = "cadical", feature = "ilp"))]
impl Oracle for Refuted {
    fn find(&mut self, _: &[(Var, bool)]) -> Result<Option<Vec<Var>>, GaveUp> {
        let refuted = self.traced && self.solver.solve(&[]) == Some(false);
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
        path.to_str().is_some_and(|path| self.solver.trace_proof2(path))
    }
}

struct Stop(Arc<AtomicBool>);

impl Terminator for Stop {
    fn terminated(&mut self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl Satisfy for CaDiCaL {
    const NAME: &str = "CaDiCaL";

    fn new(stop: Arc<AtomicBool>, _: usize) -> Self {
        let mut solver = CaDiCal::new();
        solver.set("quiet", 1);
        solver.connect_terminator(Stop(stop));
        Self { solver }
    }

    fn add(&mut self, clause: &[Lit]) {
        for lit in clause {
            self.solver.add(lit.to_ipasir());
        }
        self.solver.add(0);
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Option<bool> {
        for lit in assumptions {
            self.solver.assume(lit.to_ipasir());
        }
        match self.solver.solve() {
            Status::SATISFIABLE => Some(true),
            Status::UNSATISFIABLE => Some(false),
            Status::UNKNOWN => None,
        }
    }

    fn holds(&mut self, lit: Lit) -> bool {
        self.solver.val(lit.to_ipasir()) > 0
    }
}
