//! Progress on a terminal, and Ctrl-C.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use queenside::{CancelToken, Options, Progress};
use signal_hook::consts::{SIGINT, SIGTERM};

use crate::args::Effort;

/// Finer than any terminal shows.
const STEPS: u64 = 10_000;

/// A bar on the standard error stream while a question is being answered, if that is a terminal.
pub(crate) struct Watch {
    bar: ProgressBar,
    begin: Instant,
    options: Options,
    time: Option<Duration>,
}

impl Watch {
    /// Begins to watch; from now on Ctrl-C cancels what is asked with the options, and a second one ends the program.
    pub(crate) fn new(effort: &Effort, quiet: bool) -> Self {
        let token = token(None);
        let mut options = Options::new().engine(effort.engine.into()).threads(effort.threads).cancel(&token);
        if let Some(nodes) = effort.nodes {
            options = options.node_limit(nodes);
        }
        if let Some(limit) = effort.limit {
            options = options.solution_limit(limit);
        }
        options = with_memory(options, effort.memory);
        let bar = if quiet || !io::stderr().is_terminal() { ProgressBar::hidden() } else { ProgressBar::new(STEPS) };
        if !bar.is_hidden() {
            if let Ok(style) = ProgressStyle::with_template("{bar:30} {percent:>3}%  {msg}") {
                bar.set_style(style);
            }
            let shown = bar.clone();
            options = options.observer(move |progress| {
                shown.set_position((progress.fraction.clamp(0.0, 1.0) * STEPS as f64) as u64);
                shown.set_message(told(progress));
            });
        }
        Self { bar, begin: Instant::now(), options, time: effort.time }
    }

    /// Returns the options of the next question: what is left of the time is for it.
    pub(crate) fn options(&self) -> Options {
        match self.time {
            Some(time) => self.options.clone().time_limit(time.saturating_sub(self.begin.elapsed())),
            None => self.options.clone(),
        }
    }

    /// Clears the bar, so that the answer can be printed.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// One line about progress.
fn told(progress: &Progress) -> String {
    let value = match (progress.best, progress.bound) {
        (Some(best), Some(bound)) => format!(", {best} so far, the bound is {bound}"),
        (Some(best), None) => format!(", {best} so far"),
        (None, Some(bound)) => format!(", the bound is {bound}"),
        (None, None) => String::new(),
    };
    let left = progress.remaining().map(|left| left.as_secs());
    let left = match left {
        Some(left @ 0..=99) => format!(", about {left} s to go"),
        Some(left @ 100..=5_999) => format!(", about {} min to go", left / 60),
        Some(left) => format!(", about {} h to go", left / 3600),
        None => String::new(),
    };
    format!("{} solutions, {} nodes{value}{left}", progress.solutions, progress.nodes)
}

/// Returns a token that is cancelled at the first signal, or after a time; the second Ctrl-C ends the program.
pub(crate) fn token(time: Option<Duration>) -> CancelToken {
    let (token, begin, asked) = (CancelToken::new(), Instant::now(), Arc::new(AtomicBool::new(false)));
    // In this order: the first signal finds the flag unset, and sets it. If one cannot be registered, it ends the program as it
    // does any other.
    let ending = signal_hook::flag::register_conditional_shutdown(SIGINT, 130, Arc::clone(&asked));
    let registered = [SIGINT, SIGTERM].map(|signal| signal_hook::flag::register(signal, Arc::clone(&asked)));
    if time.is_some() || ending.is_ok() || registered.iter().any(Result::is_ok) {
        let used = token.clone();
        thread::spawn(move || {
            while !asked.load(Ordering::Relaxed) && time.is_none_or(|time| begin.elapsed() < time) {
                thread::sleep(Duration::from_millis(20));
            }
            used.cancel();
        });
    }
    token
}

/// Sets the memory limit that was asked for.
pub(crate) fn with_memory(options: Options, megabytes: Option<u64>) -> Options {
    match megabytes {
        Some(megabytes) => options.memory_limit(megabytes.saturating_mul(1 << 20)),
        None => options,
    }
}
