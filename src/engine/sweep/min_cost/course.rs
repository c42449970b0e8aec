//! One sweep: what is asked for, what follows from the states at a stop, and a way back to the first square.

use std::ops::Range;

use super::super::super::Refusal;
use super::super::PreparedSweep;
use super::super::key::Key;
use super::super::plan::{Choice, Plan, Stage};
use super::super::relax::{self, Families, NEVER, Prices, Relaxation, Whole};
use super::super::table::Table;
use super::layer::{Layer, States, Ways};
use crate::budget::{Cause, Control};
use crate::engine::parallel::in_parts;
use crate::model::Model;

/// The number of states per unit of parallel work, and of those whose successors are held at once.
const PART: usize = 1 << 8;
const MANY: usize = 1 << 10;

/// Squares from one stop to the next, the best choice first: with fewer there are fewer states, but tables of more families tell
/// more than tables at more stops. Tables have more room where they are needed only once a row, but no more squares come between
/// two layers.
const STEPS: [usize; 4] = [2, 3, 4, 6];

/// What a sweep asks for.
pub(super) struct Asked {
    pub(super) numbers: Range<usize>,
    /// For each of these numbers of pieces the least cost that is more than what is asked for; 0 where nothing is.
    pub(super) below: Vec<u8>,
    /// The least cost of what was left out because it costs more.
    pub(super) next: Vec<u8>,
}

/// A path traced back from its end.
pub(super) struct TracedPath<K> {
    state: K,
    cost: u8,
    pub(super) choices: Vec<usize>,
}

/// What stays fixed during a sweep.
pub(super) struct Course<'a, K> {
    plan: Plan<K>,
    prices: Prices<'a>,
    relaxations: Vec<Relaxation>,
    /// The places at which states are pruned, the first and the last among them.
    stops: Vec<bool>,
    /// The first bit of a state's number of pieces.
    bit: u32,
    width: u32,
    pub(super) max: usize,
}

impl<'a, K: Key> Course<'a, K> {
    /// Prunes as often as tables have room for.
    pub(super) fn new(
        model: &Model,
        prepared: &PreparedSweep,
        prices: Prices<'a>,
        control: &mut Control,
    ) -> Result<Self, Refusal> {
        let PreparedSweep { order, lowered, layout } = prepared;
        let (rows, in_rows) = (order.stops(model, usize::MAX), STEPS.map(|step| order.stops(model, step)));
        let whole = |stops, bits| Whole { lowered, layout, order, prices: &prices, stops, bits };
        let bits = relax::bits(layout);
        let at_ends = whole(&rows, *bits.start());
        let reach = relax::reach(&at_ends, control)?;
        let families = Families::new(lowered, order);
        let room = control.memory_limit() / 4;
        let frequent = bits
            .rev()
            .flat_map(|bits| in_rows.each_ref().map(|stops| whole(stops, bits)))
            .find(|choice| families.bytes(choice, &reach) <= room);
        let relaxations = relax::relaxations(frequent.as_ref().unwrap_or(&at_ends), &families, &reach, control)?;
        let stops = frequent.map_or(&in_rows[STEPS.len() - 1][..], |frequent| frequent.stops).to_vec();
        let max = reach[0];
        let width = usize::BITS - max.leading_zeros();
        Ok(Self { plan: prepared.plan(), prices, relaxations, stops, bit: layout.width, width, max })
    }
}

impl<K: Key> Course<'_, K> {
    pub(super) fn pieces(&self, state: K) -> usize {
        state.read(self.bit, self.width)
    }

    /// Returns the bytes of the tables of bounds.
    pub(super) fn held(&self) -> u64 {
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
    pub(super) fn is_within(&self, place: usize, (state, cost): (K, u8), asked: &Asked, bounds: &mut [u8]) -> bool {
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
    fn advance<T: Ways>(
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
    /// for each number of pieces. `held_with` adds the bytes of what is returned to those of all else.
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
    pub(super) fn sweep<T: Ways>(&self, asked: &mut Asked, control: &mut Control) -> Result<Vec<Layer<K, T>>, Cause> {
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
    pub(super) fn back(&self, layers: &[&States<K>], control: &mut Control) -> Result<Vec<TracedPath<K>>, Cause> {
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
