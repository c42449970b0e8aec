//! Handles: how rules refer to the kinds and regions of a problem.

use crate::language::OrderedSet;
use std::sync::atomic::{AtomicU64, Ordering};

/// A piece under a name within one [`Problem`](crate::Problem), such as "white queen".
///
/// A small handle, valid in its problem and in copies of it. A handle of another problem is reported as a fault where
/// it is used.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Constraint, Piece, Problem};
///
/// let mut problem = Problem::new(Board::square(3));
/// let king = problem.add_kind("king", Piece::KING);
/// assert_eq!((problem.name(king)?, problem.kind_named("king")?), ("king", king));
///
/// let elsewhere = Problem::new(Board::square(3)).with(Constraint::count(king, (0, 0), 1));
/// assert!(elsewhere.check().is_err());
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind {
    pub(crate) index: u16,
    pub(crate) token: u64,
}

impl Kind {
    /// Returns the kind as it is numbered without others, a mask; `None` if it is one of them.
    pub(crate) fn without(self, gone: u64) -> Option<Self> {
        let before = gone & !(u64::MAX << self.index);
        (gone >> self.index & 1 == 0).then(|| Self { index: self.index - before.count_ones() as u16, ..self })
    }
}

/// A named region of a problem's board; a small handle like [`Kind`].
///
/// # Examples
///
/// ```
/// use queenside::{Board, Constraint, Piece, Problem};
///
/// let board = Board::square(4).with_region_map("A A B B\nA A B B\nC C D D\nC C D D")?;
/// let mut problem = Problem::new(board);
/// let rook = problem.add_kind("rook", Piece::ROOK);
/// let corner = problem.region_named("A")?;
/// problem.non_attacking().add(Constraint::count(rook, corner, 2));
/// assert_eq!(problem.maximize()?.optima()?.count()?.exact()?, 4u32);
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Region {
    pub(crate) index: usize,
    pub(crate) token: u64,
}

/// Several kinds; made from one, or from a list of them.
///
/// ```
/// use queenside::{Board, Kinds, Piece, Problem};
///
/// let mut problem = Problem::new(Board::square(3));
/// let (king, rook) = (problem.add_kind("king", Piece::KING), problem.add_kind("rook", Piece::ROOK));
/// assert_eq!(Kinds::from([rook, king, rook]).iter().count(), 2);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kinds {
    /// Sorted, each once.
    kinds: Vec<Kind>,
}

impl Kinds {
    /// Returns the kinds, each once.
    ///
    /// ```
    /// use queenside::{Board, Piece, Problem};
    ///
    /// let mut problem = Problem::new(Board::square(3));
    /// for (name, piece) in [("rook", Piece::ROOK), ("king", Piece::KING), ("wall", Piece::BLOCKER)] {
    ///     problem.add_kind(name, piece);
    /// }
    /// let names: Vec<_> = problem.pieces().iter().map(|kind| problem.name(kind)).collect::<Result<_, _>>()?;
    /// assert_eq!(names, ["rook", "king"]);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn iter(&self) -> std::iter::Copied<std::slice::Iter<'_, Kind>> {
        self.kinds.iter().copied()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    pub(crate) fn has(&self, index: usize) -> bool {
        self.kinds.iter().any(|kind| usize::from(kind.index) == index)
    }

    /// Returns those that are not gone, as they are numbered without these.
    pub(crate) fn without(&self, gone: u64) -> Self {
        Self { kinds: self.iter().filter_map(|kind| kind.without(gone)).collect() }
    }

    pub(crate) fn indices(&self) -> impl Iterator<Item = usize> + '_ {
        self.kinds.iter().map(|kind| usize::from(kind.index))
    }
}

impl IntoIterator for Kinds {
    type Item = Kind;
    type IntoIter = std::vec::IntoIter<Kind>;

    fn into_iter(self) -> Self::IntoIter {
        self.kinds.into_iter()
    }
}

impl<'a> IntoIterator for &'a Kinds {
    type Item = Kind;
    type IntoIter = std::iter::Copied<std::slice::Iter<'a, Kind>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl FromIterator<Kind> for Kinds {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> Self {
        Self { kinds: kinds.into_iter().collect::<OrderedSet<Kind>>().into_vec() }
    }
}

impl From<Kind> for Kinds {
    fn from(kind: Kind) -> Self {
        Self { kinds: vec![kind] }
    }
}

impl<const N: usize> From<[Kind; N]> for Kinds {
    fn from(kinds: [Kind; N]) -> Self {
        kinds.into_iter().collect()
    }
}

impl From<Vec<Kind>> for Kinds {
    fn from(kinds: Vec<Kind>) -> Self {
        kinds.into_iter().collect()
    }
}

impl From<&[Kind]> for Kinds {
    fn from(kinds: &[Kind]) -> Self {
        kinds.iter().copied().collect()
    }
}

/// Returns a number that no other handle has.
pub(crate) fn fresh_token() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}
