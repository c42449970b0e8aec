//! Solutions counted by size where no rule asks for anybody: whoever may still come may also stay away, so that every
//! choice on the way is a solution, and no conclusions are to be drawn.

use super::program::{Agenda, Program};
use crate::control::{Cause, Control, free_aside};
use crate::count::Count;
use crate::model::{Model, Rule, Var};
use crate::words::Words;

/// Whether all that a model says is who excludes whom.
pub(super) fn only_excludes(model: &Model) -> bool {
    model.rules.iter().all(|rule| matches!(rule, Rule::NotBoth(..)))
}

/// Counts the solutions of such a model by their number of pieces of the kinds counted.
pub(super) fn tally<W: Words>(model: &Model, counted: &[bool], control: &mut Control) -> Result<Vec<Count>, Cause> {
    /// From so many variables on, freeing takes longer than to have it done by another thread.
    const MANY: usize = 1 << 12;
    let program = Program::<W>::new(model, control)?;
    let counts = count(&program, counted, control);
    if program.vars >= MANY {
        free_aside(program);
    }
    counts
}

/// Goes through all sets of variables none of which excludes another; of each only who may still join it is kept.
fn count<W: Words>(program: &Program<W>, counted: &[bool], control: &mut Control) -> Result<Vec<Count>, Cause> {
    let mut agenda = Agenda::full(0);
    let mut numbers = vec![0u64; program.vars + 1];
    let mut open = W::zeros(program.vars);
    (0..program.vars as Var).for_each(|var| open.insert(var));
    let work = open.words().len() as u64;
    let mut solution = |size: usize| {
        control.node(work)?;
        control.progress.solutions += 1;
        numbers[size] += 1;
        Ok(())
    };
    solution(0)?;
    let mut sets = vec![(open, 0)];
    while let Some((open, size)) = sets.last_mut() {
        let Some(var) = open.first() else {
            sets.pop();
            continue;
        };
        open.remove(var);
        let size = *size + usize::from(counted[var as usize % program.kinds]);
        solution(size)?;
        let mut open = open.clone();
        program.take_excluded(&mut open, &mut agenda, var);
        if open.first().is_some() {
            sets.push((open, size));
        }
    }
    Ok(numbers.into_iter().map(Count::from).collect())
}
