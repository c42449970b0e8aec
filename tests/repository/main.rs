//! Documents and lists of the repository say what the crate is; its folders are layers.

#[path = "../common/sources.rs"]
mod sources;

mod docs_in_step;
mod examples;
mod layers;
mod public_api;
