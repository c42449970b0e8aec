//! The lines of a board, in families.

use std::collections::HashMap;
use std::ops::Range;

use crate::budget::{Cause, Control};
use crate::language::{Square, sort_by, sort_by_number};
use crate::model::Model;

/// Lines in families: those of a family are disjoint and hold every slot.
#[derive(Default)]
pub(super) struct Layout {
    pub(super) slots: usize,
    /// The slots of each line, sorted. The lines of a family are numbered from the middle of the board outwards.
    pub(super) lines: Vec<Vec<u32>>,
    /// The numbers of the lines of each family.
    pub(super) families: Vec<Range<usize>>,
    /// The lines of each slot, one of each family, end to end.
    through: Vec<u32>,
    /// The slots of each line as words, end to end.
    pub(super) masks: Vec<u64>,
    pub(super) words: usize,
    /// The lines of several slots, in the order in which their labels are compared with those of an image.
    pub(super) compared: Vec<u32>,
}

impl Layout {
    /// The most open squares.
    pub(super) const MAX_SLOTS: usize = 1 << 12;

    /// A board whose lines are not known yet.
    pub(super) fn without_lines(slots: usize) -> Self {
        Self { slots, words: slots.div_ceil(64).max(1), ..Self::default() }
    }

    /// Numbers the lines of families; a slot on none of its lines of several slots is one by itself. Families of few long lines come
    /// first.
    pub(super) fn new(model: &Model, mut families: Vec<Vec<Vec<u32>>>, control: &mut Control) -> Result<Self, Cause> {
        let slots = model.slots.len();
        let mut layout = Self::without_lines(slots);
        sort_by_number(&mut families, |lines| lines.iter().filter(|line| line.len() > 1).count() as i64);
        let (rows, columns) = (model.board().rows() as i64, model.board().columns() as i64);
        let off_centre = |line: &[u32]| {
            let squares = line.iter().map(|slot| model.slots[*slot as usize]);
            let sum = squares.fold((0, 0), |sum, at: Square| (sum.0 + at.row() as i64, sum.1 + at.column() as i64));
            let len = line.len() as i64;
            ((2 * sum.0 - len * (rows - 1)).abs() + (2 * sum.1 - len * (columns - 1)).abs()) * 1024 / len
        };
        for mut lines in families {
            let mut taken = vec![false; slots];
            lines.iter().flatten().for_each(|slot| taken[*slot as usize] = true);
            let single = (0..slots as u32).filter(|slot| !taken[*slot as usize]);
            lines.extend(single.map(|slot| vec![slot]));
            let key = |line: &[u32]| (line.len() == 1, off_centre(line), line[0]);
            sort_by(&mut lines, |one, other| key(one).cmp(&key(other)));
            let first = layout.lines.len();
            layout.lines.extend(lines);
            layout.families.push(first..layout.lines.len());
        }
        control.charge((layout.lines.len() * layout.words) as u64)?;
        layout.through = vec![0; slots * layout.families.len()];
        layout.masks = vec![0; layout.lines.len() * layout.words];
        for (family, numbers) in layout.families.iter().enumerate() {
            for number in numbers.clone() {
                for slot in &layout.lines[number] {
                    layout.through[*slot as usize * layout.families.len() + family] = number as u32;
                    layout.masks[number * layout.words + *slot as usize / 64] |= 1 << (slot % 64);
                }
            }
        }
        let several = (0..layout.lines.len() as u32).filter(|line| layout.lines[*line as usize].len() > 1);
        layout.compared = several.collect();
        Ok(layout)
    }

    /// The lines of a slot.
    pub(super) fn through(&self, slot: usize) -> &[u32] {
        let families = self.families.len();
        &self.through[slot * families..(slot + 1) * families]
    }

    /// The slots of a line as words.
    pub(super) fn mask(&self, line: usize) -> &[u64] {
        &self.masks[line * self.words..(line + 1) * self.words]
    }

    /// Returns the numbers of the lines of several slots.
    pub(super) fn numbers(&self) -> HashMap<&[u32], u32> {
        self.compared.iter().map(|line| (&self.lines[*line as usize][..], *line)).collect()
    }

    /// Returns the image of each line of several slots, given that of each slot; `None` if one has none.
    pub(super) fn image_of_lines(&self, number: &HashMap<&[u32], u32>, moved: &[u32]) -> Option<Vec<u32>> {
        let mut image: Vec<u32> = (0..self.lines.len() as u32).collect();
        for line in &self.compared {
            let mut squares: Vec<u32> = self.lines[*line as usize].iter().map(|slot| moved[*slot as usize]).collect();
            squares.sort_unstable();
            image[*line as usize] = *number.get(&squares[..])?;
        }
        Some(image)
    }
}
