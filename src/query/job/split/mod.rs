//! A question cut into parts.
//!
//! - `aim`: what is asked;
//! - `serial`: the job written and read.

mod aim;
#[cfg(feature = "serde")]
mod serial;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

pub(super) use aim::Aim;
use aim::reached;

use super::{Assignment, Failure, Job, Outcome};
use crate::answer::{Digest, Error, Path, Stopped, part};
use crate::budget::{Cause, Control, Engine, Options};
use crate::engine::{Refusal, SearchTree, Tally};
use crate::language::{Fault, Invalid, Problem, Weights};
use crate::model::{Goal, Model, Worths};
use crate::query::pool::Sense;
use crate::symmetry::Group;

/// A question about a problem, cut into parts.
///
/// A part is a set of subtrees of the engine's search tree. The tree is cut where random descents with a fixed seed estimate
/// the most nodes, so that seldom a part dominates ([`estimate`](Job::estimate) tells how many a part is expected to have): of nine
/// knights on 12×12, one of 50 parts has a third of the nodes. Counts, classes and counts by size are up to symmetry, as those in one
/// piece are, and in no part is anything enumerated to be counted. A part of an optimum is searched only above the best value known: see
/// [`Job::incumbent`]. A part that is stopped gives its rest; for an optimum, and for a count by size under rules that only exclude,
/// that is the subtrees not yet finished, of which the current one begins anew.
///
/// | question | result of a part | answer |
/// | --- | --- | --- |
/// | [`enumerate`](Self::enumerate) | the placements | as many lines |
/// | [`count`](Self::count) | a number | their sum |
/// | [`count_by_size`](Self::count_by_size) | a number for each size | a line for each size |
/// | [`classes`](Self::classes) | the representatives, with the sizes of their classes | as many lines |
/// | [`maximize`](Self::maximize), [`minimize`](Self::minimize) and those with weights | the best value and a placement, or a value that none exceeds | the value and a placement |
/// | [`uniqueness`](Self::uniqueness) | the first placement, and the second | `unique` and the placement, `several` and two, `infeasible` |
///
/// Written as words, a placement is the indices of its squares, each with the number of its kind if that is not 0.
///
/// The engine is the search if the options leave the choice to the crate. `Lines` cuts everything too, the
/// sweep and `Brute` everything but optima, and the SAT solver counts; the parts of these three are not balanced.
///
/// If the options of an [`Assignment`] name another engine, that one does the part (not of classes and uniqueness, whose results
/// depend on the engine, and only of a tree that the search cut): the solutions that agree with what is decided at the tops of
/// the subtrees, which for the SAT solver are cubes. Of an optimum it is told what is known, as the search is. Stopped, it gives no
/// rest, and the part begins anew.
///
/// With the feature `serde` the job can be written and read, and be done elsewhere. A reader whose search tree is another one (for
/// it is of another version) refuses to work.
///
/// # Examples
///
/// ```
/// use queenside::job::{Assignment, Job, SplitJob};
/// use queenside::{Options, classics};
///
/// let options = Options::new();
/// let job = SplitJob::count(&classics::queens(9), 20, &options)?;
/// assert_eq!(job.parts(), 20);
/// let results = (0..job.parts()).map(|part| job.work(&Assignment::new(part, &options))?.into_result());
/// let results = results.collect::<Result<Vec<_>, _>>()?;
/// assert_eq!(job.merge(&results, &options)?, "352");
/// # Ok::<(), queenside::job::Failure>(())
/// ```
pub struct SplitJob {
    pub(super) problem: Arc<Problem>,
    pub(super) engine: Engine,
    pub(super) aim: Aim,
    /// What an optimum exceeds, as the engine maximises it; the tree was cut under this demand.
    pub(super) floor: Option<i64>,
    pub(super) slices: Vec<Slice>,
    prepared: OnceLock<Ready>,
}

/// A problem made ready for the engine.
#[derive(Clone)]
pub(super) struct Ready {
    pub(super) model: Arc<Model>,
    pub(super) goal: Goal,
    pub(super) group: Group,
}

impl Ready {
    /// Returns the search tree of the solutions, above a floor if there is one.
    pub(super) fn tree(&self, floor: Option<i64>) -> SearchTree<'_> {
        SearchTree { model: &self.model, goal: &self.goal, floor }
    }
}

/// A part.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Slice {
    pub(super) paths: Vec<Path>,
    /// The nodes that are expected in it.
    pub(super) estimate: u64,
    /// A digest of what is decided at the tops of the subtrees.
    pub(super) mark: u64,
}

/// Makes a job for each question without arguments.
macro_rules! questions {
    ($($(#[doc = $text:literal])* fn $name:ident = $aim:expr;)*) => {$(
        $(#[doc = $text])*
        pub fn $name(problem: &Problem, parts: usize, options: &Options) -> Result<Self, Error> {
            let aim: fn(&Problem) -> Aim = $aim;
            Self::new(problem, aim(problem), parts, options)
        }
    )*};
}

impl SplitJob {
    questions! {
        /// Cuts [`Problem::enumerate`].
        ///
        /// # Errors
        ///
        /// Reports the faults of the problem, an engine that declines, and a limit that stopped the cutting.
        ///
        /// ```
        /// use queenside::job::{Assignment, Job, SplitJob};
        /// use queenside::{Options, classics};
        ///
        /// let options = Options::new();
        /// let job = SplitJob::enumerate(&classics::queens(4), 1, &options)?;
        /// let result = job.work(&Assignment::new(0, &options))?.into_result()?;
        /// assert_eq!(result, "2 1,7,8,14 2,4,11,13");
        /// # Ok::<(), queenside::job::Failure>(())
        /// ```
        fn enumerate = |_| Aim::Enumerate;
        /// Cuts [`Problem::count`].
        ///
        /// # Errors
        ///
        /// As above. See the type's example.
        fn count = |_| Aim::Count;
        /// Cuts [`Problem::count_by_size`].
        ///
        /// # Errors
        ///
        /// As above.
        ///
        /// ```
        /// use queenside::job::{Assignment, Job, SplitJob};
        /// use queenside::{Board, Options, Piece, classics};
        ///
        /// // Kings on 2×2: the empty board, or one of four squares.
        /// let options = Options::new();
        /// let job = SplitJob::count_by_size(&classics::non_attacking(Board::square(2), Piece::KING), 1, &options)?;
        /// let result = job.work(&Assignment::new(0, &options))?.into_result()?;
        /// assert_eq!(job.merge(&[result], &options)?, "0: 1\n1: 4");
        /// # Ok::<(), queenside::job::Failure>(())
        /// ```
        fn count_by_size = |_| Aim::CountBySize;
        /// Cuts [`Problem::classes`].
        ///
        /// # Errors
        ///
        /// As above.
        ///
        /// ```
        /// use queenside::job::{Assignment, Job, SplitJob};
        /// use queenside::{Options, classics};
        ///
        /// // The two solutions are mirror images.
        /// let options = Options::new();
        /// let job = SplitJob::classes(&classics::queens(4), 1, &options)?;
        /// let result = job.work(&Assignment::new(0, &options))?.into_result()?;
        /// assert_eq!(result, "1 2*1,7,8,14");
        /// # Ok::<(), queenside::job::Failure>(())
        /// ```
        fn classes = |_| Aim::Classes;
        /// Cuts [`Problem::maximize`].
        ///
        /// # Errors
        ///
        /// As above. For an example see [`Assignment::with_incumbent`].
        fn maximize = |problem| Aim::pieces(problem, Sense::Maximise);
        /// Cuts [`Problem::minimize`].
        ///
        /// # Errors
        ///
        /// As above. For an example see [`Assignment::with_incumbent`].
        fn minimize = |problem| Aim::pieces(problem, Sense::Minimise);
        /// Cuts [`Problem::uniqueness`].
        ///
        /// # Errors
        ///
        /// As above.
        ///
        /// ```
        /// use queenside::job::{Assignment, Job, SplitJob};
        /// use queenside::{Options, classics};
        ///
        /// // . Q . .
        /// // . . . Q
        /// // Q . . .
        /// // . . Q .
        /// let options = Options::new();
        /// let job = SplitJob::uniqueness(&classics::completion(4, [(0, 1)]), 1, &options)?;
        /// let result = job.work(&Assignment::new(0, &options))?.into_result()?;
        /// assert_eq!(job.merge(&[result], &options)?, "unique\n. Q . .\n. . . Q\nQ . . .\n. . Q .\n");
        /// # Ok::<(), queenside::job::Failure>(())
        /// ```
        fn uniqueness = |_| Aim::Uniqueness;
    }

    /// Cuts [`Problem::maximize_of`].
    ///
    /// # Errors
    ///
    /// As above; also kinds of another problem and weights too large to be added up.
    ///
    /// ```
    /// use queenside::job::{Assignment, Job, SplitJob};
    /// use queenside::{Board, Options, Piece, Problem};
    ///
    /// let mut problem = Problem::new(Board::square(3));
    /// let rook = problem.add_kind("rook", Piece::ROOK);
    /// let king = problem.add_kind("king", Piece::KING);
    /// problem.non_attacking();
    /// let options = Options::new();
    /// let job = SplitJob::maximize_of(&problem, [(rook, 5), (king, 3)], 1, &options)?;
    /// let result = job.work(&Assignment::new(0, &options))?.into_result()?;
    /// assert!(result.starts_with("best 15 "));
    /// # Ok::<(), queenside::job::Failure>(())
    /// ```
    pub fn maximize_of(
        problem: &Problem,
        weights: impl Into<Weights>,
        parts: usize,
        options: &Options,
    ) -> Result<Self, Error> {
        let aim = Aim::weighted(problem, &weights.into(), Sense::Maximise)?;
        Self::new(problem, aim, parts, options)
    }

    /// Cuts [`Problem::minimize_of`].
    ///
    /// # Errors
    ///
    /// As above; also kinds of another problem and weights too large to be added up. For an example see
    /// [`maximize_of`](Self::maximize_of).
    pub fn minimize_of(
        problem: &Problem,
        weights: impl Into<Weights>,
        parts: usize,
        options: &Options,
    ) -> Result<Self, Error> {
        let aim = Aim::weighted(problem, &weights.into(), Sense::Minimise)?;
        Self::new(problem, aim, parts, options)
    }

    /// Returns the problem.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Returns the engine whose search tree is cut.
    pub fn engine(&self) -> Engine {
        self.engine
    }

    fn new(problem: &Problem, aim: Aim, parts: usize, options: &Options) -> Result<Self, Error> {
        /// Subtrees per part, so that large and small ones even out.
        const EACH: usize = 8;
        problem.check()?;
        let control = Control::new(options);
        let engine = options.engine.backend().engine();
        refuse_seed(options, engine)?;
        let floor = match &aim {
            Aim::Optimum { weights, sign } => reached(problem, weights, *sign, options)?.map(|value| value - 1),
            _ => None,
        };
        let mut job = Self::made(problem.clone(), engine, aim, floor, Vec::new());
        let ready = job.ready(&mut control.clone())?;
        let tree = ready.tree(floor);
        let cut = engine.backend().as_cut().ok_or_else(|| declined(engine, "its search tree cannot be cut"))?;
        let stopped = |cause| Error::from(Stopped::from(cause));
        let wanted = parts.clamp(1, 1 << 24).saturating_mul(EACH);
        let subtrees = cut.balance(tree, wanted, control.clone()).map_err(stopped)?;
        for (paths, estimate) in in_slices(subtrees, parts.max(1)) {
            let mark = cut.mark(tree, &paths, control.clone()).map_err(stopped)?;
            job.slices.push(Slice { paths, estimate, mark });
        }
        Ok(job)
    }

    pub(super) fn made(problem: Problem, engine: Engine, aim: Aim, floor: Option<i64>, slices: Vec<Slice>) -> Self {
        Self { problem: Arc::new(problem), engine, aim, floor, slices, prepared: OnceLock::new() }
    }

    /// Returns the model and the goal, made when they are first needed.
    pub(super) fn ready(&self, control: &mut Control) -> Result<Ready, Error> {
        if let Some(ready) = self.prepared.get() {
            return Ok(ready.clone());
        }
        let stopped = |cause| Error::from(Stopped::from(cause));
        let backend = self.engine.backend();
        if let Some(reason) = self.unsuited() {
            return Err(declined(self.engine, reason).into());
        }
        let model = Model::compile(&self.problem, control).map_err(stopped)?;
        let mut group = Group::trivial(self.problem.board(), self.problem.setup().kinds.len());
        let goal = match &self.aim {
            Aim::Optimum { weights, .. } => Goal::Maximise(Worths::of(weights.clone(), model.kinds)),
            Aim::Count | Aim::CountBySize | Aim::Classes => {
                group = self.problem.own_group(control).map_err(stopped)?;
                // The parts of other engines hold some placements of an orbit and not the others, and a tally takes each as one.
                let up_to_symmetry = self.engine == Engine::Search && self.tally(&model).is_none();
                match (up_to_symmetry, &self.aim) {
                    (false, _) => Goal::All,
                    (true, Aim::Classes) => Goal::UpTo(Arc::new(group.clone())),
                    (true, _) => Goal::Number(Arc::new(group.clone())),
                }
            }
            Aim::Enumerate | Aim::Uniqueness => Goal::All,
        };
        match backend.accepts(&model, &goal, control) {
            Ok(()) => {}
            Err(Refusal::Declined(reason)) => return Err(declined(self.engine, reason).into()),
            Err(Refusal::Stopped(cause)) => return Err(stopped(cause)),
        }
        let ready = Ready { model: Arc::new(model), goal, group };
        Ok(self.prepared.get_or_init(|| ready).clone())
    }

    /// Returns how the solutions of a part are counted by size without going through them, if they are.
    pub(super) fn tally(&self, model: &Model) -> Option<&'static dyn Tally> {
        let is_counted = self.engine == Engine::Search && self.aim == Aim::CountBySize;
        if is_counted { self.engine.backend().as_tally(model, &self.pieces()) } else { None }
    }

    /// Returns for each kind whether it is a piece.
    pub(super) fn pieces(&self) -> Vec<bool> {
        self.problem.setup().kinds.iter().map(|info| !info.piece.is_blocker()).collect()
    }

    /// Returns why the parts of this engine would not do for the question.
    fn unsuited(&self) -> Option<&'static str> {
        match (&self.aim, self.engine) {
            (_, Engine::Search | Engine::Lines)
            | (Aim::Count | Aim::CountBySize, Engine::Sat)
            | (
                Aim::Enumerate | Aim::Uniqueness | Aim::Count | Aim::CountBySize | Aim::Classes,
                Engine::Brute | Engine::Sweep,
            ) => None,
            (Aim::Optimum { .. }, _) => Some("optima are searched in parts by the search and by lines only"),
            (_, _) => Some("what it finds first depends on more than the part"),
        }
    }

    /// Checks that the paths of a part lead to the subtrees that the planner cut; returns what stopped it.
    pub(super) fn check_mark(&self, slice: &Slice, ready: &Ready, control: &Control) -> Result<Option<Cause>, Failure> {
        let Some(cut) = self.engine.backend().as_cut() else { return Ok(None) };
        match cut.mark(ready.tree(self.floor), &slice.paths, control.clone()) {
            Ok(mark) if mark == slice.mark => Ok(None),
            Ok(mark) => Err(format!(
                "the job was planned for another search tree: here the part begins with {mark:016x}, in the plan with {:016x}",
                slice.mark
            )
            .into()),
            Err(cause) => Ok(Some(cause)),
        }
    }

    pub(super) fn slice(&self, part: usize) -> Result<&Slice, Failure> {
        let none = || format!("there is no part {part}: the job has {}", self.slices.len()).into();
        self.slices.get(part).ok_or_else(none)
    }
}

/// Refuses a seed: parts name branches in the order that an engine has by itself.
pub(super) fn refuse_seed(options: &Options, engine: Engine) -> Result<(), Error> {
    if options.seed.is_none() {
        return Ok(());
    }
    Err(declined(engine, "the branches of a job's parts are in the order of the plan: leave the seed out").into())
}

pub(super) fn declined(engine: Engine, reason: impl Into<String>) -> Invalid {
    Fault::Declined { engine: engine.name(), reason: reason.into() }.into()
}

/// Puts subtrees into `parts` parts at most, in order, each of about the same estimate.
fn in_slices(subtrees: Vec<(Path, f64)>, parts: usize) -> Vec<(Vec<Path>, u64)> {
    let mut left: f64 = subtrees.iter().map(|(_, estimate)| estimate).sum();
    let mut slices = Vec::new();
    let (mut paths, mut sum) = (Vec::new(), 0.0);
    let mut subtrees = subtrees.into_iter().peekable();
    while let Some((path, estimate)) = subtrees.next() {
        paths.push(path);
        sum += estimate;
        let behind = parts - slices.len();
        let share = left / behind as f64;
        // The next one goes where the sum comes nearer to the share.
        let next = subtrees.peek().map_or(0.0, |(_, estimate)| *estimate);
        let is_full = behind > 1 && sum + next / 2.0 >= share;
        if is_full || subtrees.peek().is_none() || subtrees.len() < behind {
            slices.push((std::mem::take(&mut paths), sum.round() as u64));
            left -= std::mem::take(&mut sum);
        }
    }
    slices
}

impl fmt::Debug for SplitJob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SplitJob")
            .field("engine", &self.engine)
            .field("aim", &self.aim)
            .field("parts", &self.slices.len())
            .finish_non_exhaustive()
    }
}

impl Job for SplitJob {
    fn digest(&self) -> u64 {
        let mut digest = Digest::new();
        part::label(&self.problem, self.engine, None).hash(&mut digest);
        (&self.aim, self.floor, &self.slices).hash(&mut digest);
        digest.finish()
    }

    fn parts(&self) -> usize {
        self.slices.len()
    }

    fn work(&self, assignment: &Assignment<'_>) -> Result<Outcome, Failure> {
        self.do_part(assignment)
    }

    fn merge(&self, results: &[String], options: &Options) -> Result<String, Failure> {
        self.merged(results, options)
    }

    fn contradict(&self, one: &str, other: &str) -> bool {
        match &self.aim {
            Aim::Optimum { sign, .. } => super::optimum::contradict(one, other, *sign),
            // Engines list the same placements in different orders.
            Aim::Enumerate => one != other && !super::other::are_same(one, other),
            _ => one != other,
        }
    }

    fn incumbent(&self, known: Option<&str>, part: usize, result: &str) -> Option<String> {
        match &self.aim {
            Aim::Optimum { sign, .. } => super::optimum::incumbent(known, part, result, *sign),
            _ => None,
        }
    }

    fn estimate(&self, part: usize) -> Option<u64> {
        self.slices.get(part).map(|slice| slice.estimate)
    }
}
