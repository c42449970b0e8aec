//! A count modulo primes, cut into parts.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use num_bigint::BigUint;

use super::split::{declined, refuse_seed};
use super::{Assignment, Failure, Job, Outcome, primes};
use crate::answer::{Count, Digest, Error, Stopped, part};
use crate::budget::{Control, Engine, Options};
use crate::engine::Refusal;
use crate::engine::modular::{Seam, Unknown, max_solutions, residues, seam};
use crate::language::Problem;
use crate::model::Model;

/// A count by sweeps modulo primes, each prime a part or some.
///
/// A sweep whose numbers grow beyond a machine word needs ever more memory for each state. Modulo a prime a state takes 8 bytes
/// for its number (and as many for each size, if sizes are counted), and the primes can be counted by on different machines.
/// [`merge`](Job::merge) makes the number from its remainders by the Chinese remainder theorem.
///
/// - The primes are the largest below 2^62, from 2^62 − 57 downwards: [`primes`](Self::primes). As many are taken as make a
///   product greater than an upper bound on the number of solutions, [`bound`](Self::bound), which is part of the job. The
///   bound is proved: it is the product of the exact numbers of placements on strips of the board.
/// - Where more parts are wanted than there are primes, each prime is cut further: the states before some square are divided
///   into ranges, and a part goes on from one of them. Their numbers add up. This saves memory and time where states seldom
///   meet again, as with queens; where they soon do, as with kings, each part takes as long as the whole prime.
/// - [`with_spare`](Self::with_spare) adds a prime more than suffice. Then a wrong result of any part is noticed when the
///   results are merged, and mostly its prime is named.
///
/// The result of a part is a number below the prime, or one for each size. A part that is stopped leaves no rest, and begins
/// anew. The engine is the sweep; options that name another one are refused.
///
/// # Examples
///
/// ```
/// use queenside::job::{Assignment, Job, PrimeJob};
/// use queenside::{Board, Options, Piece, classics};
///
/// // All sets of kings on 12×12, more than 64 bits can count.
/// let options = Options::new();
/// let job = PrimeJob::count(&classics::non_attacking(Board::square(12), Piece::KING), 1, &options)?;
/// assert_eq!(job.parts(), 2);
/// assert_eq!(job.primes(), [(1 << 62) - 57, (1 << 62) - 87]);
/// let results = (0..job.parts()).map(|part| job.work(&Assignment::new(part, &options))?.into_result());
/// let results = results.collect::<Result<Vec<_>, _>>()?;
/// assert_eq!(job.merge(&results, &options)?, "69645620389200894313"); // A063443
/// # Ok::<(), queenside::job::Failure>(())
/// ```
pub struct PrimeJob {
    problem: Arc<Problem>,
    by_size: bool,
    bound: Count,
    primes: Vec<u64>,
    /// Where each prime is cut, and into how many parts.
    seam: Seam,
    slices: usize,
    model: OnceLock<Arc<Model>>,
}

impl PrimeJob {
    /// Cuts [`Problem::count`] into at least as many parts as primes are needed, and about as many as are wanted. See the
    /// type's example.
    ///
    /// # Errors
    ///
    /// Reports the faults of the problem, a problem that the sweep declines, options that name another engine or a seed, and a
    /// limit that stopped the planning.
    pub fn count(problem: &Problem, parts: usize, options: &Options) -> Result<Self, Error> {
        Self::new(problem, false, parts, options)
    }

    /// Cuts [`Problem::count_by_size`].
    ///
    /// # Errors
    ///
    /// As above.
    ///
    /// ```
    /// use queenside::job::{Assignment, Job, PrimeJob};
    /// use queenside::{Board, Options, Piece, classics};
    ///
    /// // Kings on 2×2: the empty board, or one of four squares.
    /// let options = Options::new();
    /// let job = PrimeJob::count_by_size(&classics::non_attacking(Board::square(2), Piece::KING), 1, &options)?;
    /// let result = job.work(&Assignment::new(0, &options))?.into_result()?;
    /// assert_eq!(result, "1 4");
    /// assert_eq!(job.merge(&[result], &options)?, "0: 1\n1: 4");
    /// # Ok::<(), queenside::job::Failure>(())
    /// ```
    pub fn count_by_size(problem: &Problem, parts: usize, options: &Options) -> Result<Self, Error> {
        Self::new(problem, true, parts, options)
    }

    /// Adds a prime more than suffice, by which wrong results are noticed.
    ///
    /// ```
    /// use queenside::job::{Assignment, Job, PrimeJob};
    /// use queenside::{Options, classics};
    ///
    /// let options = Options::new();
    /// let job = PrimeJob::count(&classics::queens(6), 1, &options)?.with_spare();
    /// assert_eq!(job.parts(), 2);
    /// let told = |results: [&str; 2]| job.merge(&results.map(str::to_owned), &options);
    /// assert_eq!(told(["4", "4"])?, "4");
    /// assert!(told(["4", "5"]).unwrap_err().to_string().contains("do not go together"));
    /// # Ok::<(), queenside::job::Failure>(())
    /// ```
    #[must_use]
    pub fn with_spare(mut self) -> Self {
        self.primes = primes::largest().take(self.primes.len() + 1).collect();
        self
    }

    /// Returns the problem.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Returns a number that the number of solutions does not exceed.
    ///
    /// ```
    /// use queenside::job::PrimeJob;
    /// use queenside::{Board, Options, Piece, classics};
    ///
    /// // A small board is one strip, and the bound is the number itself.
    /// let job = PrimeJob::count(&classics::non_attacking(Board::square(4), Piece::KING), 1, &Options::new())?;
    /// assert_eq!(*job.bound(), 314u32);
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn bound(&self) -> &Count {
        &self.bound
    }

    /// Returns the primes. For an example see the type.
    pub fn primes(&self) -> &[u64] {
        &self.primes
    }

    fn new(problem: &Problem, by_size: bool, parts: usize, options: &Options) -> Result<Self, Error> {
        /// States of each part where a prime is cut, so that large and small ones even out.
        const EACH: usize = 8;
        problem.check()?;
        refuse_seed(options, Engine::Sweep)?;
        if !matches!(options.engine, Engine::Auto | Engine::Sweep) {
            return Err(declined(options.engine, "only the sweep counts modulo primes").into());
        }
        let mut control = Control::new(options);
        let mut job = Self::made(problem.clone(), by_size, Count::default());
        let model = job.model(&mut control)?;
        let bound = max_solutions(&model, &mut control).map_err(refused)?;
        job.primes = enough(&bound);
        job.bound = Count::from_big(bound);
        let wanted = parts.clamp(1, 1 << 24).div_ceil(job.primes.len());
        if wanted > 1 {
            job.seam = seam(&model, wanted * EACH, &mut control).map_err(refused)?;
            job.slices = wanted.min(job.seam.states).max(1);
        }
        Ok(job)
    }

    fn made(problem: Problem, by_size: bool, bound: Count) -> Self {
        let primes = enough(bound.as_big());
        // Before the first square there is one state.
        let seam = Seam { place: 0, states: 1, mark: 0 };
        Self { problem: Arc::new(problem), by_size, bound, primes, seam, slices: 1, model: OnceLock::new() }
    }

    /// Returns the model, made when it is first needed.
    fn model(&self, control: &mut Control) -> Result<Arc<Model>, Error> {
        if let Some(model) = self.model.get() {
            return Ok(Arc::clone(model));
        }
        let model = Model::compile(&self.problem, control).map_err(Stopped::from)?;
        Ok(Arc::clone(self.model.get_or_init(|| Arc::new(model))))
    }

    /// Returns the states from which a part goes on.
    fn states(&self, slice: usize) -> Range<usize> {
        let bound = |slice: usize| (self.seam.states as u128 * slice as u128 / self.slices as u128) as usize;
        bound(slice)..bound(slice + 1)
    }

    /// Returns the numbers of a result.
    fn read(&self, part: usize, result: &str) -> Result<Vec<u64>, Failure> {
        let prime = self.primes[part / self.slices];
        let number = |word: &str| {
            let number = word.parse::<u64>().ok().filter(|number| *number < prime);
            number.filter(|number| number.to_string() == word)
        };
        let numbers: Option<Vec<u64>> = result.split(' ').map(number).collect();
        let max = if self.by_size { self.problem.board().open().len() + 1 } else { 1 };
        let numbers = numbers.filter(|numbers| numbers.len() <= max);
        numbers.ok_or_else(|| format!("the result {} of part {part} cannot be read", shown(result)).into())
    }

    /// Returns the remainders of all sizes by each prime.
    fn remainders(&self, results: &[String]) -> Result<Vec<Vec<u64>>, Failure> {
        let mut all = vec![Vec::new(); self.primes.len()];
        for (part, result) in results.iter().enumerate() {
            let number = part / self.slices;
            let (own, prime): (&mut Vec<u64>, _) = (&mut all[number], self.primes[number]);
            let numbers = self.read(part, result)?;
            own.resize(own.len().max(numbers.len()), 0);
            for (sum, number) in own.iter_mut().zip(numbers) {
                *sum = (*sum + number) % prime;
            }
        }
        let sizes = all.iter().map(Vec::len).max().unwrap_or(0);
        for own in &mut all {
            own.resize(sizes, 0);
        }
        Ok(all)
    }

    /// Returns the number of solutions of each size by all primes, or by all but one; `None` if that is more than there can be.
    fn numbers(&self, remainders: &[Vec<u64>], without: Option<usize>) -> Option<Vec<BigUint>> {
        let sizes = remainders.first().map_or(0, Vec::len);
        let number = |size: usize| {
            let own = remainders.iter().zip(&self.primes).enumerate().filter(|(place, _)| Some(*place) != without);
            primes::from_remainders(own.map(|(_, (own, prime))| (own[size], *prime)))
        };
        let numbers: Vec<BigUint> = (0..sizes).map(number).collect();
        (numbers.iter().sum::<BigUint>() <= *self.bound.as_big()).then_some(numbers)
    }

    /// Tells which results are wrong, as far as that shows.
    fn contradiction(&self, remainders: &[Vec<u64>]) -> Failure {
        let product = |without: usize| {
            let others = self.primes.iter().enumerate().filter(|(place, _)| *place != without);
            others.map(|(_, prime)| BigUint::from(*prime)).product::<BigUint>()
        };
        let explains =
            |place: &usize| product(*place) > *self.bound.as_big() && self.numbers(remainders, Some(*place)).is_some();
        let suspects: Vec<usize> = (0..self.primes.len()).filter(explains).collect();
        let bound = &self.bound;
        let who = match suspects[..] {
            [only] => {
                let (from, to) = (only * self.slices, (only + 1) * self.slices - 1);
                format!("all but those of the prime {}, parts {from} to {to}, do", self.primes[only])
            }
            _ => "at least one is wrong".to_owned(),
        };
        format!("the results do not go together: there are at most {bound} solutions, and they make more; {who}").into()
    }
}

/// Returns as many of the primes as make a product greater than a bound.
fn enough(bound: &BigUint) -> Vec<u64> {
    let mut product = BigUint::from(1u32);
    let is_needed = |prime: &u64| {
        let is_needed = product <= *bound;
        product *= *prime;
        is_needed
    };
    // At least one, if there is no solution.
    let mut needed: Vec<u64> = primes::largest().take_while(is_needed).collect();
    if needed.is_empty() {
        needed.extend(primes::largest().take(1));
    }
    needed
}

fn refused(refusal: Refusal) -> Error {
    match refusal {
        Refusal::Declined(reason) => declined(Engine::Sweep, reason).into(),
        Refusal::Stopped(cause) => Stopped::from(cause).into(),
    }
}

/// The beginning of a result, in quotes.
fn shown(result: &str) -> String {
    const SHOWN: usize = 60;
    format!("{:?}", result.chars().take(SHOWN).collect::<String>())
}

impl fmt::Debug for PrimeJob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PrimeJob")
            .field("by_size", &self.by_size)
            .field("primes", &self.primes.len())
            .field("slices", &self.slices)
            .finish_non_exhaustive()
    }
}

impl Job for PrimeJob {
    fn digest(&self) -> u64 {
        let mut digest = Digest::new();
        ("modulo primes", part::label(&self.problem, Engine::Sweep, None)).hash(&mut digest);
        (self.by_size, self.bound.to_string(), self.slices, self.seam).hash(&mut digest);
        for prime in &self.primes {
            prime.hash(&mut digest);
        }
        digest.finish()
    }

    fn parts(&self) -> usize {
        self.primes.len() * self.slices
    }

    fn work(&self, assignment: &Assignment<'_>) -> Result<Outcome, Failure> {
        let (part, options) = (assignment.part(), assignment.options());
        refuse_seed(options, Engine::Sweep)?;
        if let Some(rest) = assignment.rest() {
            return Err(format!("{} is no rest of part {part}: such a part leaves none", shown(rest)).into());
        }
        let Some(prime) = self.primes.get(part / self.slices) else {
            return Err(format!("there is no part {part}: the job has {}", self.parts()).into());
        };
        let mut control = Control::new(options);
        let stopped =
            |cause, control: &Control| Ok(Outcome::Stopped { cause, rest: None, nodes: control.progress.nodes });
        let model = match self.model(&mut control) {
            Ok(model) => model,
            Err(Error::Stopped(cut_short)) => return stopped(cut_short.cause(), &control),
            Err(error) => return Err(error.into()),
        };
        let kinds = &self.problem.setup().kinds;
        let counted: Vec<bool> = kinds.iter().map(|info| self.by_size && !info.piece.is_blocker()).collect();
        let states = self.states(part % self.slices);
        let mut numbers = match residues(&model, &counted, *prime, &self.seam, states, &mut control) {
            Ok(numbers) => numbers,
            Err(Unknown::Refused(Refusal::Stopped(cause))) => return stopped(cause, &control),
            Err(Unknown::Refused(refusal)) => return Err(refused(refusal).into()),
            Err(Unknown::OtherSeam(here)) => {
                let Seam { place, states, mark } = self.seam;
                return Err(format!(
                    "the job was planned for another sweep: after {place} squares it has {states} states ({mark:016x}), \
                     and here {} ({:016x})",
                    here.states, here.mark
                )
                .into());
            }
        };
        let sizes = numbers.iter().rposition(|number| *number != 0).map_or(1, |last| last + 1);
        numbers.resize(sizes, 0);
        let words: Vec<String> = numbers.iter().map(u64::to_string).collect();
        Ok(Outcome::Done { result: words.join(" "), nodes: control.progress.nodes })
    }

    fn merge(&self, results: &[String], _: &Options) -> Result<String, Failure> {
        if results.len() != self.parts() {
            return Err(format!("{} results for {} parts", results.len(), self.parts()).into());
        }
        let remainders = self.remainders(results)?;
        let numbers = self.numbers(&remainders, None).ok_or_else(|| self.contradiction(&remainders))?;
        if !self.by_size {
            return Ok(numbers.into_iter().sum::<BigUint>().to_string());
        }
        let sizes = numbers.iter().rposition(|number| *number != BigUint::default()).map_or(0, |max| max + 1);
        let lines = numbers[..sizes].iter().enumerate().map(|(size, number)| format!("{size}: {number}"));
        Ok(lines.collect::<Vec<_>>().join("\n"))
    }
}

/// A job as it is written.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    /// Version, engine, and a digest of the problem.
    label: String,
    problem: Problem,
    question: String,
    bound: String,
    primes: usize,
    slices: usize,
    /// Where the slices are cut: squares, states, mark.
    seam: (usize, usize, String),
}

#[cfg(feature = "serde")]
impl serde::Serialize for PrimeJob {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let written = Written {
            label: part::label(&self.problem, Engine::Sweep, None),
            problem: Problem::clone(&self.problem),
            question: if self.by_size { "count_by_size" } else { "count" }.to_owned(),
            bound: self.bound.to_string(),
            primes: self.primes.len(),
            slices: self.slices,
            seam: (self.seam.place, self.seam.states, format!("{:016x}", self.seam.mark)),
        };
        written.serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for PrimeJob {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::Error as _;
        let written = Written::deserialize(deserializer)?;
        Self::read_written(written).map_err(D::Error::custom)
    }
}

#[cfg(feature = "serde")]
impl PrimeJob {
    fn read_written(written: Written) -> Result<Self, Failure> {
        let Written { label, problem, question, bound, primes: number, slices, seam: (place, states, mark) } = written;
        problem.check()?;
        let here = part::label(&problem, Engine::Sweep, None);
        if label != here {
            return Err(format!("the job is for {label:?}, and here it would be for {here:?}").into());
        }
        let by_size = match &*question {
            "count" => false,
            "count_by_size" => true,
            _ => return Err(format!("{question:?} is not counted modulo primes").into()),
        };
        let bound = Count::parse(&bound).ok_or_else(|| format!("the bound {bound:?} is no number"))?;
        let (kinds, squares) = (problem.setup().kinds.len(), problem.board().open().len());
        if *bound.as_big() > BigUint::from(kinds + 1).pow(squares as u32) {
            return Err(format!("{kinds} kinds on {squares} squares have fewer placements than {bound}").into());
        }
        let mut job = Self::made(problem, by_size, bound);
        // No more squares than a sweep takes: a longer list would never be used, and takes long to find.
        let max = job.primes.len() + squares + 1;
        if !(job.primes.len()..=max).contains(&number) {
            return Err(format!("{number} primes for a bound that needs {}", job.primes.len()).into());
        }
        job.primes = primes::largest().take(number).collect();
        let mark = u64::from_str_radix(&mark, 16).map_err(|_| format!("{mark:?} is no mark"))?;
        if !(1..=states.max(1)).contains(&slices) {
            return Err(format!("{states} states cannot be divided into {slices} parts").into());
        }
        (job.slices, job.seam) = (slices, Seam { place, states, mark });
        Ok(job)
    }
}
