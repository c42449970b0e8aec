//! Exact answers about pieces on boards: the most that fit, proved, and every solution, one per symmetry class if you like.
//!
//! You describe a board, the pieces that may stand on it and the rules they obey; the crate tells you the most (or fewest)
//! that fit, *proves* it, and walks through every solution, lazily. One description, several exact engines that check
//! each other.
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
//! let queen = problem.kind("queen", Piece::QUEEN);
//! problem.add(Constraint::attacks(queen, queen, 0));
//!
//! let most = problem.maximize()?;
//! assert_eq!(most.value(), Some(5)); // proved, or it would be `None`
//!
//! let optima = most.optima()?;
//! assert_eq!(optima.count()?.exact(), Some(8u32.into()));
//! assert_eq!(optima.classes()?.count(), 1);
//! # Ok::<(), queenside::Error>(())
//! ```
//!
//! # The nouns
//!
//! | noun | what it says |
//! | --- | --- |
//! | [`Square`], [`SquareSet`], [`Direction`] | where; the one place where axes are explained is [`Square`] |
//! | [`Board`] | any rectangle, with walls, forbidden squares, holes, regions, and edges that may meet |
//! | [`Piece`], [`Move`] | moves as data: leaps and rides; the men of chess and fairy chess are constants |
//! | [`Kind`], [`Region`] | handles: a piece under a name within one problem, a named region of its board |
//! | [`Constraint`], [`Area`], [`Interval`] | rules: attacks, covered squares, counts, lines, balance, sums, symmetry |
//! | [`Problem`] | a board, kinds and rules; built loosely, checked once, all its faults reported together |
//! | [`Placement`] | who stands where; printed, compared, and judged by the reference meaning of the rules |
//!
//! # The questions
//!
//! The same ones for every problem: [`maximize`](Problem::maximize) and [`minimize`](Problem::minimize) the number of
//! pieces, or the sum of weights ([`maximize_of`](Problem::maximize_of), [`minimize_of`](Problem::minimize_of)); then, of all
//! placements that satisfy the rules, [`solve`](Problem::solve) (any one), [`enumerate`](Problem::enumerate) (every one,
//! lazily), [`count`](Problem::count), [`classes`](Problem::classes), [`is_unique`](Problem::is_unique) and
//! [`sample`](Problem::sample). Two are about every number of pieces at once:
//! [`count_by_size`](Problem::count_by_size) and [`minimize_by_size`](Problem::minimize_by_size).
//! [`Outcome::optima`] is the problem with the proved optimum as an added rule, so the same questions work on it.
//!
//! Ask with [`Options`] through [`Problem::using`]: an [`Engine`], limits, a [`CancelToken`], an observer. An answer says how
//! it is known ([`Proof`]) and by which engine. Being cut short is an outcome ([`Stopped`]) that cannot be mistaken for an
//! answer; an [`Error`] only ever says that the question makes no sense.
//!
//! # Which reading of the literature
//!
//! - A piece *attacks* by sight: a ride attacks the first piece it meets. [`Constraint::through`] asks for the whole line.
//! - A *wall* stops sight; a *forbidden* square does not; a *hole* is no part of the board.
//! - Domination does not ask for cover of occupied squares ([`Constraint::where_vacant`]); total domination does.
//! - The *classes* of a problem are those of its own group ([`Problem::group`]), which respects walls, rules and kinds;
//!   other groups (colour swap, shifts of a torus) are made by [`Problem::generate`].
//! - *Unique* means one solution, full stop.
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
//! allocating: some microseconds for a chessboard. [`walls`] goes through all boards with so many walls, one of each class,
//! with the most pieces that fit on each, writes and reads them as records, and asks for the fewest walls that let pieces
//! stand unseen, for every number of them. It finds the boards that make puzzles, and binds them in a book to be played.
//!
//! # Pictures
//!
//! [`render`] makes SVG, LaTeX and Unicode text of boards and placements, sheets of many, and charts; it writes and reads
//! FEN and b-files, and writes graphs.
//!
//! # Stopping, going on, splitting
//!
//! [`Solutions::visit`] lends each placement instead of allocating it. An enumeration that is [`Stopped`] says what is left
//! ([`Stopped::rest`]); [`Problem::resume`] goes on with it, in this process or another. [`Problem::split`] cuts a search into
//! pieces. Both are values of one type, [`Part`].
//!
//! # Features
//!
//! The default build has all engines and needs nothing but cargo and a C compiler. Features add engines and speed, never
//! another answer.
//!
//! | feature | what it adds |
//! | --- | --- |
//! | `ilp` (default) | `Engine::Ilp`, by microlp; with `sat`, `Export` |
//! | `sat` (default) | `Engine::Sat`, by `BatSat`; with `ilp`, `Export` |
//! | `highs` | `HiGHS` in place of microlp; compiles C++ |
//! | `cadical` | `CaDiCaL` in place of `BatSat`, and with `ilp`, certificates; compiles C++ |
//! | `serde` | [`Part`], [`walls::Stretch`] and [`walls::Histogram`] can be written and read |
//! | `rayon` | several threads count and optimise together |
//! | `png` | [`render`] draws PNG |
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod _cookbook;
mod answer;
pub mod attacking;
mod board;
mod bound;
mod by_size;
#[cfg(all(feature = "cadical", feature = "ilp"))]
mod certificate;
pub mod classics;
mod constraint;
mod control;
mod count;
mod diagram;
mod direction;
mod engine;
mod error;
#[cfg(all(feature = "ilp", feature = "sat"))]
mod export;
#[cfg(any(feature = "ilp", feature = "sat"))]
mod formulation;
mod interval;
mod kind;
mod meaning;
mod model;
mod movement;
mod options;
mod packing;
mod part;
mod piece;
mod placement;
mod pool;
mod problem;
mod random;
pub mod render;
mod sight;
mod square;
mod square_set;
mod symmetry;
mod verify;
pub mod walls;
mod words;

pub use answer::{Counted, Infeasible, Optimum, Outcome, Proof, Solved, Statistics, Stopped, Unfinished, Uniqueness};
pub use board::{Board, Terrain, Wrap};
pub use bound::Bound;
pub use by_size::{BySize, Least};
#[cfg(all(feature = "cadical", feature = "ilp"))]
pub use certificate::Certificate;
pub use constraint::{Area, Constraint, Sight};
pub use control::Cause;
pub use count::{Count, TooLargeCount};
pub use direction::Direction;
pub use error::{Error, Fault};
#[cfg(all(feature = "ilp", feature = "sat"))]
pub use export::Export;
#[cfg(any(feature = "ilp", feature = "sat"))]
pub use formulation::{Family, Formulation};
pub use interval::Interval;
pub use kind::{Kind, Kinds, Region};
pub use meaning::{Judgement, Violation};
pub use movement::{Move, Reach};
pub use options::{CancelToken, Engine, Options, Progress};
pub use packing::{Packed, Packing};
pub use part::Part;
pub use piece::Piece;
pub use placement::Placement;
pub use pool::Solutions;
pub use problem::{Problem, Using};
pub use square::Square;
pub use square_set::{BitOrder, SquareSet};
pub use symmetry::{Class, Classes, Group, Symmetry, Transform};

/// The programs in the documents are tests too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../CONTRIBUTING.md")]
#[doc = include_str!("../docs/attacking.md")]
#[doc = include_str!("../docs/design.md")]
#[doc = include_str!("../docs/encodings.md")]
#[doc = include_str!("../docs/errata.md")]
#[doc = include_str!("../docs/symmetry.md")]
#[doc = include_str!("../docs/walls.md")]
struct Documents;
