//! Puzzles and books of them.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{Effort, Source};

/// What varies until one solution is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Varied {
    /// Pieces of a random solution are given
    Givens,
    /// Walls are added
    Walls,
    /// The board is cut into regions
    Regions,
}

#[derive(Args, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct Make {
    #[command(flatten)]
    pub(crate) source: Source,
    /// What varies [default: regions for 'star-battle' without --regions, otherwise givens]
    #[arg(long, value_enum, help_heading = "The puzzles")]
    pub(crate) vary: Option<Varied>,
    /// The number of puzzles
    #[arg(long, default_value_t = 1, help_heading = "The puzzles")]
    pub(crate) count: usize,
    /// The seed: the same puzzles for the same number
    #[arg(long, default_value_t = 0, help_heading = "The puzzles")]
    pub(crate) seed: u64,
    /// Only puzzles with this number of stars, one to five, as 3, 2..=4 or ..=2
    #[arg(long, value_name = "RANGE", help_heading = "The puzzles")]
    pub(crate) difficulty: Option<String>,
    /// Writes a page to play them in a browser, with hints and their reasons, and to print them
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) html: Option<PathBuf>,
    /// Shows the solution of each puzzle too
    #[arg(long, help_heading = "Output")]
    pub(crate) solution: bool,
    #[command(flatten)]
    pub(crate) effort: Effort,
    /// Prints JSON, a line for each puzzle with its steps, and then the report
    #[arg(long)]
    pub(crate) json: bool,
    /// Shows no progress
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

#[derive(Args, Debug)]
pub(crate) struct BookOf {
    /// Task files with one solution, or lines of JSON with a problem each, as 'make --json' prints them; '-' for the standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// The page
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// The title
    #[arg(long, default_value = "Puzzles")]
    pub(crate) title: String,
    /// A paragraph under the title
    #[arg(long)]
    pub(crate) note: Option<String>,
    /// The language of the page: en, de, or a file with a table of words
    #[arg(long, default_value = "en")]
    pub(crate) words: String,
    /// The number of puzzles on a printed page: 1, 2, 4, 6, 9 or 12 [default: 6]
    #[arg(long, value_name = "NUMBER")]
    pub(crate) per_page: Option<usize>,
    /// Leaves the puzzles in the order of the files; otherwise the easiest come first
    #[arg(long)]
    pub(crate) keep_order: bool,
    #[command(flatten)]
    pub(crate) effort: Effort,
    /// Shows no progress
    #[arg(long, short)]
    pub(crate) quiet: bool,
}
