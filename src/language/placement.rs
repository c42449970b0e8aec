//! Placements: pieces on squares.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::iter::FusedIterator;
use std::sync::Arc;

use crate::language::{
    Element, Fault, Invalid, Kind, Problem, Setup, Square, SquareSet, Terrain, Transform, diagram, sort_by,
};

/// The pieces on the board of a problem: at most one per square.
///
/// A placement owns all it needs: it prints, compares and is judged without its problem. It need not be a solution;
/// [`judge`](Self::judge) tells. Placements are compared by the squares and kinds of their pieces in reading order.
///
/// # Examples
///
/// ```
/// use queenside::{Placement, SquareSet, classics};
///
/// let problem = classics::queens(4);
/// let placement = Placement::parse(&problem, "
///     . Q . .
///     . . . Q
///     Q . . .
///     . Q . .
/// ")?;
/// let queen = problem.kind_named("queen")?;
/// assert_eq!(placement.squares(queen)?, SquareSet::from_permutation([1, 3, 0, 1]));
/// let judgement = placement.judge(&problem)?;
/// assert_eq!(judgement.violations()[0].to_string(), "rule 1 (attacks): the queen on (0,1) sees 1 queen, allowed 0..=0: (3,1)");
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone)]
pub struct Placement {
    setup: Arc<Setup>,
    /// Sorted by square, each square once.
    placed: Vec<(Square, u16)>,
}

impl Placement {
    /// Returns the placement of these pieces.
    ///
    /// # Errors
    ///
    /// Reports a faulty board or kind, kinds of another problem, squares off the board and squares taken twice.
    ///
    /// ```
    /// use queenside::{Board, Piece, Placement, Problem};
    ///
    /// let mut problem = Problem::new(Board::new(2, 3));
    /// let (rook, king) = (problem.add_kind("rook", Piece::ROOK), problem.add_kind("king", Piece::KING));
    /// let placement = Placement::new(&problem, [(king, (1, 2)), (rook, (0, 0))])?;
    /// assert_eq!(placement.to_string(), "R . .\n. . K\n");
    /// assert!(Placement::new(&problem, [(king, (0, 0)), (rook, (0, 0))]).is_err());
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn new(
        problem: &Problem,
        placed: impl IntoIterator<Item = (Kind, impl Into<Square>)>,
    ) -> Result<Self, Invalid> {
        Self::of(problem, placed.into_iter().map(|(kind, square)| (kind, square.into())).collect())
    }

    fn of(problem: &Problem, placed: Vec<(Kind, Square)>) -> Result<Self, Invalid> {
        let mut faults = problem.setup().faults();
        Invalid::unless_empty(std::mem::take(&mut faults))?;
        let setup = problem.setup();
        let mut stands: Vec<(Square, u16)> = Vec::new();
        let mut off_board = SquareSet::new();
        for (kind, square) in placed {
            let Some(index) = setup.resolve(kind) else {
                faults.push(Fault::ForeignKind { place: format!("the piece on {square}") });
                continue;
            };
            if setup.board.contains(square) {
                stands.push((square, index));
            } else {
                off_board.insert(square);
            }
        }
        // Of two pieces on one square the one that was named first stays first.
        sort_by(&mut stands, |(a, _), (b, _)| a.cmp(b));
        for pair in stands.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
            let name = |(_, index): (Square, u16)| setup.kinds[usize::from(index)].name.clone();
            faults.push(Fault::TakenTwice { square: pair[0].0, first: name(pair[0]), second: name(pair[1]) });
        }
        faults.extend(setup.board.off_board("placement", &off_board));
        Invalid::unless_empty(faults)?;
        Ok(Self::from_sorted(Arc::clone(setup), stands))
    }

    /// Reads what [`Display`](fmt::Display) prints: each piece by the symbol of its kind, vacant squares as in the
    /// diagram of the board or as `.`; spaces are ignored.
    ///
    /// # Errors
    ///
    /// Reports a faulty board or kind, ragged lines, a diagram of another size, and characters that are unknown or not
    /// allowed there.
    ///
    /// ```
    /// use queenside::{Piece, Placement, Problem};
    ///
    /// let mut problem = Problem::new(". % .\n. . .".parse()?);
    /// problem.add_kind("knight", Piece::KNIGHT);
    /// let knights = Placement::parse(&problem, "
    ///     N % .
    ///     . . N
    /// ")?;
    /// assert_eq!(knights.len(), 2);
    /// assert!(Placement::parse(&problem, ". . N\n. . ?").is_err());
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn parse(problem: &Problem, text: &str) -> Result<Self, Invalid> {
        let setup = problem.setup();
        let mut faults = setup.faults();
        let is_sound = faults.is_empty();
        let board = &setup.board;
        let grid = if is_sound {
            diagram::read_on(text, board.rows(), board.columns(), &mut faults)
        } else {
            diagram::read(text, &mut faults)
        };
        if !is_sound {
            Invalid::unless_empty(std::mem::take(&mut faults))?;
        }
        // Where squares may be other ones than were meant, walls are not held against the board.
        let fits = faults.is_empty();
        let symbols = setup.symbols();
        let mut placed = Vec::new();
        for cell in grid.cells() {
            let drawn = Terrain::from_character(cell.character);
            if let Some(kind) = symbols.iter().position(|symbol| *symbol == cell.character) {
                placed.push((cell.square, kind as u16));
            } else if drawn
                .is_none_or(|drawn| fits && drawn != Terrain::Open && Some(drawn) != board.terrain(cell.square))
            {
                faults.push(cell.unknown("a placement is drawn with the symbols of its kinds and those of its board"));
            }
        }
        Invalid::unless_empty(faults)?;
        Ok(Self::from_sorted(Arc::clone(setup), placed))
    }

    /// Returns the placement of pieces sorted by square, no two on one square.
    pub(crate) fn from_sorted(setup: Arc<Setup>, placed: Vec<(Square, u16)>) -> Self {
        Self { setup, placed }
    }

    pub(crate) fn setup(&self) -> &Setup {
        &self.setup
    }

    pub(crate) fn shared_setup(&self) -> &Arc<Setup> {
        &self.setup
    }

    pub(crate) fn placed(&self) -> &[(Square, u16)] {
        &self.placed
    }

    /// Returns the pieces, to be overwritten by others sorted by square.
    pub(crate) fn placed_mut(&mut self) -> &mut Vec<(Square, u16)> {
        &mut self.placed
    }

    /// Returns the placement whose pieces are the images of these.
    pub(crate) fn map(&self, image: impl Fn(Square, u16) -> (Square, u16)) -> Self {
        let mut placed: Vec<(Square, u16)> = self.placed.iter().map(|(square, kind)| image(*square, *kind)).collect();
        placed.sort_unstable();
        Self { setup: Arc::clone(&self.setup), placed }
    }

    /// Returns the image of the placement under a symmetry of its board's rectangle, whatever the terrain.
    ///
    /// # Errors
    ///
    /// Reports a symmetry that the rectangle or its edges do not have, and kinds of another problem.
    ///
    /// ```
    /// use queenside::{Placement, Symmetry, classics};
    ///
    /// let queens = Placement::parse(&classics::queens(4), ". Q . .\n. . . Q\nQ . . .\n. . Q .")?;
    /// let mirrored = queens.transformed(Symmetry::MirrorColumns)?;
    /// assert_eq!(mirrored.to_permutation(), Some(vec![2, 0, 3, 1]));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn transformed(&self, transform: impl Into<Transform>) -> Result<Self, Invalid> {
        let transform = transform.into();
        let place = "the transform";
        if transform.swaps.iter().any(|(a, b)| self.setup.resolve(*a).is_none() || self.setup.resolve(*b).is_none()) {
            return Err(Fault::ForeignKind { place: place.to_owned() }.into());
        }
        let (board, kinds) = (&self.setup.board, self.setup.kinds.len());
        let element = Element::new(&transform, board, kinds)
            .map_err(|reason| Fault::LacksSymmetry { place: place.to_owned(), reason })?;
        Ok(self.map(|square, kind| (element.square(square, board.rows(), board.columns()), element.kind(kind))))
    }

    /// Returns the number of pieces, blockers included.
    ///
    /// ```
    /// use queenside::{Board, Piece, Placement, Problem};
    ///
    /// let mut problem = Problem::new(Board::new(1, 4));
    /// problem.add_kind("rook", Piece::ROOK);
    /// problem.add_kind("blocker", Piece::BLOCKER);
    /// assert_eq!(Placement::parse(&problem, "R X . R")?.len(), 3);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn len(&self) -> usize {
        self.placed.len()
    }

    /// Tells whether the board has no pieces.
    ///
    /// ```
    /// use queenside::{Board, Piece, classics};
    ///
    /// // With nothing to cover, the fewest queens are none.
    /// let fewest = classics::non_attacking(Board::square(3), Piece::QUEEN).minimize()?;
    /// assert_eq!(fewest.value()?, Some(0));
    /// assert!(fewest.placement()?.is_some_and(|queens| queens.is_empty()));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn is_empty(&self) -> bool {
        self.placed.is_empty()
    }

    /// Returns the pieces in reading order.
    ///
    /// ```
    /// use queenside::{Placement, classics};
    ///
    /// let problem = classics::queens(4);
    /// let queens = Placement::parse(&problem, ". Q . .\n. . . Q\nQ . . .\n. . Q .")?;
    /// let names: Vec<_> = queens.iter().filter_map(|(square, _)| square.to_algebraic(4)).collect();
    /// assert_eq!(names, ["b4", "d3", "a2", "c1"]);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn iter(&self) -> Placed<'_> {
        Placed { setup: &self.setup, placed: self.placed.iter() }
    }

    /// Returns the kind that stands on a square.
    ///
    /// ```
    /// use queenside::{Board, Piece, Placement, Problem};
    ///
    /// let mut problem = Problem::new(Board::new(2, 2));
    /// let (rook, king) = (problem.add_kind("rook", Piece::ROOK), problem.add_kind("king", Piece::KING));
    /// let placement = Placement::parse(&problem, "R .\n. K")?;
    /// assert_eq!([(0, 0), (0, 1), (1, 1)].map(|square| placement.kind_at(square)), [Some(rook), None, Some(king)]);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn kind_at(&self, square: impl Into<Square>) -> Option<Kind> {
        let square = square.into();
        let place = self.placed.binary_search_by_key(&square, |(square, _)| *square).ok()?;
        Some(self.setup.handle(self.placed[place].1))
    }

    /// Returns the squares on which pieces of a kind stand.
    ///
    /// # Errors
    ///
    /// Reports a kind of another problem.
    ///
    /// ```
    /// use queenside::{Board, Piece, Placement, Problem, SquareSet};
    ///
    /// let mut problem = Problem::new(Board::new(2, 3));
    /// let rook = problem.add_kind("rook", Piece::ROOK);
    /// problem.add_kind("king", Piece::KING);
    /// let placement = Placement::parse(&problem, "R . K\n. K R")?;
    /// assert_eq!(placement.squares(rook)?, SquareSet::from([(0, 0), (1, 2)]));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn squares(&self, kind: Kind) -> Result<SquareSet, Invalid> {
        self.setup.known("the placement", kind)?;
        let own = self.placed.iter().filter(|(_, other)| *other == kind.index);
        Ok(own.map(|(square, _)| *square).collect())
    }

    /// Returns the occupied squares.
    ///
    /// ```
    /// use queenside::{Board, Piece, Placement, Problem};
    ///
    /// let mut problem = Problem::new(Board::new(2, 3));
    /// problem.add_kind("rook", Piece::ROOK);
    /// problem.add_kind("king", Piece::KING);
    /// let placement = Placement::parse(&problem, "R . K\n. K R")?;
    /// assert_eq!(placement.occupied().to_string(), "o . o\n. o o\n");
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn occupied(&self) -> SquareSet {
        self.placed.iter().map(|(square, _)| *square).collect()
    }

    /// Returns the column of the one piece in each row, or `None` unless every row holds exactly one.
    ///
    /// ```
    /// use queenside::{Placement, classics};
    ///
    /// let problem = classics::queens(4);
    /// let columns = |text: &str| Placement::parse(&problem, text).map(|queens| queens.to_permutation());
    /// assert_eq!(columns(". Q . .\n. . . Q\nQ . . .\n. . Q .")?, Some(vec![1, 3, 0, 2]));
    /// assert_eq!(columns(". Q . .\n. . . Q\nQ . . .\n. . . .")?, None);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn to_permutation(&self) -> Option<Vec<usize>> {
        self.occupied().to_permutation().filter(|columns| columns.len() == self.setup.board.rows())
    }
}

impl<'a> IntoIterator for &'a Placement {
    type Item = (Square, Kind);
    type IntoIter = Placed<'a>;

    fn into_iter(self) -> Placed<'a> {
        self.iter()
    }
}

/// An iterator over the squares of a placement and the kinds that stand there, in the order of squares.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Piece, Placement, classics};
///
/// // . . K
/// // K . .
/// let problem = classics::non_attacking(Board::new(2, 3), Piece::KING);
/// let kings = Placement::parse(&problem, ". . K\nK . .")?;
/// let mut columns = Vec::new();
/// for (square, _) in &kings {
///     columns.push(square.column());
/// }
/// assert_eq!(columns, [2, 0]);
/// assert_eq!(kings.iter().len(), 2);
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Placed<'a> {
    setup: &'a Setup,
    placed: std::slice::Iter<'a, (Square, u16)>,
}

impl Iterator for Placed<'_> {
    type Item = (Square, Kind);

    fn next(&mut self) -> Option<Self::Item> {
        self.placed.next().map(|(square, kind)| (*square, self.setup.handle(*kind)))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.placed.size_hint()
    }
}

impl ExactSizeIterator for Placed<'_> {}

impl FusedIterator for Placed<'_> {}

/// Two placements are equal if their boards are, the names and pieces of their kinds, and who stands where. Of which problem
/// their handles are does not matter.
impl PartialEq for Placement {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Placement {}

impl PartialOrd for Placement {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// By squares first; the boards and kinds decide only between placements of the same squares.
impl Ord for Placement {
    fn cmp(&self, other: &Self) -> Ordering {
        self.placed.cmp(&other.placed).then_with(|| {
            // Placements of one problem share their setup.
            if Arc::ptr_eq(&self.setup, &other.setup) { Ordering::Equal } else { self.setup.compare(&other.setup) }
        })
    }
}

/// Equal placements have equal hashes: who stands where says enough.
impl Hash for Placement {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.placed.hash(state);
    }
}

/// Draws the board with its pieces.
impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = &self.setup.board;
        let symbols = self.setup.symbols();
        diagram::draw(f, board.rows(), board.columns(), |square| match self.kind_at(square) {
            Some(kind) => symbols[usize::from(kind.index)],
            None => board.terrain(square).unwrap_or_default().character(),
        })
    }
}

impl fmt::Debug for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Placement {\n")?;
        fmt::Display::fmt(self, f)?;
        f.write_str("}")
    }
}
