//! What is known of the values of solutions, better and better: first from rows, then from strips.

use std::sync::Arc;

use super::super::PreparedSweep;
use super::super::key::Key;
use super::super::plan::Plan;
use super::component::Component;
use super::multipliers::Multipliers;
use super::shortfalls::Shortfalls;
use super::strips::{Given, Strips};
use crate::budget::{Cause, Control};
use crate::model::{Model, Worths};

pub(super) struct Bounds<K> {
    model: Arc<Model>,
    prepared: Arc<PreparedSweep>,
    pub(super) multipliers: Multipliers,
    strips: Option<Strips<K>>,
    pub(super) shortfalls: Shortfalls<K>,
    /// What most choices are worth, either way, scaled.
    typical: i64,
    /// The work that went into them.
    spent: u64,
    /// Whether more would gain little with rows alone.
    are_rows_close: bool,
    /// Whether more would gain little with strips of this width.
    are_close: bool,
    /// How many entries were too few for wider strips; `None` if there are none.
    refused: Option<u64>,
    /// The most entries that memory has room for.
    most_entries: u64,
}

impl<K: Key> Bounds<K> {
    /// The work that goes into them at first.
    const FIRST: u64 = 1 << 18;
    /// The most entries of all strips together.
    const MAX_ENTRIES: u64 = 1 << 24;
    /// The memory for each, in bytes: it has up to half of this, and wider strips are made while there are narrower ones.
    const ENTRY: u64 = 1 << 7;
    /// The rounds that strips as wide as the work allows should have.
    const ROUNDS: u64 = 64;

    /// Returns those of rows, which follow from one component each; `None` if there are no such rows, or numbers are too large.
    pub(super) fn new(
        (model, prepared): (&Arc<Model>, &Arc<PreparedSweep>),
        plan: &Plan<K>,
        worths: &Worths,
        typical: i64,
        control: &mut Control,
    ) -> Result<Option<Self>, Cause> {
        let before = control.charged();
        let Some(mut multipliers) = Multipliers::new(model, prepared, worths, control)? else { return Ok(None) };
        multipliers.improve(Self::FIRST, control)?;
        let components = Component::all(&prepared.lowered, &prepared.layout, &prepared.order, control)?;
        let division = multipliers.divide(&prepared.order, &components);
        let shortfalls = Shortfalls::new(plan, &components, &division, control)?;
        Ok(Some(Self {
            model: Arc::clone(model),
            prepared: Arc::clone(prepared),
            typical: multipliers.sum(typical),
            multipliers,
            strips: None,
            shortfalls,
            spent: control.charged() - before,
            are_rows_close: false,
            are_close: false,
            refused: Some(0),
            most_entries: (control.memory_limit() / Self::ENTRY).min(Self::MAX_ENTRIES),
        }))
    }

    /// The work that went into them.
    pub(super) fn spent(&self) -> u64 {
        self.spent
    }

    /// The bytes held.
    pub(super) fn bytes(&self) -> u64 {
        self.strips.as_ref().map_or(0, Strips::bytes)
    }

    /// Whether this much work may gain something.
    pub(super) fn may_gain(&self, work: u64) -> bool {
        !self.are_close || self.allows_wider(work)
    }

    /// Whether with this much work wider strips may be found.
    fn allows_wider(&self, work: u64) -> bool {
        self.refused.is_some_and(|refused| self.max_entries(work) >= (2 * refused).max(1))
    }

    /// The most entries of strips that this much work is for.
    fn max_entries(&self, work: u64) -> u64 {
        (work / Self::ROUNDS).min(self.most_entries)
    }

    /// Improves them by this much work or so; returns whether they are better.
    pub(super) fn improve(&mut self, work: u64, plan: &Plan<K>, control: &mut Control) -> Result<bool, Cause> {
        let before = control.charged();
        let prepared = Arc::clone(&self.prepared);
        let PreparedSweep { order, lowered, layout } = &*prepared;
        let components = Component::all(lowered, layout, order, control)?;
        let shortfalls = if self.are_rows_close {
            self.improve_strips(work, plan, &components, control)?
        } else {
            self.are_rows_close = !self.multipliers.improve(work, control)?;
            let division = self.multipliers.divide(order, &components);
            Some(Shortfalls::new(plan, &components, &division, control)?)
        };
        let gain = shortfalls.as_ref().map_or(0, |shortfalls| self.shortfalls.bound - shortfalls.bound);
        // Where rows gain little, strips do more.
        self.are_rows_close |= gain < self.typical / 16;
        if let Some(shortfalls) = shortfalls.filter(|_| gain > 0) {
            self.shortfalls = shortfalls;
        }
        self.spent += control.charged() - before;
        Ok(gain > 0)
    }

    /// Improves what strips prove, if there are any, and returns the shortfalls.
    fn improve_strips(
        &mut self,
        work: u64,
        plan: &Plan<K>,
        components: &[Component<'_>],
        control: &mut Control,
    ) -> Result<Option<Shortfalls<K>>, Cause> {
        if self.allows_wider(work) {
            let own = (&*self.model, &*self.prepared);
            let given = match self.strips.take() {
                Some(strips) => Given::Strips(strips),
                None => Given::Components(self.multipliers.divide(&self.prepared.order, components)),
            };
            let sizes = (self.typical, self.max_entries(work));
            (self.strips, self.refused) = Strips::new(own, components, given, sizes, control)?;
        }
        self.are_close = true;
        let Some(strips) = &mut self.strips else { return Ok(None) };
        self.are_close = strips.improve(work, control)?;
        strips.shortfalls(plan, components, control).map(Some)
    }
}
