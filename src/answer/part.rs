//! Parts of a search: the rest of one that was stopped, and shares for several processes.

use std::hash::{Hash, Hasher};

#[cfg(feature = "serde")]
use crate::answer::Path;
use crate::answer::{Digest, Paths};
use crate::budget::Engine;
use crate::language::{Area, Kinds, Problem, Rule};

/// A part of the search tree of a problem, as a plain value: the unexplored rest of a stopped enumeration, or one of
/// several parts for different processes.
///
/// The parts of one [`split`](Problem::split) are disjoint, and together they are the whole. With `Search`, `Sweep` and
/// `Brute` their solutions, one part after the other, are those of the whole in the same order; `Ilp` and `Sat` find the same
/// ones in another order, for what their solver finds next depends on what it found before. A part is valid for the same
/// problem, engine, seed and version of the crate; for others it is refused, and so is a written part that was changed, by its
/// checksum.
///
/// # Examples
///
/// ```
/// use queenside::{Options, classics};
///
/// let problem = classics::queens(6);
/// let all = problem.enumerate()?.sorted()?;
///
/// // Stopped after one solution, and resumed.
/// let mut solutions = problem.using(&Options::new().solution_limit(1)).enumerate()?;
/// let first = solutions.next().and_then(Result::ok);
/// let stopped = solutions.next().and_then(Result::err).expect("the limit is reached");
/// let rest = stopped.rest().expect("an enumeration has a rest");
/// let others: Vec<_> = problem.resume(rest)?.collect::<Result<_, _>>()?;
/// assert_eq!((first.is_some(), others.len()), (true, 3));
///
/// // In three parts.
/// let parts = problem.split(3)?;
/// let counts = parts.iter().map(|part| problem.resume(part).map(|solutions| solutions.count()));
/// assert_eq!(counts.sum::<Result<usize, _>>()?, all.len());
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "Written", try_from = "Written"))]
pub struct Part {
    /// Crate version, engine and a digest of the problem.
    label: String,
    subtrees: Paths,
}

impl Part {
    pub(crate) fn new(label: String, subtrees: Paths) -> Self {
        Self { label, subtrees }
    }

    /// Tells whether the part is exhausted.
    ///
    /// ```
    /// use queenside::{Board, Options, Piece, Problem};
    ///
    /// // A king on a single square, or none: two placements.
    /// let mut problem = Problem::new(Board::square(1));
    /// problem.add_kind("king", Piece::KING);
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

    pub(crate) fn subtrees(&self) -> &Paths {
        &self.subtrees
    }

    pub(crate) fn label(&self) -> &str {
        &self.label
    }
}

/// A part as it is written.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    label: String,
    /// Paths: how many numbers each shares with the one before, and those that follow.
    subtrees: Vec<(usize, Path)>,
    /// Of all the rest.
    checksum: String,
}

#[cfg(feature = "serde")]
impl Written {
    fn checksum(label: &str, subtrees: &[(usize, Path)]) -> String {
        let mut digest = Digest::new();
        label.hash(&mut digest);
        list(&mut digest, subtrees, |(shared, path), digest| {
            shared.hash(digest);
            list(digest, path, Hash::hash);
        });
        format!("{:016x}", digest.finish())
    }
}

#[cfg(feature = "serde")]
impl From<Part> for Written {
    fn from(Part { label, subtrees }: Part) -> Self {
        let subtrees: Vec<_> = subtrees.tails().map(|(shared, tail)| (shared, tail.to_vec())).collect();
        let checksum = Self::checksum(&label, &subtrees);
        Self { label, subtrees, checksum }
    }
}

#[cfg(feature = "serde")]
impl TryFrom<Written> for Part {
    type Error = String;

    fn try_from(Written { label, subtrees, checksum }: Written) -> Result<Self, String> {
        if checksum != Written::checksum(&label, &subtrees) {
            return Err(format!("the part was changed after it was written: its checksum is not {checksum:?}"));
        }
        let tails = subtrees.iter().map(|(shared, path)| (*shared, &path[..]));
        let subtrees = Paths::from_tails(tails).ok_or("the part names subtrees that no search leaves")?;
        Ok(Self { label, subtrees })
    }
}

/// Returns what a part must match: the crate's version, the engine, a digest of the problem, and the seed if there is one, since
/// by another seed the search branches in another order.
pub(crate) fn label(problem: &Problem, engine: Engine, seed: Option<u32>) -> String {
    let mut digest = Digest::new();
    problem.board().hash(&mut digest);
    list(&mut digest, &problem.setup().kinds, |kind, digest| kind.piece.hash(digest));
    list(&mut digest, problem.constraints(), |constraint, digest| rule_digest(&constraint.rule, digest));
    let seed = seed.map_or(String::new(), |seed| format!(" seed {seed}"));
    format!("queenside {} {engine} {:016x}{seed}", env!("CARGO_PKG_VERSION"), digest.finish())
}

/// Digests a rule as written, kinds and regions by number.
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
            list(digest, terms, |(number, kind, square), digest| (number, kind.index, square).hash(digest));
            range.hash(digest);
        }
        Rule::Symmetric { transforms, area } => {
            area_digest(area, digest);
            list(digest, transforms, |transform, digest| {
                (transform.symmetry, transform.shift).hash(digest);
                list(digest, &transform.swaps, |(a, b), digest| (a.index, b.index).hash(digest));
            });
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

/// Digests a list: its length, then each of its members.
fn list<T, H: Hasher>(digest: &mut H, members: &[T], mut each: impl FnMut(&T, &mut H)) {
    members.len().hash(digest);
    for member in members {
        each(member, digest);
    }
}
