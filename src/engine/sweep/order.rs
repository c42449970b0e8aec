//! The order in which squares are decided.

use super::trace::ChoiceWeights;
use crate::language::{Square, sort_by_number};
use crate::model::{Model, Var, Worths};

/// The open squares in sweep order, row by row or column by column, whichever makes the frontier shorter.
pub(super) struct Order {
    /// The slot at each place.
    pub(super) slots: Vec<u32>,
    /// The place of each slot.
    places: Vec<u32>,
    kinds: u32,
    by_rows: bool,
}

impl Order {
    /// Sweeps along the short side of the board. If the last row meets the first, the first must be remembered to the
    /// end, which counts twice.
    pub(super) fn new(model: &Model) -> Self {
        let board = model.board();
        let frontier = |length: usize, remembered: bool| if remembered { 2 * length } else { length };
        Self::along(
            model,
            frontier(board.columns(), board.wrap().rows()) <= frontier(board.rows(), board.wrap().columns()),
        )
    }

    /// Sweeps row by row, or column by column.
    pub(super) fn along(model: &Model, by_rows: bool) -> Self {
        let mut slots: Vec<u32> = (0..model.slots.len() as u32).collect();
        if !by_rows {
            // Within a column they are in order already.
            sort_by_number(&mut slots, |slot| model.slots[*slot as usize].column() as i64);
        }
        let mut places = vec![0; slots.len()];
        for (place, slot) in slots.iter().enumerate() {
            places[*slot as usize] = place as u32;
        }
        Self { slots, places, kinds: model.kinds as u32, by_rows }
    }

    pub(super) fn len(&self) -> usize {
        self.slots.len()
    }

    /// Returns about how many squares a row of the sweep has.
    pub(super) fn row(&self, model: &Model) -> usize {
        let board = model.board();
        self.len().div_ceil(if self.by_rows { board.rows() } else { board.columns() })
    }

    /// Returns for each place how far along the rows of the sweep it is: its column, if they are rows.
    pub(super) fn lanes(&self, model: &Model) -> Vec<usize> {
        let lane = |square: Square| if self.by_rows { square.column() } else { square.row() };
        self.slots.iter().map(|slot| lane(model.slots[*slot as usize])).collect()
    }

    /// Returns the place at which a variable is decided.
    pub(super) fn place(&self, var: Var) -> usize {
        self.place_of_slot(var / self.kinds)
    }

    pub(super) fn place_of_slot(&self, slot: u32) -> usize {
        self.places[slot as usize] as usize
    }

    /// Returns the places at which a sweep prunes states: the first, the last, the beginning of each row (or column) of
    /// the sweep, and every `step` squares in between.
    pub(super) fn stops(&self, model: &Model, step: usize) -> Vec<bool> {
        let squares: Vec<Square> = self.slots.iter().map(|slot| model.slots[*slot as usize]).collect();
        let row = |square: Square| if self.by_rows { square.row() } else { square.column() };
        let mut stops = vec![true];
        let mut since = 0;
        for two in squares.windows(2) {
            since += 1;
            let stop = since == step || row(two[0]) != row(two[1]);
            if stop {
                since = 0;
            }
            stops.push(stop);
        }
        if !squares.is_empty() {
            stops.push(true);
        }
        stops
    }

    /// Returns the choice at its place that makes a variable true: 0 is vacant, then come the kinds.
    pub(super) fn choice(&self, var: Var) -> usize {
        (var % self.kinds) as usize + 1
    }

    /// Returns the weight of each choice at each place: a vacant square has none.
    pub(super) fn prices(&self, worths: &Worths) -> ChoiceWeights {
        let kinds = self.kinds as usize;
        let mut list = Vec::with_capacity(self.len() * self.choices());
        for slot in &self.slots {
            list.push(0);
            list.extend_from_slice(&worths.list()[*slot as usize * kinds..][..kinds]);
        }
        ChoiceWeights::new(list, self.choices())
    }

    /// Returns the number of choices at each place.
    pub(super) fn choices(&self) -> usize {
        self.kinds as usize + 1
    }
}
