//! Placements of few classes of squares, all of whose members are alike: patterns that repeat, and blocks.
//!
//! Rules of short leaps fill a large board best with a small pattern over and over; armies that keep apart hold regions, which are
//! found on a coarser board. Either way the same search goes on over classes in place of squares, with the rules of the squares
//! in the middle of the board, or of all.

use super::Repair;
use super::draft::Draft;
use super::rows::{OTHER, Shape};
use crate::budget::{Cause, Control};
use crate::language::{Square, sort_by_number};
use crate::model::{Model, Rule, Var, Views, When, Worths};

/// A rule about few variables.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Asked {
    placed: Option<Var>,
    range: (i64, i64),
    is_either: bool,
    terms: Vec<(Var, i64)>,
}

/// Rules to be asked of classes.
#[derive(Default)]
pub(super) struct Questions {
    asked: Vec<Asked>,
    /// Variables that are not true together.
    pairs: Vec<(Var, Var)>,
    /// The number of variables in them, and the most that there may be.
    members: usize,
    most: usize,
    /// The farthest leap by rows or by columns.
    farthest: u32,
    /// The kinds, as a mask, that stand in no pattern: they look along lines, or where edges meet and views may too.
    barred: u64,
}

/// The class of each square: its row and column go round, and each time that its row does its column is shifted.
#[derive(Clone, Copy)]
struct Lattice {
    rows: usize,
    columns: usize,
    shift: usize,
}

impl Lattice {
    fn class(self, square: Square) -> u32 {
        let (round, row) = (square.row() / self.rows, square.row() % self.rows);
        let column = (square.column() + round * self.shift) % self.columns;
        (row * self.columns + column) as u32
    }

    fn number(self) -> usize {
        self.rows * self.columns
    }

    /// Those that are tried.
    fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for (rows, most) in [(1, 16), (2, 10), (3, 9), (4, 8)] {
            for columns in 2..=most {
                all.extend((0..columns).map(|shift| Self { rows, columns, shift }));
            }
        }
        all.extend((5..=8).map(|side| Self { rows: side, columns: side, shift: 0 }));
        all
    }
}

impl Questions {
    /// The side of the window whose rules a pattern keeps.
    pub(super) const WINDOW: usize = 10;
    /// The most variables in them, and the part of the memory that one may take: here, and in a search over classes.
    const MOST: usize = 1 << 24;
    const SHARE: u64 = 128;
    /// The most variables of a count that patterns keep.
    const MANY: usize = 1 << 12;

    /// The rules of the squares in a window in the middle of the board, where all are about few squares; `None` where others are, but for
    /// those of kinds that look along lines, or where edges meet: these stand in no pattern.
    pub(super) fn of_the_middle(model: &Model, window: usize, control: &mut Control) -> Result<Option<Self>, Cause> {
        let middle = |square: Square| {
            let near = |at: usize, size: usize| (2 * at + 1).abs_diff(size) <= window;
            near(square.row(), model.board().rows()) && near(square.column(), model.board().columns())
        };
        let is_in = |var: &Var| middle(model.placed[*var as usize].0);
        let mut all = Self::within(control);
        for rule in &model.rules {
            let fits = match rule {
                Rule::NotBoth(left, right) => {
                    control.charge(1)?;
                    if left.iter().chain(right.iter()).any(is_in) {
                        all.either(left, right);
                    }
                    true
                }
                Rule::Views(views) => {
                    all.views(model, views, &middle, control)? && (0..model.kinds).any(|kind| !all.bars(kind))
                }
                Rule::Count { vars, range } => {
                    control.charge(vars.len().min(Self::MANY) as u64)?;
                    // Where there are too few, or too many of many, that is mended afterwards.
                    let (_, max) = range.ends();
                    if max < vars.len() as i64 && vars.len() <= Self::MANY && vars.iter().any(is_in) {
                        all.sum(None, (0, max), vars.iter().map(|var| (*var, 1)));
                    }
                    true
                }
                _ => false,
            };
            if !fits || all.members > all.most {
                return Ok(None);
            }
        }
        for set in model.cliques.iter().flat_map(|family| family.sets.iter()) {
            control.charge(1)?;
            if set.iter().any(is_in) {
                all.sum(None, (0, 1), set.iter().map(|var| (*var, 1)));
                if all.members > all.most {
                    return Ok(None);
                }
            }
        }
        Ok(Some(all))
    }

    /// All rules, where none looks along lines and they are not too many.
    pub(super) fn of_all(model: &Model, control: &mut Control) -> Result<Option<Self>, Cause> {
        let mut all = Self::within(control);
        for rule in &model.rules {
            let members = match rule {
                Rule::NotBoth(left, right) => left.len() + right.len(),
                Rule::Count { vars, .. } => vars.len(),
                Rule::Linear { terms, .. } => terms.len(),
                _ => return Ok(None),
            };
            control.charge(4 + members as u64)?;
            if all.members + members > all.most {
                return Ok(None);
            }
            match rule {
                Rule::NotBoth(left, right) => all.either(left, right),
                Rule::Count { vars, range } => all.sum(None, range.ends(), vars.iter().map(|var| (*var, 1))),
                Rule::Linear { terms, range } => {
                    all.sum(None, range.ends(), terms.iter().map(|(by, var)| (*var, *by)));
                }
                _ => {}
            }
        }
        for set in model.cliques.iter().flat_map(|family| family.sets.iter()) {
            control.charge(1)?;
            // Kinds on a square.
            if set.iter().any(|var| *var as usize / model.kinds != set[0] as usize / model.kinds) {
                all.sum(None, (0, 1), set.iter().map(|var| (*var, 1)));
                if all.members > all.most {
                    return Ok(None);
                }
            }
        }
        control.charge(all.members as u64)?;
        Ok(Some(all))
    }

    /// No rules yet, of as many variables as there is room for.
    fn within(control: &Control) -> Self {
        let room = usize::try_from(control.memory_limit() / Self::SHARE).unwrap_or(usize::MAX);
        Self { most: room.min(Self::MOST), ..Self::default() }
    }

    /// Whether a kind stands in no pattern.
    fn bars(&self, kind: usize) -> bool {
        self.barred >> kind & 1 == 1
    }

    fn either(&mut self, left: &[Var], right: &[Var]) {
        self.members += left.len() + right.len();
        if let ([left], [right]) = (left, right) {
            self.pairs.push((*left, *right));
            return;
        }
        let terms = left.iter().map(|var| (*var, 1)).chain(right.iter().map(|var| (*var, OTHER)));
        self.asked.push(Asked { placed: None, range: (0, 0), is_either: true, terms: terms.collect() });
    }

    fn sum(&mut self, placed: Option<Var>, range: (i64, i64), terms: impl Iterator<Item = (Var, i64)>) {
        let terms: Vec<_> = terms.collect();
        self.members += terms.len();
        self.asked.push(Asked { placed, range, is_either: false, terms });
    }

    /// The views from squares in the middle; false where squares look, or there is no room.
    fn views(
        &mut self,
        model: &Model,
        views: &Views,
        middle: &dyn Fn(Square) -> bool,
        control: &mut Control,
    ) -> Result<bool, Cause> {
        let Some((from, at)) = views.out() else { return Ok(false) };
        let Some(steps) = views.steps(model) else {
            self.barred |= from;
            return Ok(true);
        };
        for (kind, steps) in steps {
            if steps.iter().any(|(_, reach)| *reach > 1) {
                self.barred |= 1 << kind;
                continue;
            }
            for ((down, right), _) in &steps {
                self.farthest = self.farthest.max(down.unsigned_abs()).max(right.unsigned_abs());
            }
            for slot in 0..model.slots.len() as u32 {
                let square = model.slots[slot as usize];
                if !middle(square) {
                    continue;
                }
                control.charge(64)?;
                let mut terms = Vec::new();
                for ((down, right), _) in &steps {
                    let Some(seen) = model.board().step(square, *down, *right) else { continue };
                    let Some(seen) = model.slot(seen) else { continue };
                    terms.extend(
                        model
                            .of_slot(seen)
                            .enumerate()
                            .filter(|(kind, _)| at >> kind & 1 == 1)
                            .map(|(_, var)| (var, 1)),
                    );
                }
                let own = slot * model.kinds as Var + kind as Var;
                self.sum(Some(own), views.range.ends(), terms.into_iter());
                if self.members > self.most {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// A search over classes of squares: the class of each, and what each kind is worth in each class.
    fn search(
        &self,
        model: &Model,
        class: &dyn Fn(Square) -> u32,
        worth: Vec<i64>,
        seed: u32,
        control: &mut Control,
    ) -> Result<Option<Repair>, Cause> {
        let kinds = model.kinds as Var;
        let of = |var: Var| class(model.placed[var as usize].0) * kinds + var % kinds;
        let mut members = 0;
        let mut asked: Vec<Asked> = Vec::with_capacity(self.asked.len());
        for one in &self.asked {
            let mut terms: Vec<(Var, i64)> = one.terms.iter().map(|(var, by)| (of(*var), *by)).collect();
            members += terms.len() as u64;
            terms.sort_unstable();
            terms.dedup_by(|next, last| {
                let same = next.0 == last.0 && (!one.is_either || next.1 == last.1);
                if same && !one.is_either {
                    last.1 += next.1;
                }
                same
            });
            asked.push(Asked { placed: one.placed.map(of), terms, ..*one });
        }
        let mut pairs: Vec<(Var, Var)> = Vec::with_capacity(self.pairs.len());
        for (one, other) in &self.pairs {
            let (one, other) = (of(*one), of(*other));
            let pair = (one.min(other), one.max(other));
            if pairs.last() != Some(&pair) {
                pairs.push(pair);
            }
        }
        control.charge(16 * (members + pairs.len() as u64))?;
        pairs.sort_unstable();
        pairs.dedup();
        asked.sort_unstable();
        asked.dedup();
        let mut draft = Draft::new(model, worth.len() / model.kinds, Draft::MOST);
        for var in (0..worth.len() as Var).filter(|var| self.bars((var % kinds) as usize)) {
            draft.terms(Shape::Sum, When::Always, (0, 0), &[(var, 1)]);
        }
        for one in asked {
            let when = one.placed.map_or(When::Always, When::Placed);
            let shape = if one.is_either { Shape::Either } else { Shape::Sum };
            draft.terms(shape, when, one.range, &one.terms);
        }
        for (one, other) in pairs {
            draft.terms(Shape::Either, When::Always, (0, 0), &[(one, 1), (other, OTHER)]);
        }
        let unit = worth.iter().map(|weight| weight.saturating_abs()).max().unwrap_or(0).max(1);
        if unit > Draft::GREATEST {
            return Ok(None);
        }
        let mut search = Repair::of(draft, Worths::of(worth, model.kinds), unit, seed, control)?;
        search.large = None;
        Ok(Some(search))
    }

    /// The best patterns, the best first.
    pub(super) fn patterns(
        &self,
        model: &Model,
        worths: &Worths,
        seed: u32,
        control: &mut Control,
    ) -> Result<Vec<Vec<Var>>, Cause> {
        /// The most work for each, that for each variable of the board, and how many are kept.
        const WORK: u64 = 1 << 18;
        const FOR_EACH: u64 = 1 << 4;
        const KEPT: usize = 2;
        /// The most classes where some kinds stand in no pattern: they may be what is best, and larger patterns take long to look for.
        const FEW: usize = 8;
        let kinds = model.kinds;
        let work = WORK.min(FOR_EACH * model.vars() as u64);
        let (rows, columns) = (model.board().rows(), model.board().columns());
        // The value for each square, as a fraction, that is the same for all lattices.
        let mut found: Vec<(u64, Lattice, Vec<Var>)> = Vec::new();
        let most = if self.barred > 0 { FEW } else { usize::MAX };
        for lattice in Lattice::all().into_iter().filter(|lattice| lattice.number() <= most) {
            let number = lattice.number();
            let mut worth = vec![0; number * kinds];
            for row in 0..lattice.rows.min(rows) {
                for column in 0..lattice.columns.min(columns) {
                    let at = |at: usize, size: usize| (size.saturating_sub(Self::WINDOW) / 2 + at).min(size - 1);
                    let square = Square::new(at(row, rows), at(column, columns));
                    for kind in (0..kinds).filter(|kind| !self.bars(*kind)) {
                        if let Some(var) = model.var(square, kind) {
                            worth[lattice.class(square) as usize * kinds + kind] = worths.weight(var);
                        }
                    }
                }
            }
            let Some(mut search) = self.search(model, &|square| lattice.class(square), worth, seed, control)? else {
                continue;
            };
            let best = search.best_within(work, control)?;
            if let Some((value, vars)) = best.filter(|(value, _)| *value > 0) {
                found.push(((value as u64).saturating_mul(1 << 20) / number as u64, lattice, vars));
                sort_by_number(&mut found, |(value, ..)| -(*value as i64));
                found.truncate(KEPT);
            }
        }
        let mut all = Vec::new();
        for (_, lattice, vars) in found {
            control.charge(4 * model.vars() as u64)?;
            all.push(Self::expanded(model, &|square| lattice.class(square), lattice.number(), &vars));
        }
        Ok(all)
    }

    /// Whether a piece must see two or more others.
    pub(super) fn ask_for_company(&self) -> bool {
        self.asked.iter().any(|asked| asked.placed.is_some() && asked.range.0 > 1)
    }

    /// A placement on a small board, repeated so far apart that no two copies see each other: where a pattern is cut off at the rim of
    /// the board all its pieces may lack company, and here those of a copy.
    pub(super) fn islands(
        model: &Model,
        worths: &Worths,
        seed: u32,
        control: &mut Control,
    ) -> Result<Option<Vec<Var>>, Cause> {
        /// The sides of the small boards, and the work for each.
        const SIDES: [usize; 2] = [8, 12];
        const WORK: u64 = 1 << 23;
        let (rows, columns, kinds) = (model.board().rows(), model.board().columns(), model.kinds);
        let mut best: Option<(u64, Vec<Var>)> = None;
        for side in SIDES.into_iter().filter(|side| *side <= rows.min(columns)) {
            let Some(mut own) = Self::of_the_middle(model, side, control)? else { return Ok(None) };
            if !own.ask_for_company() {
                return Ok(None);
            }
            let (top, left) = ((rows - side) / 2, (columns - side) / 2);
            let class = |row: Option<usize>, column: Option<usize>| match (row, column) {
                (Some(row), Some(column)) if row < side && column < side => (row * side + column) as u32,
                _ => (side * side) as u32,
            };
            let in_window = |square: Square| class(square.row().checked_sub(top), square.column().checked_sub(left));
            let mut worth = vec![0; (side * side + 1) * kinds];
            let mut outside = Vec::new();
            control.charge(2 * model.vars() as u64)?;
            for var in 0..model.vars() as Var {
                let (square, kind) = model.placed[var as usize];
                let place = in_window(square) as usize;
                if place < side * side {
                    let own = if own.bars(usize::from(kind)) { 0 } else { worths.weight(var) };
                    worth[place * kinds + usize::from(kind)] = own;
                } else if outside.len() < kinds {
                    outside = model.of_slot(var / kinds as Var).collect();
                }
            }
            own.sum(None, (0, 0), outside.into_iter().map(|var| (var, 1)));
            let Some(mut search) = own.search(model, &in_window, worth, seed, control)? else { continue };
            let Some((value, vars)) = search.best_within(WORK, control)? else { continue };
            let period = side + own.farthest as usize;
            let value = (value.max(0) as u64).saturating_mul(1 << 20) / (period * period) as u64;
            if value > best.as_ref().map_or(0, |(best, _)| *best) {
                let of_copy = |square: Square| class(Some(square.row() % period), Some(square.column() % period));
                control.charge(4 * model.vars() as u64)?;
                best = Some((value, Self::expanded(model, &of_copy, side * side + 1, &vars)));
            }
        }
        Ok(best.map(|(_, vars)| vars))
    }

    /// The variables whose classes' are true.
    fn expanded(model: &Model, class: &dyn Fn(Square) -> u32, number: usize, vars: &[Var]) -> Vec<Var> {
        let mut is_true = vec![false; number * model.kinds];
        for var in vars {
            is_true[*var as usize] = true;
        }
        let stands = |var: &Var| {
            let (square, kind) = model.placed[*var as usize];
            is_true[class(square) as usize * model.kinds + usize::from(kind)]
        };
        (0..model.vars() as Var).filter(stands).collect()
    }

    /// A placement of blocks, each a half as wide as those before it, that begins with what was found with these.
    pub(super) fn blocks(
        &self,
        model: &Model,
        worths: &Worths,
        seed: u32,
        control: &mut Control,
    ) -> Result<Option<Vec<Var>>, Cause> {
        /// The most blocks at first and at last, and the work with them.
        const FIRST: usize = 200;
        const LAST: usize = 1 << 12;
        const WORK: u64 = 1 << 24;
        let (rows, columns, kinds) = (model.board().rows(), model.board().columns(), model.kinds);
        let number = |side: usize| rows.div_ceil(side) * columns.div_ceil(side);
        let mut side = 2;
        while number(side) > FIRST {
            side *= 2;
        }
        let mut placed: Option<Vec<Var>> = None;
        while side > 1 && number(side) <= LAST {
            let class = |square: Square| (square.row() / side * columns.div_ceil(side) + square.column() / side) as u32;
            let mut worth = vec![0i64; number(side) * kinds];
            control.charge(2 * model.vars() as u64)?;
            for (var, own) in (0..).zip(worths.list()) {
                let (square, kind): (Square, u16) = model.placed[var];
                let sum = &mut worth[class(square) as usize * kinds + usize::from(kind)];
                *sum = sum.saturating_add(*own);
            }
            let Some(mut search) = self.search(model, &class, worth, seed, control)? else { return Ok(placed) };
            for var in placed.iter().flatten() {
                let (square, kind) = model.placed[*var as usize];
                let change = (class(square), kind + 1);
                if search.stands[change.0 as usize] != change.1 {
                    control.charge(search.make(change))?;
                }
            }
            if let Some((_, vars)) = search.best_within(WORK, control)? {
                placed = Some(Self::expanded(model, &class, number(side), &vars));
            }
            side /= 2;
        }
        Ok(placed)
    }
}

impl Repair {
    /// The best value that it finds with so much work, and the placement.
    fn best_within(&mut self, work: u64, control: &mut Control) -> Result<Option<(i64, Vec<Var>)>, Cause> {
        let (mut best, mut left) = (None, work);
        loop {
            let before = control.work();
            let beyond = best.as_ref().map(|(value, _)| *value);
            let Some(vars) = self.run(beyond, left, control)?.map(<[Var]>::to_vec) else { return Ok(best) };
            best = Some((self.best.unwrap_or(self.value), vars));
            left = left.saturating_sub(control.work() - before);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::budget::Options;
    use crate::language::{Board, Constraint, Piece, Problem};

    /// The patterns of pieces of which each attacks at most two others of its kind.
    fn patterns(pieces: &[Piece], weights: &[i64]) -> Vec<Vec<(Square, u16)>> {
        let mut problem = Problem::new(Board::square(24));
        for (number, piece) in pieces.iter().enumerate() {
            let kind = problem.add_kind(format!("kind {number}"), piece.clone());
            problem.add(Constraint::attacks(kind, kind, ..=2));
        }
        let mut control = Control::new(&Options::new());
        let model = Model::compile(&Arc::new(problem), &mut control).expect("no limit was set");
        let worths = Worths::by_kind(&model, weights);
        let questions = Questions::of_the_middle(&model, Questions::WINDOW, &mut control).expect("no limit was set");
        let patterns = questions.map(|questions| questions.patterns(&model, &worths, 0, &mut control));
        let patterns = patterns.transpose().expect("no limit was set").unwrap_or_default();
        patterns.iter().map(|vars| vars.iter().map(|var| model.placed[*var as usize]).collect()).collect()
    }

    #[test]
    fn kinds_that_look_along_lines_stand_in_no_pattern_and_others_do() {
        let found = patterns(&[Piece::QUEEN, Piece::KING], &[8, 1]);
        // Kings in every second column attack two others each.
        let best = found.first().expect("there are patterns of kings");
        assert_eq!(best.len(), 24 * 12);
        assert!(found.iter().flatten().all(|(_, kind)| *kind == 1));
        assert_eq!(patterns(&[Piece::QUEEN, Piece::AMAZON], &[8, 1]), Vec::<Vec<_>>::new());
    }
}
