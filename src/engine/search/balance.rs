//! Subtrees of about equal size: the largest, by the estimates of random descents, is cut next.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::hash::{Hash, Hasher};

use super::tree::Tree;
use crate::answer::{Digest, Path};
use crate::budget::{Cause, Random};
use crate::language::sort_by;
use crate::model::bit_set::BitSet;

/// A subtree of fewer nodes is not worth a cut, and is counted instead of estimated.
const MIN_NODES: f64 = 32.0;

/// The random ways to an end. Their sum over thousands of subtrees is far more exact than each of them.
const DESCENTS: u32 = 8;

/// Estimates the nodes of a subtree by this number of random descents.
type Estimate<'a> = &'a mut dyn FnMut(&[u32], u32, &mut Random) -> Result<f64, Cause>;

/// Returns about `wanted` subtrees in order, that together are the whole tree, each with an estimate of its nodes.
pub(super) fn balance<W: BitSet>(
    tree: &mut Tree<W>,
    floor: Option<i64>,
    wanted: usize,
) -> Result<Vec<(Path, f64)>, Cause> {
    tree.demand_more_than(floor);
    balanced(wanted, &mut |path, descents, random| tree.estimate(path, MIN_NODES, descents, random))
}

fn balanced(wanted: usize, tree: Estimate<'_>) -> Result<Vec<(Path, f64)>, Cause> {
    let whole = Path::new();
    // Estimates are positive, so their bits are in the order of their values.
    let mut subtrees = BinaryHeap::from([(estimate(tree, &whole)?.to_bits(), Reverse(whole))]);
    while subtrees.len() < wanted {
        if subtrees.peek().is_none_or(|(bits, _)| f64::from_bits(*bits) < MIN_NODES) {
            break;
        }
        let Some((_, Reverse(path))) = subtrees.pop() else { break };
        // The empty path means the root, where nothing has been made false.
        let mut taken = if path.is_empty() { vec![0] } else { path };
        let mut left = taken.clone();
        taken.push(0);
        if let Some(dropped) = left.last_mut() {
            *dropped += 1;
        }
        for path in [taken, left] {
            subtrees.push((estimate(tree, &path)?.to_bits(), Reverse(path)));
        }
    }
    let mut subtrees: Vec<_> = subtrees.into_iter().map(|(bits, Reverse(path))| (path, f64::from_bits(bits))).collect();
    sort_by(&mut subtrees, |one, other| one.0.cmp(&other.0));
    Ok(subtrees)
}

/// Estimates a subtree; the seed is that of its path, so the estimate does not depend on what was cut before.
fn estimate(tree: Estimate<'_>, path: &[u32]) -> Result<f64, Cause> {
    let mut seed = Digest::new();
    path.hash(&mut seed);
    // There are few subtrees near the root, and most random ways in them may end soon while a few pass most of their nodes. But
    // where few pieces stand, one square after the other is left empty, and many subtrees have short paths.
    let descents = match (path.len(), path.iter().sum()) {
        (0..=2, 0..=8u32) => 64 * DESCENTS,
        (0..=3, _) => 8 * DESCENTS,
        _ => DESCENTS,
    };
    tree(path, descents, &mut Random::new(seed.finish()))
}
