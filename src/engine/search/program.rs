//! A model made ready for one width: masks, and who must be looked at again when a variable changes.

use super::words::Words;
use crate::constraint::Sight;
use crate::control::{Cause, Control};
use crate::model::{Model, Rule, Var, View, When};

/// What the search knows of a problem; never changes while it runs.
pub(super) struct Program<W: Words> {
    pub(super) vars: usize,
    pub(super) kinds: usize,
    /// Kinds that stop sight even where it goes through pieces, as a mask.
    pub(super) blockers: u64,
    /// For each variable, the sets (by number) none of whose other members can be true with it.
    excludes: Vec<Vec<u32>>,
    sets: Vec<W::Mask>,
    pub(super) rules: Vec<Watched<W>>,
    /// Counts over most of the board, looked at after every change.
    pub(super) totals: Vec<Total<W>>,
    /// For each variable, the rules (by number) that speak of it.
    watch: Vec<Vec<u32>>,
    watched: W,
    /// Whether nothing satisfies the problem.
    pub(super) never: bool,
}

/// A rule that is looked at when one of its variables has changed.
pub(super) enum Watched<W: Words> {
    Count { mask: W::Mask, least: i64, most: i64 },
    Linear { terms: Vec<(i64, Var)>, least: i64, most: i64 },
    Same(Vec<Var>),
    OccupiedLines { lines: Vec<W::Mask>, least: i64, most: i64 },
    View { view: View, sight: Sight, least: i64, most: i64 },
}

/// A count over most of the board, with partitions into cliques that bound what can still be added.
pub(super) struct Total<W: Words> {
    pub(super) mask: W::Mask,
    pub(super) least: i64,
    pub(super) most: i64,
    pub(super) partitions: Vec<Vec<W::Mask>>,
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

    pub(super) fn new(model: &Model, control: &mut Control) -> Result<Self, Cause> {
        let vars = model.vars();
        let kinds = model.problem.scene().kinds.iter().enumerate();
        let mut program = Self {
            vars,
            kinds: model.kinds,
            blockers: kinds.filter(|(_, cast)| cast.piece.is_blocker()).fold(0, |mask, (kind, _)| mask | 1 << kind),
            excludes: vec![Vec::new(); vars],
            sets: Vec::new(),
            rules: Vec::new(),
            totals: Vec::new(),
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
        program.merge_exclusions(control)?;
        Ok(program)
    }

    /// Members of `left` exclude those of `right`.
    fn exclude(&mut self, left: &[Var], right: &[Var]) {
        let number = self.sets.len() as u32;
        self.sets.push(W::mask(self.vars, right));
        for var in left {
            self.excludes[*var as usize].push(number);
        }
    }

    /// On small boards, makes one set of all that a variable excludes.
    fn merge_exclusions(&mut self, control: &mut Control) -> Result<(), Cause> {
        const SMALL: usize = 1 << 12;
        if self.vars > SMALL {
            return Ok(());
        }
        let mut merged = Vec::with_capacity(self.vars);
        for var in 0..self.vars {
            let mut all = W::zeros(self.vars);
            for number in &self.excludes[var] {
                for (place, bits) in W::parts(&self.sets[*number as usize]) {
                    all.words_mut()[place] |= bits;
                }
            }
            control.spend(all.words().len() as u64 * (1 + self.excludes[var].len() as u64))?;
            all.remove(var as Var);
            let mut members = Vec::new();
            all.each(|other| members.push(other));
            merged.push(W::mask(self.vars, &members));
        }
        for (var, excludes) in self.excludes.iter_mut().enumerate() {
            *excludes = if excludes.is_empty() { Vec::new() } else { vec![var as u32] };
        }
        self.sets = merged;
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
                let mask = W::mask(self.vars, vars);
                if vars.len() * 2 > model.slots.len() {
                    let total = self.total(model, vars, (least, most), control)?;
                    self.totals.push(total);
                } else {
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
                let scope: std::collections::BTreeSet<Var> = lines.iter().flatten().copied().collect();
                control.spend(scope.len() as u64)?;
                let lines = lines.iter().map(|line| W::mask(self.vars, line)).collect();
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

    /// A count over these variables with the partitions the model offers for them.
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
        let masks = partitions
            .iter()
            .take(Self::MOST_PARTITIONS)
            .map(|partition| partition.sets.iter().map(|set| W::mask(self.vars, set)).collect());
        Ok(Total { mask: W::mask(self.vars, vars), least, most, partitions: masks.collect() })
    }

    fn watch(&mut self, scope: impl Iterator<Item = Var>, rule: Watched<W>) {
        let number = self.rules.len() as u32;
        for var in scope {
            self.watch[var as usize].push(number);
            self.watched.insert(var);
        }
        self.rules.push(rule);
    }

    /// The sets whose members, but for itself, a variable excludes.
    pub(super) fn excluded_by(&self, var: Var) -> impl Iterator<Item = &W::Mask> {
        self.excludes[var as usize].iter().map(|number| &self.sets[*number as usize])
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

    /// Tells whether no rule but exclusions and totals speaks of anything.
    pub(super) fn is_quiet(&self) -> bool {
        self.rules.is_empty()
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
