//! Subtrees: the way down to them, what is left of them, and how large they are.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::{Arrival, Frame, Next, NodeStatus, Ready, Tree, Work, ends};
use crate::answer::Digest;
use crate::budget::{Cause, Control, Random};
use crate::engine::search::program::Agenda;
use crate::engine::{Cube, Path, Paths, Weigh};
use crate::model::Var;
use crate::model::bit_set::BitSet;

impl<W: BitSet> Tree<W> {
    /// Splits the tree into `wanted` subtrees, if possible, in order; the one with the most open variables is split
    /// next.
    pub(in crate::engine::search) fn cut(&mut self, floor: Option<i64>, wanted: usize) -> Result<Vec<Path>, Cause> {
        let whole = Path::new();
        let Ok(ready) = &mut self.ready else { return Ok(vec![whole]) };
        if ready.program.never {
            return Ok(vec![whole]);
        }
        ready.demand_more_than(floor);
        cut(wanted, &mut |path| ready.undecided(path, &mut self.control))
    }

    /// Estimates the number of nodes of a subtree by random descents (Knuth 1975): 0 if the path leads to none. Fewer than `few` are
    /// counted.
    pub(in crate::engine::search) fn estimate(
        &mut self,
        path: &[u32],
        few: f64,
        descents: u32,
        random: &mut Random,
    ) -> Result<f64, Cause> {
        match &mut self.ready {
            Ok(ready) => ready.estimate(path, few, descents, random, &mut self.control),
            Err(cause) => Err(*cause),
        }
    }

    /// Returns a digest of what stands and is open at the top of each subtree.
    pub(in crate::engine::search) fn mark(&mut self, floor: Option<i64>, subtrees: &[Path]) -> Result<u64, Cause> {
        let ready = self.ready.as_mut().map_err(|cause| *cause)?;
        let mut digest = Digest::new();
        if ready.program.never {
            return Ok(digest.finish());
        }
        ready.demand_more_than(floor);
        for path in subtrees {
            let arrived = ready.descend(path, &mut self.control)?;
            ready.given.hash(&mut digest);
            if arrived == Arrival::Nowhere {
                return Err(Cause::BrokenPart);
            }
            for frame in &ready.frames {
                for words in [frame.node.placed.words(), frame.node.open.words()] {
                    for word in words {
                        word.hash(&mut digest);
                    }
                }
            }
            ready.agenda.clear();
        }
        Ok(digest.finish())
    }

    /// Returns what is decided at the top of each subtree that is not empty.
    pub(in crate::engine::search) fn cubes(
        &mut self,
        floor: Option<i64>,
        subtrees: &[Path],
    ) -> Result<Vec<Cube>, Cause> {
        let ready = self.ready.as_mut().map_err(|cause| *cause)?;
        let mut cubes = Vec::new();
        if ready.program.never {
            return Ok(cubes);
        }
        ready.demand_more_than(floor);
        let vars = ready.program.vars;
        let mut tops = Vec::new();
        for path in subtrees {
            match ready.descend(path, &mut self.control)? {
                Arrival::Nowhere => return Err(Cause::BrokenPart),
                Arrival::Nothing => {}
                Arrival::Subtree if ready.given > 0 => ready.solutions_left(&mut tops, &mut self.control)?,
                Arrival::Subtree => {
                    for frame in &ready.frames {
                        let mut decided = Vec::new();
                        for var in 0..vars as Var {
                            let stands = frame.node.placed.has(var);
                            if stands || !frame.node.open.has(var) {
                                decided.push((var, stands));
                            }
                        }
                        tops.push(decided);
                    }
                }
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
        for decided in tops {
            cubes.push(Cube { decided, weight: Arc::clone(&weight) });
        }
        Ok(cubes)
    }
}

/// Splits a tree into `wanted` subtrees at most; the size of each is the number of its open variables, and the first of the largest is split
/// next.
fn cut(wanted: usize, size: &mut dyn FnMut(&[u32]) -> Result<usize, Cause>) -> Result<Vec<Path>, Cause> {
    let whole = Path::new();
    let mut sizes = vec![size(&whole)?];
    let mut subtrees = vec![whole];
    while subtrees.len() < wanted {
        let largest = sizes.iter().max().copied().unwrap_or(0);
        let Some(place) = sizes.iter().position(|size| *size == largest).filter(|_| largest > 0) else { break };
        // The empty path means the root, where nothing has been made false.
        let mut taken = if subtrees[place].is_empty() { vec![0] } else { std::mem::take(&mut subtrees[place]) };
        let mut left = taken.clone();
        taken.push(0);
        if let Some(dropped) = left.last_mut() {
            *dropped += 1;
        }
        sizes[place] = size(&taken)?;
        sizes.insert(place + 1, size(&left)?);
        subtrees[place] = taken;
        subtrees.insert(place + 1, left);
    }
    Ok(subtrees)
}

impl<W: BitSet> Ready<W> {
    /// Descends from the root to a subtree, whose top becomes the only frame.
    pub(super) fn descend(&mut self, path: &[u32], control: &mut Control) -> Result<Arrival, Cause> {
        let weight = u64::from(self.orbits.is_none());
        let (path, given) = ends::split(path);
        // The way was found without it.
        let dual = self.aids.dual.take();
        let arrived = self.descend_to(path, weight, control);
        self.aids.dual = dual;
        if let Some(dual) = &mut self.aids.dual {
            dual.leave_tree();
        }
        // Where there is no node there is no list.
        self.given = if arrived == Ok(Arrival::Subtree) { given } else { 0 };
        match arrived? {
            Arrival::Nothing if given > 0 => Ok(Arrival::Nowhere),
            arrived => Ok(arrived),
        }
    }

    fn descend_to(&mut self, path: &[u32], weight: u64, control: &mut Control) -> Result<Arrival, Cause> {
        self.agenda = Agenda::full(self.program.rules.len());
        self.frames = vec![Frame {
            node: self.root.clone(),
            branch: None,
            left: 1.0,
            share: 0.0,
            dropped: 0,
            tried: Vec::new(),
            weight,
        }];
        let last = path.len().saturating_sub(1);
        for (level, dropped) in path.iter().enumerate() {
            for _ in 0..*dropped {
                match self.examine(control)? {
                    NodeStatus::Branch(branch, _) => self.drop(branch),
                    _ => return Ok(Arrival::Nowhere),
                }
            }
            if level < last {
                match self.examine(control)? {
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

    /// The way from the root to the topmost frame.
    pub(super) fn path(&self) -> Path {
        let dropped = self.frames.iter().map(|frame| frame.dropped);
        self.above.iter().copied().chain(dropped).collect()
    }

    /// Returns the unexplored subtrees, in order.
    pub(super) fn remainder(&self) -> Paths {
        let mut path = self.path();
        let mut rest = Paths::default();
        if let Some(path) = self.path_into_list() {
            rest.push(0, &path);
        } else if self.next == Next::Enter && !self.frames.is_empty() {
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

    /// Returns an estimate of the explored fraction.
    pub(super) fn fraction(&self) -> f64 {
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

    /// Returns the number of open variables at the top of a subtree; 0 if it does not branch, or is listed as a whole.
    pub(super) fn undecided(&mut self, path: &[u32], control: &mut Control) -> Result<usize, Cause> {
        let is_there = self.descend(path, control)? == Arrival::Subtree;
        let branches = is_there && matches!(self.examine(control)?, NodeStatus::Branch(..));
        self.agenda.clear();
        let top = self.frames.last().filter(|_| branches && !self.is_near());
        Ok(top.map_or(0, |frame| frame.node.open.len()))
    }

    /// Estimates the nodes of a subtree. Where random branches from its top end soon, they may all have missed the most of it.
    pub(super) fn estimate(
        &mut self,
        path: &[u32],
        few: f64,
        descents: u32,
        random: &mut Random,
        control: &mut Control,
    ) -> Result<f64, Cause> {
        /// How many times as many ways are followed if more than a few nodes are seen otherwise.
        const MORE: u32 = 8;
        let is_there = !self.program.never && self.descend(path, control)? == Arrival::Subtree;
        let agenda = self.agenda.clone();
        self.agenda.clear();
        let Some(top) = self.frames.pop().filter(|_| is_there) else { return Ok(0.0) };
        let mut nodes = self.descents(&top, &agenda, descents, random, control)?;
        if nodes < few {
            let seen = self.walk(top.clone(), &agenda, few, control)?;
            nodes = if seen < few {
                seen
            } else {
                few.max(self.descents(&top, &agenda, MORE * descents, random, control)?)
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
                let NodeStatus::Branch(branch, of) = self.examine(control)? else { break };
                if let Some(more) = self.nodes_to_end() {
                    nodes += size * more;
                    break;
                }
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

    /// Estimates the nodes below the topmost frame, if its solutions are counted or listed without frames.
    fn nodes_to_end(&self) -> Option<f64> {
        if self.is_near() {
            return Some(0.0);
        }
        let frame = self.frames.last().filter(|frame| frame.weight > 0)?;
        self.completions.as_ref()?.nodes_below(&frame.node)
    }

    /// Counts the nodes of a subtree, up to a number.
    fn walk(&mut self, top: Frame<W>, agenda: &Agenda, max: f64, control: &mut Control) -> Result<f64, Cause> {
        self.agenda = agenda.clone();
        self.frames = vec![top];
        self.next = Next::Enter;
        let mut nodes = 0.0;
        while nodes < max {
            if self.next == Next::Enter {
                nodes += 1.0;
                match (self.examine(control)?, self.nodes_to_end()) {
                    (NodeStatus::Branch(branch, of), None) => self.branch(branch, of),
                    (NodeStatus::Branch(..), Some(more)) => {
                        nodes += more;
                        self.next = Next::Leave;
                    }
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
}
