//! `Entrant`: an engine that takes part in a race.

use std::sync::Arc;

use super::at_bound::AtBound;
use super::nearby::Nearby;
use super::symmetric::Symmetric;
use crate::answer::{Ending, Reason, Statistics, Turn};
use crate::budget::{Cause, Control};
use crate::engine::{Paths, Run};
use crate::model::{Goal, Model};
use crate::query::policy::{self, Entry};

/// An engine that takes part.
pub(super) struct Entrant {
    pub(super) entry: Entry,
    pub(super) run: Option<Box<dyn Run>>,
    /// The work of all its turns. What a turn takes beyond its end is taken off the next ones, unless it is forgiven.
    pub(super) granted: u64,
    /// The work of a turn in which it may try again whether it accepts the rules.
    wanted: u64,
    /// Whether it cannot go on: it declines, would need too much memory, or has nothing left to look at.
    pub(super) is_out: bool,
    /// All its work, done and foreseen, as it was estimated before its last turn and after.
    foresaw: [Option<u64>; 2],
    /// What it had done at the later of these estimates.
    estimated_at: u64,
    /// Whether it has found something better since its turn began or was extended.
    pub(super) has_paid: bool,
    /// Its work when it last did.
    paid_at: u64,
    /// Its turns as one, and their work, once it has left.
    ended: Option<(Turn, u64)>,
}

impl Entrant {
    pub(super) fn new(entry: Entry) -> Self {
        Self {
            entry,
            run: None,
            granted: 0,
            wanted: 0,
            is_out: false,
            foresaw: [None; 2],
            estimated_at: 0,
            has_paid: false,
            paid_at: 0,
            ended: None,
        }
    }

    /// Begins in a turn of this much work, unless it has begun, declines the rules, or takes too much of its turn to tell.
    pub(super) fn begin(&mut self, work: u64, model: &Arc<Model>, goal: &Goal, control: &Control) -> Result<(), Cause> {
        if self.run.is_some() || work < self.wanted {
            return Ok(());
        }
        let engine = self.entry.engine;
        if let Goal::Maximise(worths) = goal
            && let reason @ (Reason::Symmetric | Reason::Nearby | Reason::AtBound) = self.entry.reason
        {
            let mut control = control.turn(u64::MAX, 0);
            control.grant(work);
            self.run = match reason {
                Reason::Symmetric => boxed(Symmetric::new(model, worths, control)?),
                Reason::Nearby => boxed(Nearby::new(model, worths, control)),
                _ => boxed(AtBound::new(model, worths, control)),
            };
            self.is_out = self.run.is_none();
            return Ok(());
        }
        let mut asked = control.turn(u64::MAX, 0).with_max_work(work / policy::JOINING);
        match policy::joining(self.entry, model, goal, work, &mut asked) {
            Ok(Some(entry)) => {
                self.entry = entry;
                let mut control = control.turn(u64::MAX, 0);
                control.grant(work);
                self.run = Some(engine.backend().start(Arc::clone(model), goal.clone(), Paths::whole(), control));
            }
            Ok(None) => self.is_out = true,
            Err(Cause::NodeLimit) => self.wanted = work.saturating_mul(2),
            Err(cause) => return Err(cause),
        }
        Ok(())
    }

    /// Goes on with its turn for this much more work; tells whether it can.
    pub(super) fn go_on(&mut self, work: u64) -> bool {
        self.forgive();
        let Some(run) = &mut self.run else { return false };
        self.granted = self.granted.saturating_add(work);
        run.control().grant(work);
        true
    }

    /// Takes nothing off its next turns for what it has done beyond the end of this one.
    pub(super) fn forgive(&mut self) {
        if let Some(run) = &mut self.run {
            self.granted = self.granted.max(run.control().work_of_turns());
        }
    }

    /// What it may be granted beyond its shares, of what all engines have spent, if it foresees its end.
    pub(super) fn credit(&mut self, spent: u64) -> u64 {
        if let Some(run) = &mut self.run {
            let done = run.control().work_of_turns();
            if done > self.estimated_at {
                self.estimated_at = done;
                self.foresaw = [self.foresaw[1], run.outlook().map(|left| left.saturating_add(done))];
            }
        }
        policy::credit(spent, self.foresaw)
    }

    /// Takes down that it has found something better.
    pub(super) fn paid(&mut self) {
        self.has_paid = true;
        self.paid_at = self.work();
    }

    /// The work since it last found something.
    pub(super) fn in_vain(&mut self) -> u64 {
        self.work().saturating_sub(self.paid_at)
    }

    /// Leaves, and frees what it held.
    pub(super) fn leave(&mut self, cause: Cause) {
        self.is_out = true;
        self.ended = self.turn().map(|turn| (Turn { ending: Ending::Stopped { cause }, ..turn }, self.work()));
        self.run = None;
    }

    /// The work of its turns so far.
    pub(super) fn work(&mut self) -> u64 {
        let ended = self.ended.as_ref().map_or(0, |(_, work)| *work);
        self.run.as_mut().map_or(ended, |run| run.control().work())
    }

    /// What its turns have cost so far.
    pub(super) fn statistics(&self) -> Statistics {
        let ended = self.ended.as_ref().map(|(turn, _)| turn.statistics).unwrap_or_default();
        self.run.as_ref().map_or(ended, |run| run.statistics())
    }

    /// Its turns so far, as one.
    pub(super) fn turn(&self) -> Option<Turn> {
        let Some(run) = &self.run else { return self.ended.as_ref().map(|(turn, _)| turn.clone()) };
        let Entry { engine, reason, .. } = self.entry;
        let engine = run.engine().unwrap_or(engine);
        let ending = Ending::Stopped { cause: Cause::NodeLimit };
        Some(Turn { engine, reason, ending, bound: run.bound(), part: None, statistics: run.statistics() })
    }
}

fn boxed(run: Option<impl Run + 'static>) -> Option<Box<dyn Run>> {
    run.map(|run| Box::new(run) as Box<dyn Run>)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Bound;
    use crate::budget::Options;
    use crate::engine::{Placed, Step};
    use crate::language::{Board, Piece, classics};
    use crate::model::Worths;

    /// The most knights that attack exactly one other.
    fn knights() -> (Arc<Model>, Goal, Control) {
        let mut control = Control::new(&Options::new());
        let problem = classics::attacking(Board::square(8), Piece::KNIGHT, 1);
        let model = Arc::new(Model::compile(&Arc::new(problem), &mut control).expect("no limit was set"));
        let goal = Goal::Maximise(Worths::by_kind(&model, &[1]));
        (model, goal, control)
    }

    #[test]
    fn what_was_done_beyond_a_turn_is_taken_off_the_next_ones_unless_it_is_forgiven() {
        let (model, goal, control) = knights();
        let entry = policy::entries(&model, &goal)[0];
        assert_eq!(entry.reason, Reason::General);
        let mut entrant = Entrant::new(entry);
        entrant.forgive();
        assert_eq!(entrant.granted, 0);
        entrant.begin(1 << 20, &model, &goal, &control).expect("no limit was set");
        let run = entrant.run.as_mut().expect("it has begun");
        while !matches!(run.step(), Step::Stopped(_) | Step::Done(_)) {}
        let work = run.control().work_of_turns();
        entrant.granted = work / 2;
        entrant.forgive();
        assert_eq!(entrant.granted, work);
        entrant.granted = 2 * work;
        entrant.forgive();
        assert_eq!(entrant.granted, 2 * work);
    }

    /// A run that foresees nine times what it has done.
    struct NeverNearer(Control);

    impl Run for NeverNearer {
        fn step(&mut self) -> Step {
            Step::Stopped(Cause::NodeLimit)
        }

        fn placed(&self, _: &mut Placed) {}

        fn control(&mut self) -> &mut Control {
            &mut self.0
        }

        fn outlook(&self) -> Option<u64> {
            Some(9 * self.0.work_of_turns())
        }

        fn remainder(&self) -> Paths {
            Paths::whole()
        }

        fn bound(&self) -> Option<Bound> {
            None
        }

        fn statistics(&self) -> Statistics {
            Statistics::default()
        }
    }

    #[test]
    fn what_foresees_more_after_each_turn_is_trusted_less_until_the_next() {
        let (model, goal, control) = knights();
        let mut entrant = Entrant::new(policy::entries(&model, &goal)[0]);
        assert_eq!(entrant.credit(1000), 1000);
        entrant.run = Some(Box::new(NeverNearer(control)));
        let mut after = |work| {
            entrant.run.as_mut().expect("it runs").control().charge(work).expect("no limit was set");
            [(); 2].map(|()| entrant.credit(1000))
        };
        // All in all 1000, then four times as much, then half as much again.
        assert_eq!([1u64, 3, 2].map(|work| after(work << 30)), [[1000; 2], [250; 2], [666; 2]]);
    }

    #[test]
    fn what_leaves_keeps_its_turn_and_its_work() {
        let (model, goal, control) = knights();
        let mut left = Vec::new();
        for entry in policy::entries(&model, &goal) {
            let mut entrant = Entrant::new(entry);
            assert!(entrant.turn().is_none() && entrant.work() == 0);
            entrant.begin(1 << 24, &model, &goal, &control).expect("no limit was set");
            let Some(run) = &mut entrant.run else { continue };
            while !matches!(run.step(), Step::Stopped(_) | Step::Done(_)) {}
            let (turn, work) = (entrant.turn().expect("it has begun"), entrant.work());
            assert!(work > 0 || !matches!(turn.reason, Reason::General | Reason::Symmetric | Reason::Nearby));
            entrant.leave(Cause::MemoryLimit);
            assert!(entrant.run.is_none() && entrant.is_out);
            let ended = entrant.turn().expect("it had a turn");
            assert_eq!(ended.ending, Ending::Stopped { cause: Cause::MemoryLimit });
            let nodes = [turn.statistics.nodes, ended.statistics.nodes, entrant.statistics().nodes];
            assert_eq!((nodes, entrant.work()), ([turn.statistics.nodes; 3], work));
            left.push(ended.reason);
        }
        let all = [Reason::General, Reason::Symmetric, Reason::Nearby];
        assert!(all.iter().all(|reason| left.contains(reason)), "{left:?}");
    }
}
