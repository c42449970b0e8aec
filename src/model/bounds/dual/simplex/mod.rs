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
//! - `step`: a step from one basis to the next;
//! - `basis`: a basis, with the values and reduced costs there;
//! - `inverse`: the numbers of the tight rows in the columns of the basis, inverted.

mod basis;
mod inverse;
mod step;

use super::relaxation::{Relaxation, Status, in_units};
use crate::budget::{Cause, Control};
use basis::{Basis, NONE};
use inverse::Inverse;
use step::Step;

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
        let basis = Basis::new(columns + rows);
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

    /// Writes the multipliers down as integers, after adding a multiple of what the variable that leaves takes of each row.
    fn write_down(&mut self, relaxation: &Relaxation, far: f64) {
        for (place, own) in self.multipliers.iter_mut().enumerate() {
            *own = relaxation.rounded(place, self.now.cost[self.columns + place] + far * self.taken[place]);
        }
    }

    /// The greatest multiple of what the variable that leaves takes of each row that leaves no multiplier too large.
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
}

/// The rows of a column, with its numbers in them.
fn members<'a>(starts: &[u32], members: &'a [(u32, f64)], column: usize) -> &'a [(u32, f64)] {
    &members[starts[column] as usize..starts[column + 1] as usize]
}

/// Adds a multiple of a column to the sums of its rows.
fn add(sums: &mut [f64], times: f64, column: &[(u32, f64)]) {
    if times != 0.0 {
        for (row, number) in column {
            sums[*row as usize] += times * number;
        }
    }
}
