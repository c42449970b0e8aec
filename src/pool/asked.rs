//! What is asked about, made ready once for all engines that are asked.

use std::cell::OnceCell;
use std::sync::Arc;

use super::stopped;
use crate::answer::{Statistics, Stopped};
use crate::control::{Cause, Control, free_aside};
use crate::engine::{self, Backend, Refusal};
use crate::error::Error;
use crate::model::{Goal, Model};
use crate::options::{Engine, Options};
use crate::problem::Problem;

/// A problem and its model.
pub(super) struct Asked {
    pub(super) problem: Arc<Problem>,
    /// What kept it from being compiled, if something did.
    pub(super) model: Result<Arc<Model>, Cause>,
    counting: OnceCell<Goal>,
}

impl Asked {
    pub(super) fn new(problem: &Problem, control: &mut Control) -> Self {
        let problem = Arc::new(problem.clone());
        let model = Model::compile(&problem, control).map(Arc::new);
        Self { problem, model, counting: OnceCell::new() }
    }

    /// To count, solutions are gone through up to symmetry where that pays.
    pub(super) fn goal_of_counting(&self, options: &Options, control: &mut Control) -> Result<Goal, Cause> {
        /// The most squares of a board whose symmetries are looked for: on larger ones no count comes to an end for which
        /// that would matter.
        const MOST_SQUARES: usize = 1 << 10;
        let board = self.problem.board();
        if board.rows() * board.columns() > MOST_SQUARES || options.solutions.is_some() {
            return Ok(Goal::All);
        }
        if let Some(goal) = self.counting.get() {
            return Ok(goal.clone());
        }
        let group = self.problem.own_group(control)?;
        Ok(self.counting.get_or_init(|| Goal::UpTo(Arc::new(group))).clone())
    }

    /// The model, if an engine takes it with this goal.
    pub(super) fn ready(
        &self,
        backend: &dyn Backend,
        goal: Goal,
        control: &mut Control,
    ) -> Result<(Arc<Model>, Goal), Refusal> {
        let model = self.model.as_ref().map_err(|cause| Refusal::Stopped(*cause))?;
        backend.accepts(model, &goal, control)?;
        Ok((Arc::clone(model), goal))
    }

    /// Whether the frontier of the problem is so narrow that a sweep is worth trying.
    pub(super) fn is_narrow(&self, control: &mut Control) -> bool {
        self.model.as_ref().is_ok_and(|model| engine::is_narrow(model, control).unwrap_or(false))
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        /// From so many variables on, freeing takes longer than to have it done by another thread.
        const MANY: usize = 1 << 12;
        if self.model.as_ref().is_ok_and(|model| model.vars() >= MANY) {
            free_aside(std::mem::replace(&mut self.model, Err(Cause::Cancelled)));
        }
    }
}

/// What an engine tells at once, without going through the solutions.
pub(super) enum Told<T> {
    Answer(T, Engine, Statistics),
    Stopped(Stopped),
    /// It has to go through them.
    Nothing,
}

impl<T> Told<T> {
    pub(super) fn new(
        asked: &Asked,
        options: &Options,
        control: &mut Control,
        ask: impl FnOnce(&dyn Backend, &Model, &mut Control) -> Option<Result<T, Refusal>>,
    ) -> Result<Self, Error> {
        // A limit on solutions is a wish to go through them.
        if options.solutions.is_some() {
            return Ok(Self::Nothing);
        }
        let backend = options.engine.backend();
        let told = match &asked.model {
            Ok(model) => ask(backend, model, control),
            Err(cause) => Some(Err(Refusal::Stopped(*cause))),
        };
        let engine = backend.engine();
        Ok(match told {
            None => Self::Nothing,
            Some(Ok(answer)) => Self::Answer(answer, engine, engine::statistics(control)),
            Some(Err(refusal)) => Self::Stopped(stopped(refusal, engine, control)?),
        })
    }
}
