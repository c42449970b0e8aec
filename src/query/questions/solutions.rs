//! Solutions: any, all, in parts, at random; whether there is but one, and why there is none.

use super::{Using, questions};
use crate::answer::{Answer, Conflict, Part, Uniqueness};
use crate::budget::{Control, Options};
use crate::language::{Invalid, Placement, Problem};
use crate::query::{Solutions, conflict, pool};

questions! {
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
        /// assert_eq!(problem.using(&Options::new().node_limit(10)).sample(1)?.placement().ok(), None);
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
}
