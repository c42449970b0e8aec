//! A model prepared for one width: masks, and the rules to propagate when a variable changes.
//!
//! - `build`: from a model to a program;
//! - `agenda`: the rules to be propagated.

mod agenda;
mod build;

pub(super) use agenda::Agenda;

use super::lines::CoverLines;
use super::sides::ContestedLines;
use crate::budget::{Cause, Control, Shuffle};
use crate::language::Sight;
use crate::model::bit_set::BitSet;
use crate::model::{Sets, Var, View, When};

/// The largest number of sets that are checked after every change, rather than when one of their members has changed.
pub(super) const MAX_HITS: usize = u128::BITS as usize;

/// The problem as the search sees it; fixed while it runs.
pub(super) struct Program<W: BitSet> {
    pub(super) vars: usize,
    pub(super) kinds: usize,
    /// Kinds that stop even sight through pieces, as a mask.
    pub(super) blockers: u64,
    excludes: Excludes<W>,
    /// Sets that must have a true member, checked after every change. The last ones become required only during the
    /// search.
    pub(super) hits: Vec<W::Mask>,
    /// How many sets there may be when all that are required from the beginning are known, and how many these are.
    room: usize,
    wanted: usize,
    /// For each variable the sets that contain it, as a mask; empty if there are no sets.
    hits_of: Vec<u128>,
    /// Whether some of them are squares to be covered.
    pub(super) covers: bool,
    /// Differences of the counts of two halves of all variables; they give the minimum of each half for a total.
    pub(super) halves: Vec<Halves<W>>,
    /// Contested lines, which only one half of the first difference can hold.
    pub(super) contested: Vec<ContestedLines<W>>,
    /// The lines of which each square to be covered has two at most, where there are such.
    pub(super) cover_lines: Option<CoverLines<W>>,
    /// Counts over much of the board; checked after every change.
    pub(super) totals: Vec<Total<W>>,
    /// All other rules, propagated when a variable has changed from whose change something may follow.
    pub(super) rules: Vec<Watched<W>>,
    /// For each variable the number of the rule whose rays are those of its piece.
    pub(super) rays_of: Vec<Option<u32>>,
    /// The rules, by number, that demand pieces on some squares.
    pub(super) wanting: Vec<u32>,
    /// The rules to be propagated when a variable becomes true, and when it becomes false.
    rises: Watch<W>,
    falls: Watch<W>,
    /// Whether the problem has no solution.
    pub(super) never: bool,
}

/// For each variable the rules, by number, that are propagated when it changes in one way, and which variables have any.
struct Watch<W: BitSet> {
    rules: Sets,
    vars: W,
}

/// The variables that exclude each other.
enum Excludes<W: BitSet> {
    /// On small boards, for each variable all that it excludes.
    Table(Vec<W::Mask>),
    /// On others, for each variable sets by number, which may contain the variable itself.
    Sets { of_var: Sets, sets: Vec<W::Mask> },
}

/// A rule that is propagated when a variable has changed.
pub(super) enum Watched<W: BitSet> {
    /// The number of true members is in a range.
    Count {
        when: When,
        mask: W::Mask,
        min: i64,
        max: i64,
    },
    /// The number of these sets with a true member is in a range; the sets are disjoint.
    Rays {
        when: When,
        rays: Vec<W::Mask>,
        min: i64,
        max: i64,
    },
    Linear {
        terms: Vec<(i64, Var)>,
        min: i64,
        max: i64,
    },
    Same(Vec<Var>),
    OccupiedLines {
        lines: Vec<W::Mask>,
        min: i64,
        max: i64,
    },
    View {
        view: View,
        sight: Sight,
        min: i64,
        max: i64,
        /// The variables that count along each ray, where no piece need be in view.
        along: Vec<W::Mask>,
    },
}

/// A count over much of the board, with partitions into cliques that bound what can still be added.
pub(super) struct Total<W: BitSet> {
    pub(super) mask: W::Mask,
    pub(super) min: i64,
    pub(super) max: i64,
    /// Whether it counts all variables.
    pub(super) counts_all: bool,
    pub(super) partitions: Vec<Vec<W::Mask>>,
    pub(super) line_ends: Vec<EndLines<W>>,
}

impl<W: BitSet> Total<W> {
    /// Tells whether at most half as many are counted as there may be.
    pub(super) fn is_of_few(&self) -> bool {
        self.partitions.iter().all(|sets| 2 * self.max <= sets.len() as i64)
    }
}

/// The number of true members of one half less that of the other is in a range.
pub(super) struct Halves<W: BitSet> {
    pub(super) plus: W::Mask,
    pub(super) minus: W::Mask,
    pub(super) min: i64,
    pub(super) max: i64,
}

/// Lines for the bound by line ends: n pieces occupy at least n × `each` / 2 of them.
pub(super) struct EndLines<W: BitSet> {
    pub(super) lines: Vec<W::Mask>,
    pub(super) each: i64,
    /// The number of ends of a piece that attacks no other along these lines.
    pub(super) all: i64,
    /// For each variable, if pieces may own more than `each` ends, the rays that lead along these lines, as a mask.
    pub(super) along: Vec<u32>,
}

impl<W: BitSet> Program<W> {
    /// Returns all sets that must be hit from the beginning, as a mask.
    pub(super) fn every_hit(&self) -> u128 {
        if self.wanted == 0 { 0 } else { u128::MAX >> (MAX_HITS - self.wanted) }
    }

    /// Returns the sets that must be hit from the beginning.
    pub(super) fn wanted_hits(&self) -> &[W::Mask] {
        &self.hits[..self.wanted]
    }

    /// Tells whether there is nothing but what variables exclude and sets that must be hit from the beginning.
    pub(super) fn only_hits(&self) -> bool {
        let has_others = !self.rules.is_empty() || !self.totals.is_empty() || !self.halves.is_empty();
        !has_others && self.cover_lines.is_none() && self.wanted > 0 && !self.never
    }

    /// Returns the counts, if there is nothing but these and what variables exclude, and no piece that is a wall.
    pub(super) fn only_counts(&self) -> Option<&[Total<W>]> {
        let has_others = !self.rules.is_empty() || !self.halves.is_empty() || self.cover_lines.is_some();
        (!has_others && self.wanted == 0 && self.blockers == 0 && !self.never).then_some(&self.totals)
    }

    /// Returns the sets that a variable hits.
    pub(super) fn hit_by(&self, var: Var) -> u128 {
        self.hits_of.get(var as usize).copied().unwrap_or(0)
    }

    /// Returns the sets of a mask.
    pub(super) fn hits_in(&self, mut numbers: u128) -> impl Iterator<Item = &W::Mask> {
        std::iter::from_fn(move || {
            let number = numbers.trailing_zeros() as usize;
            numbers &= numbers.wrapping_sub(1);
            self.hits.get(number)
        })
    }

    /// Removes all that a true variable excludes, where no rule is to be told.
    pub(super) fn take_all_excluded(&self, open: &mut W, var: Var) {
        match &self.excludes {
            Excludes::Table(table) => open.take(&table[var as usize]),
            Excludes::Sets { of_var, sets } => {
                for number in of_var.get(var as usize) {
                    open.take(&sets[*number as usize]);
                }
            }
        }
    }

    /// Removes all that a true variable excludes.
    pub(super) fn take_excluded(&self, open: &mut W, agenda: &mut Agenda, var: Var) {
        let mut take = |set: &W::Mask| {
            if !self.rules.is_empty() {
                open.each_in(set, |other| self.fell(agenda, other));
            }
            open.take(set);
        };
        match &self.excludes {
            Excludes::Table(table) => take(&table[var as usize]),
            Excludes::Sets { of_var, sets } => {
                for number in of_var.get(var as usize) {
                    take(&sets[*number as usize]);
                }
            }
        }
    }

    /// Returns the open member of a set that excludes the fewest others; of several the first, or by a random order.
    pub(super) fn min_excluding(
        &self,
        open: &W,
        set: &W::Mask,
        shuffle: Option<Shuffle>,
        control: &mut Control,
    ) -> Result<Option<Var>, Cause> {
        let mut best: Option<(usize, u64, Var)> = None;
        // On a wide board there are as many members as squares, and each excludes much of the board.
        let mut stopped = Ok(());
        open.each_in(set, |var| {
            if stopped.is_ok() {
                stopped = control.charge(4 + self.cost_of_excluded(var));
                let next = (self.excluded(open, var), shuffle.map_or(0, |shuffle| shuffle.rank(var)), var);
                best = Some(best.map_or(next, |best| best.min(next)));
            }
        });
        stopped.map(|()| best.map(|(.., var)| var))
    }

    /// Returns the first open variable that excludes the most others; `None` if none excludes any, or if there are too
    /// many to compare.
    pub(super) fn max_excluding(&self, open: &W) -> Option<Var> {
        if W::MANY {
            return None;
        }
        let mut best: Option<(usize, Var)> = None;
        open.each(|var| {
            let excluded = self.excluded(open, var);
            if best.map_or(0, |(max, _)| max) < excluded {
                best = Some((excluded, var));
            }
        });
        best.map(|(_, var)| var)
    }

    /// Returns the work of counting what a variable excludes.
    fn cost_of_excluded(&self, var: Var) -> u64 {
        match &self.excludes {
            Excludes::Table(table) => W::cost(&table[var as usize]),
            Excludes::Sets { of_var, sets } => {
                let mut cost = 0;
                for number in of_var.get(var as usize) {
                    cost += 1 + W::cost(&sets[*number as usize]);
                }
                cost
            }
        }
    }

    /// Returns the number of open variables that one excludes.
    fn excluded(&self, open: &W, var: Var) -> usize {
        match &self.excludes {
            Excludes::Table(table) => open.count_in(&table[var as usize]),
            Excludes::Sets { of_var, sets } => {
                let mut excluded = 0;
                for number in of_var.get(var as usize) {
                    excluded += open.count_in(&sets[*number as usize]);
                }
                excluded
            }
        }
    }

    /// Puts every rule on the agenda from which something may follow, now that a variable is true.
    #[inline]
    pub(super) fn rose(&self, agenda: &mut Agenda, var: Var) {
        self.rises.tell(agenda, var);
    }

    /// The same, now that it is false.
    #[inline]
    pub(super) fn fell(&self, agenda: &mut Agenda, var: Var) {
        self.falls.tell(agenda, var);
    }
}

impl<W: BitSet> Watch<W> {
    #[inline]
    fn tell(&self, agenda: &mut Agenda, var: Var) {
        agenda.changes += 1;
        if self.vars.has(var) {
            let rules = self.rules.get(var as usize);
            agenda.work += rules.len() as u64;
            for rule in rules {
                agenda.add(*rule as usize);
            }
        }
    }
}
