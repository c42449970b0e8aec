//! Classical problems, each in a few lines of the general language.
//!
//! They are meant to be read as much as to be called: to change one, write its rules with a change.
//!
//! ```
//! use queenside::classics;
//!
//! //  . . . Q . . . .
//! //  . Q . . . . . .      One of the
//! //  . . . . . . Q .      92 solutions
//! //  . . Q . . . . .      of the eight
//! //  . . . . . Q . .      queens puzzle.
//! //  . . . . . . . Q
//! //  . . . . Q . . .
//! //  Q . . . . . . .
//! assert_eq!(classics::queens(8).count()?.exact()?, 92u32);
//! # Ok::<(), queenside::Error>(())
//! ```

use crate::language::{Area, Board, Constraint, Interval, Piece, Problem, Square};

/// Returns the problem of pieces of one kind, named "piece", none of which attacks another.
///
/// ```
/// use queenside::{Board, Piece, classics};
///
/// let pieces = [Piece::ROOK, Piece::BISHOP, Piece::QUEEN, Piece::KING, Piece::KNIGHT];
/// for (piece, most) in pieces.into_iter().zip([8, 14, 8, 16, 32]) {
///     assert_eq!(classics::non_attacking(Board::square(8), piece).maximize()?.value()?, Some(most));
/// }
/// # Ok::<(), queenside::Error>(())
/// ```
#[doc(alias = "independent set")]
#[doc(alias = "packing")]
pub fn non_attacking(board: Board, piece: Piece) -> Problem {
    attacking(board, piece, 0)
}

/// Returns the problem of pieces of one kind, named "piece", each of which attacks a number in `range` of others, by
/// sight.
///
/// ```
/// use queenside::{Board, Piece, classics};
///
/// // At most one other: A260113.
/// let most = classics::attacking(Board::square(5), Piece::QUEEN, ..=1).maximize()?;
/// assert_eq!(most.value()?, Some(5));
/// # Ok::<(), queenside::Error>(())
/// ```
pub fn attacking(board: Board, piece: Piece, range: impl Into<Interval>) -> Problem {
    let mut problem = Problem::new(board);
    let kind = problem.add_kind("piece", piece);
    problem.with(Constraint::attacks(kind, kind, range))
}

/// Returns the n queens problem: the kind "queen", one in each row and column of an n×n board, none of which attacks
/// another: A000170.
///
/// ```
/// use queenside::classics;
///
/// assert_eq!(classics::queens(6).count()?.exact()?, 4u32);
/// # Ok::<(), queenside::Error>(())
/// ```
pub fn queens(n: usize) -> Problem {
    let mut problem = Problem::new(Board::square(n));
    let queen = problem.add_kind("queen", Piece::QUEEN);
    problem.non_attacking().add(Constraint::count(queen, Area::rows(), 1)).add(Constraint::count(
        queen,
        Area::columns(),
        1,
    ));
    problem
}

/// Returns the [`queens`] problem with some queens given: n-queens completion.
///
/// ```
/// use queenside::classics;
///
/// assert_eq!(classics::completion(8, [(0, 0)]).count()?.exact()?, 4u32);
/// assert!(classics::completion(8, [(0, 0), (1, 1)]).solve()?.placement()?.is_none());
/// # Ok::<(), queenside::Error>(())
/// ```
#[doc(alias = "n-queens completion")]
pub fn completion(n: usize, given: impl IntoIterator<Item = impl Into<Square>>) -> Problem {
    let mut problem = queens(n);
    let queen: Vec<_> = problem.kinds().collect();
    problem.add(Constraint::fixed(queen[0], given));
    problem
}

/// Returns the problem of pieces of one kind, named "piece", that cover every vacant square; minimise it.
///
/// ```
/// use queenside::{Board, Piece, classics};
///
/// // Five queens dominate 8×8; three do on 5×5 or 6×6: A075458.
/// let fewest = classics::domination(Board::square(6), Piece::QUEEN).minimize()?;
/// assert_eq!(fewest.value()?, Some(3));
/// assert_eq!(fewest.optima()?.count()?.exact()?, 4u32);
/// # Ok::<(), queenside::Error>(())
/// ```
#[doc(alias = "dominating set")]
#[doc(alias = "covering")]
pub fn domination(board: Board, piece: Piece) -> Problem {
    let mut problem = Problem::new(board);
    let kind = problem.add_kind("piece", piece);
    problem.with(Constraint::covered(Area::Everywhere, kind, 1..).where_vacant())
}

/// Returns [`domination`] by pieces that do not attack each other.
///
/// ```
/// use queenside::{Board, Piece, classics};
///
/// let fewest = classics::independent_domination(Board::square(4), Piece::QUEEN).minimize()?;
/// assert_eq!(fewest.value()?, Some(3));
/// # Ok::<(), queenside::Error>(())
/// ```
pub fn independent_domination(board: Board, piece: Piece) -> Problem {
    let mut problem = domination(board, piece);
    problem.non_attacking();
    problem
}

/// Returns the problem of pieces of one kind, named "piece", that cover every square, the occupied ones too.
///
/// ```
/// use queenside::{Board, Piece, classics};
///
/// let fewest = classics::total_domination(Board::square(4), Piece::QUEEN).minimize()?;
/// assert_eq!(fewest.value()?, Some(2));
/// # Ok::<(), queenside::Error>(())
/// ```
pub fn total_domination(board: Board, piece: Piece) -> Problem {
    let mut problem = Problem::new(board);
    let kind = problem.add_kind("piece", piece);
    problem.with(Constraint::covered(Area::Everywhere, kind, 1..))
}

/// Returns the problem of two armies of equal size, "white" and "black", no piece of which attacks one of the other;
/// half the maximum is the size of an army.
///
/// ```
/// use queenside::{Board, Piece, classics};
///
/// let most = classics::peaceable(Board::square(5), Piece::QUEEN).maximize()?;
/// assert_eq!(most.value()?, Some(2 * 4));
/// # Ok::<(), queenside::Error>(())
/// ```
#[doc(alias = "peaceable armies")]
pub fn peaceable(board: Board, piece: Piece) -> Problem {
    let mut problem = Problem::new(board);
    let white = problem.add_kind("white", piece.clone());
    let black = problem.add_kind("black", piece);
    problem.add(Constraint::attacks(white, black, 0)).add(Constraint::attacks(black, white, 0));
    problem.with(Constraint::balance(white, black, 0))
}

/// Returns star battle with the kind "star": `stars` of them in each row, each column and each region of the board,
/// none a king's move from another. Stars are drawn as `★`.
///
/// ```
/// use queenside::{Board, classics};
///
/// let board = Board::square(5).with_region_map("
///     B C C A A
///     B C C C C
///     C C C C D
///     C C E D D
///     E E E D D
/// ")?;
/// assert!(classics::star_battle(board, 1).uniqueness()?.is_unique()?);
/// # Ok::<(), queenside::Error>(())
/// ```
#[doc(alias = "star battle")]
#[doc(alias = "two not touch")]
pub fn star_battle(board: Board, stars: usize) -> Problem {
    let mut problem = Problem::new(board);
    let star = problem.add_kind("star", Piece::KING);
    problem.set_symbol(star, '★').non_attacking();
    for area in [Area::rows(), Area::columns(), Area::EachRegion] {
        problem.add(Constraint::count(star, area, stars));
    }
    problem
}

/// Returns the problem of points, the kind "point", on an n×n board, no three of them on a line of any slope.
///
/// ```
/// use queenside::classics;
///
/// let most = classics::no_three_in_line(3).maximize()?;
/// assert_eq!(most.value()?, Some(6));
/// assert_eq!(most.optima()?.count()?.exact()?, 2u32);
/// # Ok::<(), queenside::Error>(())
/// ```
#[doc(alias = "no three in line")]
pub fn no_three_in_line(n: usize) -> Problem {
    let mut problem = Problem::new(Board::square(n));
    let point = problem.add_kind("point", Piece::WAZIR);
    problem.with(Constraint::count(point, Area::EveryLine, ..=2))
}
