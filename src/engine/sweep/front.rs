//! The frontier on its way over the board: all states, each with what is known of the ways that lead there.

use super::key::Key;
use super::plan::Stage;
use super::table::Table;
use super::value::Value;
use crate::control::{Cause, Control};

/// The states at one place of the board.
pub(super) struct Front<K, V> {
    pub(super) table: Table<K>,
    /// For each state as many values as there may be pieces counted, by their number.
    pub(super) values: Vec<V>,
    pub(super) stride: usize,
}

impl<K: Key, V: Value> Front<K, V> {
    /// States between two looks at the memory.
    const PATIENCE: usize = 256;

    /// The frontier before the first square.
    pub(super) fn start() -> Self {
        let mut table = Table::with_room(1);
        table.insert(K::default());
        Self { table, values: vec![V::start()], stride: 1 }
    }

    pub(super) fn len(&self) -> usize {
        self.table.len()
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> u64 {
        self.table.bytes() + (self.values.capacity() * size_of::<V>()) as u64
    }

    /// The frontier behind one more square. `counted` tells for each choice whether it is a piece that is counted, and
    /// `weights` how much it weighs; `held` are bytes held elsewhere.
    pub(super) fn advance(
        &self,
        stage: &Stage<K>,
        counted: &[bool],
        weights: &[i64],
        held: u64,
        control: &mut Control,
    ) -> Result<Self, Cause> {
        let more = stage.choices.iter().any(|choice| counted[choice.number]);
        let stride = self.stride + usize::from(more);
        let mut next = Self { table: Table::with_room(self.len()), values: Vec::new(), stride };
        let work = stage.choices.len() as u64 * (8 + 2 * self.stride as u64);
        for (number, state) in self.table.keys.iter().enumerate() {
            control.node(work)?;
            if number % Self::PATIENCE == 0 {
                // What grows may be about to double.
                control.hold(held + self.bytes() + 2 * next.bytes())?;
            }
            let values = &self.values[number * self.stride..][..self.stride];
            next.table.reserve(stage.choices.len(), control)?;
            for choice in &stage.choices {
                let Some(then) = stage.next(*state, choice) else { continue };
                let (number, fresh) = next.table.insert(then);
                let base = number * stride;
                if fresh {
                    next.values.resize(base + stride, V::nothing());
                }
                let base = base + usize::from(counted[choice.number]);
                for (own, other) in next.values[base..base + self.stride].iter_mut().zip(values) {
                    own.join(other, weights[choice.number]);
                }
            }
        }
        next.trim(control)?;
        Ok(next)
    }

    /// Drops the numbers of pieces that nobody has reached.
    fn trim(&mut self, control: &mut Control) -> Result<(), Cause> {
        let last = self.values.chunks_exact(self.stride).any(|values| !values[self.stride - 1].is_nothing());
        if self.stride == 1 || last || self.len() == 0 {
            return Ok(());
        }
        let kept = self.stride - 1;
        for state in 0..self.len() {
            control.spend(kept as u64)?;
            for at in 0..kept {
                self.values.swap(state * kept + at, state * self.stride + at);
            }
        }
        self.values.truncate(self.len() * kept);
        self.stride = kept;
        Ok(())
    }

    /// The same states with values of another sort.
    pub(super) fn map<W: Value>(self, value: impl Fn(V) -> W) -> Front<K, W> {
        Front { table: self.table, values: self.values.into_iter().map(value).collect(), stride: self.stride }
    }
}
