//! `ExternalRun`: all solutions, or the best, from a solver that finds one at a time.

use std::collections::VecDeque;
use std::sync::Arc;

use super::solver::SolverThread;
use super::{Event, KnownValue, Lower, Lowered, Request, is_small, subtree};
use crate::answer::{BoundName, Proof, Statistics};
use crate::budget::{Cause, Control};
use crate::engine::{Backend, Path, Paths, Placed, Run, Step, statistics};
use crate::language::{Interval, Square, SquareSet, sort};
use crate::model::{Bound, Goal, Model, Rule, Var, Worths};
use crate::symmetry::Group;

/// What must be granted for each variable before lowering is tried: it mostly takes a part of that.
const LOWERED: u64 = 1 << 13;

/// A run on an external solver: every solution that it finds, or ever better ones.
pub(in crate::engine) struct ExternalRun {
    model: Arc<Model>,
    goal: Goal,
    control: Control,
    lower: Lower,
    /// The engine that checks completeness, if the solver's claim is not enough.
    second: Option<&'static dyn Backend>,
    /// The lowered model, until the solver is made; and what must be granted before lowering it is tried again.
    lowered: Option<Lowered>,
    wanted: u64,
    solver: Option<SolverThread>,
    /// The group whose images of a solution are yielded with it.
    group: Option<Group>,
    /// Unexplored subtrees, the next one last; and the current one.
    todo: Vec<Path>,
    subtree: Option<Path>,
    /// The check by the second engine.
    checking: Option<Box<dyn Run>>,
    /// Images still to be yielded, and all that was yielded of the current subtree.
    ready: VecDeque<Vec<Var>>,
    given: Vec<Vec<Var>>,
    found: Vec<Var>,
    weight: u64,
    best: Option<i64>,
    known: KnownValue,
    /// Whether the solver has a question that it has not answered.
    asked: bool,
}

impl ExternalRun {
    pub(in crate::engine) fn new(
        model: Arc<Model>,
        goal: Goal,
        part: &Paths,
        control: Control,
        lower: Lower,
        second: Option<&'static dyn Backend>,
    ) -> Self {
        let mut todo = part.to_vec();
        todo.reverse();
        let wanted = LOWERED.saturating_mul(model.vars() as u64);
        Self {
            model,
            goal,
            control,
            lower,
            second,
            lowered: None,
            wanted,
            solver: None,
            group: None,
            todo,
            subtree: None,
            checking: None,
            ready: VecDeque::new(),
            given: Vec::new(),
            found: Vec::new(),
            weight: 1,
            best: None,
            known: KnownValue::default(),
            asked: false,
        }
    }

    /// The same with a solver that takes at least this much work to begin.
    #[cfg(feature = "highs")]
    pub(in crate::engine) fn that_takes(self, least: u64) -> Self {
        Self { wanted: self.wanted.max(least), ..self }
    }

    /// Lowers the model, unless that takes more than a part of what is granted: the solver takes some seven times as long to read
    /// it. Then twice as much must be granted before it is tried again.
    fn lower(&mut self) -> Result<Lowered, Cause> {
        const PART: u64 = 8;
        self.control.pause_unless_granted(self.wanted)?;
        let granted = self.control.granted();
        let max_work = if granted == u64::MAX { u64::MAX } else { granted / PART };
        let mut control = self.control.turn(u64::MAX, 0).with_max_work(max_work);
        let worths = match &self.goal {
            Goal::Maximise(worths) => Some(worths),
            Goal::All | Goal::UpTo(_) | Goal::Number(_) => None,
        };
        let lowered = (self.lower)(&self.model, worths, &mut control);
        self.control.charge(control.work())?;
        if let Err(Cause::NodeLimit) = lowered {
            self.wanted = granted.saturating_mul(2);
            self.control.pause_unless_granted(self.wanted)?;
        }
        lowered
    }

    /// Starts the solver, if not yet done. What it takes to begin must be granted at once.
    fn solver(&mut self) -> Result<&SolverThread, Cause> {
        if self.solver.is_none() {
            let lowered = match self.lowered.take() {
                Some(lowered) => lowered,
                None => self.lower()?,
            };
            let work = lowered.work;
            if let Err(cause) = self.control.pause_unless_granted(work) {
                self.lowered = Some(lowered);
                return Err(cause);
            }
            self.control.charge(work)?;
            self.group = match &self.goal {
                Goal::UpTo(group) | Goal::Number(group) => Some(group.as_ref().clone()),
                // Images may lie in other subtrees.
                Goal::All if self.todo == [Path::new()] && is_small(&self.model) => {
                    Some(self.model.group(&mut self.control)?)
                }
                Goal::All | Goal::Maximise(_) => None,
            };
            // It is told later how far it may go. Until then it takes in its whole problem.
            let solver = SolverThread::new(lowered.make);
            solver.share(self.known);
            self.solver = Some(solver);
        }
        self.solver.as_ref().ok_or(Cause::SolverFailed)
    }

    /// Returns the images of a solution, each once and in order.
    fn images(&self, standing: &[Var]) -> Vec<Vec<Var>> {
        let Some(group) = &self.group else { return vec![standing.to_vec()] };
        let image = |element| {
            let there = |var: &Var| self.model.image(group, element, *var);
            let mut image: Option<Vec<Var>> = standing.iter().map(there).collect();
            if let Some(vars) = &mut image {
                vars.sort_unstable();
            }
            image
        };
        let mut images: Vec<Vec<Var>> = group.resolved().iter().filter_map(image).collect();
        sort(&mut images);
        images.dedup();
        images
    }

    fn next(&mut self) -> Result<Step, Cause> {
        loop {
            if let Some(image) = self.ready.pop_front() {
                self.control.progress.solutions += 1;
                self.given.push(image.clone());
                self.found = image;
                return Ok(Step::Found);
            }
            if let Some(checking) = &mut self.checking {
                match checking.step() {
                    Step::Found | Step::Improved(_) => {
                        let mut placed = Vec::new();
                        checking.placed(&mut placed);
                        let standing = self.vars(&placed);
                        self.take(standing)?;
                    }
                    Step::Done(_) => {
                        self.checking = None;
                        self.subtree = None;
                    }
                    Step::Stopped(cause) => return Err(cause),
                }
                continue;
            }
            let solver_is_new = self.solver.is_none();
            self.solver()?;
            if self.subtree.is_none() {
                let Some(path) = self.todo.pop() else { return Ok(Step::Done(Proof::Exhausted)) };
                self.given = subtree::found(&path)
                    .filter(|standing| standing.iter().all(|var| (*var as usize) < self.model.vars()))
                    .collect();
                self.subtree = Some(path);
                for standing in self.given.clone() {
                    self.solver()?.ask(Request::Cut(standing))?;
                }
                if !subtree::exists(self.subtree.as_deref().unwrap_or_default(), &self.model) {
                    self.subtree = None;
                    continue;
                }
            }
            // Making the solver is charged even if there is no solution.
            self.ask(u64::from(solver_is_new), Request::Find(self.fixed()))?;
            match self.answered()? {
                Event::Found(standing) => self.take(standing)?,
                Event::Nothing => match self.second {
                    Some(second) => self.checking = Some(self.check(second)),
                    None => self.subtree = None,
                },
                Event::Bound(_) | Event::Best(_) | Event::GaveUp | Event::Waits => return Err(Cause::SolverFailed),
            }
        }
    }

    /// Lets the solver continue for what is left of the turn, with this question if it has none; the work is for asking.
    fn ask(&mut self, work: u64, request: Request) -> Result<(), Cause> {
        if self.asked {
            return Ok(());
        }
        self.control.node(work)?;
        let (left, work) = (self.control.nodes_left(), self.control.granted());
        let solver = self.solver()?;
        if !solver.allow(left, work) {
            solver.ask(request)?;
        }
        self.asked = true;
        Ok(())
    }

    /// Waits for the next event. After a turn that has ended the solver is asked again.
    fn answered(&mut self) -> Result<Event, Cause> {
        let event = match &self.solver {
            Some(solver) => solver.event(&mut self.control),
            None => Err(Cause::SolverFailed),
        };
        self.asked = match event {
            Ok(Event::Found(_)) => matches!(self.goal, Goal::Maximise(_)),
            Ok(Event::Bound(_)) => true,
            _ => false,
        };
        event
    }

    /// Excludes a solution with its images, and queues them to be yielded.
    fn take(&mut self, standing: Vec<Var>) -> Result<(), Cause> {
        let images = self.images(&standing);
        for image in &images {
            self.solver()?.ask(Request::Cut(image.clone()))?;
        }
        // The second engine finds images one by one.
        if self.checking.is_some() && images.iter().any(|image| self.given.contains(image)) {
            return Ok(());
        }
        if let Goal::UpTo(_) | Goal::Number(_) = self.goal {
            self.weight = images.len() as u64;
            self.ready.push_back(standing);
        } else {
            self.ready.extend(images);
        }
        Ok(())
    }

    /// Returns the variables that the choices of the current subtree decide.
    fn fixed(&self) -> Vec<(Var, bool)> {
        let mut fixed = Vec::new();
        for (slot, choice) in (0..).zip(subtree::choices(self.subtree.as_deref().unwrap_or_default())) {
            for (kind, var) in (1..).zip(self.model.of_slot(slot)) {
                fixed.push((var, kind == *choice));
            }
        }
        fixed
    }

    fn vars(&self, placed: &[(Square, u16)]) -> Vec<Var> {
        placed.iter().filter_map(|(square, kind)| self.model.var(*square, usize::from(*kind))).collect()
    }

    /// Starts a check by the second engine whether anything is left, or anything better.
    fn check(&self, second: &'static dyn Backend) -> Box<dyn Run> {
        let is = |(var, value)| Rule::Count { vars: vec![var], range: Interval::from(i64::from(value)) };
        let mut rules: Vec<Rule> = self.fixed().into_iter().map(is).collect();
        let seen: Vec<Vec<Var>> = match &self.goal {
            Goal::UpTo(_) | Goal::Number(_) => self.given.iter().flat_map(|standing| self.images(standing)).collect(),
            Goal::All => self.given.clone(),
            Goal::Maximise(_) => Vec::new(),
        };
        for standing in seen {
            let mut terms: Vec<(i64, Var)> = (0..self.model.vars() as Var).map(|var| (-1, var)).collect();
            for var in &standing {
                terms[*var as usize].0 = 1;
            }
            rules.push(Rule::Linear { terms, range: Interval::from(..standing.len() as i64) });
        }
        let goal = match &self.goal {
            Goal::Maximise(worths) => {
                if let Some(best) = self.best {
                    let terms = worths.list().iter().copied().zip(0..);
                    let terms = terms.filter(|(weight, _)| *weight != 0).collect();
                    rules.push(Rule::Linear { terms, range: Interval::from(best + 1..) });
                }
                Goal::Maximise(worths.clone())
            }
            Goal::All | Goal::UpTo(_) | Goal::Number(_) => Goal::All,
        };
        let model = self.model.restricted(rules);
        second.start(Arc::new(model), goal, Paths::whole(), self.control.clone())
    }

    fn improve(&mut self, worths: &Worths) -> Result<Step, Cause> {
        loop {
            if let Some(checking) = &mut self.checking {
                let step = checking.step();
                if let Step::Improved(value) = step {
                    let mut placed = Vec::new();
                    checking.placed(&mut placed);
                    self.found = self.vars(&placed);
                    self.best = Some(value);
                    self.control.progress.best = Some(value);
                }
                return Ok(step);
            }
            self.solver()?;
            self.ask(1, Request::Maximise)?;
            match self.answered()? {
                Event::Found(standing) => {
                    let value = worths.sum(&standing);
                    self.control.progress.solutions += 1;
                    if self.best.is_none_or(|best| value > best) {
                        self.found = standing;
                        self.best = Some(value);
                        self.control.progress.best = Some(value);
                        self.control.report();
                        return Ok(Step::Improved(value));
                    }
                }
                Event::Bound(bound) => self.control.progress.bound = Some(bound),
                Event::Best(proof) => match self.second {
                    Some(second) => self.checking = Some(self.check(second)),
                    None => return Ok(Step::Done(proof)),
                },
                Event::Nothing | Event::GaveUp | Event::Waits => return Err(Cause::SolverFailed),
            }
        }
    }
}

impl Run for ExternalRun {
    fn step(&mut self) -> Step {
        let step = match &self.goal {
            Goal::Maximise(worths) => {
                let worths = worths.clone();
                self.improve(&worths)
            }
            Goal::All | Goal::UpTo(_) | Goal::Number(_) => self.next(),
        };
        step.unwrap_or_else(Step::Stopped)
    }

    fn placed(&self, placed: &mut Placed) {
        placed.extend(self.found.iter().map(|var| self.model.placed[*var as usize]));
    }

    fn share(&mut self, best: Option<i64>, bound: Option<i64>) {
        self.known = KnownValue { best, bound };
        self.best = self.best.max(best);
        if let Some(solver) = &self.solver {
            solver.share(self.known);
        }
    }

    fn control(&mut self) -> &mut Control {
        &mut self.control
    }

    fn remainder(&self) -> Paths {
        let under_way = self.subtree.as_ref().map(|path| {
            let own = subtree::choices(path);
            let mut rest = [&[own.len() as u32], own].concat();
            for standing in &self.given {
                rest.push(standing.len() as u32);
                rest.extend(standing);
            }
            rest
        });
        under_way.into_iter().chain(self.todo.iter().rev().cloned()).collect()
    }

    fn weight(&self) -> u64 {
        self.weight
    }

    fn anchor(&self) -> SquareSet {
        self.model.slots.iter().copied().collect()
    }

    fn bound(&self) -> Option<Bound> {
        self.control.progress.bound.map(|value| Bound { value, name: BoundName::Solver })
    }

    fn statistics(&self) -> Statistics {
        statistics(&self.control)
    }
}
