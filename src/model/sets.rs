//! Lists stored end to end, so that a million short ones are made and freed quickly.

use std::ops::Deref;

use super::Var;
use crate::budget::{Cause, Control};

/// Lists, one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lists<T> {
    members: Vec<T>,
    ends: Vec<usize>,
}

/// Lists of variables, or of other numbers.
pub(crate) type Sets = Lists<Var>;

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Self { members: Vec::new(), ends: Vec::new() }
    }
}

impl Sets {
    /// Returns, for each number below `limit`, the second members of the pairs whose first it is, in their order.
    pub(crate) fn grouped(limit: usize, pairs: &[(Var, u32)], control: &mut Control) -> Result<Self, Cause> {
        control.charge(limit as u64)?;
        let mut ends = vec![0; limit];
        for (first, _) in pairs {
            control.charge(0)?;
            ends[*first as usize] += 1;
        }
        let mut start = 0;
        for end in &mut ends {
            (start, *end) = (start + *end, start);
        }
        // Each end starts at the beginning of its list and advances as the list is filled.
        let mut members = vec![0; pairs.len()];
        for (first, second) in pairs {
            control.charge(2)?;
            let end = &mut ends[*first as usize];
            members[*end] = *second;
            *end += 1;
        }
        Ok(Self { members, ends })
    }
}

impl<T> Lists<T> {
    /// Adds a list.
    pub(crate) fn push(&mut self, members: impl IntoIterator<Item = T>) {
        self.members.extend(members);
        self.ends.push(self.members.len());
    }

    /// Adds a list if it has at least `min` members; returns whether it did.
    pub(crate) fn push_if(&mut self, min: usize, members: impl IntoIterator<Item = T>) -> bool {
        let start = self.members.len();
        self.members.extend(members);
        let enough = self.members.len() - start >= min;
        if enough {
            self.ends.push(self.members.len());
        } else {
            self.members.truncate(start);
        }
        enough
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    pub(crate) fn get(&self, place: usize) -> &[T] {
        let start = if place == 0 { 0 } else { self.ends[place - 1] };
        &self.members[start..self.ends[place]]
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &[T]> + Clone {
        (0..self.len()).map(|place| self.get(place))
    }

    /// Returns the members of all lists.
    pub(crate) fn members(&self) -> &[T] {
        &self.members
    }
}

/// Variables. One alone, which is the commonest case, takes no memory on the heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ShortList {
    One(Var),
    Others(Vec<Var>),
}

impl FromIterator<Var> for ShortList {
    fn from_iter<I: IntoIterator<Item = Var>>(vars: I) -> Self {
        let mut vars = vars.into_iter();
        match (vars.next(), vars.next()) {
            (Some(one), None) => Self::One(one),
            (first, second) => {
                let mut all: Vec<Var> = first.into_iter().chain(second).chain(vars).collect();
                all.shrink_to_fit();
                Self::Others(all)
            }
        }
    }
}

impl Deref for ShortList {
    type Target = [Var];

    fn deref(&self) -> &[Var] {
        match self {
            Self::One(one) => std::slice::from_ref(one),
            Self::Others(vars) => vars,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Options;

    #[test]
    fn lists_stay_apart() {
        let mut sets = Sets::default();
        sets.push([3, 1]);
        sets.push([]);
        assert!(!sets.push_if(2, [7]) && sets.push_if(2, [7, 8, 9]));
        assert_eq!(sets.iter().collect::<Vec<_>>(), [&[3, 1][..], &[], &[7, 8, 9]]);
        assert_eq!((sets.len(), sets.members()), (3, &[3, 1, 7, 8, 9][..]));
    }

    #[test]
    fn pairs_are_grouped_by_their_first() {
        let mut control = Control::new(&Options::new());
        let sets = Sets::grouped(4, &[(2, 5), (0, 6), (2, 4)], &mut control).expect("no limit was set");
        assert_eq!(sets.iter().collect::<Vec<_>>(), [&[6][..], &[], &[5, 4], &[]]);
    }

    #[test]
    fn few_variables_are_the_same_however_they_are_kept() {
        for number in 0..4 {
            let vars: Vec<Var> = (7..7 + number).collect();
            let few: ShortList = vars.iter().copied().collect();
            assert_eq!(few[..], vars);
            assert_eq!(matches!(few, ShortList::One(_)), number == 1);
        }
    }
}
