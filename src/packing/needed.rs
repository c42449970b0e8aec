//! Walls without which fewer pieces fit.
//!
//! Let no more than m pieces fit without a wall. If more than m stand with it, two of them see each other without it, so that
//! it stands between them on a line: some line through it has a piece on either side, in sight of the wall.

use crate::model::bit_set::BitSet;

/// A wall that can use more lines than these is passed over: one side of each is more squares than a segment mostly has.
const FEW_LINES: usize = 2;

/// The walls without which it is known how many pieces fit, as many as have 64 lines together.
pub(super) struct NeededWalls<W: BitSet> {
    walls: Vec<NeededWall>,
    /// For each line through each wall the open squares on either side that it sees.
    sides: Vec<[W::Mask; 2]>,
    /// The number of lines in use.
    len: usize,
    /// Scratch sets: where pieces are or may be; squares of which one must hold a piece, for one wall and for that with the fewest.
    some: W,
    set: W,
    fewest: W,
}

/// A wall: the most pieces without it, and the bits of its lines.
struct NeededWall {
    max: usize,
    lines: u64,
}

/// What is left of the walls at a node: those that stand between no two pieces yet, and the lines on either side of which
/// there is or may be a piece.
#[derive(Clone, Copy, Default)]
pub(super) struct Needs {
    walls: u64,
    lines: u64,
}

/// The result of looking at the walls.
pub(super) enum Need {
    /// Some wall can stand between no two pieces any more.
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
        let bits = |len: usize| u64::MAX.checked_shr(64 - len as u32).unwrap_or(0);
        Needs { walls: bits(self.walls.len()), lines: bits(self.len) }
    }

    /// Adds a wall, given its lines and the vacant squares that it sees.
    pub(super) fn push(&mut self, max: usize, lines: &[[W::Mask; 2]], seen: &W) {
        if self.walls.len() == 64 || self.len + lines.len() > 64 {
            return;
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
        let own = self.all().lines & u64::MAX.checked_shl(from as u32).unwrap_or(0);
        self.walls.push(NeededWall { max, lines: own });
    }

    /// Looks whether this many pieces may stand, given those placed, the open squares and what is left of the walls, which is
    /// brought up to date.
    pub(super) fn look(&mut self, size: usize, placed: &W, open: &W, needs: &mut Needs) -> Need {
        self.some.copy(placed);
        self.some.unite(open);
        let mut least = usize::MAX;
        let mut left = needs.walls;
        while left != 0 {
            let number = left.trailing_zeros();
            left &= left - 1;
            let wall = &self.walls[number as usize];
            if wall.max >= size {
                continue;
            }
            let (mut wanted, mut usable, mut unmet) = (size - wall.max, 0, 0_u64);
            let mut lines = needs.lines & wall.lines;
            while lines != 0 && wanted != 0 && usable < wanted + FEW_LINES {
                let line = lines.trailing_zeros();
                lines &= lines - 1;
                let [one, other] = &self.sides[line as usize];
                if !self.some.meets(one) || !self.some.meets(other) {
                    needs.lines &= !(1 << line);
                } else if placed.meets(one) && placed.meets(other) {
                    wanted -= 1;
                } else {
                    unmet |= 1 << line;
                    usable += 1;
                }
            }
            if wanted == 0 {
                needs.walls &= !(1 << number);
                continue;
            }
            if usable < wanted {
                return Need::Unmet;
            }
            // Of so many of these lines one must have a piece on either side.
            let together = usable + 1 - wanted;
            if together > FEW_LINES {
                continue;
            }
            let mut joined = 0;
            self.set.clear();
            while unmet != 0 && least > 1 {
                let [one, other] = &self.sides[unmet.trailing_zeros() as usize];
                unmet &= unmet - 1;
                self.set.add(if placed.meets(one) { other } else { one });
                joined += 1;
                if joined == together {
                    self.set.intersect(open);
                    let open = self.set.len();
                    if open < least {
                        least = open;
                        std::mem::swap(&mut self.set, &mut self.fewest);
                    }
                    self.set.clear();
                    joined = 0;
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
