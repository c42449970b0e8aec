//! A run of an engine on a question, or what prevented it.

use std::sync::Arc;

use super::{Wanted, stopped};
use crate::answer::{Explanation, Reason, Statistics, Stopped};
use crate::budget::{Cause, Control, Engine, Options};
use crate::engine::{self, Paths, Placed, Refusal, Run, Step};
use crate::judge::Verifier;
use crate::language::{Invalid, Placement, Problem};
use crate::model::{Bound, Goal};
use crate::query::race::Race;
use crate::query::{Prepared, policy};

/// A run, or what prevented it.
pub(super) struct Started {
    pub(super) problem: Arc<Problem>,
    pub(super) engine: Engine,
    /// Why this engine.
    pub(super) reason: Reason,
    pub(super) run: Result<Box<dyn Run>, Stopped>,
}

impl Started {
    pub(super) fn new(
        prepared: &Prepared,
        goal: Result<Goal, Cause>,
        part: Paths,
        wanted: Wanted,
        options: &Options,
        mut control: Control,
    ) -> Result<Self, Invalid> {
        let (backend, reason) = (options.engine.backend(), policy::reason(options));
        let ready = goal.map_err(Refusal::Stopped).and_then(|goal| prepared.ready(backend, goal, &mut control));
        let engine = backend.engine();
        // Limits on nodes and solutions are kept to the last one by a run on its own.
        let alone = options.nodes.is_some() || options.solutions.is_some();
        let run = match (ready, backend.as_share()) {
            (Ok((model, goal)), _) if policy::races(options, &goal, wanted) => {
                Ok(Box::new(Race::new(model, goal, options.thread_count(), control)) as Box<dyn Run>)
            }
            (Ok((model, goal @ Goal::Maximise(_))), Some(shared)) if !alone => {
                let run = engine::Parallel::new(shared, model, goal, options.thread_count(), control);
                Ok(Box::new(run) as Box<dyn Run>)
            }
            (Ok((model, goal)), _) => Ok(backend.start(model, goal, part, control)),
            (Err(refusal), _) => Err(stopped(refusal, engine, &control)?),
        };
        Ok(Self { problem: Arc::clone(&prepared.problem), engine, reason, run })
    }

    /// The engine at work.
    pub(super) fn engine(&self) -> Engine {
        self.run.as_ref().ok().and_then(|run| run.engine()).unwrap_or(self.engine)
    }

    pub(super) fn step(&mut self) -> Step {
        match &mut self.run {
            Ok(run) => run.step(),
            Err(stopped) => Step::Stopped(stopped.cause()),
        }
    }

    pub(super) fn statistics(&self) -> Statistics {
        match &self.run {
            Ok(run) => run.statistics(),
            Err(stopped) => stopped.statistics(),
        }
    }

    pub(super) fn bound(&self) -> Option<Bound> {
        self.run.as_ref().ok().and_then(|run| run.bound())
    }

    pub(super) fn stopped(&self, cause: Cause) -> Stopped {
        let mut stopped = Stopped::new(cause, self.engine(), self.statistics());
        self.explain(stopped.explanation_mut());
        stopped
    }

    /// Returns how the answer was come by.
    pub(super) fn answered(&self) -> Explanation {
        let mut explanation = Explanation::answered(self.engine(), self.statistics());
        self.explain(&mut explanation);
        explanation
    }

    /// Adds why the engine answered, and the turns of all.
    fn explain(&self, explanation: &mut Explanation) {
        explanation.set_last(self.reason, self.bound());
        let mut turns = self.run.as_ref().map(|run| run.turns()).unwrap_or_default();
        if let (Some(last), Some(own)) = (turns.last_mut(), explanation.turns().last()) {
            last.ending = own.ending.clone();
            // What the turns have found together may be better than what this engine found by itself.
            if last.part.is_none() {
                last.bound = own.bound.or(last.bound);
            }
            explanation.set_turns(turns);
        }
    }

    /// The pieces of the solution just found, not judged.
    pub(super) fn placed(&self) -> Placed {
        let mut placed = Placed::new();
        if let Ok(run) = &self.run {
            run.placed(&mut placed);
        }
        placed
    }

    /// The placement of these pieces, if the judge lets it pass.
    pub(super) fn judged(&self, placed: Placed) -> Result<Placement, Cause> {
        if !Verifier::new(&self.problem).accepts(&placed) {
            return Err(Cause::Disagreement);
        }
        Ok(Placement::from_sorted(Arc::clone(self.problem.setup()), placed))
    }
}
