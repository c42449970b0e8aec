//! The effect of each choice at each square on a frontier, as masks and tables.

use super::automaton::{Automaton, REJECT};
use super::flag::Flag;
use super::key::Key;
use super::layout::{Layout, Lease};
use super::lower::Lowered;
use super::order::Order;

/// The stages of a sweep, one for each open square.
pub(super) struct Plan<K> {
    pub(super) stages: Vec<Stage<K>>,
}

/// One square.
pub(super) struct Stage<K> {
    /// The possible choices.
    pub(super) choices: Vec<Choice<K>>,
    fields: Vec<Field<K>>,
}

/// Vacant, or a piece of one kind.
pub(super) struct Choice<K> {
    /// 0 is vacant, then come the kinds.
    pub(super) number: usize,
    /// Flags that must be down, and flags that must be up.
    blocked: K,
    needed: K,
    /// Bits that are left as they are, and bits that are raised.
    keep: K,
    raised: K,
}

/// An automaton that reads this square.
struct Field<K> {
    bit: u32,
    width: u32,
    /// Whether this is its first square.
    fresh: bool,
    inputs: usize,
    /// For each choice, the flags it raises, if the automaton counts raised flags; else it reads the choice itself.
    rising: Option<Vec<Rising<K>>>,
    table: Vec<u16>,
}

/// The flags that a choice raises: those known to be down, and those that may be up.
#[derive(Default)]
struct Rising<K> {
    surely: u32,
    maybe: K,
}

impl<K> Stage<K> {
    /// Returns how many automata read this square.
    pub(super) fn automata(&self) -> usize {
        self.fields.len()
    }
}

impl<K: Key> Plan<K> {
    pub(super) fn new(lowered: &Lowered, layout: &Layout, order: &Order) -> Self {
        let mut stages: Vec<StageDraft<K>> = Vec::with_capacity(order.len());
        for _ in 0..order.len() {
            stages.push(StageDraft { choices: vec![Effects::default(); order.choices()], ..StageDraft::default() });
        }
        for (flag, lease) in lowered.flags.iter().zip(&layout.flags) {
            let Some(lease) = *lease else { continue };
            let bit = if lease.width > 0 { K::bit(lease.bit) } else { K::default() };
            for stage in stages.iter_mut().take(lease.end).skip(lease.start + 1) {
                stage.alive = stage.alive.with(bit);
            }
            for var in &flag.raises {
                let (place, choice) = (order.place(*var), order.choice(*var));
                if (lease.start..lease.end).contains(&place) {
                    let effects = &mut stages[place].choices[choice];
                    effects.raised = effects.raised.with(bit);
                }
            }
            for var in &flag.lowers {
                let (place, choice) = (order.place(*var), order.choice(*var));
                if (lease.start..lease.end).contains(&place) {
                    let effects = &mut stages[place].choices[choice];
                    effects.lowered = effects.lowered.with(bit);
                }
            }
            for var in &flag.blocks {
                let (place, choice) = (order.place(*var), order.choice(*var));
                if (lease.start + 1..=lease.end).contains(&place) {
                    let effects = &mut stages[place].choices[choice];
                    effects.blocked = effects.blocked.with(bit);
                }
            }
            if flag.must {
                for (choice, effects) in stages[lease.end].choices.iter_mut().enumerate() {
                    let raises = raises(flag, order, lease.end, choice);
                    if lease.start == lease.end {
                        effects.never |= !raises;
                    } else if !raises {
                        effects.needed = effects.needed.with(bit);
                    }
                }
            }
        }
        for (automaton, lease) in lowered.automata.iter().zip(&layout.automata) {
            field(&mut stages, automaton, *lease, &|_| None);
        }
        for ((automaton, members), lease) in lowered.tallies.iter().zip(&layout.tallies) {
            field(&mut stages, automaton, *lease, &|place| {
                let mut all = Vec::with_capacity(order.choices());
                for choice in 0..order.choices() {
                    let mut rising = Rising::<K>::default();
                    for member in members {
                        if !raises(&lowered.flags[*member], order, place, choice) {
                            continue;
                        }
                        match layout.flags[*member] {
                            Some(lease) if lease.start < place => rising.maybe = rising.maybe.with(K::bit(lease.bit)),
                            _ => rising.surely += 1,
                        }
                    }
                    all.push(rising);
                }
                Some(all)
            });
        }
        let mut plan = Self { stages: Vec::with_capacity(stages.len()) };
        for stage in stages {
            plan.stages.push(stage.finish());
        }
        plan
    }

    /// Returns the number of choices for a square, of all squares the most.
    pub(super) fn choices(&self) -> usize {
        let mut choices = 1;
        for stage in &self.stages {
            // They are in the order of their numbers.
            choices = stage.choices.last().map_or(choices, |choice| choices.max(choice.number + 1));
        }
        choices
    }
}

/// Tells whether a choice raises a flag.
fn raises(flag: &Flag, order: &Order, place: usize, choice: usize) -> bool {
    flag.raises.iter().any(|var| order.place(*var) == place && order.choice(*var) == choice)
}

/// Adds the fields of an automaton to the stages it reads.
fn field<K: Key>(
    stages: &mut [StageDraft<K>],
    automaton: &Automaton,
    lease: Lease,
    rising: &dyn Fn(usize) -> Option<Vec<Rising<K>>>,
) {
    let Lease { bit, width, start, end } = lease;
    let bits = (bit..bit + width).fold(K::default(), |all, bit| all.with(K::bit(bit)));
    for stage in stages.iter_mut().take(end).skip(start + 1) {
        stage.alive = stage.alive.with(bits);
    }
    for (place, table) in automaton.places.iter().zip(&automaton.tables) {
        let (fresh, inputs, table) = (*place == start, automaton.inputs, table.clone());
        stages[*place].rewritten = stages[*place].rewritten.with(bits);
        stages[*place].fields.push(Field { bit, width, fresh, inputs, rising: rising(*place), table });
    }
}

/// A stage under construction.
#[derive(Default)]
struct StageDraft<K> {
    choices: Vec<Effects<K>>,
    fields: Vec<Field<K>>,
    /// Bits held before this square and after it.
    alive: K,
    /// Bits of the automata that read it.
    rewritten: K,
}

#[derive(Clone, Default)]
struct Effects<K> {
    blocked: K,
    needed: K,
    lowered: K,
    raised: K,
    never: bool,
}

impl<K: Key> StageDraft<K> {
    fn finish(self) -> Stage<K> {
        let Self { choices, mut fields, alive, rewritten } = self;
        // Automata without bits accept or reject at once.
        let fixed = |field: &Field<K>| field.width == 0 && field.rising.is_none();
        let mut possible = Vec::with_capacity(choices.len());
        for (number, effects) in choices.iter().enumerate() {
            if !effects.never && !fields.iter().any(|field| fixed(field) && field.table[number] == REJECT) {
                possible.push(Choice {
                    number,
                    blocked: effects.blocked,
                    needed: effects.needed,
                    keep: alive.without(rewritten).without(effects.lowered),
                    raised: effects.raised,
                });
            }
        }
        fields.retain(|field| !fixed(field));
        Stage { choices: possible, fields }
    }
}

impl<K: Key> Stage<K> {
    /// Returns the frontier after a choice, unless it breaks a rule.
    #[expect(clippy::inline_always, reason = "a call costs the loops over all states a tenth more")]
    #[inline(always)]
    pub(super) fn next(&self, state: K, choice: &Choice<K>) -> Option<K> {
        if !state.common(choice.blocked).is_zero() || state.common(choice.needed) != choice.needed {
            return None;
        }
        let mut next = state.common(choice.keep).with(choice.raised);
        for field in &self.fields {
            let own = if field.fresh { 0 } else { state.read(field.bit, field.width) };
            let input = match &field.rising {
                None => choice.number,
                Some(rising) => {
                    let Rising { surely, maybe } = &rising[choice.number];
                    (surely + maybe.without(state).ones()) as usize
                }
            };
            match field.table[own * field.inputs + input] {
                REJECT => return None,
                then => next = next.with(K::number(field.bit, then)),
            }
        }
        Some(next)
    }
}
