//! Lines between pieces, and the ends of the lines along which they ride.

use super::picture::Picture;
use crate::judge::sight::path;
use crate::language::{Board, Direction, Move, OrderedSet, Piece, Sight, Square, Wrap};

/// A line from a piece to one that it attacks.
pub(super) struct Attack {
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) movement: Move,
    /// The number of times the step is repeated.
    pub(super) steps: usize,
}

/// Returns every way in which a piece attacks another, in the order of squares and moves.
pub(super) fn attacks(picture: &Picture, sight: Sight) -> Vec<Attack> {
    let (board, kinds) = (picture.board(), &picture.setup.kinds);
    let mut attacks = Vec::new();
    for (from, kind) in &picture.placed {
        for movement in kinds[usize::from(*kind)].piece.moves() {
            for (index, to) in path(board, *from, *movement).enumerate() {
                if board.terrain(to).unwrap_or_default().stops_sight() {
                    break;
                }
                let Some(met) = picture.kind_at(to) else { continue };
                attacks.push(Attack { from: *from, to, movement: *movement, steps: index + 1 });
                if sight == Sight::First || kinds[usize::from(met)].piece.is_blocker() {
                    break;
                }
            }
        }
    }
    attacks
}

/// Splits attacks into mutual ones, each listed once, and one-way ones.
pub(super) fn mutual(attacks: Vec<Attack>) -> (Vec<Attack>, Vec<Attack>) {
    let key = |attack: &Attack| {
        let Attack { from, to, movement, steps } = attack;
        (*from, *to, i64::from(movement.rows()), i64::from(movement.columns()), *steps)
    };
    let all: OrderedSet<_> = attacks.iter().map(key).collect();
    let reversed = |attack: &Attack| {
        let (from, to, rows, columns, steps) = key(attack);
        (to, from, -rows, -columns, steps)
    };
    let (both, one): (Vec<_>, Vec<_>) = attacks.into_iter().partition(|attack| all.contains(&reversed(attack)));
    (both.into_iter().filter(|attack| key(attack) < reversed(attack)).collect(), one)
}

/// A point of the board in squares from its top left corner.
pub(super) type Point = (f64, f64);

pub(super) fn centre(square: Square) -> Point {
    (square.column() as f64 + 0.5, square.row() as f64 + 0.5)
}

/// Returns the straight segments of an attack: one, or more if it wraps around an edge.
pub(super) fn pieces(board: &Board, attack: &Attack) -> Vec<(Point, Point)> {
    let (down, right) = (f64::from(attack.movement.rows()), f64::from(attack.movement.columns()));
    let mut pieces: Vec<(Point, Point)> = Vec::new();
    let mut start = centre(attack.from);
    let mut at = start;
    for square in path(board, attack.from, attack.movement).take(attack.steps) {
        let (straight, next) = ((at.0 + right, at.1 + down), centre(square));
        if straight != next {
            pieces.extend(clipped(board, start, straight));
            start = (next.0 - right, next.1 - down);
        }
        at = next;
    }
    pieces.extend(clipped(board, start, at));
    pieces
}

/// Returns the part of a straight line that lies on the board.
fn clipped(board: &Board, from: Point, to: Point) -> Option<(Point, Point)> {
    let (width, height) = (board.columns() as f64, board.rows() as f64);
    let (x, y) = (to.0 - from.0, to.1 - from.1);
    let (mut begin, mut end) = (0.0f64, 1.0f64);
    for (speed, room) in [(-x, from.0), (x, width - from.0), (-y, from.1), (y, height - from.1)] {
        if speed < 0.0 {
            begin = begin.max(room / speed);
        } else if speed > 0.0 {
            end = end.min(room / speed);
        } else if room < 0.0 {
            return None;
        }
    }
    let point = |part: f64| (from.0 + part * x, from.1 + part * y);
    (begin < end).then(|| (point(begin), point(end)))
}

/// An end of a line: where it leaves the board or meets a wall.
pub(super) struct End {
    /// The last square of the line.
    pub(super) square: Square,
    /// The step that leads off it.
    pub(super) step: (i32, i32),
    /// The piece whose ray reaches this end, if there is one.
    pub(super) owner: Option<Square>,
}

/// Returns the ends of all lines along which a kind of the picture rides both ways.
pub(super) fn ends(picture: &Picture) -> Vec<End> {
    let board = picture.board();
    if board.wrap() != Wrap::None || board.check().is_err() {
        return Vec::new();
    }
    let mut ends = Vec::new();
    for direction in directions(picture) {
        let riders: Vec<bool> = picture.setup.kinds.iter().map(|info| rides(&info.piece, direction)).collect();
        let rider = |square: Square| picture.kind_at(square).map(|kind| riders[usize::from(kind)]);
        for segment in board.segments(direction) {
            // A piece that does not ride along the line blocks it.
            for line in segment.split(|square| rider(*square) == Some(false)).filter(|line| !line.is_empty()) {
                let is_man = |square: &Square| rider(*square).is_some();
                let (down, right) = (direction.rows(), direction.columns());
                let (first, last) = (line[0], line[line.len() - 1]);
                let mut squares = line.iter().copied();
                ends.push(End { square: first, step: (-down, -right), owner: squares.clone().find(is_man) });
                ends.push(End { square: last, step: (down, right), owner: squares.rfind(is_man) });
            }
        }
    }
    ends
}

/// Returns the directions in which some kind rides without limit, both ways.
fn directions(picture: &Picture) -> Vec<Direction> {
    let moves = picture.setup.kinds.iter().flat_map(|info| info.piece.moves().iter().map(|own| (&info.piece, own)));
    let directions: OrderedSet<Direction> = moves
        .map(|(piece, own)| (piece, Direction::new(own.rows(), own.columns())))
        .filter(|(piece, direction)| rides(piece, *direction))
        .map(|(_, direction)| direction)
        .collect();
    directions.into_vec()
}

fn rides(piece: &Piece, direction: Direction) -> bool {
    let has = |rows: i32, columns: i32| piece.moves().contains(&Move::ride(rows, columns));
    has(direction.rows(), direction.columns()) && has(-direction.rows(), -direction.columns())
}

/// Returns the point at which a line ends, and one a little further on.
pub(super) fn tick(end: &End, length: f64) -> (Point, Point) {
    let (x, y) = centre(end.square);
    let (down, right) = (f64::from(end.step.0), f64::from(end.step.1));
    let half = 0.5 / down.abs().max(right.abs());
    let stretch = length / down.hypot(right);
    let edge = (x + half * right, y + half * down);
    (edge, (edge.0 + stretch * right, edge.1 + stretch * down))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::{Placement, Problem, classics};

    /// On an unwrapped board each queen that attacks a others owns 8 − a line ends.
    #[test]
    fn used_ends_are_those_the_queens_own() {
        for (n, text) in [(4, "Q . Q .\n. . . .\n. Q Q .\nQ . . Q"), (3, "Q . .\n. % Q\nQ Q .")] {
            let board: Board = text.replace('Q', ".").parse().unwrap();
            let problem = classics::attacking(board, Piece::QUEEN, 0..);
            let queens = Placement::parse(&problem, text).unwrap();
            let sum: usize = queens.iter().map(|(at, _)| 8 - queens.attacked_from(at, Sight::First).len()).sum();
            let (used, unused) = Picture::of(&queens).count_line_ends();
            assert_eq!(used, sum);
            if n == 4 {
                assert_eq!(used + unused, 2 * (6 * n - 2));
            }
        }
    }

    #[test]
    fn attacks_are_those_of_the_reference() {
        for (wrap, text) in [(Wrap::None, "Q . K\nn . .\n. % Q"), (Wrap::Both, "Q . K\nn . .\n. . Q")] {
            let board: Board = text.replace(['Q', 'K', 'n'], ".").parse().unwrap();
            let mut problem = Problem::new(board.with_wrap(wrap));
            for (name, piece) in [("queen", Piece::QUEEN), ("king", Piece::KING), ("n", Piece::KNIGHT)] {
                problem.add_kind(name, piece);
            }
            let placement = Placement::parse(&problem, &text.replace('n', "N")).unwrap();
            let picture = Picture::of(&placement);
            for sight in [Sight::First, Sight::Through] {
                let all = attacks(&picture, sight);
                for (from, _) in &placement {
                    let squares: crate::SquareSet = all.iter().filter(|a| a.from == from).map(|a| a.to).collect();
                    assert_eq!(squares, placement.attacked_from(from, sight));
                }
            }
        }
    }

    #[test]
    fn a_way_round_the_edge_comes_in_two_pieces() {
        let board = Board::new(1, 4).with_wrap(Wrap::Columns);
        let attack = |movement, steps| Attack { from: Square::new(0, 3), to: Square::new(0, 0), movement, steps };
        let round = pieces(&board, &attack(Move::ride(0, 1), 1));
        assert_eq!(round, [((3.5, 0.5), (4.0, 0.5)), ((0.0, 0.5), (0.5, 0.5))]);
        let straight = pieces(&board, &attack(Move::ride(0, -1), 3));
        assert_eq!(straight, [((3.5, 0.5), (0.5, 0.5))]);
    }
}
