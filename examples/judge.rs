//! What is wrong with a placement, or with a problem: every violation and every fault, with the squares involved.

use std::error::Error;
use std::io::{self, Write};

use queenside::{BitOrder, Board, Constraint, Piece, Placement, Problem, SquareSet, classics};

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    // A placement is read from a diagram; it need not be a solution.
    let problem = classics::queens(6);
    let placement = Placement::parse(
        &problem,
        "
        . Q . . . .
        . . . Q . .
        . . . . . Q
        Q . . . . .
        . . Q . . .
        . . . Q . .
        ",
    )?;
    let judgement = placement.judge(&problem)?;
    writeln!(out, "{placement}\nis {}a solution:\n{judgement}", if judgement.is_solution() { "" } else { "not " })?;
    assert_eq!(judgement.violations().len(), 5);
    assert_eq!(judgement.violations()[0].squares().len(), 2);

    // Or made of squares, a permutation, or the bits of a word; and judged by another problem's rules.
    let queen = problem.kind_named("queen")?;
    let squares = SquareSet::from_permutation([1, 3, 5, 0, 2, 4]);
    let placement = Placement::new(&problem, squares.iter().map(|square| (queen, square)))?;
    assert!(placement.judge(&problem)?.is_solution());
    writeln!(
        out,
        "As a word, first square in the most significant bit: {:?}",
        squares.to_bits(6, BitOrder::MostFirst)
    )?;

    let mut stricter = Problem::new(Board::square(6).with_forbidden([(0, 1)]));
    let queen = stricter.add_kind("queen", Piece::QUEEN);
    stricter.add(Constraint::count(queen, (5, 5), 1));
    writeln!(out, "\nBy stricter rules:\n{}", placement.judge(&stricter)?)?;

    // A problem that makes no sense is an error, with all of its faults at once.
    let mut nonsense = Problem::new(Board::square(6).with_walls([(6, 6)]));
    let statue = nonsense.add_kind("statue", Piece::new([]));
    nonsense.add(Constraint::attacks(statue, queen, 0)).add(Constraint::count(statue, [(0, 9)], 3..3));
    let error = nonsense.check().unwrap_err();
    writeln!(out, "Faults:")?;
    for fault in error.faults() {
        writeln!(out, "- {fault}")?;
    }
    assert_eq!(error.faults().len(), 5);
    Ok(())
}
