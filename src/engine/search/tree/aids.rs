//! What helps a search for an optimum that takes long.

use super::{Next, Ready, Work};
use crate::answer::BoundName;
use crate::budget::{Cause, Control};
use crate::engine::Step;
use crate::engine::local::{Local, settled};
use crate::engine::search::dual::Duality;
use crate::engine::search::objective::Objective;
use crate::model::bit_set::BitSet;
use crate::model::{Bound, Goal, Var, Worths};

/// What helps a search for an optimum that takes long.
#[derive(Default)]
pub(super) struct Aids {
    /// The weights, if there is an objective.
    worths: Option<Worths>,
    /// How much work is done before they come, and come again.
    pub(super) due: u64,
    /// Whether they have not yet come.
    first: bool,
    local: Option<Local>,
    /// How much work the local search may still do.
    left: u64,
    pub(super) dual: Option<Duality>,
    /// Whether multipliers are used at every node.
    pub(super) relaxed: bool,
}

impl Aids {
    /// Work that is done before they come: on small boards most searches have ended by then.
    const DUE: u64 = 1 << 22;
    const DUE_IF_SMALL: u64 = 1 << 26;
    /// The same where weights differ: without better bounds such a search sees little.
    const DUE_IF_WEIGHED: u64 = 1 << 19;
    /// The most variables of a small board.
    const SMALL: usize = 128;
    /// How much work the local search does at first, or twice what was done where that is less, and what part of all work then.
    const FIRST: u64 = 1 << 23;
    const SHARE: u64 = 5;
    /// The same where the bound is far from what is demanded, by more than this part of it: a better placement is nearer than a proof.
    const SHARE_IF_FAR: u64 = 2;
    const FAR: i64 = 6;

    pub(super) fn new(goal: &Goal, vars: usize, is_weighed: bool) -> Self {
        let Goal::Maximise(worths) = goal else { return Self { due: u64::MAX, ..Self::default() } };
        let due = match vars {
            _ if is_weighed => Self::DUE_IF_WEIGHED,
            ..=Self::SMALL => Self::DUE_IF_SMALL,
            _ => Self::DUE,
        };
        Self { worths: Some(worths.clone()), due, first: true, ..Self::default() }
    }

    /// About how much work they are after so much: where other engines take turns, they wait until a turn allows it.
    pub(super) fn cost(&self, work: u64) -> u64 {
        /// The most that they wait for.
        const MOST: u64 = 1 << 21;
        if self.first { work.saturating_mul(4).min(MOST) } else { 0 }
    }

    /// Whether a bound is far from what is demanded.
    fn is_far(bound: i64, demand: i64) -> bool {
        bound.saturating_sub(demand).saturating_mul(Self::FAR) > demand.saturating_abs()
    }

    /// The weights, if there is an objective.
    pub(super) fn worths(&self) -> Option<&Worths> {
        self.worths.as_ref()
    }
}

impl<W: BitSet> Ready<W> {
    /// Helps a search that takes long: a local search looks for a better placement, and duality for a better bound.
    pub(super) fn aid(&mut self, control: &mut Control) -> Result<Option<Step>, Cause> {
        let alone = matches!(self.work, Work::Own(_)) && self.above.is_empty();
        if let Some(worths) = self.aids.worths.clone().filter(|_| self.aids.first) {
            if alone {
                if let Some(vars) = settled(&self.model, &worths, control)? {
                    return Ok(self.settle(&vars, control));
                }
                self.aids.local = Local::new(&self.model, &worths, control.seed, control)?;
                self.aids.left = Aids::FIRST.min(2 * control.work());
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
        let (bound, tight) = dual.bound(demand, control.work(), control)?;
        if self.bound.is_none_or(|own| bound.value < own.value) {
            self.bound = Some(bound);
            control.progress.bound = Some(bound.value);
        }
        if self.bound.is_some_and(|own| Aids::is_far(own.value, demand)) {
            self.aids.left = control.work() / Aids::SHARE_IF_FAR;
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
}
