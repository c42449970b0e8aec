//! The search for attacking queens as a job.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::hash::{Hash, Hasher};
use std::ops::RangeInclusive;

use super::{Record, Rule, Searched, bounds, search};
use queenside::job::{Assignment, Failure, Job, Outcome};
use queenside::{Board, Budget, Digest, Engine, Invalid, SquareSet};

/// A search for the most queens on each board of a range of sizes, a part for each attempt, with another seed.
///
/// The result of a part is `exact` with a [`Record`] if no more queens are possible, or `least` with one if the attempt gave up.
/// Once a size is known exactly, parts that are still to be done for it are `skipped`.
///
/// ```
/// use queenside::Options;
/// use queenside::job::{Assignment, Job};
/// use queenside_attacking::{Rule, SearchJob};
///
/// // Q(1, 6) and Q(1, 7), in two attempts each.
/// let job = SearchJob::new(Rule::Exactly(1), 6..=7, 2, 10_000)?;
/// let (options, mut known, mut results) = (Options::new(), None, Vec::new());
/// for part in 0..job.parts() {
///     let assignment = Assignment::new(part, &options).with_incumbent(known.as_deref());
///     results.push(job.work(&assignment)?.into_result()?);
///     known = job.incumbent(known.as_deref(), part, &results[part]);
/// }
/// assert!(results[0].starts_with("exact exactly 1 6 ") && results[2] == "skipped");
/// let answer = job.merge(&results, &options)?;
/// let values: Vec<_> = answer.lines().map(|line| line.splitn(4, ' ').take(3).collect::<Vec<_>>()).collect();
/// assert_eq!(values, [["6", "8", "exact"], ["7", "8", "exact"]]);
/// # Ok::<(), queenside::job::Failure>(())
/// ```
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "Written", try_from = "Written"))]
pub struct SearchJob {
    rule: Rule,
    first: usize,
    sizes: usize,
    attempts: usize,
    nodes: u64,
}

impl SearchJob {
    /// Makes a job of some attempts for each size, each of a number of nodes: see [`search`].
    ///
    /// # Errors
    ///
    /// Reports boards without squares or with too many. For an example see the type.
    pub fn new(rule: Rule, sizes: RangeInclusive<usize>, attempts: usize, nodes: u64) -> Result<Self, Invalid> {
        let (first, last) = (*sizes.start(), *sizes.end());
        for size in [first, last] {
            rule.problem(size).check()?;
        }
        Ok(Self { rule, first, sizes: (last + 1).saturating_sub(first), attempts, nodes })
    }

    fn size(&self, part: usize) -> usize {
        self.first + part % self.sizes.max(1)
    }

    /// Reads a result and judges it: whether it is the most, and the board; `None` if the part was skipped.
    fn judged(&self, part: usize, result: &str) -> Result<Option<(bool, Record)>, Failure> {
        if result == "skipped" {
            return Ok(None);
        }
        let (word, record) = result.split_once(' ').unwrap_or_default();
        if !matches!(word, "exact" | "least") {
            return Err(format!("the result {result:?} of part {part} cannot be read").into());
        }
        let record: Record = record.parse()?;
        if record.rule() != self.rule || record.n() != self.size(part) || !record.holds()? {
            return Err(format!("part {part}: {record} does not keep the rule on the board of the part").into());
        }
        Ok(Some((word == "exact", record)))
    }
}

/// How many queens a result tells of, and whether these are the most.
fn told(result: &str) -> Option<(bool, usize)> {
    let (word, record) = result.split_once(' ')?;
    Some((word == "exact", record.parse::<Record>().ok()?.queens().len()))
}

impl Job for SearchJob {
    fn digest(&self) -> u64 {
        let mut digest = Digest::new();
        ("attacking queens", env!("CARGO_PKG_VERSION"), self.rule.to_string()).hash(&mut digest);
        (self.first, self.sizes, self.attempts, self.nodes).hash(&mut digest);
        digest.finish()
    }

    fn parts(&self) -> usize {
        self.sizes.saturating_mul(self.attempts)
    }

    fn work(&self, assignment: &Assignment<'_>) -> Result<Outcome, Failure> {
        let part = assignment.part();
        if part >= self.parts() {
            return Err(format!("there is no part {part}: the job has {}", self.parts()).into());
        }
        let engine = Budget::new(assignment.options()).engine();
        if engine != Engine::Auto {
            return Err(format!("attacking queens are searched for by one engine only, which is not {engine}").into());
        }
        let size = self.size(part);
        if assignment.incumbent().is_some_and(|known| sizes(known).contains(&size)) {
            return Ok(Outcome::done("skipped"));
        }
        let bound = bounds::best(self.rule, &Board::square(size))?.value();
        let pattern = self.rule.pattern(size).filter(|queens| queens.len() as i64 == bound);
        if let Some(queens) = pattern {
            return Ok(Outcome::done(format!("exact {}", Record::new(self.rule, size, queens.occupied()))));
        }
        let seed = u32::try_from(part / self.sizes).unwrap_or(u32::MAX);
        let options = assignment.options().clone().threads(1).seed(seed).node_limit(self.nodes);
        for queens in (0..=usize::try_from(bound).unwrap_or(0)).rev() {
            match search(self.rule, size, queens, None, &options)? {
                Searched::Found(record) => return Ok(Outcome::done(format!("exact {record}"))),
                Searched::Impossible => {}
                Searched::Stopped { cause: queenside::Cause::NodeLimit, best } => {
                    return Ok(Outcome::done(format!("least {best}")));
                }
                Searched::Stopped { cause, .. } => return Ok(Outcome::Stopped { cause, rest: None, nodes: 0 }),
            }
        }
        Ok(Outcome::done(format!("exact {}", Record::new(self.rule, size, SquareSet::new()))))
    }

    fn contradict(&self, one: &str, other: &str) -> bool {
        match (told(one), told(other)) {
            (Some((true, one)), Some((true, other))) => one != other,
            (Some((true, max)), Some((false, min))) | (Some((false, min)), Some((true, max))) => min > max,
            (Some(_), Some(_)) => false,
            (_, _) => one != other && one != "skipped" && other != "skipped",
        }
    }

    /// The sizes that are known exactly.
    fn incumbent(&self, known: Option<&str>, part: usize, result: &str) -> Option<String> {
        let mut known = known.map(sizes).unwrap_or_default();
        if result.starts_with("exact ") {
            known.insert(self.size(part));
        }
        let words: Vec<String> = known.iter().map(usize::to_string).collect();
        Some(words.join(" ")).filter(|words| !words.is_empty())
    }

    fn merge(&self, results: &[String], _: &queenside::Options) -> Result<String, Failure> {
        let mut text = String::new();
        for place in 0..self.sizes {
            let size = self.first + place;
            let (mut max, mut best, mut skipped) = (None, None::<Record>, false);
            for (part, result) in results.iter().enumerate().skip(place).step_by(self.sizes) {
                let Some((is_exact, record)) = self.judged(part, result)? else {
                    skipped = true;
                    continue;
                };
                let queens = record.queens().len();
                if is_exact && *max.get_or_insert(queens) != queens {
                    return Err(format!(
                        "part {part} says that {queens} queens on {size}×{size} are the most, another says otherwise"
                    )
                    .into());
                }
                if best.as_ref().is_none_or(|best| best.queens().len() < queens) {
                    best = Some(record);
                }
            }
            if skipped && max.is_none() {
                return Err(format!("parts for {size}×{size} were skipped, and none knows the most").into());
            }
            let Some(best) = best else { continue };
            let queens = best.queens().len();
            if max.is_some_and(|max| queens > max) {
                return Err(format!("{queens} queens on {size}×{size} are more than the most").into());
            }
            let word = if max.is_some() { "exact" } else { "least" };
            writeln!(text, "{size} {queens} {word} {best}")?;
        }
        Ok(text)
    }
}

/// Reads the sizes that are known exactly.
fn sizes(known: &str) -> BTreeSet<usize> {
    known.split(' ').filter_map(|size| size.parse().ok()).collect()
}

/// A job as it is written.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    rule: String,
    sizes: (usize, usize),
    attempts: usize,
    nodes: u64,
}

#[cfg(feature = "serde")]
impl From<SearchJob> for Written {
    fn from(job: SearchJob) -> Self {
        let SearchJob { rule, first, sizes, attempts, nodes } = job;
        Self { rule: rule.to_string(), sizes: (first, (first + sizes).saturating_sub(1)), attempts, nodes }
    }
}

#[cfg(feature = "serde")]
impl TryFrom<Written> for SearchJob {
    type Error = Failure;

    fn try_from(Written { rule, sizes, attempts, nodes }: Written) -> Result<Self, Failure> {
        Ok(Self::new(rule.parse::<Rule>()?, sizes.0..=sizes.1, attempts, nodes)?)
    }
}
