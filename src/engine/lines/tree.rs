//! The search tree: lines are labelled with the kind that they may hold, then pieces are left out.

use std::sync::Arc;

use super::program::Program;
use super::shares::is_within;
use crate::answer::paths::Queue;
use crate::answer::{Proof, Statistics};
use crate::budget::{Cause, Control};
use crate::engine::{Path, Paths, Placed, Run, Step, Subtrees, statistics};
use crate::model::{Bound, Goal, Model, Var, Worths};

/// What is open at a node.
#[derive(Clone, Default)]
struct Node {
    /// The slots on which each kind may stand, as words, and those on which it must.
    live: Vec<u64>,
    placed: Vec<u64>,
    /// How many slots of each line are live, by kind and line, and of all slots, by kind.
    counts: Vec<u16>,
    totals: Vec<i64>,
    /// The label of each line: 0, or 1 + the only kind that it may hold.
    labels: Vec<u8>,
    /// Whether the line must hold a piece of that kind.
    held: Vec<bool>,
}

impl Node {
    fn copy(&mut self, other: &Self) {
        self.live.clone_from(&other.live);
        self.placed.clone_from(&other.placed);
        self.counts.clone_from(&other.counts);
        self.totals.clone_from(&other.totals);
        self.labels.clone_from(&other.labels);
        self.held.clone_from(&other.held);
    }
}

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
    /// The same when the current subtree was begun.
    began: Option<i64>,
}

/// The next move of the search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// To look at the topmost frame.
    Enter,
    /// To go back to the last frame with a way left.
    Leave,
    Over,
}

/// What is left where no line is contested.
enum Left {
    /// Nothing satisfies the rules.
    Nothing,
    Solution,
    /// A piece that may or may not stand.
    Open(Var),
}

/// What a look at a node shows.
enum Sight {
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
    /// The smallest shares that a solution may have, and for weights of kinds the least sum over such a share.
    demands: Vec<Vec<i64>>,
    scales: Vec<(Vec<i32>, i64)>,
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
        let scales = scales(program.kinds).into_iter().map(|scale| (scale, 0)).collect();
        let mut tree = Self {
            model,
            program,
            control,
            objective,
            demands: Vec::new(),
            scales,
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
        tree.demand_more_than(None);
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
            objective = Some(Objective { weights, bound, floor: None, began: None });
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
        self.demands = self.program.shares.demands(weights, floor);
        for (scale, least) in &mut self.scales {
            let sum = |share: &Vec<i64>| scale.iter().zip(share).map(|(a, number)| i64::from(*a) * number).sum();
            *least = self.demands.iter().map(sum).min().unwrap_or(0);
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
                    self.control.node(self.cost)?;
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
        if let Some(objective) = &mut self.objective {
            if begins {
                objective.began = floor;
            }
            if floor.is_some_and(|floor| floor >= objective.bound.value) {
                self.depth = 0;
                self.next = Next::Leave;
            }
        }
    }

    /// Looks at the topmost frame.
    fn enter(&mut self) -> Result<Option<Step>, Cause> {
        match self.look() {
            Sight::Dead => {
                self.depth -= 1;
                self.next = Next::Leave;
            }
            Sight::Solution => {
                self.depth -= 1;
                self.next = Next::Leave;
                return Ok(self.solution());
            }
            Sight::Ways => self.push()?,
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
    fn look(&mut self) -> Sight {
        let depth = self.above.len() + self.depth;
        let Self { program, frames, demands, scales, objective, .. } = self;
        let Some(frame) = frames[..self.depth].last_mut() else { return Sight::Dead };
        let node = &mut frame.node;
        loop {
            if !program.is_possible(node, demands, scales) {
                return Sight::Dead;
            }
            if !program.even_out(node) {
                break;
            }
        }
        if !program.is_first(node, depth) {
            return Sight::Dead;
        }
        frame.ways.clear();
        frame.at = 0;
        if let Some(line) = program.contested(node) {
            program.ways_of_line(node, line, &mut frame.ways);
            return Sight::Ways;
        }
        if objective.is_some() {
            return Sight::Solution;
        }
        match program.leave_out(node) {
            Left::Nothing => Sight::Dead,
            Left::Solution => Sight::Solution,
            Left::Open(var) => {
                frame.ways.extend(program.ways_of_var(var));
                Sight::Ways
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
        let (bound, began) = (objective.bound.value, objective.began);
        self.found = self.program.vars_of(&node.live, Some(&share));
        match &self.work {
            // Which images of a solution are left out depends on what is demanded, and so may which subtree shows a value
            // first. So one counts only if all of the subtree was explored under the same demand.
            Work::Shared(_) if began != Some(value - 1) => {
                self.demand_more_than(Some(value - 1));
                let path = self.above.clone();
                return self.descend(&path).err().map(Step::Stopped);
            }
            Work::Shared(subtrees) => subtrees.found(self.subtree, value, || placed_of(&self.model, &self.found)),
            Work::Own(_) => {}
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

    /// Cuts the tree into subtrees, the one with the most open pieces next.
    pub(super) fn cut(&mut self, floor: Option<i64>, wanted: usize) -> Result<Vec<Path>, Cause> {
        self.demand_more_than(floor);
        let mut subtrees = vec![(usize::MAX, Path::new())];
        while subtrees.len() < wanted && !self.program.never {
            let largest = subtrees.iter().enumerate().max_by_key(|(place, (size, _))| (*size, usize::MAX - place));
            let Some((place, (1.., path))) = largest else { break };
            let path = path.clone();
            self.control.charge(self.cost)?;
            self.descend(&path)?;
            let ways = match self.look() {
                Sight::Ways => self.frames[0].ways.clone(),
                Sight::Dead | Sight::Solution => Vec::new(),
            };
            if ways.is_empty() {
                subtrees[place].0 = 0;
                continue;
            }
            let mut below = Vec::new();
            for way in ways {
                let longer = [&path[..], &[way]].concat();
                self.control.charge(self.cost)?;
                self.descend(&longer)?;
                self.look();
                let node = &self.frames[0].node;
                below.push((node.totals.iter().sum::<i64>() as usize, longer));
            }
            subtrees.splice(place..=place, below);
        }
        self.depth = 0;
        Ok(subtrees.into_iter().map(|(_, path)| path).collect())
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

/// Weights of kinds for which families of lines are summed up.
fn scales(kinds: usize) -> Vec<Vec<i32>> {
    /// With more kinds only one of them weighs more or less than the others.
    const FEW: usize = 3;
    let mut all = vec![vec![1; kinds]];
    if kinds == 2 {
        all.extend([vec![2, 1], vec![1, 2], vec![3, 2], vec![2, 3]]);
    } else if kinds <= FEW {
        all.extend((1..(1 << kinds) - 1).map(|set: u32| (0..kinds).map(|kind| 1 + (set >> kind & 1) as i32).collect()));
    } else {
        all.extend((0..kinds).map(|own| (0..kinds).map(|kind| 1 + i32::from(kind == own)).collect()));
    }
    all
}

impl Program {
    /// The lines of a slot.
    fn through(&self, slot: usize) -> &[u32] {
        let families = self.families.len();
        &self.through[slot * families..(slot + 1) * families]
    }

    /// Whether a number of a path stands for a way.
    pub(super) fn is_way(&self, number: u32) -> bool {
        (number as usize) < 2 * self.kinds * (self.lines.len() + self.slots)
    }

    /// Whether two numbers of paths are ways of one branch that have no solution in common.
    pub(super) fn are_apart(&self, one: u32, other: u32) -> bool {
        let kinds = self.kinds as u32;
        let (subject, lines) = (|number: u32| number / 2 / kinds, self.lines.len() as u32);
        let (holds, differ) = (one % 2 == 1 || other % 2 == 1, one / 2 != other / 2);
        subject(one) == subject(other) && if subject(one) < lines { differ && holds } else { !differ && one != other }
    }

    /// The ways out of a node by a line: it holds no kind but the first, or it holds a piece of another.
    fn ways_of_line(&self, node: &Node, line: usize, ways: &mut Vec<u32>) {
        let count = |kind: usize| node.counts[kind * self.lines.len() + line];
        let mut kinds: Vec<usize> = (0..self.kinds).filter(|kind| count(*kind) > 0).collect();
        kinds.sort_by_key(|kind| std::cmp::Reverse(count(*kind)));
        let number = |(place, kind): (usize, &usize)| (2 * (line * self.kinds + kind) + usize::from(place > 0)) as u32;
        ways.extend(kinds.iter().enumerate().map(number));
    }

    /// The ways out of a node by a variable: true, or false.
    fn ways_of_var(&self, var: Var) -> [u32; 2] {
        let number = 2 * (self.kinds * self.lines.len()) as u32 + 2 * var;
        [number + 1, number]
    }

    /// Takes a way.
    fn take(&self, node: &mut Node, number: u32) {
        let (place, holds) = (number as usize / 2, number % 2 == 1);
        let (subject, kind) = (place / self.kinds, place % self.kinds);
        if subject < self.lines.len() {
            self.label(node, subject, kind);
            node.held[subject] |= holds;
            return;
        }
        let slot = subject - self.lines.len();
        let (word, bit) = (kind * self.words + slot / 64, 1 << (slot % 64));
        if holds {
            node.placed[word] |= bit;
        } else if node.live[word] & bit != 0 {
            self.kill(node, kind, slot);
        }
    }

    /// Leaves a line to one kind.
    fn label(&self, node: &mut Node, line: usize, kind: usize) {
        node.labels[line] = kind as u8 + 1;
        for other in (0..self.kinds).filter(|other| *other != kind) {
            if node.counts[other * self.lines.len() + line] == 0 {
                continue;
            }
            for word in 0..self.words {
                let mut lost = node.live[other * self.words + word] & self.masks[line * self.words + word];
                while lost != 0 {
                    self.kill(node, other, word * 64 + lost.trailing_zeros() as usize);
                    lost &= lost - 1;
                }
            }
        }
    }

    fn kill(&self, node: &mut Node, kind: usize, slot: usize) {
        node.live[kind * self.words + slot / 64] &= !(1 << (slot % 64));
        node.totals[kind] -= 1;
        let counts = &mut node.counts[kind * self.lines.len()..(kind + 1) * self.lines.len()];
        for line in self.through(slot) {
            counts[*line as usize] -= 1;
        }
    }

    /// Labels the lines that can hold one kind only, as far as sums over families tell; returns whether a share that is demanded
    /// may be there.
    fn is_possible(&self, node: &mut Node, demands: &[Vec<i64>], scales: &[(Vec<i32>, i64)]) -> bool {
        loop {
            if !demands.iter().any(|share| is_within(share, &node.totals)) {
                return false;
            }
            let labelled = node.labels.iter().filter(|label| **label > 0).count();
            for family in &self.families {
                for (scale, least) in scales {
                    if !self.sum_up(node, family.clone(), scale, *least) {
                        return false;
                    }
                }
            }
            if node.labels.iter().filter(|label| **label > 0).count() == labelled {
                break;
            }
        }
        let lines = self.lines.len();
        let is_held = |(line, label): (usize, &u8)| {
            !node.held[line] || *label > 0 && node.counts[(usize::from(*label) - 1) * lines + line] > 0
        };
        node.labels.iter().enumerate().all(is_held)
            && node.placed.iter().zip(&node.live).all(|(own, live)| own & !live == 0)
    }

    /// Leaves out the rest of each set whose pieces stand together, if one of them cannot stand; returns whether there was any.
    fn even_out(&self, node: &mut Node) -> bool {
        let mut changed = false;
        for set in &self.same {
            let live = set.iter().filter(|var| self.is_in(&node.live, **var)).count();
            if live == 0 || live == set.len() {
                continue;
            }
            changed = true;
            for var in set.iter().map(|var| *var as usize) {
                if self.is_in(&node.live, var as Var) {
                    self.kill(node, var % self.kinds, var / self.kinds);
                }
            }
        }
        changed
    }

    /// Whether a variable is in sets of slots by kind.
    fn is_in(&self, sets: &[u64], var: Var) -> bool {
        let (slot, kind) = (var as usize / self.kinds, var as usize % self.kinds);
        sets[kind * self.words + slot / 64] >> (slot % 64) & 1 == 1
    }

    /// Sums up the most that each line of a family can hold, and labels those that must hold a certain kind for the sum to be
    /// at least `least`; returns whether it is.
    fn sum_up(&self, node: &mut Node, family: std::ops::Range<usize>, scale: &[i32], least: i64) -> bool {
        let lines = self.lines.len();
        let sum = if let [a, b] = scale {
            let (first, second) = node.counts.split_at(lines);
            let counts = first[family.clone()].iter().zip(&second[family.clone()]);
            i64::from(counts.map(|(own, other)| (a * i32::from(*own)).max(b * i32::from(*other))).sum::<i32>())
        } else {
            let worth = |line: usize| {
                let worths = scale.iter().enumerate();
                worths.map(|(kind, a)| a * i32::from(node.counts[kind * lines + line])).max().unwrap_or(0)
            };
            family.clone().map(|line| i64::from(worth(line))).sum()
        };
        let spare = sum - least;
        if spare < 0 {
            return false;
        }
        for line in family {
            // The best and the second best kind of the line.
            let (mut best, mut second, mut kind) = (0, 0, 0);
            for (own, a) in scale.iter().enumerate() {
                let worth = a * i32::from(node.counts[own * lines + line]);
                if worth > best {
                    (second, best, kind) = (best, worth, own);
                } else {
                    second = second.max(worth);
                }
            }
            if second > 0 && i64::from(best - second) > spare {
                self.label(node, line, kind);
                // Lines of the family are disjoint, so the sum stays as it is.
            }
        }
        true
    }

    /// Whether no symmetry shows that an image of the labels comes before them. Only labels that were decided are compared.
    fn is_first(&self, node: &Node, depth: usize) -> bool {
        /// The most images that are compared times the depth: where there are many they are compared near the root.
        const MOST: usize = 1 << 16;
        if depth * self.symmetries.len() > MOST {
            return true;
        }
        self.symmetries.iter().all(|image| {
            for line in &self.compared {
                let (own, other) = (node.labels[*line as usize], node.labels[image.line[*line as usize] as usize]);
                if own == 0 || other == 0 {
                    return true;
                }
                let other = image.kind[usize::from(other) - 1] + 1;
                if own != other {
                    return own < other;
                }
            }
            true
        })
    }

    /// Returns the line on which the most pairs of live pieces of two kinds exclude each other; the first of several.
    fn contested(&self, node: &Node) -> Option<usize> {
        let lines = self.lines.len();
        let pairs = |line: usize| {
            let counts = (0..self.kinds).map(|kind| u64::from(node.counts[kind * lines + line]));
            let (sum, squares) = counts.fold((0, 0), |(sum, squares), own| (sum + own, squares + own * own));
            sum * sum - squares
        };
        let mut best = (0, None);
        for line in 0..lines {
            let own = pairs(line);
            if own > best.0 {
                best = (own, Some(line));
            }
        }
        best.1
    }

    /// Where no line is contested, decides which pieces stand as far as numbers tell.
    fn leave_out(&self, node: &mut Node) -> Left {
        let words = self.words;
        let mut least: Vec<i64> =
            node.placed.chunks(words).map(|own| own.iter().map(|word| i64::from(word.count_ones())).sum()).collect();
        let mut kind = 0;
        while kind < self.kinds {
            if !self.shares.may_hold(&least, &node.totals) {
                return Left::Nothing;
            }
            let own = kind * words..(kind + 1) * words;
            if least[kind] == node.totals[kind] {
                kind += 1;
                continue;
            }
            node.totals[kind] -= 1;
            let may_be_fewer = self.shares.may_hold(&least, &node.totals);
            node.totals[kind] += 1;
            least[kind] += 1;
            let may_be_more = self.shares.may_hold(&least, &node.totals);
            least[kind] -= 1;
            if !may_be_fewer {
                for word in own {
                    node.placed[word] = node.live[word];
                }
                least[kind] = node.totals[kind];
            } else if !may_be_more {
                for word in own {
                    let mut lost = node.live[word] & !node.placed[word];
                    while lost != 0 {
                        let slot = (word - kind * words) * 64 + lost.trailing_zeros() as usize;
                        self.kill(node, kind, slot);
                        lost &= lost - 1;
                    }
                }
            } else {
                kind += 1;
                continue;
            }
            // What one kind must do may settle another.
            kind = 0;
        }
        let lines = self.lines.len();
        let held = |line: usize| {
            node.held[line] && node.counts[(usize::from(node.labels[line]).saturating_sub(1)) * lines + line] == 0
        };
        if (0..lines).any(held) {
            return Left::Nothing;
        }
        for kind in 0..self.kinds {
            for word in 0..words {
                let open = node.live[kind * words + word] & !node.placed[kind * words + word];
                if open != 0 {
                    let slot = word * 64 + open.trailing_zeros() as usize;
                    return Left::Open((slot * self.kinds + kind) as Var);
                }
            }
        }
        let is_even = |set: &Vec<Var>| {
            let placed = set.iter().filter(|var| self.is_in(&node.placed, **var)).count();
            placed == 0 || placed == set.len()
        };
        if self.same.iter().all(is_even) { Left::Solution } else { Left::Nothing }
    }

    /// Lists the variables of sets of slots by kind, sorted; of each kind no more than its share.
    fn vars_of(&self, sets: &[u64], share: Option<&[i64]>) -> Vec<Var> {
        let mut vars = Vec::new();
        for kind in 0..self.kinds {
            let own = &sets[kind * self.words..(kind + 1) * self.words];
            let slots = (0..self.slots).filter(|slot| own[slot / 64] >> (slot % 64) & 1 == 1);
            let most = share.map_or(self.slots, |share| share[kind] as usize);
            vars.extend(slots.take(most).map(|slot| (slot * self.kinds + kind) as Var));
        }
        vars.sort_unstable();
        vars
    }
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
