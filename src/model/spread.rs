//! `Spread`: a table that grows in small steps.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash};

type Hasher = BuildHasherDefault<DefaultHasher>;

/// A table in many parts. A single table that is full moves all its entries at once, which takes a tenth of a second for a
/// million of them; each part moves only its own.
pub(super) struct Spread<K, V>(Vec<HashMap<K, V, Hasher>>);

impl<K, V> Default for Spread<K, V> {
    fn default() -> Self {
        Self((0..PARTS).map(|_| HashMap::default()).collect())
    }
}

const PARTS: usize = 256;

/// Returns the part of a key. The upper bits choose it: the lower ones place the key within.
fn part<Q: Hash + ?Sized>(key: &Q) -> usize {
    (digest(key) >> 32) as usize % PARTS
}

/// Returns a number that different keys hardly ever share.
pub(super) fn digest<Q: Hash + ?Sized>(key: &Q) -> u64 {
    Hasher::default().hash_one(key)
}

impl<K: Hash + Eq, V> Spread<K, V> {
    pub(super) fn get<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.0[part(key)].get(key)
    }

    /// Sets a value; returns the one that was there.
    pub(super) fn insert(&mut self, key: K, value: V) -> Option<V> {
        self.0[part(&key)].insert(key, value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_in_is_there_and_the_parts_are_about_equal() {
        let mut spread = Spread::default();
        for number in 0..100_000u64 {
            assert_eq!(spread.insert(vec![number, number + 1], number), None);
        }
        for number in 0..100_000 {
            assert_eq!(spread.get(&[number, number + 1][..]), Some(&number));
            assert_eq!(spread.get(&[number + 1, number][..]), None);
        }
        assert_eq!(spread.insert(vec![7, 8], 0), Some(7));
        let largest = spread.0.iter().map(HashMap::len).max();
        assert!(largest < Some(2 * 100_000 / PARTS), "{largest:?}");
    }
}
