//! The rows of a model while they are written.

use super::rows::{Cell, Line, Member, OTHER, Row, Shape, Touch};
use super::sights::Sights;
use crate::answer::BoundName;
use crate::budget::{Cause, Control};
use crate::language::Sight;
use crate::model::{Model, Rule, Var, View, Views, When};

/// The rows of a model while they are written.
pub(super) struct Draft<'a> {
    pub(super) model: &'a Model,
    /// The number of slots, or of classes of them.
    pub(super) slots: usize,
    /// The most rows, members of rows and cells of rays.
    pub(super) max: usize,
    pub(super) rows: Vec<Row>,
    pub(super) touches: Vec<(Var, Touch)>,
    pub(super) members: Vec<Member>,
    pub(super) if_placed: Vec<(Var, u32)>,
    pub(super) if_vacant: Vec<(u32, u32)>,
    pub(super) rays: Vec<Line>,
    pub(super) cells: Vec<Cell>,
    pub(super) sights: Sights,
}

/// That the rules are not of a sort, or too many, for a local search.
pub(super) struct Unfit;

impl<'a> Draft<'a> {
    /// The most rows, members of rows and cells of rays, and the part of the memory that one may take: about sixty bytes, and
    /// there is other need of memory.
    pub(super) const MOST: usize = 1 << 23;
    pub(super) const SHARE: u64 = 16 * 8;
    /// The greatest sum of the coefficients of a row.
    pub(super) const GREATEST: i64 = 1 << 31;

    pub(super) fn new(model: &'a Model, slots: usize, max: usize) -> Self {
        Self {
            model,
            slots,
            max,
            rows: Vec::new(),
            touches: Vec::new(),
            members: Vec::new(),
            if_placed: Vec::new(),
            if_vacant: Vec::new(),
            rays: Vec::new(),
            cells: Vec::new(),
            sights: Sights::default(),
        }
    }

    /// The rows of a model; `None` if the rules are too many, or of a sort that a local search does not keep up with.
    pub(super) fn of(model: &'a Model, control: &mut Control) -> Result<Option<Self>, Cause> {
        let room = control.memory_limit() / Self::SHARE;
        let max = usize::try_from(room).map_or(Self::MOST, |room| room.min(Self::MOST));
        let mut draft = Self::new(model, model.slots.len(), max);
        let by_sight = Self::by_sight(model);
        if by_sight {
            for views in &model.forbidden {
                if draft.looks(views, control)?.is_err() {
                    return Ok(None);
                }
            }
        }
        let is_left = |name: BoundName| !by_sight || matches!(name, BoundName::Kinds | BoundName::Counts);
        let cliques = model.cliques.iter().filter(|family| is_left(family.name));
        for set in cliques.flat_map(|family| family.sets.iter()).filter(|set| set.len() > 1) {
            control.charge(set.len() as u64)?;
            // A square holds one piece in any case.
            if set.iter().any(|var| *var as usize / model.kinds != set[0] as usize / model.kinds) {
                draft.count(When::Always, set, (0, 1));
            }
            if draft.size() > draft.max {
                return Ok(None);
            }
        }
        for rule in model.rules.iter().filter(|rule| !by_sight || !matches!(rule, Rule::NotBoth(..))) {
            if draft.rule(rule, control)?.is_err() {
                return Ok(None);
            }
        }
        Ok(Some(draft))
    }

    /// Whether attacks that are forbidden are looked for along lines: where sets that say so have millions of members.
    fn by_sight(model: &Model) -> bool {
        const MOST: usize = 1 << 21;
        let pairs = model.rules.iter().map(|rule| if let Rule::NotBoth(a, b) = rule { a.len() + b.len() } else { 0 });
        let cliques = model.cliques.iter().map(|family| family.sets.members().len());
        pairs.chain(cliques).sum::<usize>() > MOST && model.forbidden.iter().all(|views| views.steps(model).is_some())
    }

    /// Adds a row with these coefficients.
    pub(super) fn terms(&mut self, shape: Shape, when: When, range: (i64, i64), terms: &[(Var, i64)]) {
        let row = self.row(shape, when, range);
        for (var, by) in terms {
            self.fill(row, *by, &[*var]);
        }
    }

    fn row(&mut self, shape: Shape, when: When, range: (i64, i64)) -> u32 {
        let number = self.rows.len() as u32;
        match when {
            When::Always => {}
            When::Placed(var) => self.if_placed.push((var, number)),
            When::Vacant(slot) => self.if_vacant.push((slot, number)),
        }
        self.bare_row(shape, when, range);
        number
    }

    /// Adds a row that is not looked up by its condition.
    fn bare_row(&mut self, shape: Shape, when: When, (min, max): (i64, i64)) {
        let none = |len: usize| (len as u32, len as u32);
        self.rows.push(Row {
            sum: 0,
            min,
            max,
            weight: 0,
            active: !matches!(when, When::Placed(_)),
            shape,
            when,
            members: none(self.members.len()),
            rays: none(self.rays.len()),
            lines: none(self.rows.len() + 1),
        });
    }

    /// Adds members to the row begun last, each of which adds this number.
    fn fill(&mut self, row: u32, by: i64, vars: &[Var]) {
        for var in vars {
            self.touches.push((*var, Touch { row, by }));
            self.members.push(Member { var: *var, adds: by > 0 });
        }
        self.rows[row as usize].members.1 = self.members.len() as u32;
    }

    pub(super) fn count(&mut self, when: When, vars: &[Var], range: (i64, i64)) {
        let row = self.row(Shape::Sum, when, range);
        self.fill(row, 1, vars);
    }

    pub(super) fn rule(&mut self, rule: &Rule, control: &mut Control) -> Result<Result<(), Unfit>, Cause> {
        match rule {
            Rule::Never => return Ok(Err(Unfit)),
            Rule::NotBoth(left, right) => {
                control.charge((left.len() + right.len()) as u64)?;
                let row = self.row(Shape::Either, When::Always, (0, 0));
                self.fill(row, 1, left);
                self.fill(row, OTHER, right);
            }
            Rule::Count { vars, range } => {
                control.charge(vars.len() as u64)?;
                self.count(When::Always, vars, range.ends());
            }
            Rule::Linear { terms, range } => {
                control.charge(terms.len() as u64)?;
                let all = terms.iter().fold(0i64, |sum, (number, _)| sum.saturating_add(number.saturating_abs()));
                if all > Self::GREATEST {
                    return Ok(Err(Unfit));
                }
                let row = self.row(Shape::Sum, When::Always, range.ends());
                for (by, var) in terms {
                    self.fill(row, *by, &[*var]);
                }
            }
            Rule::Same(vars) => {
                control.charge(vars.len() as u64)?;
                let row = self.row(Shape::Same, When::Always, (0, vars.len() as i64));
                self.fill(row, 1, vars);
            }
            Rule::OccupiedLines { lines, range } => {
                control.charge(lines.members().len() as u64)?;
                let all = self.row(Shape::Sum, When::Always, range.ends());
                for line in lines.iter() {
                    let row = self.row(Shape::Line(all), When::Always, (0, 0));
                    self.fill(row, 1, line);
                }
                self.rows[all as usize].lines.1 = self.rows.len() as u32;
            }
            Rule::Views(views) if views.steps(self.model).is_some() => return self.looks(views, control),
            Rule::Views(views) => {
                if let Some(back) = views.back(self.model).filter(|back| back.is_long(self.model)) {
                    let slots = self.model.slots.len();
                    if self.size() + slots > self.max {
                        return Ok(Err(Unfit));
                    }
                    control.charge(16 * slots as u64)?;
                    let base = self.rows.len() as u32;
                    let look = self.sights.back(self.model, &back.steps, back.at, base, control)?;
                    let mut is_asked = vec![false; slots];
                    back.slots.iter().for_each(|slot| is_asked[*slot as usize] = true);
                    for (slot, is_asked) in (0..).zip(is_asked) {
                        let when = if back.where_vacant { When::Vacant(slot) } else { When::Always };
                        let (when, range) =
                            if is_asked { (when, views.range.ends()) } else { (When::Always, (i64::MIN, i64::MAX)) };
                        self.row(Shape::Back(look), when, range);
                    }
                    return match back.others {
                        Some(others) => self.views(&others, control),
                        None => Ok(Ok(())),
                    };
                }
                return self.views(views, control);
            }
        }
        Ok(if self.size() <= self.max { Ok(()) } else { Err(Unfit) })
    }

    /// Adds what pieces see, found along lines.
    pub(super) fn looks(&mut self, views: &Views, control: &mut Control) -> Result<Result<(), Unfit>, Cause> {
        let (Some(kinds), Some((_, at))) = (views.steps(self.model), views.out()) else {
            return Ok(Err(Unfit));
        };
        let slots = self.model.slots.len();
        for steps in kinds {
            if self.size() + slots > self.max {
                return Ok(Err(Unfit));
            }
            control.charge(16 * slots as u64)?;
            let kind = steps.0;
            let look = self.sights.look(self.model, steps, at, self.rows.len() as u32, control)?;
            for slot in 0..slots {
                let when = When::Placed((slot * self.model.kinds + kind) as Var);
                self.bare_row(Shape::Look(look), when, views.range.ends());
            }
        }
        Ok(Ok(()))
    }

    /// Adds what is in view, in lists.
    fn views(&mut self, views: &Views, control: &mut Control) -> Result<Result<(), Unfit>, Cause> {
        let fits = views.all(self.model, control, &mut |view, _| {
            let has_room = self.size() + view.cells() <= self.max;
            Ok(has_room && self.view(&view, views.sight, views.range.ends()).is_ok())
        })?;
        Ok(if fits && self.size() <= self.max { Ok(()) } else { Err(Unfit) })
    }

    pub(super) fn size(&self) -> usize {
        self.rows.len() + self.members.len() + self.cells.len()
    }

    fn view(&mut self, view: &View, sight: Sight, (min, max): (i64, i64)) -> Result<(), Unfit> {
        let model = self.model;
        let all_kinds = u64::MAX >> (64 - model.kinds);
        let mut cells: Vec<(u32, u64)> = Vec::with_capacity(view.cells());
        for ray in &view.rays {
            cells.extend_from_slice(&ray.cells);
        }
        let all_count = cells.iter().all(|(_, counting)| *counting == all_kinds);
        if sight == Sight::Through && model.stopping(sight) != 0 {
            return Err(Unfit);
        }
        cells.sort_unstable_by_key(|(slot, _)| *slot);
        if !view.simple {
            // A square met by rays of several kinds is seen by all of them.
            cells.dedup_by(|one, other| {
                let same = one.0 == other.0;
                if same {
                    other.1 |= one.1;
                }
                same
            });
        }
        let one_is_enough = min == 1 && max >= cells.len() as i64;
        let none = (min, max) == (0, 0) || (min < 0 && max == 0);
        if sight == Sight::Through || all_count && (one_is_enough || none) {
            let mut along: Vec<Var> = Vec::with_capacity(cells.len());
            for (slot, counting) in &cells {
                for (kind, var) in model.of_slot(*slot).enumerate() {
                    if counting >> kind & 1 == 1 {
                        along.push(var);
                    }
                }
            }
            match view.when {
                When::Vacant(slot) if one_is_enough => {
                    along.extend(model.of_slot(slot));
                    self.count(When::Always, &along, (1, i64::MAX));
                }
                when => self.count(when, &along, (min, max)),
            }
            return Ok(());
        }
        let row = self.row(if view.simple { Shape::Sum } else { Shape::Twice }, view.when, (min, max));
        for ray in &view.rays {
            let start = self.cells.len() as u32;
            for (slot, counting) in &ray.cells {
                self.cells.push(Cell { slot: *slot, counting: *counting });
            }
            let end = self.cells.len() as u32;
            self.rays.push(Line { row, start, end, first: end });
        }
        self.rows[row as usize].rays.1 = self.rays.len() as u32;
        Ok(())
    }
}
