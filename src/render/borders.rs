//! Where squares of different sorts meet: frames, borders of regions, and colours by which neighbours differ.

use crate::language::{Board, OrderedMap, Square};

/// A straight segment of a border, along the lines between squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Edge {
    pub(super) is_vertical: bool,
    /// Where it begins, in rows and columns from the top left corner.
    pub(super) row: usize,
    pub(super) column: usize,
    pub(super) length: usize,
    /// Whether there is nothing on one of its sides.
    pub(super) is_outer: bool,
}

/// Returns the borders between squares of different sorts; squares without a sort count as alike. Collinear adjacent
/// edges are merged.
pub(super) fn between<T: PartialEq>(board: &Board, sort: impl Fn(Square) -> Option<T>) -> Vec<Edge> {
    let mut edges: Vec<Edge> = Vec::new();
    let (rows, columns) = (board.rows(), board.columns());
    let at = |row: usize, column: usize| {
        let square = Square::new(row, column);
        if board.contains(square) { sort(square) } else { None }
    };
    for is_vertical in [false, true] {
        // Lines between rows, or between columns, and the places along each.
        let (lines, places) = if is_vertical { (columns, rows) } else { (rows, columns) };
        for line in 0..=lines {
            let mut last: Option<Edge> = None;
            for place in 0..places {
                let (row, column) = if is_vertical { (place, line) } else { (line, place) };
                // Off the board there is no sort: `wrapping_sub` gives an index out of range there.
                let before = line.wrapping_sub(1);
                let sides = if is_vertical {
                    (at(place, before), at(place, line))
                } else {
                    (at(before, place), at(line, place))
                };
                let is_outer = sides.0.is_none() || sides.1.is_none();
                let goes_on = |edge: &Edge| edge.is_outer == is_outer;
                last = match last.filter(|_| sides.0 != sides.1) {
                    Some(edge) if goes_on(&edge) => Some(Edge { length: edge.length + 1, ..edge }),
                    _ if sides.0 != sides.1 => {
                        edges.extend(last);
                        Some(Edge { is_vertical, row, column, length: 1, is_outer })
                    }
                    _ => {
                        edges.extend(last);
                        None
                    }
                };
            }
            edges.extend(last);
        }
    }
    edges
}

/// Returns the regions that each square lies in.
pub(super) fn signatures(board: &Board) -> OrderedMap<Square, Vec<usize>> {
    let mut signatures: OrderedMap<Square, Vec<usize>> = OrderedMap::new();
    for (region, (_, squares)) in board.regions().enumerate() {
        for square in squares.iter() {
            signatures.entry(square).push(region);
        }
    }
    signatures
}

/// Returns a colour for each square that lies in a region: that of its first region. Neighbouring regions differ where
/// there are enough colours.
pub(super) fn tints(board: &Board, colours: u8) -> OrderedMap<Square, u8> {
    let regions = signatures(board);
    let number = board.regions().count();
    let mut neighbours: Vec<Vec<usize>> = vec![Vec::new(); number];
    for (square, own) in regions.iter() {
        for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            let next = board.step(*square, down, right).and_then(|next| regions.get(&next));
            if let Some(other) = next.filter(|other| other[0] != own[0]) {
                neighbours[own[0]].push(other[0]);
                neighbours[other[0]].push(own[0]);
            }
        }
    }
    let mut tint: Vec<u8> = Vec::with_capacity(number);
    for (own, neighbours) in neighbours.iter().enumerate() {
        let taken: Vec<u8> = neighbours.iter().filter_map(|other| tint.get(*other)).copied().collect();
        let first = (own % usize::from(colours)) as u8;
        let candidates = (0..colours).map(|step| (first + step) % colours);
        let chosen = candidates.into_iter().find(|candidate| !taken.contains(candidate)).unwrap_or(first);
        tint.push(chosen);
    }
    let mut tints = OrderedMap::new();
    for (square, own) in regions.iter() {
        tints.insert(*square, tint[own[0]]);
    }
    tints
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_has_four_edges_and_a_hole_four_more() {
        let board: Board = ". . .\n. ~ .\n. . .".parse().unwrap();
        let there = |square| (!board.holes().contains(square)).then_some(());
        let edges = between(&board, there);
        assert_eq!(edges.len(), 8);
        assert!(edges.iter().all(|edge| edge.is_outer));
        assert_eq!(edges.iter().map(|edge| edge.length).sum::<usize>(), 16);
    }

    #[test]
    fn neighbouring_regions_have_different_colours() {
        let board = Board::square(4).with_region_map("A A B B\nA C C B\nD C C E\nD D E E").unwrap();
        let tints = tints(&board, 5);
        for (square, own) in tints.iter() {
            for (down, right) in [(0, 1), (1, 0)] {
                let next = board.step(*square, down, right);
                let region = |square: Square| board.regions().position(|(_, squares)| squares.contains(square));
                if let Some(next) = next.filter(|next| region(*next) != region(*square)) {
                    assert_ne!(tints.get(&next), Some(own));
                }
            }
        }
    }
}
