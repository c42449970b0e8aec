//! Pieces: their moves, as data.

use std::borrow::Cow;

use crate::language::{Move, OrderedSet, Reach};

/// A piece: its moves, and nothing else.
///
/// The pieces of chess and of fairy chess are constants; others are made of [moves](Move), by [`leaper`](Self::leaper)
/// and [`rider`](Self::rider), and by [union](Self::and). Two pieces with the same moves are equal.
///
/// # Examples
///
/// ```
/// use queenside::{Move, Piece};
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
#[doc(alias = "Betza")]
pub struct Piece {
    /// Sorted, each once.
    moves: Cow<'static, [Move]>,
    blocker: bool,
}

/// Defines constants with their moves; their documentation shows what they see on a 5×5 board.
macro_rules! piece {
    ($(
        $name:ident, $text:literal, [$($make:ident($r:expr, $c:expr)),* $(,)?],
            from $from:tt $($line:literal)*;
    )*) => {$(
        #[doc = $text]
        ///
        /// ```
        /// use queenside::{Board, Piece};
        ///
        #[doc = concat!("let seen = Board::square(5).attacks(&Piece::", stringify!($name), ", ", stringify!($from), ");")]
        /// assert_eq!(seen, "
        $(#[doc = concat!("    ", $line)])*
        /// ".parse()?);
        /// # Ok::<(), queenside::Error>(())
        /// ```
        pub const $name: Self = Self::constant(&[$(Move::$make($r, $c)),*]);
    )*};
}

impl Piece {
    /// A piece without moves that only blocks: a wall whose place is a decision. Blockers are not counted by
    /// [`maximize`](crate::Problem::maximize).
    ///
    /// ```
    /// use queenside::{Area, Board, Constraint, Piece, Problem};
    ///
    /// // R X R      One blocker lets two rooks share a row, and a third stand behind it.
    /// // . R .
    /// let mut problem = Problem::new(Board::new(2, 3));
    /// problem.add_kind("rook", Piece::ROOK);
    /// let blocker = problem.add_kind("blocker", Piece::BLOCKER);
    /// problem.non_attacking().add(Constraint::count(blocker, Area::Everywhere, 1));
    /// assert_eq!(problem.maximize()?.value()?, Some(3));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub const BLOCKER: Self = Self { moves: Cow::Borrowed(&[]), blocker: true };

    piece! {
        KING, "One step in all eight directions.",
            [leap(-1, -1), leap(-1, 0), leap(-1, 1), leap(0, -1), leap(0, 1), leap(1, -1), leap(1, 0), leap(1, 1)],
            from (2, 2)
                ". . . . ."
                ". o o o ."
                ". o . o ."
                ". o o o ."
                ". . . . .";
        QUEEN, "Rides in all eight directions.",
            [ride(-1, -1), ride(-1, 0), ride(-1, 1), ride(0, -1), ride(0, 1), ride(1, -1), ride(1, 0), ride(1, 1)],
            from (2, 1)
                ". o . o ."
                "o o o . ."
                "o . o o o"
                "o o o . ."
                ". o . o .";
        ROOK, "Rides along rows and columns.",
            [ride(-1, 0), ride(0, -1), ride(0, 1), ride(1, 0)],
            from (2, 1)
                ". o . . ."
                ". o . . ."
                "o . o o o"
                ". o . . ."
                ". o . . .";
        BISHOP, "Rides along diagonals.",
            [ride(-1, -1), ride(-1, 1), ride(1, -1), ride(1, 1)],
            from (2, 1)
                ". . . o ."
                "o . o . ."
                ". . . . ."
                "o . o . ."
                ". . . o .";
        KNIGHT, "Leaps two squares one way and one the other.",
            [leap(-2, -1), leap(-2, 1), leap(-1, -2), leap(-1, 2), leap(1, -2), leap(1, 2), leap(2, -1), leap(2, 1)],
            from (2, 2)
                ". o . o ."
                "o . . . o"
                ". . . . ."
                "o . . . o"
                ". o . o .";
        WHITE_PAWN, "What a white pawn attacks: one step diagonally up the board.",
            [leap(-1, -1), leap(-1, 1)],
            from (3, 2)
                ". . . . ."
                ". . . . ."
                ". o . o ."
                ". . . . ."
                ". . . . .";
        BLACK_PAWN, "What a black pawn attacks: one step diagonally down the board.",
            [leap(1, -1), leap(1, 1)],
            from (1, 2)
                ". . . . ."
                ". . . . ."
                ". o . o ."
                ". . . . ."
                ". . . . .";
        AMAZON, "Queen and knight, also called superqueen.",
            [leap(-2, -1), leap(-2, 1), leap(-1, -2), ride(-1, -1), ride(-1, 0), ride(-1, 1), leap(-1, 2), ride(0, -1),
             ride(0, 1), leap(1, -2), ride(1, -1), ride(1, 0), ride(1, 1), leap(1, 2), leap(2, -1), leap(2, 1)],
            from (1, 1)
                "o o o o ."
                "o . o o o"
                "o o o o ."
                "o o o o ."
                ". o . . o";
        CHANCELLOR, "Rook and knight, also called empress.",
            [leap(-2, -1), leap(-2, 1), leap(-1, -2), ride(-1, 0), leap(-1, 2), ride(0, -1), ride(0, 1), leap(1, -2),
             ride(1, 0), leap(1, 2), leap(2, -1), leap(2, 1)],
            from (2, 2)
                ". o o o ."
                "o . o . o"
                "o o . o o"
                "o . o . o"
                ". o o o .";
        ARCHBISHOP, "Bishop and knight, also called princess.",
            [leap(-2, -1), leap(-2, 1), leap(-1, -2), ride(-1, -1), ride(-1, 1), leap(-1, 2), leap(1, -2), ride(1, -1),
             ride(1, 1), leap(1, 2), leap(2, -1), leap(2, 1)],
            from (2, 2)
                "o o . o o"
                "o o . o o"
                ". . . . ."
                "o o . o o"
                "o o . o o";
        NIGHTRIDER, "Rides by knight's steps.",
            [ride(-2, -1), ride(-2, 1), ride(-1, -2), ride(-1, 2), ride(1, -2), ride(1, 2), ride(2, -1), ride(2, 1)],
            from (0, 0)
                ". . . . ."
                ". . o . ."
                ". o . . o"
                ". . . . ."
                ". . o . .";
        CENTAUR, "King and knight.",
            [leap(-2, -1), leap(-2, 1), leap(-1, -2), leap(-1, -1), leap(-1, 0), leap(-1, 1), leap(-1, 2), leap(0, -1),
             leap(0, 1), leap(1, -2), leap(1, -1), leap(1, 0), leap(1, 1), leap(1, 2), leap(2, -1), leap(2, 1)],
            from (2, 2)
                ". o . o ."
                "o o o o o"
                ". o . o ."
                "o o o o o"
                ". o . o .";
        WAZIR, "One step along a row or column.",
            [leap(-1, 0), leap(0, -1), leap(0, 1), leap(1, 0)],
            from (2, 2)
                ". . . . ."
                ". . o . ."
                ". o . o ."
                ". . o . ."
                ". . . . .";
        FERZ, "One step along a diagonal.",
            [leap(-1, -1), leap(-1, 1), leap(1, -1), leap(1, 1)],
            from (2, 2)
                ". . . . ."
                ". o . o ."
                ". . . . ."
                ". o . o ."
                ". . . . .";
        DABBABA, "Leaps two squares along a row or column.",
            [leap(-2, 0), leap(0, -2), leap(0, 2), leap(2, 0)],
            from (2, 2)
                ". . o . ."
                ". . . . ."
                "o . . . o"
                ". . . . ."
                ". . o . .";
        ALFIL, "Leaps two squares along a diagonal.",
            [leap(-2, -2), leap(-2, 2), leap(2, -2), leap(2, 2)],
            from (2, 2)
                "o . . . o"
                ". . . . ."
                ". . . . ."
                ". . . . ."
                "o . . . o";
        CAMEL, "Leaps three squares one way and one the other.",
            [leap(-3, -1), leap(-3, 1), leap(-1, -3), leap(-1, 3), leap(1, -3), leap(1, 3), leap(3, -1), leap(3, 1)],
            from (1, 1)
                ". . . . o"
                ". . . . ."
                ". . . . o"
                ". . . . ."
                "o . o . .";
        ZEBRA, "Leaps three squares one way and two the other.",
            [leap(-3, -2), leap(-3, 2), leap(-2, -3), leap(-2, 3), leap(2, -3), leap(2, 3), leap(3, -2), leap(3, 2)],
            from (0, 1)
                ". . . . ."
                ". . . . ."
                ". . . . o"
                ". . . o ."
                ". . . . .";
        GIRAFFE, "Leaps four squares one way and one the other.",
            [leap(-4, -1), leap(-4, 1), leap(-1, -4), leap(-1, 4), leap(1, -4), leap(1, 4), leap(4, -1), leap(4, 1)],
            from (0, 1)
                ". . . . ."
                ". . . . ."
                ". . . . ."
                ". . . . ."
                "o . o . .";
        DRAGON_KING, "Rook and king (the promoted rook of shogi).",
            [leap(-1, -1), ride(-1, 0), leap(-1, 1), ride(0, -1), ride(0, 1), leap(1, -1), ride(1, 0), leap(1, 1)],
            from (2, 2)
                ". . o . ."
                ". o o o ."
                "o o . o o"
                ". o o o ."
                ". . o . .";
        DRAGON_HORSE, "Bishop and king (the promoted bishop of shogi).",
            [ride(-1, -1), leap(-1, 0), ride(-1, 1), leap(0, -1), leap(0, 1), ride(1, -1), leap(1, 0), ride(1, 1)],
            from (2, 2)
                "o . . . o"
                ". o o o ."
                ". o . o ."
                ". o o o ."
                "o . . . o";
    }

    /// Queen and knight; another name of [`AMAZON`](Self::AMAZON).
    ///
    /// ```
    /// use queenside::{Board, Piece, classics};
    ///
    /// // After 1×1 the smallest board to hold as many superqueens as rows is 10×10; it does in four ways.
    /// let most = |n| classics::non_attacking(Board::square(n), Piece::SUPERQUEEN).maximize();
    /// assert_eq!((most(8)?.value()?, most(10)?.value()?), (Some(6), Some(10)));
    /// assert_eq!(most(10)?.optima()?.count()?.exact()?, 4u32);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub const SUPERQUEEN: Self = Self::AMAZON;
    /// Rook and knight; another name of [`CHANCELLOR`](Self::CHANCELLOR).
    ///
    /// ```
    /// use queenside::{Board, Piece};
    ///
    /// // A rook's 14 squares and two of a knight's.
    /// assert_eq!(Board::square(8).attacks(&Piece::EMPRESS, (0, 0)).len(), 14 + 2);
    /// ```
    pub const EMPRESS: Self = Self::CHANCELLOR;
    /// Bishop and knight; another name of [`ARCHBISHOP`](Self::ARCHBISHOP).
    ///
    /// ```
    /// use queenside::{Board, Piece};
    ///
    /// // A bishop's 7 squares and two of a knight's.
    /// assert_eq!(Board::square(8).attacks(&Piece::PRINCESS, (0, 0)).len(), 7 + 2);
    /// ```
    pub const PRINCESS: Self = Self::ARCHBISHOP;

    const fn constant(moves: &'static [Move]) -> Self {
        Self { moves: Cow::Borrowed(moves), blocker: false }
    }

    /// Returns the piece with these moves. One that has none is reported as a fault; see [`BLOCKER`](Self::BLOCKER).
    ///
    /// ```
    /// use queenside::{Board, Move, Piece};
    ///
    /// // The gold general of shogi: a king that does not step diagonally back.
    /// let steps = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0)];
    /// let gold = Piece::new(steps.map(|(rows, columns)| Move::leap(rows, columns)));
    /// assert_eq!(Board::square(3).attacks(&gold, (1, 1)).to_string(), "o o o\no . o\n. o .\n");
    /// ```
    pub fn new(moves: impl IntoIterator<Item = Move>) -> Self {
        let moves: OrderedSet<Move> = moves.into_iter().collect();
        Self { moves: Cow::Owned(moves.into_vec()), blocker: false }
    }

    /// Returns the piece that leaps by these two numbers in all (up to eight) ways.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    ///
    /// // The leaps of (0,3): four ways, and not eight.
    /// let threeleaper = Piece::leaper(0, 3);
    /// assert_eq!(threeleaper.moves().len(), 4);
    /// assert_eq!(Board::square(8).attacks(&threeleaper, (0, 0)).to_string(), ". . . o\n. . . .\n. . . .\no . . .\n");
    /// ```
    pub fn leaper(a: i32, b: i32) -> Self {
        Self::new(all_ways(a, b).map(|(rows, columns)| Move::leap(rows, columns)))
    }

    /// Returns the piece that rides by these two numbers in all (up to eight) ways.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    ///
    /// // D . o . o .    A dabbabarider on the left.
    /// let dabbabarider = Piece::rider(0, 2);
    /// assert_eq!(Board::new(1, 6).attacks(&dabbabarider, (0, 0)).to_string(), ". . o . o\n");
    /// ```
    pub fn rider(a: i32, b: i32) -> Self {
        Self::new(all_ways(a, b).map(|(rows, columns)| Move::ride(rows, columns)))
    }

    /// Returns the piece that has the moves of both.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    ///
    /// // . . o . .
    /// // . o o o .     A king that also leaps two squares along rows and columns.
    /// // o o K o o
    /// // . o o o .
    /// // . . o . .
    /// let own = Piece::KING.and(&Piece::DABBABA);
    /// assert_eq!(Board::square(5).attacks(&own, (2, 2)).len(), 12);
    /// assert_eq!(Piece::KING.and(&Piece::WAZIR), Piece::KING);
    /// ```
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self::new(self.moves.iter().chain(other.moves.iter()).copied())
    }

    /// Returns the piece whose rides take at most `steps` steps; leaps stay as they are.
    ///
    /// ```
    /// use queenside::{Board, Piece, classics};
    ///
    /// // Queens of two steps: on 6×6, eight of them fit where there is room for six full ones.
    /// let short = Piece::QUEEN.within(2);
    /// assert_eq!(Board::square(6).attacks(&short, (2, 2)).len(), 16);
    /// assert_eq!(classics::non_attacking(Board::square(6), short).maximize()?.value()?, Some(8));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[must_use]
    pub fn within(&self, steps: u32) -> Self {
        let limited = |movement: &Move| match movement.reach() {
            Reach::Leap => *movement,
            Reach::Range(range) => movement.within(range.min(steps)),
            Reach::Ride => movement.within(steps),
        };
        Self { blocker: self.blocker, ..Self::new(self.moves.iter().map(limited)) }
    }

    /// Returns the moves, in a fixed order, each once.
    ///
    /// ```
    /// use queenside::{Move, Piece};
    ///
    /// assert_eq!(Piece::BLACK_PAWN.moves(), [Move::leap(1, -1), Move::leap(1, 1)]);
    /// assert_eq!(Piece::ROOK.and(&Piece::QUEEN).moves().len(), 8);
    /// ```
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Tells whether the piece is a blocker.
    ///
    /// ```
    /// use queenside::Piece;
    ///
    /// assert!(Piece::BLOCKER.is_blocker());
    /// // A piece that merely has no moves is no blocker, but a fault.
    /// assert!(!Piece::new([]).is_blocker());
    /// ```
    pub fn is_blocker(&self) -> bool {
        self.blocker
    }

    /// Returns the letter that draws this piece, if it has one.
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
            (Piece::CENTAUR, Piece::KING.and(&Piece::KNIGHT)),
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
