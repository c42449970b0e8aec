//! Queens that attack others: rules and bounds, boards that were found, counts, pictures.

#[cfg(feature = "sat")]
mod boards;
mod counts;
mod pairs;
mod pictures;
mod rules;
