//! Bounds by duality, on the way: multipliers that are improved at every node.
//!
//! The bound they prove may cut the node off, and their reduced costs decide variables. They start from those of the node
//! above.

use super::program::{Agenda, Program};
use super::propagate::{Conflict, Node};
use crate::answer::BoundName;
use crate::budget::{Cause, Control};
use crate::model::bit_set::BitSet;
use crate::model::dual::{Ascent, Relaxation, SCALE, Status};
use crate::model::{Bound, Model, Var, Worths};

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
    /// The multipliers of the node of each depth.
    kept: Vec<Vec<i64>>,
    max_kept: usize,
    /// Whether multipliers may be worth their while at a node. Where pieces own the ends of lines, there are many rows, and what
    /// the search makes of the ends itself cuts off more for less.
    at_nodes: bool,
    /// The rows with cuts in windows, for the whole problem only: at a node they would cost more than they cut off.
    windows: Option<(Relaxation, Ascent)>,
}

impl Duality {
    /// The part of the value demanded that may lie between it and the bound where multipliers are used.
    const TIGHT: i64 = 6;
    /// How many times as much work has been done as goes into the bound on the whole problem, each time; less at first, where
    /// that is not enough for all steps, but no more than has been done.
    const SHARE: u64 = 8;
    /// What part of the work done goes into cuts in windows.
    const PART_OF_WINDOWS: u64 = 8;
    /// Rounds at a node.
    const ROUNDS: u32 = 20;
    /// Multipliers that are kept, of all depths together.
    const KEPT: usize = 1 << 22;

    pub(super) fn new(model: &Model, worths: &Worths, control: &mut Control) -> Result<Option<Self>, Cause> {
        let Some(mut relaxation) = Relaxation::new(model, worths, control)? else { return Ok(None) };
        relaxation.open_windows(control)?;
        let mut windows = None;
        if relaxation.has_windows() {
            relaxation.close_windows();
            windows = Relaxation::new(model, worths, control)?.map(|own| {
                let ascent = Ascent::new(&own);
                (own, ascent)
            });
        }
        let status = vec![Status::Open; relaxation.columns()];
        let max_kept = (Self::KEPT / relaxation.rows().max(1)).max(1);
        let at_nodes = !model.owns_ends();
        Ok(Some(Self {
            ascent: Ascent::new(&relaxation),
            relaxation,
            status,
            kept: Vec::new(),
            max_kept,
            at_nodes,
            windows,
        }))
    }

    /// Returns the bound on the whole problem, after so much more work, and whether so little lies between it and the value
    /// demanded that multipliers are worth their while at every node.
    pub(super) fn bound(&mut self, value: i64, work: u64, control: &mut Control) -> Result<(Bound, bool), Cause> {
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
        self.kept = vec![self.ascent.multipliers().to_vec()];
        let mut min = sum;
        if let Some((relaxation, ascent)) = self.windows.as_mut().filter(|_| sum >= enough) {
            min = min.min(ascent.settle(relaxation, Some(enough), work / Self::PART_OF_WINDOWS, control)?);
        }
        let tight = sum.saturating_sub(enough).saturating_mul(Self::TIGHT) <= enough.saturating_abs();
        Ok((Bound::new(self.relaxation.value(min), BoundName::Duality), tight && self.at_nodes))
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
        let depth = depth.min(self.max_kept - 1);
        self.kept.truncate(depth + 1);
        while self.kept.len() <= depth {
            let above = self.kept.last().cloned();
            self.kept.extend(above);
        }
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
        let enough = self.relaxation.sum(value);
        self.ascent.begin_with(&self.kept[depth]);
        let sum = self.ascent.improve(&self.relaxation, &self.status, enough, Self::ROUNDS, control)?;
        self.kept[depth].copy_from_slice(self.ascent.multipliers());
        if sum < enough {
            return Ok(Verdict::Dead);
        }
        Ok(self.decide(program, node, agenda, sum - enough).unwrap_or(Verdict::Dead))
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

    /// The variable to branch on, of how many: of the row that matters and leaves the fewest to choose from, the one of which
    /// most stands in the solution of the relaxation.
    pub(super) fn choose<W: BitSet>(&self, node: &Node<W>) -> Option<(Var, usize)> {
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
