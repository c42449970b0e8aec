//! The ledger in a Redis server, for workers that share no file system and come and go.
//!
//! Parts are entries of a stream with one consumer group. Reading one is a lease; a thread of the worker's keeps it alive, and
//! what was silent for longer than the lease is claimed by another. What comes of a part and the acknowledgement are one script.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use redis::{Client, Connection, FromRedisValue, RedisError, Script};

use crate::error::Error;
use crate::folder::host;
use crate::ledger::{Ledger, Taken};
use crate::plan::Plan;
use crate::record::{Entry, Record};
use crate::snapshot::{MAX_FAILURES, Snapshot};
use queenside::job::Job;
use queenside::{CancelToken, Digest};

/// The consumer group.
const GROUP: &str = "workers";

/// Adds parts to the stream, unless they are there: of two planners each batch is added once.
const PLAN: &str = r"
local from, to = tonumber(ARGV[1]), tonumber(ARGV[2])
if tonumber(redis.call('GET', KEYS[1]) or '0') == from then
    for part = from, to - 1 do redis.call('XADD', KEYS[2], '*', 'part', part) end
    redis.call('SET', KEYS[1], to)
end
return redis.call('GET', KEYS[1])
";

/// Keeps a result and acknowledges the part. A different one for the same part is kept beside it.
const DONE: &str = r"
local part, line, worker, id = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local known = redis.call('HGET', KEYS[2], part)
if not known then
    redis.call('HSET', KEYS[2], part, line)
    redis.call('HSET', KEYS[3], part, worker)
    redis.call('HDEL', KEYS[4], part)
elseif known ~= line then
    redis.call('RPUSH', KEYS[5], worker .. '|' .. line)
end
return redis.call('XACK', KEYS[1], ARGV[5], id)
";

/// Keeps a rest, and gives the part back to the stream.
const REST: &str = r"
local part, line, id = ARGV[1], ARGV[2], ARGV[4]
if redis.call('HEXISTS', KEYS[2], part) == 0 then redis.call('HSET', KEYS[4], part, line) end
if redis.call('XACK', KEYS[1], ARGV[5], id) == 1 then redis.call('XADD', KEYS[1], '*', 'part', part) end
return 1
";

/// Keeps an error, and gives the part back unless it has failed too often.
const FAILED: &str = r"
local part, line, worker, id = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
if redis.call('XACK', KEYS[1], ARGV[5], id) == 0 then return 0 end
redis.call('RPUSH', KEYS[6], worker .. '|' .. line)
if redis.call('HINCRBY', KEYS[7], part, 1) >= tonumber(ARGV[6]) then
    redis.call('SADD', KEYS[8], part)
else
    redis.call('XADD', KEYS[1], '*', 'part', part)
end
return 1
";

/// Keeps a lease alive, if it is still this worker's.
const BEAT: &str = r"
local held = redis.call('XPENDING', KEYS[1], ARGV[1], ARGV[3], ARGV[3], 1, ARGV[2])
if #held > 0 then redis.call('XCLAIM', KEYS[1], ARGV[1], ARGV[2], 0, ARGV[3], 'JUSTID') end
return #held
";

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
    /// The entry of the stream that this worker holds.
    held: Option<String>,
    heart: Option<Heart>,
}

/// The thread that keeps the lease alive.
struct Heart {
    held: Arc<Mutex<Option<String>>>,
    /// Dropped, it ends the thread.
    _end: Sender<()>,
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

    /// Puts a job into a server. Two planners of the same job do no harm.
    ///
    /// # Errors
    ///
    /// The name belongs to another job, or the server cannot be reached.
    pub fn create(address: &str, plan: &Plan) -> Result<(), Error> {
        /// Parts added by one call of the script.
        const BATCH: usize = 5_000;
        let mut server = Self::connect(address)?;
        let (text, job) = (plan.to_text()?, server.key("job"));
        let is_new: bool = server.call(|c| redis::cmd("SETNX").arg(&job).arg(&text).query(c))?;
        if !is_new {
            let there = server.plan()?;
            if there.digest() != plan.digest() {
                let (there, new) = (there.digest(), plan.digest());
                return Err(Error::Plan(format!("{address} is the job {there:016x}; the new one would be {new:016x}")));
            }
        }
        let (planned, parts) = (server.key("planned"), server.key("parts"));
        let made: Result<String, _> = server.call(|c| {
            let mut create = redis::cmd("XGROUP");
            create.arg("CREATE").arg(&parts).arg(GROUP).arg("0").arg("MKSTREAM").query(c)
        });
        if let Err(error) = made
            && !error.to_string().contains("BUSYGROUP")
        {
            return Err(error);
        }
        let script = Script::new(PLAN);
        let mut from = 0;
        while from < plan.parts() {
            let to = (from + BATCH).min(plan.parts());
            let reached: usize = server.call(|c| script.key(&planned).key(&parts).arg(from).arg(to).invoke(c))?;
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

    fn connect(address: &str) -> Result<Self, Error> {
        let (url, name) = address
            .split_once('#')
            .filter(|(_, name)| !name.is_empty())
            .ok_or_else(|| Error::Server(format!("{address:?} has no name of a job: redis://HOST:PORT/DB#NAME")))?;
        let client = Client::open(url).map_err(|error| refused(&error))?;
        let worker = format!("{}.{}.{:08x}", host(), std::process::id(), unique());
        let lease = Duration::from_secs(60);
        let mut server =
            Self { client, connection: None, name: name.to_owned(), worker, lease, held: None, heart: None };
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

    /// Calls one of the scripts that end a part.
    fn end(&mut self, script: &str, record: &Record) -> Result<(), Error> {
        let none = || Error::Server(format!("part {} was not taken by this worker", record.part));
        let id = self.hold(None).ok_or_else(none)?;
        let names = ["parts", "results", "by", "rests", "others", "errors", "failures", "dead"];
        let keys = names.map(|name| self.key(name));
        let (script, line, worker) = (Script::new(script), record.to_line(), self.worker.clone());
        let _: i64 = self.call(|c| {
            let mut call = script.prepare_invoke();
            for key in &keys {
                call.key(key);
            }
            call.arg(record.part).arg(&line).arg(&worker).arg(&id).arg(GROUP).arg(MAX_FAILURES).invoke(c)
        })?;
        Ok(())
    }

    /// Sets the entry that is held, and returns the one before.
    fn hold(&mut self, id: Option<String>) -> Option<String> {
        if id.is_some() && self.heart.is_none() {
            self.heart = Some(self.heart());
        }
        if let Some(heart) = &self.heart {
            heart.held.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&id);
        }
        std::mem::replace(&mut self.held, id)
    }

    /// Starts the thread that keeps the lease alive.
    fn heart(&self) -> Heart {
        let held = Arc::new(Mutex::new(None::<String>));
        let (end, ended) = mpsc::channel::<()>();
        let (client, own, parts) = (self.client.clone(), Arc::clone(&held), self.key("parts"));
        let (worker, pause) = (self.worker.clone(), self.lease / 3);
        thread::spawn(move || {
            let script = Script::new(BEAT);
            let mut connection = None;
            while ended.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                let Some(id) = own.lock().unwrap_or_else(PoisonError::into_inner).clone() else { continue };
                connection = connection.or_else(|| client.get_connection().ok());
                let Some(open) = &mut connection else { continue };
                let beat: Result<i64, _> = script.key(&parts).arg(GROUP).arg(&worker).arg(&id).invoke(open);
                if beat.is_err() {
                    connection = None;
                }
            }
        });
        Heart { held, _end: end }
    }

    /// Returns an entry of the stream that no worker holds, or whose worker was silent for too long.
    fn next(&mut self) -> Result<Option<(String, usize)>, Error> {
        /// The entries of a stream: an identity, and names of fields with their values.
        type Entries = Vec<(String, Vec<String>)>;
        let (parts, worker, lease) = (self.key("parts"), self.worker.clone(), self.lease.as_millis() as u64);
        let read: Option<Vec<(String, Entries)>> = self.call(|c| {
            let mut read = redis::cmd("XREADGROUP");
            read.arg("GROUP").arg(GROUP).arg(&worker).arg("COUNT").arg(1);
            read.arg("STREAMS").arg(&parts).arg(">").query(c)
        })?;
        let mut entries = read.into_iter().flatten().flat_map(|(_, entries)| entries);
        let mut found = entries.next();
        if found.is_none() {
            let (_, claimed, _): (String, Entries, Vec<String>) = self.call(|c| {
                let mut claim = redis::cmd("XAUTOCLAIM");
                claim.arg(&parts).arg(GROUP).arg(&worker).arg(lease).arg("0-0").arg("COUNT").arg(1).query(c)
            })?;
            found = claimed.into_iter().next();
        }
        let Some((id, fields)) = found else { return Ok(None) };
        let part = fields.get(1).and_then(|part| part.parse().ok());
        let part = part.ok_or_else(|| Error::Server(format!("the entry {id} of the stream names no part")))?;
        Ok(Some((id, part)))
    }

    /// Returns how often an entry was handed out.
    fn deliveries(&mut self, id: &str) -> Result<usize, Error> {
        let parts = self.key("parts");
        let held: Vec<(String, String, u64, usize)> =
            self.call(|c| redis::cmd("XPENDING").arg(&parts).arg(GROUP).arg(id).arg(id).arg(1).query(c))?;
        Ok(held.first().map_or(0, |(_, _, _, deliveries)| *deliveries))
    }

    /// Reads a field of a hash.
    fn field(&mut self, hash: &str, part: usize) -> Result<Option<String>, Error> {
        let key = self.key(hash);
        self.call(|c| redis::cmd("HGET").arg(&key).arg(part).query(c))
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

/// Tells whether a server may answer if it is asked again.
fn is_away(error: &RedisError) -> bool {
    error.is_io_error() || error.is_connection_dropped() || error.to_string().contains("LOADING")
}

/// A number that no other worker is likely to have.
fn unique() -> u32 {
    use std::hash::{Hash, Hasher};
    let mut digest = Digest::new();
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    (now.as_nanos(), std::process::id()).hash(&mut digest);
    (digest.finish() >> 32) as u32
}

impl Ledger for Server {
    fn take(&mut self, job: &dyn Job, token: &CancelToken) -> Result<Option<Taken>, Error> {
        /// Between two looks whether another worker has died.
        const PAUSE: Duration = Duration::from_millis(100);
        loop {
            let Some((id, part)) = self.next()? else {
                let (results, dead) = (self.key("results"), self.key("dead"));
                let done: usize = self.call(|c| redis::cmd("HLEN").arg(&results).query(c))?;
                let dead: usize = self.call(|c| redis::cmd("SCARD").arg(&dead).query(c))?;
                if done + dead >= job.parts() || token.is_cancelled() {
                    return Ok(None);
                }
                thread::sleep(PAUSE);
                continue;
            };
            self.hold(Some(id.clone()));
            if self.field("results", part)?.is_some() {
                let (parts, _) = (self.key("parts"), self.hold(None));
                let _: i64 = self.call(|c| redis::cmd("XACK").arg(&parts).arg(GROUP).arg(&id).query(c))?;
                continue;
            }
            let deliveries = self.deliveries(&id)?;
            if deliveries > Self::MAX_DELIVERIES {
                let entry = Entry::Failed(format!("handed out {deliveries} times, and never finished"));
                self.put(&Record { job: job.digest(), part, nodes: 0, entry })?;
                continue;
            }
            let rest = self.field("rests", part)?.and_then(|line| Record::read(&line));
            let (nodes, rest) = match rest {
                Some(Record { job: digest, nodes, entry: Entry::Rest(rest), .. }) if digest == job.digest() => {
                    (nodes, Some(rest))
                }
                _ => (0, None),
            };
            let incumbent = self.key("incumbent");
            let incumbent: Option<String> = self.call(|c| redis::cmd("GET").arg(&incumbent).query(c))?;
            return Ok(Some(Taken { part, rest, nodes, incumbent }));
        }
    }

    fn put(&mut self, record: &Record) -> Result<(), Error> {
        match &record.entry {
            Entry::Taken => Ok(()),
            Entry::Done(_) => self.end(DONE, record),
            Entry::Rest(_) => self.end(REST, record),
            Entry::Failed(_) => self.end(FAILED, record),
        }
    }

    fn tell(&mut self, job: &dyn Job, part: usize, result: &str) -> Result<(), Error> {
        let key = self.key("incumbent");
        // Of two workers at once the better may be overwritten: an incumbent that is not the best is true all the same.
        let known: Option<String> = self.call(|c| redis::cmd("GET").arg(&key).query(c))?;
        match job.incumbent(known.as_deref(), part, result) {
            Some(better) if known.as_ref() != Some(&better) => {
                self.call(|c| redis::cmd("SET").arg(&key).arg(&better).query(c))
            }
            _ => Ok(()),
        }
    }

    fn commit(&mut self) -> Result<(), Error> {
        Ok(())
    }

    fn snapshot(&mut self, job: &dyn Job) -> Result<Snapshot, Error> {
        let mut snapshot = Snapshot::new(job);
        let mut add = |worker: &str, part: &str, line: &str| match Record::read(line) {
            Some(record) if part.is_empty() || part == record.part.to_string() => snapshot.add(job, worker, record),
            _ => snapshot.damaged(format!("the record of part {part} by {worker}")),
        };
        let workers: std::collections::BTreeMap<String, String> = self.fields("by")?.into_iter().collect();
        for (part, line) in self.fields("results")? {
            add(workers.get(&part).map_or("a worker", |worker| worker), &part, &line);
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
