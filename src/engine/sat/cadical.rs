//! `CaDiCaL`, compiled from C++.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cadical_sys::{CaDiCal, Status, Terminator};
use rustsat::types::Lit;

use super::Satisfy;

pub(super) struct CaDiCaL {
    solver: CaDiCal,
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
