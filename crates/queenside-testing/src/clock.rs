//! Tests that look at the clock.

use std::fs;
use std::time::{Duration, Instant};

/// Measures how long something takes: on the clock, or on the processor if that is less, as on a machine that others keep busy.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    start: Instant,
    used: Option<u64>,
}

impl Stopwatch {
    /// Starts to measure.
    pub fn start() -> Self {
        Self { start: Instant::now(), used: used() }
    }

    /// Returns the time since the start.
    pub fn elapsed(&self) -> Duration {
        let clock = self.start.elapsed();
        let processor = used().zip(self.used).map(|(now, before)| Duration::from_millis(10 * (now - before)));
        processor.map_or(clock, |processor| clock.min(processor))
    }
}

/// Returns the hundredths of a second of the processor that this process has used, where the system tells.
pub fn used() -> Option<u64> {
    let text = fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let [user, system] = [fields.get(11)?, fields.get(12)?].map(|field| field.parse::<u64>().ok());
    Some(user? + system?)
}

/// Asserts that something takes no longer than a time: the best of a few tries counts, since other tests run beside it.
///
/// # Panics
///
/// Panics if every try takes longer.
#[track_caller]
pub fn assert_takes_at_most(limit: Duration, mut act: impl FnMut()) {
    let mut best = Duration::MAX;
    for _ in 0..5 {
        let watch = Stopwatch::start();
        act();
        best = best.min(watch.elapsed());
        if best <= limit {
            return;
        }
    }
    panic!("it took {best:?}, {:?} more than {limit:?}", best.saturating_sub(limit));
}
