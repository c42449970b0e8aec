//! What is known of a frontier, packed into bits of the width the problem needs.

/// A bit string of fixed width.
pub(super) trait Key: Copy + Eq + Default + Send + Sync + 'static {
    /// The string whose only one is at this place.
    fn bit(place: u32) -> Self;
    /// A number written from this place on.
    fn number(place: u32, number: u16) -> Self;
    /// The number that so many bits from this place on spell, at most 16 of them.
    fn read(self, place: u32, width: u32) -> usize;
    fn with(self, other: Self) -> Self;
    fn without(self, other: Self) -> Self;
    fn common(self, other: Self) -> Self;
    fn is_zero(self) -> bool;
    /// Eight of its bits, counted in bytes.
    fn byte(self, place: usize) -> u8;
    fn ones(self) -> u32;
    /// A number that looks random, its upper bits best.
    fn hash(self) -> u64;
}

/// Both halves of a product with an odd constant, folded.
fn fold(word: u64) -> u64 {
    let product = u128::from(word ^ 0x2d35_8dcc_aa6c_78a5) * 0x9e37_79b9_7f4a_7c15;
    (product >> 64) as u64 ^ product as u64
}

macro_rules! one_word {
    ($($word:ty, $hash:expr);*) => {$(
        impl Key for $word {
            fn bit(place: u32) -> Self {
                1 << place
            }

            fn number(place: u32, number: u16) -> Self {
                if number == 0 { 0 } else { Self::from(number) << place }
            }

            fn read(self, place: u32, width: u32) -> usize {
                if width == 0 { 0 } else { (self >> place) as usize & ((1 << width) - 1) }
            }

            fn with(self, other: Self) -> Self {
                self | other
            }

            fn without(self, other: Self) -> Self {
                self & !other
            }

            fn common(self, other: Self) -> Self {
                self & other
            }

            fn is_zero(self) -> bool {
                self == 0
            }

            fn byte(self, place: usize) -> u8 {
                (self >> (8 * place)) as u8
            }

            fn ones(self) -> u32 {
                self.count_ones()
            }

            fn hash(self) -> u64 {
                $hash(self)
            }
        }
    )*};
}

one_word! {
    u64, fold;
    u128, |key: u128| fold(key as u64 ^ fold((key >> 64) as u64))
}

/// Four words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Wide([u64; 4]);

impl Wide {
    fn zip(self, other: Self, word: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|at| word(self.0[at], other.0[at])))
    }
}

impl Key for Wide {
    fn bit(place: u32) -> Self {
        let mut words = [0; 4];
        words[place as usize / 64] = 1 << (place % 64);
        Self(words)
    }

    fn number(place: u32, number: u16) -> Self {
        (0..16).filter(|at| number >> at & 1 == 1).fold(Self::default(), |all, at| all.with(Self::bit(place + at)))
    }

    fn read(self, place: u32, width: u32) -> usize {
        if width == 0 {
            return 0;
        }
        let (word, at) = (place as usize / 64, place % 64);
        let mut bits = self.0[word] >> at;
        if at + width > 64 {
            bits |= self.0[word + 1] << (64 - at);
        }
        bits as usize & ((1 << width) - 1)
    }

    fn with(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    fn without(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    fn common(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    fn is_zero(self) -> bool {
        self.0 == [0; 4]
    }

    fn byte(self, place: usize) -> u8 {
        (self.0[place / 8] >> (8 * (place % 8))) as u8
    }

    fn ones(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn hash(self) -> u64 {
        self.0.iter().fold(0, |hash, word| fold(word ^ hash))
    }
}

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
        reads_what_was_written::<u64>(64);
        reads_what_was_written::<u128>(128);
        reads_what_was_written::<Wide>(256);
    }
}
