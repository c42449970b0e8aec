//! How much the pieces still allowed can cover.

use std::ops::Range;

use super::node::{Label, Node, both, each};
use super::program::Program;

/// What is computed anew at each node.
#[derive(Default)]
pub(super) struct Scratch {
    /// How many bare slots are on each line.
    counts: Vec<u16>,
    /// One more than a piece on each labelled line can cover at most, or 0 if none may stand there.
    best: Vec<u16>,
}

impl Program {
    /// Whether the pieces still allowed may suffice for the bare slots: by the most that lines of each family cover, and by the most
    /// that a piece on each demanded line covers.
    pub(super) fn suffices(&self, node: &mut Node, max: i64) -> bool {
        let left = (max - node.number) as usize;
        let Node { labels, open, placed, bare, scratch: Scratch { counts, best }, .. } = node;
        let (layout, later) = (&self.layout, self.families..self.layout.families.len());
        counts.clear();
        counts.resize(layout.lines.len(), 0);
        let mut all = 0;
        each(bare.iter().zip(placed.iter()).map(|(bare, placed)| bare & !placed), |slot| {
            all += 1;
            layout.through(slot)[later.clone()].iter().for_each(|line| counts[*line as usize] += 1);
        });
        let along = |lines: &Range<usize>| greatest(&counts[lines.clone()], left);
        if !self.has_others && layout.families[later].iter().map(along).sum::<u32>() < all {
            return false;
        }
        if all == 0 {
            return self.demands_are_open(node, left);
        }
        best.clear();
        best.resize(self.labelled, 0);
        let mut most = 0;
        each(open.iter().copied(), |slot| {
            let (labelled, others) = layout.through(slot).split_at(self.families);
            let covers = if self.has_others {
                both(bare, self.covered_from(slot)).map(u64::count_ones).sum::<u32>() as u16
            } else {
                others.iter().map(|line| counts[*line as usize]).sum()
            };
            most = covers.max(most);
            for line in labelled {
                let best = &mut best[*line as usize];
                *best = (*best).max(covers + 1);
            }
        });
        layout.families[..self.families].iter().all(|lines| {
            let (mut demanded, mut sum) = (0, 0);
            for line in lines.clone().filter(|line| labels[*line] == Label::Demanded) {
                let Some(covers) = best[line].checked_sub(1) else { return false };
                demanded += 1;
                sum += u32::from(covers);
            }
            demanded <= left && sum + (left - demanded) as u32 * u32::from(most) >= all
        })
    }

    /// Whether the demanded lines are not too many, and a piece may stand on each.
    fn demands_are_open(&self, node: &Node, left: usize) -> bool {
        self.layout.families[..self.families].iter().all(|lines| {
            let mut demanded = lines.clone().filter(|line| node.labels[*line] == Label::Demanded);
            let mut number = 0;
            demanded.all(|line| {
                number += 1;
                number <= left && both(&node.open, self.layout.mask(line)).any(|word| word != 0)
            })
        })
    }
}

/// Returns the sum of the greatest numbers, as many as are wanted.
fn greatest(numbers: &[u16], wanted: usize) -> u32 {
    /// Numbers below this are counted, so that they need not be sorted.
    const SMALL: usize = 64;
    if numbers.iter().any(|number| usize::from(*number) >= SMALL) {
        let mut sorted = numbers.to_vec();
        sorted.sort_unstable_by(|one, other| other.cmp(one));
        return sorted.iter().take(wanted).map(|number| u32::from(*number)).sum();
    }
    let mut how_often = [0; SMALL];
    for number in numbers {
        how_often[usize::from(*number)] += 1;
    }
    let (mut left, mut sum) = (wanted, 0);
    for (number, times) in how_often.iter().enumerate().skip(1).rev() {
        let taken = left.min(*times);
        sum += (taken * number) as u32;
        left -= taken;
    }
    sum
}
