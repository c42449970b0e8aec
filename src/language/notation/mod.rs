//! Pieces in Betza's notation, both ways.
//!
//! - `ways`: the ways of a step, and the directions that choose among them;
//! - `read`, `write`: from text to moves, and back.

mod read;
mod ways;
mod write;

use std::fmt;
use std::str::FromStr;

use crate::language::{Invalid, Piece};
pub(crate) use read::read;
use ways::Step;
use write::written;

/// The atoms: leaps of one size in all ways.
const ATOMS: [(char, Step); 9] = [
    ('W', (0, 1)),
    ('F', (1, 1)),
    ('D', (0, 2)),
    ('N', (1, 2)),
    ('A', (2, 2)),
    ('H', (0, 3)),
    ('L', (1, 3)),
    ('J', (2, 3)),
    ('G', (3, 3)),
];

/// Prints the piece in Betza's notation, as [`FromStr`] reads it: rides first, then leaps, the shorter before the longer.
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&written(self))
    }
}

/// Reads Betza's notation, or the [name](Piece::named) of a piece.
///
/// | text | moves |
/// | --- | --- |
/// | `W` `F` `D` `N` `A` `H` `L` `J` `G` | leaps in all ways of (0,1), (1,1), (0,2), (1,2), (2,2), (0,3), (1,3), (2,3), (3,3); `C` is `L`, `Z` is `J` |
/// | `NN` | an atom twice: rides by its steps |
/// | `R` `B` `Q` `K` | `WW`, `FF`, `RB`, `WF` |
/// | `R4` | rides of at most four steps; a number after any atom makes such rides |
/// | `(1,4)` | leaps in all ways of these two numbers |
/// | `(1,4)*`, `(1,4)*3` | rides in all ways, without a limit or of at most three steps |
/// | `(-1,+4)` | a number with a sign: this one leap, rows down and columns to the right; `*` as before |
/// | `WN` | parts one after the other: the moves of all |
/// | `fW`, `bW`, `lW`, `rW`, `vW`, `sW` | the way forward (up the board), backward, left, right; forward and backward; left and right |
/// | `fF`, `lF`, `flF` | of diagonals the two forward, the two to the left, the one forward to the left |
/// | `ffN`, `bbN`, `llN`, `rrN` | of eight ways the two that go furthest forward, …; a single letter says the same |
/// | `fsN`, `bsN`, `lvN`, `rvN` | the two that go forward, but further sideways; …; that go left, but further up or down; … |
/// | `fhN`, `bhN`, `lhN`, `rhN` | the half of them that goes forward, … |
///
/// Several directions before an atom add up, as in `fblW`. Before `K` and `Q` only `f`, `b` and `v` have one meaning. What
/// a list of moves cannot say is refused by name: hoppers, lame leapers, crooked and bent riders.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Move, Piece};
///
/// assert_eq!("RN".parse(), Ok(Piece::CHANCELLOR));
/// assert_eq!(Piece::AMAZON.to_string(), "QN");
/// assert_eq!(Piece::QUEEN.within(3).to_string(), "Q3");
///
/// // . o o o .
/// // . o S o .     The gold general of shogi.
/// // . . o . .
/// let gold: Piece = "WfF".parse()?;
/// assert_eq!(Board::new(3, 5).attacks(&gold, (1, 2)).len(), 6);
///
/// let error = "WpR".parse::<Piece>().unwrap_err();
/// assert!(error.to_string().starts_with("line 1, column 2: 'p' makes a hopper"));
/// # Ok::<(), queenside::Error>(())
/// ```
impl FromStr for Piece {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        read(text).map_err(|misread| misread.fault(text).into())
    }
}

impl Piece {
    /// The pieces that have a name: those of chess, then those of fairy chess.
    const NAMED: [(&'static str, Self); 25] = [
        ("king", Self::KING),
        ("queen", Self::QUEEN),
        ("rook", Self::ROOK),
        ("bishop", Self::BISHOP),
        ("knight", Self::KNIGHT),
        ("white-pawn", Self::WHITE_PAWN),
        ("black-pawn", Self::BLACK_PAWN),
        ("blocker", Self::BLOCKER),
        ("amazon", Self::AMAZON),
        ("superqueen", Self::SUPERQUEEN),
        ("chancellor", Self::CHANCELLOR),
        ("empress", Self::EMPRESS),
        ("archbishop", Self::ARCHBISHOP),
        ("princess", Self::PRINCESS),
        ("nightrider", Self::NIGHTRIDER),
        ("centaur", Self::CENTAUR),
        ("wazir", Self::WAZIR),
        ("ferz", Self::FERZ),
        ("dabbaba", Self::DABBABA),
        ("alfil", Self::ALFIL),
        ("camel", Self::CAMEL),
        ("zebra", Self::ZEBRA),
        ("giraffe", Self::GIRAFFE),
        ("dragon-king", Self::DRAGON_KING),
        ("dragon-horse", Self::DRAGON_HORSE),
    ];

    /// Returns the piece of this name: that of a constant, in small letters, with `-` between words.
    ///
    /// ```
    /// use queenside::Piece;
    ///
    /// assert_eq!(Piece::named("dragon-king"), Some(Piece::DRAGON_KING));
    /// assert_eq!(Piece::named("grasshopper"), None);
    /// ```
    pub fn named(name: &str) -> Option<Self> {
        Self::NAMED.into_iter().find(|(own, _)| *own == name).map(|(_, piece)| piece)
    }

    /// Returns the names that [`named`](Self::named) knows.
    ///
    /// ```
    /// use queenside::Piece;
    ///
    /// assert!(Piece::names().any(|name| name == "queen"));
    /// assert!(Piece::names().all(|name| Piece::named(name).is_some()));
    /// ```
    pub fn names() -> impl Iterator<Item = &'static str> {
        Self::NAMED.into_iter().map(|(name, _)| name)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::read::with_reach;
    use super::ways::all_ways;
    use super::*;
    use crate::language::{Board, Move, Reach};

    #[test]
    fn every_named_piece_reads_back() {
        for (name, piece) in Piece::NAMED {
            assert_eq!(piece.to_string().parse(), Ok(piece.clone()), "{name}: {piece}");
            assert_eq!(name.parse(), Ok(piece));
        }
    }

    /// Pieces of fairy chess with their notation, the number of their moves, and how many squares they attack on an empty
    /// chessboard from d4.
    #[test]
    fn pieces_of_fairy_chess_have_the_moves_that_are_known() {
        let known = [
            ("W", 4, 4),
            ("F", 4, 4),
            ("D", 4, 4),
            ("A", 4, 4),
            ("N", 8, 8),
            ("K", 8, 8),
            ("R", 4, 14),
            ("B", 4, 13),
            ("Q", 8, 27),
            // Amazon, chancellor, archbishop.
            ("QN", 16, 35),
            ("RN", 12, 22),
            ("BN", 12, 21),
            // Squirrel, alibaba, kirin, phoenix, champion and wizard of Omega Chess, centaur.
            ("NAD", 16, 16),
            ("AD", 8, 8),
            ("FD", 8, 8),
            ("WA", 8, 8),
            ("WAD", 12, 12),
            ("KN", 16, 16),
            // Frog, gnu, bison, zebra, camel and the threeleapers.
            ("FH", 8, 8),
            ("NC", 16, 16),
            ("CZ", 16, 16),
            ("J", 8, 8),
            ("L", 8, 8),
            ("H", 4, 4),
            ("G", 4, 4),
            // Gold and silver general, lance, shogi knight, pawns.
            ("WfF", 6, 6),
            ("FfW", 5, 5),
            ("fR", 1, 4),
            ("ffN", 2, 2),
            ("fF", 2, 2),
            ("bF", 2, 2),
            // Charging knight and rook, crab, barc.
            ("fhNbKlrW", 9, 9),
            ("fsRbK", 6, 14),
            ("ffNbsN", 4, 4),
            ("bbNfsN", 4, 4),
            // Nightrider, dabbabarider, alfilrider, short rook.
            ("NN", 8, 12),
            ("DD", 4, 6),
            ("AA", 4, 5),
            ("R4", 4, 14),
            ("R3", 4, 12),
            // Giraffe and the (3,4)-leaper.
            ("(1,4)", 8, 4),
            ("(4,3)", 8, 4),
        ];
        for (notation, moves, attacked) in known {
            let piece: Piece = notation.parse().unwrap_or_else(|error| panic!("{notation}: {error}"));
            assert_eq!(piece.moves().len(), moves, "{notation}");
            assert_eq!(Board::square(8).attacks(&piece, (4, 3)).len(), attacked, "{notation}");
            assert_eq!(piece.to_string().parse(), Ok(piece.clone()), "{notation} is written {piece}");
        }
    }

    /// Pieces of variants that chess programs play, as these write them: each is read, or refused by the modifier that says too
    /// much.
    #[test]
    fn pieces_of_chess_variants_are_read_or_refused_by_name() {
        let read = [
            ("fers", "F"),
            ("silver", "FfW"),
            ("aiwok", "RNF"),
            ("bers", "RF"),
            ("shogi pawn", "fW"),
            ("lance", "fR"),
            ("shogi knight", "fN"),
            ("gold", "WfF"),
            ("dragon horse", "BW"),
            ("dragon king", "RF"),
            ("soldier", "fsW"),
            ("commoner", "K"),
            ("centaur", "KN"),
            ("fibnif", "fbNF"),
            ("woody rook", "WD"),
            ("half-duck", "HFD"),
            ("kirin", "FD"),
            ("phoenix", "WA"),
            ("lion of shatranj", "NAD"),
            ("vertical mover", "vRsW"),
            ("side mover", "sRvW"),
            ("reverse chariot", "vR"),
            ("blind tiger", "FsbW"),
            ("ferocious leopard", "FvW"),
            ("copper general", "fFvW"),
            ("drunk elephant", "FfsW"),
            ("go-between", "vW"),
            ("flying stag", "vRK"),
            ("whale", "vRbB"),
            ("white horse", "vRfB"),
            ("flying ox", "vRB"),
            ("free boar", "sRB"),
            ("rookni of a range", "R4N"),
            ("root-fifty leaper", "(1,7)(5,5)"),
        ];
        for (name, notation) in read {
            let piece: Piece = notation.parse().unwrap_or_else(|error| panic!("{name}, {notation}: {error}"));
            assert_eq!(piece.to_string().parse(), Ok(piece.clone()), "{name}: {piece}");
        }
        let refused = [
            ("pawn", "fmWfceF", 'm'),
            ("knibis", "mNcB", 'm'),
            ("clobber", "cW", 'c'),
            ("cannon", "mRcpR", 'm'),
            ("janggi cannon", "pR", 'p'),
            ("horse of xiangqi", "nN", 'n'),
            ("elephant of xiangqi", "nA", 'n'),
            ("banner", "RcpRnN", 'c'),
            ("janggi elephant", "mafsmafW", 'm'),
            ("grasshopper", "gQ", 'g'),
            ("rose", "qN", 'q'),
            ("crooked bishop", "zF", 'z'),
            ("griffon", "tFsR", 't'),
            ("lion of chu shogi", "KNADaK", 'a'),
            ("jumping ski", "jR", 'j'),
            ("king that castles", "KisO2", 'i'),
            ("cylinder rook", "oR", 'o'),
            ("ubi-ubi", "yasN", 'y'),
        ];
        for (name, notation, modifier) in refused {
            let error = notation.parse::<Piece>().map(|piece| piece.to_string()).unwrap_err().to_string();
            assert!(error.contains(&format!("'{modifier}' ma")), "{name}, {notation}: {error}");
        }
    }

    #[test]
    fn directions_choose_the_ways_they_name() {
        let ways = |text: &str| -> Vec<Step> {
            let piece: Piece = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
            piece.moves().iter().map(|movement| (movement.rows(), movement.columns())).collect()
        };
        assert_eq!(ways("fW"), [(-1, 0)]);
        assert_eq!(ways("fblW"), [(-1, 0), (0, -1), (1, 0)]);
        assert_eq!(ways("flF"), [(-1, -1)]);
        assert_eq!(ways("lfF"), [(-1, -1)]);
        assert_eq!(ways("lF"), [(-1, -1), (1, -1)]);
        assert_eq!(ways("flbrF"), [(-1, -1), (1, 1)]);
        assert_eq!(ways("fK"), [(-1, -1), (-1, 0), (-1, 1)]);
        assert_eq!(ways("fN"), ways("ffN"));
        assert_eq!(ways("ffN"), [(-2, -1), (-2, 1)]);
        assert_eq!(ways("fsN"), [(-1, -2), (-1, 2)]);
        assert_eq!(ways("rvN"), [(-2, 1), (2, 1)]);
        assert_eq!(ways("lhN"), [(-2, -1), (-1, -2), (1, -2), (2, -1)]);
        assert_eq!(ways("(+1,-4)"), [(1, -4)]);
        assert_eq!(ways("(0,-3)"), [(0, -3)]);
    }

    #[test]
    fn what_is_refused_says_where_and_why() {
        let cases = [
            ("", "column 1: the text ends where a part of a piece"),
            ("WX", "column 2: 'X' is no atom"),
            ("NpR", "column 2: 'p' makes a hopper, as the cannon"),
            ("gQ", "column 1: 'g' makes a hopper, as the grasshopper"),
            ("nN", "column 1: 'n' makes a lame leaper"),
            ("mfWcfF", "column 1: 'm' marks moves that do not capture"),
            ("fcF", "column 2: 'c' marks moves that only capture"),
            ("grasshopper", "column 1: the grasshopper is a hopper"),
            ("mao", "column 1: the mao is a lame leaper"),
            ("Griffon", "column 1: the griffon is a bent rider: a ride here repeats one step"),
            ("Quen", "column 1: no piece is named \"quen\"; there are king, queen"),
            ("quen", "column 1: no piece is named \"quen\"; there are king, queen"),
            ("R0", "column 2: a ride takes one step or more"),
            ("NNN", "column 1: N stands here three times"),
            ("KRR", "column 2: R rides already"),
            ("(0,0)", "column 1: a step of (0,0) leads nowhere"),
            ("(1,4)3", "column 6: a number of steps comes after a star"),
            ("(1 4)", "column 4: \"4\" comes where a comma should be"),
            ("(1,-2147483648)", "column 4: -2147483648 is too long a step"),
            ("f(+1,2)", "column 1: \"f\" comes before one step"),
            ("flN", "column 1: fl is one of eight ways"),
            ("fhW", "column 1: 'h' takes the half of eight ways"),
            ("hN", "column 1: 'h' comes after f, b, l or r"),
            ("sK", "column 1: \"s\" before K has more than one reading"),
            ("ßN", "column 1: 'ß' is no direction"),
            ("NÄ", "column 2: \"Ä\" comes where a part of a piece"),
            ("W ff", "column 5: the text ends where a part of a piece"),
            ("N99999999999", "column 2: 99999999999 is too many steps"),
        ];
        for (text, expected) in cases {
            let error = text.parse::<Piece>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("line 1, {expected}")), "{text:?}: {error}");
        }
    }

    fn moves() -> impl Strategy<Value = Move> {
        let size = prop_oneof![4 => -3i32..=3, 1 => -40i32..=40, 1 => prop::sample::select(vec![i32::MAX, -i32::MAX])];
        (size.clone(), size, 0u32..6).prop_map(|(rows, columns, reach)| match reach {
            0 | 1 => Move::leap(rows, columns),
            2 => Move::ride(rows, columns),
            steps => Move::ride(rows, columns).within(steps),
        })
    }

    proptest! {
        #[test]
        fn every_piece_reads_back(
            single in prop::collection::vec(moves(), 0..12),
            whole in prop::collection::vec((0i32..4, 0i32..4, 0u32..4, any::<u8>()), 0..4),
        ) {
            let mut moves = single;
            for (a, b, reach, chosen) in whole {
                let ways = all_ways((a.min(b), a.max(b)));
                let ways = ways.into_iter().enumerate().filter(|(index, _)| chosen & 1 == 0 || chosen >> index & 1 == 1);
                moves.extend(ways.map(|(_, way)| with_reach(way, [Reach::Leap, Reach::Ride, Reach::Range(2), Reach::Range(1)][reach as usize])));
            }
            moves.retain(|movement| !movement.is_null());
            prop_assume!(!moves.is_empty());
            let piece = Piece::new(moves);
            prop_assert_eq!(piece.to_string().parse(), Ok(piece.clone()), "{}", piece);
        }

        #[test]
        fn no_text_is_read_wrongly(text in "[WFDNAHLJGRBQKCZfblrvshpn()*,0-9+ -]{0,12}") {
            if let Ok(piece) = text.parse::<Piece>() {
                prop_assert_eq!(piece.to_string().parse(), Ok(piece));
            }
        }
    }
}
