//! Runs on an external solver that finds one solution at a time: each solution is excluded once found.
//!
//! The solver lives on its own thread, where it keeps its problem between questions; the run waits for it, checks the
//! clock meanwhile, and stops it. The images of a solution under the group of the problem are solutions too, so they
//! are excluded with it and yielded without solving.

use std::cell::Cell;
use std::collections::{HashSet, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use super::{Backend, Path, Paths, Placed, Run, Step, are_disjoint_choices, first_choices, statistics};
use crate::answer::BoundName;
use crate::answer::{Proof, Statistics};
use crate::budget::{Cause, Control, Moment, spawn};
use crate::language::{Interval, Square, SquareSet, sort};
use crate::model::{Bound, Goal, Model, Rule, Var, Worths};
use crate::symmetry::Group;

/// The stop signal shared by a working solver and the run that waits for it.
pub(super) struct StopSignal {
    stop: AtomicBool,
    /// Nodes or conflicts so far, and the limit.
    spent: AtomicU64,
    limit: AtomicU64,
    /// The work so far, in operations on 64-bit words.
    worked: AtomicU64,
    turn: Turn,
}

/// How far a solver may go that can wait in the middle of its work.
#[derive(Default)]
struct Turn {
    /// Whether it waits.
    waits: Mutex<bool>,
    goes_on: Condvar,
    /// The work after which it does.
    end: AtomicU64,
}

impl StopSignal {
    fn new(limit: u64) -> Self {
        Self {
            stop: AtomicBool::new(false),
            spent: AtomicU64::new(0),
            limit: AtomicU64::new(limit),
            worked: AtomicU64::new(0),
            turn: Turn { end: AtomicU64::new(u64::MAX), ..Turn::default() },
        }
    }

    /// Tells whether to give up.
    pub(super) fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.left() == 0
    }

    /// Returns how many nodes or conflicts are left.
    pub(super) fn left(&self) -> u64 {
        self.limit.load(Ordering::Relaxed).saturating_sub(self.spent.load(Ordering::Relaxed))
    }

    /// Allows this many more nodes or conflicts, and this much more work; returns whether the solver was waiting for it.
    fn allow(&self, more: u64, work: u64) -> bool {
        let limit = |spent: &AtomicU64, more| spent.load(Ordering::Relaxed).saturating_add(more);
        self.limit.store(limit(&self.spent, more), Ordering::Relaxed);
        let mut waits = self.turn.waits.lock().unwrap_or_else(PoisonError::into_inner);
        self.turn.end.store(limit(&self.worked, work), Ordering::Relaxed);
        self.turn.goes_on.notify_all();
        std::mem::take(&mut *waits)
    }

    /// Makes the solver give up, also where it waits.
    fn stop(&self) {
        let mut waits = self.turn.waits.lock().unwrap_or_else(PoisonError::into_inner);
        self.stop.store(true, Ordering::Relaxed);
        *waits = false;
        self.turn.goes_on.notify_all();
    }

    /// Waits in the middle of the work, if the turn has ended, until there is another. Whoever granted the turn is told.
    #[cfg(feature = "highs")]
    pub(super) fn wait_for_turn(&self, tell: &Sender<Event>) {
        if self.worked.load(Ordering::Relaxed) < self.turn.end.load(Ordering::Relaxed) {
            return;
        }
        let mut waits = self.turn.waits.lock().unwrap_or_else(PoisonError::into_inner);
        if self.stop.load(Ordering::Relaxed) || tell.send(Event::Waits).is_err() {
            return;
        }
        *waits = true;
        while *waits {
            waits = self.turn.goes_on.wait(waits).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Adds nodes or conflicts, and the work that they took.
    pub(super) fn charge(&self, nodes: u64, work: u64) {
        self.spent.fetch_add(nodes, Ordering::Relaxed);
        self.worked.fetch_add(work, Ordering::Relaxed);
    }
}

/// A solver that holds a problem. It checks its stop signal, and gives up when that says so.
pub(super) trait Oracle {
    /// Finds a solution in which these variables have these values: returns the variables that are true.
    fn find(&mut self, fixed: &[(Var, bool)]) -> Result<Option<Vec<Var>>, GaveUp>;

    /// Excludes a solution.
    fn cut(&mut self, standing: &[Var]);

    /// Maximises the value for which the solver was made, given what is known of it, and reports events. A solver that gave
    /// up may be asked again, and continues if it can.
    fn maximise(&mut self, known: Known, tell: &Sender<Event>) -> Result<Proof, GaveUp>;
}

/// What is known of the greatest value: one found by another engine, and a bound.
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(not(feature = "sat"), allow(dead_code, reason = "only SAT solvers drive a value from there"))]
pub(super) struct Known {
    pub(super) best: Option<i64>,
    pub(super) bound: Option<i64>,
}

/// The solver was stopped, or could not go on.
pub(super) struct GaveUp;

/// An event from a solver.
pub(super) enum Event {
    /// A solution.
    Found(Vec<Var>),
    /// No solution, or no more.
    Nothing,
    /// No solution has a value above this.
    #[cfg_attr(not(any(feature = "sat", feature = "highs")), allow(dead_code, reason = "microlp tells no bounds"))]
    Bound(i64),
    /// The last solution is optimal.
    Best(Proof),
    /// The turn has ended; the solver waits for another.
    #[cfg_attr(not(feature = "highs"), allow(dead_code, reason = "the other solvers end a question with their turn"))]
    Waits,
    GaveUp,
}

enum Request {
    Find(Vec<(Var, bool)>),
    Cut(Vec<Var>),
    Maximise(Known),
}

/// Returns the best bound known on the sum of the weights of the pieces.
pub(super) fn bound(model: &Model, worths: &Worths, control: &mut Control) -> Result<Bound, Cause> {
    let partitions = model.partitions(&worths.gaining(), control)?;
    model.bound(worths, &partitions, control)
}

/// Tells whether the board is small enough to compute its symmetries.
pub(super) fn is_small(model: &Model) -> bool {
    const MAX_SQUARES: usize = 1 << 10;
    let board = model.board();
    board.rows() * board.columns() <= MAX_SQUARES
}

/// What a conflict costs, in operations on 64-bit words, before any has been seen: so much, and so much for each variable.
const CONFLICT: (u64, u64) = (1 << 11, 1 << 6);

/// Makes a solver on its thread.
pub(super) type Make = Box<dyn FnOnce(Arc<StopSignal>) -> Box<dyn Oracle> + Send>;

/// Lowers a model for a solver, with weights if a value is optimised.
pub(super) type Lower = fn(&Model, Option<&Worths>, &mut Control) -> Result<Make, Cause>;

/// A solver at work.
struct Solver {
    requests: Sender<Request>,
    events: Receiver<Event>,
    stop: Arc<StopSignal>,
    /// The part of its nodes and of its work already charged.
    charged: Cell<(u64, u64)>,
}

impl Solver {
    fn new(make: Make, nodes: u64) -> Self {
        let (requests, prepared) = mpsc::channel();
        let (tell, events) = mpsc::channel();
        let stop = Arc::new(StopSignal::new(nodes));
        let own = Arc::clone(&stop);
        // If the thread cannot be started or panics, the channel of events closes, which is noticed there.
        spawn(Box::new(move || serve(make(own).as_mut(), &prepared, &tell)));
        Self { requests, events, stop, charged: Cell::new((0, 0)) }
    }

    /// Waits for an event, checking the clock.
    fn event(&self, control: &mut Control) -> Result<Event, Cause> {
        /// Between two checks of the clock.
        const PATIENCE: Duration = Duration::from_millis(2);
        loop {
            let event = if Moment::HAS_CLOCK {
                self.events.recv_timeout(PATIENCE)
            } else {
                self.events.recv().map_err(|_| RecvTimeoutError::Disconnected)
            };
            let (spent, worked) = (self.stop.spent.load(Ordering::Relaxed), self.stop.worked.load(Ordering::Relaxed));
            let (before, work) = self.charged.replace((spent, worked));
            control.spent_by_others(spent - before, worked - work);
            match event {
                Ok(Event::GaveUp) if self.stop.left() == 0 => return Err(Cause::NodeLimit),
                Ok(Event::Waits) => return Err(Cause::NodeLimit),
                Ok(event) => return Ok(event),
                Err(RecvTimeoutError::Timeout) => control.wait()?,
                Err(RecvTimeoutError::Disconnected) => return Err(Cause::SolverFailed),
            }
        }
    }

    fn ask(&self, request: Request) -> Result<(), Cause> {
        self.requests.send(request).map_err(|_| Cause::SolverFailed)
    }
}

impl Drop for Solver {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

fn serve(oracle: &mut dyn Oracle, requests: &Receiver<Request>, tell: &Sender<Event>) {
    while let Ok(request) = requests.recv() {
        let event = match request {
            Request::Cut(standing) => {
                oracle.cut(&standing);
                continue;
            }
            Request::Find(fixed) => match oracle.find(&fixed) {
                Ok(Some(standing)) => Event::Found(standing),
                Ok(None) => Event::Nothing,
                Err(GaveUp) => Event::GaveUp,
            },
            Request::Maximise(known) => match oracle.maximise(known, tell) {
                Ok(proof) => Event::Best(proof),
                Err(GaveUp) => Event::GaveUp,
            },
        };
        if tell.send(event).is_err() {
            return;
        }
    }
}

/// Asks a solver once for any solution.
#[cfg(feature = "cadical")]
pub(super) fn solution(make: Make, control: &mut Control) -> Result<Option<Vec<Var>>, Cause> {
    control.wait()?;
    let solver = Solver::new(make, u64::MAX);
    solver.ask(Request::Find(Vec::new()))?;
    match solver.event(control)? {
        Event::Nothing => Ok(None),
        Event::Found(standing) => Ok(Some(standing)),
        _ => Err(Cause::SolverFailed),
    }
}

/// Solutions from a solver.
pub(super) struct Pool {
    model: Arc<Model>,
    goal: Goal,
    control: Control,
    lower: Lower,
    /// The engine that checks completeness, if the solver's claim is not enough.
    second: Option<&'static dyn Backend>,
    solver: Option<Solver>,
    /// The group whose images of a solution are yielded with it.
    group: Option<Group>,
    /// Unexplored subtrees, the next one last; and the current one.
    todo: Vec<Path>,
    cube: Option<Path>,
    /// The check by the second engine.
    checking: Option<Box<dyn Run>>,
    /// Images still to be yielded, and all that was yielded of the current subtree.
    ready: VecDeque<Vec<Var>>,
    given: Vec<Vec<Var>>,
    found: Vec<Var>,
    weight: u64,
    best: Option<i64>,
    known: Known,
    /// Whether the solver is driving a value.
    driving: bool,
    /// Whether it waits where its turn ends. The others are told beforehand how many conflicts a turn has.
    can_wait: bool,
}

impl Pool {
    pub(super) fn new(
        model: Arc<Model>,
        goal: Goal,
        part: &Paths,
        control: Control,
        lower: Lower,
        second: Option<&'static dyn Backend>,
    ) -> Self {
        let mut todo = part.to_vec();
        todo.reverse();
        Self {
            model,
            goal,
            control,
            lower,
            second,
            solver: None,
            group: None,
            todo,
            cube: None,
            checking: None,
            ready: VecDeque::new(),
            given: Vec::new(),
            found: Vec::new(),
            weight: 1,
            best: None,
            known: Known::default(),
            driving: false,
            can_wait: false,
        }
    }

    /// The same with a solver that waits where its turn ends.
    #[cfg(feature = "ilp")]
    pub(super) fn that_can_wait(self) -> Self {
        Self { can_wait: true, ..self }
    }

    /// Returns parts of the search tree: choices for the first squares.
    pub(super) fn cut_tree(model: &Model, pieces: usize) -> Vec<Path> {
        let numbered = |path: Path| if path.is_empty() { path } else { [&[path.len() as u32], &path[..]].concat() };
        first_choices(model, pieces).into_iter().map(numbered).collect()
    }

    /// Returns whether the tree could have been cut into these pieces, with these solutions found in them.
    pub(super) fn could_cut(model: &Model, pieces: &Paths) -> bool {
        let pieces = pieces.to_vec();
        let (kinds, all) = (model.kinds as Var, model.vars() as Var);
        let mut judge = None;
        let is_placement = |vars: &[Var], choices: &[u32]| {
            let kind_on = |slot: u32| vars.iter().find(|var| **var / kinds == slot).map_or(0, |var| var % kinds + 1);
            vars.iter().all(|var| *var < all)
                && vars.windows(2).all(|two| two[0] / kinds < two[1] / kinds)
                && (0..).zip(choices).all(|(slot, choice)| *choice == kind_on(slot))
        };
        let mut is_cube = |path: &Path| {
            let own = chosen(path);
            let found: Vec<Vec<Var>> = blocked(path).collect();
            let each_once = found.iter().collect::<HashSet<_>>().len() == found.len();
            let written = 1 + own.len() + found.iter().map(|own| 1 + own.len()).sum::<usize>();
            let whole = path.first().is_none_or(|number| *number as usize == own.len() && path.len() == written);
            let mut is_solution = |vars: &Vec<Var>| {
                is_placement(vars, own)
                    && judge
                        .get_or_insert_with(|| model.judge())
                        .accepts(&vars.iter().map(|var| model.placed[*var as usize]).collect::<Vec<_>>())
            };
            whole && each_once && found.iter().all(&mut is_solution)
        };
        are_disjoint_choices(model, pieces.iter().map(|path| chosen(path))) && pieces.iter().all(&mut is_cube)
    }

    /// Starts the solver, if not yet done.
    fn solver(&mut self) -> Result<&Solver, Cause> {
        if self.solver.is_none() {
            let worths = match &self.goal {
                Goal::Maximise(worths) => Some(worths),
                Goal::All | Goal::UpTo(_) | Goal::Number(_) => None,
            };
            let make = (self.lower)(&self.model, worths, &mut self.control)?;
            self.group = match &self.goal {
                Goal::UpTo(group) | Goal::Number(group) => Some(group.as_ref().clone()),
                // Images may lie in other subtrees.
                Goal::All if self.todo == [Path::new()] && is_small(&self.model) => {
                    Some(self.model.group(&mut self.control)?)
                }
                Goal::All | Goal::Maximise(_) => None,
            };
            // A solver that drives a value is told later how far it may go. Until then it takes in its whole problem.
            let limit = if worths.is_some() { u64::MAX } else { self.control.nodes_left() };
            self.solver = Some(Solver::new(make, limit));
        }
        self.solver.as_ref().ok_or(Cause::SolverFailed)
    }

    /// Returns the images of a solution, each once and in order.
    fn images(&self, standing: &[Var]) -> Vec<Vec<Var>> {
        let Some(group) = &self.group else { return vec![standing.to_vec()] };
        let image = |element| {
            let placed = standing.iter().map(|var| self.model.placed[*var as usize]);
            let there = |(square, kind)| {
                let (square, kind) = (group.image_of(element, square), usize::from(element.kind(kind)));
                self.model.var(square, kind)
            };
            let mut image: Option<Vec<Var>> = placed.map(there).collect();
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
                        self.cube = None;
                    }
                    Step::Stopped(cause) => return Err(cause),
                }
                continue;
            }
            let solver_is_new = self.solver.is_none();
            self.solver()?;
            if self.cube.is_none() {
                let Some(path) = self.todo.pop() else { return Ok(Step::Done(Proof::Exhausted)) };
                self.given = blocked(&path)
                    .filter(|standing| standing.iter().all(|var| (*var as usize) < self.model.vars()))
                    .collect();
                self.cube = Some(path);
                for standing in self.given.clone() {
                    self.solver()?.ask(Request::Cut(standing))?;
                }
                if !exists(self.cube.as_deref().unwrap_or_default(), &self.model) {
                    self.cube = None;
                    continue;
                }
            }
            // Making the solver is charged even if there is no solution.
            self.control.node(u64::from(solver_is_new))?;
            let fixed = self.fixed();
            self.solver()?.ask(Request::Find(fixed))?;
            match self.event()? {
                Event::Found(standing) => self.take(standing)?,
                Event::Nothing => match self.second {
                    Some(second) => self.checking = Some(self.check(second)),
                    None => self.cube = None,
                },
                Event::Bound(_) | Event::Best(_) | Event::GaveUp | Event::Waits => return Err(Cause::SolverFailed),
            }
        }
    }

    /// Returns how many conflicts are left.
    fn conflicts_left(&self) -> u64 {
        /// What is seen counts as much as the guess after this many conflicts.
        const SEEN: u64 = 64;
        let granted = self.control.granted();
        if granted == u64::MAX || self.can_wait {
            return self.control.nodes_left();
        }
        let (spent, worked) = self.solver.as_ref().map_or((0, 0), |solver| solver.charged.get());
        let guess = CONFLICT.0 + CONFLICT.1 * self.model.vars() as u64;
        let each = (SEEN * guess + worked) / (SEEN + spent);
        self.control.nodes_left().min(1 + granted / each.max(1))
    }

    fn event(&mut self) -> Result<Event, Cause> {
        match &self.solver {
            Some(solver) => solver.event(&mut self.control),
            None => Err(Cause::SolverFailed),
        }
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
        let choices = chosen(self.cube.as_deref().unwrap_or_default()).iter().enumerate();
        let of_slot = |(slot, choice): (usize, &u32)| {
            let choice = *choice as usize;
            self.model.of_slot(slot as u32).enumerate().map(move |(kind, var)| (var, kind + 1 == choice))
        };
        choices.flat_map(of_slot).collect()
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
            if !self.driving {
                self.solver()?;
                self.control.node(1)?;
                let (left, work, known) = (self.conflicts_left(), self.control.granted(), self.known);
                let solver = self.solver()?;
                if !solver.stop.allow(left, work) {
                    solver.ask(Request::Maximise(known))?;
                }
                self.driving = true;
            }
            let event = self.event();
            self.driving = !matches!(event, Err(Cause::NodeLimit));
            match event? {
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

impl Run for Pool {
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
        self.known = Known { best, bound };
        self.best = self.best.max(best);
    }

    fn control(&mut self) -> &mut Control {
        &mut self.control
    }

    fn remainder(&self) -> Paths {
        let under_way = self.cube.as_ref().map(|cube| {
            let own = chosen(cube);
            let mut path = [&[own.len() as u32], own].concat();
            for standing in &self.given {
                path.push(standing.len() as u32);
                path.extend(standing);
            }
            path
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

/// A path is the number of choices for the first squares, the choices (0, or 1 + the kind that stands there), and the
/// solutions already found, each as its number of pieces and their variables.
fn chosen(path: &[u32]) -> &[u32] {
    let most = path.len().saturating_sub(1);
    path.first().map_or(&[], |number| &path[1..=most.min(*number as usize)])
}

/// Returns the solutions that a path records as found.
fn blocked(path: &[u32]) -> impl Iterator<Item = Vec<Var>> + '_ {
    let mut rest = path.get(1 + chosen(path).len()..).unwrap_or_default();
    std::iter::from_fn(move || {
        let (number, after) = rest.split_first()?;
        let (own, after) = after.split_at_checked(*number as usize)?;
        rest = after;
        Some(own.to_vec())
    })
}

/// Tells whether a path from outside exists.
fn exists(path: &[u32], model: &Model) -> bool {
    let own = chosen(path);
    own.len() <= model.slots.len() && own.iter().all(|choice| *choice <= model.kinds as u32)
}
