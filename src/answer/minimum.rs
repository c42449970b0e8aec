//! The least value for one number of pieces.

use std::fmt;

use crate::answer::Count;
use crate::language::Placement;

/// The least value that placements of one size reach, proved.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Piece, Problem};
///
/// // R % R    Rooks on 3×3 and the fewest walls between them: five take four walls, and there is one way.
/// // % R %
/// // R % R
/// let mut problem = Problem::new(Board::square(3));
/// problem.add_kind("rook", Piece::ROOK);
/// let wall = problem.add_kind("wall", Piece::BLOCKER);
/// let walls = problem.non_attacking().minimize_by_size([(wall, 1)])?.exact()?;
/// let least: Vec<_> = walls.iter().flatten().map(|least| least.value()).collect();
/// assert_eq!(least, [0, 0, 0, 0, 1, 4]); // and six rooks are impossible
///
/// let five = walls[5].as_ref().expect("five rooks fit");
/// assert_eq!(*five.ways(), 1u32);
/// assert_eq!(five.placement().len(), 5 + 4);
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Minimum {
    pub(crate) value: i64,
    pub(crate) ways: Count,
    pub(crate) placement: Placement,
}

impl Minimum {
    /// Returns the least value.
    pub fn value(&self) -> i64 {
        self.value
    }

    /// Returns the number of placements that reach it.
    pub fn ways(&self) -> &Count {
        &self.ways
    }

    /// Returns one of them.
    pub fn placement(&self) -> &Placement {
        &self.placement
    }
}

impl fmt::Display for Minimum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, in {} ways", self.value, self.ways)
    }
}
