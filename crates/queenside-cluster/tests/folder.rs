//! The ledger in a folder: two hundred logs, torn and damaged lines, kills, two planners, a full disk.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use queenside::job::{Assignment, Failure, Outcome, SplitJob};
#[cfg(feature = "sat")]
use queenside::{Board, Engine, Piece};
use queenside::{CancelToken, Options, classics};
use queenside_cluster::{
    Entry, Error, Fault, Folder, Job, Ledger, Plan, Record, Share, Snapshot, audit, work, work_with,
};

/// A folder that is removed in the end.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("queenside-cluster-{name}-{}", std::process::id()));
        drop(fs::remove_dir_all(&path));
        Self(path)
    }

    fn logs(&self) -> Vec<PathBuf> {
        let mut logs: Vec<_> = fs::read_dir(self.0.join("logs")).unwrap().map(|entry| entry.unwrap().path()).collect();
        logs.sort();
        logs
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

fn queens(n: usize, parts: usize) -> Plan {
    SplitJob::count(&classics::queens(n), parts, &Options::new()).unwrap().into()
}

fn done(plan: &Plan, part: usize, result: &str) -> Record {
    Record { job: plan.digest(), part, nodes: 1, entry: Entry::Done(result.to_owned()) }
}

/// Parts of no work: the result of a part is its number.
struct Numbers(usize);

impl Job for Numbers {
    fn digest(&self) -> u64 {
        self.0 as u64
    }

    fn parts(&self) -> usize {
        self.0
    }

    fn work(&self, assignment: &Assignment<'_>) -> Result<Outcome, Failure> {
        Ok(Outcome::done(assignment.part().to_string()))
    }

    fn merge(&self, results: &[String], _: &Options) -> Result<String, Failure> {
        Ok(results.iter().map(|number| number.parse::<u64>()).sum::<Result<u64, _>>()?.to_string())
    }
}

#[test]
fn shares_and_workers_without_one_do_each_part() {
    let place = Place::new("shares");
    let plan = queens(8, 30);
    Folder::create(&place.0, &plan).unwrap();
    for number in [2, 0] {
        let (folder, plan) = Folder::open(&place.0).unwrap();
        let mut folder = folder.with_share(format!("{number}/3").parse::<Share>().unwrap());
        let report = work(&plan, &mut folder, &CancelToken::new()).unwrap();
        assert_eq!((report.done, report.failed, report.stopped), (10, 0, false));
    }
    let (mut folder, plan) = Folder::open(&place.0).unwrap();
    let snapshot = folder.snapshot(&plan).unwrap();
    assert_eq!(snapshot.done(), 20);
    let Err(Error::Faults { faults }) = snapshot.merge(&plan) else { panic!("a third is missing") };
    assert!(faults.contains(&Fault::Missing { from: 28, to: 28 }), "{faults:?}");
    assert_eq!(work(&plan, &mut folder, &CancelToken::new()).unwrap().done, 10);
    assert_eq!(folder.snapshot(&plan).unwrap().merge(&plan).unwrap(), "92");
    let found = audit(&plan, &folder.snapshot(&plan).unwrap(), 0.5, 3, &Options::new()).unwrap();
    assert!(found.sampled > 3 && found.sampled < 27 && found.wrong.is_empty(), "{found:?}");
}

#[test]
fn a_stopped_worker_leaves_its_rest_and_another_goes_on() {
    let place = Place::new("rest");
    let plan = queens(9, 2);
    Folder::create(&place.0, &plan).unwrap();
    // A worker that was stopped after 100 nodes of its part.
    let options = Options::new().node_limit(100);
    let Outcome::Stopped { rest: Some(rest), nodes, .. } = plan.work(&Assignment::new(0, &options)).unwrap() else {
        panic!("there is a rest")
    };
    let (mut folder, plan) = Folder::open(&place.0).unwrap();
    folder.put(&Record { job: plan.digest(), part: 0, nodes, entry: Entry::Rest(rest.clone()) }).unwrap();
    folder.commit().unwrap();
    let (mut other, plan) = Folder::open(&place.0).unwrap();
    let taken = [(); 2].map(|()| other.take(&plan, &CancelToken::new()).unwrap().unwrap());
    let resumed = taken.iter().find(|taken| taken.part == 0).unwrap();
    assert_eq!((resumed.rest.as_ref(), resumed.nodes), (Some(&rest), 100));
    // A token that is used already: nothing is done.
    let token = CancelToken::new();
    token.cancel();
    assert!(work(&plan, &mut Folder::of(&place.0), &token).unwrap().stopped);
    work(&plan, &mut Folder::of(&place.0), &CancelToken::new()).unwrap();
    assert_eq!(folder.snapshot(&plan).unwrap().merge(&plan).unwrap(), "352");
}

#[test]
fn a_log_damaged_at_any_byte_is_noticed_and_never_counted_wrong() {
    let place = Place::new("damage");
    let plan = queens(6, 4);
    Folder::create(&place.0, &plan).unwrap();
    let (mut folder, plan) = Folder::open(&place.0).unwrap();
    work(&plan, &mut folder, &CancelToken::new()).unwrap();
    let log = place.logs().remove(0);
    let whole = fs::read(&log).unwrap();
    let merged = |bytes: &[u8]| {
        fs::write(&log, bytes).unwrap();
        let mut folder = Folder::of(&place.0);
        let snapshot = folder.snapshot(&plan).unwrap();
        (snapshot.merge(&plan), snapshot)
    };
    assert_eq!(merged(&whole).0.unwrap(), "4");
    let starts = |byte: u8| [byte ^ 1, b'\n'];
    for (at, byte) in whole.iter().enumerate() {
        for wrong in starts(*byte).into_iter().filter(|wrong| wrong != byte) {
            let mut bytes = whole.clone();
            bytes[at] = wrong;
            let (answer, snapshot) = merged(&bytes);
            assert!(answer.is_err(), "byte {at} was {byte} and is {wrong}");
            assert!(!snapshot.faults().is_empty());
        }
        // Cut off here: what was written to its end counts, and the rest is done again.
        let (answer, snapshot) = merged(&whole[..at]);
        assert!(answer.is_err() && snapshot.done() < 4);
        let is_torn = at > 0 && whole[at - 1] != b'\n';
        assert_eq!(snapshot.torn_lines().len(), usize::from(is_torn), "{at}");
        assert!(snapshot.faults().iter().all(|fault| matches!(fault, Fault::Missing { .. })));
    }
    fs::write(&log, &whole[..whole.len() / 2]).unwrap();
    work(&plan, &mut Folder::of(&place.0), &CancelToken::new()).unwrap();
    assert_eq!(Folder::of(&place.0).snapshot(&plan).unwrap().merge(&plan).unwrap(), "4");
}

#[test]
fn results_that_contradict_each_other_and_foreign_lines_are_named() {
    let place = Place::new("foreign");
    let plan = queens(6, 2);
    Folder::create(&place.0, &plan).unwrap();
    let (mut folder, plan) = Folder::open(&place.0).unwrap();
    work(&plan, &mut folder, &CancelToken::new()).unwrap();
    let result = folder.snapshot(&plan).unwrap().result(1).unwrap().to_owned();
    // An equal duplicate is fine.
    let mut again = Folder::of(&place.0);
    again.put(&done(&plan, 1, &result)).unwrap();
    again.commit().unwrap();
    assert_eq!(Folder::of(&place.0).snapshot(&plan).unwrap().merge(&plan).unwrap(), "4");
    again.put(&done(&plan, 1, "77")).unwrap();
    again.put(&done(&plan, 2, "1")).unwrap();
    again.put(&done(&queens(7, 2), 1, "1")).unwrap();
    again.commit().unwrap();
    let snapshot = Folder::of(&place.0).snapshot(&plan).unwrap();
    let text = snapshot.merge(&plan).unwrap_err().to_string();
    for said in ["part 1: ", "\"77\"", "tells of part 2", "is of another job"] {
        assert!(text.contains(said), "{said} in {text}");
    }
}

#[test]
fn two_planners_of_one_job_agree_and_of_two_jobs_do_not() {
    let place = Place::new("planners");
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| Folder::create(&place.0, &queens(6, 3)).unwrap());
        }
    });
    let error = Folder::create(&place.0, &queens(7, 3)).unwrap_err();
    assert!(error.to_string().contains("the new one would be"), "{error}");
    assert_eq!(Folder::open(&place.0).unwrap().1.digest(), queens(6, 3).digest());
}

#[test]
fn a_part_that_fails_again_and_again_is_set_aside_with_its_errors() {
    struct Fragile(AtomicU32);
    impl Job for Fragile {
        fn digest(&self) -> u64 {
            1
        }
        fn parts(&self) -> usize {
            3
        }
        fn work(&self, assignment: &Assignment<'_>) -> Result<Outcome, Failure> {
            match assignment.part() {
                1 => {
                    self.0.fetch_add(1, Ordering::Relaxed);
                    panic!("out of ink");
                }
                2 => Ok(Outcome::done("two\nlines")),
                part => Ok(Outcome::done(part.to_string())),
            }
        }
        fn merge(&self, _: &[String], _: &Options) -> Result<String, Failure> {
            Ok(String::new())
        }
    }
    let place = Place::new("fragile");
    let job = Fragile(AtomicU32::new(0));
    for _ in 0..5 {
        work(&job, &mut Folder::of(&place.0), &CancelToken::new()).unwrap();
    }
    assert_eq!(job.0.load(Ordering::Relaxed), 3);
    let snapshot = Folder::of(&place.0).snapshot(&job).unwrap();
    let text = snapshot.merge(&job).unwrap_err().to_string();
    assert!(text.contains("part 1 has failed 3 times: panicked: out of ink"), "{text}");
    assert!(text.contains("part 2 has failed 3 times: the result is more than a line"), "{text}");
    assert!(text.contains("parts 1 to 2 are missing"), "{text}");
    // Once the cause is gone, a worker may be told to try again.
    let ended = Numbers(3);
    let mut folder = Folder::of(place.0.join("again"));
    for part in 0..3 {
        for _ in 0..3 {
            let entry = Entry::Failed("too little memory".to_owned());
            folder.put(&Record { job: ended.digest(), part, nodes: 0, entry }).unwrap();
        }
    }
    folder.commit().unwrap();
    let of = |path: &Place| Folder::of(path.0.join("again"));
    assert_eq!(work(&ended, &mut of(&place), &CancelToken::new()).unwrap().done, 0);
    assert_eq!(work(&ended, &mut of(&place).with_retry(), &CancelToken::new()).unwrap().done, 3);
    assert_eq!(of(&place).snapshot(&ended).unwrap().merge(&ended).unwrap(), "3");
}

#[test]
fn a_worker_that_is_allowed_too_little_memory_ends_and_spoils_nothing() {
    let place = Place::new("memory");
    let plan = queens(8, 3);
    Folder::create(&place.0, &plan).unwrap();
    for _ in 0..4 {
        let (mut folder, plan) = Folder::open(&place.0).unwrap();
        let error = work_with(&plan, &mut folder, &Options::new().memory_limit(1), &CancelToken::new()).unwrap_err();
        assert!(matches!(error, Error::Memory { .. }), "{error}");
    }
    let (mut folder, plan) = Folder::open(&place.0).unwrap();
    assert_eq!(work(&plan, &mut folder, &CancelToken::new()).unwrap().done, 3);
    assert!(folder.snapshot(&plan).unwrap().failures().is_empty());
}

#[test]
fn a_result_is_on_the_disk_while_the_next_part_takes_long() {
    /// The part that is begun second ends once others see that the first is done.
    struct Slow(PathBuf, AtomicU32);
    impl Job for Slow {
        fn digest(&self) -> u64 {
            2
        }
        fn parts(&self) -> usize {
            2
        }
        fn work(&self, assignment: &Assignment<'_>) -> Result<Outcome, Failure> {
            let begin = Instant::now();
            let is_second = self.1.fetch_add(1, Ordering::Relaxed) == 1;
            while is_second && Folder::of(&self.0).snapshot(self)?.done() == 0 {
                if begin.elapsed() > Duration::from_secs(60) {
                    return Err("the first result is in no log".into());
                }
                thread::sleep(Duration::from_millis(10));
            }
            Ok(Outcome::done(assignment.part().to_string()))
        }
        fn merge(&self, results: &[String], _: &Options) -> Result<String, Failure> {
            Ok(results.concat())
        }
    }
    let place = Place::new("slow");
    let job = Slow(place.0.clone(), AtomicU32::new(0));
    let mut folder = Folder::of(&place.0);
    assert_eq!(work(&job, &mut folder, &CancelToken::new()).unwrap().failed, 0);
    assert_eq!(folder.snapshot(&job).unwrap().merge(&job).unwrap(), "01");
}

#[test]
fn clocks_that_are_wrong_change_nothing() {
    let place = Place::new("clocks");
    let plan = queens(8, 12);
    Folder::create(&place.0, &plan).unwrap();
    // The files of workers whose clocks stand in 1971 and in 2100, before and after others have worked.
    for (share, seconds) in [("0/3", 40_000_000), ("1/3", 4_102_444_800), ("0/1", 0)] {
        let mut folder = Folder::of(&place.0).with_share(share.parse().unwrap());
        work(&plan, &mut folder, &CancelToken::new()).unwrap();
        for path in place.logs().into_iter().chain([place.0.join("job.json")]) {
            let file = fs::File::options().append(true).open(&path).unwrap();
            file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)).unwrap();
        }
    }
    let (mut folder, plan) = Folder::open(&place.0).unwrap();
    let snapshot = folder.snapshot(&plan).unwrap();
    assert_eq!((place.logs().len(), snapshot.merge(&plan).unwrap()), (3, "92".to_owned()));
}

#[cfg(feature = "sat")]
#[test]
fn an_optimum_and_its_placement_do_not_depend_on_who_worked_when() {
    let bishops = classics::non_attacking(Board::square(4), Piece::BISHOP);
    let plan: Plan = SplitJob::maximize(&bishops, 9, &Options::new()).unwrap().into();
    let mut answers = Vec::new();
    for shares in [["0/2", "1/2"], ["1/2", "0/2"]] {
        let place = Place::new(&format!("optimum-{}", answers.len()));
        Folder::create(&place.0, &plan).unwrap();
        for share in shares {
            let mut folder = Folder::of(&place.0).with_share(share.parse().unwrap());
            work(&plan, &mut folder, &CancelToken::new()).unwrap();
        }
        let snapshot = Folder::of(&place.0).snapshot(&plan).unwrap();
        answers.push(snapshot.merge(&plan).unwrap());
        let sat = Options::new().engine(Engine::Sat);
        let found = audit(&plan, &snapshot, 1.0, 1, &sat).unwrap();
        assert_eq!((found.sampled, found.wrong), (plan.parts(), Vec::new()));
    }
    assert!(answers[0].starts_with("6\n"), "{}", answers[0]);
    assert_eq!(answers[0], answers[1]);
    // A claim that others refute is found.
    let mut snapshot = Snapshot::new(&plan);
    snapshot.add(&plan, "liar", done(&plan, 0, "none better than 1"));
    let sat = Options::new().engine(Engine::Sat);
    assert_eq!(audit(&plan, &snapshot, 1.0, 1, &sat).unwrap().wrong.len(), 1);
}

#[test]
fn two_hundred_workers_have_logs_of_their_own() {
    let place = Place::new("many");
    let job = Numbers(5000);
    thread::scope(|scope| {
        for _ in 0..200 {
            scope.spawn(|| work(&job, &mut Folder::of(&place.0), &CancelToken::new()).unwrap());
        }
    });
    assert!(place.logs().len() <= 200 && place.logs().len() > 1);
    assert_eq!(Folder::of(&place.0).snapshot(&job).unwrap().merge(&job).unwrap(), (0..5000).sum::<u64>().to_string());
}

#[test]
fn a_million_results_are_merged() {
    let job = Numbers(1_000_000);
    let mut snapshot = Snapshot::new(&job);
    for part in 0..job.parts() {
        let entry = Entry::Done(part.to_string());
        snapshot.add(&job, "worker", Record { job: job.digest(), part, nodes: 0, entry });
    }
    assert_eq!(snapshot.merge(&job).unwrap(), "499999500000");
}
