//! Weights that differ by square: every engine finds what trying everything finds, and those that can say so agree where that
//! would take too long.

use proptest::prelude::*;
use queenside::{Board, Engine, Kind, Options, Piece, Placement, Problem, Square, Weights, classics};

use crate::common::cases;

fn by(engine: Engine) -> Options {
    Options::new().engine(engine)
}

/// The value of a placement, added up by itself.
fn value(placement: &Placement, worth: &dyn Fn(Kind, Square) -> i64) -> i64 {
    placement.iter().map(|(square, kind)| worth(kind, square)).sum()
}

/// Numbers from which weights are made, and how large they are.
fn numbers() -> impl Strategy<Value = (Vec<i64>, i64)> {
    // The last is about the greatest that can be added up over three kinds on 24 squares.
    let unit = prop_oneof![4 => Just(1i64), 1 => Just(9_000), 1 => Just(i64::MAX / (72 * 9))];
    let number = prop_oneof![2 => Just(0i64), 6 => -9i64..=9, 3 => 1i64..=9];
    (prop::collection::vec(number, 72), unit)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn engines_agree_with_the_oracle((problem, _) in cases(), (numbers, unit) in numbers()) {
        let kinds: Vec<Kind> = problem.kinds().collect();
        let worth = |kind: Kind, square: Square| {
            let index = kinds.iter().position(|own| *own == kind).expect("it is of the problem");
            let place = (square.row() * 6 + square.column()) * 3 + index;
            // An odd number now and then, or they would all be multiples.
            numbers[place] * unit + if unit > 9 { place as i64 % 2 } else { 0 }
        };
        let weights = Weights::from_fn(&problem, worth);
        let all = problem.using(&by(Engine::Brute)).enumerate().unwrap().sorted().unwrap();
        let values: Vec<i64> = all.iter().map(|placement| value(placement, &worth)).collect();
        for greatest in [true, false] {
            let best = if greatest { values.iter().max() } else { values.iter().min() }.copied();
            let reach = values.iter().filter(|value| Some(**value) == best).count();
            for engine in [Engine::Brute, Engine::Search, Engine::Sweep, Engine::Sat, Engine::Ilp, Engine::Auto] {
                let options = by(engine);
                let asked = problem.using(&options);
                let answer =
                    if greatest { asked.maximize_of(weights.clone()) } else { asked.minimize_of(weights.clone()) };
                let answer = match answer {
                    // A sum too large for floating point, or a frontier that is too wide.
                    Err(error) if error.is_declined() && [Engine::Sweep, Engine::Ilp].contains(&engine) => continue,
                    answer => answer.unwrap(),
                };
                prop_assert_eq!(answer.value().unwrap(), best, "{:?}", engine);
                if let Some(placement) = answer.placement().unwrap() {
                    prop_assert_eq!(Some(value(&placement, &worth)), best);
                    prop_assert!(all.contains(&placement));
                }
                let optima = answer.optima().unwrap();
                prop_assert_eq!(optima.using(&by(Engine::Search)).count().unwrap().exact().unwrap(), reach);
            }
        }
    }
}

/// Numbers from 1 to 99 by a fixed rule that looks like chance.
fn worth(seed: u64) -> impl Fn(Kind, Square) -> i64 {
    move |_, square| {
        let mut state =
            seed ^ (square.row() as u64 * 64 + square.column() as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        state = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        state = (state ^ (state >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((state ^ (state >> 31)) % 99) as i64 + 1
    }
}

#[test]
fn engines_agree_on_larger_boards() {
    for (seed, piece) in [(1, Piece::ROOK), (2, Piece::KNIGHT), (3, Piece::QUEEN), (4, Piece::KING), (5, Piece::BISHOP)]
    {
        let packing = classics::non_attacking(Board::square(6).with_walls([(1, 2), (4, 4)]), piece.clone());
        let cover = classics::domination(Board::square(5), piece);
        for (problem, greatest) in [(packing, true), (cover, false)] {
            let weights = Weights::from_fn(&problem, worth(seed));
            let values = [Engine::Search, Engine::Sat, Engine::Ilp, Engine::Auto].map(|engine| {
                let options = by(engine);
                let asked = problem.using(&options);
                let answer =
                    if greatest { asked.maximize_of(weights.clone()) } else { asked.minimize_of(weights.clone()) };
                let answer = answer.unwrap();
                let best = answer.placement().unwrap().expect("there is a solution");
                assert_eq!(Some(value(&best, &worth(seed))), answer.value().unwrap());
                answer.value().unwrap()
            });
            assert_eq!(values, [values[0]; 4], "{problem}");
        }
    }
}

#[test]
fn an_assignment_is_the_cheapest_of_all_permutations() {
    let problem = classics::non_attacking(Board::square(6), Piece::ROOK);
    let rook = problem.kind_named("piece").unwrap();
    let cost = worth(9);
    let mut columns: Vec<usize> = (0..6).collect();
    let mut max = 0;
    permute(&mut columns, 0, &mut |columns| {
        let sum = columns.iter().enumerate().map(|(row, column)| cost(rook, Square::new(row, *column))).sum();
        max = max.max(sum);
    });
    let weights = Weights::from_fn(&problem, worth(9));
    assert_eq!(problem.maximize_of(weights).unwrap().value().unwrap(), Some(max));
}

fn permute(list: &mut Vec<usize>, from: usize, visit: &mut dyn FnMut(&[usize])) {
    if from == list.len() {
        return visit(list);
    }
    for other in from..list.len() {
        list.swap(from, other);
        permute(list, from + 1, visit);
        list.swap(from, other);
    }
}

#[test]
fn large_boards_are_answered_too() {
    // More variables than a tree is set up for at once; one rook in each row, one column each.
    let problem = classics::non_attacking(Board::square(64), Piece::ROOK);
    let weights = Weights::from_fn(&problem, |_, square| i64::from(square.row() == square.column()) * 7);
    assert_eq!(problem.maximize_of(weights).unwrap().value().unwrap(), Some(7 * 64));
}

#[test]
fn what_cannot_be_added_up_is_said_when_asked() {
    let problem: Problem = classics::non_attacking(Board::square(3), Piece::KING);
    let king = problem.kind_named("piece").unwrap();
    let faults = |weights: Weights| -> Vec<String> {
        let errors =
            [problem.maximize_of(weights.clone()), problem.minimize_of(weights)].map(|answer| answer.unwrap_err());
        assert_eq!(errors[0], errors[1]);
        errors[0].faults().iter().map(ToString::to_string).collect()
    };
    let too_large = ["the objective: the numbers are too large to be added up"];
    let corners = |weight| Weights::by_square(king, [((0, 0), weight), ((2, 2), weight)]);
    for weight in [i64::MAX, i64::MIN, i64::MAX / 2 + 1] {
        assert_eq!(faults(corners(weight)), too_large);
    }
    assert_eq!(faults(Weights::by_square(king, [((0, 0), i64::MAX)]).and(&Weights::by_kind([(king, 1)]))), too_large);
    assert_eq!(faults(Weights::by_square(king, [((3, 0), 1)])), ["the objective: (3,0) is not on the 3×3 board"]);
    for engine in [Engine::Brute, Engine::Search, Engine::Sweep, Engine::Sat, Engine::Auto] {
        let max = problem.using(&by(engine)).maximize_of(corners(i64::MAX / 2)).unwrap();
        assert_eq!(max.value().unwrap(), Some(i64::MAX - 1), "{engine:?}");
        assert_eq!(max.optima().unwrap().using(&by(Engine::Brute)).count().unwrap().exact().unwrap(), 4u32);
    }
}

#[test]
fn optima_keep_only_the_symmetries_of_the_weights() {
    // Four kings in the corners of quarters: one corner worth more.
    let problem = classics::non_attacking(Board::square(4), Piece::KING);
    let king = problem.kind_named("piece").unwrap();
    let weights = Weights::by_kind([(king, 3)]).and(&Weights::by_square(king, [((0, 0), 1)]));
    let best = problem.maximize_of(weights).unwrap();
    let optima = best.optima().unwrap();
    let all = optima.enumerate().unwrap().sorted().unwrap();
    assert_eq!(best.value().unwrap(), Some(13));
    assert!(all.iter().all(|placement| placement.len() == 4 && placement.kind_at((0, 0)) == Some(king)));
    assert_eq!(optima.count().unwrap().exact().unwrap(), all.len());
    // Only the diagonal through that corner is left.
    let group = optima.group().unwrap();
    assert_eq!(group.elements().len(), 2);
    assert_eq!(optima.classes().unwrap().map(|class| class.unwrap().size()).sum::<usize>(), all.len());
}

#[test]
fn weights_by_region_are_counted() {
    let board = Board::square(4).with_region_map("A A B B\nA A B B\nC C D D\nC C D D").unwrap();
    let problem = classics::non_attacking(board, Piece::KING);
    let king = problem.kind_named("piece").unwrap();
    let corner = problem.board().region("A").unwrap().clone();
    let best = problem.maximize_of(Weights::within(king, &corner, 5)).unwrap();
    assert_eq!(best.value().unwrap(), Some(5));
    // As a rule it is a count in these squares.
    let rules = best.optima().unwrap().to_string();
    assert!(rules.contains("piece in {a4, b4, a3, b3}: 1"), "{rules}");
}
