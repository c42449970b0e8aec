//! The search tree: what it labels and what follows is told by [`Labels`].
//!
//! - `subtrees`: cutting the tree.

mod subtrees;

use std::sync::Arc;

use crate::answer::paths::Queue;
use crate::answer::{Proof, Statistics};
use crate::budget::{Cause, Control};
use crate::engine::{Path, Paths, Placed, Refusal, Run, Step, Subtrees, statistics};
use crate::language::SquareSet;
use crate::model::{Bound, Goal, Model, Var, Worths};

/// What a tree labels: its nodes, and the ways out of them.
pub(super) trait Labels: Send + Sized + 'static {
    type Node: Default + Send;

    /// Prepares the labels of a model that was accepted.
    fn new(model: &Model, goal: &Goal, control: &mut Control) -> Result<Self, Refusal>;

    fn root(&self, control: &mut Control) -> Result<Self::Node, Cause>;

    /// Makes a node equal to another.
    fn copy(node: &mut Self::Node, other: &Self::Node);

    /// The bytes of a node.
    fn bytes(node: &Self::Node) -> usize;

    /// An estimate of what is left to decide.
    fn size(&self, node: &Self::Node) -> f64;

    /// Whether a rule has no solution whatever is placed.
    fn never(&self) -> bool;

    /// Whether a number of a path stands for a way.
    fn is_way(&self, number: u32) -> bool;

    /// Takes a way.
    fn take(&self, node: &mut Self::Node, number: u32);

    /// The work charged for a node at this depth.
    fn work(&self, depth: usize) -> u64;

    /// Demands more than this value; what was demanded before is forgotten. In a tree that is shared, what ways depend on stays as it
    /// is, so that all runs on it see the same one.
    fn demand_more_than(&mut self, floor: Option<i64>, is_shared: bool);

    /// Labels what follows at a node at this depth, and lists the ways on.
    fn examine(&self, node: &mut Self::Node, depth: usize, ways: &mut Vec<u32>) -> NodeStatus;

    /// Takes down the solution of a node; returns its value, if one is maximised.
    fn solution(&self, node: &Self::Node, found: &mut Vec<Var>) -> Option<i64>;

    /// Whether the ways out of a node take about equally long, so that what is explored tells what is left.
    fn is_balanced(&self) -> bool {
        true
    }

    /// The number of solutions that the one of a node stands for.
    fn weight(&self, _: &Self::Node) -> u64 {
        1
    }

    /// The squares that tell solutions apart, if they are found up to a group.
    fn anchor(&self) -> SquareSet {
        SquareSet::new()
    }
}

/// A node with the ways out of it, as numbers of a path.
struct Frame<N> {
    node: N,
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
pub(super) enum NodeStatus {
    Dead,
    /// Every rule holds.
    Solution,
    /// There are ways on, which the frame lists.
    Ways,
}

/// A search under way.
pub(super) struct Tree<L: Labels> {
    model: Arc<Model>,
    labels: L,
    control: Control,
    objective: Option<Objective>,
    root: L::Node,
    work: Work,
    /// The number of the current subtree, if they are shared.
    subtree: usize,
    /// The path to the first frame, and the frames in use.
    above: Path,
    frames: Vec<Frame<L::Node>>,
    depth: usize,
    next: Next,
    /// The true variables of the last solution, and how many it stands for.
    found: Vec<Var>,
    weight: u64,
}

impl<L: Labels> Tree<L> {
    /// Prepares a tree; `worths` are those of a value that is maximised.
    pub(super) fn new(
        model: Arc<Model>,
        labels: L,
        worths: Option<&Worths>,
        work: Work,
        mut control: Control,
    ) -> Result<Self, Box<(Cause, Control)>> {
        let prepared = Self::prepare(&model, &labels, worths, &mut control);
        let (objective, root) = match prepared {
            Ok(prepared) => prepared,
            Err(cause) => return Err(Box::new((cause, control))),
        };
        let shared = if let Work::Shared(subtrees) = &work { subtrees.floor() } else { None };
        let mut tree = Self {
            model,
            labels,
            control,
            objective,
            root,
            work,
            subtree: 0,
            above: Path::new(),
            frames: Vec::new(),
            depth: 0,
            next: Next::Leave,
            found: Vec::new(),
            weight: 1,
        };
        // What ways depend on follows from the floor of the whole tree, if others share it.
        tree.labels.demand_more_than(shared, false);
        tree.demand_more_than(shared);
        Ok(tree)
    }

    fn prepare(
        model: &Model,
        labels: &L,
        worths: Option<&Worths>,
        control: &mut Control,
    ) -> Result<(Option<Objective>, L::Node), Cause> {
        let mut objective = None;
        if let Some(worths) = worths {
            let partitions = model.partitions(&worths.gaining(), control)?;
            let bound = model.bound(worths, &partitions, control)?;
            control.progress.bound = Some(bound.value);
            objective = Some(Objective { bound, floor: None });
        }
        Ok((objective, labels.root(control)?))
    }

    /// Demands more than this value; what was demanded before is forgotten.
    fn demand_more_than(&mut self, floor: Option<i64>) {
        self.labels.demand_more_than(floor, matches!(self.work, Work::Shared(_)));
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
                    self.control.node(self.labels.work(self.above.len() + self.depth))?;
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
            self.control.hold((L::bytes(&self.root) * (self.frames.len() + 1)) as u64)?;
            self.frames.push(Frame { node: L::Node::default(), ways: Vec::new(), at: 0 });
        }
        let (below, above) = self.frames.split_at_mut(self.depth);
        let (Some(parent), Some(frame)) = (below.last(), above.first_mut()) else { return Ok(()) };
        L::copy(&mut frame.node, &parent.node);
        frame.ways.clear();
        frame.at = 0;
        self.labels.take(&mut frame.node, parent.ways[parent.at]);
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
        if self.labels.never() {
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
        if !path.iter().all(|number| self.labels.is_way(*number)) {
            return Err(Cause::BrokenPart);
        }
        if self.frames.is_empty() {
            self.frames.push(Frame { node: L::Node::default(), ways: Vec::new(), at: 0 });
        }
        let frame = &mut self.frames[0];
        L::copy(&mut frame.node, &self.root);
        frame.ways.clear();
        frame.at = 0;
        for number in path {
            self.labels.take(&mut frame.node, *number);
        }
        self.above = path.to_vec();
        self.depth = 1;
        self.next = Next::Enter;
        Ok(())
    }

    /// Labels what follows in the topmost frame, and lists the ways on.
    fn examine(&mut self) -> NodeStatus {
        let depth = self.above.len() + self.depth;
        let Some(frame) = self.frames[..self.depth].last_mut() else { return NodeStatus::Dead };
        frame.ways.clear();
        frame.at = 0;
        self.labels.examine(&mut frame.node, depth, &mut frame.ways)
    }

    /// Takes down a solution, just left.
    fn solution(&mut self) -> Option<Step> {
        let node = &self.frames[self.depth].node;
        let value = self.labels.solution(node, &mut self.found);
        self.weight = self.labels.weight(node);
        let Some(objective) = &self.objective else {
            self.control.progress.solutions += 1;
            return Some(Step::Found);
        };
        let (value, bound) = (value?, objective.bound.value);
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

fn placed_of(model: &Model, vars: &[Var]) -> Placed {
    vars.iter().map(|var| model.placed[*var as usize]).collect()
}

impl<L: Labels> Run for Tree<L> {
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
        if !self.labels.is_balanced() {
            return None;
        }
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
        if let (Work::Own(queue), false) = (&self.work, self.labels.never() || self.next == Next::Over) {
            rest.extend(queue.left().to_vec());
        }
        rest.into_iter().collect()
    }

    fn weight(&self) -> u64 {
        self.weight
    }

    fn anchor(&self) -> SquareSet {
        self.labels.anchor()
    }

    fn bound(&self) -> Option<Bound> {
        self.objective.as_ref().map(|objective| objective.bound)
    }

    fn statistics(&self) -> Statistics {
        statistics(&self.control)
    }
}
