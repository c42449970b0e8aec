//! The questions, the same ones for every problem.

use crate::answer::{Answer, Bound, Conflict, Count, Minimum, Optimum, Part, Uniqueness};
use crate::budget::{Control, Options};
use crate::language::{Invalid, Placement, Problem, Weights};
use crate::query::{Classes, Sense, Solutions, bounds, by_size, conflict, count, pool};
use crate::symmetry::Group;

/// A problem together with the [options](Options) of its questions; made by [`Problem::using`].
///
/// It has the same questions as the problem itself, by the same names.
///
/// # Examples
///
/// ```
/// use queenside::{Options, classics};
///
/// // The same limits for each question.
/// let problem = classics::queens(8);
/// let options = Options::new().node_limit(2);
/// let hurried = problem.using(&options);
/// assert!(hurried.count()?.exact().is_err());
/// assert!(hurried.solve()?.placement().is_err());
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Using<'a> {
    problem: &'a Problem,
    options: &'a Options,
}

impl Problem {
    /// Sets the options of the next question.
    ///
    /// ```
    /// use queenside::{Engine, Options, classics};
    ///
    /// let oracle = Options::new().engine(Engine::Brute);
    /// assert_eq!(classics::queens(4).using(&oracle).count()?.exact()?, 2u32);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn using<'a>(&'a self, options: &'a Options) -> Using<'a> {
        Using { problem: self, options }
    }

    /// Returns the weights that count pieces.
    pub(super) fn one_each(&self) -> Weights {
        Weights::by_kind(self.pieces().iter().map(|kind| (kind, 1)))
    }
}

/// Writes each question twice: on a problem, with the default options, and on a problem with options.
macro_rules! questions {
    ($(
        $(#[doc $($text:tt)*])*
        fn $name:ident(&$problem:ident $(, $argument:ident: $type:ty)*; $options:ident, $control:ident) -> $answer:ty $body:block
        under { $(#[doc = $example:literal])* }
    )*) => {
        impl Problem {$(
            $(#[doc $($text)*])*
            pub fn $name(&self $(, $argument: $type)*) -> Result<$answer, Invalid> {
                self.using(&Options::new()).$name($($argument),*)
            }
        )*}

        impl Using<'_> {$(
            #[doc = concat!("[`Problem::", stringify!($name), "`] under these options.")]
            ///
            /// # Errors
            ///
            /// As above; also an engine that declines.
            ///
            $(#[doc = $example])*
            pub fn $name(&self $(, $argument: $type)*) -> Result<$answer, Invalid> {
                let Self { problem: $problem, options: $options } = *self;
                // Time runs from the start of the question.
                let $control = Control::new($options);
                $problem.check()?;
                pool::check($options)?;
                $body
            }
        )*}
    };
}

questions! {
    /// Finds the most pieces, blockers not counted, and proves it.
    ///
    /// # Errors
    ///
    /// Reports the faults of the problem.
    ///
    /// ```
    /// use queenside::{Board, Piece, Problem};
    ///
    /// let mut problem = Problem::new(Board::square(8));
    /// problem.add_kind("knight", Piece::KNIGHT);
    /// let most = problem.non_attacking().maximize()?;
    /// assert_eq!(most.value()?, Some(32));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[doc(alias = "optimize")]
    #[doc(alias = "maximum")]
    fn maximize(&problem; options, control) -> Answer<Option<Optimum>> {
        pool::optimise(problem, &problem.one_each(), Sense::Maximise, options, control)
    }
    under {
        /// ```
        /// use queenside::{Board, Engine, Options, Piece, classics};
        ///
        /// // N . N
        /// // . N .    By trying everything.
        /// // N . N
        /// let brute = Options::new().engine(Engine::Brute);
        /// let problem = classics::non_attacking(Board::square(3), Piece::KNIGHT);
        /// assert_eq!(problem.using(&brute).maximize()?.value()?, Some(5));
        /// # Ok::<(), queenside::Error>(())
        /// ```
    }

    /// Finds the fewest pieces, blockers not counted, and proves it.
    ///
    /// # Errors
    ///
    /// Reports the faults of the problem.
    ///
    /// ```
    /// use queenside::{Board, Piece, classics};
    ///
    /// let fewest = classics::domination(Board::square(4), Piece::QUEEN).minimize()?;
    /// assert_eq!(fewest.value()?, Some(2));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[doc(alias = "minimum")]
    fn minimize(&problem; options, control) -> Answer<Option<Optimum>> {
        pool::optimise(problem, &problem.one_each(), Sense::Minimise, options, control)
    }
    under {
        /// ```
        /// use std::time::Duration;
        /// use queenside::{Board, Options, Piece, classics};
        ///
        /// // Five queens dominate a chessboard; in no time that is not known.
        /// let problem = classics::domination(Board::square(8), Piece::QUEEN);
        /// let fewest = problem.using(&Options::new().time_limit(Duration::ZERO)).minimize()?;
        /// assert!(fewest.value().is_err());
        /// assert!(fewest.stopped().is_some());
        /// # Ok::<(), queenside::Error>(())
        /// ```
    }

    /// Finds the greatest sum of weights over the pieces; pieces without a weight count 0. [`Weights`] are given by kind, as a list, or by
    /// square.
    ///
    /// # Errors
    ///
    /// Reports the faults of the problem; kinds of another problem, squares off the board and weights too large to be added up.
    ///
    /// ```
    /// use queenside::{Board, Piece, Problem};
    ///
    /// let mut problem = Problem::new(Board::square(3));
    /// let rook = problem.add_kind("rook", Piece::ROOK);
    /// let king = problem.add_kind("king", Piece::KING);
    /// let most = problem.non_attacking().maximize_of([(rook, 5), (king, 3)])?;
    /// assert_eq!(most.value()?, Some(15));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[doc(alias = "weighted")]
    fn maximize_of(&problem, weights: impl Into<Weights>; options, control) -> Answer<Option<Optimum>> {
        let weights = weights.into();
        Invalid::unless_empty(problem.weight_faults(&weights))?;
        pool::optimise(problem, &weights, Sense::Maximise, options, control)
    }
    under {
        /// ```
        /// use queenside::{Board, Engine, Options, Piece, Problem};
        ///
        /// // Q . .
        /// // . . Q    No bishops can make up for a queen.
        /// // . . .
        /// let mut problem = Problem::new(Board::square(3));
        /// let queen = problem.add_kind("queen", Piece::QUEEN);
        /// let bishop = problem.add_kind("bishop", Piece::BISHOP);
        /// let worth = [(queen, 9), (bishop, 3)];
        /// let brute = Options::new().engine(Engine::Brute);
        /// assert_eq!(problem.non_attacking().using(&brute).maximize_of(worth)?.value()?, Some(18));
        /// # Ok::<(), queenside::Error>(())
        /// ```
    }

    /// Finds the least sum of weights over the pieces; pieces without a weight count 0. [`Weights`] are given by kind, as a list, or by
    /// square.
    ///
    /// # Errors
    ///
    /// Reports the faults of the problem; kinds of another problem, squares off the board and weights too large to be added up.
    ///
    /// ```
    /// use queenside::{Board, Constraint, Area, Piece, Problem};
    ///
    /// // The fewest walls for 5 rooks on 4×4, none in sight of another.
    /// let mut problem = Problem::new(Board::square(4));
    /// let rook = problem.add_kind("rook", Piece::ROOK);
    /// let wall = problem.add_kind("wall", Piece::BLOCKER);
    /// problem.non_attacking().add(Constraint::count(rook, Area::Everywhere, 5));
    /// assert_eq!(problem.minimize_of([(wall, 1)])?.value()?, Some(1));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    fn minimize_of(&problem, weights: impl Into<Weights>; options, control) -> Answer<Option<Optimum>> {
        let weights = weights.into();
        Invalid::unless_empty(problem.weight_faults(&weights))?;
        pool::optimise(problem, &weights, Sense::Minimise, options, control)
    }
    under {
        /// ```
        /// use queenside::{Area, Board, Constraint, Engine, Options, Piece, Problem};
        ///
        /// // . . . .
        /// // . K . K    What covers 3×4 for the least money: rooks at 5, or kings at 3?
        /// // . . . .
        /// let mut problem = Problem::new(Board::new(3, 4));
        /// let rook = problem.add_kind("rook", Piece::ROOK);
        /// let king = problem.add_kind("king", Piece::KING);
        /// problem.add(Constraint::covered(Area::Everywhere, [rook, king], 1..).where_vacant());
        /// let options = Options::new().engine(Engine::Search);
        /// assert_eq!(problem.using(&options).minimize_of([(rook, 5), (king, 3)])?.value()?, Some(6));
        /// # Ok::<(), queenside::Error>(())
        /// ```
    }

    /// Finds any one placement that satisfies the rules.
    ///
    /// # Errors
    ///
    /// Reports the faults of the problem.
    ///
    /// ```
    /// use queenside::classics;
    ///
    /// let queens = classics::queens(20).solve()?.placement()?.expect("20 queens fit");
    /// assert_eq!(queens.len(), 20);
    /// assert!(classics::queens(3).solve()?.placement()?.is_none());
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[doc(alias = "satisfy")]
    #[doc(alias = "feasible")]
    fn solve(&problem; options, control) -> Answer<Option<Placement>> {
        pool::solve(problem, options, control)
    }
    under {
        /// ```
        /// use queenside::{Options, classics};
        ///
        /// // Enough nodes for 30 queens, and too few.
        /// let problem = classics::queens(30);
        /// let within = |nodes| problem.using(&Options::new().node_limit(nodes)).solve();
        /// assert!(within(100_000)?.placement()?.is_some());
        /// assert!(within(10)?.placement().is_err());
        /// # Ok::<(), queenside::Error>(())
        /// ```
    }

    /// Returns every placement that satisfies the rules, each once, as a lazy iterator.
    ///
    /// # Errors
    ///
    /// Reports the faults of the problem.
    ///
    /// ```
    /// use queenside::classics;
    ///
    /// let mut corners = 0;
    /// for queens in classics::queens(8).enumerate()? {
    ///     let queens = queens?;
    ///     corners += usize::from(queens.kind_at((0, 0)).is_some());
    /// }
    /// assert_eq!(corners, 4);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[doc(alias = "all solutions")]
    #[doc(alias = "iterate")]
    fn enumerate(&problem; options, control) -> Solutions {
        Ok(Solutions::new(problem, options, control)?.resumable())
    }
    under {
        /// ```
        /// use queenside::{Cause, Options, classics};
        ///
        /// // Three of 92 solutions, then an item that says there may be more.
        /// let mut solutions = classics::queens(8).using(&Options::new().solution_limit(3)).enumerate()?;
        /// assert!(solutions.by_ref().take(3).all(|queens| queens.is_ok_and(|queens| queens.len() == 8)));
        /// assert!(matches!(solutions.next(), Some(Err(stopped)) if stopped.cause() == Cause::SolutionLimit));
        /// assert!(solutions.next().is_none());
        /// # Ok::<(), queenside::Error>(())
        /// ```
    }

    /// Continues a [part](Part) of the search: the rest of a stopped one, or a part of a split.
    ///
    /// # Errors
    ///
    /// Reports the faults of the problem, and a part made for another problem, engine or version of the crate.
    ///
    /// ```
    /// use queenside::classics;
    ///
    /// let parts = classics::queens(8).split(7)?;
    /// let mut solutions = 0;
    /// for part in &parts {
    ///     solutions += classics::queens(8).resume(part)?.count();
    /// }
    /// assert_eq!(solutions, 92);
    /// assert!(classics::queens(9).resume(&parts[0]).is_err());
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[doc(alias = "checkpoint")]
    #[doc(alias = "continue")]
    fn resume(&problem, part: &Part; options, control) -> Solutions {
        Solutions::of_part(problem, part, options, control)
    }
    under {
        /// ```
        /// use queenside::{Options, Part, classics};
        ///
        /// // The 92 solutions, forty at a time.
        /// let problem = classics::queens(8);
        /// let forty = Options::new().solution_limit(40);
        /// let mut takes = Vec::new();
        /// let mut left: Option<Part> = problem.split(1)?.pop();
        /// while let Some(part) = left {
        ///     let mut solutions = problem.using(&forty).resume(&part)?;
        ///     takes.push(solutions.by_ref().take(40).filter(Result::is_ok).count());
        ///     left = solutions.next().and_then(Result::err).and_then(|stopped| stopped.rest().cloned());
        /// }
        /// assert_eq!(takes, [40, 40, 12]);
        /// # Ok::<(), queenside::Error>(())
        /// ```
    }

    /// Splits the search into disjoint parts, plain values that other processes can enumerate by
    /// [`resume`](Problem::resume). There are fewer if there is not enough to split, or if limits stop the splitting;
    /// together they always hold everything.
    ///
    /// # Errors
    ///
    /// Reports the faults of the problem.
    ///
    /// ```
    /// use queenside::classics;
    ///
    /// assert_eq!(classics::queens(8).split(7)?.len(), 7);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    fn split(&problem, parts: usize; options, control) -> Vec<Part> {
        pool::split(problem, parts, options, control)
    }
    under {
        /// ```
        /// use queenside::{Engine, Options, classics};
        ///
        /// // A part is valid only for its engine.
        /// let problem = classics::queens(4);
        /// let brute = Options::new().engine(Engine::Brute);
        /// let parts = problem.using(&brute).split(2)?;
        /// assert!(problem.resume(&parts[0]).is_err());
        /// let mut found = 0;
        /// for part in &parts {
        ///     found += problem.using(&brute).resume(part)?.count();
        /// }
        /// assert_eq!((parts.len(), found), (2, 2));
        /// # Ok::<(), queenside::Error>(())
        /// ```
    }

    /// Counts the placements that satisfy the rules.
    ///
    /// # Errors
    ///
    /// Reports the faults of the problem.
    ///
    /// ```
    /// use queenside::classics;
    ///
    /// assert_eq!(classics::queens(8).count()?.exact()?, 92u32);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[doc(alias = "number of solutions")]
    fn count(&problem; options, control) -> Answer<Count> {
        count::count(problem, options, control)
    }
    under {
        /// ```
        /// use queenside::{Board, Engine, Options, Piece, classics};
        ///
        /// // Any number of bishops on 3×3: 10 ways on the colour of the corners, times 7 on the other.
        /// let brute = Options::new().engine(Engine::Brute);
        /// let problem = classics::non_attacking(Board::square(3), Piece::BISHOP);
        /// assert_eq!(problem.using(&brute).count()?.exact()?, 70u32);
        /// # Ok::<(), queenside::Error>(())
        /// ```
    }

    /// Counts the placements that satisfy the rules by their number of pieces, blockers not counted. The last of the
    /// counts is that of the most pieces: the optimum and its multiplicity in one pass. For weights see
    /// [`minimize_by_size`](Self::minimize_by_size).
    ///
    /// # Errors
    ///
    /// Reports the faults of the problem.
    ///
    /// ```
    /// use queenside::{Board, Piece, classics};
    ///
    /// // Bishops on 2×2: the empty board, four of one, four of two.
    /// let bishops = classics::non_attacking(Board::square(2), Piece::BISHOP).count_by_size()?;
    /// assert_eq!(bishops.exact()?.len(), 3);
    /// assert_eq!(bishops.exact()?[2], 4u32);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    fn count_by_size(&problem; options, control) -> Answer<Vec<Count>> {
        by_size::count_by_size(problem, options, control)
    }
    under {
        /// ```
        /// use queenside::{Board, Count, Engine, Options, Piece, classics};
        ///
        /// // Kings on 2×3, none or one or two of them, by trying everything.
        /// let brute = Options::new().engine(Engine::Brute);
        /// let kings = classics::non_attacking(Board::new(2, 3), Piece::KING).using(&brute).count_by_size()?;
        /// assert_eq!(kings.exact()?, [1u32, 6, 4]);
        /// # Ok::<(), queenside::Error>(())
        /// ```
    }

    /// Finds, for each number of pieces (blockers not counted), the least sum of weights over all pieces, the number of
    /// placements that reach it, and one of them. [`Weights`] are given by kind or by square; pieces
    /// without any count 0.
    ///
    /// # Errors
    ///
    /// Reports the faults of the problem; kinds of another problem, squares off the board and weights too large to be added up.
    ///
    /// ```
    /// use queenside::{Board, Piece, Problem};
    ///
    /// // Queens on 4×4 and the fewest walls that keep them out of each other's sight: four queens need none, but three
    /// // corners are impossible that way; beyond four no wall helps.
    /// let mut problem = Problem::new(Board::square(4));
    /// problem.add_kind("queen", Piece::QUEEN);
    /// let wall = problem.add_kind("wall", Piece::BLOCKER);
    /// let answer = problem.non_attacking().minimize_by_size([(wall, 1)])?;
    /// let walls = answer.exact()?;
    /// assert_eq!(walls.len(), 5);
    /// let four = walls[4].as_ref().expect("four queens fit");
    /// assert_eq!((four.value(), four.ways()), (0, &2u32.into()));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    fn minimize_by_size(&problem, weights: impl Into<Weights>; options, control) -> Answer<Vec<Option<Minimum>>> {
        let weights = weights.into();
        Invalid::unless_empty(problem.weight_faults(&weights))?;
        by_size::minimize_by_size(problem, &weights, options, control)
    }
    under {
        /// ```
        /// use queenside::{Board, Engine, Options, Piece, Problem};
        ///
        /// // R % R    Two rooks in a row need a wall between them; a third cannot be had.
        /// let mut problem = Problem::new(Board::new(1, 3));
        /// problem.add_kind("rook", Piece::ROOK);
        /// let wall = problem.add_kind("wall", Piece::BLOCKER);
        /// let sweep = Options::new().engine(Engine::Sweep);
        /// let answer = problem.non_attacking().using(&sweep).minimize_by_size([(wall, 1)])?;
        /// let walls = answer.exact()?;
        /// let least: Vec<_> = walls.iter().flatten().map(|least| least.value()).collect();
        /// assert_eq!(least, [0, 0, 1]);
        /// # Ok::<(), queenside::Error>(())
        /// ```
    }

    /// Returns one placement of each class under the problem's [group](Problem::group), lazily.
    ///
    /// # Errors
    ///
    /// Reports the faults of the problem.
    ///
    /// ```
    /// use queenside::classics;
    ///
    /// let classes: Vec<_> = classics::queens(8).classes()?.collect::<Result<_, _>>()?;
    /// assert_eq!(classes.len(), 12);
    /// assert_eq!(classes.iter().map(|class| class.size()).sum::<usize>(), 92);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[doc(alias = "isomorphism")]
    #[doc(alias = "up to symmetry")]
    #[doc(alias = "inequivalent")]
    fn classes(&problem; options, control) -> Classes {
        Classes::own(problem, options, control)
    }
    under {
        /// ```
        /// use queenside::{Options, classics};
        ///
        /// // A limit on solutions is one on classes: five of twelve, and one item that says so.
        /// let options = Options::new().solution_limit(5);
        /// let classes: Vec<_> = classics::queens(8).using(&options).classes()?.collect();
        /// assert_eq!(classes.len(), 6);
        /// assert!(classes[5].is_err());
        /// # Ok::<(), queenside::Error>(())
        /// ```
    }

    /// Returns one placement of each class under a group of your choice, lazily.
    ///
    /// # Errors
    ///
    /// Reports the faults of the problem, and symmetries of the group that the problem does not have.
    ///
    /// ```
    /// use queenside::{Symmetry, classics};
    ///
    /// // The 92 solutions up to turning the board, mirrors not allowed.
    /// let problem = classics::queens(8);
    /// let turns = problem.generate([Symmetry::QuarterTurn.into()])?;
    /// assert_eq!(problem.classes_under(&turns)?.count(), 24);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    fn classes_under(&problem, group: &Group; options, control) -> Classes {
        Classes::under(problem, group, options, control)
    }
    under {
        /// ```
        /// use queenside::{Engine, Options, Symmetry, classics};
        ///
        /// // . Q . .    The two solutions of 4×4
        /// // . . . Q    are mirror images of each other.
        /// // Q . . .
        /// // . . Q .
        /// let problem = classics::queens(4);
        /// let mirror = problem.generate([Symmetry::MirrorColumns.into()])?;
        /// let brute = Options::new().engine(Engine::Brute);
        /// assert_eq!(problem.using(&brute).classes_under(&mirror)?.count(), 1);
        /// # Ok::<(), queenside::Error>(())
        /// ```
    }

    /// Tells whether exactly one placement satisfies the rules; stops at the second.
    ///
    /// # Errors
    ///
    /// Reports the faults of the problem.
    ///
    /// ```
    /// use queenside::{Constraint, classics};
    ///
    /// let mut problem = classics::queens(6);
    /// assert!(!problem.uniqueness()?.is_unique()?);
    /// let queen = problem.kind_named("queen")?;
    /// problem.add(Constraint::fixed(queen, [(0, 1)]));
    /// assert!(problem.uniqueness()?.is_unique()?);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[doc(alias = "unique")]
    #[doc(alias = "single solution")]
    fn uniqueness(&problem; options, control) -> Answer<Uniqueness> {
        pool::uniqueness(problem, options, control)
    }
    under {
        /// ```
        /// use queenside::{Engine, Options, classics};
        ///
        /// // . Q . .    The one solution that begins like this.
        /// let brute = Options::new().engine(Engine::Brute);
        /// assert!(classics::completion(4, [(0, 1)]).using(&brute).uniqueness()?.is_unique()?);
        /// # Ok::<(), queenside::Error>(())
        /// ```
    }

    /// Finds rules that contradict each other, none of which can be left out; `None` if all can be satisfied.
    ///
    /// Asks first whether anything satisfies the rules, then the same of some of them. If a limit is reached after the first
    /// question is answered, more rules are named than are needed, which [`Conflict::is_minimal`] tells.
    ///
    /// # Errors
    ///
    /// Reports the faults of the problem.
    ///
    /// ```
    /// use queenside::{Area, Board, Constraint, Piece, Problem};
    ///
    /// let mut problem = Problem::new(Board::square(4));
    /// let queen = problem.add_kind("queen", Piece::QUEEN);
    /// problem.non_attacking();
    /// problem.add(Constraint::fixed(queen, [(0, 0)]));
    /// problem.add(Constraint::count(queen, Area::columns(), ..=1));
    /// problem.add(Constraint::count(queen, Area::Everywhere, 4));
    /// let conflict = problem.conflict()?.exact()?.expect("a queen in the corner is one too many");
    /// assert_eq!(conflict.to_string(), "\
    /// rule 1: non-attacking
    /// rule 2: queen on {a4}
    /// rule 4: queen in board: 4
    /// ");
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[doc(alias = "unsatisfiable core")]
    #[doc(alias = "IIS")]
    #[doc(alias = "MUS")]
    #[doc(alias = "infeasible")]
    fn conflict(&problem; options, control) -> Answer<Option<Conflict>> {
        conflict::conflict(problem, options, &control)
    }
    under {
        /// ```
        /// use queenside::{Engine, Options, classics};
        ///
        /// // Three queens never fit on 3×3: one in each row, one in each column, and none attacks another.
        /// let brute = Options::new().engine(Engine::Brute);
        /// let conflict = classics::queens(3).using(&brute).conflict()?.exact()?;
        /// assert!(conflict.is_some_and(|conflict| conflict.is_minimal()));
        /// # Ok::<(), queenside::Error>(())
        /// ```
    }

    /// Draws one of the placements that satisfy the rules, each with the same probability; the same one for the same
    /// problem, seed and engine.
    ///
    /// A fair draw counts all solutions or lists them. The sweep counts where its states are few enough. Where it does not, and the
    /// search has not soon listed them all, the question is declined at once, and [`random`](Self::random) is what to ask; an
    /// engine chosen by name lists them however many there are.
    ///
    /// # Errors
    ///
    /// Reports the faults of the problem; declines where it would have to list very many solutions.
    ///
    /// ```
    /// use queenside::classics;
    ///
    /// let problem = classics::queens(8);
    /// let (once, again) = (problem.sample(7)?, problem.sample(7)?);
    /// assert_eq!(once.placement(), again.placement());
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[doc(alias = "uniform")]
    fn sample(&problem, seed: u64; options, control) -> Answer<Option<Placement>> {
        pool::sample(problem, seed, options, control)
    }
    under {
        /// ```
        /// use queenside::{Options, classics};
        ///
        /// // A uniform draw visits or counts all solutions; stopped before the end it draws none.
        /// let problem = classics::queens(8);
        /// assert!(problem.sample(1)?.placement()?.is_some());
        /// assert_eq!(problem.using(&Options::new().node_limit(100)).sample(1)?.placement().ok(), None);
        /// # Ok::<(), queenside::Error>(())
        /// ```
    }

    /// Returns the bounds on the number of pieces, blockers not counted, that the crate computes without a search, the
    /// least first; among them always the number of open squares. [`maximize`](Self::maximize) aims for the least; an
    /// answer that meets it is proved by it. Duality is among them if it says more than all others.
    ///
    /// # Errors
    ///
    /// Reports the faults of the problem.
    ///
    /// ```
    /// use queenside::{Board, Piece, classics};
    ///
    /// // Kings on 5×5: 25 squares, but nine blocks.
    /// let bounds = classics::non_attacking(Board::square(5), Piece::KING).bounds()?;
    /// let bounds: Vec<_> = bounds.iter().map(|bound| bound.to_string()).collect();
    /// assert_eq!(bounds, ["9 by blocks", "25 by squares"]);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    fn bounds(&problem; _options, control) -> Vec<Bound> {
        Ok(bounds::bounds(problem, control))
    }
    under {
        /// ```
        /// use std::time::Duration;
        /// use queenside::{Board, Options, Piece, classics};
        ///
        /// // In no time only the number of squares is known.
        /// let kings = classics::non_attacking(Board::square(5), Piece::KING);
        /// let bounds = kings.using(&Options::new().time_limit(Duration::ZERO)).bounds()?;
        /// assert_eq!(bounds.iter().map(|bound| bound.value()).collect::<Vec<_>>(), [25]);
        /// # Ok::<(), queenside::Error>(())
        /// ```
    }

    /// Returns the bound on the fewest pieces, blockers not counted, that the crate knows without a search: no placement has
    /// fewer. `None` where none is known but that there are no fewer than none.
    ///
    /// # Errors
    ///
    /// Reports the faults of the problem.
    ///
    /// ```
    /// use queenside::{Board, Piece, classics};
    ///
    /// // . . . .
    /// // . K K .    A king covers nine squares at most, and each corner takes one.
    /// // . K K .
    /// // . . . .
    /// let bound = classics::domination(Board::square(4), Piece::KING).lower_bound()?;
    /// assert_eq!(bound.map(|bound| bound.to_string()).as_deref(), Some("4 by duality"));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    fn lower_bound(&problem; _options, control) -> Option<Bound> {
        Ok(bounds::lower_bound(problem, control))
    }
    under {
        /// ```
        /// use std::time::Duration;
        /// use queenside::{Board, Options, Piece, classics};
        ///
        /// // In no time no bound is known.
        /// let kings = classics::domination(Board::square(4), Piece::KING);
        /// assert_eq!(kings.using(&Options::new().time_limit(Duration::ZERO)).lower_bound()?, None);
        /// # Ok::<(), queenside::Error>(())
        /// ```
    }

    /// Finds a placement that satisfies the rules, by chance: quickly, also on large boards, and **not** with the same probability
    /// for each. The same one for the same problem, seed, engine and features.
    ///
    /// It is for puzzles, tests and pictures. Placements that many ways lead to come more often than others, and none is promised
    /// to come at all; for statistics, [`sample`](Self::sample) draws fairly. The search makes attempts that place the first
    /// pieces anywhere, each attempt longer than the one before, and with the feature `sat` the SAT solver makes attempts in
    /// between. That there is no solution is proved as by [`solve`](Self::solve). The engines `Brute` and `Sweep` draw fairly here
    /// too, since they know no quicker way.
    ///
    /// # Errors
    ///
    /// Reports the faults of the problem.
    ///
    /// ```
    /// use queenside::classics;
    ///
    /// // A hundred queens, another board for each seed. To draw one fairly would take a list of all.
    /// let problem = classics::queens(100);
    /// assert!(problem.sample(1).is_err_and(|error| error.is_declined()));
    /// let [one, again, other] = [1, 1, 2].map(|seed| problem.random(seed).map(|answer| answer.placement()));
    /// assert_eq!(one.as_ref().map(|one| one.as_ref().ok()), again.as_ref().map(|again| again.as_ref().ok()));
    /// assert_ne!(one?, other?);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    #[doc(alias = "shuffle")]
    #[doc(alias = "generate")]
    fn random(&problem, seed: u64; options, control) -> Answer<Option<Placement>> {
        pool::random(problem, seed, options, control)
    }
    under {
        /// ```
        /// use queenside::{Area, Board, Constraint, Options, Piece, Problem};
        ///
        /// // Eighty kings somewhere on 30×30, within a limit of nodes.
        /// let mut problem = Problem::new(Board::square(30));
        /// let king = problem.add_kind("king", Piece::KING);
        /// problem.non_attacking().add(Constraint::count(king, Area::Everywhere, 80));
        /// let kings = problem.using(&Options::new().node_limit(10_000)).random(7)?.placement()?;
        /// assert_eq!(kings.map(|kings| kings.len()), Some(80));
        /// # Ok::<(), queenside::Error>(())
        /// ```
    }
}
