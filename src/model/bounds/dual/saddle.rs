//! The relaxation as a saddle point, found by primal-dual steps.
//!
//! With a share of each column between 0 and 1 and a multiplier of each row, the worth of the shares less what the multipliers
//! take for rows that are broken is greatest in the shares and least in the multipliers at once just where both are best. A
//! step moves the shares by the reduced costs and then the multipliers by what the rows miss (primal-dual hybrid gradient,
//! Chambolle and Pock 2011). Each step is taken twice as far and averaged with the point that the run began at (Halpern), and a
//! run begins anew where steps have become shorter (Applegate and others 2021).

use super::fold::Fold;
use super::relaxation::Relaxation;

/// Shares and multipliers under way.
#[derive(Default)]
pub(super) struct Saddle {
    shares: Vec<f64>,
    multipliers: Vec<f64>,
    /// Where a step leads from there.
    next_shares: Vec<f64>,
    next_multipliers: Vec<f64>,
    /// Where the run began.
    first_shares: Vec<f64>,
    first_multipliers: Vec<f64>,
    /// How far a column and a row go: the less, the more numbers it has.
    of_columns: Vec<f64>,
    of_rows: Vec<f64>,
    /// How much further multipliers go than shares; 0 before the first step.
    weight: f64,
    /// The steps of this run, and of all runs since the rows changed.
    steps: u32,
    all_steps: u32,
    /// The lengths of the first step of this run and of the last one.
    first_length: f64,
    last_length: f64,
    left: Vec<f64>,
}

impl Saddle {
    /// A run ends where steps have become this much shorter, or somewhat shorter and are getting longer.
    const SHORT: f64 = 0.2;
    const SHORTER: f64 = 0.8;
    /// It ends in any case when it has this part of all steps, after a few.
    const PART: f64 = 0.36;
    const FEW: u32 = 20;
    /// How much further multipliers go than shares at most, and the other way round.
    const MAX_WEIGHT: f64 = 1e6;
    /// Moves that are none.
    const TINY: f64 = 1e-10;

    /// Has a share for every column and a multiplier for every row, and begins a run.
    pub(super) fn fit(&mut self, relaxation: &Relaxation) {
        let (columns, rows) = (relaxation.columns(), relaxation.rows());
        for shares in [&mut self.shares, &mut self.next_shares, &mut self.first_shares, &mut self.left] {
            shares.resize(columns, 0.0);
        }
        for multipliers in [&mut self.multipliers, &mut self.next_multipliers, &mut self.first_multipliers] {
            multipliers.resize(rows, 0.0);
        }
        self.of_columns = vec![0.0; columns];
        self.of_rows = vec![0.0; rows];
        for (place, of_row) in self.of_rows.iter_mut().enumerate() {
            let alike = relaxation.alike(place);
            for (column, number) in relaxation.row(place).terms() {
                *of_row += number.abs() / alike;
                self.of_columns[column] += number.abs() * alike;
            }
        }
        for sum in self.of_rows.iter_mut().chain(&mut self.of_columns) {
            *sum = if *sum > 0.0 { 1.0 / *sum } else { 1.0 };
        }
        if self.weight == 0.0 {
            self.weight = self.first_weight(relaxation);
        }
        self.all_steps = 0;
        self.begin();
    }

    /// Worths over ends, each as far as it lets its column or row go.
    fn first_weight(&self, relaxation: &Relaxation) -> f64 {
        let worths = (0..relaxation.columns()).map(|column| relaxation.worth(column));
        let worths = worths.zip(&self.of_columns).map(|(worth, of)| worth * worth * of).sum::<f64>();
        let ends = (0..relaxation.rows()).map(|place| {
            let (low, high) = relaxation.row(place).ends();
            let far = |end: f64| if end.is_finite() { end.abs() } else { 0.0 };
            far(low).max(far(high))
        });
        let ends = ends.zip(&self.of_rows).map(|(end, of)| end * end * of).sum::<f64>();
        if worths > 0.0 && ends > 0.0 { (worths / ends).sqrt() } else { 1.0 }
    }

    /// Goes on from where the steps of a smaller problem have led: each column and each row is one of a class there.
    pub(super) fn unfold(&mut self, fold: &Fold, other: &Self) {
        self.shares.clear();
        self.shares.extend(fold.column_of.iter().map(|class| other.shares[*class as usize]));
        let of_class = |class: &u32| other.multipliers[*class as usize] / fold.relaxation.alike(*class as usize);
        self.multipliers.clear();
        self.multipliers.extend(fold.row_of.iter().map(of_class));
        self.next_shares.clone_from(&self.shares);
        self.next_multipliers.clone_from(&self.multipliers);
        self.weight = other.weight;
    }

    fn begin(&mut self) {
        self.first_shares.copy_from_slice(&self.shares);
        self.first_multipliers.copy_from_slice(&self.multipliers);
        self.steps = 0;
    }

    /// The shares and the multipliers that the last step led to.
    pub(super) fn led_to(&self) -> (&[f64], &[f64]) {
        (&self.next_shares, &self.next_multipliers)
    }

    /// Stays where the last step led.
    pub(super) fn rest(&mut self) {
        if self.all_steps > 0 {
            self.shares.copy_from_slice(&self.next_shares);
            self.multipliers.copy_from_slice(&self.next_multipliers);
        }
    }

    /// Keeps the rows for which this is true.
    pub(super) fn keep(&mut self, kept: &[bool]) {
        let mut kept = kept.iter();
        self.multipliers.retain(|_| *kept.next().unwrap_or(&true));
    }

    /// Makes a step. Returns about how much the multipliers may still gain at most, going by the length of the step and how far
    /// all has come.
    pub(super) fn step(&mut self, relaxation: &Relaxation) -> f64 {
        for (column, left) in self.left.iter_mut().enumerate() {
            *left = relaxation.worth(column);
        }
        for (place, multiplier) in self.multipliers.iter().enumerate().filter(|(_, multiplier)| **multiplier != 0.0) {
            for (column, number) in relaxation.row(place).terms() {
                self.left[column] -= multiplier * number;
            }
        }
        let (mut moved, mut come) = ((0.0, 0.0), (0.0, 0.0));
        for (column, (share, next)) in self.shares.iter().zip(&mut self.next_shares).enumerate() {
            let of = self.of_columns[column];
            *next = (share + of / self.weight * self.left[column]).clamp(0.0, 1.0);
            moved.0 += (*next - share) * (*next - share) / of;
            come.0 += *next * *next / of;
            self.left[column] = 2.0 * *next - share;
        }
        for (place, (multiplier, next)) in self.multipliers.iter().zip(&mut self.next_multipliers).enumerate() {
            let row = relaxation.row(place);
            let sum: f64 = row.terms().map(|(column, number)| number * self.left[column]).sum();
            let ((low, high), of) = (row.ends(), self.of_rows[place]);
            // Rows that no solution satisfies may have ends the wrong way round.
            let aim = multiplier / (of * self.weight) + sum;
            *next = of * self.weight * (aim - aim.max(low).min(high));
            moved.1 += (*next - multiplier) * (*next - multiplier) / of;
            come.1 += *next * *next / of;
        }
        let length = |(shares, multipliers): (f64, f64)| (self.weight * shares + multipliers / self.weight).sqrt();
        let (moved, come) = (length(moved), length(come));
        if self.steps == 0 {
            (self.first_length, self.last_length) = (moved, moved);
        }
        self.steps += 1;
        self.all_steps += 1;
        let grows = moved > self.last_length;
        let is_over = self.steps > 1
            && (moved <= Self::SHORT * self.first_length
                || grows && moved <= Self::SHORTER * self.first_length
                || self.all_steps > Self::FEW && f64::from(self.steps) >= Self::PART * f64::from(self.all_steps));
        self.last_length = moved;
        if is_over {
            self.begin_anew();
        } else {
            self.move_on();
        }
        moved * come
    }

    /// Goes twice as far as the step led, and back towards where the run began, the less the more steps it has.
    fn move_on(&mut self) {
        let part = f64::from(self.steps) / f64::from(self.steps + 1);
        let on = |now: &mut [f64], next: &[f64], first: &[f64]| {
            for ((now, next), first) in now.iter_mut().zip(next).zip(first) {
                *now = part * (2.0 * next - *now) + (1.0 - part) * first;
            }
        };
        on(&mut self.shares, &self.next_shares, &self.first_shares);
        on(&mut self.multipliers, &self.next_multipliers, &self.first_multipliers);
    }

    /// Begins a run where the step led, with a weight by how far shares and multipliers have gone in the last one.
    fn begin_anew(&mut self) {
        self.rest();
        let gone = |now: &[f64], first: &[f64], of: &[f64]| {
            let each = now.iter().zip(first).zip(of).map(|((now, first), of)| (now - first) * (now - first) / of);
            each.sum::<f64>().sqrt()
        };
        let shares = gone(&self.shares, &self.first_shares, &self.of_columns);
        let multipliers = gone(&self.multipliers, &self.first_multipliers, &self.of_rows);
        if shares > Self::TINY && multipliers > Self::TINY {
            let weight = (self.weight * multipliers / shares).sqrt();
            self.weight = weight.clamp(1.0 / Self::MAX_WEIGHT, Self::MAX_WEIGHT);
        }
        self.begin();
    }
}
