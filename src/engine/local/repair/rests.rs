//! Kinds that rest for a while.
//!
//! Where pieces of one kind cover more than others but attack them too, a placement that has some of each is seldom near a good one, and
//! one change after the other leads back to it. So where nothing better has been found for some steps, some kinds rest: their pieces
//! cost more than rules do, and only stand where nothing else helps.

use crate::budget::Random;

#[derive(Default)]
pub(super) struct Rests {
    /// What a piece of each kind costs, if any rests.
    costs: Vec<i64>,
    /// The step at which this is decided again.
    until: u64,
}

impl Rests {
    /// How many steps without a better placement come before a rest, and how many with kinds that rest.
    const BEFORE: u64 = 1000;
    const STEPS: u64 = 300;
    /// How many times what a broken rule costs at first a piece that rests costs.
    const TIMES: i64 = 100;

    pub(super) fn new() -> Self {
        Self { costs: Vec::new(), until: Self::BEFORE }
    }

    /// Puts off the next decision after a better placement: what led to it goes on.
    pub(super) fn go_on(&mut self, step: u64) {
        self.until = step + Self::BEFORE;
    }

    /// Decides which kinds rest in a step, where a broken rule costs this much at first.
    pub(super) fn decide(&mut self, kinds: usize, step: u64, unit: i64, random: &mut Random) {
        if step < self.until {
            return;
        }
        if std::mem::take(&mut self.costs).is_empty() {
            let awake = random.below(kinds as u64) as usize;
            // Half of the time all others do, and always if there is only one other.
            let all = random.below(2) == 0 || kinds == 2;
            let rests = |kind: usize| kind != awake && (all || random.below(2) == 0);
            self.costs =
                (0..kinds).map(rests).map(|rests| i64::from(rests) * unit.saturating_mul(Self::TIMES)).collect();
            self.until = step + Self::STEPS;
        } else {
            self.go_on(step);
        }
    }

    /// What a piece costs; `stands` is its kind plus one, never 0.
    pub(super) fn cost(&self, stands: u16) -> i64 {
        self.costs.get(usize::from(stands) - 1).copied().unwrap_or(0)
    }
}
