//! Pieces that come together, and windows that are filled again.

use super::large::Large;
use super::{Change, Repair};
use crate::language::sort_by_number;
use crate::model::When;

impl Repair {
    /// The most pieces that come together, the most rules that are broken meanwhile, the most work for them, and the most ways
    /// that are looked at for each.
    const TOGETHER: usize = 16;
    const BROKEN: usize = 6;
    const CHAIN: u64 = 1 << 12;
    const WAYS: usize = 12;
    /// Adds a piece of some kind to a slot, if it can be; returns about the work it took.
    pub(super) fn insert_any(&mut self, slot: u32, large: &mut Large) -> u64 {
        let mut cost = 0;
        // What the other rules ask for comes first.
        let kinds: Option<Vec<u16>> = if large.loose.is_empty() {
            None
        } else {
            let mut kinds: Vec<(i64, u16)> = Vec::with_capacity(large.kinds.len());
            for kind in &large.kinds {
                let (delta, own) = self.delta((slot, kind + 1));
                cost += own;
                kinds.push((delta, *kind));
            }
            sort_by_number(&mut kinds, |(delta, _)| *delta);
            Some(kinds.into_iter().map(|(_, kind)| kind).collect())
        };
        let mut log = std::mem::take(&mut large.log);
        for place in 0..kinds.as_ref().map_or(large.kinds.len(), Vec::len) {
            let kind = kinds.as_ref().map_or(large.kinds[place], |kinds| kinds[place]);
            let change = (slot, kind + 1);
            if self.stands[slot as usize] != 0 {
                break;
            }
            let (delta, own) = self.delta(change);
            cost += own;
            // Its own rule may be broken, and one more.
            if delta > 4 * self.unit.saturating_mul(2) {
                continue;
            }
            cost += self.insert_group(change, large, &mut log);
            if self.stands[slot as usize] == 0 && large.search > 0 {
                let start = log.len();
                let spent = self.insert(change, &large.loose, &mut log);
                if log.len() > start + 1 {
                    large.learn(&log[start..], &self.stands);
                } else if log.len() == start {
                    large.search = large.search.saturating_sub(spent);
                }
                cost += spent;
            }
        }
        large.log = log;
        cost
    }

    /// Adds pieces as they stood in a group before, if that is worth more and breaks nothing; returns about the work it took.
    fn insert_group(&mut self, change: Change, large: &mut Large, log: &mut Vec<Change>) -> u64 {
        let (start, value) = (log.len(), self.value);
        let square = large.squares[change.0 as usize];
        let mut cost = 0;
        for place in 0..large.groups.len() {
            cost += 4;
            if large.groups[place][0].2 != change.1 {
                continue;
            }
            let mut slots = large.groups[place].iter().map(|(down, right, _)| large.slot(square, *down, *right));
            if !slots.all(|slot| slot.is_some_and(|slot| self.stands[slot as usize] == 0)) {
                continue;
            }
            for (down, right, stands) in &large.groups[place] {
                let Some(slot) = large.slot(square, *down, *right) else { break };
                cost += self.make_for_now((slot, *stands), log);
                // As many as come may lack others for now.
                if self.broken.list.len() > large.loose.len() + log.len() - start {
                    break;
                }
            }
            let all = log.len() - start == large.groups[place].len();
            if all && self.value > value && self.broken.list.iter().all(|row| large.loose.contains(row)) {
                large.groups[..=place].rotate_right(1);
                return cost;
            }
            cost += self.take_back(log, start);
        }
        cost
    }

    /// Makes a change that can be taken back.
    fn make_for_now(&mut self, change: Change, log: &mut Vec<Change>) -> u64 {
        log.push((change.0, self.stands[change.0 as usize]));
        self.make(change)
    }

    /// Takes changes back until the log has this length.
    fn take_back(&mut self, log: &mut Vec<Change>, down_to: usize) -> u64 {
        let mut cost = 0;
        while log.len() > down_to {
            if let Some(change) = log.pop() {
                cost += self.make(change);
            }
        }
        cost
    }

    /// Adds a piece, and those that its rules then ask for, if that is worth more and in the end breaks nothing; returns about the
    /// work it took.
    fn insert(&mut self, change: Change, loose: &[u32], log: &mut Vec<Change>) -> u64 {
        let (start, value) = (log.len(), self.value);
        let mut cost = self.make_for_now(change, log);
        while let Some(row) = self.broken.list.iter().rev().find(|row| !loose.contains(row)).copied() {
            let is_far = self.broken.list.len() > Self::BROKEN || log.len() - start >= Self::TOGETHER;
            let next = if is_far || cost > Self::CHAIN { None } else { self.next_of_chain(row, &mut cost) };
            match next {
                Some(next) => cost += self.make_for_now(next, log),
                None => return cost + self.take_back(log, start),
            }
        }
        if self.value <= value {
            cost += self.take_back(log, start);
        }
        cost
    }

    /// The piece that brings a broken rule nearer to its range and costs the other rules least.
    fn next_of_chain(&mut self, row: u32, cost: &mut u64) -> Option<Change> {
        self.options.clear();
        self.near = true;
        self.repairs(row);
        self.near = false;
        let mut options = std::mem::take(&mut self.options);
        *cost += 2 * options.len() as u64;
        options.retain(|(slot, after)| *after > 0 && self.stands[*slot as usize] == 0);
        self.options = options;
        self.thin(Self::WAYS);
        *cost += self.meetings(row);
        let options = std::mem::take(&mut self.options);
        let mut best: Option<(i64, Change)> = None;
        for change in &options {
            let (delta, own) = self.delta(*change);
            *cost += own;
            if best.is_none_or(|(least, _)| delta < least) {
                best = Some((delta, *change));
            }
        }
        self.options = options;
        best.map(|(_, change)| change)
    }

    /// The value without what must go until differences are in their ranges.
    pub(super) fn balanced(&self, loose: &[u32]) -> i64 {
        let off = |row: &u32| {
            let row = &self.rows[*row as usize];
            row.off(row.sum)
        };
        self.value - self.unit.saturating_mul(loose.iter().map(off).sum())
    }

    /// Empties a window and fills it again, unless that is worth less; returns about the work it took.
    pub(super) fn refill(&mut self, large: &mut Large) -> u64 {
        /// The most pieces elsewhere that go because they stood by those in the window.
        const MOST: usize = 24;
        let slots = large.window(&mut self.random);
        let (value, mut cost) = (self.balanced(&large.loose), 32 + 4 * slots.len() as u64);
        let mut log = std::mem::take(&mut large.log);
        for slot in &slots {
            if self.stands[*slot as usize] > 0 {
                cost += self.make_for_now((*slot, 0), &mut log);
            }
        }
        let most = log.len() + MOST;
        while let Some(row) = self.broken.list.iter().rev().find(|row| !large.loose.contains(row)).copied() {
            match self.rows[row as usize].when {
                When::Placed(var) if log.len() < most => {
                    cost += self.make_for_now(self.clear(var), &mut log);
                }
                _ => {
                    cost += self.take_back(&mut log, 0);
                    large.log = log;
                    return cost;
                }
            }
        }
        let mut again: Vec<u32> = log.iter().map(|(slot, _)| *slot).collect();
        again.retain(|slot| !slots.contains(slot));
        large.log = log;
        for slot in slots.iter().chain(&again) {
            cost += self.insert_any(*slot, large);
        }
        let mut log = std::mem::take(&mut large.log);
        let is_loose = self.broken.list.iter().all(|row| large.loose.contains(row));
        if !is_loose || self.balanced(&large.loose) < value {
            cost += self.take_back(&mut log, 0);
        }
        log.clear();
        large.log = log;
        cost
    }
}
