//! Counts by visiting every solution, up to symmetry: they can be suspended, and go on where they were.

use crate::answer::{Count, Statistics};
use crate::budget::{Cause, Control, Options};
use crate::language::Invalid;
use crate::query::Solutions;
use crate::query::count::so_far;
use crate::query::prepared::{Explained, Pace, Prepared};

/// Solutions under way, and how many there were.
pub(super) struct Visits {
    solutions: Solutions,
    /// The solutions by their number of pieces, and those that have not been added to it yet.
    counts: Vec<Count>,
    numbers: Vec<u64>,
    pub(super) pace: Pace,
}

impl Visits {
    fn new(solutions: Solutions, sizes: usize) -> Self {
        Self { solutions, counts: vec![Count::default(); sizes], numbers: vec![0; sizes], pace: Pace::default() }
    }

    /// Visits what is left; pieces of the kinds counted make the size of a solution.
    fn go_on(&mut self, counted: &[bool]) -> Explained<Vec<Count>> {
        /// The solutions of a size that are added at once: numbers of any length are slow.
        const MANY: u64 = 1 << 32;
        let mut placed = Vec::new();
        let by_size = counted.contains(&true);
        let mut stopped = None;
        while let Some(step) = self.solutions.advance() {
            if let Err(cause) = step {
                stopped = Some(cause);
                break;
            }
            let mut size = 0;
            if by_size {
                self.solutions.placed(&mut placed);
                size = placed.iter().filter(|(_, kind)| counted[usize::from(*kind)]).count();
            }
            self.numbers[size] += self.solutions.weight();
            if self.numbers[size] >= MANY {
                self.counts[size] += std::mem::take(&mut self.numbers[size]).into();
            }
        }
        for (count, number) in self.counts.iter_mut().zip(&mut self.numbers) {
            *count += std::mem::take(number).into();
        }
        let Some(stopped) = stopped else { return Ok((std::mem::take(&mut self.counts), self.solutions.answered())) };
        let all: Count = self.counts.iter().cloned().sum();
        let statistics = Statistics { solutions: so_far(&all), ..stopped.statistics() };
        Err(stopped.with_statistics(statistics))
    }
}

impl Prepared {
    /// Returns the number of solutions by their number of pieces of the kinds counted, of which it visits every one, or one of
    /// each orbit. Stopped at a node, it goes on from there when the same engine is asked again.
    pub(super) fn visit(
        &self,
        counted: &[bool],
        options: &Options,
        control: Control,
    ) -> Result<Explained<Vec<Count>>, Invalid> {
        let engine = options.engine.backend().engine();
        let mut suspended = self.visits.borrow_mut();
        let mut visits = if let Some(place) = suspended.iter().position(|(own, _)| *own == engine) {
            let mut visits = suspended.swap_remove(place).1;
            visits.solutions.go_on(control);
            visits
        } else {
            let sizes = if counted.contains(&true) { self.problem.board().open().len() + 1 } else { 1 };
            Visits::new(Solutions::for_counting(self, options, control)?, sizes)
        };
        let known = visits.go_on(counted);
        if let Err(stopped) = &known
            && stopped.cause() == Cause::NodeLimit
        {
            let (work, left) = visits.solutions.work();
            visits.pace.add(stopped.statistics().nodes, work.saturating_sub(visits.pace.work));
            visits.pace.left = left;
            suspended.push((engine, visits));
        }
        Ok(known)
    }
}
