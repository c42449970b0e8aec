//! For every number of pieces the least cost, the number of solutions that reach it, and one of them: all in one sweep.
//!
//! A state is dropped once the rest of the board is known to cost too much, by the tables of `relax`. A beam search
//! first finds costs that are reached; the sweep then keeps every state that could still do as well, so what it finds
//! is optimal, and it misses no optimum.

use std::ops::Range;

use num_bigint::BigUint;

use super::super::Refusal;
use super::PreparedSweep;
use super::key::Key;
use super::plan::{Choice, Plan, Stage};
use super::relax::{NEVER, Prices, Relaxation, Whole, bytes, relaxations};
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
    plan: &'a Plan<K>,
    prices: Prices<'a>,
    relaxations: Vec<Relaxation>,
    /// The places at which states are pruned, the first and the last among them.
    stops: Vec<bool>,
    /// The first bit of a state's number of pieces.
    bit: u32,
    width: u32,
    max: usize,
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

    fn advance<T: MaybeCount>(
        &self,
        states: &States<K>,
        ways: &[T],
        stage: &Stage<K>,
        held: u64,
        control: &mut Control,
    ) -> Result<Layer<K, T>, Cause> {
        let mut next = Layer::with_room(states.table.len());
        let held = held + states.bytes() + size_of_val(ways) as u64;
        for (number, ways) in ways.iter().enumerate() {
            let (state, cost) = states.get(number);
            control.node(8 * stage.choices.len() as u64)?;
            if number % 1024 == 0 {
                control.hold(held + 2 * next.bytes())?;
            }
            next.states.table.reserve(stage.choices.len(), control)?;
            for choice in &stage.choices {
                if let Some(then) = self.next(stage, state, choice) {
                    next.add(then, cost.saturating_add(self.prices.costs[choice.number]), ways);
                }
            }
        }
        Ok(next)
    }

    /// Computes, for each final number of pieces, a lower bound on the cost of a state with this cost.
    fn bounds(&self, place: usize, state: K, cost: u8, bounds: &mut [u8]) {
        let pieces = self.pieces(state);
        bounds[..pieces].fill(NEVER);
        bounds[pieces..].fill(cost);
        for relaxation in &self.relaxations {
            for (own, rest) in bounds[pieces..].iter_mut().zip(relaxation.at(place, state)) {
                *own = (*own).max(rest.saturating_add(cost));
            }
        }
    }

    /// Keeps the states whose bounds are within the limits.
    fn keep<T: MaybeCount>(
        &self,
        place: usize,
        layer: &Layer<K, T>,
        limits: &[u8],
        held: u64,
        control: &mut Control,
    ) -> Result<Layer<K, T>, Cause> {
        let parts = self.within(place, &layer.states, limits, control)?;
        let held =
            held + layer.bytes() + parts.iter().map(|part| (part.capacity() * size_of::<u32>()) as u64).sum::<u64>();
        let (mut kept, mut done) = (Layer::with_room(0), 0);
        for part in &parts {
            for number in part {
                control.charge(4)?;
                if done % 1024 == 0 {
                    control.hold(held + 2 * kept.bytes())?;
                }
                done += 1;
                kept.states.table.reserve(1, control)?;
                let (state, cost) = layer.states.get(*number as usize);
                kept.add(state, cost, &layer.ways[*number as usize]);
            }
        }
        Ok(kept)
    }

    /// Returns the numbers of the states whose bounds are within the limits, in parts.
    fn within(
        &self,
        place: usize,
        states: &States<K>,
        limits: &[u8],
        control: &mut Control,
    ) -> Result<Vec<Vec<u32>>, Cause> {
        in_parts(states.table.len(), PART, control, |numbers, control| {
            let mut within = Vec::new();
            let mut bounds = vec![0; self.max + 1];
            for number in numbers {
                control.charge(4 * self.max as u64)?;
                let (state, cost) = states.get(number);
                self.bounds(place, state, cost, &mut bounds);
                if bounds.iter().zip(limits).any(|(bound, limit)| *bound <= *limit && *bound < NEVER) {
                    within.push(number as u32);
                }
            }
            Ok(within)
        })
    }

    /// Returns limits that leave about `width` states for each number of pieces.
    fn narrow(&self, place: usize, states: &States<K>, width: usize, control: &mut Control) -> Result<Vec<u8>, Cause> {
        let parts = in_parts(states.table.len(), PART, control, |own, control| {
            let mut numbers: Bounded = vec![[0; NEVER as usize + 1]; self.max + 1];
            let mut bounds = vec![0; self.max + 1];
            for number in own {
                control.charge(4 * self.max as u64)?;
                let (state, cost) = states.get(number);
                self.bounds(place, state, cost, &mut bounds);
                for (numbers, bound) in numbers.iter_mut().zip(&bounds) {
                    numbers[usize::from(*bound)] += 1;
                }
            }
            Ok::<_, Cause>(numbers)
        })?;
        Ok(limits(&parts, width))
    }

    /// Returns costs that are reached, by a beam search that keeps about `width` states for each number of pieces.
    fn beam(&self, width: usize, control: &mut Control) -> Result<Vec<u8>, Cause> {
        let mut layer = Layer::<K, ()>::start();
        let held = self.held();
        for (place, stage) in self.plan.stages.iter().enumerate() {
            layer = self.advance(&layer.states, &layer.ways, stage, held, control)?;
            if self.stops[place + 1] {
                let limits = self.narrow(place + 1, &layer.states, width, control)?;
                layer = self.keep(place + 1, &layer, &limits, held, control)?;
            }
        }
        let mut costs = vec![NEVER; self.max + 1];
        for (state, cost) in layer.states.table.keys.iter().zip(&layer.states.costs) {
            costs[self.pieces(*state)] = *cost;
        }
        Ok(costs)
    }

    /// Returns the layers at the stops of a sweep that keeps all states that may reach these costs or better.
    fn sweep<T: MaybeCount>(&self, limits: &[u8], control: &mut Control) -> Result<Vec<Layer<K, T>>, Cause> {
        let mut layers = vec![Layer::<K, T>::start()];
        let mut held = self.held();
        for leg in legs(&self.stops) {
            let stages = &self.plan.stages[leg.clone()];
            let Some(first) = layers.last() else { break };
            let mut layer = self.advance(&first.states, &first.ways, &stages[0], held, control)?;
            for stage in &stages[1..] {
                layer = self.advance(&layer.states, &layer.ways, stage, held, control)?;
            }
            let kept = self.keep(leg.end, &layer, limits, held, control)?;
            held += kept.bytes();
            layers.push(kept);
        }
        Ok(layers)
    }

    /// Returns the choices of one cheapest path to each state of the last layer.
    fn back(&self, layers: &[&States<K>], held: u64, control: &mut Control) -> Result<Vec<TracedPath<K>>, Cause> {
        let mut found: Vec<TracedPath<K>> = Vec::new();
        if let Some(last) = layers.last() {
            for (state, cost) in last.table.keys.iter().zip(&last.costs) {
                found.push(TracedPath { end: *state, state: *state, cost: *cost, choices: Vec::new() });
            }
        }
        for (leg, first) in legs(&self.stops).into_iter().zip(layers).rev() {
            let stages = &self.plan.stages[leg];
            let mut own: Vec<Layer<K, ()>> = Vec::new();
            for (number, stage) in stages[..stages.len() - 1].iter().enumerate() {
                let before = own.last().map_or(*first, |layer| &layer.states);
                let next = self.advance(before, &vec![(); before.table.len()], stage, held, control)?;
                debug_assert_eq!(own.len(), number, "a layer behind each stage");
                own.push(next);
            }
            for (number, stage) in stages.iter().enumerate().rev() {
                let before = number.checked_sub(1).map_or(*first, |before| &own[before].states);
                self.step_back(before, stage, &mut found, control)?;
            }
        }
        for way in &mut found {
            way.choices.reverse();
        }
        Ok(found)
    }

    /// Goes back one choice on each path.
    fn step_back(
        &self,
        states: &States<K>,
        stage: &Stage<K>,
        found: &mut [TracedPath<K>],
        control: &mut Control,
    ) -> Result<(), Cause> {
        let mut ends = Table::with_room(found.len());
        for way in found.iter() {
            ends.reserve(1, control)?;
            ends.insert(way.state);
        }
        let mut from: Vec<Option<(K, u8, usize)>> = vec![None; ends.len()];
        for (state, cost) in states.table.keys.iter().zip(&states.costs) {
            control.charge(8 * stage.choices.len() as u64)?;
            for choice in &stage.choices {
                let Some(end) = self.next(stage, *state, choice).and_then(|next| ends.find(next)) else { continue };
                let then = cost.saturating_add(self.prices.costs[choice.number]);
                if from[end].is_none_or(|(_, min, _)| then < min) {
                    from[end] = Some((*state, then, choice.number));
                }
            }
        }
        for way in found {
            if let Some((state, cost, choice)) = ends.find(way.state).and_then(|end| from[end]) {
                debug_assert_eq!(cost, way.cost, "a way costs what it did on the way there");
                way.state = state;
                way.cost = cost - self.prices.costs[choice];
                way.choices.push(choice);
            }
        }
        Ok(())
    }
}

/// Returns the places from one stop to the next, in order.
fn legs(stops: &[bool]) -> Vec<Range<usize>> {
    let stops: Vec<usize> = (0..stops.len()).filter(|place| stops[*place]).collect();
    stops.windows(2).map(|two| two[0]..two[1]).collect()
}

/// For each number of pieces and each bound the number of states.
type Bounded = Vec<[usize; NEVER as usize + 1]>;

/// Returns, for each number of pieces, the limit that keeps about `width` states.
fn limits(parts: &[Bounded], width: usize) -> Vec<u8> {
    let Some((first, others)) = parts.split_first() else { return Vec::new() };
    let mut limits = Vec::with_capacity(first.len());
    for pieces in 0..first.len() {
        let mut numbers = first[pieces];
        for part in others {
            for (all, own) in numbers.iter_mut().zip(&part[pieces]) {
                *all += own;
            }
        }
        let mut kept = 0;
        let within = numbers.iter().position(|number| {
            kept += number;
            kept > width
        });
        // All states as good as the best are kept.
        let first = numbers.iter().position(|number| *number > 0).unwrap_or(0);
        limits.push(within.map_or(NEVER, |limit| limit.saturating_sub(1).max(first) as u8));
    }
    limits
}

/// A path traced back from its end.
struct TracedPath<K> {
    end: K,
    state: K,
    cost: u8,
    choices: Vec<usize>,
}

/// The number of states per unit of parallel work.
const PART: usize = 1 << 13;

/// Squares from one stop to the next, the best choice first.
const STEPS: [usize; 4] = [2, 3, 4, 6];

/// The width of the beam: states kept for each number of pieces.
const BEAM: usize = 300;

/// Returns, for each number of pieces, the least cost; `None` if no choices lead to it.
pub(super) fn min_cost<K: Key>(
    model: &Model,
    prepared: &PreparedSweep,
    prices: Prices<'_>,
    control: &mut Control,
) -> Result<Vec<Option<MinCost>>, Refusal> {
    let PreparedSweep { order, lowered, layout } = prepared;
    let at = |step: usize| order.stops(model, step);
    // More frequent pruning leaves fewer states, as long as the tables leave room for them.
    let mut stops = at(usize::MAX);
    for step in STEPS {
        let whole = Whole { lowered, layout, order, prices: &prices, stops: &at(step) };
        if bytes(&whole, control)? <= control.memory_limit() / 4 {
            stops = at(step);
            break;
        }
    }
    let whole = Whole { lowered, layout, order, prices: &prices, stops: &stops };
    let (relaxations, max) = relaxations(&whole, control)?;
    let width = usize::BITS - max.leading_zeros();
    let plan = prepared.plan::<K>();
    let course = Course { plan: &plan, prices, relaxations, stops, bit: layout.width, width, max };
    let limits = course.beam(BEAM, control)?;
    if let Some(min) = exact::<K, u64>(&course, &limits, control)? {
        return Ok(min);
    }
    Ok(exact::<K, BigUint>(&course, &limits, control)?.unwrap_or_default())
}

/// The same with counts of one type; `None` if they overflow.
fn exact<K: Key, T: MaybeCount>(
    course: &Course<'_, K>,
    limits: &[u8],
    control: &mut Control,
) -> Result<Option<Vec<Option<MinCost>>>, Cause> {
    let layers = course.sweep::<T>(limits, control)?;
    let held = course.held() + layers.iter().map(Layer::bytes).sum::<u64>();
    let states: Vec<&States<K>> = layers.iter().map(|layer| &layer.states).collect();
    let found = course.back(&states, held, control)?;
    let mut min: Vec<Option<MinCost>> = Vec::new();
    min.resize_with(course.max + 1, || None);
    let Some(last) = layers.last() else { return Ok(Some(min)) };
    for (number, (way, ways)) in found.into_iter().zip(&last.ways).enumerate() {
        let Some(ways) = ways.exact() else { return Ok(None) };
        let (state, cost) = last.states.get(number);
        debug_assert!(way.end == state, "paths are traced back in the order of their ends");
        min[course.pieces(state)] = Some(MinCost { cost, ways, choices: way.choices });
    }
    Ok(Some(min))
}
