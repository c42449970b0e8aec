//! Intervals of integers: the numbers a rule allows.

use std::fmt;
use std::ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

/// The numbers a rule allows, made from any range of integers or from a single one.
///
/// # Examples
///
/// ```
/// use queenside::Interval;
///
/// assert!(Interval::from(1..).contains(7));
/// assert_eq!(Interval::from(2..=3), Interval::from(2..4));
/// assert_eq!(Interval::from(5).to_string(), "5..=5");
/// assert!(Interval::from(5..5).is_empty()); // reported as a fault where a rule asks for it
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Interval {
    min: i64,
    max: i64,
}

impl Interval {
    /// The interval without ends: every number is allowed.
    ///
    /// ```
    /// use queenside::{Constraint, Interval, classics};
    ///
    /// // A rule that allows anything takes nothing away.
    /// let mut problem = classics::queens(4);
    /// let queen = problem.kind_named("queen")?;
    /// problem.add(Constraint::count(queen, (0, 0), Interval::ANY));
    /// assert_eq!(problem.count()?.exact()?, 2u32);
    /// assert_eq!(Interval::ANY, Interval::from(..));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub const ANY: Self = Self { min: i64::MIN, max: i64::MAX };

    /// Returns the least number allowed, `None` if there is none.
    ///
    /// ```
    /// use queenside::Interval;
    ///
    /// assert_eq!(Interval::from(1..).lower(), Some(1)); // dominated: by one piece or more
    /// assert_eq!(Interval::from(..=2).lower(), None);
    /// ```
    pub fn lower(self) -> Option<i64> {
        (self.min > i64::MIN).then_some(self.min)
    }

    /// Returns the greatest number allowed, `None` if there is none.
    ///
    /// ```
    /// use queenside::Interval;
    ///
    /// assert_eq!(Interval::from(..=2).upper(), Some(2)); // no three in line
    /// assert_eq!(Interval::from(0..3).upper(), Some(2));
    /// assert_eq!(Interval::from(1..).upper(), None);
    /// ```
    pub fn upper(self) -> Option<i64> {
        (self.max < i64::MAX).then_some(self.max)
    }

    /// Tells whether a number is allowed.
    ///
    /// ```
    /// use queenside::Interval;
    ///
    /// let one_or_two = Interval::from(1..=2);
    /// assert_eq!([0, 1, 2, 3].map(|stars| one_or_two.contains(stars)), [false, true, true, false]);
    /// ```
    pub fn contains(self, number: i64) -> bool {
        (self.min..=self.max).contains(&number)
    }

    /// Tells whether no number is allowed.
    ///
    /// ```
    /// use queenside::{Board, Interval, Piece, classics};
    ///
    /// // No number is 2 or more and less than 2: asked of a board, that is a fault and not an impossible rule.
    /// assert!(Interval::from(2..2).is_empty());
    /// let problem = classics::attacking(Board::square(4), Piece::QUEEN, 2..2);
    /// assert_eq!(problem.check().unwrap_err().to_string(), "rule 1 (attacks): the range 2..=1 (or 2..2) is empty");
    /// ```
    pub fn is_empty(self) -> bool {
        self.min > self.max
    }

    /// Returns the ends, with the extreme integers for "none".
    pub(crate) fn ends(self) -> (i64, i64) {
        (self.min, self.max)
    }

    /// Returns the range as it is for counts from 0 to `most`: ranges that allow the same of these become equal.
    pub(crate) fn of_counts(self, most: i64) -> Self {
        if self.max < 0 {
            return self;
        }
        Self { min: self.min.max(0), max: if self.max < most { self.max } else { i64::MAX } }
    }

    /// Returns the interval of the negatives.
    pub(crate) fn negated(self) -> Self {
        let mirrored = |end: i64| match end {
            i64::MIN => i64::MAX,
            i64::MAX => i64::MIN,
            end => -end,
        };
        Self { min: mirrored(self.max), max: mirrored(self.min) }
    }

    pub(crate) fn between(min: i64, max: i64) -> Self {
        Self { min, max }
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(min) = self.lower() {
            write!(f, "{min}")?;
        }
        f.write_str("..")?;
        match self.upper() {
            Some(max) => write!(f, "={max}"),
            None => Ok(()),
        }
    }
}

/// An integer as the nearest `i64`.
trait Nearest: Copy {
    fn nearest(self) -> i64;
}

macro_rules! ranges_of {
    ($($integer:ty),*) => {$(
        impl Nearest for $integer {
            #[allow(clippy::unnecessary_fallible_conversions, reason = "one body serves integers of every width")]
            fn nearest(self) -> i64 {
                #[allow(unused_comparisons, reason = "likewise, with and without a sign")]
                i64::try_from(self).unwrap_or(if self < 0 { i64::MIN } else { i64::MAX })
            }
        }

        impl From<$integer> for Interval {
            fn from(number: $integer) -> Self {
                Self::between(number.nearest(), number.nearest())
            }
        }

        impl From<RangeInclusive<$integer>> for Interval {
            fn from(range: RangeInclusive<$integer>) -> Self {
                Self::between(range.start().nearest(), range.end().nearest())
            }
        }

        impl From<Range<$integer>> for Interval {
            fn from(range: Range<$integer>) -> Self {
                Self::between(range.start.nearest(), range.end.nearest().saturating_sub(1))
            }
        }

        impl From<RangeFrom<$integer>> for Interval {
            fn from(range: RangeFrom<$integer>) -> Self {
                Self::between(range.start.nearest(), i64::MAX)
            }
        }

        impl From<RangeTo<$integer>> for Interval {
            fn from(range: RangeTo<$integer>) -> Self {
                Self::between(i64::MIN, range.end.nearest().saturating_sub(1))
            }
        }

        impl From<RangeToInclusive<$integer>> for Interval {
            fn from(range: RangeToInclusive<$integer>) -> Self {
                Self::between(i64::MIN, range.end.nearest())
            }
        }
    )*};
}

ranges_of!(i8, i16, i32, i64, isize, u8, u16, u32, u64, usize);

impl From<RangeFull> for Interval {
    fn from(_: RangeFull) -> Self {
        Self::ANY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_range_is_understood() {
        let cases: [(Interval, &str); 7] = [
            ((0..=0).into(), "0..=0"),
            ((1..).into(), "1.."),
            ((..=2).into(), "..=2"),
            ((..3usize).into(), "..=2"),
            ((-4..3i64).into(), "-4..=2"),
            ((..).into(), ".."),
            (7u8.into(), "7..=7"),
        ];
        for (interval, text) in cases {
            assert_eq!(interval.to_string(), text);
        }
        #[allow(clippy::reversed_empty_ranges, reason = "that it is empty is the point")]
        let backwards = Interval::from(5..=3);
        assert!(backwards.is_empty());
        assert_eq!(Interval::from(0..u64::MAX).upper(), Some(i64::MAX - 1));
    }
}
