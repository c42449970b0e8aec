//! Clique partitions: disjoint cliques that cover what is counted. Each holds at most one piece, so their number bounds
//! the count.

use super::matching::Bipartite;
use super::{Model, Sets, Var};
use crate::answer::BoundName;
use crate::budget::{Cause, Control};
use crate::language::sort_by_number;

/// Disjoint cliques that together hold every counted variable.
pub(crate) struct Partition {
    pub(crate) name: BoundName,
    pub(crate) sets: Sets,
}

impl Model {
    /// Returns the partitions of the counted variables that the cliques offer, best first: one for each family of lines, and
    /// a greedy one from all overlapping cliques. Where there are very many families, as where a hundred thousand rules each
    /// count two squares, those that hold least are overlapping as well.
    pub(crate) fn partitions(&self, counted: &[bool], control: &mut Control) -> Result<Vec<Partition>, Cause> {
        /// The most families that have a partition each, and the most numbers that these may take.
        const MOST: usize = 64;
        const NUMBERS: usize = 1 << 22;
        let mut order: Vec<usize> = (0..self.cliques.len()).filter(|family| self.cliques[*family].disjoint).collect();
        let max = (NUMBERS / self.vars().max(1)).clamp(1, MOST);
        if order.len() > max {
            control.charge(16 * order.len() as u64)?;
            sort_by_number(&mut order, |family| {
                let sets = &self.cliques[*family].sets;
                sets.len() as i64 - sets.members().len() as i64
            });
        }
        let mut alone = vec![false; self.cliques.len()];
        for family in order.into_iter().take(max) {
            alone[family] = true;
        }
        let families = || self.cliques.iter().zip(&alone);
        let mut partitions = Vec::new();
        for (family, _) in families().filter(|(_, alone)| **alone) {
            let sets = Self::counted_in(&mut family.sets.iter(), counted, control)?;
            partitions.push(self.completed(family.name, sets, counted, control)?);
        }
        let mut overlapping = families().filter(|(_, alone)| !**alone).flat_map(|(family, _)| family.sets.iter());
        let overlapping = Self::counted_in(&mut overlapping, counted, control)?;
        if !overlapping.is_empty() {
            let greedy = self.greedy(&overlapping, control)?;
            partitions.push(self.completed(BoundName::Blocks, greedy, counted, control)?);
        }
        sort_by_number(&mut partitions, |partition| partition.sets.len() as i64);
        Ok(partitions)
    }

    /// Returns the counted members of these sets.
    fn counted_in(
        sets: &mut dyn Iterator<Item = &[Var]>,
        counted: &[bool],
        control: &mut Control,
    ) -> Result<Sets, Cause> {
        let mut all = Sets::default();
        for set in sets {
            control.charge(16 + set.len() as u64)?;
            all.push_if(1, set.iter().copied().filter(|var| counted[*var as usize]));
        }
        Ok(all)
    }

    /// Adds a singleton for each counted variable that is in no set.
    fn completed(
        &self,
        name: BoundName,
        mut sets: Sets,
        counted: &[bool],
        control: &mut Control,
    ) -> Result<Partition, Cause> {
        control.charge(self.vars() as u64)?;
        let mut left = counted.to_vec();
        for var in sets.members() {
            left[*var as usize] = false;
        }
        for (var, _) in left.iter().enumerate().filter(|(_, left)| **left) {
            sets.push([var as Var]);
        }
        Ok(Partition { name, sets })
    }

    /// Returns disjoint parts of cliques, the largest remaining part first; pairs come from a maximum matching.
    fn greedy(&self, cliques: &Sets, control: &mut Control) -> Result<Sets, Cause> {
        let largest = cliques.iter().map(<[Var]>::len).max().unwrap_or(0);
        if largest == 2
            && self.vars() <= Bipartite::MAX_VERTICES
            && let Some(matching) = matching(self.vars(), cliques, control)?
        {
            return Ok(matching);
        }
        let mut covered = vec![false; self.vars()];
        let mut sets = Sets::default();
        for size in (2..=largest).rev() {
            for clique in cliques.iter() {
                control.charge(clique.len() as u64)?;
                let fresh = clique.iter().copied().filter(|var| !covered[*var as usize]);
                if sets.push_if(size, fresh) {
                    for var in clique {
                        covered[*var as usize] = true;
                    }
                }
            }
        }
        Ok(sets)
    }
}

/// Returns a greatest matching, if the pairs form a bipartite graph.
fn matching(vars: usize, pairs: &Sets, control: &mut Control) -> Result<Option<Sets>, Cause> {
    let edges: Vec<(Var, Var)> = pairs.iter().filter_map(|pair| Some((*pair.first()?, *pair.last()?))).collect();
    let Some(graph) = Bipartite::new(vars, &edges, control)? else { return Ok(None) };
    let matching = graph.matching(control)?;
    let mut matched = Sets::default();
    for var in 0..vars as Var {
        if let Some(partner) = matching.partner(var).filter(|partner| *partner > var) {
            matched.push([var, partner]);
        }
    }
    Ok(Some(matched))
}
