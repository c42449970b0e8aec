//! `SolverThread`: a solver on another thread, where it keeps its problem between requests.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use super::{Event, GaveUp, Make, Oracle, Request};
use crate::budget::{Cause, Control, Moment, spawn};
#[cfg(feature = "cadical")]
use crate::model::Var;

/// The stop signal shared by a working solver and the run that waits for it.
pub(in crate::engine) struct StopSignal {
    stop: AtomicBool,
    /// Nodes or conflicts so far, and the limit.
    spent: AtomicU64,
    limit: AtomicU64,
    /// The work so far, in operations on 64-bit words.
    worked: AtomicU64,
    turn: Granted,
}

/// How far a solver may go that can wait in the middle of its work.
#[derive(Default)]
struct Granted {
    /// Whether it waits.
    waits: Mutex<bool>,
    goes_on: Condvar,
    /// The work after which it does.
    end: AtomicU64,
}

impl StopSignal {
    fn new() -> Self {
        Self {
            stop: AtomicBool::new(false),
            spent: AtomicU64::new(0),
            limit: AtomicU64::new(u64::MAX),
            worked: AtomicU64::new(0),
            turn: Granted { end: AtomicU64::new(u64::MAX), ..Granted::default() },
        }
    }

    /// Tells whether to give up.
    pub(in crate::engine) fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.left() == 0
    }

    /// Returns how many nodes or conflicts are left.
    pub(in crate::engine) fn left(&self) -> u64 {
        self.limit.load(Ordering::Relaxed).saturating_sub(self.spent.load(Ordering::Relaxed))
    }

    /// Raises both limits; returns whether the solver was waiting for it.
    fn allow(&self, more: u64, work: u64) -> bool {
        let limit = |spent: &AtomicU64, more| spent.load(Ordering::Relaxed).saturating_add(more);
        self.limit.store(limit(&self.spent, more), Ordering::Relaxed);
        let mut waits = self.turn.waits.lock().unwrap_or_else(PoisonError::into_inner);
        self.turn.end.store(limit(&self.worked, work), Ordering::Relaxed);
        self.turn.goes_on.notify_all();
        std::mem::take(&mut *waits)
    }

    /// Makes the solver give up, also where it waits.
    fn stop(&self) {
        let mut waits = self.turn.waits.lock().unwrap_or_else(PoisonError::into_inner);
        self.stop.store(true, Ordering::Relaxed);
        *waits = false;
        self.turn.goes_on.notify_all();
    }

    /// Waits in the middle of the work, if the turn has ended, until there is another. The run that granted the turn is told.
    #[cfg(feature = "highs")]
    pub(in crate::engine) fn wait_for_turn(&self, tell: &Sender<Event>) {
        if self.worked.load(Ordering::Relaxed) < self.turn.end.load(Ordering::Relaxed) {
            return;
        }
        let mut waits = self.turn.waits.lock().unwrap_or_else(PoisonError::into_inner);
        if self.stop.load(Ordering::Relaxed) || tell.send(Event::Waits).is_err() {
            return;
        }
        *waits = true;
        while *waits {
            waits = self.turn.goes_on.wait(waits).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Adds nodes or conflicts, and the work that they took.
    pub(in crate::engine) fn charge(&self, nodes: u64, work: u64) {
        self.spent.fetch_add(nodes, Ordering::Relaxed);
        self.worked.fetch_add(work, Ordering::Relaxed);
    }
}

/// A solver on another thread, which one owner asks.
pub(super) struct SolverThread {
    requests: Sender<Request>,
    events: Receiver<Event>,
    stop: Arc<StopSignal>,
    /// The part of its nodes and of its work already charged.
    charged: Cell<(u64, u64)>,
}

impl SolverThread {
    pub(super) fn new(make: Make) -> Self {
        let (requests, prepared) = mpsc::channel();
        let (tell, events) = mpsc::channel();
        let stop = Arc::new(StopSignal::new());
        let own = Arc::clone(&stop);
        // If the thread cannot be started or panics, the channel of events closes, which is noticed there.
        spawn(Box::new(move || serve(make(own).as_mut(), &prepared, &tell)));
        Self { requests, events, stop, charged: Cell::new((0, 0)) }
    }

    /// Waits for an event, checking the clock.
    pub(super) fn event(&self, control: &mut Control) -> Result<Event, Cause> {
        /// Between two checks of the clock.
        const PATIENCE: Duration = Duration::from_millis(2);
        loop {
            let event = if Moment::HAS_CLOCK {
                self.events.recv_timeout(PATIENCE)
            } else {
                self.events.recv().map_err(|_| RecvTimeoutError::Disconnected)
            };
            let (spent, worked) = (self.stop.spent.load(Ordering::Relaxed), self.stop.worked.load(Ordering::Relaxed));
            let (before, work) = self.charged.replace((spent, worked));
            control.spent_by_others(spent - before, worked - work);
            match event {
                Ok(Event::GaveUp) if self.stop.left() == 0 => return Err(Cause::NodeLimit),
                Ok(Event::Waits) => return Err(Cause::NodeLimit),
                Ok(event) => return Ok(event),
                Err(RecvTimeoutError::Timeout) => control.wait()?,
                Err(RecvTimeoutError::Disconnected) => return Err(Cause::SolverFailed),
            }
        }
    }

    pub(super) fn ask(&self, request: Request) -> Result<(), Cause> {
        self.requests.send(request).map_err(|_| Cause::SolverFailed)
    }

    /// Allows this many more nodes or conflicts, and this much more work; returns whether the solver was waiting for it.
    pub(super) fn allow(&self, more: u64, work: u64) -> bool {
        self.stop.allow(more, work)
    }

    /// The nodes or conflicts, and the work, that have been charged.
    pub(super) fn charged(&self) -> (u64, u64) {
        self.charged.get()
    }
}

impl Drop for SolverThread {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

/// Answers requests, until there are no more.
fn serve(oracle: &mut dyn Oracle, requests: &Receiver<Request>, tell: &Sender<Event>) {
    while let Ok(request) = requests.recv() {
        let event = match request {
            Request::Cut(standing) => {
                oracle.cut(&standing);
                continue;
            }
            Request::Find(fixed) => match oracle.find(&fixed, tell) {
                Ok(Some(standing)) => Event::Found(standing),
                Ok(None) => Event::Nothing,
                Err(GaveUp) => Event::GaveUp,
            },
            Request::Maximise(known) => match oracle.maximise(known, tell) {
                Ok(proof) => Event::Best(proof),
                Err(GaveUp) => Event::GaveUp,
            },
        };
        if tell.send(event).is_err() {
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
