//! Walls whose places are decisions: how few of them keep pieces out of each other's sight.
//!
//! Built on the public language alone, without a back door.

mod least;

pub use least::{LeastWalls, least_walls};
