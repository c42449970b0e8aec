//! Solutions up to a group: one branch of each orbit is explored.
//!
//! Some variables that the group maps onto themselves, the anchor, are decided first. The decided part has images under
//! the group; only if it is the smallest of them is the subtree below explored, and each solution there stands for as
//! many as there are images.

use super::program::{Program, Total};
use super::propagate::Node;
use crate::language::{Element, SquareSet};
use crate::model::bit_set::BitSet;
use crate::model::{Model, Var};
use crate::symmetry::Group;

pub(super) struct Orbits<W: BitSet> {
    pub(super) anchor: W::Mask,
    pub(super) squares: SquareSet,
    vars: usize,
    /// For each element of the group but the identity, the images of the anchor's variables, in their order.
    images: Vec<Vec<Var>>,
    /// The index in the anchor of each variable.
    place: Vec<u32>,
}

impl<W: BitSet> Orbits<W> {
    /// Takes as anchor the images of the tightest set at the root; `None` if the group is trivial, or so large that the
    /// images would be too many.
    pub(super) fn new(model: &Model, program: &Program<W>, root: &Node<W>, group: &Group) -> Option<Self> {
        if group.order() < 2 {
            return None;
        }
        let total = |total: &Total<W>| {
            let best = total.partitions.first().filter(|_| total.least > 0)?;
            best.iter().min_by_key(|set| root.open.count_in(set)).map(|set| members(root, set))
        };
        let hits = program
            .hits_in(program.every_hit())
            .min_by_key(|set| root.open.count_in(set))
            .map(|set| members(root, set));
        let seed = hits
            .or_else(|| program.totals.iter().find_map(total))
            .or_else(|| root.open.first().map(|var| vec![var]))?;
        let (anchor, images) = images(model, group, &seed)?;
        let mut place = vec![0; program.vars];
        for (index, var) in anchor.iter().enumerate() {
            place[*var as usize] = index as u32;
        }
        Some(Self {
            anchor: W::mask(program.vars, &anchor),
            squares: squares(model, &anchor),
            vars: program.vars,
            images,
            place,
        })
    }

    /// Returns the number of images of what is placed on the anchor; 0 if one of them is smaller.
    pub(super) fn weight(&self, placed: &W) -> u64 {
        let mut own = W::zeros(self.vars);
        placed.each_in(&self.anchor, |var| own.insert(var));
        let mut same = 1;
        for images in &self.images {
            let mut image = W::zeros(self.vars);
            own.each(|var| image.insert(images[self.place[var as usize] as usize]));
            match image.words().cmp(own.words()) {
                std::cmp::Ordering::Less => return 0,
                std::cmp::Ordering::Equal => same += 1,
                std::cmp::Ordering::Greater => {}
            }
        }
        (self.images.len() as u64 + 1) / same
    }
}

fn squares(model: &Model, vars: &[Var]) -> SquareSet {
    vars.iter().map(|var| model.placed[*var as usize].0).collect()
}

/// The images of these variables and of all others on their squares, in order, and the images of each of those under each
/// element of the group but the identity; `None` where there are too many of them.
fn images(model: &Model, group: &Group, seed: &[Var]) -> Option<(Vec<Var>, Vec<Vec<Var>>)> {
    /// With more, as for all shifts of a large torus, every solution is enumerated.
    const MAX_IMAGES: usize = 1 << 20;
    let image = |element: &Element, var: Var| {
        let (square, kind) = model.placed[var as usize];
        model.var(group.image_of(element, square), usize::from(element.kind(kind)))
    };
    // All kinds on these squares, so that the anchor decides the restriction of a solution to them.
    let mut is_in = vec![false; model.vars()];
    for var in seed {
        for var in model.of_slot(var / model.kinds as Var) {
            for element in group.resolved() {
                is_in[image(element, var)? as usize] = true;
            }
        }
    }
    let anchor: Vec<Var> = (0..model.vars() as Var).filter(|var| is_in[*var as usize]).collect();
    if anchor.len().saturating_mul(group.order()) > MAX_IMAGES {
        return None;
    }
    let mut images = Vec::new();
    for element in group.resolved().iter().filter(|element| !element.is_identity()) {
        let mut own = Vec::with_capacity(anchor.len());
        for var in &anchor {
            own.push(image(element, *var)?);
        }
        images.push(own);
    }
    Some((anchor, images))
}

fn members<W: BitSet>(root: &Node<W>, set: &W::Mask) -> Vec<Var> {
    let mut members = Vec::new();
    root.open.each_in(set, |var| members.push(var));
    members
}
