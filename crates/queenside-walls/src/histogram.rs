//! Numbers of boards by value.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::{Add, AddAssign};

/// For each value the number of classes of boards that have it, and of these boards.
///
/// The histograms of parts add up to that of the whole. Printed, it is a row `VALUE CLASSES BOARDS` for each value.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Piece};
/// use queenside_walls::Census;
///
/// let census = Census::new(&Board::square(5), &Piece::QUEEN, 3)?;
/// let survey = census.tally()?;
/// assert_eq!(survey.histogram().to_string(), "5 302 2188\n6 17 112\n");
/// assert_eq!((survey.histogram().classes(), survey.histogram().boards()), (319, 2300));
///
/// let parts = census.sets().split(2);
/// let sum = census.tally_of(&parts[0])?.histogram() + census.tally_of(&parts[1])?.histogram();
/// assert_eq!(sum, *survey.histogram());
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Histogram {
    /// Classes and boards by value.
    rows: BTreeMap<usize, (u64, u64)>,
}

impl Histogram {
    /// Returns the histogram of no boards.
    ///
    /// ```
    /// use queenside_walls::Histogram;
    ///
    /// assert_eq!(Histogram::new().boards(), 0);
    /// ```
    pub fn new() -> Self {
        Self::default()
    }

    pub(super) fn count(&mut self, value: usize, size: usize) {
        let (classes, boards) = self.rows.entry(value).or_default();
        *classes = classes.saturating_add(1);
        *boards = boards.saturating_add(size as u64);
    }

    /// Returns each value with its numbers of classes and of boards, the least value first.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    /// use queenside_walls::Census;
    ///
    /// // Three walls on 5×5 let five queens stand, or six.
    /// let survey = Census::new(&Board::square(5), &Piece::QUEEN, 3)?.tally()?;
    /// assert_eq!(survey.histogram().iter().collect::<Vec<_>>(), [(5, 302, 2188), (6, 17, 112)]);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (usize, u64, u64)> + '_ {
        self.rows.iter().map(|(value, (classes, boards))| (*value, *classes, *boards))
    }

    /// Returns the number of classes of all values together.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    /// use queenside_walls::Census;
    ///
    /// // Three walls on 5×5 let five queens stand, or six.
    /// let survey = Census::new(&Board::square(5), &Piece::QUEEN, 3)?.tally()?;
    /// assert_eq!(survey.histogram().classes(), 302 + 17);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn classes(&self) -> u64 {
        self.iter().fold(0, |sum, (_, classes, _)| sum.saturating_add(classes))
    }

    /// Returns the number of boards of all values together.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    /// use queenside_walls::Census;
    ///
    /// // Three walls on 5×5 let five queens stand, or six.
    /// let survey = Census::new(&Board::square(5), &Piece::QUEEN, 3)?.tally()?;
    /// assert_eq!(survey.histogram().boards(), 2188 + 112);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn boards(&self) -> u64 {
        self.iter().fold(0, |sum, (_, _, boards)| sum.saturating_add(boards))
    }

    /// Returns the greatest value, if there are boards.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    /// use queenside_walls::Census;
    ///
    /// // Three walls on 5×5 let five queens stand, or six.
    /// let survey = Census::new(&Board::square(5), &Piece::QUEEN, 3)?.tally()?;
    /// assert_eq!(survey.histogram().max_value(), Some(6));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn max_value(&self) -> Option<usize> {
        self.rows.keys().next_back().copied()
    }
}

impl AddAssign<&Histogram> for Histogram {
    fn add_assign(&mut self, other: &Self) {
        for (value, (classes, boards)) in &other.rows {
            let row = self.rows.entry(*value).or_default();
            *row = (row.0.saturating_add(*classes), row.1.saturating_add(*boards));
        }
    }
}

impl Add for &Histogram {
    type Output = Histogram;

    fn add(self, other: Self) -> Histogram {
        let mut sum = self.clone();
        sum += other;
        sum
    }
}

impl fmt::Display for Histogram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (value, classes, boards) in self.iter() {
            writeln!(f, "{value} {classes} {boards}")?;
        }
        Ok(())
    }
}
