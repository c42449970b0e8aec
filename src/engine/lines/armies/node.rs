//! What is open at a node, and what follows there.

use super::program::{Image, Program};
use super::shares::is_within;
use crate::budget::{Cause, Control};
use crate::model::Var;

/// What is open at a node.
#[derive(Clone, Default)]
pub(in crate::engine::lines) struct Node {
    /// The slots on which each kind may stand, as words, and those on which it must.
    pub(super) live: Vec<u64>,
    pub(super) placed: Vec<u64>,
    /// How many slots of each line are live, by kind and line, and of all slots, by kind.
    pub(super) counts: Vec<u16>,
    pub(super) totals: Vec<i64>,
    /// The label of each line: 0, or 1 + the only kind that it may hold.
    pub(super) labels: Vec<u8>,
    /// Whether the line must hold a piece of that kind.
    pub(super) held: Vec<bool>,
}

impl Node {
    pub(super) fn copy(&mut self, other: &Self) {
        self.live.clone_from(&other.live);
        self.placed.clone_from(&other.placed);
        self.counts.clone_from(&other.counts);
        self.totals.clone_from(&other.totals);
        self.labels.clone_from(&other.labels);
        self.held.clone_from(&other.held);
    }
}

/// What a solution must have to matter.
#[derive(Clone, Default)]
pub(super) struct Demand {
    /// The smallest shares.
    shares: Vec<Vec<i64>>,
    /// For each of the weights of kinds the least sum over such a share.
    sums: Vec<i64>,
}

impl Demand {
    pub(super) fn new(shares: Vec<Vec<i64>>, scales: &[Vec<i32>]) -> Self {
        let sum =
            |scale: &[i32], share: &[i64]| scale.iter().zip(share).map(|(a, number)| i64::from(*a) * number).sum();
        let least = |scale: &Vec<i32>| shares.iter().map(|share| sum(scale, share)).min().unwrap_or(0);
        Self { sums: scales.iter().map(least).collect(), shares }
    }
}

/// What is left where no line is contested.
pub(super) enum Left {
    /// Nothing satisfies the rules.
    Nothing,
    Solution,
    /// A piece that may or may not stand.
    Open(Var),
}

/// Weights of kinds for which families of lines are summed up.
pub(super) fn scales(kinds: usize) -> Vec<Vec<i32>> {
    /// With more kinds only one of them weighs more or less than the others.
    const FEW: usize = 3;
    let mut all = vec![vec![1; kinds]];
    if kinds == 2 {
        all.extend([vec![2, 1], vec![1, 2], vec![3, 2], vec![2, 3]]);
    } else if kinds <= FEW {
        all.extend((1..(1 << kinds) - 1).map(|set: u32| (0..kinds).map(|kind| 1 + (set >> kind & 1) as i32).collect()));
    } else {
        all.extend((0..kinds).map(|own| (0..kinds).map(|kind| 1 + i32::from(kind == own)).collect()));
    }
    all
}

impl Program {
    pub(super) fn root(&self, control: &mut Control) -> Result<Node, Cause> {
        let (kinds, lines, words) = (self.kinds, self.layout.lines.len(), self.layout.words);
        control.charge((kinds * (lines + self.layout.slots * self.layout.families.len())) as u64)?;
        let mut root = Node {
            live: vec![0; kinds * words],
            placed: vec![0; kinds * words],
            counts: vec![0; kinds * lines],
            totals: vec![0; kinds],
            labels: vec![0; lines],
            held: vec![false; lines],
        };
        for kind in 0..kinds {
            for slot in (0..self.layout.slots).filter(|slot| self.allowed[kind * self.layout.slots + slot]) {
                root.live[kind * words + slot / 64] |= 1 << (slot % 64);
                root.totals[kind] += 1;
                for line in self.layout.through(slot) {
                    root.counts[kind * lines + *line as usize] += 1;
                }
            }
        }
        Ok(root)
    }

    /// Whether a number of a path stands for a way.
    pub(in crate::engine::lines) fn is_way(&self, number: u32) -> bool {
        (number as usize) < 2 * self.kinds * (self.layout.lines.len() + self.layout.slots)
    }

    /// Whether two numbers of paths are ways of one branch that have no solution in common.
    pub(in crate::engine::lines) fn are_apart(&self, one: u32, other: u32) -> bool {
        let kinds = self.kinds as u32;
        let (subject, lines) = (|number: u32| number / 2 / kinds, self.layout.lines.len() as u32);
        let (holds, differ) = (one % 2 == 1 || other % 2 == 1, one / 2 != other / 2);
        subject(one) == subject(other) && if subject(one) < lines { differ && holds } else { !differ && one != other }
    }

    /// The ways out of a node by a line: it holds no kind but the lowest, or it holds a piece of another; the kind with the most
    /// live pieces comes first.
    pub(super) fn ways_of_line(&self, node: &Node, line: usize, ways: &mut Vec<u32>) {
        let count = |kind: usize| node.counts[kind * self.layout.lines.len() + line];
        let (mut kinds, mut lowest) = (Vec::with_capacity(self.kinds), None);
        for kind in (0..self.kinds).filter(|kind| count(*kind) > 0) {
            lowest = lowest.or(Some(kind));
            let place = kinds.partition_point(|other| count(*other) >= count(kind));
            kinds.insert(place, kind);
        }
        for kind in kinds {
            ways.push((2 * (line * self.kinds + kind) + usize::from(Some(kind) != lowest)) as u32);
        }
    }

    /// The ways out of a node by a variable: true, or false.
    pub(super) fn ways_of_var(&self, var: Var) -> [u32; 2] {
        let number = 2 * (self.kinds * self.layout.lines.len()) as u32 + 2 * var;
        [number + 1, number]
    }

    /// Takes a way.
    pub(super) fn take(&self, node: &mut Node, number: u32) {
        let (place, holds) = (number as usize / 2, number % 2 == 1);
        let (subject, kind) = (place / self.kinds, place % self.kinds);
        if subject < self.layout.lines.len() {
            self.leave_to(node, subject, kind);
            node.held[subject] |= holds;
            // The least labels of a solution have 0 on a line that holds nothing.
            if holds || kind == 0 {
                node.labels[subject] = kind as u8 + 1;
            }
            return;
        }
        let slot = subject - self.layout.lines.len();
        let (word, bit) = (kind * self.layout.words + slot / 64, 1 << (slot % 64));
        if holds {
            node.placed[word] |= bit;
        } else if node.live[word] & bit != 0 {
            self.kill(node, kind, slot);
        }
    }

    /// Leaves a line to one kind.
    fn leave_to(&self, node: &mut Node, line: usize, kind: usize) {
        for other in (0..self.kinds).filter(|other| *other != kind) {
            if node.counts[other * self.layout.lines.len() + line] == 0 {
                continue;
            }
            for word in 0..self.layout.words {
                let mut lost =
                    node.live[other * self.layout.words + word] & self.layout.masks[line * self.layout.words + word];
                while lost != 0 {
                    self.kill(node, other, word * 64 + lost.trailing_zeros() as usize);
                    lost &= lost - 1;
                }
            }
        }
    }

    pub(super) fn kill(&self, node: &mut Node, kind: usize, slot: usize) {
        node.live[kind * self.layout.words + slot / 64] &= !(1 << (slot % 64));
        node.totals[kind] -= 1;
        let counts = &mut node.counts[kind * self.layout.lines.len()..(kind + 1) * self.layout.lines.len()];
        for line in self.layout.through(slot) {
            counts[*line as usize] -= 1;
        }
    }

    /// Labels the lines that can hold one kind only, as far as sums over families tell by `basis`; returns whether a share that is
    /// demanded may be there.
    pub(super) fn is_possible(&self, node: &mut Node, scales: &[Vec<i32>], basis: &Demand, demand: &Demand) -> bool {
        loop {
            if !demand.shares.iter().any(|share| is_within(share, &node.totals)) {
                return false;
            }
            let labelled = node.labels.iter().filter(|label| **label > 0).count();
            for family in &self.layout.families {
                for (scale, mins) in scales.iter().zip(basis.sums.iter().zip(&demand.sums)) {
                    if !self.sum_up(node, family.clone(), scale, mins) {
                        return false;
                    }
                }
            }
            if node.labels.iter().filter(|label| **label > 0).count() == labelled {
                break;
            }
        }
        let lines = self.layout.lines.len();
        let is_held = |(line, label): (usize, &u8)| {
            !node.held[line] || *label > 0 && node.counts[(usize::from(*label) - 1) * lines + line] > 0
        };
        node.labels.iter().enumerate().all(is_held)
            && node.placed.iter().zip(&node.live).all(|(own, live)| own & !live == 0)
    }

    /// Leaves out the rest of each set whose pieces stand together, if one of them cannot stand; returns whether there was any.
    pub(super) fn even_out(&self, node: &mut Node) -> bool {
        let mut changed = false;
        for set in &self.same {
            let live = set.iter().filter(|var| self.is_in(&node.live, **var)).count();
            if live == 0 || live == set.len() {
                continue;
            }
            changed = true;
            for var in set.iter().map(|var| *var as usize) {
                if self.is_in(&node.live, var as Var) {
                    self.kill(node, var % self.kinds, var / self.kinds);
                }
            }
        }
        changed
    }

    /// Whether a variable is in sets of slots by kind.
    pub(super) fn is_in(&self, sets: &[u64], var: Var) -> bool {
        let (slot, kind) = (var as usize / self.kinds, var as usize % self.kinds);
        sets[kind * self.layout.words + slot / 64] >> (slot % 64) & 1 == 1
    }

    /// Sums up the most that each line of a family can hold, and labels those that must hold a certain kind for the sum to be
    /// at least the first number; returns whether it is at least the second, which is no less.
    fn sum_up(&self, node: &mut Node, family: std::ops::Range<usize>, scale: &[i32], mins: (&i64, &i64)) -> bool {
        let lines = self.layout.lines.len();
        let sum = if let [a, b] = scale {
            let (first, second) = node.counts.split_at(lines);
            let counts = first[family.clone()].iter().zip(&second[family.clone()]);
            i64::from(counts.map(|(own, other)| (a * i32::from(*own)).max(b * i32::from(*other))).sum::<i32>())
        } else {
            let worth = |line: usize| {
                let worths = scale.iter().enumerate();
                worths.map(|(kind, a)| a * i32::from(node.counts[kind * lines + line])).max().unwrap_or(0)
            };
            family.clone().map(|line| i64::from(worth(line))).sum()
        };
        if sum < *mins.1 {
            return false;
        }
        let spare = sum - mins.0;
        for line in family {
            // The best and the second best kind of the line.
            let (mut best, mut second, mut kind) = (0, 0, 0);
            for (own, a) in scale.iter().enumerate() {
                let worth = a * i32::from(node.counts[own * lines + line]);
                if worth > best {
                    (second, best, kind) = (best, worth, own);
                } else {
                    second = second.max(worth);
                }
            }
            if second > 0 && i64::from(best - second) > spare {
                self.leave_to(node, line, kind);
                node.labels[line] = kind as u8 + 1;
                // Lines of the family are disjoint, so the sum stays as it is.
            }
        }
        true
    }

    /// The symmetries whose images of labels are compared at this depth: where there are many, near the root alone.
    pub(super) fn images_at(&self, depth: usize) -> &[Image] {
        /// The most images that are compared times the depth.
        const MOST: usize = 1 << 16;
        if depth * self.symmetries.len() > MOST { &[] } else { &self.symmetries }
    }

    /// Whether no symmetry shows that an image of the labels comes before them. Only labels that were decided are compared.
    pub(super) fn is_first(&self, node: &Node, depth: usize) -> bool {
        self.images_at(depth).iter().all(|image| {
            for line in &self.layout.compared {
                let (own, other) = (node.labels[*line as usize], node.labels[image.line[*line as usize] as usize]);
                if own == 0 || other == 0 {
                    return true;
                }
                let other = image.kind[usize::from(other) - 1] + 1;
                if own != other {
                    return own < other;
                }
            }
            true
        })
    }

    /// Returns the line on which the most pairs of live pieces of two kinds exclude each other; the first of several.
    pub(super) fn contested(&self, node: &Node) -> Option<usize> {
        let lines = self.layout.lines.len();
        let pairs = |line: usize| {
            let counts = (0..self.kinds).map(|kind| u64::from(node.counts[kind * lines + line]));
            let (sum, squares) = counts.fold((0, 0), |(sum, squares), own| (sum + own, squares + own * own));
            sum * sum - squares
        };
        let mut best = (0, None);
        for line in 0..lines {
            let own = pairs(line);
            if own > best.0 {
                best = (own, Some(line));
            }
        }
        best.1
    }

    /// Where no line is contested, decides which pieces stand as far as numbers tell.
    pub(super) fn leave_out(&self, node: &mut Node) -> Left {
        let words = self.layout.words;
        let mut min: Vec<i64> =
            node.placed.chunks(words).map(|own| own.iter().map(|word| i64::from(word.count_ones())).sum()).collect();
        let mut kind = 0;
        while kind < self.kinds {
            if !self.shares.may_hold(&min, &node.totals) {
                return Left::Nothing;
            }
            let own = kind * words..(kind + 1) * words;
            if min[kind] == node.totals[kind] {
                kind += 1;
                continue;
            }
            node.totals[kind] -= 1;
            let may_be_fewer = self.shares.may_hold(&min, &node.totals);
            node.totals[kind] += 1;
            min[kind] += 1;
            let may_be_more = self.shares.may_hold(&min, &node.totals);
            min[kind] -= 1;
            if !may_be_fewer {
                for word in own {
                    node.placed[word] = node.live[word];
                }
                min[kind] = node.totals[kind];
            } else if !may_be_more {
                for word in own {
                    let mut lost = node.live[word] & !node.placed[word];
                    while lost != 0 {
                        let slot = (word - kind * words) * 64 + lost.trailing_zeros() as usize;
                        self.kill(node, kind, slot);
                        lost &= lost - 1;
                    }
                }
            } else {
                kind += 1;
                continue;
            }
            // What one kind must do may settle another.
            kind = 0;
        }
        let lines = self.layout.lines.len();
        let held = |line: usize| {
            node.held[line] && node.counts[(usize::from(node.labels[line]).saturating_sub(1)) * lines + line] == 0
        };
        if (0..lines).any(held) {
            return Left::Nothing;
        }
        for kind in 0..self.kinds {
            for word in 0..words {
                let open = node.live[kind * words + word] & !node.placed[kind * words + word];
                if open != 0 {
                    let slot = word * 64 + open.trailing_zeros() as usize;
                    return Left::Open((slot * self.kinds + kind) as Var);
                }
            }
        }
        let is_even = |set: &Vec<Var>| {
            let placed = set.iter().filter(|var| self.is_in(&node.placed, **var)).count();
            placed == 0 || placed == set.len()
        };
        if self.same.iter().all(is_even) { Left::Solution } else { Left::Nothing }
    }

    /// Lists the variables of sets of slots by kind, sorted; of each kind no more than its share.
    pub(super) fn vars_of(&self, sets: &[u64], share: Option<&[i64]>) -> Vec<Var> {
        let mut vars = Vec::new();
        for kind in 0..self.kinds {
            let own = &sets[kind * self.layout.words..(kind + 1) * self.layout.words];
            let slots = (0..self.layout.slots).filter(|slot| own[slot / 64] >> (slot % 64) & 1 == 1);
            let max = share.map_or(self.layout.slots, |share| share[kind] as usize);
            vars.extend(slots.take(max).map(|slot| (slot * self.kinds + kind) as Var));
        }
        vars.sort_unstable();
        vars
    }
}
