//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use queenside::Engine;
use queenside_cluster::Share;

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
    /// Prints the manual page
    Man,
}

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
    /// Weights of kinds, of max and min, as "3 queen, 1 rook"
    #[arg(long, help_heading = "The question")]
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
    /// Writes a picture of the placement: .svg, .tex, .txt or (with the feature png) .png
    #[arg(long, value_name = "FILE")]
    pub(crate) picture: Option<PathBuf>,
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
        /// The attempts for each board, each with a seed of its own
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
    /// Weights of kinds, of max and min, as "3 queen, 1 rook"
    #[arg(long, help_heading = "The question")]
    pub(crate) weights: Option<String>,
    /// For each number of pieces by itself, of count
    #[arg(long, help_heading = "The question")]
    pub(crate) by_size: bool,
    /// The engine whose search tree is cut: search (by default), sweep, brute or sat
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

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum SymmetryName {
    QuarterTurn,
    HalfTurn,
    Transpose,
    Mirror,
    None,
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

/// Reads a part of the whole.
fn percent(text: &str) -> Result<f64, String> {
    let number = text.strip_suffix('%').and_then(|number| number.parse::<f64>().ok());
    let chance = number.map(|number| number / 100.0).filter(|chance| (0.0..=1.0).contains(chance));
    chance.ok_or_else(|| format!("{text:?} is no percentage: 1%, 100%"))
}
