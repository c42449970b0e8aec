//! SAT: the model as clauses, for any solver with assumptions.
//!
//! A value is maximised from both sides in alternating turns: whether the bound proved so far can be reached, and
//! whether the best found can be exceeded. Turns are measured in conflicts and grow, so it matters little which side is
//! easier. Each answer is kept as a clause.

#[cfg(not(feature = "cadical"))]
mod batsat;
#[cfg(feature = "cadical")]
mod cadical;
mod meter;

use std::rc::Rc;
use std::sync::Arc;

use super::{Backend, Cut, Paths, Run};
use crate::answer::Proof;
use crate::budget::{Cause, Control, Engine, Family, Shuffle};
use crate::engine::external::{Event, ExternalCut, ExternalRun, GaveUp, Lowered, Make, Oracle, bound, is_small};
use crate::model::{Bound, Clauses, Goal, Lit, Model, Scale, Var, Worths};
use meter::Meter;

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

/// What it costs to add a literal, in operations on 64-bit words.
const LITERAL: u64 = 100;

/// The interface of a SAT solver.
trait Satisfy {
    /// Its name in proofs.
    const NAME: &str;

    /// Returns a solver for these clauses, which are added later. It tells the meter of its conflicts, waits where that waits, and
    /// gives up when it says so.
    fn new(meter: Rc<Meter>, clauses: &Clauses, seed: u32) -> Self;

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
        let kept = symmetries.keep(|element, _, _| {
            (0..).zip(worths.list()).all(|(var, worth)| {
                let image = model.image(&symmetries, element, var);
                image.is_some_and(|image| worths.weight(image) == *worth)
            })
        });
        clauses.leave_first_images(model, &kept, control)?;
    }
    let bound = worths.map(|worths| bound(model, worths, control)).transpose()?;
    let (seed, shuffle) = (control.seed, control.shuffle);
    let work = LITERAL * clauses.list.iter().map(|clause| clause.len() as u64).sum::<u64>();
    let make: Make = Box::new(move |link| {
        let meter = Meter::new(link, clauses.pieces, work);
        let mut solver = Solver::<Chosen>::new(clauses, scale, bound, meter, seed);
        solver.prefer_some(shuffle);
        Box::new(solver)
    });
    Ok(Lowered { make, work })
}

struct Solver<S> {
    inner: S,
    meter: Rc<Meter>,
    clauses: Clauses,
    scale: Scale,
    bound: Option<Bound>,
    /// How far the value has been driven: the best that is found, and what may still be reached.
    best: Option<i64>,
    open: i64,
    /// The conflicts of a turn, and what is left of it from above and from below.
    turn: u64,
    left: [u64; 2],
}

impl<S: Satisfy> Solver<S> {
    fn new(mut clauses: Clauses, scale: Scale, bound: Option<Bound>, meter: Meter, seed: u32) -> Self {
        let meter = Rc::new(meter);
        let mut inner = S::new(Rc::clone(&meter), &clauses, seed);
        inner.declare(clauses.vars);
        for clause in std::mem::take(&mut clauses.list).iter() {
            // There may be millions; a solver that is to give up is not asked anything.
            if meter.link.is_over() {
                break;
            }
            inner.add(clause);
        }
        let above = bound.as_ref().and_then(|bound| scale.below(bound.value.saturating_add(1)));
        let open = if bound.is_some() { above.unwrap_or(i64::MIN) } else { scale.max() };
        Self {
            inner,
            meter,
            clauses,
            scale,
            bound,
            best: None,
            open,
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
    /// subtracts those it needs. A question whether a value can be reached is given up when others know.
    fn solve(&mut self, assumptions: &[Lit], aim: Option<i64>, conflicts: &mut u64) -> Result<Option<bool>, GaveUp> {
        self.meter.begin(aim);
        if self.meter.is_over() {
            // It may not even have been given all its clauses.
            return if self.meter.link.is_over() { Err(GaveUp) } else { Ok(None) };
        }
        let (before, propagated) = (self.inner.conflicts(), self.inner.propagations());
        let answer = self.inner.solve(assumptions, *conflicts);
        let spent = self.inner.conflicts() - before;
        self.meter.end(spent, self.inner.propagations() - propagated);
        if self.meter.link.is_over() && answer.is_none() {
            return Err(GaveUp);
        }
        // An attempt that settles nothing uses up its conflicts.
        let is_used_up = answer.is_none() && !self.meter.is_known();
        *conflicts = if is_used_up { 0 } else { conflicts.saturating_sub(spent) };
        Ok(answer)
    }

    /// Tells whether all clauses can be satisfied under these assumptions.
    fn is_satisfiable(&mut self, assumptions: &[Lit]) -> Result<bool, GaveUp> {
        self.solve(assumptions, None, &mut u64::MAX.clone())?.ok_or(GaveUp)
    }

    /// Sends the current solution.
    fn found(&mut self) -> i64 {
        let inner = &mut self.inner;
        let value = self.scale.value(|lit| inner.holds(lit));
        let standing = self.standing();
        self.meter.link.tell(Event::Found(standing));
        value
    }

    /// Takes over what others have found and proved.
    fn hear(&mut self) {
        let known = self.meter.link.known();
        if let Some(bound) = known.bound {
            self.open = self.open.min(self.scale.below(bound.saturating_add(1)).unwrap_or(i64::MIN));
        }
        self.best = self.best.max(known.best);
    }

    /// The best value known, if it is not known to be the greatest.
    fn to_exceed(&self) -> Option<i64> {
        Some(self.best.unwrap_or(i64::MIN)).filter(|best| *best < self.open)
    }

    /// Tells whether a value can be reached, within this many conflicts; what is found is sent, and what is refuted is added as a
    /// clause.
    fn reaches(&mut self, value: i64, conflicts: &mut u64) -> Result<Option<bool>, GaveUp> {
        let (lit, _) = self.scale.at_least(value);
        let answer = self.solve(lit.as_slice(), Some(value), conflicts)?;
        match answer {
            Some(true) => {
                let found = self.found();
                // A solver whose solution has not the value cannot be trusted.
                if found < value {
                    return Err(GaveUp);
                }
                self.best = self.best.max(Some(found));
            }
            Some(false) => {
                if let Some(lit) = lit {
                    self.inner.add(&[!lit]);
                }
                self.open = self.scale.below(value).unwrap_or(i64::MIN);
            }
            None => {}
        }
        self.hear();
        Ok(answer)
    }

    /// Likewise, within the conflicts left for a side: 0 from above, 1 from below.
    fn reaches_in_turn(&mut self, value: i64, side: usize) -> Result<(), GaveUp> {
        let mut left = self.left[side];
        self.reaches(value, &mut left)?;
        self.left[side] = left;
        Ok(())
    }

    /// Returns the greatest value; `None` if there is no solution.
    fn greatest(&mut self) -> Result<Option<i64>, GaveUp> {
        // Also where a solution is known: its own is where the solver goes on from.
        if !self.is_satisfiable(&[])? {
            return Ok(None);
        }
        self.best = Some(self.found());
        self.hear();
        if !self.clauses.images.is_empty() {
            // A solution that meets the bound is found sooner without symmetry breaking.
            let mut first = FIRST_TRY;
            while first > 0 && self.to_exceed().is_some() {
                if self.reaches(self.open, &mut first)?.is_some() {
                    break;
                }
            }
            for clause in std::mem::take(&mut self.clauses.images) {
                self.inner.add(&clause);
            }
        }
        while self.to_exceed().is_some() {
            while self.to_exceed().is_some() && self.left[0] > 0 {
                self.meter.link.tell(Event::Bound(self.open));
                self.reaches_in_turn(self.open, 0)?;
            }
            // If many values lie between, the next value after the best soon is all that is open.
            while let Some(best) = self.to_exceed()
                && self.left[1] > 0
            {
                let next = self.scale.above(best).map_or(self.open, |next| next.min(self.open));
                self.reaches_in_turn(next, 1)?;
            }
            self.turn = self.turn.saturating_mul(2);
            self.left = [self.turn, self.turn.saturating_mul(4)];
        }
        Ok(self.best)
    }
}

impl<S: Satisfy> Oracle for Solver<S> {
    fn find(&mut self, fixed: &[(Var, bool)]) -> Result<Option<Vec<Var>>, GaveUp> {
        let assumptions: Vec<Lit> = fixed.iter().map(|(var, value)| Lit::new(*var, !value)).collect();
        Ok(self.is_satisfiable(&assumptions)?.then(|| self.standing()))
    }

    fn cut(&mut self, standing: &[Var]) {
        let clause = self.clauses.cut(standing);
        self.inner.add(&clause);
    }

    fn maximise(&mut self) -> Result<Proof, GaveUp> {
        let best = self.greatest()?;
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
    let make: Make = Box::new(move |link| {
        let mut solver = Chosen::new(Rc::new(Meter::new(link, pieces, 0)), &clauses, seed);
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
    fn a_solver_loses_nothing_between_turns() {
        let problem = Arc::new(classics::attacking(Board::square(8), Piece::QUEEN, 3));
        let mut control = Control::new(&Options::new());
        let model = Arc::new(Model::compile(&problem, &mut control).expect("no limit was set"));
        let goal = Goal::Maximise(Worths::by_kind(&model, &[1]));
        // The values found, all conflicts, and how many turns it took.
        let ask = |turn: u64| {
            let mut control = control.turn(u64::MAX, 0);
            control.grant(turn);
            let mut run = Sat.start(Arc::clone(&model), goal.clone(), Paths::whole(), control);
            let (mut values, mut turns, mut granted) = (Vec::new(), 0, turn);
            loop {
                match run.step() {
                    Step::Improved(value) => values.push(value),
                    Step::Stopped(Cause::NodeLimit) => {
                        turns += 1;
                        granted += turn;
                        let work = run.control().work();
                        run.control().grant(granted.saturating_sub(work).max(1));
                    }
                    Step::Done(_) => return (values, run.statistics().nodes, turns),
                    other => panic!("{other:?}"),
                }
            }
        };
        let whole = ask(u64::MAX / 2);
        assert_eq!(whole.2, 0);
        for turn in [1 << 18, 1 << 20] {
            let (values, conflicts, turns) = ask(turn);
            assert!(turns > 3, "{turns}");
            assert_eq!(values, whole.0);
            // To go on counts as one.
            assert!(
                (whole.1..=whole.1 + turns).contains(&conflicts),
                "{conflicts} instead of {} in {turns} turns",
                whole.1
            );
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
