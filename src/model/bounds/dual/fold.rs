//! Rows and columns that are alike, taken together.
//!
//! Let columns and rows be divided into classes such that columns of a class have the same worth, rows of a class the same range, and
//! the numbers of a row, or of a column, in each class of the others have a sum that is the same for all of its class. Then some best
//! shares are the same for all columns of a class, and some best multipliers for all rows of one (fractional automorphisms: Grohe,
//! Kersting, Mladenov and Selman 2014). So one row and one column for each class are enough to find them: on a torus a few, on a plain
//! board an eighth. Classes are found by what columns and rows meet, until no more come (colour refinement).

use super::relaxation::Relaxation;
use crate::budget::{Cause, Control, Random};

/// A relaxation with a column and a row for each class.
pub(super) struct Fold {
    pub(super) relaxation: Relaxation,
    /// The class of each column and of each row.
    pub(super) column_of: Vec<u32>,
    pub(super) row_of: Vec<u32>,
}

/// A colour for each column and row. Those of different colours are in different classes.
pub(super) struct Colours {
    columns: Vec<u64>,
    rows: Vec<u64>,
    classes: usize,
    rounds: u32,
}

/// What a round comes to.
pub(super) enum Round {
    /// There may be more classes.
    Open,
    /// There are no more.
    Stable,
    /// There are too many classes for a gain.
    Hopeless,
}

impl Colours {
    /// The most rounds; where more are needed, classes are mostly too small for a gain.
    const ROUNDS: u32 = 64;
    /// How many columns and rows a class must have, going by all together.
    const GAIN: usize = 2;
    /// What a round takes for each number, in the work of an evaluation.
    const COST: u64 = 4;

    pub(super) fn new(relaxation: &Relaxation) -> Self {
        let columns = (0..relaxation.columns()).map(|column| mixed(relaxation.scaled(column as u32) as u64));
        let ranges = (0..relaxation.rows()).map(|place| relaxation.row(place).range);
        let rows = ranges.map(|(min, max)| mixed(mixed(min as u64).wrapping_add(max as u64)));
        Self { columns: columns.collect(), rows: rows.collect(), classes: 0, rounds: 0 }
    }

    /// Divides classes by what their members meet.
    pub(super) fn divide(&mut self, relaxation: &Relaxation, control: &mut Control) -> Result<Round, Cause> {
        control.charge(Self::COST * relaxation.cost())?;
        let met = |colour: u64, number: i64| mixed(colour ^ mixed(number as u64));
        for (place, colour) in self.rows.iter_mut().enumerate() {
            let row = relaxation.row(place);
            let meets = row.integers().map(|(column, number)| met(self.columns[column as usize], number));
            *colour = mixed(meets.fold(*colour, u64::wrapping_add));
        }
        let mut sums = self.columns.clone();
        for (place, colour) in self.rows.iter().enumerate() {
            for (column, number) in relaxation.row(place).integers() {
                let sum = &mut sums[column as usize];
                *sum = sum.wrapping_add(met(*colour, number));
            }
        }
        self.columns = sums.into_iter().map(mixed).collect();
        let different = |colours: &[u64]| {
            let mut colours = colours.to_vec();
            colours.sort_unstable();
            colours.dedup();
            colours.len()
        };
        let classes = different(&self.columns) + different(&self.rows);
        let is_stable = classes == std::mem::replace(&mut self.classes, classes);
        self.rounds += 1;
        let is_hopeless = Self::GAIN * classes > self.columns.len() + self.rows.len() || self.rounds > Self::ROUNDS;
        Ok(match (is_hopeless, is_stable) {
            (true, _) => Round::Hopeless,
            (false, true) => Round::Stable,
            (false, false) => Round::Open,
        })
    }
}

impl Fold {
    /// Takes classes together; `None` where numbers become too large.
    pub(super) fn new(
        relaxation: &Relaxation,
        colours: &Colours,
        control: &mut Control,
    ) -> Result<Option<Self>, Cause> {
        control.charge(Colours::COST * relaxation.cost())?;
        let (column_of, in_columns, _) = numbered(&colours.columns);
        let (row_of, sizes, firsts) = numbered(&colours.rows);
        let mut worth = vec![0i64; in_columns.len()];
        for (column, class) in column_of.iter().enumerate() {
            let sum = worth[*class as usize].checked_add(relaxation.scaled(column as u32));
            let Some(sum) = sum else { return Ok(None) };
            worth[*class as usize] = sum;
        }
        let mut folded = Relaxation::without_rows(worth, in_columns.len());
        for first in firsts {
            let row = relaxation.row(first as usize);
            let mut terms: Vec<(u32, i64)> = Vec::new();
            for (column, number) in row.integers() {
                terms.push((column_of[column as usize], number));
            }
            terms.sort_unstable_by_key(|(class, _)| *class);
            terms.dedup_by(|next, kept| {
                let is_same = next.0 == kept.0;
                kept.1 += if is_same { next.1 } else { 0 };
                is_same
            });
            folded.add_row(terms.into_iter().filter(|(_, number)| *number != 0), row.range, control)?;
        }
        let folded = folded.completed().filter(|folded| folded.rows() == sizes.len());
        Ok(folded.map(|folded| Self { relaxation: folded.with_alike(sizes), column_of, row_of }))
    }
}

/// The class of each colour, how many each class has, and where its first is.
fn numbered(colours: &[u64]) -> (Vec<u32>, Vec<u32>, Vec<u32>) {
    let mut different = colours.to_vec();
    different.sort_unstable();
    different.dedup();
    let class = |colour: &u64| different.binary_search(colour).unwrap_or_default() as u32;
    let classes: Vec<u32> = colours.iter().map(class).collect();
    let (mut sizes, mut firsts) = (vec![0; different.len()], vec![0; different.len()]);
    for (place, class) in classes.iter().enumerate().rev() {
        sizes[*class as usize] += 1;
        firsts[*class as usize] = place as u32;
    }
    (classes, sizes, firsts)
}

/// A number of which each bit depends on all of this one.
fn mixed(number: u64) -> u64 {
    Random::new(number).next()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::budget::Options;
    use crate::language::{Area, Board, Constraint, Piece, Problem, Wrap, classics};
    use crate::model::dual::{Ascent, SCALE};
    use crate::model::{Model, Worths};

    /// A relaxation where each piece is worth as much as its kind is.
    fn relaxation(problem: &Problem, weights: &[i64], control: &mut Control) -> Relaxation {
        let model = Model::compile(&Arc::new(problem.clone()), control).expect("no limit was set");
        let relaxation = Relaxation::new(&model, &Worths::by_kind(&model, weights), control);
        relaxation.expect("no limit was set").expect("the numbers are small")
    }

    fn folded(relaxation: &Relaxation, control: &mut Control) -> Option<Fold> {
        let mut colours = Colours::new(relaxation);
        loop {
            match colours.divide(relaxation, control).expect("no limit was set") {
                Round::Open => {}
                Round::Stable => return Fold::new(relaxation, &colours, control).expect("no limit was set"),
                Round::Hopeless => return None,
            }
        }
    }

    /// Queens that attack at most two others and bishops, of which a queen attacks at most one.
    fn queens_and_bishops(board: Board) -> Problem {
        let mut problem = Problem::new(board);
        let (queen, bishop) = (problem.add_kind("queen", Piece::QUEEN), problem.add_kind("bishop", Piece::BISHOP));
        problem.add(Constraint::attacks(queen, queen, ..=2)).add(Constraint::attacks(queen, bishop, ..=1));
        problem.add(Constraint::count(bishop, Area::rows(), ..=2));
        problem
    }

    #[test]
    fn alike_rows_and_columns_are_few_and_prove_as_much() {
        let torus = |n| Board::square(n).with_wrap(Wrap::Both);
        let mut control = Control::new(&Options::new());
        for (problem, weights, columns) in [
            (classics::non_attacking(Board::square(8), Piece::QUEEN), &[1][..], 10),
            (classics::non_attacking(torus(8), Piece::QUEEN), &[1], 1),
            (classics::domination(Board::new(6, 9), Piece::KING), &[-1], 15),
            (classics::total_domination(torus(9), Piece::KNIGHT), &[-1], 1),
            (classics::attacking(torus(5), Piece::ROOK, ..=1), &[1], 21),
            (queens_and_bishops(torus(5)), &[5, 3], 42),
            (queens_and_bishops(Board::square(5)), &[5, 3], 250),
        ] {
            let relaxation = relaxation(&problem, weights, &mut control);
            let fold = folded(&relaxation, &mut control).expect("much is alike");
            assert!(fold.relaxation.columns() <= columns, "{} {problem}", fold.relaxation.columns());
            let mut bounds = [Ascent::new(&relaxation), Ascent::unfolded(&relaxation)].map(|mut ascent| {
                ascent.solve(&relaxation, i64::MIN, 1 << 12, u64::MAX, &mut control).expect("no limit was set").0
            });
            bounds.sort_unstable();
            assert!(bounds[1] - bounds[0] < SCALE / 20, "{bounds:?} {problem}");
        }
    }

    #[test]
    fn walls_at_random_leave_little_alike() {
        let board = Board::square(8).with_walls([(0, 1), (2, 6), (3, 3), (7, 4)]);
        let mut control = Control::new(&Options::new());
        let relaxation = relaxation(&classics::non_attacking(board, Piece::QUEEN), &[1], &mut control);
        assert!(folded(&relaxation, &mut control).is_none());
    }
}
