//! Answers: what is known, and how it is proved.

mod bound;
mod conflict;
mod count;
mod digest;
mod error;
mod explanation;
mod known;
mod minimum;
mod optimum;
pub(crate) mod part;
pub(crate) mod paths;
mod proof;
#[cfg(feature = "serde")]
mod serial;
mod stopped;
mod uniqueness;

pub use bound::{Bound, BoundName};
pub use conflict::Conflict;
pub use count::{Count, TooLargeCount};
pub use digest::Digest;
pub use error::Error;
pub use explanation::{Ending, Explanation, Reason, Turn};
pub use known::Answer;
pub use minimum::Minimum;
pub use optimum::Optimum;
pub use part::Part;
pub(crate) use paths::{Path, Paths};
pub use proof::{Proof, Statistics};
pub use stopped::Stopped;
pub use uniqueness::Uniqueness;
