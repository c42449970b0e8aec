//! Sets of places by index.

/// A set of places by index, of a size that does not change. Most puzzles have no more than 64 places or a few times as many, so
/// the first ones are at hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Bits {
    first: u64,
    more: Box<[u64]>,
}

impl Bits {
    pub(super) fn new(len: usize) -> Self {
        Self { first: 0, more: vec![0; len.div_ceil(64).saturating_sub(1)].into() }
    }

    fn word(&self, at: usize) -> u64 {
        if at == 0 { self.first } else { self.more[at - 1] }
    }

    fn word_mut(&mut self, at: usize) -> &mut u64 {
        if at == 0 { &mut self.first } else { &mut self.more[at - 1] }
    }

    /// Replaces each word by what comes of it and those of two other sets.
    fn each(&mut self, one: &Self, other: &Self, act: impl Fn(u64, u64, u64) -> u64) {
        self.first = act(self.first, one.first, other.first);
        for (word, (one, other)) in self.more.iter_mut().zip(one.more.iter().zip(&other.more)) {
            *word = act(*word, *one, *other);
        }
    }

    /// Tells whether a test of two words holds somewhere.
    fn any(&self, other: &Self, test: impl Fn(u64, u64) -> bool) -> bool {
        test(self.first, other.first) || self.more.iter().zip(&other.more).any(|(word, bits)| test(*word, *bits))
    }

    pub(super) fn insert(&mut self, place: usize) {
        *self.word_mut(place / 64) |= 1 << (place % 64);
    }

    pub(super) fn remove(&mut self, place: usize) {
        *self.word_mut(place / 64) &= !(1 << (place % 64));
    }

    pub(super) fn has(&self, place: usize) -> bool {
        self.word(place / 64) >> (place % 64) & 1 == 1
    }

    pub(super) fn len(&self) -> usize {
        self.common(self)
    }

    pub(super) fn is_empty(&self) -> bool {
        !self.meets(self)
    }

    pub(super) fn clear(&mut self) {
        self.first = 0;
        if !self.more.is_empty() {
            self.more.fill(0);
        }
    }

    pub(super) fn copy(&mut self, other: &Self) {
        self.first = other.first;
        self.more.copy_from_slice(&other.more);
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.each(other, other, |word, bits, _| word | bits);
    }

    /// Adds what is in both.
    pub(super) fn add_common(&mut self, one: &Self, other: &Self) {
        self.each(one, other, |word, one, other| word | one & other);
    }

    pub(super) fn keep(&mut self, other: &Self) {
        self.each(other, other, |word, bits, _| word & bits);
    }

    pub(super) fn take(&mut self, other: &Self) {
        self.each(other, other, |word, bits, _| word & !bits);
    }

    /// Returns the number of places in both.
    pub(super) fn common(&self, other: &Self) -> usize {
        let more = self.more.iter().zip(&other.more).map(|(word, bits)| (word & bits).count_ones());
        ((self.first & other.first).count_ones() + more.sum::<u32>()) as usize
    }

    /// Returns the number of places in this and `other` and not in `without`.
    pub(super) fn common_without(&self, other: &Self, without: &Self) -> usize {
        let words = self.more.iter().zip(&other.more).zip(&without.more);
        let more = words.map(|((word, bits), less)| (word & bits & !less).count_ones());
        ((self.first & other.first & !without.first).count_ones() + more.sum::<u32>()) as usize
    }

    pub(super) fn meets(&self, other: &Self) -> bool {
        self.any(other, |word, bits| word & bits != 0)
    }

    pub(super) fn is_within(&self, other: &Self) -> bool {
        !self.any(other, |word, bits| word & !bits != 0)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.iter_common(self)
    }

    /// Returns the places in both.
    pub(super) fn iter_common<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = usize> + 'a {
        let (mut at, mut left) = (0, self.first & other.first);
        std::iter::from_fn(move || {
            while left == 0 {
                left = self.more.get(at)? & other.more[at];
                at += 1;
            }
            let place = at * 64 + left.trailing_zeros() as usize;
            left &= left - 1;
            Some(place)
        })
    }
}
