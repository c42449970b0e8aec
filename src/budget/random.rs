//! Reproducible pseudo-random numbers.

/// `SplitMix64` (Steele, Lea, Flood 2014).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    /// Returns a uniform number below a limit that is not 0.
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        let fair = u64::MAX - u64::MAX % limit;
        loop {
            let word = self.next();
            if word < fair {
                return word % limit;
            }
        }
    }
}
