//! By how much paths fall short of the bound, choice by choice.

use super::super::automaton::REJECT;
use super::super::front::ChoiceWeight;
use super::super::key::Key;
use super::super::layout::Lease;
use super::super::plan::{Choice, Plan};
use super::super::trace::Weights;
use super::super::value::Greatest;
use super::component::{Component, NEVER};

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
    /// Returns those by what is left of the worth of each choice at each place, without components.
    pub(super) fn new(plan: &Plan<K>, left: &[Vec<i64>]) -> Self {
        let mut own = Self { bound: 0, stages: Vec::with_capacity(left.len()) };
        for (stage, left) in plan.stages.iter().zip(left) {
            let most = stage.choices.iter().map(|choice| left[choice.number]).max().unwrap_or(0);
            own.bound += most;
            let of = |choice: &Choice<K>| OfChoice { always: most - left[choice.number], raised: Vec::new() };
            own.stages.push(OfStage { choices: stage.choices.iter().map(of).collect(), fields: Vec::new() });
        }
        own
    }

    /// Adds a component with the numbers of its choices.
    pub(super) fn add(&mut self, component: &Component<'_>, numbers: &[i64], plan: &Plan<K>) {
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
            if component.is_flag {
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
