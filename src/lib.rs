//! Exact answers about pieces on boards.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod answer;
mod board;
pub mod classics;
mod constraint;
mod control;
mod count;
mod diagram;
mod direction;
mod engine;
mod error;
mod interval;
mod kind;
mod meaning;
mod model;
mod options;
mod piece;
mod placement;
mod pool;
mod problem;
mod sight;
mod square;
mod square_set;
mod symmetry;

pub use answer::{Counted, Infeasible, Optimum, Outcome, Proof, Solved, Statistics, Stopped, Unfinished, Uniqueness};
pub use board::{Board, Terrain, Wrap};
pub use constraint::{Area, Constraint, Sight};
pub use control::Cause;
pub use count::{Count, TooLargeCount};
pub use direction::Direction;
pub use error::{Error, Fault};
pub use interval::Interval;
pub use kind::{Kind, Kinds, Region};
pub use meaning::{Judgement, Violation};
pub use options::{CancelToken, Engine, Options, Progress};
pub use piece::{Move, Piece, Reach};
pub use placement::Placement;
pub use pool::Solutions;
pub use problem::{Problem, Using};
pub use square::Square;
pub use square_set::{BitOrder, SquareSet};
pub use symmetry::{Class, Classes, Group, Symmetry, Transform};
