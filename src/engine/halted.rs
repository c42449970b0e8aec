//! `Halted`: a run that ended before it began.

use super::{Paths, Placed, Run, Step, statistics};
use crate::answer::Statistics;
use crate::budget::{Cause, Control};
use crate::model::Bound;

/// A run that was stopped before it began.
pub(super) struct Halted {
    cause: Cause,
    part: Paths,
    control: Control,
}

impl Halted {
    pub(super) fn new(cause: Cause, part: Paths, control: Control) -> Self {
        Self { cause, part, control }
    }
}

impl Run for Halted {
    fn step(&mut self) -> Step {
        Step::Stopped(self.cause)
    }

    fn placed(&self, _: &mut Placed) {}

    fn control(&mut self) -> &mut Control {
        &mut self.control
    }

    fn remainder(&self) -> Paths {
        self.part.clone()
    }

    fn bound(&self) -> Option<Bound> {
        None
    }

    fn statistics(&self) -> Statistics {
        statistics(&self.control)
    }
}
