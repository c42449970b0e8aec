//! What stays the same from one set of walls to the next: who sees whom on the board as it was given, what a wall would
//! hide, and how the open squares fall into sets that hold one piece at most.

use std::collections::BTreeMap;

use crate::board::Board;
use crate::model::{Model, Partition, Var};
use crate::piece::Piece;
use crate::words::Words;

/// Off the board, or on a wall or hole of the board.
const NOWHERE: u32 = u32::MAX;

/// A board and a piece made ready for words of one width. Variables number the squares that are neither wall nor hole.
pub(super) struct Ground<W: Words> {
    /// How many variables there are.
    pub(super) len: usize,
    /// Where a piece may stand.
    pub(super) open: W,
    /// For each square itself and whatever is attacked from it.
    pub(super) near: Vec<W::Mask>,
    /// For each square those on which a wall would hide something from it.
    pub(super) between: Vec<W::Mask>,
    /// What a wall hides from a square, by square × squares + wall, where there is one way to each square and the table
    /// is not too large; empty elsewhere.
    pub(super) shadows: Vec<W::Mask>,
    rides: Vec<Ride>,
    /// The open squares in parts that know nothing of each other.
    pub(super) parts: Vec<Part<W>>,
}

/// Where a step leads from each square, and how often it may be repeated.
struct Ride {
    next: Vec<u32>,
    steps: usize,
}

impl Ride {
    /// The squares it passes, as far as the board as it was given lets it, never its own.
    fn path(&self, from: Var) -> impl Iterator<Item = Var> + '_ {
        let step = move |at: &Var| Some(self.next[*at as usize]).filter(|next| *next != NOWHERE && *next != from);
        std::iter::successors(step(&from), step).take(self.steps)
    }
}

/// Squares from which nothing is attacked outside them.
pub(super) struct Part<W: Words> {
    pub(super) squares: W::Mask,
    /// The best one or two.
    pub(super) covers: Vec<Cover<W>>,
}

/// Disjoint sets that together hold all squares of a part; of each, any two attack each other.
pub(super) struct Cover<W: Words> {
    pub(super) name: &'static str,
    pub(super) sets: Vec<Set<W>>,
}

/// Squares any two of which attack each other, as long as there are no walls in between.
pub(super) struct Set<W: Words> {
    pub(super) members: W::Mask,
    /// Where a wall may hide members from each other.
    pub(super) between: W::Mask,
    /// Whether those who see one member all see each other, whatever walls there are.
    pub(super) is_line: bool,
}

impl<W: Words> Ground<W> {
    /// Words of memory for shadows.
    const MOST_SHADOWS: usize = 1 << 18;

    /// Squares of a part for which groups are tried, where there are no lines: those are as good as any.
    const MOST_TO_GROUP: usize = 256;

    /// Makes ready a sound board and a piece with the reverse of each of its moves; the model is that of the board with
    /// its forbidden squares opened.
    pub(super) fn new(board: &Board, piece: &Piece, model: &Model, partitions: &[Partition]) -> Self {
        let len = model.vars();
        let mut open = W::zeros(len);
        for square in board.open().iter() {
            if let Some(var) = model.slot(square) {
                open.insert(var);
            }
        }
        let (near, between, shadows) = (Vec::new(), Vec::new(), Vec::new());
        let rides = rides(board, piece, model);
        let mut ground = Self { len, open, near, between, shadows, rides, parts: Vec::new() };
        let one_way = ground.look_around();
        if one_way && len * len * ground.open.words().len() <= Self::MOST_SHADOWS {
            ground.cast_shadows();
        }
        ground.part(partitions, one_way);
        ground
    }

    /// Fills `near` and `between`; tells whether no square is reached from another in two ways.
    fn look_around(&mut self) -> bool {
        let mut one_way = true;
        for from in 0..self.len as Var {
            let (mut near, mut between) = (W::zeros(self.len), W::zeros(self.len));
            near.insert(from);
            for ride in &self.rides {
                let mut last = None;
                for at in ride.path(from) {
                    one_way &= !near.has(at);
                    near.insert(at);
                    if let Some(before) = last.replace(at) {
                        between.insert(before);
                    }
                }
            }
            self.near.push(near.to_mask());
            self.between.push(between.to_mask());
        }
        one_way
    }

    fn cast_shadows(&mut self) {
        let nothing = || W::mask(self.len, &[]);
        let mut shadows: Vec<W::Mask> = std::iter::repeat_with(nothing).take(self.len * self.len).collect();
        for from in 0..self.len as Var {
            for ride in &self.rides {
                let path: Vec<Var> = ride.path(from).collect();
                for (place, wall) in path.iter().enumerate() {
                    shadows[from as usize * self.len + *wall as usize] = W::mask(self.len, &path[place + 1..]);
                }
            }
        }
        self.shadows = shadows;
    }

    /// Adds whatever is attacked from a square past no wall to the set, by walking there; returns the steps it took.
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

    /// Fills `parts`.
    fn part(&mut self, partitions: &[Partition], one_way: bool) {
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
            let mask = W::mask(self.len, &squares);
            let mut inside = W::zeros(self.len);
            inside.add(&mask);
            let mut covers: Vec<Cover<W>> = Vec::new();
            for partition in partitions {
                let is_line = one_way && partition.name == "lines";
                let sets = partition.sets.iter().filter(|set| set.first().is_some_and(|var| inside.has(*var)));
                covers.push(Cover { name: partition.name, sets: sets.map(|set| self.set(set, is_line)).collect() });
            }
            let has_lines = partitions.iter().any(|partition| partition.name == "lines");
            if !has_lines && !covers.is_empty() && squares.len() <= Self::MOST_TO_GROUP {
                let sets = self.groups(&squares).iter().map(|set| self.set(set, false)).collect();
                covers.push(Cover { name: "groups", sets });
            }
            if covers.is_empty() {
                // Nobody attacks anybody here.
                let sets = squares.iter().map(|var| self.set(&[*var], true)).collect();
                covers.push(Cover { name: "squares", sets });
            }
            covers.sort_by_key(|cover| cover.sets.len());
            covers.truncate(2);
            self.parts.push(Part { squares: mask, covers });
        }
    }

    /// Disjoint sets of squares that all attack each other, whatever their shape: again and again the largest that grows
    /// from a square, where the next square to go with it is the one that leaves most others a chance.
    fn groups(&self, squares: &[Var]) -> Vec<Vec<Var>> {
        let mut left = W::zeros(self.len);
        for var in squares {
            left.insert(*var);
        }
        let mut groups = Vec::new();
        let mut together = left.clone();
        while left.first().is_some() {
            let mut largest: Vec<Var> = Vec::new();
            left.each(|first| {
                let mut group = vec![first];
                together.copy(&left);
                together.keep(&self.near[first as usize]);
                together.remove(first);
                loop {
                    let (mut next, mut most) = (None, 0);
                    together.each(|var| {
                        let company = together.count_in(&self.near[var as usize]);
                        if company > most {
                            (next, most) = (Some(var), company);
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

    fn set(&self, vars: &[Var], is_line: bool) -> Set<W> {
        let mut members = W::zeros(self.len);
        for var in vars {
            members.insert(*var);
        }
        let mut between = W::zeros(self.len);
        for from in vars {
            for ride in &self.rides {
                let path: Vec<Var> = ride.path(*from).collect();
                let last = path.iter().rposition(|at| members.has(*at)).unwrap_or(0);
                for at in &path[..last] {
                    between.insert(*at);
                }
            }
        }
        Set { members: members.to_mask(), between: between.to_mask(), is_line }
    }
}

/// Each step of the piece once, as far as it is repeated at most.
fn rides(board: &Board, piece: &Piece, model: &Model) -> Vec<Ride> {
    let mut steps: BTreeMap<(i32, i32), usize> = BTreeMap::new();
    for movement in piece.moves() {
        let longest = steps.entry((movement.rows(), movement.columns())).or_default();
        *longest = movement.steps().max(*longest);
    }
    let next = |rows: i32, columns: i32| {
        let step = |from| board.step(from, rows, columns).and_then(|square| model.slot(square));
        model.slots.iter().map(|from| step(*from).unwrap_or(NOWHERE)).collect::<Vec<u32>>()
    };
    let rides = steps.into_iter().map(|((rows, columns), steps)| Ride { next: next(rows, columns), steps });
    rides.filter(|ride| ride.next.iter().any(|next| *next != NOWHERE)).collect()
}
