//! Random mixtures of kinds and rules, whose bounds are compared with the linear relaxation as `HiGHS` solves it.
//!
//! Two to four kinds on boards with walls and round a torus, with weights, most and fewest, that do not attack each other, attack
//! few others, cover the board together or one by itself, and are counted in lines and all together.

use std::sync::Arc;

use highs::{HighsModelStatus, RowProblem, Sense};

use super::{Ascent, Outcome, Relaxation, SCALE, Simplex, Status, in_units};
use crate::budget::{Control, Options, Random};
use crate::language::{Area, Board, Constraint, Kind, Piece, Problem, Wrap};
use crate::model::{Model, Rows, Worths};

/// A problem with the weight of each kind.
struct Mixture {
    problem: Problem,
    weights: Vec<(Kind, i64)>,
}

/// A mixture of kinds by its number.
fn mixture(number: u64) -> Mixture {
    let random = &mut Random::new(number);
    let pieces = [
        Piece::QUEEN,
        Piece::ROOK,
        Piece::BISHOP,
        Piece::KING,
        Piece::KNIGHT,
        Piece::AMAZON,
        Piece::CHANCELLOR,
        Piece::leaper(3, 1),
    ];
    let n = 6 + random.below(11) as usize;
    let mut board = Board::square(n);
    if random.below(4) == 0 {
        board = board.with_wrap(Wrap::Both);
    }
    if random.below(2) == 0 {
        let walls = random.below((n * n / 8) as u64);
        board = board.with_walls(
            (0..walls).map(|_| (random.below(n as u64) as usize, random.below(n as u64) as usize)).collect::<Vec<_>>(),
        );
    }
    let mut problem = Problem::new(board);
    let sign = if random.below(2) == 0 { 1 } else { -1 };
    let same = random.below(3) == 0;
    let mut weights = Vec::new();
    for place in 0..2 + random.below(3) {
        let piece = pieces[random.below(pieces.len() as u64) as usize].clone();
        let weight = if same { 1 } else { 1 + random.below(9) as i64 };
        weights.push((problem.add_kind(format!("kind {place}"), piece), sign * weight));
    }
    let kinds: Vec<Kind> = weights.iter().map(|(kind, _)| *kind).collect();
    let one = |random: &mut Random| kinds[random.below(kinds.len() as u64) as usize];
    for _ in 0..=random.below(2) {
        let others = |kind: Kind| kinds.iter().copied().filter(move |other| *other != kind).collect::<Vec<_>>();
        match (random.below(8), sign) {
            (0 | 1, 1) => drop(problem.non_attacking()),
            (2, 1) => {
                for kind in &kinds {
                    problem.add(Constraint::attacks(*kind, others(*kind), 0));
                    problem.add(Constraint::attacks(*kind, *kind, ..=1 + random.below(3) as i64));
                }
            }
            (3, 1) => {
                for kind in &kinds {
                    problem.add(Constraint::attacks(*kind, others(*kind), 0));
                    problem.add(Constraint::count(*kind, Area::Everywhere, 1 + random.below(3) as i64..));
                }
            }
            (4, 1) => drop(problem.add(Constraint::attacks(kinds.clone(), kinds.clone(), ..=random.below(4) as i64))),
            (5, 1) => {
                let k = 1 + random.below(3) as i64;
                problem.add(Constraint::attacks(kinds.clone(), kinds.clone(), k));
            }
            (0 | 1, -1) => {
                problem.add(Constraint::covered(Area::Everywhere, kinds.clone(), 1..).where_vacant());
                for kind in &kinds {
                    problem.add(Constraint::count(*kind, Area::Everywhere, 1..));
                }
            }
            (2, -1) => drop(problem.add(Constraint::covered(Area::Everywhere, kinds.clone(), 1..))),
            (3, -1) => {
                problem.add(Constraint::covered(Area::Everywhere, one(random), 1..).where_vacant());
            }
            (4, -1) => {
                problem.add(Constraint::covered(Area::Everywhere, kinds.clone(), 1..).where_vacant());
                problem.non_attacking();
            }
            (5, -1) => {
                let from = 1 + random.below(2) as i64;
                problem.add(Constraint::covered(Area::Everywhere, one(random), from..));
                problem.add(Constraint::attacks(one(random), one(random), 1..));
            }
            (6, _) => {
                let (least, most) = (random.below(3) as i64, 2 + random.below(4) as i64);
                let rule = if sign > 0 {
                    Constraint::count(one(random), Area::rows(), ..=most)
                } else {
                    Constraint::count(kinds.clone(), Area::columns(), 1 + least..)
                };
                problem.add(rule);
            }
            _ => {
                let rule = if sign > 0 {
                    Constraint::count(one(random), Area::Everywhere, ..=3 + random.below(20) as i64)
                } else {
                    Constraint::count(one(random), Area::Everywhere, 3 + random.below(20) as i64..)
                };
                problem.add(rule);
            }
        }
    }
    Mixture { problem, weights }
}

/// The greatest value that the rows of a model allow as inequalities over numbers between 0 and 1, where some are known; `None` where
/// they allow none.
fn relaxed(rows: &Rows, worths: &Worths, status: &[Status]) -> Option<f64> {
    let mut program = RowProblem::default();
    let worth = |column: usize| worths.list().get(column).map_or(0.0, |worth| *worth as f64);
    let range = |column: usize| match status[column] {
        Status::Open => 0..=1,
        Status::True => 1..=1,
        Status::False => 0..=0,
    };
    let columns: Vec<_> = (0..rows.columns()).map(|column| program.add_column(worth(column), range(column))).collect();
    for (terms, (min, max)) in rows.iter() {
        let low = if min == i64::MIN { f64::NEG_INFINITY } else { min as f64 };
        let high = if max == i64::MAX { f64::INFINITY } else { max as f64 };
        program.add_row(low..=high, terms.iter().map(|(number, column)| (columns[*column as usize], *number as f64)));
    }
    let mut model = program.optimise(Sense::Maximise);
    model.make_quiet();
    let solved = model.solve();
    match solved.status() {
        HighsModelStatus::Optimal => Some(solved.objective_value()),
        HighsModelStatus::Infeasible => None,
        status => panic!("{status:?}"),
    }
}

/// What is compared of a mixture: its model, its weights and what linear programming proves. `None` where its rows are too many
/// for a short test, or allow nothing.
pub(crate) fn compared(number: u64, max_terms: usize, control: &mut Control) -> Option<(Arc<Model>, Worths, f64)> {
    let Mixture { problem, weights } = mixture(number);
    let model = Model::compile(&Arc::new(problem), control).expect("no limit was set");
    let weights: Vec<i64> = weights.iter().map(|(_, weight)| *weight).collect();
    let worths = Worths::by_kind(&model, &weights);
    let rows = Rows::of(&model, control.formulation, control).expect("no limit was set");
    let terms: usize = rows.iter().map(|(terms, _)| terms.len()).sum();
    let relaxed = if terms <= max_terms { relaxed(&rows, &worths, &vec![Status::Open; rows.columns()]) } else { None };
    relaxed.map(|relaxed| (Arc::new(model), worths, relaxed))
}

#[test]
fn bounds_by_duality_are_those_of_linear_programming() {
    let mut control = Control::new(&Options::new());
    let mut many = 0;
    for number in 0..90 {
        let Some((model, worths, relaxed)) = compared(number, 6000, &mut control) else { continue };
        let (mut bound, mut unit) = (i64::MAX, 1);
        for rows in [Relaxation::new, Relaxation::of_sights] {
            let Some(mut relaxation) = rows(&model, &worths, &mut control).expect("no limit was set") else { continue };
            unit = relaxation.value(SCALE);
            let mut ascent = Ascent::new(&relaxation);
            let solved =
                ascent.solve(&relaxation, i64::MIN, 1 << 12, u64::MAX, &mut control).expect("no limit was set");
            // Where there are sights, these are not the rows that were solved.
            let has_sights = model.has_sights(&mut control).expect("no limit was set");
            let least = if has_sights { f64::NEG_INFINITY } else { relaxed };
            assert!(solved.0 as f64 / SCALE as f64 * unit as f64 > least - 1e-4, "{number}: below {relaxed}");
            let settled = ascent.settle(&mut relaxation, None, u64::MAX, &mut control).expect("no limit was set");
            bound = bound.min(relaxation.value(settled));
        }
        assert!(bound <= (relaxed + 1e-4).floor() as i64 + unit, "{number}: {bound} for {relaxed}");
        many += 1;
    }
    assert!(many > 40, "{many}");
}

#[test]
fn the_simplex_method_finds_the_best_multipliers_whatever_is_known() {
    let mut control = Control::new(&Options::new());
    let (mut best, mut never, mut proved) = (0, 0, 0);
    for number in 0..60 {
        let Some((model, worths, _)) = compared(number, 3000, &mut control) else { continue };
        let random = &mut Random::new(number);
        let rows = Rows::of(&model, control.formulation, &mut control).expect("no limit was set");
        let relaxation = Relaxation::of(&rows, &model, &worths, &mut control).expect("no limit was set");
        let relaxation = relaxation.expect("the numbers are small");
        let unit = relaxation.value(SCALE) as f64;
        let mut simplex = Simplex::new(&relaxation);
        let mut ascent = Ascent::new(&relaxation);
        let mut first = i64::MIN;
        for round in 0..8 {
            let known = relaxation.columns() as u64 >> random.below(6);
            let mut status = vec![Status::Open; relaxation.columns()];
            for _ in 0..if round == 0 { 0 } else { known } {
                let column = random.below(relaxation.pieces() as u64) as usize;
                status[column] = if random.below(8) == 0 { Status::True } else { Status::False };
            }
            let relaxed = relaxed(&rows, &worths, &status);
            // From the basis of the last round, or from an older one.
            match round {
                3 => simplex.keep(),
                6 => simplex.go_back(),
                _ => {}
            }
            let least = relaxation.least();
            let outcome = simplex.solve(&relaxation, &status, least, 1 << 14, &mut control).expect("no limit was set");
            let sum = ascent.take(&relaxation, &simplex, &status);
            let Some(relaxed) = relaxed else {
                // How far multipliers go is limited: to what the rows allow at first they reach.
                let outcomes =
                    [outcome, simplex.solve(&relaxation, &status, first, 1, &mut control).expect("no limit")];
                let sum = ascent.take(&relaxation, &simplex, &status);
                assert!(outcomes == [Outcome::Proved; 2] && sum < first, "{number}, {round}: {outcomes:?} {sum}");
                never += 1;
                continue;
            };
            let found = in_units(sum) * unit;
            assert_eq!(outcome, Outcome::Best, "{number}, {round}");
            first = first.max(sum);
            assert!((found - relaxed).abs() < 0.02 * unit, "{number}, {round}: {found} for {relaxed}");
            let sum = simplex.sum() * unit;
            assert!((sum - relaxed).abs() < 0.02 * unit, "{number}, {round}: {sum} for {relaxed}, {found} in integers");
            best += 1;
            // Steps end as soon as enough is proved.
            let enough = ascent.take(&relaxation, &simplex, &status) + SCALE / 4;
            let mut simplex = Simplex::new(&relaxation);
            let outcome = simplex.solve(&relaxation, &status, enough, 1 << 14, &mut control).expect("no limit was set");
            if outcome == Outcome::Proved {
                assert!(ascent.take(&relaxation, &simplex, &status) < enough, "{number}, {round}");
                proved += 1;
            }
        }
    }
    assert!(best > 100 && never > 10 && proved > 50, "{best}, {never}, {proved}");
}
