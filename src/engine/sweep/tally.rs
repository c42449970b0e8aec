//! The number of solutions by their number of pieces, and uniform draws.

use num_bigint::BigUint;

use super::PreparedSweep;
use super::front::Front;
use super::growth::Growth;
use super::key::Key;
use super::plan::Plan;
use super::trace::Layers;
use super::value::Value;
use crate::answer::Count;
use crate::budget::{Cause, Control, Random};
use crate::engine::Counting;

/// Numbers of paths, of one width.
pub(super) trait PathCount: Value {
    /// The largest sum before a wider type is needed.
    const LIMIT: f64;

    fn about(&self) -> f64;

    fn big(self) -> BigUint;

    /// Returns a uniform random number below this one, which is not 0.
    fn below(&self, random: &mut Random) -> Self;

    /// Subtracts another number; returns whether that was possible.
    fn take(&mut self, other: &Self) -> bool;
}

macro_rules! ways {
    ($integer:ty, $limit:expr) => {
        impl PathCount for $integer {
            // A little less than the type holds, because sums are compared in floating point.
            const LIMIT: f64 = $limit;

            fn about(&self) -> f64 {
                *self as f64
            }

            fn big(self) -> BigUint {
                self.into()
            }

            fn below(&self, random: &mut Random) -> Self {
                let fair = Self::MAX - Self::MAX % self;
                loop {
                    // One 64-bit word, or two.
                    let words = 0..Self::BITS / u64::BITS;
                    let word = words.fold(0, |word: Self, _| (word << 63 << 1) | Self::from(random.next()));
                    if word < fair {
                        return word % self;
                    }
                }
            }

            fn take(&mut self, other: &Self) -> bool {
                self.checked_sub(*other).is_some_and(|rest| {
                    *self = rest;
                    true
                })
            }
        }
    };
}

ways!(u64, 9e18);
ways!(u128, 1.7e38);

impl PathCount for BigUint {
    const LIMIT: f64 = f64::INFINITY;

    fn about(&self) -> f64 {
        0.0
    }

    fn big(self) -> BigUint {
        self
    }

    fn below(&self, random: &mut Random) -> Self {
        let bits = self.bits();
        loop {
            let digits = (0..bits.div_ceil(32)).map(|_| random.next() as u32).collect();
            let drawn = BigUint::new(digits) >> (bits.next_multiple_of(32) - bits);
            if drawn < *self {
                return drawn;
            }
        }
    }

    fn take(&mut self, other: &Self) -> bool {
        let possible = *self >= *other;
        if possible {
            *self -= other;
        }
        possible
    }
}

/// A sweep under way, with numbers of one width.
struct Level<K, V> {
    front: Front<K, V>,
    /// The next square's place.
    at: usize,
}

impl<K: Key, V: PathCount> Level<K, V> {
    /// Continues while the width suffices; returns whether it reached the end.
    fn go_on(
        &mut self,
        plan: &Plan<K>,
        counted: &[bool],
        growth: &mut Growth,
        control: &mut Control,
    ) -> Result<bool, Cause> {
        let weights = vec![0; counted.len()];
        let mut total = f64::INFINITY;
        for stage in &plan.stages[self.at..] {
            let choices = stage.choices.len() as f64;
            if total * choices > V::LIMIT {
                total = self.front.values.iter().map(V::about).sum();
            }
            total *= choices;
            if total > V::LIMIT {
                return Ok(false);
            }
            self.front = self.front.advance(stage, counted, &weights.as_slice(), 0, control)?;
            growth.add(self.front.len() as f64);
            self.at += 1;
        }
        Ok(true)
    }

    /// What one of `states` states takes to go on.
    fn work(&self, plan: &Plan<K>, states: f64) -> u64 {
        Front::<K, V>::mean_work(plan, self.front.stride, states)
    }

    fn widened<W: Value>(self, value: impl Fn(V) -> W) -> Level<K, W> {
        Level { front: self.front.map(value), at: self.at }
    }

    fn counts(self) -> Vec<Count> {
        if self.front.len() == 0 {
            return Vec::new();
        }
        self.front.values.into_iter().map(|ways| Count::from_big(ways.big())).collect()
    }
}

/// A sweep that counts.
pub(super) struct Tallying<K> {
    plan: Plan<K>,
    counted: Vec<bool>,
    width: Width<K>,
    growth: Growth,
    /// About how many squares a row has, and the bits of the widest frontier.
    row: usize,
    bits: u32,
}

/// The width of the numbers.
enum Width<K> {
    Narrow(Level<K, u64>),
    Wide(Level<K, u128>),
    Big(Level<K, BigUint>),
    /// It is at its end, or there is no solution.
    Over,
}

impl<K: Key> Tallying<K> {
    pub(super) fn new(prepared: &PreparedSweep, row: usize, counted: Vec<bool>) -> Self {
        Self::of(prepared.plan(), prepared.lowered.never, row, prepared.layout.width, counted)
    }

    /// Counts the paths of a plan whose widest frontier has `bits` bits; there are none if the rules are unsatisfiable.
    pub(super) fn of(plan: Plan<K>, never: bool, row: usize, bits: u32, counted: Vec<bool>) -> Self {
        let start = Width::Narrow(Level { front: Front::start(), at: 0 });
        let width = if never { Width::Over } else { start };
        Self { plan, counted, width, growth: Growth::default(), row, bits }
    }
}

impl<K: Key> Counting for Tallying<K> {
    fn go_on(&mut self, control: &mut Control) -> Result<Vec<Count>, Cause> {
        let Self { plan, counted, growth, .. } = self;
        loop {
            let at_end = match &mut self.width {
                Width::Narrow(level) => level.go_on(plan, counted, growth, control)?,
                Width::Wide(level) => level.go_on(plan, counted, growth, control)?,
                Width::Big(level) => level.go_on(plan, counted, growth, control)?,
                Width::Over => true,
            };
            self.width = match std::mem::replace(&mut self.width, Width::Over) {
                Width::Narrow(level) if at_end => return Ok(level.counts()),
                Width::Wide(level) if at_end => return Ok(level.counts()),
                Width::Narrow(level) => Width::Wide(level.widened(u128::from)),
                Width::Wide(level) => Width::Big(level.widened(BigUint::from)),
                Width::Big(level) => return Ok(level.counts()),
                Width::Over => return Ok(Vec::new()),
            };
        }
    }

    fn outlook(&self) -> Option<u64> {
        let plan = &self.plan;
        let (squares, max) = (plan.stages.len(), f64::from(self.bits).exp2());
        self.growth.left(squares, self.row, max, |states| match &self.width {
            Width::Narrow(level) => level.work(plan, states),
            Width::Wide(level) => level.work(plan, states),
            Width::Big(level) => level.work(plan, states),
            Width::Over => 0,
        })
    }
}

/// Returns the choices of a uniformly drawn solution; `None` if there is none.
pub(super) fn draw<K: Key>(plan: &Plan<K>, seed: u64, control: &mut Control) -> Result<Option<Vec<usize>>, Cause> {
    let bound: f64 = plan.stages.iter().map(|stage| stage.choices.len() as f64).product();
    if bound <= u64::LIMIT {
        return draw_by::<K, u64>(plan, seed, control);
    }
    if bound <= u128::LIMIT {
        draw_by::<K, u128>(plan, seed, control)
    } else {
        draw_by::<K, BigUint>(plan, seed, control)
    }
}

fn draw_by<K: Key, V: PathCount>(
    plan: &Plan<K>,
    seed: u64,
    control: &mut Control,
) -> Result<Option<Vec<usize>>, Cause> {
    let layers = Layers::<K, V>::new(plan, plan.choices(), control)?;
    let mut random = Random::new(seed);
    layers.back(plan, control, &mut |ways, before| {
        // Backwards: each path so far is equally likely.
        let mut drawn = ways.below(&mut random);
        before.iter().position(|(own, _)| !drawn.take(own)).unwrap_or(0)
    })
}
