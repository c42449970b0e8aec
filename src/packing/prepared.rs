//! The fixed part of a packing: what each square attacks on the board without added walls, what a wall would hide, and
//! covers of the open squares by sets that hold at most one piece.

use crate::answer::BoundName;
use crate::language::{Board, OrderedMap, Piece, sort_by_number};
use crate::model::bit_set::{BitSet, Wide};
use crate::model::{Model, Partition, Sets, Var};

/// Off the board, or on a wall or hole of the board.
const NOWHERE: u32 = u32::MAX;

/// A board and a piece prepared for bit sets of one width. Variables number the squares that are neither wall nor hole.
pub(super) struct PreparedBoard<W: BitSet> {
    /// The number of variables.
    pub(super) len: usize,
    /// Where a piece may stand.
    pub(super) open: W,
    /// For each square itself and the squares attacked from it.
    pub(super) near: Vec<W::Mask>,
    /// For each square the squares on which a wall would hide something from it.
    pub(super) between: Vec<W::Mask>,
    /// What a wall hides from a square, by square × squares + wall, if each square is reached in only one way and the
    /// table is not too large; empty otherwise.
    pub(super) shadows: Vec<W::Mask>,
    /// For each square and each line through it the open squares on either side, if there are any on both, the fewer first: of two pieces that a wall
    /// there hides from each other, one stands on either side. Empty if the table would be too large.
    pub(super) sides: Vec<Vec<[W::Mask; 2]>>,
    /// Whether no square is reached from another in two ways.
    one_way: bool,
    rides: Vec<Ride>,
    /// The open squares in independent parts.
    pub(super) parts: Vec<Component<W>>,
}

/// The destination of a step from each square, and how often it may be repeated.
struct Ride {
    next: Vec<u32>,
    steps: usize,
    /// Rows down and columns to the right of a step.
    step: (i32, i32),
}

impl Ride {
    /// Returns the squares it passes on the board without added walls, never its own square.
    fn path(&self, from: Var) -> impl Iterator<Item = Var> + '_ {
        let step = move |at: &Var| Some(self.next[*at as usize]).filter(|next| *next != NOWHERE && *next != from);
        std::iter::successors(step(&from), step).take(self.steps)
    }
}

/// Squares that attack none outside their part.
pub(super) struct Component<W: BitSet> {
    pub(super) squares: W::Mask,
    /// The best cover, or the best two.
    pub(super) covers: Vec<Cover<W>>,
}

/// Disjoint sets that together hold all squares of a part; any two squares of a set attack each other.
pub(super) struct Cover<W: BitSet> {
    pub(super) name: BoundName,
    pub(super) sets: Vec<Set<W>>,
}

/// Squares of which any two attack each other, as long as there are no walls in between.
pub(super) struct Set<W: BitSet> {
    pub(super) members: W::Mask,
    /// Where a wall may hide members from each other.
    pub(super) between: W::Mask,
    /// Whether all squares that see one member see each other, whatever the walls.
    pub(super) is_line: bool,
}

impl<W: BitSet> PreparedBoard<W> {
    /// The largest size of the shadows, in 64-bit words.
    const MAX_SHADOWS: usize = 1 << 18;

    /// Returns the board for bit sets of another width.
    pub(super) fn of(board: PreparedBoard<Wide>) -> Self {
        let PreparedBoard { len, open, near, between, one_way, rides, parts, .. } = board;
        let mask = |mask: &<Wide as BitSet>::Mask| W::of_parts(mask);
        let masks = |masks: &[<Wide as BitSet>::Mask]| {
            let mut all = Vec::with_capacity(masks.len());
            for own in masks {
                all.push(mask(own));
            }
            all
        };
        let mut own = W::zeros(len);
        own.words_mut()[..open.words().len()].copy_from_slice(open.words());
        let (near, between) = (masks(&near), masks(&between));
        let (shadows, sides) = (Vec::new(), Vec::new());
        let mut prepared = Self { len, open: own, near, between, shadows, sides, one_way, rides, parts: Vec::new() };
        if one_way && len * len * prepared.open.words().len() <= Self::MAX_SHADOWS {
            prepared.cast_shadows();
        }
        prepared.look_both_ways();
        for part in parts {
            let mut covers = Vec::new();
            for Cover { name, sets } in part.covers {
                let mut all = Vec::with_capacity(sets.len());
                for Set { members, between, is_line } in &sets {
                    all.push(Set { members: mask(members), between: mask(between), is_line: *is_line });
                }
                covers.push(Cover { name, sets: all });
            }
            prepared.parts.push(Component { squares: mask(&part.squares), covers });
        }
        prepared
    }

    /// Fills `shadows`.
    fn cast_shadows(&mut self) {
        let mut shadows: Vec<W::Mask> = Vec::with_capacity(self.len * self.len);
        for _ in 0..self.len * self.len {
            shadows.push(W::mask(self.len, &[]));
        }
        let mut path = Vec::new();
        for from in 0..self.len as Var {
            for ride in &self.rides {
                path.clear();
                path.extend(ride.path(from));
                for (place, wall) in path.iter().enumerate() {
                    shadows[from as usize * self.len + *wall as usize] = W::mask(self.len, &path[place + 1..]);
                }
            }
        }
        self.shadows = shadows;
    }

    /// Fills `sides`.
    fn look_both_ways(&mut self) {
        let ahead: Vec<&Ride> = self.rides.iter().filter(|ride| ride.step > (0, 0) && ride.steps > 1).collect();
        if 2 * ahead.len() * self.len * self.open.words().len() > Self::MAX_SHADOWS {
            return;
        }
        let mut sides = Vec::with_capacity(self.len);
        let mut path = Vec::new();
        for wall in 0..self.len as Var {
            let mut side = |ride: &Ride| {
                path.clear();
                ride.path(wall).for_each(|at| path.extend(self.open.has(at).then_some(at)));
                (!path.is_empty()).then(|| (path.len(), W::mask(self.len, &path)))
            };
            let mut lines = Vec::with_capacity(ahead.len());
            for ride in &ahead {
                let back = self.rides.iter().find(|other| other.step == (-ride.step.0, -ride.step.1));
                if let Some([one, other]) = back.and_then(|back| Some([side(ride)?, side(back)?])) {
                    lines.push(if other.0 < one.0 { [other.1, one.1] } else { [one.1, other.1] });
                }
            }
            sides.push(lines);
        }
        self.sides = sides;
    }

    /// Adds the squares attacked from a square, up to the walls, by walking; returns the number of steps.
    pub(super) fn walk(&self, from: Var, walls: &W, seen: &mut W) -> u64 {
        let mut steps = 0;
        for ride in &self.rides {
            for at in ride.path(from) {
                steps += 1;
                if walls.has(at) {
                    break;
                }
                seen.insert(at);
            }
        }
        steps
    }
}

impl PreparedBoard<Wide> {
    /// The largest part, in squares, for which groups are tried if it has no lines, which are as good as any.
    const MAX_TO_GROUP: usize = 256;

    /// Prepares a checked board and a piece with the reverse of each of its moves, for sets of any width; the model is that of the
    /// board with its forbidden squares opened.
    pub(super) fn new(board: &Board, piece: &Piece, model: &Model, partitions: &[Partition]) -> Self {
        let len = model.vars();
        let mut open = Wide::zeros(len);
        for square in board.open().iter() {
            if let Some(var) = model.slot(square) {
                open.insert(var);
            }
        }
        let rides = rides(board, piece, model);
        let (near, between, shadows, sides, parts) = (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut prepared = Self { len, open, near, between, shadows, sides, one_way: true, rides, parts };
        prepared.look_around();
        prepared.part(partitions);
        prepared
    }

    /// Fills `near`, `between` and `one_way`.
    fn look_around(&mut self) {
        let (mut near, mut between) = (Wide::zeros(self.len), Wide::zeros(self.len));
        for from in 0..self.len as Var {
            near.clear();
            between.clear();
            near.insert(from);
            for ride in &self.rides {
                let mut last = None;
                for at in ride.path(from) {
                    self.one_way &= !near.has(at);
                    near.insert(at);
                    if let Some(before) = last.replace(at) {
                        between.insert(before);
                    }
                }
            }
            self.near.push(near.to_mask());
            self.between.push(between.to_mask());
        }
    }

    /// Fills `parts`.
    fn part(&mut self, partitions: &[Partition]) {
        let mut left = self.open.clone();
        while let Some(first) = left.first() {
            let mut squares = vec![first];
            left.remove(first);
            let mut reached = 0;
            while let Some(from) = squares.get(reached).copied() {
                left.each_in(&self.near[from as usize], |var| squares.push(var));
                left.take(&self.near[from as usize]);
                reached += 1;
            }
            let mask = Wide::mask(self.len, &squares);
            let mut inside = Wide::zeros(self.len);
            inside.add(&mask);
            let mut covers: Vec<Cover<Wide>> = Vec::new();
            for partition in partitions {
                let is_line = self.one_way && partition.name == BoundName::Lines;
                let mut own = Sets::default();
                for set in partition.sets.iter().filter(|set| set.first().is_some_and(|var| inside.has(*var))) {
                    own.push(set.iter().copied());
                }
                covers.push(self.cover(partition.name, &own, is_line));
            }
            let has_lines = partitions.iter().any(|partition| partition.name == BoundName::Lines);
            if !has_lines && !covers.is_empty() && squares.len() <= Self::MAX_TO_GROUP {
                covers.push(self.cover(BoundName::Groups, &self.groups(&squares), false));
            }
            if covers.is_empty() {
                // No square attacks another here.
                let mut single = Sets::default();
                for var in &squares {
                    single.push([*var]);
                }
                covers.push(self.cover(BoundName::Squares, &single, true));
            }
            sort_by_number(&mut covers, |cover| cover.sets.len() as i64);
            covers.truncate(2);
            self.parts.push(Component { squares: mask, covers });
        }
    }

    /// Returns disjoint cliques of squares of any shape: repeatedly the largest that grows from a square, always by the
    /// square that keeps the most candidates.
    fn groups(&self, squares: &[Var]) -> Sets {
        let mut left = Wide::zeros(self.len);
        for var in squares {
            left.insert(*var);
        }
        let mut groups = Sets::default();
        let mut together = left.clone();
        while left.first().is_some() {
            let mut largest: Vec<Var> = Vec::new();
            left.each(|first| {
                let mut group = vec![first];
                together.copy(&left);
                together.keep(&self.near[first as usize]);
                together.remove(first);
                loop {
                    let (mut next, mut max) = (None, 0);
                    together.each(|var| {
                        let company = together.count_in(&self.near[var as usize]);
                        if company > max {
                            (next, max) = (Some(var), company);
                        }
                    });
                    let Some(var) = next else { break };
                    group.push(var);
                    together.keep(&self.near[var as usize]);
                    together.remove(var);
                }
                if group.len() > largest.len() {
                    largest = group;
                }
            });
            for var in &largest {
                left.remove(*var);
            }
            groups.push(largest);
        }
        groups
    }

    fn cover(&self, name: BoundName, sets: &Sets, is_line: bool) -> Cover<Wide> {
        let mut own = Vec::with_capacity(sets.len());
        for place in 0..sets.len() {
            own.push(self.set(sets.get(place), is_line));
        }
        Cover { name, sets: own }
    }

    fn set(&self, vars: &[Var], is_line: bool) -> Set<Wide> {
        let mut members = Wide::zeros(self.len);
        for var in vars {
            members.insert(*var);
        }
        let mut between = Wide::zeros(self.len);
        // The squares of a path since its last member.
        let mut since = Vec::new();
        for from in vars {
            for ride in &self.rides {
                since.clear();
                for at in ride.path(*from) {
                    if members.has(at) {
                        since.drain(..).for_each(|at| between.insert(at));
                    }
                    since.push(at);
                }
            }
        }
        Set { members: members.to_mask(), between: between.to_mask(), is_line }
    }
}

/// Returns each step of the piece once, with its longest range.
fn rides(board: &Board, piece: &Piece, model: &Model) -> Vec<Ride> {
    let mut steps: OrderedMap<(i32, i32), usize> = OrderedMap::new();
    for movement in piece.moves() {
        let longest = steps.entry((movement.rows(), movement.columns()));
        *longest = movement.steps().max(*longest);
    }
    let next = |rows: i32, columns: i32| {
        let step = |from| board.step(from, rows, columns).and_then(|square| model.slot(square));
        model.slots.iter().map(|from| step(*from).unwrap_or(NOWHERE)).collect::<Vec<u32>>()
    };
    let rides = steps.into_vec().into_iter().map(|(step, steps)| Ride { next: next(step.0, step.1), steps, step });
    rides.filter(|ride| ride.next.iter().any(|next| *next != NOWHERE)).collect()
}
