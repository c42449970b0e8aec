//! The ledger in a Redis server, for workers that share no file system and come and go.
//!
//! Parts are entries of a stream with one consumer group. Reading some is a lease; a thread of the worker's keeps it alive, and
//! what was silent for longer than the lease is claimed by another. What comes of a part and the acknowledgement are one script.
//!
//! Small parts are taken and reported many at a time: as many as take about a fifth of a second. So a part costs a fraction of a
//! round trip, and of a flush of the server to its disk.
//!
//! - `leases`: the parts that a worker has taken;
//! - `scripts`: what the server does in one step.

mod leases;
mod scripts;

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use redis::{Client, Connection, FromRedisValue, RedisError, Script};

use crate::error::Error;
use crate::folder::host;
use crate::ledger::{Ledger, Taken};
use crate::plan::Plan;
use crate::record::{Entry, Record};
use crate::snapshot::{MAX_FAILURES, Snapshot};
use leases::{Lease, Leases};
use queenside::CancelToken;
use queenside::job::Job;
use scripts::{BACK, DONE, FAILED, HEARTBEAT, PLAN, REST, RETRY, TAKE};

/// The consumer group.
const GROUP: &str = "workers";

/// A job in a Redis server.
///
/// The address is `redis://[:PASSWORD@]HOST:PORT/DB#NAME`; the name tells the jobs of a server apart. Run the server with
/// `--appendonly yes --appendfsync always`: otherwise it may lose results that it has acknowledged.
///
/// ```no_run
/// use queenside::CancelToken;
/// use queenside_cluster::{Ledger, Server, work};
///
/// let (mut server, plan) = Server::open("redis://127.0.0.1:6379/0#queens")?;
/// work(&plan, &mut server, &CancelToken::new())?;
/// println!("{}", server.snapshot(&plan)?.merge(&plan)?);
/// # Ok::<(), queenside_cluster::Error>(())
/// ```
pub struct Server {
    client: Client,
    connection: Option<Connection>,
    name: String,
    worker: String,
    lease: Duration,
    /// Whether parts that were set aside are to be put back, and whether all parts are known to be planned.
    is_retry: bool,
    is_ready: bool,
    incumbent: Option<String>,
    /// How many parts are taken next, and when the last were.
    batch: usize,
    taken: Option<Instant>,
    leases: Arc<Leases>,
    /// Dropped, it ends the thread that keeps the leases alive.
    heartbeat: Option<Sender<()>>,
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server").field("name", &self.name).field("worker", &self.worker).finish_non_exhaustive()
    }
}

fn refused(error: &RedisError) -> Error {
    Error::Server(error.to_string())
}

impl Server {
    /// How long a server may be away: killed, and started again.
    const PATIENCE: Duration = Duration::from_secs(60);
    /// The deliveries after which a part is taken to have killed its workers.
    const MAX_DELIVERIES: usize = 10;
    /// How long the parts that are taken together should take, and results wait for each other.
    const PACE: Duration = Duration::from_millis(200);
    /// The most parts that are taken together.
    const MAX_BATCH: usize = 512;

    /// Puts a job into a server. Two planners of the same job do no harm.
    ///
    /// # Errors
    ///
    /// The name belongs to another job, or the server cannot be reached.
    pub fn create(address: &str, plan: &Plan) -> Result<(), Error> {
        let mut server = Self::connect(address)?;
        let (text, digest) = (plan.to_text()?, plan.digest());
        let there = server.name_it(&text)?.map(|there| Plan::read(&there)).transpose()?;
        match there.map(|there| there.digest()).filter(|there| *there != digest) {
            Some(there) => {
                let address = without_password(address);
                Err(Error::Plan(format!("{address} is the job {there:016x}; the new one would be {digest:016x}")))
            }
            None => server.add_parts(plan.parts()),
        }
    }

    /// Opens a job of the caller's own, and puts its parts into the server unless they are there.
    ///
    /// # Errors
    ///
    /// The name belongs to another job, or the server cannot be reached.
    ///
    /// ```no_run
    /// use queenside::job::SplitJob;
    /// use queenside::{CancelToken, Options, classics};
    /// use queenside_cluster::{Server, work};
    ///
    /// let job = SplitJob::count(&classics::queens(9), 20, &Options::new())?;
    /// work(&job, &mut Server::of("redis://127.0.0.1:6379/0#mine", &job)?, &CancelToken::new())?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(address: &str, job: &dyn Job) -> Result<Self, Error> {
        let mut server = Self::connect(address)?;
        let text = format!("{:016x} {}", job.digest(), job.parts());
        match server.name_it(&text)?.filter(|there| *there != text) {
            Some(there) => {
                let there: String = there.chars().take(40).collect();
                let address = without_password(address);
                Err(Error::Plan(format!("{address} is the job {there:?}; this one is {text:?}")))
            }
            None => server.add_parts(job.parts()).map(|()| server),
        }
    }

    /// Writes what the job is, unless something stands there, which is returned.
    fn name_it(&mut self, text: &str) -> Result<Option<String>, Error> {
        let job = self.key("job");
        let is_new: bool = self.call(|c| redis::cmd("SETNX").arg(&job).arg(text).query(c))?;
        if is_new { Ok(None) } else { self.call(|c| redis::cmd("GET").arg(&job).query(c)) }
    }

    fn add_parts(&mut self, number: usize) -> Result<(), Error> {
        /// Parts added by one call of the script.
        const BATCH: usize = 5_000;
        let (planned, parts) = (self.key("planned"), self.key("parts"));
        let made: Result<String, _> = self.call(|c| {
            let mut create = redis::cmd("XGROUP");
            create.arg("CREATE").arg(&parts).arg(GROUP).arg("0").arg("MKSTREAM").query(c)
        });
        if let Err(error) = made
            && !error.to_string().contains("BUSYGROUP")
        {
            return Err(error);
        }
        let script = Script::new(PLAN);
        let mut from: usize = self.call(|c| redis::cmd("GET").arg(&planned).query::<Option<usize>>(c))?.unwrap_or(0);
        while from < number {
            let to = (from + BATCH).min(number);
            let reached: usize = self.call(|c| script.key(&planned).key(&parts).arg(from).arg(to).invoke(c))?;
            from = reached.max(to);
        }
        Ok(())
    }

    /// Opens a job for a worker, for the status or for merging.
    ///
    /// # Errors
    ///
    /// There is no such job, not one that this build can do, or no server.
    pub fn open(address: &str) -> Result<(Self, Plan), Error> {
        let mut server = Self::connect(address)?;
        let plan = server.plan()?;
        Ok((server, plan))
    }

    /// Sets after how long a part of a silent worker is taken over; at first a minute.
    #[must_use]
    pub fn with_lease(self, lease: Duration) -> Self {
        Self { lease: lease.max(Duration::from_millis(100)), ..self }
    }

    /// Has this worker begin by putting back what was set aside after too many failures.
    #[must_use]
    pub fn with_retry(self) -> Self {
        Self { is_retry: true, ..self }
    }

    fn connect(address: &str) -> Result<Self, Error> {
        let (url, name) = address.split_once('#').filter(|(_, name)| !name.is_empty()).ok_or_else(|| {
            let address = without_password(address);
            Error::Server(format!("{address:?} has no name of a job: redis://HOST:PORT/DB#NAME"))
        })?;
        let client = Client::open(url).map_err(|error| refused(&error))?;
        // Keys of a hasher are random, and so differ even where machines and processes have the same names and clocks.
        let unique = RandomState::new().build_hasher().finish() as u32;
        let mut server = Self {
            client,
            connection: None,
            name: name.to_owned(),
            worker: format!("{}.{}.{unique:08x}", host(), std::process::id()),
            lease: Duration::from_secs(60),
            is_retry: false,
            is_ready: false,
            incumbent: None,
            batch: 1,
            taken: None,
            leases: Arc::default(),
            heartbeat: None,
        };
        // A server that is not there from the beginning is not waited for.
        server.connection = Some(server.client.get_connection().map_err(|error| refused(&error))?);
        Ok(server)
    }

    fn plan(&mut self) -> Result<Plan, Error> {
        let job = self.key("job");
        let text: Option<String> = self.call(|c| redis::cmd("GET").arg(&job).query(c))?;
        Plan::read(&text.ok_or_else(|| Error::Plan(format!("the server has no job named {:?}", self.name)))?)
    }

    fn key(&self, what: &str) -> String {
        format!("queenside:{{{}}}:{what}", self.name)
    }

    /// Asks the server, and again if the connection is lost: each question may be asked twice.
    fn call<T: FromRedisValue>(&mut self, ask: impl Fn(&mut Connection) -> Result<T, RedisError>) -> Result<T, Error> {
        let begin = Instant::now();
        loop {
            let answer = match self.connection.take() {
                Some(mut connection) => {
                    let answer = ask(&mut connection);
                    if answer.as_ref().is_err_and(is_away) {
                        drop(connection);
                    } else {
                        self.connection = Some(connection);
                    }
                    answer
                }
                None => match self.client.get_connection() {
                    Ok(connection) => {
                        self.connection = Some(connection);
                        continue;
                    }
                    Err(error) => Err(error),
                },
            };
            match answer {
                Err(error) if is_away(&error) && begin.elapsed() < Self::PATIENCE => {
                    thread::sleep(Duration::from_millis(100));
                }
                Err(error) => return Err(refused(&error)),
                Ok(answer) => return Ok(answer),
            }
        }
    }

    /// Calls a script of which each call does the same if it is repeated.
    fn script<T: FromRedisValue>(&mut self, script: &str, keys: &[&str], args: &[&str]) -> Result<T, Error> {
        let script = Script::new(script);
        let mut call = script.prepare_invoke();
        for key in keys {
            call.key(self.key(key));
        }
        for arg in args {
            call.arg(*arg);
        }
        self.call(|c| call.invoke(c))
    }

    /// Sends the results that are finished.
    fn send(&mut self) -> Result<(), Error> {
        let leases = Arc::clone(&self.leases);
        leases.send(|finished| {
            let args = done(&self.worker, finished);
            let args: Vec<&str> = args.iter().map(|arg| &**arg).collect();
            self.script::<i64>(DONE, &DONE_KEYS, &args).map(drop)
        })
    }

    /// Ends the current part by one of the scripts for that.
    fn end(&mut self, script: &str, keys: &[&str], record: &Record) -> Result<(), Error> {
        let Lease { part, id, .. } = self.finish(record.part)?;
        let (worker, part, failures) = (self.worker.clone(), part.to_string(), MAX_FAILURES.to_string());
        self.script::<i64>(script, keys, &[GROUP, &part, &record.to_line(), &worker, &id, &failures]).map(drop)
    }

    /// Takes the current part out of the worker's leases.
    fn finish(&mut self, part: usize) -> Result<Lease, Error> {
        let current = self.leases.lock().current.take_if(|(lease, _)| lease.part == part);
        let none = || Error::Server(format!("part {part} is not the one that this worker took last"));
        current.map(|(lease, _)| lease).ok_or_else(none)
    }

    /// Starts the thread that keeps leases alive, and that sends results and gives back parts if a part takes long.
    fn start_heartbeat(&mut self) {
        if self.heartbeat.is_some() {
            return;
        }
        let (end, ended) = mpsc::channel::<()>();
        let (client, leases, worker, lease) =
            (self.client.clone(), Arc::clone(&self.leases), self.worker.clone(), self.lease / 3);
        let keys = |names: &[&str]| names.iter().map(|name| self.key(name)).collect::<Vec<_>>();
        let (stream, done_keys) = (keys(&["parts"]), keys(&DONE_KEYS));
        thread::spawn(move || {
            let call = |script: &str, keys: &[String], args: &[&str], connection: &mut Connection| {
                let script = Script::new(script);
                let mut call = script.prepare_invoke();
                for key in keys {
                    call.key(key);
                }
                for arg in args {
                    call.arg(*arg);
                }
                call.invoke::<i64>(connection).map(drop)
            };
            let (mut connection, mut last) = (None, Instant::now());
            while ended.recv_timeout(Self::PACE.min(lease)) == Err(RecvTimeoutError::Timeout) {
                connection = connection.or_else(|| client.get_connection().ok());
                let Some(open) = &mut connection else { continue };
                let mut sent = leases.send(|finished| {
                    let args = done(&worker, finished);
                    let args: Vec<&str> = args.iter().map(|arg| &**arg).collect();
                    call(DONE, &done_keys, &args, &mut *open)
                });
                // A part that takes long must not hold up those behind it.
                let behind = leases.lock().behind(Self::PACE * 5);
                if sent.is_ok() && !behind.is_empty() {
                    let args = back(&behind);
                    let args: Vec<&str> = args.iter().map(|arg| &**arg).collect();
                    // If that fails, their lease runs out.
                    sent = call(BACK, &stream, &args, &mut *open);
                }
                if sent.is_ok() && last.elapsed() >= lease {
                    let ids = leases.lock().ids();
                    let args: Vec<&str> = [GROUP, &worker].into_iter().chain(ids.iter().map(|id| &**id)).collect();
                    sent = call(HEARTBEAT, &stream, &args, &mut *open);
                    last = Instant::now();
                }
                if sent.is_err() {
                    connection = None;
                }
            }
        });
        self.heartbeat = Some(end);
    }

    /// Adds what a planner that was killed has left out, and puts back what was set aside if that is wanted.
    fn prepare(&mut self, parts: usize) -> Result<(), Error> {
        if !self.is_ready {
            self.add_parts(parts)?;
            self.is_ready = true;
        }
        if self.is_retry {
            self.script::<i64>(RETRY, &["parts", "dead", "failures"], &[])?;
            self.is_retry = false;
        }
        Ok(())
    }

    /// Takes the next parts; the job has this number of them.
    fn fetch(&mut self, parts: usize) -> Result<Fetched, Error> {
        self.prepare(parts)?;
        // What took a short time is taken in larger numbers.
        self.batch = match self.taken.take().map(|taken| taken.elapsed()) {
            Some(time) if time < Self::PACE / 2 => (self.batch * 2).min(Self::MAX_BATCH),
            Some(time) if time < Self::PACE => self.batch,
            Some(time) if time < Self::PACE * 5 => (self.batch / 2).max(1),
            Some(_) | None => 1,
        };
        let (worker, lease, batch) = (self.worker.clone(), self.lease.as_millis().to_string(), self.batch.to_string());
        let parts = parts.to_string();
        let keys = ["parts", "results", "rests", "dead", "incumbent"];
        let (seen, over, incumbent, taken): (usize, usize, String, Vec<Handed>) =
            self.script(TAKE, &keys, &[GROUP, &worker, &lease, &batch, &parts])?;
        self.taken = Some(Instant::now());
        self.incumbent = Some(incumbent).filter(|incumbent| !incumbent.is_empty());
        Ok(Fetched { seen, over, taken })
    }

    /// Reads a hash, a few thousand fields at a time.
    fn fields(&mut self, hash: &str) -> Result<Vec<(String, String)>, Error> {
        let key = self.key(hash);
        let (mut cursor, mut fields) = ("0".to_owned(), Vec::new());
        loop {
            let (next, some): (String, Vec<(String, String)>) =
                self.call(|c| redis::cmd("HSCAN").arg(&key).arg(&cursor).arg("COUNT").arg(5_000).query(c))?;
            fields.extend(some);
            if next == "0" {
                return Ok(fields);
            }
            cursor = next;
        }
    }
}

/// An address as it may stand in messages and logs.
fn without_password(address: &str) -> String {
    match (address.split_once("://"), address.rfind('@')) {
        (Some((scheme, _)), Some(at)) if at > scheme.len() => format!("{scheme}://…{}", &address[at..]),
        _ => address.to_owned(),
    }
}

/// Tells whether a server may answer if it is asked again.
fn is_away(error: &RedisError) -> bool {
    error.is_io_error() || error.is_connection_dropped() || error.to_string().contains("LOADING")
}

/// What [`Server::fetch`] found.
struct Fetched {
    /// The number of entries of the stream.
    seen: usize,
    /// The number of parts that need no more work.
    over: usize,
    taken: Vec<Handed>,
}

/// The entry, the part, how often it was handed out, and the rest.
type Handed = (String, usize, usize, String);

const DONE_KEYS: [&str; 5] = ["parts", "results", "rests", "others", "dead"];

/// The arguments of the script for results.
fn done(worker: &str, finished: &[(Lease, String)]) -> Vec<String> {
    let mut args = vec![GROUP.to_owned(), worker.to_owned()];
    for (lease, line) in finished {
        args.extend([lease.part.to_string(), line.clone(), lease.id.clone()]);
    }
    args
}

/// The arguments of the script that gives parts back.
fn back(leases: &[Lease]) -> Vec<String> {
    let mut args = vec![GROUP.to_owned()];
    for lease in leases {
        args.extend([lease.part.to_string(), lease.id.clone()]);
    }
    args
}

impl Ledger for Server {
    fn take(&mut self, job: &dyn Job, token: &CancelToken) -> Result<Option<Taken>, Error> {
        /// Between two looks whether another worker has died; at first this long, then up to a twentieth of the lease.
        const PAUSE: Duration = Duration::from_millis(100);
        let mut pause = PAUSE;
        loop {
            let next = {
                let mut held = self.leases.lock();
                let next = held.ahead.pop_front();
                held.current = next.clone().map(|lease| (lease, Instant::now()));
                next
            };
            if let Some(Lease { part, rest, .. }) = next {
                let (nodes, rest) = rest.unzip();
                return Ok(Some(Taken { part, rest, nodes: nodes.unwrap_or(0), incumbent: self.incumbent.clone() }));
            }
            self.send()?;
            let Fetched { seen, over, taken } = self.fetch(job.parts())?;
            if seen == 0 {
                if over >= job.parts() || token.is_cancelled() {
                    return Ok(None);
                }
                self.taken = None;
                thread::sleep(pause);
                pause = (pause * 2).min(self.lease / 20).max(PAUSE);
                continue;
            }
            self.start_heartbeat();
            for (id, part, deliveries, rest) in taken {
                let rest = match Record::read(&rest) {
                    Some(Record { job: digest, nodes, entry: Entry::Rest(rest), .. }) if digest == job.digest() => {
                        Some((nodes, rest))
                    }
                    _ => None,
                };
                let lease = Lease { part, id, rest };
                if deliveries > Self::MAX_DELIVERIES {
                    let entry = Entry::Failed(format!("handed out {deliveries} times, and never finished"));
                    self.leases.lock().current = Some((lease, Instant::now()));
                    self.put(&Record { job: job.digest(), part, nodes: 0, entry })?;
                } else {
                    self.leases.lock().ahead.push_back(lease);
                }
            }
        }
    }

    fn put(&mut self, record: &Record) -> Result<(), Error> {
        match &record.entry {
            Entry::Taken => Ok(()),
            Entry::Done(_) => {
                let lease = self.finish(record.part)?;
                self.leases.lock().finished.push((lease, record.to_line()));
                Ok(())
            }
            Entry::Rest(_) => self.end(REST, &["parts", "results", "rests"], record),
            Entry::Failed(_) => self.end(FAILED, &["parts", "results", "rests", "errors", "failures", "dead"], record),
        }
    }

    fn tell(&mut self, job: &dyn Job, part: usize, result: &str) -> Result<(), Error> {
        if job.incumbent(self.incumbent.as_deref(), part, result) == self.incumbent {
            return Ok(());
        }
        let key = self.key("incumbent");
        // Of two workers at once the better may be overwritten: an incumbent that is not the best is true all the same.
        let known: Option<String> = self.call(|c| redis::cmd("GET").arg(&key).query(c))?;
        self.incumbent = job.incumbent(known.as_deref(), part, result);
        match &self.incumbent {
            Some(better) if known.as_ref() != Some(better) => {
                let better = better.clone();
                self.call(|c| redis::cmd("SET").arg(&key).arg(&better).query(c))
            }
            _ => Ok(()),
        }
    }

    fn commit(&mut self) -> Result<(), Error> {
        self.send()
    }

    fn leave(&mut self) -> Result<(), Error> {
        self.send()?;
        let left: Vec<Lease> = {
            let mut held = self.leases.lock();
            let current = held.current.take().map(|(lease, _)| lease);
            current.into_iter().chain(held.ahead.drain(..)).collect()
        };
        if left.is_empty() {
            return Ok(());
        }
        let args = back(&left);
        let args: Vec<&str> = args.iter().map(|arg| &**arg).collect();
        self.script::<i64>(BACK, &["parts"], &args).map(drop)
    }

    fn snapshot(&mut self, job: &dyn Job) -> Result<Snapshot, Error> {
        self.send()?;
        let mut snapshot = Snapshot::new(job);
        let mut add = |worker: &str, part: &str, line: &str| match Record::read(line) {
            Some(record) if part.is_empty() || part == record.part.to_string() => snapshot.add(job, worker, record),
            _ => snapshot.damaged(format!("the record of part {part} by {worker}")),
        };
        for (part, line) in self.fields("results")? {
            let (worker, line) = line.split_once('|').unwrap_or(("a worker", &line));
            add(worker, &part, line);
        }
        for (part, line) in self.fields("rests")? {
            add("a worker", &part, &line);
        }
        for list in ["others", "errors"] {
            let key = self.key(list);
            let lines: Vec<String> = self.call(|c| redis::cmd("LRANGE").arg(&key).arg(0).arg(-1).query(c))?;
            for line in lines {
                let (worker, line) = line.split_once('|').unwrap_or(("a worker", &line));
                add(worker, "", line);
            }
        }
        Ok(snapshot)
    }
}
