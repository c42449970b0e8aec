//! Bounds by duality: rows added up with multipliers.
//!
//! Let a row say ℓ ≤ Σ aⱼ·xⱼ ≤ u. Times a multiplier λ it says λ·Σ aⱼ·xⱼ ≤ λ·u where λ ≥ 0, and ≤ λ·ℓ where λ ≤ 0. So for
//! any multipliers the value Σ cⱼ·xⱼ is at most the sum of these right sides and of what is left of each column, its reduced
//! cost cⱼ − Σ λᵢ·aᵢⱼ, where that is positive. All numbers are integers, scaled by [`SCALE`], and none overflows: a bound is
//! proved by its multipliers alone. How they were found does not matter.
//!
//! - `relaxation`: the rows of a model, and what multipliers prove;
//! - `ascent`: good multipliers;
//! - `saddle`: the steps that find them for the whole problem;
//! - `cuts`: cliques that no row holds, found where the multipliers let more than one of their columns stand;
//! - `windows`: other cuts, over a few columns that rows have in common;
//! - `hull`: the patterns that rows allow on these;
//! - `degrees`: multipliers that come at once, where there are too many rows for others.

mod ascent;
mod cuts;
mod degrees;
mod hull;
#[cfg(all(test, feature = "highs"))]
pub(crate) mod mixtures;
mod relaxation;
mod saddle;
mod windows;

pub(crate) use ascent::Ascent;
pub(crate) use relaxation::{Relaxation, SCALE, Status};

use crate::answer::{Bound, BoundName};
use crate::budget::{Cause, Control};
#[cfg(feature = "ilp")]
use crate::model::Rows;
use crate::model::{Model, Worths};

/// Cuts for the rows of a model, each with what it adds up to at most, and the greatest value that they allow.
#[cfg(feature = "ilp")]
pub(crate) type Cuts = (Vec<(Vec<(i64, u32)>, i64)>, i64);

impl Model {
    /// The bound that multipliers prove on the sum of the weights of the pieces; `None` where there are too many rows or numbers
    /// too large, and none that come at once.
    pub(crate) fn by_duality(&self, worths: &Worths, control: &mut Control) -> Result<Option<Bound>, Cause> {
        let Some(mut relaxation) = Relaxation::new(self, worths, control)? else {
            return self.by_degrees(worths, control);
        };
        let mut ascent = Ascent::new(&relaxation);
        let sum = ascent.settle(&mut relaxation, None, u64::MAX, control)?;
        Ok(Some(Bound::new(relaxation.value(sum), BoundName::Duality)))
    }

    /// With less work there are hardly any cuts.
    #[cfg(feature = "ilp")]
    const LEAST_FOR_CUTS: u64 = 1 << 23;

    /// What the rows of this model allow at most, as far as so much work tells, and cuts by windows where there are any; `None`
    /// where there are too many rows or numbers too large.
    ///
    /// # Errors
    ///
    /// Where there are windows and so little work is not worth it, as if a limit was reached.
    #[cfg(feature = "ilp")]
    pub(crate) fn cuts(
        &self,
        rows: &Rows,
        worths: &Worths,
        work: u64,
        control: &mut Control,
    ) -> Result<Option<Cuts>, Cause> {
        let relaxation = Relaxation::of(rows, self, worths, control)?;
        let Some(mut relaxation) = relaxation else { return Ok(None) };
        relaxation.open_windows(control)?;
        let has_windows = relaxation.has_windows();
        if has_windows && work < Self::LEAST_FOR_CUTS {
            return Err(Cause::NodeLimit);
        }
        let work = if has_windows { work } else { work.min(Self::LEAST_FOR_CUTS) };
        let sum = Ascent::new(&relaxation).settle(&mut relaxation, None, work, control)?;
        let in_full = |(column, number): (u32, i64)| (number, column);
        let cuts = relaxation.cuts().take_while(|_| has_windows);
        let cuts = cuts.map(|cut| (cut.integers().map(in_full).collect(), cut.range.1)).collect();
        Ok(Some((cuts, relaxation.value(sum))))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::relaxation::Row;
    use super::*;
    use crate::budget::{Engine, Options, Random};
    use crate::language::{Area, Board, Constraint, OrderedSet, Piece, Problem, Weights, classics};
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
        for (one, other) in [(Piece::ROOK, Piece::KNIGHT), (Piece::QUEEN, Piece::KING)] {
            let mut mixed = Problem::new(board(3, 3));
            mixed.add_kind("one", one);
            mixed.add_kind("other", other);
            problems.push(mixed.non_attacking().clone());
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

    /// The terms of each cut, and what they add up to at most.
    type Cuts = Vec<(Vec<(i64, u32)>, i64)>;

    /// The cuts of a relaxation. Of those that allow one column no two stand together by the rows, and no row holds them.
    fn cuts(relaxation: &Relaxation, own_rows: usize) -> Cuts {
        let rows: Vec<Row<'_>> = (0..own_rows).map(|place| relaxation.row(place)).collect();
        let mut excluded = OrderedSet::default();
        let mut checked = Cuts::new();
        for row in (own_rows..relaxation.rows()).map(|place| relaxation.row(place)) {
            checked.push((row.integers().map(|(column, number)| (number, column)).collect(), row.range.1));
            if !row.allows_one() {
                continue;
            }
            let cut = row.columns;
            for (place, a) in cut.iter().enumerate() {
                for b in &cut[..place] {
                    if excluded.insert((*a, *b)) {
                        assert!(!stand_together(&rows, relaxation.columns(), *a, *b), "{cut:?}");
                    }
                }
            }
            let holds = |row: &&Row<'_>| row.allows_one() && cut.iter().all(|column| row.columns.contains(column));
            assert!(!rows.iter().any(|row| holds(&row)), "{cut:?}");
        }
        checked
    }

    /// Whether two columns may stand, as far as each row by itself tells: what it decides is decided, until nothing follows.
    fn stand_together(rows: &[Row<'_>], columns: usize, a: u32, b: u32) -> bool {
        let mut known: Vec<Option<bool>> = vec![None; columns];
        (known[a as usize], known[b as usize]) = (Some(true), Some(true));
        loop {
            let before = known.clone();
            for row in rows {
                let ends = |known: &[Option<bool>]| {
                    row.terms().fold((0.0, 0.0), |(low, high), (column, number)| match known[column] {
                        Some(stands) => {
                            (low + number * f64::from(u8::from(stands)), high + number * f64::from(u8::from(stands)))
                        }
                        None => (low + number.min(0.0), high + number.max(0.0)),
                    })
                };
                let is_broken = |(low, high): (f64, f64)| low > row.ends().1 || high < row.ends().0;
                if is_broken(ends(&known)) {
                    return false;
                }
                for (column, _) in row.terms().filter(|(column, _)| before[*column].is_none()) {
                    for stands in [false, true] {
                        known[column] = Some(stands);
                        let breaks = is_broken(ends(&known));
                        known[column] = None;
                        if breaks {
                            known[column] = Some(!stands);
                            break;
                        }
                    }
                }
            }
            if known == before {
                return true;
            }
        }
    }

    /// What multipliers prove, worked out once more from the rows and the cuts alone, in wide numbers.
    fn recomputed(model: &Model, worths: &[i64], cuts: &Cuts, ascent: &Ascent, control: &mut Control) -> i128 {
        let rows = Rows::of(model, control.formulation, control).expect("no limit was set");
        let mut rest: Vec<i128> = worths.iter().map(|worth| i128::from(*worth)).collect();
        for worth in &mut rest {
            *worth *= i128::from(SCALE);
        }
        rest.resize(rows.columns(), 0);
        let mut sum = 0;
        let never = rows.never.then_some((&[][..], (1, i64::MAX)));
        let cuts = cuts.iter().map(|(terms, max)| (&terms[..], (i64::MIN, *max)));
        for (multiplier, (terms, (min, max))) in ascent.multipliers().iter().zip(rows.iter().chain(never).chain(cuts)) {
            let multiplier = i128::from(*multiplier);
            sum += multiplier.max(0) * i128::from(max) + multiplier.min(0) * i128::from(min);
            for (number, column) in terms {
                rest[*column as usize] -= multiplier * i128::from(*number);
            }
        }
        sum + rest.into_iter().map(|rest| rest.max(0)).sum::<i128>()
    }

    /// Multipliers for the whole problem, and what they prove, worked out once more; `None` where duality is not used.
    fn settled(model: &Model, worths: &Worths, control: &mut Control) -> Option<(i64, Cuts, Relaxation)> {
        let mut relaxation = Relaxation::new(model, worths, control).expect("no limit was set")?;
        let own_rows = relaxation.rows();
        let mut ascent = Ascent::new(&relaxation);
        let sum = ascent.settle(&mut relaxation, None, u64::MAX, control).expect("no limit was set");
        let cuts = cuts(&relaxation, own_rows);
        let units: Vec<i64> = worths.list().iter().map(|weight| weight / relaxation.value(SCALE)).collect();
        assert_eq!(recomputed(model, &units, &cuts, &ascent, control), i128::from(sum));
        Some((sum, cuts, relaxation))
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
                let Some((sum, cuts, relaxation)) = settled(&model, &worths, &mut control) else { continue };
                let again = settled(&model, &worths, &mut control).map(|(sum, cuts, _)| (sum, cuts));
                assert_eq!(again, Some((sum, cuts)));
                accepted += 1;
                let best = problem.using(&brute).maximize_of(weights).expect("the problem is sound");
                if let Some(value) = best.value().expect("no limit was set") {
                    assert!(relaxation.value(sum) >= value, "{problem}");
                }
            }
        }
        assert!(accepted > 2 * problems().len(), "{accepted}");
    }

    #[test]
    fn cuts_close_what_rows_leave_open() {
        // 18, 24 and 27 queens fit; the rows alone allow 19, 25 and 29.
        for (n, walls, bound) in [(12, 14, 18), (14, 20, 24), (16, 25, 28)] {
            let mut state = 7u64;
            let mut drawn: Vec<(usize, usize)> = Vec::new();
            while drawn.len() < walls {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let square = (state >> 33) as usize % (n * n);
                let square = (square / n, square % n);
                if !drawn.contains(&square) {
                    drawn.push(square);
                }
            }
            let board = Board::square(n).with_walls(drawn);
            let (model, mut control) = compiled(&classics::non_attacking(board, Piece::QUEEN));
            let (sum, cuts, relaxation) =
                settled(&model, &Worths::by_kind(&model, &[1]), &mut control).expect("the board is small");
            assert_eq!(relaxation.value(sum), bound);
            assert!(cuts.len() > 10, "{}", cuts.len());
        }
    }

    /// Problems whose rows have windows, on boards with a wall and a hole at random, or round a torus.
    fn local_problems() -> Vec<Problem> {
        let mut random = Random::new(4);
        let mut problems = Vec::new();
        for round in 0..24 {
            let mut square = || (random.below(4) as usize, random.below(4) as usize);
            let board = match round % 3 {
                0 => Board::square(4),
                1 => Board::square(4).with_walls([square()]).with_holes([square()]),
                _ => Board::square(4).with_wrap(crate::Wrap::Both),
            };
            let piece = [Piece::KING, Piece::KNIGHT, Piece::WAZIR, Piece::CAMEL][round / 3 % 4].clone();
            let most = 1 + random.below(3) as i64;
            problems.push(match round % 4 {
                0 => classics::attacking(board, piece, ..=most),
                1 => classics::attacking(board, piece, most),
                2 => classics::domination(board, piece),
                _ => classics::total_domination(board, piece),
            });
        }
        problems
    }

    #[test]
    fn cuts_in_windows_cut_no_solution_off() {
        let mut found = 0;
        for problem in local_problems() {
            for sign in [1, -1] {
                let (model, mut control) = compiled(&problem);
                let weights =
                    Weights::from_fn(&problem, |_, at| sign * (1 + (3 * at.row() + 2 * at.column()) as i64 % 4));
                let worths = Worths::new(&problem, &weights, 1);
                let Some((_, cuts, relaxation)) = settled(&model, &worths, &mut control) else { continue };
                found += cuts.len();
                for solution in problem.enumerate().expect("the problem is sound") {
                    let solution = solution.expect("no limit was set");
                    for (terms, max) in &cuts {
                        let stands = terms.iter().filter(|(_, column)| {
                            assert!((*column as usize) < relaxation.pieces());
                            solution.kind_at(model.placed[*column as usize].0).is_some()
                        });
                        assert!(stands.map(|(number, _)| number).sum::<i64>() <= *max, "{solution}");
                    }
                }
            }
        }
        assert!(found > 20, "{found}");
    }

    #[test]
    fn windows_prove_what_rows_leave_open() {
        // The rows alone allow 68, 55 and 59, and no fewer than 19 knights.
        let bound = |problem: &Problem| {
            let (model, mut control) = compiled(problem);
            let worths = Worths::by_kind(&model, &[1]);
            settled(&model, &worths, &mut control).map(|(sum, _, relaxation)| relaxation.value(sum))
        };
        let attacking = |piece, most: i64| bound(&classics::attacking(Board::square(10), piece, ..=most));
        assert_eq!(
            [attacking(Piece::KING, 3), attacking(Piece::KING, 1), attacking(Piece::KNIGHT, 1)],
            [60, 40, 52].map(Some)
        );
        let knights = classics::total_domination(Board::square(10), Piece::KNIGHT);
        assert_eq!(knights.lower_bound().expect("the problem is sound").map(|bound| bound.value()), Some(21));
    }

    #[test]
    fn cuts_make_room_for_others() {
        let (model, mut control) = compiled(&classics::non_attacking(Board::square(6), Piece::QUEEN));
        let worths = Worths::by_kind(&model, &[1]);
        let relaxation = Relaxation::new(&model, &worths, &mut control).expect("no limit was set");
        let mut relaxation = relaxation.expect("the board is small");
        let (own_rows, cost) = (relaxation.rows(), relaxation.cost());
        let half = vec![0.5; relaxation.columns()];
        let mut max = 0;
        for _ in 0..20 {
            while relaxation.cut(&half, 3, u64::MAX, &mut control).expect("no limit was set") {}
            let found = cuts(&relaxation, own_rows);
            let every_second: Vec<bool> = (0..relaxation.rows()).map(|row| row < own_rows || row % 2 == 1).collect();
            let kept = found.iter().zip(&every_second[own_rows..]).filter(|(_, kept)| **kept);
            let kept: Cuts = kept.map(|(cut, _)| cut.clone()).collect();
            relaxation.keep(&every_second);
            assert_eq!(cuts(&relaxation, own_rows), kept);
            max = max.max(found.len());
        }
        relaxation.keep(&(0..relaxation.rows()).map(|row| row < own_rows).collect::<Vec<_>>());
        assert_eq!((relaxation.rows(), relaxation.cost()), (own_rows, cost));
        assert!(max > 5, "{max}");
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
                let enough = relaxation.sum(solution.len() as i64);
                let sum = ascent.improve(&relaxation, &status, enough, 30, &mut control).expect("no limit was set");
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
        let (model, mut control) = compiled(&classics::domination(Board::square(150), Piece::QUEEN));
        assert!(
            Relaxation::new(&model, &Worths::by_kind(&model, &[1]), &mut control).expect("no limit was set").is_none()
        );
    }
}
