//! A basis of the simplex method.

use super::inverse::Inverse;

/// No place.
pub(super) const NONE: u32 = u32::MAX;

/// A set of columns, a set of as many rows, and what follows from them.
#[derive(Clone)]
pub(super) struct Basis {
    /// The columns of the basis, and the tight rows.
    pub(super) basic: Vec<u32>,
    pub(super) tight: Vec<u32>,
    /// Where a column stands in the basis, or a row among the tight ones.
    pub(super) place: Vec<u32>,
    pub(super) inverse: Inverse,
    /// The value, the reduced cost and the weight of each variable.
    pub(super) value: Vec<f64>,
    pub(super) cost: Vec<f64>,
    pub(super) weight: Vec<f64>,
}

impl Basis {
    /// Begins with no column, given how many columns and rows there are together.
    pub(super) fn new(vars: usize) -> Self {
        Self {
            basic: Vec::new(),
            tight: Vec::new(),
            place: vec![NONE; vars],
            inverse: Inverse::default(),
            value: vec![0.0; vars],
            cost: vec![0.0; vars],
            weight: vec![1.0; vars],
        }
    }

    /// Goes without columns and tight rows.
    pub(super) fn clear(&mut self) {
        self.basic.clear();
        self.tight.clear();
        self.inverse.clear();
        self.place.fill(NONE);
        self.weight.fill(1.0);
        self.value.fill(0.0);
    }

    pub(super) fn copy_from(&mut self, other: &Self) {
        self.basic.clone_from(&other.basic);
        self.tight.clone_from(&other.tight);
        self.place.clone_from(&other.place);
        self.inverse.copy_from(&other.inverse);
        self.value.clone_from(&other.value);
        self.cost.clone_from(&other.cost);
        self.weight.clone_from(&other.weight);
    }

    /// The variables of the basis: its columns, and the sums of all rows that are not tight.
    pub(super) fn members(&self, columns: usize) -> impl Iterator<Item = usize> {
        let rows = (columns..self.place.len()).filter(|var| self.place[*var] == NONE);
        self.basic.iter().map(|column| *column as usize).chain(rows)
    }
}
