//! Random solutions, and seeds: honoured by every engine, or declined.

use proptest::prelude::*;
use queenside::{Area, Board, Cause, Constraint, Engine, Fault, Options, Piece, Placement, Problem, classics};

use crate::common::cases;

const ENGINES: [Engine; 6] = [Engine::Auto, Engine::Brute, Engine::Search, Engine::Sweep, Engine::Ilp, Engine::Sat];

fn found(problem: &Problem, seed: u64, options: &Options) -> Option<Placement> {
    problem.using(options).random(seed).unwrap().placement().unwrap()
}

fn kings(n: usize, number: i64) -> Problem {
    let mut problem = Problem::new(Board::square(n));
    let king = problem.add_kind("king", Piece::KING);
    problem.non_attacking().add(Constraint::count(king, Area::Everywhere, number));
    problem
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_random_solution_is_one_and_none_means_none((problem, _) in cases(), seed in any::<u64>()) {
        let is_feasible = problem.solve().unwrap().placement().unwrap().is_some();
        for engine in [Engine::Auto, Engine::Search, Engine::Sat] {
            let options = Options::new().engine(engine);
            let random = problem.using(&options).random(seed);
            if engine == Engine::Sat && !cfg!(feature = "sat") {
                prop_assert!(random.unwrap_err().is_declined());
                continue;
            }
            let random = random.unwrap().placement().unwrap();
            prop_assert_eq!(random.is_some(), is_feasible, "{:?}", engine);
            if let Some(random) = random {
                prop_assert!(random.judge(&problem).unwrap().is_solution());
                prop_assert_eq!(Some(random), found(&problem, seed, &options));
            }
        }
    }
}

#[test]
fn large_boards_are_filled_at_once_and_differently_for_each_seed() {
    let stars = {
        let squares = |block: usize| {
            let (row, column) = (block / 6 * 6, block % 6 * 6);
            (0..6).flat_map(move |r| (0..6).map(move |c| (row + r, column + c)))
        };
        let board = (0..36).fold(Board::square(36), |board, block| {
            board.with_region(format!("block {block}"), squares(block).collect::<queenside::SquareSet>())
        });
        classics::star_battle(board, 4)
    };
    for (problem, pieces) in [(classics::queens(200), 200), (kings(60, 700), 700), (kings(30, 225), 225), (stars, 144)]
    {
        let options = Options::new().node_limit(100_000);
        let all: Vec<Placement> = (0..3).filter_map(|seed| found(&problem, seed, &options)).collect();
        assert!(all.iter().all(|placement| placement.len() == pieces), "{pieces}");
        assert!(all.len() == 3 && all[0] != all[1] && all[1] != all[2] && all[0] != all[2], "{pieces}");
        assert_eq!(found(&problem, 2, &options).as_ref(), all.last());
    }
}

#[test]
fn every_solution_of_a_small_board_comes_for_some_seed() {
    for (engine, n) in [(Engine::Auto, 6), (Engine::Search, 6), (Engine::Sweep, 6), (Engine::Brute, 4)] {
        let (problem, options) = (classics::queens(n), Options::new().engine(engine));
        let all = problem.enumerate().unwrap().sorted().unwrap();
        let mut seen: Vec<Placement> = (0..60).filter_map(|seed| found(&problem, seed, &options)).collect();
        each_once(&mut seen);
        assert_eq!(seen, all, "{engine}");
    }
}

/// Sorts, and leaves out what is there twice.
fn each_once(placements: &mut Vec<Placement>) {
    placements.sort();
    placements.dedup();
}

#[test]
fn a_random_solution_keeps_the_limits_of_nodes_and_solutions() {
    let problem = classics::queens(60);
    let stopped =
        |options: &Options| problem.using(options).random(1).unwrap().stopped().map(queenside::Stopped::cause);
    assert_eq!(stopped(&Options::new().node_limit(10)), Some(Cause::NodeLimit));
    let answer = problem.using(&Options::new().node_limit(10)).random(1).unwrap();
    assert_eq!(answer.statistics().nodes, 10);
    assert_eq!(stopped(&Options::new().solution_limit(0)), Some(Cause::SolutionLimit));
    assert_eq!(stopped(&Options::new().solution_limit(1)), None);
}

#[test]
fn a_draw_that_would_list_very_many_is_declined_at_once_and_says_what_to_ask() {
    let error = classics::queens(30).sample(1).unwrap_err();
    assert!(error.is_declined() && error.to_string().contains("`random`"), "{error}");
    // An engine that was chosen by name lists them, within the limits.
    let search = Options::new().engine(Engine::Search).node_limit(1_000);
    assert!(classics::queens(30).using(&search).sample(1).unwrap().stopped().is_some());
    assert!(classics::queens(9).sample(1).unwrap().placement().unwrap().is_some());
}

#[test]
fn another_seed_lists_the_same_solutions_in_another_order() {
    let problem = classics::queens(8);
    let listed = |seed: Option<u32>| {
        let options = Options::new().engine(Engine::Search);
        let options = seed.map_or(options.clone(), |seed| options.seed(seed));
        problem.using(&options).enumerate().unwrap().collect::<Result<Vec<_>, _>>().unwrap()
    };
    let orders = [listed(None), listed(Some(0)), listed(Some(1)), listed(Some(1))];
    assert!(orders[0] != orders[1] && orders[1] != orders[2]);
    assert_eq!(orders[2], orders[3]);
    let sorted = |mut all: Vec<Placement>| {
        all.sort();
        all
    };
    let [plain, zero, one, _] = orders.map(sorted);
    assert!(plain.len() == 92 && plain == zero && zero == one);
}

#[test]
fn a_part_goes_on_with_its_own_seed_only() {
    let problem = classics::queens(8);
    for engine in [Engine::Search, Engine::Sat] {
        if engine == Engine::Sat && !cfg!(feature = "sat") {
            continue;
        }
        let seeded = |seed| Options::new().engine(engine).seed(seed);
        let mut first = problem.using(&seeded(3).solution_limit(40)).enumerate().unwrap();
        let mut all: Vec<Placement> = first.by_ref().take(40).collect::<Result<_, _>>().unwrap();
        let stopped = first.next().unwrap().unwrap_err();
        let rest = stopped.rest().unwrap();
        all.extend(problem.using(&seeded(3)).resume(rest).unwrap().map(Result::unwrap));
        each_once(&mut all);
        assert_eq!(all.len(), 92, "{engine}");
        for options in [seeded(4), Options::new().engine(engine)] {
            let error = problem.using(&options).resume(rest).map(|_| ()).unwrap_err();
            assert!(matches!(error.faults(), [Fault::ForeignPart { .. }]), "{error}");
        }
    }
}

#[test]
fn a_seed_is_honoured_or_declined_whatever_is_asked() {
    let problem = classics::queens(4);
    let group = problem.group().unwrap();
    let part = &problem.split(1).unwrap()[0];
    for engine in ENGINES {
        let options = Options::new().engine(engine).seed(1);
        let asked = problem.using(&options);
        let declined = [
            asked.maximize().err(),
            asked.minimize().err(),
            asked.maximize_of([]).err(),
            asked.minimize_of([]).err(),
            asked.solve().err(),
            asked.enumerate().err(),
            asked.count().err(),
            asked.count_by_size().err(),
            asked.minimize_by_size([]).err(),
            asked.classes().err(),
            asked.classes_under(&group).err(),
            asked.uniqueness().err(),
            asked.conflict().err(),
            asked.sample(1).err(),
            asked.random(1).err(),
            asked.split(2).err(),
        ];
        let without = [(Engine::Brute, true), (Engine::Sweep, true)];
        let absent = [(Engine::Sat, !cfg!(feature = "sat")), (Engine::Ilp, !cfg!(feature = "highs"))];
        let takes = !without.iter().chain(&absent).any(|(own, declines)| *own == engine && *declines);
        for error in declined {
            assert_eq!(error.is_none(), takes, "{engine}: {error:?}");
            assert!(error.is_none_or(|error| error.is_declined()));
        }
        if matches!(engine, Engine::Brute | Engine::Sweep) {
            assert!(asked.resume(part).is_err_and(|error| error.is_declined()));
        }
    }
    let error = problem.using(&Options::new().engine(Engine::Brute).seed(1)).count().unwrap_err();
    assert_eq!(
        error.to_string(),
        "the brute engine declines: it has nothing random that a seed could change: leave the seed out"
    );
    // The seed of this question cannot be left out.
    let armies = classics::peaceable(Board::square(3), Piece::QUEEN);
    let error = armies.using(&Options::new().engine(Engine::Lines)).random(1).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the lines engine declines: it has nothing random that a seed could change: ask it to solve, or another engine"
    );
}
