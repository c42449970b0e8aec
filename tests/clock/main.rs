//! What is held to a time: large boards, limits, and stops. Nothing else runs beside it.

mod large_boards;
mod limits;
#[cfg(target_os = "linux")]
mod promptness;

use std::fs;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Lets tests that look at the clock run one at a time.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Hundredths of a second of the processor that this process has used, where the system tells.
fn used() -> Option<u64> {
    let text = fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let [user, system] = [fields.get(11)?, fields.get(12)?].map(|field| field.parse::<u64>().ok());
    Some(user? + system?)
}

/// Measures how long something takes: on the clock, or on the processor if that is less, as on a machine that others keep busy.
struct Stopwatch {
    start: Instant,
    used: Option<u64>,
}

impl Stopwatch {
    fn start() -> Self {
        Self { start: Instant::now(), used: used() }
    }

    fn elapsed(&self) -> Duration {
        let clock = self.start.elapsed();
        let processor = used().zip(self.used).map(|(now, before)| Duration::from_millis(10 * (now - before)));
        processor.map_or(clock, |processor| clock.min(processor))
    }
}
