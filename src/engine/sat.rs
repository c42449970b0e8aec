//! SAT: the model as clauses, for any solver that takes clauses and assumptions.
//!
//! A value is driven to its greatest from the side that is proved: first whether the bound can be reached, then the next
//! value below, until one can. Each refusal is kept as a clause.

#[cfg(not(feature = "cadical"))]
mod batsat;
#[cfg(feature = "cadical")]
mod cadical;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Sender;

use rustsat::types::Lit;

use super::pool::{GaveUp, Make, Oracle, Pool, Word, bound, group};
use super::{Backend, Path, Refusal, Run, Work};
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

    /// An empty problem; the solver gives up where the flag is set.
    fn new(stop: Arc<AtomicBool>, vars: usize) -> Self;

    fn add(&mut self, clause: &[Lit]);

    /// Whether all clauses can be satisfied under these assumptions; `None` if it gave up.
    fn solve(&mut self, assumptions: &[Lit]) -> Option<bool>;

    /// Whether a literal holds in the solution just found.
    fn holds(&mut self, lit: Lit) -> bool;
}

impl Backend for Sat {
    fn engine(&self) -> Engine {
        Engine::Sat
    }

    fn accepts(&self, _: &Model, _: &Goal, _: &mut Control) -> Result<(), Refusal> {
        Ok(())
    }

    fn start(&self, model: Arc<Model>, goal: Goal, work: Work, control: Control) -> Box<dyn Run> {
        Box::new(Pool::new(model, goal, work.own(), control, lower, None))
    }

    fn cut(
        &self,
        model: Arc<Model>,
        _: &Goal,
        part: Vec<Path>,
        _: Option<i64>,
        pieces: usize,
        _: Control,
    ) -> Result<Vec<Path>, Cause> {
        Ok(Pool::cut_tree(&model, part, pieces))
    }
}

fn lower(model: &Model, weights: Option<&[i64]>, control: &mut Control) -> Result<Make, Cause> {
    let (mut clauses, scale) = Clauses::toward(model, weights, control.formulation, control)?;
    if let Some(weights) = weights
        && control.formulation.has(Family::Images)
        && let Some(group) = group(model, control)?
    {
        let same = |kind: u16, image: u16| weights[usize::from(kind)] == weights[usize::from(image)];
        let group = group.keep(|element, _, _| (0..model.kinds as u16).all(|kind| same(kind, element.kind(kind))));
        clauses.leave_first_images(model, &group, control)?;
    }
    let bound = weights.map(|weights| bound(model, weights, control)).transpose()?;
    Ok(Box::new(move |stop| Box::new(Solver::<Chosen>::new(clauses, scale, bound, stop))))
}

struct Solver<S> {
    inner: S,
    clauses: Clauses,
    scale: Scale,
    bound: Option<Bound>,
}

impl<S: Satisfy> Solver<S> {
    fn new(mut clauses: Clauses, scale: Scale, bound: Option<Bound>, stop: Arc<AtomicBool>) -> Self {
        let mut inner = S::new(stop, clauses.vars);
        for clause in std::mem::take(&mut clauses.list) {
            inner.add(clause.as_ref());
        }
        Self { inner, clauses, scale, bound }
    }

    fn standing(&mut self) -> Vec<Var> {
        (0..self.clauses.pieces as Var).filter(|var| self.inner.holds(Lit::positive(*var))).collect()
    }
}

impl<S: Satisfy> Oracle for Solver<S> {
    fn find(&mut self, fixed: &[(Var, bool)]) -> Result<Option<Vec<Var>>, GaveUp> {
        let assumptions: Vec<Lit> = fixed.iter().map(|(var, value)| Lit::new(*var, !value)).collect();
        Ok(self.inner.solve(&assumptions).ok_or(GaveUp)?.then(|| self.standing()))
    }

    fn cut(&mut self, standing: &[Var]) {
        let clause = self.clauses.cut(standing);
        self.inner.add(clause.as_ref());
    }

    fn maximise(&mut self, tell: &Sender<Word>) -> Result<Proof, GaveUp> {
        let refuted = || Ok(Proof::Refuted(S::NAME.into()));
        let Some(any) = self.find(&[])? else { return refuted() };
        // Where nobody listens any more the flag is set as well.
        let told = |word| drop(tell.send(word));
        told(Word::Found(any));
        let above = |bound: &Bound| self.scale.below(bound.value.saturating_add(1));
        let mut open = self.bound.as_ref().map_or(Some(self.scale.most()), above);
        while let Some(value) = open {
            told(Word::Bound(value));
            let (lit, _) = self.scale.at_least(value);
            if self.inner.solve(lit.as_slice()).ok_or(GaveUp)? {
                let standing = self.standing();
                told(Word::Found(standing));
                break;
            }
            if let Some(lit) = lit {
                self.inner.add(&[!lit]);
            }
            open = self.scale.below(value);
        }
        match &self.bound {
            Some(bound) if open == Some(bound.value) => Ok(Proof::BoundMet(bound.name.into())),
            _ => refuted(),
        }
    }
}

/// Has clauses refuted, and the steps written to a file.
#[cfg(all(feature = "cadical", feature = "ilp"))]
pub(crate) fn refutation(clauses: Clauses, path: std::path::PathBuf, control: &mut Control) -> Result<(), Cause> {
    let make: Make = Box::new(move |stop| {
        let mut solver = Chosen::new(stop, clauses.vars);
        let traced = solver.trace(&path);
        for clause in &clauses.list {
            solver.add(clause.as_ref());
        }
        Box::new(cadical::Refuted { solver, traced })
    });
    super::pool::refuted(make, control)
}
