//! Cuts over a few columns: those of a small rectangle of the board, or of some rows that have many columns in common.
//!
//! What the rows say of the columns of a window, whatever the others are, leaves some patterns. If the shares of the columns are no
//! mixture of these, an inequality that holds for all patterns is a cut. Windows of which the rows say the same have one hull, and
//! what was found for one of them is tried on the others.

use super::cuts::Broken;
use super::hull::{Facet, Hull, MOST, Part};
use super::relaxation::Relaxation;
use crate::budget::{Cause, Control};
use crate::language::{OrderedMap, OrderedSet, Square};
use crate::model::{Model, Rule};

/// A cut: columns with their numbers, and what they add up to at most.
pub(super) type Cut = (Vec<(u32, i32)>, i64);

/// The windows of a relaxation.
pub(super) struct Windows {
    all: Vec<Window>,
    /// The window that is looked at next.
    next: usize,
    /// For each column the rows that it is in.
    rows_of: Vec<Vec<u32>>,
    hulls: Vec<Known>,
    hull_of: OrderedMap<(usize, Vec<Part>), Option<u32>>,
    /// How many patterns all hulls have.
    patterns: usize,
}

struct Window {
    columns: Vec<u32>,
    state: State,
}

/// What is known of the patterns of a window.
#[derive(Clone, Copy)]
enum State {
    New,
    /// There is nothing to be found.
    Idle,
    Hull(u32),
}

/// A hull with the inequalities that were found for it.
struct Known {
    hull: Hull,
    facets: Vec<Facet>,
}

/// The windows of a board that are rectangles, of one kind of piece.
pub(super) fn rectangles(model: &Model, control: &mut Control) -> Result<Vec<Vec<u32>>, Cause> {
    const SIZES: [(usize, usize); 3] = [(4, 4), (3, 5), (5, 3)];
    let board = model.board();
    let mut all = Vec::new();
    let is_local = |rule: &Rule| match rule {
        Rule::Views(views) => !views.owns_ends(model),
        Rule::Count { .. } | Rule::Linear { .. } => true,
        Rule::NotBoth(..) | Rule::OccupiedLines { .. } | Rule::Same(_) | Rule::Never => false,
    };
    if model.kinds != 1 || !model.rules.iter().any(is_local) {
        return Ok(all);
    }
    for (rows, columns) in SIZES {
        for corner in &model.slots {
            control.charge((2 * rows * columns) as u64)?;
            // A corner may be closed; a window that begins there is not needed where others reach over it.
            let squares: Option<Vec<Square>> = (0..rows * columns)
                .map(|place| board.step(*corner, (place / columns) as i32, (place % columns) as i32))
                .collect();
            let vars = squares.into_iter().flatten().filter_map(|square| model.var(square, 0));
            let vars: Vec<u32> = vars.collect();
            let mut known = OrderedSet::default();
            if vars.len() > 3 && vars.iter().all(|var| known.insert(*var)) {
                all.push(vars);
            }
            if all.len() >= Windows::MAX {
                return Ok(all);
            }
        }
    }
    Ok(all)
}

impl Windows {
    /// The most windows, the most patterns of all of them, and the most inequalities that are kept for a hull.
    const MAX: usize = 1 << 12;
    const PATTERNS: usize = 1 << 22;
    const FACETS: usize = 64;

    /// The rows of a few pieces that say more than that one of them stands.
    pub(super) fn local(relaxation: &Relaxation) -> impl Iterator<Item = usize> {
        (0..relaxation.own_rows()).filter(|row| {
            let row = relaxation.row(*row);
            let is_of_pieces = || row.columns.iter().all(|column| (*column as usize) < relaxation.pieces());
            (3..=MOST).contains(&row.columns.len()) && !row.allows_one() && is_of_pieces()
        })
    }

    /// The windows of these rows; `None` if there is no row of a few pieces that says more than that one of them stands.
    pub(super) fn new(
        relaxation: &Relaxation,
        rectangles: &[Vec<u32>],
        control: &mut Control,
    ) -> Result<Option<Self>, Cause> {
        let local: Vec<usize> = Self::local(relaxation).collect();
        if local.is_empty() {
            return Ok(None);
        }
        let mut rows_of = vec![Vec::new(); relaxation.columns()];
        for row in 0..relaxation.own_rows() {
            control.charge(relaxation.row(row).columns.len() as u64)?;
            for column in relaxation.row(row).columns {
                rows_of[*column as usize].push(row as u32);
            }
        }
        let mut known: OrderedSet<Vec<u32>> = OrderedSet::default();
        let mut all = Vec::new();
        for columns in rectangles {
            all.push(Window { columns: columns.clone(), state: State::New });
        }
        let mut missing = Missing::new(relaxation, &local);
        for row in local.into_iter().take(Self::MAX) {
            let columns = missing.around(relaxation, row, control)?;
            if known.insert(columns.clone()) {
                all.push(Window { columns, state: State::New });
            }
        }
        let (hulls, hull_of) = (Vec::new(), OrderedMap::new());
        Ok(Some(Self { all, next: 0, rows_of, hulls, hull_of, patterns: 0 }))
    }

    /// What the rows say of some columns, whatever the others are.
    fn parts(&self, relaxation: &Relaxation, columns: &[u32], control: &mut Control) -> Result<Vec<Part>, Cause> {
        let mut rows: Vec<u32> = columns.iter().flat_map(|column| &self.rows_of[*column as usize]).copied().collect();
        rows.sort_unstable();
        rows.dedup();
        let mut parts: Vec<Part> = Vec::new();
        for row in rows.into_iter().map(|row| relaxation.row(row as usize)) {
            control.charge(4 * row.columns.len() as u64)?;
            // What the other columns add at least and at most.
            let (mut terms, mut low, mut high) = (Vec::new(), 0, 0);
            for (column, number) in row.integers() {
                if let Some(place) = columns.iter().position(|own| *own == column) {
                    terms.push((place as u8, number));
                } else {
                    (low, high) = (low + number.min(0), high + number.max(0));
                }
            }
            let (min, max) = row.range;
            if min > i64::MIN {
                let negated = terms.iter().map(|(place, number)| (*place, -number)).collect();
                parts.extend(Part::new(negated, high - min));
            }
            if max < i64::MAX {
                parts.extend(Part::new(terms, max - low));
            }
        }
        parts.sort_unstable();
        parts.dedup();
        Ok(parts)
    }

    /// Finds out what patterns a window has.
    fn prepare(&mut self, relaxation: &Relaxation, window: usize, control: &mut Control) -> Result<(), Cause> {
        let columns = &self.all[window].columns;
        let parts = self.parts(relaxation, columns, control)?;
        let is_idle = self.patterns >= Self::PATTERNS || parts.iter().all(Part::allows_one);
        let key = (columns.len(), parts);
        let hull = match self.hull_of.get(&key) {
            Some(known) => *known,
            None if is_idle => None,
            None => {
                let number = self.hulls.len() as u32;
                let hull = Hull::new(columns.len(), &key.1, control)?.map(|hull| {
                    self.patterns += hull.len();
                    self.hulls.push(Known { hull, facets: Vec::new() });
                    number
                });
                self.hull_of.insert(key, hull);
                hull
            }
        };
        self.all[window].state = hull.map_or(State::Idle, State::Hull);
        Ok(())
    }

    /// Finds cuts that these shares break, until so much work is done; those that are broken most come first.
    pub(super) fn find(
        &mut self,
        relaxation: &Relaxation,
        shares: &[f32],
        until: u64,
        control: &mut Control,
    ) -> Result<Vec<Cut>, Cause> {
        let mut found = Broken::new();
        for _ in 0..self.all.len() {
            if control.work() >= until {
                break;
            }
            let window = self.next;
            self.next = (self.next + 1) % self.all.len();
            if let State::New = self.all[window].state {
                self.prepare(relaxation, window, control)?;
            }
            let Window { columns, state: State::Hull(hull) } = &self.all[window] else { continue };
            let own: Vec<f64> = columns.iter().map(|column| f64::from(shares[*column as usize])).collect();
            let hull = &mut self.hulls[*hull as usize];
            let Some((excess, facet)) = hull.broken(&own, control)? else { continue };
            let mut terms: Vec<(u32, i32)> = columns.iter().copied().zip(facet.numbers.iter().copied()).collect();
            terms.retain(|(_, number)| *number != 0);
            terms.sort_unstable();
            found.insert(excess, (terms, facet.max));
        }
        Ok(found.sorted())
    }
}

impl Known {
    /// An inequality that these shares break, and by how much: of those that are known the one that is broken most, or else a new one.
    fn broken(&mut self, shares: &[f64], control: &mut Control) -> Result<Option<(f64, Facet)>, Cause> {
        control.charge((shares.len() * self.facets.len()) as u64)?;
        let known = self.facets.iter().map(|facet| (facet.excess(shares), facet));
        let known = known.max_by(|(a, _), (b, _)| a.total_cmp(b)).filter(|(excess, _)| *excess > Hull::EXCESS);
        if let Some((excess, facet)) = known {
            return Ok(Some((excess, facet.clone())));
        }
        let Some(facet) = self.hull.facet(shares, control)? else { return Ok(None) };
        if self.facets.len() < Windows::FACETS {
            self.facets.push(facet.clone());
        }
        Ok(Some((facet.excess(shares), facet)))
    }
}

/// How many columns of each row that may be in it are missing in a window that grows.
struct Missing {
    of_row: Vec<u32>,
    is_inside: Vec<bool>,
    /// For each column those of the rows that it is in.
    rows_of: Vec<Vec<u32>>,
}

impl Missing {
    fn new(relaxation: &Relaxation, rows: &[usize]) -> Self {
        let mut of_row = vec![0; relaxation.own_rows()];
        let mut rows_of = vec![Vec::new(); relaxation.columns()];
        for row in rows {
            let columns = relaxation.row(*row).columns;
            of_row[*row] = columns.len() as u32;
            for column in columns {
                rows_of[*column as usize].push(*row as u32);
            }
        }
        Self { of_row, is_inside: vec![false; relaxation.columns()], rows_of }
    }

    /// The columns of a row, and of others as long as there is room, those first of which the fewest are missing.
    fn around(&mut self, relaxation: &Relaxation, row: usize, control: &mut Control) -> Result<Vec<u32>, Cause> {
        let mut columns: Vec<u32> = Vec::new();
        // Rows of which a column is inside and another may be missing.
        let (mut touched, mut next): (Vec<u32>, _) = (Vec::new(), Some(row as u32));
        let mut work = 0;
        while let Some(row) = next {
            for column in relaxation.row(row as usize).columns {
                if std::mem::replace(&mut self.is_inside[*column as usize], true) {
                    continue;
                }
                columns.push(*column);
                for other in &self.rows_of[*column as usize] {
                    let missing = &mut self.of_row[*other as usize];
                    if *missing as usize == relaxation.row(*other as usize).columns.len() {
                        touched.push(*other);
                    }
                    *missing -= 1;
                    work += 8;
                }
            }
            let room = (MOST - columns.len()) as u32;
            let mut fewest = (room, u32::MAX);
            if room > 0 {
                work += 4 * touched.len() as u64;
                touched.retain(|row| {
                    let missing = self.of_row[*row as usize];
                    if missing > 0 {
                        fewest = fewest.min((missing, *row));
                    }
                    missing > 0
                });
            }
            next = (fewest.1 < u32::MAX).then_some(fewest.1);
        }
        for column in &columns {
            self.is_inside[*column as usize] = false;
            for other in &self.rows_of[*column as usize] {
                self.of_row[*other as usize] += 1;
            }
        }
        control.charge(work)?;
        columns.sort_unstable();
        Ok(columns)
    }
}
