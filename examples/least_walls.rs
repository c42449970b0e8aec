//! The fewest walls that let so many pieces stand unseen, for every number of them: `least_walls -- ROWS COLS`.
//!
//! Each row begins with `Q WALLS`; then come how many placements of pieces and walls there are. The first number of pieces
//! that no number of walls allows has the word `impossible`.
//!
//! | option | what it does |
//! | --- | --- |
//! | `--piece NAME` | another piece than the queen: `king`, `rook`, `bishop`, `knight`, `amazon`, … |
//! | `--threads N` | so many threads (feature `rayon`); 0 for as many as there are |
//! | `--sets Q` | for this number of pieces lists all sets of walls |
//! | `--count-sets` | rows go on with the number of sets of walls, and of their classes |
//! | `--engine NAME` | asks for each number of pieces by itself: `search`, `ilp`, `sat`; rows are `Q WALLS` only |
//! | `--csv FILE`, `--svg FILE` | writes the curve as comma-separated values, as a chart |

mod common;

use std::fs;
use std::process::ExitCode;
use std::time::Duration;

use common::{Failure, answer, number};
use indicatif::{ProgressBar, ProgressStyle};
use queenside::render::Chart;
use queenside::walls::{LeastWalls, least_walls, least_walls_for};
use queenside::{Board, Engine, Options, Outcome, Piece};

const USAGE: &str = "usage: least_walls ROWS COLS [--piece NAME] [--threads N] [--sets Q] [--count-sets] \
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
        #[cfg(feature = "ilp")]
        "ilp" => Ok(Engine::Ilp),
        #[cfg(feature = "sat")]
        "sat" => Ok(Engine::Sat),
        _ => Err(format!("no engine that answers this is named {name:?}, or its feature is off")),
    }
}

/// A number of pieces after the other, until one is impossible.
fn one_by_one(arguments: &Arguments, options: &Options) -> Result<(), Failure> {
    for pieces in 0.. {
        let outcome = least_walls_for(arguments.board.clone(), arguments.piece.clone(), pieces, options)?;
        match outcome.value() {
            Some(walls) => println!("{pieces} {walls}"),
            None if matches!(outcome, Outcome::Infeasible(_)) => {
                println!("{pieces} impossible");
                return Ok(());
            }
            None => return Err(format!("{pieces} pieces: the engine was stopped").into()),
        }
    }
    Ok(())
}

fn rows(arguments: &Arguments, options: &Options, least: &LeastWalls) -> Result<(), Failure> {
    for (pieces, walls) in least.curve() {
        let placements = least.placements(pieces).ok_or("the number of placements is missing")?;
        print!("{pieces} {walls} {placements}");
        if arguments.count_sets
            && let Some(sets) = least.wall_sets(pieces, options)?
        {
            print!(" {} {}", sets.boards(), sets.classes().len());
        }
        println!();
    }
    println!("{} impossible", least.most().ok_or("the sweep was stopped")? + 1);
    if let Some(pieces) = arguments.sets {
        match least.wall_sets(pieces, options)? {
            Some(sets) => {
                for walls in sets.all() {
                    println!("\n{}", arguments.board.clone().with_walls(walls));
                }
            }
            None => println!("\n{pieces} pieces are impossible"),
        }
    }
    if let Some(path) = &arguments.csv {
        fs::write(path, least.to_csv())?;
    }
    if let Some(path) = &arguments.svg {
        let (rows, columns) = (arguments.board.rows(), arguments.board.columns());
        let chart = Chart::new(format!("Least walls on {rows}×{columns}")).axes("pieces", "walls");
        fs::write(path, chart.steps("least walls", least.curve()).to_svg())?;
    }
    Ok(())
}

fn run(arguments: &Arguments) -> Result<(), Failure> {
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
    let least = least_walls(arguments.board.clone(), arguments.piece.clone(), &options)?;
    bar.finish_and_clear();
    rows(arguments, &Options::new().threads(arguments.threads), &least)
}

fn main() -> ExitCode {
    answer(Arguments::read(std::env::args().skip(1)), USAGE, |arguments| run(&arguments))
}
