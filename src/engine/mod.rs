//! The engines, and the one seam between them and the rest of the house.
//!
//! An engine says which models it accepts and starts a run on one; a run yields steps. What is asked of the steps
//! (maximising, enumerating, counting, classes, uniqueness) is written once, in `pool`. Engines never see each other and
//! are never trusted: every placement that leaves the crate has been judged by the reference meaning.

mod brute;
#[cfg(feature = "ilp")]
mod ilp;
#[cfg(any(feature = "ilp", feature = "sat"))]
mod pool;
#[cfg(feature = "sat")]
mod sat;
mod search;

use std::sync::Arc;

use crate::answer::{Proof, Statistics};
use crate::control::{Cause, Control};
use crate::model::{Goal, Model};
use crate::options::Engine;
use crate::square::Square;
use crate::square_set::SquareSet;

/// The way from the root of a search tree to a subtree, in the engine's own terms; the empty one leads nowhere and stays at
/// the root.
pub(crate) type Path = Vec<u32>;

/// A way to go through the solutions of a model.
pub(crate) trait Backend: Sync {
    /// Which engine this is.
    fn engine(&self) -> Engine;

    /// Says why this engine would not do, if it would not.
    fn accepts(&self, model: &Model, goal: &Goal) -> Result<(), String>;

    /// Begins to go through a part of the search tree, or through all of it.
    fn start(&self, model: Arc<Model>, goal: Goal, part: Vec<Path>, control: Control) -> Box<dyn Run>;

    /// Cuts a part of the search tree into about so many pieces, in order.
    fn cut(&self, model: Arc<Model>, part: Vec<Path>, pieces: usize, control: Control) -> Result<Vec<Path>, Cause>;
}

/// A search under way.
pub(crate) trait Run: Send {
    /// Goes on to the next thing worth telling. After `Done` or `Stopped` it is not called again.
    fn step(&mut self) -> Step;

    /// Adds the men of the placement just found, sorted by square. Counting never asks for them.
    fn men(&self, men: &mut Vec<(Square, u16)>);

    /// What has not yet been gone through of the part of the search tree.
    fn remainder(&self) -> Vec<Path>;

    /// For how many solutions the one just found stands, where the goal is to find them up to a group.
    fn weight(&self) -> u64 {
        1
    }

    /// The squares by whose part solutions are told apart, where the goal is to find them up to a group.
    fn anchor(&self) -> SquareSet {
        SquareSet::new()
    }

    /// A proved bound on the value, where there is an objective.
    fn bound(&self) -> Option<i64>;

    /// What has been done so far.
    fn statistics(&self) -> Statistics;
}

/// Something worth telling.
#[derive(Debug)]
pub(crate) enum Step {
    /// A solution not found before.
    Found,
    /// A solution of this value, greater than any before.
    Improved(i64),
    /// There is nothing more; where a value was to be maximised, the last one is the greatest.
    Done(Proof),
    /// The control said so.
    Stopped(Cause),
}

impl Engine {
    /// The backend that answers. `Auto` takes the search, which accepts every model, unless [`chosen`](Self::chosen) knows
    /// better.
    pub(crate) fn backend(self) -> &'static dyn Backend {
        match self {
            Self::Brute => &brute::Brute,
            Self::Auto | Self::Search => &search::Search,
            #[cfg(feature = "ilp")]
            Self::Ilp => &ilp::Ilp { second: &search::Search },
            #[cfg(feature = "sat")]
            Self::Sat => &sat::Sat,
        }
    }

    /// What `Auto` is for a model and a goal; others are what they are.
    pub(crate) fn chosen(self, model: &Model, goal: &Goal, nodes_are_limited: bool) -> Self {
        #[cfg(feature = "sat")]
        if self == Self::Auto && !nodes_are_limited && matches!(goal, Goal::Maximise(_)) && model.suits_clauses() {
            return Self::Sat;
        }
        let _ = (model, goal, nodes_are_limited);
        self
    }
}

#[cfg(all(feature = "cadical", feature = "ilp"))]
pub(crate) use sat::refutation;

/// What a run has done, as its control counted it.
pub(crate) fn statistics(control: &Control) -> Statistics {
    let (nodes, solutions) = (control.progress.nodes, control.progress.solutions);
    Statistics { nodes, solutions, elapsed: control.elapsed() }
}
