//! The order in which squares are decided.

use crate::model::{Model, Var};

/// The open squares one after the other, row by row or column by column, so that the frontier is short.
pub(super) struct Order {
    /// The slot at each place.
    pub(super) slots: Vec<u32>,
    /// The place of each slot.
    places: Vec<u32>,
    kinds: u32,
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
        Self { slots, places, kinds: model.kinds as u32 }
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

    /// What has to be chosen at its place to make a variable true: 0 is nobody, then come the kinds.
    pub(super) fn choice(&self, var: Var) -> usize {
        (var % self.kinds) as usize + 1
    }

    /// How many choices there are at each place.
    pub(super) fn choices(&self) -> usize {
        self.kinds as usize + 1
    }
}
