//! The most queens of which each attacks exactly, or at most, k others: a board at the bound, or a table of such boards.
//!
//! ```text
//! cargo run --release --example attacking -- K N [--at-most] [--symmetry c4|c2|transpose|mirror|none]
//! cargo run --release --example attacking -- K --table FROM..TO --file FILE [--at-most]
//! ```
//!
//! Both take `--seed S`, `--threads T` (with the feature `rayon`) and `--time SECONDS`, for each board. A table goes on where
//! its file ends: boards that are there already are not looked for again.

use std::error::Error;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::ops::Range;
use std::time::{Duration, Instant};

use queenside::{Board, Options, Symmetry};
use queenside_attacking::{Record, Rule, Searched, bounds, search};

fn main() -> Result<(), Box<dyn Error>> {
    let asked = Asked::read(std::env::args().skip(1))?;
    match &asked.table {
        Some((sizes, file)) => table(&asked, sizes.clone(), file),
        None => one(&asked, asked.n.unwrap_or(12)),
    }
}

/// What the command line says.
struct Asked {
    rule: Rule,
    n: Option<usize>,
    symmetry: Option<Symmetry>,
    table: Option<(Range<usize>, String)>,
    options: Options,
}

impl Asked {
    fn read(mut words: impl Iterator<Item = String>) -> Result<Self, Box<dyn Error>> {
        let (mut numbers, mut sizes, mut file) = (Vec::new(), None, None);
        let (mut at_most, mut symmetry, mut options) = (false, None, Options::new());
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or(format!("{word} wants a value"));
            match word.as_str() {
                "--at-most" => at_most = true,
                "--symmetry" => symmetry = Some(named(&value()?)?),
                "--table" => sizes = Some(range(&value()?)?),
                "--file" => file = Some(value()?),
                "--seed" => options = options.seed(value()?.parse()?),
                "--threads" => options = options.threads(value()?.parse()?),
                "--time" => options = options.time_limit(Duration::from_secs(value()?.parse()?)),
                number => numbers.push(number.parse().map_err(|_| format!("{number} is no option and no number"))?),
            }
        }
        let k = numbers.first().map_or(3, |k: &usize| *k as u32);
        let rule = if at_most { Rule::AtMost(k) } else { Rule::Exactly(k) };
        let table = match (sizes, file) {
            (Some(sizes), Some(file)) => Some((sizes, file)),
            (None, None) => None,
            _ => return Err("--table and --file go together".into()),
        };
        Ok(Self { rule, n: numbers.get(1).copied(), symmetry, table, options })
    }
}

fn named(name: &str) -> Result<Symmetry, String> {
    Ok(match name {
        "c4" => Symmetry::QuarterTurn,
        "c2" => Symmetry::HalfTurn,
        "transpose" => Symmetry::Transpose,
        "mirror" => Symmetry::MirrorColumns,
        "none" => Symmetry::Identity,
        _ => return Err(format!("{name} is none of c4, c2, transpose, mirror, none")),
    })
}

fn range(text: &str) -> Result<Range<usize>, Box<dyn Error>> {
    let (from, to) = text.split_once("..").ok_or("sizes are given as FROM..TO")?;
    Ok(from.parse()?..to.trim_start_matches('=').parse::<usize>()? + 1)
}

/// A board of the most queens, and how it is known that they are the most.
fn best(asked: &Asked, n: usize) -> Result<Option<(Record, String)>, Box<dyn Error>> {
    let bound = bounds::best(asked.rule, &Board::square(n))?;
    let met = format!("the bound by {} was met", bound.name());
    let pattern =
        asked.rule.pattern(n).filter(|queens| asked.symmetry.is_none() && queens.len() as i64 == bound.value());
    if let Some(queens) = pattern {
        return Ok(Some((Record::new(asked.rule, n, queens.occupied()), met)));
    }
    let refuted = if asked.symmetry.is_some() { "more of this symmetry were refuted" } else { "more were refuted" };
    for queens in (0..=bound.value() as usize).rev() {
        match search(asked.rule, n, queens, asked.symmetry, &asked.options)? {
            Searched::Found(record) if queens as i64 == bound.value() => return Ok(Some((record, met))),
            Searched::Found(record) => return Ok(Some((record, refuted.to_owned()))),
            Searched::Impossible => {}
            Searched::Stopped { cause, best } => {
                eprintln!(
                    "{} on {n}×{n}, {queens} queens: {cause}; the best so far has {}",
                    asked.rule,
                    best.queens().len()
                );
                eprint!("{}", best.placement()?);
                return Ok(None);
            }
        }
    }
    Ok(None)
}

fn one(asked: &Asked, n: usize) -> Result<(), Box<dyn Error>> {
    let start = Instant::now();
    let Some((record, proof)) = best(asked, n)? else { return Ok(()) };
    let mut out = io::stdout().lock();
    writeln!(out, "{}", record.queens().len())?;
    writeln!(out, "bound: {}", bounds::best(asked.rule, &Board::square(n))?)?;
    writeln!(out, "proof: {proof}")?;
    write!(out, "{}", record.placement()?)?;
    writeln!(out, "{:.2} s", start.elapsed().as_secs_f64())?;
    Ok(())
}

fn table(asked: &Asked, sizes: Range<usize>, file: &str) -> Result<(), Box<dyn Error>> {
    let known = fs::read_to_string(file).unwrap_or_default();
    let known: Vec<Record> =
        known.lines().filter(|line| !line.starts_with('#')).map(str::parse).collect::<Result<_, _>>()?;
    let mut kept = OpenOptions::new().create(true).append(true).open(file)?;
    for n in sizes.filter(|n| !known.iter().any(|record| record.rule() == asked.rule && record.n() == *n)) {
        let start = Instant::now();
        if let Some((record, proof)) = best(asked, n)? {
            writeln!(kept, "{record}")?;
            kept.sync_data()?;
            writeln!(io::stdout(), "{n} {} {:.2} s, {proof}", record.queens().len(), start.elapsed().as_secs_f64())?;
        }
    }
    Ok(())
}
