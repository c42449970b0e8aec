//! The census of walls as a job.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::hash::{Hash, Hasher};

use super::{Ranges, packing};
use crate::{Census, Histogram, WallRange};
use queenside::job::{Assignment, Failure, Job, Outcome};
use queenside::{Board, Budget, Digest, Engine, Invalid, Options, Piece, Square};

/// The census of all boards with a number of walls, a range of the sets of walls a part.
///
/// The result of a part is a word for each value: the value, the classes, the boards. By default a packing solver that is kept from
/// one board to the next finds them; if the options name an engine, it is asked about each board by itself, which takes long and
/// shares little with the other way.
///
/// ```
/// use queenside::{Board, Engine, Options, Piece};
/// use queenside::job::{Assignment, Job};
/// use queenside_walls::CensusJob;
///
/// let job = CensusJob::new(&Board::square(5), &Piece::QUEEN, 3, 4)?;
/// let options = Options::new();
/// let results = (0..job.parts()).map(|part| job.work(&Assignment::new(part, &options))?.into_result());
/// let results = results.collect::<Result<Vec<_>, queenside::job::Failure>>()?;
/// // Values, classes and boards.
/// assert_eq!(job.merge(&results, &options)?, "5 302 2188\n6 17 112\n");
/// // The first part by another engine.
/// let by_search = options.engine(Engine::Search);
/// assert_eq!(job.work(&Assignment::new(0, &by_search))?.into_result()?, results[0]);
/// # Ok::<(), queenside::job::Failure>(())
/// ```
#[derive(Clone, Debug)]
pub struct CensusJob {
    census: Census,
    walls: usize,
    parts: Ranges,
}

impl CensusJob {
    /// Cuts a census into at most this number of parts, and at most 65,536.
    ///
    /// # Errors
    ///
    /// As those of [`Census::new`]. For an example see the type.
    pub fn new(board: &Board, piece: &Piece, walls: usize, parts: usize) -> Result<Self, Invalid> {
        let census = Census::new(board, piece, walls)?;
        let parts = Ranges::new(census.sets(), parts);
        Ok(Self { census, walls, parts })
    }

    /// Asks an engine about each board of a range.
    fn by_engine(&self, range: &WallRange, options: &Options) -> Result<Outcome, Failure> {
        let (mut rows, mut nodes) = (Rows::new(), 0u64);
        let mut walk = self.census.sets().walk(range)?;
        while let Some(set) = walk.next_set() {
            let walls: Vec<Square> = set.squares().collect();
            let answer = packing(self.census.board(), self.census.piece(), walls).using(options).maximize()?;
            nodes = nodes.saturating_add(answer.statistics().nodes);
            let value = match answer.value() {
                Ok(value) => value.unwrap_or(0) as usize,
                Err(stopped) => return Ok(Outcome::Stopped { cause: stopped.cause(), rest: None, nodes }),
            };
            let row = rows.entry(value).or_default();
            (row.0, row.1) = (row.0 + 1, row.1 + set.size() as u64);
        }
        Ok(Outcome::Done { result: written(&rows), nodes })
    }
}

/// Classes and boards of each value.
type Rows = BTreeMap<usize, (u64, u64)>;

/// Rows as words.
fn written(rows: &Rows) -> String {
    let words: Vec<String> =
        rows.iter().map(|(value, (classes, boards))| format!("{value}:{classes}:{boards}")).collect();
    words.join(" ")
}

/// Adds the rows of a histogram.
fn add_histogram(rows: &mut Rows, histogram: &Histogram) -> Option<()> {
    for (value, classes, boards) in histogram.iter() {
        let row = rows.entry(value).or_default();
        *row = (row.0.checked_add(classes)?, row.1.checked_add(boards)?);
    }
    Some(())
}

/// Adds rows that were written as words.
fn add(rows: &mut Rows, words: &str) -> Option<()> {
    for word in words.split(' ').filter(|word| !word.is_empty()) {
        let mut numbers = word.split(':');
        let (value, classes, boards) = (numbers.next()?, numbers.next()?, numbers.next()?);
        if numbers.next().is_some() {
            return None;
        }
        let row = rows.entry(value.parse().ok()?).or_default();
        *row = (row.0.checked_add(classes.parse().ok()?)?, row.1.checked_add(boards.parse().ok()?)?);
    }
    Some(())
}

impl Job for CensusJob {
    fn digest(&self) -> u64 {
        let mut digest = Digest::new();
        (env!("CARGO_PKG_VERSION"), self.walls).hash(&mut digest);
        self.census.board().hash(&mut digest);
        self.census.piece().hash(&mut digest);
        self.parts.ranges.hash(&mut digest);
        digest.finish()
    }

    fn parts(&self) -> usize {
        self.parts.ranges.len()
    }

    fn work(&self, assignment: &Assignment<'_>) -> Result<Outcome, Failure> {
        let options = assignment.options();
        if Budget::new(options).engine() != Engine::Auto {
            return self.by_engine(self.parts.part(assignment.part())?, options);
        }
        let (range, before) = self.parts.left(assignment.part(), assignment.rest())?;
        let mut rows = Rows::new();
        add(&mut rows, before).ok_or_else(|| format!("{before:?} is no result of a census"))?;
        let survey = self.census.clone().using(options).tally_of(&range)?;
        add_histogram(&mut rows, survey.histogram()).ok_or("the numbers of boards are too large")?;
        let (result, nodes) = (written(&rows), survey.statistics().nodes);
        Ok(match survey.stopped() {
            None => Outcome::Done { result, nodes },
            Some(cause) => {
                let rest = Some(format!("{} {result}", survey.rest().begin_word()));
                Outcome::Stopped { cause, rest, nodes }
            }
        })
    }

    fn merge(&self, results: &[String], _: &Options) -> Result<String, Failure> {
        let mut rows = Rows::new();
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
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    board: Board,
    piece: Piece,
    walls: usize,
    parts: usize,
}

#[cfg(feature = "serde")]
impl serde::Serialize for CensusJob {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (board, piece) = (self.census.board().clone(), self.census.piece().clone());
        Written { board, piece, walls: self.walls, parts: self.parts.wanted }.serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for CensusJob {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Written { board, piece, walls, parts } = Written::deserialize(deserializer)?;
        Self::new(&board, &piece, walls, parts).map_err(serde::de::Error::custom)
    }
}
