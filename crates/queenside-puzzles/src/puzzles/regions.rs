//! A board cut into connected regions.

use queenside::{Board, Square, SquareSet};

use super::random::Random;

/// A board cut into connected regions, each with the same number of pieces of one solution.
pub(super) struct Regions {
    columns: usize,
    /// The region of each square; `None` for holes and walls.
    of: Vec<Option<usize>>,
    near: Vec<Vec<usize>>,
    len: usize,
    is_piece: Vec<bool>,
    sizes: Vec<usize>,
}

impl Regions {
    /// Grows regions round groups of `each` pieces until they fill the board. `None` if the pieces do not divide evenly, or
    /// if chance has cut one off.
    pub(super) fn grow(board: &Board, pieces: &SquareSet, each: usize, random: &mut Random) -> Option<Self> {
        let columns = board.columns();
        let area = board.rows() * columns;
        if pieces.is_empty() || !pieces.len().is_multiple_of(each) {
            return None;
        }
        let is_part = |square: Square| !board.walls().contains(square) && !board.holes().contains(square);
        let squares: Vec<Square> = board.squares().iter().filter(|square| is_part(*square)).collect();
        let mut near = vec![Vec::new(); area];
        for square in &squares {
            for (rows, step) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                let next = board.step(*square, rows, step).filter(|next| is_part(*next));
                near[square.index(columns)].extend(next.map(|next| next.index(columns)));
            }
        }
        let mut is_piece = vec![false; area];
        pieces.iter().for_each(|square| is_piece[square.index(columns)] = true);
        let len = pieces.len() / each;
        let mut regions = Self { columns, of: vec![None; area], near, len, is_piece, sizes: vec![0; len] };
        let mut order: Vec<usize> = pieces.iter().map(|square| square.index(columns)).collect();
        random.shuffle(&mut order);
        let mut next = 0;
        for piece in order {
            if regions.of[piece].is_none() {
                regions.begin(piece, next, each, random)?;
                next += 1;
            }
        }
        regions.fill(squares.len(), random)?;
        Some(regions)
    }

    /// Begins a region with a piece, and joins it with the nearest free ones.
    fn begin(&mut self, piece: usize, region: usize, each: usize, random: &mut Random) -> Option<()> {
        self.of[piece] = Some(region);
        self.sizes[region] = 1;
        for _ in 1..each {
            // Breadth first from the region, through squares that are free and hold no piece.
            let mut from = vec![usize::MAX; self.of.len()];
            let mut queue: Vec<usize> = (0..self.of.len()).filter(|at| self.of[*at] == Some(region)).collect();
            for at in &queue {
                from[*at] = *at;
            }
            random.shuffle(&mut queue);
            let mut head = 0;
            let mut found = None;
            while head < queue.len() && found.is_none() {
                let at = queue[head];
                head += 1;
                let mut near = self.near[at].clone();
                random.shuffle(&mut near);
                for next in near {
                    if from[next] == usize::MAX && self.of[next].is_none() {
                        from[next] = at;
                        if self.is_piece[next] {
                            found = Some(next);
                            break;
                        }
                        queue.push(next);
                    }
                }
            }
            let mut at = found?;
            while self.of[at].is_none() {
                self.of[at] = Some(region);
                self.sizes[region] += 1;
                at = from[at];
            }
        }
        Some(())
    }

    /// Lets regions take free neighbours, one at a time, until all squares are taken.
    fn fill(&mut self, squares: usize, random: &mut Random) -> Option<()> {
        // Some regions grow faster than others, so that sizes differ.
        let speed: Vec<usize> = (0..self.len).map(|_| 1 + random.below(4)).collect();
        let mut edges: Vec<(usize, usize)> = Vec::new();
        let spread = |at: usize, of: &[Option<usize>], near: &[Vec<usize>], edges: &mut Vec<(usize, usize)>| {
            edges.extend(near[at].iter().filter(|next| of[**next].is_none()).map(|next| (at, *next)));
        };
        for at in (0..self.of.len()).filter(|at| self.of[*at].is_some()) {
            spread(at, &self.of, &self.near, &mut edges);
        }
        while !edges.is_empty() {
            let at = random.below(edges.len());
            let (from, to) = edges[at];
            if self.of[to].is_some() {
                edges.swap_remove(at);
                continue;
            }
            let region = self.of[from]?;
            if random.below(4) < speed[region] {
                self.of[to] = Some(region);
                self.sizes[region] += 1;
                edges.swap_remove(at);
                spread(to, &self.of, &self.near, &mut edges);
            }
        }
        (self.sizes.iter().sum::<usize>() == squares).then_some(())
    }

    /// Gives one of these squares, at random, to a neighbouring region, such that all regions stay connected. `false` if none
    /// can be given.
    pub(super) fn change(&mut self, squares: &[Square], random: &mut Random) -> bool {
        let mut moves: Vec<(usize, usize)> = Vec::new();
        for square in squares {
            let at = square.index(self.columns);
            let own = self.of[at];
            for next in &self.near[at] {
                let region = self.of[*next];
                if let Some(region) = region.filter(|_| region != own)
                    && !moves.contains(&(at, region))
                {
                    moves.push((at, region));
                }
            }
        }
        random.shuffle(&mut moves);
        for (at, region) in moves {
            let Some(own) = self.of[at] else { continue };
            self.of[at] = Some(region);
            if self.sizes[own] > 1 && self.is_connected(own) {
                self.sizes[own] -= 1;
                self.sizes[region] += 1;
                return true;
            }
            self.of[at] = Some(own);
        }
        false
    }

    fn is_connected(&self, region: usize) -> bool {
        let Some(first) = self.of.iter().position(|of| *of == Some(region)) else { return false };
        let mut seen = vec![false; self.of.len()];
        let mut stack = vec![first];
        seen[first] = true;
        while let Some(at) = stack.pop() {
            for next in &self.near[at] {
                if !seen[*next] && self.of[*next] == Some(region) {
                    seen[*next] = true;
                    stack.push(*next);
                }
            }
        }
        self.of.iter().zip(&seen).all(|(of, seen)| *of != Some(region) || *seen)
    }

    /// Returns the board with the regions, named by letters in the order of their first squares.
    pub(super) fn draw(&self, board: &Board) -> Board {
        let mut order: Vec<usize> = Vec::new();
        for region in self.of.iter().flatten() {
            if !order.contains(region) {
                order.push(*region);
            }
        }
        let mut drawn = board.clone();
        for (index, region) in order.iter().enumerate() {
            let squares = self.of.iter().enumerate().filter(|(_, of)| **of == Some(*region));
            let squares: SquareSet = squares.filter_map(|(at, _)| Square::from_index(at, self.columns)).collect();
            drawn = drawn.with_region(name(index), squares);
        }
        drawn
    }
}

/// Returns A to Z, then A2 to Z2 and so on.
fn name(index: usize) -> String {
    let letter = char::from(b'A' + (index % 26) as u8);
    if index < 26 { letter.to_string() } else { format!("{letter}{}", index / 26 + 1) }
}
