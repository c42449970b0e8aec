//! The model as rows of an integer program.
//!
//! The columns are the variables of the model, and helpers after them. Helpers are determined by the pieces, or free where
//! their value does not matter, so that the solutions, projected on the first columns, are those of the model.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::shape::Plain;
use super::{Model, Rule, Sets, Var, View, Views, When};
use crate::constraint::Sight;
use crate::control::{Cause, Control};
use crate::formulation::{Family, Formulation};
use crate::interval::Interval;

/// An integer program without objective, all of its columns 0 or 1.
#[derive(Default)]
pub(crate) struct Rows {
    /// How many columns are variables of the model; they come first.
    pub(crate) pieces: usize,
    /// What the other columns stand for.
    pub(crate) helpers: Vec<Helper>,
    terms: Vec<(i64, u32)>,
    ends: Vec<usize>,
    ranges: Vec<(i64, i64)>,
    /// The rows of more than two terms, to say each once.
    known: HashMap<Sum, usize>,
    /// Whether no solution is part of another, so that a solution is told apart by those who stand.
    pub(crate) antichain: bool,
    /// Whether a row without terms cannot hold.
    pub(crate) never: bool,
}

/// What a helper stands for, with the slot it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Helper {
    /// Somebody stands on a line.
    Line(u32),
    /// Whoever stands on this slot is the last on a line, one way.
    End(u32),
    /// Which of two sets may hold pieces.
    Side(u32),
    /// Looking along a ray from before this slot, the first piece met counts.
    Seen(u32),
    /// Nobody up to this slot stops the ray.
    Clear(u32),
    /// Somebody who counts stands on this slot, in view.
    InView(u32),
}

/// A column, and whether it is bounded from above and from below.
type Seen = (u32, [bool; 2]);

/// A sum of columns that is 0 or 1.
type Sum = Vec<(i64, u32)>;

impl Rows {
    /// The most terms: beyond that there is no hope, and soon no memory.
    const MOST_TERMS: usize = 1 << 25;

    /// Puts a model into rows.
    pub(crate) fn of(model: &Model, formulation: Formulation, control: &mut Control) -> Result<Self, Cause> {
        let rows = Self { pieces: model.vars(), ..Self::default() };
        let mut lowering =
            Lowering { model, formulation, rows, seen: HashMap::new(), lines: HashMap::new(), apart: BTreeSet::new() };
        lowering.all(control)?;
        let mut rows = lowering.rows;
        rows.known = HashMap::new();
        rows.antichain = model.is_antichain(control)?;
        Ok(rows)
    }

    pub(crate) fn columns(&self) -> usize {
        self.pieces + self.helpers.len()
    }

    /// Each row: its terms, its least and its greatest value.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&[(i64, u32)], (i64, i64))> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).zip(&self.ranges).map(|((start, end), range)| (&self.terms[start..*end], *range))
    }

    /// The row that keeps a solution from coming back: those who stand there, the whole placement unless `antichain`.
    pub(crate) fn cut(&self, standing: &[Var]) -> (Sum, (i64, i64)) {
        let mut terms: Sum = standing.iter().map(|var| (1, *var)).collect();
        if !self.antichain {
            let mut stands = vec![false; self.pieces];
            for var in standing {
                stands[*var as usize] = true;
            }
            terms.extend((0..self.pieces as u32).filter(|var| !stands[*var as usize]).map(|var| (-1, var)));
        }
        (terms, (i64::MIN, standing.len() as i64 - 1))
    }

    fn column(&mut self, helper: Helper) -> u32 {
        self.helpers.push(helper);
        (self.columns() - 1) as u32
    }

    /// Adds a row, unless it goes without saying.
    pub(crate) fn add(
        &mut self,
        terms: impl IntoIterator<Item = (i64, u32)>,
        (least, most): (i64, i64),
        control: &mut Control,
    ) -> Result<(), Cause> {
        // Columns that come twice are added up, for solvers refuse them.
        let mut own: Sum = terms.into_iter().collect();
        own.sort_unstable_by_key(|(_, column)| *column);
        own.dedup_by(|next, kept| {
            let same = next.1 == kept.1;
            kept.0 += if same { next.0 } else { 0 };
            same
        });
        own.retain(|(number, _)| *number != 0);
        control.spend(8 * own.len() as u64)?;
        let sum = |sign: i128| own.iter().map(|(number, _)| (sign * i128::from(*number)).max(0)).sum::<i128>();
        if -sum(-1) >= i128::from(least) && sum(1) <= i128::from(most) {
            return Ok(());
        }
        if own.is_empty() {
            self.never = true;
            return Ok(());
        }
        if self.terms.len() + own.len() > Self::MOST_TERMS {
            return Err(Cause::MemoryLimit);
        }
        if let Some(row) = self.known.get(&own) {
            let (old_least, old_most) = &mut self.ranges[*row];
            (*old_least, *old_most) = (least.max(*old_least), most.min(*old_most));
            self.never |= old_least > old_most;
            return Ok(());
        }
        self.terms.extend(&own);
        self.ends.push(self.terms.len());
        self.ranges.push((least, most));
        if own.len() > 2 {
            self.known.insert(own, self.ranges.len() - 1);
        }
        Ok(())
    }
}

struct Lowering<'a> {
    model: &'a Model,
    formulation: Formulation,
    rows: Rows,
    /// By slot, kinds that count and what lies behind.
    seen: HashMap<(u32, u64, Option<u32>), Seen>,
    lines: HashMap<Vec<Var>, u32>,
    /// Pairs of sets already kept apart.
    apart: BTreeSet<(Vec<Var>, Vec<Var>)>,
}

const AT_MOST_ONE: (i64, i64) = (i64::MIN, 1);
const AT_MOST_NONE: (i64, i64) = (i64::MIN, 0);
const AT_LEAST_NONE: (i64, i64) = (0, i64::MAX);

impl Lowering<'_> {
    fn all(&mut self, control: &mut Control) -> Result<(), Cause> {
        let model = self.model;
        for set in model.cliques.iter().flat_map(|family| family.sets.iter()).filter(|set| set.len() > 1) {
            if self.formulation.has(Family::Cliques) {
                self.rows.add(set.iter().map(|var| (1, *var)), AT_MOST_ONE, control)?;
            } else {
                for (place, a) in set.iter().enumerate() {
                    for b in &set[place + 1..] {
                        self.rows.add([(1, *a), (1, *b)], AT_MOST_ONE, control)?;
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
            Rule::Count { vars, range } => self.rows.add(vars.iter().map(|var| (1, *var)), range.ends(), control),
            Rule::Linear { terms, range } => self.rows.add(terms.iter().copied(), range.ends(), control),
            Rule::Same(vars) => {
                vars.windows(2).try_for_each(|two| self.rows.add([(1, two[0]), (-1, two[1])], (0, 0), control))
            }
            Rule::OccupiedLines { lines, range } => {
                let mut sum = Sum::new();
                for line in lines.iter() {
                    sum.push((1, self.line(line, control)?));
                }
                self.rows.add(sum, range.ends(), control)
            }
            Rule::Views(views) => {
                if self.formulation.has(Family::LineEnds) && views.owns_ends(self.model) {
                    return self.line_ends(views.range, control);
                }
                match views.kept_apart_by_others(self.model) {
                    Some(kinds) if self.formulation.has(Family::Intervals) => self.intervals(kinds, control),
                    _ => self.views(views, control),
                }
            }
            Rule::Never => self.rows.add([], (1, 1), control),
        }
    }

    fn not_both(&mut self, left: &[Var], right: &[Var], control: &mut Control) -> Result<(), Cause> {
        let (first, second) = if left <= right { (left, right) } else { (right, left) };
        if !self.apart.insert((first.to_vec(), second.to_vec())) {
            return Ok(());
        }
        if self.formulation.has(Family::Sides) && left.len() > 1 && right.len() > 1 {
            let side = self.rows.column(Helper::Side(first[0] / self.model.kinds as u32));
            for var in first {
                self.rows.add([(1, *var), (-1, side)], AT_MOST_NONE, control)?;
            }
            for var in second {
                self.rows.add([(1, *var), (1, side)], AT_MOST_ONE, control)?;
            }
        } else {
            for a in left {
                for b in right {
                    self.rows.add([(1, *a), (1, *b)], AT_MOST_ONE, control)?;
                }
            }
        }
        Ok(())
    }

    /// The column that says whether somebody stands on a line.
    fn line(&mut self, line: &[Var], control: &mut Control) -> Result<u32, Cause> {
        if let [var] = line {
            return Ok(*var);
        }
        if let Some(column) = self.lines.get(line) {
            return Ok(*column);
        }
        let column = self.rows.column(Helper::Line(line[0] / self.model.kinds as u32));
        for var in line {
            self.rows.add([(1, *var), (-1, column)], AT_MOST_NONE, control)?;
        }
        let all = line.iter().map(|var| (-1, *var));
        self.rows.add(all.chain([(1, column)]), AT_MOST_NONE, control)?;
        self.lines.insert(line.to_vec(), column);
        Ok(column)
    }

    /// Who is the last on each line, each way: a piece that attacks so many others owns all other ends of its lines.
    fn line_ends(&mut self, range: Interval, control: &mut Control) -> Result<(), Cause> {
        let model = self.model;
        // For each piece, the ends it may own.
        let mut owned: Vec<Sum> = vec![Sum::new(); model.vars()];
        let mut views = 0;
        for lines in model.ride_lines(1, 1, control)? {
            views += 2;
            for line in lines.iter() {
                let forward = self.ends(line.iter().copied(), &mut owned, control)?;
                let backward = self.ends(line.iter().rev().copied(), &mut owned, control)?;
                let both = backward.into_iter().map(|(_, column)| (-1, column));
                self.rows.add(forward.into_iter().chain(both), (0, 0), control)?;
            }
        }
        let (least, most) = range.ends();
        let (least, most) = (least.clamp(0, views + 1), most.clamp(-1, views));
        for (var, ends) in owned.into_iter().enumerate() {
            for (attacked, range) in [(most, AT_LEAST_NONE), (least, AT_MOST_NONE)] {
                self.rows.add(ends.iter().copied().chain([(attacked - views, var as u32)]), range, control)?;
            }
        }
        Ok(())
    }

    /// Columns that say who is the last on a line, which the last square leaves to whoever stands there.
    fn ends(
        &mut self,
        line: impl DoubleEndedIterator<Item = u32>,
        owned: &mut [Sum],
        control: &mut Control,
    ) -> Result<Sum, Cause> {
        let mut last = Sum::new();
        for var in line.rev() {
            let own = if last.is_empty() { var } else { self.rows.column(Helper::End(var)) };
            last.push((1, own));
            owned[var as usize].push((1, own));
            if own != var {
                self.rows.add([(1, own), (-1, var)], AT_MOST_NONE, control)?;
                // If somebody stands here, he or somebody further on is the last.
                self.rows.add(last.iter().copied().chain([(-1, var)]), AT_LEAST_NONE, control)?;
            }
        }
        self.rows.add(last.iter().copied(), AT_MOST_ONE, control)?;
        Ok(last)
    }

    /// On each interval of a line: as many of these kinds as there are others strictly inside, plus one, at most.
    fn intervals(&mut self, kinds: u64, control: &mut Control) -> Result<(), Cause> {
        let model = self.model;
        let all = model.kinds as u32;
        let of =
            |slot: u32, kinds: u64| (0..all).filter(move |kind| kinds >> kind & 1 == 1).map(move |k| slot * all + k);
        let lines = model.ride_lines(kinds, 2, control)?;
        for line in lines.iter().flat_map(Sets::iter) {
            for (from, _) in line.iter().enumerate() {
                for to in from + 1..line.len() {
                    let interval = &line[from..=to];
                    let own = interval.iter().flat_map(|slot| of(*slot, kinds)).map(|var| (1, var));
                    let between = interval[1..to - from].iter().flat_map(|slot| of(*slot, !kinds));
                    self.rows.add(own.chain(between.map(|var| (-1, var))), AT_MOST_ONE, control)?;
                }
            }
        }
        Ok(())
    }

    fn views(&mut self, views: &Views, control: &mut Control) -> Result<(), Cause> {
        let model = self.model;
        for view in views.all(model, control)? {
            self.view(&view, views.sight, views.range, control)?;
        }
        Ok(())
    }

    fn view(&mut self, view: &View, sight: Sight, range: Interval, control: &mut Control) -> Result<(), Cause> {
        let plain = view.plain(self.model, sight);
        let sums = match plain {
            Some(Plain::Covered(vars)) if self.formulation.has(Family::Covering) && range == Interval::from(1..) => {
                let sums = vars.into_iter().map(|var| vec![(1, var)]).collect();
                return self.in_range(view.when, sums, (1, i64::MAX), control);
            }
            Some(Plain::Everybody(slots)) => {
                slots.into_iter().map(|(slot, kinds)| self.of(slot, kinds)).filter(|sum| !sum.is_empty()).collect()
            }
            _ if sight == Sight::First && view.simple => {
                let mut sums = Vec::new();
                // Those who see too few must see nobody who is not there; those who see too many, everybody.
                let (least, most) = range.ends();
                let bounded = [least > 0, most < view.rays.len() as i64];
                for ray in &view.rays {
                    sums.extend(self.seen(&ray.cells, bounded, control)?.map(|column| vec![(1, column)]));
                }
                sums
            }
            _ => self.in_view(view, sight, control)?,
        };
        self.in_range(view.when, sums, range.ends(), control)
    }

    /// The variables of some kinds on a slot.
    fn of(&self, slot: u32, kinds: u64) -> Sum {
        let vars = self.model.of_slot(slot).enumerate();
        vars.filter(|(kind, _)| kinds >> kind & 1 == 1).map(|(_, var)| (1, var)).collect()
    }

    /// The column that says whether the first piece met on a ray counts, shared by all rays that end alike: at least so if
    /// it is to be bounded from above, at most so if from below.
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
            let minus = || counts.iter().map(|(_, var)| (-1, *var));
            let behind = || rest.map(|rest| (-1, rest));
            if below {
                // No more than those who count here, and those behind; nothing if somebody else stands here.
                self.rows.add(minus().chain(behind()).chain([(1, own)]), AT_MOST_NONE, control)?;
                if rest.is_some() && !others.is_empty() {
                    self.rows.add(others.iter().copied().chain([(1, own)]), AT_MOST_ONE, control)?;
                }
            }
            if above {
                // At least those who count here, and those behind unless somebody else stands here.
                self.rows.add(minus().chain([(1, own)]), AT_LEAST_NONE, control)?;
                if rest.is_some() {
                    let unless = others.iter().copied().chain(behind());
                    self.rows.add(unless.chain([(1, own)]), AT_LEAST_NONE, control)?;
                }
            }
            rest = Some(own);
        }
        Ok(rest)
    }

    /// For each slot in view, whether somebody who counts is seen there, on any ray.
    fn in_view(&mut self, view: &View, sight: Sight, control: &mut Control) -> Result<Vec<Sum>, Cause> {
        let stopping = self.model.stopping(sight);
        let mut on_slot: BTreeMap<u32, Vec<Sum>> = BTreeMap::new();
        for ray in &view.rays {
            let mut clear: Option<u32> = None;
            for (slot, counting) in &ray.cells {
                let (counts, stops) = (self.of(*slot, *counting), self.of(*slot, stopping));
                let minus = |sum: &Sum| sum.iter().map(|(_, var)| (-1, *var)).collect::<Sum>();
                if !counts.is_empty() {
                    let sum = match clear {
                        None => counts.clone(),
                        Some(clear) => {
                            let own = self.rows.column(Helper::InView(*slot));
                            self.rows.add([(1, own), (-1, clear)], AT_MOST_NONE, control)?;
                            let within = minus(&counts).into_iter().chain([(1, own)]);
                            self.rows.add(within, AT_MOST_NONE, control)?;
                            self.rows.add(
                                counts.iter().copied().chain([(1, clear), (-1, own)]),
                                AT_MOST_ONE,
                                control,
                            )?;
                            vec![(1, own)]
                        }
                    };
                    on_slot.entry(*slot).or_default().push(sum);
                }
                if stops.is_empty() {
                    continue;
                }
                let next = self.rows.column(Helper::Clear(*slot));
                match clear {
                    None => self.rows.add(stops.iter().copied().chain([(1, next)]), (1, 1), control)?,
                    Some(clear) => {
                        self.rows.add([(1, next), (-1, clear)], AT_MOST_NONE, control)?;
                        self.rows.add(stops.iter().copied().chain([(1, next)]), AT_MOST_ONE, control)?;
                        let unless = stops.iter().copied().chain([(1, next), (-1, clear)]);
                        self.rows.add(unless, AT_LEAST_NONE, control)?;
                    }
                }
                clear = Some(next);
            }
        }
        let mut sums = Vec::new();
        for (slot, mut ways) in on_slot {
            if ways.len() == 1 {
                sums.extend(ways.pop());
                continue;
            }
            let own = self.rows.column(Helper::InView(slot));
            for way in &ways {
                self.rows.add(way.iter().copied().chain([(-1, own)]), AT_MOST_NONE, control)?;
            }
            let all = ways.iter().flatten().map(|(_, column)| (-1, *column));
            self.rows.add(all.chain([(1, own)]), AT_MOST_NONE, control)?;
            sums.push(vec![(1, own)]);
        }
        Ok(sums)
    }

    /// Whenever the condition holds, a number in the range of these is 1.
    fn in_range(
        &mut self,
        when: When,
        sums: Vec<Sum>,
        (least, most): (i64, i64),
        control: &mut Control,
    ) -> Result<(), Cause> {
        let all = sums.len() as i64;
        let sum: Sum = sums.into_iter().flatten().collect();
        // Beyond these, numbers are as good as any others.
        let (least, most) = (least.min(all + 1), most.max(-1));
        if most < all {
            let (slack, top) = self.condition(when, all - most);
            self.rows.add(sum.iter().copied().chain(slack), (i64::MIN, top + most), control)?;
        }
        if least > 0 {
            let (slack, top) = self.condition(when, -least);
            self.rows.add(sum.into_iter().chain(slack), (least + top, i64::MAX), control)?;
        }
        Ok(())
    }

    /// Terms, and what they add up to more than 0, of which the first less the second are 0 where the condition holds and
    /// so much less where it does not.
    fn condition(&self, when: When, by: i64) -> (Sum, i64) {
        match when {
            When::Always => (Sum::new(), 0),
            When::Placed(var) => (vec![(by, var)], by),
            When::Vacant(slot) => (self.model.of_slot(slot).map(|var| (-by, var)).collect(), 0),
        }
    }
}
