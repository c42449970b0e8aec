//! `Backend`: the interface that every engine implements, and small traits for what only some can do.
//!
//! An engine says which models it accepts and starts a run on one; a run yields steps. What is asked of the steps
//! (maximising, enumerating, counting, classes, uniqueness) is written once, in `query`, and so is which engine answers by
//! default (`query/policy.rs`). Engines see the model and not the problem, do not know each other, and are never trusted:
//! every placement that leaves the crate has been judged by the reference meaning.

#[cfg(any(test, not(all(feature = "ilp", feature = "sat"))))]
mod absent;
mod brute;
#[cfg(any(feature = "ilp", feature = "sat"))]
mod external;
mod halted;
#[cfg(feature = "ilp")]
mod ilp;
mod lines;
mod local;
mod parallel;
#[cfg(feature = "sat")]
mod sat;
mod search;
mod sweep;

use std::sync::Arc;

pub(crate) use lines::{are_covers, suit_covers};
pub(crate) use parallel::{Incumbent, Parallel, Subtrees, count};
pub(crate) use search::{Search, nowhere};

use crate::answer::{Count, Proof, Statistics, Turn};
pub(crate) use crate::answer::{Path, Paths};
use crate::budget::{Cause, Control, Engine};
use crate::language::{Square, SquareSet, sort};
use crate::model::{Bound, Goal, Model, Var};

/// Returns about `wanted` paths, in order: choices for the first squares, vacant or one of the kinds.
fn first_choices(model: &Model, wanted: usize) -> Vec<Path> {
    let mut paths = vec![Path::new()];
    for _ in &model.slots {
        if paths.len() >= wanted {
            break;
        }
        let mut longer = Vec::new();
        for path in &paths {
            for choice in 0..=model.kinds as u32 {
                longer.push([&path[..], &[choice]].concat());
            }
        }
        paths = longer;
    }
    paths
}

/// Returns whether these choices for the first squares exist, and none extends another.
fn are_disjoint_choices<'a>(model: &Model, paths: impl Iterator<Item = &'a [u32]>) -> bool {
    let mut paths: Vec<&[u32]> = paths.collect();
    sort(&mut paths);
    let exist = |path: &&[u32]| path.len() <= model.slots.len() && path.iter().all(|c| *c <= model.kinds as u32);
    paths.iter().all(exist) && paths.windows(2).all(|two| !two[1].starts_with(two[0]))
}

/// An engine: which models it accepts, and a run on one.
///
/// What else it can do it says by the small traits below. Each has a method here that shows the engine as one that can, for
/// a given model where that matters; an engine that cannot leaves the method out.
pub(crate) trait Backend: Sync {
    /// Returns which engine this is.
    fn engine(&self) -> Engine;

    /// Returns why this engine declines, if it does.
    fn accepts(&self, _: &Model, _: &Goal, _: &mut Control) -> Result<(), Refusal> {
        Ok(())
    }

    /// Begins a run on some subtrees of the search tree, in order. The empty path is the whole tree.
    fn start(&self, model: Arc<Model>, goal: Goal, part: Paths, control: Control) -> Box<dyn Run>;

    /// Returns why a seed would change nothing, if it would not.
    fn takes_seed(&self) -> Result<(), &'static str> {
        Err("it has nothing random that a seed could change")
    }

    /// The engine as one that finds a solution at random.
    fn as_attempt(&self) -> Option<&dyn Attempt> {
        None
    }

    /// The engine as one that cuts its search tree; without it, the tree is one part.
    fn as_cut(&self) -> Option<&dyn Cut> {
        None
    }

    /// The engine as one whose runs share a search tree.
    fn as_share(&self) -> Option<&dyn Share> {
        None
    }

    /// The engine as one that counts pieces of these kinds, without going through the solutions.
    fn as_tally(&self, _: &Model, _counted: &[bool]) -> Option<&dyn Tally> {
        None
    }

    /// The engine as one that finds the least sum of these costs, by kind, for every number of pieces at once.
    fn as_min_by_size(&self, _: &Model, _costs: &[i64]) -> Option<&dyn MinBySize> {
        None
    }

    /// The engine as one that draws a solution, without going through them.
    fn as_draw(&self) -> Option<&dyn Draw> {
        None
    }
}

/// Tells how many solutions one with these true variables stands for.
pub(crate) type Weigh = Arc<dyn Fn(&[Var]) -> u64 + Send + Sync>;

/// The solutions of a subtree: those with these values. Of a goal up to a group each stands for as many as its weight tells, which
/// is 0 for those that the subtree leaves to others.
pub(crate) struct Cube {
    pub(crate) decided: Vec<(Var, bool)>,
    pub(crate) weight: Weigh,
}

/// The search tree of a goal; where a value is maximised, that of the solutions above a floor.
#[derive(Clone, Copy)]
pub(crate) struct SearchTree<'a> {
    pub(crate) model: &'a Arc<Model>,
    pub(crate) goal: &'a Goal,
    pub(crate) floor: Option<i64>,
}

/// Cuts a search tree into parts.
pub(crate) trait Cut {
    /// About this many subtrees, in order, that together are the whole tree.
    fn cut(&self, tree: SearchTree<'_>, wanted: usize, control: Control) -> Result<Vec<Path>, Cause>;

    /// Like [`cut`](Self::cut), with an estimate of the nodes of each subtree, and the larger ones cut further. By default
    /// all subtrees are taken to be of one size.
    fn balance(&self, tree: SearchTree<'_>, wanted: usize, control: Control) -> Result<Vec<(Path, f64)>, Cause> {
        let subtrees = self.cut(tree, wanted, control)?;
        Ok(subtrees.into_iter().map(|path| (path, 1.0)).collect())
    }

    /// Returns a digest of what is decided at the top of each subtree, so that another build of the crate can tell whether
    /// the same paths lead to the same subtrees. By default paths tell everything.
    fn mark(&self, _: SearchTree<'_>, _subtrees: &[Path], _: Control) -> Result<u64, Cause> {
        Ok(0)
    }

    /// Returns each subtree as what is decided at its top, for engines that know nothing of its path; `None` if the engine does not
    /// tell.
    fn cubes(&self, _: SearchTree<'_>, _subtrees: &[Path], _: Control) -> Result<Option<Vec<Cube>>, Cause> {
        Ok(None)
    }

    /// Returns whether these can be subtrees of one cut: each may exist, as far as that shows without going there, and none
    /// overlaps another. By default paths choose what stands on the first squares.
    fn could_cut(&self, model: &Model, subtrees: &Paths) -> bool {
        are_disjoint_choices(model, subtrees.to_vec().iter().map(Vec::as_slice))
    }
}

/// Has several runs share one search tree.
pub(crate) trait Share: Backend + Cut {
    /// Begins a run on those subtrees that no other run has taken.
    fn join(&self, model: Arc<Model>, goal: Goal, subtrees: Arc<Subtrees>, control: Control) -> Box<dyn Run>;
}

/// Counts the solutions by their number of pieces.
pub(crate) trait Tally {
    /// Prepares the count by the number of pieces of the kinds counted.
    fn begin(&self, model: &Model, counted: &[bool], control: &mut Control) -> Result<Box<dyn Counting>, Refusal>;

    /// Prepares likewise the count in a subtree that this engine has cut.
    fn begin_in(
        &self,
        _: &Model,
        _cube: &Cube,
        _counted: &[bool],
        _: &mut Control,
    ) -> Result<Box<dyn Counting>, Refusal> {
        Err(Refusal::declined("it counts the whole only"))
    }
}

/// A count under way.
pub(crate) trait Counting {
    /// Continues to the end: the number of solutions with no piece of the kinds counted, with one, and so on up to the most.
    /// Stopped at a node, it goes on from there when it is asked again.
    fn go_on(&mut self, control: &mut Control) -> Result<Vec<Count>, Cause>;

    /// Returns about how much more work it needs to the end, if it can tell.
    fn outlook(&self) -> Option<u64> {
        None
    }
}

/// Finds the cheapest solution for every number of pieces at once.
pub(crate) trait MinBySize {
    /// For each number of pieces of the kinds counted the least sum of costs, given by kind. Numbers that nothing satisfies
    /// are `None` or left out at the end.
    fn min_by_size(
        &self,
        model: &Model,
        counted: &[bool],
        costs: &[i64],
        control: &mut Control,
    ) -> Result<Vec<Option<Cheapest>>, Refusal>;
}

/// Finds a solution at random, some sooner than others.
pub(crate) trait Attempt {
    /// Begins attempts. A step that comes to nothing within its work is stopped for lack of nodes, with the control paused; the
    /// next one tries longer.
    fn attempts(&self, model: Arc<Model>, seed: u64, control: Control) -> Box<dyn Run>;
}

/// Draws solutions.
pub(crate) trait Draw {
    /// One solution, each as likely as the others; `None` where there is none.
    fn draw(&self, model: &Model, seed: u64, control: &mut Control) -> Result<Option<Placed>, Refusal>;
}

/// Squares and the kinds that stand there, sorted by square.
pub(crate) type Placed = Vec<(Square, u16)>;

/// The least cost, how many placements have it, and one of them.
pub(crate) struct Cheapest {
    pub(crate) cost: i64,
    pub(crate) ways: Count,
    pub(crate) placed: Placed,
}

/// Why an engine does not answer.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// The engine does not accept the question.
    Declined(String),
    /// The control stopped it.
    Stopped(Cause),
}

impl Refusal {
    fn declined(reason: impl Into<String>) -> Self {
        Self::Declined(reason.into())
    }
}

impl From<Cause> for Refusal {
    fn from(cause: Cause) -> Self {
        Self::Stopped(cause)
    }
}

/// A search under way.
pub(crate) trait Run: Send {
    /// Continues to the next event. It is not called again after `Done`, nor after `Stopped` unless that was the end of the
    /// work granted and more has been granted.
    fn step(&mut self) -> Step;

    /// Adds the pieces of the current solution, sorted by square. Counting never calls it.
    fn placed(&self, placed: &mut Placed);

    /// Updates `placed`, empty at first, from the previous solution to the current one; returns the length of the
    /// prefix that did not change.
    fn renew(&mut self, placed: &mut Placed) -> usize {
        placed.clear();
        self.placed(placed);
        0
    }

    /// Learns what other runs have found and proved: only values above `best` matter, and none exceeds `bound`.
    fn share(&mut self, _best: Option<i64>, _bound: Option<i64>) {}

    /// Learns the best placement that runs have found.
    fn show(&mut self, _placed: &Placed) {}

    /// Returns what limits the run and counts its work.
    fn control(&mut self) -> &mut Control;

    /// Returns the engine at work, if it is not the one that was started.
    fn engine(&self) -> Option<Engine> {
        None
    }

    /// Returns the turns of the engines that took part, if there was more than one.
    fn turns(&self) -> Vec<Turn> {
        Vec::new()
    }

    /// Returns about how much more work it needs to the end, if it can tell.
    fn outlook(&self) -> Option<u64> {
        None
    }

    /// Returns the unexplored part of the search tree.
    fn remainder(&self) -> Paths;

    /// Returns the number of solutions that the current one stands for, if they are found up to a group.
    fn weight(&self) -> u64 {
        1
    }

    /// Returns the squares whose restriction tells solutions apart, if they are found up to a group.
    fn anchor(&self) -> SquareSet {
        SquareSet::new()
    }

    /// Returns a proved bound on the value, if there is an objective.
    fn bound(&self) -> Option<Bound>;

    /// Returns the work so far.
    fn statistics(&self) -> Statistics;
}

/// An event of a run.
#[derive(Debug)]
pub(crate) enum Step {
    /// A solution not found before.
    Found,
    /// A solution of this value, greater than any before.
    Improved(i64),
    /// There is nothing more; if a value is maximised, the last one is the greatest.
    Done(Proof),
    /// The control stopped it.
    Stopped(Cause),
}

impl Engine {
    /// The backend of an engine that was chosen by name. Which one answers where none was is decided in `query/policy.rs`.
    pub(crate) fn named(self) -> Option<&'static dyn Backend> {
        Some(match self {
            Self::Auto => return None,
            Self::Brute => &brute::Brute,
            Self::Search => &search::Search,
            Self::Sweep => &sweep::Sweep,
            Self::Lines => &lines::Lines,
            #[cfg(feature = "ilp")]
            Self::Ilp => &ilp::Ilp { second: &search::Search },
            #[cfg(not(feature = "ilp"))]
            Self::Ilp => &absent::Absent { engine: Self::Ilp, feature: "ilp" },
            #[cfg(feature = "sat")]
            Self::Sat => &sat::Sat,
            #[cfg(not(feature = "sat"))]
            Self::Sat => &absent::Absent { engine: Self::Sat, feature: "sat" },
        })
    }
}

#[cfg(feature = "sat")]
pub(crate) use sat::SAT_SOLVER;
#[cfg(feature = "cadical")]
pub(crate) use sat::refutation;
pub(crate) use sweep::{frontier_within, is_local, modular};

/// Returns the work of a run, as its control counted it.
pub(crate) fn statistics(control: &Control) -> Statistics {
    let (nodes, solutions) = (control.progress.nodes, control.progress.solutions);
    Statistics { nodes, solutions, elapsed: control.elapsed() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Options;
    use crate::language::{Area, Board, Constraint, Piece, Problem, classics};

    /// Runs some subtrees, or all, under a control; returns how many solutions there are and what is left.
    fn count(engine: Engine, model: &Arc<Model>, goal: &Goal, part: Paths, control: Control) -> (u64, Option<Paths>) {
        let mut run = engine.backend().start(Arc::clone(model), goal.clone(), part, control);
        let mut sum = 0;
        loop {
            match run.step() {
                Step::Found => sum += run.weight(),
                Step::Improved(_) => {}
                Step::Done(_) => return (sum, None),
                Step::Stopped(_) => return (sum, Some(run.remainder())),
            }
        }
    }

    #[test]
    fn what_is_broken_off_at_any_moment_goes_on_from_there() {
        // Most of the work before the search on a large board, and in it on a small one.
        let mut large = classics::non_attacking(Board::new(20, 16), Piece::QUEEN);
        let queen = large.kinds().next().expect("it has one kind");
        large.add(Constraint::count(queen, Area::Everywhere, 1));
        let [small, tiny] = [4, 3].map(|n| classics::non_attacking(Board::square(n), Piece::KING));
        let queens = classics::queens(8);
        for (problem, solutions) in [(large, 320), (small, 314), (tiny, 35), (queens, 92)] {
            moments(&problem, solutions);
        }
    }

    fn moments(problem: &Problem, solutions: u64) {
        let clear = || Control::new(&Options::new());
        let model = Arc::new(Model::compile(&Arc::new(problem.clone()), &mut clear()).expect("no limit was set"));
        let group = problem.own_group(&mut clear()).expect("no limit was set");
        let group = Arc::new(group);
        let mut engines = vec![(Engine::Search, Goal::UpTo(Arc::clone(&group))), (Engine::Search, Goal::Number(group))];
        let all = [Engine::Search, Engine::Sweep, Engine::Brute, Engine::Sat, Engine::Ilp];
        engines.extend(all.map(|engine| (engine, Goal::All)));
        for (engine, goal) in engines {
            let max = if let Engine::Ilp = engine { 9 } else { 16 };
            let is_slow = matches!(engine, Engine::Brute | Engine::Ilp) && model.vars() > max;
            if is_slow || engine.backend().accepts(&model, &goal, &mut clear()).is_err() {
                continue;
            }
            let mut stops = 0;
            for moment in (0..64).chain((6..).map(|power| 1 << power)) {
                let hurried = clear().with_max_work(moment << 15);
                let (mut sum, left) = count(engine, &model, &goal, Paths::whole(), hurried);
                let Some(left) = left else { break };
                // Stopped at once a second time, nothing is lost either.
                let (none, left) = count(engine, &model, &goal, left, clear().with_max_work(0));
                sum += none;
                if let Some(left) = left {
                    sum += count(engine, &model, &goal, left, clear()).0;
                }
                assert_eq!(sum, solutions, "{engine}, broken off at moment {moment}");
                stops += 1;
            }
            assert!(stops > 0, "{engine} was never broken off");
        }
    }
}
