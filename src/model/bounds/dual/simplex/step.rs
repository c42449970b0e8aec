//! A step of the simplex method: one variable leaves the basis, and another enters it.

use super::basis::NONE;
use super::{Simplex, add, members};
use crate::model::dual::Relaxation;

/// What a step came to.
pub(super) enum Step {
    Made,
    /// No variable can enter: nothing satisfies the rows. Multipliers that go on gain at this rate.
    Never(f64),
    Inexact,
}

impl Simplex {
    /// Works out how a variable of the basis depends on those outside it.
    fn depend(&mut self, relaxation: &Relaxation, leaving: usize) {
        self.taken.fill(0.0);
        self.added.fill(0.0);
        self.of_tight.clear();
        self.of_tight.resize(self.now.tight.len(), 0.0);
        let inverse = &self.now.inverse;
        let mut take = |place: u32, times: f64| inverse.add_to(&mut self.of_tight, times, place as usize);
        if leaving < self.columns {
            take(self.now.place[leaving], 1.0);
        } else {
            let own = leaving - self.columns;
            for (column, number) in relaxation.row(own).terms() {
                let place = self.now.place[column];
                if place != NONE {
                    take(place, number);
                }
            }
            self.taken[own] = -1.0;
        }
        for (row, taken) in self.now.tight.iter().zip(&self.of_tight) {
            self.taken[*row as usize] = *taken;
        }
        for (row, taken) in self.taken.iter_mut().enumerate() {
            if taken.abs() < Self::TINY {
                *taken = 0.0;
                continue;
            }
            for (column, number) in relaxation.row(row).terms() {
                self.added[column] -= *taken * number;
            }
        }
    }

    /// How the leaving variable depends on another.
    fn part(&self, var: usize) -> f64 {
        if var < self.columns { self.added[var] } else { self.taken[var - self.columns] }
    }

    /// Has a variable leave the basis, and another enter it.
    pub(super) fn step(&mut self, relaxation: &Relaxation, leaving: usize) -> Step {
        self.depend(relaxation, leaving);
        let is_low = self.is_low(leaving);
        let end = if is_low { self.low[leaving] } else { self.high[leaving] };
        self.find_options(if is_low { 1.0 } else { -1.0 });
        let chosen = match self.choose((end - self.now.value[leaving]).abs()) {
            Ok(chosen) => chosen,
            Err(rate) => return Step::Never(rate),
        };
        let entering = self.options[chosen].1 as usize;
        let pivot = self.part(entering);
        self.work_out_changes(entering);
        // Sums of tight rows stay, but that of a row that enters.
        let stays =
            |row: &u32| self.of_rows[*row as usize] - f64::from(u8::from(self.columns + *row as usize == entering));
        if !self.now.tight.iter().all(|row| stays(row).abs() <= Self::EXACT) {
            return Step::Inexact;
        }
        if chosen > 0 {
            self.pass(chosen);
        }
        let length = (end - self.now.value[leaving]) / pivot;
        for (column, change) in self.now.basic.iter().zip(&self.of_columns) {
            self.now.value[*column as usize] += length * change;
        }
        for (row, change) in self.of_rows.iter().enumerate() {
            if self.now.place[self.columns + row] == NONE {
                self.now.value[self.columns + row] += length * change;
            }
        }
        self.now.value[entering] += length;
        self.now.value[leaving] = end;
        let ratio = self.now.cost[entering] / pivot;
        for (column, added) in self.added.iter().enumerate() {
            if self.now.place[column] == NONE {
                self.now.cost[column] -= ratio * added;
            }
        }
        for row in &self.now.tight {
            self.now.cost[self.columns + *row as usize] -= ratio * self.taken[*row as usize];
        }
        self.now.cost[leaving] = ratio;
        self.now.cost[entering] = 0.0;
        self.weigh(leaving, entering, pivot);
        self.exchange(leaving, entering, pivot);
        Step::Made
    }

    /// Finds the variables whose reduced costs come to 0 if the one that leaves goes up or down, the first to do so first.
    fn find_options(&mut self, sign: f64) {
        let mut options = std::mem::take(&mut self.options);
        options.clear();
        let columns = (0..self.columns).filter(|column| self.now.place[*column] == NONE);
        for var in columns.chain(self.now.tight.iter().map(|row| self.columns + *row as usize)) {
            let (low, high, part) = (self.low[var], self.high[var], sign * self.part(var));
            if low >= high || part.abs() < Self::LEAST {
                continue;
            }
            let is_high = high.is_finite() && (low.is_infinite() || 2.0 * self.now.value[var] > low + high);
            if is_high == (part < 0.0) {
                let cost = if is_high { self.now.cost[var] } else { -self.now.cost[var] };
                options.push((cost.max(0.0) / part.abs(), var as u32));
            }
        }
        options.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        self.options = options;
    }

    /// The option that enters, given how far the variable that leaves is out of its range. Where none does, multipliers can go on
    /// and on, and gain at this rate.
    fn choose(&self, out: f64) -> Result<usize, f64> {
        let size = |option: usize| self.part(self.options[option].1 as usize).abs();
        let mut rate = out;
        let mut last = None;
        for (option, (_, var)) in self.options.iter().enumerate() {
            rate -= size(option) * (self.high[*var as usize] - self.low[*var as usize]);
            if rate <= Self::CLOSE {
                last = Some(option);
                break;
            }
        }
        let last = last.ok_or(rate)?;
        let good = (0..=last).rev().find(|option| size(*option) >= Self::GOOD);
        let first = good.unwrap_or_else(|| (0..=last).max_by(|a, b| size(*a).total_cmp(&size(*b))).unwrap_or(last));
        // Of those that come to 0 with it, another may be a far better pivot.
        let together =
            (0..first).rev().take_while(|option| self.options[*option].0 >= self.options[first].0 - Self::TINY);
        let best = together.max_by(|a, b| size(*a).total_cmp(&size(*b)));
        Ok(best.filter(|option| size(*option) > 4.0 * size(first)).unwrap_or(first))
    }

    /// Works out how the variables of the basis change with another.
    fn work_out_changes(&mut self, entering: usize) {
        self.of_columns.clear();
        self.of_rows.fill(0.0);
        let inverse = &self.now.inverse;
        if entering < self.columns {
            let own = members(&self.starts, &self.members, entering);
            add(&mut self.of_rows, 1.0, own);
            let place = |row: u32| self.now.place[self.columns + row as usize];
            let tight: Vec<(usize, f64)> = own
                .iter()
                .filter(|(row, _)| place(*row) != NONE)
                .map(|(row, number)| (place(*row) as usize, *number))
                .collect();
            let change = |row: &[f64]| -tight.iter().map(|(place, number)| row[*place] * number).sum::<f64>();
            self.of_columns.extend((0..self.now.basic.len()).map(|place| change(inverse.row(place))));
        } else {
            let own = self.now.place[entering] as usize;
            self.of_columns.extend((0..self.now.basic.len()).map(|place| inverse.row(place)[own]));
        }
        for (column, change) in self.now.basic.iter().zip(&self.of_columns) {
            if change.abs() > Self::TINY {
                add(&mut self.of_rows, *change, members(&self.starts, &self.members, *column as usize));
            }
        }
    }

    /// Takes the first options to their other ends.
    fn pass(&mut self, options: usize) {
        // What the sums of tight rows have to make up for.
        self.sums.fill(0.0);
        for (_, var) in &self.options[..options] {
            let var = *var as usize;
            let by = self.low[var] + self.high[var] - 2.0 * self.now.value[var];
            self.now.value[var] += by;
            if var < self.columns {
                add(&mut self.sums, -by, members(&self.starts, &self.members, var));
            } else {
                self.sums[var - self.columns] += by;
            }
        }
        self.work_out_columns();
        for (column, by) in self.now.basic.iter().zip(&self.come_to) {
            if *by != 0.0 {
                self.now.value[*column as usize] += by;
                add(&mut self.sums, -by, members(&self.starts, &self.members, *column as usize));
            }
        }
        for (row, sum) in self.sums.iter().enumerate() {
            if self.now.place[self.columns + row] == NONE {
                self.now.value[self.columns + row] -= sum;
            }
        }
    }

    fn weigh(&mut self, leaving: usize, entering: usize, pivot: f64) {
        let own = self.now.weight[leaving];
        let mut most = 0.0f64;
        let mut weigh = |var: usize, change: f64| {
            let weight = &mut self.now.weight[var];
            *weight = weight.max(change * change / (pivot * pivot) * own);
            most = most.max(*weight);
        };
        for (column, change) in self.now.basic.iter().zip(&self.of_columns) {
            weigh(*column as usize, *change);
        }
        for (row, change) in self.of_rows.iter().enumerate() {
            if self.now.place[self.columns + row] == NONE {
                weigh(self.columns + row, *change);
            }
        }
        self.now.weight[entering] = (own / (pivot * pivot)).max(1.0);
        if most > Self::MAX_WEIGHT {
            self.now.weight.fill(1.0);
        }
    }

    /// Has one variable leave the basis and another enter it.
    fn exchange(&mut self, leaving: usize, entering: usize, pivot: f64) {
        let columns = self.columns;
        let place = (self.now.place[leaving], self.now.place[entering]);
        // Columns of the basis make up for one that enters: they change the other way.
        let column = || -> Vec<f64> { self.of_columns.iter().map(|change| -change).collect() };
        match (leaving < columns, entering < columns) {
            (true, true) => {
                let column = column();
                self.now.inverse.change_column(place.0 as usize, &column);
                self.now.basic[place.0 as usize] = entering as u32;
                self.now.place[entering] = place.0;
                self.now.place[leaving] = NONE;
            }
            (false, false) => {
                self.now.inverse.change_row(place.1 as usize, &self.of_tight);
                self.now.tight[place.1 as usize] = (leaving - columns) as u32;
                self.now.place[leaving] = place.1;
                self.now.place[entering] = NONE;
            }
            (false, true) => {
                self.now.inverse.add(&column(), &self.of_tight, pivot);
                let last = self.now.basic.len() as u32;
                (self.now.place[leaving], self.now.place[entering]) = (last, last);
                self.now.basic.push(entering as u32);
                self.now.tight.push((leaving - columns) as u32);
            }
            (true, false) => {
                let (column, row) = (place.0 as usize, place.1 as usize);
                self.now.inverse.take_out(column, row);
                (self.now.place[leaving], self.now.place[entering]) = (NONE, NONE);
                self.now.basic.swap_remove(column);
                self.now.tight.swap_remove(row);
                if let Some(moved) = self.now.basic.get(column) {
                    self.now.place[*moved as usize] = place.0;
                }
                if let Some(moved) = self.now.tight.get(row) {
                    self.now.place[columns + *moved as usize] = place.1;
                }
            }
        }
    }
}
