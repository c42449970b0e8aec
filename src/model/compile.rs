//! From a checked problem to its model.

use std::sync::Arc;

use super::views::Views;
use super::{Cliques, Model, Rule, Var};
use crate::constraint::{self, Constraint};
use crate::control::{Cause, Control};
use crate::interval::Interval;
use crate::kind::Kinds;
use crate::problem::Problem;
use crate::square::Square;
use crate::symmetry::Group;

impl Model {
    /// Compiles a checked problem; stops where the control says so.
    pub(crate) fn compile(problem: &Arc<Problem>, control: &mut Control) -> Result<Self, Cause> {
        let board = problem.board();
        control.spend(0)?;
        let open = board.open();
        let mut slots: Vec<Square> = Vec::new();
        let mut slot_of = vec![0; board.rows() * board.columns()];
        for square in open.iter() {
            control.spend(4)?;
            slots.push(square);
            slot_of[square.index(board.columns())] = slots.len() as u32;
        }
        let kinds = problem.scene().kinds.len();
        let mut men = Vec::new();
        for square in &slots {
            control.spend(4 * kinds as u64)?;
            men.extend((0..kinds as u16).map(|kind| (*square, kind)));
        }
        let (cliques, rules) = (Vec::new(), Vec::new());
        let mut model = Self { problem: Arc::clone(problem), slots, slot_of, kinds, men, cliques, rules };
        control.spend(model.vars() as u64)?;
        if kinds > 1 {
            let mut sets = Vec::new();
            for slot in 0..model.slots.len() as u32 {
                control.spend(4 * kinds as u64)?;
                sets.push(model.of_slot(slot).collect());
            }
            model.cliques.push(Cliques { name: "one piece a square", disjoint: true, sets });
        }
        for constraint in problem.constraints() {
            model.constraint(constraint, control)?;
        }
        Ok(model)
    }

    /// The variables of a slot.
    pub(crate) fn of_slot(&self, slot: u32) -> impl Iterator<Item = Var> + use<> {
        let kinds = self.kinds as u32;
        slot * kinds..(slot + 1) * kinds
    }

    /// The variables of these kinds on these squares.
    pub(crate) fn on(&self, squares: &[Square], kinds: &Kinds) -> Vec<Var> {
        let on_square = |square: &Square| {
            let slot = self.slot(*square);
            slot.into_iter().flat_map(|slot| kinds.indices().map(move |kind| slot * self.kinds as u32 + kind as u32))
        };
        squares.iter().flat_map(on_square).collect()
    }

    fn constraint(&mut self, constraint: &Constraint, control: &mut Control) -> Result<(), Cause> {
        let problem = Arc::clone(&self.problem);
        match &constraint.rule {
            constraint::Rule::Attacks { from, to, range, sight } => {
                if range.contains(0) && range.most() == Some(0) && self.conflicts(from, to, *sight, control)? {
                    return Ok(());
                }
                self.rules.push(Rule::Views(Views::attacks(&problem, from, to, *range, *sight)));
            }
            constraint::Rule::Covered { area, by, range, sight, demand } => {
                let squares = area.coverable(&problem);
                self.rules.push(Rule::Views(Views::covered(&problem, squares, by, *range, *sight, *demand)));
            }
            constraint::Rule::Count { kinds, area, range } => {
                let mut sets = Vec::new();
                area.try_each_set(&problem, |set| {
                    control.spend(4 * set.len() as u64)?;
                    sets.push(self.on(&set, kinds));
                    Ok(())
                })?;
                self.counts(sets, *range);
            }
            constraint::Rule::OccupiedLines { kinds, directions, range } => {
                let mut lines = Vec::new();
                for direction in directions {
                    let (down, right) = (direction.rows(), direction.columns());
                    problem.board().try_each_chain(down, right, |chain| {
                        control.spend(8 * chain.squares.len() as u64)?;
                        let segments = problem.board().cut(chain);
                        lines.extend(segments.iter().map(|segment| self.on(&segment.squares, kinds)));
                        Ok(())
                    })?;
                }
                lines.retain(|line| !line.is_empty());
                self.rules.push(Rule::OccupiedLines { lines, range: *range });
            }
            constraint::Rule::Balance { plus, minus, range } => {
                let squares = std::mem::take(&mut self.slots);
                let mut terms = Vec::new();
                for (kinds, number) in [(plus, 1), (minus, -1)] {
                    // A kind on both sides counts on neither.
                    let other = if number == 1 { minus } else { plus };
                    let own: Kinds = kinds.iter().filter(|kind| !other.has(usize::from(kind.index))).collect();
                    terms.extend(self.on(&squares, &own).into_iter().map(|var| (number, var)));
                }
                self.slots = squares;
                self.rules.push(Rule::Linear { terms, range: *range });
            }
            constraint::Rule::Linear { terms, range } => {
                let mut of_var = std::collections::BTreeMap::<Var, i64>::new();
                for (number, kind, square) in terms {
                    control.spend(16)?;
                    if let Some(var) = self.var(*square, usize::from(kind.index)) {
                        *of_var.entry(var).or_default() += number;
                    }
                }
                let terms = of_var.into_iter().filter(|(_, number)| *number != 0).map(|(var, number)| (number, var));
                self.rules.push(Rule::Linear { terms: terms.collect(), range: *range });
            }
            constraint::Rule::Symmetric { transforms, area } => {
                let group = Group::generated(transforms, problem.board(), self.kinds);
                self.symmetric(&group, &area.squares(&problem), control)?;
            }
        }
        Ok(())
    }

    /// The number of true ones in each set is in the range. "At most one" is a family of cliques.
    fn counts(&mut self, sets: Vec<Vec<Var>>, range: Interval) {
        let (least, most) = range.ends();
        for vars in &sets {
            let most = if most == 1 { i64::MAX } else { most };
            if least > vars.len() as i64 || most < 0 {
                self.rules.push(Rule::Never);
            } else if least > 0 || most < vars.len() as i64 {
                self.rules.push(Rule::Count { vars: vars.clone(), range: Interval::between(least, most) });
            }
        }
        if most == 1 {
            let mut all: Vec<Var> = sets.iter().flatten().copied().collect();
            let members = all.len();
            all.sort_unstable();
            all.dedup();
            self.cliques.push(Cliques { name: "counts", disjoint: all.len() == members, sets });
        }
    }

    /// Ties the variables that a group carries into each other.
    fn symmetric(&mut self, group: &Group, squares: &[Square], control: &mut Control) -> Result<(), Cause> {
        // The last place stands for "nobody may stand there".
        let nowhere = self.vars();
        let mut parent: Vec<usize> = (0..=nowhere).collect();
        for square in squares {
            control.spend((group.order() * self.kinds) as u64)?;
            for element in group.elements() {
                let image = group.image_of(element, *square);
                for kind in 0..self.kinds {
                    let here = self.var(*square, kind).map_or(nowhere, |var| var as usize);
                    let there = usize::from(element.kind(kind as u16));
                    let there = self.var(image, there).map_or(nowhere, |var| var as usize);
                    let (here, there) = (root(&mut parent, here), root(&mut parent, there));
                    parent[here.min(there)] = here.max(there);
                }
            }
        }
        let mut tied: std::collections::BTreeMap<usize, Vec<Var>> = std::collections::BTreeMap::new();
        for var in 0..nowhere {
            tied.entry(root(&mut parent, var)).or_default().push(var as Var);
        }
        for (root, vars) in tied {
            if root == nowhere {
                self.rules.push(Rule::Count { vars, range: 0.into() });
            } else if vars.len() > 1 {
                self.rules.push(Rule::Same(vars));
            }
        }
        Ok(())
    }
}

/// The representative of a set of a union-find forest, its path halved on the way.
fn root(parent: &mut [usize], mut at: usize) -> usize {
    while parent[at] != at {
        parent[at] = parent[parent[at]];
        at = parent[at];
    }
    at
}
