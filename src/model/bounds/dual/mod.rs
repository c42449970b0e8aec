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
//! - `fold`: rows and columns that are alike, taken together for these steps;
//! - `simplex`: the best ones, where some columns are known;
//! - `cuts`: cliques that no row holds, found where the multipliers let more than one of their columns stand;
//! - `windows`: other cuts, over a few columns that rows have in common;
//! - `hull`: the patterns that rows allow on these;
//! - `degrees`: multipliers that come at once, where there are too many rows for others.

mod ascent;
mod cuts;
mod degrees;
mod fold;
mod hull;
#[cfg(all(test, feature = "highs"))]
pub(crate) mod mixtures;
mod relaxation;
mod saddle;
mod simplex;
mod windows;

pub(crate) use ascent::Ascent;
pub(crate) use relaxation::{Relaxation, SCALE, Status, in_units};
pub(crate) use simplex::{Outcome, Simplex};

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
        let Some(relaxation) = Relaxation::new(self, worths, control)? else {
            return self.by_degrees(worths, control);
        };
        let mut value = i64::MAX;
        for mut relaxation in [Some(relaxation), Relaxation::of_sights(self, worths, control)?].into_iter().flatten() {
            let sum = Ascent::new(&relaxation).settle(&mut relaxation, None, u64::MAX, control)?;
            value = value.min(relaxation.value(sum));
        }
        Ok(Some(Bound::new(value, BoundName::Duality)))
    }

    /// Cuts for the rows of this model, found by so much work at most; none where no windows are looked at.
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
        if !relaxation.has_windows() {
            return Ok(None);
        }
        let sum = Ascent::new(&relaxation).settle(&mut relaxation, None, work, control)?;
        let in_full = |(column, number): (u32, i64)| (number, column);
        let cuts = relaxation.cuts().map(|cut| (cut.integers().map(in_full).collect(), cut.range.1)).collect();
        Ok(Some((cuts, relaxation.value(sum))))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::relaxation::Row;
    use super::*;
    use crate::budget::{Engine, Family, Options, Random};
    use crate::language::{
        Area, Board, Constraint, Interval, Kind, Move, OrderedSet, Piece, Problem, Square, Weights, Wrap, classics,
    };
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
        // Where much is alike.
        for board in [Board::square(4), Board::new(3, 4).with_wrap(Wrap::Both)] {
            problems.push(classics::non_attacking(board.clone(), Piece::QUEEN));
            problems.push(classics::domination(board.clone(), Piece::KNIGHT));
            problems.push(classics::attacking(board, Piece::ROOK, 1..=2));
        }
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

    /// The cuts of a relaxation.
    fn cuts(relaxation: &Relaxation, own_rows: usize) -> Cuts {
        let cuts = (own_rows..relaxation.rows()).map(|place| relaxation.row(place));
        cuts.map(|row| (row.integers().map(|(column, number)| (number, column)).collect(), row.range.1)).collect()
    }

    /// Checks that of the columns of a clique no two stand together by the rows, and that no row holds it.
    fn check_cliques(relaxation: &Relaxation, own_rows: usize) {
        let rows: Vec<Row<'_>> = (0..own_rows).map(|place| relaxation.row(place)).collect();
        let mut excluded = OrderedSet::default();
        for row in (own_rows..relaxation.rows()).map(|place| relaxation.row(place)).filter(Row::allows_one) {
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
                for (column, _) in row.terms() {
                    if known[column].is_some() {
                        continue;
                    }
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
        let formulation = control.formulation.without(Family::Sights);
        let rows = Rows::of(model, formulation, control).expect("no limit was set");
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
        // What windows show may follow from no row by itself.
        if !relaxation.has_windows() {
            check_cliques(&relaxation, own_rows);
        }
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
            for round in 0..4 {
                let (model, mut control) = compiled(&problem);
                let weights = Weights::from_fn(&problem, |_, square| match round {
                    3 => 2,
                    _ => random.borrow_mut().below(7) as i64 - 3 * (square.row() as i64 % 2),
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
        assert!(accepted > 3 * problems().len(), "{accepted}");
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

    /// A small problem whose rows may have windows: boards of all shapes, with walls, holes and forbidden squares, plain and wrapped;
    /// one to three kinds, one-sided ones too; and rules that allow, ask for and forbid some others.
    fn small_problem(random: &mut Random) -> Problem {
        let below = |random: &mut Random, limit: usize| random.below(limit as u64) as usize;
        let kinds = [1, 1, 1, 2, 2, 3][below(random, 6)];
        let (rows, columns) =
            [(1, 9), (2, 6), (3, 3), (3, 4), (3, 5), (4, 3), (4, 4), (4, 4), (5, 3), (6, 2)][below(random, 10)];
        let wrap = [Wrap::None, Wrap::None, Wrap::Rows, Wrap::Columns, Wrap::Both, Wrap::Both][below(random, 6)];
        let mut board = Board::new(rows, columns).with_wrap(wrap);
        let mut closed: Vec<(usize, usize)> = Vec::new();
        // So that all placements can be tried.
        let max_open = [12, 7, 5][kinds - 1];
        let wanted = below(random, 4).max((rows * columns).saturating_sub(max_open));
        while closed.len() < wanted {
            let square = (below(random, rows), below(random, columns));
            if !closed.contains(&square) {
                closed.push(square);
                board = match random.below(3) {
                    0 => board.with_walls([square]),
                    1 => board.with_holes([square]),
                    _ => board.with_forbidden([square]),
                };
            }
        }
        let mut problem = Problem::new(board);
        for place in 0..kinds {
            let piece = match random.below(12) {
                0..=2 => Piece::KING,
                3 => Piece::KNIGHT,
                4 => Piece::WAZIR,
                5 => Piece::CAMEL,
                6 => Piece::ROOK.within(2),
                7 => Piece::QUEEN,
                8 => Piece::WHITE_PAWN,
                9 => Piece::new([Move::leap(0, 1), Move::leap(1, 2), Move::ride(-1, 0)]),
                10 => Piece::KING.and(&Piece::KNIGHT),
                _ => Piece::new([Move::leap(0, 1), Move::leap(1, 1), Move::leap(2, 0)]),
            };
            problem.add_kind(format!("kind {place}"), piece);
        }
        let all: Vec<Kind> = problem.kinds().collect();
        let some = |random: &mut Random| match random.below(3) {
            0 => all.clone(),
            _ => vec![all[below(random, all.len())]],
        };
        let range = |random: &mut Random| {
            let (min, more) = (random.below(4) as i64, random.below(3) as i64);
            match random.below(4) {
                0 | 1 => Interval::from(..=min),
                2 => Interval::from(min.min(2)..),
                _ => Interval::from(min..=min + more),
            }
        };
        for _ in 0..=random.below(3) {
            let rule = match random.below(9) {
                0..=2 => Constraint::attacks(some(random), some(random), range(random)),
                3 => Constraint::attacks(some(random), some(random), range(random)).through(),
                4 => Constraint::covered(Area::Everywhere, some(random), range(random)).where_vacant(),
                5 => Constraint::covered(Area::Everywhere, some(random), range(random)),
                6 => Constraint::count(some(random), Area::rows(), range(random)),
                7 => {
                    let squares: Vec<_> = problem.board().open().iter().collect();
                    let term = |square| (random.below(9) as i64 - 4, all[below(random, all.len())], square);
                    Constraint::linear(squares.into_iter().map(term).collect::<Vec<_>>(), -2..=3)
                }
                _ => Constraint::balance(some(random), some(random), -1..=1),
            };
            let longer = problem.clone().with(rule);
            if longer.check().is_ok() {
                problem = longer;
            }
        }
        problem
    }

    /// How many random problems are tried; more by hand, with `QUEENSIDE_CASES=100000 cargo test --lib cut_no_solution`.
    fn cases(usual: u64) -> u64 {
        std::env::var("QUEENSIDE_CASES").ok().and_then(|number| number.parse().ok()).unwrap_or(usual)
    }

    /// All solutions of random problems, found by trying all placements, satisfy all cuts: those that are found on the way to a
    /// bound, and others for shares at random. No value lies beyond the bounds.
    #[test]
    fn cuts_and_bounds_cut_no_solution_off() {
        let brute = Options::new().engine(Engine::Brute);
        let (mut in_windows, mut bounded) = (0, 0);
        for round in 0..cases(250) {
            let mut random = Random::new(round);
            let problem = small_problem(&mut random);
            let (model, mut control) = compiled(&problem);
            let var = |(square, kind): (Square, Kind)| model.var(square, usize::from(kind.index)).expect("it stands");
            let solutions: Vec<Vec<u32>> = problem
                .using(&brute)
                .enumerate()
                .expect("the problem is sound")
                .map(|solution| solution.expect("no limit was set").iter().map(var).collect())
                .collect();
            let (most, fewest) = (solutions.iter().map(Vec::len).max(), solutions.iter().map(Vec::len).min());
            if let (Some(most), Some(fewest)) = (most, fewest) {
                for bound in problem.bounds().expect("the problem is sound") {
                    assert!(bound.value() >= most as i64, "{round}: {bound:?} for {most}\n{problem}");
                }
                let bound = problem.lower_bound().expect("the problem is sound");
                assert!(
                    bound.as_ref().is_none_or(|bound| bound.value() <= fewest as i64),
                    "{round}: {bound:?}\n{problem}"
                );
            }
            for sign in [1, -1] {
                let (least, unit) =
                    ([0, 1, -3][random.below(3) as usize], [1, 1, 7, 1 << 30][random.below(4) as usize]);
                let list = (0..model.vars()).map(|_| sign * unit * (least + random.below(5) as i64)).collect();
                let worths = Worths::of(list, model.kinds);
                let best = solutions.iter().map(|vars| worths.sum(vars)).max();
                if let (Some(best), Some(bound)) =
                    (best, model.by_degrees(&worths, &mut control).expect("no limit was set"))
                {
                    assert!(bound.value() >= best, "{round}: {bound:?} for {best}\n{problem}");
                }
                let Some((sum, mut all, mut relaxation)) = settled(&model, &worths, &mut control) else { continue };
                if let Some(best) = best {
                    bounded += 1;
                    assert!(relaxation.value(sum) >= best, "{round}: {} for {best}\n{problem}", relaxation.value(sum));
                }
                let own_rows = relaxation.own_rows();
                for _ in 0..3 {
                    let shares: Vec<f32> = (0..relaxation.columns()).map(|_| random.below(65) as f32 / 64.0).collect();
                    relaxation.keep(&(0..relaxation.rows()).map(|row| row < own_rows).collect::<Vec<_>>());
                    relaxation.cut(&shares, 50, u64::MAX, &mut control).expect("no limit was set");
                    all.extend(cuts(&relaxation, own_rows));
                }
                for (terms, max) in &all {
                    let is_clique = *max == 1 && terms.iter().all(|(number, _)| *number == 1);
                    let is_of_pieces = terms.iter().all(|(_, column)| (*column as usize) < relaxation.pieces());
                    assert!(is_clique || is_of_pieces, "{round}: {terms:?}");
                    in_windows += usize::from(!is_clique);
                    for vars in &solutions {
                        let stands = terms.iter().filter(|(_, column)| vars.contains(column));
                        let sum: i64 = stands.map(|(number, _)| number).sum();
                        assert!(sum <= *max, "{round}: {terms:?} up to {max}, not {vars:?}\n{problem}");
                    }
                }
            }
        }
        assert!(in_windows > 500 && bounded > 300, "{in_windows} cuts in windows, {bounded} bounds");
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
            check_cliques(&relaxation, own_rows);
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
    fn a_leap_costs_ends_on_both_of_its_squares() {
        // Line ends alone allow 28, 34, 30 and 14. But for the last, where 12 fit, no more are allowed than fit.
        for (piece, rows, columns, range, bound) in [
            (Piece::CHANCELLOR, 8, 8, 3..=3, 24),
            (Piece::CHANCELLOR, 8, 11, 3..=3, 30),
            (Piece::CHANCELLOR, 7, 7, 0..=4, 28),
            (Piece::AMAZON, 6, 9, 0..=2, 13),
        ] {
            let (model, mut control) = compiled(&classics::attacking(Board::new(rows, columns), piece, range));
            let (sum, _, relaxation) =
                settled(&model, &Worths::by_kind(&model, &[1]), &mut control).expect("the board is small");
            assert_eq!(relaxation.value(sum), bound);
        }
    }

    #[test]
    fn what_stands_alone_on_a_line_owns_both_of_its_ends() {
        // Queens that attack one other queen at most, worth 5, and amazons that attack nothing, worth 8. If amazons did not own the ends
        // of the lines of queens, 149 would be allowed; ten amazons are 80.
        let mut problem = Problem::new(Board::square(10));
        let [queen, amazon] = [Piece::QUEEN, Piece::AMAZON].map(|piece| problem.add_kind(piece.to_string(), piece));
        problem.add(Constraint::attacks(queen, queen, ..=1)).add(Constraint::attacks(amazon, [queen, amazon], 0));
        problem.add(Constraint::count([queen, amazon], Area::rows(), ..=5));
        let (model, mut control) = compiled(&problem);
        let bound = model.by_duality(&Worths::by_kind(&model, &[5, 8]), &mut control).expect("no limit was set");
        assert_eq!(bound.map(|bound| bound.value), Some(80));
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
            let mut simplex = Simplex::new(&relaxation);
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
                for is_best in [false, true] {
                    let sum = if is_best {
                        simplex.solve(&relaxation, &status, enough, 1 << 10, &mut control).expect("no limit was set");
                        ascent.take(&relaxation, &simplex, &status)
                    } else {
                        ascent.improve(&relaxation, &status, enough, 30, &mut control).expect("no limit was set")
                    };
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
