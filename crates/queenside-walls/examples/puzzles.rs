//! Puzzles with a number of walls, one of each class: boards with one best placement and no wall to spare.
//!
//! `cargo run --release --example puzzles -- 8 8 3 --html puzzles.html` writes a book to be played in a browser. Each row says
//! `STARS SCORE VALUE WALLS BOARD`, the easiest puzzle first; the last one, `total PUZZLES`. Rows of a board are parted by
//! slashes.
//!
//! | option | what it does |
//! | --- | --- |
//! | `--html FILE` | writes the book |
//! | `--piece NAME` | another piece than the queen: `king`, `rook`, `bishop`, `knight`, `amazon`, … |
//! | `--meaning NAME` | when a wall can be spared: `puzzle`, if fewer walls make a puzzle of the same value (unless told otherwise), or `value`, if fewer walls have the same value |
//! | `--limit N` | only the first N puzzles |
//! | `--unsorted` | rows `VALUE WALLS BOARD` as the puzzles are found, without their difficulty, most of the work |

mod common;

use std::io::{self, Write};
use std::process::ExitCode;

use common::{Failure, answer, number};
use indicatif::{ProgressBar, ProgressStyle};
use queenside::{Board, Cause, Options, Piece, WholeFile};
use queenside_walls::{Book, Economy, Puzzle, Puzzles};

const USAGE: &str =
    "usage: puzzles ROWS COLS WALLS [--html FILE] [--piece NAME] [--meaning puzzle|value] [--limit N] [--unsorted]";

struct Arguments {
    sizes: Vec<usize>,
    piece: Piece,
    names: String,
    economy: Economy,
    limit: Option<u64>,
    html: Option<String>,
    unsorted: bool,
}

impl Arguments {
    fn read(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let (mut sizes, mut piece, mut names) = (Vec::new(), Piece::QUEEN, "queen".to_owned());
        let (mut economy, mut limit, mut html, mut unsorted) = (Economy::Puzzle, None, None, false);
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
            match word.as_str() {
                "--html" => html = Some(value()?),
                "--piece" => {
                    names = value()?;
                    piece = common::piece(&names)?;
                }
                "--meaning" => {
                    economy = match value()?.as_str() {
                        "puzzle" => Economy::Puzzle,
                        "value" => Economy::Value,
                        other => return Err(format!("the meaning is puzzle or value, not {other:?}")),
                    }
                }
                "--unsorted" => unsorted = true,
                "--limit" => limit = Some(number(&value()?)?),
                _ if word.starts_with('-') => return Err(format!("{word} is not known")),
                _ => sizes.push(number(&word)?),
            }
        }
        match sizes.len() {
            0 => sizes = vec![6, 6, 2],
            3 => {}
            others => return Err(format!("ROWS COLS WALLS are three numbers, not {others}")),
        }
        if unsorted && html.is_some() {
            return Err("a book is sorted: --html and --unsorted do not go together".to_owned());
        }
        Ok(Self { sizes, piece, names, economy, limit, html, unsorted })
    }

    fn puzzles(&self) -> Result<Puzzles, String> {
        let board = Board::new(self.sizes[0], self.sizes[1]);
        Puzzles::new(&board, &self.piece, self.sizes[2], self.economy).map_err(|error| error.to_string())
    }

    fn title(&self) -> String {
        let [rows, columns, walls] = self.sizes[..] else { return String::new() };
        let walls = if walls == 1 { "one wall".to_owned() } else { format!("{walls} walls") };
        format!("{}s on {rows}×{columns} with {walls}", self.names[..1].to_uppercase() + &self.names[1..])
    }
}

fn in_a_row(puzzle: &Puzzle) -> String {
    puzzle.to_string().replace(' ', "").trim_end().replace('\n', "/")
}

fn run(arguments: &Arguments, puzzles: &Puzzles) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    // Whether it can be written is known before the work.
    let html = match &arguments.html {
        Some(path) => Some(WholeFile::create(path).map_err(|error| format!("{path}: {error}"))?),
        None => None,
    };
    let bar = ProgressBar::new(10_000);
    bar.set_style(ProgressStyle::with_template("{bar:40} {percent}% {msg}, {eta} to go")?);
    let shown = bar.clone();
    let mut options = Options::new().observer(move |progress| {
        shown.set_position((progress.fraction * 10_000.0) as u64);
        shown.set_message(format!("{} puzzles", progress.solutions));
    });
    if let Some(limit) = arguments.limit {
        options = options.solution_limit(limit);
    }
    let mut book =
        Book::new(arguments.title()).with_name(&arguments.piece, &arguments.names, &format!("{}s", arguments.names));
    let mut total = 0;
    for found in puzzles.resume(&puzzles.sets().whole(), &options)? {
        match found {
            Ok(puzzle) => {
                total += 1;
                if arguments.unsorted {
                    writeln!(out, "{} {} {}", puzzle.value(), arguments.sizes[2], in_a_row(&puzzle))?;
                } else {
                    book.add(puzzle);
                }
            }
            Err(interrupted) if interrupted.cause() == Cause::SolutionLimit => break,
            Err(interrupted) => return Err(interrupted.into()),
        }
    }
    bar.finish_and_clear();
    book.sort();
    for (puzzle, difficulty) in book.puzzles() {
        let (stars, score) = (difficulty.stars(), difficulty.score());
        writeln!(out, "{stars} {score} {} {} {}", puzzle.value(), arguments.sizes[2], in_a_row(puzzle))?;
    }
    writeln!(out, "total {total}")?;
    if let (Some(mut file), Some(path)) = (html, &arguments.html) {
        file.write_all(book.to_string().as_bytes())
            .and_then(|()| file.finish())
            .map_err(|error| format!("{path}: {error}"))?;
        eprintln!("{path} can be opened in a browser");
    }
    Ok(())
}

fn main() -> ExitCode {
    let asked = Arguments::read(std::env::args().skip(1)).and_then(|asked| Ok((asked.puzzles()?, asked)));
    answer(asked, USAGE, |(puzzles, arguments)| run(&arguments, &puzzles))
}
