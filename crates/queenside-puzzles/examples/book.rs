//! A book of puzzles made at random, to be played in a browser and printed: `book 4 > book.html`, with four of each sort, and
//! `book 4 de` in German.

use std::error::Error;
use std::io::Write;

use queenside::{Area, Board, Constraint, Piece, Problem, classics};
use queenside_puzzles::{Book, Puzzles, Vary, Words};

/// Adds the rule that `number` pieces stand on the board.
fn with_pieces(mut problem: Problem, number: usize) -> Problem {
    let kinds: Vec<_> = problem.kinds().collect();
    problem.add(Constraint::count(kinds, Area::Everywhere, number));
    problem
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let each = arguments.next().map_or(Ok(2), |number| number.parse())?;
    let words = match arguments.next().as_deref() {
        Some("de") => Words::parse(Words::GERMAN)?,
        _ => Words::english(),
    };

    // A piece of one's own: queen and knight in one.
    let mut amazons = Problem::new(Board::square(10)).with_kind("amazon", Piece::AMAZON);
    let amazon = amazons.kind_named("amazon")?;
    amazons.non_attacking().add(Constraint::count(amazon, Area::rows(), 1));

    let sorts = [
        (classics::star_battle(Board::square(8), 1), Vary::Regions),
        (classics::star_battle(Board::square(9), 2), Vary::Regions),
        (classics::queens(8), Vary::Givens),
        (with_pieces(classics::non_attacking(Board::square(6), Piece::QUEEN), 6), Vary::Walls),
        (with_pieces(classics::domination(Board::square(6), Piece::QUEEN), 3), Vary::Givens),
        (with_pieces(classics::peaceable(Board::square(5), Piece::QUEEN), 8), Vary::Givens),
        (amazons, Vary::Givens),
    ];
    let mut book = Book::new("Queens, stars and armies").with_words(words).with_name("amazon", "amazon", "amazons");
    for (problem, vary) in sorts {
        for puzzle in Puzzles::of(&problem).vary(vary).seed(1).take(each) {
            book.add(puzzle?);
        }
    }
    book.sort();
    write!(std::io::stdout().lock(), "{book}")?;
    Ok(())
}
