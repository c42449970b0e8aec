//! The sum of weights as what is maximised, bounded by sets of which each holds one piece at most.

use super::node::{Conflict, Node};
use super::program::{Agenda, Program};
use crate::language::sort_by;
use crate::model::bit_set::BitSet;
use crate::model::{Partition, Var, Worths};

/// A sum of weights, and the least value demanded.
pub(super) struct Sum {
    worths: Worths,
    /// The weights other than 0 and their variables, the greatest first.
    terms: Vec<(i64, Var)>,
    pub(super) min: i64,
    partitions: Vec<Weighed>,
}

/// Disjoint sets that hold at most one piece each, and together every variable of positive weight.
struct Weighed {
    /// The members of each set with their weights, the greatest first.
    members: Vec<(i64, Var)>,
    ends: Vec<usize>,
}

fn heaviest_first(terms: &mut [(i64, Var)]) {
    sort_by(terms, |(weight, var), (other, next)| other.cmp(weight).then(var.cmp(next)));
}

impl Weighed {
    fn new(worths: &Worths, partition: &Partition) -> Self {
        let (mut members, mut ends) = (Vec::new(), Vec::new());
        for set in partition.sets.iter() {
            let start = members.len();
            members.extend(set.iter().map(|var| (worths.weight(*var), *var)));
            heaviest_first(&mut members[start..]);
            ends.push(members.len());
        }
        Self { members, ends }
    }

    fn sets(&self) -> impl Iterator<Item = &[(i64, Var)]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| &self.members[start..*end])
    }
}

impl Sum {
    /// The most partitions used.
    const MAX_PARTITIONS: usize = 4;

    pub(super) fn new(worths: &Worths, partitions: &[Partition]) -> Self {
        let all = worths.list().iter().copied().zip(0..);
        let mut terms: Vec<(i64, Var)> = all.filter(|(weight, _)| *weight != 0).collect();
        heaviest_first(&mut terms);
        let partitions = partitions.iter().take(Self::MAX_PARTITIONS).map(|own| Weighed::new(worths, own)).collect();
        Self { worths: worths.clone(), terms, min: i64::MIN, partitions }
    }

    /// What it takes to draw conclusions.
    pub(super) fn cost(&self) -> u64 {
        (self.terms.len() + self.partitions.iter().map(|own| self.terms.len() + 2 * own.members.len()).sum::<usize>())
            as u64
    }

    /// Whether no piece is worth anything, and some cost something.
    pub(super) fn only_costs(&self) -> bool {
        self.terms.first().is_some_and(|(greatest, _)| *greatest < 0)
    }

    /// Returns the value of what is placed.
    pub(super) fn value<W: BitSet>(&self, placed: &W) -> i64 {
        let mut value = 0;
        for (weight, var) in &self.terms {
            if placed.has(*var) {
                value += weight;
            }
        }
        value
    }

    pub(super) fn weight(&self, var: Var) -> i64 {
        self.worths.weight(var)
    }

    /// Returns the heaviest open variable of a set, the first of several.
    pub(super) fn heaviest_in<W: BitSet>(&self, set: &W::Mask, node: &Node<W>) -> Option<Var> {
        let mut heaviest: Option<(i64, Var)> = None;
        node.open.each_in(set, |var| {
            if heaviest.is_none_or(|(weight, _)| self.weight(var) > weight) {
                heaviest = Some((self.weight(var), var));
            }
        });
        heaviest.map(|(_, var)| var)
    }

    /// Returns the open variable of the greatest weight, if that is positive.
    pub(super) fn heaviest<W: BitSet>(&self, node: &Node<W>) -> Option<Var> {
        for (weight, var) in &self.terms {
            if *weight <= 0 {
                break;
            }
            if node.open.has(*var) {
                return Some(*var);
            }
        }
        None
    }
}

impl<W: BitSet> Program<W> {
    /// Draws conclusions from the value demanded.
    pub(super) fn sum_holds(&self, node: &mut Node<W>, agenda: &mut Agenda, sum: &Sum) -> Result<(), Conflict> {
        if sum.min == i64::MIN {
            return Ok(());
        }
        self.linear(node, agenda, &sum.terms, (sum.min, i64::MAX))?;
        for partition in &sum.partitions {
            // Conclusions from the one before may have placed more.
            let mut max = sum.value(&node.placed);
            for set in partition.sets() {
                if let Some((weight, _)) = set.iter().find(|(_, var)| node.open.has(*var)) {
                    max += weight;
                }
            }
            if max < sum.min {
                return Err(Conflict);
            }
            // What may be lost, set by set, before too little is left.
            let spare = max.saturating_sub(sum.min);
            for set in partition.sets() {
                let (mut first, mut only, mut short) = (None, true, Vec::new());
                for (weight, var) in set {
                    if !node.open.has(*var) {
                        continue;
                    }
                    match first {
                        None => first = Some((*weight, *var)),
                        Some((best, _)) if best - weight > spare => short.push(*var),
                        Some(_) => only = false,
                    }
                }
                for var in short {
                    self.drop(node, agenda, var);
                }
                if let Some((best, first)) = first
                    && only
                    && best > spare
                {
                    self.place(node, agenda, first)?;
                }
            }
        }
        Ok(())
    }
}
