//! Maps and sets stored as sorted lists, for at most some hundred entries or for keys that come in order. They compile to a
//! tenth of the code of trees.

use std::cmp::Ordering;

/// Values by key, in the order of the keys.
#[derive(Debug)]
pub(crate) struct OrderedMap<K, V>(Vec<(K, V)>);

impl<K, V> Default for OrderedMap<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K, V> OrderedMap<K, V> {
    pub(crate) const fn new() -> Self {
        Self(Vec::new())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The entries, in the order of their keys.
    pub(crate) fn iter(&self) -> std::slice::Iter<'_, (K, V)> {
        self.0.iter()
    }

    pub(crate) fn into_vec(self) -> Vec<(K, V)> {
        self.0
    }
}

impl<K: Ord, V> OrderedMap<K, V> {
    /// Where a key is, or where it belongs.
    fn place(&self, key: &K) -> Result<usize, usize> {
        match self.0.last() {
            Some((last, _)) if last >= key => self.0.binary_search_by(|(own, _)| own.cmp(key)),
            _ => Err(self.0.len()),
        }
    }

    pub(crate) fn get(&self, key: &K) -> Option<&V> {
        self.place(key).ok().map(|place| &self.0[place].1)
    }

    /// Sets a value; returns the one that was there.
    pub(crate) fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.place(&key) {
            Ok(place) => Some(std::mem::replace(&mut self.0[place].1, value)),
            Err(place) => {
                self.0.insert(place, (key, value));
                None
            }
        }
    }

    /// The value of a key, which is the default if it is new.
    pub(crate) fn entry(&mut self, key: K) -> &mut V
    where
        V: Default,
    {
        let place = match self.place(&key) {
            Ok(place) => place,
            Err(place) => {
                self.0.insert(place, (key, V::default()));
                place
            }
        };
        &mut self.0[place].1
    }
}

/// Different values, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OrderedSet<T>(Vec<T>);

impl<T> Default for OrderedSet<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> OrderedSet<T> {
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The values in order.
    pub(crate) fn iter(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }

    pub(crate) fn into_vec(self) -> Vec<T> {
        self.0
    }
}

impl<T: Ord> OrderedSet<T> {
    /// Where a value is, or where it belongs.
    fn place(&self, value: &T) -> Result<usize, usize> {
        match self.0.last() {
            Some(last) if last >= value => self.0.binary_search(value),
            _ => Err(self.0.len()),
        }
    }

    pub(crate) fn contains(&self, value: &T) -> bool {
        self.place(value).is_ok()
    }

    /// Adds a value; tells whether it is new.
    pub(crate) fn insert(&mut self, value: T) -> bool {
        match self.place(&value) {
            Ok(_) => false,
            Err(place) => {
                self.0.insert(place, value);
                true
            }
        }
    }
}

impl<T: Ord> FromIterator<T> for OrderedSet<T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        let mut set = Self::default();
        for value in values {
            set.insert(value);
        }
        set
    }
}

/// Sorts a list; equal values keep their order. For long lists of small values [`slice::sort_unstable`] is quicker, but it
/// is compiled anew for each type, while here one sort of places serves all.
pub(crate) fn sort<T: Ord>(list: &mut [T]) {
    sort_by(list, T::cmp);
}

/// Sorts a list by numbers.
pub(crate) fn sort_by_number<T>(list: &mut [T], number: impl Fn(&T) -> i64) {
    sort_by(list, |a, b| number(a).cmp(&number(b)));
}

/// Sorts a list by a comparison.
pub(crate) fn sort_by<T>(list: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let mut order = sorted_places(list.len(), &|a, b| compare(&list[a], &list[b]));
    for first in 0..list.len() {
        // Around a cycle of places each takes the value of the next, the last that of the first.
        let mut place = first;
        loop {
            let from = std::mem::replace(&mut order[place], place);
            if from == first {
                break;
            }
            list.swap(place, from);
            place = from;
        }
    }
}

/// The places of a list in the order of what stands there.
fn sorted_places(len: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..len).collect();
    places.sort_by(|a, b| compare(*a, *b));
    places
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn entries_are_those_of_a_tree(changes in prop::collection::vec((0u8..2, 0u8..20, 0u8..5), 0..60)) {
            let (mut own, mut tree) = (OrderedMap::new(), BTreeMap::new());
            for (change, key, value) in changes {
                if change == 0 {
                    prop_assert_eq!(own.insert(key, value), tree.insert(key, value));
                } else {
                    *own.entry(key) += value;
                    *tree.entry(key).or_default() += value;
                }
                prop_assert_eq!(own.get(&key), tree.get(&key));
                prop_assert_eq!(own.is_empty(), tree.is_empty());
            }
            prop_assert_eq!(own.into_vec(), tree.into_iter().collect::<Vec<_>>());
        }

        #[test]
        fn numbers_are_sorted_as_std_does(numbers in prop::collection::vec(-5i64..5, 0..30)) {
            let mut own: Vec<(i64, usize)> = numbers.into_iter().zip(0..).collect();
            let mut sorted = own.clone();
            sort_by_number(&mut own, |(number, _)| *number);
            sorted.sort_by_key(|(number, _)| *number);
            prop_assert_eq!(own, sorted);
        }

        #[test]
        fn values_are_those_of_a_tree(values in prop::collection::vec(0u8..20, 0..30)) {
            let (mut own, mut tree) = (OrderedSet::default(), BTreeSet::new());
            for value in &values {
                prop_assert_eq!(own.insert(*value), tree.insert(*value));
            }
            prop_assert!((0..20).all(|value| own.contains(&value) == tree.contains(&value)));
            prop_assert_eq!((own.len(), own.is_empty()), (tree.len(), tree.is_empty()));
            prop_assert_eq!(&values.into_iter().collect::<OrderedSet<u8>>(), &own);
            prop_assert!(own.iter().eq(tree.iter()));
            prop_assert_eq!(own.into_vec(), tree.into_iter().collect::<Vec<_>>());
        }
    }
}
