//! What the examples with a command line share: how words are read, and how a program ends.

use std::error::Error;
use std::process::ExitCode;
use std::str::FromStr;

use queenside::Piece;

/// Whatever goes wrong once a program knows what it is asked.
pub(crate) type Failure = Box<dyn Error>;

/// Answers what a command line asks: with status 2 and the usage where it makes no sense, with status 1 where it fails.
pub(crate) fn answer<A>(asked: Result<A, String>, usage: &str, run: impl FnOnce(A) -> Result<(), Failure>) -> ExitCode {
    let arguments = match asked {
        Ok(arguments) => arguments,
        Err(reason) => {
            eprintln!("{reason}\n{usage}");
            return ExitCode::from(2);
        }
    };
    match run(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// The number that a word says.
pub(crate) fn number<N: FromStr>(text: &str) -> Result<N, String> {
    text.parse().map_err(|_| format!("{text:?} is not a number"))
}

/// The piece of a name.
pub(crate) fn piece(name: &str) -> Result<Piece, String> {
    Ok(match name {
        "king" => Piece::KING,
        "queen" => Piece::QUEEN,
        "rook" => Piece::ROOK,
        "bishop" => Piece::BISHOP,
        "knight" => Piece::KNIGHT,
        "amazon" => Piece::AMAZON,
        "chancellor" => Piece::CHANCELLOR,
        "nightrider" => Piece::NIGHTRIDER,
        _ => return Err(format!("no piece is named {name:?} here")),
    })
}
