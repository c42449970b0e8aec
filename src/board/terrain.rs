//! What the squares of a board are.

/// What a square is.
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
    /// Nobody stands here and sight stops.
    Wall,
    /// Nobody stands here but sight passes.
    Forbidden,
    /// Not part of the board: nobody stands here, sight stops, nobody enters or covers it.
    Hole,
}

impl Terrain {
    /// Tells whether a ride ends here whoever stands around.
    pub(crate) fn stops_sight(self) -> bool {
        matches!(self, Self::Wall | Self::Hole)
    }
}
