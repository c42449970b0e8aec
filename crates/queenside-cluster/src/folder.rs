//! The ledger in a folder that all workers see.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, BufRead, BufReader, BufWriter, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::error::Error;
use crate::ledger::{Ledger, Taken};
use crate::plan::Plan;
use crate::record::{Entry, Record};
use crate::snapshot::Snapshot;
use queenside::CancelToken;
use queenside::job::Job;

/// A job in a folder: `job.json`, and in `logs` a file for each worker.
///
/// A worker writes to its own log and reads those of others, so no file is ever written by two. A record is a line with a
/// checksum. A thread flushes records to the disk together, a fifth of a second after the first of them, whatever the worker does
/// meanwhile; only then is a part reported as done.
///
/// Parts are handed out without a lock. A worker takes those that no other has begun, and then those that another has begun and
/// not finished, for it may be dead. At the worst a part is done twice, which does no harm. With a [`Share`] a worker
/// does the parts of its share and no others.
///
/// For an example see the [crate](crate).
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    logs: BTreeMap<PathBuf, Log>,
    snapshot: Option<Snapshot>,
    share: Share,
    is_retry: bool,
    own: Option<Own>,
    /// The first part of a worker without a share, and how far it is from one to the next; 0 if that is not known yet.
    order: (usize, usize),
    /// Where the search for a free part goes on, and whether begun ones are taken too.
    next: usize,
    seen: usize,
    second: bool,
    /// When the logs of others are read again.
    due: Option<Instant>,
}

/// How far a log has been read.
#[derive(Debug, Default)]
struct Log {
    bytes: u64,
    lines: usize,
}

/// The log of this worker.
#[derive(Debug)]
struct Own {
    journal: Arc<Journal>,
    /// Dropped, it ends the thread that flushes.
    _end: Sender<()>,
}

/// A file to which one thread writes, and which two flush.
#[derive(Debug)]
struct Journal {
    path: PathBuf,
    written: Mutex<Written>,
    /// Held while records are on their way to the disk.
    flushing: Mutex<()>,
}

#[derive(Debug)]
struct Written {
    file: BufWriter<File>,
    /// Whether there are records that are not on the disk.
    is_waiting: bool,
    /// What the thread could not do. What follows would not be safe either, so the worker ends.
    failed: Option<io::Error>,
}

impl Journal {
    fn begin(path: PathBuf, file: File) -> Own {
        let written = Written { file: BufWriter::new(file), is_waiting: false, failed: None };
        let journal = Arc::new(Self { path, written: Mutex::new(written), flushing: Mutex::new(()) });
        let (end, ended) = mpsc::channel::<()>();
        let shared = Arc::clone(&journal);
        thread::spawn(move || {
            while ended.recv_timeout(Folder::PATIENCE) == Err(RecvTimeoutError::Timeout) {
                if let Err(error) = shared.flush() {
                    shared.lock().failed.get_or_insert(error);
                }
            }
        });
        Own { journal, _end: end }
    }

    fn lock(&self) -> MutexGuard<'_, Written> {
        self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self, line: &str) -> io::Result<()> {
        let mut written = self.lock();
        if let Some(error) = written.failed.take() {
            return Err(error);
        }
        written.file.write_all(line.as_bytes())?;
        written.file.write_all(b"\n")?;
        written.is_waiting = true;
        Ok(())
    }

    /// Returns once all that was written is on the disk. The worker may write meanwhile.
    fn flush(&self) -> io::Result<()> {
        let flushing = self.flushing.lock().unwrap_or_else(PoisonError::into_inner);
        let file = {
            let mut written = self.lock();
            if let Some(error) = written.failed.take() {
                return Err(error);
            }
            if !written.is_waiting {
                return Ok(());
            }
            written.file.flush()?;
            written.is_waiting = false;
            written.file.get_ref().try_clone()?
        };
        file.sync_data()?;
        drop(flushing);
        Ok(())
    }
}

/// One of several shares of the parts: of `3/8` the parts whose number leaves the rest 3 if divided by 8.
///
/// ```
/// use queenside_cluster::Share;
///
/// let share: Share = "3/8".parse()?;
/// assert_eq!(share.to_string(), "3/8");
/// assert!("8/8".parse::<Share>().is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    number: usize,
    of: usize,
}

impl FromStr for Share {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let read = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match read {
            Some((number, of)) if number < of => Ok(Self { number, of }),
            _ => Err(format!("{text:?} is no share: of 8 shares the first is 0/8 and the last 7/8")),
        }
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl Folder {
    /// How long records may wait for others before they are flushed.
    const PATIENCE: Duration = Duration::from_millis(200);
    /// How often the logs of others are read, at most.
    const NEWS: Duration = Duration::from_millis(100);

    /// Makes a folder with a job that nothing has been done of. The same plan may be written twice, by two planners at once; another
    /// plan in the folder is not overwritten.
    ///
    /// # Errors
    ///
    /// The folder has another job, or cannot be written.
    pub fn create(path: impl AsRef<Path>, plan: &Plan) -> Result<(), Error> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let path = path.as_ref();
        let (logs, job, text) = (path.join("logs"), path.join("job.json"), plan.to_text()?);
        fs::create_dir_all(&logs).map_err(Error::file(&logs))?;
        // Written under another name and linked: either it is there as a whole or not at all, and the second planner fails.
        let (mut file, own) = loop {
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let own = path.join(format!("job.{}.{}.{number}.new", host(), std::process::id()));
            match File::create_new(&own) {
                Ok(file) => break (file, own),
                // Left by a process of the same number that was killed; it may be the job itself by another name.
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(Error::file(&own)(error)),
            }
        };
        file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(Error::file(&own))?;
        let linked = fs::hard_link(&own, &job);
        fs::remove_file(&own).map_err(Error::file(&own))?;
        match linked {
            Ok(()) => sync_folder(path),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                let there = read_plan(&job)?;
                if there.digest() == plan.digest() {
                    return Ok(());
                }
                Err(Error::Plan(format!(
                    "{} is the job {:016x}; the new one would be {:016x}",
                    job.display(),
                    there.digest(),
                    plan.digest()
                )))
            }
            Err(error) => Err(Error::file(&job)(error)),
        }
    }

    /// Opens a folder for a worker, for the status or for merging. A log is begun with the first record.
    ///
    /// # Errors
    ///
    /// There is no job, or not one that this build can do.
    pub fn open(path: impl AsRef<Path>) -> Result<(Self, Plan), Error> {
        let plan = read_plan(&path.as_ref().join("job.json"))?;
        Ok((Self::of(path), plan))
    }

    /// Returns the ledger in a folder for a job that the caller knows: one of its own.
    ///
    /// ```
    /// use queenside::job::SplitJob;
    /// use queenside::{Options, classics};
    /// use queenside_cluster::{Folder, Ledger};
    ///
    /// let path = std::env::temp_dir().join(format!("queenside-own-doc-{}", std::process::id()));
    /// let job = SplitJob::count(&classics::queens(4), 2, &Options::new())?;
    /// assert_eq!(Folder::of(&path).snapshot(&job)?.done(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(path: impl AsRef<Path>) -> Self {
        let path = path.as_ref().to_owned();
        Self {
            path,
            logs: BTreeMap::new(),
            snapshot: None,
            share: Share { number: 0, of: 1 },
            is_retry: false,
            own: None,
            order: (0, 0),
            next: 0,
            seen: 0,
            second: false,
            due: None,
        }
    }

    /// Restricts this worker to a share of the parts.
    #[must_use]
    pub fn with_share(self, share: Share) -> Self {
        Self { share, ..self }
    }

    /// Has this worker also do what was set aside after too many failures.
    #[must_use]
    pub fn with_retry(self) -> Self {
        Self { is_retry: true, ..self }
    }

    /// Reads what has been added to the logs. With many of them, or on a slow file system, the next time is put off, so that a
    /// worker spends at most a hundredth of its time on it.
    fn read_logs(&mut self, job: &dyn Job) -> Result<(), Error> {
        let begin = Instant::now();
        let folder = self.path.join("logs");
        let snapshot = self.snapshot.get_or_insert_with(|| Snapshot::new(job));
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(Error::file(&folder)(error)),
        };
        snapshot.forget_torn();
        let mut paths = Vec::new();
        for entry in entries {
            let path = entry.map_err(Error::file(&folder))?.path();
            if path.extension().is_some_and(|extension| extension == "log") {
                paths.push(path);
            }
        }
        paths.sort_unstable();
        for path in paths {
            let log = self.logs.entry(path.clone()).or_default();
            let size = fs::metadata(&path).map_err(Error::file(&path))?.len();
            if size <= log.bytes {
                continue;
            }
            read_log(&path, log, snapshot, job).map_err(Error::file(&path))?;
        }
        self.due = Some(Instant::now() + Self::NEWS.max(begin.elapsed() * 100));
        Ok(())
    }

    /// Returns the next part that is free.
    fn find(&mut self, job: &dyn Job) -> Option<usize> {
        let parts = job.parts();
        if self.order.1 == 0 {
            self.order = order(parts);
        }
        let snapshot = self.snapshot.as_ref()?;
        // Workers without a share go through the parts in orders of their own, so that they seldom meet.
        let (offset, step) = if self.share.of == 1 { self.order } else { (0, 1) };
        while self.seen < parts {
            let part = (offset as u128 + self.next as u128 * step as u128) % parts as u128;
            let part = part as usize;
            (self.next, self.seen) = (self.next + 1, self.seen + 1);
            let is_own = part % self.share.of == self.share.number;
            // A worker with a share has it for itself: what was begun there is its own, from a life before.
            let is_free = self.second || self.share.of > 1 || !snapshot.is_taken(part);
            let is_wanted = !snapshot.is_done(part) && (self.is_retry || !snapshot.is_set_aside(part));
            if is_own && is_free && is_wanted {
                return Some(part);
            }
        }
        None
    }

    /// Returns the log of this worker; each process has one of its own, so it never writes behind a torn line.
    fn own(&mut self) -> Result<&mut Own, Error> {
        if self.own.is_none() {
            let folder = self.path.join("logs");
            fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
            let mut number = 0;
            self.own = loop {
                let path = folder.join(format!("{}.{}.{number}.log", host(), std::process::id()));
                match OpenOptions::new().append(true).create_new(true).open(&path) {
                    Ok(file) => {
                        sync_folder(&folder)?;
                        break Some(Journal::begin(path, file));
                    }
                    Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
                    Err(error) => return Err(Error::file(&path)(error)),
                }
            };
        }
        self.own.as_mut().ok_or_else(|| Error::Plan("the log is gone".to_owned()))
    }
}

impl Ledger for Folder {
    fn take(&mut self, job: &dyn Job, _: &CancelToken) -> Result<Option<Taken>, Error> {
        loop {
            if self.due.is_none_or(|due| Instant::now() >= due) {
                self.read_logs(job)?;
            }
            if let Some(part) = self.find(job) {
                // A word to others; it need not be on the disk.
                self.put(&Record { job: job.digest(), part, nodes: 0, entry: Entry::Taken })?;
                let snapshot = self.snapshot.as_ref();
                let (nodes, rest) = snapshot.and_then(|known| known.rest(part)).unzip();
                let incumbent = snapshot.and_then(Snapshot::incumbent);
                return Ok(Some(Taken { part, rest, nodes: nodes.unwrap_or(0), incumbent }));
            }
            if self.second || job.parts() == 0 {
                return Ok(None);
            }
            // What others have begun may be done by now.
            self.commit()?;
            self.read_logs(job)?;
            (self.second, self.next, self.seen) = (true, 0, 0);
        }
    }

    fn put(&mut self, record: &Record) -> Result<(), Error> {
        let own = self.own()?;
        own.journal.write(&record.to_line()).map_err(Error::file(&own.journal.path))
    }

    fn commit(&mut self) -> Result<(), Error> {
        let Some(own) = &self.own else { return Ok(()) };
        own.journal.flush().map_err(Error::file(&own.journal.path))
    }

    fn snapshot(&mut self, job: &dyn Job) -> Result<Snapshot, Error> {
        self.commit()?;
        self.read_logs(job)?;
        Ok(self.snapshot.clone().unwrap_or_else(|| Snapshot::new(job)))
    }
}

/// Reads the lines that are new in a log. What follows the last line break is torn, or still being written.
fn read_log(path: &Path, log: &mut Log, snapshot: &mut Snapshot, job: &dyn Job) -> io::Result<()> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(log.bytes))?;
    let (mut file, mut line) = (BufReader::with_capacity(1 << 16, file), Vec::new());
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    while file.read_until(b'\n', &mut line)? > 0 {
        let place = format!("{name}, line {}", log.lines + 1);
        if line.last() != Some(&b'\n') {
            snapshot.torn(place);
            break;
        }
        log.lines += 1;
        log.bytes += line.len() as u64;
        match std::str::from_utf8(&line[..line.len() - 1]).ok().and_then(Record::read) {
            Some(record) => snapshot.add(job, &place, record),
            None => snapshot.damaged(place),
        }
        line.clear();
    }
    Ok(())
}

fn read_plan(path: &Path) -> Result<Plan, Error> {
    Plan::read(&fs::read_to_string(path).map_err(Error::file(path))?).map_err(|error| match error {
        Error::Plan(text) => Error::Plan(format!("{}: {text}", path.display())),
        other => other,
    })
}

/// Flushes the names in a folder to the disk, where the system can do that.
fn sync_folder(path: &Path) -> Result<(), Error> {
    if cfg!(unix) { File::open(path).and_then(|folder| folder.sync_all()).map_err(Error::file(path)) } else { Ok(()) }
}

/// The name of this machine, as far as it may stand in a file name.
pub(crate) fn host() -> String {
    let name = fs::read_to_string("/proc/sys/kernel/hostname").ok().or_else(|| std::env::var("HOSTNAME").ok());
    let name = name.unwrap_or_default();
    let name: String = name.trim().chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
    if name.is_empty() { "worker".to_owned() } else { name }
}

/// Where a worker begins, and its step: round the circle of all parts it comes to each once.
fn order(parts: usize) -> (usize, usize) {
    let common = |step: usize| {
        let (mut one, mut other) = (step, parts);
        while other > 0 {
            (one, other) = (other, one % other);
        }
        one
    };
    let random = RandomState::new().build_hasher().finish();
    let (offset, mut step) = (random as u32 as usize % parts.max(1), (random >> 32) as usize % parts.max(1));
    while step == 0 || common(step) != 1 {
        step += 1;
    }
    (offset, step)
}
