//! How pieces, squares and coordinates look.

use super::shape::Shape;
use super::theme::{BLACK, Colour, KINDS, PLAIN, Paint, Role, WHITE};
use crate::language::{Piece, Setup};

/// How the pieces of a kind are shown.
#[derive(Clone, Debug)]
pub(super) struct Look {
    pub(super) shape: Shape,
    pub(super) symbol: char,
    /// What a disc bears.
    pub(super) letters: String,
    pub(super) body: Paint,
    pub(super) outline: Paint,
}

/// How the squares of a board are shown.
///
/// # Examples
///
/// ```
/// use queenside::{Board, render::{Ground, Picture}};
///
/// let board = Board::square(3);
/// let [chequered, plain] = [Ground::Chequered, Ground::Plain].map(|ground| Picture::of(&board).ground(ground).to_svg());
/// assert!(chequered.contains("f-dark"));
/// assert!(!plain.contains("f-dark"));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ground {
    /// Chequered, or in the colours of its regions where the board has any.
    #[default]
    Auto,
    /// Alternating light and dark squares; regions show by their borders only.
    Chequered,
    /// All squares alike, with thin lines between them; regions show by their borders only.
    Plain,
}

/// What is written beside the rows and columns.
///
/// # Examples
///
/// ```
/// use queenside::{Board, render::{Coordinates, Picture}};
///
/// // 2 . .       0 1
/// // 1 . .     0 . .
/// //   a b     1 . .
/// let beside = |coordinates| Picture::of(&Board::square(2)).coordinates(coordinates).to_unicode();
/// assert_eq!(beside(Coordinates::Algebraic), "2 · ·\n1 · ·\n  a b\n");
/// assert_eq!(beside(Coordinates::Matrix), "  0 1\n0 · ·\n1 · ·\n");
/// assert_eq!(beside(Coordinates::None), "· ·\n· ·\n");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Coordinates {
    /// Nothing.
    #[default]
    None,
    /// Letters for columns, and numbers for rows, from the bottom: the names of chess.
    Algebraic,
    /// Numbers of rows and columns from the top left, beginning with 0, as in [`Square`](crate::Square).
    Matrix,
}

/// How squares are marked.
///
/// # Examples
///
/// ```
/// use queenside::{Board, Piece, render::{Mark, Picture}};
///
/// // Where a knight leaps to.
/// let board = Board::square(5);
/// let picture = Picture::of(&board).mark(Mark::Dot, board.attacks(&Piece::KNIGHT, (2, 2)).iter());
/// assert_eq!(picture.to_svg().matches("<circle").count(), 8);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// The whole square in the colour of a highlighter.
    Highlight,
    /// The whole square in a colour of your choice.
    Shade(Colour),
    /// A dot.
    Dot,
    /// A cross.
    Cross,
    /// A ring.
    Ring,
}

/// Returns what discs of a kind bear: its notation if that is short, else the letter of diagrams.
fn letters(piece: &Piece, symbol: char) -> String {
    const MOST: usize = 3;
    let notation = piece.to_string();
    let is_short = (1..=MOST).contains(&notation.len()) && notation.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if is_short { notation } else { symbol.to_string() }
}

/// Returns the default look of each kind.
pub(super) fn looks(setup: &Setup) -> Vec<Look> {
    let mut others = 0;
    let looks = setup.kinds.iter().zip(setup.symbols()).map(|(info, symbol)| {
        // A kind that diagrams draw as a star is one.
        let shape = if matches!(symbol, '★' | '☆') { Shape::Star } else { Shape::of(&info.piece) };
        let name = info.name.to_lowercase();
        let number = if name.starts_with("white") {
            WHITE
        } else if name.starts_with("black") {
            BLACK
        } else {
            // The first other kind is plain; the next ones repeat the colours after the two armies.
            let number = if others == 0 { PLAIN } else { BLACK + 1 + (others - 1) % (KINDS - BLACK - 1) };
            others = if shape == Shape::Block { others } else { others.saturating_add(1) };
            number
        };
        let (body, outline) = match shape {
            Shape::Block => (Role::Wall, Role::Brick),
            _ => (Role::Piece(number), Role::Outline(number)),
        };
        Look { shape, symbol, letters: letters(&info.piece, symbol), body: body.into(), outline: outline.into() }
    });
    looks.collect()
}
