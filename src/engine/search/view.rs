//! Propagation of views.

use super::node::{Conflict, Node};
use super::program::{Agenda, Program, Watched};
use crate::language::Sight;
use crate::model::bit_set::BitSet;
use crate::model::{Ray, Var, View, When};

/// A view with what its propagation needs.
pub(super) struct ViewPropagator<'a, W: BitSet> {
    pub(super) program: &'a Program<W>,
    pub(super) view: &'a View,
    pub(super) sight: Sight,
    pub(super) min: i64,
    pub(super) max: i64,
    /// The variables that count along each ray, where no piece need be in view.
    pub(super) along: &'a [W::Mask],
}

/// Whether a view must be in range.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Need {
    Yes,
    /// Only if this becomes true.
    If(Var),
    /// Unless this slot becomes occupied.
    Unless(u32),
    No,
}

/// Bounds on the number of different pieces in view.
struct Seen {
    low: i64,
    high: i64,
}

/// The state of one ray.
#[derive(Default)]
struct RayState {
    /// Pieces that will be seen in any case, though by sight perhaps not yet which.
    certain: i64,
    /// Further pieces that may be seen.
    possible: i64,
    /// The slots of the pieces that are surely seen.
    decided: Vec<u32>,
    /// The number of variables that, if true, would be seen or hide another.
    candidates: usize,
    first: Option<Var>,
    /// Whether a piece blocks the ray.
    ends: bool,
}

impl<W: BitSet> ViewPropagator<'_, W> {
    /// Propagates the view.
    pub(super) fn propagate(&self, node: &mut Node<W>, agenda: &mut Agenda) -> Result<(), Conflict> {
        let need = self.program.need(node, self.view.when);
        if need == Need::No || self.are_few(node, need) {
            return Ok(());
        }
        if self.is_short() {
            return self.keep_few(node, agenda, need);
        }
        let seen = self.seen(node);
        if seen.low > self.max || seen.high < self.min {
            return self.program.out_of_range(node, agenda, need);
        }
        if need != Need::Yes || !self.view.simple || seen.low == seen.high {
            return Ok(());
        }
        if seen.high == self.min {
            for ray in &self.view.rays {
                let state = self.ray_state(node, ray);
                if state.certain == 0
                    && state.candidates == 1
                    && !state.ends
                    && let Some(var) = state.first
                {
                    self.program.place(node, agenda, var)?;
                }
            }
        } else if seen.low == self.max {
            for ray in &self.view.rays {
                if self.ray_state(node, ray).certain == 0 || self.sight == Sight::Through {
                    self.keep_clear(node, agenda, ray);
                }
            }
        }
        Ok(())
    }

    /// Whether nothing follows since fewer pieces that count stand along the rays than there may be in view, and none need be.
    fn are_few(&self, node: &Node<W>, need: Need) -> bool {
        if self.along.is_empty() {
            return false;
        }
        let mut standing = 0;
        for ray in self.along {
            standing += match self.sight {
                Sight::First => i64::from(node.placed.meets(ray)),
                Sight::Through => node.placed.count_in(ray) as i64,
            };
        }
        standing + i64::from(need == Need::Yes) <= self.max
    }

    /// Whether it is enough to look along rays to the first piece, since none need be in view and none is seen along two rays.
    fn is_short(&self) -> bool {
        self.view.simple && self.sight == Sight::First && !self.along.is_empty()
    }

    /// Propagates a view of which `is_short` is true.
    fn keep_few(&self, node: &mut Node<W>, agenda: &mut Agenda, need: Need) -> Result<(), Conflict> {
        let mut low = 0;
        for (ray, along) in self.view.rays.iter().zip(self.along) {
            low += i64::from(node.placed.meets(along) && self.is_certain(node, ray));
        }
        if low > self.max {
            return self.program.out_of_range(node, agenda, need);
        }
        if need == Need::Yes && low == self.max {
            for (ray, along) in self.view.rays.iter().zip(self.along) {
                if node.open.meets(along) && !self.is_certain(node, ray) {
                    self.keep_clear(node, agenda, ray);
                }
            }
        }
        Ok(())
    }

    /// Whether a piece that counts will be seen along a ray: the first one there, and none that does not count may come before it.
    fn is_certain(&self, node: &Node<W>, ray: &Ray) -> bool {
        for (slot, counting) in &ray.cells {
            let here = self.program.standing(node, *slot);
            if here != 0 {
                return here & counting != 0;
            }
            if self.program.possible(node, *slot) & !counting != 0 {
                return false;
            }
        }
        false
    }

    /// Visits the candidates of which one must become true for more to be seen, and returns how many more must be.
    /// Visits none where enough are seen or none need be.
    fn each_candidate(&self, node: &Node<W>, mut visit: impl FnMut(Var)) -> i64 {
        let own = match self.program.need(node, self.view.when) {
            Need::Yes => None,
            Need::Unless(slot) => Some(slot),
            Need::If(_) | Need::No => return 0,
        };
        let missing = self.min.saturating_sub(self.seen_at_rest(node));
        if missing <= 0 {
            return 0;
        }
        let mut visit_kinds = |slot: u32, mut kinds: u64| {
            while kinds != 0 {
                visit(slot * self.program.kinds as Var + kinds.trailing_zeros());
                kinds &= kinds - 1;
            }
        };
        if let Some(slot) = own {
            visit_kinds(slot, self.program.possible(node, slot));
        }
        for ray in &self.view.rays {
            if self.view.simple && self.sight == Sight::First && self.ray_state(node, ray).certain > 0 {
                continue;
            }
            for (slot, counting) in &ray.cells {
                let here = self.program.standing(node, *slot);
                if here != 0 && (self.sight == Sight::First || here & self.program.blockers != 0) {
                    break;
                }
                visit_kinds(*slot, self.program.possible(node, *slot) & counting);
            }
        }
        // If a piece on the square itself would do, one is enough.
        if own.is_some() { 1 } else { missing }
    }

    /// Returns the number of different pieces in view if no more came.
    fn seen_at_rest(&self, node: &Node<W>) -> i64 {
        let mut slots = Vec::new();
        for ray in &self.view.rays {
            for (slot, counting) in &ray.cells {
                let here = self.program.standing(node, *slot);
                if here & counting != 0 {
                    slots.push(*slot);
                }
                if here != 0 && (self.sight == Sight::First || here & self.program.blockers != 0) {
                    break;
                }
            }
        }
        slots.sort_unstable();
        slots.dedup();
        slots.len() as i64
    }

    fn seen(&self, node: &Node<W>) -> Seen {
        let (mut low, mut high) = (0, 0);
        let mut decided = Vec::new();
        for ray in &self.view.rays {
            let state = self.ray_state(node, ray);
            high += state.certain + state.possible;
            low += state.certain;
            if !self.view.simple {
                decided.extend(state.decided);
            }
        }
        if !self.view.simple {
            // A piece seen twice counts once; a piece that will be seen but is not known yet may be one of those.
            let all = decided.len() as i64;
            decided.sort_unstable();
            decided.dedup();
            low = decided.len() as i64;
            high -= all - low;
        }
        Seen { low, high }
    }

    fn ray_state(&self, node: &Node<W>, ray: &Ray) -> RayState {
        let mut state = RayState::default();
        // Whether a piece may come in between that hides what is behind.
        let mut shadowed = false;
        for (slot, counting) in &ray.cells {
            let (here, open) = (self.program.standing(node, *slot), self.program.possible(node, *slot));
            if here != 0 {
                let stops = self.sight == Sight::First || here & self.program.blockers != 0;
                if here & counting != 0 {
                    if shadowed {
                        state.possible += 1;
                    } else {
                        state.certain += 1;
                    }
                    if !shadowed && (self.sight == Sight::Through || state.candidates == 0) && !self.view.simple {
                        state.decided.push(*slot);
                    }
                }
                if stops {
                    state.ends = true;
                    break;
                }
                continue;
            }
            if open & counting != 0 {
                state.candidates += (open & counting).count_ones() as usize;
                state.first = state.first.or_else(|| self.program.first_possible(node, *slot, *counting));
                if self.sight == Sight::Through {
                    state.possible += 1;
                }
            }
            shadowed |= open & self.hiding(*counting) != 0;
        }
        if self.sight == Sight::First {
            // At most one piece is seen: the certain one, or one of the possible ones.
            state.possible = i64::from(state.certain == 0 && (state.possible > 0 || state.candidates > 0));
        } else if !self.view.simple {
            // Through pieces, all that are certain are decided.
            debug_assert_eq!(state.certain as usize, state.decided.len());
        }
        state
    }

    /// Enough are seen: excludes all further pieces in view.
    fn keep_clear(&self, node: &mut Node<W>, agenda: &mut Agenda, ray: &Ray) {
        for (slot, counting) in &ray.cells {
            let (here, open) = (self.program.standing(node, *slot), self.program.possible(node, *slot));
            if here != 0 && (self.sight == Sight::First || here & self.program.blockers != 0) {
                return;
            }
            // Through pieces, another blocker may hide some that are seen now.
            let hiders = if self.sight == Sight::First { 0 } else { self.program.blockers };
            let mut seen = open & counting & !hiders;
            while seen != 0 {
                let kind = seen.trailing_zeros();
                self.program.drop(node, agenda, slot * self.program.kinds as Var + kind);
                seen &= seen - 1;
            }
            if open & self.hiding(*counting) != 0 {
                return;
            }
        }
    }

    /// Returns the kinds behind which fewer pieces may be seen: by sight those that do not count themselves, through
    /// pieces all blockers.
    fn hiding(&self, counting: u64) -> u64 {
        match self.sight {
            Sight::First => !counting,
            Sight::Through => self.program.blockers,
        }
    }
}

impl<W: BitSet> Program<W> {
    /// Tells whether what is in view must be in range.
    pub(super) fn need(&self, node: &Node<W>, when: When) -> Need {
        match when {
            When::Always => Need::Yes,
            When::Placed(var) if node.open.has(var) => Need::If(var),
            When::Placed(var) => {
                if node.placed.has(var) {
                    Need::Yes
                } else {
                    Need::No
                }
            }
            When::Vacant(slot) => match (self.standing(node, slot), self.possible(node, slot)) {
                (0, 0) => Need::Yes,
                (0, _) => Need::Unless(slot),
                _ => Need::No,
            },
        }
    }

    /// Propagates that what is in view cannot be in range.
    pub(super) fn out_of_range(&self, node: &mut Node<W>, agenda: &mut Agenda, need: Need) -> Result<(), Conflict> {
        match need {
            Need::Yes | Need::No => Err(Conflict),
            Need::If(var) => {
                self.drop(node, agenda, var);
                Ok(())
            }
            Need::Unless(slot) => {
                match (self.possible(node, slot).count_ones(), self.first_possible(node, slot, u64::MAX)) {
                    (1, Some(var)) => self.place(node, agenda, var),
                    _ => Ok(()),
                }
            }
        }
    }

    /// Returns the kinds, as a mask, that stand on a slot.
    pub(super) fn standing(&self, node: &Node<W>, slot: u32) -> u64 {
        node.placed.field(slot as usize * self.kinds, self.kinds)
    }

    /// Returns the kinds, as a mask, that may still be placed on a slot.
    pub(super) fn possible(&self, node: &Node<W>, slot: u32) -> u64 {
        node.open.field(slot as usize * self.kinds, self.kinds)
    }

    /// Returns the first of these kinds that may be placed there.
    fn first_possible(&self, node: &Node<W>, slot: u32, kinds: u64) -> Option<Var> {
        let open = self.possible(node, slot) & kinds;
        (open != 0).then(|| slot * self.kinds as Var + open.trailing_zeros())
    }

    /// Visits the candidates of which one must become true for a rule to hold, and returns how many more must be.
    /// Visits none where enough are true or none need be.
    pub(super) fn each_candidate(&self, rule: &Watched<W>, node: &Node<W>, mut visit: impl FnMut(Var)) -> i64 {
        let (when, missing) = match rule {
            Watched::View { view, sight, min, max, along } => {
                return ViewPropagator { program: self, view, sight: *sight, min: *min, max: *max, along }
                    .each_candidate(node, visit);
            }
            Watched::Count { when, mask, min, .. } => (*when, min - node.placed.count_in(mask) as i64),
            Watched::Rays { when, rays, min, .. } => (*when, min - node.placed.count_met(rays) as i64),
            Watched::Linear { .. } | Watched::Same(_) | Watched::OccupiedLines { .. } => return 0,
        };
        let own = match self.need(node, when) {
            _ if missing <= 0 => return 0,
            Need::If(_) | Need::No => return 0,
            Need::Yes => None,
            Need::Unless(slot) => Some(slot),
        };
        if let Some(slot) = own {
            let mut kinds = self.possible(node, slot);
            while kinds != 0 {
                visit(slot * self.kinds as Var + kinds.trailing_zeros());
                kinds &= kinds - 1;
            }
        }
        match rule {
            Watched::Count { mask, .. } => node.open.each_in(mask, visit),
            Watched::Rays { rays, .. } => {
                for ray in rays {
                    if !node.placed.meets(ray) {
                        node.open.each_in(ray, &mut visit);
                    }
                }
            }
            _ => {}
        }
        // If a piece on the square itself would do, one is enough.
        if own.is_some() { 1 } else { missing }
    }
}
