//! The most queens of which each attacks exactly `K` others: `attacking -- K N`.
//!
//! A pattern, or else a search, that meets a bound is the most, proved. The command `queenside attack` does more: at most `K`
//! others, boards of a symmetry, tables that go on where they were stopped, and b-files.

use std::error::Error;
use std::io::{self, Write};
use std::time::Duration;

use queenside::{Board, Options};
use queenside_attacking::{Record, Rule, Searched, bounds, search};

fn main() -> Result<(), Box<dyn Error>> {
    let numbers: Vec<u32> = std::env::args().skip(1).map(|word| word.parse()).collect::<Result<_, _>>()?;
    let [others, n] = if numbers.is_empty() { [3, 12] } else { numbers[..].try_into()? };
    let (rule, n) = (Rule::Exactly(others), n as usize);

    let mut out = io::stdout().lock();
    let bound = bounds::best(rule, &Board::square(n))?;
    writeln!(out, "{rule} on {n}×{n}: at most {bound}")?;

    let pattern = rule.pattern(n).filter(|queens| queens.len() as i64 == bound.value());
    if let Some(queens) = pattern {
        writeln!(out, "{} by a pattern: the bound is met", queens.len())?;
        write!(out, "{queens}")?;
        return Ok(());
    }
    let options = Options::new().time_limit(Duration::from_secs(60));
    for queens in (0..=bound.value() as usize).rev() {
        let show = |record: &Record, what: &str, out: &mut io::StdoutLock<'_>| -> Result<(), Box<dyn Error>> {
            writeln!(out, "{} by a search: {what}", record.queens().len())?;
            Ok(write!(out, "{}", record.placement()?)?)
        };
        match search(rule, n, queens, None, &options)? {
            Searched::Found(record) if queens as i64 == bound.value() => {
                return show(&record, "the bound is met", &mut out);
            }
            Searched::Found(record) => return show(&record, "more were refuted", &mut out),
            Searched::Impossible => {}
            Searched::Stopped { cause, best } => return show(&best, &format!("not proved, since {cause}"), &mut out),
        }
    }
    Ok(())
}
