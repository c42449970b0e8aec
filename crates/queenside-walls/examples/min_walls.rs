//! The fewest walls for every number of pieces, none in sight of another: `min_walls -- ROWS COLS`.
//!
//! Each row begins with `Q WALLS`; then come how many placements of pieces and walls there are. The first number of pieces
//! that no number of walls allows has the word `impossible`.
//!
//! | option | what it does |
//! | --- | --- |
//! | `--piece NAME` | another piece than the queen: `king`, `rook`, `bishop`, `knight`, `amazon`, … |
//! | `--threads N` | N threads (feature `rayon`); 0 for as many as there are |
//! | `--sets Q` | for this number of pieces lists all sets of walls |
//! | `--count-sets` | rows go on with the number of sets of walls, and of their classes |
//! | `--engine NAME` | asks for each number of pieces by itself: `search`, `ilp`, `sat`; rows are `Q WALLS` only |
//! | `--csv FILE`, `--svg FILE` | writes the curve as comma-separated values, as a chart |

mod common;

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use common::{Failure, answer, number};
use indicatif::{ProgressBar, ProgressStyle};
use queenside::render::Chart;
use queenside::{Board, Engine, Options, Piece, WholeFile};
use queenside_walls::{MinWalls, min_walls, min_walls_for};

const USAGE: &str = "usage: min_walls ROWS COLS [--piece NAME] [--threads N] [--sets Q] [--count-sets] \
                     [--engine NAME] [--csv FILE] [--svg FILE]";

struct Arguments {
    board: Board,
    piece: Piece,
    threads: usize,
    sets: Option<usize>,
    count_sets: bool,
    engine: Option<Engine>,
    csv: Option<String>,
    svg: Option<String>,
}

impl Arguments {
    fn read(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut sizes = Vec::new();
        let (mut piece, mut threads, mut sets, mut count_sets) = (Piece::QUEEN, 1, None, false);
        let (mut engine, mut csv, mut svg) = (None, None, None);
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
            match word.as_str() {
                "--piece" => piece = common::piece(&value()?)?,
                "--threads" => threads = number(&value()?)?,
                "--sets" => sets = Some(number(&value()?)?),
                "--count-sets" => count_sets = true,
                "--engine" => engine = Some(engine_named(&value()?)?),
                "--csv" => csv = Some(value()?),
                "--svg" => svg = Some(value()?),
                _ if word.starts_with('-') => return Err(format!("{word} is not known")),
                _ => sizes.push(number(&word)?),
            }
        }
        let board = match sizes[..] {
            [] => Board::square(5),
            [rows, columns] => Board::new(rows, columns),
            _ => return Err(format!("ROWS COLS are two numbers, not {}", sizes.len())),
        };
        board.check().map_err(|error| error.to_string())?;
        Ok(Self { board, piece, threads, sets, count_sets, engine, csv, svg })
    }
}

fn engine_named(name: &str) -> Result<Engine, String> {
    match name {
        "search" => Ok(Engine::Search),
        "ilp" => Ok(Engine::Ilp),
        "sat" => Ok(Engine::Sat),
        _ => Err(format!("no engine that answers this is named {name:?}")),
    }
}

/// A number of pieces after the other, until one is impossible.
fn one_by_one(arguments: &Arguments, options: &Options) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    for pieces in 0.. {
        let outcome = min_walls_for(arguments.board.clone(), arguments.piece.clone(), pieces, options)?;
        let Some(walls) = outcome.value().map_err(|stopped| format!("{pieces} pieces: {stopped}"))? else {
            writeln!(out, "{pieces} impossible")?;
            return Ok(());
        };
        writeln!(out, "{pieces} {walls}")?;
    }
    Ok(())
}

fn rows(arguments: &Arguments, options: &Options, least: &MinWalls, files: Files) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    for (pieces, walls) in least.curve() {
        let placements = least.placements(pieces).ok_or("the number of placements is missing")?;
        write!(out, "{pieces} {walls} {placements}")?;
        if arguments.count_sets
            && let Some(sets) = least.wall_sets(pieces, options)?
        {
            write!(out, " {} {}", sets.boards(), sets.classes().len())?;
        }
        writeln!(out)?;
    }
    writeln!(out, "{} impossible", least.max_pieces().ok_or("the sweep was stopped")? + 1)?;
    if let Some(pieces) = arguments.sets {
        match least.wall_sets(pieces, options)? {
            Some(sets) => {
                for walls in sets.all() {
                    writeln!(out, "\n{}", arguments.board.clone().with_walls(walls))?;
                }
            }
            None => writeln!(out, "\n{pieces} pieces are impossible")?,
        }
    }
    if let Some(mut file) = files.csv {
        file.write_all(least.to_csv().as_bytes())?;
        file.finish()?;
    }
    if let Some(mut file) = files.svg {
        let (rows, columns) = (arguments.board.rows(), arguments.board.columns());
        let chart = Chart::new(format!("Least walls on {rows}×{columns}")).axes("pieces", "walls");
        file.write_all(chart.steps("least walls", least.curve()).to_svg().as_bytes())?;
        file.finish()?;
    }
    Ok(())
}

/// The files that are to be written, opened before the work.
struct Files {
    csv: Option<WholeFile>,
    svg: Option<WholeFile>,
}

impl Files {
    fn open(arguments: &Arguments) -> Result<Self, Failure> {
        let open = |path: &Option<String>| match path {
            Some(path) => WholeFile::create(path).map(Some).map_err(|error| format!("{path}: {error}")),
            None => Ok(None),
        };
        Ok(Self { csv: open(&arguments.csv)?, svg: open(&arguments.svg)? })
    }
}

fn run(arguments: &Arguments) -> Result<(), Failure> {
    let files = Files::open(arguments)?;
    let bar = ProgressBar::new_spinner();
    bar.set_style(ProgressStyle::with_template("{spinner} {msg}, {elapsed}")?);
    bar.enable_steady_tick(Duration::from_millis(200));
    let watched = bar.clone();
    let options = Options::new().threads(arguments.threads).observer(move |progress| {
        watched.set_message(format!("{} states", progress.nodes));
    });
    if let Some(engine) = arguments.engine {
        return one_by_one(arguments, &options.engine(engine));
    }
    let least = min_walls(arguments.board.clone(), arguments.piece.clone(), &options)?;
    bar.finish_and_clear();
    rows(arguments, &Options::new().threads(arguments.threads), &least, files)
}

fn main() -> ExitCode {
    answer(Arguments::read(std::env::args().skip(1)), USAGE, |arguments| run(&arguments))
}
