//! Two runs side by side, on two threads, that tell each other what they find and prove.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::Race;
use super::entrant::Entrant;
use crate::answer::{Bound, Ending, Proof, Reason, Statistics, Turn};
use crate::budget::{CancelToken, Cause, Engine, Moment, Receiver, channel, spawn};
use crate::engine::{Incumbent, Parallel, Paths, Placed, Run, Step};
use crate::model::Goal;

/// Two runs at work on one question. Dropping it stops them.
pub(super) struct SideBySide {
    events: Receiver<(Engine, Event)>,
    news: Arc<News>,
    over: CancelToken,
    /// Whether one run has stopped; and why, if the other is about to stop too.
    alone: bool,
    stopped: Option<Cause>,
}

/// An event of a run.
pub(super) enum Event {
    Found(Placed),
    Improved(i64, Placed),
    Done(Proof),
    Stopped(Cause),
}

/// What two runs know together.
pub(super) struct News {
    incumbent: Arc<Incumbent>,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    /// The best bound, and how it is known.
    bound: Option<(Bound, Proof)>,
    /// The best placement that a run has found since they go on side by side, and its value.
    placed: Option<(i64, Placed)>,
    /// The cost of each run so far, and its turns.
    reports: [(Statistics, Vec<Turn>); 2],
}

impl News {
    pub(super) fn new(incumbent: Arc<Incumbent>, bound: Option<(Bound, Proof)>) -> Arc<Self> {
        Arc::new(Self { incumbent, known: Mutex::new(Known { bound, ..Known::default() }) })
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn best(&self) -> Option<i64> {
        self.incumbent.best()
    }

    pub(super) fn bound(&self) -> Option<(Bound, Proof)> {
        self.known().bound.clone()
    }

    /// Takes down a placement, if it is better than the one known.
    fn improved(&self, value: i64, placed: Placed) {
        let mut known = self.known();
        if known.placed.as_ref().is_none_or(|(best, _)| value > *best) {
            known.placed = Some((value, placed));
        }
        drop(known);
        self.incumbent.raise(value);
    }

    /// Takes down a bound, if it is better than the one known.
    pub(super) fn bounded(&self, bound: Bound, proof: &Proof) {
        let mut known = self.known();
        if known.bound.as_ref().is_none_or(|(own, _)| bound.value < own.value) {
            known.bound = Some((bound, proof.clone()));
        }
    }

    /// Takes down how far a run has come.
    pub(super) fn report(&self, side: usize, statistics: Statistics, turns: Vec<Turn>) {
        self.known().reports[side] = (statistics, turns);
    }
}

/// A run that takes part.
pub(super) struct Side {
    pub(super) run: Box<dyn Run>,
    pub(super) engine: Engine,
    pub(super) reason: Reason,
    /// Whether it hears of the other one only between turns, and not by itself while it works.
    pub(super) by_turns: bool,
}

impl Side {
    /// The work of a turn: some hundredths of a second.
    const TURN: u64 = 1 << 25;

    /// Works to the end, and tells what happens as long as it is heard.
    fn work(mut self, side: usize, news: &News, tell: &dyn Fn(Engine, Event) -> bool) {
        loop {
            if self.by_turns {
                self.run.share(news.best(), news.bound().map(|(bound, _)| bound.value));
                self.run.control().grant(Self::TURN);
            }
            let step = self.run.step();
            self.report(side, news);
            let engine = self.run.engine().unwrap_or(self.engine);
            let mut placed = Placed::new();
            let heard = match step {
                Step::Found => {
                    self.run.placed(&mut placed);
                    tell(engine, Event::Found(placed))
                }
                // Another may have found one as good meanwhile. It is told before it counts for the other run, so that
                // nothing is proved from it before it has been heard of.
                Step::Improved(value) => {
                    self.run.placed(&mut placed);
                    let is_known = news.best().is_some_and(|best| best >= value);
                    let heard = is_known || tell(engine, Event::Improved(value, placed.clone()));
                    news.improved(value, placed);
                    heard
                }
                Step::Stopped(Cause::NodeLimit) if self.by_turns && self.run.control().is_paused() => true,
                Step::Done(proof) => {
                    tell(engine, Event::Done(proof));
                    return;
                }
                Step::Stopped(cause) => {
                    tell(engine, Event::Stopped(cause));
                    return;
                }
            };
            if !heard {
                return;
            }
        }
    }

    fn report(&self, side: usize, news: &News) {
        let statistics = self.run.statistics();
        let bound = self.run.bound();
        let mut turns = self.run.turns();
        if turns.is_empty() {
            let ending = Ending::Stopped { cause: Cause::NodeLimit };
            turns.push(Turn { engine: self.engine, reason: self.reason, ending, bound, part: None, statistics });
        }
        news.report(side, statistics, turns);
        if let Some(bound) = bound {
            news.bounded(bound, &Proof::BoundMet { name: bound.name });
        }
    }
}

impl SideBySide {
    /// Sets two runs to work, which stop when the token is cancelled.
    pub(super) fn new(sides: [Side; 2], news: Arc<News>, over: CancelToken) -> Self {
        let (tell, events) = channel();
        for (number, side) in sides.into_iter().enumerate() {
            side.report(number, &news);
            let (tell, news) = (tell.clone(), Arc::clone(&news));
            // If the thread cannot be started or panics, its end of the channel closes, which is noticed there.
            spawn(Box::new(move || side.work(number, &news, &|engine, event| tell.send((engine, event)))));
        }
        Self { events, news, over, alone: false, stopped: None }
    }

    pub(super) fn news(&self) -> &News {
        &self.news
    }

    /// Returns the cost of both runs so far, and their turns.
    pub(super) fn reports(&self) -> [(Statistics, Vec<Turn>); 2] {
        self.news.known().reports.clone()
    }

    /// Waits for what comes next, and the engine that it comes from. Both runs keep to the clock themselves.
    pub(super) fn next(&mut self) -> (Engine, Event) {
        /// How long the other may take to stop.
        const PATIENCE: Duration = Duration::from_millis(10);
        loop {
            let patience = self.stopped.filter(|_| Moment::HAS_CLOCK).map(|_| PATIENCE);
            match self.events.receive(patience) {
                Ok((_, Event::Stopped(cause))) if !self.alone => {
                    self.alone = true;
                    // Where memory does not do for one, it may do for the other.
                    let fails = matches!(cause, Cause::MemoryLimit | Cause::SolverFailed);
                    self.stopped = (!fails).then_some(cause);
                }
                Ok(event) => return event,
                Err(_) => return (Engine::Auto, Event::Stopped(self.stopped.unwrap_or(Cause::SolverFailed))),
            }
        }
    }
}

impl Drop for SideBySide {
    fn drop(&mut self) {
        self.over.cancel();
    }
}

impl Race {
    /// Lets the search of the tree go on with the other threads, beside the turns of the other engines.
    pub(super) fn set_beside(&mut self) {
        let threads = std::mem::replace(&mut self.threads, 1) - 1;
        let is_at_work = |entrant: &Entrant| entrant.entry.engine == Engine::Lines && entrant.run.is_some();
        let place = self.entrants.iter().position(is_at_work);
        let place = place.or_else(|| self.entrants.iter().position(|entrant| entrant.entry.engine == Engine::Search));
        let Some(place) = place else { return };
        let Entrant { entry, run, .. } = self.entrants.remove(place);
        let (model, goal) = (Arc::clone(&self.model), self.goal.clone());
        let start = || entry.engine.backend().start(model, goal, Paths::whole(), self.control.turn(u64::MAX, 0));
        let run = run.unwrap_or_else(start);
        let over = CancelToken::new();
        self.stop_with(&over);
        let incumbent = Incumbent::new(self.best);
        let news = News::new(Arc::clone(&incumbent), self.bound.map(|bound| (bound, self.proof.clone())));
        let (model, goal) = (Arc::clone(&self.model), self.goal.clone());
        let shared = entry.engine.backend().as_share();
        let shared = shared.filter(|_| threads > 1 && matches!(goal, Goal::Maximise(_)));
        let (by_turns, mut run) = match shared {
            Some(shared) => {
                self.add_spent(run.statistics());
                let control = self.control.turn(u64::MAX, 0);
                let parallel = Parallel::new(shared, model, goal, threads, control).that_hears(incumbent);
                (false, Box::new(parallel) as Box<dyn Run>)
            }
            None => (true, run),
        };
        run.control().stop_with(&over);
        let tree = Side { run, engine: entry.engine, reason: entry.reason, by_turns };
        let first = self.entrants.first().map_or(entry, |first| first.entry);
        let rest = Self {
            model: Arc::clone(&self.model),
            goal: self.goal.clone(),
            control: self.control.clone(),
            entrants: std::mem::take(&mut self.entrants),
            next: 0,
            found: self.found.clone(),
            placed: self.placed.clone(),
            proof: self.proof.clone(),
            beside: None,
            news: Some(Arc::clone(&news)),
            spent: Statistics::default(),
            parts: None,
            is_one_part: true,
            last: u32::MAX,
            ..*self
        };
        let rest = Side { run: Box::new(rest), engine: first.engine, reason: first.reason, by_turns: false };
        self.beside = Some(SideBySide::new([tree, rest], news, over));
    }

    /// Learns what a run beside this one has found and proved.
    pub(super) fn hear(&mut self) {
        let Some(news) = &self.news else { return };
        if let Some((value, placed)) = &news.known().placed
            && self.best < Some(*value)
        {
            (self.best, self.placed) = (Some(*value), placed.clone());
        }
        if let Some((bound, proof)) = news.bound()
            && self.bound.is_none_or(|own| bound.value < own.value)
        {
            (self.bound, self.proof) = (Some(bound), proof);
        }
    }

    /// Waits for the next event of two runs side by side.
    pub(super) fn wait_for(&mut self, beside: &mut SideBySide) -> Result<Step, Cause> {
        loop {
            if let Some((bound, proof)) = beside.news().bound() {
                (self.bound, self.proof) = (Some(bound), proof);
            }
            if self.bound_is_met() {
                return Ok(Step::Done(self.proof.clone()));
            }
            let (engine, event) = beside.next();
            let step = match event {
                Event::Found(placed) => self.found_by(engine, None, placed),
                Event::Improved(value, placed) if self.best.is_none_or(|best| value > best) => {
                    (self.best, self.placed, self.winner) = (Some(value), placed, (engine, None));
                    Some(Step::Improved(value))
                }
                Event::Improved(..) => None,
                Event::Done(proof) => {
                    self.winner = (engine, None);
                    Some(Step::Done(proof))
                }
                Event::Stopped(cause) => return Err(cause),
            };
            if let Some(step) = step {
                return Ok(step);
            }
        }
    }
}
