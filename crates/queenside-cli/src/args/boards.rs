//! Blocked and attacking queens.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Effort;

/// The board and the piece of a command about walls.
#[derive(Args, Debug)]
#[command(next_help_heading = "The problem")]
pub(crate) struct Ground {
    /// The size of the board, as 8x8 or 8
    #[arg(long, value_name = "SIZE", default_value = "8")]
    pub(crate) board: String,
    /// The piece, by name or in Betza's notation
    #[arg(long, default_value = "queen")]
    pub(crate) piece: String,
}

#[derive(Args, Debug)]
pub(crate) struct CensusOf {
    /// The number of walls
    pub(crate) walls: usize,
    #[command(flatten)]
    pub(crate) ground: Ground,
    /// Only a part of the boards, as 2/8
    #[arg(long, value_name = "I/N")]
    pub(crate) part: Option<String>,
    /// Writes every board as a record
    #[arg(long, value_name = "FILE")]
    pub(crate) records: Option<PathBuf>,
    /// Writes every board as comma-separated values
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
    /// Writes every board as JSON Lines
    #[arg(long, value_name = "FILE")]
    pub(crate) json_lines: Option<PathBuf>,
    /// Keeps in a file how far it is, and goes on from there
    #[arg(long, value_name = "FILE", conflicts_with_all = ["records", "csv", "json_lines"])]
    pub(crate) resume: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) effort: Effort,
    /// Prints JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Shows no progress
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

#[derive(Args, Debug)]
pub(crate) struct LeastWalls {
    #[command(flatten)]
    pub(crate) ground: Ground,
    /// Lists all sets of walls for this number of pieces
    #[arg(long, value_name = "PIECES")]
    pub(crate) sets: Option<usize>,
    /// Counts the sets of walls for each number of pieces, and their classes
    #[arg(long)]
    pub(crate) count_sets: bool,
    /// Writes the numbers as comma-separated values
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
    /// Writes the numbers as a chart
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) effort: Effort,
    /// Prints JSON
    #[arg(long, conflicts_with = "sets")]
    pub(crate) json: bool,
    /// Shows no progress
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

#[derive(Args, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct PuzzlesOf {
    /// The number of walls
    pub(crate) walls: usize,
    #[command(flatten)]
    pub(crate) ground: Ground,
    /// A wall can be spared if fewer walls have the same value, whether or not they make a puzzle
    #[arg(long)]
    pub(crate) by_value: bool,
    /// Writes a page to play them in a browser
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Prints puzzles as they are found, without their stars, which take most of the time
    #[arg(long, conflicts_with = "html")]
    pub(crate) unsorted: bool,
    #[command(flatten)]
    pub(crate) effort: Effort,
    /// Prints JSON, a line for each puzzle and then the report
    #[arg(long)]
    pub(crate) json: bool,
    /// Shows no progress
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

#[derive(Args, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct Attack {
    /// How many others each queen attacks
    pub(crate) others: u32,
    /// The rows and columns of the board
    #[arg(required_unless_present = "table", conflicts_with = "table")]
    pub(crate) size: Option<usize>,
    /// A row for each board of these sizes, as 6..12
    #[arg(long, value_name = "FROM..TO")]
    pub(crate) table: Option<String>,
    /// Keeps the boards of a table in a file, a line each, and looks only for those that are missing
    #[arg(long, value_name = "FILE", requires = "table")]
    pub(crate) file: Option<PathBuf>,
    /// Prints a table as a b-file, "n value", as OEIS has them
    #[arg(long, requires = "table", conflicts_with = "json")]
    pub(crate) b_file: bool,
    /// Each queen may attack fewer
    #[arg(long)]
    pub(crate) at_most: bool,
    /// Only boards of this symmetry
    #[arg(long, value_enum)]
    pub(crate) symmetry: Option<SymmetryName>,
    /// The seed of the search
    #[arg(long, default_value_t = 0)]
    pub(crate) seed: u32,
    #[command(flatten)]
    pub(crate) effort: Effort,
    /// Prints JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Shows no progress
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum SymmetryName {
    QuarterTurn,
    HalfTurn,
    Transpose,
    Mirror,
    None,
}
