//! How a person solves a puzzle: only by counting, and by trying a square.

use queenside::{Board, Move, Piece, Reach, Square, Terrain};

/// A set of squares by index.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    pub(super) fn new(len: usize) -> Self {
        Self(vec![0; len.div_ceil(64)])
    }

    fn insert(&mut self, place: usize) {
        self.0[place / 64] |= 1 << (place % 64);
    }

    fn remove(&mut self, place: usize) {
        self.0[place / 64] &= !(1 << (place % 64));
    }

    fn has(&self, place: usize) -> bool {
        self.0[place / 64] >> (place % 64) & 1 == 1
    }

    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    fn copy(&mut self, other: &Self) {
        self.0.copy_from_slice(&other.0);
    }

    fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, bits)| *word |= bits);
    }

    /// Becomes what is in one and not in the other.
    fn copy_without(&mut self, one: &Self, other: &Self) {
        for (word, (one, other)) in self.0.iter_mut().zip(one.0.iter().zip(&other.0)) {
            *word = one & !other;
        }
    }

    /// Adds what is in both.
    fn add_common(&mut self, one: &Self, other: &Self) {
        for (word, (one, other)) in self.0.iter_mut().zip(one.0.iter().zip(&other.0)) {
            *word |= one & other;
        }
    }

    fn clear(&mut self) {
        self.0.fill(0);
    }

    fn take(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, bits)| *word &= !bits);
    }

    fn keep(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, bits)| *word &= bits);
    }

    fn common(&self, other: &Self) -> usize {
        self.0.iter().zip(&other.0).map(|(word, bits)| (word & bits).count_ones() as usize).sum()
    }

    fn is_within(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(word, bits)| word & !bits == 0)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(place, word)| {
            let left = std::iter::successors(Some(*word), |word| Some(word & word.wrapping_sub(1)));
            left.take_while(|word| *word != 0).map(move |word| place * 64 + word.trailing_zeros() as usize)
        })
    }
}

/// The state of a puzzle: where a piece may still stand, and how many are still to be placed.
#[derive(Clone)]
pub(super) struct Known {
    pub(super) unknown: Bits,
    pub(super) needed: usize,
}

impl Known {
    fn copy(&mut self, other: &Self) {
        self.unknown.copy(&other.unknown);
        self.needed = other.needed;
    }

    pub(super) fn rule_out(&mut self, places: &Bits) {
        self.unknown.take(places);
    }
}

/// The end of a chain of reasoning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// Nothing more follows.
    Open,
    /// All pieces are placed.
    Solved,
    /// The pieces do not all fit.
    Impossible,
}

/// Direct consequences.
#[derive(Default)]
pub(super) struct Consequences {
    /// Squares that must hold a piece.
    pub(super) forced: Bits,
    /// Squares on which a piece would leave too little room for the others.
    pub(super) empty: Bits,
}

/// A board as a person sees it.
pub(super) struct Reasoning {
    /// For each square itself and the squares it excludes.
    near: Vec<Bits>,
    /// The squares in groups that hold at most one piece, in several ways.
    covers: Vec<Vec<Bits>>,
    open: Bits,
    /// The work left, in operations on 64-bit words.
    patience: u64,
    scratch: Scratch,
    /// The last consequences, to be filled again.
    found: Consequences,
    /// States that were supposed, to be used again.
    supposed: Vec<Known>,
}

/// Sets that counting needs for a moment, kept so that it allocates none of them anew.
struct Scratch {
    room: Bits,
    ended: Bits,
    /// The squares that end more than this many groups; there are as many as were ever needed.
    counters: Vec<Bits>,
}

impl Reasoning {
    pub(super) fn new(board: &Board, piece: &Piece, patience: u64) -> Self {
        let (rows, columns) = (board.rows(), board.columns());
        let len = rows * columns;
        let (mut open, mut near) = (Bits::new(len), vec![Bits::new(len); len]);
        for square in board.open().iter() {
            let from = square.index(columns);
            open.insert(from);
            near[from].insert(from);
            for seen in board.attacks(piece, square).iter() {
                let to = seen.index(columns);
                near[from].insert(to);
                near[to].insert(from);
            }
        }
        for bits in &mut near {
            bits.keep(&open);
        }
        let scratch = Scratch { room: Bits::new(len), ended: Bits::new(len), counters: Vec::new() };
        let (found, supposed) = (Consequences::default(), Vec::new());
        let mut reasoning = Self { near, covers: Vec::new(), open, patience, scratch, found, supposed };
        reasoning.cover(board, piece);
        reasoning
    }

    pub(super) fn start(&self, pieces: usize) -> Known {
        Known { unknown: self.open.clone(), needed: pieces }
    }

    /// Finds the ways in which a person sees groups: lines, runs of them for pieces of short reach, and blocks of four.
    fn cover(&mut self, board: &Board, piece: &Piece) {
        let mut steps: Vec<(i32, i32, usize)> = Vec::new();
        for movement in piece.moves() {
            let (rows, columns) = (movement.rows(), movement.columns());
            let forth =
                if (rows, columns) < (0, 0) { (rows.wrapping_neg(), columns.wrapping_neg()) } else { (rows, columns) };
            let length = reach(movement, board);
            match steps.iter_mut().find(|step| (step.0, step.1) == forth) {
                Some(step) => step.2 = step.2.max(length),
                None => steps.push((forth.0, forth.1, length)),
            }
        }
        let is_royal = [(0, 1), (1, -1), (1, 0), (1, 1)].iter().all(|step| steps.iter().any(|s| (s.0, s.1) == *step));
        for (rows, columns, length) in steps {
            let chains = chains(board, rows, columns);
            let longest = chains.iter().map(Vec::len).max().unwrap_or(0);
            for first in 1..=(length + 1).min(longest) {
                let runs = chains.iter().flat_map(|chain| {
                    let (head, tail) = chain.split_at(if length + 1 >= longest { 0 } else { first.min(chain.len()) });
                    std::iter::once(head).chain(tail.chunks(length + 1))
                });
                self.cover_by(runs);
                if length + 1 >= longest {
                    break;
                }
            }
        }
        if is_royal {
            for corner in 0..4 {
                let blocks = blocks(board, corner / 2, corner % 2);
                self.cover_by(blocks.iter().map(Vec::as_slice));
            }
        }
    }

    /// Adds a cover of these groups, cut where walls stand between their members.
    fn cover_by<'a>(&mut self, groups: impl Iterator<Item = &'a [usize]>) {
        let mut cover = Vec::new();
        for group in groups {
            let mut together: Option<Bits> = None;
            for place in group.iter().filter(|place| self.open.has(**place)) {
                match &mut together {
                    Some(together) if together.is_within(&self.near[*place]) => together.insert(*place),
                    _ => {
                        let mut alone = Bits::new(self.near.len());
                        alone.insert(*place);
                        cover.extend(together.replace(alone));
                    }
                }
            }
            cover.extend(together);
        }
        if !self.covers.contains(&cover) {
            self.covers.push(cover);
        }
    }

    /// Puts a piece on a square.
    pub(super) fn place(&self, known: &mut Known, place: usize) {
        known.unknown.take(&self.near[place]);
        known.needed = known.needed.saturating_sub(1);
    }

    /// Returns what follows from counting: in each cover, the groups with room against the pieces still needed. `None`
    /// if there is not enough room.
    pub(super) fn consequences(&mut self, known: &Known) -> Option<Consequences> {
        let len = self.near.len();
        let words = known.unknown.0.len() as u64;
        let mut work = known.unknown.len() as u64;
        let mut found = std::mem::take(&mut self.found);
        if found.forced.0.len() == known.unknown.0.len() {
            found.forced.clear();
            found.empty.clear();
        } else {
            found = Consequences { forced: Bits::new(len), empty: Bits::new(len) };
        }
        let squares = known.unknown.len();
        let spare = squares.checked_sub(known.needed)?;
        if spare == 0 {
            found.forced.copy(&known.unknown);
        }
        for place in known.unknown.iter() {
            if self.near[place].common(&known.unknown) > spare + 1 {
                found.empty.insert(place);
            }
        }
        let Scratch { room, ended, counters } = &mut self.scratch;
        for cover in &self.covers {
            let with_room = cover.iter().filter(|group| group.common(&known.unknown) > 0).count();
            let spare = with_room.checked_sub(known.needed)?;
            work += (cover.len() * (spare + 8)) as u64;
            // A piece on such a square would leave too many groups without room: one more than can be spared, besides its own.
            while counters.len() < spare + 1 {
                counters.push(Bits::new(len));
            }
            let counters = &mut counters[..=spare];
            counters.iter_mut().for_each(Bits::clear);
            // No square ends more groups than have been looked at.
            let mut looked = 0;
            for group in cover {
                room.copy(group);
                room.keep(&known.unknown);
                if room.is_empty() {
                    continue;
                }
                if spare == 0 && room.len() == 1 {
                    found.forced.add(room);
                }
                ended.copy_without(&known.unknown, room);
                for place in room.iter() {
                    ended.keep(&self.near[place]);
                    if ended.is_empty() {
                        break;
                    }
                }
                if ended.is_empty() {
                    continue;
                }
                for level in (1..counters.len().min(looked + 1)).rev() {
                    let (below, above) = counters.split_at_mut(level);
                    above[0].add_common(&below[level - 1], ended);
                }
                counters[0].add(ended);
                looked += 1;
            }
            found.empty.add(&counters[spare]);
        }
        self.patience = self.patience.saturating_sub(work * words);
        Some(found)
    }

    /// Applies counting until nothing follows.
    fn count_through(&mut self, known: &mut Known) -> End {
        loop {
            if known.needed == 0 {
                return End::Solved;
            }
            let Some(found) = self.consequences(known) else { return End::Impossible };
            if found.forced.is_empty() && found.empty.is_empty() {
                self.found = found;
                return End::Open;
            }
            let mut fit = true;
            for place in found.forced.iter() {
                fit &= known.unknown.has(place);
                self.place(known, place);
            }
            known.unknown.take(&found.empty);
            self.found = found;
            if !fit {
                return End::Impossible;
            }
        }
    }

    /// Tells whether a piece on this square is impossible, by trying squares to this depth; `None` if patience ends.
    pub(super) fn refutes(&mut self, known: &Known, place: usize, depth: usize) -> Option<bool> {
        if self.patience == 0 {
            return None;
        }
        let mut supposed = self.supposed.pop().unwrap_or_else(|| known.clone());
        supposed.copy(known);
        self.place(&mut supposed, place);
        let refuted = self.is_refuted(&mut supposed, depth);
        self.supposed.push(supposed);
        refuted
    }

    /// Tells whether a supposed state is impossible; `None` if patience ends.
    fn is_refuted(&mut self, supposed: &mut Known, depth: usize) -> Option<bool> {
        loop {
            match self.count_through(supposed) {
                End::Impossible => return Some(true),
                End::Solved => return Some(false),
                End::Open => {}
            }
            let mut refuted = None;
            'depths: for depth in 1..depth {
                for place in supposed.unknown.iter() {
                    if self.refutes(supposed, place, depth)? {
                        refuted = Some(place);
                        break 'depths;
                    }
                }
            }
            match refuted {
                Some(place) => supposed.unknown.remove(place),
                None => return Some(false),
            }
        }
    }

    /// Returns all squares that trying up to this depth rules out.
    pub(super) fn refuted(&mut self, known: &Known, depth: usize) -> Option<Bits> {
        let mut refuted = Bits::new(self.near.len());
        for place in known.unknown.iter() {
            if self.refutes(known, place, depth)? {
                refuted.insert(place);
            }
        }
        Some(refuted)
    }
}

/// Returns the largest number of squares that a move reaches on a board.
fn reach(movement: &Move, board: &Board) -> usize {
    let longest = board.rows().max(board.columns());
    match movement.reach() {
        Reach::Leap => 1,
        Reach::Range(steps) => (steps as usize).min(longest),
        Reach::Ride => longest,
    }
}

/// Returns the squares of a board as chains of one step, up to the edge of the board or round to the start.
fn chains(board: &Board, rows: i32, columns: i32) -> Vec<Vec<usize>> {
    let width = board.columns();
    let step = |from: Square, sign: i32| board.step(from, sign.wrapping_mul(rows), sign.wrapping_mul(columns));
    let mut done = Bits::new(board.rows() * width);
    let mut chains = Vec::new();
    for square in board.squares().iter().filter(|square| board.terrain(*square) != Some(Terrain::Hole)) {
        if done.has(square.index(width)) {
            continue;
        }
        let back = std::iter::successors(step(square, -1), |at| step(*at, -1));
        let first = back.take_while(|at| *at != square).last().unwrap_or(square);
        let mut chain = Vec::new();
        let mut at = Some(first);
        while let Some(square) = at.filter(|square| !done.has(square.index(width))) {
            done.insert(square.index(width));
            chain.push(square.index(width));
            at = step(square, 1);
        }
        chains.push(chain);
    }
    chains
}

/// Returns the blocks of four squares of a tiling whose corner lies this far off the board.
fn blocks(board: &Board, up: usize, left: usize) -> Vec<Vec<usize>> {
    let (high, wide) = (board.rows().div_ceil(2) + 1, board.columns().div_ceil(2) + 1);
    let mut blocks = vec![Vec::new(); high * wide];
    for square in board.squares().iter() {
        let block = ((square.row() + up) >> 1) * wide + ((square.column() + left) >> 1);
        blocks[block].push(square.index(board.columns()));
    }
    blocks
}
