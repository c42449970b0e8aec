//! The terrain of a square.

/// The terrain of a square: whether a piece may stand on it, and whether sight passes.
///
/// ```
/// use queenside::{Board, Terrain};
///
/// let board: Board = ". % - ~".parse()?;
/// let squares: Vec<_> = (0..5).map(|column| board.terrain((0, column))).collect();
/// let [open, wall, forbidden, hole] = [Terrain::Open, Terrain::Wall, Terrain::Forbidden, Terrain::Hole];
/// assert_eq!(squares, [Some(open), Some(wall), Some(forbidden), Some(hole), None]);
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Terrain {
    /// A piece may stand here.
    #[default]
    Open,
    /// No piece may stand here, and sight stops.
    Wall,
    /// No piece may stand here, but sight passes.
    Forbidden,
    /// Not part of the board: no piece may stand here, sight stops, and no move enters or covers it.
    Hole,
}

impl Terrain {
    /// Tells whether a ride ends here in any case.
    pub(crate) fn stops_sight(self) -> bool {
        matches!(self, Self::Wall | Self::Hole)
    }
}
