//! Large boards where the empty one keeps all rules but for a few pieces that are asked for: placements to begin with are mended
//! and filled, windows are emptied and filled again, and steps are made, by turns.

use super::classes::Questions;
use super::rows::Shape;
use super::{Change, Repair};
use crate::budget::{Cause, Control, Random};
use crate::language::{Square, sort_by_number};
use crate::model::{Model, Var, When};

/// What is done by turns on a large board.
pub(super) struct Large {
    pub(super) squares: Vec<Square>,
    /// The slot of each square of the board plus one, by rows; 0 where there is none.
    slots: Vec<u32>,
    columns: usize,
    /// The kinds that are wanted somewhere, in the order in which they are tried; after the last fill the heaviest first.
    pub(super) kinds: Vec<u16>,
    /// Placements to begin with, the next one last; they may break rules, and steps may mend them or pieces go until they do not.
    seeds: Vec<(Vec<Var>, Broken)>,
    /// Groups of pieces that came together and kept all rules, by the way from the first, the latest first.
    pub(super) groups: Vec<Vec<(i32, i32, u16)>>,
    /// The work that may go into looking for more such groups in this fill.
    pub(super) search: u64,
    /// The rows that others mend later: differences, as of the sizes of two armies.
    pub(super) loose: Vec<u32>,
    turn: Turn,
    /// The work that is left of the turn, unless it finds something, and that of the next turns.
    left: u64,
    length: u64,
    /// Changes that can be taken back: slots and what stood there.
    pub(super) log: Vec<Change>,
    /// The best placement and its value, and whether all that is better than what others know has been returned.
    kept: Vec<Var>,
    value: i64,
    is_told: bool,
    /// The work since a placement was returned.
    since: u64,
}

/// What becomes of the rules that a placement to begin with breaks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Broken {
    Mended,
    Trimmed,
}

/// What a turn does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    /// Takes the next placement to begin with.
    Begin,
    /// Makes steps that repair a placement to begin with, for this much work.
    Mend(u64),
    /// Fills the board in reading order, from this slot on, for this much work.
    Fill(u32, u64),
    /// Empties windows and fills them again.
    Windows,
    /// Makes steps.
    Steps,
}

impl Large {
    /// The least number of variables.
    pub(super) const LEAST: usize = 1 << 9;
    /// The most pieces that the empty board may lack.
    const FEW: i64 = 8;
    /// The work of a turn at first.
    const TURN: u64 = 1 << 22;
    /// The most times that an empty board is filled, each time with another kind first.
    const FILLS: usize = 4;
    /// The most work to fill the board once: that of any board, and that for each variable.
    const FILL: u64 = 1 << 25;
    const FILL_EACH: u64 = 1 << 7;

    /// Returns `None` on a small board, where the empty one lacks more than a few pieces, and where no piece is wanted.
    pub(super) fn new(repair: &Repair, model: &Model, seed: u32, control: &mut Control) -> Result<Option<Self>, Cause> {
        let lacks = repair.broken.list.iter().take(Self::FEW as usize + 1).map(|row| {
            let row = &repair.rows[*row as usize];
            row.off(row.sum)
        });
        if model.vars() < Self::LEAST || lacks.fold(0, i64::saturating_add) > Self::FEW {
            return Ok(None);
        }
        let mut heaviest = vec![0; model.kinds];
        for (var, weight) in repair.worths.list().iter().enumerate() {
            let own: &mut i64 = &mut heaviest[var % model.kinds];
            *own = (*own).max(*weight);
        }
        let mut kinds: Vec<u16> = (0..model.kinds as u16).filter(|kind| heaviest[usize::from(*kind)] > 0).collect();
        if kinds.is_empty() {
            return Ok(None);
        }
        let mut loose = Vec::new();
        for (number, row) in (0..).zip(&repair.rows) {
            let members = &repair.members[row.members.0 as usize..row.members.1 as usize];
            let is_difference = row.shape == Shape::Sum && row.when == When::Always;
            if is_difference && members.iter().any(|member| member.adds) && members.iter().any(|member| !member.adds) {
                loose.push(number);
            }
        }
        // The last is an empty board.
        let mut seeds = vec![(Vec::new(), Broken::Trimmed)];
        if let Some(questions) = Questions::of_the_middle(model, Questions::WINDOW, control)? {
            let patterns = questions.patterns(model, &repair.worths, seed, control)?;
            for broken in [Broken::Mended, Broken::Trimmed] {
                seeds.extend(patterns.iter().rev().map(|vars| (vars.clone(), broken)));
            }
            let islands = Questions::islands(model, &repair.worths, seed, control)?;
            seeds.extend(islands.map(|vars| (vars, Broken::Trimmed)));
        }
        if !loose.is_empty()
            && let Some(questions) = Questions::of_all(model, control)?
        {
            let blocks = questions.blocks(model, &repair.worths, seed, control)?;
            for broken in [Broken::Mended, Broken::Trimmed] {
                seeds.extend(blocks.iter().map(|vars| (vars.clone(), broken)));
            }
        }
        sort_by_number(&mut kinds, |kind| -heaviest[usize::from(*kind)]);
        if loose.is_empty() {
            let fills = kinds.len().min(Self::FILLS);
            seeds.splice(0..0, vec![(Vec::new(), Broken::Trimmed); fills - 1]);
            // Each fill takes the next kind first, the last of them the heaviest.
            kinds.rotate_right(fills);
        }
        let (rows, columns) = (model.board().rows(), model.board().columns());
        let mut slots = vec![0; rows * columns];
        for (slot, square) in (1..).zip(&model.slots) {
            slots[square.index(columns)] = slot;
        }
        Ok(Some(Self {
            squares: model.slots.clone(),
            slots,
            columns,
            kinds,
            seeds,
            loose,
            groups: Vec::new(),
            search: 0,
            turn: Turn::Begin,
            left: u64::MAX,
            length: Self::TURN,
            log: Vec::new(),
            kept: Vec::new(),
            value: i64::MIN,
            is_told: true,
            since: 0,
        }))
    }

    /// The work to fill a board with this number of variables.
    fn fill_work(vars: usize) -> u64 {
        Self::FILL + Self::FILL_EACH * vars as u64
    }

    fn keep(&mut self, value: i64, vars: &[Var]) {
        self.value = value;
        self.kept.clear();
        self.kept.extend_from_slice(vars);
    }

    fn rows(&self) -> usize {
        self.slots.len() / self.columns
    }

    /// The slot of the square that lies this far down and to the right of another.
    pub(super) fn slot(&self, from: Square, down: i32, right: i32) -> Option<u32> {
        let row = from.row().checked_add_signed(down as isize).filter(|row| *row < self.rows())?;
        let column = from.column().checked_add_signed(right as isize).filter(|column| *column < self.columns)?;
        self.slots[row * self.columns + column].checked_sub(1)
    }

    /// Remembers pieces that came together, given the changes with what stood there before.
    pub(super) fn learn(&mut self, log: &[Change], stands: &[u16]) {
        /// The number of groups that are remembered.
        const GROUPS: usize = 4;
        let Some((first, _)) = log.first() else { return };
        let from = self.squares[*first as usize];
        let way = |(slot, _): &Change| {
            let square = self.squares[*slot as usize];
            let down = square.row() as i32 - from.row() as i32;
            (down, square.column() as i32 - from.column() as i32, stands[*slot as usize])
        };
        let group: Vec<(i32, i32, u16)> = log.iter().map(way).collect();
        if group.iter().any(|(.., stands)| *stands == 0) || self.groups.contains(&group) {
            return;
        }
        self.groups.truncate(GROUPS - 1);
        self.groups.insert(0, group);
    }

    /// The slots of a window, in one of four orders.
    pub(super) fn window(&self, random: &mut Random) -> Vec<u32> {
        /// The least side of a window, and how many more there may be.
        const SIDE: (usize, u64) = (4, 6);
        let mut side = |most: usize| (SIDE.0 + random.below(SIDE.1) as usize).min(most);
        let (height, width) = (side(self.rows()), side(self.columns));
        let center = self.squares[random.below(self.squares.len() as u64) as usize];
        let top = center.row().saturating_sub(height / 2).min(self.rows() - height);
        let left = center.column().saturating_sub(width / 2).min(self.columns - width);
        let turned = random.below(2) == 0;
        let mut slots = Vec::with_capacity(height * width);
        for place in 0..height * width {
            let (row, column) = if turned { (place % height, place / height) } else { (place / width, place % width) };
            if let Some(slot) = self.slots[(top + row) * self.columns + left + column].checked_sub(1) {
                slots.push(slot);
            }
        }
        if random.below(2) == 0 {
            slots.reverse();
        }
        slots
    }
}

impl Repair {
    /// The most work to repair a placement to begin with, for each variable.
    const MEND: u64 = 1 << 8;

    /// Continues on a large board for this much work, or until a better placement is worth returning.
    pub(super) fn run_by_turns(
        &mut self,
        mut large: Large,
        work: u64,
        control: &mut Control,
    ) -> Result<Option<&[Var]>, Cause> {
        let mut left = work;
        // What is found often is returned more seldom: to copy it costs as much as the board is large.
        let seldom = 16 * self.placed.limit() as u64;
        loop {
            let before = control.charged();
            let done = self.turn(&mut large, control).and_then(|cost| control.charge(cost));
            let cost = control.charged().saturating_sub(before);
            large.since += cost;
            let is_over = left < cost || done.is_err();
            left = left.saturating_sub(cost);
            let is_time = is_over || large.since >= seldom;
            if is_time && done.is_ok() && large.turn == Turn::Windows && self.balanced(&large.loose) > large.value {
                self.trim(control).ok();
            }
            let keeps = self.broken.list.is_empty() && self.value > large.value;
            let is_rested = is_time || large.turn == Turn::Steps;
            // Windows leave a placement that is no worse. After a step, or where differences may leave their ranges, it may be gone.
            if keeps && (is_rested || !large.loose.is_empty()) {
                large.keep(self.value, &self.placed.list);
            }
            if keeps && is_rested {
                large.since = 0;
            }
            if keeps && self.best.is_none_or(|best| self.value > best) {
                self.take_down(&mut large);
            }
            // What has been found is returned also where the limit is reached meanwhile.
            let is_due = !large.is_told && is_time && self.best == Some(large.value);
            large.is_told |= is_due;
            if is_due || is_over {
                let large = self.large.insert(large);
                if is_due {
                    self.over = done.err();
                } else {
                    done?;
                }
                return Ok(is_due.then_some(&large.kept));
            }
        }
    }

    /// Takes down that the placement is better than what others know.
    fn take_down(&mut self, large: &mut Large) {
        large.left = large.left.max(large.length);
        self.best = Some(self.value);
        large.is_told = false;
    }

    /// Does a little of a turn; returns about the work it took, beside what it charged.
    fn turn(&mut self, large: &mut Large, control: &mut Control) -> Result<u64, Cause> {
        let cost = match large.turn {
            Turn::Begin => return self.begin(large, control),
            Turn::Fill(slot, left) => {
                let cost = 8 + self.insert_any(slot, large);
                large.log.clear();
                let is_last = slot as usize + 1 == self.stands.len() || left < cost;
                if is_last {
                    self.end_fill(large, control)?;
                } else {
                    large.turn = Turn::Fill(slot + 1, left - cost);
                }
                return Ok(cost);
            }
            Turn::Mend(left) => {
                // No value is aimed at meanwhile.
                let best = self.best.take();
                let cost = self.step();
                self.best = best;
                large.turn = Turn::Mend(left.saturating_sub(cost));
                if self.broken.list.is_empty() || left < cost {
                    self.trim(control)?;
                    if self.broken.list.is_empty() {
                        self.begin_fill(large);
                    } else {
                        large.turn = Turn::Begin;
                    }
                    return Ok(cost + 8 * self.rows.len() as u64);
                }
                return Ok(cost);
            }
            Turn::Windows => self.refill(large),
            Turn::Steps => {
                let keeps = self.broken.list.is_empty();
                let better = keeps && self.best.is_none_or(|best| self.value > best);
                debug_assert!(!better, "a better placement is taken down at once");
                self.step()
            }
        };
        large.left = large.left.saturating_sub(cost);
        if large.left > 0 {
            return Ok(cost);
        }
        large.length += large.length / 8;
        large.left = large.length;
        if large.turn == Turn::Windows {
            self.trim(control)?;
            self.keep_if_better(large);
            large.turn = Turn::Steps;
            return Ok(cost);
        }
        // While nothing is known that keeps all rules, steps go on.
        self.keep_if_better(large);
        if large.value == i64::MIN {
            return Ok(cost);
        }
        large.turn = Turn::Windows;
        large.search = u64::MAX;
        self.level();
        self.stand(&large.kept, control)?;
        Ok(cost + 8 * self.rows.len() as u64)
    }

    /// Keeps a placement that is better than those before.
    fn keep_if_better(&mut self, large: &mut Large) {
        if self.broken.list.is_empty() && self.value > large.value {
            large.keep(self.value, &self.placed.list);
            if self.best.is_none_or(|best| self.value > best) {
                self.take_down(large);
            }
        }
    }

    /// Goes on with the next placement to begin with, if there is one; returns about the work it took.
    fn begin(&mut self, large: &mut Large, control: &mut Control) -> Result<u64, Cause> {
        if let Some((seed, broken)) = large.seeds.pop() {
            if seed.is_empty() && large.loose.is_empty() {
                large.kinds.rotate_left(1);
            }
            self.stand(&seed, control)?;
            if broken == Broken::Trimmed {
                self.trim(control)?;
            }
            if self.broken.list.is_empty() {
                self.begin_fill(large);
            } else {
                large.turn = Turn::Mend(Self::MEND * self.placed.limit() as u64);
            }
            return Ok(8 * self.rows.len() as u64);
        }
        self.stand(&large.kept, control)?;
        large.turn = if large.value == i64::MIN { Turn::Steps } else { Turn::Windows };
        (large.left, large.search) = (large.length, u64::MAX);
        Ok(0)
    }

    /// Makes all rules weigh the same.
    fn level(&mut self) {
        for row in 0..self.rows.len() {
            self.rows[row].weight = self.unit;
            self.weigh(row as u32);
        }
        self.pull = 1;
    }

    fn begin_fill(&mut self, large: &mut Large) {
        self.level();
        let work = Large::fill_work(self.placed.limit());
        large.search = work / 2;
        large.turn = Turn::Fill(0, work);
    }

    /// Keeps what a fill has come to.
    fn end_fill(&mut self, large: &mut Large, control: &mut Control) -> Result<(), Cause> {
        self.trim(control)?;
        self.keep_if_better(large);
        large.turn = Turn::Begin;
        Ok(())
    }

    /// Takes pieces away until no rule is broken, if that is possible.
    fn trim(&mut self, control: &mut Control) -> Result<(), Cause> {
        /// Where more than this must go, few ways are looked at for each.
        const FAR: i64 = 64;
        const FEW: usize = 4;
        // What no piece less would mend is passed over.
        let mut passed = 0;
        while let Some(place) = self.broken.list.len().checked_sub(passed + 1) {
            let row = self.broken.list[place];
            self.options.clear();
            self.repairs(row);
            let mut options = std::mem::take(&mut self.options);
            let mut cost = 8 + 2 * options.len() as u64;
            options.retain(|(slot, after)| *after == 0 && self.stands[*slot as usize] > 0);
            let own = &self.rows[row as usize];
            options.truncate(if own.off(own.sum) > FAR { FEW } else { Self::LOOKED_AT });
            let mut best: Option<(i64, Change)> = None;
            for change in &options {
                let (delta, own) = self.delta(*change);
                cost += own;
                if best.is_none_or(|(least, _)| delta < least) {
                    best = Some((delta, *change));
                }
            }
            self.options = options;
            match best {
                Some((_, change)) => {
                    cost += self.make(change);
                    passed = 0;
                }
                None => passed += 1,
            }
            control.charge(cost)?;
        }
        Ok(())
    }

    /// Makes just these stand.
    pub(super) fn stand(&mut self, vars: &[Var], control: &mut Control) -> Result<(), Cause> {
        control.charge(self.stands.len() as u64)?;
        let mut stands = vec![0; self.stands.len()];
        for var in vars {
            let (slot, kind) = self.put(*var);
            stands[slot as usize] = kind;
        }
        for (slot, kind) in (0..).zip(stands) {
            if self.stands[slot as usize] != kind {
                let cost = self.make((slot, kind));
                control.charge(cost)?;
            }
        }
        Ok(())
    }
}
