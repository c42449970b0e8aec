//! Bounds from the outermost pieces.

use super::Model;
use crate::answer::{Bound, BoundName};
use crate::language::{Piece, Rule, Sight, Wrap};

impl Model {
    /// Returns the bound 0 where each piece is to attack more than the first or the last piece can.
    ///
    /// The first piece in reading order can only attack by moves that lead on in that order, the last only by those that lead
    /// back; the same holds when columns are read before rows. By sight each move attacks one piece at most.
    pub(super) fn by_extremes(&self) -> Option<Bound> {
        let board = self.problem.board();
        let [info] = &self.problem.setup().kinds[..] else { return None };
        let min = self.problem.constraints().iter().filter_map(|constraint| match &constraint.rule {
            Rule::Attacks { range, sight: Sight::First, .. } => range.lower(),
            _ => None,
        });
        let min = usize::try_from(min.max()?).ok()?;
        let steps = || info.piece.moves().iter().map(|own| (own.rows(), own.columns()));
        let onward = [
            steps().filter(|step| *step > (0, 0)).count(),
            steps().filter(|step| *step < (0, 0)).count(),
            steps().filter(|(rows, columns)| (*columns, *rows) > (0, 0)).count(),
            steps().filter(|(rows, columns)| (*columns, *rows) < (0, 0)).count(),
        ];
        let unmet = onward.iter().any(|moves| *moves < min) && board.wrap() == Wrap::None;
        unmet.then(|| Bound::new(0, BoundName::ExtremePieces))
    }

    /// Returns 2n − 2 for queens on n×n without walls, n ≥ 3, each of which attacks at most two others.
    ///
    /// By line ends 6m + Σ(2 − aᵢ) + 2E = 12n − 4 for m queens and E empty lines, so m ≤ 2n − 1. If m = 2n − 1, then E
    /// is 0, or E is 1 and every queen attacks two. Each corner square is a diagonal by itself. If all four hold a
    /// queen, each of these sees another along its row, its column and its long diagonal: three. If just one corner is
    /// empty, its diagonal is the empty line. The opposite corner queen sees along its row and its column, so its long
    /// diagonal holds no other queen; the two remaining corner queens see each other and the opposite one, so the row
    /// of the one and the column of the other, which lead to the empty corner, hold no other queen. These hold both
    /// squares of the diagonal next to the empty corner's: it is empty too.
    pub(super) fn by_corners(&self) -> Option<Bound> {
        let board = self.problem.board();
        let n = board.rows();
        let [info] = &self.problem.setup().kinds[..] else { return None };
        let queens = info.piece.moves().len() == Piece::QUEEN.moves().len()
            && Piece::QUEEN.moves().iter().all(|own| info.piece.moves().contains(own));
        let whole = n == board.columns() && board.wrap() == Wrap::None && self.slots.len() == n * n;
        let applies = queens && whole && n >= 3 && self.mutual_attacks()?.0 == 2;
        applies.then(|| Bound::new(2 * n as i64 - 2, BoundName::Corners))
    }
}
