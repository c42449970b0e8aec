//! The model as clauses.
//!
//! The first variables are those of the model, helpers come after them. Each helper is defined both ways, so it follows
//! from the pieces; solutions are told apart by the pieces alone.

mod counting;
mod images;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use rustsat::types::{Clause, Lit};

pub(crate) use counting::Scale;
use counting::{Steps, Tie};

use super::shape::Plain;
use super::{LineEnds, Model, Rule, Sets, Var, View, Views, When};
use crate::constraint::Sight;
use crate::control::{Cause, Control};
use crate::formulation::{Family, Formulation};

/// Clauses, with what is needed to ask for more of a value.
pub(crate) struct Clauses {
    /// How many variables are variables of the model; they come first.
    pub(crate) pieces: usize,
    /// How many variables there are.
    pub(crate) vars: usize,
    pub(crate) list: Vec<Clause>,
    /// Whether no solution is part of another, so that a solution is told apart by those who stand.
    pub(crate) antichain: bool,
    /// Whether a solver does well to guess first that nobody stands: measured where a value is read from empty lines.
    #[cfg_attr(not(feature = "cadical"), allow(dead_code, reason = "BatSat guesses so in any case"))]
    pub(crate) sparse: bool,
    /// What leaves only the first of a placement and its images.
    pub(crate) images: Vec<Clause>,
}

impl Clauses {
    /// The most literals: beyond that there is no hope, and soon no memory.
    const MOST_LITERALS: usize = 1 << 25;

    /// Puts a model into clauses, with a scale for the sum of the weights of its pieces, by kind.
    pub(crate) fn toward(
        model: &Model,
        weights: Option<&[i64]>,
        formulation: Formulation,
        control: &mut Control,
    ) -> Result<(Self, Scale), Cause> {
        let mut writer = Writer {
            model,
            formulation,
            vars: model.vars(),
            clauses: Vec::new(),
            literals: 0,
            same: model.same(formulation.has(Family::Orbits)),
            seen: HashMap::new(),
            viewed: HashSet::new(),
            any: HashMap::new(),
            scales: HashMap::new(),
            apart: BTreeSet::new(),
            identity: None,
            ties: Vec::new(),
        };
        let mut choices = Vec::new();
        if formulation.has(Family::LineEnds) && model.counts_attacks() {
            choices = model.line_ends(control)?;
            let exact = |ends: &LineEnds| ends.most_each == Some(ends.each);
            writer.identity = choices.iter().position(exact).map(|place| choices.swap_remove(place));
        }
        writer.all(control)?;
        let scale = match weights {
            Some(weights) => writer.objective(weights, control)?,
            None => Scale::nothing(),
        };
        if weights == Some(&[1]) {
            let bound = |ends: &LineEnds| 2 * ends.lines.len() as i64 / ends.each;
            let least = choices.iter().map(bound).min();
            let whole = writer.identity.iter().chain(&choices).find(|ends| ends.most_each.is_some());
            let whole = whole.map_or_else(Sets::default, |ends| ends.lines.clone());
            for ends in choices.iter().filter(|ends| Some(bound(ends)) == least) {
                writer.leave_ends(ends, &scale, control)?;
                writer.attack_nobody_besides(ends, &whole, &scale, control)?;
            }
        }
        let Writer { vars, clauses, identity, .. } = writer;
        let antichain = model.is_antichain(control)?;
        Ok((
            Self {
                pieces: model.vars(),
                vars,
                list: clauses,
                antichain,
                sparse: identity.is_some(),
                images: Vec::new(),
            },
            scale,
        ))
    }

    /// The clause that keeps a solution from coming back.
    pub(crate) fn cut(&self, standing: &[Var]) -> Clause {
        let mut stands = vec![false; self.pieces];
        for var in standing {
            stands[*var as usize] = true;
        }
        let all = (0..self.pieces as u32).filter(|var| stands[*var as usize] || !self.antichain);
        all.map(|var| Lit::new(var, stands[var as usize])).collect()
    }
}

/// A view that was written out, so that its images need not be: unless what, whom it may see, and how many of them.
type Viewed = (Vec<Lit>, Vec<Lit>, (i64, i64));

struct Writer<'a> {
    model: &'a Model,
    formulation: Formulation,
    vars: usize,
    clauses: Vec<Clause>,
    literals: usize,
    /// The variable that speaks for each: of those that are tied, the first.
    same: Vec<Var>,
    /// By those on a square who count, those who only stand in the way, and what lies behind. Rays that are images of each
    /// other under ties share their helpers.
    seen: HashMap<(Vec<Lit>, Vec<Lit>, Lit), Lit>,
    viewed: HashSet<Viewed>,
    any: HashMap<Vec<Lit>, Lit>,
    scales: HashMap<Vec<Lit>, Steps>,
    /// Pairs of sets already kept apart.
    apart: BTreeSet<(Vec<Var>, Vec<Var>)>,
    /// The line-ends identity, where it holds with equality.
    identity: Option<LineEnds>,
    ties: Vec<Tie>,
}

impl Writer<'_> {
    fn fresh(&mut self) -> Lit {
        self.vars += 1;
        Lit::positive(self.vars as u32 - 1)
    }

    /// What says that this variable is true.
    fn lit(&self, var: Var) -> Lit {
        Lit::positive(self.same[var as usize])
    }

    fn lits(&self, vars: &[Var]) -> Vec<Lit> {
        vars.iter().map(|var| self.lit(*var)).collect()
    }

    fn add(&mut self, clause: impl IntoIterator<Item = Lit>, control: &mut Control) -> Result<(), Cause> {
        let clause: Clause = clause.into_iter().collect();
        self.literals += clause.len() + 1;
        control.spend(16 + 4 * clause.len() as u64)?;
        if self.literals > Clauses::MOST_LITERALS {
            return Err(Cause::MemoryLimit);
        }
        self.clauses.push(clause);
        Ok(())
    }

    fn all(&mut self, control: &mut Control) -> Result<(), Cause> {
        let model = self.model;
        for set in model.cliques.iter().flat_map(|family| family.sets.iter()) {
            let lits = self.lits(set);
            self.at_most_one(&lits, control)?;
        }
        model.rules.iter().try_for_each(|rule| self.rule(rule, control))
    }

    fn rule(&mut self, rule: &Rule, control: &mut Control) -> Result<(), Cause> {
        match rule {
            Rule::NotBoth(left, right) => self.not_both(left, right, control),
            Rule::Count { vars, range } => self.count(vars, range.ends(), control),
            Rule::Linear { terms, range } => self.linear(terms, range.ends(), control),
            Rule::Same(vars) => vars.windows(2).try_for_each(|two| {
                let (a, b) = (Lit::positive(two[0]), Lit::positive(two[1]));
                self.add([!a, b], control)?;
                self.add([a, !b], control)
            }),
            Rule::OccupiedLines { lines, range } => {
                // Lines that are images of each other under ties are occupied together.
                let mut occupied = BTreeMap::new();
                for line in lines.iter() {
                    *occupied.entry(self.occupied(line, control)?).or_default() += 1;
                }
                self.lines_in_range(&occupied, range.ends(), control)
            }
            Rule::Views(views) => self.views(views, control),
            Rule::Never => self.add([], control),
        }
    }

    /// Pairs where there are few; else a chain: each helper says that one of those before is true.
    fn at_most_one(&mut self, lits: &[Lit], control: &mut Control) -> Result<(), Cause> {
        /// The most literals for which pairs are written out.
        const MOST_PAIRED: usize = 8;
        if lits.len() <= MOST_PAIRED || !self.formulation.has(Family::Cliques) {
            for (place, a) in lits.iter().enumerate() {
                for b in &lits[place + 1..] {
                    self.add([!*a, !*b], control)?;
                }
            }
            return Ok(());
        }
        let mut before = lits[0];
        for (place, lit) in lits.iter().enumerate().skip(1) {
            self.add([!before, !*lit], control)?;
            if place + 1 < lits.len() {
                let next = self.fresh();
                self.add([!before, next], control)?;
                self.add([!*lit, next], control)?;
                self.add([before, *lit, !next], control)?;
                before = next;
            }
        }
        Ok(())
    }

    fn not_both(&mut self, left: &[Var], right: &[Var], control: &mut Control) -> Result<(), Cause> {
        let (first, second) = if left <= right { (left, right) } else { (right, left) };
        if !self.apart.insert((first.to_vec(), second.to_vec())) {
            return Ok(());
        }
        if self.formulation.has(Family::Sides) && left.len() > 1 && right.len() > 1 {
            let side = self.any_of(first, control)?;
            for var in second {
                self.add([!self.lit(*var), !side], control)?;
            }
        } else {
            for a in left {
                for b in right {
                    self.add([!self.lit(*a), !self.lit(*b)], control)?;
                }
            }
        }
        Ok(())
    }

    /// Whether one of these variables is true.
    fn any_of(&mut self, vars: &[Var], control: &mut Control) -> Result<Lit, Cause> {
        let mut lits = self.lits(vars);
        lits.sort_unstable();
        lits.dedup();
        self.any(&lits, control)
    }

    /// Whether one of these literals, of which there is one at least, is true.
    fn any(&mut self, lits: &[Lit], control: &mut Control) -> Result<Lit, Cause> {
        if let [lit] = lits {
            return Ok(*lit);
        }
        if let Some(known) = self.any.get(lits) {
            return Ok(*known);
        }
        let any = self.fresh();
        for lit in lits {
            self.add([!*lit, any], control)?;
        }
        self.add(lits.iter().copied().chain([!any]), control)?;
        self.any.insert(lits.to_vec(), any);
        Ok(any)
    }

    fn views(&mut self, views: &Views, control: &mut Control) -> Result<(), Cause> {
        let model = self.model;
        views.try_each(model, control, |view, control| {
            let range = views.range.ends();
            let unless: Vec<Lit> = match view.when {
                When::Always => Vec::new(),
                When::Placed(var) => vec![!self.lit(var)],
                When::Vacant(slot) => model.of_slot(slot).map(|var| self.lit(var)).collect(),
            };
            let mut seen = Vec::new();
            match view.plain(model, views.sight) {
                Some(Plain::Covered(vars)) if self.formulation.has(Family::Covering) && range == (1, i64::MAX) => {
                    let covering = self.lits(&vars);
                    return self.add(unless.into_iter().chain(covering), control);
                }
                Some(Plain::Everybody(slots)) => {
                    for (slot, kinds) in slots {
                        let lits = self.of(slot, kinds);
                        if !lits.is_empty() {
                            seen.push(self.any(&lits, control)?);
                        }
                    }
                }
                _ if views.sight == Sight::First && view.simple => {
                    for ray in &view.rays {
                        seen.extend(self.first_counts(&ray.cells, control)?);
                    }
                }
                _ => seen = self.in_view(&view, views.sight, control)?,
            }
            seen.sort_unstable();
            if self.viewed.insert((unless.clone(), seen.clone(), range)) {
                self.in_range(&unless, &seen, range, control)?;
            }
            Ok(())
        })
    }

    /// The variables of some kinds on a slot.
    fn of(&self, slot: u32, kinds: u64) -> Vec<Lit> {
        let vars = self.model.of_slot(slot).enumerate();
        vars.filter(|(kind, _)| kinds >> kind & 1 == 1).map(|(_, var)| self.lit(var)).collect()
    }

    /// Whether the first piece met on a ray counts.
    fn first_counts(&mut self, cells: &[(u32, u64)], control: &mut Control) -> Result<Option<Lit>, Cause> {
        let mut rest = None;
        for (slot, counting) in cells.iter().rev() {
            let (counts, others) = (self.of(*slot, *counting), self.of(*slot, !counting));
            rest = self.first_or(counts, others, rest, control)?;
        }
        Ok(rest)
    }

    /// Whether somebody stands on a line, whose variables are in order.
    fn occupied(&mut self, line: &[Var], control: &mut Control) -> Result<Lit, Cause> {
        let kinds = self.model.kinds as Var;
        let mut rest = None;
        for slot in line.chunk_by(|a, b| a / kinds == b / kinds).rev() {
            rest = self.first_or(self.lits(slot), Vec::new(), rest, control)?;
        }
        Ok(rest.unwrap_or_else(|| self.fresh()))
    }

    /// Whether somebody counts who stands here, or else is met behind: a chain shared by all rays that end alike.
    fn first_or(
        &mut self,
        counts: Vec<Lit>,
        others: Vec<Lit>,
        rest: Option<Lit>,
        control: &mut Control,
    ) -> Result<Option<Lit>, Cause> {
        let Some(behind) = rest else {
            return if counts.is_empty() { Ok(None) } else { self.any(&counts, control).map(Some) };
        };
        let key = (counts, others, behind);
        if let Some(known) = self.seen.get(&key) {
            control.spend(8)?;
            return Ok(Some(*known));
        }
        let own = self.fresh();
        let (counts, others, _) = &key;
        for lit in counts {
            self.add([!*lit, own], control)?;
        }
        self.add(others.iter().copied().chain([!behind, own]), control)?;
        self.add(counts.iter().copied().chain([behind, !own]), control)?;
        for lit in others {
            self.add([!*lit, !own], control)?;
        }
        self.seen.insert(key, own);
        Ok(Some(own))
    }

    /// For each slot in view, whether somebody who counts is seen there, on any ray.
    fn in_view(&mut self, view: &View, sight: Sight, control: &mut Control) -> Result<Vec<Lit>, Cause> {
        let stopping = self.model.stopping(sight);
        let mut on_slot: BTreeMap<u32, Vec<Lit>> = BTreeMap::new();
        for ray in &view.rays {
            let mut clear: Option<Lit> = None;
            for (slot, counting) in &ray.cells {
                let (counts, stops) = (self.of(*slot, *counting), self.of(*slot, stopping));
                if !counts.is_empty() {
                    let there = self.any(&counts, control)?;
                    let seen = match clear {
                        None => there,
                        Some(clear) => !self.any(&[!there, !clear], control)?,
                    };
                    on_slot.entry(*slot).or_default().push(seen);
                }
                if !stops.is_empty() {
                    let stopped: Vec<Lit> = stops.into_iter().chain(clear.map(|lit| !lit)).collect();
                    clear = Some(!self.any(&stopped, control)?);
                }
            }
        }
        let mut seen = Vec::new();
        for ways in on_slot.into_values() {
            seen.push(self.any(&ways, control)?);
        }
        Ok(seen)
    }
}
