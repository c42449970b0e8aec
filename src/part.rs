//! Parts of a search: what is left of one that was stopped, and pieces for several processes.

use std::hash::{Hash, Hasher};

use crate::constraint::{Area, Rule};
use crate::engine::Path;
use crate::kind::Kinds;
use crate::options::Engine;
use crate::problem::Problem;

/// A part of the search tree of a problem, as a plain value: what is left of an enumeration that was stopped, or one of
/// several pieces to be gone through in different processes.
///
/// Parts of one problem are disjoint where they come from one [`split`](Problem::split), and the solutions of the pieces,
/// one after the other, are those of the whole in the same order. A part is good for the same problem, engine and version of
/// the crate; for others it is refused.
///
/// # Examples
///
/// ```
/// use queenside::{Options, classics};
///
/// let problem = classics::queens(6);
/// let all = problem.enumerate()?.sorted().expect("no limit was set");
///
/// // Stopped after one solution, and gone on with.
/// let mut solutions = problem.using(&Options::new().solution_limit(1)).enumerate()?;
/// let first = solutions.next().and_then(Result::ok);
/// let stopped = solutions.next().and_then(Result::err).expect("the limit is reached");
/// let rest = stopped.rest().expect("an enumeration can be gone on with");
/// let others: Vec<_> = problem.resume(rest)?.collect::<Result<_, _>>().expect("no limit was set");
/// assert_eq!((first.is_some(), others.len()), (true, 3));
///
/// // In three pieces.
/// let pieces = problem.split(3)?;
/// let counts = pieces.iter().map(|piece| problem.resume(piece).map(|solutions| solutions.count()));
/// assert_eq!(counts.sum::<Result<usize, _>>()?, all.len());
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Part {
    /// Crate version, engine and a digest of the problem.
    label: String,
    subtrees: Vec<Path>,
}

impl Part {
    pub(crate) fn new(label: String, subtrees: Vec<Path>) -> Self {
        Self { label, subtrees }
    }

    /// Tells whether nothing is left to be gone through.
    ///
    /// ```
    /// use queenside::{Board, Options, Piece, Problem};
    ///
    /// // A king on a single square, or none: two placements.
    /// let mut problem = Problem::new(Board::square(1));
    /// problem.kind("king", Piece::KING);
    /// let nothing_left = |taken| {
    ///     let mut solutions = problem.using(&Options::new().solution_limit(taken)).enumerate()?;
    ///     let stopped = solutions.find_map(Result::err).expect("there are two solutions");
    ///     Ok::<_, queenside::Error>(stopped.rest().map(|rest| rest.is_empty()))
    /// };
    /// assert_eq!((nothing_left(1)?, nothing_left(2)?), (Some(false), Some(true)));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn is_empty(&self) -> bool {
        self.subtrees.is_empty()
    }

    pub(crate) fn subtrees(&self) -> &[Path] {
        &self.subtrees
    }

    pub(crate) fn label(&self) -> &str {
        &self.label
    }
}

/// What a part must have been made for: the crate's version, the engine, and all of the problem that it goes by.
pub(crate) fn label(problem: &Problem, engine: Engine) -> String {
    let mut digest = Digest::new();
    problem.board().hash(&mut digest);
    for cast in &problem.scene().kinds {
        cast.piece.hash(&mut digest);
    }
    for constraint in problem.constraints() {
        rule_digest(&constraint.rule, &mut digest);
    }
    format!("queenside {} {engine} {:016x}", env!("CARGO_PKG_VERSION"), digest.finish())
}

/// Digests a rule as it is said, kinds and regions by number.
fn rule_digest(rule: &Rule, digest: &mut impl Hasher) {
    std::mem::discriminant(rule).hash(digest);
    let numbers = |kinds: &Kinds| kinds.indices().collect::<Vec<_>>();
    match rule {
        Rule::Attacks { from, to, range, sight } => (numbers(from), numbers(to), range, sight).hash(digest),
        Rule::Covered { area, by, range, sight, demand } => {
            area_digest(area, digest);
            (numbers(by), range, sight, demand).hash(digest);
        }
        Rule::Count { kinds, area, range } => {
            area_digest(area, digest);
            (numbers(kinds), range).hash(digest);
        }
        Rule::OccupiedLines { kinds, directions, range } => (numbers(kinds), directions, range).hash(digest),
        Rule::Balance { plus, minus, range } => (numbers(plus), numbers(minus), range).hash(digest),
        Rule::Linear { terms, range } => {
            for (number, kind, square) in terms {
                (number, kind.index, square).hash(digest);
            }
            range.hash(digest);
        }
        Rule::Symmetric { transforms, area } => {
            area_digest(area, digest);
            for transform in transforms {
                (transform.symmetry, transform.shift).hash(digest);
                for (a, b) in &transform.swaps {
                    (a.index, b.index).hash(digest);
                }
            }
        }
    }
}

fn area_digest(area: &Area, digest: &mut impl Hasher) {
    std::mem::discriminant(area).hash(digest);
    match area {
        Area::Everywhere | Area::EachRegion | Area::EveryLine => {}
        Area::Squares(squares) => squares.hash(digest),
        Area::Region(region) => region.index.hash(digest),
        Area::Lines(directions) => directions.hash(digest),
        Area::Each(sets) => sets.hash(digest),
    }
}

/// FNV-1a, 64 bits.
pub(crate) struct Digest(u64);

impl Digest {
    fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    /// The digest of a value.
    pub(crate) fn of(value: &impl Hash) -> u64 {
        let mut digest = Self::new();
        value.hash(&mut digest);
        digest.finish()
    }
}

impl Hasher for Digest {
    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3));
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
