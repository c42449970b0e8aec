//! Disjoint cliques that cover what is counted: each holds one piece at most, so their number bounds the count.

use std::collections::BTreeMap;

use super::{Model, Sets, Var};
use crate::control::{Cause, Control};

/// Disjoint sets, at most one member of each true, that together hold every variable counted.
pub(crate) struct Partition {
    pub(crate) name: &'static str,
    pub(crate) sets: Sets,
}

impl Model {
    /// The partitions of the counted variables that the cliques offer, best first: each family of lines, and one put
    /// together greedily from all cliques that overlap.
    pub(crate) fn partitions(
        &self,
        counted: impl Fn(Var) -> bool,
        control: &mut Control,
    ) -> Result<Vec<Partition>, Cause> {
        let mut partitions = Vec::new();
        for family in self.cliques.iter().filter(|family| family.disjoint) {
            let sets = Self::counted_in(family.sets.iter(), &counted, control)?;
            partitions.push(self.completed(family.name, sets, &counted, control)?);
        }
        let overlapping = self.cliques.iter().filter(|family| !family.disjoint).flat_map(|family| family.sets.iter());
        let overlapping = Self::counted_in(overlapping, &counted, control)?;
        if !overlapping.is_empty() {
            let greedy = self.greedy(&overlapping, control)?;
            partitions.push(self.completed("blocks", greedy, &counted, control)?);
        }
        partitions.sort_by_key(|partition| partition.sets.len());
        Ok(partitions)
    }

    /// The counted members of these sets.
    fn counted_in<'a>(
        sets: impl Iterator<Item = &'a [Var]>,
        counted: impl Fn(Var) -> bool,
        control: &mut Control,
    ) -> Result<Sets, Cause> {
        let mut all = Sets::default();
        for set in sets {
            control.spend(16 + set.len() as u64)?;
            all.push_if(1, set.iter().copied().filter(|var| counted(*var)));
        }
        Ok(all)
    }

    /// Adds a set for each counted variable that is in none.
    fn completed(
        &self,
        name: &'static str,
        mut sets: Sets,
        counted: impl Fn(Var) -> bool,
        control: &mut Control,
    ) -> Result<Partition, Cause> {
        control.spend(self.vars() as u64)?;
        let mut left: Vec<bool> = (0..self.vars() as Var).map(counted).collect();
        for var in sets.members() {
            left[*var as usize] = false;
        }
        for (var, _) in left.iter().enumerate().filter(|(_, left)| **left) {
            sets.push([var as Var]);
        }
        Ok(Partition { name, sets })
    }

    /// Disjoint parts of cliques, those first that still hold the most; pairs are matched as well as can be.
    fn greedy(&self, cliques: &Sets, control: &mut Control) -> Result<Sets, Cause> {
        let largest = cliques.iter().map(<[Var]>::len).max().unwrap_or(0);
        if largest == 2
            && self.vars() <= 1 << 12
            && let Some(matching) = matching(self.vars(), cliques, control)?
        {
            return Ok(matching);
        }
        let mut covered = vec![false; self.vars()];
        let mut sets = Sets::default();
        for size in (2..=largest).rev() {
            for clique in cliques.iter() {
                control.spend(clique.len() as u64)?;
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

/// A greatest matching by augmenting paths, if the pairs form a bipartite graph.
fn matching(vars: usize, pairs: &Sets, control: &mut Control) -> Result<Option<Sets>, Cause> {
    let mut neighbours: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for pair in pairs.iter() {
        if let [a, b] = *pair {
            neighbours.entry(a as usize).or_default().push(b as usize);
            neighbours.entry(b as usize).or_default().push(a as usize);
        }
    }
    let mut colour: Vec<Option<bool>> = vec![None; vars];
    for start in neighbours.keys() {
        if colour[*start].is_some() {
            continue;
        }
        colour[*start] = Some(false);
        let mut open = vec![*start];
        while let Some(at) = open.pop() {
            for next in &neighbours[&at] {
                match colour[*next] {
                    None => {
                        colour[*next] = colour[at].map(|side| !side);
                        open.push(*next);
                    }
                    same if same == colour[at] => return Ok(None),
                    Some(_) => {}
                }
            }
        }
    }
    let mut partner: Vec<Option<usize>> = vec![None; vars];
    for start in neighbours.keys().filter(|var| colour[**var] == Some(false)) {
        control.spend(pairs.len() as u64)?;
        // Depth first from `start`; `from[b]` is the vertex from which `b` on the other side was reached.
        let mut from: Vec<Option<usize>> = vec![None; vars];
        let mut open = vec![*start];
        let mut end = None;
        'search: while let Some(at) = open.pop() {
            for next in &neighbours[&at] {
                if from[*next].is_some() {
                    continue;
                }
                from[*next] = Some(at);
                match partner[*next] {
                    None => {
                        end = Some(*next);
                        break 'search;
                    }
                    Some(mate) => open.push(mate),
                }
            }
        }
        while let Some(b) = end {
            let a = from[b].unwrap_or(*start);
            end = partner[a];
            (partner[a], partner[b]) = (Some(b), Some(a));
        }
    }
    let mut matched = Sets::default();
    for a in (0..vars).filter(|var| colour[*var] == Some(false)) {
        if let Some(b) = partner[a] {
            matched.push([a.min(b) as Var, a.max(b) as Var]);
        }
    }
    Ok(Some(matched))
}
