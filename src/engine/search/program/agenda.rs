//! `Agenda`: the rules to be propagated.

/// The rules to be propagated.
#[derive(Clone)]
pub(in crate::engine::search) struct Agenda {
    dirty: Vec<u64>,
    /// Grows with every change of a variable.
    pub(in crate::engine::search) changes: u64,
    /// What it took to write rules down, not yet charged.
    pub(in crate::engine::search) work: u64,
}

impl Agenda {
    /// Returns an agenda with every rule.
    pub(in crate::engine::search) fn full(rules: usize) -> Self {
        let mut agenda = Self { dirty: vec![0; rules.div_ceil(64)], changes: 0, work: 0 };
        for rule in 0..rules {
            agenda.add(rule);
        }
        agenda
    }

    pub(super) fn add(&mut self, rule: usize) {
        self.dirty[rule / 64] |= 1 << (rule % 64);
    }

    /// Returns the next rule, the lowest number first.
    pub(in crate::engine::search) fn next(&mut self) -> Option<usize> {
        let place = self.dirty.iter().position(|word| *word != 0)?;
        let bit = self.dirty[place].trailing_zeros();
        self.dirty[place] &= self.dirty[place] - 1;
        Some(place * 64 + bit as usize)
    }

    pub(in crate::engine::search) fn clear(&mut self) {
        self.dirty.fill(0);
    }
}
