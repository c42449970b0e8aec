//! The neutral 0/1 model of a problem: what engines work on.
//!
//! A variable says "this kind stands on this square"; there is one for each kind and each open square. Rules are kept
//! in a handful of families that suit every engine: as masks, as rows, or as clauses. Every family is exact: the
//! assignments that satisfy all of them are the solutions of the problem.

mod apart;
pub(crate) mod bit_set;
mod bounds;
mod clauses;
mod compile;
mod conflicts;
mod holds;
mod images;
mod kept;
mod matching;
mod partition;
mod parts;
mod rows;
#[cfg(test)]
pub(crate) mod samples;
mod sets;
mod shape;
mod spread;
mod views;
mod worths;

use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::answer::BoundName;
use crate::budget::{Cause, Control, free_aside};
use crate::judge::Judge;
use crate::language::{Board, Interval, Piece, Problem, Sight, Square};
use crate::symmetry::Group;

pub(crate) use crate::answer::Bound;
pub(crate) use bounds::LineEnds;
pub(crate) use bounds::dual;
pub(crate) use clauses::Clauses;
#[cfg(feature = "sat")]
pub(crate) use clauses::{Lit, Scale};
use kept::Kept;
pub(crate) use matching::Bipartite;
pub(crate) use partition::Partition;
pub(crate) use parts::Part;
pub(crate) use rows::Helper;
pub(crate) use rows::Rows;
pub(crate) use sets::{Lists, Sets, ShortList};
use views::Covering;
pub(crate) use views::{Ray, Steps, View, Views, When};
pub(crate) use worths::Worths;

/// "This kind stands on this square": slot × kinds + kind, where slots number the open squares in reading order.
pub(crate) type Var = u32;

/// A checked problem as variables and rules.
///
/// Engines see this and not the problem, which only the files of this folder look at.
#[derive(Clone)]
pub(crate) struct Model {
    problem: Arc<Problem>,
    /// Open squares in reading order.
    pub(crate) slots: Vec<Square>,
    /// The slot of each square of the board plus one, by index; 0 where no piece may stand.
    slot_of: Vec<u32>,
    pub(crate) kinds: usize,
    /// The square and the kind of each variable.
    pub(crate) placed: Vec<(Square, u16)>,
    /// Families of sets of which at most one member is true.
    pub(crate) cliques: Vec<Cliques>,
    pub(crate) rules: Vec<Rule>,
    /// Attacks that are forbidden, where cliques and pairs say so in full: for engines that remember lines instead.
    pub(crate) forbidden: Vec<Views>,
    /// Whether rules were added that the problem does not have.
    is_restricted: bool,
    /// Whether it is a part of a problem's model, without the other squares.
    is_part: bool,
    /// What the sweep has prepared.
    pub(crate) kept: Kept,
}

/// A family of cliques: sets of which at most one member is true.
#[derive(Clone)]
pub(crate) struct Cliques {
    /// The family; the bound that it gives has the same name.
    pub(crate) name: BoundName,
    /// Whether each variable is in at most one of the sets, so that counting sets bounds a count of variables.
    pub(crate) disjoint: bool,
    pub(crate) sets: Sets,
}

/// A rule other than "at most one".
#[derive(Clone)]
pub(crate) enum Rule {
    /// No variable of the first set is true together with one of the second.
    NotBoth(ShortList, ShortList),
    /// The number of true variables is in the range.
    Count { vars: Vec<Var>, range: Interval },
    /// The sum of the coefficients of true variables is in the range.
    Linear { terms: Vec<(i64, Var)>, range: Interval },
    /// All are equal.
    Same(Vec<Var>),
    /// The number of sets with a true member is in the range.
    OccupiedLines { lines: Sets, range: Interval },
    /// The number of pieces in view of each of many squares is in the range.
    Views(Views),
    /// The problem has no solution.
    Never,
}

/// What to do with the solutions of a model.
#[derive(Clone)]
pub(crate) enum Goal {
    /// Find each solution once.
    All,
    /// Find each solution whose restriction to some squares is the smallest of its images, and report the size of that
    /// restriction's orbit: the solution stands for as many. The engine chooses the squares; the group maps them onto
    /// themselves.
    UpTo(Arc<Group>),
    /// As up to the group; and a solution may also stand for others that have as many pieces.
    Number(Arc<Group>),
    /// Find a solution for which the sum of the weights of its pieces is greatest.
    Maximise(Worths),
}

/// Drops what grew with a model, on another thread if that is large.
fn free_if_large(model: &Model, grown: impl Send + 'static) {
    /// From this many variables on, freeing takes longer than handing it to another thread.
    const MANY: usize = 1 << 12;
    if model.vars() >= MANY {
        free_aside(grown);
    }
}

impl Model {
    pub(crate) fn vars(&self) -> usize {
        self.slots.len() * self.kinds
    }

    /// Returns the variable of a kind on a square; `None` where no piece may stand.
    pub(crate) fn var(&self, square: Square, kind: usize) -> Option<Var> {
        self.slot(square).map(|slot| slot * self.kinds as u32 + kind as u32)
    }

    pub(crate) fn slot(&self, square: Square) -> Option<u32> {
        self.slot_of[square.index(self.board().columns())].checked_sub(1)
    }

    /// The board: its size, how it wraps, and what stops sight on it.
    pub(crate) fn board(&self) -> &Board {
        self.problem.board()
    }

    /// The piece of a kind.
    pub(crate) fn piece(&self, kind: usize) -> &Piece {
        &self.problem.setup().kinds[kind].piece
    }

    /// The name of a kind.
    pub(crate) fn name(&self, kind: usize) -> &str {
        &self.problem.setup().kinds[kind].name
    }

    /// About the work to visit all views of the rules.
    pub(crate) fn work_of_views(&self) -> u64 {
        let views = self.rules.iter().map(|rule| if let Rule::Views(views) = rule { views.work(self) } else { 0 });
        views.fold(0, u64::saturating_add)
    }

    /// All kinds, as a mask.
    fn all_kinds(&self) -> u64 {
        (0..self.kinds).fold(0, |mask, kind| mask | 1 << kind)
    }

    /// The kinds, as a mask, that stop sight.
    pub(crate) fn stopping(&self, sight: Sight) -> u64 {
        let stops = (0..self.kinds).filter(|kind| sight == Sight::First || self.piece(*kind).is_blocker());
        stops.fold(0, |mask, kind| mask | 1 << kind)
    }

    /// Returns this model with more rules. Its symmetries are then unknown, and [`judge`](Self::judge) does not look at them.
    pub(crate) fn restricted(&self, rules: impl IntoIterator<Item = Rule>) -> Self {
        let mut model = Self { is_restricted: true, ..self.clone() };
        model.rules.extend(rules);
        model
    }

    /// Returns a rule, by its place, that gives a range for the number of all pieces, and the range, if apart from it squares only
    /// exclude each other.
    pub(crate) fn range_of_pieces(&self) -> Option<(usize, RangeInclusive<i64>)> {
        let mut others = self.rules.iter().enumerate().filter(|(_, rule)| !matches!(rule, Rule::NotBoth(..)));
        match (others.next()?, others.next()) {
            ((place, Rule::Count { vars, range }), None) if vars.len() == self.vars() => {
                let (min, max) = range.ends();
                Some((place, min.max(0)..=max))
            }
            _ => None,
        }
    }

    /// Returns this model with another range in a rule that counts.
    pub(crate) fn with_range(&self, place: usize, range: impl Into<Interval>) -> Self {
        let mut model = Self { is_restricted: true, ..self.clone() };
        if let Some(Rule::Count { range: own, .. }) = model.rules.get_mut(place) {
            *own = range.into();
        }
        model
    }

    /// Returns this model without the rules for the number of all pieces, and the range that they leave together.
    pub(crate) fn without_total(&self) -> (Self, Interval) {
        let (mut min, mut max) = (0, self.slots.len() as i64);
        let mut model = self.clone();
        let all = self.vars();
        model.rules.retain(|rule| match rule {
            Rule::Count { vars, range } if vars.len() == all => {
                let (own_min, own_max) = range.ends();
                (min, max) = (min.max(own_min), max.min(own_max));
                false
            }
            _ => true,
        });
        (model, Interval::between(min, max))
    }

    /// Returns this model with a range for the number of all pieces.
    pub(crate) fn with_total(&self, range: impl Into<Interval>) -> Self {
        self.restricted([Rule::Count { vars: (0..self.vars() as Var).collect(), range: range.into() }])
    }

    /// The symmetries of the rules, or the identity alone if they are unknown.
    pub(crate) fn group(&self, control: &mut Control) -> Result<Group, Cause> {
        if self.is_restricted {
            return Ok(self.identity());
        }
        let group = self.problem.own_group(control)?;
        self.keeping_squares(group, control)
    }

    /// Of symmetries of the problem those that map the squares of this part of it onto themselves: all, if it is the whole.
    pub(crate) fn keeping_squares(&self, group: Group, control: &mut Control) -> Result<Group, Cause> {
        if !self.is_part {
            return Ok(group);
        }
        group.try_keep(|element| {
            control.charge(8 * self.slots.len() as u64)?;
            Ok(self.slots.iter().all(|square| self.slot(group.image_of(element, *square)).is_some()))
        })
    }

    /// Like [`group`](Self::group), with the symmetries that exchange kinds.
    pub(crate) fn group_with_swaps(&self, control: &mut Control) -> Result<Group, Cause> {
        if self.is_restricted {
            return Ok(self.identity());
        }
        let some = self.problem.symmetries_with_swaps(control)?;
        self.keeping_squares(some, control)
    }

    fn identity(&self) -> Group {
        Group::trivial(self.board(), self.kinds)
    }

    /// The reference meaning of the rules, for an engine that uses nothing else.
    pub(crate) fn judge(&self) -> Judge {
        Judge::new(&self.problem)
    }
}
