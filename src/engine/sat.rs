//! SAT: the model as clauses, for any solver that takes clauses and assumptions.
//!
//! A value is driven to its greatest from both sides by turns: whether the bound can be reached that is proved so far, and
//! whether the best that is found can be exceeded. Turns are measured in conflicts and grow, so that it does not matter
//! much which side is the easier one. Each answer is kept as a clause.

#[cfg(not(feature = "cadical"))]
mod batsat;
#[cfg(feature = "cadical")]
mod cadical;

use std::sync::Arc;
use std::sync::mpsc::Sender;

use rustsat::types::Lit;

use super::pool::{Gauge, GaveUp, Make, Oracle, Pool, Word, bound, is_small};
use super::{Backend, Path, Run, Work};
use crate::answer::Proof;
use crate::control::{Cause, Control};
use crate::formulation::Family;
use crate::model::{Bound, Clauses, Goal, Model, Scale, Var};
use crate::options::Engine;

#[cfg(not(feature = "cadical"))]
use batsat::BatSat as Chosen;
#[cfg(feature = "cadical")]
use cadical::CaDiCaL as Chosen;

pub(crate) struct Sat;

/// What a SAT solver must be able to do.
trait Satisfy {
    /// What it is called in proofs.
    const NAME: &str;

    /// A solver for these clauses, which are still to be added; the solver gives up where the gauge says so.
    fn new(gauge: Arc<Gauge>, clauses: &Clauses, seed: u32) -> Self;

    /// Lets clauses that come later speak of any of the variables.
    fn declare(&mut self, _vars: usize) {}

    fn add(&mut self, clause: &[Lit]);

    /// Whether all clauses can be satisfied under these assumptions; `None` if it was stopped, or had about so many conflicts
    /// and would need more.
    fn solve(&mut self, assumptions: &[Lit], conflicts: u64) -> Option<bool>;

    /// How many conflicts there were in all.
    fn conflicts(&self) -> u64;

    /// Whether a literal holds in the solution just found.
    fn holds(&mut self, lit: Lit) -> bool;
}

impl Backend for Sat {
    fn engine(&self) -> Engine {
        Engine::Sat
    }

    fn start(&self, model: Arc<Model>, goal: Goal, work: Work, control: Control) -> Box<dyn Run> {
        Box::new(Pool::new(model, goal, work.own(), control, lower, None))
    }

    fn cut(&self, model: Arc<Model>, _: &Goal, _: Option<i64>, pieces: usize, _: Control) -> Result<Vec<Path>, Cause> {
        Ok(Pool::cut_tree(&model, pieces))
    }
}

fn lower(model: &Model, weights: Option<&[i64]>, control: &mut Control) -> Result<Make, Cause> {
    let (mut clauses, scale) = Clauses::toward(model, weights, control.formulation, control)?;
    if let Some(weights) = weights
        && control.formulation.has(Family::Images)
        && is_small(model)
    {
        let same = |kind: u16, image: u16| weights[usize::from(kind)] == weights[usize::from(image)];
        let symmetries = model.problem.symmetries_with_swaps(control)?;
        let kept = symmetries.keep(|element, _, _| (0..model.kinds as u16).all(|kind| same(kind, element.kind(kind))));
        clauses.leave_first_images(model, &kept, control)?;
    }
    let bound = weights.map(|weights| bound(model, weights, control)).transpose()?;
    let seed = control.seed;
    Ok(Box::new(move |gauge| Box::new(Solver::<Chosen>::new(clauses, scale, bound, gauge, seed))))
}

struct Solver<S> {
    inner: S,
    gauge: Arc<Gauge>,
    clauses: Clauses,
    scale: Scale,
    bound: Option<Bound>,
}

impl<S: Satisfy> Solver<S> {
    fn new(mut clauses: Clauses, scale: Scale, bound: Option<Bound>, gauge: Arc<Gauge>, seed: u32) -> Self {
        let mut inner = S::new(Arc::clone(&gauge), &clauses, seed);
        inner.declare(clauses.vars);
        for clause in std::mem::take(&mut clauses.list) {
            inner.add(clause.as_ref());
        }
        Self { inner, gauge, clauses, scale, bound }
    }

    fn standing(&mut self) -> Vec<Var> {
        (0..self.clauses.pieces as Var).filter(|var| self.inner.holds(Lit::positive(*var))).collect()
    }
}

impl<S: Satisfy> Solver<S> {
    /// Whether all clauses can be satisfied under these assumptions, if that takes no more conflicts than these, of which
    /// what it takes is paid.
    fn solve(&mut self, assumptions: &[Lit], conflicts: &mut u64) -> Result<Option<bool>, GaveUp> {
        let (before, unlimited) = (self.inner.conflicts(), *conflicts == u64::MAX);
        let answer = self.inner.solve(assumptions, self.gauge.left().min(*conflicts));
        let spent = self.inner.conflicts() - before;
        self.gauge.spend(spent);
        *conflicts = conflicts.saturating_sub(spent);
        if answer.is_none() && (unlimited || self.gauge.is_over()) { Err(GaveUp) } else { Ok(answer) }
    }

    /// Likewise whether a value can be reached; if not, that is kept.
    fn reaches(&mut self, value: i64, conflicts: &mut u64) -> Result<Option<bool>, GaveUp> {
        let (lit, _) = self.scale.at_least(value);
        let answer = self.solve(lit.as_slice(), conflicts)?;
        if let (Some(false), Some(lit)) = (answer, lit) {
            self.inner.add(&[!lit]);
        }
        Ok(answer)
    }

    /// Tells of the solution just found. Where nobody listens any more the gauge says so as well.
    fn found(&mut self, tell: &Sender<Word>) -> i64 {
        let inner = &mut self.inner;
        let value = self.scale.value(|lit| inner.holds(lit));
        let standing = self.standing();
        drop(tell.send(Word::Found(standing)));
        value
    }

    /// The greatest value, `None` if there is no solution.
    fn greatest(&mut self, tell: &Sender<Word>) -> Result<Option<i64>, GaveUp> {
        /// The conflicts of the first try, and of the first turn.
        const FIRST: [u64; 2] = [10_000, 20_000];
        if self.solve(&[], &mut u64::MAX.clone())? != Some(true) {
            return Ok(None);
        }
        let mut best = self.found(tell);
        let above = |bound: &Bound| self.scale.below(bound.value.saturating_add(1));
        let mut open = self.bound.as_ref().map_or(Some(self.scale.most()), above).unwrap_or(best);
        let [first, mut turn] = FIRST;
        if !self.clauses.images.is_empty() {
            // What meets the bound is found sooner among all images.
            let (lit, _) = self.scale.at_least(open);
            let assumed = lit.as_slice();
            if best < open && self.solve(assumed, &mut first.clone())? == Some(true) {
                best = self.found(tell).max(open);
            }
            for clause in std::mem::take(&mut self.clauses.images) {
                self.inner.add(clause.as_ref());
            }
        }
        while best < open {
            let mut left = turn;
            while best < open && left > 0 {
                drop(tell.send(Word::Bound(open)));
                match self.reaches(open, &mut left)? {
                    Some(true) => best = self.found(tell).max(open),
                    Some(false) => open = self.scale.below(open).unwrap_or(best).max(best),
                    None => break,
                }
            }
            // Where many values are left between, the one after the best is soon all that is open.
            let mut left = 4 * turn;
            while best < open && left > 0 {
                let next = self.scale.above(best).map_or(open, |next| next.min(open));
                match self.reaches(next, &mut left)? {
                    Some(true) => best = self.found(tell).max(next),
                    Some(false) => open = best,
                    None => break,
                }
            }
            turn = turn.saturating_mul(2);
        }
        Ok(Some(best))
    }
}

impl<S: Satisfy> Oracle for Solver<S> {
    fn find(&mut self, fixed: &[(Var, bool)]) -> Result<Option<Vec<Var>>, GaveUp> {
        let assumptions: Vec<Lit> = fixed.iter().map(|(var, value)| Lit::new(*var, !value)).collect();
        Ok((self.solve(&assumptions, &mut u64::MAX.clone())? == Some(true)).then(|| self.standing()))
    }

    fn cut(&mut self, standing: &[Var]) {
        let clause = self.clauses.cut(standing);
        self.inner.add(clause.as_ref());
    }

    fn maximise(&mut self, tell: &Sender<Word>) -> Result<Proof, GaveUp> {
        let best = self.greatest(tell)?;
        match &self.bound {
            Some(bound) if best == Some(bound.value) => Ok(Proof::BoundMet(bound.name.into())),
            _ => Ok(Proof::Refuted(S::NAME.into())),
        }
    }
}

/// Has the clauses of a file refuted, and the steps written to another. They are read from a file because only so do they keep
/// their numbers: of clauses added one by one, some are shortened on the way, which is a step of the proof.
#[cfg(all(feature = "cadical", feature = "ilp"))]
pub(crate) fn refutation(
    clauses: Clauses,
    from: std::path::PathBuf,
    path: std::path::PathBuf,
    control: &mut Control,
) -> Result<(), Cause> {
    let seed = control.seed;
    let make: Make = Box::new(move |gauge| {
        let mut solver = Chosen::new(gauge, &clauses, seed);
        let traced = solver.trace(&path) && solver.read(&from);
        Box::new(cadical::Refuted { solver, traced })
    });
    super::pool::refuted(make, control)
}
