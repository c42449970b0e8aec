//! Solutions up to a group: a branch and its images are gone through once.
//!
//! Some variables that the group carries into themselves, the anchor, are decided first. What is decided there has images
//! under the group; only where it is the smallest of them is the tree below gone through, and each solution there stands for
//! as many as there are images.

use std::collections::BTreeSet;

use super::program::{Program, Total};
use super::propagate::Node;
use super::words::Words;
use crate::model::{Model, Var};
use crate::square_set::SquareSet;
use crate::symmetry::Group;

pub(super) struct Orbits<W: Words> {
    pub(super) anchor: W::Mask,
    pub(super) squares: SquareSet,
    vars: usize,
    /// For each element of the group but the identity, the images of the anchor's variables, in their order.
    images: Vec<Vec<Var>>,
    /// The place in the anchor of each variable.
    place: Vec<u32>,
}

impl<W: Words> Orbits<W> {
    /// The most images that are written out; with more, as for all shifts of a large torus, every solution is looked at.
    const MOST_IMAGES: usize = 1 << 20;

    /// Takes as anchor the images of the tightest set at the root; `None` where the group is trivial, or so large
    /// that the images would be too many.
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
        let image = |element, var: Var| {
            let (square, kind) = model.men[var as usize];
            model.var(group.image_of(element, square), usize::from(element.kind(kind)))
        };
        // All kinds on these squares, so that the part of a solution on them is what is decided there.
        let whole = seed.iter().flat_map(|var| model.of_slot(var / model.kinds as Var));
        let seed: BTreeSet<Var> = whole.collect();
        let anchor: Option<BTreeSet<Var>> =
            group.elements().iter().flat_map(|element| seed.iter().map(move |var| image(element, *var))).collect();
        let anchor: Vec<Var> = anchor?.into_iter().collect();
        if anchor.len().saturating_mul(group.order()) > Self::MOST_IMAGES {
            return None;
        }
        let others = group.elements().iter().filter(|element| !element.is_identity());
        let images = others.map(|element| anchor.iter().map(|var| image(element, *var)).collect());
        let mut place = vec![0; program.vars];
        for (index, var) in anchor.iter().enumerate() {
            place[*var as usize] = index as u32;
        }
        Some(Self {
            anchor: W::mask(program.vars, &anchor),
            squares: anchor.iter().map(|var| model.men[*var as usize].0).collect(),
            vars: program.vars,
            images: images.collect::<Option<Vec<Vec<Var>>>>()?,
            place,
        })
    }

    /// The number of images of what is placed on the anchor; 0 if one of them is smaller.
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

fn members<W: Words>(root: &Node<W>, set: &W::Mask) -> Vec<Var> {
    let mut members = Vec::new();
    root.open.each_in(set, |var| members.push(var));
    members
}
