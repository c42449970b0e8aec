//! Optima in parts.
//!
//! A part is searched above a floor: the best value of other parts, where those with a lower number have it, else one less. So
//! the lowest part that reaches the optimum always says so, and its result is known to be the optimum of the part.

use std::sync::Arc;

use super::split::{Ready, Slice, refuse_seed};
use super::{Assignment, Failure, Outcome, SplitJob, text};
use crate::answer::Path;
use crate::budget::{Cause, Control, Engine, Options};
use crate::engine::{Placed, Step, Subtrees};
use crate::judge::Verifier;
use crate::language::{Placement, Square};

/// What is known of a part; values are those of the question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum KnownOptimum<'a> {
    /// This is the best value, and a placement that has it, as a word.
    Best(i64, &'a str),
    /// Nothing is better than this.
    NoneBetterThan(i64),
    /// Nothing satisfies the rules.
    Nothing,
}

impl<'a> KnownOptimum<'a> {
    pub(super) fn read(text: &'a str) -> Option<Self> {
        let words: Vec<&str> = text.split(' ').collect();
        match words[..] {
            ["best", value, placement] => Some(Self::Best(value.parse().ok()?, placement)),
            ["none", "better", "than", value] => Some(Self::NoneBetterThan(value.parse().ok()?)),
            ["nothing"] => Some(Self::Nothing),
            _ => None,
        }
    }

    /// What is known if nothing is above a value of the engine; without one nothing was found at all.
    pub(super) fn none_above(above: Option<i64>, sign: i64) -> Self {
        above.map_or(Self::Nothing, |above| Self::NoneBetterThan(sign * above))
    }

    pub(super) fn write(&self) -> String {
        match self {
            Self::Best(value, placement) => format!("best {value} {placement}"),
            Self::NoneBetterThan(value) => format!("none better than {value}"),
            Self::Nothing => "nothing".to_owned(),
        }
    }
}

/// Tells whether two results of one part cannot both be true.
pub(super) fn contradict(one: &str, other: &str, sign: i64) -> bool {
    let better = |value: i64, than: i64| sign * value > sign * than;
    match (KnownOptimum::read(one), KnownOptimum::read(other)) {
        (Some(KnownOptimum::Best(one, _)), Some(KnownOptimum::Best(other, _))) => one != other,
        (Some(KnownOptimum::Best(best, _)), Some(KnownOptimum::NoneBetterThan(floor)))
        | (Some(KnownOptimum::NoneBetterThan(floor)), Some(KnownOptimum::Best(best, _))) => better(best, floor),
        (Some(KnownOptimum::Best(..)), Some(KnownOptimum::Nothing))
        | (Some(KnownOptimum::Nothing), Some(KnownOptimum::Best(..))) => true,
        (Some(_), Some(_)) => false,
        (_, _) => one != other,
    }
}

/// Returns the better incumbent: a value and the lowest part known to have it.
pub(super) fn incumbent(known: Option<&str>, part: usize, result: &str, sign: i64) -> Option<String> {
    let known = known.and_then(read_incumbent);
    let own = match KnownOptimum::read(result) {
        Some(KnownOptimum::Best(value, _)) => Some((value, part)),
        _ => None,
    };
    let best = known.into_iter().chain(own).max_by_key(|(value, part)| (sign * value, usize::MAX - part));
    best.map(|(value, part)| format!("{value} {part}"))
}

fn read_incumbent(text: &str) -> Option<(i64, usize)> {
    let (value, part) = text.split_once(' ')?;
    Some((value.parse().ok()?, part.parse().ok()?))
}

/// What has been done of a part; the value is that of the engine.
struct PartProgress {
    /// The subtree that comes next.
    next: usize,
    best: Option<(i64, String)>,
    /// All subtrees before were searched above this, or above the best.
    floor: Option<i64>,
}

impl PartProgress {
    fn write(&self) -> String {
        let number = |number: Option<i64>| number.map_or("-".to_owned(), |number| number.to_string());
        let (value, word) = self.best.as_ref().map_or((None, "-"), |(value, word)| (Some(*value), word));
        format!("{} {} {} {word}", self.next, number(self.floor), number(value))
    }

    fn read(rest: &str) -> Option<Self> {
        let number = |word: &str| if word == "-" { Some(None) } else { word.parse().ok().map(Some) };
        let words: Vec<&str> = rest.split(' ').collect();
        let [next, floor, value, word] = words[..] else { return None };
        let best = number(value)?.map(|value| (value, word.to_owned()));
        Some(Self { next: next.parse().ok()?, best, floor: number(floor)? })
    }
}

/// What a search of a subtree came to.
struct Searched {
    best: Option<(i64, Placed)>,
    stopped: Option<Cause>,
    nodes: u64,
}

impl SplitJob {
    pub(super) fn optimum_of(
        &self,
        slice: &Slice,
        assignment: &Assignment<'_>,
        ready: &Ready,
        control: &Control,
        sign: i64,
    ) -> Result<Outcome, Failure> {
        let mut progress = PartProgress { next: 0, best: None, floor: self.floor };
        if let Some(rest) = assignment.rest() {
            let damaged = || format!("{rest:?} is no rest of a part");
            progress =
                PartProgress::read(rest).filter(|progress| progress.next <= slice.paths.len()).ok_or_else(damaged)?;
            if let Some((value, word)) = &progress.best {
                self.judged(word, sign * value)?;
            }
        }
        progress.floor = progress.floor.max(self.floor_of(assignment, sign)?);
        let mut verifier = Verifier::new(&self.problem);
        let (mut nodes, limit) = (0, control.node_limit());
        for path in &slice.paths[progress.next..] {
            let above = progress.floor.max(progress.best.as_ref().map(|(value, _)| *value));
            let own = control.turn(limit.saturating_sub(nodes), nodes);
            let searched = self.search(path, ready, above, own, false);
            nodes += searched.nodes;
            if let Some((value, placed)) = searched.best {
                if !verifier.accepts(&placed) {
                    return Err(Cause::Disagreement.into());
                }
                progress.best = Some((value, text::placement(&placed, &self.problem)));
            }
            if let Some(cause) = searched.stopped {
                return Outcome::stopped(cause, progress.write(), nodes);
            }
            progress.next += 1;
        }
        let known = match (&progress.best, progress.floor) {
            (Some((value, word)), floor) if floor.is_none_or(|floor| *value >= floor) => {
                KnownOptimum::Best(sign * value, word)
            }
            (_, floor) => KnownOptimum::none_above(floor, sign),
        };
        Ok(Outcome::Done { result: known.write(), nodes })
    }

    /// Returns the value that a part has to exceed: an incumbent's, or one less up to the part that has it.
    pub(super) fn floor_of(&self, assignment: &Assignment<'_>, sign: i64) -> Result<Option<i64>, Failure> {
        let Some(known) = assignment.incumbent() else { return Ok(self.floor) };
        let (value, part) = read_incumbent(known).ok_or_else(|| format!("{known:?} is no incumbent"))?;
        Ok(self.floor.max(Some(sign * value - i64::from(part >= assignment.part()))))
    }

    /// Searches a subtree for what is better than a value, to the end or to the first.
    fn search(&self, path: &Path, ready: &Ready, above: Option<i64>, control: Control, first: bool) -> Searched {
        let subtrees = Subtrees::new(vec![path.clone()], self.floor);
        if let Some(above) = above.filter(|above| self.floor.is_none_or(|floor| *above > floor)) {
            // As if a later subtree had one that is better by 1: what is as good as that counts.
            subtrees.found(usize::MAX, above.saturating_add(1), Placed::new);
        }
        let mut searched = Searched { best: None, stopped: None, nodes: 0 };
        let Some(share) = self.engine.backend().as_share() else { return searched };
        let mut run = share.join(Arc::clone(&ready.model), ready.goal.clone(), Arc::new(subtrees), control);
        loop {
            match run.step() {
                Step::Found => {}
                Step::Improved(value) => {
                    let mut placed = Placed::new();
                    run.placed(&mut placed);
                    searched.best = Some((value, placed));
                    if first {
                        break;
                    }
                }
                Step::Done(_) => break,
                Step::Stopped(cause) => {
                    searched.stopped = Some(cause);
                    break;
                }
            }
        }
        searched.nodes = run.statistics().nodes;
        searched
    }

    /// Reads a placement and checks rules and value.
    fn judged(&self, word: &str, value: i64) -> Result<Placement, Failure> {
        let refused = |reason: &str| -> Failure { format!("the placement {word:?} of value {value} {reason}").into() };
        let placement = text::read_placement(word, &self.problem).ok_or_else(|| refused("cannot be read"))?;
        if !Verifier::new(&self.problem).accepts(placement.placed()) {
            return Err(refused("breaks the rules"));
        }
        let super::split::Aim::Optimum { weights, sign } = &self.aim else { return Ok(placement) };
        let open: Vec<Square> = self.problem.board().open().iter().collect();
        let kinds = self.problem.setup().kinds.len();
        let weight = |(square, kind): &(Square, u16)| {
            let slot = open.binary_search(square).ok()?;
            Some(sign * weights[slot * kinds + usize::from(*kind)])
        };
        let own: i64 = placement.placed().iter().filter_map(weight).sum();
        if own == value { Ok(placement) } else { Err(refused(&format!("has the value {own}"))) }
    }

    /// The value that every part was settled for, and the first placement of the lowest part that reaches it.
    pub(super) fn merge_optima(&self, results: &[String], options: &Options, sign: i64) -> Result<String, Failure> {
        let mut known = Vec::with_capacity(results.len());
        for (part, text) in results.iter().enumerate() {
            let own =
                KnownOptimum::read(text).ok_or_else(|| format!("the result {text:?} of part {part} cannot be read"))?;
            if let KnownOptimum::Best(value, word) = &own {
                self.judged(word, *value).map_err(|reason| format!("part {part}: {reason}"))?;
            }
            known.push(own);
        }
        let values = known.iter().enumerate().filter_map(|(part, known)| match known {
            KnownOptimum::Best(value, _) => Some((sign * value, part)),
            _ => None,
        });
        let best = values.max_by_key(|(value, part)| (*value, usize::MAX - part));
        let is_settled = |part: usize, known: &KnownOptimum<'_>| match (known, best) {
            (KnownOptimum::NoneBetterThan(floor), Some((value, lowest))) => {
                sign * floor < value || sign * floor == value && lowest < part
            }
            (KnownOptimum::NoneBetterThan(_), None) => false,
            (_, _) => true,
        };
        let unsettled: Vec<usize> =
            known.iter().enumerate().filter(|(part, known)| !is_settled(*part, known)).map(|(part, _)| part).collect();
        if let Some(first) = unsettled.first() {
            return Err(format!(
                "{} parts were searched only above a value that no part reaches, part {first} the first of them",
                unsettled.len()
            )
            .into());
        }
        let Some((value, lowest)) = best else { return Ok("infeasible".to_owned()) };
        let placement = self.first_of(lowest, value, sign, options)?;
        Ok(format!("{}\n{placement}", sign * value))
    }

    /// The first placement of a value in a part that claims it as its best.
    fn first_of(&self, part: usize, value: i64, sign: i64, options: &Options) -> Result<Placement, Failure> {
        let misses = || format!("part {part}, done once more, does not come to the value of its result").into();
        refuse_seed(options, self.engine)?;
        let slice = self.slice(part)?;
        let mut control = Control::new(options);
        let ready = self.ready(&mut control)?;
        if let Some(cause) = self.check_mark(slice, &ready, &control)? {
            return Err(cause.into());
        }
        let engine = options.engine;
        if engine != Engine::Auto && engine.backend().engine() != self.engine {
            return match self.by_other(engine, slice, (Some(value - 1), Some(value)), &ready, &mut control)? {
                Outcome::Done { result, .. } => match KnownOptimum::read(&result) {
                    Some(KnownOptimum::Best(found, word)) if found == sign * value => self.judged(word, found),
                    _ => Err(misses()),
                },
                Outcome::Stopped { cause, .. } => Err(cause.into()),
            };
        }
        for path in &slice.paths {
            let searched = self.search(path, &ready, Some(value - 1), control.turn(control.node_limit(), 0), true);
            if let Some(cause) = searched.stopped {
                return Err(cause.into());
            }
            if let Some((found, placed)) = searched.best {
                if !Verifier::new(&self.problem).accepts(&placed) {
                    return Err(Cause::Disagreement.into());
                }
                if found != value {
                    return Err(format!("part {part} has a better value than its result says").into());
                }
                return Ok(Placement::from_sorted(Arc::clone(self.problem.setup()), placed));
            }
        }
        Err(misses())
    }
}
