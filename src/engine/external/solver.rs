//! `SolverThread`: a solver on another thread, where it keeps its problem between requests.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use super::{Event, GaveUp, KnownValue, Make, Oracle, Request};
use crate::budget::{Cause, Control, Moment, NoMessage, Receiver, Sender, channel, spawn};
#[cfg(feature = "cadical")]
use crate::model::Var;

/// A solver's end of its connection to the run that waits for it: how far it may go, what is known, and where events are sent.
#[derive(Clone)]
pub(in crate::engine) struct Link {
    shared: Arc<Shared>,
    events: Sender<Event>,
}

/// What a solver and the run that waits for it share.
struct Shared {
    stop: AtomicBool,
    /// Nodes or conflicts so far, and how many end the turn.
    spent: AtomicU64,
    limit: AtomicU64,
    /// The work so far, in operations on 64-bit words, and how much ends the turn.
    worked: AtomicU64,
    end: AtomicU64,
    /// Whether the solver waits for its next turn.
    waits: Mutex<bool>,
    goes_on: Condvar,
    /// What others know. It changes only between turns.
    known: Mutex<KnownValue>,
}

impl Link {
    /// Tells whether to give up.
    pub(in crate::engine) fn is_over(&self) -> bool {
        self.shared.stop.load(Ordering::Relaxed)
    }

    /// Waits, if the turn has ended, until there is another. The run that granted the turn is told.
    pub(in crate::engine) fn wait_for_turn(&self) {
        let Shared { spent, limit, worked, end, waits, goes_on, .. } = &*self.shared;
        let is_below =
            |number: &AtomicU64, max: &AtomicU64| number.load(Ordering::Relaxed) < max.load(Ordering::Relaxed);
        if is_below(spent, limit) && is_below(worked, end) {
            return;
        }
        let mut waits = waits.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_over() || !self.events.send(Event::Waits) {
            return;
        }
        *waits = true;
        while *waits {
            waits = goes_on.wait(waits).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Adds nodes or conflicts, and the work that they took.
    pub(in crate::engine) fn charge(&self, nodes: u64, work: u64) {
        self.shared.spent.fetch_add(nodes, Ordering::Relaxed);
        self.shared.worked.fetch_add(work, Ordering::Relaxed);
    }

    /// Sends an event. If the receiver is gone, the solver is told to give up as well.
    pub(in crate::engine) fn tell(&self, event: Event) {
        self.events.send(event);
    }

    /// Returns what others know.
    #[cfg(feature = "sat")]
    pub(in crate::engine) fn known(&self) -> KnownValue {
        *self.shared.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shared {
    /// Raises both limits; returns whether the solver was waiting for it.
    fn allow(&self, more: u64, work: u64) -> bool {
        let limit = |spent: &AtomicU64, more| spent.load(Ordering::Relaxed).saturating_add(more);
        let mut waits = self.waits.lock().unwrap_or_else(PoisonError::into_inner);
        self.limit.store(limit(&self.spent, more), Ordering::Relaxed);
        self.end.store(limit(&self.worked, work), Ordering::Relaxed);
        self.goes_on.notify_all();
        std::mem::take(&mut *waits)
    }

    /// Makes the solver give up, also where it waits.
    fn stop(&self) {
        let mut waits = self.waits.lock().unwrap_or_else(PoisonError::into_inner);
        self.stop.store(true, Ordering::Relaxed);
        *waits = false;
        self.goes_on.notify_all();
    }
}

/// A solver on another thread, which one owner asks.
pub(super) struct SolverThread {
    requests: Sender<Request>,
    events: Receiver<Event>,
    shared: Arc<Shared>,
    /// The part of its nodes and of its work already charged.
    charged: Cell<(u64, u64)>,
}

impl SolverThread {
    pub(super) fn new(make: Make) -> Self {
        let (requests, prepared) = channel();
        let (tell, events) = channel();
        let unlimited = || AtomicU64::new(u64::MAX);
        let shared = Arc::new(Shared {
            stop: AtomicBool::new(false),
            spent: AtomicU64::new(0),
            limit: unlimited(),
            worked: AtomicU64::new(0),
            end: unlimited(),
            waits: Mutex::new(false),
            goes_on: Condvar::new(),
            known: Mutex::default(),
        });
        let link = Link { shared: Arc::clone(&shared), events: tell };
        // If the thread cannot be started or panics, the channel of events closes, which is noticed there.
        spawn(Box::new(move || serve(make(link.clone()).as_mut(), &prepared, &link)));
        Self { requests, events, shared, charged: Cell::new((0, 0)) }
    }

    /// Waits for an event, checking the clock.
    pub(super) fn event(&self, control: &mut Control) -> Result<Event, Cause> {
        /// Between two checks of the clock.
        const PATIENCE: Duration = Duration::from_millis(2);
        loop {
            let event = self.events.receive(Moment::HAS_CLOCK.then_some(PATIENCE));
            let [spent, worked] = [&self.shared.spent, &self.shared.worked].map(|sum| sum.load(Ordering::Relaxed));
            let (before, work) = self.charged.replace((spent, worked));
            control.spent_by_others(spent - before, worked - work);
            match event {
                Ok(Event::Waits) => return Err(Cause::NodeLimit),
                Ok(event) => return Ok(event),
                Err(NoMessage::Timeout) => control.wait()?,
                Err(NoMessage::Closed) => return Err(Cause::SolverFailed),
            }
        }
    }

    pub(super) fn ask(&self, request: Request) -> Result<(), Cause> {
        if self.requests.send(request) { Ok(()) } else { Err(Cause::SolverFailed) }
    }

    /// Allows this many more nodes or conflicts, and this much more work; returns whether the solver was waiting for it.
    pub(super) fn allow(&self, more: u64, work: u64) -> bool {
        self.shared.allow(more, work)
    }

    /// Tells the solver what others know.
    pub(super) fn share(&self, known: KnownValue) {
        *self.shared.known.lock().unwrap_or_else(PoisonError::into_inner) = known;
    }
}

impl Drop for SolverThread {
    fn drop(&mut self) {
        self.shared.stop();
    }
}

/// Answers requests, until there are no more.
fn serve(oracle: &mut dyn Oracle, requests: &Receiver<Request>, link: &Link) {
    while let Ok(request) = requests.receive(None) {
        let event = match request {
            Request::Cut(standing) => {
                oracle.cut(&standing);
                continue;
            }
            Request::Find(fixed) => match oracle.find(&fixed) {
                Ok(Some(standing)) => Event::Found(standing),
                Ok(None) => Event::Nothing,
                Err(GaveUp) => Event::GaveUp,
            },
            Request::Maximise => match oracle.maximise() {
                Ok(proof) => Event::Best(proof),
                Err(GaveUp) => Event::GaveUp,
            },
        };
        if !link.events.send(event) {
            return;
        }
    }
}

/// Asks a solver once for any solution.
#[cfg(feature = "cadical")]
pub(in crate::engine) fn solution(make: Make, control: &mut Control) -> Result<Option<Vec<Var>>, Cause> {
    control.wait()?;
    let solver = SolverThread::new(make);
    solver.ask(Request::Find(Vec::new()))?;
    match solver.event(control)? {
        Event::Nothing => Ok(None),
        Event::Found(standing) => Ok(Some(standing)),
        _ => Err(Cause::SolverFailed),
    }
}
