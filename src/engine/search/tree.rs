//! The search tree as a stack of frames.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::branch::{Branch, choose, choose_cover, choose_line, choose_within};
use super::cover::Gains;
use super::dual::{Duality, Verdict};
use super::orbits::Orbits;
use super::program::{Agenda, Program};
use super::propagate::{Halt, Node, Objective};
use super::sum::Sum;
use crate::answer::paths::Queue;
use crate::answer::{BoundName, Digest, Proof, Statistics};
use crate::budget::{Cause, Control, Random, Shuffle, free_aside};
use crate::engine::local::{Local, settled};
use crate::engine::{Path, Paths, Placed, Region, Run, Step, Subtrees, Weigh, statistics};
use crate::language::SquareSet;
use crate::model::bit_set::BitSet;
use crate::model::{Bound, Goal, Model, Var, Worths};

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
    gains: Option<Gains>,
    aids: Aids,
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

/// What helps a search for an optimum that takes long.
#[derive(Default)]
struct Aids {
    /// The weights, if there is an objective.
    worths: Option<Worths>,
    /// How much work is done before they come, and come again.
    due: u64,
    /// Whether they have not yet come.
    first: bool,
    local: Option<Local>,
    /// How much work the local search may still do.
    left: u64,
    dual: Option<Duality>,
    /// Whether multipliers are used at every node.
    relaxed: bool,
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
            ready.agenda.clear();
            ready.frames.clear();
            ready.above.clear();
            ready.work = Work::own(Paths::whole());
            ready.next = Next::Leave;
        }
    }

    /// Returns how many pieces stand in the topmost frame.
    pub(super) fn standing(&self) -> usize {
        let top = self.ready.as_ref().ok().and_then(|ready| ready.frames.last());
        top.map_or(0, |frame| frame.node.placed.len())
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

impl<W: BitSet> Tree<W> {
    /// Splits the tree into `wanted` subtrees, if possible, in order; the one with the most open variables is split
    /// next.
    pub(super) fn cut(&mut self, floor: Option<i64>, wanted: usize) -> Result<Vec<Path>, Cause> {
        let whole = Path::new();
        let Ok(ready) = &mut self.ready else { return Ok(vec![whole]) };
        if ready.program.never {
            return Ok(vec![whole]);
        }
        ready.demand_more_than(floor);
        let mut subtrees = vec![(ready.undecided(&whole, &mut self.control)?, whole)];
        while subtrees.len() < wanted {
            let largest = subtrees.iter().enumerate().max_by_key(|(place, (size, _))| (*size, usize::MAX - place));
            let Some((place, (1.., path))) = largest else { break };
            // The empty path means the root, where nothing has been made false.
            let mut taken = if path.is_empty() { vec![0] } else { path.clone() };
            let mut left = taken.clone();
            taken.push(0);
            if let Some(dropped) = left.last_mut() {
                *dropped += 1;
            }
            let sizes = [ready.undecided(&taken, &mut self.control)?, ready.undecided(&left, &mut self.control)?];
            subtrees.splice(place..=place, sizes.into_iter().zip([taken, left]));
        }
        Ok(subtrees.into_iter().map(|(_, path)| path).collect())
    }
}

impl<W: BitSet> Tree<W> {
    /// Demands more than this value, if there is an objective.
    pub(super) fn demand_more_than(&mut self, value: Option<i64>) {
        if let Ok(ready) = &mut self.ready {
            ready.demand_more_than(value);
        }
    }

    /// Estimates the number of nodes of a subtree by random descents (Knuth 1975): 0 if the path leads to none. Fewer than `few` are
    /// counted.
    pub(super) fn estimate(&mut self, path: &[u32], few: f64, random: &mut Random) -> Result<f64, Cause> {
        match &mut self.ready {
            Ok(ready) => ready.estimate(path, few, random, &mut self.control),
            Err(cause) => Err(*cause),
        }
    }

    /// Returns a digest of what stands and is open at the top of each subtree.
    pub(super) fn mark(&mut self, floor: Option<i64>, subtrees: &[Path]) -> Result<u64, Cause> {
        let ready = self.ready.as_mut().map_err(|cause| *cause)?;
        let mut digest = Digest::new();
        if ready.program.never {
            return Ok(digest.finish());
        }
        ready.demand_more_than(floor);
        for path in subtrees {
            let arrived = ready.descend(path, &mut self.control)?;
            if arrived == Arrival::Nowhere {
                return Err(Cause::BrokenPart);
            }
            for frame in &ready.frames {
                frame.node.placed.words().iter().for_each(|word| word.hash(&mut digest));
                frame.node.open.words().iter().for_each(|word| word.hash(&mut digest));
            }
            ready.agenda.clear();
        }
        Ok(digest.finish())
    }
}

impl<W: BitSet> Tree<W> {
    /// Returns what is decided at the top of each subtree that is not empty.
    pub(super) fn regions(&mut self, floor: Option<i64>, subtrees: &[Path]) -> Result<Vec<Region>, Cause> {
        let ready = self.ready.as_mut().map_err(|cause| *cause)?;
        let mut regions = Vec::new();
        if ready.program.never {
            return Ok(regions);
        }
        ready.demand_more_than(floor);
        let vars = ready.program.vars;
        let mut tops = Vec::new();
        for path in subtrees {
            match ready.descend(path, &mut self.control)? {
                Arrival::Nowhere => return Err(Cause::BrokenPart),
                Arrival::Nothing => {}
                Arrival::Subtree => tops.extend(ready.frames.iter().map(|frame| frame.node.clone())),
            }
            ready.agenda.clear();
        }
        let orbits = ready.orbits.take();
        let weight: Weigh = Arc::new(move |placed: &[Var]| match &orbits {
            None => 1,
            Some(orbits) => {
                let mut all = W::zeros(vars);
                for var in placed {
                    all.insert(*var);
                }
                orbits.weight(&all)
            }
        });
        for node in tops {
            let decided = (0..vars as Var).filter(|var| node.placed.has(*var) || !node.open.has(*var));
            let decided = decided.map(|var| (var, node.placed.has(var))).collect();
            regions.push(Region { decided, weight: Arc::clone(&weight) });
        }
        Ok(regions)
    }
}

impl Aids {
    /// Work that is done before they come: on small boards most searches have ended by then.
    const DUE: u64 = 1 << 22;
    const DUE_IF_SMALL: u64 = 1 << 26;
    /// The same where weights differ: without better bounds such a search sees little.
    const DUE_IF_WEIGHED: u64 = 1 << 19;
    /// The most variables of a small board.
    const SMALL: usize = 128;
    /// How much work the local search does at first, and what part of all work then.
    const FIRST: u64 = 1 << 23;
    const SHARE: u64 = 5;

    fn new(goal: &Goal, vars: usize, is_weighed: bool) -> Self {
        let Goal::Maximise(worths) = goal else { return Self { due: u64::MAX, ..Self::default() } };
        let due = match vars {
            _ if is_weighed => Self::DUE_IF_WEIGHED,
            ..=Self::SMALL => Self::DUE_IF_SMALL,
            _ => Self::DUE,
        };
        Self { worths: Some(worths.clone()), due, first: true, ..Self::default() }
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
        let orbits = match goal {
            Goal::UpTo(group) => Orbits::new(&model, &program, &root, group),
            _ => None,
        };
        Ok(Self {
            agenda: Agenda::full(0),
            next: Next::Leave,
            found: root.placed.clone(),
            listed: root.placed.clone(),
            weight: 1,
            orbits,
            gains: Gains::new(&program, objective.as_ref()),
            aids: Aids::new(goal, program.vars, matches!(objective, Some(Objective::Sum(_)))),
            work,
            piece: 0,
            above: Path::new(),
            frames: Vec::new(),
            root,
            model,
            program,
            objective,
            bound,
        })
    }

    /// Returns the objective, and the best bound known on it.
    fn objective(
        program: &Program<W>,
        model: &Model,
        worths: &Worths,
        control: &mut Control,
    ) -> Result<(Objective<W>, Bound), Cause> {
        let weight = |var: Var| worths.weight(var);
        let gains = model.partitions(&worths.gaining(), control)?;
        let bound = model.bound(worths, &gains, control)?;
        control.progress.bound = Some(bound.value);
        let weighty: Vec<Var> = (0..program.vars as Var).filter(|var| weight(*var) != 0).collect();
        let first = weighty.first().map_or(1, |var| weight(*var));
        if weighty.iter().all(|var| weight(*var) == first) {
            let total = program.objective(model, &weighty, control)?;
            return Ok((Objective::Count { total, weight: first }, bound));
        }
        Ok((Objective::Sum(Sum::new(worths, &gains)), bound))
    }

    fn step(&mut self, control: &mut Control) -> Step {
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

    /// Helps a search that takes long: a local search looks for a better placement, and duality for a better bound.
    fn aid(&mut self, control: &mut Control) -> Result<Option<Step>, Cause> {
        let alone = matches!(self.work, Work::Own(_)) && self.above.is_empty();
        if let Some(worths) = self.aids.worths.clone().filter(|_| self.aids.first) {
            if alone {
                if let Some(vars) = settled(&self.model, &worths, control)? {
                    return Ok(self.settle(&vars, control));
                }
                self.aids.local = Local::new(&self.model, &worths, control.seed, control)?;
                self.aids.left = Aids::FIRST;
            }
            self.aids.dual = Duality::new(&self.model, &worths, control)?;
            self.aids.first = false;
        }
        if let Some(local) = &mut self.aids.local
            && self.aids.left > 0
        {
            let before = control.work();
            let found = local.run(control.progress.best, self.aids.left, control)?;
            let spent = control.work() - before;
            self.aids.left = if found.is_none() { 0 } else { self.aids.left.saturating_sub(spent) };
            if let Some(found) = found {
                self.found.clear();
                for var in found {
                    self.found.insert(*var);
                }
                return Ok(Some(self.solution(control)));
            }
        }
        self.aids.due = control.work() * 2;
        self.aids.left = control.work() / Aids::SHARE;
        let demand = self.objective.as_ref().and_then(Objective::demand);
        let (Some(dual), Some(demand)) = (&mut self.aids.dual, demand) else { return Ok(None) };
        let (bound, tight) = dual.bound(demand, control)?;
        if self.bound.is_none_or(|own| bound.value < own.value) {
            self.bound = Some(bound);
            control.progress.bound = Some(bound.value);
        }
        if alone && bound.value < demand {
            self.next = Next::Over;
            return Ok(Some(Step::Done(self.proof(control))));
        }
        if self.aids.relaxed {
            return Ok(None);
        }
        // If there is much between the bound and what is found, multipliers cut off less than they cost.
        self.aids.relaxed = tight;
        if tight && alone {
            self.descend(&[], control)?;
        }
        Ok(None)
    }

    /// Ends with a placement that is known to be the best.
    fn settle(&mut self, vars: &[Var], control: &mut Control) -> Option<Step> {
        self.found.clear();
        for var in vars {
            self.found.insert(*var);
        }
        let value = self.objective.as_ref()?.value(&self.found);
        self.bound = Some(Bound::new(value, BoundName::Matching));
        control.progress.bound = Some(value);
        self.next = Next::Over;
        let better = control.progress.best.is_none_or(|best| value > best);
        Some(if better { self.solution(control) } else { Step::Done(self.proof(control)) })
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
        if control.work() >= self.aids.due
            && let Some(step) = self.aid(control)?
        {
            return Ok(Some(step));
        }
        match self.look(control)? {
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

    /// Returns an estimate of the explored fraction.
    fn fraction(&self) -> f64 {
        let (mut done, mut size) = (0.0, 1.0);
        for frame in &self.frames {
            done += size * (1.0 - frame.left);
            size *= frame.left * frame.share;
        }
        match &self.work {
            Work::Own(todo) => {
                let (left, all) = todo.left_of();
                1.0 - (left as f64 + 1.0 - done) / all.max(1) as f64
            }
            Work::Shared(subtrees) => subtrees.fraction(),
        }
    }

    /// Propagates in the topmost frame and returns its status.
    fn look(&mut self, control: &mut Control) -> Result<NodeStatus, Cause> {
        let depth = self.frames.len().saturating_sub(1);
        let Some(frame) = self.frames.last_mut() else { return Ok(NodeStatus::Dead) };
        let node = &mut frame.node;
        let demand = self.objective.as_ref().and_then(Objective::demand);
        let mut dual = self.aids.dual.as_mut().filter(|_| self.aids.relaxed).and_then(|dual| Some((dual, demand?)));
        loop {
            control.charge(32 + 8 * node.open.words().len() as u64)?;
            match self.program.propagate(node, &mut self.agenda, self.objective.as_ref(), control) {
                Ok(()) => {}
                Err(Halt::Conflict) => {
                    self.agenda.clear();
                    return Ok(NodeStatus::Dead);
                }
                Err(Halt::Stopped(cause)) => return Err(cause),
            }
            let Some((dual, value)) = &mut dual else { break };
            match dual.look(&self.program, node, &mut self.agenda, (*value, depth), control)? {
                Verdict::Dead => {
                    self.agenda.clear();
                    return Ok(NodeStatus::Dead);
                }
                Verdict::Decided => {}
                Verdict::Nothing => break,
            }
        }
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
            if node.open.meets(&orbits.anchor) {
                within = Some(&orbits.anchor);
            } else {
                frame.weight = orbits.weight(&node.placed);
                if frame.weight == 0 {
                    return Ok(NodeStatus::Dead);
                }
            }
        }
        let variable = |(var, of)| (Branch::Var(var), of);
        let chosen = match within {
            Some(anchor) => choose_within(&self.program, node, anchor).map(variable),
            None if dual.is_some() => dual.and_then(|(dual, _)| dual.choose(node)).map(variable),
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
        self.frames.push(Frame { node, branch: None, left: 1.0, share: 0.0, dropped: 0, weight });
    }

    /// Tries the second way in the topmost frame.
    fn drop(&mut self, branch: Branch) {
        if let Some(frame) = self.frames.last_mut() {
            frame.branch = None;
            frame.dropped += 1;
            frame.left *= 1.0 - frame.share;
            match branch {
                Branch::Var(var) => self.program.drop(&mut frame.node, &mut self.agenda, var),
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

    /// Descends from the root to a subtree, whose top becomes the only frame.
    fn descend(&mut self, path: &[u32], control: &mut Control) -> Result<Arrival, Cause> {
        let weight = u64::from(self.orbits.is_none());
        // The way was found without it.
        let dual = self.aids.dual.take();
        let arrived = self.descend_to(path, weight, control);
        self.aids.dual = dual;
        arrived
    }

    fn descend_to(&mut self, path: &[u32], weight: u64, control: &mut Control) -> Result<Arrival, Cause> {
        self.agenda = Agenda::full(self.program.rules.len());
        self.frames = vec![Frame { node: self.root.clone(), branch: None, left: 1.0, share: 0.0, dropped: 0, weight }];
        let last = path.len().saturating_sub(1);
        for (level, dropped) in path.iter().enumerate() {
            for _ in 0..*dropped {
                match self.look(control)? {
                    NodeStatus::Branch(branch, _) => self.drop(branch),
                    _ => return Ok(Arrival::Nowhere),
                }
            }
            if level < last {
                match self.look(control)? {
                    NodeStatus::Branch(branch, of) => self.branch(branch, of),
                    _ => return Ok(Arrival::Nowhere),
                }
                if self.next == Next::Leave {
                    let is_there = path[level + 1..] == [0];
                    return Ok(if is_there { Arrival::Nothing } else { Arrival::Nowhere });
                }
            }
        }
        self.frames.drain(..self.frames.len() - 1);
        self.above = path[..last].to_vec();
        Ok(Arrival::Subtree)
    }

    /// Returns the unexplored subtrees, in order.
    fn remainder(&self) -> Paths {
        let mut path = self.above.clone();
        path.extend(self.frames.iter().map(|frame| frame.dropped));
        let mut rest = Paths::default();
        if self.next == Next::Enter && !self.frames.is_empty() {
            rest.push(0, &path);
        }
        // In each frame below the topmost, the second way of its branch is unexplored.
        while path.len() > self.above.len() + 1 {
            path.pop();
            if let Some(dropped) = path.last_mut() {
                *dropped += 1;
            }
            rest.push(path.len() - 1, &path);
        }
        if let Work::Own(todo) = &self.work
            && !self.program.never
        {
            todo.append_to(&mut rest, &path);
        }
        rest
    }

    /// Returns the number of open variables at the top of a subtree; 0 if it does not branch.
    fn undecided(&mut self, path: &[u32], control: &mut Control) -> Result<usize, Cause> {
        let is_there = self.descend(path, control)? == Arrival::Subtree;
        let branches = is_there && matches!(self.look(control)?, NodeStatus::Branch(..));
        self.agenda.clear();
        let top = self.frames.last().filter(|_| branches);
        Ok(top.map_or(0, |frame| frame.node.open.words().iter().map(|word| word.count_ones() as usize).sum()))
    }

    /// Estimates the nodes of a subtree. Where random branches from its top end soon, they may all have missed the most of it.
    fn estimate(&mut self, path: &[u32], few: f64, random: &mut Random, control: &mut Control) -> Result<f64, Cause> {
        /// The random ways to an end, and how many times as many are followed if more than a few nodes are seen otherwise. Their sum
        /// over thousands of subtrees is far more exact than each of them.
        const DESCENTS: u32 = 8;
        let is_there = !self.program.never && self.descend(path, control)? == Arrival::Subtree;
        let agenda = self.agenda.clone();
        self.agenda.clear();
        let Some(top) = self.frames.pop().filter(|_| is_there) else { return Ok(0.0) };
        let mut nodes = self.descents(&top, &agenda, DESCENTS, random, control)?;
        if nodes < few {
            let seen = self.walk(top.clone(), &agenda, few, control)?;
            nodes = if seen < few {
                seen
            } else {
                few.max(self.descents(&top, &agenda, DESCENTS * DESCENTS, random, control)?)
            };
        }
        self.frames.clear();
        self.next = Next::Leave;
        Ok(nodes)
    }

    /// Follows random branches. The first way is one of as many candidates as the branch was chosen from, and is taken with that
    /// chance.
    fn descents(
        &mut self,
        top: &Frame<W>,
        agenda: &Agenda,
        descents: u32,
        random: &mut Random,
        control: &mut Control,
    ) -> Result<f64, Cause> {
        let mut nodes = 0.0;
        for _ in 0..descents {
            self.agenda = agenda.clone();
            self.frames = vec![top.clone()];
            let mut size = 1.0;
            loop {
                nodes += size;
                let NodeStatus::Branch(branch, of) = self.look(control)? else { break };
                let of = of.max(1);
                if random.below(of as u64) > 0 {
                    size *= of as f64 / (of - 1) as f64;
                    self.drop(branch);
                    continue;
                }
                size *= of as f64;
                self.branch(branch, of);
                self.frames.swap_remove(0);
                if self.next == Next::Leave {
                    break;
                }
            }
        }
        Ok(nodes / f64::from(descents.max(1)))
    }

    /// Counts the nodes of a subtree, up to a number.
    fn walk(&mut self, top: Frame<W>, agenda: &Agenda, most: f64, control: &mut Control) -> Result<f64, Cause> {
        self.agenda = agenda.clone();
        self.frames = vec![top];
        self.next = Next::Enter;
        let mut nodes = 0.0;
        while nodes < most {
            if self.next == Next::Enter {
                nodes += 1.0;
                match self.look(control)? {
                    NodeStatus::Branch(branch, of) => self.branch(branch, of),
                    _ => self.next = Next::Leave,
                }
            } else {
                self.frames.pop();
                let Some(branch) = self.frames.last().and_then(|frame| frame.branch) else { break };
                self.drop(branch);
            }
        }
        Ok(nodes)
    }

    fn solution(&mut self, control: &mut Control) -> Step {
        control.progress.solutions += 1;
        let Some(objective) = &mut self.objective else { return Step::Found };
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

/// Whether the rules hold if nothing is added to a node.
fn may_stay_vacant<W: BitSet>(program: &Program<W>, node: &Node<W>, control: &mut Control) -> Result<bool, Cause> {
    let mut vacant = node.clone();
    vacant.open.clear();
    match program.propagate(&mut vacant, &mut Agenda::full(program.rules.len()), None, control) {
        Ok(()) => Ok(true),
        Err(Halt::Conflict) => Ok(false),
        Err(Halt::Stopped(cause)) => Err(cause),
    }
}

impl<W: BitSet> Run for Tree<W> {
    fn step(&mut self) -> Step {
        match &mut self.ready {
            Ok(ready) => ready.step(&mut self.control),
            Err(cause) => Step::Stopped(*cause),
        }
    }

    fn placed(&self, placed: &mut Placed) {
        if let Ok(ready) = &self.ready {
            ready.found.each(|var| placed.push(ready.model.placed[var as usize]));
        }
    }

    fn renew(&mut self, placed: &mut Placed) -> usize {
        let Ok(ready) = &mut self.ready else { return 0 };
        let same = ready.found.renew(&ready.listed, &ready.model.placed, placed);
        ready.listed.clone_from(&ready.found);
        same
    }

    fn share(&mut self, best: Option<i64>, _: Option<i64>) {
        if let (Ok(ready), Some(_)) = (&mut self.ready, best) {
            ready.demand_more_than(best);
            self.control.progress.best = best;
        }
    }

    fn control(&mut self) -> &mut Control {
        &mut self.control
    }

    fn outlook(&self) -> Option<u64> {
        let explored = self.ready.as_ref().ok()?.fraction();
        Some((self.control.work() as f64 * (1.0 - explored) / explored) as u64)
    }

    fn remainder(&self) -> Paths {
        self.ready.as_ref().map_or_else(|_| self.part.clone(), Ready::remainder)
    }

    fn weight(&self) -> u64 {
        self.ready.as_ref().map_or(1, |ready| ready.weight)
    }

    fn anchor(&self) -> SquareSet {
        let orbits = self.ready.as_ref().ok().and_then(|ready| ready.orbits.as_ref());
        orbits.map(|orbits| orbits.squares.clone()).unwrap_or_default()
    }

    fn bound(&self) -> Option<Bound> {
        self.ready.as_ref().ok().and_then(|ready| ready.bound)
    }

    fn statistics(&self) -> Statistics {
        statistics(&self.control)
    }
}
