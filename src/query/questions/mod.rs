//! The questions, the same ones for every problem.
//!
//! - `optima`: the greatest and the least value, and bounds on it;
//! - `solutions`: any, all, in parts, at random; whether there is but one, and why there is none;
//! - `numbers`: how many there are, of each size and up to symmetry.

mod numbers;
mod optima;
mod solutions;

use crate::budget::Options;
use crate::language::{Problem, Weights};

/// A problem together with the [options](Options) of its questions; made by [`Problem::using`].
///
/// It has the same questions as the problem itself, by the same names.
///
/// # Examples
///
/// ```
/// use queenside::{Options, classics};
///
/// // The same limits for each question.
/// let problem = classics::queens(8);
/// let options = Options::new().node_limit(2);
/// let hurried = problem.using(&options);
/// assert!(hurried.count()?.exact().is_err());
/// assert!(hurried.solve()?.placement().is_err());
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Using<'a> {
    problem: &'a Problem,
    options: &'a Options,
}

impl Problem {
    /// Sets the options of the next question.
    ///
    /// ```
    /// use queenside::{Engine, Options, classics};
    ///
    /// let oracle = Options::new().engine(Engine::Brute);
    /// assert_eq!(classics::queens(4).using(&oracle).count()?.exact()?, 2u32);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn using<'a>(&'a self, options: &'a Options) -> Using<'a> {
        Using { problem: self, options }
    }

    /// Returns the weights that count pieces.
    pub(super) fn one_each(&self) -> Weights {
        Weights::by_kind(self.pieces().iter().map(|kind| (kind, 1)))
    }
}

/// Writes each question twice: on a problem, with the default options, and on a problem with options.
macro_rules! questions {
    ($(
        $(#[doc $($text:tt)*])*
        fn $name:ident(&$problem:ident $(, $argument:ident: $type:ty)*; $options:ident, $control:ident) -> $answer:ty $body:block
        under { $(#[doc = $example:literal])* }
    )*) => {
        impl Problem {$(
            $(#[doc $($text)*])*
            pub fn $name(&self $(, $argument: $type)*) -> Result<$answer, Invalid> {
                self.using(&Options::new()).$name($($argument),*)
            }
        )*}

        impl Using<'_> {$(
            #[doc = concat!("[`Problem::", stringify!($name), "`] under these options.")]
            ///
            /// # Errors
            ///
            /// As above; also an engine that declines.
            ///
            $(#[doc = $example])*
            pub fn $name(&self $(, $argument: $type)*) -> Result<$answer, Invalid> {
                let Self { problem: $problem, options: $options } = *self;
                // Time runs from the start of the question.
                let $control = Control::new($options);
                $problem.check()?;
                pool::check($options)?;
                $body
            }
        )*}
    };
}

use questions;
