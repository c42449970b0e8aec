//! What a SAT solver does is counted while it works, so that it waits where its turn ends and loses nothing between turns.

use std::cell::Cell;

use crate::engine::external::Link;

/// What it costs to propagate a literal, and to learn from a conflict, in operations on 64-bit words.
const PROPAGATION: u64 = 160;
const CONFLICT: u64 = 1 << 13;

/// What is propagated for a conflict costs before any has been seen: for each variable, and what part of reading the clauses.
const VARIABLE: u64 = 1 << 6;
const READING: u64 = 1 << 8;

/// Counts conflicts, and charges for each what those before it have cost. How many literals were propagated is only told when a
/// question ends; then the charge is mended.
pub(super) struct Meter {
    pub(super) link: Link,
    /// The conflicts and their work as far as they are known: a guess counts as some of them.
    seen: Cell<(u64, u64)>,
    /// The work of a conflict.
    each: Cell<u64>,
    /// The conflicts of the question so far, and what has been charged beyond what they cost.
    conflicts: Cell<u64>,
    credit: Cell<u64>,
    /// The value that is to be reached, if one is.
    aim: Cell<Option<i64>>,
}

impl Meter {
    /// The more work it takes to read the clauses, the more a conflict takes.
    pub(super) fn new(link: Link, vars: usize, reading: u64) -> Self {
        /// What is seen counts as much as the guess after this many conflicts.
        const SEEN: u64 = 64;
        let work = SEEN * (CONFLICT + VARIABLE * vars as u64 + reading / READING);
        Self {
            link,
            seen: Cell::new((SEEN, work)),
            each: Cell::new(work / SEEN),
            conflicts: Cell::new(0),
            credit: Cell::new(0),
            aim: Cell::new(None),
        }
    }

    /// Begins a question, about a value or not.
    pub(super) fn begin(&self, aim: Option<i64>) {
        self.conflicts.set(0);
        self.aim.set(aim);
    }

    /// Counts a conflict.
    pub(super) fn conflict(&self) {
        self.conflicts.set(self.conflicts.get() + 1);
        self.charge(1, self.each.get());
    }

    fn charge(&self, conflicts: u64, work: u64) {
        let credit = self.credit.get();
        self.credit.set(credit.saturating_sub(work));
        self.link.charge(conflicts, work.saturating_sub(credit));
    }

    /// Ends a question that took this many conflicts and propagated this many literals.
    pub(super) fn end(&self, conflicts: u64, propagations: u64) {
        let work = CONFLICT * conflicts + PROPAGATION * propagations;
        let (counted, charged) = (self.conflicts.get(), self.conflicts.get() * self.each.get());
        self.credit.set(self.credit.get() + charged.saturating_sub(work));
        self.charge(conflicts.saturating_sub(counted), work.saturating_sub(charged));
        let (seen, worked) = self.seen.get();
        self.seen.set((seen + conflicts, worked + work));
        self.each.set(((worked + work) / (seen + conflicts)).max(1));
    }

    /// Tells whether others have found out meanwhile whether the value can be reached.
    pub(super) fn is_known(&self) -> bool {
        let known = self.link.known();
        self.aim.get().is_some_and(|aim| known.best >= Some(aim) || known.bound.is_some_and(|bound| bound < aim))
    }

    /// Waits if the turn has ended; tells whether to give up the question.
    pub(super) fn is_over(&self) -> bool {
        self.link.wait_for_turn();
        self.link.is_over() || self.is_known()
    }
}
