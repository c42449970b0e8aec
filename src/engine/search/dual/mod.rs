//! Bounds by duality, on the way: multipliers that are improved at every node.
//!
//! The bound they prove may cut the node off, and their reduced costs decide variables. At first they start from those of the node
//! above and go a few subgradient steps; once that has taken as long as the simplex method would for a first time, they are the
//! best there are, and a branch is chosen by how far the bound falls.
//!
//! - `drops`: how far the bound falls where a variable is decided.

mod drops;

use super::node::{Conflict, Node};
use super::program::{Agenda, Program};
use crate::answer::BoundName;
use crate::budget::{Cause, Control};
use crate::model::bit_set::BitSet;
use crate::model::dual::{Ascent, Outcome, Relaxation, SCALE, Simplex, Status, in_units};
use crate::model::{Bound, Model, Var, Worths};
use drops::Drops;

/// What follows from the multipliers at a node.
pub(super) enum Verdict {
    /// No solution below it has the value demanded.
    Dead,
    /// Variables were decided, and propagation is due.
    Decided,
    Nothing,
}

pub(super) struct Duality {
    relaxation: Relaxation,
    ascent: Ascent,
    status: Vec<Status>,
    simplex: Option<Simplex>,
    /// Whether the simplex method is used.
    is_close: bool,
    drops: Drops,
    /// The work of subgradient steps at nodes.
    spent: u64,
    /// The multipliers of the node of each depth.
    kept: Vec<Vec<i64>>,
    max_kept: usize,
    /// The rows with cuts in windows, for the whole problem only: at a node they would cost more than they cut off.
    windows: Option<(Relaxation, Ascent)>,
    /// The rows of sights, where there are any: they take the place of the others once they prove more.
    sights: Option<(Relaxation, Ascent)>,
}

impl Duality {
    /// How many times as much work has been done as goes into the bound on the whole problem, each time; less at first, where
    /// that is not enough for all steps, but no more than has been done.
    const SHARE: u64 = 8;
    /// What part of the work done goes into cuts in windows.
    const PART_OF_WINDOWS: u64 = 8;
    /// What part of the work for the other rows goes into those of sights.
    const PART_OF_SIGHTS: u64 = 4;
    /// Rounds at a node.
    const ROUNDS: u32 = 20;
    /// Steps of the simplex method at a node, and where a variable is tried, beside two for each column of the basis.
    const STEPS: usize = 1 << 12;
    const STEPS_TRIED: usize = 50;
    /// How many variables are tried at a node, and how many of each kind in any case.
    const TRIED: usize = 8;
    const TRIED_OF_KIND: usize = 2;
    /// What part of a variable must stand for it to be branched on, and what part of it must not.
    const PART: f64 = 1e-4;
    /// Multipliers that are kept, of all depths together.
    const KEPT: usize = 1 << 22;

    pub(super) fn new(model: &Model, worths: &Worths, control: &mut Control) -> Result<Option<Self>, Cause> {
        let Some(mut relaxation) = Relaxation::new(model, worths, control)? else { return Ok(None) };
        let mut sights = None;
        if let Some(mut own) = Relaxation::of_sights(model, worths, control)? {
            own.close_windows();
            let ascent = Ascent::new(&own);
            sights = Some((own, ascent));
        }
        let mut windows = None;
        if relaxation.allows_windows() {
            relaxation.close_windows();
            windows = Relaxation::new(model, worths, control)?.map(|own| {
                let ascent = Ascent::new(&own);
                (own, ascent)
            });
        }
        let status = vec![Status::Open; relaxation.columns()];
        let max_kept = (Self::KEPT / relaxation.rows().max(1)).max(1);
        Ok(Some(Self {
            ascent: Ascent::new(&relaxation),
            relaxation,
            status,
            simplex: None,
            is_close: false,
            drops: Drops::new(model.vars(), model.kinds),
            spent: 0,
            kept: Vec::new(),
            max_kept,
            windows,
            sights,
        }))
    }

    /// Returns the bound on the whole problem, after more work, and how many times what lies between it and the value demanded
    /// goes into that value.
    pub(super) fn bound(&mut self, value: i64, work: u64, control: &mut Control) -> Result<(Bound, i64), Cause> {
        let enough = self.relaxation.sum(value);
        if let Some(root) = self.kept.first() {
            self.ascent.begin_with(root);
        }
        let until = control.work_of_turns() + work / Self::SHARE;
        let mut sum = self.ascent.settle(&mut self.relaxation, Some(enough), work, control)?;
        while sum >= enough && control.work_of_turns() < until {
            let further = self.ascent.settle(&mut self.relaxation, Some(enough), work / Self::SHARE, control)?;
            if further >= sum {
                break;
            }
            sum = further;
        }
        sum = self.try_sights(sum, enough, work, control)?;
        self.kept = vec![self.ascent.multipliers().to_vec()];
        let mut min = sum;
        if let Some((relaxation, ascent)) = self.windows.as_mut().filter(|_| sum >= enough) {
            min = min.min(ascent.settle(relaxation, Some(enough), work / Self::PART_OF_WINDOWS, control)?);
        }
        let between = sum.saturating_sub(enough);
        let times = if between > 0 { enough.saturating_abs() / between } else { i64::MAX };
        Ok((Bound::new(self.relaxation.value(min), BoundName::Duality), times))
    }

    /// Goes over to the rows of sights, if these prove more; returns what is proved then.
    fn try_sights(&mut self, sum: i64, enough: i64, work: u64, control: &mut Control) -> Result<i64, Cause> {
        let Some((mut relaxation, mut ascent)) = self.sights.take_if(|_| sum >= enough) else { return Ok(sum) };
        let own = ascent.settle(&mut relaxation, Some(enough), work / Self::PART_OF_SIGHTS, control)?;
        if relaxation.value(own) >= relaxation.value(sum) {
            self.sights = Some((relaxation, ascent));
            return Ok(sum);
        }
        self.status.resize(relaxation.columns(), Status::Open);
        self.max_kept = (Self::KEPT / relaxation.rows().max(1)).max(1);
        (self.relaxation, self.ascent, self.simplex) = (relaxation, ascent, None);
        (self.is_close, self.spent) = (false, 0);
        self.drops.leave_tree();
        Ok(own)
    }

    /// Goes over to the best multipliers once as much has gone into others; true where it does.
    pub(super) fn comes_close(&mut self, control: &Control) -> bool {
        let is_due = self.spent >= self.relaxation.rows() as u64 * self.relaxation.cost();
        let comes = is_due && !self.is_close && Simplex::accepts(&self.relaxation, control);
        if comes {
            self.is_close = true;
            self.kept.truncate(1);
        }
        comes
    }

    /// Has the best multipliers from the next node on, whatever has gone into others.
    #[cfg(test)]
    pub(super) fn hurry(&mut self) {
        self.spent = u64::MAX / 2;
        self.kept = vec![self.ascent.multipliers().to_vec()];
    }

    /// Goes on with another tree.
    pub(super) fn leave_tree(&mut self) {
        self.drops.leave_tree();
    }

    /// Takes down what is known at a node.
    fn read<W: BitSet>(&mut self, node: &Node<W>) {
        for (var, status) in self.status[..self.relaxation.pieces()].iter_mut().enumerate() {
            let var = var as Var;
            *status = if node.open.has(var) {
                Status::Open
            } else if node.placed.has(var) {
                Status::True
            } else {
                Status::False
            };
        }
    }

    /// Looks at the root, after a bound on the whole problem, with the multipliers that gave it.
    pub(super) fn look_at_root<W: BitSet>(
        &mut self,
        program: &Program<W>,
        root: &mut Node<W>,
        value: i64,
        control: &mut Control,
    ) -> Result<Verdict, Cause> {
        self.read(root);
        let enough = self.relaxation.sum(value);
        let sum = self.ascent.improve(&self.relaxation, &self.status, enough, 0, control)?;
        if sum < enough {
            return Ok(Verdict::Dead);
        }
        let mut agenda = Agenda::full(program.rules.len());
        Ok(self.decide(program, root, &mut agenda, sum - enough).unwrap_or(Verdict::Dead))
    }

    /// Looks at a node of some depth, below which a value is asked for.
    pub(super) fn look<W: BitSet>(
        &mut self,
        program: &Program<W>,
        node: &mut Node<W>,
        agenda: &mut Agenda,
        (value, depth): (i64, usize),
        control: &mut Control,
    ) -> Result<Verdict, Cause> {
        self.read(node);
        let enough = self.relaxation.sum(value);
        if self.is_close {
            if self.simplex.as_ref().is_none_or(|own| !own.is_of(&self.relaxation)) {
                let has_room = Simplex::accepts(&self.relaxation, control);
                self.simplex = has_room.then(|| Simplex::new(&self.relaxation));
            }
            if self.simplex.is_some() {
                return self.look_closely(program, node, agenda, (enough, depth), control);
            }
        }
        let depth = depth.min(self.max_kept - 1);
        self.kept.truncate(depth + 1);
        while self.kept.len() <= depth {
            let above = self.kept.last().cloned();
            self.kept.extend(above);
        }
        let work = control.work();
        self.ascent.begin_with(&self.kept[depth]);
        let sum = self.ascent.improve(&self.relaxation, &self.status, enough, Self::ROUNDS, control)?;
        self.kept[depth].copy_from_slice(self.ascent.multipliers());
        self.spent += control.work() - work;
        if sum < enough {
            return Ok(Verdict::Dead);
        }
        Ok(self.decide(program, node, agenda, sum - enough).unwrap_or(Verdict::Dead))
    }

    /// The same with the best multipliers.
    fn look_closely<W: BitSet>(
        &mut self,
        program: &Program<W>,
        node: &mut Node<W>,
        agenda: &mut Agenda,
        (enough, depth): (i64, usize),
        control: &mut Control,
    ) -> Result<Verdict, Cause> {
        let Some(simplex) = &mut self.simplex else { return Ok(Verdict::Nothing) };
        let outcome = simplex.solve(&self.relaxation, &self.status, enough, Self::STEPS, control)?;
        let mut sum = self.ascent.take(&self.relaxation, simplex, &self.status);
        if outcome == Outcome::Proved && sum >= enough {
            // As integers they do not: the best may.
            simplex.solve(&self.relaxation, &self.status, i64::MIN, Self::STEPS, control)?;
            sum = self.ascent.take(&self.relaxation, simplex, &self.status);
        }
        control.charge(self.relaxation.cost())?;
        self.drops.look(depth, in_units(sum), in_units(enough), &self.status);
        if sum < enough {
            return Ok(Verdict::Dead);
        }
        match self.decide(program, node, agenda, sum - enough) {
            Ok(Verdict::Nothing) => self.probe(program, node, agenda, enough, control),
            Ok(verdict) => Ok(verdict),
            Err(Conflict) => Ok(Verdict::Dead),
        }
    }

    /// The variables of which a part stands, each with that; the best to branch on first.
    fn options<W: BitSet>(&self, node: &Node<W>) -> Vec<(Var, f64)> {
        let Some(simplex) = &self.simplex else { return Vec::new() };
        let vars = (0..self.relaxation.pieces() as Var).filter(|var| node.open.has(*var));
        let part = Self::PART..1.0 - Self::PART;
        let shares = vars.map(|var| (var, simplex.share(var))).filter(|(_, share)| part.contains(share));
        let mut options: Vec<_> = shares.map(|(var, share)| (self.drops.merit(var, share), var, share)).collect();
        options.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        options.into_iter().map(|(_, var, share)| (var, share)).collect()
    }

    /// Tries both ways of variables of which little is known, some of each kind; those that can be decided only one way are.
    fn probe<W: BitSet>(
        &mut self,
        program: &Program<W>,
        node: &mut Node<W>,
        agenda: &mut Agenda,
        enough: i64,
        control: &mut Control,
    ) -> Result<Verdict, Cause> {
        let options = self.options(node);
        let Some(simplex) = &mut self.simplex else { return Ok(Verdict::Nothing) };
        let (bound, least) = (simplex.sum(), in_units(enough) - 1.0);
        let steps = Self::STEPS_TRIED + 2 * simplex.size();
        let mut verdict = Verdict::Nothing;
        let mut tried = vec![0usize; self.drops.kinds()];
        let mut is_kept = false;
        for (var, share) in options {
            if control.is_paused() {
                break;
            }
            let of_kind = &mut tried[self.drops.kind(var)];
            *of_kind += 1;
            let is_one_too_many = *of_kind > Self::TRIED_OF_KIND && tried.iter().sum::<usize>() > Self::TRIED;
            if is_one_too_many || self.drops.is_known(var) || !node.open.has(var) {
                continue;
            }
            if !std::mem::replace(&mut is_kept, true) {
                simplex.keep();
            }
            let mut is_dead = [false; 2];
            for way in [Status::False, Status::True] {
                self.status[var as usize] = way;
                let outcome = simplex.solve(&self.relaxation, &self.status, enough, steps, control);
                let sum = match outcome {
                    Ok(Outcome::Proved) => self.ascent.take(&self.relaxation, simplex, &self.status),
                    _ => enough,
                };
                self.status[var as usize] = Status::Open;
                outcome?;
                let now = if sum < enough { least } else { simplex.sum() };
                control.charge(self.relaxation.cost() + (simplex.size() * simplex.size()) as u64)?;
                simplex.go_back();
                let is_true = way == Status::True;
                is_dead[usize::from(is_true)] = sum < enough;
                self.drops.see(var, share, is_true, bound - now.max(least).min(bound));
            }
            match is_dead {
                [false, false] => continue,
                [true, true] => return Ok(Verdict::Dead),
                [false, true] => program.drop(node, agenda, var),
                [true, false] => {
                    if program.place(node, agenda, var).is_err() {
                        return Ok(Verdict::Dead);
                    }
                }
            }
            verdict = Verdict::Decided;
            self.status[var as usize] = if is_dead[0] { Status::True } else { Status::False };
        }
        Ok(verdict)
    }

    /// Decides whatever would cost more than there is to spare if it were decided otherwise.
    fn decide<W: BitSet>(
        &self,
        program: &Program<W>,
        node: &mut Node<W>,
        agenda: &mut Agenda,
        spare: i64,
    ) -> Result<Verdict, Conflict> {
        let mut verdict = Verdict::Nothing;
        for (var, reduced) in self.ascent.reduced()[..self.relaxation.pieces()].iter().enumerate() {
            let var = var as Var;
            if reduced.abs() <= spare || !node.open.has(var) {
                continue;
            }
            verdict = Verdict::Decided;
            if *reduced > 0 {
                program.place(node, agenda, var)?;
            } else {
                program.drop(node, agenda, var);
            }
        }
        Ok(verdict)
    }

    /// The variable to branch on, of how many: by how far the bound falls, or else by rows.
    pub(super) fn choose<W: BitSet>(&mut self, node: &Node<W>, depth: usize) -> Option<(Var, usize)> {
        self.choose_by_drops(node, depth).map(|var| (var, 2)).or_else(|| self.choose_by_rows(node))
    }

    fn choose_by_drops<W: BitSet>(&mut self, node: &Node<W>, depth: usize) -> Option<Var> {
        let (var, share) = self.options(node).first().copied()?;
        self.drops.choose(depth, var, share, self.simplex.as_ref()?.sum());
        Some(var)
    }

    /// Of the row that matters and leaves the fewest to choose from, the one of which most stands in the solution of the relaxation.
    fn choose_by_rows<W: BitSet>(&self, node: &Node<W>) -> Option<(Var, usize)> {
        let first = node.open.first()?;
        let (reduced, multipliers) = (self.ascent.reduced(), self.ascent.multipliers());
        let is_open = |column: u32| (column as usize) < self.relaxation.pieces() && node.open.has(column);
        let mut best: Option<(usize, i64, usize)> = None;
        for (place, multiplier) in multipliers.iter().enumerate().take(self.relaxation.rows()) {
            let weight = multiplier.abs();
            if weight == 0 {
                continue;
            }
            let (mut any, mut likely) = (false, 0usize);
            for column in self.relaxation.row(place).columns {
                if is_open(*column) {
                    any = true;
                    likely += usize::from(reduced[*column as usize] > -SCALE / 4);
                }
            }
            if any && best.is_none_or(|(fewest, max, _)| (likely, -weight) < (fewest, -max)) {
                best = Some((likely, weight, place));
            }
        }
        let Some((likely, _, place)) = best else { return Some((first, 2)) };
        let mut most: Option<(f32, Var)> = None;
        for column in self.relaxation.row(place).columns {
            let share = self.ascent.share(*column);
            if is_open(*column) && most.is_none_or(|(max, var)| share.total_cmp(&max).then(var.cmp(column)).is_gt()) {
                most = Some((share, *column));
            }
        }
        Some((most.map_or(first, |(_, var)| var), likely.max(2)))
    }
}
