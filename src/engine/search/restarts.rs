//! One solution, found at random: attempts that begin anew with another order of branching.
//!
//! In an attempt the first pieces come anywhere, and then the tightest rule is branched on. From a number of pieces on that is drawn
//! too, an attempt ends where the other squares may stay vacant: else the most crowded placements came alone. Attempts that come to nothing are
//! broken off after some work; the next lets fewer pieces come anywhere, since most dead ends come of these, and the last of a
//! round none. Each round has twice the work of the one before. So a search that ends within any amount of work ends here too,
//! and where there is no solution, that is proved.

use std::sync::Arc;

use super::tree::{Tree, Work};
use crate::answer::Statistics;
use crate::budget::{Cause, Control, Shuffle};
use crate::engine::{Paths, Placed, Run, Step};
use crate::model::bit_set::BitSet;
use crate::model::{Bound, Goal, Model};

/// Attempts at one solution. A step is a round of them; stopped for lack of granted work, the next step is the next round.
pub(super) struct Restarts<W: BitSet> {
    tree: Tree<W>,
    seed: u64,
    round: u32,
    squares: usize,
    /// The most pieces that stood where an attempt was broken off.
    reach: usize,
}

impl<W: BitSet> Restarts<W> {
    /// The work of an attempt of the first round.
    const FIRST: u64 = 1 << 20;
    /// Of the pieces that an attempt reaches, in quarters, how many come anywhere in each attempt of a round.
    const ROUND: [usize; 5] = [usize::MAX, 3, 2, 1, 0];

    pub(super) fn new(model: Arc<Model>, seed: u64, control: Control) -> Self {
        let squares = model.slots.len();
        let tree = Tree::new(model, &Goal::All, Work::own(Paths::whole()), control);
        Self { tree, seed, round: 0, squares, reach: 0 }
    }
}

impl<W: BitSet> Run for Restarts<W> {
    fn step(&mut self) -> Step {
        let work = Self::FIRST.saturating_mul(1u64.checked_shl(self.round).unwrap_or(u64::MAX));
        for (number, quarters) in (0..).zip(Self::ROUND) {
            let attempt = u64::from(self.round) << 8 | number;
            let anywhere = quarters.saturating_mul(self.reach.max(1)) / 4;
            self.tree.restart(Shuffle::attempt(self.seed, attempt, anywhere, self.squares));
            self.tree.control().grant(work);
            let step = self.tree.step();
            let is_broken_off = matches!(step, Step::Stopped(Cause::NodeLimit)) && self.tree.control().is_paused();
            if !is_broken_off {
                return step;
            }
            self.reach = self.reach.max(self.tree.standing());
        }
        self.round += 1;
        Step::Stopped(Cause::NodeLimit)
    }

    fn placed(&self, placed: &mut Placed) {
        self.tree.placed(placed);
    }

    fn control(&mut self) -> &mut Control {
        self.tree.control()
    }

    fn remainder(&self) -> Paths {
        Paths::default()
    }

    fn bound(&self) -> Option<Bound> {
        None
    }

    fn statistics(&self) -> Statistics {
        self.tree.statistics()
    }
}
