//! Subtrees of the solutions of an external solver: choices for the first squares, and what has been found there.

use crate::budget::{Cause, Control};
use crate::engine::{Cut, Path, Paths, SearchTree, are_disjoint_choices, first_choices};
use crate::language::sort;
use crate::model::{Model, Var};

/// Cuts the tree of any external solver.
pub(in crate::engine) struct ExternalCut;

impl Cut for ExternalCut {
    fn cut(&self, tree: SearchTree<'_>, wanted: usize, _: Control) -> Result<Vec<Path>, Cause> {
        let numbered = |path: Path| if path.is_empty() { path } else { [&[path.len() as u32], &path[..]].concat() };
        Ok(first_choices(tree.model, wanted).into_iter().map(numbered).collect())
    }

    fn could_cut(&self, model: &Model, subtrees: &Paths) -> bool {
        let subtrees = subtrees.to_vec();
        let (kinds, all) = (model.kinds as Var, model.vars() as Var);
        let mut judge = None;
        let is_placement = |vars: &[Var], choices: &[u32]| {
            let kind_on = |slot: u32| vars.iter().find(|var| **var / kinds == slot).map_or(0, |var| var % kinds + 1);
            vars.iter().all(|var| *var < all)
                && vars.windows(2).all(|two| two[0] / kinds < two[1] / kinds)
                && (0..).zip(choices).all(|(slot, choice)| *choice == kind_on(slot))
        };
        let mut is_subtree = |path: &Path| {
            let own = choices(path);
            let mut found: Vec<Vec<Var>> = found(path).collect();
            let written = 1 + own.len() + found.iter().map(|own| 1 + own.len()).sum::<usize>();
            let whole = path.first().is_none_or(|number| *number as usize == own.len() && path.len() == written);
            sort(&mut found);
            let each_once = found.windows(2).all(|two| two[0] != two[1]);
            let mut is_solution = |vars: &Vec<Var>| {
                is_placement(vars, own)
                    && judge
                        .get_or_insert_with(|| model.judge())
                        .accepts(&vars.iter().map(|var| model.placed[*var as usize]).collect::<Vec<_>>())
            };
            whole && each_once && found.iter().all(&mut is_solution)
        };
        are_disjoint_choices(model, subtrees.iter().map(|path| choices(path))) && subtrees.iter().all(&mut is_subtree)
    }
}

/// Returns the choices that lead to a subtree.
///
/// A path is the number of choices for the first squares, the choices (0, or 1 + the kind that stands there), and the solutions
/// already found, each as its number of pieces and their variables.
pub(super) fn choices(path: &[u32]) -> &[u32] {
    let max = path.len().saturating_sub(1);
    path.first().map_or(&[], |number| &path[1..=max.min(*number as usize)])
}

/// Returns the solutions that a path records as found.
pub(super) fn found(path: &[u32]) -> impl Iterator<Item = Vec<Var>> + '_ {
    let mut rest = path.get(1 + choices(path).len()..).unwrap_or_default();
    std::iter::from_fn(move || {
        let (number, after) = rest.split_first()?;
        let (own, after) = after.split_at_checked(*number as usize)?;
        rest = after;
        Some(own.to_vec())
    })
}

/// Tells whether a path from outside exists.
pub(super) fn exists(path: &[u32], model: &Model) -> bool {
    let own = choices(path);
    own.len() <= model.slots.len() && own.iter().all(|choice| *choice <= model.kinds as u32)
}
