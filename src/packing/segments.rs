//! The sets of a cover, each of which holds one piece at most.

use crate::model::bit_set::BitSet;

/// The sets of a cover, cut by walls.
pub(super) struct Segments<W: BitSet> {
    pub(super) masks: Vec<W::Mask>,
    /// The number of masks in use.
    pub(super) len: usize,
}

impl<W: BitSet> Segments<W> {
    pub(super) fn new() -> Self {
        Self { masks: Vec::new(), len: 0 }
    }

    pub(super) fn push(&mut self, segment: &W) {
        match self.masks.get_mut(self.len) {
            Some(mask) => segment.store(mask),
            None => self.masks.push(segment.to_mask()),
        }
        self.len += 1;
    }

    /// Keeps the listed segments that have an open square; returns their number.
    pub(super) fn keep(&self, list: &[u16], kept: &mut [u16], open: &W) -> usize {
        let mut alive = 0;
        for segment in list {
            kept[alive] = *segment;
            alive += usize::from(open.meets(&self.masks[usize::from(*segment)]));
        }
        alive
    }

    /// Returns the one of the listed segments, which have open squares, with the fewest of them. Out of line, so that the constants
    /// for counting bits stay in registers.
    #[inline(never)]
    pub(super) fn tightest_of(&self, list: &[u16], open: &W) -> Tightest {
        let mut tightest = Tightest::NONE;
        for segment in list {
            tightest = tightest.or(*segment, open.count_in(&self.masks[usize::from(*segment)]));
            if tightest.open() == 1 {
                break;
            }
        }
        tightest
    }

    /// Returns the segment with the fewest open squares.
    #[inline(never)]
    pub(super) fn tightest(&self, open: &W) -> Tightest {
        let mut tightest = Tightest::NONE;
        for (segment, mask) in self.masks[..self.len].iter().enumerate() {
            tightest = tightest.or(segment as u16, open.count_in(mask));
        }
        tightest
    }

    /// Returns the number of segments with an open square.
    pub(super) fn alive(&self, open: &W) -> usize {
        open.count_met(&self.masks[..self.len])
    }
}

/// The segment with the fewest open squares, and their number: both packed into one integer, so that the minimum is
/// found without a branch.
#[derive(Clone, Copy)]
pub(super) struct Tightest(u32);

impl Tightest {
    const NONE: Self = Self(u32::MAX);

    /// Returns the tighter of this and another segment; one without open squares comes last.
    fn or(self, segment: u16, open: usize) -> Self {
        Self(self.0.min((open as u32).wrapping_sub(1) << 16 | u32::from(segment)))
    }

    pub(super) fn segment(self) -> u16 {
        self.0 as u16
    }

    pub(super) fn open(self) -> usize {
        (self.0 >> 16) as usize + 1
    }
}
