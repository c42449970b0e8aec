//! Rules of every sort: covers, exact counts, mixtures.
//!
//! The search goes through placements that break rules. A step draws a broken rule, or aims at a better value, and puts a piece
//! somewhere or takes one away: of the ways that bring the rule nearer to its range, the one that costs the other rules least.
//! Each rule has a weight. Where every way costs as much as it gains, the weights of all broken rules grow, so that the search
//! does not stay in one place. A square just changed stays as it is for some steps (tabu).
//!
//! - `rows`: rules as rows that are kept up with;
//! - `draft`: the rows of a model while they are written.

mod draft;
mod rows;

use super::members::Members;
use crate::budget::{Cause, Control, Random};
use crate::model::{Model, Sets, Var, When, Worths};
use draft::Draft;
use rows::{Cell, Ends, Line, Member, Pass, Row, Shape, Touch};

/// A search by repairs under way.
pub(in crate::engine) struct Repair {
    kinds: usize,
    rows: Vec<Row>,
    /// The rows that a variable is in, and what it adds there.
    touched: Ends,
    touches: Vec<Touch>,
    members: Vec<Member>,
    /// The rows that count only where a variable is true, and those that count only where a slot is vacant.
    if_placed: Sets,
    if_vacant: Sets,
    /// What a square sees, by rays, in the order of rows.
    rays: Vec<Line>,
    cells: Vec<Cell>,
    /// The rays that a slot is on.
    on_rays: Ends,
    passes: Vec<Pass>,
    worths: Worths,
    /// What a broken rule weighs at first: as much as the heaviest piece.
    unit: i64,
    /// The kind that stands on each slot plus one; 0 on vacant ones.
    stands: Vec<u16>,
    placed: Members,
    broken: Members,
    value: i64,
    best: Option<i64>,
    /// The weight of what is missing from a better value.
    pull: i64,
    /// The step up to which each slot stays as it is, and that in which it last changed.
    still_until: Vec<u64>,
    changed: Vec<u64>,
    step: u64,
    /// How often weights have grown since they last shrank.
    grown: usize,
    options: Vec<Change>,
    random: Random,
}

/// Puts a kind on a slot, its number plus one, or makes it vacant.
type Change = (u32, u16);

impl Repair {
    /// The number of ways that are looked at in a step.
    const LOOKED_AT: usize = 48;
    /// A square just changed stays as it is for this many steps, and up to as many more.
    const STILL: u64 = 2;

    /// Returns `None` if the rules are too many, or of a sort that a local search does not keep up with.
    pub(super) fn new(model: &Model, worths: &Worths, seed: u32, control: &mut Control) -> Result<Option<Self>, Cause> {
        let room = control.memory_limit() / Draft::SHARE;
        let mut draft = Draft {
            model,
            max: usize::try_from(room).map_or(Draft::MOST, |room| room.min(Draft::MOST)),
            rows: Vec::new(),
            touches: Vec::new(),
            members: Vec::new(),
            if_placed: Vec::new(),
            if_vacant: Vec::new(),
            rays: Vec::new(),
            cells: Vec::new(),
        };
        let unit = worths.list().iter().map(|weight| weight.saturating_abs()).max().unwrap_or(0).max(1);
        if unit > Draft::GREATEST || model.vars() == 0 {
            return Ok(None);
        }
        for set in model.cliques.iter().flat_map(|family| family.sets.iter()).filter(|set| set.len() > 1) {
            control.charge(set.len() as u64)?;
            // A square holds one piece in any case.
            if set.iter().any(|var| *var as usize / model.kinds != set[0] as usize / model.kinds) {
                draft.count(When::Always, set.iter().copied(), (0, 1));
            }
            if draft.size() > draft.max {
                return Ok(None);
            }
        }
        for rule in &model.rules {
            if draft.rule(rule, control)?.is_err() {
                return Ok(None);
            }
        }
        Self::of(draft, worths.clone(), unit, seed, control).map(Some)
    }

    fn of(draft: Draft<'_>, worths: Worths, unit: i64, seed: u32, control: &mut Control) -> Result<Self, Cause> {
        let (vars, slots) = (draft.model.vars(), draft.model.slots.len());
        let Draft { model, mut rows, touches, members, if_placed, if_vacant, rays, cells, .. } = draft;
        let mut passes = Vec::with_capacity(cells.len());
        for (number, ray) in (0..).zip(&rays) {
            let own = (ray.start..ray.end).zip(&cells[ray.start as usize..ray.end as usize]);
            passes.extend(own.map(|(cell, Cell { slot, .. })| (*slot, Pass { ray: number, cell })));
        }
        let (touched, touches) = Ends::sorted(vars, touches, control)?;
        let (on_rays, passes) = Ends::sorted(slots, passes, control)?;
        let mut broken = Members::new(rows.len());
        for (number, row) in (0..).zip(&mut rows) {
            row.weight = unit;
            broken.set(number, row.active && row.off(0) > 0);
        }
        Ok(Self {
            kinds: model.kinds,
            touched,
            touches,
            members,
            if_placed: Sets::grouped(vars, &if_placed, control)?,
            if_vacant: Sets::grouped(slots, &if_vacant, control)?,
            rays,
            cells,
            on_rays,
            passes,
            worths,
            unit,
            stands: vec![0; slots],
            placed: Members::new(vars),
            broken,
            value: 0,
            best: None,
            pull: 1,
            still_until: vec![0; slots],
            changed: vec![0; slots],
            step: 0,
            grown: 0,
            options: Vec::new(),
            random: Random::new(seed.into()),
            rows,
        })
    }

    /// Continues for so much work; stops early at a placement that is worth more than `beyond`, and returns it.
    pub(super) fn run(
        &mut self,
        beyond: Option<i64>,
        work: u64,
        control: &mut Control,
    ) -> Result<Option<&[Var]>, Cause> {
        self.best = self.best.max(beyond);
        let mut left = work;
        loop {
            let keeps = self.broken.list.is_empty();
            let better = keeps && self.best.is_none_or(|best| self.value > best);
            let cost = if better { self.climb() } else { self.step() };
            control.charge(cost)?;
            if better {
                self.best = Some(self.value);
                return Ok(Some(&self.placed.list));
            }
            match left.checked_sub(cost) {
                Some(rest) => left = rest,
                None => return Ok(None),
            }
        }
    }

    /// How much is missing from a value that would be better.
    fn missing(&self, value: i64) -> i64 {
        self.best.map_or(0, |best| best.saturating_add(1).saturating_sub(value).max(0))
    }

    fn var(&self, (slot, stands): Change) -> Option<Var> {
        let kind = stands.checked_sub(1)?;
        Some(slot * self.kinds as Var + Var::from(kind))
    }

    fn slot(&self, var: Var) -> u32 {
        var / self.kinds as u32
    }

    /// What puts a piece there, or takes it away.
    fn put(&self, var: Var) -> Change {
        (self.slot(var), (var % self.kinds as u32) as u16 + 1)
    }

    fn clear(&self, var: Var) -> Change {
        (self.slot(var), 0)
    }

    /// Improves a placement that breaks no rule wherever none is broken by it; returns about the work it took.
    fn climb(&mut self) -> u64 {
        let mut all = 0;
        let start = self.random.below(self.placed.limit() as u64) as usize;
        for place in 0..self.placed.limit() {
            let var = ((start + place) % self.placed.limit()) as Var;
            let (worth, stands) = (self.worths.weight(var), self.stands[self.slot(var) as usize]);
            let change = if worth > 0 && stands == 0 {
                self.put(var)
            } else if worth < 0 && self.placed.has(var) {
                self.clear(var)
            } else {
                continue;
            };
            let (delta, cost) = self.delta(change);
            all += cost;
            if delta <= 0 {
                let before = (self.stands[change.0 as usize], self.broken.list.len());
                all += self.make(change);
                // What is seen twice is only known now.
                if self.broken.list.len() > before.1 {
                    all += self.make((change.0, before.0));
                }
            }
        }
        all
    }

    /// Makes a step; returns about the work it took.
    fn step(&mut self) -> u64 {
        self.step += 1;
        self.options.clear();
        // As soon as a value is missing, every other step works towards it, so that there are not more pieces than it takes.
        let wishes = self.missing(self.value) > 0 && self.random.below(2) == 0;
        match if wishes { None } else { self.broken.draw(&mut self.random) } {
            Some(row) => self.repairs(row),
            None => self.gains(),
        }
        if self.options.is_empty() {
            // Nothing helps, or all is well: any change may lead on.
            let var = self.random.below(self.placed.limit() as u64) as Var;
            let change = if self.placed.has(var) { self.clear(var) } else { self.put(var) };
            self.options.push(change);
        }
        let mut cost = 32 + 2 * self.options.len() as u64;
        while self.options.len() > Self::LOOKED_AT {
            let place = self.random.below(self.options.len() as u64) as usize;
            self.options.swap_remove(place);
        }
        let mut best: Option<(i64, u64, Change)> = None;
        for place in 0..self.options.len() {
            let change = self.options[place];
            let slot = change.0 as usize;
            if self.still_until[slot] > self.step || self.stands[slot] == change.1 {
                continue;
            }
            let (delta, own) = self.delta(change);
            cost += own;
            if best.is_none_or(|(min, oldest, _)| (delta, self.changed[slot]) < (min, oldest)) {
                best = Some((delta, self.changed[slot], change));
            }
        }
        let Some((delta, _, change)) = best else { return cost + self.grow() };
        if delta >= 0 {
            cost += self.grow();
        }
        cost += self.make(change);
        let slot = change.0 as usize;
        self.changed[slot] = self.step;
        self.still_until[slot] = self.step + Self::STILL + self.random.below(Self::STILL);
        cost
    }

    /// Makes what is broken weigh more; returns about the work it took.
    fn grow(&mut self) -> u64 {
        /// After this many times, and once for each row, all weights shrink again.
        const OFTEN: usize = 64;
        for row in &self.broken.list {
            let weight = &mut self.rows[*row as usize].weight;
            *weight = weight.saturating_add(self.unit);
        }
        if self.missing(self.value) > 0 {
            self.pull += 1;
        }
        self.grown += 1;
        if self.grown < OFTEN + self.rows.len() {
            return 2 * self.broken.list.len() as u64;
        }
        self.grown = 0;
        for row in &mut self.rows {
            row.weight = (row.weight / 2).max(self.unit);
        }
        self.pull = (self.pull / 2).max(1);
        (2 * self.broken.list.len() + self.rows.len()) as u64
    }

    /// Lists what makes the value better.
    fn gains(&mut self) {
        let vars = self.placed.limit() as u64;
        for _ in 0..Self::LOOKED_AT {
            let var = self.random.below(vars) as Var;
            if self.worths.weight(var) > 0 && !self.placed.has(var) {
                self.options.push(self.put(var));
            }
        }
        let few = self.placed.list.len() <= Self::LOOKED_AT;
        for place in 0..self.placed.list.len().min(Self::LOOKED_AT) {
            let drawn = if few { Some(self.placed.list[place]) } else { self.placed.draw(&mut self.random) };
            if let Some(var) = drawn.filter(|var| self.worths.weight(*var) < 0) {
                self.options.push(self.clear(var));
            }
        }
    }

    /// Lists what brings a broken row nearer to its range.
    fn repairs(&mut self, row: u32) {
        let Row { sum, min, when, shape, members, rays, lines, .. } = self.rows[row as usize];
        match when {
            When::Always => {}
            When::Placed(var) => self.options.push(self.clear(var)),
            When::Vacant(slot) => self.options.extend((1..=self.kinds as u16).map(|stands| (slot, stands))),
        }
        let more = sum < min;
        match shape {
            Shape::Either => self.lift(members, false),
            Shape::Same => {
                self.lift(members, true);
                self.lift(members, false);
            }
            Shape::Sum | Shape::Twice | Shape::Line(_) => self.lift(members, more),
        }
        for ray in rays.0..rays.1 {
            let Line { start, end, first, .. } = self.rays[ray as usize];
            let counts = self.counts(ray);
            if counts != more && first < end {
                self.options.push((self.cells[first as usize].slot, 0));
            }
            if !more || counts {
                continue;
            }
            for cell in start..first {
                let Cell { slot, mut counting } = self.cells[cell as usize];
                while counting != 0 {
                    self.options.push((slot, counting.trailing_zeros() as u16 + 1));
                    counting &= counting - 1;
                }
            }
        }
        if lines.0 < lines.1 {
            let place = self.random.below(u64::from(lines.1 - lines.0)) as u32;
            let from = (lines.0..lines.1).cycle().skip(place as usize).take((lines.1 - lines.0) as usize);
            let fits = |line: &u32| (self.rows[*line as usize].sum == 0) == more;
            if let Some(line) = from.into_iter().find(fits) {
                self.lift(self.rows[line as usize].members, more);
            }
        }
    }

    /// Lists what makes a sum over members greater, or less.
    fn lift(&mut self, (start, end): (u32, u32), more: bool) {
        for place in start..end {
            let Member { var, adds } = self.members[place as usize];
            let placed = self.placed.has(var);
            if adds == more && !placed {
                self.options.push(self.put(var));
            } else if adds != more && placed {
                self.options.push(self.clear(var));
            }
        }
    }

    /// Whether the first piece on a ray counts.
    fn counts(&self, ray: u32) -> bool {
        let Line { end, first, .. } = self.rays[ray as usize];
        first < end && self.counts_at(first, self.stands[self.cells[first as usize].slot as usize])
    }

    fn counts_at(&self, cell: u32, stands: u16) -> bool {
        stands > 0 && self.cells[cell as usize].counting >> (stands - 1) & 1 == 1
    }

    /// The first cell of a ray from this one on that is occupied.
    fn first_from(&self, cell: u32, end: u32) -> u32 {
        (cell..end).find(|cell| self.stands[self.cells[*cell as usize].slot as usize] > 0).unwrap_or(end)
    }

    /// About what a change costs, and the work to find out. What is seen twice is counted twice.
    fn delta(&self, (slot, after): Change) -> (i64, u64) {
        let before = self.stands[slot as usize];
        let (mut delta, mut value, mut cost) = (0i64, self.value, 16);
        for (stands, sign) in [(before, -1), (after, 1)] {
            let Some(var) = self.var((slot, stands)) else { continue };
            value += sign * self.worths.weight(var);
            let touches = &self.touches[self.touched.range(var as usize)];
            cost += 4 * touches.len() as u64;
            for Touch { row, by } in touches {
                let row = &self.rows[*row as usize];
                let Shape::Line(all) = row.shape else {
                    delta = delta.saturating_add(row.change(sign * by));
                    continue;
                };
                let occupied = i64::from(row.sum + sign * by > 0) - i64::from(row.sum > 0);
                delta = delta.saturating_add(self.rows[all as usize].change(occupied));
            }
            for row in self.if_placed.get(var as usize) {
                let row = &self.rows[*row as usize];
                delta = delta.saturating_add(sign * row.weight.saturating_mul(row.off(row.sum)));
            }
        }
        let vacated = i64::from(after == 0) - i64::from(before == 0);
        if vacated != 0 {
            for row in self.if_vacant.get(slot as usize) {
                let row = &self.rows[*row as usize];
                delta = delta.saturating_add(vacated * row.weight.saturating_mul(row.off(row.sum)));
            }
        }
        let passes = &self.passes[self.on_rays.range(slot as usize)];
        cost += 4 * passes.len() as u64;
        for Pass { ray, cell } in passes {
            let Line { row, end, first, .. } = self.rays[*ray as usize];
            let row = &self.rows[row as usize];
            if *cell > first || !row.active {
                continue;
            }
            let now = self.counts(*ray);
            let then = if after > 0 {
                self.counts_at(*cell, after)
            } else {
                let next = self.first_from(cell + 1, end);
                next < end && self.counts_at(next, self.stands[self.cells[next as usize].slot as usize])
            };
            delta = delta.saturating_add(row.change(i64::from(then) - i64::from(now)));
        }
        let missing = self.missing(value) - self.missing(self.value);
        (delta.saturating_add(self.pull.saturating_mul(missing)), cost)
    }

    /// Makes a change; returns about the work it took.
    fn make(&mut self, (slot, after): Change) -> u64 {
        let before = self.stands[slot as usize];
        if before == after {
            return 0;
        }
        let mut cost = 16;
        for (stands, comes) in [(before, false), (after, true)] {
            let Some(var) = self.var((slot, stands)) else { continue };
            let sign = if comes { 1 } else { -1 };
            self.placed.set(var, comes);
            self.value += sign * self.worths.weight(var);
            let touches = self.touched.range(var as usize);
            cost += 4 * touches.len() as u64;
            for place in touches {
                let Touch { row, by } = self.touches[place];
                self.add(row, sign * by);
            }
            for place in 0..self.if_placed.get(var as usize).len() {
                self.activate(self.if_placed.get(var as usize)[place], comes);
            }
        }
        if (before == 0) != (after == 0) {
            for place in 0..self.if_vacant.get(slot as usize).len() {
                self.activate(self.if_vacant.get(slot as usize)[place], after == 0);
            }
        }
        let passes = self.on_rays.range(slot as usize);
        cost += 6 * passes.len() as u64;
        for place in passes {
            let Pass { ray, cell } = self.passes[place];
            let Line { row, end, first, .. } = self.rays[ray as usize];
            if cell > first {
                continue;
            }
            self.stands[slot as usize] = before;
            let now = self.counts(ray);
            self.stands[slot as usize] = after;
            self.rays[ray as usize].first = if after > 0 { cell } else { self.first_from(cell + 1, end) };
            if self.rows[row as usize].shape != Shape::Twice {
                self.add(row, i64::from(self.counts(ray)) - i64::from(now));
            }
        }
        self.stands[slot as usize] = after;
        for place in self.on_rays.range(slot as usize) {
            let row = self.rays[self.passes[place].ray as usize].row;
            if self.rows[row as usize].shape == Shape::Twice {
                let sum = self.seen(row);
                self.add(row, sum - self.rows[row as usize].sum);
            }
        }
        cost
    }

    /// The number of different pieces in view along the rays of a row.
    fn seen(&self, row: u32) -> i64 {
        let (start, end) = self.rows[row as usize].rays;
        let first = |ray: u32| self.cells[self.rays[ray as usize].first as usize].slot;
        let mut slots: Vec<u32> = (start..end).filter(|ray| self.counts(*ray)).map(first).collect();
        slots.sort_unstable();
        slots.dedup();
        slots.len() as i64
    }

    /// Changes the sum of a row.
    fn add(&mut self, row: u32, by: i64) {
        if by == 0 {
            return;
        }
        let own = &mut self.rows[row as usize];
        let before = own.sum;
        own.sum += by;
        if let Shape::Line(all) = own.shape {
            let occupied = i64::from(own.sum > 0) - i64::from(before > 0);
            return self.add(all, occupied);
        }
        self.sort(row);
    }

    fn activate(&mut self, row: u32, active: bool) {
        self.rows[row as usize].active = active;
        self.sort(row);
    }

    /// Updates whether a row is broken.
    fn sort(&mut self, row: u32) {
        let own = &self.rows[row as usize];
        self.broken.set(row, own.active && own.off(own.sum) > 0);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::budget::{Engine, Options};
    use crate::judge::Verifier;
    use crate::language::{Area, Board, Constraint, Direction, Kind, Piece, Problem, Symmetry, Wrap, classics};

    fn started(problem: &Problem, worths: &Worths, seed: u32, control: &mut Control) -> (Model, Option<Repair>) {
        let model = Model::compile(&Arc::new(problem.clone()), control).expect("no limit was set");
        let repair = Repair::new(&model, worths, seed, control).expect("no limit was set");
        (model, repair)
    }

    /// The values found within so much work, each placement judged; with weights for each kind.
    fn found(problem: &Problem, weights: &[i64], seed: u32, work: u64) -> Vec<i64> {
        let mut control = Control::new(&Options::new());
        let worths = Worths::of(weights.repeat(problem.board().open().len()), weights.len());
        let (model, repair) = started(problem, &worths, seed, &mut control);
        let mut repair = repair.expect("the rules are few");
        let mut verifier = Verifier::new(&Arc::new(problem.clone()));
        let mut values: Vec<i64> = Vec::new();
        while let Some(vars) = repair.run(values.last().copied(), work, &mut control).expect("no limit was set") {
            let mut placed: Vec<_> = vars.iter().map(|var| model.placed[*var as usize]).collect();
            placed.sort_unstable();
            assert!(verifier.accepts(&placed), "{problem} {placed:?}");
            let value = placed.iter().map(|(_, kind)| weights[usize::from(*kind)]).sum();
            assert!(values.last().is_none_or(|last| *last < value), "{problem}");
            values.push(value);
        }
        values
    }

    /// Rules of every family, on boards with walls and holes, plain and wrapped.
    fn problems() -> Vec<Problem> {
        let plain = Board::new(3, 4).with_walls([(1, 2)]).with_holes([(0, 3)]);
        let wrapped = Board::new(3, 4).with_wrap(Wrap::Both);
        let mut problems = Vec::new();
        for piece in [Piece::QUEEN, Piece::KING, Piece::KNIGHT, Piece::ROOK] {
            for board in [&plain, &wrapped] {
                problems.push(classics::domination(board.clone(), piece.clone()));
                problems.push(classics::total_domination(board.clone(), piece.clone()));
                problems.push(classics::independent_domination(board.clone(), piece.clone()));
                problems.push(classics::attacking(board.clone(), piece.clone(), 1));
                problems.push(classics::attacking(board.clone(), piece.clone(), ..=2));
                problems.push(classics::peaceable(board.clone(), piece.clone()));
                let mut perfect = Problem::new(board.clone());
                let kind = perfect.add_kind("piece", piece.clone());
                perfect.add(Constraint::covered(Area::Everywhere, kind, 1..=2).where_vacant());
                problems.push(perfect);
                let mut mixed = Problem::new(board.clone());
                let kinds = [mixed.add_kind("first", piece.clone()), mixed.add_kind("second", Piece::BISHOP)];
                mixed.add(Constraint::attacks(kinds[0], kinds[1], 1..=2));
                mixed.add(Constraint::attacks(kinds[1], kinds, ..=3).through());
                mixed.add(Constraint::count(kinds[1], Area::Everywhere, 1..=3));
                problems.push(mixed);
            }
        }
        let mut lines = classics::attacking(Board::square(3), Piece::ROOK, ..=1);
        let piece = lines.kinds().next().expect("it has one kind");
        lines.add(Constraint::occupied_lines(piece, [Direction::ROW], 2));
        lines.add(Constraint::linear([(3, piece, (0, 1)), (-2, piece, (1, 0))], -2..=1));
        problems.push(lines);
        let mut even = Problem::new(Board::square(4));
        let king = even.add_kind("king", Piece::KING);
        even.add(Constraint::attacks(king, king, 0)).add(Constraint::count(king, Area::Everywhere, 2..));
        even.add(Constraint::symmetric([Symmetry::HalfTurn], Area::Everywhere));
        problems.push(even);
        problems
    }

    #[test]
    fn optima_of_small_boards_are_found() {
        let (mut asked, mut reached) = (0, 0);
        for problem in problems() {
            for sign in [1, -1] {
                let weights = vec![sign; problem.kinds().count()];
                let worth: Vec<(Kind, i64)> = problem.kinds().zip(weights.iter().copied()).collect();
                let max = problem.using(&Options::new().engine(Engine::Search)).maximize_of(worth);
                let max = max.expect("the problem is sound").value().expect("no limit was set");
                let best = found(&problem, &weights, 0, 1 << 21).last().copied();
                assert!(best <= max, "{problem} {best:?} {max:?}");
                asked += 1;
                reached += u32::from(best == max);
            }
        }
        // A board full of pieces, of which no square asks anything, is far from all that break few rules.
        assert!(10 * reached >= 9 * asked, "{reached} of {asked}");
    }

    #[test]
    fn it_goes_the_same_way_each_time() {
        for problem in
            [classics::domination(Board::square(9), Piece::QUEEN), classics::peaceable(Board::square(6), Piece::KING)]
        {
            let weights = vec![-1; problem.kinds().count()];
            let runs = [0, 0, 1].map(|seed| found(&problem, &weights, seed, 1 << 20));
            assert_eq!(runs[0], runs[1]);
        }
    }

    /// The sums of rows, which are kept up change by change, are those of the placement.
    #[test]
    fn what_is_kept_up_is_what_comes_of_the_placement_alone() {
        let mut random = Random::new(5);
        for problem in problems() {
            let mut control = Control::new(&Options::new());
            let worths = Worths::of(vec![1; problem.kinds().count() * problem.board().open().len()], 1);
            let [one, other] = [(); 2].map(|()| started(&problem, &worths, 0, &mut control).1);
            let (mut one, mut other) = (one.expect("the rules are few"), other.expect("the rules are few"));
            for _ in 0..60 {
                let change = (random.below(one.stands.len() as u64) as u32, random.below(one.kinds as u64 + 1) as u16);
                one.make(change);
            }
            for (slot, stands) in one.stands.iter().enumerate() {
                other.make((slot as u32, *stands));
            }
            let sums = |own: &Repair| own.rows.iter().map(|row| (row.sum, row.active)).collect::<Vec<_>>();
            assert_eq!(sums(&one), sums(&other), "{problem}");
            let broken = |own: &Repair| {
                let mut list = own.broken.list.clone();
                list.sort_unstable();
                list
            };
            assert_eq!((broken(&one), one.value), (broken(&other), other.value), "{problem}");
        }
    }

    #[test]
    fn rules_that_cannot_be_kept_up_with_are_declined() {
        let mut control = Control::new(&Options::new());
        let mut hidden = Problem::new(Board::square(4));
        let (queen, wall) = (hidden.add_kind("queen", Piece::QUEEN), hidden.add_kind("wall", Piece::BLOCKER));
        hidden.add(Constraint::attacks(queen, queen, 1).through()).add(Constraint::count(wall, Area::Everywhere, 1..));
        let worths = Worths::of(vec![1; 32], 2);
        assert!(started(&hidden, &worths, 0, &mut control).1.is_none());
        let heavy = Worths::of(vec![i64::MAX; 16], 1);
        assert!(started(&classics::queens(4), &heavy, 0, &mut control).1.is_none());
    }
}
