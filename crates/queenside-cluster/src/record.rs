//! Lines of a ledger, each with a checksum.

use std::hash::Hasher;

use queenside::Digest;

/// What a worker says of a part.
///
/// ```
/// use queenside_cluster::{Entry, Record};
///
/// let record = Record { job: 7, part: 3, nodes: 120, entry: Entry::Done("92".to_owned()) };
/// let line = record.to_line();
/// assert_eq!(line, "0000000000000007 3 120 done 92 1367e63e3f129527");
/// assert_eq!(Record::read(&line), Some(record));
/// // One digit changed:
/// assert_eq!(Record::read(&line.replace("92", "93")), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The digest of the job.
    pub job: u64,
    /// The number of the part.
    pub part: usize,
    /// The nodes searched for it so far.
    pub nodes: u64,
    /// What is said.
    pub entry: Entry,
}

/// The kinds of [`Record`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A worker has begun.
    Taken,
    /// The result.
    Done(String),
    /// What is left, after the worker was asked to stop.
    Rest(String),
    /// The error.
    Failed(String),
}

impl Record {
    /// Returns the record as a line, without the line break.
    pub fn to_line(&self) -> String {
        let (word, text) = match &self.entry {
            Entry::Taken => ("taken", ""),
            Entry::Done(result) => ("done", &**result),
            Entry::Rest(rest) => ("rest", &**rest),
            Entry::Failed(error) => ("failed", &**error),
        };
        let text = text.replace(['\n', '\r'], " ");
        let body = format!("{:016x} {} {} {word} {text}", self.job, self.part, self.nodes);
        let checksum = checksum(&body);
        format!("{body} {checksum:016x}")
    }

    /// Reads a line; `None` if it is damaged.
    pub fn read(line: &str) -> Option<Self> {
        let (body, written) = line.rsplit_once(' ')?;
        if written != format!("{:016x}", checksum(body)) {
            return None;
        }
        let mut words = body.splitn(5, ' ');
        let (job, part, nodes, word, text) =
            (words.next()?, words.next()?, words.next()?, words.next()?, words.next()?.to_owned());
        let entry = match word {
            "taken" => Entry::Taken,
            "done" => Entry::Done(text),
            "rest" => Entry::Rest(text),
            "failed" => Entry::Failed(text),
            _ => return None,
        };
        let job = u64::from_str_radix(job, 16).ok()?;
        Some(Self { job, part: part.parse().ok()?, nodes: nodes.parse().ok()?, entry })
    }
}

fn checksum(text: &str) -> u64 {
    let mut digest = Digest::new();
    digest.write(text.as_bytes());
    digest.finish()
}
