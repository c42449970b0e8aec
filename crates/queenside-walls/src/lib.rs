//! Blocked queens: every board with a number of walls, one of each symmetry class, and the most pieces that fit on it, none
//! attacking another.
//!
//! ```
//! use queenside::{Board, Piece};
//! use queenside_walls::Census;
//!
//! // Two walls on a chessboard: 2016 boards, of which 38 hold ten queens.
//! let census = Census::new(&Board::square(8), &Piece::QUEEN, 2)?;
//! let survey = census.tally()?;
//! let boards: Vec<_> = survey.histogram().iter().map(|(queens, _, boards)| (queens, boards)).collect();
//! assert_eq!(boards, [(8, 368), (9, 1610), (10, 38)]);
//! # Ok::<(), queenside::Error>(())
//! ```
//!
//! | content | items |
//! | --- | --- |
//! | all sets of n walls, one of each class | [`WallSets`], its [`Walk`], and a [`WallRange`] of it |
//! | each of these boards with its value and a placement | [`Census`], [`Survey`], [`Histogram`], [`SolvedBoard`] |
//! | files of them | [`RecordWriter`], [`RecordReader`] |
//! | the fewest walls for every number of pieces | [`min_walls`], [`min_walls_for`] |
//! | boards with one best placement and no wall to spare | [`Puzzles`], [`Puzzle`] |
//! | their steps, grades, and pages to play them | [`Puzzle::to_puzzle`], then all of [`queenside_puzzles`] |
//! | all of these in parts, for many machines | [`CensusJob`], [`PuzzlesJob`], [`MinWallsJob`] |
//!
//! Built on [`queenside`] by its public interface alone. With the feature `serde` a [`WallRange`], a [`Checkpoint`], a [`Histogram`] and the jobs
//! can be written and read; `ilp`, `sat`, `highs` and `cadical` are those of `queenside`.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod burnside;
mod census;
mod checkpoint;
mod histogram;
mod jobs;
mod memo;
mod min_walls;
mod puzzle;
mod puzzles;
mod range;
pub mod records;
mod sets;
mod solved;
mod survey;
mod surveyor;
mod walk;
mod witnesses;

pub use census::{Census, SolvedBoards, Survey};
pub use checkpoint::Checkpoint;
pub use histogram::Histogram;
pub use jobs::{CensusJob, MinWallsJob, PuzzlesJob};
pub use min_walls::{MinSets, MinWalls, min_walls, min_walls_for};
pub use puzzle::Puzzle;
pub use puzzles::{Economy, Interrupted, PuzzleWalk, Puzzles};
pub use range::WallRange;
pub use records::{Format, RecordError, RecordReader, RecordWriter};
pub use sets::WallSets;
pub use solved::SolvedBoard;
pub use walk::{Walk, WallClass, WallSet};

/// The programs in the documents are tests too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../docs/cookbook.md")]
#[doc = include_str!("../docs/walls.md")]
struct Documents;
