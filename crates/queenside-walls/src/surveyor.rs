//! One thread of a census: the most pieces on each board of a slice.

use std::sync::Arc;

use super::histogram::Histogram;
use super::puzzles::set_walls;
use super::walk::Walk;
use super::witnesses::Witnesses;
use queenside::{Budget, Cause, Packing, Square};

/// The result of one slice.
pub(super) struct Part {
    pub(super) histogram: Histogram,
    pub(super) classes: u64,
    /// The boards, if they are wanted, as numbers of squares.
    pub(super) boards: Vec<u16>,
    /// The set at which it was stopped, and why.
    pub(super) stopped: Option<(Vec<u32>, Cause)>,
}

/// Solves boards on one thread.
pub(super) struct Surveyor {
    packing: Packing,
    budget: Budget,
    walls: Vec<Square>,
    /// The best placement behind each prefix of the current set's walls, the empty one first.
    best: Vec<Vec<Square>>,
    witnesses: Option<Arc<Witnesses>>,
    /// How many pieces fit without each wall of the current set.
    values: Vec<usize>,
}

impl Surveyor {
    pub(super) fn new(packing: Packing, budget: Budget, witnesses: Option<Arc<Witnesses>>) -> Self {
        Self { packing, budget, walls: Vec::new(), best: Vec::new(), witnesses, values: Vec::new() }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.budget.nodes()
    }

    pub(super) fn survey(&mut self, mut walk: Walk, keep: bool, number: impl Fn(Square) -> u16) -> Part {
        let mut part = Part { histogram: Histogram::new(), classes: 0, boards: Vec::new(), stopped: None };
        let witnesses = self.witnesses.clone();
        let mut known = 0;
        while let Some(set) = walk.next_set() {
            self.walls.clear();
            self.walls.extend(set.squares());
            known = known.min(set.shared() + 1);
            let solved = match &witnesses {
                Some(witnesses) => self.value(witnesses, set.images()).and_then(|value| {
                    if keep {
                        self.solve(known, Some(value))?;
                        // The second search looks for no more than the first has found, and must find as many.
                        if self.best[self.walls.len()].len() != value {
                            return Err(Cause::Disagreement);
                        }
                    }
                    Ok(value)
                }),
                None => self.solve(known, None).map(|()| self.best[self.walls.len()].len()),
            };
            let value = match solved {
                Ok(value) => value,
                Err(cause) => {
                    part.stopped = Some((set.numbers().to_vec(), cause));
                    break;
                }
            };
            known = self.walls.len() + 1;
            part.histogram.count(value, set.size());
            part.classes += 1;
            if keep {
                let best = &self.best[self.walls.len()];
                part.boards.extend([best.len() as u16, set.size() as u16]);
                part.boards.extend(set.numbers().iter().map(|number| *number as u16));
                part.boards.extend(best.iter().map(|square| number(*square)));
            }
        }
        part
    }

    /// Finds the best placement for each prefix of the walls; those of fewer walls than `known` are known, and perhaps how many
    /// pieces fit with all walls.
    fn solve(&mut self, known: usize, max: Option<usize>) -> Result<(), Cause> {
        if self.best.len() <= self.walls.len() {
            self.best.resize_with(self.walls.len() + 1, Vec::new);
        }
        for number in known..=self.walls.len() {
            let (before, after) = self.best.split_at_mut(number);
            let start = before.last().map_or(&[][..], Vec::as_slice);
            set_walls(&mut self.packing, &self.walls[..number])?;
            self.packing.start_from(start.iter().copied());
            if let Some(max) = max.filter(|_| number == self.walls.len()) {
                self.packing.known_at_most(max);
            }
            let max = self.packing.maximize_under(&mut self.budget);
            if let Some(cause) = max.stopped() {
                return Err(cause);
            }
            after[0].clear();
            after[0].extend(max.squares());
        }
        Ok(())
    }

    /// Finds how many pieces fit on a board, given the images of its walls, by what fits without each of them.
    fn value(&mut self, witnesses: &Witnesses, images: &[u64]) -> Result<usize, Cause> {
        let mut values = std::mem::take(&mut self.values);
        let begun = self.without_each(witnesses, images, self.walls.len(), &mut values);
        self.values = values;
        set_walls(&mut self.packing, &self.walls)?;
        let squares = &witnesses.plan.squares;
        self.packing.start_from(Witnesses::numbers(begun?).map(|number| squares[number as usize]));
        for (wall, value) in self.walls.iter().zip(&self.values) {
            self.packing.known_without(*wall, *value);
        }
        let max = self.packing.maximize_under(&mut self.budget);
        max.stopped().map_or(Ok(max.best()), Err)
    }

    /// Finds how many pieces fit without each wall of a set, given with its images, and the best placement for it among what these
    /// leave.
    fn without_each(
        &mut self,
        witnesses: &Witnesses,
        images: &[u64],
        size: usize,
        values: &mut Vec<usize>,
    ) -> Result<u64, Cause> {
        values.clear();
        let mut best = (0, None);
        self.budget.charge((size * images.len()) as u64)?;
        for number in Witnesses::numbers(images[0]) {
            let smaller = witnesses.without(images, number);
            let placed = match witnesses.get(size - 1, smaller.set) {
                Some(placed) => placed,
                None => self.witness(witnesses, smaller.set, size - 1)?,
            };
            let pieces = placed.count_ones() as usize;
            values.push(pieces);
            let left = pieces - usize::from(placed & smaller.wall != 0);
            if left > best.0 {
                best = (left, Some((number, smaller, placed)));
            }
        }
        let own =
            best.1.map(|(number, smaller, placed)| witnesses.placement(&smaller, placed) & !Witnesses::bit(number));
        Ok(own.unwrap_or(0))
    }

    /// Finds a best placement for a canonical set of fewer walls, and stores it.
    fn witness(&mut self, witnesses: &Witnesses, set: u64, size: usize) -> Result<u64, Cause> {
        let images = witnesses.images(set);
        let mut values = Vec::with_capacity(size);
        let start = self.without_each(witnesses, &images, size, &mut values)?;
        let squares = |set| Witnesses::numbers(set).map(|number| witnesses.plan.squares[number as usize]);
        self.packing.set_walls(squares(set)).map_err(|_| Cause::SolverFailed)?.start_from(squares(start));
        for (wall, value) in squares(set).zip(values) {
            self.packing.known_without(wall, value);
        }
        let max = self.packing.maximize_under(&mut self.budget);
        if let Some(cause) = max.stopped() {
            return Err(cause);
        }
        let number = |square| witnesses.plan.squares.binary_search(&square).map_or(0, |number| number as u32);
        let placed = max.squares().map(|square| Witnesses::bit(number(square))).sum();
        witnesses.store(size, set, placed);
        Ok(placed)
    }
}
