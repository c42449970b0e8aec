//! The error of every question.

use super::Stopped;
use crate::budget::Cause;
use crate::language::{Fault, Invalid};

/// The reason why a question has no answer: it makes no sense, or it was cut short.
///
/// Every error of a question converts into it by `?`.
///
/// # Examples
///
/// ```
/// use queenside::{Error, Options, classics};
///
/// fn solutions(n: usize, options: &Options) -> Result<usize, Error> {
///     let mut number = 0;
///     for queens in classics::queens(n).using(options).enumerate()? {
///         number += usize::from(!queens?.is_empty());
///     }
///     Ok(number)
/// }
///
/// assert_eq!(solutions(6, &Options::new())?, 4);
/// // A board without squares makes no sense; to stop after three solutions does.
/// assert!(solutions(0, &Options::new()).unwrap_err().is_invalid());
/// assert!(solutions(6, &Options::new().solution_limit(3)).unwrap_err().is_stopped());
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The question makes no sense, or a text cannot be read.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// The answer was cut short; it contains the best so far.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl Error {
    /// Tells whether the question makes no sense, or a text cannot be read.
    pub fn is_invalid(&self) -> bool {
        self.invalid().is_some()
    }

    /// Tells whether the answer was cut short.
    pub fn is_stopped(&self) -> bool {
        self.stopped().is_some()
    }

    /// Returns the senseless question, with all its faults.
    pub fn invalid(&self) -> Option<&Invalid> {
        match self {
            Self::Invalid(invalid) => Some(invalid),
            Self::Stopped(_) => None,
        }
    }

    /// Returns what was cut short, with the best so far.
    pub fn stopped(&self) -> Option<&Stopped> {
        match self {
            Self::Stopped(stopped) => Some(stopped),
            Self::Invalid(_) => None,
        }
    }
}

impl From<Cause> for Error {
    fn from(cause: Cause) -> Self {
        Self::Stopped(cause.into())
    }
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        Self::Invalid(fault.into())
    }
}
