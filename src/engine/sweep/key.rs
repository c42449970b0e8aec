//! States of the frontier, packed into bits of the width the problem needs.

use crate::model::bit_set::{BitSet, Fixed};

/// A bit string of fixed width.
pub(super) trait Key: Copy + Eq + Default + Send + Sync + 'static {
    /// Returns the string with a single one at this place.
    fn bit(place: u32) -> Self;
    /// Returns the string with a number written from this place on.
    fn number(place: u32, number: u16) -> Self;
    /// Reads a number of `width` bits from this place on, at most 16 of them.
    fn read(self, place: u32, width: u32) -> usize;
    fn with(self, other: Self) -> Self;
    fn without(self, other: Self) -> Self;
    fn common(self, other: Self) -> Self;
    fn is_zero(self) -> bool;
    /// Returns its `place`-th byte.
    fn byte(self, place: usize) -> u8;
    fn ones(self) -> u32;
    /// Returns a hash whose upper bits are the best.
    fn hash(self) -> u64;
}

/// Folds both halves of a product with an odd constant: the hash of the sweep, whose tables look up every frontier. Four million
/// insertions of 771,706 frontiers took 0.16 s of processor time by this one, 0.29 s by FNV-1a, which [`Digest`](crate::Digest)
/// is, and 0.44 s by the hash of the standard library.
fn fold(word: u64) -> u64 {
    let product = u128::from(word ^ 0x2d35_8dcc_aa6c_78a5) * 0x9e37_79b9_7f4a_7c15;
    (product >> 64) as u64 ^ product as u64
}

impl<const N: usize> Key for Fixed<N> {
    fn bit(place: u32) -> Self {
        let mut key = Self::default();
        key.insert(place);
        key
    }

    #[inline]
    fn number(place: u32, number: u16) -> Self {
        let mut key = Self::default();
        let (word, at) = (place as usize / 64, place % 64);
        // No word is behind the last bit, where numbers without bits stand.
        if let Some(first) = key.words_mut().get_mut(word) {
            *first = u64::from(number) << at;
        }
        if N > 1
            && at + u16::BITS > 64
            && let Some(second) = key.words_mut().get_mut(word + 1)
        {
            *second = u64::from(number) >> (64 - at);
        }
        key
    }

    #[inline]
    fn read(self, place: u32, width: u32) -> usize {
        let (word, at) = (place as usize / 64, place % 64);
        let words = self.words();
        let mut bits = words.get(word).map_or(0, |bits| bits >> at);
        if N > 1 && at + width > 64 {
            bits |= words.get(word + 1).map_or(0, |bits| bits << (64 - at));
        }
        bits as usize & ((1 << width) - 1)
    }

    fn with(self, other: Self) -> Self {
        self.combined(other, |a, b| a | b)
    }

    fn without(self, other: Self) -> Self {
        self.combined(other, |a, b| a & !b)
    }

    fn common(self, other: Self) -> Self {
        self.combined(other, |a, b| a & b)
    }

    fn is_zero(self) -> bool {
        self == Self::default()
    }

    fn byte(self, place: usize) -> u8 {
        (self.words()[place / 8] >> (8 * (place % 8))) as u8
    }

    fn ones(self) -> u32 {
        self.words().iter().map(|word| word.count_ones()).sum()
    }

    fn hash(self) -> u64 {
        self.words().iter().fold(0, |hash, word| fold(word ^ hash))
    }
}

/// Does something with the type of keys of at most this many bits.
///
/// Each width is a copy of the whole sweep. Nearly all boards whose states are few enough to be stored have frontiers of at most 64
/// bits; where passes with bounds leave out most states, frontiers of 65 to 128 bits are the rule, and with keys of 256 bits knights that
/// attack at most two others on 10×10 took twice as long.
macro_rules! with_key {
    ($bits:expr, $key:ident => $body:expr) => {
        if $bits <= u64::BITS {
            type $key = crate::model::bit_set::Fixed<1>;
            $body
        } else if $bits <= 2 * u64::BITS {
            type $key = crate::model::bit_set::Fixed<2>;
            $body
        } else {
            type $key = crate::model::bit_set::Fixed<{ (crate::engine::sweep::layout::MAX_BITS / u64::BITS) as usize }>;
            $body
        }
    };
}

pub(super) use with_key;

#[cfg(test)]
mod tests {
    use super::*;

    fn reads_what_was_written<K: Key>(bits: u32) {
        for place in 0..bits - 10 {
            let key = K::number(place, 0b10_1100_1011).with(K::bit(bits - 1));
            let top = if place + 10 == bits { 1 << 9 } else { 0 };
            assert_eq!(key.read(place, 10), 0b10_1100_1011 | top);
            assert_eq!(key.ones(), 7);
            assert_eq!(key.without(K::bit(bits - 1)).read(place, 10), 0b10_1100_1011);
            assert!(key.common(K::bit(bits - 1)) == K::bit(bits - 1) && !key.is_zero());
        }
    }

    #[test]
    fn every_width_reads_what_was_written() {
        reads_what_was_written::<Fixed<1>>(64);
        reads_what_was_written::<Fixed<2>>(128);
        reads_what_was_written::<Fixed<4>>(256);
    }
}
