//! Bounds by duality: rows added up with multipliers.
//!
//! Let a row say ℓ ≤ Σ aⱼ·xⱼ ≤ u. Times a multiplier λ it says λ·Σ aⱼ·xⱼ ≤ λ·u where λ ≥ 0, and ≤ λ·ℓ where λ ≤ 0. So for
//! any multipliers the value Σ cⱼ·xⱼ is at most the sum of these right sides and of what is left of each column, its reduced
//! cost cⱼ − Σ λᵢ·aᵢⱼ, where that is positive. All numbers are integers, scaled by [`SCALE`], and none overflows: a bound is
//! proved by its multipliers alone. How they were found does not matter.
//!
//! - `relaxation`: the rows of a model, and what multipliers prove;
//! - `ascent`: good multipliers, by subgradient steps.

mod ascent;
mod relaxation;

pub(crate) use ascent::Ascent;
pub(crate) use relaxation::{Relaxation, SCALE, Status};

use crate::answer::{Bound, BoundName};
use crate::budget::{Cause, Control};
use crate::model::{Model, Worths};

/// Rounds that are made for a bound on the whole problem.
pub(crate) const ROUNDS: u32 = 500;

impl Model {
    /// The bound that multipliers prove on the sum of the weights of the pieces; `None` where there are too many rows,
    /// or numbers too large.
    pub(crate) fn by_duality(&self, worths: &Worths, control: &mut Control) -> Result<Option<Bound>, Cause> {
        let Some(relaxation) = Relaxation::new(self, worths, control)? else { return Ok(None) };
        let mut ascent = Ascent::new(&relaxation);
        let status = vec![Status::Open; relaxation.columns()];
        let sum = ascent.improve(&relaxation, &status, None, ROUNDS, control)?;
        Ok(Some(Bound::new(relaxation.value(sum), BoundName::Duality)))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::budget::{Engine, Options, Random};
    use crate::language::{Area, Board, Constraint, Piece, Problem, Weights, classics};
    use crate::model::Rows;

    fn compiled(problem: &Problem) -> (Model, Control) {
        let mut control = Control::new(&Options::new());
        let model = Model::compile(&Arc::new(problem.clone()), &mut control).expect("no limit was set");
        (model, control)
    }

    /// Small problems of every family of rows, on boards with holes and walls at random.
    fn problems() -> Vec<Problem> {
        let mut random = Random::new(1);
        let mut board = |rows: usize, columns: usize| {
            let mut squares =
                (0..2).map(|_| (random.below(rows as u64) as usize, random.below(columns as u64) as usize));
            let (wall, hole) = (squares.next(), squares.next());
            Board::new(rows, columns).with_walls(wall).with_holes(hole)
        };
        let mut problems = Vec::new();
        for piece in [Piece::QUEEN, Piece::KING, Piece::KNIGHT, Piece::BISHOP, Piece::ROOK] {
            problems.push(classics::non_attacking(board(4, 4), piece.clone()));
            problems.push(classics::domination(board(3, 4), piece.clone()));
            problems.push(classics::total_domination(board(4, 3), piece.clone()));
            problems.push(classics::independent_domination(board(3, 4), piece.clone()));
            problems.push(classics::attacking(board(3, 4), piece.clone(), 1..=2));
            problems.push(classics::peaceable(board(3, 3), piece));
        }
        let mut walls = Problem::new(board(3, 3));
        let (rook, wall) = (walls.add_kind("rook", Piece::ROOK), walls.add_kind("wall", Piece::BLOCKER));
        walls.add(Constraint::attacks(rook, rook, 0)).add(Constraint::count(wall, Area::Everywhere, ..=3));
        problems.push(walls);
        let mut lines = classics::attacking(board(3, 3), Piece::ROOK, ..=1);
        let piece = lines.kinds().next().expect("it has one kind");
        lines.add(Constraint::occupied_lines(piece, [crate::Direction::ROW], 2));
        lines.add(Constraint::linear([(3, piece, (0, 1)), (-2, piece, (1, 0))], -2..=1));
        problems.push(lines);
        problems
    }

    /// What multipliers prove, worked out once more from the rows alone, in wide numbers.
    fn recomputed(model: &Model, worths: &[i64], ascent: &Ascent, control: &mut Control) -> i128 {
        let rows = Rows::of(model, control.formulation, control).expect("no limit was set");
        let mut rest: Vec<i128> = worths.iter().map(|worth| i128::from(*worth)).collect();
        for worth in &mut rest {
            *worth *= i128::from(SCALE);
        }
        rest.resize(rows.columns(), 0);
        let mut sum = 0;
        let never = rows.never.then_some((&[][..], (1, i64::MAX)));
        for (multiplier, (terms, (least, most))) in ascent.multipliers().iter().zip(rows.iter().chain(never)) {
            let multiplier = i128::from(*multiplier);
            sum += multiplier.max(0) * i128::from(most) + multiplier.min(0) * i128::from(least);
            for (number, column) in terms {
                rest[*column as usize] -= multiplier * i128::from(*number);
            }
        }
        sum + rest.into_iter().map(|rest| rest.max(0)).sum::<i128>()
    }

    #[test]
    fn bounds_hold_and_are_proved_by_their_multipliers() {
        let brute = Options::new().engine(Engine::Brute);
        let random = std::cell::RefCell::new(Random::new(2));
        let mut accepted = 0;
        for problem in problems() {
            for _ in 0..3 {
                let (model, mut control) = compiled(&problem);
                let weights = Weights::from_fn(&problem, |_, square| {
                    random.borrow_mut().below(7) as i64 - 3 * (square.row() as i64 % 2)
                });
                let worths = Worths::new(&problem, &weights, 1);
                let relaxation = Relaxation::new(&model, &worths, &mut control).expect("no limit was set");
                // Line ends are left to other bounds.
                let Some(relaxation) = relaxation else { continue };
                accepted += 1;
                let status = vec![Status::Open; relaxation.columns()];
                let mut twice = [0, 1].map(|_| Ascent::new(&relaxation));
                let sums = twice.each_mut().map(|ascent| ascent.improve(&relaxation, &status, None, 100, &mut control));
                let [Ok(sum), Ok(again)] = sums else { panic!("no limit was set") };
                assert_eq!((sum, twice[0].multipliers()), (again, twice[1].multipliers()));
                let units: Vec<i64> = worths.list().iter().map(|weight| weight / relaxation.value(SCALE)).collect();
                assert_eq!(recomputed(&model, &units, &twice[0], &mut control), i128::from(sum));

                let best = problem.using(&brute).maximize_of(weights).expect("the problem is sound");
                if let Some(value) = best.value().expect("no limit was set") {
                    assert!(relaxation.value(sum) >= value, "{problem}");
                }
            }
        }
        assert!(accepted > 2 * problems().len(), "{accepted}");
    }

    #[test]
    fn no_solution_is_cut_off_where_some_columns_are_known() {
        let mut random = Random::new(3);
        for problem in problems() {
            let (model, mut control) = compiled(&problem);
            let worths = Worths::by_kind(&model, &vec![1; model.kinds]);
            let relaxation = Relaxation::new(&model, &worths, &mut control).expect("no limit was set");
            let Some(relaxation) = relaxation else { continue };
            let mut ascent = Ascent::new(&relaxation);
            for solution in problem.enumerate().expect("the problem is sound").take(20) {
                let solution = solution.expect("no limit was set");
                let mut status = vec![Status::Open; relaxation.columns()];
                for (status, (square, kind)) in status.iter_mut().zip(&model.placed) {
                    let stands = solution.kind_at(*square).is_some_and(|own| own.index == *kind);
                    if random.below(2) == 0 {
                        *status = if stands { Status::True } else { Status::False };
                    }
                }
                let sum = ascent.improve(&relaxation, &status, None, 30, &mut control).expect("no limit was set");
                assert!(relaxation.value(sum) >= solution.len() as i64, "{solution}");
                // To decide a column otherwise than it stands costs its reduced cost.
                for (place, (square, kind)) in model.placed.iter().enumerate() {
                    let stands = solution.kind_at(*square).is_some_and(|own| own.index == *kind);
                    let reduced = ascent.reduced()[place];
                    if status[place] == Status::Open && stands != (reduced > 0) {
                        assert!(sum - reduced.abs() >= relaxation.sum(solution.len() as i64), "{solution}");
                    }
                }
            }
        }
    }

    #[test]
    fn values_are_multiples_of_the_unit() {
        let (model, mut control) = compiled(&classics::non_attacking(Board::square(3), Piece::KING));
        for (weight, values) in [(6, [6, 6, 12]), (-4, [-4, 0, 0])] {
            let relaxation =
                Relaxation::new(&model, &Worths::by_kind(&model, &[weight]), &mut control).expect("no limit was set");
            let relaxation = relaxation.expect("the numbers are small");
            let sums = if weight > 0 { [SCALE, 2 * SCALE - 1, 2 * SCALE] } else { [-1, 0, SCALE - 1] };
            assert_eq!(sums.map(|sum| relaxation.value(sum)), values);
            for value in -20..20 {
                let sum = relaxation.sum(value);
                assert!(relaxation.value(sum) >= value && relaxation.value(sum - 1) < value);
            }
        }
    }

    #[test]
    fn what_is_too_large_is_declined() {
        let (model, mut control) = compiled(&classics::non_attacking(Board::square(3), Piece::KING));
        for (weight, within) in [(i64::MAX / 9, true), (i64::MIN, false)] {
            let relaxation =
                Relaxation::new(&model, &Worths::by_kind(&model, &[weight]), &mut control).expect("no limit was set");
            assert_eq!(relaxation.is_some(), within);
        }
        let (model, mut control) = compiled(&classics::non_attacking(Board::square(200), Piece::KING));
        assert!(
            Relaxation::new(&model, &Worths::by_kind(&model, &[1]), &mut control).expect("no limit was set").is_none()
        );
    }
}
