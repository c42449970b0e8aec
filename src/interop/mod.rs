//! Other solvers and the disk: formats, proofs that can be checked, files that are whole.

#[cfg(feature = "cadical")]
mod certificate;
mod export;
#[cfg(feature = "ilp")]
mod good_lp;
#[cfg(feature = "cadical")]
mod lrat;
mod read;
#[cfg(feature = "tasks")]
mod task;
mod whole_file;

#[cfg(feature = "cadical")]
pub use certificate::Certificate;
pub use export::Export;
#[cfg(feature = "ilp")]
pub use good_lp::IntegerProgram;
#[cfg(feature = "tasks")]
pub use task::{Ask, Objective, Question, Task};
pub use whole_file::WholeFile;
