//! Sets of places by index.

/// A set of places by index, of a size that does not change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Bits(Box<[u64]>);

impl Bits {
    pub(super) fn new(len: usize) -> Self {
        Self(vec![0; len.div_ceil(64)].into())
    }

    pub(super) fn insert(&mut self, place: usize) {
        self.0[place / 64] |= 1 << (place % 64);
    }

    pub(super) fn remove(&mut self, place: usize) {
        self.0[place / 64] &= !(1 << (place % 64));
    }

    pub(super) fn has(&self, place: usize) -> bool {
        self.0[place / 64] >> (place % 64) & 1 == 1
    }

    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(0);
    }

    pub(super) fn copy(&mut self, other: &Self) {
        self.0.copy_from_slice(&other.0);
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, bits)| *word |= bits);
    }

    pub(super) fn keep(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, bits)| *word &= bits);
    }

    pub(super) fn take(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, bits)| *word &= !bits);
    }

    /// Returns the number of places in both.
    pub(super) fn common(&self, other: &Self) -> usize {
        self.0.iter().zip(&other.0).map(|(word, bits)| (word & bits).count_ones() as usize).sum()
    }

    /// Returns the number of places in this and `other` and not in `without`.
    pub(super) fn common_without(&self, other: &Self, without: &Self) -> usize {
        let words = self.0.iter().zip(&other.0).zip(&without.0);
        words.map(|((word, bits), less)| (word & bits & !less).count_ones() as usize).sum()
    }

    pub(super) fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(word, bits)| word & bits != 0)
    }

    pub(super) fn is_within(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(word, bits)| word & !bits == 0)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(at, word)| ones(at, *word))
    }

    /// Returns the places in both.
    pub(super) fn iter_common<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = usize> + 'a {
        self.0.iter().zip(&other.0).enumerate().flat_map(|(at, (word, bits))| ones(at, word & bits))
    }
}

fn ones(at: usize, word: u64) -> impl Iterator<Item = usize> {
    let left = std::iter::successors(Some(word), |word| Some(word & word.wrapping_sub(1)));
    left.take_while(|word| *word != 0).map(move |word| at * 64 + word.trailing_zeros() as usize)
}
