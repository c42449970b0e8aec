//! One placement of each class, and Burnside's count of the classes.

use std::fmt;
use std::iter::FusedIterator;
use std::sync::Arc;

use crate::answer::{Answer, Count, Explanation, Statistics, Stopped};
use crate::budget::{Cause, Control, Options};
use crate::language::{Area, Constraint, Invalid, Placement, Problem, SquareSet, Transform};
use crate::query::Solutions;
use crate::symmetry::Group;

/// A class of placements: an orbit under a group.
///
/// # Examples
///
/// ```
/// use queenside::classics;
///
/// // The two solutions of the four queens problem are mirror images: one class.
/// let classes: Vec<_> = classics::queens(4).classes()?.collect::<Result<_, _>>()?;
/// assert_eq!(classes.len(), 1);
/// assert_eq!(classes[0].size(), 2);
/// assert_eq!(classes[0].representative().to_string(), ". Q . .\n. . . Q\nQ . . .\n. . Q .\n");
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    representative: Placement,
    size: usize,
}

/// Prints the representative, then the number of solutions of the class.
impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}{} alike", self.representative, self.size)
    }
}

impl Class {
    /// Returns the smallest placement of the class.
    ///
    /// ```
    /// use queenside::classics;
    ///
    /// let problem = classics::queens(5);
    /// let group = problem.group()?;
    /// for class in problem.classes()? {
    ///     let class = class?;
    ///     assert!(group.is_canonical(class.representative())?);
    ///     assert_eq!(group.orbit(class.representative())?.len(), class.size());
    /// }
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn representative(&self) -> &Placement {
        &self.representative
    }

    /// Returns the number of placements in the class.
    ///
    /// ```
    /// use queenside::classics;
    ///
    /// // Eleven solutions of the eight queens problem have eight images each; the twelfth, which is its own
    /// // image under half a turn, has four.
    /// let sizes = classics::queens(8).classes()?.map(|class| class.map(|class| class.size()));
    /// let sizes: Vec<usize> = sizes.collect::<Result<_, _>>()?;
    /// assert_eq!(sizes.iter().filter(|size| **size == 8).count(), 11);
    /// assert_eq!(sizes.iter().sum::<usize>(), 92);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn size(&self) -> usize {
        self.size
    }
}

/// The classes of the solutions of a problem, as an iterator.
///
/// Representatives are canonical, so no list of seen placements is needed; the sizes of all classes add up to the
/// number of solutions. A limit on solutions counts classes here.
///
/// # Examples
///
/// ```
/// use queenside::classics;
///
/// let problem = classics::queens(5);
/// let classes = problem.classes()?;
/// assert_eq!(classes.group().to_string(), "D4 (order 8)");
/// let sizes: Vec<usize> = classes.map(|class| class.map(|class| class.size())).collect::<Result<_, _>>()?;
/// assert_eq!(sizes, [8, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Classes {
    solutions: Solutions,
    group: Group,
    /// The engine yields those solutions whose restriction to these squares is the smallest of its images.
    anchor: SquareSet,
    /// How many classes may still be yielded.
    left: Option<u64>,
}

impl Classes {
    /// Returns the classes under the problem's group.
    pub(crate) fn own(problem: &Problem, options: &Options, mut control: Control) -> Result<Self, Invalid> {
        let group = problem.own_group(&mut control);
        Self::new(problem, group, options, control)
    }

    /// Returns the classes under a group of symmetries of the problem.
    pub(crate) fn under(
        problem: &Problem,
        group: &Group,
        options: &Options,
        mut control: Control,
    ) -> Result<Self, Invalid> {
        let group = match problem.symmetry_faults(group, &mut control) {
            Ok(faults) => Invalid::unless_empty(faults).map(|()| Ok(group.clone()))?,
            Err(cause) => Err(cause),
        };
        Self::new(problem, group, options, control)
    }

    fn new(
        problem: &Problem,
        group: Result<Group, Cause>,
        options: &Options,
        control: Control,
    ) -> Result<Self, Invalid> {
        let unlimited = Options { solutions: None, ..options.clone() };
        let solutions = Solutions::up_to(problem, group.as_ref().map_err(|cause| *cause), &unlimited, control)?;
        let group = group.unwrap_or_else(|_| Group::trivial(problem.board(), problem.setup().kinds.len()));
        Ok(Self::among(solutions, group, options))
    }

    /// Returns the classes among solutions up to a group.
    pub(super) fn among(solutions: Solutions, group: Group, options: &Options) -> Self {
        let anchor = solutions.anchor();
        Self { solutions, group, anchor, left: options.solutions }
    }

    /// Returns the work so far.
    pub(super) fn statistics(&self) -> Statistics {
        self.solutions.statistics()
    }

    /// Returns the class of a solution, unless one of its images that the engine yields as well is smaller.
    fn class(&self, placement: &Placement) -> Option<Class> {
        let part = |placement: &Placement| {
            let inside = placement.iter().filter(|(square, _)| self.anchor.contains(*square));
            inside.collect::<Vec<_>>()
        };
        let own = part(placement);
        let mut stabilisers = 0;
        let mut representative = placement.clone();
        for image in self.group.own_images(placement) {
            if image < *placement && part(&image) == own {
                return None;
            }
            stabilisers += usize::from(image == *placement);
            representative = representative.min(image);
        }
        Some(Class { representative, size: self.group.order() / stabilisers })
    }

    /// Returns how they were found, as far as they were: the engine at work, why it is that one, what it cost, and what cut it
    /// short, if anything did.
    ///
    /// ```
    /// use queenside::classics;
    ///
    /// let mut classes = classics::queens(6).classes()?;
    /// assert_eq!(classes.by_ref().count(), 1);
    /// assert!(classes.explain().to_string().starts_with("search, since it accepts every problem: answered"));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn explain(&self) -> Explanation {
        self.solutions.explain()
    }

    /// Returns the group of these classes; only the identity if a limit stopped its computation.
    ///
    /// ```
    /// use queenside::{Board, Piece, classics};
    ///
    /// // A rectangle has no quarter turns, so a class has at most four placements.
    /// let mut classes = classics::non_attacking(Board::new(3, 5), Piece::KING).classes()?;
    /// assert_eq!(classes.group().to_string(), "D2 (order 4)");
    /// assert!(classes.all(|class| class.is_ok_and(|class| class.size() <= 4)));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn group(&self) -> &Group {
        &self.group
    }
}

impl Iterator for Classes {
    type Item = Result<Class, Stopped>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.left == Some(0) {
            return self.solutions.limit_reached().map(Err);
        }
        loop {
            match self.solutions.next()? {
                Err(stopped) => return Some(Err(stopped)),
                Ok(placement) => {
                    if let Some(class) = self.class(&placement) {
                        self.left = self.left.map(|left| left - 1);
                        return Some(Ok(class));
                    }
                }
            }
        }
    }
}

impl FusedIterator for Classes {}

impl fmt::Debug for Classes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Classes")
            .field("solutions", &self.solutions)
            .field("group", &self.group)
            .finish_non_exhaustive()
    }
}

impl Group {
    /// Counts the classes of a problem's solutions without enumerating all of them, by Burnside's lemma: the mean, over
    /// the group, of the number of solutions that a symmetry leaves as they are.
    ///
    /// # Errors
    ///
    /// Reports the faults of the problem, and symmetries of the group that the problem does not have.
    ///
    /// ```
    /// use queenside::{Options, classics};
    ///
    /// let problem = classics::queens(8);
    /// let classes = problem.group()?.count_classes(&problem, &Options::new())?;
    /// assert_eq!(classes.exact()?, 12u32);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn count_classes(&self, problem: &Problem, options: &Options) -> Result<Answer<Count>, Invalid> {
        problem.check()?;
        let mut control = Control::new(options);
        let shared = Arc::new(problem.clone());
        match problem.symmetry_faults(self, &mut control) {
            Ok(faults) => Invalid::unless_empty(faults)?,
            Err(cause) => {
                let statistics = Statistics { elapsed: control.elapsed(), ..Statistics::default() };
                return Ok(Answer::new(shared, Err(Stopped::new(cause, options.engine, statistics))));
            }
        }
        let mut fixed = Count::default();
        let mut spent = Statistics { elapsed: control.elapsed(), ..Statistics::default() };
        let mut turns = Vec::new();
        for transform in self.transforms(problem) {
            let tied = problem.clone().with(Constraint::symmetric([transform], Area::Everywhere));
            // Limits hold for all counts together: each count gets what the previous ones have left.
            let mut left = options.clone();
            left.time = options.time.map(|time| time.saturating_sub(spent.elapsed));
            left.nodes = options.nodes.map(|nodes| nodes.saturating_sub(spent.nodes));
            let counted = tied.using(&left).count()?;
            let own = counted.statistics();
            spent.nodes += own.nodes;
            spent.solutions += own.solutions;
            spent.elapsed += own.elapsed;
            turns.extend_from_slice(counted.explain().turns());
            match counted.known() {
                Ok(count) => fixed += count.clone(),
                Err(stopped) => {
                    let mut stopped = Stopped::new(stopped.cause(), stopped.engine(), spent);
                    stopped.explanation_mut().set_turns(turns);
                    return Ok(Answer::new(shared, Err(stopped)));
                }
            }
        }
        let mut explanation = Explanation::answered(options.engine, spent);
        explanation.set_turns(turns);
        Ok(Answer::new(shared, Ok((fixed / self.order() as u64, explanation))))
    }

    /// Returns the elements as transforms, for rules.
    fn transforms(&self, problem: &Problem) -> Vec<Transform> {
        self.resolved().iter().map(|element| element.transform(problem)).collect()
    }
}
