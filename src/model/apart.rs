//! `Apart`: pairs of sets that are already excluded from occurring together.

use super::Var;
use super::spread::Spread;

/// Pairs of sets of variables. Most sets have one member, and there may be a million pairs: those are kept as two numbers.
#[derive(Default)]
pub(super) struct Apart {
    single: Spread<(Var, Var), ()>,
    others: Spread<(Vec<Var>, Vec<Var>), ()>,
}

impl Apart {
    /// Adds two sets, in any order; returns whether they are new.
    pub(super) fn insert(&mut self, left: &[Var], right: &[Var]) -> bool {
        let (first, second) = if left <= right { (left, right) } else { (right, left) };
        match (first, second) {
            ([one], [other]) => self.single.insert((*one, *other), ()).is_none(),
            _ => self.others.insert((first.to_vec(), second.to_vec()), ()).is_none(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_sets_are_new_once_in_either_order() {
        let mut apart = Apart::default();
        let pairs: [(&[Var], &[Var]); 4] = [(&[1], &[2]), (&[1], &[2, 3]), (&[1, 2], &[3]), (&[2], &[3])];
        for (left, right) in pairs {
            assert!(apart.insert(left, right));
            assert!(!apart.insert(left, right) && !apart.insert(right, left));
        }
    }
}
