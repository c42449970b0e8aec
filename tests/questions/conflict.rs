//! Rules that conflict are named, and none of them can be left out.

use proptest::prelude::*;
use queenside::{Area, Board, Constraint, Engine, Options, Piece, Problem, classics};

use super::common;

/// The problem with some of its rules only.
fn with_only(problem: &Problem, rules: impl IntoIterator<Item = usize>) -> Problem {
    let mut part = Problem::new(problem.board().clone());
    for kind in problem.kinds() {
        part.add_kind(problem.name(kind).unwrap(), problem.piece(kind).unwrap().clone());
    }
    for rule in rules {
        let text = problem.constraints()[rule].to_text(problem).unwrap();
        part.add(Constraint::parse(&part, &text).unwrap());
    }
    part
}

/// Whether anything satisfies the rules, by trying everything.
fn is_satisfiable(problem: &Problem) -> bool {
    let brute = Options::new().engine(Engine::Brute);
    problem.using(&brute).solve().unwrap().placement().unwrap().is_some()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn none_of_the_rules_can_be_left_out((problem, _) in common::cases()) {
        // What the problem says, and some that often contradict it.
        let mut problem = problem;
        let all: Vec<_> = problem.kinds().collect();
        problem.add(Constraint::count(all.clone(), Area::Everywhere, 2..));
        problem.add(Constraint::count(all.clone(), Area::rows(), ..=1));
        problem.add(Constraint::count(all, Area::columns(), 1..));
        match problem.conflict().unwrap().exact().unwrap() {
            None => prop_assert!(is_satisfiable(&problem)),
            Some(conflict) => {
                prop_assert!(conflict.is_minimal());
                let rules = conflict.rules();
                prop_assert!(!is_satisfiable(&with_only(&problem, rules.iter().copied())));
                for left_out in rules {
                    let others = rules.iter().copied().filter(|rule| rule != left_out);
                    prop_assert!(is_satisfiable(&with_only(&problem, others)), "without {left_out}: {conflict}");
                }
            }
        }
    }
}

#[test]
fn what_is_fixed_is_called_so() {
    let mut problem = classics::queens(8);
    let queen = problem.kind_named("queen").unwrap();
    problem.add(Constraint::fixed(queen, [(0, 0), (1, 1)]));
    let conflict = problem.conflict().unwrap().exact().unwrap().expect("two queens on one diagonal");
    let text = conflict.to_string();
    assert!(text.contains("queen on {a8, b7}"), "{text}");
    assert_eq!(text.lines().count(), 2, "{text}");
}

#[test]
fn a_limit_leaves_more_rules_than_are_needed() {
    // That the eight queens problem has no solution with both corners takes some nodes, which are all there are.
    let mut problem = classics::queens(8);
    let queen = problem.kind_named("queen").unwrap();
    problem.add(Constraint::fixed(queen, [(0, 0)])).add(Constraint::fixed(queen, [(7, 6)]));
    problem.add(Constraint::fixed(queen, [(4, 7)])).add(Constraint::fixed(queen, [(1, 4)]));
    let search = Options::new().engine(Engine::Search);
    let whole = problem.using(&search).solve().unwrap();
    assert_eq!(whole.placement().unwrap(), None);
    let nodes = whole.statistics().nodes;
    let cut_short = problem.using(&search.clone().node_limit(nodes + 1)).conflict().unwrap();
    let conflict = cut_short.exact().unwrap().expect("it was known before the limit");
    assert!(!conflict.is_minimal() && cut_short.to_string().contains("perhaps fewer"), "{cut_short}");
    assert_eq!(conflict.rules().len(), problem.constraints().len());
    // With no node at all nothing is known.
    assert!(problem.using(&search.node_limit(0)).conflict().unwrap().exact().is_err());
}

#[test]
fn rules_that_can_be_satisfied_have_no_conflict() {
    assert_eq!(classics::queens(6).conflict().unwrap().exact().unwrap(), None);
    assert_eq!(classics::non_attacking(Board::square(3), Piece::KING).conflict().unwrap().exact().unwrap(), None);
    let nothing = classics::queens(6).conflict().unwrap();
    assert!(nothing.to_string().starts_with("the rules can be satisfied"), "{nothing}");
}
