//! From a model to a program.

use super::{EndLines, Excludes, Halves, MAX_HITS, Program, Total, Watch, Watched};
use crate::budget::{Cause, Control, free_aside};
use crate::engine::search::cost::cost;
use crate::engine::search::lines;
use crate::language::{Sight, sort_by_number};
use crate::model::bit_set::BitSet;
use crate::model::{LineEnds, Model, Partition, Rule, Sets, Var, View, When};

/// Lists that are sorted once they are complete.
struct ProgramDraft<W: BitSet> {
    /// On small boards, for each variable all that it excludes, perhaps itself too.
    table: Vec<W>,
    /// On others, pairs of a variable and a set that it excludes.
    excluding: Vec<(Var, u32)>,
    sets: Vec<W::Mask>,
    /// Pairs of a variable and a rule that is propagated when it becomes true, and when it becomes false.
    rises: Vec<(Var, u32)>,
    falls: Vec<(Var, u32)>,
    /// Lines that cover, and how often squares are on them.
    lines: Option<lines::CoverLinesDraft>,
    /// About how many bytes all of it takes so far.
    bytes: u64,
}

impl<W: BitSet> Program<W> {
    /// The largest number of variables for which all that each excludes is stored.
    const MAX_EXCLUDING: usize = 1 << 12;

    pub(in crate::engine::search) fn new(model: &Model, control: &mut Control) -> Result<Self, Cause> {
        let vars = model.vars();
        let mut program = Self {
            vars,
            kinds: model.kinds,
            blockers: model.stopping(Sight::Through),
            excludes: Excludes::Table(Vec::new()),
            hits: Vec::new(),
            room: MAX_HITS,
            wanted: 0,
            hits_of: Vec::new(),
            covers: false,
            halves: Vec::new(),
            contested: Vec::new(),
            cover_lines: None,
            totals: Vec::new(),
            rules: Vec::new(),
            rays_of: vec![None; vars],
            wanting: Vec::new(),
            rises: Watch { rules: Sets::default(), vars: W::zeros(vars) },
            falls: Watch { rules: Sets::default(), vars: W::zeros(vars) },
            never: false,
        };
        let table = if vars <= Self::MAX_EXCLUDING { vec![W::zeros(vars); vars] } else { Vec::new() };
        control.hold((table.len() * vars.div_ceil(8)) as u64)?;
        let mut draft = ProgramDraft {
            table,
            excluding: Vec::new(),
            sets: Vec::new(),
            rises: Vec::new(),
            falls: Vec::new(),
            lines: None,
            bytes: 0,
        };
        match program.fill(model, &mut draft, control) {
            Ok(()) => Ok(program),
            Err(cause) => {
                free_aside((program, draft));
                Err(cause)
            }
        }
    }

    fn fill(&mut self, model: &Model, draft: &mut ProgramDraft<W>, control: &mut Control) -> Result<(), Cause> {
        for family in &model.cliques {
            for set in family.sets.iter().filter(|set| set.len() > 1) {
                control.charge(4 * set.len() as u64)?;
                draft.exclude(self.vars, set, set);
                control.hold(draft.bytes)?;
            }
        }
        draft.lines = lines::CoverLinesDraft::new(model, control)?;
        self.room = MAX_HITS - draft.lines.as_ref().map_or(0, lines::CoverLinesDraft::lines);
        for rule in &model.rules {
            self.add(model, rule, draft, control)?;
            control.hold(draft.bytes)?;
        }
        let mut totals = std::mem::take(&mut self.totals);
        for total in &mut totals {
            self.tell_rays(total);
        }
        self.totals = totals;
        self.rises.rules = Sets::grouped(self.vars, &draft.rises, control)?;
        self.falls.rules = Sets::grouped(self.vars, &draft.falls, control)?;
        self.excludes = draft.excludes(self.vars, control)?;
        self.wanted = self.hits.len();
        self.find_contested(model, control)?;
        if let Some(lines) = &draft.lines {
            self.keep_lines(lines);
        }
        if !self.hits.is_empty() {
            control.charge(self.vars as u64)?;
            self.hits_of = vec![0; self.vars];
            let mut all = W::zeros(self.vars);
            for var in 0..self.vars as Var {
                all.insert(var);
            }
            for (number, set) in self.hits.iter().enumerate() {
                all.each_in(set, |var| self.hits_of[var as usize] |= 1 << number);
            }
        }
        Ok(())
    }

    fn add(
        &mut self,
        model: &Model,
        rule: &Rule,
        draft: &mut ProgramDraft<W>,
        control: &mut Control,
    ) -> Result<(), Cause> {
        match rule {
            Rule::Never => self.never = true,
            Rule::NotBoth(left, right) => {
                control.charge(8 * (left.len() + right.len()) as u64)?;
                draft.exclude(self.vars, left, right);
                draft.exclude(self.vars, right, left);
            }
            Rule::Count { vars, range } => {
                control.charge(32 + 16 * vars.len() as u64)?;
                let (min, max) = range.ends();
                if min == 1 && max >= vars.len() as i64 {
                    self.hit(draft, vars);
                } else if vars.len() * 2 > model.slots.len() {
                    let total = self.total(model, vars, (min, max), control)?;
                    self.add_total(total);
                } else {
                    let mask = W::mask(self.vars, vars);
                    let rises = if max < vars.len() as i64 { vars } else { &[][..] };
                    let falls = if min > 0 { vars } else { &[][..] };
                    self.watch(draft, Watched::Count { when: When::Always, mask, min, max }, rises, falls);
                }
            }
            Rule::Linear { terms, range } => {
                control.charge(terms.len() as u64)?;
                let (min, max) = range.ends();
                if let Some((plus, minus)) = halves(terms, self.vars) {
                    let (plus, minus) = (W::mask(self.vars, &plus), W::mask(self.vars, &minus));
                    self.halves.push(Halves { plus, minus, min, max });
                }
                let (rises, falls) = changing(terms, (min, max));
                self.watch(draft, Watched::Linear { terms: terms.clone(), min, max }, &rises, &falls);
            }
            Rule::Same(vars) => self.watch(draft, Watched::Same(vars.clone()), vars, vars),
            Rule::OccupiedLines { lines, range } => {
                let (min, max) = range.ends();
                control.charge(4 * lines.members().len() as u64)?;
                let scope = each_once(lines.members());
                let rises = if max < lines.len() as i64 { &scope[..] } else { &[] };
                let falls = if min > 0 { &scope[..] } else { &[] };
                let lines = self.masks(lines);
                self.watch(draft, Watched::OccupiedLines { lines, min, max }, rises, falls);
            }
            Rule::Views(views) => {
                let (min, max) = views.range.ends();
                views.try_each(model, control, &mut |view, control| {
                    self.add_view(model, draft, view, views.sight, (min, max));
                    control.hold(draft.bytes)
                })?;
            }
        }
        Ok(())
    }

    /// Adds a view. If it does not matter which piece on a ray is nearest, it is stored as sets.
    fn add_view(
        &mut self,
        model: &Model,
        draft: &mut ProgramDraft<W>,
        view: View,
        sight: Sight,
        (min, max): (i64, i64),
    ) {
        let InView { scope, along, all_count, others } = InView::new(model, &view);
        let (by_sight, through) = (sight == Sight::First && all_count, sight == Sight::Through && self.blockers == 0);
        let max_seen = if by_sight { view.rays.len() } else { scope.len() };
        if (by_sight || through) && min == 1 && max >= max_seen as i64 && !matches!(view.when, When::Placed(_)) {
            let mut hit = along.members().to_vec();
            if let When::Vacant(slot) = view.when {
                hit.extend(model.of_slot(slot));
            }
            self.covers = true;
            if let Some(lines) = &mut draft.lines {
                lines.square(&view);
            }
            return self.hit(draft, &hit);
        }
        let when = view.when;
        let (mut rises, mut falls) = match when {
            When::Always => (Vec::new(), Vec::new()),
            When::Placed(var) => (vec![var], Vec::new()),
            When::Vacant(slot) => (Vec::new(), model.of_slot(slot).collect()),
        };
        if max < max_seen as i64 {
            rises.extend(along.members());
        }
        if min > 0 {
            falls.extend(along.members());
        }
        let rule = if through {
            Watched::Count { when, mask: W::mask(self.vars, along.members()), min, max }
        } else if by_sight && view.simple {
            let rays = self.masks(&along);
            if let When::Placed(var) = when {
                self.rays_of[var as usize] = Some(self.rules.len() as u32);
            }
            Watched::Rays { when, rays, min, max }
        } else {
            // A piece that does not count may hide others, and so may one that counts where sight goes through pieces, or where one
            // is seen along two rays.
            rises.extend(along.members());
            rises.extend(&others);
            falls.extend(&others);
            if sight == Sight::Through || !view.simple {
                falls.extend(along.members());
            }
            let along = if min > 0 { Vec::new() } else { self.masks(&along) };
            Watched::View { view, sight, min, max, along }
        };
        self.watch(draft, rule, &each_once(&rises), &each_once(&falls));
    }

    /// Adds "at least one of these".
    fn hit(&mut self, draft: &mut ProgramDraft<W>, vars: &[Var]) {
        let mask = W::mask(self.vars, vars);
        if self.hits.len() < self.room {
            self.hits.push(mask);
        } else {
            let rule = Watched::Count { when: When::Always, mask, min: 1, max: i64::MAX };
            self.watch(draft, rule, &[], vars);
        }
    }

    /// Returns the objective that counts these variables.
    pub(in crate::engine::search) fn objective(
        &self,
        model: &Model,
        vars: &[Var],
        control: &mut Control,
    ) -> Result<Total<W>, Cause> {
        let mut total = self.total(model, vars, (i64::MIN, i64::MAX), control)?;
        self.tell_rays(&mut total);
        Ok(total)
    }

    /// Stores which rays lead along which lines, once the rules are known.
    fn tell_rays(&self, total: &mut Total<W>) {
        for ends in &mut total.line_ends {
            for (var, along) in ends.along.iter_mut().enumerate() {
                let rays = self.rays_of[var].map(|rule| &self.rules[rule as usize]);
                let Some(Watched::Rays { rays, .. }) = rays else { continue };
                let mut own = W::zeros(self.vars);
                own.insert(var as Var);
                for line in &ends.lines {
                    if !own.meets(line) {
                        continue;
                    }
                    let mut others = W::zeros(self.vars);
                    others.add(line);
                    for (number, ray) in rays.iter().enumerate() {
                        *along |= u32::from(others.meets(ray)) << number;
                    }
                }
            }
        }
    }

    /// Returns a count over these variables with the partitions that the model offers: the best, and those nearly as
    /// good.
    fn total(
        &self,
        model: &Model,
        vars: &[Var],
        (min, max): (i64, i64),
        control: &mut Control,
    ) -> Result<Total<W>, Cause> {
        let counts_all = vars.len() == self.vars;
        let mut partitions = Vec::new();
        for partition in good_partitions(model, vars, control)? {
            partitions.push(self.masks(&partition.sets));
        }
        let mut line_ends = Vec::new();
        for ends in if counts_all { good_line_ends(model, min, control)? } else { Vec::new() } {
            // On large boards it would not be worth its while.
            let along = if ends.spares && !W::MANY { vec![0; self.vars] } else { Vec::new() };
            line_ends.push(EndLines { lines: self.masks(&ends.lines), each: ends.each, all: ends.ends, along });
        }
        Ok(Total { mask: W::mask(self.vars, vars), min, max, counts_all, partitions, line_ends })
    }

    fn masks(&self, sets: &Sets) -> Vec<W::Mask> {
        let mut masks = Vec::with_capacity(sets.len());
        for place in 0..sets.len() {
            masks.push(W::mask(self.vars, sets.get(place)));
        }
        masks
    }

    /// Adds a count. If it needs as many as a partition has cliques, each of these must hold one, which makes the count
    /// redundant.
    fn add_total(&mut self, mut total: Total<W>) {
        let mut fewest = usize::MAX;
        for sets in &total.partitions {
            fewest = fewest.min(sets.len());
        }
        if total.partitions.is_empty() || fewest as i64 > total.min || self.hits.len() + fewest > self.room {
            return self.totals.push(total);
        }
        self.never |= (fewest as i64) < total.min;
        let enough = total.max >= fewest as i64;
        for sets in std::mem::take(&mut total.partitions) {
            if sets.len() as i64 > total.min {
                total.partitions.push(sets);
            } else if self.hits.len() + sets.len() <= self.room {
                self.hits.extend(sets);
            }
        }
        if !enough {
            self.totals.push(total);
        }
    }

    /// Adds a rule that is propagated when one of `rises` becomes true or one of `falls` false.
    fn watch(&mut self, draft: &mut ProgramDraft<W>, rule: Watched<W>, rises: &[Var], falls: &[Var]) {
        /// What it takes to keep that a rule speaks of a variable, twice while it is put in order; and a rule.
        const BYTES: (u64, u64) = (12, 256);
        let number = self.rules.len() as u32;
        for var in rises {
            draft.rises.push((*var, number));
            self.rises.vars.insert(*var);
        }
        for var in falls {
            draft.falls.push((*var, number));
            self.falls.vars.insert(*var);
        }
        draft.bytes += BYTES.0 * (rises.len() + falls.len()) as u64 + 16 * cost(&rule) + BYTES.1;
        if let Watched::Count { min: 1.., .. } | Watched::Rays { min: 1.., .. } | Watched::View { min: 1.., .. } = rule
        {
            self.wanting.push(number);
        }
        self.rules.push(rule);
    }
}

impl<W: BitSet> ProgramDraft<W> {
    /// Members of `left` and of `right` exclude each other.
    fn exclude(&mut self, vars: usize, left: &[Var], right: &[Var]) {
        let mask = W::mask(vars, right);
        for var in left {
            match self.table.get_mut(*var as usize) {
                Some(excluded) => excluded.add(&mask),
                None => self.excluding.push((*var, self.sets.len() as u32)),
            }
        }
        if self.table.is_empty() {
            self.bytes += 12 * left.len() as u64 + 16 * W::cost(&mask) + 24;
            self.sets.push(mask);
        }
    }

    /// Builds the lists of excluded variables.
    fn excludes(&mut self, vars: usize, control: &mut Control) -> Result<Excludes<W>, Cause> {
        if self.table.is_empty() {
            let of_var = Sets::grouped(vars, &self.excluding, control)?;
            return Ok(Excludes::Sets { of_var, sets: std::mem::take(&mut self.sets) });
        }
        let mut table = Vec::with_capacity(vars);
        for (var, excluded) in self.table.iter_mut().enumerate() {
            control.charge(2 * excluded.words().len() as u64)?;
            excluded.remove(var as Var);
            table.push(excluded.to_mask());
        }
        Ok(Excludes::Table(table))
    }
}

/// The variables that a view speaks of.
struct InView {
    /// All of them, in order.
    scope: Vec<Var>,
    /// Those that count, along each ray.
    along: Sets,
    /// Whether every kind along the rays counts.
    all_count: bool,
    /// Those that do not count along a ray.
    others: Vec<Var>,
}

impl InView {
    fn new(model: &Model, view: &View) -> Self {
        let mut scope: Vec<Var> = Vec::new();
        match view.when {
            When::Always => {}
            When::Placed(var) => scope.push(var),
            When::Vacant(slot) => scope.extend(model.of_slot(slot)),
        }
        let all_kinds = u64::MAX >> (64 - model.kinds);
        let (mut along, mut all_count, mut others) = (Sets::default(), true, Vec::new());
        for ray in &view.rays {
            let mut own: Vec<Var> = Vec::with_capacity(ray.cells.len());
            for (slot, counting) in &ray.cells {
                all_count &= *counting == all_kinds;
                for (kind, var) in model.of_slot(*slot).enumerate() {
                    scope.push(var);
                    if counting >> kind & 1 == 1 {
                        own.push(var);
                    } else {
                        others.push(var);
                    }
                }
            }
            along.push(own);
        }
        Self { scope: each_once(&scope), along, all_count, others }
    }
}

/// The variables of a sum from which something may follow when they become true, and when they become false.
fn changing(terms: &[(i64, Var)], (min, max): (i64, i64)) -> (Vec<Var>, Vec<Var>) {
    let (mut least, mut most) = (0i64, 0i64);
    for (number, _) in terms {
        least = least.saturating_add(*number.min(&0));
        most = most.saturating_add(*number.max(&0));
    }
    let (is_low, is_high) = (least < min, most > max);
    let of = |up: bool, down: bool| {
        let matters = terms.iter().filter(move |(number, _)| if *number > 0 { up } else { down });
        matters.map(|(_, var)| *var).collect()
    };
    // What raises the least sum matters where the sum may be too large, what lowers the greatest where it may be too small.
    (of(is_high, is_low), of(is_low, is_high))
}

/// Returns these variables in order, each once.
fn each_once(vars: &[Var]) -> Vec<Var> {
    let mut vars = vars.to_vec();
    vars.sort_unstable();
    vars.dedup();
    vars
}

/// The two halves of all variables of which one is taken from the other.
fn halves(terms: &[(i64, Var)], vars: usize) -> Option<(Vec<Var>, Vec<Var>)> {
    if terms.len() != vars {
        return None;
    }
    let (mut plus, mut minus) = (Vec::new(), Vec::new());
    for (number, var) in terms {
        match number {
            1 => plus.push(*var),
            -1 => minus.push(*var),
            _ => return None,
        }
    }
    Some((plus, minus))
}

/// The best partition of these variables, and those nearly as good.
fn good_partitions(model: &Model, vars: &[Var], control: &mut Control) -> Result<Vec<Partition>, Cause> {
    /// The largest number of partitions used for one count.
    const MAX_PARTITIONS: usize = 4;
    let mut counted = vec![false; model.vars()];
    for var in vars {
        counted[*var as usize] = true;
    }
    let mut partitions = model.partitions(&counted, control)?;
    let fewest = partitions.first().map_or(0, |partition| partition.sets.len());
    partitions.retain(|partition| partition.sets.len() * 2 <= fewest * 3);
    partitions.truncate(MAX_PARTITIONS);
    Ok(partitions)
}

/// Returns the choices of directions for which line ends are counted where at least a number of pieces is asked for: those with
/// the fewest ends to spare bound best, those with many more are useless.
fn good_line_ends(model: &Model, min: i64, control: &mut Control) -> Result<Vec<LineEnds>, Cause> {
    const MAX_CHOICES: usize = 4;
    const MORE_TO_SPARE: i64 = 4;
    let mut choices = model.line_ends(control)?;
    let bound = choices.iter().map(LineEnds::pieces).min().unwrap_or(0);
    let wanted = if min > 0 { min.min(bound) } else { bound };
    let spare = |ends: &LineEnds| 2 * ends.lines.len() as i64 - ends.each * wanted;
    sort_by_number(&mut choices, spare);
    let fewest = choices.first().map_or(0, spare);
    choices.retain(|ends| spare(ends) <= fewest + MORE_TO_SPARE);
    choices.truncate(MAX_CHOICES);
    Ok(choices)
}
