//! The frames of the search.

use std::sync::Arc;

use super::branch::{Branch, choose, choose_line, choose_within};
use super::cover::Gains;
use super::orbits::Orbits;
use super::program::{Agenda, Program};
use super::propagate::{Halt, Node, Objective};
use super::words::Words;
use crate::answer::{Proof, Statistics};
use crate::control::{Cause, Control, free_aside};
use crate::engine::{Path, Run, Step, Work, statistics};
use crate::model::{Bound, Goal, Model, Var};
use crate::square::Square;
use crate::square_set::SquareSet;

/// A search under way.
///
/// A frame is a node of the tree that tries a branch of the frame above it the first way: a variable is true there. When it is
/// done, the second way is tried in the frame above itself, which goes on in place: the depth never exceeds the number of
/// pieces and of lines branched on.
///
/// A path to a subtree says for each frame how many branches are tried the second way there; in all frames but the last the
/// next one is tried the first way. Which they are is found out on the way, since a frame always branches on the same ones.
pub(super) struct Tree<W: Words> {
    control: Control,
    ready: Result<Ready<W>, Cause>,
}

struct Ready<W: Words> {
    model: Arc<Model>,
    program: Program<W>,
    objective: Option<Objective<W>>,
    bound: Option<Bound>,
    orbits: Option<Orbits<W>>,
    gains: Option<Gains>,
    agenda: Agenda,
    /// Where nothing is decided yet, and nothing concluded.
    root: Node<W>,
    /// Subtrees still to be gone through; of its own, the last first.
    work: Work,
    /// How many of its own there were.
    subtrees: usize,
    /// The number of the one under way, where they are shared.
    piece: usize,
    /// The part of the path above the frames.
    above: Path,
    frames: Vec<Frame<W>>,
    /// The true variables of the last solution, and for how many it stands.
    found: W,
    weight: u64,
    /// Those of the solution whose men were asked for last.
    told: W,
    next: Next,
}

struct Frame<W> {
    node: Node<W>,
    branch: Option<Branch>,
    /// What part of its tree is still to be gone through, and what part of that the branch takes: by the number of candidates,
    /// as if all were alike.
    left: f64,
    share: f64,
    /// How many branching variables have been made false in it.
    dropped: u32,
    /// For how many solutions each found below stands; 0 while that is not settled.
    weight: u64,
}

/// What a look into a frame finds.
enum Look {
    /// The rules contradict what is decided, or an image of it is gone through instead.
    Dead,
    Solution,
    /// What to try both ways, and how many there were to choose from.
    Branch(Branch, usize),
}

/// What comes next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// To look into the topmost frame.
    Enter,
    /// To give it up and try the other branch of the one below.
    Leave,
    /// Nothing: it is over.
    Over,
}

impl<W: Words> Tree<W> {
    pub(super) fn new(model: Arc<Model>, goal: &Goal, work: Work, mut control: Control) -> Self {
        let ready = match Program::new(&model, &mut control) {
            Ok(program) => Ready::new(model, program, goal, work, &mut control),
            Err(cause) => {
                free_aside(model);
                Err(cause)
            }
        };
        Self { control, ready }
    }
}

impl<W: Words> Drop for Tree<W> {
    fn drop(&mut self) {
        /// From so many variables on, freeing takes longer than to have it done by another thread.
        const MANY: usize = 1 << 12;
        if self.ready.as_ref().is_ok_and(|ready| ready.program.vars >= MANY) {
            free_aside(std::mem::replace(&mut self.ready, Err(Cause::Cancelled)));
        }
    }
}

impl<W: Words> Tree<W> {
    /// Cuts the tree into so many subtrees, if it can be, in order; always the one next in which most is undecided.
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
            // The empty path stays at the root, where nothing has been made false.
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

impl<W: Words> Ready<W> {
    fn new(
        model: Arc<Model>,
        program: Program<W>,
        goal: &Goal,
        mut work: Work,
        control: &mut Control,
    ) -> Result<Self, Cause> {
        let (mut objective, mut bound) = (None, None);
        if let Goal::Maximise(weights) = goal {
            match Self::objective(&program, &model, weights, control) {
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
        if let Work::Own(part) = &mut work {
            part.reverse();
        }
        Ok(Self {
            agenda: Agenda::full(0),
            next: Next::Leave,
            found: root.placed.clone(),
            told: root.placed.clone(),
            weight: 1,
            orbits,
            gains: Gains::new(&program, objective.as_ref()),
            subtrees: if let Work::Own(part) = &work { part.len().max(1) } else { 1 },
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

    /// What is to be driven to its greatest, and the best bound known on that.
    fn objective(
        program: &Program<W>,
        model: &Model,
        weights: &[i64],
        control: &mut Control,
    ) -> Result<(Objective<W>, Bound), Cause> {
        let weight = |var: Var| weights[var as usize % model.kinds];
        let gains = model.partitions(|var| weight(var) > 0, control)?;
        let bound = model.bound(weights, &gains, control)?;
        control.progress.bound = Some(bound.value);
        let weighty: Vec<Var> = (0..program.vars as Var).filter(|var| weight(*var) != 0).collect();
        let first = weighty.first().map_or(1, |var| weight(*var));
        if weighty.iter().all(|var| weight(*var) == first) {
            let total = program.objective(model, &weighty, control)?;
            return Ok((Objective::Count { total, weight: first }, bound));
        }
        let terms = weighty.into_iter().map(|var| (weight(var), var)).collect();
        Ok((Objective::Sum { terms, least: i64::MIN }, bound))
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

    fn proof(&self, control: &Control) -> Proof {
        match self.bound {
            Some(bound) if control.progress.best == Some(bound.value) => Proof::BoundMet(bound.name.into()),
            _ => Proof::Exhausted,
        }
    }

    /// Looks into the topmost frame and acts on it.
    fn enter(&mut self, control: &mut Control) -> Result<Option<Step>, Cause> {
        /// So many nodes go by until it is worked out how far this run has come, and what others have found.
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
        match self.look(control)? {
            Look::Branch(branch, of) => {
                self.branch(branch, of);
                Ok(None)
            }
            Look::Solution => {
                self.next = Next::Leave;
                Ok(Some(self.solution(control)))
            }
            Look::Dead => {
                self.next = Next::Leave;
                Ok(None)
            }
        }
    }

    /// Asks for more than this value from now on, if there is an objective.
    fn demand_more_than(&mut self, value: Option<i64>) {
        if let Some(objective) = &mut self.objective {
            objective.demand_more_than(value);
        }
    }

    /// Asks for as much as what other runs have found makes worth finding; tells whether there is any hope for that.
    fn keep_up(&mut self) -> bool {
        let Work::Shared(pieces) = &self.work else { return true };
        let to_beat = if self.objective.is_some() { pieces.to_beat(self.piece) } else { None };
        self.demand_more_than(to_beat);
        self.bound.is_none_or(|bound| to_beat.is_none_or(|value| value < bound.value))
    }

    /// About what part of the work is done.
    fn fraction(&self) -> f64 {
        let (mut done, mut size) = (0.0, 1.0);
        for frame in &self.frames {
            done += size * (1.0 - frame.left);
            size *= frame.left * frame.share;
        }
        match &self.work {
            Work::Own(todo) => 1.0 - (todo.len() as f64 + 1.0 - done) / self.subtrees as f64,
            Work::Shared(pieces) => pieces.fraction(),
        }
    }

    /// Draws conclusions in the topmost frame, and tells what is left to do there.
    fn look(&mut self, control: &mut Control) -> Result<Look, Cause> {
        let Some(frame) = self.frames.last_mut() else { return Ok(Look::Dead) };
        let node = &mut frame.node;
        control.spend(4 + node.open.words().len() as u64)?;
        match self.program.propagate(node, &mut self.agenda, self.objective.as_ref(), control) {
            Ok(()) => {}
            Err(Halt::Conflict) => {
                self.agenda.clear();
                return Ok(Look::Dead);
            }
            Err(Halt::Stopped(cause)) => return Err(cause),
        }
        if let Some(gains) = &mut self.gains {
            control.spend(gains.cost(&self.program))?;
            if !gains.suffice(&self.program, self.objective.as_ref(), node) {
                return Ok(Look::Dead);
            }
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
                    return Ok(Look::Dead);
                }
            }
        }
        let variable = |(var, of)| (Branch::Var(var), of);
        let chosen = match within {
            Some(anchor) => choose_within(&self.program, node, anchor).map(variable),
            None => match choose_line(&self.program, self.objective.as_ref(), node) {
                Some(choice) => Some((Branch::Line(choice), 2)),
                None => choose(&self.program, self.objective.as_ref(), self.gains.as_ref(), node).map(variable),
            },
        };
        if chosen.is_none() {
            self.found.clone_from(&node.placed);
            self.weight = frame.weight;
        }
        Ok(chosen.map_or(Look::Solution, |(branch, of)| Look::Branch(branch, of)))
    }

    /// Adds a frame in which what is tried of the topmost one is tried the first way.
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
            }
        }
        self.next = Next::Enter;
    }

    /// Drops the topmost frame and makes the branching variable of the one below false; after the last goes on to the next
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
            Work::Own(todo) => todo.last().cloned(),
            Work::Shared(pieces) => pieces.take().map(|piece| {
                self.piece = piece;
                pieces.path(piece).clone()
            }),
        };
        let Some(path) = path else {
            self.next = Next::Over;
            return Ok(());
        };
        // The way there was found when no more was asked for than this.
        if let Work::Shared(pieces) = &self.work {
            let floor = pieces.floor();
            self.demand_more_than(floor);
        }
        // Should it stop on the way, the subtree is still to be done.
        let arrived = self.descend(&path, control);
        self.next = if let Ok(true) = arrived { Next::Enter } else { Next::Leave };
        if self.next == Next::Leave {
            self.frames.clear();
        }
        arrived?;
        if !self.keep_up() {
            self.frames.clear();
            self.next = Next::Leave;
        }
        if let Work::Own(todo) = &mut self.work {
            todo.pop();
        }
        Ok(())
    }

    /// Goes from the root to a subtree, whose top becomes the only frame; tells whether there is one.
    fn descend(&mut self, path: &[u32], control: &mut Control) -> Result<bool, Cause> {
        let weight = u64::from(self.orbits.is_none());
        self.agenda = Agenda::full(self.program.rules.len());
        self.frames = vec![Frame { node: self.root.clone(), branch: None, left: 1.0, share: 0.0, dropped: 0, weight }];
        let last = path.len().saturating_sub(1);
        for (level, dropped) in path.iter().enumerate() {
            for _ in 0..*dropped {
                match self.look(control)? {
                    Look::Branch(branch, _) => self.drop(branch),
                    _ => return Ok(false),
                }
            }
            if level < last {
                match self.look(control)? {
                    Look::Branch(branch, of) => self.branch(branch, of),
                    _ => return Ok(false),
                }
                if self.next == Next::Leave {
                    return Ok(false);
                }
            }
        }
        self.frames.drain(..self.frames.len() - 1);
        self.above = path[..last].to_vec();
        Ok(true)
    }

    /// The subtrees not yet gone through, in order.
    fn remainder(&self) -> Vec<Path> {
        let mut path = self.above.clone();
        path.extend(self.frames.iter().map(|frame| frame.dropped));
        let mut rest = Vec::new();
        if self.next == Next::Enter && !self.frames.is_empty() {
            rest.push(path.clone());
        }
        // Below the topmost frame of each, the branching variable has still to be made false.
        while path.len() > self.above.len() + 1 {
            path.pop();
            if let Some(dropped) = path.last_mut() {
                *dropped += 1;
            }
            rest.push(path.clone());
            if let Some(dropped) = path.last_mut() {
                *dropped -= 1;
            }
        }
        if let Work::Own(todo) = &self.work
            && !self.program.never
        {
            rest.extend(todo.iter().rev().cloned());
        }
        rest
    }

    /// How many variables are open at the top of a subtree; 0 where it does not branch.
    fn undecided(&mut self, path: &[u32], control: &mut Control) -> Result<usize, Cause> {
        let branches = self.descend(path, control)? && matches!(self.look(control)?, Look::Branch(..));
        self.agenda.clear();
        let top = self.frames.last().filter(|_| branches);
        Ok(top.map_or(0, |frame| frame.node.open.words().iter().map(|word| word.count_ones() as usize).sum()))
    }

    fn solution(&mut self, control: &mut Control) -> Step {
        control.progress.solutions += 1;
        let Some(objective) = &mut self.objective else { return Step::Found };
        let value = objective.value(&self.found);
        objective.demand_more_than(Some(value));
        if let Work::Shared(pieces) = &self.work {
            pieces.found(self.piece, value, || {
                let mut men = Vec::new();
                self.found.each(|var| men.push(self.model.men[var as usize]));
                men
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

impl<W: Words> Run for Tree<W> {
    fn step(&mut self) -> Step {
        match &mut self.ready {
            Ok(ready) => ready.step(&mut self.control),
            Err(cause) => Step::Stopped(*cause),
        }
    }

    fn men(&self, men: &mut Vec<(Square, u16)>) {
        if let Ok(ready) = &self.ready {
            ready.found.each(|var| men.push(ready.model.men[var as usize]));
        }
    }

    fn renew(&mut self, men: &mut Vec<(Square, u16)>) -> usize {
        let Ok(ready) = &mut self.ready else { return 0 };
        let same = ready.found.renew(&ready.told, &ready.model.men, men);
        ready.told.clone_from(&ready.found);
        same
    }

    fn remainder(&self) -> Vec<Path> {
        self.ready.as_ref().map(Ready::remainder).unwrap_or_default()
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
