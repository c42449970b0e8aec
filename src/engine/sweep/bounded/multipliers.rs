//! Multipliers of the rows that follow from one component each.

use super::super::PreparedSweep;
use super::super::order::Order;
use super::component::{Component, Division};
use crate::budget::{Cause, Control};
use crate::model::dual::{Ascent, Relaxation};
use crate::model::{Model, Rows, Worths};

/// Rows with their multipliers, each end of which follows from a component.
pub(super) struct Multipliers {
    relaxation: Relaxation,
    ascent: Ascent,
    /// For each row the component of its upper and of its lower end.
    of_rows: Vec<[usize; 2]>,
    /// Whether more work would gain little.
    is_close: bool,
}

impl Multipliers {
    /// The most entries of the tables of a component that a row may follow from.
    const MAX_COST: u64 = 1 << 14;

    /// Returns multipliers that are all 0; `None` where no row follows from a component, or numbers are too large.
    pub(super) fn new(
        model: &Model,
        prepared: &PreparedSweep,
        worths: &Worths,
        control: &mut Control,
    ) -> Result<Option<Self>, Cause> {
        let PreparedSweep { order, lowered, layout } = prepared;
        let components = Component::all(lowered, layout, order, control)?;
        let mut reading: Vec<Vec<usize>> = vec![Vec::new(); order.len()];
        for (number, component) in components.iter().enumerate() {
            for place in &component.places {
                reading[*place].push(number);
            }
        }
        for list in &mut reading {
            list.sort_by_key(|number| components[*number].places.len());
        }
        let rows = match Rows::of(model, control.formulation, control) {
            Ok(rows) => rows,
            Err(Cause::MemoryLimit) => return Ok(None),
            Err(cause) => return Err(cause),
        };
        if rows.never {
            return Ok(None);
        }
        let (pieces, mut of_rows) = (rows.pieces, Vec::new());
        let rows = rows.narrowed(|terms, (min, max)| {
            if terms.iter().any(|(_, column)| *column as usize >= pieces) {
                return Ok(None);
            }
            let mut places: Vec<usize> = terms.iter().map(|(_, column)| order.place(*column)).collect();
            places.sort_unstable();
            places.dedup();
            let Some(first) = places.first() else { return Ok(None) };
            // The component of which it follows that the terms, times a sign, add up to no more than an end.
            let mut follows = |sign: i64, end: i64| {
                for number in &reading[*first] {
                    let component = &components[*number];
                    control.charge(places.len() as u64)?;
                    if component.cost() > Self::MAX_COST || !component.reads(&places) {
                        continue;
                    }
                    control.charge(component.cost())?;
                    let mut numbers = vec![0; component.places.len() * component.choices];
                    for (own, column) in terms {
                        let index = component.places.partition_point(|place| *place < order.place(*column));
                        numbers[index * component.choices + order.choice(*column)] += sign * own;
                    }
                    let most = component.most(|index, choice| numbers[index * component.choices + choice]);
                    if most[0][0] <= end {
                        return Ok(Some(*number));
                    }
                }
                Ok::<_, Cause>(None)
            };
            let upper = if max == i64::MAX { None } else { follows(1, max)? };
            let lower = if min == i64::MIN { None } else { follows(-1, min.saturating_neg())? };
            if upper.is_none() && lower.is_none() {
                return Ok(None);
            }
            of_rows.push([upper.unwrap_or(usize::MAX), lower.unwrap_or(usize::MAX)]);
            let min = if lower.is_some() { min } else { i64::MIN };
            Ok(Some((min, if upper.is_some() { max } else { i64::MAX })))
        })?;
        let Some(relaxation) = Relaxation::of(&rows, model, worths, control)? else { return Ok(None) };
        // Rows of large numbers are left out, and worths that are too large rounded.
        let is_exact =
            (0..model.vars() as u32).all(|var| relaxation.value(relaxation.scaled(var)) == worths.weight(var));
        if relaxation.rows() != of_rows.len() || of_rows.is_empty() || !is_exact {
            return Ok(None);
        }
        // The best multipliers for the rows are not the best for components, and with alike rows taken together steps come too near to
        // the former.
        let ascent = Ascent::unfolded(&relaxation);
        Ok(Some(Self { relaxation, ascent, of_rows, is_close: false }))
    }

    /// Improves the multipliers by this much work at most; tells whether that may have changed them.
    pub(super) fn improve(&mut self, work: u64, control: &mut Control) -> Result<bool, Cause> {
        if self.is_close {
            return Ok(false);
        }
        self.is_close = self.ascent.settle_rows(&self.relaxation, work, control)?.1;
        Ok(true)
    }

    /// The least scaled sum that allows a value, and the value that a sum allows.
    pub(super) fn sum(&self, value: i64) -> i64 {
        self.relaxation.sum(value)
    }

    pub(super) fn value(&self, sum: i64) -> i64 {
        self.relaxation.value(sum)
    }

    /// The least scaled sum of any choices.
    pub(super) fn least(&self) -> i64 {
        self.relaxation.least()
    }

    /// What all values are multiples of.
    pub(super) fn unit(&self) -> i64 {
        self.relaxation.unit()
    }

    /// Divides the worths among these components, which are all of the sweep.
    pub(super) fn divide(&self, order: &Order, components: &[Component<'_>]) -> Division {
        let choices = order.choices();
        let mut numbers: Vec<Vec<i64>> =
            components.iter().map(|component| vec![0; component.places.len() * choices]).collect();
        let mut left: Vec<Vec<i64>> = vec![vec![0; choices]; order.len()];
        for var in 0..self.relaxation.pieces() as u32 {
            left[order.place(var)][order.choice(var)] = self.relaxation.scaled(var);
        }
        for (row, multiplier) in self.ascent.multipliers().iter().enumerate().filter(|(_, number)| **number != 0) {
            let [upper, lower] = self.of_rows[row];
            let number = if *multiplier > 0 { upper } else { lower };
            let component = &components[number];
            for (column, own) in self.relaxation.row(row).integers() {
                let (place, choice) = (order.place(column), order.choice(column));
                let index = component.places.partition_point(|other| *other < place);
                numbers[number][index * choices + choice] += multiplier * own;
                left[place][choice] -= multiplier * own;
            }
        }
        Division { numbers, left }
    }
}
