//! What can be wrong with a board.

use super::Board;
use crate::language::{Fault, Invalid, OrderedMap, Square, SquareSet};

impl Board {
    /// Checks the board.
    ///
    /// # Errors
    ///
    /// Reports a board of no or too many squares, squares off the board, and regions whose names are taken or cannot be
    /// printed.
    ///
    /// ```
    /// use queenside::Board;
    ///
    /// let board = Board::square(2).with_walls([(0, 5), (1, 1)]).with_region("left", [(7, 0)]).with_region("left", [(0, 0)]);
    /// let error = board.check().unwrap_err();
    /// assert_eq!(error.to_string(), "3 faults: walls: (0,5) is not on the 2×2 board; \
    ///     region \"left\": (7,0) is not on the 2×2 board; 2 regions are named \"left\"");
    /// ```
    pub fn check(&self) -> Result<(), Invalid> {
        Invalid::unless_empty(self.faults())
    }

    pub(crate) fn faults(&self) -> Vec<Fault> {
        if let Some(fault) = self.size_fault() {
            return vec![fault];
        }
        let mut faults = Vec::new();
        for (place, set) in [("walls", &self.walls), ("forbidden", &self.forbidden), ("holes", &self.holes)] {
            faults.extend(self.off_board(place, set));
        }
        for (name, squares) in self.regions() {
            faults.extend(self.off_board(&format!("region {name:?}"), squares));
        }
        faults.extend(name_faults("region", self.regions().map(|(name, _)| name)));
        faults
    }

    /// Returns the fault of a set with squares off the board.
    pub(crate) fn off_board(&self, place: &str, set: &SquareSet) -> Option<Fault> {
        let squares: Vec<Square> = set.iter().filter(|square| !self.contains(*square)).collect();
        (!squares.is_empty()).then(|| Fault::OffBoard {
            place: place.to_owned(),
            squares,
            rows: self.rows,
            columns: self.columns,
        })
    }

    pub(super) fn size_fault(&self) -> Option<Fault> {
        let Self { rows, columns, .. } = *self;
        match rows.checked_mul(columns) {
            Some(0) => Some(Fault::NoSquares { rows, columns }),
            Some(squares) if squares <= Self::MAX_SQUARES => None,
            _ => Some(Fault::TooManySquares { rows, columns, max: Self::MAX_SQUARES }),
        }
    }
}

/// Returns the faults of a list of names that must differ and be printable.
pub(crate) fn name_faults<'a>(what: &'static str, names: impl Iterator<Item = &'a str>) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut seen: OrderedMap<&str, usize> = OrderedMap::new();
    for name in names {
        if name.is_empty() || name.trim() != name || name.chars().any(char::is_control) {
            faults.push(Fault::BadName { what, name: name.to_owned() });
        }
        *seen.entry(name) += 1;
    }
    let twice = seen.iter().filter(|(_, count)| *count > 1);
    faults.extend(twice.map(|(name, count)| Fault::DuplicateName { what, name: (*name).to_owned(), count: *count }));
    faults
}
