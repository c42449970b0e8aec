//! How much the pieces still allowed can cover, against how much is still to be covered.

use super::program::{Program, Watched};
use super::propagate::{Node, Objective};
use super::view::Gaze;
use super::words::Words;
use crate::model::{Var, When};

/// For each variable, how many of the views that want somebody it would serve; worked out anew at each node.
pub(super) struct Gains {
    of_var: Vec<u32>,
    /// The rules, by number, that want somebody in view of a square, whoever stands elsewhere.
    views: Vec<u32>,
}

impl Gains {
    /// `None` where nothing is to be covered.
    pub(super) fn new<W: Words>(program: &Program<W>) -> Option<Self> {
        let covers = |rule: &Watched<W>| match rule {
            Watched::View { view, least, .. } => *least > 0 && !matches!(view.when, When::Placed(_)),
            _ => false,
        };
        let views = (0..program.rules.len() as u32).filter(|rule| covers(&program.rules[*rule as usize]));
        let views: Vec<u32> = views.collect();
        (!views.is_empty()).then(|| Self { of_var: vec![0; program.vars], views })
    }

    /// About what it takes to work out the gains.
    pub(super) fn cost(&self) -> u64 {
        64 + 32 * self.views.len() as u64
    }

    /// Works out the gains; tells whether as many pieces as are still allowed could serve every view.
    pub(super) fn suffice<W: Words>(
        &mut self,
        program: &Program<W>,
        objective: Option<&Objective<W>>,
        node: &Node<W>,
    ) -> bool {
        self.of_var.fill(0);
        let mut wanted = 0i64;
        for rule in &self.views {
            let Some(gaze) = Gaze::of(program, *rule) else { continue };
            wanted += gaze.each_candidate(node, |var| self.of_var[var as usize] += 1);
        }
        let goals = objective.iter().filter_map(|objective| match objective {
            Objective::Count { total, .. } => Some(total),
            Objective::Sum { .. } => None,
        });
        program.totals.iter().chain(goals).filter(|total| total.everybody && total.most < i64::MAX).all(|total| {
            let allowed = total.most - node.placed.count_in(&total.mask) as i64;
            allowed >= wanted || self.best(allowed.max(0) as usize) >= wanted
        })
    }

    /// The sum of so many greatest gains.
    fn best(&self, pieces: usize) -> i64 {
        let mut gains: Vec<u32> = self.of_var.iter().copied().filter(|gain| *gain > 0).collect();
        if gains.len() > pieces {
            gains.select_nth_unstable_by(pieces, |a, b| b.cmp(a));
            gains.truncate(pieces);
        }
        gains.into_iter().map(i64::from).sum()
    }

    /// Of the variables that would serve a view, the one that serves most.
    pub(super) fn greatest<W: Words>(&self, gaze: &Gaze<'_, W>, node: &Node<W>) -> Option<Var> {
        let mut best: Option<(u32, Var)> = None;
        gaze.each_candidate(node, |var| {
            let gain = self.of_var[var as usize];
            if best.is_none_or(|(most, _)| gain > most) {
                best = Some((gain, var));
            }
        });
        best.map(|(_, var)| var)
    }
}
