//! One budget for the parts of a question.

use crate::answer::{Statistics, Stopped};
use crate::budget::Control;

/// Limits are for the whole question: what one part of it has spent the next may not.
pub(super) struct Spent<'a> {
    control: &'a Control,
    all: Statistics,
}

impl<'a> Spent<'a> {
    pub(super) fn new(control: &'a Control) -> Self {
        Self { control, all: Statistics::default() }
    }

    /// Returns the control of the next part.
    pub(super) fn next(&self) -> Control {
        self.control.turn(self.control.node_limit().saturating_sub(self.all.nodes), self.all.nodes)
    }

    pub(super) fn add(&mut self, own: Statistics) {
        self.all.nodes += own.nodes;
        self.all.solutions += own.solutions;
    }

    pub(super) fn sum(&self) -> Statistics {
        Statistics { elapsed: self.control.elapsed(), ..self.all }
    }

    /// Returns what stopped a part as what stopped the question.
    pub(super) fn with(mut self, stopped: &Stopped) -> Stopped {
        self.add(stopped.statistics());
        Stopped::new(stopped.cause(), stopped.engine(), self.sum())
    }
}
