//! Boards without open squares, rules that ask for nothing, and pieces that are not counted.

use queenside::{Area, Board, Constraint, Piece, Placement, SquareSet, Terrain, classics};

use super::{extremes, is_infeasible, solutions, with};

fn filled(terrain: Terrain) -> Board {
    Board::new(2, 3).with_terrain(terrain, Board::new(2, 3).squares())
}

#[test]
fn a_board_without_open_squares_has_the_empty_placement() {
    for terrain in [Terrain::Wall, Terrain::Forbidden, Terrain::Hole] {
        let problem = classics::non_attacking(filled(terrain), Piece::QUEEN);
        let all = solutions(&problem);
        assert!(all.len() == 1 && all[0].is_empty(), "{terrain:?}");
        assert_eq!(extremes(&problem), (Some(0), Some(0)));
        assert!(problem.uniqueness().unwrap().is_unique().unwrap());
        assert_eq!(problem.classes().unwrap().map(|class| class.unwrap().size()).collect::<Vec<_>>(), [1]);
    }
}

#[test]
fn bounds_are_known_where_nothing_can_stand() {
    for terrain in [Terrain::Wall, Terrain::Forbidden, Terrain::Hole] {
        for piece in
            [Piece::QUEEN, Piece::ROOK, Piece::BISHOP, Piece::KING, Piece::KNIGHT, Piece::AMAZON, Piece::BLOCKER]
        {
            for problem in [
                classics::non_attacking(filled(terrain), piece.clone()),
                classics::attacking(filled(terrain), piece.clone(), 2),
                classics::attacking(filled(terrain), piece.clone(), ..=3),
                classics::peaceable(filled(terrain), piece.clone()),
                classics::domination(filled(terrain), piece.clone()),
            ] {
                let (max, fewest) = (problem.bounds().unwrap(), problem.lower_bound().unwrap());
                let any = problem.solve().unwrap().placement().unwrap();
                assert_eq!(any.is_some(), problem.count().unwrap().exact().unwrap() == 1u32, "{problem}");
                if any.is_some() {
                    assert!(max.iter().all(|bound| bound.value() >= 0), "{problem}");
                    assert!(fewest.is_none_or(|bound| bound.value() <= 0), "{problem}");
                }
            }
        }
    }
}

#[test]
fn walls_and_holes_need_no_cover_but_forbidden_squares_do() {
    for terrain in [Terrain::Wall, Terrain::Hole] {
        let domination = classics::domination(filled(terrain), Piece::KING);
        assert_eq!(extremes(&domination), (Some(0), Some(0)));
        let total = classics::total_domination(filled(terrain), Piece::KING);
        assert_eq!(extremes(&total), (Some(0), Some(0)));
    }
    is_infeasible(&classics::domination(filled(Terrain::Forbidden), Piece::KING));
    is_infeasible(&classics::total_domination(filled(Terrain::Forbidden), Piece::KING));

    // Two islands: what lies between need not be covered, a forbidden square must.
    for (diagram, kings) in [(". % .", 2), (". ~ .", 2), (". - .", 2), (". . .", 1), ("- . -", 1), ("% . ~", 1)] {
        let problem = classics::domination(diagram.parse().unwrap(), Piece::KING);
        assert_eq!(extremes(&problem).1, Some(kings), "{diagram}");
    }
    is_infeasible(&classics::domination(". - - -".parse().unwrap(), Piece::KING));
}

#[test]
fn the_empty_placement_is_a_solution_when_nothing_is_asked_for() {
    let (problem, _) = with(Board::square(2), Piece::KING);
    let all = solutions(&problem);
    assert_eq!(all.len(), 16);
    assert_eq!(all.iter().filter(|placement| placement.is_empty()).count(), 1);
    // A rule about each piece says nothing where there is none.
    let problem = classics::attacking(Board::square(2), Piece::KING, 7);
    assert!(solutions(&problem).iter().map(Placement::len).eq([0]));
    // Neither does one about each region or line of none.
    let (mut problem, kind) = with(Board::square(2), Piece::KING);
    problem.add(Constraint::count(kind, Area::EachRegion, 5)).add(Constraint::count(kind, Area::each([]), 5));
    problem.add(Constraint::count(kind, Area::lines([]), 5));
    problem.add(Constraint::covered(SquareSet::new(), kind, 5));
    assert_eq!(solutions(&problem).len(), 16);
    // But an empty set of squares holds no piece.
    is_infeasible(&problem.with(Constraint::count(kind, SquareSet::new(), 1)));
}

#[test]
fn blockers_are_placed_but_not_counted() {
    let (problem, wall) = with(Board::new(1, 3), Piece::BLOCKER);
    assert_eq!(solutions(&problem).len(), 8);
    assert_eq!(extremes(&problem), (Some(0), Some(0)));
    assert_eq!(problem.maximize_of([(wall, 1)]).unwrap().value().unwrap(), Some(3));
    assert_eq!(problem.minimize_of([(wall, -2)]).unwrap().value().unwrap(), Some(-6));
    let optima = problem.maximize().unwrap().optima().unwrap();
    assert_eq!(solutions(&optima).len(), 8, "every placement has as many pieces: none");
    // A blocker attacks and covers nothing.
    assert_eq!(solutions(&problem.clone().with(Constraint::attacks(wall, wall, 0))).len(), 8);
    assert_eq!(solutions(&problem.clone().with(Constraint::attacks(wall, wall, 1))).len(), 1);
    is_infeasible(&problem.with(Constraint::covered((0, 1), wall, 1..)));
}
