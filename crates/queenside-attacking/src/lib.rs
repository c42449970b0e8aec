//! Queens that each attack exactly, or at most, k others: bounds with proofs, patterns that reach them for every n, and a
//! search for large boards.
//!
//! ```
//! use queenside::{Board, Options};
//! use queenside_attacking::{Rule, bounds, search};
//!
//! // Each queen attacks exactly two others: 2n − 2 of them, by a proof for every n and a pattern that has as many.
//! let rule = Rule::Exactly(2);
//! assert_eq!(bounds::best(rule, &Board::square(100))?.value(), 198);
//! assert_eq!(rule.pattern(100).map(|queens| queens.len()), Some(198));
//!
//! // Exactly one other: as many as the bound allows, found rather than proved.
//! let found = search(Rule::Exactly(1), 20, 26, None, &Options::new())?;
//! assert_eq!(found.record().map(|record| record.queens().len()), Some(26));
//! # Ok::<(), queenside::Error>(())
//! ```
//!
//! [`Rule`] makes the problems, in the language of [`queenside`] and by its public interface alone. [`bounds`] has the
//! proved bounds, [`search`] finds boards, and a [`Record`] is a board as a line of text. A [`SearchJob`] searches on many machines.
//! The features are those of `queenside`, and `serde` to write and read jobs.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod best;
pub mod bounds;
mod construct;
mod job;
mod pairs;
mod plan;
mod record;
mod rule;
mod search;

pub use job::SearchJob;
pub use record::{ParseRecordError, Record};
pub use rule::{ParseRuleError, Rule};
pub use search::{Searched, search};

/// The programs in the documents are tests too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../docs/attacking.md")]
struct Documents;
