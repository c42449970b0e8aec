//! Pictures as SVG, layer by layer.

use super::borders::Edge;
use super::canvas::{Anchor, Canvas, LineCap, SIDE, Stroke, number};
use super::lines::Point;
use super::look::{Coordinates, Ground, Mark};
use super::picture::Picture;
use super::shape::Shape;
use super::theme::{Paint, REGIONS, Role};
use crate::language::{Square, Terrain, Wrap};
use crate::render::borders;
use crate::render::lines;

/// A margin around the board, for its frame.
const FRAME: f64 = 6.0;
/// The margin for line ends.
const ENDS: f64 = 38.0;

/// The width of a letter, on average, in parts of the font size.
const LETTER: f64 = 0.56;

/// Font sizes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Letters {
    pub(super) caption: f64,
    /// Of the names of rows and columns.
    names: f64,
}

impl Letters {
    /// Returns those for squares of `side` pixels: captions of about 16 pixels, names of about 12, but small enough that they do
    /// not overlap.
    pub(super) fn of(side: u32) -> Self {
        let size = |pixels: f64| pixels * SIDE / f64::from(side);
        Self { caption: size(16.0).clamp(32.0, 64.0), names: size(12.0).clamp(34.0, 54.0) }
    }
}

/// Returns the font size with which the caption is as wide as the board.
pub(super) fn widest_caption(picture: &Picture) -> Option<f64> {
    let letters = picture.caption.as_ref()?.chars().count();
    Some(picture.board().columns() as f64 * SIDE / (LETTER * letters as f64))
}

/// Returns width and height in units.
pub(super) fn size(picture: &Picture, letters: Letters) -> (f64, f64) {
    let board = picture.board();
    let (left, right, top, bottom) = margins(picture, letters);
    let Letters { caption: size, .. } = letters;
    let (room, under) = picture
        .caption
        .as_ref()
        .map_or((0.0, 0.0), |caption| (LETTER * size * caption.chars().count() as f64, 1.9 * size));
    let width = left + board.columns() as f64 * SIDE + right;
    (width.max(room), top + board.rows() as f64 * SIDE + bottom + under)
}

/// Returns the margins left, right, above and below.
fn margins(picture: &Picture, letters: Letters) -> (f64, f64, f64, f64) {
    let around = FRAME + if picture.line_ends { ENDS } else { 0.0 };
    let letters = if picture.coordinates == Coordinates::None { 0.0 } else { letters.names };
    let digits = picture.board().rows().to_string().len() as f64;
    let (names, beside) = (1.5 * letters, (1.0 + 0.5 * digits) * letters);
    // Matrices number their rows from the top, so their columns are named there.
    let (above, below) = if picture.coordinates == Coordinates::Matrix { (names, 0.0) } else { (0.0, names) };
    (around + beside, around, around + above, around + below)
}

/// Draws a picture with its top left corner at the origin.
pub(super) fn picture(picture: &Picture, letters: Letters, canvas: &mut dyn Canvas) {
    let (width, height) = size(picture, letters);
    let (left, right, top, _) = margins(picture, letters);
    let board_width = left + picture.board().columns() as f64 * SIDE + right;
    if picture.board().check().is_ok() {
        canvas.begin((left + (width - board_width) / 2.0, top), "");
        board(picture, letters, canvas);
        canvas.end();
    }
    if let Some(caption) = &picture.caption {
        canvas.text(
            (width / 2.0, height - 0.6 * letters.caption),
            letters.caption,
            Anchor::Middle,
            Role::Text.into(),
            caption,
        );
    }
}

/// Draws a board with its top left square at the origin.
fn board(picture: &Picture, letters: Letters, canvas: &mut dyn Canvas) {
    squares(picture, canvas);
    marks(picture, canvas);
    frame(picture, canvas);
    terrain(picture, canvas);
    line_ends(picture, canvas);
    attack_lines(picture, canvas);
    pieces(picture, canvas);
    signs(picture, canvas);
    labels(picture, canvas);
    coordinates(picture, letters.names, canvas);
}

/// Returns the chosen squares as one path; adjacent ones in a row make one rectangle.
fn area(picture: &Picture, chosen: impl Fn(Square) -> bool) -> String {
    let board = picture.board();
    let mut path = String::new();
    for row in 0..board.rows() {
        let mut column = 0;
        while column < board.columns() {
            let run = (column..board.columns()).take_while(|at| chosen(Square::new(row, *at))).count();
            if run > 0 {
                let [x, y, width] = [column as f64 * SIDE, row as f64 * SIDE, run as f64 * SIDE].map(number);
                path += &format!("M{x} {y}h{width}v{SIDE}h-{width}z");
            }
            column += run + 1;
        }
    }
    path
}

fn squares(picture: &Picture, canvas: &mut dyn Canvas) {
    let board = picture.board();
    let there = |square: Square| board.terrain(square).is_some_and(|terrain| terrain != Terrain::Hole);
    canvas.fill(&area(picture, there), Role::LightSquare.into());
    let has_regions = board.regions().next().is_some();
    match picture.ground {
        Ground::Auto if has_regions => {
            let tints = borders::tints(board, REGIONS);
            for tint in 0..REGIONS {
                let chosen = |square: Square| there(square) && tints.get(&square) == Some(&tint);
                canvas.fill(&area(picture, chosen), Role::Region(tint).into());
            }
        }
        Ground::Plain => {}
        Ground::Auto | Ground::Chequered => {
            let dark = |square: Square| there(square) && (square.row() + square.column()) % 2 == 1;
            canvas.fill(&area(picture, dark), Role::DarkSquare.into());
        }
    }
    if has_regions || picture.ground == Ground::Plain {
        let signature = |square: Square| there(square).then(|| square.index(board.columns()));
        let inner = borders::between(board, signature).into_iter().filter(|edge| !edge.is_outer);
        canvas.stroke(&outline(inner), Role::Grid.into(), Stroke::wide(2.0));
    }
}

/// Marks that fill their squares.
fn marks(picture: &Picture, canvas: &mut dyn Canvas) {
    for (mark, squares) in &picture.marks {
        let paint = match mark {
            Mark::Highlight => Paint::Role(Role::Mark),
            Mark::Shade(colour) => Paint::Colour(*colour),
            Mark::Dot | Mark::Cross | Mark::Ring => continue,
        };
        canvas.fill(&area(picture, |square| squares.contains(square)), paint);
    }
}

/// Returns edges as a path.
fn outline(edges: impl Iterator<Item = Edge>) -> String {
    let mut path = String::new();
    for edge in edges {
        let [x, y, length] = [edge.column, edge.row, edge.length].map(|at| number(at as f64 * SIDE));
        let way = if edge.is_vertical { 'v' } else { 'h' };
        path += &format!("M{x} {y}{way}{length}");
    }
    path
}

/// The borders of regions and of the board; edges that meet are dashed.
fn frame(picture: &Picture, canvas: &mut dyn Canvas) {
    let board = picture.board();
    let there = |square: Square| board.terrain(square).is_some_and(|terrain| terrain != Terrain::Hole);
    if board.regions().next().is_some() {
        let signatures = borders::signatures(board);
        let inner = borders::between(board, |square| there(square).then(|| signatures.get(&square)));
        canvas.stroke(
            &outline(inner.into_iter().filter(|edge| !edge.is_outer)),
            Role::Frame.into(),
            Stroke::wide(7.0).ends(LineCap::Square),
        );
    }
    let meets = |edge: &Edge| {
        let (along, far) = if edge.is_vertical {
            (matches!(board.wrap(), Wrap::Columns | Wrap::Both), [0, board.columns()].contains(&edge.column))
        } else {
            (matches!(board.wrap(), Wrap::Rows | Wrap::Both), [0, board.rows()].contains(&edge.row))
        };
        along && far
    };
    let (dashed, solid): (Vec<Edge>, Vec<Edge>) = borders::between(board, |square| there(square).then_some(()))
        .into_iter()
        .filter(|edge| edge.is_outer)
        .partition(meets);
    canvas.stroke(&outline(solid.into_iter()), Role::Frame.into(), Stroke::wide(6.0).ends(LineCap::Square));
    canvas.stroke(&outline(dashed.into_iter()), Role::Frame.into(), Stroke::wide(6.0).dashed(20.0, 20.0));
}

/// Walls and forbidden squares.
fn terrain(picture: &Picture, canvas: &mut dyn Canvas) {
    let board = picture.board();
    canvas.fill(&area(picture, |square| board.terrain(square) == Some(Terrain::Wall)), Role::Wall.into());
    let of = |terrain: Terrain| {
        board.squares().iter().filter(move |square| board.terrain(*square) == Some(terrain)).collect::<Vec<_>>()
    };
    let mut bricks = String::new();
    for wall in of(Terrain::Wall) {
        let (x, y) = (wall.column() as f64 * SIDE, wall.row() as f64 * SIDE);
        for (across, down, way) in [
            (8.0, 34.0, "h84"),
            (8.0, 66.0, "h84"),
            (50.0, 8.0, "v26"),
            (30.0, 34.0, "v32"),
            (70.0, 34.0, "v32"),
            (50.0, 66.0, "v26"),
        ] {
            bricks += &format!("M{} {}{way}", number(x + across), number(y + down));
        }
    }
    canvas.stroke(&bricks, Role::Brick.into(), Stroke::wide(4.0));
    let mut crosses = String::new();
    for square in of(Terrain::Forbidden) {
        crosses += &cross(square, 0.3);
    }
    canvas.stroke(&crosses, Role::Forbidden.into(), Stroke::wide(6.0).ends(LineCap::Round));
}

/// Returns a cross in a square, at a distance from its edges.
fn cross(square: Square, inset: f64) -> String {
    let (x, y) = (square.column() as f64, square.row() as f64);
    let [left, right, top, bottom] =
        [x + inset, x + 1.0 - inset, y + inset, y + 1.0 - inset].map(|at| number(at * SIDE));
    format!("M{left} {top}L{right} {bottom}M{left} {bottom}L{right} {top}")
}

fn straight((from, to): (Point, Point)) -> String {
    let [ax, ay, bx, by] = [from.0, from.1, to.0, to.1].map(|at| number(at * SIDE));
    format!("M{ax} {ay}L{bx} {by}")
}

/// Rays from the outermost pieces to the ends they use, and a stroke at each end.
fn line_ends(picture: &Picture, canvas: &mut dyn Canvas) {
    if !picture.line_ends {
        return;
    }
    let (mut rays, mut used, mut unused) = (String::new(), String::new(), Vec::new());
    for end in lines::ends(picture) {
        let tick = lines::tick(&end, 0.24);
        match end.owner {
            Some(owner) => {
                rays += &straight((lines::centre(owner), tick.0));
                used += &straight(tick);
            }
            None => unused.push(tick.1),
        }
    }
    canvas.stroke(&rays, Role::Accent.into(), Stroke::wide(2.5).faint());
    canvas.stroke(&used, Role::Accent.into(), Stroke::wide(8.0).ends(LineCap::Round));
    for (x, y) in unused {
        canvas.circle((x * SIDE, y * SIDE), 9.0, Role::Faint.into(), Some(Stroke::wide(4.0)));
    }
}

fn pieces(picture: &Picture, canvas: &mut dyn Canvas) {
    for (square, kind) in &picture.placed {
        let look = &picture.looks[usize::from(*kind)];
        let (x, y) = (square.column() as f64 * SIDE, square.row() as f64 * SIDE);
        canvas.figure(look.shape, (x, y), look.body, look.outline);
        if look.shape == Shape::Disc {
            // As large as fits the disc.
            let size = match look.letters.chars().count() {
                0 | 1 => 46.0,
                2 => 38.0,
                number => 84.0 / number as f64,
            };
            canvas.text((x + 50.0, y + 50.0 + 0.35 * size), size, Anchor::Middle, look.outline, &look.letters);
        }
    }
}

fn attack_lines(picture: &Picture, canvas: &mut dyn Canvas) {
    let Some(sight) = picture.attacks else { return };
    let board = picture.board();
    let (both, one) = lines::mutual(lines::attacks(picture, sight));
    let path = |attack: &lines::Attack| lines::pieces(board, attack).into_iter().map(straight).collect::<String>();
    canvas.stroke(
        &both.iter().map(path).collect::<String>(),
        Role::Attack.into(),
        Stroke::wide(6.0).ends(LineCap::Round),
    );
    let (mut ways, mut heads) = (String::new(), String::new());
    for attack in &one {
        let mut pieces = lines::pieces(board, attack);
        if let Some((from, to)) = pieces.last_mut() {
            // The arrow stops short of the middle of the square.
            let (x, y) = (to.0 - from.0, to.1 - from.1);
            let length = x.hypot(y);
            let (x, y) = (x / length, y / length);
            *to = (to.0 - 0.38 * x, to.1 - 0.38 * y);
            let back = (to.0 - 0.2 * x, to.1 - 0.2 * y);
            let corner = |side: f64| (back.0 - side * 0.11 * y, back.1 + side * 0.11 * x);
            let [left, right] = [corner(1.0), corner(-1.0)];
            let [ax, ay, bx, by, cx, cy] = [to.0, to.1, left.0, left.1, right.0, right.1].map(|at| number(at * SIDE));
            heads += &format!("M{ax} {ay}L{bx} {by}L{cx} {cy}z");
            *to = back;
        }
        ways.extend(pieces.into_iter().map(straight));
    }
    canvas.stroke(&ways, Role::Attack.into(), Stroke::wide(6.0).ends(LineCap::Round));
    canvas.fill(&heads, Role::Attack.into());
}

/// Marks that are drawn over the piece on a square.
fn signs(picture: &Picture, canvas: &mut dyn Canvas) {
    let accent = Paint::Role(Role::Accent);
    for (mark, squares) in &picture.marks {
        let shown = || squares.iter().filter(|square| picture.board().contains(*square));
        let middle = |square: Square| {
            let (x, y) = lines::centre(square);
            (x * SIDE, y * SIDE)
        };
        match mark {
            Mark::Highlight | Mark::Shade(_) => {}
            Mark::Dot => shown().for_each(|square| canvas.circle(middle(square), 12.0, accent, None)),
            Mark::Ring => {
                shown().for_each(|square| canvas.circle(middle(square), 42.0, accent, Some(Stroke::wide(6.0))));
            }
            Mark::Cross => {
                let crosses: String = shown().map(|square| cross(square, 0.27)).collect();
                canvas.stroke(&crosses, accent, Stroke::wide(8.0).ends(LineCap::Round));
            }
        }
    }
}

/// Small texts in the corners of squares.
fn labels(picture: &Picture, canvas: &mut dyn Canvas) {
    for (square, text) in &picture.labels {
        if picture.board().contains(*square) {
            let (x, y) = ((square.column() + 1) as f64 * SIDE, square.row() as f64 * SIDE);
            let on_wall = picture.board().terrain(*square) == Some(Terrain::Wall);
            let paint = if on_wall { Role::LightSquare } else { Role::Text };
            canvas.text((x - 7.0, y + 27.0), 26.0, Anchor::End, paint.into(), text);
        }
    }
}

/// Returns the names of rows and columns.
pub(super) fn names(picture: &Picture) -> (Vec<String>, Vec<String>) {
    let (rows, columns) = (picture.board().rows(), picture.board().columns());
    match picture.coordinates {
        Coordinates::None => (Vec::new(), Vec::new()),
        Coordinates::Matrix => {
            ((0..rows).map(|row| row.to_string()).collect(), (0..columns).map(|column| column.to_string()).collect())
        }
        Coordinates::Algebraic => {
            let letters = |column| {
                let name = Square::new(0, column).to_algebraic(1).unwrap_or_default();
                name.trim_end_matches('1').to_owned()
            };
            ((0..rows).map(|row| (rows - row).to_string()).collect(), (0..columns).map(letters).collect())
        }
    }
}

/// Draws the names of rows and columns in this font size.
fn coordinates(picture: &Picture, letters: f64, canvas: &mut dyn Canvas) {
    let (rows, columns) = names(picture);
    let out = FRAME + if picture.line_ends { ENDS } else { 0.0 };
    let height = picture.board().rows() as f64 * SIDE;
    for (row, name) in rows.iter().enumerate() {
        let middle = (row as f64 + 0.5) * SIDE;
        canvas.text((-out - 8.0, middle + 0.35 * letters), letters, Anchor::End, Role::Text.into(), name);
    }
    let line = if picture.coordinates == Coordinates::Matrix { -out - 10.0 } else { height + out + 0.94 * letters };
    for (column, name) in columns.iter().enumerate() {
        canvas.text((column as f64 * SIDE + 50.0, line), letters, Anchor::Middle, Role::Text.into(), name);
    }
}
