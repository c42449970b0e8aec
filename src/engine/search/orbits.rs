//! Solutions up to a group: one branch of each orbit is explored.
//!
//! Some variables that the group maps onto themselves, the anchor, are decided first. The decided part has images under
//! the group; only if it is the smallest of them is the subtree below explored, and each solution there stands for as
//! many as there are images.
//!
//! Where pieces are few most solutions have none on such an anchor. So there each orbit of variables is one, in turn, as long as what
//! stands on those before is its own only image: then its images on this one are those of both. Which of them decides depends on
//! the solution, but is the same for all its images.

use super::node::Node;
use super::program::Program;
use crate::language::SquareSet;
use crate::model::bit_set::BitSet;
use crate::model::{Model, Var};
use crate::symmetry::Group;

pub(super) struct Orbits<W: BitSet> {
    /// Each decides where what stands on those before is its own only image.
    anchors: Vec<Anchor<W>>,
    vars: usize,
}

/// For how many each solution of a node stands.
pub(super) enum Weight<'a, W: BitSet> {
    /// Not before these variables are decided.
    Undecided(&'a W::Mask),
    /// 0 if an image of what stands is explored instead.
    Decided(u64),
}

struct Anchor<W: BitSet> {
    mask: W::Mask,
    squares: SquareSet,
    /// For each element of the group but the identity, the images of the anchor's variables, in their order.
    images: Vec<Vec<Var>>,
    /// The index in the anchor of each variable.
    place: Vec<u32>,
}

impl<W: BitSet> Orbits<W> {
    /// Takes as anchor the images of the tightest set at the root, or where pieces are few of one square after the other; `None` if
    /// the group is trivial, or so large that the images would be too many.
    pub(super) fn new(model: &Model, program: &Program<W>, root: &Node<W>, group: &Group, few: bool) -> Option<Self> {
        if group.order() < 2 {
            return None;
        }
        if few {
            return Self::one_by_one(model, root, group);
        }
        let mut seed = tightest(root, program.wanted_hits());
        for total in &program.totals {
            if seed.is_none()
                && total.min > 0
                && let Some(sets) = total.partitions.first()
            {
                seed = tightest(root, sets);
            }
        }
        let seed = match seed {
            Some(seed) => seed,
            None => vec![root.open.first()?],
        };
        let anchors = vec![Anchor::new(model, group, &seed)?];
        Some(Self { anchors, vars: model.vars() })
    }

    fn one_by_one(model: &Model, root: &Node<W>, group: &Group) -> Option<Self> {
        /// A larger orbit leaves nothing to be counted where it is decided.
        const LARGE: usize = 32;
        let (mut anchors, mut left) = (Vec::<Anchor<W>>::new(), root.open.clone());
        while let Some(var) = left.first() {
            let anchor = Anchor::new(model, group, &[var]).filter(|anchor| anchor.squares.len() <= LARGE)?;
            left.take(&anchor.mask);
            anchors.push(anchor);
        }
        Some(Self { anchors, vars: model.vars() })
    }

    /// Returns for how many each solution of a node stands.
    pub(super) fn weight_of(&self, node: &Node<W>) -> Weight<'_, W> {
        for anchor in &self.anchors {
            if node.open.meets(&anchor.mask) {
                return Weight::Undecided(&anchor.mask);
            }
            let images = anchor.images_of(&node.placed, self.vars);
            if images != 1 {
                return Weight::Decided(images);
            }
        }
        Weight::Decided(1)
    }

    /// Returns the number of images of what is placed on the anchor; 0 if one of them is smaller.
    pub(super) fn weight(&self, placed: &W) -> u64 {
        for anchor in &self.anchors {
            let images = anchor.images_of(placed, self.vars);
            if images != 1 {
                return images;
            }
        }
        1
    }

    /// Returns the squares of the anchor, if it is the same for all solutions.
    pub(super) fn squares(&self) -> SquareSet {
        match &self.anchors[..] {
            [anchor] => anchor.squares.clone(),
            _ => SquareSet::default(),
        }
    }
}

impl<W: BitSet> Anchor<W> {
    /// Takes these variables and their images.
    fn new(model: &Model, group: &Group, seed: &[Var]) -> Option<Self> {
        let (anchor, images) = images(model, group, seed)?;
        let mut place = vec![0; model.vars()];
        for (index, var) in anchor.iter().enumerate() {
            place[*var as usize] = index as u32;
        }
        Some(Self { mask: W::mask(model.vars(), &anchor), squares: squares(model, &anchor), images, place })
    }

    /// Returns the number of images of what is placed on it; 0 if one of them is smaller.
    fn images_of(&self, placed: &W, vars: usize) -> u64 {
        let mut own = W::zeros(vars);
        placed.each_in(&self.mask, |var| own.insert(var));
        let mut same = 1;
        for images in &self.images {
            let mut image = W::zeros(vars);
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
    // All kinds on these squares, so that the anchor decides the restriction of a solution to them.
    let mut is_in = vec![false; model.vars()];
    for var in seed {
        for var in model.of_slot(var / model.kinds as Var) {
            for element in group.resolved() {
                is_in[model.image(group, element, var)? as usize] = true;
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
            own.push(model.image(group, element, *var)?);
        }
        images.push(own);
    }
    Some((anchor, images))
}

/// Returns the open members of the set that has the fewest, the first of several.
fn tightest<W: BitSet>(root: &Node<W>, sets: &[W::Mask]) -> Option<Vec<Var>> {
    let mut fewest: Option<(usize, &W::Mask)> = None;
    for set in sets {
        let size = root.open.count_in(set);
        if fewest.is_none_or(|(fewest, _)| size < fewest) {
            fewest = Some((size, set));
        }
    }
    let (size, set) = fewest?;
    let mut members = Vec::with_capacity(size);
    root.open.each_in(set, |var| members.push(var));
    Some(members)
}
