//! Parts of no work, to measure the ledgers: planning, working and merging, by the wall clock and with the most memory used.
//!
//! `cargo run --release -p queenside-cluster --features redis --example scale -- 1000000 redis://127.0.0.1:6379/0`: a million parts
//! through a folder, and through that server, where keys of a job named by the process are left.

use std::io::{self, Write};
use std::time::Instant;

use queenside::job::{Assignment, Failure, Job, Outcome};
use queenside::{CancelToken, Options};
use queenside_cluster::{Folder, Ledger, work};

/// Parts of no work: the result of each is its number.
struct Empty(usize);

impl Job for Empty {
    fn digest(&self) -> u64 {
        self.0 as u64
    }

    fn parts(&self) -> usize {
        self.0
    }

    fn work(&self, assignment: &Assignment<'_>) -> Result<Outcome, Failure> {
        Ok(Outcome::done(assignment.part().to_string()))
    }

    fn merge(&self, results: &[String], _: &Options) -> Result<String, Failure> {
        Ok(results.iter().map(|number| number.parse::<u64>()).sum::<Result<u64, _>>()?.to_string())
    }
}

/// The most memory that the process has used, in megabytes, where the system tells.
fn memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    kilobytes.map_or_else(String::new, |kilobytes| format!(", at most {} MB", kilobytes / 1024))
}

/// Has a worker do all parts, and merges them.
fn measure(name: &str, job: &Empty, open: &dyn Fn() -> Result<Box<dyn Ledger>, Failure>) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let timed = |begin: Instant| begin.elapsed().as_secs_f64();
    let begin = Instant::now();
    let mut ledger = open()?;
    writeln!(out, "{name}: {} parts planned in {:.2} s{}", job.0, timed(begin), memory())?;
    let begin = Instant::now();
    let done = work(job, &mut *ledger, &CancelToken::new())?.done;
    let time = timed(begin);
    writeln!(out, "{name}: {done} parts done in {time:.2} s, {:.0} a second{}", done as f64 / time, memory())?;
    drop(ledger);
    let (begin, mut ledger) = (Instant::now(), open()?);
    let answer = ledger.snapshot(job)?.merge(job)?;
    writeln!(out, "{name}: read and merged in {:.2} s{}", timed(begin), memory())?;
    assert_eq!(answer, (job.0 as u64 * (job.0 as u64).saturating_sub(1) / 2).to_string());
    Ok(())
}

fn main() -> Result<(), Failure> {
    let mut args = std::env::args().skip(1);
    let parts: usize = args.next().map_or(Ok(10_000), |text| text.parse())?;
    let (job, process) = (Empty(parts), std::process::id());
    let path = std::env::temp_dir().join(format!("queenside-scale-{process}"));
    measure("folder", &job, &|| Ok(Box::new(Folder::of(&path))))?;
    std::fs::remove_dir_all(&path)?;
    #[cfg(feature = "redis")]
    if let Some(server) = args.next() {
        let address = format!("{server}#scale-{process}");
        measure("redis", &job, &|| Ok(Box::new(queenside_cluster::Server::of(&address, &job)?)))?;
    }
    Ok(())
}
