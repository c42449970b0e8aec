//! The number of puzzles on the chessboard, by a program that shares no code with the crate: boards are words of 64 bits, all sets of
//! walls are gone through and the first image of each is kept, and queens are placed row segment by row segment.

use std::collections::HashMap;

/// The most queens on a board, and whether just one placement has them.
type Known = (usize, bool);

fn bit(row: i32, column: i32) -> u64 {
    if (0..8).contains(&row) && (0..8).contains(&column) { 1 << (8 * row + column) } else { 0 }
}

/// The image of a set under one of the eight symmetries.
fn image(set: u64, symmetry: u32) -> u64 {
    let (mut rest, mut moved) = (set, 0);
    while rest != 0 {
        let at = rest.trailing_zeros() as i32;
        rest &= rest - 1;
        let (mut row, mut column) = (at / 8, at % 8);
        if symmetry & 1 > 0 {
            row = 7 - row;
        }
        if symmetry & 2 > 0 {
            column = 7 - column;
        }
        moved |= if symmetry & 4 > 0 { bit(column, row) } else { bit(row, column) };
    }
    moved
}

fn first_image(set: u64) -> u64 {
    (0..8).map(|symmetry| image(set, symmetry)).min().unwrap_or(set)
}

/// The squares that a queen sees.
fn seen(walls: u64, at: u32) -> u64 {
    let (row, column) = ((at / 8) as i32, (at % 8) as i32);
    let mut all = 0;
    for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1)] {
        for step in 1.. {
            let next = bit(row + step * down, column + step * right);
            if next == 0 || next & walls > 0 {
                break;
            }
            all |= next;
        }
    }
    all
}

/// The segments between walls of all rows.
fn segments(walls: u64) -> Vec<u64> {
    let mut all = Vec::new();
    for row in 0..8 {
        let mut own = 0;
        for column in 0..=8 {
            let next = bit(row, column);
            if next == 0 || next & walls > 0 {
                if own > 0 {
                    all.push(own);
                }
                own = 0;
            } else {
                own |= next;
            }
        }
    }
    all
}

/// The number of ways, two at most, to have queens in all but this many of the segments.
fn ways(segments: &[u64], seen: &[u64; 64], free: u64, spare: usize) -> u32 {
    let Some((first, rest)) = segments.split_first() else { return 1 };
    let mut found = 0;
    let mut left = first & free;
    while left != 0 && found < 2 {
        let at = left.trailing_zeros() as usize;
        left &= left - 1;
        found += ways(rest, seen, free & !seen[at], spare);
    }
    if spare > 0 && found < 2 {
        found += ways(rest, seen, free, spare - 1);
    }
    found.min(2)
}

fn known(walls: u64) -> Known {
    // Of rows and columns those with fewer segments.
    let turned = image(walls, 4);
    let walls = if segments(turned).len() < segments(walls).len() { turned } else { walls };
    let segments = segments(walls);
    let mut all = [0; 64];
    (0..64).filter(|at| walls >> at & 1 == 0).for_each(|at| all[at as usize] = seen(walls, at));
    let most =
        (0..=segments.len()).map(|spare| (spare, ways(&segments, &all, !walls, spare))).find(|(_, ways)| *ways > 0);
    let (spare, ways) = most.unwrap_or_default();
    (segments.len() - spare, ways == 1)
}

/// The number of puzzles with each number of walls: as long as no fewer walls have both the value and one solution, and as long as
/// no fewer walls have the value.
fn puzzles(walls: u32) -> Vec<[u32; 2]> {
    let mut all: HashMap<u64, Known> = HashMap::from([(0, known(0))]);
    let mut numbers = vec![[0, 0]];
    for size in 1..=walls {
        let mut sets: Vec<(u64, Known)> = Vec::new();
        let mut set = (1u64 << size) - 1;
        loop {
            if first_image(set) == set {
                sets.push((set, known(set)));
            }
            // The next number with as many bits.
            let low = set & set.wrapping_neg();
            let Some(carried) = set.checked_add(low) else { break };
            set = carried | ((carried ^ set) / low) >> 2;
        }
        let mut own = [0, 0];
        for (set, (value, is_unique)) in &sets {
            let mut fewer = (set - 1) & set;
            let (mut is_puzzle, mut is_value) = (*is_unique, *is_unique);
            loop {
                let (other, other_is_unique) = all[&first_image(fewer)];
                is_value &= other != *value;
                is_puzzle &= other != *value || !other_is_unique;
                if fewer == 0 || !is_puzzle {
                    break;
                }
                fewer = (fewer - 1) & set;
            }
            own[0] += u32::from(is_puzzle);
            own[1] += u32::from(is_puzzle && is_value);
        }
        numbers.push(own);
        all.extend(sets);
    }
    numbers
}

#[test]
fn puzzles_of_up_to_four_walls_are_as_many() {
    assert_eq!(puzzles(4), [[0, 0], [0, 0], [10, 8], [270, 253], [3966, 3514]]);
}

#[test]
#[ignore = "a quarter of a minute"]
fn puzzles_of_five_walls_are_as_many() {
    assert_eq!(puzzles(5)[5], [19_470, 14_990]);
}
