//! A question in parts has the answer it has in one piece, however the parts are stopped and in whatever order they are done.

use crate::common::cases;
use proptest::prelude::*;
use queenside::job::{Assignment, Job, Outcome, SplitJob};
use queenside::{
    Area, Board, CancelToken, Cause, Constraint, Engine, Options, Piece, Problem, Uniqueness, Wrap, classics,
};

/// Does a part in turns of a number of nodes; each turn has more than the one before, so that none is for nothing forever.
fn part_in_turns(job: &dyn Job, part: usize, nodes: u64, incumbent: Option<&str>) -> String {
    let (mut rest, mut nodes): (Option<String>, _) = (None, nodes);
    loop {
        let options = Options::new().node_limit(nodes);
        let assignment = Assignment::new(part, &options).with_rest(rest.as_deref()).with_incumbent(incumbent);
        match job.work(&assignment).unwrap() {
            Outcome::Done { result, .. } => return result,
            Outcome::Stopped { cause, rest: left, .. } => {
                assert_eq!(cause, Cause::NodeLimit);
                assert!(left.is_some());
                (rest, nodes) = (left, nodes + nodes / 4 + 1);
            }
        }
    }
}

/// Does all parts, the last one first, and merges them.
fn in_parts(job: &dyn Job, nodes: u64) -> String {
    let mut results: Vec<String> = (0..job.parts()).map(|_| String::new()).collect();
    for part in (0..job.parts()).rev() {
        results[part] = part_in_turns(job, part, nodes, None);
    }
    job.merge(&results, &Options::new()).unwrap()
}

/// Returns the first line, as a number.
fn first_number(answer: &str) -> Option<i64> {
    answer.lines().next().and_then(|line| line.parse().ok())
}

type Cutter = fn(&Problem, usize, &Options) -> Result<SplitJob, queenside::Error>;

/// Does a job with incumbents passed on, from the first part or from the last, and stopped after some nodes or not: the answer is
/// the same to the last square, and no result contradicts that of a part done alone.
fn optimum_is_a_function_of_the_job(job: &SplitJob, nodes: u64, value: Option<i64>) {
    let mut answers = Vec::new();
    let orders: [Vec<usize>; 2] = [(0..job.parts()).collect(), (0..job.parts()).rev().collect()];
    for order in orders {
        let (mut known, mut results) = (None::<String>, vec![String::new(); job.parts()]);
        for part in order {
            results[part] = part_in_turns(job, part, nodes, known.as_deref());
            known = job.incumbent(known.as_deref(), part, &results[part]);
            let alone = part_in_turns(job, part, u64::MAX / 8, None);
            assert!(!job.contradict(&results[part], &alone), "{} and {alone}", results[part]);
        }
        answers.push(job.merge(&results, &Options::new()).unwrap());
    }
    answers.push(in_parts(job, nodes));
    assert_eq!(first_number(&answers[0]), value);
    assert_eq!(value.is_none(), answers[0] == "infeasible");
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn parts_add_up_to_the_whole((problem, weights) in cases(), parts in 1usize..7, nodes in 3u64..60) {
        let search = Options::new().engine(Engine::Search);
        let using = problem.using(&search);

        let count = using.count().unwrap().exact().unwrap();
        let job = SplitJob::count(&problem, parts, &search).unwrap();
        prop_assert!(job.parts() <= parts);
        prop_assert_eq!(in_parts(&job, nodes), count.to_string());

        let sizes = using.count_by_size().unwrap().exact().unwrap();
        let lines: Vec<String> = sizes.iter().enumerate().map(|(size, count)| format!("{size}: {count}")).collect();
        prop_assert_eq!(in_parts(&SplitJob::count_by_size(&problem, parts, &search).unwrap(), nodes), lines.join("\n"));

        // The same placements in the same order, however many parts.
        let one = in_parts(&SplitJob::enumerate(&problem, 1, &search).unwrap(), u64::MAX / 8);
        prop_assert_eq!(first_number(&one), Some(i64::try_from(u64::try_from(&count).unwrap()).unwrap()));
        prop_assert_eq!(in_parts(&SplitJob::enumerate(&problem, parts, &search).unwrap(), nodes), one);

        let classes = using.classes().unwrap().collect::<Result<Vec<_>, _>>().unwrap();
        let one = in_parts(&SplitJob::classes(&problem, 1, &search).unwrap(), u64::MAX / 8);
        prop_assert_eq!(first_number(&one), Some(classes.len() as i64));
        prop_assert_eq!(in_parts(&SplitJob::classes(&problem, parts, &search).unwrap(), nodes), one);

        let unique = in_parts(&SplitJob::uniqueness(&problem, parts, &search).unwrap(), nodes);
        let local = match using.uniqueness().unwrap().exact().unwrap() {
            Uniqueness::Infeasible => "infeasible".to_owned(),
            Uniqueness::Unique { only } => format!("unique\n{only}"),
            Uniqueness::Several { first, second } => format!("several\n{first}\n{second}"),
        };
        prop_assert_eq!(unique, local);

        for engine in [Engine::Brute, Engine::Sweep] {
            let other = Options::new().engine(engine);
            prop_assert_eq!(in_parts(&SplitJob::count(&problem, parts, &other).unwrap(), 40_000), count.to_string());
            let job = SplitJob::classes(&problem, parts, &other).unwrap();
            prop_assert_eq!(first_number(&in_parts(&job, 40_000)), Some(classes.len() as i64));
        }

        let max = using.maximize_of(weights.clone()).unwrap().value().unwrap();
        let min = using.minimize_of(weights.clone()).unwrap().value().unwrap();
        let jobs = [
            (SplitJob::maximize_of(&problem, weights.clone(), parts, &search).unwrap(), max),
            (SplitJob::minimize_of(&problem, weights, parts, &search).unwrap(), min),
            (SplitJob::maximize(&problem, parts, &search).unwrap(), using.maximize().unwrap().value().unwrap()),
            (SplitJob::minimize(&problem, parts, &search).unwrap(), using.minimize().unwrap().value().unwrap()),
        ];
        for (job, value) in jobs {
            optimum_is_a_function_of_the_job(&job, nodes, value);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn each_part_has_the_same_result_by_other_engines((problem, weights) in cases(), parts in 1usize..6) {
        let search = Options::new().engine(Engine::Search);
        let jobs = [
            SplitJob::count(&problem, parts, &search).unwrap(),
            SplitJob::count_by_size(&problem, parts, &search).unwrap(),
            SplitJob::enumerate(&problem, parts, &search).unwrap(),
            SplitJob::maximize_of(&problem, weights.clone(), parts, &search).unwrap(),
            SplitJob::minimize_of(&problem, weights, parts, &search).unwrap(),
        ];
        // Integer programming takes a question for each solution.
        let few = first_number(&in_parts(&jobs[0], u64::MAX / 8)).is_some_and(|count| count <= 100);
        let engines = [Engine::Brute, Engine::Sweep, Engine::Lines, Engine::Sat, Engine::Ilp];
        for job in &jobs {
            for part in 0..job.parts() {
                let own = job.work(&Assignment::new(part, &search)).unwrap().into_result().unwrap();
                for engine in engines.into_iter().take(if few { 5 } else { 4 }) {
                    let other = Options::new().engine(engine);
                    match job.work(&Assignment::new(part, &other)) {
                        Ok(outcome) => {
                            let result = outcome.into_result().unwrap();
                            prop_assert!(!job.contradict(&own, &result), "{engine}: {own} and {result}");
                        }
                        // All of them decline some rules or objectives.
                        Err(reason) => prop_assert!(reason.to_string().contains("declines"), "{reason}"),
                    }
                }
            }
        }
        for job in &jobs[3..] {
            let whole = in_parts(job, u64::MAX / 8);
            for engine in [Engine::Sat, Engine::Ilp] {
                let other = Options::new().engine(engine);
                let answer = with_incumbents(job, &other);
                prop_assert!(
                    answer.as_ref().is_none_or(|answer| first_number(answer) == first_number(&whole)),
                    "{engine}: {answer:?}, and {whole}"
                );
            }
        }
    }
}

#[test]
fn a_part_has_fewer_symmetries_than_the_problem() {
    // A part without the first square has images of what is in the other ones only.
    let mut asked = 0;
    for (rows, columns) in [(2, 3), (2, 4), (3, 3), (3, 4), (2, 6)] {
        for others in [1, 2, 3] {
            let mut problem = Problem::new(Board::new(rows, columns).with_wrap(Wrap::Columns));
            let king = problem.add_kind("king", Piece::KING);
            problem.add(Constraint::attacks(king, king, others));
            let search = Options::new().engine(Engine::Search);
            let job = SplitJob::maximize(&problem, 3, &search).unwrap();
            // The value, or that there is none; each engine may show another placement.
            let value = |engine, part| {
                let options = Options::new().engine(engine);
                let result = job.work(&Assignment::new(part, &options)).unwrap().into_result().unwrap();
                result.split_whitespace().take(2).collect::<Vec<_>>().join(" ")
            };
            for part in (0..job.parts()).filter(|_| job.parts() > 1) {
                let expected = value(Engine::Search, part);
                for engine in [Engine::Sat, Engine::Ilp] {
                    assert_eq!(value(engine, part), expected, "{problem} part {part} by {engine}");
                }
                asked += 1;
            }
        }
    }
    assert!(asked >= 6, "{asked}");
}

/// Does all parts by another engine, the last one first, with what is known of the later ones; `None` if it declines.
fn with_incumbents(job: &dyn Job, options: &Options) -> Option<String> {
    let (mut known, mut results) = (None::<String>, vec![String::new(); job.parts()]);
    for part in (0..job.parts()).rev() {
        let assignment = Assignment::new(part, options).with_incumbent(known.as_deref());
        results[part] = match job.work(&assignment) {
            Ok(outcome) => outcome.into_result().unwrap(),
            Err(reason) => {
                assert!(reason.to_string().contains("declines"), "{reason}");
                return None;
            }
        };
        known = job.incumbent(known.as_deref(), part, &results[part]);
    }
    Some(job.merge(&results, options).unwrap())
}

#[test]
fn another_engine_contradicts_a_wrong_result_and_declines_what_depends_on_the_engine() {
    let sweep = Options::new().engine(Engine::Sweep);
    let job = SplitJob::count(&classics::queens(8), 6, &Options::new()).unwrap();
    let results: Vec<String> =
        (0..6).map(|part| job.work(&Assignment::new(part, &sweep)).unwrap().into_result().unwrap()).collect();
    assert_eq!(job.merge(&results, &Options::new()).unwrap(), "92");
    assert!(job.contradict(&results[0], "1000"));
    for job in [
        SplitJob::classes(&classics::queens(6), 2, &Options::new()).unwrap(),
        SplitJob::uniqueness(&classics::queens(6), 2, &Options::new()).unwrap(),
    ] {
        let error = job.work(&Assignment::new(0, &sweep)).unwrap_err();
        assert!(error.to_string().contains("depends on the engine"), "{error}");
    }
}

#[test]
fn a_worker_that_is_asked_to_stop_before_it_begins_keeps_the_rest_it_was_given() {
    let job = SplitJob::count(&classics::queens(8), 3, &Options::new()).unwrap();
    let few = Options::new().node_limit(20);
    let Outcome::Stopped { rest: Some(rest), .. } = job.work(&Assignment::new(1, &few)).unwrap() else {
        panic!("a part has more than 20 nodes")
    };
    let token = CancelToken::new();
    token.cancel();
    let cancelled = Options::new().cancel(&token);
    // Also a worker that has to prepare the problem first.
    for job in [job, SplitJob::count(&classics::queens(8), 3, &Options::new()).unwrap()] {
        for given in [None, Some(&*rest)] {
            match job.work(&Assignment::new(1, &cancelled).with_rest(given)).unwrap() {
                Outcome::Stopped { cause, rest: left, .. } => {
                    assert_eq!(cause, Cause::Cancelled);
                    assert!(given.is_none() || left.as_deref() == given, "{left:?}");
                }
                Outcome::Done { .. } => panic!("it was cancelled"),
            }
        }
    }
}

#[test]
fn sat_counts_in_parts() {
    let sat = Options::new().engine(Engine::Sat);
    let job = SplitJob::count(&classics::queens(6), 5, &sat).unwrap();
    assert_eq!(in_parts(&job, u64::MAX / 8), "4");
    let error = SplitJob::enumerate(&classics::queens(6), 5, &sat).unwrap_err();
    assert!(error.to_string().contains("more than the part"), "{error}");
    let error = SplitJob::maximize(&classics::queens(6), 5, &Options::new().engine(Engine::Sweep)).unwrap_err();
    assert!(error.to_string().contains("by the search and by lines only"), "{error}");
}

#[test]
fn lines_that_are_branched_on_make_parts_too() {
    let armies = classics::peaceable(Board::square(5), Piece::QUEEN);
    for parts in [2, 9] {
        let job = SplitJob::maximize(&armies, parts, &Options::new()).unwrap();
        assert_eq!(first_number(&in_parts(&job, 100)), Some(8));
    }
}

/// Which of a solution's images a part shows depends on what lines are labelled by, and this must not depend on other parts.
#[test]
fn optima_by_lines_are_a_function_of_the_job() {
    let lines = Options::new().engine(Engine::Lines);
    let three = |board: Board, piece: Piece| {
        let mut problem = Problem::new(board);
        let armies = ["white", "black", "red"].map(|name| problem.add_kind(name, piece.clone()));
        for (army, other) in [(0, 1), (1, 2), (2, 0)].map(|(a, b)| (armies[a], armies[b])) {
            problem.add(Constraint::attacks(army, other, 0)).add(Constraint::balance(army, other, 0));
        }
        problem
    };
    let mut none = classics::peaceable(Board::square(4), Piece::QUEEN);
    none.add(Constraint::count(none.kind_named("white").unwrap(), Area::Everywhere, 3..));
    let mut problems = vec![none];
    for (board, piece) in [
        (Board::square(5), Piece::QUEEN),
        (Board::square(6), Piece::QUEEN),
        (Board::square(5).with_walls([(1, 1), (3, 3)]), Piece::QUEEN),
        (Board::square(5).with_walls([(2, 2)]), Piece::BISHOP),
        (Board::new(4, 5).with_wrap(Wrap::Columns), Piece::ROOK),
        (Board::square(4).with_wrap(Wrap::Both), Piece::QUEEN),
        (Board::new(4, 5), Piece::NIGHTRIDER),
    ] {
        problems.push(classics::peaceable(board.clone(), piece.clone()));
        problems.push(three(board, piece));
    }
    for problem in problems {
        let value = problem.using(&Options::new().engine(Engine::Search)).maximize().unwrap().value().unwrap();
        let white = problem.kind_named("white").unwrap();
        let own = problem.using(&lines).maximize_of([(white, 2)]).unwrap().value().unwrap();
        for (parts, nodes) in [(1, u64::MAX / 8), (3, 100), (10, u64::MAX / 8), (40, 200)] {
            let job = SplitJob::maximize(&problem, parts, &lines).unwrap();
            optimum_is_a_function_of_the_job(&job, nodes, value);
            let job = SplitJob::maximize_of(&problem, [(white, 2)], parts, &lines).unwrap();
            optimum_is_a_function_of_the_job(&job, nodes, own);
        }
    }
}

/// The nodes of all parts together, and of the largest.
fn nodes_of_parts(job: &SplitJob, options: &Options) -> (u64, u64) {
    let nodes = (0..job.parts()).map(|part| match job.work(&Assignment::new(part, options)).unwrap() {
        Outcome::Done { nodes, .. } => nodes,
        Outcome::Stopped { .. } => unreachable!(),
    });
    nodes.fold((0, 0), |(sum, max), nodes| (sum + nodes, max.max(nodes)))
}

/// The largest parts of such a job are not far larger than the plan expects.
#[test]
fn parts_by_lines_are_of_about_one_size() {
    let lines = Options::new().engine(Engine::Lines);
    let job = SplitJob::maximize(&classics::peaceable(Board::square(10), Piece::QUEEN), 20, &lines).unwrap();
    let (sum, max) = nodes_of_parts(&job, &lines);
    assert!(max < sum / 5, "of {sum} nodes one part has {max}");
    let estimated: u64 = (0..job.parts()).map(|part| job.estimate(part).unwrap()).sum();
    assert!(estimated > sum / 4 && estimated < sum * 4, "estimated {estimated}, searched {sum}");
}

#[test]
fn what_lines_count_and_list_they_do_in_parts_too() {
    let lines = Options::new().engine(Engine::Lines);
    for (board, piece) in [
        (Board::square(4), Piece::QUEEN),
        (Board::square(5).with_walls([(1, 2), (3, 3)]), Piece::BISHOP),
        (Board::square(4).with_wrap(Wrap::Columns), Piece::ROOK),
    ] {
        let best = classics::peaceable(board, piece).maximize().unwrap().optima().unwrap();
        let using = best.using(&lines);
        let count = using.count().unwrap().exact().unwrap();
        assert!(count > 10u32.into());
        let sizes = using.count_by_size().unwrap().exact().unwrap().clone();
        let sizes: Vec<String> = sizes.iter().enumerate().map(|(size, count)| format!("{size}: {count}")).collect();
        let listed = in_parts(&SplitJob::enumerate(&best, 1, &lines).unwrap(), u64::MAX / 8);
        let classes = using.classes().unwrap().collect::<Result<Vec<_>, _>>().unwrap().len();
        for (parts, nodes) in [(2, 1000), (7, 100), (40, u64::MAX / 8)] {
            assert_eq!(in_parts(&SplitJob::count(&best, parts, &lines).unwrap(), nodes), count.to_string());
            assert_eq!(in_parts(&SplitJob::count_by_size(&best, parts, &lines).unwrap(), nodes), sizes.join("\n"));
            assert_eq!(in_parts(&SplitJob::enumerate(&best, parts, &lines).unwrap(), nodes), listed);
            let job = SplitJob::classes(&best, parts, &lines).unwrap();
            assert_eq!(first_number(&in_parts(&job, nodes)), Some(classes as i64));
            assert!(in_parts(&SplitJob::uniqueness(&best, parts, &lines).unwrap(), nodes).starts_with("several"));
        }
    }
}

#[test]
fn no_part_of_ten_queens_dominates() {
    let job = SplitJob::count(&classics::queens(10), 20, &Options::new()).unwrap();
    assert_eq!(job.parts(), 20);
    let options = Options::new();
    let (sum, max) = nodes_of_parts(&job, &options);
    assert!(max < sum / 20 * 5 / 2, "of {sum} nodes one part has {max}");
    let estimated: u64 = (0..20).map(|part| job.estimate(part).unwrap()).sum();
    // Ends of trees are counted in more nodes than are estimated, each of which takes less time.
    assert!(estimated > sum / 4 && estimated < sum * 2, "estimated {estimated}, searched {sum}");
}

/// Near the root most random ways end soon, and a few go through most of the nodes.
#[test]
fn subtrees_near_the_root_are_not_far_larger_than_expected() {
    let parts = 100;
    let job = SplitJob::count(&classics::queens(13), parts, &Options::new()).unwrap();
    let options = Options::new();
    let (sum, max) = nodes_of_parts(&job, &options);
    assert!(max < sum / parts as u64 * 2, "of {sum} nodes one part has {max}");
}

/// Most random ways that leave half of the squares empty one after the other end where hardly any piece stands.
#[test]
fn few_pieces_on_a_large_board_are_cut_evenly() {
    let parts = 50;
    for (n, piece, pieces) in [(12, Piece::QUEEN, 9), (12, Piece::BISHOP, 7), (11, Piece::QUEEN, 8)] {
        let mut problem = classics::non_attacking(Board::square(n), piece);
        let kind = problem.kinds().next().unwrap();
        problem.add(Constraint::count(kind, Area::Everywhere, pieces));
        let job = SplitJob::count(&problem, parts, &Options::new()).unwrap();
        let options = Options::new();
        let (sum, max) = nodes_of_parts(&job, &options);
        assert!(max < sum / 6, "{pieces} on {n}×{n}: of {sum} nodes one part has {max}");
    }
}

#[test]
fn sets_of_pieces_are_counted_by_size_without_going_through_them() {
    for piece in [Piece::KING, Piece::QUEEN, Piece::BISHOP, Piece::KNIGHT, Piece::AMAZON] {
        let board = Board::new(4, 5).with_walls([(1, 2)]).with_forbidden([(3, 0)]);
        let mut two = classics::non_attacking(Board::square(3).with_walls([(1, 2)]), piece.clone());
        two.add_kind("pawn", Piece::WHITE_PAWN);
        two.add_kind("wall", Piece::BLOCKER);
        for problem in [classics::non_attacking(board, piece), two] {
            let sizes = problem.count_by_size().unwrap().exact().unwrap();
            let lines: Vec<String> = sizes.iter().enumerate().map(|(size, count)| format!("{size}: {count}")).collect();
            for parts in [1, 5] {
                let job = SplitJob::count_by_size(&problem, parts, &Options::new()).unwrap();
                assert_eq!(in_parts(&job, 100), lines.join("\n"));
            }
        }
    }
    // Fewer nodes than sets, since the last members of a set are counted together.
    let queens = classics::non_attacking(Board::square(8), Piece::QUEEN);
    let job = SplitJob::count_by_size(&queens, 10, &Options::new()).unwrap();
    let options = Options::new();
    let nodes: u64 = (0..10)
        .map(|part| match job.work(&Assignment::new(part, &options)).unwrap() {
            Outcome::Done { nodes, .. } => nodes,
            Outcome::Stopped { .. } => unreachable!(),
        })
        .sum();
    let sets: u64 = u64::try_from(&queens.count().unwrap().exact().unwrap()).unwrap();
    assert!(nodes < sets, "{nodes} nodes for {sets} sets");
}

#[test]
fn what_few_random_ways_miss_is_cut_all_the_same() {
    // Up to symmetry most ways end at once at the corners.
    for piece in [Piece::KING, Piece::QUEEN, Piece::ROOK, Piece::BISHOP, Piece::KNIGHT, Piece::AMAZON] {
        for n in 6..=12 {
            let problem = classics::non_attacking(Board::square(n), piece.clone());
            for cutter in [SplitJob::count as Cutter, SplitJob::count_by_size, SplitJob::classes, SplitJob::maximize] {
                let job = cutter(&problem, 16, &Options::new()).unwrap();
                let estimates: Vec<u64> = (0..job.parts()).map(|part| job.estimate(part).unwrap()).collect();
                // A bound settles most optima at once.
                assert!(job.parts() == 16 || estimates.iter().sum::<u64>() < 16 * 32, "{piece:?} {n}: {estimates:?}");
            }
        }
    }
    let job = SplitJob::count(&classics::non_attacking(Board::square(9), Piece::QUEEN), 16, &Options::new()).unwrap();
    let results = (0..16).map(|part| job.work(&Assignment::new(part, &Options::new())).unwrap());
    let nodes: Vec<u64> =
        results.map(|outcome| if let Outcome::Done { nodes, .. } = outcome { nodes } else { 0 }).collect();
    assert!(nodes.iter().max().unwrap() * 4 < nodes.iter().sum(), "{nodes:?}");
}

#[test]
fn rests_and_results_that_cannot_be_are_named() {
    let job = SplitJob::count(&classics::queens(6), 4, &Options::new()).unwrap();
    let options = Options::new();
    for (rest, said) in [
        ("", "no rest of a part"),
        ("0.x", "no rest of a part"),
        ("9.9.9 3", "not in the part"),
        ("- 3", "not in the part"),
    ] {
        let error = job.work(&Assignment::new(1, &options).with_rest(Some(rest))).unwrap_err();
        assert!(error.to_string().contains(said), "{rest:?}: {error}");
    }
    assert!(job.work(&Assignment::new(4, &options)).unwrap_err().to_string().contains("the job has 4"));
    let text = |texts: [&str; 4]| texts.map(str::to_owned);
    assert!(job.merge(&text(["1", "2", "x", "0"]), &options).unwrap_err().to_string().contains("of part 2"));
    assert!(job.merge(&text(["1", "2", "3", "0"])[..3], &options).unwrap_err().to_string().contains("3 results"));

    let knights = classics::non_attacking(Board::square(4), Piece::KNIGHT);
    let job = SplitJob::maximize(&knights, 3, &options).unwrap();
    let honest: Vec<String> = (0..job.parts())
        .map(|part| job.work(&Assignment::new(part, &options)).unwrap().into_result().unwrap())
        .collect();
    let lies = [
        ("best 9 0,2,5,7,8,10,13,15", "has the value 8"),
        ("best 9 0,1,2,3,4,5,6,7,8", "breaks the rules"),
        ("best 9 0,0", "cannot be read"),
        ("none better than 12", "above a value that no part reaches"),
        ("good", "cannot be read"),
    ];
    for (lie, said) in lies {
        let mut results = honest.clone();
        lie.clone_into(&mut results[0]);
        let error = job.merge(&results, &options).unwrap_err();
        assert!(error.to_string().contains(said), "{lie}: {error}");
    }
    assert!(job.contradict("best 8 0", "none better than 7") && !job.contradict("best 8 0", "none better than 8"));
    assert!(job.contradict("best 8 0", "best 7 0") && !job.contradict("best 8 0", "best 8 1"));
}

#[cfg(feature = "serde")]
#[test]
fn a_job_is_written_and_read_and_refused_where_it_was_changed() {
    let options = Options::new();
    let knights = classics::non_attacking(Board::square(5), Piece::KNIGHT);
    let queens = classics::queens(7);
    let cutters: [(Cutter, &Problem); 6] = [
        (SplitJob::enumerate, &queens),
        (SplitJob::count, &queens),
        (SplitJob::count_by_size, &knights),
        (SplitJob::classes, &queens),
        (SplitJob::maximize, &knights),
        (SplitJob::minimize, &queens),
    ];
    for (cut, problem) in cutters {
        let job = cut(problem, 5, &options).unwrap();
        let text = serde_json::to_string(&job).unwrap();
        let read: SplitJob = serde_json::from_str(&text).unwrap();
        assert_eq!(read.digest(), job.digest());
        assert_eq!(serde_json::to_string(&read).unwrap(), text);
        assert_eq!(in_parts(&read, 50), in_parts(&job, 90));
    }
    // The search tree of seven queens is not that of a plan whose marks or paths are others.
    let job = SplitJob::count(&queens, 5, &options).unwrap();
    let mut value = serde_json::to_value(&job).unwrap();
    value["parts"][2][2] = "00000000000000ff".into();
    let changed: SplitJob = serde_json::from_value(value.clone()).unwrap();
    assert_ne!(changed.digest(), job.digest());
    let error = changed.work(&Assignment::new(2, &options)).unwrap_err();
    assert!(error.to_string().contains("another search tree"), "{error}");
    value["parts"][2][0] = "0.0.0.0.0.0.0.0.0.0".into();
    let changed: SplitJob = serde_json::from_value(value.clone()).unwrap();
    assert!(changed.work(&Assignment::new(2, &options)).is_err());
    for (field, wrong) in [("label", "queenside 0.0.1"), ("question", "why"), ("engine", "magic")] {
        let mut wrongly = serde_json::to_value(&job).unwrap();
        wrongly[field] = wrong.into();
        assert!(serde_json::from_value::<SplitJob>(wrongly).is_err(), "{field}");
    }
}
