//! What is asked of an engine's steps, written once for all engines.

mod random;
mod sample;
mod started;

pub(super) use random::random;
pub(super) use sample::sample;
use started::Started;

use std::fmt;
use std::iter::FusedIterator;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::answer::{Answer, Explanation, Optimum, Part, Statistics, Stopped, Uniqueness, part};
use crate::budget::{Cause, Control, Engine, Moment, Options};
use crate::engine;
use crate::engine::{Path, Paths, Placed, Refusal, SearchTree, Step};
use crate::judge::Verifier;
use crate::language::{Fault, Invalid, Placement, Problem, Square, SquareSet, Weights, sort};
use crate::model::{Goal, Model, Worths};
use crate::query::{Prepared, needed_kinds, policy};
use crate::symmetry::Group;

/// Which way a value is to be driven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sense {
    Maximise,
    Minimise,
}

/// How many solutions a question needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// All, in the order of one engine.
    All,
    /// Any one or two.
    Few,
}

/// The solutions of a problem, found as they are asked for.
///
/// Each item is a placement; if the enumeration is cut short, one last item says so, and [`Iterator::count`] counts it like
/// the others ([`Problem::count`](crate::Problem::count) does not). The order is the same each time for
/// one version of the crate and one engine, and otherwise not specified; [`sorted`](Self::sorted) gives square order.
///
/// # Examples
///
/// ```
/// use queenside::classics;
///
/// let first = classics::queens(12).enumerate()?.next();
/// assert_eq!(first.transpose()?.map(|queens| queens.len()), Some(12));
///
/// let all = classics::queens(4).enumerate()?.sorted()?;
/// assert_eq!(all.len(), 2);
/// assert_eq!(all[0].to_string(), ". Q . .\n. . . Q\nQ . . .\n. . Q .\n");
/// # Ok::<(), queenside::Error>(())
/// ```
pub struct Solutions {
    run: Started,
    verifier: Verifier,
    /// The placement that was asked for last.
    lent: Placement,
    given: u64,
    limit: Option<u64>,
    finished: bool,
    /// The label of what is left, if that is to be told.
    label: Option<String>,
    /// How it was cut short.
    stopped: Option<Stopped>,
    /// The whole tree, as the rest of a stop before it began.
    whole: Paths,
    seed: Option<u32>,
}

impl Solutions {
    pub(crate) fn new(problem: &Problem, options: &Options, mut control: Control) -> Result<Self, Invalid> {
        let prepared = Prepared::new(problem, &mut control);
        Self::all(&prepared, options, control)
    }

    pub(super) fn all(prepared: &Prepared, options: &Options, control: Control) -> Result<Self, Invalid> {
        Self::toward(prepared, Ok(Goal::All), Paths::whole(), options, control)
    }

    /// The solutions in a part of the search tree.
    pub(crate) fn of_part(
        problem: &Problem,
        part: &Part,
        options: &Options,
        mut control: Control,
    ) -> Result<Self, Invalid> {
        let expected = part::label(problem, options.engine.backend().engine(), options.seed);
        if part.label() != expected {
            return Err(Fault::ForeignPart { found: part.label().to_owned(), expected }.into());
        }
        let prepared = Prepared::new(problem, &mut control);
        if let Ok(model) = &prepared.model
            && !options.engine.backend().as_cut().is_none_or(|cut| cut.could_cut(model, part.subtrees()))
        {
            return Err(Fault::BrokenPart.into());
        }
        Ok(Self::toward(&prepared, Ok(Goal::All), part.subtrees().clone(), options, control)?.resumable())
    }

    /// Lets a stop tell what is left.
    pub(crate) fn resumable(self) -> Self {
        // Of a hundred thousand rules this takes some time, which should not come after the limit.
        let label = part::label(&self.run.problem, self.run.engine, self.seed);
        Self { label: Some(label), ..self }
    }

    /// The solutions up to a group, of which the problem has all symmetries.
    pub(crate) fn up_to(
        problem: &Problem,
        group: Result<&Group, Cause>,
        options: &Options,
        mut control: Control,
    ) -> Result<Self, Invalid> {
        let prepared = Prepared::new(problem, &mut control);
        let goal = group.map(|group| Goal::UpTo(Arc::new(group.clone())));
        Self::toward(&prepared, goal, Paths::whole(), options, control)
    }

    /// Returns the solutions, up to symmetry if that is worthwhile; each stands for as many as its weight.
    pub(super) fn for_counting(prepared: &Prepared, options: &Options, mut control: Control) -> Result<Self, Invalid> {
        let goal = prepared.goal_of_counting(options, &mut control);
        Self::toward(prepared, goal, Paths::whole(), options, control)
    }

    /// Goes on after a limit of nodes, under another control.
    pub(super) fn go_on(&mut self, control: Control) {
        (self.finished, self.stopped) = (false, None);
        if let Ok(run) = &mut self.run.run {
            *run.control() = control.after(run.control());
        }
    }

    /// Adds the pieces of the current solution, not judged.
    pub(super) fn placed(&self, placed: &mut Vec<(Square, u16)>) {
        placed.clear();
        if let Ok(run) = &self.run.run {
            run.placed(placed);
        }
    }

    /// The first solutions that any engine finds, in no order, for a question that needs a few at most.
    pub(super) fn first(problem: &Problem, options: &Options, mut control: Control) -> Result<Self, Invalid> {
        let prepared = Prepared::new(problem, &mut control);
        control.wants_few = true;
        Ok(Self::of(
            Started::new(&prepared, Ok(Goal::All), Paths::whole(), Wanted::Few, options, control)?,
            Paths::whole(),
            options,
        ))
    }

    pub(super) fn toward(
        prepared: &Prepared,
        goal: Result<Goal, Cause>,
        part: Paths,
        options: &Options,
        control: Control,
    ) -> Result<Self, Invalid> {
        let run = Started::new(prepared, goal, part.clone(), Wanted::All, options, control)?;
        Ok(Self::of(run, part, options))
    }

    fn of(run: Started, whole: Paths, options: &Options) -> Self {
        let verifier = Verifier::new(&run.problem);
        let lent = Placement::from_sorted(Arc::clone(run.problem.setup()), Vec::new());
        Self {
            run,
            verifier,
            lent,
            given: 0,
            limit: options.solutions,
            finished: false,
            label: None,
            stopped: None,
            whole,
            seed: options.seed,
        }
    }

    /// Visits the solutions that are left without allocating for each: the placement is lent, and overwritten by the next.
    /// Breaks off where the visitor says so.
    ///
    /// # Errors
    ///
    /// Tells if the enumeration was cut short.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use queenside::classics;
    ///
    /// // The first solution of the eight queens problem with a queen in the corner.
    /// let found = classics::queens(8).enumerate()?.visit(|queens| {
    ///     if queens.kind_at((0, 0)).is_some() { ControlFlow::Break(queens.clone()) } else { ControlFlow::Continue(()) }
    /// });
    /// assert!(matches!(found, Ok(ControlFlow::Break(queens)) if queens.len() == 8));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn visit<B>(
        &mut self,
        mut visitor: impl FnMut(&Placement) -> ControlFlow<B>,
    ) -> Result<ControlFlow<B>, Stopped> {
        if let Some(stopped) = &self.stopped {
            return Err(stopped.clone());
        }
        while let Some(step) = self.advance() {
            step?;
            if let ControlFlow::Break(value) = visitor(self.found()?) {
                return Ok(ControlFlow::Break(value));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Collects all solutions in order of their squares.
    ///
    /// # Errors
    ///
    /// Tells if the enumeration was cut short.
    ///
    /// ```
    /// use queenside::classics;
    ///
    /// let all = classics::queens(5).enumerate()?.sorted()?;
    /// assert_eq!(all.len(), 10);
    /// assert_eq!(all.first().and_then(|queens| queens.to_permutation()), Some(vec![0, 2, 4, 1, 3]));
    /// assert_eq!(all.last().and_then(|queens| queens.to_permutation()), Some(vec![4, 2, 0, 3, 1]));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn sorted(self) -> Result<Vec<Placement>, Stopped> {
        let mut all = self.collect::<Result<Vec<_>, _>>()?;
        sort(&mut all);
        Ok(all)
    }

    /// Returns what has been done so far.
    ///
    /// ```
    /// use queenside::classics;
    ///
    /// let mut solutions = classics::queens(8).enumerate()?;
    /// solutions.by_ref().take(3).for_each(drop);
    /// assert_eq!(solutions.statistics().solutions, 3);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn statistics(&self) -> Statistics {
        self.run.statistics()
    }

    /// Returns the engine at work.
    ///
    /// ```
    /// use queenside::{Engine, Options, classics};
    ///
    /// assert_eq!(classics::queens(4).enumerate()?.engine(), Engine::Search);
    /// let brute = Options::new().engine(Engine::Brute);
    /// assert_eq!(classics::queens(4).using(&brute).enumerate()?.engine(), Engine::Brute);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn engine(&self) -> Engine {
        self.run.engine
    }

    /// Returns how they were found, as far as they were: the engine at work, why it is that one, what it cost, and what cut it
    /// short, if anything did.
    ///
    /// ```
    /// use queenside::classics;
    ///
    /// let mut solutions = classics::queens(6).enumerate()?;
    /// assert_eq!(solutions.by_ref().count(), 4);
    /// let explanation = solutions.explain();
    /// assert!(explanation.to_string().starts_with("search, since it accepts every problem: answered"));
    /// assert_eq!(explanation.statistics().solutions, 4);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn explain(&self) -> Explanation {
        self.stopped.as_ref().map_or_else(|| self.answered(), |stopped| stopped.explain().clone())
    }

    /// Returns the size of the current solution's orbit; 1 if all solutions are listed.
    pub(super) fn weight(&self) -> u64 {
        self.run.run.as_ref().map_or(1, |run| run.weight())
    }

    /// Returns the work so far, and about how much is left by that, if it can be told.
    pub(super) fn work(&mut self) -> (u64, Option<u64>) {
        let Ok(run) = &mut self.run.run else { return (0, None) };
        let left = run.outlook();
        (run.control().charged(), left)
    }

    /// Returns the squares to which a solution is restricted where one of each orbit is found.
    pub(crate) fn anchor(&self) -> SquareSet {
        self.run.run.as_ref().map(|run| run.anchor()).unwrap_or_default()
    }

    /// An answer for which these solutions were asked.
    fn answer<T>(&self, known: Result<T, Stopped>) -> Answer<T> {
        Answer::new(Arc::clone(&self.run.problem), known.map(|known| (known, self.answered())))
    }

    pub(super) fn answered(&self) -> Explanation {
        self.run.answered()
    }

    /// The solution just found, if the judge accepts it.
    fn found(&mut self) -> Result<&Placement, Stopped> {
        let placed = self.lent.placed_mut();
        let same = self.run.run.as_mut().map_or(0, |run| run.renew(placed));
        if !self.verifier.accepts_after(same, placed) {
            return Err(self.stop(Cause::Disagreement));
        }
        Ok(&self.lent)
    }

    /// Goes on to the next solution without looking at it; `None` at the end.
    pub(super) fn advance(&mut self) -> Option<Result<(), Stopped>> {
        if self.finished {
            return None;
        }
        if self.limit.is_some_and(|limit| self.given >= limit) {
            return Some(Err(self.stop(Cause::SolutionLimit)));
        }
        match self.run.step() {
            Step::Found | Step::Improved(_) => {
                self.given += 1;
                Some(Ok(()))
            }
            Step::Done(_) => {
                self.finished = true;
                None
            }
            Step::Stopped(cause) => Some(Err(self.stop(cause))),
        }
    }

    /// Ends, unless it has ended already, for the limit on what is made of the solutions.
    pub(crate) fn limit_reached(&mut self) -> Option<Stopped> {
        (!self.finished).then(|| self.stop(Cause::SolutionLimit))
    }

    fn stop(&mut self, cause: Cause) -> Stopped {
        self.finished = true;
        let mut stopped = self.run.stopped(cause);
        if let Some(label) = self.label.clone() {
            let rest = self.run.run.as_ref().map_or_else(|_| self.whole.clone(), |run| run.remainder());
            stopped = stopped.with_rest(Part::new(label, rest));
        }
        self.stopped = Some(stopped.clone());
        stopped
    }
}

impl Iterator for Solutions {
    type Item = Result<Placement, Stopped>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.advance()? {
            Ok(()) => Some(self.found().cloned()),
            Err(stopped) => Some(Err(stopped)),
        }
    }
}

impl FusedIterator for Solutions {}

impl fmt::Debug for Solutions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solutions")
            .field("engine", &self.run.engine)
            .field("given", &self.given)
            .finish_non_exhaustive()
    }
}

/// Drives the weighted number of pieces to its greatest or least.
pub(crate) fn optimise(
    problem: &Problem,
    weights: &Weights,
    sense: Sense,
    options: &Options,
    control: Control,
) -> Result<Answer<Option<Optimum>>, Invalid> {
    let sign = if sense == Sense::Maximise { 1 } else { -1 };
    let mut control = control.with_sign(sign);
    let (needed, prepared) = if policy::chooses(options) {
        needed_kinds::prepared(problem, weights, sign, &mut control)
    } else {
        (None, Prepared::new(problem, &mut control))
    };
    // The list is as long as the model: there is none where that took too long.
    let worths = if prepared.model.is_ok() { Worths::new(problem, weights, sign) } else { Worths::none() };
    let worths = needed.as_ref().map_or(worths.clone(), |needed| needed.worths(&worths));
    let goal = Goal::Maximise(worths);
    let mut run = Started::new(&prepared, Ok(goal), Paths::whole(), Wanted::All, options, control)?;
    drop(prepared);
    if needed.is_some() {
        run.problem = Arc::new(problem.clone());
    }
    // A search may improve a placement hundreds of times, piece by piece, in less time than judging one takes. Only the last
    // leaves, and is judged.
    let mut last: Option<(i64, Placed)> = None;
    let mut left = options.solutions;
    let ended = loop {
        if left == Some(0) {
            break Err(Cause::SolutionLimit);
        }
        match run.step() {
            Step::Found => {}
            Step::Improved(value) => {
                let mut placed = run.placed();
                if let Some(needed) = &needed {
                    needed.rename(&mut placed);
                }
                last = Some((sign * value, placed));
                left = left.map(|left| left - 1);
            }
            Step::Done(proof) => break Ok(proof),
            Step::Stopped(cause) => break Err(cause),
        }
    };
    let best = last.map(|(value, placed)| Ok((value, run.judged(placed)?))).transpose();
    let problem = Arc::clone(&run.problem);
    let unfinished = |best, cause| {
        let mut stopped = run.stopped(cause).with_best(best, run.bound().map(|bound| sign * bound.value));
        stopped.explanation_mut().sign_bounds(sign);
        Ok(Answer::new(Arc::clone(&problem), Err(stopped)))
    };
    let (proof, best) = match (ended, best) {
        (Ok(proof), Ok(best)) => (proof, best),
        (Err(cause), Ok(best)) => return unfinished(best, cause),
        (_, Err(cause)) => return unfinished(None, cause),
    };
    let optimum = best.map(|(value, placement)| Optimum {
        value,
        placement,
        proof,
        problem: Arc::clone(&problem),
        weights: weights.clone(),
        #[cfg(feature = "cadical")]
        sign,
    });
    let mut explanation = run.answered();
    explanation.sign_bounds(sign);
    Ok(Answer::new(problem, Ok((optimum, explanation))))
}

/// Any one solution.
pub(crate) fn solve(
    problem: &Problem,
    options: &Options,
    control: Control,
) -> Result<Answer<Option<Placement>>, Invalid> {
    let mut solutions = Solutions::first(problem, options, control)?;
    let found = solutions.next().transpose();
    Ok(solutions.answer(found))
}

/// Refuses a seed that would change nothing, and says what to do instead.
pub(super) fn heed_seed(engine: Engine, instead: &str) -> Result<(), Invalid> {
    let declined = |reason: &str| Fault::Declined { engine: engine.name(), reason: format!("{reason}: {instead}") };
    engine.backend().takes_seed().map_err(|reason| declined(reason).into())
}

/// Refuses options that could not be kept.
pub(super) fn check(options: &Options) -> Result<(), Invalid> {
    if options.time.is_some() && !Moment::HAS_CLOCK {
        return Err(Fault::NoClock.into());
    }
    if options.seed.is_some() { heed_seed(options.engine, "leave the seed out") } else { Ok(()) }
}

/// What a refusal comes to: a fault, or an answer that says where it stopped.
pub(super) fn stopped(refusal: Refusal, engine: Engine, control: &Control) -> Result<Stopped, Invalid> {
    match refusal {
        Refusal::Declined(reason) => Err(Fault::Declined { engine: engine.name(), reason }.into()),
        Refusal::Stopped(cause) => Ok(Stopped::new(cause, engine, engine::statistics(control))),
    }
}

/// The search tree in parts, in order, each of about as many subtrees.
pub(crate) fn split(
    problem: &Problem,
    parts: usize,
    options: &Options,
    mut control: Control,
) -> Result<Vec<Part>, Invalid> {
    /// Subtrees a part, so that large and small ones even out.
    const EACH: usize = 32;
    /// The most subtrees.
    const MOST: usize = 1 << 16;
    let problem = Arc::new(problem.clone());
    let backend = options.engine.backend();
    let whole = vec![Path::new()];
    // Where limits stop it, the parts are fewer, and all the same hold everything.
    let subtrees = match Model::compile(&problem, &mut control) {
        Ok(model) => {
            if let Err(Refusal::Declined(reason)) = backend.accepts(&model, &Goal::All, &mut control) {
                return Err(Fault::Declined { engine: backend.engine().name(), reason }.into());
            }
            let wanted = parts.saturating_mul(EACH).min(MOST);
            let tree = SearchTree { model: &Arc::new(model), goal: &Goal::All, floor: None };
            let cut = backend.as_cut().map(|cut| cut.cut(tree, wanted, control));
            cut.and_then(Result::ok).unwrap_or(whole)
        }
        Err(_) => whole,
    };
    let label = part::label(&problem, backend.engine(), options.seed);
    let mut rest = &subtrees[..];
    let own = (1..=parts.clamp(1, subtrees.len().max(1))).rev().map(|left| {
        let (own, others) = rest.split_at(rest.len().div_ceil(left));
        rest = others;
        Part::new(label.clone(), own.iter().cloned().collect())
    });
    Ok(own.collect())
}

/// Whether there is just one solution.
pub(crate) fn uniqueness(
    problem: &Problem,
    options: &Options,
    control: Control,
) -> Result<Answer<Uniqueness>, Invalid> {
    let mut solutions = Solutions::first(problem, options, control)?;
    let known = match solutions.next().transpose() {
        Err(stopped) => Err(stopped),
        Ok(None) => Ok(Uniqueness::Infeasible),
        Ok(Some(first)) => match solutions.next().transpose() {
            Err(stopped) => Err(stopped.with_found(first)),
            Ok(None) => Ok(Uniqueness::Unique { only: first }),
            Ok(Some(second)) => Ok(Uniqueness::Several { first, second }),
        },
    };
    Ok(solutions.answer(known))
}
