//! Local search: good placements early, and no proofs.
//!
//! It is deterministic by seed, and charged to the control like all work. An exact engine goes on from what it finds.
//!
//! - `packing`: pieces that only exclude each other;
//! - `repair`: any other rules, of which those that are broken are repaired one after the other;
//! - `settled`: packings that a matching settles;
//! - `first`: placements that come at once.

mod first;
mod members;
mod packing;
mod repair;
mod settled;

use crate::budget::{Cause, Control};
use crate::model::{Model, Var, Worths};
pub(super) use first::first;
use packing::Packing;
use repair::Repair;
pub(super) use settled::settled;

/// A local search under way.
pub(super) enum Local {
    Packing(Box<Packing>),
    Repair(Box<Repair>),
}

impl Local {
    /// Returns `None` if there are too many rules, or numbers too large.
    pub(super) fn new(model: &Model, worths: &Worths, seed: u32, control: &mut Control) -> Result<Option<Self>, Cause> {
        if let Some(packing) = Packing::new(model, worths, seed, control)? {
            return Ok(Some(Self::Packing(Box::new(packing))));
        }
        Ok(Repair::new(model, worths, seed, control)?.map(|repair| Self::Repair(Box::new(repair))))
    }

    /// Begins with a placement that comes at once.
    pub(super) fn fill(&mut self, control: &mut Control) -> Result<(), Cause> {
        match self {
            Self::Packing(packing) => packing.fill(control),
            Self::Repair(_) => Ok(()),
        }
    }

    /// Continues for so much work; stops early at a placement that is worth more than `beyond`, and returns it.
    pub(super) fn run(
        &mut self,
        beyond: Option<i64>,
        work: u64,
        control: &mut Control,
    ) -> Result<Option<&[Var]>, Cause> {
        match self {
            Self::Packing(packing) => packing.run(beyond, work, control),
            Self::Repair(repair) => repair.run(beyond, work, control),
        }
    }
}
