//! Symmetry in optimising: what was tried in vain is not tried again as its image.
//!
//! On the way down the search makes variables true, p₁, …, pᵢ, and at each node it has tried some x before that led to nothing
//! better. So no better solution holds all of p₁, …, pᵢ and x, and no better one holds their images under a symmetry that leaves
//! the rules and the weights as they are. Where the images of p₁, …, pᵢ stand, that of x does not.

use super::{Branch, Frame};
use crate::budget::{Cause, Control};
use crate::engine::search::node::Conflict;
use crate::engine::search::program::{Agenda, Program};
use crate::model::bit_set::BitSet;
use crate::model::{Model, Var, Worths};

pub(super) struct Images {
    /// For each symmetry but the identity the image of each variable.
    all: Vec<Vec<Var>>,
}

impl Images {
    /// The most squares of a board whose symmetries are looked for, and the most images in all.
    const MAX_SQUARES: usize = 1 << 10;
    const MAX_IMAGES: usize = 1 << 20;
    /// Work that is done before they are looked for: a search that ends soon has no need of them.
    pub(super) const DUE: u64 = 1 << 21;
    /// How many symmetries are looked at below the root.
    const BELOW: usize = 64;

    /// Returns `None` if there are no symmetries.
    pub(super) fn new(model: &Model, worths: &Worths, control: &mut Control) -> Result<Option<Self>, Cause> {
        let board = model.board();
        if board.rows() * board.columns() > Self::MAX_SQUARES {
            return Ok(None);
        }
        let group = model.group_with_swaps(control)?;
        let all = model.images(&group, worths, Self::MAX_IMAGES / model.vars().max(1), control)?;
        Ok((!all.is_empty()).then_some(Self { all }))
    }

    /// Excludes from the topmost frame what the frames below it have tried in vain, as images; returns whether there was anything.
    pub(super) fn exclude<W: BitSet>(
        &self,
        program: &Program<W>,
        frames: &mut [Frame<W>],
        agenda: &mut Agenda,
        control: &mut Control,
    ) -> Result<Result<bool, Conflict>, Cause> {
        let Some((top, below)) = frames.split_last_mut() else { return Ok(Ok(false)) };
        // What was tried at the root is excluded there, and so everywhere.
        let (first, max) = if below.is_empty() { (0, usize::MAX) } else { (1, Self::BELOW) };
        let mut any = false;
        control.charge(self.all.len().min(max) as u64)?;
        for images in self.all.iter().take(max) {
            let mut depth = 0;
            let mut out: Vec<Var> = Vec::new();
            loop {
                // What stood when these were tried stands as images.
                let frame = below.get(depth).unwrap_or(&*top);
                if depth >= first {
                    for var in &frame.tried {
                        let image = images[*var as usize];
                        if top.node.placed.has(image) {
                            return Ok(Err(Conflict));
                        }
                        if top.node.open.has(image) {
                            out.push(image);
                        }
                    }
                }
                match frame.branch {
                    Some(Branch::Var(var)) if depth < below.len() && top.node.placed.has(images[var as usize]) => {
                        depth += 1;
                    }
                    _ => break,
                }
            }
            for var in out {
                any = true;
                program.drop(&mut top.node, agenda, var);
            }
        }
        Ok(Ok(any))
    }
}
