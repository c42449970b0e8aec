//! All boards with a number of walls, one of each class, by the most pieces that fit: `census -- ROWS COLS WALLS`.
//!
//! Each row says `VALUE CLASSES BOARDS`; the last one, `total CLASSES BOARDS`.
//!
//! | option | what it does |
//! | --- | --- |
//! | `--piece NAME` | another piece than the queen: `king`, `rook`, `bishop`, `knight`, `amazon`, … |
//! | `--threads N` | N threads (feature `rayon`); 0 for as many as there are |
//! | `--part I/N` | only the I-th of N parts, counted from 1 |
//! | `--records FILE`, `--csv FILE`, `--json FILE` | writes every board, too |
//! | `--resume FILE` | keeps in a file how far it is, and goes on from there (feature `serde`) |

mod common;

use std::io::Write;
use std::ops::ControlFlow;
use std::process::ExitCode;

use common::{Failure, answer, number};
use indicatif::{ProgressBar, ProgressStyle};
use queenside::{Board, Options, Piece, WholeFile};
use queenside_walls::{Census, Format, Histogram, RecordWriter, WallRange};

const USAGE: &str = "usage: census ROWS COLS WALLS [--piece NAME] [--threads N] [--part I/N] \
                     [--records FILE] [--csv FILE] [--json FILE] [--resume FILE]";

struct Arguments {
    sizes: Vec<usize>,
    piece: Piece,
    threads: usize,
    part: (usize, usize),
    files: Vec<(Format, String)>,
    resume: Option<String>,
}

impl Arguments {
    fn read(words: impl Iterator<Item = String>) -> Result<Self, String> {
        let (mut sizes, mut files) = (Vec::new(), Vec::new());
        let (mut piece, mut threads, mut part, mut resume) = (Piece::QUEEN, 1, (1, 1), None);
        let mut words = words.peekable();
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
            match word.as_str() {
                "--piece" => piece = common::piece(&value()?)?,
                "--threads" => threads = number(&value()?)?,
                "--records" => files.push((Format::Compact, value()?)),
                "--csv" => files.push((Format::Csv, value()?)),
                "--json" => files.push((Format::JsonLines, value()?)),
                "--resume" => resume = Some(value()?),
                "--part" => {
                    let text = value()?;
                    let (part_of, parts) = text.split_once('/').ok_or_else(|| format!("{text:?} is not I/N"))?;
                    part = (number(part_of)?, number(parts)?);
                    if part.0 == 0 || part.0 > part.1 || part.1 > 1 << 16 {
                        return Err(format!("there is no part {text}: I runs from 1 to N, and N to 65536"));
                    }
                }
                _ if word.starts_with('-') => return Err(format!("{word} is not known")),
                _ => sizes.push(number(&word)?),
            }
        }
        match sizes.len() {
            0 => sizes = vec![6, 6, 3],
            3 => {}
            others => return Err(format!("ROWS COLS WALLS are three numbers, not {others}")),
        }
        if resume.is_some() && !files.is_empty() {
            return Err("--resume does not go with files of boards: use --part".to_owned());
        }
        if resume.is_some() && !cfg!(feature = "serde") {
            return Err("--resume needs the feature serde".to_owned());
        }
        Ok(Self { sizes, piece, threads, part, files, resume })
    }

    fn census(&self) -> Result<Census, String> {
        let board = Board::new(self.sizes[0], self.sizes[1]);
        Census::new(&board, &self.piece, self.sizes[2]).map_err(|error| error.to_string())
    }
}

/// A bar on the standard error stream, fed by the observer. Of a part it is not known beforehand how long it is.
fn watched(options: Options, bar: &ProgressBar) -> Options {
    let bar = bar.clone();
    options.observer(move |progress| {
        bar.set_position((progress.fraction * 10_000.0) as u64);
        bar.set_message(format!("{} classes, at most {}", progress.solutions, progress.best.unwrap_or(0)));
    })
}

/// Counts a range and writes its boards.
fn visit(census: &Census, range: &WallRange, files: &[(Format, String)]) -> Result<Histogram, Failure> {
    let mut writers = Vec::new();
    for (format, path) in files {
        let file = WholeFile::create(path).map_err(|error| format!("{path}: {error}"))?;
        writers.push(RecordWriter::new(file, census, *format)?);
    }
    let mut failure = None;
    let survey = census.visit(range, |board| {
        for writer in &mut writers {
            if let Err(error) = writer.write(board) {
                failure = Some(error);
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    })?;
    if let Some(error) = failure {
        return Err(error.into());
    }
    for writer in writers {
        writer.finish()?.finish()?;
    }
    Ok(survey.histogram().clone())
}

/// Counts a range some seconds at a time, and writes down after each how far it is. A file that is there must belong to this
/// census and this part, even if it says that all is done.
#[cfg(feature = "serde")]
fn resume(census: &Census, options: &Options, range: &WallRange, path: &str) -> Result<Histogram, Failure> {
    let mut checkpoint = match std::fs::read_to_string(path) {
        Ok(text) => serde_json::from_str(&text).map_err(|error| format!("{path}: {error}"))?,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => census.begin(range)?,
        Err(error) => return Err(format!("{path}: {error}").into()),
    };
    checkpoint.check(census, range).map_err(|error| format!("{path}: {error}"))?;
    // Whether it can be written is known before the work.
    WholeFile::write(path, serde_json::to_string(&checkpoint)?).map_err(|error| format!("{path}: {error}"))?;
    let mut seconds = 5;
    while !checkpoint.is_finished() {
        let slice = options.clone().time_limit(std::time::Duration::from_secs(seconds));
        census.clone().using(&slice).advance(&mut checkpoint)?;
        // A single board may take longer.
        seconds *= if checkpoint.is_stuck() { 2 } else { 1 };
        WholeFile::write(path, serde_json::to_string(&checkpoint)?)?;
    }
    Ok(checkpoint.histogram().clone())
}

#[cfg(not(feature = "serde"))]
fn resume(_: &Census, _: &Options, _: &WallRange, _: &str) -> Result<Histogram, Failure> {
    Err("--resume needs the feature serde".into())
}

fn run(arguments: &Arguments, census: Census) -> Result<(), Failure> {
    let bar = ProgressBar::new(10_000);
    bar.set_style(ProgressStyle::with_template("{bar:40} {percent}% {msg}, {eta} to go")?);
    let options = watched(Options::new().threads(arguments.threads), &bar);
    let census = census.using(&options);
    let (part, parts) = arguments.part;
    let range = if parts == 1 { census.sets().whole() } else { census.sets().split(parts).swap_remove(part - 1) };
    let histogram = match &arguments.resume {
        Some(path) => resume(&census, &options, &range, path)?,
        None if arguments.files.is_empty() => census.tally_of(&range)?.histogram().clone(),
        None => visit(&census, &range, &arguments.files)?,
    };
    bar.finish_and_clear();
    let mut out = std::io::stdout().lock();
    write!(out, "{histogram}")?;
    writeln!(out, "total {} {}", histogram.classes(), histogram.boards())?;
    if parts == 1 && !census.is_complete(&histogram) {
        return Err("these are not all boards: see binomial coefficients, and Burnside's lemma".into());
    }
    Ok(())
}

fn main() -> ExitCode {
    let asked = Arguments::read(std::env::args().skip(1)).and_then(|asked| Ok((asked.census()?, asked)));
    answer(asked, USAGE, |(census, arguments)| run(&arguments, census))
}
