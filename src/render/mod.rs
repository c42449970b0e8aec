//! Pictures: boards and charts as SVG, LaTeX, Unicode text and PNG; placements as FEN; graphs as DOT; sequences as b-files.
//!
//! A [`Picture`] is made from a board, a placement or a problem; its methods choose what to show. A [`Sheet`] holds
//! many pictures, and a [`Chart`] shows numbers. The SVG suits light and dark pages and needs no fonts for its figures
//! and no other file. Plain ASCII needs no picture: boards and placements print and read as diagrams.
//!
//! ```
//! use queenside::{Board, Piece, classics, render::{Coordinates, Picture}};
//!
//! // Eleven queens behind three walls.
//! let board = Board::square(8).with_walls([(1, 3), (3, 4), (4, 1)]);
//! let most = classics::non_attacking(board, Piece::QUEEN).maximize()?;
//! let queens = most.placement()?.expect("something satisfies the rules");
//! let svg = Picture::of(&queens).coordinates(Coordinates::Algebraic).caption("Eleven queens").to_svg();
//! assert_eq!(svg.matches("href=\"#queenside-queen\"").count(), 11);
//! # Ok::<(), queenside::Error>(())
//! ```
//!
//! | what | how |
//! | --- | --- |
//! | SVG | [`Picture::to_svg`], [`Sheet::to_svg`], [`Chart::to_svg`] |
//! | PNG (feature `png`) | `png` of any of these |
//! | Unicode text | [`Picture::to_unicode`] |
//! | LaTeX | [`Picture::to_latex`], [`Sheet::to_latex`], [`Chart::to_latex`] |
//! | FEN | [`Placement::to_fen`](crate::Placement::to_fen), [`Placement::from_fen`](crate::Placement::from_fen), [`Board::to_fen`](crate::Board::to_fen), [`Board::from_fen`](crate::Board::from_fen) |
//! | DOT | [`Placement::to_dot`](crate::Placement::to_dot), [`Board::to_dot`](crate::Board::to_dot) |
//! | b-files | [`Sequence`] |
//!
//! The same picture always gives the same text: nothing depends on time, machine or hash order.

#![allow(
    clippy::format_push_string,
    clippy::format_collect,
    reason = "pictures are text that is put together once, and this is how it reads best"
)]

mod borders;
mod canvas;
mod chart;
mod dot;
mod draw;
mod fen;
mod latex;
mod lines;
mod look;
mod picture;
#[cfg(feature = "png")]
mod png;
mod scale;
mod sequence;
mod shape;
mod sheet;
mod svg;
mod theme;
mod tikz;
mod unicode;

pub use chart::{Chart, Number};
pub use look::{Coordinates, Ground, Mark};
pub use picture::Picture;
#[cfg(feature = "png")]
pub use png::png;
pub use sequence::Sequence;
pub use shape::Shape;
pub use sheet::Sheet;
pub use theme::{Colour, Theme};
