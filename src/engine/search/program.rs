//! A model prepared for one width: masks, and the rules to propagate when a variable changes.

use super::lines::{self, CoverLines};
use super::propagate::cost;
use super::sides::Front;
use crate::budget::{Cause, Control, Shuffle, free_aside};
use crate::language::{Sight, sort_by_number};
use crate::model::bit_set::BitSet;
use crate::model::{LineEnds, Model, Partition, Rule, Sets, Var, View, When};

/// The largest number of sets that are checked after every change, rather than when one of their members has changed.
pub(super) const MAX_HITS: usize = u128::BITS as usize;

/// The problem as the search sees it; fixed while it runs.
pub(super) struct Program<W: BitSet> {
    pub(super) vars: usize,
    pub(super) kinds: usize,
    /// Kinds that stop even sight through pieces, as a mask.
    pub(super) blockers: u64,
    excludes: Excludes<W>,
    /// Sets that must have a true member, checked after every change. The last ones become required only during the
    /// search.
    pub(super) hits: Vec<W::Mask>,
    /// How many sets there may be when all that are required from the beginning are known, and how many these are.
    room: usize,
    wanted: usize,
    /// For each variable the sets that contain it, as a mask; empty if there are no sets.
    hits_of: Vec<u128>,
    /// Whether some of them are squares to be covered.
    pub(super) covers: bool,
    /// Differences of the counts of two halves of all variables; they give the minimum of each half for a total.
    pub(super) halves: Vec<Halves<W>>,
    /// Contested lines, which only one half of the first difference can hold.
    pub(super) fronts: Vec<Front<W>>,
    /// The lines of which each square to be covered has two at most, where there are such.
    pub(super) cover_lines: Option<CoverLines<W>>,
    /// Counts over much of the board; checked after every change.
    pub(super) totals: Vec<Total<W>>,
    /// All other rules, propagated when one of their variables has changed.
    pub(super) rules: Vec<Watched<W>>,
    /// For each variable the number of the rule whose rays are those of its piece.
    pub(super) rays_of: Vec<Option<u32>>,
    /// The rules, by number, that demand pieces on some squares.
    pub(super) wanting: Vec<u32>,
    /// For each variable, the rules (by number) that involve it.
    watch: Sets,
    watched: W,
    /// Whether the problem has no solution.
    pub(super) never: bool,
}

/// The variables that exclude each other.
enum Excludes<W: BitSet> {
    /// On small boards, for each variable all that it excludes.
    Table(Vec<W::Mask>),
    /// On others, for each variable sets by number, which may contain the variable itself.
    Sets { of_var: Sets, sets: Vec<W::Mask> },
}

/// Lists that are sorted once they are complete.
struct Draft<W: BitSet> {
    /// On small boards, for each variable all that it excludes, perhaps itself too.
    table: Vec<W>,
    /// On others, pairs of a variable and a set that it excludes.
    excluding: Vec<(Var, u32)>,
    sets: Vec<W::Mask>,
    /// Pairs of a variable and a rule that involves it.
    watch: Vec<(Var, u32)>,
    /// Lines that cover, and how often squares are on them.
    lines: Option<lines::Draft>,
    /// About how many bytes all of it takes so far.
    bytes: u64,
}

/// A rule that is propagated when one of its variables has changed.
pub(super) enum Watched<W: BitSet> {
    /// The number of true members is in a range.
    Count {
        when: When,
        mask: W::Mask,
        least: i64,
        most: i64,
    },
    /// The number of these sets with a true member is in a range; the sets are disjoint.
    Rays {
        when: When,
        rays: Vec<W::Mask>,
        least: i64,
        most: i64,
    },
    Linear {
        terms: Vec<(i64, Var)>,
        least: i64,
        most: i64,
    },
    Same(Vec<Var>),
    OccupiedLines {
        lines: Vec<W::Mask>,
        least: i64,
        most: i64,
    },
    View {
        view: View,
        sight: Sight,
        least: i64,
        most: i64,
    },
}

/// A count over much of the board, with partitions into cliques that bound what can still be added.
pub(super) struct Total<W: BitSet> {
    pub(super) mask: W::Mask,
    pub(super) least: i64,
    pub(super) most: i64,
    /// Whether it counts all variables.
    pub(super) counts_all: bool,
    pub(super) partitions: Vec<Vec<W::Mask>>,
    pub(super) line_ends: Vec<Ends<W>>,
}

impl<W: BitSet> Total<W> {
    /// Tells whether at most half as many are counted as there may be.
    pub(super) fn is_of_few(&self) -> bool {
        self.partitions.iter().all(|sets| 2 * self.most <= sets.len() as i64)
    }
}

/// The number of true members of one half less that of the other is in a range.
pub(super) struct Halves<W: BitSet> {
    pub(super) plus: W::Mask,
    pub(super) minus: W::Mask,
    pub(super) least: i64,
    pub(super) most: i64,
}

/// Lines for the bound by line ends: n pieces occupy at least n × `each` / 2 of them.
pub(super) struct Ends<W: BitSet> {
    pub(super) lines: Vec<W::Mask>,
    pub(super) each: i64,
    /// The number of ends of a piece that attacks no other along these lines.
    pub(super) all: i64,
    /// For each variable, if pieces may own more than `each` ends, the rays that lead along these lines, as a mask.
    pub(super) along: Vec<u32>,
}

/// The rules to be propagated.
#[derive(Clone)]
pub(super) struct Agenda {
    dirty: Vec<u64>,
    /// Grows with every change of a variable.
    pub(super) changes: u64,
    /// What it took to write rules down, not yet charged.
    pub(super) work: u64,
}

impl<W: BitSet> Program<W> {
    /// The largest number of variables for which all that each excludes is stored.
    const MAX_EXCLUDING: usize = 1 << 12;

    pub(super) fn new(model: &Model, control: &mut Control) -> Result<Self, Cause> {
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
            fronts: Vec::new(),
            cover_lines: None,
            totals: Vec::new(),
            rules: Vec::new(),
            rays_of: vec![None; vars],
            wanting: Vec::new(),
            watch: Sets::default(),
            watched: W::zeros(vars),
            never: false,
        };
        let table = if vars <= Self::MAX_EXCLUDING { vec![W::zeros(vars); vars] } else { Vec::new() };
        control.hold((table.len() * vars.div_ceil(8)) as u64)?;
        let mut draft =
            Draft { table, excluding: Vec::new(), sets: Vec::new(), watch: Vec::new(), lines: None, bytes: 0 };
        match program.fill(model, &mut draft, control) {
            Ok(()) => Ok(program),
            Err(cause) => {
                free_aside((program, draft));
                Err(cause)
            }
        }
    }

    fn fill(&mut self, model: &Model, draft: &mut Draft<W>, control: &mut Control) -> Result<(), Cause> {
        for family in &model.cliques {
            for set in family.sets.iter().filter(|set| set.len() > 1) {
                control.charge(4 * set.len() as u64)?;
                draft.exclude(self.vars, set, set);
                control.hold(draft.bytes)?;
            }
        }
        draft.lines = lines::Draft::new(model, control)?;
        self.room = MAX_HITS - draft.lines.as_ref().map_or(0, lines::Draft::lines);
        for rule in &model.rules {
            self.add(model, rule, draft, control)?;
            control.hold(draft.bytes)?;
        }
        let mut totals = std::mem::take(&mut self.totals);
        for total in &mut totals {
            self.tell_rays(total);
        }
        self.totals = totals;
        self.watch = Sets::grouped(self.vars, &draft.watch, control)?;
        self.excludes = draft.excludes(self.vars, control)?;
        self.wanted = self.hits.len();
        self.find_fronts(model, control)?;
        if let Some(lines) = &draft.lines {
            self.keep_lines(lines);
        }
        if !self.hits.is_empty() {
            control.charge(self.vars as u64)?;
            self.hits_of = vec![0; self.vars];
            let mut all = W::zeros(self.vars);
            (0..self.vars as Var).for_each(|var| all.insert(var));
            for (number, set) in self.hits.iter().enumerate() {
                all.each_in(set, |var| self.hits_of[var as usize] |= 1 << number);
            }
        }
        Ok(())
    }

    fn add(&mut self, model: &Model, rule: &Rule, draft: &mut Draft<W>, control: &mut Control) -> Result<(), Cause> {
        match rule {
            Rule::Never => self.never = true,
            Rule::NotBoth(left, right) => {
                control.charge(8 * (left.len() + right.len()) as u64)?;
                draft.exclude(self.vars, left, right);
                draft.exclude(self.vars, right, left);
            }
            Rule::Count { vars, range } => {
                control.charge(32 + 16 * vars.len() as u64)?;
                let (least, most) = range.ends();
                if least == 1 && most >= vars.len() as i64 {
                    self.hit(draft, vars);
                } else if vars.len() * 2 > model.slots.len() {
                    let total = self.total(model, vars, (least, most), control)?;
                    self.add_total(total);
                } else {
                    let mask = W::mask(self.vars, vars);
                    self.watch(draft, vars, Watched::Count { when: When::Always, mask, least, most });
                }
            }
            Rule::Linear { terms, range } => {
                control.charge(terms.len() as u64)?;
                let (least, most) = range.ends();
                let scope: Vec<Var> = terms.iter().map(|(_, var)| *var).collect();
                if let Some((plus, minus)) = halves(terms, self.vars) {
                    let (plus, minus) = (W::mask(self.vars, &plus), W::mask(self.vars, &minus));
                    self.halves.push(Halves { plus, minus, least, most });
                }
                self.watch(draft, &scope, Watched::Linear { terms: terms.clone(), least, most });
            }
            Rule::Same(vars) => self.watch(draft, vars, Watched::Same(vars.clone())),
            Rule::OccupiedLines { lines, range } => {
                let (least, most) = range.ends();
                control.charge(4 * lines.members().len() as u64)?;
                let mut scope = lines.members().to_vec();
                scope.sort_unstable();
                scope.dedup();
                let lines = self.masks(lines);
                self.watch(draft, &scope, Watched::OccupiedLines { lines, least, most });
            }
            Rule::Views(views) => {
                let (least, most) = views.range.ends();
                views.try_each(model, control, &mut |view, control| {
                    self.add_view(model, draft, view, views.sight, (least, most));
                    control.hold(draft.bytes)
                })?;
            }
        }
        Ok(())
    }

    /// Returns all sets that must be hit from the beginning, as a mask.
    pub(super) fn every_hit(&self) -> u128 {
        if self.wanted == 0 { 0 } else { u128::MAX >> (MAX_HITS - self.wanted) }
    }

    /// Tells whether there is nothing but what variables exclude and sets that must be hit from the beginning.
    pub(super) fn only_hits(&self) -> bool {
        let has_others = !self.rules.is_empty() || !self.totals.is_empty() || !self.halves.is_empty();
        !has_others && self.cover_lines.is_none() && self.wanted > 0 && !self.never
    }

    /// Returns the counts, if there is nothing but these and what variables exclude, and no piece that is a wall.
    pub(super) fn only_counts(&self) -> Option<&[Total<W>]> {
        let has_others = !self.rules.is_empty() || !self.halves.is_empty() || self.cover_lines.is_some();
        (!has_others && self.wanted == 0 && self.blockers == 0 && !self.never).then_some(&self.totals)
    }

    /// Returns the sets that a variable hits.
    pub(super) fn hit_by(&self, var: Var) -> u128 {
        self.hits_of.get(var as usize).copied().unwrap_or(0)
    }

    /// Returns the sets of a mask.
    pub(super) fn hits_in(&self, mut numbers: u128) -> impl Iterator<Item = &W::Mask> {
        std::iter::from_fn(move || {
            let number = numbers.trailing_zeros() as usize;
            numbers &= numbers.wrapping_sub(1);
            self.hits.get(number)
        })
    }

    /// Adds a view. If it does not matter which piece on a ray is nearest, it is stored as sets.
    fn add_view(&mut self, model: &Model, draft: &mut Draft<W>, view: View, sight: Sight, (least, most): (i64, i64)) {
        let InView { scope, along, all_count } = InView::new(model, &view);
        let (by_sight, through) = (sight == Sight::First && all_count, sight == Sight::Through && self.blockers == 0);
        let most_seen = if by_sight { view.rays.len() } else { scope.len() };
        if (by_sight || through) && least == 1 && most >= most_seen as i64 && !matches!(view.when, When::Placed(_)) {
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
        let rule = if through {
            Watched::Count { when, mask: W::mask(self.vars, along.members()), least, most }
        } else if by_sight && view.simple {
            let rays = self.masks(&along);
            if let When::Placed(var) = when {
                self.rays_of[var as usize] = Some(self.rules.len() as u32);
            }
            Watched::Rays { when, rays, least, most }
        } else {
            Watched::View { view, sight, least, most }
        };
        self.watch(draft, &scope, rule);
    }

    /// Adds "at least one of these".
    fn hit(&mut self, draft: &mut Draft<W>, vars: &[Var]) {
        let mask = W::mask(self.vars, vars);
        if self.hits.len() < self.room {
            self.hits.push(mask);
        } else {
            let rule = Watched::Count { when: When::Always, mask, least: 1, most: i64::MAX };
            self.watch(draft, vars, rule);
        }
    }

    /// Returns the objective that counts these variables.
    pub(super) fn objective(&self, model: &Model, vars: &[Var], control: &mut Control) -> Result<Total<W>, Cause> {
        let mut total = self.total(model, vars, (i64::MIN, i64::MAX), control)?;
        self.tell_rays(&mut total);
        Ok(total)
    }

    /// Stores which rays lead along which lines, once the rules are known.
    fn tell_rays(&self, total: &mut Total<W>) {
        for ends in &mut total.line_ends {
            for (var, along) in (0..).zip(&mut ends.along) {
                let rays = self.rays_of[var as usize].map(|rule| &self.rules[rule as usize]);
                let Some(Watched::Rays { rays, .. }) = rays else { continue };
                let mut own = W::zeros(self.vars);
                own.insert(var);
                for line in ends.lines.iter().filter(|line| own.meets(line)) {
                    let mut others = W::zeros(self.vars);
                    others.add(line);
                    *along |=
                        (0..).zip(rays).filter(|(_, ray)| others.meets(ray)).fold(0, |mask, (ray, _)| mask | 1 << ray);
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
        (least, most): (i64, i64),
        control: &mut Control,
    ) -> Result<Total<W>, Cause> {
        let counts_all = vars.len() == self.vars;
        let mut partitions = Vec::new();
        for partition in good_partitions(model, vars, control)? {
            partitions.push(self.masks(&partition.sets));
        }
        let mut line_ends = Vec::new();
        for ends in if counts_all { good_line_ends(model, least, control)? } else { Vec::new() } {
            // On large boards it would not be worth its while.
            let along = if ends.spares && !W::MANY { vec![0; self.vars] } else { Vec::new() };
            line_ends.push(Ends { lines: self.masks(&ends.lines), each: ends.each, all: ends.ends, along });
        }
        Ok(Total { mask: W::mask(self.vars, vars), least, most, counts_all, partitions, line_ends })
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
        let Some(fewest) = total.partitions.iter().map(Vec::len).min() else { return self.totals.push(total) };
        if fewest as i64 > total.least || self.hits.len() + fewest > self.room {
            return self.totals.push(total);
        }
        self.never |= (fewest as i64) < total.least;
        let enough = total.most >= fewest as i64;
        for sets in std::mem::take(&mut total.partitions) {
            if sets.len() as i64 > total.least {
                total.partitions.push(sets);
            } else if self.hits.len() + sets.len() <= self.room {
                self.hits.extend(sets);
            }
        }
        if !enough {
            self.totals.push(total);
        }
    }

    fn watch(&mut self, draft: &mut Draft<W>, scope: &[Var], rule: Watched<W>) {
        /// What it takes to keep that a rule speaks of a variable, twice while it is put in order; and a rule.
        const BYTES: (u64, u64) = (12, 256);
        let (number, before) = (self.rules.len() as u32, draft.watch.len());
        for var in scope {
            draft.watch.push((*var, number));
            self.watched.insert(*var);
        }
        draft.bytes += BYTES.0 * (draft.watch.len() - before) as u64 + 16 * cost(&rule) + BYTES.1;
        if let Watched::Count { least: 1.., .. } | Watched::Rays { least: 1.., .. } | Watched::View { least: 1.., .. } =
            rule
        {
            self.wanting.push(number);
        }
        self.rules.push(rule);
    }

    /// Removes all that a true variable excludes, where no rule is to be told.
    pub(super) fn take_all_excluded(&self, open: &mut W, var: Var) {
        match &self.excludes {
            Excludes::Table(table) => open.take(&table[var as usize]),
            Excludes::Sets { of_var, sets } => {
                of_var.get(var as usize).iter().for_each(|number| open.take(&sets[*number as usize]));
            }
        }
    }

    /// Removes all that a true variable excludes.
    pub(super) fn take_excluded(&self, open: &mut W, agenda: &mut Agenda, var: Var) {
        let mut take = |set: &W::Mask| {
            if !self.rules.is_empty() {
                open.each_in(set, |other| self.touch(agenda, other));
            }
            open.take(set);
        };
        match &self.excludes {
            Excludes::Table(table) => take(&table[var as usize]),
            Excludes::Sets { of_var, sets } => {
                of_var.get(var as usize).iter().for_each(|number| take(&sets[*number as usize]));
            }
        }
    }

    /// Returns the open member of a set that excludes the fewest others; of several the first, or by a random order.
    pub(super) fn least_excluding(
        &self,
        open: &W,
        set: &W::Mask,
        shuffle: Option<Shuffle>,
        control: &mut Control,
    ) -> Result<Option<Var>, Cause> {
        let mut best: Option<(usize, u64, Var)> = None;
        // On a wide board there are as many members as squares, and each excludes much of the board.
        let mut stopped = Ok(());
        open.each_in(set, |var| {
            if stopped.is_ok() {
                stopped = control.charge(4 + self.cost_of_excluded(var));
                let next = (self.excluded(open, var), shuffle.map_or(0, |shuffle| shuffle.rank(var)), var);
                best = Some(best.map_or(next, |best| best.min(next)));
            }
        });
        stopped.map(|()| best.map(|(.., var)| var))
    }

    /// Returns the first open variable that excludes the most others; `None` if none excludes any, or if there are too
    /// many to compare.
    pub(super) fn most_excluding(&self, open: &W) -> Option<Var> {
        if W::MANY {
            return None;
        }
        let mut best: Option<(usize, Var)> = None;
        open.each(|var| {
            let excluded = self.excluded(open, var);
            if best.map_or(0, |(most, _)| most) < excluded {
                best = Some((excluded, var));
            }
        });
        best.map(|(_, var)| var)
    }

    /// Returns the work of counting what a variable excludes.
    fn cost_of_excluded(&self, var: Var) -> u64 {
        match &self.excludes {
            Excludes::Table(table) => W::cost(&table[var as usize]),
            Excludes::Sets { of_var, sets } => {
                of_var.get(var as usize).iter().map(|number| 1 + W::cost(&sets[*number as usize])).sum()
            }
        }
    }

    /// Returns the number of open variables that one excludes.
    fn excluded(&self, open: &W, var: Var) -> usize {
        match &self.excludes {
            Excludes::Table(table) => open.count_in(&table[var as usize]),
            Excludes::Sets { of_var, sets } => {
                of_var.get(var as usize).iter().map(|number| open.count_in(&sets[*number as usize])).sum()
            }
        }
    }

    /// Puts every rule that involves a variable on the agenda.
    pub(super) fn touch(&self, agenda: &mut Agenda, var: Var) {
        agenda.changes += 1;
        if self.watched.has(var) {
            let rules = self.watch.get(var as usize);
            agenda.work += rules.len() as u64;
            for rule in rules {
                agenda.add(*rule as usize);
            }
        }
    }
}

impl<W: BitSet> Draft<W> {
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
        let (mut along, mut all_count) = (Sets::default(), true);
        for ray in &view.rays {
            let mut own: Vec<Var> = Vec::with_capacity(ray.cells.len());
            for (slot, counting) in &ray.cells {
                all_count &= *counting == all_kinds;
                for (kind, var) in model.of_slot(*slot).enumerate() {
                    scope.push(var);
                    if counting >> kind & 1 == 1 {
                        own.push(var);
                    }
                }
            }
            along.push(own);
        }
        scope.sort_unstable();
        scope.dedup();
        Self { scope, along, all_count }
    }
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
fn good_line_ends(model: &Model, least: i64, control: &mut Control) -> Result<Vec<LineEnds>, Cause> {
    const MAX_CHOICES: usize = 4;
    const MORE_TO_SPARE: i64 = 4;
    let mut choices = model.line_ends(control)?;
    let bound = choices.iter().map(LineEnds::pieces).min().unwrap_or(0);
    let wanted = if least > 0 { least.min(bound) } else { bound };
    let spare = |ends: &LineEnds| 2 * ends.lines.len() as i64 - ends.each * wanted;
    sort_by_number(&mut choices, spare);
    let fewest = choices.first().map_or(0, spare);
    choices.retain(|ends| spare(ends) <= fewest + MORE_TO_SPARE);
    choices.truncate(MAX_CHOICES);
    Ok(choices)
}

impl Agenda {
    /// Returns an agenda with every rule.
    pub(super) fn full(rules: usize) -> Self {
        let mut agenda = Self { dirty: vec![0; rules.div_ceil(64)], changes: 0, work: 0 };
        for rule in 0..rules {
            agenda.add(rule);
        }
        agenda
    }

    fn add(&mut self, rule: usize) {
        self.dirty[rule / 64] |= 1 << (rule % 64);
    }

    /// Returns the next rule, the lowest number first.
    pub(super) fn next(&mut self) -> Option<usize> {
        let place = self.dirty.iter().position(|word| *word != 0)?;
        let bit = self.dirty[place].trailing_zeros();
        self.dirty[place] &= self.dirty[place] - 1;
        Some(place * 64 + bit as usize)
    }

    pub(super) fn clear(&mut self) {
        self.dirty.fill(0);
    }
}
