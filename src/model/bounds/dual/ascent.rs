//! Good multipliers, by subgradient steps.

use super::relaxation::{Relaxation, SCALE, Status};
use crate::budget::{Cause, Control};

/// Multipliers under way, and what they say of each column.
pub(crate) struct Ascent {
    multipliers: Vec<i64>,
    reduced: Vec<i64>,
    /// About how much of each column stands in the solution of the relaxation.
    share: Vec<f32>,
    best: Vec<i64>,
    slopes: Vec<i64>,
    stands: Vec<i32>,
}

impl Ascent {
    /// Rounds that are made for a bound on the whole problem.
    const ROUNDS: u32 = 500;
    /// How often cuts are looked for, how many are added each time, and the rounds that are made then.
    const CUTTING: u32 = 10;
    const CUTS: usize = 200;
    const ROUNDS_WITH_CUTS: u32 = 150;
    /// Rounds without progress until steps become shorter, and by what.
    const PATIENCE: u32 = 10;
    const SHORTER: f64 = 0.6;
    /// How much the last round counts for the shares.
    const NEWS: f32 = 0.1;

    pub(crate) fn new(relaxation: &Relaxation) -> Self {
        Self {
            multipliers: vec![0; relaxation.rows()],
            reduced: vec![0; relaxation.columns()],
            share: vec![0.0; relaxation.columns()],
            best: vec![0; relaxation.rows()],
            slopes: vec![0; relaxation.rows()],
            stands: vec![0; relaxation.columns()],
        }
    }

    pub(crate) fn multipliers(&self) -> &[i64] {
        &self.multipliers
    }

    pub(crate) fn begin_with(&mut self, multipliers: &[i64]) {
        self.multipliers.clear();
        self.multipliers.extend_from_slice(multipliers);
        // Where cuts were not settled, they are more or fewer.
        self.multipliers.resize(self.best.len(), 0);
    }

    /// The reduced costs with the multipliers.
    pub(crate) fn reduced(&self) -> &[i64] {
        &self.reduced
    }

    /// About how much of a column stands in the solution of the relaxation.
    pub(crate) fn share(&self, column: u32) -> f32 {
        self.share[column as usize]
    }

    /// Improves the multipliers of the whole problem, with cuts added where they pay, until they prove that the scaled value is
    /// below `enough`, or this work is done. Returns what they prove.
    pub(crate) fn settle(
        &mut self,
        relaxation: &mut Relaxation,
        enough: Option<i64>,
        work: u64,
        control: &mut Control,
    ) -> Result<i64, Cause> {
        let until = control.work().saturating_add(work);
        let status = vec![Status::Open; relaxation.columns()];
        let rounds = (work / (2 * relaxation.cost())).min(Self::ROUNDS.into()) as u32;
        let mut sum = self.improve(relaxation, &status, None, rounds, control)?;
        for _ in 0..Self::CUTTING {
            let next = control.work().saturating_add(2 * relaxation.cost() * u64::from(Self::ROUNDS_WITH_CUTS));
            let is_done = enough.is_some_and(|enough| sum < enough) || next > until;
            if is_done || !relaxation.cut(&self.share, Self::CUTS, control)? {
                break;
            }
            self.fit(relaxation);
            sum = self.improve(relaxation, &status, None, Self::ROUNDS_WITH_CUTS, control)?;
            relaxation.drop_idle(&mut self.multipliers);
            self.fit(relaxation);
        }
        Ok(sum)
    }

    /// Has a multiplier for every row.
    fn fit(&mut self, relaxation: &Relaxation) {
        for numbers in [&mut self.multipliers, &mut self.best, &mut self.slopes] {
            numbers.resize(relaxation.rows(), 0);
        }
    }

    /// Improves the multipliers, by this many rounds, or until they prove that the scaled value is below `enough`. Returns what
    /// they prove.
    pub(crate) fn improve(
        &mut self,
        relaxation: &Relaxation,
        status: &[Status],
        enough: Option<i64>,
        rounds: u32,
        control: &mut Control,
    ) -> Result<i64, Cause> {
        let done = |sum: i64| enough.is_some_and(|enough| sum < enough);
        control.charge(relaxation.cost())?;
        let mut now = relaxation.evaluate(&self.multipliers, status, &mut self.reduced);
        let mut min = now;
        let (mut length, mut stalled) = (1.0, 0);
        for round in 0..rounds {
            if done(now) {
                return Ok(now);
            }
            if round == 0 {
                self.best.copy_from_slice(&self.multipliers);
            }
            control.charge(2 * relaxation.cost())?;
            let norm = self.slopes(relaxation, status);
            // Where it should end: just below what is enough, or a little below what is known.
            let aim = enough.map_or(min - min.abs() / 16, |enough| enough - SCALE / 2);
            let gap = (now - aim).max(SCALE / 8);
            let step = (length * gap as f64 / norm as f64) as i64;
            if norm == 0 || step == 0 {
                break;
            }
            for (place, (multiplier, slope)) in self.multipliers.iter_mut().zip(&self.slopes).enumerate() {
                if *slope != 0 {
                    let (low, high) = relaxation.multipliers(place);
                    *multiplier = multiplier.saturating_add(step.saturating_mul(*slope)).clamp(low, high);
                }
            }
            now = relaxation.evaluate(&self.multipliers, status, &mut self.reduced);
            if now < min {
                (min, stalled) = (now, 0);
                self.best.copy_from_slice(&self.multipliers);
            } else {
                stalled += 1;
                if stalled == Self::PATIENCE {
                    (length, stalled) = (length * Self::SHORTER, 0);
                }
            }
        }
        if now > min {
            self.multipliers.copy_from_slice(&self.best);
            now = relaxation.evaluate(&self.multipliers, status, &mut self.reduced);
        }
        Ok(now)
    }

    /// How far each row is from its range where all columns worth it stand; returns the sum of the squares.
    fn slopes(&mut self, relaxation: &Relaxation, status: &[Status]) -> i64 {
        let columns = self.stands.iter_mut().zip(&mut self.share).zip(self.reduced.iter().zip(status));
        for ((stands, share), (reduced, status)) in columns {
            *stands = match status {
                Status::Open => i32::from(*reduced > 0),
                Status::True => 1,
                Status::False => 0,
            };
            *share += Self::NEWS * (*stands as f32 - *share);
        }
        let mut norm = 0;
        for (place, (slope, multiplier)) in self.slopes.iter_mut().zip(&self.multipliers).enumerate() {
            *slope = relaxation.row(place).slope(*multiplier, &self.stands);
            norm += slope.saturating_mul(*slope);
        }
        norm
    }
}
