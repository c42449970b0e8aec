//! The language: boards, pieces and rules as plain values, independent of solving.

mod board;
pub mod classics;
pub(crate) mod constraint;
pub(crate) mod diagram;
mod direction;
mod element;
mod interval;
mod invalid;
mod kind;
mod movement;
mod notation;
mod ordered;
mod piece;
mod placement;
mod problem;
mod rule;
mod rule_text;
mod scan;
#[cfg(feature = "serde")]
mod serial;
mod square;
mod square_set;
mod transform;
mod weights;
mod width;

pub use board::{Board, Terrain, Wrap};
pub(crate) use board::{Chain, name_faults};
pub use constraint::{Area, Constraint, Sight};
pub use direction::Direction;
pub(crate) use direction::gcd;
pub(crate) use element::Element;
pub use interval::Interval;
pub use invalid::{Fault, Invalid};
pub(crate) use kind::fresh_token;
pub use kind::{Kind, Kinds, Region};
pub use movement::{Move, Reach};
#[cfg(feature = "tasks")]
pub(crate) use notation::read as read_piece;
pub(crate) use ordered::{OrderedMap, OrderedSet, sort, sort_by, sort_by_number};
pub use piece::Piece;
pub use placement::{Placed, Placement};
pub use problem::Problem;
pub(crate) use problem::Setup;
pub use rule::{Demand, Rule};
#[cfg(feature = "tasks")]
pub(crate) use rule_text::{kind_at, quoted, read as read_rule, read_squares, squares_at, write_square, write_squares};
#[cfg(feature = "tasks")]
pub(crate) use scan::{Misread, Scanner};
#[cfg(feature = "serde")]
pub use serial::Against;
pub use square::Square;
pub use square_set::{BitOrder, SquareSet};
pub use transform::{Symmetry, Transform};
pub use weights::Weights;
pub(crate) use width::with_words;
