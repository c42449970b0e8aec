//! Sets of variables as groups of which at most one member is true.

use crate::budget::{Cause, Control};
use crate::model::{Model, Sets, Var};

/// The cliques of a model, by their members.
pub(super) struct Groups<'a> {
    cliques: Vec<&'a [Var]>,
    /// The cliques that each variable is in.
    through: Sets,
    /// The number of the set that each variable was last seen in, while it is in no group of that.
    open: Vec<u32>,
    number: u32,
}

impl<'a> Groups<'a> {
    pub(super) fn new(model: &'a Model, control: &mut Control) -> Result<Self, Cause> {
        let cliques: Vec<&[Var]> = model.cliques.iter().flat_map(|family| family.sets.iter()).collect();
        let mut pairs = Vec::new();
        for (number, clique) in (0..).zip(&cliques) {
            control.charge(clique.len() as u64)?;
            pairs.extend(clique.iter().map(|var| (*var, number)));
        }
        let through = Sets::grouped(model.vars(), &pairs, control)?;
        Ok(Self { cliques, through, open: vec![0; model.vars()], number: 0 })
    }

    /// Divides a set into groups, each part of a clique: as much as there is of one that the first variable is in, and so on.
    pub(super) fn of(&mut self, set: &[Var], control: &mut Control) -> Result<Vec<Vec<Var>>, Cause> {
        self.number += 1;
        for var in set {
            self.open[*var as usize] = self.number;
        }
        let mut groups = Vec::new();
        for first in set {
            if self.open[*first as usize] != self.number {
                continue;
            }
            let (mut best, mut max) = (None, 1);
            for clique in self.through.get(*first as usize) {
                let clique = self.cliques[*clique as usize];
                control.charge(clique.len() as u64 / 4 + 1)?;
                let size = clique.iter().filter(|var| self.open[**var as usize] == self.number).count();
                if size > max {
                    (best, max) = (Some(clique), size);
                }
            }
            let all = best.unwrap_or(std::slice::from_ref(first));
            let group: Vec<Var> = all.iter().copied().filter(|var| self.open[*var as usize] == self.number).collect();
            for var in &group {
                self.open[*var as usize] = 0;
            }
            groups.push(group);
        }
        Ok(groups)
    }
}
