//! The states at one place, each with the least cost of a path to it and the number of paths that cost no more.

use num_bigint::BigUint;

use super::super::key::Key;
use super::super::table::Table;
use crate::answer::Count;

/// The number of paths.
pub(super) trait Ways: Clone + Sync {
    fn one() -> Self;
    fn add(&mut self, other: &Self);
    /// Returns the exact number, unless it overflowed.
    fn exact(&self) -> Option<Count>;
}

impl Ways for u64 {
    fn one() -> Self {
        1
    }

    fn add(&mut self, other: &Self) {
        *self = self.saturating_add(*other);
    }

    fn exact(&self) -> Option<Count> {
        (*self < Self::MAX).then(|| (*self).into())
    }
}

impl Ways for BigUint {
    fn one() -> Self {
        1u32.into()
    }

    fn add(&mut self, other: &Self) {
        *self += other;
    }

    fn exact(&self) -> Option<Count> {
        Some(Count::from_big(self.clone()))
    }
}

/// States before one square, the number of pieces among their bits, each with the least cost of a path to it.
pub(super) struct Layer<K, T> {
    pub(super) states: States<K>,
    pub(super) ways: Vec<T>,
}

/// States with their least costs. What can be done without knowing the numbers of paths is compiled once for all of them.
pub(super) struct States<K> {
    pub(super) table: Table<K>,
    pub(super) costs: Vec<u8>,
}

impl<K: Key> States<K> {
    pub(super) fn bytes(&self) -> u64 {
        self.table.bytes() + self.costs.capacity() as u64
    }

    /// Returns the state with this number, and its cost.
    pub(super) fn get(&self, number: usize) -> (K, u8) {
        (self.table.keys[number], self.costs[number])
    }
}

impl<K: Key, T: Ways> Layer<K, T> {
    pub(super) fn with_room(states: usize) -> Self {
        Self { states: States { table: Table::with_room(states), costs: Vec::new() }, ways: Vec::new() }
    }

    pub(super) fn start() -> Self {
        let mut layer = Self::with_room(1);
        layer.add(K::default(), 0, &T::one());
        layer
    }

    pub(super) fn bytes(&self) -> u64 {
        self.states.bytes() + (self.ways.capacity() * size_of::<T>()) as u64
    }

    pub(super) fn add(&mut self, state: K, cost: u8, ways: &T) {
        let costs = &mut self.states.costs;
        let (number, fresh) = self.states.table.insert(state);
        if fresh {
            costs.push(cost);
            self.ways.push(ways.clone());
        } else if cost < costs[number] {
            costs[number] = cost;
            self.ways[number] = ways.clone();
        } else if cost == costs[number] {
            self.ways[number].add(ways);
        }
    }
}
