//! Counts solutions by size if every rule only excludes: then each open variable may also stay false, so that every
//! node of the tree is a solution, and nothing is propagated.

use super::completions::{MOST_AT_ONCE, MOST_NODES, sizes};
use super::program::{Agenda, Program};
use crate::answer::Count;
use crate::budget::{Cause, Control, free_aside};
use crate::engine::Counting;
use crate::model::bit_set::BitSet;
use crate::model::{Model, Rule, Var};

/// Tells whether the model only excludes pairs of variables.
pub(super) fn only_excludes(model: &Model) -> bool {
    model.rules.iter().all(|rule| matches!(rule, Rule::NotBoth(..)))
}

/// Visits all sets of compatible variables; of each, only the variables that may still join it are kept.
pub(super) struct Subsets<W: BitSet> {
    /// Missing only while it is dropped.
    program: Option<Program<W>>,
    counted: Vec<bool>,
    /// The number of solutions found of each size.
    numbers: Vec<u64>,
    /// The variables that may still join the first set, and its size, until it is counted.
    first: Option<(W, usize)>,
    /// The variables that may still join each set on the way to the last, and its size.
    sets: Vec<(W, usize)>,
    /// From how many variables on a set is not counted at once with all that contain it.
    many: usize,
}

impl<W: BitSet> Subsets<W> {
    /// Prepares the count of the solutions in which these variables have these values, which do not exclude each other.
    pub(super) fn new(
        model: &Model,
        decided: &[(Var, bool)],
        counted: &[bool],
        control: &mut Control,
    ) -> Result<Self, Cause> {
        let program = Program::new(model, control)?;
        let numbers = vec![0; program.vars + 1];
        let (mut open, mut size) = (W::zeros(program.vars), 0);
        (0..program.vars as Var).for_each(|var| open.insert(var));
        for (var, value) in decided {
            open.remove(*var);
            if *value {
                size += usize::from(counted[*var as usize % program.kinds]);
                program.take_excluded(&mut open, &mut Agenda::full(0), *var);
            }
        }
        let many = if counted.iter().all(|counted| *counted) { MOST_AT_ONCE + 1 } else { 0 };
        let (counted, first) = (counted.to_vec(), Some((open, size)));
        Ok(Self { program: Some(program), counted, numbers, first, sets: Vec::new(), many })
    }
}

impl<W: BitSet> Counting for Subsets<W> {
    fn go_on(&mut self, control: &mut Control) -> Result<Vec<Count>, Cause> {
        let Some(program) = &self.program else { return Ok(Vec::new()) };
        let mut agenda = Agenda::full(0);
        let work = W::zeros(program.vars).words().len() as u64;
        if self.first.is_some() {
            control.node(work)?;
        }
        if let Some((open, size)) = self.first.take() {
            control.progress.solutions += 1;
            self.numbers[size] = 1;
            self.sets.push((open, size));
        }
        while let Some((open, size)) = self.sets.last_mut() {
            let Some(var) = open.first() else {
                self.sets.pop();
                continue;
            };
            control.node(work)?;
            control.progress.solutions += 1;
            open.remove(var);
            let size = *size + usize::from(self.counted[var as usize % program.kinds]);
            self.numbers[size] += 1;
            let mut open = open.clone();
            program.take_excluded(&mut open, &mut agenda, var);
            let squares = open.len();
            if squares == 0 {
                continue;
            }
            if squares < self.many {
                match sizes(program, &open, control) {
                    Ok(Some(more)) => {
                        control.progress.solutions += more.iter().sum::<u64>();
                        self.numbers[size + 1..].iter_mut().zip(more).for_each(|(number, more)| *number += more);
                        continue;
                    }
                    Ok(None) if control.nodes_left() < MOST_NODES => {}
                    Ok(None) => self.many = squares,
                    Err(cause) => {
                        self.sets.push((open, size));
                        return Err(cause);
                    }
                }
            }
            self.sets.push((open, size));
        }
        Ok(self.numbers.iter().copied().map(Count::from).collect())
    }
}

impl<W: BitSet> Drop for Subsets<W> {
    fn drop(&mut self) {
        /// From this many variables on, freeing takes longer than handing it to another thread.
        const MANY: usize = 1 << 12;
        if self.program.as_ref().is_some_and(|program| program.vars >= MANY) {
            free_aside(self.program.take());
        }
    }
}
