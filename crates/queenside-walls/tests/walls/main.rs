//! Sets of walls, the census, records, least walls and puzzles.

#[path = "../../../../tests/common/fuzz.rs"]
mod harness;

mod census;
mod checkpoints;
mod damaged_files;
#[cfg(all(unix, feature = "serde"))]
mod faults;
mod fuzz;
mod min_walls;
mod pictures;
mod puzzle_counts;
mod puzzles;
mod queens_and_pawns;
mod records;
mod subsets;
mod wall_sets;
