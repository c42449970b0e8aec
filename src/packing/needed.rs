//! Walls without which fewer pieces fit.
//!
//! Let no more than m pieces fit without a wall. If more than m stand with it, two of them see each other without it, so that
//! it stands between them on a line: some line through it has a piece on either side, in sight of the wall.

use crate::model::Var;
use crate::model::bit_set::BitSet;

/// What a caller knows of the current walls.
#[derive(Default)]
pub(super) struct Known {
    /// How many pieces fit at most.
    pub(super) at_most: Option<usize>,
    /// Walls, with how many pieces fit at most without each.
    pub(super) without: Vec<(Var, usize)>,
}

impl Known {
    pub(super) fn clear(&mut self) {
        self.at_most = None;
        self.without.clear();
    }
}

/// The walls without which it is known how many pieces fit, 64 of them at most.
pub(super) struct NeededWalls<W: BitSet> {
    walls: Vec<NeededWall>,
    /// For each line through each wall the open squares on either side that it sees, so many of them in use.
    sides: Vec<[W::Mask; 2]>,
    len: usize,
    /// Scratch sets: squares of which one must hold a piece, for one wall and for that with the fewest.
    set: W,
    fewest: W,
}

/// A wall: the most pieces without it, and its lines.
struct NeededWall {
    max: usize,
    from: usize,
    to: usize,
}

/// The result of looking at the walls.
pub(super) enum Need {
    /// Some wall can stand between no two pieces any more.
    Unmet,
    /// One of these squares must hold a piece; so many are open, or `usize::MAX` if nothing is needed.
    OneOf(usize),
}

impl<W: BitSet> NeededWalls<W> {
    pub(super) fn new(len: usize) -> Self {
        Self { walls: Vec::new(), sides: Vec::new(), len: 0, set: W::zeros(len), fewest: W::zeros(len) }
    }

    pub(super) fn clear(&mut self) {
        self.walls.clear();
        self.len = 0;
    }

    pub(super) fn is_empty(&self) -> bool {
        self.walls.is_empty()
    }

    /// Returns the set of all walls, as bits.
    pub(super) fn all(&self) -> u64 {
        if self.walls.is_empty() { 0 } else { u64::MAX >> (64 - self.walls.len()) }
    }

    /// Adds a wall, given its lines, what it sees, and where a piece may stand.
    pub(super) fn push(&mut self, max: usize, lines: &[[W::Mask; 2]], seen: &W::Mask, vacant: &W) {
        if self.walls.len() == 64 {
            return;
        }
        let from = self.len;
        for line in lines {
            let empty = || [W::mask(0, &[]), W::mask(0, &[])];
            if self.sides.len() == self.len {
                self.sides.push(empty());
            }
            let mut both = true;
            for (own, whole) in self.sides[self.len].iter_mut().zip(line) {
                self.set.copy(vacant);
                self.set.keep(whole);
                self.set.keep(seen);
                both &= self.set.first().is_some();
                self.set.store(own);
            }
            self.len += usize::from(both);
        }
        self.walls.push(NeededWall { max, from, to: self.len });
    }

    /// Looks whether this many pieces may stand, given those placed, the open squares and the walls that stand between no two pieces
    /// yet, which is brought up to date.
    pub(super) fn look(&mut self, size: usize, placed: &W, open: &W, needs: &mut u64) -> Need {
        let mut least = usize::MAX;
        let mut left = *needs;
        while left != 0 {
            let number = left.trailing_zeros();
            left &= left - 1;
            let wall = &self.walls[number as usize];
            if wall.max >= size {
                continue;
            }
            self.set.clear();
            let (mut possible, mut met) = (false, false);
            for [one, other] in &self.sides[wall.from..wall.to] {
                match (placed.meets(one), placed.meets(other)) {
                    (true, true) => met = true,
                    (true, false) if open.meets(other) => self.set.add(other),
                    (false, true) if open.meets(one) => self.set.add(one),
                    (false, false) if open.meets(one) && open.meets(other) => {
                        let fewer = if open.count_in(other) < open.count_in(one) { other } else { one };
                        self.set.add(fewer);
                    }
                    _ => continue,
                }
                possible = true;
            }
            if met {
                *needs &= !(1 << number);
            } else if !possible {
                return Need::Unmet;
            } else {
                self.set.intersect(open);
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
