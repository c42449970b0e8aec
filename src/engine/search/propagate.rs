//! What follows from what is decided, until nothing more does.

use super::program::{Agenda, Ends, Program, Total, Watched};
use super::view::{Gaze, Need};
use super::words::{Few, Words};
use crate::control::{Cause, Control};
use crate::model::{Var, When};

/// What is decided: the true variables, and those that may still become so. All others are false.
#[derive(Clone)]
pub(super) struct Node<W> {
    pub(super) placed: W,
    pub(super) open: W,
    /// Which of the sets that must be hit have no true member yet.
    pub(super) unmet: u128,
}

impl<W: Words> Node<W> {
    /// All that are true or may become so.
    pub(super) fn either(&self) -> W {
        let mut either = self.placed.clone();
        either.words_mut().iter_mut().zip(self.open.words()).for_each(|(word, open)| *word |= open);
        either
    }
}

/// The rules contradict what is decided.
pub(super) struct Conflict;

/// Why propagation ended before its end.
pub(super) enum Halt {
    Conflict,
    Stopped(Cause),
}

impl From<Conflict> for Halt {
    fn from(_: Conflict) -> Self {
        Self::Conflict
    }
}

impl From<Cause> for Halt {
    fn from(cause: Cause) -> Self {
        Self::Stopped(cause)
    }
}

type Kept = Result<(), Conflict>;

impl<W: Words> Program<W> {
    /// Makes a variable true.
    pub(super) fn place(&self, node: &mut Node<W>, agenda: &mut Agenda, var: Var) -> Kept {
        if node.placed.has(var) {
            return Ok(());
        }
        if !node.open.has(var) {
            return Err(Conflict);
        }
        node.open.remove(var);
        node.placed.insert(var);
        node.unmet &= !self.hit_by(var);
        self.touch(agenda, var);
        self.take_excluded(&mut node.open, agenda, var);
        Ok(())
    }

    /// Makes a variable false.
    pub(super) fn drop(&self, node: &mut Node<W>, agenda: &mut Agenda, var: Var) {
        if node.open.has(var) {
            node.open.remove(var);
            self.touch(agenda, var);
        }
    }

    pub(super) fn drop_all(&self, node: &mut Node<W>, agenda: &mut Agenda, mask: &W::Mask) {
        node.open.each_in(mask, |var| self.touch(agenda, var));
        node.open.take(mask);
    }

    fn place_all(&self, node: &mut Node<W>, agenda: &mut Agenda, mask: &W::Mask) -> Kept {
        let mut all = Vec::new();
        node.open.each_in(mask, |var| all.push(var));
        all.into_iter().try_for_each(|var| self.place(node, agenda, var))
    }

    /// Draws every conclusion from what is on the agenda, and from the totals, those of the objective among them.
    pub(super) fn propagate(
        &self,
        node: &mut Node<W>,
        agenda: &mut Agenda,
        objective: Option<&Objective<W>>,
        control: &mut Control,
    ) -> Result<(), Halt> {
        loop {
            while let Some(number) = agenda.next() {
                let rule = &self.rules[number];
                control.spend(cost(rule))?;
                self.look(node, agenda, rule)?;
            }
            let before = agenda.changes;
            self.hits_hold(node, agenda)?;
            for total in &self.totals {
                control.spend(self.cost_of(total))?;
                self.total_holds(node, agenda, total)?;
            }
            match objective {
                Some(Objective::Count { total, .. }) => {
                    control.spend(self.cost_of(total))?;
                    self.total_holds(node, agenda, total)?;
                }
                Some(Objective::Sum { terms, least }) => {
                    control.spend(terms.len() as u64)?;
                    self.linear(node, agenda, terms, (*least, i64::MAX))?;
                }
                None => {}
            }
            if agenda.changes == before {
                return Ok(());
            }
        }
    }

    fn look(&self, node: &mut Node<W>, agenda: &mut Agenda, rule: &Watched<W>) -> Kept {
        match rule {
            Watched::Count { when, mask, least, most } => self.count_when(node, agenda, *when, mask, (*least, *most)),
            Watched::Rays { when, rays, least, most } => self.rays(node, agenda, *when, rays, (*least, *most)),
            Watched::Linear { terms, least, most } => self.linear(node, agenda, terms, (*least, *most)),
            Watched::Same(vars) => self.same(node, agenda, vars),
            Watched::OccupiedLines { lines, least, most } => self.occupied(node, agenda, lines, (*least, *most)),
            Watched::View { view, sight, least, most } => {
                Gaze { program: self, view, sight: *sight, least: *least, most: *most }.propagate(node, agenda)
            }
        }
    }

    fn cost_of(&self, total: &Total<W>) -> u64 {
        total.cost() + if total.everybody { self.fronts_cost() } else { 0 }
    }

    fn count(&self, node: &mut Node<W>, agenda: &mut Agenda, mask: &W::Mask, (least, most): (i64, i64)) -> Kept {
        let (now, open) = (node.placed.count_in(mask) as i64, node.open.count_in(mask) as i64);
        if now > most || now + open < least {
            return Err(Conflict);
        }
        if open > 0 && now == most {
            self.drop_all(node, agenda, mask);
        } else if open > 0 && now + open == least {
            self.place_all(node, agenda, mask)?;
        }
        Ok(())
    }

    /// Likewise, where it need hold only on a condition.
    fn count_when(
        &self,
        node: &mut Node<W>,
        agenda: &mut Agenda,
        when: When,
        mask: &W::Mask,
        (least, most): (i64, i64),
    ) -> Kept {
        match self.need(node, when) {
            Need::No => Ok(()),
            Need::Yes => self.count(node, agenda, mask, (least, most)),
            need => {
                let (now, open) = (node.placed.count_in(mask) as i64, node.open.count_in(mask) as i64);
                if now > most || now + open < least { self.out_of_range(node, agenda, need) } else { Ok(()) }
            }
        }
    }

    fn rays(
        &self,
        node: &mut Node<W>,
        agenda: &mut Agenda,
        when: When,
        rays: &[W::Mask],
        (least, most): (i64, i64),
    ) -> Kept {
        let need = self.need(node, when);
        if need == Need::No {
            return Ok(());
        }
        let (mut low, mut high) = (0, 0);
        for ray in rays {
            let met = node.placed.meets(ray);
            low += i64::from(met);
            high += i64::from(met || node.open.meets(ray));
        }
        if low > most || high < least {
            return self.out_of_range(node, agenda, need);
        }
        if need != Need::Yes || low == high {
            return Ok(());
        }
        if high == least {
            for ray in rays {
                if let Few::One(var) = node.open.few_in(ray)
                    && !node.placed.meets(ray)
                {
                    self.place(node, agenda, var)?;
                }
            }
        } else if low == most {
            for ray in rays {
                if !node.placed.meets(ray) {
                    self.drop_all(node, agenda, ray);
                }
            }
        }
        Ok(())
    }

    /// Each set that must hold one can: if only in one way, it does.
    fn hits_hold(&self, node: &mut Node<W>, agenda: &mut Agenda) -> Kept {
        // Word by word: most problems have no more sets than bits in the first.
        for first in [0, u64::BITS] {
            let mut left = (node.unmet >> first) as u64;
            while left != 0 {
                let number = first + left.trailing_zeros();
                left &= left - 1;
                match node.open.few_in(&self.hits[number as usize]) {
                    Few::None => return Err(Conflict),
                    Few::One(var) => {
                        self.place(node, agenda, var)?;
                        left &= (node.unmet >> first) as u64;
                    }
                    Few::More => {}
                }
            }
        }
        Ok(())
    }

    /// A count, and the cliques its members fall into: if no more of them are alive than are needed, each holds one.
    fn total_holds(&self, node: &mut Node<W>, agenda: &mut Agenda, total: &Total<W>) -> Kept {
        self.count(node, agenda, &total.mask, (total.least, total.most))?;
        for halves in self.halves.iter().filter(|_| total.everybody && total.least > i64::MIN) {
            let (plus, minus) = halves.least(total.least);
            self.count(node, agenda, &halves.plus, (plus, i64::MAX))?;
            self.count(node, agenda, &halves.minus, (minus, i64::MAX))?;
        }
        if !self.fronts.is_empty() && total.everybody && total.least > i64::MIN {
            self.fronts_hold(node, agenda, total.least)?;
        }
        for sets in &total.partitions {
            let needed = total.least.saturating_sub(node.placed.count_in(&total.mask) as i64);
            self.enough_alive(node, agenda, sets, needed)?;
        }
        for ends in &total.line_ends {
            let needed = ends.needed(total.least, node);
            self.enough_alive(node, agenda, &ends.lines, needed)?;
            if !ends.along.is_empty() {
                self.enough_ends(node, agenda, total, ends)?;
            }
        }
        Ok(())
    }

    /// The lines that are or may come to be occupied have two ends each; who stands, and the least demanding of those who may
    /// still come, must do with these. A piece owns the end of each ray along which it attacks nobody: where it cannot, and
    /// where those whom it attacks along other lines leave it nobody more to attack.
    fn enough_ends(&self, node: &mut Node<W>, agenda: &mut Agenda, total: &Total<W>, ends: &Ends<W>) -> Kept {
        let mut needed = total.least.saturating_sub(node.placed.count_in(&total.mask) as i64);
        if needed <= 0 {
            return Ok(());
        }
        let either = node.either();
        let own = |var: Var| {
            let rays = self.rays_of[var as usize].map(|rule| &self.rules[rule as usize]);
            let Some(Watched::Rays { rays, .. }) = rays else { return ends.each };
            let (mut possible, mut left) = (0, ends.all - ends.each);
            for (number, ray) in rays.iter().enumerate() {
                if ends.along[var as usize] >> number & 1 == 1 {
                    possible += i64::from(either.meets(ray));
                } else {
                    left -= i64::from(node.placed.meets(ray));
                }
            }
            ends.all - possible.min(left)
        };
        let mut left = 2 * ends.lines.iter().filter(|line| either.meets(line)).count() as i64;
        node.placed.each(|var| left -= own(var));
        let mut demanding = [0i64; 64];
        node.open.each(|var| demanding[own(var) as usize] += 1);
        let mut dearest = 0;
        for (each, number) in (0..).zip(demanding) {
            let taken = number.min(needed);
            left -= taken * each;
            needed -= taken;
            if taken > 0 {
                dearest = each;
            }
        }
        if needed > 0 || left < 0 {
            return Err(Conflict);
        }
        let mut too_demanding = Vec::new();
        node.open.each(|var| {
            if own(var) > dearest + left {
                too_demanding.push(var);
            }
        });
        for var in too_demanding {
            self.drop(node, agenda, var);
        }
        Ok(())
    }

    /// Of these sets so many, besides those that have a true member, must come to have one.
    fn enough_alive(&self, node: &mut Node<W>, agenda: &mut Agenda, sets: &[W::Mask], needed: i64) -> Kept {
        if needed <= 0 {
            return Ok(());
        }
        let may_be_hit = |node: &Node<W>, set: &W::Mask| node.open.meets(set) && !node.placed.meets(set);
        let alive = sets.iter().filter(|set| may_be_hit(node, set)).count() as i64;
        if alive < needed {
            return Err(Conflict);
        }
        if alive == needed {
            for set in sets {
                if let Few::One(var) = node.open.few_in(set)
                    && !node.placed.meets(set)
                {
                    self.place(node, agenda, var)?;
                }
            }
        }
        Ok(())
    }

    fn linear(&self, node: &mut Node<W>, agenda: &mut Agenda, terms: &[(i64, Var)], (least, most): (i64, i64)) -> Kept {
        let (mut low, mut high) = (0i64, 0i64);
        for (number, var) in terms {
            if node.placed.has(*var) {
                low += number;
                high += number;
            } else if node.open.has(*var) {
                low += number.min(&0);
                high += number.max(&0);
            }
        }
        if low > most || high < least {
            return Err(Conflict);
        }
        for (number, var) in terms {
            if !node.open.has(*var) {
                continue;
            }
            let (up, down) = (number.max(&0), number.min(&0));
            // True adds `up` to the least sum, or gives up `-down` of the greatest; false the other way round.
            if low + up > most || high + down < least {
                self.drop(node, agenda, *var);
            } else if low - down > most || high - up < least {
                self.place(node, agenda, *var)?;
            }
        }
        Ok(())
    }

    fn same(&self, node: &mut Node<W>, agenda: &mut Agenda, vars: &[Var]) -> Kept {
        if vars.iter().any(|var| node.placed.has(*var)) {
            vars.iter().try_for_each(|var| self.place(node, agenda, *var))
        } else {
            if !vars.iter().all(|var| node.open.has(*var)) {
                for var in vars {
                    self.drop(node, agenda, *var);
                }
            }
            Ok(())
        }
    }

    fn occupied(&self, node: &mut Node<W>, agenda: &mut Agenda, lines: &[W::Mask], (least, most): (i64, i64)) -> Kept {
        let now = lines.iter().filter(|line| node.placed.meets(line)).count() as i64;
        let alive = lines.iter().filter(|line| !node.placed.meets(line) && node.open.meets(line)).count() as i64;
        if now > most || now + alive < least {
            return Err(Conflict);
        }
        if alive == 0 || (now < most && now + alive > least) {
            return Ok(());
        }
        for line in lines {
            if node.placed.meets(line) {
                continue;
            }
            if now == most {
                self.drop_all(node, agenda, line);
            } else if node.open.count_in(line) == 1 {
                self.place_all(node, agenda, line)?;
            }
        }
        Ok(())
    }
}

/// What a solution must reach to be worth finding.
pub(super) enum Objective<W: Words> {
    /// A count over variables that all have the same weight.
    Count { total: Total<W>, weight: i64 },
    /// A weighted sum.
    Sum { terms: Vec<(i64, Var)>, least: i64 },
}

impl<W: Words> Objective<W> {
    /// The value of what is placed.
    pub(super) fn value(&self, placed: &W) -> i64 {
        match self {
            Self::Count { total, weight } => weight * placed.count_in(&total.mask) as i64,
            Self::Sum { terms, .. } => terms.iter().filter(|(_, var)| placed.has(*var)).map(|(number, _)| number).sum(),
        }
    }

    /// Asks for more than this value from now on, or for any.
    pub(super) fn demand_more_than(&mut self, value: Option<i64>) {
        match (self, value) {
            (Self::Count { total, .. }, None) => (total.least, total.most) = (i64::MIN, i64::MAX),
            (Self::Count { total, weight }, Some(value)) if *weight > 0 => {
                total.least = value.div_euclid(*weight) + 1;
            }
            (Self::Count { total, weight }, Some(value)) => total.most = value / *weight - 1,
            (Self::Sum { least, .. }, None) => *least = i64::MIN,
            (Self::Sum { least, .. }, Some(value)) => *least = value + 1,
        }
    }
}

impl<W: Words> Ends<W> {
    /// How many more lines must be occupied, if there are at least so many pieces.
    pub(super) fn needed(&self, pieces: i64, node: &Node<W>) -> i64 {
        let occupied = self.lines.iter().filter(|line| node.placed.meets(line)).count() as i64;
        pieces.saturating_mul(self.each).saturating_add(1).div_euclid(2).saturating_sub(occupied)
    }
}

impl<W: Words> Total<W> {
    fn cost(&self) -> u64 {
        let sets = self.partitions.iter().chain(self.line_ends.iter().map(|ends| &ends.lines));
        let owned = self.line_ends.iter().map(|ends| 8 * ends.along.len());
        1 + sets.map(Vec::len).chain(owned).sum::<usize>() as u64
    }
}

fn cost<W: Words>(rule: &Watched<W>) -> u64 {
    match rule {
        Watched::Count { .. } => 4,
        Watched::Rays { rays, .. } => 2 * rays.len() as u64,
        Watched::Linear { terms, .. } => terms.len() as u64,
        Watched::Same(vars) => vars.len() as u64,
        Watched::OccupiedLines { lines, .. } => 2 * lines.len() as u64,
        Watched::View { view, .. } => view.rays.iter().map(|ray| ray.cells.len() as u64).sum(),
    }
}
