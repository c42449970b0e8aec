//! The model as rows of an integer program.
//!
//! The columns are the variables of the model, followed by helpers. The pieces determine each helper, or its value does
//! not matter; so the solutions, projected on the first columns, are those of the model.

mod groups;
mod lower;

#[cfg(feature = "ilp")]
use super::Var;
use super::spread::{Spread, digest};
use crate::budget::{Cause, Control};

/// An integer program without objective whose columns are all 0 or 1.
#[derive(Default)]
pub(crate) struct Rows {
    /// The number of columns that are variables of the model; they come first.
    pub(crate) pieces: usize,
    /// The meaning of each other column.
    pub(crate) helpers: Vec<Helper>,
    terms: Vec<(i64, u32)>,
    ends: Vec<usize>,
    ranges: Vec<(i64, i64)>,
    /// The rows of more than two terms by the digest of their terms, to add each only once.
    known: Spread<u64, u32>,
    /// Whether the solutions form an antichain, so that a cut needs only the placed pieces.
    #[cfg(feature = "ilp")]
    pub(crate) antichain: bool,
    /// Whether a row without terms is violated.
    pub(crate) never: bool,
}

/// The meaning of a helper, with its slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Helper {
    /// A line is occupied.
    Line(u32),
    /// The piece on this slot is the last on a line, in one direction.
    End(u32),
    /// The piece on this slot and another, a leap away, both stand.
    Both(u32),
    /// Which of two sets may hold pieces.
    Side(u32),
    /// The first piece on a ray from this slot on counts.
    Seen(u32),
    /// No piece up to this slot stops the ray.
    Clear(u32),
    /// A piece that counts stands on this slot, in view.
    InView(u32),
}

/// Columns with their coefficients, added up.
type Terms = Vec<(i64, u32)>;

/// These columns, each with its coefficient.
fn times(number: i64, columns: &[u32]) -> Terms {
    columns.iter().map(|column| (number, *column)).collect()
}

impl Rows {
    /// About how many bytes a row takes, here and in the solver, and each of its terms.
    const BYTES: (usize, usize) = (128, 64);

    /// Returns the number of rows.
    #[cfg(all(feature = "ilp", not(feature = "highs")))]
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn columns(&self) -> usize {
        self.pieces + self.helpers.len()
    }

    /// Returns each row: its terms, its least and its greatest value.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&[(i64, u32)], (i64, i64))> {
        self.ranges.iter().enumerate().map(|(row, range)| (self.terms(row), *range))
    }

    /// Returns the terms of a row.
    fn terms(&self, row: usize) -> &[(i64, u32)] {
        let start = if row == 0 { 0 } else { self.ends[row - 1] };
        &self.terms[start..self.ends[row]]
    }

    /// Returns the row that excludes a solution: over its placed pieces if `antichain`, else over the whole placement.
    #[cfg(feature = "ilp")]
    pub(crate) fn cut(&self, standing: &[Var]) -> (Terms, (i64, i64)) {
        let mut terms = times(1, standing);
        if !self.antichain {
            let mut stands = vec![false; self.pieces];
            for var in standing {
                stands[*var as usize] = true;
            }
            terms.extend((0..self.pieces as u32).filter(|var| !stands[*var as usize]).map(|var| (-1, var)));
        }
        (terms, (i64::MIN, standing.len() as i64 - 1))
    }

    /// Returns the rows with the range that a function returns for each, given its terms and its range, without those for which it
    /// returns none. No rows are added to them.
    pub(crate) fn narrowed(
        self,
        mut range: impl FnMut(&[(i64, u32)], (i64, i64)) -> Result<Option<(i64, i64)>, Cause>,
    ) -> Result<Self, Cause> {
        let mut kept = Self { pieces: self.pieces, never: self.never, ..Self::default() };
        for (terms, own) in self.iter() {
            if let Some(range) = range(terms, own)? {
                kept.terms.extend_from_slice(terms);
                kept.ends.push(kept.terms.len());
                kept.ranges.push(range);
            }
        }
        Ok(Self { helpers: self.helpers, ..kept })
    }

    fn column(&mut self, helper: Helper) -> u32 {
        self.helpers.push(helper);
        (self.columns() - 1) as u32
    }

    /// Adds a row, unless it is trivially satisfied.
    pub(crate) fn add(
        &mut self,
        terms: &[&[(i64, u32)]],
        (min, max): (i64, i64),
        control: &mut Control,
    ) -> Result<(), Cause> {
        // Terms of one column are added up, since solvers refuse duplicates.
        let mut own: Terms = terms.concat();
        own.sort_unstable_by_key(|(_, column)| *column);
        own.dedup_by(|next, kept| {
            let same = next.1 == kept.1;
            kept.0 += if same { next.0 } else { 0 };
            same
        });
        own.retain(|(number, _)| *number != 0);
        control.charge(8 * own.len() as u64)?;
        let sum = |sign: i128| own.iter().map(|(number, _)| (sign * i128::from(*number)).max(0)).sum::<i128>();
        if -sum(-1) >= i128::from(min) && sum(1) <= i128::from(max) {
            return Ok(());
        }
        if own.is_empty() {
            self.never = true;
            return Ok(());
        }
        let (each, term) = Self::BYTES;
        control.hold((each * self.ends.len() + term * (self.terms.len() + own.len())) as u64)?;
        if own.len() > 2 {
            let digest = digest(&own);
            match self.known.get(&digest) {
                Some(row) if *self.terms(*row as usize) == own => {
                    let (old_min, old_max) = &mut self.ranges[*row as usize];
                    (*old_min, *old_max) = (min.max(*old_min), max.min(*old_max));
                    self.never |= old_min > old_max;
                    return Ok(());
                }
                // Should two rows share a digest, the second is not found again, and its like is added twice.
                Some(_) => {}
                None => drop(self.known.insert(digest, self.ranges.len() as u32)),
            }
        }
        self.terms.extend(&own);
        self.ends.push(self.terms.len());
        self.ranges.push((min, max));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::ops::Range;
    use std::sync::Arc;

    use super::*;
    use crate::budget::{Family, Formulation, Options, Random};
    use crate::language::{Area, Board, Constraint, Interval, Kind, Move, Piece, Problem, Wrap, classics};
    use crate::model::{Model, Rule};

    fn rows(problem: &Problem, formulation: Formulation) -> Rows {
        let mut control = Control::new(&Options::new());
        let model = Model::compile(&Arc::new(problem.clone()), &mut control).expect("no limit was set");
        Rows::of(&model, formulation, &mut control).expect("no limit was set")
    }

    fn listed(rows: &Rows) -> Vec<(Terms, (i64, i64))> {
        rows.iter().map(|(terms, range)| (terms.to_vec(), range)).collect()
    }

    /// Whether columns satisfy a row; a bit for each column.
    fn holds((terms, (min, max)): &(Terms, (i64, i64)), bits: u32) -> bool {
        let sum = terms.iter().filter(|(_, column)| bits >> column & 1 == 1).map(|(number, _)| number).sum::<i64>();
        (*min..=*max).contains(&sum)
    }

    #[test]
    fn terms_of_one_column_are_added_up() {
        let mut control = Control::new(&Options::new());
        let mut rows = Rows { pieces: 3, ..Rows::default() };
        rows.add(&[&[(2, 1), (1, 0)], &[(3, 1), (1, 2), (-1, 2)]], (1, 4), &mut control).expect("no limit was set");
        assert_eq!(listed(&rows), [(vec![(1, 0), (5, 1)], (1, 4))]);
    }

    #[test]
    fn a_row_that_holds_in_any_case_is_left_out_and_one_without_terms_cannot_hold() {
        let mut control = Control::new(&Options::new());
        let mut rows = Rows { pieces: 2, ..Rows::default() };
        rows.add(&[&[(1, 0), (-2, 1)]], (-2, 1), &mut control).expect("no limit was set");
        rows.add(&[], (0, 0), &mut control).expect("no limit was set");
        rows.add(&[&[(1, 0)], &[(-1, 0)]], (i64::MIN, 0), &mut control).expect("no limit was set");
        assert!(listed(&rows).is_empty() && !rows.never);
        rows.add(&[&[(1, 0), (-2, 1)]], (-1, 1), &mut control).expect("no limit was set");
        assert_eq!(listed(&rows).len(), 1);
        rows.add(&[&[(1, 0)], &[(-1, 0)]], (1, i64::MAX), &mut control).expect("no limit was set");
        assert!(rows.never);
    }

    #[test]
    fn the_same_terms_again_narrow_the_range() {
        let mut control = Control::new(&Options::new());
        let mut rows = Rows { pieces: 3, ..Rows::default() };
        let terms = times(1, &[0, 1, 2]);
        rows.add(&[&terms], (i64::MIN, 2), &mut control).expect("no limit was set");
        rows.add(&[&terms], (1, i64::MAX), &mut control).expect("no limit was set");
        assert_eq!(listed(&rows), [(terms.clone(), (1, 2))]);
        assert!(!rows.never);
        rows.add(&[&terms], (3, 3), &mut control).expect("no limit was set");
        assert!(rows.never);
    }

    #[test]
    fn a_clique_is_one_row_or_all_its_pairs() {
        let rooks = classics::non_attacking(Board::new(1, 4), Piece::ROOK);
        let strong = rows(&rooks, Formulation::strong());
        assert_eq!(listed(&strong), [(times(1, &[0, 1, 2, 3]), (i64::MIN, 1))]);
        let pairs = listed(&rows(&rooks, Formulation::strong().without(Family::Cliques)));
        let expected: Vec<_> =
            (0..4).flat_map(|a| (a + 1..4).map(move |b| (times(1, &[a, b]), (i64::MIN, 1)))).collect();
        assert_eq!(pairs, expected);
    }

    #[cfg(feature = "ilp")]
    #[test]
    fn a_cut_excludes_one_solution_and_no_other() {
        // Of no attacks, subsets of a solution are solutions too, and must be left.
        let free = rows(&classics::non_attacking(Board::new(2, 2), Piece::WAZIR), Formulation::strong());
        assert!(!free.antichain);
        for standing in 0u32..16 {
            let vars: Vec<Var> = (0..4).filter(|var| standing >> var & 1 == 1).collect();
            let cut = free.cut(&vars);
            for bits in 0..16 {
                assert_eq!(holds(&cut, bits), bits != standing, "{standing:b} and {bits:b}");
            }
        }
        // Where each row holds one, the pieces that stand are enough.
        let exact = rows(&classics::queens(4), Formulation::strong());
        assert!(exact.antichain);
        assert_eq!(exact.cut(&[1, 7, 8, 14]), (times(1, &[1, 7, 8, 14]), (i64::MIN, 3)));
    }

    #[test]
    fn helpers_can_be_chosen_just_where_the_judge_accepts() {
        // A rook sees past no other; each must see one or none, or fewer than none. A chancellor leaps as well.
        let chancellors = |range| classics::attacking(Board::new(2, 3), Piece::CHANCELLOR, range);
        for (problem, number) in [
            (classics::attacking(Board::new(1, 4), Piece::ROOK, ..=1), 5..20),
            (classics::attacking(Board::new(1, 4), Piece::ROOK, ..0), 4..20),
            (chancellors(Interval::from(..0)), 6..23),
            (chancellors(Interval::from(..=1)), 7..23),
            (chancellors(Interval::from(2)), 7..23),
            (chancellors(Interval::from(2..=3)), 7..23),
            (chancellors(Interval::from(1..)), 6..23),
        ] {
            helpers_suffice(&problem, number);
        }
    }

    /// Kinds of which those that are counted among others are the first ones.
    fn among_others(board: Board, pieces: &[Piece], counted: usize, range: impl Into<Interval>) -> Problem {
        let mut problem = Problem::new(board);
        let kinds = pieces.iter().enumerate();
        let all: Vec<_> = kinds.map(|(kind, piece)| problem.add_kind(format!("kind {kind}"), piece.clone())).collect();
        problem.with(Constraint::attacks(all[0], all[..counted].to_vec(), range))
    }

    #[test]
    fn what_others_may_hide_is_told_by_helpers() {
        let line = Board::new(1, 5);
        for (problem, number) in [
            (among_others(line.clone(), &[Piece::ROOK, Piece::KING], 1, ..=1), 16..19),
            (among_others(line, &[Piece::ROOK, Piece::KING], 1, 0), 10..11),
            (among_others(Board::new(1, 4), &[Piece::ROOK, Piece::KING], 2, ..=1), 12..21),
            // A ride of two squares shows what one of a square shows.
            (among_others(Board::new(1, 3), &[Piece::ROOK.and(&Piece::rider(0, 2))], 1, ..=1), 3..21),
            // No number is negative, so nothing that looks may stand.
            (among_others(Board::new(1, 4), &[Piece::ROOK, Piece::KING], 1, -3..=-1), 8..21),
            (among_others(Board::new(2, 3).with_holes([(0, 1)]), &[Piece::ROOK, Piece::BLOCKER], 1, ..=1), 12..21),
        ] {
            helpers_suffice(&problem, number);
        }
    }

    #[test]
    fn what_stands_alone_is_the_last_each_way() {
        let mut random = Random::new(1);
        let pieces = [Piece::ROOK, Piece::QUEEN, Piece::BISHOP, Piece::ROOK.within(1), Piece::new([Move::ride(0, 1)])];
        let (mut alone, mut tried) = (0, 0);
        for _ in 0..400 {
            let boards = [Board::new(1, 3), Board::new(1, 4), Board::new(1, 3).with_wrap(Wrap::Columns)];
            let mut problem = Problem::new(boards[random.below(3) as usize].clone());
            let kinds: Vec<Kind> = (0..3)
                .map(|kind| {
                    let piece = if kind == 0 { 0 } else { random.below(5) as usize };
                    problem.add_kind(format!("kind {kind}"), pieces[piece].clone())
                })
                .collect();
            let mut some = |least| {
                let drawn = random.below(8 - least) + least;
                (0..3).filter(|kind| drawn >> kind & 1 == 1).map(|kind| kinds[kind]).collect::<Vec<Kind>>()
            };
            // The first may see one of itself and of others; others attack none of some.
            problem.add(Constraint::attacks(kinds[0], [vec![kinds[0]], some(0)].concat(), ..=1));
            problem.add(Constraint::attacks(some(1), some(1), 0));
            let mut control = Control::new(&Options::new());
            let model = Model::compile(&Arc::new(problem.clone()), &mut control).expect("no limit was set");
            let mut are_alone = false;
            for rule in &model.rules {
                let Rule::Views(views) = rule else { continue };
                let sights = views.sights(&model, &mut control).expect("no limit was set");
                are_alone |= sights.iter().flat_map(|own| &own.lines).any(|(_, alone)| *alone > 0);
            }
            // Where there are many helpers all their values would take long to try.
            if rows(&problem, Formulation::strong().without(Family::Sights)).columns() < 24
                && rows(&problem, Formulation::strong()).columns() < 24
            {
                helpers_suffice(&problem, 6..24);
                tried += 1;
                alone += usize::from(are_alone);
            }
        }
        assert!(alone > 10 && tried > 20, "{alone}, {tried}");
    }

    #[test]
    fn what_is_attacked_by_leaps_beside_lines_is_counted() {
        let mut random = Random::new(2);
        let rides = [Move::ride(0, 1), Move::ride(0, -1)];
        let (down, up) = (Move::leap(1, 0), Move::leap(-1, 0));
        let leaps = [
            vec![down, up],
            vec![down],
            vec![down, up, Move::leap(0, 1)],
            vec![down, up, Move::leap(1, 1), Move::leap(-1, -1)],
        ];
        let (mut beside, mut tried) = (0, 0);
        for _ in 0..200 {
            let boards = [Board::square(2), Board::new(2, 3), Board::square(2).with_wrap(Wrap::Rows), Board::new(3, 2)];
            let mut problem = Problem::new(boards[random.below(4) as usize].clone());
            let kinds: Vec<Kind> = (0..=random.below(2))
                .map(|kind| {
                    let leaps = &leaps[random.below(4) as usize];
                    let piece = Piece::new(rides.iter().chain(leaps).copied());
                    problem.add_kind(format!("kind {kind}"), piece)
                })
                .collect();
            let mut some = || {
                let drawn = 1 + random.below((1 << kinds.len()) - 1);
                (0..kinds.len()).filter(|kind| drawn >> kind & 1 == 1).map(|kind| kinds[kind]).collect::<Vec<Kind>>()
            };
            let (from, to) = (some(), some());
            let range = Interval::between(random.below(2) as i64, 1 + random.below(4) as i64);
            problem.add(Constraint::attacks(from, to, range));
            // Where there are many helpers all their values would take long to try.
            if [Formulation::strong(), Formulation::strong().without(Family::Sights)]
                .iter()
                .all(|formulation| rows(&problem, *formulation).columns() < 23)
            {
                helpers_suffice(&problem, 4..23);
                let all = rows(&problem, Formulation::strong());
                beside += usize::from(all.helpers.iter().any(|helper| matches!(helper, Helper::Both(_))));
                tried += 1;
            }
        }
        assert!(beside > 20 && tried > 50, "{beside}, {tried}");
    }

    #[test]
    fn a_number_of_attacks_is_one_rule_however_it_is_written() {
        let exported = |piece: &Piece, range: Interval| {
            listed(&rows(
                &among_others(Board::square(5), &[piece.clone(), Piece::BLOCKER], 1, range),
                Formulation::strong(),
            ))
        };
        for piece in [Piece::ROOK, Piece::QUEEN, Piece::AMAZON, Piece::KING] {
            let [none, two] = [exported(&piece, 0.into()), exported(&piece, (0..=2).into())];
            for range in [(..=0).into(), (..1).into(), (-7..=0).into()] {
                assert_eq!(exported(&piece, range), none, "{piece:?}, {range}");
            }
            for range in [(..=2).into(), (..3).into(), (-1..3).into()] {
                assert_eq!(exported(&piece, range), two, "{piece:?}, {range}");
            }
            assert!(none != two && exported(&piece, (2..).into()) == exported(&piece, (2..=16).into()));
        }
    }

    /// Two kinds of which the first attacks none of the second, at most two in each row.
    fn few_in_rows(board: Board, pieces: [Piece; 2]) -> Problem {
        let mut problem = Problem::new(board);
        let [one, other] = pieces;
        let (first, second) = (problem.add_kind("first", one), problem.add_kind("second", other));
        problem.add(Constraint::attacks(first, second, 0));
        problem.with(Constraint::count([first, second], Area::rows(), ..=2))
    }

    #[test]
    fn a_count_is_of_the_side_that_is_taken() {
        let sides = few_in_rows(Board::new(1, 5), [Piece::ROOK, Piece::KING]);
        helpers_suffice(&sides, 11..12);
        helpers_suffice(&few_in_rows(Board::new(2, 3), [Piece::ROOK, Piece::KNIGHT]), 13..18);
        helpers_suffice(&few_in_rows(Board::new(2, 3).with_walls([(0, 1)]), [Piece::QUEEN, Piece::WAZIR]), 11..17);
        let has =
            |problem: &Problem, row: (Terms, (i64, i64))| listed(&rows(problem, Formulation::strong())).contains(&row);
        // The first and the second of each square come one after the other, and then the side.
        let second = [(1, 1), (1, 3), (1, 5), (1, 7), (1, 9), (2, 10)];
        assert!(has(&sides, (second.to_vec(), (i64::MIN, 2))));
    }

    #[track_caller]
    fn helpers_suffice(problem: &Problem, number: Range<usize>) {
        let mut control = Control::new(&Options::new());
        let model = Model::compile(&Arc::new(problem.clone()), &mut control).expect("no limit was set");
        let mut judge = model.judge();
        let less = [Family::LineEnds, Family::Sights].map(|family| Formulation::strong().without(family));
        let of_sights = Rows::of_sights(&model, Formulation::strong(), &mut control).expect("no limit was set");
        let all = [Formulation::strong(), less[0], less[1]].map(|formulation| (rows(problem, formulation), true));
        for (rows, is_exact) in all.into_iter().chain([(of_sights, false)]) {
            let (all, columns, own) = (listed(&rows), rows.columns(), model.vars());
            assert!(number.contains(&columns), "{columns} columns");
            let mut numbers = all.iter().flat_map(|(terms, _)| terms).map(|(number, _)| number.abs());
            assert!(numbers.all(|number| number <= 16), "a number is large for no reason");
            for pieces in 0u32..1 << own {
                let placed: Vec<_> =
                    (0..own).filter(|var| pieces >> var & 1 == 1).map(|var| model.placed[var]).collect();
                // A square holds one piece.
                if placed.windows(2).any(|two| two[0].0 == two[1].0) {
                    continue;
                }
                let satisfied = (0..1u32 << (columns - own)).any(|helpers| {
                    let bits = pieces | helpers << own;
                    all.iter().all(|row| holds(row, bits))
                });
                let accepts = judge.accepts(&placed);
                assert!(satisfied == accepts || !is_exact && satisfied, "{pieces:b}");
            }
        }
    }
}
