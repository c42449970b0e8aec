//! The best multipliers where some columns are known, by the dual simplex method with bounded columns.
//!
//! Besides the columns, the sum of each row is a variable that lies in the row's range; its reduced cost is the multiplier of the
//! row. A basis is a set of columns and a set of as many rows, the tight ones, which lie at an end of their ranges. The sums of the
//! other rows are in the basis too. All other columns lie at one of their ends, as their reduced costs say. So any basis will do to
//! begin with, whatever is known of the columns: that of one node for another. A step takes a variable of the basis that is out of
//! its range to the nearer end of it, and another one off its end, one whose reduced cost comes to 0. Variables whose costs come to
//! 0 earlier go to their other ends instead, as long as the bound still falls (Maros 2003, section 6.2.2). Which variable leaves is
//! decided by weights (devex, Forrest and Goldfarb 1992).
//!
//! All of this is in floating point. What the multipliers prove is worked out from them as integers.
//!
//! - `inverse`: the numbers of the tight rows in the columns of the basis, inverted.

mod inverse;

use super::relaxation::{Relaxation, Status, in_units};
use crate::budget::{Cause, Control};
use inverse::Inverse;

/// A basis under way.
pub(crate) struct Simplex {
    columns: usize,
    rows: usize,
    /// How often cuts had come or gone in the relaxation.
    changes: u32,
    /// The rows of each column, with its numbers in them.
    starts: Vec<u32>,
    members: Vec<(u32, f64)>,
    /// The worth of each column, slightly changed, so that fewer steps gain nothing.
    worth: Vec<f64>,
    /// The range of each variable: the columns come first, then the rows.
    low: Vec<f64>,
    high: Vec<f64>,
    now: Basis,
    kept: Basis,
    /// What the variable that leaves takes of each row, and of the tight ones in order, and how it depends on each column outside
    /// the basis.
    taken: Vec<f64>,
    of_tight: Vec<f64>,
    added: Vec<f64>,
    /// How columns of the basis, in order, and sums of rows change with the variable that enters.
    of_columns: Vec<f64>,
    of_rows: Vec<f64>,
    /// Variables whose reduced costs come to 0, and when.
    options: Vec<(f64, u32)>,
    /// Sums of all rows, and of the tight ones in order, under way; and what columns of the basis come to by these.
    sums: Vec<f64>,
    of_ends: Vec<f64>,
    come_to: Vec<f64>,
    multipliers: Vec<i64>,
}

#[derive(Clone)]
struct Basis {
    basic: Vec<u32>,
    tight: Vec<u32>,
    /// Where a column stands in the basis, or a row among the tight ones.
    place: Vec<u32>,
    inverse: Inverse,
    /// The value, the reduced cost and the weight of each variable.
    value: Vec<f64>,
    cost: Vec<f64>,
    weight: Vec<f64>,
}

/// What steps came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The multipliers are the best, but for what floating point makes of them.
    Best,
    /// They prove what was asked for, but for that.
    Proved,
    /// Steps ran out, or numbers became too inexact.
    Open,
}

enum Step {
    Made,
    /// No variable can enter: nothing satisfies the rows. Multipliers that go on gain at this rate.
    Never(f64),
    Inexact,
}

/// No place.
const NONE: u32 = u32::MAX;

impl Simplex {
    /// The most rows.
    const MAX_ROWS: usize = 1 << 11;
    /// The part of the memory that its inverses may take, and the bytes of a number in them, with the room they have.
    const SHARE: u64 = 16;
    const BYTES: u64 = 48;
    /// How far values may be out of their ranges, and reduced costs from 0.
    const CLOSE: f64 = 1e-7;
    /// By how much less than asked for they prove where steps end: as integers they may prove a little less.
    const CLEAR: f64 = 0.01;
    /// Numbers that are taken for 0.
    const TINY: f64 = 1e-12;
    /// The least pivot, and the least that is used where there is another.
    const LEAST: f64 = 1e-8;
    const GOOD: f64 = 1e-5;
    /// How far sums of tight rows may be from their ends, and reduced costs in the basis from 0.
    const EXACT: f64 = 1e-6;
    /// How far worths are changed at most.
    const CHANGE: f64 = 1e-5;
    /// The greatest weight until all are 1 again.
    const MAX_WEIGHT: f64 = 1e8;

    /// Whether there are few enough rows for it.
    pub(crate) fn accepts(relaxation: &Relaxation, control: &Control) -> bool {
        let rows = relaxation.rows();
        rows <= Self::MAX_ROWS && (rows * rows) as u64 * Self::BYTES <= control.memory_limit() / Self::SHARE
    }

    /// Whether the relaxation still has the same rows.
    pub(crate) fn is_of(&self, relaxation: &Relaxation) -> bool {
        self.changes == relaxation.changes()
    }

    /// Begins with no column in the basis.
    pub(crate) fn new(relaxation: &Relaxation) -> Self {
        let (columns, rows) = (relaxation.columns(), relaxation.rows());
        let all_rows = || (0..rows).map(|place| relaxation.row(place));
        let mut starts = vec![0u32; columns + 1];
        for row in all_rows() {
            row.terms().for_each(|(column, _)| starts[column + 1] += 1);
        }
        for column in 0..columns {
            starts[column + 1] += starts[column];
        }
        let mut ends = starts.clone();
        let mut members = vec![(0, 0.0); starts[columns] as usize];
        for (place, row) in all_rows().enumerate() {
            for (column, number) in row.terms() {
                members[ends[column] as usize] = (place as u32, number);
                ends[column] += 1;
            }
        }
        // Parts of a golden section are spread evenly.
        let part = |column: usize| (column as f64 * 0.618_033_988_749_895).fract();
        let worth = (0..columns).map(|column| relaxation.worth(column) + Self::CHANGE * part(column)).collect();
        let (low, high) = all_rows().map(|row| row.ends()).unzip::<_, _, Vec<f64>, Vec<f64>>();
        let all = columns + rows;
        let basis = Basis {
            basic: Vec::new(),
            tight: Vec::new(),
            place: vec![NONE; all],
            inverse: Inverse::default(),
            value: vec![0.0; all],
            cost: vec![0.0; all],
            weight: vec![1.0; all],
        };
        Self {
            columns,
            rows,
            changes: relaxation.changes(),
            starts,
            members,
            worth,
            low: [vec![0.0; columns], low].concat(),
            high: [vec![1.0; columns], high].concat(),
            kept: basis.clone(),
            now: basis,
            taken: vec![0.0; rows],
            of_tight: Vec::new(),
            added: vec![0.0; columns],
            of_columns: Vec::new(),
            of_rows: vec![0.0; rows],
            options: Vec::new(),
            sums: vec![0.0; rows],
            of_ends: Vec::new(),
            come_to: Vec::new(),
            multipliers: vec![0; rows],
        }
    }

    pub(crate) fn multipliers(&self) -> &[i64] {
        &self.multipliers
    }

    /// How much of a column stands.
    pub(crate) fn share(&self, column: u32) -> f64 {
        self.now.value[column as usize]
    }

    /// How many columns are in the basis.
    pub(crate) fn size(&self) -> usize {
        self.now.basic.len()
    }

    /// What the multipliers prove, in units, about.
    pub(crate) fn sum(&self) -> f64 {
        self.worth.iter().zip(&self.now.value).map(|(worth, value)| worth * value).sum()
    }

    /// Remembers the basis.
    pub(crate) fn keep(&mut self) {
        self.kept.copy_from(&self.now);
    }

    /// Goes back to the basis that was remembered.
    pub(crate) fn go_back(&mut self) {
        self.now.copy_from(&self.kept);
    }

    /// About what a step takes.
    fn cost_of_step(&self) -> u64 {
        (2 * self.size() * self.size() + 2 * self.members.len() + 8 * (self.columns + self.rows)) as u64
    }

    /// Makes steps where some columns are known, this many at most, until the multipliers prove that the scaled value is below
    /// `enough`.
    pub(crate) fn solve(
        &mut self,
        relaxation: &Relaxation,
        status: &[Status],
        enough: i64,
        steps: usize,
        control: &mut Control,
    ) -> Result<Outcome, Cause> {
        for (column, status) in status.iter().enumerate() {
            (self.low[column], self.high[column]) = match status {
                Status::Open => (0.0, 1.0),
                Status::True => (1.0, 1.0),
                Status::False => (0.0, 0.0),
            };
        }
        let enough = in_units(enough);
        control.charge(self.cost_of_step())?;
        self.work_out(relaxation, control)?;
        let (mut outcome, mut inexact) = (Outcome::Open, 0);
        for _ in 0..steps {
            let sum = self.sum();
            if sum < enough - Self::CLEAR {
                outcome = Outcome::Proved;
                break;
            }
            let Some(leaving) = self.leaving() else {
                outcome = Outcome::Best;
                break;
            };
            control.charge(self.cost_of_step())?;
            match self.step(relaxation, leaving) {
                Step::Made => {}
                Step::Never(rate) => {
                    let sign = if self.is_low(leaving) { 1.0 } else { -1.0 };
                    let far = ((sum - enough + 1.0) / rate).min(self.farthest(relaxation));
                    self.write_down(relaxation, sign * far);
                    return Ok(Outcome::Proved);
                }
                Step::Inexact => {
                    inexact += 1;
                    match inexact {
                        1 => self.invert(control)?,
                        2 => self.now.clear(),
                        _ => break,
                    }
                    self.work_out(relaxation, control)?;
                }
            }
        }
        self.write_down(relaxation, 0.0);
        Ok(outcome)
    }

    /// Writes the multipliers down as integers, with so much more of what the variable that leaves takes of each row.
    fn write_down(&mut self, relaxation: &Relaxation, far: f64) {
        for (place, own) in self.multipliers.iter_mut().enumerate() {
            *own = relaxation.rounded(place, self.now.cost[self.columns + place] + far * self.taken[place]);
        }
    }

    /// How much of what the variable that leaves takes of each row can be added before a multiplier is too large.
    fn farthest(&self, relaxation: &Relaxation) -> f64 {
        let limit = in_units(relaxation.limit());
        let of_rows = self.now.cost[self.columns..].iter().zip(&self.taken);
        let far = of_rows.filter(|(_, taken)| **taken != 0.0).map(|(cost, taken)| (limit - cost.abs()) / taken.abs());
        far.fold(f64::INFINITY, f64::min).max(0.0)
    }

    /// Works out reduced costs and values from the basis, and the basis anew where they are inexact.
    fn work_out(&mut self, relaxation: &Relaxation, control: &mut Control) -> Result<(), Cause> {
        for attempt in 0..3 {
            // All of both are worked out.
            if self.work_out_costs(relaxation) & self.work_out_values() {
                break;
            }
            if attempt == 0 {
                self.invert(control)?;
            } else {
                self.now.clear();
            }
        }
        Ok(())
    }

    /// Works out all reduced costs; tells whether they are exact enough.
    fn work_out_costs(&mut self, relaxation: &Relaxation) -> bool {
        let (of_columns, of_rows) = self.now.cost.split_at_mut(self.columns);
        of_columns.copy_from_slice(&self.worth);
        of_rows.fill(0.0);
        self.of_tight.clear();
        self.of_tight.resize(self.now.tight.len(), 0.0);
        for (place, column) in self.now.basic.iter().enumerate() {
            self.now.inverse.add_to(&mut self.of_tight, self.worth[*column as usize], place);
        }
        for (row, multiplier) in self.now.tight.iter().zip(&self.of_tight) {
            of_rows[*row as usize] = *multiplier;
            for (column, number) in relaxation.row(*row as usize).terms() {
                of_columns[column] -= multiplier * number;
            }
        }
        let mut is_exact = true;
        for column in &self.now.basic {
            let cost = std::mem::take(&mut of_columns[*column as usize]);
            is_exact &= cost.abs() <= Self::EXACT;
        }
        is_exact
    }

    /// Works out all values; tells whether they are exact enough.
    fn work_out_values(&mut self) -> bool {
        self.sums.fill(0.0);
        for row in &self.now.tight {
            let var = self.columns + *row as usize;
            let (low, high, cost) = (self.low[var], self.high[var], self.now.cost[var]);
            let is_above = cost > Self::CLOSE || cost >= -Self::CLOSE && self.now.value[var] > low;
            let end = if low.is_infinite() || is_above && high.is_finite() { high } else { low };
            self.now.value[var] = end;
            self.sums[*row as usize] = end;
        }
        for column in (0..self.columns).filter(|column| self.now.place[*column] == NONE) {
            let (low, high, cost) = (self.low[column], self.high[column], self.now.cost[column]);
            let value = match cost {
                _ if cost > Self::CLOSE => high,
                _ if cost < -Self::CLOSE => low,
                _ => self.now.value[column].round().clamp(low, high),
            };
            self.now.value[column] = value;
            add(&mut self.sums, -value, members(&self.starts, &self.members, column));
        }
        self.work_out_columns();
        for (column, value) in self.now.basic.iter().zip(&self.come_to) {
            self.now.value[*column as usize] = *value;
        }
        self.sums.fill(0.0);
        for (column, value) in self.now.value[..self.columns].iter().enumerate() {
            add(&mut self.sums, *value, members(&self.starts, &self.members, column));
        }
        let mut is_exact = true;
        for (row, sum) in self.sums.iter().enumerate() {
            let var = self.columns + row;
            if self.now.place[var] == NONE {
                self.now.value[var] = *sum;
            } else {
                is_exact &= (self.now.value[var] - sum).abs() <= Self::EXACT;
            }
        }
        is_exact
    }

    /// Works out what columns of the basis come to by the sums of tight rows.
    fn work_out_columns(&mut self) {
        self.of_ends.clear();
        self.of_ends.extend(self.now.tight.iter().map(|row| self.sums[*row as usize]));
        self.now.inverse.times(&self.of_ends, &mut self.come_to);
    }

    /// Works out the inverse anew; where there is none, no column is in the basis.
    fn invert(&mut self, control: &mut Control) -> Result<(), Cause> {
        let len = self.size();
        let mut square = vec![0.0; len * len];
        for (place, column) in self.now.basic.iter().enumerate() {
            for (row, number) in members(&self.starts, &self.members, *column as usize) {
                let row = self.now.place[self.columns + *row as usize];
                if row != NONE {
                    square[row as usize * len + place] = *number;
                }
            }
        }
        match Inverse::of(square, len, control)? {
            Some(inverse) => self.now.inverse = inverse,
            None => self.now.clear(),
        }
        Ok(())
    }

    fn is_low(&self, var: usize) -> bool {
        self.now.value[var] < self.low[var]
    }

    /// The variable of the basis that is farthest out of its range, by the weights.
    fn leaving(&self) -> Option<usize> {
        let mut best: Option<(f64, usize)> = None;
        for var in self.now.members(self.columns) {
            let out = (self.low[var] - self.now.value[var]).max(self.now.value[var] - self.high[var]);
            if out > Self::CLOSE {
                let much = out * out / self.now.weight[var];
                if best.is_none_or(|(most, _)| much > most) {
                    best = Some((much, var));
                }
            }
        }
        best.map(|(_, var)| var)
    }

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
    fn step(&mut self, relaxation: &Relaxation, leaving: usize) -> Step {
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

impl Basis {
    fn clear(&mut self) {
        self.basic.clear();
        self.tight.clear();
        self.inverse.clear();
        self.place.fill(NONE);
        self.weight.fill(1.0);
        self.value.fill(0.0);
    }

    fn copy_from(&mut self, other: &Self) {
        self.basic.clone_from(&other.basic);
        self.tight.clone_from(&other.tight);
        self.place.clone_from(&other.place);
        self.inverse.copy_from(&other.inverse);
        self.value.clone_from(&other.value);
        self.cost.clone_from(&other.cost);
        self.weight.clone_from(&other.weight);
    }

    /// The variables of the basis: its columns, and the sums of all rows that are not tight.
    fn members(&self, columns: usize) -> impl Iterator<Item = usize> {
        let rows = (columns..self.place.len()).filter(|var| self.place[*var] == NONE);
        self.basic.iter().map(|column| *column as usize).chain(rows)
    }
}

/// The rows of a column, with its numbers in them.
fn members<'a>(starts: &[u32], members: &'a [(u32, f64)], column: usize) -> &'a [(u32, f64)] {
    &members[starts[column] as usize..starts[column + 1] as usize]
}

/// Adds a column to sums of rows, so many times.
fn add(sums: &mut [f64], times: f64, column: &[(u32, f64)]) {
    if times != 0.0 {
        for (row, number) in column {
            sums[*row as usize] += times * number;
        }
    }
}
