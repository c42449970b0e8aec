//! Disjoint cliques that cover what is counted: each holds one piece at most, so their number bounds the count.

use std::collections::BTreeMap;

use super::{Model, Var};
use crate::control::{Cause, Control};

/// Disjoint sets, at most one member of each true, that together hold every variable counted.
pub(crate) struct Partition {
    pub(crate) name: &'static str,
    pub(crate) sets: Vec<Vec<Var>>,
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
        let overlapping = self.cliques.iter().filter(|family| !family.disjoint).flat_map(|family| &family.sets);
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
        sets: impl Iterator<Item = &'a Vec<Var>>,
        counted: impl Fn(Var) -> bool,
        control: &mut Control,
    ) -> Result<Vec<Vec<Var>>, Cause> {
        let mut all = Vec::new();
        for set in sets {
            control.spend(16 + set.len() as u64)?;
            all.push(set.iter().copied().filter(|var| counted(*var)).collect());
        }
        Ok(all)
    }

    /// Adds a set for each counted variable that is in none.
    fn completed(
        &self,
        name: &'static str,
        mut sets: Vec<Vec<Var>>,
        counted: impl Fn(Var) -> bool,
        control: &mut Control,
    ) -> Result<Partition, Cause> {
        control.spend(self.vars() as u64)?;
        let mut left: Vec<bool> = (0..self.vars() as Var).map(counted).collect();
        for var in sets.iter().flatten() {
            left[*var as usize] = false;
        }
        sets.retain(|set| !set.is_empty());
        sets.extend(left.iter().enumerate().filter(|(_, left)| **left).map(|(var, _)| vec![var as Var]));
        Ok(Partition { name, sets })
    }

    /// Disjoint parts of cliques, those first that still hold the most; pairs are matched as well as can be.
    fn greedy(&self, cliques: &[Vec<Var>], control: &mut Control) -> Result<Vec<Vec<Var>>, Cause> {
        let largest = cliques.iter().map(Vec::len).max().unwrap_or(0);
        if largest == 2
            && self.vars() <= 1 << 12
            && let Some(matching) = matching(self.vars(), cliques, control)?
        {
            return Ok(matching);
        }
        let mut covered = vec![false; self.vars()];
        let mut sets = Vec::new();
        for size in (2..=largest).rev() {
            for clique in cliques {
                control.spend(clique.len() as u64)?;
                let fresh: Vec<Var> = clique.iter().copied().filter(|var| !covered[*var as usize]).collect();
                if fresh.len() >= size {
                    for var in &fresh {
                        covered[*var as usize] = true;
                    }
                    sets.push(fresh);
                }
            }
        }
        Ok(sets)
    }
}

/// A greatest matching by augmenting paths, if the pairs form a bipartite graph.
fn matching(vars: usize, pairs: &[Vec<Var>], control: &mut Control) -> Result<Option<Vec<Vec<Var>>>, Cause> {
    let mut neighbours: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for pair in pairs {
        if let [a, b] = pair[..] {
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
    let pairs = (0..vars).filter(|var| colour[*var] == Some(false));
    Ok(Some(pairs.filter_map(|a| partner[a].map(|b| vec![a.min(b) as Var, a.max(b) as Var])).collect()))
}
