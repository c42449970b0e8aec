//! How far the bound falls where a variable is decided, by what has been seen.
//!
//! What is seen is told for a whole variable: where half of it stands in the solution of the relaxation, deciding it takes the bound
//! down by half of that, either way (pseudo-costs, Bénichou and others 1971).

use crate::model::Var;
use crate::model::dual::Status;

/// What has been seen, of each variable and of each kind.
pub(super) struct Drops {
    of_vars: Vec<Seen>,
    of_kinds: Vec<Seen>,
    /// The variable that was chosen at each depth, until it is false there.
    chosen: Vec<Option<Chosen>>,
}

/// The sum of what was seen and how often, where a variable became false and where it became true.
#[derive(Clone, Copy, Default)]
struct Seen([(f64, u32); 2]);

/// A variable on which the search branches.
struct Chosen {
    var: Var,
    /// How much of it stood.
    share: f64,
    bound: f64,
    /// Whether the bound is known where it is true.
    is_seen: bool,
}

impl Drops {
    /// The least fall that counts; smaller ones are taken for this.
    const LITTLE: f64 = 1e-3;

    pub(super) fn new(vars: usize, kinds: usize) -> Self {
        Self { of_vars: vec![Seen::default(); vars], of_kinds: vec![Seen::default(); kinds], chosen: Vec::new() }
    }

    pub(super) fn kinds(&self) -> usize {
        self.of_kinds.len()
    }

    pub(super) fn kind(&self, var: Var) -> usize {
        var as usize % self.of_kinds.len()
    }

    /// Whether both ways have been seen.
    pub(super) fn is_known(&self, var: Var) -> bool {
        self.of_vars[var as usize].0.iter().all(|(_, times)| *times > 0)
    }

    /// Takes note of how far the bound fell where a variable of which so much stood was decided.
    pub(super) fn see(&mut self, var: Var, share: f64, is_true: bool, fell: f64) {
        let part = if is_true { 1.0 - share } else { share };
        let kind = self.kind(var);
        for seen in [&mut self.of_vars[var as usize], &mut self.of_kinds[kind]] {
            let seen = &mut seen.0[usize::from(is_true)];
            *seen = (seen.0 + fell / part, seen.1 + 1);
        }
    }

    /// How good it is to branch on a variable of which so much stands: the product of both falls.
    pub(super) fn merit(&self, var: Var, share: f64) -> f64 {
        let (own, of_kind) = (self.of_vars[var as usize], self.of_kinds[self.kind(var)]);
        let fall = |way: usize, part: f64| {
            let (sum, times) = if own.0[way].1 > 0 { own.0[way] } else { of_kind.0[way] };
            (part * if times > 0 { sum / f64::from(times) } else { 1.0 }).max(Self::LITTLE)
        };
        fall(0, share) * fall(1, 1.0 - share)
    }

    /// Takes note of what is branched on at a depth, and of the bound there.
    pub(super) fn choose(&mut self, depth: usize, var: Var, share: f64, bound: f64) {
        self.chosen.truncate(depth);
        self.chosen.resize_with(depth, || None);
        self.chosen.push(Some(Chosen { var, share, bound, is_seen: false }));
    }

    /// Forgets what was chosen: another tree is explored.
    pub(super) fn leave_tree(&mut self) {
        self.chosen.clear();
    }

    /// Takes note of the bound at a node of a depth. Bounds below `enough` are all the same.
    pub(super) fn look(&mut self, depth: usize, bound: f64, enough: f64, status: &[Status]) {
        self.chosen.truncate(depth + 1);
        let fell = |chosen: &Chosen| chosen.bound - bound.max(enough - 1.0).min(chosen.bound);
        if let Some(chosen) = self.chosen.get_mut(depth).and_then(Option::take) {
            if !chosen.is_seen {
                // Propagation has shown that it is not true.
                self.see(chosen.var, chosen.share, true, chosen.bound - (enough - 1.0).min(chosen.bound));
            }
            if status[chosen.var as usize] == Status::False {
                self.see(chosen.var, chosen.share, false, fell(&chosen));
            }
            return;
        }
        let above = depth.checked_sub(1).and_then(|above| self.chosen.get_mut(above)).and_then(Option::as_mut);
        if let Some(chosen) = above.filter(|chosen| !chosen.is_seen) {
            chosen.is_seen = true;
            let (var, share, fell) = (chosen.var, chosen.share, fell(chosen));
            self.see(var, share, true, fell);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variable_is_better_to_branch_on_where_the_bound_falls_both_ways() {
        let mut drops = Drops::new(4, 2);
        let mut status = [Status::Open; 4];
        assert!(!drops.is_known(0));
        // At depth 2 half of variable 0 stands: the bound falls from 10 to 9 where it is true, and to 8 where it is false.
        drops.choose(2, 0, 0.5, 10.0);
        status[0] = Status::True;
        drops.look(3, 9.0, 2.0, &status);
        drops.choose(3, 1, 0.5, 9.0);
        status[0] = Status::False;
        drops.look(2, 8.0, 2.0, &status);
        assert!(drops.is_known(0));
        assert!((drops.merit(0, 0.5) - 2.0).abs() < 1e-9);
        // What was seen of one is thought of the others of its kind.
        assert!((drops.merit(2, 0.25) - 1.0 * 1.5).abs() < 1e-9 && !drops.is_known(2));
        // Of variable 1 nothing was seen: the search left that depth.
        assert!(!drops.is_known(1));
        // Propagation shows that variable 3 is not true; nothing more is to be gained than the search asks for.
        drops.choose(0, 3, 0.5, 10.0);
        status[3] = Status::False;
        drops.look(0, 1.0, 8.0, &status);
        assert!((drops.merit(3, 0.5) - 9.0).abs() < 1e-9, "{}", drops.merit(3, 0.5));
    }
}
