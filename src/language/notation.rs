//! Pieces in Betza's notation, both ways.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use crate::language::scan::{Misread, Scanner};
use crate::language::{Invalid, Move, Piece, Reach};

type Step = (i32, i32);

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

const EXPECTED: &str = "a part of a piece: an atom (W F D N A H L J G, or R B Q K), or a step such as (1,4)";

/// Modifiers of Betza's that say what no list of moves can say, or what a piece here has no use for.
const REFUSED: [(char, &str); 17] = [
    (
        'p',
        "makes a hopper, as the cannon of xiangqi: it attacks beyond a piece that it needs, which moves cannot say here",
    ),
    ('g', "makes a hopper, as the grasshopper: it attacks behind a piece that it needs, which moves cannot say here"),
    ('n', "makes a lame leaper, as the horse of xiangqi: a piece in between stops it, which leaps cannot say here"),
    ('j', "makes a leaper that has to jump, which moves cannot say here"),
    ('z', "makes a crooked rider, which moves cannot say here: a ride repeats one step"),
    ('q', "makes a circular rider, which moves cannot say here: a ride repeats one step"),
    ('t', "makes a bent rider, which moves cannot say here: a ride repeats one step"),
    ('a', "makes a piece that moves again, which moves cannot say here"),
    ('m', "marks moves that do not capture: a piece here is what it attacks, so leave them out"),
    ('c', "marks moves that only capture: a piece here is what it attacks, so leave the mark out"),
    ('e', "marks captures in passing: a piece here is what it attacks, so leave them out"),
    ('i', "marks first moves, and there are no moves before the others here"),
    ('o', "makes edges meet, which the board says here"),
    ('d', "marks captures of its own side: a piece here attacks whatever stands there, so leave the mark out"),
    ('u', "makes a piece that puts down what it captured, which moves cannot say here"),
    ('x', "makes a piece that sets others going, which moves cannot say here"),
    ('y', "makes a ride that goes on another way, which moves cannot say here"),
];

/// Pieces of fairy chess that are no list of moves.
const UNSAYABLE: [(&str, &str); 11] = [
    ("grasshopper", "a hopper"),
    ("cannon", "a hopper"),
    ("pao", "a hopper"),
    ("vao", "a hopper"),
    ("leo", "a hopper"),
    ("locust", "a hopper"),
    ("mao", "a lame leaper"),
    ("moa", "a lame leaper"),
    ("griffon", "a bent rider"),
    ("manticore", "a bent rider"),
    ("rose", "a circular rider"),
];

/// Subsets of the eight ways of an oblique step, by the modifier that chooses them.
const OBLIQUE: [&str; 14] = ["fh", "bh", "lh", "rh", "v", "s", "ff", "bb", "ll", "rr", "fs", "bs", "lv", "rv"];

/// How the ways of an atom are told apart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ways {
    /// (0,n): four, along rows and columns.
    Orthogonal,
    /// (n,n): four, along diagonals.
    Diagonal,
    /// All others: eight.
    Oblique,
}

impl Ways {
    fn of((a, b): Step) -> Self {
        match (a, b) {
            (0, _) => Self::Orthogonal,
            (a, b) if a == b => Self::Diagonal,
            _ => Self::Oblique,
        }
    }
}

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

pub(crate) fn read(text: &str) -> Result<Piece, Misread> {
    let begin = text.len() - text.trim_start().len();
    let word = text.trim();
    // A name may begin with a capital, as in "Queen"; no part of a piece ends with two directions.
    let rest = word.strip_prefix(|c: char| c.is_uppercase()).filter(|rest| rest.len() > 1).unwrap_or(word);
    if !rest.is_empty() && !rest.contains(|c: char| !c.is_lowercase() && c != '-') {
        return by_name(&word.to_lowercase()).map_err(|reason| Misread::new(begin, reason));
    }
    let mut scanner = Scanner::new(text);
    let mut moves = Vec::new();
    scanner.skip_spaces();
    while !scanner.is_done() || moves.is_empty() {
        part(&mut scanner, &mut moves)?;
        scanner.skip_spaces();
    }
    Ok(Piece::new(moves))
}

fn by_name(name: &str) -> Result<Piece, String> {
    if let Some((_, what)) = UNSAYABLE.iter().find(|(own, _)| *own == name) {
        let reason = if what.ends_with("rider") {
            "a ride here repeats one step"
        } else {
            "what it attacks depends on what it passes, which moves cannot say here"
        };
        return Err(format!("the {name} is {what}: {reason}"));
    }
    Piece::named(name).ok_or_else(|| {
        let names: Vec<&str> = Piece::names().collect();
        format!("no piece is named {name:?}; there are {}; or its moves are written, as in WF", names.join(", "))
    })
}

/// Reads modifiers and an atom, with what comes after it.
fn part(scanner: &mut Scanner<'_>, moves: &mut Vec<Move>) -> Result<(), Misread> {
    let modifiers_at = scanner.at();
    let modifiers = scanner.take_while(char::is_lowercase);
    refuse(modifiers, modifiers_at)?;
    let atom_at = scanner.at();
    if scanner.peek() == Some('(') {
        return step(scanner, modifiers, modifiers_at, moves);
    }
    let atom = scanner.peek().filter(char::is_ascii_uppercase).ok_or_else(|| scanner.expected(EXPECTED))?;
    let atom_text = &scanner.rest()[..1];
    scanner.eat(atom_text);
    let is_doubled = scanner.eat(atom_text);
    if is_doubled && scanner.eat(atom_text) {
        return Err(Misread::new(atom_at, format!("{atom} stands here three times: twice makes rides of its leaps")));
    }
    let range = range(scanner)?;
    let leaps: &[Step] = match atom {
        'R' => &[(0, 1)],
        'B' => &[(1, 1)],
        'Q' | 'K' => &[(0, 1), (1, 1)],
        'C' => &[(1, 3)],
        'Z' => &[(2, 3)],
        _ => match ATOMS.iter().find(|(letter, _)| *letter == atom) {
            Some((_, step)) => std::slice::from_ref(step),
            None => return Err(Misread::new(atom_at, format!("{atom:?} is no atom; {EXPECTED} should be here"))),
        },
    };
    let rides = matches!(atom, 'R' | 'B' | 'Q');
    if rides && is_doubled {
        return Err(Misread::new(atom_at, format!("{atom} rides already: write it once")));
    }
    if leaps.len() > 1 && !matches!(modifiers, "" | "f" | "b" | "v" | "fb" | "bf") {
        let reason = format!("{modifiers:?} before {atom} has more than one reading: write its parts, as in fWfF");
        return Err(Misread::new(modifiers_at, reason));
    }
    let reach = reach(rides || is_doubled, range);
    for leap in leaps {
        let ways = chosen(*leap, modifiers).map_err(|(at, reason)| Misread::new(modifiers_at + at, reason))?;
        moves.extend(ways.into_iter().map(|way| with_reach(way, reach)));
    }
    Ok(())
}

/// Reads a step in parentheses.
fn step(scanner: &mut Scanner<'_>, modifiers: &str, modifiers_at: usize, moves: &mut Vec<Move>) -> Result<(), Misread> {
    let at = scanner.at();
    scanner.eat("(");
    let (rows, rows_signed) = coordinate(scanner)?;
    if !scanner.sign(',') {
        return Err(scanner.expected("a comma"));
    }
    let (columns, columns_signed) = coordinate(scanner)?;
    if !scanner.sign(')') {
        return Err(scanner.expected("a closing parenthesis"));
    }
    if (rows, columns) == (0, 0) {
        return Err(Misread::new(at, "a step of (0,0) leads nowhere"));
    }
    let star = scanner.eat("*");
    let range_at = scanner.at();
    let range = range(scanner)?;
    if range.is_some() && !star {
        return Err(Misread::new(range_at, "a number of steps comes after a star, as in (1,4)*3"));
    }
    let reach = reach(star, range);
    if rows_signed || columns_signed {
        if !modifiers.is_empty() {
            let reason = format!("{modifiers:?} comes before one step, whose numbers have signs: it has one direction");
            return Err(Misread::new(modifiers_at, reason));
        }
        moves.push(with_reach((rows, columns), reach));
        return Ok(());
    }
    let size = (rows.min(columns), rows.max(columns));
    let ways = chosen(size, modifiers).map_err(|(at, reason)| Misread::new(modifiers_at + at, reason))?;
    moves.extend(ways.into_iter().map(|way| with_reach(way, reach)));
    Ok(())
}

/// Reads a number of rows or columns; tells whether it has a sign.
fn coordinate(scanner: &mut Scanner<'_>) -> Result<(i32, bool), Misread> {
    scanner.skip_spaces();
    let at = scanner.at();
    let sign = if scanner.eat("-") {
        "-"
    } else if scanner.eat("+") {
        "+"
    } else {
        ""
    };
    let digits = scanner.take_while(|c| c.is_ascii_digit());
    if digits.is_empty() {
        return Err(scanner.expected("a number of rows or columns"));
    }
    let number = format!("{sign}{digits}").parse().ok().filter(|number| *number != i32::MIN);
    let number = number.ok_or_else(|| Misread::new(at, format!("{sign}{digits} is too long a step")))?;
    Ok((number, !sign.is_empty()))
}

/// Reads the largest number of steps of a ride, if there is one.
fn range(scanner: &mut Scanner<'_>) -> Result<Option<u32>, Misread> {
    let at = scanner.at();
    let digits = scanner.take_while(|c| c.is_ascii_digit());
    match digits.parse() {
        _ if digits.is_empty() => Ok(None),
        Ok(0) => Err(Misread::new(at, "a ride takes one step or more; without a limit it has no number, as in NN")),
        Ok(steps) => Ok(Some(steps)),
        Err(_) => Err(Misread::new(at, format!("{digits} is too many steps"))),
    }
}

fn reach(rides: bool, range: Option<u32>) -> Reach {
    match (rides, range) {
        (_, Some(steps)) => Reach::Range(steps),
        (true, None) => Reach::Ride,
        (false, None) => Reach::Leap,
    }
}

fn with_reach((rows, columns): Step, reach: Reach) -> Move {
    match reach {
        Reach::Leap => Move::leap(rows, columns),
        Reach::Ride => Move::ride(rows, columns),
        Reach::Range(steps) => Move::ride(rows, columns).within(steps),
    }
}

/// Refuses letters that are no directions.
fn refuse(modifiers: &str, at: usize) -> Result<(), Misread> {
    for (index, letter) in modifiers.char_indices() {
        if let Some((_, reason)) = REFUSED.iter().find(|(own, _)| *own == letter) {
            return Err(Misread::new(at + index, format!("{letter:?} {reason}")));
        }
        if !"fblrvsh".contains(letter) {
            let reason =
                format!("{letter:?} is no direction; these are f, b, l, r, v, s, and h after one of the first four");
            return Err(Misread::new(at + index, reason));
        }
    }
    Ok(())
}

/// Returns all ways of a step (a,b) with 0 ≤ a ≤ b, each once.
fn all_ways((a, b): Step) -> Vec<Step> {
    let mut ways = vec![(a, b), (a, -b), (-a, b), (-a, -b), (b, a), (b, -a), (-b, a), (-b, -a)];
    ways.sort_unstable();
    ways.dedup();
    ways
}

/// Returns the ways of a step (a,b) that modifiers choose. A fault comes with its place among them.
fn chosen(size: Step, modifiers: &str) -> Result<Vec<Step>, (usize, String)> {
    let all = all_ways(size);
    if modifiers.is_empty() {
        return Ok(all);
    }
    let mut taken = Vec::new();
    let mut at = 0;
    while at < modifiers.len() {
        let length = token(Ways::of(size), &modifiers[at..]).map_err(|reason| (at, reason))?;
        let token = &modifiers[at..at + length];
        taken.extend(all.iter().copied().filter(|way| is_chosen(size, token, *way)));
        at += length;
    }
    taken.sort_unstable();
    taken.dedup();
    Ok(taken)
}

/// Returns the length of the first direction.
fn token(ways: Ways, modifiers: &str) -> Result<usize, String> {
    let mut letters = modifiers.chars();
    let (first, second) = (letters.next().unwrap_or_default(), letters.next());
    let crosses = |second: char| {
        let (upright, sideways) = ("fb", "lr");
        (upright.contains(first) && sideways.contains(second)) || (sideways.contains(first) && upright.contains(second))
    };
    match (ways, second) {
        _ if first == 'h' => Err("'h' comes after f, b, l or r: it takes the half of eight ways".to_owned()),
        (Ways::Orthogonal | Ways::Diagonal, Some('h')) => {
            Err("'h' takes the half of eight ways, and this step has four".to_owned())
        }
        (Ways::Diagonal, Some(second)) if crosses(second) => Ok(2),
        (Ways::Oblique, Some(second)) if OBLIQUE.contains(&&modifiers[..=second.len_utf8()]) => Ok(2),
        (Ways::Oblique, Some(second)) if crosses(second) => {
            Err(format!("{first}{second} is one of eight ways: write the step with signs, as in (-1,+2)"))
        }
        _ => Ok(1),
    }
}

/// Tells whether a direction chooses a way.
fn is_chosen((a, b): Step, token: &str, (rows, columns): Step) -> bool {
    let towards = |letter: char| match letter {
        'f' => -rows,
        'b' => rows,
        'l' => -columns,
        _ => columns,
    };
    let first = token.chars().next().unwrap_or_default();
    match token {
        "v" => is_chosen((a, b), "f", (rows, columns)) || is_chosen((a, b), "b", (rows, columns)),
        "s" => is_chosen((a, b), "l", (rows, columns)) || is_chosen((a, b), "r", (rows, columns)),
        // The half; the long way aside; the longest way.
        "fh" | "bh" | "lh" | "rh" => towards(first) > 0,
        "fs" | "bs" | "lv" | "rv" => towards(first) == a,
        _ if Ways::of((a, b)) == Ways::Oblique => towards(first) == b,
        _ => token.chars().all(|letter| towards(letter) > 0),
    }
}

fn written(piece: &Piece) -> String {
    if piece.is_blocker() {
        return "blocker".to_owned();
    }
    // Rides first, then those of limited range, then leaps; each by size.
    let mut groups: BTreeMap<(u8, u32, i64, i64), Vec<Step>> = BTreeMap::new();
    for movement in piece.moves() {
        let (a, b) = (i64::from(movement.rows()).abs(), i64::from(movement.columns()).abs());
        let (order, range) = match movement.reach() {
            Reach::Ride => (0, 0),
            Reach::Range(steps) => (1, steps),
            Reach::Leap => (2, 0),
        };
        groups.entry((order, range, a.max(b), a.min(b))).or_default().push((movement.rows(), movement.columns()));
    }
    let is_whole = |order: u8, range: u32, smaller: i64| {
        groups.get(&(order, range, 1, smaller)).is_some_and(|steps| steps.len() == 4)
    };
    let mut parts: Vec<String> = Vec::new();
    for (&(order, range, b, a), steps) in &groups {
        let limit = if order == 1 { range.to_string() } else { String::new() };
        // A queen or a king is both of its parts.
        if b == 1 && is_whole(order, range, 0) && is_whole(order, range, 1) {
            if a == 0 {
                parts.push(format!("{}{limit}", if order == 2 { "K" } else { "Q" }));
            }
            continue;
        }
        // No step is longer than the largest number, or it would not be sound.
        let size = (i32::try_from(a).unwrap_or(i32::MAX), i32::try_from(b).unwrap_or(i32::MAX));
        match prefix(size, steps) {
            Some(prefix) => parts.push(format!("{prefix}{}", atom(size, order, &limit))),
            None => parts.extend(steps.iter().map(|step| one(*step, order, &limit))),
        }
    }
    let mut text = String::new();
    for part in parts {
        // The same letter twice would be read as a ride.
        if text.ends_with(|c: char| part.starts_with(c) && c.is_ascii_uppercase()) {
            text.push(' ');
        }
        text += &part;
    }
    text
}

/// Writes one step with its signs.
fn one((rows, columns): Step, order: u8, limit: &str) -> String {
    let signed = |number: i32| if number == 0 { "0".to_owned() } else { format!("{number:+}") };
    let star = if order == 2 { "" } else { "*" };
    format!("({},{}){star}{limit}", signed(rows), signed(columns))
}

/// Writes all ways of a step.
fn atom((a, b): Step, order: u8, limit: &str) -> String {
    let letter = ATOMS.iter().find(|(_, size)| *size == (a, b)).map(|(letter, _)| *letter);
    match (letter, order) {
        (Some('W'), 0 | 1) => format!("R{limit}"),
        (Some('F'), 0 | 1) => format!("B{limit}"),
        (Some(letter), 0) => format!("{letter}{letter}"),
        (Some(letter), _) => format!("{letter}{limit}"),
        (None, 2) => format!("({a},{b})"),
        (None, _) => format!("({a},{b})*{limit}"),
    }
}

/// Returns the directions of these of all ways of a step, if they have a name.
fn prefix(size: Step, steps: &[Step]) -> Option<String> {
    let all = all_ways(size);
    if steps.len() == all.len() {
        return Some(String::new());
    }
    let of = |modifiers: &str| chosen(size, modifiers).unwrap_or_default();
    if Ways::of(size) == Ways::Oblique {
        return OBLIQUE.iter().find(|name| of(name) == steps).map(|name| (*name).to_owned());
    }
    let (pairs, single): (&[&str], &[&str]) = match Ways::of(size) {
        Ways::Orthogonal => (&["v", "s"], &["f", "b", "l", "r"]),
        _ => (&["f", "b", "l", "r"], &["fl", "fr", "bl", "br"]),
    };
    let pair = pairs.iter().find(|name| of(name) == steps).map(|name| (*name).to_owned());
    pair.or_else(|| {
        Some(single.iter().filter(|name| of(name).iter().all(|way| steps.contains(way))).copied().collect())
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::language::Board;

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
