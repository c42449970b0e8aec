//! All that can be asked of one problem.

use std::collections::BTreeSet;

use proptest::prelude::*;
use queenside::{Class, Kind, Options, Placement, Problem, Square, Uniqueness, Weights};

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
    let uneven = uneven(problem, weights);
    let weights = &Weights::by_kind(weights.iter().copied());
    let values = |weights: &Weights| all.iter().map(|placement| weight(placement, weights)).collect::<Vec<_>>();
    let optima = [
        (asked.maximize(), values(&pieces).into_iter().max(), &pieces),
        (asked.minimize(), values(&pieces).into_iter().min(), &pieces),
        (asked.maximize_of(weights.clone()), values(weights).into_iter().max(), weights),
        (asked.minimize_of(weights.clone()), values(weights).into_iter().min(), weights),
        (asked.maximize_of(uneven.clone()), values(&uneven).into_iter().max(), &uneven),
        (asked.minimize_of(uneven.clone()), values(&uneven).into_iter().min(), &uneven),
    ];
    for (outcome, expected, weights) in optima {
        let outcome = outcome.unwrap();
        prop_assert_eq!(outcome.value().unwrap(), expected);
        if let (Some(value), Some(placement)) = (expected, outcome.placement().unwrap()) {
            prop_assert_eq!(weight(&placement, weights), value);
            prop_assert!(all.contains(&placement));
        }
        let optimal = all.iter().filter(|placement| Some(weight(placement, weights)) == expected).count();
        prop_assert_eq!(outcome.optima().unwrap().using(options).count().unwrap().exact().unwrap(), optimal);
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
