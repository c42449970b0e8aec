//! Walls whose places are decisions: all boards with so many of them, and how few keep pieces out of each other's sight.
//!
//! Built on the public language alone, without a back door.

mod book;
mod burnside;
mod census;
mod difficulty;
mod histogram;
mod least;
mod memo;
mod puzzle;
mod puzzles;
mod reasoning;
pub mod records;
mod sets;
mod solved;
mod stretch;
mod survey;
mod walk;

pub use book::Book;
pub use census::{Census, SolvedBoards, Survey};
pub use difficulty::Difficulty;
pub use histogram::Histogram;
pub use least::{LeastSets, LeastWalls, least_walls, least_walls_for};
pub use puzzle::Puzzle;
pub use puzzles::{Economy, Interrupted, PuzzleWalk, Puzzles};
pub use records::{Format, RecordError, RecordReader, RecordWriter};
pub use sets::WallSets;
pub use solved::SolvedBoard;
pub use stretch::Stretch;
pub use walk::{Walk, WallClass, WallSet};
