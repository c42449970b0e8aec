//! Generators: what they make is unique, in one piece, and the same for the same seed.

use queenside::{Area, Board, Constraint, Piece, Problem, SquareSet, classics};
use queenside_puzzles::{NoPuzzle, Puzzle, Puzzles, Vary};

fn take(puzzles: Puzzles, number: usize) -> Vec<Puzzle> {
    puzzles.take(number).collect::<Result<_, _>>().unwrap()
}

/// The number of ways, by the search; the tests of any seed compare it with another engine.
fn ways(problem: &Problem) -> u64 {
    let engine = queenside::Options::new().engine(queenside::Engine::Search);
    problem.using(&engine).count().unwrap().exact().unwrap().try_into().unwrap()
}

fn is_connected(squares: &SquareSet) -> bool {
    let mut seen = SquareSet::new();
    let mut stack: Vec<_> = squares.first().into_iter().collect();
    while let Some(square) = stack.pop() {
        if seen.insert(square) {
            let (row, column) = (square.row(), square.column());
            let near =
                [(row + 1, column), (row, column + 1), (row.wrapping_sub(1), column), (row, column.wrapping_sub(1))];
            stack
                .extend(near.iter().filter(|near| squares.contains(**near)).map(|near| queenside::Square::from(*near)));
        }
    }
    seen == *squares
}

#[test]
fn star_battles_are_unique_and_their_regions_connected() {
    for (n, stars, number) in [(5, 1, 10), (8, 1, 10), (9, 1, 3), (8, 2, 1)] {
        let problem = classics::star_battle(Board::square(n), stars);
        for puzzle in take(Puzzles::of(&problem).vary(Vary::Regions).seed(3), number) {
            assert_eq!(ways(puzzle.problem()), 1, "{}", puzzle.problem());
            let regions: Vec<_> = puzzle.problem().board().regions().map(|(_, squares)| squares.clone()).collect();
            assert_eq!(regions.len(), n);
            assert_eq!(regions.iter().map(SquareSet::len).sum::<usize>(), n * n);
            assert!(regions.iter().all(is_connected), "{}", puzzle.problem());
        }
    }
}

#[test]
fn givens_can_none_be_spared() {
    let peaceable = classics::peaceable(Board::square(4), Piece::QUEEN);
    let white = peaceable.kinds().next().unwrap();
    let peaceable = peaceable.clone().with(Constraint::count(white, Area::Everywhere, 2));
    let mut domination = classics::domination(Board::square(5), Piece::QUEEN);
    let queen = domination.kinds().next().unwrap();
    domination.add(Constraint::count(queen, Area::Everywhere, 3));
    for problem in [classics::queens(8), peaceable, domination] {
        for puzzle in take(Puzzles::of(&problem).seed(5), 5) {
            assert_eq!(ways(puzzle.problem()), 1);
            for spared in puzzle.givens() {
                let mut fewer = problem.clone();
                for (kind, square) in puzzle.givens().iter().filter(|given| *given != spared) {
                    fewer.add(Constraint::fixed(*kind, [*square]));
                }
                assert!(ways(&fewer) > 1, "{}", puzzle.problem());
            }
        }
    }
}

#[test]
fn walls_can_none_be_spared() {
    let mut problem = classics::non_attacking(Board::square(6), Piece::QUEEN);
    let queen = problem.kinds().next().unwrap();
    problem.add(Constraint::count(queen, Area::Everywhere, 6));
    for puzzle in take(Puzzles::of(&problem).vary(Vary::Walls).seed(1), 5) {
        let walls = puzzle.problem().board().walls().clone();
        assert!(!walls.is_empty());
        assert_eq!(ways(puzzle.problem()), 1);
        for spared in walls.iter() {
            let fewer = walls.iter().filter(|wall| *wall != spared);
            // Without a wall there are more solutions, or none.
            assert_ne!(ways(&problem.clone().with_board(Board::square(6).with_walls(fewer))), 1);
        }
    }
}

/// More queens than fit on the bare board stand behind walls.
#[test]
fn walls_make_room() {
    let mut problem = classics::non_attacking(Board::square(5), Piece::QUEEN);
    let queen = problem.kinds().next().unwrap();
    problem.add(Constraint::count(queen, Area::Everywhere, 6));
    for puzzle in take(Puzzles::of(&problem).vary(Vary::Walls).seed(2), 3) {
        assert!(puzzle.problem().board().walls().len() >= 3);
        assert_eq!((ways(puzzle.problem()), puzzle.solution().len()), (1, 6));
    }
}

#[test]
fn the_same_seed_makes_the_same_puzzles_and_another_seed_others() {
    let problem = classics::star_battle(Board::square(7), 1);
    for vary in [Vary::Regions, Vary::Givens] {
        let problem = if vary == Vary::Givens { classics::queens(7) } else { problem.clone() };
        let made = |seed| -> Vec<String> {
            let puzzles = take(Puzzles::of(&problem).vary(vary).seed(seed), 4);
            puzzles.iter().map(|puzzle| format!("{}{:?}", puzzle.problem(), puzzle.problem().board())).collect()
        };
        assert_eq!(made(1), made(1));
        assert_ne!(made(1), made(2));
        assert_eq!(made(1).iter().collect::<std::collections::BTreeSet<_>>().len(), 4);
    }
}

#[test]
fn what_cannot_be_made_is_said() {
    let error = |mut puzzles: Puzzles| puzzles.next().unwrap().unwrap_err();
    // Two stars in each region, but no range of one number.
    let mut loose = Problem::new(Board::square(4));
    let star = loose.add_kind("star", Piece::KING);
    loose.add(Constraint::count(star, Area::EachRegion, 1..=2));
    assert_eq!(error(Puzzles::of(&loose).vary(Vary::Regions)), NoPuzzle::NoRegionRule);
    assert!(error(Puzzles::of(&classics::queens(0))).to_string().contains('0'));
    let three = Puzzles::of(&classics::star_battle(Board::square(3), 1)).vary(Vary::Regions);
    assert_eq!(error(three), NoPuzzle::Infeasible);
    // One rook anywhere: only if it is given is it the only solution, and then nothing is left to find.
    let mut lone = classics::non_attacking(Board::square(3), Piece::ROOK);
    lone.add(Constraint::count(lone.kind_named("piece").unwrap(), Area::Everywhere, 1));
    assert_eq!(error(Puzzles::of(&lone).tries(5)), NoPuzzle::Stuck { tries: 5 });
    // After an error there is nothing more.
    let mut stuck = Puzzles::of(&classics::queens(6)).difficulty(6..).tries(2);
    assert!(matches!(stuck.next(), Some(Err(NoPuzzle::Stuck { tries: 2 }))));
    assert!(stuck.next().is_none());
}
