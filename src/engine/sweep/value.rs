//! What is known of all the ways that lead to a state.

use num_bigint::BigUint;

/// Knowledge about ways, which is put together where ways meet.
pub(super) trait Value: Clone + Send + 'static {
    /// What is known where no way leads.
    fn nothing() -> Self;
    /// What is known of the one way on which nothing has been decided.
    fn start() -> Self;
    /// Adds the ways that lead to another state and go on by a choice of so much weight.
    fn join(&mut self, other: &Self, weight: i64);
    /// Whether no way leads here.
    fn is_nothing(&self) -> bool;
}

/// How many ways there are. What would overflow is found out before it happens.
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

/// The greatest weight of a way.
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

/// Only whether a state can be reached.
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
