//! Whether pieces keep the rules of a model.

use super::{Model, Rule, Var, View, When};
use crate::budget::{Cause, Control};
use crate::language::Sight;

/// Variables that are true, all others being false.
struct Standing<'a> {
    model: &'a Model,
    is_true: Vec<bool>,
    /// The kinds on each slot, as a mask.
    on: Vec<u64>,
}

impl Model {
    /// Whether all rules are kept if just these variables are true.
    pub(crate) fn holds(&self, placed: &[Var], control: &mut Control) -> Result<bool, Cause> {
        control.charge(self.vars() as u64)?;
        let mut standing = Standing { model: self, is_true: vec![false; self.vars()], on: vec![0; self.slots.len()] };
        for var in placed {
            let (slot, kind) = (*var as usize / self.kinds, *var as usize % self.kinds);
            if standing.on[slot] != 0 {
                return Ok(false);
            }
            standing.on[slot] = 1 << kind;
            standing.is_true[*var as usize] = true;
        }
        for set in self.cliques.iter().flat_map(|family| family.sets.iter()) {
            control.charge(set.len() as u64)?;
            if standing.count(set) > 1 {
                return Ok(false);
            }
        }
        for rule in &self.rules {
            if !standing.keeps(rule, control)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl Standing<'_> {
    fn has(&self, var: Var) -> bool {
        self.is_true[var as usize]
    }

    fn count(&self, vars: &[Var]) -> usize {
        vars.iter().filter(|var| self.has(**var)).count()
    }

    fn keeps(&self, rule: &Rule, control: &mut Control) -> Result<bool, Cause> {
        let keeps = match rule {
            Rule::Never => false,
            Rule::NotBoth(left, right) => {
                control.charge((left.len() + right.len()) as u64)?;
                self.count(left) == 0 || self.count(right) == 0
            }
            Rule::Count { vars, range } => {
                control.charge(vars.len() as u64)?;
                range.contains(self.count(vars) as i64)
            }
            Rule::Linear { terms, range } => {
                control.charge(terms.len() as u64)?;
                let own = terms.iter().filter(|(_, var)| self.has(*var));
                range.contains(own.fold(0i64, |sum, (number, _)| sum.saturating_add(*number)))
            }
            Rule::Same(vars) => {
                control.charge(vars.len() as u64)?;
                let count = self.count(vars);
                count == 0 || count == vars.len()
            }
            Rule::OccupiedLines { lines, range } => {
                control.charge(lines.members().len() as u64)?;
                range.contains(lines.iter().filter(|line| self.count(line) > 0).count() as i64)
            }
            Rule::Views(views) => views.all(self.model, control, &mut |view, _| {
                let is_due = match view.when {
                    When::Always => true,
                    When::Placed(var) => self.has(var),
                    When::Vacant(slot) => self.on[slot as usize] == 0,
                };
                Ok(!is_due || views.range.contains(self.seen(&view, views.sight)))
            })?,
        };
        Ok(keeps)
    }

    /// How many pieces that count are in view.
    fn seen(&self, view: &View, sight: Sight) -> i64 {
        let stopping = self.model.stopping(sight);
        let mut seen = Vec::new();
        for ray in &view.rays {
            for (slot, counting) in &ray.cells {
                let kinds = self.on[*slot as usize];
                if kinds & counting != 0 {
                    seen.push(*slot);
                }
                if kinds & stopping != 0 {
                    break;
                }
            }
        }
        if !view.simple {
            seen.sort_unstable();
            seen.dedup();
        }
        seen.len() as i64
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::budget::{Options, Random};
    use crate::judge::Verifier;
    use crate::model::samples::problems;

    #[test]
    fn it_says_what_the_judge_says() {
        let mut random = Random::new(11);
        let mut kept = 0;
        for problem in problems() {
            let mut control = Control::new(&Options::new());
            let model = Model::compile(&Arc::new(problem.clone()), &mut control).expect("no limit was set");
            let mut verifier = Verifier::new(&Arc::new(problem.clone()));
            for round in 0..200 {
                // From empty boards to full ones.
                let one_of = 1 + round % 8;
                let mut placed: Vec<Var> = Vec::new();
                for slot in 0..model.slots.len() as Var {
                    if random.below(one_of) == 0 {
                        placed.push(slot * model.kinds as Var + random.below(model.kinds as u64) as Var);
                    }
                }
                let pieces: Vec<_> = placed.iter().map(|var| model.placed[*var as usize]).collect();
                let holds = model.holds(&placed, &mut control).expect("no limit was set");
                assert_eq!(holds, verifier.accepts(&pieces), "{problem} {pieces:?}");
                kept += u32::from(holds);
            }
            let twice = [0, model.kinds as Var - 1];
            assert!(!model.holds(&twice, &mut control).expect("no limit was set"), "a square holds one piece");
        }
        assert!(kept > 500, "{kept} keep the rules");
    }
}
