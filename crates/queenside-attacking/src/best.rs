//! The board with the most queens so far, for a search that is stopped before it has all of them.

use std::sync::{Mutex, PoisonError};

use super::plan::{self, Plan, plans};
use super::{Record, Rule};
use queenside::{Board, Budget, Invalid, Options, Square, SquareSet, Symmetry};

/// Boards that obey the rule and the symmetry with fewer queens than wanted. Where boards of the wanted queens are looked for
/// by clauses, smaller boards, which are found much sooner, are looked for in between: with empty rows and columns around
/// it a board obeys the same rule.
pub(super) struct Best {
    rule: Rule,
    n: usize,
    wanted: usize,
    symmetry: Option<Symmetry>,
    queens: Mutex<SquareSet>,
    ladder: Mutex<Ladder>,
}

/// The size of board that is looked for next.
struct Ladder {
    /// The larger ones, the next one last.
    sizes: Vec<usize>,
    size: usize,
    plans: Vec<Plan>,
    /// Whether they have solutions at all.
    closed: Vec<bool>,
    attempts: u32,
    /// The conflicts of all attempts.
    spent: u64,
}

impl Best {
    pub(super) fn new(rule: Rule, n: usize, wanted: usize, symmetry: Option<Symmetry>) -> Self {
        /// The number of sizes that are tried, in equal steps.
        const STEPS: usize = 8;
        let is_centred = |size: &usize| symmetry.is_none() || (n - size).is_multiple_of(2);
        let mut sizes: Vec<usize> = (1..n).rev().filter(is_centred).step_by((n / STEPS).max(1)).collect();
        // The full size is for the search itself, and tiny boards are of no use.
        sizes.retain(|size| size * STEPS >= n);
        let ladder = Ladder { sizes, size: 0, plans: Vec::new(), closed: Vec::new(), attempts: 0, spent: 0 };
        let best = Self { rule, n, wanted, symmetry, queens: Mutex::default(), ladder: Mutex::new(ladder) };
        best.begin_with_a_pattern();
        best
    }

    /// A pattern of the rule, or of fewer others where each may attack fewer.
    fn begin_with_a_pattern(&self) {
        let rules = match self.rule {
            Rule::Exactly(_) => vec![self.rule],
            Rule::AtMost(k) => (0..=k.min(6)).rev().map(Rule::AtMost).collect(),
        };
        for rule in rules {
            // The number of queens grows with the board.
            let of = |n: usize| rule.pattern(n).map_or(usize::MAX, |queens| queens.len());
            let (mut fits, mut too_many) = (0, self.n + 1);
            // Mostly it is the whole board that is wanted.
            let mut next = self.n;
            while fits + 1 < too_many {
                *(if of(next) <= self.wanted { &mut fits } else { &mut too_many }) = next;
                next = fits.midpoint(too_many);
            }
            if let Some(queens) = rule.pattern(fits) {
                self.offer_within(fits, &queens.occupied());
            }
        }
    }

    /// Keeps the queens of a smaller board, with empty lines around it, if these are more than before.
    fn offer_within(&self, size: usize, queens: &SquareSet) {
        let margin = if self.symmetry.is_some() { (self.n - size) / 2 } else { 0 };
        self.offer(queens.iter().map(|square| Square::new(square.row() + margin, square.column() + margin)).collect());
    }

    /// Keeps queens if they are more than before, not more than wanted, and right by the reference meaning.
    pub(super) fn offer(&self, queens: SquareSet) {
        let mut best = self.queens.lock().unwrap_or_else(PoisonError::into_inner);
        if (best.len() + 1..=self.wanted).contains(&queens.len()) && self.is_right(&queens) {
            *best = queens;
        }
    }

    fn is_right(&self, queens: &SquareSet) -> bool {
        let record = Record::new(self.rule, self.n, queens.clone());
        let is_symmetric = |symmetry| {
            let image = record.placement().and_then(|board| board.transformed(symmetry));
            image.is_ok_and(|image| image.occupied() == *queens)
        };
        record.holds() == Ok(true) && self.symmetry.is_none_or(is_symmetric)
    }

    /// Returns the board with the most queens so far.
    pub(super) fn record(&self) -> Record {
        let queens = self.queens.lock().unwrap_or_else(PoisonError::into_inner);
        Record::new(self.rule, self.n, queens.clone())
    }

    /// Looks for a smaller board, unless another thread does, or that would take more than a part of the work.
    pub(super) fn climb(&self, spent_on_all: u64, seed: u32, options: &Options) -> Result<(), Invalid> {
        /// The conflicts before the search proper, and the part of all conflicts later on.
        const FIRST: u64 = 2000;
        const PART: u64 = 4;
        let Ok(mut ladder) = self.ladder.try_lock() else { return Ok(()) };
        while ladder.spent * PART <= FIRST * PART + spent_on_all {
            if ladder.closed.iter().all(|closed| *closed) && !self.step_up(&mut ladder, options)? {
                return Ok(());
            }
            let (number, conflicts) = plan::turn(ladder.attempts, ladder.plans.len(), 100 * ladder.size as u64);
            ladder.attempts += 1;
            if ladder.closed[number] {
                continue;
            }
            let options = options.clone().node_limit(conflicts).seed(seed.wrapping_add(ladder.attempts));
            let answer = ladder.plans[number].problem().using(&options).solve()?;
            ladder.spent += answer.statistics().nodes.max(1);
            match answer.exact() {
                Ok(Some(board)) => {
                    self.offer_within(ladder.size, &board.occupied());
                    ladder.closed.fill(true);
                }
                Ok(None) => ladder.closed[number] = true,
                Err(stopped) if stopped.cause() == queenside::Cause::NodeLimit => {}
                // Cancelled, or no memory for any larger board.
                Err(_) => {
                    ladder.sizes.clear();
                    ladder.closed.fill(true);
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Goes on to the next size that may hold more queens; returns whether there is one.
    fn step_up(&self, ladder: &mut Ladder, options: &Options) -> Result<bool, Invalid> {
        let so_far = self.queens.lock().unwrap_or_else(PoisonError::into_inner).len();
        while let Some(size) = ladder.sizes.pop() {
            if Budget::new(options).check().is_err() {
                return Ok(false);
            }
            let bounds = self.rule.on(Board::square(size)).using(options).bounds()?;
            let min = bounds.first().and_then(|bound| usize::try_from(bound.value()).ok());
            let max = self.wanted.min(min.unwrap_or(0));
            // Of some numbers of queens it is known that there are none.
            let some = (so_far + 1..=max).rev().map(|queens| plans(self.rule, size, queens, self.symmetry));
            if let Some(plans) = some.take(4).find(|plans| !plans.is_empty()) {
                (ladder.size, ladder.attempts) = (size, 0);
                ladder.closed = vec![false; plans.len()];
                ladder.plans = plans;
                return Ok(true);
            }
        }
        Ok(false)
    }
}
