//! About what it takes to look at rules, in work.

use super::program::{Total, Watched};
use crate::model::bit_set::BitSet;

impl<W: BitSet> Total<W> {
    pub(super) fn cost(&self) -> u64 {
        let mut cost = W::cost(&self.mask);
        for sets in &self.partitions {
            cost += cost_of_all::<W>(sets);
        }
        for ends in &self.line_ends {
            cost += cost_of_all::<W>(&ends.lines) + 8 * ends.along.len() as u64;
        }
        cost
    }
}

fn cost_of_all<W: BitSet>(masks: &[W::Mask]) -> u64 {
    let mut cost = 0;
    for mask in masks {
        cost += W::cost(mask);
    }
    cost
}

/// About what it takes to draw conclusions from a rule, or to look for who could serve it.
pub(super) fn cost<W: BitSet>(rule: &Watched<W>) -> u64 {
    match rule {
        Watched::Count { mask, .. } => 12 + W::cost(mask),
        Watched::Rays { rays: masks, .. } | Watched::OccupiedLines { lines: masks, .. } => {
            masks.len() as u64 + cost_of_all::<W>(masks)
        }
        Watched::Linear { terms, .. } => terms.len() as u64,
        Watched::Same(vars) => vars.len() as u64,
        Watched::View { view, .. } => view.cells() as u64,
    }
}
