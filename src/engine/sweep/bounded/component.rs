//! Flags and automata alike, as tables over the squares they read.

use std::borrow::Cow;

use super::super::automaton::REJECT;
use super::super::layout::{Layout, Lease};
use super::super::lower::Lowered;
use super::super::order::Order;
use crate::budget::{Cause, Control};

/// No sum of numbers is so great; -NEVER is that of what is not accepted.
pub(super) const NEVER: i64 = 1 << 60;

/// How the scaled worths of the choices are divided.
pub(super) struct Division {
    /// For each component the numbers of its choices, place by place.
    pub(super) numbers: Vec<Vec<i64>>,
    /// At each place what is left of each choice.
    pub(super) left: Vec<Vec<i64>>,
}

/// A flag or an automaton.
pub(super) struct Component<'a> {
    /// The places it reads, in order.
    pub(super) places: Vec<usize>,
    /// For each of them the next state by own state and choice.
    pub(super) tables: Vec<Cow<'a, [u16]>>,
    pub(super) choices: usize,
    pub(super) lease: Lease,
    pub(super) source: Source,
}

/// What a component is of what the sweep remembers, by its number there.
#[derive(Clone, Copy)]
pub(super) enum Source {
    Flag(usize),
    Automaton(usize),
}

impl<'a> Component<'a> {
    /// The components of what a sweep remembers, but for those that count raised flags.
    pub(super) fn all(
        lowered: &'a Lowered,
        layout: &Layout,
        order: &Order,
        control: &mut Control,
    ) -> Result<Vec<Self>, Cause> {
        let choices = order.choices();
        let mut all = Vec::with_capacity(lowered.flags.len() + lowered.automata.len());
        for (number, (flag, lease)) in lowered.flags.iter().zip(&layout.flags).enumerate() {
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
                        // What lowers it at its last place comes too late, as in the plan.
                        let then = *raises || up && (index == last || !lowers);
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
            all.push(Self { places, tables, choices, lease, source: Source::Flag(number) });
        }
        for (number, (automaton, lease)) in lowered.automata.iter().zip(&layout.automata).enumerate() {
            let tables = automaton.tables.iter().map(|table| table.as_slice().into()).collect();
            let (places, lease) = (automaton.places.clone(), *lease);
            all.push(Self { places, tables, choices, lease, source: Source::Automaton(number) });
        }
        Ok(all)
    }

    /// The number of entries of its tables.
    pub(super) fn cost(&self) -> u64 {
        self.tables.iter().map(|table| table.len() as u64).sum()
    }

    /// Returns for each state at each place, and the one at the end, the most that these numbers of the choices add up to from there:
    /// -NEVER where it accepts nothing.
    pub(super) fn most(&self, number: impl Fn(usize, usize) -> i64) -> Vec<Vec<i64>> {
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
    pub(super) fn reads(&self, places: &[usize]) -> bool {
        places.iter().all(|place| self.places.binary_search(place).is_ok())
    }
}
