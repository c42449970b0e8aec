//! What can go wrong.

use std::io;
use std::path::{Path, PathBuf};

use crate::snapshot::Fault;
use queenside::job::Failure;

/// Why a job could not be planned, worked on or merged.
///
/// ```
/// use queenside_cluster::Folder;
///
/// let error = Folder::open("/no/such/folder").unwrap_err();
/// assert!(error.to_string().starts_with("/no/such/folder/job.json: "));
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file could not be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A plan cannot be read, or is not for this build.
    #[error("the plan: {0}")]
    Plan(String),
    /// The ledger is not as a merged answer needs it; each fault is named.
    #[error("{}", faults.iter().map(Fault::to_string).collect::<Vec<_>>().join("\n"))]
    Faults {
        /// What is missing, damaged, foreign or contradictory.
        faults: Vec<Fault>,
    },
    /// A part needs more memory than the options of this worker allow. It is left to others.
    #[error("part {part} would need more memory than this worker is allowed")]
    Memory {
        /// The part.
        part: usize,
    },
    /// The job says no.
    #[error("{0}")]
    Job(Failure),
    /// The server could not be reached, or refused.
    #[error("the server: {0}")]
    Server(String),
}

impl Error {
    pub(crate) fn file(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::File { path, source }
    }
}
