//! Bounds on what can be reached, each with a name and a reason.

use std::fmt;

/// A bound on the value of every placement, with a name and a reason. Made by [`Problem::bounds`](crate::Problem::bounds)
/// from above, and by [`Problem::lower_bound`](crate::Problem::lower_bound) from below.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Piece, classics};
///
/// // Of queens on a chessboard that each attack exactly four others there are no more than 21.
/// let bounds = classics::attacking(Board::square(8), Piece::QUEEN, 4).bounds()?;
/// assert_eq!(bounds[0].to_string(), "21 by line ends and corners");
/// assert_eq!(bounds.iter().map(|bound| bound.value()).max(), Some(64));
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    pub(crate) value: i64,
    pub(crate) name: BoundName,
}

impl Bound {
    pub(crate) fn new(value: i64, name: BoundName) -> Self {
        Self { value, name }
    }

    /// Returns the value that no placement exceeds, or falls below.
    ///
    /// ```
    /// use queenside::{Board, Piece, classics};
    ///
    /// let bounds = classics::attacking(Board::square(8), Piece::QUEEN, 3).bounds()?;
    /// assert_eq!(bounds[0].value(), 18);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn value(&self) -> i64 {
        self.value
    }

    /// Returns the name, which a [`Proof`](crate::Proof) gives if the bound is met.
    ///
    /// ```
    /// use queenside::{Board, BoundName, Piece, Proof, classics};
    ///
    /// let problem = classics::attacking(Board::square(8), Piece::QUEEN, 1);
    /// assert_eq!(problem.bounds()?[0].name(), BoundName::RowsAndColumns);
    /// let most = problem.maximize()?;
    /// let best = most.optimum()?.expect("the empty board is a solution");
    /// assert_eq!(best.proof(), &Proof::BoundMet { name: BoundName::RowsAndColumns });
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn name(&self) -> BoundName {
        self.name
    }

    /// Returns the reason, in a paragraph. `docs/encodings.md`, and `docs/attacking.md` of the crate
    /// `queenside-attacking`, have the full proofs.
    ///
    /// ```
    /// use queenside::{Board, Piece, classics};
    ///
    /// let bounds = classics::attacking(Board::square(8), Piece::QUEEN, 5).bounds()?;
    /// assert_eq!(bounds[0].value(), 0);
    /// assert!(bounds[0].reason().starts_with("The first piece in reading order"));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn reason(&self) -> &'static str {
        self.name.reason()
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} by {}", self.value, self.name)
    }
}

/// The name of a bound: what limits the value.
///
/// # Examples
///
/// ```
/// use queenside::{Board, BoundName, Piece, classics};
///
/// // K . K    Four blocks of 2×2 and smaller make up the board.
/// // . . .
/// // K . K
/// let best = classics::non_attacking(Board::square(3), Piece::KING).bounds()?[0];
/// assert_eq!((best.value(), best.name()), (4, BoundName::Blocks));
/// assert_eq!(best.name().to_string(), "blocks");
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum BoundName {
    /// Each square holds at most one piece.
    Squares,
    /// Lines that a ride leads along hold one piece each.
    Lines,
    /// Runs no longer than a ride hold one piece each.
    Windows,
    /// Overlapping sets that hold one piece each: a disjoint choice of them.
    Blocks,
    /// Sets to which a rule allows one piece each.
    Counts,
    /// Each square holds at most one piece, whatever its kind.
    Kinds,
    /// What the first and the last piece in reading order can attack.
    ExtremePieces,
    /// A line has two ends, and a piece that attacks few others owns many.
    LineEnds,
    /// The same as [`LineEnds`](Self::LineEnds) for rows and columns alone.
    RowsAndColumns,
    /// The same as [`LineEnds`](Self::LineEnds) less the ends that are lost near corners or by the outermost pieces.
    LineEndsAndCorners,
    /// What four corners lose where each piece attacks at most two others.
    Corners,
    /// Each piece covers a limited number of the squares that a rule says must be covered.
    Reach,
    /// Sets of squares that all attack each other.
    Groups,
    /// Parts of the board that no rule joins, each with its bound.
    Parts,
    /// Sets that hold one piece each, as few as a matching shows to be enough, in which all squares lie.
    Matching,
    /// Rules added up, each times a multiplier that was found by trying.
    Duality,
    /// What a sweep has found to be the best, or that nothing exceeds.
    Sweep,
    /// That a search for anything better has found nothing.
    Search,
    /// What an external solver has proved so far.
    Solver,
}

impl BoundName {
    /// Returns the reason why the bound holds, in a paragraph.
    ///
    /// ```
    /// use queenside::BoundName;
    ///
    /// // . . .    Nine squares hold nine pieces at most.
    /// // . . .
    /// // . . .
    /// assert_eq!(BoundName::Squares.reason(), "A square holds one piece at most.");
    /// ```
    pub fn reason(self) -> &'static str {
        match self {
            Self::Squares => "A square holds one piece at most.",
            Self::Lines => {
                "The squares fall into lines that a ride leads along, cut at walls, and two pieces on one of them would attack \
                 each other; so each line holds one at most."
            }
            Self::Windows => {
                "The squares fall into runs no longer than a ride, and two pieces in one of them would attack each other; so \
                 each run holds one at most."
            }
            Self::Blocks => {
                "The squares fall into sets any two members of which attack each other, or which a rule allows one piece; so \
                 each set holds one at most."
            }
            Self::Counts => "The squares fall into sets of which a rule allows each one piece at most.",
            Self::Kinds => "A square holds one piece at most, whatever its kind.",
            Self::ExtremePieces => {
                "The first piece in reading order sees no other along the moves that lead back in that order, and the last \
                 none along those that lead on; the same holds when columns are read before rows. By sight each of the \
                 remaining moves attacks at most one piece, and that is too few."
            }
            Self::LineEnds => {
                "A piece looks both ways along each of its lines, and where it sees no other it owns that end of the line. One \
                 that attacks at most k others owns at least all but k of them; a line has two ends. If each attacks \
                 the same odd number of others, the number of pieces is even, since attacks are mutual."
            }
            Self::RowsAndColumns => {
                "Along its row and its column a piece looks four ways; where it sees no other it owns that end. One that \
                 attacks at most k others owns at least 4 − k of the ends of rows and columns, of which each has two. If \
                 each attacks the same odd number of others, the number of pieces is even, since attacks are mutual."
            }
            Self::LineEndsAndCorners => {
                "A piece that attacks at most k others owns at least all but k of the ends of its lines, and a line has two \
                 ends. In and near corners ends are lost: a piece there sees so little that it owns surplus ends, \
                 or may not stand there at all; and without pieces there, a short line is empty and both its ends have no \
                 owner. Of the six squares next to each corner of the board all subsets are tried. The outermost pieces on \
                 each side own the ends that lead outwards, half of their ends and more, which may be more than the rule makes each own."
            }
            Self::Corners => {
                "By line ends, 2n − 1 queens that each attack at most two others would leave at most one line empty, and \
                 with one empty each attacks two. A corner square is a diagonal by itself, so at least three corners are \
                 occupied. Four queens in corners each see three others. With three, the one in the middle is alone \
                 on its diagonal, and the others are alone on the row and the column that lead to the empty \
                 corner; so next to the empty corner's own diagonal a second one is empty."
            }
            Self::Reach => {
                "A rule says how many pieces must be in view of each of some squares. A piece is in view of at most all other \
                 squares on the lines along which it moves, even on an empty board. Dividing what the rule asks for by the \
                 most that one piece contributes gives the number of pieces, or the cost, that is needed. If only vacant squares \
                 must be covered, a piece also contributes its own square."
            }
            Self::Groups => {
                "The squares fall into sets any two members of which attack each other; so each set holds one piece at most."
            }
            Self::Parts => "No rule joins squares of one part with squares of another, so bounds of the parts add up.",
            Self::Matching => {
                "Every square lies in one of these sets (lines, pairs or single squares), each of which holds one piece at most. \
                 They are as few as there are pieces, by a greatest matching: of the sets, where a square joins two of them, or \
                 of the squares, where pieces exclude each other in pairs."
            }
            Self::Duality => {
                "Each rule bounds a sum. Added up, each times a multiplier, the rules leave little to be gained on any square. \
                 The bounds times their multipliers, and what is left to be gained, are the bound. All numbers are integers, \
                 so the multipliers prove it."
            }
            Self::Sweep => {
                "The sweep merges all placements that look alike from where it stands, and keeps the best of each. It leaves out \
                 those from which, by rows added up, too little can come."
            }
            Self::Search => {
                "A search for placements that are worth more has found none: it has gone through all of them, but for those that \
                 the rules or other bounds rule out."
            }
            Self::Solver => "The solver proved it.",
        }
    }
}

impl fmt::Display for BoundName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Squares => "squares",
            Self::Lines => "lines",
            Self::Windows => "windows",
            Self::Blocks => "blocks",
            Self::Counts => "counts",
            Self::Kinds => "one piece a square",
            Self::ExtremePieces => "extreme pieces",
            Self::LineEnds => "line ends",
            Self::RowsAndColumns => "rows and columns",
            Self::LineEndsAndCorners => "line ends and corners",
            Self::Corners => "corners",
            Self::Reach => "reach",
            Self::Groups => "groups",
            Self::Parts => "parts",
            Self::Matching => "a matching",
            Self::Duality => "duality",
            Self::Sweep => "the sweep",
            Self::Search => "the search",
            Self::Solver => "the solver",
        })
    }
}
