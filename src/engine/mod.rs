//! The engines, and the one seam between them and the rest of the house.
//!
//! An engine says which models it accepts and starts a run on one; a run yields steps. What is asked of the steps
//! (maximising, enumerating, counting, classes, uniqueness) is written once, in `pool`. Engines never see each other and
//! are never trusted: every placement that leaves the crate has been judged by the reference meaning.

mod brute;
mod crew;
#[cfg(feature = "ilp")]
mod ilp;
#[cfg(any(feature = "ilp", feature = "sat"))]
mod pool;
#[cfg(feature = "sat")]
mod sat;
mod search;
mod sweep;

use std::sync::Arc;

pub(crate) use crew::{Crew, Pieces, count, workers};

use crate::answer::{Proof, Statistics};
use crate::control::{Cause, Control};
use crate::count::Count;
use crate::model::{Bound, Goal, Model};
use crate::options::Engine;
use crate::square::Square;
use crate::square_set::SquareSet;

/// The way from the root of a search tree to a subtree, in the engine's own terms; the empty one leads nowhere and stays at
/// the root.
pub(crate) type Path = Vec<u32>;

/// About so many paths, in order, that choose who stands on the first squares: nobody, or one of the kinds.
fn first_choices(model: &Model, wanted: usize) -> Vec<Path> {
    let choices = 0..=model.kinds as u32;
    let mut paths = vec![Path::new()];
    for _ in &model.slots {
        if paths.len() >= wanted {
            break;
        }
        let longer = |path: &Path| choices.clone().map(|choice| [&path[..], &[choice]].concat()).collect::<Vec<_>>();
        paths = paths.iter().flat_map(longer).collect();
    }
    paths
}

/// A way to go through the solutions of a model.
pub(crate) trait Backend: Sync {
    /// Which engine this is.
    fn engine(&self) -> Engine;

    /// Says why this engine would not do, if it would not.
    fn accepts(&self, _: &Model, _: &Goal, _: &mut Control) -> Result<(), Refusal> {
        Ok(())
    }

    /// Begins to go through a part of the search tree, or through all of it.
    fn start(&self, model: Arc<Model>, goal: Goal, work: Work, control: Control) -> Box<dyn Run>;

    /// Cuts the search tree into about so many pieces, in order. Where a value is to be maximised, the tree is that of the
    /// solutions above a floor.
    fn cut(
        &self,
        model: Arc<Model>,
        goal: &Goal,
        floor: Option<i64>,
        pieces: usize,
        control: Control,
    ) -> Result<Vec<Path>, Cause>;

    /// Tells whether several runs can share one search tree.
    fn shares(&self) -> bool {
        false
    }

    /// Counts the solutions by their number of pieces of the kinds counted, from none up to the most, if the engine can
    /// do so without going through them.
    fn tally(&self, _: &Model, _counted: &[bool], _: &mut Control) -> Option<Result<Vec<Count>, Refusal>> {
        None
    }

    /// For each number of pieces of the kinds counted the least sum of costs, given by kind, if the engine can find it for
    /// all of them at once. Numbers that nothing satisfies are `None` or left out at the end.
    fn least(
        &self,
        _: &Model,
        _counted: &[bool],
        _costs: &[i64],
        _: &mut Control,
    ) -> Option<Result<Vec<Option<Cheapest>>, Refusal>> {
        None
    }

    /// Draws the men of one solution, each solution as likely as the others, if the engine can do so without going through
    /// them; there may be no solution.
    fn draw(&self, _: &Model, _seed: u64, _: &mut Control) -> Option<Result<Option<Men>, Refusal>> {
        None
    }
}

/// What of a search tree a run goes through.
pub(crate) enum Work {
    /// These subtrees, in order.
    Own(Vec<Path>),
    /// Those of many that no other run has taken; only for engines that share.
    Shared(Arc<Pieces>),
}

impl Work {
    /// The whole tree.
    pub(crate) fn whole() -> Self {
        Self::Own(vec![Path::new()])
    }

    /// The subtrees that are its own.
    pub(crate) fn own(self) -> Vec<Path> {
        match self {
            Self::Own(part) => part,
            Self::Shared(_) => Vec::new(),
        }
    }
}

/// Who stands where, sorted by square.
pub(crate) type Men = Vec<(Square, u16)>;

/// The least cost, how many placements have it, and one of them.
pub(crate) struct Cheapest {
    pub(crate) cost: i64,
    pub(crate) ways: Count,
    pub(crate) men: Men,
}

/// Why an engine does not answer.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// The question is not for it.
    Declined(String),
    /// The control stopped it.
    Stopped(Cause),
}

impl Refusal {
    fn declined(reason: impl Into<String>) -> Self {
        Self::Declined(reason.into())
    }
}

impl From<Cause> for Refusal {
    fn from(cause: Cause) -> Self {
        Self::Stopped(cause)
    }
}

/// A search under way.
pub(crate) trait Run: Send {
    /// Goes on to the next thing worth telling. After `Done` or `Stopped` it is not called again.
    fn step(&mut self) -> Step;

    /// Adds the men of the placement just found, sorted by square. Counting never asks for them.
    fn men(&self, men: &mut Vec<(Square, u16)>);

    /// Makes a list, empty at first and then as this has left it, that of the men of the placement just found; returns how
    /// many of the first have stayed.
    fn renew(&mut self, men: &mut Vec<(Square, u16)>) -> usize {
        men.clear();
        self.men(men);
        0
    }

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
    fn bound(&self) -> Option<Bound>;

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
    /// better, or the pool lets several take turns.
    pub(crate) fn backend(self) -> &'static dyn Backend {
        match self {
            Self::Brute => &brute::Brute,
            Self::Auto | Self::Search => &search::Search,
            Self::Sweep => &sweep::Sweep,
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

/// Whether it is worth trying to count by a sweep.
pub(crate) fn is_narrow(model: &Model, control: &mut Control) -> Result<bool, Cause> {
    sweep::is_narrow(model, control)
}
#[cfg(all(feature = "cadical", feature = "ilp"))]
pub(crate) use sat::refutation;

/// What a run has done, as its control counted it.
pub(crate) fn statistics(control: &Control) -> Statistics {
    let (nodes, solutions) = (control.progress.nodes, control.progress.solutions);
    Statistics { nodes, solutions, elapsed: control.elapsed() }
}
