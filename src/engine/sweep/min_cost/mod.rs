//! For every number of pieces the least cost, the number of solutions that reach it, and one of them.
//!
//! A sweep asks for so much at most, for some numbers of pieces at once, and drops a state once the rest of the board is known to
//! cost more, by the tables of `relax`. The first asks for what these tables allow; for numbers that are not reached the next one
//! asks for the least that the states dropped would have come to, or more where sweeps grow slowly. What is reached is the least
//! then, and no way to it is missed. Numbers for which memory does not suffice together are asked for in smaller groups.
//!
//! - `course`: one sweep;
//! - `layer`: the states at one place.

mod course;
mod layer;

use std::ops::Range;

use num_bigint::BigUint;

use super::super::Refusal;
use super::PreparedSweep;
use super::key::Key;
use super::relax::{NEVER, Prices};
use crate::answer::Count;
use crate::budget::{Cause, Control};
use crate::model::Model;
use course::{Asked, Course};
use layer::{States, Ways};

/// The least cost for a number of pieces, how many solutions reach it, and the choices of one of them.
pub(super) struct MinCost {
    pub(super) cost: u8,
    pub(super) ways: Count,
    pub(super) choices: Vec<usize>,
}

/// Returns, for each number of pieces, the least cost; `None` if no choices lead to it.
pub(super) fn min_cost<K: Key>(
    model: &Model,
    prepared: &PreparedSweep,
    prices: Prices<'_>,
    control: &mut Control,
) -> Result<Vec<Option<MinCost>>, Refusal> {
    let course = Course::<K>::new(model, prepared, prices, control)?;
    let numbers = 0..course.max + 1;
    let mut least = Least::new(&course);
    least.find::<K, u64>(&course, numbers.clone(), control)?;
    least.ask_again();
    least.find::<K, BigUint>(&course, numbers, control)?;
    Ok(least.known)
}

/// The least costs, as far as they are known.
struct Least {
    known: Vec<Option<MinCost>>,
    /// The cost that is asked for next, of each number of pieces, if it is open.
    limits: Vec<Option<u8>>,
    /// Those of numbers of which there are more solutions than could be counted.
    overflowed: Vec<Option<u8>>,
    /// How much more is asked for at least where a number was not reached, and how many states the last sweep kept.
    step: u8,
    last: usize,
}

impl Least {
    /// Begins with what the tables allow.
    fn new<K: Key>(course: &Course<'_, K>) -> Self {
        let numbers = 0..course.max + 1;
        let mut bounds = vec![0; numbers.len()];
        let below = vec![NEVER; numbers.len()];
        let all = Asked { below, next: Vec::new(), numbers: numbers.clone() };
        course.is_within(0, (K::default(), 0), &all, &mut bounds);
        let limits = bounds.into_iter().map(|bound| (bound < NEVER).then_some(bound)).collect();
        let mut known = Vec::new();
        known.resize_with(numbers.len(), || None);
        Self { known, limits, overflowed: vec![None; numbers.len()], step: 1, last: 0 }
    }

    /// Asks again for what could not be counted.
    fn ask_again(&mut self) {
        std::mem::swap(&mut self.limits, &mut self.overflowed);
    }

    /// Finds what is open of some numbers of pieces, in smaller groups where memory does not suffice for all.
    fn find<K: Key, T: Ways>(
        &mut self,
        course: &Course<'_, K>,
        numbers: Range<usize>,
        control: &mut Control,
    ) -> Result<(), Cause> {
        (self.step, self.last) = (1, 0);
        while self.limits[numbers.clone()].iter().any(Option::is_some) {
            match self.sweep::<K, T>(course, numbers.clone(), control) {
                Err(Cause::MemoryLimit) if numbers.len() > 1 => {
                    let middle = numbers.start + numbers.len() / 2;
                    self.find::<K, T>(course, numbers.start..middle, control)?;
                    self.find::<K, T>(course, middle..numbers.end, control)?;
                }
                swept => swept?,
            }
        }
        Ok(())
    }

    /// Asks once for what is open of some numbers of pieces.
    fn sweep<K: Key, T: Ways>(
        &mut self,
        course: &Course<'_, K>,
        numbers: Range<usize>,
        control: &mut Control,
    ) -> Result<(), Cause> {
        let below = self.limits[numbers.clone()].iter().map(|limit| limit.map_or(0, |limit| limit + 1)).collect();
        let mut asked = Asked { below, next: vec![NEVER; numbers.len()], numbers: numbers.clone() };
        let layers = course.sweep::<T>(&mut asked, control)?;
        let kept: usize = layers.iter().map(|layer| layer.states.table.len()).sum();
        let last = layers.last().filter(|layer| layer.states.table.len() > 0);
        // A sweep that reaches nothing should cost less than half as much as the next.
        if last.is_none() && kept < 2 * self.last {
            self.step = self.step.saturating_mul(2);
        }
        self.last = kept;
        for (limit, next) in self.limits[numbers].iter_mut().zip(asked.next) {
            let Some(own) = limit.filter(|_| next < NEVER) else {
                *limit = None;
                continue;
            };
            *limit = Some(own.saturating_add(self.step).clamp(next, NEVER - 1));
        }
        let Some(last) = last else { return Ok(()) };
        let states: Vec<&States<K>> = layers.iter().map(|layer| &layer.states).collect();
        let found = course.back(&states, control)?;
        for (number, (way, ways)) in found.into_iter().zip(&last.ways).enumerate() {
            let (state, cost) = last.states.get(number);
            let pieces = course.pieces(state);
            self.limits[pieces] = None;
            match ways.exact() {
                Some(ways) => self.known[pieces] = Some(MinCost { cost, ways, choices: way.choices }),
                None => self.overflowed[pieces] = Some(cost),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::budget::Options;
    use crate::language::{Board, Piece, Problem};
    use crate::model::bit_set::Fixed;

    /// Pieces of which none attacks another, and walls.
    fn behind_walls(board: Board, piece: Piece) -> Arc<Problem> {
        let mut problem = Problem::new(board);
        problem.add_kind("piece", piece);
        problem.add_kind("wall", Piece::BLOCKER);
        Arc::new(problem.non_attacking().clone())
    }

    const PRICES: Prices<'_> = Prices { counted: &[false, true, false], costs: &[0, 0, 1] };

    /// A course with tables within some memory.
    fn course(problem: &Arc<Problem>, of_tables: u64) -> (Course<'static, Fixed<1>>, Control) {
        let mut control = Control::new(&Options::new());
        let model = Model::compile(problem, &mut control).expect("no limit was set");
        let prepared = PreparedSweep::of(&model, &mut control).expect("the frontier is narrow");
        let mut control = control.with_memory_limit(of_tables);
        (Course::new(&model, &prepared, PRICES, &mut control).expect("tables fit"), control)
    }

    /// The least costs and the numbers of ways.
    fn known(least: Least) -> Vec<Option<(u8, Count)>> {
        assert!(least.limits.iter().chain(&least.overflowed).all(Option::is_none));
        least.known.into_iter().map(|known| known.map(|known| (known.cost, known.ways))).collect()
    }

    /// The same of all numbers at once, with tables within some memory.
    fn together(problem: &Arc<Problem>, of_tables: u64) -> Vec<Option<(u8, Count)>> {
        let (course, control) = course(problem, of_tables);
        let mut least = Least::new(&course);
        let mut control = control.with_memory_limit(1 << 30);
        least.find::<_, u64>(&course, 0..course.max + 1, &mut control).expect("there is room");
        known(least)
    }

    #[test]
    fn numbers_are_asked_for_in_groups_that_memory_suffices_for() {
        let problem = behind_walls(Board::square(7), Piece::QUEEN);
        let (course, mut control) = course(&problem, Options::MEMORY);
        let numbers = 0..course.max + 1;
        let mut room = 1 << 22;
        let mut were_too_many = false;
        loop {
            let mut control = control.fork().with_memory_limit(course.held() + room);
            let whole = Least::new(&course).sweep::<_, u64>(&course, numbers.clone(), &mut control);
            let mut least = Least::new(&course);
            let found = least.find::<_, u64>(&course, numbers.clone(), &mut control);
            if found == Err(Cause::MemoryLimit) {
                break;
            }
            found.expect("no other limit was set");
            were_too_many |= whole == Err(Cause::MemoryLimit);
            let walls: Vec<_> = least.known.iter().flatten().map(|known| known.cost).collect();
            assert_eq!(walls[7..], [0, 1, 2, 4, 6, 8, 10, 12, 20, 33], "{room} bytes");
            room -= room / 16;
        }
        assert!(were_too_many);
    }

    #[test]
    fn groups_of_numbers_come_to_what_all_come_to() {
        // Of the knights several come between two layers, more than a group asks for.
        for (board, piece) in [(Board::new(4, 5), Piece::KNIGHT), (Board::square(5), Piece::QUEEN)] {
            let problem = behind_walls(board, piece);
            let all = together(&problem, Options::MEMORY);
            let (course, mut control) = course(&problem, Options::MEMORY);
            for size in [1, 2, 3] {
                let mut groups = Least::new(&course);
                for first in (0..=course.max).step_by(size) {
                    let numbers = first..(course.max + 1).min(first + size);
                    groups.find::<_, u64>(&course, numbers, &mut control).expect("no limit was set");
                }
                assert_eq!(known(groups), all, "{problem} in groups of {size}");
            }
        }
    }

    #[test]
    fn what_tables_leave_room_for_does_not_matter() {
        for (board, piece) in
            [(Board::square(5), Piece::QUEEN), (Board::new(4, 7), Piece::ROOK), (Board::new(9, 3), Piece::BISHOP)]
        {
            let problem = behind_walls(board, piece);
            let all = together(&problem, Options::MEMORY);
            for of_tables in [1 << 26, 1 << 23, 1 << 21, 1 << 20] {
                assert_eq!(together(&problem, of_tables), all, "{problem} with {of_tables}");
            }
        }
    }
}
