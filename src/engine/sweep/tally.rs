//! How many solutions there are, by their number of pieces, and one of them drawn fairly.

use num_bigint::BigUint;

use super::front::Front;
use super::key::Key;
use super::plan::Plan;
use super::trace::Layers;
use super::value::Value;
use crate::control::{Cause, Control};
use crate::count::Count;
use crate::random::Random;

/// Numbers of ways, of one width.
pub(super) trait Ways: Value {
    /// Sums may come to this much before a wider number has to be taken.
    const LIMIT: f64;

    fn about(&self) -> f64;

    fn big(self) -> BigUint;

    /// A number below this one, which is not 0, each as likely as the others.
    fn below(&self, random: &mut Random) -> Self;

    /// Takes another number away; tells whether that was possible.
    fn take(&mut self, other: &Self) -> bool;
}

macro_rules! ways {
    ($integer:ty, $limit:expr) => {
        impl Ways for $integer {
            // A little less than it holds, because sums are looked at in floating point.
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
                    // One word, or two side by side.
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

impl Ways for BigUint {
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

/// A sweep under way.
struct Counting<K, V> {
    front: Front<K, V>,
    /// The place of the next square.
    at: usize,
}

impl<K: Key, V: Ways> Counting<K, V> {
    /// Goes on as long as numbers of this width will do; tells whether it came to the end.
    fn go_on(&mut self, plan: &Plan<K>, counted: &[bool], control: &mut Control) -> Result<bool, Cause> {
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
            self.front = self.front.advance(stage, counted, &weights, 0, control)?;
            self.at += 1;
        }
        Ok(true)
    }

    fn widened<W: Value>(self, value: impl Fn(V) -> W) -> Counting<K, W> {
        Counting { front: self.front.map(value), at: self.at }
    }

    fn counts(self) -> Vec<Count> {
        if self.front.len() == 0 {
            return Vec::new();
        }
        self.front.values.into_iter().map(|ways| Count::from_big(ways.big())).collect()
    }
}

/// How many solutions there are with each number of pieces that are counted, from none up to the most.
pub(super) fn tally<K: Key>(plan: &Plan<K>, counted: &[bool], control: &mut Control) -> Result<Vec<Count>, Cause> {
    let mut narrow = Counting { front: Front::<K, u64>::start(), at: 0 };
    if narrow.go_on(plan, counted, control)? {
        return Ok(narrow.counts());
    }
    let mut wide = narrow.widened(u128::from);
    if wide.go_on(plan, counted, control)? {
        return Ok(wide.counts());
    }
    let mut big = wide.widened(BigUint::from);
    big.go_on(plan, counted, control)?;
    Ok(big.counts())
}

/// The choices of one solution, each solution as likely as the others; `None` where there is none.
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

fn draw_by<K: Key, V: Ways>(plan: &Plan<K>, seed: u64, control: &mut Control) -> Result<Option<Vec<usize>>, Cause> {
    let choices =
        plan.stages.iter().flat_map(|stage| &stage.choices).map(|choice| choice.number + 1).max().unwrap_or(1);
    let layers = Layers::<K, V>::new(plan, &vec![0; choices], control)?;
    let mut random = Random::new(seed);
    layers.back(plan, control, |ways, before| {
        // Backwards: each way so far is as likely as the others.
        let mut drawn = ways.below(&mut random);
        before.iter().position(|(own, _)| !drawn.take(own)).unwrap_or(0)
    })
}
