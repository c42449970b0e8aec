//! What each variable is worth.

use std::sync::Arc;

use super::{Model, Var};
use crate::language::{Problem, Weights, gcd};

/// The weight of each variable, by which values are added up.
#[derive(Clone)]
pub(crate) struct Worths {
    list: Arc<[i64]>,
    /// Whether the value is the number of pieces of the only kind.
    is_number: bool,
}

impl Worths {
    /// Returns the weights that a question names, times a sign; they must have no faults.
    pub(crate) fn new(problem: &Problem, weights: &Weights, sign: i64) -> Self {
        let list: Vec<i64> = weights.listed(problem).into_iter().map(|weight| sign * weight).collect();
        Self::of(list, problem.setup().kinds.len())
    }

    /// Returns weights of no variables.
    pub(crate) fn none() -> Self {
        Self::of(Vec::new(), 0)
    }

    /// Returns a weight for each kind.
    pub(crate) fn by_kind(model: &Model, weights: &[i64]) -> Self {
        Self::of(weights.repeat(model.slots.len()), model.kinds)
    }

    /// Returns weights that are listed by square and kind.
    pub(crate) fn of(list: Vec<i64>, kinds: usize) -> Self {
        let is_number = kinds == 1 && list.iter().all(|weight| *weight == 1);
        Self { list: list.into(), is_number }
    }

    /// The weight of a variable.
    pub(crate) fn weight(&self, var: Var) -> i64 {
        self.list[var as usize]
    }

    /// The weights of all variables, in their order.
    pub(crate) fn list(&self) -> &[i64] {
        &self.list
    }

    /// What all values are multiples of, at least 1.
    pub(crate) fn unit(&self) -> u64 {
        self.list.iter().fold(0, |unit, weight| gcd(unit, weight.unsigned_abs())).max(1)
    }

    /// Tells whether any piece is worth something, so that it matters how many fit.
    pub(crate) fn has_positive(&self) -> bool {
        self.list.iter().any(|weight| *weight > 0)
    }

    /// The sum over these variables.
    pub(crate) fn sum(&self, vars: &[Var]) -> i64 {
        vars.iter().map(|var| self.weight(*var)).sum()
    }

    /// Tells whether the value is the number of pieces of the only kind.
    pub(crate) fn is_number(&self) -> bool {
        self.is_number
    }

    /// The weight of each kind; `None` if they differ by square.
    pub(crate) fn of_kinds(&self, kinds: usize) -> Option<&[i64]> {
        let first = &self.list[..kinds.min(self.list.len())];
        self.list.chunks(kinds.max(1)).all(|slot| slot == first).then_some(first)
    }

    /// Tells for each variable whether its weight is positive.
    pub(crate) fn gaining(&self) -> Vec<bool> {
        self.list.iter().map(|weight| *weight > 0).collect()
    }
}
