//! Placements as good as the bound: one search after the other looks for nothing less.
//!
//! It is the sooner over the more it leaves aside, and where it finds nothing the bound is the next lesser value. What is found is the best.

use std::sync::Arc;

use crate::answer::{Bound, BoundName, Statistics};
use crate::budget::{Cause, Control, Engine};
use crate::engine::{Paths, Placed, Run, Step, statistics};
use crate::model::{Goal, Model, Worths};

/// The value to look for next, where all are multiples of a unit; `None` where no placement is known yet, and where any better one is as good
/// as the bound.
pub(super) fn wanted(unit: i64, best: Option<i64>, bound: Option<i64>) -> Option<i64> {
    let value = bound?.div_euclid(unit).saturating_mul(unit);
    (best? < value.saturating_sub(unit)).then_some(value)
}

/// A search for what is as good as the bound, whatever that is by then.
pub(super) struct AtBound {
    model: Arc<Model>,
    worths: Worths,
    /// What all values are multiples of.
    unit: i64,
    /// The search under way, the value that it looks for, and the work of it that has been charged.
    run: Option<Box<dyn Run>>,
    value: i64,
    charged: u64,
    /// The best that is known and the bound.
    best: Option<i64>,
    bound: Option<i64>,
    proved: Option<Bound>,
    placed: Placed,
    control: Control,
}

impl AtBound {
    /// Returns `None` if there are more variables than are worth it.
    pub(super) fn new(model: &Arc<Model>, worths: &Worths, control: Control) -> Option<Self> {
        /// With more, a search begins as on a large board, and each of these would do so anew.
        const MAX_VARS: usize = 1 << 12;
        (model.vars() < MAX_VARS).then(|| Self {
            model: Arc::clone(model),
            worths: worths.clone(),
            unit: i64::try_from(worths.unit()).unwrap_or(1),
            run: None,
            value: 0,
            charged: 0,
            best: None,
            bound: None,
            proved: None,
            placed: Placed::new(),
            control,
        })
    }

    /// Charges what the search has done since it was charged last.
    fn charge(&mut self) {
        let Some(run) = &mut self.run else { return };
        let all = run.control().charged();
        let fresh = all.saturating_sub(std::mem::replace(&mut self.charged, all));
        // What stops it now stops the next step too.
        let _ = self.control.charge(fresh);
    }

    /// Ends the search under way.
    fn leave(&mut self) {
        self.charge();
        let own = self.run.take().map(|run| run.statistics()).unwrap_or_default();
        self.control.progress.nodes += own.nodes;
        self.control.progress.solutions += own.solutions;
        self.charged = 0;
    }

    fn advance(&mut self) -> Result<Step, Cause> {
        loop {
            self.control.check_granted()?;
            let wanted = wanted(self.unit, self.best, self.bound);
            if wanted != Some(self.value) {
                self.leave();
            }
            self.value = wanted.ok_or(Cause::NodeLimit)?;
            let granted = self.control.granted();
            let (model, goal) = (&self.model, || Goal::Maximise(self.worths.clone()));
            let run = self.run.get_or_insert_with(|| {
                let control = self.control.quiet(u64::MAX).with_memory_limit(self.control.memory_limit() / 4);
                Engine::Search.backend().start(Arc::clone(model), goal(), Paths::whole(), control)
            });
            run.share(Some(self.value - 1), self.bound);
            if let Some(over) = self.control.over() {
                run.control().stop_with(over);
            }
            run.control().grant(granted);
            match run.step() {
                step @ Step::Improved(value) => {
                    (self.best, self.control.progress.best) = (Some(value), Some(value));
                    self.placed.clear();
                    run.placed(&mut self.placed);
                    self.leave();
                    self.control.report();
                    return Ok(step);
                }
                Step::Found => {}
                Step::Done(_) => {
                    let below = self.value - self.unit;
                    (self.bound, self.control.progress.bound) = (Some(below), Some(below));
                    self.proved = Some(Bound::new(below, BoundName::Search));
                    self.leave();
                    // A turn ends with what others can use.
                    return Err(Cause::NodeLimit);
                }
                // What the search needs next may be more than is left of a turn.
                Step::Stopped(cause) => {
                    self.charge();
                    return Err(cause);
                }
            }
        }
    }
}

impl Run for AtBound {
    fn step(&mut self) -> Step {
        self.advance().unwrap_or_else(Step::Stopped)
    }

    fn placed(&self, placed: &mut Placed) {
        placed.extend_from_slice(&self.placed);
    }

    fn share(&mut self, best: Option<i64>, bound: Option<i64>) {
        self.best = self.best.max(best);
        self.bound = [self.bound, bound].into_iter().flatten().min();
        if wanted(self.unit, self.best, self.bound).is_none() {
            self.leave();
        }
    }

    fn control(&mut self) -> &mut Control {
        &mut self.control
    }

    fn remainder(&self) -> Paths {
        Paths::default()
    }

    fn bound(&self) -> Option<Bound> {
        self.proved
    }

    fn statistics(&self) -> Statistics {
        let own = self.run.as_ref().map(|run| run.statistics()).unwrap_or_default();
        let Statistics { nodes, solutions, elapsed } = statistics(&self.control);
        Statistics { nodes: nodes + own.nodes, solutions: solutions + own.solutions, elapsed }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::answer::{Proof, Reason};
    use crate::budget::{Options, Random};
    use crate::language::{Board, Piece, Problem, Weights, classics};
    use crate::query::parts::tests::small_classic;
    use crate::query::race::Race;

    fn started(problem: &Problem, weights: &Weights) -> (Arc<Model>, Worths, AtBound) {
        let mut control = Control::new(&Options::new());
        let model = Model::compile(&Arc::new(problem.clone()), &mut control).expect("no limit was set");
        let (model, worths) = (Arc::new(model), Worths::new(problem, weights, 1));
        let run = AtBound::new(&model, &worths, control).expect("the variables are few");
        (model, worths, run)
    }

    #[test]
    fn it_proves_one_bound_after_the_other_until_it_finds_the_best() {
        let mut random = Random::new(4);
        let mut asked = 0;
        for round in 0..60 {
            let (problem, sign) = small_classic(&mut random, round);
            let unit = 1 + round as i64 % 3;
            let weights =
                Weights::from_fn(&problem, |_, square| sign * unit * (1 + (square.row() as i64 + round as i64) % 2));
            let options = Options::new().engine(Engine::Search);
            let max = problem.using(&options).maximize_of(weights.clone()).expect("it is sound").value();
            let Some(max) = max.expect("no limit was set") else { continue };
            let (model, worths, mut run) = started(&problem, &weights);
            let above = 1 + round as i64 % 4;
            run.share(Some(max - 2 * unit), Some(max + above * unit + (unit - 1)));
            let (mut bounds, mut best) = (Vec::new(), None);
            for _ in 0..1000 {
                run.control().grant(1 << 12);
                match run.step() {
                    Step::Improved(value) => {
                        let mut placed = Placed::new();
                        run.placed(&mut placed);
                        assert!(model.judge().accepts(&placed), "{problem}");
                        let vars = placed.iter().filter_map(|(square, kind)| model.var(*square, usize::from(*kind)));
                        assert_eq!(worths.sum(&vars.collect::<Vec<_>>()), value, "{problem}");
                        best = Some(value);
                        break;
                    }
                    Step::Stopped(Cause::NodeLimit) => {}
                    _ => panic!("{problem}"),
                }
                bounds.extend(run.bound().map(|bound| bound.value).filter(|bound| bounds.last() != Some(bound)));
            }
            assert_eq!(best, Some(max), "{problem}");
            let expected: Vec<_> = (0..above).rev().map(|more| max + more * unit).collect();
            assert_eq!(bounds, expected, "{problem}");
            assert!(run.statistics().nodes > 0 && run.bound().is_some_and(|bound| bound.name == BoundName::Search));
            asked += 1;
        }
        assert!(asked > 30, "{asked}");
    }

    #[test]
    fn it_does_nothing_without_a_placement_or_where_anything_better_is_as_good_as_the_bound() {
        let problem = classics::non_attacking(Board::square(8), Piece::KNIGHT);
        for (best, bound) in [(None, Some(40)), (Some(30), None), (Some(32), Some(32)), (Some(31), Some(32))] {
            let (_, _, mut run) = started(&problem, &Weights::from_fn(&problem, |_, _| 1));
            run.share(best, bound);
            let before = run.control().charged();
            run.control().grant(1 << 20);
            assert!(matches!(run.step(), Step::Stopped(Cause::NodeLimit)));
            assert_eq!((run.statistics().nodes, run.control().charged()), (0, before), "{best:?} {bound:?}");
        }
        // Where all values are multiples of 8 there is none between 64 and 72.
        assert_eq!([55, 56, 64].map(|best| wanted(8, Some(best), Some(79))), [Some(72), Some(72), None]);
    }

    #[test]
    fn a_turn_ends_where_what_the_search_needs_next_is_more_than_is_left_of_it() {
        let problem = classics::peaceable(Board::square(8), Piece::QUEEN);
        let (_, _, mut run) = started(&problem, &Weights::from_fn(&problem, |_, _| 1));
        run.share(Some(10), Some(20));
        let mut turns = 0;
        // A search on a small board looks for bounds by duality by then, and waits until a turn allows for them.
        while run.control().charged() < 1 << 22 && turns < 10_000 {
            run.control().grant(1 << 10);
            let nodes = run.statistics().nodes;
            assert!(matches!(run.step(), Step::Stopped(Cause::NodeLimit)));
            assert!(run.statistics().nodes - nodes < 100, "{turns}");
            turns += 1;
        }
        assert_eq!(turns, 10_000);
    }

    #[test]
    fn a_race_gives_it_turns_and_the_caller_hears_of_what_it_finds() {
        for problem in [
            classics::non_attacking(Board::square(6), Piece::KNIGHT),
            classics::attacking(Board::square(5), Piece::QUEEN, 1),
            classics::peaceable(Board::square(5), Piece::KING),
        ] {
            let max = problem.using(&Options::new().engine(Engine::Search)).maximize().expect("it is sound").value();
            let max = max.expect("no limit was set").expect("some pieces fit");
            let heard = Arc::new(Mutex::new(None));
            let hears = Arc::clone(&heard);
            let options =
                Options::new().observer(move |progress| *hears.lock().expect("it cannot panic") = progress.best);
            let mut control = Control::new(&options);
            let model = Arc::new(Model::compile(&Arc::new(problem.clone()), &mut control).expect("no limit was set"));
            let worths = Worths::by_kind(&model, &vec![3; model.kinds]);
            let mut race = Race { round: 12, ..Race::new(model, Goal::Maximise(worths), 1, control) }.of_part();
            // Without the search there is no end in sight.
            race.entrants.retain(|entrant| entrant.entry.reason == Reason::AtBound);
            race.begin_with(3 * max - 9, Placed::new());
            race.bound = Some(Bound::new(3 * max + 7, BoundName::Squares));
            assert!(matches!(race.step(), Step::Improved(value) if value == 3 * max), "{problem}");
            let is_proved = |proof: &Proof| matches!(proof, Proof::BoundMet { name: BoundName::Search });
            assert!(matches!(race.step(), Step::Done(proof) if is_proved(&proof)), "{problem}");
            assert_eq!(*heard.lock().expect("it cannot panic"), Some(3 * max), "{problem}");
            let turns = race.turns();
            assert!(turns.len() == 1 && turns[0].reason == Reason::AtBound, "{turns:?}");
            assert!(turns[0].statistics.nodes > 0 && turns[0].statistics.solutions == 1, "{turns:?}");
        }
    }

    #[test]
    fn it_leaves_a_search_for_more_than_the_bound() {
        let problem = classics::peaceable(Board::square(8), Piece::QUEEN);
        let (_, _, mut run) = started(&problem, &Weights::from_fn(&problem, |_, _| 1));
        let mut nodes = 0;
        for bound in [24, 20] {
            run.share(Some(10), Some(bound));
            run.control().grant(1 << 18);
            assert!(matches!(run.step(), Step::Stopped(Cause::NodeLimit)));
            let own = run.statistics().nodes;
            assert!(run.run.is_some() && run.value == bound && own > nodes, "{} {own} {nodes}", run.value);
            nodes = own;
        }
    }
}
