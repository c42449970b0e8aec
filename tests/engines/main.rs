//! Every engine gives the answers of the oracle, and of other programs.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/everything.rs"]
mod everything;

mod conformance;
#[cfg(feature = "sat")]
mod encodings;
#[cfg(feature = "sat")]
mod export;
#[cfg(feature = "ilp")]
mod foreign_answers;
mod model_counts;
mod particular;
mod repeat;
#[cfg(all(feature = "ilp", feature = "sat"))]
mod worths;
