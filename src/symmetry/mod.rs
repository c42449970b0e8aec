//! Symmetry: groups, orbits, canonical images, and the symmetries of a problem.

mod group;
mod invariance;

pub use crate::language::{Symmetry, Transform};
pub use group::{Group, GroupElement};
