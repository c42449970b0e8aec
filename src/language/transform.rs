//! Single symmetries: of the plane, round a torus, between kinds.

use crate::language::Kind;

/// The eight symmetries of a square.
///
/// # Examples
///
/// ```
/// use queenside::{Placement, Symmetry, classics};
///
/// let queens = Placement::parse(&classics::queens(3), "Q Q .\nQ . .\n. . .")?;
/// assert_eq!(queens.transformed(Symmetry::QuarterTurn)?.to_string(), ". Q Q\n. . Q\n. . .\n");
/// assert_eq!(queens.transformed(Symmetry::MirrorRows)?.to_string(), ". . .\nQ . .\nQ Q .\n");
/// assert_eq!(queens.transformed(Symmetry::Transpose)?, queens);
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symmetry {
    /// Every square stays.
    #[default]
    Identity,
    /// A quarter turn clockwise.
    QuarterTurn,
    /// Half a turn.
    HalfTurn,
    /// A quarter turn counter-clockwise.
    ThreeQuarterTurn,
    /// Left and right are exchanged.
    MirrorColumns,
    /// Top and bottom are exchanged.
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

    /// Returns the composition: first this, then the other.
    pub(crate) fn then(self, other: Self) -> Self {
        let image = |symmetry: Self| [symmetry.step((1, 0)), symmetry.step((0, 1))];
        let both = image(self).map(|step| other.step(step));
        Self::ALL.into_iter().find(|symmetry| image(*symmetry) == both).unwrap_or_default()
    }
}

/// A symmetry of the plane, then perhaps a shift round edges that meet, then perhaps a permutation of kinds.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Constraint, Piece, Problem, Symmetry, Transform};
///
/// // Peaceable armies up to turning the board and swapping the armies.
/// let mut problem = Problem::new(Board::square(3));
/// let white = problem.add_kind("white queen", Piece::QUEEN);
/// let black = problem.add_kind("black queen", Piece::QUEEN);
/// problem.add(Constraint::attacks([white], [black], 0)).add(Constraint::attacks(black, white, 0));
/// problem.add(Constraint::balance(white, black, 0));
/// let best = problem.maximize()?.optima()?;
/// let all = best.count()?.exact()?;
/// let swap = Transform::from(Symmetry::Identity).swapping(white, black);
/// let group = best.generate([Symmetry::QuarterTurn.into(), Symmetry::Transpose.into(), swap])?;
/// let classes: Vec<_> = best.classes_under(&group)?.collect::<Result<_, _>>()?;
/// assert_eq!((all, group.order(), classes.len()), (16u32.into(), 16, 1));
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Transform {
    pub(crate) symmetry: Symmetry,
    pub(crate) shift: (usize, usize),
    pub(crate) swaps: Vec<(Kind, Kind)>,
}

impl Transform {
    /// Adds a shift by `rows` down and `columns` to the right, after what the transform does already. The board must
    /// wrap that way.
    ///
    /// ```
    /// use queenside::{Board, Piece, Placement, Problem, Symmetry, Transform, Wrap};
    ///
    /// // What leaves a torus at the bottom right comes in again at the top left.
    /// let mut problem = Problem::new(Board::new(2, 3).with_wrap(Wrap::Both));
    /// problem.add_kind("king", Piece::KING);
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

    /// Adds a swap of two kinds, after what the transform does already.
    ///
    /// ```
    /// use queenside::{Board, Piece, Placement, Problem, Symmetry, Transform};
    ///
    /// let mut problem = Problem::new(Board::new(1, 3));
    /// let (rook, king) = (problem.add_kind("rook", Piece::ROOK), problem.add_kind("king", Piece::KING));
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

    /// Returns the symmetry of the plane, which comes first.
    ///
    /// ```
    /// use queenside::{Board, Piece, Symmetry, Transform, classics};
    ///
    /// let problem = classics::peaceable(Board::square(4), Piece::QUEEN);
    /// let (white, black) = (problem.kind_named("white")?, problem.kind_named("black")?);
    /// let transform = Transform::from(Symmetry::HalfTurn).shifted(1, 2).swapping(white, black);
    /// assert_eq!((transform.symmetry(), transform.shift()), (Symmetry::HalfTurn, (1, 2)));
    /// assert_eq!(transform.swaps(), [(white, black)]);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn symmetry(&self) -> Symmetry {
        self.symmetry
    }

    /// Returns the shift, in rows down and columns to the right.
    pub fn shift(&self) -> (usize, usize) {
        self.shift
    }

    /// Returns the swaps of kinds, in the order in which they are made.
    pub fn swaps(&self) -> &[(Kind, Kind)] {
        &self.swaps
    }
}

impl From<Symmetry> for Transform {
    fn from(symmetry: Symmetry) -> Self {
        Self { symmetry, ..Self::default() }
    }
}
