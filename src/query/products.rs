//! The number of solutions of parts that no rule joins: a solution of the whole is one of each part, so that their numbers multiply.
//!
//! Where a rule gives a range for the number of all pieces, and no other joins the parts, the solutions of each part are counted by
//! their number of pieces. Of these numbers only those matter that go together with some of the others: for the fewest pieces it is
//! one for each part. Parts that are images of each other under a symmetry of the problem are counted once.

use std::sync::Arc;

use crate::answer::{Count, Explanation, Statistics, Stopped, Turn};
use crate::budget::{Beside, Cause, Control, Engine, Options};
use crate::engine::{Placed, Run, Step};
use crate::language::Invalid;
use crate::model::{Goal, Model, Part, Worths};
use crate::query::by_size::count_by_size_by;
use crate::query::count::{count_by, so_far};
use crate::query::parts::images;
use crate::query::prepared::{Explained, Prepared};
use crate::query::race::Race;
use crate::query::spent::Spent;
use crate::query::{Last, by_turns_about, policy};

/// The number of solutions by their number of pieces, if the model falls apart and the crate may choose how to count; blockers are
/// no pieces.
pub(super) fn by_size(
    prepared: &Prepared,
    options: &Options,
    control: &mut Control,
) -> Result<Option<Explained<Vec<Count>>>, Invalid> {
    if !policy::takes_turns_to_count(options) {
        return Ok(None);
    }
    // Where a limit stops the search for parts, it stops what counts without them as well, and that says so.
    let Some(Apart { parts, min, max }) = Apart::new(prepared, control).ok().flatten() else { return Ok(None) };
    let mut spent = Spent::new(control);
    let (mut counts, mut turns, mut engine) = (vec![Count::from(1u32)], Vec::new(), Engine::Search);
    for (number, part) in parts.iter().enumerate() {
        let others = |end: fn(&SizedPart) -> i64| -> i64 {
            let all = parts.iter().enumerate().map(|(other, part)| {
                let copies = if other == number { part.copies - 1 } else { part.copies };
                copies as i64 * end(part)
            });
            all.sum()
        };
        let own_min = part.min.max(min - others(|part| part.max));
        let own_max = part.max.min(max - others(|part| part.min));
        if own_min > own_max {
            let explanation = Explanation::answered(engine, spent.sum());
            return Ok(Some(Ok((Vec::new(), explanation))));
        }
        let is_free = own_min <= 0 && own_max >= part.model.slots.len() as i64;
        let model = if is_free { Arc::clone(&part.model) } else { Arc::new(part.model.with_total(own_min..=own_max)) };
        let sized = Prepared::of(Arc::clone(&prepared.problem), model);
        let (own, explanation) = if own_min == own_max {
            let answer = by_turns_about(&sized, options, spent.next(), Last::ToTheEndOrBySat, count_by)?;
            let explanation = answer.explain().clone();
            let one = answer.known().map(|count| {
                let mut counts = vec![Count::default(); usize::try_from(own_min).unwrap_or(0)];
                counts.push(count.clone());
                counts
            });
            (one.map_err(Clone::clone), explanation)
        } else {
            let answer = by_turns_about(&sized, options, spent.next(), Last::ToTheEnd, count_by_size_by)?;
            let explanation = answer.explain().clone();
            (answer.known().cloned().map_err(Clone::clone), explanation)
        };
        let own = match own {
            Ok(own) => own,
            Err(stopped) => return Ok(Some(Err(without_solutions(spent.with(&stopped))))),
        };
        spent.add(explanation.statistics());
        engine = explanation.engine();
        turns.extend(explanation.turns().iter().map(|turn| Turn { part: Some(number), ..turn.clone() }));
        for _ in 0..part.copies {
            counts = product(&counts, &own);
        }
    }
    let size = |end: i64| usize::try_from(end).unwrap_or(0);
    counts.truncate(size(max) + 1);
    counts.iter_mut().take(size(min)).for_each(|count| *count = Count::default());
    let sizes = counts.iter().rposition(|count| *count != Count::default()).map_or(0, |max| max + 1);
    counts.truncate(sizes);
    let all: Count = counts.iter().cloned().sum();
    let mut explanation = Explanation::answered(engine, Statistics { solutions: so_far(&all), ..spent.sum() });
    explanation.set_turns(turns);
    Ok(Some(Ok((counts, explanation))))
}

/// The numbers of pairs, by the sum of both sizes.
fn product(left: &[Count], right: &[Count]) -> Vec<Count> {
    let mut sums = vec![Count::default(); (left.len() + right.len()).saturating_sub(1)];
    for (size, own) in left.iter().enumerate().filter(|(_, own)| **own != Count::default()) {
        for (sum, other) in sums.iter_mut().skip(size).zip(right) {
            *sum += own.clone() * other.clone();
        }
    }
    sums
}

/// The parts of a model, and the range for the number of all pieces.
struct Apart {
    parts: Vec<SizedPart>,
    min: i64,
    max: i64,
}

/// A part, and a range outside of which no solution of it has its number of pieces.
struct SizedPart {
    model: Arc<Model>,
    /// How many parts are images of it, itself included.
    copies: usize,
    min: i64,
    max: i64,
}

impl Apart {
    /// Returns `None` if the model does not fall apart.
    fn new(prepared: &Prepared, control: &mut Control) -> Result<Option<Self>, Cause> {
        /// The most variables of a model of which a copy is made without being asked what it holds.
        const MAX_VARS: usize = 1 << 12;
        let Ok(model) = &prepared.model else { return Ok(None) };
        if model.vars() > MAX_VARS || model.is_joined_by_cliques(control)? {
            return Ok(None);
        }
        let (whole, total) = model.without_total();
        let (min, max) = total.ends();
        let (has_min, has_max) = (min > 0, max < whole.slots.len() as i64);
        let has_blockers = prepared.problem.setup().kinds.iter().any(|info| info.piece.is_blocker());
        if has_blockers && (has_min || has_max) {
            return Ok(None);
        }
        let parts = whole.parts(control)?;
        let worths = Worths::of(vec![1; whole.vars()], whole.kinds);
        let images = images(&whole, &parts, &worths, control)?;
        let mut sized = Vec::new();
        for (Part { model, .. }, images) in parts.into_iter().zip(images) {
            let Some(images): Option<Vec<Placed>> = images else { continue };
            let (model, copies) = (Arc::new(model), images.len() + 1);
            let end = |sign: i64, control: &Control| greatest(&model, sign, control);
            let min = if has_max { -end(-1, control)? } else { 0 };
            let max = if has_min { end(1, control)? } else { model.slots.len() as i64 };
            sized.push(SizedPart { model, copies, min, max });
        }
        Ok((!sized.is_empty()).then_some(Self { parts: sized, min, max }))
    }
}

/// A bound for the greatest number of pieces, times a sign: the greatest itself if that is found within a few rounds.
fn greatest(model: &Arc<Model>, sign: i64, control: &Control) -> Result<i64, Cause> {
    let goal = Goal::Maximise(Worths::of(vec![sign; model.vars()], model.kinds));
    let mut race = Race::new(Arc::clone(model), goal, 1, control.turn(u64::MAX, 0)).of_part();
    let mut best = None;
    let trivial = if sign > 0 { model.slots.len() as i64 } else { 0 };
    loop {
        match race.until(policy::LAST_ROUND_FOR_SIZES, Beside::NOTHING) {
            Step::Improved(value) => best = Some(value),
            Step::Found => {}
            // What has no solution has none of any size.
            Step::Done(_) => return Ok(best.unwrap_or(trivial)),
            Step::Stopped(Cause::NodeLimit) => {
                return Ok(race.bound().map_or(trivial, |bound| bound.value.min(trivial)));
            }
            Step::Stopped(cause) => return Err(cause),
        }
    }
}

/// Solutions of parts are none of the whole.
fn without_solutions(stopped: Stopped) -> Stopped {
    let statistics = Statistics { solutions: 0, ..stopped.statistics() };
    stopped.with_statistics(statistics)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Random;
    use crate::language::{Area, Board, Constraint, Piece, Problem, classics};
    use crate::query::parts::tests::small;

    /// The number of solutions by size, if it is counted by parts.
    fn by_parts(problem: &Problem) -> Option<Vec<Count>> {
        let options = Options::new();
        let mut control = Control::new(&options);
        let prepared = Prepared::new(problem, &mut control);
        let counted = by_size(&prepared, &options, &mut control).expect("the problem is sound")?;
        Some(counted.expect("no limit was set").0)
    }

    fn by_brute(problem: &Problem) -> Vec<Count> {
        let brute = Options::new().engine(Engine::Brute);
        let counts = problem.using(&brute).count_by_size().expect("the problem is sound");
        counts.exact().expect("no limit was set").clone()
    }

    #[test]
    fn the_numbers_of_the_parts_multiply() {
        let mut random = Random::new(11);
        let mut apart = 0;
        for round in 0..150 {
            let (board, piece) = small(&mut random, round, 3);
            let mut problem = match round % 5 {
                0 => classics::attacking(board, piece, ..=1),
                1 => classics::total_domination(board, piece),
                2 => classics::attacking(board, piece, 1..=2),
                3 => classics::non_attacking(board, piece),
                _ => {
                    let mut problem = Problem::new(board);
                    let one = problem.add_kind("one", piece);
                    let wall = problem.add_kind("wall", Piece::BLOCKER);
                    problem.add(Constraint::attacks(one, one, 0)).add(Constraint::count(wall, Area::Everywhere, ..=1));
                    problem
                }
            };
            let kinds: Vec<_> = problem.kinds().collect();
            let number = random.below(6) as i64;
            match round % 4 {
                0 => {}
                1 => drop(problem.add(Constraint::count(kinds[0], Area::Everywhere, number))),
                2 => drop(problem.add(Constraint::count(kinds[0], Area::Everywhere, number..))),
                _ => drop(problem.add(Constraint::count(kinds[0], Area::Everywhere, 2..=number.max(2)))),
            }
            let Some(counts) = by_parts(&problem) else { continue };
            assert_eq!(counts, by_brute(&problem), "{problem}");
            apart += 1;
        }
        assert!(apart > 40, "{apart}");
    }

    #[test]
    fn optima_are_counted_by_parts() {
        // The fewest knights that attack every square are the fewest for either colour.
        for n in 4..8 {
            let problem = classics::total_domination(Board::square(n), Piece::KNIGHT);
            let optima = problem.minimize().expect("the problem is sound").optima().expect("no limit was set");
            let counts = by_parts(&optima).expect("the colours are apart");
            let whole = optima.using(&Options::new().engine(Engine::Search)).count().expect("the problem is sound");
            assert_eq!(counts.into_iter().sum::<Count>(), whole.exact().expect("no limit was set"), "{n}");
        }
    }

    #[test]
    fn a_limit_ends_a_count_by_parts() {
        let problem = classics::total_domination(Board::square(20), Piece::KNIGHT);
        let stopped = problem.using(&Options::new().node_limit(1000)).count().expect("the problem is sound");
        let stopped = stopped.stopped().expect("it is not counted in a thousand nodes");
        assert_eq!(stopped.cause(), Cause::NodeLimit);
    }
}
