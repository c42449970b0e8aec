//! What rows and clauses both look for in a model: rules that are simpler than their family.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::conflicts::{is_mutual, points_forward};
use super::{Model, Rule, Sets, Var, View, Views};
use crate::board::Wrap;
use crate::constraint::Sight;
use crate::control::{Cause, Control};
use crate::direction::Direction;
use crate::interval::Interval;
use crate::movement::Reach;

/// A view in which nobody who matters can be hidden.
pub(super) enum Plain {
    /// Somebody is seen if and only if one of these is true.
    Covered(Vec<Var>),
    /// Everybody of these kinds on these slots is seen.
    Everybody(Vec<(u32, u64)>),
}

impl View {
    /// The view without its order, if that does not matter.
    pub(super) fn plain(&self, model: &Model, sight: Sight) -> Option<Plain> {
        if model.stopping(sight) == 0 {
            let mut slots = BTreeMap::<u32, u64>::new();
            for (slot, kinds) in self.rays.iter().flat_map(|ray| &ray.cells) {
                *slots.entry(*slot).or_default() |= kinds;
            }
            return Some(Plain::Everybody(slots.into_iter().collect()));
        }
        // By sight it does not matter who hides whom if whoever hides counts as well.
        let everybody = model.all_kinds();
        let open = |cells: &[(u32, u64)]| {
            let before = cells.split_last().map_or(cells, |(_, before)| before);
            before.iter().all(|(_, kinds)| kinds & everybody == everybody)
        };
        if sight == Sight::Through || !self.rays.iter().all(|ray| open(&ray.cells)) {
            return None;
        }
        let mut vars = BTreeSet::new();
        for (slot, kinds) in self.rays.iter().flat_map(|ray| &ray.cells) {
            vars.extend(
                model.of_slot(*slot).enumerate().filter(|(kind, _)| kinds >> kind & 1 == 1).map(|(_, var)| var),
            );
        }
        Some(Plain::Covered(vars.into_iter().collect()))
    }
}

impl Views {
    /// The most squares along rays that are written out.
    #[cfg(feature = "ilp")]
    const MOST_CELLS: usize = 1 << 24;

    /// The views one by one.
    #[cfg(feature = "ilp")]
    pub(super) fn all(&self, model: &Model, control: &mut Control) -> Result<Vec<View>, Cause> {
        let mut cells = 0;
        let mut views = Vec::new();
        self.each(model, control, |view| {
            cells += 1 + view.rays.iter().map(|ray| ray.cells.len()).sum::<usize>();
            if cells <= Self::MOST_CELLS {
                views.push(view);
            }
        })?;
        if cells > Self::MOST_CELLS { Err(Cause::MemoryLimit) } else { Ok(views) }
    }

    /// The kinds, as a mask, none of which may see another of them, all of whose moves are the same unlimited rides, to and
    /// fro along lines that have two ends: what keeps them apart is others in between.
    #[cfg_attr(not(feature = "ilp"), allow(dead_code, reason = "only rows ask for it"))]
    pub(super) fn kept_apart_by_others(&self, model: &Model) -> Option<u64> {
        self.along_lines(model).filter(|_| self.range == Interval::from(0))
    }

    /// Whether it counts, by sight, whom the pieces of the only kind see along lines with two ends, no two of which have
    /// more than one square in common.
    #[cfg_attr(not(feature = "ilp"), allow(dead_code, reason = "only rows ask for it"))]
    pub(super) fn owns_ends(&self, model: &Model) -> bool {
        let moves = model.problem.scene().kinds.first().map_or(&[][..], |cast| cast.piece.moves());
        let slopes: BTreeSet<Direction> = moves.iter().map(|own| Direction::new(own.rows(), own.columns())).collect();
        model.kinds == 1 && self.along_lines(model).is_some() && 2 * slopes.len() == moves.len()
    }

    /// The kinds that look at each other by sight, if all of their moves are the same unlimited rides, to and fro along lines
    /// that have two ends.
    #[cfg_attr(not(feature = "ilp"), allow(dead_code, reason = "only rows ask for it"))]
    fn along_lines(&self, model: &Model) -> Option<u64> {
        let (from, at) = self.out()?;
        let mut pieces = model.problem.scene().kinds.iter().enumerate().filter(|(kind, _)| from >> kind & 1 == 1);
        let (_, first) = pieces.next()?;
        let rides = first.piece.moves().iter().all(|own| own.reach() == Reach::Ride);
        let same = pieces.all(|(_, cast)| cast.piece == first.piece);
        let straight = model.problem.board().wrap() == Wrap::None && self.sight == Sight::First;
        (from == at && straight && rides && same && is_mutual(&first.piece)).then_some(from)
    }
}

impl Model {
    /// Whether attacks are counted at all; that nobody attacks anybody is said in other ways.
    #[cfg_attr(not(feature = "sat"), allow(dead_code, reason = "only clauses ask for it"))]
    pub(super) fn counts_attacks(&self) -> bool {
        self.rules.iter().any(|rule| matches!(rule, Rule::Views(views) if views.out().is_some()))
    }

    /// All kinds, as a mask.
    pub(super) fn all_kinds(&self) -> u64 {
        (0..self.kinds).fold(0, |mask, kind| mask | 1 << kind)
    }

    /// The kinds, as a mask, that stop sight.
    pub(super) fn stopping(&self, sight: Sight) -> u64 {
        let kinds = self.problem.scene().kinds.iter().enumerate();
        let stops = kinds.filter(|(_, cast)| sight == Sight::First || cast.piece.is_blocker());
        stops.fold(0, |mask, (kind, _)| mask | 1 << kind)
    }

    /// For each direction in which the first of these kinds rides, its lines of so many open squares, as slots in order.
    #[cfg_attr(not(feature = "ilp"), allow(dead_code, reason = "only rows ask for it"))]
    pub(super) fn ride_lines(&self, kinds: u64, least: usize, control: &mut Control) -> Result<Vec<Sets>, Cause> {
        let board = self.problem.board();
        let Some(cast) = self.problem.scene().kinds.get(kinds.trailing_zeros() as usize) else { return Ok(Vec::new()) };
        let mut all = Vec::new();
        for ride in cast.piece.moves().iter().filter(|ride| points_forward(**ride)) {
            let mut lines = Sets::default();
            board.try_each_chain(ride.rows(), ride.columns(), |chain| {
                control.spend(4 * chain.squares.len() as u64)?;
                for piece in board.cut(chain) {
                    lines.push_if(least, piece.squares.iter().filter_map(|square| self.slot(*square)));
                }
                Ok(())
            })?;
            all.push(lines);
        }
        Ok(all)
    }

    /// Tells whether surely no solution is part of another: every variable is in some sum that is fixed, of numbers greater
    /// than 0.
    pub(super) fn is_antichain(&self, control: &mut Control) -> Result<bool, Cause> {
        let cliques: HashSet<&[Var]> = self.cliques.iter().flat_map(|family| family.sets.iter()).collect();
        let mut fixed = vec![false; self.vars()];
        for rule in &self.rules {
            let vars: Vec<Var> = match rule {
                Rule::Count { vars, range } => {
                    let (least, most) = range.ends();
                    let exact = least == most || (least == 1 && cliques.contains(&vars[..]));
                    if exact { vars.clone() } else { Vec::new() }
                }
                Rule::Linear { terms, range } => {
                    let (least, most) = range.ends();
                    let exact = least == most && terms.iter().all(|(number, _)| *number > 0);
                    if exact { terms.iter().map(|(_, var)| *var).collect() } else { Vec::new() }
                }
                _ => Vec::new(),
            };
            control.spend(4 * vars.len() as u64)?;
            for var in vars {
                fixed[var as usize] = true;
            }
        }
        Ok(fixed.into_iter().all(|fixed| fixed))
    }
}

#[cfg(feature = "sat")]
impl Model {
    /// For each variable one that is always equal to it: where asked for, the first of those it is tied to.
    pub(super) fn same(&self, tied: bool) -> Vec<Var> {
        let mut same: Vec<Var> = (0..self.vars() as Var).collect();
        for rule in self.rules.iter().filter(|_| tied) {
            if let Rule::Same(vars) = rule {
                for var in &vars[1..] {
                    same[*var as usize] = same[vars[0] as usize];
                }
            }
        }
        same
    }

    /// Whether a value is better driven by a SAT solver than by a search: where attacks are few and counted, or others come in
    /// between, where there are more counts of two or more than squares, and where sums of unlike signs are fixed, as the
    /// difference of two armies of knights, on boards that are not small.
    pub(crate) fn suits_clauses(&self) -> bool {
        /// The most variables of a board that is small.
        const SMALL: usize = 64;
        /// The most of a board on which the search goes through anything.
        const TINY: usize = 25;
        /// The most attacks of which there are few: beyond, a piece may attack nearly whom it will, and the search is quicker.
        const FEW: i64 = 4;
        let several = self.rules.iter().filter(|rule| match rule {
            Rule::Count { vars, range } => range.most().is_some_and(|most| most > 1 && most < vars.len() as i64),
            _ => false,
        });
        let few = self.rules.iter().any(|rule| match rule {
            Rule::Views(views) => views.out().is_some() && views.range.most().is_some_and(|most| most <= FEW),
            _ => false,
        });
        let lines = self
            .rules
            .iter()
            .any(|rule| matches!(rule, Rule::NotBoth(left, right) if left.len() > 1 && right.len() > 1));
        let differences = self.rules.iter().any(|rule| match rule {
            Rule::Linear { terms, range } => {
                let (least, most) = range.ends();
                let signs = [terms.iter().any(|(number, _)| *number > 0), terms.iter().any(|(number, _)| *number < 0)];
                // Where lines belong to the one side or the other, the search does well.
                let sides = terms.len() == self.vars() && terms.iter().all(|(number, _)| number.abs() == 1);
                least == most && signs == [true; 2] && !(sides && lines)
            }
            _ => false,
        });
        let large = self.slots.len() > SMALL;
        let crowded = self.vars() > TINY && several.count() > self.slots.len();
        self.vars() > SMALL && few || crowded || large && differences
    }

    /// Disjoint sets that together hold every counted variable, with the most true ones each may have: the best partition
    /// into cliques, or into sets of which a rule counts few, whichever has less in all.
    pub(super) fn holding_few(
        &self,
        counted: impl Fn(Var) -> bool,
        control: &mut Control,
    ) -> Result<Vec<(Vec<Var>, i64)>, Cause> {
        let partitions = self.partitions(&counted, control)?;
        let mut best: Vec<(Vec<Var>, i64)> = match partitions.first() {
            Some(partition) => partition.sets.iter().map(|set| (set.to_vec(), 1)).collect(),
            None => (0..self.vars() as Var).filter(|var| counted(*var)).map(|var| (vec![var], 1)).collect(),
        };
        let all = (0..self.vars() as Var).filter(|var| counted(*var)).count();
        // Sets that hold the fewest for their size come first.
        let mut few: Vec<(Vec<Var>, i64)> = Vec::new();
        for rule in &self.rules {
            if let Rule::Count { vars, range } = rule {
                control.spend(4 * vars.len() as u64)?;
                let own: Vec<Var> = vars.iter().copied().filter(|var| counted(*var)).collect();
                let most = range.most().unwrap_or(i64::MAX);
                if most < own.len() as i64 && most > 0 && own.len() < all {
                    few.push((own, most));
                }
            }
        }
        few.sort_by(|(a, most_a), (b, most_b)| (*most_a * b.len() as i64).cmp(&(*most_b * a.len() as i64)));
        let mut taken: Vec<bool> = (0..self.vars() as Var).map(|var| !counted(var)).collect();
        let mut chosen = Vec::new();
        for (vars, most) in few {
            control.spend(4 * vars.len() as u64)?;
            if vars.iter().all(|var| !taken[*var as usize]) {
                for var in &vars {
                    taken[*var as usize] = true;
                }
                chosen.push((vars, most));
            }
        }
        let left = taken.iter().enumerate().filter(|(_, taken)| !**taken);
        chosen.extend(left.map(|(var, _)| (vec![var as Var], 1)));
        let most = |sets: &[(Vec<Var>, i64)]| sets.iter().map(|(_, most)| *most).sum::<i64>();
        if most(&chosen) < most(&best) {
            best = chosen;
        }
        Ok(best)
    }
}
