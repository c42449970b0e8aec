//! What is asked of an engine's steps, written once for all engines.

mod asked;
mod by_size;
mod count;
mod sample;
mod turns;

pub(crate) use by_size::{count_by_size, minimize_by_size};
pub(crate) use count::count;
pub(crate) use sample::sample;

use std::fmt;
use std::iter::FusedIterator;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::answer::{Infeasible, Optimum, Outcome, Solved, Statistics, Stopped, Unfinished, Uniqueness};
use crate::control::{Cause, Control};
use crate::engine::{self, Path, Refusal, Run, Step, Work};
use crate::error::{Error, Fault};
use crate::kind::Kind;
use crate::model::{Goal, Model};
use crate::options::{Engine, Options};
use crate::part::{self, Part};
use crate::placement::Placement;
use crate::problem::Problem;
use crate::square::Square;
use crate::square_set::SquareSet;
use crate::symmetry::Group;
use crate::verify::Verifier;
use asked::Asked;

/// Which way a value is to be driven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sense {
    Greatest,
    Least,
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
/// assert_eq!(first.transpose().expect("no limit was set").map(|queens| queens.len()), Some(12));
///
/// let all = classics::queens(4).enumerate()?.sorted().expect("no limit was set");
/// assert_eq!(all.len(), 2);
/// assert_eq!(all[0].to_string(), ". Q . .\n. . . Q\nQ . . .\n. . Q .\n");
/// # Ok::<(), queenside::Error>(())
/// ```
pub struct Solutions {
    run: Started,
    door: Verifier,
    /// The placement that was asked for last.
    lent: Placement,
    given: u64,
    limit: Option<u64>,
    finished: bool,
    /// Whether what is left is to be told.
    resumable: bool,
    /// How it was cut short.
    stopped: Option<Stopped>,
    /// All that was to be gone through, for a stop before it began.
    whole: Vec<Path>,
}

/// A run, or what prevented it.
struct Started {
    problem: Arc<Problem>,
    engine: Engine,
    run: Result<Box<dyn Run>, Stopped>,
}

impl Started {
    fn new(
        asked: &Asked,
        goal: Result<Goal, Cause>,
        part: Vec<Path>,
        options: &Options,
        mut control: Control,
    ) -> Result<Self, Error> {
        let mut backend = options.engine.backend();
        let ready = goal.map_err(Refusal::Stopped).and_then(|goal| {
            if let Ok(model) = &asked.model {
                backend = options.engine.chosen(model, &goal, options.nodes.is_some()).backend();
            }
            asked.ready(backend, goal, &mut control)
        });
        let engine = backend.engine();
        let run = match ready {
            // Limits on nodes and solutions are kept to the last one by a run on its own.
            Ok((model, goal @ Goal::Maximise(_)))
                if backend.shares() && options.nodes.is_none() && options.solutions.is_none() =>
            {
                Ok(Box::new(engine::Crew::new(backend, model, goal, options.crew(), control)) as Box<dyn Run>)
            }
            Ok((model, goal)) => Ok(backend.start(model, goal, Work::Own(part), control)),
            Err(refusal) => Err(stopped(refusal, engine, &control)?),
        };
        Ok(Self { problem: Arc::clone(&asked.problem), engine, run })
    }

    fn step(&mut self) -> Step {
        match &mut self.run {
            Ok(run) => run.step(),
            Err(stopped) => Step::Stopped(stopped.cause),
        }
    }

    fn statistics(&self) -> Statistics {
        match &self.run {
            Ok(run) => run.statistics(),
            Err(stopped) => stopped.statistics,
        }
    }

    fn bound(&self) -> Option<i64> {
        self.run.as_ref().ok().and_then(|run| run.bound()).map(|bound| bound.value)
    }

    fn stopped(&self, cause: Cause) -> Stopped {
        Stopped { cause, engine: self.engine, statistics: self.statistics(), rest: None }
    }

    fn infeasible(&self) -> Infeasible {
        Infeasible { engine: self.engine, statistics: self.statistics(), problem: Arc::clone(&self.problem) }
    }

    /// The placement just found, if the judge lets it pass.
    fn placement(&self, door: &mut Verifier) -> Result<Placement, Cause> {
        let mut men = Vec::new();
        if let Ok(run) = &self.run {
            run.men(&mut men);
        }
        if !door.accepts(&men) {
            return Err(Cause::Disagreement);
        }
        Ok(Placement::from_sorted(Arc::clone(self.problem.scene()), men))
    }
}

impl Solutions {
    pub(crate) fn new(problem: &Problem, options: &Options, mut control: Control) -> Result<Self, Error> {
        let asked = Asked::new(problem, &mut control);
        Self::all(&asked, options, control)
    }

    fn all(asked: &Asked, options: &Options, control: Control) -> Result<Self, Error> {
        Self::toward(asked, Ok(Goal::All), vec![Path::new()], options, control)
    }

    /// The solutions in a part of the search tree.
    pub(crate) fn of_part(
        problem: &Problem,
        part: &Part,
        options: &Options,
        mut control: Control,
    ) -> Result<Self, Error> {
        let expected = part::label(problem, options.engine.backend().engine());
        if part.label() != expected {
            return Err(Fault::ForeignPart { found: part.label().to_owned(), expected }.into());
        }
        let asked = Asked::new(problem, &mut control);
        Ok(Self::toward(&asked, Ok(Goal::All), part.subtrees().to_vec(), options, control)?.resumable())
    }

    /// Lets a stop tell what is left.
    pub(crate) fn resumable(self) -> Self {
        Self { resumable: true, ..self }
    }

    /// The solutions up to a group, of which the problem has all symmetries.
    pub(crate) fn up_to(
        problem: &Problem,
        group: Result<&Group, Cause>,
        options: &Options,
        mut control: Control,
    ) -> Result<Self, Error> {
        let asked = Asked::new(problem, &mut control);
        let goal = group.map(|group| Goal::UpTo(Arc::new(group.clone())));
        Self::toward(&asked, goal, vec![Path::new()], options, control)
    }

    /// The solutions, up to symmetry where that pays; each stands for so many as its weight says.
    fn for_counting(asked: &Asked, options: &Options, mut control: Control) -> Result<Self, Error> {
        let goal = asked.goal_of_counting(options, &mut control);
        Self::toward(asked, goal, vec![Path::new()], options, control)
    }

    /// The men of the solution just found, not judged.
    fn men(&self, men: &mut Vec<(Square, u16)>) {
        men.clear();
        if let Ok(run) = &self.run.run {
            run.men(men);
        }
    }

    fn toward(
        asked: &Asked,
        goal: Result<Goal, Cause>,
        part: Vec<Path>,
        options: &Options,
        control: Control,
    ) -> Result<Self, Error> {
        let whole = part.clone();
        let run = Started::new(asked, goal, part, options, control)?;
        let door = Verifier::new(&run.problem);
        let lent = Placement::from_sorted(Arc::clone(run.problem.scene()), Vec::new());
        Ok(Self {
            run,
            door,
            lent,
            given: 0,
            limit: options.solutions,
            finished: false,
            resumable: false,
            stopped: None,
            whole,
        })
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
    /// let all = classics::queens(5).enumerate()?.sorted().expect("no limit was set");
    /// assert_eq!(all.len(), 10);
    /// assert_eq!(all.first().and_then(|queens| queens.to_permutation()), Some(vec![0, 2, 4, 1, 3]));
    /// assert_eq!(all.last().and_then(|queens| queens.to_permutation()), Some(vec![4, 2, 0, 3, 1]));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn sorted(self) -> Result<Vec<Placement>, Stopped> {
        let mut all = self.collect::<Result<Vec<_>, _>>()?;
        all.sort_unstable();
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

    /// For how many solutions the one just found stands.
    fn weight(&self) -> u64 {
        self.run.run.as_ref().map_or(1, |run| run.weight())
    }

    /// The squares by whose part solutions up to a group are told apart.
    pub(crate) fn anchor(&self) -> SquareSet {
        self.run.run.as_ref().map(|run| run.anchor()).unwrap_or_default()
    }

    /// The solution just found, if the judge lets it pass.
    fn found(&mut self) -> Result<&Placement, Stopped> {
        let men = self.lent.men_mut();
        let same = self.run.run.as_mut().map_or(0, |run| run.renew(men));
        if !self.door.accepts_after(same, men) {
            return Err(self.stop(Cause::Disagreement));
        }
        Ok(&self.lent)
    }

    /// Goes on to the next solution without looking at it; `None` at the end.
    fn advance(&mut self) -> Option<Result<(), Stopped>> {
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
        if self.resumable {
            let rest = self.run.run.as_ref().map_or_else(|_| self.whole.clone(), |run| run.remainder());
            stopped.rest = Some(Part::new(part::label(&self.run.problem, self.run.engine), rest));
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
    weights: &[(Kind, i64)],
    sense: Sense,
    options: &Options,
    control: Control,
) -> Result<Outcome, Error> {
    let mut control = control.with_sign(if sense == Sense::Greatest { 1 } else { -1 });
    let asked = Asked::new(problem, &mut control);
    let sign = if sense == Sense::Greatest { 1 } else { -1 };
    let mut by_kind = vec![0i64; problem.scene().kinds.len()];
    for (kind, weight) in weights {
        by_kind[usize::from(kind.index)] += sign * weight;
    }
    let weights: Vec<(Kind, i64)> = problem.kinds().zip(by_kind.iter().map(|weight| sign * weight)).collect();
    let mut run = Started::new(&asked, Ok(Goal::Maximise(by_kind)), vec![Path::new()], options, control)?;
    drop(asked);
    let mut door = Verifier::new(&run.problem);
    let mut best: Option<(i64, Placement)> = None;
    let unfinished = |run: &Started, best, cause| {
        let bound = run.bound().map(|bound| sign * bound);
        Ok(Outcome::Stopped(Unfinished { best, bound, stopped: run.stopped(cause) }))
    };
    let mut left = options.solutions;
    loop {
        if left == Some(0) {
            return unfinished(&run, best, Cause::SolutionLimit);
        }
        match run.step() {
            Step::Found => {}
            Step::Improved(value) => match run.placement(&mut door) {
                Ok(placement) => {
                    best = Some((sign * value, placement));
                    left = left.map(|left| left - 1);
                }
                Err(cause) => return unfinished(&run, best, cause),
            },
            Step::Stopped(cause) => return unfinished(&run, best, cause),
            Step::Done(proof) => {
                let Some((value, placement)) = best else { return Ok(Outcome::Infeasible(run.infeasible())) };
                let (engine, statistics, problem) = (run.engine, run.statistics(), Arc::clone(&run.problem));
                let optimum = Optimum {
                    value,
                    placement,
                    engine,
                    proof,
                    statistics,
                    problem,
                    weights,
                    #[cfg(all(feature = "cadical", feature = "ilp"))]
                    sign,
                };
                return Ok(Outcome::Optimal(optimum));
            }
        }
    }
}

/// Any one solution.
pub(crate) fn solve(problem: &Problem, options: &Options, control: Control) -> Result<Solved, Error> {
    let mut solutions = Solutions::new(problem, options, control)?;
    Ok(match solutions.next() {
        Some(Ok(placement)) => Solved::Found(placement, solutions.engine(), solutions.statistics()),
        Some(Err(stopped)) => Solved::Stopped(stopped),
        None => Solved::Infeasible(solutions.run.infeasible()),
    })
}

/// What a refusal comes to: a fault, or an answer that says where it stopped.
fn stopped(refusal: Refusal, engine: Engine, control: &Control) -> Result<Stopped, Error> {
    match refusal {
        Refusal::Declined(reason) => Err(Fault::Declined { engine: engine.name(), reason }.into()),
        Refusal::Stopped(cause) => Ok(Stopped { cause, engine, statistics: engine::statistics(control), rest: None }),
    }
}

/// The search tree in pieces, in order, each of about as many subtrees.
pub(crate) fn split(
    problem: &Problem,
    pieces: usize,
    options: &Options,
    mut control: Control,
) -> Result<Vec<Part>, Error> {
    /// Subtrees a piece, so that large and small ones even out.
    const EACH: usize = 32;
    /// The most subtrees.
    const MOST: usize = 1 << 16;
    let problem = Arc::new(problem.clone());
    let backend = options.engine.backend();
    let whole = vec![Path::new()];
    // Where limits stop it, the pieces are fewer, and all the same hold everything.
    let subtrees = match Model::compile(&problem, &mut control) {
        Ok(model) => {
            if let Err(Refusal::Declined(reason)) = backend.accepts(&model, &Goal::All, &mut control) {
                return Err(Fault::Declined { engine: backend.engine().name(), reason }.into());
            }
            let wanted = pieces.saturating_mul(EACH).min(MOST);
            let cut = backend.cut(Arc::new(model), &Goal::All, None, wanted, control);
            cut.unwrap_or(whole)
        }
        Err(_) => whole,
    };
    let label = part::label(&problem, backend.engine());
    let mut parts = Vec::new();
    let (mut rest, pieces) = (&subtrees[..], pieces.clamp(1, subtrees.len().max(1)));
    for piece in (1..=pieces).rev() {
        let (own, others) = rest.split_at(rest.len().div_ceil(piece));
        parts.push(Part::new(label.clone(), own.to_vec()));
        rest = others;
    }
    Ok(parts)
}

/// Whether there is just one solution.
pub(crate) fn is_unique(problem: &Problem, options: &Options, control: Control) -> Result<Uniqueness, Error> {
    let mut solutions = Solutions::new(problem, options, control)?;
    let first = match solutions.next() {
        Some(Ok(first)) => first,
        Some(Err(stopped)) => return Ok(Uniqueness::Stopped(stopped)),
        None => return Ok(Uniqueness::Infeasible(solutions.run.infeasible())),
    };
    let second = solutions.next();
    let (engine, statistics) = (solutions.engine(), solutions.statistics());
    Ok(match second {
        Some(Ok(second)) => Uniqueness::Several(Box::new([first, second]), engine, statistics),
        Some(Err(stopped)) => Uniqueness::Stopped(stopped),
        None => Uniqueness::Unique(first, engine, statistics),
    })
}
