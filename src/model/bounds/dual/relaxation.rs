//! The rows of a model, and what multipliers prove.

use super::cuts::Cliques;
use super::windows::{self, Windows};
use crate::budget::{Cause, Control, Family, Formulation};
use crate::model::{Model, Rows, Worths};

/// What multipliers and sums are scaled by.
pub(crate) const SCALE: i64 = 1 << 16;

/// What is known of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    Open,
    True,
    False,
}

/// Rows over columns that are 0 or 1, and the worth of each column.
pub(crate) struct Relaxation {
    /// How many columns are variables of the model; they come first.
    pieces: usize,
    /// The worth of each column, scaled.
    worth: Vec<i64>,
    /// Values are multiples of this.
    unit: i64,
    columns: Vec<u32>,
    numbers: Vec<i32>,
    ends: Vec<usize>,
    ranges: Vec<(i64, i64)>,
    /// How many rows each row stands for; empty if each stands for itself.
    alike: Vec<u32>,
    /// The greatest multiplier, either way, with which no sum overflows.
    limit: i64,
    /// The rows of the model come first, then cuts.
    own_rows: usize,
    /// How many more columns cuts may have, all together, as often as their numbers say: cliques, and others.
    room: [usize; 2],
    /// How often cuts have come or gone.
    changes: u32,
    /// The windows in which cuts are looked for, once they have been.
    windows: Option<Windows>,
    /// Windows to begin with, until then.
    rectangles: Option<Vec<Vec<u32>>>,
}

/// A row: its columns and their numbers.
pub(crate) struct Row<'a> {
    pub(crate) columns: &'a [u32],
    numbers: &'a [i32],
    pub(crate) range: (i64, i64),
}

impl Relaxation {
    /// The most members of all rules: where there are more, multipliers take too long to be found.
    const MAX_MEMBERS: usize = 1 << 22;
    /// The part of the memory that a member may take, with all that comes of it: there is other need of memory.
    const SHARE: u64 = 256;
    /// The greatest number in a row, either way; rows of greater ones are left out.
    const MAX_NUMBER: i64 = 1 << 20;
    /// How many times as many columns as the rows the cuts of windows may have.
    const ROOM: usize = 8;
    /// The greatest worth of a column, either way, in units; where there are greater ones, these are counted in larger units.
    const MAX_WORTH: i64 = 1 << 20;

    /// The rows of a model with these weights, without those of [`of_sights`](Self::of_sights); `None` where there are too many, or
    /// numbers too large.
    pub(crate) fn new(model: &Model, worths: &Worths, control: &mut Control) -> Result<Option<Self>, Cause> {
        Self::lowered(Rows::of, control.formulation.without(Family::Sights), model, worths, control)
    }

    /// Rows that bound what is seen along lines with others in between; `None` too where nothing is, or where no piece is worth
    /// anything, so that it does not matter how many fit.
    pub(crate) fn of_sights(model: &Model, worths: &Worths, control: &mut Control) -> Result<Option<Self>, Cause> {
        if !worths.has_positive() || !control.formulation.has(Family::Sights) || !model.has_sights(control)? {
            return Ok(None);
        }
        Self::lowered(Rows::of_sights, control.formulation, model, worths, control)
    }

    fn lowered(
        lower: fn(&Model, Formulation, &mut Control) -> Result<Rows, Cause>,
        formulation: Formulation,
        model: &Model,
        worths: &Worths,
        control: &mut Control,
    ) -> Result<Option<Self>, Cause> {
        let room = usize::try_from(control.memory_limit() / Self::SHARE).unwrap_or(usize::MAX);
        if !model.has_members_within(Self::MAX_MEMBERS.min(room), control)? {
            return Ok(None);
        }
        match lower(model, formulation, control) {
            Ok(rows) => Self::of(&rows, model, worths, control),
            Err(Cause::MemoryLimit) => Ok(None),
            Err(cause) => Err(cause),
        }
    }

    /// The same of rows that are known.
    pub(crate) fn of(
        rows: &Rows,
        model: &Model,
        worths: &Worths,
        control: &mut Control,
    ) -> Result<Option<Self>, Cause> {
        let Ok(mut unit) = i64::try_from(worths.unit()) else { return Ok(None) };
        let greatest = worths.list().iter().map(|weight| weight.unsigned_abs()).max().unwrap_or(0);
        // Worths that are too large are counted in greater units, and rounded up.
        if greatest / unit as u64 > Self::MAX_WORTH as u64 {
            unit = (greatest / Self::MAX_WORTH as u64) as i64 + 1;
        }
        let rounded = |weight: &i64| weight.div_euclid(unit) + i64::from(weight.rem_euclid(unit) > 0);
        let mut worth: Vec<i64> = worths.list().iter().map(|weight| rounded(weight) * SCALE).collect();
        worth.resize(rows.columns(), 0);
        let mut own = Self::without_rows(worth, rows.pieces);
        own.unit = unit;
        own.rectangles = Some(windows::rectangles(model, control)?);
        for (terms, range) in rows.iter() {
            own.add_row(terms.iter().map(|(number, column)| (*column, *number)), range, control)?;
        }
        if rows.never {
            own.add_row(std::iter::empty(), (1, i64::MAX), control)?;
        }
        Ok(own.completed())
    }

    /// No rows yet, over columns of these scaled worths.
    pub(super) fn without_rows(worth: Vec<i64>, pieces: usize) -> Self {
        Self {
            pieces,
            worth,
            unit: 1,
            columns: Vec::new(),
            numbers: Vec::new(),
            ends: Vec::new(),
            ranges: Vec::new(),
            alike: Vec::new(),
            limit: 0,
            own_rows: 0,
            room: [0; 2],
            changes: 0,
            windows: None,
            rectangles: None,
        }
    }

    /// Sets how many rows each row stands for.
    pub(super) fn with_alike(self, alike: Vec<u32>) -> Self {
        Self { alike, ..self }
    }

    /// How many rows this one stands for.
    pub(super) fn alike(&self, place: usize) -> f64 {
        f64::from(self.alike.get(place).copied().unwrap_or(1))
    }

    /// Adds a row of the model.
    pub(super) fn add_row(
        &mut self,
        terms: impl Iterator<Item = (u32, i64)>,
        (min, max): (i64, i64),
        control: &mut Control,
    ) -> Result<(), Cause> {
        let start = self.columns.len();
        let (mut low, mut high) = (0, 0);
        for (column, number) in terms {
            if number.abs() > Self::MAX_NUMBER {
                self.columns.truncate(start);
                self.numbers.truncate(start);
                return Ok(());
            }
            (low, high) = (low + number.min(0), high + number.max(0));
            self.columns.push(column);
            self.numbers.push(number as i32);
        }
        control.charge(2 * (self.columns.len() - start) as u64)?;
        // Ends that go without saying are none, and others are not far out.
        let min = if min <= low { i64::MIN } else { min.min(high + 1) };
        let max = if max >= high { i64::MAX } else { max.max(low - 1) };
        self.ends.push(self.columns.len());
        self.ranges.push((min, max));
        Ok(())
    }

    /// Has all rows of the model; `None` where numbers are too large.
    pub(super) fn completed(mut self) -> Option<Self> {
        self.own_rows = self.ends.len();
        self.room = [1, Self::ROOM].map(|times| times * (self.columns.len() + self.ends.len()));
        // What a multiplier of 1 adds to the sum of all numbers at most.
        let of_numbers: u64 = self.numbers.iter().map(|number| u64::from(number.unsigned_abs())).sum();
        let all = 2 * (of_numbers + self.own_rows as u64) + 4 * self.room.iter().sum::<usize>() as u64;
        let worths: u64 = self.worth.iter().map(|worth| worth.unsigned_abs()).sum();
        self.limit = (((1 << 62) - worths.min(1 << 62)) / all.max(1)) as i64;
        // Multipliers beyond the greatest worth are of no use but to show that nothing satisfies the rules.
        let greatest = self.worth.iter().map(|worth| worth.abs()).max().unwrap_or(0);
        self.limit = self.limit.min(64 * greatest.max(SCALE));
        (self.limit >= 2 * greatest).then_some(self)
    }

    /// How often cuts have come or gone.
    pub(crate) fn changes(&self) -> u32 {
        self.changes
    }

    pub(crate) fn pieces(&self) -> usize {
        self.pieces
    }

    pub(crate) fn columns(&self) -> usize {
        self.worth.len()
    }

    pub(crate) fn rows(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn row(&self, place: usize) -> Row<'_> {
        let own = self.start(place)..self.ends[place];
        Row { columns: &self.columns[own.clone()], numbers: &self.numbers[own], range: self.ranges[place] }
    }

    /// Adds cuts, as many as there is room for, of which more than one column stands by these shares; false where there are none.
    pub(super) fn cut(&mut self, shares: &[f32], max: usize, until: u64, control: &mut Control) -> Result<bool, Cause> {
        let before = self.rows();
        for clique in Cliques::new(self, control)?.find(self, shares, until, control)?.into_iter().take(max) {
            let terms: Vec<(u32, i32)> = clique.into_iter().map(|column| (column, 1)).collect();
            if !self.add_cut(&terms, 1) {
                break;
            }
        }
        for (terms, end) in self.in_windows(shares, until, control)?.into_iter().take(max) {
            if !self.add_cut(&terms, end) {
                break;
            }
        }
        Ok(self.rows() > before)
    }

    /// Adds a cut; false if there is no room for it.
    fn add_cut(&mut self, terms: &[(u32, i32)], end: i64) -> bool {
        self.columns.extend(terms.iter().map(|(column, _)| *column));
        self.numbers.extend(terms.iter().map(|(_, number)| *number));
        self.ends.push(self.columns.len());
        self.ranges.push((i64::MIN, end));
        let (which, size) = self.size(self.rows() - 1);
        if let Some(room) = self.room[which].checked_sub(size) {
            self.room[which] = room;
            self.changes += 1;
            return true;
        }
        self.ends.pop();
        self.ranges.pop();
        let rows = self.rows();
        self.columns.truncate(self.start(rows));
        self.numbers.truncate(self.start(rows));
        false
    }

    /// The room of which a cut takes something, and how much.
    fn size(&self, place: usize) -> (usize, usize) {
        let row = self.row(place);
        let sum: u64 = row.numbers.iter().map(|number| u64::from(number.unsigned_abs())).sum();
        (usize::from(!row.allows_one()), sum as usize + 1)
    }

    /// Cuts over a few columns that these shares break.
    fn in_windows(&mut self, shares: &[f32], until: u64, control: &mut Control) -> Result<Vec<windows::Cut>, Cause> {
        self.open_windows(control)?;
        let Some(mut windows) = self.windows.take() else { return Ok(Vec::new()) };
        let found = windows.find(self, shares, until, control);
        self.windows = Some(windows);
        found
    }

    /// Finds out where the windows are.
    pub(super) fn open_windows(&mut self, control: &mut Control) -> Result<(), Cause> {
        if let Some(rectangles) = self.rectangles.take() {
            self.windows = Windows::new(self, &rectangles, control)?;
        }
        Ok(())
    }

    /// Has no cuts in windows from now on.
    pub(crate) fn close_windows(&mut self) {
        (self.windows, self.rectangles) = (None, None);
    }

    /// Whether there are windows, without finding out where.
    pub(crate) fn allows_windows(&self) -> bool {
        Windows::local(self).next().is_some()
    }

    /// Whether cuts are looked for in windows, as far as that is known.
    pub(super) fn has_windows(&self) -> bool {
        self.windows.is_some()
    }

    /// The cuts, of which each adds up to so much at most.
    #[cfg(feature = "ilp")]
    pub(super) fn cuts(&self) -> impl Iterator<Item = Row<'_>> {
        (self.own_rows..self.rows()).map(|place| self.row(place))
    }

    /// Drops the cuts for which this is false.
    pub(super) fn keep(&mut self, kept: &[bool]) {
        self.changes += u32::from(kept.contains(&false));
        let mut rows = self.own_rows;
        let mut end = self.start(rows);
        for (place, is_kept) in kept.iter().enumerate().skip(self.own_rows) {
            if !is_kept {
                let (which, size) = self.size(place);
                self.room[which] += size;
                continue;
            }
            let own = self.start(place)..self.ends[place];
            let len = own.len();
            self.numbers.copy_within(own.clone(), end);
            self.ranges[rows] = self.ranges[place];
            self.columns.copy_within(own, end);
            end += len;
            self.ends[rows] = end;
            rows += 1;
        }
        self.columns.truncate(end);
        self.numbers.truncate(end);
        self.ends.truncate(rows);
        self.ranges.truncate(rows);
    }

    /// How many rows are those of the model; the others are cuts.
    pub(super) fn own_rows(&self) -> usize {
        self.own_rows
    }

    /// Where a row begins.
    fn start(&self, place: usize) -> usize {
        if place == 0 { 0 } else { self.ends[place - 1] }
    }

    /// The multipliers a row may have, from the least to the greatest.
    pub(super) fn multipliers(&self, place: usize) -> (i64, i64) {
        let (min, max) = self.ranges[place];
        (if min == i64::MIN { 0 } else { -self.limit }, if max == i64::MAX { 0 } else { self.limit })
    }

    /// The greatest multiplier, either way.
    pub(super) fn limit(&self) -> i64 {
        self.limit
    }

    /// A multiplier of a row as an integer.
    pub(super) fn rounded(&self, place: usize, multiplier: f64) -> i64 {
        let (low, high) = self.multipliers(place);
        ((multiplier * SCALE as f64).round() as i64).clamp(low, high)
    }

    /// About what it takes to evaluate multipliers once, which is something even where there is nothing.
    pub(crate) fn cost(&self) -> u64 {
        (1 + self.numbers.len() + self.worth.len() + self.ends.len()) as u64
    }

    /// What these multipliers prove of the scaled value, where some columns are known; writes down the reduced costs.
    pub(super) fn evaluate(&self, multipliers: &[i64], status: &[Status], reduced: &mut [i64]) -> i64 {
        reduced.copy_from_slice(&self.worth);
        let mut sum = 0;
        for (place, multiplier) in multipliers.iter().enumerate().filter(|(_, multiplier)| **multiplier != 0) {
            let Row { columns, numbers, range: (min, max) } = self.row(place);
            sum += multiplier * if *multiplier > 0 { max } else { min };
            for (column, number) in columns.iter().zip(numbers) {
                reduced[*column as usize] -= multiplier * i64::from(*number);
            }
        }
        for (reduced, status) in reduced.iter().zip(status) {
            sum += match status {
                Status::Open => (*reduced).max(0),
                Status::True => *reduced,
                Status::False => 0,
            };
        }
        sum
    }

    /// The worth of a column, scaled.
    pub(crate) fn scaled(&self, column: u32) -> i64 {
        self.worth[column as usize]
    }

    /// The worth of a column, in units.
    pub(super) fn worth(&self, column: usize) -> f64 {
        self.worth[column] as f64 / SCALE as f64
    }

    /// The least scaled sum of any columns. Multipliers that prove less prove that nothing satisfies the rows.
    pub(crate) fn least(&self) -> i64 {
        self.worth.iter().map(|worth| worth.min(&0)).sum()
    }

    /// What all values are multiples of.
    pub(crate) fn unit(&self) -> i64 {
        self.unit
    }

    /// The value that a scaled sum allows, all values being multiples of the unit.
    pub(crate) fn value(&self, sum: i64) -> i64 {
        sum.div_euclid(SCALE).saturating_mul(self.unit)
    }

    /// The least scaled sum that allows a value.
    pub(crate) fn sum(&self, value: i64) -> i64 {
        let units = value.div_euclid(self.unit) + i64::from(value.rem_euclid(self.unit) > 0);
        units.saturating_mul(SCALE)
    }
}

impl Row<'_> {
    /// Whether it says that at most one of its columns stands.
    pub(super) fn allows_one(&self) -> bool {
        self.range.1 == 1 && self.numbers.iter().all(|number| *number == 1)
    }

    /// The column without which none of the others stands, if it says that.
    pub(super) fn needed(&self) -> Option<u32> {
        let mut columns = self.columns.iter().zip(self.numbers).filter(|(_, number)| **number != 1);
        let (needed, number) = columns.next()?;
        (self.range.1 == 0 && *number == -1 && columns.next().is_none()).then_some(*needed)
    }

    /// Its columns, each with its number as an integer.
    pub(crate) fn integers(&self) -> impl Iterator<Item = (u32, i64)> {
        self.columns.iter().zip(self.numbers).map(|(column, number)| (*column, i64::from(*number)))
    }

    /// Its columns, each with its number.
    pub(super) fn terms(&self) -> impl Iterator<Item = (usize, f64)> {
        self.columns.iter().zip(self.numbers).map(|(column, number)| (*column as usize, f64::from(*number)))
    }

    /// Its range as numbers.
    pub(super) fn ends(&self) -> (f64, f64) {
        let (min, max) = self.range;
        let low = if min == i64::MIN { f64::NEG_INFINITY } else { min as f64 };
        (low, if max == i64::MAX { f64::INFINITY } else { max as f64 })
    }

    /// How far the sum over these columns is out of the range; where it lies at an end that a multiplier of this sign holds
    /// it to, none, and inside so far from that end.
    pub(super) fn slope(&self, multiplier: i64, stands: &[i32]) -> i64 {
        let terms = self.columns.iter().zip(self.numbers);
        let sum: i64 = terms.map(|(column, number)| i64::from(number * stands[*column as usize])).sum();
        let (min, max) = self.range;
        if multiplier > 0 || sum > max {
            sum - max
        } else if multiplier < 0 || sum < min {
            sum - min
        } else {
            0
        }
    }
}

/// A scaled sum in units.
pub(crate) fn in_units(sum: i64) -> f64 {
    sum as f64 / SCALE as f64
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::budget::{Engine, Options, Random};
    use crate::language::{Board, Constraint, Kind, OrderedSet, Piece, Problem, Square, Wrap};
    use crate::model::dual::Ascent;

    /// Two kinds, of which one may see only some, on boards of all wraps.
    fn among_others(random: &mut Random) -> Problem {
        let below = |random: &mut Random, limit: usize| random.below(limit as u64) as usize;
        let (rows, columns) = [(1, 6), (2, 3), (2, 4), (3, 3), (4, 2), (4, 4)][below(random, 6)];
        let wrap = [Wrap::None, Wrap::Rows, Wrap::Columns, Wrap::Both, Wrap::Both][below(random, 5)];
        let mut closed = OrderedSet::default();
        while rows * columns - closed.iter().count() > 8 || closed.iter().count() < below(random, 2) {
            closed.insert((below(random, rows), below(random, columns)));
        }
        let closed: Vec<_> = closed.iter().copied().collect();
        let board = Board::new(rows, columns).with_wrap(wrap);
        let board = if random.below(2) == 0 { board.with_walls(closed) } else { board.with_forbidden(closed) };
        let mut problem = Problem::new(board);
        let riders = [Piece::ROOK, Piece::BISHOP, Piece::QUEEN, Piece::AMAZON, Piece::ROOK.and(&Piece::rider(0, 2))];
        let first = problem.add_kind("first", riders[below(random, 5)].clone());
        let second = problem.add_kind("second", [Piece::BLOCKER, Piece::KING, Piece::QUEEN][below(random, 3)].clone());
        let counted = if random.below(3) == 0 { vec![first, second] } else { vec![first] };
        problem.add(Constraint::attacks(first, counted, random.below(2) as i64..=1 + random.below(4) as i64));
        if random.below(2) == 0 {
            problem.add(Constraint::attacks(second, first, ..=random.below(3) as i64));
        }
        problem
    }

    #[test]
    fn what_is_seen_among_others_bounds_every_solution() {
        let brute = Options::new().engine(Engine::Brute);
        let (mut tried, mut less) = (0, 0);
        for round in 0..250 {
            let mut random = Random::new(round);
            let problem = among_others(&mut random);
            let mut control = Control::new(&Options::new());
            let model = Model::compile(&Arc::new(problem.clone()), &mut control).expect("no limit was set");
            let list = (0..model.vars()).map(|_| random.below(9) as i64 - 1).collect();
            let worths = Worths::of(list, model.kinds);
            let mut value = |relaxation: Option<Relaxation>| {
                let mut relaxation = relaxation?;
                let sum = Ascent::new(&relaxation).settle(&mut relaxation, None, u64::MAX, &mut control);
                Some(relaxation.value(sum.expect("no limit was set")))
            };
            let mut control = Control::new(&Options::new());
            let [own, sights] = [Relaxation::new, Relaxation::of_sights]
                .map(|rows| value(rows(&model, &worths, &mut control).expect("no limit was set")));
            let Some(sights) = sights else { continue };
            let var = |(square, kind): (Square, Kind)| model.var(square, usize::from(kind.index)).expect("it stands");
            let solutions = problem.using(&brute).enumerate().expect("the problem is sound");
            let sums = solutions
                .map(|solution| worths.sum(&solution.expect("no limit was set").iter().map(var).collect::<Vec<_>>()));
            let best = sums.max().expect("the empty board is a solution");
            assert!(sights >= best, "{round}: {sights} for {best}\n{problem}");
            tried += 1;
            less += usize::from(own.is_some_and(|own| sights < own));
        }
        assert!(tried > 150 && less > 10, "{tried} tried, {less} bounds are better");
    }
}
