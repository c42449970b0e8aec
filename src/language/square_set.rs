//! A set of squares, with the method names of the sets in `std`.

use std::collections::{BTreeMap, btree_map};
use std::fmt;
use std::ops::{BitAnd, BitOr, BitXor, Sub};
use std::str::FromStr;

use crate::language::{Board, Fault, Invalid, Square, diagram};

const BLOCK: usize = 64;

/// Squares of a run of 64 columns as bits, the first as the highest: numbers are in the order of the squares.
type Block = u64;

/// A set of squares, iterated in reading order.
///
/// The set is independent of any board: it holds any squares, on boards of any width, and two sets are equal when they
/// hold the same squares. Checking a [`Problem`](crate::Problem) reports sets with squares off its board.
///
/// # Examples
///
/// ```
/// use queenside::SquareSet;
///
/// let corner: SquareSet = "o o
///                          o ."
///     .parse()?;
/// assert_eq!(corner.len(), 3);
/// assert!(corner.contains((1, 0)));
/// assert_eq!(&corner - &SquareSet::from([(0, 0)]), SquareSet::from([(0, 1), (1, 0)]));
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SquareSet {
    /// Runs of 64 columns of a row, by (row, column / 64). Invariant: no block is empty, so equal sets are equal maps.
    blocks: BTreeMap<(usize, usize), Block>,
}

/// Which end of a 64-bit word the first square (top left) takes.
///
/// # Examples
///
/// ```
/// use queenside::{BitOrder, SquareSet};
///
/// let corner = SquareSet::from([(0, 0)]);
/// assert_eq!(corner.to_bits(8, BitOrder::LeastFirst), Some(1));
/// assert_eq!(corner.to_bits(8, BitOrder::MostFirst), Some(1 << 63));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BitOrder {
    /// The first square is the least significant bit, as in most chess programs.
    LeastFirst,
    /// The first square is the most significant of the 64 bits, as in published blocked-queens records.
    MostFirst,
}

impl BitOrder {
    /// Turns a word of this order into one whose first square is the lowest bit, and back.
    fn least_first(self, bits: u64) -> u64 {
        match self {
            Self::LeastFirst => bits,
            Self::MostFirst => bits.reverse_bits(),
        }
    }
}

impl SquareSet {
    /// Returns the empty set.
    ///
    /// ```
    /// use queenside::SquareSet;
    ///
    /// let mut walls = SquareSet::new();
    /// assert_eq!(walls.len(), 0);
    /// walls.extend([(0, 0), (2, 1)]);
    /// assert_eq!(walls.to_string(), "o .\n. .\n. o\n");
    /// ```
    pub const fn new() -> Self {
        Self { blocks: BTreeMap::new() }
    }

    /// Returns the squares of a rectangle whose top left corner is (0, 0).
    pub(crate) fn rectangle(rows: usize, columns: usize) -> Self {
        let mut blocks = BTreeMap::new();
        for row in 0..rows {
            for block in 0..columns.div_ceil(BLOCK) {
                let width = (columns - block * BLOCK).min(BLOCK);
                blocks.insert((row, block), Block::MAX << (BLOCK - width));
            }
        }
        Self { blocks }
    }

    /// Returns the squares (row, `columns[row]`): the column-per-row form in which queens are often written.
    ///
    /// ```
    /// use queenside::SquareSet;
    ///
    /// let queens = SquareSet::from_permutation([1, 3, 0, 2]);
    /// assert_eq!(queens.to_string(), ". o . .\n. . . o\no . . .\n. . o .\n");
    /// assert_eq!(queens.to_permutation(), Some(vec![1, 3, 0, 2]));
    /// ```
    pub fn from_permutation(columns: impl IntoIterator<Item = usize>) -> Self {
        columns.into_iter().enumerate().map(Square::from).collect()
    }

    /// Returns the column of the one square in each row, or `None` unless the rows from the top hold exactly one square
    /// each.
    ///
    /// ```
    /// use queenside::SquareSet;
    ///
    /// let queens: SquareSet = "
    ///     . o . .
    ///     . . . o
    ///     o . . .
    ///     . . o .
    /// ".parse()?;
    /// assert_eq!(queens.to_permutation(), Some(vec![1, 3, 0, 2]));
    /// assert_eq!(SquareSet::from([(0, 1), (0, 2)]).to_permutation(), None);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn to_permutation(&self) -> Option<Vec<usize>> {
        self.iter().enumerate().map(|(row, square)| (square.row() == row).then_some(square.column())).collect()
    }

    /// Reads the bits of a 64-bit word as squares in reading order on a board with this many columns.
    ///
    /// ```
    /// use queenside::{BitOrder, SquareSet};
    ///
    /// // Bit 8 from the left is the first square of the second row of a chessboard.
    /// assert_eq!(SquareSet::from_bits(1 << 55, 8, BitOrder::MostFirst), SquareSet::from([(1, 0)]));
    /// assert_eq!(SquareSet::from_bits(1 << 55, 8, BitOrder::LeastFirst), SquareSet::from([(6, 7)]));
    /// ```
    pub fn from_bits(bits: u64, columns: usize, order: BitOrder) -> Self {
        let bits = order.least_first(bits);
        let indices = (0..BLOCK).filter(|index| bits >> index & 1 == 1);
        indices.filter_map(|index| Square::from_index(index, columns)).collect()
    }

    /// Returns the squares as the bits of a 64-bit word, in reading order on a board with this many columns; `None` if
    /// one of them lies beyond the last column or the 64th square.
    ///
    /// ```
    /// use queenside::{BitOrder, SquareSet};
    ///
    /// let squares: SquareSet = "
    ///     o . .
    ///     . o o
    /// ".parse()?;
    /// assert_eq!(squares.to_bits(3, BitOrder::LeastFirst), Some(0b110_001)); // read from the right
    /// assert_eq!(squares.to_bits(2, BitOrder::LeastFirst), None); // the last square lies in a third column
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn to_bits(&self, columns: usize, order: BitOrder) -> Option<u64> {
        let mut word = 0u64;
        for square in self {
            let index = square.index(columns);
            if square.column() >= columns || index >= BLOCK {
                return None;
            }
            word |= 1 << index;
        }
        Some(order.least_first(word))
    }

    /// Returns the number of squares.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    ///
    /// // The squares a knight covers from the centre of 5×5.
    /// assert_eq!(Board::square(5).attacks(&Piece::KNIGHT, (2, 2)).len(), 8);
    /// ```
    pub fn len(&self) -> usize {
        self.blocks.values().map(|bits| bits.count_ones() as usize).sum()
    }

    /// Tells whether the set is empty.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    ///
    /// // A knight in the middle of 3×3 has nowhere to go.
    /// assert!(Board::square(3).attacks(&Piece::KNIGHT, (1, 1)).is_empty());
    /// assert_eq!(Board::square(3).attacks(&Piece::KNIGHT, (0, 0)).len(), 2);
    /// ```
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// Tells whether the square is in the set.
    ///
    /// ```
    /// use queenside::{Board, Piece, Square};
    ///
    /// // . o . o .
    /// // o . . . o
    /// // . . N . .
    /// let seen = Board::new(3, 5).attacks(&Piece::KNIGHT, (2, 2));
    /// assert!(seen.contains((0, 1)) && seen.contains(Square::new(1, 4)));
    /// assert!(!seen.contains((2, 2)));
    /// ```
    pub fn contains(&self, square: impl Into<Square>) -> bool {
        let (key, bit) = place(square.into());
        self.blocks.get(&key).is_some_and(|bits| bits & bit != 0)
    }

    /// Adds a square; returns whether it was new.
    ///
    /// ```
    /// use queenside::SquareSet;
    ///
    /// let mut squares: SquareSet = "o .\n. .".parse()?;
    /// assert!(squares.insert((1, 1)));
    /// assert!(!squares.insert((1, 1)));
    /// assert_eq!(squares.to_string(), "o .\n. o\n");
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn insert(&mut self, square: impl Into<Square>) -> bool {
        let (key, bit) = place(square.into());
        let bits = self.blocks.entry(key).or_default();
        let is_new = *bits & bit == 0;
        *bits |= bit;
        is_new
    }

    /// Removes a square; returns whether it was there.
    ///
    /// ```
    /// use queenside::SquareSet;
    ///
    /// let mut squares: SquareSet = "o o\n. o".parse()?;
    /// assert!(squares.remove((0, 1)));
    /// assert!(!squares.remove((0, 1)));
    /// assert_eq!(squares.to_string(), "o .\n. o\n");
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn remove(&mut self, square: impl Into<Square>) -> bool {
        let (key, bit) = place(square.into());
        let Some(bits) = self.blocks.get_mut(&key) else { return false };
        let was = *bits & bit != 0;
        *bits &= !bit;
        if *bits == 0 {
            self.blocks.remove(&key);
        }
        was
    }

    /// Tells whether every square of this set is in the other.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    ///
    /// let seen = |piece| Board::square(8).attacks(&piece, (3, 3));
    /// assert!(seen(Piece::ROOK).is_subset(&seen(Piece::QUEEN)));
    /// assert_eq!((seen(Piece::ROOK).len(), seen(Piece::QUEEN).len()), (14, 27));
    /// ```
    pub fn is_subset(&self, other: &Self) -> bool {
        self.blocks.iter().all(|(key, bits)| other.blocks.get(key).is_some_and(|more| bits & more == *bits))
    }

    /// Tells whether the sets have no square in common.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    ///
    /// // No square is a knight's leap and a queen's ride away; the two are an amazon.
    /// let seen = |piece| Board::square(8).attacks(&piece, (3, 3));
    /// assert!(seen(Piece::KNIGHT).is_disjoint(&seen(Piece::QUEEN)));
    /// assert_eq!(seen(Piece::AMAZON).len(), 8 + 27);
    /// ```
    pub fn is_disjoint(&self, other: &Self) -> bool {
        self.blocks.iter().all(|(key, bits)| other.blocks.get(key).is_none_or(|more| bits & more == 0))
    }

    /// Returns the first square in reading order.
    ///
    /// ```
    /// use queenside::{Square, SquareSet};
    ///
    /// let squares: SquareSet = "
    ///     . . .
    ///     . . o
    ///     o o .
    /// ".parse()?;
    /// assert_eq!(squares.first(), Some(Square::new(1, 2)));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn first(&self) -> Option<Square> {
        self.iter().next()
    }

    /// Returns the squares in reading order.
    ///
    /// ```
    /// use queenside::SquareSet;
    ///
    /// let squares: SquareSet = "
    ///     . o
    ///     o .
    /// ".parse()?;
    /// let names: Vec<_> = squares.iter().filter_map(|square| square.to_algebraic(2)).collect();
    /// assert_eq!(names, ["b2", "a1"]);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = Square> + '_ {
        Squares { blocks: self.blocks.iter(), row: 0, start: 0, left: 0 }
    }
}

/// An iterator over the squares of a set.
struct Squares<'a> {
    blocks: btree_map::Iter<'a, (usize, usize), Block>,
    row: usize,
    /// The column of the first square of the block.
    start: usize,
    /// What is left of the block.
    left: Block,
}

impl Iterator for Squares<'_> {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        while self.left == 0 {
            let ((row, block), bits) = self.blocks.next()?;
            (self.row, self.start, self.left) = (*row, block * BLOCK, *bits);
        }
        let place = self.left.leading_zeros() as usize;
        self.left &= !bit(place);
        Some(Square::new(self.row, self.start + place))
    }
}

/// Returns the block of a square and its bit there.
fn place(square: Square) -> ((usize, usize), Block) {
    ((square.row(), square.column() / BLOCK), bit(square.column() % BLOCK))
}

fn bit(place: usize) -> Block {
    1 << (BLOCK - 1 - place)
}

impl<S: Into<Square>> FromIterator<S> for SquareSet {
    fn from_iter<I: IntoIterator<Item = S>>(squares: I) -> Self {
        let mut set = Self::new();
        set.extend(squares);
        set
    }
}

impl<S: Into<Square>> Extend<S> for SquareSet {
    fn extend<I: IntoIterator<Item = S>>(&mut self, squares: I) {
        for square in squares {
            self.insert(square);
        }
    }
}

impl<S: Into<Square>, const N: usize> From<[S; N]> for SquareSet {
    fn from(squares: [S; N]) -> Self {
        squares.into_iter().collect()
    }
}

impl IntoIterator for &SquareSet {
    type Item = Square;
    type IntoIter = std::vec::IntoIter<Square>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter().collect::<Vec<_>>().into_iter()
    }
}

impl IntoIterator for SquareSet {
    type Item = Square;
    type IntoIter = std::vec::IntoIter<Square>;

    fn into_iter(self) -> Self::IntoIter {
        (&self).into_iter()
    }
}

impl BitOr for &SquareSet {
    type Output = SquareSet;

    fn bitor(self, other: Self) -> SquareSet {
        let mut blocks = self.blocks.clone();
        for (key, bits) in &other.blocks {
            *blocks.entry(*key).or_default() |= *bits;
        }
        SquareSet { blocks }
    }
}

impl BitAnd for &SquareSet {
    type Output = SquareSet;

    fn bitand(self, other: Self) -> SquareSet {
        combine(self, other, |a, b| a & b)
    }
}

impl Sub for &SquareSet {
    type Output = SquareSet;

    fn sub(self, other: Self) -> SquareSet {
        combine(self, other, |a, b| a & !b)
    }
}

impl BitXor for &SquareSet {
    type Output = SquareSet;

    fn bitxor(self, other: Self) -> SquareSet {
        &(self - other) | &(other - self)
    }
}

/// Combines block by block where the result can only hold squares of `a`.
fn combine(a: &SquareSet, b: &SquareSet, with: fn(Block, Block) -> Block) -> SquareSet {
    let mut set = SquareSet::new();
    for (key, bits) in &a.blocks {
        let bits = with(*bits, b.blocks.get(key).copied().unwrap_or_default());
        if bits != 0 {
            set.blocks.insert(*key, bits);
        }
    }
    set
}

/// Draws the set as rows of `o` and `.`, up to its last square; lists the squares if the set reaches beyond any board.
impl fmt::Display for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.iter().map(|square| square.row().saturating_add(1)).max().unwrap_or(0);
        let columns = self.iter().map(|square| square.column().saturating_add(1)).max().unwrap_or(0);
        if rows.saturating_mul(columns) > Board::MAX_SQUARES {
            return fmt::Debug::fmt(self, f);
        }
        diagram::draw(f, rows, columns, |square| if self.contains(square) { 'o' } else { '.' })
    }
}

/// Reads rows of `o` and `.`; spaces are ignored.
impl FromStr for SquareSet {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let mut set = Self::new();
        let mut faults = Vec::new();
        for cell in diagram::read(text, &mut faults).cells() {
            match cell.character {
                'o' => {
                    set.insert(cell.square);
                }
                '.' => {}
                _ => faults.push(cell.unknown("a set is drawn with 'o' and '.'")),
            }
        }
        faults.retain(|fault| !matches!(fault, Fault::EmptyDiagram));
        Invalid::unless_empty(faults).map(|()| set)
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    type Plain = BTreeSet<(usize, usize)>;

    fn of(plain: &Plain) -> SquareSet {
        plain.iter().copied().collect()
    }

    proptest! {
        #[test]
        fn set_algebra_agrees_with_std(a: BTreeSet<(u8, u8)>, b: BTreeSet<(u8, u8)>) {
            let wide = |set: BTreeSet<(u8, u8)>| -> Plain {
                set.into_iter().map(|(r, c)| (usize::from(r % 4), usize::from(c))).collect()
            };
            let (a, b) = (wide(a), wide(b));
            let (x, y) = (of(&a), of(&b));
            prop_assert_eq!(&x | &y, of(&(&a | &b)));
            prop_assert_eq!(&x & &y, of(&(&a & &b)));
            prop_assert_eq!(&x - &y, of(&(&a - &b)));
            prop_assert_eq!(&x ^ &y, of(&(&a ^ &b)));
            prop_assert_eq!(x.is_subset(&y), a.is_subset(&b));
            prop_assert_eq!(x.is_disjoint(&y), a.is_disjoint(&b));
            prop_assert_eq!(x.len(), a.len());
            prop_assert_eq!(x.iter().map(|s| (s.row(), s.column())).collect::<Vec<_>>(), a.into_iter().collect::<Vec<_>>());
            prop_assert_eq!(y.to_string().parse::<SquareSet>().unwrap(), y);
        }

        #[test]
        fn bits_go_there_and_back(bits: u64, columns in 1usize..=64) {
            for order in [BitOrder::LeastFirst, BitOrder::MostFirst] {
                prop_assert_eq!(SquareSet::from_bits(bits, columns, order).to_bits(columns, order), Some(bits));
            }
        }
    }

    #[test]
    fn squares_far_away_are_kept() {
        let far = Square::new(usize::MAX, usize::MAX);
        let mut set = SquareSet::from([far]);
        assert!(set.contains(far) && !set.insert(far) && set.remove(far) && set.is_empty());
        assert_eq!(set, SquareSet::new());
    }

    #[test]
    fn rectangles_hold_every_square_once() {
        assert_eq!(SquareSet::rectangle(3, 130).len(), 390);
        assert!(SquareSet::rectangle(0, 5).is_empty() && SquareSet::rectangle(5, 0).is_empty());
    }
}
