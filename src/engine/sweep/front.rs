//! One layer of the sweep: all states of the frontier, each with a value for the paths that lead there.

use std::hint::black_box;

use super::key::Key;
use super::plan::{Choice, Plan, Stage};
use super::table::Table;
use super::value::Value;
use crate::budget::{Cause, Control};

/// What the choices at one square weigh.
pub(super) trait ChoiceWeight<K, V> {
    /// What there is to know of a state.
    type Seen;

    fn see(&self, state: K) -> Self::Seen;

    /// The work that it takes to see a state.
    fn work(&self) -> u64;

    /// Returns the weight of the choice of this index in a state of which this was seen, with these values; `None` if nothing is to
    /// come of it.
    fn weight(&self, index: usize, choice: &Choice<K>, seen: &Self::Seen, values: &[V]) -> Option<i64>;
}

/// A weight for each choice, whatever the state.
impl<K, V> ChoiceWeight<K, V> for &[i64] {
    type Seen = ();

    fn see(&self, _: K) {}

    fn work(&self) -> u64 {
        0
    }

    fn weight(&self, _: usize, choice: &Choice<K>, (): &(), _: &[V]) -> Option<i64> {
        Some(self[choice.number])
    }
}

/// The states at one place of the board.
pub(super) struct Front<K, V> {
    pub(super) table: Table<K>,
    /// For each state one value per number of counted pieces.
    pub(super) values: Vec<V>,
    pub(super) stride: usize,
    /// The frontier after one more square, as far as it was worked out when the control stopped it, and how many states
    /// have gone into it.
    coming: Option<(Box<Self>, usize)>,
}

impl<K: Key, V: Value> Front<K, V> {
    /// States between two checks of the memory limit.
    const PATIENCE: usize = 256;
    /// States for which what is looked up after them is fetched at once.
    const TOGETHER: usize = 64;
    /// The most bytes that caches of the processor's own hold.
    const CACHED: u64 = 1 << 20;

    /// Returns the frontier before the first square.
    pub(super) fn start() -> Self {
        let mut table = Table::with_room(1);
        table.insert(K::default());
        Self { table, values: vec![V::start()], stride: 1, coming: None }
    }

    pub(super) fn len(&self) -> usize {
        self.table.len()
    }

    /// Returns the bytes held.
    pub(super) fn bytes(&self) -> u64 {
        let coming = self.coming.as_ref().map_or(0, |(coming, _)| coming.bytes());
        self.table.bytes() + (self.values.capacity() * size_of::<V>()) as u64 + coming
    }

    /// Returns what it takes to go on from one of `states` states, each with this many values.
    pub(super) fn work(stage: &Stage<K>, values: usize, states: f64) -> u64 {
        // Of this frontier and the next; a key has three places on average, and digits of big numbers are left out.
        let bytes = 2.0 * states * (size_of::<K>() + 3 * size_of::<u32>() + values * size_of::<V>()) as f64;
        // With one value a choice takes 15 nanoseconds where a cache of the processor's own holds them, 30 in caches and 45 in memory;
        // 6 for each further word of a key, and 4 for each automaton that reads it. Two nanoseconds are one step.
        let slower = match bytes {
            0.0..=2e6 => 2,
            0.0..=8e6 => 4,
            _ => 6,
        };
        let words = size_of::<K>() / size_of::<u64>();
        let choice = slower * (3 + values) + 3 * words.saturating_sub(1) + 2 * stage.automata();
        (stage.choices.len() * choice) as u64
    }

    /// Returns the mean of that over all squares.
    pub(super) fn mean_work(plan: &Plan<K>, values: usize, states: f64) -> u64 {
        let all: u64 = plan.stages.iter().map(|stage| Self::work(stage, values, states)).sum();
        all.div_ceil(plan.stages.len().max(1) as u64)
    }

    /// Returns the frontier after one more square. `counted` tells for each choice whether it is a counted piece, and
    /// `weights` its weight; `held` are bytes held elsewhere. Stopped at a node, it goes on from there when asked again.
    pub(super) fn advance(
        &mut self,
        stage: &Stage<K>,
        counted: &[bool],
        weights: &impl ChoiceWeight<K, V>,
        held: u64,
        control: &mut Control,
    ) -> Result<Self, Cause> {
        let more = stage.choices.iter().any(|choice| counted[choice.number]);
        let stride = self.stride + usize::from(more);
        let (mut next, first) = match self.coming.take() {
            Some((next, number)) => (*next, number),
            None => (Self { table: Table::with_room(self.len()), values: Vec::new(), stride, coming: None }, 0),
        };
        let work = Self::work(stage, self.stride, self.len() as f64) + weights.work();
        for (number, state) in self.table.keys.iter().enumerate().skip(first) {
            if let Err(cause) = control.node(work) {
                self.coming = Some((Box::new(next), number));
                return Err(cause);
            }
            if number % Self::PATIENCE == 0 {
                // Tables may be about to double.
                control.hold(held + self.bytes() + 2 * next.bytes())?;
            }
            if number.is_multiple_of(Self::TOGETHER) && next.bytes() > Self::CACHED {
                next.table.fetch(&self.after(number, stage, weights), |number| {
                    black_box(next.values[number * stride].is_nothing());
                });
            }
            let values = self.values_of(number);
            next.table.reserve(stage.choices.len(), control)?;
            let seen = weights.see(*state);
            for (index, choice) in stage.choices.iter().enumerate() {
                let Some(then) = stage.next(*state, choice) else { continue };
                let Some(weight) = weights.weight(index, choice, &seen, values) else { continue };
                let (number, fresh) = next.table.insert(then);
                let base = number * stride;
                if fresh {
                    next.values.resize(base + stride, V::nothing());
                }
                let base = base + usize::from(counted[choice.number]);
                for (own, other) in next.values[base..base + self.stride].iter_mut().zip(values) {
                    own.join(other, weight);
                }
            }
        }
        next.trim(control)?;
        Ok(next)
    }

    /// Returns the values of a state.
    fn values_of(&self, number: usize) -> &[V] {
        &self.values[number * self.stride..][..self.stride]
    }

    /// Returns the frontiers after all choices in some states from this number on, those for which what is looked up is fetched at
    /// once.
    fn after(&self, first: usize, stage: &Stage<K>, weights: &impl ChoiceWeight<K, V>) -> Vec<K> {
        let ahead = first..self.len().min(first + Self::TOGETHER);
        let mut after = Vec::with_capacity(ahead.len() * stage.choices.len());
        for number in ahead {
            let (state, values) = (self.table.keys[number], self.values_of(number));
            let seen = weights.see(state);
            for (index, choice) in stage.choices.iter().enumerate() {
                let then = stage.next(state, choice);
                after.extend(then.filter(|_| weights.weight(index, choice, &seen, values).is_some()));
            }
        }
        after
    }

    /// Drops trailing numbers of pieces that no path has reached.
    fn trim(&mut self, control: &mut Control) -> Result<(), Cause> {
        let last = self.values.chunks_exact(self.stride).any(|values| !values[self.stride - 1].is_nothing());
        if self.stride == 1 || last || self.len() == 0 {
            return Ok(());
        }
        let kept = self.stride - 1;
        for state in 0..self.len() {
            control.charge(kept as u64)?;
            for at in 0..kept {
                self.values.swap(state * kept + at, state * self.stride + at);
            }
        }
        self.values.truncate(self.len() * kept);
        self.stride = kept;
        Ok(())
    }

    /// Returns some of the states, by their numbers.
    pub(super) fn range(&self, states: std::ops::Range<usize>) -> Self {
        let mut table = Table::with_room(states.len());
        for key in &self.table.keys[states.clone()] {
            table.insert(*key);
        }
        let values = self.values[states.start * self.stride..states.end * self.stride].to_vec();
        Self { table, values, stride: self.stride, coming: None }
    }

    /// Returns the same states with values of another type.
    pub(super) fn map<W: Value>(self, value: impl Fn(V) -> W) -> Front<K, W> {
        let values = self.values.into_iter().map(value).collect();
        Front { table: self.table, values, stride: self.stride, coming: None }
    }
}

#[cfg(test)]
mod tests {
    use super::super::PreparedSweep;
    use super::super::key::with_key;
    use super::*;
    use crate::budget::Options;
    use crate::language::{Board, Piece, Problem, Wrap, classics};
    use crate::model::Model;

    /// The mean work of a state for a problem, where there is one state or a million.
    fn work(problem: Problem) -> [u64; 2] {
        let mut control = Control::new(&Options::new());
        let model = Model::compile(&std::sync::Arc::new(problem), &mut control).expect("no limit was set");
        let Ok(sweep) = PreparedSweep::of(&model, &mut control) else { panic!("it is accepted") };
        with_key!(sweep.layout.width, K => {
            let plan = sweep.plan::<K>();
            [1.0, 1e6].map(|states| Front::<K, u64>::mean_work(&plan, 1, states))
        })
    }

    #[test]
    fn a_state_costs_more_where_automata_read_it_where_keys_are_wide_and_where_memory_is_slow() {
        let board = Board::square(8);
        let torus = Board::square(12).with_wrap(Wrap::Both);
        let apart = work(classics::non_attacking(board.clone(), Piece::KING));
        let counted = work(classics::attacking(board, Piece::KING, 0..=3));
        let wide = work(classics::domination(torus, Piece::KNIGHT));
        // Eight automata or so read a square, or a key has several words.
        assert!(counted[0] > 2 * apart[0] && wide[0] > apart[0] + 4, "{apart:?}, {counted:?}, {wide:?}");
        for work in [apart, counted, wide] {
            assert!(work[1] > work[0], "{work:?}");
        }
    }
}
