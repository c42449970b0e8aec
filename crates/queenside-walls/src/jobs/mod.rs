//! The tasks of this crate in numbered parts, for many processes or machines: see [`queenside::job`].

mod census;
mod min_walls;
mod puzzles;

pub use census::CensusJob;
pub use min_walls::MinWallsJob;
pub use puzzles::PuzzlesJob;

use super::range::WallRange;
use super::sets::WallSets;
use queenside::job::Failure;
use queenside::{Board, Piece, Problem, Square, SquareSet};

/// A range of the sets of walls for each part.
#[derive(Clone, Debug)]
struct Ranges {
    /// How many were asked for.
    #[cfg_attr(not(feature = "serde"), expect(dead_code, reason = "it is written with the job"))]
    wanted: usize,
    ranges: Vec<WallRange>,
}

impl Ranges {
    fn new(sets: &WallSets, wanted: usize) -> Self {
        let mut ranges = sets.split(wanted);
        ranges.retain(|range| !range.is_empty());
        Self { wanted, ranges }
    }

    fn part(&self, part: usize) -> Result<&WallRange, Failure> {
        self.ranges
            .get(part)
            .ok_or_else(|| format!("there is no part {part}: the job has {}", self.ranges.len()).into())
    }

    /// Returns what was left of a part, and what was found before.
    fn left<'a>(&self, part: usize, rest: Option<&'a str>) -> Result<(WallRange, &'a str), Failure> {
        let range = self.part(part)?;
        let Some(rest) = rest else { return Ok((range.clone(), "")) };
        let (begin, found) = rest.split_once(' ').unwrap_or((rest, ""));
        let left = range.beginning_at(begin).ok_or_else(|| format!("{rest:?} is no rest of part {part}"))?;
        Ok((left, found))
    }
}

/// Returns the problem of placing pieces of one kind, none of which attacks another.
fn packing(board: &Board, piece: &Piece, walls: impl IntoIterator<Item = Square>) -> Problem {
    let mut problem = Problem::new(board.clone().with_walls(walls)).with_kind("piece", piece.clone());
    problem.non_attacking();
    problem
}

/// Squares as a word: their numbers in reading order, or `-`.
fn square_word(squares: &SquareSet, columns: usize) -> String {
    let numbers: Vec<String> = squares.iter().map(|square| square.index(columns).to_string()).collect();
    if numbers.is_empty() { "-".to_owned() } else { numbers.join(".") }
}

/// Reads squares.
fn squares_of(word: &str, columns: usize) -> Option<Vec<Square>> {
    let square = |number: &str| Square::from_index(number.parse().ok()?, columns);
    if word == "-" { Some(Vec::new()) } else { word.split('.').map(square).collect() }
}
