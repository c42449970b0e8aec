//! `Entrant`: an engine that takes part in a race.

use std::sync::Arc;

use crate::answer::{Ending, Reason, Turn};
use crate::budget::{Cause, Control};
use crate::engine::{Paths, Run};
use crate::model::{Goal, Model};
use crate::query::policy::{self, Entry};
use crate::query::symmetric::Symmetric;

/// An engine that takes part.
pub(super) struct Entrant {
    pub(super) entry: Entry,
    pub(super) run: Option<Box<dyn Run>>,
    /// The work of all its turns. What a turn takes beyond its end is taken off the next ones.
    pub(super) granted: u64,
    /// The work of a turn in which it may try again whether it accepts the rules.
    wanted: u64,
    /// Whether it cannot go on: it declines, or would need too much memory.
    pub(super) is_out: bool,
}

impl Entrant {
    pub(super) fn new(entry: Entry) -> Self {
        Self { entry, run: None, granted: 0, wanted: 0, is_out: false }
    }

    /// Begins in a turn of this much work, unless it has begun, declines the rules, or takes too much of its turn to tell.
    pub(super) fn begin(&mut self, work: u64, model: &Arc<Model>, goal: &Goal, control: &Control) -> Result<(), Cause> {
        if self.run.is_some() || work < self.wanted {
            return Ok(());
        }
        let engine = self.entry.engine;
        if let (Reason::Symmetric, Goal::Maximise(worths)) = (self.entry.reason, goal) {
            let mut control = control.turn(u64::MAX, 0);
            control.grant(work);
            let run = Symmetric::new(model, worths, control)?;
            self.is_out = run.is_none();
            self.run = run.map(|run| Box::new(run) as Box<dyn Run>);
            return Ok(());
        }
        let mut asked = control.turn(u64::MAX, 0).with_max_work(work / policy::JOINING);
        match policy::joins(engine, model, goal, &mut asked) {
            Ok(true) => {
                let mut control = control.turn(u64::MAX, 0);
                control.grant(work);
                self.run = Some(engine.backend().start(Arc::clone(model), goal.clone(), Paths::whole(), control));
            }
            Ok(false) => self.is_out = true,
            Err(Cause::NodeLimit) => self.wanted = work.saturating_mul(2),
            Err(cause) => return Err(cause),
        }
        Ok(())
    }

    /// Its turns so far, as one.
    pub(super) fn turn(&self) -> Option<Turn> {
        let run = self.run.as_ref()?;
        let Entry { engine, reason, .. } = self.entry;
        let ending = Ending::Stopped { cause: Cause::NodeLimit };
        let engine = run.engine().unwrap_or(engine);
        Some(Turn { engine, reason, ending, bound: run.bound(), part: None, statistics: run.statistics() })
    }
}
