//! The command `queenside`: questions about pieces on boards, from task files and classical problems by name.

mod answers;
mod args;
mod book;
mod cluster;
mod files;
mod json;
mod kept;
mod laboratory;
mod make;
mod output;
mod source;
mod tour;
mod watch;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use args::{Cli, Command};
use output::Failure;

/// How the command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    Answered,
    Stopped,
    Infeasible,
    /// An audit found wrong results.
    Wrong,
}

impl From<Ending> for ExitCode {
    fn from(ending: Ending) -> Self {
        match ending {
            Ending::Answered => Self::SUCCESS,
            Ending::Wrong => Self::FAILURE,
            Ending::Stopped => Self::from(3),
            Ending::Infeasible => Self::from(4),
        }
    }
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(told) => return shown(&told),
    };
    match run(cli.command) {
        Ok(ending) => ending.into(),
        Err(failure) => failure.report(),
    }
}

/// Shows help, or what is wrong with the arguments; that fails where there is no room for it.
fn shown(told: &clap::Error) -> ExitCode {
    match told.print().and_then(|()| io::stdout().flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Failure::from(error).report(),
        _ => ExitCode::from(u8::try_from(told.exit_code()).unwrap_or(2)),
    }
}

fn run(command: Command) -> Result<Ending, Failure> {
    match command {
        Command::Tour => tour::tour(),
        Command::Ask(asked) => answers::own_question(&asked),
        Command::Max(asked) => answers::optimum("max", &asked),
        Command::Min(asked) => answers::optimum("min", &asked),
        Command::Solve(asked) => answers::about("solve", &asked),
        Command::List(asked) => answers::about("list", &asked),
        Command::Count(asked) => answers::count(&asked),
        Command::Classes(asked) => answers::about("classes", &asked),
        Command::Unique(asked) => answers::about("unique", &asked),
        Command::Conflict(asked) => answers::about("conflict", &asked),
        Command::Sample(sample) => answers::about(&format!("sample {}", sample.seed), &sample.asked),
        Command::Random(sample) => answers::about(&format!("random {}", sample.seed), &sample.asked),
        Command::Judge(judge) => files::judge(&judge),
        Command::Draw(draw) => files::draw(&draw),
        Command::Export(export) => files::export(&export),
        Command::Read(read) => files::read(&read),
        Command::Census(asked) => laboratory::census(&asked),
        Command::LeastWalls(asked) => laboratory::least_walls(&asked),
        Command::Puzzles(asked) => laboratory::puzzles(&asked),
        Command::Make(asked) => make::make(&asked),
        Command::Book(asked) => book::book(&asked),
        Command::Attack(asked) => laboratory::attack(&asked),
        Command::Plan { what } => cluster::plan(&what),
        Command::Work(asked) => cluster::work(&asked),
        Command::Status { job } => cluster::status(&job),
        Command::Merge { job, engine } => cluster::merge(&job, engine.into()),
        Command::Audit(asked) => cluster::audit(&asked),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "queenside", &mut script);
            output::print_bytes(&script).map(|()| Ending::Answered)
        }
        Command::Man { command } => manual(command.as_deref()),
    }
}

/// Prints the manual page of all, or of one command.
fn manual(name: Option<&str>) -> Result<Ending, Failure> {
    let mut all = Cli::command();
    // Commands know their full names then.
    all.build();
    let command = match name {
        Some(name) => all.find_subcommand(name).cloned().ok_or_else(|| {
            let names: Vec<&str> = all.get_subcommands().map(clap::Command::get_name).collect();
            Failure::Senseless(format!("{name:?} is no command; there are {}", names.join(", ")))
        })?,
        None => all,
    };
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page).map_err(Failure::from)?;
    output::print_bytes(&page).map(|()| Ending::Answered)
}
