//! Formulations: families of rows and clauses that an engine may use.

/// A family of rows or clauses that makes a formulation stronger, or smaller, and never changes what it means.
///
/// `docs/encodings.md` defines each of them, with its proof.
///
/// ```
/// use queenside::{Board, Engine, Family, Formulation, Options, Piece, classics};
///
/// // Five queens fit on 5×5, with strong rows and without.
/// // Q . . . .
/// // . . Q . .
/// // . . . . Q
/// // . Q . . .
/// // . . . Q .
/// let naive = Options::new().formulation(Formulation::strong().without(Family::Cliques));
/// let queens = classics::non_attacking(Board::square(5), Piece::QUEEN);
/// assert_eq!(queens.using(&naive).maximize()?.value()?, Some(5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Family {
    /// "At most one of these" as one row for the whole set, and as a chain of clauses; else pair by pair.
    Cliques,
    /// Two sets that must not both hold a piece share one helper, the side that is taken, and in rows a limited count is limited on each
    /// side; else pair by pair.
    Sides,
    /// With blockers: on each interval of a line, at most one more piece than blockers between them; else the pieces
    /// seen, square by square.
    Intervals,
    /// Squares that any piece in view covers: one row or clause for the whole view; else the pieces seen, direction by
    /// direction.
    Covering,
    /// The line-ends identity: what attack counts imply for the number of occupied lines.
    LineEnds,
    /// Attack counts where others may stand in between, in rows: on each interval of a line, the pieces that see nothing further on are at
    /// most one more than the others between them. Without it: helpers for what each piece sees.
    Sights,
    /// Small counts by all subsets of a size, in clauses; else by counters.
    Subsets,
    /// Counts of all pieces, in clauses, are added up along sets with small bounds; else square by square.
    Groups,
    /// Differences of two counts, in clauses: a counter for each of them, compared with each other; else one counter
    /// over both.
    Differences,
    /// When a value is optimised, in clauses: of a placement and its images under the group of the problem, only the
    /// first; else all of them.
    Images,
    /// Squares that symmetry ties together, in clauses, share one variable, and so do rays and lines that are images of
    /// each other; else their variables are constrained to be equal.
    Orbits,
}

impl Family {
    /// All of them.
    ///
    /// ```
    /// use queenside::{Family, Formulation};
    ///
    /// let naive = Family::ALL.iter().fold(Formulation::strong(), |less, family| less.without(*family));
    /// assert!(Family::ALL.iter().all(|family| !naive.has(*family)));
    /// ```
    pub const ALL: [Self; 11] = [
        Self::Cliques,
        Self::Sides,
        Self::Intervals,
        Self::Covering,
        Self::LineEnds,
        Self::Sights,
        Self::Subsets,
        Self::Groups,
        Self::Differences,
        Self::Images,
        Self::Orbits,
    ];
}

/// The [families](Family) of rows and clauses that are used: all of them, unless some are left out to measure their
/// effect.
///
/// The answers are the same with any of them; only how long they take differs.
///
/// # Examples
///
/// ```
/// use queenside::{Family, Formulation, Options, classics, Board, Piece};
///
/// // Q Q . .
/// // . . . .    Queens that each attack exactly one other, with and without the line-ends identity.
/// // . . . .
/// // . . Q Q
/// let problem = classics::attacking(Board::square(4), Piece::QUEEN, 1);
/// for formulation in [Formulation::strong(), Formulation::strong().without(Family::LineEnds)] {
///     let options = Options::new().formulation(formulation);
///     assert_eq!(problem.using(&options).maximize()?.value()?, Some(4));
/// }
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Formulation {
    families: u16,
}

impl Formulation {
    /// Returns the formulation with all families.
    ///
    /// ```
    /// use queenside::{Family, Formulation};
    ///
    /// assert!(Formulation::strong().has(Family::Intervals));
    /// assert_eq!(Formulation::default(), Formulation::strong());
    /// ```
    pub const fn strong() -> Self {
        Self { families: u16::MAX }
    }

    /// Returns the formulation without a family.
    ///
    /// ```
    /// use queenside::{Family, Formulation};
    ///
    /// let pairwise = Formulation::strong().without(Family::Cliques);
    /// assert!(!pairwise.has(Family::Cliques) && pairwise.has(Family::Covering));
    /// ```
    #[must_use]
    pub const fn without(self, family: Family) -> Self {
        Self { families: self.families & !(1 << family as u8) }
    }

    /// Tells whether a family is used.
    ///
    /// ```
    /// use queenside::{Family, Formulation};
    ///
    /// assert!(Formulation::strong().has(Family::LineEnds));
    /// ```
    pub const fn has(self, family: Family) -> bool {
        self.families & 1 << family as u8 != 0
    }
}

impl Default for Formulation {
    fn default() -> Self {
        Self::strong()
    }
}
