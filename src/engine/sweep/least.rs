//! For every number of pieces the least cost, in how many ways, and one of them: all in one sweep.
//!
//! A way is dropped as soon as the rest of the board is known to cost too much, by the tables of `relax`. A first sweep
//! keeps only the most promising states and finds costs that can be had; a second one keeps every state from which one
//! could still do as well, so what it finds is the least, and it misses nobody who does as well.

use num_bigint::BigUint;

use super::super::Refusal;
use super::super::crew::in_parts;
use super::Prepared;
use super::key::Key;
use super::plan::{Choice, Plan, Stage};
use super::relax::{NEVER, Prices, Relaxation, Whole, bytes, relaxations};
use super::table::Table;
use crate::control::{Cause, Control};
use crate::count::Count;
use crate::model::Model;

/// The least cost of so many pieces, in how many ways it is reached, and the choices of one of them.
pub(super) struct Least {
    pub(super) cost: u8,
    pub(super) ways: Count,
    pub(super) choices: Vec<usize>,
}

/// How many ways there are, or nothing at all about it.
pub(super) trait Tally: Clone + Sync {
    fn one() -> Self;
    fn add(&mut self, other: &Self);
    /// The exact number, unless it was too large to be held.
    fn exact(&self) -> Option<Count>;
}

impl Tally for () {
    fn one() -> Self {}

    fn add(&mut self, (): &Self) {}

    fn exact(&self) -> Option<Count> {
        None
    }
}

macro_rules! tallies {
    ($($integer:ty),*) => {$(
        impl Tally for $integer {
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
    )*};
}

tallies!(u64, u128);

impl Tally for BigUint {
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

/// States before one square, the number of pieces among their bits, each with the least cost of the ways there.
struct Layer<K, T> {
    table: Table<K>,
    costs: Vec<u8>,
    ways: Vec<T>,
}

impl<K: Key, T: Tally> Layer<K, T> {
    fn with_room(states: usize) -> Self {
        Self { table: Table::with_room(states), costs: Vec::new(), ways: Vec::new() }
    }

    fn start() -> Self {
        let mut layer = Self::with_room(1);
        layer.add(K::default(), 0, &T::one());
        layer
    }

    fn without_ways(&self) -> Layer<K, ()> {
        let mut layer = Layer::with_room(self.table.len());
        for (state, cost, _) in self.each() {
            layer.add(state, cost, &());
        }
        layer
    }

    fn bytes(&self) -> u64 {
        self.table.bytes() + self.costs.capacity() as u64 + (self.ways.capacity() * size_of::<T>()) as u64
    }

    fn add(&mut self, state: K, cost: u8, ways: &T) {
        let (number, fresh) = self.table.insert(state);
        if fresh {
            self.costs.push(cost);
            self.ways.push(ways.clone());
        } else if cost < self.costs[number] {
            self.costs[number] = cost;
            self.ways[number] = ways.clone();
        } else if cost == self.costs[number] {
            self.ways[number].add(ways);
        }
    }

    fn each(&self) -> impl Iterator<Item = (K, u8, &T)> {
        let states = self.table.keys.iter().zip(&self.costs).zip(&self.ways);
        states.map(|((state, cost), ways)| (*state, *cost, ways))
    }
}

/// What does not change during a sweep.
struct Course<'a, K> {
    plan: &'a Plan<K>,
    prices: Prices<'a>,
    relaxations: Vec<Relaxation>,
    /// The places at which states are looked at, the first and the last among them.
    stops: Vec<bool>,
    /// Where a state has its number of pieces.
    bit: u32,
    width: u32,
    most: usize,
}

impl<K: Key> Course<'_, K> {
    fn pieces(&self, state: K) -> usize {
        state.read(self.bit, self.width)
    }

    /// Bytes of the tables of bounds.
    fn held(&self) -> u64 {
        self.relaxations.iter().map(Relaxation::bytes).sum()
    }

    /// The state behind a choice.
    fn next(&self, stage: &Stage<K>, state: K, choice: &Choice<K>) -> Option<K> {
        let pieces = self.pieces(state) + usize::from(self.prices.counted[choice.number]);
        let next = stage.next(state, choice)?;
        (pieces <= self.most).then(|| next.with(K::number(self.bit, pieces as u16)))
    }

    fn advance<T: Tally>(
        &self,
        layer: &Layer<K, T>,
        stage: &Stage<K>,
        held: u64,
        control: &mut Control,
    ) -> Result<Layer<K, T>, Cause> {
        let mut next = Layer::with_room(layer.table.len());
        for (number, (state, cost, ways)) in layer.each().enumerate() {
            control.node(8 * stage.choices.len() as u64)?;
            if number % 1024 == 0 {
                control.hold(held + layer.bytes() + 2 * next.bytes())?;
            }
            next.table.reserve(stage.choices.len(), control)?;
            for choice in &stage.choices {
                if let Some(then) = self.next(stage, state, choice) {
                    next.add(then, cost.saturating_add(self.prices.costs[choice.number]), ways);
                }
            }
        }
        Ok(next)
    }

    /// For each number of pieces in the end, what a state with this cost comes to at least.
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

    /// Keeps the states that may come to no more than the limits.
    fn keep<T: Tally>(
        &self,
        place: usize,
        layer: &Layer<K, T>,
        limits: &[u8],
        held: u64,
        control: &mut Control,
    ) -> Result<Layer<K, T>, Cause> {
        let parts = in_parts(layer.table.len(), PART, control, |numbers, control| {
            let mut within = Vec::new();
            let mut bounds = vec![0; self.most + 1];
            for number in numbers {
                control.spend(4 * self.most as u64)?;
                self.bounds(place, layer.table.keys[number], layer.costs[number], &mut bounds);
                if bounds.iter().zip(limits).any(|(bound, limit)| *bound <= *limit && *bound < NEVER) {
                    within.push(number as u32);
                }
            }
            Ok::<_, Cause>(within)
        })?;
        let held =
            held + layer.bytes() + parts.iter().map(|part| (part.capacity() * size_of::<u32>()) as u64).sum::<u64>();
        let mut kept = Layer::with_room(0);
        for (done, number) in parts.iter().flatten().map(|number| *number as usize).enumerate() {
            control.spend(4)?;
            if done % 1024 == 0 {
                control.hold(held + 2 * kept.bytes())?;
            }
            kept.table.reserve(1, control)?;
            kept.add(layer.table.keys[number], layer.costs[number], &layer.ways[number]);
        }
        Ok(kept)
    }

    /// Limits that leave about so many states for each number of pieces.
    fn narrow<T: Tally>(
        &self,
        place: usize,
        layer: &Layer<K, T>,
        width: usize,
        control: &mut Control,
    ) -> Result<Vec<u8>, Cause> {
        let parts = in_parts(layer.table.len(), PART, control, |own, control| {
            let mut numbers = vec![[0usize; NEVER as usize + 1]; self.most + 1];
            let mut bounds = vec![0; self.most + 1];
            for number in own {
                control.spend(4 * self.most as u64)?;
                self.bounds(place, layer.table.keys[number], layer.costs[number], &mut bounds);
                for (numbers, bound) in numbers.iter_mut().zip(&bounds) {
                    numbers[usize::from(*bound)] += 1;
                }
            }
            Ok::<_, Cause>(numbers)
        })?;
        let mut parts = parts.into_iter();
        let mut numbers = parts.next().unwrap_or_default();
        for part in parts {
            for (all, own) in numbers.iter_mut().flatten().zip(part.iter().flatten()) {
                *all += own;
            }
        }
        let limit = |numbers: &[usize; NEVER as usize + 1]| {
            let mut kept = 0;
            let within = numbers.iter().position(|number| {
                kept += number;
                kept > width
            });
            // All that are as good as the first one stay.
            let first = numbers.iter().position(|number| *number > 0).unwrap_or(0);
            within.map_or(NEVER, |limit| limit.saturating_sub(1).max(first) as u8)
        };
        Ok(numbers.iter().map(limit).collect())
    }

    /// The last layer of a sweep that keeps only so many states for each number of pieces: costs that can be had.
    fn glance(&self, width: usize, control: &mut Control) -> Result<Vec<u8>, Cause> {
        let mut layer = Layer::<K, ()>::start();
        let held = self.held();
        for (place, stage) in self.plan.stages.iter().enumerate() {
            layer = self.advance(&layer, stage, held, control)?;
            if self.stops[place + 1] {
                let limits = self.narrow(place + 1, &layer, width, control)?;
                layer = self.keep(place + 1, &layer, &limits, held, control)?;
            }
        }
        let mut costs = vec![NEVER; self.most + 1];
        for (state, cost, ()) in layer.each() {
            costs[self.pieces(state)] = cost;
        }
        Ok(costs)
    }

    /// The stages between one stop and the next, in order.
    fn legs(&self) -> Vec<(usize, &[Stage<K>])> {
        let stops: Vec<usize> = (0..self.stops.len()).filter(|place| self.stops[*place]).collect();
        stops.windows(2).map(|two| (two[1], &self.plan.stages[two[0]..two[1]])).collect()
    }

    /// The layers at the stops of a sweep that keeps all states that may do as well as these costs, or better.
    fn sweep<T: Tally>(&self, limits: &[u8], control: &mut Control) -> Result<Vec<Layer<K, T>>, Cause> {
        let mut layers = vec![Layer::<K, T>::start()];
        let mut held = self.held();
        for (place, stages) in self.legs() {
            let Some(first) = layers.last() else { break };
            let mut layer = self.advance(first, &stages[0], held, control)?;
            for stage in &stages[1..] {
                layer = self.advance(&layer, stage, held, control)?;
            }
            let kept = self.keep(place, &layer, limits, held, control)?;
            held += kept.bytes();
            layers.push(kept);
        }
        Ok(layers)
    }

    /// The choices of one way to each state of the last layer that costs as little.
    fn back<T: Tally>(&self, layers: &[Layer<K, T>], control: &mut Control) -> Result<Vec<Found<K>>, Cause> {
        let mut found: Vec<Found<K>> = Vec::new();
        if let Some(last) = layers.last() {
            let ends = last.each().map(|(state, cost, _)| Found { end: state, state, cost, choices: Vec::new() });
            found.extend(ends);
        }
        let held = self.held() + layers.iter().map(Layer::bytes).sum::<u64>();
        for ((_, stages), first) in self.legs().into_iter().zip(layers).rev() {
            let mut own: Vec<Layer<K, ()>> = Vec::new();
            for (number, stage) in stages[..stages.len() - 1].iter().enumerate() {
                let next = match own.last() {
                    Some(layer) => self.advance(layer, stage, held, control)?,
                    None => self.advance(&first.without_ways(), stage, held, control)?,
                };
                debug_assert_eq!(own.len(), number, "a layer behind each stage");
                own.push(next);
            }
            for (number, stage) in stages.iter().enumerate().rev() {
                match number.checked_sub(1) {
                    Some(before) => self.step_back(&own[before], stage, &mut found, control)?,
                    None => self.step_back(first, stage, &mut found, control)?,
                }
            }
        }
        for way in &mut found {
            way.choices.reverse();
        }
        Ok(found)
    }

    /// Goes one choice back on each way.
    fn step_back<T: Tally>(
        &self,
        layer: &Layer<K, T>,
        stage: &Stage<K>,
        found: &mut [Found<K>],
        control: &mut Control,
    ) -> Result<(), Cause> {
        let mut ends = Table::with_room(found.len());
        for way in found.iter() {
            ends.reserve(1, control)?;
            ends.insert(way.state);
        }
        let mut from: Vec<Option<(K, u8, usize)>> = vec![None; ends.len()];
        for (state, cost, _) in layer.each() {
            control.spend(8 * stage.choices.len() as u64)?;
            for choice in &stage.choices {
                let Some(end) = self.next(stage, state, choice).and_then(|next| ends.find(next)) else { continue };
                let then = cost.saturating_add(self.prices.costs[choice.number]);
                if from[end].is_none_or(|(_, least, _)| then < least) {
                    from[end] = Some((state, then, choice.number));
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

/// A way followed back from its end.
struct Found<K> {
    end: K,
    state: K,
    cost: u8,
    choices: Vec<usize>,
}

/// How many states a thread judges before it takes others.
const PART: usize = 1 << 13;

/// Squares from one stop to the next, the best first.
const STEPS: [usize; 4] = [2, 3, 4, 6];

/// How many states a first sweep keeps for each number of pieces.
const GLANCE: usize = 300;

/// For each number of pieces the least cost, `None` where no choices lead to it.
pub(super) fn least<K: Key>(
    model: &Model,
    prepared: &Prepared,
    prices: Prices<'_>,
    control: &mut Control,
) -> Result<Vec<Option<Least>>, Refusal> {
    let Prepared { order, lowered, layout } = prepared;
    let at = |step: usize| order.stops(model, step);
    // The more often states are looked at the fewer there are, as long as the tables leave room for them.
    let mut stops = at(usize::MAX);
    for step in STEPS {
        let whole = Whole { lowered, layout, order, prices: &prices, stops: &at(step) };
        if bytes(&whole, control)? <= control.memory_limit() / 4 {
            stops = at(step);
            break;
        }
    }
    let whole = Whole { lowered, layout, order, prices: &prices, stops: &stops };
    let (relaxations, most) = relaxations(&whole, control)?;
    let width = usize::BITS - most.leading_zeros();
    let plan = prepared.plan::<K>();
    let course = Course { plan: &plan, prices, relaxations, stops, bit: layout.width, width, most };
    let limits = course.glance(GLANCE, control)?;
    if let Some(least) = exact::<K, u64>(&course, &limits, control)? {
        return Ok(least);
    }
    if let Some(least) = exact::<K, u128>(&course, &limits, control)? {
        return Ok(least);
    }
    Ok(exact::<K, BigUint>(&course, &limits, control)?.unwrap_or_default())
}

/// The same by numbers of ways of one width; `None` if they do not fit.
fn exact<K: Key, T: Tally>(
    course: &Course<'_, K>,
    limits: &[u8],
    control: &mut Control,
) -> Result<Option<Vec<Option<Least>>>, Cause> {
    let layers = course.sweep::<T>(limits, control)?;
    let found = course.back(&layers, control)?;
    let mut least: Vec<Option<Least>> = Vec::new();
    least.resize_with(course.most + 1, || None);
    let Some(last) = layers.last() else { return Ok(Some(least)) };
    for (way, (state, cost, ways)) in found.into_iter().zip(last.each()) {
        let Some(ways) = ways.exact() else { return Ok(None) };
        debug_assert!(way.end == state, "ways are followed back in the order of their ends");
        least[course.pieces(state)] = Some(Least { cost, ways, choices: way.choices });
    }
    Ok(Some(least))
}
