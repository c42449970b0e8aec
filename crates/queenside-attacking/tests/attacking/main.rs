//! Queens that attack others: rules and bounds, boards that were found, counts, pictures.

#[path = "../../../../tests/common/fuzz.rs"]
mod harness;

mod b_files;
#[cfg(feature = "sat")]
mod boards;
mod counts;
mod fuzz;
mod pairs;
mod pictures;
mod rules;
