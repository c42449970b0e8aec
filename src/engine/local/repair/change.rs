//! What a change costs, and what it does to the rows.

use super::rows::{Line, Pass, STEPS, Shape, Touch};
use super::{Change, Repair};

impl Repair {
    /// About what a change costs, and the work to find out. What is seen twice is counted twice.
    pub(super) fn delta(&self, (slot, after): Change) -> (i64, u64) {
        let before = self.stands[slot as usize];
        let (mut delta, mut value, mut cost) = (0i64, self.value, 16);
        for (stands, sign) in [(before, -1), (after, 1)] {
            let Some(var) = self.var((slot, stands)) else { continue };
            value += sign * self.worths.weight(var);
            delta = delta.saturating_add(sign * self.rests.cost(stands));
            let range = self.touched.range(var as usize);
            cost += 2 * range.len() as u64;
            let flip = u32::from(sign < 0);
            for (place, step) in range.clone().zip(&self.steps_of[range]) {
                let by = match self.steps.get((step ^ flip) as usize) {
                    Some(change) => *change,
                    None => self.change(self.touches[place], sign),
                };
                delta = delta.saturating_add(by);
            }
            for row in self.if_placed.get(var as usize) {
                let row = &self.rows[*row as usize];
                delta = delta.saturating_add(sign * row.weight.saturating_mul(row.off(row.sum)));
            }
        }
        let vacated = i64::from(after == 0) - i64::from(before == 0);
        if vacated != 0 {
            for row in self.if_vacant.get(slot as usize) {
                let row = &self.rows[*row as usize];
                delta = delta.saturating_add(vacated * row.weight.saturating_mul(row.off(row.sum)));
            }
        }
        let passes = &self.passes[self.on_rays.range(slot as usize)];
        cost += 4 * passes.len() as u64;
        for Pass { ray, cell } in passes {
            let Line { row, end, first, .. } = self.rays[*ray as usize];
            let row = &self.rows[row as usize];
            if *cell > first || !row.active {
                continue;
            }
            let now = self.counts(*ray);
            let then = if after > 0 {
                self.counts_at(*cell, after)
            } else {
                let next = self.first_from(cell + 1, end);
                next < end && self.counts_at(next, self.stands[self.cells[next as usize].slot as usize])
            };
            delta = delta.saturating_add(row.change(i64::from(then) - i64::from(now)));
        }
        let (by_sight, looked_at) = self.delta_by_sight((slot, after));
        delta = delta.saturating_add(by_sight);
        cost += looked_at;
        let missing = self.missing(value) - self.missing(self.value);
        (delta.saturating_add(self.pull.saturating_mul(missing)), cost)
    }

    /// What a change costs those who see the slot, and the piece on it; and the work to find out.
    fn delta_by_sight(&self, (slot, after): Change) -> (i64, u64) {
        if self.sights.looks.is_empty() {
            return (0, 0);
        }
        let before = self.stands[slot as usize];
        let mut delta = 0i64;
        let mut cost = 0;
        self.sights.watchers(slot, &self.stands, after, &mut |row, by| {
            delta = delta.saturating_add(self.rows[row as usize].change(by));
        });
        cost += 2 * self.sights.lookers(slot, &self.stands, after, &mut |row, by| {
            delta = delta.saturating_add(self.rows[row as usize].change(by));
        });
        cost += 12 * self.sights.number() as u64;
        for (stands, sign) in [(before, -1), (after, 1)] {
            for look in self.sights.of_kind(stands) {
                let row = &self.rows[(look.base + slot) as usize];
                let sum = if sign < 0 { row.sum } else { self.sights.seen(look, slot, &self.stands) };
                delta = delta.saturating_add(sign * row.weight.saturating_mul(row.off(sum)));
                cost += 8;
            }
        }
        (delta, cost)
    }

    /// Updates what is seen of a slot and from it, before the change is made there; returns about the work it took.
    fn make_by_sight(&mut self, (slot, after): Change) -> u64 {
        if self.sights.looks.is_empty() {
            return 0;
        }
        let before = self.stands[slot as usize];
        let mut changed = std::mem::take(&mut self.seen_otherwise);
        self.sights.watchers(slot, &self.stands, after, &mut |row, by| changed.push((row, by)));
        let cost = 8 * self.sights.lookers(slot, &self.stands, after, &mut |row, by| changed.push((row, by)));
        for (row, by) in changed.drain(..) {
            self.add(row, by);
        }
        for (stands, comes) in [(before, false), (after, true)] {
            for number in 0..self.sights.looks.len() {
                let look = &self.sights.looks[number];
                if look.stands != stands {
                    continue;
                }
                let row = look.base + slot;
                let sum = if comes { self.sights.seen(look, slot, &self.stands) } else { 0 };
                let own = &mut self.rows[row as usize];
                (own.sum, own.active) = (sum, comes);
                self.broken.set(row, comes && own.off(sum) > 0);
            }
        }
        self.seen_otherwise = changed;
        self.sights.set(slot, after > 0);
        cost + 24 * self.sights.number() as u64
    }

    /// What it costs if a variable comes or goes, worked out from the row that it is in.
    fn change(&self, Touch { row, by }: Touch, sign: i64) -> i64 {
        let row = &self.rows[row as usize];
        let Shape::Line(all) = row.shape else { return row.change(sign * by) };
        let occupied = i64::from(row.sum + sign * by > 0) - i64::from(row.sum > 0);
        self.rows[all as usize].change(occupied)
    }

    /// Makes a change; returns about the work it took.
    pub(super) fn make(&mut self, (slot, after): Change) -> u64 {
        let before = self.stands[slot as usize];
        if before == after {
            return 0;
        }
        let mut cost = 16 + self.make_by_sight((slot, after));
        for (stands, comes) in [(before, false), (after, true)] {
            let Some(var) = self.var((slot, stands)) else { continue };
            let sign = if comes { 1 } else { -1 };
            self.placed.set(var, comes);
            self.value += sign * self.worths.weight(var);
            let touches = self.touched.range(var as usize);
            cost += 8 * touches.len() as u64;
            for place in touches {
                let Touch { row, by } = self.touches[place];
                self.add(row, sign * by);
            }
            for place in 0..self.if_placed.get(var as usize).len() {
                self.activate(self.if_placed.get(var as usize)[place], comes);
            }
        }
        if (before == 0) != (after == 0) {
            for place in 0..self.if_vacant.get(slot as usize).len() {
                self.activate(self.if_vacant.get(slot as usize)[place], after == 0);
            }
        }
        let passes = self.on_rays.range(slot as usize);
        cost += 6 * passes.len() as u64;
        for place in passes {
            let Pass { ray, cell } = self.passes[place];
            let Line { row, end, first, .. } = self.rays[ray as usize];
            if cell > first {
                continue;
            }
            self.stands[slot as usize] = before;
            let now = self.counts(ray);
            self.stands[slot as usize] = after;
            self.rays[ray as usize].first = if after > 0 { cell } else { self.first_from(cell + 1, end) };
            if self.rows[row as usize].shape != Shape::Twice {
                self.add(row, i64::from(self.counts(ray)) - i64::from(now));
            }
        }
        self.stands[slot as usize] = after;
        for place in self.on_rays.range(slot as usize) {
            let row = self.rays[self.passes[place].ray as usize].row;
            if self.rows[row as usize].shape == Shape::Twice {
                let sum = self.seen(row);
                self.add(row, sum - self.rows[row as usize].sum);
            }
        }
        cost
    }

    /// The number of different pieces in view along the rays of a row.
    pub(super) fn seen(&self, row: u32) -> i64 {
        let (start, end) = self.rows[row as usize].rays;
        let first = |ray: u32| self.cells[self.rays[ray as usize].first as usize].slot;
        let mut slots: Vec<u32> = (start..end).filter(|ray| self.counts(*ray)).map(first).collect();
        slots.sort_unstable();
        slots.dedup();
        slots.len() as i64
    }

    /// Changes the sum of a row.
    pub(super) fn add(&mut self, row: u32, by: i64) {
        if by == 0 {
            return;
        }
        let own = &mut self.rows[row as usize];
        let before = own.sum;
        own.sum += by;
        if let Shape::Line(all) = own.shape {
            let occupied = i64::from(own.sum > 0) - i64::from(before > 0);
            return self.add(all, occupied);
        }
        self.sort(row);
    }

    pub(super) fn activate(&mut self, row: u32, active: bool) {
        self.rows[row as usize].active = active;
        self.sort(row);
    }

    /// Updates whether a row is broken, and what its steps cost.
    pub(super) fn sort(&mut self, row: u32) {
        let own = &self.rows[row as usize];
        self.broken.set(row, own.active && own.off(own.sum) > 0);
        self.weigh(row);
    }

    /// Updates what the steps of a row cost.
    pub(super) fn weigh(&mut self, row: u32) {
        let own = &self.rows[row as usize];
        if matches!(own.shape, Shape::Look(_) | Shape::Back(_)) {
            return;
        }
        let steps = &mut self.steps[STEPS.len() * row as usize..][..STEPS.len()];
        let number = if own.shape == Shape::Either { STEPS.len() } else { STEPS.len() / 2 };
        for (cost, by) in steps.iter_mut().zip(STEPS).take(number) {
            *cost = own.change(by);
        }
    }
}
