//! Puzzles of pieces on boards: a problem with one solution, the steps by which a person finds it, and a grade.
//!
//! ```
//! use queenside::classics;
//! use queenside_puzzles::Puzzle;
//!
//! // . Q . . . .    The queen of the first row is given,
//! // . . . Q . .    and the others follow.
//! // . . . . . Q
//! // Q . . . . .
//! // . . Q . . .
//! // . . . . Q .
//! let puzzle = Puzzle::of(&classics::completion(6, [(0, 1)]))?;
//! assert_eq!(puzzle.solution().to_permutation(), Some(vec![1, 3, 5, 0, 2, 4]));
//! assert!(!puzzle.steps().is_empty());
//! # Ok::<(), queenside_puzzles::Unfit>(())
//! ```
//!
//! | content | items |
//! | --- | --- |
//! | a problem with one solution | [`Puzzle`]; [`Unfit`] where it has none or several |
//! | the steps to it, with their reasons as data | [`Step`], [`Reason`], [`Technique`], [`Unit`] |
//! | the steps that follow, for hints | [`deduce`] |
//! | a grade | [`Difficulty`] |
//! | generators: givens, walls or regions that leave one solution | [`Puzzles`], [`Vary`] |
//! | a page on which puzzles are played, with hints that tell their reasons, and from which they are printed | [`Book`], [`Words`] |
//!
//! Built on [`queenside`] by its public interface alone, for every rule of its language.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod book;
mod difficulty;
mod puzzle;
mod puzzles;
mod reason;
mod reasoner;
#[cfg(feature = "serde")]
mod serial;
mod step;
mod unfit;
mod unit;

pub use book::{Book, UnknownWord, Words};
pub use difficulty::Difficulty;
pub use puzzle::{Puzzle, deduce};
pub use puzzles::{NoPuzzle, Puzzles, Vary};
pub use reason::{Reason, Supposition, Technique};
pub use step::Step;
pub use unfit::Unfit;
pub use unit::{Unit, UnitName};

/// The programs in the documents are tests too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../docs/puzzles.md")]
#[doc = include_str!("../docs/book.md")]
struct Documents;
