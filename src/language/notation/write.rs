//! From moves to Betza's notation.

use super::ATOMS;
use super::ways::{OBLIQUE, Step, Ways, all_ways, chosen};
use crate::language::{Piece, Reach, sort_by};

/// Whether steps are repeated without end, up to a number or not at all; that number, and the longer and the shorter side.
type Size = (u8, u32, i64, i64);

pub(super) fn written(piece: &Piece) -> String {
    if piece.is_blocker() {
        return "blocker".to_owned();
    }
    // Rides first, then those of limited range, then leaps; each by size.
    let mut steps: Vec<(Size, Step)> = Vec::new();
    for movement in piece.moves() {
        let (a, b) = (i64::from(movement.rows()).abs(), i64::from(movement.columns()).abs());
        let (order, range) = match movement.reach() {
            Reach::Ride => (0, 0),
            Reach::Range(steps) => (1, steps),
            Reach::Leap => (2, 0),
        };
        steps.push(((order, range, a.max(b), a.min(b)), (movement.rows(), movement.columns())));
    }
    sort_by(&mut steps, |(one, _), (other, _)| one.cmp(other));
    let is_whole = |order: u8, range: u32, smaller: i64| {
        let size = (order, range, 1, smaller);
        steps.partition_point(|(own, _)| *own <= size) - steps.partition_point(|(own, _)| *own < size) == 4
    };
    let mut parts: Vec<String> = Vec::new();
    for group in steps.chunk_by(|(one, _), (other, _)| one == other) {
        let (order, range, b, a) = group[0].0;
        let steps: Vec<Step> = group.iter().map(|(_, step)| *step).collect();
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
        match prefix(size, &steps) {
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
