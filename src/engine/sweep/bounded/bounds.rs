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
    /// Whether more would gain little with strips of this width, and how many entries were too few for wider ones; `None` if there are
    /// none.
    are_close: bool,
    refused: Option<u64>,
}

impl<K: Key> Bounds<K> {
    /// The work that goes into them at first.
    const FIRST: u64 = 1 << 18;
    /// The most entries of all strips together, of about twenty bytes each.
    const MAX_ENTRIES: u64 = 1 << 22;
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
            are_close: false,
            refused: Some(0),
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
        let is_refused = |refused: u64| (work / Self::ROUNDS).min(Self::MAX_ENTRIES) < 2 * refused;
        !self.are_close || self.refused.is_some_and(|refused| !is_refused(refused))
    }

    /// Improves them by this much work or so.
    pub(super) fn improve(&mut self, work: u64, plan: &Plan<K>, control: &mut Control) -> Result<(), Cause> {
        let before = control.charged();
        let PreparedSweep { order, lowered, layout } = &*self.prepared;
        let components = Component::all(lowered, layout, order, control)?;
        if self.strips.is_none() && self.multipliers.improve(work, control)? {
            let division = self.multipliers.divide(order, &components);
            self.shortfalls = Shortfalls::new(plan, &components, &division, control)?;
            self.spent += control.charged() - before;
            return Ok(());
        }
        if self.refused.is_some() {
            let max_entries = (work / Self::ROUNDS).min(Self::MAX_ENTRIES);
            let own = (&*self.model, &*self.prepared);
            let given = match self.strips.take() {
                Some(strips) => Given::Strips(strips),
                None => Given::Components(self.multipliers.divide(order, &components)),
            };
            let (strips, refused) = Strips::new(own, &components, given, (self.typical, max_entries), control)?;
            (self.strips, self.refused) = (strips, refused);
        }
        self.are_close = true;
        if let Some(strips) = &mut self.strips {
            self.are_close = strips.improve(work, control)?;
            self.shortfalls = strips.shortfalls(plan, &components, control)?;
        }
        self.spent += control.charged() - before;
        Ok(())
    }
}
