//! Queens that each attack exactly, or at most, so many others.
//!
//! Built on the public language alone, without a back door.
//!
//! ```
//! use queenside::attacking::Rule;
//!
//! // Q(2, 5) = 8: each queen attacks exactly two others, by sight.
//! let rule = Rule::Exactly(2);
//! assert_eq!(rule.problem(5).maximize()?.value(), Some(8));
//! # Ok::<(), queenside::Error>(())
//! ```

pub mod bounds;
mod construct;
mod pairs;
mod plan;
mod record;
mod rule;
mod search;

pub use record::{ParseRecordError, Record};
pub use rule::{ParseRuleError, Rule};
pub use search::{Searched, search};
