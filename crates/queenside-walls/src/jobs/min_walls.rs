//! The fewest walls for each number of pieces as a job.

use std::fmt::Write;
use std::hash::{Hash, Hasher};

use super::{square_word, squares_of};
use crate::min_walls::Stage;
use queenside::job::{Assignment, Failure, Job, Outcome};
use queenside::{Board, Digest, Invalid, Options, Piece, Placement};

/// The fewest walls that let each number of pieces stand, a number of pieces a part.
///
/// The result of a part is the number of walls with squares of walls and pieces, or `impossible`. Engines may find
/// different squares; results contradict each other if the numbers differ. Merging judges every placement.
///
/// ```
/// use queenside::{Board, Options, Piece};
/// use queenside::job::{Assignment, Job};
/// use queenside_walls::MinWallsJob;
///
/// // R % R % R    Three rooks in a row take two walls.
/// let job = MinWallsJob::new(&Board::new(1, 5), &Piece::ROOK)?;
/// let options = Options::new();
/// let results = (0..job.parts()).map(|part| job.work(&Assignment::new(part, &options))?.into_result());
/// let results = results.collect::<Result<Vec<_>, queenside::job::Failure>>()?;
/// assert_eq!(results[3], "2 1.3 0.2.4");
/// assert_eq!(job.merge(&results, &options)?, "0 0\n1 0\n2 1\n3 2\n4 impossible\n");
/// # Ok::<(), queenside::job::Failure>(())
/// ```
#[derive(Clone, Debug)]
pub struct MinWallsJob {
    stage: Stage,
    board: Board,
    shape: Piece,
    max: usize,
}

impl MinWallsJob {
    /// Makes a job of all numbers of pieces up to one more than a proved bound.
    ///
    /// # Errors
    ///
    /// Reports the faults of the board and of the piece. For an example see the type.
    pub fn new(board: &Board, piece: &Piece) -> Result<Self, Invalid> {
        let stage = Stage::new(board.clone(), piece.clone());
        let bounds = stage.problem.bounds()?;
        let squares = board.rows() * board.columns();
        let bound = bounds.iter().filter_map(|bound| usize::try_from(bound.value()).ok()).min().unwrap_or(squares);
        Ok(Self::up_to(board, piece, bound.min(squares) + 1))
    }

    fn up_to(board: &Board, piece: &Piece, max: usize) -> Self {
        let stage = Stage::new(board.clone(), piece.clone());
        Self { stage, board: board.clone(), shape: piece.clone(), max }
    }

    /// Reads a result, and judges its placement: the number of walls, or `None` if there is none.
    fn judged(&self, pieces: usize, result: &str) -> Result<Option<usize>, Failure> {
        let unread = || format!("the result {result:?} of part {pieces} cannot be read");
        if result == "impossible" {
            return Ok(None);
        }
        let words: Vec<&str> = result.split(' ').collect();
        let [walls, wall_squares, piece_squares] = words[..] else { return Err(unread().into()) };
        let walls: usize = walls.parse().map_err(|_| unread())?;
        let columns = self.board.columns();
        let (on, off) = (squares_of(piece_squares, columns), squares_of(wall_squares, columns));
        let (on, off) = (on.ok_or_else(unread)?, off.ok_or_else(unread)?);
        let is_counted = on.len() == pieces && off.len() == walls;
        let placed = on.into_iter().map(|square| (self.stage.piece, square));
        let placed = placed.chain(off.into_iter().map(|square| (self.stage.wall, square)));
        let placement = Placement::new(&self.stage.problem, placed)?;
        if is_counted && placement.judge(&self.stage.problem)?.is_solution() {
            return Ok(Some(walls));
        }
        Err(format!("the result {result:?} of part {pieces} is no placement of {pieces} pieces and {walls} walls")
            .into())
    }
}

impl Job for MinWallsJob {
    fn digest(&self) -> u64 {
        let mut digest = Digest::new();
        ("least walls", env!("CARGO_PKG_VERSION"), self.max).hash(&mut digest);
        (&self.board, &self.shape).hash(&mut digest);
        digest.finish()
    }

    fn parts(&self) -> usize {
        self.max + 1
    }

    fn work(&self, assignment: &Assignment<'_>) -> Result<Outcome, Failure> {
        let pieces = assignment.part();
        if pieces > self.max {
            return Err(format!("there is no part {pieces}: the job has {}", self.max + 1).into());
        }
        let problem = self.stage.with_pieces(pieces);
        let answer = problem.using(assignment.options()).minimize_of([(self.stage.wall, 1)])?;
        let nodes = answer.statistics().nodes;
        let result = match answer.known() {
            Ok(None) => "impossible".to_owned(),
            Ok(Some(optimum)) => {
                let columns = self.board.columns();
                let of = |kind| Ok::<_, Invalid>(square_word(&optimum.placement().squares(kind)?, columns));
                format!("{} {} {}", optimum.value(), of(self.stage.wall)?, of(self.stage.piece)?)
            }
            Err(stopped) => return Ok(Outcome::Stopped { cause: stopped.cause(), rest: None, nodes }),
        };
        Ok(Outcome::Done { result, nodes })
    }

    fn contradict(&self, one: &str, other: &str) -> bool {
        let walls = |result: &str| result.split(' ').next().map(str::to_owned);
        walls(one) != walls(other)
    }

    fn merge(&self, results: &[String], _: &Options) -> Result<String, Failure> {
        let (mut text, mut before) = (String::new(), Some(0));
        for (pieces, result) in results.iter().enumerate() {
            let walls = self.judged(pieces, result)?;
            // Where a piece is taken away the others may stay, and the walls too.
            if walls.is_some() && (before.is_none() || walls < before) {
                return Err(format!("{pieces} pieces take fewer walls than {} pieces", pieces - 1).into());
            }
            match (walls, before) {
                (Some(walls), _) => writeln!(text, "{pieces} {walls}")?,
                (None, Some(_)) => writeln!(text, "{pieces} impossible")?,
                (None, None) => {}
            }
            before = walls;
        }
        Ok(text)
    }
}

/// A job as it is written.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    board: Board,
    piece: Piece,
    max: usize,
}

#[cfg(feature = "serde")]
impl serde::Serialize for MinWallsJob {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Written { board: self.board.clone(), piece: self.shape.clone(), max: self.max }.serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for MinWallsJob {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Written { board, piece, max } = Written::deserialize(deserializer)?;
        let faults = Stage::new(board.clone(), piece.clone()).problem.check();
        faults.map_err(serde::de::Error::custom)?;
        Ok(Self::up_to(&board, &piece, max.min(board.rows() * board.columns() + 1)))
    }
}
