//! Problems: a board, kinds, and the rules their placements obey.

mod check;
mod without;

use std::cmp::Ordering;
use std::sync::Arc;

use crate::language::{
    Board, Constraint, Fault, Invalid, Kind, Kinds, Move, Piece, Region, Terrain, fresh_token, name_faults,
};

/// A board, the kinds of pieces that may stand on it, and the rules they obey.
///
/// A problem is built loosely and checked when a question is asked: all its faults are reported together. It has no
/// objective; the questions have: [`maximize`](Self::maximize), [`minimize`](Self::minimize), [`solve`](Self::solve),
/// [`enumerate`](Self::enumerate), [`count`](Self::count), [`classes`](Self::classes),
/// [`uniqueness`](Self::uniqueness), [`sample`](Self::sample), and those with options through [`using`](Self::using).
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
/// let queen = problem.add_kind("queen", Piece::QUEEN);
/// problem.add(Constraint::attacks(queen, queen, 0));
///
/// let most = problem.maximize()?;
/// assert_eq!(most.value()?, Some(4));
/// let all = most.optima()?;
/// assert_eq!(all.count()?.exact()?, 2u32);
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Problem {
    setup: Arc<Setup>,
    constraints: Arc<Vec<Constraint>>,
    /// Which of the constraints are about all kinds that are pieces, also those that are added later.
    of_all_pieces: Vec<usize>,
}

/// The part of a problem that placements need: the board and the kinds.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    pub(crate) board: Board,
    pub(crate) kinds: Vec<KindInfo>,
    token: u64,
    /// Symbols chosen for kinds of other problems.
    stray_symbols: Vec<char>,
}

/// A kind as its problem stores it.
#[derive(Clone, Debug)]
pub(crate) struct KindInfo {
    pub(crate) name: String,
    pub(crate) piece: Piece,
    symbol: Option<char>,
    token: u64,
}

impl Problem {
    /// Returns a problem without kinds and rules on a board.
    ///
    /// ```
    /// use queenside::{Board, Piece, Problem};
    ///
    /// // One kind and no rule: each of four squares holds a king or not.
    /// let mut problem = Problem::new(Board::square(2));
    /// assert!(problem.check().is_err()); // nothing to place yet
    /// problem.add_kind("king", Piece::KING);
    /// assert_eq!(problem.count()?.exact()?, 16u32);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn new(board: Board) -> Self {
        Self { setup: Arc::new(Setup::new(board)), constraints: Arc::default(), of_all_pieces: Vec::new() }
    }

    /// Returns the same kinds and rules on another board. Handles of kinds remain those of this problem; handles of regions do
    /// if the regions of both boards have the same names in the same order.
    ///
    /// ```
    /// use queenside::{Board, classics};
    ///
    /// // . Q . .    Two solutions on an empty board; with a wall in a corner both remain,
    /// // . . . Q    and with one beside it only the other.
    /// // Q . . .
    /// // . . Q .
    /// let queens = classics::queens(4);
    /// let with_wall = |square: (usize, usize)| queens.clone().with_board(Board::square(4).with_walls([square]));
    /// assert_eq!(with_wall((0, 0)).count()?.exact()?, 2u32);
    /// assert_eq!(with_wall((0, 1)).count()?.exact()?, 1u32);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[must_use]
    pub fn with_board(mut self, board: Board) -> Self {
        let setup = Arc::make_mut(&mut self.setup);
        let same = board.regions().map(|(name, _)| name).eq(setup.board.regions().map(|(name, _)| name));
        if !same {
            setup.token = fresh_token();
        }
        setup.board = board;
        self
    }

    /// Adds a kind: a piece under a name, preferably in the singular. Returns its handle.
    ///
    /// ```
    /// use queenside::{Board, Piece, Problem};
    ///
    /// let mut problem = Problem::new(Board::square(3));
    /// let rook = problem.add_kind("rook", Piece::ROOK);
    /// let king = problem.add_kind("king", Piece::KING);
    /// assert_eq!(problem.kinds().collect::<Vec<_>>(), [rook, king]);
    /// assert_eq!(problem.to_string(), ". . .\n. . .\n. . .\nR: rook\nK: king\n");
    /// ```
    pub fn add_kind(&mut self, name: impl Into<String>, piece: Piece) -> Kind {
        let token = fresh_token();
        let kinds = &mut Arc::make_mut(&mut self.setup).kinds;
        kinds.push(KindInfo { name: name.into(), piece, symbol: None, token });
        let kind = Kind { index: u16::try_from(kinds.len() - 1).unwrap_or(u16::MAX), token };
        if !self.of_all_pieces.is_empty() {
            let rule = self.none_attacks();
            let constraints = Arc::make_mut(&mut self.constraints);
            self.of_all_pieces.iter().for_each(|index| constraints[*index] = rule.clone());
        }
        kind
    }

    /// Returns the problem with one more kind. Its handle is had by [`kind_named`](Self::kind_named).
    ///
    /// ```
    /// use queenside::{Area, Board, Constraint, Piece, Problem};
    ///
    /// // R N
    /// // . .
    /// let problem = Problem::new(Board::square(2)).with_kind("rook", Piece::ROOK).with_kind("knight", Piece::KNIGHT);
    /// let (rook, knight) = (problem.kind_named("rook")?, problem.kind_named("knight")?);
    /// let one_each = [rook, knight].map(|kind| Constraint::count(kind, Area::Everywhere, 1));
    /// let problem = one_each.into_iter().fold(problem, Problem::with);
    /// assert_eq!(problem.count()?.exact()?, 12u32);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[must_use]
    pub fn with_kind(mut self, name: impl Into<String>, piece: Piece) -> Self {
        self.add_kind(name, piece);
        self
    }

    /// Sets the character that draws a kind. The default is the letter of its piece or one from its name.
    ///
    /// ```
    /// use queenside::{Board, Piece, Placement, Problem};
    ///
    /// let mut problem = Problem::new(Board::new(1, 3));
    /// let queen = problem.add_kind("queen", Piece::QUEEN);
    /// problem.set_symbol(queen, '♛');
    /// assert_eq!(Placement::new(&problem, [(queen, (0, 1))])?.to_string(), ". ♛ .\n");
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn set_symbol(&mut self, kind: Kind, symbol: char) -> &mut Self {
        let setup = Arc::make_mut(&mut self.setup);
        match setup.kinds.iter_mut().find(|info| info.token == kind.token) {
            Some(info) => info.symbol = Some(symbol),
            None => setup.stray_symbols.push(symbol),
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
    /// let rook = problem.add_kind("rook", Piece::ROOK);
    /// problem.add(Constraint::count(rook, Area::Everywhere, 2)).add(Constraint::attacks(rook, rook, 1));
    /// assert_eq!(problem.count()?.exact()?, 4u32);
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
    /// assert_eq!((problem.count()?.exact()?, turning.count()?.exact()?), (10u32.into(), 2u32.into()));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[must_use]
    pub fn with(mut self, constraint: Constraint) -> Self {
        self.add(constraint);
        self
    }

    /// Adds the rule that no piece attacks another: `attacks(all, all, 0)` over all kinds that move, also those that are added
    /// later.
    ///
    /// ```
    /// use queenside::{Board, Piece, Problem};
    ///
    /// let mut problem = Problem::new(Board::square(4));
    /// problem.add_kind("rook", Piece::ROOK);
    /// problem.add_kind("bishop", Piece::BISHOP);
    /// assert_eq!(problem.non_attacking().maximize()?.value()?, Some(6));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn non_attacking(&mut self) -> &mut Self {
        self.of_all_pieces.push(self.constraints.len());
        self.add(self.none_attacks())
    }

    fn none_attacks(&self) -> Constraint {
        Constraint::attacks(self.pieces(), self.pieces(), 0)
    }

    /// Returns the board.
    ///
    /// ```
    /// use queenside::classics;
    ///
    /// assert_eq!(classics::queens(3).board().to_string(), ". . .\n. . .\n. . .\n");
    /// ```
    pub fn board(&self) -> &Board {
        &self.setup.board
    }

    /// Returns the kinds, in the order in which they were added.
    ///
    /// ```
    /// use queenside::{Board, Piece, classics};
    ///
    /// let problem = classics::peaceable(Board::square(4), Piece::QUEEN);
    /// let names: Vec<_> = problem.kinds().map(|kind| problem.name(kind)).collect::<Result<_, _>>()?;
    /// assert_eq!(names, ["white", "black"]);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn kinds(&self) -> impl Iterator<Item = Kind> + '_ {
        (0..self.setup.kinds.len()).map(|index| self.setup.handle(index as u16))
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

    /// Returns the problem with some of its rules only.
    pub(crate) fn with_only(&self, rules: &[usize]) -> Self {
        let constraints = rules.iter().map(|rule| self.constraints[*rule].clone()).collect();
        Self { constraints: Arc::new(constraints), of_all_pieces: Vec::new(), setup: Arc::clone(&self.setup) }
    }

    /// Returns the name of a kind.
    ///
    /// # Errors
    ///
    /// Reports a kind of another problem.
    ///
    /// ```
    /// use queenside::{Board, Piece, Problem};
    ///
    /// let mut problem = Problem::new(Board::square(3));
    /// let knight = problem.add_kind("white knight", Piece::KNIGHT);
    /// assert_eq!(problem.name(knight)?, "white knight");
    /// let error = Problem::new(Board::square(3)).name(knight).unwrap_err();
    /// assert_eq!(error.to_string(), "the name asked for names a kind of another problem");
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn name(&self, kind: Kind) -> Result<&str, Invalid> {
        Ok(&self.setup.known("the name asked for", kind)?.name)
    }

    /// Returns the piece of a kind.
    ///
    /// # Errors
    ///
    /// Reports a kind of another problem.
    ///
    /// ```
    /// use queenside::{Board, Piece, Problem};
    ///
    /// let mut problem = Problem::new(Board::square(3));
    /// let chancellor = problem.add_kind("chancellor", Piece::CHANCELLOR);
    /// assert_eq!(problem.piece(chancellor)?, &Piece::ROOK.and(&Piece::KNIGHT));
    /// assert_eq!(problem.piece(chancellor)?.moves().len(), 4 + 8);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn piece(&self, kind: Kind) -> Result<&Piece, Invalid> {
        Ok(&self.setup.known("the piece asked for", kind)?.piece)
    }

    /// Returns the kinds that are pieces, in the order in which they were added: all but blockers.
    ///
    /// ```
    /// use queenside::{Board, Piece, Problem};
    ///
    /// let mut problem = Problem::new(Board::square(3));
    /// let rook = problem.add_kind("rook", Piece::ROOK);
    /// problem.add_kind("wall", Piece::BLOCKER);
    /// assert_eq!(problem.pieces(), rook.into());
    /// ```
    pub fn pieces(&self) -> Kinds {
        self.kinds().zip(&self.setup.kinds).filter(|(_, info)| !info.piece.is_blocker()).map(|(kind, _)| kind).collect()
    }

    /// Returns the kind of this name.
    ///
    /// # Errors
    ///
    /// Reports a name that no kind has.
    ///
    /// ```
    /// use queenside::classics;
    ///
    /// let problem = classics::queens(8);
    /// let queen = problem.kind_named("queen")?;
    /// assert_eq!(problem.piece(queen)?.moves().len(), 8);
    /// assert_eq!(problem.kind_named("king").unwrap_err().to_string(), "the problem has no kind named \"king\"");
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn kind_named(&self, name: &str) -> Result<Kind, Invalid> {
        let found = self.kinds().zip(&self.setup.kinds).find(|(_, info)| info.name == name);
        found.map(|(kind, _)| kind).ok_or_else(|| Fault::UnknownKind { name: name.to_owned() }.into())
    }

    /// Returns the region of this name.
    ///
    /// # Errors
    ///
    /// Reports a name that no region has.
    ///
    /// ```
    /// use queenside::{Board, Constraint, Piece, Problem};
    ///
    /// // A A B      One king in A, and none in sight of it.
    /// // A . B
    /// let board = Board::new(2, 3).with_region_map("A A B\nA . B")?;
    /// let mut problem = Problem::new(board);
    /// let king = problem.add_kind("king", Piece::KING);
    /// let corner = problem.region_named("A")?;
    /// problem.non_attacking().add(Constraint::count(king, corner, 1));
    /// assert_eq!(problem.count()?.exact()?, 7u32);
    /// assert!(problem.region_named("C").is_err());
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn region_named(&self, name: &str) -> Result<Region, Invalid> {
        match self.board().regions().position(|(other, _)| other == name) {
            Some(index) => Ok(Region { index, token: self.setup.token }),
            None => Err(Fault::UnknownRegion { name: name.to_owned() }.into()),
        }
    }

    pub(crate) fn setup(&self) -> &Arc<Setup> {
        &self.setup
    }
}

/// Prints the board, its kinds and its rules, as [`Constraint::to_text`] writes them.
impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.board())?;
        for (info, symbol) in self.setup.kinds.iter().zip(self.setup.symbols()) {
            writeln!(f, "{symbol}: {}", info.name)?;
        }
        for (index, constraint) in self.constraints.iter().enumerate() {
            let text = constraint.to_text(self).unwrap_or_else(|_| constraint.name().to_owned());
            writeln!(f, "rule {}: {text}", index + 1)?;
        }
        Ok(())
    }
}

impl Setup {
    /// The largest number of kinds of a problem.
    const MAX_KINDS: usize = 64;

    pub(crate) fn new(board: Board) -> Self {
        Self { board, kinds: Vec::new(), token: fresh_token(), stray_symbols: Vec::new() }
    }

    pub(crate) fn handle(&self, index: u16) -> Kind {
        Kind { index, token: self.kinds[usize::from(index)].token }
    }

    /// Returns the kind behind a handle, if it belongs to this setup.
    pub(crate) fn kind_info(&self, kind: Kind) -> Option<&KindInfo> {
        self.kinds.get(usize::from(kind.index)).filter(|info| info.token == kind.token)
    }

    /// Returns the number of a kind, if it belongs to this setup.
    pub(crate) fn resolve(&self, kind: Kind) -> Option<u16> {
        self.kind_info(kind).map(|_| kind.index)
    }

    /// Orders setups by their boards, and by the names and pieces of their kinds; symbols and handles do not count.
    pub(crate) fn compare(&self, other: &Self) -> Ordering {
        fn kinds(setup: &Setup) -> impl Iterator<Item = (&str, &[Move], bool)> {
            setup.kinds.iter().map(|info| (info.name.as_str(), info.piece.moves(), info.piece.is_blocker()))
        }
        self.board.compare(&other.board).then_with(|| kinds(self).cmp(kinds(other)))
    }

    /// A kind of this setup; `place` is where it is asked for.
    pub(crate) fn known(&self, place: &str, kind: Kind) -> Result<&KindInfo, Invalid> {
        self.kind_info(kind).ok_or_else(|| Fault::ForeignKind { place: place.to_owned() }.into())
    }

    pub(crate) fn owns(&self, region: Region) -> bool {
        region.token == self.token
    }

    /// Returns the faults of the board and the kinds.
    pub(crate) fn faults(&self) -> Vec<Fault> {
        let mut faults = self.board.faults();
        if self.kinds.is_empty() {
            faults.push(Fault::NoKinds);
        }
        if self.kinds.len() > Self::MAX_KINDS {
            faults.push(Fault::TooManyKinds { count: self.kinds.len(), max: Self::MAX_KINDS });
        }
        faults.extend(name_faults("kind", self.kinds.iter().map(|info| info.name.as_str())));
        for (index, info) in self.kinds.iter().enumerate() {
            let name = || info.name.clone();
            if info.piece.moves().is_empty() && !info.piece.is_blocker() {
                faults.push(Fault::NoMoves { name: name() });
            }
            for movement in info.piece.moves().iter().filter(|movement| movement.is_null()) {
                faults.push(Fault::NullMove { name: name(), movement: movement.to_string() });
            }
            for movement in info.piece.moves().iter().filter(|movement| movement.is_too_long()) {
                faults.push(Fault::TooLongMove { name: name(), movement: movement.to_string() });
            }
            if let Some(symbol) = info.symbol {
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

    /// Returns the symbol that was chosen for each kind, if one was.
    #[cfg(any(feature = "serde", feature = "tasks"))]
    pub(crate) fn chosen_symbols(&self) -> impl Iterator<Item = Option<char>> + '_ {
        self.kinds.iter().map(|info| info.symbol)
    }

    /// Returns the character that draws each kind: its symbol, else the letter of its piece or one of its name, else
    /// any free letter.
    pub(crate) fn symbols(&self) -> Vec<char> {
        let mut taken: Vec<char> = self.kinds.iter().filter_map(|info| info.symbol).collect();
        let mut symbols = Vec::with_capacity(self.kinds.len());
        for info in &self.kinds {
            let letters = info.name.chars().filter(|letter| letter.is_alphabetic());
            let initial = letters.clone().next();
            let preferred = info.piece.letter().or(initial.and_then(|letter| letter.to_uppercase().next()));
            let other_case = |letter: char| {
                if letter.is_uppercase() { letter.to_lowercase().next() } else { letter.to_uppercase().next() }
            };
            let mut candidates: Vec<char> = Vec::new();
            candidates.extend(preferred);
            candidates.extend(preferred.and_then(other_case));
            candidates.extend(letters);
            let free = |letter: &char| !taken.contains(letter) && !is_reserved(*letter) && letter.is_alphabetic();
            let mut symbol = info.symbol.or_else(|| candidates.into_iter().find(free));
            for mut letters in ['A'..='Z', 'a'..='z', '\u{c0}'..='\u{2000}'] {
                symbol = symbol.or_else(|| letters.find(free));
            }
            let symbol = symbol.unwrap_or('?');
            taken.push(symbol);
            symbols.push(symbol);
        }
        symbols
    }
}

/// Tells whether a character has another meaning in a diagram.
fn is_reserved(symbol: char) -> bool {
    Terrain::from_character(symbol).is_some() || symbol.is_whitespace() || symbol.is_control()
}
