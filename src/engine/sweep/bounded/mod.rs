//! Sweeps that leave out states from which too little can come.
//!
//! Each flag and each automaton is a component: tables over the squares it reads. Give each of its choices a number, any number, and
//! take the sum of a component's numbers off what the choices are worth. Then no path is worth more than what the squares are still
//! worth, of each the most, together with the most that each component's numbers add up to along a path that it accepts; and from a
//! state no more than what squares and components still add up to from there. So a path has a *shortfall*: how much of that it has
//! given up, square by square. Paths to a state that fall short by more than lies between the bound of all and a value that is asked
//! for lead to nothing, and the state of which the best path falls short least is worth the most. How the numbers were found does not
//! matter: they are multipliers of rows that follow from one component each, and then worths divided among strips.
//!
//! - `bounds`: what is known of the values, by all of them;
//! - `component`: flags and automata alike, as tables;
//! - `multipliers`: of the rows that follow from one component each;
//! - `strips`: components that know what many others do together;
//! - `shortfalls`: by how much each choice falls short.

mod bounds;
mod component;
mod multipliers;
mod shortfalls;
mod strips;

use std::sync::Arc;

use super::PreparedSweep;
use super::key::Key;
use super::plan::Plan;
use super::trace::Layers;
use super::value::Greatest;
use crate::budget::{Cause, Control};
use crate::model::{Model, Worths};
use bounds::Bounds;
use shortfalls::Within;

pub(super) use strips::MOST_STRIPS;

/// Sweeps that ask for less and less, until there is a solution.
pub(super) struct Passes<K> {
    bounds: Bounds<K>,
    /// The pass under way, and the least scaled sum that it asks for.
    layers: Option<Layers<K, Greatest>>,
    asked: i64,
    /// No solution has this scaled sum, nor more.
    too_much: i64,
    /// What most choices are worth, either way.
    typical: i64,
    /// How much less the next pass asks for, in units.
    step: i64,
    /// The work of all passes, of the last one, and of the one before.
    spent: u64,
    last: u64,
    before_last: u64,
}

/// What passes come to.
pub(super) enum Outcome<K> {
    /// The greatest value, and a way to it.
    Best(i64, Vec<(K, usize)>),
    /// Nothing is better than what is known.
    Nothing,
    /// There is more to do.
    Unknown,
}

/// When bounds can be improved.
pub(super) enum Improved {
    Now,
    Later,
    Never,
}

impl<K: Key> Passes<K> {
    /// The most members of all rules for which multipliers are looked for.
    const MAX_MEMBERS: usize = 1 << 18;
    /// How many pieces, so to speak, may lie between the bound and what is asked for. Beyond, few states are left out: kings that attack at
    /// most two others on 12×12 are 73 where rows allow 86.
    const NEAR: i64 = 3;

    /// Prepares the first pass; `None` where no row follows from what the sweep remembers, or there are too many.
    pub(super) fn new(
        own: (&Arc<Model>, &Arc<PreparedSweep>),
        plan: &Plan<K>,
        worths: &Worths,
        control: &mut Control,
    ) -> Result<Option<Self>, Cause> {
        if !own.0.has_members_within(Self::MAX_MEMBERS, control)? {
            return Ok(None);
        }
        let weights = worths.list().iter().map(|weight| weight.unsigned_abs()).filter(|weight| *weight > 0);
        let (sum, number) = weights.fold((0u128, 0), |(sum, number), weight| (sum + u128::from(weight), number + 1));
        let typical = i64::try_from(sum.div_ceil(number.max(1))).unwrap_or(i64::MAX);
        let bounds = Bounds::new(own, plan, worths, typical, control)?;
        Ok(bounds.map(|bounds| Self {
            bounds,
            layers: None,
            asked: i64::MAX,
            too_much: i64::MAX,
            typical,
            step: 1,
            spent: 0,
            last: 0,
            before_last: 0,
        }))
    }

    /// The work so far.
    pub(super) fn spent(&self) -> u64 {
        self.bounds.spent() + self.spent
    }

    /// The bytes held.
    pub(super) fn bytes(&self) -> u64 {
        self.bounds.bytes() + self.layers.as_ref().map_or(0, Layers::bytes)
    }

    /// The value that no solution exceeds; `None` if there is no solution.
    pub(super) fn bound(&self) -> Option<i64> {
        let sum = self.bounds.shortfalls.bound.min(self.too_much.saturating_sub(1));
        let multipliers = &self.bounds.multipliers;
        (sum >= multipliers.least()).then(|| multipliers.value(sum))
    }

    /// The scaled sum that the pass under way asks for, or the next one, where no value is above `bound`.
    fn asks(&self, bound: Option<i64>) -> i64 {
        if self.layers.is_some() {
            return self.asked;
        }
        let multipliers = &self.bounds.multipliers;
        let unit = multipliers.unit();
        let most = multipliers.value(self.bounds.shortfalls.bound.min(self.too_much.saturating_sub(1)));
        let most = bound.map_or(most, |bound| most.min(bound.div_euclid(unit) * unit));
        let less = if self.too_much == i64::MAX { 0 } else { self.step - 1 };
        let asked = most.saturating_sub(less.saturating_mul(unit));
        multipliers.sum(asked.max(self.nearest().min(most)))
    }

    /// The least value that is near the bound.
    fn nearest(&self) -> i64 {
        self.bounds
            .multipliers
            .value(self.bounds.shortfalls.bound)
            .saturating_sub(Self::NEAR.saturating_mul(self.typical))
    }

    /// Whether little lies between the bound and what the pass asks for, where no value is above `bound`.
    pub(super) fn are_near(&self, bound: Option<i64>) -> bool {
        self.bounds.multipliers.value(self.asks(bound)) >= self.nearest()
    }

    /// Improves the bounds, unless a pass is under way or more work has to go into them first; tells when they can be improved.
    pub(super) fn improve(&mut self, plan: &Plan<K>, control: &mut Control) -> Result<Improved, Cause> {
        let work = self.spent();
        Ok(if self.layers.is_none() && self.bounds.may_gain(work) {
            self.bounds.improve(work, plan, control)?;
            Improved::Now
        } else if self.bounds.may_gain(u64::MAX) {
            Improved::Later
        } else {
            Improved::Never
        })
    }

    /// Passes one more square, or begins another pass. Only values above `best` matter, and none is above `bound`; `held` are bytes
    /// held elsewhere.
    pub(super) fn go_on(
        &mut self,
        plan: &Plan<K>,
        [best, bound]: [Option<i64>; 2],
        held: u64,
        control: &mut Control,
    ) -> Result<Outcome<K>, Cause> {
        let multipliers = &self.bounds.multipliers;
        let least = best.map_or(multipliers.least(), |best| multipliers.sum(best.saturating_add(1)));
        if self.too_much <= least || self.bounds.shortfalls.bound < least {
            return Ok(Outcome::Nothing);
        }
        if self.layers.is_none() {
            // A pass should cost twice as much as the last one, so that all together cost little more than that which ends it.
            if self.last < self.before_last.saturating_mul(2) {
                self.step = self.step.saturating_mul(2);
            }
            self.asked = self.asks(bound);
            (self.before_last, self.last) = (self.last, 0);
        }
        self.asked = self.asked.max(least);
        let shortfalls = &self.bounds.shortfalls;
        let within = Within { shortfalls, gap: shortfalls.bound - self.asked };
        let layers = self.layers.get_or_insert_with(Layers::start);
        layers.beside(held + self.bounds.bytes());
        let before = control.charged();
        let passed = layers.pass_square(plan, &within, control);
        let work = control.charged() - before;
        self.spent += work;
        self.last += work;
        let passed = passed?;
        let states = layers.states();
        if passed && states != Some(0) {
            // What takes longer than the bounds have is put off until they are better.
            let work = self.spent();
            if states.is_some()
                && self.last > self.bounds.spent()
                && self.bounds.may_gain(work)
                && self.bounds.improve(work, plan, control)?
            {
                (self.layers, self.last) = (Some(Layers::start()), 0);
            }
            return Ok(Outcome::Unknown);
        }
        match if passed { None } else { layers.end().copied() } {
            Some(Greatest(short)) if shortfalls.bound + short >= least => {
                let way = layers.greatest(plan, &within, control)?;
                Ok(Outcome::Best(self.bounds.multipliers.value(shortfalls.bound + short), way))
            }
            // What it came to was found elsewhere in the meantime.
            Some(_) => Ok(Outcome::Nothing),
            None => {
                (self.layers, self.too_much) = (None, self.asked);
                Ok(Outcome::Unknown)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Sweep;
    use super::super::front::ChoiceWeight;
    use super::super::key::with_key;
    use super::super::trace::Weights as _;
    use super::shortfalls::Shortfalls;
    use super::*;
    use crate::budget::{Engine, Options, Random};
    use crate::engine::{Backend, Paths, Step};
    use crate::language::{Board, Constraint, Piece, Problem, Weights, Wrap, classics};
    use crate::model::Goal;

    fn problems() -> Vec<Problem> {
        let boards = [
            Board::new(2, 5),
            Board::square(3).with_wrap(Wrap::Both),
            Board::new(3, 4).with_wrap(Wrap::Columns),
            Board::new(4, 3).with_walls([(1, 1)]).with_holes([(0, 2)]),
            Board::square(4).with_walls([(0, 3), (1, 1), (2, 1), (3, 2)]),
        ];
        let pieces =
            [Piece::KING, Piece::KNIGHT, Piece::QUEEN, Piece::BISHOP, Piece::ROOK.within(2), Piece::WHITE_PAWN];
        let mut problems = Vec::new();
        for board in &boards {
            for piece in &pieces {
                let own = || (board.clone(), piece.clone());
                let simple = [
                    classics::non_attacking,
                    classics::domination,
                    classics::total_domination,
                    classics::independent_domination,
                ];
                problems.extend(simple.into_iter().map(|classic| classic(own().0, own().1)));
                problems.extend(
                    [(0, 1), (1, 2), (2, 2), (0, 3)].map(|(min, max)| classics::attacking(own().0, own().1, min..=max)),
                );
                let mut two = Problem::new(own().0);
                let kinds = [two.add_kind("one", own().1), two.add_kind("other", Piece::WAZIR)];
                two.add(Constraint::attacks(kinds[0], kinds[1], 0)).add(Constraint::balance(
                    kinds[0],
                    kinds[1],
                    -1..=1,
                ));
                two.add(Constraint::covered(crate::Area::Everywhere, kinds.to_vec(), 1..).where_vacant());
                problems.push(two);
            }
        }
        problems
    }

    /// A problem with weights at random, ready for passes.
    struct Ready {
        model: Arc<Model>,
        sweep: Arc<PreparedSweep>,
        worths: Worths,
        weights: Weights,
        control: Control,
    }

    fn ready(problem: &Problem, random: &mut Random) -> Option<Ready> {
        let mut control = Control::new(&Options::new());
        let random = std::cell::RefCell::new(random);
        let weights = Weights::from_fn(problem, |_, square| {
            3 * (random.borrow_mut().below(7) as i64 - 2 - 2 * (square.row() as i64 % 2))
        });
        let model = Model::compile(&Arc::new(problem.clone()), &mut control).expect("no limit was set");
        let worths = Worths::new(problem, &weights, 1);
        let sweep = PreparedSweep::of(&model, &mut control).ok()?;
        (!sweep.lowered.never).then_some(Ready { model: Arc::new(model), sweep, worths, weights, control })
    }

    /// Every path to the end falls short by as much as its value lies below the bound, never gains, and no more is asked of it.
    #[test]
    fn paths_fall_short_by_what_they_lack() {
        type Way<K> = (K, i64, i64);
        fn check<K: Key>(
            (plan, shortfalls): (&Plan<K>, &Shortfalls<K>),
            (place, (state, short, worth)): (usize, Way<K>),
            worth_of: &dyn Fn(usize, usize) -> i64,
            ends: &mut Vec<(i64, i64)>,
        ) {
            let Some(stage) = plan.stages.get(place) else {
                ends.push((shortfalls.bound - short, worth));
                return;
            };
            let within = Within { shortfalls, gap: 1 << 40 };
            let of_stage = within.at(place);
            for (index, choice) in stage.choices.iter().enumerate() {
                let Some(then) = stage.next(state, choice) else { continue };
                // What leads nowhere may fall short by any amount.
                let Some(weight) = of_stage.weight(index, choice, &of_stage.see(state), &[Greatest(-short)]) else {
                    continue;
                };
                assert!(weight <= 0);
                let then = (then, short - weight, worth + worth_of(place, choice.number));
                check((plan, shortfalls), (place + 1, then), worth_of, ends);
            }
        }
        let mut random = Random::new(4);
        let (mut ends, mut found, mut with_strips) = (0, 0, 0);
        for problem in problems() {
            let Some(Ready { model, sweep, worths, mut control, .. }) = ready(&problem, &mut random) else { continue };
            let number = problem.count().expect("the problem is sound").exact().expect("no limit was set");
            with_key!(sweep.layout.width, K => {
                let plan = sweep.plan::<K>();
                let own = (&model, &sweep);
                let bounds = Bounds::new(own, &plan, &worths, 1, &mut control).expect("no limit was set");
                let Some(mut bounds) = bounds else { continue };
                for _ in 0..random.below(6) {
                    bounds.improve(1 << random.below(20), &plan, &mut control).expect("no limit was set");
                }
                with_strips += u32::from(bounds.bytes() > 0);
                let Bounds { multipliers, shortfalls, .. } = bounds;
                let worth_of = |place: usize, choice: usize| {
                    let kind = choice.checked_sub(1);
                    kind.map_or(0, |kind| worths.list()[sweep.order.slots[place] as usize * model.kinds + kind])
                };
                let mut own = Vec::new();
                check((&plan, &shortfalls), (0, (K::default(), 0, 0)), &worth_of, &mut own);
                assert_eq!(number, own.len() as u64, "{problem}");
                for (sum, worth) in &own {
                    assert_eq!(*sum, multipliers.sum(*worth), "{problem}");
                }
                ends += own.len();
            });
            found += 1;
        }
        assert!(found > 60 && with_strips > 40 && ends > 5000, "{found} problems, {with_strips}, {ends} paths");
    }

    /// Sweeps that have passes find what the search does, also where they pause at every few nodes and are told of values meanwhile.
    #[test]
    fn sweeps_that_pause_end_with_the_greatest_value() {
        let square = Board::square;
        let mut linear = classics::total_domination(square(8), Piece::KING);
        let king = linear.kinds().next().expect("it has a kind");
        linear.add(Constraint::linear((0..8).map(|place| (place as i64 - 3, king, (place, place))), -2..=3));
        linear.add(Constraint::occupied_lines(king, [crate::Direction::ROW], 4..=6));
        let problems = [
            linear,
            classics::total_domination(square(9), Piece::KING),
            classics::domination(square(7), Piece::KNIGHT),
            classics::independent_domination(square(7).with_walls([(1, 1), (2, 6), (5, 3)]), Piece::KNIGHT),
            classics::domination(square(6).with_wrap(Wrap::Columns), Piece::KNIGHT),
            classics::domination(square(7), Piece::QUEEN),
        ];
        let most = [
            classics::attacking(square(7), Piece::KING, 0..=1),
            classics::attacking(square(7).with_walls([(2, 2), (4, 5)]), Piece::KING, 2..=3),
            classics::attacking(square(6).with_walls([(2, 2)]), Piece::KNIGHT, 1..=2),
        ];
        let mut with_passes = 0;
        for (problem, sign) in problems.into_iter().map(|problem| (problem, -1)).chain(most.map(|problem| (problem, 1)))
        {
            let mut control = Control::new(&Options::new());
            let model = Arc::new(Model::compile(&Arc::new(problem.clone()), &mut control).expect("no limit was set"));
            let search = Options::new().engine(Engine::Search);
            let asked = problem.using(&search);
            let answer = if sign < 0 { asked.minimize() } else { asked.maximize() }.expect("the problem is sound");
            let best = sign * answer.value().expect("no limit was set").expect("it has a solution");
            for known in [None, Some(best - 1), Some(best)] {
                let goal = Goal::Maximise(Worths::by_kind(&model, &[sign]));
                let mut run = Sweep.start(Arc::clone(&model), goal, Paths::whole(), control.turn(u64::MAX, 0));
                let mut has_bound = false;
                let found = loop {
                    run.control().grant(1 << 14);
                    match run.step() {
                        Step::Improved(value) => break Some(value),
                        Step::Done(_) => break None,
                        Step::Stopped(Cause::NodeLimit) => {}
                        _ => panic!("it stops for no other reason"),
                    }
                    has_bound |= run.bound().is_some_and(|bound| bound.value >= best);
                    run.share(known, None);
                };
                let is_right = found == Some(best) || found.is_none() && known == Some(best);
                assert!(is_right, "{found:?} for {best}: {problem}");
                with_passes += u32::from(has_bound);
            }
        }
        assert!(with_passes > 6, "{with_passes}");
    }

    /// Passes find the greatest value, whatever is known, and no more than that.
    #[test]
    fn passes_end_with_the_greatest_value() {
        let brute = Options::new().engine(Engine::Brute);
        let mut random = Random::new(5);
        let mut asked = 0;
        for problem in problems() {
            let Some(Ready { model, sweep, worths, weights, mut control }) = ready(&problem, &mut random) else {
                continue;
            };
            let best = problem.using(&brute).maximize_of(weights).expect("the problem is sound");
            let best = best.value().expect("no limit was set");
            with_key!(sweep.layout.width, K => {
                let plan = sweep.plan::<K>();
                for known in [None, best.map(|best| best - 4), best] {
                    let passes = Passes::new((&model, &sweep), &plan, &worths, &mut control).expect("no limit was set");
                    let Some(mut passes) = passes else { break };
                    asked += 1;
                    for _ in 0..random.below(6) {
                        passes.bounds.improve(1 << random.below(20), &plan, &mut control).expect("no limit was set");
                    }
                    let found = loop {
                        let bound = passes.bound();
                        assert!(known == best || bound >= best, "{bound:?} for {best:?}: {problem}");
                        match passes.go_on(&plan, [known, None], 0, &mut control).expect("no limit was set") {
                            Outcome::Best(value, way) => {
                                assert_eq!(way.len(), plan.stages.len());
                                break Some(value);
                            }
                            Outcome::Nothing => break None,
                            Outcome::Unknown => {}
                        }
                    };
                    assert_eq!(found, best.filter(|best| known != Some(*best)), "{problem}");
                }
            });
        }
        assert!(asked > 300, "{asked}");
    }
}
