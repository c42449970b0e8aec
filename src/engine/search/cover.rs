//! The number of pieces still allowed, against how much they must still cover.

use super::cost::cost;
use super::node::Node;
use super::objective::Objective;
use super::program::{Program, Total, Watched};
use crate::budget::{Cause, Control};
use crate::model::bit_set::BitSet;
use crate::model::{Var, When};

/// For each variable its gain: the number of unsatisfied sets and views that it would serve; recomputed at each node.
pub(super) struct Gains {
    of_var: Vec<u32>,
    /// For each gain the number of variables that have it, while the greatest are summed.
    having: Vec<usize>,
    /// The rules, by number, that need pieces in view of a square in any case.
    rules: Vec<u32>,
}

impl Gains {
    /// Returns `None` if there is nothing to cover, or if the number of pieces is not limited.
    pub(super) fn new<W: BitSet>(program: &Program<W>, objective: Option<&Objective<W>>) -> Option<Self> {
        let fewer = matches!(objective, Some(Objective::Count { total, weight: ..0 }) if total.counts_all);
        let few = |total: &Total<W>| total.counts_all && total.max < i64::MAX;
        let covers = |rule: &u32| match &program.rules[*rule as usize] {
            Watched::Count { when, .. } | Watched::Rays { when, .. } => !matches!(when, When::Placed(_)),
            Watched::View { view, .. } => !matches!(view.when, When::Placed(_)),
            _ => false,
        };
        let mut rules = program.wanting.clone();
        rules.retain(covers);
        let needed = (fewer || program.totals.iter().any(few)) && (program.covers || !rules.is_empty());
        needed.then(|| Self { of_var: vec![0; program.vars], having: Vec::new(), rules })
    }

    /// Computes the gains; tells whether as many pieces as are still allowed could satisfy all sets and views.
    pub(super) fn suffice<W: BitSet>(
        &mut self,
        program: &Program<W>,
        objective: Option<&Objective<W>>,
        node: &Node<W>,
        control: &mut Control,
    ) -> Result<bool, Cause> {
        self.of_var.fill(0);
        let mut wanted = 0i64;
        let mut serve = |var: Var| self.of_var[var as usize] += 1;
        for set in program.hits_in(node.unmet) {
            wanted += 1;
            node.open.each_in(set, &mut serve);
        }
        for rule in &self.rules {
            let rule = &program.rules[*rule as usize];
            control.charge(cost(rule))?;
            wanted += program.each_candidate(rule, node, &mut serve);
        }
        let served = self.served();
        control.charge(64 + 4 * self.of_var.len() as u64 + 8 * wanted as u64 + 4 * served)?;
        let goal = match objective {
            Some(Objective::Count { total, .. }) => Some(total),
            _ => None,
        };
        for total in program.totals.iter().chain(goal) {
            if !total.counts_all || total.max == i64::MAX {
                continue;
            }
            let allowed = total.max - node.placed.count_in(&total.mask) as i64;
            if allowed < wanted && self.best(allowed.max(0) as usize) < wanted {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the sum of all gains.
    fn served(&self) -> u64 {
        self.of_var.iter().copied().map(u64::from).sum()
    }

    /// Returns the sum of the `pieces` greatest gains.
    fn best(&mut self, mut pieces: usize) -> i64 {
        let greatest = self.of_var.iter().max().map_or(0, |gain| *gain as usize);
        self.having.clear();
        self.having.resize(greatest + 1, 0);
        for gain in &self.of_var {
            self.having[*gain as usize] += 1;
        }
        let mut sum = 0;
        for (gain, having) in self.having.iter().enumerate().rev() {
            let taken = pieces.min(*having);
            sum += gain as i64 * taken as i64;
            pieces -= taken;
            if pieces == 0 {
                break;
            }
        }
        sum
    }

    /// Returns the gain of a variable.
    pub(super) fn of(&self, var: Var) -> u32 {
        self.of_var[var as usize]
    }
}
