//! Sequences of counts, as the encyclopedia of integer sequences keeps them.

use std::fmt;
use std::str::FromStr;

use num_bigint::BigUint;

use crate::answer::Count;
use crate::language::{Fault, Invalid};

/// Numbers a(n) for n from an offset on: prints and reads as a b-file of the OEIS, one line "n a(n)" each.
///
/// # Examples
///
/// ```
/// use queenside::{classics, render::Sequence};
///
/// // A000170 from n = 1: the solutions of the n queens problem.
/// let terms = (1..=6).map(|n| Ok(classics::queens(n).count()?.exact()?));
/// let sequence = Sequence::new(1, terms.collect::<Result<Vec<_>, queenside::Error>>()?);
/// assert_eq!(sequence.to_row(), "1, 0, 0, 2, 10, 4");
/// assert_eq!(sequence.to_string(), "1 1\n2 0\n3 0\n4 2\n5 10\n6 4\n");
///
/// let read: Sequence = "# A000170\n4 2\n5 10 # ten\n\n6 4\n".parse()?;
/// assert_eq!((read.offset(), read.get(5)), (4, Some(&10u32.into())));
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sequence {
    offset: i64,
    terms: Vec<Count>,
}

impl Sequence {
    /// Returns the sequence of these terms; the first is a(`offset`).
    ///
    /// ```
    /// use queenside::render::Sequence;
    ///
    /// // The most kings on n×n, none attacking another.
    /// let kings = Sequence::new(1, [1u32, 1, 4, 4, 9]);
    /// assert_eq!(kings.to_row(), "1, 1, 4, 4, 9");
    /// ```
    pub fn new(offset: i64, terms: impl IntoIterator<Item = impl Into<Count>>) -> Self {
        Self { offset, terms: terms.into_iter().map(Into::into).collect() }
    }

    /// Returns the index of the first term.
    ///
    /// ```
    /// use queenside::render::Sequence;
    ///
    /// assert_eq!("3 1\n4 2".parse::<Sequence>()?.offset(), 3);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn offset(&self) -> i64 {
        self.offset
    }

    /// Returns the terms in order.
    ///
    /// ```
    /// use queenside::render::Sequence;
    ///
    /// let rooks: Sequence = "1 1\n2 2\n3 6".parse()?;
    /// assert_eq!(rooks.terms(), [1u32, 2, 6].map(queenside::Count::from));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn terms(&self) -> &[Count] {
        &self.terms
    }

    /// Returns a(n), if the sequence has it.
    ///
    /// ```
    /// use queenside::render::Sequence;
    ///
    /// let queens = Sequence::new(4, [2u32, 10, 4]);
    /// assert_eq!((queens.get(5), queens.get(3)), (Some(&10u32.into()), None));
    /// ```
    pub fn get(&self, n: i64) -> Option<&Count> {
        let place = n.checked_sub(self.offset)?;
        self.terms.get(usize::try_from(place).ok()?)
    }

    /// Returns the terms as the encyclopedia lists them: separated by commas.
    ///
    /// ```
    /// use queenside::render::Sequence;
    ///
    /// assert_eq!(Sequence::new(0, [1u32, 1, 0, 0, 2]).to_row(), "1, 1, 0, 0, 2");
    /// ```
    pub fn to_row(&self) -> String {
        self.terms.iter().map(Count::to_string).collect::<Vec<_>>().join(", ")
    }
}

/// Writes a b-file.
impl fmt::Display for Sequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The last number may be the greatest there is.
        for (n, term) in (i128::from(self.offset)..).zip(&self.terms) {
            writeln!(f, "{n} {term}")?;
        }
        Ok(())
    }
}

const EXPECTED: &str = "'n a(n)' with n one more than in the line before and a(n) not negative, or '# comment'";

/// Reads a b-file. Comments from `#` on and empty lines are ignored.
impl FromStr for Sequence {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let mut faults = Vec::new();
        let mut terms: Vec<(i64, Count)> = Vec::new();
        for (index, whole) in text.lines().enumerate() {
            let line = whole.split('#').next().unwrap_or(whole).trim();
            if line.is_empty() {
                continue;
            }
            let pair = line.split_once(char::is_whitespace).and_then(|(n, term)| {
                let n = n.parse::<i64>().ok()?;
                let term = term.trim();
                let is_number = term.bytes().all(|byte| byte.is_ascii_digit());
                let term = is_number.then(|| term.parse::<BigUint>().ok())??;
                let follows = terms.last().is_none_or(|(before, _)| before.checked_add(1) == Some(n));
                follows.then(|| (n, Count::from_big(term)))
            });
            match pair {
                Some(pair) => terms.push(pair),
                None => faults.push(Fault::UnknownLine { line: index + 1, text: whole.to_owned(), expected: EXPECTED }),
            }
        }
        Invalid::unless_empty(faults)?;
        Ok(Self {
            offset: terms.first().map_or(0, |(n, _)| *n),
            terms: terms.into_iter().map(|(_, term)| term).collect(),
        })
    }
}
