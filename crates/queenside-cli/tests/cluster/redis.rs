//! A real Redis server, workers that are killed, frozen and liars, and the server itself killed.

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{Place, program, run};
use queenside::job::{Assignment, Failure, Outcome, SplitJob};
use queenside::{CancelToken, Options, classics};
use queenside_cluster::{Entry, Job, Ledger, Plan, Record, Server, work};

/// Servers that are not shut off from others want one.
const PASSWORD: &str = "open-sesame";

/// A server of the test's own, ended with it.
struct Redis<'a> {
    place: &'a Place,
    port: u16,
    process: Option<Child>,
}

impl<'a> Redis<'a> {
    /// Starts a server; `None`, and a line that says so, where there is none installed.
    fn start(place: &'a Place) -> Option<Self> {
        let is_there = Command::new("redis-server").arg("--version").stdout(Stdio::null()).status();
        if !is_there.is_ok_and(|status| status.success()) {
            eprintln!("skipped: redis-server is not installed");
            return None;
        }
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut redis = Self { place, port, process: None };
        redis.up();
        Some(redis)
    }

    fn up(&mut self) {
        let mut command = Command::new("redis-server");
        command.args(["--port", &self.port.to_string(), "--bind", "127.0.0.1", "--dir", &self.place.text("")]);
        command.args(["--appendonly", "yes", "--appendfsync", "always", "--save", ""]).stdout(Stdio::null());
        command.args(["--requirepass", PASSWORD]);
        self.process = Some(command.spawn().unwrap());
        let begin = Instant::now();
        while std::net::TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            assert!(begin.elapsed() < Duration::from_secs(60), "the server does not start");
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.kill().unwrap();
            process.wait().unwrap();
        }
    }

    fn address(&self, name: &str) -> String {
        format!("redis://:{PASSWORD}@127.0.0.1:{}/0#{name}", self.port)
    }
}

impl Drop for Redis<'_> {
    fn drop(&mut self) {
        self.kill();
    }
}

fn queens(n: usize, parts: usize) -> Plan {
    SplitJob::count(&classics::queens(n), parts, &Options::new()).unwrap().into()
}

fn signal(worker: &Child, name: &str) {
    drop(Command::new("kill").args([name, &worker.id().to_string()]).status());
}

#[test]
fn workers_and_the_server_are_killed_and_nothing_is_lost() {
    let place = Place::new("redis-kills");
    let Some(mut redis) = Redis::start(&place) else { return };
    let (task, job) = (place.task(14), redis.address("queens"));
    let (code, _, errors) = run(&["plan", "ask", &task, "--parts", "150", "-o", &job]);
    assert_eq!(code, Some(0), "{errors}");
    // A second planner of the same job changes nothing.
    assert_eq!(run(&["plan", "ask", &task, "--parts", "150", "-o", &job]).0, Some(0));
    let start = || program().args(["work", &job, "--lease", "1s"]).stdout(Stdio::null()).spawn().unwrap();
    let mut workers: Vec<Child> = (0..5).map(|_| start()).collect();
    for turn in 0..15usize {
        thread::sleep(Duration::from_millis(40 + 23 * (turn as u64 % 4)));
        let worker = &mut workers[turn % 5];
        drop(worker.kill());
        worker.wait().unwrap();
        *worker = start();
        if turn == 7 {
            redis.kill();
            redis.up();
        }
    }
    for mut worker in workers {
        assert_eq!(worker.wait().unwrap().code(), Some(0));
    }
    let (code, answer, errors) = run(&["merge", &job]);
    assert_eq!((code, &*answer), (Some(0), "365596\n"), "{errors}");
    let (_, text, _) = run(&["status", &job]);
    assert!(text.contains("150 of 150 parts done"), "{text}");
}

#[test]
fn a_frozen_worker_that_comes_back_and_one_asked_to_stop_do_no_harm() {
    let place = Place::new("redis-frozen");
    let Some(redis) = Redis::start(&place) else { return };
    let (task, job) = (place.task(13), redis.address("queens"));
    assert_eq!(run(&["plan", "ask", &task, "--parts", "6", "-o", &job]).0, Some(0));
    let start = || program().args(["work", &job, "--lease", "1s"]).stdout(Stdio::null()).spawn().unwrap();
    let mut frozen = start();
    thread::sleep(Duration::from_millis(150));
    signal(&frozen, "-STOP");
    let mut stopped = start();
    thread::sleep(Duration::from_millis(150));
    signal(&stopped, "-TERM");
    stopped.wait().unwrap();
    let mut other = start();
    assert_eq!(other.wait().unwrap().code(), Some(0));
    signal(&frozen, "-CONT");
    assert_eq!(frozen.wait().unwrap().code(), Some(0));
    let (code, answer, errors) = run(&["merge", &job]);
    assert_eq!((code, &*answer), (Some(0), "73712\n"), "{errors}");
}

#[test]
fn a_liar_is_named_by_the_duplicate_and_by_the_audit() {
    let place = Place::new("redis-liar");
    let Some(redis) = Redis::start(&place) else { return };
    let (token, address) = (CancelToken::new(), redis.address("lies"));
    Server::create(&address, &queens(8, 4)).unwrap();
    let lie = |part| Record { job: queens(8, 4).digest(), part, nodes: 1, entry: Entry::Done("1000".to_owned()) };
    let (mut liar, plan) = Server::open(&address).unwrap();
    let taken = liar.take(&plan, &token).unwrap().unwrap();
    liar.put(&lie(taken.part)).unwrap();
    let (honest, plan) = Server::open(&address).unwrap();
    let report = work(&plan, &mut honest.with_lease(Duration::from_secs(30)), &token).unwrap();
    assert_eq!(report.done, 3);
    let (code, text, _) = run(&["audit", &address, "--sample", "100%"]);
    assert_eq!(code, Some(1));
    assert!(text.contains("4 of 4 parts done once more, 1 wrong") && text.contains("\"1000\""), "{text}");

    let address = redis.address("duplicates");
    Server::create(&address, &queens(8, 4)).unwrap();
    let (liar, plan) = Server::open(&address).unwrap();
    let mut liar = liar.with_lease(Duration::from_secs(3600));
    let taken = liar.take(&plan, &token).unwrap().unwrap();
    // Another takes the part over after a short lease, and the liar comes back.
    let (honest, _) = Server::open(&address).unwrap();
    thread::sleep(Duration::from_millis(300));
    assert_eq!(work(&plan, &mut honest.with_lease(Duration::from_millis(200)), &token).unwrap().done, 4);
    liar.put(&lie(taken.part)).unwrap();
    liar.commit().unwrap();
    let (code, _, errors) = run(&["merge", &address]);
    assert_eq!(code, Some(1));
    assert!(errors.contains("and ") && errors.contains("says \"1000\""), "{errors}");
}

#[test]
fn optima_pass_their_incumbents_on() {
    let place = Place::new("redis-optima");
    let Some(redis) = Redis::start(&place) else { return };
    let address = redis.address("armies");
    let armies = classics::peaceable(queenside::Board::square(6), queenside::Piece::QUEEN);
    let plan = Plan::from(SplitJob::maximize(&armies, 20, &Options::new()).unwrap());
    Server::create(&address, &plan).unwrap();
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                let (mut server, plan) = Server::open(&address).unwrap();
                work(&plan, &mut server, &CancelToken::new()).unwrap();
            });
        }
    });
    let (mut server, plan) = Server::open(&address).unwrap();
    let answer = server.snapshot(&plan).unwrap().merge(&plan).unwrap();
    assert!(answer.starts_with("10\n"), "{answer}");
}

#[test]
fn small_parts_are_taken_together_and_given_back_by_a_worker_that_stops() {
    let place = Place::new("redis-batches");
    let Some(redis) = Redis::start(&place) else { return };
    let job = Squares(3000);
    let address = redis.address("squares");
    let (token, lease) = (CancelToken::new(), Duration::from_secs(3600));
    // A worker that stops in the middle of what it has taken: with such a lease no other would get it for an hour.
    let mut first = Server::of(&address, &job).unwrap().with_lease(lease);
    for _ in 0..40 {
        let taken = first.take(&job, &token).unwrap().unwrap();
        let result = (taken.part * taken.part).to_string();
        first.put(&Record { job: job.digest(), part: taken.part, nodes: 0, entry: Entry::Done(result) }).unwrap();
    }
    first.take(&job, &token).unwrap().unwrap();
    first.leave().unwrap();
    assert_eq!(first.snapshot(&job).unwrap().done(), 40);
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| work(&job, &mut Server::of(&address, &job).unwrap().with_lease(lease), &token).unwrap());
        }
    });
    let snapshot = first.snapshot(&job).unwrap();
    assert_eq!(snapshot.merge(&job).unwrap(), (0..3000u64).map(|n| n * n).sum::<u64>().to_string());
    // The name belongs to this job, and a wrong password opens nothing.
    assert!(Server::of(&address, &Squares(3001)).is_err_and(|error| error.to_string().contains("this one is")));
    assert!(Server::of(&address.replace(PASSWORD, "sesame"), &job).is_err());
    assert_eq!(run(&["status", &address.replace(PASSWORD, "sesame")]).0, Some(1));
}

#[test]
fn a_long_part_does_not_hold_up_those_taken_with_it() {
    let place = Place::new("redis-long");
    let Some(redis) = Redis::start(&place) else { return };
    let job = Squares(200);
    let address = redis.address("long");
    let (token, lease) = (CancelToken::new(), Duration::from_secs(3600));
    let mut slow = Server::of(&address, &job).unwrap().with_lease(lease);
    for _ in 0..100 {
        let part = slow.take(&job, &token).unwrap().unwrap().part;
        let entry = Entry::Done((part * part).to_string());
        slow.put(&Record { job: job.digest(), part, nodes: 0, entry }).unwrap();
    }
    // Its results are sent, and the parts behind this one given back, while it works on it.
    let long = slow.take(&job, &token).unwrap().unwrap().part;
    let mut other = Server::of(&address, &job).unwrap();
    let begin = Instant::now();
    while other.snapshot(&job).unwrap().done() < 199 {
        assert!(begin.elapsed() < Duration::from_secs(60), "{} parts are done", other.snapshot(&job).unwrap().done());
        let stop = CancelToken::new();
        thread::scope(|scope| {
            scope.spawn(|| work(&job, &mut Server::of(&address, &job).unwrap(), &stop).unwrap());
            thread::sleep(Duration::from_millis(300));
            stop.cancel();
        });
    }
    let entry = Entry::Done((long * long).to_string());
    slow.put(&Record { job: job.digest(), part: long, nodes: 0, entry }).unwrap();
    slow.leave().unwrap();
    other.snapshot(&job).unwrap().merge(&job).unwrap();
}

/// Asks the server by its own tool.
fn tell(redis: &Redis, command: &[&str]) {
    let port = redis.port.to_string();
    let mut tool = Command::new("redis-cli");
    let told =
        tool.args(["-p", &port, "-a", PASSWORD, "--no-auth-warning"]).args(command).stdout(Stdio::null()).status();
    assert!(told.unwrap().success(), "{command:?}");
}

#[test]
fn what_is_removed_from_the_server_or_was_never_put_there_is_done() {
    let place = Place::new("redis-removed");
    let Some(redis) = Redis::start(&place) else { return };
    let (address, plan) = (redis.address("removed"), queens(8, 12));
    Server::create(&address, &plan).unwrap();
    let done = || {
        let (server, plan) = Server::open(&address).unwrap();
        let report = work(&plan, &mut server.with_lease(Duration::from_secs(3600)), &CancelToken::new()).unwrap();
        let (code, answer, errors) = run(&["merge", &address]);
        assert_eq!((code, &*answer), (Some(0), "92\n"), "{errors}");
        report.done
    };
    // The planner was killed before it had put in all parts.
    tell(&redis, &["DEL", "queenside:{removed}:parts", "queenside:{removed}:planned"]);
    assert_eq!(done(), 12);
    // Results that were found to be wrong are removed.
    tell(&redis, &["HDEL", "queenside:{removed}:results", "3", "7"]);
    assert_eq!(done(), 2);
    assert_eq!(done(), 0);
    // Messages do not give the password away.
    let error = Server::create(&address, &queens(8, 13)).unwrap_err().to_string();
    assert!(error.contains("the new one would be") && !error.contains(PASSWORD), "{error}");
}

#[test]
fn parts_that_were_set_aside_are_done_by_a_worker_that_is_told_to() {
    let place = Place::new("redis-retry");
    let Some(redis) = Redis::start(&place) else { return };
    let (address, job, token) = (redis.address("retry"), Squares(5), CancelToken::new());
    let failing = |part| Record { job: job.digest(), part, nodes: 0, entry: Entry::Failed("out of ink".to_owned()) };
    let mut clumsy = Server::of(&address, &job).unwrap();
    while let Some(taken) = clumsy.take(&job, &token).unwrap() {
        clumsy.put(&failing(taken.part)).unwrap();
    }
    assert_eq!(work(&job, &mut Server::of(&address, &job).unwrap(), &token).unwrap().done, 0);
    assert_eq!(work(&job, &mut Server::of(&address, &job).unwrap().with_retry(), &token).unwrap().done, 5);
    assert_eq!(clumsy.snapshot(&job).unwrap().merge(&job).unwrap(), "30");
}

/// The sum of squares, one a part.
struct Squares(usize);

impl Job for Squares {
    fn digest(&self) -> u64 {
        self.0 as u64
    }

    fn parts(&self) -> usize {
        self.0
    }

    fn work(&self, assignment: &Assignment<'_>) -> Result<Outcome, Failure> {
        Ok(Outcome::done((assignment.part() * assignment.part()).to_string()))
    }

    fn merge(&self, results: &[String], _: &Options) -> Result<String, Failure> {
        Ok(results.iter().map(|square| square.parse::<u64>()).sum::<Result<u64, _>>()?.to_string())
    }
}
