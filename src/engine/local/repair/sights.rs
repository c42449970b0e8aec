//! What pieces see of each other, found along lines.
//!
//! The squares of all lines of a direction are laid out end to end, with a gap between two lines, and in a set of bits those are
//! filled where a piece stands or a line ends. The first piece along a ray is the next bit. That takes some ten bytes for each
//! square and direction, where lists of what each square sees would take as many as a line is long.

use crate::budget::{Cause, Control, Random};
use crate::language::Square;
use crate::model::{Model, Steps};

/// How kinds look out, and where pieces stand.
#[derive(Default)]
pub(super) struct Sights {
    squares: Vec<Square>,
    directions: Vec<Direction>,
    pub(super) looks: Vec<Look>,
    /// Those by which squares look back.
    backs: Vec<u32>,
}

/// A kind that looks out, in one rule.
pub(super) struct Look {
    /// The kind plus one; [`SQUARE`] where squares look back along the moves of pieces.
    pub(super) stands: u16,
    /// The kinds that count.
    pub(super) at: u64,
    /// The row of the first slot.
    pub(super) base: u32,
    /// How far it looks along each direction: forwards, backwards.
    reach: Vec<[u32; 2]>,
}

/// A direction: forwards or backwards.
pub(super) type Arm = (usize, usize);

/// The lines of a step.
struct Direction {
    step: (i32, i32),
    /// The place of each slot, and the slot at each place, if any.
    place: Vec<u32>,
    slots: Vec<u32>,
    filled: Vec<u64>,
    /// Where a piece looks along whole lines, what is known of these.
    lines: Option<Lines>,
}

/// The lines of a direction.
#[derive(Default)]
struct Lines {
    /// The line of each place, and the places of each.
    of: Vec<u32>,
    places: Vec<(u32, u32)>,
    /// The number of pieces on each, and those without.
    pieces: Vec<u32>,
    open: Vec<u32>,
    /// The place of each line in that list.
    at: Vec<u32>,
}

const NO_SLOT: u32 = u32::MAX;

/// Stands for a square that looks, whatever stands there.
const SQUARE: u16 = u16::MAX;

impl Look {
    /// Where it looks, and how far.
    pub(super) fn arms(&self) -> impl Iterator<Item = (Arm, u32)> {
        let both = self.reach.iter().enumerate().flat_map(|(number, reach)| {
            let [forwards, backwards] = *reach;
            [((number, 0), forwards), ((number, 1), backwards)]
        });
        both.filter(|(_, reach)| *reach > 0)
    }

    /// How far it looks along an arm.
    fn reach(&self, (number, way): Arm) -> u32 {
        self.reach.get(number).map_or(0, |reach| reach[way])
    }

    /// Whether what stands there counts.
    pub(super) fn counts(&self, stands: u16) -> bool {
        stands > 0 && self.at >> (stands - 1) & 1 == 1
    }
}

impl Direction {
    fn new(model: &Model, step: (i32, i32), control: &mut Control) -> Result<Self, Cause> {
        let board = model.board();
        let mut place = vec![0; model.slots.len()];
        let mut slots = vec![NO_SLOT];
        let mut gaps = vec![0];
        board.try_each_chain(step.0, step.1, &mut |chain| {
            control.charge(8 * chain.squares.len() as u64)?;
            for line in board.cut(chain) {
                for square in &line.squares {
                    let slot = Self::slot(model, *square);
                    if slot != NO_SLOT {
                        place[slot as usize] = slots.len() as u32;
                    }
                    slots.push(slot);
                }
                gaps.push(slots.len());
                slots.push(NO_SLOT);
            }
            Ok(())
        })?;
        let mut filled = vec![0; slots.len() / 64 + 1];
        for gap in gaps {
            filled[gap / 64] |= 1 << (gap % 64);
        }
        Ok(Self { step, place, slots, filled, lines: None })
    }

    /// Begins to keep up with its lines, all of which are open.
    fn with_lines(&mut self) {
        if self.lines.is_some() {
            return;
        }
        let mut lines = Lines { of: vec![0; self.slots.len()], ..Lines::default() };
        let is_gap = |place: usize| self.slots[place] == NO_SLOT && self.filled[place / 64] >> (place % 64) & 1 == 1;
        for place in 1..self.slots.len() {
            if is_gap(place) {
                continue;
            }
            if is_gap(place - 1) {
                lines.places.push((place as u32, place as u32));
            }
            lines.of[place] = lines.places.len() as u32 - 1;
            if let Some((_, end)) = lines.places.last_mut() {
                *end = place as u32 + 1;
            }
        }
        let number = lines.places.len();
        (lines.pieces, lines.open) = (vec![0; number], (0..number as u32).collect());
        lines.at.clone_from(&lines.open);
        self.lines = Some(lines);
    }

    fn slot(model: &Model, square: Square) -> u32 {
        model.slot(square).unwrap_or(NO_SLOT)
    }

    /// The next place that is filled.
    fn next(&self, place: u32, way: usize) -> u32 {
        let place = place as usize;
        if way == 0 {
            let mut word = (place + 1) / 64;
            let mut bits = self.filled[word] & (u64::MAX << ((place + 1) % 64));
            while bits == 0 {
                word += 1;
                bits = self.filled[word];
            }
            64 * word as u32 + bits.trailing_zeros()
        } else {
            let mut word = (place - 1) / 64;
            let mut bits = self.filled[word] & (u64::MAX >> (63 - (place - 1) % 64));
            while bits == 0 {
                word -= 1;
                bits = self.filled[word];
            }
            64 * word as u32 + bits.ilog2()
        }
    }
}

impl Lines {
    /// Takes down that a piece has come to a place, or gone.
    fn set(&mut self, place: usize, stands: bool) {
        let line = self.of[place] as usize;
        if !stands {
            self.pieces[line] -= 1;
            if self.pieces[line] == 0 {
                self.at[line] = self.open.len() as u32;
                self.open.push(line as u32);
            }
            return;
        }
        self.pieces[line] += 1;
        if self.pieces[line] == 1 {
            let at = self.at[line] as usize;
            self.open.swap_remove(at);
            if let Some(moved) = self.open.get(at) {
                self.at[*moved as usize] = at as u32;
            }
        }
    }

    fn has_piece(&self, place: u32) -> bool {
        self.pieces[self.of[place as usize] as usize] > 0
    }
}

impl Sights {
    /// Adds a kind that looks out, with one row for each slot from this one on.
    pub(super) fn look(
        &mut self,
        model: &Model,
        (kind, steps): Steps,
        at: u64,
        base: u32,
        control: &mut Control,
    ) -> Result<u32, Cause> {
        self.add(model, kind as u16 + 1, &steps, at, base, control)
    }

    /// Adds that squares look back along these steps, with one row for each slot from this one on.
    pub(super) fn back(
        &mut self,
        model: &Model,
        steps: &[((i32, i32), usize)],
        at: u64,
        base: u32,
        control: &mut Control,
    ) -> Result<u32, Cause> {
        let look = self.add(model, SQUARE, steps, at, base, control)?;
        self.backs.push(look);
        Ok(look)
    }

    fn add(
        &mut self,
        model: &Model,
        stands: u16,
        steps: &[((i32, i32), usize)],
        at: u64,
        base: u32,
        control: &mut Control,
    ) -> Result<u32, Cause> {
        if self.squares.is_empty() {
            self.squares.clone_from(&model.slots);
        }
        let mut reach = Vec::new();
        for (step, repeats) in steps.iter().copied() {
            let way = usize::from(step < (0, 0));
            let forwards = if way == 0 { step } else { (step.0.saturating_neg(), step.1.saturating_neg()) };
            let known = self.directions.iter().position(|direction| direction.step == forwards);
            let number = if let Some(number) = known {
                number
            } else {
                self.directions.push(Direction::new(model, forwards, control)?);
                self.directions.len() - 1
            };
            if repeats > 1 {
                self.directions[number].with_lines();
            }
            if reach.len() <= number {
                reach.resize(number + 1, [0; 2]);
            }
            reach[number][way] = u32::try_from(repeats).unwrap_or(u32::MAX);
        }
        self.looks.push(Look { stands, at, base, reach });
        Ok(self.looks.len() as u32 - 1)
    }

    /// The number of directions.
    pub(super) fn number(&self) -> usize {
        self.directions.len()
    }

    /// How those look that stand like this.
    pub(super) fn of_kind(&self, stands: u16) -> impl Iterator<Item = &Look> {
        self.looks.iter().filter(move |look| look.stands == stands)
    }

    /// The first piece along an arm within reach, and the number of squares before it or within reach.
    pub(super) fn first(&self, (number, way): Arm, slot: u32, reach: u32) -> (Option<u32>, usize) {
        let direction = &self.directions[number];
        let place = direction.place[slot as usize];
        let next = direction.next(place, way);
        let far = next.abs_diff(place);
        if far > reach {
            return (None, reach as usize);
        }
        let found = direction.slots[next as usize];
        ((found != NO_SLOT).then_some(found), far as usize - 1)
    }

    /// The slot `steps` steps along an arm, on the same line.
    pub(super) fn slot(&self, (number, way): Arm, slot: u32, steps: usize) -> Option<u32> {
        let direction = &self.directions[number];
        let place = direction.place[slot as usize] as usize;
        let slot = direction.slots[if way == 0 { place + steps } else { place - steps }];
        (slot != NO_SLOT).then_some(slot)
    }

    /// Visits those of the next `length` slots along an arm that lie on a line through another slot.
    pub(super) fn meetings(&self, arm: Arm, slot: u32, length: usize, other: u32, visit: &mut dyn FnMut(u32)) {
        let direction = |number: usize| {
            let (down, right) = self.directions[number].step;
            (i64::from(down), i64::from(right))
        };
        let (down, right) = direction(arm.0);
        let sign = if arm.1 == 0 { 1 } else { -1 };
        let [here, there] = [slot, other].map(|slot| self.squares[slot as usize]);
        let away = (there.row() as i64 - here.row() as i64, there.column() as i64 - here.column() as i64);
        for number in 0..self.directions.len() {
            let own = direction(number);
            // steps · (down, right) − times · own = away
            let determinant = right * own.0 - down * own.1;
            let steps = sign * (away.1 * own.0 - away.0 * own.1);
            if determinant == 0 || steps % determinant != 0 {
                continue;
            }
            let steps = steps / determinant;
            if steps >= 1
                && steps <= length as i64
                && let Some(slot) = self.slot(arm, slot, steps as usize)
                && slot != other
            {
                visit(slot);
            }
        }
    }

    /// How many pieces that count one would see from a slot.
    pub(super) fn seen(&self, look: &Look, slot: u32, stands: &[u16]) -> i64 {
        let sees = |(arm, reach): &(Arm, u32)| {
            let (first, _) = self.first(*arm, slot, *reach);
            first.is_some_and(|first| look.counts(stands[first as usize]))
        };
        look.arms().filter(sees).count() as i64
    }

    /// The rows of those who see a slot, and by how much each sum changes when something else stands there.
    pub(super) fn watchers(&self, slot: u32, stands: &[u16], after: u16, change: &mut dyn FnMut(u32, i64)) {
        let before = stands[slot as usize];
        for (number, direction) in self.directions.iter().enumerate() {
            let place = direction.place[slot as usize];
            let next = [0, 1].map(|way| direction.next(place, way));
            let found = next.map(|next| direction.slots[next as usize]);
            for way in [0, 1] {
                if found[way] == NO_SLOT {
                    continue;
                }
                let far = next[way].abs_diff(place);
                for look in self.of_kind(stands[found[way] as usize]) {
                    let reach = look.reach((number, 1 - way));
                    if far > reach {
                        continue;
                    }
                    let beyond = match found[1 - way] {
                        other if other != NO_SLOT && next[0].abs_diff(next[1]) <= reach => stands[other as usize],
                        _ => 0,
                    };
                    let [now, then] = [before, after].map(|own| look.counts(if own > 0 { own } else { beyond }));
                    if now != then {
                        change(look.base + found[way], i64::from(then) - i64::from(now));
                    }
                }
            }
        }
    }

    /// The slot of a row of a look.
    pub(super) fn slot_of(&self, look: u32, row: u32) -> u32 {
        row - self.looks[look as usize].base
    }

    /// The rows of the squares that see a slot, and by how much each sum changes when something else stands there; returns the number
    /// of squares that were looked at.
    pub(super) fn lookers(&self, slot: u32, stands: &[u16], after: u16, change: &mut dyn FnMut(u32, i64)) -> u64 {
        let before = stands[slot as usize];
        let mut looked_at = 0;
        for look in self.backs.iter().map(|look| &self.looks[*look as usize]) {
            for (number, direction) in self.directions.iter().enumerate() {
                let place = direction.place[slot as usize];
                for way in [0, 1] {
                    let reach = look.reach((number, 1 - way));
                    if reach == 0 {
                        continue;
                    }
                    // What they see if nothing stands on the slot.
                    let next = direction.next(place, 1 - way);
                    let found = direction.slots[next as usize];
                    let beyond = if found == NO_SLOT { 0 } else { stands[found as usize] };
                    let room = reach.saturating_sub(next.abs_diff(place));
                    let [now, then] =
                        [before, after].map(|own| (own > 0, look.counts(if own > 0 { own } else { beyond })));
                    let end = direction.next(place, way);
                    for far in 1..=reach.min(end.abs_diff(place)) {
                        looked_at += 1;
                        let at = if way == 0 { place + far } else { place - far };
                        let from = direction.slots[at as usize];
                        if from == NO_SLOT {
                            continue;
                        }
                        let [now, then] = [now, then].map(|(own, counts)| counts && (own || far <= room));
                        if now != then {
                            change(look.base + from, i64::from(then) - i64::from(now));
                        }
                    }
                }
            }
        }
        looked_at
    }

    /// Takes down whether a piece stands on a slot.
    pub(super) fn set(&mut self, slot: u32, stands: bool) {
        for direction in &mut self.directions {
            let place = direction.place[slot as usize] as usize;
            let bit = 1 << (place % 64);
            let word = &mut direction.filled[place / 64];
            if (*word & bit != 0) == stands {
                continue;
            }
            *word ^= bit;
            if let Some(lines) = &mut direction.lines {
                lines.set(place, stands);
            }
        }
    }

    /// Whether a piece looks along whole lines.
    pub(super) fn has_rides(&self) -> bool {
        self.directions.iter().any(|direction| direction.lines.is_some())
    }

    /// How many of the lines through a slot hold pieces.
    pub(super) fn occupied_lines(&self, slot: u32) -> i64 {
        let holds = |direction: &&Direction| {
            direction.lines.as_ref().is_some_and(|lines| lines.has_piece(direction.place[slot as usize]))
        };
        self.directions.iter().filter(holds).count() as i64
    }

    /// Draws a slot on a line without pieces, if there is one: of some the one with fewest lines that hold any.
    pub(super) fn draw_open(&self, random: &mut Random) -> Option<u32> {
        /// The number of squares of the line that are looked at.
        const LOOKED_AT: usize = 8;
        let direction = self.directions.get(random.below(self.directions.len().max(1) as u64) as usize)?;
        let lines = direction.lines.as_ref().filter(|lines| !lines.open.is_empty())?;
        let line = lines.open[random.below(lines.open.len() as u64) as usize];
        let (start, end) = lines.places[line as usize];
        let mut best: Option<(i64, u32)> = None;
        for _ in 0..LOOKED_AT {
            let slot = direction.slots[start as usize + random.below(u64::from(end - start)) as usize];
            if slot != NO_SLOT {
                let occupied = self.occupied_lines(slot);
                if best.is_none_or(|(least, _)| occupied < least) {
                    best = Some((occupied, slot));
                }
            }
        }
        best.map(|(_, slot)| slot)
    }
}
