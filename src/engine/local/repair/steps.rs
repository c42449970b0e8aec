//! A step, and placements that come at once.

use super::rows::Touch;
use super::{Change, Repair};
use crate::budget::{Cause, Control};
use crate::model::Var;

impl Repair {
    /// A square just changed stays as it is for this many steps, and up to as many more.
    const STILL: u64 = 2;
    /// While a value is missing, three of four steps work towards it. With every other one the same work did not reach 28 peaceable
    /// queens on 10×10 (three seeds found 22 or 24), nor more than 38 pieces of five kinds apart there (39 and 40).
    const WISHES: u64 = 3;
    const STEPS: u64 = 4;

    /// How much is missing from a value that would be better.
    pub(super) fn missing(&self, value: i64) -> i64 {
        self.best.map_or(0, |best| best.saturating_add(1).saturating_sub(value).max(0))
    }

    /// Tries a piece for each square that asks for one, in reading order, and one kind on all squares; leaves the board empty where
    /// all of these break rules.
    pub(super) fn come_at_once(&mut self, control: &mut Control) -> Result<(), Cause> {
        self.stand(&[], control)?;
        for slot in 0..self.stands.len() as u32 {
            let asks = |row: &u32| self.broken.has(*row);
            let own = &self.touches[self.touched.range(slot as usize * self.kinds)];
            let off = |touch: &Touch| {
                let row = &self.rows[touch.row as usize];
                if row.active { row.off(row.sum + touch.by) - row.off(row.sum) } else { 0 }
            };
            let helps = own.iter().any(|touch| off(touch) < 0) && own.iter().all(|touch| off(touch) <= 0);
            if helps || self.if_vacant.get(slot as usize).iter().any(asks) {
                let cost = self.make((slot, 1));
                control.charge(cost)?;
            }
        }
        for kind in 0..self.kinds as Var {
            if self.broken.list.is_empty() {
                return Ok(());
            }
            let all: Vec<Var> = (kind..self.placed.limit() as Var).step_by(self.kinds).collect();
            self.stand(&all, control)?;
        }
        if self.broken.list.is_empty() { Ok(()) } else { self.stand(&[], control) }
    }

    /// Improves a placement that breaks no rule wherever none is broken by it, until the limit comes.
    pub(super) fn climb(&mut self, control: &mut Control) -> Result<(), Cause> {
        // Here pieces of kinds that rest cost nothing.
        let rests = std::mem::take(&mut self.rests);
        let done = self.climb_on(control);
        self.rests = rests;
        done
    }

    fn climb_on(&mut self, control: &mut Control) -> Result<(), Cause> {
        let start = self.random.below(self.placed.limit() as u64) as usize;
        for place in 0..self.placed.limit() {
            let var = ((start + place) % self.placed.limit()) as Var;
            let (worth, stands) = (self.worths.weight(var), self.stands[self.slot(var) as usize]);
            let change = if worth > 0 && stands == 0 {
                self.put(var)
            } else if worth < 0 && self.placed.has(var) {
                self.clear(var)
            } else {
                continue;
            };
            let (delta, mut cost) = self.delta(change);
            if delta <= 0 {
                let before = (self.stands[change.0 as usize], self.broken.list.len());
                cost += self.make(change);
                // What is seen twice is only known now.
                if self.broken.list.len() > before.1 {
                    cost += self.make((change.0, before.0));
                }
            }
            control.charge(cost)?;
        }
        Ok(())
    }

    /// Makes a step; returns about the work it took.
    pub(super) fn step(&mut self) -> u64 {
        self.step += 1;
        if self.kinds > 1 && !self.is_large() {
            self.rests.decide(self.kinds, self.step, self.unit, &mut self.random);
        }
        self.options.clear();
        // As soon as a value is missing, most steps work towards it, so that there are not more pieces than it takes.
        let wishes = self.missing(self.value) > 0 && self.random.below(Self::STEPS) < Self::WISHES;
        match if wishes { None } else { self.broken.draw(&mut self.random) } {
            Some(row) => self.repairs(row),
            None => self.gains(),
        }
        if self.options.is_empty() {
            // Nothing helps, or all is well: any change may lead on.
            let var = self.random.below(self.placed.limit() as u64) as Var;
            let change = if self.placed.has(var) { self.clear(var) } else { self.put(var) };
            self.options.push(change);
        }
        let mut cost = 32 + 2 * self.options.len() as u64;
        self.thin(Self::LOOKED_AT);
        let mut best: Option<(i64, u64, Change)> = None;
        for place in 0..self.options.len() {
            let change = self.options[place];
            let slot = change.0 as usize;
            if self.still_until[slot] > self.step || self.stands[slot] == change.1 {
                continue;
            }
            let (delta, own) = self.delta(change);
            cost += own;
            if best.is_none_or(|(min, oldest, _)| (delta, self.changed[slot]) < (min, oldest)) {
                best = Some((delta, self.changed[slot], change));
            }
        }
        let Some((delta, _, change)) = best else { return cost + self.grow() };
        if delta >= 0 {
            cost += self.grow();
        }
        cost += self.make(change);
        let slot = change.0 as usize;
        self.changed[slot] = self.step;
        self.still_until[slot] = self.step + Self::STILL + self.random.below(Self::STILL);
        cost
    }

    /// Makes what is broken weigh more; returns about the work it took.
    fn grow(&mut self) -> u64 {
        /// After this many times, and once for each row, all weights shrink again.
        const OFTEN: usize = 64;
        for place in 0..self.broken.list.len() {
            let row = self.broken.list[place];
            let weight = &mut self.rows[row as usize].weight;
            *weight = weight.saturating_add(self.unit);
            self.weigh(row);
        }
        if self.missing(self.value) > 0 {
            self.pull += 1;
        }
        self.grown += 1;
        if self.grown < OFTEN + self.rows.len() {
            return 8 * self.broken.list.len() as u64;
        }
        self.grown = 0;
        for row in 0..self.rows.len() {
            self.rows[row].weight = (self.rows[row].weight / 2).max(self.unit);
            self.weigh(row as u32);
        }
        self.pull = (self.pull / 2).max(1);
        8 * (self.broken.list.len() + self.rows.len()) as u64
    }
}
