//! A count by primes is the count, and wrong results are noticed.

use crate::common::cases;
use proptest::prelude::*;
use queenside::job::{Assignment, Job, Outcome, PrimeJob};
use queenside::{Board, Cause, Count, Engine, Error, Options, Piece, Problem, Wrap, classics};

/// Does all parts, the last one first.
fn results(job: &PrimeJob) -> Vec<String> {
    let options = Options::new();
    let result = |part| job.work(&Assignment::new(part, &options)).unwrap().into_result().unwrap();
    let mut results: Vec<String> = (0..job.parts()).rev().map(result).collect();
    results.reverse();
    results
}

fn merged(job: &PrimeJob) -> String {
    job.merge(&results(job), &Options::new()).unwrap()
}

/// A line for each size.
fn lines(sizes: &[Count]) -> String {
    let lines: Vec<String> = sizes.iter().enumerate().map(|(size, count)| format!("{size}: {count}")).collect();
    lines.join("\n")
}

/// Returns nothing where the sweep declines.
fn accepted(job: Result<PrimeJob, Error>) -> Option<PrimeJob> {
    match job {
        Ok(job) => Some(job),
        Err(Error::Invalid(invalid)) if invalid.is_declined() => None,
        Err(error) => panic!("{error}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn counts_by_primes_are_those_of_the_search((problem, _) in cases(), parts in 1usize..9, spare: bool) {
        let options = Options::new();
        let search = Options::new().engine(Engine::Search);
        if let Some(job) = accepted(PrimeJob::count(&problem, parts, &options)) {
            let job = if spare { job.with_spare() } else { job };
            let count = problem.using(&search).count().unwrap().exact().unwrap();
            prop_assert!(*job.bound() >= count, "{} of {count}", job.bound());
            prop_assert_eq!(merged(&job), count.to_string());
            let job = PrimeJob::count_by_size(&problem, parts, &options).unwrap();
            let sizes = problem.using(&search).count_by_size().unwrap().exact().unwrap();
            prop_assert_eq!(merged(&if spare { job.with_spare() } else { job }), lines(&sizes));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// On boards with walls and on tori.
    #[test]
    fn large_counts_by_primes_are_those_of_exact_sweeps(
        piece in 0usize..3,
        wrapped: bool,
        walls in prop::collection::vec((0usize..9, 0usize..9), 0..12),
        parts in 1usize..8,
    ) {
        let piece = [Piece::KING, Piece::WAZIR, Piece::FERZ][piece].clone();
        let board = if wrapped { Board::new(7, 5).with_wrap(Wrap::Both) } else { Board::new(10, 9) };
        let walls = walls.into_iter().filter(|(row, column)| *row < board.rows() && *column < board.columns());
        let problem = classics::non_attacking(board.clone().with_walls(walls), piece);
        let sweep = Options::new().engine(Engine::Sweep);
        let count = problem.using(&sweep).count().unwrap().exact().unwrap();
        let job = PrimeJob::count(&problem, parts, &sweep).unwrap();
        prop_assert!(*job.bound() >= count);
        prop_assert_eq!(merged(&job), count.to_string());
    }
}

/// OEIS A063443 (kings) and A006506 (hard squares, which are wazirs).
#[test]
fn published_counts_beyond_one_word_come_out() {
    for (piece, n, primes, published) in [
        (Piece::KING, 12, 2, "69645620389200894313"),
        (Piece::WAZIR, 13, 2, "4935961285224791538367780371090"),
        (Piece::WAZIR, 14, 2, "338752110195939290445247645371206783"),
    ] {
        let job = PrimeJob::count(&classics::non_attacking(Board::square(n), piece), 1, &Options::new()).unwrap();
        assert_eq!(job.primes().len(), primes, "the bound is {}", job.bound());
        assert_eq!(merged(&job), published);
    }
}

#[test]
fn parts_of_one_prime_add_up() {
    for parts in [1, 2, 7, 64, 1000] {
        let job = PrimeJob::count(&classics::queens(9), parts, &Options::new()).unwrap();
        assert!(job.parts() >= parts.min(100) && job.parts() <= parts.max(job.primes().len()) + job.primes().len());
        assert_eq!(merged(&job), "352");
    }
}

#[test]
fn a_problem_without_solutions_has_none_by_primes() {
    let job = PrimeJob::count(&classics::queens(3), 4, &Options::new()).unwrap();
    assert_eq!(merged(&job), "0");
    let job = PrimeJob::count_by_size(&classics::queens(3), 1, &Options::new()).unwrap();
    assert_eq!(merged(&job), "");
}

#[test]
fn each_wrong_result_is_noticed_and_its_prime_named() {
    let kings = classics::non_attacking(Board::square(10), Piece::KING);
    for job in [PrimeJob::count(&kings, 9, &Options::new()), PrimeJob::count_by_size(&kings, 1, &Options::new())] {
        let job = job.unwrap().with_spare();
        let honest = results(&job);
        let told = job.merge(&honest, &Options::new()).unwrap();
        for part in 0..job.parts() {
            let mut wrong = honest.clone();
            let (first, rest) = wrong[part].split_once(' ').unwrap_or((&wrong[part], ""));
            let prime = job.primes()[part * job.primes().len() / job.parts()];
            let other = (first.parse::<u64>().unwrap() + (1 << 61)) % prime;
            wrong[part] = format!("{other} {rest}").trim_end().to_owned();
            let failure = job.merge(&wrong, &Options::new()).unwrap_err().to_string();
            assert!(failure.contains("do not go together") && failure.contains(&prime.to_string()), "{failure}");
            assert!(job.contradict(&honest[part], &wrong[part]));
        }
        assert_ne!(told, "0");
    }
}

#[test]
fn what_is_no_result_is_refused() {
    let job = PrimeJob::count(&classics::queens(6), 1, &Options::new()).unwrap();
    assert_eq!(merged(&job), "4");
    let prime = job.primes()[0].to_string();
    for wrong in ["", " ", "4 ", "04", "+4", "-4", "4 0", "four", "4.0", &prime, "99999999999999999999"] {
        let failure = job.merge(&[wrong.to_owned()], &Options::new()).unwrap_err().to_string();
        assert!(failure.contains("part 0 cannot be read"), "{wrong:?}: {failure}");
    }
    // A number below the prime, and more than there can be.
    let failure = job.merge(&[(job.primes()[0] - 1).to_string()], &Options::new()).unwrap_err().to_string();
    assert!(failure.contains("do not go together"), "{failure}");
    for number in [0, 2] {
        let failure = job.merge(&vec!["4".to_owned(); number], &Options::new()).unwrap_err().to_string();
        assert_eq!(failure, format!("{number} results for 1 parts"));
    }
}

#[test]
fn a_part_that_is_stopped_begins_anew() {
    let job = PrimeJob::count(&classics::queens(8), 1, &Options::new()).unwrap();
    let few = Options::new().node_limit(100);
    match job.work(&Assignment::new(0, &few)).unwrap() {
        Outcome::Stopped { cause, rest, nodes } => assert_eq!((cause, rest, nodes), (Cause::NodeLimit, None, 100)),
        done @ Outcome::Done { .. } => panic!("{done:?} within 100 states"),
    }
    let options = Options::new();
    let refused = |assignment: &Assignment<'_>| job.work(assignment).unwrap_err().to_string();
    assert!(refused(&Assignment::new(0, &options).with_rest(Some("1.2"))).contains("is no rest of part 0"));
    let parts = job.parts();
    assert_eq!(refused(&Assignment::new(parts, &options)), format!("there is no part {parts}: the job has {parts}"));
}

#[test]
fn other_engines_and_seeds_are_declined() {
    let declined = |problem: &Problem, options: &Options| match PrimeJob::count(problem, 1, options) {
        Err(Error::Invalid(invalid)) => invalid.is_declined(),
        _ => false,
    };
    for options in [Options::new().engine(Engine::Search), Options::new().seed(1)] {
        assert!(declined(&classics::queens(4), &options));
    }
    // And boards that are too large for a sweep.
    assert!(declined(&classics::queens(100), &Options::new()));
}

#[cfg(feature = "serde")]
#[test]
fn a_written_job_is_the_same_and_a_changed_one_is_refused() {
    let job = PrimeJob::count(&classics::queens(7), 12, &Options::new()).unwrap().with_spare();
    let text = serde_json::to_string(&job).unwrap();
    let read: PrimeJob = serde_json::from_str(&text).unwrap();
    assert_eq!((read.digest(), read.parts(), merged(&read)), (job.digest(), job.parts(), "40".to_owned()));
    let (bound, primes) = (format!("\"bound\":\"{}\"", job.bound()), format!("\"primes\":{}", job.primes().len()));
    for (part, other, why) in [
        (&*bound, "\"bound\":\"-1\"", "no number"),
        (&bound, &format!("\"bound\":\"1{}\"", "0".repeat(60)), "fewer placements"),
        (&primes, "\"primes\":0", "0 primes for a bound"),
        (&primes, "\"primes\":1000000", "1000000 primes for a bound"),
        ("\"count\"", "\"classes\"", "not counted modulo primes"),
        ("\"slices\":", "\"slices\":1000000", "cannot be divided"),
        ("queenside ", "queenside 9", "here it would be"),
    ] {
        let changed = text.replacen(part, other, 1);
        assert_ne!(changed, text);
        let failure = serde_json::from_str::<PrimeJob>(&changed).unwrap_err().to_string();
        assert!(failure.contains(why), "{failure}");
    }
    // Another digest, and each part that is cut refuses.
    let place = text.find("\"seam\":[").unwrap() + 8;
    let changed = format!("{}1{}", &text[..place], &text[place..]);
    let changed: PrimeJob = serde_json::from_str(&changed).unwrap();
    assert_ne!(changed.digest(), job.digest());
    let quotes = text.rfind("\"]").unwrap();
    let other = if text.as_bytes()[quotes - 1] == b'0' { "1" } else { "0" };
    let marked = [&text[..quotes - 1], other, &text[quotes..]].concat();
    let marked: PrimeJob = serde_json::from_str(&marked).unwrap();
    let failure = marked.work(&Assignment::new(0, &Options::new())).unwrap_err().to_string();
    assert!(failure.contains("planned for another sweep"), "{failure}");
}
