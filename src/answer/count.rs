//! Exact numbers of any size.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Div, Mul};

use num_bigint::BigUint;

/// An exact number of placements, however large.
///
/// # Examples
///
/// ```
/// use queenside::{Count, classics};
///
/// let count = classics::queens(6).count()?.exact()?;
/// assert_eq!(count, Count::from(4u32));
/// assert_eq!(u64::try_from(&count), Ok(4));
/// assert_eq!(count.to_string(), "4");
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Count(pub(super) BigUint);

/// A count that does not fit the requested integer type.
///
/// # Examples
///
/// ```
/// use queenside::{Count, TooLargeCount};
///
/// // Each square of a chessboard holds a piece or none: 2^64 placements are one more than 64 bits can count.
/// let all = Count::from(1u128 << 64);
/// let error: TooLargeCount = u64::try_from(&all).unwrap_err();
/// assert_eq!(error.to_string(), "18446744073709551616 does not fit");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{count} does not fit")]
pub struct TooLargeCount {
    count: Count,
}

macro_rules! integers {
    ($($integer:ty),*) => {$(
        impl From<$integer> for Count {
            fn from(number: $integer) -> Self {
                Self(number.into())
            }
        }

        impl TryFrom<&Count> for $integer {
            type Error = TooLargeCount;

            fn try_from(count: &Count) -> Result<Self, TooLargeCount> {
                (&count.0).try_into().map_err(|_| TooLargeCount { count: count.clone() })
            }
        }

        impl TryFrom<Count> for $integer {
            type Error = TooLargeCount;

            fn try_from(count: Count) -> Result<Self, TooLargeCount> {
                (&count).try_into()
            }
        }

        impl PartialEq<$integer> for Count {
            fn eq(&self, other: &$integer) -> bool {
                self.0 == BigUint::from(*other)
            }
        }
    )*};
}

integers!(u8, u16, u32, u64, u128, usize);

impl Count {
    /// Reads what `Display` writes.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| BigUint::parse_bytes(text.as_bytes(), 10).map(Self))?
    }

    pub(crate) fn from_big(number: BigUint) -> Self {
        Self(number)
    }

    pub(crate) fn into_big(self) -> BigUint {
        self.0
    }

    pub(crate) fn as_big(&self) -> &BigUint {
        &self.0
    }
}

impl Add for Count {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Mul for Count {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        Self(self.0 * other.0)
    }
}

/// Rounds down; panics if the divisor is 0, as integers do.
///
/// ```
/// use queenside::Count;
///
/// // By Burnside's lemma: of the eight symmetries of 2×2, 16 ways to colour its squares with two colours are unchanged by the
/// // identity, 2 by each quarter turn, 4 by half a turn and by the two straight mirrors, 8 by the two diagonal ones.
/// let unchanged: Count = [16u32, 2, 2, 4, 4, 4, 8, 8].into_iter().map(Count::from).sum();
/// assert_eq!(unchanged / 8, 6u32);
/// ```
impl Div<u64> for Count {
    type Output = Self;

    fn div(self, divisor: u64) -> Self {
        Self(self.0 / divisor)
    }
}

impl Sum for Count {
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(Self::default(), Add::add)
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}
