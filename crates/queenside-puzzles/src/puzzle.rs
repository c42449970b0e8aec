//! A problem with one solution.

use queenside::{Area, Budget, Cause, Invalid, Kind, Options, Placement, Problem, Rule, Square, Stopped, Uniqueness};

use crate::reasoner::Reasoner;
use crate::{Difficulty, Step, Unfit};

/// A problem with one solution, and the steps by which a person finds it.
///
/// # Examples
///
/// ```
/// use queenside::classics;
/// use queenside_puzzles::Puzzle;
///
/// // . Q . .    One queen is given.
/// // . . . Q
/// // Q . . .
/// // . . Q .
/// let puzzle = Puzzle::of(&classics::completion(4, [(0, 1)]))?;
/// assert_eq!(puzzle.solution().to_permutation(), Some(vec![1, 3, 0, 2]));
/// assert_eq!(puzzle.givens(), [(puzzle.problem().kind_named("queen")?, (0, 1).into())]);
/// assert_eq!(puzzle.steps().iter().map(|step| step.placed().len()).sum::<usize>(), 3);
/// assert!(puzzle.difficulty().stars() <= 2);
/// # Ok::<(), queenside_puzzles::Unfit>(())
/// ```
#[derive(Clone, Debug)]
pub struct Puzzle {
    problem: Problem,
    solution: Placement,
    givens: Vec<(Kind, Square)>,
    steps: Vec<Step>,
}

impl Puzzle {
    /// Makes a puzzle of a problem: proves that it has one solution, and reasons from its rules to it.
    ///
    /// # Errors
    ///
    /// Reports the faults of the problem, that it has no solution or several, and that an engine gave up.
    ///
    /// For an example see [`Puzzle`].
    pub fn of(problem: &Problem) -> Result<Self, Unfit> {
        Self::of_under(problem, &Options::new())
    }

    /// Like [`of`](Self::of), under limits of time or nodes, a cancel token and an observer.
    ///
    /// # Errors
    ///
    /// As for [`of`](Self::of); it may be stopped before it knows.
    ///
    /// ```
    /// use queenside::{CancelToken, Options, classics};
    /// use queenside_puzzles::{Puzzle, Unfit};
    ///
    /// let token = CancelToken::new();
    /// token.cancel();
    /// let known = Puzzle::of_under(&classics::completion(12, [(0, 1)]), &Options::new().cancel(&token));
    /// assert!(matches!(known, Err(Unfit::Stopped(_))));
    /// ```
    pub fn of_under(problem: &Problem, options: &Options) -> Result<Self, Unfit> {
        let mut budget = Budget::new(options);
        let solution = match problem.using(&budget.options()).uniqueness()?.exact()? {
            Uniqueness::Unique { only } => only,
            Uniqueness::Several { first, second } => {
                return Err(Unfit::Several { solutions: Box::new([first, second]) });
            }
            Uniqueness::Infeasible => return Err(Unfit::Infeasible),
        };
        Ok(Self::known(problem.clone(), solution, &mut budget).map_err(Stopped::from)?)
    }

    /// Makes a puzzle of a problem that is known to have this solution alone.
    pub(crate) fn known(problem: Problem, solution: Placement, budget: &mut Budget) -> Result<Self, Cause> {
        let givens = givens(&problem);
        let steps = Reasoner::new(&problem).steps(&givens, &solution, budget)?;
        Ok(Self { problem, solution, givens, steps })
    }

    /// Returns the problem: the board, the kinds and the rules.
    ///
    /// For an example see [`Puzzle`].
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Returns the only solution.
    ///
    /// For an example see [`Puzzle`].
    pub fn solution(&self) -> &Placement {
        &self.solution
    }

    /// Returns the pieces that stand from the start: those that a rule fixes, as [`Constraint::fixed`](queenside::Constraint::fixed)
    /// does.
    ///
    /// For an example see [`Puzzle`].
    pub fn givens(&self) -> &[(Kind, Square)] {
        &self.givens
    }

    /// Returns the steps from the givens to the solution, the easiest that is possible each time.
    ///
    /// For an example see [`Puzzle`].
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns how hard the steps are.
    ///
    /// For an example see [`Puzzle`].
    pub fn difficulty(&self) -> Difficulty {
        Difficulty::of(&self.steps)
    }
}

/// Returns the steps that follow from the rules of a problem, without search, whether or not it has one solution. They end where
/// nothing more follows, or where the rules are found to contradict each other.
///
/// For a hint, fix what the player has placed: the first step is the easiest that goes on.
///
/// # Errors
///
/// Reports the faults of the problem.
///
/// ```
/// use queenside::{Constraint, classics};
/// use queenside_puzzles::deduce;
///
/// // x . . x    Four queens have two solutions, and none of them stands in a corner
/// // . x x .    or in the centre.
/// // . x x .
/// // x . . x
/// let problem = classics::queens(4);
/// let steps = deduce(&problem)?;
/// let excluded: usize = steps.iter().map(|step| step.excluded().len()).sum();
/// assert_eq!((excluded, steps.iter().all(|step| step.placed().is_empty())), (8, true));
///
/// // With one queen on the board everything follows.
/// let queen = problem.kind_named("queen")?;
/// let steps = deduce(&problem.with(Constraint::fixed(queen, [(0, 1)])))?;
/// assert_eq!(steps.iter().map(|step| step.placed().len()).sum::<usize>(), 3);
/// # Ok::<(), queenside::Error>(())
/// ```
pub fn deduce(problem: &Problem) -> Result<Vec<Step>, Invalid> {
    problem.check()?;
    Ok(Reasoner::new(problem).follow(&givens(problem)))
}

/// Returns the pieces that rules fix: each of one kind, on all of some squares.
fn givens(problem: &Problem) -> Vec<(Kind, Square)> {
    let mut givens = Vec::new();
    for constraint in problem.constraints() {
        let Rule::Count { kinds, area: Area::Squares(squares), range } = constraint.rule() else { continue };
        let mut kinds = kinds.iter();
        let (Some(kind), None) = (kinds.next(), kinds.next()) else { continue };
        if range.lower().is_some_and(|min| min >= squares.len() as i64) {
            givens.extend(squares.iter().map(|square| (kind, square)));
        }
    }
    givens.sort_unstable_by_key(|(kind, square)| (*square, *kind));
    givens.dedup();
    givens
}
