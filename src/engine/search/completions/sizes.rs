//! Sets of any size of which no two members exclude each other, where few variables are left.

use super::super::program::Program;
use crate::budget::{Cause, Control};
use crate::model::Var;
use crate::model::bit_set::BitSet;

/// The most variables of which all sets are counted at once.
pub(in crate::engine::search) const MOST_AT_ONCE: usize = 32;
/// The most nodes looked at for that.
pub(in crate::engine::search) const MOST_NODES: u64 = 1 << 14;

/// The work of such a node, which takes five nanoseconds; a unit of the sweep's work takes about one.
const NODE: u64 = 5;

/// Returns how many such sets of each size from 1 on there are; `None` if more nodes would have to be looked at than may be.
pub(in crate::engine::search) fn sizes<W: BitSet>(
    program: &Program<W>,
    open: &W,
    control: &mut Control,
) -> Result<Option<Vec<u64>>, Cause> {
    let mut vars: Vec<Var> = Vec::with_capacity(MOST_AT_ONCE);
    open.each(|var| vars.push(var));
    // Of each variable those behind it that it excludes: a set is found by its first member.
    let mut excluded = [0u32; MOST_AT_ONCE];
    for (place, (var, excluded)) in vars.iter().zip(&mut excluded).enumerate() {
        let mut left = open.clone();
        program.take_all_excluded(&mut left, *var);
        for (later, other) in vars.iter().enumerate().skip(place + 1) {
            *excluded |= u32::from(!left.has(*other)) << later;
        }
    }
    let words = open.words().len() as u64;
    let mut counting = Counting { excluded, left: control.nodes_left().min(MOST_NODES), numbers: [0; MOST_AT_ONCE] };
    let max = counting.left;
    let done = counting.all(u32::MAX >> (MOST_AT_ONCE - vars.len()), 0);
    let nodes = max - counting.left;
    control.charge(vars.len() as u64 * (words + vars.len() as u64))?;
    if done.is_none() {
        control.charge(NODE * nodes)?;
        return Ok(None);
    }
    control.nodes(nodes, NODE)?;
    Ok(Some(counting.numbers[..vars.len()].to_vec()))
}

struct Counting {
    excluded: [u32; MOST_AT_ONCE],
    /// How many nodes may still be looked at.
    left: u64,
    numbers: [u64; MOST_AT_ONCE],
}

impl Counting {
    /// Counts what any of these variables join, sets of a size.
    fn all(&mut self, open: u32, size: usize) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        self.numbers[size] += u64::from(open.count_ones());
        let mut left = open;
        while left != 0 {
            let var = left.trailing_zeros() as usize;
            left &= left - 1;
            let child = left & !self.excluded[var];
            if child != 0 {
                self.all(child, size + 1)?;
            }
        }
        Some(())
    }
}
