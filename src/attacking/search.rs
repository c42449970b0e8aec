//! A board with so many queens, found rather than proved.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::plan::{Plan, plans};
use super::{Record, Rule, pairs};
use crate::answer::Solved;
use crate::control::{Cause, Control};
use crate::error::Error;
use crate::options::{CancelToken, Engine, Options};
use crate::square_set::SquareSet;
use crate::symmetry::Symmetry;

/// The answer to [`search`].
///
/// # Examples
///
/// ```
/// use queenside::attacking::{Rule, Searched, search};
/// use queenside::Options;
///
/// // Five queens on 2×2 would need more ends of lines than there are.
/// let searched = search(Rule::Exactly(3), 2, 5, None, &Options::new())?;
/// assert_eq!(searched, Searched::Impossible);
/// # Ok::<(), queenside::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Searched {
    /// A board, judged by the reference meaning of the rule.
    Found(Record),
    /// There is no such board.
    Impossible,
    /// It was stopped before it knew.
    Stopped(Cause),
}

impl Searched {
    /// Returns the board, if one was found.
    ///
    /// ```
    /// use queenside::attacking::{Rule, search};
    /// use queenside::Options;
    ///
    /// // Eight queens in four pairs.
    /// let searched = search(Rule::Exactly(1), 6, 8, None, &Options::new())?;
    /// assert_eq!(searched.record().map(|record| record.queens().len()), Some(8));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn record(&self) -> Option<&Record> {
        match self {
            Self::Found(record) => Some(record),
            _ => None,
        }
    }
}

/// Looks for so many queens on an n×n board that obey a rule; with a symmetry, for a board that it leaves as it is.
///
/// This is for boards of which the number of queens is [known to be the most](super::bounds), or hoped to be reached, and
/// which are too large for a question about the most. For k = 1 queens are put down in pairs, rows and columns right by
/// construction, and lines change places until the diagonals are right. For other k the engine `Sat` is asked for a number
/// of empty lines in place of a number of queens, first inside the largest group of turns for which the numbers work out,
/// with a limit on conflicts and one seed after the other: what does not come soon comes with another seed.
///
/// Of the options it heeds the time limit, the cancel token, the seed, and the number of threads, each of which takes a
/// seed of its own. With one thread the board depends on nothing but what was asked and the seed.
///
/// # Errors
///
/// Reports a board without squares or with too many, and what makes no sense for its options.
///
/// # Examples
///
/// ```
/// use queenside::attacking::{Rule, search};
/// use queenside::{Options, Symmetry};
///
/// # #[cfg(feature = "sat")] {
/// // Q(3, 16) = 36 queens, turned into each other by quarter turns.
/// let searched = search(Rule::Exactly(3), 16, 36, Some(Symmetry::QuarterTurn), &Options::new())?;
/// let record = searched.record().expect("there are such boards");
/// let board = record.placement()?;
/// assert_eq!(board.transformed(Symmetry::QuarterTurn)?, board);
/// assert!(record.holds()?);
/// # }
/// # Ok::<(), queenside::Error>(())
/// ```
pub fn search(
    rule: Rule,
    n: usize,
    queens: usize,
    symmetry: Option<Symmetry>,
    options: &Options,
) -> Result<Searched, Error> {
    rule.problem(n).check()?;
    if queens == 0 {
        return Ok(Searched::Found(Record::new(rule, n, SquareSet::new())));
    }
    let in_pairs = symmetry.is_none() && n >= FEWEST_FOR_PAIRS && pairs::fit(rule, n, queens);
    let plans = if in_pairs { Vec::new() } else { plans(rule, n, queens, symmetry) };
    if plans.is_empty() && !in_pairs {
        return Ok(Searched::Impossible);
    }
    let closed = plans.iter().map(|_| AtomicBool::new(false)).collect();
    let (seed, over) = (seed(options), CancelToken::new());
    let race = Race { rule, n, queens, plans, closed, next: AtomicU32::new(0), seed, over };
    race.run(options)
}

/// On smaller boards there may be no queens in pairs, and nothing to be looked for at length.
const FEWEST_FOR_PAIRS: usize = 6;

#[cfg(any(feature = "ilp", feature = "sat"))]
fn seed(options: &Options) -> u32 {
    options.seed
}

#[cfg(not(any(feature = "ilp", feature = "sat")))]
fn seed(_: &Options) -> u32 {
    0
}

/// Attempts, one after the other or several at a time, until one succeeds.
struct Race {
    rule: Rule,
    n: usize,
    queens: usize,
    /// The problems to be tried; without any, queens are put down in pairs. The last leaves nothing out.
    plans: Vec<Plan>,
    /// Which of them are done with: they have no solutions, or take more memory than there is.
    closed: Vec<AtomicBool>,
    next: AtomicU32,
    seed: u32,
    /// Ends all attempts.
    over: CancelToken,
}

impl Race {
    fn run(self, options: &Options) -> Result<Searched, Error> {
        /// Between two looks at the clock, and what makes the control look at it.
        const PATIENCE: (Duration, u64) = (Duration::from_millis(2), 1 << 20);
        let mut control = Control::new(options);
        thread::scope(|scope| {
            let (tell, words) = mpsc::channel();
            for _ in 0..options.crew() {
                let (tell, own) = (tell.clone(), &self);
                // A thread that cannot be had, or breaks down, closes its end of the channel.
                drop(thread::Builder::new().spawn_scoped(scope, move || tell.send(own.attempts())));
            }
            drop(tell);
            let searched = loop {
                match words.recv_timeout(PATIENCE.0) {
                    Ok(searched) => break searched,
                    Err(RecvTimeoutError::Disconnected) => break Ok(Searched::Stopped(Cause::SolverFailed)),
                    Err(RecvTimeoutError::Timeout) => {
                        if let Err(cause) = control.spend(PATIENCE.1) {
                            break Ok(Searched::Stopped(cause));
                        }
                    }
                }
            };
            self.over.cancel();
            searched
        })
    }

    /// One attempt after the other.
    fn attempts(&self) -> Result<Searched, Error> {
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            // Without a seed a solver takes no chances.
            let seed = self.seed.wrapping_add(number).wrapping_add(1);
            let searched =
                if self.plans.is_empty() { Some(self.in_pairs(seed)) } else { self.in_clauses(number, seed)? };
            match searched {
                None => {}
                Some(Searched::Found(record)) => {
                    let sound = record.queens().len() == self.queens && record.holds()?;
                    let disagree = Searched::Stopped(Cause::Disagreement);
                    return Ok(if sound { Searched::Found(record) } else { disagree });
                }
                Some(other) => return Ok(other),
            }
        }
    }

    fn in_pairs(&self, seed: u32) -> Searched {
        let mut control = Control::new(&Options::new().cancel(&self.over));
        match pairs::search(self.n, self.queens, seed, &mut control) {
            Ok(queens) => Searched::Found(Record::new(self.rule, self.n, queens)),
            Err(cause) => Searched::Stopped(cause),
        }
    }

    fn in_clauses(&self, number: u32, seed: u32) -> Result<Option<Searched>, Error> {
        let (plan, conflicts) = turn(number, self.plans.len(), 100 * self.n as u64);
        if self.closed.iter().all(|closed| closed.load(Ordering::Relaxed)) {
            return Ok(Some(Searched::Stopped(Cause::MemoryLimit)));
        }
        if self.closed[plan].load(Ordering::Relaxed) {
            return Ok(None);
        }
        let options = Options::new().engine(ENGINE).cancel(&self.over).node_limit(conflicts);
        #[cfg(any(feature = "ilp", feature = "sat"))]
        let options = options.seed(seed);
        #[cfg(not(any(feature = "ilp", feature = "sat")))]
        let _ = seed;
        Ok(match self.plans[plan].problem().using(&options).solve()? {
            Solved::Found(placement, ..) => Some(Searched::Found(Record::new(self.rule, self.n, placement.occupied()))),
            Solved::Infeasible(_) => {
                self.closed[plan].store(true, Ordering::Relaxed);
                (plan + 1 == self.plans.len()).then_some(Searched::Impossible)
            }
            Solved::Stopped(stopped) => match stopped.cause() {
                Cause::NodeLimit => None,
                Cause::MemoryLimit => {
                    self.closed[plan].store(true, Ordering::Relaxed);
                    None
                }
                cause => Some(Searched::Stopped(cause)),
            },
        })
    }
}

#[cfg(feature = "sat")]
const ENGINE: Engine = Engine::Sat;
#[cfg(not(feature = "sat"))]
const ENGINE: Engine = Engine::Auto;

/// Which plan an attempt follows, and how many conflicts it may have: every other round one plan more is tried, and in each
/// round all of them for longer.
fn turn(number: u32, plans: usize, first: u64) -> (usize, u64) {
    let (mut round, mut place, mut conflicts) = (0, number as usize, first);
    loop {
        let tried = plans.min(round / 2 + 1);
        if place < tried {
            return (place, conflicts);
        }
        place -= tried;
        round += 1;
        conflicts = conflicts.saturating_add(conflicts / 2);
    }
}
