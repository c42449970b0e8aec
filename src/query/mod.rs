//! The questions, written once over the steps of an engine.

mod bounds;
mod by_size;
pub mod classes;
mod conflict;
mod count;
pub mod job;
mod needed_kinds;
mod parts;
mod policy;
pub mod pool;
mod prepared;
mod products;
mod questions;
mod race;
mod spent;
mod turns;
mod visits;

use classes::Classes;
use pool::{Sense, Solutions, optimise, stopped};
use prepared::Prepared;
pub use questions::Using;
use turns::{Last, by_turns, by_turns_about};
