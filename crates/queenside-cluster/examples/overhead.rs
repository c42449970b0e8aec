//! What parts cost: counts in a hundred parts against counts in one piece, and through a folder.
//!
//! `cargo run --release -p queenside-cluster --example overhead -- 14`: up to 14 queens.

use std::io::{self, Write};
use std::time::Instant;

use queenside::job::{Assignment, Failure, Job, SplitJob};
use queenside::{CancelToken, Engine, Options, classics};
use queenside_cluster::{Folder, work};

fn main() -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let mut args = std::env::args().skip(1);
    let max: usize = args.next().map_or(Ok(10), |text| text.parse())?;

    writeln!(out, "queens  one piece  search  100 parts  by a worker  planning  enumerated  largest part")?;
    let (auto, search) = (Options::new(), Options::new().engine(Engine::Search));
    for n in 8..=max {
        let problem = classics::queens(n);
        let timed = |options: &Options| -> Result<_, Failure> {
            let begin = Instant::now();
            let count = problem.using(options).count()?.exact()?;
            Ok((count.to_string(), begin.elapsed().as_secs_f64()))
        };
        let ((local, one), (_, by_search)) = (timed(&auto)?, timed(&search)?);
        let begin = Instant::now();
        let job = SplitJob::count(&problem, 100, &auto)?;
        let planning = begin.elapsed().as_secs_f64();
        let (begin, mut longest, mut results) = (Instant::now(), 0.0f64, Vec::new());
        for part in 0..job.parts() {
            let own = Instant::now();
            results.push(job.work(&Assignment::new(part, &auto))?.into_result()?);
            longest = longest.max(own.elapsed().as_secs_f64());
        }
        let in_parts = begin.elapsed().as_secs_f64();
        assert_eq!(job.merge(&results, &auto)?, local);
        // The same through a folder, each result on the disk.
        let path = std::env::temp_dir().join(format!("queenside-overhead-{}", std::process::id()));
        let begin = Instant::now();
        work(&job, &mut Folder::of(&path), &CancelToken::new())?;
        let by_worker = begin.elapsed().as_secs_f64();
        std::fs::remove_dir_all(&path)?;
        let begin = Instant::now();
        let mut found = 0u64;
        for part in problem.split(100)? {
            found += problem.resume(&part)?.count() as u64;
        }
        let enumerated = begin.elapsed().as_secs_f64();
        assert_eq!(found.to_string(), local);
        let share = longest / in_parts * 100.0;
        writeln!(
            out,
            "{n:6} {one:9.3}s {by_search:6.3}s {in_parts:9.3}s {by_worker:11.3}s {planning:8.3}s {enumerated:10.3}s {share:12.1}%"
        )?;
    }

    Ok(())
}
