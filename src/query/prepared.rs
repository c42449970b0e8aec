//! What is asked about, compiled once for all engines that are asked.

use std::cell::{OnceCell, RefCell};
use std::sync::Arc;

use crate::answer::{Answer, Count, Explanation, Stopped};
use crate::budget::{Cause, Control, Engine, Options, free_aside};
use crate::engine;
use crate::engine::{Backend, Counting, Refusal};
use crate::language::{Invalid, Problem};
use crate::model::{Goal, Model};
use crate::query::visits::Visits;
use crate::query::{policy, stopped};

/// What is known and how it was come by, or what stopped the engine.
pub(super) type Explained<T> = Result<(T, Explanation), Stopped>;

/// How far a suspended count has come.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pace {
    /// The work so far.
    pub(super) work: u64,
    /// The work of a node or state in the last turn.
    pub(super) each: u64,
    /// About how much work is left, if that can be told.
    pub(super) left: Option<u64>,
}

impl Pace {
    /// The same, with nothing foreseen if what was foreseen before has not become less by half of the work done since.
    pub(super) fn since(self, before: Self) -> Self {
        let has_come_nearer = |left: &u64| {
            before.left.is_none_or(|before_left| left.saturating_add((self.work - before.work) / 2) <= before_left)
        };
        Self { left: self.left.filter(has_come_nearer), ..self }
    }

    /// Adds a turn.
    pub(super) fn add(&mut self, steps: u64, work: u64) {
        self.work += work;
        self.each = work / steps.max(1);
    }
}

/// A count that goes on when its engine is asked again.
struct Suspended {
    engine: Engine,
    counting: Box<dyn Counting>,
    pace: Pace,
}

/// A problem and its model.
pub(super) struct Prepared {
    pub(super) problem: Arc<Problem>,
    /// What kept it from being compiled, if something did.
    pub(super) model: Result<Arc<Model>, Cause>,
    counting: OnceCell<Goal>,
    tallies: RefCell<Vec<Suspended>>,
    pub(super) visits: RefCell<Vec<(Engine, Visits)>>,
}

impl Prepared {
    pub(super) fn new(problem: &Problem, control: &mut Control) -> Self {
        let problem = Arc::new(problem.clone());
        let model = Model::compile(&problem, control).map(Arc::new);
        Self { problem, model, counting: OnceCell::new(), tallies: RefCell::default(), visits: RefCell::default() }
    }

    /// A problem whose model is there already.
    pub(super) fn of(problem: Arc<Problem>, model: Arc<Model>) -> Self {
        Self {
            problem,
            model: Ok(model),
            counting: OnceCell::new(),
            tallies: RefCell::default(),
            visits: RefCell::default(),
        }
    }

    /// Returns the goal of a count: solutions up to symmetry if that is worthwhile.
    pub(super) fn goal_of_counting(&self, options: &Options, control: &mut Control) -> Result<Goal, Cause> {
        /// The most squares of a board whose symmetries are looked for: on larger ones no count comes to an end for which
        /// that would matter.
        const MAX_SQUARES: usize = 1 << 10;
        let board = self.problem.board();
        if board.rows() * board.columns() > MAX_SQUARES || options.solutions.is_some() {
            return Ok(Goal::All);
        }
        if let Some(goal) = self.counting.get() {
            return Ok(goal.clone());
        }
        let group = self.problem.own_group(control)?;
        let group = match &self.model {
            Ok(model) => model.keeping_squares(group, control)?,
            Err(_) => group,
        };
        Ok(self.counting.get_or_init(|| Goal::Number(Arc::new(group))).clone())
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

    /// What an engine tells at once, without going through the solutions; `None` if it has to go through them.
    pub(super) fn shortcut<T>(
        &self,
        options: &Options,
        control: &mut Control,
        ask: impl FnOnce(&'static dyn Backend, &Model, &mut Control) -> Option<Result<T, Refusal>>,
    ) -> Result<Option<Explained<T>>, Invalid> {
        // A limit on solutions is a wish to go through them.
        if options.solutions.is_some() {
            return Ok(None);
        }
        let backend = options.engine.backend();
        let shortcut = match &self.model {
            Ok(model) => ask(backend, model, control),
            Err(cause) => Some(Err(Refusal::Stopped(*cause))),
        };
        let engine = backend.engine();
        Ok(match shortcut {
            None => None,
            Some(Ok(known)) => Some(Ok((known, Explanation::answered(engine, engine::statistics(control))))),
            Some(Err(refusal)) => Some(Err(stopped(refusal, engine, control)?)),
        })
    }

    /// The number of solutions by their number of pieces of the kinds counted, from an engine that need not go through them. A
    /// count that was suspended goes on.
    pub(super) fn tally(
        &self,
        counted: &[bool],
        options: &Options,
        control: &mut Control,
    ) -> Result<Option<Explained<Vec<Count>>>, Invalid> {
        let engine = options.engine.backend().engine();
        self.shortcut(options, control, |backend, model, control| {
            let mut tallies = self.tallies.borrow_mut();
            let (begun, mut pace) = match tallies.iter().position(|tally| tally.engine == engine) {
                Some(place) => {
                    let Suspended { counting, pace, .. } = tallies.swap_remove(place);
                    (Ok(counting), pace)
                }
                None => (backend.as_tally(model, counted)?.begin(model, counted, control), Pace::default()),
            };
            Some(begun.and_then(|mut counting| {
                let counts = counting.go_on(control);
                if counts == Err(Cause::NodeLimit) {
                    pace.add(control.progress.nodes, control.charged());
                    pace.left = counting.outlook();
                    tallies.push(Suspended { engine, counting, pace });
                }
                Ok(counts?)
            }))
        })
    }

    /// How far the suspended count of an engine has come.
    pub(super) fn pace(&self, engine: Engine) -> Option<Pace> {
        let (tallies, visits) = (self.tallies.borrow(), self.visits.borrow());
        let tally = tallies.iter().find(|tally| tally.engine == engine).map(|tally| tally.pace);
        tally.or_else(|| visits.iter().find(|(own, _)| *own == engine).map(|(_, visits)| visits.pace))
    }

    /// An answer to a question about this problem.
    pub(super) fn answer<T>(&self, known: Result<(T, Explanation), Stopped>) -> Answer<T> {
        Answer::new(Arc::clone(&self.problem), known)
    }

    /// Whether the frontier of the problem is so narrow that a sweep is worth trying.
    pub(super) fn is_narrow(&self, control: &mut Control) -> bool {
        self.model.as_ref().is_ok_and(|model| policy::is_narrow(model, control).unwrap_or(false))
    }

    /// Whether the SAT solver may take turns to count.
    pub(super) fn counts_by_sat(&self, control: &mut Control) -> bool {
        cfg!(feature = "sat")
            && self.model.as_ref().is_ok_and(|model| Engine::Sat.backend().accepts(model, &Goal::All, control).is_ok())
    }

    /// Whether covers by lines take turns to count.
    pub(super) fn counts_by_lines(&self, control: &mut Control) -> bool {
        self.model.as_ref().is_ok_and(|model| policy::covers_to_count(model, control).unwrap_or(false))
    }

    /// Whether a sweep takes turns to count; `None` if telling takes longer than a turn of this many steps allows.
    pub(super) fn sweeps_to_count(&self, steps: u64, control: &Control) -> Option<bool> {
        /// The work for each step: a part of what that takes.
        const STEP: u64 = 1 << 8;
        let Ok(model) = &self.model else { return Some(false) };
        let mut control = control.turn(u64::MAX, 0).with_max_work(STEP.saturating_mul(steps));
        match policy::sweeps_to_count(model, &mut control) {
            Err(Cause::NodeLimit) => None,
            known => Some(known.unwrap_or(false)),
        }
    }
}

impl Drop for Prepared {
    fn drop(&mut self) {
        /// From this many variables on, freeing takes longer than handing it to another thread.
        const MANY: usize = 1 << 12;
        if self.model.as_ref().is_ok_and(|model| model.vars() >= MANY) {
            free_aside(std::mem::replace(&mut self.model, Err(Cause::Cancelled)));
        }
    }
}
