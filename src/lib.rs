//! Exact answers about pieces on boards: the most that fit, proved, and every solution, or one per symmetry class.
//!
//! You describe a board, the pieces that may stand on it and the rules they obey; the crate finds the most (or fewest)
//! that fit, *proves* it, and enumerates every solution, lazily. One description, several exact engines that check each
//! other.
//!
//! ```
//! use queenside::{Board, Constraint, Piece, Problem};
//!
//! // Queens on a board with a wall (%), none in sight of another.
//! let board: Board = "
//!     . . . . .
//!     . . . . .
//!     . . % . .
//!     . . . . .
//!     . . . . .
//! ".parse()?;
//! let mut problem = Problem::new(board);
//! let queen = problem.add_kind("queen", Piece::QUEEN);
//! problem.add(Constraint::attacks(queen, queen, 0));
//!
//! let most = problem.maximize()?;
//! assert_eq!(most.value()?, Some(5)); // proved: `None` would mean that nothing satisfies the rules
//!
//! let optima = most.optima()?;
//! assert_eq!(optima.count()?.exact()?, 8u32);
//! assert_eq!(optima.classes()?.count(), 1);
//! # Ok::<(), queenside::Error>(())
//! ```
//!
//! # The nouns
//!
//! | noun | meaning |
//! | --- | --- |
//! | [`Square`], [`SquareSet`], [`Direction`] | places; the axes are explained at [`Square`] |
//! | [`Board`] | any rectangle, with walls, forbidden squares, holes, regions, and edges that may meet |
//! | [`Piece`], [`Move`] | moves as data: leaps and rides; the pieces of chess and fairy chess are constants |
//! | [`Kind`], [`Region`] | handles: a piece under a name within one problem, a named region of its board |
//! | [`Constraint`], [`Area`], [`Interval`] | rules: attacks, covered squares, counts, lines, balance, sums, symmetry |
//! | [`Problem`] | a board, kinds and rules; built loosely, checked once, all its faults reported together |
//! | [`Placement`] | pieces on squares; printed, compared, and judged by the reference meaning of the rules |
//!
//! # The questions
//!
//! The same ones for every problem: [`maximize`](Problem::maximize) and [`minimize`](Problem::minimize) the number of
//! pieces, or the sum of weights ([`maximize_of`](Problem::maximize_of), [`minimize_of`](Problem::minimize_of)); then, of all
//! placements that satisfy the rules, [`solve`](Problem::solve) (any one), [`enumerate`](Problem::enumerate) (every one,
//! lazily), [`count`](Problem::count), [`classes`](Problem::classes), [`uniqueness`](Problem::uniqueness) and
//! [`sample`](Problem::sample), [`random`](Problem::random). Two are about every number of pieces at once:
//! [`count_by_size`](Problem::count_by_size) and [`minimize_by_size`](Problem::minimize_by_size).
//! [`optima`](Answer::optima) is the problem with the proved optimum as an added rule, so the same questions work on it.
//!
//! Ask with [`Options`] through [`Problem::using`]: an [`Engine`], limits, a [`CancelToken`], an observer. An answer says how
//! it is known ([`Proof`]), by which engine, and why that one ([`Answer::explain`]). What was cut short is [`Stopped`], which
//! holds the best so far and cannot be mistaken for an answer; a question that makes no sense is [`Invalid`], with all its
//! faults. Everything goes into [`Error`] by `?`, which tells the two apart.
//!
//! # Conventions
//!
//! - A piece *attacks* by sight: a ride attacks the first piece it meets. [`Constraint::through`] means the whole line.
//! - A *wall* stops sight; a *forbidden* square does not; a *hole* is no part of the board.
//! - Domination needs no cover of occupied squares ([`Constraint::where_vacant`]); total domination does.
//! - The *classes* of a problem are those of the problem's group ([`Problem::group`]), which respects walls, rules and
//!   kinds; [`Problem::generate`] makes other groups (colour swap, shifts of a torus).
//! - *Unique* means exactly one solution.
//!
//! # Cookbook
//!
//! [A page per task](_cookbook), each with programs that run: n queens, walls, domination, peaceable armies, star battle, own
//! pieces and rules, streaming, engines, export, pictures and more. [`classics`] holds n queens, completion, domination,
//! peaceable armies, star battle and no-three-in-line, each written in a few lines of the general language. The `examples`
//! folder of the repository has programs of a screenful.
//!
//! # Many boards
//!
//! [`Packing`] compiles a board and a piece once and finds the most that fit for one set of walls after the other, without
//! allocating: some microseconds for a chessboard. Questions that belong together share a [`Budget`]: one time
//! limit, node limit, cancel token and observer for them all.
//!
//! # Crates on top
//!
//! Built on what is public here, as any crate could be:
//!
//! - `queenside-walls` surveys all boards with a number of walls, one of each class, with the most pieces that fit on each. It
//!   writes and reads them as records, finds the fewest walls for every number of pieces, and makes puzzles and a book of them.
//! - `queenside-puzzles` makes puzzles of any problem, solves them step by step as a person does, and grades them.
//! - `queenside-attacking` is about queens that attack exactly, or at most, k others: bounds with proofs, patterns that reach
//!   them for every n, and a search for large boards.
//! - `queenside-cluster` does the parts of a [`job`] on many machines.
//!
//! # Pictures
//!
//! [`render`] makes SVG, LaTeX and Unicode text of boards and placements, sheets of many, and charts; it writes and reads
//! FEN and b-files, and writes graphs.
//!
//! # Stopping, resuming, splitting
//!
//! [`Solutions::visit`] lends each placement instead of allocating it. An enumeration that is [`Stopped`] has a rest
//! ([`Stopped::rest`]); [`Problem::resume`] continues it, in this process or another. [`Problem::split`] splits a
//! search into parts. Both are values of one type, [`Part`].
//!
//! # Features
//!
//! The default build has all engines and needs nothing but cargo and a C compiler. Features add engines and speed, never
//! another answer.
//!
//! | feature | what it adds |
//! | --- | --- |
//! | `ilp` (default) | `Engine::Ilp`, by microlp; problems for the solvers of `good_lp` (`IntegerProgram`) |
//! | `sat` (default) | `Engine::Sat`, by `BatSat` |
//! | `highs` | `HiGHS` in place of microlp; compiles C++ |
//! | `cadical` | `CaDiCaL` in place of `BatSat`, and certificates; compiles C++ |
//! | `serde` | [`Board`], [`Piece`], [`Interval`], [`Problem`], [`Part`], [`Count`] and `Task` can be written and read; rules and placements with their problem, by `Against`; answers can be written |
//! | `tasks` | `Task`: a problem and a question as a file for people |
//! | `png` | [`render`] draws PNG |
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod _cookbook;
mod answer;
mod budget;
mod engine;
mod interop;
mod judge;
mod language;
mod model;
mod packing;
mod query;
pub mod render;
pub mod symmetry;

pub use answer::{
    Answer, Bound, BoundName, Conflict, Count, Digest, Ending, Error, Explanation, Minimum, Optimum, Part, Proof,
    Reason, Statistics, Stopped, TooLargeCount, Turn, Uniqueness,
};
pub use budget::{Budget, CancelToken, Cause, Engine, Family, Formulation, Options, Progress};
#[cfg(feature = "cadical")]
pub use interop::Certificate;
pub use interop::Export;
#[cfg(feature = "ilp")]
pub use interop::IntegerProgram;
pub use interop::WholeFile;
#[cfg(feature = "tasks")]
pub use interop::{Ask, Objective, Question, Task};
pub use judge::{Judgement, Violation};
#[cfg(feature = "serde")]
pub use language::Against;
pub use language::{
    Area, BitOrder, Board, Constraint, Demand, Direction, Fault, Interval, Invalid, Kind, Kinds, Move, Piece, Placed,
    Placement, Problem, Reach, Region, Rule, Sight, Square, SquareSet, Symmetry, Terrain, Transform, Weights, Wrap,
    classics,
};
pub use packing::{Packed, Packing};
pub use query::classes::{Class, Classes};
pub use query::pool::Solutions;
pub use query::{Using, classes, job, pool};
pub use symmetry::{Group, GroupElement};

/// The programs in the documents are tests too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../CONTRIBUTING.md")]
#[doc = include_str!("../docs/design.md")]
#[doc = include_str!("../docs/encodings.md")]
#[doc = include_str!("../docs/errata.md")]
#[doc = include_str!("../docs/symmetry.md")]
#[cfg_attr(feature = "tasks", doc = include_str!("../docs/task-files.md"))]
struct Documents;
