//! What is open at a node, and what follows there.

use super::bounds::Scratch;
use super::program::{Program, has, insert};
use crate::engine::lines::tree::NodeStatus;
use crate::model::Var;

/// What is open at a node.
#[derive(Default)]
pub(in crate::engine::lines) struct Node {
    pub(super) labels: Vec<Label>,
    /// The slots on which a piece may still stand, and those on which one does.
    pub(super) open: Vec<u64>,
    pub(super) placed: Vec<u64>,
    /// The slots to be covered of which no labelled line is occupied, and which no piece covers; and those of pieces that are to be
    /// covered.
    pub(super) bare: Vec<u64>,
    /// How many pieces there are.
    pub(super) number: i64,
    /// Whether a solution stands for its images, and for how many.
    pub(super) weight: u64,
    pub(super) scratch: Scratch,
}

/// What a solution must have to matter.
#[derive(Clone, Copy)]
pub(super) struct Demand {
    /// How many pieces there may be.
    pub(super) min: i64,
    pub(super) max: i64,
    /// Whether none need be added to those that satisfy every rule.
    pub(super) fewest_suffice: bool,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Label {
    #[default]
    Unknown,
    /// It holds no piece.
    Empty,
    /// It is to hold one.
    Demanded,
    /// It holds one.
    Held,
}

impl Label {
    /// Its place in the order in which labels are compared; `None` if it is unknown.
    fn order(self) -> Option<u8> {
        match self {
            Self::Unknown => None,
            Self::Demanded | Self::Held => Some(0),
            Self::Empty => Some(1),
        }
    }
}

impl Node {
    pub(super) fn copy(&mut self, other: &Self) {
        self.labels.clone_from(&other.labels);
        self.open.clone_from(&other.open);
        self.placed.clone_from(&other.placed);
        self.bare.clone_from(&other.bare);
        self.number = other.number;
    }

    /// How many lines are unknown and slots open.
    pub(super) fn undecided(&self) -> u32 {
        let unknown = self.labels.iter().filter(|label| **label == Label::Unknown).count() as u32;
        unknown + size(self.open.iter().copied())
    }

    /// Its pieces.
    pub(super) fn vars(&self) -> impl Iterator<Item = Var> + '_ {
        slots_of(&self.placed).map(|slot| slot as Var)
    }

    pub(super) fn bytes(&self) -> usize {
        8 * (self.open.len() + self.placed.len() + self.bare.len()) + self.labels.len() + 96
    }
}

/// Calls a function with each slot of a set.
pub(super) fn each(set: impl IntoIterator<Item = u64>, mut call: impl FnMut(usize)) {
    for (place, word) in set.into_iter().enumerate() {
        let mut left = word;
        while left != 0 {
            call(64 * place + left.trailing_zeros() as usize);
            left &= left - 1;
        }
    }
}

/// Returns the slots of a set, in order.
fn slots_of(set: &[u64]) -> impl Iterator<Item = usize> + '_ {
    set.iter().enumerate().flat_map(|(place, word)| {
        let mut left = *word;
        std::iter::from_fn(move || {
            let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(64 * place + bit)
        })
    })
}

/// Returns what two sets have in common.
pub(super) fn both<'a>(one: &'a [u64], other: &'a [u64]) -> impl Iterator<Item = u64> + 'a {
    one.iter().zip(other).map(|(one, other)| one & other)
}

fn size(set: impl Iterator<Item = u64>) -> u32 {
    set.map(u64::count_ones).sum()
}

impl Program {
    pub(super) fn root(&self) -> Node {
        let words = self.layout.words;
        Node {
            labels: vec![Label::Unknown; self.labelled],
            open: self.allowed.clone(),
            placed: vec![0; words],
            bare: vec![0; words],
            ..Node::default()
        }
    }

    /// Whether a number of a path stands for a way.
    pub(in crate::engine::lines) fn is_way(&self, number: u32) -> bool {
        (number as usize) < 2 * (self.labelled + self.layout.slots)
    }

    /// Whether two numbers of paths are ways of one branch that have no solution in common.
    pub(in crate::engine::lines) fn are_apart(one: u32, other: u32) -> bool {
        one / 2 == other / 2 && one != other
    }

    /// Takes a way: a line holds a piece or none, or a piece stands on a slot or none does.
    pub(super) fn take(&self, node: &mut Node, number: u32) {
        let (subject, holds) = (number as usize / 2, number % 2 == 1);
        match (subject.checked_sub(self.labelled), holds) {
            (None, true) => self.demand(node, subject),
            (None, false) => self.vacate(node, subject),
            (Some(slot), true) => self.place(node, slot),
            (Some(slot), false) => node.open[slot / 64] &= !(1 << (slot % 64)),
        }
    }

    fn demand(&self, node: &mut Node, line: usize) {
        node.labels[line] = if both(&node.placed, self.layout.mask(line)).any(|word| word != 0) {
            Label::Held
        } else {
            Label::Demanded
        };
    }

    fn vacate(&self, node: &mut Node, line: usize) {
        node.labels[line] = Label::Empty;
        for (open, mask) in node.open.iter_mut().zip(self.layout.mask(line)) {
            *open &= !mask;
        }
        for slot in &self.layout.lines[line] {
            let lines = &self.layout.through(*slot as usize)[..self.families];
            let slot = *slot as usize;
            // On a path to a subtree lines may be labelled after pieces were placed.
            if lines.iter().all(|line| node.labels[*line as usize] == Label::Empty)
                && (node.number == 0 || both(&node.placed, self.seen_from(slot)).all(|word| word == 0))
            {
                node.bare[slot / 64] |= self.required[slot / 64] & 1 << (slot % 64);
            }
        }
    }

    fn place(&self, node: &mut Node, slot: usize) {
        let words = self.layout.words;
        insert(&mut node.placed, slot);
        let needs_cover = self.is_total
            && has(&self.required, slot)
            && both(&node.placed, self.seen_from(slot)).all(|word| word == 0);
        node.number += 1;
        node.open[slot / 64] &= !(1 << (slot % 64));
        if !self.excluded.is_empty() {
            let excluded = &self.excluded[slot * words..(slot + 1) * words];
            node.open.iter_mut().zip(excluded).for_each(|(open, excluded)| *open &= !excluded);
        }
        node.bare.iter_mut().zip(self.covered_from(slot)).for_each(|(bare, covered)| *bare &= !covered);
        if needs_cover {
            insert(&mut node.bare, slot);
        }
        for line in &self.layout.through(slot)[..self.families] {
            node.labels[*line as usize] = Label::Held;
        }
    }

    /// Labels what follows from how many pieces there may be, and lists the ways on.
    pub(super) fn examine(&self, node: &mut Node, demand: Demand, ways: &mut Vec<u32>) -> NodeStatus {
        if !self.label(node, demand) || !self.is_first(node) {
            return NodeStatus::Dead;
        }
        loop {
            if !self.even_out(node) {
                return NodeStatus::Dead;
            }
            let possible = node.number + i64::from(size(node.open.iter().copied()));
            if node.number > demand.max || possible < demand.min || !self.suffices(node, demand.max) {
                return NodeStatus::Dead;
            }
            if let Some(line) = self.order.iter().find(|line| node.labels[**line as usize] == Label::Unknown) {
                ways.extend([2 * line + 1, 2 * line]);
                return NodeStatus::Ways;
            }
            match self.tightest(node) {
                Some((0, _)) => return NodeStatus::Dead,
                Some((1, slot)) => self.place(node, slot),
                Some((_, slot)) => {
                    ways.extend([self.way(slot) + 1, self.way(slot)]);
                    return NodeStatus::Ways;
                }
                None => return self.complete(node, demand, ways),
            }
        }
    }

    /// The number of the way on which a slot stays vacant.
    fn way(&self, slot: usize) -> u32 {
        2 * (self.labelled + slot) as u32
    }

    /// Where every rule holds but for the number of pieces.
    fn complete(&self, node: &mut Node, demand: Demand, ways: &mut Vec<u32>) -> NodeStatus {
        let is_enough = node.number >= demand.min;
        let free = slots_of(&node.open).next();
        match free.filter(|_| node.number < demand.max && !(is_enough && demand.fewest_suffice)) {
            Some(slot) => {
                ways.extend([self.way(slot) + 1, self.way(slot)]);
                NodeStatus::Ways
            }
            None if is_enough && self.stands_for_its_images(node) => NodeStatus::Solution,
            None => NodeStatus::Dead,
        }
    }

    /// Labels the lines that follow from the number of pieces; whether it can be kept.
    fn label(&self, node: &mut Node, Demand { min, max, .. }: Demand) -> bool {
        for (family, lines) in self.layout.families[..self.families].iter().enumerate() {
            let (mut unknown, mut occupied) = (0, 0);
            for label in &node.labels[lines.clone()] {
                unknown += i64::from(*label == Label::Unknown);
                occupied += i64::from(label.order() == Some(0));
            }
            let min = if self.holds_one[family] { min } else { 0 };
            if occupied > max || occupied + unknown < min {
                return false;
            }
            if unknown > 0 && (occupied == max || occupied + unknown == min) {
                for line in lines.clone().filter(|line| node.labels[*line] == Label::Unknown).collect::<Vec<_>>() {
                    if occupied == max { self.vacate(node, line) } else { self.demand(node, line) }
                }
            }
        }
        true
    }

    /// Of slots that hold a piece together, lets all hold one if one does, and none if one cannot; whether that is possible.
    fn even_out(&self, node: &mut Node) -> bool {
        let has = |set: &[u64], slot: Var| has(set, slot as usize);
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for set in &self.same {
                let holds = set.iter().any(|slot| has(&node.placed, *slot));
                let may_hold = set.iter().all(|slot| has(&node.placed, *slot) || has(&node.open, *slot));
                if holds && !may_hold {
                    return false;
                }
                for slot in set.iter().filter(|_| holds || !may_hold) {
                    match (has(&node.open, *slot), holds) {
                        (true, true) => self.place(node, *slot as usize),
                        (true, false) => node.open[*slot as usize / 64] &= !(1 << (slot % 64)),
                        (false, _) => continue,
                    }
                    changed = true;
                }
            }
        }
        true
    }

    /// Whether no symmetry shows that an image of the labels comes before them.
    fn is_first(&self, node: &Node) -> bool {
        self.symmetries.iter().all(|image| {
            for line in self.order.iter().map(|line| *line as usize) {
                let other = image.line[line] as usize;
                match (node.labels[line].order(), node.labels[other].order()) {
                    (Some(own), Some(other)) if own == other => {}
                    (Some(own), Some(other)) => return own < other,
                    _ => return true,
                }
            }
            true
        })
    }

    /// Of the sets of open slots that must be hit, finds one of the fewest, or one of a single slot; returns how many they are, and the
    /// one of them that covers the most.
    fn tightest(&self, node: &Node) -> Option<(u32, usize)> {
        let mut tightest: Option<(u32, &[u64])> = None;
        let mut look = |set| {
            let own = size(both(&node.open, set));
            if tightest.is_none_or(|(least, _)| own < least) {
                tightest = Some((own, set));
            }
            own > 1
        };
        let demanded = node.labels.iter().enumerate().filter(|(_, label)| **label == Label::Demanded);
        let goes_on = demanded.map(|(line, _)| self.layout.mask(line)).all(&mut look);
        if goes_on {
            slots_of(&node.bare).map(|slot| self.seen_from(slot)).all(&mut look);
        }
        let (least, set) = tightest?;
        let mut first = (0, 0);
        each(both(&node.open, set), |slot| {
            let covers = 1 + if least > 1 { size(both(&node.bare, self.covered_from(slot))) } else { 0 };
            if covers > first.0 {
                first = (covers, slot);
            }
        });
        Some((least, first.1))
    }

    /// Whether a solution is the one of its images that stands for all, if there is a group; for how many is noted. Its labels come
    /// first, and of those with the same labels it is the least.
    fn stands_for_its_images(&self, node: &mut Node) -> bool {
        node.weight = 1;
        if self.anchor.is_none() {
            return true;
        }
        let mut stabilisers = 1;
        for image in &self.symmetries {
            let mut labels = node.labels.iter().zip(&image.line);
            if !labels.all(|(own, other)| own.order() == node.labels[*other as usize].order()) {
                continue;
            }
            let mut moved = vec![0; self.layout.words];
            each(node.placed.iter().copied(), |slot| insert(&mut moved, image.slot[slot] as usize));
            if moved < node.placed {
                return false;
            }
            stabilisers += u64::from(moved == node.placed);
        }
        node.weight = (self.symmetries.len() as u64 + 1) / stabilisers;
        true
    }
}
