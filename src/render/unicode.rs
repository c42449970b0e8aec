//! Boards as text with chess symbols and the borders of regions.

use super::borders;
use super::draw::names;
use super::look::Coordinates;
use super::picture::Picture;
use super::shape::Shape;
use super::theme::{Paint, Role, WHITE};
use crate::language::{Square, Terrain};

/// Returns the picture as lines of text, without trailing spaces.
pub(super) fn text(picture: &Picture) -> String {
    let board = picture.board();
    let mut lines = Vec::new();
    if board.check().is_ok() {
        let (rows, columns) = names(picture);
        let margin = rows.iter().map(String::len).max().map_or(0, |width| width + 1);
        let has_regions = board.regions().next().is_some();
        let (body, cell) = if has_regions { (bordered(picture), 4) } else { plain(picture, &columns) };
        let beside = |line: usize| match (has_regions, line % 2) {
            (false, _) => rows.get(line),
            (true, 1) => rows.get(line / 2),
            (true, _) => None,
        };
        for (line, text) in body.into_iter().enumerate() {
            let name = beside(line).map_or(String::new(), |name| format!("{name:>width$} ", width = margin - 1));
            lines.push(format!("{name:>margin$}{text}"));
        }
        if !columns.is_empty() {
            let first = if has_regions { 3 } else { cell - 1 };
            let names = columns.iter().enumerate().map(|(column, name)| {
                let width = if column == 0 { first } else { cell };
                format!("{name:>width$}")
            });
            let line = " ".repeat(margin) + &names.collect::<String>();
            let place = if picture.coordinates == Coordinates::Matrix { 0 } else { lines.len() };
            lines.insert(place, line);
        }
    }
    lines.extend(picture.caption.clone());
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Returns one line per row, and the width of a square together with the space before it.
fn plain(picture: &Picture, names: &[String]) -> (Vec<String>, usize) {
    let width = names.iter().map(String::len).max().unwrap_or(1);
    let board = picture.board();
    let rows = (0..board.rows()).map(|row| {
        let cells = (0..board.columns()).map(|column| format!("{:>width$}", sign(picture, Square::new(row, column))));
        cells.collect::<Vec<_>>().join(" ")
    });
    (rows.collect(), width + 1)
}

/// Returns lines of squares, with border lines between them.
fn bordered(picture: &Picture) -> Vec<String> {
    let board = picture.board();
    let signatures = borders::signatures(board);
    let sort = |row: usize, column: usize| {
        let square = Square::new(row, column);
        let there = board.terrain(square).is_some_and(|terrain| terrain != Terrain::Hole);
        there.then(|| signatures.get(&square))
    };
    // Whether there is a border above a square, and to the left of it. Off the board there is no sort: `wrapping_sub`
    // gives an index out of range there.
    let above = |row: usize, column: usize| sort(row.wrapping_sub(1), column) != sort(row, column);
    let left = |row: usize, column: usize| sort(row, column.wrapping_sub(1)) != sort(row, column);
    let mut lines = Vec::new();
    for row in 0..=board.rows() {
        let (mut border, mut squares) = (String::new(), String::new());
        for column in 0..=board.columns() {
            let ways = [
                row > 0 && left(row - 1, column),
                column < board.columns() && above(row, column),
                row < board.rows() && left(row, column),
                column > 0 && above(row, column - 1),
            ];
            border.push(corner(ways));
            squares.push(if ways[2] { '│' } else { ' ' });
            if column < board.columns() {
                border.push_str(if ways[1] { "───" } else { "   " });
                if row < board.rows() {
                    squares += &format!(" {} ", sign(picture, Square::new(row, column)));
                }
            }
        }
        lines.push(border);
        if row < board.rows() {
            lines.push(squares);
        }
    }
    lines
}

/// Returns the character for borders that meet: those going up, right, down and left.
fn corner(ways: [bool; 4]) -> char {
    const CORNERS: [char; 16] = [' ', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'];
    let bits = ways.iter().enumerate().map(|(place, way)| usize::from(*way) << place);
    CORNERS[bits.sum::<usize>()]
}

/// Returns the character of a square.
fn sign(picture: &Picture, square: Square) -> char {
    let Some(kind) = picture.kind_at(square) else {
        return match picture.board().terrain(square).unwrap_or_default() {
            Terrain::Open => '·',
            Terrain::Wall => '█',
            Terrain::Forbidden => '×',
            Terrain::Hole => ' ',
        };
    };
    let look = &picture.looks[usize::from(kind)];
    let (white, black) = match look.shape {
        Shape::King => ('♔', '♚'),
        Shape::Queen => ('♕', '♛'),
        Shape::Rook => ('♖', '♜'),
        Shape::Bishop => ('♗', '♝'),
        Shape::Knight => ('♘', '♞'),
        Shape::Pawn => ('♙', '♟'),
        Shape::Disc => (look.symbol, look.symbol),
        Shape::Dot => ('○', '●'),
        Shape::Star => ('☆', '★'),
        Shape::Block => ('▒', '▒'),
    };
    if look.body == Paint::Role(Role::Piece(WHITE)) { white } else { black }
}
