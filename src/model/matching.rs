//! Bipartite graphs: greatest matchings, and with them least covers and greatest independent sets (König).

use super::Sets;
use crate::budget::{Cause, Control};

/// A graph whose edges each join the two sides.
pub(crate) struct Bipartite {
    neighbours: Sets,
    /// Whether each vertex is on the left side.
    left: Vec<bool>,
}

/// A matching that cannot be greater.
pub(crate) struct Matching {
    /// The partner of each vertex, or [`ALONE`].
    partner: Vec<u32>,
    /// Whether each vertex is in the cover: as many vertices as there are pairs, which together meet every edge.
    pub(crate) cover: Vec<bool>,
}

const ALONE: u32 = u32::MAX;

impl Bipartite {
    /// The most vertices.
    pub(crate) const MAX_VERTICES: usize = 1 << 21;

    /// The graph with these edges; `None` if it has a cycle of odd length, or is too large.
    pub(crate) fn new(vertices: usize, edges: &[(u32, u32)], control: &mut Control) -> Result<Option<Self>, Cause> {
        if vertices > Self::MAX_VERTICES {
            return Ok(None);
        }
        control.hold((48 * edges.len() + 32 * vertices) as u64)?;
        let mut both = Vec::with_capacity(2 * edges.len());
        both.extend_from_slice(edges);
        both.extend(edges.iter().map(|(a, b)| (*b, *a)));
        let neighbours = Sets::grouped(vertices, &both, control)?;
        drop(both);
        let mut left: Vec<Option<bool>> = vec![None; vertices];
        let mut open = Vec::new();
        for start in 0..vertices {
            if left[start].is_none() {
                left[start] = Some(true);
                open.push(start);
            }
            while let Some(at) = open.pop() {
                control.charge(neighbours.get(at).len() as u64)?;
                for next in neighbours.get(at) {
                    match left[*next as usize] {
                        None => {
                            left[*next as usize] = left[at].map(|side| !side);
                            open.push(*next as usize);
                        }
                        same if same == left[at] => return Ok(None),
                        Some(_) => {}
                    }
                }
            }
        }
        let left = left.into_iter().map(|side| side == Some(true)).collect();
        Ok(Some(Self { neighbours, left }))
    }

    fn left(&self) -> impl Iterator<Item = u32> {
        self.left.iter().zip(0..).filter(|(left, _)| **left).map(|(_, vertex)| vertex)
    }

    /// A greatest matching, by augmenting paths, many at once (Pothen and Fan).
    pub(crate) fn matching(&self, control: &mut Control) -> Result<Matching, Cause> {
        let mut partner = vec![ALONE; self.left.len()];
        for from in self.left() {
            control.charge(8)?;
            // The first in order: what is left behind would hardly be taken by a later one.
            let free = self.neighbours.get(from as usize).iter().filter(|to| partner[**to as usize] == ALONE).min();
            if let Some(to) = free {
                (partner[from as usize], partner[*to as usize]) = (*to, from);
            }
        }
        let mut ahead = vec![0; self.left.len()];
        while self.augment(&mut partner, &mut ahead, control)? {}
        let reached = self.reached(&partner, control)?;
        let mut cover = vec![false; self.left.len()];
        for from in self.left() {
            match partner[from as usize] {
                ALONE => {}
                to if reached[from as usize] => cover[to as usize] = true,
                _ => cover[from as usize] = true,
            }
        }
        Ok(Matching { partner, cover })
    }

    /// Tells which vertices on the left can be reached, along an edge and back along a pair, from one without partner.
    fn reached(&self, partner: &[u32], control: &mut Control) -> Result<Vec<bool>, Cause> {
        let mut reached = vec![false; self.left.len()];
        let mut open: Vec<u32> = self.left().filter(|from| partner[*from as usize] == ALONE).collect();
        for from in &open {
            reached[*from as usize] = true;
        }
        while let Some(from) = open.pop() {
            let own = self.neighbours.get(from as usize);
            control.charge(4 + 2 * own.len() as u64)?;
            for to in own {
                let next = partner[*to as usize];
                if next != ALONE && !std::mem::replace(&mut reached[next as usize], true) {
                    open.push(next);
                }
            }
        }
        Ok(reached)
    }

    /// Swaps pairs along disjoint paths between vertices without partner; returns whether there was any. What each vertex has
    /// looked at of its neighbours for one without partner is kept from one time to the next.
    fn augment(&self, partner: &mut [u32], ahead: &mut [u32], control: &mut Control) -> Result<bool, Cause> {
        let mut visited = vec![false; partner.len()];
        let mut tried = vec![0u32; partner.len()];
        let mut path: Vec<(u32, u32)> = Vec::new();
        let mut found = false;
        for start in self.left() {
            if partner[start as usize] != ALONE {
                continue;
            }
            let mut at = start;
            loop {
                control.charge(8)?;
                let own = self.neighbours.get(at as usize);
                let mut alone = own[ahead[at as usize] as usize..].iter().copied();
                let free = alone.by_ref().find(|to| partner[*to as usize] == ALONE);
                ahead[at as usize] = (own.len() - alone.len()) as u32;
                if let Some(to) = free {
                    found = true;
                    for (from, to) in path.drain(..).chain([(at, to)]) {
                        (partner[from as usize], partner[to as usize]) = (to, from);
                    }
                    break;
                }
                let mut others = own[tried[at as usize] as usize..].iter().copied();
                let next = others.by_ref().find(|to| !visited[*to as usize]);
                tried[at as usize] = (own.len() - others.len()) as u32;
                at = match next {
                    Some(to) => {
                        visited[to as usize] = true;
                        path.push((at, to));
                        partner[to as usize]
                    }
                    None => match path.pop() {
                        Some((from, _)) => from,
                        None => break,
                    },
                };
            }
        }
        Ok(found)
    }
}

impl Matching {
    /// The partner of a vertex.
    pub(crate) fn partner(&self, vertex: u32) -> Option<u32> {
        Some(self.partner[vertex as usize]).filter(|partner| *partner != ALONE)
    }

    /// The number of pairs.
    pub(crate) fn len(&self) -> usize {
        self.partner.iter().filter(|partner| **partner != ALONE).count() / 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::{Options, Random};

    /// The number of pairs of a greatest matching, by trying everything.
    fn max(edges: &[(u32, u32)], taken: u32) -> usize {
        let Some(((a, b), rest)) = edges.split_first() else { return 0 };
        let own = 1 << a | 1 << b;
        let without = max(rest, taken);
        if taken & own == 0 { without.max(1 + max(rest, taken | own)) } else { without }
    }

    #[test]
    fn matchings_are_greatest_and_covers_as_small() {
        let mut control = Control::new(&Options::new());
        let mut random = Random::new(5);
        let (mut bipartite, mut odd) = (0, 0);
        for _ in 0..400 {
            let vertices = 2 + random.below(9) as u32;
            let edges: Vec<(u32, u32)> = (0..random.below(12))
                .map(|_| (random.below(vertices.into()) as u32, random.below(vertices.into()) as u32))
                .filter(|(a, b)| a != b)
                .collect();
            let is_sound = |colour: u32| edges.iter().all(|(a, b)| colour >> a & 1 != colour >> b & 1);
            let graph = Bipartite::new(vertices as usize, &edges, &mut control).expect("no limit was set");
            assert_eq!(graph.is_some(), (0..1 << vertices).any(is_sound));
            let Some(graph) = graph else {
                odd += 1;
                continue;
            };
            bipartite += 1;
            let matching = graph.matching(&mut control).expect("no limit was set");
            assert_eq!(matching.len(), max(&edges, 0), "{edges:?}");
            for (vertex, partner) in (0..vertices).filter_map(|vertex| Some((vertex, matching.partner(vertex)?))) {
                assert_eq!(matching.partner(partner), Some(vertex));
                assert!(edges.contains(&(vertex, partner)) || edges.contains(&(partner, vertex)));
            }
            assert!(edges.iter().all(|(a, b)| matching.cover[*a as usize] || matching.cover[*b as usize]));
            assert_eq!(matching.cover.iter().filter(|covers| **covers).count(), matching.len());
        }
        assert!(bipartite > 50 && odd > 50, "{bipartite} and {odd}");
    }
}
