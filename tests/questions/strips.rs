//! Sweeps that know what strips of the board leave room for, where rules one by one allow far more.

use std::ops::RangeInclusive;

use queenside::{Board, Piece, classics};

/// The most pieces on n×n of which each attacks some number of others, by default.
fn assert_most(cases: impl IntoIterator<Item = (Piece, RangeInclusive<usize>, usize, i64)>) {
    for (piece, others, n, most) in cases {
        let problem = classics::attacking(Board::square(n), piece, others);
        let answer = problem.maximize().unwrap();
        assert_eq!(answer.value().unwrap(), Some(most), "{problem}");
    }
}

/// Of kings the search and SAT found the same, before there were strips.
#[test]
fn kings_and_knights_that_attack_few_others_are_known_on_ten() {
    assert_most([
        (Piece::KING, 0..=3, 10, 60),
        (Piece::KING, 0..=4, 10, 68),
        (Piece::KING, 3..=3, 10, 48),
        (Piece::KNIGHT, 1..=1, 10, 48),
    ]);
}

#[test]
#[ignore = "two minutes, and a gigabyte and a half"]
fn kings_and_knights_that_attack_few_others_are_known_on_twelve() {
    assert_most([
        (Piece::KING, 0..=4, 12, 96),
        (Piece::KING, 3..=3, 12, 66),
        (Piece::KNIGHT, 0..=3, 10, 68),
        (Piece::KNIGHT, 2..=2, 10, 48),
        (Piece::KNIGHT, 1..=1, 12, 64),
        (Piece::KNIGHT, 0..=2, 12, 84),
    ]);
}
