//! The neutral 0/1 model of a problem: what engines work on.
//!
//! A variable says "this kind stands on this square"; there is one for each kind and each open square. Rules are kept in a
//! handful of families, at the level where each engine can use its own strength: as masks, as rows, or as clauses. Every
//! family is exact: the assignments that satisfy all of them are just the solutions of the problem.

mod bounds;
#[cfg(feature = "sat")]
mod clauses;
mod compile;
mod conflicts;
mod partition;
#[cfg(feature = "ilp")]
mod rows;
mod sets;
#[cfg(any(feature = "ilp", feature = "sat"))]
mod shape;
mod views;

use std::sync::Arc;

use crate::interval::Interval;
use crate::problem::Problem;
use crate::square::Square;
use crate::symmetry::Group;

pub(crate) use crate::bound::Bound;
pub(crate) use bounds::LineEnds;
#[cfg(feature = "sat")]
pub(crate) use clauses::{Clauses, Scale};
pub(crate) use partition::Partition;
#[cfg(all(feature = "ilp", feature = "sat"))]
pub(crate) use rows::Helper;
#[cfg(feature = "ilp")]
pub(crate) use rows::Rows;
pub(crate) use sets::Sets;
pub(crate) use views::{Ray, View, Views, When};

/// "This kind stands on this square": slot × kinds + kind, where slots number the open squares in reading order.
pub(crate) type Var = u32;

/// A checked problem as variables and rules.
pub(crate) struct Model {
    pub(crate) problem: Arc<Problem>,
    /// Open squares in reading order.
    pub(crate) slots: Vec<Square>,
    /// One more than the slot of each square of the board, by index; 0 where nobody may stand.
    slot_of: Vec<u32>,
    pub(crate) kinds: usize,
    /// The square and the kind that each variable speaks of.
    pub(crate) men: Vec<(Square, u16)>,
    /// Families of sets of which at most one member is true.
    pub(crate) cliques: Vec<Cliques>,
    pub(crate) rules: Vec<Rule>,
}

/// A family of at-most-one sets.
pub(crate) struct Cliques {
    pub(crate) name: &'static str,
    /// Whether each variable is in at most one of the sets, so that counting sets bounds a count of variables.
    pub(crate) disjoint: bool,
    pub(crate) sets: Sets,
}

/// A rule other than "at most one".
pub(crate) enum Rule {
    /// Never one of the first together with one of the second.
    NotBoth(Vec<Var>, Vec<Var>),
    /// The number of true ones is in the range.
    Count { vars: Vec<Var>, range: Interval },
    /// The sum of the numbers of true ones is in the range.
    Linear { terms: Vec<(i64, Var)>, range: Interval },
    /// All are equal.
    Same(Vec<Var>),
    /// The number of sets with a true member is in the range.
    OccupiedLines { lines: Sets, range: Interval },
    /// The number of pieces in view of each of many squares is in the range.
    Views(Views),
    /// Nothing satisfies the problem.
    Never,
}

/// What to do with the solutions of a model.
#[derive(Clone)]
pub(crate) enum Goal {
    /// Find each of them once.
    All,
    /// Find each whose part on some squares, of the engine's choice and carried into themselves by the group, is the
    /// smallest of its images; say how many images that part has, for as many solutions each stands.
    UpTo(Arc<Group>),
    /// Find one for which the sum of the weights of its pieces, by kind, is greatest.
    Maximise(Vec<i64>),
}

impl Model {
    pub(crate) fn vars(&self) -> usize {
        self.slots.len() * self.kinds
    }

    /// The variable of a kind on a square; `None` where nobody may stand.
    pub(crate) fn var(&self, square: Square, kind: usize) -> Option<Var> {
        self.slot(square).map(|slot| slot * self.kinds as u32 + kind as u32)
    }

    pub(crate) fn slot(&self, square: Square) -> Option<u32> {
        self.slot_of[square.index(self.problem.board().columns())].checked_sub(1)
    }
}
