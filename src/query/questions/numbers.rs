//! How many solutions there are, of each size and up to symmetry.

use super::{Using, questions};
use crate::answer::{Answer, Count};
use crate::budget::{Control, Options};
use crate::language::{Invalid, Problem};
use crate::query::{Classes, by_size, count, pool};
use crate::symmetry::Group;

questions! {
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
}
