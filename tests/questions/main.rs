//! What is asked of problems: published values, laws, stops, memory, and the corners of the language.

#[path = "../common/mod.rs"]
mod common;

mod armies;
mod conflict;
mod covers;
mod edge_cases;
#[cfg(all(unix, feature = "serde"))]
mod faults;
mod half_free;
mod halves;
mod jobs;
mod known_counts;
mod memory;
mod new_numbers;
mod packing;
mod primes;
#[cfg(feature = "serde")]
mod processes;
mod random;
mod resume;
mod strips;
mod sweep;
mod symmetry_laws;
