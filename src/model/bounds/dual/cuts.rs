//! Cuts: cliques that no row holds.
//!
//! A row that allows one of its columns excludes each two of them. So of columns of which each two stand in such a row, at most
//! one stands, though no row says so: of queens on the four corners of a square, any two see each other, along six lines. A row may
//! also say that some columns stand only where another one stands, such as the side that a line belongs to; then they exclude what
//! that excludes, and stand for it in the rows that hold it.

use super::relaxation::Relaxation;
use crate::budget::{Cause, Control};
use crate::language::{OrderedSet, sort_by};

/// Cuts that some shares break, each once.
pub(super) struct Broken<C> {
    /// Each with how much it is broken by.
    found: Vec<(f64, C)>,
    known: OrderedSet<C>,
}

impl<C: Ord + Clone> Broken<C> {
    pub(super) fn new() -> Self {
        Self { found: Vec::new(), known: OrderedSet::default() }
    }

    pub(super) fn insert(&mut self, excess: f64, cut: C) {
        if self.known.insert(cut.clone()) {
            self.found.push((excess, cut));
        }
    }

    /// Those that are broken most come first.
    pub(super) fn sorted(mut self) -> Vec<C> {
        sort_by(&mut self.found, |(a, _), (b, _)| b.total_cmp(a));
        self.found.into_iter().map(|(_, cut)| cut).collect()
    }
}

/// Which columns of a relaxation exclude each other, by its rows.
pub(super) struct Cliques {
    /// For each column, the rows that allow one of theirs, and the column of theirs that it is or stands for.
    through: Vec<Vec<(u32, u32)>>,
    /// For each row, the columns that are 1 only if a column of it is, each with that column.
    proxies: Vec<Vec<(u32, u32)>>,
    /// For each row, the number of the last mark, and the column of the row by which it was made, or that there are several.
    marks: Vec<(u32, u32)>,
    marked: u32,
}

impl Cliques {
    /// The least share of a column that is looked at.
    const LEAST_SHARE: f32 = 0.02;
    /// How much more than one must stand on a clique.
    const EXCESS: f32 = 0.02;
    /// How many of its neighbours a column is put together with.
    const PAIRS: usize = 8;
    /// Stands for several columns of a row.
    const SEVERAL: u32 = u32::MAX;

    pub(super) fn new(relaxation: &Relaxation, control: &mut Control) -> Result<Self, Cause> {
        let mut through = vec![Vec::new(); relaxation.columns()];
        for place in 0..relaxation.rows() {
            let row = relaxation.row(place);
            control.charge(row.columns.len() as u64)?;
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
            control.charge((2 * row.columns.len() * direct[needed as usize].len()) as u64)?;
            for column in row.columns.iter().filter(|column| **column != needed) {
                for (place, _) in &direct[needed as usize] {
                    through[*column as usize].push((*place, needed));
                    proxies[*place as usize].push((*column, needed));
                }
            }
        }
        Ok(Self { through, proxies, marks: vec![(0, 0); relaxation.rows()], marked: 0 })
    }

    /// Marks the rows of a column, to which others are compared; returns the work.
    fn mark(&mut self, column: u32) -> u64 {
        self.marked += 1;
        for (row, own) in &self.through[column as usize] {
            let mark = &mut self.marks[*row as usize];
            let is_second = mark.0 == self.marked && mark.1 != *own;
            *mark = (self.marked, if is_second { Self::SEVERAL } else { *own });
        }
        self.through[column as usize].len() as u64
    }

    /// Whether the column marked last has this row.
    fn is_marked(&self, row: u32) -> bool {
        self.marks[row as usize].0 == self.marked
    }

    /// Whether the column marked last excludes this one.
    fn is_excluded(&self, column: u32) -> bool {
        self.through[column as usize]
            .iter()
            .any(|(row, own)| self.is_marked(*row) && self.marks[*row as usize].1 != *own)
    }

    /// Adds candidates, in their order, that are excluded by all columns of a clique but the first, which excludes them all.
    fn grow(&mut self, clique: &mut Vec<u32>, candidates: &mut Vec<u32>, control: &mut Control) -> Result<(), Cause> {
        candidates.retain(|column| *column != clique[0]);
        let mut place = 1;
        loop {
            let Some(column) = clique.get(place).copied() else {
                if candidates.is_empty() {
                    return Ok(());
                }
                clique.push(candidates.remove(0));
                continue;
            };
            let mut work = self.mark(column);
            candidates.retain(|other| {
                work += 2 + self.through[*other as usize].len() as u64;
                *other != column && self.is_excluded(*other)
            });
            control.charge(work)?;
            place += 1;
        }
    }

    /// Finds cliques of which more than one stands, going by the shares, until so much work is done; those of which most stand come
    /// first.
    pub(super) fn find(
        &mut self,
        relaxation: &Relaxation,
        shares: &[f32],
        until: u64,
        control: &mut Control,
    ) -> Result<Vec<Vec<u32>>, Cause> {
        let mut found = Broken::new();
        let (mut near, mut likely, mut candidates) = (Vec::new(), Vec::new(), Vec::new());
        let share_of = |column: &u32| shares[*column as usize];
        for a in (0..shares.len() as u32).filter(|a| share_of(a) >= Self::LEAST_SHARE) {
            if control.work() >= until {
                break;
            }
            control.charge(self.neighbours(relaxation, a, &mut near))?;
            likely.clear();
            likely.extend(near.iter().copied().filter(|column| share_of(column) >= Self::LEAST_SHARE));
            sort_by(&mut likely, |a, b| share_of(b).total_cmp(&share_of(a)).then(a.cmp(b)));
            for b in likely.iter().take(Self::PAIRS).filter(|b| **b > a) {
                let mut clique = vec![a, *b];
                candidates.clone_from(&likely);
                self.grow(&mut clique, &mut candidates, control)?;
                let sum: f32 = clique.iter().map(share_of).sum();
                if sum < 1.0 + Self::EXCESS || self.is_in_a_row(&clique, control)? {
                    continue;
                }
                candidates.clone_from(&near);
                self.grow(&mut clique, &mut candidates, control)?;
                clique.sort_unstable();
                found.insert(f64::from(sum), clique);
            }
        }
        Ok(found.sorted())
    }

    /// Lists the columns that this one excludes; returns the work.
    fn neighbours(&self, relaxation: &Relaxation, column: u32, near: &mut Vec<u32>) -> u64 {
        near.clear();
        for (row, own) in &self.through[column as usize] {
            near.extend(
                relaxation.row(*row as usize).columns.iter().filter(|other| *other != own && **other != column),
            );
            let proxies = self.proxies[*row as usize].iter();
            near.extend(proxies.filter(|(other, of)| of != own && *other != column).map(|(other, _)| *other));
        }
        let work = 8 * near.len() as u64;
        near.sort_unstable();
        near.dedup();
        work
    }

    /// Whether a row says so already: each column is or stands for another one of it.
    fn is_in_a_row(&mut self, clique: &[u32], control: &mut Control) -> Result<bool, Cause> {
        let mut work = self.mark(clique[0]);
        let mut entries: Vec<(u32, usize, u32)> = Vec::new();
        for (place, column) in clique.iter().enumerate() {
            let through = &self.through[*column as usize];
            work += 2 * through.len() as u64;
            entries
                .extend(through.iter().filter(|(row, _)| self.is_marked(*row)).map(|(row, own)| (*row, place, *own)));
        }
        control.charge(work + 8 * entries.len() as u64)?;
        entries.sort_by_key(|(row, place, _)| (*row, *place));
        entries.dedup_by_key(|(row, place, _)| (*row, *place));
        Ok(entries.chunk_by(|one, other| one.0 == other.0).any(|row| {
            let mut held: Vec<u32> = row.iter().map(|(.., own)| *own).collect();
            held.sort_unstable();
            held.dedup();
            held.len() == clique.len()
        }))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::budget::Options;
    use crate::language::{Board, Piece, Problem, classics};
    use crate::model::{Model, Worths};

    fn relaxed(problem: &Problem, control: &mut Control) -> Relaxation {
        let model = Model::compile(&Arc::new(problem.clone()), control).expect("no limit was set");
        let worths = Worths::by_kind(&model, &vec![1; model.kinds]);
        Relaxation::new(&model, &worths, control).expect("no limit was set").expect("the board is small")
    }

    #[test]
    fn columns_exclude_each_other_where_a_row_holds_both_or_what_they_stand_for() {
        let board = Board::square(4);
        for problem in [
            classics::non_attacking(board.clone(), Piece::QUEEN),
            classics::peaceable(board.clone(), Piece::ROOK),
            classics::independent_domination(board, Piece::KING),
        ] {
            let mut control = Control::new(&Options::new());
            let relaxation = relaxed(&problem, &mut control);
            let mut cliques = Cliques::new(&relaxation, &mut control).expect("no limit was set");
            let mut excluded = 0;
            for one in 0..relaxation.columns() as u32 {
                cliques.mark(one);
                for other in 0..relaxation.columns() as u32 {
                    let (a, b) = (&cliques.through[one as usize], &cliques.through[other as usize]);
                    let in_a_row = a.iter().any(|(row, own)| b.iter().any(|(of, held)| row == of && own != held));
                    assert_eq!(cliques.is_excluded(other), in_a_row, "{problem}: {one} and {other}");
                    excluded += usize::from(in_a_row);
                }
            }
            assert!(excluded > 50, "{problem}: {excluded}");
        }
    }

    /// What is looked at is charged: a mixture of several kinds has many rows for each column.
    #[test]
    fn the_work_for_cuts_is_charged() {
        let mut problem = Problem::new(Board::square(8));
        for (name, piece) in [("queen", Piece::QUEEN), ("rook", Piece::ROOK), ("bishop", Piece::BISHOP)] {
            problem.add_kind(name, piece);
        }
        let mut control = Control::new(&Options::new());
        let relaxation = relaxed(problem.non_attacking(), &mut control);
        let shares = vec![0.1; relaxation.columns()];
        let before = control.work();
        let mut cliques = Cliques::new(&relaxation, &mut control).expect("no limit was set");
        cliques.find(&relaxation, &shares, u64::MAX, &mut control).expect("no limit was set");
        let entries: usize = cliques.through.iter().map(Vec::len).sum();
        assert!(control.work() - before > 8 * entries as u64, "{} for {entries}", control.work() - before);
    }
}
