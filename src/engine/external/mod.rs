//! Runs on an external solver that finds one solution at a time: each solution is excluded once found.
//!
//! - `solver`: the solver on its own thread; the run waits for it, checks the clock meanwhile, and stops it;
//! - `run`: all its solutions, or the best. The images of a solution under the group of the problem are solutions too, so they are
//!   excluded with it and yielded without solving;
//! - `subtree`: the tree of its solutions in parts.

mod run;
mod solver;
mod subtree;

pub(super) use run::ExternalRun;
pub(super) use solver::Link;
#[cfg(feature = "cadical")]
pub(super) use solver::solution;
pub(super) use subtree::ExternalCut;

use crate::answer::Proof;
use crate::budget::{Cause, Control};
use crate::model::{Bound, Model, Var, Worths};

/// A solver that holds a problem. It waits where its turn ends, and gives up when its link says so.
pub(super) trait Oracle {
    /// Finds a solution in which these variables have these values: returns the variables that are true.
    fn find(&mut self, fixed: &[(Var, bool)]) -> Result<Option<Vec<Var>>, GaveUp>;

    /// Excludes a solution.
    fn cut(&mut self, standing: &[Var]);

    /// Maximises the value for which the solver was made, given what is known of it, and reports events.
    fn maximise(&mut self) -> Result<Proof, GaveUp>;
}

/// What is known of the greatest value: one found by another engine, and a bound.
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(not(feature = "sat"), allow(dead_code, reason = "only SAT solvers drive a value from there"))]
pub(super) struct KnownValue {
    pub(super) best: Option<i64>,
    pub(super) bound: Option<i64>,
}

/// The solver was stopped, or could not go on.
pub(super) struct GaveUp;

/// An event from a solver.
pub(super) enum Event {
    /// A solution.
    Found(Vec<Var>),
    /// No solution, or no more.
    Nothing,
    /// No solution has a value above this.
    #[cfg_attr(not(any(feature = "sat", feature = "highs")), allow(dead_code, reason = "microlp tells no bounds"))]
    Bound(i64),
    /// The last solution is optimal.
    Best(Proof),
    /// The turn has ended; the solver waits for another.
    Waits,
    GaveUp,
}

/// A request to a solver.
enum Request {
    Find(Vec<(Var, bool)>),
    Cut(Vec<Var>),
    Maximise,
}

/// Makes a solver on its thread.
pub(super) type Make = Box<dyn FnOnce(Link) -> Box<dyn Oracle> + Send>;

/// A model lowered for a solver that has not been made.
pub(super) struct Lowered {
    pub(super) make: Make,
    /// What the solver takes before it can be interrupted, in operations on 64-bit words.
    pub(super) work: u64,
}

/// Lowers a model for a solver, with weights if a value is optimised.
pub(super) type Lower = fn(&Model, Option<&Worths>, &mut Control) -> Result<Lowered, Cause>;

/// Returns the best bound known on the sum of the weights of the pieces.
pub(super) fn bound(model: &Model, worths: &Worths, control: &mut Control) -> Result<Bound, Cause> {
    let partitions = model.partitions(&worths.gaining(), control)?;
    model.bound(worths, &partitions, control)
}

/// Tells whether the board is small enough to compute its symmetries.
pub(super) fn is_small(model: &Model) -> bool {
    const MAX_SQUARES: usize = 1 << 10;
    let board = model.board();
    board.rows() * board.columns() <= MAX_SQUARES
}
