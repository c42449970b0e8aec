//! Counts and sums as clauses: scales that say "so much or more".

use std::collections::{BTreeMap, BTreeSet, HashSet};

use rustsat::types::Lit;

use super::{Clauses, Writer};
use crate::control::{Cause, Control};
use crate::formulation::Family;
use crate::model::{LineEnds, Sets, Var};

/// A sum as literals: for each value it may have, other than the least, whether it has that value or more.
pub(crate) struct Scale {
    /// The value where no literal holds.
    least: i64,
    /// Values in rising order.
    steps: Vec<(i64, Lit)>,
}

impl Scale {
    /// The scale of what has no weight.
    pub(super) fn nothing() -> Self {
        Self { least: 0, steps: Vec::new() }
    }

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

    /// The value where just those literals hold of which this is said.
    pub(crate) fn value(&self, mut holds: impl FnMut(Lit) -> bool) -> i64 {
        self.steps.iter().rev().find(|(_, lit)| holds(*lit)).map_or(self.least, |(value, _)| *value)
    }

    /// The least value above this one.
    pub(crate) fn above(&self, value: i64) -> Option<i64> {
        self.steps.get(self.steps.partition_point(|(step, _)| *step <= value)).map(|(step, _)| *step)
    }

    /// The greatest value below this one.
    pub(crate) fn below(&self, value: i64) -> Option<i64> {
        let place = self.steps.partition_point(|(step, _)| *step < value);
        if place > 0 { Some(self.steps[place - 1].0) } else { (self.least < value).then_some(self.least) }
    }
}

/// Values above 0 in rising order, each with the literal that says "so much or more".
pub(super) type Steps = Vec<(i64, Lit)>;

/// Two sets of variables with a fixed difference of their counts: the first holds so many more.
pub(super) struct Tie {
    plus: Vec<Lit>,
    minus: Vec<Lit>,
    by: i64,
}

impl Writer<'_> {
    /// A count over variables; of everybody, where the line-ends identity holds, as one of the lines that are empty.
    pub(super) fn count(
        &mut self,
        vars: &[Var],
        (least, most): (i64, i64),
        control: &mut Control,
    ) -> Result<(), Cause> {
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
    pub(super) fn objective(&mut self, weights: &[i64], control: &mut Control) -> Result<Scale, Cause> {
        if *weights == [1]
            && let Some(ends) = self.identity.take()
        {
            let scale = self.by_empty_lines(&ends, control);
            self.identity = Some(ends);
            return scale;
        }
        if let Some(scale) = self.by_tie(weights, control)? {
            return Ok(scale);
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

    /// So many pieces or more own so many ends of these lines, which leaves no more of them empty than the others.
    pub(super) fn leave_ends(&mut self, ends: &LineEnds, scale: &Scale, control: &mut Control) -> Result<(), Cause> {
        let mut empty = Vec::new();
        for line in ends.lines.iter() {
            empty.push(!self.any_of(line, control)?);
        }
        let counted = self.counter(&empty, i64::MAX, control)?;
        for (pieces, lit) in &scale.steps {
            let most = (2 * ends.lines.len() as i64 - ends.each * pieces).div_euclid(2);
            match usize::try_from(most) {
                Ok(most) => {
                    if let Some((_, more)) = counted.get(most) {
                        self.add([!*lit, !*more], control)?;
                    }
                }
                Err(_) => self.add([!*lit], control)?,
            }
        }
        Ok(())
    }

    /// So many pieces that they leave less than two ends of these lines to spare attack nobody along others: who did would own
    /// an end more, and so would whom he attacks.
    pub(super) fn attack_nobody_besides(
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

    /// Where the counts of two sets differ by a fixed number, and everybody who has a weight is in one of them: a scale by
    /// the first alone.
    fn by_tie(&mut self, weights: &[i64], control: &mut Control) -> Result<Option<Scale>, Cause> {
        let weight = |lit: &Lit| weights[lit.vidx() % self.model.kinds];
        let all = weights.iter().filter(|weight| **weight != 0).count() * self.model.slots.len();
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
        let (lits, least) = (tie.plus.clone(), minus.saturating_mul(tie.by).saturating_neg());
        let steps = self.counter(&lits, i64::MAX, control)?;
        let value = |number: i64| least.saturating_add(number.saturating_mul(plus + minus));
        Ok(Some(Scale { least, steps: steps.into_iter().map(|(number, lit)| (value(number), lit)).collect() }))
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
    pub(super) fn linear(
        &mut self,
        terms: &[(i64, Var)],
        (least, most): (i64, i64),
        control: &mut Control,
    ) -> Result<(), Cause> {
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
            return self.sum_of_equals(&lits, range, control);
        }
        self.sum_in_range(turned, (least, most), control)
    }

    /// So many of these lines, each of which may stand for several, are occupied.
    pub(super) fn lines_in_range(
        &mut self,
        lines: &BTreeMap<Lit, i64>,
        (least, most): (i64, i64),
        control: &mut Control,
    ) -> Result<(), Cause> {
        /// Counts this near to none or to all are followed line by line.
        const NEAR: i64 = 16;
        let all: i64 = lines.values().sum();
        let lits: Vec<Lit> = lines.keys().copied().collect();
        if least == all && most >= all {
            return lits.into_iter().try_for_each(|lit| self.add([lit], control));
        }
        let near = all.saturating_sub(least).min(most) <= NEAR;
        if !near && lits.len() as i64 == all {
            return self.in_range(&[], &lits, (least, most), control);
        }
        let terms = lines.iter().map(|(lit, number)| (i128::from(*number), *lit)).collect();
        self.sum_in_range(terms, (i128::from(least), i128::from(most)), control)
    }

    /// A sum of numbers above 0, by all values it may have on the way.
    fn sum_in_range(
        &mut self,
        mut turned: Vec<(i128, Lit)>,
        (least, most): (i128, i128),
        control: &mut Control,
    ) -> Result<(), Cause> {
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

    /// The number of these literals that hold is in a range; where those that are negated are many, and so are the others, a
    /// counter for each side, held against each other.
    fn sum_of_equals(&mut self, lits: &[Lit], (least, most): (i64, i64), control: &mut Control) -> Result<(), Cause> {
        /// The most literals of a side that are few.
        const FEW: usize = 3;
        let (plus, minus): (Vec<Lit>, Vec<Lit>) = lits.iter().partition(|lit| lit.is_pos());
        if !self.formulation.has(Family::Differences) || plus.len().min(minus.len()) <= FEW {
            return self.in_range(&[], lits, (least, most), control);
        }
        let minus: Vec<Lit> = minus.into_iter().map(|lit| !lit).collect();
        // As many of the second are false as count.
        let shift = minus.len() as i64;
        let (least, most) = (least - shift, most - shift);
        let (left, right) = (self.counter(&plus, i64::MAX, control)?, self.counter(&minus, i64::MAX, control)?);
        for (one, other, more) in [(&left, &right, -most), (&right, &left, least)] {
            // So many of one are so many of the other, and some.
            for number in 0..=one.len() as i64 {
                let enough = match number + more {
                    ..=0 => continue,
                    enough => other.get(enough as usize - 1).map(|(_, lit)| *lit),
                };
                let unless = usize::try_from(number - 1).ok().map(|place| !one[place].1);
                self.add(unless.into_iter().chain(enough), control)?;
            }
        }
        if least == most {
            self.ties.push(Tie { plus, minus, by: least });
        }
        Ok(())
    }

    /// Unless one of the first is true, a number in the range of the others is.
    pub(super) fn in_range(
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
