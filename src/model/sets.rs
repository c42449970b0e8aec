//! Lists of variables stored end to end, so that a million short ones are made and freed quickly.

use super::Var;
use crate::budget::{Cause, Control};

/// Lists of variables, or of other numbers, one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sets {
    members: Vec<Var>,
    ends: Vec<usize>,
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

    /// Adds a list.
    pub(crate) fn push(&mut self, members: impl IntoIterator<Item = Var>) {
        self.members.extend(members);
        self.ends.push(self.members.len());
    }

    /// Adds a list if it has at least `least` members; returns whether it did.
    pub(crate) fn push_if(&mut self, least: usize, members: impl IntoIterator<Item = Var>) -> bool {
        let start = self.members.len();
        self.members.extend(members);
        let enough = self.members.len() - start >= least;
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

    pub(crate) fn get(&self, place: usize) -> &[Var] {
        let start = if place == 0 { 0 } else { self.ends[place - 1] };
        &self.members[start..self.ends[place]]
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &[Var]> + Clone {
        (0..self.len()).map(|place| self.get(place))
    }

    /// Returns the members of all lists.
    pub(crate) fn members(&self) -> &[Var] {
        &self.members
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
}
