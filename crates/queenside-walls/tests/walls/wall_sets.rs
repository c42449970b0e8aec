//! Wall sets are those that the definition of a class gives, in the order promised, however the stream is cut.

use std::collections::{BTreeMap, BTreeSet};

use crate::subsets::subsets;
use proptest::prelude::*;
use queenside::{Board, Count, Group, Move, Piece, Problem, Square, SquareSet, Symmetry, Transform, Wrap, classics};
use queenside_testing::plane::{image, symmetries};
use queenside_walls::{WallRange, WallSets};

type List = Vec<Square>;

/// The classes by the definition: each set with all its images, under the plane symmetries that these are.
fn classes(board: &Board, symmetries: &[Symmetry], walls: usize) -> BTreeMap<List, usize> {
    let squares: Vec<Square> = board.open().iter().collect();
    let mut classes = BTreeMap::new();
    for set in subsets(&squares, walls) {
        let images: BTreeSet<List> = symmetries
            .iter()
            .map(|symmetry| {
                let mut list: List = set.iter().map(|square| image(*symmetry, *square, board)).collect();
                list.sort();
                list
            })
            .collect();
        classes.insert(images.first().expect("the set itself").clone(), images.len());
    }
    classes
}

fn walked(sets: &WallSets, range: &WallRange) -> Vec<(List, usize)> {
    let mut walk = sets.walk(range).unwrap();
    let mut found = Vec::new();
    let mut before: List = Vec::new();
    while let Some(set) = walk.next_set() {
        let list: List = set.squares().collect();
        let shared = before.iter().zip(&list).take_while(|(a, b)| a == b).count();
        assert!(set.shared() <= shared, "what is said to have stayed has stayed");
        assert_eq!(set.to_class().walls(), &list.iter().copied().collect::<SquareSet>());
        found.push((list.clone(), set.size()));
        before = list;
    }
    found
}

fn agrees(board: &Board, walls: usize) {
    let sets = WallSets::under(board, &Group::of_board(board), walls).unwrap();
    let expected: Vec<(List, usize)> = classes(board, &symmetries(board), walls).into_iter().collect();
    let found = walked(&sets, &sets.whole());
    assert_eq!(found, expected, "{walls} walls on\n{board}");
    assert_eq!(sets.classes(), found.len());
    assert_eq!(sets.boards(), found.iter().map(|(_, size)| size).sum::<usize>());
    for (list, size) in &found {
        let set: SquareSet = list.iter().copied().collect();
        assert!(sets.is_canonical(&set));
        assert_eq!(sets.class_of(&set).map(|class| class.size()), Some(*size));
    }
}

#[test]
fn small_boards_have_the_classes_of_the_definition() {
    for walls in 0..=9 {
        agrees(&Board::square(3), walls);
    }
    for walls in 0..=5 {
        agrees(&Board::square(4), walls);
        agrees(&Board::new(2, 6), walls);
        agrees(&Board::new(3, 5), walls);
    }
    for walls in [13, 14, 15, 16, 17] {
        agrees(&Board::square(4), walls);
    }
    agrees(&Board::new(1, 1), 1);
    agrees(&Board::new(1, 9), 3);
    agrees(&Board::square(4).with_wrap(Wrap::Columns), 3);
    let crossed = Board::square(5).with_walls([(2, 2)]).with_forbidden([(0, 0), (4, 4)]).with_holes([(0, 4), (4, 0)]);
    for walls in 0..=4 {
        agrees(&crossed, walls);
    }
}

#[test]
fn boards_of_several_words_have_the_classes_of_the_definition() {
    for board in [Board::new(5, 13), Board::square(9), Board::new(3, 65), Board::square(12)] {
        agrees(&board, 2);
    }
    agrees(&Board::new(5, 14), 3);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn odd_boards_have_the_classes_of_the_definition(
        rows in 1usize..=4, columns in 1usize..=5, cells in prop::collection::vec(0u8..12, 20), walls in 0usize..=4,
    ) {
        let place = |kind: u8| (0..rows * columns).filter(|index| cells[*index] == kind).map(|index| (index / columns, index % columns)).collect::<Vec<_>>();
        agrees(&Board::new(rows, columns).with_walls(place(0)).with_forbidden(place(1)).with_holes(place(2)), walls);
    }

    #[test]
    fn stretches_of_any_cut_are_the_whole(
        rows in 1usize..=5, columns in 1usize..=6, walls in 0usize..=5, parts in 1usize..=40, stops in prop::collection::vec(0usize..60, 1..6),
    ) {
        let board = Board::new(rows, columns);
        let sets = WallSets::new(&board, &Piece::QUEEN, walls).unwrap();
        let whole = walked(&sets, &sets.whole());
        let cut = sets.split(parts);
        prop_assert_eq!(cut.len(), parts);
        let parts: Vec<_> = cut.iter().flat_map(|part| walked(&sets, part)).collect();
        prop_assert_eq!(&parts, &whole);
        // Stopped again and again, and in the middle of a part.
        for part in [sets.whole(), cut[cut.len() / 2].clone()] {
            let expected = walked(&sets, &part);
            let mut found = Vec::new();
            let mut rest = part;
            for stop in stops.iter().cycle() {
                let mut walk = sets.walk(&rest).unwrap();
                found.extend(walk.by_ref().take(*stop).map(|class| (class.walls().iter().collect::<List>(), class.size())));
                rest = walk.rest();
                if rest.is_empty() || found.len() > expected.len() || stops.iter().all(|stop| *stop == 0) {
                    break;
                }
                if walk.next().is_none() {
                    break;
                }
            }
            if stops.iter().any(|stop| *stop > 0) {
                prop_assert_eq!(found, expected);
            }
        }
    }
}

#[test]
fn chessboards_have_the_published_numbers_of_classes() {
    for (walls, classes) in [(0, 1), (1, 10), (2, 278), (3, 5278), (4, 79_920)] {
        let sets = WallSets::new(&Board::square(8), &Piece::QUEEN, walls).unwrap();
        let mut walk = sets.iter();
        let (mut seen, mut boards) = (0u64, 0u64);
        while let Some(set) = walk.next_set() {
            seen += 1;
            boards += set.size() as u64;
        }
        assert_eq!(seen, classes);
        assert_eq!((sets.classes(), sets.boards()), (seen.into(), boards.into()));
    }
    let classes = |walls| WallSets::new(&Board::square(8), &Piece::QUEEN, walls).unwrap().classes();
    assert_eq!([5, 6].map(classes), [954_226u32, 9_377_618].map(Count::from));
}

#[test]
fn a_piece_has_its_say_in_what_is_alike() {
    let one_way = Piece::new([Move::ride(0, 1)]);
    let sets = WallSets::new(&Board::square(4), &one_way, 2).unwrap();
    let own = [Symmetry::Identity, Symmetry::MirrorRows];
    let expected: Vec<(List, usize)> = classes(&Board::square(4), &own, 2).into_iter().collect();
    assert_eq!(walked(&sets, &sets.whole()), expected);
}

#[test]
fn shifts_of_a_torus_are_symmetries_as_well() {
    let board = Board::square(4).with_wrap(Wrap::Both);
    let mut problem = Problem::new(board.clone());
    problem.add_kind("queen", Piece::QUEEN);
    let shift = |rows, columns| Transform::from(Symmetry::Identity).shifted(rows, columns);
    let group = problem.generate([shift(1, 0), shift(0, 1), Symmetry::Transpose.into()]).unwrap();
    for walls in 0..=5 {
        let sets = WallSets::under(&board, &group, walls).unwrap();
        let mut seen = BTreeSet::new();
        for class in &sets {
            let list: List = class.walls().iter().collect();
            let mut images = BTreeSet::new();
            for (down, right) in (0..16).map(|shift| (shift / 4, shift % 4)) {
                for symmetry in [Symmetry::Identity, Symmetry::Transpose] {
                    let moved = |square: &Square| {
                        let square = image(symmetry, *square, &board);
                        Square::new((square.row() + down) % 4, (square.column() + right) % 4)
                    };
                    let mut moved: List = list.iter().map(moved).collect();
                    moved.sort();
                    images.insert(moved);
                }
            }
            assert_eq!((images.first(), images.len()), (Some(&list), class.size()));
            seen.extend(images);
        }
        assert_eq!(sets.boards(), seen.len());
    }
}

#[test]
fn what_makes_no_sense_is_said() {
    let error = |board: &Board, group: &Group| WallSets::under(board, group, 2).unwrap_err().to_string();
    let plain = Group::of_board(&Board::square(4));
    assert_eq!(error(&Board::square(5), &plain), "the group: it was made for a 4×4 board, not for a 5×5 board");
    let walled = Board::square(4).with_walls([(0, 1)]);
    assert_eq!(error(&walled, &plain), "the group: QuarterTurn does not carry open squares into open squares");
    assert_eq!(error(&Board::new(65, 64), &plain), "a board of 65×64 is too large: at most 4096 squares");
    assert!(WallSets::new(&Board::new(0, 3), &Piece::QUEEN, 1).is_err());
    assert!(WallSets::new(&Board::square(3), &Piece::new([Move::leap(0, 0)]), 1).is_err());
    // More walls than squares: there are no such sets.
    let none = WallSets::new(&Board::square(2), &Piece::QUEEN, 5).unwrap();
    assert_eq!((none.boards(), none.classes(), none.iter().count()), (0u32.into(), 0u32.into(), 0));
    let other = WallSets::new(&Board::square(2), &Piece::QUEEN, 2).unwrap();
    assert!(none.walk(&other.whole()).unwrap_err().to_string().starts_with("the part was made for"));
    let problem = classics::queens(4);
    assert!(WallSets::under(&Board::square(4), &problem.group().unwrap(), 2).is_ok());
}

#[cfg(feature = "serde")]
#[test]
fn stretches_can_be_written_and_read() {
    let sets = WallSets::new(&Board::square(4), &Piece::QUEEN, 3).unwrap();
    let mut walk = sets.iter();
    let mut sizes: Vec<usize> = walk.by_ref().take(17).map(|class| class.size()).collect();
    let text = serde_json::to_string(&walk.rest()).unwrap();
    let rest: WallRange = serde_json::from_str(&text).unwrap();
    assert_eq!(rest, walk.rest());
    sizes.extend(sets.walk(&rest).unwrap().map(|class| class.size()));
    assert_eq!((sizes.len(), sizes.iter().sum::<usize>()), (sets.iter().count(), 560));
    // Ends that no walk has written are refused.
    let start = text.find('[').expect("it has a start");
    let end = text.find(",\"checksum\"").expect("it has a checksum");
    for ends in ["[4294967295,0],\"until\":null", "[3,2,1,0],\"until\":[9,9,9,9,9]", "[],\"until\":[4294967295]"] {
        let odd = serde_json::from_str::<WallRange>(&format!("{}{ends}{}", &text[..start], &text[end..]));
        assert!(odd.is_err_and(|error| error.to_string().contains("changed after it was written")));
    }
}
