//! Solutions near the end of the tree, counted or listed together.

#[cfg(test)]
use super::Tree;
use super::{NodeStatus, Ready};
use crate::answer::Path;
use crate::budget::{Cause, Control};
use crate::engine::Step;
use crate::engine::search::completions::Lists;
use crate::model::bit_set::BitSet;
use crate::model::{Goal, Var};

/// The last number of a path to what is left of a list: this, and how many of the list have been given.
const LISTED: u32 = 1 << 31;

/// Splits a path into that to a node, and how many of what is listed there have been given.
pub(in crate::engine::search) fn split(path: &[u32]) -> (&[u32], usize) {
    match path.split_last() {
        Some((last, way)) if *last >= LISTED => (way, (last - LISTED) as usize),
        _ => (path, 0),
    }
}

#[cfg(test)]
impl<W: BitSet> Tree<W> {
    /// Lists no solutions together.
    pub(in crate::engine::search) fn list_nothing(&mut self) {
        if let Ok(ready) = &mut self.ready {
            ready.lists = None;
        }
    }
}

impl<W: BitSet> Ready<W> {
    /// Counts the solutions below the topmost frame, if that is near its end. What is found is one of them, and stands for all.
    pub(super) fn complete(&mut self, control: &mut Control) -> Result<bool, Cause> {
        let (Some(completions), Some(frame)) = (&mut self.completions, self.frames.last()) else { return Ok(false) };
        if frame.weight == 0 {
            return Ok(false);
        }
        let Some(all) = completions.of(&self.program, &frame.node, control)? else { return Ok(false) };
        self.found = all.one;
        self.weight = frame.weight * all.number;
        Ok(true)
    }

    /// What lists solutions near the end, if all are visited.
    pub(super) fn lists(&self, goal: &Goal, control: &mut Control) -> Result<Option<Lists<W>>, Cause> {
        let visits = matches!(goal, Goal::All | Goal::UpTo(_)) && self.by_hits && !control.wants_few;
        if visits { Lists::new(&self.program, &self.root, control) } else { Ok(None) }
    }

    /// Whether the topmost frame is near enough to the end for a list.
    pub(super) fn is_near(&self) -> bool {
        let near = self.lists.as_ref().zip(self.frames.last()).filter(|(_, frame)| frame.weight > 0);
        near.is_some_and(|(lists, frame)| lists.reach(&self.program, &frame.node))
    }

    /// Lists the solutions below the topmost frame, if that is near its end; tells whether it has.
    pub(super) fn list(&mut self, control: &mut Control) -> Result<bool, Cause> {
        let near = self.lists.as_mut().zip(self.frames.last()).filter(|(_, frame)| frame.weight > 0);
        let listed = match near.filter(|_| control.shuffle.is_none()) {
            Some((lists, frame)) => lists.list(&self.program, &frame.node, self.given, control)?,
            None => false,
        };
        let goes_on = std::mem::take(&mut self.given) > 0;
        let is_over = !self.lists.as_ref().is_some_and(Lists::is_being_given);
        if goes_on && (!listed || is_over) { Err(Cause::BrokenPart) } else { Ok(listed) }
    }

    /// Gives the next solution of a list that is being given, if no limit comes before.
    #[inline]
    pub(super) fn give_next(&mut self, control: &mut Control) -> Option<Step> {
        if !self.lists.as_ref().is_some_and(Lists::is_being_given) {
            return None;
        }
        match control.charge(64) {
            Ok(()) => self.give(control),
            Err(cause) => Some(Step::Stopped(cause)),
        }
    }

    /// Gives the next solution of a list.
    #[inline]
    pub(super) fn give(&mut self, control: &mut Control) -> Option<Step> {
        let last = self.lists.as_mut()?.give()?;
        let frame = self.frames.last()?;
        self.found.copy(&frame.node.placed);
        for var in last {
            self.found.insert(*var);
        }
        self.weight = frame.weight;
        Some(self.solution(control))
    }

    /// Adds each solution that is left of the list at the topmost frame, by what it decides.
    pub(super) fn solutions_left(
        &mut self,
        all: &mut Vec<Vec<(Var, bool)>>,
        control: &mut Control,
    ) -> Result<(), Cause> {
        let is_branch = matches!(self.examine(control)?, NodeStatus::Branch(..));
        if !is_branch || !self.list(control)? {
            return Err(Cause::BrokenPart);
        }
        let (Some(lists), Some(frame)) = (&self.lists, self.frames.last()) else { return Ok(()) };
        for last in lists.left() {
            let mut placed = frame.node.placed.clone();
            for var in last {
                placed.insert(*var);
            }
            all.push((0..self.program.vars as Var).map(|var| (var, placed.has(var))).collect());
        }
        Ok(())
    }

    /// The path to what is left of the list at the topmost frame, if that is not all.
    pub(super) fn path_into_list(&self) -> Option<Path> {
        let given = self.lists.as_ref().map_or(0, Lists::given_of_list).max(self.given);
        let number = u32::try_from(given).ok().filter(|given| *given > 0)?;
        let mut path = self.path();
        path.push(LISTED + number);
        Some(path)
    }
}
