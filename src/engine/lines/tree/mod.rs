//! The search tree: lines are labelled with the kind that they may hold, then pieces are left out.
//!
//! - `node`: what is open at a node, and what follows there;
//! - `subtrees`: cutting the tree.

mod node;
mod subtrees;

use std::sync::Arc;

use super::program::Program;
use crate::answer::paths::Queue;
use crate::answer::{Proof, Statistics};
use crate::budget::{Cause, Control};
use crate::engine::{Path, Paths, Placed, Run, Step, Subtrees, statistics};
use crate::model::{Bound, Goal, Model, Var, Worths};
use node::{Demand, Left, Node, scales};

/// A node with the ways out of it, as numbers of a path.
#[derive(Default)]
struct Frame {
    node: Node,
    ways: Vec<u32>,
    /// The way that is explored, and all before it have been.
    at: usize,
}

/// The subtrees that a run explores.
pub(super) enum Work {
    /// These, in order.
    Own(Queue),
    /// Those of many that no other run has taken.
    Shared(Arc<Subtrees>),
}

/// A value that is maximised.
struct Objective {
    /// The weight of each kind.
    weights: Vec<i64>,
    bound: Bound,
    /// The value to beat.
    floor: Option<i64>,
}

/// The next move of the search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// To examine the topmost frame.
    Enter,
    /// To go back to the last frame with a way left.
    Leave,
    Over,
}

/// The status of a node.
enum NodeStatus {
    Dead,
    /// Every rule holds: all live pieces that must stand do.
    Solution,
    /// There are ways on, which the frame lists.
    Ways,
}

/// A search under way.
pub(super) struct Tree {
    model: Arc<Model>,
    program: Program,
    control: Control,
    objective: Option<Objective>,
    /// Weights of kinds for which families of lines are summed up.
    scales: Vec<Vec<i32>>,
    /// What lines are labelled by. It stays as it is in a tree that is shared, so that all runs on it see the same one.
    basis: Demand,
    /// What nodes are left out by.
    demand: Demand,
    root: Node,
    work: Work,
    /// The number of the current subtree, if they are shared.
    subtree: usize,
    /// The path to the first frame, and the frames in use.
    above: Path,
    frames: Vec<Frame>,
    depth: usize,
    next: Next,
    /// The true variables of the last solution.
    found: Vec<Var>,
    /// The work charged for a node.
    cost: u64,
}

impl Tree {
    /// The work charged for each image that is compared.
    const IMAGE: u64 = 2;

    pub(super) fn new(
        model: Arc<Model>,
        goal: &Goal,
        mut program: Program,
        work: Work,
        mut control: Control,
    ) -> Result<Self, Box<(Cause, Control)>> {
        let prepared = Self::prepare(&model, goal, &mut program, &mut control);
        let (objective, root) = match prepared {
            Ok(prepared) => prepared,
            Err(cause) => return Err(Box::new((cause, control))),
        };
        let cost = (program.lines.len() * program.kinds * 2) as u64;
        let scales = scales(program.kinds);
        let shared = if let Work::Shared(subtrees) = &work { subtrees.floor() } else { None };
        let mut tree = Self {
            model,
            program,
            control,
            objective,
            scales,
            basis: Demand::default(),
            demand: Demand::default(),
            root,
            work,
            subtree: 0,
            above: Path::new(),
            frames: Vec::new(),
            depth: 0,
            next: Next::Leave,
            found: Vec::new(),
            cost,
        };
        tree.demand_more_than(shared);
        tree.basis = tree.demand.clone();
        Ok(tree)
    }

    fn prepare(
        model: &Model,
        goal: &Goal,
        program: &mut Program,
        control: &mut Control,
    ) -> Result<(Option<Objective>, Node), Cause> {
        let mut objective = None;
        if let Goal::Maximise(worths) = goal
            && let Some(weights) = weights(model, worths)
        {
            let partitions = model.partitions(&worths.gaining(), control)?;
            let bound = model.bound(worths, &partitions, control)?;
            control.progress.bound = Some(bound.value);
            program.find_symmetries(model, &weights, control)?;
            objective = Some(Objective { weights, bound, floor: None });
        }
        Ok((objective, Self::root(program, control)?))
    }

    fn root(program: &Program, control: &mut Control) -> Result<Node, Cause> {
        let (kinds, lines, words) = (program.kinds, program.lines.len(), program.words);
        control.charge((kinds * (lines + program.slots * program.families.len())) as u64)?;
        let mut root = Node {
            live: vec![0; kinds * words],
            placed: vec![0; kinds * words],
            counts: vec![0; kinds * lines],
            totals: vec![0; kinds],
            labels: vec![0; lines],
            held: vec![false; lines],
        };
        for kind in 0..kinds {
            for slot in (0..program.slots).filter(|slot| program.allowed[kind * program.slots + slot]) {
                root.live[kind * words + slot / 64] |= 1 << (slot % 64);
                root.totals[kind] += 1;
                for line in program.through(slot) {
                    root.counts[kind * lines + *line as usize] += 1;
                }
            }
        }
        Ok(root)
    }

    /// Demands more than this value; what was demanded before is forgotten.
    fn demand_more_than(&mut self, floor: Option<i64>) {
        let none = vec![0; self.program.kinds];
        let weights = self.objective.as_ref().map_or(&none, |objective| &objective.weights);
        self.demand = Demand::new(self.program.shares.demands(weights, floor), &self.scales);
        if matches!(self.work, Work::Own(_)) {
            self.basis = self.demand.clone();
        }
        if let Some(objective) = &mut self.objective {
            objective.floor = floor;
        }
    }

    fn step_on(&mut self) -> Result<Step, Cause> {
        loop {
            match self.next {
                Next::Over => return Ok(Step::Done(self.proof())),
                Next::Leave => self.leave()?,
                Next::Enter => {
                    let images = self.program.images_at(self.above.len() + self.depth).len() as u64;
                    self.control.node(self.cost + Self::IMAGE * images)?;
                    self.keep_up();
                    if self.next == Next::Enter
                        && let Some(step) = self.enter()?
                    {
                        return Ok(step);
                    }
                }
            }
        }
    }

    fn proof(&self) -> Proof {
        match &self.objective {
            Some(Objective { bound, floor: Some(best), .. }) if *best >= bound.value => {
                Proof::BoundMet { name: bound.name }
            }
            _ => Proof::Exhausted,
        }
    }

    /// Learns what other runs have found; leaves the subtree if there is nothing left to find.
    fn keep_up(&mut self) {
        /// Nodes between two looks.
        const EACH: u64 = 64;
        let (Work::Shared(subtrees), Some(objective)) = (&self.work, &self.objective) else { return };
        let begins = self.depth == 1 && self.frames[0].ways.is_empty();
        if !begins && !self.control.progress.nodes.is_multiple_of(EACH) {
            return;
        }
        let floor = subtrees.to_beat(self.subtree).max(objective.floor);
        if floor > objective.floor {
            self.demand_more_than(floor);
        }
        let bound = self.objective.as_ref().map(|objective| objective.bound.value);
        if floor.is_some() && floor >= bound {
            self.depth = 0;
            self.next = Next::Leave;
        }
    }

    /// Looks at the topmost frame.
    fn enter(&mut self) -> Result<Option<Step>, Cause> {
        match self.examine() {
            NodeStatus::Dead => {
                self.depth -= 1;
                self.next = Next::Leave;
            }
            NodeStatus::Solution => {
                self.depth -= 1;
                self.next = Next::Leave;
                return Ok(self.solution());
            }
            NodeStatus::Ways => self.push()?,
        }
        Ok(None)
    }

    /// Takes the current way out of the topmost frame.
    fn push(&mut self) -> Result<(), Cause> {
        if self.depth == self.frames.len() {
            let of =
                |node: &Node| 8 * (node.live.len() + node.placed.len()) + 2 * node.counts.len() + 3 * node.labels.len();
            self.control.hold((of(&self.root) * (self.frames.len() + 1)) as u64)?;
            self.frames.push(Frame::default());
        }
        let (below, above) = self.frames.split_at_mut(self.depth);
        let (Some(parent), Some(frame)) = (below.last(), above.first_mut()) else { return Ok(()) };
        frame.node.copy(&parent.node);
        frame.ways.clear();
        frame.at = 0;
        self.program.take(&mut frame.node, parent.ways[parent.at]);
        self.depth += 1;
        self.next = Next::Enter;
        Ok(())
    }

    /// Goes on with the next way of the topmost frame that has one, or with the next subtree.
    fn leave(&mut self) -> Result<(), Cause> {
        while let Some(frame) = self.frames[..self.depth].last_mut() {
            if frame.at + 1 < frame.ways.len() {
                frame.at += 1;
                return self.push();
            }
            self.depth -= 1;
        }
        self.next = Next::Over;
        if self.program.never {
            return Ok(());
        }
        let path = match &mut self.work {
            Work::Own(queue) => {
                let Some(path) = queue.peek().map(<[u32]>::to_vec) else { return Ok(()) };
                queue.take();
                path
            }
            Work::Shared(subtrees) => {
                let Some(subtree) = subtrees.take() else { return Ok(()) };
                self.subtree = subtree;
                let (path, floor) = (subtrees.path(subtree).clone(), subtrees.to_beat(subtree));
                self.demand_more_than(floor);
                path
            }
        };
        self.descend(&path)
    }

    /// Goes from the root to a subtree, whose top becomes the only frame.
    fn descend(&mut self, path: &[u32]) -> Result<(), Cause> {
        if !path.iter().all(|number| self.program.is_way(*number)) {
            return Err(Cause::BrokenPart);
        }
        if self.frames.is_empty() {
            self.frames.push(Frame::default());
        }
        let frame = &mut self.frames[0];
        frame.node.copy(&self.root);
        frame.ways.clear();
        frame.at = 0;
        for number in path {
            self.program.take(&mut frame.node, *number);
        }
        self.above = path.to_vec();
        self.depth = 1;
        self.next = Next::Enter;
        Ok(())
    }

    /// Labels what follows in the topmost frame, and lists the ways on.
    fn examine(&mut self) -> NodeStatus {
        let depth = self.above.len() + self.depth;
        let Self { program, frames, scales, basis, demand, objective, .. } = self;
        let Some(frame) = frames[..self.depth].last_mut() else { return NodeStatus::Dead };
        let node = &mut frame.node;
        loop {
            if !program.is_possible(node, scales, basis, demand) {
                return NodeStatus::Dead;
            }
            if !program.even_out(node) {
                break;
            }
        }
        if !program.is_first(node, depth) {
            return NodeStatus::Dead;
        }
        frame.ways.clear();
        frame.at = 0;
        if let Some(line) = program.contested(node) {
            program.ways_of_line(node, line, &mut frame.ways);
            return NodeStatus::Ways;
        }
        if objective.is_some() {
            return NodeStatus::Solution;
        }
        match program.leave_out(node) {
            Left::Nothing => NodeStatus::Dead,
            Left::Solution => NodeStatus::Solution,
            Left::Open(var) => {
                frame.ways.extend(program.ways_of_var(var));
                NodeStatus::Ways
            }
        }
    }

    /// Takes down a solution, just left.
    fn solution(&mut self) -> Option<Step> {
        let node = &self.frames[self.depth].node;
        let Some(objective) = &self.objective else {
            self.found = self.program.vars_of(&node.placed, None);
            self.control.progress.solutions += 1;
            return Some(Step::Found);
        };
        let (value, share) = self.program.shares.heaviest(&objective.weights, &node.totals)?;
        let bound = objective.bound.value;
        self.found = self.program.vars_of(&node.live, Some(&share));
        if let Work::Shared(subtrees) = &self.work {
            subtrees.found(self.subtree, value, || placed_of(&self.model, &self.found));
        }
        self.demand_more_than(Some(value));
        self.control.progress.solutions += 1;
        self.control.progress.best = Some(value);
        self.control.report();
        if value >= bound {
            self.depth = 0;
            self.next = if matches!(self.work, Work::Own(_)) { Next::Over } else { Next::Leave };
        }
        Some(Step::Improved(value))
    }

    /// Returns an estimate of the explored fraction.
    fn fraction(&self) -> f64 {
        let (mut done, mut size) = (0.0, 1.0);
        for frame in self.frames[..self.depth].iter().filter(|frame| !frame.ways.is_empty()) {
            size /= frame.ways.len() as f64;
            done += frame.at as f64 * size;
        }
        match &self.work {
            Work::Own(queue) => {
                let (left, all) = queue.left_of();
                1.0 - (left as f64 + 1.0 - done) / all.max(1) as f64
            }
            Work::Shared(subtrees) => subtrees.fraction(),
        }
    }
}

/// Returns the weight of each kind; `None` if it differs by square.
pub(super) fn weights(model: &Model, worths: &Worths) -> Option<Vec<i64>> {
    if model.slots.is_empty() {
        return Some(vec![0; model.kinds]);
    }
    worths.of_kinds(model.kinds).map(<[i64]>::to_vec)
}

fn placed_of(model: &Model, vars: &[Var]) -> Placed {
    vars.iter().map(|var| model.placed[*var as usize]).collect()
}

impl Run for Tree {
    fn step(&mut self) -> Step {
        let step = self.step_on().unwrap_or_else(Step::Stopped);
        self.control.progress.fraction = self.fraction();
        step
    }

    fn placed(&self, placed: &mut Placed) {
        placed.extend(self.found.iter().map(|var| self.model.placed[*var as usize]));
    }

    fn share(&mut self, best: Option<i64>, _: Option<i64>) {
        let floor = self.objective.as_ref().and_then(|objective| objective.floor);
        if self.objective.is_some() && best > floor {
            self.demand_more_than(best);
            self.control.progress.best = best;
        }
    }

    fn control(&mut self) -> &mut Control {
        &mut self.control
    }

    fn outlook(&self) -> Option<u64> {
        let explored = self.fraction();
        Some((self.control.work() as f64 * (1.0 - explored) / explored) as u64)
    }

    fn remainder(&self) -> Paths {
        let frames = &self.frames[..self.depth];
        let mut path = self.above.clone();
        path.extend(frames.iter().filter_map(|frame| frame.ways.get(frame.at)));
        let mut rest = Vec::new();
        if self.next == Next::Enter {
            rest.push(path.clone());
        }
        for frame in frames.iter().rev().filter(|frame| !frame.ways.is_empty()) {
            path.pop();
            rest.extend(frame.ways[frame.at + 1..].iter().map(|way| [&path[..], &[*way]].concat()));
        }
        if let (Work::Own(queue), false) = (&self.work, self.program.never || self.next == Next::Over) {
            rest.extend(queue.left().to_vec());
        }
        rest.into_iter().collect()
    }

    fn bound(&self) -> Option<Bound> {
        self.objective.as_ref().map(|objective| objective.bound)
    }

    fn statistics(&self) -> Statistics {
        statistics(&self.control)
    }
}
