//! Views: the pieces in view of one square, as an automaton over the squares of its rays.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::super::Refusal;
use super::automaton::{Automaton, LocalRule};
use super::order::Order;
use crate::budget::Control;
use crate::language::{Interval, OrderedSet, Sight};
use crate::model::{View, When};

/// The automata of views without blocking. Most squares have neighbours on all sides, and theirs differ by their places alone.
#[derive(Default)]
pub(super) struct Known(HashMap<Near, Automaton>);

/// A view without blocking: only the number of pieces matters.
#[derive(PartialEq, Eq, Hash)]
struct Near {
    /// The place at which the condition is decided, and the inputs under which it holds; `None` if it always does.
    when: Option<(usize, Vec<bool>)>,
    /// At each place, whether an input counts.
    counts: Vec<Vec<bool>>,
    range: Interval,
}

impl LocalRule for Near {
    /// Whether the condition holds, if known, and how many are in view.
    type State = (Option<bool>, i64);

    fn start(&self) -> Self::State {
        (self.when.is_none().then_some(true), 0)
    }

    fn next(&self, (holds, seen): &Self::State, place: usize, input: usize) -> Option<Self::State> {
        let holds = match &self.when {
            Some((own, under)) if *own == place => Some(under[input]),
            _ => *holds,
        };
        if holds == Some(false) {
            return Some((holds, 0));
        }
        let seen = seen + i64::from(self.counts[place][input]);
        let too_many = self.range.upper().is_some_and(|max| seen > max);
        if too_many && holds == Some(true) { None } else { Some((holds, seen)) }
    }

    fn accepts(&self, (holds, seen): &Self::State) -> bool {
        *holds != Some(true) || self.range.contains(*seen)
    }
}

/// Rides: for each ray, the squares up to the nearest known blocker.
struct Far {
    when: Option<(usize, Vec<bool>)>,
    /// At each place, the rays that pass there: ray, how far out, and what each input does.
    passes: Vec<Vec<(usize, u8, Vec<Passing>)>>,
    /// The slots along each ray.
    slots: Vec<Vec<u32>>,
    range: Interval,
}

/// The effect of a piece on a ray.
#[derive(Clone, Copy)]
struct Passing {
    counts: bool,
    stops: bool,
}

/// The state of one ray: how far out it is blocked, and which squares up to there count, as a mask.
type RayMemory = (u8, u64);

impl LocalRule for Far {
    type State = (Option<bool>, Vec<RayMemory>);

    fn start(&self) -> Self::State {
        (self.when.is_none().then_some(true), vec![(u8::MAX, 0); self.slots.len()])
    }

    fn next(&self, (holds, rays): &Self::State, place: usize, input: usize) -> Option<Self::State> {
        let holds = match &self.when {
            Some((own, under)) if *own == place => Some(under[input]),
            _ => *holds,
        };
        if holds == Some(false) {
            return Some((holds, Vec::new()));
        }
        let mut rays = rays.clone();
        for (ray, out, passings) in &self.passes[place] {
            let Passing { counts, stops } = passings[input];
            let (stopped, counted) = &mut rays[*ray];
            if out > stopped {
                continue;
            }
            if counts {
                *counted |= 1 << out;
            }
            if stops {
                *stopped = *out;
                *counted &= u64::MAX >> (63 - out);
            }
        }
        Some((holds, rays))
    }

    fn accepts(&self, (holds, rays): &Self::State) -> bool {
        if *holds == Some(false) {
            return true;
        }
        let seen = rays.iter().zip(&self.slots).flat_map(|((_, counted), slots)| {
            let there = slots.iter().enumerate().filter(move |(out, _)| counted >> out & 1 == 1);
            there.map(|(_, slot)| *slot)
        });
        self.range.contains(seen.collect::<OrderedSet<u32>>().len() as i64)
    }
}

/// Returns the automaton of a view; `blockers` are the kinds that stop even sight through pieces.
pub(super) fn view(
    view: &View,
    range: Interval,
    sight: Sight,
    blockers: u64,
    order: &Order,
    known: &mut Known,
    control: &mut Control,
) -> Result<Automaton, Refusal> {
    let condition = match view.when {
        When::Always => None,
        When::Placed(var) => Some((order.place(var), (0..order.choices()).map(|c| c == order.choice(var)).collect())),
        When::Vacant(slot) => Some((order.place_of_slot(slot), (0..order.choices()).map(|c| c == 0).collect())),
    };
    let cells = view.rays.iter().flat_map(|ray| &ray.cells).map(|(slot, _)| order.place_of_slot(*slot));
    let all = cells.chain(condition.iter().map(|(place, _): &(usize, Vec<bool>)| *place));
    let places = all.collect::<OrderedSet<usize>>().into_vec();
    let own = |place: usize| places.partition_point(|other| *other < place);
    let when = condition.map(|(place, under)| (own(place), under));
    if let Some(long) = view.rays.iter().find(|ray| ray.cells.len() > 63) {
        return Err(Refusal::declined(format!("{} squares in one line of sight are too many", long.cells.len())));
    }
    if view.simple && view.rays.iter().all(|ray| ray.cells.len() == 1) {
        let mut counts = vec![vec![false; order.choices()]; places.len()];
        for (slot, mask) in view.rays.iter().flat_map(|ray| &ray.cells) {
            for (choice, counts) in counts[own(order.place_of_slot(*slot))].iter_mut().enumerate().skip(1) {
                *counts = mask >> (choice - 1) & 1 == 1;
            }
        }
        let near = match known.0.entry(Near { when, counts, range }) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                let automaton = Automaton::new(places.clone(), order.choices(), entry.key(), control)?;
                entry.insert(automaton)
            }
        };
        return Ok(Automaton { places, ..near.clone() });
    }
    let mut passes = vec![Vec::new(); places.len()];
    for (ray, cells) in view.rays.iter().map(|ray| &ray.cells).enumerate() {
        for (out, (slot, mask)) in cells.iter().enumerate() {
            let passing = |choice: usize| Passing {
                counts: choice > 0 && mask >> (choice - 1) & 1 == 1,
                stops: choice > 0 && (sight == Sight::First || blockers >> (choice - 1) & 1 == 1),
            };
            let passings = (0..order.choices()).map(passing).collect();
            passes[own(order.place_of_slot(*slot))].push((ray, out as u8, passings));
        }
    }
    let slots = view.rays.iter().map(|ray| ray.cells.iter().map(|(slot, _)| *slot).collect()).collect();
    Automaton::new(places.clone(), order.choices(), &Far { when, passes, slots, range }, control)
}
