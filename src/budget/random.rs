//! Reproducible pseudo-random numbers.

/// `SplitMix64` (Steele, Lea, Flood 2014).
pub(crate) struct Random(u64);

/// A random order of branching, for a search with a seed. It is a function of the seed and not a stream of numbers, so that a
/// node branches the same way each time that it is reached.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shuffle {
    seed: u64,
    /// While fewer pieces than this stand, a piece comes anywhere; then the tightest rule is branched on.
    pub(crate) anywhere: usize,
    /// Where this many pieces stand, none is added that no rule demands.
    pub(crate) enough: usize,
}

impl Shuffle {
    /// The order of a seed: the tightest rule is branched on, and its candidates come in random order.
    pub(crate) fn new(seed: u64) -> Self {
        Self { seed, anywhere: 0, enough: usize::MAX }
    }

    /// The order of an attempt on a board of this many squares: the first pieces come anywhere, and how many are enough where no
    /// rule says it is drawn too.
    pub(crate) fn attempt(seed: u64, attempt: u64, anywhere: usize, squares: usize) -> Self {
        let mut random = Random::new(seed);
        let mixed = random.next() ^ attempt.wrapping_mul(0xd129_0d3d_4f6a_33c5);
        Self { seed: mixed, anywhere, enough: random.below(squares as u64 + 1) as usize }
    }

    /// The place of a variable in this order.
    pub(crate) fn rank(self, var: u32) -> u64 {
        Random::new(self.seed ^ u64::from(var) << 20).next()
    }
}

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

    /// Returns one of these, each as likely.
    #[cfg(test)]
    pub(crate) fn pick<T: Clone>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u64) as usize].clone()
    }
}
