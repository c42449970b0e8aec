//! Rules as rows that are kept up with.

use crate::budget::{Cause, Control};
use crate::model::{Var, When};

/// A rule that counts something.
pub(super) struct Row {
    pub(super) sum: i64,
    pub(super) min: i64,
    pub(super) max: i64,
    pub(super) weight: i64,
    /// Whether its condition holds.
    pub(super) active: bool,
    pub(super) shape: Shape,
    pub(super) when: When,
    pub(super) members: (u32, u32),
    pub(super) rays: (u32, u32),
    pub(super) lines: (u32, u32),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// The sum lies in the range.
    Sum,
    /// The pieces in view of a square along rays, of which one may be seen twice.
    Twice,
    /// Two numbers, the second in units of [`OTHER`]: one of them is 0.
    Either,
    /// All members, whose number is `max`, are true or none.
    Same,
    /// A line, which counts in another row if a member is true.
    Line(u32),
    /// The pieces in view of one that stands, which looks out like this; the sum is kept up while it stands.
    Look(u32),
    /// The pieces that see a slot, where squares look back like this; the sum is kept up whatever stands there.
    Back(u32),
}

/// The unit of the second number of [`Shape::Either`].
pub(super) const OTHER: i64 = 1 << 32;

/// The changes of a sum whose costs are kept up: each after it the one that takes it back.
pub(super) const STEPS: [i64; 4] = [1, -1, OTHER, -OTHER];

/// The number of the step by which a variable changes a row, of those of all rows; `None` if its cost is not kept up.
pub(super) fn step(rows: &[Row], Touch { row, by }: Touch) -> Option<u32> {
    let place = STEPS.iter().position(|step| *step == by)?;
    let is_kept = match rows[row as usize].shape {
        Shape::Line(_) | Shape::Look(_) | Shape::Back(_) => false,
        Shape::Either => true,
        Shape::Sum | Shape::Twice | Shape::Same => place < STEPS.len() / 2,
    };
    is_kept.then_some(STEPS.len() as u32 * row + place as u32)
}

impl Row {
    /// How far it is from its range with this sum.
    pub(super) fn off(&self, sum: i64) -> i64 {
        match self.shape {
            Shape::Sum | Shape::Twice | Shape::Look(_) | Shape::Back(_) if sum < self.min => {
                self.min.saturating_sub(sum)
            }
            Shape::Sum | Shape::Twice | Shape::Look(_) | Shape::Back(_) => sum.saturating_sub(self.max).max(0),
            Shape::Either => (sum % OTHER).min(sum / OTHER),
            Shape::Same => sum.min(self.max - sum),
            Shape::Line(_) => 0,
        }
    }

    /// What it costs if its sum changes by so much.
    pub(super) fn change(&self, by: i64) -> i64 {
        if by == 0 || !self.active {
            return 0;
        }
        self.weight.saturating_mul(self.off(self.sum + by) - self.off(self.sum))
    }
}

/// A row that a variable is in, and what it adds.
#[derive(Clone, Copy, Default)]
pub(super) struct Touch {
    pub(super) row: u32,
    pub(super) by: i64,
}

/// A variable of a row, and the sign of what it adds.
#[derive(Clone, Copy)]
pub(super) struct Member {
    pub(super) var: Var,
    pub(super) adds: bool,
}

/// A ray of a row, and the place of the first piece on it.
#[derive(Clone, Copy)]
pub(super) struct Line {
    pub(super) row: u32,
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) first: u32,
}

/// A slot on a ray, and the kinds that count there.
#[derive(Clone, Copy)]
pub(super) struct Cell {
    pub(super) slot: u32,
    pub(super) counting: u64,
}

/// That a ray passes a slot, at this cell.
#[derive(Clone, Copy, Default)]
pub(super) struct Pass {
    pub(super) ray: u32,
    pub(super) cell: u32,
}

/// Where lists stored end to end begin.
#[derive(Default)]
pub(super) struct Ends(Vec<u32>);

impl Ends {
    pub(super) fn range(&self, place: usize) -> std::ops::Range<usize> {
        self.0[place] as usize..self.0[place + 1] as usize
    }

    /// Sorts items by a key below a limit, each key's in their order.
    pub(super) fn sorted<T: Copy + Default>(
        limit: usize,
        items: Vec<(u32, T)>,
        control: &mut Control,
    ) -> Result<(Self, Vec<T>), Cause> {
        control.charge(8 * items.len() as u64 + limit as u64)?;
        let mut ends = vec![0; limit + 1];
        for (key, _) in &items {
            ends[*key as usize + 1] += 1;
        }
        for place in 0..limit {
            ends[place + 1] += ends[place];
        }
        // Each next place starts at the beginning of its list and advances as the list is filled.
        let mut next = ends.clone();
        let mut sorted = vec![T::default(); items.len()];
        for (key, item) in items {
            let place = &mut next[key as usize];
            sorted[*place as usize] = item;
            *place += 1;
        }
        Ok((Self(ends), sorted))
    }
}
