//! The clock: the one place that reads it.

use std::time::Duration;
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
use std::time::Instant;

/// A moment. Where the machine has no clock, no time ever passes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    instant: Instant,
}

impl Moment {
    /// Whether there is a clock. WebAssembly without a system has none: the standard library panics there if it is asked.
    pub(crate) const HAS_CLOCK: bool = !cfg!(all(target_family = "wasm", target_os = "unknown"));

    pub(crate) fn now() -> Self {
        Self {
            #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
            instant: Instant::now(),
        }
    }

    /// Returns the time since this moment.
    pub(crate) fn elapsed(self) -> Duration {
        #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
        {
            self.instant.elapsed()
        }
        #[cfg(all(target_family = "wasm", target_os = "unknown"))]
        {
            Duration::ZERO
        }
    }
}
