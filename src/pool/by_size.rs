//! Questions about every number of pieces at once. Engines that cannot answer them in one go are asked the plain ones.

use std::sync::Arc;

use super::asked::{Asked, Told};
use super::turns::by_turns;
use super::{Sense, Solutions, count, optimise};
use crate::answer::{Counted, Outcome, Statistics, Stopped};
use crate::by_size::{BySize, Least};
use crate::constraint::{Area, Constraint};
use crate::control::{Cause, Control};
use crate::count::Count;
use crate::engine::Cheapest;
use crate::error::Error;
use crate::kind::Kind;
use crate::options::{Engine, Options};
use crate::placement::Placement;
use crate::problem::Problem;
use crate::verify::Verifier;

/// For each kind whether it is a piece.
fn pieces(problem: &Problem) -> Vec<bool> {
    problem.kinds().map(|kind| !problem.piece(kind).is_blocker()).collect()
}

/// The number of solutions with each number of pieces.
pub(crate) fn count_by_size(problem: &Problem, options: &Options, control: Control) -> Result<BySize<Count>, Error> {
    by_turns(problem, options, control, count_by_size_by)
}

fn count_by_size_by(asked: &Asked, options: &Options, mut control: Control) -> Result<BySize<Count>, Error> {
    let counted = pieces(&asked.problem);
    let told =
        Told::new(asked, options, &mut control, |backend, model, control| backend.tally(model, &counted, control))?;
    let (counts, engine, statistics) = match told {
        Told::Answer(counts, engine, statistics) => (counts, engine, statistics),
        Told::Stopped(stopped) => return Ok(BySize::Stopped(stopped)),
        Told::Nothing => match gone_through(asked, &counted, options, control)? {
            Ok(answer) => answer,
            Err(stopped) => return Ok(BySize::Stopped(stopped)),
        },
    };
    let most = counts.iter().rposition(|count| *count != Count::default()).map_or(0, |most| most + 1);
    Ok(BySize::Exact(counts[..most].to_vec(), engine, statistics))
}

type Numbers = (Vec<Count>, Engine, Statistics);

/// Goes through all solutions, up to symmetry, and looks at the size of each.
fn gone_through(
    asked: &Asked,
    counted: &[bool],
    options: &Options,
    control: Control,
) -> Result<Result<Numbers, Stopped>, Error> {
    let mut solutions = Solutions::for_counting(asked, options, control)?;
    let mut numbers = vec![0u64; asked.problem.board().open().len() + 1];
    let mut counts = vec![Count::default(); numbers.len()];
    let mut men = Vec::new();
    while let Some(step) = solutions.advance() {
        if let Err(stopped) = step {
            return Ok(Err(stopped));
        }
        solutions.men(&mut men);
        let size = men.iter().filter(|(_, kind)| counted[usize::from(*kind)]).count();
        numbers[size] += solutions.weight();
        if numbers[size] >= 1 << 32 {
            counts[size] += std::mem::take(&mut numbers[size]).into();
        }
    }
    for (count, number) in counts.iter_mut().zip(numbers) {
        *count += number.into();
    }
    Ok(Ok((counts, solutions.engine(), solutions.statistics())))
}

/// For each number of pieces the least sum of weights.
pub(crate) fn minimize_by_size(
    problem: &Problem,
    weights: &[(Kind, i64)],
    options: &Options,
    mut control: Control,
) -> Result<BySize<Option<Least>>, Error> {
    let counted = pieces(problem);
    let mut costs = vec![0; counted.len()];
    for (kind, weight) in weights {
        costs[usize::from(kind.index)] += weight;
    }
    let asked = Asked::new(problem, &mut control);
    let sweeps = options.engine == Engine::Auto && asked.is_narrow(&mut control);
    let options = &options.clone().engine(if sweeps { Engine::Sweep } else { options.engine });
    let told = Told::new(&asked, options, &mut control, |backend, model, control| {
        backend.least(model, &counted, &costs, control)
    })?;
    match told {
        Told::Answer(all, engine, statistics) => Ok(judged(problem, all, engine, statistics)),
        Told::Stopped(stopped) => Ok(BySize::Stopped(stopped)),
        Told::Nothing => one_by_one(problem, weights, options, &control),
    }
}

/// What an engine found, if the judge lets every placement pass.
fn judged(
    problem: &Problem,
    all: Vec<Option<Cheapest>>,
    engine: Engine,
    statistics: Statistics,
) -> BySize<Option<Least>> {
    let problem = Arc::new(problem.clone());
    let mut door = Verifier::new(&problem);
    let mut known = Vec::with_capacity(all.len());
    for cheapest in all {
        let Some(Cheapest { cost, ways, men }) = cheapest else {
            known.push(None);
            continue;
        };
        if !door.accepts(&men) {
            let cause = Cause::Disagreement;
            return BySize::Stopped(Stopped { cause, engine, statistics, rest: None });
        }
        let placement = Placement::from_sorted(Arc::clone(problem.scene()), men);
        known.push(Some(Least { value: cost, ways, placement }));
    }
    let most = known.iter().rposition(Option::is_some).map_or(0, |most| most + 1);
    known.truncate(most);
    BySize::Exact(known, engine, statistics)
}

/// Asks for the most pieces, then for each number of them for the least weight and the number of placements that reach it.
fn one_by_one(
    problem: &Problem,
    weights: &[(Kind, i64)],
    options: &Options,
    control: &Control,
) -> Result<BySize<Option<Least>>, Error> {
    let mut spent = Spent { control, all: Statistics::default() };
    let mut engine = options.engine.backend().engine();
    let ones: Vec<(Kind, i64)> = problem.men().iter().map(|kind| (kind, 1)).collect();
    let most = match optimise(problem, &ones, Sense::Greatest, options, spent.next())? {
        Outcome::Optimal(best) => {
            spent.add(best.statistics);
            best.value
        }
        Outcome::Infeasible(none) => return Ok(BySize::Exact(Vec::new(), none.engine, none.statistics)),
        Outcome::Stopped(unfinished) => return Ok(BySize::Stopped(unfinished.stopped)),
    };
    let mut known = Vec::new();
    for size in 0..=most {
        let mut sized = problem.clone();
        if !problem.men().is_empty() {
            sized.add(Constraint::count(problem.men(), Area::Everywhere, size));
        }
        match optimise(&sized, weights, Sense::Least, options, spent.next())? {
            Outcome::Stopped(unfinished) => return Ok(BySize::Stopped(spent.with(unfinished.stopped))),
            Outcome::Infeasible(none) => {
                spent.add(none.statistics);
                known.push(None);
            }
            Outcome::Optimal(best) => {
                spent.add(best.statistics);
                engine = best.engine;
                match count(&best.optima(), options, spent.next())? {
                    Counted::Exact(ways, _, statistics) => {
                        spent.add(statistics);
                        known.push(Some(Least { value: best.value, ways, placement: best.placement }));
                    }
                    Counted::Stopped(stopped) => return Ok(BySize::Stopped(spent.with(stopped))),
                }
            }
        }
    }
    Ok(BySize::Exact(known, engine, spent.sum()))
}

/// Limits are for the whole question: what one part of it has spent the next may not.
struct Spent<'a> {
    control: &'a Control,
    all: Statistics,
}

impl Spent<'_> {
    /// The control of the next part.
    fn next(&self) -> Control {
        self.control.turn(self.control.node_limit().saturating_sub(self.all.nodes), self.all.nodes)
    }

    fn add(&mut self, own: Statistics) {
        self.all.nodes += own.nodes;
        self.all.solutions += own.solutions;
    }

    fn sum(&self) -> Statistics {
        Statistics { elapsed: self.control.elapsed(), ..self.all }
    }

    fn with(mut self, stopped: Stopped) -> Stopped {
        self.add(stopped.statistics);
        Stopped { statistics: self.sum(), ..stopped }
    }
}
