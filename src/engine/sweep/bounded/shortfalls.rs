//! By how much paths fall short of the bound, choice by choice.

use std::sync::Arc;

use super::super::automaton::REJECT;
use super::super::front::ChoiceWeight;
use super::super::key::Key;
use super::super::layout::Lease;
use super::super::plan::{Choice, Plan};
use super::super::trace::Weights;
use super::super::value::Greatest;
use super::component::{Component, Division, NEVER, Source};
use super::strips::{MOST_STRIPS, States};
use crate::budget::{Cause, Control};

/// By how much the choices at each place fall short, and the scaled sum of what falls short of nothing.
pub(super) struct Shortfalls<K> {
    pub(super) bound: i64,
    stages: Vec<OfStage<K>>,
}

struct OfStage<K> {
    choices: Vec<OfChoice<K>>,
    fields: Vec<OfField>,
    strips: Vec<OfStrip<K>>,
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

/// What a choice falls short by for what a strip remembers.
struct OfStrip<K> {
    states: Arc<States<K>>,
    choices: usize,
    table: Vec<i64>,
}

impl<K: Key> Shortfalls<K> {
    /// Returns those of worths that are divided among these components.
    pub(super) fn new(
        plan: &Plan<K>,
        components: &[Component<'_>],
        division: &Division,
        control: &mut Control,
    ) -> Result<Self, Cause> {
        let mut own = Self::of_choices(plan, &division.left);
        for (component, numbers) in components.iter().zip(&division.numbers) {
            if numbers.iter().any(|number| *number != 0) {
                control.charge(2 * component.cost())?;
                own.add(component, numbers, plan);
            }
        }
        Ok(own)
    }

    /// Returns those by what is left of the worth of each choice at each place, without components.
    fn of_choices(plan: &Plan<K>, left: &[Vec<i64>]) -> Self {
        let mut own = Self { bound: 0, stages: Vec::with_capacity(left.len()) };
        for (stage, left) in plan.stages.iter().zip(left) {
            let most = stage.choices.iter().map(|choice| left[choice.number]).max().unwrap_or(0);
            own.bound += most;
            let of = |choice: &Choice<K>| OfChoice { always: most - left[choice.number], raised: Vec::new() };
            own.stages.push(OfStage {
                choices: stage.choices.iter().map(of).collect(),
                fields: Vec::new(),
                strips: Vec::new(),
            });
        }
        own
    }

    /// Adds a component with the numbers of its choices.
    fn add(&mut self, component: &Component<'_>, numbers: &[i64], plan: &Plan<K>) {
        let choices = component.choices;
        let most = component.most(|index, choice| numbers[index * choices + choice]);
        // Then no path comes to the end, and any bound holds.
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
            if let Source::Flag(_) = component.source {
                for (of_choice, choice) in stage.choices.iter_mut().zip(own_choices()) {
                    let (down, up) = (short(0, choice), short(1, choice));
                    // The plan rejects what is never allowed.
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

    /// Adds a strip: with what may be known of its states and what its choices fall short by in each.
    pub(super) fn add_strip(&mut self, place: usize, states: &Arc<States<K>>, choices: usize, table: Vec<i64>) {
        if table.iter().all(|short| *short == 0) {
            return;
        }
        self.stages[place].strips.push(OfStrip { states: Arc::clone(states), choices, table });
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
    /// The state, and where the tables of strips have their entries for it.
    type Seen = (K, [u32; MOST_STRIPS]);

    #[inline]
    fn see(&self, state: K) -> Self::Seen {
        let mut entries = [0; MOST_STRIPS];
        for (entry, strip) in entries.iter_mut().zip(&self.0.strips) {
            *entry = (strip.states.number(state) * strip.choices) as u32;
        }
        (state, entries)
    }

    fn work(&self) -> u64 {
        8 * self.0.strips.len() as u64
    }

    #[inline]
    fn weight(&self, index: usize, choice: &Choice<K>, seen: &Self::Seen, values: &[Greatest]) -> Option<i64> {
        let (OfStage { choices, fields, strips }, gap) = self;
        let (state, entries) = seen;
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
        for (entry, strip) in entries.iter().zip(strips) {
            short = short.saturating_add(strip.table[*entry as usize + choice.number]);
        }
        (short <= gap + values[0].0).then_some(-short)
    }
}
