//! The order in which squares are decided.

use crate::model::{Model, Var};
use crate::square::Square;

/// The open squares one after the other, row by row or column by column, so that the frontier is short.
pub(super) struct Order {
    /// The slot at each place.
    pub(super) slots: Vec<u32>,
    /// The place of each slot.
    places: Vec<u32>,
    kinds: u32,
    by_rows: bool,
}

impl Order {
    /// Goes along the short side of the board. An edge that meets the one where the sweep begins has to be remembered to
    /// the end, which counts twice.
    pub(super) fn new(model: &Model) -> Self {
        let board = model.problem.board();
        let frontier = |length: usize, remembered: bool| if remembered { 2 * length } else { length };
        let by_rows = frontier(board.columns(), board.wrap().rows()) <= frontier(board.rows(), board.wrap().columns());
        let mut slots: Vec<u32> = (0..model.slots.len() as u32).collect();
        if !by_rows {
            slots.sort_by_key(|slot| {
                let square = model.slots[*slot as usize];
                (square.column(), square.row())
            });
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

    /// The place at which a variable is decided.
    pub(super) fn place(&self, var: Var) -> usize {
        self.place_of_slot(var / self.kinds)
    }

    pub(super) fn place_of_slot(&self, slot: u32) -> usize {
        self.places[slot as usize] as usize
    }

    /// The places at which a sweep that drops states looks at them: the first, the last, where a row (or column) of the
    /// sweep begins, and after so many squares in between.
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

    /// What has to be chosen at its place to make a variable true: 0 is nobody, then come the kinds.
    pub(super) fn choice(&self, var: Var) -> usize {
        (var % self.kinds) as usize + 1
    }

    /// How many choices there are at each place.
    pub(super) fn choices(&self) -> usize {
        self.kinds as usize + 1
    }
}
