//! A model made ready for one width: masks, and who must be looked at again when a variable changes.

use super::sides::Front;
use super::words::Words;
use crate::constraint::Sight;
use crate::control::{Cause, Control, free_aside};
use crate::model::{LineEnds, Model, Ray, Rule, Sets, Var, View, When};

/// The most sets that are looked at after every change, rather than when one of their members has changed.
pub(super) const MOST_HITS: usize = u128::BITS as usize;

/// What the search knows of a problem; never changes while it runs.
pub(super) struct Program<W: Words> {
    pub(super) vars: usize,
    pub(super) kinds: usize,
    /// Kinds that stop sight even where it goes through pieces, as a mask.
    pub(super) blockers: u64,
    excludes: Excludes<W>,
    /// Sets of which at least one must be true; looked at after every change. The last are those that come to be wanted
    /// only on the way.
    pub(super) hits: Vec<W::Mask>,
    /// How many are wanted from the beginning.
    wanted: usize,
    /// For each variable which of them it is in, as a mask; empty where there are none.
    hits_of: Vec<u128>,
    /// Whether some of them are squares to be covered.
    pub(super) covers: bool,
    /// Differences of two halves of all variables; they say how many each half must have of a total.
    pub(super) halves: Vec<Halves<W>>,
    /// Lines that belong to one half of the first of them.
    pub(super) fronts: Vec<Front<W>>,
    /// Counts over much of the board; looked at after every change.
    pub(super) totals: Vec<Total<W>>,
    /// All other rules, looked at when one of their variables has changed.
    pub(super) rules: Vec<Watched<W>>,
    /// For each variable the rays, by the number of their rule, along which who is placed there attacks.
    pub(super) rays_of: Vec<Option<u32>>,
    /// Those of them, by number, that may want somebody on some squares.
    pub(super) wanting: Vec<u32>,
    /// For each variable, the rules (by number) that speak of it.
    watch: Sets,
    watched: W,
    /// Whether nothing satisfies the problem.
    pub(super) never: bool,
}

/// What cannot be true together with a variable.
enum Excludes<W: Words> {
    /// On small boards, for each variable all that it excludes.
    Table(Vec<W::Mask>),
    /// On others, for each variable sets by number, which may hold the variable itself.
    Sets { of_var: Sets, sets: Vec<W::Mask> },
}

/// What is put in order once all of it is known.
struct Draft<W: Words> {
    /// On small boards, for each variable all that it excludes, and perhaps itself.
    table: Vec<W>,
    /// On others, which variables exclude the members of which sets.
    excluding: Vec<(Var, u32)>,
    sets: Vec<W::Mask>,
    /// Which variables the rules speak of.
    watch: Vec<(Var, u32)>,
    /// Squares along rays written out so far.
    cells: usize,
}

/// A rule that is looked at when one of its variables has changed.
pub(super) enum Watched<W: Words> {
    /// So many of these.
    Count {
        when: When,
        mask: W::Mask,
        least: i64,
        most: i64,
    },
    /// So many of these sets, of which no two share a member, have a true one.
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
pub(super) struct Total<W: Words> {
    pub(super) mask: W::Mask,
    pub(super) least: i64,
    pub(super) most: i64,
    /// Whether it counts whoever there is.
    pub(super) everybody: bool,
    pub(super) partitions: Vec<Vec<W::Mask>>,
    pub(super) line_ends: Vec<Ends<W>>,
}

/// The number of true ones of one half less that of the other is in a range.
pub(super) struct Halves<W: Words> {
    pub(super) plus: W::Mask,
    pub(super) minus: W::Mask,
    pub(super) least: i64,
    pub(super) most: i64,
}

/// Lines of which so many pieces occupy at least half as many, times the ends that each owns.
pub(super) struct Ends<W: Words> {
    pub(super) lines: Vec<W::Mask>,
    pub(super) each: i64,
    /// How many ends each would own if it attacked nobody along these lines.
    pub(super) all: i64,
    /// For each variable, where a piece may own more than the fewest: which of its rays lead along these lines, as a mask.
    pub(super) along: Vec<u32>,
}

/// Which rules are to be looked at again.
pub(super) struct Agenda {
    dirty: Vec<u64>,
    /// Grows with every change of a variable.
    pub(super) changes: u64,
}

impl<W: Words> Program<W> {
    /// The most squares along rays that are written out.
    const MOST_CELLS: usize = 1 << 26;
    /// The most partitions that are looked at for one count.
    const MOST_PARTITIONS: usize = 4;
    /// The most choices of directions for which line ends are counted.
    const MOST_LINE_ENDS: usize = 4;
    /// How many ends more than the best of them the others may have to spare.
    const ENDS_MORE_TO_SPARE: i64 = 4;
    /// The most variables for which all that each excludes is written out.
    const MOST_EXCLUDING: usize = 1 << 12;

    pub(super) fn new(model: &Model, control: &mut Control) -> Result<Self, Cause> {
        let vars = model.vars();
        let kinds = model.problem.scene().kinds.iter().enumerate();
        let mut program = Self {
            vars,
            kinds: model.kinds,
            blockers: kinds.filter(|(_, cast)| cast.piece.is_blocker()).fold(0, |mask, (kind, _)| mask | 1 << kind),
            excludes: Excludes::Table(Vec::new()),
            hits: Vec::new(),
            wanted: 0,
            hits_of: Vec::new(),
            covers: false,
            halves: Vec::new(),
            fronts: Vec::new(),
            totals: Vec::new(),
            rules: Vec::new(),
            rays_of: vec![None; vars],
            wanting: Vec::new(),
            watch: Sets::default(),
            watched: W::zeros(vars),
            never: false,
        };
        let table = if vars <= Self::MOST_EXCLUDING { vec![W::zeros(vars); vars] } else { Vec::new() };
        let mut draft = Draft { table, excluding: Vec::new(), sets: Vec::new(), watch: Vec::new(), cells: 0 };
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
                control.spend(4 * set.len() as u64)?;
                draft.exclude(self.vars, set, set);
            }
        }
        for rule in &model.rules {
            self.add(model, rule, draft, control)?;
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
        if !self.hits.is_empty() {
            control.spend(self.vars as u64)?;
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
                control.spend((left.len() + right.len()) as u64)?;
                draft.exclude(self.vars, left, right);
                draft.exclude(self.vars, right, left);
            }
            Rule::Count { vars, range } => {
                control.spend(vars.len() as u64)?;
                let (least, most) = range.ends();
                if least == 1 && most >= vars.len() as i64 {
                    self.hit(draft, vars);
                } else if vars.len() * 2 > model.slots.len() {
                    let total = self.total(model, vars, (least, most), control)?;
                    self.add_total(total);
                } else {
                    let mask = W::mask(self.vars, vars);
                    self.watch(draft, vars.iter().copied(), Watched::Count { when: When::Always, mask, least, most });
                }
            }
            Rule::Linear { terms, range } => {
                control.spend(terms.len() as u64)?;
                let (least, most) = range.ends();
                let scope: Vec<Var> = terms.iter().map(|(_, var)| *var).collect();
                if terms.len() == self.vars && terms.iter().all(|(number, _)| number.abs() == 1) {
                    let side = |sign: i64| {
                        let side = terms.iter().filter(|(number, _)| *number == sign);
                        W::mask(self.vars, &side.map(|(_, var)| *var).collect::<Vec<Var>>())
                    };
                    self.halves.push(Halves { plus: side(1), minus: side(-1), least, most });
                }
                self.watch(draft, scope.into_iter(), Watched::Linear { terms: terms.clone(), least, most });
            }
            Rule::Same(vars) => self.watch(draft, vars.iter().copied(), Watched::Same(vars.clone())),
            Rule::OccupiedLines { lines, range } => {
                let (least, most) = range.ends();
                let mut in_some = W::zeros(self.vars);
                let mut masks = Vec::with_capacity(lines.len());
                for line in lines.iter() {
                    control.spend(4 * line.len() as u64)?;
                    for var in line {
                        in_some.insert(*var);
                    }
                    masks.push(W::mask(self.vars, line));
                }
                let mut scope = Vec::new();
                in_some.each(|var| scope.push(var));
                let lines = masks;
                self.watch(draft, scope.into_iter(), Watched::OccupiedLines { lines, least, most });
            }
            Rule::Views(views) => {
                let (least, most) = views.range.ends();
                let mut fits = true;
                views.each(model, control, |view| {
                    draft.cells += view.rays.iter().map(|ray| ray.cells.len()).sum::<usize>();
                    fits &= draft.cells <= Self::MOST_CELLS;
                    if fits {
                        self.add_view(model, draft, view, views.sight, (least, most));
                    }
                })?;
                if !fits {
                    return Err(Cause::MemoryLimit);
                }
            }
        }
        Ok(())
    }

    /// All sets that must be hit from the beginning, as a mask.
    pub(super) fn every_hit(&self) -> u128 {
        if self.wanted == 0 { 0 } else { u128::MAX >> (MOST_HITS - self.wanted) }
    }

    /// The sets that a variable hits.
    pub(super) fn hit_by(&self, var: Var) -> u128 {
        self.hits_of.get(var as usize).copied().unwrap_or(0)
    }

    /// The sets of a mask.
    pub(super) fn hits_in(&self, mut numbers: u128) -> impl Iterator<Item = &W::Mask> {
        std::iter::from_fn(move || {
            let number = numbers.trailing_zeros() as usize;
            numbers &= numbers.wrapping_sub(1);
            self.hits.get(number)
        })
    }

    /// Adds a view. Where it does not matter who of several on a ray is nearest, it is kept as sets.
    fn add_view(&mut self, model: &Model, draft: &mut Draft<W>, view: View, sight: Sight, (least, most): (i64, i64)) {
        let mut scope: Vec<Var> = Vec::new();
        match view.when {
            When::Always => {}
            When::Placed(var) => scope.push(var),
            When::Vacant(slot) => scope.extend(model.of_slot(slot)),
        }
        let slots = view.rays.iter().flat_map(|ray| &ray.cells);
        scope.extend(slots.flat_map(|(slot, _)| model.of_slot(*slot)));
        scope.sort_unstable();
        scope.dedup();
        let everybody = u64::MAX >> (64 - self.kinds);
        let all_count = view.rays.iter().flat_map(|ray| &ray.cells).all(|(_, counting)| *counting == everybody);
        let along = |ray: &Ray| {
            let cells = ray.cells.iter();
            let vars = cells.flat_map(|(slot, counting)| {
                model.of_slot(*slot).enumerate().filter(move |(kind, _)| counting >> kind & 1 == 1).map(|(_, var)| var)
            });
            vars.collect::<Vec<Var>>()
        };
        let seen = || view.rays.iter().flat_map(along).collect::<Vec<Var>>();
        let (by_sight, through) = (sight == Sight::First && all_count, sight == Sight::Through && self.blockers == 0);
        let most_seen = if by_sight { view.rays.len() } else { scope.len() };
        if (by_sight || through) && least == 1 && most >= most_seen as i64 && !matches!(view.when, When::Placed(_)) {
            let mut hit = seen();
            if let When::Vacant(slot) = view.when {
                hit.extend(model.of_slot(slot));
            }
            self.covers = true;
            return self.hit(draft, &hit);
        }
        let when = view.when;
        let rule = if through {
            Watched::Count { when, mask: W::mask(self.vars, &seen()), least, most }
        } else if by_sight && view.simple {
            let rays = view.rays.iter().map(|ray| W::mask(self.vars, &along(ray))).collect();
            if let When::Placed(var) = when {
                self.rays_of[var as usize] = Some(self.rules.len() as u32);
            }
            Watched::Rays { when, rays, least, most }
        } else {
            Watched::View { view, sight, least, most }
        };
        self.watch(draft, scope.into_iter(), rule);
    }

    /// At least one of these.
    fn hit(&mut self, draft: &mut Draft<W>, vars: &[Var]) {
        let mask = W::mask(self.vars, vars);
        if self.hits.len() < MOST_HITS {
            self.hits.push(mask);
        } else {
            let rule = Watched::Count { when: When::Always, mask, least: 1, most: i64::MAX };
            self.watch(draft, vars.iter().copied(), rule);
        }
    }

    /// An objective: a count over these variables.
    pub(super) fn objective(&self, model: &Model, vars: &[Var], control: &mut Control) -> Result<Total<W>, Cause> {
        let mut total = self.total(model, vars, (i64::MIN, i64::MAX), control)?;
        self.tell_rays(&mut total);
        Ok(total)
    }

    /// Writes down which rays lead along which lines, once the rules are known.
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

    /// A count over these variables with the partitions the model offers for them: the best, and those nearly as good.
    fn total(
        &self,
        model: &Model,
        vars: &[Var],
        (least, most): (i64, i64),
        control: &mut Control,
    ) -> Result<Total<W>, Cause> {
        let mut counted = W::zeros(self.vars);
        for var in vars {
            counted.insert(*var);
        }
        let partitions = model.partitions(|var| counted.has(var), control)?;
        let fewest = partitions.first().map_or(0, |partition| partition.sets.len());
        let good = partitions.iter().filter(|partition| partition.sets.len() * 2 <= fewest * 3);
        let masks = good
            .take(Self::MOST_PARTITIONS)
            .map(|partition| partition.sets.iter().map(|set| W::mask(self.vars, set)).collect());
        let mut line_ends = Vec::new();
        if vars.len() == self.vars {
            let mut choices = model.line_ends(control)?;
            // Those that have the fewest ends to spare say most, and those that have many more than these say nothing.
            let bound = choices.iter().map(LineEnds::pieces).min().unwrap_or(0);
            let wanted = if least > 0 { least.min(bound) } else { bound };
            let spare = |ends: &LineEnds| 2 * ends.lines.len() as i64 - ends.each * wanted;
            choices.sort_by_key(spare);
            let fewest = choices.first().map_or(0, spare);
            choices.retain(|ends| spare(ends) <= fewest + Self::ENDS_MORE_TO_SPARE);
            choices.truncate(Self::MOST_LINE_ENDS);
            line_ends.extend(choices.iter().map(|ends| Ends {
                lines: ends.lines.iter().map(|line| W::mask(self.vars, line)).collect(),
                each: ends.each,
                all: ends.ends,
                // On large boards it would not be worth its while.
                along: if ends.spares && !W::MANY { vec![0; self.vars] } else { Vec::new() },
            }));
        }
        let everybody = vars.len() == self.vars;
        Ok(Total { mask: W::mask(self.vars, vars), least, most, everybody, partitions: masks.collect(), line_ends })
    }

    /// Adds a count. Where as many are needed as a partition has sets, each of these holds one, and that is all.
    fn add_total(&mut self, mut total: Total<W>) {
        let tight = |sets: &Vec<W::Mask>| sets.len() as i64 <= total.least;
        let Some(fewest) = total.partitions.iter().map(Vec::len).min() else { return self.totals.push(total) };
        if fewest as i64 > total.least || self.hits.len() + fewest > MOST_HITS {
            return self.totals.push(total);
        }
        self.never |= (fewest as i64) < total.least;
        let enough = total.most >= fewest as i64;
        let (hits, rest): (Vec<_>, Vec<_>) = std::mem::take(&mut total.partitions).into_iter().partition(tight);
        for sets in hits {
            if self.hits.len() + sets.len() <= MOST_HITS {
                self.hits.extend(sets);
            }
        }
        if !enough {
            total.partitions = rest;
            self.totals.push(total);
        }
    }

    fn watch(&mut self, draft: &mut Draft<W>, scope: impl Iterator<Item = Var>, rule: Watched<W>) {
        let number = self.rules.len() as u32;
        for var in scope {
            draft.watch.push((var, number));
            self.watched.insert(var);
        }
        if let Watched::Count { least: 1.., .. } | Watched::Rays { least: 1.., .. } | Watched::View { least: 1.., .. } =
            rule
        {
            self.wanting.push(number);
        }
        self.rules.push(rule);
    }

    /// Takes away all that a true variable excludes.
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

    /// The open member of a set that excludes the fewest others.
    pub(super) fn least_excluding(&self, open: &W, set: &W::Mask) -> Option<Var> {
        let mut best: Option<(usize, Var)> = None;
        open.each_in(set, |var| {
            let next = (self.excluded(open, var), var);
            best = Some(best.map_or(next, |best| best.min(next)));
        });
        best.map(|(_, var)| var)
    }

    /// The first open variable that excludes the most others; `None` if none excludes any, or if there are so many that it
    /// would take too long to tell.
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

    /// How many open variables one excludes.
    fn excluded(&self, open: &W, var: Var) -> usize {
        match &self.excludes {
            Excludes::Table(table) => open.count_in(&table[var as usize]),
            Excludes::Sets { of_var, sets } => {
                of_var.get(var as usize).iter().map(|number| open.count_in(&sets[*number as usize])).sum()
            }
        }
    }

    /// Puts every rule that speaks of a variable on the agenda.
    pub(super) fn touch(&self, agenda: &mut Agenda, var: Var) {
        agenda.changes += 1;
        if self.watched.has(var) {
            for rule in self.watch.get(var as usize) {
                agenda.add(*rule as usize);
            }
        }
    }
}

impl<W: Words> Draft<W> {
    /// Members of `left` exclude those of `right`.
    fn exclude(&mut self, vars: usize, left: &[Var], right: &[Var]) {
        let mask = W::mask(vars, right);
        for var in left {
            match self.table.get_mut(*var as usize) {
                Some(excluded) => excluded.add(&mask),
                None => self.excluding.push((*var, self.sets.len() as u32)),
            }
        }
        if self.table.is_empty() {
            self.sets.push(mask);
        }
    }

    /// What has been written down, put in order.
    fn excludes(&mut self, vars: usize, control: &mut Control) -> Result<Excludes<W>, Cause> {
        if self.table.is_empty() {
            let of_var = Sets::grouped(vars, &self.excluding, control)?;
            return Ok(Excludes::Sets { of_var, sets: std::mem::take(&mut self.sets) });
        }
        let mut table = Vec::with_capacity(vars);
        for (var, excluded) in self.table.iter_mut().enumerate() {
            control.spend(2 * excluded.words().len() as u64)?;
            excluded.remove(var as Var);
            table.push(excluded.to_mask());
        }
        Ok(Excludes::Table(table))
    }
}

impl Agenda {
    /// Every rule of a program.
    pub(super) fn full(rules: usize) -> Self {
        let mut agenda = Self { dirty: vec![0; rules.div_ceil(64)], changes: 0 };
        for rule in 0..rules {
            agenda.add(rule);
        }
        agenda
    }

    fn add(&mut self, rule: usize) {
        self.dirty[rule / 64] |= 1 << (rule % 64);
    }

    /// The next rule to look at; those written down first come first.
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
