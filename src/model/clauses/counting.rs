//! Counts and sums as clauses: scales of literals that say "at least this value".

use std::collections::HashSet;

use super::{Lit, Writer};
use crate::budget::{Cause, Control, Family};
use crate::language::{OrderedMap, sort, sort_by};
use crate::model::{LineEnds, Sets, Var, Worths};

/// A sum as literals: for each value it may have, other than the least, the literal "at least this value".
pub(crate) struct Scale {
    /// The value where no literal holds.
    min: i64,
    /// Values in ascending order.
    steps: Vec<(i64, Lit)>,
}

#[cfg_attr(not(feature = "sat"), allow(dead_code, reason = "only a solver drives a value"))]
impl Scale {
    /// Returns the scale of a sum without weights.
    pub(super) fn nothing() -> Self {
        Self { min: 0, steps: Vec::new() }
    }

    /// Returns the greatest value.
    pub(crate) fn max(&self) -> i64 {
        self.steps.last().map_or(self.min, |(value, _)| *value)
    }

    /// Returns the literal for "at least `value`" (`None` if that is trivially satisfied), and the least possible value
    /// that meets it.
    pub(crate) fn at_least(&self, value: i64) -> (Option<Lit>, i64) {
        let place = self.steps.partition_point(|(step, _)| *step < value);
        match self.steps.get(place) {
            _ if value <= self.min => (None, self.min),
            Some((step, lit)) => (Some(*lit), *step),
            None => (None, value),
        }
    }

    /// Returns the value if exactly the literals hold for which `holds` is true.
    pub(crate) fn value(&self, mut holds: impl FnMut(Lit) -> bool) -> i64 {
        self.steps.iter().rev().find(|(_, lit)| holds(*lit)).map_or(self.min, |(value, _)| *value)
    }

    /// Returns the least possible value above this one.
    pub(crate) fn above(&self, value: i64) -> Option<i64> {
        self.steps.get(self.steps.partition_point(|(step, _)| *step <= value)).map(|(step, _)| *step)
    }

    /// Returns the greatest possible value below this one.
    pub(crate) fn below(&self, value: i64) -> Option<i64> {
        let place = self.steps.partition_point(|(step, _)| *step < value);
        if place > 0 { Some(self.steps[place - 1].0) } else { (self.min < value).then_some(self.min) }
    }
}

fn not(lit: Option<Lit>) -> Option<Lit> {
    lit.map(|lit| !lit)
}

/// Values above 0 in ascending order, each with the literal that says "at least this value".
pub(super) type Steps = Vec<(i64, Lit)>;

/// Two sets of variables whose counts differ by a constant: the first holds `by` more.
pub(super) struct Tie {
    plus: Vec<Lit>,
    minus: Vec<Lit>,
    by: i64,
}

impl Writer<'_> {
    /// Bounds a count over variables; a count of all pieces uses the empty lines where the line-ends identity holds.
    pub(super) fn count(&mut self, vars: &[Var], (min, max): (i64, i64), control: &mut Control) -> Result<(), Cause> {
        let lits: Vec<Lit> = vars.iter().map(|var| Lit::positive(*var)).collect();
        if vars.len() < self.model.vars() || lits.len() <= 2 {
            return self.in_range(&[], &lits, (min, max), control);
        }
        let all = lits.len() as i64;
        let worths = Worths::by_kind(self.model, &vec![1; self.model.kinds]);
        let scale = self.objective(&worths, control)?;
        if min > 0 {
            match scale.at_least(min) {
                (Some(lit), _) => self.add(&[lit], control)?,
                (None, _) if min > scale.max() => self.add(&[], control)?,
                (None, _) => {}
            }
        }
        if max < all && max < scale.max() {
            let (lit, _) = scale.at_least(max.saturating_add(1));
            self.add_some([not(lit), None, None], control)?;
        }
        Ok(())
    }

    /// Returns a scale for the sum of the weights of the pieces.
    pub(super) fn objective(&mut self, worths: &Worths, control: &mut Control) -> Result<Scale, Cause> {
        if worths.is_number()
            && let Some(ends) = self.identity.take()
        {
            let scale = self.by_empty_lines(&ends, control);
            self.identity = Some(ends);
            return scale;
        }
        if let Some(scale) = self.by_tie(worths, control)? {
            return Ok(scale);
        }
        let mut gains = worths.list().iter().filter(|weight| **weight != 0);
        let first = gains.next().copied().unwrap_or(0);
        let same = gains.all(|weight| *weight == first);
        let mut groups: Vec<(i64, Vec<Lit>, i64)> = Vec::new();
        let mut parts: Vec<Steps> = Vec::new();
        let mut shift = 0;
        if same && first >= 0 && self.formulation.has(Family::Groups) {
            let sets = self.model.holding_few(&worths.gaining(), control)?;
            groups = sets
                .into_iter()
                .map(|(vars, max)| (first, vars.into_iter().map(Lit::positive).collect(), max))
                .collect();
        } else if let Some(weights) = worths.of_kinds(self.model.kinds) {
            for (kind, weight) in weights.iter().enumerate().filter(|(_, weight)| **weight != 0) {
                let vars = (0..self.model.slots.len()).map(|slot| (slot * self.model.kinds + kind) as Var);
                groups.push((weight.abs(), vars.map(|var| Lit::new(var, *weight < 0)).collect(), i64::MAX));
                shift += weight.min(&0) * self.model.slots.len() as i64;
            }
        } else {
            let mut alone: OrderedMap<i64, Vec<Lit>> = OrderedMap::new();
            for set in self.sets_of_one(worths, control)?.iter() {
                if let [var] = set {
                    let weight = worths.weight(*var);
                    alone.entry(weight).push(Lit::new(*var, weight < 0));
                    shift += weight.min(0);
                } else {
                    let (min, steps) = self.heaviest(set, worths, control)?;
                    shift += min;
                    parts.push(steps);
                }
            }
            groups.extend(alone.into_vec().into_iter().map(|(weight, lits)| (weight.abs(), lits, i64::MAX)));
        }
        for (weight, lits, max) in groups {
            let counted = self.counter(&lits, max, control)?;
            parts.push(counted.into_iter().map(|(number, lit)| (number * weight, lit)).collect());
        }
        let steps = self.sum(parts, control)?;
        Ok(Scale { min: shift, steps: steps.into_iter().map(|(value, lit)| (value + shift, lit)).collect() })
    }

    /// Returns disjoint sets that hold one piece each at most, and together all variables of a weight; one by one if sets are not
    /// to be used.
    fn sets_of_one(&self, worths: &Worths, control: &mut Control) -> Result<Sets, Cause> {
        let weighty: Vec<bool> = worths.list().iter().map(|weight| *weight != 0).collect();
        if self.formulation.has(Family::Groups)
            && let Some(best) = self.model.partitions(&weighty, control)?.into_iter().next()
        {
            return Ok(best.sets);
        }
        let mut sets = Sets::default();
        for (var, _) in weighty.iter().enumerate().filter(|(_, weighty)| **weighty) {
            sets.push([var as Var]);
        }
        Ok(sets)
    }

    /// Returns the least weight that a set may have of which one member is true at most, and the steps above it.
    fn heaviest(&mut self, set: &[Var], worths: &Worths, control: &mut Control) -> Result<(i64, Steps), Cause> {
        let mut values: Vec<i64> = set.iter().map(|var| worths.weight(*var)).chain([0]).collect();
        sort(&mut values);
        values.dedup();
        let min = values[0];
        let mut steps = Steps::new();
        for value in &values[1..] {
            let of = |holds: &dyn Fn(i64) -> bool| -> Vec<Lit> {
                set.iter().filter(|var| holds(worths.weight(**var))).map(|var| Lit::positive(*var)).collect()
            };
            // None that weighs less, where nothing at all would weigh enough; else one that weighs as much.
            let lit = if *value <= 0 {
                !self.any(&of(&|weight| weight < *value), control)?
            } else {
                self.any(&of(&|weight| weight >= *value), control)?
            };
            steps.push((value - min, lit));
        }
        Ok((min, steps))
    }

    /// Returns a scale for the number of pieces by the number of empty lines, which determines it.
    fn by_empty_lines(&mut self, ends: &LineEnds, control: &mut Control) -> Result<Scale, Cause> {
        let mut empty = Vec::new();
        for line in ends.lines.iter() {
            empty.push(!self.any_of(line, control)?);
        }
        let counted = self.counter(&empty, i64::MAX, control)?;
        // With e lines empty there are (2 × lines − 2e) / each pieces; e is impossible if that is not an integer.
        let all = 2 * ends.lines.len() as i64;
        let mut steps = Steps::new();
        for pieces in 1..=all / ends.each {
            // At least this many pieces: at most this many empty lines.
            let max = (all - ends.each * pieces) / 2;
            steps.push((pieces, !counted[max as usize].1));
        }
        Ok(Scale { min: 0, steps })
    }

    /// At least `pieces` pieces own `each` ends each, which limits the number of empty lines.
    pub(super) fn leave_ends(&mut self, ends: &LineEnds, scale: &Scale, control: &mut Control) -> Result<(), Cause> {
        let mut empty = Vec::new();
        for line in ends.lines.iter() {
            empty.push(!self.any_of(line, control)?);
        }
        let counted = self.counter(&empty, i64::MAX, control)?;
        for (pieces, lit) in &scale.steps {
            let max = (2 * ends.lines.len() as i64 - ends.each * pieces).div_euclid(2);
            match usize::try_from(max) {
                Ok(max) => {
                    if let Some((_, more)) = counted.get(max) {
                        self.add(&[!*lit, !*more], control)?;
                    }
                }
                Err(_) => self.add(&[!*lit], control)?,
            }
        }
        Ok(())
    }

    /// If the pieces leave fewer than two ends of these lines to spare, none attacks along other lines: the attacker
    /// would own one end more, and so would the attacked piece.
    pub(super) fn attack_none_besides(
        &mut self,
        ends: &LineEnds,
        whole: &Sets,
        scale: &Scale,
        control: &mut Control,
    ) -> Result<(), Cause> {
        let spare = |pieces: i64| 2 * ends.lines.len() as i64 - ends.each * pieces;
        let Some((_, lit)) = scale.steps.iter().find(|(pieces, _)| spare(*pieces) < 2) else { return Ok(()) };
        let known: HashSet<&[Var]> = ends.lines.iter().collect();
        for line in whole.iter().filter(|line| !known.contains(line)) {
            let lits = self.lits(line);
            self.in_range(&[!*lit], &lits, (0, 1), control)?;
        }
        Ok(())
    }

    /// Returns a scale by the first set of a [`Tie`] alone, where the two sets together hold every piece that has a
    /// weight.
    fn by_tie(&mut self, worths: &Worths, control: &mut Control) -> Result<Option<Scale>, Cause> {
        let weight = |lit: &Lit| worths.weight(lit.var());
        let all = worths.list().iter().filter(|weight| **weight != 0).count();
        let suits = |tie: &&Tie| {
            let (Some(plus), Some(minus)) = (tie.plus.first().map(weight), tie.minus.first().map(weight)) else {
                return false;
            };
            let alike = |lits: &[Lit], own: i64| own != 0 && lits.iter().all(|lit| weight(lit) == own);
            let together = tie.plus.len() + tie.minus.len() == all && plus.saturating_add(minus) > 0;
            together && alike(&tie.plus, plus) && alike(&tie.minus, minus)
        };
        let Some(tie) = self.ties.iter().find(suits) else { return Ok(None) };
        let (plus, minus) = (weight(&tie.plus[0]), weight(&tie.minus[0]));
        let (lits, min) = (tie.plus.clone(), minus.saturating_mul(tie.by).saturating_neg());
        let steps = self.counter(&lits, i64::MAX, control)?;
        let value = |number: i64| min.saturating_add(number.saturating_mul(plus + minus));
        Ok(Some(Scale { min, steps: steps.into_iter().map(|(number, lit)| (value(number), lit)).collect() }))
    }

    /// Returns the steps of the number of true literals, known to be at most `max`.
    fn counter(&mut self, lits: &[Lit], max: i64, control: &mut Control) -> Result<Steps, Cause> {
        if max == 1 && !lits.is_empty() {
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
        let few = steps.len().min(usize::try_from(max).unwrap_or(usize::MAX));
        for (_, lit) in steps.split_off(few) {
            self.add(&[!lit], control)?;
        }
        Ok(steps)
    }

    /// Adds up scales pairwise: a totalizer.
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
        let mut sums = HashSet::new();
        for (a, _) in &left {
            control.charge(16 * right.len() as u64)?;
            sums.extend(right.iter().map(|(b, _)| a + b));
            control.hold(self.bytes + 64 * sums.len() as u64)?;
        }
        sums.remove(&0);
        let mut sums: Vec<i64> = sums.into_iter().collect();
        sort(&mut sums);
        let steps: Steps = sums.into_iter().map(|sum| (sum, self.fresh())).collect();
        for two in steps.windows(2) {
            self.add(&[!two[1].1, two[0].1], control)?;
        }
        for (i, (a, at_least_a)) in left.iter().enumerate() {
            for (j, (b, at_least_b)) in right.iter().enumerate() {
                let place = steps.partition_point(|(sum, _)| *sum < a + b);
                if a + b > 0 {
                    self.add_some([not(*at_least_a), not(*at_least_b), Some(steps[place].1)], control)?;
                }
                // If the one is at most a and the other at most b, the sum is at most a + b.
                let above = steps.partition_point(|(sum, _)| *sum <= a + b);
                if let Some((_, more)) = steps.get(above) {
                    let [one, other] = [left.get(i + 1), right.get(j + 1)].map(|next| next.and_then(|(_, lit)| *lit));
                    self.add_some([one, other, Some(!*more)], control)?;
                }
            }
        }
        Ok(steps)
    }

    /// Bounds an integer sum: by a counter if all coefficients have the same size, else by its partial sums.
    pub(super) fn linear(
        &mut self,
        terms: &[(i64, Var)],
        (min, max): (i64, i64),
        control: &mut Control,
    ) -> Result<(), Cause> {
        // Negative coefficients are turned round: −a·x is a·(1 − x) − a.
        let mut shift = 0i128;
        let mut turned: Vec<(i128, Lit)> = Vec::new();
        for (number, var) in terms {
            shift += i128::from(*number).min(0);
            turned.push((i128::from(*number).abs(), Lit::new(*var, *number < 0)));
        }
        let end = |end: i64, none: i64| if end == none { i128::from(end) } else { i128::from(end) - shift };
        let (min, max) = (end(min, i64::MIN), end(max, i64::MAX));
        if let Some((unit, _)) = turned.first()
            && turned.iter().all(|(number, _)| number == unit)
        {
            let lits: Vec<Lit> = turned.iter().map(|(_, lit)| *lit).collect();
            let all = lits.len() as i128 + 1;
            let min = min.div_euclid(*unit) + i128::from(min.rem_euclid(*unit) > 0);
            let range = (min.clamp(-1, all) as i64, max.div_euclid(*unit).clamp(-1, all) as i64);
            if terms.len() == self.model.vars() && turned.iter().all(|(_, lit)| lit.is_positive()) {
                let vars: Vec<Var> = terms.iter().map(|(_, var)| *var).collect();
                return self.count(&vars, range, control);
            }
            return self.sum_of_equals(&lits, range, control);
        }
        self.sum_in_range(turned, (min, max), control)
    }

    /// The number of occupied lines is in the range; each literal may stand for several lines.
    pub(super) fn lines_in_range(
        &mut self,
        lines: &OrderedMap<Lit, i64>,
        (min, max): (i64, i64),
        control: &mut Control,
    ) -> Result<(), Cause> {
        /// Bounds this near to none or to all are encoded by partial sums.
        const NEAR: i64 = 16;
        let all: i64 = lines.iter().map(|(_, number)| number).sum();
        let lits: Vec<Lit> = lines.iter().map(|(lit, _)| *lit).collect();
        if min == all && max >= all {
            for lit in &lits {
                self.add(&[*lit], control)?;
            }
            return Ok(());
        }
        let near = all.saturating_sub(min).min(max) <= NEAR;
        if !near && lits.len() as i64 == all {
            return self.in_range(&[], &lits, (min, max), control);
        }
        let terms = lines.iter().map(|(lit, number)| (i128::from(*number), *lit)).collect();
        self.sum_in_range(terms, (i128::from(min), i128::from(max)), control)
    }

    /// Bounds a sum with positive coefficients by its partial sums.
    fn sum_in_range(
        &mut self,
        mut turned: Vec<(i128, Lit)>,
        (min, max): (i128, i128),
        control: &mut Control,
    ) -> Result<(), Cause> {
        // Large coefficients first: the remaining ones soon make no difference.
        sort_by(&mut turned, |(number, lit), (other, next)| other.cmp(number).then(lit.cmp(next)));
        let mut left: i128 = turned.iter().map(|(number, _)| *number).sum();
        let mut reached: OrderedMap<i128, Option<Lit>> = OrderedMap::new();
        reached.insert(0, None);
        for (number, lit) in &turned {
            // Partial sums that end in the range in any case need not be followed; those that cannot are refused.
            let mut live = Vec::new();
            for (sum, state) in std::mem::take(&mut reached).into_vec() {
                if sum > max || sum + left < min {
                    self.add_some([not(state), None, None], control)?;
                } else if sum < min || sum + left > max {
                    live.push((sum, state));
                }
            }
            left -= number;
            for (sum, state) in &live {
                for (next, step) in [(*sum, !*lit), (sum + number, *lit)] {
                    let target = if let Some(Some(target)) = reached.get(&next) {
                        *target
                    } else {
                        let target = self.fresh();
                        reached.insert(next, Some(target));
                        target
                    };
                    self.add_some([not(*state), Some(!step), Some(target)], control)?;
                }
            }
            // A sum is reached from nowhere else.
            for (next, target) in reached.iter() {
                for (before, step) in [(*next, !*lit), (next - number, *lit)] {
                    let from = match live.binary_search_by_key(&before, |(sum, _)| *sum) {
                        Ok(place) => match live[place].1 {
                            None => continue,
                            state => state,
                        },
                        Err(_) => None,
                    };
                    self.add_some([not(*target), Some(!step), from], control)?;
                }
            }
        }
        for (sum, state) in reached.into_vec() {
            if sum > max || sum < min {
                self.add_some([not(state), None, None], control)?;
            }
        }
        Ok(())
    }

    /// The number of true literals is in a range. If both the positive and the negated literals are many, each side has
    /// a counter, and the counters are compared.
    fn sum_of_equals(&mut self, lits: &[Lit], (min, max): (i64, i64), control: &mut Control) -> Result<(), Cause> {
        /// Up to this many literals a side counts as few.
        const FEW: usize = 3;
        let (plus, minus): (Vec<Lit>, Vec<Lit>) = lits.iter().partition(|lit| lit.is_positive());
        if !self.formulation.has(Family::Differences) || plus.len().min(minus.len()) <= FEW {
            return self.in_range(&[], lits, (min, max), control);
        }
        let minus: Vec<Lit> = minus.into_iter().map(|lit| !lit).collect();
        // The number of negated literals that hold is their total less those of `minus` that are true.
        let shift = minus.len() as i64;
        let (min, max) = (min - shift, max - shift);
        let (left, right) = (self.counter(&plus, i64::MAX, control)?, self.counter(&minus, i64::MAX, control)?);
        for (one, other, more) in [(&left, &right, -max), (&right, &left, min)] {
            // If `one` is at least `number`, the other is at least `number + more`.
            for number in 0..=one.len() as i64 {
                let enough = match number + more {
                    ..=0 => continue,
                    enough => other.get(enough as usize - 1).map(|(_, lit)| *lit),
                };
                let unless = usize::try_from(number - 1).ok().map(|place| !one[place].1);
                self.add_some([unless, enough, None], control)?;
            }
        }
        if min == max {
            self.ties.push(Tie { plus, minus, by: min });
        }
        Ok(())
    }

    /// Unless one of `unless` is true, the number of true literals is in the range.
    pub(super) fn in_range(
        &mut self,
        unless: &[Lit],
        lits: &[Lit],
        (min, max): (i64, i64),
        control: &mut Control,
    ) -> Result<(), Cause> {
        let all = lits.len() as i64;
        if max < 0 || min > all {
            return self.add(unless, control);
        }
        if max < all {
            if self.few_subsets(all, max + 1) {
                self.some_of_each(unless, lits, (max + 1) as usize, true, control)?;
            } else {
                let counted = self.counter(lits, i64::MAX, control)?;
                self.add_both(unless, &[!counted[max as usize].1], control)?;
            }
        }
        if min > 0 {
            if self.few_subsets(all, all - min + 1) {
                self.some_of_each(unless, lits, (all - min + 1) as usize, false, control)?;
            } else {
                let counted = self.counter(lits, i64::MAX, control)?;
                self.add_both(unless, &[counted[min as usize - 1].1], control)?;
            }
        }
        Ok(())
    }

    /// Tells whether the subsets of a size are few enough to be written out.
    fn few_subsets(&self, all: i64, size: i64) -> bool {
        /// The largest number of subsets; sizes 1 and `all` are always written out.
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

    /// Requires a true literal in each subset of a size, or a false one if `negated`.
    fn some_of_each(
        &mut self,
        unless: &[Lit],
        lits: &[Lit],
        size: usize,
        negated: bool,
        control: &mut Control,
    ) -> Result<(), Cause> {
        let (mut chosen, mut own): (Vec<usize>, Vec<Lit>) = ((0..size).collect(), Vec::with_capacity(size));
        loop {
            own.clear();
            own.extend(chosen.iter().map(|place| if negated { !lits[*place] } else { lits[*place] }));
            self.add_both(unless, &own, control)?;
            // The next subset: the last index that can advance does, and those after it are reset.
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
