//! The tree as a run.

use super::{Orbits, Ready, Tree};
use crate::answer::Statistics;
use crate::budget::Control;
use crate::engine::{Paths, Placed, Run, Step, statistics};
use crate::language::SquareSet;
use crate::model::Bound;
use crate::model::bit_set::BitSet;

impl<W: BitSet> Run for Tree<W> {
    fn step(&mut self) -> Step {
        match &mut self.ready {
            Ok(ready) => ready.step(&mut self.control),
            Err(cause) => Step::Stopped(*cause),
        }
    }

    fn placed(&self, placed: &mut Placed) {
        if let Ok(ready) = &self.ready {
            ready.found.each(|var| placed.push(ready.model.placed[var as usize]));
        }
    }

    fn renew(&mut self, placed: &mut Placed) -> usize {
        let Ok(ready) = &mut self.ready else { return 0 };
        let same = ready.found.renew(&ready.listed, &ready.model.placed, placed);
        ready.listed.clone_from(&ready.found);
        same
    }

    fn share(&mut self, best: Option<i64>, _: Option<i64>) {
        if let (Ok(ready), Some(_)) = (&mut self.ready, best) {
            ready.demand_more_than(best);
            self.control.progress.best = best;
        }
    }

    fn control(&mut self) -> &mut Control {
        &mut self.control
    }

    fn outlook(&self) -> Option<u64> {
        let explored = self.ready.as_ref().ok()?.fraction();
        Some((self.control.work_of_turns() as f64 * (1.0 - explored) / explored) as u64)
    }

    fn remainder(&self) -> Paths {
        self.ready.as_ref().map_or_else(|_| self.part.clone(), Ready::remainder)
    }

    fn weight(&self) -> u64 {
        self.ready.as_ref().map_or(1, |ready| ready.weight)
    }

    fn anchor(&self) -> SquareSet {
        let orbits = self.ready.as_ref().ok().and_then(|ready| ready.orbits.as_ref());
        orbits.map(Orbits::squares).unwrap_or_default()
    }

    fn bound(&self) -> Option<Bound> {
        self.ready.as_ref().ok().and_then(|ready| ready.bound)
    }

    fn statistics(&self) -> Statistics {
        statistics(&self.control)
    }
}
