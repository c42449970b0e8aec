//! Squares of which some exclude each other, as a graph: how many sets of a size there are in which no two do.
//!
//! Of f squares, e pairs of which exclude each other, f(f − 1)/2 − e pairs are left for the last two pieces. Likewise the numbers of
//! triples and of sets of four follow from how many others each square excludes, from how many each two squares exclude both, and
//! from the triangles and the sets of four that all exclude each other, by inclusion and exclusion. So the tree ends four pieces
//! before its leaves.
//!
//! The squares are numbered anew wherever those that are left are fewer.

use super::tally::TooMany;
use crate::model::Var;
use crate::model::bit_set::BitSet;

/// Pieces of several groups: how many are to come, and where the squares of the group end. Each group's squares follow those of the
/// group before.
pub(super) type Part = (u32, usize);

/// A count under way.
pub(super) struct Counting {
    max: u64,
    pub(super) nodes: u64,
    pub(super) words: u64,
}

impl Counting {
    pub(super) fn new(max: u64) -> Self {
        Self { max, nodes: 0, words: 0 }
    }
}

/// The most pieces that are not placed one by one.
const AT_ONCE: u32 = 4;
/// From this many squares on, four pieces are worth it: among fewer there is soon no room for another.
const MANY: usize = 40;

/// Returns about the most nodes there may be below one with squares left for a number of pieces, and the words looked at in each.
pub(super) fn nodes(squares: usize, pieces: u32) -> (u64, u64) {
    let chosen = u64::from(pieces.saturating_sub(AT_ONCE));
    let squares = squares as u64;
    let nodes = (0..chosen).try_fold(1u64, |nodes, at| Some(nodes.checked_mul(squares.saturating_sub(at))? / (at + 1)));
    // The squares of a node are about half of those of the node above.
    (nodes.unwrap_or(u64::MAX), squares.saturating_mul(squares).saturating_mul(squares.div_ceil(64)) / 8)
}

/// Does something with the number of words, a constant, that a number of squares needs, or a little more. Of the larger numbers
/// there are few, since each is a copy of all that counts, and most nodes have few squares left.
macro_rules! with_words_for {
    ($squares:expr, $words:ident => $body:expr) => {
        with_words_for!($squares, $words => $body; 1 2 3 4 8 16 64)
    };
    ($squares:expr, $words:ident => $body:expr; $($size:literal)*) => {
        match $squares.div_ceil(64) {
            $(0..=$size => {
                const $words: usize = $size;
                $body
            })*
            _ => Err(TooMany),
        }
    };
}

/// Squares, numbered in their order, and for each those that it excludes: as many words as their number needs.
pub(super) struct Graph {
    squares: usize,
    near: Vec<u64>,
}

impl Graph {
    /// Returns the graph of these variables, given what each of all variables excludes.
    pub(super) fn new<W: BitSet>(vars: &[Var], excluded: &[W]) -> Self {
        let mut place = vec![u16::MAX; excluded.len()];
        for (at, var) in (0..).zip(vars) {
            place[*var as usize] = at;
        }
        let words = vars.len().div_ceil(64);
        let mut near = vec![0; words * vars.len()];
        for (var, near) in vars.iter().zip(near.chunks_exact_mut(words.max(1))) {
            excluded[*var as usize].each(|other| {
                let at = place[other as usize];
                if at < u16::MAX && other != *var {
                    near[usize::from(at) / 64] |= 1 << (at % 64);
                }
            });
        }
        Self { squares: vars.len(), near }
    }

    /// Returns the number of sets, and one of them, as numbers of squares.
    pub(super) fn count(&self, parts: &[Part], counting: &mut Counting) -> Result<(u64, Vec<usize>), TooMany> {
        let Some((pieces, _)) = parts.first() else { return Ok((1, Vec::new())) };
        with_words_for!(self.squares, N => {
            let near: Vec<[u64; N]> = self.rows();
            let open = below::<N>(self.squares);
            let number = counting.sets(&near, open, *pieces, parts)?;
            let mut way = Vec::new();
            if number > 0 {
                counting.first(&near, open, *pieces, parts, &mut way)?;
            }
            Ok((number, way))
        })
    }

    fn rows<const N: usize>(&self) -> Vec<[u64; N]> {
        let words = self.squares.div_ceil(64);
        let mut rows = vec![[0; N]; self.squares];
        for (row, near) in rows.iter_mut().zip(self.near.chunks_exact(words.max(1))) {
            row[..words].copy_from_slice(near);
        }
        rows
    }
}

impl Counting {
    /// Returns the number of sets with `pieces` of the first group and as many as are to come of the others.
    fn sets<const N: usize>(
        &mut self,
        near: &[[u64; N]],
        open: [u64; N],
        pieces: u32,
        parts: &[Part],
    ) -> Result<u64, TooMany> {
        let [(_, end), others @ ..] = parts else { return Ok(1) };
        if pieces == 0 {
            let Some((pieces, _)) = others.first() else { return Ok(1) };
            return self.sets(near, without(&open, &below(*end)), *pieces, others);
        }
        self.nodes += 1;
        if self.nodes > self.max {
            return Err(TooMany);
        }
        if others.is_empty() {
            match pieces {
                1 => return Ok(len(&open)),
                2 => return Ok(self.pairs(near, &open)),
                3 => return Ok(self.triples(near, &open)),
                AT_ONCE if len(&open) == near.len() as u64 && near.len() >= MANY => return Ok(self.fours(near)),
                _ => {}
            }
        }
        let mut sum = 0;
        let mut left = open;
        while let Some(square) = take_first(&mut left, *end) {
            let child = without(&left, &near[square]);
            sum += self.fewer(near, child, pieces - 1, parts)?;
        }
        self.words += (N as u64) * 2 * len(&open);
        Ok(sum)
    }

    /// Likewise, with the squares numbered anew if that is worth it.
    fn fewer<const N: usize>(
        &mut self,
        near: &[[u64; N]],
        open: [u64; N],
        pieces: u32,
        parts: &[Part],
    ) -> Result<u64, TooMany> {
        let squares = len(&open);
        let is_smaller = squares.div_ceil(64) < N as u64 || (pieces == AT_ONCE && squares >= MANY as u64);
        if parts.len() > 1 || pieces < AT_ONCE || !is_smaller {
            let is_enough = squares >= u64::from(pieces);
            return if is_enough { self.sets(near, open, pieces, parts) } else { Ok(0) };
        }
        let near = near.as_flattened();
        let parts = [(pieces, squares as usize)];
        with_words_for!(squares as usize, M => {
            let near = self.renumbered::<M>(near, &open);
            self.sets(&near, below::<M>(squares as usize), pieces, &parts)
        })
    }

    /// Returns what each of these squares excludes of them, numbered in their order.
    fn renumbered<const M: usize>(&mut self, near: &[u64], open: &[u64]) -> Vec<[u64; M]> {
        let words = open.len();
        let mut before = [0; 64];
        let mut squares = 0;
        for (before, word) in before.iter_mut().zip(open) {
            *before = squares;
            squares += word.count_ones();
        }
        let mut all = Vec::with_capacity(squares as usize);
        each(open, |square| {
            let mut row = [0; M];
            for (place, (near, word)) in near[square * words..][..words].iter().zip(open).enumerate() {
                let mut left = near & word;
                while left != 0 {
                    let at = before[place] + (word & ((left & left.wrapping_neg()) - 1)).count_ones();
                    left &= left - 1;
                    row[at as usize / 64] |= 1 << (at % 64);
                }
            }
            all.push(row);
        });
        self.words += (words as u64 + 8) * u64::from(squares);
        all
    }

    /// Finds a set, if there is one.
    fn first<const N: usize>(
        &mut self,
        near: &[[u64; N]],
        open: [u64; N],
        pieces: u32,
        parts: &[Part],
        way: &mut Vec<usize>,
    ) -> Result<(), TooMany> {
        let [(_, end), others @ ..] = parts else { return Ok(()) };
        if pieces == 0 {
            let Some((pieces, _)) = others.first() else { return Ok(()) };
            return self.first(near, without(&open, &below(*end)), *pieces, others, way);
        }
        let mut left = open;
        while let Some(square) = take_first(&mut left, *end) {
            let child = without(&left, &near[square]);
            if self.fewer(near, child, pieces - 1, parts)? > 0 {
                way.push(square);
                return self.first(near, child, pieces - 1, parts, way);
            }
        }
        Ok(())
    }

    /// Returns the number of pairs.
    fn pairs<const N: usize>(&mut self, near: &[[u64; N]], open: &[u64; N]) -> u64 {
        let squares = len(open);
        let mut ends = 0;
        each(open, |square| ends += len(&both(open, &near[square])));
        self.words += N as u64 * squares;
        (squares * squares.saturating_sub(1) - ends) / 2
    }

    /// Returns the number of triples.
    fn triples<const N: usize>(&mut self, near: &[[u64; N]], open: &[u64; N]) -> u64 {
        let squares = len(open);
        let (mut ends, mut two, mut triangles) = (0, 0, 0);
        let mut left = *open;
        each(open, |square| {
            left[square / 64] &= !(1 << (square % 64));
            let degree = len(&both(open, &near[square]));
            ends += degree;
            two += degree * degree.saturating_sub(1) / 2;
            let mut later = both(&left, &near[square]);
            while let Some(other) = take_first(&mut later, usize::MAX) {
                triangles += len(&both(&later, &near[other]));
            }
        });
        let all = squares * squares.saturating_sub(1) / 2 * squares.saturating_sub(2) / 3;
        self.words += N as u64 * (squares + ends / 2);
        all + two - ends / 2 * squares.saturating_sub(2) - triangles
    }

    /// Returns the number of sets of four of all squares: for each graph on four squares how often its edges occur here, with the sign
    /// of the parity of their number.
    fn fours<const N: usize>(&mut self, near: &[[u64; N]]) -> u64 {
        let squares = near.len() as i64;
        let degrees: Vec<i64> = near.iter().map(|row| len(row) as i64).collect();
        let (mut edges, mut paths, mut stars, mut triangles) = (0, 0, 0, 0);
        let (mut long_paths, mut cycles, mut paws, mut diamonds, mut cliques) = (0, 0, 0, 0, 0);
        let mut left = below::<N>(near.len());
        for (square, (own, ends)) in near.iter().zip(&degrees).enumerate() {
            left[square / 64] &= !(1 << (square % 64));
            edges += ends;
            paths += ends * (ends - 1) / 2;
            stars += ends * (ends - 1) * (ends - 2) / 6;
            // Twice the cycles in which this square and another are opposite.
            for other in &near[square + 1..] {
                let both = len(&both(own, other));
                cycles += both * both - both;
            }
            // Twice the triangles with this square.
            let mut at = 0;
            each(own, |other| at += len(&both(own, &near[other])) as i64);
            triangles += at;
            paws += at * (ends - 2);
            let mut later = both(own, &left);
            while let Some(other) = take_first(&mut later, usize::MAX) {
                let shared = len(&both(own, &near[other])) as i64;
                diamonds += shared * (shared - 1) / 2;
                long_paths += (ends - 1) * (degrees[other] - 1);
                let mut common = both(&later, &near[other]);
                while let Some(third) = take_first(&mut common, usize::MAX) {
                    cliques += len(&both(&common, &near[third])) as i64;
                }
            }
        }
        let (edges, cycles, triangles, paws) = (edges / 2, cycles as i64 / 4, triangles / 6, paws / 2);
        let choose = |of: i64| of * (of - 1) / 2;
        let four = choose(squares) * choose(squares - 2) / 6;
        let two = paths * (squares - 3) + choose(edges) - paths;
        let three = triangles * (squares - 3) + stars + long_paths - 3 * triangles;
        let sets = four - edges * choose(squares - 2) + two - three + cycles + paws - diamonds + cliques;
        self.words += N as u64 * (squares * (squares - 1) / 2 + 5 * edges + triangles) as u64;
        sets as u64
    }
}

/// Returns the squares below a number.
fn below<const N: usize>(end: usize) -> [u64; N] {
    let mut words = [0; N];
    for (place, word) in words.iter_mut().enumerate() {
        *word = match end.saturating_sub(64 * place) {
            0 => 0,
            more @ 1..64 => (1 << more) - 1,
            _ => u64::MAX,
        };
    }
    words
}

fn without<const N: usize>(one: &[u64; N], other: &[u64; N]) -> [u64; N] {
    let mut words = *one;
    for (place, word) in words.iter_mut().enumerate() {
        *word &= !other[place];
    }
    words
}

fn both<const N: usize>(one: &[u64; N], other: &[u64; N]) -> [u64; N] {
    let mut words = *one;
    for (place, word) in words.iter_mut().enumerate() {
        *word &= other[place];
    }
    words
}

fn len<const N: usize>(squares: &[u64; N]) -> u64 {
    let mut len = 0;
    for word in squares {
        len += u64::from(word.count_ones());
    }
    len
}

fn each(squares: &[u64], mut visit: impl FnMut(usize)) {
    for (place, word) in squares.iter().enumerate() {
        let mut left = *word;
        while left != 0 {
            visit(64 * place + left.trailing_zeros() as usize);
            left &= left - 1;
        }
    }
}

/// Removes the first square, if it comes before an end.
fn take_first<const N: usize>(squares: &mut [u64; N], end: usize) -> Option<usize> {
    let place = squares.iter().position(|word| *word != 0)?;
    let square = 64 * place + squares[place].trailing_zeros() as usize;
    squares[place] &= squares[place] - 1;
    (square < end).then_some(square)
}
