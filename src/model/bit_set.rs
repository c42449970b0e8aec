//! Sets of variables as bits: one, two or four 64-bit words, or as many as needed.

use crate::model::Var;

/// A set of variables of a width fixed when a search starts.
pub(crate) trait BitSet: Clone + Send + 'static {
    /// Whether the variables are many, so that more work per node of the search tree is worthwhile.
    const MANY: bool;

    /// A set that is only ever combined with others, stored in whatever form makes that quick.
    type Mask: Send + Sync + 'static;

    /// Returns the empty set of variables below `len`.
    fn zeros(len: usize) -> Self;

    /// Returns the mask of these variables below `len`.
    fn mask(len: usize, vars: &[Var]) -> Self::Mask;

    /// Returns the mask with these words, by index.
    fn of_parts(parts: &[(u32, u64)]) -> Self::Mask;

    /// Returns the non-zero words of a mask, or all of them, with their indices.
    fn parts(mask: &Self::Mask) -> impl Iterator<Item = (usize, u64)> + '_;

    /// Returns how many words are looked at to compare a set with a mask.
    fn cost(mask: &Self::Mask) -> u64;

    /// Returns this set as a mask.
    fn to_mask(&self) -> Self::Mask;

    fn words(&self) -> &[u64];

    fn words_mut(&mut self) -> &mut [u64];

    fn len(&self) -> usize {
        let mut len = 0;
        for word in self.words() {
            len += word.count_ones() as usize;
        }
        len
    }

    fn has(&self, var: Var) -> bool {
        self.words()[var as usize / 64] >> (var % 64) & 1 == 1
    }

    fn has_all(&self, vars: &[Var]) -> bool {
        for var in vars {
            if !self.has(*var) {
                return false;
            }
        }
        true
    }

    fn insert(&mut self, var: Var) {
        self.words_mut()[var as usize / 64] |= 1 << (var % 64);
    }

    fn remove(&mut self, var: Var) {
        self.words_mut()[var as usize / 64] &= !(1 << (var % 64));
    }

    fn first(&self) -> Option<Var> {
        let place = self.words().iter().position(|word| *word != 0)?;
        Some(place as Var * 64 + self.words()[place].trailing_zeros())
    }

    /// Returns the first member after `var`.
    fn first_after(&self, var: Var) -> Option<Var> {
        let start = var as usize + 1;
        let words = self.words();
        let mut dropped = start % 64;
        for (place, word) in words.iter().enumerate().skip(start / 64) {
            let left = word >> dropped << dropped;
            if left != 0 {
                return Some(place as Var * 64 + left.trailing_zeros());
            }
            dropped = 0;
        }
        None
    }

    /// Returns the number of members that are in another set of the same width, too.
    fn count_common(&self, other: &Self) -> usize {
        let others = other.words();
        let mut count = 0;
        for (place, word) in self.words().iter().enumerate() {
            count += (word & others[place]).count_ones() as usize;
        }
        count
    }

    /// Removes the members of another set of the same width.
    fn subtract(&mut self, other: &Self) {
        let others = other.words();
        for (place, word) in self.words_mut().iter_mut().enumerate() {
            *word &= !others[place];
        }
    }

    /// Adds the members of another set of the same width.
    fn unite(&mut self, other: &Self) {
        for (word, bits) in self.words_mut().iter_mut().zip(other.words()) {
            *word |= bits;
        }
    }

    /// Visits the members in order.
    fn each(&self, mut visit: impl FnMut(Var)) {
        for (place, word) in self.words().iter().enumerate() {
            each_bit(place, *word, &mut visit);
        }
    }

    /// Rewrites `list`, which holds `all[var]` for each member of `before` in order, to hold it for the members of this
    /// set; returns the length of the prefix that did not change.
    fn renew<T: Copy>(&self, before: &Self, all: &[T], list: &mut Vec<T>) -> usize {
        let (words, others) = (self.words(), before.words());
        let Some(place) = words.iter().zip(others).position(|(own, other)| own != other) else { return list.len() };
        let other = u64::MAX << (words[place] ^ others[place]).trailing_zeros();
        let same = words[..place].iter().map(|word| word.count_ones()).sum::<u32>();
        let same = (same + (words[place] & !other).count_ones()) as usize;
        list.truncate(same);
        each_bit(place, words[place] & other, &mut |var| list.push(all[var as usize]));
        for (place, word) in words.iter().enumerate().skip(place + 1) {
            each_bit(place, *word, &mut |var| list.push(all[var as usize]));
        }
        same
    }

    /// Copies another set of the same width into this one's memory.
    fn copy(&mut self, other: &Self) {
        self.words_mut().copy_from_slice(other.words());
    }

    fn clear(&mut self) {
        self.words_mut().fill(0);
    }

    /// Overwrites a mask with this set, in place.
    fn store(&self, mask: &mut Self::Mask);

    /// Adds the members of the mask.
    fn add(&mut self, mask: &Self::Mask) {
        let words = self.words_mut();
        for (place, bits) in Self::parts(mask) {
            words[place] |= bits;
        }
    }

    /// Keeps only the members that are in the mask.
    fn keep(&mut self, mask: &Self::Mask) {
        let words = self.words_mut();
        let mut next = 0;
        for (place, bits) in Self::parts(mask) {
            words[next..place].fill(0);
            words[place] &= bits;
            next = place + 1;
        }
        words[next..].fill(0);
    }

    fn count_in(&self, mask: &Self::Mask) -> usize {
        let mut count = 0;
        for (place, bits) in Self::parts(mask) {
            count += (self.words()[place] & bits).count_ones() as usize;
        }
        count
    }

    /// Returns the number of these masks that hold a member.
    fn count_met(&self, masks: &[Self::Mask]) -> usize {
        let mut count = 0;
        for mask in masks {
            count += usize::from(self.meets(mask));
        }
        count
    }

    /// Returns the number of members in the mask, or `limit` if that is smaller.
    fn count_below(&self, mask: &Self::Mask, limit: usize) -> usize {
        let mut count = 0;
        for (place, bits) in Self::parts(mask) {
            let mut word = self.words()[place] & bits;
            while word != 0 {
                count += 1;
                if count >= limit {
                    return limit;
                }
                word &= word - 1;
            }
        }
        count
    }

    fn meets(&self, mask: &Self::Mask) -> bool {
        for (place, bits) in Self::parts(mask) {
            if self.words()[place] & bits != 0 {
                return true;
            }
        }
        false
    }

    fn first_in(&self, mask: &Self::Mask) -> Option<Var> {
        for (place, bits) in Self::parts(mask) {
            let word = self.words()[place] & bits;
            if word != 0 {
                return Some(place as Var * 64 + word.trailing_zeros());
            }
        }
        None
    }

    /// Visits the members that are in the mask, in order.
    fn each_in(&self, mask: &Self::Mask, mut visit: impl FnMut(Var)) {
        for (place, bits) in Self::parts(mask) {
            each_bit(place, self.words()[place] & bits, &mut visit);
        }
    }

    /// Tells whether the mask holds no member, exactly one (and which), or more.
    fn few_in(&self, mask: &Self::Mask) -> Few {
        let mut few = Few::None;
        for (place, bits) in Self::parts(mask) {
            let word = self.words()[place] & bits;
            if word == 0 {
                continue;
            }
            if few != Few::None || word & (word - 1) != 0 {
                return Few::More;
            }
            few = Few::One(place as Var * 64 + word.trailing_zeros());
        }
        few
    }

    /// Tells whether all members that are in the inner mask are in the outer one, too.
    fn within(&self, inner: &Self::Mask, outer: &Self::Mask) -> bool {
        let mut left = self.clone();
        left.take(outer);
        !left.meets(inner)
    }

    /// Removes the members that are in the mask.
    fn take(&mut self, mask: &Self::Mask) {
        let words = self.words_mut();
        for (place, bits) in Self::parts(mask) {
            words[place] &= !bits;
        }
    }

    /// Returns `len` bits from a position on, at most 64.
    fn field(&self, start: usize, len: usize) -> u64 {
        let (place, shift) = (start / 64, start % 64);
        let words = self.words();
        let mut bits = words[place] >> shift;
        if shift + len > 64 {
            bits |= words[place + 1] << (64 - shift);
        }
        if len < 64 { bits & ((1 << len) - 1) } else { bits }
    }
}

/// None, one, or more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Few {
    None,
    One(Var),
    More,
}

fn each_bit(place: usize, mut word: u64, visit: &mut impl FnMut(Var)) {
    while word != 0 {
        visit(place as Var * 64 + word.trailing_zeros());
        word &= word - 1;
    }
}

/// Exactly `N` words, on the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fixed<const N: usize>([u64; N]);

impl<const N: usize> Default for Fixed<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

impl From<u64> for Fixed<1> {
    fn from(word: u64) -> Self {
        Self([word])
    }
}

impl From<Fixed<1>> for u64 {
    fn from(Fixed([word]): Fixed<1>) -> Self {
        word
    }
}

impl<const N: usize> Fixed<N> {
    /// Returns the words of both sets, combined one by one.
    pub(crate) fn combined(self, other: Self, word: impl Fn(u64, u64) -> u64) -> Self {
        let mut words = self.0;
        for (place, own) in words.iter_mut().enumerate() {
            *own = word(*own, other.0[place]);
        }
        Self(words)
    }
}

impl<const N: usize> BitSet for Fixed<N> {
    const MANY: bool = false;

    type Mask = Self;

    fn zeros(_: usize) -> Self {
        Self([0; N])
    }

    fn mask(len: usize, vars: &[Var]) -> Self {
        let mut mask = Self::zeros(len);
        for var in vars {
            mask.insert(*var);
        }
        mask
    }

    fn of_parts(parts: &[(u32, u64)]) -> Self {
        let mut mask = Self::default();
        for (place, word) in parts {
            mask.0[*place as usize] = *word;
        }
        mask
    }

    fn parts(mask: &Self) -> impl Iterator<Item = (usize, u64)> + '_ {
        mask.0.iter().copied().enumerate()
    }

    fn cost(_: &Self) -> u64 {
        N as u64
    }

    fn to_mask(&self) -> Self {
        *self
    }

    /// Without a branch per word.
    fn few_in(&self, mask: &Self) -> Few {
        let (mut some, mut twice) = (0, 0);
        for (place, own) in self.0.iter().enumerate() {
            let word = own & mask.0[place];
            twice |= some & word;
            some |= word;
        }
        if some == 0 {
            Few::None
        } else if twice | (some & (some - 1)) != 0 {
            Few::More
        } else {
            self.first_in(mask).map_or(Few::None, Few::One)
        }
    }

    /// Without a branch where there is but one word.
    fn meets(&self, mask: &Self) -> bool {
        let mut some = 0;
        for (place, own) in self.0.iter().enumerate() {
            some |= own & mask.0[place];
            if N > 1 && some != 0 {
                return true;
            }
        }
        some != 0
    }

    fn count_below(&self, mask: &Self, limit: usize) -> usize {
        self.count_in(mask).min(limit)
    }

    fn store(&self, mask: &mut Self) {
        *mask = *self;
    }

    fn words(&self) -> &[u64] {
        &self.0
    }

    fn words_mut(&mut self) -> &mut [u64] {
        &mut self.0
    }
}

/// Any number of words; masks keep only the non-zero ones.
#[derive(Clone)]
pub(crate) struct Wide(Vec<u64>);

impl BitSet for Wide {
    const MANY: bool = true;

    type Mask = Vec<(u32, u64)>;

    fn zeros(len: usize) -> Self {
        Self(vec![0; len.div_ceil(64)])
    }

    fn mask(_: usize, vars: &[Var]) -> Self::Mask {
        let mut vars = vars.to_vec();
        vars.sort_unstable();
        let mut mask: Self::Mask = Vec::new();
        for var in vars {
            let bit = 1 << (var % 64);
            match mask.last_mut() {
                Some((place, bits)) if *place == var / 64 => *bits |= bit,
                _ => mask.push((var / 64, bit)),
            }
        }
        mask
    }

    fn of_parts(parts: &[(u32, u64)]) -> Self::Mask {
        parts.to_vec()
    }

    fn parts(mask: &Self::Mask) -> impl Iterator<Item = (usize, u64)> + '_ {
        mask.iter().map(|(place, bits)| (*place as usize, *bits))
    }

    fn cost(mask: &Self::Mask) -> u64 {
        mask.len() as u64
    }

    fn to_mask(&self) -> Self::Mask {
        let mut mask = Vec::new();
        self.store(&mut mask);
        mask
    }

    fn store(&self, mask: &mut Self::Mask) {
        mask.clear();
        for (place, bits) in self.0.iter().enumerate() {
            if *bits != 0 {
                mask.push((place as u32, *bits));
            }
        }
    }

    fn words(&self) -> &[u64] {
        &self.0
    }

    fn words_mut(&mut self) -> &mut [u64] {
        &mut self.0
    }
}

/// Does something with the type of sets that is wide enough for a number of members.
macro_rules! with_width {
    ($members:expr, $set:ident => $body:expr) => {
        crate::language::with_words!($members, WORDS => {
            type $set = crate::model::bit_set::Fixed<WORDS>;
            $body
        }, more => {
            type $set = crate::model::bit_set::Wide;
            $body
        })
    };
}

pub(crate) use with_width;

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn agrees<W: BitSet>(set: &BTreeSet<Var>, mask: &BTreeSet<Var>) {
        let mut words = W::zeros(256);
        for var in set {
            words.insert(*var);
        }
        let vars: Vec<Var> = mask.iter().copied().collect();
        let bits = W::mask(256, &vars);
        let both: Vec<Var> = set.intersection(mask).copied().collect();
        let mut seen = Vec::new();
        words.each_in(&bits, |var| seen.push(var));
        assert_eq!(seen, both);
        assert_eq!(words.count_in(&bits), both.len());
        assert_eq!(words.count_below(&bits, 5), both.len().min(5));
        assert_eq!(words.meets(&bits), !both.is_empty());
        assert_eq!(words.first_in(&bits), both.first().copied());
        let few = match both[..] {
            [] => Few::None,
            [only] => Few::One(only),
            _ => Few::More,
        };
        assert_eq!(words.few_in(&bits), few);
        assert_eq!(words.first(), set.first().copied());
        let (mut other, mut list) = (W::zeros(256), Vec::new());
        let all: Vec<Var> = (0..256).collect();
        for var in mask {
            other.insert(*var);
        }
        other.renew(&W::zeros(256), &all, &mut list);
        assert_eq!(list, vars);
        let same = words.renew(&other, &all, &mut list);
        assert_eq!(list, set.iter().copied().collect::<Vec<Var>>());
        assert_eq!(same, vars.iter().zip(&list).take_while(|(old, new)| old == new).count());
        for start in [0usize, 5, 60, 130] {
            let plain =
                (0..40).filter(|bit| set.contains(&((start + bit) as Var))).fold(0, |word, bit| word | 1u64 << bit);
            assert_eq!(words.field(start, 40), plain);
        }
        let mut sum = words.clone();
        sum.add(&bits);
        let mut all = Vec::new();
        sum.each(|var| all.push(var));
        assert_eq!(all, set.union(mask).copied().collect::<Vec<_>>());
        sum.copy(&words);
        sum.unite(&other);
        let mut seen = Vec::new();
        sum.each(|var| seen.push(var));
        assert_eq!(seen, set.union(mask).copied().collect::<Vec<_>>());
        let mut kept = W::zeros(256);
        kept.copy(&words);
        kept.keep(&bits);
        let mut stored = W::mask(256, &[7, 200]);
        kept.store(&mut stored);
        kept.clear();
        assert_eq!(kept.first(), None);
        kept.add(&stored);
        let mut seen = Vec::new();
        kept.each(|var| seen.push(var));
        assert_eq!(seen, both);
        words.take(&bits);
        let mut left = Vec::new();
        words.each(|var| left.push(var));
        assert_eq!(left, set.difference(mask).copied().collect::<Vec<_>>());
    }

    proptest! {
        #[test]
        fn every_width_is_a_set(set in prop::collection::btree_set(0u32..256, 0..60), mask in prop::collection::btree_set(0u32..256, 0..60)) {
            agrees::<Fixed<4>>(&set, &mask);
            agrees::<Wide>(&set, &mask);
        }
    }
}
