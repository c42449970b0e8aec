//! From a checked problem to its model.

use std::sync::Arc;

use super::views::Views;
use super::{Cliques, Kept, Model, Rule, Sets, Var};
use crate::answer::BoundName;
use crate::budget::{Cause, Control, free_aside};
use crate::language::{Area, Constraint, Interval, Kinds, Problem, Square, constraint};
use crate::symmetry::Group;

impl Model {
    /// Compiles a checked problem; stops when the control says so.
    pub(crate) fn compile(problem: &Arc<Problem>, control: &mut Control) -> Result<Self, Cause> {
        control.charge(0)?;
        let mut model = Self {
            problem: Arc::clone(problem),
            slots: Vec::new(),
            slot_of: vec![0; problem.board().rows() * problem.board().columns()],
            kinds: problem.setup().kinds.len(),
            placed: Vec::new(),
            cliques: Vec::new(),
            rules: Vec::new(),
            forbidden: Vec::new(),
            is_restricted: false,
            is_part: false,
            kept: Kept::default(),
        };
        match model.fill(control) {
            Ok(()) => Ok(model),
            Err(cause) => {
                free_aside(model);
                Err(cause)
            }
        }
    }

    fn fill(&mut self, control: &mut Control) -> Result<(), Cause> {
        let problem = Arc::clone(&self.problem);
        let kinds = self.kinds as u16;
        for square in problem.board().open().iter() {
            control.charge(4 + 4 * u64::from(kinds))?;
            self.slots.push(square);
            self.slot_of[square.index(problem.board().columns())] = self.slots.len() as u32;
            self.placed.extend((0..kinds).map(|kind| (square, kind)));
        }
        if kinds > 1 {
            let mut sets = Sets::default();
            for slot in 0..self.slots.len() as u32 {
                control.charge(4 * u64::from(kinds))?;
                sets.push(self.of_slot(slot));
            }
            self.cliques.push(Cliques { name: BoundName::Kinds, disjoint: true, sets });
        }
        problem.constraints().iter().try_for_each(|constraint| self.constraint(constraint, control))
    }

    /// Returns the variables of a slot.
    pub(crate) fn of_slot(&self, slot: u32) -> impl Iterator<Item = Var> + use<> {
        let kinds = self.kinds as u32;
        slot * kinds..(slot + 1) * kinds
    }

    /// Returns the variables of these kinds on these squares.
    pub(crate) fn on(&self, squares: &[Square], kinds: &Kinds) -> impl Iterator<Item = Var> {
        let slots = squares.iter().filter_map(|square| self.slot(*square));
        slots.flat_map(move |slot| kinds.indices().map(move |kind| slot * self.kinds as u32 + kind as u32))
    }

    fn constraint(&mut self, constraint: &Constraint, control: &mut Control) -> Result<(), Cause> {
        let problem = Arc::clone(&self.problem);
        match &constraint.rule {
            constraint::Rule::Attacks { from, to, range, sight } => {
                let views = Views::attacks(&problem, from, to, *range, *sight);
                if views.forbids() && self.conflicts(from, to, *sight, control)? {
                    self.forbidden.push(views);
                } else {
                    self.rules.push(Rule::Views(views));
                }
            }
            constraint::Rule::Covered { area, by, range, sight, demand } => {
                let squares = area.coverable(&problem);
                self.rules.push(Rule::Views(Views::covered(&problem, squares, by, *range, *sight, *demand)));
            }
            constraint::Rule::Count { kinds, area, range } => {
                let mut sets = Sets::default();
                area.try_each_set(&problem, |set| {
                    control.charge(16 * set.len() as u64)?;
                    sets.push(self.on(&set, kinds));
                    Ok(())
                })?;
                self.counts(sets, *range, control)?;
            }
            constraint::Rule::OccupiedLines { kinds, directions, range } => {
                let mut lines = Sets::default();
                for direction in directions {
                    let (down, right) = (direction.rows(), direction.columns());
                    problem.board().try_each_chain(down, right, &mut |chain| {
                        control.charge(8 * chain.squares.len() as u64)?;
                        for segment in problem.board().cut(chain) {
                            lines.push_if(1, self.on(&segment.squares, kinds));
                        }
                        Ok(())
                    })?;
                }
                self.rules.push(Rule::OccupiedLines { lines, range: *range });
            }
            constraint::Rule::Balance { plus, minus, range } => {
                let squares = std::mem::take(&mut self.slots);
                let mut terms = Vec::new();
                for (kinds, number) in [(plus, 1), (minus, -1)] {
                    // A kind on both sides cancels out.
                    let other = if number == 1 { minus } else { plus };
                    let own: Kinds = kinds.iter().filter(|kind| !other.has(usize::from(kind.index))).collect();
                    terms.extend(self.on(&squares, &own).map(|var| (number, var)));
                }
                self.slots = squares;
                self.rules.push(Rule::Linear { terms, range: *range });
            }
            constraint::Rule::Linear { terms, range } => {
                let mut numbers = vec![0; self.vars()];
                for (number, kind, square) in terms {
                    control.charge(16)?;
                    if let Some(var) = self.var(*square, usize::from(kind.index)) {
                        numbers[var as usize] += number;
                    }
                }
                let terms = numbers.into_iter().zip(0..).filter(|(number, _)| *number != 0);
                self.rules.push(Rule::Linear { terms: terms.collect(), range: *range });
            }
            constraint::Rule::Symmetric { transforms, area } => {
                // Ties to the images under the generators imply ties to all images.
                let group = if *area == Area::Everywhere {
                    Group::generators(transforms, problem.board(), self.kinds)
                } else {
                    Group::try_generated(transforms, problem.board(), self.kinds, control)?
                };
                self.symmetric(&group, &area.squares(&problem), control)?;
            }
        }
        Ok(())
    }

    /// Adds a rule: the number of true variables in each set is in the range. "At most one" is a family of cliques.
    fn counts(&mut self, sets: Sets, range: Interval, control: &mut Control) -> Result<(), Cause> {
        let (min, max) = range.ends();
        for vars in sets.iter() {
            control.charge(vars.len() as u64)?;
            let max = if max == 1 { i64::MAX } else { max };
            if min > vars.len() as i64 || max < 0 {
                self.rules.push(Rule::Never);
            } else if min > 0 || max < vars.len() as i64 {
                self.rules.push(Rule::Count { vars: vars.to_vec(), range: Interval::between(min, max) });
            }
        }
        if max == 1 {
            let disjoint = sets.len() == 1 || {
                control.charge(self.vars() as u64 / 8)?;
                let mut seen = vec![false; self.vars()];
                sets.members().iter().all(|var| !std::mem::replace(&mut seen[*var as usize], true))
            };
            self.cliques.push(Cliques { name: BoundName::Counts, disjoint, sets });
        }
        Ok(())
    }

    /// Ties the variables that a group carries into each other.
    fn symmetric(&mut self, group: &Group, squares: &[Square], control: &mut Control) -> Result<(), Cause> {
        // The last index stands for squares on which no piece may stand.
        let nowhere = self.vars();
        let mut parent: Vec<usize> = (0..=nowhere).collect();
        for square in squares {
            control.charge((group.order() * self.kinds) as u64)?;
            for element in group.resolved() {
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
        let mut tied: Vec<(Var, Var)> = Vec::new();
        for var in 0..nowhere {
            control.charge(4)?;
            tied.push((root(&mut parent, var) as Var, var as Var));
        }
        for (root, vars) in Sets::grouped(nowhere + 1, &tied, control)?.iter().enumerate() {
            control.charge(4)?;
            if root == nowhere && !vars.is_empty() {
                self.rules.push(Rule::Count { vars: vars.to_vec(), range: 0.into() });
            } else if vars.len() > 1 {
                self.rules.push(Rule::Same(vars.to_vec()));
            }
        }
        Ok(())
    }
}

/// Returns the representative of a set of a union-find forest, halving its path.
pub(super) fn root(parent: &mut [usize], mut at: usize) -> usize {
    while parent[at] != at {
        parent[at] = parent[parent[at]];
        at = parent[at];
    }
    at
}
