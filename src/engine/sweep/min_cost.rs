//! For every number of pieces the least cost, the number of solutions that reach it, and one of them.
//!
//! A sweep asks for so much at most, for some numbers of pieces at once, and drops a state once the rest of the board is known to
//! cost more, by the tables of `relax`. The first asks for what these tables allow; for numbers that are not reached the next one
//! asks for the least that the states dropped would have come to, or more where sweeps grow slowly. What is reached is the least
//! then, and no way to it is missed. Numbers for which memory does not suffice together are asked for in smaller groups.

use std::ops::Range;

use num_bigint::BigUint;

use super::super::Refusal;
use super::PreparedSweep;
use super::key::Key;
use super::plan::{Choice, Plan, Stage};
use super::relax::{self, NEVER, Prices, Relaxation, Whole};
use super::table::Table;
use crate::answer::Count;
use crate::budget::{Cause, Control};
use crate::engine::parallel::in_parts;
use crate::model::Model;

/// The least cost for a number of pieces, how many solutions reach it, and the choices of one of them.
pub(super) struct MinCost {
    pub(super) cost: u8,
    pub(super) ways: Count,
    pub(super) choices: Vec<usize>,
}

/// The number of paths, or nothing at all.
pub(super) trait MaybeCount: Clone + Sync {
    fn one() -> Self;
    fn add(&mut self, other: &Self);
    /// Returns the exact number, unless it overflowed.
    fn exact(&self) -> Option<Count>;
}

impl MaybeCount for () {
    fn one() -> Self {}

    fn add(&mut self, (): &Self) {}

    fn exact(&self) -> Option<Count> {
        None
    }
}

impl MaybeCount for u64 {
    fn one() -> Self {
        1
    }

    fn add(&mut self, other: &Self) {
        *self = self.saturating_add(*other);
    }

    fn exact(&self) -> Option<Count> {
        (*self < Self::MAX).then(|| (*self).into())
    }
}

impl MaybeCount for BigUint {
    fn one() -> Self {
        1u32.into()
    }

    fn add(&mut self, other: &Self) {
        *self += other;
    }

    fn exact(&self) -> Option<Count> {
        Some(Count::from_big(self.clone()))
    }
}

/// States before one square, the number of pieces among their bits, each with the least cost of a path to it.
struct Layer<K, T> {
    states: States<K>,
    ways: Vec<T>,
}

/// States with their least costs. What can be done without knowing the numbers of paths is compiled once for all of them.
struct States<K> {
    table: Table<K>,
    costs: Vec<u8>,
}

impl<K: Key> States<K> {
    fn bytes(&self) -> u64 {
        self.table.bytes() + self.costs.capacity() as u64
    }

    /// Returns the state with this number, and its cost.
    fn get(&self, number: usize) -> (K, u8) {
        (self.table.keys[number], self.costs[number])
    }
}

impl<K: Key, T: MaybeCount> Layer<K, T> {
    fn with_room(states: usize) -> Self {
        Self { states: States { table: Table::with_room(states), costs: Vec::new() }, ways: Vec::new() }
    }

    fn start() -> Self {
        let mut layer = Self::with_room(1);
        layer.add(K::default(), 0, &T::one());
        layer
    }

    fn bytes(&self) -> u64 {
        self.states.bytes() + (self.ways.capacity() * size_of::<T>()) as u64
    }

    fn add(&mut self, state: K, cost: u8, ways: &T) {
        let costs = &mut self.states.costs;
        let (number, fresh) = self.states.table.insert(state);
        if fresh {
            costs.push(cost);
            self.ways.push(ways.clone());
        } else if cost < costs[number] {
            costs[number] = cost;
            self.ways[number] = ways.clone();
        } else if cost == costs[number] {
            self.ways[number].add(ways);
        }
    }
}

/// What stays fixed during a sweep.
struct Course<'a, K> {
    plan: Plan<K>,
    prices: Prices<'a>,
    relaxations: Vec<Relaxation>,
    /// The places at which states are pruned, the first and the last among them.
    stops: Vec<bool>,
    /// The first bit of a state's number of pieces.
    bit: u32,
    width: u32,
    max: usize,
}

impl<'a, K: Key> Course<'a, K> {
    /// Prunes as often as tables have room for.
    fn new(
        model: &Model,
        prepared: &PreparedSweep,
        prices: Prices<'a>,
        control: &mut Control,
    ) -> Result<Self, Refusal> {
        let PreparedSweep { order, lowered, layout } = prepared;
        let rows = order.stops(model, usize::MAX);
        let in_rows = STEPS.map(|step| order.stops(model, step));
        let whole = |stops| Whole { lowered, layout, order, prices: &prices, stops };
        let reach = relax::reach(&whole(&rows), control)?;
        let room = control.memory_limit() / 4;
        let mut with_bytes = in_rows.iter().map(|stops| (stops, relax::bytes(&whole(stops), &reach)));
        let frequent = with_bytes.find(|(_, bytes)| *bytes <= room).map(|(stops, _)| stops);
        let relaxations = relax::relaxations(&whole(frequent.unwrap_or(&rows)), &reach, control)?;
        let stops = frequent.unwrap_or(&in_rows[STEPS.len() - 1]).clone();
        let max = reach[0];
        let width = usize::BITS - max.leading_zeros();
        Ok(Self { plan: prepared.plan(), prices, relaxations, stops, bit: layout.width, width, max })
    }
}

impl<K: Key> Course<'_, K> {
    fn pieces(&self, state: K) -> usize {
        state.read(self.bit, self.width)
    }

    /// Returns the bytes of the tables of bounds.
    fn held(&self) -> u64 {
        self.relaxations.iter().map(Relaxation::bytes).sum()
    }

    /// Returns the state after a choice. Out of line, so that there is one copy for all loops.
    #[inline(never)]
    fn next(&self, stage: &Stage<K>, state: K, choice: &Choice<K>) -> Option<K> {
        let pieces = self.pieces(state) + usize::from(self.prices.counted[choice.number]);
        let next = stage.next(state, choice)?;
        (pieces <= self.max).then(|| next.with(K::number(self.bit, pieces as u16)))
    }

    /// Calls a function with each state, and its cost, that some choices lead to, and with these choices.
    fn descend(
        &self,
        stages: &[Stage<K>],
        (state, cost): (K, u8),
        choices: &mut Vec<usize>,
        work: &mut u64,
        reached: &mut dyn FnMut(K, u8, &[usize]),
    ) {
        let Some((stage, rest)) = stages.split_first() else {
            reached(state, cost, choices);
            return;
        };
        *work += 8 * stage.choices.len() as u64;
        for choice in &stage.choices {
            if let Some(then) = self.next(stage, state, choice) {
                choices.push(choice.number);
                let cost = cost.saturating_add(self.prices.costs[choice.number]);
                self.descend(rest, (then, cost), choices, work, reached);
                choices.pop();
            }
        }
    }

    /// Bounds the cost of a state from below, for each final number of pieces that is asked for; tells whether it may be within the
    /// limits of any. If not, the bounds are those by which that was clear.
    fn is_within(&self, place: usize, (state, cost): (K, u8), asked: &Asked, bounds: &mut [u8]) -> bool {
        let Asked { numbers, below, .. } = asked;
        let pieces = self.pieces(state);
        if pieces >= numbers.end {
            bounds.fill(NEVER);
            return false;
        }
        let from = pieces.max(numbers.start);
        let (less, own) = bounds.split_at_mut(from - numbers.start);
        let below = &below[less.len()..];
        less.fill(NEVER);
        own.fill(cost);
        if place == self.plan.stages.len() {
            own.iter_mut().skip(usize::from(from == pieces)).for_each(|own| *own = NEVER);
        }
        let is_asked = |own: &[u8]| own.iter().zip(below).fold(0, |is, (own, below)| is | u8::from(own < below)) > 0;
        for rest in self.relaxations.iter().filter_map(|relaxation| relaxation.at(place, state)) {
            let rest = rest.get(from - pieces..).unwrap_or_default();
            let (some, more) = own.split_at_mut(rest.len().min(own.len()));
            more.fill(NEVER);
            for (own, rest) in some.iter_mut().zip(rest) {
                *own = (*own).max(rest.saturating_add(cost));
            }
            if !is_asked(own) {
                return false;
            }
        }
        is_asked(own)
    }

    /// Returns what follows from the states of a layer at the next stop, but for states from which no more than the limits can be reached.
    fn advance<T: MaybeCount>(
        &self,
        leg: &Range<usize>,
        layer: &Layer<K, T>,
        asked: &mut Asked,
        held: u64,
        control: &mut Control,
    ) -> Result<Layer<K, T>, Cause> {
        let mut next = Layer::with_room(layer.states.table.len());
        let all = 0..layer.states.table.len();
        for first in all.clone().step_by(MANY) {
            let own = first..all.end.min(first + MANY);
            for _ in own.clone() {
                control.node(0)?;
            }
            let held = held + layer.bytes() + next.bytes();
            let at_once = control.threads().min(own.len().div_ceil(PART)) as u64;
            let parts = in_parts(own.len(), PART, control, |part, control| {
                let part = own.start + part.start..own.start + part.end;
                self.within(leg, &layer.states, part, asked, |bytes| held + at_once * bytes, control)
            })?;
            let bytes = parts.iter().map(|(part, _)| (part.capacity() * size_of::<Reached<K>>()) as u64).sum::<u64>();
            for (part, others) in parts {
                for (all, own) in asked.next.iter_mut().zip(others) {
                    *all = (*all).min(own);
                }
                for some in part.chunks(1024) {
                    control.charge(8 * some.len() as u64)?;
                    control.hold(held + bytes + next.bytes())?;
                    next.states.table.reserve(some.len(), control)?;
                    for (state, cost, from) in some {
                        next.add(*state, *cost, &layer.ways[*from as usize]);
                    }
                }
            }
        }
        Ok(next)
    }

    /// Returns what some states of a layer lead to at the next stop, within the limits, and the least that anything else would come to,
    /// for each number of pieces; `held_with` tells how many bytes are held with so many here.
    fn within(
        &self,
        leg: &Range<usize>,
        states: &States<K>,
        own: Range<usize>,
        asked: &Asked,
        held_with: impl Fn(u64) -> u64,
        control: &mut Control,
    ) -> Result<(Vec<Reached<K>>, Vec<u8>), Cause> {
        let (mut within, mut next) = (Vec::new(), vec![NEVER; asked.numbers.len()]);
        let mut bounds = vec![0; asked.numbers.len()];
        let mut choices = Vec::new();
        for number in own {
            let mut work = 0;
            self.descend(
                &self.plan.stages[leg.clone()],
                states.get(number),
                &mut choices,
                &mut work,
                &mut |state, cost, _| {
                    if self.is_within(leg.end, (state, cost), asked, &mut bounds) {
                        within.push((state, cost, number as u32));
                    } else {
                        for (next, bound) in next.iter_mut().zip(&bounds) {
                            *next = (*next).min(*bound);
                        }
                    }
                },
            );
            control.charge(work)?;
            control.hold(held_with((within.capacity() * size_of::<Reached<K>>()) as u64))?;
        }
        Ok((within, next))
    }

    /// Returns the layers at the stops of a sweep that keeps all states from which no more than the limits may be reached.
    fn sweep<T: MaybeCount>(&self, asked: &mut Asked, control: &mut Control) -> Result<Vec<Layer<K, T>>, Cause> {
        let mut layers = vec![Layer::<K, T>::start()];
        let mut held = self.held();
        for leg in legs(&self.stops) {
            let Some(layer) = layers.last().filter(|layer| layer.states.table.len() > 0) else { break };
            let next = self.advance(&leg, layer, asked, held, control)?;
            held += layer.bytes();
            layers.push(next);
        }
        Ok(layers)
    }

    /// Returns the choices of one cheapest path to each state of the last layer.
    fn back(&self, layers: &[&States<K>], control: &mut Control) -> Result<Vec<TracedPath<K>>, Cause> {
        let mut found: Vec<TracedPath<K>> = Vec::new();
        if let Some(last) = layers.last() {
            for (state, cost) in last.table.keys.iter().zip(&last.costs) {
                found.push(TracedPath { state: *state, cost: *cost, choices: Vec::new() });
            }
        }
        for (leg, first) in legs(&self.stops).into_iter().zip(layers).rev() {
            self.step_back(first, &self.plan.stages[leg], &mut found, control)?;
        }
        for way in &mut found {
            way.choices.reverse();
        }
        Ok(found)
    }

    /// Goes back on each path to the states of a layer, some squares before.
    fn step_back(
        &self,
        states: &States<K>,
        stages: &[Stage<K>],
        found: &mut [TracedPath<K>],
        control: &mut Control,
    ) -> Result<(), Cause> {
        let mut ends = Table::with_room(found.len());
        for way in found.iter() {
            ends.reserve(1, control)?;
            ends.insert(way.state);
        }
        // What a way costs here, and the way there.
        let mut from: Vec<Option<(u8, TracedPath<K>)>> = Vec::new();
        from.resize_with(ends.len(), || None);
        let mut choices = Vec::new();
        for number in 0..states.table.len() {
            let (state, cost) = states.get(number);
            let mut work = 0;
            self.descend(stages, (state, cost), &mut choices, &mut work, &mut |end, then, choices| {
                if let Some(end) = ends.find(end)
                    && from[end].as_ref().is_none_or(|(least, ..)| then < *least)
                {
                    from[end] = Some((then, TracedPath { state, cost, choices: choices.to_vec() }));
                }
            });
            control.charge(work)?;
        }
        for way in found {
            if let Some((then, before)) = ends.find(way.state).and_then(|end| from[end].as_ref()) {
                debug_assert_eq!(*then, way.cost, "a way costs what it did on the way there");
                (way.state, way.cost) = (before.state, before.cost);
                way.choices.extend(before.choices.iter().rev());
            }
        }
        Ok(())
    }
}

/// A state that is reached, its cost, and the number of the state that it is reached from.
type Reached<K> = (K, u8, u32);

/// Returns the places from one stop to the next, in order.
fn legs(stops: &[bool]) -> Vec<Range<usize>> {
    let stops: Vec<usize> = (0..stops.len()).filter(|place| stops[*place]).collect();
    stops.windows(2).map(|two| two[0]..two[1]).collect()
}

/// What a sweep asks for.
struct Asked {
    numbers: Range<usize>,
    /// For each of these numbers of pieces the least cost that is more than what is asked for; 0 where nothing is.
    below: Vec<u8>,
    /// The least cost of what was left out because it costs more.
    next: Vec<u8>,
}

/// A path traced back from its end.
struct TracedPath<K> {
    state: K,
    cost: u8,
    choices: Vec<usize>,
}

/// The number of states per unit of parallel work, and of those whose successors are held at once.
const PART: usize = 1 << 8;
const MANY: usize = 1 << 10;

/// Squares from one stop to the next, the best choice first: with fewer there are fewer states. Tables have more room where they are
/// needed only once a row, but no more squares come between two layers.
const STEPS: [usize; 4] = [2, 3, 4, 6];

/// Returns, for each number of pieces, the least cost; `None` if no choices lead to it.
pub(super) fn min_cost<K: Key>(
    model: &Model,
    prepared: &PreparedSweep,
    prices: Prices<'_>,
    control: &mut Control,
) -> Result<Vec<Option<MinCost>>, Refusal> {
    let course = Course::<K>::new(model, prepared, prices, control)?;
    let numbers = 0..course.max + 1;
    let mut least = Least::new(&course);
    least.find::<K, u64>(&course, numbers.clone(), control)?;
    least.ask_again();
    least.find::<K, BigUint>(&course, numbers, control)?;
    Ok(least.known)
}

/// The least costs, as far as they are known.
struct Least {
    known: Vec<Option<MinCost>>,
    /// The cost that is asked for next, of each number of pieces, if it is open.
    limits: Vec<Option<u8>>,
    /// Those of numbers of which there are more solutions than could be counted.
    overflowed: Vec<Option<u8>>,
    /// How much more is asked for at least where a number was not reached, and how many states the last sweep kept.
    step: u8,
    last: usize,
}

impl Least {
    /// Begins with what the tables allow.
    fn new<K: Key>(course: &Course<'_, K>) -> Self {
        let numbers = 0..course.max + 1;
        let mut bounds = vec![0; numbers.len()];
        let below = vec![NEVER; numbers.len()];
        let all = Asked { below, next: Vec::new(), numbers: numbers.clone() };
        course.is_within(0, (K::default(), 0), &all, &mut bounds);
        let limits = bounds.into_iter().map(|bound| (bound < NEVER).then_some(bound)).collect();
        let mut known = Vec::new();
        known.resize_with(numbers.len(), || None);
        Self { known, limits, overflowed: vec![None; numbers.len()], step: 1, last: 0 }
    }

    /// Asks again for what could not be counted.
    fn ask_again(&mut self) {
        std::mem::swap(&mut self.limits, &mut self.overflowed);
    }

    /// Finds what is open of some numbers of pieces, in smaller groups where memory does not suffice for all.
    fn find<K: Key, T: MaybeCount>(
        &mut self,
        course: &Course<'_, K>,
        numbers: Range<usize>,
        control: &mut Control,
    ) -> Result<(), Cause> {
        (self.step, self.last) = (1, 0);
        while self.limits[numbers.clone()].iter().any(Option::is_some) {
            match self.sweep::<K, T>(course, numbers.clone(), control) {
                Err(Cause::MemoryLimit) if numbers.len() > 1 => {
                    let middle = numbers.start + numbers.len() / 2;
                    self.find::<K, T>(course, numbers.start..middle, control)?;
                    self.find::<K, T>(course, middle..numbers.end, control)?;
                }
                swept => swept?,
            }
        }
        Ok(())
    }

    /// Asks once for what is open of some numbers of pieces.
    fn sweep<K: Key, T: MaybeCount>(
        &mut self,
        course: &Course<'_, K>,
        numbers: Range<usize>,
        control: &mut Control,
    ) -> Result<(), Cause> {
        let below = self.limits[numbers.clone()].iter().map(|limit| limit.map_or(0, |limit| limit + 1)).collect();
        let mut asked = Asked { below, next: vec![NEVER; numbers.len()], numbers: numbers.clone() };
        let layers = course.sweep::<T>(&mut asked, control)?;
        let kept: usize = layers.iter().map(|layer| layer.states.table.len()).sum();
        let last = layers.last().filter(|layer| layer.states.table.len() > 0);
        // A sweep that reaches nothing should cost less than half as much as the next.
        if last.is_none() && kept < 2 * self.last {
            self.step = self.step.saturating_mul(2);
        }
        self.last = kept;
        for (limit, next) in self.limits[numbers].iter_mut().zip(asked.next) {
            let Some(own) = limit.filter(|_| next < NEVER) else {
                *limit = None;
                continue;
            };
            *limit = Some(own.saturating_add(self.step).clamp(next, NEVER - 1));
        }
        let Some(last) = last else { return Ok(()) };
        let states: Vec<&States<K>> = layers.iter().map(|layer| &layer.states).collect();
        let found = course.back(&states, control)?;
        for (number, (way, ways)) in found.into_iter().zip(&last.ways).enumerate() {
            let (state, cost) = last.states.get(number);
            let pieces = course.pieces(state);
            self.limits[pieces] = None;
            match ways.exact() {
                Some(ways) => self.known[pieces] = Some(MinCost { cost, ways, choices: way.choices }),
                None => self.overflowed[pieces] = Some(cost),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::budget::Options;
    use crate::language::{Board, Piece, Problem};
    use crate::model::bit_set::Fixed;

    /// Pieces of which none attacks another, and walls.
    fn behind_walls(board: Board, piece: Piece) -> Arc<Problem> {
        let mut problem = Problem::new(board);
        problem.add_kind("piece", piece);
        problem.add_kind("wall", Piece::BLOCKER);
        Arc::new(problem.non_attacking().clone())
    }

    const PRICES: Prices<'_> = Prices { counted: &[false, true, false], costs: &[0, 0, 1] };

    /// The least costs and the numbers of ways, by a course with tables within some memory, and a sweep within some.
    fn least(problem: &Arc<Problem>, [of_tables, of_sweep]: [u64; 2]) -> Result<Vec<Option<(u8, Count)>>, Cause> {
        let mut control = Control::new(&Options::new());
        let model = Model::compile(problem, &mut control).expect("no limit was set");
        let prepared = PreparedSweep::of(&model, &mut control).expect("the frontier is narrow");
        let mut control = control.with_memory_limit(of_tables);
        let course = Course::<Fixed<1>>::new(&model, &prepared, PRICES, &mut control).expect("tables fit");
        let numbers = 0..course.max + 1;
        let mut least = Least::new(&course);
        let mut control = control.with_memory_limit(course.held() + of_sweep);
        least.find::<_, u64>(&course, numbers, &mut control)?;
        assert!(least.limits.iter().chain(&least.overflowed).all(Option::is_none));
        Ok(least.known.into_iter().map(|known| known.map(|known| (known.cost, known.ways))).collect())
    }

    #[test]
    fn numbers_are_asked_for_in_groups_that_memory_suffices_for() {
        let problem = behind_walls(Board::square(7), Piece::QUEEN);
        let mut control = Control::new(&Options::new());
        let model = Model::compile(&problem, &mut control).expect("no limit was set");
        let prepared = PreparedSweep::of(&model, &mut control).expect("the frontier is narrow");
        let course = Course::<Fixed<1>>::new(&model, &prepared, PRICES, &mut control).expect("tables fit");
        let numbers = 0..course.max + 1;
        let mut room = 1 << 22;
        let mut were_too_many = false;
        loop {
            let mut control = control.fork().with_memory_limit(course.held() + room);
            let whole = Least::new(&course).sweep::<_, u64>(&course, numbers.clone(), &mut control);
            let mut least = Least::new(&course);
            let found = least.find::<_, u64>(&course, numbers.clone(), &mut control);
            if found == Err(Cause::MemoryLimit) {
                break;
            }
            found.expect("no other limit was set");
            were_too_many |= whole == Err(Cause::MemoryLimit);
            let walls: Vec<_> = least.known.iter().flatten().map(|known| known.cost).collect();
            assert_eq!(walls[7..], [0, 1, 2, 4, 6, 8, 10, 12, 20, 33], "{room} bytes");
            room -= room / 16;
        }
        assert!(were_too_many);
    }

    #[test]
    fn groups_of_numbers_come_to_what_all_come_to() {
        // Of the knights several come between two layers, more than a group asks for.
        for (board, piece) in [(Board::new(4, 5), Piece::KNIGHT), (Board::square(5), Piece::QUEEN)] {
            let problem = behind_walls(board, piece);
            let all = least(&problem, [Options::MEMORY, 1 << 30]).expect("there is room");
            let mut control = Control::new(&Options::new());
            let model = Model::compile(&problem, &mut control).expect("no limit was set");
            let prepared = PreparedSweep::of(&model, &mut control).expect("the frontier is narrow");
            let course = Course::<Fixed<1>>::new(&model, &prepared, PRICES, &mut control).expect("tables fit");
            for size in [1, 2, 3] {
                let mut groups = Least::new(&course);
                for first in (0..=course.max).step_by(size) {
                    let numbers = first..(course.max + 1).min(first + size);
                    groups.find::<_, u64>(&course, numbers, &mut control).expect("no limit was set");
                }
                let own = groups.known.into_iter().map(|known| known.map(|known| (known.cost, known.ways)));
                assert_eq!(own.collect::<Vec<_>>(), all, "{problem} in groups of {size}");
            }
        }
    }

    #[test]
    fn what_tables_leave_room_for_does_not_matter() {
        for (board, piece) in
            [(Board::square(5), Piece::QUEEN), (Board::new(4, 7), Piece::ROOK), (Board::new(9, 3), Piece::BISHOP)]
        {
            let problem = behind_walls(board, piece);
            let all = least(&problem, [Options::MEMORY, 1 << 30]);
            for of_tables in [1 << 26, 1 << 23, 1 << 21, 1 << 20] {
                assert_eq!(least(&problem, [of_tables, 1 << 30]), all, "{problem} with {of_tables}");
            }
        }
    }
}
