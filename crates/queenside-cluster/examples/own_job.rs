//! A job of one's own: the knight's tours of 5×5, by their first two squares, done by two workers of one folder.
//!
//! `cargo run --release -p queenside-cluster --example own_job`

use std::io::{self, Write};

use queenside::job::{Assignment, Failure, Job, Outcome};
use queenside::{CancelToken, Options, Piece};
use queenside_cluster::{Folder, Ledger, audit, work};

struct Tours;

/// Counts the ways to go on from a square through all that are free, on 5×5.
fn tours(square: i32, free: u32) -> u64 {
    let knight = Piece::KNIGHT;
    let moves = knight.moves().iter().map(|step| (square / 5 + step.rows(), square % 5 + step.columns()));
    let inside = moves.filter(|(row, column)| (0..5).contains(row) && (0..5).contains(column));
    let next = inside.map(|(row, column)| row * 5 + column).filter(|next| free >> next & 1 == 1);
    if free == 0 { 1 } else { next.map(|next| tours(next, free & !(1 << next))).sum() }
}

impl Job for Tours {
    fn digest(&self) -> u64 {
        0x70c2_0005
    }

    fn parts(&self) -> usize {
        25 * 25
    }

    fn work(&self, assignment: &Assignment<'_>) -> Result<Outcome, Failure> {
        let (first, second) = (assignment.part() as i32 / 25, assignment.part() as i32 % 25);
        let (rows, columns) = ((first / 5 - second / 5).abs(), (first % 5 - second % 5).abs());
        let free = ((1 << 25) - 1) & !(1 << first) & !(1 << second);
        let count = if rows * columns == 2 { tours(second, free) } else { 0 };
        Ok(Outcome::done(count.to_string()))
    }

    fn merge(&self, results: &[String], _: &Options) -> Result<String, Failure> {
        Ok(results.iter().map(|count| count.parse::<u64>()).sum::<Result<u64, _>>()?.to_string())
    }
}

fn main() -> Result<(), Failure> {
    let path = std::env::temp_dir().join(format!("queenside-own-job-{}", std::process::id()));
    std::thread::scope(|scope| {
        let worker = || work(&Tours, &mut Folder::of(&path), &CancelToken::new());
        let workers = [scope.spawn(worker), scope.spawn(worker)];
        workers.into_iter().try_for_each(|worker| worker.join().expect("it does not panic").map(drop))
    })?;
    let snapshot = Folder::of(&path).snapshot(&Tours)?;
    let answer = snapshot.merge(&Tours)?;
    assert_eq!(answer, "1728");
    assert!(audit(&Tours, &snapshot, 0.1, 1, &Options::new())?.wrong.is_empty());
    std::fs::remove_dir_all(&path)?;
    writeln!(io::stdout(), "{answer} tours")?;
    Ok(())
}
