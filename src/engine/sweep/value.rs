//! Values for all the paths that lead to a state.

use num_bigint::BigUint;

/// A value of a set of paths, joined where paths meet.
pub(super) trait Value: Clone + Send + 'static {
    /// Returns the value of no path.
    fn nothing() -> Self;
    /// Returns the value of the empty path.
    fn start() -> Self;
    /// Adds the paths to another state, continued by a choice of this weight; a residue takes the modulus for it.
    fn join(&mut self, other: &Self, weight: i64);
    /// Tells whether there is no path.
    fn is_nothing(&self) -> bool;
}

/// The number of paths. Overflow is detected before it happens.
macro_rules! counts {
    ($($integer:ty),*) => {$(
        impl Value for $integer {
            fn nothing() -> Self {
                0
            }

            fn start() -> Self {
                1
            }

            fn join(&mut self, other: &Self, _: i64) {
                *self = self.wrapping_add(*other);
            }

            fn is_nothing(&self) -> bool {
                *self == 0
            }
        }
    )*};
}

counts!(u64, u128);

impl Value for BigUint {
    fn nothing() -> Self {
        Self::default()
    }

    fn start() -> Self {
        1u32.into()
    }

    fn join(&mut self, other: &Self, _: i64) {
        *self += other;
    }

    fn is_nothing(&self) -> bool {
        *self == Self::default()
    }
}

/// The number of paths modulo a number below 2^62, which takes the place of the weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Residue(pub(super) u64);

impl Value for Residue {
    fn nothing() -> Self {
        Self(0)
    }

    fn start() -> Self {
        Self(1)
    }

    fn join(&mut self, other: &Self, modulus: i64) {
        let (sum, modulus) = (self.0 + other.0, modulus as u64);
        self.0 = if sum >= modulus { sum - modulus } else { sum };
    }

    /// Also if there are as many paths as the modulus, which is nothing to all sums.
    fn is_nothing(&self) -> bool {
        self.0 == 0
    }
}

/// The greatest weight of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Greatest(pub(super) i64);

impl Value for Greatest {
    fn nothing() -> Self {
        Self(i64::MIN)
    }

    fn start() -> Self {
        Self(0)
    }

    fn join(&mut self, other: &Self, weight: i64) {
        if !other.is_nothing() {
            self.0 = self.0.max(other.0 + weight);
        }
    }

    fn is_nothing(&self) -> bool {
        self.0 == i64::MIN
    }
}

/// Only whether a state is reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reached;

impl Value for Reached {
    fn nothing() -> Self {
        Self
    }

    fn start() -> Self {
        Self
    }

    fn join(&mut self, _: &Self, _: i64) {}

    fn is_nothing(&self) -> bool {
        false
    }
}
