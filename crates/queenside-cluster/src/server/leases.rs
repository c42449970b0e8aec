//! `Leases`: the parts that a worker has taken from the server, and their results on the way there.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What a worker has taken from the server, shared with the thread that keeps the leases alive.
#[derive(Default)]
pub(super) struct Leases {
    held: Mutex<Held>,
    /// Locked while results are on their way to the server.
    sending: Mutex<()>,
}

#[derive(Default)]
pub(super) struct Held {
    /// Parts that were not begun.
    pub(super) ahead: VecDeque<Lease>,
    /// The part that is worked on, and since when.
    pub(super) current: Option<(Lease, Instant)>,
    /// Results that the server does not have yet.
    pub(super) finished: Vec<(Lease, String)>,
}

/// A part that was handed out.
#[derive(Clone)]
pub(super) struct Lease {
    pub(super) part: usize,
    /// The entry of the stream.
    pub(super) id: String,
    pub(super) rest: Option<(u64, String)>,
}

impl Leases {
    pub(super) fn lock(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends the results that are there, and keeps them if that fails.
    pub(super) fn send<E>(&self, send: impl FnOnce(&[(Lease, String)]) -> Result<(), E>) -> Result<(), E> {
        let _sending = self.sending.lock().unwrap_or_else(PoisonError::into_inner);
        let mut finished = std::mem::take(&mut self.lock().finished);
        if finished.is_empty() {
            return Ok(());
        }
        let sent = send(&finished);
        if sent.is_err() {
            let mut held = self.lock();
            finished.append(&mut held.finished);
            held.finished = finished;
        }
        sent
    }
}

impl Held {
    /// Takes out the parts behind one that takes longer than this.
    pub(super) fn behind(&mut self, long: Duration) -> Vec<Lease> {
        let is_long = self.current.as_ref().is_some_and(|(_, begun)| begun.elapsed() > long);
        if is_long { self.ahead.drain(..).collect() } else { Vec::new() }
    }

    /// The entries of all parts whose results the server does not have.
    pub(super) fn ids(&self) -> Vec<String> {
        let current = self.current.iter().map(|(lease, _)| lease);
        let finished = self.finished.iter().map(|(lease, _)| lease);
        self.ahead.iter().chain(current).chain(finished).map(|lease| lease.id.clone()).collect()
    }
}
