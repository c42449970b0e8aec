//! From Betza's notation to moves.

use super::ATOMS;
use super::ways::{Step, chosen};
use crate::language::scan::{Misread, Scanner};
use crate::language::{Move, Piece, Reach};

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

pub(super) fn with_reach((rows, columns): Step, reach: Reach) -> Move {
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
