//! The laws of groups, orbits and classes, on random problems and on some whose symmetries are known.

use std::collections::BTreeSet;

use proptest::prelude::*;
use queenside::{
    Area, Board, Class, Constraint, Engine, Fault, Group, Interval, Kind, Move, Options, Piece, Placement, Problem,
    Square, SquareSet, Symmetry, Terrain, Transform, Wrap, classics,
};
use queenside_testing::plane::{image, is_allowed, symmetries};

/// A board that is symmetric more often than not: its terrain is closed under some symmetries.
fn boards() -> impl Strategy<Value = Board> {
    let wrap = prop::sample::select(vec![Wrap::None, Wrap::None, Wrap::Columns, Wrap::Rows, Wrap::Both]);
    let size = prop_oneof![(1usize..=4).prop_map(|n| (n, n)), (1usize..=3, 1usize..=5)];
    let marks = prop::collection::vec((any::<u8>(), 0u8..3), 0..3);
    let wanted = prop::collection::vec(0usize..8, 0..3);
    (size, wrap, marks, wanted).prop_map(|((rows, columns), wrap, marks, wanted)| {
        let mut board = Board::new(rows, columns).with_wrap(wrap);
        let wanted: Vec<Symmetry> =
            wanted.into_iter().map(|index| Symmetry::ALL[index]).filter(|one| is_allowed(*one, &board)).collect();
        for (place, terrain) in marks {
            let terrain = [Terrain::Wall, Terrain::Forbidden, Terrain::Hole][usize::from(terrain)];
            let mut orbit =
                BTreeSet::from([Square::from_index(usize::from(place) % (rows * columns), columns).unwrap()]);
            loop {
                let more: BTreeSet<Square> = orbit
                    .iter()
                    .flat_map(|square| wanted.iter().map(|symmetry| image(*symmetry, *square, &board)))
                    .chain(orbit.iter().copied())
                    .collect();
                if more.len() == orbit.len() {
                    break;
                }
                orbit = more;
            }
            board = board.with_terrain(terrain, orbit);
        }
        board
    })
}

fn pieces() -> impl Strategy<Value = Piece> {
    prop::sample::select(vec![
        Piece::QUEEN,
        Piece::ROOK,
        Piece::KING,
        Piece::KNIGHT,
        Piece::FERZ,
        Piece::WHITE_PAWN,
        Piece::ROOK.within(2),
        Piece::BLOCKER,
    ])
}

/// A problem with a good part of the symmetries of its board: one or two kinds and rules that mostly treat all squares
/// alike, with few enough solutions to go through.
fn problems() -> impl Strategy<Value = Problem> {
    let rules = prop::collection::vec((0u8..9, any::<u8>(), any::<u16>()), 1..4);
    (boards(), prop::collection::vec(pieces(), 1..3), rules).prop_map(|(board, pieces, rules)| {
        let mut problem = Problem::new(board);
        let kinds: Vec<Kind> = pieces
            .into_iter()
            .enumerate()
            .map(|(index, piece)| problem.add_kind(format!("kind {index}"), piece))
            .collect();
        let movers: Vec<Kind> =
            kinds.iter().copied().filter(|kind| !problem.piece(*kind).unwrap().is_blocker()).collect();
        if !movers.is_empty() {
            problem.add(Constraint::attacks(movers.clone(), movers, 0));
        }
        problem.add(Constraint::count(kinds.clone(), Area::Everywhere, ..=5));
        for (sort, number, bits) in rules {
            let (one, other) = (kinds[usize::from(number) % kinds.len()], kinds[kinds.len() - 1]);
            let few = Interval::from(i64::from(number % 2)..=i64::from(number % 4) + 1);
            let squares: SquareSet = problem
                .board()
                .squares()
                .iter()
                .enumerate()
                .filter(|(index, _)| bits >> (index % 16) & 1 == 1)
                .map(|(_, square)| square)
                .collect();
            problem.add(match sort {
                0 => Constraint::count(one, Area::rows(), ..=1),
                1 => Constraint::count(one, Area::columns(), ..=1),
                2 => Constraint::count(one, Area::diagonals(), ..=1),
                3 => Constraint::covered(Area::Everywhere, one, ..=2).where_vacant(),
                4 => Constraint::attacks(one, other, ..=1).through(),
                5 => Constraint::balance(one, other, -1..=1),
                6 => Constraint::count(one, squares, few),
                7 => Constraint::symmetric([Symmetry::HalfTurn], Area::Everywhere),
                _ => Constraint::covered(squares, one, 1..),
            });
        }
        problem
    })
}

/// Any placement on the board of a problem, whether or not it is a solution.
fn any_placement(problem: &Problem, seed: u64) -> Placement {
    let kinds: Vec<Kind> = problem.kinds().collect();
    let mut state = seed;
    let placed = problem.board().squares().into_iter().filter_map(|square| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let draw = (state >> 33) as usize % (2 * kinds.len() + 1);
        kinds.get(draw).map(|kind| (*kind, square))
    });
    let placed: Vec<_> = placed.collect();
    Placement::new(problem, placed).unwrap()
}

fn all(problem: &Problem) -> Vec<Placement> {
    problem.enumerate().unwrap().sorted().unwrap()
}

/// Orbits, stabilisers and canonical forms of one placement.
fn orbit_laws(group: &Group, placement: &Placement) -> Result<(), TestCaseError> {
    let orbit = group.orbit(placement).unwrap();
    prop_assert!(orbit.is_sorted() && orbit.iter().collect::<BTreeSet<_>>().len() == orbit.len());
    prop_assert!(orbit.contains(placement), "the identity is in the group");
    prop_assert_eq!(group.images(placement).unwrap().count(), group.order());
    prop_assert_eq!(group.stabiliser(placement).unwrap().order() * orbit.len(), group.order());

    let canonical = group.canonical(placement).unwrap();
    prop_assert_eq!(&canonical, &orbit[0], "the smallest of the orbit");
    prop_assert_eq!(&group.canonical(&canonical).unwrap(), &canonical);
    prop_assert!(group.is_canonical(&canonical).unwrap());
    prop_assert_eq!(group.is_canonical(placement).unwrap(), *placement == canonical);
    for other in &orbit {
        prop_assert_eq!(&group.canonical(other).unwrap(), &canonical);
        prop_assert_eq!(&group.orbit(other).unwrap(), &orbit);
        prop_assert_eq!(group.stabiliser(other).unwrap().order(), group.stabiliser(placement).unwrap().order());
    }
    Ok(())
}

/// All that holds between the solutions of a problem, its classes under a group it has, and Burnside's count.
fn class_laws(problem: &Problem, group: &Group, solutions: &[Placement]) -> Result<(), TestCaseError> {
    let classes: Vec<Class> = problem.classes_under(group).unwrap().collect::<Result<_, _>>().unwrap();
    prop_assert_eq!(classes.iter().map(Class::size).sum::<usize>(), solutions.len(), "orbits add up");
    prop_assert_eq!(problem.count().unwrap().exact().unwrap(), solutions.len());
    let mut seen = BTreeSet::new();
    for class in &classes {
        let orbit = group.orbit(class.representative()).unwrap();
        prop_assert_eq!(orbit.len(), class.size());
        prop_assert!(group.is_canonical(class.representative()).unwrap());
        for placement in orbit {
            prop_assert!(solutions.binary_search(&placement).is_ok());
            prop_assert!(seen.insert(placement), "the classes are disjoint");
        }
    }
    let burnside = group.count_classes(problem, &Options::new()).unwrap().exact().unwrap();
    prop_assert_eq!(burnside, classes.len());
    Ok(())
}

fn shifts() -> impl Strategy<Value = (usize, usize)> {
    (0usize..3, 0usize..3)
}

/// Up to two of the eight symmetries, by number.
fn choices() -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(0usize..8, 0..3)
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn orbits_stabilisers_and_canonical_forms_obey_the_laws(problem in problems(), seed: u64) {
        orbit_laws(&problem.group().unwrap(), &any_placement(&problem, seed))?;
        // Of a group the problem need not have, too.
        let every = Symmetry::ALL.into_iter().filter(|symmetry| is_allowed(*symmetry, problem.board()));
        let group = problem.generate(every.map(Transform::from)).unwrap();
        orbit_laws(&group, &any_placement(&problem, !seed))?;
    }

    #[test]
    fn classes_add_up_and_burnside_agrees(problem in problems()) {
        class_laws(&problem, &problem.group().unwrap(), &all(&problem))?;
    }

    #[test]
    fn the_group_of_a_problem_has_only_true_symmetries(problem in problems()) {
        let group = problem.group().unwrap();
        for solution in all(&problem) {
            for image in group.images(&solution).unwrap() {
                prop_assert!(image.judge(&problem).unwrap().is_solution(), "{}\nof\n{}", image, solution);
            }
        }
    }

    #[test]
    fn the_group_of_a_board_is_what_leaves_it_as_it_is(board in boards()) {
        let symmetries = symmetries(&board);
        prop_assert_eq!(Group::of_board(&board).order(), symmetries.len(), "{:?}", symmetries);
        // Pieces that go all ways and rules that say nothing of single squares leave it as large.
        for piece in [Piece::QUEEN, Piece::KNIGHT, Piece::BLOCKER] {
            let mut problem = Problem::new(board.clone());
            let kind = problem.add_kind("kind", piece);
            problem.add(Constraint::attacks(kind, kind, 0));
            problem.add(Constraint::covered(Area::Everywhere, kind, ..=3));
            prop_assert_eq!(problem.group().unwrap().order(), symmetries.len());
        }
    }

    #[test]
    fn a_group_made_of_generators_is_one(problem in problems(), choice in choices(), seed: u64) {
        let board = problem.board();
        let chosen: Vec<Symmetry> =
            choice.into_iter().map(|index| Symmetry::ALL[index]).filter(|one| is_allowed(*one, board)).collect();
        let group = problem.generate(chosen.iter().copied().map(Transform::from)).unwrap();
        // Made again of itself and its generators it is no larger, and its order divides that of all.
        let twice = problem.generate(chosen.iter().chain(&chosen).copied().map(Transform::from)).unwrap();
        prop_assert_eq!(&twice, &group);
        let every = Symmetry::ALL.into_iter().filter(|symmetry| is_allowed(*symmetry, board)).count();
        prop_assert_eq!(every % group.order(), 0);
        // Its images are those of the maps written out above, as far as they are in it.
        let placement = any_placement(&problem, seed);
        let images: BTreeSet<Placement> = group.images(&placement).unwrap().collect();
        for symmetry in chosen {
            let placed = placement.iter().map(|(at, kind)| (kind, image(symmetry, at, board)));
            prop_assert!(images.contains(&Placement::new(&problem, placed).unwrap()), "{:?}", symmetry);
        }
    }

    #[test]
    fn a_symmetry_that_is_accepted_is_one((problem, _) in crate::common::cases(), shift in shifts(), swap: bool) {
        // Whatever transform: if the problem is said to have it, it carries solutions into solutions.
        let kinds: Vec<Kind> = problem.kinds().collect();
        let solutions = all(&problem);
        for symmetry in Symmetry::ALL {
            let mut transform = Transform::from(symmetry).shifted(shift.0, shift.1);
            if swap {
                transform = transform.swapping(kinds[0], kinds[kinds.len() - 1]);
            }
            let Ok(group) = problem.generate([transform]) else { continue };
            match problem.classes_under(&group) {
                Ok(_) => class_laws(&problem, &group, &solutions)?,
                Err(error) => prop_assert!(error.to_string().contains("the problem does not have"), "{}", error),
            }
        }
    }
}

/// Problems on a torus that look the same from everywhere.
fn torus_problems() -> impl Strategy<Value = Problem> {
    let piece = prop::sample::select(vec![Piece::QUEEN, Piece::ROOK, Piece::KNIGHT, Piece::WHITE_PAWN, Piece::WAZIR]);
    (1usize..=4, 1usize..=4, piece, 0u8..5).prop_map(|(rows, columns, piece, sort)| {
        let mut problem = classics::attacking(Board::new(rows, columns).with_wrap(Wrap::Both), piece, ..=1);
        let kind = problem.kinds().next().unwrap();
        problem.add(match sort {
            0 => Constraint::count(kind, Area::rows(), ..=1),
            1 => Constraint::count(kind, Area::columns(), 1..=2),
            2 => Constraint::covered(Area::Everywhere, kind, 1..=2),
            3 => Constraint::count(kind, Area::diagonals(), ..=1),
            _ => Constraint::attacks(kind, kind, 1),
        });
        problem
    })
}

fn shift(rows: usize, columns: usize) -> Transform {
    Transform::from(Symmetry::Identity).shifted(rows, columns)
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn shifts_of_a_torus_obey_the_laws(problem in torus_problems(), seed: u64) {
        let (rows, columns) = (problem.board().rows(), problem.board().columns());
        let group = problem.generate([shift(1, 0), shift(0, 1)]).unwrap();
        prop_assert_eq!(group.order(), rows * columns);
        orbit_laws(&group, &any_placement(&problem, seed))?;
        class_laws(&problem, &group, &all(&problem))?;
        // With mirrors as well, where the problem has them.
        let mirrors = problem.group().unwrap().order();
        let all_of_them = Symmetry::ALL.into_iter().filter(|one| is_allowed(*one, problem.board()));
        let kept = all_of_them.map(Transform::from).filter(|one| {
            problem.generate([one.clone()]).is_ok_and(|group| problem.classes_under(&group).is_ok())
        });
        let larger = problem.generate(kept.chain([shift(1, 0), shift(0, 1)])).unwrap();
        prop_assert!(larger.order().is_multiple_of(rows * columns) && larger.order() <= mirrors * rows * columns);
        class_laws(&problem, &larger, &all(&problem))?;
    }

    #[test]
    fn kinds_that_change_places_obey_the_laws(board in boards(), piece in pieces(), seed: u64) {
        let mut problem = Problem::new(board);
        let armies = ["white", "black", "red"].map(|name| problem.add_kind(name, piece.clone()));
        for (one, other) in [(0, 1), (1, 2), (2, 0)].map(|(a, b)| (armies[a], armies[b])) {
            problem.add(Constraint::attacks(one, other, 0)).add(Constraint::attacks(other, one, 0));
            problem.add(Constraint::balance(one, other, -1..=1));
        }
        problem.add(Constraint::count(armies, Area::Everywhere, ..=3));
        let swap = |a: usize, b: usize| Transform::from(Symmetry::Identity).swapping(armies[a], armies[b]);
        let group = problem.generate([swap(0, 1), swap(1, 2)]).unwrap();
        prop_assert_eq!(group.order(), 6);
        orbit_laws(&group, &any_placement(&problem, seed))?;
        class_laws(&problem, &group, &all(&problem))?;
        // A turn that also changes colours.
        let turn = Transform::from(Symmetry::HalfTurn).swapping(armies[0], armies[2]);
        let group = problem.generate([turn]).unwrap();
        prop_assert_eq!(group.order(), 2);
        orbit_laws(&group, &any_placement(&problem, seed))?;
    }
}

#[test]
fn groups_are_named_by_their_symmetries() {
    use Symmetry::{Antitranspose, HalfTurn, MirrorColumns, MirrorRows, QuarterTurn, Transpose};
    let problem = classics::queens(4);
    let name = |symmetries: &[Symmetry]| {
        problem.generate(symmetries.iter().copied().map(Transform::from)).unwrap().to_string()
    };
    assert_eq!(name(&[]), "C1 (order 1)");
    assert_eq!(name(&[HalfTurn]), "C2 (order 2)");
    assert_eq!(name(&[QuarterTurn]), "C4 (order 4)");
    assert_eq!(name(&[MirrorRows]), "D1 (order 2)");
    assert_eq!(name(&[Transpose]), "D1 (order 2)");
    assert_eq!(name(&[MirrorRows, MirrorColumns]), "D2 (order 4)");
    assert_eq!(name(&[Transpose, Antitranspose]), "D2 (order 4)");
    assert_eq!(name(&[QuarterTurn, MirrorRows]), "D4 (order 8)");
    let torus = classics::non_attacking(Board::square(5).with_wrap(Wrap::Both), Piece::QUEEN);
    assert_eq!(torus.generate([shift(1, 2)]).unwrap().to_string(), "(order 5)");
}

#[test]
fn a_mirror_that_swaps_two_equally_ruled_regions_is_kept() {
    let board = Board::square(4).with_region_map("A A B B\nA A B B\nC C D D\nC C D D").unwrap();
    let mut problem = Problem::new(board);
    let rook = problem.add_kind("rook", Piece::ROOK);
    let [a, b, c, d] = ["A", "B", "C", "D"].map(|name| problem.region_named(name).unwrap());
    problem.non_attacking();
    let order = |problem: &Problem| {
        let solutions = all(problem);
        class_laws(problem, &problem.group().unwrap(), &solutions).unwrap();
        problem.group().unwrap().order()
    };
    // One region apart leaves the mirror through its corner; two side by side, the mirror between them.
    let one = problem.clone().with(Constraint::count(rook, a, 1));
    assert_eq!((order(&one), one.group().unwrap().to_string()), (2, "D1 (order 2)".to_owned()));
    let two = one.clone().with(Constraint::count(rook, b, 1));
    assert_eq!(order(&two), 2);
    let opposite = one.clone().with(Constraint::count(rook, d, 1));
    assert_eq!(opposite.group().unwrap().to_string(), "D2 (order 4)");
    let four = two.clone().with(Constraint::count(rook, c, 1)).with(Constraint::count(rook, d, 1));
    assert_eq!(order(&four), 8);
    // However it is said.
    let each = problem.clone().with(Constraint::count(rook, Area::EachRegion, 1));
    assert_eq!((order(&each), all(&each)), (8, all(&four)));
    // Ruled differently they are told apart.
    let uneven = one.clone().with(Constraint::count(rook, b, 0..=1));
    assert_eq!(order(&uneven), 1);
    // A region that no rule names is no matter.
    assert_eq!(order(&problem), 8);
}

#[test]
fn walls_that_a_turn_carries_into_each_other_are_kept() {
    let board: Board = ". % . .\n. . . %\n% . . .\n. . % .".parse().unwrap();
    let problem = classics::non_attacking(board, Piece::QUEEN);
    assert_eq!(problem.group().unwrap().to_string(), "C4 (order 4)");
    class_laws(&problem, &problem.group().unwrap(), &all(&problem)).unwrap();
    // A wall and a forbidden square are not the same.
    let board: Board = ". % . .\n. . . -\n% . . .\n. . - .".parse().unwrap();
    let problem = classics::non_attacking(board, Piece::QUEEN);
    assert_eq!(problem.group().unwrap().order(), 1);
}

#[test]
fn the_moves_of_a_piece_are_part_of_the_problem() {
    let order = |piece: Piece| classics::non_attacking(Board::square(3), piece).group().unwrap().order();
    assert_eq!(order(Piece::QUEEN), 8);
    assert_eq!(order(Piece::WHITE_PAWN), 2);
    assert_eq!(order(Piece::new([Move::ride(0, 1)])), 2);
    assert_eq!(order(Piece::new([Move::ride(0, 1), Move::ride(0, -1)])), 4);
    assert_eq!(order(Piece::new([Move::leap(1, 2), Move::leap(2, -1), Move::leap(-1, -2), Move::leap(-2, 1)])), 4);
    assert_eq!(order(Piece::new([Move::leap(1, 2)])), 1);
    assert_eq!(order(Piece::new([Move::ride(1, 1)])), 2);
}

#[test]
fn one_kind_may_mirror_another_only_if_they_change_places() {
    let mut problem = Problem::new(Board::square(3));
    let white = problem.add_kind("white pawn", Piece::WHITE_PAWN);
    let black = problem.add_kind("black pawn", Piece::BLACK_PAWN);
    problem.add(Constraint::attacks(white, black, 0)).add(Constraint::attacks(black, white, 0));
    assert_eq!(problem.group().unwrap().order(), 2);
    let flip = Transform::from(Symmetry::MirrorRows).swapping(white, black);
    let group = problem.generate([flip, Symmetry::MirrorColumns.into()]).unwrap();
    assert_eq!(group.order(), 4);
    class_laws(&problem, &group, &all(&problem)).unwrap();
    let plain = problem.generate([Symmetry::MirrorRows.into()]).unwrap();
    assert!(problem.classes_under(&plain).is_err());
}

#[test]
fn both_engines_find_the_same_classes() {
    let board: Board = ". . . .\n. % - .\n. . . .".parse().unwrap();
    for problem in [classics::non_attacking(board.clone(), Piece::ROOK), classics::domination(board, Piece::KING)] {
        let classes = |engine| {
            let options = Options::new().engine(engine);
            let mut classes: Vec<(Placement, usize)> = problem
                .using(&options)
                .classes()
                .unwrap()
                .map(Result::unwrap)
                .map(|class| (class.representative().clone(), class.size()))
                .collect();
            classes.sort();
            classes
        };
        assert_eq!(classes(Engine::Brute), classes(Engine::Search));
    }
}

#[test]
fn a_foreign_group_is_a_fault() {
    let placement = classics::queens(4).solve().unwrap().placement().unwrap().unwrap();
    let shift = Transform::from(Symmetry::Identity).shifted(1, 0);
    let torus = classics::non_attacking(Board::square(4).with_wrap(Wrap::Both), Piece::QUEEN);
    let three = classics::peaceable(Board::square(4), Piece::QUEEN).with_kind("king", Piece::KING);
    let [white, king] = ["white", "king"].map(|name| three.kind_named(name).unwrap());
    for group in [
        // Of another size, with kinds that the placement does not have, and round edges that do not meet.
        Group::of_board(&Board::square(6)),
        three.generate([Transform::from(Symmetry::Identity).swapping(white, king)]).unwrap(),
        torus.generate([shift]).unwrap(),
    ] {
        let errors = [
            group.canonical(&placement).unwrap_err(),
            group.orbit(&placement).unwrap_err(),
            group.is_canonical(&placement).unwrap_err(),
            group.stabiliser(&placement).unwrap_err(),
            group.images(&placement).map(Iterator::count).unwrap_err(),
        ];
        for error in errors {
            assert!(matches!(error.faults(), [Fault::ForeignGroup { found: (4, 4), .. }]), "{error}");
        }
    }
    // One of the plane is good for any kinds.
    assert_eq!(Group::of_board(&Board::square(4)).orbit(&placement).unwrap().len(), 2);
}
