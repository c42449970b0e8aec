//! A rule as a small automaton over the squares it involves.
//!
//! A rule states what it remembers; the automaton is minimised here: states that accept the same continuations become
//! one, and states that accept none are rejected where they arise.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;

use super::super::Refusal;
use crate::budget::Control;

/// What a rule remembers while its squares are decided.
pub(super) trait LocalRule {
    type State: Clone + Eq + Hash;

    fn start(&self) -> Self::State;

    /// Returns the state after an input at one of the places; `None` if the rule is broken for good.
    fn next(&self, state: &Self::State, place: usize, input: usize) -> Option<Self::State>;

    /// Tells whether the rule is satisfied, once all places are decided.
    fn accepts(&self, state: &Self::State) -> bool;
}

/// A minimal automaton. Each of its places has a table: entry state × inputs + input is the next state. The first state
/// is 0, and so is the accepting state at the end.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Automaton {
    /// The places it reads, in the order in which they are decided.
    pub(super) places: Vec<usize>,
    /// The number of distinct inputs.
    pub(super) inputs: usize,
    pub(super) tables: Vec<Vec<u16>>,
    /// Bits for a state between its first and its last place.
    pub(super) width: u32,
}

/// There is no next state.
pub(super) const REJECT: u16 = u16::MAX;

/// The largest number of states at one place.
const MAX_STATES: usize = 1 << 14;

impl Automaton {
    pub(super) fn new<L: LocalRule>(
        places: Vec<usize>,
        inputs: usize,
        local: &L,
        control: &mut Control,
    ) -> Result<Self, Refusal> {
        let mut tables = Vec::with_capacity(places.len());
        let mut states = vec![local.start()];
        for place in 0..places.len() {
            let mut table = Vec::with_capacity(states.len() * inputs);
            let mut number: HashMap<L::State, u16> = HashMap::new();
            let mut next = Vec::new();
            for state in &states {
                control.charge(128 * inputs as u64)?;
                for input in 0..inputs {
                    let Some(then) = local.next(state, place, input) else {
                        table.push(REJECT);
                        continue;
                    };
                    table.push(match number.entry(then) {
                        Entry::Occupied(entry) => *entry.get(),
                        Entry::Vacant(entry) => {
                            if next.len() == MAX_STATES {
                                return Err(Refusal::declined(format!(
                                    "a rule about {} squares has more than {MAX_STATES} states",
                                    places.len()
                                )));
                            }
                            next.push(entry.key().clone());
                            *entry.insert(next.len() as u16 - 1)
                        }
                    });
                }
            }
            tables.push(table);
            states = next;
        }
        let classes: Vec<u16> = states.iter().map(|state| if local.accepts(state) { 0 } else { REJECT }).collect();
        let mut automaton = Self { places, inputs, tables, width: 0 };
        automaton.minimise(classes, control)?;
        Ok(automaton)
    }

    /// Merges states from the last place back to the first, given the classes of those after the last.
    fn minimise(&mut self, mut classes: Vec<u16>, control: &mut Control) -> Result<(), Refusal> {
        let mut max = 1;
        for table in self.tables.iter_mut().rev() {
            let mut merged: Vec<u16> = Vec::new();
            let mut number: HashMap<Vec<u16>, u16> = HashMap::new();
            let mut own = Vec::with_capacity(table.len() / self.inputs);
            for row in table.chunks(self.inputs) {
                control.charge(32 * self.inputs as u64)?;
                let then = |next: &u16| if *next == REJECT { REJECT } else { classes[usize::from(*next)] };
                let row: Vec<u16> = row.iter().map(then).collect();
                if row.iter().all(|next| *next == REJECT) {
                    own.push(REJECT);
                    continue;
                }
                let fresh = number.len() as u16;
                own.push(*number.entry(row).or_insert_with_key(|row| {
                    merged.extend(row);
                    fresh
                }));
            }
            max = max.max(number.len());
            *table = merged;
            classes = own;
        }
        // Even an unsatisfiable rule has a state at each place.
        for table in self.tables.iter_mut().filter(|table| table.is_empty()) {
            *table = vec![REJECT; self.inputs];
        }
        self.width = usize::BITS - (max - 1).leading_zeros();
        Ok(())
    }

    /// Tells whether it never rejects.
    pub(super) fn is_idle(&self) -> bool {
        self.tables.iter().flatten().all(|next| *next != REJECT)
    }
}
