//! Good multipliers, by primal-dual steps for the whole problem and by subgradient steps from there.

use super::fold::{Colours, Fold, Round};
use super::relaxation::{Relaxation, SCALE, Status, in_units};
use super::saddle::Saddle;
use super::simplex::Simplex;
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
    /// Where the steps for the whole problem have led.
    saddle: Saddle,
    folding: Folding,
}

/// Whether alike rows and columns are taken together.
enum Folding {
    Unknown,
    UnderWay(Colours),
    /// Few are alike.
    None,
    /// The steps for the whole problem, as long as it has no cuts, are those of the smaller one.
    Folded(Box<(Fold, Ascent)>),
}

impl Ascent {
    /// Steps that are made for a bound on the whole problem, and with cuts each time that some were added.
    const STEPS: u32 = 1 << 12;
    const STEPS_WITH_CUTS: u32 = 400;
    /// How many steps lead from one look at what the multipliers prove to the next.
    const LOOK: u32 = 10;
    /// What may still be gained, in units, where steps end.
    const CLOSE: f64 = 0.02;
    /// By how much less than asked for multipliers of classes prove where steps end, since they are rounded again for each row.
    const CLEAR: i64 = SCALE / 16;
    /// How often cuts are looked for, at most so often where there are windows and they still gain so much, and how many are added
    /// each time.
    const CUTTING: u32 = 10;
    const CUTTING_IN_WINDOWS: u32 = 40;
    const LITTLE: i64 = SCALE / 64;
    const CUTS: usize = 200;
    /// Rounds without progress until subgradient steps become shorter, and by what.
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
            saddle: Saddle::default(),
            folding: Folding::Unknown,
        }
    }

    /// The same, without taking alike rows and columns together.
    pub(crate) fn unfolded(relaxation: &Relaxation) -> Self {
        Self { folding: Folding::None, ..Self::new(relaxation) }
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

    /// Takes these multipliers; returns what they prove where some columns are known.
    pub(crate) fn take(&mut self, relaxation: &Relaxation, simplex: &Simplex, status: &[Status]) -> i64 {
        self.begin_with(simplex.multipliers());
        for (column, share) in self.share.iter_mut().enumerate() {
            *share = simplex.share(column as u32) as f32;
        }
        relaxation.evaluate(&self.multipliers, status, &mut self.reduced)
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
    /// below `enough`, or this work is done. Goes on from where it was. Returns what they prove.
    pub(crate) fn settle(
        &mut self,
        relaxation: &mut Relaxation,
        enough: Option<i64>,
        work: u64,
        control: &mut Control,
    ) -> Result<i64, Cause> {
        let until = control.work().saturating_add(work);
        let enough = enough.unwrap_or(i64::MIN);
        let (mut sum, is_close) = self.solve(relaxation, enough, Self::STEPS, until, control)?;
        if !is_close {
            return Ok(sum);
        }
        let mut stalled = 0;
        for round in 0..Self::CUTTING_IN_WINDOWS {
            let is_over = sum < enough || control.work() >= until;
            let is_late = round >= Self::CUTTING && (stalled > 1 || !relaxation.has_windows());
            if is_over || is_late || !relaxation.cut(&self.share, Self::CUTS, until, control)? {
                break;
            }
            let before = sum;
            (sum, _) = self.solve(relaxation, enough, Self::STEPS_WITH_CUTS, until, control)?;
            self.drop_idle(relaxation);
            stalled = if before - sum < Self::LITTLE { stalled + 1 } else { 0 };
        }
        Ok(sum)
    }

    /// Improves the multipliers of the whole problem without cuts, by this much work at most. Goes on from where it was. Returns
    /// what they prove, and whether little can be gained.
    pub(crate) fn settle_rows(
        &mut self,
        relaxation: &Relaxation,
        work: u64,
        control: &mut Control,
    ) -> Result<(i64, bool), Cause> {
        let until = control.work().saturating_add(work);
        self.solve(relaxation, i64::MIN, Self::STEPS, until, control)
    }

    /// Drops the cuts whose multiplier is 0.
    fn drop_idle(&mut self, relaxation: &mut Relaxation) {
        let is_needed = |(place, multiplier): (usize, &i64)| place < relaxation.own_rows() || *multiplier != 0;
        let kept: Vec<bool> = self.multipliers.iter().enumerate().map(is_needed).collect();
        relaxation.keep(&kept);
        self.saddle.keep(&kept);
        let mut kept = kept.into_iter();
        self.multipliers.retain(|_| kept.next().unwrap_or(true));
        self.fit(relaxation);
    }

    /// Has a multiplier for every row.
    fn fit(&mut self, relaxation: &Relaxation) {
        for numbers in [&mut self.multipliers, &mut self.best, &mut self.slopes] {
            numbers.resize(relaxation.rows(), 0);
        }
    }

    /// Takes rows and columns that are alike together, if this work suffices to find out whether they are many. There are no cuts.
    fn fold(&mut self, relaxation: &Relaxation, until: u64, control: &mut Control) -> Result<(), Cause> {
        if let Folding::Unknown = self.folding {
            self.folding = Folding::UnderWay(Colours::new(relaxation));
        }
        while let Folding::UnderWay(colours) = &mut self.folding
            && control.work() < until
        {
            let folded = match colours.divide(relaxation, control)? {
                Round::Open => continue,
                Round::Stable => Fold::new(relaxation, colours, control)?,
                Round::Hopeless => None,
            };
            self.folding = folded.map_or(Folding::None, |fold| {
                let ascent = Self::unfolded(&fold.relaxation);
                Folding::Folded(Box::new((fold, ascent)))
            });
        }
        Ok(())
    }

    /// Makes primal-dual steps, this many at most. Returns what the best multipliers prove, and whether little can be gained.
    pub(super) fn solve(
        &mut self,
        relaxation: &Relaxation,
        enough: i64,
        steps: u32,
        until: u64,
        control: &mut Control,
    ) -> Result<(i64, bool), Cause> {
        let has_cuts = relaxation.rows() > relaxation.own_rows();
        if !has_cuts {
            self.fold(relaxation, until, control)?;
        }
        self.fit(relaxation);
        if !has_cuts && let Folding::Folded(mut folded) = std::mem::replace(&mut self.folding, Folding::None) {
            let clear = enough.saturating_sub(Self::CLEAR);
            let solved = folded.1.solve(&folded.0.relaxation, clear, steps, until, control);
            let sum = self.unfold(relaxation, &folded.0, &folded.1, control);
            self.folding = Folding::Folded(folded);
            let ((of_classes, is_close), sum) = (solved?, sum?);
            // Rounding may take away what was proved; then steps for all rows go on from there.
            let enough = enough.max(relaxation.least());
            if is_close || of_classes >= enough || sum < enough {
                return Ok((sum, is_close));
            }
        }
        self.saddle.fit(relaxation);
        let status = vec![Status::Open; relaxation.columns()];
        let enough = enough.max(relaxation.least());
        control.charge(2 * relaxation.cost())?;
        self.best.copy_from_slice(&self.multipliers);
        let mut min = relaxation.evaluate(&self.best, &status, &mut self.reduced);
        let mut is_close = false;
        for step in 1..=steps {
            if is_close || min < enough || control.work() >= until {
                break;
            }
            control.charge(2 * relaxation.cost())?;
            is_close = self.saddle.step(relaxation) < Self::CLOSE;
            if is_close || step % Self::LOOK == 0 {
                control.charge(relaxation.cost())?;
                for (place, (own, multiplier)) in self.multipliers.iter_mut().zip(self.saddle.led_to().1).enumerate() {
                    *own = relaxation.rounded(place, *multiplier);
                }
                let sum = relaxation.evaluate(&self.multipliers, &status, &mut self.reduced);
                if sum < min {
                    min = sum;
                    self.best.copy_from_slice(&self.multipliers);
                }
            }
        }
        for (share, own) in self.share.iter_mut().zip(self.saddle.led_to().0) {
            *share = *own as f32;
        }
        self.saddle.rest();
        self.multipliers.copy_from_slice(&self.best);
        Ok((relaxation.evaluate(&self.multipliers, &status, &mut self.reduced), is_close))
    }

    /// Takes what steps for classes have led to, if it proves more. Returns what the multipliers prove.
    fn unfold(
        &mut self,
        relaxation: &Relaxation,
        fold: &Fold,
        ascent: &Self,
        control: &mut Control,
    ) -> Result<i64, Cause> {
        control.charge(3 * relaxation.cost())?;
        let status = vec![Status::Open; relaxation.columns()];
        let before = relaxation.evaluate(&self.multipliers, &status, &mut self.reduced);
        self.best.copy_from_slice(&self.multipliers);
        for (place, (own, class)) in self.multipliers.iter_mut().zip(&fold.row_of).enumerate() {
            let class = *class as usize;
            let multiplier = in_units(ascent.multipliers[class]) / fold.relaxation.alike(class);
            *own = relaxation.rounded(place, multiplier);
        }
        for (share, class) in self.share.iter_mut().zip(&fold.column_of) {
            *share = ascent.share[*class as usize];
        }
        self.saddle.unfold(fold, &ascent.saddle);
        let sum = relaxation.evaluate(&self.multipliers, &status, &mut self.reduced);
        if sum <= before {
            return Ok(sum);
        }
        self.multipliers.copy_from_slice(&self.best);
        Ok(relaxation.evaluate(&self.multipliers, &status, &mut self.reduced))
    }

    /// Improves the multipliers where some columns are known, by this many subgradient steps, or until they prove that the
    /// scaled value is below `enough`. Returns what they prove.
    pub(crate) fn improve(
        &mut self,
        relaxation: &Relaxation,
        status: &[Status],
        enough: i64,
        rounds: u32,
        control: &mut Control,
    ) -> Result<i64, Cause> {
        control.charge(relaxation.cost())?;
        let mut now = relaxation.evaluate(&self.multipliers, status, &mut self.reduced);
        let mut min = now;
        let (mut length, mut stalled) = (1.0, 0);
        for round in 0..rounds {
            if now < enough {
                return Ok(now);
            }
            if round == 0 {
                self.best.copy_from_slice(&self.multipliers);
            }
            control.charge(2 * relaxation.cost())?;
            let norm = self.slopes(relaxation, status);
            // It should end just below what is enough.
            let gap = (now - (enough - SCALE / 2)).max(SCALE / 8);
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
