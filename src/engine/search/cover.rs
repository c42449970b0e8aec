//! The pieces still allowed, and what may still be spent, against how much must still be covered.

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
    /// What each variable costs: 1, unless costs are all that counts.
    costs: Vec<u64>,
    /// For each gain the number of variables that have it, while the greatest are summed.
    having: Vec<usize>,
    /// The gains and the costs of variables, while those are summed that gain most for what they cost.
    priced: Vec<(u32, u64)>,
    /// The rules, by number, that need pieces in view of a square in any case.
    rules: Vec<u32>,
}

impl Gains {
    /// Returns `None` if there is nothing to cover, or if neither the number of pieces is limited nor what they cost.
    pub(super) fn new<W: BitSet>(program: &Program<W>, objective: Option<&Objective<W>>) -> Option<Self> {
        let costs = objective.and_then(|objective| objective.costs(program.vars));
        let few = |total: &Total<W>| total.counts_all && total.max < i64::MAX;
        let covers = |rule: &u32| match &program.rules[*rule as usize] {
            Watched::Count { when, .. } | Watched::Rays { when, .. } => !matches!(when, When::Placed(_)),
            Watched::View { view, .. } => !matches!(view.when, When::Placed(_)),
            _ => false,
        };
        let mut rules = program.wanting.clone();
        rules.retain(covers);
        let needed = (costs.is_some() || program.totals.iter().any(few)) && (program.covers || !rules.is_empty());
        needed.then(|| Self {
            of_var: vec![0; program.vars],
            costs: costs.unwrap_or_else(|| vec![1; program.vars]),
            having: Vec::new(),
            priced: Vec::new(),
            rules,
        })
    }

    /// Computes the gains; tells whether as many pieces as are still allowed, for what may still be spent, could satisfy all sets and
    /// views.
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
        let spare = match objective {
            _ if wanted == 0 => return Ok(true),
            // One that counts all is among the totals.
            Some(Objective::Count { total, weight: ..0 }) if !total.counts_all && total.max < i64::MAX => {
                total.max.saturating_sub(node.placed.count_in(&total.mask) as i64)
            }
            Some(Objective::Sum(sum)) if sum.only_costs() && sum.min > i64::MIN => {
                sum.value(&node.placed).saturating_sub(sum.min)
            }
            _ => return Ok(true),
        };
        control.charge(64 + 16 * self.of_var.len() as u64)?;
        Ok(self.most_for(spare.max(0).unsigned_abs()) >= wanted)
    }

    /// Returns the greatest gains for so much cost, if parts of pieces could be had.
    fn most_for(&mut self, mut spare: u64) -> i64 {
        let mut most = 0;
        self.priced.clear();
        for (gain, cost) in self.of_var.iter().zip(&self.costs).filter(|(gain, _)| **gain > 0) {
            match cost {
                0 => most += i64::from(*gain),
                cost => self.priced.push((*gain, *cost)),
            }
        }
        let times = |gain: u32, cost: u64| u128::from(gain) * u128::from(cost);
        self.priced.sort_unstable_by(|one, other| times(other.0, one.1).cmp(&times(one.0, other.1)));
        for (gain, cost) in &self.priced {
            if *cost > spare {
                most += (times(*gain, spare) / u128::from(*cost)) as i64;
                break;
            }
            spare -= cost;
            most += i64::from(*gain);
        }
        most
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

    /// Returns the gain of a variable for what it costs, and its gain, by which those that cost nothing are compared.
    pub(super) fn for_cost(&self, var: Var) -> (u64, u32) {
        let (gain, cost) = (self.of_var[var as usize], self.costs[var as usize]);
        (if gain == 0 { 0 } else { (u64::from(gain) << 32).checked_div(cost).unwrap_or(u64::MAX) }, gain)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Random;

    /// The greatest gains lie between those of whole pieces and these with one more piece.
    #[test]
    fn parts_of_pieces_gain_no_less_than_whole_ones_and_hardly_more() {
        let mut random = Random::new(4);
        for _ in 0..2000 {
            let of_var: Vec<u32> = (0..8).map(|_| random.below(6) as u32).collect();
            let costs: Vec<u64> = (0..8).map(|_| random.below(5)).collect();
            let spare = random.below(16);
            let gained = (0u32..1 << 8).filter_map(|chosen| {
                let is_chosen = |place: &usize| chosen >> place & 1 == 1;
                let cost: u64 = (0..8).filter(is_chosen).map(|place| costs[place]).sum();
                let gain: u32 = (0..8).filter(is_chosen).map(|place| of_var[place]).sum();
                (cost <= spare).then_some(i64::from(gain))
            });
            let whole = gained.max().expect("none cost nothing");
            let most_of_one = i64::from(of_var.iter().copied().max().unwrap_or(0));
            let mut gains = Gains { of_var, costs, having: Vec::new(), priced: Vec::new(), rules: Vec::new() };
            let most = gains.most_for(spare);
            assert!((whole..=whole + most_of_one).contains(&most), "{whole} and {most}");
        }
    }
}
