//! Bounds from how many squares a piece covers.

use super::Model;
use crate::answer::{Bound, BoundName};
use crate::language::{Board, gcd};
use crate::model::{Covering, Rule, Worths};

impl Model {
    /// The bound on the sum of the weights, if none is positive, by rules that ask for pieces in view of squares.
    ///
    /// Let a rule ask for m pieces in view of each of s squares, and let a piece of some kind be in view of v of them at most. Then pieces
    /// of that kind that cost c each cost s·m·c/v together, if no others cover anything. The least of this over the kinds is a bound.
    pub(crate) fn by_reach(&self, worths: &Worths) -> Option<Bound> {
        if worths.list().is_empty() || worths.has_positive() {
            return None;
        }
        let mut costs = vec![u128::MAX; self.kinds];
        for (weight, kind) in worths.list().iter().zip((0..self.kinds).cycle()) {
            costs[kind] = costs[kind].min(weight.unsigned_abs().into());
        }
        let covering = self
            .rules
            .iter()
            .filter_map(|rule| if let Rule::Views(views) = rule { views.covering(self) } else { None });
        let cost = covering.filter_map(|Covering { squares, least, by, where_vacant }| {
            // A vacant square on which a piece stands demands none any more.
            let mut met = vec![if where_vacant { u128::from(least) } else { 0 }; self.kinds];
            for (kind, steps) in &by {
                met[*kind] += most_covered(self.board(), steps) as u128;
            }
            let all = u128::from(least) * squares as u128;
            let some = costs.iter().zip(met).filter(|(_, met)| *met > 0);
            some.map(|(cost, met)| all.saturating_mul(*cost).div_ceil(met)).min()
        });
        let cost = cost.max()?.checked_next_multiple_of(worths.unit().into()).unwrap_or(u128::MAX);
        let cost = i64::try_from(cost).unwrap_or(i64::MAX);
        Some(Bound::new(-cost, BoundName::Reach))
    }
}

/// The most squares that a piece with these steps covers on an empty board: by two that lead opposite ways all others of a line.
fn most_covered(board: &Board, steps: &[((i32, i32), usize)]) -> usize {
    let twice = steps.iter().map(|((rows, columns), repeats)| {
        let others = squares_on_line(board, (*rows, *columns)) - 1;
        let opposite = steps.iter().find(|(step, _)| *step == (-rows, -columns));
        match opposite {
            Some((_, back)) => repeats.saturating_add(*back).min(others),
            None => 2 * others.min(*repeats),
        }
    });
    twice.sum::<usize>() / 2
}

/// The most squares on a line along a step.
fn squares_on_line(board: &Board, (rows, columns): (i32, i32)) -> usize {
    let sides = [(rows, board.rows(), board.wrap().rows()), (columns, board.columns(), board.wrap().columns())];
    let sides = sides.map(|(step, size, wraps)| (u64::from(step.unsigned_abs()), size as u64, wraps));
    let ended = sides.iter().filter(|(step, _, wraps)| *step > 0 && !wraps);
    let ended = ended.map(|(step, size, _)| 1 + (size - 1) / step);
    // Where no edge ends it, it comes home.
    let squares = ended.min().unwrap_or_else(|| {
        sides.iter().filter(|(step, ..)| *step > 0).fold(1, |all, (step, size, _)| {
            let around = size / gcd(*size, *step);
            all / gcd(all, around) * around
        })
    });
    squares as usize
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::budget::{Control, Options, Random};
    use crate::language::{Area, Constraint, Move, Piece, Problem, Wrap, classics};
    use crate::model::samples;

    fn bound(problem: &Problem, weights: &[i64]) -> Option<i64> {
        let mut control = Control::new(&Options::new());
        let model = Model::compile(&Arc::new(problem.clone()), &mut control).expect("no limit was set");
        model.by_reach(&Worths::by_kind(&model, weights)).map(|bound| -bound.value)
    }

    #[test]
    fn no_solution_costs_less() {
        assert!(samples::costs_at_least(bound) > 10);
    }

    /// No piece covers more squares than the bound takes it to cover, and some as many, on boards of every wrap.
    #[test]
    fn a_piece_covers_no_more_than_its_lines_hold() {
        let mut random = Random::new(5);
        let mut met = 0;
        for round in 0..2000 {
            let wrap = [Wrap::None, Wrap::Columns, Wrap::Rows, Wrap::Both][round % 4];
            let board = Board::new(1 + random.below(7) as usize, 1 + random.below(7) as usize).with_wrap(wrap);
            let mut step = || random.below(7) as i32 - 3;
            let moves: Vec<Move> = (0..3).map(|_| Move::ride(step(), step())).collect();
            let moves = moves.into_iter().filter(|own| (own.rows(), own.columns()) != (0, 0));
            let moves = moves.map(|own| match random.below(4) {
                0 => Move::leap(own.rows(), own.columns()),
                1 => own.within(1 + random.below(3) as u32),
                _ => own,
            });
            let mut piece = Piece::new(moves);
            if random.below(2) == 0 {
                piece = piece.and(&Piece::new(piece.moves().iter().map(|own| own.reversed())));
            }
            let covered =
                board.squares().into_iter().map(|square| board.attacks(&piece, square).len()).max().unwrap_or(0);
            let problem = classics::domination(board.clone(), piece.clone());
            let mut control = Control::new(&Options::new());
            let model = Model::compile(&Arc::new(problem), &mut control).expect("no limit was set");
            let Some(covering) = model
                .rules
                .iter()
                .find_map(|rule| if let Rule::Views(views) = rule { views.covering(&model) } else { None })
            else {
                continue;
            };
            let most = most_covered(&board, &covering.by[0].1);
            assert!(covered <= most, "{covered} of {most} by {piece} on\n{board}");
            met += usize::from(covered == most);
        }
        assert!(met > 500, "{met}");
    }

    #[test]
    fn covers_of_large_boards_have_a_bound_at_once() {
        let torus = |n: usize| Board::square(n).with_wrap(Wrap::Both);
        assert_eq!(bound(&classics::domination(torus(9), Piece::KING), &[-1]), Some(9));
        assert_eq!(bound(&classics::domination(torus(9), Piece::ROOK), &[-5]), Some(25));
        assert_eq!(bound(&classics::domination(Board::square(400), Piece::QUEEN), &[-1]), Some(101));
        assert_eq!(bound(&classics::domination(Board::square(400), Piece::KNIGHT), &[-1]), Some(17_778));
        assert_eq!(bound(&classics::total_domination(Board::square(400), Piece::KING), &[-1]), Some(20_000));
        assert_eq!(bound(&classics::domination(Board::square(9), Piece::KING), &[1]), None);
        // A king covers nine squares for nine, a knight as many for eight; and a blocker none but its own, for a quarter.
        let mut three = Problem::new(torus(9));
        let kinds = [("king", Piece::KING), ("knight", Piece::KNIGHT)].map(|(name, piece)| three.add_kind(name, piece));
        three.add(Constraint::covered(Area::Everywhere, kinds, 1..).where_vacant());
        assert_eq!(bound(&three, &[-9, -8]), Some(72));
        three.add_kind("blocker", Piece::BLOCKER);
        assert_eq!(bound(&three, &[-36, -32, -1]), Some(81));
        three.add(Constraint::covered(Area::Everywhere, kinds, i64::MAX..));
        assert!(bound(&three, &[i64::MIN, i64::MIN, i64::MIN]).is_some());
    }
}
