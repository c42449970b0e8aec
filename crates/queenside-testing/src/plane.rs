//! The symmetries of the plane, worked out from coordinates alone, to compare what groups say with.

use queenside::{Board, Square, Symmetry, Wrap};

/// Where a symmetry takes a square.
pub fn image(symmetry: Symmetry, square: Square, board: &Board) -> Square {
    let (r, c) = (square.row(), square.column());
    let (down, right) = (board.rows() - 1 - r, board.columns() - 1 - c);
    let (r, c) = match symmetry {
        Symmetry::Identity => (r, c),
        Symmetry::QuarterTurn => (c, down),
        Symmetry::HalfTurn => (down, right),
        Symmetry::ThreeQuarterTurn => (right, r),
        Symmetry::MirrorColumns => (r, right),
        Symmetry::MirrorRows => (down, c),
        Symmetry::Transpose => (c, r),
        Symmetry::Antitranspose => (right, down),
    };
    Square::new(r, c)
}

/// Whether the shape of a board allows a symmetry, whatever its squares are.
pub fn is_allowed(symmetry: Symmetry, board: &Board) -> bool {
    !symmetry.swaps_axes() || (board.rows() == board.columns() && matches!(board.wrap(), Wrap::None | Wrap::Both))
}

/// The symmetries of a board, found square by square.
pub fn symmetries(board: &Board) -> Vec<Symmetry> {
    let keeps = |symmetry: &Symmetry| {
        board.squares().iter().all(|square| board.terrain(square) == board.terrain(image(*symmetry, square, board)))
    };
    Symmetry::ALL.into_iter().filter(|symmetry| is_allowed(*symmetry, board)).filter(keeps).collect()
}
