//! Solutions as they come, limits, cancelling from another thread, and watching how far it is.

use std::error::Error;
use std::io::{self, Write};
use std::thread;
use std::time::{Duration, Instant};

use queenside::{Board, CancelToken, Options, Piece, classics};

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    // An enumeration is an iterator. Taking three of the solutions of 14 queens costs no more than finding three.
    let mut solutions = classics::queens(14).enumerate()?;
    for queens in solutions.by_ref().take(3) {
        writeln!(out, "{:?}", queens?.to_permutation().expect("a queen in each row"))?;
    }
    writeln!(out, "found after {} nodes\n", solutions.statistics().nodes)?;

    // With a limit the last item says that it was cut short; without that item it is complete.
    let options = Options::new().solution_limit(50);
    let (mut found, mut cut) = (0, None);
    for item in classics::queens(8).using(&options).enumerate()? {
        match item {
            Ok(_) => found += 1,
            Err(stopped) => cut = Some(stopped),
        }
    }
    let stopped = cut.expect("there are 92");
    writeln!(out, "{found} solutions, then: {stopped}")?;

    // What is left is a value, with which this or another process goes on.
    let rest = stopped.rest().expect("an enumeration has a rest");
    let others = classics::queens(8).resume(rest)?.collect::<Result<Vec<_>, _>>()?;
    writeln!(out, "and {} others\n", others.len())?;

    // Out of time: in place of the value there is the best so far, never mistaken for an answer.
    let hard = classics::attacking(Board::square(30), Piece::QUEEN, 2);
    let options = Options::new().time_limit(Duration::from_millis(200));
    match hard.using(&options).maximize()?.value() {
        Ok(value) => writeln!(out, "proved in time: {value:?}\n")?,
        Err(stopped) => writeln!(out, "{stopped}\n")?,
    }

    // Cancelled from another thread, while an observer watches.
    let token = CancelToken::new();
    let switch = token.clone();
    let options = Options::new().cancel(&token).observer(|progress| {
        eprintln!("  {:>4} ms: {} nodes", progress.elapsed.as_millis(), progress.nodes);
    });
    let start = Instant::now();
    let canceller = thread::spawn(move || {
        thread::sleep(Duration::from_millis(350));
        switch.cancel();
    });
    let counted = classics::queens(20).using(&options).count()?;
    canceller.join().expect("the thread only sleeps");
    let stopped = counted.stopped().expect("20 queens take longer");
    writeln!(out, "{stopped} ({} ms)", start.elapsed().as_millis())?;
    Ok(())
}
