//! A channel between threads. That of the standard library has three forms, all of which are compiled for each type of messages.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Returns both ends of a new channel, which holds any number of messages.
pub(crate) fn channel<T>() -> (Sender<T>, Receiver<T>) {
    let state = State { messages: VecDeque::new(), senders: 1, has_receiver: true };
    let shared = Arc::new(Shared { state: Mutex::new(state), changed: Condvar::new() });
    (Sender(Arc::clone(&shared)), Receiver(shared))
}

struct Shared<T> {
    state: Mutex<State<T>>,
    /// A message was sent, or the last sender was dropped.
    changed: Condvar,
}

struct State<T> {
    messages: VecDeque<T>,
    senders: usize,
    has_receiver: bool,
}

impl<T> Shared<T> {
    fn state(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An end that sends.
pub(crate) struct Sender<T>(Arc<Shared<T>>);

impl<T> Sender<T> {
    /// Sends a message; returns whether there is still a receiver.
    pub(crate) fn send(&self, message: T) -> bool {
        let mut state = self.0.state();
        if state.has_receiver {
            state.messages.push_back(message);
            self.0.changed.notify_one();
        }
        state.has_receiver
    }
}

impl<T> Clone for Sender<T> {
    fn clone(&self) -> Self {
        self.0.state().senders += 1;
        Self(Arc::clone(&self.0))
    }
}

impl<T> Drop for Sender<T> {
    fn drop(&mut self) {
        self.0.state().senders -= 1;
        self.0.changed.notify_one();
    }
}

/// The end that receives.
pub(crate) struct Receiver<T>(Arc<Shared<T>>);

/// Why there is no message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoMessage {
    /// None came in time.
    Timeout,
    /// All have been received, and there is no sender.
    Closed,
}

impl<T> Receiver<T> {
    /// Waits for the next message, at most for a time if there is one.
    pub(crate) fn receive(&self, patience: Option<Duration>) -> Result<T, NoMessage> {
        let Shared { changed, .. } = &*self.0;
        let mut state = self.0.state();
        let is_silent = |state: &mut State<T>| state.messages.is_empty() && state.senders > 0;
        state = match patience {
            None => changed.wait_while(state, is_silent).unwrap_or_else(PoisonError::into_inner),
            Some(time) => changed.wait_timeout_while(state, time, is_silent).unwrap_or_else(PoisonError::into_inner).0,
        };
        let closed = state.senders == 0;
        state.messages.pop_front().ok_or(if closed { NoMessage::Closed } else { NoMessage::Timeout })
    }
}

impl<T> Drop for Receiver<T> {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.has_receiver = false;
        let unread = std::mem::take(&mut state.messages);
        // Not under the lock: a message may own a sender.
        drop(state);
        drop(unread);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_come_in_order_and_the_end_after_them() {
        let (sender, receiver) = channel();
        let other = sender.clone();
        assert!(sender.send(1) && other.send(2));
        drop(sender);
        assert_eq!((receiver.receive(None), receiver.receive(Some(Duration::ZERO))), (Ok(1), Ok(2)));
        assert_eq!(receiver.receive(Some(Duration::from_millis(1))), Err(NoMessage::Timeout));
        drop(other);
        assert_eq!(
            (receiver.receive(None), receiver.receive(Some(Duration::MAX))),
            (Err(NoMessage::Closed), Err(NoMessage::Closed))
        );
    }

    #[test]
    fn a_receiver_is_woken_by_messages_and_by_the_end() {
        let (sender, receiver) = channel();
        let (answer, answers) = channel();
        let thread = std::thread::spawn(move || {
            while let Ok(number) = receiver.receive(None) {
                answer.send(number + 1);
            }
        });
        for number in 0..100 {
            assert!(sender.send(number));
            assert_eq!(answers.receive(None), Ok(number + 1));
        }
        drop(sender);
        assert_eq!(answers.receive(None), Err(NoMessage::Closed));
        thread.join().expect("the thread ends");
    }

    #[test]
    fn nothing_is_sent_or_kept_without_a_receiver() {
        let (sender, receiver) = channel();
        let message = Arc::new(());
        assert!(sender.send(Arc::clone(&message)));
        drop(receiver);
        assert_eq!(Arc::strong_count(&message), 1);
        assert!(!sender.send(Arc::clone(&message)));
        assert_eq!(Arc::strong_count(&message), 1);
    }
}
