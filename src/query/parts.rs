//! An optimum of parts that no rule joins: each has its own race, and what they find is put together.
//!
//! Parts that are images of each other under a symmetry of the problem, which leaves every weight as it is, are one question.

use std::sync::Arc;

use super::race::Race;
use crate::answer::{Bound, BoundName, Ending, Proof, Statistics, Turn};
use crate::budget::{Beside, Cause, Control, Engine};
use crate::engine::{Placed, Run, Step};
use crate::language::{sort, sort_by_number};
use crate::model::{Goal, Model, Part, Var, Worths};

/// The races of all parts, by turns.
pub(super) struct Parts {
    races: Vec<Racing>,
    /// Whose turn it is, and how many times all have had theirs.
    next: usize,
    round: u32,
    /// The best value that has been told.
    best: Option<i64>,
}

/// A part, with its images.
struct Racing {
    race: Race,
    model: Arc<Model>,
    /// Where each of its pieces stands in each image.
    images: Vec<Placed>,
    best: Option<i64>,
    placed: Placed,
    is_over: bool,
}

impl Parts {
    /// Returns `None` if the model does not fall apart. A placement of the whole that is known, with its value, is one of each part.
    pub(super) fn new(
        model: &Model,
        worths: &Worths,
        known: Option<(i64, &Placed)>,
        threads: usize,
        control: &mut Control,
    ) -> Result<Option<Self>, Cause> {
        let parts = model.parts(control)?;
        if parts.is_empty() {
            return Ok(None);
        }
        let images = images(model, &parts, worths, control)?;
        let mut racing = Vec::new();
        for (part, images) in parts.into_iter().zip(images) {
            let Some(images) = images else { continue };
            let Part { model, vars } = part;
            let own = vars.iter().map(|var| worths.weight(*var)).collect();
            let (worths, model) = (Worths::of(own, model.kinds), Arc::new(model));
            let race =
                Race::new(Arc::clone(&model), Goal::Maximise(worths.clone()), threads, control.turn(u64::MAX, 0));
            let mut part =
                Racing { race: race.of_part(), model, images, best: None, placed: Placed::new(), is_over: false };
            if let Some((_, placed)) = known {
                part.begin_with(placed, &worths);
            }
            racing.push(part);
        }
        Ok(Some(Self { races: racing, next: 0, round: 0, best: known.map(|(value, _)| value) }))
    }

    /// The sum of the best values.
    fn total(&self) -> Option<i64> {
        self.sum(|part| part.best)
    }

    /// The sum of the bounds.
    pub(super) fn bound(&self) -> Option<Bound> {
        self.sum(Racing::bound).map(|sum| Bound::new(sum, BoundName::Parts))
    }

    /// The sum of a number of each part and its images, if it is known of all.
    fn sum(&self, number: fn(&Racing) -> Option<i64>) -> Option<i64> {
        self.races.iter().try_fold(0i64, |sum, part| Some(sum.saturating_add(part.times(number(part))?)))
    }

    /// What is known of the parts and images beside one.
    fn beside(&self, place: usize) -> Beside {
        let own = &self.races[place];
        let of = |number: fn(&Racing) -> Option<i64>| {
            // If its own is not known yet, there is no sum to show.
            Some(self.sum(number)?.saturating_sub(number(own)?))
        };
        let number = self.races.len() as f64;
        let over = self.races.iter().filter(|part| part.is_over).count() as f64;
        Beside { best: of(|part| part.best), bound: of(Racing::bound), done: over / number, share: 1.0 / number }
    }

    fn pass(&mut self) {
        self.next += 1;
        if self.next == self.races.len() {
            self.next = 0;
            self.round += 1;
        }
    }

    /// Continues to the next event of the whole.
    pub(super) fn step(&mut self) -> Step {
        loop {
            // The best that is known of a part may be that of an image.
            let total = self.total();
            if let Some(value) = total.filter(|_| total > self.best) {
                self.best = total;
                return Step::Improved(value);
            }
            if self.races.iter().all(|part| part.is_over) {
                return Step::Done(Proof::BoundMet { name: BoundName::Parts });
            }
            let beside = self.beside(self.next);
            let part = &mut self.races[self.next];
            if part.is_over {
                self.pass();
                continue;
            }
            match part.race.until(self.round, beside) {
                Step::Improved(value) => {
                    part.best = Some(value);
                    part.placed.clear();
                    part.race.placed(&mut part.placed);
                }
                Step::Found => {}
                Step::Done(_) => {
                    part.is_over = true;
                    // What has no solution here has none at all.
                    if part.best.is_none() {
                        return Step::Done(Proof::Exhausted);
                    }
                }
                Step::Stopped(Cause::NodeLimit) => self.pass(),
                stopped @ Step::Stopped(_) => return stopped,
            }
        }
    }

    /// Adds the pieces of all parts and their images, sorted by square.
    pub(super) fn placed(&self, placed: &mut Placed) {
        for part in &self.races {
            placed.extend_from_slice(&part.placed);
            for image in &part.images {
                let vars = part.placed.iter().filter_map(|(square, kind)| part.model.var(*square, usize::from(*kind)));
                placed.extend(vars.map(|var| image[var as usize]));
            }
        }
        sort(placed);
    }

    /// The engine whose turn it is.
    pub(super) fn engine(&self) -> Option<Engine> {
        self.races.get(self.next).and_then(|part| part.race.engine())
    }

    /// The turns of all engines in all parts; the last is that of the part at work.
    pub(super) fn turns(&self) -> Vec<Turn> {
        let mut turns: Vec<Turn> = Vec::new();
        for (number, part) in self.races.iter().enumerate() {
            let mut own = part.race.turns();
            if let Some(last) = own.last_mut().filter(|_| part.is_over) {
                last.ending = Ending::Answered;
            }
            turns.extend(own.into_iter().map(|turn| Turn { part: Some(number), ..turn }));
        }
        sort_by_number(&mut turns, |turn| i64::from(turn.part == Some(self.next)));
        turns
    }

    /// What all of them have cost, without the time.
    pub(super) fn statistics(&self) -> Statistics {
        let mut all = Statistics::default();
        for own in self.races.iter().map(|part| part.race.statistics()) {
            all.nodes += own.nodes;
            all.solutions += own.solutions;
        }
        all
    }
}

impl Racing {
    /// A value of this part and its images together.
    fn times(&self, value: Option<i64>) -> Option<i64> {
        value.map(|value| value.saturating_mul(1 + self.images.len() as i64))
    }

    fn bound(&self) -> Option<i64> {
        if self.is_over { self.best } else { self.race.bound().map(|bound| bound.value) }
    }

    /// Takes over what stands in this part of a placement of the whole, or in its best image.
    fn begin_with(&mut self, placed: &Placed, worths: &Worths) {
        let seen = |image: &Placed| {
            let standing = image.iter().zip(&self.model.placed).filter(|(at, _)| placed.binary_search(at).is_ok());
            standing.map(|(_, own)| *own).collect::<Placed>()
        };
        let value = |placed: &Placed| {
            let vars = placed.iter().filter_map(|(square, kind)| self.model.var(*square, usize::from(*kind)));
            vars.map(|var| worths.weight(var)).sum::<i64>()
        };
        let all = std::iter::once(&self.model.placed).chain(&self.images).map(seen);
        let best =
            all.map(|placed| (value(&placed), placed)).reduce(|best, next| if next.0 > best.0 { next } else { best });
        if let Some((value, placed)) = best {
            self.best = Some(value);
            self.race.begin_with(value, placed.clone());
            self.placed = placed;
        }
    }
}

/// For each part its images among the others, as where its variables are there; `None` for a part that is such an image.
pub(super) fn images(
    model: &Model,
    parts: &[Part],
    worths: &Worths,
    control: &mut Control,
) -> Result<Vec<Option<Vec<Placed>>>, Cause> {
    /// The most squares of a board whose symmetries are looked for.
    const MAX_SQUARES: usize = 1 << 10;
    let mut images = vec![Some(Vec::new()); parts.len()];
    if model.board().rows() * model.board().columns() > MAX_SQUARES {
        return Ok(images);
    }
    let mut part_of = vec![0; model.vars()];
    for (number, part) in parts.iter().enumerate() {
        part.vars.iter().for_each(|var| part_of[*var as usize] = number);
    }
    let group = model.group(control)?;
    for there in model.images(&group, worths, usize::MAX, control)? {
        for (number, part) in parts.iter().enumerate() {
            let mapped: Vec<Var> = part.vars.iter().map(|var| there[*var as usize]).collect();
            let Some(to) = mapped.first().map(|var| part_of[*var as usize]) else { continue };
            let whole = parts[to].vars.len() == mapped.len() && mapped.iter().all(|var| part_of[*var as usize] == to);
            // Neither is an image of another part, and the one to be left out has no images.
            let is_free = images[number].is_some() && images[to].as_ref().is_some_and(Vec::is_empty);
            if to > number && whole && is_free {
                images[to] = None;
                let image = mapped.iter().map(|var| model.placed[*var as usize]).collect();
                images[number].get_or_insert_default().push(image);
            }
        }
    }
    Ok(images)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::budget::{Options, Random};
    use crate::language::{Area, Board, Constraint, Piece, Problem, Weights, Wrap, classics};

    /// A small board of three columns and fewer than `more` others, often with a wall and a forbidden square, and a piece that seldom
    /// reaches all of it.
    pub(in crate::query) fn small(random: &mut Random, round: u64, more: u64) -> (Board, Piece) {
        let (rows, columns) = (2 + random.below(2) as usize, 3 + random.below(more) as usize);
        let mut square = || (random.below(rows as u64) as usize, random.below(columns as u64) as usize);
        let mut board = Board::new(rows, columns);
        if !round.is_multiple_of(3) {
            board = board.with_walls([square()]).with_forbidden([square()]);
        }
        if round.is_multiple_of(5) {
            board = board.with_wrap(Wrap::Columns);
        }
        let pieces = [Piece::BISHOP, Piece::KNIGHT, Piece::FERZ, Piece::ROOK, Piece::leaper(0, 2), Piece::leaper(3, 1)];
        (board, pieces[random.below(6) as usize].clone())
    }

    /// A classical problem on such a board, and the sign of what a piece is worth: fewest cover it.
    pub(in crate::query) fn small_classic(random: &mut Random, round: u64) -> (Problem, i64) {
        let (board, piece) = small(random, round, 2);
        match round % 4 {
            0 => (classics::attacking(board, piece, ..=1), 1),
            1 => (classics::domination(board, piece), -1),
            2 => (classics::peaceable(board, piece), 1),
            _ => (classics::non_attacking(board, piece), 1),
        }
    }

    /// Runs the parts to the end, after a number of solutions of the whole are known from the search; returns the greatest value and how many parts
    /// were asked about. Every placement is judged.
    fn by_parts(problem: &Problem, weights: &Weights, known: usize) -> Option<(Option<i64>, usize)> {
        let mut control = Control::new(&Options::new());
        let model = Model::compile(&Arc::new(problem.clone()), &mut control).expect("no limit was set");
        let worths = Worths::new(problem, weights, 1);
        let mut first = None;
        if known > 0 {
            let solution = problem.enumerate().expect("the problem is sound").nth(known)?.expect("no limit was set");
            let placed: Placed = solution.iter().map(|(square, kind)| (square, kind.index)).collect();
            let vars = placed.iter().filter_map(|(square, kind)| model.var(*square, usize::from(*kind)));
            first = Some((vars.map(|var| worths.weight(var)).sum(), placed));
        }
        let told = first.as_ref().map(|(value, placed)| (*value, placed));
        let mut parts = Parts::new(&model, &worths, told, 1, &mut control).expect("no limit was set")?;
        let mut best = told.map(|(value, _)| value);
        loop {
            match parts.step() {
                Step::Improved(value) => {
                    let mut placed = Placed::new();
                    parts.placed(&mut placed);
                    let vars: Vec<Var> =
                        placed.iter().filter_map(|(square, kind)| model.var(*square, usize::from(*kind))).collect();
                    assert_eq!(worths.sum(&vars), value);
                    assert!(model.judge().accepts(&placed), "{problem}");
                    assert!(best < Some(value));
                    best = Some(value);
                }
                Step::Found => {}
                Step::Done(_) => return Some((best, parts.races.len())),
                Step::Stopped(cause) => panic!("{cause}"),
            }
        }
    }

    #[test]
    fn the_best_of_the_parts_is_the_best_of_the_whole() {
        let mut random = Random::new(7);
        let mut apart = 0;
        for round in 0..60 {
            let (board, piece) = small(&mut random, round, 2);
            let mut problem = match round % 6 {
                0 => classics::attacking(board, piece, ..=1),
                1 => classics::total_domination(board, piece),
                2 => classics::domination(board, piece),
                3 => classics::attacking(board, piece, 1..=2),
                4 => classics::non_attacking(board, piece),
                _ => {
                    let mut problem = Problem::new(board);
                    let (one, other) = (problem.add_kind("one", piece), problem.add_kind("other", Piece::WAZIR));
                    problem.add(Constraint::attacks(one, one, 0)).add(Constraint::attacks(other, one, ..=1));
                    problem.add(Constraint::count(other, Area::Everywhere, 0));
                    problem
                }
            };
            let kinds: Vec<_> = problem.kinds().collect();
            if round % 7 == 0 {
                problem.add(Constraint::count(kinds[0], Area::rows(), ..=2));
            }
            let drawn = std::cell::RefCell::new(Random::new(round));
            let sign = if round % 2 == 0 { 1 } else { -1 };
            let weights = if round % 4 < 2 {
                Weights::from_fn(&problem, |_, _| sign)
            } else {
                Weights::from_fn(&problem, |_, _| sign * drawn.borrow_mut().below(4) as i64)
            };
            let brute = Options::new().engine(Engine::Brute);
            let best = problem.using(&brute).maximize_of(weights.clone()).expect("the problem is sound");
            let best = best.value().expect("no limit was set");
            for known in [0, 1, 5] {
                let Some((found, _)) = by_parts(&problem, &weights, known) else { continue };
                assert_eq!(found, best, "{problem}");
                apart += 1;
            }
        }
        assert!(apart > 60, "{apart}");
    }

    #[test]
    fn parts_that_are_images_of_each_other_are_one_question() {
        let count = |problem: Problem| {
            let weights = problem.one_each();
            by_parts(&problem, &weights, 0)
        };
        // A mirror carries the white squares of an even board into the black ones, but of no odd board.
        assert_eq!(count(classics::attacking(Board::square(4), Piece::BISHOP, ..=1)).map(|(_, parts)| parts), Some(1));
        assert_eq!(count(classics::attacking(Board::square(5), Piece::BISHOP, ..=1)).map(|(_, parts)| parts), Some(2));
        // Knights on either colour attack the squares of the other.
        assert_eq!(count(classics::total_domination(Board::square(4), Piece::KNIGHT)).map(|(_, parts)| parts), Some(1));
        assert_eq!(count(classics::domination(Board::square(4), Piece::KNIGHT)), None);
        assert_eq!(count(classics::non_attacking(Board::square(4), Piece::QUEEN)), None);
    }

    #[test]
    fn an_answer_by_parts_says_so() {
        let problem = classics::total_domination(Board::square(10), Piece::BISHOP);
        let fewest = problem.minimize().expect("the problem is sound");
        let optimum = fewest.optimum().expect("no limit was set").expect("it can be done");
        assert_eq!(optimum.value(), 12);
        assert_eq!(optimum.proof(), &Proof::BoundMet { name: BoundName::Parts });
    }

    #[test]
    fn an_explanation_tells_the_bounds_of_each_part() {
        // The colours of an even board are images of each other.
        for (n, parts, images) in [(10, 1, 2), (9, 2, 1)] {
            let fewest = classics::total_domination(Board::square(n), Piece::BISHOP).minimize().expect("it is sound");
            let turns = fewest.explain().turns();
            assert_eq!(turns.last().and_then(|turn| turn.part), Some(parts - 1), "{}", fewest.explain());
            let mut sum = 0;
            for part in 0..parts {
                let of_part = || turns.iter().filter(|turn| turn.part == Some(part));
                assert!(of_part().any(|turn| turn.ending == Ending::Answered), "{}", fewest.explain());
                let bounds = of_part().filter_map(|turn| turn.bound).map(|bound| bound.value());
                sum += images * bounds.max().expect("the search has one");
            }
            assert!(fewest.value().is_ok_and(|value| value >= Some(sum)), "{}", fewest.explain());
        }
    }
}
