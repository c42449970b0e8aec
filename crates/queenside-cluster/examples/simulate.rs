//! How long a job takes with many workers, and what is wasted, where one part in a thousand is lost with its worker.
//!
//! `cargo run --release -p queenside-cluster --example simulate -- 15 400 1000000 60`: the times of 400 parts of the 15 queens are
//! measured; a million parts whose times are spread alike, of 60 seconds on average, are simulated.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::hash::{Hash, Hasher};
use std::io::{self, Write};
use std::time::Instant;

use queenside::job::{Assignment, Failure, Job, SplitJob};
use queenside::{Digest, Options, classics};

/// Of this number of parts one is lost with its worker, in the middle of it.
const LOST: u64 = 1_000;
/// After this number of seconds a part of a dead worker is handed out again, and the worker is there again.
const LEASE: f64 = 60.0;

/// A number from 0 up to 1 that depends on the arguments.
fn random(of: impl Hash) -> f64 {
    let mut digest = Digest::new();
    of.hash(&mut digest);
    (digest.finish() >> 11) as f64 / (1u64 << 53) as f64
}

/// What came of a simulation, in seconds.
struct Run {
    wall: f64,
    lost: f64,
}

/// The workers do parts until none is left: any part, or each worker those of its share.
fn simulate(times: &[f64], workers: usize, in_shares: bool) -> Run {
    // The parts that are waiting, with their shares, and those of dead workers, by the moment from which they may be taken.
    let shares = if in_shares { workers } else { 1 };
    let mut waiting: Vec<VecDeque<usize>> = vec![VecDeque::new(); shares];
    (0..times.len()).for_each(|part| waiting[part % shares].push_back(part));
    let mut orphans: VecDeque<(f64, usize)> = VecDeque::new();
    // Free workers by the moment, in microseconds so that they can be compared.
    let mut free: BinaryHeap<Reverse<(u64, usize)>> = (0..workers).map(|worker| Reverse((0, worker))).collect();
    let (mut run, mut attempt) = (Run { wall: 0.0, lost: 0.0 }, 0u64);
    while let Some(Reverse((moment, worker))) = free.pop() {
        let mut now = moment as f64 / 1e6;
        let own = &mut waiting[worker % shares];
        let part = match own.pop_front() {
            Some(part) => part,
            None => match orphans.pop_front() {
                Some((from, part)) => {
                    now = now.max(from);
                    part
                }
                None => continue,
            },
        };
        attempt += 1;
        let mut end = now + times[part];
        if random((attempt, "lost")) * (LOST as f64) < 1.0 {
            let died = now + times[part] * random((attempt, "when"));
            run.lost += died - now;
            end = died + LEASE;
            // A batch system starts the same share again; others take the part over.
            if in_shares { own.push_front(part) } else { orphans.push_back((end, part)) }
        } else {
            run.wall = run.wall.max(end);
        }
        free.push(Reverse(((end * 1e6) as u64, worker)));
    }
    run
}

fn main() -> Result<(), Failure> {
    let mut args = std::env::args().skip(1);
    let mut number = |default: usize| args.next().map_or(Ok(default), |text| text.parse());
    let (queens, measured, parts, mean) = (number(11)?, number(100)?, number(20_000)?, number(60)? as f64);
    let mut out = io::stdout().lock();

    let options = Options::new();
    let job = SplitJob::count(&classics::queens(queens), measured, &options)?;
    let mut spread = vec![f64::MAX; job.parts()];
    // Twice, and the shorter time counts: the machine may do something else, and the first part prepares the problem.
    for part in (0..job.parts()).chain(0..job.parts()) {
        let begin = Instant::now();
        job.work(&Assignment::new(part, &options))?.into_result()?;
        spread[part] = begin.elapsed().as_secs_f64().min(spread[part]);
    }
    let average = spread.iter().sum::<f64>() / spread.len() as f64;
    let longest = spread.iter().fold(0.0, |max: f64, time| max.max(*time));
    writeln!(
        out,
        "{} parts of {queens} queens: {average:.4} s each, the longest {:.1} times that",
        spread.len(),
        longest / average
    )?;

    let time = |part: usize| spread[(random((part, "time")) * spread.len() as f64) as usize] / average * mean;
    let times: Vec<f64> = (0..parts).map(time).collect();
    let work: f64 = times.iter().sum();
    writeln!(out, "{parts} parts of {mean} s, one in {LOST} lost with its worker")?;
    writeln!(out, "workers  parts      wall time  at best    lost   idle")?;
    for workers in [10, 1_000, 10_000] {
        for (name, in_shares) in [("any", false), ("shares", true)] {
            let Run { wall, lost } = simulate(&times, workers, in_shares);
            let (all, best) = (wall * workers as f64, work / workers as f64);
            let (lost, idle) = (lost / all * 100.0, (all - work - lost) / all * 100.0);
            writeln!(out, "{workers:7}  {name:8} {wall:9.0} s {best:9.0} s {lost:6.2}% {idle:5.1}%")?;
        }
    }
    Ok(())
}
