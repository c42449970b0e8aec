//! Parts of a model that no rule joins: the squares of either colour for bishops, say.
//!
//! Each part is a model by itself, on its own squares. A solution of the whole is a solution of each part, and the other way
//! round, so that a sum of weights is greatest where it is greatest in each part.

use std::sync::Arc;

use super::compile::root;
use super::views::View;
use super::{Cliques, Kept, Model, Rule, Sets, ShortList, Steps, Var, When};
use crate::budget::{Cause, Control};
use crate::judge::sight;
use crate::language::{Move, Terrain, sort, sort_by_number};

/// A part of a model.
pub(crate) struct Part {
    pub(crate) model: Model,
    /// For each variable of the part, the variable of the whole that it is.
    pub(crate) vars: Vec<Var>,
}

impl Model {
    /// Returns the parts that no rule joins, in order of their first squares; none if there is but one. Where there are very many,
    /// the smaller ones are left together.
    pub(crate) fn parts(&self, control: &mut Control) -> Result<Vec<Part>, Cause> {
        let Some(split) = Split::new(self, control)? else { return Ok(Vec::new()) };
        (0..split.parts).map(|part| self.part(&split, part as u32, control)).collect()
    }

    /// Whether its cliques alone join all squares, so that there are no parts, whatever its rules.
    pub(crate) fn is_joined_by_cliques(&self, control: &mut Control) -> Result<bool, Cause> {
        Ok(Joined::by_cliques(self, control)?.number < 2)
    }

    fn part(&self, split: &Split, part: u32, control: &mut Control) -> Result<Part, Cause> {
        control.charge(4 * (self.slot_of.len() + self.vars()) as u64)?;
        let mut model = Self {
            problem: Arc::clone(&self.problem),
            slots: Vec::new(),
            slot_of: vec![0; self.slot_of.len()],
            kinds: self.kinds,
            placed: Vec::new(),
            cliques: Vec::new(),
            rules: Vec::new(),
            forbidden: self.forbidden.clone(),
            is_restricted: self.is_restricted,
            is_part: true,
            kept: Kept::default(),
        };
        let mut vars = Vec::new();
        let mut own = vec![Var::MAX; self.vars()];
        for slot in (0..self.slots.len() as u32).filter(|slot| split.of_slot[*slot as usize] == part) {
            let square = self.slots[slot as usize];
            model.slots.push(square);
            model.slot_of[square.index(self.board().columns())] = model.slots.len() as u32;
            for var in self.of_slot(slot) {
                own[var as usize] = vars.len() as Var;
                vars.push(var);
                model.placed.push(self.placed[var as usize]);
            }
        }
        let has = |vars: &[Var]| vars.first().is_some_and(|var| own[*var as usize] != Var::MAX);
        let renamed = |vars: &[Var]| vars.iter().map(|var| own[*var as usize]).collect::<Vec<Var>>();
        let within = |sets: &Sets| {
            let mut kept = Sets::default();
            for set in sets.iter().filter(|set| has(set)) {
                kept.push(set.iter().map(|var| own[*var as usize]));
            }
            kept
        };
        for Cliques { name, disjoint, sets } in &self.cliques {
            control.charge(2 * sets.members().len() as u64)?;
            let sets = within(sets);
            if !sets.is_empty() {
                model.cliques.push(Cliques { name: *name, disjoint: *disjoint, sets });
            }
        }
        let mut looking = split.looking.iter();
        for rule in &self.rules {
            control.charge(16)?;
            let kept = match rule {
                Rule::NotBoth(left, right) => (has(left) && has(right)).then(|| {
                    let few = |vars: &ShortList| vars.iter().map(|var| own[*var as usize]).collect::<ShortList>();
                    Rule::NotBoth(few(left), few(right))
                }),
                Rule::Count { vars, range } => has(vars).then(|| Rule::Count { vars: renamed(vars), range: *range }),
                Rule::Linear { terms, range } => {
                    let is_own = terms.first().is_some_and(|(_, var)| own[*var as usize] != Var::MAX);
                    let terms = || terms.iter().map(|(number, var)| (*number, own[*var as usize])).collect();
                    is_own.then(|| Rule::Linear { terms: terms(), range: *range })
                }
                Rule::Same(vars) => has(vars).then(|| Rule::Same(renamed(vars))),
                Rule::OccupiedLines { lines, range } => {
                    has(lines.members()).then(|| Rule::OccupiedLines { lines: within(lines), range: *range })
                }
                Rule::Views(views) => {
                    let of_view = looking.next().map_or(&[][..], Vec::as_slice);
                    views.only(|place| of_view.get(place) == Some(&part)).map(Rule::Views)
                }
                Rule::Never => Some(Rule::Never),
            };
            model.rules.extend(kept);
        }
        Ok(Part { model, vars })
    }
}

/// Which slots are joined.
struct Split {
    parts: usize,
    /// The part of each slot.
    of_slot: Vec<u32>,
    /// For each rule of views the part of each view; [`NOWHERE`] for one that speaks of no variable.
    looking: Vec<Vec<u32>>,
}

const NOWHERE: u32 = u32::MAX;

impl Split {
    /// The most parts.
    const MOST: usize = 16;

    /// Returns `None` if all slots are joined, or if a rule that speaks of no variable is broken.
    fn new(model: &Model, control: &mut Control) -> Result<Option<Self>, Cause> {
        let mut joined = Joined::by_cliques(model, control)?;
        if joined.number < 2 {
            return Ok(None);
        }
        let mut first_of_views = Vec::new();
        for rule in &model.rules {
            control.charge(16)?;
            let holds = match rule {
                Rule::NotBoth(left, right) => {
                    if !left.is_empty() && !right.is_empty() {
                        joined.join(&[&left[..], &right[..]].concat());
                    }
                    true
                }
                Rule::Count { vars, range } => joined.join(vars) || range.contains(0),
                Rule::Linear { terms, range } => {
                    let vars: Vec<Var> = terms.iter().map(|(_, var)| *var).collect();
                    joined.join(&vars) || range.contains(0)
                }
                Rule::Same(vars) => joined.join(vars) || vars.is_empty(),
                Rule::OccupiedLines { lines, range } => joined.join(lines.members()) || range.contains(0),
                Rule::Views(views) => {
                    let mut first = Vec::new();
                    let holds = match views.steps(model) {
                        Some(steps) => {
                            joined.join_along(&steps, control)?;
                            true
                        }
                        None => views.all(model, control, &mut |view, _| {
                            let vars = scope(model, &view);
                            first.push(vars.first().map_or(NOWHERE, |var| var / model.kinds as u32));
                            let holds = joined.join(&vars) || views.range.contains(0);
                            Ok(holds && joined.number > 1)
                        })?,
                    };
                    first_of_views.push(first);
                    holds
                }
                Rule::Never => false,
            };
            if !holds || joined.number < 2 {
                return Ok(None);
            }
        }
        Ok((joined.number > 1).then(|| joined.split(&first_of_views)))
    }
}

/// The variables that a view speaks of.
fn scope(model: &Model, view: &View) -> Vec<Var> {
    let mut vars: Vec<Var> = match view.when {
        When::Always => Vec::new(),
        When::Placed(var) => vec![var],
        When::Vacant(slot) => model.of_slot(slot).collect(),
    };
    for (slot, _) in view.rays.iter().flat_map(|ray| &ray.cells) {
        vars.extend(model.of_slot(*slot).take(1));
    }
    vars
}

/// Slots that are joined, and how many sets of them there are.
struct Joined<'a> {
    parent: Vec<usize>,
    number: usize,
    model: &'a Model,
}

impl<'a> Joined<'a> {
    /// Joins the slots of each clique, until all are joined.
    fn by_cliques(model: &'a Model, control: &mut Control) -> Result<Self, Cause> {
        control.hold(24 * model.slots.len() as u64)?;
        let mut joined = Self { parent: (0..model.slots.len()).collect(), number: model.slots.len(), model };
        for set in model.cliques.iter().flat_map(|family| family.sets.iter()) {
            control.charge(2 * set.len() as u64)?;
            joined.join(set);
            if joined.number < 2 {
                break;
            }
        }
        Ok(joined)
    }

    /// Joins the slots of these variables; returns whether there are any.
    fn join(&mut self, vars: &[Var]) -> bool {
        let kinds = self.model.kinds as u32;
        let Some(first) = vars.first() else { return false };
        let mut at = root(&mut self.parent, (first / kinds) as usize);
        for var in &vars[1..] {
            let other = root(&mut self.parent, (var / kinds) as usize);
            if at != other {
                self.parent[at.max(other)] = at.min(other);
                at = at.min(other);
                self.number -= 1;
            }
        }
        true
    }

    /// Joins each slot with those that a piece on it sees: with the nearest of each ray, which sees the next one in turn.
    fn join_along(&mut self, steps: &[Steps], control: &mut Control) -> Result<(), Cause> {
        let (model, kinds) = (self.model, self.model.kinds as Var);
        for (step, reach) in steps.iter().flat_map(|(_, steps)| steps) {
            for (slot, square) in (0..).zip(&model.slots) {
                control.charge(8)?;
                let path = sight::path(model.board(), *square, Move::ride(step.0, step.1)).take(*reach);
                for square in path {
                    if let Some(near) = model.slot(square) {
                        self.join(&[slot * kinds, near * kinds]);
                        break;
                    }
                    if model.board().terrain(square).is_some_and(Terrain::stops_sight) {
                        break;
                    }
                }
            }
            if self.number < 2 {
                break;
            }
        }
        Ok(())
    }

    fn split(mut self, first_of_views: &[Vec<u32>]) -> Split {
        let slots = self.parent.len();
        let mut size = vec![0usize; slots];
        for slot in 0..slots {
            size[root(&mut self.parent, slot)] += 1;
        }
        // The largest have a part each, the first of equal ones; those that are left are one.
        let mut roots: Vec<usize> = (0..slots).filter(|slot| size[*slot] > 0).collect();
        sort_by_number(&mut roots, |root| -(size[*root] as i64));
        let parts = roots.len().min(Split::MOST);
        let mut part_of = vec![0; slots];
        let mut alone: Vec<usize> = roots.iter().copied().take(parts - 1).collect();
        let rest = &roots[parts - 1..];
        alone.extend(rest.iter().min());
        sort(&mut alone);
        for (part, root) in (0..).zip(&alone) {
            part_of[*root] = part;
        }
        let last = rest.iter().min().map_or(0, |first| part_of[*first]);
        for root in rest {
            part_of[*root] = last;
        }
        let of_slot: Vec<u32> = (0..slots).map(|slot| part_of[root(&mut self.parent, slot)]).collect();
        let part = |slot: &u32| of_slot.get(*slot as usize).copied().unwrap_or(NOWHERE);
        let looking = first_of_views.iter().map(|first| first.iter().map(part).collect()).collect();
        Split { parts, of_slot, looking }
    }
}
