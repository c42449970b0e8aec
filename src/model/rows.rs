//! The model as rows of an integer program.
//!
//! The columns are the variables of the model, followed by helpers. The pieces determine each helper, or its value does
//! not matter; so the solutions, projected on the first columns, are those of the model.

use super::apart::Apart;
use super::shape::Plain;
use super::spread::{Spread, digest};
use super::{Model, Rule, Sets, Var, View, Views, When, free_if_large};
use crate::budget::{Cause, Control, Family, Formulation};
use crate::judge::sight;
use crate::language::{Interval, OrderedMap, Reach, Sight};

/// An integer program without objective whose columns are all 0 or 1.
#[derive(Default)]
pub(crate) struct Rows {
    /// The number of columns that are variables of the model; they come first.
    pub(crate) pieces: usize,
    /// The meaning of each other column.
    pub(crate) helpers: Vec<Helper>,
    terms: Vec<(i64, u32)>,
    ends: Vec<usize>,
    ranges: Vec<(i64, i64)>,
    /// The rows of more than two terms by the digest of their terms, to add each only once.
    known: Spread<u64, u32>,
    /// Whether the solutions form an antichain, so that a cut needs only the placed pieces.
    #[cfg(feature = "ilp")]
    pub(crate) antichain: bool,
    /// Whether a row without terms is violated.
    pub(crate) never: bool,
}

/// The meaning of a helper, with its slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Helper {
    /// A line is occupied.
    Line(u32),
    /// The piece on this slot is the last on a line, in one direction.
    End(u32),
    /// Which of two sets may hold pieces.
    Side(u32),
    /// The first piece on a ray from this slot on counts.
    Seen(u32),
    /// No piece up to this slot stops the ray.
    Clear(u32),
    /// A piece that counts stands on this slot, in view.
    InView(u32),
}

/// A column, and whether it is bounded from above and from below.
type Seen = (u32, [bool; 2]);

/// A sum of columns that is 0 or 1.
type Sum = Vec<(i64, u32)>;

impl Rows {
    /// About how many bytes a row takes, here and in the solver, and each of its terms.
    const BYTES: (usize, usize) = (128, 64);

    /// Encodes a model as rows.
    pub(crate) fn of(model: &Model, formulation: Formulation, control: &mut Control) -> Result<Self, Cause> {
        let rows = Self { pieces: model.vars(), ..Self::default() };
        let mut lowering = Lowering {
            model,
            formulation,
            rows,
            seen: Spread::default(),
            lines: Spread::default(),
            apart: Apart::default(),
        };
        let written = lowering.all(control);
        let Lowering { mut rows, seen, lines, apart, .. } = lowering;
        let known = std::mem::take(&mut rows.known);
        #[cfg(feature = "ilp")]
        let written = written.and_then(|()| {
            rows.antichain = model.is_antichain(control)?;
            Ok(())
        });
        free_if_large(model, (known, seen, lines, apart));
        match written {
            Ok(()) => Ok(rows),
            Err(cause) => {
                free_if_large(model, rows);
                Err(cause)
            }
        }
    }

    /// Returns the number of rows.
    #[cfg(all(feature = "ilp", not(feature = "highs")))]
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn columns(&self) -> usize {
        self.pieces + self.helpers.len()
    }

    /// Returns each row: its terms, its least and its greatest value.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&[(i64, u32)], (i64, i64))> {
        self.ranges.iter().enumerate().map(|(row, range)| (self.terms(row), *range))
    }

    /// Returns the terms of a row.
    fn terms(&self, row: usize) -> &[(i64, u32)] {
        let start = if row == 0 { 0 } else { self.ends[row - 1] };
        &self.terms[start..self.ends[row]]
    }

    /// Returns the row that excludes a solution: over its placed pieces if `antichain`, else over the whole placement.
    #[cfg(feature = "ilp")]
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

    /// Adds a row, unless it is trivially satisfied.
    pub(crate) fn add(
        &mut self,
        terms: &[&[(i64, u32)]],
        (least, most): (i64, i64),
        control: &mut Control,
    ) -> Result<(), Cause> {
        // Terms of one column are added up, since solvers refuse duplicates.
        let mut own: Sum = terms.concat();
        own.sort_unstable_by_key(|(_, column)| *column);
        own.dedup_by(|next, kept| {
            let same = next.1 == kept.1;
            kept.0 += if same { next.0 } else { 0 };
            same
        });
        own.retain(|(number, _)| *number != 0);
        control.charge(8 * own.len() as u64)?;
        let sum = |sign: i128| own.iter().map(|(number, _)| (sign * i128::from(*number)).max(0)).sum::<i128>();
        if -sum(-1) >= i128::from(least) && sum(1) <= i128::from(most) {
            return Ok(());
        }
        if own.is_empty() {
            self.never = true;
            return Ok(());
        }
        let (each, term) = Self::BYTES;
        control.hold((each * self.ends.len() + term * (self.terms.len() + own.len())) as u64)?;
        if own.len() > 2 {
            let digest = digest(&own);
            match self.known.get(&digest) {
                Some(row) if *self.terms(*row as usize) == own => {
                    let (old_least, old_most) = &mut self.ranges[*row as usize];
                    (*old_least, *old_most) = (least.max(*old_least), most.min(*old_most));
                    self.never |= old_least > old_most;
                    return Ok(());
                }
                // Should two rows share a digest, the second is not found again, and its like is added twice.
                Some(_) => {}
                None => drop(self.known.insert(digest, self.ranges.len() as u32)),
            }
        }
        self.terms.extend(&own);
        self.ends.push(self.terms.len());
        self.ranges.push((least, most));
        Ok(())
    }
}

struct Lowering<'a> {
    model: &'a Model,
    formulation: Formulation,
    rows: Rows,
    /// Helpers by slot, kinds that count and the column behind.
    seen: Spread<(u32, u64, Option<u32>), Seen>,
    lines: Spread<Vec<Var>, u32>,
    /// Pairs of sets already excluded from occurring together.
    apart: Apart,
}

/// These columns, each with its coefficient.
fn times(number: i64, columns: &[u32]) -> Sum {
    columns.iter().map(|column| (number, *column)).collect()
}

/// The columns of a sum, each taken away once.
fn negated(sum: &[(i64, u32)]) -> Sum {
    sum.iter().map(|(_, column)| (-1, *column)).collect()
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
                let mut sum = Sum::new();
                for line in lines.iter() {
                    sum.push((1, self.line(line, control)?));
                }
                self.rows.add(&[&sum], range.ends(), control)
            }
            Rule::Views(views) => {
                if self.formulation.has(Family::LineEnds) && views.owns_ends(self.model) {
                    return self.line_ends(views, control);
                }
                match views.kept_apart_by_others(self.model) {
                    Some(kinds) if self.formulation.has(Family::Intervals) => self.intervals(kinds, control),
                    _ => self.views(views, control),
                }
            }
            Rule::Never => self.rows.add(&[], (1, 1), control),
        }
    }

    fn not_both(&mut self, left: &[Var], right: &[Var], control: &mut Control) -> Result<(), Cause> {
        let (first, second) = if left <= right { (left, right) } else { (right, left) };
        if !self.apart.insert(left, right) {
            return Ok(());
        }
        if self.formulation.has(Family::Sides) && left.len() > 1 && right.len() > 1 {
            let side = self.rows.column(Helper::Side(first[0] / self.model.kinds as u32));
            for var in first {
                self.rows.add(&[&[(1, *var), (-1, side)]], AT_MOST_NONE, control)?;
            }
            for var in second {
                self.rows.add(&[&[(1, *var), (1, side)]], AT_MOST_ONE, control)?;
            }
        } else {
            for a in left {
                for b in right {
                    self.rows.add(&[&[(1, *a), (1, *b)]], AT_MOST_ONE, control)?;
                }
            }
        }
        Ok(())
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
        let (least, most) = views.range.ends();
        let by_leaps = self.by_leaps(control)?;
        // For each piece, the columns of the ends it may own.
        let mut owned: Vec<Sum> = vec![Sum::new(); model.vars()];
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
            // Where no piece stands there are no ends, but perhaps pieces that would be attacked.
            let around = leaps.len() as i64;
            let (least, most) = (least.clamp(0, views + around + 1), most.clamp(-1, views + around));
            for (of_piece, range) in [(most - views - around, (-around, i64::MAX)), (least - views, AT_MOST_NONE)] {
                self.rows.add(&[&ends, &negated(leaps), &[(of_piece, var as u32)]], range, control)?;
            }
        }
        Ok(())
    }

    /// Returns, for each piece, those that it attacks by leaps.
    fn by_leaps(&self, control: &mut Control) -> Result<Vec<Sum>, Cause> {
        let mut all = vec![Sum::new(); self.model.vars()];
        let piece = self.model.piece(0);
        if piece.moves().iter().all(|own| own.reach() == Reach::Ride) {
            return Ok(all);
        }
        for (own, square) in all.iter_mut().zip(&self.model.slots) {
            for leap in piece.moves().iter().filter(|own| own.reach() != Reach::Ride) {
                control.charge(8)?;
                let to = sight::path(self.model.board(), *square, *leap).next();
                own.extend(to.and_then(|to| self.model.var(to, 0)).map(|var| (1, var)));
            }
        }
        Ok(all)
    }

    /// Adds columns for the last piece on a line; the variable of the last square serves as its own column.
    fn ends(&mut self, line: &[Var], owned: &mut [Sum], control: &mut Control) -> Result<Sum, Cause> {
        let mut last = Sum::new();
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

    /// On each interval of a line: at most one more piece of these kinds than there are others strictly inside.
    fn intervals(&mut self, kinds: u64, control: &mut Control) -> Result<(), Cause> {
        let model = self.model;
        let all = model.kinds as u32;
        let all_of = |slots: &[u32], number: i64, kinds: u64, sum: &mut Sum| {
            for slot in slots {
                sum.extend((0..all).filter(|kind| kinds >> kind & 1 == 1).map(|kind| (number, slot * all + kind)));
            }
        };
        let lines = model.ride_lines(kinds, 2, control)?;
        for line in lines.iter().flat_map(Sets::iter) {
            for (from, _) in line.iter().enumerate() {
                for to in from + 1..line.len() {
                    let interval = &line[from..=to];
                    let mut sum = Sum::new();
                    all_of(interval, 1, kinds, &mut sum);
                    all_of(&interval[1..to - from], -1, !kinds, &mut sum);
                    self.rows.add(&[&sum], AT_MOST_ONE, control)?;
                }
            }
        }
        Ok(())
    }

    fn views(&mut self, views: &Views, control: &mut Control) -> Result<(), Cause> {
        let model = self.model;
        views.try_each(model, control, &mut |view, control| self.view(&view, views.sight, views.range, control))
    }

    fn view(&mut self, view: &View, sight: Sight, range: Interval, control: &mut Control) -> Result<(), Cause> {
        let plain = view.plain(self.model, sight);
        let sums = match plain {
            Some(Plain::Covered(vars)) if self.formulation.has(Family::Covering) && range == Interval::from(1..) => {
                let sums: Vec<Sum> = vars.into_iter().map(|var| vec![(1, var)]).collect();
                return self.in_range(view.when, &sums, (1, i64::MAX), control);
            }
            Some(Plain::AllKinds(slots)) => {
                slots.into_iter().map(|(slot, kinds)| self.of(slot, kinds)).filter(|sum| !sum.is_empty()).collect()
            }
            _ if sight == Sight::First && view.simple => {
                let mut sums = Vec::new();
                // A lower bound must not count what is not seen; an upper bound must count all that is.
                let (least, most) = range.ends();
                let bounded = [least > 0, most < view.rays.len() as i64];
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
    fn of(&self, slot: u32, kinds: u64) -> Sum {
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
            let behind: Sum = rest.map(|rest| (-1, rest)).into_iter().collect();
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
    fn in_view(&mut self, view: &View, sight: Sight, control: &mut Control) -> Result<Vec<Sum>, Cause> {
        let stopping = self.model.stopping(sight);
        let mut on_slot: OrderedMap<u32, Vec<Sum>> = OrderedMap::new();
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
        sums: &[Sum],
        (least, most): (i64, i64),
        control: &mut Control,
    ) -> Result<(), Cause> {
        let all = sums.len() as i64;
        let sum: Sum = sums.concat();
        // Values beyond these make no difference.
        let (least, most) = (least.min(all + 1), most.max(-1));
        if most < all {
            let (slack, top) = self.condition(when, all - most);
            self.rows.add(&[&sum, &slack], (i64::MIN, top + most), control)?;
        }
        if least > 0 {
            let (slack, top) = self.condition(when, -least);
            self.rows.add(&[&sum, &slack], (least + top, i64::MAX), control)?;
        }
        Ok(())
    }

    /// Returns terms and a constant: the terms less the constant are 0 if the condition holds, and −`by` if not.
    fn condition(&self, when: When, by: i64) -> (Sum, i64) {
        match when {
            When::Always => (Sum::new(), 0),
            When::Placed(var) => (vec![(by, var)], by),
            When::Vacant(slot) => (self.model.of_slot(slot).map(|var| (-by, var)).collect(), 0),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::budget::Options;
    use crate::language::{Board, Piece, Problem, classics};

    fn rows(problem: &Problem, formulation: Formulation) -> Rows {
        let mut control = Control::new(&Options::new());
        let model = Model::compile(&Arc::new(problem.clone()), &mut control).expect("no limit was set");
        Rows::of(&model, formulation, &mut control).expect("no limit was set")
    }

    fn listed(rows: &Rows) -> Vec<(Sum, (i64, i64))> {
        rows.iter().map(|(terms, range)| (terms.to_vec(), range)).collect()
    }

    /// Whether columns satisfy a row; a bit for each column.
    fn holds((terms, (least, most)): &(Sum, (i64, i64)), bits: u32) -> bool {
        let sum = terms.iter().filter(|(_, column)| bits >> column & 1 == 1).map(|(number, _)| number).sum::<i64>();
        (*least..=*most).contains(&sum)
    }

    #[test]
    fn terms_of_one_column_are_added_up() {
        let mut control = Control::new(&Options::new());
        let mut rows = Rows { pieces: 3, ..Rows::default() };
        rows.add(&[&[(2, 1), (1, 0)], &[(3, 1), (1, 2), (-1, 2)]], (1, 4), &mut control).expect("no limit was set");
        assert_eq!(listed(&rows), [(vec![(1, 0), (5, 1)], (1, 4))]);
    }

    #[test]
    fn a_row_that_holds_in_any_case_is_left_out_and_one_without_terms_cannot_hold() {
        let mut control = Control::new(&Options::new());
        let mut rows = Rows { pieces: 2, ..Rows::default() };
        rows.add(&[&[(1, 0), (-2, 1)]], (-2, 1), &mut control).expect("no limit was set");
        rows.add(&[], (0, 0), &mut control).expect("no limit was set");
        rows.add(&[&[(1, 0)], &[(-1, 0)]], (i64::MIN, 0), &mut control).expect("no limit was set");
        assert!(listed(&rows).is_empty() && !rows.never);
        rows.add(&[&[(1, 0), (-2, 1)]], (-1, 1), &mut control).expect("no limit was set");
        assert_eq!(listed(&rows).len(), 1);
        rows.add(&[&[(1, 0)], &[(-1, 0)]], (1, i64::MAX), &mut control).expect("no limit was set");
        assert!(rows.never);
    }

    #[test]
    fn the_same_terms_again_narrow_the_range() {
        let mut control = Control::new(&Options::new());
        let mut rows = Rows { pieces: 3, ..Rows::default() };
        let terms: Sum = times(1, &[0, 1, 2]);
        rows.add(&[&terms], (i64::MIN, 2), &mut control).expect("no limit was set");
        rows.add(&[&terms], (1, i64::MAX), &mut control).expect("no limit was set");
        assert_eq!(listed(&rows), [(terms.clone(), (1, 2))]);
        assert!(!rows.never);
        rows.add(&[&terms], (3, 3), &mut control).expect("no limit was set");
        assert!(rows.never);
    }

    #[test]
    fn a_clique_is_one_row_or_all_its_pairs() {
        let rooks = classics::non_attacking(Board::new(1, 4), Piece::ROOK);
        let strong = rows(&rooks, Formulation::strong());
        assert_eq!(listed(&strong), [(times(1, &[0, 1, 2, 3]), (i64::MIN, 1))]);
        let pairs = listed(&rows(&rooks, Formulation::strong().without(Family::Cliques)));
        let expected: Vec<_> =
            (0..4).flat_map(|a| (a + 1..4).map(move |b| (times(1, &[a, b]), (i64::MIN, 1)))).collect();
        assert_eq!(pairs, expected);
    }

    #[test]
    fn a_cut_excludes_one_solution_and_no_other() {
        // Of no attacks, subsets of a solution are solutions too, and must be left.
        let free = rows(&classics::non_attacking(Board::new(2, 2), Piece::WAZIR), Formulation::strong());
        assert!(!free.antichain);
        for standing in 0u32..16 {
            let vars: Vec<Var> = (0..4).filter(|var| standing >> var & 1 == 1).collect();
            let cut = free.cut(&vars);
            for bits in 0..16 {
                assert_eq!(holds(&cut, bits), bits != standing, "{standing:b} and {bits:b}");
            }
        }
        // Where each row holds one, the pieces that stand are enough.
        let exact = rows(&classics::queens(4), Formulation::strong());
        assert!(exact.antichain);
        assert_eq!(exact.cut(&[1, 7, 8, 14]), (times(1, &[1, 7, 8, 14]), (i64::MIN, 3)));
    }

    #[test]
    fn helpers_can_be_chosen_just_where_the_judge_accepts() {
        // A rook sees past no other; each must see one or none. A chancellor leaps as well.
        let chancellors = |range| classics::attacking(Board::new(2, 3), Piece::CHANCELLOR, range);
        for (problem, most) in [
            (classics::attacking(Board::new(1, 4), Piece::ROOK, ..=1), 20),
            (chancellors(Interval::from(..=1)), 21),
            (chancellors(Interval::from(2)), 21),
            (chancellors(Interval::from(2..=3)), 21),
        ] {
            helpers_suffice(&problem, most);
        }
    }

    #[track_caller]
    fn helpers_suffice(problem: &Problem, most: usize) {
        let mut control = Control::new(&Options::new());
        let model = Model::compile(&Arc::new(problem.clone()), &mut control).expect("no limit was set");
        let mut judge = model.judge();
        for formulation in [Formulation::strong(), Formulation::strong().without(Family::LineEnds)] {
            let rows = rows(problem, formulation);
            let (all, columns, own) = (listed(&rows), rows.columns(), model.vars());
            assert!(columns > own && columns < most, "{columns} columns");
            for pieces in 0u32..1 << own {
                let placed: Vec<_> =
                    (0..own).filter(|var| pieces >> var & 1 == 1).map(|var| model.placed[var]).collect();
                let satisfied = (0..1u32 << (columns - own)).any(|helpers| {
                    let bits = pieces | helpers << own;
                    all.iter().all(|row| holds(row, bits))
                });
                assert_eq!(satisfied, judge.accepts(&placed), "{pieces:b}");
            }
        }
    }
}
