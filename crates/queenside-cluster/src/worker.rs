//! The worker.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::error::Error;
use crate::ledger::{Ledger, Taken};
use crate::record::{Entry, Record};
use queenside::job::{Assignment, Failure, Job, Outcome};
use queenside::{CancelToken, Cause, Fault, Invalid, Options};

/// What a worker has done. The parts it has done are safely in the ledger.
///
/// For an example see the [crate](crate).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The parts that it has finished.
    pub done: usize,
    /// The parts that failed.
    pub failed: usize,
    /// Whether it was asked to stop before all was done.
    pub stopped: bool,
}

/// Does parts until there are none left, or the token is used; then it leaves the rest of its part.
///
/// # Errors
///
/// The ledger cannot be read or written. A part that fails is noted in the ledger and is no error; one that needs more memory
/// than this worker is allowed is left to others, and ends it.
pub fn work(job: &dyn Job, ledger: &mut dyn Ledger, token: &CancelToken) -> Result<Report, Error> {
    work_with(job, ledger, &Options::new(), token)
}

/// Like [`work`], by an engine or with the memory that the options name.
///
/// # Errors
///
/// As for [`work`]; also an engine that declines.
///
/// ```
/// use queenside::job::SplitJob;
/// use queenside::{CancelToken, Engine, Options, classics};
/// use queenside_cluster::{Folder, Ledger, work_with};
///
/// // The tree is cut by the search, and another engine does the parts.
/// let job = SplitJob::count(&classics::queens(6), 3, &Options::new())?;
/// # let path = std::env::temp_dir().join(format!("queenside-work-with-{}", std::process::id()));
/// let mut folder = Folder::of(&path);
/// let report = work_with(&job, &mut folder, &Options::new().engine(Engine::Sweep), &CancelToken::new())?;
/// assert_eq!(report.done, 3);
/// assert_eq!(folder.snapshot(&job)?.merge(&job)?, "4");
/// # std::fs::remove_dir_all(path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn work_with(
    job: &dyn Job,
    ledger: &mut dyn Ledger,
    options: &Options,
    token: &CancelToken,
) -> Result<Report, Error> {
    let digest = job.digest();
    let mut report = Report::default();
    let options = options.clone().cancel(token);
    while !token.is_cancelled() {
        let Some(Taken { part, rest, nodes: before, incumbent }) = ledger.take(job, token)? else {
            ledger.leave()?;
            return Ok(report);
        };
        let assignment =
            Assignment::new(part, &options).with_rest(rest.as_deref()).with_incumbent(incumbent.as_deref());
        let worked = catch_unwind(AssertUnwindSafe(|| job.work(&assignment)));
        let put = |nodes, entry| Record { job: digest, part, nodes, entry };
        let record = match worked {
            Ok(Ok(Outcome::Done { result, .. })) if result.contains(['\n', '\r']) => {
                report.failed += 1;
                put(before, Entry::Failed("the result is more than a line".to_owned()))
            }
            Ok(Ok(Outcome::Done { result, nodes })) => {
                report.done += 1;
                put(before.saturating_add(nodes), Entry::Done(result))
            }
            Ok(Ok(Outcome::Stopped { rest: Some(rest), nodes, .. })) if token.is_cancelled() => {
                report.stopped = true;
                put(before.saturating_add(nodes), Entry::Rest(rest))
            }
            // What failed because it was stopped has not failed.
            Ok(Ok(Outcome::Stopped { rest: None, .. }) | Err(_)) if token.is_cancelled() => {
                report.stopped = true;
                break;
            }
            // That is this worker's limit; one that is allowed more will do the part.
            Ok(Ok(Outcome::Stopped { cause: Cause::MemoryLimit, .. })) => {
                ledger.leave()?;
                return Err(Error::Memory { part });
            }
            Ok(Ok(Outcome::Stopped { cause, .. })) => {
                report.failed += 1;
                put(before, Entry::Failed(cause.to_string()))
            }
            // That is no fault of the part.
            Ok(Err(failure)) if is_declined(&failure) => {
                ledger.leave()?;
                return Err(Error::Job(failure));
            }
            Ok(Err(failure)) => {
                report.failed += 1;
                put(before, Entry::Failed(failure.to_string()))
            }
            Err(panic) => {
                report.failed += 1;
                let text = panic.downcast_ref::<&str>().map(ToString::to_string);
                let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
                put(before, Entry::Failed(format!("panicked: {text}")))
            }
        };
        ledger.put(&record)?;
        if let Entry::Done(result) = &record.entry {
            ledger.tell(job, part, result)?;
        }
    }
    ledger.leave()?;
    report.stopped = true;
    Ok(report)
}

/// Tells whether an engine has declined the question.
fn is_declined(failure: &Failure) -> bool {
    let faults = failure.downcast_ref::<Invalid>().map(Invalid::faults);
    faults.is_some_and(|faults| faults.iter().any(|fault| matches!(fault, Fault::Declined { .. })))
}
