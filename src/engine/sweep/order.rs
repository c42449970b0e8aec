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

/// What each row of a sweep crosses.
pub(super) struct Lanes {
    /// The lane of each place.
    pub(super) of_places: Vec<usize>,
    pub(super) number: usize,
    /// Whether the first comes after the last.
    pub(super) are_ring: bool,
}

/// Lanes that lie side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) first: usize,
    pub(super) width: usize,
}

impl Span {
    /// Returns the fewest lanes side by side that hold these; given their number, they are a ring.
    pub(super) fn of(lanes: impl Iterator<Item = usize>, ring: Option<usize>) -> Self {
        let mut lanes: Vec<usize> = lanes.collect();
        lanes.sort_unstable();
        lanes.dedup();
        let [Some(first), Some(last)] = [lanes.first(), lanes.last()] else { return Self { first: 0, width: 0 } };
        let whole = Self { first: *first, width: last + 1 - first };
        let Some(number) = ring else { return whole };
        let around = lanes.windows(2).map(|two| Self { first: two[1], width: two[0] + 1 + number - two[1] });
        around.chain([whole]).min_by_key(|span| span.width).unwrap_or(whole)
    }
}

impl Lanes {
    /// Returns the fewest lanes side by side that hold all these places.
    pub(super) fn span(&self, places: &[usize]) -> Span {
        Span::of(places.iter().map(|place| self.of_places[*place]), self.are_ring.then_some(self.number))
    }

    /// Returns all spans of this width.
    pub(super) fn spans(&self, width: usize) -> impl Iterator<Item = Span> {
        let number = if self.are_ring { self.number } else { self.number + 1 - width };
        (0..number).map(move |first| Span { first, width })
    }

    /// Whether one span, not of all lanes, holds another.
    pub(super) fn holds(&self, outer: Span, inner: Span) -> bool {
        (inner.first + self.number - outer.first) % self.number + inner.width <= outer.width
    }
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

    /// Returns the lanes of the sweep: the columns, if it goes row by row.
    pub(super) fn lanes(&self, model: &Model) -> Lanes {
        let board = model.board();
        let lane = |square: Square| if self.by_rows { square.column() } else { square.row() };
        Lanes {
            of_places: self.slots.iter().map(|slot| lane(model.slots[*slot as usize])).collect(),
            number: if self.by_rows { board.columns() } else { board.rows() },
            are_ring: if self.by_rows { board.wrap().columns() } else { board.wrap().rows() },
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Spans are the shortest that hold their lanes, and are held by those that hold each of these.
    #[test]
    fn spans_hold_their_lanes() {
        for (number, are_ring) in [(6, false), (6, true)] {
            let lanes = Lanes { of_places: (0..number).collect(), number, are_ring };
            for set in 1..1_u32 << number {
                let inside: Vec<usize> = (0..number).filter(|lane| set >> lane & 1 == 1).collect();
                let span = lanes.span(&inside);
                for width in 1..=number {
                    let holding: Vec<Span> = lanes
                        .spans(width)
                        .filter(|outer| {
                            inside.iter().all(|lane| (0..width).any(|step| (outer.first + step) % number == *lane))
                        })
                        .collect();
                    // Lanes may have several shortest spans.
                    assert_eq!(holding.is_empty(), width < span.width, "{inside:?}");
                    assert!(width != span.width || holding.contains(&span), "{inside:?}");
                    for outer in lanes.spans(width).filter(|outer| lanes.holds(*outer, span)) {
                        assert!(holding.contains(&outer), "{inside:?} in {outer:?}");
                    }
                    assert!(are_ring || holding.iter().all(|outer| lanes.holds(*outer, span)), "{inside:?}");
                }
            }
        }
    }
}
