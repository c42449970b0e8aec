//! Two runs side by side, on two threads, that tell each other what they find and prove.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::answer::{Bound, Ending, Proof, Reason, Statistics, Turn};
use crate::budget::{CancelToken, Cause, Engine, Moment, Receiver, channel, spawn};
use crate::engine::{Incumbent, Placed, Run, Step};

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
                    let heard =
                        news.best().is_some_and(|best| best >= value) || tell(engine, Event::Improved(value, placed));
                    news.incumbent.raise(value);
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
