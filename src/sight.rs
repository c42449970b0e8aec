//! What a piece sees: the plain walker that the meaning of every rule rests on.
//!
//! Nothing here is clever and nothing here is to be made faster: engines have tables of their own, and tests that tie them
//! to this.

use std::collections::BTreeSet;
use std::iter;

use crate::board::{Board, Terrain};
use crate::constraint::Sight;
use crate::movement::Move;
use crate::piece::Piece;
use crate::placement::Placement;
use crate::problem::Scene;
use crate::square::Square;

/// The squares a move passes, in order, as far as the board's edges let it: it ends off the board, after its range, or
/// where it would come back to its own square.
pub(crate) fn path(board: &Board, from: Square, movement: Move) -> impl Iterator<Item = Square> {
    let mut at = from;
    let steps = iter::from_fn(move || {
        at = board.step(at, movement.rows(), movement.columns()).filter(|square| *square != from)?;
        Some(at)
    });
    steps.take(movement.steps())
}

/// A board with somebody on it, looked at square by square.
pub(crate) struct Position<'a> {
    scene: &'a Scene,
    cells: Vec<Cell>,
}

/// A square with who stands there.
#[derive(Clone, Copy)]
pub(crate) struct Cell {
    terrain: Terrain,
    kind: Option<u16>,
}

impl<'a> Position<'a> {
    /// A board whose squares were written out before.
    pub(crate) fn with_cells(scene: &'a Scene, cells: Vec<Cell>) -> Self {
        Self { scene, cells }
    }

    /// The squares written out, to be used again.
    pub(crate) fn into_cells(self) -> Vec<Cell> {
        self.cells
    }

    /// The empty board of a checked problem.
    pub(crate) fn new(scene: &'a Scene) -> Self {
        let board = &scene.board;
        let mut cells = vec![Cell { terrain: Terrain::Open, kind: None }; board.rows() * board.columns()];
        for (set, terrain) in
            [(board.walls(), Terrain::Wall), (board.forbidden(), Terrain::Forbidden), (board.holes(), Terrain::Hole)]
        {
            for square in set.iter() {
                cells[square.index(board.columns())].terrain = terrain;
            }
        }
        Self { scene, cells }
    }

    /// Lets a man stand on a square, or takes away who does.
    pub(crate) fn set(&mut self, square: Square, kind: Option<u16>) {
        let index = square.index(self.scene.board.columns());
        self.cells[index].kind = kind;
    }

    pub(crate) fn kind_at(&self, square: Square) -> Option<u16> {
        self.cells[square.index(self.scene.board.columns())].kind
    }

    pub(crate) fn terrain_at(&self, square: Square) -> Terrain {
        self.cells[square.index(self.scene.board.columns())].terrain
    }

    fn piece_at(&self, square: Square) -> Option<&Piece> {
        self.kind_at(square).map(|kind| &self.scene.kinds[usize::from(kind)].piece)
    }

    /// Tells whether whoever stands on a square ends a ride that comes to it.
    fn stops(&self, square: Square, sight: Sight) -> bool {
        match (self.piece_at(square), sight) {
            (None, _) => false,
            (Some(_), Sight::First) => true,
            (Some(piece), Sight::Through) => piece.is_blocker(),
        }
    }

    /// The pieces that a piece standing on a square attacks, as squares.
    pub(crate) fn attacked(&self, from: Square, piece: &Piece, sight: Sight) -> BTreeSet<Square> {
        let mut attacked = BTreeSet::new();
        for movement in piece.moves() {
            for square in path(&self.scene.board, from, *movement) {
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

    /// The squares that a piece standing on a square covers, occupied or not.
    pub(crate) fn covered(&self, from: Square, piece: &Piece, sight: Sight) -> BTreeSet<Square> {
        let mut covered = BTreeSet::new();
        self.each_covered(from, piece, sight, |square| {
            covered.insert(square);
        });
        covered
    }

    /// The same squares one by one, each as often as the piece reaches it.
    pub(crate) fn each_covered(&self, from: Square, piece: &Piece, sight: Sight, mut visit: impl FnMut(Square)) {
        for movement in piece.moves() {
            for square in path(&self.scene.board, from, *movement) {
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
        let scene = Scene::new(self.clone());
        Position::new(&scene).covered(from, piece, Sight::First).into_iter().collect()
    }
}

impl Placement {
    /// Returns the pieces that whoever stands on a square attacks, as squares; nothing if nobody stands there.
    ///
    /// ```
    /// use queenside::{Board, Piece, Placement, Problem, Sight};
    ///
    /// let mut problem = Problem::new(Board::new(1, 5));
    /// problem.kind("rook", Piece::ROOK);
    /// let placement = Placement::parse(&problem, "R . R . R")?;
    /// assert_eq!(placement.attacked_from((0, 0), Sight::First).len(), 1);
    /// assert_eq!(placement.attacked_from((0, 0), Sight::Through).len(), 2);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn attacked_from(&self, square: impl Into<Square>, sight: Sight) -> crate::SquareSet {
        let square = square.into();
        let Some(kind) = self.kind_at(square) else { return crate::SquareSet::new() };
        let scene = self.scene();
        let mut position = Position::new(scene);
        for (square, kind) in self.men() {
            position.set(*square, Some(*kind));
        }
        position.attacked(square, &scene.kinds[usize::from(kind.index)].piece, sight).into_iter().collect()
    }
}
