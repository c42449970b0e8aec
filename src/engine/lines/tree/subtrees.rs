//! Subtrees: the largest is cut next, until there are enough.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::hash::{Hash, Hasher};

use super::{Frame, Labels, NodeStatus, Tree};
use crate::answer::Digest;
use crate::budget::{Cause, Random};
use crate::engine::Path;

/// A subtree, and those into which it was cut.
struct Subtree {
    path: Path,
    size: f64,
    below: Vec<usize>,
}

impl<L: Labels> Tree<L> {
    /// Cuts the tree into about `wanted` subtrees, in order; the one with the most open pieces is cut next.
    pub(in crate::engine::lines) fn cut(&mut self, floor: Option<i64>, wanted: usize) -> Result<Vec<Path>, Cause> {
        let open = |tree: &mut Self, _: &Path| Ok(tree.labels.size(&tree.frames[0].node));
        let subtrees = self.cut_by(floor, wanted, 1.0, &open)?;
        Ok(subtrees.into_iter().map(|(path, _)| path).collect())
    }

    /// The same with an estimate of the nodes of each; the one of the greatest estimate is cut next.
    pub(in crate::engine::lines) fn balance(
        &mut self,
        floor: Option<i64>,
        wanted: usize,
    ) -> Result<Vec<(Path, f64)>, Cause> {
        /// A subtree of fewer nodes is not worth a cut.
        const MIN_NODES: f64 = 32.0;
        self.cut_by(floor, wanted, MIN_NODES, &Self::estimate)
    }

    /// Cuts subtrees of at least a size, which is told when the subtree's top is the only frame and has been examined. Those that
    /// hold nothing are left out, unless all do.
    fn cut_by(
        &mut self,
        floor: Option<i64>,
        wanted: usize,
        least: f64,
        size: &dyn Fn(&mut Self, &Path) -> Result<f64, Cause>,
    ) -> Result<Vec<(Path, f64)>, Cause> {
        self.demand_more_than(floor);
        let mut all = vec![Subtree { path: Path::new(), size: least, below: Vec::new() }];
        // Sizes are positive, so their bits are in the order of their values.
        let mut uncut = BinaryHeap::from([(least.to_bits(), Reverse(0))]);
        let mut number = 1;
        while number < wanted && !self.labels.never() {
            let Some((_, Reverse(place))) = uncut.pop() else { break };
            let path = all[place].path.clone();
            self.arrive(&path)?;
            let mut below = Vec::new();
            for way in self.frames[0].ways.clone() {
                let longer = [&path[..], &[way]].concat();
                if matches!(self.arrive(&longer)?, NodeStatus::Dead) {
                    continue;
                }
                let branches = !self.frames[0].ways.is_empty();
                let size = if branches { size(self, &longer)? } else { 1.0 };
                if branches && size >= least {
                    uncut.push((size.to_bits(), Reverse(all.len())));
                }
                below.push(all.len());
                all.push(Subtree { path: longer, size, below: Vec::new() });
            }
            number = (number + below.len()).saturating_sub(1);
            all[place].below = below;
            all[place].size = 0.0;
        }
        self.depth = 0;
        let (mut subtrees, mut next) = (Vec::new(), vec![0]);
        while let Some(place) = next.pop() {
            let Subtree { path, size, below } = &mut all[place];
            next.extend(below.iter().rev());
            if *size > 0.0 {
                subtrees.push((std::mem::take(path), *size));
            }
        }
        if subtrees.is_empty() {
            subtrees.push((Path::new(), 1.0));
        }
        Ok(subtrees)
    }

    /// Descends to a subtree and examines its top.
    fn arrive(&mut self, path: &[u32]) -> Result<NodeStatus, Cause> {
        self.control.charge(self.labels.work(path.len()))?;
        self.descend(path)?;
        Ok(self.examine())
    }

    /// Estimates the nodes of a subtree by random descents (Knuth 1975). Its top is the only frame, and has been examined.
    fn estimate(&mut self, path: &Path) -> Result<f64, Cause> {
        /// The random ways to an end, and how many times as many where there are few subtrees, near the root.
        const DESCENTS: u32 = 32;
        const MORE: u32 = 16;
        const NEAR: usize = 3;
        let descents = if path.len() <= NEAR { MORE * DESCENTS } else { DESCENTS };
        // The seed is that of the path, so the estimate does not depend on what was cut before.
        let mut seed = Digest::new();
        path.hash(&mut seed);
        let mut random = Random::new(seed.finish());
        let empty = Frame { node: L::Node::default(), ways: Vec::new(), at: 0 };
        let top = std::mem::replace(&mut self.frames[0], empty);
        let mut nodes = 0.0;
        for _ in 0..descents {
            let (mut size, mut ways) = (1.0, top.ways.clone());
            let mut node = L::Node::default();
            L::copy(&mut node, &top.node);
            self.frames[0] = Frame { node, ways: Vec::new(), at: 0 };
            loop {
                nodes += size;
                if ways.is_empty() {
                    break;
                }
                self.control.charge(self.labels.work(0))?;
                let way = ways[random.below(ways.len() as u64) as usize];
                self.labels.take(&mut self.frames[0].node, way);
                size *= ways.len() as f64;
                ways.clear();
                if matches!(self.examine(), NodeStatus::Ways) {
                    ways.extend_from_slice(&self.frames[0].ways);
                }
            }
        }
        Ok(nodes / f64::from(descents))
    }
}
