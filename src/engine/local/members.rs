//! Sets from which a member is drawn at random.

use crate::budget::Random;
use crate::model::Var;

/// A set of small numbers, of variables or of rules, from which any can be drawn.
pub(super) struct Members {
    pub(super) list: Vec<Var>,
    place: Vec<u32>,
}

impl Members {
    const NOWHERE: u32 = u32::MAX;

    pub(super) fn new(limit: usize) -> Self {
        Self { list: Vec::new(), place: vec![Self::NOWHERE; limit] }
    }

    /// The number of those that may be members.
    pub(super) fn limit(&self) -> usize {
        self.place.len()
    }

    pub(super) fn has(&self, var: Var) -> bool {
        self.place[var as usize] != Self::NOWHERE
    }

    pub(super) fn set(&mut self, var: Var, member: bool) {
        if member == self.has(var) {
            return;
        }
        if member {
            self.place[var as usize] = self.list.len() as u32;
            self.list.push(var);
        } else {
            let place = std::mem::replace(&mut self.place[var as usize], Self::NOWHERE);
            self.list.swap_remove(place as usize);
            if let Some(moved) = self.list.get(place as usize) {
                self.place[*moved as usize] = place;
            }
        }
    }

    pub(super) fn draw(&self, random: &mut Random) -> Option<Var> {
        (!self.list.is_empty()).then(|| self.list[random.below(self.list.len() as u64) as usize])
    }
}
