//! The worker.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::error::Error;
use crate::ledger::{Ledger, Taken};
use crate::record::{Entry, Record};
use queenside::job::{Assignment, Job, Outcome};
use queenside::{CancelToken, Options};

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
/// The ledger cannot be read or written. A part that fails is noted in the ledger and is no error.
pub fn work(job: &dyn Job, ledger: &mut dyn Ledger, token: &CancelToken) -> Result<Report, Error> {
    let digest = job.digest();
    let mut report = Report::default();
    let options = Options::new().cancel(token);
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
            Ok(Ok(Outcome::Stopped { cause, .. })) => {
                report.failed += 1;
                put(before, Entry::Failed(cause.to_string()))
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
