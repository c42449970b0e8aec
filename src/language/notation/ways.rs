//! The ways of a step, and the directions that choose among them.

use crate::language::sort;

/// A step (a,b): a rows and b columns.
pub(super) type Step = (i32, i32);

/// Subsets of the eight ways of an oblique step, by the modifier that chooses them.
pub(super) const OBLIQUE: [&str; 14] =
    ["fh", "bh", "lh", "rh", "v", "s", "ff", "bb", "ll", "rr", "fs", "bs", "lv", "rv"];

/// How the ways of an atom are told apart.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ways {
    /// (0,n): four, along rows and columns.
    Orthogonal,
    /// (n,n): four, along diagonals.
    Diagonal,
    /// All others: eight.
    Oblique,
}

impl Ways {
    pub(super) fn of((a, b): Step) -> Self {
        match (a, b) {
            (0, _) => Self::Orthogonal,
            (a, b) if a == b => Self::Diagonal,
            _ => Self::Oblique,
        }
    }
}

/// Returns all ways of a step (a,b) with 0 ≤ a ≤ b, each once.
pub(super) fn all_ways((a, b): Step) -> Vec<Step> {
    let mut ways = vec![(a, b), (a, -b), (-a, b), (-a, -b), (b, a), (b, -a), (-b, a), (-b, -a)];
    sort(&mut ways);
    ways.dedup();
    ways
}

/// Returns the ways of a step (a,b) that modifiers choose. A fault comes with its place among them.
pub(super) fn chosen(size: Step, modifiers: &str) -> Result<Vec<Step>, (usize, String)> {
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
    sort(&mut taken);
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
