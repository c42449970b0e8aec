//! Weights: what pieces are worth, by kind and by square.

use super::scan::Misread;
use crate::language::{Invalid, Kind, Kinds, Problem, Square, SquareSet};

/// What each piece is worth: by its kind, by its square, or by both.
///
/// The weights given for a kind and a square are added up; a piece without any counts 0. A list of kinds with their weights
/// will do wherever weights are asked for.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Piece, Weights, classics};
///
/// // Three rooks, one in each row and column: 9 + 5 + 8, and no others are worth more.
/// let problem = classics::non_attacking(Board::square(3), Piece::ROOK);
/// let rook = problem.kind_named("piece")?;
/// let worth = Weights::by_map(rook, "
///     9 7 3
///     6 5 5
///     7 8 8
/// ")?;
/// let most = problem.maximize_of(worth)?;
/// assert_eq!(most.value()?, Some(22));
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Weights {
    terms: Vec<(Kind, Option<Square>, i64)>,
}

impl Weights {
    /// Returns the weights by which every piece counts 0.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns a weight for each of these kinds, the same on all squares.
    ///
    /// ```
    /// use queenside::{Board, Piece, Problem, Weights};
    ///
    /// let mut problem = Problem::new(Board::square(3));
    /// let rook = problem.add_kind("rook", Piece::ROOK);
    /// let king = problem.add_kind("king", Piece::KING);
    /// let worth = Weights::by_kind([(rook, 5), (king, 3)]);
    /// assert_eq!(worth, Weights::from([(rook, 5), (king, 3)]));
    /// assert_eq!(problem.non_attacking().maximize_of(worth)?.value()?, Some(15));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn by_kind(weights: impl IntoIterator<Item = (Kind, i64)>) -> Self {
        Self { terms: weights.into_iter().map(|(kind, weight)| (kind, None, weight)).collect() }
    }

    /// Returns a weight for each of these squares, for all of the kinds.
    ///
    /// ```
    /// use queenside::{Board, Piece, Weights, classics};
    ///
    /// // Two kings in opposite corners; the one in the middle has room for no other.
    /// let problem = classics::non_attacking(Board::square(3), Piece::KING);
    /// let king = problem.kind_named("piece")?;
    /// let worth = Weights::by_square(king, [((0, 0), 4), ((1, 1), 6), ((2, 2), 3)]);
    /// assert_eq!(problem.maximize_of(worth)?.value()?, Some(7));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn by_square(kinds: impl Into<Kinds>, weights: impl IntoIterator<Item = (impl Into<Square>, i64)>) -> Self {
        let kinds = kinds.into();
        let mut terms = Vec::new();
        for (square, weight) in weights {
            let square = square.into();
            terms.extend(kinds.iter().map(|kind| (kind, Some(square), weight)));
        }
        Self { terms }
    }

    /// Returns one weight for all squares of a set, as a [region](crate::Board::region), for all of the kinds.
    ///
    /// ```
    /// use queenside::{Board, Piece, Weights, classics};
    ///
    /// // How few of eight queens may stand in the four squares in the middle?
    /// let problem = classics::queens(8);
    /// let queen = problem.kind_named("queen")?;
    /// let middle = [(3, 3), (3, 4), (4, 3), (4, 4)].into();
    /// assert_eq!(problem.minimize_of(Weights::within(queen, &middle, 1))?.value()?, Some(0));
    /// assert_eq!(problem.maximize_of(Weights::within(queen, &middle, 1))?.value()?, Some(1));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn within(kinds: impl Into<Kinds>, squares: &SquareSet, weight: i64) -> Self {
        Self::by_square(kinds, squares.iter().map(|square| (square, weight)))
    }

    /// Returns the weights of a map, for all of the kinds: a line of numbers for each row, with spaces in between; `.` is 0.
    ///
    /// # Errors
    ///
    /// Reports what is no number, numbers too large, and rows of different lengths.
    ///
    /// ```
    /// use queenside::{Board, Piece, Weights, classics};
    ///
    /// let problem = classics::non_attacking(Board::new(2, 3), Piece::KNIGHT);
    /// let knight = problem.kind_named("piece")?;
    /// let worth = Weights::by_map(knight, "3 . -1\n. 2 4")?;
    /// assert_eq!(problem.maximize_of(worth)?.value()?, Some(6));
    ///
    /// // All that is wrong comes at once.
    /// let error = Weights::by_map(knight, "3 . x\n1 2").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "2 faults: line 1, column 5: \"x\" is no weight: a whole number, or '.' for 0; \
    ///      line 2, column 1: row 2 of the map has 2 weights, the first has 3"
    /// );
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn by_map(kinds: impl Into<Kinds>, map: &str) -> Result<Self, Invalid> {
        let (weights, misread) = read_map(map);
        Invalid::unless_empty(misread.into_iter().map(|misread| misread.fault(map)).collect())?;
        Ok(Self::by_square(kinds, weights))
    }

    /// Returns the weights that a function gives for each kind of the problem on each open square.
    ///
    /// ```
    /// use queenside::{Weights, classics};
    ///
    /// // Eight queens, each worth its row times its column, both counted from 0.
    /// let problem = classics::queens(8);
    /// let worth = Weights::from_fn(&problem, |_, square| square.column() as i64 * square.row() as i64);
    /// assert_eq!(problem.maximize_of(worth)?.value()?, Some(110));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn from_fn(problem: &Problem, weight: impl Fn(Kind, Square) -> i64) -> Self {
        let open = problem.board().open();
        let of_kind = |kind| open.iter().map(move |square| (kind, square));
        let all = problem.kinds().flat_map(of_kind);
        let terms = all.map(|(kind, square)| (kind, Some(square), weight(kind, square)));
        Self { terms: terms.filter(|(_, _, weight)| *weight != 0).collect() }
    }

    /// Returns these weights and others, added up.
    ///
    /// ```
    /// use queenside::{Board, Piece, Weights, classics};
    ///
    /// // A rook in the corner is worth 5, elsewhere 2.
    /// let problem = classics::non_attacking(Board::square(2), Piece::ROOK);
    /// let rook = problem.kind_named("piece")?;
    /// let worth = Weights::by_kind([(rook, 2)]).and(&Weights::by_square(rook, [((0, 0), 3)]));
    /// assert_eq!(problem.maximize_of(worth)?.value()?, Some(7));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[must_use]
    pub fn and(mut self, other: &Self) -> Self {
        self.terms.extend(&other.terms);
        self
    }

    /// Returns the weights as they were given, each with its square, or none if it holds on all.
    ///
    /// ```
    /// use queenside::{Square, Weights, classics};
    ///
    /// let queen = classics::queens(4).kind_named("queen")?;
    /// let worth = Weights::by_kind([(queen, 2)]).and(&Weights::by_square(queen, [((0, 1), 3)]));
    /// let all: Vec<_> = worth.iter().collect();
    /// assert_eq!(all, [(queen, None, 2), (queen, Some(Square::new(0, 1)), 3)]);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (Kind, Option<Square>, i64)> + '_ {
        self.terms.iter().copied()
    }

    /// Returns whether none was given.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// Returns the weight of each kind; `None` if some hold on single squares only.
    pub(crate) fn by_kind_alone(&self, kinds: usize) -> Option<Vec<i64>> {
        let mut list = vec![0; kinds];
        for (kind, square, weight) in self.iter() {
            square.is_none().then(|| list[usize::from(kind.index)] += weight)?;
        }
        Some(list)
    }

    /// Returns the weight of each kind on each open square: by square in reading order, then by kind. The weights must have no
    /// faults.
    pub(crate) fn listed(&self, problem: &Problem) -> Vec<i64> {
        let (board, kinds) = (problem.board(), problem.setup().kinds.len());
        let open = board.open();
        let mut by_kind = vec![0; kinds];
        for (kind, _, weight) in self.iter().filter(|(_, square, _)| square.is_none()) {
            by_kind[usize::from(kind.index)] += weight;
        }
        let mut list = by_kind.repeat(open.len());
        if self.terms.iter().any(|(_, square, _)| square.is_some()) {
            let mut slots = vec![usize::MAX; board.rows() * board.columns()];
            for (slot, square) in open.iter().enumerate() {
                slots[square.index(board.columns())] = slot;
            }
            for (kind, square, weight) in self.iter() {
                let slot = square.map_or(usize::MAX, |square| slots[square.index(board.columns())]);
                if slot != usize::MAX {
                    list[slot * kinds + usize::from(kind.index)] += weight;
                }
            }
        }
        list
    }
}

impl<I: IntoIterator<Item = (Kind, i64)>> From<I> for Weights {
    fn from(weights: I) -> Self {
        Self::by_kind(weights)
    }
}

/// Reads a line of numbers for each row, and tells what could not be read.
fn read_map(map: &str) -> (Vec<(Square, i64)>, Vec<Misread>) {
    let (mut weights, mut faults) = (Vec::new(), Vec::new());
    let mut first = None;
    let mut begins = 0;
    let mut row = 0;
    for line in map.split_inclusive('\n') {
        let mut column = 0;
        for word in line.split_whitespace() {
            let at = begins + (word.as_ptr() as usize - line.as_ptr() as usize);
            if word != "." {
                let digits = word.strip_prefix('-').unwrap_or(word);
                let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
                match word.parse() {
                    Ok(weight) => weights.push((Square::new(row, column), weight)),
                    Err(_) if is_number => faults.push(Misread::new(at, format!("{word} is too large a number"))),
                    Err(_) => {
                        let reason = format!("{word:?} is no weight: a whole number, or '.' for 0");
                        faults.push(Misread::new(at, reason));
                    }
                }
            }
            column += 1;
        }
        if column > 0 {
            let expected = *first.get_or_insert(column);
            if column != expected {
                let reason = format!("row {} of the map has {column} weights, the first has {expected}", row + 1);
                faults.push(Misread::new(begins, reason));
            }
            row += 1;
        }
        begins += line.len();
    }
    (weights, faults)
}
