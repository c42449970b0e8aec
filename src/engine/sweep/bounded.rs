//! Sweeps that leave out states from which too little can come.
//!
//! Each flag and each automaton is a component: tables over the squares it reads. Give each of its choices a number, any number, and
//! take the sum of a component's numbers off what the choices are worth. Then no path is worth more than what the squares are still
//! worth, of each the most, together with the most that each component's numbers add up to along a path that it accepts; and from a
//! state no more than what squares and components still add up to from there. So a path has a *shortfall*: how much of that it has
//! given up, square by square. Paths to a state that fall short by more than lies between the bound of all and a value that is asked
//! for lead to nothing, and the state of which the best path falls short least is worth the most. How the numbers were found does not
//! matter: they are multipliers of rows that follow from one component each.

use super::front::ChoiceWeight;
use super::key::Key;
use super::layout::{Layout, Lease};
use super::lower::Lowered;
use super::order::Order;
use super::plan::{Choice, Plan};
use super::trace::{Layers, Weights};
use super::value::Greatest;
use super::{PreparedSweep, automaton::REJECT};
use crate::budget::{Cause, Control};
use crate::model::dual::{Ascent, Relaxation};
use crate::model::{Model, Rows, Worths};

/// More than any shortfall, and far from what a sum cannot hold.
const NEVER: i64 = 1 << 60;

/// A flag or an automaton.
struct Component<'a> {
    /// The places it reads, in order.
    places: Vec<usize>,
    /// For each of them the next state by own state and choice.
    tables: Vec<std::borrow::Cow<'a, [u16]>>,
    choices: usize,
    lease: Lease,
    is_flag: bool,
}

impl<'a> Component<'a> {
    /// The components of what a sweep remembers, but for those that count raised flags.
    fn all(lowered: &'a Lowered, layout: &Layout, order: &Order, control: &mut Control) -> Result<Vec<Self>, Cause> {
        let choices = order.choices();
        let mut all = Vec::with_capacity(lowered.flags.len() + lowered.automata.len());
        for (flag, lease) in lowered.flags.iter().zip(&layout.flags) {
            let Some(lease) = *lease else { continue };
            // What a choice does at a place: it is blocked, lowers, raises.
            let mut effects: Vec<(usize, [bool; 3], usize)> = Vec::new();
            for (which, vars) in [&flag.blocks, &flag.lowers, &flag.raises].into_iter().enumerate() {
                control.charge(4 * vars.len() as u64)?;
                for var in vars {
                    let mut does = [false; 3];
                    does[which] = true;
                    effects.push((order.place(*var), does, order.choice(*var)));
                }
            }
            effects.retain(|(place, ..)| (lease.start..=lease.end).contains(place));
            let mut places: Vec<usize> = effects.iter().map(|(place, ..)| *place).collect();
            places.sort_unstable();
            places.dedup();
            let mut does = vec![[false; 3]; places.len() * choices];
            for (place, own, choice) in effects {
                let index = places.partition_point(|other| *other < place);
                for (known, own) in does[index * choices + choice].iter_mut().zip(own) {
                    *known |= own;
                }
            }
            let last = places.len() - 1;
            let table = |index: usize| {
                let mut table = Vec::with_capacity(2 * choices);
                for up in [false, true] {
                    for [is_blocked, lowers, raises] in &does[index * choices..(index + 1) * choices] {
                        let then = *raises || up && !lowers;
                        let is_broken = up && *is_blocked || index == last && flag.must && !then;
                        table.push(if is_broken {
                            REJECT
                        } else if index == last {
                            0
                        } else {
                            u16::from(then)
                        });
                    }
                }
                table.into()
            };
            let tables = (0..places.len()).map(table).collect();
            all.push(Self { places, tables, choices, lease, is_flag: true });
        }
        for (automaton, lease) in lowered.automata.iter().zip(&layout.automata) {
            let tables = automaton.tables.iter().map(|table| table.as_slice().into()).collect();
            all.push(Self { places: automaton.places.clone(), tables, choices, lease: *lease, is_flag: false });
        }
        Ok(all)
    }

    /// What it takes to go through its tables.
    fn cost(&self) -> u64 {
        self.tables.iter().map(|table| table.len() as u64).sum()
    }

    /// Returns for each state at each place, and the one at the end, the most that these numbers of the choices add up to from there:
    /// `NEVER` below 0 where it accepts nothing.
    fn most(&self, number: impl Fn(usize, usize) -> i64) -> Vec<Vec<i64>> {
        let mut most = vec![vec![0]];
        for (index, table) in self.tables.iter().enumerate().rev() {
            let mut own = Vec::with_capacity(table.len() / self.choices);
            for row in table.chunks(self.choices) {
                let then = row.iter().enumerate().filter(|(_, then)| **then != REJECT);
                let sums = then.filter_map(|(choice, then)| {
                    let next = most.last().map_or(0, |next: &Vec<i64>| next[usize::from(*then)]);
                    (next > -NEVER).then_some(next + number(index, choice))
                });
                own.push(sums.max().unwrap_or(-NEVER));
            }
            most.push(own);
        }
        most.reverse();
        most
    }

    /// Whether it reads all these places.
    fn reads(&self, places: &[usize]) -> bool {
        places.iter().all(|place| self.places.binary_search(place).is_ok())
    }
}

/// Rows with their multipliers, each end of which follows from a component.
pub(super) struct Multipliers {
    relaxation: Relaxation,
    ascent: Ascent,
    /// For each row the component of its upper and of its lower end.
    of_rows: Vec<[usize; 2]>,
    /// Whether more work would gain little.
    is_close: bool,
}

impl Multipliers {
    /// Returns multipliers that are all 0; `None` where there are too many rows, or numbers too large.
    pub(super) fn new(
        model: &Model,
        prepared: &PreparedSweep,
        worths: &Worths,
        control: &mut Control,
    ) -> Result<Option<Self>, Cause> {
        let PreparedSweep { order, lowered, layout } = prepared;
        let components = Component::all(lowered, layout, order, control)?;
        let mut reading: Vec<Vec<usize>> = vec![Vec::new(); order.len()];
        for (number, component) in components.iter().enumerate() {
            for place in &component.places {
                reading[*place].push(number);
            }
        }
        for list in &mut reading {
            list.sort_by_key(|number| components[*number].places.len());
        }
        let mut rows = match Rows::of(model, control.formulation, control) {
            Ok(rows) => rows,
            Err(Cause::MemoryLimit) => return Ok(None),
            Err(cause) => return Err(cause),
        };
        let (pieces, mut of_rows, mut work) = (rows.pieces, Vec::new(), 0);
        rows.narrow(|terms, (min, max)| {
            if terms.iter().any(|(_, column)| *column as usize >= pieces) {
                return None;
            }
            let mut places: Vec<usize> = terms.iter().map(|(_, column)| order.place(*column)).collect();
            places.sort_unstable();
            places.dedup();
            let follows = |sign: i64, end: i64, work: &mut u64| {
                let implies = |number: &usize| {
                    let component = &components[*number];
                    *work += places.len() as u64;
                    if !component.reads(&places) {
                        return false;
                    }
                    *work += component.cost();
                    let mut numbers = vec![0; component.places.len() * component.choices];
                    for (own, column) in terms {
                        let index = component.places.partition_point(|place| *place < order.place(*column));
                        numbers[index * component.choices + order.choice(*column)] += sign * own;
                    }
                    let most = component.most(|index, choice| numbers[index * component.choices + choice]);
                    most[0][0] <= end
                };
                reading[*places.first()?].iter().copied().find(implies)
            };
            let upper = if max == i64::MAX { None } else { follows(1, max, &mut work) };
            let lower = if min == i64::MIN { None } else { follows(-1, min.saturating_neg(), &mut work) };
            if upper.is_none() && lower.is_none() {
                return None;
            }
            of_rows.push([upper.unwrap_or(usize::MAX), lower.unwrap_or(usize::MAX)]);
            let min = if lower.is_some() { min } else { i64::MIN };
            Some((min, if upper.is_some() { max } else { i64::MAX }))
        });
        control.charge(work)?;
        let Some(relaxation) = Relaxation::of(&rows, model, worths, control)? else { return Ok(None) };
        // Rows of large numbers are left out, and worths that are too large rounded.
        let is_exact =
            (0..model.vars() as u32).all(|var| relaxation.value(relaxation.scaled(var)) == worths.weight(var));
        if relaxation.rows() != of_rows.len() || !is_exact {
            return Ok(None);
        }
        let ascent = Ascent::new(&relaxation);
        Ok(Some(Self { relaxation, ascent, of_rows, is_close: false }))
    }

    /// Improves the multipliers by this much work at most; tells whether that may have changed them.
    pub(super) fn improve(&mut self, work: u64, control: &mut Control) -> Result<bool, Cause> {
        if self.is_close {
            return Ok(false);
        }
        self.is_close = self.ascent.settle_rows(&self.relaxation, work, control)?.1;
        Ok(true)
    }

    /// The least scaled sum that allows a value, and the value that a sum allows.
    pub(super) fn sum(&self, value: i64) -> i64 {
        self.relaxation.sum(value)
    }

    pub(super) fn value(&self, sum: i64) -> i64 {
        self.relaxation.value(sum)
    }

    /// The least scaled sum of any choices.
    pub(super) fn least(&self) -> i64 {
        self.relaxation.least()
    }

    /// What all values are multiples of.
    pub(super) fn unit(&self) -> i64 {
        self.relaxation.unit()
    }

    /// Returns the shortfall of each choice by these multipliers.
    pub(super) fn shortfalls<K: Key>(
        &self,
        prepared: &PreparedSweep,
        plan: &Plan<K>,
        control: &mut Control,
    ) -> Result<Shortfalls<K>, Cause> {
        let PreparedSweep { order, lowered, layout } = prepared;
        let components = Component::all(lowered, layout, order, control)?;
        let choices = order.choices();
        let mut numbers: Vec<Vec<i64>> =
            components.iter().map(|component| vec![0; component.places.len() * choices]).collect();
        let mut left: Vec<Vec<i64>> = vec![vec![0; choices]; order.len()];
        for var in 0..self.relaxation.pieces() as u32 {
            left[order.place(var)][order.choice(var)] = self.relaxation.scaled(var);
        }
        for (row, multiplier) in self.ascent.multipliers().iter().enumerate().filter(|(_, number)| **number != 0) {
            let [upper, lower] = self.of_rows[row];
            let number = if *multiplier > 0 { upper } else { lower };
            let component = &components[number];
            for (column, own) in self.relaxation.row(row).integers() {
                let (place, choice) = (order.place(column), order.choice(column));
                let index = component.places.partition_point(|other| *other < place);
                numbers[number][index * choices + choice] += multiplier * own;
                left[place][choice] -= multiplier * own;
            }
        }
        let mut shortfalls = Shortfalls { bound: 0, stages: Vec::with_capacity(order.len()) };
        for (stage, left) in plan.stages.iter().zip(&left) {
            let most = stage.choices.iter().map(|choice| left[choice.number]).max().unwrap_or(0);
            shortfalls.bound += most;
            let own = |choice: &Choice<K>| OfChoice { always: most - left[choice.number], raised: Vec::new() };
            shortfalls.stages.push(OfStage { choices: stage.choices.iter().map(own).collect(), fields: Vec::new() });
        }
        for (component, numbers) in components.iter().zip(&numbers) {
            control.charge(2 * component.cost())?;
            if numbers.iter().any(|number| *number != 0) {
                shortfalls.add(component, numbers, plan);
            }
        }
        Ok(shortfalls)
    }
}

/// By how much the choices at each place fall short, and the scaled sum of what falls short of nothing.
pub(super) struct Shortfalls<K> {
    pub(super) bound: i64,
    stages: Vec<OfStage<K>>,
}

struct OfStage<K> {
    choices: Vec<OfChoice<K>>,
    fields: Vec<OfField>,
}

struct OfChoice<K> {
    /// What it falls short by in any case: where all flags are down.
    always: i64,
    /// What a flag that is up adds.
    raised: Vec<(K, i64)>,
}

/// What a choice falls short by for the state of an automaton.
struct OfField {
    bit: u32,
    width: u32,
    fresh: bool,
    choices: usize,
    table: Vec<i64>,
}

impl<K: Key> Shortfalls<K> {
    fn add(&mut self, component: &Component<'_>, numbers: &[i64], plan: &Plan<K>) {
        let choices = component.choices;
        let most = component.most(|index, choice| numbers[index * choices + choice]);
        // What accepts nothing shows by itself.
        if most[0][0] == -NEVER {
            return;
        }
        self.bound += most[0][0];
        for (index, (place, table)) in component.places.iter().zip(&component.tables).enumerate() {
            let short = |own: usize, choice: usize| {
                let then = table[own * choices + choice];
                let from = most[index][own];
                if then == REJECT || from == -NEVER || most[index + 1][usize::from(then)] == -NEVER {
                    return NEVER;
                }
                from - numbers[index * choices + choice] - most[index + 1][usize::from(then)]
            };
            let stage = &mut self.stages[*place];
            let own_choices = || plan.stages[*place].choices.iter().map(|choice| choice.number);
            let states = table.len() / choices;
            let is_fresh = index == 0;
            if component.is_flag {
                for (of_choice, choice) in stage.choices.iter_mut().zip(own_choices()) {
                    let (down, up) = (short(0, choice), short(1, choice));
                    // What is never allowed is not asked for.
                    of_choice.always += if down == NEVER { 0 } else { down };
                    let more = if up == NEVER { 0 } else { up } - if down == NEVER { 0 } else { down };
                    if !is_fresh && more != 0 {
                        of_choice.raised.push((K::bit(component.lease.bit), more));
                    }
                }
            } else {
                let table: Vec<i64> = (0..states)
                    .flat_map(|own| (0..choices).map(move |choice| (own, choice)))
                    .map(|(own, choice)| short(own, choice))
                    .collect();
                if table.iter().any(|short| *short != 0 && *short != NEVER) {
                    let Lease { bit, width, .. } = component.lease;
                    stage.fields.push(OfField { bit, width, fresh: is_fresh, choices, table });
                }
            }
        }
    }
}

/// Shortfalls, and how great they may be.
pub(super) struct Within<'a, K> {
    pub(super) shortfalls: &'a Shortfalls<K>,
    pub(super) gap: i64,
}

impl<K: Key> Weights<K, Greatest> for Within<'_, K> {
    fn at(&self, place: usize) -> impl ChoiceWeight<K, Greatest> {
        (&self.shortfalls.stages[place], self.gap)
    }
}

impl<K: Key> ChoiceWeight<K, Greatest> for (&OfStage<K>, i64) {
    #[inline]
    fn weight(&self, index: usize, choice: &Choice<K>, state: K, values: &[Greatest]) -> Option<i64> {
        let (OfStage { choices, fields }, gap) = self;
        let of_choice = &choices[index];
        let mut short = of_choice.always;
        for (flag, more) in &of_choice.raised {
            if !state.common(*flag).is_zero() {
                short += more;
            }
        }
        for field in fields {
            let own = if field.fresh { 0 } else { state.read(field.bit, field.width) };
            short = short.saturating_add(field.table[own * field.choices + choice.number]);
        }
        (short <= gap + values[0].0).then_some(-short)
    }
}

/// Sweeps that ask for less and less, until there is a solution.
pub(super) struct Passes<K> {
    multipliers: Multipliers,
    shortfalls: Shortfalls<K>,
    /// The pass under way, and the least scaled sum that it asks for.
    layers: Option<Layers<K, Greatest>>,
    asked: i64,
    /// The greatest worth of a choice, either way.
    greatest: i64,
    /// No solution has this scaled sum, nor more.
    too_much: i64,
    /// How much less the next pass asks for, in units of the scaled sum.
    step: i64,
    /// The work of all passes, and of this and of the last one.
    spent: u64,
    own: u64,
    last: u64,
}

/// What passes come to.
pub(super) enum Outcome<K> {
    /// The greatest value, and a way to it.
    Best(i64, Vec<(K, usize)>),
    /// Nothing is better than what is known.
    Nothing,
    /// The next square is not the turn of this pass.
    Waiting,
}

impl<K: Key> Passes<K> {
    /// The most members of all rules for which multipliers are looked for.
    const MAX_MEMBERS: usize = 1 << 18;
    /// The work that goes into multipliers before the first pass, and what part of all work so far before each other.
    const FIRST: u64 = 1 << 18;
    const PART: u64 = 4;
    /// How many times the greatest worth may lie between the bound and what is asked for. Beyond, few states are left out: kings that
    /// attack at most two others on 12×12 are 73 where rows allow 86.
    const NEAR: i64 = 4;

    /// Prepares the first pass; `None` where no row that matters follows from what the sweep remembers.
    pub(super) fn new(
        model: &Model,
        prepared: &PreparedSweep,
        plan: &Plan<K>,
        worths: &Worths,
        control: &mut Control,
    ) -> Result<Option<Self>, Cause> {
        if !model.has_members_within(Self::MAX_MEMBERS, control)? {
            return Ok(None);
        }
        let greatest = worths.list().iter().map(|weight| weight.saturating_abs()).max().unwrap_or(0);
        let before = control.charged();
        let Some(mut multipliers) = Multipliers::new(model, prepared, worths, control)? else { return Ok(None) };
        multipliers.improve(Self::FIRST, control)?;
        let shortfalls = multipliers.shortfalls(prepared, plan, control)?;
        let spent = control.charged() - before;
        let (asked, too_much) = (i64::MAX, i64::MAX);
        let own =
            Self { multipliers, shortfalls, layers: None, greatest, asked, too_much, step: 1, spent, own: 0, last: 0 };
        Ok(Some(own))
    }

    /// Whether little lies between the bound and what passes ask for, or may still. Where it does not, multipliers are improved, until
    /// passes have done this much work together.
    pub(super) fn are_worth_while(
        &mut self,
        sweep: (&PreparedSweep, &Plan<K>),
        room: u64,
        control: &mut Control,
    ) -> Result<bool, Cause> {
        let before = control.charged();
        loop {
            let bound = self.multipliers.value(self.shortfalls.bound);
            let asked = self.multipliers.value(self.too_much.min(self.shortfalls.bound));
            let is_near = bound.saturating_sub(asked) <= Self::NEAR.saturating_mul(self.greatest);
            let spent = self.spent + control.charged() - before;
            let may_come_near = !is_near && spent <= room && self.improve(sweep, room - spent, control)?;
            if !may_come_near {
                self.spent += control.charged() - before;
                return Ok(is_near || spent > room);
            }
        }
    }

    /// Improves the multipliers by this much work at most, unless a pass is under way; tells whether that may have changed them.
    fn improve(
        &mut self,
        (prepared, plan): (&PreparedSweep, &Plan<K>),
        work: u64,
        control: &mut Control,
    ) -> Result<bool, Cause> {
        let is_better = self.layers.is_none() && self.multipliers.improve(work, control)?;
        if is_better {
            self.shortfalls = self.multipliers.shortfalls(prepared, plan, control)?;
        }
        Ok(is_better)
    }

    /// The work so far.
    pub(super) fn spent(&self) -> u64 {
        self.spent
    }

    /// The value that no solution exceeds.
    pub(super) fn bound(&self) -> i64 {
        self.multipliers.value(self.shortfalls.bound.min(self.too_much.saturating_sub(1)))
    }

    /// Passes one more square, or begins another pass. Only values above `best` matter, and none is above `bound`; `held` are bytes
    /// held elsewhere.
    pub(super) fn go_on(
        &mut self,
        (prepared, plan): (&PreparedSweep, &Plan<K>),
        [best, bound]: [Option<i64>; 2],
        held: u64,
        control: &mut Control,
    ) -> Result<Outcome<K>, Cause> {
        let least = best.map_or(self.multipliers.least(), |best| self.multipliers.sum(best.saturating_add(1)));
        if self.too_much <= least || self.shortfalls.bound < least {
            return Ok(Outcome::Nothing);
        }
        if self.layers.is_none() {
            self.begin((prepared, plan), bound, control)?;
            self.layers = Some(Layers::beside(held));
        }
        self.asked = self.asked.max(least);
        let within = Within { shortfalls: &self.shortfalls, gap: self.shortfalls.bound - self.asked };
        let Some(layers) = &mut self.layers else { return Ok(Outcome::Waiting) };
        let (before, counted) = (control.charged(), vec![false; plan.choices()]);
        let passed = layers.pass_square(plan, &counted, &within, control);
        let work = control.charged() - before;
        self.spent += work;
        self.own += work;
        if passed? {
            return Ok(Outcome::Waiting);
        }
        if let Some(Greatest(short)) = layers.end().copied() {
            let way = layers.greatest(plan, &within, control)?;
            return Ok(Outcome::Best(self.multipliers.value(self.shortfalls.bound + short), way));
        }
        (self.layers, self.too_much) = (None, self.asked);
        Ok(Outcome::Waiting)
    }

    /// Chooses what the next pass asks for.
    fn begin(
        &mut self,
        sweep: (&PreparedSweep, &Plan<K>),
        bound: Option<i64>,
        control: &mut Control,
    ) -> Result<(), Cause> {
        let before = control.charged();
        if self.too_much < i64::MAX {
            self.improve(sweep, self.spent / Self::PART, control)?;
        }
        self.spent += control.charged() - before;
        // A pass should cost twice as much as the last one, so that all together cost little more than that which ends it.
        if self.own < self.last.saturating_mul(2) {
            self.step = self.step.saturating_mul(2);
        }
        (self.last, self.own) = (self.own, 0);
        let unit = self.multipliers.sum(self.multipliers.unit());
        let top = self.shortfalls.bound.min(self.too_much.saturating_sub(1));
        let top = self.multipliers.sum(self.multipliers.value(top));
        let top = bound.map_or(top, |bound| top.min(self.multipliers.sum(bound)));
        self.asked = if self.too_much == i64::MAX { top } else { top - (self.step - 1) * unit };
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::key::with_key;
    use super::super::trace::Weights as _;
    use super::*;
    use crate::budget::{Engine, Options, Random};
    use crate::language::{Board, Constraint, Piece, Problem, Weights, Wrap, classics};

    fn problems() -> Vec<Problem> {
        let boards = [
            Board::new(2, 5),
            Board::new(4, 3),
            Board::square(3).with_wrap(Wrap::Both),
            Board::square(4).with_walls([(1, 1), (2, 3)]).with_holes([(0, 3)]),
        ];
        let pieces =
            [Piece::KING, Piece::KNIGHT, Piece::QUEEN, Piece::BISHOP, Piece::ROOK.within(2), Piece::WHITE_PAWN];
        let mut problems = Vec::new();
        for board in &boards {
            for piece in &pieces {
                let own = || (board.clone(), piece.clone());
                let simple = [
                    classics::non_attacking,
                    classics::domination,
                    classics::total_domination,
                    classics::independent_domination,
                ];
                problems.extend(simple.into_iter().map(|classic| classic(own().0, own().1)));
                problems.extend(
                    [(0, 1), (1, 2), (2, 2), (0, 3)].map(|(min, max)| classics::attacking(own().0, own().1, min..=max)),
                );
                let mut two = Problem::new(own().0);
                let kinds = [two.add_kind("one", own().1), two.add_kind("other", Piece::WAZIR)];
                two.add(Constraint::attacks(kinds[0], kinds[1], 0)).add(Constraint::balance(
                    kinds[0],
                    kinds[1],
                    -1..=1,
                ));
                two.add(Constraint::covered(crate::Area::Everywhere, kinds.to_vec(), 1..).where_vacant());
                problems.push(two);
            }
        }
        problems
    }

    /// A problem with weights at random, ready for passes.
    fn prepared(
        problem: &Problem,
        random: &mut Random,
    ) -> Option<(Model, Arc<PreparedSweep>, Worths, Weights, Control)> {
        let mut control = Control::new(&Options::new());
        let random = std::cell::RefCell::new(random);
        let weights = Weights::from_fn(problem, |_, square| {
            3 * (random.borrow_mut().below(7) as i64 - 2 - 2 * (square.row() as i64 % 2))
        });
        let model = Model::compile(&Arc::new(problem.clone()), &mut control).expect("no limit was set");
        let worths = Worths::new(problem, &weights, 1);
        let prepared = PreparedSweep::of(&model, &mut control).ok()?;
        (!prepared.lowered.never).then_some((model, prepared, worths, weights, control))
    }

    /// Every path to the end falls short by as much as its value lies below the bound, never gains, and no more is asked of it.
    #[test]
    fn paths_fall_short_by_what_they_lack() {
        type Way<K> = (K, i64, i64);
        fn check<K: Key>(
            (plan, shortfalls): (&Plan<K>, &Shortfalls<K>),
            (place, (state, short, worth)): (usize, Way<K>),
            worth_of: &dyn Fn(usize, usize) -> i64,
            ends: &mut Vec<(i64, i64)>,
        ) {
            let Some(stage) = plan.stages.get(place) else {
                ends.push((shortfalls.bound - short, worth));
                return;
            };
            let within = Within { shortfalls, gap: 1 << 40 };
            for (index, choice) in stage.choices.iter().enumerate() {
                let Some(then) = stage.next(state, choice) else { continue };
                // What leads nowhere may fall short by any amount.
                let Some(weight) = within.at(place).weight(index, choice, state, &[Greatest(-short)]) else { continue };
                assert!(weight <= 0);
                let then = (then, short - weight, worth + worth_of(place, choice.number));
                check((plan, shortfalls), (place + 1, then), worth_of, ends);
            }
        }
        let mut random = Random::new(4);
        let (mut ends, mut found) = (0, 0);
        for problem in problems() {
            let Some((model, sweep, worths, _, mut control)) = prepared(&problem, &mut random) else { continue };
            let number = problem.count().expect("the problem is sound").exact().expect("no limit was set");
            with_key!(sweep.layout.width, K => {
                let plan = sweep.plan::<K>();
                let multipliers = Multipliers::new(&model, &sweep, &worths, &mut control).expect("no limit was set");
                let Some(mut multipliers) = multipliers else { continue };
                multipliers.improve(random.below(20_000), &mut control).expect("no limit was set");
                let shortfalls = multipliers.shortfalls(&sweep, &plan, &mut control).expect("no limit was set");
                let worth_of = |place: usize, choice: usize| {
                    let kind = choice.checked_sub(1);
                    kind.map_or(0, |kind| worths.list()[sweep.order.slots[place] as usize * model.kinds + kind])
                };
                let mut own = Vec::new();
                check((&plan, &shortfalls), (0, (K::default(), 0, 0)), &worth_of, &mut own);
                assert_eq!(number, own.len() as u64, "{problem}");
                for (sum, worth) in &own {
                    assert_eq!(*sum, multipliers.sum(*worth), "{problem}");
                }
                ends += own.len();
            });
            found += 1;
        }
        assert!(found > 150 && ends > 10_000, "{found} problems, {ends} paths");
    }

    /// Passes find the greatest value, whatever is known, and no more than that.
    #[test]
    fn passes_end_with_the_greatest_value() {
        let brute = Options::new().engine(Engine::Brute);
        let mut random = Random::new(5);
        let mut asked = 0;
        for problem in problems() {
            let Some((model, sweep, worths, weights, mut control)) = prepared(&problem, &mut random) else { continue };
            let best = problem.using(&brute).maximize_of(weights).expect("the problem is sound");
            let best = best.value().expect("no limit was set");
            with_key!(sweep.layout.width, K => {
                let plan = sweep.plan::<K>();
                for known in [None, best.map(|best| best - 4), best] {
                    let passes = Passes::new(&model, &sweep, &plan, &worths, &mut control).expect("no limit was set");
                    let Some(mut passes) = passes else { break };
                    asked += 1;
                    let found = loop {
                        let bound = passes.bound();
                        assert!(best.is_none_or(|best| bound >= best || known == Some(best)), "{bound}: {problem}");
                        match passes.go_on((&sweep, &plan), [known, None], 0, &mut control).expect("no limit was set") {
                            Outcome::Best(value, way) => {
                                assert_eq!(way.len(), plan.stages.len());
                                break Some(value);
                            }
                            Outcome::Nothing => break None,
                            Outcome::Waiting => {}
                        }
                    };
                    assert_eq!(found, best.filter(|best| known != Some(*best)), "{problem}");
                }
            });
        }
        assert!(asked > 300, "{asked}");
    }
}
