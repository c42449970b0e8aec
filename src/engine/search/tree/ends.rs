//! Solutions near the end of the tree, counted or listed together.

use std::collections::HashSet;
use std::sync::Arc;

use super::{Ready, Tree, Work};
use crate::budget::{Cause, Control, Options};
use crate::engine::search::completions::Lists;
use crate::engine::{Path, Paths, Run, Step};
use crate::model::bit_set::BitSet;
use crate::model::{Goal, Model, Var};

/// What helps to list all solutions of a tree where sets hold one piece each.
pub(super) struct Listing<W> {
    lists: Option<Lists<W>>,
    /// After how many nodes they are made: a tree that has ended by then does without.
    due: u64,
    /// What is listed.
    goal: Goal,
}

impl<W: BitSet> Listing<W> {
    const DUE: u64 = 1 << 8;

    /// Returns `None` where solutions are not visited.
    pub(super) fn new(goal: &Goal) -> Option<Self> {
        let visits = matches!(goal, Goal::All | Goal::UpTo(_));
        visits.then(|| Self { lists: None, due: Self::DUE, goal: goal.clone() })
    }

    /// Forgets the list that is being given.
    pub(super) fn clear(&mut self) {
        self.lists.iter_mut().for_each(Lists::clear);
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

    /// Lists the solutions below the topmost frame, if that is near its end; tells whether it has.
    pub(super) fn list(&mut self, control: &mut Control) -> Result<bool, Cause> {
        let Some(listing) = self.listing.as_mut().filter(|_| control.shuffle.is_none()) else { return Ok(false) };
        if control.progress.nodes >= listing.due {
            listing.due = u64::MAX;
            listing.lists = Lists::new(&self.program, &self.root, control)?;
        }
        let (Some(lists), Some(frame)) = (&mut listing.lists, self.frames.last()) else { return Ok(false) };
        Ok(frame.weight > 0 && lists.list(&self.program, &frame.node, control)?)
    }

    /// Gives the next solution of a list.
    #[inline]
    pub(super) fn give(&mut self, control: &mut Control) -> Option<Step> {
        let last = self.listing.as_mut()?.lists.as_mut()?.give()?;
        let frame = self.frames.last()?;
        self.found.copy(&frame.node.placed);
        for var in last {
            self.found.insert(*var);
        }
        self.weight = frame.weight;
        Some(self.solution(control))
    }

    /// Appends the subtrees with what has been listed and not yet given, each a solution by itself. A path tells of branches, and a list
    /// of none: so the subtree at this path is searched once more.
    pub(super) fn append_rest_of_list(&self, path: &[u32], rest: &mut Paths) {
        let (Some(listing), Some(frame)) = (&self.listing, self.frames.last()) else { return };
        let left: HashSet<Vec<Var>> = listing.lists.iter().flat_map(Lists::left).map(sorted).collect();
        if left.is_empty() {
            return;
        }
        let mut whole = Paths::default();
        whole.push(0, path);
        let mut tree = Tree::<W>::unlisted(&self.model, &listing.goal, whole);
        let mut before = Path::new();
        while let Step::Found = tree.step() {
            let Ok(ready) = &tree.ready else { return };
            let mut last = ready.found.clone();
            last.subtract(&frame.node.placed);
            let mut own = Vec::new();
            last.each(|var| own.push(var));
            if left.contains(&own) {
                let path = ready.path();
                let same = before.iter().zip(&path).take_while(|(one, other)| one == other);
                rest.push(same.count(), &path);
                before = path;
            }
        }
    }
}

impl<W: BitSet> Tree<W> {
    /// Lists solutions together after this many nodes.
    #[cfg(test)]
    pub(in crate::engine::search) fn list_from(&mut self, nodes: u64) {
        if let Ok(Ready { listing: Some(listing), .. }) = &mut self.ready {
            listing.due = nodes;
        }
    }

    /// A tree that lists nothing together, under no limit.
    fn unlisted(model: &Arc<Model>, goal: &Goal, part: Paths) -> Self {
        let mut tree = Self::new(Arc::clone(model), goal, Work::own(part), Control::new(&Options::new()));
        if let Ok(ready) = &mut tree.ready {
            ready.listing = None;
        }
        tree
    }
}

fn sorted(vars: &[Var]) -> Vec<Var> {
    let mut vars = vars.to_vec();
    vars.sort_unstable();
    vars
}
