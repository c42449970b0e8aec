//! Why a step of reasoning is right.

use std::sync::Arc;

use queenside::{Kind, Square};

use crate::{Step, Unit};

/// Why a [`Step`] is right, as data from which words can be made in any language.
///
/// # Examples
///
/// ```
/// use queenside::classics;
/// use queenside_puzzles::{Puzzle, Reason};
///
/// let puzzle = Puzzle::of(&classics::completion(4, [(0, 1)]))?;
/// for step in puzzle.steps() {
///     let words = match step.reason() {
///         Reason::Attacked { by: (_, square) } => format!("the queen on {square} attacks them"),
///         Reason::LastPlaces { unit } => format!("{:?} has no other place", unit.name()),
///         reason => format!("{:?}", reason.technique()),
///     };
///     assert!(!words.is_empty());
/// }
/// # Ok::<(), queenside_puzzles::Unfit>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// A piece that stands excludes them: it attacks them, is attacked from them, or stands there itself.
    Attacked {
        /// The piece.
        by: (Kind, Square),
    },
    /// As many pieces stand in a unit as may, so the rest of it stays empty.
    Full {
        /// The unit.
        unit: Unit,
    },
    /// A unit has no more places than it needs pieces, so each is taken.
    LastPlaces {
        /// The unit.
        unit: Unit,
    },
    /// A piece there would leave too few places in a unit.
    NoRoom {
        /// The unit.
        unit: Unit,
    },
    /// The pieces of some units all stand in as many lines, and fill them: nothing else stands in these.
    Confined {
        /// The units whose pieces are confined.
        units: Vec<Unit>,
        /// The units that are filled by them.
        lines: Vec<Unit>,
    },
    /// A unit is cut into parts that hold one piece each at most, and it needs a piece in each of them, or in all but a few.
    Packed {
        /// The unit.
        unit: Unit,
        /// Its parts in which a piece may still stand.
        parts: Arc<[Unit]>,
    },
    /// The rule leaves nothing else: a sum, a number of attacks, or a number of lines.
    Rule {
        /// The index of the rule, in [`Problem::constraints`](queenside::Problem::constraints).
        rule: usize,
    },
    /// The opposite leads to a contradiction.
    Contradiction {
        /// What is supposed.
        supposed: Supposition,
        /// What follows from it, step by step.
        steps: Vec<Step>,
        /// Where it fails.
        broken: Unit,
    },
    /// There is no other solution: none of the reasons above is known, and a search has shown it.
    Searched,
}

impl Reason {
    /// Returns the sort of reasoning.
    ///
    /// For an example see [`Reason`].
    pub fn technique(&self) -> Technique {
        match self {
            Self::Attacked { .. } => Technique::Attacked,
            Self::Full { .. } => Technique::Full,
            Self::LastPlaces { .. } => Technique::LastPlaces,
            Self::NoRoom { .. } => Technique::NoRoom,
            Self::Confined { .. } => Technique::Confined,
            Self::Packed { .. } => Technique::Packed,
            Self::Rule { .. } => Technique::Rule,
            Self::Contradiction { .. } => Technique::Contradiction,
            Self::Searched => Technique::Searched,
        }
    }
}

/// A sort of [`Reason`], from easy to hard.
///
/// # Examples
///
/// ```
/// use queenside_puzzles::Technique;
///
/// assert!(Technique::LastPlaces < Technique::Contradiction);
/// assert_eq!(Technique::ALL.len(), 9);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Technique {
    /// [`Reason::Attacked`].
    Attacked,
    /// [`Reason::Full`].
    Full,
    /// [`Reason::LastPlaces`].
    LastPlaces,
    /// [`Reason::Rule`].
    Rule,
    /// [`Reason::NoRoom`].
    NoRoom,
    /// [`Reason::Confined`].
    Confined,
    /// [`Reason::Packed`].
    Packed,
    /// [`Reason::Contradiction`].
    Contradiction,
    /// [`Reason::Searched`].
    Searched,
}

impl Technique {
    /// All of them, from easy to hard.
    ///
    /// For an example see [`Technique`].
    pub const ALL: [Self; 9] = [
        Self::Attacked,
        Self::Full,
        Self::LastPlaces,
        Self::Rule,
        Self::NoRoom,
        Self::Confined,
        Self::Packed,
        Self::Contradiction,
        Self::Searched,
    ];

    /// Returns its name in English, in lower case.
    ///
    /// ```
    /// use queenside_puzzles::Technique;
    ///
    /// assert_eq!(Technique::LastPlaces.name(), "last places");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Self::Attacked => "attacked",
            Self::Full => "full",
            Self::LastPlaces => "last places",
            Self::Rule => "rule",
            Self::NoRoom => "no room",
            Self::Confined => "confined",
            Self::Packed => "packed",
            Self::Contradiction => "contradiction",
            Self::Searched => "searched",
        }
    }
}

/// What is supposed, and turns out to be impossible: that a piece stands on a square, or that it does not.
///
/// # Examples
///
/// ```
/// use queenside::classics;
/// use queenside_puzzles::Supposition;
///
/// let queen = classics::queens(4).kind_named("queen")?;
/// let supposed = Supposition::stands(queen, (0, 0));
/// assert_eq!((supposed.place(), supposed.is_piece()), ((queen, (0, 0).into()), true));
/// assert!(!Supposition::empty(queen, (0, 0)).is_piece());
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Supposition {
    place: (Kind, Square),
    is_piece: bool,
}

impl Supposition {
    /// A piece of this kind stands on this square.
    ///
    /// For an example see [`Supposition`].
    pub fn stands(kind: Kind, square: impl Into<Square>) -> Self {
        Self { place: (kind, square.into()), is_piece: true }
    }

    /// No piece of this kind stands on this square.
    ///
    /// For an example see [`Supposition`].
    pub fn empty(kind: Kind, square: impl Into<Square>) -> Self {
        Self { place: (kind, square.into()), is_piece: false }
    }

    /// Returns the kind and the square.
    ///
    /// For an example see [`Supposition`].
    pub fn place(&self) -> (Kind, Square) {
        self.place
    }

    /// Tells whether the piece is supposed to stand there.
    ///
    /// For an example see [`Supposition`].
    pub fn is_piece(&self) -> bool {
        self.is_piece
    }
}
