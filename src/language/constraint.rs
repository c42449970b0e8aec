//! Rules, as plain values.

pub(crate) use crate::language::rule::Rule;
use crate::language::{Demand, Direction, Interval, Kind, Kinds, Region, Square, SquareSet, Transform};

/// How far a ride attacks.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Piece, Placement, Problem, Sight};
///
/// let mut problem = Problem::new(Board::new(1, 6));
/// problem.add_kind("rook", Piece::ROOK);
/// problem.add_kind("blocker", Piece::BLOCKER);
/// let row = Placement::parse(&problem, "R R . R X R")?;
/// // The first rook attacks its neighbour, or else all up to the blocker and that too; the last rook is hidden.
/// assert_eq!(row.attacked_from((0, 0), Sight::First).len(), 1);
/// assert_eq!(row.attacked_from((0, 0), Sight::Through).len(), 3);
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sight {
    /// The first occupied square it meets and no further; walls and holes stop it. The default.
    #[default]
    First,
    /// Every square on its way: pieces that have moves are transparent; walls, holes and blockers are not.
    Through,
}

/// The squares a rule is about: one set, or a family of sets each of which must obey it.
///
/// A rule about single squares ([`Constraint::covered`], [`Constraint::symmetric`]) means all squares of the area.
///
/// # Examples
///
/// ```
/// use queenside::{Area, Board, Constraint, Piece, Problem};
///
/// // Two stars in each row, each column and each of four regions.
/// let board = Board::square(4).with_region_map("A A B B\nA A B B\nC C D D\nC C D D")?;
/// let mut problem = Problem::new(board);
/// let star = problem.add_kind("star", Piece::WAZIR);
/// for area in [Area::rows(), Area::columns(), Area::EachRegion] {
///     problem.add(Constraint::count(star, area, 2));
/// }
/// assert_eq!(problem.count()?.exact()?, 56u32);
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Area {
    /// The whole board: for [`Constraint::covered`] every open or forbidden square, else every square.
    Everywhere,
    /// These squares.
    Squares(SquareSet),
    /// The squares of a region.
    Region(Region),
    /// Each region of the board.
    EachRegion,
    /// Each whole line of these directions, not cut by walls.
    Lines(Vec<Direction>),
    /// Each line of every slope that has at least two squares.
    EveryLine,
    /// Each of these sets.
    Each(Vec<SquareSet>),
}

impl Area {
    /// Each row.
    ///
    /// ```
    /// use queenside::{Area, Board, Constraint, Piece, Problem};
    ///
    /// // One king in each row of 2×3: 3 × 3 ways.
    /// let mut problem = Problem::new(Board::new(2, 3));
    /// let king = problem.add_kind("king", Piece::KING);
    /// problem.add(Constraint::count(king, Area::rows(), 1));
    /// assert_eq!(problem.count()?.exact()?, 9u32);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn rows() -> Self {
        Self::lines([Direction::ROW])
    }

    /// Each column.
    ///
    /// ```
    /// use queenside::{Area, Board, Constraint, Piece, Problem};
    ///
    /// // One king in each column of 2×3: 2 × 2 × 2 ways.
    /// let mut problem = Problem::new(Board::new(2, 3));
    /// let king = problem.add_kind("king", Piece::KING);
    /// problem.add(Constraint::count(king, Area::columns(), 1));
    /// assert_eq!(problem.count()?.exact()?, 8u32);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn columns() -> Self {
        Self::lines([Direction::COLUMN])
    }

    /// Each diagonal, of both directions.
    ///
    /// ```
    /// use queenside::{Area, Constraint, Piece, Problem};
    ///
    /// // At most one king on a diagonal. Non-attacking bishops differ: with this wall six of them fit.
    /// let mut problem = Problem::new(". . .\n. % .\n. . .".parse()?);
    /// let king = problem.add_kind("king", Piece::KING);
    /// problem.add(Constraint::count(king, Area::diagonals(), ..=1));
    /// assert_eq!(problem.maximize()?.value()?, Some(4));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn diagonals() -> Self {
        Self::lines([Direction::DIAGONAL, Direction::ANTIDIAGONAL])
    }

    /// Each whole line of these directions.
    ///
    /// ```
    /// use queenside::{Area, Board, Constraint, Direction, Piece, Problem};
    ///
    /// // At most one king on each line of knight's steps.
    /// let mut problem = Problem::new(Board::square(3));
    /// let king = problem.add_kind("king", Piece::KING);
    /// let steps = [(1, 2), (2, 1), (1, -2), (2, -1)].map(|(rows, columns)| Direction::new(rows, columns));
    /// problem.add(Constraint::count(king, Area::lines(steps), ..=1));
    /// assert_eq!(problem.maximize()?.value()?, Some(5));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn lines(directions: impl IntoIterator<Item = Direction>) -> Self {
        Self::Lines(directions.into_iter().collect())
    }

    /// Each of these sets.
    ///
    /// ```
    /// use queenside::{Area, Board, Constraint, Piece, Problem, SquareSet};
    ///
    /// // At least one king in each of the four 2×2 blocks of 3×3: one in the middle is enough.
    /// let mut problem = Problem::new(Board::square(3));
    /// let king = problem.add_kind("king", Piece::KING);
    /// let block = |(r, c)| SquareSet::from([(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)]);
    /// problem.add(Constraint::count(king, Area::each([(0, 0), (0, 1), (1, 0), (1, 1)].map(block)), 1..));
    /// assert_eq!(problem.minimize()?.value()?, Some(1));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn each(sets: impl IntoIterator<Item = SquareSet>) -> Self {
        Self::Each(sets.into_iter().collect())
    }
}

impl From<SquareSet> for Area {
    fn from(squares: SquareSet) -> Self {
        Self::Squares(squares)
    }
}

impl From<&SquareSet> for Area {
    fn from(squares: &SquareSet) -> Self {
        Self::Squares(squares.clone())
    }
}

impl From<Region> for Area {
    fn from(region: Region) -> Self {
        Self::Region(region)
    }
}

impl From<Square> for Area {
    fn from(square: Square) -> Self {
        Self::Squares([square].into())
    }
}

impl From<(usize, usize)> for Area {
    fn from(square: (usize, usize)) -> Self {
        Self::Squares([square].into())
    }
}

impl<S: Into<Square>, const N: usize> From<[S; N]> for Area {
    fn from(squares: [S; N]) -> Self {
        Self::Squares(squares.into())
    }
}

/// A rule that the placements of a [`Problem`](crate::Problem) obey.
/// Every rule is a plain value; its handles are checked with the problem. The `meaning` module of the source defines
/// each rule in code that only walks the board; every placement that an engine finds is judged by it.
///
/// # Examples
///
/// The most queens of which each attacks exactly one other:
///
/// ```
/// use queenside::{Board, Constraint, Piece, Problem};
///
/// let mut problem = Problem::new(Board::square(4));
/// let queen = problem.add_kind("queen", Piece::QUEEN);
/// problem.add(Constraint::attacks(queen, queen, 1));
/// let best = problem.maximize()?;
/// assert_eq!(best.value()?, Some(4));
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraint {
    pub(crate) rule: Rule,
    /// Modifiers that mean nothing to this rule, reported as faults of the problem.
    pub(crate) misplaced: Vec<&'static str>,
}

impl Constraint {
    fn of(rule: Rule) -> Self {
        Self { rule, misplaced: Vec::new() }
    }

    /// Returns what the constraint says, to be read.
    pub fn rule(&self) -> &Rule {
        &self.rule
    }

    /// Each piece of the kinds `from` attacks a number in `range` of pieces of the kinds `to`.
    ///
    /// A piece is attacked at most once by another, however many moves reach it, and never by itself. Any piece on the
    /// way stops a ride; see [`through`](Self::through) for the other reading.
    ///
    /// ```
    /// use queenside::{Board, Constraint, Piece, Problem};
    ///
    /// // Peaceable armies: as many white queens as black ones, no queen attacks one of the other army.
    /// let mut problem = Problem::new(Board::square(4));
    /// let white = problem.add_kind("white queen", Piece::QUEEN);
    /// let black = problem.add_kind("black queen", Piece::QUEEN);
    /// problem.add(Constraint::attacks(white, black, 0)).add(Constraint::balance(white, black, 0));
    /// assert_eq!(problem.maximize_of([(white, 1)])?.value()?, Some(2));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[doc(alias = "independent set")]
    pub fn attacks(from: impl Into<Kinds>, to: impl Into<Kinds>, range: impl Into<Interval>) -> Self {
        let (from, to, range) = (from.into(), to.into(), range.into());
        Self::of(Rule::Attacks { from, to, range, sight: Sight::First })
    }

    /// Each of these squares is covered by a number in `range` of pieces of the kinds `by`: they have a leap onto it, or a
    /// ride that reaches it before anything in between stops it.
    ///
    /// Whether the square is occupied does not matter (but see [`where_vacant`](Self::where_vacant)). A ride covers the
    /// occupied square or wall it ends on; a piece counts once and never covers its own square; a hole is never covered.
    ///
    /// ```
    /// use queenside::{Area, Board, Constraint, Piece, Problem};
    ///
    /// // Total domination: every square is covered, the occupied ones too.
    /// let mut problem = Problem::new(Board::square(4));
    /// let king = problem.add_kind("king", Piece::KING);
    /// problem.add(Constraint::covered(Area::Everywhere, king, 1..));
    /// assert_eq!(problem.minimize()?.value()?, Some(4));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn covered(squares: impl Into<Area>, by: impl Into<Kinds>, range: impl Into<Interval>) -> Self {
        let (area, by, range) = (squares.into(), by.into(), range.into());
        Self::of(Rule::Covered { area, by, range, sight: Sight::First, demand: Demand::Always })
    }

    /// Each area holds a number in `range` of pieces of these kinds.
    ///
    /// ```
    /// use queenside::{Area, Board, Constraint, Piece, Problem};
    ///
    /// // No three in line on a 4×4 board: at most two on every line of every slope.
    /// let mut problem = Problem::new(Board::square(4));
    /// let point = problem.add_kind("point", Piece::WAZIR);
    /// problem.add(Constraint::count(point, Area::EveryLine, ..=2));
    /// let most = problem.maximize()?;
    /// assert_eq!(most.value()?, Some(8));
    /// assert_eq!(most.optima()?.count()?.exact()?, 11u32);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[doc(alias = "cardinality")]
    #[doc(alias = "exactly")]
    #[doc(alias = "at_most")]
    #[doc(alias = "at_least")]
    pub fn count(kinds: impl Into<Kinds>, area: impl Into<Area>, range: impl Into<Interval>) -> Self {
        Self::of(Rule::Count { kinds: kinds.into(), area: area.into(), range: range.into() })
    }

    /// A piece of this kind stands on each of these squares.
    ///
    /// ```
    /// use queenside::{Constraint, classics};
    ///
    /// let mut problem = classics::queens(8);
    /// let queen = problem.kind_named("queen")?;
    /// problem.add(Constraint::fixed(queen, [(0, 0)]));
    /// assert_eq!(problem.count()?.exact()?, 4u32);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[doc(alias = "given")]
    #[doc(alias = "clue")]
    pub fn fixed(kind: Kind, squares: impl IntoIterator<Item = impl Into<Square>>) -> Self {
        let squares: SquareSet = squares.into_iter().collect();
        let all = squares.len();
        Self::count(kind, squares, all)
    }

    /// The number of lines of these directions that hold a piece of these kinds is in `range`. Lines are maximal segments
    /// without walls and holes.
    ///
    /// ```
    /// use queenside::{Board, Constraint, Direction, Piece, Problem};
    ///
    /// // Queens on a 4×4 board that leave just two of its 22 rows, columns and diagonals empty: at most 4 attack no other.
    /// let mut problem = Problem::new(Board::square(4));
    /// let queen = problem.add_kind("queen", Piece::QUEEN);
    /// problem.add(Constraint::occupied_lines(queen, Direction::QUEEN, 20));
    /// assert_eq!(problem.minimize()?.value()?, Some(6));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn occupied_lines(
        kinds: impl Into<Kinds>,
        directions: impl IntoIterator<Item = Direction>,
        range: impl Into<Interval>,
    ) -> Self {
        let directions = directions.into_iter().collect();
        Self::of(Rule::OccupiedLines { kinds: kinds.into(), directions, range: range.into() })
    }

    /// The number of pieces of the kinds `plus` less that of the kinds `minus` is in `range`.
    ///
    /// ```
    /// use queenside::{Board, Constraint, Piece, Problem};
    ///
    /// let mut problem = Problem::new(Board::square(2));
    /// let rook = problem.add_kind("rook", Piece::ROOK);
    /// let king = problem.add_kind("king", Piece::KING);
    /// problem.add(Constraint::balance(rook, king, 1..=2));
    /// // One or two more rooks than kings on four squares: 4 + 6 + 12 + 4 ways.
    /// assert_eq!(problem.count()?.exact()?, 26u32);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn balance(plus: impl Into<Kinds>, minus: impl Into<Kinds>, range: impl Into<Interval>) -> Self {
        Self::of(Rule::Balance { plus: plus.into(), minus: minus.into(), range: range.into() })
    }

    /// The sum of the numbers of those terms whose kind stands on their square is in `range`.
    ///
    /// ```
    /// use queenside::{Constraint, classics};
    ///
    /// // Eight queens whose row numbers, taken over the left half of the board, add up to 14.
    /// let mut problem = classics::queens(8);
    /// let queen = problem.kind_named("queen")?;
    /// let terms = (0..8).flat_map(|row| (0..4).map(move |column| (row as i64, queen, (row, column))));
    /// problem.add(Constraint::linear(terms, 14));
    /// assert_eq!(problem.count()?.exact()?, 30u32);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn linear(terms: impl IntoIterator<Item = (i64, Kind, impl Into<Square>)>, range: impl Into<Interval>) -> Self {
        let terms = terms.into_iter().map(|(number, kind, square)| (number, kind, square.into())).collect();
        Self::of(Rule::Linear { terms, range: range.into() })
    }

    /// Each of these squares holds the same as its images under the group that these transforms generate.
    ///
    /// ```
    /// use queenside::{Area, Constraint, Symmetry, classics};
    ///
    /// let mut problem = classics::queens(8);
    /// problem.add(Constraint::symmetric([Symmetry::HalfTurn], Area::Everywhere));
    /// assert_eq!(problem.count()?.exact()?, 4u32);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn symmetric(transforms: impl IntoIterator<Item = impl Into<Transform>>, squares: impl Into<Area>) -> Self {
        let transforms = transforms.into_iter().map(Into::into).collect();
        Self::of(Rule::Symmetric { transforms, area: squares.into() })
    }

    /// Lets rides see through pieces: everything on the way counts, up to a wall, a hole or a blocker.
    ///
    /// Only rules about [`attacks`](Self::attacks) and [`covered`](Self::covered) squares involve sight; on others this is a
    /// fault of the problem.
    ///
    /// ```
    /// use queenside::{Board, Constraint, Piece, Problem};
    ///
    /// // Exactly three others on 3×3: six queens by sight, four along whole lines.
    /// let most = |rule: fn(Constraint) -> Constraint| {
    ///     let mut problem = Problem::new(Board::square(3));
    ///     let queen = problem.add_kind("queen", Piece::QUEEN);
    ///     problem.add(rule(Constraint::attacks(queen, queen, 3)));
    ///     Ok::<_, queenside::Error>(problem.maximize()?.value()?)
    /// };
    /// assert_eq!(most(|rule| rule)?, Some(6));
    /// assert_eq!(most(Constraint::through)?, Some(4));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[must_use]
    pub fn through(mut self) -> Self {
        if let Rule::Attacks { sight, .. } | Rule::Covered { sight, .. } = &mut self.rule {
            *sight = Sight::Through;
        } else {
            self.misplaced.push("through");
        }
        self
    }

    /// Restricts a rule about [`covered`](Self::covered) squares to vacant ones; on other rules this is a fault of the
    /// problem. This turns total domination into domination.
    ///
    /// ```
    /// use queenside::{Area, Board, Constraint, Piece, Problem};
    ///
    /// let mut problem = Problem::new(Board::square(5));
    /// let queen = problem.add_kind("queen", Piece::QUEEN);
    /// problem.add(Constraint::covered(Area::Everywhere, queen, 1..).where_vacant());
    /// assert_eq!(problem.minimize()?.value()?, Some(3));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[must_use]
    pub fn where_vacant(mut self) -> Self {
        if let Rule::Covered { demand, .. } = &mut self.rule {
            *demand = Demand::WhereVacant;
        } else {
            self.misplaced.push("where_vacant");
        }
        self
    }

    /// The squares that all hold this kind, if that is what the rule says.
    pub(crate) fn fixes(&self) -> Option<(Kind, &SquareSet)> {
        let Rule::Count { kinds, area: Area::Squares(squares), range } = &self.rule else { return None };
        let mut kinds = kinds.iter();
        let kind = kinds.next().filter(|_| kinds.next().is_none())?;
        (*range == squares.len().into()).then_some((kind, squares))
    }

    /// Returns the name of the rule in messages.
    pub(crate) fn name(&self) -> &'static str {
        match self.rule {
            Rule::Attacks { .. } => "attacks",
            Rule::Covered { .. } => "covered",
            Rule::Count { .. } if self.fixes().is_some() => "fixed",
            Rule::Count { .. } => "count",
            Rule::OccupiedLines { .. } => "occupied_lines",
            Rule::Balance { .. } => "balance",
            Rule::Linear { .. } => "linear",
            Rule::Symmetric { .. } => "symmetric",
        }
    }
}
