//! Problems: a board, kinds, and the rules their placements obey.

mod bounds;
mod check;
mod questions;

pub use questions::Using;

use std::sync::Arc;

use crate::board::{Board, Terrain, name_faults};
use crate::constraint::Constraint;
use crate::error::{Error, Fault};
use crate::kind::{Kind, Kinds, Region, fresh_token};
use crate::piece::Piece;

/// A board, the kinds of pieces that may stand on it, and the rules they obey.
///
/// A problem is built loosely: whatever is said is kept. It is checked when a question is asked, and all that is wrong
/// with it is reported together. It has no objective; the questions have: [`maximize`](Self::maximize),
/// [`minimize`](Self::minimize), [`solve`](Self::solve), [`enumerate`](Self::enumerate), [`count`](Self::count),
/// [`classes`](Self::classes), [`is_unique`](Self::is_unique), [`sample`](Self::sample), and those with options through
/// [`using`](Self::using).
///
/// # Examples
///
/// ```
/// use queenside::{Board, Constraint, Piece, Problem};
///
/// // The most queens on a board with a wall, none in sight of another.
/// let board: Board = "
///     . . . .
///     . % . .
///     . . . .
///     . . . .
/// ".parse()?;
/// let mut problem = Problem::new(board);
/// let queen = problem.kind("queen", Piece::QUEEN);
/// problem.add(Constraint::attacks(queen, queen, 0));
///
/// let most = problem.maximize()?;
/// assert_eq!(most.value(), Some(4));
/// let all = most.optima()?;
/// assert_eq!(all.count()?.exact(), Some(2u32.into()));
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Problem {
    scene: Arc<Scene>,
    constraints: Arc<Vec<Constraint>>,
}

/// The part of a problem that placements need: the board and who may stand on it.
#[derive(Clone, Debug)]
pub(crate) struct Scene {
    pub(crate) board: Board,
    pub(crate) kinds: Vec<Cast>,
    token: u64,
    /// Symbols chosen for kinds of other problems.
    stray_symbols: Vec<char>,
}

/// A kind as its problem knows it.
#[derive(Clone, Debug)]
pub(crate) struct Cast {
    pub(crate) name: String,
    pub(crate) piece: Piece,
    symbol: Option<char>,
    token: u64,
}

impl Problem {
    /// Returns the problem of placing nothing on a board, without rules.
    ///
    /// ```
    /// use queenside::{Board, Piece, Problem};
    ///
    /// // One kind and no rule: each of four squares holds a king or not.
    /// let mut problem = Problem::new(Board::square(2));
    /// assert!(problem.check().is_err()); // nothing to place yet
    /// problem.kind("king", Piece::KING);
    /// assert_eq!(problem.count()?.exact(), Some(16u32.into()));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn new(board: Board) -> Self {
        Self { scene: Arc::new(Scene::new(board)), constraints: Arc::default() }
    }

    /// Adds a kind: a piece under a name, best in the singular. Returns its handle.
    ///
    /// ```
    /// use queenside::{Board, Piece, Problem};
    ///
    /// let mut problem = Problem::new(Board::square(3));
    /// let rook = problem.kind("rook", Piece::ROOK);
    /// let king = problem.kind("king", Piece::KING);
    /// assert_eq!(problem.kinds().collect::<Vec<_>>(), [rook, king]);
    /// assert_eq!(problem.to_string(), ". . .\n. . .\n. . .\nR: rook\nK: king\n");
    /// ```
    pub fn kind(&mut self, name: impl Into<String>, piece: Piece) -> Kind {
        let token = fresh_token();
        let kinds = &mut Arc::make_mut(&mut self.scene).kinds;
        kinds.push(Cast { name: name.into(), piece, symbol: None, token });
        Kind { index: u16::try_from(kinds.len() - 1).unwrap_or(u16::MAX), token }
    }

    /// Chooses the character that draws a kind. Without this it is the letter of its piece or one from its name.
    ///
    /// ```
    /// use queenside::{Board, Piece, Placement, Problem};
    ///
    /// let mut problem = Problem::new(Board::new(1, 3));
    /// let queen = problem.kind("queen", Piece::QUEEN);
    /// problem.symbol(queen, '♛');
    /// assert_eq!(Placement::new(&problem, [(queen, (0, 1))])?.to_string(), ". ♛ .\n");
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn symbol(&mut self, kind: Kind, symbol: char) -> &mut Self {
        let scene = Arc::make_mut(&mut self.scene);
        match scene.kinds.iter_mut().find(|cast| cast.token == kind.token) {
            Some(cast) => cast.symbol = Some(symbol),
            None => scene.stray_symbols.push(symbol),
        }
        self
    }

    /// Adds a rule.
    ///
    /// ```
    /// use queenside::{Area, Board, Constraint, Piece, Problem};
    ///
    /// // Two rooks that see each other on 2×2: on one of its four sides.
    /// let mut problem = Problem::new(Board::square(2));
    /// let rook = problem.kind("rook", Piece::ROOK);
    /// problem.add(Constraint::count(rook, Area::Everywhere, 2)).add(Constraint::attacks(rook, rook, 1));
    /// assert_eq!(problem.count()?.exact(), Some(4u32.into()));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn add(&mut self, constraint: Constraint) -> &mut Self {
        Arc::make_mut(&mut self.constraints).push(constraint);
        self
    }

    /// Returns the problem with one more rule.
    ///
    /// ```
    /// use queenside::{Area, Constraint, Symmetry, classics};
    ///
    /// // The ten solutions of the five queens problem, and those of them that a quarter turn leaves as they are.
    /// let problem = classics::queens(5);
    /// let turning = problem.clone().with(Constraint::symmetric([Symmetry::QuarterTurn], Area::Everywhere));
    /// assert_eq!((problem.count()?.exact(), turning.count()?.exact()), (Some(10u32.into()), Some(2u32.into())));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[must_use]
    pub fn with(mut self, constraint: Constraint) -> Self {
        self.add(constraint);
        self
    }

    /// Adds the rule that nobody attacks anybody: `attacks(all, all, 0)` over all kinds there are so far that move.
    ///
    /// ```
    /// use queenside::{Board, Piece, Problem};
    ///
    /// let mut problem = Problem::new(Board::square(4));
    /// problem.kind("rook", Piece::ROOK);
    /// problem.kind("bishop", Piece::BISHOP);
    /// assert_eq!(problem.non_attacking().maximize()?.value(), Some(6));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn non_attacking(&mut self) -> &mut Self {
        let all: Kinds = self.kinds().filter(|kind| !self.piece(*kind).is_blocker()).collect();
        self.add(Constraint::attacks(all.clone(), all, 0))
    }

    /// Returns the board.
    ///
    /// ```
    /// use queenside::classics;
    ///
    /// assert_eq!(classics::queens(3).board().to_string(), ". . .\n. . .\n. . .\n");
    /// ```
    pub fn board(&self) -> &Board {
        &self.scene.board
    }

    /// Returns the kinds, in the order in which they were added.
    ///
    /// ```
    /// use queenside::{Board, Piece, classics};
    ///
    /// let problem = classics::peaceable(Board::square(4), Piece::QUEEN);
    /// let names: Vec<_> = problem.kinds().map(|kind| problem.name(kind)).collect();
    /// assert_eq!(names, ["white", "black"]);
    /// ```
    pub fn kinds(&self) -> impl Iterator<Item = Kind> + '_ {
        (0..self.scene.kinds.len()).map(|index| self.scene.handle(index as u16))
    }

    /// Returns the rules, in the order in which they were added.
    ///
    /// ```
    /// use queenside::{Board, Constraint, Piece, classics};
    ///
    /// let problem = classics::non_attacking(Board::square(8), Piece::QUEEN);
    /// let queen = problem.kind_named("piece")?;
    /// assert_eq!(problem.constraints(), [Constraint::attacks(queen, queen, 0)]);
    /// assert_eq!(classics::queens(8).constraints().len(), 3);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }

    /// Returns the name of a kind; empty for one of another problem.
    ///
    /// ```
    /// use queenside::{Board, Piece, Problem};
    ///
    /// let mut problem = Problem::new(Board::square(3));
    /// let knight = problem.kind("white knight", Piece::KNIGHT);
    /// assert_eq!(problem.name(knight), "white knight");
    /// assert_eq!(Problem::new(Board::square(3)).name(knight), "");
    /// ```
    pub fn name(&self, kind: Kind) -> &str {
        self.scene.cast(kind).map_or("", |cast| &cast.name)
    }

    /// Returns the piece of a kind; a blocker for one of another problem.
    ///
    /// ```
    /// use queenside::{Board, Piece, Problem};
    ///
    /// let mut problem = Problem::new(Board::square(3));
    /// let man = problem.kind("man", Piece::CHANCELLOR);
    /// assert_eq!(problem.piece(man), &Piece::ROOK.and(&Piece::KNIGHT));
    /// assert_eq!(problem.piece(man).moves().len(), 4 + 8);
    /// ```
    pub fn piece(&self, kind: Kind) -> &Piece {
        self.scene.cast(kind).map_or(&Piece::BLOCKER, |cast| &cast.piece)
    }

    /// Returns the kind of this name.
    ///
    /// # Errors
    ///
    /// Reports a name that no kind bears.
    ///
    /// ```
    /// use queenside::classics;
    ///
    /// let problem = classics::queens(8);
    /// let queen = problem.kind_named("queen")?;
    /// assert_eq!(problem.piece(queen).moves().len(), 8);
    /// assert_eq!(problem.kind_named("king").unwrap_err().to_string(), "the problem has no kind named \"king\"");
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn kind_named(&self, name: &str) -> Result<Kind, Error> {
        let found = self.kinds().find(|kind| self.name(*kind) == name);
        found.ok_or_else(|| Fault::UnknownKind { name: name.to_owned() }.into())
    }

    /// Returns the region of this name.
    ///
    /// # Errors
    ///
    /// Reports a name that no region bears.
    ///
    /// ```
    /// use queenside::{Board, Constraint, Piece, Problem};
    ///
    /// // A A B      One king in A, and none in sight of it.
    /// // A . B
    /// let board = Board::new(2, 3).with_region_map("A A B\nA . B")?;
    /// let mut problem = Problem::new(board);
    /// let king = problem.kind("king", Piece::KING);
    /// let corner = problem.region("A")?;
    /// problem.non_attacking().add(Constraint::count(king, corner, 1));
    /// assert_eq!(problem.count()?.exact(), Some(7u32.into()));
    /// assert!(problem.region("C").is_err());
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn region(&self, name: &str) -> Result<Region, Error> {
        match self.board().regions().position(|(other, _)| other == name) {
            Some(index) => Ok(Region { index, token: self.scene.token }),
            None => Err(Fault::UnknownRegion { name: name.to_owned() }.into()),
        }
    }

    pub(crate) fn scene(&self) -> &Arc<Scene> {
        &self.scene
    }

    /// The kinds that move.
    pub(crate) fn men(&self) -> Kinds {
        self.kinds().filter(|kind| !self.piece(*kind).is_blocker()).collect()
    }
}

/// Prints the board, its kinds and what its rules are called.
impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.board())?;
        for (cast, symbol) in self.scene.kinds.iter().zip(self.scene.symbols()) {
            writeln!(f, "{symbol}: {}", cast.name)?;
        }
        for (index, constraint) in self.constraints.iter().enumerate() {
            writeln!(f, "rule {}: {}", index + 1, constraint.name())?;
        }
        Ok(())
    }
}

impl Scene {
    /// The most kinds a problem may have.
    const MOST_KINDS: usize = 64;

    pub(crate) fn new(board: Board) -> Self {
        Self { board, kinds: Vec::new(), token: fresh_token(), stray_symbols: Vec::new() }
    }

    pub(crate) fn handle(&self, index: u16) -> Kind {
        Kind { index, token: self.kinds[usize::from(index)].token }
    }

    /// The kind behind a handle, if it is one of this scene.
    pub(crate) fn cast(&self, kind: Kind) -> Option<&Cast> {
        self.kinds.get(usize::from(kind.index)).filter(|cast| cast.token == kind.token)
    }

    /// The number of a kind, if it is one of this scene.
    pub(crate) fn resolve(&self, kind: Kind) -> Option<u16> {
        self.cast(kind).map(|_| kind.index)
    }

    pub(crate) fn owns(&self, region: Region) -> bool {
        region.token == self.token
    }

    /// What is wrong with the board and the kinds.
    pub(crate) fn faults(&self) -> Vec<Fault> {
        let mut faults = self.board.faults();
        if self.kinds.is_empty() {
            faults.push(Fault::NoKinds);
        }
        if self.kinds.len() > Self::MOST_KINDS {
            faults.push(Fault::TooManyKinds { count: self.kinds.len(), most: Self::MOST_KINDS });
        }
        faults.extend(name_faults("kind", self.kinds.iter().map(|cast| cast.name.as_str())));
        for (index, cast) in self.kinds.iter().enumerate() {
            let name = || cast.name.clone();
            if cast.piece.moves().is_empty() && !cast.piece.is_blocker() {
                faults.push(Fault::NoMoves { name: name() });
            }
            for movement in cast.piece.moves().iter().filter(|movement| movement.is_null()) {
                faults.push(Fault::NullMove { name: name(), movement: movement.to_string() });
            }
            for movement in cast.piece.moves().iter().filter(|movement| movement.is_too_long()) {
                faults.push(Fault::TooLongMove { name: name(), movement: movement.to_string() });
            }
            if let Some(symbol) = cast.symbol {
                let earlier = self.kinds[..index].iter().any(|other| other.symbol == Some(symbol));
                if earlier || is_reserved(symbol) {
                    faults.push(Fault::SymbolTaken { name: name(), symbol });
                }
            }
        }
        let strays = self.stray_symbols.iter();
        faults.extend(strays.map(|symbol| Fault::ForeignKind { place: format!("the symbol {symbol:?}") }));
        faults
    }

    /// The character that draws each kind: its own, else the letter of its piece or one of its name, else any letter left.
    pub(crate) fn symbols(&self) -> Vec<char> {
        let mut taken: Vec<char> = self.kinds.iter().filter_map(|cast| cast.symbol).collect();
        let mut symbols = Vec::with_capacity(self.kinds.len());
        for cast in &self.kinds {
            let letters = cast.name.chars().filter(|letter| letter.is_alphabetic());
            let initial = letters.clone().next();
            let preferred = cast.piece.letter().or(initial.and_then(|letter| letter.to_uppercase().next()));
            let other_case = |letter: char| {
                if letter.is_uppercase() { letter.to_lowercase().next() } else { letter.to_uppercase().next() }
            };
            let mut candidates = preferred
                .into_iter()
                .chain(preferred.and_then(other_case))
                .chain(letters)
                .chain('A'..='Z')
                .chain('a'..='z')
                .chain('\u{c0}'..='\u{2000}');
            let symbol = cast.symbol.or_else(|| {
                let free = |letter: &char| !taken.contains(letter) && !is_reserved(*letter) && letter.is_alphabetic();
                candidates.find(free)
            });
            let symbol = symbol.unwrap_or('?');
            taken.push(symbol);
            symbols.push(symbol);
        }
        symbols
    }
}

/// Tells whether a character means something else in a diagram.
fn is_reserved(symbol: char) -> bool {
    Terrain::from_character(symbol).is_some() || symbol.is_whitespace() || symbol.is_control()
}
