//! Integer programming: the model as rows, for `HiGHS`, or for microlp where that is not built in.
//!
//! Values are floating-point numbers. They are rounded, and the resulting placement is judged like any other, so there
//! is no tolerance to choose.

#[cfg(feature = "highs")]
mod highs;
#[cfg(not(feature = "highs"))]
mod microlp;

use std::sync::Arc;

use super::{Backend, Cut, Paths, Refusal, Run};
use crate::answer::{Bound, BoundName};
use crate::budget::{Cause, Control, Engine, Family};
use crate::engine::external::{ExternalCut, ExternalRun, Lowered, bound};
use crate::model::{Goal, Model, Rows, Rule, Var, Worths};

pub(crate) struct Ilp {
    /// The engine that checks a solver whose proofs are not trusted.
    pub(super) second: &'static dyn Backend,
}

/// The largest coefficient of a row: floating-point solvers confuse sums that differ by less than a millionth of their
/// terms.
const GREATEST: i64 = 100_000;

/// The most work that goes into cuts before the solver begins.
const CUTTING: u64 = 1 << 27;

/// About what a node costs microlp, in operations on 64-bit words.
#[cfg(not(feature = "highs"))]
const NODE: u64 = 1 << 20;

/// The largest number of variables for microlp, and of rows: it cannot be stopped while it solves the root relaxation.
#[cfg(not(feature = "highs"))]
const MAX_VARIABLES: usize = 256;
#[cfg(not(feature = "highs"))]
const MAX_ROWS: usize = 1 << 11;

impl Backend for Ilp {
    fn engine(&self) -> Engine {
        Engine::Ilp
    }

    #[cfg_attr(feature = "highs", expect(unused_variables, reason = "rows are counted for microlp only"))]
    fn accepts(&self, model: &Model, goal: &Goal, control: &mut Control) -> Result<(), Refusal> {
        let in_rules = model.rules.iter().flat_map(|rule| match rule {
            Rule::Linear { terms, .. } => &terms[..],
            _ => &[],
        });
        let in_goal = match goal {
            Goal::Maximise(worths) => worths.list(),
            Goal::All | Goal::UpTo(_) | Goal::Number(_) => &[],
        };
        let mut numbers = in_rules.map(|(number, _)| number).chain(in_goal);
        if let Some(number) = numbers.find(|number| number.unsigned_abs() > GREATEST.unsigned_abs()) {
            return Err(Refusal::declined(format!(
                "{number} is a number too large to be added up in floating point, the limit is {GREATEST}"
            )));
        }
        #[cfg(not(feature = "highs"))]
        is_small_enough(model, control)?;
        Ok(())
    }

    fn start(&self, model: Arc<Model>, goal: Goal, part: Paths, control: Control) -> Box<dyn Run> {
        #[cfg(feature = "highs")]
        let least = highs::Highs::least_grant(matches!(goal, Goal::Maximise(_)));
        let second = (!cfg!(feature = "highs")).then_some(self.second);
        let run = ExternalRun::new(model, goal, &part, control, lower, second);
        #[cfg(feature = "highs")]
        let run = run.that_takes(least);
        Box::new(run)
    }

    fn takes_seed(&self) -> Result<(), &'static str> {
        if cfg!(feature = "highs") {
            Ok(())
        } else {
            Err("without the feature `highs`, it has nothing random that a seed could change")
        }
    }

    fn as_cut(&self) -> Option<&dyn Cut> {
        Some(&ExternalCut)
    }
}

/// Declines what is too large for microlp.
#[cfg(not(feature = "highs"))]
fn is_small_enough(model: &Model, control: &mut Control) -> Result<(), Refusal> {
    let declined = |number: usize, what: &str, max: usize| {
        Err(Refusal::Declined(format!("without the feature `highs`, {number} {what} are more than {max}")))
    };
    if model.vars() > MAX_VARIABLES {
        return declined(model.vars(), "variables", MAX_VARIABLES);
    }
    let rows = Rows::of(model, control.formulation, control)?.len();
    if rows > MAX_ROWS { declined(rows, "rows", MAX_ROWS) } else { Ok(()) }
}

fn lower(model: &Model, worths: Option<&Worths>, control: &mut Control) -> Result<Lowered, Cause> {
    // Where it does not matter how many fit, these rows cost more than they cut off.
    let many = worths.is_some_and(Worths::has_positive);
    let formulation = if many { control.formulation } else { control.formulation.without(Family::Sights) };
    let mut rows = Rows::of(model, formulation, control)?;
    let costs = worths.map_or_else(|| vec![0; model.vars()], |worths| worths.list().to_vec());
    #[cfg_attr(not(feature = "highs"), expect(unused_variables, reason = "microlp has a row for it"))]
    let target = worths.map(|worths| limit(model, worths, &mut rows, control)).transpose()?;
    #[cfg(feature = "highs")]
    {
        let (seed, work) = (control.seed, highs::Highs::first_work(&rows));
        Ok(Lowered { make: Box::new(move |link| Box::new(highs::Highs::new(rows, costs, target, link, seed))), work })
    }
    #[cfg(not(feature = "highs"))]
    Ok(Lowered { make: Box::new(move |link| Box::new(microlp::MicroLp::new(rows, costs, link))), work: 0 })
}

/// Adds cuts, and a row for the greatest value that is known to be possible, unless it follows from the other rows; returns that
/// value.
fn limit(model: &Model, worths: &Worths, rows: &mut Rows, control: &mut Control) -> Result<Bound, Cause> {
    let mut known = bound(model, worths, control)?;
    let terms: Vec<(i64, u32)> = worths.list().iter().copied().zip(0..).collect();
    // A row along the objective leaves HiGHS without reduced costs, by which it fixes variables. microlp knows no other way.
    let is_microlp = cfg!(not(feature = "highs"));
    if is_microlp || !follows_from_rows(known.name) {
        rows.add(&[&terms], (i64::MIN, known.value), control)?;
    }
    // They take longer than most programs at which the solver is quick, so where engines take turns it does without.
    let cuts = if control.has_max_work() { None } else { model.cuts(rows, worths, CUTTING, control)? };
    if let Some((cuts, value)) = cuts {
        for (terms, end) in cuts {
            rows.add(&[&terms], (i64::MIN, end), control)?;
        }
        if value < known.value {
            known = Bound::new(value, BoundName::Duality);
            if is_microlp {
                rows.add(&[&terms], (i64::MIN, value), control)?;
            }
        }
    }
    Ok(known)
}

/// Whether a bound is a sum of rows, each for squares that hold one piece at most or for a count.
fn follows_from_rows(name: BoundName) -> bool {
    matches!(
        name,
        BoundName::Squares
            | BoundName::Lines
            | BoundName::Windows
            | BoundName::Blocks
            | BoundName::Counts
            | BoundName::Kinds
            | BoundName::Matching
    )
}

/// Returns the variables that a solver's values make true.
fn rounded(values: &[f64], pieces: usize) -> Vec<Var> {
    values.iter().take(pieces).enumerate().filter(|(_, value)| **value > 0.5).map(|(var, _)| var as Var).collect()
}

#[cfg(all(test, not(feature = "highs")))]
mod tests {
    use super::*;
    use crate::budget::Options;
    use crate::engine::{Placed, Step};
    use crate::language::{Board, Piece, Problem, classics};

    fn model(problem: Problem) -> Arc<Model> {
        let mut control = Control::new(&Options::new());
        Arc::new(Model::compile(&Arc::new(problem), &mut control).expect("no limit was set"))
    }

    #[test]
    fn microlp_takes_the_same_nodes_each_time() {
        let model = model(classics::attacking(Board::square(5), Piece::QUEEN, 1));
        let goal = Goal::Maximise(Worths::by_kind(&model, &[1]));
        let ask = || -> (Vec<Placed>, u64) {
            let control = Control::new(&Options::new());
            let mut run = ExternalRun::new(Arc::clone(&model), goal.clone(), &Paths::whole(), control, lower, None);
            let mut found = Vec::new();
            loop {
                match run.step() {
                    Step::Improved(_) | Step::Found => {
                        let mut placed = Placed::new();
                        run.placed(&mut placed);
                        found.push(placed);
                    }
                    Step::Done(_) => return (found, run.statistics().nodes),
                    Step::Stopped(cause) => panic!("{cause}"),
                }
            }
        };
        let first = ask();
        assert!(first.1 > 8 && !first.0.is_empty(), "{first:?} is no search of several slices");
        assert_eq!(ask(), first);
    }

    #[test]
    fn microlp_declines_what_it_could_not_be_stopped_at() {
        let mut control = Control::new(&Options::new());
        for (problem, says) in [
            (classics::queens(17), "289 variables are more than 256"),
            (classics::attacking(Board::square(16), Piece::QUEEN, 2), "rows are more than 2048"),
        ] {
            let refusal = is_small_enough(&model(problem), &mut control).expect_err("it is too large");
            let Refusal::Declined(reason) = refusal else { panic!("no limit was set") };
            assert!(reason.starts_with("without the feature `highs`, ") && reason.ends_with(says), "{reason}");
        }
    }
}

#[cfg(all(test, feature = "highs"))]
mod tests {
    use super::*;
    use crate::budget::Options;
    use crate::engine::{Placed, Step};
    use crate::language::{Board, Piece, classics};

    #[test]
    fn highs_waits_between_turns_for_what_it_does() {
        // A tree of some nodes, which takes several times as long as what comes before.
        let problem = Arc::new(classics::attacking(Board::square(8), Piece::KNIGHT, ..=3));
        let mut control = Control::new(&Options::new());
        let model = Arc::new(Model::compile(&problem, &mut control).expect("no limit was set"));
        let goal = Goal::Maximise(Worths::by_kind(&model, &[1]));
        let engine = Ilp { second: Engine::Search.backend() };
        let ask = |turn: u64| -> (Option<i64>, Placed, usize) {
            let mut control = control.turn(u64::MAX, 0);
            control.grant(turn);
            let mut run = engine.start(Arc::clone(&model), goal.clone(), Paths::whole(), control);
            let (mut best, mut turns, mut granted) = (None, 0, turn);
            loop {
                match run.step() {
                    Step::Improved(value) => best = Some(value),
                    Step::Stopped(Cause::NodeLimit) => {
                        turns += 1;
                        granted = turn.saturating_add(granted.max(run.control().work()));
                        let work = run.control().work();
                        run.control().grant(granted - work);
                    }
                    Step::Done(_) => break,
                    other => panic!("{other:?}"),
                }
            }
            let mut placed = Placed::new();
            run.placed(&mut placed);
            (best, placed, turns)
        };
        let (best, _, turns) = ask(u64::MAX);
        assert_eq!(turns, 0);
        let first = ask(1 << 21);
        assert!(first.0 == best && first.2 > 20, "{first:?} instead of {best:?}");
        assert_eq!(ask(1 << 21), first);
    }
}
