//! Whether edges of a board meet.

/// Which edges of a board meet.
///
/// ```
/// use queenside::{Board, Square, Wrap};
///
/// // On a cylinder, right of the last column comes the first.
/// let cylinder = Board::new(3, 4).with_wrap(Wrap::Columns);
/// assert_eq!(cylinder.step((1, 3), 0, 1), Some(Square::new(1, 0)));
/// assert_eq!(cylinder.step((2, 0), 1, 0), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Wrap {
    /// A plain board.
    #[default]
    None,
    /// After the last column comes the first.
    Columns,
    /// After the last row comes the first.
    Rows,
    /// A torus.
    Both,
}

impl Wrap {
    pub(crate) fn rows(self) -> bool {
        matches!(self, Self::Rows | Self::Both)
    }

    pub(crate) fn columns(self) -> bool {
        matches!(self, Self::Columns | Self::Both)
    }
}
