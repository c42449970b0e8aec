//! The model as clauses.
//!
//! The first variables are those of the model, helpers come after them. Each helper is defined both ways, so it follows
//! from the pieces; solutions are told apart by the pieces alone.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use rustsat::types::{Clause, Lit};

use super::shape::Plain;
use super::{LineEnds, Model, Rule, Var, View, Views, When};
use crate::constraint::Sight;
use crate::control::{Cause, Control};
use crate::formulation::{Family, Formulation};
use crate::symmetry::Group;

/// Clauses, with what is needed to ask for more of a value.
pub(crate) struct Clauses {
    /// How many variables are variables of the model; they come first.
    pub(crate) pieces: usize,
    /// How many variables there are.
    pub(crate) vars: usize,
    pub(crate) list: Vec<Clause>,
    /// Whether no solution is part of another, so that a solution is told apart by those who stand.
    pub(crate) antichain: bool,
}

/// A sum as literals: for each value it may have, other than the least, whether it has that value or more.
pub(crate) struct Scale {
    /// The value where no literal holds.
    least: i64,
    /// Values in rising order.
    steps: Vec<(i64, Lit)>,
}

impl Scale {
    /// The greatest value.
    pub(crate) fn most(&self) -> i64 {
        self.steps.last().map_or(self.least, |(value, _)| *value)
    }

    /// The literal that says "this value or more", `None` if that goes without saying, and the least value that does.
    pub(crate) fn at_least(&self, value: i64) -> (Option<Lit>, i64) {
        let place = self.steps.partition_point(|(step, _)| *step < value);
        match self.steps.get(place) {
            _ if value <= self.least => (None, self.least),
            Some((step, lit)) => (Some(*lit), *step),
            None => (None, value),
        }
    }

    /// The greatest value below this one.
    pub(crate) fn below(&self, value: i64) -> Option<i64> {
        let place = self.steps.partition_point(|(step, _)| *step < value);
        if place > 0 { Some(self.steps[place - 1].0) } else { (self.least < value).then_some(self.least) }
    }
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
            seen: HashMap::new(),
            any: HashMap::new(),
            scales: HashMap::new(),
            apart: BTreeSet::new(),
            identity: None,
        };
        if formulation.has(Family::LineEnds) && model.counts_attacks() {
            let exact = |ends: &LineEnds| ends.most_each == Some(ends.each);
            writer.identity = model.line_ends(control)?.into_iter().find(exact);
        }
        writer.all(control)?;
        let scale = match weights {
            Some(weights) => writer.objective(weights, control)?,
            None => Scale { least: 0, steps: Vec::new() },
        };
        let Writer { vars, clauses, .. } = writer;
        let antichain = model.is_antichain(control)?;
        Ok((Self { pieces: model.vars(), vars, list: clauses, antichain }, scale))
    }

    /// Leaves, of a placement and its images under a group, the one that comes first: its variables, read in order, are
    /// true no later than those of the image. Only so many are read.
    pub(crate) fn leave_first_images(
        &mut self,
        model: &Model,
        group: &Group,
        control: &mut Control,
    ) -> Result<(), Cause> {
        /// The most elements of a group that are used, and the most variables that are read for each.
        const MOST: (usize, usize) = (32, 64);
        for element in group.elements().iter().filter(|element| !element.is_identity()).take(MOST.0) {
            let mut same: Option<Lit> = None;
            for (var, (square, kind)) in model.men.iter().enumerate().take(MOST.1) {
                control.spend(64)?;
                let there = model.var(group.image_of(element, *square), usize::from(element.kind(*kind)));
                let Some(image) = there.filter(|image| *image as usize != var) else { continue };
                let (own, image) = (Lit::positive(var as Var), Lit::positive(image));
                let if_same = || same.map(|same| !same).into_iter();
                self.list.push(if_same().chain([own, !image]).collect());
                let next = Lit::positive(self.vars as u32);
                self.vars += 1;
                self.list.push(if_same().chain([!own, !image, next]).collect());
                self.list.push(if_same().chain([own, image, next]).collect());
                same = Some(next);
            }
        }
        Ok(())
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

/// Values above 0 in rising order, each with the literal that says "so much or more".
type Steps = Vec<(i64, Lit)>;

struct Writer<'a> {
    model: &'a Model,
    formulation: Formulation,
    vars: usize,
    clauses: Vec<Clause>,
    literals: usize,
    /// By slot, kinds that count and what lies behind.
    seen: HashMap<(u32, u64, Option<Lit>), Lit>,
    any: HashMap<Vec<Lit>, Lit>,
    scales: HashMap<Vec<Lit>, Steps>,
    /// Pairs of sets already kept apart.
    apart: BTreeSet<(Vec<Var>, Vec<Var>)>,
    /// The line-ends identity, where it holds with equality.
    identity: Option<LineEnds>,
}

impl Writer<'_> {
    fn fresh(&mut self) -> Lit {
        self.vars += 1;
        Lit::positive(self.vars as u32 - 1)
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
            let lits: Vec<Lit> = set.iter().map(|var| Lit::positive(*var)).collect();
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
                let mut occupied = Vec::new();
                for line in lines.iter() {
                    occupied.push(self.any_of(line, control)?);
                }
                self.in_range(&[], &occupied, range.ends(), control)
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
                self.add([Lit::negative(*var), !side], control)?;
            }
        } else {
            for a in left {
                for b in right {
                    self.add([Lit::negative(*a), Lit::negative(*b)], control)?;
                }
            }
        }
        Ok(())
    }

    /// Whether one of these variables is true.
    fn any_of(&mut self, vars: &[Var], control: &mut Control) -> Result<Lit, Cause> {
        let lits: Vec<Lit> = vars.iter().map(|var| Lit::positive(*var)).collect();
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

    /// A count over variables; of everybody, where the line-ends identity holds, as one of the lines that are empty.
    fn count(&mut self, vars: &[Var], (least, most): (i64, i64), control: &mut Control) -> Result<(), Cause> {
        let lits: Vec<Lit> = vars.iter().map(|var| Lit::positive(*var)).collect();
        if vars.len() < self.model.vars() || lits.len() <= 2 {
            return self.in_range(&[], &lits, (least, most), control);
        }
        let all = lits.len() as i64;
        let weights = vec![1; self.model.kinds];
        let scale = self.objective(&weights, control)?;
        if least > 0 {
            match scale.at_least(least) {
                (Some(lit), _) => self.add([lit], control)?,
                (None, _) if least > scale.most() => self.add([], control)?,
                (None, _) => {}
            }
        }
        if most < all && most < scale.most() {
            let (lit, _) = scale.at_least(most.saturating_add(1));
            self.add(lit.map(|lit| !lit), control)?;
        }
        Ok(())
    }

    /// A scale for the sum of the weights of the pieces.
    fn objective(&mut self, weights: &[i64], control: &mut Control) -> Result<Scale, Cause> {
        if let (Some(ends), [1]) = (self.identity.take(), weights) {
            let scale = self.by_empty_lines(&ends, control);
            self.identity = Some(ends);
            return scale;
        }
        let lit = |var: Var, weight: i64| Lit::new(var, weight < 0);
        let shift = weights.iter().map(|weight| weight.min(&0)).sum::<i64>() * self.model.slots.len() as i64;
        let same = weights.iter().filter(|weight| **weight != 0).collect::<BTreeSet<_>>().len() <= 1;
        let mut groups: Vec<(i64, Vec<Lit>, i64)> = Vec::new();
        for (kind, weight) in weights.iter().enumerate().filter(|(_, weight)| **weight != 0) {
            let vars = (0..self.model.slots.len()).map(|slot| (slot * self.model.kinds + kind) as Var);
            groups.push((weight.abs(), vars.map(|var| lit(var, *weight)).collect(), i64::MAX));
        }
        if same && shift == 0 && self.formulation.has(Family::Groups) {
            let weight = weights.iter().copied().max().unwrap_or(0);
            let sets = self.model.holding_few(|var| weights[var as usize % self.model.kinds] > 0, control)?;
            groups = sets
                .into_iter()
                .map(|(vars, most)| (weight, vars.into_iter().map(Lit::positive).collect(), most))
                .collect();
        }
        let mut parts: Vec<Steps> = Vec::new();
        for (weight, lits, most) in groups {
            let counted = self.counter(&lits, most, control)?;
            parts.push(counted.into_iter().map(|(number, lit)| (number * weight, lit)).collect());
        }
        let steps = self.sum(parts, control)?;
        Ok(Scale { least: shift, steps: steps.into_iter().map(|(value, lit)| (value + shift, lit)).collect() })
    }

    /// So many pieces leave so many lines empty: a scale for the pieces by the lines.
    fn by_empty_lines(&mut self, ends: &LineEnds, control: &mut Control) -> Result<Scale, Cause> {
        let mut empty = Vec::new();
        for line in ends.lines.iter() {
            empty.push(!self.any_of(line, control)?);
        }
        let counted = self.counter(&empty, i64::MAX, control)?;
        // With e lines empty, (2 × lines − 2e) / each pieces; where that is not an integer nothing has so many.
        let all = 2 * ends.lines.len() as i64;
        let mut steps = Steps::new();
        for pieces in 1..=all / ends.each {
            // So many or more: no more empty lines than this.
            let most = (all - ends.each * pieces) / 2;
            steps.push((pieces, !counted[most as usize].1));
        }
        Ok(Scale { least: 0, steps })
    }

    /// The number of true ones, known to be no more than `most`.
    fn counter(&mut self, lits: &[Lit], most: i64, control: &mut Control) -> Result<Steps, Cause> {
        if most == 1 && !lits.is_empty() {
            return Ok(vec![(1, self.any(lits, control)?)]);
        }
        let mut steps = if let Some(known) = self.scales.get(lits) {
            known.clone()
        } else {
            let units = lits.iter().map(|lit| vec![(1, *lit)]).collect();
            let steps = self.sum(units, control)?;
            self.scales.insert(lits.to_vec(), steps.clone());
            steps
        };
        let few = steps.len().min(usize::try_from(most).unwrap_or(usize::MAX));
        for (_, lit) in steps.split_off(few) {
            self.add([!lit], control)?;
        }
        Ok(steps)
    }

    /// A totalizer: adds up two by two.
    fn sum(&mut self, mut parts: Vec<Steps>, control: &mut Control) -> Result<Steps, Cause> {
        while parts.len() > 1 {
            let mut next = Vec::new();
            let mut pairs = parts.into_iter();
            while let Some(left) = pairs.next() {
                next.push(match pairs.next() {
                    Some(right) => self.added(&left, &right, control)?,
                    None => left,
                });
            }
            parts = next;
        }
        Ok(parts.pop().unwrap_or_default())
    }

    fn added(&mut self, left: &Steps, right: &Steps, control: &mut Control) -> Result<Steps, Cause> {
        let with_none = |steps: &Steps| -> Vec<(i64, Option<Lit>)> {
            std::iter::once((0, None)).chain(steps.iter().map(|(value, lit)| (*value, Some(*lit)))).collect()
        };
        let (left, right) = (with_none(left), with_none(right));
        let mut sums = BTreeSet::new();
        for (a, _) in &left {
            control.spend(16 * right.len() as u64)?;
            sums.extend(right.iter().map(|(b, _)| a + b));
            if sums.len() > Clauses::MOST_LITERALS >> 8 {
                return Err(Cause::MemoryLimit);
            }
        }
        sums.remove(&0);
        let steps: Steps = sums.into_iter().map(|sum| (sum, self.fresh())).collect();
        for two in steps.windows(2) {
            self.add([!two[1].1, two[0].1], control)?;
        }
        for (i, (a, at_least_a)) in left.iter().enumerate() {
            for (j, (b, at_least_b)) in right.iter().enumerate() {
                let place = steps.partition_point(|(sum, _)| *sum < a + b);
                if a + b > 0 {
                    let both = at_least_a.iter().chain(at_least_b).map(|lit| !*lit);
                    self.add(both.chain([steps[place].1]), control)?;
                }
                // With no more than a and no more than b there is no more than their sum.
                let above = steps.partition_point(|(sum, _)| *sum <= a + b);
                if let Some((_, more)) = steps.get(above) {
                    let either = [left.get(i + 1), right.get(j + 1)].into_iter().flatten().filter_map(|(_, lit)| *lit);
                    self.add(either.chain([!*more]), control)?;
                }
            }
        }
        Ok(steps)
    }

    /// An integer sum: as a count if all numbers are of one size, else by all values it may have on the way.
    fn linear(&mut self, terms: &[(i64, Var)], (least, most): (i64, i64), control: &mut Control) -> Result<(), Cause> {
        // Numbers below 0 are turned round: −a·x is a·(1 − x) − a.
        let mut shift = 0i128;
        let mut turned: Vec<(i128, Lit)> = Vec::new();
        for (number, var) in terms {
            shift += i128::from(*number).min(0);
            turned.push((i128::from(*number).abs(), Lit::new(*var, *number < 0)));
        }
        let end = |end: i64, none: i64| if end == none { i128::from(end) } else { i128::from(end) - shift };
        let (least, most) = (end(least, i64::MIN), end(most, i64::MAX));
        if let Some((unit, _)) = turned.first()
            && turned.iter().all(|(number, _)| number == unit)
        {
            let lits: Vec<Lit> = turned.iter().map(|(_, lit)| *lit).collect();
            let all = lits.len() as i128 + 1;
            let least = least.div_euclid(*unit) + i128::from(least.rem_euclid(*unit) > 0);
            let range = (least.clamp(-1, all) as i64, most.div_euclid(*unit).clamp(-1, all) as i64);
            if terms.len() == self.model.vars() && turned.iter().all(|(_, lit)| lit.is_pos()) {
                let vars: Vec<Var> = terms.iter().map(|(_, var)| *var).collect();
                return self.count(&vars, range, control);
            }
            return self.in_range(&[], &lits, range, control);
        }
        // Large numbers first: what is left then soon makes no difference.
        turned.sort_by_key(|(number, lit)| (std::cmp::Reverse(*number), *lit));
        let mut left: i128 = turned.iter().map(|(number, _)| *number).sum();
        let mut reached: BTreeMap<i128, Option<Lit>> = BTreeMap::from([(0, None)]);
        for (number, lit) in &turned {
            // Sums that will be in the range whatever comes need not be followed, those that cannot be are refused.
            let mut live = BTreeMap::new();
            for (sum, state) in std::mem::take(&mut reached) {
                if sum > most || sum + left < least {
                    self.add(state.map(|lit| !lit), control)?;
                } else if sum < least || sum + left > most {
                    live.insert(sum, state);
                }
            }
            left -= number;
            for (sum, state) in live {
                for (next, step) in [(sum, !*lit), (sum + number, *lit)] {
                    let target = if let Some(Some(target)) = reached.get(&next) {
                        *target
                    } else {
                        let target = self.fresh();
                        reached.insert(next, Some(target));
                        target
                    };
                    self.add(state.map(|lit| !lit).into_iter().chain([!step, target]), control)?;
                }
            }
        }
        for (sum, state) in reached {
            if sum > most || sum < least {
                self.add(state.map(|lit| !lit), control)?;
            }
        }
        Ok(())
    }

    fn views(&mut self, views: &Views, control: &mut Control) -> Result<(), Cause> {
        let model = self.model;
        for view in views.all(model, control)? {
            let range = views.range.ends();
            let unless: Vec<Lit> = match view.when {
                When::Always => Vec::new(),
                When::Placed(var) => vec![Lit::negative(var)],
                When::Vacant(slot) => model.of_slot(slot).map(Lit::positive).collect(),
            };
            let seen = match view.plain(model, views.sight) {
                Some(Plain::Covered(vars)) if self.formulation.has(Family::Covering) && range == (1, i64::MAX) => {
                    self.add(unless.into_iter().chain(vars.into_iter().map(Lit::positive)), control)?;
                    continue;
                }
                Some(Plain::Everybody(slots)) => {
                    let mut seen = Vec::new();
                    for (slot, kinds) in slots {
                        let lits = self.of(slot, kinds);
                        if !lits.is_empty() {
                            seen.push(self.any(&lits, control)?);
                        }
                    }
                    seen
                }
                _ if views.sight == Sight::First && view.simple => {
                    let mut seen = Vec::new();
                    for ray in &view.rays {
                        seen.extend(self.first_counts(&ray.cells, control)?);
                    }
                    seen
                }
                _ => self.in_view(&view, views.sight, control)?,
            };
            self.in_range(&unless, &seen, range, control)?;
        }
        Ok(())
    }

    /// The variables of some kinds on a slot.
    fn of(&self, slot: u32, kinds: u64) -> Vec<Lit> {
        let vars = self.model.of_slot(slot).enumerate();
        vars.filter(|(kind, _)| kinds >> kind & 1 == 1).map(|(_, var)| Lit::positive(var)).collect()
    }

    /// Whether the first piece met on a ray counts: a chain shared by all rays that end alike.
    fn first_counts(&mut self, cells: &[(u32, u64)], control: &mut Control) -> Result<Option<Lit>, Cause> {
        let mut rest: Option<Lit> = None;
        for (slot, counting) in cells.iter().rev() {
            let (counts, others) = (self.of(*slot, *counting), self.of(*slot, !counting));
            let Some(behind) = rest else {
                rest = if counts.is_empty() { None } else { Some(self.any(&counts, control)?) };
                continue;
            };
            let key = (*slot, *counting, rest);
            if let Some(known) = self.seen.get(&key) {
                rest = Some(*known);
                continue;
            }
            let own = self.fresh();
            for lit in &counts {
                self.add([!*lit, own], control)?;
            }
            self.add(others.iter().copied().chain([!behind, own]), control)?;
            self.add(counts.iter().copied().chain([behind, !own]), control)?;
            for lit in &others {
                self.add([!*lit, !own], control)?;
            }
            self.seen.insert(key, own);
            rest = Some(own);
        }
        Ok(rest)
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

    /// Unless one of the first is true, a number in the range of the others is.
    fn in_range(
        &mut self,
        unless: &[Lit],
        lits: &[Lit],
        (least, most): (i64, i64),
        control: &mut Control,
    ) -> Result<(), Cause> {
        let all = lits.len() as i64;
        if most < 0 || least > all {
            return self.add(unless.iter().copied(), control);
        }
        if most < all {
            if self.few_subsets(all, most + 1) {
                self.some_of_each(unless, lits, (most + 1) as usize, true, control)?;
            } else {
                let counted = self.counter(lits, i64::MAX, control)?;
                self.add(unless.iter().copied().chain([!counted[most as usize].1]), control)?;
            }
        }
        if least > 0 {
            if self.few_subsets(all, all - least + 1) {
                self.some_of_each(unless, lits, (all - least + 1) as usize, false, control)?;
            } else {
                let counted = self.counter(lits, i64::MAX, control)?;
                self.add(unless.iter().copied().chain([counted[least as usize - 1].1]), control)?;
            }
        }
        Ok(())
    }

    /// Whether the subsets of a size are few enough to be written out.
    fn few_subsets(&self, all: i64, size: i64) -> bool {
        /// The most subsets, those of all or of one apart.
        const MOST: i64 = 80;
        let mut number = 1;
        for place in 0..size.min(all - size) {
            number = number * (all - place) / (place + 1);
            if number > MOST {
                return false;
            }
        }
        self.formulation.has(Family::Subsets) || size == all || size == 1
    }

    /// Of each subset of a size one literal holds, or one does not.
    fn some_of_each(
        &mut self,
        unless: &[Lit],
        lits: &[Lit],
        size: usize,
        negated: bool,
        control: &mut Control,
    ) -> Result<(), Cause> {
        let mut chosen: Vec<usize> = (0..size).collect();
        loop {
            let own = chosen.iter().map(|place| if negated { !lits[*place] } else { lits[*place] });
            self.add(unless.iter().copied().chain(own), control)?;
            // The next subset: the last place that can move on does, those after it follow.
            let Some(place) = (0..size).rev().find(|place| chosen[*place] < lits.len() - size + place) else {
                return Ok(());
            };
            chosen[place] += 1;
            for after in place + 1..size {
                chosen[after] = chosen[after - 1] + 1;
            }
        }
    }
}
