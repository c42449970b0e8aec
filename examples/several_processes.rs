//! A search split among processes: each is this program again, given its part as text. The same could be other machines.

use std::env;
use std::error::Error;
use std::io::{self, Write};
use std::process::{Command, Stdio};

use queenside::{Part, classics};

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    let problem = classics::queens(11);

    // A worker reads its part, enumerates it, and prints the number of solutions.
    if env::args().nth(1).as_deref() == Some("worker") {
        let part: Part = serde_json::from_reader(io::stdin())?;
        let solutions = problem.resume(&part)?.collect::<Result<Vec<_>, _>>()?;
        writeln!(out, "{}", solutions.len())?;
        return Ok(());
    }

    // The parts are disjoint and together hold everything, so the counts add up.
    let parts = problem.split(4)?;
    let mut workers = Vec::new();
    for part in &parts {
        let mut worker =
            Command::new(env::current_exe()?).arg("worker").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let mut pipe = worker.stdin.take().ok_or("the worker cannot be written to")?;
        pipe.write_all(serde_json::to_string(part)?.as_bytes())?;
        workers.push(worker);
    }
    let mut total = 0;
    for (number, worker) in workers.into_iter().enumerate() {
        let said = String::from_utf8(worker.wait_with_output()?.stdout)?;
        let solutions: u64 = said.trim().parse()?;
        writeln!(out, "worker {number}: {solutions} solutions")?;
        total += solutions;
    }
    writeln!(out, "together: {total}")?;
    assert_eq!(total, 2680);
    Ok(())
}
