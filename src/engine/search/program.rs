//! A model made ready for one width: masks, and who must be looked at again when a variable changes.

use super::words::Words;
use crate::constraint::Sight;
use crate::control::{Cause, Control};
use crate::model::{LineEnds, Model, Rule, Var, View, When};

/// What the search knows of a problem; never changes while it runs.
pub(super) struct Program<W: Words> {
    pub(super) vars: usize,
    pub(super) kinds: usize,
    /// Kinds that stop sight even where it goes through pieces, as a mask.
    pub(super) blockers: u64,
    excludes: Excludes<W>,
    /// Sets of which at least one must be true; looked at after every change.
    pub(super) hits: Vec<W::Mask>,
    /// Counts over much of the board; looked at after every change.
    pub(super) totals: Vec<Total<W>>,
    /// All other rules, looked at when one of their variables has changed.
    pub(super) rules: Vec<Watched<W>>,
    /// For each variable, the rules (by number) that speak of it.
    watch: Vec<Vec<u32>>,
    watched: W,
    /// Whether nothing satisfies the problem.
    pub(super) never: bool,
}

/// What cannot be true together with a variable.
enum Excludes<W: Words> {
    /// On small boards, for each variable all that it excludes.
    Table(Vec<W::Mask>),
    /// On others, for each variable sets by number, which may hold the variable itself.
    Sets { of_var: Vec<Vec<u32>>, sets: Vec<W::Mask> },
}

/// A rule that is looked at when one of its variables has changed.
pub(super) enum Watched<W: Words> {
    Count { mask: W::Mask, least: i64, most: i64 },
    Linear { terms: Vec<(i64, Var)>, least: i64, most: i64 },
    Same(Vec<Var>),
    OccupiedLines { lines: Vec<W::Mask>, least: i64, most: i64 },
    View { view: View, sight: Sight, least: i64, most: i64 },
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

/// Lines of which so many pieces occupy at least half as many, times the ends that each owns.
pub(super) struct Ends<W: Words> {
    pub(super) lines: Vec<W::Mask>,
    pub(super) each: i64,
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
    const MOST_LINE_ENDS: usize = 2;
    /// The most sets that are looked at after every change, rather than when one of their members has changed.
    const MOST_HITS: usize = 128;
    /// The most variables for which all that each excludes is written out.
    const MOST_EXCLUDING: usize = 1 << 12;

    pub(super) fn new(model: &Model, control: &mut Control) -> Result<Self, Cause> {
        let vars = model.vars();
        let kinds = model.problem.scene().kinds.iter().enumerate();
        let mut program = Self {
            vars,
            kinds: model.kinds,
            blockers: kinds.filter(|(_, cast)| cast.piece.is_blocker()).fold(0, |mask, (kind, _)| mask | 1 << kind),
            excludes: Excludes::Sets { of_var: vec![Vec::new(); vars], sets: Vec::new() },
            hits: Vec::new(),
            totals: Vec::new(),
            rules: Vec::new(),
            watch: vec![Vec::new(); vars],
            watched: W::zeros(vars),
            never: false,
        };
        for family in &model.cliques {
            for set in family.sets.iter().filter(|set| set.len() > 1) {
                control.spend(set.len() as u64)?;
                program.exclude(set, set);
            }
        }
        let mut cells = 0;
        for rule in &model.rules {
            program.add(model, rule, &mut cells, control)?;
        }
        if vars <= Self::MOST_EXCLUDING {
            program.merge_excludes(control)?;
        }
        Ok(program)
    }

    /// Members of `left` exclude those of `right`.
    fn exclude(&mut self, left: &[Var], right: &[Var]) {
        if let Excludes::Sets { of_var, sets } = &mut self.excludes {
            for var in left {
                of_var[*var as usize].push(sets.len() as u32);
            }
            sets.push(W::mask(self.vars, right));
        }
    }

    /// Makes one set of all that a variable excludes.
    fn merge_excludes(&mut self, control: &mut Control) -> Result<(), Cause> {
        let Excludes::Sets { of_var, sets } = &self.excludes else { return Ok(()) };
        let mut table = Vec::with_capacity(self.vars);
        for (var, numbers) in of_var.iter().enumerate() {
            let mut all = W::zeros(self.vars);
            for number in numbers {
                for (place, bits) in W::parts(&sets[*number as usize]) {
                    all.words_mut()[place] |= bits;
                }
            }
            control.spend(all.words().len() as u64 * (1 + numbers.len() as u64))?;
            all.remove(var as Var);
            table.push(all.to_mask());
        }
        self.excludes = Excludes::Table(table);
        Ok(())
    }

    fn add(&mut self, model: &Model, rule: &Rule, cells: &mut usize, control: &mut Control) -> Result<(), Cause> {
        match rule {
            Rule::Never => self.never = true,
            Rule::NotBoth(left, right) => {
                control.spend((left.len() + right.len()) as u64)?;
                self.exclude(left, right);
                self.exclude(right, left);
            }
            Rule::Count { vars, range } => {
                control.spend(vars.len() as u64)?;
                let (least, most) = range.ends();
                if least == 1 && most >= vars.len() as i64 && self.hits.len() < Self::MOST_HITS {
                    self.hits.push(W::mask(self.vars, vars));
                } else if vars.len() * 2 > model.slots.len() {
                    let total = self.total(model, vars, (least, most), control)?;
                    self.add_total(total);
                } else {
                    let mask = W::mask(self.vars, vars);
                    self.watch(vars.iter().copied(), Watched::Count { mask, least, most });
                }
            }
            Rule::Linear { terms, range } => {
                control.spend(terms.len() as u64)?;
                let (least, most) = range.ends();
                let scope: Vec<Var> = terms.iter().map(|(_, var)| *var).collect();
                self.watch(scope.into_iter(), Watched::Linear { terms: terms.clone(), least, most });
            }
            Rule::Same(vars) => self.watch(vars.iter().copied(), Watched::Same(vars.clone())),
            Rule::OccupiedLines { lines, range } => {
                let (least, most) = range.ends();
                let mut in_some = W::zeros(self.vars);
                let mut masks = Vec::with_capacity(lines.len());
                for line in lines {
                    control.spend(4 * line.len() as u64)?;
                    for var in line {
                        in_some.insert(*var);
                    }
                    masks.push(W::mask(self.vars, line));
                }
                let mut scope = Vec::new();
                in_some.each(|var| scope.push(var));
                let lines = masks;
                self.watch(scope.into_iter(), Watched::OccupiedLines { lines, least, most });
            }
            Rule::Views(views) => {
                let (least, most) = views.range.ends();
                let mut fits = true;
                views.each(model, control, |view| {
                    *cells += view.rays.iter().map(|ray| ray.cells.len()).sum::<usize>();
                    fits &= *cells <= Self::MOST_CELLS;
                    if fits {
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
                        self.watch(scope.into_iter(), Watched::View { view, sight: views.sight, least, most });
                    }
                })?;
                if !fits {
                    return Err(Cause::MemoryLimit);
                }
            }
        }
        Ok(())
    }

    /// A count over these variables with the partitions the model offers for them: the best, and those nearly as good.
    pub(super) fn total(
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
            choices.sort_by_key(|ends: &LineEnds| 2 * ends.lines.len() as i64 / ends.each);
            choices.truncate(Self::MOST_LINE_ENDS);
            let mask = |line: &Vec<Var>| W::mask(self.vars, line);
            let ends = |ends: &LineEnds| Ends { lines: ends.lines.iter().map(mask).collect(), each: ends.each };
            line_ends.extend(choices.iter().map(ends));
        }
        let everybody = vars.len() == self.vars;
        Ok(Total { mask: W::mask(self.vars, vars), least, most, everybody, partitions: masks.collect(), line_ends })
    }

    /// Adds a count. Where as many are needed as a partition has sets, each of these holds one, and that is all.
    fn add_total(&mut self, mut total: Total<W>) {
        let tight = |sets: &Vec<W::Mask>| sets.len() as i64 <= total.least;
        let Some(fewest) = total.partitions.iter().map(Vec::len).min() else { return self.totals.push(total) };
        if fewest as i64 > total.least || self.hits.len() + fewest > Self::MOST_HITS {
            return self.totals.push(total);
        }
        self.never |= (fewest as i64) < total.least;
        let enough = total.most >= fewest as i64;
        let (hits, rest): (Vec<_>, Vec<_>) = std::mem::take(&mut total.partitions).into_iter().partition(tight);
        for sets in hits {
            if self.hits.len() + sets.len() <= Self::MOST_HITS {
                self.hits.extend(sets);
            }
        }
        if !enough {
            total.partitions = rest;
            self.totals.push(total);
        }
    }

    fn watch(&mut self, scope: impl Iterator<Item = Var>, rule: Watched<W>) {
        let number = self.rules.len() as u32;
        for var in scope {
            self.watch[var as usize].push(number);
            self.watched.insert(var);
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
                of_var[var as usize].iter().for_each(|number| take(&sets[*number as usize]));
            }
        }
    }

    /// The open member of a set that excludes the fewest others.
    pub(super) fn least_excluding(&self, open: &W, set: &W::Mask) -> Option<Var> {
        let excluded = |var: Var| match &self.excludes {
            Excludes::Table(table) => open.count_in(&table[var as usize]),
            Excludes::Sets { of_var, sets } => {
                of_var[var as usize].iter().map(|number| open.count_in(&sets[*number as usize])).sum()
            }
        };
        let mut best: Option<(usize, Var)> = None;
        open.each_in(set, |var| {
            let next = (excluded(var), var);
            best = Some(best.map_or(next, |best| best.min(next)));
        });
        best.map(|(_, var)| var)
    }

    /// Puts every rule that speaks of a variable on the agenda.
    pub(super) fn touch(&self, agenda: &mut Agenda, var: Var) {
        agenda.changes += 1;
        if self.watched.has(var) {
            for rule in &self.watch[var as usize] {
                agenda.add(*rule as usize);
            }
        }
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
