//! Symmetry: transforms, groups, the symmetries of a problem, and the classes of its solutions.

mod classes;
mod group;
mod invariance;
mod transform;

pub use classes::{Class, Classes};
pub(crate) use group::Element;
pub use group::Group;
pub use transform::{Symmetry, Transform};
