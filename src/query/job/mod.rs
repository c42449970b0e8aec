//! Work in numbered parts, for many processes or machines.
//!
//! A [`Job`] is work that is cut into parts, each with a result that is a function of the job and of the part's number alone,
//! and a way to merge the results. It knows no files and no networks: to hand out the parts, to keep the results and to notice
//! the failures is the task of a program, such as `queenside-cluster`'s, which does it for every job.
//!
//! [`SplitJob`] is the job of a question about a [`Problem`](crate::Problem), and [`PrimeJob`] that of a count by sweeps modulo
//! primes.

mod merge;
mod modular;
mod optimum;
mod other;
mod primes;
mod split;
mod text;
mod work;

use std::error::Error;

use crate::answer::Stopped;
use crate::budget::{Cause, Options};

pub use modular::PrimeJob;
pub use split::SplitJob;

/// Why a part could not be done, or results not be merged.
///
/// # Examples
///
/// ```
/// use queenside::job::Failure;
///
/// let failure: Failure = "there is no part 9".into();
/// assert_eq!(failure.to_string(), "there is no part 9");
/// ```
pub type Failure = Box<dyn Error + Send + Sync>;

/// Work cut into numbered parts whose results can be merged.
///
/// Four functions make a job. Results are single lines of text, so that they can be kept, sent and compared by a program that
/// knows nothing about the job.
///
/// - [`digest`](Self::digest) names the job: jobs whose parts could have different results have different digests.
/// - [`parts`](Self::parts) is the number of parts; they are numbered from 0.
/// - [`work`](Self::work) does a part. Its result must be the same on every machine, whatever was done before.
/// - [`merge`](Self::merge) makes the answer out of the results of all parts.
///
/// The other functions have a meaning for searches that tell each other how good the best solution is.
///
/// # Examples
///
/// A job of one's own: how many pairs of squares on an n×n board are a knight's move apart, a row a part.
///
/// ```
/// use std::hash::{Hash, Hasher};
/// use queenside::job::{Assignment, Failure, Job, Outcome};
/// use queenside::{Digest, Options};
///
/// struct KnightMoves {
///     n: i32,
/// }
///
/// impl Job for KnightMoves {
///     fn digest(&self) -> u64 {
///         let mut digest = Digest::new();
///         ("knight moves", self.n).hash(&mut digest);
///         digest.finish()
///     }
///
///     fn parts(&self) -> usize {
///         self.n as usize
///     }
///
///     fn work(&self, assignment: &Assignment<'_>) -> Result<Outcome, Failure> {
///         let (row, inside) = (assignment.part() as i32, 0..self.n);
///         let moves = [(1, 2), (1, -2), (2, 1), (2, -1)];
///         let ends = inside.clone().flat_map(|column| moves.map(|(down, along)| (row + down, column + along)));
///         let pairs = ends.filter(|(row, column)| inside.contains(row) && inside.contains(column)).count();
///         Ok(Outcome::done(pairs.to_string()))
///     }
///
///     fn merge(&self, results: &[String], _: &Options) -> Result<String, Failure> {
///         let pairs = results.iter().map(|pairs| pairs.parse::<u64>()).sum::<Result<u64, _>>()?;
///         Ok(pairs.to_string())
///     }
/// }
///
/// let job = KnightMoves { n: 8 };
/// let options = Options::new();
/// let results = (0..job.parts()).map(|part| job.work(&Assignment::new(part, &options))?.into_result());
/// let results = results.collect::<Result<Vec<_>, Failure>>()?;
/// assert_eq!(job.merge(&results, &options)?, "168");
/// # Ok::<(), Failure>(())
/// ```
pub trait Job: Sync {
    /// Returns a digest of all that the results depend on. It must be the same in every process: see
    /// [`Digest`](crate::Digest).
    fn digest(&self) -> u64;

    /// Returns the number of parts.
    fn parts(&self) -> usize;

    /// Does a part, or goes on with one that was stopped.
    ///
    /// # Errors
    ///
    /// A part that cannot be done: there is no such part, or something is broken.
    fn work(&self, assignment: &Assignment<'_>) -> Result<Outcome, Failure>;

    /// Returns the answer, given the results of all parts in order. It may do a part once more.
    ///
    /// # Errors
    ///
    /// Results that cannot be results of this job, or contradict each other.
    fn merge(&self, results: &[String], options: &Options) -> Result<String, Failure>;

    /// Tells whether two results of one part contradict each other. By default different ones do; results of a search with
    /// an incumbent may differ and both be true.
    fn contradict(&self, one: &str, other: &str) -> bool {
        one != other
    }

    /// Returns what other parts may know: the incumbent so far, or a better one that the result of this part gives. By default
    /// there is none.
    fn incumbent(&self, known: Option<&str>, _part: usize, _result: &str) -> Option<String> {
        known.map(str::to_owned)
    }

    /// Returns an estimate of the work of a part, in nodes, if there is one.
    fn estimate(&self, _part: usize) -> Option<u64> {
        None
    }
}

/// A part to be done: its number, where to begin, what is known from other parts, and limits.
///
/// # Examples
///
/// ```
/// use queenside::job::{Assignment, Job, Outcome, SplitJob};
/// use queenside::{Options, classics};
///
/// // One part that is stopped every 100 nodes, and goes on from there.
/// let (hurried, mut rest, mut stops) = (Options::new().node_limit(100), None::<String>, 0);
/// let job = SplitJob::count(&classics::queens(8), 1, &Options::new())?;
/// let result = loop {
///     match job.work(&Assignment::new(0, &hurried).with_rest(rest.as_deref()))? {
///         Outcome::Done { result, .. } => break result,
///         Outcome::Stopped { rest: left, .. } => (rest, stops) = (left, stops + 1),
///     }
/// };
/// assert!(stops > 1);
/// assert_eq!(result, "92");
/// # Ok::<(), queenside::job::Failure>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Assignment<'a> {
    part: usize,
    rest: Option<&'a str>,
    incumbent: Option<&'a str>,
    options: &'a Options,
}

impl<'a> Assignment<'a> {
    /// Takes a part from its beginning, with nothing known from others. See the type's example.
    pub fn new(part: usize, options: &'a Options) -> Self {
        Self { part, rest: None, incumbent: None, options }
    }

    /// Sets the rest of the part, if it was stopped before. See the type's example.
    #[must_use]
    pub fn with_rest(self, rest: Option<&'a str>) -> Self {
        Self { rest, ..self }
    }

    /// Sets what is known from other parts: see [`Job::incumbent`].
    ///
    /// ```
    /// use queenside::job::{Assignment, Job, SplitJob};
    /// use queenside::{Board, Options, Piece, classics};
    ///
    /// let options = Options::new();
    /// let job = SplitJob::maximize(&classics::non_attacking(Board::square(4), Piece::KNIGHT), 4, &options)?;
    /// let mut known = None;
    /// let mut results = Vec::new();
    /// for part in 0..job.parts() {
    ///     let assignment = Assignment::new(part, &options).with_incumbent(known.as_deref());
    ///     results.push(job.work(&assignment)?.into_result()?);
    ///     known = job.incumbent(known.as_deref(), part, &results[part]);
    /// }
    /// assert!(job.merge(&results, &options)?.starts_with("8\n"));
    /// # Ok::<(), queenside::job::Failure>(())
    /// ```
    #[must_use]
    pub fn with_incumbent(self, incumbent: Option<&'a str>) -> Self {
        Self { incumbent, ..self }
    }

    /// Returns the number of the part.
    pub fn part(&self) -> usize {
        self.part
    }

    /// Returns the rest, if the part was stopped before.
    pub fn rest(&self) -> Option<&'a str> {
        self.rest
    }

    /// Returns what is known from other parts.
    pub fn incumbent(&self) -> Option<&'a str> {
        self.incumbent
    }

    /// Returns the limits, and the token by which the worker is asked to stop. An engine is named if the part is to be done by
    /// that one, for comparison: a job that has no other way for it should decline and not do as ever.
    ///
    /// A part that takes long makes a [`Budget`](crate::Budget) of them, asks it often, and gives its rest when it says no:
    ///
    /// ```
    /// use queenside::job::{Assignment, Outcome};
    /// use queenside::{Budget, CancelToken, Options};
    ///
    /// fn squares(assignment: &Assignment<'_>) -> Outcome {
    ///     let mut budget = Budget::new(assignment.options());
    ///     let read = |rest: &str| rest.split_once(' ').and_then(|(n, sum)| Some((n.parse().ok()?, sum.parse().ok()?)));
    ///     let (mut n, mut sum): (u64, u64) = assignment.rest().and_then(read).unwrap_or((0, 0));
    ///     while n < 1000 {
    ///         if let Err(cause) = budget.check() {
    ///             return Outcome::Stopped { cause, rest: Some(format!("{n} {sum}")), nodes: 0 };
    ///         }
    ///         (n, sum) = (n + 1, sum + n * n);
    ///     }
    ///     Outcome::done(sum.to_string())
    /// }
    ///
    /// let token = CancelToken::new();
    /// token.cancel();
    /// let (stopped, free) = (Options::new().cancel(&token), Options::new());
    /// let assignment = Assignment::new(0, &stopped);
    /// let Outcome::Stopped { rest, .. } = squares(&assignment) else { panic!("it was not asked to stop") };
    /// assert_eq!(squares(&Assignment::new(0, &free).with_rest(rest.as_deref())), Outcome::done("332833500"));
    /// ```
    pub fn options(&self) -> &'a Options {
        self.options
    }
}

/// What came of an [`Assignment`].
///
/// # Examples
///
/// ```
/// use queenside::Cause;
/// use queenside::job::Outcome;
///
/// assert_eq!(Outcome::done("92").into_result()?, "92");
/// let stopped = Outcome::Stopped { cause: Cause::Cancelled, rest: None, nodes: 0 };
/// assert_eq!(stopped.into_result().unwrap_err().to_string(), "it was cancelled");
/// # Ok::<(), queenside::job::Failure>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The part is done.
    Done {
        /// The result: a line of text.
        result: String,
        /// The nodes that were searched for it, if they were counted.
        nodes: u64,
    },
    /// It was asked to stop, or a limit was reached.
    Stopped {
        /// What stopped it.
        cause: Cause,
        /// What was done and what is left, as a line of text; without it the part begins anew.
        rest: Option<String>,
        /// The nodes that were searched.
        nodes: u64,
    },
}

impl Outcome {
    /// A result, without a number of nodes.
    pub fn done(result: impl Into<String>) -> Self {
        Self::Done { result: result.into(), nodes: 0 }
    }

    /// Returns the result.
    ///
    /// # Errors
    ///
    /// Tells what stopped the part.
    pub fn into_result(self) -> Result<String, Failure> {
        match self {
            Self::Done { result, .. } => Ok(result),
            Self::Stopped { cause, .. } => Err(cause.into()),
        }
    }

    /// What stopped an engine; a broken part or a wrong placement is no mere stop.
    fn stopped(cause: Cause, rest: String, nodes: u64) -> Result<Self, Failure> {
        match cause {
            Cause::BrokenPart | Cause::Disagreement | Cause::SolverFailed => Err(Stopped::from(cause).into()),
            _ => Ok(Self::Stopped { cause, rest: Some(rest), nodes }),
        }
    }
}
