//! A digest that is stable across machines and versions.

use std::hash::Hasher;

/// FNV-1a with 64 bits: a digest of bytes, the same on every machine and in every version.
///
/// As a [`Hasher`] it also digests values by [`Hash`](std::hash::Hash). Integers are digested one by one as bytes, the
/// least significant first, `usize` as eight of them. The standard library passes a slice of integers as it lies in
/// memory, which depends on the machine: digest its members instead.
///
/// It detects accidental mix-ups of files and wall sets. It does not protect against intent.
///
/// # Examples
///
/// ```
/// use std::hash::{Hash, Hasher};
/// use queenside::{Board, Digest};
///
/// let mut digest = Digest::new();
/// digest.write(b"foobar");
/// assert_eq!(digest.finish(), 0x8594_4171_f739_67e8); // as published with the algorithm
///
/// // Boards that differ by a wall have different digests.
/// let of = |board: &Board| {
///     let mut digest = Digest::new();
///     board.hash(&mut digest);
///     digest.finish()
/// };
/// let board = Board::square(8);
/// assert_ne!(of(&board), of(&board.clone().with_walls([(1, 3)])));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest(u64);

impl Digest {
    /// Returns the digest of no bytes.
    ///
    /// ```
    /// use std::hash::Hasher;
    /// use queenside::Digest;
    ///
    /// assert_eq!(Digest::new().finish(), 0xcbf2_9ce4_8422_2325);
    /// ```
    pub fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Default for Digest {
    fn default() -> Self {
        Self::new()
    }
}

/// Writes integers as bytes, the least significant first, on every machine.
macro_rules! integers {
    ($($name:ident: $integer:ty as $wide:ty),* $(,)?) => {$(
        fn $name(&mut self, number: $integer) {
            self.write(&(number as $wide).to_le_bytes());
        }
    )*};
}

impl Hasher for Digest {
    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3));
    }

    fn finish(&self) -> u64 {
        self.0
    }

    integers!(
        write_u16: u16 as u16, write_u32: u32 as u32, write_u64: u64 as u64, write_u128: u128 as u128,
        write_usize: usize as u64, write_i16: i16 as i16, write_i32: i32 as i32, write_i64: i64 as i64,
        write_i128: i128 as i128, write_isize: isize as i64,
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hash::Hash;

    #[test]
    fn integers_are_digested_by_their_bytes_the_least_significant_first() {
        let of = |value: &dyn Fn(&mut Digest)| {
            let mut digest = Digest::new();
            value(&mut digest);
            digest.finish()
        };
        let bytes = |bytes: &[u8]| of(&|digest| digest.write(bytes));
        assert_eq!(of(&|digest| 0x0102_u16.hash(digest)), bytes(&[2, 1]));
        assert_eq!(of(&|digest| 3_usize.hash(digest)), bytes(&[3, 0, 0, 0, 0, 0, 0, 0]));
        assert_eq!(of(&|digest| (-2_isize).hash(digest)), bytes(&[254, 255, 255, 255, 255, 255, 255, 255]));
        assert_eq!(of(&|digest| (7_u8, 1_i32).hash(digest)), bytes(&[7, 1, 0, 0, 0]));
    }
}
