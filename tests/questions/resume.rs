//! A search that is stopped can be gone on with, and one that is split gives the same solutions in the same order.

use crate::common::cases;
use proptest::prelude::*;
use queenside::{Board, Cause, Engine, Options, Part, Piece, Placement, Problem, classics};

/// Returns all solutions, found in turns of a number of nodes.
fn piecemeal(problem: &Problem, engine: Engine, nodes: u64) -> Vec<Placement> {
    let options = Options::new().engine(engine).node_limit(nodes);
    let mut found = Vec::new();
    let mut rest: Option<Part> = None;
    loop {
        let solutions = match &rest {
            None => problem.using(&options).enumerate(),
            Some(part) => problem.using(&options).resume(part),
        };
        rest = None;
        for solution in solutions.unwrap() {
            match solution {
                Ok(placement) => found.push(placement),
                Err(stopped) => {
                    assert_eq!(stopped.cause(), Cause::NodeLimit);
                    rest = stopped.rest().cloned();
                }
            }
        }
        if rest.is_none() {
            return found;
        }
    }
}

fn all(problem: &Problem, engine: Engine) -> Vec<Placement> {
    problem.using(&Options::new().engine(engine)).enumerate().unwrap().collect::<Result<_, _>>().unwrap()
}

fn split(problem: &Problem, engine: Engine, pieces: usize) -> Vec<Placement> {
    let options = Options::new().engine(engine);
    let pieces = problem.using(&options).split(pieces).unwrap();
    pieces.iter().flat_map(|piece| problem.using(&options).resume(piece).unwrap()).collect::<Result<_, _>>().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_is_missed_and_nothing_comes_twice((problem, _) in cases(), nodes in 1u64..40, pieces in 1usize..9) {
        let whole = all(&problem, Engine::Search);
        prop_assert_eq!(&piecemeal(&problem, Engine::Search, nodes), &whole);
        prop_assert_eq!(&split(&problem, Engine::Search, pieces), &whole);
        let oracle = all(&problem, Engine::Brute);
        prop_assert_eq!(&piecemeal(&problem, Engine::Brute, 40 * nodes), &oracle);
        prop_assert_eq!(&split(&problem, Engine::Brute, pieces), &oracle);
        // The sweep builds its layers before it enumerates the solutions, each time anew.
        let sweep = all(&problem, Engine::Sweep);
        prop_assert_eq!(&piecemeal(&problem, Engine::Sweep, 20_000 + nodes), &sweep);
        prop_assert_eq!(&split(&problem, Engine::Sweep, pieces), &sweep);
    }
}

#[test]
fn lines_are_branched_on_as_well_as_squares() {
    let armies = classics::peaceable(Board::square(5), Piece::QUEEN);
    let optima = armies.maximize().unwrap().optima().unwrap();
    let whole = all(&optima, Engine::Search);
    assert_eq!(whole.len(), all(&optima, Engine::Sweep).len());
    for nodes in [1, 7, 100] {
        assert_eq!(piecemeal(&optima, Engine::Search, nodes), whole);
    }
    for pieces in [2, 5, 30] {
        assert_eq!(split(&optima, Engine::Search, pieces), whole);
    }
}

#[test]
fn eight_queens_one_solution_at_a_time() {
    let problem = classics::queens(8);
    let options = Options::new().solution_limit(1);
    let mut found = Vec::new();
    let mut solutions = problem.using(&options).enumerate().unwrap();
    while let Some(Ok(queens)) = solutions.next() {
        found.push(queens);
        let stopped = solutions.next().and_then(Result::err).expect("the limit is one");
        assert_eq!(stopped.cause(), Cause::SolutionLimit);
        solutions = problem.using(&options).resume(stopped.rest().expect("it can be gone on with")).unwrap();
    }
    assert_eq!(found, all(&problem, Engine::Search));
}

#[test]
fn pieces_of_a_split_are_pieces_of_work() {
    let problem = classics::queens(9);
    let sizes: Vec<usize> =
        problem.split(4).unwrap().iter().map(|piece| problem.resume(piece).unwrap().count()).collect();
    assert_eq!(sizes.iter().sum::<usize>(), 352);
    assert!(sizes.iter().all(|size| *size > 20), "{sizes:?}");
}

#[test]
fn a_part_of_another_problem_or_engine_is_refused() {
    let piece = &classics::queens(6).split(2).unwrap()[0];
    for problem in [classics::queens(7), classics::completion(6, [(0, 1)])] {
        let text = problem.resume(piece).unwrap_err().to_string();
        assert!(text.starts_with("the part was made for"), "{text}");
    }
    let brute = Options::new().engine(Engine::Brute);
    assert!(classics::queens(6).using(&brute).resume(piece).is_err());
    // The same problem built anew is the same problem.
    assert!(classics::queens(6).resume(piece).is_ok());
}

#[cfg(feature = "serde")]
#[test]
fn a_part_is_written_and_read() {
    let problem = classics::queens(8);
    for piece in problem.split(7).unwrap() {
        let text = serde_json::to_string(&piece).unwrap();
        let read: Part = serde_json::from_str(&text).unwrap();
        assert_eq!(read, piece);
        assert_eq!(problem.resume(&read).unwrap().count(), problem.resume(&piece).unwrap().count());
    }
}

/// What was written may have been damaged, at any of its bytes: it is refused, or says the same as before.
#[cfg(feature = "serde")]
#[test]
fn a_part_that_was_changed_is_refused() {
    let problem = classics::queens(8);
    let mut solutions = problem.using(&Options::new().solution_limit(5)).enumerate().unwrap();
    let rest = solutions.find_map(Result::err).and_then(|stopped| stopped.rest().cloned()).expect("it is resumable");
    for part in [&problem.split(2).unwrap()[1], &rest] {
        let text = serde_json::to_vec(part).unwrap();
        let mut refused = 0;
        let mut check = |bytes: &[u8], what: &str| match serde_json::from_slice::<Part>(bytes) {
            Ok(read) => assert_eq!(&read, part, "{what}: {}", String::from_utf8_lossy(bytes)),
            Err(_) => refused += 1,
        };
        for place in 0..text.len() {
            check(&text[..place], "cut off");
            check(&[&text[..place], &text[place + 1..]].concat(), "a byte left out");
            check(&[&text[..place], &text[place..=place], &text[place..]].concat(), "a byte twice");
            for bit in 0..8 {
                let mut bytes = text.clone();
                bytes[place] ^= 1 << bit;
                check(&bytes, "a bit turned");
            }
            for sign in *b"0 []" {
                let mut bytes = text.clone();
                bytes[place] = sign;
                check(&bytes, "a sign replaced");
                check(&[&text[..place], &[sign], &text[place..]].concat(), "a sign more");
            }
        }
        assert!(refused > 15 * text.len(), "{refused} of {} bytes", text.len());
    }
}

/// A part with subtrees and a checksum written by hand gives no solution that the tree does not have, and none twice.
#[cfg(feature = "serde")]
#[test]
fn subtrees_that_are_not_there_are_refused() {
    /// Paths as they are written: how many numbers each shares with the one before, and those that follow.
    fn tails(paths: &[Vec<u32>]) -> Vec<(usize, Vec<u32>)> {
        let before = std::iter::once(&[][..]).chain(paths.iter().map(Vec::as_slice));
        let tail = |(path, before): (&Vec<u32>, &[u32])| {
            let shared = path.iter().zip(before).take_while(|(own, other)| own == other).count();
            (shared, path[shared..].to_vec())
        };
        paths.iter().zip(before).map(tail).collect()
    }

    /// The checksum of a part, written down once more.
    fn checksum(label: &str, subtrees: &[(usize, Vec<u32>)]) -> String {
        let length = |length: usize| (length as u64).to_le_bytes().to_vec();
        let mut bytes = [label.as_bytes(), &[0xff], &length(subtrees.len())].concat();
        for (shared, path) in subtrees {
            bytes.extend(length(*shared));
            bytes.extend(length(path.len()));
            bytes.extend(path.iter().flat_map(|number| number.to_le_bytes()));
        }
        let mixed = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
        format!("{:016x}", bytes.iter().fold(0xcbf2_9ce4_8422_2325, mixed))
    }

    let problem = classics::queens(6);
    for engine in [
        Engine::Search,
        Engine::Brute,
        Engine::Sweep,
        #[cfg(feature = "sat")]
        Engine::Sat,
        #[cfg(feature = "ilp")]
        Engine::Ilp,
    ] {
        let options = Options::new().engine(engine);
        let asked = problem.using(&options);
        let pieces = asked.split(2).unwrap();
        let mut value = serde_json::to_value(&pieces[0]).unwrap();
        let written: Vec<(usize, Vec<u32>)> = serde_json::from_value(value["subtrees"].clone()).unwrap();
        assert_eq!(value["checksum"], checksum(value["label"].as_str().unwrap(), &written));
        let mut own: Vec<Vec<u32>> = Vec::new();
        for (shared, tail) in &written {
            let before = own.last().map_or(&[][..], |path| &path[..*shared]);
            own.push([before, tail].concat());
        }
        assert_eq!(tails(&own), written);
        let first = own[0].clone();
        let changed = [
            vec![first.clone(), first.clone()],
            [&own[..], &[Vec::new()]].concat(),
            [&own[..], &own[..1]].concat(),
            [&[[&first[..], &[0, 0]].concat()], &own[..]].concat(),
            vec![vec![9, 9, 9]],
            vec![vec![4_000_000_000]],
            vec![vec![0; 40]],
            vec![vec![1, 1, 7], vec![0, 1]],
            vec![vec![2, 0, 0, 3, 1, 9, 99]],
            vec![vec![0, 30, 1, 2]],
        ];
        for subtrees in changed {
            let written = tails(&subtrees);
            value["checksum"] = checksum(value["label"].as_str().unwrap(), &written).into();
            value["subtrees"] = serde_json::to_value(&written).unwrap();
            let part: Part = serde_json::from_value(value.clone()).unwrap();
            match asked.resume(&part) {
                Err(error) => {
                    assert!(error.to_string().contains("or one of them twice"), "{engine} {subtrees:?}: {error}");
                }
                Ok(solutions) => {
                    let all: Vec<_> = solutions.collect();
                    let cause = all.last().and_then(|last| last.as_ref().err()).map(queenside::Stopped::cause);
                    assert_eq!(cause, Some(Cause::BrokenPart), "{engine} {subtrees:?}");
                }
            }
        }
    }
}

/// Deep trees leave one subtree a level: what is left of them is written in little more than one path.
#[cfg(feature = "serde")]
#[test]
fn what_a_deep_tree_leaves_is_short() {
    let kings = classics::non_attacking(Board::square(60), Piece::KING);
    let mut solutions = kings.using(&Options::new().node_limit(3000)).enumerate().unwrap();
    let stopped = solutions.find_map(Result::err).expect("there are more");
    let rest = stopped.rest().expect("it is resumable");
    let text = serde_json::to_string(rest).unwrap();
    assert!(text.len() < 30_000, "{}", text.len());
    assert_eq!(&serde_json::from_str::<Part>(&text).unwrap(), rest);
    let next = |part: &Part| {
        let solutions = kings.using(&Options::new().solution_limit(3)).resume(part).unwrap();
        solutions.filter_map(Result::ok).collect::<Vec<_>>()
    };
    let whole = kings.using(&Options::new().node_limit(100_000)).enumerate().unwrap();
    let found = stopped.statistics().solutions as usize;
    assert_eq!(next(rest), whole.filter_map(Result::ok).skip(found).take(3).collect::<Vec<_>>());
}

/// Lists of a problem are digested with their lengths: what stands in one of them is not taken for what stands behind it.
#[test]
fn problems_whose_lists_hold_the_same_bytes_are_told_apart() {
    use queenside::{Area, Constraint, Symmetry, Transform};

    let tied = |plans: &[&[usize]]| {
        let mut problem = Problem::new(Board::square(3));
        let kinds = [problem.add_kind("white", Piece::KING), problem.add_kind("black", Piece::KING)];
        let transform = |plan: &&[usize]| {
            let (symmetry, swaps) = plan.split_first().expect("a symmetry");
            let begun = Transform::from(Symmetry::ALL[*symmetry]);
            swaps.iter().fold(begun, |transform, kind| transform.swapping(kinds[*kind], kinds[0]))
        };
        problem.with(Constraint::symmetric(plans.iter().map(transform), Area::Everywhere))
    };
    // A second transform has the bytes of six swaps: a symmetry and a shift, each eight bytes, two for each kind swapped.
    let one = tied(&[&[0, 1, 0, 0, 0, 0, 0]]);
    let two = tied(&[&[0], &[1]]);
    assert!(one.check().is_ok() && two.check().is_ok());
    for (own, other) in [(&one, &two), (&two, &one)] {
        let part = &own.split(1).unwrap()[0];
        assert!(own.resume(part).is_ok());
        assert!(other.resume(part).unwrap_err().to_string().starts_with("the part was made for"));
    }
}
