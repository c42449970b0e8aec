//! Nothing that reasoning concludes is wrong in any solution.

use std::collections::BTreeSet;

use queenside::{Constraint, Piece, Placement, Problem, classics};
use queenside_puzzles::{Puzzle, Puzzles, Reason, Step, Technique, Vary, deduce};

use crate::random::{Random, problem};

fn cases(usual: usize) -> usize {
    std::env::var("QUEENSIDE_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(usual)
}

pub(crate) fn agrees(step: &Step, solution: &Placement) -> bool {
    step.placed().iter().all(|(kind, square)| solution.kind_at(*square) == Some(*kind))
        && step.excluded().iter().all(|(kind, square)| solution.kind_at(*square) != Some(*kind))
}

/// A supposition that fails is one that no solution has; and all that was said to follow from it follows.
pub(crate) fn holds(step: &Step, solutions: &[Placement]) -> bool {
    let Reason::Contradiction { supposed, steps, .. } = step.reason() else { return true };
    let (kind, square) = supposed.place();
    let having: Vec<Placement> = solutions
        .iter()
        .filter(|solution| (solution.kind_at(square) == Some(kind)) == supposed.is_piece())
        .cloned()
        .collect();
    having.is_empty() && steps.iter().all(|step| holds(step, &having))
}

#[test]
fn every_step_holds_in_every_solution_of_random_problems() {
    let mut random = Random(1);
    let mut seen = BTreeSet::new();
    let (mut several, mut one) = (0, 0);
    for _ in 0..cases(3000) {
        let problem = problem(&mut random);
        let solutions: Vec<Placement> = problem.enumerate().unwrap().take(5000).collect::<Result<_, _>>().unwrap();
        if solutions.len() == 5000 {
            continue;
        }
        for step in deduce(&problem).unwrap() {
            seen.insert(step.reason().technique());
            for solution in &solutions {
                assert!(agrees(&step, solution), "{problem}\n{step:#?}\nagainst\n{solution}");
            }
            assert!(holds(&step, &solutions), "{problem}\n{step:#?}");
            assert!(!step.placed().is_empty() || !step.excluded().is_empty(), "{problem}\n{step:#?}");
        }
        several += usize::from(solutions.len() > 1);
        one += usize::from(solutions.len() == 1);
    }
    assert!(several > 300 && one > 30, "{several} {one}");
    // All sorts of reasoning but the search, which is never a step of these.
    for technique in Technique::ALL.iter().filter(|technique| **technique != Technique::Searched) {
        assert!(seen.contains(technique), "{technique:?} is tried");
    }
}

#[test]
fn the_steps_of_random_puzzles_lead_to_the_solution() {
    let mut random = Random(2);
    let mut found = 0;
    for seed in 0..cases(400) {
        let problem = problem(&mut random);
        let Some(Ok(puzzle)) = Puzzles::of(&problem).seed(seed as u64).tries(2).next() else { continue };
        found += 1;
        check(&puzzle);
    }
    assert!(found > 50, "{found}");
}

pub(crate) fn check(puzzle: &Puzzle) {
    let mut placed: BTreeSet<_> = puzzle.givens().iter().copied().collect();
    let mut decided = placed.clone();
    for step in puzzle.steps() {
        assert!(agrees(step, puzzle.solution()), "{}\n{step:#?}", puzzle.problem());
        placed.extend(step.placed());
        // Nothing is concluded twice.
        for place in step.placed().iter().chain(step.excluded()) {
            assert!(decided.insert(*place), "{}\n{step:#?}", puzzle.problem());
        }
    }
    let all: BTreeSet<_> = puzzle.solution().iter().map(|(square, kind)| (kind, square)).collect();
    assert_eq!(placed, all, "{}", puzzle.problem());
    assert!((1..=5).contains(&puzzle.difficulty().stars()));
}

/// The most queens on boards with walls: more steps than random problems have.
#[test]
fn the_steps_of_blocked_queens_lead_to_the_solution() {
    let mut seen = BTreeSet::new();
    for seed in 0..20 {
        let mut problem = classics::non_attacking(queenside::Board::square(6), Piece::QUEEN);
        let queen = problem.kinds().next().unwrap();
        problem.add(Constraint::count(queen, queenside::Area::Everywhere, 6));
        let puzzle = Puzzles::of(&problem).vary(Vary::Walls).seed(seed).next().unwrap().unwrap();
        check(&puzzle);
        seen.extend(puzzle.steps().iter().map(|step| step.reason().technique()));
    }
    assert!(seen.contains(&Technique::Packed) || seen.contains(&Technique::Contradiction), "{seen:?}");
}

/// Where reasoning has nothing, a piece is taken from the solution, and said to be found by search.
#[test]
fn a_rule_without_a_view_is_left_to_the_search() {
    let mut problem = Problem::new(queenside::Board::new(2, 2));
    let a = problem.add_kind("a", Piece::KING);
    problem.add(Constraint::symmetric([queenside::Symmetry::QuarterTurn], queenside::Area::Everywhere));
    problem.add(Constraint::count(a, queenside::Area::Everywhere, 1..));
    let puzzle = Puzzle::of(&problem).unwrap();
    check(&puzzle);
    assert_eq!(puzzle.difficulty().hardest(), Technique::Searched);
    assert_eq!(puzzle.difficulty().stars(), 5);
}
