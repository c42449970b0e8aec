//! Every engine gives the answers of the oracle, and of other programs.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/everything.rs"]
mod everything;

mod conformance;
#[cfg(all(feature = "ilp", feature = "sat"))]
mod encodings;
#[cfg(all(feature = "ilp", feature = "sat"))]
mod export;
#[cfg(all(feature = "ilp", feature = "sat"))]
mod foreign_answers;
#[cfg(all(feature = "ilp", feature = "sat"))]
mod model_counts;
mod particular;
