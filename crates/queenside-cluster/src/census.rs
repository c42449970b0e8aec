//! The census of walls as a job.

use std::fmt::Write;
use std::hash::{Hash, Hasher};

use queenside::job::{Assignment, Failure, Job, Outcome};
use queenside::{Board, Digest, Invalid, Options, Piece};
use queenside_walls::{Census, Histogram, WallRange};
use serde::{Deserialize, Serialize};

/// The census of all boards with a number of walls, a range of the sets of walls a part.
///
/// ```
/// use queenside::{Board, Options, Piece};
/// use queenside::job::{Assignment, Job};
/// use queenside_cluster::CensusJob;
///
/// let job = CensusJob::new(&Board::square(5), &Piece::QUEEN, 3, 4)?;
/// let options = Options::new();
/// let results = (0..job.parts()).map(|part| job.work(&Assignment::new(part, &options))?.into_result());
/// let results = results.collect::<Result<Vec<_>, queenside::job::Failure>>()?;
/// // Values, classes and boards.
/// assert_eq!(job.merge(&results, &options)?, "5 302 2188\n6 17 112\n");
/// # Ok::<(), queenside::job::Failure>(())
/// ```
#[derive(Clone, Debug)]
pub struct CensusJob {
    census: Census,
    walls: usize,
    wanted: usize,
    parts: Vec<WallRange>,
}

impl CensusJob {
    /// Cuts a census into at most so many parts.
    ///
    /// # Errors
    ///
    /// As those of [`Census::new`].
    pub fn new(board: &Board, piece: &Piece, walls: usize, parts: usize) -> Result<Self, Invalid> {
        let census = Census::new(board, piece, walls)?;
        let mut ranges = census.sets().split(parts);
        ranges.retain(|range| !range.is_empty());
        Ok(Self { census, walls, wanted: parts, parts: ranges })
    }
}

/// Rows of a histogram as words.
fn words(histogram: &Histogram) -> String {
    let mut words = String::new();
    for (value, classes, boards) in histogram.iter() {
        let blank = if words.is_empty() { "" } else { " " };
        let written = write!(words, "{blank}{value}:{classes}:{boards}");
        debug_assert!(written.is_ok());
    }
    words
}

/// Adds rows that were written as words.
fn add(rows: &mut std::collections::BTreeMap<usize, (u64, u64)>, words: &str) -> Option<()> {
    for word in words.split(' ').filter(|word| !word.is_empty()) {
        let mut numbers = word.split(':');
        let (value, classes, boards) = (numbers.next()?, numbers.next()?, numbers.next()?);
        if numbers.next().is_some() {
            return None;
        }
        let row = rows.entry(value.parse().ok()?).or_default();
        row.0 = row.0.checked_add(classes.parse().ok()?)?;
        row.1 = row.1.checked_add(boards.parse().ok()?)?;
    }
    Some(())
}

impl Job for CensusJob {
    fn digest(&self) -> u64 {
        let mut digest = Digest::new();
        (env!("CARGO_PKG_VERSION"), self.walls).hash(&mut digest);
        self.census.board().hash(&mut digest);
        self.census.piece().hash(&mut digest);
        self.parts.hash(&mut digest);
        digest.finish()
    }

    fn parts(&self) -> usize {
        self.parts.len()
    }

    fn work(&self, assignment: &Assignment<'_>) -> Result<Outcome, Failure> {
        let part = assignment.part();
        let none = || format!("there is no part {part}: the job has {}", self.parts.len());
        let mut range = self.parts.get(part).ok_or_else(none)?.clone();
        let mut rows = std::collections::BTreeMap::new();
        if let Some(rest) = assignment.rest() {
            let damaged = || format!("{rest:?} is no rest of a part of a census");
            let (before, left) = rest.split_once('|').ok_or_else(damaged)?;
            add(&mut rows, before).ok_or_else(damaged)?;
            range = serde_json::from_str(left)?;
        }
        let options = assignment.options().clone();
        let survey = self.census.clone().using(&options).tally_of(&range)?;
        add(&mut rows, &words(survey.histogram())).ok_or("the numbers of boards are too large")?;
        let result: Vec<String> =
            rows.iter().map(|(value, (classes, boards))| format!("{value}:{classes}:{boards}")).collect();
        let (result, nodes) = (result.join(" "), survey.statistics().nodes);
        Ok(match survey.stopped() {
            None => Outcome::Done { result, nodes },
            Some(cause) => {
                let rest = Some(format!("{result}|{}", serde_json::to_string(survey.rest())?));
                Outcome::Stopped { cause, rest, nodes }
            }
        })
    }

    fn merge(&self, results: &[String], _: &Options) -> Result<String, Failure> {
        let mut rows = std::collections::BTreeMap::new();
        for (part, result) in results.iter().enumerate() {
            add(&mut rows, result).ok_or_else(|| format!("the result {result:?} of part {part} cannot be read"))?;
        }
        let classes: u64 = rows.values().fold(0, |sum, (classes, _)| sum.saturating_add(*classes));
        let boards: u64 = rows.values().fold(0, |sum, (_, boards)| sum.saturating_add(*boards));
        let sets = self.census.sets();
        if sets.classes() != classes || sets.boards() != boards {
            return Err(format!(
                "the parts have {classes} classes of {boards} boards, and there are {} of {}",
                sets.classes(),
                sets.boards()
            )
            .into());
        }
        let mut text = String::new();
        for (value, (classes, boards)) in rows {
            writeln!(text, "{value} {classes} {boards}")?;
        }
        Ok(text)
    }
}

/// A census as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    board: Board,
    piece: Piece,
    walls: usize,
    parts: usize,
}

impl Serialize for CensusJob {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (board, piece) = (self.census.board().clone(), self.census.piece().clone());
        Written { board, piece, walls: self.walls, parts: self.wanted }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for CensusJob {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Written { board, piece, walls, parts } = Written::deserialize(deserializer)?;
        Self::new(&board, &piece, walls, parts).map_err(serde::de::Error::custom)
    }
}
