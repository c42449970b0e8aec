//! Problems and questions about them.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{Effort, Show};

/// The problem.
#[derive(Args, Debug)]
#[command(next_help_heading = "The problem")]
pub(crate) struct Source {
    /// A task file; '-' for the standard input; or a classical problem: queens, rooks, … (none attacks another), pieces,
    /// attacking, n-queens, completion, domination, independent-domination, total-domination, peaceable, star-battle,
    /// no-three-in-line
    #[arg(value_name = "TASK")]
    pub(crate) task: String,
    /// The size of the board, as 12x12 or 8 [default: 8]
    #[arg(long, value_name = "SIZE")]
    pub(crate) board: Option<String>,
    /// How edges meet
    #[arg(long, value_enum)]
    pub(crate) wrap: Option<Wrapping>,
    /// Walls, as b4,c7: no piece may stand there, sight stops
    #[arg(long, value_name = "SQUARES", value_delimiter = ',')]
    pub(crate) walls: Vec<String>,
    /// Forbidden squares: no piece may stand there, sight passes
    #[arg(long, value_name = "SQUARES", value_delimiter = ',')]
    pub(crate) forbidden: Vec<String>,
    /// Holes: no part of the board
    #[arg(long, value_name = "SQUARES", value_delimiter = ',')]
    pub(crate) holes: Vec<String>,
    /// The piece of a classical problem, by name or in Betza's notation, as WN [default: queen]
    #[arg(long)]
    pub(crate) piece: Option<String>,
    /// How many others each piece attacks, of 'attacking', as ..=2
    #[arg(long, value_name = "RANGE")]
    pub(crate) attacks: Option<String>,
    /// Squares of given queens, of 'completion'
    #[arg(long, value_name = "SQUARES", value_delimiter = ',')]
    pub(crate) given: Vec<String>,
    /// The map of regions of 'star-battle', rows with slashes between them, as AABB/AABB/CCDD/CCDD
    #[arg(long, value_name = "MAP")]
    pub(crate) regions: Option<String>,
    /// Stars in each row, column and region of 'star-battle' [default: 1]
    #[arg(long)]
    pub(crate) stars: Option<usize>,
    /// A further rule, as "queen in rows: 1"; may be repeated
    #[arg(long, value_name = "RULE")]
    pub(crate) rule: Vec<String>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Wrapping {
    None,
    /// After the last column comes the first: a cylinder
    Columns,
    /// After the last row comes the first
    Rows,
    /// A torus
    Both,
}

/// A question.
#[derive(Args, Debug)]
pub(crate) struct Asked {
    #[command(flatten)]
    pub(crate) source: Source,
    /// Only the best placements: max, min, or with weights, as "min 1 wall"; not of max, min and ask
    #[arg(long, value_name = "OBJECTIVE", help_heading = "The question")]
    pub(crate) of: Option<String>,
    /// Weights, of max and min, as "3 queen, 1 rook" or "5 queen a1, -2 queen in region A"
    #[arg(long, allow_hyphen_values = true, help_heading = "The question")]
    pub(crate) weights: Option<String>,
    /// For each number of pieces by itself, of count and min
    #[arg(long, help_heading = "The question")]
    pub(crate) by_size: bool,
    /// Takes solutions for alike if one becomes the other by swapping kinds under the same rules, of classes
    #[arg(long, help_heading = "The question")]
    pub(crate) swaps: bool,
    #[command(flatten)]
    pub(crate) effort: Effort,
    #[command(flatten)]
    pub(crate) show: Show,
}

#[derive(Args, Debug)]
pub(crate) struct Sample {
    #[command(flatten)]
    pub(crate) asked: Asked,
    /// The seed: the same solution for the same number
    #[arg(long, default_value_t = 0, help_heading = "The question")]
    pub(crate) seed: u64,
}

#[derive(Args, Debug)]
pub(crate) struct Judge {
    #[command(flatten)]
    pub(crate) source: Source,
    /// A file with the placement as a diagram; '-' for the standard input
    pub(crate) placement: PathBuf,
    /// Prints JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Draw {
    #[command(flatten)]
    pub(crate) source: Source,
    /// A file with a placement as a diagram; '-' for the standard input; without it, the board alone
    pub(crate) placement: Option<PathBuf>,
    /// The file, .svg, .tex, .txt or (with the feature png) .png; without it, text on the standard output
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// What the picture is for
    #[arg(long, value_enum, default_value_t = Page::Auto)]
    pub(crate) page: Page,
    /// Leaves out the paper behind the picture
    #[arg(long)]
    pub(crate) transparent: bool,
    /// What is written beside rows and columns
    #[arg(long, value_enum, default_value_t = Names::None)]
    pub(crate) names: Names,
    /// Draws lines between pieces that attack each other by sight
    #[arg(long)]
    pub(crate) lines: bool,
    /// A line of text under the board
    #[arg(long, value_name = "TEXT")]
    pub(crate) caption: Option<String>,
    /// The width of a square in pixels
    #[arg(long, default_value_t = 44, value_name = "PIXELS")]
    pub(crate) square: u32,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Page {
    /// Follows the reader's preference
    Auto,
    Light,
    Dark,
    /// Black ink and greys
    Print,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Names {
    None,
    /// a to h, and 1 to 8 from the bottom
    Algebraic,
    /// From 0, from the top left
    Matrix,
}

#[derive(Args, Debug)]
pub(crate) struct Export {
    #[command(flatten)]
    pub(crate) source: Source,
    /// The format
    #[arg(long, value_enum, default_value_t = Format::Task)]
    pub(crate) format: Format,
    /// What is to be as large or as small as possible, for lp, mps and opb: max, min, or with weights, as "min 1 wall"
    #[arg(long, value_name = "OBJECTIVE")]
    pub(crate) goal: Option<String>,
    /// The file; without it, the standard output
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// A task file
    Task,
    /// JSON, as the library's serde form
    Json,
    Lp,
    Mps,
    /// DIMACS CNF
    Cnf,
    /// Pseudo-Boolean
    Opb,
}

#[derive(Args, Debug)]
pub(crate) struct Read {
    #[command(flatten)]
    pub(crate) source: Source,
    /// A file with what the solver wrote; '-' for the standard input
    pub(crate) answer: PathBuf,
    /// The goal the problem was exported with
    #[arg(long, value_name = "OBJECTIVE")]
    pub(crate) goal: Option<String>,
    /// Prints JSON
    #[arg(long)]
    pub(crate) json: bool,
}
