//! What is read and written: diagrams, files, pictures.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/fuzz.rs"]
mod harness;

mod diagrams;
mod drawn;
mod fuzz;
mod pictures;
mod render;
mod rules;
#[cfg(feature = "tasks")]
mod tasks;
mod whole_files;
