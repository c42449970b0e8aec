//! `Entrant`: an engine that takes part in a race.

use std::sync::Arc;

use crate::answer::{Ending, Reason, Statistics, Turn};
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
    /// Whether it cannot go on: it declines, would need too much memory, or has nothing left to look at.
    pub(super) is_out: bool,
    /// Its turns as one, and their work, once it has left.
    ended: Option<(Turn, u64)>,
}

impl Entrant {
    pub(super) fn new(entry: Entry) -> Self {
        Self { entry, run: None, granted: 0, wanted: 0, is_out: false, ended: None }
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

    /// Leaves, and frees what it held.
    pub(super) fn leave(&mut self, cause: Cause) {
        self.is_out = true;
        self.ended = self.turn().map(|turn| (Turn { ending: Ending::Stopped { cause }, ..turn }, self.work()));
        self.run = None;
    }

    /// The work of its turns so far.
    pub(super) fn work(&mut self) -> u64 {
        let ended = self.ended.as_ref().map_or(0, |(_, work)| *work);
        self.run.as_mut().map_or(ended, |run| run.control().work())
    }

    /// What its turns have cost so far.
    pub(super) fn statistics(&self) -> Statistics {
        let ended = self.ended.as_ref().map(|(turn, _)| turn.statistics).unwrap_or_default();
        self.run.as_ref().map_or(ended, |run| run.statistics())
    }

    /// Its turns so far, as one.
    pub(super) fn turn(&self) -> Option<Turn> {
        let Some(run) = &self.run else { return self.ended.as_ref().map(|(turn, _)| turn.clone()) };
        let Entry { engine, reason, .. } = self.entry;
        let engine = run.engine().unwrap_or(engine);
        let ending = Ending::Stopped { cause: Cause::NodeLimit };
        Some(Turn { engine, reason, ending, bound: run.bound(), part: None, statistics: run.statistics() })
    }
}
