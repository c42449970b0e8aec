//! Rules that are simpler than their family, as rows and clauses detect them.

use std::collections::HashSet;

use super::conflicts::{is_mutual, points_forward};
use super::{Model, Rule, Sets, Var, View, Views};
use crate::budget::{Cause, Control};
use crate::language::{Direction, Move, OrderedMap, OrderedSet, Reach, Sight, Wrap, sort_by};

/// A view in which blocking does not matter.
pub(super) enum Plain {
    /// A piece is seen if and only if one of these is true.
    Covered(Vec<Var>),
    /// Every piece of these kinds on these slots is seen.
    AllKinds(Vec<(u32, u64)>),
}

/// Kinds that look along the same lines, and what they count there.
pub(super) struct Sights {
    /// Those that look, and that count among what they see.
    pub(super) kinds: u64,
    /// All that they count.
    pub(super) counting: u64,
    /// The most of these that each may attack, along its lines and by leaps.
    pub(super) most: i64,
    /// For each direction its lines, as slots in order, and the kinds that stand alone there: no piece of them stands next to one that
    /// counts, or to one of them.
    pub(super) lines: Vec<(Sets, u64)>,
    /// Whether these are all the lines along which they look.
    pub(super) are_all: bool,
}

impl View {
    /// Returns the view without the order of its rays, if that does not matter.
    pub(super) fn plain(&self, model: &Model, sight: Sight) -> Option<Plain> {
        if model.stopping(sight) == 0 {
            let mut slots = OrderedMap::<u32, u64>::new();
            for (slot, kinds) in self.rays.iter().flat_map(|ray| &ray.cells) {
                *slots.entry(*slot) |= kinds;
            }
            return Some(Plain::AllKinds(slots.into_vec()));
        }
        // By sight, blocking does not matter if every blocker counts as well.
        let all = model.all_kinds();
        let open = |cells: &[(u32, u64)]| {
            let before = cells.split_last().map_or(cells, |(_, before)| before);
            before.iter().all(|(_, kinds)| kinds & all == all)
        };
        if sight == Sight::Through || !self.rays.iter().all(|ray| open(&ray.cells)) {
            return None;
        }
        let mut vars = OrderedSet::default();
        for (slot, kinds) in self.rays.iter().flat_map(|ray| &ray.cells) {
            for (_, var) in model.of_slot(*slot).enumerate().filter(|(kind, _)| kinds >> kind & 1 == 1) {
                vars.insert(var);
            }
        }
        Some(Plain::Covered(vars.into_vec()))
    }
}

impl Views {
    /// Returns the kinds that ride both ways along lines and are counted themselves, where the rule says how many each may attack at most; none
    /// where there would be too many rows. Kinds with the same rides are taken together. Where edges meet, a line begins anywhere. A
    /// ride is left out if its lines share two squares with those of another, since a piece would be counted twice.
    pub(super) fn sights(&self, model: &Model, control: &mut Control) -> Result<Vec<Sights>, Cause> {
        /// The most terms of all rows.
        const MOST: usize = 1 << 22;
        let (Some((_, counting)), (_, most)) = (self.out(), self.range.ends()) else { return Ok(Vec::new()) };
        let (mut all, mut terms) = (Vec::new(), 0usize);
        for (rides, kinds) in self.few_on_lines(model) {
            if most > 0 {
                let of_leap = model.slots.len().saturating_mul(2 * model.kinds + 1);
                terms = terms.saturating_add(of_leap.saturating_mul(model.most_leaps(kinds)));
            }
            let mut lines: Vec<Sets> = Vec::new();
            let mut alone = Vec::new();
            let number = rides.len();
            for ride in rides {
                let own = model.lines_along(ride, 2, control)?;
                let of_line = |line: &[u32]| line.len().saturating_pow(3).saturating_mul(model.kinds) / 3;
                terms = own.iter().map(of_line).fold(terms, usize::saturating_add);
                if terms > MOST {
                    return Ok(Vec::new());
                }
                if most == 0 || model.share_one_square(&lines, &own, control)? {
                    lines.push(own);
                    alone.push(model.alone_along(ride, kinds, counting, control)?);
                }
            }
            let lines: Vec<(Sets, u64)> = lines.into_iter().zip(alone).collect();
            if model.is_few(most, lines.len(), kinds) {
                all.push(Sights { kinds, counting, most, are_all: lines.len() == number, lines });
            }
        }
        Ok(all)
    }

    /// Returns the kinds that look and are counted, with their rides, one of each two that are opposite. None where the rows of line ends are used.
    fn few_on_lines(&self, model: &Model) -> Vec<(Vec<Move>, u64)> {
        let is_told = self.sight == Sight::First && !self.owns_ends(model);
        let Some((from, counting)) = self.out().filter(|_| is_told) else { return Vec::new() };
        let mut all: Vec<(Vec<Move>, u64)> = Vec::new();
        let kinds = model.problem.setup().kinds.iter().enumerate();
        for (kind, info) in kinds.filter(|(kind, _)| (from & counting) >> kind & 1 == 1) {
            let moves = info.piece.moves();
            let rides = moves.iter().filter(|own| own.reach() == Reach::Ride && points_forward(**own));
            let rides: Vec<Move> = rides.filter(|own| moves.contains(&own.reversed())).copied().collect();
            match all.iter_mut().find(|(own, _)| *own == rides) {
                Some((_, kinds)) => *kinds |= 1 << kind,
                None => all.push((rides, 1 << kind)),
            }
        }
        let (_, most) = self.range.ends();
        all.retain(|(rides, kinds)| !rides.is_empty() && model.is_few(most, rides.len(), *kinds));
        all
    }

    /// Whether the rows of sights say all that this rule says: what is counted looks out, all along the same lines with two ends, and none
    /// need see any.
    pub(super) fn are_sights(&self, model: &Model) -> bool {
        self.range.contains(0) && self.is_straight(model) && self.is_along_lines(model)
    }

    /// Whether pieces look by sight along lines that have two ends.
    fn is_straight(&self, model: &Model) -> bool {
        model.problem.board().wrap() == Wrap::None && self.sight == Sight::First
    }

    /// Tells whether a rule counts, by sight, what the pieces of the only kind see along lines with two ends, no two of
    /// which share more than one square, and perhaps by leaps beside them.
    pub(in crate::model) fn owns_ends(&self, model: &Model) -> bool {
        let ([info], true) = (&model.problem.setup().kinds[..], self.out() == Some((1, 1))) else { return false };
        let moves = info.piece.moves();
        let slope = |own: &Move| Direction::new(own.rows(), own.columns());
        let (mut slopes, mut rides) = (OrderedSet::<Direction>::default(), 0);
        for ride in moves.iter().filter(|own| own.reach() == Reach::Ride) {
            slopes.insert(slope(ride));
            rides += 1;
        }
        let leaps = moves.iter().filter(|own| own.reach() != Reach::Ride);
        let beside = |own: &Move| own.reach() == Reach::Leap && !slopes.contains(&slope(own));
        self.is_straight(model)
            && is_mutual(&info.piece)
            && rides > 0
            && 2 * slopes.len() == rides
            && leaps.copied().all(|own| beside(&own))
    }

    /// Whether kinds see each other by sight, and all of their moves are the same unlimited rides, both ways.
    pub(super) fn is_along_lines(&self, model: &Model) -> bool {
        let Some((from, at)) = self.out() else { return false };
        let mut pieces = model.problem.setup().kinds.iter().enumerate().filter(|(kind, _)| from >> kind & 1 == 1);
        let Some((_, first)) = pieces.next() else { return false };
        let rides = first.piece.moves().iter().all(|own| own.reach() == Reach::Ride);
        let same = pieces.all(|(_, info)| info.piece == first.piece);
        from == at && self.sight == Sight::First && rides && same && is_mutual(&first.piece)
    }
}

impl Model {
    /// Whether pieces of these kinds may attack fewer others than they have ways along so many lines, two a line, and half of their leaps. If
    /// they may attack more, the rows say little.
    fn is_few(&self, most: i64, lines: usize, kinds: u64) -> bool {
        (0..(2 * lines + self.most_leaps(kinds).div_ceil(2)) as i64).contains(&most)
    }

    /// Returns, of the numbers of leaps that these kinds have, the greatest. Leaps along a ride do not count.
    fn most_leaps(&self, kinds: u64) -> usize {
        let slope = |own: &Move| Direction::new(own.rows(), own.columns());
        let of_kind = |kind: usize| {
            let (rides, others): (Vec<&Move>, _) =
                self.piece(kind).moves().iter().partition(|own| own.reach() == Reach::Ride);
            let off = |own: &&&Move| rides.iter().all(|ride| slope(ride) != slope(own));
            others.iter().filter(|own| own.reach() == Reach::Leap).filter(off).count()
        };
        (0..self.kinds).filter(|kind| kinds >> kind & 1 == 1).map(of_kind).max().unwrap_or(0)
    }

    /// Returns kinds of which no piece stands next to one that counts, nor next to another of them, on lines of this direction: one of the two
    /// would attack the other, and a rule forbids it. The kinds that look are not among them.
    fn alone_along(&self, ride: Move, looking: u64, counting: u64, control: &mut Control) -> Result<u64, Cause> {
        control.charge((self.rules.len() + self.kinds * self.kinds) as u64)?;
        let looks = |kind: &usize| [ride, ride.reversed()].iter().all(|own| self.piece(*kind).moves().contains(own));
        let along = (0..self.kinds).filter(looks).fold(0, |mask, kind| mask | 1 << kind);
        let rules = self.rules.iter().filter_map(|rule| if let Rule::Views(views) = rule { Some(views) } else { None });
        let forbidden = rules.chain(&self.forbidden).filter(|views| views.forbids()).filter_map(Views::out);
        let forbidden: Vec<(u64, u64)> = forbidden.map(|(from, to)| (from & along, to)).collect();
        // Whether no piece of a kind stands next to one of these.
        let is_apart = |kind: usize, others: u64| {
            let apart = forbidden.iter().fold(0, |mask, (from, to)| {
                let forward = if from >> kind & 1 == 1 { *to } else { 0 };
                mask | forward | if to >> kind & 1 == 1 { *from } else { 0 }
            });
            others & !apart == 0
        };
        let others = (0..self.kinds).filter(|kind| looking >> kind & 1 == 0);
        let mut alone = 0;
        for kind in others {
            if is_apart(kind, counting | alone | 1 << kind) {
                alone |= 1 << kind;
            }
        }
        Ok(alone)
    }

    /// Whether the variables, the members of all rules, and the squares in view of all views are no more than this.
    pub(crate) fn has_members_within(&self, max: usize, control: &mut Control) -> Result<bool, Cause> {
        let cliques = self.cliques.iter().map(|family| family.sets.members().len());
        let rules = self.rules.iter().map(|rule| match rule {
            Rule::NotBoth(left, right) => left.len() + right.len(),
            Rule::Count { vars, .. } | Rule::Same(vars) => vars.len(),
            Rule::Linear { terms, .. } => terms.len(),
            Rule::OccupiedLines { lines, .. } => lines.members().len(),
            Rule::Views(_) | Rule::Never => 0,
        });
        let mut members = self.vars() + cliques.chain(rules).sum::<usize>();
        for rule in &self.rules {
            if let Rule::Views(views) = rule {
                views.all(self, control, &mut |view, _| {
                    members += view.cells();
                    Ok(members <= max)
                })?;
            }
        }
        Ok(members <= max)
    }

    /// Returns how many ends of its lines each piece owns at least, by rules that count what pieces see in such a way that they own
    /// the ends of lines; 0 or less if it may attack along all of them. `None` where there are no such rules.
    pub(crate) fn ends_of_each(&self) -> Option<i64> {
        let views = self.rules.iter().filter_map(|rule| match rule {
            Rule::Views(views) if views.owns_ends(self) => Some(views),
            _ => None,
        });
        let ways = || self.piece(0).moves().iter().filter(|own| own.reach() == Reach::Ride).count() as i64;
        views.map(|views| ways().saturating_sub(views.range.ends().1)).max()
    }

    /// Whether all moves of all kinds are rides without end.
    pub(crate) fn only_rides(&self) -> bool {
        (0..self.kinds).all(|kind| self.piece(kind).moves().iter().all(|own| own.reach() == Reach::Ride))
    }

    /// Tells whether attacks are counted by views; "no attacks" is encoded otherwise.
    pub(super) fn counts_attacks(&self) -> bool {
        self.rules.iter().any(|rule| matches!(rule, Rule::Views(views) if views.out().is_some()))
    }

    /// Whether no line of these shares more than one square with any of those.
    fn share_one_square(&self, those: &[Sets], lines: &Sets, control: &mut Control) -> Result<bool, Cause> {
        for others in those {
            control.charge(8 * (others.members().len() + lines.members().len()) as u64)?;
            let mut line_of = vec![None; self.slots.len()];
            for (number, line) in others.iter().enumerate() {
                for slot in line {
                    line_of[*slot as usize] = Some(number);
                }
            }
            for line in lines.iter() {
                let mut met: Vec<usize> = line.iter().filter_map(|slot| line_of[*slot as usize]).collect();
                let number = met.len();
                met.sort_unstable();
                met.dedup();
                if met.len() < number {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Whether a rule has rows of sights beside, or in place of, those of Intervals.
    pub(crate) fn has_sights(&self, control: &mut Control) -> Result<bool, Cause> {
        for rule in &self.rules {
            if let Rule::Views(views) = rule
                && !(views.forbids() && views.are_sights(self))
                && !views.sights(self, control)?.is_empty()
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns, for each direction in which the first of these kinds rides without end, its lines of at least `min` open
    /// squares, as slots in order.
    pub(super) fn ride_lines(&self, kinds: u64, min: usize, control: &mut Control) -> Result<Vec<Sets>, Cause> {
        let Some(info) = self.problem.setup().kinds.get(kinds.trailing_zeros() as usize) else { return Ok(Vec::new()) };
        let rides = info.piece.moves().iter().filter(|own| own.reach() == Reach::Ride && points_forward(**own));
        rides.map(|ride| self.lines_along(*ride, min, control)).collect()
    }

    /// Returns the lines of a ride without end that have at least `min` open squares, as slots in order.
    fn lines_along(&self, ride: Move, min: usize, control: &mut Control) -> Result<Sets, Cause> {
        let board = self.problem.board();
        let mut lines = Sets::default();
        board.try_each_chain(ride.rows(), ride.columns(), &mut |chain| {
            control.charge(4 * chain.squares.len() as u64)?;
            for piece in board.cut(chain) {
                lines.push_if(min, piece.squares.iter().filter_map(|square| self.slot(*square)));
            }
            Ok(())
        })?;
        Ok(lines)
    }

    /// Tells whether the solutions surely form an antichain: every variable is in some fixed sum with positive
    /// coefficients.
    pub(super) fn is_antichain(&self, control: &mut Control) -> Result<bool, Cause> {
        let mut fixed = vec![false; self.vars()];
        // Sets of at least one, which are sets of exactly one if they are cliques as well.
        let mut occupied: HashSet<&[Var]> = HashSet::new();
        for rule in &self.rules {
            match rule {
                Rule::Count { vars, range } => {
                    control.charge(8 * vars.len() as u64)?;
                    let (min, max) = range.ends();
                    if min == max {
                        mark(&mut fixed, vars.iter());
                    } else if min == 1 {
                        occupied.insert(vars);
                    }
                }
                Rule::Linear { terms, range } => {
                    control.charge(4 * terms.len() as u64)?;
                    let (min, max) = range.ends();
                    if min == max && terms.iter().all(|(number, _)| *number > 0) {
                        mark(&mut fixed, terms.iter().map(|(_, var)| var));
                    }
                }
                _ => control.charge(1)?,
            }
        }
        let cliques = self.cliques.iter().filter(|_| !occupied.is_empty()).flat_map(|family| family.sets.iter());
        for set in cliques {
            control.charge(16 + 4 * set.len() as u64)?;
            if occupied.contains(set) {
                mark(&mut fixed, set.iter());
            }
        }
        Ok(fixed.into_iter().all(|fixed| fixed))
    }
}

fn mark<'a>(marks: &mut [bool], vars: impl IntoIterator<Item = &'a Var>) {
    for var in vars {
        marks[*var as usize] = true;
    }
}

impl Model {
    /// Returns for each variable one that is always equal to it: if `tied`, the first of those it is tied to.
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

    /// Returns disjoint sets that together hold every counted variable, with the largest number of true ones in each:
    /// the best partition into cliques, or sets that a rule bounds, whichever has the smaller total.
    pub(super) fn holding_few(&self, counted: &[bool], control: &mut Control) -> Result<Vec<(Vec<Var>, i64)>, Cause> {
        let partitions = self.partitions(counted, control)?;
        let mut best: Vec<(Vec<Var>, i64)> = match partitions.first() {
            Some(partition) => partition.sets.iter().map(|set| (set.to_vec(), 1)).collect(),
            None => (0..self.vars() as Var).filter(|var| counted[*var as usize]).map(|var| (vec![var], 1)).collect(),
        };
        let all = counted.iter().filter(|counted| **counted).count();
        // Sets with the smallest bound for their size come first.
        let mut few: Vec<(Vec<Var>, i64)> = Vec::new();
        for rule in &self.rules {
            if let Rule::Count { vars, range } = rule {
                control.charge(4 * vars.len() as u64)?;
                let own: Vec<Var> = vars.iter().copied().filter(|var| counted[*var as usize]).collect();
                let max = range.upper().unwrap_or(i64::MAX);
                if max < own.len() as i64 && max > 0 && own.len() < all {
                    few.push((own, max));
                }
            }
        }
        sort_by(&mut few, |(a, max_a), (b, max_b)| (*max_a * b.len() as i64).cmp(&(*max_b * a.len() as i64)));
        let mut taken: Vec<bool> = counted.iter().map(|counted| !counted).collect();
        let mut chosen = Vec::new();
        for (vars, max) in few {
            control.charge(4 * vars.len() as u64)?;
            if vars.iter().all(|var| !taken[*var as usize]) {
                for var in &vars {
                    taken[*var as usize] = true;
                }
                chosen.push((vars, max));
            }
        }
        let left = taken.iter().enumerate().filter(|(_, taken)| !**taken);
        chosen.extend(left.map(|(var, _)| (vec![var as Var], 1)));
        let max = |sets: &[(Vec<Var>, i64)]| sets.iter().map(|(_, max)| *max).sum::<i64>();
        if max(&chosen) < max(&best) {
            best = chosen;
        }
        Ok(best)
    }
}
