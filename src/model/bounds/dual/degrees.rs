//! Multipliers that come at once: what a piece costs, shared out evenly among the rules that it helps to meet.

use super::SCALE;
use crate::answer::{Bound, BoundName};
use crate::budget::{Cause, Control};
use crate::model::{Model, Rule, Var, View, When, Worths};

/// Told how many of its members a rule demands, and the members, each with how often it counts.
type Visit<'a> = &'a mut dyn FnMut(u64, &[(u64, Var)]);

impl Model {
    /// The bound on the sum of the weights, none of which is positive, by rules that demand some of their members.
    ///
    /// Let a variable stand d times in all these rules and cost c, and give each rule the least c/d of its members as a
    /// multiplier. All multipliers that a variable has a part in are then no more than its cost, so that what is true costs at
    /// least what the rules demand, each times its multiplier.
    pub(crate) fn by_degrees(&self, worths: &Worths, control: &mut Control) -> Result<Option<Bound>, Cause> {
        if worths.has_positive() {
            return Ok(None);
        }
        // How often each variable stands in such rules, then what it costs for each time.
        let mut shares = vec![0u128; self.vars()];
        self.each_demand(control, &mut |_, terms| {
            for (number, var) in terms {
                shares[*var as usize] += u128::from(*number);
            }
        })?;
        for (share, weight) in shares.iter_mut().zip(worths.list()) {
            *share = u128::from(weight.unsigned_abs()) * SCALE as u128 / (*share).max(1);
        }
        let mut sum = 0u128;
        self.each_demand(control, &mut |min, terms| {
            let least = terms.iter().map(|(_, var)| shares[*var as usize]).min();
            sum = sum.saturating_add(u128::from(min).saturating_mul(least.unwrap_or(0)));
        })?;
        let cost = i64::try_from(sum.div_ceil(SCALE as u128)).unwrap_or(i64::MAX);
        Ok(Some(Bound::new(-cost, BoundName::Duality)))
    }

    /// Visits the rules that demand some of their members.
    fn each_demand(&self, control: &mut Control, visit: Visit<'_>) -> Result<(), Cause> {
        let mut terms: Vec<(u64, Var)> = Vec::new();
        for rule in &self.rules {
            match rule {
                Rule::Count { vars, range } if range.ends().0 > 0 => {
                    control.charge(vars.len() as u64)?;
                    terms.clear();
                    terms.extend(vars.iter().map(|var| (1, *var)));
                    visit(range.ends().0.unsigned_abs(), &terms);
                }
                Rule::Views(views) if views.range.ends().0 > 0 => {
                    let min = views.range.ends().0.unsigned_abs();
                    views.each(self, control, &mut |View { when, rays, simple }| {
                        terms.clear();
                        match when {
                            When::Placed(_) => return,
                            When::Vacant(slot) => terms.extend(self.of_slot(slot).map(|var| (min, var))),
                            When::Always => {}
                        }
                        for (slot, kinds) in rays.iter().flat_map(|ray| &ray.cells) {
                            let seen = self.of_slot(*slot).enumerate().filter(|(kind, _)| kinds >> kind & 1 == 1);
                            terms.extend(seen.map(|(_, var)| (1, var)));
                        }
                        if !simple {
                            terms.sort_unstable();
                            terms.dedup();
                        }
                        visit(min, &terms);
                    })?;
                }
                _ => {}
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::budget::Options;
    use crate::language::{Area, Board, Constraint, Piece, Problem, classics};
    use crate::model::samples;

    fn bound(problem: &Problem, weights: &[i64]) -> Option<i64> {
        let mut control = Control::new(&Options::new());
        let model = Model::compile(&Arc::new(problem.clone()), &mut control).expect("no limit was set");
        let worths = Worths::by_kind(&model, weights);
        model.by_degrees(&worths, &mut control).expect("no limit was set").map(|bound| -bound.value)
    }

    #[test]
    fn no_solution_costs_less() {
        assert!(samples::costs_at_least(bound) > 10);
    }

    #[test]
    fn even_covers_are_met() {
        // On a torus each king covers nine squares, and each rook 2n − 1.
        let torus = |n: usize| Board::square(n).with_wrap(crate::Wrap::Both);
        assert_eq!(bound(&classics::domination(torus(9), Piece::KING), &[-1]), Some(9));
        assert_eq!(bound(&classics::domination(torus(9), Piece::ROOK), &[-5]), Some(24));
        let mut five = Problem::new(Board::square(4));
        let rook = five.add_kind("rook", Piece::ROOK);
        five.add(Constraint::count(rook, Area::Everywhere, 5..));
        assert_eq!(bound(&five, &[-2]), Some(10));
        assert_eq!(bound(&five, &[1]), None);
    }

    #[test]
    fn no_demand_is_too_great() {
        let mut problem = Problem::new(Board::square(3));
        let rook = problem.add_kind("rook", Piece::ROOK);
        problem.add(Constraint::covered(Area::Everywhere, rook, i64::MAX..).where_vacant());
        problem.add(Constraint::covered(Area::Everywhere, rook, i64::MAX - 1..).where_vacant());
        assert!(bound(&problem, &[-1]).is_some_and(|bound| bound <= 9));
        problem.add(Constraint::covered(Area::Everywhere, rook, i64::MAX..));
        assert!(bound(&problem, &[i64::MIN]).is_some_and(|bound| bound == i64::MAX));
    }
}
