//! Puzzles of any seed: one solution by two engines, reasoning that holds without it, and JSON that reads back.

use proptest::prelude::*;
use queenside::{Area, Board, Constraint, Engine, Options, Placement, Problem, Uniqueness, classics};
use queenside_puzzles::{Puzzle, Puzzles, Technique, Vary, deduce};

use crate::sound::{agrees, check, holds};

fn first(problem: &Problem, vary: Vary, seed: u64) -> Puzzle {
    Puzzles::of(problem).vary(vary).seed(seed).next().unwrap().unwrap()
}

/// The search, which makes puzzles, and an engine that shares nothing with it.
fn is_unique_by_two_engines(puzzle: &Puzzle) -> bool {
    let other = if cfg!(feature = "sat") { Engine::Sat } else { Engine::Sweep };
    [Engine::Search, other].into_iter().all(|engine| {
        let options = Options::new().engine(engine);
        let known = puzzle.problem().using(&options).uniqueness().unwrap().exact().unwrap();
        known == Uniqueness::Unique { only: puzzle.solution().clone() }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 30, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_star_battle_of_any_seed_has_one_solution_by_two_engines(n in 5usize..=8, seed: u64) {
        let puzzle = first(&classics::star_battle(Board::square(n), 1), Vary::Regions, seed);
        prop_assert!(is_unique_by_two_engines(&puzzle), "{}", puzzle.problem());
        check(&puzzle);
    }

    #[test]
    fn a_completion_of_any_seed_has_one_solution_by_two_engines(n in 6usize..=9, seed: u64) {
        let puzzle = first(&classics::queens(n), Vary::Givens, seed);
        prop_assert!(is_unique_by_two_engines(&puzzle), "{}", puzzle.problem());
        check(&puzzle);
    }

    /// With only some of its regions a star battle has many solutions. No solution helps the reasoning, so nothing is searched,
    /// and each step holds in all of them.
    #[test]
    fn steps_of_a_star_battle_rest_on_its_rules_alone(n in 5usize..=6, seed: u64, kept in 0usize..63) {
        let made = first(&classics::star_battle(Board::square(n), 1), Vary::Regions, seed);
        let mut problem = classics::star_battle(Board::square(n), 1);
        let star = problem.kinds().next().unwrap();
        for (index, (_, squares)) in made.problem().board().regions().enumerate() {
            if kept >> index & 1 == 1 {
                problem.add(Constraint::count(star, Area::from(squares.clone()), 1));
            }
        }
        let solutions: Vec<Placement> = problem.enumerate().unwrap().collect::<Result<_, _>>().unwrap();
        prop_assert!(solutions.iter().any(|solution| solution.occupied() == made.solution().occupied()));
        for step in deduce(&problem).unwrap() {
            prop_assert!(step.reason().technique() != Technique::Searched, "{problem}\n{step:#?}");
            prop_assert!(solutions.iter().all(|solution| agrees(&step, solution)), "{problem}\n{step:#?}");
            prop_assert!(holds(&step, &solutions), "{problem}\n{step:#?}");
        }
    }

    #[cfg(feature = "serde")]
    #[test]
    fn a_puzzle_made_of_its_json_is_the_same(seed: u64, is_battle: bool) {
        let puzzle = if is_battle {
            first(&classics::star_battle(Board::square(6), 1), Vary::Regions, seed)
        } else {
            first(&classics::queens(7), Vary::Givens, seed)
        };
        let text = serde_json::to_string(&puzzle).unwrap();
        let json: serde_json::Value = serde_json::from_str(&text).unwrap();
        let problem: Problem = serde_json::from_value(json["problem"].clone()).unwrap();
        let again = Puzzle::of(&problem).unwrap();
        prop_assert_eq!(again.solution().occupied(), puzzle.solution().occupied());
        prop_assert_eq!(serde_json::to_string(&again).unwrap(), text);
        let stars = json["stars"].as_u64();
        prop_assert_eq!(stars, Some(u64::from(puzzle.difficulty().stars())));
        prop_assert_eq!(json["steps"].as_array().map(Vec::len), Some(puzzle.steps().len()));
    }
}
