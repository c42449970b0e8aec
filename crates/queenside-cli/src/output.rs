//! The standard streams, and what can go wrong.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use queenside::{Error, Invalid, WholeFile};

/// Why there is no answer.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The question makes no sense.
    Senseless(String),
    /// A file cannot be read or written.
    File(String),
    /// A limit or Ctrl-C came before there was an answer.
    Stopped(String),
    /// Nothing satisfies the rules, of whose solutions something was asked.
    Infeasible,
    /// The reader of the output has closed it; the rest is not printed.
    Closed,
}

impl Failure {
    /// Says what is wrong on the standard error stream, and returns the exit code.
    pub(crate) fn report(&self) -> ExitCode {
        let (text, code) = match self {
            Self::Closed => return ExitCode::SUCCESS,
            Self::File(text) => (text.as_str(), 1),
            Self::Senseless(text) => (text.as_str(), 2),
            Self::Stopped(text) => (text.as_str(), 3),
            Self::Infeasible => ("nothing satisfies the rules", 4),
        };
        // If this cannot be said either, the code says it.
        let _ = writeln!(io::stderr(), "queenside: {text}");
        ExitCode::from(code)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Closed,
            _ => Self::File(format!("the output cannot be written: {error}")),
        }
    }
}

/// A line for each fault.
impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            Error::Invalid(invalid) => invalid.into(),
            Error::Stopped(stopped) => Self::Stopped(stopped.to_string()),
            other => Self::File(other.to_string()),
        }
    }
}

impl From<Invalid> for Failure {
    fn from(invalid: Invalid) -> Self {
        let faults: Vec<String> = invalid.faults().iter().map(ToString::to_string).collect();
        Self::Senseless(faults.join("\nqueenside: "))
    }
}

/// Writes to the standard output, all of it now.
pub(crate) fn print_bytes(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()?;
    Ok(())
}

/// Writes text to the standard output.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    print_bytes(text.as_bytes())
}

/// Reads a file, or the standard input if it is `-`.
pub(crate) fn read(path: &Path) -> Result<String, Failure> {
    let read = if path == Path::new("-") { io::read_to_string(io::stdin()) } else { std::fs::read_to_string(path) };
    read.map_err(|error| Failure::File(format!("{}: {error}", path.display())))
}

/// A file that is to be written, opened before the work so that a bad place is known at once.
pub(crate) fn create(path: &Path) -> Result<WholeFile, Failure> {
    WholeFile::create(path).map_err(|error| Failure::File(format!("{}: {error}", path.display())))
}

/// Writes the file.
pub(crate) fn finish(mut file: WholeFile, path: &Path, text: impl AsRef<[u8]>) -> Result<(), Failure> {
    let written = file.write_all(text.as_ref()).and_then(|()| file.finish());
    written.map_err(|error| Failure::File(format!("{}: {error}", path.display())))
}
