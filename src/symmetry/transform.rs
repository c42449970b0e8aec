//! Single symmetries: of the plane, round a torus, between kinds.

use crate::kind::Kind;

/// The eight symmetries of a square.
///
/// # Examples
///
/// ```
/// use queenside::{Placement, Symmetry, classics};
///
/// let men = Placement::parse(&classics::queens(3), "Q Q .\nQ . .\n. . .")?;
/// assert_eq!(men.transformed(Symmetry::QuarterTurn)?.to_string(), ". Q Q\n. . Q\n. . .\n");
/// assert_eq!(men.transformed(Symmetry::MirrorRows)?.to_string(), ". . .\nQ . .\nQ Q .\n");
/// assert_eq!(men.transformed(Symmetry::Transpose)?, men);
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symmetry {
    /// Everything stays.
    #[default]
    Identity,
    /// A quarter turn clockwise.
    QuarterTurn,
    /// Half a turn.
    HalfTurn,
    /// A quarter turn counter-clockwise.
    ThreeQuarterTurn,
    /// Left and right change places.
    MirrorColumns,
    /// Top and bottom change places.
    MirrorRows,
    /// Rows become columns: the mirror through the top left and bottom right corners.
    Transpose,
    /// The mirror through the other two corners.
    Antitranspose,
}

impl Symmetry {
    /// All eight.
    ///
    /// ```
    /// use std::collections::HashSet;
    /// use queenside::{Placement, Symmetry, classics};
    ///
    /// // . Q . .      On none of the axes of the board: all eight images differ.
    /// // . . . .
    /// // . . . .
    /// // . . . .
    /// let queen = Placement::parse(&classics::queens(4), ". Q . .\n. . . .\n. . . .\n. . . .")?;
    /// let images = Symmetry::ALL.map(|symmetry| queen.transformed(symmetry));
    /// assert_eq!(images.into_iter().collect::<Result<HashSet<_>, _>>()?.len(), 8);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub const ALL: [Self; 8] = [
        Self::Identity,
        Self::QuarterTurn,
        Self::HalfTurn,
        Self::ThreeQuarterTurn,
        Self::MirrorColumns,
        Self::MirrorRows,
        Self::Transpose,
        Self::Antitranspose,
    ];

    /// Tells whether rows become columns, so that only a square board can have this symmetry.
    ///
    /// ```
    /// use queenside::{Board, Group, Symmetry};
    ///
    /// // A rectangle has those that keep rows rows.
    /// let keeping = Symmetry::ALL.into_iter().filter(|symmetry| !symmetry.swaps_axes());
    /// assert_eq!(keeping.count(), Group::of_board(&Board::new(2, 3)).order());
    /// assert!(Symmetry::QuarterTurn.swaps_axes() && !Symmetry::HalfTurn.swaps_axes());
    /// ```
    pub fn swaps_axes(self) -> bool {
        matches!(self, Self::QuarterTurn | Self::ThreeQuarterTurn | Self::Transpose | Self::Antitranspose)
    }

    /// Applies the symmetry to a step.
    pub(crate) fn step(self, (down, right): (i64, i64)) -> (i64, i64) {
        match self {
            Self::Identity => (down, right),
            Self::QuarterTurn => (right, -down),
            Self::HalfTurn => (-down, -right),
            Self::ThreeQuarterTurn => (-right, down),
            Self::MirrorColumns => (down, -right),
            Self::MirrorRows => (-down, right),
            Self::Transpose => (right, down),
            Self::Antitranspose => (-right, -down),
        }
    }

    /// First this, then the other.
    pub(crate) fn then(self, other: Self) -> Self {
        let image = |symmetry: Self| [symmetry.step((1, 0)), symmetry.step((0, 1))];
        let both = image(self).map(|step| other.step(step));
        Self::ALL.into_iter().find(|symmetry| image(*symmetry) == both).unwrap_or_default()
    }
}

/// A symmetry of the plane, then perhaps a shift round edges that meet, then perhaps kinds that change places.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Constraint, Piece, Problem, Symmetry, Transform};
///
/// // Peaceable armies up to turning the board and swapping the armies.
/// let mut problem = Problem::new(Board::square(3));
/// let white = problem.kind("white queen", Piece::QUEEN);
/// let black = problem.kind("black queen", Piece::QUEEN);
/// problem.add(Constraint::attacks([white], [black], 0)).add(Constraint::attacks(black, white, 0));
/// problem.add(Constraint::balance(white, black, 0));
/// let best = problem.maximize()?.optima()?;
/// let all = best.count()?.exact();
/// let swap = Transform::from(Symmetry::Identity).swapping(white, black);
/// let group = best.generate([Symmetry::QuarterTurn.into(), Symmetry::Transpose.into(), swap])?;
/// let classes: Vec<_> = best.classes_under(&group)?.collect::<Result<_, _>>().expect("no limit was set");
/// assert_eq!((all, group.order(), classes.len()), (Some(16u32.into()), 16, 1));
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Transform {
    pub(crate) symmetry: Symmetry,
    pub(crate) shift: (usize, usize),
    pub(crate) swaps: Vec<(Kind, Kind)>,
}

impl Transform {
    /// Shifts so many rows down and columns to the right, on top of what the transform does already. The board must wrap
    /// that way.
    ///
    /// ```
    /// use queenside::{Board, Piece, Placement, Problem, Symmetry, Transform, Wrap};
    ///
    /// // What leaves a torus at the bottom right comes in again at the top left.
    /// let mut problem = Problem::new(Board::new(2, 3).with_wrap(Wrap::Both));
    /// problem.kind("king", Piece::KING);
    /// let king = Placement::parse(&problem, ". . .\n. . K")?;
    /// let shift = Transform::from(Symmetry::Identity).shifted(1, 1);
    /// assert_eq!(king.transformed(shift)?.to_string(), "K . .\n. . .\n");
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[must_use]
    pub fn shifted(mut self, rows: usize, columns: usize) -> Self {
        self.shift = (self.shift.0.saturating_add(rows), self.shift.1.saturating_add(columns));
        self
    }

    /// Lets two kinds change places, on top of what the transform does already.
    ///
    /// ```
    /// use queenside::{Board, Piece, Placement, Problem, Symmetry, Transform};
    ///
    /// let mut problem = Problem::new(Board::new(1, 3));
    /// let (rook, king) = (problem.kind("rook", Piece::ROOK), problem.kind("king", Piece::KING));
    /// let row = Placement::parse(&problem, "R . K")?;
    /// let swap = Transform::from(Symmetry::Identity).swapping(rook, king);
    /// assert_eq!(row.transformed(swap)?.to_string(), "K . R\n");
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[must_use]
    pub fn swapping(mut self, a: Kind, b: Kind) -> Self {
        self.swaps.push((a, b));
        self
    }
}

impl From<Symmetry> for Transform {
    fn from(symmetry: Symmetry) -> Self {
        Self { symmetry, ..Self::default() }
    }
}
