//! Pieces: what moves they have, as data.

use std::borrow::Cow;
use std::fmt;

use crate::symmetry::Symmetry;

/// One move of a piece: a leap, or a ride that repeats a step until something stops it.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Move, Piece};
///
/// // . x . x .
/// // . . . . .   A piece that leaps two up and one aside,
/// // . . K x x   and rides at most two squares to the right.
/// let own = Piece::new([Move::leap(-2, -1), Move::leap(-2, 1), Move::ride(0, 1).within(2)]);
/// assert_eq!(Board::new(3, 5).attacks(&own, (2, 2)).to_string(), ". o . o .\n. . . . .\n. . . o o\n");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    rows: i32,
    columns: i32,
    reach: Reach,
}

/// How often a step may be repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reach {
    /// Not at all: the piece jumps there over anything.
    Leap,
    /// At most so many times.
    Range(u32),
    /// Until something stops it.
    Ride,
}

impl Move {
    /// Returns a leap so many rows down and columns to the right.
    pub const fn leap(rows: i32, columns: i32) -> Self {
        Self { rows, columns, reach: Reach::Leap }
    }

    /// Returns a ride by steps of so many rows down and columns to the right.
    pub const fn ride(rows: i32, columns: i32) -> Self {
        Self { rows, columns, reach: Reach::Ride }
    }

    /// Returns this move as a ride of at most so many steps.
    #[must_use]
    pub const fn within(self, steps: u32) -> Self {
        Self { reach: Reach::Range(steps), ..self }
    }

    /// Returns the rows gone down at each step.
    pub const fn rows(self) -> i32 {
        self.rows
    }

    /// Returns the columns gone to the right at each step.
    pub const fn columns(self) -> i32 {
        self.columns
    }

    /// Returns how often the step may be repeated.
    pub const fn reach(self) -> Reach {
        self.reach
    }

    /// The most steps this move takes.
    pub(crate) fn steps(self) -> usize {
        match self.reach {
            Reach::Leap => 1,
            Reach::Range(steps) => steps as usize,
            Reach::Ride => usize::MAX,
        }
    }

    pub(crate) fn is_null(self) -> bool {
        (self.rows == 0 && self.columns == 0) || self.reach == Reach::Range(0)
    }

    /// Tells whether no move goes the opposite way: that of the least integer cannot be written.
    pub(crate) fn is_too_long(self) -> bool {
        self.rows == i32::MIN || self.columns == i32::MIN
    }

    pub(crate) fn turned(self, symmetry: Symmetry) -> Self {
        let (rows, columns) = symmetry.step((i64::from(self.rows), i64::from(self.columns)));
        let narrow = |number: i64| i32::try_from(number).unwrap_or(i32::MAX);
        Self { rows: narrow(rows), columns: narrow(columns), ..self }
    }

    pub(crate) fn reversed(self) -> Self {
        Self { rows: self.rows.saturating_neg(), columns: self.columns.saturating_neg(), ..self }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rows, columns, reach } = self;
        match reach {
            Reach::Leap => write!(f, "leap ({rows},{columns})"),
            Reach::Range(steps) => write!(f, "ride ({rows},{columns}) of at most {steps} steps"),
            Reach::Ride => write!(f, "ride ({rows},{columns})"),
        }
    }
}

/// A piece: its moves, and nothing else.
///
/// The men of chess and of fairy chess are constants; others are made of [moves](Move), by [`leaper`](Self::leaper) and
/// [`rider`](Self::rider), and by [union](Self::and). Two pieces with the same moves are equal.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Move, Piece, Square};
///
/// assert_eq!(Piece::QUEEN, Piece::ROOK.and(&Piece::BISHOP));
/// assert_eq!(Piece::KNIGHT, Piece::leaper(1, 2));
/// assert_eq!(Piece::KING.moves().len(), 8);
///
/// // A lance rides straight up; a short rook goes two squares at most.
/// let lance = Piece::new([Move::ride(-1, 0)]);
/// let short = Piece::rider(0, 1).within(2);
/// assert_eq!((lance.moves().len(), short.moves().len()), (1, 4));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Sorted, each once.
    moves: Cow<'static, [Move]>,
    blocker: bool,
}

/// The distinct images of a step under quarter turns and mirrors, for constants.
macro_rules! piece {
    ($($name:ident, $text:literal, [$($make:ident($r:expr, $c:expr)),* $(,)?];)*) => {$(
        #[doc = $text]
        pub const $name: Self = Self::constant(&[$(Move::$make($r, $c)),*]);
    )*};
}

impl Piece {
    /// A piece without moves that only stands in the way: a wall whose place is a decision. Blockers are not counted by
    /// [`maximize`](crate::Problem::maximize).
    pub const BLOCKER: Self = Self { moves: Cow::Borrowed(&[]), blocker: true };

    piece! {
        KING, "One step in all eight directions.",
            [leap(-1, -1), leap(-1, 0), leap(-1, 1), leap(0, -1), leap(0, 1), leap(1, -1), leap(1, 0), leap(1, 1)];
        QUEEN, "Rides in all eight directions.",
            [ride(-1, -1), ride(-1, 0), ride(-1, 1), ride(0, -1), ride(0, 1), ride(1, -1), ride(1, 0), ride(1, 1)];
        ROOK, "Rides along rows and columns.",
            [ride(-1, 0), ride(0, -1), ride(0, 1), ride(1, 0)];
        BISHOP, "Rides along diagonals.",
            [ride(-1, -1), ride(-1, 1), ride(1, -1), ride(1, 1)];
        KNIGHT, "Leaps two squares one way and one the other.",
            [leap(-2, -1), leap(-2, 1), leap(-1, -2), leap(-1, 2), leap(1, -2), leap(1, 2), leap(2, -1), leap(2, 1)];
        WHITE_PAWN, "What a white pawn attacks: one step diagonally up the board.",
            [leap(-1, -1), leap(-1, 1)];
        BLACK_PAWN, "What a black pawn attacks: one step diagonally down the board.",
            [leap(1, -1), leap(1, 1)];
        AMAZON, "Queen and knight, also called superqueen.",
            [leap(-2, -1), leap(-2, 1), leap(-1, -2), ride(-1, -1), ride(-1, 0), ride(-1, 1), leap(-1, 2), ride(0, -1),
             ride(0, 1), leap(1, -2), ride(1, -1), ride(1, 0), ride(1, 1), leap(1, 2), leap(2, -1), leap(2, 1)];
        CHANCELLOR, "Rook and knight, also called empress.",
            [leap(-2, -1), leap(-2, 1), leap(-1, -2), ride(-1, 0), leap(-1, 2), ride(0, -1), ride(0, 1), leap(1, -2),
             ride(1, 0), leap(1, 2), leap(2, -1), leap(2, 1)];
        ARCHBISHOP, "Bishop and knight, also called princess.",
            [leap(-2, -1), leap(-2, 1), leap(-1, -2), ride(-1, -1), ride(-1, 1), leap(-1, 2), leap(1, -2), ride(1, -1),
             ride(1, 1), leap(1, 2), leap(2, -1), leap(2, 1)];
        NIGHTRIDER, "Rides by knight's steps.",
            [ride(-2, -1), ride(-2, 1), ride(-1, -2), ride(-1, 2), ride(1, -2), ride(1, 2), ride(2, -1), ride(2, 1)];
        WAZIR, "One step along a row or column.",
            [leap(-1, 0), leap(0, -1), leap(0, 1), leap(1, 0)];
        FERZ, "One step along a diagonal.",
            [leap(-1, -1), leap(-1, 1), leap(1, -1), leap(1, 1)];
        DABBABA, "Leaps two squares along a row or column.",
            [leap(-2, 0), leap(0, -2), leap(0, 2), leap(2, 0)];
        ALFIL, "Leaps two squares along a diagonal.",
            [leap(-2, -2), leap(-2, 2), leap(2, -2), leap(2, 2)];
        CAMEL, "Leaps three squares one way and one the other.",
            [leap(-3, -1), leap(-3, 1), leap(-1, -3), leap(-1, 3), leap(1, -3), leap(1, 3), leap(3, -1), leap(3, 1)];
        ZEBRA, "Leaps three squares one way and two the other.",
            [leap(-3, -2), leap(-3, 2), leap(-2, -3), leap(-2, 3), leap(2, -3), leap(2, 3), leap(3, -2), leap(3, 2)];
        GIRAFFE, "Leaps four squares one way and one the other.",
            [leap(-4, -1), leap(-4, 1), leap(-1, -4), leap(-1, 4), leap(1, -4), leap(1, 4), leap(4, -1), leap(4, 1)];
        DRAGON_KING, "Rook and king (the promoted rook of shogi).",
            [leap(-1, -1), ride(-1, 0), leap(-1, 1), ride(0, -1), ride(0, 1), leap(1, -1), ride(1, 0), leap(1, 1)];
        DRAGON_HORSE, "Bishop and king (the promoted bishop of shogi).",
            [ride(-1, -1), leap(-1, 0), ride(-1, 1), leap(0, -1), leap(0, 1), ride(1, -1), leap(1, 0), ride(1, 1)];
    }

    /// Queen and knight; another name of [`AMAZON`](Self::AMAZON).
    pub const SUPERQUEEN: Self = Self::AMAZON;
    /// Rook and knight; another name of [`CHANCELLOR`](Self::CHANCELLOR).
    pub const EMPRESS: Self = Self::CHANCELLOR;
    /// Bishop and knight; another name of [`ARCHBISHOP`](Self::ARCHBISHOP).
    pub const PRINCESS: Self = Self::ARCHBISHOP;

    const fn constant(moves: &'static [Move]) -> Self {
        Self { moves: Cow::Borrowed(moves), blocker: false }
    }

    /// Returns the piece with these moves. One that has none is reported as a fault; see [`BLOCKER`](Self::BLOCKER).
    pub fn new(moves: impl IntoIterator<Item = Move>) -> Self {
        let mut moves: Vec<Move> = moves.into_iter().collect();
        moves.sort_unstable();
        moves.dedup();
        Self { moves: Cow::Owned(moves), blocker: false }
    }

    /// Returns the piece that leaps by these two numbers in all (up to eight) ways.
    pub fn leaper(a: i32, b: i32) -> Self {
        Self::new(all_ways(a, b).map(|(rows, columns)| Move::leap(rows, columns)))
    }

    /// Returns the piece that rides by these two numbers in all (up to eight) ways.
    pub fn rider(a: i32, b: i32) -> Self {
        Self::new(all_ways(a, b).map(|(rows, columns)| Move::ride(rows, columns)))
    }

    /// Returns the piece that has the moves of both.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self::new(self.moves.iter().chain(other.moves.iter()).copied())
    }

    /// Returns the piece whose rides go at most so many steps; leaps stay as they are.
    #[must_use]
    pub fn within(&self, steps: u32) -> Self {
        let limited = |movement: &Move| match movement.reach {
            Reach::Leap => *movement,
            Reach::Range(range) => movement.within(range.min(steps)),
            Reach::Ride => movement.within(steps),
        };
        Self { blocker: self.blocker, ..Self::new(self.moves.iter().map(limited)) }
    }

    /// Returns the moves, in a fixed order, each once.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Tells whether the piece only stands in the way.
    pub fn is_blocker(&self) -> bool {
        self.blocker
    }

    /// The letter by which this piece is drawn, if it is one that has a letter.
    pub(crate) fn letter(&self) -> Option<char> {
        let known = [
            (Self::KING, 'K'),
            (Self::QUEEN, 'Q'),
            (Self::ROOK, 'R'),
            (Self::BISHOP, 'B'),
            (Self::KNIGHT, 'N'),
            (Self::WHITE_PAWN, 'P'),
            (Self::BLACK_PAWN, 'p'),
            (Self::BLOCKER, 'X'),
        ];
        known.iter().find(|(piece, _)| piece == self).map(|(_, letter)| *letter)
    }
}

fn all_ways(a: i32, b: i32) -> impl Iterator<Item = (i32, i32)> {
    let (a, b) = (a.saturating_abs(), b.saturating_abs());
    [(a, b), (a, -b), (-a, b), (-a, -b), (b, a), (b, -a), (-b, a), (-b, -a)].into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_what_their_names_say() {
        let pairs = [
            (Piece::WAZIR, Piece::leaper(0, 1)),
            (Piece::FERZ, Piece::leaper(1, 1)),
            (Piece::DABBABA, Piece::leaper(0, 2)),
            (Piece::ALFIL, Piece::leaper(2, 2)),
            (Piece::KNIGHT, Piece::leaper(1, 2)),
            (Piece::CAMEL, Piece::leaper(1, 3)),
            (Piece::ZEBRA, Piece::leaper(2, 3)),
            (Piece::GIRAFFE, Piece::leaper(1, 4)),
            (Piece::KING, Piece::WAZIR.and(&Piece::FERZ)),
            (Piece::ROOK, Piece::rider(0, 1)),
            (Piece::BISHOP, Piece::rider(1, 1)),
            (Piece::NIGHTRIDER, Piece::rider(2, 1)),
            (Piece::QUEEN, Piece::ROOK.and(&Piece::BISHOP)),
            (Piece::AMAZON, Piece::QUEEN.and(&Piece::KNIGHT)),
            (Piece::CHANCELLOR, Piece::ROOK.and(&Piece::KNIGHT)),
            (Piece::ARCHBISHOP, Piece::BISHOP.and(&Piece::KNIGHT)),
            (Piece::DRAGON_KING, Piece::ROOK.and(&Piece::FERZ)),
            (Piece::DRAGON_HORSE, Piece::BISHOP.and(&Piece::WAZIR)),
        ];
        for (constant, made) in pairs {
            assert_eq!(constant, made);
        }
        assert_eq!(Piece::WHITE_PAWN, Piece::new([Move::leap(-1, 1), Move::leap(-1, -1)]));
        assert_ne!(Piece::BLOCKER, Piece::new([]));
    }
}
