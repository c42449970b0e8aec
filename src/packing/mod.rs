//! A reusable solver: the largest number of pieces that fit on one board, with other walls each time.

mod known;
mod needed;
mod prepared;
mod segments;
mod solver;
mod unique;

use std::fmt;
use std::sync::Arc;

use crate::answer::Proof;
use crate::budget::{Budget, Cause, Control, Options};
use crate::language::{Board, Fault, Invalid, Piece, Square, SquareSet, Terrain, classics};
use crate::model::bit_set::with_width;
use crate::model::{Model, Var};
use known::Known;
use prepared::PreparedBoard;
use solver::{PackingAnswer, Solve, Solver};

/// The largest number of pieces of one kind that fit on a board, none attacking another, with other walls each time.
///
/// It answers the question of [`classics::non_attacking`] and [`maximize`](crate::Problem::maximize), and is made to do
/// so millions of times. Board and piece are compiled once; after that it allocates only when a board is harder than
/// all before it. It solves thousands of chessboards with a few walls in the time that it takes to compile one.
///
/// Board and piece may be any: walls, holes, forbidden squares and edges that meet, leaps, rides with or without range,
/// one-sided moves. Give each thread its own packing. For a single board, for other rules, and for enumerating
/// placements there is [`Problem`](crate::Problem).
///
/// # Examples
///
/// ```
/// use queenside::{Board, Packing, Piece};
///
/// // Eight queens fit on a chessboard; with one wall on the right square, nine.
/// let board = Board::square(8);
/// let mut packing = Packing::new(&board, &Piece::QUEEN)?;
/// assert_eq!(packing.maximize().value(), Some(8));
///
/// let mut nine = Vec::new();
/// for wall in board.squares().iter() {
///     if packing.set_walls([wall])?.maximize().value() == Some(9) {
///         nine.push(wall);
///     }
/// }
/// assert_eq!(nine.len(), 32);
///
/// // . . . . . . . Q
/// // . Q . . . . . .
/// // . . . Q . . . .
/// // Q . . % . Q . .
/// // . . Q . . . . .
/// // . . . . Q . . .
/// // . . . . . . Q .
/// // . . . Q . . . .
/// let most = packing.set_walls([(3, 3)])?.maximize();
/// assert_eq!((most.value(), most.squares().count()), (Some(9), 9));
/// # Ok::<(), queenside::Error>(())
/// ```
pub struct Packing {
    rows: usize,
    columns: usize,
    /// The square of each variable: all but walls and holes of the board.
    slots: Vec<Square>,
    /// One more than the variable of each square of the board, by index; 0 if it has none.
    slot_of: Vec<u32>,
    solver: Box<dyn Solve>,
    options: Options,
    walls: Vec<Var>,
    start: Vec<Var>,
    known: Known,
    /// The answer, if it was computed since the walls were set.
    answer: Option<PackingAnswer>,
}

impl Packing {
    /// The largest board, in squares: 64×64. The tables of a packing are quadratic in it.
    pub const MAX_SQUARES: usize = 1 << 12;

    /// Compiles a board and a piece.
    ///
    /// # Errors
    ///
    /// Reports the faults of the board and of the piece, a board of too many squares, and a blocker, which is not counted.
    ///
    /// ```
    /// use queenside::{Board, Packing, Piece};
    ///
    /// // K . K    Four kings fit round a wall.
    /// // . % .
    /// // K . K
    /// let mut packing = Packing::new(&Board::square(3), &Piece::KING)?;
    /// assert_eq!(packing.set_walls([(1, 1)])?.maximize().value(), Some(4));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn new(board: &Board, piece: &Piece) -> Result<Self, Invalid> {
        let (rows, columns) = (board.rows(), board.columns());
        let problem = classics::non_attacking(board.clone(), piece.clone());
        problem.check()?;
        if rows * columns > Self::MAX_SQUARES {
            return Err(Fault::TooManySquares { rows, columns, max: Self::MAX_SQUARES }.into());
        }
        if piece.is_blocker() {
            return Err(Fault::NotCounted.into());
        }
        // An attacker and its target must not stand together, so every move is added in reverse. Forbidden squares have
        // their place in the tables, too, since a wall may be added there.
        let reversed = Piece::new(piece.moves().iter().map(|movement| movement.reversed()));
        let both = piece.and(&reversed);
        let opened = board.clone().with_terrain(Terrain::Open, board.forbidden().iter());
        let problem = Arc::new(classics::non_attacking(opened, both.clone()));
        let mut control = Control::new(&Options::new());
        let declined = |cause: Cause| Fault::Declined { engine: "packing", reason: cause.to_string() };
        let model = Model::compile(&problem, &mut control).map_err(declined)?;
        let open = board.open();
        let counted: Vec<bool> = model.slots.iter().map(|square| open.contains(*square)).collect();
        let partitions = model.partitions(&counted, &mut control).map_err(declined)?;
        let prepared = PreparedBoard::new(board, &both, &model, &partitions);
        let solver: Box<dyn Solve> = with_width!(model.vars(), W => {
            Box::new(Solver::<W>::new(PreparedBoard::of(prepared)))
        });
        let mut slot_of = vec![0; rows * columns];
        for (slot, square) in model.slots.iter().enumerate() {
            slot_of[square.index(columns)] = slot as u32 + 1;
        }
        Ok(Self {
            rows,
            columns,
            slots: model.slots,
            slot_of,
            solver,
            options: Options::new(),
            walls: Vec::new(),
            start: Vec::new(),
            known: Known::default(),
            answer: None,
        })
    }

    /// Sets the limits of each question from now on: time, nodes, a cancel token; and an observer. The engine and the
    /// solution limit are ignored. Without limits every question is answered exactly.
    ///
    /// ```
    /// use queenside::{Board, Cause, Options, Packing, Piece};
    ///
    /// let mut packing = Packing::new(&Board::square(12), &Piece::AMAZON)?;
    /// let most = packing.using(&Options::new().node_limit(50)).maximize();
    /// assert_eq!((most.value(), most.stopped()), (None, Some(Cause::NodeLimit)));
    /// assert!(most.best() < 12 && most.bound() == 12);
    ///
    /// assert_eq!(packing.using(&Options::new()).maximize().value(), Some(12));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn using(&mut self, options: &Options) -> &mut Self {
        self.options = options.clone();
        self
    }

    /// Puts these walls on the board, in place of those added before. The walls, holes and forbidden squares of the
    /// board itself stay.
    ///
    /// It takes an iterator, so that nothing is allocated; for a [`SquareSet`] pass its [`iter`](SquareSet::iter).
    ///
    /// # Errors
    ///
    /// Reports squares off the board, which then has no added walls.
    ///
    /// ```
    /// use queenside::{Board, Packing, Piece};
    ///
    /// // R % R % R
    /// // . . R . .
    /// let mut packing = Packing::new(&Board::new(2, 5), &Piece::ROOK)?;
    /// assert_eq!(packing.set_walls([(0, 1), (0, 3)])?.maximize().value(), Some(4));
    /// assert_eq!(packing.set_walls([(0, 4)])?.maximize().value(), Some(2));
    /// let error = packing.set_walls([(2, 0)]).unwrap_err();
    /// assert_eq!(error.to_string(), "walls: (2,0) is not on the 2×5 board");
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn set_walls(&mut self, walls: impl IntoIterator<Item = impl Into<Square>>) -> Result<&mut Self, Invalid> {
        self.walls.clear();
        self.start.clear();
        self.known.clear();
        self.answer = None;
        let mut off_board = SquareSet::new();
        for wall in walls {
            let wall = wall.into();
            if wall.row() >= self.rows || wall.column() >= self.columns {
                off_board.insert(wall);
            } else if let Some(var) = self.var(wall) {
                self.walls.push(var);
            }
        }
        if !off_board.is_empty() {
            self.walls.clear();
        }
        self.solver.set_walls(&self.walls);
        if off_board.is_empty() {
            return Ok(self);
        }
        let fault = Board::new(self.rows, self.columns).off_board("walls", &off_board);
        Invalid::unless_empty(fault.into_iter().collect()).map(|()| self)
    }

    /// Suggests a placement to begin with, such as the best one with a wall less. Squares on which no piece may stand,
    /// and squares attacked from earlier ones, are skipped.
    ///
    /// This is a hint: it may save the search for one as good, and never changes the answer.
    ///
    /// ```
    /// use queenside::{Board, Packing, Piece, Square};
    ///
    /// let mut packing = Packing::new(&Board::square(8), &Piece::QUEEN)?;
    /// let queens: Vec<Square> = packing.set_walls([(3, 3), (4, 4)])?.maximize().squares().collect();
    /// assert_eq!(queens.len(), 10);
    ///
    /// // A wall on a vacant square only stops sight.
    /// let most = packing.set_walls([(3, 3), (4, 4), (1, 6)])?.start_from(queens).maximize();
    /// assert_eq!(most.value(), Some(10));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn start_from(&mut self, squares: impl IntoIterator<Item = impl Into<Square>>) -> &mut Self {
        self.start.clear();
        for square in squares {
            let var = self.var(square.into());
            self.start.extend(var);
        }
        self
    }

    /// Returns the largest number of pieces that fit with the current walls. It is computed once for each set of walls,
    /// and again only if it was stopped.
    ///
    /// ```
    /// use queenside::{Board, Packing, Piece};
    ///
    /// // K . K    Four kings fit round a wall.
    /// // . % .
    /// // K . K
    /// let mut packing = Packing::new(&Board::square(3), &Piece::KING)?;
    /// assert_eq!(packing.maximize().value(), Some(4)); // without the wall, too
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn maximize(&mut self) -> Packed<'_> {
        let answer = self.answer(&mut Control::new(&self.options));
        Packed { packing: self, answer }
    }

    /// Finds the most under a budget that is shared with other questions, in place of the options.
    ///
    /// ```
    /// use queenside::{Board, Budget, Options, Packing, Piece};
    ///
    /// // A wall in the middle makes room for a fifth rook.
    /// let mut budget = Budget::new(&Options::new());
    /// let mut packing = Packing::new(&Board::square(4), &Piece::ROOK)?;
    /// assert_eq!(packing.maximize_under(&mut budget).value(), Some(4));
    /// assert_eq!(packing.set_walls([(1, 1)])?.maximize_under(&mut budget).value(), Some(5));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn maximize_under(&mut self, budget: &mut Budget) -> Packed<'_> {
        let answer = budget.ask(|control| self.answer(control));
        Packed { packing: self, answer }
    }

    /// Returns the number of placements that reach the most, or the limit if that is smaller.
    ///
    /// # Errors
    ///
    /// Returns the cause if a limit stopped it.
    ///
    /// ```
    /// use queenside::{Board, Packing, Piece};
    ///
    /// // . . . Q . . . .
    /// // . Q . % . . Q .
    /// // . . . . Q . . .
    /// // . . Q . % . . Q    Eleven queens,
    /// // Q % . . . Q . .    and no other way.
    /// // . . . Q . . . .
    /// // . Q . . . . . .
    /// // . . . . Q . . .
    /// let mut packing = Packing::new(&Board::square(8), &Piece::QUEEN)?;
    /// assert_eq!(packing.count_optima(1000), Ok(92));
    /// assert_eq!(packing.count_optima(2), Ok(2));
    /// packing.set_walls([(1, 3), (3, 4), (4, 1)])?;
    /// assert_eq!((packing.maximize().value(), packing.count_optima(2)), (Some(11), Ok(1)));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn count_optima(&mut self, limit: u64) -> Result<u64, Cause> {
        self.count(limit, &mut Control::new(&self.options))
    }

    /// Counts optima under a budget that is shared with other questions, in place of the options.
    ///
    /// # Errors
    ///
    /// Says why, if the budget stopped it.
    ///
    /// ```
    /// use queenside::{Board, Budget, CancelToken, Cause, Options, Packing, Piece};
    ///
    /// let token = CancelToken::new();
    /// let mut budget = Budget::new(&Options::new().cancel(&token));
    /// let mut packing = Packing::new(&Board::square(6), &Piece::QUEEN)?;
    /// assert_eq!(packing.count_optima_under(1000, &mut budget), Ok(4));
    /// token.cancel();
    /// assert_eq!(packing.set_walls([(0, 0)])?.count_optima_under(1000, &mut budget.fork()), Err(Cause::Cancelled));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn count_optima_under(&mut self, limit: u64, budget: &mut Budget) -> Result<u64, Cause> {
        budget.ask(|control| self.count(limit, control))
    }

    fn count(&mut self, limit: u64, control: &mut Control) -> Result<u64, Cause> {
        match self.answer(control).stopped {
            Some(cause) => Err(cause),
            None => self.solver.count(limit, control),
        }
    }

    /// Tells whether exactly one placement reaches the most; quicker than [counting](Self::count_optima) up to two.
    ///
    /// # Errors
    ///
    /// Returns the cause if a limit stopped it.
    ///
    /// ```
    /// use queenside::{Board, Packing, Piece};
    ///
    /// // % % Q .
    /// // Q . . .    Four queens fit anyhow, in two ways,
    /// // . . . Q    but with a wall in the way of one of them.
    /// // . Q . .
    /// let mut packing = Packing::new(&Board::square(4), &Piece::QUEEN)?;
    /// assert_eq!((packing.is_unique(), packing.count_optima(9)), (Ok(false), Ok(2)));
    /// packing.set_walls([(0, 0), (0, 1)])?;
    /// assert_eq!((packing.is_unique(), packing.count_optima(9)), (Ok(true), Ok(1)));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn is_unique(&mut self) -> Result<bool, Cause> {
        self.has_no_equal(&mut Control::new(&self.options))
    }

    /// Tells whether just one placement reaches the most, under a budget that is shared with other questions, in place of
    /// the options.
    ///
    /// # Errors
    ///
    /// Says why, if the budget stopped it.
    ///
    /// ```
    /// use queenside::{Board, Budget, Options, Packing, Piece};
    ///
    /// // K . K    Four kings on 3×3 stand in the corners; a wall
    /// // . . .    elsewhere changes nothing, one in a corner
    /// // K . K    leaves three kings several ways.
    /// let mut budget = Budget::new(&Options::new());
    /// let mut packing = Packing::new(&Board::square(3), &Piece::KING)?;
    /// let mut unique = Vec::new();
    /// for square in Board::square(3).squares().iter() {
    ///     if packing.set_walls([square])?.is_unique_under(&mut budget) == Ok(true) {
    ///         unique.push(square.to_string());
    ///     }
    /// }
    /// assert_eq!(unique, ["(0,1)", "(1,0)", "(1,1)", "(1,2)", "(2,1)"]);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn is_unique_under(&mut self, budget: &mut Budget) -> Result<bool, Cause> {
        budget.ask(|control| self.has_no_equal(control))
    }

    fn has_no_equal(&mut self, control: &mut Control) -> Result<bool, Cause> {
        match self.answer(control).stopped {
            Some(cause) => Err(cause),
            None => self.solver.is_unique(control),
        }
    }

    fn answer(&mut self, control: &mut Control) -> PackingAnswer {
        match self.answer {
            Some(answer) if answer.stopped.is_none() => answer,
            _ => *self.answer.insert(self.solver.maximize(&self.start, &self.known, control)),
        }
    }

    fn var(&self, square: Square) -> Option<Var> {
        let on_board = square.row() < self.rows && square.column() < self.columns;
        on_board.then(|| self.slot_of[square.index(self.columns)]).and_then(|slot| slot.checked_sub(1))
    }
}

impl fmt::Debug for Packing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let squares = |vars: &[Var]| vars.iter().map(|var| self.slots[*var as usize]).collect::<SquareSet>();
        f.debug_struct("Packing")
            .field("rows", &self.rows)
            .field("columns", &self.columns)
            .field("walls", &squares(&self.walls))
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

/// The answer of a [`Packing`]: the most and a placement that reaches it, borrowed until the walls change.
///
/// # Examples
///
/// ```
/// use queenside::{Board, BoundName, Packing, Piece, Proof, SquareSet};
///
/// // K . K
/// // . % .
/// // K . K
/// let mut packing = Packing::new(&Board::square(3), &Piece::KING)?;
/// let most = packing.set_walls([(1, 1)])?.maximize();
/// assert_eq!((most.value(), most.proof()), (Some(4), Some(Proof::BoundMet { name: BoundName::Blocks })));
/// assert_eq!(most.squares().collect::<SquareSet>(), SquareSet::from([(0, 0), (0, 2), (2, 0), (2, 2)]));
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Packed<'a> {
    packing: &'a Packing,
    answer: PackingAnswer,
}

impl<'a> Packed<'a> {
    /// Returns the most, if it is proved; without limits it always is.
    ///
    /// ```
    /// use queenside::{Board, Packing, Piece};
    ///
    /// // K . K    Four kings fit round a wall.
    /// // . % .
    /// // K . K
    /// let mut packing = Packing::new(&Board::square(3), &Piece::KING)?;
    /// let most = packing.set_walls([(1, 1)])?.maximize();
    /// assert_eq!(most.value(), Some(4));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn value(&self) -> Option<usize> {
        self.answer.stopped.is_none().then_some(self.answer.best)
    }

    /// Returns the number of pieces of the best placement found.
    ///
    /// ```
    /// use queenside::{Board, Packing, Piece};
    ///
    /// // K . K    Four kings fit round a wall.
    /// // . % .
    /// // K . K
    /// let mut packing = Packing::new(&Board::square(3), &Piece::KING)?;
    /// let most = packing.set_walls([(1, 1)])?.maximize();
    /// assert_eq!(most.best(), 4);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn best(&self) -> usize {
        self.answer.best
    }

    /// Returns the proved bound: no placement has more pieces. If the most is proved, the two are equal.
    ///
    /// ```
    /// use queenside::{Board, Packing, Piece};
    ///
    /// // K . K    Four kings fit round a wall.
    /// // . % .
    /// // K . K
    /// let mut packing = Packing::new(&Board::square(3), &Piece::KING)?;
    /// let most = packing.set_walls([(1, 1)])?.maximize();
    /// assert_eq!(most.bound(), 4);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn bound(&self) -> usize {
        self.answer.bound
    }

    /// Returns the squares of the best placement found, in reading order.
    ///
    /// ```
    /// use queenside::{Board, Packing, Piece};
    ///
    /// // K . K    Four kings fit round a wall.
    /// // . % .
    /// // K . K
    /// let mut packing = Packing::new(&Board::square(3), &Piece::KING)?;
    /// let most = packing.set_walls([(1, 1)])?.maximize();
    /// assert_eq!(most.squares().map(|square| square.to_string()).collect::<String>(), "(0,0)(0,2)(2,0)(2,2)");
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<'a> {
        let packing = self.packing;
        members(packing.solver.witness()).map(|var| packing.slots[var as usize])
    }

    /// Returns how the most is proved, if it is.
    ///
    /// ```
    /// use queenside::{Board, BoundName, Packing, Piece, Proof};
    ///
    /// // K . K    Four kings fit round a wall.
    /// // . % .
    /// // K . K
    /// let mut packing = Packing::new(&Board::square(3), &Piece::KING)?;
    /// let most = packing.set_walls([(1, 1)])?.maximize();
    /// assert_eq!(most.proof(), Some(Proof::BoundMet { name: BoundName::Blocks }));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn proof(&self) -> Option<Proof> {
        self.value().map(|_| self.answer.met.map_or(Proof::Exhausted, |name| Proof::BoundMet { name }))
    }

    /// Returns why the question was stopped, if it was.
    ///
    /// ```
    /// use queenside::{Board, Cause, Options, Packing, Piece};
    ///
    /// // A board of 20×20 amazons takes more than ten nodes.
    /// let mut packing = Packing::new(&Board::square(20), &Piece::AMAZON)?;
    /// let most = packing.using(&Options::new().node_limit(10)).maximize();
    /// assert_eq!((most.value(), most.stopped()), (None, Some(Cause::NodeLimit)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn stopped(&self) -> Option<Cause> {
        self.answer.stopped
    }

    /// Returns the number of nodes of the search tree.
    ///
    /// ```
    /// use queenside::{Board, Options, Packing, Piece};
    ///
    /// // Not many more nodes than it may.
    /// let mut packing = Packing::new(&Board::square(20), &Piece::AMAZON)?;
    /// assert!(packing.using(&Options::new().node_limit(10)).maximize().nodes() <= 11);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn nodes(&self) -> u64 {
        self.answer.nodes
    }
}

impl fmt::Debug for Packed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Packed")
            .field("value", &self.value())
            .field("bound", &self.bound())
            .field("squares", &self.squares().collect::<SquareSet>())
            .field("stopped", &self.stopped())
            .finish_non_exhaustive()
    }
}

/// Returns the variables in a bit set.
fn members(words: &[u64]) -> impl Iterator<Item = Var> + use<'_> {
    words.iter().enumerate().flat_map(|(place, word)| {
        let left = std::iter::successors(Some(*word), |word| Some(word & word.wrapping_sub(1)));
        left.take_while(|word| *word != 0).map(move |word| place as Var * 64 + word.trailing_zeros())
    })
}
