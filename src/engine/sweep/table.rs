//! The states of one layer, each once, in order of discovery.

use std::hint::black_box;

use super::key::Key;
use crate::budget::{Cause, Control};

/// An open-addressed table of keys, numbered in order of insertion.
pub(super) struct Table<K> {
    pub(super) keys: Vec<K>,
    /// One more than the number of the key in each slot; 0 if it is free. Half of the slots stay free.
    places: Vec<u32>,
    /// How many low bits of a hash are dropped to get a slot.
    shift: u32,
}

impl<K: Key> Table<K> {
    const LEAST: usize = 16;

    /// Returns a table with room for `keys` keys before it grows.
    pub(super) fn with_room(keys: usize) -> Self {
        let places = (2 * keys).next_power_of_two().max(Self::LEAST);
        Self { keys: Vec::new(), places: vec![0; places], shift: u64::BITS - places.trailing_zeros() }
    }

    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    /// Returns the bytes held.
    pub(super) fn bytes(&self) -> u64 {
        (self.keys.capacity() * size_of::<K>() + self.places.len() * size_of::<u32>()) as u64
    }

    /// Makes room for `more` more keys.
    #[inline]
    pub(super) fn reserve(&mut self, more: usize, control: &mut Control) -> Result<(), Cause> {
        let room = (self.places.len() / 2).saturating_sub(self.keys.len());
        if more <= room { Ok(()) } else { self.grow(more, control) }
    }

    fn grow(&mut self, more: usize, control: &mut Control) -> Result<(), Cause> {
        // A place holds a number of 32 bits.
        const MOST: u64 = 1 << 32;
        let wanted = self.keys.len().checked_add(more).and_then(|keys| keys.checked_mul(2));
        let places = wanted.and_then(usize::checked_next_power_of_two).filter(|places| *places as u64 <= MOST);
        let places = places.ok_or(Cause::MemoryLimit)?;
        self.places = vec![0; places];
        self.shift = u64::BITS - places.trailing_zeros();
        for number in 0..self.keys.len() {
            if number % 256 == 0 {
                control.charge(4 * 256)?;
            }
            let place = self.place(self.keys[number]);
            self.places[place] = number as u32 + 1;
        }
        Ok(())
    }

    /// Returns the number of a key, and whether it is new. There must be room.
    #[inline]
    pub(super) fn insert(&mut self, key: K) -> (usize, bool) {
        let place = self.place(key);
        match self.places[place] {
            0 => {
                self.keys.push(key);
                self.places[place] = self.keys.len() as u32;
                (self.keys.len() - 1, true)
            }
            number => (number as usize - 1, false),
        }
    }

    /// Loads into caches what it takes to look up these keys, nearly always, and calls a function with the likely number of each
    /// that is there, to load what else lies under it. No load waits for another, so that memory answers many at a time.
    pub(super) fn fetch(&self, keys: &[K], load: impl Fn(usize)) {
        let likely: Vec<u32> = keys.iter().map(|key| self.places[(key.hash() >> self.shift) as usize]).collect();
        for number in likely {
            if let Some(number) = (number as usize).checked_sub(1) {
                black_box(self.keys[number]);
                load(number);
            }
        }
    }

    /// Returns the number of a key, if it is there.
    pub(super) fn find(&self, key: K) -> Option<usize> {
        (self.places[self.place(key)] as usize).checked_sub(1)
    }

    /// Returns the slot where a key lies or would lie.
    #[inline]
    fn place(&self, key: K) -> usize {
        let mask = self.places.len() - 1;
        let mut place = (key.hash() >> self.shift) as usize;
        loop {
            match self.places[place] {
                0 => return place,
                number if self.keys[number as usize - 1] == key => return place,
                _ => place = (place + 1) & mask,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Options;
    use crate::model::bit_set::Fixed;

    #[test]
    fn more_keys_than_can_be_numbered_are_too_much_memory_on_machines_of_any_width() {
        let mut control = Control::new(&Options::new());
        let mut table = Table::<Fixed<1>>::with_room(0);
        for more in [usize::MAX, usize::MAX / 2, usize::MAX / 4 + 1] {
            assert_eq!(table.reserve(more, &mut control), Err(Cause::MemoryLimit), "{more}");
        }
    }

    #[test]
    fn keys_are_numbered_as_they_come() {
        let key = |word: u64| Fixed::<1>::from(word);
        let mut control = Control::new(&Options::new());
        let mut table = Table::<Fixed<1>>::with_room(0);
        for round in 0..2 {
            for number in 0..1000 {
                assert_eq!(table.reserve(1, &mut control), Ok(()));
                assert_eq!(table.insert(key(number << 50 | 7)), (number as usize, round == 0));
            }
        }
        // Some keys are not there.
        let loaded = std::cell::Cell::new(0);
        table.fetch(&[key(7), key(3), key(999 << 50 | 7)], |number| {
            assert!(number < 1000);
            loaded.set(loaded.get() + 1);
        });
        assert!((2..=3).contains(&loaded.get()));
        assert_eq!((table.len(), table.find(key(3 << 50 | 7)), table.find(key(3))), (1000, Some(3), None));
    }
}
