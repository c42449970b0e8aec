//! What is held to a time: large boards, limits, and stops. Nothing else runs beside it.

mod large_boards;
mod limits;
#[cfg(target_os = "linux")]
mod promptness;

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Lets tests that look at the clock run one at a time.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}
