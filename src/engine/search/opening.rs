//! Large boards: what the structure gives away, a local search, and bounds by duality, before a tree is set up.
//!
//! A tree needs memory for every piece that stands, as much as the board is large; on the largest boards it would not come
//! to a first placement. A matching or a placement in reading order may meet a bound at once.

use std::sync::Arc;

use super::dual::Duality;
use super::tree::{Tree, Work};
use crate::answer::{BoundName, Proof, Statistics};
use crate::budget::{Cause, Control, free_aside};
use crate::engine::local::{Local, first, settled};
use crate::engine::{Paths, Placed, Run, Step, statistics};
use crate::model::bit_set::Wide;
use crate::model::{Bound, Goal, Model, Var, Worths};

/// A search for an optimum on a large board.
pub(super) struct Opening {
    model: Arc<Model>,
    worths: Worths,
    control: Control,
    stage: Stage,
    bound: Option<Bound>,
    best: Option<i64>,
    /// Multipliers, once they have come.
    dual: Option<Duality>,
    /// The work after which they come, or come again.
    due: u64,
    /// The true variables of the last solution.
    found: Vec<Var>,
}

enum Stage {
    /// Nothing has been tried.
    First,
    /// There is no local search; placements that come at once are next, if they have not been tried.
    AtOnce {
        tried: bool,
    },
    /// A local search, for so much more work unless it finds something.
    Local(Local, u64),
    Tree(Box<dyn Run>),
    Over,
}

impl Opening {
    /// The least number of variables of a large board.
    pub(super) const LARGE: usize = 1 << 12;
    /// The work of a local search that finds nothing, at first, and for each part of what it has done.
    const PATIENCE: u64 = 1 << 26;
    const PART: u64 = 2;
    /// The part of the memory that the nodes of a tree may take; where they need more, the local search goes on.
    const NODES: u64 = 16;
    /// The work after which bounds by duality come.
    const DUE: u64 = 1 << 24;
    /// How many times as much work may be done before that while nothing has been found.
    const BEFORE_THE_FIRST: u64 = 64;
    /// What part of the work done goes into them each time that this is twice as much.
    const SHARE: u64 = 2;

    pub(super) fn new(model: Arc<Model>, worths: Worths, control: Control) -> Self {
        Self {
            model,
            worths,
            control,
            stage: Stage::First,
            bound: None,
            best: None,
            dual: None,
            due: Self::DUE,
            found: Vec::new(),
        }
    }

    fn is_met(&self) -> bool {
        self.bound.is_some_and(|bound| self.best >= Some(bound.value))
    }

    /// Looks for what the structure gives away.
    fn begin(&mut self) -> Result<Option<Vec<Var>>, Cause> {
        if let Some(vars) = settled(&self.model, &self.worths, &mut self.control)? {
            self.bound = Some(Bound::new(self.value(&vars), BoundName::Matching));
            self.stage = Stage::Over;
            return Ok(Some(vars));
        }
        let partitions = self.model.partitions(&self.worths.gaining(), &mut self.control)?;
        self.bound = Some(self.model.bound(&self.worths, &partitions, &mut self.control)?);
        drop(partitions);
        self.stage = match Local::new(&self.model, &self.worths, self.control.seed, &mut self.control)? {
            Some(mut local) => {
                local.fill(&mut self.control)?;
                Stage::Local(local, Self::PATIENCE)
            }
            None => Stage::AtOnce { tried: false },
        };
        Ok(None)
    }

    /// Improves the bound by duality.
    fn tighten(&mut self) -> Result<(), Cause> {
        // Where pieces see along lines, a pass over all views takes long.
        let views = self.model.work_of_views();
        if self.dual.is_none() && views > self.control.work() / Self::SHARE {
            self.due = Self::SHARE.saturating_mul(views);
            return Ok(());
        }
        if self.dual.is_none() {
            self.dual = Duality::new(&self.model, &self.worths, &mut self.control)?;
        }
        let bound = if let Some(dual) = &mut self.dual {
            let demand = self.best.map_or(i64::MIN, |best| best.saturating_add(1));
            let work = self.control.work() / Self::SHARE;
            let (bound, _) = dual.bound(demand, work, &mut self.control)?;
            self.due = 2 * self.control.work();
            Some(bound)
        } else {
            self.due = u64::MAX;
            self.model.by_degrees(&self.worths, &mut self.control)?
        };
        if let Some(bound) = bound.filter(|bound| self.bound.is_none_or(|own| bound.value < own.value)) {
            self.bound = Some(bound);
            self.control.progress.bound = Some(bound.value);
        }
        Ok(())
    }

    /// Whether there is memory for the nodes from the top of a tree to its bottom.
    fn has_room(&self) -> bool {
        // A branch places as many pieces as the bound allows, or where all cost something about as many as have been found.
        let pieces = match self.worths.list().iter().copied().filter(|weight| *weight > 0).min() {
            Some(min) => self.bound.map_or(0, |bound| bound.value / min).unsigned_abs(),
            None if self.best.is_some() => self.found.len() as u64,
            None => self.model.slots.len() as u64,
        };
        let node = 2 * self.model.vars().div_ceil(8) as u64;
        // A tree has lists of what is in view.
        let views = 2 * self.model.work_of_views();
        node.saturating_mul(pieces).saturating_add(views) <= self.control.memory_limit() / Self::NODES
    }

    /// Sets up the tree.
    fn tree(&self) -> Stage {
        let goal = Goal::Maximise(self.worths.clone());
        let whole = Work::own(Paths::whole());
        let mut tree = Box::new(Tree::<Wide>::new(Arc::clone(&self.model), &goal, whole, self.control.clone()));
        tree.share(self.best, self.bound.map(|bound| bound.value));
        Stage::Tree(tree)
    }

    fn value(&self, vars: &[Var]) -> i64 {
        self.worths.sum(vars)
    }

    /// Takes down a solution.
    fn improve(&mut self, vars: Vec<Var>) -> Step {
        let value = self.value(&vars);
        self.found = vars;
        self.found.sort_unstable();
        // What has been found is returned in any case; the next charge tells that the limit has come.
        self.control.charge(16 * self.found.len() as u64).ok();
        self.best = Some(value);
        self.control.progress.solutions += 1;
        (self.control.progress.best, self.control.progress.bound) = (self.best, self.bound.map(|bound| bound.value));
        self.control.report();
        if self.is_met() {
            self.stage = Stage::Over;
        }
        Step::Improved(value)
    }

    fn advance(&mut self) -> Result<Step, Cause> {
        loop {
            // The first placement comes before a better bound.
            let due = if self.best.is_some() { self.due } else { self.due.saturating_mul(Self::BEFORE_THE_FIRST) };
            if matches!(self.stage, Stage::Local(..)) && self.control.work() >= due {
                self.tighten()?;
                if self.is_met() {
                    self.stage = Stage::Over;
                }
            }
            match &mut self.stage {
                Stage::Tree(tree) => return Ok(tree.step()),
                Stage::Over => {
                    let met = self.bound.filter(|_| self.is_met());
                    return Ok(Step::Done(met.map_or(Proof::Exhausted, |bound| Proof::BoundMet { name: bound.name })));
                }
                Stage::First => {
                    self.control.node(0)?;
                    if let Some(vars) = self.begin()?
                        && self.best.is_none_or(|best| best < self.value(&vars))
                    {
                        return Ok(self.improve(vars));
                    }
                }
                Stage::AtOnce { tried: true } => {
                    self.tighten()?;
                    self.stage = if self.is_met() { Stage::Over } else { self.tree() };
                }
                Stage::AtOnce { tried } => {
                    self.control.node(0)?;
                    let vars = first(&self.model, &self.worths, &mut self.control)?;
                    *tried = true;
                    if let Some(vars) = vars.filter(|vars| self.best.is_none_or(|best| best < self.value(vars))) {
                        return Ok(self.improve(vars));
                    }
                }
                Stage::Local(local, left) => {
                    self.control.node(0)?;
                    let before = self.control.work();
                    let found =
                        local.run(self.best, (*left).min(Self::PATIENCE), &mut self.control)?.map(<[Var]>::to_vec);
                    let spent = self.control.work() - before;
                    if let Some(vars) = found {
                        *left = (*left).max(Self::PATIENCE + self.control.work() / Self::PART);
                        return Ok(self.improve(vars));
                    }
                    *left = left.saturating_sub(spent.max(1));
                    let is_over = *left == 0;
                    if is_over {
                        *left = Self::PATIENCE;
                    }
                    if is_over && self.has_room() {
                        self.stage = self.tree();
                    }
                }
            }
        }
    }
}

impl Run for Opening {
    fn step(&mut self) -> Step {
        self.advance().unwrap_or_else(Step::Stopped)
    }

    fn placed(&self, placed: &mut Placed) {
        match &self.stage {
            Stage::Tree(tree) => tree.placed(placed),
            _ => placed.extend(self.found.iter().map(|var| self.model.placed[*var as usize])),
        }
    }

    fn share(&mut self, best: Option<i64>, bound: Option<i64>) {
        self.best = self.best.max(best);
        if let Stage::Tree(tree) = &mut self.stage {
            tree.share(best, bound);
        }
    }

    fn control(&mut self) -> &mut Control {
        match &mut self.stage {
            Stage::Tree(tree) => tree.control(),
            _ => &mut self.control,
        }
    }

    fn remainder(&self) -> Paths {
        Paths::whole()
    }

    fn bound(&self) -> Option<Bound> {
        match &self.stage {
            Stage::Tree(tree) => tree.bound().or(self.bound),
            _ => self.bound,
        }
    }

    fn statistics(&self) -> Statistics {
        match &self.stage {
            Stage::Tree(tree) => tree.statistics(),
            _ => statistics(&self.control),
        }
    }
}

impl Drop for Opening {
    fn drop(&mut self) {
        // Freeing takes longer than handing it to another thread.
        free_aside(std::mem::replace(&mut self.stage, Stage::Over));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Options;
    use crate::language::{Board, Piece, Problem, classics};

    /// What it has after so much work: the best value and the bound.
    fn after(problem: &Problem, sign: i64, work: u64) -> (Option<i64>, Option<i64>) {
        let mut control = Control::new(&Options::new());
        let model = Model::compile(&Arc::new(problem.clone()), &mut control).expect("no limit was set");
        let worths = Worths::of(vec![sign; model.vars()], model.kinds);
        let mut opening = Opening::new(Arc::new(model), worths, control);
        while opening.control().work() < work {
            match opening.step() {
                Step::Done(_) => break,
                Step::Stopped(cause) => panic!("{cause:?}"),
                _ => {}
            }
        }
        (opening.best, opening.bound().map(|bound| bound.value))
    }

    /// What costs has a negative value, and needs room for as many pieces as there are.
    #[test]
    fn a_tree_for_the_fewest_has_room_for_as_many_as_have_been_found() {
        let problem = classics::domination(Board::square(64), Piece::KING);
        let mut control = Control::new(&Options::new());
        let model = Model::compile(&Arc::new(problem), &mut control).expect("no limit was set");
        let worths = Worths::of(vec![-1; model.vars()], model.kinds);
        let mut opening = Opening::new(Arc::new(model), worths, control);
        while opening.best.is_none() {
            opening.step();
        }
        assert!(opening.bound.is_some_and(|bound| bound.value < 0));
        assert!(opening.has_room());
    }

    #[test]
    fn large_boards_have_placements_and_bounds_either_way() {
        // A king covers nine squares, a knight with its own; what the rims take more is less than a tenth.
        let n = 140i64;
        for (piece, covers) in [(Piece::KING, 9), (Piece::KNIGHT, 9)] {
            let (best, bound) = after(&classics::domination(Board::square(n as usize), piece), -1, 1 << 30);
            let (best, bound) = (-best.expect("the whole board is a cover"), -bound.expect("there is always a bound"));
            assert!(bound >= n * n / covers * 19 / 20, "{bound}");
            assert!(best >= bound && best <= 2 * bound, "{best}");
        }
        // The relaxation says about 8 in 15.
        let (best, bound) = after(&classics::attacking(Board::square(70), Piece::KING, 1), 1, 1 << 29);
        assert!(best.is_some_and(|best| best > 100), "{best:?}");
        assert!(bound.is_some_and(|bound| bound < 70 * 70 * 2 / 3), "{bound:?}");
    }
}
