//! A run on a solver that only finds one solution at a time: solutions are cut off as they are found.
//!
//! The solver lives on a thread of its own, where it keeps its problem between questions; the run waits for it, looks at the
//! clock meanwhile, and tells it to stop. The images of a solution under the group of the problem are solutions too, so
//! they are cut off with it and given for nothing.

use std::cell::Cell;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use super::{Backend, Path, Run, Step, Work, first_choices, statistics};
use crate::answer::{Proof, Statistics};
use crate::control::{Cause, Control};
use crate::interval::Interval;
use crate::model::{Bound, Goal, Model, Rule, Var};
use crate::square::Square;
use crate::square_set::SquareSet;
use crate::symmetry::Group;

/// What a solver at work and whoever waits for it both look at.
pub(super) struct Gauge {
    stop: AtomicBool,
    /// Nodes or conflicts so far, and the most.
    spent: AtomicU64,
    limit: u64,
}

impl Gauge {
    fn new(limit: u64) -> Self {
        Self { stop: AtomicBool::new(false), spent: AtomicU64::new(0), limit }
    }

    /// Whether to give up.
    pub(super) fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.left() == 0
    }

    /// How many nodes or conflicts may still come.
    pub(super) fn left(&self) -> u64 {
        self.limit.saturating_sub(self.spent.load(Ordering::Relaxed))
    }

    #[cfg(any(feature = "sat", feature = "highs"))]
    pub(super) fn spend(&self, more: u64) {
        self.spent.fetch_add(more, Ordering::Relaxed);
    }
}

/// A solver with the problem in it. It looks at the gauge it was made with, and gives up where that says so.
pub(super) trait Oracle {
    /// Finds a solution that has these variables as they are given here, if there is one: the variables that are true.
    fn find(&mut self, fixed: &[(Var, bool)]) -> Result<Option<Vec<Var>>, GaveUp>;

    /// Forbids a solution.
    fn cut(&mut self, standing: &[Var]);

    /// Drives the value for which the solver was made to its greatest, and tells what it learns.
    fn maximise(&mut self, tell: &Sender<Word>) -> Result<Proof, GaveUp>;
}

/// The solver was stopped, or could not go on.
pub(super) struct GaveUp;

/// What a solver tells.
pub(super) enum Word {
    /// A solution.
    Found(Vec<Var>),
    /// No solution, or none any more.
    Nothing,
    /// No solution has a value above this.
    #[cfg_attr(not(any(feature = "sat", feature = "highs")), allow(dead_code, reason = "microlp tells no bounds"))]
    Bound(i64),
    /// The last solution is best.
    Best(Proof),
    GaveUp,
}

enum Request {
    Find(Vec<(Var, bool)>),
    Cut(Vec<Var>),
    Maximise,
}

/// The best bound known on the sum of the weights of the pieces, by kind.
pub(super) fn bound(model: &Model, weights: &[i64], control: &mut Control) -> Result<Bound, Cause> {
    let counted = |var: Var| weights[var as usize % model.kinds] > 0;
    let partitions = model.partitions(counted, control)?;
    model.bound(weights, &partitions, control)
}

/// Whether the board is small enough for its symmetries to be looked for.
pub(super) fn is_small(model: &Model) -> bool {
    const MOST_SQUARES: usize = 1 << 10;
    let board = model.problem.board();
    board.rows() * board.columns() <= MOST_SQUARES
}

/// Makes a solver on the thread where it will live.
pub(super) type Make = Box<dyn FnOnce(Arc<Gauge>) -> Box<dyn Oracle> + Send>;

/// Puts a model into the form that a solver takes, with weights by kind where a value is to be driven.
pub(super) type Lower = fn(&Model, Option<&[i64]>, &mut Control) -> Result<Make, Cause>;

/// A solver at work.
struct Solver {
    requests: Sender<Request>,
    words: Receiver<Word>,
    gauge: Arc<Gauge>,
    /// What of that has been told.
    told: Cell<u64>,
}

impl Solver {
    fn new(make: Make, nodes: u64) -> Self {
        let (requests, asked) = mpsc::channel();
        let (tell, words) = mpsc::channel();
        let gauge = Arc::new(Gauge::new(nodes));
        let own = Arc::clone(&gauge);
        // A thread that cannot be had, or breaks down, closes the channel of words, which is noticed there.
        drop(thread::Builder::new().spawn(move || serve(make(own).as_mut(), &asked, &tell)));
        Self { requests, words, gauge, told: Cell::new(0) }
    }

    /// Waits for a word, the clock in view.
    fn word(&self, control: &mut Control) -> Result<Word, Cause> {
        /// Between two looks at the clock.
        const PATIENCE: Duration = Duration::from_millis(2);
        loop {
            let word = self.words.recv_timeout(PATIENCE);
            let spent = self.gauge.spent.load(Ordering::Relaxed);
            control.spent_by_others(spent - self.told.replace(spent));
            match word {
                Ok(Word::GaveUp) if self.gauge.left() == 0 => return Err(Cause::NodeLimit),
                Ok(word) => return Ok(word),
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
        self.gauge.stop.store(true, Ordering::Relaxed);
    }
}

fn serve(oracle: &mut dyn Oracle, requests: &Receiver<Request>, tell: &Sender<Word>) {
    while let Ok(request) = requests.recv() {
        let word = match request {
            Request::Cut(standing) => {
                oracle.cut(&standing);
                continue;
            }
            Request::Find(fixed) => match oracle.find(&fixed) {
                Ok(Some(standing)) => Word::Found(standing),
                Ok(None) => Word::Nothing,
                Err(GaveUp) => Word::GaveUp,
            },
            Request::Maximise => match oracle.maximise(tell) {
                Ok(proof) => Word::Best(proof),
                Err(GaveUp) => Word::GaveUp,
            },
        };
        if tell.send(word).is_err() {
            return;
        }
    }
}

/// Asks a solver once, and tells whether there is nothing to be found.
#[cfg(all(feature = "cadical", feature = "ilp"))]
pub(super) fn refuted(make: Make, control: &mut Control) -> Result<(), Cause> {
    control.wait()?;
    let solver = Solver::new(make, u64::MAX);
    solver.ask(Request::Find(Vec::new()))?;
    match solver.word(control)? {
        Word::Nothing => Ok(()),
        _ => Err(Cause::SolverFailed),
    }
}

/// Solutions from a solver.
pub(super) struct Pool {
    model: Arc<Model>,
    goal: Goal,
    control: Control,
    lower: Lower,
    /// Who checks that nothing more is left, where the solver's word is not enough.
    second: Option<&'static dyn Backend>,
    solver: Option<Solver>,
    /// Whose images of a solution are given with it.
    group: Option<Group>,
    /// Subtrees still to be gone through, the last first; and the one under way.
    todo: Vec<Path>,
    cube: Option<Path>,
    /// The second opinion under way.
    checking: Option<Box<dyn Run>>,
    /// Images still to be given, and all that was given of the subtree under way.
    ready: VecDeque<Vec<Var>>,
    given: Vec<Vec<Var>>,
    found: Vec<Var>,
    weight: u64,
    best: Option<i64>,
    asked: bool,
}

impl Pool {
    pub(super) fn new(
        model: Arc<Model>,
        goal: Goal,
        mut part: Vec<Path>,
        control: Control,
        lower: Lower,
        second: Option<&'static dyn Backend>,
    ) -> Self {
        part.reverse();
        Self {
            model,
            goal,
            control,
            lower,
            second,
            solver: None,
            group: None,
            todo: part,
            cube: None,
            checking: None,
            ready: VecDeque::new(),
            given: Vec::new(),
            found: Vec::new(),
            weight: 1,
            best: None,
            asked: false,
        }
    }

    /// Pieces of the search tree: the choices for the first squares, one after the other.
    pub(super) fn cut_tree(model: &Model, pieces: usize) -> Vec<Path> {
        let numbered = |path: Path| if path.is_empty() { path } else { [&[path.len() as u32], &path[..]].concat() };
        first_choices(model, pieces).into_iter().map(numbered).collect()
    }

    /// Gets ready, if that has not been done.
    fn solver(&mut self) -> Result<&Solver, Cause> {
        if self.solver.is_none() {
            let weights = match &self.goal {
                Goal::Maximise(weights) => Some(&weights[..]),
                Goal::All | Goal::UpTo(_) => None,
            };
            let make = (self.lower)(&self.model, weights, &mut self.control)?;
            self.group = match &self.goal {
                Goal::UpTo(group) => Some(group.as_ref().clone()),
                // Images may lie in other subtrees.
                Goal::All if self.todo == [Path::new()] && is_small(&self.model) => {
                    Some(self.model.problem.own_group(&mut self.control)?)
                }
                Goal::All | Goal::Maximise(_) => None,
            };
            self.solver = Some(Solver::new(make, self.control.nodes_left()));
        }
        self.solver.as_ref().ok_or(Cause::SolverFailed)
    }

    /// The images of a solution, each once and in order.
    fn images(&self, standing: &[Var]) -> Vec<Vec<Var>> {
        let Some(group) = &self.group else { return vec![standing.to_vec()] };
        let image = |element| {
            let men = standing.iter().map(|var| self.model.men[*var as usize]);
            let there = |(square, kind)| {
                let (square, kind) = (group.image_of(element, square), usize::from(element.kind(kind)));
                self.model.var(square, kind)
            };
            let mut image: Option<Vec<Var>> = men.map(there).collect();
            if let Some(vars) = &mut image {
                vars.sort_unstable();
            }
            image
        };
        let mut images: Vec<Vec<Var>> = group.elements().iter().filter_map(image).collect();
        images.sort_unstable();
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
                        let mut men = Vec::new();
                        checking.men(&mut men);
                        let standing = self.vars(&men);
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
            // Making the solver is paid for even where there is nothing to be found.
            self.control.node(u64::from(solver_is_new))?;
            let fixed = self.fixed();
            self.solver()?.ask(Request::Find(fixed))?;
            match self.word()? {
                Word::Found(standing) => self.take(standing)?,
                Word::Nothing => match self.second {
                    Some(second) => self.checking = Some(self.check(second)?),
                    None => self.cube = None,
                },
                Word::Bound(_) | Word::Best(_) | Word::GaveUp => return Err(Cause::SolverFailed),
            }
        }
    }

    fn word(&mut self) -> Result<Word, Cause> {
        match &self.solver {
            Some(solver) => solver.word(&mut self.control),
            None => Err(Cause::SolverFailed),
        }
    }

    /// Cuts off a solution with its images, and makes them ready to be given.
    fn take(&mut self, standing: Vec<Var>) -> Result<(), Cause> {
        let images = self.images(&standing);
        for image in &images {
            self.solver()?.ask(Request::Cut(image.clone()))?;
        }
        // A second opinion knows nothing of images, and finds them one by one.
        if self.checking.is_some() && images.iter().any(|image| self.given.contains(image)) {
            return Ok(());
        }
        if let Goal::UpTo(_) = self.goal {
            self.weight = images.len() as u64;
            self.ready.push_back(standing);
        } else {
            self.ready.extend(images);
        }
        Ok(())
    }

    /// The variables that the choices of the subtree under way decide.
    fn fixed(&self) -> Vec<(Var, bool)> {
        let choices = chosen(self.cube.as_deref().unwrap_or_default()).iter().enumerate();
        let of_slot = |(slot, choice): (usize, &u32)| {
            let choice = *choice as usize;
            self.model.of_slot(slot as u32).enumerate().map(move |(kind, var)| (var, kind + 1 == choice))
        };
        choices.flat_map(of_slot).collect()
    }

    fn vars(&self, men: &[(Square, u16)]) -> Vec<Var> {
        men.iter().filter_map(|(square, kind)| self.model.var(*square, usize::from(*kind))).collect()
    }

    /// A second opinion on whether anything is left that was not given, or anything better.
    fn check(&mut self, second: &'static dyn Backend) -> Result<Box<dyn Run>, Cause> {
        let mut model = Model::compile(&self.model.problem, &mut self.control)?;
        for (var, value) in self.fixed() {
            model.rules.push(Rule::Count { vars: vec![var], range: Interval::from(i64::from(value)) });
        }
        let seen: Vec<Vec<Var>> = match &self.goal {
            Goal::UpTo(_) => self.given.iter().flat_map(|standing| self.images(standing)).collect(),
            Goal::All => self.given.clone(),
            Goal::Maximise(_) => Vec::new(),
        };
        for standing in seen {
            let mut terms: Vec<(i64, Var)> = (0..model.vars() as Var).map(|var| (-1, var)).collect();
            for var in &standing {
                terms[*var as usize].0 = 1;
            }
            model.rules.push(Rule::Linear { terms, range: Interval::from(..standing.len() as i64) });
        }
        let goal = match &self.goal {
            Goal::Maximise(weights) => {
                if let Some(best) = self.best {
                    let terms = self.model.men.iter().enumerate();
                    let terms = terms.map(|(var, (_, kind))| (weights[usize::from(*kind)], var as Var));
                    let terms = terms.filter(|(weight, _)| *weight != 0).collect();
                    model.rules.push(Rule::Linear { terms, range: Interval::from(best + 1..) });
                }
                Goal::Maximise(weights.clone())
            }
            Goal::All | Goal::UpTo(_) => Goal::All,
        };
        Ok(second.start(Arc::new(model), goal, Work::whole(), self.control.clone()))
    }

    fn improve(&mut self, weights: &[i64]) -> Result<Step, Cause> {
        loop {
            if let Some(checking) = &mut self.checking {
                let step = checking.step();
                if let Step::Improved(value) = step {
                    let mut men = Vec::new();
                    checking.men(&mut men);
                    self.found = self.vars(&men);
                    self.best = Some(value);
                    self.control.progress.best = Some(value);
                }
                return Ok(step);
            }
            if !self.asked {
                self.solver()?;
                self.control.node(1)?;
                self.solver()?.ask(Request::Maximise)?;
                self.asked = true;
            }
            match self.word()? {
                Word::Found(standing) => {
                    let weight = |var: &Var| weights[usize::from(self.model.men[*var as usize].1)];
                    let value = standing.iter().map(weight).sum();
                    self.control.progress.solutions += 1;
                    if self.best.is_none_or(|best| value > best) {
                        self.found = standing;
                        self.best = Some(value);
                        self.control.progress.best = Some(value);
                        self.control.report();
                        return Ok(Step::Improved(value));
                    }
                }
                Word::Bound(bound) => self.control.progress.bound = Some(bound),
                Word::Best(proof) => match self.second {
                    Some(second) => self.checking = Some(self.check(second)?),
                    None => return Ok(Step::Done(proof)),
                },
                Word::Nothing | Word::GaveUp => return Err(Cause::SolverFailed),
            }
        }
    }
}

impl Run for Pool {
    fn step(&mut self) -> Step {
        let step = match &self.goal {
            Goal::Maximise(weights) => {
                let weights = weights.clone();
                self.improve(&weights)
            }
            Goal::All | Goal::UpTo(_) => self.next(),
        };
        step.unwrap_or_else(Step::Stopped)
    }

    fn men(&self, men: &mut Vec<(Square, u16)>) {
        men.extend(self.found.iter().map(|var| self.model.men[*var as usize]));
    }

    fn remainder(&self) -> Vec<Path> {
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
        self.control.progress.bound.map(|value| Bound { value, name: "the solver" })
    }

    fn statistics(&self) -> Statistics {
        statistics(&self.control)
    }
}

/// A path is the number of choices for the first squares, these (0, or 1 + the kind that stands there), and solutions that
/// were found already, each as their number of men and those.
fn chosen(path: &[u32]) -> &[u32] {
    let most = path.len().saturating_sub(1);
    path.first().map_or(&[], |number| &path[1..=most.min(*number as usize)])
}

/// The solutions that a path says were found.
fn blocked(path: &[u32]) -> impl Iterator<Item = Vec<Var>> + '_ {
    let mut rest = path.get(1 + chosen(path).len()..).unwrap_or_default();
    std::iter::from_fn(move || {
        let (number, after) = rest.split_first()?;
        let (own, after) = after.split_at_checked(*number as usize)?;
        rest = after;
        Some(own.to_vec())
    })
}

/// A path read from outside may lead nowhere.
fn exists(path: &[u32], model: &Model) -> bool {
    let own = chosen(path);
    own.len() <= model.slots.len() && own.iter().all(|choice| *choice <= model.kinds as u32)
}
