//! The shapes of pieces: figures of a few strokes, each in a square of 100×100.

use crate::language::Piece;

/// How the pieces of a kind look.
///
/// The chess pieces have figures; all others are discs with the letter of their kind, unless a picture sets another
/// shape.
///
/// # Examples
///
/// ```
/// use queenside::{classics, render::{Picture, Shape}};
///
/// // Six points on 3×3, no three in line: dots suit that better than pieces.
/// let problem = classics::no_three_in_line(3);
/// let points = problem.maximize()?.optima()?.solve()?.placement()?.expect("there are some");
/// let kind = problem.kinds().next().expect("there is one");
/// let svg = Picture::of(&points).shape(kind, Shape::Dot).to_svg();
/// assert_eq!(svg.matches("href=\"#queenside-dot\"").count(), 6);
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Shape {
    /// A crown with a cross.
    King,
    /// A crown of five points.
    Queen,
    /// A tower.
    Rook,
    /// A mitre.
    Bishop,
    /// A horse's head.
    Knight,
    /// A small head on a base.
    Pawn,
    /// A disc with the letter that draws the kind in diagrams.
    Disc,
    /// A plain dot.
    Dot,
    /// A star.
    Star,
    /// A block of bricks.
    Block,
}

impl Shape {
    /// Returns the figure of a piece.
    pub(super) fn of(piece: &Piece) -> Self {
        let known = [
            (Piece::KING, Self::King),
            (Piece::QUEEN, Self::Queen),
            (Piece::ROOK, Self::Rook),
            (Piece::BISHOP, Self::Bishop),
            (Piece::KNIGHT, Self::Knight),
            (Piece::WHITE_PAWN, Self::Pawn),
            (Piece::BLACK_PAWN, Self::Pawn),
            (Piece::BLOCKER, Self::Block),
        ];
        known.into_iter().find(|(known, _)| known == piece).map_or(Self::Disc, |(_, shape)| shape)
    }

    /// Returns the name used in pictures.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::King => "king",
            Self::Queen => "queen",
            Self::Rook => "rook",
            Self::Bishop => "bishop",
            Self::Knight => "knight",
            Self::Pawn => "pawn",
            Self::Disc => "disc",
            Self::Dot => "dot",
            Self::Star => "star",
            Self::Block => "block",
        }
    }

    /// Returns the body: closed curves whose union is filled.
    pub(super) fn body(self) -> &'static str {
        match self {
            Self::King => concat!(
                "M46 8 H54 V15 H61 V22 H54 V30 H46 V22 H39 V15 H46 Z ",
                "M50 27 C59 30 60 40 50 56 C40 40 41 30 50 27 Z ",
                "M29 79 L27 70 C16 60 11 50 17 42 C24 33 43 37 50 56 C57 37 76 33 83 42 C89 50 84 60 73 70 L71 79 Z ",
                "M25 78 H75 V90 H25 Z"
            ),
            Self::Queen => concat!(
                "M29 79 L15 37 L31 57 L32 27 L44 53 L50 21 L56 53 L68 27 L69 57 L85 37 L71 79 Z ",
                "M9 33 C9 26 20 26 20 33 C20 40 9 40 9 33 Z ",
                "M26 22 C26 15 37 15 37 22 C37 29 26 29 26 22 Z ",
                "M44.5 16 C44.5 9 55.5 9 55.5 16 C55.5 23 44.5 23 44.5 16 Z ",
                "M63 22 C63 15 74 15 74 22 C74 29 63 29 63 22 Z ",
                "M80 33 C80 26 91 26 91 33 C91 40 80 40 80 33 Z ",
                "M25 78 H75 V90 H25 Z"
            ),
            Self::Rook => concat!(
                "M25 18 H37 V26 H44 V18 H56 V26 H63 V18 H75 V36 L67 44 V66 L73 76 H27 L33 66 V44 L25 36 Z ",
                "M22 76 H78 V90 H22 Z"
            ),
            Self::Bishop => concat!(
                "M44 15 C44 7 56 7 56 15 C56 23 44 23 44 15 Z ",
                "M50 20 C63 28 72 42 70 54 C69 61 65 65 62 68 H38 C35 65 31 61 30 54 C28 42 37 28 50 20 Z ",
                "M37 66 H63 L67 79 H33 Z ",
                "M22 79 H78 V90 H22 Z"
            ),
            Self::Knight => concat!(
                "M45 9 C47 13 50 16 54 17 C72 22 84 42 79 79 H29 C28 64 47 60 48 46 C44 50 38 52 34 53 ",
                "C32 58 28 63 23 63 C17 63 13 58 15 52 C19 44 24 38 27 29 C29 23 34 20 39 18 C41 15 43 12 45 9 Z ",
                "M24 78 H81 V90 H24 Z"
            ),
            Self::Pawn => concat!(
                "M36 32 C36 13 64 13 64 32 C64 51 36 51 36 32 Z ",
                "M39 43 H61 V49 H57 C57 60 62 70 70 79 H30 C38 70 43 60 43 49 H39 Z ",
                "M25 78 H75 V90 H25 Z"
            ),
            Self::Disc => {
                "M50 14 C69.9 14 86 30.1 86 50 C86 69.9 69.9 86 50 86 C30.1 86 14 69.9 14 50 C14 30.1 30.1 14 50 14 Z"
            }
            Self::Dot => {
                "M50 27 C62.7 27 73 37.3 73 50 C73 62.7 62.7 73 50 73 C37.3 73 27 62.7 27 50 C27 37.3 37.3 27 50 27 Z"
            }
            Self::Star => "M50 12 L61 38 L89 40 L67.5 58.5 L74.5 86 L50 71 L25.5 86 L32.5 58.5 L11 40 L39 38 Z",
            Self::Block => "M10 10 H90 V90 H10 Z",
        }
    }

    /// Returns the lines on the body.
    pub(super) fn details(self) -> &'static str {
        match self {
            Self::King => "M50 56 V68 M27 70 C40 66 60 66 73 70 M29 79 H71",
            Self::Queen => "M26 70 C40 65 60 65 74 70 M29 79 H71",
            Self::Rook => "M33 44 H67 M33 66 H67 M27 77 H73",
            Self::Bishop => "M50 34 V54 M42 42 H58 M38 68 H62 M33 79 H67",
            Self::Knight => "M33 32 L37 30 M20 54 L22 53 M58 26 C69 36 71 54 69 70 M29 79 H77",
            Self::Pawn => "M39 47 H61 M30 79 H70",
            Self::Disc | Self::Dot | Self::Star => "",
            Self::Block => "M10 36.7 H90 M10 63.3 H90 M50 10 V36.7 M30 36.7 V63.3 M70 36.7 V63.3 M50 63.3 V90",
        }
    }
}
