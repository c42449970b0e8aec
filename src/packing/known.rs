//! What a caller knows of the current walls, beside a placement.

use super::Packing;
use crate::language::Square;
use crate::model::Var;

/// What a caller knows of the current walls.
#[derive(Default)]
pub(super) struct Known {
    /// How many pieces fit at most.
    pub(super) at_most: Option<usize>,
    /// Walls, with how many pieces fit at most without each.
    pub(super) without: Vec<(Var, usize)>,
}

impl Known {
    pub(super) fn clear(&mut self) {
        self.at_most = None;
        self.without.clear();
    }
}

impl Packing {
    /// Tells that without one of the added walls no more than this number of pieces fit: for each piece more that wall must stand
    /// between two of them, each time on another line, so that much need not be searched. It may be told of several walls, of each by
    /// itself, and is forgotten when walls are set.
    ///
    /// Unlike [`start_from`](Self::start_from) this is not a hint: if it is wrong, the answer may be, too. A square that is no added
    /// wall is ignored, and all that is told is ignored where the open squares fall into parts.
    ///
    /// ```
    /// use queenside::{Board, Packing, Piece};
    ///
    /// // Eight queens fit with a wall in the middle of the side or in the corner. With both, a ninth would need the wall in the corner
    /// // between two queens.
    /// let mut packing = Packing::new(&Board::square(8), &Piece::QUEEN)?;
    /// let queens: Vec<_> = packing.set_walls([(0, 4)])?.maximize().squares().collect();
    /// assert_eq!(queens.len(), 8);
    /// packing.set_walls([(0, 0), (0, 4)])?.start_from(queens).known_without((0, 0), 8);
    /// let most = packing.maximize();
    /// assert_eq!((most.value(), most.nodes()), (Some(8), 0));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn known_without(&mut self, wall: impl Into<Square>, max: usize) -> &mut Self {
        if let Some(wall) = self.var(wall.into()).filter(|wall| self.walls.contains(wall)) {
            self.known.without.push((wall, max));
        }
        self
    }

    /// Tells that no more than this number of pieces fit, so that as many are the most. It is forgotten when walls are set.
    ///
    /// Unlike [`start_from`](Self::start_from) this is not a hint: if it is wrong, the answer may be, too.
    ///
    /// ```
    /// use queenside::{Board, Packing, Piece};
    ///
    /// // . Q . .
    /// // . . . Q    Each row holds one queen at most.
    /// // Q . . .
    /// // . . Q .
    /// let mut packing = Packing::new(&Board::square(4), &Piece::QUEEN)?;
    /// let most = packing.start_from([(0, 1), (1, 3), (2, 0), (3, 2)]).known_at_most(4).maximize();
    /// assert_eq!((most.value(), most.bound(), most.nodes()), (Some(4), 4, 0));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn known_at_most(&mut self, max: usize) -> &mut Self {
        self.known.at_most = Some(self.known.at_most.map_or(max, |known| known.min(max)));
        self
    }
}
