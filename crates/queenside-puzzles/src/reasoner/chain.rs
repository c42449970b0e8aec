//! Steps as the reasoner makes them, in places by index, and what a person is told of them.

use std::sync::Arc;

use queenside::{Interval, SquareSet};

use super::State;
use super::bits::Bits;
use super::model::{Model, When};
use crate::{Reason, Step, Supposition, Unit, UnitName};

/// Why a step is right.
#[derive(Clone)]
pub(super) enum Why {
    Attacked(usize),
    Full(usize),
    Last(usize),
    NoRoom(usize),
    Confined(Vec<usize>, Vec<usize>),
    Packed(usize, usize),
    Weighted(usize),
    Rays(usize),
    /// A rule that is in force under a condition cannot be met.
    Unmet(Site),
    /// A supposition within a supposition, of a piece on this place; it is gone through again when it is told.
    Within(usize),
    Supposed(Box<Chain>),
    Searched,
}

/// Where something fails.
#[derive(Clone, Copy)]
pub(super) enum Site {
    Pair(usize, usize),
    Sum(usize),
    Weighted(usize),
    Rays(usize),
    Unknown,
}

/// A step in places by index.
#[derive(Clone)]
pub(super) struct Raw {
    pub(super) why: Why,
    pub(super) placed: Vec<usize>,
    pub(super) excluded: Vec<usize>,
}

/// A supposition, what follows from it, and where it fails.
#[derive(Clone)]
pub(super) struct Chain {
    pub(super) place: usize,
    pub(super) stands: bool,
    pub(super) raws: Vec<Raw>,
    pub(super) broken: Site,
}

impl Chain {
    /// Leaves out steps on which the contradiction does not rest.
    pub(super) fn trimmed(mut self, model: &Model, before: &State, after: &State) -> Self {
        let mut needed = Bits::new(model.len());
        site(self.broken, model, &mut needed);
        let mut kept = Vec::new();
        for raw in self.raws.drain(..).rev() {
            let own = raw.placed.iter().chain(&raw.excluded);
            if matches!(self.broken, Site::Unknown) || own.clone().any(|place| needed.has(*place)) {
                rests_on(&raw.why, model, before, after, &mut needed);
                kept.push(raw);
            }
        }
        kept.reverse();
        self.raws = kept;
        self
    }

    fn reason(&self, model: &Model) -> Reason {
        let (kind, square) = model.places[self.place];
        let supposed = if self.stands { Supposition::stands(kind, square) } else { Supposition::empty(kind, square) };
        let steps = self.raws.iter().map(|raw| raw.step(model)).collect();
        Reason::Contradiction { supposed, steps, broken: unit_of(self.broken, model) }
    }
}

/// Adds the places whose decision makes something fail.
fn site(broken: Site, model: &Model, needed: &mut Bits) {
    match broken {
        Site::Pair(one, other) => {
            needed.insert(one);
            needed.insert(other);
        }
        Site::Sum(sum) => {
            needed.add(&model.sums[sum].plus);
            condition(&model.sums[sum].when, needed);
        }
        Site::Weighted(rule) => model.weighted[rule].terms.iter().for_each(|(_, place)| needed.insert(*place)),
        Site::Rays(rule) => {
            let rule = &model.rays[rule];
            for stop in rule.list.iter().flatten() {
                needed.add(&stop.hit);
                needed.add(&stop.block);
            }
            condition(&rule.when, needed);
        }
        Site::Unknown => {}
    }
}

fn condition(when: &When, needed: &mut Bits) {
    match when {
        When::Always => {}
        When::Stands(place) => needed.insert(*place),
        When::Vacant(places) => needed.add(places),
    }
}

/// Adds the places whose decision a step rests on, and perhaps some more.
fn rests_on(why: &Why, model: &Model, before: &State, after: &State, needed: &mut Bits) {
    match why {
        Why::Attacked(place) => needed.insert(*place),
        Why::Full(sum) => {
            model.sums[*sum].plus.iter_common(&after.yes).for_each(|place| needed.insert(place));
            condition(&model.sums[*sum].when, needed);
        }
        Why::Last(sum) | Why::NoRoom(sum) | Why::Packed(sum, _) => site(Site::Sum(*sum), model, needed),
        Why::Confined(units, lines) => {
            units.iter().chain(lines).for_each(|sum| site(Site::Sum(*sum), model, needed));
        }
        Why::Weighted(rule) => site(Site::Weighted(*rule), model, needed),
        Why::Rays(rule) => site(Site::Rays(*rule), model, needed),
        Why::Unmet(broken) => site(*broken, model, needed),
        // What was certain before the supposition is no step of it.
        Why::Within(_) | Why::Supposed(_) | Why::Searched => {
            before.open.iter().for_each(|place| needed.insert(place));
        }
    }
}

fn unit_of(broken: Site, model: &Model) -> Unit {
    match broken {
        Site::Pair(one, other) => {
            let squares: SquareSet = [one, other].map(|place| model.places[place].1).into_iter().collect();
            let name = if squares.len() == 1 { UnitName::Square(model.places[one].1) } else { UnitName::Apart };
            Unit::new(name, None, squares, Interval::from(..=1))
        }
        Site::Sum(sum) => model.sums[sum].unit.clone(),
        Site::Weighted(rule) => model.weighted[rule].unit.clone(),
        Site::Rays(rule) => model.rays[rule].unit.clone(),
        Site::Unknown => {
            let squares = model.places.iter().map(|(_, square)| *square).collect();
            Unit::new(UnitName::Board, None, squares, Interval::from(0..))
        }
    }
}

impl Raw {
    pub(super) fn new() -> Self {
        Self { why: Why::Searched, placed: Vec::new(), excluded: Vec::new() }
    }

    /// Begins a step with a reason.
    pub(super) fn begin(&mut self, why: Why) {
        self.why = why;
        self.placed.clear();
        self.excluded.clear();
    }

    /// Returns the step as a person is told it.
    pub(super) fn step(&self, model: &Model) -> Step {
        let named = |places: &[usize]| {
            let mut named: Vec<_> = places.iter().map(|place| model.places[*place]).collect();
            named.sort_unstable_by_key(|(kind, square)| (*square, *kind));
            named
        };
        let unit = |sum: usize| model.sums[sum].unit.clone();
        let reason = match &self.why {
            Why::Attacked(place) => Reason::Attacked { by: model.places[*place] },
            Why::Full(sum) => Reason::Full { unit: unit(*sum) },
            Why::Last(sum) => Reason::LastPlaces { unit: unit(*sum) },
            Why::NoRoom(sum) => Reason::NoRoom { unit: unit(*sum) },
            Why::Confined(units, lines) => Reason::Confined {
                units: units.iter().map(|sum| unit(*sum)).collect(),
                lines: lines.iter().map(|sum| unit(*sum)).collect(),
            },
            Why::Packed(sum, cover) => Reason::Packed { unit: unit(*sum), parts: model.parts(*sum, *cover) },
            Why::Weighted(rule) => Reason::Rule { rule: model.weighted[*rule].unit.rule().unwrap_or_default() },
            Why::Rays(rule) => Reason::Rule { rule: model.rays[*rule].unit.rule().unwrap_or_default() },
            Why::Unmet(site) => Reason::Rule { rule: unit_of(*site, model).rule().unwrap_or_default() },
            Why::Within(_) | Why::Searched => Reason::Searched,
            Why::Supposed(chain) => chain.reason(model),
        };
        let about = match &self.why {
            Why::Weighted(rule) => Some(model.weighted[*rule].unit.clone()),
            Why::Rays(rule) => Some(model.rays[*rule].unit.clone()),
            Why::Unmet(site) => Some(unit_of(*site, model)),
            _ => None,
        };
        let (placed, excluded, open) = (named(&self.placed), named(&self.excluded), Arc::clone(&model.open));
        Step { placed, excluded, reason, about, open }
    }
}
