//! A board with a number of queens, found rather than proved.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::best::Best;
use super::plan::{Plan, plans, turn};
use super::{Record, Rule, pairs};
use queenside::{Budget, CancelToken, Cause, Engine, Invalid, Options, SquareSet, Symmetry};

/// The answer to [`search`].
///
/// # Examples
///
/// ```
/// use queenside_attacking::{Rule, Searched, search};
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
    /// It was stopped before the answer was known.
    Stopped {
        /// Why it was stopped.
        cause: Cause,
        /// The board with the most queens that was found so far, fewer than wanted; it may be empty.
        best: Record,
    },
}

impl Searched {
    /// Returns the board, if one was found.
    ///
    /// ```
    /// use queenside_attacking::{Rule, search};
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

    /// Returns the board, if one was found, or else the best so far, which obeys the rule with fewer queens.
    ///
    /// ```
    /// use std::time::Duration;
    /// use queenside::{Cause, Options};
    /// use queenside_attacking::{Rule, Searched, search};
    ///
    /// // 200 queens on 150×150 are not found at once, some of them are.
    /// let at_once = Options::new().time_limit(Duration::ZERO);
    /// let searched = search(Rule::Exactly(1), 150, 200, None, &at_once)?;
    /// assert!(matches!(&searched, Searched::Stopped { cause: Cause::TimeLimit, .. }));
    /// let best = searched.best().expect("there is the empty board at least");
    /// assert!(best.holds()? && (1..200).contains(&best.queens().len()));
    /// # Ok::<(), queenside::Error>(())
    /// ```
    pub fn best(&self) -> Option<&Record> {
        match self {
            Self::Found(record) | Self::Stopped { best: record, .. } => Some(record),
            Self::Impossible => None,
        }
    }
}

/// Searches for a number of queens on an n×n board that obey a rule; with a symmetry, for a board that it leaves as it is.
///
/// This is for boards whose number of queens is [known to be the most](super::bounds), or hoped to be reached, and
/// which are too large to maximise. For k = 1 queens are placed in pairs, rows and columns right by construction, and
/// lines are swapped until the diagonals are right. For other k the engine `Sat` solves for a number of empty lines in
/// place of a number of queens, first under the largest group of turns for which the numbers work out, with a limit on
/// conflicts and one seed after the other.
///
/// It uses these options: the limits of time and nodes, the cancel token, the seed, and the number of threads, each of which has
/// its own seed. A node is a conflict of the SAT solver; for k = 1 it is 64 swaps of lines. With one thread the board depends
/// only on the arguments, the seed and the node limit.
///
/// If it is stopped, it hands over the best board so far: for k = 1 what is left when queens that are still in each other's way
/// are removed; for other k a pattern, or a smaller board, which is looked for beforehand and in between.
///
/// # Errors
///
/// Reports a board without squares or with too many, and senseless arguments for its options.
///
/// # Examples
///
/// ```
/// use queenside_attacking::{Rule, search};
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
) -> Result<Searched, Invalid> {
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
    let budget = Budget::new(options);
    let (seed, limit, over) = (budget.seed(), budget.node_limit(), CancelToken::new());
    let best = Best::new(rule, n, queens, symmetry);
    let begun = best.record();
    if begun.queens().len() == queens {
        return Ok(Searched::Found(begun));
    }
    let (next, conflicts) = (AtomicU32::new(0), AtomicU64::new(0));
    Race { rule, n, queens, plans, closed, next, conflicts, seed, limit, over, best }.run(budget)
}

/// Smaller boards may have no queens in pairs, and need no long search.
const FEWEST_FOR_PAIRS: usize = 6;

/// Attempts, one after the other or several at a time, until one succeeds.
struct Race {
    rule: Rule,
    n: usize,
    queens: usize,
    /// The problems to try; without any, queens are placed in pairs. The last leaves nothing out.
    plans: Vec<Plan>,
    /// Which of them are closed: they have no solutions, or need too much memory.
    closed: Vec<AtomicBool>,
    next: AtomicU32,
    /// The conflicts of all attempts.
    conflicts: AtomicU64,
    seed: u32,
    limit: Option<u64>,
    /// Ends all attempts.
    over: CancelToken,
    best: Best,
}

/// How an attempt ends.
enum Ended {
    Found(SquareSet),
    Impossible,
    /// Another one may succeed.
    Failed,
    Stopped(Cause),
}

impl Race {
    fn run(self, mut budget: Budget) -> Result<Searched, Invalid> {
        /// Between two checks of the clock.
        const PATIENCE: Duration = Duration::from_millis(2);
        let ended = thread::scope(|scope| {
            let (tell, words) = mpsc::channel();
            for _ in 0..budget.threads() {
                let (tell, own) = (tell.clone(), &self);
                // If the thread cannot be started or panics, its end of the channel closes.
                drop(thread::Builder::new().spawn_scoped(scope, move || tell.send(own.attempts())));
            }
            drop(tell);
            let ended = loop {
                match words.recv_timeout(PATIENCE) {
                    Ok(ended) => break ended,
                    Err(RecvTimeoutError::Disconnected) => break Ok(Ended::Stopped(Cause::SolverFailed)),
                    Err(RecvTimeoutError::Timeout) => {
                        if let Err(cause) = budget.check() {
                            break Ok(Ended::Stopped(cause));
                        }
                    }
                }
            };
            self.over.cancel();
            ended
        })?;
        // All threads are over, and have left what they had.
        let best = self.best.record();
        let of = |queens| Record::new(self.rule, self.n, queens);
        Ok(match ended {
            Ended::Found(queens) if queens.len() == self.queens && of(queens.clone()).holds()? => {
                Searched::Found(of(queens))
            }
            Ended::Found(_) => Searched::Stopped { cause: Cause::Disagreement, best },
            Ended::Impossible => Searched::Impossible,
            Ended::Stopped(_) | Ended::Failed if best.queens().len() == self.queens => Searched::Found(best),
            Ended::Stopped(cause) => Searched::Stopped { cause, best },
            Ended::Failed => Searched::Stopped { cause: Cause::SolverFailed, best },
        })
    }

    /// Runs one attempt after the other.
    fn attempts(&self) -> Result<Ended, Invalid> {
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            // With the seed 0 a solver does not randomise.
            let seed = self.seed.wrapping_add(number).wrapping_add(1);
            match if self.plans.is_empty() { self.in_pairs(seed) } else { self.in_clauses(number, seed)? } {
                Ended::Failed => {}
                ended => return Ok(ended),
            }
        }
    }

    fn in_pairs(&self, seed: u32) -> Ended {
        let options = Options::new().cancel(&self.over);
        let mut budget = Budget::new(&match self.limit {
            Some(limit) => options.node_limit(limit),
            None => options,
        });
        match pairs::search(self.rule, self.n, self.queens, seed, &mut budget) {
            Ok(queens) => Ended::Found(queens),
            Err((cause, queens)) => {
                self.best.offer(queens);
                Ended::Stopped(cause)
            }
        }
    }

    fn in_clauses(&self, number: u32, seed: u32) -> Result<Ended, Invalid> {
        let options = Options::new().engine(ENGINE).cancel(&self.over);
        self.best.climb(self.conflicts.load(Ordering::Relaxed), self.seed, &options)?;
        let (plan, conflicts) = turn(number, self.plans.len(), 100 * self.n as u64);
        if self.closed.iter().all(|closed| closed.load(Ordering::Relaxed)) {
            return Ok(Ended::Stopped(Cause::MemoryLimit));
        }
        if self.closed[plan].load(Ordering::Relaxed) {
            return Ok(Ended::Failed);
        }
        let spent = self.conflicts.load(Ordering::Relaxed);
        let conflicts = conflicts.min(self.limit.map_or(u64::MAX, |limit| limit.saturating_sub(spent)));
        if conflicts == 0 {
            return Ok(Ended::Stopped(Cause::NodeLimit));
        }
        let answer = self.plans[plan].problem().using(&options.node_limit(conflicts).seed(seed)).solve()?;
        self.conflicts.fetch_add(answer.statistics().nodes, Ordering::Relaxed);
        Ok(match answer.exact() {
            Ok(Some(placement)) => Ended::Found(placement.occupied()),
            Ok(None) => {
                self.closed[plan].store(true, Ordering::Relaxed);
                if plan + 1 == self.plans.len() { Ended::Impossible } else { Ended::Failed }
            }
            Err(stopped) => match stopped.cause() {
                Cause::NodeLimit => Ended::Failed,
                Cause::MemoryLimit => {
                    self.closed[plan].store(true, Ordering::Relaxed);
                    Ended::Failed
                }
                cause => Ended::Stopped(cause),
            },
        })
    }
}

/// A SAT solver restarts and learns, which suits problems with many solutions that are far apart.
const ENGINE: Engine = if cfg!(feature = "sat") { Engine::Sat } else { Engine::Auto };
