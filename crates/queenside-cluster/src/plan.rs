//! The jobs that the program knows, as a file.

use serde::{Deserialize, Serialize};

use crate::error::Error;
use queenside::Options;
use queenside::job::{Assignment, Failure, Job, Outcome, PrimeJob, SplitJob};
use queenside_attacking::SearchJob;
use queenside_walls::{CensusJob, MinWallsJob, PuzzlesJob};

/// A job that can be written and read.
///
/// | job | of |
/// | --- | --- |
/// | [`SplitJob`] | a question about a problem |
/// | [`CensusJob`], [`PuzzlesJob`], [`MinWallsJob`] | `queenside-walls` |
/// | [`SearchJob`] | `queenside-attacking` |
///
/// A job of one's own needs no plan: each process makes it anew, and [`Folder::of`](crate::Folder::of) and `Server::of` take it.
///
/// ```
/// use queenside::{Board, Piece};
/// use queenside_cluster::{Job, Plan};
/// use queenside_walls::CensusJob;
///
/// let plan = Plan::from(CensusJob::new(&Board::square(5), &Piece::QUEEN, 3, 4)?);
/// let read = Plan::read(&plan.to_text()?)?;
/// assert_eq!((read.parts(), read.digest()), (4, plan.digest()));
/// let changed = plan.to_text()?.replace("\"walls\":3", "\"walls\":2");
/// assert!(Plan::read(&changed).unwrap_err().to_string().contains("another job"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Plan {
    known: Known,
}

/// Makes a variant for each job, and the conversion.
macro_rules! known {
    ($($name:ident($job:ty),)*) => {
        #[derive(Debug, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        enum Known {
            $($name(Box<$job>),)*
        }

        impl Plan {
            fn job(&self) -> &dyn Job {
                match &self.known {
                    $(Known::$name(job) => &**job,)*
                }
            }
        }

        $(impl From<$job> for Plan {
            fn from(job: $job) -> Self {
                Self { known: Known::$name(Box::new(job)) }
            }
        })*
    };
}

known! {
    Question(SplitJob),
    Primes(PrimeJob),
    Census(CensusJob),
    Puzzles(PuzzlesJob),
    LeastWalls(MinWallsJob),
    Attack(SearchJob),
}

/// A plan as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written<K> {
    /// The digest of the job.
    digest: String,
    job: K,
}

impl Plan {
    /// Returns the plan as JSON.
    ///
    /// # Errors
    ///
    /// A problem that cannot be written.
    pub fn to_text(&self) -> Result<String, Error> {
        let written = Written { digest: format!("{:016x}", self.digest()), job: &self.known };
        serde_json::to_string(&written).map_err(|error| Error::Plan(error.to_string()))
    }

    /// Reads a plan.
    ///
    /// # Errors
    ///
    /// A text that is no plan, and a plan that is another job here than it was where it was written: it was changed, or made by
    /// another version.
    pub fn read(text: &str) -> Result<Self, Error> {
        let Written { digest, job: known } =
            serde_json::from_str::<Written<Known>>(text).map_err(|error| Error::Plan(error.to_string()))?;
        let plan = Self { known };
        let own = format!("{:016x}", plan.digest());
        if own == digest {
            return Ok(plan);
        }
        Err(Error::Plan(format!("it was written as {digest} and is {own} here: another job, or another version")))
    }
}

impl Job for Plan {
    fn digest(&self) -> u64 {
        self.job().digest()
    }

    fn parts(&self) -> usize {
        self.job().parts()
    }

    fn work(&self, assignment: &Assignment<'_>) -> Result<Outcome, Failure> {
        self.job().work(assignment)
    }

    fn merge(&self, results: &[String], options: &Options) -> Result<String, Failure> {
        self.job().merge(results, options)
    }

    fn contradict(&self, one: &str, other: &str) -> bool {
        self.job().contradict(one, other)
    }

    fn incumbent(&self, known: Option<&str>, part: usize, result: &str) -> Option<String> {
        self.job().incumbent(known, part, result)
    }

    fn estimate(&self, part: usize) -> Option<u64> {
        self.job().estimate(part)
    }
}
