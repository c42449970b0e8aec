//! Boards for the LaTeX package `chessboard`, where it can show them.

use super::look::{Coordinates, Ground, Mark};
use super::picture::Picture;
use super::shape::Shape;
use super::theme::{BLACK, PLAIN, Paint, Role, WHITE};
use crate::language::{Square, SquareSet, Wrap};

/// The number of rows and columns that the package has names for.
const MOST: usize = 26;

/// Returns the picture as a `\chessboard`; `None` if the package cannot show something in it.
pub(super) fn chessboard(picture: &Picture) -> Option<String> {
    let board = picture.board();
    let is_plain = board.check().is_ok()
        && board.wrap() == Wrap::None
        && board.holes().is_empty()
        && board.regions().next().is_none()
        && board.rows() <= MOST
        && board.columns() <= MOST;
    let asks_more = picture.attacks.is_some()
        || picture.line_ends
        || !picture.labels.is_empty()
        || picture.coordinates == Coordinates::Matrix
        || picture.ground == Ground::Plain
        || picture.marks.iter().any(|(mark, _)| *mark != Mark::Highlight);
    if !is_plain || asks_more {
        return None;
    }
    let name = |square: Square| square.to_algebraic(board.rows());
    let list = |squares: &mut dyn Iterator<Item = Square>| squares.filter_map(name).collect::<Vec<_>>().join(",");

    let mut pieces = Vec::new();
    let mut blocks: SquareSet = board.walls().clone();
    for (square, kind) in &picture.placed {
        let look = &picture.looks[usize::from(*kind)];
        if look.shape == Shape::Block {
            blocks.insert(*square);
        } else {
            pieces.push(format!("{}{}", letter(picture, look.shape, look.body)?, name(*square)?));
        }
    }
    let corner = Square::new(0, board.columns() - 1);
    let mut options = vec![format!("maxfield={}", name(corner)?), "showmover=false".to_owned()];
    options.push(format!("label={}", picture.coordinates == Coordinates::Algebraic));
    let highlighted: SquareSet = picture.marks.iter().flat_map(|(_, squares)| squares.iter()).collect();
    for (colour, squares) in [("black!75", &blocks), ("yellow!60", &highlighted)] {
        let squares = list(&mut squares.iter().filter(|square| board.contains(*square)));
        if !squares.is_empty() {
            options.push(format!("pgfstyle=color, opacity=1, color={colour}, markfields={{{squares}}}"));
        }
    }
    if !board.forbidden().is_empty() {
        options.push(format!("pgfstyle=cross, color=black!50, markfields={{{}}}", list(&mut board.forbidden().iter())));
    }
    options.push(format!("setpieces={{{}}}", pieces.join(",")));
    let mut text = format!("% needs \\usepackage{{chessboard}}: {}\n", escaped(&picture.spoken_title()));
    text += &format!("\\chessboard[{}]\n", options.join(",\n  "));
    if let Some(caption) = &picture.caption {
        text += &format!("\\par {}\n", escaped(caption));
    }
    Some(text)
}

/// Returns the letter of a chess piece, capital for white; a single army is black.
fn letter(picture: &Picture, shape: Shape, body: Paint) -> Option<char> {
    let letter = match shape {
        Shape::King => 'k',
        Shape::Queen => 'q',
        Shape::Rook => 'r',
        Shape::Bishop => 'b',
        Shape::Knight => 'n',
        Shape::Pawn => 'p',
        Shape::Disc | Shape::Dot | Shape::Star | Shape::Block => return None,
    };
    let is = |body: Paint, number: u8| body == Paint::Role(Role::Piece(number));
    let alone = || !picture.looks.iter().any(|look| is(look.body, BLACK));
    if is(body, WHITE) {
        Some(letter.to_ascii_uppercase())
    } else {
        (is(body, BLACK) || (is(body, PLAIN) && alone())).then_some(letter)
    }
}

/// Escapes text for LaTeX; control characters are dropped.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '{' | '}' | '$' | '&' | '#' | '_' | '%' => {
                out.push('\\');
                out.push(character);
            }
            '\n' | '\r' | '\t' => out.push(' '),
            _ if character.is_control() => {}
            _ => out.push(character),
        }
    }
    out
}
