//! The book of puzzles: its page as text, and in a real browser, where puzzles of every sort are played with clicks, keys and hints.
//!
//! Where there is no Chromium the tests of the browser say so and check nothing; `.ci/test` installs it.

mod played;
mod written;

use std::sync::OnceLock;

use queenside::{Area, Board, Constraint, Piece, Problem, classics};
use queenside_puzzles::{Book, Puzzle, Puzzles};

/// Some queens are given.
fn completion() -> Puzzle {
    Puzzle::of(&classics::completion(6, [(0, 1)])).unwrap()
}

/// Stars in rows, columns and regions.
fn stars() -> Puzzle {
    let map = "B C C A A\nB C C C C\nC C C C D\nC C E D D\nE E E D D";
    Puzzle::of(&classics::star_battle(Board::square(5).with_region_map(map).unwrap(), 1)).unwrap()
}

/// Seven queens between walls, two of them neighbours.
fn walls() -> Puzzle {
    max(". % . . . .\n% . . . . .\n. . . . . .\n. . . . . %\n. . . . . .\n. . . . . .", Piece::QUEEN)
}

/// As many pieces as fit, none attacking another.
fn max(board: &str, piece: Piece) -> Puzzle {
    let mut problem = classics::non_attacking(board.parse().unwrap(), piece);
    let kind = problem.kind_named("piece").unwrap();
    let number = problem.maximize().unwrap().value().unwrap().expect("an empty board will do");
    problem.add(Constraint::count(kind, Area::Everywhere, number));
    Puzzle::of(&problem).unwrap()
}

/// Two armies of four queens, some of them given.
fn armies() -> Puzzle {
    let mut problem = classics::peaceable(Board::square(5), Piece::QUEEN);
    let kinds = [problem.kind_named("white").unwrap(), problem.kind_named("black").unwrap()];
    problem.add(Constraint::count(kinds, Area::Everywhere, 8));
    unique(&problem)
}

/// Three queens that attack every vacant square, some of them given.
fn domination() -> Puzzle {
    let mut problem = classics::domination(Board::square(6), Piece::QUEEN);
    let queen = problem.kind_named("piece").unwrap();
    problem.add(Constraint::count(queen, Area::Everywhere, 3));
    unique(&problem)
}

/// Queens that are knights too.
fn amazons() -> Puzzle {
    let mut problem = Problem::new(Board::square(10)).with_kind("A", Piece::AMAZON);
    let amazon = problem.kind_named("A").unwrap();
    problem.non_attacking().add(Constraint::count(amazon, Area::rows(), 1));
    problem.add(Constraint::fixed(amazon, [(0, 2)]));
    Puzzle::of(&problem).unwrap()
}

/// Gives pieces of a solution until it is the only one.
fn unique(problem: &Problem) -> Puzzle {
    Puzzles::of(problem).next().expect("it has no end").unwrap()
}

/// One puzzle of each sort, made once for all tests.
fn sorts() -> Book {
    static SORTS: OnceLock<Book> = OnceLock::new();
    let made = SORTS.get_or_init(|| {
        let mut book = Book::new("All sorts & more").with_name("A", "amazon", "amazons");
        for puzzle in [completion(), stars(), walls(), armies(), domination(), amazons()] {
            book.add(puzzle);
        }
        book
    });
    made.clone()
}
