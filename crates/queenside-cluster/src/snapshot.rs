//! What a ledger says at one moment.

use std::collections::BTreeMap;
use std::fmt;

use crate::error::Error;
use crate::record::{Entry, Record};
use queenside::Options;
use queenside::job::Job;

/// The failures after which a part is set aside.
pub(crate) const MAX_FAILURES: u32 = 3;

/// What is known of all parts, and what is wrong.
///
/// ```
/// use queenside::job::SplitJob;
/// use queenside::{Options, classics};
/// use queenside_cluster::{Entry, Job, Record, Snapshot};
///
/// let job = SplitJob::count(&classics::queens(8), 3, &Options::new())?;
/// let done = |part, result: &str| Record { job: job.digest(), part, nodes: 5, entry: Entry::Done(result.to_owned()) };
/// let mut snapshot = Snapshot::new(&job);
/// snapshot.add(&job, "anna", done(0, "30"));
/// snapshot.add(&job, "bert", done(2, "31"));
/// snapshot.add(&job, "carl", done(2, "32"));
/// assert_eq!((snapshot.done(), snapshot.parts()), (2, 3));
/// let faults: Vec<String> = snapshot.faults().iter().map(ToString::to_string).collect();
/// assert_eq!(faults, [
///     "part 2: bert says \"31\" and carl says \"32\"",
///     "part 1 is missing",
/// ]);
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Snapshot {
    digest: u64,
    parts: Vec<Part>,
    done: usize,
    faults: Vec<Fault>,
    torn: Vec<String>,
    incumbent: Option<String>,
}

/// What is known of a part. There may be millions, so what is rare is elsewhere.
#[derive(Clone, Debug, Default)]
struct Part {
    result: Option<Said>,
    nodes: u64,
    rare: Option<Box<Rare>>,
    /// How often it was begun.
    taken: u32,
}

/// A result and where it stands, one text behind the other.
#[derive(Clone, Debug)]
struct Said {
    text: Box<str>,
    split: usize,
}

impl Said {
    fn new(result: &str, place: &str) -> Self {
        Self { text: [result, place].concat().into(), split: result.len() }
    }

    fn result(&self) -> &str {
        &self.text[..self.split]
    }

    fn place(&self) -> &str {
        &self.text[self.split..]
    }
}

#[derive(Clone, Debug, Default)]
struct Rare {
    /// What is left, and the nodes searched before.
    rest: Option<(u64, String)>,
    failures: Vec<String>,
}

impl Part {
    fn rare(&mut self) -> &mut Rare {
        self.rare.get_or_insert_default()
    }

    fn rest(&self) -> Option<&(u64, String)> {
        self.rare.as_ref()?.rest.as_ref()
    }

    fn failures(&self) -> &[String] {
        self.rare.as_ref().map_or(&[], |rare| &rare.failures)
    }
}

/// What is wrong with a ledger.
///
/// For an example see [`Snapshot`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// Two results that cannot both be true.
    Contradiction {
        /// The part.
        part: usize,
        /// The workers.
        workers: [String; 2],
        /// What they say.
        results: [String; 2],
    },
    /// A line that cannot be what was written.
    Damaged {
        /// The file and the line.
        place: String,
    },
    /// A line of another job, or of this one as another version plans it.
    Foreign {
        /// The file and the line.
        place: String,
        /// The digest of that job.
        job: u64,
    },
    /// A line about a part that the job does not have.
    NoSuchPart {
        /// The file and the line.
        place: String,
        /// The part.
        part: usize,
    },
    /// A part that has failed too often.
    SetAside {
        /// The part.
        part: usize,
        /// How often it has failed.
        times: usize,
        /// The last error.
        error: String,
    },
    /// Parts without a result.
    Missing {
        /// The first and the last of a run of parts.
        from: usize,
        /// The last.
        to: usize,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Contradiction { part, workers: [one, other], results: [first, second] } => {
                write!(f, "part {part}: {one} says {:?} and {other} says {:?}", shown(first), shown(second))
            }
            Self::Damaged { place } => write!(f, "{place} is damaged"),
            Self::Foreign { place, job } => write!(f, "{place} is of another job, {job:016x}"),
            Self::NoSuchPart { place, part } => write!(f, "{place} tells of part {part}, which the job does not have"),
            Self::SetAside { part, times, error } => {
                write!(f, "part {part} has failed {times} times: {}", shown(error))
            }
            Self::Missing { from, to } if from == to => write!(f, "part {from} is missing"),
            Self::Missing { from, to } => write!(f, "parts {from} to {to} are missing"),
        }
    }
}

/// The beginning of a text.
fn shown(text: &str) -> String {
    const MOST: usize = 200;
    let mut shown: String = text.chars().take(MOST).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}

impl Snapshot {
    /// Returns a snapshot of an empty ledger. For an example see the type.
    pub fn new(job: &dyn Job) -> Self {
        let parts = vec![Part::default(); job.parts()];
        Self { digest: job.digest(), parts, done: 0, faults: Vec::new(), torn: Vec::new(), incumbent: None }
    }

    /// Adds a record of a worker; the name is that of the log it stands in, and its line.
    pub fn add(&mut self, job: &dyn Job, name: &str, record: Record) {
        let Record { job: digest, part, nodes, entry } = record;
        let place = || name.to_owned();
        if digest != self.digest {
            self.faults.push(Fault::Foreign { place: place(), job: digest });
            return;
        }
        let Some(known) = self.parts.get_mut(part) else {
            self.faults.push(Fault::NoSuchPart { place: place(), part });
            return;
        };
        match entry {
            Entry::Taken => known.taken += 1,
            Entry::Failed(error) => known.rare().failures.push(error),
            Entry::Rest(rest) => {
                if known.result.is_none() && known.rest().is_none_or(|known| known.0 < nodes) {
                    known.rare().rest = Some((nodes, rest));
                }
            }
            Entry::Done(result) => match &mut known.result {
                None => {
                    self.incumbent = job.incumbent(self.incumbent.as_deref(), part, &result);
                    known.result = Some(Said::new(&result, name));
                    known.nodes = nodes;
                    if let Some(rare) = &mut known.rare {
                        rare.rest = None;
                    }
                    self.done += 1;
                }
                Some(own) if own.result() == result => {}
                Some(own) if job.contradict(own.result(), &result) => {
                    let workers = [own.place().to_owned(), place()];
                    let results = [own.result().to_owned(), result];
                    self.faults.push(Fault::Contradiction { part, workers, results });
                }
                Some(own) => {
                    self.incumbent = job.incumbent(self.incumbent.as_deref(), part, &result);
                    // Which of two true results is kept does not depend on the order of the logs.
                    if *result < *own.result() {
                        *own = Said::new(&result, name);
                    }
                }
            },
        }
    }

    /// Notes a line that cannot be read.
    pub(crate) fn damaged(&mut self, place: String) {
        self.faults.push(Fault::Damaged { place });
    }

    /// Notes the last line of a log, if it was not written to its end.
    pub(crate) fn torn(&mut self, place: String) {
        self.torn.push(place);
    }

    /// Forgets the torn lines, before the logs are read on from there.
    pub(crate) fn forget_torn(&mut self) {
        self.torn.clear();
    }

    /// Returns the number of parts.
    pub fn parts(&self) -> usize {
        self.parts.len()
    }

    /// Returns the number of parts with a result.
    pub fn done(&self) -> usize {
        self.done
    }

    /// Returns the number of parts that were stopped and have a rest.
    pub fn rests(&self) -> usize {
        self.parts.iter().filter(|part| part.rest().is_some()).count()
    }

    /// Returns the result of a part, if it has one.
    pub fn result(&self, part: usize) -> Option<&str> {
        self.parts.get(part)?.result.as_ref().map(Said::result)
    }

    /// Returns the nodes searched for a part.
    pub fn nodes(&self, part: usize) -> Option<u64> {
        self.parts.get(part).map(|part| part.nodes)
    }

    /// Returns the logs whose last line was not written to its end; the part it was about is done again.
    pub fn torn_lines(&self) -> &[String] {
        &self.torn
    }

    /// Returns the errors of parts that have failed at least once, by part.
    pub fn failures(&self) -> BTreeMap<usize, &[String]> {
        let failed = self.parts.iter().enumerate().map(|(number, part)| (number, part.failures()));
        failed.filter(|(_, failures)| !failures.is_empty()).collect()
    }

    /// Returns all that stands in the way of an answer.
    pub fn faults(&self) -> Vec<Fault> {
        let mut faults = self.faults.clone();
        let mut missing: Option<(usize, usize)> = None;
        let mut runs = Vec::new();
        for (number, part) in self.parts.iter().enumerate() {
            if part.result.is_some() {
                continue;
            }
            if self.is_set_aside(number) {
                let error = part.failures().last().cloned().unwrap_or_default();
                faults.push(Fault::SetAside { part: number, times: part.failures().len(), error });
            }
            match &mut missing {
                Some((_, to)) if *to + 1 == number => *to = number,
                _ => runs.extend(missing.replace((number, number))),
            }
        }
        runs.extend(missing);
        faults.extend(runs.into_iter().map(|(from, to)| Fault::Missing { from, to }));
        faults
    }

    /// Returns the answer.
    ///
    /// # Errors
    ///
    /// Names everything that is missing, damaged, foreign or contradictory, and passes on what the job says.
    pub fn merge(&self, job: &dyn Job) -> Result<String, Error> {
        self.merge_with(job, &Options::new())
    }

    /// Like [`merge`](Self::merge); if the job does a part once more, then with these options.
    ///
    /// # Errors
    ///
    /// As for [`merge`](Self::merge).
    pub fn merge_with(&self, job: &dyn Job, options: &Options) -> Result<String, Error> {
        let faults = self.faults();
        if !faults.is_empty() {
            return Err(Error::Faults { faults });
        }
        let results: Vec<String> =
            self.parts.iter().filter_map(|part| Some(part.result.as_ref()?.result().to_owned())).collect();
        job.merge(&results, options).map_err(Error::Job)
    }

    pub(crate) fn is_done(&self, part: usize) -> bool {
        self.parts[part].result.is_some()
    }

    pub(crate) fn is_taken(&self, part: usize) -> bool {
        let part = &self.parts[part];
        // One that failed or was stopped is free again.
        part.taken as usize > part.failures().len() && part.rest().is_none()
    }

    pub(crate) fn is_set_aside(&self, part: usize) -> bool {
        self.parts[part].failures().len() >= MAX_FAILURES as usize
    }

    pub(crate) fn rest(&self, part: usize) -> Option<(u64, String)> {
        self.parts[part].rest().cloned()
    }

    pub(crate) fn incumbent(&self) -> Option<String> {
        self.incumbent.clone()
    }
}
