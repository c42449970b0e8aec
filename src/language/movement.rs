//! Moves: leaps and rides.

use std::fmt;

use crate::language::Symmetry;

/// One move of a piece: a leap, or a ride that repeats a step until something stops it.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Move, Piece};
///
/// // . x . x .
/// // . . . . .   A piece that leaps two up and one aside,
/// // . . K x x   and rides at most two squares to the right.
/// let own = Piece::new([Move::leap(-2, -1), Move::leap(-2, 1), Move::ride(0, 1).within(2)]);
/// assert_eq!(Board::new(3, 5).attacks(&own, (2, 2)).to_string(), ". o . o .\n. . . . .\n. . . o o\n");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    rows: i32,
    columns: i32,
    reach: Reach,
}

/// How often a step may be repeated.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Move, Piece, Reach};
///
/// let seen = |own: Move| Board::new(1, 6).attacks(&Piece::new([own]), (0, 0)).to_string();
/// assert_eq!((Move::leap(0, 2).reach(), seen(Move::leap(0, 2))), (Reach::Leap, ". . o\n".into()));
/// assert_eq!((Move::ride(0, 2).reach(), seen(Move::ride(0, 2))), (Reach::Ride, ". . o . o\n".into()));
/// let once = Move::ride(0, 1).within(3);
/// assert_eq!((once.reach(), seen(once)), (Reach::Range(3), ". o o o\n".into()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reach {
    /// Not at all: the piece jumps there over anything.
    Leap,
    /// At most this many times.
    Range(u32),
    /// Until something stops it.
    Ride,
}

impl Move {
    /// Returns a leap of `rows` down and `columns` to the right.
    ///
    /// ```
    /// use queenside::{Board, Move, Piece, SquareSet};
    ///
    /// let board: Board = "
    ///     . . .
    ///     % % .
    ///     . . .
    /// ".parse()?;
    /// // Two down and one to the right, over the wall.
    /// let leaper = Piece::new([Move::leap(2, 1)]);
    /// assert_eq!(board.attacks(&leaper, (0, 0)), SquareSet::from([(2, 1)]));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub const fn leap(rows: i32, columns: i32) -> Self {
        Self { rows, columns, reach: Reach::Leap }
    }

    /// Returns a ride by steps of `rows` down and `columns` to the right.
    ///
    /// ```
    /// use queenside::{Board, Move, Piece};
    ///
    /// // A quarter of a bishop, which only rides down to the right.
    /// let half = Piece::new([Move::ride(1, 1)]);
    /// assert_eq!(Board::square(4).attacks(&half, (0, 0)).to_string(), ". . . .\n. o . .\n. . o .\n. . . o\n");
    /// ```
    pub const fn ride(rows: i32, columns: i32) -> Self {
        Self { rows, columns, reach: Reach::Ride }
    }

    /// Returns this move as a ride of at most `steps` steps.
    ///
    /// ```
    /// use queenside::{Board, Move, Piece};
    ///
    /// // A pawn's double step: straight up, two squares at most.
    /// let double = Piece::new([Move::ride(-1, 0).within(2)]);
    /// assert_eq!(Board::square(8).attacks(&double, (6, 4)).len(), 2);
    /// assert_eq!(Board::square(8).attacks(&double, (1, 4)).len(), 1);
    /// ```
    #[must_use]
    pub const fn within(self, steps: u32) -> Self {
        Self { reach: Reach::Range(steps), ..self }
    }

    /// Returns the rows down at each step.
    ///
    /// ```
    /// use queenside::{Move, Piece};
    ///
    /// // A white pawn goes up the board: rows are counted downwards.
    /// assert_eq!(Move::leap(-1, 1).rows(), -1);
    /// assert!(Piece::WHITE_PAWN.moves().iter().all(|own| own.rows() == -1));
    /// ```
    pub const fn rows(self) -> i32 {
        self.rows
    }

    /// Returns the columns to the right at each step.
    ///
    /// ```
    /// use queenside::{Move, Piece};
    ///
    /// assert_eq!(Move::leap(-1, 2).columns(), 2);
    /// // Two of a rook's rides stay in their column.
    /// assert_eq!(Piece::ROOK.moves().iter().filter(|own| own.columns() == 0).count(), 2);
    /// ```
    pub const fn columns(self) -> i32 {
        self.columns
    }

    /// Returns how often the step may be repeated.
    ///
    /// ```
    /// use queenside::{Piece, Reach};
    ///
    /// // A dragon king rides like a rook and takes single steps along diagonals.
    /// let dragon = Piece::DRAGON_KING;
    /// assert_eq!(dragon.moves().iter().filter(|own| own.reach() == Reach::Ride).count(), 4);
    /// assert_eq!(dragon.moves().iter().filter(|own| own.reach() == Reach::Leap).count(), 4);
    /// ```
    pub const fn reach(self) -> Reach {
        self.reach
    }

    /// Returns the largest number of steps of this move.
    pub(crate) fn steps(self) -> usize {
        match self.reach {
            Reach::Leap => 1,
            Reach::Range(steps) => steps as usize,
            Reach::Ride => usize::MAX,
        }
    }

    /// Whether this move goes wherever another does, by the same steps.
    pub(crate) fn includes(self, other: Self) -> bool {
        (self.rows, self.columns) == (other.rows, other.columns) && self.steps() >= other.steps()
    }

    pub(crate) fn is_null(self) -> bool {
        (self.rows == 0 && self.columns == 0) || self.reach == Reach::Range(0)
    }

    /// Tells whether the opposite move overflows: the smallest integer has no negative.
    pub(crate) fn is_too_long(self) -> bool {
        self.rows == i32::MIN || self.columns == i32::MIN
    }

    pub(crate) fn turned(self, symmetry: Symmetry) -> Self {
        let (rows, columns) = symmetry.step((i64::from(self.rows), i64::from(self.columns)));
        let narrow = |number: i64| i32::try_from(number).unwrap_or(i32::MAX);
        Self { rows: narrow(rows), columns: narrow(columns), ..self }
    }

    pub(crate) fn reversed(self) -> Self {
        Self { rows: self.rows.saturating_neg(), columns: self.columns.saturating_neg(), ..self }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rows, columns, reach } = self;
        match reach {
            Reach::Leap => write!(f, "leap ({rows},{columns})"),
            Reach::Range(steps) => write!(f, "ride ({rows},{columns}) of at most {steps} steps"),
            Reach::Ride => write!(f, "ride ({rows},{columns})"),
        }
    }
}
