//! The greatest and the least value, and bounds on it.

use super::{Using, questions};
use crate::answer::{Answer, Bound, Minimum, Optimum};
use crate::budget::{Control, Options};
use crate::language::{Invalid, Problem, Weights};
use crate::query::{Sense, bounds, by_size, pool};

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
}
