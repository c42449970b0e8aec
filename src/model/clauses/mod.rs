//! The model as clauses.
//!
//! The first variables are those of the model, followed by helpers. Each helper is defined in both directions, so the
//! pieces determine it; solutions differ in their pieces.

mod counting;
#[cfg(feature = "sat")]
mod images;
mod lit;

pub(crate) use counting::Scale;
use counting::{Steps, Tie};
pub(crate) use lit::{Clause, Lit};

use super::apart::Apart;
use super::shape::Plain;
use super::spread::Spread;
use super::{LineEnds, Lists, Model, Rule, Sets, Var, View, Views, When, Worths, free_if_large};
use crate::budget::{Cause, Control, Family, Formulation};
use crate::language::{OrderedMap, Sight};

/// The clauses of a model, with what is needed to demand a larger value.
#[cfg_attr(not(feature = "sat"), allow(dead_code, reason = "for a solver, and not for writing them"))]
pub(crate) struct Clauses {
    /// The number of variables of the model; they come first.
    pub(crate) pieces: usize,
    /// The number of variables.
    pub(crate) vars: usize,
    pub(crate) list: Lists<Lit>,
    /// Whether the solutions form an antichain, so that a blocking clause needs only the true literals.
    pub(crate) antichain: bool,
    /// Whether a solver does well to try "vacant" first: measured where the value is read from empty lines.
    #[cfg_attr(not(feature = "cadical"), allow(dead_code, reason = "BatSat guesses so in any case"))]
    pub(crate) sparse: bool,
    /// Clauses that keep only the first of a placement and its images.
    pub(crate) images: Vec<Clause>,
}

impl Clauses {
    /// About how many bytes a clause takes, here and in the solver, and each of its literals.
    const BYTES: (u64, u64) = (96, 8);

    /// Encodes a model as clauses, with a scale for the sum of the weights of its pieces.
    pub(crate) fn toward(
        model: &Model,
        worths: Option<&Worths>,
        formulation: Formulation,
        control: &mut Control,
    ) -> Result<(Self, Scale), Cause> {
        let mut writer = Writer {
            model,
            formulation,
            vars: model.vars(),
            clauses: Lists::default(),
            bytes: 0,
            same: model.same(formulation.has(Family::Orbits)),
            seen: Spread::default(),
            viewed: Spread::default(),
            any: Spread::default(),
            scales: Spread::default(),
            apart: Apart::default(),
            identity: None,
            ties: Vec::new(),
        };
        let written = writer.whole(worths, control);
        let written = written.and_then(|scale| Ok((scale, model.is_antichain(control)?)));
        let Writer { vars, clauses: list, identity, same, seen, viewed, any, scales, apart, ties, .. } = writer;
        free_if_large(model, (same, seen, viewed, any, scales, apart, ties));
        match written {
            Ok((scale, antichain)) => {
                let (pieces, sparse) = (model.vars(), identity.is_some());
                Ok((Self { pieces, vars, list, antichain, sparse, images: Vec::new() }, scale))
            }
            Err(cause) => {
                free_if_large(model, list);
                Err(cause)
            }
        }
    }

    /// Returns the blocking clause of a solution.
    #[cfg(feature = "sat")]
    pub(crate) fn cut(&self, standing: &[Var]) -> Clause {
        let mut stands = vec![false; self.pieces];
        for var in standing {
            stands[*var as usize] = true;
        }
        let all = (0..self.pieces as u32).filter(|var| stands[*var as usize] || !self.antichain);
        all.map(|var| Lit::new(var, stands[var as usize])).collect()
    }
}

/// A view already encoded, so that its images need not be: its condition, the literals in view, and the range.
type Viewed = (Vec<Lit>, Vec<Lit>, (i64, i64));

struct Writer<'a> {
    model: &'a Model,
    formulation: Formulation,
    vars: usize,
    clauses: Lists<Lit>,
    /// About how many bytes they take.
    bytes: u64,
    /// The representative of each variable: the first of those it is tied to.
    same: Vec<Var>,
    /// Helpers by the literals on a square that count, those that only block, and the literal behind. Rays that are
    /// images of each other under ties share their helpers.
    seen: Spread<(Vec<Lit>, Vec<Lit>, Lit), Lit>,
    viewed: Spread<Viewed, ()>,
    any: Spread<Vec<Lit>, Lit>,
    scales: Spread<Vec<Lit>, Steps>,
    /// Pairs of sets already excluded from occurring together.
    apart: Apart,
    /// The line-ends identity, where it holds with equality.
    identity: Option<LineEnds>,
    ties: Vec<Tie>,
}

impl Writer<'_> {
    fn fresh(&mut self) -> Lit {
        self.vars += 1;
        Lit::positive(self.vars as u32 - 1)
    }

    /// Returns the literal that says that this variable is true.
    fn lit(&self, var: Var) -> Lit {
        Lit::positive(self.same[var as usize])
    }

    fn lits(&self, vars: &[Var]) -> Vec<Lit> {
        vars.iter().map(|var| self.lit(*var)).collect()
    }

    fn add(&mut self, clause: &[Lit], control: &mut Control) -> Result<(), Cause> {
        self.add_both(clause, &[], control)
    }

    /// Adds a clause of two lists.
    fn add_both(&mut self, first: &[Lit], then: &[Lit], control: &mut Control) -> Result<(), Cause> {
        let before = self.clauses.members().len();
        self.clauses.push(first.iter().chain(then).copied());
        self.charge_since(before, control)
    }

    /// Adds a clause of those literals that there are.
    fn add_some(&mut self, clause: [Option<Lit>; 3], control: &mut Control) -> Result<(), Cause> {
        let before = self.clauses.members().len();
        self.clauses.push(clause.into_iter().flatten());
        self.charge_since(before, control)
    }

    /// Charges what was added after this many literals.
    fn charge_since(&mut self, before: usize, control: &mut Control) -> Result<(), Cause> {
        let literals = (self.clauses.members().len() - before) as u64;
        let (each, literal) = Clauses::BYTES;
        self.bytes += each + literal * literals;
        control.charge(16 + 4 * literals)?;
        control.hold(self.bytes)
    }

    /// Writes all rules, and the scale of a value.
    fn whole(&mut self, worths: Option<&Worths>, control: &mut Control) -> Result<Scale, Cause> {
        let model = self.model;
        let mut choices = Vec::new();
        if self.formulation.has(Family::LineEnds) && model.counts_attacks() {
            choices = model.line_ends(control)?;
            let exact = |ends: &LineEnds| ends.max_each == Some(ends.each);
            self.identity = choices.iter().position(exact).map(|place| choices.swap_remove(place));
        }
        self.all(control)?;
        let scale = match worths {
            Some(worths) => self.objective(worths, control)?,
            None => Scale::nothing(),
        };
        if worths.is_some_and(Worths::is_number) {
            let bound = |ends: &LineEnds| 2 * ends.lines.len() as i64 / ends.each;
            let min = choices.iter().map(bound).min();
            let whole = self.identity.iter().chain(&choices).find(|ends| ends.max_each.is_some());
            let whole = whole.map_or_else(Sets::default, |ends| ends.lines.clone());
            for ends in choices.iter().filter(|ends| Some(bound(ends)) == min) {
                self.leave_ends(ends, &scale, control)?;
                self.attack_none_besides(ends, &whole, &scale, control)?;
            }
        }
        Ok(scale)
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
                self.add(&[!a, b], control)?;
                self.add(&[a, !b], control)
            }),
            Rule::OccupiedLines { lines, range } => {
                // Lines that are images of each other under ties are occupied together.
                let mut occupied = OrderedMap::new();
                for line in lines.iter() {
                    *occupied.entry(self.occupied(line, control)?) += 1;
                }
                self.lines_in_range(&occupied, range.ends(), control)
            }
            Rule::Views(views) => self.views(views, control),
            Rule::Never => self.add(&[], control),
        }
    }

    /// At most one of these literals: pairs where they are few; else a chain of helpers, each "one of those before is
    /// true".
    fn at_most_one(&mut self, lits: &[Lit], control: &mut Control) -> Result<(), Cause> {
        /// Up to this many literals, pairs are written out.
        const MAX_PAIRED: usize = 8;
        if lits.len() <= MAX_PAIRED || !self.formulation.has(Family::Cliques) {
            for (place, a) in lits.iter().enumerate() {
                for b in &lits[place + 1..] {
                    self.add(&[!*a, !*b], control)?;
                }
            }
            return Ok(());
        }
        let mut before = lits[0];
        for (place, lit) in lits.iter().enumerate().skip(1) {
            self.add(&[!before, !*lit], control)?;
            if place + 1 < lits.len() {
                let next = self.fresh();
                self.add(&[!before, next], control)?;
                self.add(&[!*lit, next], control)?;
                self.add(&[before, *lit, !next], control)?;
                before = next;
            }
        }
        Ok(())
    }

    fn not_both(&mut self, left: &[Var], right: &[Var], control: &mut Control) -> Result<(), Cause> {
        let (first, second) = if left <= right { (left, right) } else { (right, left) };
        if !self.apart.insert(left, right) {
            return Ok(());
        }
        if self.formulation.has(Family::Sides) && left.len() > 1 && right.len() > 1 {
            let side = self.any_of(first, control)?;
            for var in second {
                self.add(&[!self.lit(*var), !side], control)?;
            }
        } else {
            for a in left {
                for b in right {
                    self.add(&[!self.lit(*a), !self.lit(*b)], control)?;
                }
            }
        }
        Ok(())
    }

    /// Returns a literal for "one of these variables is true".
    fn any_of(&mut self, vars: &[Var], control: &mut Control) -> Result<Lit, Cause> {
        let mut lits = self.lits(vars);
        lits.sort_unstable();
        lits.dedup();
        self.any(&lits, control)
    }

    /// Returns a literal for "one of these literals is true".
    fn any(&mut self, lits: &[Lit], control: &mut Control) -> Result<Lit, Cause> {
        if let [lit] = lits {
            return Ok(*lit);
        }
        if let Some(known) = self.any.get(lits) {
            return Ok(*known);
        }
        let any = self.fresh();
        for lit in lits {
            self.add(&[!*lit, any], control)?;
        }
        self.add_both(lits, &[!any], control)?;
        self.any.insert(lits.to_vec(), any);
        Ok(any)
    }

    fn views(&mut self, views: &Views, control: &mut Control) -> Result<(), Cause> {
        let model = self.model;
        views.try_each(model, control, &mut |view, control| {
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
                    return self.add_both(&unless, &covering, control);
                }
                Some(Plain::AllKinds(slots)) => {
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
            if self.viewed.insert((unless.clone(), seen.clone(), range), ()).is_none() {
                self.in_range(&unless, &seen, range, control)?;
            }
            Ok(())
        })
    }

    /// Returns the literals of some kinds on a slot.
    fn of(&self, slot: u32, kinds: u64) -> Vec<Lit> {
        let vars = self.model.of_slot(slot).enumerate();
        vars.filter(|(kind, _)| kinds >> kind & 1 == 1).map(|(_, var)| self.lit(var)).collect()
    }

    /// Returns a literal for "the first piece on this ray counts".
    fn first_counts(&mut self, cells: &[(u32, u64)], control: &mut Control) -> Result<Option<Lit>, Cause> {
        let mut rest = None;
        for (slot, counting) in cells.iter().rev() {
            let (counts, others) = (self.of(*slot, *counting), self.of(*slot, !counting));
            rest = self.first_or(counts, others, rest, control)?;
        }
        Ok(rest)
    }

    /// Returns a literal for "this line is occupied"; its variables are in order.
    fn occupied(&mut self, line: &[Var], control: &mut Control) -> Result<Lit, Cause> {
        let kinds = self.model.kinds as Var;
        let mut rest = None;
        for slot in line.chunk_by(|a, b| a / kinds == b / kinds).rev() {
            rest = self.first_or(self.lits(slot), Vec::new(), rest, control)?;
        }
        rest.map_or_else(|| self.any(&[], control), Ok)
    }

    /// Returns a literal for "a piece that counts stands here, or this square is vacant and `rest` holds": a chain
    /// shared by all rays with the same end.
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
            control.charge(8)?;
            return Ok(Some(*known));
        }
        let own = self.fresh();
        let (counts, others, _) = &key;
        for lit in counts {
            self.add(&[!*lit, own], control)?;
        }
        self.add_both(others, &[!behind, own], control)?;
        self.add_both(counts, &[behind, !own], control)?;
        for lit in others {
            self.add(&[!*lit, !own], control)?;
        }
        self.seen.insert(key, own);
        Ok(Some(own))
    }

    /// Returns, for each slot in view, a literal for "a piece that counts is seen there" on any ray.
    fn in_view(&mut self, view: &View, sight: Sight, control: &mut Control) -> Result<Vec<Lit>, Cause> {
        let stopping = self.model.stopping(sight);
        let mut on_slot: OrderedMap<u32, Vec<Lit>> = OrderedMap::new();
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
                    on_slot.entry(*slot).push(seen);
                }
                if !stops.is_empty() {
                    let stopped: Vec<Lit> = stops.into_iter().chain(clear.map(|lit| !lit)).collect();
                    clear = Some(!self.any(&stopped, control)?);
                }
            }
        }
        let mut seen = Vec::new();
        for (_, ways) in on_slot.iter() {
            seen.push(self.any(ways, control)?);
        }
        Ok(seen)
    }
}
