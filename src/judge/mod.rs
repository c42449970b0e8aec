//! The judge: what the rules mean, in obvious code that walks the board, and the verifier that checks every placement.

mod meaning;
pub(crate) mod sight;
mod verify;

pub(crate) use meaning::Judge;
pub use meaning::{Judgement, Violation};
pub(crate) use sight::{Cell, Position};
pub(crate) use verify::Verifier;
