//! Local search: good placements early, and no proofs.
//!
//! It is deterministic by seed, and charged to the control like all work. An exact engine goes on from what it finds.

mod packing;
mod settled;

pub(super) use packing::Packing;
pub(super) use settled::settled;
