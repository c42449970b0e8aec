//! Jobs in parts.

use std::time::Duration;

use clap::{Args, Subcommand};
use queenside_cluster::Share;

use super::{EngineName, Ground, Source, duration};

/// What is cut into parts.
#[derive(Debug, Subcommand)]
pub(crate) enum Planned {
    /// The question of a task file
    Ask(PlannedQuestion),
    /// The most pieces, or the largest sum of weights
    Max(PlannedQuestion),
    /// The fewest pieces, or the smallest sum of weights
    Min(PlannedQuestion),
    /// Every solution
    List(PlannedQuestion),
    /// The number of solutions
    Count(PlannedQuestion),
    /// One solution of each symmetry class
    Classes(PlannedQuestion),
    /// Whether there is exactly one solution
    Unique(PlannedQuestion),
    /// The boards with a number of walls, counted by the most pieces that fit
    Census {
        /// The number of walls
        walls: usize,
        #[command(flatten)]
        ground: Ground,
        #[command(flatten)]
        cut: Cut,
    },
    /// The puzzles with a number of walls
    Puzzles {
        /// The number of walls
        walls: usize,
        #[command(flatten)]
        ground: Ground,
        /// A wall can be spared if fewer walls have the same value, whether or not they make a puzzle
        #[arg(long)]
        by_value: bool,
        #[command(flatten)]
        cut: Cut,
    },
    /// The fewest walls for each number of pieces, a number a part
    LeastWalls {
        #[command(flatten)]
        ground: Ground,
        #[command(flatten)]
        out: Out,
    },
    /// The most queens of which each attacks exactly, or at most, a number of others; an attempt for a board a part
    Attack {
        /// How many others each queen attacks
        others: u32,
        /// The sizes of the boards, as 6..12
        #[arg(long, value_name = "FROM..TO")]
        table: String,
        /// Each queen may attack fewer
        #[arg(long)]
        at_most: bool,
        /// The attempts for each board, each with another seed
        #[arg(long, default_value_t = 8)]
        attempts: usize,
        /// The nodes of an attempt
        #[arg(long, default_value_t = 1_000_000)]
        nodes: u64,
        #[command(flatten)]
        out: Out,
    },
}

/// A question that is cut into parts.
#[derive(Args, Debug)]
pub(crate) struct PlannedQuestion {
    #[command(flatten)]
    pub(crate) source: Source,
    /// Only the best placements: max, min, or with weights, as "min 1 wall"; not of max, min and ask
    #[arg(long, value_name = "OBJECTIVE", help_heading = "The question")]
    pub(crate) of: Option<String>,
    /// Weights, of max and min, as "3 queen, 1 rook" or "5 queen a1, -2 queen in region A"
    #[arg(long, allow_hyphen_values = true, help_heading = "The question")]
    pub(crate) weights: Option<String>,
    /// For each number of pieces by itself, of count
    #[arg(long, help_heading = "The question")]
    pub(crate) by_size: bool,
    /// The engine whose search tree is cut: search (by default), sweep, lines, brute or sat
    #[arg(long, value_enum, default_value_t = EngineName::Auto)]
    pub(crate) engine: EngineName,
    /// By sweeps modulo primes, of count: a prime is a part, or several
    #[arg(long, conflicts_with = "engine")]
    pub(crate) primes: bool,
    /// A prime more than suffice, by which wrong results are noticed
    #[arg(long, requires = "primes")]
    pub(crate) spare: bool,
    #[command(flatten)]
    pub(crate) cut: Cut,
}

/// How a job is cut.
#[derive(Args, Debug)]
#[command(next_help_heading = "The job")]
pub(crate) struct Cut {
    /// The number of parts
    #[arg(long)]
    pub(crate) parts: usize,
    #[command(flatten)]
    pub(crate) out: Out,
}

/// Where a job is written.
#[derive(Args, Debug)]
#[command(next_help_heading = "The job")]
pub(crate) struct Out {
    /// The folder to make, or redis://HOST:PORT/DB#NAME
    #[arg(long = "output", short = 'o', value_name = "JOB")]
    pub(crate) job: String,
    /// The tasks of the array in the folder's script for Slurm
    #[arg(long, default_value_t = 16)]
    pub(crate) tasks: usize,
}

/// A worker.
#[derive(Args, Debug)]
pub(crate) struct Work {
    /// The job: a folder, or redis://HOST:PORT/DB#NAME
    pub(crate) job: String,
    /// Only the parts of a share of a folder: 0/8 is the first of eight
    #[arg(long, value_name = "I/N")]
    pub(crate) share: Option<Share>,
    /// Stops after this time, as 30, 15m or 3h, and leaves the rest of its part; a number alone is seconds
    #[arg(long = "for", value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// After how long a part of a silent worker is taken over, with Redis
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "60s")]
    pub(crate) lease: Duration,
    /// The engine that does the parts, of a question that is cut by the search; by default the search
    #[arg(long, value_enum, default_value_t = EngineName::Auto)]
    pub(crate) engine: EngineName,
    /// Leaves a part that would need more memory than this many megabytes [default: 4096]
    #[arg(long)]
    pub(crate) memory: Option<u64>,
    /// Also does parts that were set aside after three failures
    #[arg(long)]
    pub(crate) retry: bool,
}

#[derive(Args, Debug)]
pub(crate) struct AuditOf {
    /// The job: a folder, or redis://HOST:PORT/DB#NAME
    pub(crate) job: String,
    /// The part of all finished parts, as 1% or 100%
    #[arg(long, default_value = "1%", value_parser = percent)]
    pub(crate) sample: f64,
    /// Decides which parts
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// The engine that does them; by default the one that did them before
    #[arg(long, value_enum, default_value_t = EngineName::Auto)]
    pub(crate) engine: EngineName,
    /// Stops before it would need more memory than this many megabytes [default: 4096]
    #[arg(long)]
    pub(crate) memory: Option<u64>,
}

/// Reads a part of the whole.
fn percent(text: &str) -> Result<f64, String> {
    let number = text.strip_suffix('%').and_then(|number| number.parse::<f64>().ok());
    let chance = number.map(|number| number / 100.0).filter(|chance| (0.0..=1.0).contains(chance));
    chance.ok_or_else(|| format!("{text:?} is no percentage: 1%, 100%"))
}
