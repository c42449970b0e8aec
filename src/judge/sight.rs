//! What a piece sees: the plain walk along its moves on which the meaning of every rule rests.
//!
//! Nothing here is clever or to be made faster: engines have tables, and tests compare those with this.

use std::iter;

use crate::language::{Board, Move, OrderedSet, Piece, Placement, Setup, Sight, Square, Terrain};

/// Returns the squares a move passes, in order: it ends off the board, after its range, or where it would return to its
/// own square.
pub(crate) fn path(board: &Board, from: Square, movement: Move) -> impl Iterator<Item = Square> {
    let mut at = from;
    let steps = iter::from_fn(move || {
        at = board.step(at, movement.rows(), movement.columns()).filter(|square| *square != from)?;
        Some(at)
    });
    steps.take(movement.steps())
}

/// A board with pieces, looked at square by square.
pub(crate) struct Position<'a> {
    setup: &'a Setup,
    cells: Vec<Cell>,
}

/// A square and the kind that stands on it.
#[derive(Clone, Copy)]
pub(crate) struct Cell {
    terrain: Terrain,
    kind: Option<u16>,
}

impl<'a> Position<'a> {
    /// Like [`new`](Self::new), with the cells of an empty board prepared before.
    pub(crate) fn with_cells(setup: &'a Setup, cells: Vec<Cell>) -> Self {
        Self { setup, cells }
    }

    /// Returns the cells, to be used again.
    pub(crate) fn into_cells(self) -> Vec<Cell> {
        self.cells
    }

    /// Returns the empty board of a checked problem.
    pub(crate) fn new(setup: &'a Setup) -> Self {
        let board = &setup.board;
        let mut cells = vec![Cell { terrain: Terrain::Open, kind: None }; board.rows() * board.columns()];
        for (set, terrain) in
            [(board.walls(), Terrain::Wall), (board.forbidden(), Terrain::Forbidden), (board.holes(), Terrain::Hole)]
        {
            for square in set.iter() {
                cells[square.index(board.columns())].terrain = terrain;
            }
        }
        Self { setup, cells }
    }

    /// Puts a piece on a square, or removes the one there.
    pub(crate) fn set(&mut self, square: Square, kind: Option<u16>) {
        let index = square.index(self.setup.board.columns());
        self.cells[index].kind = kind;
    }

    pub(crate) fn kind_at(&self, square: Square) -> Option<u16> {
        self.cells[square.index(self.setup.board.columns())].kind
    }

    pub(crate) fn terrain_at(&self, square: Square) -> Terrain {
        self.cells[square.index(self.setup.board.columns())].terrain
    }

    fn piece_at(&self, square: Square) -> Option<&Piece> {
        self.kind_at(square).map(|kind| &self.setup.kinds[usize::from(kind)].piece)
    }

    /// Tells whether the piece on a square ends a ride that reaches it.
    fn stops(&self, square: Square, sight: Sight) -> bool {
        match (self.piece_at(square), sight) {
            (None, _) => false,
            (Some(_), Sight::First) => true,
            (Some(piece), Sight::Through) => piece.is_blocker(),
        }
    }

    /// Returns the squares of the pieces that a piece on this square attacks.
    pub(crate) fn attacked(&self, from: Square, piece: &Piece, sight: Sight) -> OrderedSet<Square> {
        let mut attacked = OrderedSet::default();
        for movement in piece.moves() {
            for square in path(&self.setup.board, from, *movement) {
                if self.terrain_at(square).stops_sight() {
                    break;
                }
                if self.kind_at(square).is_some() {
                    attacked.insert(square);
                }
                if self.stops(square, sight) {
                    break;
                }
            }
        }
        attacked
    }

    /// Returns the squares that a piece on this square covers, occupied or not.
    pub(crate) fn covered(&self, from: Square, piece: &Piece, sight: Sight) -> OrderedSet<Square> {
        let mut covered = OrderedSet::default();
        self.each_covered(from, piece, sight, |square| {
            covered.insert(square);
        });
        covered
    }

    /// Visits the same squares, each as often as the piece reaches it.
    pub(crate) fn each_covered(&self, from: Square, piece: &Piece, sight: Sight, mut visit: impl FnMut(Square)) {
        for movement in piece.moves() {
            for square in path(&self.setup.board, from, *movement) {
                if self.terrain_at(square) == Terrain::Hole {
                    break;
                }
                visit(square);
                if self.terrain_at(square) == Terrain::Wall || self.stops(square, sight) {
                    break;
                }
            }
        }
    }
}

impl Board {
    /// Returns the squares that a piece covers from a square when it stands there alone.
    ///
    /// ```
    /// use queenside::{Board, Piece};
    ///
    /// let board: Board = "
    ///     . . . . .
    ///     . . % . .
    ///     . . . . .
    /// ".parse()?;
    /// // A ride covers the wall it ends on.
    /// assert_eq!(board.attacks(&Piece::ROOK, (1, 0)).len(), 4);
    /// assert_eq!(board.attacks(&Piece::KNIGHT, (0, 0)).len(), 2);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn attacks(&self, piece: &Piece, from: impl Into<Square>) -> crate::SquareSet {
        let from = from.into();
        if !self.contains(from) || self.check().is_err() {
            return crate::SquareSet::new();
        }
        let setup = Setup::new(self.clone());
        Position::new(&setup).covered(from, piece, Sight::First).iter().copied().collect()
    }
}

impl Placement {
    /// Returns the squares of the pieces that the piece on a square attacks; empty if the square is vacant.
    ///
    /// ```
    /// use queenside::{Board, Piece, Placement, Problem, Sight};
    ///
    /// let mut problem = Problem::new(Board::new(1, 5));
    /// problem.add_kind("rook", Piece::ROOK);
    /// let placement = Placement::parse(&problem, "R . R . R")?;
    /// assert_eq!(placement.attacked_from((0, 0), Sight::First).len(), 1);
    /// assert_eq!(placement.attacked_from((0, 0), Sight::Through).len(), 2);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn attacked_from(&self, square: impl Into<Square>, sight: Sight) -> crate::SquareSet {
        let square = square.into();
        let Some(kind) = self.kind_at(square) else { return crate::SquareSet::new() };
        let setup = self.setup();
        let mut position = Position::new(setup);
        for (square, kind) in self.placed() {
            position.set(*square, Some(*kind));
        }
        position.attacked(square, &setup.kinds[usize::from(kind.index)].piece, sight).iter().copied().collect()
    }
}
