//! The puzzles with a number of walls as a job.

use std::fmt::Write;
use std::hash::{Hash, Hasher};

use super::{Ranges, packing};
use crate::{Economy, Puzzle, Puzzles};
use queenside::job::{Assignment, Failure, Job, Outcome};
use queenside::{Board, Budget, Digest, Engine, Invalid, Options, Piece, Uniqueness};

/// All puzzles with a number of walls, a range of the sets of walls a part.
///
/// The result of a part is a word for each puzzle: its value and the rows of its board. If the options name an engine, it is asked
/// about each puzzle that was found, whether there is exactly one best placement.
///
/// ```
/// use queenside::{Board, Options, Piece};
/// use queenside::job::{Assignment, Job};
/// use queenside_walls::{Economy, PuzzlesJob};
///
/// // % % Q .
/// // Q . . .
/// // . . . Q
/// // . Q . .
/// let job = PuzzlesJob::new(&Board::square(4), &Piece::QUEEN, 2, Economy::Puzzle, 3)?;
/// let options = Options::new();
/// let results = (0..job.parts()).map(|part| job.work(&Assignment::new(part, &options))?.into_result());
/// let results = results.collect::<Result<Vec<_>, queenside::job::Failure>>()?;
/// assert_eq!(job.merge(&results, &options)?, "4 2 %%../..../..../....\ntotal 1\n");
/// # Ok::<(), queenside::job::Failure>(())
/// ```
#[derive(Clone, Debug)]
pub struct PuzzlesJob {
    puzzles: Puzzles,
    board: Board,
    piece: Piece,
    parts: Ranges,
}

impl PuzzlesJob {
    /// Cuts a search for puzzles into at most this number of parts, and at most 65,536.
    ///
    /// # Errors
    ///
    /// As those of [`Puzzles::new`]. For an example see the type.
    pub fn new(board: &Board, piece: &Piece, walls: usize, economy: Economy, parts: usize) -> Result<Self, Invalid> {
        let puzzles = Puzzles::new(board, piece, walls, economy)?;
        let parts = Ranges::new(puzzles.sets(), parts);
        Ok(Self { puzzles, board: board.clone(), piece: piece.clone(), parts })
    }

    /// Has an engine confirm a puzzle.
    fn confirm(&self, puzzle: &Puzzle, options: &Options) -> Result<(), Failure> {
        let problem = packing(&self.board, &self.piece, puzzle.board().walls().iter());
        let best = problem.using(options).maximize()?.exact()?;
        let value = best.as_ref().map(queenside::Optimum::value);
        let Some(optimum) = best.filter(|best| usize::try_from(best.value()) == Ok(puzzle.value())) else {
            return Err(format!("another engine finds {value:?} pieces on\n{puzzle}").into());
        };
        match optimum.optima().using(options).uniqueness()?.exact()? {
            Uniqueness::Unique { only } if only.occupied() == *puzzle.solution() => Ok(()),
            other => Err(format!("another engine finds {other:?} on\n{puzzle}").into()),
        }
    }
}

/// A puzzle as a word.
fn word(puzzle: &Puzzle) -> String {
    let rows = puzzle.to_string().replace(' ', "").trim_end().replace('\n', "/");
    format!("{}:{rows}", puzzle.value())
}

impl Job for PuzzlesJob {
    fn digest(&self) -> u64 {
        let mut digest = Digest::new();
        ("puzzles", env!("CARGO_PKG_VERSION"), self.puzzles.sets().walls()).hash(&mut digest);
        (self.puzzles.economy() == Economy::Value).hash(&mut digest);
        (&self.board, &self.piece).hash(&mut digest);
        self.parts.ranges.hash(&mut digest);
        digest.finish()
    }

    fn parts(&self) -> usize {
        self.parts.ranges.len()
    }

    fn work(&self, assignment: &Assignment<'_>) -> Result<Outcome, Failure> {
        let options = assignment.options();
        let is_twice = Budget::new(options).engine() != Engine::Auto;
        let (range, before) = self.parts.left(assignment.part(), assignment.rest())?;
        let mut words: Vec<String> = before.split_whitespace().map(str::to_owned).collect();
        let mut walk = self.puzzles.resume(&range, options)?;
        for found in walk.by_ref() {
            match found {
                Ok(puzzle) => {
                    if is_twice {
                        self.confirm(&puzzle, options)?;
                    }
                    words.push(word(&puzzle));
                }
                Err(interrupted) => {
                    let begin = interrupted.rest().begin_word();
                    let rest = Some(std::iter::once(begin).chain(words).collect::<Vec<_>>().join(" "));
                    return Ok(Outcome::Stopped { cause: interrupted.cause(), rest, nodes: 0 });
                }
            }
        }
        Ok(Outcome::done(words.join(" ")))
    }

    fn merge(&self, results: &[String], _: &Options) -> Result<String, Failure> {
        let (mut text, mut total, walls) = (String::new(), 0, self.puzzles.sets().walls());
        for (part, result) in results.iter().enumerate() {
            for word in result.split_whitespace() {
                let (value, board) = word
                    .split_once(':')
                    .ok_or_else(|| format!("the result {result:?} of part {part} cannot be read"))?;
                let read: Board = board.replace('/', "\n").parse()?;
                let puzzle = Puzzle::of(&read.with_wrap(self.board.wrap()), &self.piece)?;
                if puzzle.is_none_or(|puzzle| puzzle.value().to_string() != value) {
                    return Err(format!("part {part}: the board {board} is no puzzle of value {value}").into());
                }
                writeln!(text, "{value} {walls} {board}")?;
                total += 1;
            }
        }
        writeln!(text, "total {total}")?;
        Ok(text)
    }
}

/// A search for puzzles as it is written.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    board: Board,
    piece: Piece,
    walls: usize,
    by_value: bool,
    parts: usize,
}

#[cfg(feature = "serde")]
impl serde::Serialize for PuzzlesJob {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let written = Written {
            board: self.board.clone(),
            piece: self.piece.clone(),
            walls: self.puzzles.sets().walls(),
            by_value: self.puzzles.economy() == Economy::Value,
            parts: self.parts.wanted,
        };
        written.serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for PuzzlesJob {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Written { board, piece, walls, by_value, parts } = Written::deserialize(deserializer)?;
        let economy = if by_value { Economy::Value } else { Economy::Puzzle };
        Self::new(&board, &piece, walls, economy, parts).map_err(serde::de::Error::custom)
    }
}
