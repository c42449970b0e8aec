//! Parts done once more.

use std::hash::{Hash, Hasher};

use crate::error::Error;
use crate::snapshot::Snapshot;
use queenside::job::{Assignment, Job, Outcome};
use queenside::{Digest, Options};

/// What an [`audit`] found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Audit {
    /// The parts that were done once more.
    pub sampled: usize,
    /// Each whose result the new one contradicts, with both.
    pub wrong: Vec<(usize, String, String)>,
}

/// Does a sample of the finished parts once more, from the beginning and with nothing known from others, and compares. The
/// chance is of a part to be in the sample, and the seed decides which are.
///
/// # Errors
///
/// A part cannot be done, or a limit of the options stops it.
///
/// ```
/// use queenside::job::SplitJob;
/// use queenside::{Options, classics};
/// use queenside_cluster::{Entry, Job, Record, Snapshot, audit};
///
/// let options = Options::new();
/// let job = SplitJob::count(&classics::queens(4), 1, &options)?;
/// let mut snapshot = Snapshot::new(&job);
/// snapshot.add(&job, "liar", Record { job: job.digest(), part: 0, nodes: 1, entry: Entry::Done("3".to_owned()) });
/// let found = audit(&job, &snapshot, 1.0, 7, &options)?;
/// assert_eq!(found.wrong, [(0, "3".to_owned(), "2".to_owned())]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn audit(job: &dyn Job, snapshot: &Snapshot, chance: f64, seed: u64, options: &Options) -> Result<Audit, Error> {
    let mut found = Audit::default();
    for part in 0..snapshot.parts() {
        let Some(result) = snapshot.result(part).filter(|_| is_chosen(part, chance, seed)) else { continue };
        let again = match job.work(&Assignment::new(part, options)).map_err(Error::Job)? {
            Outcome::Done { result, .. } => result,
            Outcome::Stopped { cause, .. } => return Err(Error::Job(cause.into())),
        };
        found.sampled += 1;
        if again != result && job.contradict(result, &again) {
            found.wrong.push((part, result.to_owned(), again));
        }
    }
    Ok(found)
}

fn is_chosen(part: usize, chance: f64, seed: u64) -> bool {
    let mut digest = Digest::new();
    (seed, part, seed).hash(&mut digest);
    // The upper bits of a digest are as good as random.
    ((digest.finish() >> 11) as f64) < chance * (1u64 << 53) as f64
}
