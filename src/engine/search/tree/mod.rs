//! The search tree as a stack of frames.
//!
//! - `aids`: what helps a search that takes long;
//! - `ends`: solutions near its end, counted or listed together;
//! - `images`: symmetry, where an optimum is sought;
//! - `refutation`: rows added up that nothing satisfies;
//! - `run`: the tree as a run, a step at a time;
//! - `subtrees`: the way down to subtrees, what is left of them, and how large they are.

mod aids;
mod ends;
mod images;
mod refutation;
mod run;
mod subtrees;

use std::sync::Arc;

use super::branch::{Branch, choose, choose_by_hits, choose_cover, choose_line, choose_within};
use super::completions::{Completions, Lists};
use super::cover::Gains;
use super::dual::Verdict;
use super::node::{Conflict, Node};
use super::objective::{Objective, weighty};
use super::orbits::{Orbits, Weight};
use super::program::{Agenda, Program};
use super::propagate::{Halt, may_stay_vacant};
use super::sum::Sum;
use crate::answer::Proof;
use crate::answer::paths::Queue;
use crate::budget::{Cause, Control, Shuffle, free_aside};
use crate::engine::{Path, Paths, Step, Subtrees};
use crate::model::bit_set::BitSet;
use crate::model::{Bound, Goal, Model, Var, Worths};
use aids::Aids;
pub(super) use ends::split;
use images::Images;

/// A search under way.
///
/// A frame is the node reached by the first way of its parent's branch: a variable is true there. When it is done, the
/// parent tries the second way in place: the depth never exceeds the number of pieces and of lines branched on.
///
/// A path to a subtree gives for each frame the number of branches tried the second way there; in all frames but the
/// last the next branch is tried the first way. The branches are found again on the way, since a frame always branches
/// the same way.
pub(super) struct Tree<W: BitSet> {
    control: Control,
    ready: Result<Ready<W>, Cause>,
    /// What is left of its own subtrees if it was stopped before it was ready: all.
    part: Paths,
}

/// The subtrees that a run explores.
pub(super) enum Work {
    /// These, in order.
    Own(Queue),
    /// Those of many that no other run has taken.
    Shared(Arc<Subtrees>),
}

impl Work {
    pub(super) fn own(part: Paths) -> Self {
        Self::Own(Queue::new(part))
    }
}

struct Ready<W: BitSet> {
    model: Arc<Model>,
    program: Program<W>,
    objective: Option<Objective<W>>,
    bound: Option<Bound>,
    orbits: Option<Orbits<W>>,
    completions: Option<Completions<W>>,
    lists: Option<Lists<W>>,
    /// How many of what is listed at the topmost frame have been given before.
    given: usize,
    gains: Option<Gains>,
    /// Whether the tightest set that must be hit is all that a branch is chosen by.
    by_hits: bool,
    aids: Aids,
    /// Symmetries, once they are worth being looked for, if the whole tree is explored for an optimum.
    images: Option<Images>,
    /// How much work is done before that.
    images_due: u64,
    agenda: Agenda,
    /// The root before propagation.
    root: Node<W>,
    /// Unexplored subtrees.
    work: Work,
    /// The number of the current subtree, if they are shared.
    piece: usize,
    /// The part of the path above the frames.
    above: Path,
    frames: Vec<Frame<W>>,
    /// The true variables of the last solution, and the size of its orbit.
    found: W,
    weight: u64,
    /// The true variables of the solution listed last.
    listed: W,
    next: Next,
}

#[derive(Clone)]
struct Frame<W> {
    node: Node<W>,
    branch: Option<Branch>,
    /// The unexplored fraction of its subtree, and the share of that which the branch takes: one part per candidate.
    left: f64,
    share: f64,
    /// How many branching variables have been made false in it.
    dropped: u32,
    /// Which of them, since symmetries have been looked for.
    tried: Vec<Var>,
    /// The number of solutions that each found below stands for; 0 until the anchor is decided.
    weight: u64,
}

/// The status of a node after propagation.
enum NodeStatus {
    /// The rules contradict the assignment, or an image of it is explored instead.
    Dead,
    Solution,
    /// The branch, and the number of candidates it was chosen from.
    Branch(Branch, usize),
}

/// Where a path from the root leads.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Arrival {
    /// To the top of a subtree.
    Subtree,
    /// To a branch that contradicts the rules at once.
    Nothing,
    /// To no branch of the tree.
    Nowhere,
}

/// The next move of the search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// To process the topmost frame.
    Enter,
    /// To drop it and try the other branch of its parent.
    Leave,
    /// The tree is exhausted.
    Over,
}

impl<W: BitSet> Tree<W> {
    pub(super) fn new(model: Arc<Model>, goal: &Goal, work: Work, mut control: Control) -> Self {
        let part = if let Work::Own(todo) = &work { todo.left() } else { Paths::default() };
        let ready = match Program::new(&model, &mut control) {
            Ok(program) => Ready::new(model, program, goal, work, &mut control),
            Err(cause) => {
                free_aside(model);
                Err(cause)
            }
        };
        let part = if ready.is_err() { part } else { Paths::default() };
        Self { control, ready, part }
    }
}

impl<W: BitSet> Tree<W> {
    /// Begins anew at the root, with another order of branching.
    pub(super) fn restart(&mut self, shuffle: Shuffle) {
        self.control.shuffle = Some(shuffle);
        if let Ok(ready) = &mut self.ready {
            // An attempt is too short for them.
            ready.aids.due = u64::MAX;
            ready.agenda.clear();
            ready.lists.iter_mut().for_each(Lists::clear);
            ready.frames.clear();
            ready.above.clear();
            ready.work = Work::own(Paths::whole());
            ready.next = Next::Leave;
        }
    }

    /// Looks for symmetries at once, and tells whether there are any.
    #[cfg(test)]
    pub(super) fn seek_images(&mut self, worths: &Worths) -> bool {
        let Ok(ready) = &mut self.ready else { return false };
        ready.images_due = u64::MAX;
        ready.images = Images::new(&ready.model, worths, &mut self.control).expect("no limit was set");
        ready.images.is_some()
    }

    /// Goes on without symmetries.
    #[cfg(test)]
    pub(super) fn forget_images(&mut self) {
        if let Ok(ready) = &mut self.ready {
            ready.images = None;
        }
    }

    /// Returns how many pieces stand in the topmost frame.
    pub(super) fn standing(&self) -> usize {
        let top = self.ready.as_ref().ok().and_then(|ready| ready.frames.last());
        top.map_or(0, |frame| frame.node.placed.len())
    }

    /// Demands more than this value, if there is an objective.
    pub(super) fn demand_more_than(&mut self, value: Option<i64>) {
        if let Ok(ready) = &mut self.ready {
            ready.demand_more_than(value);
        }
    }
}

impl<W: BitSet> Drop for Tree<W> {
    fn drop(&mut self) {
        /// From this many variables on, freeing takes longer than handing it to another thread.
        const MANY: usize = 1 << 12;
        if self.ready.as_ref().is_ok_and(|ready| ready.program.vars >= MANY) {
            free_aside(std::mem::replace(&mut self.ready, Err(Cause::Cancelled)));
        }
    }
}

impl<W: BitSet> Ready<W> {
    fn new(
        model: Arc<Model>,
        program: Program<W>,
        goal: &Goal,
        work: Work,
        control: &mut Control,
    ) -> Result<Self, Cause> {
        let (mut objective, mut bound) = (None, None);
        if let Goal::Maximise(worths) = goal {
            match Self::objective(&program, &model, worths, control) {
                Ok(aim) => (objective, bound) = (Some(aim.0), Some(aim.1)),
                Err(cause) => {
                    free_aside((model, program));
                    return Err(cause);
                }
            }
        }
        let mut open = W::zeros(program.vars);
        for var in 0..program.vars as Var {
            open.insert(var);
        }
        let root = Node { placed: W::zeros(program.vars), open, unmet: program.every_hit() };
        let completions = if let Goal::Number(_) = goal { Completions::new(&program, &root, control)? } else { None };
        let few = completions.as_ref().is_some_and(|completions| completions.are_few(&program));
        let orbits = match goal {
            Goal::UpTo(group) | Goal::Number(group) => Orbits::new(&model, &program, &root, group, few),
            Goal::All | Goal::Maximise(_) => None,
        };
        let is_whole = matches!(&work, Work::Own(todo) if todo.left().is_whole());
        let images_due = if objective.is_some() && is_whole { Images::DUE } else { u64::MAX };
        let gains = Gains::new(&program, objective.as_ref());
        let mut ready = Self {
            by_hits: !W::MANY && program.only_hits() && objective.is_none() && gains.is_none(),
            agenda: Agenda::full(0),
            next: Next::Leave,
            found: root.placed.clone(),
            listed: root.placed.clone(),
            weight: 1,
            orbits,
            completions,
            lists: None,
            given: 0,
            gains,
            aids: Aids::new(goal, &model, matches!(objective, Some(Objective::Sum(_))), control.is_brief),
            images: None,
            images_due,
            work,
            piece: 0,
            above: Path::new(),
            frames: Vec::new(),
            root,
            model,
            program,
            objective,
            bound,
        };
        ready.lists = ready.lists(goal, control)?;
        Ok(ready)
    }

    /// Returns the objective, and the best bound known on it.
    fn objective(
        program: &Program<W>,
        model: &Model,
        worths: &Worths,
        control: &mut Control,
    ) -> Result<(Objective<W>, Bound), Cause> {
        let gains = model.partitions(&worths.gaining(), control)?;
        let bound = model.bound(worths, &gains, control)?;
        control.progress.bound = Some(bound.value);
        let (vars, weight) = weighty(worths);
        let objective = match weight {
            Some(weight) => Objective::Count { total: program.objective(model, &vars, control)?, weight },
            None => Objective::Sum(Sum::new(worths, &gains)),
        };
        Ok((objective, bound))
    }

    fn step(&mut self, control: &mut Control) -> Step {
        if let Some(step) = self.give_next(control) {
            return step;
        }
        loop {
            match self.next {
                Next::Over => return Step::Done(self.proof(control)),
                Next::Leave => {
                    if let Err(cause) = self.leave(control) {
                        return Step::Stopped(cause);
                    }
                }
                Next::Enter => match self.enter(control) {
                    Ok(Some(step)) => return step,
                    Ok(None) => {}
                    Err(cause) => return Step::Stopped(cause),
                },
            }
        }
    }

    fn proof(&self, control: &Control) -> Proof {
        match self.bound {
            Some(bound) if control.progress.best == Some(bound.value) => Proof::BoundMet { name: bound.name },
            _ => Proof::Exhausted,
        }
    }

    /// Processes the topmost frame.
    fn enter(&mut self, control: &mut Control) -> Result<Option<Step>, Cause> {
        /// The number of nodes between two updates of the progress and of what other runs have found.
        const NEWS: u64 = 64;
        control.node(0)?;
        if control.progress.nodes.is_multiple_of(NEWS) {
            control.progress.fraction = self.fraction();
            if !self.keep_up() {
                self.frames.clear();
                self.next = Next::Leave;
                return Ok(None);
            }
        }
        if control.work() >= self.aids.due && !self.ends_without_aids(control) {
            control.pause_unless_granted(self.aids.cost(control.work()))?;
            if let Some(step) = self.aid(control)? {
                return Ok(Some(step));
            }
        }
        self.come_close(control)?;
        if control.work() >= self.images_due {
            self.images_due = u64::MAX;
            if let Some(worths) = self.aids.worths() {
                self.images = Images::new(&self.model, worths, control)?;
            }
        }
        match self.examine(control)? {
            NodeStatus::Branch(..) if self.complete(control)? => {
                self.next = Next::Leave;
                Ok((self.weight > 0).then(|| self.solution(control)))
            }
            NodeStatus::Branch(..) if self.list(control)? => {
                self.next = Next::Leave;
                Ok(self.give(control))
            }
            NodeStatus::Solution | NodeStatus::Dead if self.given > 0 => Err(Cause::BrokenPart),
            NodeStatus::Branch(branch, of) => {
                let words = self.root.open.words().len() as u64;
                control.hold(16 * words * self.frames.len() as u64)?;
                self.branch(branch, of);
                Ok(None)
            }
            NodeStatus::Solution => {
                self.next = Next::Leave;
                Ok(Some(self.solution(control)))
            }
            NodeStatus::Dead => {
                self.next = Next::Leave;
                Ok(None)
            }
        }
    }

    /// Demands more than this value from now on, if there is an objective.
    fn demand_more_than(&mut self, value: Option<i64>) {
        if let Some(objective) = &mut self.objective {
            objective.demand_more_than(value);
        }
    }

    /// Demands what improves on other runs; returns whether the bound leaves room for that.
    fn keep_up(&mut self) -> bool {
        let Work::Shared(subtrees) = &self.work else { return true };
        let to_beat = if self.objective.is_some() { subtrees.to_beat(self.piece) } else { None };
        self.demand_more_than(to_beat);
        self.bound.is_none_or(|bound| to_beat.is_none_or(|value| value < bound.value))
    }

    /// Propagates in the topmost frame and returns its status.
    fn examine(&mut self, control: &mut Control) -> Result<NodeStatus, Cause> {
        let depth = self.frames.len().saturating_sub(1);
        let demand = self.objective.as_ref().and_then(Objective::demand);
        let mut dual = self.aids.dual.as_mut().filter(|_| self.aids.relaxed).and_then(|dual| Some((dual, demand?)));
        loop {
            let Some(frame) = self.frames.last_mut() else { return Ok(NodeStatus::Dead) };
            let node = &mut frame.node;
            control.charge(32 + 8 * node.open.words().len() as u64)?;
            match self.program.propagate(node, &mut self.agenda, self.objective.as_ref(), control) {
                Ok(()) => {}
                Err(Halt::Conflict) => {
                    self.agenda.clear();
                    return Ok(NodeStatus::Dead);
                }
                Err(Halt::Stopped(cause)) => return Err(cause),
            }
            if let Some(images) = &self.images {
                match images.exclude(&self.program, &mut self.frames, &mut self.agenda, control)? {
                    Ok(false) => {}
                    Ok(true) => continue,
                    Err(Conflict) => {
                        self.agenda.clear();
                        return Ok(NodeStatus::Dead);
                    }
                }
            }
            let Some((dual, value)) = &mut dual else { break };
            let Some(frame) = self.frames.last_mut() else { break };
            let node = &mut frame.node;
            match dual.look(&self.program, node, &mut self.agenda, (*value, depth), control)? {
                Verdict::Dead => {
                    self.agenda.clear();
                    return Ok(NodeStatus::Dead);
                }
                Verdict::Decided => {}
                Verdict::Nothing => break,
            }
        }
        let Some(frame) = self.frames.last_mut() else { return Ok(NodeStatus::Dead) };
        let node = &mut frame.node;
        if let Some(gains) = &mut self.gains
            && !gains.suffice(&self.program, self.objective.as_ref(), node, control)?
        {
            return Ok(NodeStatus::Dead);
        }
        if let Some(shuffle) = control.shuffle
            && node.open.first().is_some()
            && node.placed.len() >= shuffle.enough
            && may_stay_vacant(&self.program, node, control)?
        {
            self.found.clone_from(&node.placed);
            self.weight = frame.weight;
            return Ok(NodeStatus::Solution);
        }
        let mut within = None;
        if frame.weight == 0
            && let Some(orbits) = &self.orbits
        {
            match orbits.weight_of(node) {
                Weight::Undecided(anchor) => within = Some(anchor),
                Weight::Decided(0) => return Ok(NodeStatus::Dead),
                Weight::Decided(weight) => frame.weight = weight,
            }
        }
        let variable = |(var, of)| (Branch::Var(var), of);
        let chosen = match within {
            Some(anchor) => choose_within(&self.program, node, anchor).map(variable),
            None if dual.is_some() => dual.and_then(|(dual, _)| dual.choose(node, depth)).map(variable),
            None if self.by_hits && control.shuffle.is_none() => {
                choose_by_hits(&self.program, node, control)?.map(variable)
            }
            None => {
                let objective = self.objective.as_ref();
                let line = choose_line(&self.program, objective, node).map(Branch::Line);
                match line.or_else(|| choose_cover(&self.program, objective, node).map(Branch::Cover)) {
                    Some(line) => Some((line, 2)),
                    None => choose(&self.program, objective, self.gains.as_ref(), control.shuffle, node, control)?
                        .map(variable),
                }
            }
        };
        if chosen.is_none() {
            self.found.clone_from(&node.placed);
            self.weight = frame.weight;
        }
        Ok(chosen.map_or(NodeStatus::Solution, |(branch, of)| NodeStatus::Branch(branch, of)))
    }

    /// Pushes a frame for the first way of a branch of the topmost one.
    fn branch(&mut self, branch: Branch, of: usize) {
        let Some(frame) = self.frames.last_mut() else { return };
        frame.branch = Some(branch);
        frame.share = 1.0 / of.max(1) as f64;
        let weight = frame.weight;
        let mut node = frame.node.clone();
        self.next = Next::Enter;
        match branch {
            Branch::Var(var) if self.program.place(&mut node, &mut self.agenda, var).is_err() => {
                self.agenda.clear();
                self.next = Next::Leave;
            }
            Branch::Var(_) => {}
            Branch::Line(choice) => self.program.leave_to_plus(&mut node, &mut self.agenda, choice),
            Branch::Cover(line) => self.program.occupy(&mut node, line),
        }
        self.frames.push(Frame { node, branch: None, left: 1.0, share: 0.0, dropped: 0, tried: Vec::new(), weight });
    }

    /// Tries the second way in the topmost frame.
    fn drop(&mut self, branch: Branch) {
        if let Some(frame) = self.frames.last_mut() {
            frame.branch = None;
            frame.dropped += 1;
            frame.left *= 1.0 - frame.share;
            match branch {
                Branch::Var(var) => {
                    if self.images.is_some() {
                        frame.tried.push(var);
                    }
                    self.program.drop(&mut frame.node, &mut self.agenda, var);
                }
                Branch::Line(choice) => self.program.leave_to_minus(&mut frame.node, &mut self.agenda, choice),
                Branch::Cover(line) => self.program.vacate(&mut frame.node, &mut self.agenda, line),
            }
        }
        self.next = Next::Enter;
    }

    /// Pops the topmost frame and tries the second way in its parent; after the last frame continues with the next
    /// subtree.
    fn leave(&mut self, control: &mut Control) -> Result<(), Cause> {
        self.frames.pop();
        if let Some(frame) = self.frames.last() {
            if let Some(branch) = frame.branch {
                self.drop(branch);
            }
            return Ok(());
        }
        let path = match &self.work {
            _ if self.program.never => None,
            Work::Own(todo) => todo.peek().map(<[u32]>::to_vec),
            Work::Shared(subtrees) => subtrees.take().map(|piece| {
                self.piece = piece;
                subtrees.path(piece).clone()
            }),
        };
        let Some(path) = path else {
            self.next = Next::Over;
            return Ok(());
        };
        // The path was found under this demand.
        if let Work::Shared(subtrees) = &self.work {
            let floor = subtrees.floor();
            self.demand_more_than(floor);
        }
        // If it is stopped on the way, the subtree remains on the list.
        let arrived = self.descend(&path, control);
        self.next = if let Ok(Arrival::Subtree) = arrived { Next::Enter } else { Next::Leave };
        if self.next == Next::Leave {
            self.frames.clear();
        }
        if arrived? == Arrival::Nowhere {
            return Err(Cause::BrokenPart);
        }
        if !self.keep_up() {
            self.frames.clear();
            self.next = Next::Leave;
        }
        if let Work::Own(todo) = &mut self.work {
            todo.take();
        }
        Ok(())
    }

    fn solution(&mut self, control: &mut Control) -> Step {
        control.progress.solutions += 1;
        let Some(objective) = &mut self.objective else {
            self.aids.due = u64::MAX;
            return Step::Found;
        };
        let value = objective.value(&self.found);
        objective.demand_more_than(Some(value));
        if let Work::Shared(subtrees) = &self.work {
            subtrees.found(self.piece, value, || {
                let mut placed = Vec::new();
                self.found.each(|var| placed.push(self.model.placed[var as usize]));
                placed
            });
        }
        control.progress.best = Some(value);
        control.report();
        if self.bound.is_some_and(|bound| value >= bound.value) && matches!(self.work, Work::Own(_)) {
            self.next = Next::Over;
        }
        Step::Improved(value)
    }
}
