//! From the rules of a model to rows.

use super::groups::Groups;
use super::{Helper, Rows, Terms, times};
use crate::budget::{Cause, Control, Family, Formulation};
use crate::judge::sight;
use crate::language::{Interval, OrderedMap, Reach, Sight};
use crate::model::apart::Apart;
use crate::model::shape::{Plain, Sights};
use crate::model::spread::Spread;
use crate::model::{Model, Rule, Sets, Var, View, Views, When, free_if_large};

impl Rows {
    /// Encodes a model as rows.
    pub(crate) fn of(model: &Model, formulation: Formulation, control: &mut Control) -> Result<Self, Cause> {
        Self::lowered(model, formulation, false, control)
    }

    /// Weaker rows: they bound from above what is seen along lines, and may allow what the rules do not.
    pub(crate) fn of_sights(model: &Model, formulation: Formulation, control: &mut Control) -> Result<Self, Cause> {
        Self::lowered(model, formulation, true, control)
    }

    fn lowered(
        model: &Model,
        formulation: Formulation,
        only_sights: bool,
        control: &mut Control,
    ) -> Result<Self, Cause> {
        let rows = Self { pieces: model.vars(), ..Self::default() };
        let mut lowering = Lowering {
            model,
            formulation,
            only_sights,
            rows,
            seen: Spread::default(),
            lines: Spread::default(),
            apart: Apart::default(),
            groups: None,
            limits: None,
        };
        let written = lowering.all(control);
        let Lowering { mut rows, seen, lines, apart, groups, .. } = lowering;
        let known = std::mem::take(&mut rows.known);
        #[cfg(feature = "ilp")]
        let written = written.and_then(|()| {
            rows.antichain = model.is_antichain(control)?;
            Ok(())
        });
        free_if_large(model, (known, seen, lines, apart));
        drop(groups);
        match written {
            Ok(()) => Ok(rows),
            Err(cause) => {
                free_if_large(model, rows);
                Err(cause)
            }
        }
    }
}

/// A helper's column, and whether it is bounded from above and from below.
type Bounded = (u32, [bool; 2]);

struct Lowering<'a> {
    model: &'a Model,
    formulation: Formulation,
    /// Whether what is seen along lines is only bounded from above, where it can be.
    only_sights: bool,
    rows: Rows,
    /// Helpers by slot, kinds that count and the column behind.
    seen: Spread<(u32, u64, Option<u32>), Bounded>,
    lines: Spread<Vec<Var>, u32>,
    /// Pairs of sets already excluded from occurring together.
    apart: Apart,
    /// The cliques by their members, once a rule has asked for them.
    groups: Option<Groups<'a>>,
    /// The rules, by number, that limit a count that each variable is in, once they are asked for.
    limits: Option<Sets>,
}

/// The columns of a sum, each taken away once.
fn negated(sum: &[(i64, u32)]) -> Terms {
    sum.iter().map(|(_, column)| (-1, *column)).collect()
}

/// The rules, by number, that limit the number of some pieces, for each variable that they count.
fn limits(model: &Model, control: &mut Control) -> Result<Sets, Cause> {
    let mut pairs = Vec::new();
    for (number, rule) in (0..).zip(&model.rules) {
        if let Rule::Count { vars, range } = rule
            && (2..vars.len() as i64).contains(&range.ends().1)
        {
            control.charge(vars.len() as u64)?;
            pairs.extend(vars.iter().map(|var| (*var, number)));
        }
    }
    Sets::grouped(model.vars(), &pairs, control)
}

const AT_MOST_ONE: (i64, i64) = (i64::MIN, 1);
const AT_MOST_NONE: (i64, i64) = (i64::MIN, 0);
const AT_LEAST_NONE: (i64, i64) = (0, i64::MAX);

impl Lowering<'_> {
    fn all(&mut self, control: &mut Control) -> Result<(), Cause> {
        let model = self.model;
        for set in model.cliques.iter().flat_map(|family| family.sets.iter()).filter(|set| set.len() > 1) {
            if self.formulation.has(Family::Cliques) {
                self.rows.add(&[&times(1, set)], AT_MOST_ONE, control)?;
            } else {
                for (place, a) in set.iter().enumerate() {
                    for b in &set[place + 1..] {
                        self.rows.add(&[&[(1, *a), (1, *b)]], AT_MOST_ONE, control)?;
                    }
                }
            }
        }
        for rule in &model.rules {
            self.rule(rule, control)?;
        }
        Ok(())
    }

    fn rule(&mut self, rule: &Rule, control: &mut Control) -> Result<(), Cause> {
        match rule {
            Rule::NotBoth(left, right) => self.not_both(left, right, control),
            Rule::Count { vars, range } => self.rows.add(&[&times(1, vars)], range.ends(), control),
            Rule::Linear { terms, range } => self.rows.add(&[terms], range.ends(), control),
            Rule::Same(vars) => {
                vars.windows(2).try_for_each(|two| self.rows.add(&[&[(1, two[0]), (-1, two[1])]], (0, 0), control))
            }
            Rule::OccupiedLines { lines, range } => {
                let mut sum = Terms::new();
                for line in lines.iter() {
                    sum.push((1, self.line(line, control)?));
                }
                self.rows.add(&[&sum], range.ends(), control)
            }
            Rule::Views(views) => {
                if self.formulation.has(Family::LineEnds) && views.owns_ends(self.model) {
                    return self.line_ends(views, control);
                }
                let (forbids, is_all) = (views.forbids(), views.are_sights(self.model));
                let family = if forbids && is_all { Family::Intervals } else { Family::Sights };
                if self.formulation.has(family) {
                    let all = views.sights(self.model, control)?;
                    for sights in &all {
                        self.sights(sights, control)?;
                    }
                    let is_exact = is_all && all.iter().all(|sights| sights.are_all);
                    // Where more are allowed than there are ways, these rows say little.
                    let are_few = all.iter().all(|own| own.most < 2 * own.lines.len() as i64);
                    let is_enough = self.only_sights && are_few && (!forbids || views.is_along_lines(self.model));
                    if !all.is_empty() && (is_exact || is_enough) {
                        return Ok(());
                    }
                }
                self.views(views, control)
            }
            Rule::Never => self.rows.add(&[], (1, 1), control),
        }
    }

    fn not_both(&mut self, left: &[Var], right: &[Var], control: &mut Control) -> Result<(), Cause> {
        let (first, second) = if left <= right { (left, right) } else { (right, left) };
        if !self.apart.insert(left, right) {
            return Ok(());
        }
        let [first, second] = [self.groups(first, control)?, self.groups(second, control)?];
        let is_one = |groups: &[Vec<Var>]| groups.len() == 1 && groups[0].len() == 1;
        let is_plain = is_one(&first) || is_one(&second) || first.len() == 1 && second.len() == 1;
        if self.formulation.has(Family::Sides) && !is_plain {
            let side = self.rows.column(Helper::Side(first[0][0] / self.model.kinds as u32));
            for group in &first {
                self.rows.add(&[&times(1, group), &[(-1, side)]], AT_MOST_NONE, control)?;
            }
            for group in &second {
                self.rows.add(&[&times(1, group), &[(1, side)]], AT_MOST_ONE, control)?;
            }
            self.few_on_side((side, 1), &first, control)?;
            self.few_on_side((side, 0), &second, control)?;
        } else {
            for a in &first {
                for b in &second {
                    self.rows.add(&[&times(1, a), &times(1, b)], AT_MOST_ONE, control)?;
                }
            }
        }
        Ok(())
    }

    /// Writes for each rule that limits a count how many members of these groups stand on their side of a line: none, if that side is not
    /// taken. It is where the helper is 1, or 0.
    fn few_on_side(
        &mut self,
        (side, when): (u32, i64),
        groups: &[Vec<Var>],
        control: &mut Control,
    ) -> Result<(), Cause> {
        // Of a group at most one stands.
        if groups.len() < 3 {
            return Ok(());
        }
        if self.limits.is_none() {
            self.limits = Some(limits(self.model, control)?);
        }
        let Some(limits) = &self.limits else { return Ok(()) };
        let mut limited: Vec<(u32, usize, Var)> = Vec::new();
        for (group, var) in
            groups.iter().enumerate().flat_map(|(group, vars)| vars.iter().map(move |var| (group, *var)))
        {
            limited.extend(limits.get(var as usize).iter().map(|rule| (*rule, group, var)));
        }
        control.charge(8 * limited.len() as u64)?;
        limited.sort_unstable();
        for own in limited.chunk_by(|one, next| one.0 == next.0) {
            let Rule::Count { range, .. } = &self.model.rules[own[0].0 as usize] else { continue };
            let (_, max) = range.ends();
            let number = own.chunk_by(|one, next| one.1 == next.1).count();
            if max < number as i64 {
                let sum: Terms = own.iter().map(|(.., var)| (1, *var)).collect();
                let (number, end) = if when == 1 { (-max, 0) } else { (max, max) };
                self.rows.add(&[&sum, &[(number, side)]], (i64::MIN, end), control)?;
            }
        }
        Ok(())
    }

    /// Divides a set into groups of which at most one member is true.
    fn groups(&mut self, set: &[Var], control: &mut Control) -> Result<Vec<Vec<Var>>, Cause> {
        if set.len() == 1 || !self.formulation.has(Family::Cliques) {
            return Ok(set.iter().map(|var| vec![*var]).collect());
        }
        if self.groups.is_none() {
            self.groups = Some(Groups::new(self.model, control)?);
        }
        self.groups.as_mut().map_or_else(|| Ok(Vec::new()), |groups| groups.of(set, control))
    }

    /// Returns the column that says whether a line is occupied.
    fn line(&mut self, line: &[Var], control: &mut Control) -> Result<u32, Cause> {
        if let [var] = line {
            return Ok(*var);
        }
        if let Some(column) = self.lines.get(line) {
            return Ok(*column);
        }
        let column = self.rows.column(Helper::Line(line[0] / self.model.kinds as u32));
        for var in line {
            self.rows.add(&[&[(1, *var), (-1, column)]], AT_MOST_NONE, control)?;
        }
        self.rows.add(&[&times(-1, line), &[(1, column)]], AT_MOST_NONE, control)?;
        self.lines.insert(line.to_vec(), column);
        Ok(column)
    }

    /// Adds the line-ends identity: columns for the last piece on each line, each way; a piece that attacks a others
    /// owns all but a of the ends of its lines. Those that it attacks by leaps come on top of those along lines.
    fn line_ends(&mut self, views: &Views, control: &mut Control) -> Result<(), Cause> {
        let model = self.model;
        let (min, max) = views.range.ends();
        let by_leaps = self.by_leaps((min, max), control)?;
        // For each piece, the columns of the ends it may own.
        let mut owned: Vec<Terms> = vec![Terms::new(); model.vars()];
        let mut views = 0;
        for lines in model.ride_lines(1, 1, control)? {
            views += 2;
            for line in lines.iter() {
                let reversed: Vec<Var> = line.iter().rev().copied().collect();
                let forward = self.ends(line, &mut owned, control)?;
                let backward = self.ends(&reversed, &mut owned, control)?;
                self.rows.add(&[&forward, &negated(&backward)], (0, 0), control)?;
            }
        }
        for (var, ends) in owned.into_iter().enumerate() {
            let leaps = &by_leaps[var];
            let most = views + leaps.len() as i64;
            if max < most {
                let of_piece = max.max(-1) - views;
                self.rows.add(&[&ends, &negated(leaps), &[(of_piece, var as u32)]], AT_LEAST_NONE, control)?;
            }
            let of_piece = min.clamp(0, most + 1) - views;
            self.rows.add(&[&ends, &negated(leaps), &[(of_piece, var as u32)]], AT_MOST_NONE, control)?;
        }
        Ok(())
    }

    /// Returns, for each piece, columns that say whether it stands and attacks another by a leap, one for each two squares: at least so if
    /// what it attacks is to be bounded from above, at most so if from below.
    fn by_leaps(&mut self, (min, max): (i64, i64), control: &mut Control) -> Result<Vec<Terms>, Cause> {
        let model = self.model;
        let mut all = vec![Terms::new(); model.vars()];
        let moves = model.piece(0).moves();
        for (var, square) in (0..).zip(&model.slots) {
            for leap in moves.iter().filter(|own| own.reach() != Reach::Ride) {
                control.charge(8)?;
                let to = sight::path(model.board(), *square, *leap).next();
                // Leaps are mutual, so that each two squares are found twice.
                let Some(other) = to.and_then(|to| model.var(to, 0)).filter(|other| *other > var) else { continue };
                let both = self.rows.column(Helper::Both(var));
                if max < moves.len() as i64 {
                    self.rows.add(&[&[(1, var), (1, other), (-1, both)]], AT_MOST_ONE, control)?;
                }
                for end in [var, other] {
                    if min > 0 {
                        self.rows.add(&[&[(1, both), (-1, end)]], AT_MOST_NONE, control)?;
                    }
                    all[end as usize].push((1, both));
                }
            }
        }
        Ok(all)
    }

    /// Adds columns for the last piece on a line; the variable of the last square serves as its own column.
    fn ends(&mut self, line: &[Var], owned: &mut [Terms], control: &mut Control) -> Result<Terms, Cause> {
        let mut last = Terms::new();
        for var in line.iter().rev().copied() {
            let own = if last.is_empty() { var } else { self.rows.column(Helper::End(var)) };
            last.push((1, own));
            owned[var as usize].push((1, own));
            if own != var {
                self.rows.add(&[&[(1, own), (-1, var)]], AT_MOST_NONE, control)?;
                // If this square is occupied, its piece or one further on is the last.
                self.rows.add(&[&last, &[(-1, var)]], AT_LEAST_NONE, control)?;
            }
        }
        self.rows.add(&[&last], AT_MOST_ONE, control)?;
        Ok(last)
    }

    /// Adds columns for pieces that see none of those they count, on each line and each way; where they may see none, the pieces themselves
    /// stand for them. On each interval of a line, those before its end, and a piece that counts on its end, are at most one more than the
    /// others strictly inside; so are those that stand alone there. A piece sees some in no more ways than it may attack, less those that it attacks by
    /// leaps.
    fn sights(&mut self, sights: &Sights, control: &mut Control) -> Result<(), Cause> {
        let model = self.model;
        let all = model.kinds as u32;
        let of = |slot: u32, number: i64, kinds: u64| {
            (0..all).filter(move |kind| kinds >> kind & 1 == 1).map(move |kind| (number, slot * all + kind))
        };
        let mut owned: Vec<Terms> = vec![Terms::new(); if sights.most > 0 { model.slots.len() } else { 0 }];
        let lines = sights.lines.iter().flat_map(|(lines, alone)| lines.iter().map(move |line| (line, *alone)));
        for (line, alone) in lines {
            let counting = sights.counting | alone;
            let reversed: Vec<u32> = line.iter().rev().copied().collect();
            // Where they may see none, both ways say the same of pieces that all look.
            let is_same = sights.most == 0 && sights.kinds == sights.counting;
            for way in [Some(line), Some(&reversed[..]).filter(|_| !is_same)].into_iter().flatten() {
                let mut last: Vec<Terms> = Vec::new();
                for slot in &way[..way.len() - 1] {
                    let pieces: Terms = of(*slot, 1, sights.kinds).collect();
                    let mut own = pieces.clone();
                    if sights.most > 0 {
                        own = vec![(1, self.rows.column(Helper::End(*slot)))];
                        self.rows.add(&[&own, &negated(&pieces)], AT_MOST_NONE, control)?;
                        owned[*slot as usize].extend(&own);
                    }
                    own.extend(of(*slot, 1, alone));
                    last.push(own);
                }
                for from in 0..last.len() {
                    let mut sum = last[from].clone();
                    for (to, slot) in way.iter().enumerate().skip(from + 1) {
                        let end: Terms = of(*slot, 1, counting).collect();
                        self.rows.add(&[&sum, &end], AT_MOST_ONE, control)?;
                        if let Some(last) = last.get(to) {
                            sum.extend(last);
                            sum.extend(of(*slot, -1, !counting));
                        }
                    }
                }
            }
        }
        let leaps = self.leaps_beside(sights, control)?;
        for (slot, (ends, leaps)) in owned.into_iter().zip(leaps).enumerate() {
            let least = ends.len() as i64 - sights.most;
            if least + leaps.len() as i64 > 0 {
                let pieces: Terms = of(slot as u32, -least, sights.kinds).collect();
                self.rows.add(&[&ends, &negated(&leaps), &pieces], AT_LEAST_NONE, control)?;
            }
        }
        Ok(())
    }

    /// Returns, for each square from which some may be seen, columns that say that a piece there attacks one that counts by a leap, to a square
    /// on none of these lines through it.
    fn leaps_beside(&mut self, sights: &Sights, control: &mut Control) -> Result<Vec<Terms>, Cause> {
        let model = self.model;
        let slots = if sights.most > 0 { model.slots.len() } else { 0 };
        let mut all = vec![Terms::new(); slots];
        let kinds = (0..model.kinds).filter(|kind| sights.kinds >> kind & 1 == 1);
        let leaps = kinds.flat_map(|kind| model.piece(kind).moves().iter().map(move |own| (kind, *own)));
        let leaps: Vec<_> = leaps.filter(|(_, own)| own.reach() == Reach::Leap).collect();
        if leaps.is_empty() || slots == 0 {
            return Ok(all);
        }
        let mut in_line = vec![Vec::new(); slots];
        for line in sights.lines.iter().flat_map(|(lines, _)| lines.iter()) {
            control.charge(line.len().saturating_mul(line.len()) as u64)?;
            for slot in line {
                in_line[*slot as usize].extend_from_slice(line);
            }
        }
        let mut known = OrderedMap::<(u32, u32), u32>::new();
        for (slot, square) in (0..).zip(&model.slots) {
            let mut targets = OrderedMap::<u32, u64>::new();
            for (kind, leap) in &leaps {
                control.charge(8 + in_line[slot as usize].len() as u64)?;
                let target = sight::path(model.board(), *square, *leap).next().and_then(|to| model.slot(to));
                if let Some(target) = target.filter(|to| *to != slot && !in_line[slot as usize].contains(to)) {
                    *targets.entry(target) |= 1 << kind;
                }
            }
            for (target, looking) in targets.into_vec() {
                // Where all that counts leaps, both squares say the same.
                let is_mutual = looking == sights.counting;
                let both = match known.get(&(target, slot)) {
                    Some(both) if is_mutual => *both,
                    _ => {
                        let both = self.rows.column(Helper::Both(slot));
                        let sum = [self.of(slot, looking), self.of(target, sights.counting)].concat();
                        self.rows.add(&[&sum, &[(-1, both)]], AT_MOST_ONE, control)?;
                        both
                    }
                };
                if is_mutual {
                    known.insert((slot, target), both);
                }
                all[slot as usize].push((1, both));
            }
        }
        Ok(all)
    }

    fn views(&mut self, views: &Views, control: &mut Control) -> Result<(), Cause> {
        let model = self.model;
        views.try_each(model, control, &mut |view, control| self.view(&view, views.sight, views.range, control))
    }

    fn view(&mut self, view: &View, sight: Sight, range: Interval, control: &mut Control) -> Result<(), Cause> {
        let plain = view.plain(self.model, sight);
        let sums = match plain {
            Some(Plain::Covered(vars)) if self.formulation.has(Family::Covering) && range == Interval::from(1..) => {
                let sums: Vec<Terms> = vars.into_iter().map(|var| vec![(1, var)]).collect();
                return self.in_range(view.when, &sums, (1, i64::MAX), control);
            }
            Some(Plain::AllKinds(slots)) => {
                slots.into_iter().map(|(slot, kinds)| self.of(slot, kinds)).filter(|sum| !sum.is_empty()).collect()
            }
            _ if sight == Sight::First && view.simple => {
                let mut sums = Vec::new();
                // A lower bound must not count what is not seen; an upper bound must count all that is.
                let (min, max) = range.ends();
                let bounded = [min > 0, max < view.rays.len() as i64];
                for ray in &view.rays {
                    sums.extend(self.seen(&ray.cells, bounded, control)?.map(|column| vec![(1, column)]));
                }
                sums
            }
            _ => self.in_view(view, sight, control)?,
        };
        self.in_range(view.when, &sums, range.ends(), control)
    }

    /// Returns the variables of some kinds on a slot.
    fn of(&self, slot: u32, kinds: u64) -> Terms {
        let vars = self.model.of_slot(slot).enumerate();
        vars.filter(|(kind, _)| kinds >> kind & 1 == 1).map(|(_, var)| (1, var)).collect()
    }

    /// Returns the column that says whether the first piece on a ray counts, shared by all rays with the same end: at
    /// least so if it is to be bounded from above, at most so if from below.
    fn seen(&mut self, cells: &[(u32, u64)], bounded: [bool; 2], control: &mut Control) -> Result<Option<u32>, Cause> {
        let mut rest: Option<u32> = None;
        for (slot, counting) in cells.iter().rev() {
            let (counts, others) = (self.of(*slot, *counting), self.of(*slot, !counting));
            if rest.is_none() && counts.len() <= 1 {
                rest = counts.first().map(|(_, var)| *var);
                continue;
            }
            let key = (*slot, *counting, rest);
            let (own, written) = match self.seen.get(&key) {
                Some(known) => *known,
                None => (self.rows.column(Helper::Seen(*slot)), [false; 2]),
            };
            let [below, above] = [0, 1].map(|side| bounded[side] && !written[side]);
            self.seen.insert(key, (own, [0, 1].map(|side| bounded[side] || written[side])));
            let minus = negated(&counts);
            let behind: Terms = rest.map(|rest| (-1, rest)).into_iter().collect();
            if below {
                // At most the counting pieces here, or those behind; 0 if another piece stands here.
                self.rows.add(&[&minus, &behind, &[(1, own)]], AT_MOST_NONE, control)?;
                if rest.is_some() && !others.is_empty() {
                    self.rows.add(&[&others, &[(1, own)]], AT_MOST_ONE, control)?;
                }
            }
            if above {
                // At least the counting pieces here, or those behind unless another piece stands here.
                self.rows.add(&[&minus, &[(1, own)]], AT_LEAST_NONE, control)?;
                if rest.is_some() {
                    self.rows.add(&[&others, &behind, &[(1, own)]], AT_LEAST_NONE, control)?;
                }
            }
            rest = Some(own);
        }
        Ok(rest)
    }

    /// Returns, for each slot in view, a sum that says whether a piece that counts is seen there, on any ray.
    fn in_view(&mut self, view: &View, sight: Sight, control: &mut Control) -> Result<Vec<Terms>, Cause> {
        let stopping = self.model.stopping(sight);
        let mut on_slot: OrderedMap<u32, Vec<Terms>> = OrderedMap::new();
        for ray in &view.rays {
            let mut clear: Option<u32> = None;
            for (slot, counting) in &ray.cells {
                let (counts, stops) = (self.of(*slot, *counting), self.of(*slot, stopping));
                if !counts.is_empty() {
                    let sum = match clear {
                        None => counts.clone(),
                        Some(clear) => {
                            let own = self.rows.column(Helper::InView(*slot));
                            self.rows.add(&[&[(1, own), (-1, clear)]], AT_MOST_NONE, control)?;
                            self.rows.add(&[&negated(&counts), &[(1, own)]], AT_MOST_NONE, control)?;
                            self.rows.add(&[&counts, &[(1, clear), (-1, own)]], AT_MOST_ONE, control)?;
                            vec![(1, own)]
                        }
                    };
                    on_slot.entry(*slot).push(sum);
                }
                if stops.is_empty() {
                    continue;
                }
                let next = self.rows.column(Helper::Clear(*slot));
                match clear {
                    None => self.rows.add(&[&stops, &[(1, next)]], (1, 1), control)?,
                    Some(clear) => {
                        self.rows.add(&[&[(1, next), (-1, clear)]], AT_MOST_NONE, control)?;
                        self.rows.add(&[&stops, &[(1, next)]], AT_MOST_ONE, control)?;
                        self.rows.add(&[&stops, &[(1, next), (-1, clear)]], AT_LEAST_NONE, control)?;
                    }
                }
                clear = Some(next);
            }
        }
        let mut sums = Vec::new();
        for (slot, mut ways) in on_slot.into_vec() {
            if ways.len() == 1 {
                sums.extend(ways.pop());
                continue;
            }
            let own = self.rows.column(Helper::InView(slot));
            for way in &ways {
                self.rows.add(&[way, &[(-1, own)]], AT_MOST_NONE, control)?;
            }
            self.rows.add(&[&negated(&ways.concat()), &[(1, own)]], AT_MOST_NONE, control)?;
            sums.push(vec![(1, own)]);
        }
        Ok(sums)
    }

    /// If the condition holds, the number of these sums that are 1 is in the range.
    fn in_range(
        &mut self,
        when: When,
        sums: &[Terms],
        (min, max): (i64, i64),
        control: &mut Control,
    ) -> Result<(), Cause> {
        let all = sums.len() as i64;
        let sum: Terms = sums.concat();
        // Values beyond these make no difference.
        let (min, max) = (min.min(all + 1), max.max(-1));
        if max < all {
            let (slack, top) = self.condition(when, all - max);
            self.rows.add(&[&sum, &slack], (i64::MIN, top + max), control)?;
        }
        if min > 0 {
            let (slack, top) = self.condition(when, -min);
            self.rows.add(&[&sum, &slack], (min + top, i64::MAX), control)?;
        }
        Ok(())
    }

    /// Returns terms and a constant: the terms less the constant are 0 if the condition holds, and −`by` if not.
    fn condition(&self, when: When, by: i64) -> (Terms, i64) {
        match when {
            When::Always => (Terms::new(), 0),
            When::Placed(var) => (vec![(by, var)], by),
            When::Vacant(slot) => (self.model.of_slot(slot).map(|var| (-by, var)).collect(), 0),
        }
    }
}
