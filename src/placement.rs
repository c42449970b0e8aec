//! Placements: who stands where.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::board::Terrain;
use crate::diagram;
use crate::error::{Error, Fault};
use crate::kind::Kind;
use crate::problem::{Problem, Scene};
use crate::square::Square;
use crate::square_set::SquareSet;
use crate::symmetry::{Element, Transform};

/// Who stands where on the board of a problem: at most one piece a square.
///
/// A placement owns all it needs: it prints, compares and is judged without the problem it came from. It need not be a
/// solution; [`judge`](Self::judge) tells. Placements are compared by the squares and kinds of their pieces in reading
/// order.
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
/// assert_eq!(placement.squares(queen), SquareSet::from_permutation([1, 3, 0, 1]));
/// let judgement = placement.judge(&problem)?;
/// assert_eq!(judgement.violations()[0].to_string(), "rule 1 (attacks): the queen on (0,1) sees 1 queen, allowed 0..=0: (3,1)");
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone)]
pub struct Placement {
    scene: Arc<Scene>,
    /// Sorted by square, each square once.
    men: Vec<(Square, u16)>,
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
    /// let (rook, king) = (problem.kind("rook", Piece::ROOK), problem.kind("king", Piece::KING));
    /// let placement = Placement::new(&problem, [(king, (1, 2)), (rook, (0, 0))])?;
    /// assert_eq!(placement.to_string(), "R . .\n. . K\n");
    /// assert!(Placement::new(&problem, [(king, (0, 0)), (rook, (0, 0))]).is_err());
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn new(problem: &Problem, men: impl IntoIterator<Item = (Kind, impl Into<Square>)>) -> Result<Self, Error> {
        let mut faults = problem.scene().faults();
        Error::unless_empty(std::mem::take(&mut faults))?;
        let scene = problem.scene();
        let mut stands: BTreeMap<Square, u16> = BTreeMap::new();
        let mut off_board = SquareSet::new();
        for (kind, square) in men {
            let square = square.into();
            let Some(index) = scene.resolve(kind) else {
                faults.push(Fault::ForeignKind { place: format!("the piece on {square}") });
                continue;
            };
            if !scene.board.contains(square) {
                off_board.insert(square);
            } else if let Some(first) = stands.insert(square, index) {
                let name = |index: u16| scene.kinds[usize::from(index)].name.clone();
                faults.push(Fault::TakenTwice { square, first: name(first), second: name(index) });
            }
        }
        faults.extend(scene.board.off_board("placement", &off_board));
        Error::unless_empty(faults)?;
        Ok(Self::from_sorted(Arc::clone(scene), stands.into_iter().collect()))
    }

    /// Reads what [`Display`](fmt::Display) prints: each piece by the symbol of its kind, vacant squares as in the diagram
    /// of the board or as `.`; spaces mean nothing.
    ///
    /// # Errors
    ///
    /// Reports a faulty board or kind, ragged lines, a diagram of another size, and characters that mean nothing or
    /// something else there.
    ///
    /// ```
    /// use queenside::{Piece, Placement, Problem};
    ///
    /// let mut problem = Problem::new(". % .\n. . .".parse()?);
    /// problem.kind("knight", Piece::KNIGHT);
    /// let knights = Placement::parse(&problem, "
    ///     N % .
    ///     . . N
    /// ")?;
    /// assert_eq!(knights.len(), 2);
    /// assert!(Placement::parse(&problem, ". . N\n. . ?").is_err());
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn parse(problem: &Problem, text: &str) -> Result<Self, Error> {
        let scene = problem.scene();
        let mut faults = scene.faults();
        let grid = diagram::read(text, &mut faults);
        let (rows, columns, board) = (grid.rows(), grid.columns(), &scene.board);
        if faults.is_empty() && (rows, columns) != (board.rows(), board.columns()) {
            let (board_rows, board_columns) = (board.rows(), board.columns());
            faults.push(Fault::DiagramSize { rows, columns, board_rows, board_columns });
        }
        Error::unless_empty(faults)?;
        let symbols = scene.symbols();
        let mut men = Vec::new();
        let mut faults = Vec::new();
        for cell in grid.cells() {
            let terrain = board.terrain(cell.square).unwrap_or_default();
            if let Some(kind) = symbols.iter().position(|symbol| *symbol == cell.character) {
                men.push((cell.square, kind as u16));
            } else if cell.character != Terrain::Open.character() && cell.character != terrain.character() {
                faults.push(cell.unknown("a placement is drawn with the symbols of its kinds and those of its board"));
            }
        }
        Error::unless_empty(faults)?;
        Ok(Self::from_sorted(Arc::clone(scene), men))
    }

    /// The placement of men sorted by square, each on a square of its own.
    pub(crate) fn from_sorted(scene: Arc<Scene>, men: Vec<(Square, u16)>) -> Self {
        Self { scene, men }
    }

    pub(crate) fn scene(&self) -> &Scene {
        &self.scene
    }

    pub(crate) fn shared_scene(&self) -> &Arc<Scene> {
        &self.scene
    }

    pub(crate) fn men(&self) -> &[(Square, u16)] {
        &self.men
    }

    /// The men, to be overwritten by others sorted by square.
    pub(crate) fn men_mut(&mut self) -> &mut Vec<(Square, u16)> {
        &mut self.men
    }

    /// The placement whose men are the images of these.
    pub(crate) fn map(&self, image: impl Fn(Square, u16) -> (Square, u16)) -> Self {
        let mut men: Vec<(Square, u16)> = self.men.iter().map(|(square, kind)| image(*square, *kind)).collect();
        men.sort_unstable();
        Self { scene: Arc::clone(&self.scene), men }
    }

    /// Returns the image of the placement under a symmetry of its board's rectangle, whatever the squares are.
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
    pub fn transformed(&self, transform: impl Into<Transform>) -> Result<Self, Error> {
        let transform = transform.into();
        let place = "the transform";
        if transform.swaps.iter().any(|(a, b)| self.scene.resolve(*a).is_none() || self.scene.resolve(*b).is_none()) {
            return Err(Fault::ForeignKind { place: place.to_owned() }.into());
        }
        let (board, kinds) = (&self.scene.board, self.scene.kinds.len());
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
    /// problem.kind("rook", Piece::ROOK);
    /// problem.kind("blocker", Piece::BLOCKER);
    /// assert_eq!(Placement::parse(&problem, "R X . R")?.len(), 3);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn len(&self) -> usize {
        self.men.len()
    }

    /// Tells whether nobody stands on the board.
    ///
    /// ```
    /// use queenside::{Board, Piece, classics};
    ///
    /// // With nothing to cover, the fewest queens are none.
    /// let fewest = classics::non_attacking(Board::square(3), Piece::QUEEN).minimize()?;
    /// assert_eq!(fewest.value(), Some(0));
    /// assert!(fewest.placement().is_some_and(|queens| queens.is_empty()));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn is_empty(&self) -> bool {
        self.men.is_empty()
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
    pub fn iter(&self) -> impl Iterator<Item = (Square, Kind)> + '_ {
        self.men.iter().map(|(square, kind)| (*square, self.scene.handle(*kind)))
    }

    /// Returns who stands on a square.
    ///
    /// ```
    /// use queenside::{Board, Piece, Placement, Problem};
    ///
    /// let mut problem = Problem::new(Board::new(2, 2));
    /// let (rook, king) = (problem.kind("rook", Piece::ROOK), problem.kind("king", Piece::KING));
    /// let placement = Placement::parse(&problem, "R .\n. K")?;
    /// assert_eq!([(0, 0), (0, 1), (1, 1)].map(|square| placement.kind_at(square)), [Some(rook), None, Some(king)]);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn kind_at(&self, square: impl Into<Square>) -> Option<Kind> {
        let square = square.into();
        let place = self.men.binary_search_by_key(&square, |(square, _)| *square).ok()?;
        Some(self.scene.handle(self.men[place].1))
    }

    /// Returns the squares on which pieces of a kind stand.
    ///
    /// ```
    /// use queenside::{Board, Piece, Placement, Problem, SquareSet};
    ///
    /// let mut problem = Problem::new(Board::new(2, 3));
    /// let rook = problem.kind("rook", Piece::ROOK);
    /// problem.kind("king", Piece::KING);
    /// let placement = Placement::parse(&problem, "R . K\n. K R")?;
    /// assert_eq!(placement.squares(rook), SquareSet::from([(0, 0), (1, 2)]));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn squares(&self, kind: Kind) -> SquareSet {
        self.iter().filter(|(_, other)| *other == kind).map(|(square, _)| square).collect()
    }

    /// Returns the squares on which anybody stands.
    ///
    /// ```
    /// use queenside::{Board, Piece, Placement, Problem};
    ///
    /// let mut problem = Problem::new(Board::new(2, 3));
    /// problem.kind("rook", Piece::ROOK);
    /// problem.kind("king", Piece::KING);
    /// let placement = Placement::parse(&problem, "R . K\n. K R")?;
    /// assert_eq!(placement.occupied().to_string(), "o . o\n. o o\n");
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn occupied(&self) -> SquareSet {
        self.men.iter().map(|(square, _)| *square).collect()
    }

    /// Returns the column of the one piece in each row, or `None` unless every row holds just one.
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
        self.occupied().to_permutation().filter(|columns| columns.len() == self.scene.board.rows())
    }
}

impl PartialEq for Placement {
    fn eq(&self, other: &Self) -> bool {
        self.men == other.men
    }
}

impl Eq for Placement {}

impl PartialOrd for Placement {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Placement {
    fn cmp(&self, other: &Self) -> Ordering {
        self.men.cmp(&other.men)
    }
}

impl Hash for Placement {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.men.hash(state);
    }
}

/// Draws the board with its pieces.
impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = &self.scene.board;
        let symbols = self.scene.symbols();
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
