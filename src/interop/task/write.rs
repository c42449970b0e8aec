//! Task files, written.

use std::fmt::{self, Write};

use super::Task;
use crate::language::{Board, SquareSet, Wrap, write_squares};

pub(super) fn write(task: &Task, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let problem = &task.problem;
    f.write_str("queenside = 1\n")?;
    for (key, value) in [("title", &task.title), ("source", &task.source)] {
        if let Some(value) = value {
            writeln!(f, "{key} = {}", Quoted(value))?;
        }
    }
    if let Some(question) = &task.question {
        match question.to_text(problem) {
            Ok(text) => writeln!(f, "question = {}", Quoted(&text))?,
            Err(error) => writeln!(f, "# No question: {error}")?,
        }
    }
    if let Some(answer) = &task.answer {
        writeln!(f, "answer = {}", Quoted(answer))?;
    }
    let regions = board(problem.board(), f)?;
    if !problem.constraints().is_empty() {
        let mut rules = String::new();
        for constraint in problem.constraints() {
            match constraint.to_text(problem) {
                Ok(text) => writeln!(rules, "{text}")?,
                Err(error) => writeln!(rules, "# {error}")?,
            }
        }
        writeln!(f, "rules = {}", TextBlock(&rules))?;
    }
    if let Some(regions) = regions {
        f.write_str("\n[regions]\n")?;
        for (name, squares) in regions {
            writeln!(f, "{} = {}", QuotedKey(name), Quoted(&write_squares(problem.board(), squares)))?;
        }
    }
    f.write_str("\n[kinds]\n")?;
    for (info, symbol) in problem.setup().kinds.iter().zip(problem.setup().chosen_symbols()) {
        let (name, piece) = (QuotedKey(&info.name), info.piece.to_string());
        match symbol {
            None => writeln!(f, "{name} = {}", Quoted(&piece))?,
            Some(symbol) => {
                writeln!(f, "{name} = {{ piece = {}, symbol = {} }}", Quoted(&piece), Quoted(&symbol.to_string()))?;
            }
        }
    }
    Ok(())
}

type Regions<'a> = Vec<(&'a str, &'a SquareSet)>;

/// Writes the board and the map of its regions; returns these if no map shows them.
fn board<'a>(board: &'a Board, f: &mut fmt::Formatter<'_>) -> Result<Option<Regions<'a>>, fmt::Error> {
    let (rows, columns) = (board.rows(), board.columns());
    let is_plain = [board.walls(), board.forbidden(), board.holes()].iter().all(|set| set.is_empty());
    if is_plain || board.squares().is_empty() {
        writeln!(f, "board = \"{rows}x{columns}\"")?;
    } else {
        let whole = board.without_regions().with_wrap(Wrap::None).to_string();
        writeln!(f, "board = {}", TextBlock(&whole))?;
    }
    match board.wrap() {
        Wrap::None => {}
        Wrap::Columns => f.write_str("wrap = \"columns\"\n")?,
        Wrap::Rows => f.write_str("wrap = \"rows\"\n")?,
        Wrap::Both => f.write_str("wrap = \"both\"\n")?,
    }
    let regions: Regions<'_> = board.regions().collect();
    if regions.is_empty() {
        return Ok(None);
    }
    match board.region_map() {
        Some(map) => writeln!(f, "regions = {}", TextBlock(&map)).map(|()| None),
        None => Ok(Some(regions)),
    }
}

/// A string in quotes.
struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.contains(['"', '\\']) && !self.0.contains(|c: char| c == '\'' || c.is_control()) {
            return write!(f, "'{}'", self.0);
        }
        f.write_char('"')?;
        escaped(self.0, f)?;
        f.write_char('"')
    }
}

fn escaped(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for character in text.chars() {
        match character {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            other if other.is_control() => write!(f, "\\u{:04X}", u32::from(other))?,
            other => f.write_char(other)?,
        }
    }
    Ok(())
}

/// A string of several lines.
struct TextBlock<'a>(&'a str);

impl fmt::Display for TextBlock<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.contains("'''") || self.0.contains(|c: char| c.is_control() && c != '\n') {
            return write!(f, "{}", Quoted(self.0));
        }
        write!(f, "'''\n{}'''", self.0)
    }
}

/// A key, in quotes if it needs them.
struct QuotedKey<'a>(&'a str);

impl fmt::Display for QuotedKey<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_bare =
            !self.0.is_empty() && self.0.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'));
        if is_bare { f.write_str(self.0) } else { write!(f, "{}", Quoted(self.0)) }
    }
}
