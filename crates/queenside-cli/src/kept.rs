//! A file of boards of queens that attack each other, which a table goes on from.

use std::hash::Hasher;
use std::path::Path;

use queenside::{Digest, Symmetry, WholeFile};
use queenside_attacking::{Record, Rule, bounds};

use crate::output::{self, Failure};

/// What begins the line that says of the board before it that none has more queens.
const REFUTED: &str = "# refuted: ";

/// A file of boards, a line each. A board is no proof that there is none with more queens: it is where a bound is met, and
/// otherwise a line behind the board says that more were refuted, with a checksum of both.
pub(crate) struct Kept<'a> {
    path: &'a Path,
    /// All of the file, with the comments that others wrote.
    text: String,
}

impl<'a> Kept<'a> {
    /// Reads the file, if there is one, and sees that it can be written.
    pub(crate) fn open(path: &'a Path) -> Result<Self, Failure> {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(Failure::File(format!("{}: {error}", path.display()))),
        };
        drop(output::create(path)?);
        let kept = Self { path, text };
        kept.records()?;
        Ok(kept)
    }

    /// The boards, each with the numbers of its line and the line behind it.
    fn records(&self) -> Result<Vec<(usize, Record, &str)>, Failure> {
        let lines: Vec<&str> = self.text.lines().collect();
        let mut records = Vec::new();
        for (place, line) in lines.iter().enumerate() {
            if !line.is_empty() && !line.starts_with('#') {
                let record = line.parse::<Record>().map_err(|error| self.failed(place, &error))?;
                records.push((place, record, lines.get(place + 1).copied().unwrap_or_default()));
            }
        }
        Ok(records)
    }

    fn failed(&self, place: usize, error: &dyn std::fmt::Display) -> Failure {
        Failure::File(format!("{}: line {}: {error}", self.path.display(), place + 1))
    }

    /// Returns a board with the most queens of those that have a symmetry, and how that is known; `None` if it is not.
    pub(crate) fn find(
        &self,
        rule: Rule,
        size: usize,
        symmetry: Option<Symmetry>,
    ) -> Result<Option<(Record, String)>, Failure> {
        for (place, record, behind) in self.records()? {
            if record.rule() != rule || record.n() != size {
                continue;
            }
            let placement = record.placement().map_err(|error| self.failed(place, &error))?;
            if !placement.judge(&rule.problem(size))?.is_solution() {
                return Err(self.failed(place, &format!("the queens do not attack {rule}")));
            }
            let bound = bounds::best(rule, &queenside::Board::square(size))?;
            let has_symmetry = match symmetry {
                Some(symmetry) => placement.transformed(symmetry)? == placement,
                None => true,
            };
            if has_symmetry && record.queens().len() as i64 == bound.value() {
                return Ok(Some((record, format!("the bound by {} was met", bound.name()))));
            }
            if behind == refuted(&record, symmetry) {
                return Ok(Some((record, refutation(symmetry).to_owned())));
            }
        }
        Ok(None)
    }

    /// Adds a board with the most queens of those that have a symmetry.
    pub(crate) fn add(&mut self, record: &Record, symmetry: Option<Symmetry>, is_met: bool) -> Result<(), Failure> {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
        self.text += &record.to_string();
        self.text.push('\n');
        if !is_met {
            self.text.push_str(&refuted(record, symmetry));
            self.text.push('\n');
        }
        let written = WholeFile::write(self.path, &self.text);
        written.map_err(|error| Failure::File(format!("{}: {error}", self.path.display())))
    }
}

/// How it is known that there are no more queens, where the bound is not met.
pub(crate) fn refutation(symmetry: Option<Symmetry>) -> &'static str {
    if symmetry.is_some() { "more of this symmetry were refuted" } else { "more were refuted" }
}

/// The line that says that more were refuted.
fn refuted(record: &Record, symmetry: Option<Symmetry>) -> String {
    let queens = record.queens().len();
    let among = symmetry.map_or_else(String::new, |symmetry| format!(" with the symmetry {symmetry:?}"));
    let claim = format!("more than {queens} queens{among}");
    let mut digest = Digest::new();
    digest.write(format!("{record}\n{claim}").as_bytes());
    format!("{REFUTED}{claim}, {:016x}", digest.finish())
}
