//! The cost of a question and its control: options, limits, the cancel token, progress, the clock, seeds.

mod channel;
mod clock;
mod control;
mod formulation;
mod limits;
mod options;
mod random;

#[cfg(any(feature = "ilp", feature = "sat"))]
pub(crate) use channel::{NoMessage, Sender};
pub(crate) use channel::{Receiver, channel};
pub(crate) use clock::Moment;
pub use control::Cause;
pub(crate) use control::{Beside, Control, free_aside, spawn};
pub use formulation::{Family, Formulation};
pub use limits::Budget;
pub(crate) use options::Observer;
pub use options::{CancelToken, Engine, Options, Progress};
pub(crate) use random::{Random, Shuffle};
