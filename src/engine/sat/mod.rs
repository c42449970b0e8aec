//! SAT: the model as clauses, for any solver with assumptions.
//!
//! A value is maximised from both sides in alternating turns: whether the bound proved so far can be reached, and
//! whether the best found can be exceeded. Turns are measured in conflicts and grow, so it matters little which side is
//! easier. Each answer is kept as a clause.

#[cfg(not(feature = "cadical"))]
mod batsat;
#[cfg(feature = "cadical")]
mod cadical;

use std::sync::Arc;
use std::sync::mpsc::Sender;

use super::{Backend, Cut, Paths, Run};
use crate::answer::Proof;
use crate::budget::{Cause, Control, Engine, Family, Shuffle};
use crate::engine::external::{
    Event, ExternalCut, ExternalRun, GaveUp, KnownValue, Lowered, Make, Oracle, StopSignal, bound, is_small,
};
use crate::model::{Bound, Clauses, Goal, Lit, Model, Scale, Var, Worths};

#[cfg(not(feature = "cadical"))]
use batsat::BatSat as Chosen;
#[cfg(feature = "cadical")]
use cadical::CaDiCaL as Chosen;

pub(crate) struct Sat;

/// The solver's name.
pub(crate) const SAT_SOLVER: &str = Chosen::NAME;

/// The conflicts of a first attempt at the bound, and of the first turn.
const FIRST_TRY: u64 = 10_000;
const FIRST_TURN: u64 = 20_000;

/// What it costs to propagate a literal, and to add one, in operations on 64-bit words.
const PROPAGATION: u64 = 160;
const LITERAL: u64 = 100;

/// The interface of a SAT solver.
trait Satisfy {
    /// Its name in proofs.
    const NAME: &str;

    /// Returns a solver for these clauses, which are added later; it gives up when the stop signal says so.
    fn new(stop: Arc<StopSignal>, clauses: &Clauses, seed: u32) -> Self;

    /// Makes it guess that a variable is true. A solver that begins with variables in random order needs no such hint.
    fn prefer(&mut self, _: Lit) {}

    /// Declares variables, so that later clauses may use them.
    fn declare(&mut self, _vars: usize) {}

    fn add(&mut self, clause: &[Lit]);

    /// Tells whether all clauses can be satisfied under these assumptions; `None` if it was stopped, or would need more
    /// than about this many conflicts.
    fn solve(&mut self, assumptions: &[Lit], conflicts: u64) -> Option<bool>;

    /// Returns the total number of conflicts.
    fn conflicts(&self) -> u64;

    /// Returns the total number of propagated literals.
    fn propagations(&self) -> u64;

    /// Tells whether a literal is true in the current solution.
    fn holds(&mut self, lit: Lit) -> bool;
}

impl Backend for Sat {
    fn engine(&self) -> Engine {
        Engine::Sat
    }

    fn start(&self, model: Arc<Model>, goal: Goal, part: Paths, control: Control) -> Box<dyn Run> {
        Box::new(ExternalRun::new(model, goal, &part, control, lower, None))
    }

    fn takes_seed(&self) -> Result<(), &'static str> {
        Ok(())
    }

    fn as_cut(&self) -> Option<&dyn Cut> {
        Some(&ExternalCut)
    }
}

fn lower(model: &Model, worths: Option<&Worths>, control: &mut Control) -> Result<Lowered, Cause> {
    let (mut clauses, scale) = Clauses::toward(model, worths, control.formulation, control)?;
    if let Some(worths) = worths
        && control.formulation.has(Family::Images)
        && is_small(model)
    {
        let symmetries = model.group_with_swaps(control)?;
        let kept = symmetries.keep(|element, rows, columns| {
            model.placed.iter().zip(worths.list()).all(|((square, kind), worth)| {
                let image = model.var(element.square(*square, rows, columns), usize::from(element.kind(*kind)));
                image.is_some_and(|image| worths.weight(image) == *worth)
            })
        });
        clauses.leave_first_images(model, &kept, control)?;
    }
    let bound = worths.map(|worths| bound(model, worths, control)).transpose()?;
    let (seed, shuffle) = (control.seed, control.shuffle);
    let work = LITERAL * clauses.list.iter().map(|clause| clause.len() as u64).sum::<u64>();
    let make: Make = Box::new(move |stop| {
        let mut solver = Solver::<Chosen>::new(clauses, scale, bound, stop, seed);
        solver.prefer_some(shuffle);
        Box::new(solver)
    });
    Ok(Lowered { make, work })
}

struct Solver<S> {
    inner: S,
    stop: Arc<StopSignal>,
    clauses: Clauses,
    scale: Scale,
    bound: Option<Bound>,
    /// How far the value has been driven: the best that is found, and what may still be reached. A solver that gives up keeps
    /// it, with the conflicts that are left, and goes on from there.
    best: Option<i64>,
    open: i64,
    /// Whether it has found a solution.
    begun: bool,
    /// The conflicts of a first try at the bound.
    first: u64,
    /// The conflicts of a turn, and what is left of it from above and from below.
    turn: u64,
    left: [u64; 2],
}

impl<S: Satisfy> Solver<S> {
    fn new(mut clauses: Clauses, scale: Scale, bound: Option<Bound>, stop: Arc<StopSignal>, seed: u32) -> Self {
        let mut inner = S::new(Arc::clone(&stop), &clauses, seed);
        inner.declare(clauses.vars);
        for clause in std::mem::take(&mut clauses.list).iter() {
            // There may be millions; a solver that is to give up is not asked anything.
            if stop.is_over() {
                break;
            }
            inner.add(clause);
        }
        let above = bound.as_ref().and_then(|bound| scale.below(bound.value.saturating_add(1)));
        let open = if bound.is_some() { above.unwrap_or(i64::MIN) } else { scale.max() };
        Self {
            inner,
            stop,
            clauses,
            scale,
            bound,
            best: None,
            open,
            begun: false,
            first: FIRST_TRY,
            turn: FIRST_TURN,
            left: [FIRST_TURN, 4 * FIRST_TURN],
        }
    }

    fn standing(&mut self) -> Vec<Var> {
        (0..self.clauses.pieces as Var).filter(|var| self.inner.holds(Lit::positive(*var))).collect()
    }
}

impl<S: Satisfy> Solver<S> {
    /// Where pieces may come anywhere, makes it guess that one of four stands.
    fn prefer_some(&mut self, shuffle: Option<Shuffle>) {
        let Some(shuffle) = shuffle.filter(|shuffle| shuffle.anywhere > 0) else { return };
        for var in (0..self.clauses.pieces as Var).filter(|var| shuffle.rank(*var).is_multiple_of(4)) {
            self.inner.prefer(Lit::positive(var));
        }
    }

    /// Tells whether all clauses can be satisfied under these assumptions within this many conflicts, from which it
    /// subtracts those it needs.
    fn solve(&mut self, assumptions: &[Lit], conflicts: &mut u64) -> Result<Option<bool>, GaveUp> {
        // It may not even have been given all its clauses.
        if self.stop.is_over() {
            return Err(GaveUp);
        }
        let (before, unlimited) = (self.inner.conflicts(), *conflicts == u64::MAX);
        let propagated = self.inner.propagations();
        let answer = self.inner.solve(assumptions, self.stop.left().min(*conflicts));
        let spent = self.inner.conflicts() - before;
        self.stop.charge(spent, PROPAGATION * (self.inner.propagations() - propagated));
        *conflicts = conflicts.saturating_sub(spent);
        if answer.is_none() && (unlimited || self.stop.is_over()) { Err(GaveUp) } else { Ok(answer) }
    }

    /// Tells likewise whether a value can be reached; if not, that is added as a clause.
    fn reaches(&mut self, value: i64, conflicts: &mut u64) -> Result<Option<bool>, GaveUp> {
        let (lit, _) = self.scale.at_least(value);
        let answer = self.solve(lit.as_slice(), conflicts)?;
        if let (Some(false), Some(lit)) = (answer, lit) {
            self.inner.add(&[!lit]);
        }
        Ok(answer)
    }

    /// Sends the current solution. If the receiver is gone, the stop signal is set as well.
    fn found(&mut self, tell: &Sender<Event>) -> i64 {
        let inner = &mut self.inner;
        let value = self.scale.value(|lit| inner.holds(lit));
        let standing = self.standing();
        drop(tell.send(Event::Found(standing)));
        value
    }

    /// Likewise a solution that was to have this value at least. A solver whose solution has not cannot be trusted.
    fn found_with(&mut self, value: i64, tell: &Sender<Event>) -> Result<i64, GaveUp> {
        let found = self.found(tell);
        if found < value { Err(GaveUp) } else { Ok(found) }
    }

    /// Likewise, within the conflicts left for a side: 0 from above, 1 from below. An attempt that settles nothing uses them up.
    fn reaches_in_turn(&mut self, value: i64, side: usize) -> Result<Option<bool>, GaveUp> {
        let mut left = self.left[side];
        let answer = self.reaches(value, &mut left);
        self.left[side] = if let Ok(None) = answer { 0 } else { left };
        answer
    }

    /// Returns the greatest value; `None` if there is no solution.
    fn greatest(&mut self, known: KnownValue, tell: &Sender<Event>) -> Result<Option<i64>, GaveUp> {
        if let Some(bound) = known.bound {
            self.open = self.open.min(self.scale.below(bound.saturating_add(1)).unwrap_or(i64::MIN));
        }
        self.best = self.best.max(known.best);
        // Also where a solution is known: its own is where the solver goes on from.
        if !self.begun {
            if self.solve(&[], &mut u64::MAX.clone())? != Some(true) {
                return Ok(None);
            }
            self.begun = true;
            self.best = self.best.max(Some(self.found(tell)));
        }
        let mut best = self.best.unwrap_or(i64::MIN);
        if !self.clauses.images.is_empty() {
            // A solution that meets the bound is found sooner without symmetry breaking.
            let (lit, _) = self.scale.at_least(self.open);
            let mut first = self.first;
            let answer = if best < self.open { self.solve(lit.as_slice(), &mut first) } else { Ok(None) };
            self.first = first;
            if answer? == Some(true) {
                best = self.found_with(self.open, tell)?;
                self.best = Some(best);
            }
            for clause in std::mem::take(&mut self.clauses.images) {
                self.inner.add(&clause);
            }
        }
        while best < self.open {
            while best < self.open && self.left[0] > 0 {
                drop(tell.send(Event::Bound(self.open)));
                match self.reaches_in_turn(self.open, 0)? {
                    Some(true) => best = self.found_with(self.open, tell)?,
                    Some(false) => self.open = self.scale.below(self.open).unwrap_or(best).max(best),
                    None => break,
                }
                self.best = Some(best);
            }
            // If many values lie between, the next value after the best soon is all that is open.
            while best < self.open && self.left[1] > 0 {
                let next = self.scale.above(best).map_or(self.open, |next| next.min(self.open));
                match self.reaches_in_turn(next, 1)? {
                    Some(true) => best = self.found_with(next, tell)?,
                    Some(false) => self.open = best,
                    None => break,
                }
                self.best = Some(best);
            }
            self.turn = self.turn.saturating_mul(2);
            self.left = [self.turn, self.turn.saturating_mul(4)];
        }
        Ok(Some(best))
    }
}

impl<S: Satisfy> Oracle for Solver<S> {
    fn find(&mut self, fixed: &[(Var, bool)], _: &Sender<Event>) -> Result<Option<Vec<Var>>, GaveUp> {
        let assumptions: Vec<Lit> = fixed.iter().map(|(var, value)| Lit::new(*var, !value)).collect();
        Ok((self.solve(&assumptions, &mut u64::MAX.clone())? == Some(true)).then(|| self.standing()))
    }

    fn cut(&mut self, standing: &[Var]) {
        let clause = self.clauses.cut(standing);
        self.inner.add(&clause);
    }

    fn maximise(&mut self, known: KnownValue, tell: &Sender<Event>) -> Result<Proof, GaveUp> {
        let best = self.greatest(known, tell)?;
        match &self.bound {
            Some(bound) if best == Some(bound.value) => Ok(Proof::BoundMet { name: bound.name }),
            _ => Ok(Proof::Refuted { solver: S::NAME }),
        }
    }
}

/// Refutes the clauses of a file, and writes the proof to another. They are read from a file because only this way they
/// keep their numbers: adding clauses one by one shortens some on the way, which is a step of the proof. Returns a solution,
/// if there is one after all.
#[cfg(feature = "cadical")]
pub(crate) fn refutation(
    clauses: Clauses,
    from: std::path::PathBuf,
    path: std::path::PathBuf,
    control: &mut Control,
) -> Result<Option<Vec<Var>>, Cause> {
    let seed = control.seed;
    let pieces = clauses.pieces;
    let make: Make = Box::new(move |stop| {
        let mut solver = Chosen::new(stop, &clauses, seed);
        let traced = solver.trace(&path) && solver.read(&from);
        Box::new(cadical::Refuted { solver, traced, pieces })
    });
    super::external::solution(make, control)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Options;
    use crate::engine::Step;
    use crate::language::{Board, Piece, classics};

    #[test]
    fn a_solver_suspended_before_it_has_its_clauses_takes_them_all_in() {
        for n in 3..6 {
            let problem = Arc::new(classics::peaceable(Board::square(n), Piece::QUEEN));
            let mut control = Control::new(&Options::new());
            let model = Arc::new(Model::compile(&problem, &mut control).expect("no limit was set"));
            let search = problem.using(&Options::new().engine(Engine::Search)).maximize();
            let max = search.expect("the problem is sound").value().expect("no limit was set");
            // The clauses cost more than is granted at first, and each of the next turns is short.
            for granted in [1, 1 << 16, 1 << 20] {
                let mut control = control.turn(u64::MAX, 0);
                control.grant(1);
                let goal = Goal::Maximise(Worths::by_kind(&model, &[1, 1]));
                let mut run = Sat.start(Arc::clone(&model), goal, Paths::whole(), control);
                let (mut best, mut turns, mut all) = (None, 0, 1u64);
                loop {
                    match run.step() {
                        Step::Improved(value) => best = Some(value),
                        Step::Stopped(Cause::NodeLimit) => {
                            turns += 1;
                            all += granted << (turns / 8);
                            let work = run.control().work();
                            run.control().grant(all.saturating_sub(work).max(1));
                        }
                        Step::Done(_) => break,
                        other => panic!("{other:?}"),
                    }
                }
                assert!(turns > 0);
                assert_eq!(best, max);
            }
        }
    }

    #[test]
    fn a_solver_begins_once_its_turns_are_worth_its_clauses() {
        /// What is noticed late between two checks.
        const SLACK: u64 = 1 << 17;
        let problem = Arc::new(classics::attacking(Board::square(9), Piece::AMAZON, ..=4));
        let mut control = Control::new(&Options::new());
        let model = Arc::new(Model::compile(&problem, &mut control).expect("no limit was set"));
        let goal = Goal::Maximise(Worths::by_kind(&model, &[1]));
        let mut run = Sat.start(Arc::clone(&model), goal, Paths::whole(), control.turn(u64::MAX, 0));
        let mut waited = 0;
        for power in 16.. {
            let work = run.control().work();
            run.control().grant((1u64 << power).saturating_sub(work));
            let Step::Stopped(Cause::NodeLimit) = run.step() else { break };
            if run.statistics().nodes > 1 {
                break;
            }
            assert!(run.control().work() <= (1 << power) + SLACK, "{} in turn {power}", run.control().work());
            waited += 1;
        }
        assert!(waited > 3, "its clauses cost more than its first {waited} turns");
    }
}
