//! Sweeps that leave out states from which too little can come.
//!
//! Each flag and each automaton is a component: tables over the squares it reads. Give each of its choices a number, any number, and
//! take the sum of a component's numbers off what the choices are worth. Then no path is worth more than what the squares are still
//! worth, of each the most, together with the most that each component's numbers add up to along a path that it accepts; and from a
//! state no more than what squares and components still add up to from there. So a path has a *shortfall*: how much of that it has
//! given up, square by square. Paths to a state that fall short by more than lies between the bound of all and a value that is asked
//! for lead to nothing, and the state of which the best path falls short least is worth the most. How the numbers were found does not
//! matter: they are multipliers of rows that follow from one component each.
//!
//! - `component`: flags and automata alike, as tables;
//! - `multipliers`: of the rows that follow from one component each;
//! - `shortfalls`: by how much each choice falls short.

mod component;
mod multipliers;
mod shortfalls;

use super::PreparedSweep;
use super::key::Key;
use super::plan::Plan;
use super::trace::Layers;
use super::value::Greatest;
use crate::budget::{Cause, Control};
use crate::model::{Model, Worths};
use multipliers::Multipliers;
use shortfalls::{Shortfalls, Within};

/// Sweeps that ask for less and less, until there is a solution.
pub(super) struct Passes<K> {
    multipliers: Multipliers,
    shortfalls: Shortfalls<K>,
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

impl<K: Key> Passes<K> {
    /// The most members of all rules for which multipliers are looked for.
    const MAX_MEMBERS: usize = 1 << 18;
    /// The work that goes into multipliers at first, and what part of all work so far goes into them later.
    const FIRST: u64 = 1 << 18;
    const PART: u64 = 4;
    /// How many pieces, so to speak, may lie between the bound and what is asked for. Beyond, few states are left out: kings that attack at
    /// most two others on 12×12 are 73 where rows allow 86.
    const NEAR: i64 = 3;

    /// Prepares the first pass; `None` where no row follows from what the sweep remembers, or there are too many.
    pub(super) fn new(
        model: &Model,
        prepared: &PreparedSweep,
        plan: &Plan<K>,
        worths: &Worths,
        control: &mut Control,
    ) -> Result<Option<Self>, Cause> {
        if !model.has_members_within(Self::MAX_MEMBERS, control)? {
            return Ok(None);
        }
        let weights = worths.list().iter().map(|weight| weight.unsigned_abs()).filter(|weight| *weight > 0);
        let (sum, number) = weights.fold((0u128, 0), |(sum, number), weight| (sum + u128::from(weight), number + 1));
        let before = control.charged();
        let Some(mut multipliers) = Multipliers::new(model, prepared, worths, control)? else { return Ok(None) };
        multipliers.improve(Self::FIRST, control)?;
        let shortfalls = multipliers.shortfalls(prepared, plan, control)?;
        Ok(Some(Self {
            multipliers,
            shortfalls,
            layers: None,
            asked: i64::MAX,
            too_much: i64::MAX,
            typical: i64::try_from(sum.div_ceil(number.max(1))).unwrap_or(i64::MAX),
            step: 1,
            spent: control.charged() - before,
            last: 0,
            before_last: 0,
        }))
    }

    /// The work so far.
    pub(super) fn spent(&self) -> u64 {
        self.spent
    }

    /// The bytes held.
    pub(super) fn bytes(&self) -> u64 {
        self.layers.as_ref().map_or(0, Layers::bytes)
    }

    /// The value that no solution exceeds; `None` if there is no solution.
    pub(super) fn bound(&self) -> Option<i64> {
        let sum = self.shortfalls.bound.min(self.too_much.saturating_sub(1));
        (sum >= self.multipliers.least()).then(|| self.multipliers.value(sum))
    }

    /// The scaled sum that the pass under way asks for, or the next one, where no value is above `bound`.
    fn asks(&self, bound: Option<i64>) -> i64 {
        if self.layers.is_some() {
            return self.asked;
        }
        let unit = self.multipliers.unit();
        let most = self.multipliers.value(self.shortfalls.bound.min(self.too_much.saturating_sub(1)));
        let most = bound.map_or(most, |bound| most.min(bound.div_euclid(unit) * unit));
        let less = if self.too_much == i64::MAX { 0 } else { self.step - 1 };
        self.multipliers.sum(most.saturating_sub(less.saturating_mul(unit)))
    }

    /// Whether little lies between the bound and what the pass asks for, where no value is above `bound`.
    pub(super) fn are_near(&self, bound: Option<i64>) -> bool {
        let [own, asked] = [self.shortfalls.bound, self.asks(bound)].map(|sum| self.multipliers.value(sum));
        own.saturating_sub(asked) <= Self::NEAR.saturating_mul(self.typical)
    }

    /// Improves the multipliers, unless a pass is under way; tells whether that may have changed them.
    pub(super) fn improve(
        &mut self,
        (prepared, plan): (&PreparedSweep, &Plan<K>),
        control: &mut Control,
    ) -> Result<bool, Cause> {
        let before = control.charged();
        let is_better = self.layers.is_none() && self.multipliers.improve(self.spent / Self::PART, control)?;
        if is_better {
            self.shortfalls = self.multipliers.shortfalls(prepared, plan, control)?;
        }
        self.spent += control.charged() - before;
        Ok(is_better)
    }

    /// Passes one more square, or begins another pass. Only values above `best` matter, and none is above `bound`; `held` are bytes
    /// held elsewhere.
    pub(super) fn go_on(
        &mut self,
        (prepared, plan): (&PreparedSweep, &Plan<K>),
        [best, bound]: [Option<i64>; 2],
        held: u64,
        control: &mut Control,
    ) -> Result<Outcome<K>, Cause> {
        let least = best.map_or(self.multipliers.least(), |best| self.multipliers.sum(best.saturating_add(1)));
        if self.too_much <= least || self.shortfalls.bound < least {
            return Ok(Outcome::Nothing);
        }
        if self.layers.is_none() {
            if self.too_much < i64::MAX {
                self.improve((prepared, plan), control)?;
            }
            // A pass should cost twice as much as the last one, so that all together cost little more than that which ends it.
            if self.last < self.before_last.saturating_mul(2) {
                self.step = self.step.saturating_mul(2);
            }
            self.asked = self.asks(bound);
            (self.before_last, self.last) = (self.last, 0);
        }
        self.asked = self.asked.max(least);
        let within = Within { shortfalls: &self.shortfalls, gap: self.shortfalls.bound - self.asked };
        let layers = self.layers.get_or_insert_with(Layers::start);
        layers.beside(held);
        let before = control.charged();
        let passed = layers.pass_square(plan, &within, control);
        let work = control.charged() - before;
        self.spent += work;
        self.last += work;
        if passed? {
            return Ok(Outcome::Unknown);
        }
        match layers.end().copied() {
            Some(Greatest(short)) if self.shortfalls.bound + short >= least => {
                let way = layers.greatest(plan, &within, control)?;
                Ok(Outcome::Best(self.multipliers.value(self.shortfalls.bound + short), way))
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
    use std::sync::Arc;

    use super::super::Sweep;
    use super::super::front::ChoiceWeight;
    use super::super::key::with_key;
    use super::super::trace::Weights as _;
    use super::*;
    use crate::budget::{Engine, Options, Random};
    use crate::engine::{Backend, Paths, Step};
    use crate::language::{Board, Constraint, Piece, Problem, Weights, Wrap, classics};
    use crate::model::Goal;

    fn problems() -> Vec<Problem> {
        let boards = [
            Board::new(2, 5),
            Board::square(3).with_wrap(Wrap::Both),
            Board::new(4, 3).with_walls([(1, 1)]).with_holes([(0, 2)]),
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
    fn prepared(
        problem: &Problem,
        random: &mut Random,
    ) -> Option<(Model, Arc<PreparedSweep>, Worths, Weights, Control)> {
        let mut control = Control::new(&Options::new());
        let random = std::cell::RefCell::new(random);
        let weights = Weights::from_fn(problem, |_, square| {
            3 * (random.borrow_mut().below(7) as i64 - 2 - 2 * (square.row() as i64 % 2))
        });
        let model = Model::compile(&Arc::new(problem.clone()), &mut control).expect("no limit was set");
        let worths = Worths::new(problem, &weights, 1);
        let prepared = PreparedSweep::of(&model, &mut control).ok()?;
        (!prepared.lowered.never).then_some((model, prepared, worths, weights, control))
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
            for (index, choice) in stage.choices.iter().enumerate() {
                let Some(then) = stage.next(state, choice) else { continue };
                // What leads nowhere may fall short by any amount.
                let Some(weight) = within.at(place).weight(index, choice, state, &[Greatest(-short)]) else { continue };
                assert!(weight <= 0);
                let then = (then, short - weight, worth + worth_of(place, choice.number));
                check((plan, shortfalls), (place + 1, then), worth_of, ends);
            }
        }
        let mut random = Random::new(4);
        let (mut ends, mut found) = (0, 0);
        for problem in problems() {
            let Some((model, sweep, worths, _, mut control)) = prepared(&problem, &mut random) else { continue };
            let number = problem.count().expect("the problem is sound").exact().expect("no limit was set");
            with_key!(sweep.layout.width, K => {
                let plan = sweep.plan::<K>();
                let multipliers = Multipliers::new(&model, &sweep, &worths, &mut control).expect("no limit was set");
                let Some(mut multipliers) = multipliers else { continue };
                multipliers.improve(random.below(20_000), &mut control).expect("no limit was set");
                let shortfalls = multipliers.shortfalls(&sweep, &plan, &mut control).expect("no limit was set");
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
        assert!(found > 60 && ends > 5000, "{found} problems, {ends} paths");
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
        let mut with_passes = 0;
        for problem in problems {
            let mut control = Control::new(&Options::new());
            let model = Arc::new(Model::compile(&Arc::new(problem.clone()), &mut control).expect("no limit was set"));
            let search = Options::new().engine(Engine::Search);
            let answer = problem.using(&search).minimize().expect("the problem is sound");
            let best = -answer.value().expect("no limit was set").expect("it has a solution");
            for known in [None, Some(best - 1), Some(best)] {
                let goal = Goal::Maximise(Worths::by_kind(&model, &[-1]));
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
        assert!(with_passes > 4, "{with_passes}");
    }

    /// Passes find the greatest value, whatever is known, and no more than that.
    #[test]
    fn passes_end_with_the_greatest_value() {
        let brute = Options::new().engine(Engine::Brute);
        let mut random = Random::new(5);
        let mut asked = 0;
        for problem in problems() {
            let Some((model, sweep, worths, weights, mut control)) = prepared(&problem, &mut random) else { continue };
            let best = problem.using(&brute).maximize_of(weights).expect("the problem is sound");
            let best = best.value().expect("no limit was set");
            with_key!(sweep.layout.width, K => {
                let plan = sweep.plan::<K>();
                for known in [None, best.map(|best| best - 4), best] {
                    let passes = Passes::new(&model, &sweep, &plan, &worths, &mut control).expect("no limit was set");
                    let Some(mut passes) = passes else { break };
                    asked += 1;
                    let found = loop {
                        let bound = passes.bound();
                        assert!(known == best || bound >= best, "{bound:?} for {best:?}: {problem}");
                        match passes.go_on((&sweep, &plan), [known, None], 0, &mut control).expect("no limit was set") {
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
