//! Walls without which fewer pieces fit.
//!
//! Let no more than m pieces fit without a wall, and let k stand with it, k > m. Two of them that see each other without it stand on
//! either side of it on a line, in sight of the wall. Two on the same side of a line, both in sight of the wall, would see each
//! other, so each line has one such pair at most. Without one piece of each pair the rest may stand without the wall, so they are
//! no more than m: at least k − m lines through the wall have a piece on either side, in sight of the wall.

use crate::model::bit_set::BitSet;

/// The walls without which it is known how many pieces fit, as many as have 64 lines together.
pub(super) struct NeededWalls<W: BitSet> {
    walls: Vec<NeededWall>,
    /// For each line through each wall the open squares on either side that it sees.
    sides: Vec<[W::Mask; 2]>,
    /// The number of lines in use.
    len: usize,
    /// Scratch sets: where pieces are or may be; squares of which one must hold a piece, for one line and for that with the fewest.
    some: W,
    set: W,
    fewest: W,
}

/// A wall: the most pieces without it, and the bits of its lines.
struct NeededWall {
    max: usize,
    lines: u64,
}

/// The lines on either side of which there is or may be a piece at a node.
#[derive(Clone, Copy, Default)]
pub(super) struct Needs(u64);

/// The result of looking at the walls.
pub(super) enum Need {
    /// Some wall cannot stand between enough pieces any more.
    Unmet,
    /// One of these squares must hold a piece; this many are open, or `usize::MAX` if nothing is needed.
    OneOf(usize),
}

impl<W: BitSet> NeededWalls<W> {
    pub(super) fn new(len: usize) -> Self {
        let empty = || W::zeros(len);
        Self { walls: Vec::new(), sides: Vec::new(), len: 0, some: empty(), set: empty(), fewest: empty() }
    }

    pub(super) fn clear(&mut self) {
        self.walls.clear();
        self.len = 0;
    }

    pub(super) fn is_empty(&self) -> bool {
        self.walls.is_empty()
    }

    /// Returns the needs where no piece stands.
    pub(super) fn all(&self) -> Needs {
        Needs(u64::MAX.checked_shr(64 - self.len as u32).unwrap_or(0))
    }

    /// Adds a wall, given its lines and the vacant squares that it sees; returns on how many lines it can stand between two pieces,
    /// if there is room for it.
    pub(super) fn push(&mut self, max: usize, lines: &[[W::Mask; 2]], seen: &W) -> Option<usize> {
        if self.walls.len() == 64 || self.len + lines.len() > 64 {
            return None;
        }
        let from = self.len;
        for line in lines {
            if self.sides.len() == self.len {
                self.sides.push([W::mask(0, &[]), W::mask(0, &[])]);
            }
            let mut both = true;
            for (own, whole) in self.sides[self.len].iter_mut().zip(line) {
                self.set.copy(seen);
                self.set.keep(whole);
                both &= self.set.first().is_some();
                self.set.store(own);
            }
            self.len += usize::from(both);
        }
        let own = self.all().0 & u64::MAX.checked_shl(from as u32).unwrap_or(0);
        self.walls.push(NeededWall { max, lines: own });
        Some(self.len - from)
    }

    /// Looks whether this many pieces may stand, given those placed, the open squares and what is left of the lines, which is
    /// brought up to date.
    pub(super) fn look(&mut self, size: usize, placed: &W, open: &W, needs: &mut Needs) -> Need {
        self.some.copy(placed);
        self.some.unite(open);
        let mut least = usize::MAX;
        for wall in &self.walls {
            let Some(wanted) = size.checked_sub(wall.max).filter(|wanted| *wanted > 0) else { continue };
            let (mut usable, mut lines) = (0, needs.0 & wall.lines);
            while lines != 0 && usable <= wanted {
                let [one, other] = &self.sides[lines.trailing_zeros() as usize];
                if self.some.meets(one) && self.some.meets(other) {
                    usable += 1;
                } else {
                    needs.0 &= !(lines & lines.wrapping_neg());
                }
                lines &= lines - 1;
            }
            if usable < wanted {
                return Need::Unmet;
            }
            if usable > wanted {
                continue;
            }
            // Each of these lines must have a piece on either side.
            let mut lines = needs.0 & wall.lines;
            while lines != 0 && least > 1 {
                let [one, other] = &self.sides[lines.trailing_zeros() as usize];
                lines &= lines - 1;
                let taken = placed.meets(one);
                if taken && placed.meets(other) {
                    continue;
                }
                self.set.copy(open);
                self.set.keep(if taken { other } else { one });
                let open = self.set.len();
                if open < least {
                    least = open;
                    std::mem::swap(&mut self.set, &mut self.fewest);
                }
            }
        }
        Need::OneOf(least)
    }

    /// Returns the squares of which one must hold a piece, after [`look`](Self::look).
    pub(super) fn fewest(&self) -> &W {
        &self.fewest
    }
}
