//! The changes that a step chooses from.

use super::Repair;
use super::rows::{Cell, Line, Member, Row, Shape};
use crate::model::{Var, When};

impl Repair {
    /// The number of ways that are looked at in a step.
    pub(super) const LOOKED_AT: usize = 48;
    /// The number of squares in view of a piece that are listed, or about as many drawn.
    const IN_VIEW: usize = 256;

    /// Lists what makes the value better.
    pub(super) fn gains(&mut self) {
        let vars = self.placed.limit() as u64;
        for _ in 0..Self::LOOKED_AT {
            let var = self.random.below(vars) as Var;
            if self.worths.weight(var) > 0 && !self.placed.has(var) {
                self.options.push(self.put(var));
            }
        }
        if self.is_large() {
            for _ in 0..Self::LOOKED_AT / 2 {
                let kind = self.random.below(self.kinds as u64) as Var;
                let Some(slot) = self.sights.draw_open(&mut self.random) else { break };
                let var = slot * self.kinds as Var + kind;
                if self.worths.weight(var) > 0 && !self.placed.has(var) {
                    self.options.push(self.put(var));
                }
            }
        }
        let few = self.placed.list.len() <= Self::LOOKED_AT;
        for place in 0..self.placed.list.len().min(Self::LOOKED_AT) {
            let drawn = if few { Some(self.placed.list[place]) } else { self.placed.draw(&mut self.random) };
            if let Some(var) = drawn.filter(|var| self.worths.weight(*var) < 0) {
                self.options.push(self.clear(var));
            }
        }
    }

    /// Lists what brings a broken row nearer to its range.
    pub(super) fn repairs(&mut self, row: u32) {
        let Row { sum, min, when, shape, rays, lines, .. } = self.rows[row as usize];
        match when {
            When::Always => {}
            When::Placed(var) => self.options.push(self.clear(var)),
            When::Vacant(slot) => self.options.extend((1..=self.kinds as u16).map(|stands| (slot, stands))),
        }
        let more = sum < min;
        match shape {
            Shape::Either => self.lift(row, false),
            Shape::Same => {
                self.lift(row, true);
                self.lift(row, false);
            }
            Shape::Sum | Shape::Twice | Shape::Line(_) => self.lift(row, more),
            Shape::Back(look) => self.look_round(look, self.sights.slot_of(look, row), more),
            Shape::Look(look) => {
                if let When::Placed(var) = when {
                    self.look_round(look, self.slot(var), more);
                }
            }
        }
        for ray in rays.0..rays.1 {
            let Line { start, end, first, .. } = self.rays[ray as usize];
            let counts = self.counts(ray);
            if counts != more && first < end {
                self.options.push((self.cells[first as usize].slot, 0));
            }
            if counts == more {
                continue;
            }
            // What does not count may stand between.
            let all = u64::MAX >> (u64::BITS - self.kinds as u32);
            for Cell { slot, counting } in &self.cells[start as usize..first as usize] {
                let kinds = if more { *counting } else { !counting & all };
                self.options.extend(stands_of(kinds).map(|stands| (*slot, stands)));
            }
        }
        if lines.0 < lines.1 {
            let place = self.random.below(u64::from(lines.1 - lines.0)) as u32;
            let from = (lines.0..lines.1).cycle().skip(place as usize).take((lines.1 - lines.0) as usize);
            let fits = |line: &u32| (self.rows[*line as usize].sum == 0) == more;
            if let Some(line) = from.into_iter().find(fits) {
                self.lift(line, more);
            }
        }
    }

    /// Lists what makes more pieces seen by the one on a slot, or fewer.
    fn look_round(&mut self, look: u32, slot: u32, more: bool) {
        /// How far off squares may be where near ones are preferred.
        const NEAR: usize = 32;
        let far = if self.near { NEAR } else { usize::MAX };
        let Self { kinds, sights, stands, options, random, .. } = self;
        let look = &sights.looks[look as usize];
        // Where there are many squares in view, some are drawn.
        let mut all = 0;
        let others = u64::MAX >> (u64::BITS - *kinds as u32) & !look.at;
        for (arm, reach) in look.arms() {
            let (first, length) = sights.first(arm, slot, reach);
            let counts = first.is_some_and(|first| look.counts(stands[first as usize]));
            if counts != more
                && let Some(first) = first
            {
                options.push((first, 0));
            }
            if more && !counts {
                all += length.min(far);
            }
            // What does not count may stand between.
            if counts && !more && others != 0 {
                for slot in (1..=length.min(far)).filter_map(|steps| sights.slot(arm, slot, steps)) {
                    options.extend(stands_of(others).map(|stands| (slot, stands)));
                }
            }
        }
        if !more {
            return;
        }
        let few = all <= Self::IN_VIEW;
        for (arm, reach) in look.arms() {
            let (first, length) = sights.first(arm, slot, reach);
            if first.is_some_and(|first| look.counts(stands[first as usize])) {
                continue;
            }
            let length = length.min(far);
            let drawn = if few { length } else { (length * Self::IN_VIEW).div_ceil(all) };
            for place in 0..drawn {
                let steps = if few { place } else { random.below(length as u64) as usize };
                let Some(slot) = sights.slot(arm, slot, steps + 1) else { continue };
                options.extend(stands_of(look.at).map(|stands| (slot, stands)));
            }
        }
    }

    /// Lists the squares where one that stands and is to see more meets the lines of others that are, up to three; returns about the
    /// work it took.
    pub(super) fn meetings(&mut self, row: u32) -> u64 {
        const OTHERS: usize = 3;
        let Self { sights, rows, broken, options, .. } = self;
        if !sights.has_rides() {
            return 0;
        }
        let wants = |row: u32| {
            let Row { sum, min, when, shape, .. } = rows[row as usize];
            let (Shape::Look(look), When::Placed(var)) = (shape, when) else { return None };
            (sum < min).then(|| (&sights.looks[look as usize], var / self.kinds as u32))
        };
        let Some((own, slot)) = wants(row) else { return 0 };
        let mut cost = 8;
        let others = broken.list.iter().rev().filter(|other| **other != row).filter_map(|other| wants(*other));
        for (_, other) in others.take(OTHERS) {
            for (arm, reach) in own.arms() {
                let (first, length) = sights.first(arm, slot, reach);
                cost += 16;
                if length == 0 || first == Some(other) {
                    continue;
                }
                sights.meetings(arm, slot, length, other, &mut |meeting| {
                    options.extend(stands_of(own.at).map(|stands| (meeting, stands)));
                });
            }
        }
        cost + 8 * options.len() as u64
    }

    /// Lists what makes a sum over members greater, or less; where there are many members, some of that.
    fn lift(&mut self, row: u32, more: bool) {
        /// The most members of which all are listed.
        const MANY: u32 = 1 << 11;
        let (start, end) = self.rows[row as usize].members;
        if end - start > MANY {
            let before = self.options.len();
            for _ in 0..Self::IN_VIEW {
                let place = start + self.random.below(u64::from(end - start)) as u32;
                self.lift_by(place, more);
            }
            if self.options.len() > before {
                return;
            }
            // Few of the members stand, or nearly all do.
            for _ in 0..Self::IN_VIEW {
                let Some(var) = self.placed.draw(&mut self.random) else { break };
                let own = &self.touches[self.touched.range(var as usize)];
                if own.iter().any(|touch| touch.row == row && (touch.by > 0) != more) {
                    self.options.push(self.clear(var));
                }
            }
            if self.options.len() > before {
                return;
            }
        }
        (start..end).for_each(|place| self.lift_by(place, more));
    }

    fn lift_by(&mut self, place: u32, more: bool) {
        let Member { var, adds } = self.members[place as usize];
        let placed = self.placed.has(var);
        if adds == more && !placed {
            self.options.push(self.put(var));
        } else if adds != more && placed {
            self.options.push(self.clear(var));
        }
    }

    /// Leaves at most `left` of the changes listed, drawn at random; on large boards of long lines those first that put a piece where
    /// few lines have one.
    pub(super) fn thin(&mut self, left: usize) {
        /// Primes: one of them does not divide the number of changes, unless that is very great.
        const STRIDES: [usize; 2] = [101, 103];
        if self.options.len() <= left {
            return;
        }
        if !self.is_large() || !self.sights.has_rides() {
            while self.options.len() > left {
                let place = self.random.below(self.options.len() as u64) as usize;
                self.options.swap_remove(place);
            }
            return;
        }
        let all = std::mem::take(&mut self.options);
        let scores: Vec<i64> =
            all.iter().map(|(slot, after)| if *after > 0 { self.sights.occupied_lines(*slot) } else { 0 }).collect();
        // From anywhere, and no two neighbours one after the other.
        let start = self.random.below(all.len() as u64) as usize;
        let stride = if all.len().is_multiple_of(STRIDES[0]) { STRIDES[1] } else { STRIDES[0] };
        let most = scores.iter().copied().max().unwrap_or(0);
        for score in 0..=most {
            for step in 0..all.len() {
                let place = (start + step * stride) % all.len();
                if scores[place] == score && self.options.len() < left {
                    self.options.push(all[place]);
                }
            }
        }
    }

    /// Whether the first piece on a ray counts.
    pub(super) fn counts(&self, ray: u32) -> bool {
        let Line { end, first, .. } = self.rays[ray as usize];
        first < end && self.counts_at(first, self.stands[self.cells[first as usize].slot as usize])
    }

    pub(super) fn counts_at(&self, cell: u32, stands: u16) -> bool {
        stands > 0 && self.cells[cell as usize].counting >> (stands - 1) & 1 == 1
    }

    /// The first cell of a ray from this one on that is occupied.
    pub(super) fn first_from(&self, cell: u32, end: u32) -> u32 {
        (cell..end).find(|cell| self.stands[self.cells[*cell as usize].slot as usize] > 0).unwrap_or(end)
    }
}

/// What stands where one of these kinds does: its number plus one.
fn stands_of(mut kinds: u64) -> impl Iterator<Item = u16> {
    std::iter::from_fn(move || {
        let stands = (kinds != 0).then(|| kinds.trailing_zeros() as u16 + 1);
        kinds &= kinds.wrapping_sub(1);
        stands
    })
}

#[cfg(test)]
mod tests {
    use crate::engine::local::repair::tests::found;
    use crate::language::{Area, Board, Constraint, Move, Piece, Problem, Wrap};

    /// What stands between two pieces hides them from each other.
    #[test]
    fn few_walls_make_room_for_more_pieces() {
        let torus = Board::square(8).with_wrap(Wrap::Both);
        // It rides one way only.
        let falling = Piece::new([Move::ride(1, 0), Move::ride(1, 1), Move::ride(1, -1)]);
        for (board, piece, pieces, fewest) in [
            (Board::square(14), Piece::ROOK, 16, 2),
            (Board::square(10), Piece::QUEEN, 11, 1),
            (Board::new(9, 11), Piece::AMAZON, 10, 2),
            (Board::square(10), Piece::BISHOP, 20, 2),
            (Board::square(9), falling, 11, 2),
            (torus.clone(), Piece::ROOK, 9, 3),
            (torus, Piece::QUEEN, 8, 4),
        ] {
            let mut problem = Problem::new(board);
            let kind = problem.add_kind("piece", piece);
            problem.add_kind("wall", Piece::BLOCKER);
            problem.add(Constraint::attacks(kind, kind, 0)).add(Constraint::count(kind, Area::Everywhere, pieces));
            for seed in 0..3 {
                let values = found(&problem, &[0, -1], seed, 1 << 24);
                assert_eq!(values.last(), Some(&-fewest), "{problem}");
            }
        }
    }
}
