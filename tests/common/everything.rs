//! All that can be asked of one problem.

use std::collections::BTreeSet;

use proptest::prelude::*;
use queenside::{Answer, Class, Invalid, Kind, Optimum, Options, Placement, Problem, Square, Uniqueness, Weights};

fn weight(placement: &Placement, weights: &Weights) -> i64 {
    let of = |square: Square, kind: Kind| {
        let holds = |own: &(Kind, Option<Square>, i64)| own.0 == kind && own.1.is_none_or(|other| other == square);
        weights.iter().filter(holds).map(|(_, _, weight)| weight).sum::<i64>()
    };
    placement.iter().map(|(square, kind)| of(square, kind)).sum()
}

/// Weights that differ by square, some 0 and some below, made from the weights of kinds.
fn uneven(problem: &Problem, weights: &[(Kind, i64)]) -> Weights {
    let of = |kind: Kind| weights.iter().filter(|(other, _)| *other == kind).map(|(_, weight)| weight).sum::<i64>();
    let by_square = Weights::from_fn(problem, |kind, square| {
        let number = 7 * square.row() as i64 + 5 * square.column() as i64 + of(kind);
        (number * number + 3) % 11 - 4
    });
    Weights::by_kind(weights.iter().copied()).and(&by_square)
}

/// Everything that can be asked of one problem, asked in one way and held against the list of all solutions.
pub(crate) fn agrees(
    problem: &Problem,
    weights: &[(Kind, i64)],
    all: &[Placement],
    options: &Options,
) -> Result<(), TestCaseError> {
    agrees_by_kind(problem, weights, all, options)?;
    let asked = problem.using(options);
    let uneven = uneven(problem, weights);
    optimum_agrees((problem, options), asked.maximize_of(uneven.clone()), (&uneven, 1), all)?;
    optimum_agrees((problem, options), asked.minimize_of(uneven.clone()), (&uneven, -1), all)
}

/// An optimum, its placement and the number of optima, held against all solutions.
fn optimum_agrees(
    (problem, options): (&Problem, &Options),
    outcome: Result<Answer<Option<Optimum>>, Invalid>,
    (weights, sign): (&Weights, i64),
    all: &[Placement],
) -> Result<(), TestCaseError> {
    let expected = all.iter().map(|placement| sign * weight(placement, weights)).max().map(|value| sign * value);
    let outcome = outcome.unwrap();
    prop_assert_eq!(outcome.value().unwrap(), expected, "{:?} by {:?}", problem, options);
    if let (Some(value), Some(placement)) = (expected, outcome.placement().unwrap()) {
        prop_assert_eq!(weight(&placement, weights), value);
        prop_assert!(all.contains(&placement));
    }
    let optimal = all.iter().filter(|placement| Some(weight(placement, weights)) == expected).count();
    prop_assert_eq!(outcome.optima().unwrap().using(options).count().unwrap().exact().unwrap(), optimal);
    Ok(())
}

/// The same without weights that differ by square.
pub(crate) fn agrees_by_kind(
    problem: &Problem,
    weights: &[(Kind, i64)],
    all: &[Placement],
    options: &Options,
) -> Result<(), TestCaseError> {
    let asked = problem.using(options);

    let found = asked.enumerate().unwrap().sorted().unwrap();
    prop_assert_eq!(&found[..], all, "the solutions, by {:?}", options);
    prop_assert_eq!(asked.count().unwrap().exact().unwrap(), all.len());
    prop_assert_eq!(asked.solve().unwrap().placement().unwrap().is_some(), !all.is_empty());
    let sample = asked.sample(5).unwrap().placement().unwrap();
    prop_assert_eq!(sample.is_some(), !all.is_empty());
    prop_assert!(sample.is_none_or(|sample| all.contains(&sample)));
    // An engine that has nothing random declines, and says so.
    match asked.random(5) {
        Err(error) => prop_assert!(error.is_declined()),
        Ok(answer) => {
            let random = answer.placement().unwrap();
            prop_assert_eq!(random.is_some(), !all.is_empty());
            prop_assert!(random.is_none_or(|random| all.contains(&random)));
        }
    }
    match asked.uniqueness().unwrap().exact().unwrap() {
        Uniqueness::Unique { only } => prop_assert_eq!(&[only][..], all),
        Uniqueness::Several { first, second } => prop_assert!(first != second && all.len() > 1),
        Uniqueness::Infeasible => prop_assert!(all.is_empty()),
    }

    let pieces =
        Weights::by_kind(problem.kinds().map(|kind| (kind, i64::from(!problem.piece(kind).unwrap().is_blocker()))));
    let weights = &Weights::by_kind(weights.iter().copied());
    let optima = [
        (asked.maximize(), &pieces, 1),
        (asked.minimize(), &pieces, -1),
        (asked.maximize_of(weights.clone()), weights, 1),
        (asked.minimize_of(weights.clone()), weights, -1),
    ];
    for (outcome, weights, sign) in optima {
        optimum_agrees((problem, options), outcome, (weights, sign), all)?;
    }

    let group = problem.group().unwrap();
    let classes: Vec<_> = asked.classes().unwrap().collect::<Result<_, _>>().unwrap();
    prop_assert_eq!(classes.iter().map(Class::size).sum::<usize>(), all.len());
    let canonical: BTreeSet<Placement> = all.iter().map(|placement| group.canonical(placement).unwrap()).collect();
    let representatives: BTreeSet<Placement> = classes.iter().map(|class| class.representative().clone()).collect();
    prop_assert_eq!(representatives, canonical);
    prop_assert_eq!(group.count_classes(problem, options).unwrap().exact().unwrap(), classes.len());
    Ok(())
}
