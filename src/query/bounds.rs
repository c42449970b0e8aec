//! Bounds on the number of pieces, without a search.

use std::sync::Arc;

use crate::answer::{Bound, BoundName};
use crate::budget::{Control, free_aside};
use crate::language::{OrderedSet, Problem, sort_by_number};
use crate::model::{Model, Worths};

/// The bounds on the most pieces that are known within the limits, the least first.
pub(super) fn bounds(problem: &Problem, mut control: Control) -> Vec<Bound> {
    // A square holds at most one piece, whatever stops the rest.
    let squares = problem.board().open().len() as i64 * i64::from(!problem.pieces().is_empty());
    let mut bounds = vec![Bound::new(squares, BoundName::Squares)];
    if let Ok(model) = Model::compile(&Arc::new(problem.clone()), &mut control) {
        let worths = Worths::new(problem, &problem.one_each(), 1);
        let own = model.partitions(&worths.gaining(), &mut control);
        let own = own.and_then(|partitions| model.bounds(&worths, &partitions, &mut control));
        bounds.extend(own.unwrap_or_default());
        // It is the longest of proofs: worth it where it says more.
        let min = bounds.iter().map(Bound::value).min();
        let duality = model.by_duality(&worths, &mut control).unwrap_or_default();
        bounds.extend(duality.filter(|own| min.is_none_or(|min| own.value < min)));
        free_aside(model);
    }
    sort_by_number(&mut bounds, Bound::value);
    let mut named = OrderedSet::default();
    bounds.retain(|bound| named.insert(bound.name()));
    bounds
}

/// The bound on the fewest pieces that is known within the limits.
pub(super) fn lower_bound(problem: &Problem, mut control: Control) -> Option<Bound> {
    let model = Model::compile(&Arc::new(problem.clone()), &mut control).ok()?;
    let worths = Worths::new(problem, &problem.one_each(), -1);
    let bounds = [model.by_reach(&worths), model.by_duality(&worths, &mut control).unwrap_or_default()];
    free_aside(model);
    let bounds = bounds.into_iter().flatten().map(|bound| Bound { value: -bound.value, ..bound });
    bounds.rev().max_by_key(Bound::value).filter(|bound| bound.value > 0)
}

#[cfg(all(test, feature = "highs"))]
mod tests {
    use super::*;
    use crate::budget::{Beside, Options};
    use crate::engine::{Run, Step};
    use crate::model::Goal;
    use crate::model::dual::mixtures::compared;
    use crate::query::race::Race;

    #[test]
    fn after_some_rounds_the_default_knows_what_linear_programming_knows() {
        /// Some tenths of a second.
        const ROUNDS: u32 = 14;
        let mut many = 0;
        for number in 0..24 {
            let mut control = Control::new(&Options::new());
            let Some((model, worths, relaxed)) = compared(number, 3000, &mut control) else { continue };
            let unit = worths.list().iter().map(|worth| worth.abs()).max().unwrap_or(1);
            let mut race = Race::new(model, Goal::Maximise(worths), 1, control);
            let over = loop {
                match race.until(ROUNDS, Beside::NOTHING) {
                    Step::Improved(_) => {}
                    step => break matches!(step, Step::Done(_)),
                }
            };
            many += 1;
            let bound = race.bound().map(|bound| bound.value);
            assert!(
                over || bound.is_some_and(|bound| bound as f64 <= relaxed + 1e-4 + unit as f64),
                "{number}: {bound:?}, {relaxed}"
            );
        }
        assert!(many > 5, "{many}");
    }
}
