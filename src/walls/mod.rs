//! Walls whose places are decisions: all boards with so many of them, and how few keep pieces out of each other's sight.
//!
//! Built on the public language alone, without a back door.

mod burnside;
mod census;
mod histogram;
mod least;
mod sets;
mod solved;
mod stretch;
mod survey;
mod walk;

pub use census::{Census, SolvedBoards, Survey};
pub use histogram::Histogram;
pub use least::{LeastWalls, least_walls};
pub use sets::WallSets;
pub use solved::SolvedBoard;
pub use stretch::Stretch;
pub use walk::{Walk, WallClass, WallSet};
