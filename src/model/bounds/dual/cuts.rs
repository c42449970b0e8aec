//! Cuts: cliques that no row holds.
//!
//! A row that allows one of its columns excludes each two of them. So of columns of which each two stand in such a row, at most
//! one stands, though no row says so: of queens on the four corners of a square, any two see each other, along six lines. A row may
//! also say that some columns stand only where another one stands, such as the side that a line belongs to; then they exclude what
//! that excludes, and stand for it in the rows that hold it.

use super::relaxation::Relaxation;
use crate::budget::{Cause, Control};
use crate::language::OrderedSet;

/// Which columns of a relaxation exclude each other, by its rows.
pub(super) struct Cliques {
    /// For each column, the rows that allow one of theirs, and the column of theirs that it is or stands for.
    through: Vec<Vec<(u32, u32)>>,
    /// For each row, the columns that are 1 only if a column of it is, each with that column.
    proxies: Vec<Vec<(u32, u32)>>,
}

impl Cliques {
    /// The least share of a column that is looked at.
    const LEAST_SHARE: f32 = 0.02;
    /// How much more than one must stand on a clique.
    const EXCESS: f32 = 0.02;
    /// How many of its neighbours a column is put together with.
    const PAIRS: usize = 8;

    pub(super) fn new(relaxation: &Relaxation) -> Self {
        let mut through = vec![Vec::new(); relaxation.columns()];
        for place in 0..relaxation.rows() {
            let row = relaxation.row(place);
            if row.allows_one() {
                for column in row.columns {
                    through[*column as usize].push((place as u32, *column));
                }
            }
        }
        let direct = through.clone();
        let mut proxies = vec![Vec::new(); relaxation.rows()];
        for row in (0..relaxation.rows()).map(|place| relaxation.row(place)) {
            let Some(needed) = row.needed() else { continue };
            for column in row.columns.iter().filter(|column| **column != needed) {
                for (place, _) in &direct[needed as usize] {
                    through[*column as usize].push((*place, needed));
                    proxies[*place as usize].push((*column, needed));
                }
            }
        }
        Self { through, proxies }
    }

    /// Whether two columns exclude each other.
    pub(super) fn exclude(&self, a: u32, b: u32) -> bool {
        let (a, b) = (&self.through[a as usize], &self.through[b as usize]);
        a.iter().any(|(row, own)| b.iter().any(|(other_row, other)| row == other_row && own != other))
    }

    /// Finds cliques of which more than one stands, going by the shares; those of which most stands come first.
    pub(super) fn find(
        &self,
        relaxation: &Relaxation,
        shares: &[f32],
        until: u64,
        control: &mut Control,
    ) -> Result<Vec<Vec<u32>>, Cause> {
        let mut found: Vec<(f32, Vec<u32>)> = Vec::new();
        let (mut known, mut near, mut likely) = (OrderedSet::default(), Vec::new(), Vec::<(u32, f32)>::new());
        for (a, share) in shares.iter().enumerate().filter(|(_, share)| **share >= Self::LEAST_SHARE) {
            if control.work() >= until {
                break;
            }
            let a = a as u32;
            self.neighbours(relaxation, a, &mut near);
            likely.clear();
            let share_of = |column: &u32| (*column, shares[*column as usize]);
            likely.extend(near.iter().map(share_of).filter(|(_, share)| *share >= Self::LEAST_SHARE));
            likely.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
            control.charge((near.len() + 8 * Self::PAIRS * likely.len()) as u64)?;
            for (b, of_b) in likely.iter().take(Self::PAIRS).filter(|(b, _)| *b > a) {
                // To see whether two exclude each other takes about as long as the rows of one, squared, over four.
                let rows = self.through[*b as usize].len();
                control.charge((likely.len() * rows * rows / 4) as u64)?;
                let (mut clique, mut sum) = (vec![a, *b], share + of_b);
                for (c, of_c) in &likely {
                    if !clique.contains(c) && clique[1..].iter().all(|own| self.exclude(*own, *c)) {
                        clique.push(*c);
                        sum += of_c;
                    }
                }
                if sum < 1.0 + Self::EXCESS || self.is_in_a_row(&clique) {
                    continue;
                }
                control.charge((near.len() * rows * rows / 4) as u64)?;
                for c in &near {
                    if !clique.contains(c) && clique[1..].iter().all(|own| self.exclude(*own, *c)) {
                        clique.push(*c);
                    }
                }
                clique.sort_unstable();
                if known.insert(clique.clone()) {
                    found.push((sum, clique));
                }
            }
        }
        found.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        Ok(found.into_iter().map(|(_, clique)| clique).collect())
    }

    /// The columns that this one excludes.
    fn neighbours(&self, relaxation: &Relaxation, column: u32, near: &mut Vec<u32>) {
        near.clear();
        for (row, own) in &self.through[column as usize] {
            near.extend(
                relaxation.row(*row as usize).columns.iter().filter(|other| *other != own && **other != column),
            );
            let proxies = self.proxies[*row as usize].iter();
            near.extend(proxies.filter(|(other, of)| of != own && *other != column).map(|(other, _)| *other));
        }
        near.sort_unstable();
        near.dedup();
    }

    /// Whether a row says so already: each column is or stands for another one of it.
    fn is_in_a_row(&self, clique: &[u32]) -> bool {
        let of = |column: u32| self.through[column as usize].iter();
        of(clique[0]).any(|(row, _)| {
            let mut held: Vec<u32> = clique
                .iter()
                .filter_map(|column| of(*column).find(|(own, _)| own == row))
                .map(|(_, own)| *own)
                .collect();
            held.sort_unstable();
            held.dedup();
            held.len() == clique.len()
        })
    }
}
