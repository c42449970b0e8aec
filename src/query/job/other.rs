//! A part done by another engine than the one whose search tree was cut.
//!
//! A subtree is handed over as what is decided at its top; the other engine finds the solutions that agree with it. Of an
//! optimum it is told which values matter no more, as the search is.

use std::sync::Arc;

use super::optimum::KnownOptimum;
use super::split::{Aim, Ready, Slice, declined};
use super::{Failure, Outcome, SplitJob, text};
use crate::answer::{Count, Path};
use crate::budget::{Control, Engine};
use crate::engine::{Cube, Paths, Placed, Refusal, Step};
use crate::judge::Verifier;
use crate::language::{Interval, Square, sort};
use crate::model::{Goal, Model, Rule, Var};

impl SplitJob {
    /// Does a part by another engine; of an optimum only what is above a value, and no more than is needed to reach another.
    pub(super) fn by_other(
        &self,
        engine: Engine,
        slice: &Slice,
        (above, enough): (Option<i64>, Option<i64>),
        ready: &Ready,
        control: &mut Control,
    ) -> Result<Outcome, Failure> {
        let refuse = |reason: &str| -> Failure { declined(engine, reason.to_owned()).into() };
        if matches!(self.aim, Aim::Classes | Aim::Uniqueness) {
            return Err(refuse("what an engine finds first, or takes as representative, depends on the engine"));
        }
        if engine == Engine::Brute && matches!(self.aim, Aim::Optimum { .. }) {
            return Err(refuse("it looks at the whole problem, and the best of that may be in another part"));
        }
        let cut = self.engine.backend().as_cut().ok_or_else(|| refuse("the part has no subtrees"))?;
        let cubes = match cut.cubes(ready.tree(self.floor), &slice.paths, control.clone()) {
            Ok(Some(cubes)) => cubes,
            Ok(None) => return Err(refuse("the subtrees of the part are told to no other engine")),
            Err(cause) => return Ok(Outcome::Stopped { cause, rest: None, nodes: 0 }),
        };
        let goal = if let Goal::Maximise(_) = &ready.goal { ready.goal.clone() } else { Goal::All };
        let verifier = Verifier::new(&self.problem);
        let mut found = Findings { words: Vec::new(), sizes: Vec::new(), above, best: None, verifier, nodes: 0 };
        for cube in &cubes {
            if found.has(enough) {
                break;
            }
            let model = restricted(&ready.model, cube);
            match engine.backend().accepts(&model, &goal, control) {
                Ok(()) => {}
                Err(Refusal::Declined(reason)) => return Err(refuse(&reason)),
                Err(Refusal::Stopped(cause)) => {
                    return Ok(Outcome::Stopped { cause, rest: None, nodes: found.nodes });
                }
            }
            let whole: Paths = vec![Path::new()].into_iter().collect();
            let mut run = engine.backend().start(Arc::new(model), goal.clone(), whole, control.clone());
            run.share(found.above, None);
            let stopped = loop {
                let step = run.step();
                let mut placed = Placed::new();
                match step {
                    Step::Found | Step::Improved(_) => run.placed(&mut placed),
                    Step::Done(_) => break None,
                    Step::Stopped(cause) => break Some(cause),
                }
                placed.sort_unstable();
                match step {
                    Step::Improved(value) => found.improve(value, placed),
                    _ => self.note(&mut found, cube, ready, &placed)?,
                }
                if found.has(enough) {
                    break None;
                }
            };
            found.nodes += run.statistics().nodes;
            if let Some(cause) = stopped {
                return Ok(Outcome::Stopped { cause, rest: None, nodes: found.nodes });
            }
        }
        self.told(found)
    }

    /// Adds a solution to what is counted or listed.
    fn note(&self, found: &mut Findings, cube: &Cube, ready: &Ready, placed: &[(Square, u16)]) -> Result<(), Failure> {
        let vars = placed.iter().filter_map(|(square, kind)| ready.model.var(*square, usize::from(*kind)));
        let vars: Vec<Var> = vars.collect();
        // Brute force goes by the problem and not by the model.
        if cube.decided.iter().any(|(var, value)| vars.contains(var) != *value) {
            return Ok(());
        }
        if !found.verifier.accepts(placed) {
            return Err(crate::budget::Cause::Disagreement.into());
        }
        if let Aim::Enumerate = self.aim {
            found.words.push(text::placement(placed, &self.problem));
            return Ok(());
        }
        let weight = (cube.weight)(&vars);
        let kinds = &self.problem.setup().kinds;
        let is_by_size = matches!(self.aim, Aim::CountBySize);
        let counted = placed.iter().filter(|(_, kind)| is_by_size && !kinds[usize::from(*kind)].piece.is_blocker());
        let size = counted.count();
        if found.sizes.len() <= size && weight > 0 {
            found.sizes.resize(size + 1, Count::default());
        }
        if weight > 0 {
            found.sizes[size] += weight.into();
        }
        Ok(())
    }

    /// Writes what was found as the result of a part.
    fn told(&self, found: Findings) -> Result<Outcome, Failure> {
        let Findings { mut words, sizes, above, best, mut verifier, nodes } = found;
        let result = match &self.aim {
            Aim::CountBySize => sizes.iter().map(Count::to_string).collect::<Vec<_>>().join(" "),
            Aim::Optimum { sign, .. } => match best {
                None => KnownOptimum::none_above(above, *sign).write(),
                Some((value, placed)) => {
                    if !verifier.accepts(&placed) {
                        return Err(crate::budget::Cause::Disagreement.into());
                    }
                    KnownOptimum::Best(sign * value, &text::placement(&placed, &self.problem)).write()
                }
            },
            Aim::Enumerate => {
                sort(&mut words);
                std::iter::once(words.len().to_string()).chain(words).collect::<Vec<_>>().join(" ")
            }
            _ => sizes.into_iter().sum::<Count>().to_string(),
        };
        Ok(Outcome::Done { result, nodes })
    }
}

/// What the other engine has found so far.
struct Findings {
    words: Vec<String>,
    sizes: Vec<Count>,
    /// Values of an optimum up to here matter no more, and the best above.
    above: Option<i64>,
    best: Option<(i64, Placed)>,
    verifier: Verifier,
    nodes: u64,
}

impl Findings {
    fn has(&self, enough: Option<i64>) -> bool {
        matches!((&self.best, enough), (Some((best, _)), Some(enough)) if *best >= enough)
    }

    fn improve(&mut self, value: i64, placed: Placed) {
        if self.above.is_none_or(|above| value > above) {
            self.above = Some(value);
            self.best = Some((value, placed));
        }
    }
}

/// The model of a cube.
fn restricted(model: &Model, cube: &Cube) -> Model {
    let is = |(var, value): &(Var, bool)| Rule::Count { vars: vec![*var], range: Interval::from(i64::from(*value)) };
    model.restricted(cube.decided.iter().map(is))
}

/// Tells whether two lists have the same words, in whatever order.
pub(super) fn are_same(one: &str, other: &str) -> bool {
    let sorted = |list: &str| {
        let mut words: Vec<String> = list.split(' ').map(str::to_owned).collect();
        sort(&mut words);
        words
    };
    sorted(one) == sorted(other)
}
