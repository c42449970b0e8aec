//! Ledgers: they hand out parts and keep results.

use crate::error::Error;
use crate::record::Record;
use crate::snapshot::Snapshot;
use queenside::CancelToken;
use queenside::job::Job;

/// A part for a worker.
///
/// See [`Ledger::take`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The number of the part.
    pub part: usize,
    /// What another worker left of it.
    pub rest: Option<String>,
    /// The nodes searched before, for that rest.
    pub nodes: u64,
    /// What other parts have shown: see [`Job::incumbent`].
    pub incumbent: Option<String>,
}

/// Hands out parts and keeps what comes of them. [`Folder`](crate::Folder) and `Server` are ledgers.
///
/// ```
/// use queenside::job::SplitJob;
/// use queenside::{CancelToken, Options, classics};
/// use queenside_cluster::{Entry, Folder, Job, Ledger, Plan, Record};
///
/// let path = std::env::temp_dir().join(format!("queenside-ledger-doc-{}", std::process::id()));
/// let plan = Plan::from(SplitJob::count(&classics::queens(4), 1, &Options::new())?);
/// Folder::create(&path, &plan)?;
/// let (mut folder, plan) = Folder::open(&path)?;
/// let taken = folder.take(&plan, &CancelToken::new())?.expect("there is a part");
/// assert_eq!((taken.part, taken.rest), (0, None));
/// folder.put(&Record { job: plan.digest(), part: 0, nodes: 0, entry: Entry::Done("2".to_owned()) })?;
/// folder.commit()?;
/// assert_eq!(folder.take(&plan, &CancelToken::new())?, None);
/// # std::fs::remove_dir_all(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Ledger {
    /// Returns a part that is not done; `None` if there is none for this worker. May wait for the parts that others work on, until
    /// the token is used.
    ///
    /// # Errors
    ///
    /// The ledger cannot be read.
    fn take(&mut self, job: &dyn Job, token: &CancelToken) -> Result<Option<Taken>, Error>;

    /// Keeps a record. It may wait for [`commit`](Self::commit).
    ///
    /// # Errors
    ///
    /// The ledger cannot be written.
    fn put(&mut self, record: &Record) -> Result<(), Error>;

    /// Tells others what a result shows, where the ledger does not find that out by itself: see [`Job::incumbent`].
    ///
    /// # Errors
    ///
    /// The ledger cannot be read or written.
    fn tell(&mut self, _job: &dyn Job, _part: usize, _result: &str) -> Result<(), Error> {
        Ok(())
    }

    /// Returns once all records are where a crash does not lose them.
    ///
    /// # Errors
    ///
    /// The ledger cannot be written.
    fn commit(&mut self) -> Result<(), Error>;

    /// Ends the work: commits, and gives back what was taken and not finished.
    ///
    /// # Errors
    ///
    /// The ledger cannot be written.
    fn leave(&mut self) -> Result<(), Error> {
        self.commit()
    }

    /// Reads everything.
    ///
    /// # Errors
    ///
    /// The ledger cannot be read. What is wrong *in* it is told by the [`Snapshot`].
    fn snapshot(&mut self, job: &dyn Job) -> Result<Snapshot, Error>;
}
