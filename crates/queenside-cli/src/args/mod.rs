//! The command line.
//!
//! - `question`: problems and questions about them;
//! - `boards`: blocked and attacking queens;
//! - `puzzles`: puzzles and books of them;
//! - `jobs`: jobs in parts.

mod boards;
mod jobs;
mod puzzles;
mod question;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use queenside::Engine;

pub(crate) use boards::{Attack, CensusOf, Ground, LeastWalls, PuzzlesOf, SymmetryName};
pub(crate) use jobs::{AuditOf, Out, Planned, PlannedQuestion, Work};
pub(crate) use puzzles::{BookOf, Make, Varied};
pub(crate) use question::{Asked, Draw, Export, Format, Judge, Names, Page, Read, Sample, Source, Wrapping};

const ENDINGS: &str = "\
Exit codes: 0 answered, 1 a file could not be read or written, 2 the question makes no sense, 3 stopped by a limit or by \
Ctrl-C (the best so far is shown), 4 nothing satisfies the rules.

Examples:
  queenside max queens --board 12x12 --walls b4,c7
  queenside count n-queens --board 8
  queenside min domination --piece knight
  queenside classes kings --board 6 --of max
  queenside make star-battle --board 9 --count 20 --seed 1
  queenside ask task.toml --explain
  queenside plan count n-queens --board 16 --parts 400 -o job    and then: queenside work job; queenside merge job";

/// Exact answers about pieces on boards: the most or fewest that fit, proved, and every solution.
#[derive(Debug, Parser)]
#[command(name = "queenside", version, after_help = ENDINGS, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Shows what can be asked, on a few boards
    Tour,
    /// Answers the question of a task file
    Ask(Asked),
    /// Finds the most pieces, or the largest sum of weights
    Max(Asked),
    /// Finds the fewest pieces, or the smallest sum of weights
    Min(Asked),
    /// Finds any solution
    Solve(Asked),
    /// Lists every solution
    List(Asked),
    /// Counts the solutions
    Count(Asked),
    /// Lists one solution of each symmetry class
    Classes(Asked),
    /// Tells whether there is exactly one solution
    Unique(Asked),
    /// Names rules that contradict each other, if nothing satisfies them
    Conflict(Asked),
    /// Draws a random solution, each as likely as the others
    Sample(Sample),
    /// Finds a random solution quickly, some likelier than others
    Random(Sample),
    /// Judges a placement by the rules
    Judge(Judge),
    /// Draws a board or a placement as a picture
    Draw(Draw),
    /// Writes a problem as a file: for people, for programs, for other solvers
    Export(Export),
    /// Reads and judges what another solver answered to an exported problem
    Read(Read),
    /// Counts the boards with a number of walls by the most pieces that fit
    Census(CensusOf),
    /// Finds the fewest walls that let each number of pieces stand, none in sight of another
    LeastWalls(LeastWalls),
    /// Finds the puzzles with a number of walls: one best placement, and no wall to spare
    Puzzles(PuzzlesOf),
    /// Makes puzzles at random: a problem with givens, walls or regions that leave one solution, graded
    Make(Make),
    /// Makes a page to play puzzles in a browser and to print them, of task files and of what 'make --json' printed
    Book(BookOf),
    /// Finds the most queens of which each attacks exactly, or at most, a number of others
    Attack(Attack),
    /// Cuts a question into parts for many machines: plan count n-queens --board 16 --parts 400 -o job
    Plan {
        #[command(subcommand)]
        what: Planned,
    },
    /// Does parts of a job until none is left, or it is asked to stop
    Work(Work),
    /// Tells what of a job is done, and what is wrong
    Status {
        /// The job: a folder, or redis://HOST:PORT/DB#NAME
        job: String,
    },
    /// Prints the answer of a job, if all its parts are done
    Merge {
        /// The job: a folder, or redis://HOST:PORT/DB#NAME
        job: String,
        /// The engine that does the part with the optimum once more; by default the search
        #[arg(long, value_enum, default_value_t = EngineName::Auto)]
        engine: EngineName,
    },
    /// Does a sample of a job's finished parts once more, and compares
    Audit(AuditOf),
    /// Prints a script that completes this command in a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Prints the manual page, of all or of one command
    Man {
        /// A command, as max
        command: Option<String>,
    },
}

/// What an answer may cost.
#[derive(Args, Debug)]
#[command(next_help_heading = "Limits")]
pub(crate) struct Effort {
    /// The engine that answers
    #[arg(long, value_enum, default_value_t = EngineName::Auto)]
    pub(crate) engine: EngineName,
    /// Stops after this time, as 30, 1.5, 10m or 2h; a number alone is seconds
    #[arg(long, value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Stops after this many nodes of the search
    #[arg(long)]
    pub(crate) nodes: Option<u64>,
    /// Stops after this many solutions
    #[arg(long, value_name = "SOLUTIONS")]
    pub(crate) limit: Option<u64>,
    /// Stops before it would need more memory than this many megabytes
    #[arg(long, value_name = "MB")]
    pub(crate) memory: Option<u64>,
    /// Threads that count and optimise together; 0 for as many as there are
    #[arg(long, default_value_t = 1)]
    pub(crate) threads: usize,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum EngineName {
    Auto,
    Brute,
    Search,
    Sweep,
    Lines,
    Ilp,
    Sat,
}

impl From<EngineName> for Engine {
    fn from(name: EngineName) -> Self {
        match name {
            EngineName::Auto => Self::Auto,
            EngineName::Brute => Self::Brute,
            EngineName::Search => Self::Search,
            EngineName::Sweep => Self::Sweep,
            EngineName::Lines => Self::Lines,
            EngineName::Ilp => Self::Ilp,
            EngineName::Sat => Self::Sat,
        }
    }
}

/// How an answer is shown.
#[derive(Args, Debug)]
#[command(next_help_heading = "Output")]
pub(crate) struct Show {
    /// Prints JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Tells which engines had turns, why, and with which bounds
    #[arg(long)]
    pub(crate) explain: bool,
    /// Shows no progress
    #[arg(long, short)]
    pub(crate) quiet: bool,
    /// Writes a picture of the placement, of the first of several: .svg, .tex, .txt or (with the feature png) .png
    #[arg(long, value_name = "FILE")]
    pub(crate) picture: Option<PathBuf>,
}

/// Reads a time: seconds, or with s, m or h.
fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = match text.find(|c: char| c.is_ascii_alphabetic()) {
        Some(at) => text.split_at(at),
        None => (text, "s"),
    };
    let seconds = match unit {
        "ms" => 0.001,
        "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("{unit:?} is no unit of time; there are ms, s, m and h")),
    };
    let number: f64 = number.parse().map_err(|_| format!("{number:?} is no number"))?;
    Duration::try_from_secs_f64(number * seconds).map_err(|error| error.to_string())
}
